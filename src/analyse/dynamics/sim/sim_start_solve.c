/* sim_start_solve.c: the motion or displacement of least kinetic energy that does what is given.
 * docs/theory/dynamics.md, section 5. */
#include "analyse/dynamics/sim/sim_start.h"

#include <math.h>
#include <string.h>

/* Weight of the kinetic energy against the given velocities [1]; and rounds that demand again what
 * is missed. Each reduces it by this factor. */
#define ENERGY_PART 1e-4
#define ASKING_ROUNDS 5

/* ---- Weights --------------------------------------------------------------------------------- */

/* L of L L^T = a, which is positive definite; what has no inertia gets `other` about every axis,
 * and none has less than `least`. */
static void root_of(const double a[3][3], double other, double least, double l[3][3]) {
    memset(l, 0, 9 * sizeof(double));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k <= i; k++) {
            double sum = a[i][k];
            for (int j = 0; j < k; j++) {
                sum -= l[i][j] * l[k][j];
            }
            double square = sum <= 0.0 ? other : sum > least ? sum : least;
            l[i][k] = i == k ? sqrt(square) : sum / l[k][k];
        }
    }
}

/* Substitutes for masses that are zero: so small that they decide nothing [1]. */
#define NEARLY_NONE 1e-6

static void weigh(tmiStart *w) {
    const tmiSystem *s = w->sim->system;
    double mass = 0.0, inertia = 0.0, size = s->size * s->size;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        mass += m->mass;
        inertia +=
            s->planar ? m->inertia[2][2] : m->inertia[0][0] + m->inertia[1][1] + m->inertia[2][2];
    }
    mass = mass > 0.0 ? mass : 1.0;
    /* A flywheel may have far more than its mass times the world's size squared. */
    double turning = inertia > mass * size ? inertia : mass * size;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        double *weight = w->weights + (ptrdiff_t)i * s->dof, none = NEARLY_NONE * mass;
        for (int32_t k = 0; k < s->dof; k++) {
            weight[k] = ENERGY_PART * (m->mass > 0.0 ? m->mass : none);
        }
        double least = w->lightest * m->mass * size, own = m->inertia[2][2];
        double other = (w->lightest > NEARLY_NONE ? w->lightest * mass : none) * size;
        if (s->planar) {
            weight[2] = ENERGY_PART * (own <= 0.0 ? other : own > least ? own : least);
        } else {
            root_of(m->inertia, other, least, w->roots[i]);
            weight[3] = weight[4] = weight[5] = ENERGY_PART;
        }
    }
    for (int32_t i = 0; i < w->wish_count; i++) {
        w->weights[w->n + i] = w->wishes[i].turns ? turning : mass;
    }
}

/* ---- The equations --------------------------------------------------------------------------- */

/* Gradient of a body's velocity by the motion of its centre of mass. */
static void body_gradient(const tmiSystem *s, const tmiWish *wish, double g[6]) {
    double axis[3] = {0.0, 0.0, 0.0}, moment[3];
    axis[wish->axis] = 1.0;
    tmi_cross3(wish->arm, axis, moment);
    memset(g, 0, 6 * sizeof *g);
    if (s->planar) {
        g[0] = wish->turns ? 0.0 : axis[0];
        g[1] = wish->turns ? 0.0 : axis[1];
        g[2] = wish->turns ? 1.0 : moment[2];
        return;
    }
    for (int k = 0; k < 3; k++) {
        g[k] = wish->turns ? 0.0 : axis[k];
        g[3 + k] = wish->turns ? axis[k] : moment[k];
    }
}

/* Angular velocities are scaled so that the square is the kinetic energy: u = L^T R^T w. A gradient
 * by w is multiplied by L^-1 R^T. */
static void to_roots(const tmiStart *w, int32_t mover, double g[3]) {
    const tmiSystem *s = w->sim->system;
    const double(*l)[3] = (const double(*)[3])w->roots[mover];
    double b[3];
    tmi_rotate_back3(s->frames[s->movers[mover].body].rotation, g, b);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < i; k++) {
            b[i] -= l[i][k] * b[k];
        }
        b[i] /= l[i][i];
    }
    memcpy(g, b, sizeof b);
}

/* w = R L^-T u. */
static void from_roots(const tmiStart *w, int32_t mover, double u[3]) {
    const tmiSystem *s = w->sim->system;
    const double(*l)[3] = (const double(*)[3])w->roots[mover];
    double b[3] = {u[0], u[1], u[2]};
    for (int i = 2; i >= 0; i--) {
        for (int k = i + 1; k < 3; k++) {
            b[i] -= l[k][i] * b[k];
        }
        b[i] /= l[i][i];
    }
    tmi_rotate3(s->frames[s->movers[mover].body].rotation, b, u);
}

/* Adds the entries of a mover to the row at hand. */
static void add_entries(tmiStart *w, int32_t mover, const double *gradient) {
    const tmiSystem *s = w->sim->system;
    double g[6];
    memcpy(g, gradient, (size_t)s->dof * sizeof *g);
    if (!s->planar) {
        to_roots(w, mover, g + 3);
    }
    for (int32_t k = 0; k < s->dof; k++) {
        w->places[w->entries] = mover * s->dof + k;
        w->values[w->entries++] = g[k];
    }
}

static void add_constraint_row(tmiStart *w, const tmiConstraint *constraint, int32_t r) {
    const double *gradient = constraint->gradient + (ptrdiff_t)r * constraint->stride;
    for (int32_t k = 0; k < constraint->mover_count; k++) {
        add_entries(w, constraint->movers[k], gradient + (ptrdiff_t)k * w->sim->system->dof);
    }
}

