/* plan.c: the public plan: its life, its moves, and what a failed move means. */
#include "analyse/kinematics/plan.h"

#include <math.h>
#include <string.h>

/* Steps on the way to an input that cannot be reached at once: how many, and how small before the
 * way counts as ended [1]. */
#define TRIES_MOST 300
#define STEP_LEAST 1e-12

/* Newton's part of the tolerance; the rest is for the roundings of what is computed from it. */
#define NEWTON_SHARE 0.25

/* How far c^2 + s^2 of a pose may be from 1 [1]. */
#define STRETCH_MOST 1e-7

/* A variant is left when its margin is below the first number and another's is the second times as
 * large [1]. */
#define MARGIN_LEAST 0.2
#define MARGIN_GAIN 1.5

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
        for (int32_t i = 0; i < plan->variant_count; i++) {
            tmi_program_clear(&plan->variants[i].program);
        }
        tmi_arena_clear(&plan->arena);
        tmi_free(plan->allocator, plan, sizeof *plan);
    }
}

/* ---- One try ------------------------------------------------------------------------------- */

/* Returns the largest gap of any pin in these poses beyond what the roundings of its own
 * coordinates explain; NaN when one is not a number [m]. */
static double largest_pin_gap(const tmPlan *plan, const tmPose *poses) {
    double most = 0.0, doubt = 0.0;
    for (int32_t i = 0; i < plan->pin_count; i++) {
        const tmiPinCheck *k = &plan->pins[i];
        const tmPose *a = &poses[k->a];
        double bx = k->bx, by = k->by;
        if (i >= plan->ground_pin_count) {
            const tmPose *b = &poses[k->b];
            bx = b->x + (b->c * k->bx - b->s * k->by);
            by = b->y + (b->s * k->bx + b->c * k->by);
        }
        double x = a->x + (a->c * k->ax - a->s * k->ay) - bx;
        double y = a->y + (a->s * k->ax + a->c * k->ay) - by;
        double gap = fabs(x) + fabs(y) - TMI_COORDINATE_ROUNDINGS * (fabs(bx) + fabs(by));
        doubt += gap - gap; /* NaN where the gap is, or is infinite */
        most = gap > most ? gap : most;
    }
    return most + doubt;
}

double tmi_plan_check(const tmPlan *plan) {
    double pins = largest_pin_gap(plan, plan->tried);
    double most = pins - pins == 0.0 ? pins : INFINITY;
    for (int32_t i = 0; i < plan->other_count; i++) {
        double gap = tmi_joint_gap_at(plan->mechanism, &plan->mechanism->joints[plan->others[i]],
                                      plan->tried, plan->graph.size);
        most = gap <= most ? most : gap - gap == 0.0 ? gap : INFINITY;
    }
    return most;
}

/* Puts the poses of the registers into plan->tried and returns the largest gap of any joint [m].
 *
 * Every joint is checked from the poses, apart from the program, in the first move of a variant. In
 * the moves behind it a program of pins alone, each of them used by a closed form (none only
 * redundant), can fail in one way only: a closed form's point is not where both its links end. Then
 * a direction that was made from it is no unit vector, because links are divided by their own
 * length; so it is enough to look at those, and at the gaps of double pins. Where they are too much
 * the joints decide: far from the origin the roundings of the coordinates make a direction worse
 * than its pins.
 *
 * Copied number by number: a wider load would wait for the narrow stores just before it. */
static double gather(tmPlan *plan) {
    tmiVariant *v = plan->active;
    const double *r = v->program.registers;
    tmPose *poses = plan->tried;
    double stretch = 0.0, doubt = 0.0;
    for (int32_t i = 0; i < plan->gathered; i++) {
        const double *pose = r + v->node_pose[i];
        double c = pose[2], s = pose[3], off = fabs(c * c + s * s - 1.0);
        poses[i].x = pose[0];
        poses[i].y = pose[1];
        poses[i].c = c;
        poses[i].s = s;
        doubt += (pose[0] - pose[0]) + (pose[1] - pose[1]) + (off - off);
        stretch = off > stretch ? off : stretch;
    }
    if (!(stretch <= STRETCH_MOST)) {
        return INFINITY; /* no poses: coordinates so large that every gap is within their roundings
                          */
    }
    double most = stretch * plan->graph.size;
    for (int32_t i = 0; i < v->emitter.gap_count; i++) {
        double gap = fabs(r[v->emitter.gaps[i]]);
        most = gap <= most ? most : gap - gap == 0.0 ? gap : INFINITY;
    }
    bool enough = v->proven && v->all_used && !v->numerical && plan->other_count == 0;
    if (!enough || doubt != 0.0 || !(most <= plan->gap_most)) {
        most = tmi_plan_check(plan);
        v->proven = most <= plan->gap_most;
    }
    return most;
}

