/* test_coulomb.c: impulses of coupled bodies in plane and space: closed forms, random problems of
 * every class judged apart from the solver, budgets, scales, wrong input. */
#include "couplings.h"

#include <math.h>
#include <string.h>

static const double up[2][3] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
static const double still[3] = {0.0, 0.0, 0.0};

/* A box of 2 x 1 x 1 on the ground, a point under each corner. */
static void put_box(couplingScene *s, bool space, double mu) {
    coupling_clear(s, space);
    double half = 0.5, place[3] = {0.0, 0.0, 0.0};
    coupling_box(s, 0.0, space ? 0.0 : half, space ? half : 0.0, 1.0, half, half, 1.0);
    for (int k = 0; k < (space ? 4 : 2); k++) {
        place[0] = k % 2 ? 1.0 : -1.0;
        place[1] = !space ? 0.0 : k / 2 ? half : -half;
        coupling_touch(s, -1, 0, place, up[space], mu);
    }
}

/* Impulse on the box, as its change of velocity times its mass. */
static void sum_up(const couplingScene *s, double sum[3]) {
    memset(sum, 0, 3 * sizeof *sum);
    for (int32_t k = 0; k < s->count * s->rows; k++) {
        for (int c = 0; c < (s->dof == 3 ? 2 : 3); c++) {
            sum[c] += s->across[((ptrdiff_t)k * 2 + 1) * s->dof + c] * s->impulse[k];
        }
    }
}

/* Of its weight and a push along the ground: mu times the weight holds it, or is all there is,
 * against the push. No corner lifts off, since the height is half of the shorter lever. */
TEST(a_box_is_held_up_to_the_edge_of_its_cone_and_slips_against_its_motion) {
    couplingScene *s = coupling_make(t);
    tmiCoulombInfo info;
    for (int k = 0; k < 60; k++) {
        bool space = k % 2;
        double mu = 0.3, angle = space ? 0.2 * k : 0.0, push = 0.002 * k, mass = 2.0, sum[3];
        put_box(s, space, mu);
        s->velocity[0] = push * cos(angle);
        s->velocity[1] += space ? push * sin(angle) : 0.0;
        coupling_close(s);
        MUST(coupling_solve(s, 0, &info));
        CHECK(info.residual < 1e-12);
        double weight = mass * 0.0981, held = fmin(mass * push, mu * weight);
        sum_up(s, sum);
        CHECK_NEAR(sum[space ? 2 : 1], weight, 1e-13);
        CHECK_NEAR(sum[0], -held * cos(angle), 1e-12);
        CHECK_NEAR(space ? sum[1] : 0.0, space ? -held * sin(angle) : 0.0, 1e-12);
    }
}

/* Each pin of a hanging chain carries what is below it; each box of a tower what is above. */
TEST(chains_and_towers_carry_their_loads) {
    couplingScene *s = coupling_make(t);
    tmiCoulombInfo info;
    for (int space = 0; space < 2; space++) {
        coupling_clear(s, space);
        for (int32_t i = 0; i < 30; i++) {
            double z = -i - 0.5, place[3] = {0.0, 0.0, 0.0};
            place[space ? 2 : 1] = -i;
            coupling_box(s, 0.0, space ? 0.0 : z, space ? z : 0.0, 0.1, 0.5, 0.1, 1.0);
            coupling_pin(s, i - 1, i, place);
        }
        coupling_close(s);
        MUST(coupling_solve(s, 0, &info));
        CHECK(info.residual < 1e-9);
        double mass = space ? 0.04 * 1.0 : 0.2;
        for (int32_t i = 0; i < 30; i++) {
            double load = (30 - i) * mass * 0.0981;
            CHECK_NEAR(s->impulse[i * s->rows + (space ? 2 : 1)] / load, 1.0, 1e-8);
        }
        coupling_clear(s, space);
        for (int32_t i = 0; i < 20; i++) {
            double z = i + 0.5, place[3] = {0.0, 0.0, 0.0};
            place[space ? 2 : 1] = i;
            coupling_box(s, 0.0, space ? 0.0 : z, space ? z : 0.0, 0.5, 0.5, 0.5,
                         i == 19 ? 1e6 : 1.0);
            coupling_touch(s, i - 1, i, place, up[space], 0.5);
        }
        coupling_close(s);
        MUST(coupling_solve(s, 0, &info));
        for (int32_t i = 0; i < 20; i++) {
            CHECK_NEAR(s->impulse[i * s->rows] / (0.0981 * (1e6 + 19 - i)), 1.0, 1e-8);
        }
    }
}

