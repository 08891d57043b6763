/* test_drag_paths.c: a few mechanisms of each family of the drag benchmark (bench/drag) on those
 * paths on which they hold: no flip, no kick, no failure, and back to where they began. The judge
 * is a reference of its own, whose closed forms come first. */
#include "drag/family.h"
#include "drag/judge.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define EACH test_rounds(2) /* mechanisms of a family */
#define BACK_MAX 1e-9

/* ---- The reference ------------------------------------------------------------------------- */

/* A four-bar with its ground along x; the crank at `angle`, the other pin at (bx, by). */
static void four_bar(Scene *s, double crank, double ground, double angle, double bx, double by) {
    double ax = crank * cos(angle), ay = crank * sin(angle);
    scene_begin(s, "test", 0, 0.0, 0.0, 0.0);
    int one = scene_body(s, 0.0, 0.0, 0.0), two = scene_body(s, ax, ay, 0.0);
    int three = scene_body(s, ground, 0.0, 0.0);
    int driver = scene_pin(s, 0, one, 0.0, 0.0);
    scene_pin(s, one, two, ax, ay);
    int pin = scene_pin(s, two, three, bx, by);
    scene_pin(s, three, 0, ground, 0.0);
    scene_finish(s, driver, s->joints[pin].a);
}

TEST(reference_ends_a_turn_where_coupler_and_rocker_are_straight) {
    Scene *s = test_memory(t, 1, sizeof *s);
    const double a[2] = {0.0, 2.0}, q[2] = {2.5, 0.0};
    double b[2] = {0.0, 0.0}, half_pi = 1.57079632679489662;
    REQUIRE(circles_meet(a, 1.8, q, 1.6, 1.0, b));
    four_bar(s, 2.0, 2.5, half_pi, b[0], b[1]);
    Judge judge;
    judge_begin(&judge, s);
    REQUIRE(judge.freedoms == 1 && judge.curves[0]);
    Cursor cursor = {.at = judge.start, .way = 1.0};
    Followed f = curve_turn(judge.curves[0], &cursor, 2.0);
    double limit = acos((2.0 * 2.0 + 2.5 * 2.5 - 3.4 * 3.4) / (2.0 * 2.0 * 2.5));
    CHECK_NEAR(2.0 * f.part, limit - half_pi, 1e-6);
    judge_end(&judge);
}

TEST(reference_takes_a_parallelogram_straight_through_flat) {
    Scene *s = test_memory(t, 1, sizeof *s);
    ScenePoint p[SCENE_FEATURES];
    four_bar(s, 1.0, 2.0, 1.0, 2.0 + cos(1.0), sin(1.0));
    Judge judge;
    judge_begin(&judge, s);
    REQUIRE(judge.freedoms == 1 && judge.curves[0] && judge.curves[0]->closed);
    for (int i = 0; i < 100; i++) {
        curve_points(judge.curves[0], 0.01 * i * curve_length(judge.curves[0]), p);
        const double *from = p[s->joints[1].a], *to = p[s->joints[2].a];
        CHECK_NEAR(to[0] - from[0], 2.0, 1e-6);
        CHECK_NEAR(to[1] - from[1], 0.0, 1e-6);
    }
    judge_end(&judge);
}

/* ---- Families ------------------------------------------------------------------------------ */

/* One kind of path of one family, on its first mechanisms. */
typedef struct Row {
    const char *family, *path;
} Row;

static const Family *family_named(const char *name) {
    for (int i = 0; i < family_count; i++) {
        if (strcmp(families[i].name, name) == 0) {
            return &families[i];
        }
    }
    return NULL;
}

static void tell(void *context, const Path *path, int frame, Offence offence, const char *words,
                 double detail) {
    if (offence != OFFENCE_BREAK && offence != OFFENCE_STRAY) {
        printf("    %s, %s, frame %d: %s (%s %.3g)\n", ((const Scene *)context)->name, path->name,
               frame, offence_name(offence), words, detail);
    }
}

/* Room for what one path gives; too large for the stack. */
typedef struct Room {
    Scene scene;
    Path paths[PATHS_MAX];
    DragAnswer answers[PATH_FRAMES];
    ScenePoint points[PATH_FRAMES * SCENE_FEATURES];
} Room;

