/* touch_impact.c: impacts at an instant ([HH] 4.3), by the laws of contact/impact through joints;
 * and series of impacts that have no end: what rebounds to less than gaps are worth, under the
 * acceleration that presses it, rests from now on. The impact is made again without restitution,
 * so that friction is that of the smaller impulse; to take the rebound away instead would leave
 * mu e v too much of it. */
#include "analyse/dynamics/sim/touch/touch_resolve.h"

#include <math.h>
#include <string.h>

/* A rebound to less than this part of the length, or than the tolerance, is the last of a series
 * [1]; ten times what gaps are known to. */
#define SERIES_ENDS (10.0 * TMI_TOUCH_MISSED)

/* Energy that an impact may bring by rounding errors, as part of what it moves [1]. */
#define STRIKE_DEPENDS 1e-11

/* ---- The law --------------------------------------------------------------------------------- */

typedef struct Law {
    const tmiTouchProblem *problem;
    tmiArena *arena;
    double *w, *friction;
} Law;

static void respond(void *user, const double *impulse, double *change) {
    const Law *law = user;
    int32_t n = 2 * law->problem->count;
    for (int32_t i = 0; i < n; i++) {
        change[i] = 0.0;
        for (int32_t j = 0; j < n; j++) {
            change[i] += law->problem->w[(ptrdiff_t)i * n + j] * impulse[j];
        }
    }
}

static tmStatus solve(void *user, const tmiImpactProblem *problem, double *impulse) {
    const Law *law = user;
    int32_t n = 2 * problem->count, all = 2 * law->problem->count;
    for (int32_t i = 0; i < n; i++) {
        int32_t row = 2 * problem->which[i / 2] + i % 2;
        law->friction[i / 2] = law->problem->friction[problem->which[i / 2]];
        for (int32_t j = 0; j < n; j++) {
            int32_t column = 2 * problem->which[j / 2] + j % 2;
            law->w[(ptrdiff_t)i * n + j] = law->problem->w[(ptrdiff_t)row * all + column];
        }
    }
    return tmi_impact_plane(problem, law->w, law->friction, law->arena, impulse);
}

/* Impulses of the problem with these coefficients of restitution. */
static tmStatus strike(tmSim *sim, const tmiTouchProblem *problem, const double *restitution,
                       double *impulse, tmiImpactInfo *info) {
    tmiArena *arena = &sim->touch->scratch;
    size_t n = 2 * (size_t)problem->count;
    Law law = {.problem = problem, .arena = arena};
    law.w = tmi_arena_alloc(arena, n * n, sizeof *law.w);
    law.friction = tmi_arena_alloc(arena, n, sizeof *law.friction);
    if (!law.w || !law.friction) {
        return TM_ERR_MEMORY;
    }
    const tmiImpact impact = {.count = problem->count,
                              .tangents = 1,
                              .before = problem->u,
                              .friction = problem->friction,
                              .restitution = restitution,
                              .law = (tmImpactLaw)sim->info.impact,
                              .order = (tmImpactOrder)sim->info.order,
                              .user = &law,
                              .respond = respond,
                              .solve = solve};
    return tmi_impact_solve(&impact, arena, impulse, info);
}

/* ---- The end of a series --------------------------------------------------------------------- */

