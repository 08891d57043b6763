/* test_joint_rows.c: what joints demand, against finite differences and against the gaps that the
 * test computes by formulas of its own. */
#include "analyse/kinematics/joint/joint.h"
#include "analyse/kinematics/mechanism/mechanism.h"

#include "linkages.h"
#include "numeric/numeric.h"

#define TRIES 200
#define STEP                                                                                       \
    1e-5 /* of a central difference: its error is about its square, rounding errors 1e-16 / it     \
          */
#define SIZE 2.5

/* Four features on four bodies. */
#define PARTS 4
typedef struct joined {
    tmiPlanarFeature features[PARTS];
    double at[PARTS][3]; /* poses: x, y, angle */
} joined;

static joined random_parts(uint64_t *state) {
    joined p;
    for (int i = 0; i < PARTS; i++) {
        double angle = test_uniform(state, -4.0, 4.0);
        p.features[i] = (tmiPlanarFeature){.x = test_uniform(state, -2.0, 2.0),
                                           .y = test_uniform(state, -2.0, 2.0),
                                           .c = cos(angle),
                                           .s = sin(angle)};
        p.at[i][0] = test_uniform(state, -2.0, 2.0);
        p.at[i][1] = test_uniform(state, -2.0, 2.0);
        p.at[i][2] = test_uniform(state, -4.0, 4.0);
    }
    return p;
}

static int32_t rows_at(const joined *p, const tmiPlanarJoint *joint, double *rows,
                       tmiJointGradient *gradient) {
    tmiFeaturePose places[PARTS];
    for (int i = 0; i < PARTS; i++) {
        tmPose pose = {p->at[i][0], p->at[i][1], cos(p->at[i][2]), sin(p->at[i][2])};
        places[i] = tmi_feature_pose(&p->features[i], pose);
    }
    return tmi_joint_rows(joint, places, SIZE, rows, gradient);
}

TEST(slopes_are_those_of_central_differences) {
    uint64_t state = 31;
    for (int kind = 0; kind <= TMI_JOINT_DISPLACEMENT; kind++) {
        if (kind == TM_JOINT_GEAR) {
            kind = TMI_JOINT_DISPLACEMENT; /* the higher pairs are in test_pair_rows.c */
        }
        for (int try = 0; try < TRIES; try++) {
            joined p = random_parts(&state);
            tmiPlanarJoint joint = {.kind = (tmJointKind)kind,
                                    .value = test_uniform(&state, 0.1, 2.0)};
            double rows[TMI_JOINT_ROWS], high[TMI_JOINT_ROWS], low[TMI_JOINT_ROWS];
            tmiJointGradient gradient;
            int32_t count = rows_at(&p, &joint, rows, &gradient);
            CHECK(count == tmi_joint_row_count(&joint));
            for (int k = 0; k < 3 * PARTS; k++) {
                double *x = &p.at[k / 3][k % 3], was = *x;
                *x = was + STEP;
                rows_at(&p, &joint, high, NULL);
                *x = was - STEP;
                rows_at(&p, &joint, low, NULL);
                *x = was;
                for (int32_t r = 0; r < count; r++) {
                    /* An angle beyond half a turn jumps by a turn, its gradient does not. */
                    double rise = high[r] - low[r];
                    if (fabs(rise) > LINKAGE_PI * SIZE) {
                        rise -= copysign(2.0 * LINKAGE_PI * SIZE, rise);
                    }
                    CHECK_NEAR(gradient[r][k / 3][k % 3], rise / (2.0 * STEP), 2e-7);
                }
            }
        }
    }
}

/* Bodies with one joint of each kind in random poses: the joint's own gap is that of our formulas,
 * so rows are zero exactly where it is closed. */
