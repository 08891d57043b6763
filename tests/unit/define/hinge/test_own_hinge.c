/* test_own_hinge.c: a hinge of a program's own, as an embedding program would add it: a joint that
 * turns two shafts equally fast however they are bent. */
#include "frames.h"

#include <math.h>
#include <string.h>

/* ---- The program --------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

/* Adds k u . v for directions u of body a and v of body b: value, slopes and second rate. */
static void add_product(double k, const double u[3], const double v[3], const tmTwist *twists,
                        const tmRow *row, tmRowAt *at) {
    double moment[3], rates[2][3], seconds[2][3];
    cross(u, v, moment);
    at->value += k * dot(u, v);
    for (int i = 0; i < 3; i++) {
        at->gradient[row->a].angular[i] += k * moment[i];
        at->gradient[row->b].angular[i] -= k * moment[i];
    }
    if (twists) {
        cross(twists[row->a].angular, u, rates[0]);
        cross(twists[row->a].angular, rates[0], seconds[0]);
        cross(twists[row->b].angular, v, rates[1]);
        cross(twists[row->b].angular, rates[1], seconds[1]);
        at->bias += k * (dot(seconds[0], v) + 2.0 * dot(rates[0], rates[1]) + dot(u, seconds[1]));
    }
}

/* x_a . y_b - y_a . x_b, with x and y across each shaft: zero where both are turned equally from
 * the plane of the bend. `numbers` has y_a, then y_b. */
static void equal_turns(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                        const double near[2], tmRowAt *at) {
    double x[2][3], y[2][3];
    (void)near;
    turned(&frames[row->a], row->mark_a, x[0]);
    turned(&frames[row->a], row->numbers, y[0]);
    turned(&frames[row->b], row->mark_b, x[1]);
    turned(&frames[row->b], row->numbers + 3, y[1]);
    add_product(1.0, x[0], y[1], twists, row, at);
    add_product(-1.0, y[0], x[1], twists, row, at);
}

/* Shafts along z of their parts: made of a ball and socket, and a row of its own. */
static void make_shafts(void *user, const tmHingeUse *use, tmHingeTable *table) {
    int *calls = user;
    ++*calls;
    for (int i = 0; i < 3; i++) {
        tmRow *row = &table->rows[table->row_count++];
        *row = (tmRow){.kind = TM_ROW_PLANE, .a = 0, .b = 1};
        memcpy(row->point, use->pairs[0][0].point, sizeof row->point);
        memcpy(row->on, use->pairs[0][1].point, sizeof row->on);
        row->normal[i] = 1.0;
    }
    double phase = isnan(use->arguments[0]) ? 0.0 : use->arguments[0];
    table->rows[table->row_count++] =
        (tmRow){.kind = TM_ROW_OWN,
                .unit = TM_ROW_ANGLE,
                .a = 0,
                .b = 1,
                .mark_a = {cos(phase), sin(phase), 0.0},
                .mark_b = {1.0, 0.0, 0.0},
                .numbers = {-sin(phase), cos(phase), 0.0, 0.0, 1.0, 0.0},
                .function = equal_turns};
    table->message = use->pairs[0][0].direction[2] < 1.0 ? "its shaft is not along z" : NULL;
}

static const tmParameter phase[] = {
    {"phase", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "rad", "0", "of the first shaft"}};

static tmHingeKind shafts(int *calls) {
    return (tmHingeKind){.name = "constant.velocity",
                         .help = "turns two shafts equally fast",
                         .parameters = phase,
                         .parameter_count = 1,
                         .planar = "",
                         .spatial = "a",
                         .make = make_shafts,
                         .user = calls};
}

/* ---- Texts --------------------------------------------------------------------------------- */

/* The text's only message, or "" where it has none; `hint` likewise. */
static void check_text(tmTest *t, const tmExtensions *extensions, const char *join,
                       const char *message, const char *hint) {
    char text[1000] = "primitive shaft begin geometry: cylinder(1cm, 1m); dynamics: ; end\n"
                      "world w begin components a, b: shaft; structure join a to b with ";
    strcat(strcat(text, join), "; end\n");
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.text = text;
    def.length = strlen(text);
    def.extensions = extensions;
    MUST(tm_document_create(&t->allocator, &def, &document));
    DEFER(tm_document_destroy, document);
    const tmDiags *diags = tm_document_diags(document);
    const tmDiag *first = tm_diags_count(diags) > 0 ? tm_diags_at(diags, 0) : NULL;
    CHECK(tm_diags_count(diags) == (*message != '\0'));
    CHECK_TEXT(first ? first->message : "", message);
    CHECK_TEXT(first && first->hint ? first->hint : "", hint);
}

TEST(text_names_a_hinge_of_the_program) {
    int calls = 0;
    tmHingeKind kind = shafts(&calls);
    const tmExtensions extensions = {.hinges = &kind, .hinge_count = 1};
    check_text(t, &extensions, "constant.velocity matching (z_axis z_axis)", "", "");
    check_text(t, &extensions, "constant.velocity(phase: 30deg) matching (z_axis z_axis)", "", "");
    check_text(t, &extensions, "constant.velocity(1rad) matching (z_axis z_axis)", "", "");
    check_text(t, NULL, "constant.velocity matching (z_axis z_axis)",
               "there is no hinge 'constant.velocity'",
               "there are pin, ball.and.socket, slider, rod, spring and more");
}

