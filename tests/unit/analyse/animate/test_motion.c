/* test_motion.c: what motions amount to: limit and toggle positions, ranges, circuits, extremes and
 * centrodes of linkages, each against its closed form. */
#include "models.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

static tmAnimation *animation_of(tmTest *t, const char *text) {
    tmModel *model = fine_model_of(t, text);
    tmAnimation *animation;
    if (!model || !CHECK_STATUS(tm_animation_create(&t->allocator, model, &animation), TM_OK)) {
        return NULL;
    }
    DEFER(tm_animation_destroy, animation);
    return animation;
}

static tmMotion *motion_of(tmTest *t, const char *text, int32_t steps) {
    tmAnimation *animation = animation_of(t, text);
    tmMotion *motion;
    if (!animation || !CHECK_STATUS(tm_motion_create(animation, steps, &motion), TM_OK)) {
        return NULL;
    }
    DEFER(tm_motion_destroy, motion);
    return motion;
}

#define LINK                                                                                       \
    "primitive link(l) begin geometry: bar(l, 10mm, 5mm) where begin\n"                            \
    "  a: (-l / 2, 0); b: (l / 2, 0); end; dynamics: ; end\n"

/* A four-bar with these links, the crank at an angle, and its coupler placed on the upper side. */
static const char *four_bar(tmTest *t, double base, double crank, double coupler, double rocker,
                            double angle, const char *run) {
    char *text = test_memory(t, 1500, 1);
    double x = crank * cos(angle), y = crank * sin(angle), dx = base - x, dy = -y;
    double d = hypot(dx, dy);
    double up =
        atan2(dy, dx) + acos((coupler * coupler + d * d - rocker * rocker) / (2.0 * coupler * d));
    snprintf(text, 1500,
             LINK "world w begin components crank: link(%.17g); coupler: link(%.17g);\n"
                  "  rocker: link(%.17g); structure begin\n"
                  "  join crank to world with pin matching (a center) as motor;\n"
                  "  join coupler to crank with pin matching (a b) as knee;\n"
                  "  join rocker to coupler with pin matching (b b) as elbow;\n"
                  "  join rocker to world with pin matching (a (%.17g, 0)) as swing;\n"
                  "  place crank by a near (0, 0) angle = %.17grad;\n"
                  "  place coupler by a near (%.17g, %.17g) angle = %.17grad;\n"
                  "  place rocker by b near (%.17g, %.17g) angle = %.17grad; end\n"
                  "  properties: (planar); end\n%s",
             crank, coupler, rocker, base, angle, x, y, up, x + coupler * cos(up),
             y + coupler * sin(up), atan2(y + coupler * sin(up), x + coupler * cos(up) - base),
             run);
    return text;
}

static double arc(double a, double b, double c) { /* the angle between a and b, opposite to c */
    return acos((a * a + b * b - c * c) / (2.0 * a * b));
}

static const tmMotionRange *joint_range(tmTest *t, const tmMotion *motion, int32_t joint) {
    for (int32_t i = 0; i < tm_motion_joint_count(motion); i++) {
        if (tm_motion_joint(motion, i)->joint == joint) {
            return tm_motion_joint(motion, i);
        }
    }
    CHECK(false);
    return tm_motion_joint(motion, 0);
}

/* The rocker turns back where crank and coupler are in line, and the crank turns all round: its two
 * assemblies are circuits of their own. */
TEST(crank_rocker_has_the_limits_of_its_closed_form) {
    tmMotion *motion =
        motion_of(t,
                  four_bar(t, 0.08, 0.03, 0.09, 0.06, 1.0,
                           "animate w begin drive: motor.angle = 0deg .. 360deg in 73 frames; end"),
                  100);
    REQUIRE(motion);
    const tmMotionInfo *info = tm_motion_info(motion);
    CHECK(info->steps == 100 && info->unreached == 0 && info->has_reach && info->is_whole);
    CHECK(info->modes == 2 && info->circuits == 2 && info->has_all_modes);
    const double at[2] = {arc(0.08, 0.12, 0.06), PI + arc(0.08, 0.06, 0.06)};
    const double value[2] = {PI - arc(0.08, 0.06, 0.12), PI - arc(0.08, 0.06, 0.06)};
    int32_t found = 0;
    for (int32_t i = 0; i < tm_motion_limit_count(motion); i++) {
        const tmMotionLimit *limit = tm_motion_limit(motion, i);
        if (limit->joint == 3) {
            int32_t which = limit->is_high ? 1 : 0;
            CHECK_NEAR(limit->at, at[which], 1e-12);
            CHECK_NEAR(limit->value, value[which], 1e-12);
            found++;
        }
    }
    CHECK(found == 2);
    const tmMotionRange *swing = joint_range(t, motion, 3), *drive = joint_range(t, motion, 0);
    CHECK_NEAR(swing->low, value[0], 1e-12);
    CHECK_NEAR(swing->high_at, at[1], 1e-12);
    CHECK_NEAR(drive->high - drive->low, 2.0 * PI, 1e-12);
    CHECK(!tm_motion_limit(motion, 1000) && !tm_motion_joint(motion, -1));
}

