/* test_sketch_drive.c: drives of sketches: which way they go, and what keeps them. */
#include "test.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* Ground 20, links 50, 30, 30 [mm]: the two short ones are in line where 20^2 + 50^2 - 2000 cos a
 * is 60^2, at 110.49 degrees either way. It stands at 100. */
#define LINK(name, length)                                                                         \
    "primitive " name " begin geometry: link(4mm, 2mm) where begin a: (0, 0); b: (" length         \
    ", 0); end; end\n"
#define WIDE                                                                                       \
    LINK("l1", "50mm")                                                                             \
    LINK("l2", "30mm")                                                                             \
    LINK("l3", "30mm")                                                                             \
    "world drawing begin components l1: l1; l2: l2; l3: l3;\n"                                     \
    "structure begin\n"                                                                            \
    "  join l1 to world with pin matching (a (0, 0)) as j1;\n"                                     \
    "  join l1 to l2 with pin matching (b a) as j2;\n"                                             \
    "  join l2 to l3 with pin matching (b b) as j3;\n"                                             \
    "  join l3 to world with pin matching (a (20mm, 0)) as j4;\n"                                  \
    "  place l1 by a near (0, 0) angle = 100deg;\n"                                                \
    "  place l2 by a near (-8.68mm, 49.24mm) angle = -41.5deg;\n"                                  \
    "  place l3 by a near (20mm, 0) angle = 102deg;\n"                                             \
    "end properties: (planar); end\n"

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

/* Whether the crank stands at this angle [deg]. */
static bool stands_at(const tmSketch *sketch, double degrees) {
    const tmPose *pose = &tm_sketch_poses(sketch)[1];
    return hypot(pose->c - cos(PI * degrees / 180.0), pose->s - sin(PI * degrees / 180.0)) < 1e-9;
}

/* From 100 to -105 degrees is more than half a turn, and the shorter way is closed. */
TEST(drive_goes_to_the_far_end_of_its_range_within_the_range) {
    const char *drives[] = {"-105deg .. 105deg", "105deg .. -105deg", "255deg .. 465deg"};
    for (int i = 0; i < 3; i++) {
        char text[2000] = WIDE "animate drawing begin drive: j1.angle = ";
        tmSolveInfo info = {.outcome = TM_MOVE_FOLD};
        double part;
        strcat(text, drives[i]);
        strcat(text, " in 11 frames; end\n");
        tmSketch *sketch = sketch_of(t, text);
        if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
            return;
        }
        CHECK_STATUS(tm_sketch_play(sketch, i == 1 ? 1.0 : 0.0, &info), TM_OK);
        CHECK(info.outcome == TM_MOVE_DONE && stands_at(sketch, -105.0));
        CHECK_STATUS(tm_sketch_part(sketch, &part), TM_OK);
        CHECK(fabs(part - (i == 1 ? 1.0 : 0.0)) < 1e-9);
        CHECK_STATUS(tm_sketch_play(sketch, i == 1 ? 0.0 : 1.0, &info), TM_OK);
        CHECK(info.outcome == TM_MOVE_DONE && stands_at(sketch, 105.0));
        test_run_defers(t, 0);
    }
}

/* As where a person chooses another policy after the motor was blocked: the first move already
 * leads on from the fold, and none may lead back to the poses of the text. */
TEST(first_move_from_a_fold_ends_there_or_stretches_on) {
    const char *policies[] = {"search", "stretch"};
    tmPose poses[4];
    for (int i = 0; i < 2; i++) {
        char text[2000] = WIDE "animate drawing begin drive: j1.angle = 100deg .. 180deg in 11 "
                               "frames; on_break: ";
        tmSolveInfo info = {.outcome = TM_MOVE_DONE};
        strcat(text, policies[i]);
        strcat(text, "; end\n");
        tmSketch *sketch = sketch_of(t, text);
        if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
            return;
        }
        if (i == 0) {
            CHECK_STATUS(tm_sketch_play(sketch, 1.0, &info), TM_OK);
            CHECK(info.outcome == TM_MOVE_FOLD);
            memcpy(poses, tm_sketch_poses(sketch), sizeof poses);
            tm_sketch_reset(sketch);
        }
        CHECK_STATUS(tm_sketch_set_poses(sketch, poses), TM_OK);
        CHECK_STATUS(tm_sketch_play(sketch, 0.5, &info), TM_OK);
        CHECK(info.outcome == (i == 0 ? TM_MOVE_FOLD : TM_MOVE_STRETCHED));
        CHECK(stands_at(sketch, i == 0 ? 180.0 / PI * acos(-0.35) : 140.0));
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(drive_goes_to_the_far_end_of_its_range_within_the_range),
          CASE(first_move_from_a_fold_ends_there_or_stretches_on))
