/* test_scenes_scales.c: scenes with lengths, speeds and gravity multiplied by 2^-10 and 2^10 while
 * the step stays: no length is built in, so that the motions are the same to the bit except for the
 * exponents. */
#include "contact_campaigns.h"
#include "definition.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const double scales[2] = {0x1p-10, 0x1p10};

/* ---- Motions ------------------------------------------------------------------------------- */

/* Scenes that stand still for a minute do so after some seconds, too [s]. */
#define LONG_ENOUGH 4.0

/* Compares two runs of one scene, the second `scale` times as large. */
static bool same_motion(tmTest *t, ContactRun *plain, ContactRun *scaled, double scale) {
    int32_t count = tm_model_body_count(plain->model);
    while (tm_sim_info(plain->sim)->time < LONG_ENOUGH && contact_step(plain) &&
           contact_step(scaled)) {
        const tmFrame *f = tm_sim_frames(plain->sim), *g = tm_sim_frames(scaled->sim);
        const tmTwist *v = tm_sim_twists(plain->sim), *w = tm_sim_twists(scaled->sim);
        for (int32_t i = 0; i < count; i++) {
            bool same = memcmp(f[i].rotation, g[i].rotation, sizeof f[i].rotation) == 0 &&
                        memcmp(v[i].angular, w[i].angular, sizeof v[i].angular) == 0;
            for (int k = 0; k < 3; k++) {
                same = same && g[i].position[k] == scale * f[i].position[k] &&
                       w[i].linear[k] == scale * v[i].linear[k];
            }
            if (!CHECK(same)) {
                printf("  body %d differs first at step %lld\n", i, (long long)plain->steps);
                return false;
            }
        }
    }
    return CHECK(tm_sim_info(plain->sim)->outcome != TM_SIM_FAILED) &&
           CHECK(tm_sim_info(scaled->sim)->outcome == tm_sim_info(plain->sim)->outcome) &&
           CHECK(scaled->steps == plain->steps && plain->steps > 0);
}

/* ---- Random scenes ------------------------------------------------------------------------- */

static void check_scales(tmTest *t, ContactCampaign campaign) {
    for (int i = 0; i < test_rounds(8); i++) {
        for (int k = 0; k < 2; k++) {
            int keep = t->defer_count;
            ContactTrial trial = contact_trial(t, campaign, i, 1.0);
            ContactTrial other = contact_trial(t, campaign, i, scales[k]);
            ContactRun plain, scaled;
            REQUIRE(contact_run_of(&plain, t, trial.draft.text, 0, NULL, trial.rise));
            REQUIRE(contact_run_of(&scaled, t, other.draft.text, 0, NULL, trial.rise));
            plain.residual = scaled.residual = trial.residual;
            if (!same_motion(t, &plain, &scaled, scales[k])) {
                printf("  %s: trial %d, scale %g\n", contact_campaign_name(campaign), i, scales[k]);
            }
            test_run_defers(t, keep);
            t->splits = false; /* the allocations of the first two runs fail in turn: no others */
        }
    }
}

TEST(pegs_fall_alike_at_all_scales) {
    check_scales(t, CAMPAIGN_PEGS);
}

TEST(boxes_slide_alike_on_ramps_of_all_scales) {
    check_scales(t, CAMPAIGN_RAMPS);
}

TEST(planks_tip_alike_at_all_scales) {
    check_scales(t, CAMPAIGN_LEDGES);
}

TEST(stacks_stand_alike_at_all_scales) {
    check_scales(t, CAMPAIGN_STACKS);
}

TEST(bodies_tumble_alike_at_all_scales) {
    check_scales(t, CAMPAIGN_CORNERS);
}

TEST(boxes_slide_alike_on_tiles_of_all_scales) {
    check_scales(t, CAMPAIGN_TILES);
}

TEST(lips_are_alike_at_all_scales) {
    check_scales(t, CAMPAIGN_LIPS);
}

TEST(walls_are_alike_at_all_scales) {
    check_scales(t, CAMPAIGN_WALLS);
}

TEST(piles_are_alike_at_all_scales) {
    check_scales(t, CAMPAIGN_PILES);
}

/* ---- The examples -------------------------------------------------------------------------- */

#define TEXT_MAX 20000

/* The box climbs a lip of 10 nm at 1 m/s, which takes 2 g lip / v^2 of its kinetic energy. Where
 * these scenes are tested, all others are asked for CONTACT_RISE. */
#define CLIMB 2e-7

/* Puts "(scale * LENGTH)" for a length, speed or acceleration that begins at *from, or copies the
 * number; moves on. A number is one if no word goes on before it. */
