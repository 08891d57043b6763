/* replay.c: a fuzzer over its kept inputs and over changes of them, the same in every run; for
 * builds that have sanitizers but no libFuzzer.
 *
 *     replay_NAME FOLDER CHANGES
 *
 * Runs every file of the folder, and each with so many changes. An input that breaks something is
 * printed as hexadecimal digits; `xxd -r -p` makes a file of them, for fuzz_NAME and its debugger.
 */
#define _XOPEN_SOURCE 700
#include "test.h"

#include <dirent.h>
#include <sanitizer/common_interface_defs.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_MAX 4000
#define INPUTS_MAX 2000
#define STEPS_MAX 4 /* of one change */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Input {
    uint8_t bytes[INPUT_MAX];
    size_t size;
} Input;

static Input now; /* what is being tried */

static void tell(void) {
    fprintf(stderr, "broken by the input ");
    for (size_t i = 0; i < now.size; i++) {
        fprintf(stderr, "%02x", now.bytes[i]);
    }
    fprintf(stderr, "\n");
}

static void report_signal(int number) {
    signal(number, SIG_DFL);
    tell();
    raise(number);
}

static void try_now(void) {
    uint8_t *exact = malloc(now.size ? now.size : 1); /* a byte too far is seen */
    memcpy(exact, now.bytes, now.size);
    LLVMFuzzerTestOneInput(exact, now.size);
    free(exact);
}

/* ---- Changes ------------------------------------------------------------------------------- */

static void remove_bytes(size_t at, size_t count) {
    count = count < now.size - at ? count : now.size - at;
    memmove(now.bytes + at, now.bytes + at + count, now.size - at - count);
    now.size -= count;
}

static void insert_bytes(size_t at, const uint8_t *bytes, size_t count) {
    count = count < INPUT_MAX - now.size ? count : INPUT_MAX - now.size;
    memmove(now.bytes + at + count, now.bytes + at, now.size - at);
    memcpy(now.bytes + at, bytes, count);
    now.size += count;
}

/* One step of a change; `other` is another of the inputs. */
static void change(uint64_t *seed, const Input *other) {
    static const uint8_t edges[] = {0, 1, 127, 128, 254, 255, ' ', '(', ')', ';'};
    uint64_t random = test_random(seed);
    size_t at = now.size ? (size_t)(random >> 8) % now.size : 0, count = 1 + (random >> 40) % 16;
    size_t from = other->size ? (size_t)(random >> 20) % other->size : 0;
    uint8_t byte = (uint8_t)(random >> 56);
    switch (now.size ? random % 6 : 5) {
    case 0:
        now.bytes[at] ^= (uint8_t)(1 << byte % 8);
        break;
    case 1:
        now.bytes[at] = edges[byte % sizeof edges];
        break;
    case 2:
        now.bytes[at] = byte;
        break;
    case 3:
        remove_bytes(at, count);
        break;
    case 4: {
        Input copy = now;
        insert_bytes(at, copy.bytes + at, count < copy.size - at ? count : copy.size - at);
        break;
    }
    default:
        insert_bytes(at, other->bytes + from,
                     count < other->size - from ? count : other->size - from);
    }
}

/* ---- Inputs -------------------------------------------------------------------------------- */

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name); /* not as the locale has it */
}

/* Returns how many there are; fewer than one: the folder cannot be read. */
static int read_inputs(const char *folder, Input *inputs) {
    struct dirent **entries;
    int found = scandir(folder, &entries, NULL, by_name), count = 0;
    for (int i = 0; i < found; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        FILE *file = entries[i]->d_name[0] == '.' ? NULL : fopen(path, "rb");
        if (file && count < INPUTS_MAX) {
            inputs[count].size = fread(inputs[count].bytes, 1, INPUT_MAX, file);
            count++;
        }
        if (file) {
            fclose(file);
        }
        free(entries[i]);
    }
    if (found >= 0) {
        free(entries);
    }
    return count;
}

int main(int argc, char **argv) {
    static Input inputs[INPUTS_MAX];
    int count = argc == 3 ? read_inputs(argv[1], inputs) : 0;
    if (count < 1) {
        fprintf(stderr, "usage: %s FOLDER CHANGES; the folder has inputs\n", argv[0]);
        return 2;
    }
    signal(SIGABRT, report_signal);
    signal(SIGILL, report_signal); /* TM_ASSERT */
    __sanitizer_set_death_callback(tell);
    uint64_t seed = 1;
    int64_t tried = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k <= atoi(argv[2]); k++, tried++) {
            now = inputs[i];
            for (int step = test_between(&seed, 1, STEPS_MAX); k > 0 && step > 0; step--) {
                change(&seed, &inputs[test_between(&seed, 0, count - 1)]);
            }
            try_now();
        }
    }
    printf("%lld inputs tried, %d of them kept ones\n", (long long)tried, count);
    return 0;
}
