/* test_scenes_mirrored.c: scenes that are their own mirror images, in which corners meet corners
 * and neither facet of a corner is the row of its pair ([NT] (11) with force on both). */
#include "contact_campaigns.h"

#include <math.h>
#include <stdio.h>

#define G 9.81

/* Two boxes that lean against each other, mirrored at x = 0; their upper corners meet there. */
static const char *leaning(tmTest *t, double width, double height, double tilt, double friction,
                           double step) {
    Draft draft = draft_begin(t, 1.0, NULL);
    DraftPolygon ground = draft_box(-2.0, -1.0, 2.0, 0.0);
    double c = cos(tilt), s = sin(tilt);
    double x = 0.5 * (c * width + s * height), y = 0.5 * (s * width + c * height);
    draft_body(&draft, true, &ground, 1, (DraftPose){0});
    draft_block(&draft, width, height, (DraftPose){.x = -x - 1e-5, .y = y, .angle = -tilt});
    draft_block(&draft, width, height, (DraftPose){.x = x + 1e-5, .y = y, .angle = tilt});
    draft_end(&draft, G, -1.57079632679489662, friction, step, 400.0 * step);
    return draft.text;
}

/* Sum of the forces that b2 puts on b3 [N]. */
static void push_between(const ContactRun *run, double force[2]) {
    int32_t count = 0, body = sim_body(run->t, run->sim, "b2");
    const tmContact *contacts = tm_sim_contacts(run->sim, &count);
    force[0] = force[1] = 0.0;
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; contacts[i].bodies[0] == body && k < 2; k++) {
            force[k] += contacts[i].force * contacts[i].normal[k] + contacts[i].friction[k];
        }
    }
}

/* Moments about the foot: H times the height of the upper corner is m g times what the centre of
 * mass is out. */
TEST(leaning_cards_stand_and_push_each_other_with_half_the_weight_times_the_lean) {
    static const double cases[][5] = {
        {0.002, 0.09, 0.3015, 0.5, 1e-3}, {0.01, 0.3, 0.6, 1.2, 5e-3}, {0.05, 0.4, 0.2, 0.7, 2e-3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double *v = cases[i];
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of(&run, t, leaning(t, v[0], v[1], v[2], v[3], v[4]), 0, NULL,
                               CONTACT_RISE));
        REQUIRE(contact_run_to(&run, CONTACT_END));
        ContactPose left = contact_pose(&run, "b2"), right = contact_pose(&run, "b3");
        CHECK_NEAR(left.x, -right.x, 1e-9);
        CHECK_NEAR(left.angle, -right.angle, 1e-9);
        CHECK_NEAR(left.spin, 0.0, 1e-9);
        double tilt = -left.angle, c = cos(tilt), s = sin(tilt), force[2];
        double out = 0.5 * (s * v[1] - c * v[0]), top = c * v[1];
        push_between(&run, force);
        CHECK_NEAR(force[0], v[0] * v[1] * G * out / top, 1e-9 * v[0] * v[1] * G);
        CHECK_NEAR(force[1], 0.0, 1e-9 * v[0] * v[1] * G);
        test_run_defers(t, keep);
    }
}

/* Steps in which each of both rows alone leaves the pair past its end. */
TEST(mirrored_pairs_heaps_and_towers_come_out) {
    int trials = test_rounds(90);
    CHECK(contact_campaign_passes(t, CAMPAIGN_MIRRORED, 0, trials, NULL, true) == trials);
}

/* Two corners on each other to 1e-13, of facets at 6 degrees: the end of each is at the facet of
 * the other, but only one of these separates the pair. Force was on both. */
TEST(where_corners_meet_force_is_on_facets_that_separate_only) {
    CHECK(contact_campaign_passes(t, CAMPAIGN_MIRRORED, 2689, 1, NULL, true) == 1);
}