/* Which of the points that were struck end a series: `low` of each. False: none. */
static tmStatus find_low(tmSim *sim, const tmiTouchProblem *problem, const double *after, bool *low,
                         double *fall, bool *any) {
    struct tmiTouch *touch = sim->touch;
    int32_t k = problem->count, *list = tmi_arena_alloc(&touch->scratch, (size_t)k, sizeof *list);
    double *force = tmi_arena_alloc(&touch->scratch, 4 * (size_t)k, sizeof *force);
    uint8_t *modes = tmi_arena_alloc(&touch->scratch, (size_t)k, sizeof *modes);
    double ends = sim->info.tolerance > SERIES_ENDS ? sim->info.tolerance : SERIES_ENDS;
    int32_t count = 0;
    *any = false;
    if (!list || !force || !modes) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < k; i++) {
        if (!(after[2 * i] > tmi_touch_still(touch))) {
            modes[count] = TMI_TOUCH_STICK;
            list[count++] = i;
        }
    }
    if (count == k) {
        return TM_OK;
    }
    tmiTouchProblem rest;
    double *all = force + 2 * k;
    tmStatus status = tmi_touch_take(sim, problem, list, count, &rest);
    status = status == TM_OK ? tmi_touch_modes(sim, &rest, modes, force) : status;
    if (status != TM_OK) {
        return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
    }
    memset(all, 0, 2 * (size_t)k * sizeof *all);
    for (int32_t i = 0; i < 2 * count; i++) {
        all[2 * list[i / 2] + i % 2] = force[i];
    }
    for (int32_t i = 0; i < k; i++) {
        double u = after[2 * i], a = problem->b[2 * i];
        for (int32_t j = 0; j < 2 * k; j++) {
            a += problem->w[(ptrdiff_t)(2 * i) * 2 * k + j] * all[j];
        }
        low[i] = u > tmi_touch_still(touch) && a < 0.0 && u * u <= -2.0 * a * ends * touch->length;
        fall[i] = low[i] ? 2.0 * u / -a : 0.0;
        *any = *any || low[i];
    }
    return TM_OK;
}

/* ---- At an instant --------------------------------------------------------------------------- */

/* y_end changes by impulses; the system stands there. */
static tmStatus apply(tmSim *sim, const tmiTouchRows *rows, const double *impulse) {
    tmiSystem *s = sim->system;
    double before = tmi_system_kinetic(s);
    tmi_touch_answer(sim, rows, impulse, tmi_system_velocities(s, sim->y_end));
    tmi_system_set_state(s, sim->y_end);
    sim->y_end[sim->n - 1] += tmi_system_kinetic(s) - before;
    return TM_OK;
}

/* Impulses that hold the rates of these rows at 0, added to `impulse`; u are the rates now. */
static tmStatus hold(tmSim *sim, const tmiTouchProblem *problem, const bool *held, const double *u,
                     double *impulse) {
    tmiArena *arena = &sim->touch->scratch;
    int32_t n = 2 * problem->count, m = 0;
    size_t size = (size_t)n;
    int32_t *chosen = tmi_arena_alloc(arena, size, sizeof *chosen);
    double *a = tmi_arena_alloc(arena, size * size + 2 * size, sizeof *a);
    double *work = tmi_arena_alloc(arena, tmi_least_norm_workspace(n, n), sizeof *work);
    int32_t *ints = tmi_arena_alloc(arena, tmi_least_norm_int_workspace(n, n), sizeof *ints);
    if (!chosen || !a || !work || !ints) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < n; i++) {
        bool still = fabs(u[i]) <= tmi_touch_still(sim->touch) && problem->friction[i / 2] > 0.0;
        if (held[i / 2] && (i % 2 == 0 || still)) {
            chosen[m++] = i;
        }
    }
    double *b = a + size * size, *x = b + size;
    for (int32_t i = 0; i < m; i++) {
        b[i] = -u[chosen[i]];
        for (int32_t j = 0; j < m; j++) {
            a[(ptrdiff_t)i * m + j] = problem->w[(ptrdiff_t)chosen[i] * n + chosen[j]];
        }
    }
    tmiLeastNormInfo info;
    tmStatus status =
        tmi_least_norm((tmiMatrix){a, m, m, m}, b, NULL, STRIKE_DEPENDS, work, ints, x, &info);
    for (int32_t i = 0; i < m && status == TM_OK; i++) {
        impulse[chosen[i]] += x[i];
    }
    return status;
}

static tmStatus rates_after(const tmiTouchProblem *problem, const double *impulse, double *u) {
    int32_t n = 2 * problem->count;
    for (int32_t i = 0; i < n; i++) {
        u[i] = problem->u[i];
        for (int32_t j = 0; j < n; j++) {
            u[i] += problem->w[(ptrdiff_t)i * n + j] * impulse[j];
        }
    }
    return TM_OK;
}

/* Makes the impact again so that low points end their series; impulse and u become those of it.
 * *held: they do. */
