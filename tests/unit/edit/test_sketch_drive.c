/* test_sketch_drive.c: drives of sketches: which way they go, and what keeps them. */
#include "test.h"

#include <math.h>
#include <stdio.h>
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

/* ---- Sweeps -------------------------------------------------------------------------------- */

#define STEPS 361
#define FOLD 110.487315 /* acos(-0.35) [deg] */

/* WIDE with the crank at `pose` [deg], and a trace and a monitor over a range. */
static tmSketch *wide_at(tmTest *t, double pose, const double *range) {
    char text[4000] = WIDE, tail[400];
    tmSketch *sketch;
    snprintf(tail, sizeof tail,
             "animate drawing begin drive: j1.angle = %.9fdeg .. %.9fdeg in 11 frames;\n"
             "  trace: l1.b; monitor: l1.b; end\n",
             range[0], range[1]);
    strcat(text, tail);
    sketch = sketch_of(t, text);
    if (!sketch || !CHECK(tm_sketch_is_good(sketch))) {
        return NULL;
    }
    tmPose poses[4];
    memcpy(poses, tm_sketch_poses(sketch), sizeof poses);
    /* b of l1 and b of l3, the knee on the left of the line to the second pin. */
    double a = PI * pose / 180.0, bx = 0.05 * cos(a), by = 0.05 * sin(a);
    double way = hypot(0.02 - bx, by), to = atan2(-by, 0.02 - bx) + acos(way / 0.06);
    double cx = bx + 0.03 * cos(to), cy = by + 0.03 * sin(to), back = atan2(cy, cx - 0.02);
    poses[1] = (tmPose){0.0, 0.0, cos(a), sin(a)};
    poses[2] = (tmPose){bx, by, cos(to), sin(to)};
    poses[3] = (tmPose){0.02, 0.0, cos(back), sin(back)};
    return CHECK_STATUS(tm_sketch_set_poses(sketch, poses), TM_OK) ? sketch : NULL;
}

/* Whether x at step i is that of the crank's tip where it stands between two angles, else NaN. */
static void check_stretch(tmTest *t, const double *x, int stride, const double *range, double low,
                          double high) {
    int wrong = 0;
    for (int i = 0; i < STEPS; i++) {
        double angle = range[0] + (range[1] - range[0]) * i / (STEPS - 1);
        bool inside = angle > low && angle < high;
        double wanted = 0.05 * cos(PI * angle / 180.0);
        wrong += inside ? !(fabs(x[stride * i] - wanted) < 1e-9) : !isnan(x[stride * i]);
    }
    CHECK(wrong == 0);
}

/* It can stand between -FOLD and FOLD. From a little below the first angle the way leads up to it,
 * not to one a turn later; and where the range is left, the stretch is still that of the range. */
TEST(sweep_begins_with_the_range_from_every_pose_that_leads_there) {
    static const struct {
        double range[2], pose, low, high;
    } cases[] = {
        {{0.0, 360.0}, 10.0, -1.0, FOLD},      {{0.0, 360.0}, -0.01, -1.0, FOLD},
        {{0.0, 360.0}, -1.0, -1.0, FOLD},      {{0.0, 360.0}, -100.0, -1.0, FOLD},
        {{0.0, 200.0}, -1.0, -1.0, FOLD},      {{0.0, 720.0}, -0.01, -1.0, FOLD},
        {{0.0, 90.0}, -100.0, -1.0, 91.0},     {{0.0, -200.0}, 1.0, -FOLD, 1.0},
        {{20.0, 350.0}, -100.0, 19.0, FOLD},   {{-105.0, 105.0}, 100.0, -106.0, 106.0},
        {{150.0, 400.0}, -20.0, 249.6, 401.0}, /* the beginning is closed off */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double points[2 * STEPS], values[3 * STEPS];
        tmSketch *sketch = wide_at(t, cases[k].pose, cases[k].range);
        if (!sketch) {
            return;
        }
        CHECK_STATUS(tm_sketch_curves(sketch, STEPS, points), TM_OK);
        check_stretch(t, points, 2, cases[k].range, cases[k].low, cases[k].high);
        CHECK_STATUS(tm_sketch_monitors(sketch, STEPS, values), TM_OK);
        check_stretch(t, values, 1, cases[k].range, cases[k].low, cases[k].high);
        test_run_defers(t, 0);
    }
}

/* Part of the way at poses outside of a range of less than a turn: beyond the nearer end. */
TEST(part_outside_the_range_is_beyond_its_nearer_end) {
    static const double cases[][4] = {
        {0.0, 200.0, -1.0, -0.005},       {0.0, 90.0, 100.0, 100.0 / 90.0},
        {0.0, -200.0, 1.0, -0.005},       {0.0, 360.0, -1.0, 359.0 / 360.0},
        {90.0, 0.0, -30.0, 120.0 / 90.0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double part = NAN;
        tmSketch *sketch = wide_at(t, cases[k][2], cases[k]);
        if (!sketch) {
            return;
        }
        CHECK_STATUS(tm_sketch_part(sketch, &part), TM_OK);
        CHECK_NEAR(part, cases[k][3], 1e-9);
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
          CASE(sweep_begins_with_the_range_from_every_pose_that_leads_there),
          CASE(part_outside_the_range_is_beyond_its_nearer_end),
          CASE(first_move_from_a_fold_ends_there_or_stretches_on))
