/* test_interference.c: layers of cuboids, and who is near whom. Nothing that is near may be missed:
 * near.h says by other means what is. What is found is compared with a test of all pairs of boxes
 * by their corners. */
#include "frames.h"
#include "models.h"
#include "near.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Layers -------------------------------------------------------------------------------- */

static bool is_within(const tmCuboid *inner, const tmCuboid *outer) {
    bool within = true;
    for (int k = 0; k < 3; k++) {
        within = within && inner->low[k] >= outer->low[k] && inner->high[k] <= outer->high[k];
    }
    return within;
}

/* The box of a piece must touch it on all six sides: its furthest points say where these are. */
static void check_tight(tmTest *t, const tmPiece *piece, const tmCuboid *box) {
    const tmFrame here = {{0, 0, 0}, {1, 0, 0, 0}};
    for (int k = 0; k < 3; k++) {
        double n[3] = {0}, p[3];
        n[k] = 1.0;
        furthest(piece, &here, n, p);
        CHECK_NEAR(box->high[k], p[k], 1e-15);
        n[k] = -1.0;
        furthest(piece, &here, n, p);
        CHECK_NEAR(box->low[k], p[k], 1e-15);
    }
}

/* What counts in planar worlds is within the box, too. */
static void check_outline(tmTest *t, const tmPiece *piece, const tmCuboid *box) {
    double reach = piece->outline_radius - 1e-14;
    CHECK(piece->outline_count > 0);
    for (int32_t i = 0; i < piece->outline_count; i++) {
        tmVec3 p = piece->outline[i];
        CHECK(p.x - reach >= box->low[0] && p.x + reach <= box->high[0]);
        CHECK(p.y - reach >= box->low[1] && p.y + reach <= box->high[1]);
    }
}

TEST(layers_hold_the_shape_and_end_at_its_pieces) {
    uint64_t seed = 1;
    scene s;
    REQUIRE(make_scene(t, 40, 1.0, false, &seed, &s));
    for (int32_t body = 1; body < s.count; body++) {
        int32_t count, leaves = 0;
        tmBodyInfo info;
        tmVec3 low, high;
        const tmCuboid *cuboids = tm_model_cuboids(s.model, body, &count);
        const tmPieces *pieces = tm_model_pieces(s.model, body);
        int32_t piece_count = tm_pieces_count(pieces);
        bool *seen = test_memory(t, (size_t)piece_count, sizeof *seen);
        REQUIRE(count == 2 * piece_count - 1 && cuboids[0].layer == 0);
        MUST(tm_model_body(s.model, body, &info));
        REQUIRE(tm_shape_bounds(info.shape, &low, &high));
        const tmCuboid whole = {.low = {low.x, low.y, low.z}, .high = {high.x, high.y, high.z}};
        CHECK(is_within(&whole, &cuboids[0]));
        for (int32_t i = 0; i < count; i++) {
            CHECK(cuboids[i].layer <= ceil(log2(piece_count)));
            for (int k = 0; k < 2 && cuboids[i].piece < 0; k++) {
                const tmCuboid *part = &cuboids[cuboids[i].parts[k]];
                CHECK(is_within(part, &cuboids[i]) && part->layer == cuboids[i].layer + 1);
            }
            if (cuboids[i].piece >= 0) {
                CHECK(!seen[cuboids[i].piece]);
                seen[cuboids[i].piece] = true;
                leaves++;
                check_outline(t, tm_pieces_at(pieces, cuboids[i].piece), &cuboids[i]);
                if (count > 1) { /* else it holds the shape, too */
                    check_tight(t, tm_pieces_at(pieces, cuboids[i].piece), &cuboids[i]);
                }
            }
        }
        CHECK(leaves == piece_count);
    }
}