TEST(mistakes_in_its_use_are_reported_as_those_of_other_hinges) {
    int calls = 0;
    tmHingeKind kind = shafts(&calls);
    const tmExtensions extensions = {.hinges = &kind, .hinge_count = 1};
    check_text(t, &extensions, "constant.velocty matching (z_axis z_axis)",
               "there is no hinge 'constant.velocty'", "did you mean 'constant.velocity'?");
    check_text(t, &extensions, "constant.velocity matching (center center)",
               "'constant.velocity' does not match a pair of points",
               "it exists only in space, and matches a pair of axes");
    check_text(t, &extensions, "constant.velocity(phase: 3m) matching (z_axis z_axis)",
               "a length where an angle belongs", "3deg? an angle is given in deg, rad or turn");
    check_text(t, &extensions, "constant.velocity(phase: -1) matching (z_axis z_axis)",
               "'phase' is -1, but must not be less than 0", "");
    check_text(t, &extensions, "constant.velocity(fase: 1) matching (z_axis z_axis)",
               "'constant.velocity' has no parameter 'fase'", "it takes phase");
    kind.planar = "xp+ aax+";
    check_text(
        t, &extensions, "constant.velocity matching (center center)",
        "'constant.velocity' does not match a pair of points",
        "in a planar world it matches a point and an axis and pairs of points or two pairs of "
        "axes and pairs of a point and an axis; in space a pair of axes");
}

static void check_refused(tmTest *t, const tmHingeKind *kinds, int32_t count) {
    const tmExtensions extensions = {.hinges = kinds, .hinge_count = count};
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.extensions = &extensions;
    CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_ERR_ARGUMENT);
    CHECK(document == NULL);
}

TEST(hinges_that_are_none_are_refused) {
    int calls = 0;
    tmHingeKind two[2] = {shafts(&calls), shafts(&calls)};
    check_refused(t, two, 2); /* twice the same */
    check_refused(t, NULL, 1);
    check_refused(t, two, -1);
    static const char *const names[] = {"pin", "", "two words", ".", "a.", "1st", "a..b"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        tmHingeKind kind = shafts(&calls);
        kind.name = names[i];
        check_refused(t, &kind, 1);
    }
    static const char *const patterns[] = {"", "q", "p  a", "+", "p ", " p", "p++"};
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        tmHingeKind kind = shafts(&calls);
        kind.spatial = patterns[i];
        check_refused(t, &kind, 1);
    }
    tmParameter bad[] = {phase[0], phase[0], phase[0], phase[0], phase[0]};
    bad[0].kind = TM_PARAMETER_POINTS;
    bad[1].unit = "ell";
    bad[2].name = "a.b";
    bad[3].bound = 9;
    bad[4].help = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tmHingeKind kind = shafts(&calls);
        kind.parameters = &bad[i];
        check_refused(t, &kind, 1);
    }
    tmHingeKind kind = shafts(&calls);
    kind.make = NULL;
    check_refused(t, &kind, 1);
    kind = shafts(&calls);
    kind.moves = 8;
    check_refused(t, &kind, 1);
}

/* ---- Rows ---------------------------------------------------------------------------------- */

#define AXIS(number, z)                                                                            \
    {                                                                                              \
        .body = (number), .is_axis = true, .direction = { 0, 0, z }                                \
    }

TEST(rows_of_a_programs_hinge_work_as_others_do) {
    const tmPointOn pair[1][2] = {{AXIS(0, 1), AXIS(1, 1)}};
    const tmPointOn wrong[1][2] = {{AXIS(0, -1), AXIS(1, 1)}};
    double none[1] = {NAN};
    int calls = 0;
    tmHingeKind kind = shafts(&calls);
    tmHingeUse use = {false, 2, pair, 1, none, NULL};
    tmHingeTable table;
    REQUIRE(tm_hinge_make(&kind, &use, &table));
    CHECK(calls == 1 && table.row_count == 4);
    uint64_t seed = 41;
    const double x[3] = {1.0, 0.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
    for (int round = 0; round < 50; round++) {
        tmFrame frames[2] = {random_frame(&seed, false), random_frame(&seed, false)};
        CHECK(check_row(t, &table.rows[3], frames, 2, false, &seed, kind.name));
        /* Both turned by the same angle about their shafts, the second then bent about the first's
         * x: closed at every angle and bend. */
        double angle = 0.3 * round, spin[4], bend[4];
        turn_about(z, angle, spin);
        turn_about(x, 0.02 * round, bend);
        memcpy(frames[0].rotation, spin, sizeof spin);
        turn_after(bend, spin, frames[1].rotation);
        tmRowAt at;
        tm_row_at(&table.rows[3], frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, 0.0, 1e-15 * 4.0);
    }
    use.pairs = wrong;
    CHECK(!tm_hinge_make(&kind, &use, &table));
    CHECK_TEXT(table.message, "its shaft is not along z");
    CHECK(table.row_count == 0);
    kind.make = make_shafts;
    use.planar = true;
    CHECK(!tm_hinge_make(&kind, &use, &table) && calls == 2);
    CHECK_TEXT(table.message, "it does not match such features");
}

TEST_MAIN(CASE(text_names_a_hinge_of_the_program),
          CASE(mistakes_in_its_use_are_reported_as_those_of_other_hinges),
          CASE(hinges_that_are_none_are_refused), CASE(rows_of_a_programs_hinge_work_as_others_do))
