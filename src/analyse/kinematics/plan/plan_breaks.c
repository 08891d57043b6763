/* plan_breaks.c: the way from the last good values to new ones, so that nothing in between is
 * jumped over, and the break points on it ([ME] 2.1.5, [ME] 3.3.5, figure 22):
 * docs/theory/breaking-and-branches.md.
 *
 * Each step is proven by a certificate: there is one branch, and the answer is on it. Towards a
 * singular pose the proven steps shrink in proportion to the distance that is left, so the
 * continuation comes as near as required in a number of steps that grows with the logarithm of that
 * distance. Behind a singular pose the mechanism goes on (a change point: two branches cross, and
 * the motion goes straight on) or it does not (a fold). */
#include "analyse/kinematics/plan/plan_private.h"
#include "analyse/kinematics/program/program.h"

#include <math.h>
#include <string.h>

/* Proven steps in one move. A turn takes about a hundred, but thousands where a crank as long as
 * the ground link passes it at a small distance and the other two links turn within a very short
 * part of the motion. */
#define CONTINUATION_STEPS_MAX 100000

/* Tries in one move of a plan that only the discriminants watch: beyond that it goes on unproven.
 */
#define CLEAR_MAX 400

/* Jumps in a row, without a proven step between them, beyond which it goes on unproven, too: the
 * proof fails for another reason than a singular pose. */
#define JUMPS_MAX 200

/* A singular pose nearer than this [rad, or sizes of the mechanism] is jumped over by twice the
 * distance, to see whether the motion goes on. A break region wider than that is never skipped. */
#define SINGULAR_NEAR 3e-7

/* Steps that look for a fold, as part of the region they look through: above the noise of the poses
 * right at a change point, below SINGULAR_NEAR. */
#define HOP 0.125

/* Jumps that land too near the singular pose, where its branches cannot be distinguished, are tried
 * again, longer; their longest is still below 1e-6. */
#define JUMP_TRIES 3
#define JUMP_GROWTH 1.25

/* The answer behind a singular pose may differ by this part of the way from where the motion leads.
 * The other branch is off by about the whole way. */
#define MISS_MAX 0.25

/* Behind a singular pose, and where a fold is searched for, no body is farther than this from where
 * it was [sizes, or rad]. */
#define LEAP 0.05

/* How far before a fold the motion ends [rad, or sizes]. */
#define ASIDE 2e-11

/* Good steps after which a pose is kept for its direction: near a singular pose some ten times
 * farther away than the present one. */
#define MEMORY_STEPS 12

/* ---- With a proof -------------------------------------------------------------------------- */

typedef struct Continuation {
    tmPlan *plan;
    const double *values;
    double at;       /* part of the way */
    double length;   /* of the whole way [rad, or sizes] */
    double pace;     /* the longest step, as part of the way */
    double last;     /* the last proven step, as part of the way; 0: none */
    double turn;     /* a whole turn of the only input, as part of the way; 0: it does not apply */
    double lap;      /* where the next whole turn ends */
    int32_t tries;   /* of cleared_step */
    double jumped;   /* where the last jump ended; below 0: there was none */
    int32_t changes; /* singular poses that were passed */
    int32_t barren;  /* jumps since the last proven step */
    tmSolveInfo *info;
} Continuation;

/* Tries the values at this part of the way, `share` of what the certificate covers, and checks that
 * the answer is the one that was proven to be there. */
static bool try_proven(Continuation *w, double next, double share) {
    return tmi_plan_try_part(w->plan, w->values, next, w->info) &&
           tmi_certificate_holds(w->plan->watch.certifier, share, w->plan->tried.poses);
}

/* The same with sides and guesses read off where the tangent points to: a closed form of a
 * redundant mechanism may have a dead centre where the mechanism as a whole has none. */
