/* bench.h: times contenders against each other in one run. Machines are shared and noisy, so the
 * contenders take turns and each keeps its best round: ratios mean something, times little. */
#ifndef TM_BENCH_H
#define TM_BENCH_H

#include <stdio.h>

typedef void benchFn(void *context);

typedef struct benchContender {
    const char *system; /* as it stands in the CSV: "trammel", "lapacke", … */
    benchFn *run;       /* one whole problem, the copying of its input included */
    void *context;
    double seconds; /* out: least time for one run */
} benchContender;

/* Times every contender, taking turns, for about `budget` seconds in all. */
void bench_compare(benchContender *contenders, int count, double budget);

/* Opens DIR/NAME for writing, DIR from the environment variable TM_BENCH_RESULTS (default
 * bench/results), with a first line that names the machine. Ends the program when it cannot. */
FILE *bench_csv(const char *name);

#endif
