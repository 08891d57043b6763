/* test_pair_rows.c: what the higher pairs demand: gradients against differences, whole turns, and
 * profiles against curves that are known otherwise. */
#include "analyse/kinematics/joint/higher_pair.h"

#include "linkages.h"

#include <string.h>

#define TRIES 100
#define STEP 1e-5
#define SIZE 2.5
#define PI LINKAGE_PI

/* The call gives this status, unless it came to have no memory. */
#define REFUSED(call, expected)                                                                    \
    do {                                                                                           \
        tmStatus status_ = (call);                                                                 \
        if (status_ == TM_ERR_MEMORY) {                                                            \
            MUST(status_);                                                                         \
        }                                                                                          \
        CHECK_STATUS(status_, expected);                                                           \
    } while (0)

static const tmJointKind pair_kinds[] = {TM_JOINT_GEAR,     TM_JOINT_INNER_GEAR,   TM_JOINT_RACK,
                                         TM_JOINT_BELT,     TM_JOINT_CROSSED_BELT, TM_JOINT_ROPE,
                                         TM_JOINT_FLAT_CAM, TM_JOINT_ROLLER_CAM};
#define KINDS (sizeof pair_kinds / sizeof pair_kinds[0])

/* Wheels this far apart never overlap, for radii up to 0.8. */
#define APART 2.0

typedef struct parts {
    tmiPlanarJoint joint;
    tmiPlanarFeature features[TM_JOINT_FEATURES];
    double at[TM_JOINT_FEATURES][3]; /* poses: x, y, angle */
} parts;

static void find_places(const parts *p, tmiFeaturePose *places) {
    for (int i = 0; i < p->joint.feature_count; i++) {
        tmPose pose = {p->at[i][0], p->at[i][1], cos(p->at[i][2]), sin(p->at[i][2])};
        places[i] = tmi_feature_pose(&p->features[i], pose);
    }
}

/* A pair with random wheels in random poses; an egg with a few waves for a cam. */
static tmStatus random_pair(tmTest *t, uint64_t *state, tmJointKind kind, parts *p) {
    memset(p, 0, sizeof *p);
    tmJointDef def = tm_joint_def_default();
    const double wave = kind == TM_JOINT_FLAT_CAM ? 0.02 : 0.06;
    double egg[9] = {0.8, 0.1};
    for (int i = 2; i < 9; i++) {
        egg[i] = test_uniform(state, -wave, wave);
    }
    def.kind = kind;
    def.profile_kind = TM_PROFILE_HARMONIC;
    def.profile = egg;
    def.profile_count = kind == TM_JOINT_FLAT_CAM ? 5 : 9;
    p->joint.kind = kind;
    p->joint.feature_count = kind == TM_JOINT_ROPE ? test_between(state, 2, 8) : 2;
    for (int i = 0; i < p->joint.feature_count; i++) {
        double angle = test_uniform(state, -4.0, 4.0);
        def.radii[i] = test_uniform(state, 0.05, kind == TM_JOINT_ROLLER_CAM ? 0.1 : 0.8);
        if (kind == TM_JOINT_ROPE || kind == TM_JOINT_RACK) {
            def.radii[i] *= test_between(state, 0, 1) ? 1.0 : -1.0;
            def.radii[i] *= kind == TM_JOINT_ROPE && test_between(state, 0, 2) == 0 ? 0.0 : 1.0;
        }
        p->features[i] = (tmiPlanarFeature){.x = test_uniform(state, -0.4, 0.4),
                                            .y = test_uniform(state, -0.4, 0.4),
                                            .c = cos(angle),
                                            .s = sin(angle)};
        p->at[i][0] = (2.0 + APART) * (i % 3) + test_uniform(state, -0.5, 0.5);
        p->at[i][1] = (2.0 + APART) * (i / 3) + test_uniform(state, -0.5, 0.5);
        p->at[i][2] = test_uniform(state, -4.0, 4.0);
    }
    tmStatus status = tmi_pair_make(&p->joint, t->allocator, &def);
    if (status == TM_OK) {
        tmiFeaturePose places[TM_JOINT_FEATURES];
        find_places(p, places);
        tmi_pair_start(&p->joint, places, true);
    }
    return status;
}

static double row_at(const parts *p, tmiJointGradient *gradient) {
    tmiFeaturePose places[TM_JOINT_FEATURES];
    double rows[TMI_JOINT_ROWS];
    find_places(p, places);
    tmi_joint_rows(&p->joint, places, SIZE, rows, gradient);
    return rows[0];
}

