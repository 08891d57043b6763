/* plan.c: the public plan: its life, its moves, and what a failed move means. */
#include "analyse/kinematics/plan.h"

#include <math.h>
#include <string.h>

/* Steps on the way to an input that cannot be reached at once: how many, and how small before the
 * way counts as ended [1]. */
#define TRIES_MOST 300
#define STEP_LEAST 1e-12

tmPlanDef tm_plan_def_default(void) {
    return (tmPlanDef){
        .stamp = TMI_STAMP_PLAN, .method = TM_PLAN_MIXED, .tolerance = 1e-11, .iteration_most = 50};
}

static tmStatus check_def(const tmPlanDef *def) {
    if (def->stamp != TMI_STAMP_PLAN) {
        return TM_ERR_DEF;
    }
    bool good = def->input_count >= 0 && (def->inputs || def->input_count == 0) &&
                def->tolerance > 0.0 && def->tolerance < 1.0 && def->iteration_most > 0 &&
                (def->method == TM_PLAN_MIXED || def->method == TM_PLAN_NEWTON);
    return good ? TM_OK : TM_ERR_ARGUMENT;
}

tmStatus tm_plan_create(const tmMechanism *mechanism, const tmPlanDef *def, tmPlan **plan) {
    if (!plan) {
        return TM_ERR_ARGUMENT;
    }
    *plan = NULL;
    if (!mechanism || !def) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = check_def(def);
    if (status != TM_OK) {
        return status;
    }
    tmPlan *made = tmi_alloc_zero(mechanism->allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = mechanism->allocator;
    made->mechanism = mechanism;
    made->edits = mechanism->edits;
    made->iteration_most = def->iteration_most;
    tmi_arena_init(&made->arena, made->allocator);
    status = tmi_plan_make(made, def);
    if (status != TM_OK) {
        tm_plan_destroy(made);
        return status;
    }
    *plan = made;
    return TM_OK;
}

void tm_plan_destroy(tmPlan *plan) {
    if (plan) {
        tmi_routes_clear(plan->routes, plan->route_count);
        tmi_arena_clear(&plan->arena);
        tmi_free(plan->allocator, plan, sizeof *plan);
    }
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* Returns to the poses and values that were saved. A plan that guesses nothing has kept its sides;
 * they could not be read off here, since its small nodes were not gathered. */
static void restore(tmPlan *plan) {
    memcpy(plan->poses, plan->saved, sizeof(tmPose) * (size_t)plan->graph.node_count);
    memcpy(plan->good_values, plan->saved_values, sizeof(double) * (size_t)plan->graph.value_count);
    if (plan->guesses) {
        tmi_plan_follow(plan);
    }
}

static bool try_part(tmPlan *plan, const double *values, double part, tmSolveInfo *info) {
    for (int32_t k = 0; k < plan->graph.value_count; k++) {
        plan->trial_values[k] = plan->saved_values[k] + part * (values[k] - plan->saved_values[k]);
    }
    return tmi_plan_try(plan, plan->trial_values, info) == TM_MOVE_DONE;
}

/* The direct try failed: goes towards the values in steps, halved where they fail. It arrives, or
 * it comes to a last place beyond which nothing is found however small the step: that is a fold,
 * and is located. If not even the start can be solved the joints contradict each other. Unless it
 * arrives all is as before. */
static tmMove go_in_steps(tmPlan *plan, const double *values, tmSolveInfo *info) {
    memcpy(plan->saved, plan->poses, sizeof(tmPose) * (size_t)plan->graph.node_count);
    memcpy(plan->saved_values, plan->good_values, sizeof(double) * (size_t)plan->graph.value_count);
    tmSolveInfo found = *info;
    double at = 0.0, step = 1.0;
    if (!try_part(plan, values, 0.0, &found)) {
        restore(plan);
        return TM_MOVE_INCONSISTENT;
    }
    for (int tries = 0; tries < TRIES_MOST && at < 1.0 && step > STEP_LEAST; tries++) {
        step = step < 1.0 - at ? step : 1.0 - at;
        double next = at + step < 1.0 ? at + step : 1.0;
        if (try_part(plan, values, next, &found)) {
            tmi_plan_accept(plan, next < 1.0 ? plan->trial_values : values);
            at = next;
            step *= 2.0;
        } else {
            step *= 0.5;
        }
    }
    info->reached = at;
    if (at == 1.0) {
        info->residual = found.residual;
        info->miss = found.miss;
        return TM_MOVE_DONE;
    }
    restore(plan);
    return step > STEP_LEAST ? TM_MOVE_NOT_CONVERGED : TM_MOVE_FOLD;
}

tmStatus tm_plan_move(tmPlan *plan, const double *values, tmSolveInfo *info) {
    if (!plan || (!values && plan->graph.value_count > 0)) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    for (int32_t i = 0; i < plan->graph.value_count; i++) {
        if (!(values[i] - values[i] == 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    tmSolveInfo result;
    tmMove outcome = tmi_plan_try(plan, values, &result);
    if (outcome == TM_MOVE_DONE) {
        result.reached = 1.0;
        tmi_plan_accept(plan, values);
    } else {
        outcome = go_in_steps(plan, values, &result);
    }
    result.outcome = outcome;
    if (info) {
        *info = result;
    }
    return TM_OK;
}

void tm_plan_reset(tmPlan *plan) {
    if (plan) {
        tmi_plan_start(plan);
    }
}

/* ---- What can be asked --------------------------------------------------------------------- */

/* The angle or displacement at the joint of an edge that an input drives. */
static double measure_edge(const tmPlan *plan, const tmiEdge *edge, const tmPose *poses) {
    const tmMechanism *m = plan->mechanism;
    const tmiJoint *joint = &m->joints[edge->joint];
    tmiPlace p[2];
    for (int i = 0; i < 2; i++) {
        const tmiFeature *f = &m->features[joint->features[i]];
        p[i] = tmi_feature_place(f, poses[f->body]);
    }
    return edge->kind == TMI_EDGE_PIN
               ? tmi_atan2(p[0].c * p[1].s - p[0].s * p[1].c, p[0].c * p[1].c + p[0].s * p[1].s)
               : p[0].c * (p[1].x - p[0].x) + p[0].s * (p[1].y - p[0].y);
}

void tmi_plan_measure(const tmPlan *plan, const tmPose *poses, double *values) {
    const tmMechanism *m = plan->mechanism;
    for (int32_t e = 0; e < plan->graph.edge_count; e++) {
        const tmiEdge *edge = &plan->graph.edges[e];
        if (edge->known == TMI_KNOWN_INPUT) {
            values[edge->input] = measure_edge(plan, edge, poses);
        }
    }
    for (int32_t i = 0; i < plan->graph.drag_count; i++) {
        const tmiFeature *f = &m->features[plan->graph.drags[i].feature];
        tmiPlace p = tmi_feature_place(f, poses[f->body]);
        values[plan->graph.drags[i].input] = p.x;
        values[plan->graph.drags[i].input + 1] = p.y;
    }
}

/* How far an input that is not read is from its value in plan->tried [m]. */
static double idle_gap(const tmPlan *plan, const tmiEdge *edge, const double *values) {
    double now = measure_edge(plan, edge, plan->tried), wanted = values[edge->input];
    if (edge->kind != TMI_EDGE_PIN) {
        return fabs(now - wanted) - TMI_COORDINATE_ROUNDINGS * fabs(wanted);
    }
    double c, s, wanted_c, wanted_s; /* whole turns do not count */
    tmi_sincos(now, &s, &c);
    tmi_sincos(wanted, &wanted_s, &wanted_c);
    return plan->graph.size * tmi_hypot(c - wanted_c, s - wanted_s);
}

double tmi_plan_idle_gap(const tmPlan *plan, const double *values) {
    double most = 0.0;
    for (int32_t i = 0; i < plan->active->stage_count; i++) {
        const tmiStage *stage = &plan->active->stages[i];
        for (int32_t k = 0; k < stage->active->idle_count; k++) {
            double gap = idle_gap(plan, &stage->graph.edges[stage->active->idle[k]], values);
            most = gap <= most ? most : gap - gap == 0.0 ? gap : INFINITY;
        }
    }
    return most;
}

int32_t tm_plan_value_count(const tmPlan *plan) {
    return plan ? plan->graph.value_count : 0;
}

tmStatus tm_plan_values(const tmPlan *plan, double *values) {
    if (!plan || !values) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    tmi_plan_measure(plan, plan->poses, values);
    return TM_OK;
}

const tmPose *tm_plan_poses(const tmPlan *plan) {
    return plan ? plan->poses : NULL;
}

tmStatus tm_plan_point(const tmPlan *plan, tmFeatureId feature, double *x, double *y) {
    if (!plan || !x || !y) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    int32_t slot = tmi_id_pool_slot(&plan->mechanism->feature_ids, feature.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    const tmiFeature *f = &plan->mechanism->features[slot];
    tmiPlace p = tmi_feature_place(f, plan->poses[f->body]);
    *x = p.x;
    *y = p.y;
    return TM_OK;
}

tmStatus tm_plan_commit(const tmPlan *plan, tmMechanism *mechanism) {
    if (!plan || plan->mechanism != mechanism) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != mechanism->edits) {
        return TM_ERR_STALE;
    }
    for (int32_t i = 1; i < plan->graph.body_count; i++) {
        mechanism->bodies[i].pose = plan->poses[i];
    }
    return TM_OK;
}

int32_t tm_plan_unknowns(const tmPlan *plan) {
    int32_t sum = 0;
    for (int32_t i = 0; plan && i < plan->routes->stage_count; i++) {
        const tmiVariant *v = plan->routes->stages[i].variants;
        sum += v->guess_count + (v->chained ? v->chains.rod_count : v->newton.unknowns);
    }
    return sum;
}

int32_t tm_plan_equations(const tmPlan *plan) {
    int32_t sum = 0;
    for (int32_t i = 0; plan && i < plan->routes->stage_count; i++) {
        const tmiVariant *v = plan->routes->stages[i].variants;
        sum += v->guess_count + (v->chained ? 2 * v->chains.chain_count : v->newton.rows);
    }
    return sum;
}
