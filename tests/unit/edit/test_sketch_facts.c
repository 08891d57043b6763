/* test_sketch_facts.c: what a sketch tells of its world: four-bars, freedoms also of worlds that it
 * does not draw. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

#define LINK(name, length)                                                                         \
    "primitive " name " begin geometry: link(4mm, 2mm) where begin a: (0, 0); b: (" length         \
    ", 0); end; end\n"

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

typedef struct Text {
    char bytes[20000];
    size_t used;
} Text;

static void add_bytes(void *user, const char *bytes, size_t count) {
    Text *text = user;
    if (text->used + count < sizeof text->bytes) {
        memcpy(text->bytes + text->used, bytes, count);
        text->used += count;
    }
}

static bool says(tmTest *t, tmSketch *sketch, const char *words) {
    static Text text;
    memset(&text, 0, sizeof text);
    return CHECK_STATUS(tm_sketch_diagnosis(sketch, add_bytes, &text), TM_OK) &&
           strstr(text.bytes, words);
}

/* ---- Four-bars ----------------------------------------------------------------------------- */

/* Two bars of 50 mm from pins 60 mm apart meet at (30, 40); a third hangs on the first's foot, not
 * on the ground, and meets a fourth. `brace` may hold the first. */
static const char *truss(char *text, size_t size, bool brace) {
    snprintf(text, size,
             LINK("l1", "50mm") "world w begin components a1, a2, a3, a4: l1;\nstructure begin\n"
                                "  join a1 to world with pin matching (a (0, 0));\n"
                                "  join a2 to world with pin matching (a (60mm, 0));\n"
                                "%s"
                                "  join a3 to a1 with pin matching (a a);\n"
                                "  join a4 to world with pin matching (a (60mm, 0));\n"
                                "  join a3 to a4 with pin matching (b b);\n"
                                "  place a1 by a at (0, 0) angle = 53.13010235deg;\n"
                                "  place a2 by a at (60mm, 0) angle = 126.86989765deg;\n"
                                "  place a3 by a at (0, 0) angle = -53.13010235deg;\n"
                                "  place a4 by a at (60mm, 0) angle = -126.86989765deg;\n"
                                "end properties: (planar); end\n",
             brace ? "  join a1 to a2 with pin matching (b b);\n" : "");
    return text;
}

TEST(bars_of_a_truss_are_no_four_bar) {
    for (int brace = 0; brace < 2; brace++) {
        char text[3000];
        tmSketch *sketch = sketch_of(t, truss(text, sizeof text, brace));
        if (sketch && CHECK(tm_sketch_is_good(sketch))) {
            CHECK(says(t, sketch, brace ? "\"mobility\":0" : "\"mobility\":2"));
            CHECK(says(t, sketch, "\"fourBars\":[]"));
        }
        test_run_defers(t, 0);
    }
}

/* Crank 40, coupler 120, rocker 80, ground 110 [mm]. */
#define FOUR                                                                                       \
    LINK("b40", "40mm")                                                                            \
    LINK("b120", "120mm")                                                                          \
    LINK("b80", "80mm")                                                                            \
    "world w begin components crank: b40; coupler: b120; rocker: b80; structure begin\n"           \
    "  join crank to world with pin matching (a (0, 0)) as motor;\n"                               \
    "  join crank to coupler with pin matching (b a);\n"                                           \
    "  join coupler to rocker with pin matching (b b);\n"                                          \
    "  join rocker to world with pin matching (a (110mm, 0));\n"                                   \
    "  place crank by a at (0, 0) angle = 60deg;\n"                                                \
    "  place coupler by a near (20mm, 35mm) angle = 20deg;\n"                                      \
    "  place rocker by a near (110mm, 0) angle = 80deg;\n"                                         \
    "end properties: (planar); end\n"                                                              \
    "animate w begin drive: motor.angle = 0deg .. 360deg in 91 frames; end\n"

/* By the law of cosines, from the diagonal between the crank's tip and the rocker's foot. */
static double transmission_at(double crank) {
    double square = 40.0 * 40.0 + 110.0 * 110.0 - 2.0 * 40.0 * 110.0 * cos(crank);
    double angle = acos((120.0 * 120.0 + 80.0 * 80.0 - square) / (2.0 * 120.0 * 80.0));
    return angle > PI / 2.0 ? PI - angle : angle;
}

