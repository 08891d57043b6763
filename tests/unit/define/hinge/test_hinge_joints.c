/* test_hinge_joints.c: planar hinges against the joints of mechanisms, which were written apart
 * from them: in random poses that close the hinge the joint is closed, and the other way round. */
#include "hinge_cases.h"

#include <math.h>
#include <string.h>

#define ROUNDS 60
#define PI 3.14159265358979323846

/* Angle of a body about z. */
static double angle_of(const tmFrame *frame) {
    return 2.0 * atan2(frame->rotation[3], frame->rotation[0]);
}

/* The two bodies with the first pair's features, and the joint between them. */
typedef struct Pair {
    tmMechanism *mechanism;
    tmBodyId bodies[2];
    tmFeatureId features[2];
    tmJointId joint;
} Pair;

static tmStatus add_part(Pair *pair, const HingeCase *c, int side) {
    tmBodyDef body = tm_body_def_default();
    body.x = c->frames[side].position[0];
    body.y = c->frames[side].position[1];
    body.angle = angle_of(&c->frames[side]);
    tmStatus status = tm_body_add(pair->mechanism, &body, &pair->bodies[side]);
    if (status != TM_OK) {
        return status;
    }
    tmFeatureDef feature = tm_feature_def_default();
    const tmPointOn *on = &c->pairs[0][side];
    feature.body = pair->bodies[side];
    feature.x = on->point[0];
    feature.y = on->point[1];
    bool in_plane = on->is_axis && on->direction[2] == 0.0;
    feature.angle = in_plane ? atan2(on->direction[1], on->direction[0]) : 0.0;
    return tm_feature_add(pair->mechanism, &feature, &pair->features[side]);
}

/* Makes the mechanism at the present frames; `swapped`: the joint's a is the hinge's second. */
static void make_pair(tmTest *t, Pair *pair, const HingeCase *c, tmJointDef def, bool swapped) {
    memset(pair, 0, sizeof *pair);
    MUST(tm_mechanism_create(&t->allocator, &pair->mechanism));
    DEFER(tm_mechanism_destroy, pair->mechanism);
    for (int side = 0; side < 2; side++) {
        MUST(add_part(pair, c, side));
        def.features[swapped ? 1 - side : side] = pair->features[side];
    }
    MUST(tm_joint_add(pair->mechanism, &def, &pair->joint));
}

static double gap_at(tmTest *t, const Pair *pair, const HingeCase *c) {
    double gap = NAN;
    for (int side = 0; side < 2; side++) {
        const tmFrame *frame = &c->frames[side];
        CHECK_STATUS(tm_body_set_pose(pair->mechanism, pair->bodies[side], frame->position[0],
                                      frame->position[1], angle_of(frame)),
                     TM_OK);
    }
    CHECK_STATUS(tm_joint_gap(pair->mechanism, pair->joint, &gap), TM_OK);
    return gap;
}

/* Where the hinge is closed the joint is; where one is open so is the other. Wheels are meshed
 * where they are 1 apart, so that no pose comes near to a place where they have none. */
static void check_same(tmTest *t, HingeCase *c, tmJointDef def, bool swapped, uint64_t *seed) {
    Pair pair;
    bool wheels = c->table.rows[0].as_placed;
    if (wheels) {
        fit_case(c);
        c->frames[0].position[0] += 1.0;
        place_case(c);
    }
    make_pair(t, &pair, c, def, swapped);
    shake_case(c, 0.3, seed);
    double open = 0.0;
    for (int32_t i = 0; i < c->table.row_count; i++) {
        tmRowAt at;
        tm_row_at(&c->table.rows[i], c->frames, NULL, c->near[i], &at);
        open = fmax(open, fabs(at.value));
    }
    double gap = gap_at(t, &pair, c);
    CHECK(open < 1e-3 || gap > 1e-5);
    if (CHECK(close_case(c))) {
        bool flipped = tm_row_is_flipped(&c->table.rows[c->table.row_count - 1], c->frames);
        CHECK(flipped || gap_at(t, &pair, c) < 1e-12);
        CHECK(!flipped || def.kind == TM_JOINT_PRISMATIC || def.kind == TM_JOINT_RIGID);
    }
    test_run_defers(t, 0);
}

static tmJointDef joint_of(tmJointKind kind) {
    tmJointDef def = tm_joint_def_default();
    def.kind = kind;
    return def;
}

TEST(lower_hinges_close_where_joints_do) {
    static const struct {
        const char *hinge, *pattern;
        tmJointKind joint;
    } same[] = {{"pin", "p", TM_JOINT_REVOLUTE},      {"ball.and.socket", "p", TM_JOINT_REVOLUTE},
                {"slider", "a", TM_JOINT_PRISMATIC},  {"cylindrical", "a", TM_JOINT_PRISMATIC},
                {"rigid", "a", TM_JOINT_RIGID},       {"rigid", "p", TM_JOINT_RIGID},
                {"point_on_line", "x", TM_JOINT_SLOT}};
    static HingeCase c;
    uint64_t seed = 31;
    for (size_t k = 0; k < sizeof same / sizeof same[0]; k++) {
        for (int round = 0; round < ROUNDS; round++) {
            REQUIRE(hinge_case(t, same[k].hinge, same[k].pattern, true, &seed, &c));
            if (c.fits) {
                fit_case(&c); /* the right way round */
            }
            /* A slot's line is a. */
            bool swapped = same[k].joint == TM_JOINT_SLOT && !c.pairs[0][0].is_axis;
            check_same(t, &c, joint_of(same[k].joint), swapped, &seed);
        }
    }
}

