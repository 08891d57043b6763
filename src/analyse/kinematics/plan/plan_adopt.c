/* plan_adopt.c: lets a plan go on from poses that it did not find itself: another assembly. */
#include "analyse/kinematics/plan/plan_private.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* Below this part of the size (or its square, for an area) a side counts as neither [1]. */
#define SIDE_UNDECIDED 1e-6

double tmi_plan_open(const tmPlan *plan, const tmiPairs *pairs, const tmPose *poses,
                     const double *values, double *measured) {
    const tmMechanism *m = plan->mechanism;
    double max = 0.0;
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        if (tmi_id_pool_at(&m->joint_ids, i)) {
            const tmiPlanarJoint *pair = tmi_pairs_find(pairs, i);
            const tmiPlanarJoint *joint = pair ? pair : &m->joints[i];
            double gap = tmi_joint_gap_at(m, joint, poses, plan->graph.size);
            max = gap <= max ? max : gap - gap == 0.0 ? gap : INFINITY;
        }
    }
    tmi_plan_measure(plan, poses, measured);
    for (int32_t e = 0; e < plan->graph.edge_count; e++) {
        const tmiEdge *edge = &plan->graph.edges[e];
        if (edge->known != TMI_KNOWN_INPUT) {
            continue;
        }
        double gap = fabs(measured[edge->input] - values[edge->input]);
        if (edge->kind == TMI_EDGE_PIN) { /* whole turns do not count */
            double c, s, now_c, now_s;
            tmi_sincos(values[edge->input], &s, &c);
            tmi_sincos(measured[edge->input], &now_s, &now_c);
            gap = plan->graph.size * tmi_hypot(now_c - c, now_s - s);
        }
        gap -= plan->limits.tolerance - plan->limits.max_gap; /* rounding errors of coordinates */
        max = gap <= max ? max : gap - gap == 0.0 ? gap : INFINITY;
    }
    return max;
}

static bool is_read(const tmiProgram *program, int32_t sign) {
    for (int32_t i = 0; i < program->op_count; i++) {
        const tmiOp *op = &program->ops[i];
        if ((op->kind == TMI_OP_CIRCLE_LINE ? op->in[4] : op->in[3]) == sign &&
            (op->kind == TMI_OP_DYAD || op->kind == TMI_OP_TANGENT ||
             op->kind == TMI_OP_CIRCLE_LINE)) {
            return true;
        }
    }
    return false;
}

/* Whether the variant was made for these sides: those of clusters that no input moves were computed
 * once, and are no longer there to be changed. */
static bool fits(const tmiStageVariant *v, const tmPose *poses, double size) {
    for (int32_t i = 0; i < v->emitter.branch_count; i++) {
        const tmiBranch *b = &v->emitter.branches[i];
        double side = tmi_branch_value(b, poses) * v->program.registers[b->sign];
        double flat = SIDE_UNDECIDED * (b->kind == TMI_BRANCH_CIRCLES ? size * size : size);
        if (side < -flat && !is_read(&v->program, b->sign)) {
            return false;
        }
    }
    return true;
}

static bool all_fit(tmPlan *plan, const tmPose *poses) {
    for (int32_t r = 0; r < plan->routes.count; r++) {
        for (int32_t i = 0; i < plan->routes.list[r].stage_count; i++) {
            tmiStage *stage = &plan->routes.list[r].stages[i];
            const tmPose *view = tmi_stage_view(stage, poses);
            for (int32_t k = 0; k < stage->variant_count; k++) {
                if (!fits(&stage->variants[k], view, plan->graph.size)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static tmStatus check_poses(const tmPose *poses, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const tmPose *p = &poses[i];
        if (!(p->x - p->x == 0.0 && p->y - p->y == 0.0 && p->c - p->c == 0.0 &&
              p->s - p->s == 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
        if (!(fabs(p->c * p->c + p->s * p->s - 1.0) <= TMI_UNIT_OFF_MAX)) {
            return TM_ERR_ARGUMENT;
        }
    }
    const tmPose *ground = &poses[0];
    return ground->x == 0.0 && ground->y == 0.0 && ground->c == 1.0 && ground->s == 0.0
               ? TM_OK
               : TM_ERR_ARGUMENT;
}

/* Takes the winds of plan->tried.poses: where all follow from the inputs those that the values
 * give, else the nearest to the last good ones. */
static void find_winds(tmPlan *plan, const double *values) {
    tmiStage *stage = plan->routes.list->stages;
    tmiStageVariant *v = stage->variants;
    tmi_pairs_return(&plan->graph.pairs);
    if (plan->turns.are_counted && !plan->turns.paced) {
        tmi_stage_recall(stage, v, plan->good.poses);
        if (tmi_program_run(&v->program, 0, v->program.op_count, values) < 0) {
            tmi_emit_read_winds(&v->emitter, v->program.registers, 1);
        }
    }
    tmi_pairs_follow(&plan->graph.pairs, plan->mechanism, plan->tried.poses);
}

/* Takes plan->tried.poses, in which everything is closed, for the last good poses. */
static void go_on_from(tmPlan *plan, const double *values) {
    tmPose *poses = plan->good.poses;
    plan->good.poses = plan->tried.poses;
    plan->tried.poses = poses;
    tmi_tails_start(&plan->graph.tails, plan->good.poses);
    tmi_pairs_accept(&plan->graph.pairs);
    memcpy(plan->good.values, values, sizeof(double) * (size_t)plan->graph.value_count);
    memset(plan->steps, 0, sizeof plan->steps);
    plan->stretch.is_shown = false;
    plan->closed = true;
    plan->way.before_count = 0;
    plan->drag.is_on_course = plan->way.is_at_edge = plan->way.was_at_edge = false;
    plan->routes.active = plan->routes.list; /* the other is followed once it is needed */
    for (int32_t i = 0; i < plan->routes.list->stage_count; i++) {
        tmiStage *stage = &plan->routes.list->stages[i];
        stage->active = stage->variants;
        tmi_stage_choose(stage, plan->good.poses, values, plan->limits.tolerance);
    }
}

tmStatus tm_plan_take(tmPlan *plan, const tmPose *poses, const double *values) {
    if (!plan || !poses) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    tmStatus status = check_poses(poses, plan->graph.body_count);
    if (status != TM_OK) {
        return status;
    }
    double *wanted = plan->way.saved.values;
    tmi_plan_measure(plan, poses, wanted);
    tmi_plan_unwrap(plan, wanted);
    for (int32_t i = 0; values && i < plan->graph.value_count; i++) {
        wanted[i] = values[i];
        if (!(values[i] - values[i] == 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    memcpy(plan->tried.poses, poses, sizeof *poses * (size_t)plan->graph.body_count);
    tmi_graph_place_small(&plan->graph, plan->tried.poses);
    find_winds(plan, wanted);
    const tmiPairs *pairs = &plan->graph.pairs;
    bool good =
        tmi_plan_open(plan, pairs, poses, wanted, plan->tried.values) <= plan->limits.max_gap &&
        all_fit(plan, plan->tried.poses);
    if (good) {
        go_on_from(plan, wanted);
        plan->fresh = !values; /* measured angles know no whole turns */
    }
    tmi_plan_show_winds(plan);
    return good ? TM_OK : TM_ERR_ARGUMENT;
}
