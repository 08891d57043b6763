/* plan_make.c: makes a plan: its graph, its routes, its checks. */
#include "analyse/kinematics/plan/plan_private.h"

#include <math.h>
#include <string.h>

/* What a solution may be open by near a break [of the largest coordinate]: a few rounding errors.
 * With the usual tolerance it would be found far beyond a break, where joints are open by less than
 * that. */
#define STRICT_ROUNDINGS (16.0 * TMI_EPSILON)

static void add_pin(tmPlan *plan, const tmiPlanarFeature *a, const tmiPlanarFeature *b) {
    if (a->body == 0) {
        const tmiPlanarFeature *swap = a;
        a = b;
        b = swap;
    }
    plan->checks.pins[plan->checks.pin_count++] =
        (tmiPinCheck){a->body, b->body, a->x, a->y, b->x, b->y};
}

/* Joints that each move checks. Pins of two bodies are quick to check, those with the ground the
 * quickest; the rest go by their rows. */
static tmStatus make_checks(tmPlan *plan) {
    const tmMechanism *m = plan->mechanism;
    size_t joints = (size_t)m->joint_ids.count;
    plan->checks.pins = tmi_arena_alloc(&plan->arena, joints, sizeof *plan->checks.pins);
    plan->checks.others = tmi_arena_alloc(&plan->arena, joints, sizeof *plan->checks.others);
    if (!plan->checks.pins || !plan->checks.others) {
        return TM_ERR_MEMORY;
    }
    for (int ground = 1; ground >= 0; ground--) {
        for (int32_t i = 0; i < m->joint_ids.count; i++) {
            const tmiPlanarJoint *joint = &m->joints[i];
            if (!tmi_id_pool_at(&m->joint_ids, i) ||
                !tmi_joint_is_movable(plan->graph.movable, m, joint)) {
                continue;
            }
            const tmiPlanarFeature *a = &m->features[joint->features[0]];
            const tmiPlanarFeature *b = &m->features[joint->features[1]];
            bool on_ground = a->body == 0 || b->body == 0;
            if (joint->kind == TM_JOINT_REVOLUTE && on_ground == (ground == 1)) {
                add_pin(plan, a, b);
            } else if (joint->kind != TM_JOINT_REVOLUTE && !joint->pair && ground == 0) {
                plan->checks.others[plan->checks.other_count++] = i;
            }
        }
        plan->checks.ground_pin_count =
            ground ? plan->checks.pin_count : plan->checks.ground_pin_count;
    }
    return TM_OK;
}

static size_t count_sides(const tmPlan *plan) {
    size_t count = 0;
    for (int32_t r = 0; r < plan->routes.count; r++) {
        for (int32_t i = 0; i < plan->routes.list[r].stage_count; i++) {
            const tmiStage *stage = &plan->routes.list[r].stages[i];
            for (int32_t k = 0; k < stage->variant_count; k++) {
                count += (size_t)stage->variants[k].emitter.branch_count;
            }
        }
    }
    return count;
}

/* How much faster than the inputs wheels turn, as far as programs know. */
static double fastest_of(const tmPlan *plan) {
    double max = 1.0;
    for (int32_t r = 0; r < plan->routes.count; r++) {
        for (int32_t i = 0; i < plan->routes.list[r].stage_count; i++) {
            const tmiStage *stage = &plan->routes.list[r].stages[i];
            for (int32_t k = 0; k < stage->variant_count; k++) {
                double own = stage->variants[k].emitter.fastest;
                max = own > max ? own : max;
            }
        }
    }
    return max;
}

static bool reserve_state(tmPlan *plan, tmiPlanState *state) {
    tmiArena *a = &plan->arena;
    state->poses = tmi_arena_alloc(a, (size_t)plan->graph.node_count, sizeof(tmPose));
    state->values = tmi_arena_alloc(a, (size_t)plan->graph.value_count, sizeof(double));
    state->sides = tmi_arena_alloc(a, count_sides(plan), sizeof(double));
    state->winds = tmi_arena_alloc(a, tmi_pairs_winds(&plan->graph.pairs), sizeof(double));
    return state->poses && state->values && state->sides && state->winds;
}

