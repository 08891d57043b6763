/* test_sketch.c: sketches as an editor uses them. Expected positions are closed forms. */
#include "test.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* Crank 30, coupler 80, rocker 60, ground 90 [mm]. */
#define WORLD                                                                                      \
    "world drawing begin components l1: l1; l2: l2; l3: l3;\n"                                     \
    "structure begin\n"                                                                            \
    "  join l1 to world with pin matching (a (0, 0)) as j1;\n"                                     \
    "  join l1 to l2 with pin matching (b a) as j2;\n"                                             \
    "  join l2 to l3 with pin matching (b b) as j3;\n"                                             \
    "  join l3 to world with pin matching (a (90mm, 0)) as j4;\n"                                  \
    "  place l1 by a near (0, 0) angle = 60deg;\n"                                                 \
    "  place l2 by a near (15mm, 26mm) angle = 25deg;\n"                                           \
    "  place l3 by a near (90mm, 0) angle = 92deg;\n"                                              \
    "end properties: (planar); end\n"

#define PLAIN                                                                                      \
    "primitive l1 begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (30mm, 0); end; end\n"  \
    "primitive l2 begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (80mm, 0); end; end\n"  \
    "primitive l3 begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (60mm, 0); end; "       \
    "end\n" WORLD

#define TURN                                                                                       \
    "animate drawing begin drive: j1.angle = 60deg .. 420deg in 61 frames;\n"                      \
    "trace: l2.b; monitor: j1.angle; end\n"

/* The rocker drives: it cannot go round, since 60 + 90 > 80 + 30. */
#define ROCK                                                                                       \
    "animate drawing begin drive: j4.angle = 92deg .. 182deg in 91 frames; on_break: search; "     \
    "end\n"

/* The same without a policy, from -268 degrees: angles of a turn further down. */
#define HALT "animate drawing begin drive: j4.angle = -268deg .. -178deg in 91 frames; end\n"

static tmSketch *sketch_of(tmTest *t, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmSketch *sketch = NULL;
    def.text = text;
    def.length = strlen(text);
    if (CHECK_STATUS(tm_sketch_create(&t->allocator, &def, -1, &sketch), TM_OK)) {
        DEFER(tm_sketch_destroy, sketch);
    }
    return sketch;
}

/* The world place of a point of a body. */
static void point_of(const tmSketch *sketch, int32_t body, double x, double y, double at[2]) {
    const tmPose *pose = &tm_sketch_poses(sketch)[body];
    at[0] = pose->x + pose->c * x - pose->s * y;
    at[1] = pose->y + pose->s * x + pose->c * y;
}

static double distance(const double a[2], double x, double y) {
    return hypot(a[0] - x, a[1] - y);
}

/* Whether lengths and ground pins are as the text has them. */
static bool is_whole(const tmSketch *sketch) {
    double a[2], b[2], c[2], d[2];
    point_of(sketch, 1, 0.0, 0.0, a);
    point_of(sketch, 1, 0.03, 0.0, b);
    point_of(sketch, 2, 0.08, 0.0, c);
    point_of(sketch, 3, 0.0, 0.0, d);
    return distance(a, 0.0, 0.0) < 1e-12 && distance(d, 0.09, 0.0) < 1e-12 &&
           fabs(distance(b, c[0], c[1]) - 0.08) < 1e-12 &&
           fabs(distance(c, 0.09, 0.0) - 0.06) < 1e-12;
}

