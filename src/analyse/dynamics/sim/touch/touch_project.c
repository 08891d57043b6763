/* touch_project.c: states whose closed contacts are closed: poses by the least motion that keeps
 * joints, velocities by the least change of kinetic energy that does. */
#include "analyse/dynamics/sim/touch/touch_private.h"

#include <math.h>
#include <string.h>

/* Steps of poses at most, the gap that counts as closed beside the rounding of coordinates, as part
 * of the length [1], and what depends on other rows. */
#define FIT_STEPS 6
#define FIT_CLOSED 1e-15
#define FIT_DEPENDS 1e-11

/* Rates below this part of the largest speed are left as they are [1]. */
#define FIT_STILL 1e-16

typedef struct Fit {
    tmSim *sim;
    tmiTouchRows rows;
    int32_t *chosen; /* rows … */
    int32_t count;   /* … and how many */
    double *wanted;  /* change of each */
    double *force;   /* of all rows */
} Fit;

/* Forces of the chosen rows of least norm that change their rates as wanted. */
static tmStatus solve(Fit *f) {
    tmiArena *arena = &f->sim->touch->scratch;
    int32_t n = 2 * f->rows.count, m = f->count;
    double *a = tmi_arena_alloc(arena, (size_t)m * (size_t)m + (size_t)m, sizeof *a);
    double *work = tmi_arena_alloc(arena, tmi_least_norm_workspace(m, m), sizeof *work);
    int32_t *ints = tmi_arena_alloc(arena, tmi_least_norm_int_workspace(m, m), sizeof *ints);
    if (!a || !work || !ints) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < m; i++) {
        for (int32_t j = 0; j < m; j++) {
            a[(ptrdiff_t)i * m + j] = f->rows.w[(ptrdiff_t)f->chosen[i] * n + f->chosen[j]];
        }
    }
    double *x = a + (ptrdiff_t)m * m;
    tmiLeastNormInfo info;
    tmStatus status =
        tmi_least_norm((tmiMatrix){a, m, m, m}, f->wanted, NULL, FIT_DEPENDS, work, ints, x, &info);
    memset(f->force, 0, (size_t)n * sizeof *f->force);
    for (int32_t i = 0; i < m && status == TM_OK; i++) {
        f->force[f->chosen[i]] = x[i];
    }
    return status;
}

static tmStatus make(Fit *f) {
    struct tmiTouch *touch = f->sim->touch;
    size_t n = 2 * (size_t)touch->now.closed;
    tmStatus status = tmi_touch_rows(f->sim, touch->now.points, touch->now.closed, &f->rows);
    f->chosen = tmi_arena_alloc(&touch->scratch, n, sizeof *f->chosen);
    f->wanted = tmi_arena_alloc(&touch->scratch, 2 * n, sizeof *f->wanted);
    f->force = f->wanted ? f->wanted + n : NULL;
    f->count = 0;
    return status == TM_OK && (!f->chosen || !f->wanted) ? TM_ERR_MEMORY : status;
}

static double max_gap(const tmSim *sim) {
    double max = 0.0;
    for (int32_t i = 0; i < sim->touch->now.closed; i++) {
        tmiEventRates rates;
        tmi_touch_rates(sim, &sim->touch->now.points[i], &rates);
        max = fabs(rates.gap) > max ? fabs(rates.gap) : max;
    }
    return max;
}

/* What coordinates are rounded by [m]. */
static double rounding(const tmSim *sim) {
    const tmiSystem *s = sim->system;
    double far = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        for (int32_t k = 0; k < 2; k++) {
            far = fabs(s->centres[i][k]) > far ? fabs(s->centres[i][k]) : far;
        }
    }
    return 2.0 * TMI_EPSILON * far;
}

static tmStatus close_once(tmSim *sim, double *y) {
    Fit f = {.sim = sim};
    tmStatus status = tmi_system_factor(sim->system, 0.0);
    status = status == TM_OK ? make(&f) : status;
    for (int32_t i = 0; i < f.rows.count && status == TM_OK; i++) {
        f.chosen[f.count] = 2 * i;
        f.wanted[f.count++] = -f.rows.rates[i].gap;
    }
    status = status == TM_OK ? solve(&f) : status;
    if (status == TM_OK) {
        tmi_touch_answer(sim, &f.rows, f.force, y); /* poses of the plane are added to */
        status = tmi_sim_close(sim, y);
    }
    return status;
}

/* Rates of normals, and of slips that stick. */
static tmStatus still_once(tmSim *sim, double *y) {
    Fit f = {.sim = sim};
    tmStatus status = make(&f);
    double max = 0.0;
    for (int32_t i = 0; i < 2 * f.rows.count && status == TM_OK; i++) {
        const tmiTouchPoint *point = &sim->touch->now.points[i / 2];
        if (i % 2 == 0 || (point->mode == TMI_TOUCH_STICK && point->friction > 0.0)) {
            f.chosen[f.count] = i;
            f.wanted[f.count++] = -f.rows.u[i];
            max = fabs(f.rows.u[i]) > max ? fabs(f.rows.u[i]) : max;
        }
    }
    if (status != TM_OK || max <= FIT_STILL * sim->touch->speed) {
        return status;
    }
    status = solve(&f);
    if (status == TM_OK) {
        tmi_touch_answer(sim, &f.rows, f.force, tmi_system_velocities(sim->system, y));
        tmi_system_set_state(sim->system, y);
    }
    return status;
}

tmStatus tmi_touch_fit(tmSim *sim, double *y) {
    struct tmiTouch *touch = sim->touch;
    if (!touch || touch->now.closed == 0) {
        return TM_OK;
    }
    tmiArenaMark mark = tmi_arena_mark(&touch->scratch);
    double enough = FIT_CLOSED * touch->length + rounding(sim), gap = max_gap(sim);
    tmStatus status = TM_OK;
    bool moved = false;
    for (int32_t i = 0; i < FIT_STEPS && status == TM_OK && gap > enough; i++) {
        double before = gap;
        status = close_once(sim, y);
        tmi_arena_release(&touch->scratch, mark);
        gap = max_gap(sim);
        moved = true;
        if (!(gap < 0.5 * before)) {
            break;
        }
    }
    if (moved && status == TM_OK) {
        status = tmi_system_factor(sim->system, 0.0);
        status = status == TM_OK ? tmi_system_still(sim->system, y, NULL) : status;
    }
    for (int32_t i = 0; i < 2 && status == TM_OK; i++) {
        status = still_once(sim, y);
        tmi_arena_release(&touch->scratch, mark);
    }
    return status;
}
