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
EACH(our_tan, a->s[i] = tmi_tan(a->x[i]))
EACH(libm_tan, a->s[i] = tan(a->x[i]))
EACH(our_asin, a->s[i] = tmi_asin(a->x[i]))
EACH(libm_asin, a->s[i] = asin(a->x[i]))
EACH(our_acos, a->s[i] = tmi_acos(a->x[i]))
EACH(libm_acos, a->s[i] = acos(a->x[i]))
EACH(our_exp, a->s[i] = tmi_exp(a->x[i]))
EACH(libm_exp, a->s[i] = exp(a->x[i]))
EACH(our_log, a->s[i] = tmi_log(a->x[i]))
EACH(libm_log, a->s[i] = log(a->x[i]))
EACH(our_log10, a->s[i] = tmi_log10(a->x[i]))
EACH(libm_log10, a->s[i] = log10(a->x[i]))
EACH(our_pow, a->s[i] = tmi_pow(a->x[i], a->y[i]))
EACH(libm_pow, a->s[i] = pow(a->x[i], a->y[i]))
EACH(our_sinh, a->s[i] = tmi_sinh(a->x[i]))
EACH(libm_sinh, a->s[i] = sinh(a->x[i]))
EACH(our_cosh, a->s[i] = tmi_cosh(a->x[i]))
EACH(libm_cosh, a->s[i] = cosh(a->x[i]))
EACH(our_tanh, a->s[i] = tmi_tanh(a->x[i]))
EACH(libm_tanh, a->s[i] = tanh(a->x[i]))

static void our_sincos_many(void *context) {
    arguments *a = context;
    tmi_sincos_many(a->x, a->s, a->c, COUNT);
}

/* Random numbers in -most … most, or in order: once round the square. Where the numbers must be
 * positive, x is the size of that or, with a `decades`, 10 to the power of -decades … decades. */
typedef struct range {
    const char *name;
    double max;
    bool in_order;
    bool positive;
    double decades;
} range;

static const range angles[] = {{"pi", 3.141592653589793, false, false, 0.0},
                               {"pi in order", 3.141592653589793, true, false, 0.0},
                               {"1e3", 1e3, false, false, 0.0},
                               {"1e15", 1e15, false, false, 0.0},
                               {NULL, 0.0, false, false, 0.0}};
static const range sines[] = {{"1", 1.0, false, false, 0.0},
                              {"1 in order", 1.0, true, false, 0.0},
                              {NULL, 0.0, false, false, 0.0}};
static const range exponents[] = {{"1", 1.0, false, false, 0.0},
                                  {"10", 10.0, false, false, 0.0},
                                  {"700", 700.0, false, false, 0.0},
                                  {NULL, 0.0, false, false, 0.0}};
static const range positives[] = {{"10", 10.0, false, true, 0.0},
                                  {"1e-30 to 1e30", 10.0, false, true, 30.0},
                                  {NULL, 0.0, false, false, 0.0}};

static const struct {
    const char *name;
    benchFn *ours;
    benchFn *libm;
    const range *ranges;
} functions[] = {
    {"sin", our_sin, libm_sin, angles},
    {"cos", our_cos, libm_cos, angles},
    {"sincos", our_sincos, libm_sincos, angles},
    {"sincos_many", our_sincos_many, libm_sincos, angles},
    {"tan", our_tan, libm_tan, angles},
    {"atan2", our_atan2, libm_atan2, angles},
    {"hypot", our_hypot, libm_hypot, angles},
    {"asin", our_asin, libm_asin, sines},
    {"acos", our_acos, libm_acos, sines},
    {"exp", our_exp, libm_exp, exponents},
    {"sinh", our_sinh, libm_sinh, exponents},
    {"cosh", our_cosh, libm_cosh, exponents},
    {"tanh", our_tanh, libm_tanh, exponents},
    {"log", our_log, libm_log, positives},
    {"log10", our_log10, libm_log10, positives},
    {"pow", our_pow, libm_pow, positives},
};

static void fill(arguments *a, const range *r) {
    uint64_t state = 1;
    for (int32_t i = 0; i < 2 * COUNT; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double unit = (double)(state >> 11) * 0x1p-53;
        *(i < COUNT ? &a->x[i] : &a->y[i - COUNT]) = (2.0 * unit - 1.0) * r->max;
    }
    for (int32_t i = 0; r->in_order && i < COUNT; i++) {
        a->x[i] = r->max * (2.0 * i / COUNT - 1.0);
        a->y[i] = r->max - fabs(a->x[i]);
    }
    for (int32_t i = 0; r->positive && i < COUNT; i++) {
        double x = a->x[i];
        a->x[i] = r->decades > 0.0 ? pow(10.0, x / r->max * r->decades) : fabs(x);
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
        for (const range *r = functions[f].ranges; r->name; r++) {
            fill(a, r);
            benchContender both[] = {{"trammel", functions[f].ours, a, 0.0},
                                     {"libm", functions[f].libm, a, 0.0}};
            bench_compare(both, 2, BUDGET);
            for (int i = 0; i < 2; i++) {
                fprintf(csv, "%s,%s,%s,%.2f,%.3f\n", functions[f].name, r->name, both[i].system,
                        both[i].seconds / COUNT * 1e9, both[i].seconds / both[1].seconds);
            }
        }
    }
    fclose(csv);
    free(a);
    return 0;
}
