/* test_script_readings.c: when controls read and what they hold, those of the host, and what is
 * reported those that cannot be. Expected is what docs/language.md says of them. */
#include "scripts.h"

#include <math.h>
#include <string.h>

/* ---- Readings at intervals --------------------------------------------------------------- */

#define SAMPLED                                                                                    \
    SCRIPT_PLANE("every: 10ms; seen: motor.angle; torque of motor = seen * 2N*m/rad;"              \
                 "force at lever.tip = (time * 1N/s, 0);")

TEST(a_control_with_every_keeps_what_it_gave_until_it_reads_again) {
    stage s;
    int32_t problem = -1, motor;
    REQUIRE(make_stage_of(t, SAMPLED, &s));
    motor = tm_model_find_joint(s.model, "motor");
    s.coordinates[motor][0][0] = 1.0;
    CHECK(tmi_script_sample(s.script, &s.view, true, &problem));
    const tmiAct *acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[0][0] == 2.0 && acts[1].value[0][0] == 0.0);
    CHECK(acts[0].stiffness == 0.0);
    CHECK_NEAR(tmi_script_next(s.script, 0.0), 0.01, 0.0);
    CHECK_NEAR(tmi_script_next(s.script, 0.0035), 0.01, 0.0);
    s.coordinates[motor][0][0] = 5.0;
    s.view.time = 0.005;
    CHECK(tmi_script_sample(s.script, &s.view, false, &problem));
    acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[0][0] == 2.0 && acts[1].value[0][0] == 0.0);
    s.view.time = tmi_script_next(s.script, 0.005);
    CHECK(tmi_script_sample(s.script, &s.view, false, &problem));
    acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[0][0] == 10.0 && acts[1].value[0][0] == 0.01);
    /* After a jump back in time all are read. */
    s.coordinates[motor][0][0] = 3.0;
    s.view.time = 0.0;
    CHECK(tmi_script_sample(s.script, &s.view, true, &problem));
    acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[0][0] == 6.0 && problem == -1);
}

TEST(readings_are_due_at_whole_multiples_however_times_are_added_up_and_take_no_memory) {
    stage s;
    int32_t problem, readings = 0, motor;
    REQUIRE(make_stage_of(t, SAMPLED, &s));
    motor = tm_model_find_joint(s.model, "motor");
    int64_t before = t->allocations;
    for (int32_t i = 0; i <= 3000; i++) {
        s.view.time = i * 0.001;
        s.coordinates[motor][0][0] = i;
        CHECK(tmi_script_sample(s.script, &s.view, i == 0, &problem));
        const tmiAct *acts = run_stage(t, &s);
        REQUIRE(acts);
        readings += acts[0].value[0][0] == 2.0 * i;
        CHECK(acts[0].value[0][0] == 2.0 * (i - i % 10));
    }
    CHECK(readings == 301);
    CHECK(t->allocations == before);
    /* From one due time to the next, as event-driven runs go. */
    double time = 0.0;
    for (int32_t i = 1; i <= 10000; i++) {
        time = tmi_script_next(s.script, time);
        CHECK_NEAR(time, 0.01 * i, 1e-15 * i);
    }
}

TEST(without_every_nothing_is_ever_due) {
    stage s;
    int32_t problem = -1;
    REQUIRE(make_stage_of(t, SCRIPT_PLANE("torque of motor = u * 1N*m;"), &s));
    CHECK(isinf(tmi_script_next(s.script, 1.0)));
    CHECK(tmi_script_sample(s.script, &s.view, true, &problem) && problem == -1);
}

TEST(the_state_brings_back_what_was_held) {
    stage s;
    int32_t problem, count, motor;
    REQUIRE(make_stage_of(t, SAMPLED, &s));
    motor = tm_model_find_joint(s.model, "motor");
    s.coordinates[motor][0][0] = 1.0;
    s.view.time = 0.02;
    CHECK(tmi_script_sample(s.script, &s.view, true, &problem));
    double *state = tmi_script_state(s.script, &count);
    double *kept = test_memory(t, (size_t)count, sizeof *kept);
    memcpy(kept, state, (size_t)count * sizeof *kept);
    s.coordinates[motor][0][0] = 8.0;
    s.view.time = 0.03;
    CHECK(tmi_script_sample(s.script, &s.view, false, &problem));
    tmi_script_set_input(s.script, 0, 5.0);
    const tmiAct *acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[0][0] == 16.0);
    memcpy(state, kept, (size_t)count * sizeof *kept);
    acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[0][0] == 2.0 && acts[1].value[0][0] == 0.02);
    CHECK(tmi_script_input(s.script, 0) == 2.0);
    /* And what is due then. */
    s.coordinates[motor][0][0] = 9.0;
    CHECK(tmi_script_sample(s.script, &s.view, false, &problem));
    acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(acts[0].value[0][0] == 18.0);
}

