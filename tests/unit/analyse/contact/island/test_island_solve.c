/* test_island_solve.c: the impulses of small islands: closed forms, general solvers beside it,
 * scales, and what has no solution. */
#include "island_cases.h"
#include "islands.h"

#include <math.h>
#include <string.h>

#define COUNT_MAX 40

/* A scene as the solver sees it. */
typedef struct Dense {
    islandScene scene;
    double w[4 * COUNT_MAX * COUNT_MAX];
    double impulse[2 * COUNT_MAX];
    uint8_t state[COUNT_MAX];
    tmiContactIsland island;
    tmiContactIslandInfo info;
} Dense;

static void close_scene(Dense *d) {
    island_close(&d->scene);
    island_matrix(&d->scene, d->w);
    d->island = (tmiContactIsland){d->scene.count, d->w, d->scene.b, d->scene.friction};
    memset(d->state, TMI_CONTACT_OPEN, sizeof d->state);
}

/* A box of 2 x 1 on a slope, with its two corners as points. */
static void put_on_slope(Dense *d, double angle, double mu, double speed) {
    island_clear(&d->scene);
    island_box(&d->scene, 0.0, 0.5, 2.0, 1.0);
    double fall = d->scene.velocity[0][1];
    d->scene.velocity[0][0] = -sin(angle) * fall + speed;
    d->scene.velocity[0][1] = cos(angle) * fall;
    island_touch(&d->scene, -1, 0, -1.0, 0.0, 0.0, 1.0, mu);
    island_touch(&d->scene, -1, 0, 1.0, 0.0, 0.0, 1.0, mu);
    close_scene(d);
}

/* Of the box on a slope: n = m g h cos a, and along m g h sin a, or mu n where that is less. The
 * moment about the centre leaves (n -+ friction / 2) / 2 for the corners at -1 and 1, its height
 * being half of the lever between them. */
TEST(a_box_on_a_slope_sticks_below_the_angle_of_friction_and_slips_above) {
    Dense *d = test_memory(t, 1, sizeof *d);
    for (int degrees = 0; degrees <= 40; degrees += 4) {
        double angle = degrees * 0.017453292519943295, mu = tan(22.0 * 0.017453292519943295);
        double weight = 2.0 * 9.81 * 0.01, state = weight * cos(angle);
        double along = fmin(weight * sin(angle), mu * state);
        put_on_slope(d, angle, mu, 0.0);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        CHECK(!d->info.handed);
        CHECK_NEAR(d->impulse[0] + d->impulse[2], state, 1e-14);
        CHECK_NEAR(d->impulse[1] + d->impulse[3], along, 1e-14);
        CHECK_NEAR(d->impulse[2] - d->impulse[0], 0.5 * along, 1e-14);
        CHECK((d->state[0] >= TMI_CONTACT_SLIP_UP && d->state[1] >= TMI_CONTACT_SLIP_UP) ==
              (degrees > 22));
        CHECK(island_violation(&d->island, d->impulse) < 1e-15);
    }
}

/* Pushed at the height z of its middle by more than m g h: the corner behind carries nothing from
 * p = 2 weight on, and the box begins to tip; sums and moments as above. */
TEST(a_pushed_box_tips_when_the_push_is_beyond_its_corner) {
    Dense *d = test_memory(t, 1, sizeof *d);
    double weight = 2.0 * 9.81 * 0.01;
    for (int k = 0; k < 12; k++) {
        double push = 0.25 * k * weight;
        put_on_slope(d, 0.0, 10.0, 0.5 * push);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        CHECK(d->info.residual < 1e-13);
        if (push < 2.0 * weight) {
            CHECK_NEAR(d->impulse[0], 0.5 * weight - 0.25 * push, 1e-14);
            CHECK_NEAR(d->impulse[1] + d->impulse[3], push, 1e-14);
        } else {
            CHECK(d->impulse[0] < 1e-15);
            CHECK(d->state[1] == TMI_CONTACT_STICK);
        }
    }
}

