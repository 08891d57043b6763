/* test_sleep.c: bodies at rest are not stepped, and wake when something may move them: against
 * closed forms, and against the same runs with `sleep: off`. */
#include "contact_runs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define G 10.0

/* What may be lost by sleeping: less than this of a body in 64 steps (sim_sleep.c) [m]. */
#define STILL 1e-10

/* Boxes of 1 m and 1 kg on a floor, and balls; `more` are parts of the structure, `run` fields of
 * the run. */
static const char *scene(tmTest *t, const char *parts, const char *places, const char *world,
                         const char *run) {
    size_t size = 3000 + strlen(parts) + strlen(places) + strlen(world) + strlen(run);
    char *text = test_memory(t, size, 1);
    snprintf(text, size,
             "primitive floor begin\n  properties: (fixed);\n  geometry: cuboid(40, 1, 1);\n"
             "  interference: ;\nend\n"
             "primitive box begin\n  geometry: cuboid(1, 1, 1);\n  interference: ;\n"
             "  dynamics: (mass: 1);\nend\n"
             "primitive ball begin\n  geometry: sphere(0.25);\n  interference: ;\n"
             "  dynamics: (mass: 1, inertia: 0.025);\nend\n"
             "world w begin\n  input push = 0N;\n  components\n    floor: floor;\n%s"
             "  structure begin\n    place floor by center at (0, -0.5);\n%s  end\n"
             "  properties: (planar, gravity: (0, -10)%s);\nend\n"
             "simulate w begin\n  time: (10ms, 5s);\n  %s\nend\n",
             parts, places, world, run);
    return text;
}

/* A force along x on the box, after the properties of the world. */
#define CONTROL(force) ");\n  control: force at box.center = (" force ", 0"

static const char pile[] = "    place box[1] by center at (-0.55, 0.5);\n"
                           "    place box[2] by center at (0.55, 0.5);\n"
                           "    place box[3] by center at (0, 1.5);\n";

static double floor_force(tmTest *t, tmSim *sim) {
    int32_t count, ground = sim_body(t, sim, "floor");
    const tmContact *contacts = tm_sim_contacts(sim, &count);
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        bool its = contacts[i].bodies[0] == ground || contacts[i].bodies[1] == ground;
        sum += its ? contacts[i].force : 0.0;
    }
    return sum;
}

static int32_t events_of(const tmSim *sim, tmSimEventKind kind) {
    int32_t count, sum = 0;
    const tmSimEvent *events = tm_sim_events(sim, &count);
    for (int32_t i = 0; i < count; i++) {
        sum += events[i].kind == kind;
    }
    return sum;
}

TEST(a_pile_at_rest_takes_no_solutions_and_goes_on_pressing) {
    tmSim *sim =
        sim_of(t, scene(t, "    box[1..3]: box;\n", pile, ", friction: 0.5", "method: stepping;"),
               0, NULL);
    REQUIRE(sim);
    const tmSimInfo *info = tm_sim_info(sim);
    MUST(tm_sim_advance(sim, 1.0));
    int64_t solved = info->solved, asleep = info->asleep;
    CHECK(asleep > 0);
    MUST(tm_sim_advance(sim, 3.0));
    CHECK(info->solved == solved && info->asleep == asleep + 3 * 200);
    CHECK_NEAR(floor_force(t, sim), 3.0 * G, 1e-9);
    CHECK(events_of(sim, TM_SIM_EVENT_PART) == 0);
    CHECK(fabs(info->energy_error) < 1e-12);
    CHECK(info->touching == info->steps);
}

TEST(with_sleep_off_every_step_is_made) {
    const char *text = scene(t, "    box[1..3]: box;\n", pile, ", friction: 0.5", "sleep: off;");
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 2.0));
    CHECK(tm_sim_info(sim)->asleep == 0);
    CHECK(tm_model_simulate(sim_model(sim)).stays_awake);
}