TEST(by_steps_signals_hold_through_the_interval) {
    stage s;
    double v;
    REQUIRE(make_stage(t,
                       SCRIPT_LEVER
                       "world w begin components lever: lever; structure\n"
                       "  join lever to world with pin matching (axle center) as motor;\n"
                       "  properties: (planar);\n"
                       "  control: begin seen: time; torque of motor = seen * 1N*m/s; end;\n"
                       "end\n"
                       "simulate w begin time: (1ms, 1s); monitor: seen; end\n",
                       TM_METHOD_CLASSIC, NULL, 0, &s));
    s.view.time = 1.0;
    REQUIRE(run_stage(t, &s));
    s.view.time = 2.0;
    tmi_script_monitor(s.script, &s.view, &v);
    CHECK(v == 1.0);
}

/* ---- The host's own ------------------------------------------------------------------------ */

typedef struct host {
    double factor;
    int calls;
    int32_t size;
} host;

static void answer(void *user, const tmControlCall *call, double *values) {
    host *h = user;
    h->calls++;
    h->size = call->size;
    for (int32_t i = 0; i < call->size; i++) {
        values[i] = h->factor * call->time + i + call->twists[SCRIPT_LEVER_BODY].angular[2] +
                    call->frames[SCRIPT_LEVER_BODY].position[0] +
                    (strcmp(call->name, "other") == 0);
    }
}

TEST(controls_of_the_host_are_called_by_their_names) {
    stage s;
    host one = {.factor = 10.0}, other = {.factor = 100.0};
    const tmHostControl hosts[] = {
        {"unused", answer, NULL}, {"other", answer, &other}, {"one", answer, &one}};
    REQUIRE(make_stage(t, SCRIPT_PLANE("torque of motor = one; force at lever.tip = other;"),
                       TM_METHOD_EVENTS, hosts, 3, &s));
    s.view.time = 2.0;
    s.twists[SCRIPT_LEVER_BODY].angular[2] = 0.5;
    s.frames[SCRIPT_LEVER_BODY].position[0] = 0.25;
    const tmiAct *acts = run_stage(t, &s);
    REQUIRE(acts);
    CHECK(one.size == 1 && other.size == 3 && one.calls == 1 && other.calls == 1);
    CHECK(acts[0].value[0][0] == 20.75 && acts[0].stiffness == 0.0);
    CHECK(acts[1].value[0][0] == 201.75 && acts[1].value[1][0] == 202.75);
    CHECK(acts[1].value[2][0] == 0.0); /* nothing leaves the plane */
}

TEST(a_run_without_control_has_no_acts_but_its_signals) {
    stage s;
    double v;
    int32_t count, problem;
    REQUIRE(make_stage(t,
                       SCRIPT_LEVER
                       "world w begin components lever: lever; structure\n"
                       "  join lever to world with pin matching (axle center) as motor;\n"
                       "  properties: (planar);\n"
                       "  control: begin seen: 2 * time; torque of motor = missing; end;\n"
                       "end\n"
                       "simulate w begin time: (1ms, 1s); monitor: seen; without: control;\n"
                       "end\n",
                       TM_METHOD_EVENTS, NULL, 0, &s));
    tmi_script_run(s.script, &s.view, true, &count, &problem);
    CHECK(count == 0);
    s.view.time = 3.0;
    tmi_script_monitor(s.script, &s.view, &v);
    CHECK(v == 6.0);
}

/* ---- What cannot be ------------------------------------------------------------------------ */

#define STEPPING_HINT ", or choose 'method: stepping', which holds it through each step"