TEST(rods_close_where_distances_do) {
    static HingeCase c;
    uint64_t seed = 32;
    for (int round = 0; round < ROUNDS; round++) {
        REQUIRE(
            hinge_case(t, round % 2 ? "rod" : "tackle", round % 2 ? "p" : "p+", true, &seed, &c));
        tmJointDef def = joint_of(TM_JOINT_DISTANCE);
        def.value = test_uniform(&seed, 0.5, 2.0);
        c.use.pair_count = 1;
        c.arguments[0] = def.value;
        REQUIRE(tm_hinge_make(c.kind, &c.use, &c.table));
        check_same(t, &c, def, false, &seed);
    }
}

TEST(wheels_mesh_as_joints_do) {
    static HingeCase c;
    uint64_t seed = 33;
    for (int round = 0; round < 4 * ROUNDS; round++) {
        bool axes = round % 2 != 0, inner = round % 4 > 1;
        REQUIRE(hinge_case(t, "gear", axes ? "a" : "p", true, &seed, &c));
        tmJointDef def = joint_of(inner ? TM_JOINT_INNER_GEAR : TM_JOINT_GEAR);
        def.radii[0] = test_uniform(&seed, 0.2, 1.0);
        def.radii[1] = test_uniform(&seed, 0.2, 1.0);
        c.arguments[0] = (inner ? 1.0 : -1.0) * def.radii[1] / def.radii[0];
        REQUIRE(tm_hinge_make(c.kind, &c.use, &c.table));
        if (fabs(c.arguments[0] - 1.0) > 0.1) { /* else hardly anything changes the row */
            check_same(t, &c, def, false, &seed);
        }
    }
}

TEST(racks_roll_as_joints_do) {
    static HingeCase c;
    uint64_t seed = 34;
    for (int round = 0; round < 2 * ROUNDS; round++) {
        REQUIRE(hinge_case(t, "rack", round % 2 ? "a" : "x", true, &seed, &c));
        tmJointDef def = joint_of(TM_JOINT_RACK);
        def.radii[1] = c.arguments[0];
        /* The joint's a is the rack. */
        bool rack_is_second = round % 2 || !c.pairs[0][0].is_axis;
        check_same(t, &c, def, rack_is_second, &seed);
    }
}

TEST(belts_run_as_joints_do) {
    static HingeCase c;
    uint64_t seed = 35;
    for (int round = 0; round < 4 * ROUNDS; round++) {
        REQUIRE(hinge_case(t, "belt", round % 2 ? "a" : "p", true, &seed, &c));
        bool crossed = c.arguments[2] == 1.0;
        tmJointDef def = joint_of(crossed ? TM_JOINT_CROSSED_BELT : TM_JOINT_BELT);
        def.radii[0] = c.arguments[0];
        def.radii[1] = c.arguments[1];
        check_same(t, &c, def, false, &seed);
    }
}

/* ---- Cams ---------------------------------------------------------------------------------- */

static void radius_at(const void *data, double x, double y[3]) {
    const double *p = data;
    y[0] = p[0] + p[1] * cos(x) + p[2] * sin(x);
    y[1] = -p[1] * sin(x) + p[2] * cos(x);
    y[2] = -p[1] * cos(x) - p[2] * sin(x);
}

/* The lift of a flat follower: the largest r(u) cos(u - x) over u, where r' cos = r sin: found by
 * Newton's method on the slope. By the envelope theorem its derivative is r(u) sin(u - x). */
static void support_at(const void *data, double x, double y[3]) {
    double u = x, r[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 50; i++) {
        radius_at(data, u, r);
        double c = cos(u - x), s = sin(u - x);
        u -= (r[1] * c - r[0] * s) / (r[2] * c - 2.0 * r[1] * s - r[0] * c);
    }
    y[0] = r[0] * cos(u - x);
    y[1] = r[0] * sin(u - x);
    y[2] = 0.0; /* nobody asks for accelerations here */
}

static void check_cam(tmTest *t, bool flat, const char *pattern, uint64_t *seed) {
    static HingeCase c;
    static double profile[3];
    REQUIRE(hinge_case(t, "cam", pattern, true, seed, &c));
    if (c.pairs[0][1].is_axis != flat) {
        return;
    }
    profile[0] = test_uniform(seed, 0.6, 1.0);
    profile[1] = test_uniform(seed, -0.2, 0.2);
    profile[2] = test_uniform(seed, -0.2, 0.2);
    c.curves[0] = (tmCurve){flat ? support_at : radius_at, profile};
    tmJointDef def = joint_of(flat ? TM_JOINT_FLAT_CAM : TM_JOINT_ROLLER_CAM);
    def.profile_kind = TM_PROFILE_HARMONIC;
    def.profile = profile;
    def.profile_count = 3;
    check_same(t, &c, def, false, seed);
}

TEST(cams_lift_as_joints_do) {
    uint64_t seed = 36;
    for (int round = 0; round < ROUNDS; round++) {
        check_cam(t, false, "p", &seed);
        check_cam(t, false, "x", &seed);
        check_cam(t, true, "x", &seed);
        check_cam(t, true, "a", &seed);
    }
}

TEST_MAIN(CASE(lower_hinges_close_where_joints_do), CASE(rods_close_where_distances_do),
          CASE(wheels_mesh_as_joints_do), CASE(racks_roll_as_joints_do),
          CASE(belts_run_as_joints_do), CASE(cams_lift_as_joints_do))