/* How far the only input goes; 0 where there is not one. */
static double step_to(const tmPlan *plan, const double *values) {
    return plan->graph.value_count == 1 ? values[0] - plan->good_values[0] : 0.0;
}

/* Runs the numerical part. */
static tmMove run_numerical(tmPlan *plan, const double *values, tmSolveInfo *info) {
    tmiVariant *v = plan->active;
    double tolerance = NEWTON_SHARE * plan->tolerance;
    tmiNewtonInfo found = {0};
    bool closed;
    if (v->chained) {
        tmi_chains_load(&v->chains, plan->poses);
        closed = tmi_chains_move(&v->chains, v->program.registers, tolerance, plan->iteration_most,
                                 &found.iterations, &found.residual, &found.stationary);
    } else {
        tmi_newton_load(&v->newton, plan->poses);
        closed = tmi_newton_move(&v->newton, values, tolerance, plan->iteration_most, &found);
    }
    info->iterations += found.iterations;
    info->miss = found.miss;
    info->residual = found.residual;
    closed &= found.miss - found.miss == 0.0; /* a miss too large for a double is no answer */
    return closed ? TM_MOVE_DONE : found.stationary ? TM_MOVE_FOLD : TM_MOVE_NOT_CONVERGED;
}

/* Finds the poses for these values into plan->tried with the active variant, from the last good
 * move. */
static tmMove attempt(tmPlan *plan, const double *values, tmSolveInfo *info) {
    tmiVariant *v = plan->active;
    *info = (tmSolveInfo){.residual = INFINITY};
    if (tmi_program_run(&v->program, 0, v->known_ops, values) >= 0) {
        return TM_MOVE_FOLD;
    }
    if (v->guess_count > 0) {
        tmiGuessing guessed =
            tmi_variant_solve(v, values, NEWTON_SHARE * plan->tolerance, plan->iteration_most,
                              step_to(plan, values), plan->steps, &info->iterations);
        if (guessed != TMI_GUESS_DONE) {
            return guessed == TMI_GUESS_STUCK ? TM_MOVE_FOLD : TM_MOVE_NOT_CONVERGED;
        }
    }
    if (v->numerical) {
        tmMove moved = run_numerical(plan, values, info);
        if (moved != TM_MOVE_DONE) {
            return moved;
        }
    }
    if (v->closed_ops < v->program.op_count &&
        tmi_program_run(&v->program, v->closed_ops, v->program.op_count, values) >= 0) {
        return TM_MOVE_FOLD;
    }
    double gap = gather(plan);
    double idle = v->idle_count > 0 ? tmi_plan_idle_gap(plan, values) : 0.0;
    info->residual = idle > gap ? idle : gap;
    return info->residual <= plan->gap_most ? TM_MOVE_DONE : TM_MOVE_INCONSISTENT;
}