TEST(dragged_crank_pin_goes_where_the_mouse_is) {
    tmSketch *sketch = sketch_of(t, PLAIN);
    double at[2];
    tmSolveInfo info;
    if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
        return;
    }
    point_of(sketch, 1, 0.03, 0.0, at);
    if (!CHECK_STATUS(tm_sketch_grab(sketch, 1, at[0], at[1], NULL, 0), TM_OK)) {
        return;
    }
    for (int i = 1; i <= 60; i++) {
        double angle = PI / 3.0 + i * PI / 30.0;
        CHECK_STATUS(tm_sketch_drag(sketch, 0.03 * cos(angle), 0.03 * sin(angle), &info), TM_OK);
        point_of(sketch, 1, 0.03, 0.0, at);
        CHECK(info.outcome == TM_MOVE_DONE && is_whole(sketch));
        CHECK(distance(at, 0.03 * cos(angle), 0.03 * sin(angle)) < 1e-9);
    }
    tm_sketch_release(sketch);
    double gaps[4];
    CHECK_STATUS(tm_sketch_gaps(sketch, gaps), TM_OK);
    CHECK(gaps[0] < 1e-12 && gaps[1] < 1e-12 && gaps[2] < 1e-12 && gaps[3] < 1e-12);
}

/* The loose bar has three freedoms of its own, the pinned one beside it has one. */
#define BESIDE                                                                                     \
    "primitive bar begin geometry: link(5mm, 2mm) where begin a: (0, 0); b: (50mm, 0); end; end\n" \
    "world w begin components l, p: bar; structure begin\n"                                        \
    "  place l by a near (40mm, 60mm);\n"                                                          \
    "  join p to world with pin matching (a (0, 0)); place p by a near (0, 0) angle = 20deg;\n"    \
    "end properties: (planar); end\n"

TEST(loose_bar_beside_a_pinned_one_is_dragged_by_its_end) {
    tmSketch *sketch = sketch_of(t, BESIDE);
    double at[2];
    if (!sketch) {
        return;
    }
    CHECK_STATUS(tm_sketch_grab(sketch, 1, 0.09, 0.06, NULL, 0), TM_OK);
    CHECK_STATUS(tm_sketch_drag(sketch, 0.07, 0.09, NULL), TM_OK);
    tm_sketch_release(sketch);
    point_of(sketch, 1, 0.05, 0.0, at);
    CHECK(distance(at, 0.07, 0.09) < 1e-9);
    /* its other end trails: tan(psi / 2) of the angle behind the way falls by exp(-way / length) */
    double way = hypot(0.02, 0.03), back = atan2(-0.03, 0.02);
    double psi = 2.0 * atan(tan(0.5 * (PI - back)) * exp(-way / 0.05));
    point_of(sketch, 1, 0.0, 0.0, at);
    CHECK(distance(at, 0.07 + 0.05 * cos(back + psi), 0.09 + 0.05 * sin(back + psi)) < 1e-9);
    point_of(sketch, 2, 0.05, 0.0, at);
    CHECK(distance(at, 0.05 * cos(PI / 9.0), 0.05 * sin(PI / 9.0)) < 1e-9);
}

TEST(held_and_locked_bodies_stand_still) {
    tmSketch *sketch = sketch_of(t, PLAIN);
    const int32_t held = 3;
    double at[2];
    if (!sketch) {
        return;
    }
    tmPose before = tm_sketch_poses(sketch)[3];
    point_of(sketch, 1, 0.03, 0.0, at);
    CHECK_STATUS(tm_sketch_grab(sketch, 3, 0.09, 0.0, &held, 1), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_grab(sketch, 0, 0.0, 0.0, NULL, 0), TM_ERR_ARGUMENT);
    if (CHECK_STATUS(tm_sketch_grab(sketch, 1, at[0], at[1], &held, 1), TM_OK)) {
        CHECK_STATUS(tm_sketch_drag(sketch, 0.0, 0.03, NULL), TM_OK);
    }
    tm_sketch_release(sketch);
    CHECK(hypot(tm_sketch_poses(sketch)[3].c - before.c, tm_sketch_poses(sketch)[3].s - before.s) <
          1e-9);
    CHECK(is_whole(sketch));
}

/* A bar of 100 mm hangs on a crank, and a link on the bar right next to its pin, as on an
 * eccentric. */
