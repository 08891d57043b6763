/* test_system_redundant.c: rows that repeat each other leave the motion alone, and share forces by
 * least squares; what is said about them, and about masses that make no equations. */
#include "systems.h"

#include "models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIMULATE "simulate w begin time: (0.01s, 1s); end\n"

/* A four-bar of rods 1, 1.5 and 1.2 m with feet 1.4 m apart, turned by 70 degrees. */
static const char *four_bar(tmTest *t, bool planar) {
    static const size_t size = 2000;
    char *text = test_memory(t, size, 1);
    snprintf(
        text, size,
        "primitive rod(l) begin\n"
        "  properties: (density: 100kg/m^3);\n"
        "  geometry: cuboid(l, 0.1m, 0.1m) where begin\n"
        "    a: axis((0, 0, 1), (-l / 2, 0)); b: axis((0, 0, 1), (l / 2, 0));\n"
        "    p: (-l / 2, 0); q: (l / 2, 0);\n"
        "  end;\n"
        "  dynamics: ;\n"
        "end\n"
        "primitive foot begin\n"
        "  properties: (fixed);\n"
        "  geometry: cuboid(0.1m, 0.1m, 0.1m) where begin a: axis((0, 0, 1)); p: (0, 0); end;\n"
        "end\n"
        "world w begin\n"
        "  components left: foot; right: foot; crank: rod(1m); coupler: rod(1.5m);\n"
        "    rocker: rod(1.2m);\n"
        "  structure begin\n"
        "    join crank to left with pin matching (%s) as one;\n"
        "    join coupler to crank with pin matching (%s) as two;\n"
        "    join rocker to coupler with pin matching (%s) as three;\n"
        "    join rocker to right with pin matching (%s) as four;\n"
        "    place left by center at (0, 0); place right by center at (1.4m, 0);\n"
        "    place crank by p at (0, 0) angle = 70deg;\n"
        "    place coupler by p at (0.35m, 0.93m) angle = 5deg;\n"
        "  end\n"
        "  properties: (gravity%s);\n"
        "end\n" SIMULATE,
        planar ? "p p" : "a a", planar ? "p q" : "a b", planar ? "q q" : "b b",
        planar ? "p p" : "a a", planar ? ", planar" : "");
    return text;
}

TEST(a_four_bar_of_pins_in_space_moves_as_the_planar_one) {
    World *flat = world_of(t, four_bar(t, true)), *deep = world_of(t, four_bar(t, false));
    REQUIRE(flat && deep);
    CHECK(!flat->s->redundant && deep->s->redundant);
    /* The crank turns with 2 rad/s: all velocities follow from its own. */
    for (int32_t i = 0; i < 2; i++) {
        World *w = i == 0 ? flat : deep;
        double *v = tmi_system_velocities(w->s, w->y);
        v[i == 0 ? 2 : 5] = 2.0;
        MUST(tmi_system_still(w->s, w->y, NULL));
        double scale = 2.0 / v[i == 0 ? 2 : 5];
        for (int32_t k = 0; k < w->s->mover_count * w->s->dof; k++) {
            v[k] *= scale;
        }
        REQUIRE(world_solve(t, w));
    }
    for (int32_t i = 0; i < 3; i++) {
        const double *a = flat->s->acceleration + 3 * i, *b = deep->s->acceleration + 6 * i;
        CHECK_NEAR(b[0], a[0], 1e-10);
        CHECK_NEAR(b[1], a[1], 1e-10);
        CHECK_NEAR(b[5], a[2], 1e-10);
        CHECK_NEAR(b[2], 0.0, 1e-12);
        CHECK_NEAR(b[3], 0.0, 1e-12);
        CHECK_NEAR(b[4], 0.0, 1e-12);
    }
    for (int32_t i = 0; i < 4; i++) {
        tmWrench a, b;
        tmi_system_wrench(flat->s, i, &a);
        tmi_system_wrench(deep->s, i, &b);
        CHECK_NEAR(b.force[0], a.force[0], 1e-8);
        CHECK_NEAR(b.force[1], a.force[1], 1e-8);
        CHECK_NEAR(b.force[2], 0.0, 1e-5); /* nobody pushes across */
    }
}

