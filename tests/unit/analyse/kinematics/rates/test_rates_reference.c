/* test_rates_reference.c: rates of the reference mechanisms ([ME] figure 30 and larger ones)
 * against finite differences of the poses that plans find, and against each other. */
#include "linkages.h"
#include "reference.h"

#include <stdio.h>
#include <string.h>

#define FRAMES 7
/* Steps of the five-point differences [rad]: their error goes with the fourth power. Of a long
 * chain Newton's method leaves 1e-13 open, which its many links make 1e-8 of a displacement; with a
 * small step it leaves less. */
#define STEP 4e-3
#define CHAIN_STEP 1e-3

static tmPlan *plan_of(tmTest *t, const tmMechanism *m, tmJointId driver, tmPlanMethod method,
                       double tolerance) {
    tmInput input = linkage_angle(driver);
    tmPlanDef def = tm_plan_def_default();
    def.inputs = &input;
    def.input_count = 1;
    def.method = method;
    def.tolerance = tolerance;
    tmPlan *plan = NULL;
    CHECK_STATUS(tm_plan_create(m, &def, &plan), TM_OK);
    DEFER(tm_plan_destroy, plan);
    return plan;
}

static bool is_chain(const MechanismFile *file, int index) {
    return strncmp(mechanism_file_name(file, index), "Chain", 5) == 0;
}

/* Poses x, y, angle of all bodies after one move by `turn` from the plan's start, less the start.
 */
static bool displacements(tmTest *t, tmPlan *plan, double from, double turn, const tmPose *start,
                          int32_t bodies, double *out) {
    tmSolveInfo info;
    double value = from + turn;
    tm_plan_reset(plan);
    if (!CHECK_STATUS(tm_plan_move(plan, &value, &info), TM_OK) ||
        !CHECK(info.outcome == TM_MOVE_DONE)) {
        return false;
    }
    const tmPose *p = tm_plan_poses(plan);
    for (int32_t i = 0; i < bodies; i++) {
        out[3 * i] = p[i].x - start[i].x;
        out[3 * i + 1] = p[i].y - start[i].y;
        out[3 * i + 2] = atan2(start[i].c * p[i].s - start[i].s * p[i].c,
                               start[i].c * p[i].c + start[i].s * p[i].s);
    }
    return true;
}

typedef struct differences {
    double *first, *second; /* of x, y, angle of each body */
} differences;

/* Five-point differences of what the plan finds around its start. */
static bool differ(tmTest *t, tmPlan *plan, int32_t bodies, double step, differences *d) {
    static const double one[] = {1.0, -8.0, 0.0, 8.0, -1.0}, two[] = {-1.0, 16.0, 0.0, 16.0, -1.0};
    size_t count = 3 * (size_t)bodies;
    double *moved = test_memory(t, count, sizeof *moved), from;
    tmPose *start = test_memory(t, (size_t)bodies, sizeof *start);
    d->first = test_memory(t, count, sizeof *moved);
    d->second = test_memory(t, count, sizeof *moved);
    memcpy(start, tm_plan_poses(plan), (size_t)bodies * sizeof *start);
    bool good = CHECK_STATUS(tm_plan_values(plan, &from), TM_OK);
    for (int k = 0; k < 5 && good; k++) {
        good = k == 2 || displacements(t, plan, from, (k - 2) * step, start, bodies, moved);
        for (size_t i = 0; i < count && k != 2; i++) {
            d->first[i] += one[k] * moved[i] / (12.0 * step);
            d->second[i] += two[k] * moved[i] / (12.0 * step * step);
        }
    }
    tm_plan_reset(plan);
    return good;
}

/* Largest difference of any rate from what it should be, of the largest rate. */
static double apart(const tmPoseRate *rates, const double *expected, int32_t bodies) {
    double max = 0.0, max_abs = 1.0;
    for (int32_t i = 0; i < bodies; i++) {
        const double found[3] = {rates[i].x, rates[i].y, rates[i].angle};
        for (int k = 0; k < 3; k++) {
            max = fmax(max, fabs(found[k] - expected[3 * i + k]));
            max_abs = fmax(max_abs, fabs(expected[3 * i + k]));
        }
    }
    return max / max_abs;
}

/* In seven poses of a turn: the plan is made again there, so that every difference starts from the
 * same pose. Chains have freedoms left; there Newton's method alone takes steps in our metric. */