static tmStatus end_series(tmSim *sim, const tmiTouchProblem *problem, const double *restitution,
                           const bool *low, double *impulse, double *u, bool *held) {
    tmiArena *arena = &sim->touch->scratch;
    size_t k = (size_t)problem->count;
    double *e = tmi_arena_alloc(arena, 5 * k, sizeof *e);
    bool *rest = tmi_arena_alloc(arena, k, sizeof *rest);
    if (!e || !rest) {
        return TM_ERR_MEMORY;
    }
    double *again = e + k, *there = again + 2 * k;
    tmiImpactInfo info;
    for (size_t i = 0; i < k; i++) {
        e[i] = low[i] ? 0.0 : restitution[i];
        rest[i] = low[i] || !(u[2 * i] > tmi_touch_still(sim->touch));
    }
    tmStatus status = strike(sim, problem, e, again, &info);
    status = status == TM_OK ? rates_after(problem, again, there) : status;
    status = status == TM_OK ? hold(sim, problem, rest, there, again) : status;
    *held = status == TM_OK;
    if (status == TM_OK) {
        memcpy(impulse, again, 2 * k * sizeof *impulse);
        rates_after(problem, impulse, u);
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

/* An approach that is too slow to tell does not rebound. What rests is struck by the others: an
 * impact that passes through it has its restitution. */
static void list_restitution(const tmSim *sim, const tmiTouchPoint *points,
                             const tmiTouchProblem *problem, bool soft, double *restitution) {
    double slow = tmi_touch_slow(sim->touch), still = tmi_touch_still(sim->touch);
    for (int32_t i = 0; i < problem->count; i++) {
        double u = problem->u[2 * i];
        bool crawls = u >= -slow && u < -still;
        restitution[i] = soft || crawls ? 0.0 : points[problem->list[i]].restitution;
    }
}

/* Restitution less than asked for by more than this part [1] is reported. */
#define STRIKE_LESSENED 1e-6

/* The law gave less restitution, because all of it would gain energy: said of each two bodies. */
static tmStatus report_lessened(tmSim *sim, const tmiTouchProblem *problem,
                                const double *restitution, double part) {
    const struct tmiTouch *touch = sim->touch;
    int32_t last[2] = {-1, -1};
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < problem->count && status == TM_OK; i++) {
        const tmiTouchPoint *point = &touch->found.points[problem->list[i]];
        tmSimEvent event = {
            .kind = TM_SIM_EVENT_LESSENED,
            .time = sim->t_end,
            .joint = -1,
            .input = -1,
            .bodies = {touch->pieces[point->pieces[0]].body, touch->pieces[point->pieces[1]].body},
            .before = restitution[i],
            .after = part * restitution[i]};
        bool again = event.bodies[0] == last[0] && event.bodies[1] == last[1];
        if (part < 1.0 - STRIKE_LESSENED && restitution[i] > 0.0 && problem->u[2 * i] < 0.0 &&
            !again) {
            memcpy(last, event.bodies, sizeof last);
            sim->info.lessened++;
            status = tmi_sim_add_event(sim, &event);
        }
    }
    return status;
}

static tmStatus keep_hits(tmSim *sim, const tmiTouchProblem *problem, const double *impulse,
                          const double *u, const bool *low, const double *fall) {
    struct tmiTouch *touch = sim->touch;
    double slow = tmi_touch_slow(touch);
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < problem->count && status == TM_OK; i++) {
        const tmiTouchPoint *point = &touch->found.points[problem->list[i]];
        if (problem->u[2 * i] < -slow || impulse[2 * i] > 0.0 || low[i]) {
            status = tmi_touch_hit(sim, point, impulse[2 * i], problem->u[2 * i], u[2 * i],
                                   low[i] ? fall[i] : -1.0);
        }
    }
    return status;
}

