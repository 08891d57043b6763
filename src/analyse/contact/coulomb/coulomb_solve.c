/* coulomb_solve.c: the order in which methods are tried: docs/theory/contact.md, 7. */
#include "analyse/contact/coulomb/coulomb_private.h"

#include <math.h>
#include <string.h>

/* Residual with which a start is an answer [1]: that of a last pass, whose rows hardly moved. */
#define VERIFIED 1e-13

/* Steps of Newton's method on the law: from known states, from those of sweeps, of interior points,
 * of proximal points; and where an answer is there but for its last digits. */
#define STEPS_WARM 8
#define STEPS_SWEPT 6
#define STEPS_INTERIOR 10
#define STEPS_NEAR 6
#define STEPS_POLISH 2

/* All points hold: rounds, steps in them, and the residual from which the law may be tried. */
#define LEVEL_ROUNDS 4
#define LEVEL_STEPS 6
#define LEVEL_NEAR 1e-3

/* Sweeps in all, and between two looks; the residual from which the law is tried, and again at each
 * tenth of it [1]. */
#define SWEEPS 100
#define SWEEPS_LOOK 20
#define SWEPT_NEAR 1e-3

/* Complementarity at which interior points are left for the law, and again at each hundredth of it;
 * the last; and the residual that is worth it [1]. */
#define PATH_STOP 1e-7
#define PATH_LAST 1e-17
#define PATH_NEAR 0.1

/* Proximal points: how many, the first penalty and the largest, steps in each, sweeps where they do
 * not settle; how often the law is tried at least. */
#define NEAR_ROUNDS 120
#define NEAR_PENALTY 1e2
#define NEAR_PENALTY_MAX 1e5
#define NEAR_PENALTY_MIN 4.0
#define NEAR_STEPS 12
#define NEAR_EASY 3
#define NEAR_SETTLED 1e-6
#define NEAR_SWEEPS 15
#define NEAR_TRIED 5

static size_t row_bytes(const tmiCoulombRun *run) {
    return (size_t)(run->count * run->rows) * sizeof(double);
}

static size_t motion_bytes(const tmiCoulombRun *run) {
    return ((size_t)run->bodies + 1) * (size_t)run->dof * sizeof(double);
}

static bool is_good(const tmiCoulombRun *run) {
    return run->info.residual <= TMI_COULOMB_GOOD;
}

/* x and u of a look become those to go on from, its impulses the centre. */
static void take_look(tmiCoulombRun *run, const double *lambda) {
    memmove(run->centre, lambda, row_bytes(run));
    memcpy(run->x, run->xt, motion_bytes(run));
    memcpy(run->u, run->ut, row_bytes(run));
}

/* The law, from the states that impulses show. */
static bool law_from(tmiCoulombRun *run, const double *lambda, int32_t steps) {
    tmi_coulomb_look(run, lambda);
    take_look(run, lambda);
    tmi_coulomb_guess(run, run->centre, run->u, 0.0);
    return tmi_coulomb_law(run, steps);
}

/* ---- Where nothing is known ------------------------------------------------------------------ */

/* The expected motion, by the caller or from the start. */
static void expect(tmiCoulombRun *run) {
    memcpy(run->x, run->expected, motion_bytes(run));
    tmi_coulomb_rates(run, run->x, run->b, run->u);
}

/* What rests: all points hold, and few are taken off. The convex problem, refined. */
static bool try_level(tmiCoulombRun *run) {
    double violation = 1.0;
    expect(run);
    memset(run->slip, 0, (size_t)run->count * sizeof *run->slip);
    tmi_coulomb_guess(run, run->centre, run->u, 0.5);
    tmi_coulomb_set_penalty(run, TMI_COULOMB_PENALTY * run->stiffness);
    for (int round = 0; round < LEVEL_ROUNDS; round++) {
        double left = tmi_coulomb_newton(run, true, round == 0, LEVEL_STEPS), before = violation;
        violation = left <= NEAR_SETTLED ? tmi_coulomb_look(run, run->lambda) : 1.0;
        if (is_good(run)) {
            return true;
        }
        if (!(violation < LEVEL_NEAR) || (round > 0 && !(violation < 0.1 * before))) {
            break;
        }
        memcpy(run->centre, run->lambda, row_bytes(run));
        tmi_coulomb_take_slips(run, run->u);
    }
    return run->info.residual < LEVEL_NEAR && law_from(run, run->best, LEVEL_ROUNDS);
}

static bool try_sweeps(tmiCoulombRun *run, const double *start) {
    double next = SWEPT_NEAR;
    tmi_coulomb_begin_sweeps(run, start);
    for (int32_t k = 0; k < SWEEPS; k += SWEEPS_LOOK) {
        tmi_coulomb_sweep(run, SWEEPS_LOOK);
        double violation = tmi_coulomb_look(run, run->swept);
        if (is_good(run)) {
            return true;
        }
        if (violation < next) {
            next = 0.1 * violation;
            if (law_from(run, run->swept, STEPS_SWEPT)) {
                return true;
            }
        }
    }
    return false;
}