TEST(slopes_are_those_of_central_differences) {
    uint64_t state = 51;
    for (size_t kind = 0; kind < KINDS; kind++) {
        for (int try = 0; try < TRIES; try++) {
            parts p;
            MUST(random_pair(t, &state, pair_kinds[kind], &p));
            tmiJointGradient gradient;
            CHECK_NEAR(row_at(&p, &gradient),
                       pair_kinds[kind] < TM_JOINT_FLAT_CAM ? 0.0 : row_at(&p, NULL), 1e-13);
            CHECK(tmi_joint_row_count(&p.joint) == 1);
            for (int k = 0; k < 3 * p.joint.feature_count; k++) {
                double *x = &p.at[k / 3][k % 3], was = *x;
                *x = was + STEP;
                double high = row_at(&p, NULL);
                *x = was - STEP;
                double low = row_at(&p, NULL);
                *x = was;
                CHECK_NEAR(gradient[0][k / 3][k % 3], (high - low) / (2.0 * STEP), 1e-7);
            }
            tmi_pair_free(&p.joint, t->allocator);
        }
    }
}

/* All bodies move with constant rates of x, y and angle: second differences of the row. */
TEST(second_rates_are_those_of_second_differences) {
    const double step = 1e-4;
    uint64_t state = 54;
    for (size_t kind = 0; kind < KINDS; kind++) {
        for (int try = 0; try < TRIES; try++) {
            parts p;
            MUST(random_pair(t, &state, pair_kinds[kind], &p));
            double rate[TM_JOINT_FEATURES][3], rows[3];
            tmiFeatureRate rates[TM_JOINT_FEATURES];
            tmiFeaturePose places[TM_JOINT_FEATURES];
            find_places(&p, places);
            for (int i = 0; i < p.joint.feature_count; i++) {
                for (int k = 0; k < 3; k++) {
                    rate[i][k] = test_uniform(&state, -1.0, 1.0);
                }
                double turn = rate[i][2];
                rates[i] = (tmiFeatureRate){
                    rate[i][0] - turn * places[i].ry, rate[i][1] + turn * places[i].rx,
                    -turn * turn * places[i].rx, -turn * turn * places[i].ry, turn};
            }
            double found = tmi_pair_bias(&p.joint, places, rates, SIZE);
            for (int side = 0; side < 3; side++) {
                parts moved = p;
                for (int k = 0; k < 3 * p.joint.feature_count; k++) {
                    moved.at[k / 3][k % 3] += (side - 1) * step * rate[k / 3][k % 3];
                }
                rows[side] = row_at(&moved, NULL);
            }
            CHECK_NEAR(found, (rows[2] - 2.0 * rows[1] + rows[0]) / (step * step), 1e-5);
            tmi_pair_free(&p.joint, t->allocator);
        }
    }
}

/* A pair that is carried round as a whole is as open as before, however often it is turned. */
TEST(a_pair_that_is_turned_as_a_whole_keeps_its_row) {
    uint64_t state = 52;
    for (size_t kind = 0; kind < KINDS; kind++) {
        parts p;
        MUST(random_pair(t, &state, pair_kinds[kind], &p));
        parts turned = p;
        p.at[1][2] += 0.3;
        double row = row_at(&p, NULL);
        for (int step = 1; step <= 40; step++) {
            double angle = 0.4 * step;
            for (int i = 0; i < p.joint.feature_count; i++) {
                turned.at[i][0] = cos(angle) * p.at[i][0] - sin(angle) * p.at[i][1];
                turned.at[i][1] = sin(angle) * p.at[i][0] + cos(angle) * p.at[i][1];
                turned.at[i][2] = p.at[i][2] + angle;
            }
            tmiFeaturePose places[TM_JOINT_FEATURES];
            find_places(&turned, places);
            tmi_pair_follow(&turned.joint, places);
            CHECK_NEAR(row_at(&turned, NULL), row, 1e-12);
        }
        tmi_pair_free(&p.joint, t->allocator);
    }
}

