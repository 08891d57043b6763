/* test_study_systems.c: contacts of a vertex and several facets as linear complementarity problems:
 * that the smaller form and the literal one say the same, by all their answers and by the verifier.
 */
#include "test.h"

#include "analyse/contact/study/study_private.h"

#include <math.h>

/* A vertex of a free body before n facets, and where the body goes without impulses. */
#define FACETS_MAX 4
typedef struct Island {
    int32_t count;
    double w[4 * FACETS_MAX * FACETS_MAX], b[2 * FACETS_MAX], friction[FACETS_MAX];
    int32_t contact[FACETS_MAX];
} Island;

static Island random_island(uint64_t *seed, int32_t count, double friction) {
    Island s = {.count = count};
    double across[2 * FACETS_MAX][3], weights[3], x = test_uniform(seed, -1.0, 1.0),
                                                  y = test_uniform(seed, -1.0, 1.0);
    for (int32_t k = 0; k < 3; k++) {
        weights[k] = test_uniform(seed, 0.5, 2.0);
    }
    weights[1] = weights[0];
    for (int32_t i = 0; i < count; i++) {
        double angle = test_uniform(seed, 0.0, 3.0), n[2] = {cos(angle), sin(angle)};
        for (int32_t k = 0; k < 2; k++) {
            double *row = across[2 * i + k];
            row[0] = k ? -n[1] : n[0];
            row[1] = k ? n[0] : n[1];
            row[2] = x * row[1] - y * row[0];
        }
        s.b[2 * i] = test_uniform(seed, -2.0, 0.5);
        s.b[2 * i + 1] = test_uniform(seed, -1.0, 1.0);
        s.friction[i] = friction;
    }
    for (int32_t i = 0; i < 2 * count; i++) {
        for (int32_t j = 0; j < 2 * count; j++) {
            for (int32_t k = 0; k < 3; k++) {
                s.w[i * 2 * count + j] += across[i][k] * weights[k] * across[j][k];
            }
        }
    }
    return s;
}

static tmiStudySystem system_of(const Island *s, bool literal) {
    return (tmiStudySystem){literal, s->count, s->w, s->b, s->friction, s->contact};
}

/* Answers of an island: the normal impulses of each. */
#define ORDER (3 * FACETS_MAX)
#define ANSWERS 512
typedef struct Answers {
    int32_t count;
    double lambda[ANSWERS][FACETS_MAX];
    double m[ORDER * ORDER], q[ORDER], h[ORDER * ORDER];
    tmiStudyPlaces places[FACETS_MAX];
    int32_t order;
    double all[ANSWERS * ORDER];
} Answers;

static bool find_answers(tmTest *t, const Island *s, bool literal, Answers *a) {
    static double work[20000];
    static int32_t ints[2000];
    const tmiStudySystem system = system_of(s, literal);
    a->order = tmi_study_number(&system, a->places);
    tmi_study_fill(&system, a->places, a->order, a->m, a->q);
    tmi_study_energy(&system, a->places, a->order, a->h);
    const tmiLcp problem = {.m = {a->m, a->order, a->order, a->order}, .q = a->q};
    const tmiLcpSettings settings = tmi_lcp_settings(TMI_LCP_ENUMERATE);
    if (!CHECK(tmi_lcp_workspace(TMI_LCP_ENUMERATE, a->order) <= 20000 &&
               tmi_lcp_int_workspace(TMI_LCP_ENUMERATE, a->order) <= 2000) ||
        !CHECK_STATUS(
            tmi_lcp_enumerate(&problem, &settings, work, ints, a->all, ANSWERS, &a->count),
            TM_OK) ||
        !CHECK(a->count > 0 && a->count <= ANSWERS)) {
        return false;
    }
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t k = 0; k < s->count; k++) {
            a->lambda[i][k] = a->all[i * a->order + a->places[k].lambda];
        }
    }
    return true;
}

static bool has(const Answers *a, const double *lambda, int32_t count) {
    for (int32_t i = 0; i < a->count; i++) {
        double worst = 0.0;
        for (int32_t k = 0; k < count; k++) {
            worst = fmax(worst, fabs(a->lambda[i][k] - lambda[k]));
        }
        if (worst <= 1e-7) {
            return true;
        }
    }
    return false;
}

