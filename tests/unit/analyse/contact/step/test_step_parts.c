/* test_step_parts.c: parts of the contact step that stand alone: the last resort for friction, gaps
 * of corners along held directions, pairs that overlap. */
#include "contacts.h"
#include "islands.h"
#include "simulations.h"

#include "analyse/contact/verify/verify.h"
#include "analyse/dynamics/sim/sim.h"

#include <math.h>
#include <string.h>

/* ---- Friction, loosely -------------------------------------------------------------------------
 */

#define COUNT_MAX 60

typedef struct Loose {
    islandScene scene;
    double w[4 * COUNT_MAX * COUNT_MAX], impulse[2 * COUNT_MAX], exact[2 * COUNT_MAX],
        rate[2 * COUNT_MAX];
    uint8_t state[COUNT_MAX];
    tmiContactIsland island;
    tmiContactIslandInfo info;
} Loose;

static void close_scene(Loose *l) {
    island_close(&l->scene);
    island_matrix(&l->scene, l->w);
    l->island = (tmiContactIsland){l->scene.count, l->w, l->scene.b, l->scene.friction};
}

static tmStatus solve(tmTest *t, Loose *l) {
    double *work = test_memory(t, tmi_island_loose_work(l->island.count), sizeof *work);
    int32_t *wholes = test_memory(t, tmi_island_int_work(l->island.count), sizeof *wholes);
    memset(l->state, TMI_CONTACT_OPEN, sizeof l->state);
    return tmi_island_solve_loosely(&l->island, l->state, l->impulse, work, wholes, &l->info);
}

/* How far normal impulses and rates are from p >= 0, g >= 0, p g = 0, in the units of the problem,
 * and friction from its cone as part of the largest normal impulse. */
static double normal_misfit(Loose *l) {
    int32_t n = 2 * l->island.count;
    double max = 0.0;
    for (int32_t i = 0; i < n; i++) {
        l->rate[i] = l->island.b[i];
        for (int32_t k = 0; k < n; k++) {
            l->rate[i] += l->w[i * n + k] * l->impulse[k];
        }
    }
    for (int32_t i = 0; i < n; i += 2) {
        double p = l->impulse[i], g = l->rate[i];
        max = fmax(max, fmax(-p, fmax(-g, fabs(fmin(p, g)))));
    }
    return max;
}

static double cone_misfit(const Loose *l) {
    double max = 0.0, max_abs = 0.0;
    for (int32_t i = 0; i < l->island.count; i++) {
        double p = l->impulse[2 * i], over = fabs(l->impulse[2 * i + 1]) - l->scene.friction[i] * p;
        max_abs = fmax(max_abs, p);
        max = fmax(max, over);
    }
    return max_abs > 0.0 ? max / max_abs : 0.0;
}

/* Nothing overlaps, exactly; cones hold to a tenth of the largest impulse, and mostly to 1e-9. */
TEST(impulses_that_are_found_loosely_keep_bodies_apart) {
    Loose *l = test_memory(t, 1, sizeof *l);
    uint64_t seed = 11;
    int exact = 0, rounds = 60;
    for (int i = 0; i < rounds; i++) {
        double mu = i % 3 == 0 ? 0.0 : test_uniform(&seed, 0.1, 1.5);
        island_clear(&l->scene);
        island_pile(&l->scene, test_between(&seed, 1, 3), test_between(&seed, 1, 3), mu, &seed);
        if (l->scene.count > COUNT_MAX) {
            continue;
        }
        close_scene(l);
        MUST(solve(t, l));
        CHECK(normal_misfit(l) <= 1e-9);
        CHECK(cone_misfit(l) <= 0.1);
        exact += cone_misfit(l) <= 1e-9;
        if (mu == 0.0) {
            MUST(island_solve(&l->island, l->state, l->exact, &l->info));
            CHECK(island_violation(&l->island, l->impulse) <= 1e-9);
        }
    }
    CHECK(exact >= rounds * 3 / 4);
}

