/* linkages.c: see linkages.h. Its formulas are written apart from those of the solver. */
#include "linkages.h"

#include <stdio.h>

linkage linkage_of(tmMechanism *m, uint64_t *state) {
    return (linkage){.m = m, .ground = tm_mechanism_ground(m), .state = state};
}

static void note(linkage *l, tmStatus status) {
    l->status = l->status == TM_OK ? status : l->status;
}

tmBodyId linkage_body(linkage *l, double x, double y, double angle) {
    tmBodyDef def = tm_body_def_default();
    tmBodyId id = {0};
    def.x = l->state ? test_uniform(l->state, -3.0, 3.0) : x;
    def.y = l->state ? test_uniform(l->state, -3.0, 3.0) : y;
    def.angle = l->state ? test_uniform(l->state, -3.0, 3.0) : angle;
    if (l->status == TM_OK) {
        note(l, tm_body_add(l->m, &def, &id));
    }
    return id;
}

tmFeatureId linkage_mark(linkage *l, tmBodyId body, double x, double y, double angle) {
    tmFeatureDef def = tm_feature_def_default();
    tmFeatureId id = {0};
    tmPose p;
    if (l->status == TM_OK) {
        note(l, tm_body_pose(l->m, body, &p));
    }
    if (l->status == TM_OK) {
        def.body = body;
        def.x = p.c * (x - p.x) + p.s * (y - p.y);
        def.y = p.c * (y - p.y) - p.s * (x - p.x);
        def.angle = angle - atan2(p.s, p.c);
        note(l, tm_feature_add(l->m, &def, &id));
    }
    return id;
}

tmJointId linkage_joint(linkage *l, tmJointKind kind, tmFeatureId a, tmFeatureId b, double value) {
    tmJointDef def = tm_joint_def_default();
    tmJointId id = {0};
    def.kind = kind;
    def.features[0] = l->swap ? b : a;
    def.features[1] = l->swap ? a : b;
    def.value = value;
    if (l->status == TM_OK) {
        note(l, tm_joint_add(l->m, &def, &id));
    }
    return id;
}

tmJointId linkage_pin(linkage *l, tmBodyId a, tmBodyId b, double x, double y) {
    tmFeatureId on_a = linkage_mark(l, a, x, y, 0.0);
    tmFeatureId on_b = linkage_mark(l, b, x, y, 0.0);
    return linkage_joint(l, TM_JOINT_REVOLUTE, on_a, on_b, 0.0);
}

tmJointId linkage_slider(linkage *l, tmBodyId a, tmBodyId b, double x, double y, double angle,
                         double along) {
    tmFeatureId on_a = linkage_mark(l, a, x, y, angle);
    tmFeatureId on_b = linkage_mark(l, b, x + along * cos(angle), y + along * sin(angle), angle);
    return linkage_joint(l, TM_JOINT_PRISMATIC, on_a, on_b, 0.0);
}

tmJointId linkage_pair(linkage *l, tmJointKind kind, const tmFeatureId *features, int count,
                       const double *radii) {
    tmJointDef def = tm_joint_def_default();
    tmJointId id = {0};
    def.kind = kind;
    for (int i = 0; i < count; i++) {
        def.features[i] = features[i];
        def.radii[i] = radii ? radii[i] : 0.0;
    }
    if (l->status == TM_OK) {
        note(l, tm_joint_add(l->m, &def, &id));
    }
    return id;
}

tmJointId linkage_wheels(linkage *l, tmJointKind kind, tmFeatureId a, tmFeatureId b,
                         double radius_a, double radius_b) {
    const tmFeatureId features[2] = {a, b};
    const double radii[2] = {radius_a, radius_b};
    return linkage_pair(l, kind, features, 2, radii);
}

tmFeatureId linkage_wheel(linkage *l, tmBodyId carrier, double x, double y, tmJointId *pin) {
    tmBodyId wheel = linkage_body(l, x, y, 0.0);
    *pin = linkage_pin(l, carrier, wheel, x, y);
    return linkage_mark(l, wheel, x, y, 0.0);
}

/* ---- Plans --------------------------------------------------------------------------------- */

tmStatus linkage_plan(tmMechanism *m, const tmInput *inputs, int32_t count, tmPlanMethod method,
                      tmPlan **plan) {
    tmPlanDef def = tm_plan_def_default();
    def.inputs = inputs;
    def.input_count = count;
    def.method = method;
    return tm_plan_create(m, &def, plan);
}