/* By how much impulses miss the system, by the verifier. */
static double residual_of(const Island *s, const double *lambda) {
    double psi[FACETS_MAX], c[FACETS_MAX], d[FACETS_MAX];
    for (int32_t i = 0; i < s->count; i++) {
        psi[i] = s->b[2 * i];
        for (int32_t k = 0; k < s->count; k++) {
            psi[i] += s->w[2 * i * 2 * s->count + 2 * k] * lambda[k];
        }
    }
    tmi_verify_complete(s->count, psi, c, d);
    return tmi_verify_literal(s->count, psi, c, d, lambda);
}

TEST(unknowns_are_as_many_as_the_forms_have) {
    uint64_t seed = 5;
    tmiStudyPlaces places[FACETS_MAX];
    for (int32_t n = 1; n <= FACETS_MAX; n++) {
        Island s = random_island(&seed, n, 0.0);
        tmiStudySystem smaller = system_of(&s, false), literal = system_of(&s, true);
        CHECK(tmi_study_number(&smaller, places) == 2 * n - 1);
        CHECK(tmi_study_number(&literal, places) == 3 * n);
        s = random_island(&seed, n, 0.3);
        smaller = system_of(&s, false);
        literal = system_of(&s, true);
        CHECK(tmi_study_number(&smaller, places) == 5 * n - 1);
        CHECK(tmi_study_number(&literal, places) == 6 * n);
    }
}

TEST(the_smaller_form_and_the_literal_one_have_the_same_answers) {
    static Answers smaller, literal;
    uint64_t seed = 6;
    int32_t several = 0;
    for (int round = 0; round < 120; round++) {
        const Island s = random_island(&seed, 1 + round % 3, 0.0);
        REQUIRE(find_answers(t, &s, false, &smaller) && find_answers(t, &s, true, &literal));
        for (int32_t i = 0; i < smaller.count; i++) {
            CHECK(has(&literal, smaller.lambda[i], s.count));
            CHECK(residual_of(&s, smaller.lambda[i]) <= 1e-8);
        }
        for (int32_t i = 0; i < literal.count; i++) {
            CHECK(has(&smaller, literal.lambda[i], s.count));
            CHECK(residual_of(&s, literal.lambda[i]) <= 1e-8);
        }
        several += smaller.count > 1;
    }
    CHECK(several > 20); /* (11) does not determine the motion */
}

static double energy_of(const Island *s, const double *lambda) {
    double sum = 0.0;
    for (int32_t i = 0; i < s->count; i++) {
        for (int32_t k = 0; k < s->count; k++) {
            sum += 0.5 * lambda[i] * s->w[2 * i * 2 * s->count + 2 * k] * lambda[k];
        }
    }
    return sum;
}

TEST(branch_and_bound_finds_the_answer_of_least_energy) {
    static Answers a;
    static double work[20000];
    static int32_t ints[2000];
    uint64_t seed = 7;
    for (int round = 0; round < 60; round++) {
        const Island s = random_island(&seed, 2 + round % 3, 0.0);
        REQUIRE(find_answers(t, &s, false, &a));
        double min = INFINITY, z[ORDER], w[ORDER];
        for (int32_t i = 0; i < a.count; i++) {
            min = fmin(min, energy_of(&s, a.lambda[i]));
        }
        tmiLcpSettings settings = tmi_lcp_settings(TMI_LCP_BRANCH);
        settings.objective_h = (tmiMatrix){a.h, a.order, a.order, a.order};
        const tmiLcp problem = {.m = {a.m, a.order, a.order, a.order}, .q = a.q};
        tmiLcpInfo info;
        REQUIRE(tmi_lcp_workspace(TMI_LCP_BRANCH, a.order) <= 20000);
        REQUIRE(tmi_lcp_int_workspace(TMI_LCP_BRANCH, a.order) <= 2000);
        CHECK_STATUS(tmi_lcp_solve(&problem, &settings, work, ints, z, w, &info), TM_OK);
        CHECK(info.outcome == TMI_LCP_SOLVED);
        CHECK_NEAR(info.objective, min, 1e-8 * (1.0 + min));
    }
}

TEST_MAIN(CASE(unknowns_are_as_many_as_the_forms_have),
          CASE(the_smaller_form_and_the_literal_one_have_the_same_answers),
          CASE(branch_and_bound_finds_the_answer_of_least_energy))
