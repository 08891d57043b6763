/* plan_make.c: makes a plan: graph, contraction, ways to guess, numerical part, checks. */
#include "analyse/kinematics/plan.h"

#include <math.h>
#include <string.h>

/* Finds whether contraction does all and, where it stops at a knot that has as many equations as
 * freedoms, where to guess. */
static tmStatus find_ways(tmPlan *plan, tmiTears *tears, bool *all_closed) {
    tmiContraction c;
    tmiArenaMark mark = tmi_arena_mark(&plan->arena);
    tmStatus status = tmi_contract(&c, &plan->arena, &plan->graph, NULL);
    if (status == TM_OK) {
        bool only_edges = plan->graph.other_count == 0 && plan->graph.drag_count == 0;
        *all_closed = c.open == 0 && only_edges;
        if (c.open > 0 && only_edges && 3 * c.loose == 2 * c.open) {
            status = tmi_tear(tears, &plan->arena, &plan->graph, &c);
        }
    }
    tmi_arena_release(&plan->arena, mark);
    return status;
}

static tmStatus add_variant(tmPlan *plan, const int32_t *tears, int32_t count, tmiNewtonUse use) {
    tmiVariant *v = &plan->variants[plan->variant_count++];
    tmi_program_init(&v->program, plan->allocator);
    return tmi_variant_make(v, &plan->arena, &plan->graph, tears, count, use);
}

/* About what an iteration costs: the steps up to the gaps, those with roots or divisions thrice. */
static int32_t cost_of(const tmiVariant *v) {
    int32_t cost = 0;
    for (int32_t i = v->known_ops; i < v->closed_ops; i++) {
        tmiOpKind kind = (tmiOpKind)v->program.ops[i].kind;
        bool heavy = kind == TMI_OP_DYAD || kind == TMI_OP_DYAD_PREPARE || kind == TMI_OP_PLACE ||
                     kind == TMI_OP_RATIO || kind == TMI_OP_CIRCLE_LINE || kind == TMI_OP_TANGENT;
        cost += heavy ? 3 : 1;
    }
    return cost;
}

/* Puts the ways to guess in the order of their cost. */
static void sort_variants(tmPlan *plan, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        tmiVariant moved = plan->variants[i];
        int32_t cost = cost_of(&moved), at = i;
        for (; at > 0 && cost_of(&plan->variants[at - 1]) > cost; at--) {
            plan->variants[at] = plan->variants[at - 1];
        }
        plan->variants[at] = moved;
    }
    for (int32_t i = 0; i < count; i++) {
        plan->variants[i].emitter.program = &plan->variants[i].program;
    }
}

static tmStatus make_variants(tmPlan *plan, tmPlanMethod method) {
    tmiTears tears = {.ways = 0};
    bool all_closed = false;
    plan->active = &plan->variants[0];
    if (method == TM_PLAN_NEWTON) {
        return add_variant(plan, NULL, 0, TMI_NEWTON_ALL);
    }
    tmStatus status = find_ways(plan, &tears, &all_closed);
    for (int32_t i = 0; i < tears.ways && status == TM_OK; i++) {
        status = add_variant(plan, tears.edges[i], tears.count, TMI_NEWTON_NONE);
    }
    if (status == TM_OK) {
        sort_variants(plan, tears.ways);
        status = add_variant(plan, NULL, 0, all_closed ? TMI_NEWTON_NONE : TMI_NEWTON_REST);
    }
    return status;
}

static void add_pin(tmPlan *plan, const tmiFeature *a, const tmiFeature *b) {
    if (a->body == 0) {
        const tmiFeature *swap = a;
        a = b;
        b = swap;
    }
    plan->pins[plan->pin_count++] = (tmiPinCheck){a->body, b->body, a->x, a->y, b->x, b->y};
}

/* Joints that each move checks. Pins of two bodies are quick to check, those with the ground the
 * quickest; the rest go by their rows. */
static tmStatus make_checks(tmPlan *plan) {
    const tmMechanism *m = plan->mechanism;
    size_t joints = (size_t)m->joint_ids.count;
    plan->pins = tmi_arena_alloc(&plan->arena, joints, sizeof *plan->pins);
    plan->others = tmi_arena_alloc(&plan->arena, joints, sizeof *plan->others);
    if (!plan->pins || !plan->others) {
        return TM_ERR_MEMORY;
    }
    for (int ground = 1; ground >= 0; ground--) {
        for (int32_t i = 0; i < m->joint_ids.count; i++) {
            const tmiJoint *joint = &m->joints[i];
            if (!tmi_id_pool_at(&m->joint_ids, i)) {
                continue;
            }
            const tmiFeature *a = &m->features[joint->features[0]];
            const tmiFeature *b = &m->features[joint->features[1]];
            bool on_ground = a->body == 0 || b->body == 0;
            if (joint->kind == TM_JOINT_REVOLUTE && on_ground == (ground == 1)) {
                add_pin(plan, a, b);
            } else if (joint->kind != TM_JOINT_REVOLUTE && ground == 0) {
                plan->others[plan->other_count++] = i;
            }
        }
        plan->ground_pin_count = ground ? plan->pin_count : plan->ground_pin_count;
    }
    return TM_OK;
}

static tmStatus make_state(tmPlan *plan) {
    tmiArena *a = &plan->arena;
    size_t nodes = (size_t)plan->graph.node_count, values = (size_t)plan->graph.value_count;
    bool all_nodes = plan->variant_count > 1 || plan->active->numerical;
    plan->gathered = all_nodes ? plan->graph.node_count : plan->graph.body_count;
    plan->tried = tmi_arena_alloc(a, nodes, sizeof(tmPose));
    plan->poses = tmi_arena_alloc(a, nodes, sizeof(tmPose));
    plan->saved = tmi_arena_alloc(a, nodes, sizeof(tmPose));
    plan->good_values = tmi_arena_alloc(a, values, sizeof(double));
    plan->saved_values = tmi_arena_alloc(a, values, sizeof(double));
    plan->trial_values = tmi_arena_alloc(a, values, sizeof(double));
    return plan->tried && plan->poses && plan->saved && plan->good_values && plan->saved_values &&
                   plan->trial_values
               ? TM_OK
               : TM_ERR_MEMORY;
}

void tmi_plan_start(tmPlan *plan) {
    size_t nodes = (size_t)plan->graph.node_count;
    memcpy(plan->poses, plan->graph.poses, nodes * sizeof(tmPose));
    memcpy(plan->tried, plan->graph.poses, nodes * sizeof(tmPose));
    tmi_plan_measure(plan, plan->poses, plan->good_values);
    plan->active = &plan->variants[0];
    for (int32_t i = 0; i < plan->variant_count; i++) {
        tmi_variant_follow(&plan->variants[i], &plan->graph, plan->poses);
    }
    memset(plan->steps, 0, sizeof plan->steps);
}

/* Largest coordinate of the start, for the roundings that a check must bear. */
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

tmStatus tmi_plan_make(tmPlan *plan, const tmPlanDef *def) {
    tmStatus status =
        tmi_graph_make(&plan->graph, &plan->arena, plan->mechanism, def->inputs, def->input_count);
    if (status == TM_OK) {
        status = make_variants(plan, def->method);
    }
    if (status == TM_OK) {
        status = make_checks(plan);
    }
    if (status == TM_OK) {
        status = make_state(plan);
    }
    if (status == TM_OK) {
        plan->gap_most = def->tolerance * plan->graph.size;
        plan->tolerance = plan->gap_most + TMI_COORDINATE_ROUNDINGS * reach_of(&plan->graph);
        tmi_plan_start(plan);
    }
    return status;
}