#define ECCENTRIC                                                                                  \
    "primitive l begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (60mm, 0); end; end\n"   \
    "primitive m begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (100mm, 0);\n"           \
    "  c: (0.1mm, 0); end; end\n"                                                                  \
    "world w begin components l1: l; l2: m; l3: l; structure begin\n"                              \
    "  join l1 to world with pin matching (a (0, 0)); join l1 to l2 with pin matching (b a);\n"    \
    "  join l2 to l3 with pin matching (c a); place l1 by a near (0, 0) angle = 90deg;\n"          \
    "  place l2 by a near (0, 60mm); place l3 by a near (0, 60mm) angle = 45deg;\n"                \
    "end properties: (planar); end\n"

TEST(bar_with_a_link_next_to_its_pin_is_not_thrown_about) {
    tmSketch *sketch = sketch_of(t, ECCENTRIC);
    double before[2], at[2];
    if (!sketch) {
        return;
    }
    point_of(sketch, 2, 0.1, 0.0, before);
    CHECK_STATUS(tm_sketch_grab(sketch, 1, 0.0, 0.06, NULL, 0), TM_OK);
    CHECK_STATUS(tm_sketch_drag(sketch, 0.001, 0.06, NULL), TM_OK);
    point_of(sketch, 2, 0.1, 0.0, at);
    CHECK(distance(at, before[0], before[1]) < 1.1e-3); /* not farther than the pin */
    tm_sketch_release(sketch);
}

/* A block on a line 50 mm below an arm's axle, pinned to a bar that slides on the arm: at
 * x = 50 mm / tan(angle). */
#define PARALLEL                                                                                   \
    "primitive arm begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (60mm, 0);\n"          \
    "  along: axis((1, 0)); end; end\n"                                                            \
    "primitive block begin geometry: cuboid(20mm, 10mm, 5mm) where begin p: (0, 0);\n"             \
    "  along: axis((1, 0)); end; end\n"                                                            \
    "primitive rail begin properties: (fixed); geometry: cuboid(20mm, 10mm, 5mm) where begin\n"    \
    "  along: axis((1, 0)); end; end\n"                                                            \
    "world w begin components l1: arm; l2: arm; k: block; r: rail; structure begin\n"              \
    "  place r by center at (0, -50mm);\n"                                                         \
    "  join l1 to world with pin matching (a (0, 0));\n"                                           \
    "  join l2 to l1 with slider matching (along along);\n"                                        \
    "  join k to l2 with pin matching (p b); join k to r with slider matching (along along);\n"    \
    "  place l1 by a near (0, 0) angle = -45deg; place l2 by b near (50mm, -50mm) angle = -45deg;" \
    "  place k by p near (50mm, -50mm);\n"                                                         \
    "end properties: (planar); end\n"

/* The page asks it for what may stand at the cursor. */
TEST(sketch_of_a_broken_text_has_its_document) {
    tmSketch *sketch = sketch_of(t, "world w begin");
    REQUIRE(sketch);
    CHECK(!tm_sketch_is_good(sketch) && !tm_sketch_model(sketch));
    CHECK(tm_sketch_document(sketch) && tm_diags_count(tm_sketch_diags(sketch)) > 0);
    CHECK(!tm_sketch_document(NULL));
}

TEST(block_that_a_drag_would_send_to_infinity_stops_and_comes_back) {
    tmSketch *sketch = sketch_of(t, PARALLEL);
    double at[2], far = 0.0, miss = 0.0;
    if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
        return;
    }
    CHECK_STATUS(tm_sketch_grab(sketch, 1, 0.06 * cos(-PI / 4), 0.06 * sin(-PI / 4), NULL, 0),
                 TM_OK);
    for (int i = 1; i <= 80; i++) { /* past where the bar is parallel to the line, and back */
        double angle = -PI / 4 + PI / 120 * (i <= 40 ? i : 80 - i);
        tmSolveInfo info;
        CHECK_STATUS(tm_sketch_drag(sketch, 0.06 * cos(angle), 0.06 * sin(angle), &info), TM_OK);
        point_of(sketch, 3, 0.0, 0.0, at);
        far = fmax(far, fabs(at[0]));
        miss = fmax(miss, info.miss);
        if (angle < -0.1) {
            CHECK_NEAR(at[0], -0.05 / tan(angle), 1e-6);
        }
    }
    CHECK(far > 0.4 && far < 2.0);
    CHECK(miss > 0.01); /* it is said that the arm did not come along */
    tm_sketch_release(sketch);
}

