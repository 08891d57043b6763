/* plan_go.c: one move: at once where that is certain, else along the way (plan_breaks.c), and
 * drags as if the pointer had been seen on its way. */
#include "analyse/kinematics/plan/plan_private.h"

#include <math.h>
#include <string.h>

/* Certificates for one drag: what is left then goes unwatched. And pulls: then it ends where it is,
 * as near as it got. */
#define DRAG_WORK 1000
#define DRAG_PULLS 3000

/* On the way a drag has settled when it moves less than this [of the size, or rad]: only its end
 * must be exact. */
#define DRAG_SETTLED_UNDER_WAY 1e-5

/* A way longer than this [rad, or sizes] has no steps that rounding errors would leave as they are.
 */
#define INPUT_WAY_MAX 1e13

/* The first part of a long way [rad, or sizes]: a turn and a bit. */
#define FIRST_PART 6.5

/* The direct try failed, or `pace` allows none: goes towards the values in steps. It arrives, or it
 * comes to a last place beyond which nothing is found however small the step: that is a fold, and
 * is located. If not even the start can be solved the joints contradict each other. */
static tmMove go_in_steps(tmPlan *plan, const double *values, double pace, tmSolveInfo *info) {
    tmSolveInfo found = *info;
    if (!tmi_plan_try_part(plan, values, 0.0, &found)) {
        return TM_MOVE_INCONSISTENT;
    }
    bool stuck;
    info->reached = tmi_plan_creep(plan, values, 0.0, 1.0, pace, pace, INFINITY, &stuck, &found);
    if (info->reached == 1.0) {
        info->residual = found.residual;
        info->miss = found.miss;
        return TM_MOVE_DONE;
    }
    return stuck ? TM_MOVE_FOLD : TM_MOVE_NOT_CONVERGED;
}

/* ---- Drags --------------------------------------------------------------------------------- */

/* Goes all but the last step of a drag. False when one fails: the poses are those before it. */
static bool approach(tmPlan *plan, const double *values, int32_t steps, bool paced,
                     tmSolveInfo *info) {
    tmi_plan_save(plan);
    plan->drag.settled = DRAG_SETTLED_UNDER_WAY;
    for (int32_t i = 1; i < steps && (plan->drag.work > 0 || paced) && plan->drag.pulls > 0; i++) {
        if (!tmi_plan_try_part(plan, values, (double)i / steps, info)) {
            tmi_plan_restore(plan);
            plan->drag.settled = 0.0;
            return false;
        }
        tmi_plan_accept(plan, plan->tried.values);
    }
    plan->drag.settled = 0.0;
    return true;
}

/* Whether the way between the present values and others can be certified, or why not. */
static tmProof way_proof(const tmPlan *plan) {
    const tmiCertifier *watcher = plan->watch.certifier;
    if (plan->graph.drag_count > 0) {
        return TM_PROOF_DRAG; /* newton.c watches them itself */
    }
    if (!watcher) {
        return TM_PROOF_OFF;
    }
    if (!plan->closed) {
        return TM_PROOF_OPEN;
    }
    if (watcher->too_large && !tmi_plan_has_discriminants(plan)) {
        return tmi_certifier_is_large(watcher) ? TM_PROOF_LARGE : TM_PROOF_CAM;
    }
    for (int32_t i = 0; i < plan->routes.active->stage_count; i++) {
        if (plan->routes.active->stages[i].active->idle_count > 0) {
            return TM_PROOF_DEPENDENT; /* no straight way is free */
        }
    }
    return TM_PROOF_WHOLE;
}

/* What is known of the way to the pose just tried. */
typedef enum View { VIEW_CLEAR, VIEW_DOUBTFUL, VIEW_HIDDEN } View;

/* Rows that depend on each other at both ends of the way do so all along: such a mechanism has no
 * certificate. */
static View look(tmPlan *plan, const double *values) {
    if (tmi_plan_is_clear(plan, values)) {
        return VIEW_CLEAR;
    }
    if (plan->watch.certifier->too_large) {
        return VIEW_DOUBTFUL;
    }
    tmiCertificate c = tmi_plan_certify(plan, values);
    if (c.part > 0.0 || c.rank == c.rows || c.rank < plan->watch.max_rank) {
        bool clear =
            c.part >= 1.0 && tmi_certificate_holds(plan->watch.certifier, 1.0, plan->tried.poses);
        return clear ? VIEW_CLEAR : VIEW_DOUBTFUL;
    }
    tmi_pairs_copy(&plan->watch.certifier->pairs, &plan->graph.pairs);
    tmiCertificate there =
        tmi_certify(plan->watch.certifier, plan->tried.poses, values, plan->good.values, NULL);
    return there.part > 0.0 || there.rank > c.rank ? VIEW_DOUBTFUL : VIEW_HIDDEN;
}

