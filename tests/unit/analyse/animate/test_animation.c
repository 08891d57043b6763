/* test_animation.c: models moved through their drives. Expected positions are closed forms. */
#include "models.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

#define LINK                                                                                       \
    "primitive link(l) begin geometry: bar(l, 10mm, 5mm) where begin\n"                            \
    "  a: (-l / 2, 0); b: (l / 2, 0); end; dynamics: ; end\n"

/* The animation of a text; it lives until the case's end. */
static tmAnimation *animation_of(tmTest *t, const char *text) {
    tmModel *model = fine_model_of(t, text);
    tmAnimation *animation;
    if (!model || !CHECK_STATUS(tm_animation_create(&t->allocator, model, &animation), TM_OK)) {
        return NULL;
    }
    DEFER(tm_animation_destroy, animation);
    return animation;
}

/* Moves to a frame; the move must succeed. */
static const tmFrame *frame_of(tmTest *t, tmAnimation *animation, int32_t frame) {
    tmSolveInfo info;
    CHECK_STATUS(tm_animation_move(animation, frame, &info), TM_OK);
    CHECK(info.outcome == TM_MOVE_DONE && info.residual < 1e-12);
    return tm_animation_frames(animation);
}

#define PISTON                                                                                     \
    "primitive piston begin geometry: cuboid(40mm, 30mm, 30mm) where begin\n"                      \
    "  bore: axis((1, 0)); end; dynamics: ; end\n"                                                 \
    "world w begin components crank: link(40mm); rod: link(140mm); piston: piston;\n"              \
    "  structure begin\n"                                                                          \
    "    join crank to world with pin matching (a center) as shaft;\n"                             \
    "    join rod to crank with pin matching (a b);\n"                                             \
    "    join piston to rod with pin matching (center b);\n"                                       \
    "    join piston to world with slider matching (bore x_axis) as guide;\n"                      \
    "    place piston by center at (180mm, 0);\n"                                                  \
    "  end properties: (planar); end\n"

/* x = r cos a + sqrt(l^2 - r^2 sin^2 a). */
static double piston_at(double angle) {
    double s = 40.0 * sin(angle);
    return 1e-3 * (40.0 * cos(angle) + sqrt(140.0 * 140.0 - s * s));
}

TEST(crank_drives_a_piston_over_a_turn) {
    tmAnimation *animation = animation_of(
        t, LINK PISTON "animate w begin drive: shaft.angle = 0deg .. 360deg in 73 frames; end");
    REQUIRE(animation);
    CHECK(tm_animation_info(animation)->frames == 73 && tm_animation_info(animation)->is_planar);
    for (int32_t i = 0; i < 73; i++) {
        const tmFrame *frames = frame_of(t, animation, i);
        CHECK_NEAR(frames[3].position[0], piston_at(i * 5.0 * PI / 180.0), 1e-13);
        CHECK_NEAR(frames[3].position[1], 0.0, 1e-15);
    }
    tm_animation_reset(animation);
    CHECK_NEAR(tm_animation_frames(animation)[3].position[0], 0.18, 1e-12);
}

TEST(body_is_driven_by_its_angle_with_and_without_a_pin_to_the_ground) {
    tmAnimation *pinned = animation_of(
        t, LINK PISTON "animate w begin drive: crank.angle = 0deg .. 90deg in 4 frames; end");
    tmAnimation *loose = animation_of(
        t, LINK PISTON "animate w begin drive: rod.angle = 0deg .. -10deg in 3 frames; end");
    REQUIRE(pinned && loose);
    CHECK_NEAR(frame_of(t, pinned, 3)[3].position[0], piston_at(0.5 * PI), 1e-13);
    const tmFrame *frames = frame_of(t, loose, 2);
    double angle = 2.0 * atan2(frames[2].rotation[3], frames[2].rotation[0]);
    CHECK_NEAR(angle, -10.0 * PI / 180.0, 1e-13);
    double crank = asin(140.0 / 40.0 * sin(10.0 * PI / 180.0)); /* its pin is above by l sin */
    CHECK_NEAR(frames[3].position[0], piston_at(crank), 1e-12);
}