tmStatus tmi_touch_strike(tmSim *sim, const tmiTouchRows *rows, const tmiTouchProblem *problem,
                          bool soft) {
    struct tmiTouch *touch = sim->touch;
    size_t k = (size_t)problem->count;
    double *restitution = tmi_arena_alloc(&touch->scratch, 6 * k, sizeof *restitution);
    double *all = tmi_arena_alloc(&touch->scratch, 2 * (size_t)rows->count, sizeof *all);
    bool *low = tmi_arena_alloc(&touch->scratch, k, sizeof *low), any, held = false;
    if (!restitution || !all || !low) {
        return TM_ERR_MEMORY;
    }
    double *impulse = restitution + k, *u = impulse + 2 * k, *fall = u + 2 * k;
    tmiImpactInfo info;
    memset(low, 0, k * sizeof *low);
    list_restitution(sim, touch->found.points, problem, soft, restitution);
    tmStatus status = strike(sim, problem, restitution, impulse, &info);
    status = status == TM_OK ? rates_after(problem, impulse, u) : status;
    sim->info.impacts++;
    status = status == TM_OK ? report_lessened(sim, problem, restitution, info.part) : status;
    status = status == TM_OK ? find_low(sim, problem, u, low, fall, &any) : status;
    if (status == TM_OK && any) {
        status = end_series(sim, problem, restitution, low, impulse, u, &held);
    }
    if (status == TM_OK && !held) {
        memset(low, 0, k * sizeof *low);
    }
    status = status == TM_OK ? keep_hits(sim, problem, impulse, u, low, fall) : status;
    memset(all, 0, 2 * (size_t)rows->count * sizeof *all);
    for (size_t i = 0; i < 2 * k; i++) {
        all[2 * problem->list[i / 2] + (int32_t)(i % 2)] = impulse[i];
    }
    return status == TM_OK ? apply(sim, rows, all) : status;
}

/* ---- Without collision ----------------------------------------------------------------------- */

/* The approach that picks modes, as part of the largest speed [1]. */
#define JAM_APPROACH 1e-6

/* Painlevé: no forces solve what presses. The impulse of an approach that is small picks the modes;
 * with these it is found from the true rates: it stops the slip, and nothing rebounds. */
tmStatus tmi_touch_jam(tmSim *sim, const tmiTouchRows *rows, const tmiTouchProblem *problem) {
    struct tmiTouch *touch = sim->touch;
    size_t k = (size_t)problem->count;
    int32_t n = 2 * problem->count;
    double *approach = tmi_arena_alloc(&touch->scratch, 3 * (size_t)n, sizeof *approach);
    double *all = tmi_arena_alloc(&touch->scratch, 2 * (size_t)rows->count, sizeof *all);
    int8_t *none = tmi_arena_alloc(&touch->scratch, k, sizeof *none);
    uint8_t *modes = tmi_arena_alloc(&touch->scratch, k, sizeof *modes);
    if (!approach || !all || !none || !modes) {
        return TM_ERR_MEMORY;
    }
    double *impulse = approach + n, most = 0.0;
    for (int32_t i = 0; i < n; i++) {
        const double *w = problem->w + (ptrdiff_t)i * n;
        bool normal = i % 2 == 0;
        bool jams =
            normal && (problem->b[i] < 0.0 || w[i] <= problem->friction[i / 2] * fabs(w[i + 1]));
        approach[i] = problem->u[i] - (jams ? JAM_APPROACH * touch->speed : 0.0);
        none[i / 2] = 0;
        modes[i / 2] = TMI_TOUCH_STICK;
    }
    tmiModeProblem plain = {.count = problem->count,
                            .w = problem->w,
                            .b = approach,
                            .friction = problem->friction,
                            .slip = none,
                            .tolerance = 1e-13 * touch->speed};
    tmStatus status = tmi_mode_solve(&plain, &touch->scratch, modes, impulse);
    plain.b = problem->u;
    status = status == TM_OK ? tmi_mode_forces(&plain, modes, &touch->scratch, impulse) : status;
    memset(all, 0, 2 * (size_t)rows->count * sizeof *all);
    for (int32_t i = 0; i < n && status == TM_OK; i++) {
        double change = fabs(impulse[i]) * problem->w[(ptrdiff_t)i * n + i];
        most = change > most ? change : most;
        all[2 * problem->list[i / 2] + i % 2] = impulse[i];
    }
    if (status != TM_OK || !(most >= tmi_touch_still(touch))) {
        return status == TM_OK ? TM_ERR_NOT_CONVERGED : status;
    }
    for (int32_t i = 0; i < problem->count && status == TM_OK; i++) {
        status = tmi_touch_hit(sim, &touch->found.points[problem->list[i]], impulse[2 * i],
                               problem->u[2 * i], 0.0, -1.0);
    }
    return status == TM_OK ? apply(sim, rows, all) : status;
}
