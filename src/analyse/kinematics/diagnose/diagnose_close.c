/* diagnose_close.c: closes open joints in the least-squares sense, to distinguish a mechanism that
 * is not yet assembled from one whose joints contradict each other: Levenberg and Marquardt's
 * damped steps ([More78]) on the rows of diagnose_system.c: each minimises |A x + r|^2 + (damping +
 * stiffness) x^2. Where the joints contradict each other it ends where A^T r = 0, and r is the
 * stress that holds the compromise. */
#include "analyse/kinematics/diagnose/diagnose_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Damping [1] at the start and its range. The minimum is the square of the accuracy to which a
 * double root is found. */
#define DIAGNOSE_DAMPING_START 1e-3
#define DIAGNOSE_DAMPING_MIN 1e-14
#define DIAGNOSE_DAMPING_MAX 1e8

/* A step keeps to this part of the size, or of the largest gap, and to this turn [rad]. */
#define NEWTON_STEP_MAX 0.5

/* The damping falls at most by this factor in a step [1], and grows by twice as much with each
 * failure as with the one before, from the second factor on: Nielsen's rule ([Niel99]), which does
 * not swing between too much and too little. */
#define DAMPING_FALL 0.1
#define DAMPING_GROWTH 2.0

/* |A^T r| over |r| [1] at which the residual counts as stationary. Sums of squares show a gradient
 * down to the square root of their rounding errors, 1e-8. */
#define GRADIENT_STATIONARY 1e-7

/* A double root has a gradient of about the square root of what is still open, so the gradient must
 * also be below this part [1] of it. */
#define STATIONARY_ROOT 1e-2

/* The same [1] once steps gain nothing that a double can show. */
#define STATIONARY_ENOUGH 1e-5

/* Smaller gaps [size] are left as they are: the last digit of a coordinate. */
#define CLOSED_LAST_DIGIT 1e-15

/* Steps without a gain that a double can show before it counts as stuck. */
#define STUCK_MAX 3

/* How far poses are shaken [size, rad] to leave a saddle or a local minimum. */
static const double shakes[] = {0.02, 0.2, 1.0};

/* Part [1] of the gap that shaking must leave at most to be preferred: the pose stays near. */
#define SHAKEN_BETTER 0.99

double tmi_diagnose_dot(const double *x, const double *y, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

void tmi_linkage_move(const tmiLinkage *s, const tmPose *from, const double *step, double part,
                      tmPose *to) {
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiLinkageMover *b = &s->movers[i];
        tmPose p = from[b->slot];
        double mx = p.x + (p.c * b->x - p.s * b->y) + part * step[3 * i] * s->size;
        double my = p.y + (p.s * b->x + p.c * b->y) + part * step[3 * i + 1] * s->size;
        double sine, cosine;
        tmi_sincos(part * step[3 * i + 2] * (s->size / b->radius), &sine, &cosine);
        double c = p.c * cosine - p.s * sine, sn = p.s * cosine + p.c * sine;
        double unit = 1.0 / tmi_hypot(c, sn);
        c *= unit;
        sn *= unit;
        to[b->slot] = (tmPose){mx - (c * b->x - sn * b->y), my - (sn * b->x + c * b->y), c, sn};
    }
}

void tmi_linkage_way(const tmiLinkage *s, const tmPose *from, const tmPose *to, double *step) {
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiLinkageMover *b = &s->movers[i];
        tmPose p = from[b->slot], q = to[b->slot];
        double dc = q.c - p.c, ds = q.s - p.s;
        step[3 * i] = (q.x - p.x + (dc * b->x - ds * b->y)) / s->size;
        step[3 * i + 1] = (q.y - p.y + (ds * b->x + dc * b->y)) / s->size;
        step[3 * i + 2] =
            tmi_atan2(p.c * q.s - p.s * q.c, p.c * q.c + p.s * q.s) * (b->radius / s->size);
    }
}

/* ---- One step ------------------------------------------------------------------------------ */

/* |A^T r| / |r|: how far the residual is from being a stress. */
static double gradient_norm(const tmiLinkage *s) {
    double *g = s->step;
    memset(g, 0, sizeof(double) * (size_t)s->unknowns);
    for (int32_t row = 0; row < s->rows; row++) {
        for (int32_t at = s->pattern.start[row]; at < s->pattern.start[row + 1]; at++) {
            g[s->pattern.index[at]] += s->values[at] * s->residual[row];
        }
    }
    double square = tmi_diagnose_dot(s->residual, s->residual, s->rows);
    return square > 0.0 ? sqrt(tmi_diagnose_dot(g, g, s->unknowns) / square) : 0.0;
}