TEST(piston_drives_the_crank_by_its_slide) {
    tmAnimation *animation = animation_of(
        t, LINK PISTON "animate w begin drive: guide.position = 179mm .. 110mm in 11 frames; end");
    REQUIRE(animation);
    for (int32_t i = 0; i < 11; i++) {
        const tmFrame *frames = frame_of(t, animation, i);
        double x = 0.179 + (0.110 - 0.179) * i / 10.0;
        double cosine = (x * x + 0.04 * 0.04 - 0.14 * 0.14) / (2.0 * x * 0.04);
        double angle = 2.0 * atan2(frames[1].rotation[3], frames[1].rotation[0]);
        CHECK_NEAR(cos(angle), cosine, 1e-12);
    }
}

TEST(rod_drives_by_its_length) {
    tmAnimation *animation =
        animation_of(t, LINK "world w begin components arm: link(100mm); structure begin\n"
                             "  join arm to world with pin matching (a center);\n"
                             "  join arm to world with rod matching (b (0, -60mm)) as jack; end\n"
                             "  properties: (planar); end\n"
                             "animate w begin drive: jack.length = 120mm .. 90mm in 7 frames; end");
    REQUIRE(animation);
    for (int32_t i = 0; i < 7; i++) {
        const tmFrame *frames = frame_of(t, animation, i);
        double length = 120.0 - 5.0 * i;
        /* Law of cosines: the angle at the origin between the arm and -y. */
        double cosine = (100.0 * 100.0 + 60.0 * 60.0 - length * length) / (2.0 * 100.0 * 60.0);
        double angle = 2.0 * atan2(frames[1].rotation[3], frames[1].rotation[0]);
        CHECK_NEAR(-sin(angle), cosine, 1e-12);
    }
}

TEST(input_drives_what_controls_make_of_it) {
    tmAnimation *animation = animation_of(
        t, LINK "world w begin input s = 0 in 0 .. 1;\n"
                "  components one, two: link(100mm); tip: link(1mm); structure begin\n"
                "  join one to world with pin matching (a center);\n"
                "  join two to one with pin matching (a b);\n"
                "  join tip to two with pin matching (center b); end properties: (planar);\n"
                "  control: begin way: 50mm + 100mm * s; position of tip = (way, 20mm); end; end\n"
                "animate w begin drive: s = 0 .. 1 in 5 frames; trace: two.b; end");
    REQUIRE(animation);
    for (int32_t i = 0; i < 5; i++) {
        const tmFrame *frames = frame_of(t, animation, i);
        double angle = 2.0 * atan2(frames[2].rotation[3], frames[2].rotation[0]);
        CHECK_NEAR(frames[2].position[0] + 0.05 * cos(angle), 0.05 + 0.025 * i, 1e-11);
        CHECK_NEAR(frames[2].position[1] + 0.05 * sin(angle), 0.02, 1e-11);
    }
}

TEST(moves_past_a_break_are_reported_by_the_policy_of_the_text) {
    tmAnimation *animation = animation_of(
        t, LINK "primitive piston begin geometry: cuboid(9mm, 9mm, 9mm) where begin\n"
                "  bore: axis((1, 0)); end; dynamics: ; end\n"
                "world w begin components one: link(100mm); two: link(50mm); p: piston;\n"
                "  structure begin join one to world with pin matching (a center) as motor;\n"
                "  join two to one with pin matching (a b);\n"
                "  join p to two with pin matching (center b);\n"
                "  join p to world with slider matching (bore x_axis);\n"
                "  place p by center at (150mm, 0); end properties: (planar); end\n"
                "animate w begin drive: motor.angle = 0deg .. 90deg in 9 frames;\n"
                "  on_break: search; end");
    tmSolveInfo info;
    REQUIRE(animation);
    MUST(tm_animation_move(animation, 0, &info));
    CHECK(info.outcome == TM_MOVE_DONE);
    MUST(tm_animation_move(animation, 8, &info));
    CHECK(info.outcome == TM_MOVE_FOLD);
    /* At the break `two` stands upright: sin a = 50 / 100. */
    const tmFrame *frames = tm_animation_frames(animation);
    double angle = 2.0 * atan2(frames[1].rotation[3], frames[1].rotation[0]);
    CHECK_NEAR(sin(angle), 0.5, 1e-9);
}

