/* plan_pull.c: the numerical part of a move: chains, Newton's method, and drags by pulls that are
 * watched, so that none leads to another branch. Drags of one freedom are plan_drag.c's. */
#include "analyse/kinematics/plan/plan_private.h"

#include <math.h>
#include <string.h>

/* Newton's part of what the rounding errors of a pair's angles explain [1]. */
#define PAIR_SHARE 0.25

/* What Newton's method goes to: more where a pair has turned so far that its angles have lost
 * digits. */
static double tolerance_of(const tmPlan *plan, const tmiStage *stage) {
    return plan->limits.iterate_to +
           PAIR_SHARE * tmi_pairs_roundings(&stage->graph.pairs, plan->graph.size);
}

/* A drag under way. */
typedef struct Drag {
    tmPlan *plan;
    tmiStage *stage;
    const double *values;
    bool is_sure, is_known; /* the start of the pull, plan->way.lap, was examined; it is regular */
    double side;            /* there: tmi_drag_side_of */
} Drag;

/* A pull that moves less than this [of the size, or rad] need not be certain: so it passes a change
 * point. */
#define UNWATCHED 1e-5

/* A pull moves no farther than this [of the size, or rad]: the dragged point should come to the
 * nearest place, not to a nearer one behind a place that is farther away. */
#define PULL_STEP 0.05

/* Nor farther than this many times the way to a second dead point, see certify/drag_side.c: behind
 * two of them the determinant has its sign again. The way to the first must not become less than
 * the second number: right at a dead point the sides could not be distinguished. */
#define SECOND_SHARE 0.25
#define SIDE_SURE 1e-6

/* Puts the poses as they stand into plan->tried.poses. */
static void show_drag(Drag *drag) {
    const tmiStageVariant *v = drag->stage->active;
    (void)tmi_program_run(&v->program, v->closed_ops, v->program.op_count, drag->values);
    (void)tmi_stage_store(drag->stage, drag->plan->tried.poses);
    tmi_plan_take_winds(drag->plan, drag->stage);
}

static double start_pull(void *user) {
    Drag *drag = user;
    tmPlan *plan = drag->plan;
    if (plan->drag.pulls-- <= 0) {
        return 0.0;
    }
    show_drag(drag);
    tmi_pairs_copy(&plan->watch.certifier->pairs, &plan->graph.pairs);
    memcpy(plan->way.lap, plan->tried.poses, sizeof(tmPose) * (size_t)plan->graph.node_count);
    drag->is_sure = drag->is_known = false;
    double second;
    drag->side =
        tmi_drag_side_of(plan->drag.side, &plan->graph, plan->tried.poses, drag->values, &second);
    bool limited = drag->side != 0.0 && SECOND_SHARE * second < PULL_STEP;
    return limited ? SECOND_SHARE * second : PULL_STEP;
}

/* Whether the pull went to the other side of a dead point, or too near. */
static bool has_turned_over(const Drag *drag) {
    const tmPlan *plan = drag->plan;
    double second, side = tmi_drag_side_of(plan->drag.side, &plan->graph, plan->tried.poses,
                                           drag->values, &second);
    double before = fabs(drag->side), after = drag->side < 0.0 ? -side : side;
    return before > 0.0 && after < SIDE_SURE && after < before;
}

/* Most pulls are the last, which hardly move: the start is examined when one moves. */
static bool is_regular(Drag *drag) {
    tmPlan *plan = drag->plan;
    if (!drag->is_sure) {
        drag->is_sure = true;
        drag->is_known = plan->drag.work > 0 &&
                         tmi_certify_start(plan->watch.certifier, plan->way.lap, drag->values);
    }
    return drag->is_known;
}

static double pulled_way(void *user, double moved) {
    Drag *drag = user;
    show_drag(drag);
    if (has_turned_over(drag)) {
        return -1.0;
    }
    return moved >= UNWATCHED && is_regular(drag) && drag->plan->drag.work-- > 0
               ? tmi_certify_way(drag->plan->watch.certifier, drag->values, drag->plan->tried.poses)
               : 1.0;
}

/* Drags along the only motion. False when there is more or less than one, and nothing is done. */
static bool drag_along(tmPlan *plan, tmiStage *stage, const double *values, tmiNewtonInfo *found,
                       bool *closed) {
    tmiStageVariant *v = stage->active;
    Drag drag = {.plan = plan, .stage = stage, .values = values};
    double tolerance = tolerance_of(plan, stage);
    *closed = tmi_newton_close(&v->newton, values, tolerance, plan->limits.max_iterations, found);
    if (!*closed) {
        return true;
    }
    show_drag(&drag);
    return tmi_plan_drag(plan, stage, values, tolerance, found);
}

/* Drags by pulls; without drags this is Newton's method alone. */
static bool pull_along(tmPlan *plan, tmiStage *stage, const double *values, bool watched,
                       tmiNewtonInfo *found) {
    tmiNewton *n = &stage->active->newton;
    Drag drag = {.plan = plan, .stage = stage, .values = values};
    const tmiNewtonWatch watch = {start_pull, pulled_way, &drag};
    n->watch = watched ? &watch : NULL;
    n->settled = plan->drag.settled;
    tmi_pairs_return(&stage->graph.pairs);
    tmi_newton_load(n, tmi_stage_view(stage, plan->good.poses));
    double tolerance = tolerance_of(plan, stage);
    bool closed = tmi_newton_move(n, values, tolerance, plan->limits.max_iterations, found);
    n->watch = NULL;
    return closed;
}

tmMove tmi_plan_run_newton(tmPlan *plan, tmiStage *stage, const double *values, tmSolveInfo *info) {
    tmiStageVariant *v = stage->active;
    double tolerance = tolerance_of(plan, stage);
    tmiNewtonInfo found = {0};
    const tmPose *poses = tmi_stage_view(stage, plan->good.poses);
    bool closed;
    if (v->chained) {
        tmi_chains_load(&v->chains, poses);
        closed = tmi_chains_move(&v->chains, v->program.registers, tolerance,
                                 plan->limits.max_iterations, &found.iterations, &found.residual,
                                 &found.stationary);
    } else {
        bool watched = plan->watch.certifier && !plan->watch.certifier->too_large &&
                       stage->graph.drag_count > 0;
        tmi_newton_load(&v->newton, poses);
        if (!watched || plan->drag.work <= 0 || !drag_along(plan, stage, values, &found, &closed)) {
            closed = pull_along(plan, stage, values, watched, &found);
        }
    }
    info->iterations += found.iterations;
    info->miss = found.miss;
    info->residual = found.residual;
    closed &= found.miss - found.miss == 0.0; /* too far for a double: not an answer */
    return closed ? TM_MOVE_DONE : found.stationary ? TM_MOVE_FOLD : TM_MOVE_NOT_CONVERGED;
}