/* One wheel alone is turned forty times by a quarter: the row grows by the way of its rim. */
TEST(turns_are_counted_forwards_and_back) {
    uint64_t state = 53;
    const tmJointKind counted[] = {TM_JOINT_GEAR, TM_JOINT_INNER_GEAR, TM_JOINT_RACK, TM_JOINT_BELT,
                                   TM_JOINT_CROSSED_BELT};
    for (size_t kind = 0; kind < 5; kind++) {
        parts p;
        MUST(random_pair(t, &state, counted[kind], &p));
        const double *r = p.joint.pair->radii;
        double lever = kind < 2 ? SIZE * r[1] / (r[0] + r[1]) : kind == 4 ? -r[1] : r[1];
        double start = p.at[1][2];
        tmiFeaturePose places[TM_JOINT_FEATURES];
        p.features[1].x = p.features[1].y = 0.0; /* the wheel turns about its centre */
        find_places(&p, places);
        tmi_pair_start(&p.joint, places, true);
        for (int step = 1; step <= 80; step++) {
            int quarters = step <= 40 ? step : 80 - step;
            p.at[1][2] = start + 0.5 * PI * quarters;
            CHECK_NEAR(row_at(&p, NULL), lever * 0.5 * PI * quarters, 1e-11);
            find_places(&p, places);
            tmi_pair_follow(&p.joint, places);
        }
        CHECK_NEAR(row_at(&p, NULL), 0.0, 1e-14);
        tmi_pair_free(&p.joint, t->allocator);
    }
}

/* ---- Ropes --------------------------------------------------------------------------------- */

/* Over one wheel of radius 1 at the origin, from (-1, -3) up, round its top and down to (1, -4). */
TEST(a_rope_over_a_wheel_is_two_straight_parts_and_half_a_rim) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    tmBodyId wheel = linkage_body(&l, 0, 0, 0), end = linkage_body(&l, 1, -4, 0);
    tmJointDef def = tm_joint_def_default(), got;
    def.kind = TM_JOINT_ROPE;
    def.features[0] = linkage_mark(&l, l.ground, -1, -3, 0);
    def.features[1] = linkage_mark(&l, wheel, 0, 0, 0);
    def.features[2] = linkage_mark(&l, end, 1, -4, 0);
    def.radii[1] = -1.0; /* on the right of the rope */
    MUST(l.status);
    tmJointId rope;
    MUST(tm_joint_add(m, &def, &rope));
    MUST(tm_joint_get(m, rope, &got));
    CHECK_NEAR(got.value, 3.0 + PI + 4.0, 1e-14);
    CHECK(!got.as_placed && got.radii[1] == -1.0 && got.features[3].value == 0);
    double gap;
    def.as_placed = false;
    def.value = 8.0;
    MUST(tm_joint_add(m, &def, &rope));
    MUST(tm_joint_gap(m, rope, &gap));
    CHECK_NEAR(gap, PI - 1.0, 1e-14);
}

/* Open belt: the taut strand and both wraps to the marks, by school geometry. Wheels of 1 and 2, 5
 * apart: the strand is inclined by asin(1/5). */
TEST(a_belt_measures_its_taut_strand) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    tmBodyId a = linkage_body(&l, 0, 0, 0), b = linkage_body(&l, 5, 0, 0);
    tmJointDef def = tm_joint_def_default(), got;
    def.features[0] = linkage_mark(&l, a, 0, 0, 0);
    def.features[1] = linkage_mark(&l, b, 5, 0, 0);
    def.radii[0] = 1.0;
    def.radii[1] = 2.0;
    MUST(l.status);
    for (int crossed = 0; crossed < 2; crossed++) {
        tmJointId belt;
        def.kind = crossed ? TM_JOINT_CROSSED_BELT : TM_JOINT_BELT;
        MUST(tm_joint_add(m, &def, &belt));
        MUST(tm_joint_get(m, belt, &got));
        double h = crossed ? -3.0 : 1.0, inclined = -asin(h / 5.0);
        double wraps = crossed ? 1.0 * inclined + 2.0 * inclined : 1.0 * inclined - 2.0 * inclined;
        CHECK_NEAR(got.value, sqrt(25.0 - h * h) + wraps, 1e-14);
    }
}

/* ---- Profiles ------------------------------------------------------------------------------ */