TEST(drive_turns_on_from_where_the_crank_was_dragged) {
    tmSketch *sketch = sketch_of(t, PLAIN TURN);
    double at[2], part, points[2 * 19], values[5], rates[6 * 4];
    tmSolveInfo info;
    if (!sketch) {
        return;
    }
    point_of(sketch, 1, 0.03, 0.0, at);
    CHECK_STATUS(tm_sketch_grab(sketch, 1, at[0], at[1], NULL, 0), TM_OK);
    CHECK_STATUS(tm_sketch_drag(sketch, 0.03, 0.0, NULL), TM_OK);
    tm_sketch_release(sketch);
    CHECK_STATUS(tm_sketch_part(sketch, &part), TM_OK);
    CHECK(fabs(part - 300.0 / 360.0) < 1e-9);
    CHECK_STATUS(tm_sketch_play(sketch, 0.5, &info), TM_OK);
    point_of(sketch, 1, 0.03, 0.0, at);
    CHECK(info.outcome == TM_MOVE_DONE && is_whole(sketch));
    CHECK(distance(at, 0.03 * cos(PI * 240.0 / 180.0), 0.03 * sin(PI * 240.0 / 180.0)) < 1e-12);
    CHECK_STATUS(tm_sketch_curves(sketch, 19, points), TM_OK);
    for (int i = 0; i < 19; i++) {
        CHECK(fabs(distance(points + 2 * i, 0.09, 0.0) - 0.06) < 1e-12);
    }
    CHECK_STATUS(tm_sketch_monitors(sketch, 5, values), TM_OK);
    for (int i = 0; i < 5; i++) {
        CHECK(fabs(values[i] - PI * (60.0 + 90.0 * i) / 180.0) < 1e-9);
    }
    CHECK_STATUS(tm_sketch_rates(sketch, 2.0, rates), TM_OK);
    CHECK(fabs(rates[6 + 2] - 2.0) < 1e-12 && fabs(rates[6 + 5]) < 1e-9);
    CHECK_STATUS(tm_sketch_play(sketch, NAN, NULL), TM_ERR_NOT_FINITE);
}

/* The rocker ends where crank and coupler are in line: at C, 110 mm from the crank's pin. */
TEST(blocked_drive_stops_at_the_fold_and_names_the_loop) {
    tmSketch *sketch = sketch_of(t, PLAIN ROCK);
    bool blocking[4];
    double at[2];
    tmSolveInfo info;
    if (!sketch) {
        return;
    }
    CHECK_STATUS(tm_sketch_play(sketch, 0.0, &info), TM_OK);
    CHECK_STATUS(tm_sketch_blocking(sketch, blocking), TM_OK);
    CHECK(info.outcome == TM_MOVE_DONE && !blocking[0] && !blocking[1]);
    CHECK_STATUS(tm_sketch_play(sketch, 1.0, &info), TM_OK);
    CHECK(info.outcome == TM_MOVE_FOLD && is_whole(sketch));
    point_of(sketch, 2, 0.08, 0.0, at);
    CHECK(fabs(distance(at, 0.0, 0.0) - 0.05) < 1e-9);
    CHECK_STATUS(tm_sketch_blocking(sketch, blocking), TM_OK);
    CHECK(blocking[0] && blocking[1] && blocking[2]);
}

/* The last step of the way goes past the fold by little: what is short of it is gone, too. */
TEST(drive_that_stays_before_the_break_names_the_loop) {
    tmSketch *sketch = sketch_of(t, PLAIN HALT);
    bool blocking[4] = {false};
    tmSolveInfo info = {.outcome = TM_MOVE_DONE};
    if (!sketch) {
        return;
    }
    for (int i = 0; i <= 10 && info.outcome == TM_MOVE_DONE; i++) {
        CHECK_STATUS(tm_sketch_play(sketch, 0.1 * i, &info), TM_OK);
    }
    CHECK(info.outcome == TM_MOVE_FOLD && is_whole(sketch));
    CHECK_STATUS(tm_sketch_blocking(sketch, blocking), TM_OK);
    CHECK(blocking[0] && blocking[1] && blocking[2]);
}

