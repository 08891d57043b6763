/* test_island_sparse.c: large islands of free bodies: beside the same with W as a matrix, closed
 * forms, scales, what cannot be solved, memory that fails. */
#include "islands.h"

#include <math.h>
#include <string.h>

#define SMALL 60

/* A scene with room for its answer, in memory of the test. */
typedef struct Large {
    islandScene scene;
    double impulse[2 * ISLAND_POINTS];
    uint8_t state[ISLAND_POINTS];
    double w[4 * SMALL * SMALL];
    double other[2 * ISLAND_POINTS];
    uint8_t other_press[ISLAND_POINTS];
    tmiArena arena;
    tmiContactIslandInfo info;
} Large;

static void clear(void *arena) {
    tmi_arena_clear(arena);
}

static Large *make(tmTest *t) {
    Large *l = test_memory(t, 1, sizeof *l);
    tmi_arena_init(&l->arena, t->allocator);
    DEFER(clear, &l->arena);
    return l;
}

static tmStatus solve(Large *l) {
    tmiFreeIsland island = island_free(&l->scene);
    return tmi_island_solve_free(&island, &l->arena, l->state, l->impulse, &l->info);
}

/* Without friction the rates are unique. */
TEST(free_islands_come_out_as_those_with_a_matrix) {
    static const double frictions[] = {0.0, 0.1, 0.4, 1.0};
    Large *l = make(t);
    double work[4 * SMALL];
    uint64_t seed = 1;
    for (int round = 0; round < 200; round++) {
        double mu = frictions[round % 4];
        island_pile(&l->scene, 1 + round % 4, 1 + round / 4 % 4, mu, &seed);
        if (l->scene.count > SMALL) {
            continue;
        }
        memset(l->state, TMI_CONTACT_OPEN, sizeof l->state);
        memset(l->other_press, TMI_CONTACT_OPEN, sizeof l->other_press);
        MUST(solve(l));
        island_matrix(&l->scene, l->w);
        tmiContactIsland island = {l->scene.count, l->w, l->scene.b, l->scene.friction};
        CHECK(l->info.residual < 1e-9);
        CHECK(tmi_island_residual(&island, l->impulse, work) < 1e-9);
        CHECK(island_violation(&island, l->impulse) < 1e-10);
        MUST(island_solve(&island, l->other_press, l->other, &l->info));
        for (int32_t r = 0; r < 2 * l->scene.count && mu == 0.0; r++) {
            double difference = 0.0;
            for (int32_t j = 0; j < 2 * l->scene.count; j++) {
                difference += l->w[r * 2 * l->scene.count + j] * (l->impulse[j] - l->other[j]);
            }
            CHECK_NEAR(difference, 0.0, 1e-10);
        }
    }
}

TEST(a_stack_of_two_hundred_carries_what_is_above) {
    Large *l = make(t);
    island_stack(&l->scene, 200, 0.3);
    MUST(solve(l));
    for (int32_t i = 0; i < l->scene.count; i++) {
        double load = 0.5 * (200 - i / 2) * 0.0981;
        CHECK_NEAR(l->impulse[2 * i] / load, 1.0, 1e-8);
    }
    CHECK(l->info.residual < 1e-12);
}

/* From its own states a solution comes at once, from a little else in few passes. */
TEST(piles_of_a_hundred_are_solved_and_found_again) {
    Large *l = make(t);
    uint64_t seed = 5;
    for (int round = 0; round < 3; round++) {
        island_pile(&l->scene, 10, 10, 0.15 * round, &seed);
        memset(l->state, TMI_CONTACT_OPEN, sizeof l->state);
        MUST(solve(l));
        CHECK(l->info.residual < 1e-9);
        int32_t cold = l->info.passes;
        for (int32_t i = 0; i < l->scene.body_count; i++) {
            l->scene.velocity[i][0] += 1e-6 * test_uniform(&seed, -1.0, 1.0);
        }
        island_close(&l->scene);
        MUST(solve(l));
        CHECK(l->info.residual < 1e-9 && l->info.passes < cold);
    }
}