static void check_path(tmTest *t, Room *room, Judge *judge, const Path *path) {
    Verdict v = {0};
    void *state;
    MUST(drag_trammel_create(&room->scene, path->drag, &t->allocator, &state));
    drag_system_trammel.run(state, path, room->answers, room->points);
    drag_system_trammel.destroy(state);
    judge_run(judge, path, room->answers, (const ScenePoint *)room->points, &v, tell, &room->scene);
    CHECK(v.count[OFFENCE_FLIP] == 0);
    CHECK(v.count[OFFENCE_KICK] == 0);
    CHECK(v.count[OFFENCE_FAILURE] == 0);
    if (path->out_and_back && judge->freedoms == 1) {
        CHECK_NEAR(v.out_and_back, 0.0, BACK_MAX);
    }
}

/* The paths of the rows' names; a row's mechanisms must have at least one. */
static void check_rows(tmTest *t, const Row *rows, int count) {
    Room *room = test_memory(t, 1, sizeof *room);
    for (int i = 0; i < count * EACH; i++) {
        const Row *row = &rows[i / EACH];
        const Family *family = family_named(row->family);
        int number = i % EACH, found = 0;
        Judge judge;
        REQUIRE(family);
        family_scene(family, number, &room->scene);
        judge_begin(&judge, &room->scene);
        int paths = family_paths(family, number, &judge, room->paths);
        for (int p = 0; p < paths; p++) {
            if (strcmp(room->paths[p].name, row->path) == 0) {
                check_path(t, room, &judge, &room->paths[p]);
                found++;
            }
        }
        judge_end(&judge);
        CHECK(found > 0);
    }
}

TEST(cranks_turn_to_their_limits_and_back) {
    static const Row rows[] = {{"crank-rocker", "turn"},    {"double crank", "turn"},
                               {"double rocker", "turn"},   {"slider-crank", "turn"},
                               {"inverted slider", "turn"}, {"Watt", "turn"},
                               {"dyad stack", "turn"}};
    check_rows(t, rows, (int)(sizeof rows / sizeof rows[0]));
}

TEST(cranks_that_go_around_may_jump) {
    static const Row rows[] = {{"crank-rocker", "turn jumps"}, {"double crank", "turn jumps"}};
    check_rows(t, rows, (int)(sizeof rows / sizeof rows[0]));
}

TEST(points_dragged_along_their_own_curve_stay_on_it) {
    static const Row rows[] = {{"crank-rocker", "drag smooth"},    {"double crank", "drag smooth"},
                               {"double rocker", "drag smooth"},   {"change point", "drag smooth"},
                               {"parallelogram", "drag smooth"},   {"slider-crank", "drag smooth"},
                               {"inverted slider", "drag smooth"}, {"Watt", "drag smooth"},
                               {"Stephenson", "drag smooth"},      {"dyad stack", "drag smooth"}};
    check_rows(t, rows, (int)(sizeof rows / sizeof rows[0]));
}

TEST(points_dragged_by_jumps_or_off_their_curve_come_back) {
    static const Row rows[] = {{"double crank", "drag jumps"},   {"double crank", "drag beside"},
                               {"double crank", "drag beyond"},  {"crank-rocker", "drag beside"},
                               {"parallelogram", "drag jumps"},  {"Watt", "drag jumps"},
                               {"Stephenson", "drag jumps"},     {"dyad stack", "drag jumps"},
                               {"inverted slider", "drag jumps"}};
    check_rows(t, rows, (int)(sizeof rows / sizeof rows[0]));
}

TEST(chains_follow_the_pointer_within_and_beyond_their_reach) {
    static const Row rows[] = {{"chain", "drag loop"}, {"chain", "drag beyond"}};
    check_rows(t, rows, (int)(sizeof rows / sizeof rows[0]));
}

TEST_MAIN(CASE(reference_ends_a_turn_where_coupler_and_rocker_are_straight),
          CASE(reference_takes_a_parallelogram_straight_through_flat),
          CASE(cranks_turn_to_their_limits_and_back), CASE(cranks_that_go_around_may_jump),
          CASE(points_dragged_along_their_own_curve_stay_on_it),
          CASE(points_dragged_by_jumps_or_off_their_curve_come_back),
          CASE(chains_follow_the_pointer_within_and_beyond_their_reach))
