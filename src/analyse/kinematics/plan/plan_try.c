/* plan_try.c: one try to find the poses for given values: stage by stage, and each joint checked.
 */
#include "analyse/kinematics/plan/plan_private.h"

#include <math.h>
#include <string.h>

/* ---- Checks -------------------------------------------------------------------------------- */

/* Returns the largest gap of any pin in these poses beyond what the rounding errors of its own
 * coordinates explain; NaN when one is not a number [m]. */
static double max_pin_gap(const tmPlan *plan, const tmPose *poses) {
    double max = 0.0, doubt = 0.0;
    for (int32_t i = 0; i < plan->checks.pin_count; i++) {
        const tmiPinCheck *k = &plan->checks.pins[i];
        const tmPose *a = &poses[k->a];
        double bx = k->bx, by = k->by;
        if (i >= plan->checks.ground_pin_count) {
            const tmPose *b = &poses[k->b];
            bx = b->x + (b->c * k->bx - b->s * k->by);
            by = b->y + (b->s * k->bx + b->c * k->by);
        }
        double x = a->x + (a->c * k->ax - a->s * k->ay) - bx;
        double y = a->y + (a->s * k->ax + a->c * k->ay) - by;
        double gap = fabs(x) + fabs(y) - TMI_COORDINATE_ROUNDINGS * (fabs(bx) + fabs(by));
        doubt += gap - gap; /* NaN where the gap is, or is infinite */
        max = gap > max ? gap : max;
    }
    return max + doubt;
}

double tmi_plan_check(const tmPlan *plan) {
    double pins = max_pin_gap(plan, plan->tried.poses);
    double max = pins - pins == 0.0 ? pins : INFINITY;
    for (int32_t i = 0; i < plan->checks.other_count; i++) {
        double gap =
            tmi_joint_gap_at(plan->mechanism, &plan->mechanism->joints[plan->checks.others[i]],
                             plan->tried.poses, plan->graph.size);
        max = gap <= max ? max : gap - gap == 0.0 ? gap : INFINITY;
    }
    double pairs =
        tmi_pairs_gap(&plan->graph.pairs, plan->mechanism, plan->tried.poses, plan->graph.size);
    return pairs <= max ? max : pairs - pairs == 0.0 ? pairs : INFINITY;
}

/* Whether it is enough to look at the stage's directions and gaps; see check_route. */
static bool is_proven(const tmiStageVariant *v) {
    return v->proven && v->all_used && !v->numerical;
}

/* Returns the largest gap of any joint in plan->tried.poses, whose largest deviation of c^2 + s^2
 * from 1 is `stretch` [m].
 *
 * Every joint is checked from the poses, apart from the program, in the first move of a variant. In
 * the moves behind it a program of pins alone, each of them used by a closed form (none only
 * redundant), can fail in one way only: a closed form's point is not where both its links end. Then
 * a direction that was made from it is not a unit vector, because links are divided by their own
 * length; so it is enough to look at those, and at the gaps of double pins. Where they are too much
 * the joints decide: far from the origin the rounding errors of the coordinates make a direction
 * worse than its pins. */
static double check_route(tmPlan *plan, double stretch) {
    if (!(stretch <= TMI_UNIT_OFF_MAX)) {
        return INFINITY; /* no poses, or so large that every gap is within their rounding errors */
    }
    const tmiRoute *route = plan->routes.active;
    double max = stretch * plan->graph.size;
    bool enough = plan->checks.other_count == 0 && plan->graph.pairs.count == 0;
    for (int32_t i = 0; i < route->stage_count; i++) {
        const tmiStageVariant *v = route->stages[i].active;
        for (int32_t k = 0; k < v->emitter.gap_count; k++) {
            double gap = fabs(v->program.registers[v->emitter.gaps[k]]);
            max = gap <= max ? max : gap - gap == 0.0 ? gap : INFINITY;
        }
        enough &= is_proven(v);
    }
    if (!enough || !(max <= plan->limits.max_gap)) {
        max = tmi_plan_check(plan);
        for (int32_t i = 0; i < route->stage_count; i++) {
            route->stages[i].active->proven = max <= plan->limits.max_gap;
        }
    }
    return max;
}

