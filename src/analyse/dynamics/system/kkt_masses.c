/* kkt_masses.c: what the masses of a world mean for its motion equations: which of them are
 * connected and how unequal they are, substitutes for masses of zero, and the diagonal of rows that
 * depend on each other. docs/theory/dynamics.md, 4. */
#include "analyse/dynamics/system/system_private.h"

/* Substitute for the mass of a massless body, as part of the others' mean [1]. Each correction
 * removes all but this part of the error that it causes. */
#define MASSLESS 1e-6

/* The diagonal of regularised rows, as part of g M^-1 g^T [1]. The error that it causes shrinks by
 * about this factor with each correction. Rounding errors of about TMI_EPSILON over it remain in
 * forces that no motion shows. In worlds that are redundant everywhere it is larger: rows that
 * repeat each other only where all joints are closed, as Bricard's, are independent only by the
 * error of a stage of a step, and that must stay far below it. */
#define ROW_DELTA 1e-9
#define ROW_DELTA_REDUNDANT 1e-7
/* All rows have the same diagonal, so that forces are of least norm, but no diagonal is further
 * from its own than this factor [1]. */
#define DELTA_SPREAD 1e3

static double mean_moment(const tmiSystem *s, const tmiMover *m) {
    return s->planar ? m->inertia[2][2]
                     : (m->inertia[0][0] + m->inertia[1][1] + m->inertia[2][2]) / 3.0;
}

/* ---- Groups -------------------------------------------------------------------------------- */

static int32_t root(int32_t *group, int32_t mover) {
    while (group[mover] != mover) {
        group[mover] = group[group[mover]];
        mover = group[mover];
    }
    return mover;
}

static void find_groups(tmiSystem *s) {
    int32_t *group = s->kkt->group;
    for (int32_t i = 0; i < s->mover_count; i++) {
        group[i] = i;
        s->kkt->groups[i] = (tmiKktGroup){.heaviest = -1, .lightest = -1};
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 1; constraint->row_count > 0 && k < constraint->mover_count; k++) {
            group[root(group, constraint->movers[k])] = root(group, constraint->movers[0]);
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        group[i] = root(group, i);
        tmiKktGroup *own = &s->kkt->groups[group[i]];
        if (s->movers[i].kind != TMI_MOVER_DYNAMIC) {
            continue;
        }
        if (own->heaviest < 0 || s->movers[i].mass > s->movers[own->heaviest].mass) {
            own->heaviest = i;
        }
        if (own->lightest < 0 || s->movers[i].mass < s->movers[own->lightest].mass) {
            own->lightest = i;
        }
    }
}

void tmi_kkt_find_masses(tmiSystem *s) {
    tmiKkt *kkt = s->kkt;
    double mass = 0.0, moment = 0.0;
    int32_t count = 0;
    find_groups(s);
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        const tmiKktGroup *group = &kkt->groups[i];
        kkt->unequal = kkt->unequal || (group->heaviest >= 0 &&
                                        s->movers[group->heaviest].mass >
                                            TMI_KKT_UNEQUAL * s->movers[group->lightest].mass);
        if (m->kind == TMI_MOVER_MASSLESS) {
            kkt->massless[kkt->massless_count++] = i;
            continue;
        }
        double own = mean_moment(s, m);
        kkt->lightness[2 * i] = 1.0 / m->mass;
        kkt->lightness[2 * i + 1] = s->size / own;
        mass += m->mass;
        moment += own;
        count++;
    }
    kkt->mass = count > 0 ? MASSLESS * mass / count : 1.0;
    kkt->moment = count > 0 ? MASSLESS * moment / count : s->size * s->size;
}

/* ---- Levers -------------------------------------------------------------------------------- */

static void note_levers(tmiSystem *s, const tmiConstraint *constraint, int32_t r) {
    const double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride;
    for (int32_t k = 0; k < constraint->mover_count; k++, g += s->dof) {
        double *lever = &s->kkt->lever[constraint->movers[k]];
        double ways = g[0] * g[0] + g[1] * g[1] + (s->planar ? 0.0 : g[2] * g[2]);
        double turns = s->planar ? g[2] * g[2] : g[3] * g[3] + g[4] * g[4] + g[5] * g[5];
        *lever = ways > 0.0 ? tmi_max(turns / ways, *lever) : *lever;
    }
}