tmInput linkage_angle(tmJointId joint) {
    return (tmInput){.kind = TM_INPUT_ANGLE, .joint = joint};
}

tmInput linkage_displacement(tmJointId joint) {
    return (tmInput){.kind = TM_INPUT_DISPLACEMENT, .joint = joint};
}

tmInput linkage_position(tmFeatureId feature) {
    return (tmInput){.kind = TM_INPUT_POSITION, .feature = feature};
}

linkage linkage_open(tmTest *t, int way, uint64_t *state) {
    tmMechanism *m = NULL;
    tmStatus status = tm_mechanism_create(&t->allocator, &m);
    linkage l = linkage_of(m, way & LINKAGE_RANDOM_AXES ? state : NULL);
    l.status = status;
    l.swap = (way & LINKAGE_SWAPPED) != 0;
    l.method = way & LINKAGE_NEWTON ? TM_PLAN_NEWTON : TM_PLAN_MIXED;
    DEFER(tm_mechanism_destroy, m);
    return l;
}

tmPlan *linkage_open_plan(tmTest *t, linkage *l, const tmInput *inputs, int32_t count) {
    tmPlan *plan = NULL;
    if (l->status == TM_OK) {
        note(l, linkage_plan(l->m, inputs, count, l->method, &plan));
        DEFER(tm_plan_destroy, plan);
    }
    return plan;
}

bool linkage_move(tmTest *t, const linkage *l, tmPlan *plan, const double *values, double size) {
    double given[8];
    int32_t count = tm_plan_value_count(plan);
    for (int32_t i = 0; i < count && i < 8; i++) {
        given[i] = l->swap ? -values[i] : values[i];
    }
    tmSolveInfo info = {.outcome = TM_MOVE_NOT_CONVERGED};
    tmStatus status = tm_plan_move(plan, given, &info);
    bool done = CHECK_STATUS(status, TM_OK) && CHECK(info.outcome == TM_MOVE_DONE);
    if (!done) {
        printf("  outcome %d, residual %g, value %g, way %s%s%s\n", (int)info.outcome,
               info.residual, count ? given[0] : 0.0, l->state ? "random " : "",
               l->swap ? "swapped " : "", l->method == TM_PLAN_NEWTON ? "Newton" : "mixed");
    }
    return done && CHECK(linkage_poses_good(l->m, tm_plan_poses(plan))) &&
           CHECK_NEAR(linkage_gap(l->m, tm_plan_poses(plan), size), 0.0, 1e-10 * size);
}

/* ---- Oracles ------------------------------------------------------------------------------- */

bool linkage_circles(double px, double py, double a, double qx, double qy, double b, int side,
                     double *x, double *y) {
    long double dx = (long double)qx - px, dy = (long double)qy - py;
    long double e = hypotl(dx, dy);
    long double cosine = (e * e + (long double)a * a - (long double)b * b) / (2.0L * e * a);
    if (!(fabsl(cosine) <= 1.0L)) {
        return false;
    }
    long double at = atan2l(dy, dx) + side * acosl(cosine);
    *x = (double)(px + a * cosl(at));
    *y = (double)(py + a * sinl(at));
    return true;
}

static int32_t place_number(const tmMechanism *m, tmBodyId body) {
    int32_t i = 0;
    while (i < tm_body_count(m) && tm_body_at(m, i).value != body.value) {
        i++;
    }
    return i;
}

void linkage_place(const tmMechanism *m, tmFeatureId feature, const tmPose *poses, double *x,
                   double *y, double *angle) {
    tmBodyId body;
    double fx, fy, turn;
    if (tm_feature_get(m, feature, &body, &fx, &fy, &turn) != TM_OK) {
        fx = fy = turn = NAN;
        body = tm_mechanism_ground(m);
    }
    const tmPose *p = &poses[place_number(m, body)];
    double own = atan2(p->s, p->c);
    double *const out[] = {x, y, angle};
    const double at[] = {p->x + fx * cos(own) - fy * sin(own), p->y + fx * sin(own) + fy * cos(own),
                         own + turn};
    for (int i = 0; i < 3; i++) {
        if (out[i]) {
            *out[i] = at[i];
        }
    }
}

/* Distance of (x, y) from the line through (px, py) in direction `angle`. */
static double off_line(double x, double y, double px, double py, double angle) {
    return fabs((y - py) * cos(angle) - (x - px) * sin(angle));
}

/* Radius of a cam's profile: harmonics by their sum, points by the library, whose splines have a
 * test of their own. */
