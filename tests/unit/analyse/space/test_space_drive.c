/* test_space_drive.c: mechanisms in space driven through their motion, against closed forms. */
#include "frames.h"
#include "rig.h"

#include <math.h>
#include <string.h>

#define NO NAN
#define PI 3.141592653589793

static tmSpacePlan *plan_of(tmTest *t, const tmAssembly *a, const tmSpaceInput *inputs,
                            int32_t count) {
    tmSpacePlanDef def = tm_space_plan_def_default();
    def.inputs = inputs;
    def.input_count = count;
    tmSpacePlan *plan = NULL;
    if (a && CHECK_STATUS(tm_space_plan_create(a, &def, &plan), TM_OK)) {
        DEFER(tm_space_plan_destroy, plan);
    }
    return plan;
}

static bool move_to(tmTest *t, tmSpacePlan *plan, double value) {
    tmSolveInfo info = {0};
    CHECK_STATUS(tm_space_plan_move(plan, &value, &info), TM_OK);
    return CHECK(info.outcome == TM_MOVE_DONE && info.changes == 0);
}

/* ---- Universal joint ----------------------------------------------------------------------- */

/* Shafts along z and along (0, sin beta, cos beta) meet in a universal joint. With arms u of the
 * first, from x about z by a, and v of the second, from (0, cos beta, -sin beta) by b:
 * u . v = 0 gives tan b = cos beta tan a. */
TEST(a_universal_joint_turns_by_the_law_of_tangents) {
    const double beta = 0.6, s = sin(beta), c = cos(beta);
    Rig *rig = rig_make(t, false, 2, 3);
    int32_t first = rig_body(rig, 0, 0, 0), second = rig_body(rig, 0, 0, 0);
    tmPointOn arm = axis(first, 0, 0, 0, 1, 0, 0), other = axis(second, 0, 0, 0, 0, c, -s);
    int32_t input =
        rig_join(rig, "pin", axis(first, 0, 0, -1, 0, 0, 1), axis(0, 0, 0, -1, 0, 0, 1), NO);
    int32_t output =
        rig_join(rig, "pin", axis(second, 0, s, c, 0, s, c), axis(0, 0, s, c, 0, s, c), NO);
    rig_join(rig, "universal", arm, other, NO);
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput drive = coordinate_of(input, 0);
    tmSpacePlan *plan = plan_of(t, a, &drive, 1);
    REQUIRE(plan != NULL);
    const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1}, n[3] = {0, c, -s}, e[3] = {0, s, c};
    double start, end;
    MUST(tm_space_plan_coordinate(plan, output, 0, &start));
    for (int i = 0; i <= 144; i++) {
        REQUIRE(move_to(t, plan, i * PI / 36.0));
        double u[3], v[3];
        rig_direction(tm_space_plan_frames(plan), arm, u);
        rig_direction(tm_space_plan_frames(plan), other, v);
        double in = rig_angle(x, u, z), out = rig_angle(n, v, e);
        CHECK_NEAR(sin(out) * cos(in), c * sin(in) * cos(out), 1e-10);
        CHECK_NEAR(sin(in - i * PI / 36.0), 0.0, 1e-10);
    }
    MUST(tm_space_plan_coordinate(plan, output, 0, &end));
    CHECK_NEAR(end - start, 4.0 * PI, 1e-9); /* two whole turns */
}

/* ---- RSSR ---------------------------------------------------------------------------------- */

/* A crank of radius r about z, a rocker of radius q about the line along y through (d, e, f), and a
 * coupler of length l with balls at both ends. With A = (r cos a, r sin a, 0) and
 * B = (d + q cos b, e, f + q sin b), |A - B| = l is P cos b + Q sin b = R. */
