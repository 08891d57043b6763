/* test_reference.c: the reference mechanisms ([ME] figure 30 and larger ones) through a full turn:
 * mixed against Newton's method alone, gaps by formulas of the test, changed copies, equal bits. */
#include "linkages.h"
#include "reference.h"

#include <stdio.h>
#include <string.h>

#define STEP_MAX 45 /* up to which no mechanism leaves its branch [degrees] */

/* Largest distance of a feature from the first of its body. */
static double size_of(const tmMechanism *m) {
    double size = 0.0;
    for (int32_t i = 0; i < tm_feature_count(m); i++) {
        double x = 0.0, y = 0.0;
        (void)tm_feature_get(m, tm_feature_at(m, i), NULL, &x, &y, NULL);
        size = fmax(size, hypot(x, y));
    }
    return size;
}

/* The mechanisms that have more freedoms than inputs: the way they take depends on the metric. */
static bool is_chain(const MechanismFile *file, int index) {
    return strncmp(mechanism_file_name(file, index), "Chain", 5) == 0;
}

/* Fewer frames where the slow method would take long. */
static int frames_of(const tmMechanism *m) {
    return tm_body_count(m) > 60 ? 24 : 120;
}

static tmStatus plan_of(tmTest *t, tmMechanism *m, tmJointId driver, tmPlanMethod method,
                        tmPlan **plan) {
    tmInput input = linkage_angle(driver);
    tmStatus status = linkage_plan(m, &input, 1, method, plan);
    DEFER(tm_plan_destroy, *plan);
    return status;
}

static double farthest(const tmPose *a, const tmPose *b, int32_t count, double size) {
    double max = 0.0;
    for (int32_t i = 0; i < count; i++) {
        max = fmax(max, hypot(a[i].x - b[i].x, a[i].y - b[i].y));
        max = fmax(max, size * hypot(a[i].c - b[i].c, a[i].s - b[i].s));
    }
    return max;
}

TEST(every_mechanism_turns_a_full_turn_as_newton_s_method_says) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file && mechanism_file_count(file) == 23);
    for (int i = 0; i < mechanism_file_count(file); i++) {
        tmMechanism *m;
        tmJointId driver;
        MUST(reference_build(t, file, i, &m, &driver));
        tmPlan *mixed, *newton;
        MUST(plan_of(t, m, driver, TM_PLAN_MIXED, &mixed));
        MUST(plan_of(t, m, driver, TM_PLAN_NEWTON, &newton));
        double size = size_of(m), start, apart = 0.0, gap = 0.0;
        MUST(tm_plan_values(mixed, &start));
        int frames = frames_of(m);
        for (int k = 0; k <= frames; k++) {
            double angle = start + 2.0 * LINKAGE_PI * k / frames;
            tmSolveInfo a, b;
            MUST(tm_plan_move(mixed, &angle, &a));
            MUST(tm_plan_move(newton, &angle, &b));
            if (!CHECK(a.outcome == TM_MOVE_DONE && b.outcome == TM_MOVE_DONE)) {
                printf("  %s, frame %d: %d %d\n", mechanism_file_name(file, i), k, (int)a.outcome,
                       (int)b.outcome);
                break;
            }
            const tmPose *p = tm_plan_poses(mixed), *q = tm_plan_poses(newton);
            CHECK(linkage_poses_good(m, p) && linkage_poses_good(m, q));
            gap = fmax(gap, fmax(linkage_gap(m, p, size), linkage_gap(m, q, size)));
            apart = fmax(apart, farthest(p, q, tm_body_count(m), size));
        }
        bool good = CHECK(gap <= 1e-10 * size) && CHECK(is_chain(file, i) || apart <= 1e-8 * size);
        if (!good) {
            printf("  %s: gap %g, apart %g of size %g\n", mechanism_file_name(file, i), gap, apart,
                   size);
        }
        test_run_defers(t, 0);
    }
}

