/* test_script_controls.c: what controls give: prescribed motions with their rates, forces with
 * their slopes, readings at intervals, the host's own, and what is reported those that cannot be.
 * Expected are closed forms of the texts, with libm's functions. */
#include "frames.h"
#include "scripts.h"

#include <math.h>
#include <string.h>

/* ---- Motions ------------------------------------------------------------------------------- */

TEST(a_prescribed_angle_comes_with_its_rates) {
    stage s;
    int32_t count;
    REQUIRE(make_stage_of(
        t, SCRIPT_PLANE("phase: 3 * time + u; angle of motor = 0.5 * sin(phase)^2;"), &s));
    const tmiDriveDef *drives = tmi_script_drives(s.script, &count);
    REQUIRE(count == 1);
    CHECK(drives[0].level == 0 && drives[0].row_count == 1 && drives[0].control == 0);
    CHECK(drives[0].body_count == 2 && drives[0].bodies[0] == SCRIPT_LEVER_BODY &&
          drives[0].bodies[1] == 0);
    CHECK(drives[0].rows[0].kind == TM_ROW_TURN && drives[0].rows[0].offset == 0.0);
    CHECK(!tmi_script_led(s.script)[SCRIPT_LEVER_BODY]);
    for (double time = 0.0; time < 3.0; time += 0.3) {
        s.view.time = time;
        const tmiAct *act = run_stage(t, &s);
        REQUIRE(act);
        double x = 3.0 * time + 2.0;
        CHECK(act->kind == TMI_ACT_DRIVE && act->number == 0 && act->size == 1);
        CHECK_NEAR(act->value[0][0], 0.5 * sin(x) * sin(x), 1e-15);
        CHECK_NEAR(act->value[0][1], 1.5 * sin(2.0 * x), 1e-14);
        CHECK_NEAR(act->value[0][2], 9.0 * cos(2.0 * x), 1e-13);
    }
}

TEST(a_prescribed_position_has_a_row_for_each_direction_and_rates_for_each) {
    stage s;
    int32_t count;
    tmRowAt at;
    uint64_t seed = 3;
    REQUIRE(
        make_stage_of(t, SCRIPT_SPACE("s: time / 1s; position of dot = (s^3, exp(s), 2);"), &s));
    const tmiDriveDef *drives = tmi_script_drives(s.script, &count);
    REQUIRE(count == 1 && drives[0].row_count == 3 && drives[0].level == 0);
    CHECK(drives[0].bodies[0] == SCRIPT_DOT && drives[0].bodies[1] == 0 &&
          drives[0].body_count == 2);
    CHECK(tmi_script_led(s.script)[SCRIPT_DOT] && !tmi_script_led(s.script)[SCRIPT_LEVER_BODY]);
    tmFrame frames[2] = {random_frame(&seed, false), {.rotation = {1.0, 0.0, 0.0, 0.0}}};
    for (int k = 0; k < 3; k++) {
        tm_row_at(&drives[0].rows[k], frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, frames[0].position[k], 1e-15);
        CHECK(check_row(t, &drives[0].rows[k], frames, 2, false, &seed, "position"));
    }
    s.view.time = 0.5;
    const tmiAct *act = run_stage(t, &s);
    REQUIRE(act && act->size == 3);
    check_vector(t, act->value[0], 0.125, 0.75, 3.0, 1e-15, "t^3");
    check_vector(t, act->value[1], exp(0.5), exp(0.5), exp(0.5), 1e-15, "exp t");
    check_vector(t, act->value[2], 2.0, 0.0, 0.0, 0.0, "2");
}

TEST(in_the_plane_a_position_has_two_rows_and_a_turn_one) {
    stage s;
    int32_t count;
    REQUIRE(make_stage_of(
        t,
        SCRIPT_PLANE("acceleration of dot = (1, 2, 3); angular_velocity of dot = time * 1rad/s^2;"),
        &s));
    const tmiDriveDef *drives = tmi_script_drives(s.script, &count);
    REQUIRE(count == 2);
    CHECK(drives[0].row_count == 2 && drives[0].level == 2);
    CHECK(drives[1].row_count == 1 && drives[1].level == 1);
    s.view.time = 4.0;
    const tmiAct *acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].size == 2 && acts[0].value[0][0] == 1.0 && acts[0].value[1][0] == 2.0);
    CHECK(acts[0].value[0][1] == 0.0);
    CHECK(acts[1].size == 1 && acts[1].value[0][0] == 4.0 && acts[1].value[0][1] == 1.0);
}

