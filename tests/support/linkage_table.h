/* linkage_table.h: small mechanisms for tests, written as tables: bodies with their start poses,
 * and joints between points given in the axes of their bodies. */
#ifndef TM_LINKAGE_H
#define TM_LINKAGE_H

#include "test.h"

typedef struct LinkageBody {
    const char *name;
    double x, y, angle;
} LinkageBody;

/* Body 0 is the ground; body i is row i - 1 of the bodies. */
typedef struct LinkageJoint {
    const char *name;
    tmJointKind kind;
    struct {
        int body;
        double x, y, angle;
    } a, b;
    double value;
} LinkageJoint;

#define LINKAGE_JOINTS 24

typedef struct Linkage {
    tmMechanism *m;
    tmBodyId bodies[LINKAGE_JOINTS];
    tmJointId joints[LINKAGE_JOINTS];
    tmFeatureId a[LINKAGE_JOINTS], b[LINKAGE_JOINTS]; /* of each joint */
} Linkage;

/* Builds the mechanism with the test's allocator; it is destroyed after the case. */
tmStatus linkage_table_build(tmTest *t, Linkage *linkage, const LinkageBody *bodies, int body_count,
                             const LinkageJoint *joints, int joint_count);

/* Plans with the angle or displacement of joint `driver` as the only input (-1: none); destroyed
 * after the case. */
tmStatus linkage_table_plan(tmTest *t, const Linkage *linkage, int driver, tmPlan **plan);

/* [ME] figure 17's 6-bar, in the geometries of examples/mechanisms.json, driven at A or at B. The
 * driver is joint 0. */
tmStatus linkage_six_bar_a(tmTest *t, Linkage *linkage);
tmStatus linkage_six_bar_b(tmTest *t, Linkage *linkage);

/* Crank 1 about A at the origin, rod 3 from B to C, C on a slider S along x. Driver: joint 0. */
tmStatus linkage_slider_crank(tmTest *t, Linkage *linkage);

#endif