TEST(counts_are_at_most_those_of_the_paper) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    int printed = 0;
    for (int i = 0; i < mechanism_file_count(file); i++) {
        if (mechanism_file_unknowns(file, i) < 0) {
            continue;
        }
        tmMechanism *m;
        tmJointId driver;
        tmPlan *plan;
        MUST(reference_build(t, file, i, &m, &driver));
        MUST(plan_of(t, m, driver, TM_PLAN_MIXED, &plan));
        CHECK(tm_plan_unknowns(plan) <= mechanism_file_unknowns(file, i));
        CHECK(tm_plan_equations(plan) <= mechanism_file_equations(file, i));
        printed++;
        test_run_defers(t, 0);
    }
    CHECK(printed == 16);
}

#define COARSE 3

/* Two turns by steps of one degree, or a part of one. Plans that go by steps of `steps[k]` degrees
 * come to the same poses, or `same[k]` is false; one walk by small steps, which costs most, serves
 * them all. */
static void walk_beside(tmTest *t, const tmMechanism *m, tmPlan *fine, tmPlan *const *coarse,
                        const int *steps, bool *same) {
    double size = size_of(m), start = 0.0;
    CHECK_STATUS(tm_plan_values(fine, &start), TM_OK);
    for (int degree = 0; degree <= test_rounds(720); degree++) {
        double angle = start + degree * (LINKAGE_PI / 180.0);
        tmSolveInfo info;
        bool there = tm_plan_move(fine, &angle, &info) == TM_OK && info.outcome == TM_MOVE_DONE;
        for (int k = 0; k < COARSE; k++) {
            same[k] = same[k] && there;
            if (same[k] && degree % steps[k] == 0) {
                same[k] = tm_plan_move(coarse[k], &angle, &info) == TM_OK &&
                          info.outcome == TM_MOVE_DONE &&
                          farthest(tm_plan_poses(fine), tm_plan_poses(coarse[k]), tm_body_count(m),
                                   size) <= 1e-6 * size;
            }
        }
    }
}

TEST(large_steps_stay_on_the_branch_of_small_ones) {
    const int steps[COARSE] = {5, 10, STEP_MAX};
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    for (int i = 0; i < mechanism_file_count(file); i++) {
        if (is_chain(file, i)) {
            continue;
        }
        tmMechanism *m;
        tmJointId driver;
        tmPlan *fine, *coarse[COARSE];
        bool same[COARSE] = {true, true, true};
        MUST(reference_build(t, file, i, &m, &driver));
        MUST(plan_of(t, m, driver, TM_PLAN_MIXED, &fine));
        for (int k = 0; k < COARSE; k++) {
            MUST(plan_of(t, m, driver, TM_PLAN_MIXED, &coarse[k]));
        }
        walk_beside(t, m, fine, coarse, steps, same);
        for (int k = 0; k < COARSE; k++) {
            if (!CHECK(same[k])) {
                printf("  %s, steps of %d degrees\n", mechanism_file_name(file, i), steps[k]);
            }
        }
        test_run_defers(t, 0);
    }
}

/* ---- Changed copies ------------------------------------------------------------------------ */

typedef struct change {
    double scale, turn;
    uint64_t seed; /* of the order of parts; 0: as they are */
} change;