/* Non-Grashof: the drive ends where coupler and rocker are in line, and both assemblies meet there:
 * two branches of one circuit. */
TEST(triple_rocker_has_the_toggles_of_its_closed_form) {
    tmMotion *motion = motion_of(
        t,
        four_bar(t, 0.1, 0.07, 0.06, 0.05, 0.5,
                 "animate w begin drive: motor.angle = 20deg .. 100deg in 41 frames; end"),
        80);
    REQUIRE(motion);
    const tmMotionInfo *info = tm_motion_info(motion);
    double toggle = arc(0.1, 0.07, 0.11);
    CHECK(info->has_reach && !info->is_whole);
    CHECK_NEAR(info->high, toggle, 1e-10);
    CHECK_NEAR(info->low, -toggle, 1e-10);
    CHECK(info->modes == 2 && info->circuits == 1);
    CHECK(info->unreached == 80 - (int32_t)floor(toggle * 180.0 / PI - 20.0));
}

#define PISTON                                                                                     \
    LINK "primitive piston begin geometry: cuboid(40mm, 30mm, 30mm) where begin\n"                 \
         "  bore: axis((1, 0)); end; dynamics: ; end\n"                                            \
         "world w begin components crank: link(40mm); rod: link(140mm); piston: piston;\n"         \
         "  structure begin\n"                                                                     \
         "    join crank to world with pin matching (a center) as shaft;\n"                        \
         "    join rod to crank with pin matching (a b);\n"                                        \
         "    join piston to rod with pin matching (center b);\n"                                  \
         "    join piston to world with slider matching (bore x_axis) as guide;\n"                 \
         "    place piston by center at (180mm, 0);\n"                                             \
         "  end properties: (planar); end\n"

/* The piston turns back where the turn begins, too; extremes of measures lie between the steps. */
TEST(piston_turns_back_at_both_dead_centres) {
    tmMotion *motion =
        motion_of(t,
                  PISTON "animate w begin drive: shaft.angle = 0deg .. 360deg in 73 frames;\n"
                         "  monitor: crank.b.y, guide.position, guide.velocity, 0 / crank.b.y; "
                         "end",
                  50);
    REQUIRE(motion);
    const tmMotionRange *guide = joint_range(t, motion, 3);
    CHECK_NEAR(guide->low, 0.1, 1e-13);
    CHECK_NEAR(guide->high, 0.18, 1e-13);
    CHECK_NEAR(guide->low_at, PI, 1e-9);
    int32_t turns = 0;
    for (int32_t i = 0; i < tm_motion_limit_count(motion); i++) {
        const tmMotionLimit *limit = tm_motion_limit(motion, i);
        if (limit->joint == 3) {
            CHECK_NEAR(limit->at, limit->is_high ? 0.0 : PI, 1e-9);
            turns++;
        }
    }
    CHECK(turns == 2);
    REQUIRE(tm_motion_measure_count(motion) == 4);
    const tmMotionRange *y = tm_motion_measure(motion, 0);
    CHECK_NEAR(y->high, 0.04, 1e-15);
    CHECK_NEAR(y->high_at, 0.5 * PI, 1e-7);
    CHECK_NEAR(y->low, -0.04, 1e-15);
    CHECK_NEAR(y->low_at, 1.5 * PI, 1e-7);
    CHECK(y->joint == -1 && y->unknown == 0);
    CHECK_NEAR(tm_motion_measure(motion, 1)->low, 0.1, 1e-13);
    CHECK(isnan(tm_motion_measure(motion, 2)->low)); /* nothing says how fast it goes */
    CHECK(tm_motion_measure(motion, 2)->unknown == 51);
    CHECK(tm_motion_info(motion)->modes == 2 && tm_motion_info(motion)->circuits == 2);
}

/* ---- Instant centres ------------------------------------------------------------------------- */

/* Of coupler and base: where the lines of crank and rocker cross. */
TEST(instant_centre_of_a_coupler_is_where_crank_and_rocker_cross) {
    tmAnimation *animation = animation_of(
        t, four_bar(t, 0.08, 0.03, 0.09, 0.06, 1.0,
                    "animate w begin drive: motor.angle = 10deg .. 350deg in 35 frames; end"));
    REQUIRE(animation);
    for (int32_t i = 0; i < 35; i += 3) {
        tmSolveInfo move;
        double at[2];
        MUST(tm_animation_move(animation, i, &move));
        MUST(tm_animation_instant_centre(animation, i / 34.0, 0, 2, at));
        const tmFrame *f = tm_animation_frames(animation);
        double a[2] = {2.0 * f[1].position[0], 2.0 * f[1].position[1]};
        double b[2] = {f[3].position[0] - 0.08, f[3].position[1]};
        double det = a[0] * b[1] - a[1] * b[0], along = 0.08 * b[1] / det;
        CHECK_NEAR(at[0], along * a[0], 1e-10 * (1.0 + fabs(along)));
        CHECK_NEAR(at[1], along * a[1], 1e-10 * (1.0 + fabs(along)));
        MUST(tm_animation_instant_centre(animation, i / 34.0, 1, 2, at)); /* the pin between */
        CHECK_NEAR(at[0], a[0], 1e-13);
        CHECK_NEAR(at[1], a[1], 1e-13);
    }
    double at[2];
    CHECK_STATUS(tm_animation_instant_centre(animation, 0.0, 1, 1, at), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_animation_instant_centre(animation, 0.0, 1, 9, at), TM_ERR_ARGUMENT);
}

