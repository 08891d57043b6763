/* bench.c: the clock and the result files of the benchmarks. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 15

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double time_runs(const benchContender *c, long runs) {
    double start = now();
    for (long i = 0; i < runs; i++) {
        c->run(c->context);
    }
    return now() - start;
}

void bench_compare(benchContender *contenders, int count, double budget) {
    double slice = budget / (ROUNDS + 1) / count;
    long *runs = calloc((size_t)count, sizeof *runs);
    if (!runs) {
        abort();
    }
    for (int i = 0; i < count; i++) {
        runs[i] = 1;
        double spent = time_runs(&contenders[i], 1);
        while (spent < slice / 4) {
            runs[i] *= 2;
            spent = time_runs(&contenders[i], runs[i]);
        }
        contenders[i].seconds = spent / (double)runs[i];
        runs[i] = 1 + (long)(slice / contenders[i].seconds);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            double each = time_runs(&contenders[i], runs[i]) / (double)runs[i];
            if (each < contenders[i].seconds) {
                contenders[i].seconds = each;
            }
        }
    }
    free(runs);
}

static void machine_name(char *name, size_t size) {
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(name, size, "unknown");
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (colon && strncmp(line, "model name", 10) == 0) {
            colon[strcspn(colon, "\n")] = '\0';
            snprintf(name, size, "%s", colon + 2);
            break;
        }
    }
    if (f) {
        fclose(f);
    }
}

FILE *bench_csv(const char *name) {
    const char *folder = getenv("TM_BENCH_RESULTS");
    char path[512];
    char machine[200];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "bench/results", name);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(1);
    }
    machine_name(machine, sizeof machine);
    fprintf(f, "# machine: %s\n", machine);
    return f;
}