static void shuffle(int32_t *order, int32_t count, uint64_t seed) {
    uint64_t state = seed;
    for (int32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    for (int32_t i = count - 1; i > 0 && seed; i--) {
        int32_t k = test_between(&state, 0, i), was = order[i];
        order[i] = order[k];
        order[k] = was;
    }
}

/* Builds the copy, destroyed after the case. place[i] is where body i of the original is in it. */
static tmStatus copy_changed(tmTest *t, const tmMechanism *from, tmJointId driver, change how,
                             tmMechanism **to, tmJointId *copied_driver, int32_t *place) {
    int32_t bodies = tm_body_count(from), features = tm_feature_count(from),
            joints = tm_joint_count(from);
    int32_t *order = test_memory(t, (size_t)(bodies + features + joints), sizeof *order);
    tmBodyId *body = test_memory(t, (size_t)bodies, sizeof *body);
    tmFeatureId *feature = test_memory(t, (size_t)features, sizeof *feature);
    double c = cos(how.turn), s = sin(how.turn);
    tmStatus status = tm_mechanism_create(&t->allocator, to);
    DEFER(tm_mechanism_destroy, *to);
    shuffle(order, bodies - 1, how.seed);
    body[0] = tm_mechanism_ground(*to);
    place[0] = 0;
    for (int32_t k = 0; k < bodies - 1 && status == TM_OK; k++) {
        int32_t i = order[k] + 1;
        tmPose p;
        tmBodyDef def = tm_body_def_default();
        (void)tm_body_pose(from, tm_body_at(from, i), &p);
        def.x = how.scale * (c * p.x - s * p.y);
        def.y = how.scale * (s * p.x + c * p.y);
        def.angle = atan2(p.s, p.c) + how.turn;
        status = tm_body_add(*to, &def, &body[i]);
        place[i] = k + 1;
    }
    shuffle(order, features, how.seed);
    for (int32_t k = 0; k < features && status == TM_OK; k++) {
        int32_t i = order[k], at = 0;
        tmFeatureDef def = tm_feature_def_default();
        tmBodyId owner;
        double x, y, angle;
        (void)tm_feature_get(from, tm_feature_at(from, i), &owner, &x, &y, &angle);
        while (tm_body_at(from, at).value != owner.value) {
            at++;
        }
        def.body = body[at];
        def.x = how.scale * (at ? x : c * x - s * y);
        def.y = how.scale * (at ? y : s * x + c * y);
        def.angle = angle + (at ? 0.0 : how.turn);
        status = tm_feature_add(*to, &def, &feature[i]);
    }
    shuffle(order, joints, how.seed);
    for (int32_t k = 0; k < joints && status == TM_OK; k++) {
        tmJointDef def;
        tmJointId old = tm_joint_at(from, order[k]), made;
        status = tm_joint_get(from, old, &def);
        for (int i = 0; i < 2; i++) {
            int32_t at = 0;
            while (tm_feature_at(from, at).value != def.features[i].value) {
                at++;
            }
            def.features[i] = feature[at];
        }
        status = status == TM_OK ? tm_joint_add(*to, &def, &made) : status;
        *copied_driver = old.value == driver.value ? made : *copied_driver;
    }
    return status;
}

/* How far the copy's poses are from those of the original, changed [size of the original]. */
static double copy_apart(const tmPose *p, const tmPose *q, const int32_t *place, int32_t count,
                         change how) {
    double max = 0.0, c = cos(how.turn), s = sin(how.turn);
    for (int32_t i = 1; i < count; i++) {
        const tmPose *o = &p[i], *n = &q[place[i]];
        max = fmax(max, hypot(n->x / how.scale - (c * o->x - s * o->y),
                              n->y / how.scale - (s * o->x + c * o->y)));
        max = fmax(max, hypot(n->c - (c * o->c - s * o->s), n->s - (s * o->c + c * o->s)));
    }
    return max;
}

#define COPY_FRAMES (1 + test_rounds(60)) /* of a turn, both ends among them, or of a part */

static double copy_angle(double start, int frame) {
    return start + LINKAGE_PI * frame / 30.0;
}

TEST(shuffled_turned_and_scaled_copies_move_alike) {
    const change changes[] = {
        {1.0, 0.0, 5}, {1.0, 1.1, 0}, {1e-3, 0.0, 0}, {1e3, 0.0, 0}, {1e3, -2.0, 6}};
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    for (int i = 0; i < mechanism_file_count(file); i++) {
        tmMechanism *m, *copy;
        tmJointId driver, other = {0};
        tmPlan *one, *two;
        MUST(reference_build(t, file, i, &m, &driver));
        MUST(plan_of(t, m, driver, TM_PLAN_MIXED, &one));
        size_t bodies = (size_t)tm_body_count(m);
        int32_t *place = test_memory(t, bodies, sizeof *place);
        tmPose *path = test_memory(t, (size_t)COPY_FRAMES * bodies, sizeof *path);
        double start;
        MUST(tm_plan_values(one, &start));
        for (int k = 0; k < COPY_FRAMES; k++) {
            double angle = copy_angle(start, k);
            tmSolveInfo info;
            MUST(tm_plan_move(one, &angle, &info));
            CHECK(info.outcome == TM_MOVE_DONE);
            memcpy(&path[(size_t)k * bodies], tm_plan_poses(one), bodies * sizeof *path);
        }
        for (int c = 0; c < 5; c++) {
            int kept = t->defer_count;
            MUST(copy_changed(t, m, driver, changes[c], &copy, &other, place));
            MUST(plan_of(t, copy, other, TM_PLAN_MIXED, &two));
            double apart = 0.0;
            for (int k = 0; k < COPY_FRAMES; k++) {
                double angle = copy_angle(start, k);
                tmSolveInfo info;
                MUST(tm_plan_move(two, &angle, &info));
                CHECK(info.outcome == TM_MOVE_DONE);
                apart = fmax(apart, copy_apart(&path[(size_t)k * bodies], tm_plan_poses(two), place,
                                               tm_body_count(m), changes[c]));
            }
            if (!CHECK(apart <= 1e-8 * size_of(m))) {
                printf("  %s, change %d: apart %g\n", mechanism_file_name(file, i), c, apart);
            }
            test_run_defers(t, kept);
        }
        test_run_defers(t, 0);
    }
}

/* ---- Bits and memory ----------------------------------------------------------------------- */

static uint64_t hash_turn(tmTest *t, tmPlan *plan, int32_t bodies, double start, uint64_t hash) {
    for (int k = 0; k < 36; k++) {
        double angle = start + LINKAGE_PI * k / 18.0;
        tmSolveInfo info;
        CHECK_STATUS(tm_plan_move(plan, &angle, &info), TM_OK);
        const unsigned char *bytes = (const unsigned char *)tm_plan_poses(plan);
        for (size_t i = 0; i < sizeof(tmPose) * (size_t)bodies; i++) {
            hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3); /* FNV-1a */
        }
    }
    return hash;
}

