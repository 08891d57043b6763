/* bits.c: `trammel bits` checks that this machine gives the bits that every other gives. */
#include "commands/commands.h"
#include "commands/threads.h"

#include <inttypes.h>
#include <stdio.h>

static int print_hash(int32_t problems, uint64_t seed, int threads) {
    tmParallel parallel = cli_parallel(&threads);
    uint64_t hash;
    tmStatus status = tm_bits_hash(NULL, &parallel, problems, seed, &hash);
    if (status != TM_OK) {
        fprintf(stderr, "trammel bits: %s\n", tm_status_message(status));
        return EXIT_NO;
    }
    printf("%" PRId32 " random problems, seed %" PRIu64 ", %d threads: %016" PRIx64 "\n", problems,
           seed, threads, hash);
    if (problems != TM_BITS_PROBLEMS || seed != TM_BITS_SEED) {
        return EXIT_DONE;
    }
    if (hash == TM_BITS_EXPECTED) {
        printf("This is what version %s gives on every machine.\n", tm_version_text());
        return EXIT_DONE;
    }
    printf("Version %s should give %016" PRIx64 ": this build breaks the promise of equal bits.\n"
           "Was it compiled with -ffp-contract=off and without -ffast-math?\n",
           tm_version_text(), TM_BITS_EXPECTED);
    return EXIT_NO;
}

typedef struct Options {
    long problems, seed, threads;
} Options;

static int run(int argc, char **argv) {
    Options o = {.problems = TM_BITS_PROBLEMS, .seed = TM_BITS_SEED, .threads = cli_processors()};
    int count, code = cli_read_words(&command_bits, &o, argc, argv, &count);
    return code != CLI_GO_ON ? code
                             : print_hash((int32_t)o.problems, (uint64_t)o.seed, (int)o.threads);
}

static const cliOption options[] = {
    {"--problems", "N", "number of problems; default 10000", CLI_INT,
     .field = offsetof(Options, problems), .low = 0, .high = TM_BITS_LIMIT},
    {"--seed", "N", "the seed; default 1", CLI_INT, .field = offsetof(Options, seed), .low = 0,
     .high = INT32_MAX},
    {"--threads", "N", "number of threads; default: one for each processor", CLI_INT,
     .field = offsetof(Options, threads), .low = 1, .high = CLI_THREADS_MAX},
    {.name = NULL}};

const tmCommand command_bits = {
    .name = "bits",
    .summary = "check that this machine gives the same bits as every other",
    .options = options,
    .about = "Solves random problems with every numeric kernel and prints a hash of all results. "
             "The hash depends on the problems and the seed, never on the machine, the compiler or "
             "the number of threads.",
    .example = "trammel bits --threads 2",
    .no = "the standard problems give a different hash from this version's",
    .run = run,
};