static tmStatus make_state(tmPlan *plan) {
    tmiArena *a = &plan->arena;
    size_t nodes = (size_t)plan->graph.node_count, values = (size_t)plan->graph.value_count;
    plan->tried.poses = tmi_arena_alloc(a, nodes, sizeof(tmPose));
    plan->good.poses = tmi_arena_alloc(a, nodes, sizeof(tmPose));
    plan->good.values = tmi_arena_alloc(a, values, sizeof(double));
    plan->way.from = tmi_arena_alloc(a, values, sizeof(double));
    plan->way.part = tmi_arena_alloc(a, values, sizeof(double));
    plan->tried.values = tmi_arena_alloc(a, values, sizeof(double));
    const tmiStage *stage = plan->routes.list->stages;
    bool direct = plan->routes.count == 1 && plan->routes.list->stage_count == 1 &&
                  !stage->active->numerical && tmi_emit_knows_winds(&stage->active->emitter);
    plan->turns.are_counted = tmi_pairs_count_turns(&plan->graph.pairs);
    plan->turns.paced = plan->turns.are_counted && !direct;
    plan->turns.fastest = fastest_of(plan);
    bool good = plan->tried.poses && plan->good.poses && plan->good.values && plan->way.from &&
                plan->way.part && plan->tried.values && reserve_state(plan, &plan->way.saved);
    return good ? TM_OK : TM_ERR_MEMORY;
}

/* Whether nothing follows a cam: its steps have no discriminant. */
static bool has_no_cams(const tmiPairs *pairs) {
    bool none = true;
    for (int32_t i = 0; i < pairs->count; i++) {
        none = none && !pairs->joints[i].pair->profile;
    }
    return none;
}

