/* diagnose_redundant.c: which constraints are redundant or contradict each other, and what each
 * follows from: docs/theory/diagnosis.md, (6) to (8).
 *
 * A stress is a y with A^T y = 0: rows that add up to nothing. The stresses are reduced, from the
 * last constraint to the first, so that each belongs to one constraint and vanishes on what the
 * others claim: the fundamental circuits of linear matroids, whose supports are the smallest
 * dependent sets. A stress with y . r = 0 says that its constraint follows from the others; one
 * with y . r != 0 says that they contradict each other to first order; then the set alone is
 * closed, if it can be. */
#include "analyse/kinematics/diagnose/diagnose_private.h"

#include <math.h>
#include <string.h>

/* Part of a stress's largest number [1] above which a constraint carries it. Roundings have 1e-14
 * over the least pivot, and where joints stay open the pose is known to 1e-7; a lever of a
 * mechanism has more than this. */
#define CONSTRAINT_CARRIES 1e-5

/* y . r over |y| above which a stress contradicts [largest row]. */
#define CONTRADICTS 1e-5

/* Contradictions that are tried: the second order in what is open counts too. Each takes as long
 * as closing the mechanism. */
#define TRIALS_MAX 64

/* Maximum count of numbers in all stresses together: 128 MiB. */
#define STRESS_MAX (1 << 24)

typedef struct Sets {
    tmiDiagnoser *w;
    const tmiLinkage *s;
    double *stress; /* idle_count x rows */
    int32_t count;  /* of stresses */
    int32_t *owner; /* of each stress: its demand, -1: none yet */
    int32_t trials;
    double *scratch; /* one stress */
    bool *used;      /* of each demand */
    double *against; /* y . r of each stress; 0 where it does not contradict */
} Sets;

static double *stress_at(const Sets *t, int32_t i) {
    return t->stress + (ptrdiff_t)i * t->s->rows;
}

static double length_of(const double *x, int32_t count) {
    return sqrt(tmi_diagnose_dot(x, x, count));
}

static void scale(double *x, double factor, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        x[i] *= factor;
    }
}

static void subtract(double *x, double factor, const double *y, int32_t count) {
    for (int32_t i = 0; i < count && factor != 0.0; i++) {
        x[i] -= factor * y[i];
    }
}

/* ---- Reduction ----------------------------------------------------------------------------- */

/* The unclaimed stress that the demand carries most of; -1 when it carries none. Stresses start
 * orthonormal, and only claimed ones are subtracted from an unclaimed one: its length stays at
 * least 1. */
static int32_t find_carried(const Sets *t, const tmiDemand *d) {
    int32_t best = -1;
    double max = CONSTRAINT_CARRIES;
    for (int32_t i = 0; i < t->count; i++) {
        double part = t->owner[i] < 0 ? length_of(stress_at(t, i) + d->row, d->rows) : 0.0;
        if (part > max) {
            max = part;
            best = i;
        }
    }
    return best;
}

/* Gives the stress to the demand: scales it to carry a unit there, in a direction u of the demand's
 * rows, and subtracts it from all others so that they carry nothing along u. Directions rather than
 * rows make the sets the same however the mechanism is turned. Behind the demand it is zero. */
static void claim(Sets *t, int32_t chosen, int32_t demand) {
    const tmiDemand *d = &t->s->demands[demand];
    double *y = stress_at(t, chosen), u[TMI_JOINT_ROWS];
    scale(y, 1.0 / length_of(y + d->row, d->rows), d->row + d->rows);
    memcpy(u, y + d->row, sizeof(double) * (size_t)d->rows);
    t->owner[chosen] = demand;
    for (int32_t i = 0; i < t->count; i++) {
        double *other = stress_at(t, i);
        if (i != chosen) {
            subtract(other, tmi_diagnose_dot(u, other + d->row, d->rows), y, d->row + d->rows);
        }
    }
}

static void reduce(Sets *t) {
    for (int32_t demand = t->s->demand_count - 1; demand >= 0; demand--) {
        const tmiDemand *d = &t->s->demands[demand];
        for (int32_t i = 0; i < d->rows; i++) {
            int32_t chosen = find_carried(t, d);
            if (chosen < 0) {
                break;
            }
            claim(t, chosen, demand);
        }
        for (int32_t i = 0; i < t->count; i++) {
            if (t->owner[i] < 0) { /* from here on it carries only rounding errors */
                memset(stress_at(t, i) + d->row, 0, sizeof(double) * (size_t)d->rows);
            }
        }
    }
}