static double cam_radius(const tmMechanism *m, tmJointId joint, const tmJointDef *def,
                         double angle) {
    double r[3] = {def->profile[0]};
    if (def->profile_kind == TM_PROFILE_SPLINE) {
        tm_joint_profile(m, joint, angle, r);
        return r[0];
    }
    for (int32_t i = 1; i + 1 < def->profile_count; i += 2) {
        double wave = (i + 1) / 2.0;
        r[0] += def->profile[i] * cos(wave * angle) + def->profile[i + 1] * sin(wave * angle);
    }
    return r[0];
}

/* How far a point of the profile is on the follower's side of the line, or within the roller. */
static double cam_overlap(const tmMechanism *m, tmJointId joint, const tmJointDef *def,
                          const double x[], const double y[], const double a[], double angle) {
    double r = cam_radius(m, joint, def, angle);
    double px = x[0] + r * cos(a[0] + angle) - x[1], py = y[0] + r * sin(a[0] + angle) - y[1];
    return def->kind == TM_JOINT_FLAT_CAM ? py * cos(a[1]) - px * sin(a[1])
                                          : def->radii[1] - hypot(px, py);
}

/* The largest overlap, by looking everywhere and then closer. */
static double cam_gap(const tmMechanism *m, tmJointId joint, const tmJointDef *def,
                      const double x[], const double y[], const double a[]) {
    double best = 0.0, step = 2.0 * LINKAGE_PI / 720.0;
    for (int i = 1; i < 720; i++) {
        best = cam_overlap(m, joint, def, x, y, a, i * step) >
                       cam_overlap(m, joint, def, x, y, a, best)
                   ? i * step
                   : best;
    }
    double low = best - step, high = best + step;
    for (int i = 0; i < 80; i++) {
        double p = low + (high - low) / 3.0, q = high - (high - low) / 3.0;
        bool left = cam_overlap(m, joint, def, x, y, a, p) > cam_overlap(m, joint, def, x, y, a, q);
        low = left ? low : p;
        high = left ? q : high;
    }
    return fabs(cam_overlap(m, joint, def, x, y, a, 0.5 * (low + high)));
}

/* A rope over points. */
static double rope_gap(const tmJointDef *def, const double x[], const double y[]) {
    double sum = 0.0;
    for (int i = 0; i + 1 < TM_JOINT_FEATURES && def->features[i + 1].value; i++) {
        if (def->radii[i] != 0.0 || def->radii[i + 1] != 0.0) {
            return 0.0;
        }
        sum += hypot(x[i + 1] - x[i], y[i + 1] - y[i]);
    }
    return fabs(sum - def->value);
}

static double joint_gap(const tmMechanism *m, tmJointId joint, const tmJointDef *def,
                        const tmPose *poses, double size) {
    double x[TM_JOINT_FEATURES] = {0}, y[TM_JOINT_FEATURES] = {0}, a[TM_JOINT_FEATURES] = {0};
    for (int i = 0; i < TM_JOINT_FEATURES && def->features[i].value; i++) {
        linkage_place(m, def->features[i], poses, &x[i], &y[i], &a[i]);
    }
    double apart = hypot(x[1] - x[0], y[1] - y[0]);
    double turn = remainder(a[1] - a[0], 2.0 * LINKAGE_PI);
    double height = off_line(x[1], y[1], x[0], y[0], a[0]);
    switch (def->kind) {
    case TM_JOINT_REVOLUTE:
        return apart;
    case TM_JOINT_PRISMATIC:
        return fmax(height, size * fabs(sin(turn)));
    case TM_JOINT_SLOT:
        return height;
    case TM_JOINT_ANGLE:
        return size * fabs(remainder(turn - def->value, 2.0 * LINKAGE_PI));
    case TM_JOINT_RIGID:
        return fmax(apart, size * fabs(turn));
    case TM_JOINT_DISTANCE:
    case TM_JOINT_ON_CIRCLE:
        return fabs(apart - def->value);
    case TM_JOINT_PARALLEL:
        return size * fabs(sin(turn));
    case TM_JOINT_PERPENDICULAR:
        return size * fabs(cos(turn));
    case TM_JOINT_COLLINEAR:
        /* Next to coincident points have no line that could be told from their last digits. */
        return apart <= 1e-5 * (size + hypot(x[2] - x[0], y[2] - y[0]))
                   ? 0.0
                   : off_line(x[2], y[2], x[0], y[0], atan2(y[1] - y[0], x[1] - x[0]));
    case TM_JOINT_EQUAL_LENGTH:
        return fabs(apart - hypot(x[3] - x[2], y[3] - y[2]));
    case TM_JOINT_EQUAL_ANGLE:
        return size * fabs(remainder(a[1] - a[0] - a[3] + a[2], 2.0 * LINKAGE_PI));
    case TM_JOINT_ROPE:
        return rope_gap(def, x, y);
    case TM_JOINT_FLAT_CAM:
    case TM_JOINT_ROLLER_CAM:
        return cam_gap(m, joint, def, x, y, a);
    case TM_JOINT_GEAR:
    case TM_JOINT_INNER_GEAR:
    case TM_JOINT_RACK:
    case TM_JOINT_BELT:
    case TM_JOINT_CROSSED_BELT:
        return 0.0; /* poses do not tell turns; see linkages.h */
    case TM_JOINT_KIND_COUNT:
        break;
    }
    return NAN;
}

