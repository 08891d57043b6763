/* checkpoint.c: the state of a run in a file: eight letters; five numbers (cliCheckpoint) and the
 * size of the state, eight bytes each, least first; the state; a hash of all that. */
#include "simulation/simulation.h"

#include "files/files.h"
#include "text/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char magic[8] = {'t', 'm', 'c', 'h', 'e', 'c', 'k', '1'};
#define HEAD_NUMBERS 6
#define HEAD_SIZE (8 + 8 * HEAD_NUMBERS)
#define HASH_SIZE 8

static void put_number(unsigned char *at, uint64_t number) {
    for (int i = 0; i < 8; i++) {
        at[i] = (unsigned char)(number >> (8 * i));
    }
}

static uint64_t get_number(const unsigned char *at) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) {
        number |= (uint64_t)at[i] << (8 * i);
    }
    return number;
}

uint64_t cli_options_hash(const cliSimOptions *options, int32_t run) {
    const tmSimDef *def = &options->def;
    int32_t words[] = {tm_version(), run, def->method, def->integrator, def->contact};
    double numbers[] = {def->tolerance, def->step, def->end};
    uint64_t hash = cli_hash(CLI_HASH_START, words, sizeof words);
    hash = cli_hash(hash, numbers, sizeof numbers);
    for (int i = 0; i < options->set_count; i++) {
        hash = cli_hash(hash, options->sets[i], strlen(options->sets[i]) + 1);
    }
    return hash;
}

const char *cli_checkpoint_write(const char *path, const cliCheckpoint *checkpoint,
                                 const tmSim *sim) {
    size_t state = tm_sim_save_size(sim);
    unsigned char *bytes = malloc(HEAD_SIZE + state + HASH_SIZE);
    if (!bytes) {
        return "there is not enough memory for it";
    }
    const uint64_t numbers[HEAD_NUMBERS] = {checkpoint->definition, checkpoint->options,
                                            checkpoint->length,     checkpoint->frame,
                                            checkpoint->set_next,   state};
    memcpy(bytes, magic, sizeof magic);
    for (int i = 0; i < HEAD_NUMBERS; i++) {
        put_number(bytes + 8 + 8 * i, numbers[i]);
    }
    tmStatus status = tm_sim_save(sim, bytes + HEAD_SIZE, state);
    put_number(bytes + HEAD_SIZE + state, cli_hash(CLI_HASH_START, bytes, HEAD_SIZE + state));
    const char *why = status == TM_OK ? cli_replace_file(path, bytes, HEAD_SIZE + state + HASH_SIZE)
                                      : tm_status_message(status);
    free(bytes);
    return why;
}

/* Takes what the file says. Returns null, or why it cannot be used. */
static const char *take(const cliBytes *file, cliCheckpoint *wanted, tmSim *sim) {
    const unsigned char *bytes = file->bytes;
    size_t length = file->length;
    if (length < HEAD_SIZE + HASH_SIZE || memcmp(bytes, magic, sizeof magic) != 0 ||
        get_number(bytes + 8 * HEAD_NUMBERS) != length - HEAD_SIZE - HASH_SIZE ||
        get_number(bytes + length - HASH_SIZE) !=
            cli_hash(CLI_HASH_START, bytes, length - HASH_SIZE)) {
        return "it is not a checkpoint, or is damaged";
    }
    if (get_number(bytes + 8) != wanted->definition) {
        return "the definition was changed since it was written";
    }
    if (get_number(bytes + 16) != wanted->options) {
        return "it was written with other options, or by another version of the program";
    }
    tmStatus status = tm_sim_restore(sim, bytes + HEAD_SIZE, length - HEAD_SIZE - HASH_SIZE);
    if (status != TM_OK) {
        return status == TM_ERR_UNSUPPORTED ? "it was written by another version of the program"
                                            : "it belongs to another world";
    }
    wanted->length = get_number(bytes + 24);
    wanted->frame = get_number(bytes + 32);
    wanted->set_next = get_number(bytes + 40);
    return NULL;
}

cliCheckpointRead cli_checkpoint_read(const char *command, const char *path, cliCheckpoint *wanted,
                                      tmSim *sim) {
    cliBytes bytes = {.bytes = NULL};
    FILE *f = fopen(path, "rb");
    if (!f && errno == ENOENT) {
        return CLI_CHECKPOINT_NONE;
    }
    const char *why = f ? cli_bytes_of(command, path, f, &bytes) : strerror(errno);
    why = why ? why : take(&bytes, wanted, sim);
    cli_bytes_close(&bytes);
    if (f) {
        fclose(f);
    }
    if (!why) {
        return CLI_CHECKPOINT_GOOD;
    }
    fprintf(stderr,
            "trammel %s: %s: %s\n"
            "  nothing was changed: to start over, remove it or run without --checkpoint\n",
            command, cli_shown(path), why);
    return CLI_CHECKPOINT_BAD;
}
