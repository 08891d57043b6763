/* islands_large.c: an island of many points of free bodies in the plane: handed to the kernel of
 * coulomb.h with what pressed before; and what is done where that finds no answer. */
#include "analyse/contact/solve/solve.h"

#include "analyse/contact/coulomb/coulomb.h"

#include <math.h>
#include <string.h>

/* Solutions for normal impulses until the cones hold, where friction has no answer. */
#define NORMAL_TURNS 4

/* An impulse that is no further than this part of its cone from the edge slips [1]. */
#define EDGE 1e-12

/* In memory of the engine's scratch. */
typedef struct Large {
    tmiContactEngine *c;
    const int32_t *which;
    tmiCoulombProblem problem;
    double *yields, *expected; /* of bodies */
    double *across, *b, *friction, *impulse, *normal;
    int32_t (*bodies)[2];
} Large;

static bool take(Large *l, int32_t count) {
    tmiArena *arena = &l->c->scratch;
    size_t n = (size_t)count, dof = (size_t)tmi_engine_dof(l->c),
           rows = (size_t)tmi_engine_rows(l->c);
    double **arrays[] = {&l->yields,  &l->expected, &l->across,  &l->b,
                         &l->impulse, &l->normal,   &l->friction};
    const size_t sizes[] = {2 * dof * dof, 2 * dof, 2 * rows * dof, rows, rows, rows, 1};
    bool fine = true;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        *arrays[k] = tmi_arena_alloc(arena, n * sizes[k], sizeof **arrays[k]);
        fine = fine && *arrays[k];
    }
    l->bodies = tmi_arena_alloc(arena, n, sizeof *l->bodies);
    return fine && l->bodies;
}

/* Free bodies have numbers of their own in an island; those that do not yield have none. The
 * velocity of the step before is what to expect of them. Returns how many there are. */
static int32_t number_bodies(Large *l, int32_t count) {
    tmiContactEngine *c = l->c;
    int32_t bodies = 0, dof = tmi_engine_dof(c);
    for (int32_t i = 0; i < 2 * count; i++) {
        int32_t mover = c->step.contacts[l->which[i / 2]].movers[i % 2];
        bool free = mover >= 0 && tmi_engine_yields(c, mover);
        if (free && c->islands.slot[mover] < 0) {
            for (int32_t k = 0; k < dof; k++) {
                ptrdiff_t at = (ptrdiff_t)mover * dof + k;
                l->yields[(bodies * dof + k) * dof + k] = c->motion->weights[mover][k];
                l->expected[bodies * dof + k] = c->step.before[at] - c->step.free[at];
            }
            c->islands.slot[mover] = bodies++;
        }
        l->bodies[i / 2][i % 2] = free ? c->islands.slot[mover] : -1;
    }
    for (int32_t i = 0; i < 2 * count; i++) {
        int32_t mover = c->step.contacts[l->which[i / 2]].movers[i % 2];
        if (mover >= 0) {
            c->islands.slot[mover] = -1;
        }
    }
    return bodies;
}

static void fill(Large *l, int32_t count) {
    tmiContactEngine *c = l->c;
    int32_t dof = tmi_engine_dof(c), rows = tmi_engine_rows(c), bodies = number_bodies(l, count);
    size_t bytes = (size_t)rows * sizeof(double);
    for (int32_t i = 0; i < count; i++) {
        tmiContact *contact = &c->step.contacts[l->which[i]];
        ptrdiff_t at = (ptrdiff_t)i * rows;
        for (int32_t k = 0; k < 2 * rows; k++) {
            memcpy(l->across + (2 * at + k) * dof, contact->across[k / 2][k % 2],
                   (size_t)dof * sizeof *l->across);
        }
        memcpy(l->b + at, contact->rate, bytes);
        memcpy(l->impulse + at, contact->guess, bytes);
        l->friction[i] = contact->friction;
        contact->yield = tmi_engine_coupling(c, contact, 0, contact, 0);
    }
    l->problem = (tmiCoulombProblem){.dof = dof,
                                     .rows = rows,
                                     .body_count = bodies,
                                     .count = count,
                                     .yields = l->yields,
                                     .bodies = (const int32_t(*)[2])l->bodies,
                                     .across = l->across,
                                     .b = l->b,
                                     .friction = l->friction,
                                     .expected = l->expected};
}

/* Within what the step of the cluster has left. */
static tmStatus solve(const Large *l, const tmiCoulombProblem *problem, double *impulse) {
    tmiCoulombInfo info;
    tmiContactStep *step = &l->c->step;
    int32_t left = step->factor_max - step->outcome.factored, budget = TMI_COULOMB_BUDGET;
    if (step->factor_max > 0 && left <= 0) {
        return TM_ERR_NOT_CONVERGED;
    }
    budget = step->factor_max > 0 && left < budget ? left : budget;
    tmStatus status = tmi_coulomb_solve(problem, &l->c->scratch, budget, impulse, &info);
    step->outcome.factored += info.factorisations;
    return status;
}

