/* test_bad_worlds.c: worlds that cannot start or go on: what is reported, and the state that is
 * left.
 */
#include "simulations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A body b of 1 kg and 1 kg m^2 with a mark 1 m from its centre, in a world of its own. */
#define BODY                                                                                       \
    "primitive body begin geometry: none where begin mark: (1m, 0); end;\n"                        \
    "  dynamics: (mass: 1kg, inertia: 1kg*m^2); end\n"
#define WORLD(structure, more, run)                                                                \
    BODY "world w begin components b: body;\n"                                                     \
         "  structure begin\n" structure "\nend\n"                                                 \
         "  properties: (planar);\n" more "\nend\n"                                                \
         "simulate w begin time: (10ms, 10s);" run " end\n"

static bool has(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

/* ---- Masses -------------------------------------------------------------------------------- */

#define MASSES(dynamics)                                                                           \
    "primitive body begin geometry: none; dynamics: " dynamics "; end\n"                           \
    "world w begin components b: body; structure place b by center at (0, 0); end\n"               \
    "simulate w begin time: (10ms, 10s); end\n"

TEST(bodies_without_mass_or_inertia_are_told) {
    CHECK_TEXT(sim_says(t, MASSES("(mass: 0kg, inertia: 1kg*m^2)"), NULL, 1.0),
               "error 1:55 'mass' is 0kg, but must be more than 0\n");
    CHECK_TEXT(sim_says(t, MASSES("(mass: 1kg, inertia: 0kg*m^2)"), NULL, 1.0),
               "error 1:69 'inertia' is 0kg*m^2, but must be more than 0\n");
    CHECK_TEXT(sim_says(t, MASSES(""), NULL, 1.0),
               "error 1:38 a body without a shape needs its mass and inertia // as in dynamics: "
               "(mass: 2kg, inertia: 0.01kg*m^2); or give a shape\n");
    CHECK_TEXT(sim_says(t, MASSES("(mass: 1kg, inertia: (1kg*m^2, 1kg*m^2, 3kg*m^2))"), NULL, 1.0),
               "error 1:60 no rigid body has these moments of inertia: the one about z is larger "
               "than the sum of the two others // 'inertia' is about axes through the centre of "
               "mass; 'products' are sums of mass times x y, y z and z x there [b]\n");
}

/* ---- Controls ------------------------------------------------------------------------------ */

TEST(control_that_has_no_number_ends_the_run_at_its_time) {
    const char *text =
        WORLD("place b by center at (0, 0);",
              "control: force of b = (1N * sqrt(0.5 - time / 1s), 0N);", " tolerance: 1e-10;");
    CHECK_TEXT(
        sim_says(t, text, NULL, 10.0),
        "error 8:10 at 0.5 s the force of 'b' is not a number (nan) // look for a division by "
        "zero, a root or logarithm of a negative number, or a table read outside its points [b]\n");
    /* The state is the last good one: v = (2 / 3) sqrt(1 / 8) after half a second. */
    tmSim *sim = sim_of(t, text, 0, NULL);
    int32_t count;
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 10.0));
    const tmSimInfo *info = tm_sim_info(sim);
    CHECK(info->outcome == TM_SIM_FAILED && info->time <= 0.5 && info->time > 0.49);
    CHECK_NEAR(tm_sim_twists(sim)[1].linear[0],
               2.0 / 3.0 * (sqrt(0.125) - pow(0.5 - info->time, 1.5)), 1e-7);
    const tmSimEvent *events = tm_sim_events(sim, &count);
    CHECK(count > 0 && events[count - 1].kind == TM_SIM_EVENT_FAILURE);
    CHECK(events[count - 1].time == info->time);
    uint64_t before = tm_sim_hash(sim);
    MUST(tm_sim_advance(sim, 10.0)); /* nothing more happens */
    CHECK(tm_sim_hash(sim) == before && tm_sim_info(sim)->outcome == TM_SIM_FAILED);
}

TEST(control_that_has_no_number_at_the_start_is_told) {
    CHECK_TEXT(sim_says(t,
                        WORLD("place b by center at (0, 0);",
                              "control: force of b = (1N / (time / 1s), 0N);", ""),
                        NULL, 10.0),
               "error 8:10 at 0 s the force of 'b' is infinite // look for a division by zero, a "
               "root or logarithm of a negative number, or a table read outside its points [b]\n");
}

