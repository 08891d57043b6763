/* islands_space.c: the impulses of an island of free bodies in space, by Coulomb's law with two
 * tangents (coulomb.h). */
#include "analyse/contact/coulomb/coulomb.h"
#include "analyse/contact/solve/solve.h"

#include <math.h>
#include <string.h>

/* A normal impulse below this part of the largest counts as none, and one across that reaches this
 * part of its cone slips [1]. */
#define POINT_IMPULSE_MIN 1e-10
#define POINT_CONE_REACHED (1.0 - 1e-9)

/* Residual up to which an answer will do where the law of friction need not hold exactly [1]. */
#define LOOSE 1e-5

/* An island with the numbers of its own. */
typedef struct SpaceIsland {
    tmiCoulombProblem problem;
    int32_t (*bodies)[2];
    double *yields, *across, *b, *friction, *expected, *impulse;
} SpaceIsland;

static bool take(SpaceIsland *s, tmiArena *arena, int32_t count) {
    size_t n = (size_t)count, bodies = 2 * n, dof = TMI_COULOMB_DOF_MAX;
    size_t rows = TMI_COULOMB_ROWS_MAX;
    s->bodies = tmi_arena_alloc(arena, n, sizeof *s->bodies);
    s->yields = tmi_arena_alloc(arena, bodies * dof * dof, sizeof(double));
    s->across = tmi_arena_alloc(arena, n * rows * 2 * dof, sizeof(double));
    s->b = tmi_arena_alloc(arena, n * rows, sizeof(double));
    s->friction = tmi_arena_alloc(arena, n, sizeof(double));
    s->expected = tmi_arena_alloc(arena, bodies * dof, sizeof(double));
    s->impulse = tmi_arena_alloc(arena, n * rows, sizeof(double));
    return s->bodies && s->yields && s->across && s->b && s->friction && s->expected && s->impulse;
}

/* A body that is met for the first time. */
static void add_body(const tmiContactEngine *c, int32_t mover, int32_t body, SpaceIsland *s) {
    const int32_t dof = TMI_COULOMB_DOF_MAX;
    double *yields = s->yields + (ptrdiff_t)body * dof * dof;
    double *expected = s->expected + (ptrdiff_t)body * dof;
    ptrdiff_t at = (ptrdiff_t)mover * dof;
    for (int32_t i = 0; i < 3; i++) {
        yields[i * dof + i] = c->motion->weights[mover][i];
        for (int32_t k = 0; k < 3; k++) {
            yields[(3 + i) * dof + 3 + k] = c->motion->turns[mover][i][k];
        }
    }
    for (int32_t i = 0; i < dof; i++) {
        expected[i] = c->step.before[at + i] - c->step.free[at + i];
    }
}

static void number_bodies(tmiContactEngine *c, const int32_t *which, int32_t count,
                          SpaceIsland *s) {
    int32_t bodies = 0;
    for (int32_t i = 0; i < count; i++) {
        const tmiContact *contact = &c->step.contacts[which[i]];
        for (int32_t side = 0; side < 2; side++) {
            int32_t mover = contact->movers[side];
            bool free = mover >= 0 && tmi_engine_yields(c, mover);
            if (free && c->islands.slot[mover] < 0) {
                add_body(c, mover, bodies, s);
                c->islands.slot[mover] = bodies++;
            }
            s->bodies[i][side] = free ? c->islands.slot[mover] : -1;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        for (int32_t side = 0; side < 2; side++) {
            int32_t mover = c->step.contacts[which[i]].movers[side];
            if (mover >= 0) {
                c->islands.slot[mover] = -1;
            }
        }
    }
    s->problem.body_count = bodies;
}

static void assemble(tmiContactEngine *c, const int32_t *which, int32_t count, SpaceIsland *s) {
    const int32_t dof = TMI_COULOMB_DOF_MAX, rows = TMI_COULOMB_ROWS_MAX;
    number_bodies(c, which, count, s);
    for (int32_t i = 0; i < count; i++) {
        tmiContact *contact = &c->step.contacts[which[i]];
        for (int32_t k = 0; k < rows; k++) {
            s->b[i * rows + k] = contact->rate[k];
            s->impulse[i * rows + k] = contact->guess[k];
            for (int32_t side = 0; side < 2; side++) {
                memcpy(s->across + ((i * rows + k) * 2 + side) * (ptrdiff_t)dof,
                       contact->across[k][side], (size_t)dof * sizeof(double));
            }
        }
        s->friction[i] = contact->friction;
        contact->yield = tmi_engine_coupling(c, contact, 0, contact, 0);
    }
    s->problem.dof = dof;
    s->problem.rows = rows;
    s->problem.count = count;
    s->problem.yields = s->yields;
    s->problem.bodies = (const int32_t(*)[2])s->bodies;
    s->problem.across = s->across;
    s->problem.b = s->b;
    s->problem.friction = s->friction;
    s->problem.expected = s->expected;
}

static void take_answer(tmiContactEngine *c, const int32_t *which, int32_t count,
                        const double *impulse) {
    double max = 0.0;
    for (int32_t i = 0; i < count; i++) {
        max = tmi_max(impulse[3 * i], max);
    }
    for (int32_t i = 0; i < count; i++) {
        tmiContact *contact = &c->step.contacts[which[i]];
        const double *p = impulse + 3 * (ptrdiff_t)i;
        memcpy(contact->impulse, p, sizeof contact->impulse);
        contact->state = tmi_contact_state_in_space(p, contact->friction, POINT_IMPULSE_MIN * max);
    }
}

uint8_t tmi_contact_state_in_space(const double impulse[3], double friction, double least) {
    double across = tmi_hypot(impulse[1], impulse[2]);
    return !(impulse[0] > least) ? TMI_CONTACT_OPEN
           : friction > 0.0 && across >= POINT_CONE_REACHED * friction * impulse[0]
               ? TMI_CONTACT_SLIP_UP
               : TMI_CONTACT_STICK;
}

tmStatus tmi_engine_solve_in_space(tmiContactEngine *c, const int32_t *which, int32_t count) {
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    SpaceIsland s = {.problem = {0}};
    tmStatus status = take(&s, &c->scratch, count) ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        tmiCoulombInfo info;
        assemble(c, which, count, &s);
        status = tmi_coulomb_solve(&s.problem, &c->scratch, 0, s.impulse, &info);
        if (status == TM_ERR_NOT_CONVERGED && c->step.loosely && info.residual <= LOOSE) {
            c->step.outcome.loose = true;
            status = TM_OK;
        }
    }
    if (status == TM_OK) {
        take_answer(c, which, count, s.impulse);
    }
    tmi_arena_release(&c->scratch, mark);
    return status;
}