TEST(rows_of_angular_velocities_have_directions_of_the_world_as_gradients) {
    stage s;
    int32_t count;
    tmRowAt at;
    uint64_t seed = 4;
    REQUIRE(make_stage_of(t, SCRIPT_SPACE("angular_acceleration of dot = (1, 2, 3);"), &s));
    const tmiDriveDef *drives = tmi_script_drives(s.script, &count);
    REQUIRE(count == 1 && drives[0].row_count == 3 && drives[0].level == 2);
    tmFrame frames[2] = {random_frame(&seed, false), {.rotation = {1.0, 0.0, 0.0, 0.0}}};
    tmTwist twists[2] = {random_twist(&seed, false), {{0.0}, {0.0}}};
    for (int k = 0; k < 3; k++) {
        tm_row_at(&drives[0].rows[k], frames, twists, NULL, &at);
        check_vector(t, at.gradient[0].angular, k == 0, k == 1, k == 2, 0.0, "direction");
        check_vector(t, at.gradient[0].linear, 0.0, 0.0, 0.0, 0.0, "no part of it");
        check_vector(t, at.gradient[1].angular, 0.0, 0.0, 0.0, 0.0, "the ground");
        CHECK(at.bias == 0.0 && at.value == 0.0);
    }
}

TEST(the_angle_of_a_body_is_a_turn_against_the_ground_and_a_number_of_its_turning_is_about_z) {
    stage s;
    int32_t count;
    tmRowAt at;
    REQUIRE(
        make_stage_of(t, SCRIPT_SPACE("angle of dot = 0.1 * time; torque of lever = 7N*m;"), &s));
    const tmiDriveDef *drives = tmi_script_drives(s.script, &count);
    REQUIRE(count == 1 && drives[0].row_count == 1);
    tmFrame frames[2] = {{.rotation = {1.0, 0.0, 0.0, 0.0}}, {.rotation = {1.0, 0.0, 0.0, 0.0}}};
    turn_about((double[3]){0.0, 0.0, 1.0}, 0.75, frames[0].rotation);
    tm_row_at(&drives[0].rows[0], frames, NULL, NULL, &at);
    CHECK_NEAR(at.value, 0.75, 1e-15);
    const tmiAct *acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[1].kind == TMI_ACT_BODY && acts[1].is_torque &&
          acts[1].point.body == SCRIPT_LEVER_BODY);
    CHECK(acts[1].value[0][0] == 0.0 && acts[1].value[1][0] == 0.0 && acts[1].value[2][0] == 7.0);
}

TEST(a_prescribed_velocity_may_follow_positions_and_angles_whose_rates_are_known) {
    stage s;
    uint64_t seed = 6;
    double h = 1e-5, values[3][3];
    REQUIRE(make_stage_of(
        t,
        SCRIPT_SPACE(
            "near: lever.tip * 2;\n"
            "velocity of dot = (near.x * time / 1s^2, lever.position.y * near.z / 1m / 1s,\n"
            "  (sin(motor.angle) + (coil.length / 1m)^2 + lever.y_axis.direction.x\n"
            "  + lever.angle / 1rad) * 1m/s);"),
        &s));
    int32_t motor = tm_model_find_joint(s.model, "motor"),
            coil = tm_model_find_joint(s.model, "coil");
    tmFrame now = random_frame(&seed, false);
    tmTwist twist = random_twist(&seed, false);
    double angle = 0.0;
    for (int k = -1; k <= 1; k++) {
        s.frames[SCRIPT_LEVER_BODY] = moved_frame(&now, &twist, k * h);
        s.twists[SCRIPT_LEVER_BODY] = twist;
        double x[3];
        turned(&s.frames[SCRIPT_LEVER_BODY], (double[3]){1.0, 0.0, 0.0}, x);
        angle = atan2(x[1], x[0]);
        s.angles[SCRIPT_LEVER_BODY] = angle;
        s.coordinates[motor][0][0] = 0.3 + 2.0 * k * h;
        s.coordinates[motor][0][1] = 2.0;
        s.coordinates[coil][0][0] = 1.5 - 0.5 * k * h;
        s.coordinates[coil][0][1] = -0.5;
        s.view.time = 3.0 + k * h;
        const tmiAct *act = run_stage(t, &s);
        REQUIRE(act && act->size == 3);
        for (int i = 0; i < 3; i++) {
            values[k + 1][i] = k == 0 ? act->value[i][1] : act->value[i][0];
            CHECK(act->value[i][2] == 0.0);
        }
    }
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(values[1][i], (values[2][i] - values[0][i]) / (2.0 * h), 1e-8);
    }
}