TEST(transmission_angle_is_that_of_the_pose) {
    tmSketch *sketch = sketch_of(t, FOUR);
    if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
        return;
    }
    static const int32_t pins[] = {0, 1, 2, 3}, none[] = {0, 1, 2, 4}, below[] = {-1, 1, 2, 3};
    for (int i = 0; i <= 12; i++) {
        CHECK_STATUS(tm_sketch_play(sketch, i / 12.0, NULL), TM_OK);
        CHECK_NEAR(tm_sketch_transmission(sketch, pins, NULL), transmission_at(PI / 6.0 * i), 1e-9);
    }
    CHECK(says(t, sketch, "\"joints\":[0,1,2,3]"));
    CHECK(says(t, sketch, "\"kind\":\"crank-rocker\""));
    tmPose poses[4];
    memcpy(poses, tm_sketch_poses(sketch), sizeof poses);
    CHECK_STATUS(tm_sketch_play(sketch, 0.25, NULL), TM_OK);
    CHECK_NEAR(tm_sketch_transmission(sketch, pins, poses), transmission_at(0.0), 1e-9);
    CHECK(isnan(tm_sketch_transmission(sketch, none, NULL)));
    CHECK(isnan(tm_sketch_transmission(sketch, below, NULL)));
    CHECK(isnan(tm_sketch_transmission(sketch, NULL, NULL)));
    CHECK(isnan(tm_sketch_transmission(NULL, pins, NULL)));
}

/* ---- Freedoms ------------------------------------------------------------------------------ */

/* A crank on a fixed frame turns: 3 - 2 = 1. What joins the frame to the world, or to another fixed
 * part, is not counted, and repeats nothing: `trammel show` says 1 by rank and by count. */
TEST(joints_between_fixed_parts_do_not_count) {
    tmSketch *sketch = sketch_of(
        t, LINK("l1", "40mm") "primitive base begin properties: (fixed); geometry: link(4mm, 2mm) "
                              "where begin a: (0, 0); b: (110mm, 0); end; end\n"
                              "world w begin components frame, other: base; crank: l1;\n"
                              "structure begin\n"
                              "  join crank to frame with pin matching (a a) as motor;\n"
                              "  join frame to world with pin matching (a (0, 0)) as hold;\n"
                              "  join other to frame with pin matching (a b) as more;\n"
                              "  place frame by a at (0, 0);\n"
                              "  place other by a at (110mm, 0);\n"
                              "  place crank by a at (0, 0) angle = 60deg;\n"
                              "end properties: (planar); end\n");
    if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
        return;
    }
    int32_t mobility, count;
    CHECK(says(t, sketch, "\"mobility\":1,\"gruebler\":1,"));
    CHECK(says(t, sketch, "\"redundant\":[],"));
    CHECK_STATUS(tm_sketch_mobility(sketch, &mobility, &count), TM_OK);
    CHECK(mobility == 1 && count == 1);
    /* It drags and tells its gaps as before. */
    double gaps[3];
    CHECK_STATUS(tm_sketch_grab(sketch, 3, 0.02, 0.02 * sqrt(3.0), NULL, 0), TM_OK);
    CHECK_STATUS(tm_sketch_drag(sketch, 0.0, 0.04, NULL), TM_OK);
    CHECK_NEAR(tm_sketch_poses(sketch)[3].s, 1.0, 1e-9);
    CHECK_STATUS(tm_sketch_gaps(sketch, gaps), TM_OK);
    CHECK(gaps[0] < 1e-12 && gaps[1] < 1e-12 && gaps[2] < 1e-12);
    tm_sketch_release(sketch);
    CHECK(says(t, sketch, "\"mobility\":1,\"gruebler\":1,"));
}

#define BALL                                                                                       \
    "primitive p begin geometry: bar(1, 0.1, 0.1) where begin a: (-0.5, 0); b: (0.5, 0); end;\n"   \
    "dynamics: ; properties: (density: 1000kg/m^3); end\n"

/* Free 6; a ball joint leaves 3; a rod between two ball joints turns about itself and goes nowhere
 * else: 1 of 6 - 6 = 0. */
