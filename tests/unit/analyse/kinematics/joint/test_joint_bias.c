/* test_joint_bias.c: the second derivatives of what joints demand, against finite differences of
 * the rows along motions with constant rates. */
#include "analyse/kinematics/joint/joint.h"

#include "linkages.h"
#include "numeric/numeric.h"

#define TRIES 200
#define SIZE 2.5
#define STEP 2e-3 /* of the five-point difference: its error goes with its fourth power */

/* Four features on four bodies that move. */
typedef struct moving {
    tmiPlanarFeature features[TM_JOINT_FEATURES];
    double at[TM_JOINT_FEATURES][3];   /* poses: x, y, angle */
    double rate[TM_JOINT_FEATURES][3]; /* of the poses, constant */
} moving;

static moving random_parts(uint64_t *state) {
    moving p;
    for (int i = 0; i < TM_JOINT_FEATURES; i++) {
        double angle = test_uniform(state, -4.0, 4.0);
        p.features[i] = (tmiPlanarFeature){.x = test_uniform(state, -2.0, 2.0),
                                           .y = test_uniform(state, -2.0, 2.0),
                                           .c = cos(angle),
                                           .s = sin(angle)};
        for (int k = 0; k < 3; k++) {
            p.at[i][k] = test_uniform(state, -3.0, 3.0);
            p.rate[i][k] = test_uniform(state, -1.5, 1.5);
        }
    }
    return p;
}

static void places_at(const moving *p, double time, tmiFeaturePose *places) {
    for (int i = 0; i < TM_JOINT_FEATURES; i++) {
        double angle = p->at[i][2] + time * p->rate[i][2];
        tmPose pose = {p->at[i][0] + time * p->rate[i][0], p->at[i][1] + time * p->rate[i][1],
                       cos(angle), sin(angle)};
        places[i] = tmi_feature_pose(&p->features[i], pose);
    }
}

/* The second derivative of each row by (-1, 16, -30, 16, -1) / 12. */
static void second_difference(const moving *p, const tmiPlanarJoint *joint, double step,
                              double *found) {
    static const double factor[] = {-1.0, 16.0, -30.0, 16.0, -1.0};
    double middle[TMI_JOINT_ROWS];
    tmiFeaturePose places[TM_JOINT_FEATURES];
    places_at(p, 0.0, places);
    int32_t count = tmi_joint_rows(joint, places, SIZE, middle, NULL);
    for (int32_t r = 0; r < count; r++) {
        found[r] = 0.0;
    }
    for (int i = 0; i < 5; i++) {
        double rows[TMI_JOINT_ROWS];
        places_at(p, (i - 2) * step, places);
        tmi_joint_rows(joint, places, SIZE, rows, NULL);
        for (int32_t r = 0; r < count; r++) {
            /* An angle beyond half a turn jumps by a turn. */
            double jump = fabs(rows[r] - middle[r]) > LINKAGE_PI * SIZE
                              ? copysign(2.0 * LINKAGE_PI * SIZE, rows[r] - middle[r])
                              : 0.0;
            found[r] += factor[i] * (rows[r] - jump) / (12.0 * step * step);
        }
    }
}

static int32_t bias_of(const moving *p, const tmiPlanarJoint *joint, double *curves) {
    tmiFeaturePose places[TM_JOINT_FEATURES];
    tmiFeatureRate rates[TM_JOINT_FEATURES];
    places_at(p, 0.0, places);
    for (int i = 0; i < TM_JOINT_FEATURES; i++) {
        rates[i] = tmi_feature_rate(&places[i], p->rate[i][0], p->rate[i][1], p->rate[i][2]);
    }
    tmi_joint_bias(joint, places, rates, SIZE, curves);
    return tmi_joint_row_count(joint);
}

/* Whether the points whose distance some kinds measure are far enough apart for differences. */
static bool is_smooth(const moving *p) {
    tmiFeaturePose places[TM_JOINT_FEATURES];
    places_at(p, 0.0, places);
    return hypot(places[1].x - places[0].x, places[1].y - places[0].y) > 0.5 &&
           hypot(places[3].x - places[2].x, places[3].y - places[2].y) > 0.5;
}

TEST(curves_are_those_of_second_differences_for_every_kind) {
    uint64_t state = 41;
    for (int kind = 0; kind <= TMI_JOINT_DISPLACEMENT; kind++) {
        if (kind >= (int)TM_JOINT_GEAR && kind < (int)TM_JOINT_KIND_COUNT) {
            continue; /* the higher pairs: test_pair_rows.c */
        }
        int tried = 0;
        while (tried < TRIES) {
            moving p = random_parts(&state);
            if (!is_smooth(&p)) {
                continue;
            }
            tmiPlanarJoint joint = {.kind = (tmJointKind)kind,
                                    .value = tried % 4 == 0 ? 0.0 : test_uniform(&state, 0.1, 2.0)};
            double curves[TMI_JOINT_ROWS] = {NAN, NAN, NAN}, expected[TMI_JOINT_ROWS];
            int32_t count = bias_of(&p, &joint, curves);
            second_difference(&p, &joint, STEP, expected);
            for (int32_t r = 0; r < count; r++) {
                CHECK_NEAR(curves[r], expected[r], 1e-6 * (1.0 + fabs(expected[r])));
            }
            tried++;
        }
    }
}

/* Below 1e-6 of the size the length of ab is held; the row is then a polynomial in the motion. */
TEST(collinear_points_of_which_two_coincide_have_the_curve_of_their_row) {
    uint64_t state = 42;
    for (int try = 0; try < TRIES; try++) {
        moving p = random_parts(&state);
        p.features[1] = p.features[0];
        for (int k = 0; k < 3; k++) {
            p.at[1][k] = p.at[0][k];
            p.rate[1][k] = p.rate[0][k] + test_uniform(&state, -1e-4, 1e-4);
        }
        const tmiPlanarJoint joint = {.kind = TM_JOINT_COLLINEAR};
        double curves[TMI_JOINT_ROWS], expected[TMI_JOINT_ROWS];
        CHECK(bias_of(&p, &joint, curves) == 1);
        second_difference(&p, &joint, STEP, expected);
        CHECK_NEAR(curves[0], expected[0], 1e-4 * (1.0 + fabs(expected[0])));
    }
}

TEST_MAIN(CASE(curves_are_those_of_second_differences_for_every_kind),
          CASE(collinear_points_of_which_two_coincide_have_the_curve_of_their_row))
