/* test_scenes_copies.c: every scene of the examples and trials again, mirrored and with its bodies
 * in another order: the mirrored motion where there is one only, else one that comes out, too. */
#include "contact_copies.h"
#include "definition.h"

#include <math.h>
#include <stdio.h>

#define TRIALS EXAMPLES "/../tests/trials/contact"

/* Where more than one motion is right, and rounding errors decide: a tip that stands on a tip, a
 * chain that folds. A house of cards that gives way makes rounding errors grow. */
#define SEVERAL INFINITY

/* Two equal rods that close like scissors meet on the facet of either, and which one is taken is up
 * to their order. What is known of the moment of their impact is of second order in the step, and
 * is 0.0843893 of it on the one and 0.0843851 on the other: after 50 steps they are 2.1e-9 apart.
 * The impact at the end of the step and all after it are otherwise the same. */
#define TIED 5e-9

typedef struct Scene {
    const char *path;
    int32_t runs;
    double near, rise;
} Scene;

static void check_scenes(tmTest *t, const char *folder, const Scene *scenes, size_t count,
                         int least_mirrored) {
    int mirrored = 0;
    size_t stride = 10 / (size_t)test_rounds(10); /* a tenth of them under sanitizers */
    for (size_t i = 0; i < count; i += stride) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s.tml", folder, scenes[i].path);
        for (int32_t run = 0; run < scenes[i].runs; run++) {
            int keep = t->defer_count;
            ContactCopies kind = COPIES_NONE;
            const char *text = definition_file(t, path);
            if (!CHECK(text) ||
                !contact_copies_agree(t, text, run, scenes[i].rise, scenes[i].near, &kind)) {
                printf("  %s, run %d\n", scenes[i].path, run + 1);
            }
            mirrored += kind == COPIES_MIRRORED;
            test_run_defers(t, keep);
            t->splits = false; /* the allocations of the first scene fail in turn: no others */
        }
    }
    CHECK(stride > 1 || mirrored >= least_mirrored);
}

