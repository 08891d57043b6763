/* plan_stretch.c: the stretched mechanism ([ME] 3.3.5): inputs have their values, and the joints
 * are open so that the sum of the squares of their rows is least. */
#include "analyse/kinematics/plan/plan_private.h"

#include <string.h>

/* Maximum steps of the least squares. Where gaps are large, each reduces the error by a constant
 * factor. */
#define STRETCH_STEPS_MAX 200

bool tmi_plan_stretch(tmPlan *plan, const double *values, tmSolveInfo *info) {
    tmiStageVariant *v = &plan->stretch.variant;
    tmiNewtonInfo found;
    tmi_plan_show_winds(plan);
    tmi_newton_load(&v->newton, plan->stretch.is_shown ? plan->stretch.poses : plan->good.poses);
    bool closed =
        tmi_newton_move(&v->newton, values, plan->limits.tolerance, STRETCH_STEPS_MAX, &found);
    info->iterations += found.iterations;
    if (!closed) {
        return false;
    }
    const double *r = v->program.registers;
    for (int32_t i = 0; i < plan->graph.node_count; i++) {
        memcpy(&plan->stretch.poses[i], r + v->node_pose[i], sizeof(tmPose));
    }
    tmi_tails_follow(&plan->graph.tails, plan->mechanism, plan->stretch.poses);
    tmi_pairs_store(&plan->graph.pairs, plan->stretch.winds);
    info->residual = 0.0;
    const tmMechanism *m = plan->mechanism;
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        if (tmi_id_pool_at(&m->joint_ids, i)) {
            const tmiPlanarJoint *joint = tmi_pairs_find(&plan->graph.pairs, i);
            joint = joint ? joint : &m->joints[i];
            double gap = tmi_joint_opening_at(m, joint, plan->stretch.poses, plan->graph.size);
            info->residual = gap > info->residual ? gap : info->residual;
        }
    }
    return true;
}