static bool try_along_tangent(Continuation *w, double next, double share) {
    tmPlan *plan = w->plan;
    size_t bytes = sizeof(tmPose) * (size_t)plan->graph.node_count;
    memcpy(plan->way.here, plan->good.poses, bytes);
    tmi_plan_copy_sides(plan, plan->way.here_sides, true);
    for (int32_t i = 1; i < plan->graph.body_count; i++) {
        double t[3], c, s;
        tmPose *p = &plan->good.poses[i];
        if (tmi_certificate_tangent(plan->watch.certifier, i, t)) {
            tmi_sincos(share * t[2], &s, &c);
            *p = (tmPose){p->x + share * t[0], p->y + share * t[1], p->c * c - p->s * s,
                          p->s * c + p->c * s};
        }
    }
    tmi_graph_place_small(&plan->graph, plan->good.poses);
    tmi_plan_follow(plan);
    bool found = try_proven(w, next, share);
    memcpy(plan->good.poses, plan->way.here, bytes);
    if (found) {
        return true;
    }
    tmi_plan_follow(plan);
    tmi_plan_copy_sides(plan, plan->way.here_sides, false);
    return false;
}

/* Both, as exactly as numbers allow. Redundant joints contradict each other by the rounding errors
 * of their dimensions, and leave more than that: then as exactly as usual. */
static bool try_step(Continuation *w, double next, double share, bool redundant) {
    tmPlan *plan = w->plan;
    bool found = try_proven(w, next, share) || try_along_tangent(w, next, share);
    if (!found && redundant) {
        plan->limits.iterate_to = plan->limits.usual;
        found = try_proven(w, next, share) || try_along_tangent(w, next, share);
        plan->limits.iterate_to = plan->limits.strict;
    }
    return found;
}

bool tmi_plan_has_discriminants(const tmPlan *plan) {
    return plan->watch.radii && plan->routes.active->stage_count == 1 &&
           !plan->routes.active->stages->active->numerical;
}

bool tmi_plan_is_clear(tmPlan *plan, const double *values) {
    const tmiProgram *p = &plan->routes.active->stages->active->program;
    return tmi_plan_has_discriminants(plan) &&
           tmi_program_clear_between(p, 0, p->op_count, plan->good.values, values,
                                     plan->watch.radii);
}

/* A step proven by the discriminants alone, for mechanisms too large for a certificate. */
static double cleared_step(Continuation *w) {
    tmPlan *plan = w->plan;
    double step = w->last > 0.0 && 2.0 * w->last < 1.0 - w->at ? 2.0 * w->last : 1.0 - w->at;
    step = step < w->pace ? step : w->pace;
    for (; w->tries < CLEAR_MAX && step > TMI_STEP_MIN; w->tries++, step *= 0.5) {
        double next = w->at + step < 1.0 ? w->at + step : 1.0;
        if (tmi_plan_try_part(plan, w->values, next, w->info) &&
            tmi_plan_is_clear(plan, plan->tried.values)) {
            if (++plan->way.since >= MEMORY_STEPS) {
                tmi_plan_remember(plan);
            }
            tmi_plan_accept(plan, plan->tried.values);
            w->at = next;
            return step;
        }
    }
    return 0.0;
}

tmiCertificate tmi_plan_certify(tmPlan *plan, const double *values) {
    tmi_pairs_load(&plan->watch.certifier->pairs, plan->graph.pairs.good[0]);
    tmiCertificate c =
        tmi_certify(plan->watch.certifier, plan->good.poses, plan->good.values, values, NULL);
    plan->watch.max_rank = c.rank > plan->watch.max_rank ? c.rank : plan->watch.max_rank;
    return c;
}

/* One proven step. Returns how long it was, as part of the whole way; 0 when there is none. */
static double proven_step(Continuation *w) {
    tmPlan *plan = w->plan;
    if (plan->watch.certifier->too_large) {
        return cleared_step(w);
    }
    tmiCertificate c = tmi_plan_certify(plan, w->values);
    double share = c.part >= 1.0 ? 1.0 : TMI_PROVEN_SHARE * c.part;
    for (int halving = 0; halving < 4 && share > 0.0; halving++, share *= 0.5) {
        double next = share >= 1.0 ? 1.0 : w->at + share * (1.0 - w->at);
        next = next > w->at + w->pace ? w->at + w->pace : next;
        next = w->turn > 0.0 && next > w->lap ? w->lap : next;
        double gone = next < 1.0 ? (next - w->at) / (1.0 - w->at) : 1.0;
        if (try_step(w, next, gone, c.rank < c.rows)) {
            if (++plan->way.since >= MEMORY_STEPS) {
                tmi_plan_remember(plan);
            }
            tmi_plan_accept(plan, plan->tried.values);
            double step = next - w->at;
            w->at = next;
            return step;
        }
    }
    return 0.0;
}