/* ---- Sets ---------------------------------------------------------------------------------- */

static tmConstraint constraint_of(const Sets *t, int32_t demand) {
    const tmiDemand *d = &t->s->demands[demand];
    return (tmConstraint){{d->slot < 0 ? 0 : tmi_id_pool_at(&t->s->m->joint_ids, d->slot)},
                          d->input};
}

/* Marks the demands that carry the stress. */
static void mark_carriers(Sets *t, const double *y) {
    double max = 0.0;
    for (int32_t i = 0; i < t->s->rows; i++) {
        max = fabs(y[i]) > max ? fabs(y[i]) : max;
    }
    for (int32_t i = 0; i < t->s->demand_count; i++) {
        const tmiDemand *d = &t->s->demands[i];
        t->used[i] |= max > 0.0 && length_of(y + d->row, d->rows) > CONSTRAINT_CARRIES * max;
    }
}

/* Copies the marked demands except for one (-1: all) into the diagnosis, and takes the marks off.
 */
static tmStatus list_carriers(Sets *t, int32_t but, const tmConstraint **list, int32_t *count) {
    int32_t found = 0;
    for (int32_t i = 0; i < t->s->demand_count; i++) {
        found += t->used[i] && i != but;
    }
    tmConstraint *made = tmi_arena_alloc(&t->w->d->arena, (size_t)found, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    *list = made;
    *count = found;
    for (int32_t i = 0, k = 0; i < t->s->demand_count; i++) {
        if (t->used[i] && i != but) {
            made[k++] = constraint_of(t, i);
        }
        t->used[i] = false;
    }
    return TM_OK;
}

/* y . r of each stress, over the largest row; what is negligible becomes 0. */
static void find_contradictions(Sets *t) {
    const tmiLinkage *s = t->s;
    double max_residual = 0.0;
    for (int32_t i = 0; i < s->rows; i++) {
        max_residual = fabs(s->residual[i]) > max_residual ? fabs(s->residual[i]) : max_residual;
    }
    bool open = t->w->d->info.verdict == TM_VERDICT_CONFLICTING;
    for (int32_t i = 0; i < t->count; i++) {
        const double *y = stress_at(t, i);
        double dot = tmi_diagnose_dot(y, s->residual, s->rows);
        bool against = open && fabs(dot) > CONTRADICTS * max_residual * length_of(y, s->rows);
        t->against[i] = against ? dot / max_residual : 0.0;
    }
}

/* The largest open row of the marked demands [m]. */
static double open_by(const Sets *t) {
    double max = 0.0;
    for (int32_t i = 0; i < t->s->demand_count; i++) {
        const tmiDemand *d = &t->s->demands[i];
        for (int32_t row = d->row; t->used[i] && row < d->row + d->rows; row++) {
            double gap = fabs(t->s->residual[row]) / t->s->weight[row] * t->s->size;
            max = gap > max ? gap : max;
        }
    }
    return max;
}

/* Whether the marked demands alone can be closed from here. Changes nothing but the fronts. */
static tmStatus try_alone(Sets *t, bool *closes) {
    tmiDiagnoser *w = t->w;
    tmiLinkage *s = &w->s;
    for (int32_t i = 0; i < s->demand_count; i++) {
        s->muted[i] = !t->used[i];
    }
    tmiClosing closing =
        tmi_linkage_close(s, &w->fronts, w->def->tolerance, w->def->max_iterations);
    memset(s->muted, 0, sizeof *s->muted * (size_t)s->demand_count);
    memcpy(s->poses, w->d->poses, sizeof *s->poses * (size_t)w->d->body_count);
    t->trials++;
    *closes = closing == TMI_CLOSED;
    if (closing == TMI_NO_MEMORY) {
        return TM_ERR_MEMORY;
    }
    return tmi_linkage_weigh(s) ? TM_OK : TM_ERR_NOT_FINITE;
}

/* Of the stresses that one demand claims, those in `mine`, the combination sum a_i y_i with
 * a_i = y_i . r contradicts; what is perpendicular to it does not. Sets *square, the sum of a_i^2,
 * to 0 when it turns out that nothing does. */
static tmStatus add_conflict(Sets *t, const int32_t *mine, int32_t count, double *square) {
    tmDiagnosis *d = t->w->d;
    memset(t->scratch, 0, sizeof(double) * (size_t)t->s->rows);
    for (int32_t i = 0; i < count; i++) {
        subtract(t->scratch, -t->against[mine[i]], stress_at(t, mine[i]), t->s->rows);
    }
    mark_carriers(t, t->scratch);
    double gap = open_by(t);
    bool closes = false;
    tmStatus status = TM_OK;
    if (t->trials < TRIALS_MAX) {
        status = try_alone(t, &closes);
    }
    if (status != TM_OK || closes) {
        memset(t->used, 0, sizeof *t->used * (size_t)t->s->demand_count);
        *square = 0.0;
        return status;
    }
    tmConflict *conflict = &d->conflicts[d->conflict_count++];
    conflict->gap = gap;
    return list_carriers(t, -1, &conflict->constraints, &conflict->count);
}

static tmStatus add_redundancy(Sets *t, int32_t demand, const int32_t *mine, int32_t count,
                               double square) {
    const tmiDemand *d = &t->s->demands[demand];
    int32_t equations = count - (square > 0.0);
    tmRedundancy *made = &t->w->d->redundancies[t->w->d->redundancy_count++];
    *made = (tmRedundancy){constraint_of(t, demand), equations, d->rows, NULL, 0};
    for (int32_t i = 0; i < count; i++) {
        memcpy(t->scratch, stress_at(t, mine[i]), sizeof(double) * (size_t)t->s->rows);
        for (int32_t k = 0; k < count && square > 0.0; k++) {
            subtract(t->scratch, t->against[mine[i]] * t->against[mine[k]] / square,
                     stress_at(t, mine[k]), t->s->rows);
        }
        mark_carriers(t, t->scratch);
    }
    return list_carriers(t, demand, &made->from, &made->from_count);
}

static tmStatus add_sets(Sets *t) {
    tmStatus status = TM_OK;
    for (int32_t demand = 0; demand < t->s->demand_count && status == TM_OK; demand++) {
        int32_t mine[TMI_JOINT_ROWS], count = 0;
        double square = 0.0;
        for (int32_t i = 0; i < t->count && count < TMI_JOINT_ROWS; i++) {
            if (t->owner[i] == demand) {
                square += t->against[i] * t->against[i];
                mine[count++] = i;
            }
        }
        if (square > 0.0) {
            status = add_conflict(t, mine, count, &square);
        }
        if (status == TM_OK && count > (square > 0.0)) {
            status = add_redundancy(t, demand, mine, count, square);
        }
    }
    return status;
}

tmStatus tmi_diagnose_sets(tmiDiagnoser *w) {
    tmDiagnosis *d = w->d;
    Sets t = {.w = w, .s = &w->s, .count = w->fronts.idle_count};
    size_t count = (size_t)t.count, rows = (size_t)w->s.rows;
    if (count * rows > STRESS_MAX) {
        return TM_ERR_LIMIT;
    }
    t.stress = tmi_arena_alloc(&w->scratch, count * rows, sizeof(double));
    t.owner = tmi_arena_alloc(&w->scratch, count, sizeof(int32_t));
    t.against = tmi_arena_alloc(&w->scratch, count, sizeof(double));
    t.scratch = tmi_arena_alloc(&w->scratch, rows, sizeof(double));
    t.used = tmi_arena_alloc(&w->scratch, (size_t)w->s.demand_count, sizeof(bool));
    d->redundancies = tmi_arena_alloc(&d->arena, count, sizeof *d->redundancies);
    d->conflicts = tmi_arena_alloc(&d->arena, count, sizeof *d->conflicts);
    if (!t.stress || !t.owner || !t.against || !t.scratch || !t.used || !d->redundancies ||
        !d->conflicts) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < t.count; i++) {
        tmi_fronts_stress(&w->fronts, i, stress_at(&t, i));
        t.owner[i] = -1;
    }
    reduce(&t);
    find_contradictions(&t);
    tmStatus status = add_sets(&t);
    return status == TM_OK && t.trials > 0 ? tmi_fronts_factor(&w->fronts, 0.0) : status;
}