TEST(splines_pass_their_points_and_follow_a_smooth_curve) {
    double given[48], r[3];
    for (int i = 0; i < 48; i++) {
        double angle = 2.0 * PI * i / 48;
        given[i] = 2.0 + 0.3 * cos(angle) + 0.1 * sin(2.0 * angle);
    }
    tmiProfile *p;
    MUST(tmi_profile_make(&p, t->allocator, TM_PROFILE_SPLINE, given, 48));
    for (int i = -96; i < 96; i++) {
        double angle = 2.0 * PI * i / 48;
        tmi_profile_at(p, angle, r);
        CHECK_NEAR(r[0], given[(i + 96) % 48], 1e-14);
        angle += 0.04;
        tmi_profile_at(p, angle, r);
        /* h^4 / 384 of the fourth derivative is 1e-6 here */
        CHECK_NEAR(r[0], 2.0 + 0.3 * cos(angle) + 0.1 * sin(2.0 * angle), 2e-6);
        CHECK_NEAR(r[1], -0.3 * sin(angle) + 0.2 * cos(2.0 * angle), 1e-4);
        CHECK_NEAR(r[2], -0.3 * cos(angle) - 0.4 * sin(2.0 * angle), 6e-3);
        double high[3], low[3];
        tmi_profile_at(p, angle + STEP, high);
        tmi_profile_at(p, angle - STEP, low);
        CHECK_NEAR(r[1], (high[0] - low[0]) / (2.0 * STEP), 1e-9);
        CHECK_NEAR(r[2], (high[1] - low[1]) / (2.0 * STEP), 1e-6);
    }
    tmi_profile_free(t->allocator, p);
}

/* The largest roller: of r = 1 + e cos 3t, the curvature in the hollows is
 * (r^2 - r r'') / r^3 with r = 1 - e, r'' = 9 e. */
TEST(hollow_profiles_take_small_rollers_and_no_flat_follower) {
    const double e = 0.2;
    const double clover[7] = {1.0, 0, 0, 0, 0, e, 0};
    const double round[7] = {1.0, 0, 0, 0, 0, 0.05, 0};
    double max;
    MUST(tm_profile_max_roller(&t->allocator, TM_PROFILE_HARMONIC, clover, 7, &max));
    double low = 1.0 - e;
    CHECK_NEAR(max, -low * low / (low - 9.0 * e), 1e-3);
    MUST(tm_profile_max_roller(&t->allocator, TM_PROFILE_HARMONIC, round, 7, &max));
    CHECK(max == INFINITY);
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    tmJointDef def = tm_joint_def_default();
    def.kind = TM_JOINT_FLAT_CAM;
    def.features[0] = linkage_mark(&l, linkage_body(&l, 0, 0, 0), 0, 0, 0);
    def.features[1] = linkage_mark(&l, linkage_body(&l, 0, 1, 0), 0, 1, 0);
    def.profile_kind = TM_PROFILE_HARMONIC;
    def.profile = clover;
    def.profile_count = 7;
    MUST(l.status);
    tmJointId id;
    REFUSED(tm_joint_add(m, &def, &id), TM_ERR_PROFILE);
    def.kind = TM_JOINT_ROLLER_CAM;
    def.radii[1] = 1.0;
    REFUSED(tm_joint_add(m, &def, &id), TM_ERR_PROFILE);
    def.radii[1] = 0.3;
    MUST(tm_joint_add(m, &def, &id));
    def.profile = round;
    def.kind = TM_JOINT_FLAT_CAM;
    MUST(tm_joint_add(m, &def, &id));
    CHECK(tm_joint_count(m) == 2);
}