/* Distance to the singular pose ahead, if the proven steps go on to shrink as the last two did; as
 * part of the way. */
static double distance_ahead(const Continuation *w, double step) {
    double ratio = w->last > 0.0 ? step / w->last : 1.0;
    return step <= 0.0 ? 0.0 : ratio < 0.99 ? step / (1.0 - ratio) : 100.0 * step;
}

/* Tries the pose behind the singular one, at this part of the way. *off: there is one, but not
 * straight on. */
static bool jump_to(Continuation *w, double next, bool *off) {
    tmPlan *plan = w->plan;
    size_t bytes = sizeof(tmPose) * (size_t)plan->graph.node_count;
    tmi_plan_set_part(plan, w->values, next);
    memcpy(plan->way.here, plan->good.poses, bytes);
    tmi_plan_copy_sides(plan, plan->way.here_sides, true);
    bool known = tmi_plan_point_ahead(plan);
    if (known) {
        tmi_plan_follow(plan);
    }
    bool found = tmi_plan_try(plan, plan->tried.values, w->info) == TM_MOVE_DONE;
    double made = tmi_plan_distance(plan, plan->good.poses, plan->way.here);
    double moved = tmi_plan_distance(plan, plan->tried.poses, plan->good.poses);
    found = found && (known || moved <= LEAP * plan->graph.size);
    *off = found && known && !(moved <= MISS_MAX * made);
    if (!found || *off) {
        memcpy(plan->good.poses, plan->way.here, bytes);
        tmi_plan_follow(plan);
        tmi_plan_copy_sides(plan, plan->way.here_sides, false);
        return false;
    }
    tmi_plan_accept(plan, plan->tried.values);
    w->at = next;
    return true;
}

/* Jumps over the singular pose, and returns whether the motion goes on behind it. The way that it
 * came from decides which of the branches it is on; a plan that starts here keeps the sides that it
 * has. */
static bool jump(Continuation *w, double ahead) {
    double min = 0.5 * SINGULAR_NEAR / w->length;
    double length = 2.0 * (ahead > min ? ahead : min);
    bool off = true;
    for (int i = 0; i < JUMP_TRIES && off; i++, length *= JUMP_GROWTH) {
        double next = w->at + length < 1.0 ? w->at + length : 1.0;
        if (jump_to(w, next, &off)) {
            return true;
        }
    }
    return false;
}

/* Several jumps in a row may be needed for one singular pose. */
static void count_change(Continuation *w) {
    w->changes += w->jumped < 0.0 || (w->at - w->jumped) * w->length > 100.0 * SINGULAR_NEAR;
    w->jumped = w->at;
    w->last = 0.0;
}

/* Looks for the fold ahead, from here up to `end`. False when there is one: the plan is then just
 * before it, reached from this side, since right at it the two branches could not be distinguished.
 * If it was there already, it stays. */
static bool creep_to_fold(Continuation *w, double end, double step, double longest, double leap) {
    tmPlan *plan = w->plan;
    double start = w->at;
    bool stuck, stood = plan->way.was_at_edge && start == 0.0;
    tmi_plan_store(plan, &plan->way.held);
    w->at = tmi_plan_creep(plan, w->values, start, end, step, longest, leap, &stuck, w->info);
    if (w->at == end) {
        return true;
    }
    double back = w->at - ASIDE / w->length;
    tmi_plan_load(plan, &plan->way.held);
    w->at = start;
    plan->way.is_at_edge = true;
    if (!stood) {
        tmi_plan_store(plan, &plan->way.edge);
    }
    if (back > start && !stood) {
        double way = back - start;
        w->at = tmi_plan_creep(plan, w->values, start, back, way, way, leap, &stuck, w->info);
    }
    return false;
}