TEST(bodies_of_one_type_share_their_layers) {
    const tmModel *model = fine_model_of(
        t, "primitive p(w) begin geometry: cuboid(w, 1, 2); interference: ; dynamics: ; end\n"
           "primitive q begin geometry: cuboid(9, 9, 9); dynamics: ; end\n"
           "world w begin components a, b: p(1); c: p(2); d: q; end\n");
    int32_t count = 7;
    REQUIRE(model);
    const tmCuboid *first = tm_model_cuboids(model, 1, &count);
    REQUIRE(first && count == 1);
    CHECK(first->low[0] == -0.5 && first->high[1] == 0.5 && first->high[2] == 1.0);
    CHECK(first->piece == 0 && first->layer == 0 && first->parts[0] == -1);
    CHECK(tm_model_cuboids(model, 2, NULL) == first && tm_model_cuboids(model, 3, NULL) != first);
    CHECK(tm_model_pieces(model, 2) == tm_model_pieces(model, 1));
    CHECK(!tm_model_cuboids(model, 4, &count) && count == 0 && !tm_model_pieces(model, 4));
    CHECK(!tm_model_cuboids(model, 0, NULL) && !tm_model_cuboids(model, 5, NULL));
    CHECK(!tm_model_cuboids(NULL, 1, NULL) && !tm_model_pieces(NULL, 1));
}

/* ---- Searches ------------------------------------------------------------------------------ */

TEST(pieces_that_share_points_are_never_missed) {
    uint64_t seed = 2;
    int32_t near = 0;
    for (int round = 0; round < 4; round++) {
        int keep = t->defer_count;
        scene s;
        REQUIRE(make_scene(t, 25, 0.5, false, &seed, &s));
        MUST(tm_interference_find(s.finder, s.frames, 0.0));
        near += check_none_missed(t, &s, s.frames, 0.0, &seed);
        test_run_defers(t, keep);
    }
    CHECK(near > 200);
}

TEST(pieces_within_the_margin_are_never_missed) {
    uint64_t seed = 3;
    int32_t near = 0;
    for (int round = 0; round < 6; round++) {
        int keep = t->defer_count;
        scene s;
        REQUIRE(make_scene(t, 12, 1.0, round % 2 == 1, &seed, &s));
        double margin = test_uniform(&seed, 0.01, 0.2);
        MUST(tm_interference_find(s.finder, s.frames, margin));
        near += check_none_missed(t, &s, s.frames, margin, &seed);
        test_run_defers(t, keep);
    }
    CHECK(near > 400);
}

/* Where a body gets in a time: its origin moves straight, or its centre of mass does and the origin
 * goes round that. */
static tmFrame body_after(const tmModel *model, int32_t body, const tmFrame *frame,
                          const tmTwist *twist, double time, bool about_mass) {
    tmBodyInfo info;
    tmFrame later = moved_frame(frame, twist, time);
    if (tm_model_body(model, body, &info) == TM_OK && about_mass) {
        const double centre[3] = {info.mass.centre.x, info.mass.centre.y, info.mass.centre.z};
        const double *w = twist->angular;
        double before[3], after[3];
        turned(frame, centre, before);
        turned(&later, centre, after);
        for (int k = 0; k < 3; k++) {
            int u = (k + 1) % 3, v = (k + 2) % 3;
            double speed = w[u] * before[v] - w[v] * before[u];
            later.position[k] += speed * time + before[k] - after[k];
        }
    }
    return later;
}

TEST(what_meets_in_a_step_is_never_missed) {
    uint64_t seed = 4;
    int32_t near = 0;
    for (int round = 0; round < 6; round++) {
        int keep = t->defer_count;
        scene s;
        REQUIRE(make_scene(t, 10, 0.8, round % 3 == 2, &seed, &s));
        tmFrame *later = test_memory(t, (size_t)s.count, sizeof *later);
        double step = test_uniform(&seed, 0.3, 3.0);
        MUST(tm_interference_sweep(s.finder, s.frames, s.twists, step, 0.02));
        for (int part = 0; part <= 10; part++) {
            for (int32_t i = 0; i < s.count; i++) {
                later[i] = body_after(s.model, i, &s.frames[i], &s.twists[i], step * part / 10.0,
                                      round >= 3);
            }
            near += check_none_missed(t, &s, later, 0.02, &seed);
        }
        test_run_defers(t, keep);
    }
    CHECK(near > 400);
}