TEST(a_four_bar_with_balls_follows_its_closed_form) {
    const double r = 1.0, q = 2.0, d = 3.0, e = 0.4, f = 0.5, l = 2.9;
    Rig *rig = rig_make(t, false, 3, 4);
    int32_t crank = rig_body(rig, 0, 0, 0), rocker = rig_body(rig, d, e, f);
    int32_t coupler = rig_body(rig, 1, 0, 0);
    int32_t input =
        rig_join(rig, "pin", axis(crank, 0, 0, 0, 0, 0, 1), axis(0, 0, 0, 0, 0, 0, 1), NO);
    rig_join(rig, "pin", axis(rocker, 0, 0, 0, 0, 1, 0), axis(0, d, e, f, 0, 1, 0), NO);
    rig_join(rig, "ball.and.socket", at(coupler, 0, 0, 0), at(crank, r, 0, 0), NO);
    rig_join(rig, "ball.and.socket", at(coupler, l, 0, 0), at(rocker, 0, 0, q), NO);
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput drive = coordinate_of(input, 0);
    tmSpacePlan *plan = plan_of(t, a, &drive, 1);
    REQUIRE(plan != NULL);
    double side = 0.0;
    for (int i = 0; i <= 120; i++) {
        double angle = i * PI / 30.0, b[3], p[3];
        REQUIRE(move_to(t, plan, angle));
        rig_point(tm_space_plan_frames(plan), at(crank, r, 0, 0), p);
        CHECK_NEAR(p[1], r * sin(angle), 1e-10);
        rig_point(tm_space_plan_frames(plan), at(rocker, 0, 0, q), b);
        double dx = d - r * cos(angle), dy = e - r * sin(angle);
        double P = 2.0 * q * dx, Q = 2.0 * q * f;
        double R = l * l - dx * dx - dy * dy - f * f - q * q;
        double middle = atan2(Q, P), spread = acos(R / hypot(P, Q));
        double found = atan2(b[2] - f, b[0] - d);
        double sign = sin(found - middle) > 0.0 ? 1.0 : -1.0;
        side = side == 0.0 ? sign : side;
        CHECK(sign == side); /* it never flips */
        CHECK_NEAR(sin(found - (middle + side * spread)), 0.0, 1e-9);
        CHECK_NEAR(b[1], e, 1e-10);
    }
}

/* ---- Slider-crank -------------------------------------------------------------------------- */

/* A crank of radius r about z, a rod of length l, a slider along the line (0, h, k) + s (1, 0, 0):
 * s = r cos a + sqrt(l^2 - (r sin a - h)^2 - k^2). */
TEST(a_slider_crank_in_space_follows_its_closed_form) {
    const double r = 1.0, l = 3.0, h = 0.3, k = 0.7;
    Rig *rig = rig_make(t, false, 2, 3);
    int32_t crank = rig_body(rig, 0, 0, 0), block = rig_body(rig, 3, h, k);
    int32_t input =
        rig_join(rig, "pin", axis(crank, 0, 0, 0, 0, 0, 1), axis(0, 0, 0, 0, 0, 0, 1), NO);
    int32_t slide =
        rig_join(rig, "slider", axis(block, 0, 0, 0, 1, 0, 0), axis(0, 0, h, k, 1, 0, 0), NO);
    rig_join(rig, "rod", at(block, 0, 0, 0), at(crank, r, 0, 0), l);
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput drive = coordinate_of(input, 0);
    tmSpacePlan *plan = plan_of(t, a, &drive, 1);
    REQUIRE(plan != NULL);
    for (int i = 0; i <= 36; i++) {
        double angle = -i * PI / 18.0, dy = r * sin(angle) - h, s;
        REQUIRE(move_to(t, plan, angle));
        MUST(tm_space_plan_coordinate(plan, slide, 0, &s));
        CHECK_NEAR(s, r * cos(angle) + sqrt(l * l - dy * dy - k * k), 1e-9);
    }
    /* Driven by the slider the same pose has the same crank angle, up to the side. */
    const tmSpaceInput back = coordinate_of(slide, 0);
    tmSpacePlan *other = plan_of(t, a, &back, 1);
    REQUIRE(other != NULL);
    double s = 2.0, angle;
    REQUIRE(move_to(t, other, s));
    MUST(tm_space_plan_coordinate(other, input, 0, &angle));
    double dy = r * sin(angle) - h, dx = s - r * cos(angle);
    CHECK_NEAR(dx * dx + dy * dy + k * k, l * l, 1e-9);
}

/* ---- Loops of pins that only special lengths let move -------------------------------------- */

/* Link i has the axis of joint i along its z and the next one at (a, 0, 0), turned by alpha about
 * x: the convention of Denavit and Hartenberg. */
typedef struct Ring {
    int32_t count;
    double a[6], alpha[6];
} Ring;

static tmPointOn next_axis(const Ring *ring, int32_t i) {
    return axis(i, ring->a[i], 0, 0, 0, -sin(ring->alpha[i]), cos(ring->alpha[i]));
}