/* ---- Friction that has no answer ------------------------------------------------------------- */

/* Rates with tangential impulses alone, into `b`; `velocity` has room for those of the bodies. */
static void put_rates(const Large *l, double *velocity, double *b) {
    const tmiCoulombProblem *p = &l->problem;
    int32_t rows = p->count * p->rows;
    memset(velocity, 0, (size_t)(p->body_count * p->dof) * sizeof *velocity);
    for (int32_t k = 0; k < 2 * rows; k++) {
        int32_t row = k / 2, body = p->bodies[row / p->rows][k % 2];
        for (int32_t i = 0; i < p->dof && body >= 0 && row % p->rows > 0; i++) {
            ptrdiff_t at = (ptrdiff_t)body * p->dof + i;
            velocity[at] +=
                p->yields[at * p->dof + i] * p->across[(ptrdiff_t)k * p->dof + i] * l->impulse[row];
        }
    }
    memcpy(b, p->b, (size_t)rows * sizeof *b);
    for (int32_t k = 0; k < 2 * rows; k++) {
        int32_t body = p->bodies[k / 2 / p->rows][k % 2];
        for (int32_t i = 0; i < p->dof && body >= 0; i++) {
            b[k / 2] += p->across[(ptrdiff_t)k * p->dof + i] * velocity[body * p->dof + i];
        }
    }
}

/* Tangential impulses within the cones of these normal ones, which they get; `last`: they stay, for
 * normal ones must fit them, and a cone may be exceeded a little. Whether they were within. */
static bool hold(const Large *l, bool last) {
    bool all = true;
    for (int32_t i = 0; i < l->problem.count; i++) {
        double *own = l->impulse + 2 * (ptrdiff_t)i, normal = l->normal[2 * i];
        double held = tmi_within(own[1], l->c->step.contacts[l->which[i]].friction * normal);
        all = all && held == own[1];
        own[0] = normal;
        own[1] = last ? own[1] : held;
    }
    return all;
}

/* The law of friction holds only nearly: normal impulses that fit the tangential ones of the best
 * answer there is, and those within the cones of these, in turn. The plane only. */
static tmStatus solve_loosely(Large *l) {
    tmiArena *arena = &l->c->scratch;
    tmiCoulombProblem plain = l->problem;
    size_t n = (size_t)plain.count, rows = n * (size_t)plain.rows;
    double *velocity = tmi_arena_alloc(arena, 2 * n * (size_t)plain.dof, sizeof *velocity);
    double *b = tmi_arena_alloc(arena, rows, sizeof *b);
    double *none = tmi_arena_alloc(arena, n, sizeof *none);
    if (!velocity || !b || !none) {
        return TM_ERR_MEMORY;
    }
    plain.b = b;
    plain.friction = none;
    memcpy(l->normal, l->impulse, rows * sizeof *l->normal);
    bool all = false;
    for (int32_t turn = 0; turn < NORMAL_TURNS && !all; turn++) {
        put_rates(l, velocity, b);
        tmStatus status = solve(l, &plain, l->normal);
        if (status != TM_OK) {
            return status;
        }
        all = hold(l, turn + 1 == NORMAL_TURNS);
    }
    l->c->step.outcome.loose = true;
    return TM_OK;
}

/* ---- The island ------------------------------------------------------------------------------ */

/* What a point with these impulses does. */
static tmiContactState state_of(double p, double t, double mu) {
    bool slips = mu > 0.0 && fabs(t) >= (1.0 - EDGE) * (mu * p);
    return !(p > 0.0) ? TMI_CONTACT_OPEN
           : !slips   ? TMI_CONTACT_STICK
           : t > 0.0  ? TMI_CONTACT_SLIP_UP
                      : TMI_CONTACT_SLIP_DOWN;
}

static void take_answer(const Large *l) {
    for (int32_t i = 0; i < l->problem.count; i++) {
        tmiContact *contact = &l->c->step.contacts[l->which[i]];
        double p = l->impulse[2 * i], t = l->impulse[2 * i + 1];
        contact->impulse[0] = p;
        contact->impulse[1] = t;
        contact->state = (uint8_t)state_of(p, t, contact->friction);
    }
}

tmStatus tmi_engine_solve_large(tmiContactEngine *c, const int32_t *which, int32_t count,
                                bool loosely) {
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    Large l = {.c = c, .which = which};
    tmStatus status = take(&l, count) ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        fill(&l, count);
        status = solve(&l, &l.problem, l.impulse);
    }
    if (status == TM_ERR_NOT_CONVERGED && loosely) {
        status = solve_loosely(&l);
    }
    if (status == TM_OK) {
        take_answer(&l);
    }
    tmi_arena_release(&c->scratch, mark);
    return status;
}
