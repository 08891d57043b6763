/* test_chatter.c: controls that jump back and forth end the run with a message; those that only
 * jump, or are only steep, do not. */
#include "simulations.h"

#include <math.h>
#include <string.h>

/* A block of 1 kg on a rail, 1 m from where its spring is slack, with 0.5 m/s. */
#define BLOCK(hinge, control, run)                                                                 \
    "primitive block begin geometry: none where begin rail: axis((1, 0, 0)); end;\n"               \
    "  dynamics: (mass: 1kg, inertia: 1); end\n"                                                   \
    "world w begin components block: block;\n"                                                     \
    "  structure begin\n"                                                                          \
    "    join block to world with slider(" hinge ") matching (rail x_axis) as slide;\n"            \
    "    place block by center at (1m, 0) velocity = (0.5m/s, 0);\n"                               \
    "  end\n"                                                                                      \
    "  properties: (planar);\n"                                                                    \
    "  control: begin\n"                                                                           \
    "    " control "\n"                                                                            \
    "  end;\n"                                                                                     \
    "end\n"                                                                                        \
    "simulate w begin time: (10ms, 40s); " run " end\n"
#define SPRING "stiffness: 10N/m, rest: 0m"

/* Checks that it ends at this time because of a control of the text. */
static void check_chatters(tmTest *t, const char *text, const char *quantity, double time,
                           double tolerance) {
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 40.0));
    const tmDiag *problem = tm_sim_diagnostic(sim);
    CHECK(problem && strstr(problem->message, "of 'slide' chatters") &&
          strstr(problem->message, quantity) && problem->line == 10);
    CHECK(tm_sim_info(sim)->steps < 5000);
    CHECK_NEAR(tm_sim_info(sim)->time, time, tolerance);
}

static void check_calm(tmTest *t, const char *text) {
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 40.0));
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED);
}

/* Dry friction of 1 N: half swings of pi / w about +-0.1 m, w^2 = 10, each 0.2 m narrower. From 1 m
 * with 0.5 m/s it turns at x0 = -0.1 + sqrt(1.1^2 + 0.5^2 / 10), and sticks at the first turn
 * within 0.1 m of 0: the fifth after that. */
TEST(friction_by_the_sign_of_the_velocity_is_told_where_it_sticks) {
    double w = sqrt(10.0), amplitude = sqrt(1.21 + 0.025), first = atan2(0.5 / w, 1.1) / w;
    double turn = amplitude - 0.1; /* 1.0113: 0.8113, 0.6113, 0.4113, 0.2113, 0.0113 */
    double stick = first + 5.0 * 3.14159265358979323846 / w;
    CHECK(turn > 1.0 && turn < 1.1);
    check_chatters(t, BLOCK(SPRING, "force of slide = -1N * sign(slide.velocity);", ""), "force",
                   stick, 1e-3);
    check_chatters(t,
                   BLOCK(SPRING, "force of slide = if slide.velocity > 0m/s then -1N else 1N;",
                         "integrator: sdirk4;"),
                   "force", stick, 1e-3);
}

/* x' = -x from where 3 N first meet the line x + x' = 0 and can hold it. */
TEST(other_jumps_that_keep_the_state_on_a_surface_are_told) {
    check_chatters(
        t, BLOCK("", "force of slide = -3 * sign(slide.position + 1s * slide.velocity);", ""),
        "force", 0.5, 0.5);
    check_chatters(t, BLOCK("", "acceleration of slide = -1 * sign(slide.velocity);", ""),
                   "acceleration", 0.5, 1e-3);
}

TEST(jumps_and_steep_laws_that_do_not_chatter_run_to_the_end) {
    check_calm(t, BLOCK(SPRING, "force of slide = -1N * tanh(slide.velocity / 1mm/s);", ""));
    check_calm(t,
               BLOCK(SPRING, "force of slide = clamp(-1e6N*s/m * slide.velocity, -1N, 1N);", ""));
    check_calm(
        t, BLOCK(SPRING ", damping: 1e6N*s/m", "force of slide = if t > 1s then 5N else 0N;", ""));
    check_calm(t, BLOCK("", "force of slide = -1N * sign(slide.position);", ""));
    check_calm(t, BLOCK("damping: 0.2N*s/m",
                        "force of slide = if slide.position > 0.1m then -1N else if slide.position "
                        "< -0.1m then 1N else 0N;",
                        ""));
    check_calm(t,
               BLOCK("",
                     "force of slide = if slide.position > 1.5m then -1e6N/m * (slide.position - "
                     "1.5m) else 0N;",
                     ""));
    check_calm(t, BLOCK(SPRING, "every: 10ms; force of slide = -1N * sign(slide.velocity);", ""));
}

TEST_MAIN(CASE(friction_by_the_sign_of_the_velocity_is_told_where_it_sticks),
          CASE(other_jumps_that_keep_the_state_on_a_surface_are_told),
          CASE(jumps_and_steep_laws_that_do_not_chatter_run_to_the_end))
