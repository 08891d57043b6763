/* test_sketch_forces.c: rates and forces of a sketch where it stands, against closed forms, and
 * what its motion amounts to. */
#include "test.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

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

#define ARM                                                                                        \
    "primitive arm begin geometry: bar(1m, 0.1m, 0.1m) where begin a: (-0.5m, 0); end;\n"          \
    "  dynamics: (mass: 2kg, inertia: 0.25); end\n"                                                \
    "world w begin components arm: arm; structure join arm to world with pin matching\n"           \
    "  (a (0, 0)) as motor; properties: (planar, gravity); end\n"                                  \
    "animate w begin drive: motor.angle = 0deg .. 90deg in 10 frames; monitor: arm.center.y; "

/* An arm of 2 kg with its middle 0.5 m from the pin, at the angle a: m g r cos a against its
 * weight, and a centripetal force m r w^2. */
TEST(arm_has_the_torque_of_its_weight_where_it_is_played) {
    tmSketch *sketch = sketch_of(t, ARM "end\n");
    double n[40];
    REQUIRE(sketch && tm_sketch_driven_count(sketch) == TM_SKETCH_DRIVEN_HEAD + 1 + 12 + 3);
    for (int i = 0; i < 7; i++) {
        double a = i * PI / 12.0, w = 3.0;
        MUST(tm_sketch_play(sketch, i / 6.0, NULL));
        MUST(tm_sketch_driven(sketch, w, n));
        const double *body = n + TM_SKETCH_DRIVEN_HEAD + 1 + 6, *joint = body + 6;
        CHECK(n[0] == TM_DRIVEN_DONE && n[1] == -1.0 && n[2] == 0.0 && isnan(n[3]));
        CHECK_NEAR(n[4], 9.81 * cos(a) * w, 1e-10);
        CHECK_NEAR(n[5], 0.5 * (2.0 * 0.25 + 0.25) * w * w, 1e-10);
        CHECK_NEAR(n[TM_SKETCH_DRIVEN_HEAD], 9.81 * cos(a), 1e-11);
        CHECK_NEAR(body[0], -0.5 * w * sin(a), 1e-12);
        CHECK_NEAR(body[2], w, 1e-12);
        CHECK_NEAR(body[3], -0.5 * w * w * cos(a), 1e-11);
        CHECK_NEAR(joint[0], -w * w * cos(a), 1e-10);
        CHECK_NEAR(joint[1], 2.0 * 9.81 - w * w * sin(a), 1e-10);
        CHECK_NEAR(joint[2], 9.81 * cos(a), 1e-10);
    }
    MUST(tm_sketch_driven(sketch, NAN, n)); /* the text gives no speed: at rest */
    CHECK(n[2] == 1.0 && isnan(n[TM_SKETCH_DRIVEN_HEAD + 1 + 6]) && isnan(n[5]));
    CHECK_NEAR(n[TM_SKETCH_DRIVEN_HEAD], 0.0, 1e-10);
    CHECK_STATUS(tm_sketch_driven(sketch, 1.0, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_driven(sketch, INFINITY, n), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_sketch_driven(NULL, 1.0, n), TM_ERR_ARGUMENT);
    CHECK(tm_sketch_driven_count(NULL) == 0);
}

/* With a cycloid over 90 degrees the text says how fast it is in the middle: 60 rpm. */
TEST(the_speed_of_the_text_counts_where_none_is_given) {
    tmSketch *sketch = sketch_of(t, ARM "speed: 60rpm; profile: cycloid; end\n");
    double n[40];
    REQUIRE(sketch);
    MUST(tm_sketch_play(sketch, 0.5, NULL));
    MUST(tm_sketch_driven(sketch, NAN, n));
    CHECK(n[2] == 0.0);
    CHECK_NEAR(n[3], 0.25, 1e-12);
    CHECK_NEAR(n[TM_SKETCH_DRIVEN_HEAD + 1 + 6 + 2], 2.0 * PI, 1e-10);
}

/* An arm turns about its pin alone: both centrodes are that point. */
TEST(centrodes_of_an_arm_are_its_pin) {
    tmSketch *sketch = sketch_of(t, ARM "end\n");
    double fixed[10], moving[10];
    REQUIRE(sketch);
    MUST(tm_sketch_centrodes(sketch, 0, 1, 5, fixed, moving));
    for (int i = 0; i < 5; i++) {
        CHECK_NEAR(hypot(fixed[2 * i], fixed[2 * i + 1]), 0.0, 1e-13);
        CHECK_NEAR(moving[2 * i], -0.5, 1e-13);
        CHECK_NEAR(moving[2 * i + 1], 0.0, 1e-13);
    }
    CHECK_STATUS(tm_sketch_centrodes(sketch, 1, 1, 5, fixed, moving), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_centrodes(NULL, 0, 1, 5, fixed, moving), TM_ERR_ARGUMENT);
}

typedef struct Text {
    char bytes[4000];
    size_t used;
} Text;

static void add_bytes(void *user, const char *bytes, size_t count) {
    Text *text = user;
    if (text->used + count < sizeof text->bytes) {
        memcpy(text->bytes + text->used, bytes, count);
        text->used += count;
    }
}

TEST(motion_of_a_sketch_is_told_as_json) {
    tmSketch *sketch = sketch_of(t, ARM "end\n");
    Text *text = test_memory(t, 1, sizeof *text);
    REQUIRE(sketch);
    MUST(tm_sketch_motion(sketch, 9, add_bytes, text));
    CHECK(strstr(text->bytes, "\"steps\":9,\"unreached\":0,\"hasReach\":true,\"isWhole\":true"));
    CHECK(strstr(text->bytes, "\"modes\":1,\"circuits\":1,\"hasAllModes\":true,\"limits\":[]"));
    CHECK(strstr(text->bytes, "\"measures\":[{\"joint\":-1"));
    CHECK_STATUS(tm_sketch_motion(sketch, 1, add_bytes, text), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sketch_motion(NULL, 9, add_bytes, text), TM_ERR_ARGUMENT);
    text->used = 0;
    MUST(tm_sketch_json(sketch, add_bytes, text));
    CHECK(strstr(text->bytes, "\"pace\":{\"given\":false"));
}

TEST_MAIN(CASE(arm_has_the_torque_of_its_weight_where_it_is_played),
          CASE(the_speed_of_the_text_counts_where_none_is_given),
          CASE(centrodes_of_an_arm_are_its_pin), CASE(motion_of_a_sketch_is_told_as_json))
