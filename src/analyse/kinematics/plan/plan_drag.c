/* plan_drag.c: a drag of what has one freedom left: along its only motion, downhill to the nearest
 * place of the dragged points.
 *
 * With h the way along the motion and m(h) half the sum of squares of the distances of the dragged
 * points from where they should be, a step is Newton's on m'(h) = 0, its second derivative by
 * secant; it is cut to what a certificate proves to be on the same branch, and to where m goes
 * downhill all the way. A step shorter than that lies at a change point, and goes straight over
 * it. */
#include "analyse/kinematics/plan/plan_private.h"

#include <math.h>
#include <string.h>

/* The longest step [rad, or sizes], and that of wheels that turn in their places [rad]. */
#define STEP_LONGEST 0.03
#define WHEEL_LONGEST 0.5

/* The step below which the way need not be certain. */
#define JUMP 1e-5

/* A step that moves less than this was the last; on the way of a drag, whose end alone must be
 * exact, the second. */
#define STEP_SETTLED 1e-12
#define STEP_SETTLED_UNDER_WAY 1e-3

/* Dragged points that go slower than the first of these [sizes for each h] stand still whatever
 * moves, except for rounding; slower than the others at a dead end, or nearly so, or on the way to
 * one; and how far to go back from it. */
#define POINT_HELD 1e-12
#define POINT_STILL 1e-4
#define DEAD_END 0.02
#define SLOW 0.1
#define NUDGE 1e-2

/* A second derivative is at least this part of what it would be on a straight way. */
#define CURVATURE_MIN 0.05

/* Motions shorter than this, there and back, do not change the way that a drag goes [rad, or
 * sizes]. */
#define ROPE 1e-2

typedef struct Course {
    tmPlan *plan;
    tmiStage *stage;
    const double *values;
    tmiNewtonInfo *info;
    double tolerance;
    double half;      /* m [m^2] */
    double gradient;  /* m' along the course [m^2] */
    double speed2;    /* square of how far the dragged points go for each h [m^2] */
    double curvature; /* m'' by the last two gradients; 0: not known */
    double longest;   /* the next step is not longer than this */
    bool has_moved;   /* a step was taken */
    bool is_lost;     /* none could be, for the place is nearly singular */
} Course;

/* The gap from a dragged point to where it should be. */
static void pull_of(const Course *c, int32_t drag, double *x, double *y, int32_t *body,
                    tmiFeaturePose *place) {
    const tmPlan *plan = c->plan;
    const tmiDrag *d = &plan->graph.drags[drag];
    const tmiPlanarFeature *f = &plan->mechanism->features[d->feature];
    *body = f->body;
    *place = tmi_feature_pose(f, plan->tried.poses[f->body]);
    *x = c->values[d->input] - place->x;
    *y = c->values[d->input + 1] - place->y;
}

/* The motion at plan->tried.poses, with m, gradient and speed. False where there is none, or more
 * than one.
 */
static bool find_course(Course *c, bool fresh) {
    tmiCertifier *k = c->plan->watch.certifier;
    if (k->rows + 1 < k->unknowns) {
        return false;
    }
    tmi_pairs_copy(&k->pairs, &c->plan->graph.pairs);
    if (!tmi_certify_begin(k, c->plan->tried.poses, c->values) || k->rank + 1 != k->unknowns) {
        return false;
    }
    tmi_certify_course(k, fresh);
    c->half = c->gradient = c->speed2 = 0.0;
    for (int32_t i = 0; i < c->plan->graph.drag_count; i++) {
        double x, y, v[2] = {0.0, 0.0};
        int32_t body;
        tmiFeaturePose place;
        pull_of(c, i, &x, &y, &body, &place);
        if (k->block_of[body] < 0) {
            return false; /* no joint holds it: its freedoms are not among those that were counted
                           */
        }
        tmi_certify_course_point(k, body, place.x, place.y, v);
        c->half += 0.5 * (x * x + y * y);
        c->gradient -= x * v[0] + y * v[1];
        c->speed2 += v[0] * v[0] + v[1] * v[1];
    }
    return true;
}

/* Puts the stage where its bodies have the poses of plan->way.here, and closes the joints. Puts how
 * far that moved a body into *deviation; plan->tried.poses then has the poses. */