void tmi_kkt_find_levers(tmiSystem *s) {
    for (int32_t i = 0; i < s->constraint_count; i++) {
        for (int32_t r = 0; r < s->constraints[i].row_count; r++) {
            note_levers(s, &s->constraints[i], r);
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        s->kkt->unequal = s->kkt->unequal || tmi_kkt_compactness(s, i) > TMI_KKT_COMPACT;
    }
}

double tmi_kkt_compactness(const tmiSystem *s, int32_t mover) {
    const tmiMover *m = &s->movers[mover];
    if (m->kind != TMI_MOVER_DYNAMIC) {
        return 0.0;
    }
    double moment = m->inertia[2][2];
    for (int32_t k = 0; k < 2 && !s->planar; k++) {
        moment = tmi_min(moment, m->inertia[k][k]);
    }
    return m->mass * s->kkt->lever[mover] / moment;
}

/* ---- The diagonal -------------------------------------------------------------------------- */

/* g M^-1 g^T of a row, with the means of moments of inertia. *square: g^2, turns over the size. */
static double mobility(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                       double *square) {
    const double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride;
    double sum = 0.0;
    *square = 0.0;
    for (int32_t k = 0; k < constraint->mover_count; k++, g += s->dof) {
        const tmiMover *m = &s->movers[constraint->movers[k]];
        bool has = m->kind != TMI_MOVER_MASSLESS;
        double mass = has ? m->mass : s->kkt->mass;
        double moment = has ? mean_moment(s, m) : s->kkt->moment;
        double ways = g[0] * g[0] + g[1] * g[1] + (s->planar ? 0.0 : g[2] * g[2]);
        double turns = s->planar ? g[2] * g[2] : g[3] * g[3] + g[4] * g[4] + g[5] * g[5];
        sum += ways / mass + turns / moment;
        *square += ways + turns / (s->size * s->size);
    }
    return sum;
}

/* Where masses are unequal a row's own mobility, which its lightest body makes, says nothing about
 * the weakest direction, which the heaviest body makes. The diagonal lies halfway between that and
 * the rounding errors of the largest mobility. Uses what find_deltas left. */
static void spread_by_groups(tmiSystem *s) {
    tmiKkt *kkt = s->kkt;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        const tmiKktGroup *group =
            constraint->mover_count > 0 ? &kkt->groups[kkt->group[constraint->movers[0]]] : NULL;
        for (int32_t r = 0; group && group->min > 0.0 && r < constraint->row_count; r++) {
            kkt->delta[constraint->first + r] = sqrt(TMI_EPSILON * group->max) * sqrt(group->min);
        }
    }
}

static void note_group(tmiSystem *s, const tmiConstraint *constraint, double mobile,
                       double square) {
    tmiKktGroup *group = &s->kkt->groups[s->kkt->group[constraint->movers[0]]];
    if (group->heaviest >= 0) {
        double min = square / s->movers[group->heaviest].mass;
        group->max = mobile > group->max ? mobile : group->max;
        group->min = group->min > 0.0 && group->min < min ? group->min : min;
    }
}

void tmi_kkt_find_deltas(tmiSystem *s) {
    double *delta = s->kkt->delta, min = INFINITY, max = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        s->kkt->groups[i].max = s->kkt->groups[i].min = 0.0;
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t r = 0; r < constraint->row_count; r++) {
            double square, d = mobility(s, constraint, r, &square);
            delta[constraint->first + r] = d;
            if (tmi_row_holds(constraint, r) && d > 0.0) {
                min = d < min ? d : min;
                max = d > max ? d : max;
                note_group(s, constraint, d, square);
            }
        }
    }
    double middle = sqrt(min < INFINITY ? min : 1.0) * sqrt(max > 0.0 ? max : 1.0);
    for (int32_t i = 0; i < s->row_count; i++) {
        double own = delta[i] > 0.0 ? delta[i] : middle, d = middle;
        d = d > own * DELTA_SPREAD ? own * DELTA_SPREAD : d;
        d = d < own / DELTA_SPREAD ? own / DELTA_SPREAD : d;
        delta[i] = (s->redundant ? ROW_DELTA_REDUNDANT : ROW_DELTA) * d;
    }
    if (s->kkt->unequal) {
        spread_by_groups(s);
    }
}