double linkage_gap(const tmMechanism *m, const tmPose *poses, double size) {
    double max = 0.0;
    for (int32_t i = 0; i < tm_joint_count(m); i++) {
        tmJointDef def;
        if (tm_joint_get(m, tm_joint_at(m, i), &def) == TM_OK) {
            double gap = joint_gap(m, tm_joint_at(m, i), &def, poses, size);
            max = gap <= max ? max : gap; /* a NaN stays */
        }
    }
    return max;
}

bool linkage_poses_good(const tmMechanism *m, const tmPose *poses) {
    for (int32_t i = 0; i < tm_body_count(m); i++) {
        const tmPose *p = &poses[i];
        if (!isfinite(p->x) || !isfinite(p->y) || !(fabs(hypot(p->c, p->s) - 1.0) <= 1e-9)) {
            return false;
        }
    }
    return true;
}

/* ---- Modes --------------------------------------------------------------------------------- */

tmModes *linkage_modes(tmTest *t, const tmPlan *plan, const double *values, const tmModesDef *def) {
    tmModes *modes = NULL;
    if (CHECK_STATUS(tm_modes_create(plan, values, def, &modes), TM_OK)) {
        DEFER(tm_modes_destroy, modes);
    }
    return modes;
}

void linkage_check_modes(tmTest *t, const tmMechanism *m, const tmModes *modes, double size) {
    for (int32_t i = 0; i < tm_modes_count(modes); i++) {
        const tmPose *poses = tm_modes_poses(modes, i);
        CHECK(linkage_poses_good(m, poses));
        CHECK_NEAR(linkage_gap(m, poses, size), 0.0, 1e-10 * size);
        CHECK(tm_modes_residual(modes, i) <= 1e-11 * size);
        double distance;
        CHECK(tm_modes_nearest(modes, poses, &distance) == i);
        CHECK(distance == 0.0);
    }
}

bool linkage_modes_have(const tmMechanism *m, const tmModes *modes, tmFeatureId feature, double x,
                        double y) {
    for (int32_t i = 0; i < tm_modes_count(modes); i++) {
        double at_x, at_y;
        linkage_place(m, feature, tm_modes_poses(modes, i), &at_x, &at_y, NULL);
        if (hypot(at_x - x, at_y - y) < 1e-6) {
            return true;
        }
    }
    return false;
}

tmJointId linkage_cam(linkage *l, tmJointKind kind, tmFeatureId cam, tmFeatureId follower,
                      double roller, const double *profile, int count) {
    tmJointDef def = tm_joint_def_default();
    tmJointId id = {0};
    def.kind = kind;
    def.features[0] = cam;
    def.features[1] = follower;
    def.radii[1] = roller;
    def.profile = profile;
    def.profile_count = count;
    def.profile_kind = count == 3 ? TM_PROFILE_SPLINE : TM_PROFILE_HARMONIC;
    if (l->status == TM_OK) {
        l->status = tm_joint_add(l->m, &def, &id);
    }
    return id;
}

void linkage_check_angle(tmTest *t, const linkage *l, tmPlan *plan, tmFeatureId feature,
                         double angle) {
    double found;
    linkage_place(l->m, feature, tm_plan_poses(plan), NULL, NULL, &found);
    CHECK_NEAR(remainder(found - angle, 2.0 * LINKAGE_PI), 0.0, 1e-9);
}

void linkage_check_closed(tmTest *t, const linkage *l, const tmPlan *plan, bool closed) {
    CHECK(l->method == TM_PLAN_NEWTON || !closed || tm_plan_unknowns(plan) == 0);
}