/* A box of 2 x 1 on level ground that is pushed along by less, and by more, than friction holds. */
TEST(a_pushed_box_has_the_same_friction_loosely) {
    Loose *l = test_memory(t, 1, sizeof *l);
    for (int i = 0; i < 2; i++) {
        const double mu = 0.5, weight = 2.0 * 9.81 * 0.01, push = (i == 0 ? 0.2 : 0.8) * weight;
        island_clear(&l->scene);
        island_box(&l->scene, 0.0, 0.5, 2.0, 1.0);
        l->scene.velocity[0][0] = push / 2.0;
        island_touch(&l->scene, -1, 0, -1.0, 0.0, 0.0, 1.0, mu);
        island_touch(&l->scene, -1, 0, 1.0, 0.0, 0.0, 1.0, mu);
        close_scene(l);
        MUST(solve(t, l));
        /* The tangent is the normal turned by 90 degrees: -x. */
        CHECK_NEAR(l->impulse[0] + l->impulse[2], weight, 1e-9);
        CHECK_NEAR(l->impulse[1] + l->impulse[3], fmin(push, mu * weight), 1e-6);
        CHECK((l->state[0] == TMI_CONTACT_STICK) == (i == 0));
    }
}

/* A point that closes where nothing yields. */
TEST(what_has_no_place_is_told_loosely_too) {
    static const double w[4] = {0.0, 0.0, 0.0, 0.0}, b[2] = {-1.0, 0.0}, mu[1] = {0.3};
    Loose *l = test_memory(t, 1, sizeof *l);
    l->island = (tmiContactIsland){1, w, b, mu};
    l->impulse[0] = 7.0;
    CHECK_STATUS(solve(t, l), TM_ERR_NOT_CONVERGED);
    CHECK(l->impulse[0] == 0.0 && l->impulse[1] == 0.0);
}

/* ---- Corners along a direction -----------------------------------------------------------------
 */

/* Corner (1, 0.5) of a box of 2 x 1 with radius 0.1, and a disc of 0.25 whose centre is at
 * (3, 2.5): (2, 2) apart, along (1, 0) by 2 - 0.35, along (0.6, 0.8) by 2.8 - 0.35. The box ends
 * turned by 90 degrees about (1, 1) from there: its corner is at (1 - 0.5, 1 + 1). */
TEST(corners_are_apart_along_a_direction_by_its_part_of_their_distance) {
    contactPiece *box = test_memory(t, 1, sizeof *box), *disc = test_memory(t, 1, sizeof *disc);
    static const double corners[] = {1.0, 0.5, -1.0, 0.5, -1.0, -0.5, 1.0, -0.5};
    make_contact_piece(box, corners, 4, 0.1);
    make_contact_disc(disc, 0.25);
    tmFrame still = contact_frame(0.0, 0.0, 0.0),
            turned = contact_frame(1.0, 1.0, 0.5 * 3.141592653589793);
    tmFrame at = contact_frame(3.0, 2.5, 0.0), elsewhere = contact_frame(9.0, 9.0, 0.3);
    tmiVerifyPiece a = {&box->piece, &elsewhere, &still}, b = {&disc->piece, &elsewhere, &at};
    CHECK_NEAR(tmi_verify_corners(&a, 0, &b, 0, (const double[2]){1.0, 0.0}), 1.65, 1e-14);
    CHECK_NEAR(tmi_verify_corners(&a, 0, &b, 0, (const double[2]){0.6, 0.8}), 2.45, 1e-14);
    CHECK_NEAR(tmi_verify_corners(&b, 0, &a, 0, (const double[2]){-1.0, 0.0}), 1.65, 1e-14);
    CHECK_NEAR(tmi_verify_corners(&b, 0, &a, 0, (const double[2]){1.0, 0.0}), -2.35, 1e-14);
    a.end = &turned;
    CHECK_NEAR(tmi_verify_corners(&a, 0, &b, 0, (const double[2]){1.0, 0.0}), 2.5 - 0.35, 1e-14);
    CHECK_NEAR(tmi_verify_corners(&a, 0, &b, 0, (const double[2]){0.0, 1.0}), 0.5 - 0.35, 1e-14);
}

/* Discs of 1 m that pass each other: their row is open at both ends, but not along its direction of
 * the end at the start; of two that part, or pass beside each other, it is. */