/* A grain at rest, exactly where an outermost point of a body comes by in the step. */
TEST(grains_in_the_way_of_a_turning_body_are_never_missed) {
    const tmModel *model = fine_model_of(
        t,
        "primitive grain begin geometry: sphere(1um); interference: ; dynamics: ; end\n"
        "primitive hammer begin geometry: cuboid(1, 20cm, 10cm); interference: ; dynamics: ; end\n"
        "primitive hook begin geometry: union(cuboid(20cm, 10cm, 5cm, at: (3, 1, 2)),\n"
        "  cuboid(10cm, 10cm, 10cm, at: (2, 1, 2))); interference: ; dynamics: ; end\n"
        "world w begin components grain: grain; hammer: hammer; hook: hook;\n"
        "  interference: begin off: hammer, hook; end end\n");
    tmFrame frames[4];
    tmTwist twists[4] = {{{0}, {0}}};
    tmInterference *finder;
    uint64_t seed = 11;
    REQUIRE(model);
    MUST(tm_interference_create(model, &finder));
    DEFER(tm_interference_destroy, finder);
    for (int round = 0; round < 4000; round++) {
        int32_t body = 2 + round % 2, count = tm_pieces_count(tm_model_pieces(model, body));
        int32_t piece = test_between(&seed, 0, count - 1);
        double step = test_uniform(&seed, 0.0, round % 3 ? 0.3 : 4.0), n[3];
        for (int i = 0; i < 4; i++) {
            frames[i] = random_frame(&seed, false);
        }
        twists[2] = random_twist(&seed, false);
        twists[3] = random_twist(&seed, false);
        random_direction(&seed, false, n);
        double time = round % 5 ? step : test_uniform(&seed, 0.0, step);
        tmFrame later = body_after(model, body, &frames[body], &twists[body], time, round & 4);
        furthest(tm_pieces_at(tm_model_pieces(model, body), piece), &later, n, frames[1].position);
        MUST(tm_interference_sweep(finder, frames, twists, step, 0.0));
        if (!CHECK(is_found(finder, 1, body, 0, piece))) {
            printf("round %d\n", round);
            return;
        }
    }
}

TEST(what_is_found_is_what_overlaps_box_by_box) {
    uint64_t seed = 5;
    int32_t found = 0, all = 0;
    for (int round = 0; round < 4; round++) {
        int keep = t->defer_count;
        double margin = round % 2 ? 0.0 : 0.05;
        scene s;
        REQUIRE(make_scene(t, 40, 1.0, false, &seed, &s));
        MUST(tm_interference_find(s.finder, s.frames, margin));
        for (int32_t a = 1; a < s.count; a++) {
            for (int32_t b = a + 1; b < s.count; b++) {
                int32_t count_a, count_b;
                const tmCuboid *in_a = tm_model_cuboids(s.model, a, &count_a);
                const tmCuboid *in_b = tm_model_cuboids(s.model, b, &count_b);
                for (int32_t i = 0; i < count_a * count_b; i++) {
                    const tmCuboid *p = &in_a[i / count_b], *q = &in_b[i % count_b];
                    if (p->piece < 0 || q->piece < 0) {
                        continue;
                    }
                    double gap = gap_of(p, &s.frames[a], q, &s.frames[b]);
                    bool is_near = is_found(s.finder, a, b, p->piece, q->piece);
                    all++;
                    found += is_near;
                    CHECK(fabs(gap - margin) < 1e-12 || is_near == (gap < margin));
                }
            }
        }
        test_run_defers(t, keep);
    }
    CHECK(found > 500 && found < all / 20);
}