/* The bodies are also larger, which changes arms and moments of inertia. */
TEST(powers_of_two_change_nothing_but_the_scale_of_free_islands) {
    Large *l = make(t);
    uint64_t seed = 6;
    for (int round = 0; round < 20; round++) {
        island_pile(&l->scene, 3, 4, 0.2 * (round % 3), &seed);
        memset(l->state, TMI_CONTACT_OPEN, sizeof l->state);
        memset(l->other_press, TMI_CONTACT_OPEN, sizeof l->other_press);
        MUST(solve(l));
        for (int32_t i = 0; i < l->scene.body_count; i++) {
            l->scene.inverse[i][0] *= 0x1p-13;
            l->scene.inverse[i][1] *= 0x1p-13;
            l->scene.inverse[i][2] *= 0x1p-13 * 0x1p-10;
        }
        for (int32_t i = 0; i < l->scene.count; i++) {
            l->scene.b[2 * i] *= 0x1p5;
            l->scene.b[2 * i + 1] *= 0x1p5;
            for (int k = 0; k < 4; k++) {
                l->scene.point[i].across[k / 2][k % 2][2] *= 0x1p5;
            }
        }
        tmiFreeIsland island = island_free(&l->scene);
        MUST(tmi_island_solve_free(&island, &l->arena, l->other_press, l->other, &l->info));
        for (int32_t k = 0; k < 2 * l->scene.count; k++) {
            CHECK(l->other[k] == 0x1p18 * l->impulse[k]);
        }
    }
}

/* Of a box on one corner everything is determined. */
TEST(the_check_of_free_islands_notices_every_wrong_impulse) {
    Large *l = make(t);
    double work[4 * 3 + 9 * 3];
    island_clear(&l->scene);
    for (int i = 0; i < 3; i++) {
        island_box(&l->scene, 0.0, i + 0.5, 1.0, 1.0);
        l->scene.velocity[i][0] = 0.02 * i;
        island_touch(&l->scene, i - 1, i, 0.1 * i - 0.05, i, 0.1, 1.0, 0.3);
    }
    island_close(&l->scene);
    MUST(solve(l));
    tmiFreeIsland island = island_free(&l->scene);
    REQUIRE(tmi_island_free_residual_work(&island) == 4 * 3 + 9 * 3);
    CHECK(tmi_island_free_residual(&island, l->impulse, work) < 1e-12);
    for (int32_t k = 0; k < 6; k++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            double kept = l->impulse[k];
            l->impulse[k] += sign * 1e-4;
            CHECK(tmi_island_free_residual(&island, l->impulse, work) > 1e-6);
            l->impulse[k] = kept;
        }
    }
    l->impulse[3] = (double)NAN;
    CHECK(tmi_island_free_residual(&island, l->impulse, work) == (double)INFINITY);
}

TEST(free_islands_without_solution_or_with_wrong_numbers_are_told) {
    Large *l = make(t);
    island_clear(&l->scene);
    island_box(&l->scene, 0.0, 0.0, 1.0, 1.0);
    island_touch(&l->scene, -1, 0, 0.0, -0.5, 0.0, 1.0, 0.5);
    island_touch(&l->scene, -1, 0, 0.0, 0.5, 0.0, -1.0, 0.5);
    l->scene.gap[0] = l->scene.gap[1] = -1.0;
    island_close(&l->scene);
    l->impulse[0] = 7.0;
    l->state[0] = TMI_CONTACT_STICK;
    CHECK_STATUS(solve(l), TM_ERR_NOT_CONVERGED);
    CHECK(l->impulse[0] == 0.0 && l->state[0] == TMI_CONTACT_OPEN);
    static const double wrong[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    l->scene.gap[0] = l->scene.gap[1] = 0.0;
    for (int k = 0; k < 12; k++) {
        double *at = k % 4 == 0   ? &l->scene.b[1]
                     : k % 4 == 1 ? &l->scene.inverse[0][2]
                     : k % 4 == 2 ? &l->scene.friction[1]
                                  : &l->scene.point[0].across[0][1][1];
        island_close(&l->scene);
        double kept = *at;
        *at = wrong[k / 4];
        CHECK_STATUS(solve(l), TM_ERR_NOT_FINITE);
        *at = kept;
    }
    island_close(&l->scene);
    MUST(solve(l));
    CHECK_NEAR(l->impulse[0], 0.0981, 1e-14);
    l->scene.point[0].body[0] = 0;
    CHECK_STATUS(solve(l), TM_ERR_ARGUMENT);
    l->scene.point[0].body[0] = 1;
    CHECK_STATUS(solve(l), TM_ERR_ARGUMENT);
    l->scene.count = 0;
    MUST(solve(l));
    CHECK_STATUS(tmi_island_solve_free(NULL, &l->arena, NULL, NULL, &l->info), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(free_islands_come_out_as_those_with_a_matrix),
          CASE(a_stack_of_two_hundred_carries_what_is_above),
          CASE(piles_of_a_hundred_are_solved_and_found_again),
          CASE(powers_of_two_change_nothing_but_the_scale_of_free_islands),
          CASE(the_check_of_free_islands_notices_every_wrong_impulse),
          CASE(free_islands_without_solution_or_with_wrong_numbers_are_told))
