/* test_joint_curvature.c: the forms of the rows that certificates use, by formulas of the test; the
 * bounds of their second derivatives against mixed differences at random places of the box. */
#include "analyse/kinematics/joint/higher_pair.h"
#include "analyse/kinematics/joint/joint.h"

#include "linkages.h"

#include <string.h>

#define TRIES 400
#define SAMPLES 40
#define STEP 1e-4

/* A joint on up to three moving bodies and the ground (body 0). */
typedef struct Set {
    tmiPlanarJoint joint;
    tmiPlanarFeature features[TM_JOINT_FEATURES];
    double pose[4][3];   /* of each body: x, y, angle */
    double weight[4][2]; /* shift and turn in a box of radius 1 */
    double length;       /* the constant of the row's form */
} Set;

static tmiFeaturePose place_of(const Set *s, int i, double pose[4][3]) {
    const double *p = pose[s->features[i].body];
    return tmi_feature_pose(&s->features[i], (tmPose){p[0], p[1], cos(p[2]), sin(p[2])});
}

/* The rows' forms, written down again. */
static double form(const Set *s, int row, double pose[4][3], double size) {
    double x[4] = {0}, y[4] = {0}, a[4] = {0};
    for (int i = 0; i < 4; i++) {
        const double *p = pose[s->features[i].body];
        const tmiPlanarFeature *f = &s->features[i];
        x[i] = p[0] + f->x * cos(p[2]) - f->y * sin(p[2]);
        y[i] = p[1] + f->x * sin(p[2]) + f->y * cos(p[2]);
        a[i] = p[2] + f->angle;
    }
    if (s->joint.pair) {
        tmiFeaturePose places[TM_JOINT_FEATURES];
        double found[TMI_JOINT_ROWS];
        for (int i = 0; i < s->joint.feature_count; i++) {
            places[i] = place_of(s, i, pose);
        }
        tmi_joint_rows(&s->joint, places, size, found, NULL);
        return found[row]; /* its gradients are tested in test_pair_rows.c */
    }
    double dx = x[1] - x[0], dy = y[1] - y[0], l = s->length;
    double turn = remainder(a[1] - a[0] - s->joint.value, 2.0 * LINKAGE_PI);
    switch ((int)s->joint.kind) {
    case TM_JOINT_REVOLUTE:
    case TM_JOINT_RIGID:
        return row == 2 ? size * turn : row ? dy : dx;
    case TM_JOINT_PRISMATIC:
    case TM_JOINT_SLOT:
        return row ? size * remainder(a[1] - a[0], LINKAGE_PI) : cos(a[0]) * dy - sin(a[0]) * dx;
    case TM_JOINT_ANGLE:
        return size * turn;
    case TM_JOINT_DISTANCE:
    case TM_JOINT_ON_CIRCLE:
        return (dx * dx + dy * dy - l * l) / (2.0 * l);
    case TM_JOINT_PARALLEL:
        return size * remainder(a[1] - a[0], LINKAGE_PI);
    case TM_JOINT_PERPENDICULAR:
        return -size * remainder(a[1] - a[0] - 0.5 * LINKAGE_PI, LINKAGE_PI);
    case TM_JOINT_COLLINEAR:
        return (dx * (y[2] - y[0]) - dy * (x[2] - x[0])) / l;
    case TM_JOINT_EQUAL_LENGTH: {
        double u = x[3] - x[2], v = y[3] - y[2];
        return (dx * dx + dy * dy - u * u - v * v) / (2.0 * l);
    }
    case TM_JOINT_EQUAL_ANGLE:
        return size * remainder(a[1] - a[0] - a[3] + a[2], 2.0 * LINKAGE_PI);
    default:
        return cos(a[0]) * dx + sin(a[0]) * dy - s->joint.value;
    }
}