/* Cardan's circles: a rod of length l whose ends slide on two axes rolls with a circle of diameter
 * l in one of radius l. */
TEST(centrodes_of_an_elliptic_trammel_are_cardans_circles) {
    tmAnimation *animation = animation_of(
        t, LINK "world w begin components rod: link(0.2m); structure begin\n"
                "  join rod to world with point_on_line matching (a x_axis);\n"
                "  join rod to world with point_on_line matching (b y_axis);\n"
                "  place rod by a near (0.15m, 0) angle = 140deg; end properties: (planar); end\n"
                "animate w begin drive: rod.angle = 110deg .. 170deg in 13 frames; end");
    double fixed[2 * 25], moving[2 * 25];
    REQUIRE(animation);
    MUST(tm_animation_centrodes(animation, 0, 1, 25, fixed, moving));
    for (int i = 0; i < 25; i++) {
        CHECK_NEAR(hypot(fixed[2 * i], fixed[2 * i + 1]), 0.2, 1e-12);
        CHECK_NEAR(hypot(moving[2 * i], moving[2 * i + 1]), 0.1, 1e-12);
    }
    CHECK_STATUS(tm_animation_centrodes(animation, 0, 0, 25, fixed, moving), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_animation_centrodes(animation, 0, 1, 1, fixed, moving), TM_ERR_ARGUMENT);
}

/* The same as a monitor. */
TEST(instant_center_is_monitored) {
    tmAnimation *animation = animation_of(
        t, four_bar(t, 0.08, 0.03, 0.09, 0.06, 1.0,
                    "animate w begin drive: motor.angle = 10deg .. 350deg in 35 frames; speed: "
                    "1rpm; monitor: instant_center(coupler, world), instant_center(crank, "
                    "coupler); end"));
    REQUIRE(animation);
    for (int32_t i = 0; i < 35; i += 2) {
        double at[2], v[6];
        MUST(tm_animation_move(animation, i, NULL));
        MUST(tm_animation_monitors(animation, i / 34.0, v));
        MUST(tm_animation_instant_centre(animation, i / 34.0, 0, 2, at));
        CHECK_NEAR(v[0], at[0], 1e-11 * (1.0 + fabs(at[0])));
        CHECK_NEAR(v[1], at[1], 1e-11 * (1.0 + fabs(at[1])));
        CHECK_NEAR(hypot(v[3], v[4]), 0.03, 1e-13);
    }
}

TEST(motions_of_other_kinds_are_told_as_far_as_they_go) {
    /* A slide that nothing stops, and two drives. */
    tmMotion *motion = motion_of(
        t,
        "primitive block begin geometry: cuboid(1cm, 1cm, 1cm) where begin l: axis((1, 0, 0));\n"
        "  end; end world w begin components b: block; structure join b to world with slider\n"
        "  matching (l x_axis) as s; properties: (planar); end\n"
        "animate w begin drive: s.position = 0m .. 0.1m in 5 frames; end",
        10);
    REQUIRE(motion);
    CHECK(tm_motion_info(motion)->has_reach && !tm_motion_info(motion)->is_whole);
    CHECK(isinf(tm_motion_info(motion)->low) && isinf(tm_motion_info(motion)->high));
    CHECK(tm_motion_limit_count(motion) == 0 && tm_motion_measure_count(motion) == 0);
    motion = motion_of(
        t,
        "primitive arm begin geometry: cuboid(1m, 1cm, 1cm) where begin l: axis((0, 0, 1)); end; "
        "end world w begin components b: arm; structure join b to world with cylindrical\n"
        "  matching (l z_axis) as s; end animate w begin drive: s.angle = 0rad .. 1rad in 5 "
        "frames, s.position = 0m .. 0.1m; end",
        10);
    REQUIRE(motion);
    CHECK(!tm_motion_info(motion)->has_reach && tm_motion_info(motion)->modes == 0);
    tmMotion *none;
    CHECK_STATUS(tm_motion_create(NULL, 0, &none), TM_ERR_ARGUMENT);
    CHECK(!none && !tm_motion_info(NULL) && tm_motion_joint_count(NULL) == 0);
}

TEST_MAIN(CASE(crank_rocker_has_the_limits_of_its_closed_form),
          CASE(triple_rocker_has_the_toggles_of_its_closed_form),
          CASE(piston_turns_back_at_both_dead_centres),
          CASE(instant_centre_of_a_coupler_is_where_crank_and_rocker_cross),
          CASE(centrodes_of_an_elliptic_trammel_are_cardans_circles),
          CASE(instant_center_is_monitored),
          CASE(motions_of_other_kinds_are_told_as_far_as_they_go))
