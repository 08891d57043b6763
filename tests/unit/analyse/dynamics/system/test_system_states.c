/* test_system_states.c: states: taken, closed, made to agree in velocity; energy, power and
 * momentum.
 */
#include "systems.h"

#include "frames.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double max_rate(const tmiSystem *s) {
    double max = 0.0;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        for (int32_t r = 0; r < s->constraints[i].row_count; r++) {
            const tmiConstraint *constraint = &s->constraints[i];
            const double *g = constraint->gradient + r * constraint->stride;
            double rate = 0.0;
            for (int32_t k = 0; k < constraint->mover_count * s->dof; k++) {
                rate += g[k] * s->velocity[constraint->movers[k / s->dof] * s->dof + k % s->dof];
            }
            max = fmax(max, fabs(rate));
        }
    }
    return max;
}

static const char *const files[] = {"gallery/stewart.tml",  "gallery/andrews_squeezer.tml",
                                    "gallery/klann.tml",    "gallery/bricard.tml",
                                    "gallery/sarrus.tml",   "hinges/belt.tml",
                                    "hinges/screw.tml",     "hinges/cam.tml",
                                    "gallery/excavator.tml"};

TEST(disturbed_states_are_closed_and_their_velocities_agree) {
    uint64_t seed = 21;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        World *w = world_of_example(t, files[i]);
        REQUIRE(w);
        double gap, *v = tmi_system_velocities(w->s, w->y);
        for (double *p = w->y; p < v; p++) {
            *p += test_uniform(&seed, -1e-3, 1e-3) * w->s->size;
        }
        for (int32_t k = 0; k < w->s->mover_count * w->s->dof; k++) {
            v[k] = test_uniform(&seed, -1.0, 1.0);
        }
        CHECK_STATUS(tmi_system_close(w->s, w->y, 1e-13 * w->s->size, 30, &gap), TM_OK);
        CHECK(tmi_system_gap(w->s, NULL) == gap && gap <= 1e-13 * w->s->size);
        CHECK_STATUS(tmi_system_still(w->s, w->y, NULL), TM_OK);
        CHECK(tmi_system_evaluate(w->s));
        CHECK_NEAR(max_rate(w->s), 0.0, 1e-14);
        test_run_defers(t, 0);
    }
}

/* Least motion in the metric of the masses: what is moved is M^-1 G^T times something. So the same
 * motion as a force does no work along velocities that the rows allow. */
TEST(closing_moves_the_masses_least) {
    World *w = world_of_example(t, "gallery/excavator.tml");
    uint64_t seed = 4;
    REQUIRE(w);
    int32_t n = w->s->mover_count * 3;
    double gap, work = 0.0, terms = 0.0, *before = test_memory(t, (size_t)n, sizeof *before);
    for (int32_t i = 0; i < n; i++) {
        w->y[i] += test_uniform(&seed, -1e-6, 1e-6);
    }
    memcpy(before, w->y, (size_t)n * sizeof *before);
    MUST(tmi_system_close(w->s, w->y, 1e-13, 20, &gap));
    for (int32_t i = 0; i < n; i++) {
        before[i] = w->y[i] - before[i];
    }
    REQUIRE(world_shake(t, w, &seed));
    for (int32_t i = 0; i < n; i++) {
        const tmiMover *m = &w->s->movers[i / 3];
        double mass = i % 3 == 2 ? m->inertia[2][2] : m->mass;
        work += mass * before[i] * w->s->velocity[i];
        terms += fabs(mass * before[i] * w->s->velocity[i]);
    }
    CHECK_NEAR(work / terms, 0.0, 1e-4); /* to first order in the gap */
}

TEST(states_are_taken_and_placed_as_they_are) {
    World *w = world_of_example(t, "hinges/ball_and_socket.tml");
    uint64_t seed = 9;
    REQUIRE(w);
    int32_t bodies = w->s->body_count;
    tmFrame *frames = test_memory(t, (size_t)bodies, sizeof *frames);
    tmTwist *twists = test_memory(t, (size_t)bodies, sizeof *twists);
    for (int32_t i = 0; i < bodies; i++) {
        frames[i] = w->s->mover_of[i] < 0 ? w->s->frames[i] : random_frame(&seed, false);
        twists[i] = w->s->mover_of[i] < 0 ? w->s->twists[i] : random_twist(&seed, false);
    }
    tmi_system_take(w->s, frames, twists, w->y);
    for (int32_t i = 0; i < w->s->mover_count; i++) { /* the length of quaternions does not count */
        for (int32_t k = 3; k < 7; k++) {
            w->y[7 * i + k] *= 3.0;
        }
    }
    tmi_system_set_state(w->s, w->y);
    for (int32_t i = 0; i < bodies; i++) {
        for (int32_t k = 0; k < 3; k++) {
            CHECK_NEAR(w->s->frames[i].position[k], frames[i].position[k], 1e-15);
            CHECK_NEAR(w->s->twists[i].linear[k], twists[i].linear[k], 1e-15);
            CHECK_NEAR(w->s->twists[i].angular[k], twists[i].angular[k], 1e-15);
        }
        for (int32_t k = 0; k < 4; k++) {
            CHECK_NEAR(w->s->frames[i].rotation[k], frames[i].rotation[k], 1e-15);
        }
    }
}