/* A joint whose angles nearly fit, on bodies of which the first may be the ground. */
static Set random_set(int kind, double size, uint64_t *state) {
    Set s = {.joint = {.kind = (tmJointKind)kind, .features = {0, 1, 2, 3}}};
    for (int b = 1; b < 4; b++) {
        for (int i = 0; i < 3; i++) {
            s.pose[b][i] = test_uniform(state, -2.0, 2.0);
        }
        s.weight[b][0] = size * test_uniform(state, 0.0, 1.0);
        s.weight[b][1] = test_uniform(state, 0.0, 1.0);
    }
    s.joint.value = test_uniform(state, 0.5, 2.0);
    for (int i = 0; i < TM_JOINT_FEATURES; i++) {
        tmiPlanarFeature *f = &s.features[i];
        f->body = i == 0 ? test_between(state, 0, 1) : i == 1 ? 2 : test_between(state, 0, 3);
        f->x = test_uniform(state, -2.0, 2.0);
        f->y = test_uniform(state, -2.0, 2.0);
        double off = test_uniform(state, -0.01, 0.01);
        bool angles = kind == TM_JOINT_ANGLE || kind == TM_JOINT_RIGID;
        double base = angles && i == 1 ? s.joint.value : 0.0;
        base = kind == TM_JOINT_PERPENDICULAR && i == 1 ? 0.5 * LINKAGE_PI : base;
        f->angle = base + off - s.pose[f->body][2];
        f->c = cos(f->angle);
        f->s = sin(f->angle);
    }
    s.joint.value = kind == TM_JOINT_RIGID ? 0.0 : s.joint.value;
    return s;
}

static int32_t ends_of(int kind) {
    return kind == TMI_JOINT_DISPLACEMENT ? 2 : tmi_joint_feature_count((tmJointKind)kind);
}

/* Without the higher pairs, which have a case of their own. */
static int next_kind(int kind) {
    return kind + 1 == (int)TM_JOINT_GEAR ? TMI_JOINT_DISPLACEMENT : kind + 1;
}

/* The constant by which a form divides: of the value or of the present place. */
static double length_of(const Set *s, const tmiFeaturePose *p) {
    double first = hypot(p[1].x - p[0].x, p[1].y - p[0].y);
    double second = hypot(p[3].x - p[2].x, p[3].y - p[2].y);
    return s->joint.kind == TM_JOINT_COLLINEAR      ? first
           : s->joint.kind == TM_JOINT_EQUAL_LENGTH ? 0.5 * (first + second)
                                                    : s->joint.value;
}

static void moved(double to[4][3], double from[4][3], double by, double along[4][3]) {
    for (int b = 0; b < 4; b++) {
        for (int i = 0; i < 3; i++) {
            to[b][i] = from[b][i] + by * along[b][i];
        }
    }
}

TEST(rows_of_certificates_have_the_zeros_and_slopes_of_their_forms) {
    uint64_t state = 51;
    const double size = 1.7;
    for (int kind = 0; kind <= TMI_JOINT_DISPLACEMENT; kind = next_kind(kind)) {
        for (int try = 0; try < TRIES; try++) {
            Set s = random_set(kind, size, &state);
            tmiFeaturePose places[TM_JOINT_FEATURES];
            for (int i = 0; i < TM_JOINT_FEATURES; i++) {
                places[i] = place_of(&s, i, s.pose);
            }
            s.length = length_of(&s, places);
            double rows[TMI_JOINT_ROWS];
            tmiJointGradient gradient;
            int32_t count = tmi_joint_flat_rows(&s.joint, places, size, rows, &gradient);
            REQUIRE(count == tmi_joint_row_count(&s.joint));
            for (int row = 0; row < count; row++) {
                CHECK_NEAR(rows[row], form(&s, row, s.pose, size), 1e-12);
                for (int b = 1; b < 4; b++) {
                    for (int i = 0; i < 3; i++) {
                        double along[4][3] = {{0}}, high[4][3], low[4][3], sum = 0.0;
                        along[b][i] = 1.0;
                        moved(high, s.pose, 1e-6, along);
                        moved(low, s.pose, -1e-6, along);
                        for (int e = 0; e < ends_of(kind); e++) {
                            sum += s.features[e].body == b ? gradient[row][e][i] : 0.0;
                        }
                        double seen = form(&s, row, high, size) - form(&s, row, low, size);
                        CHECK_NEAR(sum, seen / 2e-6, 1e-7 * (1.0 + 4.0 / s.length));
                    }
                }
            }
        }
    }
}