TEST(forces_of_redundant_rows_are_those_of_least_norm) {
    static const char *const files[] = {"gallery/bricard.tml", "gallery/sarrus.tml"};
    uint64_t seed = 14;
    for (size_t i = 0; i < 2; i++) {
        World *w = world_of_example(t, files[i]);
        REQUIRE(w);
        CHECK(w->s->redundant);
        for (int32_t round = 0; round < 3; round++) {
            double motion, forces;
            REQUIRE(world_shake(t, w, &seed));
            dense_compare(t, w, &motion, &forces);
            CHECK_NEAR(motion, 0.0, 1e-11);
            CHECK_NEAR(forces, 0.0, 1e-6);
        }
        test_run_defers(t, 0);
    }
}

/* Three equal pins in one place carry a third each. */
TEST(pins_in_one_place_share_the_load_and_are_named) {
    World *w = world_of(t, "primitive bar begin\n"
                           "  geometry: cuboid(2m, 1m, 1m) where begin tip: (-1m, 0); end;\n"
                           "  dynamics: (mass: 3kg, inertia: 1);\n"
                           "end\n"
                           "world w begin components bar: bar; structure begin\n"
                           "  join bar to world with pin matching (tip (0, 0)) as one;\n"
                           "  join bar to world with pin matching (tip (0, 0)) as two;\n"
                           "  join bar to world with pin matching (tip (0, 0)) as three;\n"
                           "  place bar by tip at (0, 0);\n"
                           "end properties: (gravity, planar); end\n" SIMULATE);
    REQUIRE(w);
    CHECK_NEAR(w->s->acceleration[2], -3.0 * 9.81 / 4.0, 1e-12);
    double whole = 3.0 * (9.81 - 3.0 * 9.81 / 4.0);
    for (int32_t i = 0; i < 3; i++) {
        tmWrench wrench;
        tmi_system_wrench(w->s, i, &wrench);
        CHECK_NEAR(wrench.force[1], whole / 3.0, 1e-6);
    }
    REQUIRE(tm_diags_count(w->diags) == 1);
    const tmDiag *diag = tm_diags_at(w->diags, 0);
    CHECK(diag->severity == TM_NOTE && diag->part_count == 3 && diag->line == 6);
    CHECK_TEXT(diag->message, "4 equations of 3 joints repeat what the others constrain");
    CHECK_TEXT(diag->parts[2], "three");
}

/* A parallelogram that lies flat: one row more than the pose allows. It is regularised there, and
 * only there, and its acceleration is that of the parallelogram. */
TEST(a_parallelogram_passes_where_it_is_flat) {
    World *w = world_of(
        t, "primitive rod begin\n"
           "  geometry: cuboid(1m, 1um, 1um) where begin l: (-0.5m, 0); r: (0.5m, 0); end;\n"
           "  dynamics: (mass: 1kg);\n"
           "end\n"
           "world w begin components a: rod; b: rod; bar: rod; structure begin\n"
           "  join a to world with pin matching (l (0, 0));\n"
           "  join b to world with pin matching (l (1m, 0));\n"
           "  join bar to a with pin matching (l r); join bar to b with pin matching (r r);\n"
           "  place a by l at (0, 0) angle = 90deg; place b by l at (1m, 0) angle = 90deg;\n"
           "  place bar by l at (0, 1m);\n"
           "end properties: (gravity, planar); end\n" SIMULATE);
    REQUIRE(w);
    CHECK(!w->s->redundant);
    for (int32_t i = 0; i < 40; i++) {
        /* phi from the upward vertical; near a quarter turn by a factor of ten each. */
        double off = (i % 2 ? 1.0 : -1.0) * pow(10.0, -0.5 * i),
               phi = 0.5 * 3.14159265358979323846 + off;
        double x = sin(phi), y = cos(phi), rate = 3.0, sum = 2.0 / 3.0 + 1.0;
        const double poses[9] = {0.5 * x, 0.5 * y, 0, 1 + 0.5 * x, 0.5 * y, 0, x + 0.5, y, 0};
        memcpy(w->y, poses, sizeof poses);
        w->y[2] = -off;
        w->y[5] = -off;
        double *v = tmi_system_velocities(w->s, w->y);
        for (int32_t k = 0; k < 3; k++) {
            double part = k < 2 ? 0.5 : 1.0;
            v[3 * k] = part * rate * y;
            v[3 * k + 1] = -part * rate * x;
            v[3 * k + 2] = k < 2 ? -rate : 0.0;
        }
        REQUIRE(world_solve(t, w));
        double expected = (2.0 / 2.0 + 1.0) * 9.81 * sin(phi) / sum;
        CHECK_NEAR(w->s->acceleration[2], -expected, 1e-6);
        CHECK_NEAR(w->s->acceleration[5], -expected, 1e-6);
        CHECK_NEAR(w->s->acceleration[8], 0.0, 1e-6);
    }
    CHECK(!w->s->redundant);
}

