/* test_gears_diagnostics.c: gear joints of wheels whose teeth do not mesh are warned of, and no
 * others. */
#include "models.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* Two wheels of 20 and 30 teeth, module 2 mm: they mesh 50 mm apart. */
#define WHEELS                                                                                     \
    "primitive wheel(z, m, alpha = 20deg) begin\n"                                                 \
    "  geometry: gear(z, m, 10mm, pressure_angle: alpha); end\n"                                   \
    "world w begin components a: wheel(20, 2mm); b: wheel(%s); structure begin\n"                  \
    "  join a to world with pin matching (center (0, 0));\n"                                       \
    "  join b to world with pin matching (center (%s, 0));\n"                                      \
    "  join a to b with gear(ratio: %s) matching (center center) as mesh;\n"                       \
    "end properties: (planar); end\n"

/* Checks what is reported about the text: one warning of this, or nothing (null). */
static void check_diag(tmTest *t, const char *text, const char *message) {
    int keep = t->defer_count;
    const tmModel *model = fine_model_of(t, text);
    tmAssembly *assembly;
    tmDiags *diags;
    REQUIRE(model);
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    MUST(tm_assembly_diagnostics(assembly, model, diags));
    CHECK(tm_diags_count(diags) == (message ? 1 : 0));
    if (message && tm_diags_count(diags) == 1) {
        const tmDiag *diag = tm_diags_at(diags, 0);
        CHECK(diag->severity == TM_WARNING && diag->code == TM_CODE_GEARS && diag->line == 6);
        CHECK_TEXT(diag->message, message);
        CHECK(diag->hint && diag->part_count == 3);
        CHECK_TEXT(diag->parts[0], "mesh");
        CHECK_TEXT(diag->parts[2], "b");
    }
    test_run_defers(t, keep);
}

static void check_pair(tmTest *t, const char *wheel, const char *at, const char *ratio,
                       const char *message) {
    char text[1000];
    snprintf(text, sizeof text, WHEELS, wheel, at, ratio);
    check_diag(t, text, message);
}

TEST(wheels_that_mesh_are_not_reported) {
    check_pair(t, "30, 2mm", "50mm", "-30 / 20", NULL);
    check_pair(t, "30, 2mm", "-50mm", "-1.5", NULL);
    /* a little backlash, and a ratio with few digits */
    check_pair(t, "30, 2mm", "50.1mm", "-1.5004", NULL);
}

TEST(unlike_modules_are_reported) {
    check_pair(t, "20, 3mm", "50mm", "-1",
               "'a' and 'b' do not mesh: they have modules of 2 mm and 3 mm");
}

TEST(unlike_pressure_angles_are_reported) {
    check_pair(t, "30, 2mm, 25deg", "50mm", "-1.5",
               "'a' and 'b' do not mesh: they have different pressure angles");
}

TEST(a_ratio_that_is_not_that_of_the_teeth_is_reported) {
    check_pair(t, "30, 2mm", "50mm", "-20 / 30",
               "'a' and 'b' do not mesh: the ratio is -0.6667, but their teeth give -30 / 20");
    check_pair(t, "30, 2mm", "50mm", "1.5",
               "'a' and 'b' do not mesh: the ratio is 1.5, but their teeth give -30 / 20");
}

TEST(centres_at_another_distance_are_reported) {
    check_pair(t, "30, 2mm", "53mm", "-30 / 20",
               "'a' and 'b' do not mesh: their centres are 53 mm apart instead of 50 mm");
    check_pair(t, "30, 2mm", "42.5mm", "-30 / 20",
               "'a' and 'b' do not mesh: their centres are 42.5 mm apart instead of 50 mm");
}

/* What has no teeth may turn in any ratio at any distance; so may wheels held elsewhere than in
 * their middle, whose way is another one. */
TEST(wheels_without_teeth_and_bevel_wheels_are_not_reported) {
    check_diag(t,
               "primitive disc begin geometry: cylinder(10mm, 5mm); end\n"
               "world w begin components a, b: disc; structure begin\n"
               "  join a to world with pin matching (center (0, 0));\n"
               "  join b to world with pin matching (center (70mm, 0));\n"
               "  join a to b with gear(ratio: 3) matching (center center);\n"
               "end properties: (planar); end\n",
               NULL);
    check_diag(t,
               "primitive wheel begin geometry: gear(20, 2mm, 10mm); end\n"
               "primitive frame begin properties: (fixed); geometry: none where begin\n"
               "  up: axis((0, 0, 1)); aside: axis((1, 0, 0), (30mm, 0, 0)); end; end\n"
               "world w begin components a, b: wheel; f: frame; structure begin\n"
               "  join a to f with pin matching (z_axis up);\n"
               "  join b to f with pin matching (z_axis aside);\n"
               "  join a to b with gear(ratio: -2) matching (z_axis z_axis);\n"
               "end end\n",
               NULL);
}

TEST_MAIN(CASE(wheels_that_mesh_are_not_reported), CASE(unlike_modules_are_reported),
          CASE(unlike_pressure_angles_are_reported),
          CASE(a_ratio_that_is_not_that_of_the_teeth_is_reported),
          CASE(centres_at_another_distance_are_reported),
          CASE(wheels_without_teeth_and_bevel_wheels_are_not_reported))
