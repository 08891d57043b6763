/* test_given_mass.c: masses, centres of mass and products of inertia that a text states, and what a
 * place's velocity is the velocity of: against closed forms. */
#include "simulations.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static tmMass mass_of(tmTest *t, const tmSim *sim, const char *part) {
    tmBodyInfo info = {.name = ""};
    CHECK(tm_model_body(sim_model(sim), sim_body(t, sim, part), &info) == TM_OK);
    return info.mass;
}

/* A compound pendulum: a'' = -m g d cos(a) / (I + m d^2), and w^2 / 2 by its energy. */
TEST(pendulum_swings_about_its_own_centre_of_mass) {
    tmSim *sim =
        sim_of(t,
               "primitive body begin geometry: none;\n"
               "  dynamics: (mass: 2kg, inertia: 0.05kg*m^2, center_of_mass: (0.3m, 0)); end\n"
               "world w begin components b: body;\n"
               "  structure join b to world with pin matching (center (0, 0)) as axle;\n"
               "  properties: (planar, gravity: 10m/s^2); end\n"
               "simulate w begin time: (1ms, 1s); tolerance: 1e-12; end\n",
               0, NULL);
    REQUIRE(sim);
    double whole = 0.05 + 2.0 * 0.09, pull = 2.0 * 10.0 * 0.3, rate;
    CHECK_NEAR(tm_sim_accelerations(sim)[1].angular[2], -pull / whole, 1e-12);
    CHECK_NEAR(sim_wrench(t, sim, "axle").force[1], 20.0 - 2.0 * 0.3 * pull / whole, 1e-12);
    for (int i = 1; i <= 10; i++) {
        MUST(tm_sim_advance(sim, 0.1 * i));
        double angle = sim_value(sim, "axle", &rate);
        CHECK_NEAR(0.5 * whole * rate * rate, -pull * sin(angle), 1e-9);
    }
}

/* A box of 0.6 x 0.2 x 0.1 m and 12 kg, turned by 30 degrees about z: stated, and as a shape. */
#define BOX                                                                                        \
    "function a() = 12kg * (0.04m^2 + 0.01m^2) / 12;\n"                                            \
    "function b() = 12kg * (0.36m^2 + 0.01m^2) / 12;\n"                                            \
    "function c() = 12kg * (0.36m^2 + 0.04m^2) / 12;\n"                                            \
    "primitive stated begin geometry: none; dynamics: (mass: 12kg, center_of_mass: (0.1m, 0.2m,\n" \
    "  0.3m), inertia: (0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b, c), products: ((b - a) *\n"      \
    "  sin(30deg) * cos(30deg), 0, 0)); end\n"                                                     \
    "primitive shaped begin properties: (density: 1000);\n"                                        \
    "  geometry: union(cuboid(0.6m, 0.2m, 0.1m, at: (0.1m, 0.2m, 0.3m), angle: 30deg)); "          \
    "dynamics: ;"                                                                                  \
    "\nend\n"

TEST(products_of_inertia_are_those_of_a_turned_box) {
    tmSim *sim =
        sim_of(t,
               BOX "world w begin components one: stated; two: shaped;\n"
                   "  structure begin place one by center at (0, 0) angular_velocity =\n"
                   "    (cos(30deg) * 5, sin(30deg) * 5, 0); place two by center at (3, 0)\n"
                   "    angular_velocity = (1, 2, 3); end end\n"
                   "simulate w begin time: (1ms, 2s); tolerance: 1e-12; end\n",
               0, NULL);
    REQUIRE(sim);
    tmMass one = mass_of(t, sim, "one"), two = mass_of(t, sim, "two");
    CHECK_NEAR(one.mass, two.mass, 1e-13);
    CHECK_NEAR(one.centre.x, two.centre.x, 1e-15);
    CHECK_NEAR(one.centre.z, two.centre.z, 1e-15);
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(one.inertia[i / 3][i % 3], two.inertia[i / 3][i % 3], 1e-14);
    }
    /* What turns about a principal axis goes on doing so. */
    MUST(tm_sim_advance(sim, 2.0));
    const double *spin = tm_sim_twists(sim)[1].angular;
    CHECK_NEAR(spin[0], 5.0 * cos(PI / 6.0), 1e-10);
    CHECK_NEAR(spin[1], 5.0 * sin(PI / 6.0), 1e-10);
    CHECK_NEAR(spin[2], 0.0, 1e-10);
}

/* The velocity is that of the feature by which the part is placed. */
TEST(velocity_of_a_place_is_that_of_its_feature) {
    tmSim *sim =
        sim_of(t,
               "primitive body begin geometry: none where begin tip: (0.5m, 0); end;\n"
               "  dynamics: (mass: 2kg, inertia: 0.05kg*m^2, center_of_mass: (0.1m, 0)); end\n"
               "world w begin components b: body;\n"
               "  structure place b by tip at (1m, 2m) angle = 90deg velocity = (3m/s, 4m/s)\n"
               "    angular_velocity = 10rad/s;\n"
               "  properties: (planar); end\n"
               "simulate w begin time: (1ms, 1s); end\n",
               0, NULL);
    REQUIRE(sim);
    double point[3], velocity[3];
    sim_point(t, sim, "b.tip", point, velocity);
    CHECK_NEAR(point[0], 1.0, 1e-15);
    CHECK_NEAR(velocity[0], 3.0, 1e-14);
    CHECK_NEAR(velocity[1], 4.0, 1e-14);
    /* The centre of mass is 0.4 m below the tip: v + w x (0, -0.4) = (3 + 4, 4). */
    SimTotals totals = sim_totals(sim);
    CHECK_NEAR(totals.momentum[0], 2.0 * 7.0, 1e-13);
    CHECK_NEAR(totals.momentum[1], 2.0 * 4.0, 1e-13);
}

#define GIVEN(dynamics)                                                                            \
    "primitive body begin geometry: none; dynamics: " dynamics "; end\n"                           \
    "world w begin components b: body; structure place b by center at (0, 0); end\n"               \
    "simulate w begin time: (10ms, 10s); end\n"

TEST(moments_that_no_body_has_are_refused) {
    const char *says = sim_says(t, GIVEN("(mass: 1kg, inertia: (1, 1, 3))"), NULL, 0.1);
    CHECK(strstr(says, "error 1:60 no rigid body has these moments of inertia: the one about z is "
                       "larger than the sum of the two others // "));
    /* Principal moments 1 +- 0.9 and 1.95: 1.9 and 0.1 make 2, but 1.95 and 0.1 only 2.05: fine;
     * with 1.5 about z, 1.9 > 0.1 + 1.5. */
    CHECK_TEXT(
        sim_says(t, GIVEN("(mass: 1kg, inertia: (1, 1, 1.95), products: (0.9, 0, 0))"), NULL, 0.1),
        "");
    says =
        sim_says(t, GIVEN("(mass: 1kg, inertia: (1, 1, 1.5), products: (0.9, 0, 0))"), NULL, 0.1);
    CHECK(strstr(says, "no rigid body has these moments and products of inertia: the products are "
                       "too large for the moments"));
    /* A flat plate has the sum exactly. */
    CHECK_TEXT(sim_says(t, GIVEN("(mass: 1kg, inertia: (1, 1, 2))"), NULL, 0.1), "");
}

TEST_MAIN(CASE(pendulum_swings_about_its_own_centre_of_mass),
          CASE(products_of_inertia_are_those_of_a_turned_box),
          CASE(velocity_of_a_place_is_that_of_its_feature),
          CASE(moments_that_no_body_has_are_refused))