/* A plan that stands at a fold goes back by the pose some way before it: right there its branches
 * could hardly be distinguished. Returns which part of the way that is. */
static double leave_edge(tmPlan *plan, const double *values) {
    double dot = 0.0, square = 0.0, other = 0.0;
    for (int32_t i = 0; i < plan->graph.value_count; i++) {
        double back = plan->way.edge.values[i] - plan->good.values[i];
        double way = values[i] - plan->good.values[i];
        dot += back * way;
        square += back * back;
        other += way * way;
    }
    if (!(dot >= square && dot * dot > (1.0 - TMI_ALIGNED) * square * other)) {
        return 0.0;
    }
    tmi_plan_load(plan, &plan->way.edge);
    plan->way.is_at_edge = false;
    return other > 0.0 ? sqrt(square / other) : 0.0;
}

/* Follows the motion there; a long way in two parts, so that a fold within the first turn is
 * located as well as one on a short way. */
static tmMove continuation(tmPlan *plan, const double *values, double pace, tmSolveInfo *info) {
    double length = tmi_plan_way_length(plan, values), part = FIRST_PART / length;
    if (length > INPUT_WAY_MAX) {
        return TM_MOVE_NOT_CONVERGED;
    }
    if (!(part < 0.5) || pace < 1.0) {
        return tmi_plan_continue(plan, values, pace, info);
    }
    for (int32_t i = 0; i < plan->graph.value_count; i++) {
        double from = plan->way.from[i];
        plan->way.part[i] = from + part * (values[i] - from);
    }
    tmMove first = tmi_plan_continue(plan, plan->way.part, 1.0, info);
    if (first != TM_MOVE_DONE) {
        info->reached *= part;
        return first;
    }
    int32_t changes = info->changes;
    tmi_plan_begin(plan);
    tmMove second = tmi_plan_continue(plan, values, 1.0, info);
    info->reached = info->reached < 1.0 ? part + (1.0 - part) * info->reached : 1.0;
    info->proof = changes > 0 ? TM_PROOF_CHANGE : info->proof;
    info->changes += changes;
    return second;
}

/* From the pose of the last good move. */
static tmMove go(tmPlan *plan, const double *values, tmSolveInfo *info) {
    if (tmi_plan_quick(plan, values, info)) {
        return TM_MOVE_DONE;
    }
    plan->drag.work = DRAG_WORK;
    plan->drag.pulls = DRAG_PULLS;
    double pace = tmi_plan_pace(plan, values);
    int32_t steps = plan->graph.drag_count > 0 ? tmi_plan_drag_steps(plan, values, pace) : 1;
    bool saved = steps > 1 && approach(plan, values, steps, pace < 1.0, info);
    const tmProof proof = way_proof(plan);
    const bool watched = proof == TM_PROOF_WHOLE;
    *info = (tmSolveInfo){.residual = INFINITY};
    tmMove outcome =
        pace == 1.0 || saved ? tmi_plan_try(plan, values, info) : TM_MOVE_NOT_CONVERGED;
    info->proof = watched ? TM_PROOF_GIVEN_UP : proof; /* the try has set the others */
    View view = !watched                  ? VIEW_HIDDEN
                : outcome == TM_MOVE_DONE ? look(plan, values)
                                          : VIEW_DOUBTFUL;
    if (outcome == TM_MOVE_DONE && view != VIEW_DOUBTFUL) {
        info->reached = 1.0;
        if (watched) {
            info->proof = view == VIEW_CLEAR ? TM_PROOF_WHOLE : TM_PROOF_DEPENDENT;
            tmi_plan_remember(plan);
        }
        tmi_plan_accept(plan, values);
        plan->closed = true;
        return outcome;
    }
    if (!saved) {
        tmi_plan_save(plan);
    }
    if (pace == 0.0) {
        return TM_MOVE_NOT_CONVERGED;
    }
    if (!watched) {
        return go_in_steps(plan, values, pace, info);
    }
    return continuation(plan, values, pace, info);
}

tmMove tmi_plan_go(tmPlan *plan, const double *values, tmSolveInfo *info) {
    double gone = plan->way.is_at_edge ? leave_edge(plan, values) : 0.0;
    plan->way.was_at_edge = plan->way.is_at_edge;
    plan->way.is_at_edge = false;
    tmMove outcome = go(plan, values, info);
    info->reached = info->reached < 1.0 ? gone + (1.0 - gone) * info->reached : 1.0;
    return outcome;
}