/* Gives numbers until half a second, then none. */
static void broken(void *user, const tmControlCall *call, double *values) {
    (void)user;
    values[0] = values[1] = values[2] = call->time > 0.5 ? NAN : 1.0;
}

TEST(control_of_the_host_that_has_no_number_is_told) {
    const char *text = WORLD("place b by center at (0, 0);", "control: force of b = pilot;", "");
    CHECK_TEXT(
        sim_says(t, text, NULL, 10.0),
        "warning 8:23 no function 'pilot' is defined: the world runs only in a program that "
        "supplies it\n"
        "error 8:10 nothing supplies the control 'pilot' // define a function of this name, or "
        "run the world in a program that registers it as a tmHostControl [b]\n");
    const tmHostControl pilot = {"pilot", broken, NULL};
    tmSimDef def = tm_sim_def_default();
    def.controls = &pilot;
    def.control_count = 1;
    const char *said = sim_says(t, text, &def, 10.0);
    CHECK(has(said, "error 8:10 at 0.5"));
    CHECK(has(said, " s the force of 'b' is not a number (nan) //"));
}

/* ---- Steps --------------------------------------------------------------------------------- */

#define SPRING                                                                                     \
    "join b to world with slider(stiffness: 1e6N/m, rest: 0m) matching (x_axis x_axis) as coil;\n" \
    "place b by center at (1m, 0);"

/* omega = 1000 /s: explicit rules need a step below 2 / omega. */
TEST(step_that_is_too_large_for_a_spring_is_told_with_the_spring) {
    static const char *const runs[3] = {WORLD(SPRING, "", " integrator: euler;"),
                                        WORLD(SPRING, "", " integrator: rk4;"),
                                        WORLD(SPRING, "", " method: classic;")};
    for (int i = 0; i < 3; i++) {
        const char *said = sim_says(t, runs[i], NULL, 10.0);
        CHECK(has(said, "error 3:26 at t = "));
        CHECK(has(said, " m/s: the step of 0.01 s is too large for the spring or damper 'coil', "
                        "which needs one below 0.002 s // give 'time' a shorter step, or use "
                        "'method: events' with an integrator that controls its error [b]\n"));
    }
    /* With error control, and with the implicit step, the same world runs. */
    tmSimDef def = tm_sim_def_default();
    def.end = 0.1;
    CHECK_TEXT(sim_says(t, WORLD(SPRING, "", ""), &def, 0.1), "");
    CHECK_TEXT(sim_says(t, WORLD(SPRING, "", " method: stepping;"), &def, 0.1), "");
}

/* A wheel at 20 rad/s turns by 4 rad in 0.2 s: 720 / pi degrees. What it rolls on would be moved by
 * 2 pi less, or not at all. */
TEST(step_in_which_a_wheel_turns_too_far_is_told) {
    static const char *const runs[3] = {" integrator: rk4;", " method: stepping;",
                                        " method: classic;"};
    for (int i = 0; i < 3; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s%s",
                 BODY "world w begin components b: body; structure begin\n"
                      "join b to world with pin matching (center (0, 0)) as axle;\n"
                      "place b by center at (0, 0) angular_velocity = 20rad/s;\n"
                      "end properties: (planar); end\n"
                      "simulate w begin time: (0.2s, 10s);",
                 runs[i], " end\n");
        CHECK_TEXT(
            sim_says(t, text, NULL, 10.0),
            "error 3:26 at t = 0.0 s: 'b' turns by 229.2 deg: the step of 0.2 s is too large "
            "// give 'time' a shorter step, or use 'method: events' with an integrator that "
            "controls its error [b]\n");
    }
}

/* x'' = x^2 from x = 1 at rest goes to infinity at the integral of dx / sqrt(2/3 (x^3 - 1)), which
 * is sqrt(3/2) Gamma(1/6) Gamma(1/2) / (3 Gamma(2/3)) = 2.97448 s. */