TEST(results_are_in_order_and_kept_to_the_rules) {
    const tmModel *model = fine_model_of(
        t,
        "primitive p begin geometry: union(cuboid(1, 1, 1), cuboid(1, 1, 1, at: (0, 2)))\n"
        "  where begin o: (0, 0); end; interference: ; dynamics: ; end\n"
        "primitive f begin properties: (fixed); geometry: cuboid(50, 1, 50); interference: ; end\n"
        "world w begin components b[1..6]: p; f, g: f; structure begin\n"
        "  join b[1] to b[2] with ball.and.socket matching (o o);\n"
        "end interference: begin off: b[3], b[4]; end end\n");
    tmFrame frames[9];
    tmInterference *finder;
    int32_t count, piece_count;
    REQUIRE(model);
    MUST(tm_interference_create(model, &finder));
    DEFER(tm_interference_destroy, finder);
    for (int i = 0; i < 9; i++) { /* all in one place */
        frames[i] = (tmFrame){{5.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    }
    MUST(tm_interference_find(finder, frames, 0.0));
    const tmNearBodies *bodies = tm_interference_bodies(finder, &count);
    const tmNearPieces *pieces = tm_interference_pieces(finder, &piece_count);
    /* Fifteen pairs of b but the hinged one and the one that is off; f and g with each b. */
    REQUIRE(count == 13 + 12 && piece_count == 13 * 2 + 12);
    int32_t next = 0;
    for (int32_t i = 0; i < count; i++) {
        CHECK(i == 0 || bodies[i].a > bodies[i - 1].a ||
              (bodies[i].a == bodies[i - 1].a && bodies[i].b > bodies[i - 1].b));
        CHECK(bodies[i].first == next && tm_model_may_touch(model, bodies[i].a, bodies[i].b));
        next += bodies[i].count;
        for (int32_t k = 0; k < bodies[i].count; k++) {
            CHECK(pieces[bodies[i].first + k].a == k);
        }
    }
    tmInterferenceInfo info = tm_interference_info(finder);
    CHECK(info.bodies == 8 && info.boxes == 25 && info.near_bodies == 25 &&
          info.near_pieces == 38 && info.tests >= 25);
}

TEST(a_search_that_was_made_before_takes_no_memory) {
    uint64_t seed = 6;
    scene s;
    REQUIRE(make_scene(t, 60, 1.0, false, &seed, &s));
    tmFrame *moved = test_memory(t, (size_t)s.count, sizeof *moved);
    MUST(tm_interference_sweep(s.finder, s.frames, s.twists, 0.1, 0.1));
    tmInterferenceInfo first = tm_interference_info(s.finder);
    int64_t before = t->allocations;
    memcpy(moved, s.frames, (size_t)s.count * sizeof *moved);
    for (int i = 0; i < 50; i++) {
        for (int32_t k = 1; k < s.count; k++) { /* they change places as they fly apart */
            for (int m = 0; m < 3; m++) {
                moved[k].position[m] = 1.03 * moved[k].position[m] - 0.1 * s.twists[k].linear[m];
            }
        }
        MUST(tm_interference_find(s.finder, moved, 0.0));
    }
    MUST(tm_interference_sweep(s.finder, s.frames, s.twists, 0.1, 0.1));
    CHECK(t->allocations == before);
    tmInterferenceInfo last = tm_interference_info(s.finder);
    CHECK(memcmp(&first, &last, sizeof first) == 0);
}

/* The finder keeps its tree between searches; a new one has none: both must find the same. */
TEST(what_is_found_does_not_depend_on_searches_before) {
    uint64_t seed = 7;
    scene s;
    REQUIRE(make_scene(t, 60, 6.0, false, &seed, &s));
    for (int round = 0; round < 12; round++) {
        tmInterference *other;
        int32_t counts[2], pieces[2];
        for (int32_t i = 1; i < s.count; i++) { /* into a pile, and through it to the other side */
            for (int k = 0; k < 3; k++) {
                s.frames[i].position[k] -= s.twists[i].linear[k] * (round < 6 ? 1.0 : -0.3);
            }
        }
        MUST(tm_interference_find(s.finder, s.frames, 0.1));
        MUST(tm_interference_create(s.model, &other));
        DEFER(tm_interference_destroy, other);
        MUST(tm_interference_find(other, s.frames, 0.1));
        const tmNearBodies *a = tm_interference_bodies(s.finder, &counts[0]);
        const tmNearBodies *b = tm_interference_bodies(other, &counts[1]);
        const tmNearPieces *p = tm_interference_pieces(s.finder, &pieces[0]);
        const tmNearPieces *q = tm_interference_pieces(other, &pieces[1]);
        REQUIRE(counts[0] == counts[1] && pieces[0] == pieces[1]);
        CHECK(counts[0] == 0 || memcmp(a, b, (size_t)counts[0] * sizeof *a) == 0);
        CHECK(pieces[0] == 0 || memcmp(p, q, (size_t)pieces[0] * sizeof *p) == 0);
    }
}

TEST(bodies_that_fall_together_do_not_meet_by_falling) {
    uint64_t seed = 8;
    scene s;
    REQUIRE(make_scene(t, 40, 3.0, false, &seed, &s));
    MUST(tm_interference_find(s.finder, s.frames, 0.01));
    tmInterferenceInfo still = tm_interference_info(s.finder);
    for (int32_t i = 1; i < s.count; i++) {
        s.twists[i] = (tmTwist){{1.0, -20.0, 3.0}, {0.0, 0.0, 0.0}};
    }
    MUST(tm_interference_sweep(s.finder, s.frames, s.twists, 1.0, 0.01));
    CHECK(tm_interference_info(s.finder).near_pieces == still.near_pieces);
}

TEST(a_wheel_that_spins_stays_within_its_sphere) {
    const tmModel *model = fine_model_of(
        t, "primitive p begin geometry: cylinder(1, 20cm); interference: ; dynamics: ; end\n"
           "world w begin components a, b, c: p; end\n");
    tmFrame frames[4] = {{{0, 0, 0}, {1, 0, 0, 0}},
                         {{0, 0, 0}, {1, 0, 0, 0}},
                         {{2.01, 0, 0}, {1, 0, 0, 0}},
                         {{0, 0, 0.21}, {1, 0, 0, 0}}};
    tmTwist twists[4] = {{{0}, {0}}, {{0}, {0, 0, 1e6}}, {{0}, {0, 0, -1e6}}, {{0}, {0, 0, 50}}};
    tmInterference *finder;
    int32_t count;
    REQUIRE(model);
    MUST(tm_interference_create(model, &finder));
    DEFER(tm_interference_destroy, finder);
    /* Nothing gets further along the axis of a turn. */
    MUST(tm_interference_sweep(finder, frames, twists, 1.0, 0.0));
    const tmNearBodies *bodies = tm_interference_bodies(finder, &count);
    CHECK(count == 1 && bodies[0].a == 1 && bodies[0].b == 2); /* corners of the square boxes */
    frames[2].position[0] = 2.9;
    MUST(tm_interference_sweep(finder, frames, twists, 1.0, 0.0));
    tm_interference_bodies(finder, &count);
    CHECK(count == 0);
}

TEST(what_is_seen_along_z_counts_in_the_plane) {
    const char *text = "primitive p begin geometry: cuboid(1, 1, 1); interference: ; dynamics: ;\n"
                       "end world w begin components a, b: p; %s end\n";
    for (int planar = 0; planar < 2; planar++) {
        char filled[200];
        tmFrame frames[3] = {
            {{0, 0, 0}, {1, 0, 0, 0}}, {{0, 0, 0}, {1, 0, 0, 0}}, {{0.9, 0.9, 5.0}, {1, 0, 0, 0}}};
        tmInterference *finder;
        int32_t count;
        snprintf(filled, sizeof filled, text, planar ? "properties: (planar);" : "");
        const tmModel *model = fine_model_of(t, filled);
        REQUIRE(model);
        MUST(tm_interference_create(model, &finder));
        DEFER(tm_interference_destroy, finder);
        MUST(tm_interference_find(finder, frames, 0.0));
        tm_interference_bodies(finder, &count);
        CHECK(count == planar);
        frames[2].position[0] = 1.1;
        MUST(tm_interference_find(finder, frames, 0.0));
        tm_interference_bodies(finder, &count);
        CHECK(count == 0);
    }
}

TEST(wrong_calls_find_nothing) {
    uint64_t seed = 9;
    scene s;
    int32_t count = 7;
    tmInterference *none;
    REQUIRE(make_scene(t, 10, 0.5, false, &seed, &s));
    MUST(tm_interference_find(s.finder, s.frames, 0.0));
    CHECK(tm_interference_info(s.finder).near_pieces > 0);
    CHECK_STATUS(tm_interference_find(s.finder, s.frames, -1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_interference_find(s.finder, s.frames, NAN), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_interference_find(NULL, s.frames, 0.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_interference_find(s.finder, NULL, 0.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_interference_sweep(s.finder, s.frames, NULL, 0.1, 0.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_interference_sweep(s.finder, s.frames, s.twists, INFINITY, 0.0),
                 TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_interference_sweep(s.finder, s.frames, s.twists, NAN, 0.0), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_interference_find(s.finder, s.frames, INFINITY), TM_ERR_NOT_FINITE);
    for (int i = 0; i < 7; i++) {
        tmFrame kept = s.frames[3];
        *(i < 3 ? &s.frames[3].position[i] : &s.frames[3].rotation[i - 3]) = i % 2 ? NAN : INFINITY;
        CHECK_STATUS(tm_interference_find(s.finder, s.frames, 0.0), TM_ERR_NOT_FINITE);
        tm_interference_bodies(s.finder, &count);
        CHECK(count == 0 && tm_interference_info(s.finder).near_pieces == 0);
        s.frames[3] = kept;
    }
    CHECK_STATUS(tm_interference_create(NULL, &none), TM_ERR_ARGUMENT);
    CHECK(!none && !tm_interference_bodies(NULL, &count) && count == 0);
    CHECK(!tm_interference_pieces(NULL, NULL) && tm_interference_info(NULL).bodies == 0);
    tm_interference_destroy(NULL);
}

TEST(bodies_very_far_away_are_told_apart_or_found) {
    uint64_t seed = 10;
    scene s;
    REQUIRE(make_scene(t, 10, 0.3, false, &seed, &s));
    for (int32_t i = 1; i < s.count; i++) {
        s.frames[i].position[0] += 1e15; /* spacing 0.125 m: all may be in one place */
    }
    MUST(tm_interference_find(s.finder, s.frames, 0.0));
    CHECK(tm_interference_info(s.finder).near_bodies == 45);
    for (int32_t i = 1; i < s.count; i++) {
        s.frames[i].position[0] = (i % 2 ? 1e308 : -1e308);
    }
    MUST(tm_interference_find(s.finder, s.frames, 0.0));
    CHECK(tm_interference_info(s.finder).near_bodies == 20); /* five on either side */
}

TEST_MAIN(CASE(layers_hold_the_shape_and_end_at_its_pieces),
          CASE(bodies_of_one_type_share_their_layers),
          CASE(pieces_that_share_points_are_never_missed),
          CASE(pieces_within_the_margin_are_never_missed),
          CASE(what_meets_in_a_step_is_never_missed),
          CASE(grains_in_the_way_of_a_turning_body_are_never_missed),
          CASE(what_is_found_is_what_overlaps_box_by_box),
          CASE(results_are_in_order_and_kept_to_the_rules),
          CASE(a_search_that_was_made_before_takes_no_memory),
          CASE(what_is_found_does_not_depend_on_searches_before),
          CASE(bodies_that_fall_together_do_not_meet_by_falling),
          CASE(a_wheel_that_spins_stays_within_its_sphere),
          CASE(what_is_seen_along_z_counts_in_the_plane), CASE(wrong_calls_find_nothing),
          CASE(bodies_very_far_away_are_told_apart_or_found))