TEST(gaps_are_zero_where_joints_are_closed_and_only_there) {
    uint64_t state = 32;
    for (int kind = 0; kind < TM_JOINT_GEAR; kind++) {
        for (int try = 0; try < 40; try++) {
            linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
            tmJointDef def = tm_joint_def_default();
            def.kind = (tmJointKind)kind;
            def.value = test_uniform(&state, 0.1, 1.5);
            for (int i = 0; i < tmi_joint_feature_count(def.kind); i++) {
                double x = test_uniform(&state, -2.0, 2.0), y = test_uniform(&state, -2.0, 2.0);
                tmBodyId body = linkage_body(&l, 0, 0, 0);
                def.features[i] = linkage_mark(&l, body, x, y, test_uniform(&state, -3.0, 3.0));
            }
            MUST(l.status);
            tmJointId id;
            MUST(tm_joint_add(l.m, &def, &id));
            tmPose poses[5];
            double gap;
            for (int i = 0; i < tm_body_count(l.m); i++) {
                MUST(tm_body_pose(l.m, tm_body_at(l.m, i), &poses[i]));
            }
            MUST(tm_joint_gap(l.m, id, &gap));
            /* Of a pin the larger coordinate counts, not the distance. */
            double own = linkage_gap(l.m, poses, tmi_mechanism_size(l.m, 0.0));
            bool pin = kind == TM_JOINT_REVOLUTE || kind == TM_JOINT_RIGID;
            CHECK(gap <= own * (1.0 + 1e-12) + 1e-12);
            CHECK(gap >= (pin ? 0.7 * own : own * (1.0 - 1e-12) - 1e-12));
            test_run_defers(t, 0);
        }
    }
}

TEST(closed_joints_have_no_gap) {
    uint64_t state = 33;
    linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
    tmBodyId body[5];
    for (int i = 0; i < 5; i++) {
        body[i] = i ? linkage_body(&l, 0, 0, 0) : l.ground;
    }
    tmFeatureId origin = linkage_mark(&l, body[0], 0, 0, 0.3);
    tmFeatureId same = linkage_mark(&l, body[1], 0, 0, 0.3);
    tmFeatureId ahead = linkage_mark(&l, body[2], 2.0 * cos(0.3), 2.0 * sin(0.3), 0.3);
    tmFeatureId across = linkage_mark(&l, body[3], -cos(0.3), -sin(0.3), 0.3 + 0.5 * LINKAGE_PI);
    tmFeatureId back = linkage_mark(&l, body[4], cos(0.3), sin(0.3), 0.3 + LINKAGE_PI);
    const struct {
        tmJointKind kind;
        tmFeatureId f[4];
        double value;
    } closed[] = {{TM_JOINT_REVOLUTE, {origin, same}, 0},
                  {TM_JOINT_RIGID, {origin, same}, 0},
                  {TM_JOINT_DISTANCE, {origin, same}, 0},
                  {TM_JOINT_PRISMATIC, {origin, ahead}, 0},
                  {TM_JOINT_PRISMATIC, {origin, back}, 0},
                  {TM_JOINT_SLOT, {origin, across}, 0},
                  {TM_JOINT_ANGLE, {origin, across}, 0.5 * LINKAGE_PI},
                  {TM_JOINT_ANGLE, {across, origin}, 1.5 * LINKAGE_PI},
                  {TM_JOINT_DISTANCE, {ahead, across}, 3.0},
                  {TM_JOINT_ON_CIRCLE, {origin, back}, 1.0},
                  {TM_JOINT_PARALLEL, {ahead, back}, 0},
                  {TM_JOINT_PERPENDICULAR, {ahead, across}, 0},
                  {TM_JOINT_COLLINEAR, {ahead, back, across}, 0},
                  {TM_JOINT_EQUAL_LENGTH, {ahead, back, across, same}, 0},
                  {TM_JOINT_EQUAL_ANGLE, {ahead, across, across, back}, 0}};
    MUST(l.status);
    for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++) {
        tmJointDef def = tm_joint_def_default();
        tmJointId id;
        double gap;
        def.kind = closed[i].kind;
        def.value = closed[i].value;
        for (int k = 0; k < 4; k++) {
            def.features[k] = closed[i].f[k];
        }
        MUST(tm_joint_add(l.m, &def, &id));
        MUST(tm_joint_gap(l.m, id, &gap));
        CHECK_NEAR(gap, 0.0, 1e-14);
    }
}

TEST_MAIN(CASE(slopes_are_those_of_central_differences),
          CASE(gaps_are_zero_where_joints_are_closed_and_only_there),
          CASE(closed_joints_have_no_gap))