static size_t add_number(char *to, const char **from, double scale) {
    static const char *const units[] = {"m", "mm", "um", "nm"};
    const char *p = *from;
    size_t number = strspn(p, "0123456789."), letters = 0;
    while (isalpha((unsigned char)p[number + letters])) {
        letters++;
    }
    size_t length = number + letters;
    bool is_length = false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        is_length =
            is_length || (strlen(units[i]) == letters && !strncmp(p + number, units[i], letters));
    }
    if (is_length && strncmp(p + length, "/s", 2) == 0) {
        length += strncmp(p + length, "/s^2", 4) == 0 ? 4 : 2;
    }
    *from += length;
    return (size_t)(is_length ? sprintf(to, "(%.17g * %.*s)", scale, (int)length, p)
                              : sprintf(to, "%.*s", (int)length, p));
}

/* A text with all lengths, speeds and gravity multiplied by `scale`. */
static char *scaled_text(tmTest *t, const char *text, double scale) {
    char *made = test_memory(t, TEXT_MAX, 1);
    size_t used = 0;
    char before = ' ';
    for (const char *p = text; *p && used < TEXT_MAX - 100;) {
        bool goes_on = isalnum((unsigned char)before) || before == '_';
        if (strncmp(p, "//", 2) == 0) {
            p += strcspn(p, "\n"); /* comments have numbers, too */
        } else if (!goes_on && strncmp(p, "gravity,", 8) == 0) {
            used += (size_t)sprintf(made + used, "gravity: %.17g,", scale * 9.81);
            p += 8;
        } else if (!goes_on && isdigit((unsigned char)*p)) {
            used += add_number(made + used, &p, scale);
        } else {
            made[used++] = *p++;
        }
        before = p[-1];
    }
    CHECK(used < TEXT_MAX - 100);
    return made;
}

static void check_example(tmTest *t, const char *name, int runs) {
    char path[400];
    snprintf(path, sizeof path, EXAMPLES "/contact/%s.tml", name);
    const char *text = definition_file(t, path);
    REQUIRE(text);
    for (int k = 0; k < 2; k++) {
        const char *other = scaled_text(t, text, scales[k]);
        for (int i = 0; i < runs; i++) {
            int keep = t->defer_count;
            ContactRun plain, scaled;
            REQUIRE(contact_run_of(&plain, t, text, i, NULL, CLIMB));
            REQUIRE(contact_run_of(&scaled, t, other, i, NULL, CLIMB));
            if (!same_motion(t, &plain, &scaled, scales[k])) {
                printf("  %s: run %d, scale %g\n", name, i + 1, scales[k]);
            }
            test_run_defers(t, keep);
            t->splits = false; /* the allocations of the first two runs fail in turn: no others */
        }
    }
}

TEST(scenes_that_pass_closely_are_alike_at_all_scales) {
    check_example(t, "corner", 7);
    check_example(t, "pegs", 14);
    check_example(t, "cliff", 3);
    check_example(t, "narrow", 3);
}

TEST(scenes_that_slide_are_alike_at_all_scales) {
    check_example(t, "ramps", 12);
    check_example(t, "step_down", 4);
    check_example(t, "tiles", 3);
    check_example(t, "lip", 2);
}

TEST(scenes_that_rest_or_topple_are_alike_at_all_scales) {
    check_example(t, "stack", 3);
    check_example(t, "ledge", 4);
    check_example(t, "tips", 4);
    check_example(t, "u_over_peg", 4);
    check_example(t, "l_on_peg", 4);
}

TEST(scenes_of_impacts_are_alike_at_all_scales) {
    check_example(t, "bullet", 3);
    check_example(t, "spinning_rod", 2);
    check_example(t, "bounce", 3);
    check_example(t, "row_of_balls", 2);
}

TEST_MAIN(CASE(pegs_fall_alike_at_all_scales), CASE(boxes_slide_alike_on_ramps_of_all_scales),
          CASE(planks_tip_alike_at_all_scales), CASE(stacks_stand_alike_at_all_scales),
          CASE(bodies_tumble_alike_at_all_scales), CASE(boxes_slide_alike_on_tiles_of_all_scales),
          CASE(lips_are_alike_at_all_scales), CASE(walls_are_alike_at_all_scales),
          CASE(piles_are_alike_at_all_scales),
          CASE(scenes_that_pass_closely_are_alike_at_all_scales),
          CASE(scenes_that_slide_are_alike_at_all_scales),
          CASE(scenes_that_rest_or_topple_are_alike_at_all_scales),
          CASE(scenes_of_impacts_are_alike_at_all_scales))