TEST(motion_without_bound_is_told_with_the_body_and_the_time) {
    CHECK_NEAR(sqrt(1.5) * tgamma(1.0 / 6.0) * tgamma(0.5) / (3.0 * tgamma(2.0 / 3.0)), 2.97448,
               1e-5);
    const char *said = sim_says(t,
                                WORLD("place b by center at (1m, 0);",
                                      "control: force of b = (1N/m^2 * b.center.x^2, 0N);", ""),
                                NULL, 10.0);
    CHECK(has(said,
              "error 3:26 at t = 2.97448 s: no step is short enough for the tolerance; fastest "
              "is 'b', at "));
    CHECK(has(said, " m/s // look for a force or a prescribed motion that jumps or has no bound, "
                    "loosen 'tolerance', or let 'every' sample the control [b]\n"));
}

/* ---- Starts -------------------------------------------------------------------------------- */

TEST(parts_that_cannot_be_put_together_are_told) {
    const char *said =
        sim_says(t,
                 WORLD("join b to world with pin matching (mark (0, 0)) as left;\n"
                       "join b to world with pin matching ((-1m, 0) (5m, 0)) as right;",
                       "", ""),
                 NULL, 10.0);
    CHECK(has(said, "error 5:1 the parts of w cannot be assembled: at best a joint "
                    "stays open by "));
    CHECK(has(said, " // change a length or a place, or remove one of them [left (pin, line 5)"));
}

/* The centre of b starts at (-1 m, 0), 4 m from where it is to be. */
TEST(motion_that_is_prescribed_where_the_joints_do_not_let_it_be_is_told) {
    const char *said = sim_says(t,
                                WORLD("join b to world with pin matching (mark (0, 0)) as left;\n"
                                      "place b by mark at (0, 0);",
                                      "control: position of b = (3m, 0m);", ""),
                                NULL, 10.0);
    CHECK(
        has(said,
            "error 3:26 the world cannot start in this pose: 'b' starts 4.0 m away from where its "
            "control puts it, and no pose was found that meets the control and the joints // "
            "place the parts where the prescribed motion starts, or prescribe what the joints "
            "allow [b]\n"));
}

TEST(joint_that_starts_past_its_limit_is_told) {
    CHECK_TEXT(
        sim_says(t,
                 WORLD("join b to world with pin(low: 10deg, high: 20deg)\n"
                       "matching (center (0, 0)) as hinge;\n"
                       "place b by center at (0, 0) angle = 45deg;",
                       "", ""),
                 NULL, 10.0),
        "error 5:1 joint 'hinge' starts at 45.0 deg, past its limit of 20.0 deg // place its "
        "parts within the limit, or move the limit [hinge]\n");
    CHECK_TEXT(
        sim_says(t,
                 WORLD("join b to world with slider(low: 0.5m) matching (x_axis x_axis) as rail;\n"
                       "place b by center at (0.25m, 0);",
                       "", ""),
                 NULL, 10.0),
        "error 5:1 joint 'rail' starts at 0.25 m, past its limit of 0.5 m // place its parts "
        "within the limit, or move the limit [rail]\n");
}

TEST(velocities_that_the_joints_do_not_let_be_are_warned_of) {
    CHECK_TEXT(
        sim_says(t,
                 WORLD("join b to world with pin matching (mark (0, 0)) as left;\n"
                       "place b by mark at (0, 0) velocity = (3m/s, 0);",
                       "", ""),
                 NULL, 1.0),
        "warning 3:26 the velocities that are given at the start do not fit the joints: the "
        "velocity of 'b' changes by 3.0 m/s // change or leave out what does not fit: what is not "
        "given follows from the joints [b]\n");
}

#define THREE_RODS(places)                                                                         \
    "primitive rod begin geometry: bar(1m, 40mm, 10mm) where begin a: (-0.5m, 0); "                \
    "b: (0.5m, 0); end; dynamics: ; end\n"                                                         \
    "world w begin components p, q, r: rod; structure begin "                                      \
    "join p to world with pin matching (a (0, 0)); join q to p with pin matching (a b); "          \
    "join r to q with pin matching (a b); " places " end properties: (planar); end\n"              \
    "simulate w begin time: (1ms, 1s); end\n"