/* |d2F(h, k)| at `at`, by a mixed central difference. */
static double mixed(const Set *s, int row, double at[4][3], double h[4][3], double k[4][3],
                    double size) {
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double p[4][3], q[4][3];
        moved(p, at, i & 1 ? -STEP : STEP, h);
        moved(q, p, i & 2 ? -STEP : STEP, k);
        sum += (i == 0 || i == 3 ? 1.0 : -1.0) * form(s, row, q, size);
    }
    return fabs(sum) / (4.0 * STEP * STEP);
}

static void random_corner(const Set *s, double to[4][3], double min, uint64_t *state) {
    memset(to, 0, sizeof(double[4][3]));
    for (int b = 1; b < 4; b++) {
        for (int i = 0; i < 3; i++) {
            double sign = test_between(state, 0, 1) ? 1.0 : -1.0;
            to[b][i] = sign * test_uniform(state, min, 1.0) * s->weight[b][i == 2];
        }
    }
}

/* The bound that the certificate would use for the row: of points each with its own lever. */
static double bound_of(const Set *s, int row, const tmiFeaturePose *places, double size,
                       double radius) {
    bool fixed = s->features[0].body == 0;
    double sum = 0.0;
    switch (tmi_joint_curvature(&s->joint, row, fixed)) {
    case TMI_CURVATURE_NONE:
        return 0.0;
    case TMI_CURVATURE_POINTS:
        for (int i = 0; i < 2; i++) {
            double turn = s->weight[s->features[i].body][1];
            sum += hypot(places[i].rx, places[i].ry) * turn * turn;
        }
        return sum;
    case TMI_CURVATURE_OTHER:
        break;
    }
    tmiCurvatureEnd ends[TM_JOINT_FEATURES];
    for (int i = 0; i < TM_JOINT_FEATURES; i++) {
        int b = s->features[i].body;
        ends[i] = (tmiCurvatureEnd){places[i], b, s->weight[b][0], s->weight[b][1]};
    }
    return tmi_joint_max_curvature(&s->joint, row, ends, size, radius);
}

/* Second differences against the bound at SAMPLES places of the box. Returns the largest part of
 * the bound that was seen. */
static double check_bound(tmTest *t, const Set *s, const tmiFeaturePose *places, double size,
                          uint64_t *state) {
    double radius = test_uniform(state, 0.0, 0.3), tightest = 0.0;
    for (int row = 0; row < tmi_joint_row_count(&s->joint); row++) {
        double bound = bound_of(s, row, places, size, radius);
        for (int sample = 0; sample < SAMPLES; sample++) {
            double at[4][3], off[4][3], h[4][3], k[4][3], from[4][3];
            memcpy(from, s->pose, sizeof from);
            random_corner(s, off, 0.0, state);
            random_corner(s, h, 1.0, state);
            random_corner(s, k, 1.0, state);
            moved(at, from, bound > 0.0 ? radius : 0.0, off);
            double seen = mixed(s, row, at, h, k, size);
            CHECK(seen <= bound * (1.0 + 1e-4) + 1e-5 || bound == INFINITY);
            tightest = bound > 0.0 ? fmax(tightest, seen / bound) : tightest;
        }
    }
    return tightest;
}