/* A limit without friction stops a body along one direction, and never pulls. */
TEST(limits_push_and_never_pull) {
    couplingScene *s = coupling_make(t);
    tmiCoulombInfo info;
    for (int k = 0; k < 20; k++) {
        bool space = k % 2;
        put_box(s, space, 0.0);
        s->velocity[0] = 0.3;
        s->velocity[space ? 2 : 1] = 0.05 * (k / 2) - 0.2;
        coupling_close(s);
        MUST(coupling_solve(s, 0, &info));
        double sum[3], press = -2.0 * s->velocity[space ? 2 : 1];
        sum_up(s, sum);
        CHECK_NEAR(sum[space ? 2 : 1], press > 0.0 ? press : 0.0, 1e-13);
        CHECK(sum[0] == 0.0);
    }
}

/* What is solved is, by the check; and what is not says so, and is within its cones. */
static bool try_random(tmTest *t, couplingScene *s, couplingClass kind, int32_t trial,
                       uint64_t *seed) {
    static double work[COUPLED_BODIES * 12 + 1];
    tmiCoulombInfo info;
    bool space = trial % 2;
    int32_t size = test_between(seed, 1, kind == COUPLED_HEAP && space ? 3 : 4);
    coupling_random(s, kind, space, size, coupling_friction(trial / 2), seed);
    tmiCoulombProblem problem = coupling_problem(s);
    tmStatus status = coupling_solve(s, 100000, &info);
    double residual = tmi_coulomb_residual(&problem, s->impulse, work);
    if (status != TM_ERR_NOT_CONVERGED && !CHECK_STATUS(status, TM_OK)) {
        return false;
    }
    CHECK(residual == info.residual);
    CHECK((residual <= TMI_COULOMB_ACCEPT) == (status == TM_OK));
    bool within = true;
    for (int32_t i = 0; i < s->count; i++) {
        const double *l = s->impulse + (ptrdiff_t)i * s->rows;
        double across = s->rows == 2 ? fabs(l[1]) : hypot(l[1], l[2]);
        within = within && (s->friction[i] < 0.0 ||
                            (l[0] >= 0.0 && across <= s->friction[i] * l[0] * (1.0 + 1e-12)));
    }
    CHECK(within);
    return status == TM_OK;
}

/* With friction nothing says that there is an answer that can be found; without, and for what
 * rests, there is. */
TEST(random_problems_of_every_class_are_solved_in_plane_and_space) {
    couplingScene *s = coupling_make(t);
    uint64_t seed = 11;
    int32_t solved = 0, count = test_rounds(1000);
    for (int32_t trial = 0; trial < count; trial++) {
        couplingClass kind = (couplingClass)(trial / 16 % COUPLED_CLASSES);
        bool found = try_random(t, s, kind, trial, &seed);
        solved += found;
        CHECK(found || (kind == COUPLED_HEAP && coupling_friction(trial / 2) > 1.0));
    }
    CHECK(solved >= count - count / 100);
}

TEST(an_answer_is_found_again_at_once_and_near_it_soon) {
    couplingScene *s = coupling_make(t);
    static double before[COUPLED_POINTS * 3];
    uint64_t seed = 3;
    tmiCoulombInfo cold, warm;
    for (int space = 0; space < 2; space++) {
        coupling_random(s, COUPLED_WALL, space, 4, 0.5, &seed);
        MUST(coupling_solve(s, 0, &cold));
        MUST(coupling_solve(s, 0, &warm));
        CHECK(cold.factorisations > 0 && warm.factorisations == 0);
        memcpy(before, s->impulse, sizeof before);
        for (int32_t k = 0; k < s->body_count * s->dof; k++) {
            s->velocity[k] += 1e-6 * test_uniform(&seed, -1.0, 1.0);
        }
        coupling_close(s);
        memcpy(s->impulse, before, sizeof before);
        MUST(coupling_solve(s, 0, &warm));
        CHECK(warm.factorisations <= cold.factorisations && warm.residual < 1e-9);
    }
}

/* Budgets from none to enough: never more, and said so. */
TEST(budgets_are_kept_and_what_was_found_is_returned) {
    couplingScene *s = coupling_make(t);
    uint64_t seed = 8;
    tmiCoulombInfo info;
    bool spent = false, enough = false;
    for (int32_t budget = 1; budget < 60; budget += 4) {
        coupling_random(s, COUPLED_HEAP, budget % 8 == 1, 3, 0.4, &(uint64_t){seed});
        tmStatus status = coupling_solve(s, budget, &info);
        if (status != TM_ERR_NOT_CONVERGED || !CHECK(info.spent)) {
            MUST(status);
        }
        CHECK(info.factorisations <= budget && info.residual < 2.0);
        spent = spent || info.spent;
        enough = enough || status == TM_OK;
    }
    CHECK(spent && enough);
}