/* Runs a scene with sleep and without it, and compares where everything is after each 50 ms. */
static void compare(tmTest *t, const char *parts, const char *places, const char *world,
                    double near) {
    tmSim *sim[2];
    sim[0] = sim_of(t, scene(t, parts, places, world, "sleep: on;"), 0, NULL);
    sim[1] = sim_of(t, scene(t, parts, places, world, "sleep: off;"), 0, NULL);
    REQUIRE(sim[0] && sim[1]);
    int32_t count = tm_model_body_count(sim_model(sim[0]));
    double worst = 0.0;
    for (int i = 1; i <= 100; i++) {
        for (int k = 0; k < 2; k++) {
            MUST(tm_sim_advance(sim[k], 0.05 * i));
        }
        for (int32_t b = 1; b < count; b++) {
            const tmFrame *one = &tm_sim_frames(sim[0])[b], *two = &tm_sim_frames(sim[1])[b];
            for (int c = 0; c < 2; c++) {
                worst = fmax(worst, fabs(one->position[c] - two->position[c]));
            }
        }
    }
    CHECK(tm_sim_info(sim[0])->asleep > 0 && tm_sim_info(sim[1])->asleep == 0);
    CHECK_NEAR(worst, 0.0, near);
}

/* A ball comes at 1 m/s from 3 m away, when the pile has slept for 2 s; another one falls on it. */
TEST(a_ball_wakes_a_pile_and_all_goes_on_as_without_sleep) {
    compare(t, "    box[1..3]: box;\n    ball: ball;\n",
            "    place box[1] by center at (-0.55, 0.5);\n"
            "    place box[2] by center at (0.55, 0.5);\n"
            "    place box[3] by center at (0, 1.5);\n"
            "    place ball by center at (-4, 0.25) velocity = (1, 0) angular_velocity = -4;\n",
            ", friction: 0.5", 100 * STILL);
    compare(t, "    box[1..3]: box;\n    ball: ball;\n",
            "    place box[1] by center at (-0.55, 0.5);\n"
            "    place box[2] by center at (0.55, 0.5);\n"
            "    place box[3] by center at (0, 1.5);\n"
            "    place ball by center at (0.1, 10) velocity = (0, 5);\n",
            ", friction: 0.5, restitution: 0.5", 100 * STILL);
}

/* A force begins at 2 s: without friction x = (F / m) h^2 n (n + 1) / 2, n steps later; the step
 * is of first order, since the floor presses. */
TEST(a_control_that_starts_moves_what_sleeps) {
    const char *text = scene(t, "    box: box;\n", "    place box by center at (0, 0.5);\n",
                             CONTROL("0.5N * (1 + sign(t - 1.995s))"), "method: stepping;");
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.9951));
    CHECK(tm_sim_info(sim)->asleep >= 100);
    MUST(tm_sim_advance(sim, 3.0001));
    CHECK_NEAR(tm_sim_frames(sim)[sim_body(t, sim, "box")].position[0], 1e-4 * 100.0 * 101.0 / 2.0,
               1e-9);
}

/* An input that the host sets. */
TEST(an_input_that_is_set_moves_what_sleeps) {
    const char *text = scene(t, "    box: box;\n", "    place box by center at (0, 0.5);\n",
                             CONTROL("push"), "method: stepping;");
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 2.0001));
    CHECK(tm_sim_info(sim)->asleep >= 100);
    MUST(tm_sim_set_input(sim, 0, 1.0));
    MUST(tm_sim_advance(sim, 3.0001));
    CHECK_NEAR(tm_sim_frames(sim)[sim_body(t, sim, "box")].position[0], 1e-4 * 100.0 * 101.0 / 2.0,
               1e-9);
}

