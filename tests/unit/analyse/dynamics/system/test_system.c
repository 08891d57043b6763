/* test_system.c: the motion equations against closed forms, and against the same equations written
 * out dense. */
#include "systems.h"

#include "definition.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Largest difference of the accelerations from a dense solution, as part of the largest. */
static double dense_error(tmTest *t, const World *w) {
    double motion, forces;
    dense_compare(t, w, &motion, &forces);
    return fmax(motion, forces);
}

#define ROD                                                                                        \
    "primitive rod begin\n"                                                                        \
    "  properties: (density: 2kg/m^3);\n"                                                          \
    "  geometry: cuboid(1m, 3m, 1m) where begin top: (0, 1.5m); bottom: (0, -1.5m); end;\n"        \
    "  dynamics: ;\n"                                                                              \
    "end\n"

TEST(pendulum_falls_as_its_closed_form_says) {
    World *w = world_of(t, ROD "world w begin\n"
                               "  components rod: rod;\n"
                               "  structure begin\n"
                               "    join rod to world with pin matching (top center);\n"
                               "    place rod by top at (0, 0) angle = 40deg;\n"
                               "  end\n"
                               "  properties: (gravity, planar);\n"
                               "end\n"
                               "simulate w begin time: (0.01s, 1s); end\n");
    REQUIRE(w);
    double l = 1.5, m = 6.0, inertia = m * (1.0 + 9.0) / 12.0;
    double angle = 40.0 * 3.14159265358979323846 / 180.0;
    CHECK_NEAR(w->s->acceleration[2], -m * 9.81 * l * sin(angle) / (inertia + m * l * l), 1e-13);
    CHECK(w->s->residual < 1e-14);
    CHECK_NEAR(dense_error(t, w), 0.0, 1e-13);
    uint64_t seed = 3;
    REQUIRE(world_shake(t, w, &seed));
    CHECK_NEAR(dense_error(t, w), 0.0, 1e-13);
}

/* A chain of planar or spatial links, its first joint at the origin. */
static const char *chain(tmTest *t, int32_t links, bool planar, const char *hinge) {
    static const size_t size = 3000;
    char *text = test_memory(t, size, 1);
    snprintf(text, size,
             ROD "world w begin\n"
                 "  components link[1..%d]: rod;\n"
                 "  structure begin\n"
                 "    join link[1] to world with %s;\n"
                 "    for i in 2 .. %d begin join link[i] to link[i - 1] with %s; end\n"
                 "    for i in 1 .. %d begin place link[i] by top at (3m * (i - 1), 0) angle = "
                 "90deg; end\n"
                 "  end\n"
                 "  properties: (gravity%s);\n"
                 "end\n"
                 "simulate w begin time: (0.01s, 1s); end\n",
             links, planar ? "pin matching (top center)" : "ball.and.socket matching (top center)",
             links, hinge, links, planar ? ", planar" : "");
    return text;
}

TEST(planar_chain_accelerates_as_the_dense_equations_say) {
    World *w = world_of(t, chain(t, 12, true, "pin matching (top bottom)"));
    uint64_t seed = 5;
    REQUIRE(w);
    CHECK(!w->s->redundant);
    CHECK_NEAR(dense_error(t, w), 0.0, 1e-12);
    REQUIRE(world_shake(t, w, &seed));
    CHECK_NEAR(dense_error(t, w), 0.0, 1e-12);
    CHECK(w->s->residual < 1e-13);
}

/* ---- All hinges, and mechanisms of the gallery ----------------------------------------------- */

/* Solves at the start with random loads and velocities, and compares. */
static void check_example(tmTest *t, const char *path, uint64_t *seed) {
    World *w = world_of_example(t, path);
    REQUIRE(w);
    REQUIRE(world_shake(t, w, seed));
    double motion, forces;
    dense_compare(t, w, &motion, &forces);
    /* The least moments of inertia of Andrews' squeezer are 1e-5 of the largest: so is what a dense
     * solution knows of its accelerations. */
    CHECK_NEAR(motion, 0.0, 1e-9);
    CHECK_NEAR(forces, 0.0, w->s->redundant ? 1e-6 : 1e-11);
    CHECK(w->s->residual < 1e-12);
    test_run_defers(t, 0);
}

