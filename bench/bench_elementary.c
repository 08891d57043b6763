/* bench_elementary.c: the elementary functions against the C library's. Random arguments are so
 * many that the processor cannot learn by heart which branch each of them takes: with a thousand
 * it does, and a library that branches by size and quadrant looks twice as fast as it is. The
 * range "pi in order" shows the other end, a slow turn in which every branch is foreseen. */
#define _GNU_SOURCE /* sincos, the C library's contender */
#include "bench.h"
#include "numeric/numeric.h"

#include <math.h>
#include <stdlib.h>

#define COUNT 65536
#define BUDGET 0.4 /* seconds for one row of contenders */

typedef struct arguments {
    double x[COUNT];
    double y[COUNT];
    double s[COUNT];
    double c[COUNT];
} arguments;

/* One loop per function: a call through a pointer would cost both sides as much as the work. */
#define EACH(name, body)                                                                           \
    static void name(void *context) {                                                              \
        arguments *a = context;                                                                    \
        for (int32_t i = 0; i < COUNT; i++) {                                                      \
            body;                                                                                  \
        }                                                                                          \
    }

EACH(our_sin, a->s[i] = tmi_sin(a->x[i]))
EACH(libm_sin, a->s[i] = sin(a->x[i]))
EACH(our_cos, a->c[i] = tmi_cos(a->x[i]))
EACH(libm_cos, a->c[i] = cos(a->x[i]))
EACH(our_sincos, tmi_sincos(a->x[i], &a->s[i], &a->c[i]))
EACH(libm_sincos, sincos(a->x[i], &a->s[i], &a->c[i]))
EACH(our_atan2, a->s[i] = tmi_atan2(a->y[i], a->x[i]))
EACH(libm_atan2, a->s[i] = atan2(a->y[i], a->x[i]))
EACH(our_hypot, a->s[i] = tmi_hypot(a->x[i], a->y[i]))
EACH(libm_hypot, a->s[i] = hypot(a->x[i], a->y[i]))

static void our_sincos_many(void *context) {
    arguments *a = context;
    tmi_sincos_many(a->x, a->s, a->c, COUNT);
}

static const struct {
    const char *name;
    benchFn *ours;
    benchFn *libm;
} functions[] = {
    {"sin", our_sin, libm_sin},          {"cos", our_cos, libm_cos},
    {"sincos", our_sincos, libm_sincos}, {"sincos_many", our_sincos_many, libm_sincos},
    {"atan2", our_atan2, libm_atan2},    {"hypot", our_hypot, libm_hypot},
};

static const struct {
    const char *name;
    double most;
    bool in_order;
} ranges[] = {{"pi", 3.141592653589793, false},
              {"pi in order", 3.141592653589793, true},
              {"1e3", 1e3, false},
              {"1e15", 1e15, false}};

/* Fills the arguments with numbers in -most … most, random or in order: once round the square. */
static void fill(arguments *a, double most, bool in_order) {
    uint64_t state = 1;
    for (int32_t i = 0; i < 2 * COUNT; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double unit = (double)(state >> 11) * 0x1p-53;
        *(i < COUNT ? &a->x[i] : &a->y[i - COUNT]) = (2.0 * unit - 1.0) * most;
    }
    for (int32_t i = 0; in_order && i < COUNT; i++) {
        a->x[i] = most * (2.0 * i / COUNT - 1.0);
        a->y[i] = most - fabs(a->x[i]);
    }
}

int main(void) {
    arguments *a = calloc(1, sizeof *a);
    if (!a) {
        return 1;
    }
    FILE *csv = bench_csv("elementary.csv");
    fprintf(csv, "function,range,system,ns,ratio_to_libm\n");
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
            fill(a, ranges[r].most, ranges[r].in_order);
            benchContender both[] = {{"trammel", functions[f].ours, a, 0.0},
                                     {"libm", functions[f].libm, a, 0.0}};
            bench_compare(both, 2, BUDGET);
            for (int i = 0; i < 2; i++) {
                fprintf(csv, "%s,%s,%s,%.2f,%.3f\n", functions[f].name, ranges[r].name,
                        both[i].system, both[i].seconds / COUNT * 1e9,
                        both[i].seconds / both[1].seconds);
            }
        }
    }
    fclose(csv);
    free(a);
    return 0;
}