/* A pair that goes from row to row, and is held at its vertex, until it may not change any more: it
 * was left on a row that another one separates it from (7e-4 of it). Halves of that step come out.
 */
TEST(pair_that_changes_its_rows_too_often_has_its_step_halved) {
    CHECK(contact_campaign_passes(t, CAMPAIGN_MIRRORED, 3310, 1, NULL, true) == 1);
}

/* ---- Copies --------------------------------------------------------------------------------- */

#define COPY_STEPS 50

/* Largest way by which a copy is not where the first is, or its mirror image, after each of the
 * steps [m]. */
static double apart(tmTest *t, ContactRun *first, ContactRun *copy, int bodies, bool mirrored) {
    double side = mirrored ? -1.0 : 1.0, most = 0.0;
    for (int i = 0; i < COPY_STEPS && contact_step(first); i++) {
        if (!CHECK(contact_step(copy))) {
            return INFINITY;
        }
        for (int k = 1; k <= bodies; k++) {
            char part[16];
            snprintf(part, sizeof part, "b%d", k);
            ContactPose a = contact_pose(first, part), b = contact_pose(copy, part);
            double turn = remainder(a.angle - side * b.angle, 2.0 * 3.14159265358979323846);
            most = fmax(most, fmax(fabs(a.x - side * b.x), fmax(fabs(a.y - b.y), fabs(turn))));
        }
    }
    return most;
}

static void check_copies(tmTest *t, ContactCampaign campaign, int count, double most) {
    for (int i = 0; i < 3 * count; i++) {
        int keep = t->defer_count, number = i / 3;
        bool mirrored = i % 3 != 1, reversed = i % 3 != 0;
        ContactTrial trial = contact_trial(t, campaign, number, 1.0);
        const char *text = contact_trial_copy(t, campaign, number, mirrored, reversed);
        ContactRun first, copy;
        REQUIRE(contact_run_of(&first, t, trial.draft.text, 0, NULL, trial.rise));
        REQUIRE(contact_run_of(&copy, t, text, 0, NULL, trial.rise));
        first.residual = copy.residual = trial.residual;
        double off = apart(t, &first, &copy, trial.draft.body_count, mirrored);
        if (!CHECK(off <= most)) {
            printf("  %s %d, copy %d: %g m apart\n", contact_campaign_name(campaign), number, i % 3,
                   off);
        }
        test_run_defers(t, keep);
        t->splits = false;
    }
}

TEST(mirrored_and_reordered_copies_move_alike_where_the_motion_is_unique) {
    static const ContactCampaign campaigns[] = {CAMPAIGN_PEGS,    CAMPAIGN_RAMPS, CAMPAIGN_LEDGES,
                                                CAMPAIGN_STACKS,  CAMPAIGN_TILES, CAMPAIGN_LIPS,
                                                CAMPAIGN_CORNERS, CAMPAIGN_WALLS};
    for (size_t i = 0; i < sizeof campaigns / sizeof campaigns[0]; i++) {
        check_copies(t, campaigns[i], test_rounds(12), 1e-9);
    }
}

/* Piles with friction have several motions, and rounding errors decide; all of them must come out.
 */
TEST(mirrored_and_reordered_copies_of_piles_come_out) {
    check_copies(t, CAMPAIGN_PILES, test_rounds(6), INFINITY);
    check_copies(t, CAMPAIGN_MIRRORED, test_rounds(12), INFINITY);
}

TEST_MAIN(CASE(leaning_cards_stand_and_push_each_other_with_half_the_weight_times_the_lean),
          CASE(mirrored_pairs_heaps_and_towers_come_out),
          CASE(where_corners_meet_force_is_on_facets_that_separate_only),
          CASE(pair_that_changes_its_rows_too_often_has_its_step_halved),
          CASE(mirrored_and_reordered_copies_move_alike_where_the_motion_is_unique),
          CASE(mirrored_and_reordered_copies_of_piles_come_out))
