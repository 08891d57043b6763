/* test_assemble.c: rough frames become real ones. */
#include "frames.h"
#include "rig.h"

#include <math.h>

#define NO NAN

/* The largest gap of any joint, over the size. */
static double gap_of(const tmAssembly *a) {
    return tm_assembly_info(a)->gap / tm_assembly_info(a)->size;
}

TEST(a_body_pinned_to_the_ground_meets_its_axis_with_the_least_turn) {
    Rig *rig = rig_make(t, false, 1, 1);
    int32_t bar = rig_body(rig, 5.0, 6.0, 7.0);
    rig_join(rig, "pin", axis(bar, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0),
             axis(0, 1.0, 2.0, 3.0, 0.0, 0.0, 1.0), NO);
    tmAssembly *a = rig_assemble(t, rig);
    REQUIRE(a != NULL);
    const tmFrame *frame = &tm_assembly_frames(a)[bar];
    /* A quarter turn from x to z, about -y, and the point (1, 0, 0) of the bar at (1, 2, 3). */
    double half = sqrt(0.5);
    const double q[4] = {half, 0.0, -half, 0.0}, p[3] = {1.0, 2.0, 2.0};
    double sign = frame->rotation[0] > 0.0 ? 1.0 : -1.0;
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(sign * frame->rotation[i], q[i], 1e-9);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(frame->position[i], p[i], 1e-9);
    }
}

TEST(an_axis_of_the_wrong_sense_is_turned_round) {
    Rig *rig = rig_make(t, false, 1, 1);
    int32_t bar = rig_body(rig, 0.0, 0.0, 0.0);
    tmPointOn own = axis(bar, 0.0, 0.0, 0.0, 0.1, 0.0, -1.0), base = axis(0, 0, 0, 0, 0, 0, 1);
    rig_join(rig, "pin", own, base, NO);
    tmAssembly *a = rig_assemble(t, rig);
    REQUIRE(a != NULL);
    double d[3];
    rig_direction(tm_assembly_frames(a), own, d);
    CHECK_NEAR(d[2], 1.0, 1e-12);
    CHECK(tm_assembly_info(a)->reversed == 0);
}

/* A closed chain of pins about z with sides of these lengths, all bodies at the origin. */
static void add_ring(Rig *rig, const double *sides, int32_t count) {
    int32_t before = 0;
    double end = 0.0;
    for (int32_t i = 1; i < count; i++) {
        int32_t bar = rig_body(rig, 0.0, 0.0, 0.0);
        rig_join(rig, "pin", axis(bar, 0, 0, 0, 0, 0, 1), axis(before, end, 0, 0, 0, 0, 1), NO);
        before = bar;
        end = sides[i];
    }
    rig_join(rig, "pin", axis(0, sides[0], 0, 0, 0, 0, 1), axis(before, end, 0, 0, 0, 0, 1), NO);
}

TEST(a_ring_of_pins_closes_from_the_origin) {
    Rig *rig = rig_make(t, false, 3, 4);
    const double sides[] = {2.5, 1.0, 2.0, 2.2};
    add_ring(rig, sides, 4);
    tmAssembly *a = rig_assemble(t, rig);
    REQUIRE(a != NULL);
    CHECK(gap_of(a) < 1e-10);
    for (int32_t i = 0; i < 4; i++) { /* no bar leaves the plane */
        CHECK_NEAR(tm_assembly_frames(a)[i].position[2], 0.0, 1e-9);
    }
}

