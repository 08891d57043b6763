/* test_live_edit.c: simulations as an editor runs them: started from its poses, pulled at, and
 * taken over by a text that has changed. Expected positions are closed forms. */
#include "test.h"

#include <math.h>
#include <string.h>

#define G 9.81

/* A ball of 1 kg and, where it is asked for, one more. */
#define BALLS(part, place)                                                                         \
    "primitive ball begin geometry: sphere(100mm); dynamics: (mass: 1kg); end\n"                   \
    "world w begin components " part " ball: ball; structure begin\n"                              \
    "  place ball by center at (1m, 5m) velocity = (2m/s, 0m/s);\n" place                          \
    "end properties: (planar, gravity: (0, -9.81m/s^2)); end\n"                                    \
    "simulate w begin time: (1ms, 10s); monitor: ball.center.y; end\n"
#define BALL BALLS("", "")
#define TWO BALLS("other: ball;", "  place other by center at (-3m, 1m);\n")

/* A box on a floor. */
#define RESTS                                                                                      \
    "primitive floor begin properties: (fixed); geometry: cuboid(4m, 1m, 1m)\n"                    \
    "  where begin top: (0, 0.5m); end; interference: ; end\n"                                     \
    "primitive box begin geometry: cuboid(1m, 0.5m, 1m); interference: ; dynamics: (mass: 3kg); "  \
    "end\n"                                                                                        \
    "world w begin components floor: floor; box: box; structure begin\n"                           \
    "  place floor by top at (0, 0); place box by center at (0, 0.25m); end\n"                     \
    "properties: (planar, gravity: (0, -9.81m/s^2), friction: 0.5); end\n"                         \
    "simulate w begin time: (5ms, 10s); method: stepping; end\n"

/* A wheel on a spring of 2 N m about its axle, thrown at 22 rad/s: 22 sin(t). */
#define WHEEL(more)                                                                                \
    "primitive wheel begin geometry: none; dynamics: (mass: 3kg, inertia: 2kg*m^2); end\n"         \
    "world w begin components " more " wheel: wheel; structure begin\n"                            \
    "  join wheel to world with pin(stiffness: 2N*m, rest: 0rad) matching (center (0, 0));\n"      \
    "  place wheel by center at (0, 0) angular_velocity = 22rad/s; end\n"                          \
    "properties: (planar); end\n"                                                                  \
    "simulate w begin time: (1ms, 10s); monitor: wheel.angle; end\n"

static tmLive *live_of(tmTest *t, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmLive *live = NULL;
    def.text = text;
    def.length = strlen(text);
    if (CHECK_STATUS(tm_live_create(&t->allocator, &def, -1, &live), TM_OK)) {
        DEFER(tm_live_destroy, live);
    }
    return live;
}

static int32_t body_of(const tmLive *live, const char *name) {
    tmPartInfo part;
    int32_t index = tm_model_find_part(tm_live_model(live), name);
    return tm_model_part(tm_live_model(live), index, &part) == TM_OK ? part.body : -1;
}

TEST(a_ball_falls_along_its_parabola_without_an_end) {
    tmLive *live = live_of(t, BALL);
    REQUIRE(live && tm_live_sim(live));
    CHECK(tm_live_time(live) == 0.0 && tm_live_outcome(live) == TM_SIM_RUNS);
    for (int i = 1; i <= 24; i++) { /* past the end that the text gives */
        double time = 0.5 * i;
        MUST(tm_sim_advance(tm_live_sim(live), time));
        const tmPose *pose = &tm_live_poses(live)[1];
        CHECK_NEAR(pose->x, 1.0 + 2.0 * time, 1e-9);
        CHECK_NEAR(pose->y, 5.0 - 0.5 * G * time * time, 1e-6);
        CHECK_NEAR(pose->c, 1.0, 1e-12);
        REQUIRE(tm_live_monitors(live));
        CHECK_NEAR(tm_live_monitors(live)[0], pose->y, 1e-12);
    }
    CHECK(tm_live_outcome(live) == TM_SIM_RUNS && tm_live_time(live) == 12.0);
}