/* |A x + r|^2 + stiffness x^2 for the step x: what would be left except for higher orders. */
static double promise_of(const tmiLinkage *s) {
    double sum = 0.0;
    for (int32_t i = 0; i < s->unknowns; i++) {
        sum += s->stiffness[i] * s->step[i] * s->step[i];
    }
    for (int32_t row = 0; row < s->rows; row++) {
        double left = s->residual[row];
        for (int32_t at = s->pattern.start[row]; at < s->pattern.start[row + 1]; at++) {
            left += s->values[at] * s->step[s->pattern.index[at]];
        }
        sum += left * left;
    }
    return sum;
}

/* Factor by which the step is shortened so that nothing moves or turns too far. */
static double shorten(const tmiLinkage *s) {
    double length = s->max_residual > 1.0 ? s->max_residual : 1.0, max = 0.0;
    for (int32_t i = 0; i < s->unknowns; i++) {
        double part = fabs(s->step[i]);
        part = i % 3 < 2 ? part / length : part * (s->size / s->movers[i / 3].radius);
        max = part > max ? part : max;
    }
    return max > NEWTON_STEP_MAX ? NEWTON_STEP_MAX / max : 1.0;
}

static void swap_poses(tmiLinkage *s) {
    tmPose *kept = s->poses;
    s->poses = s->trial;
    s->trial = kept;
}

/* Where the iteration is, beside s->poses. */
typedef struct Descent {
    double square; /* sum of squares of the rows */
    double damping, growth;
    tmStatus status;
} Descent;

static Descent start_descent(const tmiLinkage *s) {
    return (Descent){tmi_diagnose_dot(s->residual, s->residual, s->rows), DIAGNOSE_DAMPING_START,
                     DAMPING_GROWTH, TM_OK};
}

/* Sets the damping after a step that kept `gain` of its promise; 0: it failed. */
static void adapt(Descent *d, double gain) {
    if (gain > 0.0) {
        double swing = 2.0 * gain - 1.0;
        double factor = 1.0 - swing * swing * swing;
        d->damping *= factor > DAMPING_FALL ? factor : DAMPING_FALL;
        d->damping = d->damping > DIAGNOSE_DAMPING_MIN ? d->damping : DIAGNOSE_DAMPING_MIN;
        d->growth = DAMPING_GROWTH;
    } else {
        d->damping *= d->growth;
        d->growth *= 2.0;
    }
}

/* Tries one step from s->poses. False when it did not reduce the sum of squares: all is then as
 * before except for the damping. */
static bool try_step(tmiLinkage *s, tmiFronts *f, Descent *d) {
    d->status = tmi_fronts_factor(f, d->damping);
    if (d->status != TM_OK) {
        return false;
    }
    tmi_fronts_step(f, s->step);
    double promised = d->square - promise_of(s);
    tmi_linkage_move(s, s->poses, s->step, shorten(s), s->trial);
    swap_poses(s);
    bool finite = tmi_linkage_evaluate(s);
    double now = finite ? tmi_diagnose_dot(s->residual, s->residual, s->rows) : DBL_MAX;
    bool less = now < d->square;
    adapt(d, less && promised > 0.0 ? (d->square - now) / promised : 0.0);
    if (less) {
        d->square = now;
    } else {
        swap_poses(s);
        tmi_linkage_evaluate(s);
    }
    return less;
}

/* ---- Until closed -------------------------------------------------------------------------- */

/* Goes on past the tolerance while each step halves the gap: a pose with a double root is only as
 * good as the square root of what is left open. */
static void polish(tmiLinkage *s, tmiFronts *f, Descent *d, int32_t max) {
    for (int32_t i = 0; i < max && d->square > CLOSED_LAST_DIGIT * CLOSED_LAST_DIGIT; i++) {
        double before = d->square;
        if (!try_step(s, f, d) || d->square > 0.25 * before) {
            break;
        }
    }
}

