/* plan.c: the public plan: how it is made and destroyed, its moves, and what it can be asked. */
#include "analyse/kinematics/plan/plan_private.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

tmPlanDef tm_plan_def_default(void) {
    return (tmPlanDef){.stamp = TMI_STAMP_PLAN,
                       .method = TM_PLAN_MIXED,
                       .tolerance = 1e-11,
                       .max_iterations = 50,
                       .watch = true};
}

static tmStatus check_def(const tmPlanDef *def) {
    if (def->stamp != TMI_STAMP_PLAN) {
        return TM_ERR_DEF;
    }
    bool good = def->input_count >= 0 && (def->inputs || def->input_count == 0) &&
                def->tolerance > 0.0 && def->tolerance < 1.0 && def->max_iterations > 0 &&
                (def->method == TM_PLAN_MIXED || def->method == TM_PLAN_NEWTON) &&
                (def->on_break == TM_BREAK_LIMIT || def->on_break == TM_BREAK_SEARCH ||
                 def->on_break == TM_BREAK_STRETCH);
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
    made->limits.max_iterations = def->max_iterations;
    made->on_break = def->on_break;
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
        tmi_routes_clear(plan->routes.list, plan->routes.count);
        tmi_program_clear(&plan->stretch.variant.program);
        tmi_arena_clear(&plan->arena);
        tmi_free(plan->allocator, plan, sizeof *plan);
    }
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* A start pose does not show whole turns. The first move counts its angles from the turn nearest to
 * what it asks for. Where pairs count turns that would be another motion. */
static void count_turns(tmPlan *plan, const double *values) {
    for (int32_t e = 0; e < plan->graph.edge_count; e++) {
        const tmiEdge *edge = &plan->graph.edges[e];
        if (edge->known == TMI_KNOWN_INPUT && edge->kind == TMI_EDGE_PIN) {
            double *value = &plan->good.values[edge->input];
            *value += TMI_TWO_PI * floor((values[edge->input] - *value) / TMI_TWO_PI + 0.5);
        }
    }
}

/* Handles a move that does not arrive ([ME] 3.3.5: limit, search, stretch); plan->good.poses are
 * those of the break, the saved ones those before the move. */
static tmMove apply_policy(tmPlan *plan, const double *values, tmMove outcome, tmSolveInfo *info) {
    if (plan->on_break == TM_BREAK_LIMIT || outcome == TM_MOVE_INCONSISTENT) {
        tmi_plan_restore(plan);
    }
    if (plan->on_break == TM_BREAK_STRETCH) {
        plan->stretch.is_shown = tmi_plan_stretch(plan, values, info);
        return plan->stretch.is_shown ? TM_MOVE_STRETCHED : outcome;
    }
    return outcome;
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
    if (plan->fresh && !plan->turns.are_counted) {
        count_turns(plan, values);
    }
    plan->fresh = false;
    tmSolveInfo unwanted;
    tmSolveInfo *result = info ? info : &unwanted;
    tmMove outcome = tmi_plan_go(plan, values, result);
    if (outcome == TM_MOVE_DONE) {
        plan->stretch.is_shown = false;
    } else {
        outcome = apply_policy(plan, values, outcome, result);
    }
    result->outcome = outcome;
    tmi_tails_follow(&plan->graph.tails, plan->mechanism, plan->good.poses);
    tmi_tails_keep(&plan->graph.tails, plan->good.poses);
    if (plan->graph.pairs.count > 0) {
        tmi_plan_show_winds(plan);
    }
    return TM_OK;
}

void tmi_plan_show_winds(const tmPlan *plan) {
    if (plan->stretch.is_shown) {
        tmi_pairs_load(&plan->graph.pairs, plan->stretch.winds);
    } else {
        tmi_pairs_return(&plan->graph.pairs);
    }
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
    const tmiPlanarJoint *joint = &m->joints[edge->joint];
    tmiFeaturePose p[2];
    for (int i = 0; i < 2; i++) {
        const tmiPlanarFeature *f = &m->features[joint->features[i]];
        p[i] = tmi_feature_pose(f, poses[f->body]);
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
        const tmiPlanarFeature *f = &m->features[plan->graph.drags[i].feature];
        tmiFeaturePose p = tmi_feature_pose(f, poses[f->body]);
        values[plan->graph.drags[i].input] = p.x;
        values[plan->graph.drags[i].input + 1] = p.y;
    }
}

