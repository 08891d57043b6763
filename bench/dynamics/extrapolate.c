/* extrapolate.c: see extrapolate.h. */
#include "extrapolate.h"

#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 8
#define FIRST_STEP 0.01L    /* seconds; the control finds a better one */
#define SMALLEST_STEP 1e-9L /* below this the motion has a singularity */

typedef struct extrapolator {
    dynRateFn *rates;
    void *context;
    int count;
    dynReal *y, *start, *before, *now, *rate, *table[COLUMNS];
} extrapolator;

/* The modified midpoint rule over `step` in n steps, smoothed at its end, into `out`. */
static void midpoint(extrapolator *x, dynReal step, int n, dynReal *out) {
    dynReal h = step / n;
    for (int i = 0; i < x->count; i++) {
        x->before[i] = x->y[i];
        x->now[i] = x->y[i] + h * x->start[i];
    }
    for (int k = 1; k < n; k++) {
        x->rates(x->context, x->now, x->rate);
        for (int i = 0; i < x->count; i++) {
            dynReal next = x->before[i] + 2 * h * x->rate[i];
            x->before[i] = x->now[i];
            x->now[i] = next;
        }
    }
    x->rates(x->context, x->now, x->rate);
    for (int i = 0; i < x->count; i++) {
        out[i] = (x->before[i] + x->now[i] + h * x->rate[i]) / 2;
    }
}

/* Fills the table, whose last row has order 2 COLUMNS; returns how much the last column changed. */
static dynReal attempt(extrapolator *x, dynReal step) {
    dynReal error = 0;
    x->rates(x->context, x->y, x->start);
    for (int k = 0; k < COLUMNS; k++) {
        midpoint(x, step, 2 * (k + 1), x->table[k]);
    }
    /* Neville's scheme in place: table[k] becomes the best that uses rows k … COLUMNS - 1. */
    for (int width = 1; width < COLUMNS; width++) {
        for (int k = 0; k + width < COLUMNS; k++) {
            dynReal ratio = (dynReal)(k + width + 1) / (k + 1);
            dynReal weight = 1 / (ratio * ratio - 1);
            for (int i = 0; i < x->count; i++) {
                dynReal change = (x->table[k + 1][i] - x->table[k][i]) * weight;
                x->table[k][i] = x->table[k + 1][i] + change;
                if (width == COLUMNS - 1 && !(fabsl(change) <= error)) {
                    error = fabsl(change);
                }
            }
        }
    }
    return error;
}

void dyn_extrapolate(dynRateFn *rates, void *context, int count, dynReal end, dynReal tolerance,
                     dynReal *y) {
    extrapolator x = {rates, context, count, y, NULL, NULL, NULL, NULL, {NULL}};
    dynReal *memory = calloc((size_t)count * (COLUMNS + 4), sizeof *memory);
    dyn_need(memory != NULL, "taking memory");
    x.start = memory;
    x.before = memory + count;
    x.now = memory + 2 * count;
    x.rate = memory + 3 * count;
    for (int k = 0; k < COLUMNS; k++) {
        x.table[k] = memory + (4 + k) * count;
    }
    dynReal time = 0;
    dynReal step = FIRST_STEP;
    while (time < end) {
        bool last = time + step >= end;
        dynReal taken = last ? end - time : step;
        dynReal error = attempt(&x, taken);
        dynReal factor = error > 0 ? 0.8L * powl(tolerance / error, 1.0L / (2 * COLUMNS - 1)) : 2;
        factor = factor > 2 ? 2 : factor >= 0.1L ? factor : 0.1L;
        if (error <= tolerance) {
            memcpy(y, x.table[0], (size_t)count * sizeof *y);
            time = last ? end : time + taken;
        }
        step = error <= tolerance && last ? step : taken * factor;
        dyn_need(step > SMALLEST_STEP, "the reference");
    }
    free(memory);
}