TEST(every_hinge_accelerates_as_the_dense_equations_say) {
    static const char *const hinges[] = {"ball_and_socket",
                                         "belt",
                                         "cam",
                                         "cylindrical",
                                         "damper",
                                         "gear",
                                         "own",
                                         "pin",
                                         "planar",
                                         "point_on_line",
                                         "point_on_plane",
                                         "rack",
                                         "rigid",
                                         "rod",
                                         "screw",
                                         "slider",
                                         "spring",
                                         "tackle",
                                         "universal"};
    uint64_t seed = 11;
    for (size_t i = 0; i < sizeof hinges / sizeof hinges[0]; i++) {
        char path[100];
        snprintf(path, sizeof path, "hinges/%s.tml", hinges[i]);
        check_example(t, path, &seed);
    }
}

TEST(mechanisms_with_loops_accelerate_as_the_dense_equations_say) {
    static const char *const gallery[] = {
        "andrews_squeezer", "excavator",      "gear_train", "hart",         "jansen",  "klann",
        "oldham",           "planetary_gear", "sarrus",     "scissor_lift", "stewart", "bricard",
        "universal_joint",  "cam_and_valve"};
    uint64_t seed = 12;
    for (size_t i = 0; i < sizeof gallery / sizeof gallery[0]; i++) {
        char path[100];
        snprintf(path, sizeof path, "gallery/%s.tml", gallery[i]);
        check_example(t, path, &seed);
    }
}

/* ---- Random graphs --------------------------------------------------------------------------- */

#define TEXT_SIZE 12000

static const char parts[] =
    "primitive part begin\n"
    "  properties: (density: 3kg/m^3);\n"
    "  geometry: union(cuboid(1m, 0.6m, 0.4m, at: (0.3m, 0.1m, -0.2m)), cuboid(0.3m, 1m, 0.5m))\n"
    "  where begin\n"
    "    a: axis((0, 0, 1), (0.5m, 0.1m, 0)); b: axis((0.1, 0.2, 1), (-0.4m, 0.3m, 0.2m));\n"
    "    c: axis((1, 0, 0), (0, 0.5m, 0.3m)); p: (0.6m, -0.2m, 0.1m); q: (-0.5m, -0.4m, 0.2m);\n"
    "  end;\n"
    "  dynamics: ;\n"
    "end\n";
static const char planar_parts[] =
    "primitive part begin\n"
    "  properties: (density: 3kg/m^3);\n"
    "  geometry: union(cuboid(1m, 0.6m, 0.4m, at: (0.3m, 0.1m)), cuboid(0.3m, 1m, 0.4m))\n"
    "  where begin\n"
    "    a: axis((1, 0), (0.5m, 0.1m)); b: axis((0.1, 1), (-0.4m, 0.3m)); c: axis((1, 1));\n"
    "    p: (0.6m, -0.2m); q: (-0.5m, -0.4m);\n"
    "  end;\n"
    "  dynamics: ;\n"
    "end\n";

/* A tree of random hinges, and rods across it that are as long as they are. */
static const char *random_world(tmTest *t, bool planar, bool free, int32_t n, int32_t rods,
                                uint64_t *seed) {
    static const char *const space[] = {"pin matching (a b)",
                                        "ball.and.socket matching (p q)",
                                        "slider matching (b a)",
                                        "cylindrical matching (c b)",
                                        "universal matching (a c)",
                                        "planar matching (b c)",
                                        "rigid matching (p q)",
                                        "point_on_line matching (p b)",
                                        "point_on_plane matching (q c)",
                                        "screw(pitch: 0.2m) matching (a c)"};
    static const char *const plane[] = {"pin matching (p q)",   "slider matching (a b)",
                                        "rigid matching (q p)", "point_on_line matching (p c)",
                                        "pin matching (q p)",   "cylindrical matching (c b)"};
    char *text = test_memory(t, TEXT_SIZE, 1);
    int32_t used =
        snprintf(text, TEXT_SIZE, "%sworld w begin components part[1..%d]: part; structure begin\n",
                 planar ? planar_parts : parts, n);
    for (int32_t i = free ? 2 : 1; i <= n; i++) {
        const char *hinge =
            planar ? plane[test_between(seed, 0, 5)] : space[test_between(seed, 0, 9)];
        char to[20] = "world";
        if (i == 1) {
            hinge = "rod matching (p (3m, 2m))";
        } else {
            snprintf(to, sizeof to, "part[%d]", test_between(seed, 1, i - 1));
        }
        used += snprintf(text + used, (size_t)(TEXT_SIZE - used),
                         "  join part[%d] to %s with %s;\n", i, to, hinge);
    }
    for (int32_t i = 0; i < rods; i++) {
        int32_t a = test_between(seed, 2, n);
        int32_t b = test_between(seed, 1, a - 1);
        bool first = test_between(seed, 0, 1);
        bool second = test_between(seed, 0, 1);
        used += snprintf(text + used, (size_t)(TEXT_SIZE - used),
                         "  join part[%d] to part[%d] with rod matching (%s %s);\n", a, b,
                         first ? "p" : "q", second ? "p" : "q");
    }
    snprintf(text + used, (size_t)(TEXT_SIZE - used),
             "  place part[1] by center at (0.2m, 0.1m);\nend properties: (%s%s); end\n"
             "simulate w begin time: (0.01s, 1s); end\n",
             planar ? "planar" : "restitution: 0", free ? "" : ", gravity");
    return text;
}