TEST(rates_are_those_of_differences_of_moved_poses) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file && mechanism_file_count(file) == 23);
    for (int i = 0; i < mechanism_file_count(file); i++) {
        int kept = t->defer_count;
        tmMechanism *m;
        tmJointId driver;
        MUST(reference_build(t, file, i, &m, &driver));
        int32_t bodies = tm_body_count(m);
        tmPlan *turning = plan_of(t, m, driver, TM_PLAN_MIXED, 1e-13);
        double start, one = 1.0;
        MUST(tm_plan_values(turning, &start));
        for (int k = 0; k < FRAMES; k++) {
            int kept_frame = t->defer_count;
            double value = start + 2.0 * LINKAGE_PI * k / FRAMES;
            MUST(tm_plan_move(turning, &value, NULL));
            MUST(tm_plan_commit(turning, m));
            tmPlan *plan =
                plan_of(t, m, driver, is_chain(file, i) ? TM_PLAN_NEWTON : TM_PLAN_MIXED, 1e-13);
            tmRates *rates;
            MUST(tm_rates_create(plan, &rates));
            DEFER(tm_rates_destroy, rates);
            tmRatesInfo info;
            MUST(tm_rates_solve(rates, &one, NULL, &info));
            /* As many links between the driver and the other end as the name says. */
            int32_t free = is_chain(file, i) ? 3 * (bodies - 1) - 2 * tm_joint_count(m) - 1 : 0;
            CHECK(info.freedom == free && info.redundant == 0);
            CHECK(info.outcome == (free ? TM_RATES_FREE : TM_RATES_DONE));
            differences d;
            REQUIRE(differ(t, plan, bodies, is_chain(file, i) ? CHAIN_STEP : STEP, &d));
            double v = apart(tm_rates_velocities(rates), d.first, bodies);
            double a = apart(tm_rates_accelerations(rates), d.second, bodies);
            if (!CHECK(v < 2e-8) || !CHECK(a < 2e-6)) {
                printf("  %s, frame %d: %g %g\n", mechanism_file_name(file, i), k, v, a);
            }
            test_run_defers(t, kept_frame);
        }
        test_run_defers(t, kept);
    }
}

/* Rates are linear in the inputs' second rates and quadratic in the first. */
TEST(rates_scale_with_those_of_the_inputs) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    for (int i = 0; i < mechanism_file_count(file); i++) {
        int kept = t->defer_count;
        tmMechanism *m;
        tmJointId driver;
        MUST(reference_build(t, file, i, &m, &driver));
        int32_t bodies = tm_body_count(m);
        tmPlan *plan = plan_of(t, m, driver, TM_PLAN_MIXED, 1e-11);
        double value;
        MUST(tm_plan_values(plan, &value)); /* closes the joints of the file, to its last digits */
        MUST(tm_plan_move(plan, &value, NULL));
        double *v1 = test_memory(t, 3 * (size_t)bodies, sizeof *v1);
        double *expected = test_memory(t, 3 * (size_t)bodies, sizeof *expected);
        tmRates *rates;
        MUST(tm_rates_create(plan, &rates));
        DEFER(tm_rates_destroy, rates);
        const double w = 3.0, alpha = -2.0, one = 1.0;
        MUST(tm_rates_solve(rates, &one, NULL, NULL));
        for (int32_t k = 0; k < bodies; k++) {
            tmPoseRate v = tm_rates_velocities(rates)[k], a = tm_rates_accelerations(rates)[k];
            const double first[3] = {v.x, v.y, v.angle}, second[3] = {a.x, a.y, a.angle};
            for (int c = 0; c < 3; c++) {
                v1[3 * k + c] = w * first[c];
                expected[3 * k + c] = w * w * second[c] + alpha * first[c];
            }
        }
        MUST(tm_rates_solve(rates, &w, &alpha, NULL));
        CHECK(apart(tm_rates_velocities(rates), v1, bodies) < 1e-10);
        CHECK(apart(tm_rates_accelerations(rates), expected, bodies) < 1e-9);
        test_run_defers(t, kept);
    }
}

TEST(solving_allocates_nothing_and_frees_all_where_memory_ends) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    int large = 6; /* Stress-50: the sparse way */
    tmMechanism *m;
    tmJointId driver;
    MUST(reference_build(t, file, large, &m, &driver));
    tmMechanism *copy;
    MUST(reference_build(t, file, large, &copy, &driver));
    tmInput input = linkage_angle(driver);
    tmPlan *plan;
    tmRates *rates;
    MUST(linkage_plan(copy, &input, 1, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    int64_t before = t->allocations;
    double one = 1.0;
    MUST(tm_rates_solve(rates, &one, &one, NULL));
    CHECK(t->allocations == before);
}

TEST_MAIN(CASE(rates_are_those_of_differences_of_moved_poses),
          CASE(rates_scale_with_those_of_the_inputs),
          CASE(solving_allocates_nothing_and_frees_all_where_memory_ends))