static void count_bytes(void *user, const char *bytes, size_t count) {
    (void)bytes;
    *(size_t *)user += count;
}

TEST(modes_and_motions_of_a_four_bar_are_two_and_one) {
    tmSketch *sketch = sketch_of(t, PLAIN);
    int32_t count;
    bool complete;
    size_t length = 0;
    if (!sketch) {
        return;
    }
    CHECK_STATUS(tm_sketch_diagnosis(sketch, count_bytes, &length), TM_OK);
    CHECK(length > 200);
    CHECK_STATUS(tm_sketch_follow(sketch, 0, 0.2, NULL), TM_OK);
    CHECK(is_whole(sketch));
    CHECK_STATUS(tm_sketch_follow(sketch, 1, 0.2, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_find_modes(sketch, &count, &complete), TM_OK);
    CHECK(count == 2 && complete);
    int32_t present = tm_sketch_present_mode(sketch);
    if (CHECK(present == 0 || present == 1)) {
        CHECK_STATUS(tm_sketch_set_poses(sketch, tm_sketch_mode(sketch, 1 - present)), TM_OK);
        CHECK(is_whole(sketch) && tm_sketch_present_mode(sketch) == 1 - present);
    }
    tm_sketch_reset(sketch);
    CHECK(tm_sketch_present_mode(sketch) == present);
}

/* A link between two pins of the ground, whose length is rounded: one equation too many. */
#define TRUSS                                                                                      \
    "primitive bar begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (38.639mm, 0);\n"      \
    "  end; end\n"                                                                                 \
    "world w begin components l: bar; structure begin\n"                                           \
    "  join l to world with pin matching (a (12mm, 7mm));\n"                                       \
    "  join l to world with pin matching (b (50mm, 0));\n"                                         \
    "  place l by a near (12mm, 7mm) angle = -10.437deg; end properties: (planar); end\n"

TEST(redundant_joints_with_rounded_lengths_are_a_warning_and_no_error) {
    tmSketch *sketch = sketch_of(t, TRUSS);
    double at[2];
    if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
        return;
    }
    CHECK(tm_diags_total(tm_sketch_diags(sketch), TM_WARNING) == 1);
    CHECK(tm_diags_total(tm_sketch_diags(sketch), TM_ERROR) == 0);
    point_of(sketch, 1, 0.038639, 0.0, at);
    CHECK(distance(at, 0.05, 0.0) < 1e-6);
}