TEST(discs_that_have_passed_each_other_were_not_open) {
    contactPiece *a = test_memory(t, 1, sizeof *a), *b0 = test_memory(t, 1, sizeof *b0);
    contactPiece *b = test_memory(t, 1, sizeof *b);
    static const struct {
        double from[2], to[2];
        bool open;
    } ways[] = {{{3.0, 0.0}, {-3.0, 0.0}, false},
                {{3.0, 0.5}, {-3.0, 0.5}, false},
                {{3.0, 0.0}, {4.0, 0.0}, true},
                {{3.0, 0.0}, {2.0, 0.0}, true},
                {{2.0, 5.0}, {-2.0, 5.0}, true}};
    make_contact_disc(a, 1.0);
    make_contact_disc(b0, 1.0);
    make_contact_disc(b, 1.0);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        put_contact_piece(b0, ways[i].from[0], ways[i].from[1], 0.0);
        put_contact_piece(b, ways[i].to[0], ways[i].to[1], 0.0);
        CHECK(tmi_contact_gap(&a->placed, &b->placed, 0) >= 0.0);
        CHECK(tmi_contact_was_open(&a->placed, &b0->placed, &a->placed, &b->placed, 0, 1e-9) ==
              ways[i].open);
    }
}

/* ---- Overlaps ----------------------------------------------------------------------------------
 */

/* Three boxes of 1 m side by side on a floor, 2 m apart; the first is a union of two halves. */
#define ROW                                                                                        \
    "primitive floor begin properties: (fixed); geometry: cuboid(20m, 1m, 1m); interference: ;\n"  \
    "end\n"                                                                                        \
    "primitive box begin geometry: cuboid(1m, 1m, 1m); interference: ; dynamics: ; end\n"          \
    "primitive pair begin geometry: union(cuboid(0.5m, 1m, 1m, at: (-0.25m, 0)),\n"                \
    "  cuboid(0.5m, 1m, 1m, at: (0.25m, 0))); interference: ; dynamics: ; end\n"                   \
    "world w begin components floor: floor; a: pair; b, c: box;\n"                                 \
    "  structure begin place floor by center at (0, -0.5m);\n"                                     \
    "    place a by center at (0, 0.5m); place b by center at (2m, 0.5m);\n"                       \
    "    place c by center at (4m, 0.5m); end\n"                                                   \
    "  properties: (planar, gravity, friction: 0.3);\n"                                            \
    "end\nsimulate w begin time: (10ms, 1s); method: stepping; end\n"

TEST(pairs_that_overlap_are_listed_with_their_deepest_pieces) {
    tmSim *sim = sim_of(t, ROW, 0, NULL);
    tmiOverlap overlaps[4];
    int32_t count = -1;
    REQUIRE(sim);
    const tmiSystem *s = sim->system;
    int32_t floor = sim_body(t, sim, "floor"), a = sim_body(t, sim, "a");
    int32_t b = sim_body(t, sim, "b"), c = sim_body(t, sim, "c");
    double *from = sim->contact.part.from;
    memcpy(from, sim->y_end, (size_t)sim->n * sizeof *from);
    MUST(tmi_engine_overlaps(sim->contact.engine, overlaps, 4, &count));
    CHECK(count == 0);
    from[3 * s->mover_of[a] + 1] -= 0.01; /* both halves into the floor */
    from[3 * s->mover_of[b] + 0] += 1.1;  /* b into c by 0.1 m */
    MUST(tmi_engine_overlaps(sim->contact.engine, overlaps, 4, &count));
    REQUIRE(count == 2);
    CHECK(overlaps[0].bodies[0] == floor && overlaps[0].bodies[1] == a);
    CHECK_NEAR(overlaps[0].depth, 0.01, 1e-14);
    CHECK_NEAR(overlaps[0].length, hypot(0.5, 1.0), 1e-14);
    CHECK(overlaps[1].bodies[0] == b && overlaps[1].bodies[1] == c);
    CHECK_NEAR(overlaps[1].depth, 0.1, 1e-14);
    CHECK_NEAR(overlaps[1].length, sqrt(2.0), 1e-14);
    /* There is room for one only: all are counted. */
    overlaps[1] = (tmiOverlap){{-7, -7}, 0.0, 0.0};
    from[3 * s->mover_of[c] + 1] -= 0.02;
    MUST(tmi_engine_overlaps(sim->contact.engine, overlaps, 1, &count));
    CHECK(count == 3 && overlaps[0].bodies[1] == a && overlaps[1].bodies[0] == -7);
}

TEST_MAIN(CASE(impulses_that_are_found_loosely_keep_bodies_apart),
          CASE(a_pushed_box_has_the_same_friction_loosely),
          CASE(what_has_no_place_is_told_loosely_too),
          CASE(corners_are_apart_along_a_direction_by_its_part_of_their_distance),
          CASE(discs_that_have_passed_each_other_were_not_open),
          CASE(pairs_that_overlap_are_listed_with_their_deepest_pieces))