/* clang-format off */
static const Scene examples[] = {
    {"contact/antenna", 2, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/arch", 2, COPY_NEAR, CONTACT_RISE},
    {"contact/arm_insertion", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/ball_bearing", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/billiards", 3, COPY_NEAR, CONTACT_RISE},
    {"contact/board_in_frame", 3, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/bounce", 3, COPY_NEAR, CONTACT_RISE},
    {"contact/bullet", 3, COPY_NEAR, CONTACT_RISE},
    {"contact/card_house", 4, 1e-7, CONTACT_RISE},
    {"contact/chain_on_floor", 1, SEVERAL, CONTACT_RISE},
    {"contact/cliff", 3, COPY_NEAR, CONTACT_RISE},
    {"contact/conveyor", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/corner", 7, COPY_NEAR, CONTACT_RISE},
    {"contact/dimer", 2, COPY_NEAR, CONTACT_RISE},
    {"contact/dominoes", 1, COPY_NEAR, CONTACT_RISE},
    {"contact/double_pendulum_at_post", 2, COPY_NEAR, CONTACT_RISE},
    {"contact/escapement", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/gears", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/geneva", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/gripper", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/l_on_peg", 4, COPY_NEAR, CONTACT_RISE},
    {"contact/ledge", 4, COPY_NEAR, CONTACT_RISE},
    {"contact/link_belt", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/lip", 2, COPY_NEAR, CONTACT_RISE},
    {"contact/lock", 2, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/narrow", 3, COPY_NEAR, CONTACT_RISE},
    {"contact/pegs", 14, COPY_NEAR, CONTACT_RISE},
    {"contact/pendulum_at_post", 3, COPY_NEAR, CONTACT_RISE},
    {"contact/platform_on_springs", 2, COPY_NEAR, CONTACT_RISE},
    {"contact/ramps", 12, COPY_NEAR, CONTACT_RISE},
    {"contact/ratchet", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/rocking_block", 1, COPY_NEAR, CONTACT_RISE},
    {"contact/row_of_balls", 2, COPY_NEAR, CONTACT_RISE},
    {"contact/saws", 3, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/slider_crank_pusher", 2, COPY_NEAR, CONTACT_DRIVEN},
    {"contact/spinning_rod", 2, COPY_NEAR, CONTACT_RISE},
    {"contact/stack", 3, COPY_NEAR, CONTACT_RISE},
    {"contact/step_down", 4, COPY_NEAR, CONTACT_RISE},
    {"contact/tiles", 3, COPY_NEAR, CONTACT_RISE},
    {"contact/tips", 4, SEVERAL, CONTACT_RISE},
    {"contact/u_over_peg", 4, COPY_NEAR, CONTACT_RISE},
    {"papers/peg_in_hole", 2, COPY_NEAR, CONTACT_RISE},
    {"papers/cracked_ramp", 2, COPY_NEAR, CONTACT_RISE},
    {"papers/colliding_rods", 2, TIED, CONTACT_DRIVEN},
    {"gallery/newton_cradle", 2, COPY_NEAR, CONTACT_RISE},
};
/* clang-format on */

TEST(copies_of_the_examples_move_alike) {
    check_scenes(t, EXAMPLES, examples, sizeof examples / sizeof examples[0], 80);
}

/* clang-format off */
static const Scene trials[] = {
    {"ball_past_facet", 1, COPY_NEAR, CONTACT_RISE},
    {"billiard_momentum", 1, COPY_NEAR, CONTACT_RISE},
    {"cradle_with_gaps", 1, COPY_NEAR, CONTACT_RISE},
    {"mirrored_cards", 1, COPY_NEAR, CONTACT_RISE},
    {"ball_comes_to_rest", 1, COPY_NEAR, CONTACT_RISE},
    {"ball_on_a_bar", 1, COPY_NEAR, CONTACT_RISE},
    {"bouncing_apexes", 1, COPY_NEAR, CONTACT_RISE},
    {"break_shot", 1, COPY_NEAR, CONTACT_RISE},
    {"break_with_small_gaps", 1, COPY_NEAR, CONTACT_RISE},
    {"disc_slides_and_spins", 1, COPY_NEAR, CONTACT_RISE},
    {"door", 1, COPY_NEAR, CONTACT_RISE},
    {"face_misses", 1, COPY_NEAR, CONTACT_RISE},
    {"falls_through", 4, COPY_NEAR, CONTACT_RISE},
    {"first_frame_at_rest", 1, COPY_NEAR, CONTACT_RISE},
    {"first_frame_before_an_impact", 1, COPY_NEAR, CONTACT_RISE},
    {"first_frame_each_for_itself", 1, COPY_NEAR, CONTACT_RISE},
    {"first_frame_sliding", 1, COPY_NEAR, CONTACT_RISE},
    {"four_bar_beside_a_box", 2, COPY_NEAR, CONTACT_DRIVEN},
    {"gate", 1, COPY_NEAR, CONTACT_RISE},
    {"ladder", 1, COPY_NEAR, CONTACT_RISE},
    {"ladder_noise", 1, COPY_NEAR, CONTACT_RISE},
    {"misses_in_a_long_step", 1, COPY_NEAR, CONTACT_RISE},
    {"one_ball_out", 1, COPY_NEAR, CONTACT_RISE},
    {"touches_in_a_long_step", 1, COPY_NEAR, CONTACT_RISE},
    {"plate_that_rises", 1, COPY_NEAR, CONTACT_DRIVEN},
    {"rolling_disc", 1, COPY_NEAR, CONTACT_RISE},
    {"slides_then_hits", 1, COPY_NEAR, CONTACT_RISE},
    {"slides_without_hits", 1, SEVERAL, CONTACT_RISE},
    {"stick", 1, COPY_NEAR, CONTACT_RISE},
    {"stopping_distance", 1, COPY_NEAR, CONTACT_RISE},
    {"swing_beside_a_stack", 2, COPY_NEAR, CONTACT_RISE},
    {"tilted_brick", 2, COPY_NEAR, CONTACT_RISE},
    {"two_masses", 1, COPY_NEAR, CONTACT_RISE},
    {"whirled_beside_a_box", 2, COPY_NEAR, CONTACT_DRIVEN},
    {"without_friction", 3, COPY_NEAR, CONTACT_RISE},
};
/* clang-format on */

TEST(copies_of_the_trials_move_alike) {
    check_scenes(t, TRIALS, trials, sizeof trials / sizeof trials[0], 20);
}

TEST_MAIN(CASE(copies_of_the_examples_move_alike), CASE(copies_of_the_trials_move_alike))