/* The rate of a state against a difference of states: y moved along it, placed. */
TEST(rates_of_states_are_their_slopes) {
    World *w = world_of_example(t, "gallery/stewart.tml");
    uint64_t seed = 10;
    REQUIRE(w);
    REQUIRE(world_shake(t, w, &seed));
    int32_t n = tmi_system_state_size(w->s), bodies = w->s->body_count;
    double *rate = test_memory(t, (size_t)n, sizeof *rate), h = 1e-6;
    double *y = test_memory(t, (size_t)n, sizeof *y);
    double(*way)[3] = test_memory(t, (size_t)bodies, sizeof *way);
    tmi_system_rate(w->s, w->y, rate);
    for (int32_t side = -1; side <= 1; side += 2) {
        for (int32_t i = 0; i < n; i++) {
            y[i] = w->y[i] + side * h * rate[i];
        }
        tmi_system_set_state(w->s, y);
        for (int32_t b = 0; b < bodies; b++) {
            const double tip[3] = {0.3, -0.2, 0.1};
            double at[3];
            placed(&w->s->frames[b], tip, at);
            for (int32_t k = 0; k < 3; k++) {
                way[b][k] += side * at[k] / (2.0 * h);
            }
        }
    }
    tmi_system_set_state(w->s, w->y);
    for (int32_t b = 0; b < bodies; b++) {
        const double tip[3] = {0.3, -0.2, 0.1};
        double arm[3], v[3];
        turned(&w->s->frames[b], tip, arm);
        tmi_cross3(w->s->twists[b].angular, arm, v);
        for (int32_t k = 0; k < 3; k++) {
            CHECK_NEAR(way[b][k], w->s->twists[b].linear[k] + v[k], 1e-8);
        }
    }
}

TEST(steps_allocate_nothing) {
    static const char *const some[] = {"gallery/bricard.tml", "gallery/andrews_squeezer.tml"};
    for (size_t i = 0; i < 2; i++) {
        World *w = world_of_example(t, some[i]);
        REQUIRE(w);
        uint64_t seed = 1;
        double gap;
        int64_t before = t->allocations;
        REQUIRE(world_shake(t, w, &seed));
        w->y[0] += 1e-4 * w->s->size;
        MUST(tmi_system_close(w->s, w->y, 1e-12 * w->s->size, 20, &gap));
        MUST(tmi_system_factor(w->s, 0.01));
        MUST(tmi_system_solve(w->s));
        CHECK(t->allocations == before);
        test_run_defers(t, 0);
    }
}

TEST(numbers_that_are_none_are_noticed) {
    World *w = world_of_example(t, "hinges/spring.tml");
    REQUIRE(w);
    for (int32_t i = 0; i + 1 < tmi_system_state_size(w->s); i++) {
        double kept = w->y[i];
        w->y[i] = i % 2 ? NAN : INFINITY;
        tmi_system_set_state(w->s, w->y);
        CHECK(!tmi_system_evaluate(w->s));
        w->y[i] = kept;
    }
    tmi_system_set_state(w->s, w->y);
    CHECK(tmi_system_evaluate(w->s));
    tmi_system_forces(w->s);
    w->s->force[0] = NAN;
    MUST(tmi_system_factor(w->s, 0.0));
    CHECK_STATUS(tmi_system_solve(w->s), TM_ERR_NOT_FINITE);
}

TEST(worlds_in_which_nothing_moves_have_equations_too) {
    World *w =
        world_of(t, "primitive a begin properties: (fixed); geometry: cuboid(1m, 1m, 1m); end\n"
                    "world w begin components a: a; b: a; structure begin\n"
                    "  join a to b with ball.and.socket matching (center center);\n"
                    "end end simulate w begin time: (0.01s, 1s); end\n");
    double gap, rate[1];
    REQUIRE(w);
    CHECK(w->s->mover_count == 0 && w->s->residual == 0.0 && !w->s->redundant);
    MUST(tmi_system_close(w->s, w->y, 1e-12, 5, &gap));
    MUST(tmi_system_still(w->s, w->y, NULL));
    tmi_system_rate(w->s, w->y, rate);
    CHECK(gap == 0.0 && rate[0] == 0.0);
}

TEST_MAIN(CASE(numbers_that_are_none_are_noticed),
          CASE(worlds_in_which_nothing_moves_have_equations_too),
          CASE(disturbed_states_are_closed_and_their_velocities_agree),
          CASE(closing_moves_the_masses_least), CASE(states_are_taken_and_placed_as_they_are),
          CASE(rates_of_states_are_their_slopes), CASE(steps_allocate_nothing))