TEST(powers_of_two_change_nothing_but_the_scale) {
    couplingScene *s = coupling_make(t), *other = coupling_make(t);
    uint64_t seed = 5;
    tmiCoulombInfo info;
    for (int trial = 0; trial < 12; trial++) {
        coupling_random(s, (couplingClass)(trial % COUPLED_CLASSES), trial % 2, 2, 0.4, &seed);
        memcpy(other->place, s->place, sizeof *s - sizeof s->arena);
        other->dof = s->dof;
        other->rows = s->rows;
        other->body_count = s->body_count;
        other->count = s->count;
        for (int32_t k = 0; k < s->body_count * s->dof * s->dof; k++) {
            other->yields[k] *= 0x1p-9;
        }
        for (int32_t k = 0; k < s->count * s->rows; k++) {
            other->b[k] *= 0x1p4;
        }
        for (int32_t k = 0; k < s->body_count * s->dof; k++) {
            other->expected[k] *= 0x1p4;
        }
        MUST(coupling_solve(s, 0, &info));
        MUST(coupling_solve(other, 0, &info));
        for (int32_t k = 0; k < s->count * s->rows; k++) {
            CHECK(other->impulse[k] == 0x1p13 * s->impulse[k]);
        }
    }
}

/* Every number of the answer matters to the check where nothing is redundant: a box on one corner.
 */
TEST(the_check_notices_every_wrong_impulse) {
    couplingScene *s = coupling_make(t);
    double work[64];
    tmiCoulombInfo info;
    for (int space = 0; space < 2; space++) {
        coupling_clear(s, space);
        coupling_box(s, 0.0, space ? 0.0 : 0.5, space ? 0.5 : 0.0, 0.5, 0.5, 0.5, 1.0);
        s->velocity[0] = 0.5;
        coupling_touch(s, -1, 0, still, up[space], 0.3);
        coupling_close(s);
        MUST(coupling_solve(s, 0, &info));
        tmiCoulombProblem problem = coupling_problem(s);
        for (int32_t k = 0; k < s->rows; k++) {
            double kept = s->impulse[k];
            s->impulse[k] = kept + 1e-4;
            CHECK(tmi_coulomb_residual(&problem, s->impulse, work) > 1e-6);
            s->impulse[k] = -kept - 1e-3;
            CHECK(tmi_coulomb_residual(&problem, s->impulse, work) > 1e-6);
            s->impulse[k] = (double)NAN;
            CHECK(tmi_coulomb_residual(&problem, s->impulse, work) == INFINITY);
            s->impulse[k] = kept;
        }
    }
}

TEST(wrong_input_is_told_and_leaves_impulses_alone) {
    couplingScene *s = coupling_make(t);
    tmiCoulombInfo info;
    put_box(s, true, 0.5);
    coupling_close(s);
    s->impulse[0] = 7.0;
    double *places[] = {&s->b[1], &s->across[8], &s->yields[0], &s->friction[2], &s->impulse[4]};
    for (int k = 0; k < 5; k++) {
        double kept = *places[k];
        *places[k] = (double)NAN;
        CHECK_STATUS(coupling_solve(s, 0, &info), TM_ERR_NOT_FINITE);
        *places[k] = kept;
        CHECK(s->impulse[0] == 7.0);
    }
    s->bodies[0][0] = 1;
    CHECK_STATUS(coupling_solve(s, 0, &info), TM_ERR_ARGUMENT);
    s->bodies[0][0] = 0;
    CHECK_STATUS(coupling_solve(s, 0, &info), TM_ERR_ARGUMENT);
    s->bodies[0][0] = -1;
    s->rows = 2;
    CHECK_STATUS(coupling_solve(s, 0, &info), TM_ERR_ARGUMENT);
    s->rows = 3;
    CHECK_STATUS(coupling_solve(s, -1, &info), TM_ERR_ARGUMENT);
    MUST(coupling_solve(s, 0, &info));
    CHECK(s->impulse[0] != 7.0);
    s->count = 0;
    MUST(coupling_solve(s, 0, &info));
}

TEST_MAIN(CASE(a_box_is_held_up_to_the_edge_of_its_cone_and_slips_against_its_motion),
          CASE(chains_and_towers_carry_their_loads), CASE(limits_push_and_never_pull),
          CASE(random_problems_of_every_class_are_solved_in_plane_and_space),
          CASE(an_answer_is_found_again_at_once_and_near_it_soon),
          CASE(budgets_are_kept_and_what_was_found_is_returned),
          CASE(powers_of_two_change_nothing_but_the_scale),
          CASE(the_check_notices_every_wrong_impulse),
          CASE(wrong_input_is_told_and_leaves_impulses_alone))