TEST(bad_pairs_are_refused) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    tmJointDef good = tm_joint_def_default();
    good.features[0] = linkage_mark(&l, linkage_body(&l, 0, 0, 0), 0, 0, 0);
    good.features[1] = linkage_mark(&l, linkage_body(&l, 3, 0, 0), 3, 0, 0);
    MUST(l.status);
    good.radii[0] = good.radii[1] = 1.0;
    const double circle[3] = {1.0, 1.0, 1.0}, strange[3] = {1.0, NAN, 1.0},
                 crossing[3] = {1, -1, 1};
    good.profile = circle;
    good.profile_count = 3;
    tmJointId id;
    double r[3];
    const struct {
        tmJointKind kind;
        double radius, value;
        const double *profile;
        int32_t count;
        tmStatus status;
    } bad[] = {{TM_JOINT_GEAR, 0.0, 0, circle, 3, TM_ERR_ARGUMENT},
               {TM_JOINT_INNER_GEAR, -1.0, 0, circle, 3, TM_ERR_ARGUMENT},
               {TM_JOINT_GEAR, 1e-320, 0, circle, 3, TM_ERR_ARGUMENT},
               {TM_JOINT_GEAR, NAN, 0, circle, 3, TM_ERR_NOT_FINITE},
               {TM_JOINT_GEAR, 1.0, NAN, circle, 3, TM_ERR_NOT_FINITE},
               {TM_JOINT_RACK, 0.0, 0, circle, 3, TM_ERR_ARGUMENT},
               {TM_JOINT_BELT, -2.0, 0, circle, 3, TM_ERR_ARGUMENT},
               {TM_JOINT_ROPE, INFINITY, 0, circle, 3, TM_ERR_NOT_FINITE},
               {TM_JOINT_ROLLER_CAM, -0.1, 0, circle, 3, TM_ERR_ARGUMENT},
               {TM_JOINT_ROLLER_CAM, 0.1, 0, NULL, 3, TM_ERR_ARGUMENT},
               {TM_JOINT_ROLLER_CAM, 0.1, 0, circle, 2, TM_ERR_ARGUMENT},
               {TM_JOINT_ROLLER_CAM, 0.1, 0, circle, 2000000, TM_ERR_LIMIT},
               {TM_JOINT_FLAT_CAM, 0.1, 0, strange, 3, TM_ERR_NOT_FINITE},
               {TM_JOINT_FLAT_CAM, 0.1, 0, crossing, 3, TM_ERR_ARGUMENT}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tmJointDef def = good;
        def.kind = bad[i].kind;
        def.radii[1] = bad[i].radius;
        def.value = bad[i].value;
        def.profile = bad[i].profile;
        def.profile_count = bad[i].count;
        REFUSED(tm_joint_add(m, &def, &id), bad[i].status);
    }
    CHECK(tm_joint_count(m) == 0);
    tmJointDef def = good;
    def.profile_kind = (tmProfileKind)7;
    def.kind = TM_JOINT_FLAT_CAM;
    REFUSED(tm_joint_add(m, &def, &id), TM_ERR_ARGUMENT);
    def.profile_kind = TM_PROFILE_HARMONIC;
    def.profile_count = 2;
    REFUSED(tm_joint_add(m, &def, &id), TM_ERR_ARGUMENT);
    def.kind = TM_JOINT_ROPE;
    def.features[3] = def.features[0]; /* a hole in the list */
    REFUSED(tm_joint_add(m, &def, &id), TM_ERR_ID);
    def = good;
    def.kind = TM_JOINT_GEAR;
    MUST(tm_joint_add(m, &def, &id));
    CHECK_STATUS(tm_joint_profile(m, id, 0.0, r), TM_ERR_ARGUMENT);
    def.kind = TM_JOINT_FLAT_CAM;
    MUST(tm_joint_add(m, &def, &id));
    MUST(tm_joint_profile(m, id, 9.0, r));
    CHECK(r[0] == 1.0 && r[1] == 0.0 && r[2] == 0.0);
    CHECK_STATUS(tm_joint_profile(m, id, NAN, r), TM_ERR_NOT_FINITE);
    MUST(tm_joint_remove(m, id));
    CHECK_STATUS(tm_joint_profile(m, id, 0.0, r), TM_ERR_ID);
    CHECK_STATUS(tm_joint_profile(NULL, id, 0.0, r), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_profile_max_roller(&t->allocator, TM_PROFILE_SPLINE, circle, 3, NULL),
                 TM_ERR_ARGUMENT);
}

/* A length, and turns. */
TEST(what_no_double_holds_is_refused) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    tmJointDef good = tm_joint_def_default(), def;
    good.features[0] = linkage_mark(&l, linkage_body(&l, 0, 0, 0), 0, 0, 0);
    good.features[1] = linkage_mark(&l, linkage_body(&l, 3, 0, 0), 3, 0, 0);
    MUST(l.status);
    tmJointId id;
    def = good;
    def.kind = TM_JOINT_ROPE;
    def.radii[0] = 1e308;
    def.radii[1] = -1e308;
    REFUSED(tm_joint_add(m, &def, &id), TM_ERR_NOT_FINITE);
    def = good;
    def.kind = TM_JOINT_BELT;
    def.as_placed = false;
    def.value = 1e300;
    def.radii[0] = def.radii[1] = 1e-9;
    REFUSED(tm_joint_add(m, &def, &id), TM_ERR_NOT_FINITE);
    CHECK(tm_joint_count(m) == 0);
}

TEST_MAIN(CASE(slopes_are_those_of_central_differences),
          CASE(second_rates_are_those_of_second_differences),
          CASE(a_pair_that_is_turned_as_a_whole_keeps_its_row),
          CASE(turns_are_counted_forwards_and_back),
          CASE(a_rope_over_a_wheel_is_two_straight_parts_and_half_a_rim),
          CASE(a_belt_measures_its_taut_strand),
          CASE(splines_pass_their_points_and_follow_a_smooth_curve),
          CASE(hollow_profiles_take_small_rollers_and_no_flat_follower),
          CASE(bad_pairs_are_refused), CASE(what_no_double_holds_is_refused))