/* What a watched plan needs besides. */
static tmStatus make_watcher(tmPlan *plan, const tmPlanDef *def) {
    tmiArena *a = &plan->arena;
    size_t nodes = (size_t)plan->graph.node_count, values = (size_t)plan->graph.value_count;
    if (!plan->watch.certifier) {
        return TM_OK;
    }
    plan->way.here = tmi_arena_alloc(a, nodes, sizeof(tmPose));
    plan->way.lap = tmi_arena_alloc(a, nodes, sizeof(tmPose));
    plan->way.is_turned =
        def->input_count == 1 && def->inputs[0].kind == TM_INPUT_ANGLE && !plan->turns.are_counted;
    plan->way.here_sides = tmi_arena_alloc(a, count_sides(plan), sizeof(double));
    bool good = plan->way.here && plan->way.lap && plan->way.here_sides &&
                reserve_state(plan, &plan->way.held) && reserve_state(plan, &plan->way.edge);
    const tmiStageVariant *v = plan->routes.list->stages->active;
    if (plan->routes.count == 1 && !v->numerical && has_no_cams(&plan->graph.pairs)) {
        plan->watch.radii = tmi_arena_alloc(a, (size_t)v->program.register_count, sizeof(double));
        good = good && plan->watch.radii;
    }
    for (int i = 0; i < 2; i++) {
        plan->way.before[i].poses = tmi_arena_alloc(a, nodes, sizeof(tmPose));
        plan->way.before[i].values = tmi_arena_alloc(a, values, sizeof(double));
        good = good && plan->way.before[i].poses && plan->way.before[i].values;
    }
    return good ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus make_certifier(tmPlan *plan, const tmPlanDef *def) {
    if (!def->watch || plan->graph.value_count == 0) {
        return TM_OK;
    }
    plan->watch.certifier = tmi_arena_alloc(&plan->arena, 1, sizeof *plan->watch.certifier);
    plan->drag.side = tmi_arena_alloc(&plan->arena, 1, sizeof *plan->drag.side);
    if (!plan->watch.certifier || !plan->drag.side) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = tmi_certifier_make(plan->watch.certifier, &plan->arena, plan->mechanism,
                                         def->inputs, def->input_count, plan->graph.movable);
    return status != TM_OK || plan->graph.drag_count == 0
               ? status
               : tmi_drag_side_make(plan->drag.side, &plan->arena, plan->mechanism, def->inputs,
                                    def->input_count, &plan->graph);
}

/* How to move: counting equations would take a mechanism that is over-constrained but movable for a
 * rigid one, and drag in vain; so the drags of one with dependent rows go to Newton's method, which
 * sees what can move. */
static tmStatus choose_method(tmPlan *plan, const tmPlanDef *def, tmPlanMethod *method) {
    *method = def->method;
    if (plan->graph.drag_count == 0 || !plan->watch.certifier || plan->watch.certifier->too_large) {
        return TM_OK;
    }
    double *values = tmi_arena_alloc(&plan->arena, (size_t)plan->graph.value_count, sizeof *values);
    if (!values) {
        return TM_ERR_MEMORY;
    }
    tmi_plan_measure(plan, plan->graph.poses, values);
    (void)tmi_certify_start(plan->watch.certifier, plan->graph.poses, values); /* finds the rank */
    if (plan->watch.certifier->rank < plan->watch.certifier->rows) {
        *method = TM_PLAN_NEWTON;
    }
    return TM_OK;
}

static tmStatus make_stretch(tmPlan *plan) {
    if (plan->on_break != TM_BREAK_STRETCH) {
        return TM_OK;
    }
    size_t nodes = (size_t)plan->graph.node_count;
    plan->stretch.poses = tmi_arena_alloc(&plan->arena, nodes, sizeof(tmPose));
    plan->stretch.winds =
        tmi_arena_alloc(&plan->arena, tmi_pairs_winds(&plan->graph.pairs), sizeof(double));
    tmi_program_init(&plan->stretch.variant.program, plan->allocator);
    return plan->stretch.poses && plan->stretch.winds
               ? tmi_variant_make(&plan->stretch.variant, &plan->arena, &plan->graph, NULL, 0,
                                  TMI_NEWTON_STRETCH)
               : TM_ERR_MEMORY;
}

void tmi_plan_start(tmPlan *plan) {
    size_t nodes = (size_t)plan->graph.node_count;
    memcpy(plan->good.poses, plan->graph.poses, nodes * sizeof(tmPose));
    memcpy(plan->tried.poses, plan->graph.poses, nodes * sizeof(tmPose));
    tmi_tails_start(&plan->graph.tails, plan->good.poses);
    tmi_pairs_load(&plan->graph.pairs, plan->graph.pairs.start[0]);
    tmi_pairs_accept(&plan->graph.pairs);
    tmi_plan_measure(plan, plan->good.poses, plan->good.values);
    plan->routes.active = plan->routes.list;
    for (int32_t r = 0; r < plan->routes.count; r++) {
        for (int32_t i = 0; i < plan->routes.list[r].stage_count; i++) {
            plan->routes.list[r].stages[i].active = plan->routes.list[r].stages[i].variants;
        }
    }
    tmi_plan_follow(plan);
    plan->fresh = true;
    plan->stretch.is_shown = false;
    plan->way.before_count = 0;
    plan->drag.is_on_course = plan->way.is_at_edge = plan->way.was_at_edge = false;
    plan->closed = tmi_plan_check(plan) <= plan->limits.max_gap;
    memset(plan->steps, 0, sizeof plan->steps);
}

/* Largest coordinate of the start, for the rounding errors that a check must bear. */
static double reach_of(const tmiGraph *graph) {
    double reach = graph->size;
    for (int32_t e = 0; e < graph->edge_count; e++) {
        double x, y;
        tmi_graph_point(graph, &graph->edges[e].end[0], &x, &y);
        reach = fabs(x) > reach ? fabs(x) : reach;
        reach = fabs(y) > reach ? fabs(y) : reach;
    }
    return reach;
}

static const tmiStage *find_quick(const tmPlan *plan) {
    const tmiStage *stage = plan->routes.list->stages;
    const tmiStageVariant *v = stage->variants;
    bool quick = !plan->watch.certifier && plan->routes.count == 1 &&
                 plan->routes.list->stage_count == 1 && !v->numerical && v->all_used &&
                 v->idle_count == 0 && v->emitter.gap_count == 0 && plan->checks.other_count == 0 &&
                 plan->graph.pairs.count == 0;
    return quick ? stage : NULL;
}

tmStatus tmi_plan_make(tmPlan *plan, const tmPlanDef *def) {
    tmStatus status =
        tmi_graph_make(&plan->graph, &plan->arena, plan->mechanism, def->inputs, def->input_count);
    tmPlanMethod method = def->method;
    if (status == TM_OK) {
        status = make_certifier(plan, def);
    }
    if (status == TM_OK) {
        status = choose_method(plan, def, &method);
    }
    if (status == TM_OK) {
        status = tmi_routes_make(plan->routes.list, &plan->routes.count, &plan->arena, &plan->graph,
                                 method, def->watch);
        plan->routes.guess = plan->routes.count > 1;
    }
    if (status == TM_OK) {
        status = make_checks(plan);
    }
    if (status == TM_OK) {
        status = make_state(plan);
    }
    if (status == TM_OK) {
        status = make_watcher(plan, def);
    }
    if (status == TM_OK) {
        status = make_stretch(plan);
    }
    if (status == TM_OK) {
        plan->routes.quick = find_quick(plan);
        plan->limits.max_gap = def->tolerance * plan->graph.size;
        double reach = reach_of(&plan->graph);
        plan->limits.tolerance = plan->limits.max_gap + TMI_COORDINATE_ROUNDINGS * reach;
        plan->limits.usual = plan->limits.iterate_to = TMI_NEWTON_SHARE * plan->limits.tolerance;
        plan->limits.strict = STRICT_ROUNDINGS * reach;
        plan->limits.strict =
            plan->limits.strict < plan->limits.usual ? plan->limits.strict : plan->limits.usual;
        tmi_plan_start(plan);
    }
    return status;
}