/* Whether no small motion reduces the rows; `stuck` says that the last steps gained nothing. */
static bool is_stationary(const tmiLinkage *s, bool stuck) {
    double gradient = gradient_norm(s);
    return gradient <= (stuck ? STATIONARY_ENOUGH : GRADIENT_STATIONARY) &&
           (stuck || gradient <= STATIONARY_ROOT * sqrt(s->max_residual));
}

tmiClosing tmi_linkage_close(tmiLinkage *s, tmiFronts *f, double tolerance, int32_t max) {
    if (!tmi_linkage_weigh(s)) {
        return TMI_NOT_FINITE;
    }
    Descent d = start_descent(s);
    int32_t idle = 0;
    for (int32_t i = 0; s->max_residual > tolerance; i++) {
        bool stuck = idle >= STUCK_MAX || d.damping > DIAGNOSE_DAMPING_MAX;
        if (is_stationary(s, stuck)) {
            return TMI_STATIONARY;
        }
        if (i == max || stuck) {
            return TMI_UNDECIDED;
        }
        double before = d.square;
        bool moved = try_step(s, f, &d);
        if (d.status != TM_OK) {
            return TMI_NO_MEMORY;
        }
        idle = moved && before - d.square <= 4.0 * TMI_EPSILON * before ? idle + 1 : 0;
    }
    polish(s, f, &d, max);
    return d.status == TM_OK ? TMI_CLOSED : TMI_NO_MEMORY;
}

/* ---- Shaken -------------------------------------------------------------------------------- */

/* A pseudorandom number in -1 … 1, the same in every run. */
static double chance(uint64_t seed) {
    uint64_t bits = tmi_hash_word(tmi_hash_word(TMI_HASH_START, seed), seed >> 7);
    return (double)(bits >> 11) * (2.0 / 9007199254740992.0) - 1.0;
}

/* Moves the movers of components with open joints a little. `open` has one flag a component. */
static void shake(tmiLinkage *s, bool *open, double far, uint64_t seed) {
    memset(open, 0, sizeof *open * (size_t)s->component_count);
    for (int32_t i = 0; i < s->demand_count; i++) {
        const tmiDemand *d = &s->demands[i];
        for (int32_t k = 0; k < d->rows; k++) {
            open[d->component] |=
                fabs(s->residual[d->row + k]) > GRADIENT_STATIONARY * s->max_residual;
        }
    }
    for (int32_t i = 0; i < s->unknowns; i++) {
        const tmiLinkageMover *b = &s->movers[i / 3];
        double by = open[b->component] ? far * chance(seed + (uint64_t)i) : 0.0;
        s->step[i] = by * (b->radius / s->size);
    }
    tmi_linkage_move(s, s->poses, s->step, 1.0, s->poses);
}

tmiClosing tmi_linkage_assemble(tmiLinkage *s, tmiFronts *f, tmiArena *arena, double tolerance,
                                int32_t max) {
    size_t bodies = (size_t)s->m->body_ids.count;
    tmiClosing best = tmi_linkage_close(s, f, tolerance, max);
    if (best != TMI_STATIONARY && best != TMI_UNDECIDED) {
        return best;
    }
    bool *open = tmi_arena_alloc(arena, (size_t)s->component_count, sizeof *open);
    tmPose *kept = tmi_arena_alloc(arena, bodies, sizeof *kept);
    if (!open || !kept) {
        return TMI_NO_MEMORY;
    }
    double min = s->max_residual;
    memcpy(kept, s->poses, bodies * sizeof *kept);
    for (int i = 0; i < (int)(sizeof shakes / sizeof shakes[0]) && best != TMI_CLOSED; i++) {
        shake(s, open, shakes[i], (uint64_t)(i + 1) << 32);
        tmiClosing closing = tmi_linkage_close(s, f, tolerance, max);
        if (closing == TMI_NO_MEMORY) {
            return closing;
        }
        if (closing == TMI_CLOSED ||
            (closing == TMI_STATIONARY &&
             (best == TMI_UNDECIDED || s->max_residual < SHAKEN_BETTER * min))) {
            best = closing;
            min = s->max_residual;
            memcpy(kept, s->poses, bodies * sizeof *kept);
        }
        memcpy(s->poses, kept, bodies * sizeof *kept);
        tmi_linkage_evaluate(s);
    }
    return tmi_linkage_weigh(s) ? best : TMI_NOT_FINITE;
}