/* Every joint of a stack carries what is above it, both of its points half. */
TEST(each_point_of_a_stack_carries_half_of_what_is_above) {
    Dense *d = test_memory(t, 1, sizeof *d);
    for (int mu = 0; mu < 2; mu++) {
        island_stack(&d->scene, 15, 0.4 * mu);
        close_scene(d);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        CHECK(!d->info.handed && d->info.residual < 1e-13);
        for (int32_t i = 0; i < d->scene.count; i++) {
            CHECK_NEAR(d->impulse[2 * i], 0.5 * (15 - i / 2) * 9.81 * 0.01, 1e-10);
            CHECK_NEAR(d->impulse[2 * i + 1], 0.0, 1e-9);
        }
    }
}

/* Three points under one box share its weight in any way: the least norm is the even one. */
TEST(points_that_share_a_load_share_it_evenly) {
    Dense *d = test_memory(t, 1, sizeof *d);
    island_clear(&d->scene);
    island_box(&d->scene, 0.0, 0.5, 2.0, 1.0);
    for (int k = -1; k <= 1; k++) {
        island_touch(&d->scene, -1, 0, k, 0.0, 0.0, 1.0, 0.3);
    }
    close_scene(d);
    MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(d->impulse[2 * k], 2.0 * 9.81 * 0.01 / 3.0, 1e-9);
    }
}

/* A heavy box on a light one, and a light one on a heavy one. */
TEST(mass_ratios_of_a_million_are_carried) {
    Dense *d = test_memory(t, 1, sizeof *d);
    for (int k = 0; k < 2; k++) {
        double sizes[2] = {k == 0 ? 1e-3 : 1.0, k == 0 ? 1.0 : 1e-3}, y = 0.0;
        island_clear(&d->scene);
        for (int i = 0; i < 2; i++) {
            double min = 5e-4;
            island_box(&d->scene, 0.0, y + 0.5 * sizes[i], sizes[i], sizes[i]);
            island_touch(&d->scene, i - 1, i, -min, y, 0.0, 1.0, 0.5);
            island_touch(&d->scene, i - 1, i, min, y, 0.0, 1.0, 0.5);
            y += sizes[i];
        }
        close_scene(d);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        double upper = sizes[1] * sizes[1] * 0.0981, both = upper + sizes[0] * sizes[0] * 0.0981;
        for (int i = 0; i < 4; i++) {
            double load = 0.5 * (i < 2 ? both : upper);
            CHECK_NEAR(d->impulse[2 * i] / load, 1.0, 1e-8);
        }
    }
}

/* ---- Beside other solvers ------------------------------------------------------------------ */