TEST(what_rests_is_carried_by_its_contacts) {
    tmLive *live = live_of(t, RESTS);
    const double *numbers;
    int32_t count;
    REQUIRE(live && tm_live_sim(live));
    MUST(tm_sim_advance(tm_live_sim(live), 1.0));
    MUST(tm_live_contacts(live, &numbers, &count));
    double along = 0.0, up = 0.0;
    for (int32_t i = 0; i < count; i++) {
        along += numbers[4 * i + 2];
        up += numbers[4 * i + 3];
        CHECK_NEAR(numbers[4 * i + 1], 0.0, 1e-6);
    }
    CHECK(count > 0);
    CHECK_NEAR(fabs(up), 3.0 * G, 1e-6);
    CHECK_NEAR(along, 0.0, 1e-6);
    CHECK_NEAR(tm_live_poses(live)[body_of(live, "box")].y, 0.25, 1e-6);
    CHECK_STATUS(tm_live_contacts(live, NULL, &count), TM_ERR_ARGUMENT);
}

TEST(it_starts_where_the_editor_shows_everything) {
    tmLive *live = live_of(t, BALL);
    REQUIRE(live && tm_live_sim(live));
    tmPose poses[2] = {{0.0, 0.0, 1.0, 0.0}, {-4.0, 9.0, -0.6, 0.8}};
    MUST(tm_live_start(live, poses, 2));
    CHECK_NEAR(tm_live_poses(live)[1].x, -4.0, 1e-12);
    CHECK_NEAR(tm_live_poses(live)[1].c, -0.6, 1e-12);
    CHECK_NEAR(tm_live_poses(live)[1].s, 0.8, 1e-12);
    MUST(tm_sim_advance(tm_live_sim(live), 1.0));
    CHECK_NEAR(tm_live_poses(live)[1].x, -2.0, 1e-9); /* at the velocity of the text */
    CHECK_NEAR(tm_live_poses(live)[1].y, 9.0 - 0.5 * G, 1e-6);
    MUST(tm_live_start(live, poses, 1)); /* of another text: it goes on */
    CHECK_NEAR(tm_live_poses(live)[1].x, -2.0, 1e-9);
    poses[1].x = NAN;
    CHECK_STATUS(tm_live_start(live, poses, 2), TM_ERR_NOT_FINITE);
    poses[1] = (tmPose){0.0, 0.0, 0.0, 0.0};
    CHECK_STATUS(tm_live_start(live, poses, 2), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_live_start(live, NULL, 2), TM_ERR_ARGUMENT);
    CHECK_NEAR(tm_live_poses(live)[1].x, -2.0, 1e-9);
}

