/* fuzz_elementary.c: the elementary functions against MPFR on as many arguments as one likes.
 *
 *     fuzz_elementary [count [seed [name]]]
 *
 * Prints the worst error of each function and where it was, and exits with 1 when one exceeds what
 * elementary.h promises. `count` is per function; with a name only that one is tried:
 * "plane" is sine, cosine, atan2 and hypot. */
#include "elementary_oracle.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_COUNT 10000000

typedef struct worstCase {
    const char *name;
    double promise; /* [ulp] */
    double error;   /* largest so far [ulp] */
    double x, y;    /* where; y only for functions of two arguments */
    bool broken;
} worstCase;

/* NaN counts as a broken promise. */
static void note(worstCase *w, double error, double promise, double x, double y) {
    w->broken = w->broken || !(error <= promise);
    /* Where a looser promise holds, its share is what is compared. */
    double share = error * w->promise / promise;
    if (!(share <= w->error)) {
        w->error = share;
        w->x = x;
        w->y = y;
    }
}

/* Prints the row and returns whether a promise was broken. */
static bool tell(const worstCase *w) {
    printf("%-6s worst %.4f of %.2f ulp promised, at x = %a, y = %a\n", w->name, w->error,
           w->promise, w->x, w->y);
    fflush(stdout);
    return w->broken;
}

static bool try_plane(tmOracle *o, long long count, uint64_t state) {
    worstCase worst[] = {{.name = "sin", .promise = PROMISE_SINCOS},
                         {.name = "cos", .promise = PROMISE_SINCOS},
                         {.name = "atan2", .promise = PROMISE_ATAN2},
                         {.name = "hypot", .promise = PROMISE_HYPOT}};
    for (int64_t i = 0; i < count; i++) {
        double sine;
        double cosine;
        double x = trig_argument(&state, i);
        oracle_sincos(o, x, &sine, &cosine);
        note(&worst[0], sine, PROMISE_SINCOS, x, 0.0);
        note(&worst[1], cosine, PROMISE_SINCOS, x, 0.0);

        double y;
        double promise;
        plane_argument(&state, i, &x, &y);
        note(&worst[2], oracle_atan2(o, y, x), PROMISE_ATAN2, x, y);
        double error = oracle_hypot(o, x, y, &promise);
        note(&worst[3], error, promise, x, y);
    }
    bool broken = false;
    for (int f = 0; f < 4; f++) {
        broken = tell(&worst[f]) || broken;
    }
    return broken;
}

static bool try_one_argument(tmOracle *o, const struct oneArgument *f, long long count,
                             uint64_t state) {
    worstCase worst = {.name = f->name, .promise = f->promise};
    for (int64_t i = 0; i < count; i++) {
        double x = f->argument(&state, i);
        note(&worst, oracle_one(o, f, x), f->promise, x, 0.0);
    }
    return tell(&worst);
}

static bool try_power(tmOracle *o, long long count, uint64_t state) {
    worstCase worst = {.name = "pow", .promise = PROMISE_POW};
    for (int64_t i = 0; i < count; i++) {
        double x;
        double y;
        pow_argument(&state, i, &x, &y);
        note(&worst, oracle_pow(o, x, y), PROMISE_POW, x, y);
    }
    return tell(&worst);
}

int main(int argc, char **argv) {
    long long count = argc > 1 ? atoll(argv[1]) : DEFAULT_COUNT;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const char *name = argc > 3 ? argv[3] : NULL;
    bool broken = false;
    tmOracle o;
    oracle_open(&o);
    if (!name || strcmp(name, "plane") == 0) {
        broken = try_plane(&o, count, seed);
    }
    for (int f = 0; f < ONE_ARGUMENT_COUNT; f++) {
        if (!name || strcmp(name, one_argument[f].name) == 0) {
            broken = try_one_argument(&o, &one_argument[f], count, seed) || broken;
        }
    }
    if (!name || strcmp(name, "pow") == 0) {
        broken = try_power(&o, count, seed) || broken;
    }
    oracle_close(&o);
    return broken ? 1 : 0;
}