/* ---- Forces -------------------------------------------------------------------------------- */

TEST(forces_act_at_the_origin_of_a_body_or_at_a_feature) {
    stage s;
    int32_t count;
    REQUIRE(make_stage_of(
        t,
        SCRIPT_PLANE("force of lever = (1N, 2N); force at lever.tip = (u * 1N, time * 1N/s);"
                     "torque of lever = 3N*m;"),
        &s));
    tmi_script_drives(s.script, &count);
    CHECK(count == 0);
    tmi_script_pushes(s.script, &count);
    CHECK(count == 0);
    s.view.time = 9.0;
    const tmiAct *acts = run_stage(t, &s);
    REQUIRE(acts);
    for (int i = 0; i < 3; i++) {
        CHECK(acts[i].kind == TMI_ACT_BODY && acts[i].point.body == SCRIPT_LEVER_BODY);
        CHECK(acts[i].size == 3 && acts[i].is_torque == (i == 2));
        CHECK(acts[i].point.point[0] == (i == 1 ? 0.2 : 0.0));
    }
    CHECK(acts[0].value[0][0] == 1.0 && acts[0].value[1][0] == 2.0 && acts[0].value[2][0] == 0.0);
    CHECK(acts[1].value[0][0] == 2.0 && acts[1].value[1][0] == 9.0);
    CHECK(acts[2].value[0][0] == 0.0 && acts[2].value[2][0] == 3.0);
}

TEST(pushes_have_the_slopes_of_their_own_coordinate_through_signals_too) {
    stage s;
    int32_t count, problem;
    REQUIRE(make_stage_of(
        t,
        SCRIPT_PLANE("miss: 1rad - motor.angle;\n"
                     "torque of motor = 200N*m/rad * miss - 10N*m*s/rad * motor.angular_velocity;\n"
                     "force of coil = 5N * sin(coil.length / 1m) * coil.velocity / 1m * 1s\n"
                     "  + motor.angle * 3N;\n"
                     "torque of motor = u * 1N*m;"),
        &s));
    int32_t motor = tm_model_find_joint(s.model, "motor"),
            coil = tm_model_find_joint(s.model, "coil");
    const int32_t(*pushes)[2] = tmi_script_pushes(s.script, &count);
    REQUIRE(count == 3);
    CHECK(pushes[0][0] == motor && pushes[0][1] == 0 && pushes[1][0] == coil);
    CHECK(pushes[2][0] == motor);
    s.coordinates[motor][0][0] = 0.25;
    s.coordinates[motor][0][1] = 2.0;
    s.coordinates[coil][0][0] = 0.7;
    s.coordinates[coil][0][1] = -3.0;
    const tmiAct *acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].kind == TMI_ACT_COORDINATE && acts[0].number == 0 && acts[2].number == 2);
    CHECK_NEAR(acts[0].value[0][0], 200.0 * 0.75 - 20.0, 1e-12);
    CHECK_NEAR(acts[0].stiffness, 200.0, 1e-12);
    CHECK_NEAR(acts[0].damping, 10.0, 1e-13);
    CHECK_NEAR(acts[1].value[0][0], 5.0 * sin(0.7) * -3.0 + 0.75, 1e-13);
    CHECK_NEAR(acts[1].stiffness, 15.0 * cos(0.7), 1e-13);
    CHECK_NEAR(acts[1].damping, -5.0 * sin(0.7), 1e-13);
    CHECK(acts[2].value[0][0] == 2.0 && acts[2].stiffness == 0.0 && acts[2].damping == 0.0);
    /* Values are the same without. */
    double before = acts[0].value[0][0];
    acts = tmi_script_run(s.script, &s.view, false, &count, &problem);
    REQUIRE(acts);
    CHECK(acts[0].value[0][0] == before);
}