/* A straight chain that is pulled lengthwise: nothing of that is left. */
TEST(what_changes_at_the_start_is_listed_as_a_sentence) {
    CHECK_TEXT(sim_says(t,
                        THREE_RODS("place p by a at (0, 0) velocity = (1m/s, 0); "
                                   "place q by a at (1m, 0); "
                                   "place r by a at (2m, 0) velocity = (2m/s, 0);"),
                        NULL, 1.0),
               "warning 2:32 the velocities that are given at the start do not fit the joints: the "
               "velocity of 'p' changes by 1.0 m/s and the velocity of 'r' changes by 2.0 m/s // "
               "change or leave out what does not fit: what is not given follows from the joints "
               "[r]\n");
}

/* ---- Callers ------------------------------------------------------------------------------- */

TEST(mistakes_of_the_caller_are_told_by_a_status) {
    tmSim *fine = sim_of_example(t, "dynamics/pendulum.tml", 0, NULL), *sim = fine;
    REQUIRE(fine);
    const tmModel *model = sim_model(fine);
    tmAssembly *assembly;
    tmDiags *diags;
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    tmSimDef def = {0};
    CHECK_STATUS(tm_sim_create(model, assembly, &def, diags, &sim), TM_ERR_DEF);
    CHECK(sim == NULL);
    CHECK_STATUS(tm_sim_create(NULL, assembly, NULL, diags, &sim), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_create(model, NULL, NULL, diags, &sim), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_create(model, assembly, NULL, diags, NULL), TM_ERR_ARGUMENT);
    static const struct {
        double tolerance, step, end;
        int32_t method, integrator, contact;
    } wrong[] = {{-1.0, 0.0, 0.0, -1, -1, -1}, {NAN, 0.0, 0.0, -1, -1, -1},
                 {2.0, 0.0, 0.0, -1, -1, -1},  {0.0, -1.0, 0.0, -1, -1, -1},
                 {0.0, 0.0, NAN, -1, -1, -1},  {0.0, INFINITY, 0.0, -1, -1, -1},
                 {0.0, 0.0, 0.0, 7, -1, -1},   {0.0, 0.0, 0.0, -1, 100, -1},
                 {0.0, 0.0, 0.0, -1, -1, -2},  {0.0, 0.0, 0.0, -1, -1, TM_CONTACT_MODELS}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        def = tm_sim_def_default();
        def.tolerance = wrong[i].tolerance;
        def.step = wrong[i].step;
        def.end = wrong[i].end;
        def.method = wrong[i].method;
        def.integrator = wrong[i].integrator;
        def.contact = wrong[i].contact;
        CHECK_STATUS(tm_sim_create(model, assembly, &def, diags, &sim), TM_ERR_ARGUMENT);
        CHECK(sim == NULL);
    }
    CHECK(tm_sim_info(NULL) == NULL && tm_sim_frames(NULL) == NULL &&
          tm_sim_diagnostic(NULL) == NULL);
    CHECK(tm_sim_diagnostic(fine) == NULL);
    tmWrench wrench = {{7.0}, {7.0}};
    double value = 7.0;
    CHECK_STATUS(tm_sim_joint_wrench(fine, 1, &wrench), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_coordinate(fine, 0, 1, &value, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_coordinate(fine, -1, 0, &value, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_monitors(fine, NULL), TM_ERR_ARGUMENT);
    CHECK(wrench.force[0] == 7.0 && value == 7.0);
    tm_sim_destroy(NULL);
}

TEST_MAIN(CASE(bodies_without_mass_or_inertia_are_told),
          CASE(control_that_has_no_number_ends_the_run_at_its_time),
          CASE(control_that_has_no_number_at_the_start_is_told),
          CASE(control_of_the_host_that_has_no_number_is_told),
          CASE(step_that_is_too_large_for_a_spring_is_told_with_the_spring),
          CASE(step_in_which_a_wheel_turns_too_far_is_told),
          CASE(motion_without_bound_is_told_with_the_body_and_the_time),
          CASE(parts_that_cannot_be_put_together_are_told),
          CASE(motion_that_is_prescribed_where_the_joints_do_not_let_it_be_is_told),
          CASE(joint_that_starts_past_its_limit_is_told),
          CASE(velocities_that_the_joints_do_not_let_be_are_warned_of),
          CASE(what_changes_at_the_start_is_listed_as_a_sentence),
          CASE(mistakes_of_the_caller_are_told_by_a_status))