/* ---- Stages -------------------------------------------------------------------------------- */

/* How far the only input goes; 0 where there is not one. */
static double step_to(const tmPlan *plan, const double *values) {
    return plan->graph.value_count == 1 ? values[0] - plan->good.values[0] : 0.0;
}

void tmi_plan_take_winds(const tmPlan *plan, const tmiStage *stage) {
    const tmiStageVariant *v = stage->active;
    if (stage->graph.pairs.count > 0) {
        tmi_emit_read_winds(&v->emitter, v->program.registers, 1);
        tmi_pairs_follow(&stage->graph.pairs, plan->mechanism, plan->tried.poses);
    }
}

/* Computes the stage by its active variant, from the last good move. */
static tmMove run_stage(tmPlan *plan, tmiStage *stage, const double *values, tmSolveInfo *info) {
    tmiStageVariant *v = stage->active;
    tmi_stage_load(stage, v, plan->tried.poses);
    if (stage->graph.pairs.count > 0) {
        tmi_pairs_return(&stage->graph.pairs);
        tmi_stage_recall(stage, v, plan->good.poses);
    }
    if (tmi_program_run(&v->program, 0, v->known_ops, values) >= 0) {
        return TM_MOVE_FOLD;
    }
    if (v->guess_count > 0) {
        int32_t iterations = 0;
        tmiGuessing guessed =
            tmi_variant_solve(v, values, plan->limits.iterate_to, plan->limits.max_iterations,
                              step_to(plan, values), plan->steps, &iterations);
        info->iterations += iterations;
        if (guessed != TMI_GUESS_DONE) {
            return guessed == TMI_GUESS_STUCK ? TM_MOVE_FOLD : TM_MOVE_NOT_CONVERGED;
        }
    }
    if (v->numerical) {
        tmMove moved = tmi_plan_run_newton(plan, stage, values, info);
        if (moved != TM_MOVE_DONE) {
            return moved;
        }
    }
    bool runs = v->closed_ops >= v->program.op_count ||
                tmi_program_run(&v->program, v->closed_ops, v->program.op_count, values) < 0;
    return runs ? TM_MOVE_DONE : TM_MOVE_FOLD;
}

/* The same with whichever variant gets there; the active one first. */
static tmMove try_stage(tmPlan *plan, tmiStage *stage, const double *values, tmSolveInfo *info) {
    tmMove first = run_stage(plan, stage, values, info);
    tmiStageVariant *before = stage->active;
    for (int32_t i = 0; first != TM_MOVE_DONE && i < stage->variant_count; i++) {
        stage->active = &stage->variants[i];
        if (stage->active != before) {
            tmi_stage_follow(stage, stage->active, plan->good.poses);
            if (run_stage(plan, stage, values, info) == TM_MOVE_DONE) {
                return TM_MOVE_DONE;
            }
        }
    }
    stage->active = first == TM_MOVE_DONE ? stage->active : before;
    return first;
}

static tmMove try_route(tmPlan *plan, const double *values, tmSolveInfo *info) {
    tmiRoute *route = plan->routes.active;
    double stretch = 0.0;
    bool idle = false;
    *info = (tmSolveInfo){.residual = INFINITY};
    for (int32_t i = 0; i < route->stage_count; i++) {
        tmMove moved = try_stage(plan, &route->stages[i], values, info);
        if (moved != TM_MOVE_DONE) {
            return moved;
        }
        double off = tmi_stage_store(&route->stages[i], plan->tried.poses);
        tmi_plan_take_winds(plan, &route->stages[i]);
        stretch = off <= stretch ? stretch : off;
        idle |= route->stages[i].active->idle_count > 0;
    }
    double gap = check_route(plan, stretch);
    double idle_gap = idle ? tmi_plan_idle_gap(plan, values) : 0.0;
    info->residual = idle_gap > gap ? idle_gap : gap;
    return info->residual <= plan->limits.max_gap ? TM_MOVE_DONE : TM_MOVE_INCONSISTENT;
}

