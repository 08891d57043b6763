/* contact_tumbling.c: random scenes of contact in which bodies fly, fall and tumble: nothing is
 * expected of them but what every step is asked for, and that they stay where they can be. */
#include "contact_trials.h"

#include <math.h>
#include <stdio.h>

/* ---- Corners ------------------------------------------------------------------------------- */

/* Bodies that are not convex, spinning, dropped on a peg: nothing is expected but what every step
 * is asked for, and that it stays above the ground. */
void make_corner(ContactTrial *trial, uint64_t *seed) {
    double turn = test_uniform(seed, 0.0, 2.0 * PI), spin = test_uniform(seed, -3.0, 3.0);
    double speed = test_uniform(seed, -1.0, 1.0), step = test_uniform(seed, 0.004, 0.014);
    double friction = trial->number % 2 ? 0.3 : 0.0;
    bool is_u = trial->number % 4 < 2;
    double x = is_u ? test_uniform(seed, -0.6, 0.6) : test_uniform(seed, -1.0, 1.0);
    DraftPolygon u[3] = {draft_box(-1.5, 0.0, 1.5, 0.6), draft_box(-1.5, -2.0, -0.9, 0.0),
                         draft_box(0.9, -2.0, 1.5, 0.0)};
    DraftPolygon l[2] = {draft_box(0.0, 0.0, 2.0, 0.5), draft_box(0.0, 0.5, 0.5, 2.0)};
    double half = is_u ? 0.875 : 0.4, deep = is_u ? 4.0 : 3.0;
    DraftPolygon stand[2] = {draft_box(-half, -deep, half, 0.0),
                             draft_box(-30.0, -deep - 1.0, 30.0, -deep)};
    draft_body(&trial->draft, true, stand, 2, (DraftPose){0});
    draft_body(&trial->draft, false, is_u ? u : l, is_u ? 3 : 2,
               (DraftPose){x, is_u ? 4.0 : 3.2, turn, speed, 0.0, spin});
    draft_end(&trial->draft, G, DOWN, friction, step, 2.0);
    trial->expected[0] = -deep;
}

bool judge_corner(const ContactTrial *trial, ContactRun *run) {
    bool good = contact_run_to(run, CONTACT_END);
    return good && contact_pose(run, "b2").y / trial->scale > trial->expected[0] - 1e-6;
}

/* ---- Walls --------------------------------------------------------------------------------- */

/* A box that spins flies at a wall, up to one and a half of its size in a step: it stays on its
 * side. An impact gives a corner's arm the whole speed, so that a faster one would turn by more
 * than what a step can say of an angle; one that comes flat does not, and may have 1000 m/s. */
void make_wall(ContactTrial *trial, uint64_t *seed) {
    double thick = pow(10.0, test_uniform(seed, -3.0, -1.0)), size = test_uniform(seed, 0.1, 0.5);
    double share = test_uniform(seed, 0.1, 1.5), spin = test_uniform(seed, -8.0, 8.0);
    double aslant = test_uniform(seed, -1.2, 1.2), turn = test_uniform(seed, -PI, PI);
    double away = test_uniform(seed, 0.5, 5.0), step = test_uniform(seed, 0.002, 0.016);
    double friction = trial->number % 2 ? test_uniform(seed, 0.0, 0.5) : 0.0;
    double speed = share * size / step, height = size * test_uniform(seed, 0.5, 1.0);
    if (trial->number % 4 == 0) {
        turn = spin = aslant = 0.0;
        speed = pow(10.0, 2.0 * share);
    }
    DraftPolygon wall = draft_box(0.0, -1000.0, thick, 1000.0);
    draft_body(&trial->draft, true, &wall, 1, (DraftPose){0});
    draft_block(&trial->draft, size, height,
                (DraftPose){-away, 0.0, turn, speed * cos(aslant), speed * sin(aslant), spin});
    draft_end(&trial->draft, 0.0, DOWN, friction, step, 20.0 * step);
}

bool judge_wall(const ContactTrial *trial, ContactRun *run) {
    (void)trial;
    bool good = contact_run_to(run, CONTACT_END);
    return good && contact_pose(run, "b2").x < 0.0;
}

/* ---- Piles --------------------------------------------------------------------------------- */

/* Boxes and triangles, askew, fall into a bin: every step is judged, and all stay in it. expected:
 * width of the bin. */
void make_pile(ContactTrial *trial, uint64_t *seed) {
    int side = test_between(seed, 2, 4);
    double pitch = 1.35, width = side * pitch, step = test_uniform(seed, 0.004, 0.014);
    double friction = trial->number % 2 ? test_uniform(seed, 0.1, 0.6) : 0.0;
    DraftPolygon bin[3] = {draft_box(-1.0, -1.0, width + 1.0, 0.0), draft_box(-1.0, 0.0, 0.0, 20.0),
                           draft_box(width, 0.0, width + 1.0, 20.0)};
    draft_body(&trial->draft, true, bin, 3, (DraftPose){0});
    for (int i = 0; i < side * side; i++) {
        double w = test_uniform(seed, 0.7, 1.0), h = test_uniform(seed, 0.5, 0.9);
        double turn = test_uniform(seed, -0.6, 0.6), spin = test_uniform(seed, -1.0, 1.0);
        DraftPose pose = {(i % side + 0.5) * pitch, 0.8 + 1.3 * (i / side), turn, 0.0, 0.0, spin};
        DraftPolygon triangle = {3, {{-0.5 * w, -0.3 * h}, {0.5 * w, -0.3 * h}, {0.0, 0.6 * h}}};
        if (i % 3 == 2) {
            draft_body(&trial->draft, false, &triangle, 1, pose);
        } else {
            draft_block(&trial->draft, w, h, pose);
        }
    }
    draft_end(&trial->draft, G, DOWN, friction, step, 2.0);
    trial->count = side * side;
    trial->expected[0] = width;
}

bool judge_pile(const ContactTrial *trial, ContactRun *run) {
    bool good = contact_run_to(run, CONTACT_END);
    for (int i = 0; i < trial->count; i++) {
        char part[16];
        snprintf(part, sizeof part, "b%d", i + 2);
        ContactPose pose = contact_pose(run, part);
        good = good && pose.y > 0.0 && pose.x > 0.0 && pose.x / trial->scale < trial->expected[0];
    }
    return good;
}
