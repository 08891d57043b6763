/* system_trammel.c: Trammel through its public interface: both of its methods, the sweep that
 * computes many frames in one call, and moves that are watched. The others look, as their peers do,
 * at the frames alone, not at what lies between them. */
#include "system.h"

#include <math.h>
#include <stdlib.h>

#define SWEEP_MAX 512 /* frames in one call */

typedef struct State {
    const Linkage *linkage;
    tmMechanism *mechanism;
    tmPlan *plan;
    double sense; /* the input is sense * angle + offset: a joint may have its ends swapped */
    double offset;
    double *poses; /* of a sweep: all bodies, all frames of the call */
    int swept;     /* frames of the last call */
    int certified; /* frames since frame 0 */
} State;

static void destroy(void *state) {
    State *s = state;
    if (s) {
        tm_plan_destroy(s->plan);
        tm_mechanism_destroy(s->mechanism);
        free(s->poses);
        free(s);
    }
}

static void *create(const Linkage *linkage, tmPlanMethod method, bool watch) {
    State *s = linkage_take(1, sizeof *s);
    tmJointId driver = {0};
    double value = 0.0;
    s->linkage = linkage;
    tmStatus status = linkage_build(linkage, &s->mechanism, &driver);
    status = status == TM_OK ? linkage_plan(s->mechanism, driver, method, watch, &s->plan) : status;
    status = status == TM_OK ? tm_plan_values(s->plan, &value) : status;
    if (status != TM_OK) {
        destroy(s);
        return NULL;
    }
    s->sense = linkage->joints[linkage->driver].feature[1] == linkage->pivot ? 1.0 : -1.0;
    s->offset = value - s->sense * linkage->bodies[linkage->crank].angle;
    return s;
}

static void *create_mixed(const Linkage *linkage) {
    return create(linkage, TM_PLAN_MIXED, false);
}

static void *create_watched(const Linkage *linkage) {
    return create(linkage, TM_PLAN_MIXED, true);
}

static void *create_newton(const Linkage *linkage) {
    return create(linkage, TM_PLAN_NEWTON, false);
}

static int frames(void *state, const double *angles, int first, int last) {
    State *s = state;
    int failures = 0;
    if (first == 0) {
        tm_plan_reset(s->plan);
        s->certified = 0;
    }
    for (int i = first; i < last; i++) {
        double value = s->sense * angles[i] + s->offset;
        tmSolveInfo info;
        tmStatus status = tm_plan_move(s->plan, &value, &info);
        bool done = status == TM_OK && info.outcome == TM_MOVE_DONE;
        failures += !done;
        s->certified += done && info.proof == TM_PROOF_WHOLE;
    }
    return failures;
}

static int certified(void *state) {
    return ((State *)state)->certified;
}

static void points(void *state, LinkagePoint *to) {
    State *s = state;
    linkage_points(s->linkage, tm_plan_poses(s->plan), to);
}

static void counts(void *state, int *unknowns, int *equations) {
    State *s = state;
    *unknowns = tm_plan_unknowns(s->plan);
    *equations = tm_plan_equations(s->plan);
}

static void *create_sweep(const Linkage *linkage) {
    State *s = create(linkage, TM_PLAN_MIXED, false);
    if (s && tm_plan_unknowns(s->plan) > 0) {
        destroy(s);
        return NULL;
    }
    if (s) {
        s->poses = linkage_take((size_t)linkage->body_count * 4 * SWEEP_MAX, sizeof *s->poses);
    }
    return s;
}

static int sweep(void *state, const double *angles, int first, int last) {
    State *s = state;
    double values[SWEEP_MAX];
    bool failed[SWEEP_MAX];
    int failures = 0;
    for (int at = first; at < last; at += s->swept) {
        s->swept = last - at < SWEEP_MAX ? last - at : SWEEP_MAX;
        for (int i = 0; i < s->swept; i++) {
            values[i] = s->sense * angles[at + i] + s->offset;
        }
        tmStatus status = tm_plan_sweep(s->plan, values, s->swept, NULL, s->linkage->body_count,
                                        s->poses, failed);
        for (int i = 0; i < s->swept; i++) {
            failures += status != TM_OK || failed[i];
        }
    }
    return failures;
}

static void sweep_points(void *state, LinkagePoint *to) {
    State *s = state;
    tmPose *last = linkage_take((size_t)s->linkage->body_count, sizeof *last);
    for (int b = 0; b < s->linkage->body_count; b++) {
        double part[4];
        for (int k = 0; k < 4; k++) {
            part[k] = s->poses[(4 * b + k) * s->swept + s->swept - 1];
        }
        last[b] = (tmPose){part[0], part[1], part[2], part[3]};
    }
    linkage_points(s->linkage, last, to);
    free(last);
}

const System system_trammel_sweep = {"trammel sweep", create_sweep, destroy, sweep,
                                     sweep_points,    counts,       NULL};
const System system_trammel_mixed = {"trammel mixed", create_mixed, destroy, frames,
                                     points,          counts,       NULL};
const System system_trammel_watched = {
    "trammel watched", create_watched, destroy, frames, points, counts, certified};
const System system_trammel_newton = {"trammel newton", create_newton, destroy, frames,
                                      points,           counts,        NULL};