static bool close_here(Course *c, double *deviation) {
    tmPlan *plan = c->plan;
    tmiStageVariant *v = c->stage->active;
    tmi_newton_load(&v->newton, tmi_stage_view(c->stage, plan->way.here));
    if (!tmi_newton_close(&v->newton, c->values, c->tolerance, plan->limits.max_iterations,
                          c->info) ||
        tmi_program_run(&v->program, v->closed_ops, v->program.op_count, c->values) >= 0) {
        return false;
    }
    (void)tmi_stage_store(c->stage, plan->tried.poses);
    tmi_plan_take_winds(plan, c->stage);
    *deviation = 0.0;
    for (int32_t i = 1; i < plan->graph.body_count; i++) {
        const tmPose *p = &plan->tried.poses[i], *q = &plan->way.here[i];
        double turn = tmi_hypot(p->c - q->c, p->s - q->s);
        *deviation = turn > *deviation ? turn : *deviation;
    }
    return true;
}

static double half_of(const Course *c) {
    double half = 0.0;
    for (int32_t i = 0; i < c->plan->graph.drag_count; i++) {
        double x, y;
        int32_t body;
        tmiFeaturePose place;
        pull_of(c, i, &x, &y, &body, &place);
        half += 0.5 * (x * x + y * y);
    }
    return half;
}

/* Where to go after a step h that led to `half`, farther away: to the minimum of the parabola with
 * the gradient here, or a quarter of the way where that is less or the gradient does not decide. */
static double shorter(const Course *c, double h, double half) {
    double curve = 2.0 * (half - c->half - c->gradient * h) / (h * h);
    double part = -TMI_PROVEN_SHARE * c->gradient / (curve * h);
    return part > 0.0 && part < 0.25 ? part * h : 0.25 * h;
}

/* Goes by h, or less where that fails; returns how far. 0: not at all, plan->tried.poses is as
 * before. plan->way.lap has the poses before, the watcher the winds that find_course saw there:
 * joints that are not closed may have been followed anywhere. */
static double go(Course *c, double h) {
    tmPlan *plan = c->plan;
    size_t bytes = sizeof(tmPose) * (size_t)plan->graph.node_count;
    memcpy(plan->way.lap, plan->tried.poses, bytes);
    for (int tries = 0; tries < 8 && fabs(h) > STEP_SETTLED; tries++) {
        double deviation;
        memcpy(plan->way.here, plan->way.lap, bytes);
        tmi_pairs_copy(&plan->graph.pairs, &plan->watch.certifier->pairs);
        tmi_certify_course_move(plan->watch.certifier, h, plan->way.here);
        bool closed = close_here(c, &deviation) &&
                      (deviation <= TMI_DEVIATION_MAX * fabs(h) || deviation <= STEP_SETTLED);
        double half = closed ? half_of(c) : 0.0;
        if (closed && half <= c->half * (1.0 + 8.0 * TMI_EPSILON)) {
            return h;
        }
        memcpy(plan->tried.poses, plan->way.lap, bytes);
        h = closed ? shorter(c, h, half) : 0.25 * h;
    }
    tmi_pairs_copy(&plan->graph.pairs, &plan->watch.certifier->pairs);
    return 0.0;
}

/* ---- Dead ends ----------------------------------------------------------------------------- */

/* The direction of the drag along the course, as of a weight that it pulls on a rope: the last
 * corrections at a dead end do not count. */
static void draw(tmPlan *plan, double gone) {
    double rope = plan->drag.rope + gone;
    plan->drag.rope = rope > ROPE ? ROPE : rope < -ROPE ? -ROPE : rope;
    plan->drag.way = rope >= ROPE ? 1.0 : rope <= -ROPE ? -1.0 : plan->drag.way;
}

static bool is_slower(const Course *c, double than) {
    double max = than * c->plan->graph.size;
    return c->speed2 < max * max;
}

/* Takes the last step back. */
static bool go_back(Course *c, const Course *before) {
    tmPlan *plan = c->plan;
    memcpy(plan->tried.poses, plan->way.lap, sizeof(tmPose) * (size_t)plan->graph.node_count);
    tmi_pairs_follow(&plan->graph.pairs, plan->mechanism, plan->tried.poses);
    *c = *before;
    return find_course(c, false);
}

/* At a dead end of the dragged points the motion does not move them to first order, and no gradient
 * says where to go: back to where it came from, if that leads nearer. Points that stand still
 * there, too, stand still everywhere: the motion is not theirs. */