/* Bodies with these joint angles, theta[i] from link i - 1 to link i; link 0 is the ground. */
static Rig *make_ring(tmTest *t, const Ring *ring, const double *theta) {
    Rig *rig = rig_make(t, false, ring->count - 1, ring->count);
    for (int32_t i = 1; i < ring->count; i++) {
        const tmFrame *before = &rig->frames[i - 1];
        double tilt[4], turn[4], both[4], q[4];
        const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1}, away[3] = {ring->a[i - 1], 0, 0};
        turn_about(x, ring->alpha[i - 1], tilt);
        turn_about(z, theta[i], turn);
        turn_after(tilt, turn, both);
        turn_after(before->rotation, both, q);
        double p[3];
        placed(before, away, p);
        rig_body(rig, p[0], p[1], p[2]);
        memcpy(rig->frames[i].rotation, q, sizeof q);
        rig_join(rig, "pin", axis(i, 0, 0, 0, 0, 0, 1), next_axis(ring, i - 1), NO);
    }
    rig_join(rig, "pin", axis(0, 0, 0, 0, 0, 0, 1), next_axis(ring, ring->count - 1), NO);
    return rig;
}

/* The angle at joint i: from the x axis of the link before to that of link i, about its z. */
static double ring_angle(const Ring *ring, const tmFrame *frames, int32_t i) {
    const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    double from[3], of[3], about[3];
    turned(&frames[(i + ring->count - 1) % ring->count], x, from);
    turned(&frames[i], x, of);
    turned(&frames[i], z, about);
    return rig_angle(from, of, about);
}

/* Threefold-symmetric Bricard linkage with right angles: angles alternate, and
 * cos t + cos f + cos t cos f = 0. Turned to 120 degrees, the others come to 0, and it ends. */
TEST(a_bricard_linkage_moves_by_its_closed_form_to_its_end) {
    Ring ring = {.count = 6};
    double theta[6];
    for (int i = 0; i < 6; i++) {
        ring.a[i] = 1.0;
        ring.alpha[i] = i % 2 == 0 ? PI / 2.0 : -PI / 2.0;
        theta[i] = PI / 2.0;
    }
    Rig *rig = make_ring(t, &ring, theta);
    tmAssembly *a = rig_assemble(t, rig);
    REQUIRE(a != NULL);
    const tmSpaceInput drive = coordinate_of(0, 0);
    tmSpacePlanDef def = tm_space_plan_def_default();
    def.inputs = &drive;
    def.input_count = 1;
    def.on_break = TM_BREAK_SEARCH;
    tmSpacePlan *plan;
    MUST(tm_space_plan_create(a, &def, &plan));
    DEFER(tm_space_plan_destroy, plan);
    double start;
    MUST(tm_space_plan_coordinate(plan, 0, 0, &start));
    for (int i = 0; i <= 14; i++) {
        double value = start + i * 2.0 * PI / 180.0;
        REQUIRE(move_to(t, plan, value));
        const tmFrame *frames = tm_space_plan_frames(plan);
        double u = ring_angle(&ring, frames, 1), v = ring_angle(&ring, frames, 2);
        CHECK_NEAR(u, PI / 2.0 + i * 2.0 * PI / 180.0, 1e-9);
        CHECK_NEAR(cos(u) + cos(v) + cos(u) * cos(v), 0.0, 1e-9);
        for (int k = 3; k < 9; k++) {
            CHECK_NEAR(ring_angle(&ring, frames, k % 6), k % 2 ? u : v, 1e-9);
        }
    }
    double far = start + 1.0;
    tmSolveInfo info;
    MUST(tm_space_plan_move(plan, &far, &info));
    CHECK(info.outcome == TM_MOVE_FOLD);
    CHECK_NEAR(ring_angle(&ring, tm_space_plan_frames(plan), 1), 2.0 * PI / 3.0, 1e-9);
    /* And back, on the side that it came from. */
    REQUIRE(move_to(t, plan, start + 0.1));
    double u = ring_angle(&ring, tm_space_plan_frames(plan), 1);
    double v = ring_angle(&ring, tm_space_plan_frames(plan), 2);
    CHECK_NEAR(cos(v), -cos(u) / (1.0 + cos(u)), 1e-9);
    CHECK(v > 0.0);
}

/* Bennett's linkage: opposite links alike, sin alpha / a = sin beta / b, and
 * tan(t1 / 2) tan(t2 / 2) = sin((beta + alpha) / 2) / sin((beta - alpha) / 2). */