/* How far plan->tried.poses is from the value of an input that is not read [m]. */
static double idle_gap(const tmPlan *plan, const tmiEdge *edge, const double *values) {
    double now = measure_edge(plan, edge, plan->tried.poses), wanted = values[edge->input];
    if (edge->kind != TMI_EDGE_PIN) {
        return fabs(now - wanted) - TMI_COORDINATE_ROUNDINGS * fabs(wanted);
    }
    double c, s, wanted_c, wanted_s; /* whole turns do not count */
    tmi_sincos(now, &s, &c);
    tmi_sincos(wanted, &wanted_s, &wanted_c);
    return plan->graph.size * tmi_hypot(c - wanted_c, s - wanted_s);
}

double tmi_plan_idle_gap(const tmPlan *plan, const double *values) {
    double max = 0.0;
    for (int32_t i = 0; i < plan->routes.active->stage_count; i++) {
        const tmiStage *stage = &plan->routes.active->stages[i];
        for (int32_t k = 0; k < stage->active->idle_count; k++) {
            double gap = idle_gap(plan, &stage->graph.edges[stage->active->idle[k]], values);
            max = gap <= max ? max : gap - gap == 0.0 ? gap : INFINITY;
        }
    }
    return max;
}

void tmi_plan_unwrap(const tmPlan *plan, double *values) {
    for (int32_t e = 0; plan->turns.are_counted && e < plan->graph.edge_count; e++) {
        const tmiEdge *edge = &plan->graph.edges[e];
        if (edge->known == TMI_KNOWN_INPUT && edge->kind == TMI_EDGE_PIN) {
            values[edge->input] = tmi_unwrap(values[edge->input], plan->good.values[edge->input]);
        }
    }
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
    tmi_plan_measure(plan, tm_plan_poses(plan), values);
    tmi_plan_unwrap(plan, values);
    return TM_OK;
}

const tmPose *tm_plan_poses(const tmPlan *plan) {
    return !plan ? NULL : plan->stretch.is_shown ? plan->stretch.poses : plan->good.poses;
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
    const tmiPlanarFeature *f = &plan->mechanism->features[slot];
    tmiFeaturePose p = tmi_feature_pose(f, tm_plan_poses(plan)[f->body]);
    *x = p.x;
    *y = p.y;
    return TM_OK;
}

tmStatus tm_plan_gap(const tmPlan *plan, tmJointId joint, double *gap) {
    if (!plan || !gap) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    int32_t slot = tmi_id_pool_slot(&plan->mechanism->joint_ids, joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    const tmiPlanarJoint *found = tmi_pairs_find(&plan->graph.pairs, slot);
    found = found ? found : &plan->mechanism->joints[slot];
    *gap = tmi_joint_opening_at(plan->mechanism, found, tm_plan_poses(plan), plan->graph.size);
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
        mechanism->bodies[i].pose = tm_plan_poses(plan)[i];
    }
    for (int32_t i = 0; i < plan->graph.pairs.count; i++) {
        memcpy(mechanism->joints[plan->graph.pairs.slots[i]].pair->wind,
               plan->graph.pairs.joints[i].pair->wind, sizeof(tmiWinds));
    }
    return TM_OK;
}

int32_t tm_plan_unknowns(const tmPlan *plan) {
    int32_t sum = 0;
    for (int32_t i = 0; plan && i < plan->routes.list->stage_count; i++) {
        const tmiStageVariant *v = plan->routes.list->stages[i].variants;
        sum += v->guess_count + (v->chained ? v->chains.rod_count : v->newton.unknowns);
    }
    return sum;
}

int32_t tm_plan_equations(const tmPlan *plan) {
    int32_t sum = 0;
    for (int32_t i = 0; plan && i < plan->routes.list->stage_count; i++) {
        const tmiStageVariant *v = plan->routes.list->stages[i].variants;
        sum += v->guess_count + (v->chained ? 2 * v->chains.chain_count : v->newton.rows);
    }
    return sum;
}