/* The largest difference of rates between impulses and a solution of the standard form. */
static double rate_difference(const tmiContactIsland *island, const double *impulse,
                              const double *z) {
    double worst = 0.0;
    for (int32_t r = 0; r < 2 * island->count; r++) {
        double sum = 0.0;
        for (int32_t j = 0; j < island->count; j++) {
            const double *w = island->w + r * 2 * island->count + 2 * j;
            sum += w[0] * (impulse[2 * j] - z[4 * j]) +
                   w[1] * (impulse[2 * j + 1] - (z[4 * j + 1] - z[4 * j + 2]));
        }
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

/* With friction solutions may differ, so ours has to be one of all. */
TEST(random_small_islands_come_out_as_one_of_all_solutions) {
    static const double frictions[] = {0.0, 0.1, 1.0};
    Dense *d = test_memory(t, 1, sizeof *d);
    lcpCase *c = test_memory(t, 1, sizeof *c);
    double *all = test_memory(t, 4096, 12 * sizeof *all);
    uint64_t seed = 1;
    for (int round = 0; round < 300; round++) {
        island_pile(&d->scene, 1, 1 + round % 2, frictions[round % 3], &seed);
        d->scene.count = d->scene.count > 2 ? 2 : d->scene.count;
        close_scene(d);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        CHECK(island_violation(&d->island, d->impulse) < 1e-13);
        lcp_of_island(c, &d->island);
        int32_t found = lcp_solutions(&c->lcp, all, 4096);
        REQUIRE(found > 0);
        double nearest = 1.0;
        for (int32_t k = 0; k < found && k < 4096; k++) {
            nearest =
                fmin(nearest, rate_difference(&d->island, d->impulse, all + (ptrdiff_t)k * c->n));
        }
        CHECK(nearest < 1e-9);
    }
}

/* Without friction the rates are the same for all solutions. */
TEST(random_islands_are_solved_and_without_friction_as_lemke_does) {
    static const double frictions[] = {0.0, 0.1, 1.0};
    Dense *d = test_memory(t, 1, sizeof *d);
    lcpCase *c = test_memory(t, 1, sizeof *c);
    double *z = test_memory(t, 2 * LCP_ORDER_MAX, sizeof *z);
    uint64_t seed = 2;
    for (int round = 0; round < 700; round++) {
        double mu = frictions[round % 3];
        island_pile(&d->scene, 1 + round % 3, 1 + round / 3 % 3, mu, &seed);
        if (d->scene.count > COUNT_MAX) {
            continue;
        }
        close_scene(d);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        CHECK(!d->info.handed);
        CHECK(island_violation(&d->island, d->impulse) < 1e-11);
        if (round % 7 > 0 && mu > 0.0) {
            continue;
        }
        tmiLcpInfo info;
        tmiLcpSettings settings = tmi_lcp_settings(TMI_LCP_LEMKE);
        lcp_of_island(c, &d->island);
        MUST(lcp_solve(&c->lcp, &settings, z, z + LCP_ORDER_MAX, &info));
        CHECK(info.outcome == TMI_LCP_SOLVED);
        if (mu == 0.0) {
            CHECK(rate_difference(&d->island, d->impulse, z) < 1e-9);
        }
    }
}

/* From no known state, and again from its own. */
TEST(recorded_islands_are_solved_without_help) {
    islandCase *all = test_memory(t, ISLAND_CASES, sizeof *all);
    int32_t count = island_cases_read(all);
    REQUIRE(count > 100);
    for (int32_t k = 0; k < count; k++) {
        tmiContactIsland island = island_of_case(&all[k]);
        tmiContactIslandInfo info;
        uint8_t state[ISLAND_CASE_POINTS] = {0};
        double impulse[2 * ISLAND_CASE_POINTS];
        MUST(island_solve(&island, state, impulse, &info));
        CHECK(!info.handed && info.residual < 1e-12);
        MUST(island_solve(&island, state, impulse, &info));
        CHECK(info.passes == 1);
    }
}

/* ---- Memory, scales, bad input --------------------------------------------------------------- */

TEST(a_solution_is_found_again_at_once) {
    Dense *d = test_memory(t, 1, sizeof *d);
    double again[2 * COUNT_MAX];
    uint64_t seed = 3;
    for (int round = 0; round < 100; round++) {
        island_pile(&d->scene, 1, 3, 0.2, &seed);
        close_scene(d);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        MUST(island_solve(&d->island, d->state, again, &d->info));
        CHECK(d->info.passes == 1);
        for (int32_t k = 0; k < 2 * d->scene.count; k++) {
            CHECK_NEAR(again[k], d->impulse[k], 1e-8);
        }
    }
}

TEST(powers_of_two_change_nothing_but_the_scale) {
    Dense *d = test_memory(t, 1, sizeof *d);
    double scaled[2 * COUNT_MAX];
    uint64_t seed = 4;
    for (int round = 0; round < 60; round++) {
        island_pile(&d->scene, 2, 2, 0.3 * (round % 3), &seed);
        close_scene(d);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        for (int32_t k = 0; k < 4 * d->scene.count * d->scene.count; k++) {
            d->w[k] *= 0x1p-31;
        }
        for (int32_t k = 0; k < 2 * d->scene.count; k++) {
            d->scene.b[k] *= 0x1p13;
        }
        memset(d->state, TMI_CONTACT_OPEN, sizeof d->state);
        MUST(island_solve(&d->island, d->state, scaled, &d->info));
        for (int32_t k = 0; k < 2 * d->scene.count; k++) {
            CHECK(scaled[k] == 0x1p44 * d->impulse[k]);
        }
    }
}

/* A point off in any state is seen: of a box on one corner all impulses are determined. */
TEST(the_check_notices_every_wrong_impulse) {
    Dense *d = test_memory(t, 1, sizeof *d);
    double work[4 * COUNT_MAX];
    uint64_t seed = 5;
    int checked = 0;
    for (int round = 0; round < 200; round++) {
        island_pile(&d->scene, 1, 3, 0.3, &seed);
        d->scene.count = 0;
        for (int i = 0; i < 3; i++) {
            double x = test_uniform(&seed, -0.3, 0.3);
            island_touch(&d->scene, i - 1, i, x, i, 0.1 * x, 1.0, 0.3);
        }
        close_scene(d);
        MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
        for (int32_t k = 0; k < 6; k++) {
            double kept = d->impulse[k];
            for (int sign = -1; sign <= 1; sign += 2) {
                d->impulse[k] = kept + sign * 1e-4;
                CHECK(tmi_island_residual(&d->island, d->impulse, work) > 1e-6);
                checked++;
            }
            d->impulse[k] = kept;
        }
    }
    CHECK(checked == 2400);
}

/* Nothing can take a body out of a vice, nor a wall out of a wall. */
TEST(what_has_no_solution_is_told) {
    Dense *d = test_memory(t, 1, sizeof *d);
    island_clear(&d->scene);
    island_box(&d->scene, 0.0, 0.0, 1.0, 1.0);
    island_touch(&d->scene, -1, 0, 0.0, -0.5, 0.0, 1.0, 0.5);
    island_touch(&d->scene, -1, 0, 0.0, 0.5, 0.0, -1.0, 0.5);
    d->scene.gap[0] = d->scene.gap[1] = -1.0;
    close_scene(d);
    d->state[0] = TMI_CONTACT_STICK;
    d->impulse[0] = 7.0;
    CHECK_STATUS(island_solve(&d->island, d->state, d->impulse, &d->info), TM_ERR_NOT_CONVERGED);
    CHECK(d->impulse[0] == 0.0 && d->impulse[2] == 0.0 && d->state[0] == TMI_CONTACT_OPEN);
    island_touch(&d->scene, -1, -1, 0.0, 0.0, 0.0, 1.0, 0.5);
    d->scene.gap[0] = d->scene.gap[1] = 0.0;
    d->scene.gap[2] = -1.0;
    close_scene(d);
    CHECK_STATUS(island_solve(&d->island, d->state, d->impulse, &d->info), TM_ERR_NOT_CONVERGED);
    d->scene.gap[2] = 1.0;
    close_scene(d);
    MUST(island_solve(&d->island, d->state, d->impulse, &d->info));
    CHECK_NEAR(d->impulse[0], 0.0981, 1e-15);
}

TEST(numbers_that_are_none_are_refused) {
    static const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    Dense *d = test_memory(t, 1, sizeof *d);
    for (int k = 0; k < 3; k++) {
        for (int where = 0; where < 3; where++) {
            put_on_slope(d, 0.1, 0.3, 0.0);
            double *at = where == 0   ? &d->w[5]
                         : where == 1 ? &d->scene.b[3]
                                      : &d->scene.friction[1];
            *at = wrong[k];
            d->impulse[0] = 7.0;
            CHECK_STATUS(island_solve(&d->island, d->state, d->impulse, &d->info),
                         TM_ERR_NOT_FINITE);
            CHECK(d->impulse[0] == 0.0);
        }
    }
    put_on_slope(d, 0.1, -0.3, 0.0);
    CHECK_STATUS(island_solve(&d->island, d->state, d->impulse, &d->info), TM_ERR_NOT_FINITE);
    tmiContactIsland empty = {0};
    MUST(tmi_island_solve(&empty, NULL, NULL, NULL, NULL, &d->info));
    CHECK_STATUS(tmi_island_solve(NULL, NULL, NULL, NULL, NULL, &d->info), TM_ERR_ARGUMENT);
    empty.count = 1;
    CHECK_STATUS(tmi_island_solve(&empty, NULL, NULL, NULL, NULL, &d->info), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(a_box_on_a_slope_sticks_below_the_angle_of_friction_and_slips_above),
          CASE(a_pushed_box_tips_when_the_push_is_beyond_its_corner),
          CASE(each_point_of_a_stack_carries_half_of_what_is_above),
          CASE(points_that_share_a_load_share_it_evenly),
          CASE(mass_ratios_of_a_million_are_carried),
          CASE(random_small_islands_come_out_as_one_of_all_solutions),
          CASE(random_islands_are_solved_and_without_friction_as_lemke_does),
          CASE(recorded_islands_are_solved_without_help), CASE(a_solution_is_found_again_at_once),
          CASE(powers_of_two_change_nothing_but_the_scale),
          CASE(the_check_notices_every_wrong_impulse), CASE(what_has_no_solution_is_told),
          CASE(numbers_that_are_none_are_refused))