TEST(a_ring_whose_longest_side_is_too_long_names_its_joints) {
    Rig *rig = rig_make(t, false, 5, 6);
    const double sides[] = {9.0, 1.0, 2.0, 2.2};
    int32_t idle = rig_body(rig, 0, 0, 0), more = rig_body(rig, 0, 0, 0);
    rig_join(rig, "ball.and.socket", at(idle, 1, 0, 0), at(0, 0, 0, 4), NO);
    add_ring(rig, sides, 4);
    rig_join(rig, "ball.and.socket", at(more, 1, 0, 0), at(3, 0, 0, 4), NO);
    tmAssembly *a;
    MUST(tmi_assemble(&t->allocator, &rig->space, NULL, &a));
    DEFER(tm_assembly_destroy, a);
    CHECK(tm_assembly_info(a)->outcome == TM_ASSEMBLY_CONFLICT);
    REQUIRE(tm_assembly_conflict_count(a) == 1);
    const tmAssemblyConflict *c = tm_assembly_conflict(a, 0);
    REQUIRE(c->count == 4);
    CHECK(c->smallest);
    for (int32_t i = 0; i < 4; i++) {
        CHECK(c->parts[i].joint == 1 + i);
    }
    /* 9 - 5.2 is missing, and four joints share it alike when the bars lie in line. */
    CHECK_NEAR(c->gap, 3.8 / 4.0, 0.05);
    double gap;
    MUST(tm_assembly_gap(a, 0, &gap));
    CHECK(gap < 1e-9);
    MUST(tm_assembly_gap(a, 5, &gap));
    CHECK(gap < 1e-9);
}

TEST(places_hold_and_what_contradicts_them_is_named) {
    for (int wrong = 0; wrong < 2; wrong++) {
        Rig *rig = rig_make(t, false, 2, 1);
        int32_t a = rig_body(rig, 0, 0, 0), b = rig_body(rig, 0, 0, 0);
        rig_join(rig, "rod", at(a, 0, 0, 0), at(b, 0, 0, 0), wrong ? 4.0 : 5.0);
        rig_place(rig, at(a, 0, 0, 0), 1.0, 1.0, 1.0, false);
        rig_place(rig, at(b, 0, 0, 0), 1.0, 4.0, 5.0, false);
        tmAssembly *assembly;
        MUST(tmi_assemble(&t->allocator, &rig->space, NULL, &assembly));
        DEFER(tm_assembly_destroy, assembly);
        if (!wrong) {
            CHECK(tm_assembly_info(assembly)->outcome == TM_ASSEMBLY_CLOSED);
            CHECK_NEAR(tm_assembly_frames(assembly)[b].position[2], 5.0, 1e-10);
        } else {
            REQUIRE(tm_assembly_conflict_count(assembly) == 1);
            const tmAssemblyConflict *c = tm_assembly_conflict(assembly, 0);
            REQUIRE(c->count == 3);
            CHECK(c->parts[0].joint == 0 && c->parts[0].place == -1);
            CHECK(c->parts[1].joint == -1 && c->parts[1].place == 0);
            CHECK(c->parts[2].place == 1);
        }
    }
}

TEST(a_turned_place_keeps_its_rotation) {
    Rig *rig = rig_make(t, false, 2, 1);
    uint64_t seed = 5;
    int32_t a = rig_body(rig, 0, 0, 0), b = rig_body(rig, 3, 3, 3);
    rig->frames[a] = random_frame(&seed, false);
    rig_place(rig, at(a, 1, 2, 3), 4.0, 5.0, 6.0, true);
    rig_join(rig, "rigid", at(b, 0, 0, 0), at(a, 1, 2, 3), NO);
    tmAssembly *assembly = rig_assemble(t, rig);
    REQUIRE(assembly != NULL);
    const tmFrame *frames = tm_assembly_frames(assembly);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(frames[a].rotation[i], rig->frames[a].rotation[i], 1e-10);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(frames[b].position[i], 4.0 + i, 1e-10);
    }
}

TEST(a_rod_as_placed_takes_its_length_from_the_assembled_parts) {
    Rig *rig = rig_make(t, false, 1, 2);
    int32_t a = rig_body(rig, 9, 9, 9);
    rig_join(rig, "rod", at(a, 0, 0, 2), at(0, 0, 0, 0), NO);
    rig_join(rig, "rigid", at(a, 0, 0, 0), at(0, 3, 4, -2), NO);
    tmAssembly *assembly = rig_assemble(t, rig);
    REQUIRE(assembly != NULL);
    int32_t count;
    const tmRow *rows = tm_assembly_rows(assembly, 0, &count);
    REQUIRE(count == 1);
    CHECK_NEAR(rows[0].offset, 5.0, 1e-10);
}

/* A random tree, joined with hinges of all kinds at random features, from random frames; then extra
 * joints whose features lie together in the frames found: loops that can be closed. */
static const char *const hinges[] = {"pin",       "ball.and.socket", "slider", "cylindrical",
                                     "universal", "planar",          "rigid",  "rod"};