/* A plate that comes at 10 mm/s, 20 mm away, meets a box of 1 m after 2 s and pushes it. */
TEST(a_slow_push_moves_what_sleeps) {
    const char *text =
        scene(t, "    box: box;\n    plate: plate;\n",
              "    place box by center at (0, 0.5);\n    place plate by center at (-0.57, 0.5);\n",
              ", friction: 0.5", "method: stepping;");
    char *whole = test_memory(t, strlen(text) + 300, 1);
    snprintf(whole, strlen(text) + 300,
             "primitive plate begin\n  geometry: cuboid(0.1, 0.5, 1);\n  interference: ;\n"
             "  control: velocity = (0.01m/s, 0, 0);\nend\n%s",
             text);
    tmSim *sim = sim_of(t, whole, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0));
    MUST(tm_sim_advance(sim, 5.0));
    CHECK_NEAR(tm_sim_frames(sim)[sim_body(t, sim, "box")].position[0], 0.03, 1e-9);
}

/* A box on a box: the lower one is struck away by a ball of its mass without loss and friction, and
 * the upper one falls. */
TEST(what_sleeps_falls_when_its_support_is_struck_away) {
    const char *text = scene(t, "    box[1..2]: box;\n    ball: ball;\n",
                             "    place box[1] by center at (0, 0.5);\n"
                             "    place box[2] by center at (0, 1.5);\n"
                             "    place ball by center at (-9, 0.5) velocity = (6, 0);\n",
                             ", restitution: 1", "method: stepping;");
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.3));
    CHECK(tm_sim_info(sim)->asleep >= 2 * 50);
    MUST(tm_sim_advance(sim, 5.0));
    CHECK(tm_sim_frames(sim)[sim_body(t, sim, "box[1]")].position[0] > 10.0);
    CHECK(tm_sim_frames(sim)[sim_body(t, sim, "box[2]")].position[1] < 1.2);
}

TEST(a_restored_run_sleeps_on_with_the_same_bits) {
    const char *text =
        scene(t, "    box[1..3]: box;\n    ball: ball;\n",
              "    place box[1] by center at (-0.55, 0.5);\n"
              "    place box[2] by center at (0.55, 0.5);\n"
              "    place box[3] by center at (0, 1.5);\n"
              "    place ball by center at (-4, 0.25) velocity = (1, 0) angular_velocity = -4;\n",
              ", friction: 0.5", "method: stepping;");
    tmSim *one = sim_of(t, text, 0, NULL), *two = sim_of(t, text, 0, NULL);
    REQUIRE(one && two);
    for (int i = 0; i < 3; i++) { /* falling asleep, asleep, awake again */
        MUST(tm_sim_advance(one, 0.5 + i));
        size_t size = tm_sim_save_size(one);
        unsigned char *bytes = test_memory(t, size, 1);
        MUST(tm_sim_save(one, bytes, size));
        MUST(tm_sim_restore(two, bytes, size));
        MUST(tm_sim_advance(two, 4.0));
        tmSim *whole = sim_of(t, text, 0, NULL);
        REQUIRE(whole);
        MUST(tm_sim_advance(whole, 4.0));
        CHECK(tm_sim_hash(two) == tm_sim_hash(whole));
        CHECK(tm_sim_info(two)->asleep == tm_sim_info(whole)->asleep);
    }
}

/* A box that slides so slowly that it would be still for some steps, but not for 64, does not
 * sleep: 1e-8 m/s without friction. */
TEST(what_creeps_does_not_sleep) {
    const char *text =
        scene(t, "    box: box;\n", "    place box by center at (0, 0.5) velocity = (1e-8, 0);\n",
              "", "method: stepping;");
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 5.0));
    CHECK(tm_sim_info(sim)->asleep == 0);
    CHECK_NEAR(tm_sim_frames(sim)[sim_body(t, sim, "box")].position[0], 5e-8, 1e-15);
}

TEST_MAIN(CASE(a_pile_at_rest_takes_no_solutions_and_goes_on_pressing),
          CASE(with_sleep_off_every_step_is_made),
          CASE(a_ball_wakes_a_pile_and_all_goes_on_as_without_sleep),
          CASE(a_control_that_starts_moves_what_sleeps),
          CASE(an_input_that_is_set_moves_what_sleeps), CASE(a_slow_push_moves_what_sleeps),
          CASE(what_sleeps_falls_when_its_support_is_struck_away),
          CASE(a_restored_run_sleeps_on_with_the_same_bits), CASE(what_creeps_does_not_sleep))
