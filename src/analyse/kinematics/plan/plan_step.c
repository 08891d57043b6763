/* plan_step.c: parts of the way from the last good values to new ones: tried, kept, and undone when
 * they lead nowhere. */
#include "analyse/kinematics/plan/plan_private.h"

#include <math.h>
#include <string.h>

/* Steps on the way to an input that cannot be reached at once. */
#define TRIES_MAX 300

/* ---- State that a failed move gives back --------------------------------------------------- */

void tmi_plan_copy_sides(tmPlan *plan, double *side, bool save) {
    for (int32_t r = 0; r < plan->routes.count; r++) {
        for (int32_t i = 0; i < plan->routes.list[r].stage_count; i++) {
            const tmiStage *stage = &plan->routes.list[r].stages[i];
            for (int32_t k = 0; k < stage->variant_count; k++) {
                const tmiEmitter *e = &stage->variants[k].emitter;
                for (int32_t b = 0; b < e->branch_count; b++, side++) {
                    double *sign = &e->program->registers[e->branches[b].sign];
                    *(save ? side : sign) = *(save ? sign : side);
                }
            }
        }
    }
}

void tmi_plan_store(tmPlan *plan, const tmiPlanState *state) {
    memcpy(state->poses, plan->good.poses, sizeof(tmPose) * (size_t)plan->graph.node_count);
    if (plan->graph.value_count > 0) {
        memcpy(state->values, plan->good.values, sizeof(double) * (size_t)plan->graph.value_count);
    }
    tmi_pairs_return(&plan->graph.pairs);
    tmi_pairs_store(&plan->graph.pairs, state->winds);
    tmi_plan_copy_sides(plan, state->sides, true);
}

void tmi_plan_load(tmPlan *plan, const tmiPlanState *state) {
    memcpy(plan->good.poses, state->poses, sizeof(tmPose) * (size_t)plan->graph.node_count);
    if (plan->graph.value_count > 0) {
        memcpy(plan->good.values, state->values, sizeof(double) * (size_t)plan->graph.value_count);
    }
    tmi_pairs_load(&plan->graph.pairs, state->winds);
    tmi_pairs_accept(&plan->graph.pairs);
    if (plan->routes.guess) {
        tmi_plan_follow(plan);
    }
    tmi_plan_copy_sides(plan, state->sides, false);
    plan->drag.is_on_course = false;
}

void tmi_plan_begin(tmPlan *plan) {
    if (plan->graph.value_count > 0) {
        memcpy(plan->way.from, plan->good.values, sizeof(double) * (size_t)plan->graph.value_count);
    }
}

void tmi_plan_save(tmPlan *plan) {
    tmi_plan_store(plan, &plan->way.saved);
    tmi_plan_begin(plan);
}

void tmi_plan_restore(tmPlan *plan) {
    tmi_plan_load(plan, &plan->way.saved);
    plan->way.is_at_edge = plan->way.was_at_edge;
}

void tmi_plan_set_part(tmPlan *plan, const double *values, double part) {
    for (int32_t k = 0; k < plan->graph.value_count; k++) {
        double from = plan->way.from[k];
        plan->tried.values[k] = part < 1.0 ? from + part * (values[k] - from) : values[k];
    }
}

bool tmi_plan_try_part(tmPlan *plan, const double *values, double part, tmSolveInfo *info) {
    tmi_plan_set_part(plan, values, part);
    return tmi_plan_try(plan, plan->tried.values, info) == TM_MOVE_DONE;
}

/* ---- Without a proof ----------------------------------------------------------------------- */

double tmi_plan_creep(tmPlan *plan, const double *values, double at, double end, double step,
                      double longest, double leap, bool *stuck, tmSolveInfo *found) {
    for (int tries = 0; tries < TRIES_MAX && at < end && step > TMI_STEP_MIN;) {
        double next = at + step < end ? at + step : end;
        bool good =
            tmi_plan_try_part(plan, values, next, found) &&
            tmi_plan_distance(plan, plan->tried.poses, plan->good.poses) <= leap * plan->graph.size;
        tries += !(good && step == longest);
        if (good) {
            tmi_plan_accept(plan, plan->tried.values);
            at = next;
            step = 2.0 * step < longest ? 2.0 * step : longest;
        } else {
            step *= 0.5;
        }
    }
    *stuck = step <= TMI_STEP_MIN;
    return at;
}

/* ---- Memory of the direction --------------------------------------------------------------- */

void tmi_plan_remember(tmPlan *plan) {
    tmPose *poses = plan->way.before[1].poses;
    double *values = plan->way.before[1].values;
    plan->way.before[1].poses = plan->way.before[0].poses;
    plan->way.before[1].values = plan->way.before[0].values;
    plan->way.before[0].poses = poses;
    plan->way.before[0].values = values;
    memcpy(poses, plan->good.poses, sizeof(tmPose) * (size_t)plan->graph.node_count);
    memcpy(values, plan->good.values, sizeof(double) * (size_t)plan->graph.value_count);
    plan->way.before_count += plan->way.before_count < 2;
    plan->way.since = 0;
}

/* How many times the way from `older` to the present values goes into that to plan->tried.values;
 * 0 where they are not on one line. */
static double times_on(const tmPlan *plan, const double *older) {
    double dot = 0.0, square = 0.0, other = 0.0;
    for (int32_t k = 0; k < plan->graph.value_count; k++) {
        double way = plan->good.values[k] - older[k];
        double next = plan->tried.values[k] - plan->good.values[k];
        dot += way * next;
        square += way * way;
        other += next * next;
    }
    bool aligned = dot * dot > (1.0 - TMI_ALIGNED) * square * other;
    return square > 0.0 && aligned ? dot / square : 0.0;
}

bool tmi_plan_point_ahead(tmPlan *plan) {
    if (plan->way.before_count == 0) {
        return false;
    }
    const tmPose *older = plan->way.before[plan->way.before_count - 1].poses;
    double times = times_on(plan, plan->way.before[plan->way.before_count - 1].values);
    if (times == 0.0) {
        return false;
    }
    for (int32_t i = 0; i < plan->graph.node_count; i++) {
        tmPose *p = &plan->good.poses[i];
        double c = p->c + times * (p->c - older[i].c), s = p->s + times * (p->s - older[i].s);
        double inverse = 1.0 / tmi_hypot(c, s);
        *p = (tmPose){p->x + times * (p->x - older[i].x), p->y + times * (p->y - older[i].y),
                      c * inverse, s * inverse};
    }
    return true;
}

double tmi_plan_distance(const tmPlan *plan, const tmPose *a, const tmPose *b) {
    double max = 0.0, size = plan->graph.size;
    for (int32_t i = 0; i < plan->graph.node_count; i++) {
        double x = fabs(a[i].x - b[i].x), y = fabs(a[i].y - b[i].y);
        double c = size * fabs(a[i].c - b[i].c), s = size * fabs(a[i].s - b[i].s);
        max = x > max ? x : max;
        max = y > max ? y : max;
        max = c > max ? c : max;
        max = s > max ? s : max;
    }
    return max;
}
