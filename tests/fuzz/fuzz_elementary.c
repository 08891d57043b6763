/* fuzz_elementary.c: the elementary functions against MPFR on as many arguments as one likes.
 *
 *     fuzz_elementary [count [seed]]
 *
 * Prints the worst error of each function and where it was, and exits with 1 when one exceeds what
 * trig.h promises. `count` is per family: sine and cosine, atan2, hypot. */
#include "elementary_oracle.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_COUNT 10000000

typedef struct worstCase {
    const char *name;
    double promise; /* [ulp] */
    double error;   /* largest so far [ulp] */
    double x, y;    /* where; y only for atan2 and hypot */
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

int main(int argc, char **argv) {
    long long count = argc > 1 ? atoll(argv[1]) : DEFAULT_COUNT;
    uint64_t state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    worstCase worst[] = {{.name = "sin", .promise = PROMISE_SINCOS},
                         {.name = "cos", .promise = PROMISE_SINCOS},
                         {.name = "atan2", .promise = PROMISE_ATAN2},
                         {.name = "hypot", .promise = PROMISE_HYPOT}};
    tmOracle o;
    oracle_open(&o);
    for (int64_t i = 0; i < count; i++) {
        double sine;
        double cosine;
        double x = trig_argument(&state, i);
        oracle_sincos(&o, x, &sine, &cosine);
        note(&worst[0], sine, PROMISE_SINCOS, x, 0.0);
        note(&worst[1], cosine, PROMISE_SINCOS, x, 0.0);

        double y;
        double promise;
        plane_argument(&state, i, &x, &y);
        note(&worst[2], oracle_atan2(&o, y, x), PROMISE_ATAN2, x, y);
        double error = oracle_hypot(&o, x, y, &promise);
        note(&worst[3], error, promise, x, y);
    }
    oracle_close(&o);

    bool broken = false;
    for (int f = 0; f < 4; f++) {
        printf("%-6s worst %.4f of %.2f ulp promised, at x = %a, y = %a\n", worst[f].name,
               worst[f].error, worst[f].promise, worst[f].x, worst[f].y);
        broken = broken || worst[f].broken;
    }
    return broken ? 1 : 0;
}
