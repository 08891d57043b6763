/* command_bits.c: `trammel bits` checks that this machine gives the bits that every other gives. */
#include "cli.h"
#include "threads.h"

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

static int run(int argc, char **argv) {
    long problems = TM_BITS_PROBLEMS;
    long seed = TM_BITS_SEED;
    long threads = cli_processors();
    for (int i = 0; i < argc; i++) {
        const char *value;
        bool good;
        if (cli_option("--problems", argc, argv, &i, &value)) {
            good = value && cli_read_int("--problems", value, 0, TM_BITS_LIMIT, &problems);
        } else if (cli_option("--seed", argc, argv, &i, &value)) {
            good = value && cli_read_int("--seed", value, 0, INT32_MAX, &seed);
        } else if (cli_option("--threads", argc, argv, &i, &value)) {
            good = value && cli_read_int("--threads", value, 1, CLI_THREADS_MOST, &threads);
        } else {
            return cli_unknown(&command_bits, argv[i]);
        }
        if (!good) {
            return EXIT_USAGE;
        }
    }
    return print_hash((int32_t)problems, (uint64_t)seed, (int)threads);
}

const tmCommand command_bits = {
    .name = "bits",
    .summary = "check that this machine gives the same bits as every other",
    .help = "usage: trammel bits [--problems N] [--seed N] [--threads N]\n\n"
            "Solves random problems with every numeric kernel and prints a hash of all results.\n"
            "The hash depends on the problems and the seed, never on the machine, the compiler or\n"
            "the number of threads. Exit code 1 when the standard problems give another hash than\n"
            "this version's.\n\n"
            "  --problems N   how many (default 10000)\n"
            "  --seed N       which ones (default 1)\n"
            "  --threads N    on how many threads (default: one for each processor)\n",
    .run = run,
};