static void join_randomly(Rig *rig, int32_t a, int32_t b, uint64_t *seed) {
    const char *hinge = hinges[test_between(seed, 0, 7)];
    bool points = hinge[0] == 'b' || hinge[0] == 'r';
    double p[3], q[3], d[3], e[3];
    random_direction(seed, false, p);
    random_direction(seed, false, q);
    random_direction(seed, false, d);
    random_direction(seed, false, e);
    tmPointOn of_a = axis(a, p[0], p[1], p[2], d[0], d[1], d[2]);
    tmPointOn of_b = axis(b, q[0], q[1], q[2], e[0], e[1], e[2]);
    of_a.is_axis = of_b.is_axis = !points;
    rig_join(rig, hinge, of_a, of_b, hinge[1] == 'o' ? test_uniform(seed, 0.5, 2.0) : NO);
}

TEST(random_trees_of_all_hinges_close) {
    uint64_t seed = 11;
    for (int round = 0; round < 30; round++) {
        int keep = t->defer_count;
        int32_t bodies = test_between(&seed, 1, 40);
        Rig *rig = rig_make(t, false, bodies, bodies);
        for (int32_t i = 1; i <= bodies; i++) {
            rig_body(rig, 0, 0, 0);
            rig->frames[i] = random_frame(&seed, false);
            join_randomly(rig, i, test_between(&seed, 0, i - 1), &seed);
        }
        tmAssembly *a = rig_assemble(t, rig);
        REQUIRE(a != NULL);
        CHECK(gap_of(a) < 1e-10);
        CHECK(tm_assembly_info(a)->reversed == 0);
        test_run_defers(t, keep);
    }
}

TEST(random_loops_that_can_be_closed_are_closed) {
    uint64_t seed = 12;
    int failed = 0;
    for (int round = 0; round < 40; round++) {
        int keep = t->defer_count;
        int32_t bodies = test_between(&seed, 2, 8);
        Rig *rig = rig_make(t, false, bodies, bodies + 1);
        for (int32_t i = 1; i <= bodies; i++) { /* in these frames everything fits */
            rig_body(rig, 0, 0, 0);
            rig->frames[i] = random_frame(&seed, false);
        }
        for (int32_t i = 0; i <= bodies; i++) {
            int32_t a = i % (bodies + 1), b = (i + 1) % (bodies + 1);
            double p[3], d[3];
            random_direction(&seed, false, p);
            random_direction(&seed, false, d);
            tmPointOn ends[2] = {axis(a, 0, 0, 0, 1, 0, 0), axis(b, 0, 0, 0, 1, 0, 0)};
            for (int k = 0; k < 2; k++) { /* world to body axes */
                tmFrame back = rig->frames[ends[k].body];
                for (int j = 1; j < 4; j++) {
                    back.rotation[j] = -back.rotation[j];
                }
                double away[3];
                for (int j = 0; j < 3; j++) {
                    away[j] = p[j] - back.position[j];
                }
                turned(&back, away, ends[k].point);
                turned(&back, d, ends[k].direction);
            }
            bool ball = test_between(&seed, 0, 1) == 1;
            ends[0].is_axis = ends[1].is_axis = !ball;
            rig_join(rig, ball ? "ball.and.socket" : "cylindrical", ends[0], ends[1], NO);
        }
        for (int32_t i = 1; i <= bodies; i++) { /* from somewhere else */
            rig->frames[i] = random_frame(&seed, false);
        }
        tmAssembly *a;
        MUST(tmi_assemble(&t->allocator, &rig->space, NULL, &a));
        DEFER(tm_assembly_destroy, a);
        failed += tm_assembly_info(a)->outcome == TM_ASSEMBLY_CLOSED ? 0 : 1;
        test_run_defers(t, keep);
    }
    CHECK(failed == 0);
}

TEST(units_and_place_of_the_world_make_no_difference) {
    const double sides[] = {2.5, 1.0, 2.0, 2.2};
    double found[3];
    for (int round = 0; round < 3; round++) {
        double unit = round == 0 ? 1.0 : round == 1 ? 1e-6 : 1e6, scaled[4];
        for (int i = 0; i < 4; i++) {
            scaled[i] = sides[i] * unit;
        }
        Rig *rig = rig_make(t, false, 3, 4);
        add_ring(rig, scaled, 4);
        tmAssembly *a = rig_assemble(t, rig);
        REQUIRE(a != NULL);
        found[round] = tm_assembly_frames(a)[2].position[0] / unit;
    }
    CHECK_NEAR(found[1], found[0], 1e-8);
    CHECK_NEAR(found[2], found[0], 1e-8);
}