TEST(what_cannot_be_followed_is_reported_with_its_place_and_what_to_do) {
    static const struct {
        const char *control, *said;
    } cases[] = {
        {SCRIPT_PLANE("position of dot = lever.tip;"),
         "15:18 'dot' cannot follow this position: it reads 'position', whose changes are "
         "not known in advance [dot] (prescribe its acceleration, or let it read only time and "
         "inputs" STEPPING_HINT ")\n"},
        {SCRIPT_PLANE("w: motor.angular_velocity; twice: 2 * w;\nangular_velocity of dot = twice;"),
         "16:1 'dot' cannot follow this angular_velocity: it reads 'angular_velocity', whose "
         "changes are not known in advance [dot] (prescribe its angular_acceleration, or let it "
         "read only time and inputs, positions and angles" STEPPING_HINT ")\n"},
        {SCRIPT_PLANE("every: 1ms;\nangle of motor = time * 1rad/s;"),
         "16:1 'motor' cannot follow this angle: it jumps each time it is sampled [motor] "
         "(prescribe its angular_acceleration, or let it read only time and inputs" STEPPING_HINT
         ")\n"},
        {SCRIPT_PLANE("torque of motor = missing;"),
         "15:18 nothing supplies the control 'missing' [motor] (define a function of this name, or "
         "run the world in a program that registers it as a tmHostControl)\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_TEXT(script_messages(t, cases[i].control, TM_METHOD_EVENTS), cases[i].said);
        test_run_defers(t, 0);
    }
}

TEST(what_is_fixed_cannot_be_moved) {
    CHECK_TEXT(script_messages(t,
                               "primitive wall begin properties: (fixed);\n"
                               "  control: velocity = (1, 0);\nend\n"
                               "world w begin components wall: wall; end\n"
                               "simulate w begin time: (1ms, 1s); end\n",
                               TM_METHOD_EVENTS),
               "2:12 'wall' is fixed: no velocity can be prescribed for it [wall] (leave out "
               "'fixed', or the control)\n");
}

TEST(by_steps_any_motion_can_be_prescribed_with_the_rates_that_are_known) {
    stage s;
    for (int method = TM_METHOD_STEPPING; method <= TM_METHOD_CLASSIC; method++) {
        REQUIRE(make_stage(
            t,
            SCRIPT_PLANE("every: 1ms; position of dot = 2 * lever.tip;"
                         "angular_velocity of motor = motor.angular_velocity + time * 1rad/s^2;"),
            (tmMethod)method, NULL, 0, &s));
        int32_t problem;
        s.frames[SCRIPT_LEVER_BODY].position[0] = 0.3;
        s.twists[SCRIPT_LEVER_BODY].linear[0] = 4.0;
        s.frames[SCRIPT_LEVER_BODY].rotation[0] = 1.0;
        CHECK(tmi_script_sample(s.script, &s.view, true, &problem));
        const tmiAct *acts = run_stage(t, &s);
        REQUIRE(acts);
        CHECK_NEAR(acts[0].value[0][0], 1.0, 1e-15);
        CHECK(acts[0].value[0][1] == 0.0 && acts[1].value[0][1] == 0.0);
        test_run_defers(t, 0);
        REQUIRE(make_stage(
            t, SCRIPT_PLANE("position of dot = 2 * lever.tip; angle of motor = (time / 1s)^2;"),
            (tmMethod)method, NULL, 0, &s));
        s.twists[SCRIPT_LEVER_BODY].linear[0] = 4.0;
        s.view.time = 3.0;
        acts = run_stage(t, &s);
        REQUIRE(acts);
        CHECK(acts[0].value[0][1] == 8.0 && acts[0].value[0][2] == 0.0);
        check_vector(t, acts[1].value[0], 9.0, 6.0, 2.0, 0.0, "time^2");
        test_run_defers(t, 0);
    }
}

static void check_diag(tmTest *t, const char *text, double time, const char *expected) {
    stage s;
    tmDiags *diags;
    int32_t count, problem = -1;
    REQUIRE(make_stage_of(t, text, &s));
    s.view.time = time;
    CHECK(!tmi_script_run(s.script, &s.view, false, &count, &problem));
    REQUIRE(problem == 1);
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    MUST(tmi_script_report(s.script, problem, time, diags));
    const tmDiag *diag = tm_diags_at(diags, 0);
    CHECK_TEXT(diag->message, expected);
    CHECK(diag->line == 16 && diag->column == 1 && diag->severity == TM_ERROR && diag->hint);
    CHECK(diag->part_count == 1);
}

TEST(a_control_that_gives_no_number_is_reported_with_time_place_and_target) {
    check_diag(
        t,
        SCRIPT_PLANE("torque of motor = 1N*m;\nforce at lever.tip = (log(time / 1s - 1) * 1N, 0);"),
        0.5, "at 0.5 s the force of 'lever' is not a number (nan)");
    check_diag(t,
               SCRIPT_PLANE("torque of motor = 1N*m;\ntorque of motor = -1N*m / (time - 2s) * 1s;"),
               2.0, "at 2 s the torque of 'motor' is -infinite");
    check_diag(t, SCRIPT_PLANE("torque of motor = 1N*m;\nposition of dot = (sqrt(time / 1s), 0);"),
               0.0, "at 0 s the rate of the position of 'dot' is infinite");
}

TEST(a_sampled_control_that_gives_no_number_is_reported_too) {
    stage s;
    int32_t problem = -1;
    REQUIRE(make_stage_of(t, SCRIPT_PLANE("every: 1ms; torque of motor = 1N*m / time * 1s;"), &s));
    CHECK(!tmi_script_sample(s.script, &s.view, true, &problem));
    CHECK(problem == 0);
}

TEST_MAIN(CASE(a_control_with_every_keeps_what_it_gave_until_it_reads_again),
          CASE(readings_are_due_at_whole_multiples_however_times_are_added_up_and_take_no_memory),
          CASE(without_every_nothing_is_ever_due), CASE(the_state_brings_back_what_was_held),
          CASE(by_steps_signals_hold_through_the_interval),
          CASE(controls_of_the_host_are_called_by_their_names),
          CASE(a_run_without_control_has_no_acts_but_its_signals),
          CASE(what_cannot_be_followed_is_reported_with_its_place_and_what_to_do),
          CASE(what_is_fixed_cannot_be_moved),
          CASE(by_steps_any_motion_can_be_prescribed_with_the_rates_that_are_known),
          CASE(a_control_that_gives_no_number_is_reported_with_time_place_and_target),
          CASE(a_sampled_control_that_gives_no_number_is_reported_too))
