/* fuzz_main.c: runs libFuzzer with a time limit, so that a plain call of a fuzzer ends by itself.
 * All of libFuzzer's own arguments may be given and come last. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *, size_t));

int main(int argc, char **argv) {
    static char limit[64], report[] = "-print_final_stats=1", quiet[] = "-verbosity=0";
    const char *seconds = getenv("TM_FUZZ_SECONDS");
    snprintf(limit, sizeof limit, "-max_total_time=%d", seconds ? atoi(seconds) : 120);
    char **words = calloc((size_t)argc + 4, sizeof *words);
    if (!words) {
        return 1;
    }
    int count = 0;
    words[count++] = argv[0];
    words[count++] = limit;
    words[count++] = report;
    words[count++] = quiet;
    for (int i = 1; i < argc; i++) {
        words[count++] = argv[i];
    }
    return LLVMFuzzerRunDriver(&count, &words, LLVMFuzzerTestOneInput);
}