TEST(a_long_chain_and_many_islands_are_put_together) {
    enum { LINKS = 2000, SINGLE = 500 };
    Rig *rig = rig_make(t, false, LINKS + SINGLE, LINKS + 1 + SINGLE);
    for (int32_t i = 1; i <= LINKS; i++) {
        rig_body(rig, 0, 0, 0);
        rig_join(rig, "ball.and.socket", at(i, 0, 0, 0), at(i - 1, i == 1 ? 0 : 1, 0, 0), NO);
    }
    rig_join(rig, "ball.and.socket", at(LINKS, 1, 0, 0), at(0, 700.0, 700.0, 100.0), NO);
    for (int32_t i = 0; i < SINGLE; i++) {
        rig_join(rig, "ball.and.socket", at(rig_body(rig, 1, 1, 1), 1, 0, 0), at(0, i, 0, 0), NO);
    }
    tmAssembly *a = rig_assemble(t, rig);
    REQUIRE(a != NULL);
    CHECK(tm_assembly_info(a)->islands == 1 + SINGLE);
    double end[3];
    rig_point(tm_assembly_frames(a), at(LINKS, 1, 0, 0), end);
    CHECK_NEAR(end[0], 700.0, 1e-8);
}

TEST(bad_input_is_refused) {
    tmAssembly *a;
    Rig *rig = rig_make(t, false, 1, 1);
    CHECK_STATUS(tmi_assemble(&t->allocator, NULL, NULL, &a), TM_ERR_ARGUMENT);
    CHECK(a == NULL);
    CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, NULL, NULL), TM_ERR_ARGUMENT);
    tmAssemblyDef def = {0};
    CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, &def, &a), TM_ERR_DEF);
    def = tm_assembly_def_default();
    def.tolerance = NAN;
    CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, &def, &a), TM_ERR_ARGUMENT);
    int32_t bar = rig_body(rig, INFINITY, 0, 0);
    CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, NULL, &a), TM_ERR_NOT_FINITE);
    rig->frames[bar] = (tmFrame){{0, 0, 0}, {0, 0, 0, 0}};
    CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, NULL, &a), TM_ERR_ARGUMENT);
    rig->frames[bar].rotation[0] = 1.0;
    rig_join(rig, "ball.and.socket", at(bar, 0, 0, 0), at(0, 0, 0, 0), NO);
    rig->bodies[0][0] = 7;
    CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, NULL, &a), TM_ERR_ARGUMENT);
    rig->bodies[0][0] = 0;
    CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, NULL, &a), TM_ERR_ARGUMENT);
    rig->bodies[0][0] = bar;
    rig->tables[0].rows[0].offset = NAN;
    CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, NULL, &a), TM_ERR_NOT_FINITE);
    CHECK(tm_assembly_info(NULL) == NULL && tm_assembly_frames(NULL) == NULL);
    CHECK(tm_assembly_conflict(NULL, 0) == NULL && tm_assembly_rows(NULL, 0, NULL) == NULL);
    tm_assembly_destroy(NULL);
}

TEST_MAIN(CASE(a_body_pinned_to_the_ground_meets_its_axis_with_the_least_turn),
          CASE(an_axis_of_the_wrong_sense_is_turned_round),
          CASE(a_ring_of_pins_closes_from_the_origin),
          CASE(a_ring_whose_longest_side_is_too_long_names_its_joints),
          CASE(places_hold_and_what_contradicts_them_is_named),
          CASE(a_turned_place_keeps_its_rotation),
          CASE(a_rod_as_placed_takes_its_length_from_the_assembled_parts),
          CASE(random_trees_of_all_hinges_close), CASE(random_loops_that_can_be_closed_are_closed),
          CASE(units_and_place_of_the_world_make_no_difference),
          CASE(a_long_chain_and_many_islands_are_put_together), CASE(bad_input_is_refused))