static bool try_interior(tmiCoulombRun *run, const double *start) {
    memcpy(run->centre, start, row_bytes(run));
    expect(run);
    tmi_coulomb_take_slips(run, run->u);
    bool fresh = true, arrived = true;
    for (double stop = PATH_STOP; arrived && stop >= PATH_LAST && !run->info.spent; stop *= 1e-2) {
        tmi_coulomb_set_penalty(run, TMI_COULOMB_PENALTY * run->stiffness);
        arrived = tmi_coulomb_interior(run, fresh, stop);
        memcpy(run->xt, run->x, motion_bytes(run));
        memcpy(run->kept, run->lambda, row_bytes(run));
        double *x = run->expected; /* kept aside: where the path is */
        memcpy(x, run->x, motion_bytes(run));
        double violation = tmi_coulomb_look(run, run->lambda);
        memcpy(run->centre, run->lambda, row_bytes(run));
        if (is_good(run) || (violation < PATH_NEAR && tmi_coulomb_law(run, STEPS_INTERIOR))) {
            return true;
        }
        fresh = false;
        expect(run);
    }
    return false;
}

/* ---- Proximal points ------------------------------------------------------------------------- */

/* Where a step did not settle: sweeps from the centre, which they move. */
static void sweep_centre(tmiCoulombRun *run) {
    tmi_coulomb_begin_sweeps(run, run->centre);
    tmi_coulomb_sweep(run, NEAR_SWEEPS);
    tmi_coulomb_look(run, run->swept);
    take_look(run, run->swept);
}

/* The law with a small penalty around the centre, for which Newton's method mostly settles; its
 * answer is the next centre. */
static bool try_near(tmiCoulombRun *run) {
    double kappa = NEAR_PENALTY, tried = 1.0;
    tmi_coulomb_look(run, run->best);
    take_look(run, run->best);
    for (int32_t k = 0; k < NEAR_ROUNDS && !run->info.spent; k++) {
        int32_t before = run->info.factorisations;
        tmi_coulomb_set_penalty(run, kappa);
        double left = tmi_coulomb_newton(run, false, false, NEAR_STEPS);
        if (!(left <= NEAR_SETTLED)) {
            sweep_centre(run);
            kappa = kappa > NEAR_PENALTY_MIN ? 0.25 * kappa : kappa;
            continue;
        }
        double violation = tmi_coulomb_look(run, run->lambda);
        take_look(run, run->lambda);
        bool easy = run->info.factorisations - before <= NEAR_EASY;
        kappa *= easy && kappa < NEAR_PENALTY_MAX * run->stiffness ? 4.0 : 1.0;
        if (is_good(run)) {
            return true;
        }
        if (violation < 0.2 * tried || k % NEAR_TRIED == NEAR_TRIED - 1) {
            tried = violation;
            memcpy(run->kept, run->centre, row_bytes(run));
            if (tmi_coulomb_law(run, STEPS_NEAR)) {
                return true;
            }
            tmi_coulomb_look(run, run->kept);
            take_look(run, run->kept);
        }
    }
    return false;
}

/* ---- All of them ----------------------------------------------------------------------------- */

static bool is_zero(const double *values, int32_t count) {
    for (int32_t k = 0; k < count; k++) {
        if (values[k] != 0.0) {
            return false;
        }
    }
    return true;
}

static tmStatus run_methods(tmiCoulombRun *run) {
    double *start = tmi_arena_alloc(run->arena, (size_t)(run->count * run->rows), sizeof *start);
    if (!start) {
        return TM_ERR_MEMORY;
    }
    memcpy(start, run->centre, row_bytes(run));
    if (tmi_coulomb_look(run, start) <= VERIFIED) {
        return TM_OK;
    }
    bool cold = is_zero(start, run->count * run->rows);
    tmStatus status = tmi_coulomb_analyse(run);
    if (status != TM_OK) {
        return status;
    }
    bool done = cold ? try_level(run) : law_from(run, start, STEPS_WARM) || try_sweeps(run, start);
    if (!done && !try_interior(run, start)) {
        try_near(run);
    }
    /* The last digits: of sets that are known they cost one factor. */
    if (is_good(run) && run->info.residual > VERIFIED) {
        law_from(run, run->best, STEPS_POLISH);
    }
    return TM_OK;
}

tmStatus tmi_coulomb_solve(const tmiCoulombProblem *problem, tmiArena *arena, int32_t budget,
                           double *impulse, tmiCoulombInfo *info) {
    bool shaped = problem && ((problem->dof == 3 && problem->rows == 2) ||
                              (problem->dof == 6 && problem->rows == 3));
    if (!shaped || problem->count < 0 || problem->body_count < 0 || !arena || !info || budget < 0) {
        return TM_ERR_ARGUMENT;
    }
    *info = (tmiCoulombInfo){0};
    if (problem->count == 0) {
        return TM_OK;
    }
    if (!problem->bodies || !problem->across || !problem->b || !problem->friction || !impulse ||
        (problem->body_count > 0 && !problem->yields)) {
        return TM_ERR_ARGUMENT;
    }
    tmiArenaMark mark = tmi_arena_mark(arena);
    tmiCoulombRun run = {.problem = problem,
                         .arena = arena,
                         .dof = problem->dof,
                         .rows = problem->rows,
                         .bodies = problem->body_count,
                         .count = problem->count,
                         .budget = budget > 0 ? budget : TMI_COULOMB_BUDGET,
                         .info = {.residual = INFINITY}};
    double *work = tmi_arena_alloc(arena, tmi_coulomb_residual_work(problem), sizeof *work);
    tmStatus status = work ? tmi_coulomb_set_up(&run, impulse) : TM_ERR_MEMORY;
    status = status == TM_OK ? run_methods(&run) : status;
    if (status == TM_OK) {
        tmi_coulomb_give(&run, impulse);
        run.info.residual = tmi_coulomb_residual(problem, impulse, work);
        *info = run.info;
        status = info->residual <= TMI_COULOMB_ACCEPT ? TM_OK : TM_ERR_NOT_CONVERGED;
    }
    tmi_arena_release(arena, mark);
    return status;
}
