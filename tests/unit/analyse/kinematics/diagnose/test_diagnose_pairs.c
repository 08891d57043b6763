/* test_diagnose_pairs.c: the diagnosis of mechanisms with higher pairs: what is redundant, what
 * locks and what contradicts is known by their ratios. Every scene is also built in other units,
 * turned and shifted. */
#include "scenes.h"

/* A pair of two features, as placed, or `more` beyond that [rad, or in the scene's unit]. */
static tmJointId tie(scene *s, tmJointKind kind, tmFeatureId a, tmFeatureId b, double radius_a,
                     double radius_b, double more) {
    const double circle[3] = {s->unit, s->unit, s->unit};
    tmJointDef def = tm_joint_def_default();
    tmJointId id = {0};
    def.kind = kind;
    def.features[0] = a;
    def.features[1] = b;
    def.radii[0] = radius_a * s->unit;
    def.radii[1] = radius_b * s->unit;
    def.profile = circle;
    def.profile_count = 3;
    s->status = s->status == TM_OK ? tm_joint_add(s->m, &def, &id) : s->status;
    if (more != 0.0 && s->status == TM_OK) {
        s->status = tm_joint_get(s->m, id, &def);
        s->status = s->status == TM_OK ? tm_joint_set_value(s->m, id, def.value + more) : s->status;
    }
    return s->joints[s->joint_count++] = id;
}

/* Wheels at these points, all joints first their pins. */
static void add_wheels(scene *s, const double (*at)[2], int count, tmFeatureId *marks) {
    for (int i = 0; i < count; i++) {
        tmBodyId wheel = scene_body(s, "wheel", at[i][0], at[i][1]);
        marks[i] = scene_mark(s, wheel, at[i][0], at[i][1], 0.3 * i);
        scene_pin(s, "pin", s->ground, wheel, at[i][0], at[i][1]);
    }
}

static const double square[4][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};

/* Four equal wheels that mesh in a ring; the last pair is the eighth joint. */
static void ring_of_four(scene *s) {
    tmFeatureId w[4];
    add_wheels(s, square, 4, w);
    for (int i = 0; i < 4; i++) {
        tie(s, TM_JOINT_GEAR, w[i], w[(i + 1) % 4], 1, 1, 0);
    }
}

/* The same with one wheel that has two rims. */
static void locked_ring(scene *s) {
    tmFeatureId w[4];
    add_wheels(s, square, 4, w);
    for (int i = 0; i < 4; i++) {
        tie(s, TM_JOINT_GEAR, w[i], w[(i + 1) % 4], 1, i == 2 ? 1.1 : 1.0, 0);
    }
}

static void ring_of_three(scene *s) {
    tmFeatureId w[3];
    add_wheels(s, square, 3, w);
    for (int i = 0; i < 3; i++) {
        tie(s, TM_JOINT_GEAR, w[i], w[(i + 1) % 3], 1, 1, 0);
    }
}

/* Two wheels in mesh twice, the second time 0.3 rad further. */
static void two_phases(scene *s) {
    tmFeatureId w[2];
    add_wheels(s, square, 2, w);
    tie(s, TM_JOINT_GEAR, w[0], w[1], 1, 1, 0);
    tie(s, TM_JOINT_GEAR, w[0], w[1], 1, 1, 0.3);
}

/* A belt beside a gear of the other sense locks two wheels. */
static void belt_against_gear(scene *s) {
    tmFeatureId w[2];
    add_wheels(s, square, 2, w);
    tie(s, TM_JOINT_GEAR, w[0], w[1], 0.8, 0.8, 0);
    tie(s, TM_JOINT_BELT, w[0], w[1], 0.8, 0.8, 0);
}

/* A rope from a to b is a rod; here both are there, on a crank. */
static void rope_beside_rod(scene *s) {
    tmBodyId crank = scene_body(s, "crank", 0, 0), weight = scene_body(s, "weight", 3, 4);
    scene_pin(s, "A", s->ground, crank, 0, 0);
    tmFeatureId a = scene_mark(s, crank, 0, 4, 0), b = scene_mark(s, weight, 3, 4, 0);
    scene_rod(s, "rod", a, b, 3);
    tie(s, TM_JOINT_ROPE, a, b, 0, 0, 0);
}