static bool leave_dead_end(Course *c, double still) {
    if (!is_slower(c, still) || c->half <= c->tolerance * c->tolerance) {
        return false;
    }
    const Course before = *c;
    double gone = go(c, c->plan->drag.way > 0.0 ? -NUDGE : NUDGE);
    if (gone == 0.0 || !find_course(c, false)) {
        return false;
    }
    if (is_slower(c, POINT_HELD)) {
        (void)go_back(c, &before);
        return false;
    }
    draw(c->plan, gone);
    c->curvature = 0.0;
    c->has_moved = true;
    return true;
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* The longest step from here. */
static double longest_of(const Course *c) {
    double swing = tmi_certify_course_swing(c->plan->watch.certifier);
    double speed = sqrt(c->speed2) / c->plan->graph.size;
    double max = swing > speed ? swing : speed;
    return STEP_LONGEST < WHEEL_LONGEST * max ? STEP_LONGEST / max : WHEEL_LONGEST;
}

/* How far the next step wants to go, downhill. */
static double wanted(const Course *c) {
    if (is_slower(c, POINT_HELD)) {
        return 0.0;
    }
    double min = CURVATURE_MIN * c->speed2;
    double curvature = c->curvature > min ? c->curvature : c->curvature > 0.0 ? min : c->speed2;
    double h = curvature > 0.0 ? fabs(c->gradient) / curvature : 0.0;
    return h < c->longest ? h : c->longest;
}

/* Whether m, the cubic with these ends and gradients over a way of 1, first goes up between them
 * although it goes down at both. */
static bool has_hump(double fall, double first, double last) {
    double a = 6.0 * fall + 3.0 * (first + last), b = -6.0 * fall - 4.0 * first - 2.0 * last;
    double peak = a < 0.0 ? -0.5 * b / a : -1.0;
    return first < 0.0 && last < 0.0 && peak > 0.0 && peak < 1.0 &&
           (a * peak + b) * peak + first > 0.0;
}

/* How much of the step that is wanted is taken. All of it, if that is certain, but near a dead end:
 * a step beyond it comes back on the other side. Below 0 where the place is nearly singular. */
static double certain(const Course *c, double want) {
    double goal = is_slower(c, SLOW) ? TMI_PROVEN_SHARE * want : want;
    if (goal <= JUMP) {
        return goal;
    }
    double part =
        tmi_certify_course_part(c->plan->watch.certifier, goal / TMI_PROVEN_SHARE, c->values);
    return part < 0.0 || part * goal > JUMP ? part * goal : JUMP;
}

/* Makes one step. False where none is possible. */
static bool take_step(Course *c, double want) {
    tmPlan *plan = c->plan;
    const double way = c->gradient < 0.0 ? 1.0 : -1.0;
    const Course before = *c;
    double sure = certain(c, want);
    if (sure < 0.0) {
        plan->drag.is_on_course = false;
        c->is_lost = !c->has_moved;
        return false;
    }
    double gone = go(c, way * sure);
    if (gone == 0.0 || !find_course(c, false)) {
        plan->drag.is_on_course = gone == 0.0;
        return false; /* the second: at a change point, exactly; the pulls go on */
    }
    double fall = before.half - c->half;
    if (fabs(gone) > JUMP && has_hump(fall, before.gradient * gone, c->gradient * gone)) {
        bool found = go_back(c, &before);
        c->longest = 0.25 * fabs(gone);
        return found;
    }
    draw(plan, gone);
    c->has_moved = true;
    c->curvature = (c->gradient - before.gradient) / gone;
    c->longest = longest_of(c);
    return true;
}

bool tmi_plan_drag(tmPlan *plan, tmiStage *stage, const double *values, double tolerance,
                   tmiNewtonInfo *info) {
    Course c = {
        .plan = plan, .stage = stage, .values = values, .info = info, .tolerance = tolerance};
    if (!plan->drag.is_on_course) {
        plan->drag.way = plan->drag.rope = 0.0;
    }
    plan->drag.is_on_course = find_course(&c, !plan->drag.is_on_course);
    if (!plan->drag.is_on_course) {
        return false;
    }
    const double settled =
        plan->drag.settled > STEP_SETTLED ? STEP_SETTLED_UNDER_WAY : STEP_SETTLED;
    bool left = leave_dead_end(&c, POINT_STILL);
    c.longest = longest_of(&c);
    while (plan->drag.work-- > 0) {
        double want = wanted(&c);
        if (want > settled && c.half > 0.5 * tolerance * tolerance) {
            if (!take_step(&c, want)) {
                break;
            }
        } else if (left || !leave_dead_end(&c, DEAD_END)) {
            break;
        } else {
            left = true;
        }
    }
    if (c.is_lost) {
        return false;
    }
    /* The blocks are where the last good step left them. */
    memcpy(plan->way.here, plan->tried.poses, sizeof(tmPose) * (size_t)plan->graph.node_count);
    double curvature;
    return close_here(&c, &curvature);
}