/* Looks for the fold that a jump did not get over. False when there is one. */
static bool pass_fold(Continuation *w) {
    double region = 2.0 * SINGULAR_NEAR / w->length, hop = HOP * region;
    return creep_to_fold(w, w->at + region < 1.0 ? w->at + region : 1.0, hop, hop, LEAP);
}

/* The proof would take too many steps: goes on without it, in steps that begin as the last one that
 * was proven. Returns whether there is a fold. */
static bool go_unproven(Continuation *w) {
    double step = w->last > TMI_STEP_MIN ? w->last : 2.0 * TMI_STEP_MIN;
    return !creep_to_fold(w, 1.0, step, w->pace, INFINITY);
}

/* A turn of the only input that ends where it began repeats itself: the remaining whole turns are
 * not followed. */
static void end_lap(Continuation *w) {
    tmPlan *plan = w->plan;
    double left = floor((1.0 - w->at) / w->turn);
    if (left >= 1.0 &&
        tmi_plan_distance(plan, plan->good.poses, plan->way.lap) <= plan->limits.max_gap) {
        w->at += left * w->turn;
        tmi_plan_set_part(plan, w->values, w->at);
        memcpy(plan->good.values, plan->tried.values,
               sizeof(double) * (size_t)plan->graph.value_count);
    }
    memcpy(plan->way.lap, plan->good.poses, sizeof(tmPose) * (size_t)plan->graph.node_count);
    w->lap = w->at + w->turn;
}

static Continuation start_continuation(tmPlan *plan, const double *values, double pace,
                                       tmSolveInfo *info) {
    Continuation w = {.plan = plan, .values = values, .pace = pace, .info = info};
    w.length = tmi_plan_way_length(plan, values);
    w.jumped = -1.0;
    if (plan->way.is_turned && w.length > TMI_TWO_PI) {
        w.turn = w.lap = TMI_TWO_PI / w.length;
        memcpy(plan->way.lap, plan->good.poses, sizeof(tmPose) * (size_t)plan->graph.node_count);
    }
    return w;
}

tmMove tmi_plan_continue(tmPlan *plan, const double *values, double pace, tmSolveInfo *info) {
    Continuation w = start_continuation(plan, values, pace, info);
    bool stuck = false;
    if (!tmi_plan_try_part(plan, values, 0.0, info)) {
        info->proof = TM_PROOF_OPEN;
        return TM_MOVE_INCONSISTENT;
    }
    plan->limits.iterate_to = plan->limits.strict;
    for (int32_t i = 0; i < CONTINUATION_STEPS_MAX && w.tries < CLEAR_MAX && w.barren < JUMPS_MAX &&
                        w.at < 1.0 && !stuck;
         i++) {
        double step = proven_step(&w), ahead = distance_ahead(&w, step);
        w.last = step;
        w.barren = step > 0.0 ? 0 : w.barren + 1;
        if (w.turn > 0.0 && w.at >= w.lap) {
            end_lap(&w);
        } else if (w.at < 1.0 && ahead * w.length < SINGULAR_NEAR) {
            stuck = !jump(&w, ahead) && !pass_fold(&w);
            if (!stuck) {
                count_change(&w);
            }
        }
    }
    bool given_up = plan->watch.certifier->too_large || w.barren >= JUMPS_MAX;
    bool unproven = given_up && w.at < 1.0 && !stuck;
    stuck = unproven ? go_unproven(&w) : stuck;
    plan->limits.iterate_to = plan->limits.usual;
    info->reached = w.at;
    info->proof = w.changes > 0 ? TM_PROOF_CHANGE : unproven ? TM_PROOF_GIVEN_UP : TM_PROOF_WHOLE;
    info->changes = w.changes;
    return w.at == 1.0 ? TM_MOVE_DONE : stuck ? TM_MOVE_FOLD : TM_MOVE_NOT_CONVERGED;
}
