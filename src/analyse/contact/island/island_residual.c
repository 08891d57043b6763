/* island_residual.c: how far impulses are from solving an island. It shares no code with the
 * solvers, so that it can check them.
 *
 *   m_i = max of the two entries of point i on the diagonal of W
 *   X = max_j min(|x_j| sqrt(m_j), 1e3 B),  B = max_k |b_k| / sqrt(m_k)       what impulses are
 * like t_k = |b_k| + sum_j |W_kj| min(|x_j|, 1e3 B / sqrt(m_j)) + 1e-4 sqrt(m_k) X what a rate is
 * the sum of (1) A rate is wrong by its part of t_k, an impulse by its part of X / sqrt(m_j). Of
 * the pair (p, g) the smaller part counts, or the larger of what is negative; of (t, s) the smaller
 * of the distance of s from 0 and of t from the edge of the cone against s; and what is outside the
 * cone. The cap is for what is unsolvable: with a singular W, impulses of 1e9 make terms in which
 * any rate looks small. The 1e-4 is for rows in which nothing happens: their terms are rounding
 * errors. */
#include "analyse/contact/island/island.h"

#include <math.h>
#include <string.h>

#define CAP 1e3
#define TERM_NOISE 1e-4

/* Of an island in either form. */
typedef struct Check {
    int32_t count;
    const double *b, *friction, *x;
    double *root;   /* count: m_i, then sqrt(m_i) */
    double *max;    /* count: 1e3 B / sqrt(m_i) */
    double *part;   /* 2 count: rates as parts of their terms, with their signs */
    double impulse; /* X */
} Check;

static Check make_check(int32_t count, const double *b, const double *friction, const double *x,
                        double *work) {
    return (Check){count, b, friction, x, work, work + count, work + 2 * (ptrdiff_t)count, 0.0};
}

static void take_sizes(Check *s) {
    double ordinary = 0.0, max = 0.0;
    for (ptrdiff_t i = 0; i < s->count; i++) {
        double root = s->root[i] = s->root[i] > 0.0 ? sqrt(s->root[i]) : 0.0;
        for (ptrdiff_t k = 2 * i; k < 2 * i + 2; k++) {
            double rate = root > 0.0 ? fabs(s->b[k]) / root : 0.0;
            ordinary = rate > ordinary ? rate : ordinary;
            max = fabs(s->x[k]) * root > max ? fabs(s->x[k]) * root : max;
        }
    }
    double cap = CAP * ordinary;
    for (ptrdiff_t i = 0; i < s->count; i++) {
        s->max[i] = s->root[i] > 0.0 ? cap / s->root[i] : 0.0;
    }
    s->impulse = max < cap ? max : cap;
}

/* |x_j|, but at most its cap. */
static double counted(const Check *s, ptrdiff_t j) {
    double size = fabs(s->x[j]), max = s->max[j / 2];
    return size < max ? size : max;
}

/* `all`: the terms without a cap, in which small ones are lost. */
static double rate_part(const Check *s, ptrdiff_t k, double rate, double all, double terms) {
    terms += fabs(s->b[k]) + TERM_NOISE * s->root[k / 2] * s->impulse;
    if (!(terms > 0.0)) {
        return rate;
    }
    double lost = all > terms ? TMI_ROUNDOFF * (all / terms) : 0.0;
    return rate / terms + (rate < 0.0 ? -lost : lost);
}

/* The same of an impulse that is this much away from where it should be. */
static double impulse_part(const Check *s, ptrdiff_t k, double away) {
    double part = fabs(away) * s->root[k / 2];
    return away == 0.0 ? 0.0 : part > 0.0 ? part / s->impulse : 1.0;
}

static double point_residual(const Check *s, ptrdiff_t i) {
    double p = s->x[2 * i], t = s->x[2 * i + 1], edge = s->friction[i] * p;
    double g = s->part[2 * i], slip = s->part[2 * i + 1];
    if (!(fabs(g) < INFINITY && fabs(slip) < INFINITY)) {
        return INFINITY;
    }
    double normal = p < 0.0   ? impulse_part(s, 2 * i, p)
                    : g < 0.0 ? -g
                              : tmi_min(g, impulse_part(s, 2 * i, p));
    normal = p < 0.0 && -g > normal ? -g : normal;
    double outside = fabs(t) - (edge > 0.0 ? edge : 0.0);
    double inside = slip > 0.0 ? edge + t : edge - t;
    double tangent = outside > 0.0 ? impulse_part(s, 2 * i + 1, outside)
                                   : tmi_min(fabs(slip), impulse_part(s, 2 * i + 1, inside));
    return tangent > normal ? tangent : normal;
}

static double worst_of(const Check *s) {
    double worst = 0.0;
    for (ptrdiff_t i = 0; i < s->count; i++) {
        double r = point_residual(s, i);
        if (!(r < INFINITY)) {
            return INFINITY;
        }
        worst = r > worst ? r : worst;
    }
    return worst;
}

static bool is_finite(const double *x, ptrdiff_t count) {
    for (ptrdiff_t k = 0; k < count; k++) {
        if (!(fabs(x[k]) < INFINITY)) {
            return false;
        }
    }
    return true;
}

double tmi_island_residual(const tmiContactIsland *island, const double *impulse, double *work) {
    ptrdiff_t rows = 2 * (ptrdiff_t)island->count;
    if (!is_finite(impulse, rows)) {
        return INFINITY;
    }
    Check s = make_check(island->count, island->b, island->friction, impulse, work);
    for (ptrdiff_t i = 0; i < island->count; i++) {
        const double *diagonal = island->w + 2 * i * (rows + 1);
        s.root[i] = diagonal[0] > diagonal[rows + 1] ? diagonal[0] : diagonal[rows + 1];
    }
    take_sizes(&s);
    for (ptrdiff_t k = 0; k < rows; k++) {
        const double *row = island->w + k * rows;
        double rate = island->b[k], all = fabs(rate), terms = 0.0;
        for (ptrdiff_t j = 0; j < rows; j++) {
            rate += row[j] * impulse[j];
            all += fabs(row[j] * impulse[j]);
            terms += fabs(row[j]) * counted(&s, j);
        }
        s.part[k] = rate_part(&s, k, rate, all, terms);
    }
    return worst_of(&s);
}