static void end_row(tmiStart *w, double right) {
    w->right[w->rows++] = right;
    w->starts[w->rows] = w->entries;
}

static bool holds(const tmiStart *w, const tmiConstraint *constraint, int32_t r) {
    return (w->displaces || constraint->level < 2) && tmi_row_holds(constraint, r);
}

void tmi_start_fill(tmiStart *w) {
    const tmiSystem *s = w->sim->system;
    w->rows = w->entries = 0;
    weigh(w);
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t r = 0; r < constraint->row_count; r++) {
            if (holds(w, constraint, r)) {
                add_constraint_row(w, constraint, r);
                end_row(w, constraint->quick[r].scale * s->given[constraint->first + r][1]);
            }
        }
    }
    for (int32_t i = 0; i < w->wish_count; i++) {
        const tmiWish *wish = &w->wishes[i];
        double g[6];
        if (wish->body > 0) {
            body_gradient(s, wish, g);
            add_entries(w, s->mover_of[wish->body], g);
        } else {
            add_constraint_row(w, &wish->constraint, 0);
        }
        w->places[w->entries] = w->n + i;
        w->values[w->entries++] = 1.0;
        end_row(w, wish->value);
    }
}

/* ---- The solution ---------------------------------------------------------------------------- */

bool tmi_start_take(tmiStart *w) {
    const tmiSystem *s = w->sim->system;
    size_t rows = (size_t)(s->row_count + w->wish_count) + 1, entries = 1, movers = 1;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        entries += (size_t)(s->constraints[i].row_count * s->constraints[i].mover_count * s->dof);
    }
    for (int32_t i = 0; i < w->wish_count; i++) {
        movers = w->wishes[i].body > 0 ? 1 : (size_t)w->wishes[i].constraint.mover_count;
        entries += movers * (size_t)s->dof + 1;
    }
    size_t columns = (size_t)(w->n + w->wish_count) + 1;
    w->starts = tmi_arena_alloc(&w->arena, rows + 1, sizeof *w->starts);
    w->places = tmi_arena_alloc(&w->arena, entries, sizeof *w->places);
    w->values = tmi_arena_alloc(&w->arena, entries, sizeof *w->values);
    w->right = tmi_arena_alloc(&w->arena, rows, sizeof *w->right);
    w->weights = tmi_arena_alloc(&w->arena, columns, sizeof *w->weights);
    w->x = tmi_arena_alloc(&w->arena, columns, sizeof *w->x);
    w->roots = tmi_arena_alloc(&w->arena, (size_t)s->mover_count + 1, sizeof *w->roots);
    return w->starts && w->places && w->values && w->right && w->weights && w->x && w->roots;
}

static void put(tmiStart *w, double *y) {
    tmiSystem *s = w->sim->system;
    memcpy(s->velocity, w->x, (size_t)w->n * sizeof *w->x);
    for (int32_t i = 0; !s->planar && i < s->mover_count; i++) {
        from_roots(w, i, s->velocity + 6 * (ptrdiff_t)i + 3);
    }
    tmi_system_to_state(s, s->velocity, tmi_system_velocities(s, y));
    tmi_system_set_state(s, y);
}

double tmi_start_got(const tmiSystem *s, const tmiWish *wish) {
    if (wish->body == 0) {
        return tmi_constraint_rate(s, &wish->constraint, 0, s->velocity);
    }
    const double *v = s->velocity + (ptrdiff_t)s->mover_of[wish->body] * s->dof;
    double g[6], sum = 0.0;
    body_gradient(s, wish, g);
    for (int32_t k = 0; k < s->dof; k++) {
        sum += g[k] * v[k];
    }
    return sum;
}

static tmStatus factor(tmiStart *w, tmiSparseLeastNorm *min) {
    tmiPattern pattern = {w->rows, w->n + w->wish_count, w->starts, w->places};
    tmStatus status = tmi_sparse_least_norm_analyse(min, &w->arena, &pattern);
    return status == TM_OK ? tmi_sparse_least_norm_factor(min, w->values, w->weights) : status;
}

/* The best there is counts as a solution. */
static tmStatus solve_once(tmiStart *w, tmiSparseLeastNorm *min, double *y) {
    tmStatus status = tmi_sparse_least_norm_solve(min, w->values, w->right, w->x, NULL);
    put(w, y);
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

tmStatus tmi_start_displacement(tmiStart *w, double *y) {
    tmiSparseLeastNorm min;
    tmStatus status = factor(w, &min);
    return status == TM_OK ? solve_once(w, &min, y) : status;
}

tmStatus tmi_start_solve(tmiStart *w, double *y) {
    tmiSystem *s = w->sim->system;
    tmiSparseLeastNorm min;
    tmStatus status = factor(w, &min);
    status = status == TM_OK ? tmi_system_factor(s, 0.0) : status;
    double *right = w->right + (w->rows - w->wish_count);
    for (int32_t round = 0; round < ASKING_ROUNDS && status == TM_OK; round++) {
        status = solve_once(w, &min, y);
        status = status == TM_OK ? tmi_system_still(s, y, NULL) : status;
        for (int32_t i = 0; i < w->wish_count; i++) {
            right[i] += w->wishes[i].value - tmi_start_got(s, &w->wishes[i]);
        }
    }
    return status;
}
