/* test_coulomb_plane.c: large islands of the plane: beside the solver with W as a matrix, and its
 * check; a closed form; piles found again. */
#include "islands.h"

#include <math.h>
#include <string.h>

#define SMALL 60

/* A scene with room for its answer, in memory of the test. */
typedef struct Large {
    islandScene scene;
    islandCoupled coupled;
    double across[12 * ISLAND_POINTS], spare[6 * SMALL + 1];
    double impulse[2 * ISLAND_POINTS];
    double w[4 * SMALL * SMALL];
    double other[2 * SMALL];
    uint8_t state[SMALL];
    tmiArena arena;
    tmiCoulombInfo info;
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
    island_couple(&l->scene, &l->coupled, l->across);
    return tmi_coulomb_solve(&l->coupled.problem, &l->arena, 1000, l->impulse, &l->info);
}

/* Without friction the rates are unique. */
TEST(large_islands_come_out_as_those_with_a_matrix) {
    static const double frictions[] = {0.0, 0.1, 0.4, 1.0};
    Large *l = make(t);
    double work[4 * SMALL];
    uint64_t seed = 1;
    tmiContactIslandInfo info;
    for (int round = 0; round < 200; round++) {
        double mu = frictions[round % 4];
        island_pile(&l->scene, 1 + round % 4, 1 + round / 4 % 4, mu, &seed);
        if (l->scene.count > SMALL) {
            continue;
        }
        memset(l->impulse, 0, sizeof l->impulse);
        memset(l->state, TMI_CONTACT_OPEN, sizeof l->state);
        MUST(solve(l));
        island_matrix(&l->scene, l->w);
        tmiContactIsland island = {l->scene.count, l->w, l->scene.b, l->scene.friction};
        CHECK(tmi_island_residual(&island, l->impulse, work) < 1e-8);
        CHECK(island_violation(&island, l->impulse) < 1e-9);
        MUST(island_solve(&island, l->state, l->other, &info));
        for (int32_t r = 0; r < 2 * l->scene.count && mu == 0.0; r++) {
            double difference = 0.0;
            for (int32_t j = 0; j < 2 * l->scene.count; j++) {
                difference += l->w[r * 2 * l->scene.count + j] * (l->impulse[j] - l->other[j]);
            }
            CHECK_NEAR(difference, 0.0, 1e-10);
        }
        /* The check of this kernel sees what that of the other does. */
        l->impulse[0] += 1e-3;
        CHECK(tmi_coulomb_residual(&l->coupled.problem, l->impulse, l->spare) > 1e-6 ||
              tmi_island_residual(&island, l->impulse, work) < 1e-6);
    }
}

TEST(a_stack_of_two_hundred_carries_what_is_above) {
    Large *l = make(t);
    island_stack(&l->scene, 200, 0.3);
    memset(l->impulse, 0, sizeof l->impulse);
    MUST(solve(l));
    for (int32_t i = 0; i < l->scene.count; i++) {
        double load = 0.5 * (200 - i / 2) * 0.0981;
        CHECK_NEAR(l->impulse[2 * i] / load, 1.0, 1e-8);
    }
    CHECK(l->info.residual < 1e-12);
}

/* From its own impulses a solution comes at once, from a little else with few factors. */
TEST(piles_of_a_hundred_are_solved_and_found_again) {
    Large *l = make(t);
    uint64_t seed = 5;
    for (int round = 0; round < 3; round++) {
        island_pile(&l->scene, 10, 10, 0.15 * round, &seed);
        memset(l->impulse, 0, sizeof l->impulse);
        MUST(solve(l));
        int32_t cold = l->info.factorisations;
        for (int32_t i = 0; i < l->scene.body_count; i++) {
            l->scene.velocity[i][0] += 1e-6 * test_uniform(&seed, -1.0, 1.0);
        }
        island_close(&l->scene);
        MUST(solve(l));
        CHECK(l->info.residual < 1e-9 && l->info.factorisations < cold);
    }
}

TEST_MAIN(CASE(large_islands_come_out_as_those_with_a_matrix),
          CASE(a_stack_of_two_hundred_carries_what_is_above),
          CASE(piles_of_a_hundred_are_solved_and_found_again))