TEST(worlds_in_space_have_freedoms_by_rank_and_masses) {
    static const struct {
        const char *joins;
        int32_t mobility, count;
    } cases[] = {
        {"", 6, 6},
        {"join p to world with ball.and.socket matching (a (-0.5, 0));", 3, 3},
        {"join p to world with ball.and.socket matching (a (-0.5, 0)); join p to world with "
         "ball.and.socket matching (b "
         "(0.5, 0));",
         1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        int32_t mobility = -1, count = -1;
        static Text facts;
        memset(&facts, 0, sizeof facts);
        snprintf(text, sizeof text,
                 BALL "world w begin components p: p; structure begin %s end end\n",
                 cases[i].joins);
        tmSketch *sketch = sketch_of(t, text);
        if (!sketch) {
            return;
        }
        CHECK(!tm_sketch_is_good(sketch));
        CHECK_STATUS(tm_sketch_mobility(sketch, &mobility, &count), TM_OK);
        CHECK(mobility == cases[i].mobility && count == cases[i].count);
        CHECK_STATUS(tm_sketch_json(sketch, add_bytes, &facts), TM_OK);
        CHECK(strstr(facts.bytes, "\"bodies\":1,\"heavy\":1"));
        CHECK(!strstr(facts.bytes, "say `planar`"));
        test_run_defers(t, 0);
    }
}

TEST(planar_worlds_have_the_same_freedoms_as_their_diagnosis) {
    int32_t mobility = -1, count = -1;
    tmSketch *sketch = sketch_of(t, FOUR), *wrong = sketch_of(t, "world w begin componants");
    if (!sketch || !wrong) {
        return;
    }
    CHECK_STATUS(tm_sketch_mobility(sketch, &mobility, &count), TM_OK);
    CHECK(mobility == 1 && count == 1);
    CHECK_STATUS(tm_sketch_mobility(wrong, &mobility, &count), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_mobility(NULL, &mobility, &count), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_mobility(sketch, NULL, &count), TM_ERR_ARGUMENT);
}

/* Three parallel cranks of 60 mm on a beam, two of them on a fixed plate: one is too many, and what
 * it follows from goes through the plate. */
TEST(a_fixed_body_among_redundant_joints_is_named_by_its_number) {
    tmSketch *sketch = sketch_of(
        t, "primitive plate begin properties: (fixed); geometry: link(8mm, 3mm) where begin\n"
           "  a: (0, 0); b: (80mm, 0); end; end\n"
           "primitive beam begin geometry: link(8mm, 3mm) where begin\n"
           "  a: (0, 0); b: (80mm, 0); c: (160mm, 0); end; end\n" LINK(
               "l1", "60mm") "world w begin components c1, c2, c3: l1; beam: beam; plate: plate;\n"
                             "structure begin\n"
                             "  join c1 to world with pin matching (a (-80mm, 0));\n"
                             "  join c2 to plate with pin matching (a a);\n"
                             "  join c3 to plate with pin matching (a b);\n"
                             "  join beam to c1 with pin matching (a b);\n"
                             "  join beam to c2 with pin matching (b b);\n"
                             "  join beam to c3 with pin matching (c b);\n"
                             "  place plate by a at (0, 0);\n"
                             "  place c1 by a at (-80mm, 0) angle = 70deg;\n"
                             "  place c2 by a at (0, 0) angle = 70deg;\n"
                             "  place c3 by a at (80mm, 0) angle = 70deg;\n"
                             "  place beam by a at (-80mm, 0) + polar(60mm, 70deg);\n"
                             "end properties: (planar); end\n");
    if (sketch) {
        CHECK(says(t, sketch, "\"mobility\":1,\"gruebler\":0,"));
        CHECK(says(t, sketch, "-5"));
    }
}

TEST_MAIN(CASE(bars_of_a_truss_are_no_four_bar), CASE(transmission_angle_is_that_of_the_pose),
          CASE(joints_between_fixed_parts_do_not_count),
          CASE(worlds_in_space_have_freedoms_by_rank_and_masses),
          CASE(planar_worlds_have_the_same_freedoms_as_their_diagnosis),
          CASE(a_fixed_body_among_redundant_joints_is_named_by_its_number))