/* Only where it starts do its rows repeat each other: nothing is said of that. */
TEST(a_mechanism_that_starts_flat_is_not_redundant) {
    World *w = world_of(
        t, "primitive rod begin\n"
           "  geometry: cuboid(1m, 1cm, 1cm) where begin l: (-0.5m, 0); r: (0.5m, 0); end;\n"
           "  dynamics: (mass: 1kg);\n"
           "end\n"
           "world w begin components a: rod; b: rod; bar: rod; structure begin\n"
           "  join a to world with pin matching (l (0, 0));\n"
           "  join b to world with pin matching (l (1m, 0));\n"
           "  join bar to a with pin matching (l r); join bar to b with pin matching (r r);\n"
           "  place a by l at (0, 0) angle = 0deg; place b by l at (1m, 0) angle = 0deg;\n"
           "  place bar by l at (1m, 0);\n"
           "end properties: (gravity, planar); end\n" SIMULATE);
    REQUIRE(w);
    CHECK(!w->s->redundant && tm_diags_count(w->diags) == 0);
    CHECK_NEAR(w->s->acceleration[7], -6.0 / 5.0 * 9.81, 1e-3); /* bar of 5 / 3 kg, pulled by 2 g */
}

/* ---- What is said about masses ------------------------------------------------------------- */

static void check_refused(tmTest *t, const char *text, const char *message, int32_t line) {
    tmModel *model = model_of(t, text);
    tmAssembly *assembly;
    tmDiags *diags;
    tmiSystem *system;
    REQUIRE(model);
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    const tmiSystemDef def = {.model = model, .assembly = assembly};
    CHECK_STATUS(tmi_system_create(&def, diags, &system), TM_ERR_TEXT);
    CHECK(!system);
    REQUIRE(tm_diags_count(diags) > 0);
    CHECK_TEXT(tm_diags_at(diags, 0)->message, message);
    CHECK(tm_diags_at(diags, 0)->line == line && tm_diags_at(diags, 0)->hint);
    test_run_defers(t, 0);
}

TEST(bodies_that_no_force_can_move_are_refused_by_name) {
    check_refused(
        t,
        "primitive a begin geometry: cuboid(1um, 1um, 1um); properties: (density: 1e-310);\n"
        "dynamics: ; end\n"
        "world w begin\ncomponents\n  ghost: a;\nend\n" SIMULATE,
        "'ghost' is dynamic, but its mass is zero", 5);
    check_refused(t,
                  "primitive a begin geometry: cuboid(1mm, 1mm, 1mm); properties: (density: "
                  "1e-296);\ndynamics: ; end\n"
                  "world w begin\ncomponents\n  needle: a;\nend\n" SIMULATE,
                  "'needle' has a mass, but no moment of inertia about some axis", 5);
    check_refused(t,
                  "primitive a begin geometry: cuboid(1m, 1m, 1m); dynamics: (mass: 1kg); end\n"
                  "primitive b begin geometry: cuboid(1m, 1m, 1m); end\n"
                  "world w begin components heavy: a;\n  light: b;\n"
                  "structure begin\n"
                  "  join light to heavy with spring(stiffness: 1N/m) matching (center center);\n"
                  "end end\n" SIMULATE,
                  "'light' has no mass, and nothing holds it", 4);
}

TEST_MAIN(CASE(a_four_bar_of_pins_in_space_moves_as_the_planar_one),
          CASE(forces_of_redundant_rows_are_those_of_least_norm),
          CASE(pins_in_one_place_share_the_load_and_are_named),
          CASE(a_parallelogram_passes_where_it_is_flat),
          CASE(a_mechanism_that_starts_flat_is_not_redundant),
          CASE(bodies_that_no_force_can_move_are_refused_by_name))