TEST(a_text_with_one_body_more_goes_on_where_the_old_one_is) {
    tmLive *old = live_of(t, BALL), *next = live_of(t, TWO);
    REQUIRE(old && next && tm_live_sim(old) && tm_live_sim(next));
    int32_t ball = body_of(next, "ball"), other = body_of(next, "other");
    REQUIRE(ball > 0 && other > 0 && ball != other);
    MUST(tm_sim_advance(tm_live_sim(old), 1.0));
    MUST(tm_live_take(next, old));
    CHECK_NEAR(tm_live_time(next), 1.0, 1e-12);
    MUST(tm_sim_advance(tm_live_sim(next), 1.5));
    CHECK_NEAR(tm_live_poses(next)[ball].x, 4.0, 1e-9);
    CHECK_NEAR(tm_live_poses(next)[ball].y, 5.0 - 0.5 * G * 2.25, 1e-6);
    CHECK_NEAR(tm_live_poses(next)[other].x, -3.0, 1e-9);
    CHECK_NEAR(tm_live_poses(next)[other].y, 1.0 - 0.5 * G * 0.25, 1e-6);
    CHECK_STATUS(tm_live_take(next, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_live_take(NULL, old), TM_ERR_ARGUMENT);
}

TEST(a_spring_that_is_wound_stays_wound_when_the_text_changes) {
    tmLive *old = live_of(t, WHEEL("")), *next = live_of(t, WHEEL("first: wheel;"));
    REQUIRE(old && next && tm_live_sim(old) && tm_live_sim(next));
    double angle;
    MUST(tm_sim_advance(tm_live_sim(old), 1.5));
    MUST(tm_live_take(next, old));
    for (int i = 3; i <= 12; i++) {
        MUST(tm_sim_advance(tm_live_sim(next), 0.5 * i));
        MUST(tm_sim_coordinate(tm_live_sim(next), 0, 0, &angle, NULL));
        CHECK_NEAR(angle, 22.0 * sin(0.5 * i), 1e-4);
    }
}

/* A joint without a name is known by its number: as the axle of another body it is another one. */
TEST(turns_are_not_taken_from_the_joint_of_another_body) {
    static const char *const text =
        "primitive wheel begin geometry: none; dynamics: (mass: 3kg, inertia: 2kg*m^2); end\n"
        "world w begin components other: wheel; structure begin\n"
        "  join other to world with pin(stiffness: 2N*m, rest: 0rad) matching (center (0, 0));\n"
        "  place other by center at (0, 0); end properties: (planar); end\n"
        "simulate w begin time: (1ms, 10s); end\n";
    tmLive *old = live_of(t, WHEEL("")), *next = live_of(t, text);
    REQUIRE(old && next && tm_live_sim(old) && tm_live_sim(next));
    double angle;
    MUST(tm_sim_advance(tm_live_sim(old), 1.5));
    MUST(tm_live_take(next, old));
    MUST(tm_sim_advance(tm_live_sim(next), 2.0));
    MUST(tm_sim_coordinate(tm_live_sim(next), 0, 0, &angle, NULL));
    CHECK_NEAR(angle, 0.0, 1e-9);
}

/* At rest the spring holds the weight: the ball hangs below the mouse, and not beside it. */
TEST(a_pull_brings_the_ball_below_the_mouse) {
    tmLive *live = live_of(t, BALL);
    REQUIRE(live && tm_live_sim(live));
    MUST(tm_live_pull(live, 1, 0.0, 0.0, 3.0, 6.0));
    MUST(tm_sim_advance(tm_live_sim(live), 20.0));
    const tmTwist *twist = &tm_sim_twists(tm_live_sim(live))[1];
    CHECK_NEAR(tm_live_poses(live)[1].x, 3.0, 1e-3);
    CHECK(tm_live_poses(live)[1].y < 6.0);
    CHECK_NEAR(twist->linear[0], 0.0, 1e-3);
    CHECK_NEAR(twist->linear[1], 0.0, 1e-3);
    MUST(tm_sim_let_go(tm_live_sim(live)));
    double y = tm_live_poses(live)[1].y;
    MUST(tm_sim_advance(tm_live_sim(live), 21.0));
    CHECK_NEAR(tm_live_poses(live)[1].y, y - 0.5 * G, 1e-2);
    CHECK_STATUS(tm_live_pull(live, 0, 0.0, 0.0, 0.0, 0.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_live_pull(live, 1, NAN, 0.0, 0.0, 0.0), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_live_pull(NULL, 1, 0.0, 0.0, 0.0, 0.0), TM_ERR_ARGUMENT);
}

/* ---- Where there is none ------------------------------------------------------------------- */

typedef struct Said {
    char text[400];
    size_t length;
} Said;

static void hear(void *user, const char *bytes, size_t count) {
    Said *said = user;
    size_t room = sizeof said->text - 1 - said->length;
    count = count < room ? count : room;
    memcpy(said->text + said->length, bytes, count);
    said->length += count;
}

static void check_none(tmTest *t, const char *text, const char *why) {
    tmLive *live = live_of(t, text);
    Said said = {0};
    const double *numbers;
    int32_t count;
    REQUIRE(live);
    CHECK(!tm_live_sim(live) && !tm_live_model(live) && !tm_live_poses(live));
    CHECK(!tm_live_monitors(live) && tm_live_outcome(live) == TM_SIM_FAILED);
    CHECK(tm_diags_total(tm_live_diags(live), TM_ERROR) > 0);
    CHECK_STATUS(tm_live_contacts(live, &numbers, &count), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_live_start(live, NULL, 0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_live_pull(live, 1, 0.0, 0.0, 0.0, 0.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_live_diagnostic(live, hear, &said), TM_OK);
    CHECK(strstr(said.text, why));
}

TEST(texts_that_cannot_run_say_why) {
    check_none(t, "", "add a 'simulate' of the world");
    check_none(t, "world w begin componants", "componants");
    check_none(t,
               "primitive ball begin geometry: sphere(1m); dynamics: ; end\n"
               "world w begin components ball: ball; end\n"
               "simulate w begin time: (1ms, 1s); end\n",
               "there is no 3D view yet");
    tmLive *good = live_of(t, BALL);
    Said said = {0};
    REQUIRE(good);
    CHECK_STATUS(tm_live_diagnostic(good, hear, &said), TM_OK);
    CHECK_TEXT(said.text, "");
    CHECK_STATUS(tm_live_diagnostic(good, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK(!tm_live_diags(NULL) && !tm_live_sim(NULL) && tm_live_time(NULL) == 0.0);
    tm_live_destroy(NULL);
}

/* Crank 30 mm, rod 50 mm, the crank upright: the ram is at 40 mm and can go out to 80 mm. */
#define RAM                                                                                        \
    "primitive crank begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (30mm, 0); end;\n"   \
    "  dynamics: ; end\n"                                                                          \
    "primitive rod begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (50mm, 0); end;\n"     \
    "  dynamics: ; end\n"                                                                          \
    "primitive block begin geometry: cuboid(10mm, 10mm, 5mm); dynamics: ; end\n"                   \
    "world w begin components c: crank; r: rod; s: block; structure begin\n"                       \
    "  join c to world with pin matching (a (0, 0)); join r to c with pin matching (a b);\n"       \
    "  join r to s with pin matching (b center);\n"                                                \
    "  join s to world with slider matching (x_axis x_axis) as ram;\n"                             \
    "  place c by a near (0, 0) angle = 90deg; place s by center near (40mm, 0);\n"                \
    "  place r by a near (0, 30mm) angle = -36.87deg; end\n"                                       \
    "properties: (planar); control: begin velocity of ram = 40mm/s; end; end\n"                    \
    "simulate w begin time: (1ms, 10s); end\n"

TEST(a_ram_that_is_driven_into_its_dead_point_stops_there_and_says_so) {
    tmLive *live = live_of(t, RAM);
    Said said = {0};
    REQUIRE(live && tm_live_sim(live));
    CHECK_STATUS(tm_sim_advance(tm_live_sim(live), 10.0), TM_OK);
    CHECK(tm_live_outcome(live) == TM_SIM_FAILED);
    CHECK_NEAR(tm_live_time(live), (0.03 + 0.05 - 0.04) / 0.04, 1e-6);
    CHECK_STATUS(tm_live_diagnostic(live, hear, &said), TM_OK);
    CHECK(strstr(said.text, "at t = 1.0 s: what drives joint 'ram' cannot go on: the mechanism is "
                            "at a dead point"));
}

TEST_MAIN(CASE(a_ball_falls_along_its_parabola_without_an_end),
          CASE(what_rests_is_carried_by_its_contacts),
          CASE(it_starts_where_the_editor_shows_everything),
          CASE(a_text_with_one_body_more_goes_on_where_the_old_one_is),
          CASE(a_spring_that_is_wound_stays_wound_when_the_text_changes),
          CASE(turns_are_not_taken_from_the_joint_of_another_body),
          CASE(a_pull_brings_the_ball_below_the_mouse), CASE(texts_that_cannot_run_say_why),
          CASE(a_ram_that_is_driven_into_its_dead_point_stops_there_and_says_so))