/* Two shafts at 30 degrees: tan b = tan a cos 30 where a is measured from the plane of the shafts,
 * with the fork of the first in it. */
TEST(universal_joint_follows_its_law_in_space) {
    tmAnimation *animation = animation_of(
        t, "primitive shaft begin geometry: cuboid(10mm, 10mm, 100mm) where begin\n"
           "  axle: axis((0, 0, 1)); fork: axis((1, 0, 0)); end; dynamics: ; end\n"
           "primitive stand begin properties: (fixed); geometry: none where begin\n"
           "  one: axis((0, 0, 1)); two: axis((0, sin(30deg), cos(30deg))); end; end\n"
           "world w begin components stand: stand; a, b: shaft; cross: shaft; structure begin\n"
           "  join a to stand with pin matching (axle one) as motor;\n"
           "  join b to stand with pin matching (axle two) as wheel;\n"
           "  join a to b with universal matching (center center, x_axis y_axis);\n"
           "  join cross to a with rigid matching (center center); end end\n"
           "animate w begin drive: motor.angle = 0deg .. 720deg in 25 frames; end");
    double first = 0.0;
    REQUIRE(animation);
    CHECK(!tm_animation_info(animation)->is_planar && !tm_animation_plan(animation));
    CHECK(!tm_animation_mechanism(animation));
    CHECK_STATUS(tm_animation_take(animation, (tmPose[5]){{0}}, &first), TM_ERR_UNSUPPORTED);
    for (int32_t i = 0; i < 25; i++) {
        const tmFrame *frames = frame_of(t, animation, i);
        /* The x axis of a and the y axis of b stay at right angles. */
        double x[2][3];
        for (int k = 0; k < 2; k++) {
            const double *q = frames[2 + k].rotation;
            x[k][0] = k == 0 ? 1.0 - 2.0 * (q[2] * q[2] + q[3] * q[3])
                             : 2.0 * (q[1] * q[2] - q[0] * q[3]);
            x[k][1] = k == 0 ? 2.0 * (q[1] * q[2] + q[0] * q[3])
                             : 1.0 - 2.0 * (q[1] * q[1] + q[3] * q[3]);
            x[k][2] =
                k == 0 ? 2.0 * (q[1] * q[3] - q[0] * q[2]) : 2.0 * (q[2] * q[3] + q[0] * q[1]);
        }
        CHECK_NEAR(x[0][0] * x[1][0] + x[0][1] * x[1][1] + x[0][2] * x[1][2], 0.0, 1e-10);
        first = i == 0 ? x[0][0] : first;
    }
    CHECK_NEAR(first, 1.0, 1e-9);
}