TEST(no_second_difference_in_the_box_exceeds_the_bound) {
    uint64_t state = 52;
    const double size = 1.7;
    for (int kind = 0; kind <= TMI_JOINT_DISPLACEMENT; kind = next_kind(kind)) {
        double tightest = 0.0;
        bool bends = false;
        for (int try = 0; try < TRIES; try++) {
            Set s = random_set(kind, size, &state);
            tmiFeaturePose places[TM_JOINT_FEATURES];
            for (int i = 0; i < TM_JOINT_FEATURES; i++) {
                places[i] = place_of(&s, i, s.pose);
            }
            s.length = length_of(&s, places);
            for (int row = 0; row < tmi_joint_row_count(&s.joint); row++) {
                bends |= bound_of(&s, row, places, size, 0.0) > 0.0;
            }
            tightest = fmax(tightest, check_bound(t, &s, places, size, &state));
        }
        CHECK(!bends || tightest > 0.5);
    }
}

TEST(no_second_difference_of_a_pair_exceeds_its_bound) {
    uint64_t state = 53;
    const double size = 1.7;
    for (int kind = (int)TM_JOINT_GEAR; kind < (int)TM_JOINT_FLAT_CAM; kind++) {
        double tightest = 0.0;
        int bounded = 0;
        for (int try = 0; try < TRIES; try++) {
            Set s = random_set(kind, size, &state);
            tmiPair pair = {.profile = NULL};
            s.joint.pair = &pair;
            s.joint.feature_count = kind == (int)TM_JOINT_ROPE ? test_between(&state, 2, 4) : 2;
            tmiFeaturePose places[TM_JOINT_FEATURES];
            for (int i = 0; i < TM_JOINT_FEATURES; i++) {
                bool right = kind == (int)TM_JOINT_ROPE && test_between(&state, 0, 1);
                pair.radii[i] = test_uniform(&state, 0.05, 0.4) * (right ? -1.0 : 1.0);
                places[i] = place_of(&s, i, s.pose);
            }
            tmi_pair_start(&s.joint, places, true);
            bounded += bound_of(&s, 0, places, size, 0.0) < INFINITY;
            tightest = fmax(tightest, check_bound(t, &s, places, size, &state));
        }
        CHECK(bounded > TRIES / 2);
        CHECK(tightest > 0.5);
    }
    const tmiPlanarJoint cam = {.kind = TM_JOINT_FLAT_CAM}, gear = {.kind = TM_JOINT_GEAR};
    CHECK(!tmi_joint_is_bounded(&cam) && tmi_joint_is_bounded(&gear));
}

/* A distance of zero is a pin, and bends like one. */
TEST(distance_of_zero_is_a_pin) {
    tmiPlanarJoint joint = {.kind = TM_JOINT_DISTANCE};
    CHECK(tmi_joint_curvature(&joint, 0, false) == TMI_CURVATURE_POINTS);
    CHECK(tmi_joint_curvature(&joint, 1, false) == TMI_CURVATURE_POINTS);
    joint.value = 1.0;
    CHECK(tmi_joint_curvature(&joint, 0, false) == TMI_CURVATURE_OTHER);
    const tmiFeaturePose same = {1.0, 1.0, 0.0, 0.0, 1.0, 0.0};
    tmiCurvatureEnd ends[TM_JOINT_FEATURES] = {
        {same, 1, 1, 1}, {same, 2, 1, 1}, {same, 1, 1, 1}, {same, 2, 1, 1}};
    joint.kind = TM_JOINT_COLLINEAR;
    CHECK(tmi_joint_max_curvature(&joint, 0, ends, 1.0, 0.0) == INFINITY);
    joint.kind = TM_JOINT_EQUAL_LENGTH;
    CHECK(tmi_joint_max_curvature(&joint, 0, ends, 1.0, 0.0) == INFINITY);
}

TEST_MAIN(CASE(rows_of_certificates_have_the_zeros_and_slopes_of_their_forms),
          CASE(no_second_difference_in_the_box_exceeds_the_bound),
          CASE(no_second_difference_of_a_pair_exceeds_its_bound), CASE(distance_of_zero_is_a_pin))