/* A tappet on an eccentric whose face, one line, has two features. */
static void tappet(scene *s) {
    tmBodyId cam = scene_body(s, "cam", 0, 0), rod = scene_body(s, "rod", 0, 1);
    scene_pin(s, "A", s->ground, cam, 0, 0);
    scene_join(s, "R", TM_JOINT_PRISMATIC, scene_mark(s, s->ground, 0, 0, 1.5707963267948966),
               scene_mark(s, rod, 0, 1, 1.5707963267948966), 0);
    tmFeatureId centre = scene_mark(s, cam, 0.4, 0, 0);
    tie(s, TM_JOINT_FLAT_CAM, centre, scene_mark(s, rod, 0, 1, 0), 0, 0, 0);
    tie(s, TM_JOINT_FLAT_CAM, centre, scene_mark(s, rod, 0.5, 1, 0), 0, 0, 0);
}

/* What is known of a scene. */
typedef struct verdict {
    scene_fn *build;
    tmVerdict verdict;
    int32_t mobility, gruebler, equations;
    int32_t redundant; /* number of the joint that is; -1: none */
    int32_t from;      /* how many joints it follows from */
} verdict;

TEST(what_ratios_say_is_redundant_or_locked_is_named) {
    static const verdict known[] = {
        {ring_of_four, TM_VERDICT_OVER_MOVABLE, 1, 0, 12, 7, 7},
        {locked_ring, TM_VERDICT_EXACT, 0, 0, 12, -1, 0},
        {ring_of_three, TM_VERDICT_EXACT, 0, 0, 9, -1, 0},
        {belt_against_gear, TM_VERDICT_EXACT, 0, 0, 6, -1, 0},
        {rope_beside_rod, TM_VERDICT_OVER_MOVABLE, 3, 2, 4, 2, 1},
        {tappet, TM_VERDICT_OVER_MOVABLE, 1, 0, 6, 3, 1},
    };
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        for (int frame = 0; frame < SCENE_FRAMES; frame++) {
            scene s = scene_open(t, known[k].build, frame);
            tmDiagnosis *d;
            MUST(s.status);
            MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
            DEFER(tm_diagnosis_destroy, d);
            const tmDiagnosisInfo *info = tm_diagnosis_info(d);
            CHECK(info->verdict == known[k].verdict && info->assembled);
            CHECK(info->mobility == known[k].mobility && info->gruebler == known[k].gruebler);
            CHECK(info->equations == known[k].equations);
            REQUIRE(tm_diagnosis_redundancy_count(d) == (known[k].redundant >= 0));
            if (known[k].redundant >= 0) {
                const tmRedundancy *r = tm_diagnosis_redundancy(d, 0);
                CHECK(r->constraint.joint.value == s.joints[known[k].redundant].value);
                CHECK(r->equations == 1 && r->equation_count == 1);
                CHECK(r->from_count == known[k].from);
            }
            test_run_defers(t, 0);
        }
    }
}

/* Both give way by half of 0.3 rad; a gear's row counts half the size of 2 for wheels alike. */
TEST(two_phases_of_one_pair_of_wheels_conflict) {
    for (int frame = 0; frame < SCENE_FRAMES; frame++) {
        scene s = scene_open(t, two_phases, frame);
        tmDiagnosis *d;
        MUST(s.status);
        MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        const tmDiagnosisInfo *info = tm_diagnosis_info(d);
        CHECK(info->verdict == TM_VERDICT_CONFLICTING && !info->assembled);
        REQUIRE(tm_diagnosis_conflict_count(d) == 1);
        const tmConflict *c = tm_diagnosis_conflict(d, 0);
        REQUIRE(c->count == 2);
        CHECK(c->constraints[0].joint.value == s.joints[2].value);
        CHECK(c->constraints[1].joint.value == s.joints[3].value);
        CHECK(c->gap > 0.0);
        if (s.x == 0.0) { /* shifted, the size is another */
            CHECK_NEAR(c->gap / s.unit, 0.15 * 0.5 * 2.0, 1e-6);
        }
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(what_ratios_say_is_redundant_or_locked_is_named),
          CASE(two_phases_of_one_pair_of_wheels_conflict))