/* Makes the variants of the route start from plan->good.poses. */
static void follow_route(tmPlan *plan, tmiRoute *route) {
    for (int32_t i = 0; i < route->stage_count; i++) {
        tmiStage *stage = &route->stages[i];
        for (int32_t k = 0; k < stage->variant_count; k++) {
            tmi_stage_follow(stage, &stage->variants[k], plan->good.poses);
        }
    }
}

tmMove tmi_plan_try(tmPlan *plan, const double *values, tmSolveInfo *info) {
    tmMove first = try_route(plan, values, info);
    if (first == TM_MOVE_DONE || plan->routes.count == 1) {
        return first;
    }
    tmSolveInfo other;
    tmiRoute *before = plan->routes.active;
    plan->routes.active = before == plan->routes.list ? &plan->routes.list[1] : plan->routes.list;
    follow_route(plan, plan->routes.active);
    if (try_route(plan, values, &other) == TM_MOVE_DONE) {
        *info = other;
        return TM_MOVE_DONE;
    }
    plan->routes.active = before;
    return first;
}

bool tmi_plan_quick(tmPlan *plan, const double *values, tmSolveInfo *info) {
    const tmiStage *stage = plan->routes.quick;
    const tmiStageVariant *v = stage ? stage->active : NULL;
    if (!v || !v->proven || tmi_program_run(&v->program, 0, v->program.op_count, values) >= 0) {
        return false;
    }
    double max = tmi_stage_store(stage, plan->tried.poses) * plan->graph.size;
    if (!(max <= plan->limits.max_gap)) {
        return false;
    }
    tmPose *poses = plan->good.poses;
    plan->good.poses = plan->tried.poses;
    plan->tried.poses = poses;
    for (int32_t i = 0; i < plan->graph.value_count; i++) {
        plan->good.values[i] = values[i];
    }
    *info = (tmSolveInfo){.residual = max, .reached = 1.0};
    return true;
}

/* ---- After a good try ---------------------------------------------------------------------- */

/* Leaves the route of the whole as soon as the stages can go on from here. */
static void return_to_stages(tmPlan *plan, const double *values) {
    for (int32_t i = 0; i < plan->routes.list->stage_count; i++) {
        if (!tmi_stage_choose(&plan->routes.list->stages[i], plan->good.poses, values,
                              plan->limits.tolerance)) {
            return;
        }
    }
    plan->routes.active = plan->routes.list;
}

void tmi_plan_accept(tmPlan *plan, const double *values) {
    tmPose *poses = plan->good.poses;
    plan->good.poses = plan->tried.poses;
    plan->tried.poses = poses;
    if (plan->graph.pairs.count > 0) {
        tmi_pairs_accept(&plan->graph.pairs);
    }
    double step = step_to(plan, values);
    if (plan->graph.value_count > 0) { /* without inputs `values` may be null */
        memcpy(plan->good.values, values, sizeof(double) * (size_t)plan->graph.value_count);
    }
    if (!plan->routes.guess) {
        return;
    }
    if (step != 0.0) {
        memmove(plan->steps + 1, plan->steps, sizeof *plan->steps * (TMI_RATES - 1));
        plan->steps[0] = step;
    }
    if (plan->routes.active != plan->routes.list) {
        return_to_stages(plan, values);
        return;
    }
    for (int32_t i = 0; i < plan->routes.list->stage_count; i++) {
        tmiStage *stage = &plan->routes.list->stages[i];
        tmi_variant_accept(stage->active, step);
        tmi_stage_change(stage, plan->good.poses, values, plan->limits.tolerance);
    }
}

void tmi_plan_follow(tmPlan *plan) {
    for (int32_t r = 0; r < plan->routes.count; r++) {
        follow_route(plan, &plan->routes.list[r]);
    }
}