TEST(a_push_without_a_finite_slope_goes_without) {
    stage s;
    REQUIRE(make_stage_of(t, SCRIPT_PLANE("force of coil = 5N * sqrt(coil.length / 1m);"), &s));
    const tmiAct *act = run_stage(t, &s); /* the length is 0 in this view */
    REQUIRE(act);
    CHECK(act->value[0][0] == 0.0 && act->stiffness == 0.0 && act->damping == 0.0);
}

/* ---- Inputs and signals -------------------------------------------------------------------- */

#define MOTORS                                                                                     \
    SCRIPT_LEVER "composite drive begin\n"                                                         \
                 "  input gain = 2;\n"                                                             \
                 "  components lever: lever;\n"                                                    \
                 "  control: begin twice: 2 * gain; more: (twice + 1, 5);\n"                       \
                 "    force of lever = more * 1N; end;\n"                                          \
                 "end\n"                                                                           \
                 "world w begin\n"                                                                 \
                 "  input bias = 10;\n"                                                            \
                 "  components left, right: drive;\n"                                              \
                 "  structure begin place left by lever.center at (0, 0);\n"                       \
                 "    place right by lever.center at (0, 1m); end\n"                               \
                 "  properties: (planar);\n"                                                       \
                 "  control: begin sum: left.twice + right.more.x + bias;\n"                       \
                 "    torque of left.lever = sum * 1N*m; end;\n"                                   \
                 "end\n"                                                                           \
                 "simulate w begin time: (1ms, 1s); monitor: sum, right.more, left.gain;\n"        \
                 "  stop: sum > 100; end\n"

TEST(inputs_reach_controls_through_the_signals_of_inner_parts_first) {
    stage s;
    double v[5];
    REQUIRE(make_stage_of(t, MOTORS, &s));
    const tmiAct *acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[2][0] == 4.0 + 5.0 + 10.0);
    CHECK(acts[1].value[0][0] == 5.0 && acts[2].value[0][0] == 5.0 && acts[2].value[1][0] == 5.0);
    int32_t right = tm_model_find_input(s.model, "right.gain");
    CHECK(tmi_script_input(s.script, right) == 2.0);
    tmi_script_set_input(s.script, right, 7.0);
    CHECK(tmi_script_input(s.script, right) == 7.0);
    acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[2][0] == 4.0 + 15.0 + 10.0);
    CHECK(acts[1].value[0][0] == 5.0 && acts[2].value[0][0] == 15.0);
    tmi_script_monitor(s.script, &s.view, v);
    CHECK(v[0] == 29.0 && v[1] == 15.0 && v[2] == 5.0 && v[3] == 0.0 && v[4] == 2.0);
    CHECK(!tmi_script_stops(s.script, &s.view));
    tmi_script_set_input(s.script, tm_model_find_input(s.model, "bias"), 1000.0);
    CHECK(tmi_script_stops(s.script, &s.view));
}

TEST(inputs_are_cut_to_their_range) {
    stage s;
    REQUIRE(make_stage_of(t, SCRIPT_PLANE("torque of motor = u * 1N*m;"), &s));
    tmi_script_set_input(s.script, 0, 50.0);
    CHECK(tmi_script_input(s.script, 0) == 12.0);
    tmi_script_set_input(s.script, 0, -50.0);
    CHECK(tmi_script_input(s.script, 0) == -12.0);
}

TEST_MAIN(
    CASE(a_prescribed_angle_comes_with_its_rates),
    CASE(a_prescribed_position_has_a_row_for_each_direction_and_rates_for_each),
    CASE(in_the_plane_a_position_has_two_rows_and_a_turn_one),
    CASE(rows_of_angular_velocities_have_directions_of_the_world_as_gradients),
    CASE(the_angle_of_a_body_is_a_turn_against_the_ground_and_a_number_of_its_turning_is_about_z),
    CASE(a_prescribed_velocity_may_follow_positions_and_angles_whose_rates_are_known),
    CASE(forces_act_at_the_origin_of_a_body_or_at_a_feature),
    CASE(pushes_have_the_slopes_of_their_own_coordinate_through_signals_too),
    CASE(a_push_without_a_finite_slope_goes_without),
    CASE(inputs_reach_controls_through_the_signals_of_inner_parts_first),
    CASE(inputs_are_cut_to_their_range))