TEST(a_bennett_linkage_keeps_its_ratio) {
    const double alpha = 0.7, beta = 1.5, a1 = 1.0, b1 = sin(beta) / sin(alpha);
    const double ratio = sin((beta + alpha) / 2.0) / sin((beta - alpha) / 2.0);
    const Ring ring = {4, {b1, a1, b1, a1}, {beta, alpha, beta, alpha}};
    double one = 1.9, two = 2.0 * atan(ratio / tan(one / 2.0));
    const double theta[4] = {-two, one, two, -one};
    Rig *rig = make_ring(t, &ring, theta);
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput drive = coordinate_of(0, 0);
    tmSpacePlan *plan = plan_of(t, a, &drive, 1);
    REQUIRE(plan != NULL);
    double start;
    MUST(tm_space_plan_coordinate(plan, 0, 0, &start));
    for (int i = 0; i <= 60; i++) { /* not to where the links lie in line */
        REQUIRE(move_to(t, plan, start + i * 0.1));
        const tmFrame *frames = tm_space_plan_frames(plan);
        double u = ring_angle(&ring, frames, 1), v = ring_angle(&ring, frames, 2);
        CHECK_NEAR(sin(u / 2.0) * sin(v / 2.0), ratio * cos(u / 2.0) * cos(v / 2.0), 1e-9);
    }
}

/* Two pairs of links of length 1 with parallel pins, in planes at right angles, lift a plate: it
 * moves in a straight line, h = 2 sin(angle of a link). */
TEST(a_sarrus_linkage_lifts_its_plate_straight) {
    Rig *rig = rig_make(t, false, 5, 6);
    const double h = 1.2, out = sqrt(1.0 - h * h / 4.0);
    int32_t plate = rig_body(rig, 0, 0, h), links[4];
    int32_t input = -1;
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? 1.0 : 0.0, y = 1.0 - x; /* outward; pins across it */
        links[2 * i] = rig_body(rig, x, y, 0);
        links[2 * i + 1] = rig_body(rig, x * (1.0 + out), y * (1.0 + out), h / 2.0);
        int32_t low = links[2 * i], high = links[2 * i + 1];
        int32_t pin =
            rig_join(rig, "pin", axis(low, 0, 0, 0, y, x, 0), axis(0, x, y, 0, y, x, 0), NO);
        input = i == 0 ? pin : input;
        rig_join(rig, "pin", axis(high, 0, 0, 0, y, x, 0),
                 axis(low, x * out, y * out, h / 2.0, y, x, 0), NO);
        rig_join(rig, "pin", axis(plate, x, y, 0, y, x, 0),
                 axis(high, -x * out, -y * out, h / 2.0, y, x, 0), NO);
    }
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput drive = coordinate_of(input, 0);
    tmSpacePlan *plan = plan_of(t, a, &drive, 1);
    REQUIRE(plan != NULL);
    double start, base = asin(h / 2.0);
    MUST(tm_space_plan_coordinate(plan, input, 0, &start));
    for (int i = -20; i <= 20; i++) { /* a turn about y lowers what lies along x */
        REQUIRE(move_to(t, plan, start + i * 0.02));
        const tmFrame *frame = &tm_space_plan_frames(plan)[plate];
        CHECK_NEAR(frame->position[0], 0.0, 1e-9);
        CHECK_NEAR(frame->position[1], 0.0, 1e-9);
        CHECK_NEAR(frame->position[2], 2.0 * sin(base - i * 0.02), 1e-9);
        CHECK_NEAR(fabs(frame->rotation[0]), 1.0, 1e-12);
    }
}

/* ---- Stewart platform ---------------------------------------------------------------------- */

static const double base_angles[6] = {0.2, 1.9, 2.3, 4.0, 4.4, 6.1};
static const double top_angles[6] = {0.9, 1.2, 3.0, 3.3, 5.1, 5.4};

static double leg_length(const tmFrame *top, int i) {
    const double p[3] = {cos(top_angles[i]), sin(top_angles[i]), 0.0};
    double q[3];
    placed(top, p, q);
    double x = q[0] - 2.0 * cos(base_angles[i]), y = q[1] - 2.0 * sin(base_angles[i]);
    return sqrt(x * x + y * y + q[2] * q[2]);
}

/* Legs as coordinates without bodies (springs have a span), or as two bodies each: a universal
 * joint at the base, a slider, a ball at the top. */
static Rig *make_platform(tmTest *t, bool with_legs, int32_t *top, int32_t *legs) {
    Rig *rig = rig_make(t, false, 13, 18);
    *top = rig_body(rig, 0, 0, 2.0);
    for (int i = 0; i < 6; i++) {
        double x = 2.0 * cos(base_angles[i]), y = 2.0 * sin(base_angles[i]);
        double u = cos(top_angles[i]), v = sin(top_angles[i]);
        if (!with_legs) {
            legs[i] = rig_join(rig, "spring", at(*top, u, v, 0), at(0, x, y, 0), 1.0);
            continue;
        }
        int32_t low = rig_body(rig, x, y, 0), high = rig_body(rig, u, v, 2.0);
        rig_join(rig, "universal", axis(low, 0, 0, 0, 1, 0, 0), axis(0, x, y, 0, 0, 1, 0), NO);
        legs[i] =
            rig_join(rig, "slider", axis(high, 0, 0, 0, 0, 0, 1), axis(low, 0, 0, 0, 0, 0, 1), NO);
        rig_join(rig, "ball.and.socket", at(high, 0, 0, 0), at(*top, u, v, 0), NO);
    }
    return rig;
}