TEST(wrong_calls_are_refused) {
    tmAnimation *animation;
    const tmModel *still = fine_model_of(t, LINK "world w begin components a: link(1m); end");
    REQUIRE(still);
    CHECK_STATUS(tm_animation_create(&t->allocator, still, &animation), TM_ERR_ARGUMENT);
    CHECK(!animation);
    CHECK_STATUS(tm_animation_create(&t->allocator, NULL, &animation), TM_ERR_ARGUMENT);
    animation = animation_of(t, LINK PISTON
                             "animate w begin drive: shaft.angle = 0deg .. 90deg in 4 frames; end");
    REQUIRE(animation);
    CHECK_STATUS(tm_animation_move(animation, 4, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_animation_move(animation, -1, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_animation_move_to(animation, NULL, NULL), TM_ERR_ARGUMENT);
    tm_animation_destroy(NULL);
    CHECK(!tm_animation_info(NULL) && !tm_animation_frames(NULL));
}

TEST(what_cannot_be_put_together_is_not_animated) {
    const tmModel *model = fine_model_of(
        t,
        LINK "world w begin components one: link(10mm); structure begin\n"
             "  join one to world with pin matching (a center) as motor;\n"
             "  join one to world with pin matching (b (50mm, 0)); end properties: (planar); end\n"
             "animate w begin drive: motor.angle = 0deg .. 90deg in 9 frames; end");
    tmAnimation *animation;
    tmAssembly *assembly;
    tmDiags *diags;
    REQUIRE(model);
    CHECK_STATUS(tm_animation_create(&t->allocator, model, &animation), TM_ERR_NOT_CONVERGED);
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    CHECK_STATUS(tm_animation_create_from(&t->allocator, model, assembly, 1e-11, &animation),
                 TM_ERR_NOT_CONVERGED);
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    MUST(tm_assembly_diagnostics(assembly, model, diags));
    REQUIRE(tm_diags_count(diags) == 1);
    const tmDiag *diag = tm_diags_at(diags, 0);
    CHECK(strstr(diag->message, "the parts of w cannot be assembled: ") == diag->message);
    CHECK(diag->part_count == 2 && diag->line == 4);
    CHECK_TEXT(diag->parts[0], "motor (pin, line 4)");
}

TEST(a_joint_that_is_open_between_fixed_parts_is_reported) {
    for (int wrong = 0; wrong < 2; wrong++) {
        const tmModel *model = fine_model_of(
            t, wrong ? "primitive f begin properties: (fixed); geometry: cuboid(1, 1, 1); end\n"
                       "world w begin components f, g: f; structure begin\n"
                       "  place f by center at (0, 0); place g by center at (5, 0);\n"
                       "  join f to g with pin matching (center center) as knee; end\n"
                       "  properties: (planar); end\nsimulate w begin time: (1ms, 1s); end"
                     : "primitive f begin properties: (fixed); geometry: cuboid(1, 1, 1); end\n"
                       "world w begin components f, g: f; structure begin\n"
                       "  place f by center at (0, 0); place g by center at (5, 0);\n"
                       "  join f to g with pin matching ((5, 0) center) as knee; end\n"
                       "  properties: (planar); end\nsimulate w begin time: (1ms, 1s); end");
        tmAssembly *assembly;
        tmDiags *diags;
        REQUIRE(model);
        MUST(tm_assemble(model, NULL, &assembly));
        DEFER(tm_assembly_destroy, assembly);
        CHECK(tm_assembly_info(assembly)->outcome ==
              (wrong ? TM_ASSEMBLY_CONFLICT : TM_ASSEMBLY_CLOSED));
        MUST(tm_diags_create(&t->allocator, &diags));
        DEFER(tm_diags_destroy, diags);
        MUST(tm_assembly_diagnostics(assembly, model, diags));
        REQUIRE(tm_diags_count(diags) == wrong);
        const tmDiag *diag = tm_diags_at(diags, 0);
        CHECK(!wrong || (diag->line == 4 && strstr(diag->message, "open by 5000 mm")));
        CHECK(!wrong || strstr(diag->parts[0], "knee (pin, line 4)"));
    }
}

/* A wheel of 60 teeth turns one of 4: fifteen turns the other way for each of its own. */
TEST(whole_turns_between_frames_are_counted) {
    tmAnimation *animation = animation_of(
        t, "primitive wheel begin geometry: cylinder(10mm, 5mm); end\n"
           "world w begin components big, small: wheel; structure begin\n"
           "  join big to world with pin matching (center center) as p;\n"
           "  join small to world with pin matching (center (1m, 0)) as q;\n"
           "  join big to small with gear(ratio: -4 / 60) matching (center center); end\n"
           "  properties: (planar); end\n"
           "animate w begin drive: p.angle = 0deg .. 720deg in 5 frames;\n"
           "  monitor: q.angle, p.angle; end");
    double values[2];
    REQUIRE(animation);
    for (int32_t i = 0; i < 5; i++) {
        frame_of(t, animation, i);
        MUST(tm_animation_monitors(animation, 0.25 * i, values));
        CHECK_NEAR(tm_animation_angles(animation)[1], i * PI, 1e-12);
        CHECK_NEAR(tm_animation_angles(animation)[2], -15.0 * i * PI, 1e-10);
        CHECK_NEAR(values[0], -15.0 * i * PI, 1e-10);
        CHECK_NEAR(values[1], i * PI, 1e-12);
    }
    tm_animation_reset(animation);
    frame_of(t, animation, 0);
    CHECK_NEAR(tm_animation_angles(animation)[2], 0.0, 1e-12);
    CHECK(tm_animation_angles(NULL) == NULL);
}

/* The same wheels: moves in which all turn little, then longer and longer ones, and little again.
 */
TEST(whole_turns_are_counted_after_moves_that_turn_little) {
    static const double to[] = {0.0, 0.01, 0.02, 0.04, 0.08, 0.2, 1.0, 5.0, 5.01, 5.02, 30.0, 0.0};
    tmAnimation *animation = animation_of(
        t, "primitive wheel begin geometry: cylinder(10mm, 5mm); end\n"
           "world w begin components big, small: wheel; structure begin\n"
           "  join big to world with pin matching (center center) as p;\n"
           "  join small to world with pin matching (center (1m, 0)) as q;\n"
           "  join big to small with gear(ratio: -4 / 60) matching (center center); end\n"
           "  properties: (planar); end\n"
           "animate w begin drive: p.angle = 0deg .. 720deg in 5 frames; end");
    REQUIRE(animation);
    for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
        tmSolveInfo info;
        MUST(tm_animation_move_to(animation, &to[i], &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        CHECK_NEAR(tm_animation_angles(animation)[1], to[i], 1e-10);
        CHECK_NEAR(tm_animation_angles(animation)[2], -15.0 * to[i], 1e-9);
    }
}

TEST(pin_and_body_that_are_both_driven_must_agree) {
    for (int wrong = 0; wrong < 2; wrong++) {
        const tmModel *model = fine_model_of(
            t, wrong ? LINK "world w begin components one: link(10mm); structure\n"
                            "  join one to world with pin matching (a center) as motor;\n"
                            "  properties: (planar); end\n"
                            "animate w begin drive: one.angle = 0deg .. 90deg in 3 frames,\n"
                            "  motor.angle = 0deg .. 80deg in 3 frames; end"
                     : LINK "world w begin components one: link(10mm); structure\n"
                            "  join one to world with pin matching (a center) as motor;\n"
                            "  properties: (planar); end\n"
                            "animate w begin drive: one.angle = 0deg .. 90deg in 3 frames,\n"
                            "  motor.angle = 0deg .. 90deg in 3 frames; end");
        tmAnimation *animation;
        tmSolveInfo info;
        REQUIRE(model);
        MUST(tm_animation_create(&t->allocator, model, &animation));
        DEFER(tm_animation_destroy, animation);
        MUST(tm_animation_move(animation, 0, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        MUST(tm_animation_move(animation, 2, &info));
        CHECK((info.outcome == TM_MOVE_DONE) == !wrong);
        CHECK(wrong || fabs(tm_animation_frames(animation)[1].rotation[3] - sqrt(0.5)) < 1e-12);
    }
}

TEST(a_rod_between_points_that_are_one_is_warned_of) {
    const tmModel *model =
        fine_model_of(t, LINK "world w begin components one, two: link(10mm); structure\n"
                              "  join one to two with rod matching (center center) as stay;\n"
                              "  properties: (planar); end\nsimulate w begin time: (1ms, 1s); end");
    tmAssembly *assembly;
    tmDiags *diags;
    REQUIRE(model);
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    MUST(tm_assembly_diagnostics(assembly, model, diags));
    REQUIRE(tm_diags_count(diags) == 1);
    const tmDiag *diag = tm_diags_at(diags, 0);
    CHECK(diag->severity == TM_WARNING && diag->code == TM_CODE_USELESS && diag->line == 4);
    CHECK_TEXT(diag->message,
               "the rod holds nothing where the parts start: the two points coincide");
    CHECK_TEXT(diag->parts[0], "stay");
}

TEST(monitors_of_an_animation_tell_what_its_frames_say) {
    tmAnimation *animation = animation_of(
        t, LINK PISTON "animate w begin drive: shaft.angle = 0deg .. 720deg in 145 frames;\n"
                       "  monitor: shaft.angle, guide.position, crank.b.y, crank.angle > 5,\n"
                       "    piston.velocity, shaft.force; end");
    REQUIRE(animation);
    const tmModel *model = tm_animation_model(animation);
    REQUIRE(tm_model_simulate(model).value_count == 10);
    for (int32_t i = 0; i < 145; i++) {
        double v[10], angle = i * 5.0 * PI / 180.0;
        (void)frame_of(t, animation, i);
        if (!CHECK_STATUS(tm_animation_monitors(animation, i / 144.0, v), TM_OK)) {
            return;
        }
        CHECK_NEAR(v[0], angle, 1e-12); /* over whole turns */
        CHECK_NEAR(v[1], piston_at(angle), 1e-13);
        CHECK_NEAR(v[2], 0.04 * sin(angle), 1e-13);
        CHECK(v[3] == (angle > 5.0 ? 1.0 : 0.0));
        CHECK(isnan(v[4]) && v[7] == 0.0); /* no time; at rest nothing pushes */
    }
    double v[10];
    CHECK_STATUS(tm_animation_monitors(NULL, 0.0, v), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_animation_monitors(animation, 1.5, v), TM_ERR_ARGUMENT);
}

TEST(monitors_read_inputs_that_are_driven) {
    tmAnimation *animation = animation_of(
        t, LINK "world w begin input other = 3; input s = 0 in 0 .. 1;\n"
                "  components l: link(100mm);\n"
                "  structure join l to world with slider matching (x_axis x_axis) as slide;\n"
                "  properties: (planar);\n"
                "  control: position of slide = 0.5m * s; end\n"
                "animate w begin drive: s = 0 .. 1 in 5 frames; monitor: s, other, l.center.x; "
                "end");
    REQUIRE(animation);
    for (int32_t i = 0; i < 5; i++) {
        double v[3];
        (void)frame_of(t, animation, i);
        CHECK_STATUS(tm_animation_monitors(animation, i / 4.0, v), TM_OK);
        CHECK(v[0] == i / 4.0 && v[1] == 3.0);
        CHECK_NEAR(v[2], 0.125 * i, 1e-14);
    }
}

#define TURN "animate w begin drive: shaft.angle = 0deg .. 360deg in 13 frames; end"

/* The assembly that an editor has already made is taken as it is: none is made again, and every
 * frame has the bits that an assembly of its own leads to. */
TEST(animation_of_an_assembly_begins_with_it) {
    tmAnimation *own = animation_of(t, LINK PISTON TURN), *from, *bad;
    tmAssembly *assembly;
    REQUIRE(own);
    const tmModel *model = tm_animation_model(own);
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    CHECK(tm_assembly_body_count(assembly) == 4 && tm_assembly_joint_count(assembly) == 4);
    MUST(tm_animation_create_from(&t->allocator, model, assembly, 1e-11, &from));
    DEFER(tm_animation_destroy, from);
    CHECK(tm_animation_assembly(from) == assembly && tm_animation_assembly(own) != assembly);
    for (int32_t i = 0; i < 13; i++) {
        const tmFrame *expected = frame_of(t, own, i);
        CHECK(memcmp(frame_of(t, from, i), expected, 4 * sizeof *expected) == 0);
    }
    const tmModel *other =
        fine_model_of(t, LINK "world w begin components a: link(1m); structure begin\n"
                              "join a to world with pin matching (a center) as p; end\n"
                              "properties: (planar); end\n"
                              "animate w begin drive: p.angle = 0deg .. 90deg in 4 frames; end");
    REQUIRE(other);
    CHECK_STATUS(tm_animation_create_from(&t->allocator, other, assembly, 1e-11, &bad),
                 TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_animation_create_from(&t->allocator, model, assembly, 0.0, &bad),
                 TM_ERR_ARGUMENT);
    CHECK(!bad && !tm_animation_assembly(NULL) && tm_assembly_body_count(NULL) == 0);
}

/* The crank is the second body of its pin: the plan counts the other way round. */
TEST(plan_takes_poses_with_the_values_of_its_drives) {
    tmAnimation *animation = animation_of(
        t, LINK PISTON "animate w begin drive: crank.angle = 10deg .. 90deg in 5 frames; end");
    tmDriveInfo drive;
    double value, own, now;
    tmPose poses[4];
    REQUIRE(animation);
    MUST(tm_model_drive(tm_animation_model(animation), 0, &drive));
    CHECK(drive.kind == TM_DRIVE_ANGLE && drive.is_angle && drive.point.body == 1);
    CHECK_STATUS(tm_model_drive(tm_animation_model(animation), 1, &drive), TM_ERR_ARGUMENT);
    tmRangeInfo range;
    MUST(tm_model_range(tm_animation_model(animation), 0, &range));
    CHECK_TEXT(range.text, "crank.angle");
    CHECK_TEXT(range.unit, "rad");
    CHECK_NEAR(range.first, 10.0 * PI / 180.0, 1e-15);
    CHECK_NEAR(range.last, 90.0 * PI / 180.0, 1e-15);
    CHECK_STATUS(tm_model_range(tm_animation_model(animation), 1, &range), TM_ERR_ARGUMENT);
    MUST(tm_model_drive_values(tm_animation_model(animation), 0.5, &value));
    CHECK_NEAR(value, 50.0 * PI / 180.0, 1e-15);
    CHECK(tm_range_at(&range, 0.5) == value && tm_range_at(&range, 1.0) == range.last);
    MUST(tm_animation_values(animation, 0.5, &own));
    CHECK_NEAR(own, value, 1e-15);
    CHECK(tm_body_count(tm_animation_mechanism(animation)) == 4);
    (void)frame_of(t, animation, 2);
    memcpy(poses, tm_plan_poses(tm_animation_plan(animation)), sizeof poses);
    tm_animation_reset(animation);
    MUST(tm_animation_take(animation, poses, &own));
    MUST(tm_plan_values(tm_animation_plan(animation), &now));
    CHECK(now == own);
    CHECK_NEAR(tm_animation_frames(animation)[3].position[0], piston_at(value), 1e-13);
    CHECK_STATUS(tm_animation_take(animation, NULL, &own), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_animation_values(animation, 0.5, NULL), TM_ERR_ARGUMENT);
    CHECK(!tm_animation_mechanism(NULL));
}

TEST(mechanism_of_a_model_is_closed_where_its_assembly_is) {
    const tmModel *model = fine_model_of(t, LINK PISTON);
    const tmModel *space = fine_model_of(t, LINK "world w begin components a: link(1m); end");
    tmAssembly *assembly;
    tmMechanism *mechanism;
    tmJointId joints[4];
    REQUIRE(model && space);
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    const tmFrame *frames = tm_assembly_frames(assembly);
    MUST(tm_mechanism_from_model(&t->allocator, model, frames, joints, &mechanism));
    DEFER(tm_mechanism_destroy, mechanism);
    CHECK(tm_body_count(mechanism) == 4 && tm_joint_count(mechanism) == 4);
    for (int i = 0; i < 4; i++) {
        double gap = 1.0;
        MUST(tm_joint_gap(mechanism, joints[i], &gap));
        CHECK_NEAR(gap, 0.0, 1e-12);
    }
    CHECK_STATUS(tm_mechanism_from_model(&t->allocator, space, frames, NULL, &mechanism),
                 TM_ERR_ARGUMENT);
    CHECK(!mechanism);
}

TEST_MAIN(CASE(crank_drives_a_piston_over_a_turn), CASE(animation_of_an_assembly_begins_with_it),
          CASE(plan_takes_poses_with_the_values_of_its_drives),
          CASE(mechanism_of_a_model_is_closed_where_its_assembly_is),
          CASE(monitors_of_an_animation_tell_what_its_frames_say),
          CASE(monitors_read_inputs_that_are_driven), CASE(whole_turns_between_frames_are_counted),
          CASE(whole_turns_are_counted_after_moves_that_turn_little),
          CASE(pin_and_body_that_are_both_driven_must_agree),
          CASE(a_rod_between_points_that_are_one_is_warned_of),
          CASE(a_joint_that_is_open_between_fixed_parts_is_reported),
          CASE(body_is_driven_by_its_angle_with_and_without_a_pin_to_the_ground),
          CASE(piston_drives_the_crank_by_its_slide), CASE(rod_drives_by_its_length),
          CASE(input_drives_what_controls_make_of_it),
          CASE(moves_past_a_break_are_reported_by_the_policy_of_the_text),
          CASE(universal_joint_follows_its_law_in_space), CASE(wrong_calls_are_refused),
          CASE(what_cannot_be_put_together_is_not_animated))