/* The same with whichever variant gets there; the active one first. */
static tmMove attempt_any(tmPlan *plan, const double *values, tmSolveInfo *info) {
    tmMove first = attempt(plan, values, info);
    tmiVariant *before = plan->active;
    for (int32_t i = 0; first != TM_MOVE_DONE && i < plan->variant_count; i++) {
        plan->active = &plan->variants[i];
        if (plan->active != before) {
            tmi_variant_follow(plan->active, &plan->graph, plan->poses);
            tmSolveInfo other;
            if (attempt(plan, values, &other) == TM_MOVE_DONE) {
                *info = other;
                return TM_MOVE_DONE;
            }
        }
    }
    plan->active = first == TM_MOVE_DONE ? plan->active : before;
    return first;
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* Where the active variant comes near a dead centre of its own, takes another that does not. The
 * poses are those of the move just made. */
static void change_variant(tmPlan *plan, const double *values) {
    if (!plan->active->numerical && tmi_variant_is_safe(plan->active, MARGIN_LEAST)) {
        return;
    }
    double best = plan->active->numerical ? 0.0 : MARGIN_GAIN * tmi_variant_margin(plan->active);
    for (int32_t i = 0; i < plan->variant_count; i++) {
        tmiVariant *v = &plan->variants[i];
        if (v == plan->active || v->numerical) {
            continue;
        }
        tmi_variant_follow(v, &plan->graph, plan->poses);
        const double still[TMI_RATES] = {0.0};
        int32_t iterations = 0;
        bool runs = tmi_program_run(&v->program, 0, v->known_ops, values) < 0 &&
                    tmi_variant_solve(v, values, plan->tolerance, 1, 0.0, still, &iterations) ==
                        TMI_GUESS_DONE;
        double margin = runs ? tmi_variant_margin(v) : 0.0;
        if (margin > best) {
            best = margin;
            plan->active = v;
        }
    }
}

static void accept(tmPlan *plan, const double *values) {
    tmPose *poses = plan->poses;
    plan->poses = plan->tried;
    plan->tried = poses;
    double step = step_to(plan, values);
    if (plan->graph.value_count > 0) { /* without inputs `values` may be null */
        memcpy(plan->good_values, values, sizeof(double) * (size_t)plan->graph.value_count);
    }
    if (plan->variant_count > 1) {
        tmi_variant_accept(plan->active, step);
        if (step != 0.0) {
            memmove(plan->steps + 1, plan->steps, sizeof *plan->steps * (TMI_RATES - 1));
            plan->steps[0] = step;
        }
        change_variant(plan, values);
    }
}

/* Returns to the poses and values that were saved. A plan with one variant has no guesses and has
 * kept its sides; they could not be read off here, since its small nodes were not gathered. */
static void restore(tmPlan *plan) {
    memcpy(plan->poses, plan->saved, sizeof(tmPose) * (size_t)plan->graph.node_count);
    memcpy(plan->good_values, plan->saved_values, sizeof(double) * (size_t)plan->graph.value_count);
    for (int32_t i = 0; plan->variant_count > 1 && i < plan->variant_count; i++) {
        tmi_variant_follow(&plan->variants[i], &plan->graph, plan->poses);
    }
}

static bool try_part(tmPlan *plan, const double *values, double part, tmSolveInfo *info) {
    for (int32_t k = 0; k < plan->graph.value_count; k++) {
        plan->trial_values[k] = plan->saved_values[k] + part * (values[k] - plan->saved_values[k]);
    }
    return attempt_any(plan, plan->trial_values, info) == TM_MOVE_DONE;
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
            accept(plan, next < 1.0 ? plan->trial_values : values);
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
    tmMove outcome = attempt_any(plan, values, &result);
    if (outcome == TM_MOVE_DONE) {
        result.reached = 1.0;
        accept(plan, values);
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

double tmi_plan_idle_gap(const tmPlan *plan, const double *values) {
    double most = 0.0;
    for (int32_t i = 0; i < plan->active->idle_count; i++) {
        const tmiEdge *edge = &plan->graph.edges[plan->active->idle[i]];
        double now = measure_edge(plan, edge, plan->tried), wanted = values[edge->input];
        double gap = fabs(now - wanted) - TMI_COORDINATE_ROUNDINGS * fabs(wanted);
        if (edge->kind == TMI_EDGE_PIN) {
            double c, s, wanted_c, wanted_s; /* whole turns do not count */
            tmi_sincos(now, &s, &c);
            tmi_sincos(wanted, &wanted_s, &wanted_c);
            gap = plan->graph.size * tmi_hypot(c - wanted_c, s - wanted_s);
        }
        most = gap <= most ? most : gap - gap == 0.0 ? gap : INFINITY;
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
    if (!plan) {
        return 0;
    }
    const tmiVariant *v = &plan->variants[0];
    return v->guess_count + (v->chained ? v->chains.rod_count : v->newton.unknowns);
}

int32_t tm_plan_equations(const tmPlan *plan) {
    if (!plan) {
        return 0;
    }
    const tmiVariant *v = &plan->variants[0];
    return v->guess_count + (v->chained ? 2 * v->chains.chain_count : v->newton.rows);
}