TEST(texts_with_mistakes_and_worlds_in_space_are_reported) {
    tmSketch *wrong = sketch_of(t, "world w begin componants");
    tmSketch *space = sketch_of(t, "primitive b begin geometry: sphere(1m); end\n"
                                   "world w begin components b: b; end\n");
    tmSketch *empty = sketch_of(t, "");
    size_t length = 0;
    if (!wrong || !space || !empty) {
        return;
    }
    CHECK(!tm_sketch_is_good(wrong) && tm_diags_total(tm_sketch_diags(wrong), TM_ERROR) > 0);
    CHECK(!tm_sketch_is_good(space) && tm_diags_total(tm_sketch_diags(space), TM_WARNING) > 0);
    CHECK(!tm_sketch_is_good(empty) && !tm_sketch_poses(empty));
    CHECK_STATUS(tm_sketch_json(wrong, count_bytes, &length), TM_OK);
    CHECK_STATUS(tm_sketch_json(space, count_bytes, &length), TM_OK);
    CHECK_STATUS(tm_sketch_json(NULL, count_bytes, &length), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_grab(wrong, 1, 0.0, 0.0, NULL, 0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_play(empty, 0.0, NULL), TM_ERR_ARGUMENT);
    tm_sketch_release(wrong);
    tm_sketch_reset(empty);
    tm_sketch_destroy(NULL);
}

/* The plane's solver refuses a cam without a radius: that is reported, and nothing fails. */
TEST(a_world_past_the_limits_is_reported_for_and_not_built) {
    static const struct {
        const char *text, *message;
    } many[] = {
        {"primitive p begin geometry: sphere(9mm) where begin a: (0, 0); end; end\n"
         "world w begin components c[1..20001]: p; properties: (planar); end\n",
         "this world has 20001 bodies: up to 20,000 are drawn here"},
        {"primitive p begin geometry: sphere(9mm) where begin a: (0, 0); end; end\n"
         "world w begin components c: p; structure begin for i in 1 .. 40001 begin\n"
         "join c to world with pin matching (a (0, 0)); end end properties: (planar); end\n",
         "this world has 40001 joints: up to 40,000 are drawn here"},
        {"primitive p begin geometry: sphere(9mm) where begin a: (0, 0); end; end\n"
         "world w begin components c: p; structure begin for i in 1 .. 501 begin\n"
         "join c to world with pin matching (a (0, 0)); end end properties: (planar); end\n",
         "501 joints meet at one body: too many to be drawn here"},
    };
    for (size_t i = 0; i < sizeof many / sizeof many[0]; i++) {
        const tmSketch *sketch = sketch_of(t, many[i].text);
        if (!sketch) {
            return;
        }
        CHECK(!tm_sketch_is_good(sketch));
        const tmDiag *diag = tm_diags_at(tm_sketch_diags(sketch), 0);
        CHECK(diag && diag->severity == TM_ERROR && strcmp(diag->message, many[i].message) == 0);
    }
}

TEST(a_joint_that_cannot_be_dragged_is_reported) {
    tmSketch *sketch = sketch_of(
        t, "function lift(phi) = 5mm * (1 - cos(phi));\n"
           "primitive part begin geometry: bar(1, 0.1, 0.1) where begin a: (-0.5, 0); end; end\n"
           "world w begin components p: part; q: part;\n"
           "structure begin join p to q with cam(lift) matching (center a) end\n"
           "properties: (planar); end\n");
    if (sketch) {
        CHECK(!tm_sketch_is_good(sketch) && !tm_sketch_poses(sketch));
        CHECK(tm_diags_total(tm_sketch_diags(sketch), TM_WARNING) > 0);
    }
}

TEST(facts_are_written_whole_for_a_good_sketch) {
    tmSketch *sketch = sketch_of(t, PLAIN TURN);
    size_t length = 0;
    if (sketch) {
        CHECK_STATUS(tm_sketch_json(sketch, count_bytes, &length), TM_OK);
        CHECK(length > 2000);
    }
}

/* Jansen's leg, whose frame nothing holds [mm]. */
#define ROD "(l) begin geometry: link(5mm, 2mm) where begin a: (0, 0); b: (l, 0); end; end\n"
#define PLATE                                                                                      \
    "(l, x, y) begin geometry: link(5mm, 2mm) where begin a: (0, 0); b: (l, 0); c: (x, y); end; "  \
    "end\n"
#define LEG                                                                                        \
    "primitive rod" ROD "primitive plate" PLATE                                                    \
    "world leg begin components frame: rod(38.792mm); crank: rod(15mm); upper: rod(50mm);\n"       \
    "  thigh: plate(41.5mm, 2.61mm, 40.015mm); lower: rod(61.9mm); hanger: rod(39.3mm);\n"         \
    "  strut: rod(39.4mm); shin: plate(36.7mm, -7.746mm, 48.384mm);\n"                             \
    "structure begin\n"                                                                            \
    "  join crank to frame with pin matching (a a) as motor;\n"                                    \
    "  join upper to crank with pin matching (a b); join thigh to frame with pin matching (a "     \
    "b);\n"                                                                                        \
    "  join thigh to upper with pin matching (b b); join lower to crank with pin matching (a "     \
    "b);\n"                                                                                        \
    "  join hanger to lower with pin matching (a b); join hanger to thigh with pin matching (b "   \
    "a);"                                                                                          \
    "  join strut to thigh with pin matching (a c); join shin to lower with pin matching (a b);\n" \
    "  join shin to strut with pin matching (b b);\n"                                              \
    "  place frame by a near (0, 0) angle = -165.964deg;\n"                                        \
    "  place crank by a near (0, 0) angle = -5.622deg;\n"                                          \
    "  place upper by a near (14.928mm, -1.47mm) angle = 141.267deg;\n"                            \
    "  place thigh by a near (-37.634mm, -9.408mm) angle = 70.935deg;\n"                           \
    "  place lower by a near (14.928mm, -1.47mm) angle = -132.391deg;\n"                           \
    "  place hanger by a near (-26.804mm, -47.187mm) angle = 105.996deg;\n"                        \
    "  place strut by a near (-74.6mm, 6.132mm) angle = -67.198deg;\n"                             \
    "  place shin by a near (-26.804mm, -47.187mm) angle = 152.374deg;\n"                          \
    "end properties: (planar); end\n"                                                              \
    "animate leg begin drive: motor.angle = 160deg .. 520deg in 360 frames; end\n"

/* Where the thigh's pin is, seen from the frame: 50 from the crank's end, 41.5 from the frame's. */
static void thigh_pin(double angle, double at[2]) {
    double x = 15e-3 * cos(angle) - 38.792e-3, y = 15e-3 * sin(angle), far = hypot(x, y);
    double along = (far * far + 41.5e-3 * 41.5e-3 - 50e-3 * 50e-3) / (2.0 * far);
    double aside = sqrt(41.5e-3 * 41.5e-3 - along * along);
    at[0] = 38.792e-3 + (along * x - aside * y) / far;
    at[1] = (along * y + aside * x) / far;
}

/* Plans hold one of its bodies still, not the frame; certificates hold none. */
TEST(leg_that_nothing_holds_turns_under_its_motor_as_if_its_frame_stood) {
    tmSketch *sketch = sketch_of(t, LEG);
    if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
        return;
    }
    for (int i = 0; i <= 40; i++) {
        tmSolveInfo info;
        double a[2], b[2], pin[2], want[2];
        MUST(tm_sketch_play(sketch, i / 40.0, &info));
        CHECK(info.outcome == TM_MOVE_DONE && info.proof == TM_PROOF_WHOLE);
        point_of(sketch, 1, 0.0, 0.0, a);
        point_of(sketch, 1, 1.0, 0.0, b);
        point_of(sketch, 4, 41.5e-3, 0.0, pin);
        thigh_pin((160.0 + 9.0 * i) * PI / 180.0, want);
        double x = pin[0] - a[0], y = pin[1] - a[1], ex = b[0] - a[0], ey = b[1] - a[1];
        CHECK_NEAR(hypot(x * ex + y * ey - want[0], y * ex - x * ey - want[1]), 0.0, 1e-9);
    }
}

TEST_MAIN(CASE(sketch_of_a_broken_text_has_its_document),
          CASE(a_world_past_the_limits_is_reported_for_and_not_built),
          CASE(leg_that_nothing_holds_turns_under_its_motor_as_if_its_frame_stood),
          CASE(dragged_crank_pin_goes_where_the_mouse_is),
          CASE(loose_bar_beside_a_pinned_one_is_dragged_by_its_end),
          CASE(held_and_locked_bodies_stand_still),
          CASE(bar_with_a_link_next_to_its_pin_is_not_thrown_about),
          CASE(block_that_a_drag_would_send_to_infinity_stops_and_comes_back),
          CASE(drive_turns_on_from_where_the_crank_was_dragged),
          CASE(blocked_drive_stops_at_the_fold_and_names_the_loop),
          CASE(drive_that_stays_before_the_break_names_the_loop),
          CASE(modes_and_motions_of_a_four_bar_are_two_and_one),
          CASE(redundant_joints_with_rounded_lengths_are_a_warning_and_no_error),
          CASE(texts_with_mistakes_and_worlds_in_space_are_reported),
          CASE(a_joint_that_cannot_be_dragged_is_reported),
          CASE(facts_are_written_whole_for_a_good_sketch))