TEST(random_trees_and_loops_accelerate_as_the_dense_equations_say) {
    uint64_t seed = 77;
    for (int32_t i = 0; i < 30; i++) {
        const char *text = random_world(t, i % 2 == 0, i % 3 == 0, 4 + i % 7, i % 5, &seed);
        World *w = world_of(t, text);
        REQUIRE(w);
        REQUIRE(world_shake(t, w, &seed));
        double motion, forces;
        dense_compare(t, w, &motion, &forces);
        /* The dense form has the square of the rows' condition, which rods nearly in line make
         * large. */
        CHECK_NEAR(motion, 0.0, 1e-8);
        CHECK_NEAR(forces, 0.0, w->s->redundant ? 1e-6 : 1e-8);
        CHECK(w->s->residual < 1e-12);
        test_run_defers(t, 0);
    }
}

/* Rates of the momentum and of the angular momentum about the origin; and sums of the magnitudes.
 */
static void momentum_rates(const tmiSystem *s, double rate[6], double *linear, double *angular) {
    memset(rate, 0, 6 * sizeof *rate);
    *linear = 0.0;
    *angular = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        const double *a = s->acceleration + i * s->dof, *v = s->velocity + i * s->dof;
        const double force[3] = {m->mass * a[0], m->mass * a[1], s->planar ? 0.0 : m->mass * a[2]};
        double moment[3], spin[3] = {0.0}, torque[3] = {0.0};
        tmi_cross3(s->centres[i], force, moment);
        if (s->planar) {
            torque[2] = m->inertia[2][2] * a[2];
        } else {
            for (int32_t k = 0; k < 3; k++) {
                spin[k] = tmi_dot3(s->inertia[i][k], v + 3);
            }
            tmi_cross3(v + 3, spin, torque);
            for (int32_t k = 0; k < 3; k++) {
                torque[k] += tmi_dot3(s->inertia[i][k], a + 3);
            }
        }
        for (int32_t k = 0; k < 3; k++) {
            rate[k] += force[k];
            rate[3 + k] += moment[k] + torque[k];
            *linear += fabs(force[k]);
            *angular += fabs(moment[k]) + fabs(torque[k]);
        }
    }
}

TEST(free_worlds_keep_their_momentum) {
    uint64_t seed = 78;
    for (int32_t i = 0; i < 12; i++) {
        World *w = world_of(t, random_world(t, i % 2 == 0, true, 3 + i % 6, i % 3, &seed));
        REQUIRE(w);
        REQUIRE(world_shake(t, w, &seed));
        memset(w->load, 0, (size_t)(w->s->mover_count * w->s->dof) * sizeof *w->load);
        REQUIRE(world_solve(t, w));
        double rate[6], linear, angular;
        momentum_rates(w->s, rate, &linear, &angular);
        for (int32_t k = 0; k < 6; k++) {
            CHECK_NEAR(rate[k], 0.0, 1e-12 * (k < 3 ? linear : angular));
        }
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(pendulum_falls_as_its_closed_form_says),
          CASE(planar_chain_accelerates_as_the_dense_equations_say),
          CASE(every_hinge_accelerates_as_the_dense_equations_say),
          CASE(mechanisms_with_loops_accelerate_as_the_dense_equations_say),
          CASE(random_trees_and_loops_accelerate_as_the_dense_equations_say),
          CASE(free_worlds_keep_their_momentum))