static void drive_platform(tmTest *t, bool with_legs) {
    int32_t top, legs[6];
    Rig *rig = make_platform(t, with_legs, &top, legs);
    if (with_legs) {
        rig_place(rig, at(top, 0, 0, 0), 0, 0, 2.0, true);
    }
    tmAssembly *a = rig_assemble(t, rig);
    tmSpaceInput inputs[6];
    for (int i = 0; i < 6; i++) {
        inputs[i] = coordinate_of(legs[i], 0);
    }
    tmSpacePlan *plan = plan_of(t, a, inputs, 6);
    REQUIRE(plan != NULL);
    uint64_t seed = 3;
    for (int round = 0; round < 20; round++) {
        tmFrame pose = {{0, 0, 2.0}, {1, 0, 0, 0}};
        double values[6], about[3];
        random_direction(&seed, false, about);
        turn_about(about, test_uniform(&seed, -0.4, 0.4), pose.rotation);
        for (int i = 0; i < 3; i++) {
            pose.position[i] += test_uniform(&seed, -0.4, 0.4);
        }
        for (int i = 0; i < 6; i++) {
            values[i] = leg_length(&pose, i);
        }
        tmSolveInfo info;
        MUST(tm_space_plan_move(plan, values, &info));
        REQUIRE(info.outcome == TM_MOVE_DONE);
        const tmFrame *found = &tm_space_plan_frames(plan)[top];
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(found->position[i], pose.position[i], 1e-9);
        }
        double sign = found->rotation[0] * pose.rotation[0] > 0.0 ? 1.0 : -1.0;
        for (int i = 0; i < 4; i++) {
            CHECK_NEAR(sign * found->rotation[i], pose.rotation[i], 1e-9);
        }
    }
}

TEST(a_stewart_platform_driven_by_spans_comes_to_the_pose_of_its_legs) {
    drive_platform(t, false);
}

TEST(a_stewart_platform_driven_by_sliders_comes_to_the_pose_of_its_legs) {
    drive_platform(t, true);
}

/* ---- Inputs of bodies ---------------------------------------------------------------------- */

TEST(a_free_body_is_moved_by_its_angle_and_position) {
    Rig *rig = rig_make(t, false, 1, 0);
    int32_t body = rig_body(rig, 1, 2, 3);
    tmAssembly *a = rig_assemble(t, rig);
    const tmSpaceInput inputs[2] = {
        {.kind = TM_SPACE_ANGLE, .point = at(body, 0, 0, 0), .axis = {0, 0, 2}},
        {.kind = TM_SPACE_POSITION, .point = at(body, 1, 0, 0), .axis = {0, 3, 0}}};
    tmSpacePlan *plan = plan_of(t, a, inputs, 2);
    REQUIRE(plan != NULL);
    double values[2];
    MUST(tm_space_plan_values(plan, values));
    CHECK_NEAR(values[0], 0.0, 1e-12);
    CHECK_NEAR(values[1], 2.0, 1e-12);
    const double goal[2] = {0.5, 7.0};
    tmSolveInfo info;
    MUST(tm_space_plan_move(plan, goal, &info));
    CHECK(info.outcome == TM_MOVE_DONE);
    const tmFrame *frame = &tm_space_plan_frames(plan)[body];
    CHECK_NEAR(2.0 * atan2(frame->rotation[3], frame->rotation[0]), 0.5, 1e-10);
    double p[3];
    rig_point(tm_space_plan_frames(plan), at(body, 1, 0, 0), p);
    CHECK_NEAR(p[1], 7.0, 1e-10);
}

TEST_MAIN(CASE(a_universal_joint_turns_by_the_law_of_tangents),
          CASE(a_four_bar_with_balls_follows_its_closed_form),
          CASE(a_slider_crank_in_space_follows_its_closed_form),
          CASE(a_bricard_linkage_moves_by_its_closed_form_to_its_end),
          CASE(a_bennett_linkage_keeps_its_ratio), CASE(a_sarrus_linkage_lifts_its_plate_straight),
          CASE(a_stewart_platform_driven_by_spans_comes_to_the_pose_of_its_legs),
          CASE(a_stewart_platform_driven_by_sliders_comes_to_the_pose_of_its_legs),
          CASE(a_free_body_is_moved_by_its_angle_and_position))