TEST(turns_have_equal_bits_each_time_and_take_no_memory) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    uint64_t all = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < mechanism_file_count(file); i++) {
        tmMechanism *m;
        tmJointId driver;
        MUST(reference_build(t, file, i, &m, &driver));
        tmPlan *plan, *again;
        MUST(plan_of(t, m, driver, TM_PLAN_MIXED, &plan));
        MUST(plan_of(t, m, driver, TM_PLAN_MIXED, &again));
        double start;
        MUST(tm_plan_values(plan, &start));
        int64_t allocations = t->allocations, out = t->out;
        uint64_t first = hash_turn(t, plan, tm_body_count(m), start, all);
        tm_plan_reset(plan);
        CHECK(hash_turn(t, plan, tm_body_count(m), start, all) == first);
        CHECK(hash_turn(t, again, tm_body_count(m), start, all) == first);
        CHECK(t->allocations == allocations && t->out == out);
        all = first;
        test_run_defers(t, 0);
    }
    printf("hash of a turn of all mechanisms: %016llx\n", (unsigned long long)all);
}

TEST_MAIN(CASE(every_mechanism_turns_a_full_turn_as_newton_s_method_says),
          CASE(counts_are_at_most_those_of_the_paper),
          CASE(large_steps_stay_on_the_branch_of_small_ones),
          CASE(shuffled_turned_and_scaled_copies_move_alike),
          CASE(turns_have_equal_bits_each_time_and_take_no_memory))
