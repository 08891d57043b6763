/* linkages.h: small builders for tests of mechanisms, on the public interface alone.
 *
 *     tmMechanism *m;
 *     MUST(tm_mechanism_create(&t->allocator, &m));
 *     DEFER(tm_mechanism_destroy, m);
 *     linkage l = linkage_of(m, NULL);
 *     tmBodyId crank = linkage_body(&l, 0, 0, 0);
 *     tmJointId pin = linkage_joint(&l, TM_JOINT_REVOLUTE, linkage_mark(&l, ground, 0, 0, 0), …);
 *     MUST(l.status);
 *
 * Features are given by where they are in the world when they are added, so that a body's own axes
 * do not matter; with a random state every body gets axes of its own. The first failure stays in
 * `status` and makes all later calls do nothing. */
#ifndef TM_LINKAGES_H
#define TM_LINKAGES_H

#include "test.h"

#include <math.h>

#define LINKAGE_PI 3.14159265358979323846

typedef struct linkage {
    tmMechanism *m;
    tmBodyId ground;
    uint64_t *state; /* of the random axes; null: axes as asked for */
    bool swap;       /* joints get their two features in the other order */
    tmPlanMethod method;
    tmStatus status;
} linkage;

linkage linkage_of(tmMechanism *m, uint64_t *state);

/* Ways to build and solve one and the same mechanism. */
#define LINKAGE_WAYS 8
typedef enum linkageWay {
    LINKAGE_RANDOM_AXES = 1,
    LINKAGE_SWAPPED = 2, /* every joint's features in the other order: inputs change sign */
    LINKAGE_NEWTON = 4
} linkageWay;

/* Makes a mechanism, destroyed after the case; null with the failure noted in the status. */
linkage linkage_open(tmTest *t, int way, uint64_t *state);

/* Makes a plan in that way, destroyed after the case; null with the failure noted in l->status. */
tmPlan *linkage_open_plan(tmTest *t, linkage *l, const tmInput *inputs, int32_t count);

/* Moves, and returns whether it was done with finite poses and every joint closed to 1e-10 of
 * `size`; what is wrong is said. Values are those of joints that were not swapped. */
bool linkage_move(tmTest *t, const linkage *l, tmPlan *plan, const double *values, double size);

/* A body whose origin is at (x, y), turned by `angle`, or anywhere when axes are random. */
tmBodyId linkage_body(linkage *l, double x, double y, double angle);

/* A feature at a point of the world, with a direction of the world. */
tmFeatureId linkage_mark(linkage *l, tmBodyId body, double x, double y, double angle);

/* A joint of two features; `value` as the kind says. */
tmJointId linkage_joint(linkage *l, tmJointKind kind, tmFeatureId a, tmFeatureId b, double value);

/* A revolute joint of two bodies at a point of the world, both directions along x. */
tmJointId linkage_pin(linkage *l, tmBodyId a, tmBodyId b, double x, double y);

/* A prismatic joint of two bodies on the line through (x, y) in direction `angle`; b's point lies
 * `along` further. */
tmJointId linkage_slider(linkage *l, tmBodyId a, tmBodyId b, double x, double y, double angle,
                         double along);

/* A higher pair, taken as placed; `radii` may be null. Its features are not swapped. */
tmJointId linkage_pair(linkage *l, tmJointKind kind, const tmFeatureId *features, int count,
                       const double *radii);
tmJointId linkage_wheels(linkage *l, tmJointKind kind, tmFeatureId a, tmFeatureId b,
                         double radius_a, double radius_b);

/* A new body that is pinned to `carrier` at a point of the world; its feature there, along x. */
tmFeatureId linkage_wheel(linkage *l, tmBodyId carrier, double x, double y, tmJointId *pin);

/* Plans with these inputs. */
tmStatus linkage_plan(tmMechanism *m, const tmInput *inputs, int32_t count, tmPlanMethod method,
                      tmPlan **plan);
tmInput linkage_angle(tmJointId joint);
tmInput linkage_displacement(tmJointId joint);
tmInput linkage_position(tmFeatureId feature);

/* Puts where the circle about (px, py) of radius a meets that about (qx, qy) of radius b, on the
 * left of the way from p to q when `side` is 1, right for -1. In long double, from the angle at p
 * by the law of cosines: not the formula of the solver. False when they do not meet. */
bool linkage_circles(double px, double py, double a, double qx, double qy, double b, int side,
                     double *x, double *y);

/* Returns the largest gap of any joint when bodies are in these poses, by formulas of its own;
 * angles and directions count with the lever `size`. Knows every kind but those that count turns,
 * which poses do not tell: gears, racks, belts and ropes round wheels are left out. */
double linkage_gap(const tmMechanism *m, const tmPose *poses, double size);

/* Returns where a feature is in these poses, and its direction; any pointer may be null. */
void linkage_place(const tmMechanism *m, tmFeatureId feature, const tmPose *poses, double *x,
                   double *y, double *angle);

/* Returns whether all poses are finite and their directions unit vectors to 1e-9. */
bool linkage_poses_good(const tmMechanism *m, const tmPose *poses);

/* Adds a cam with its follower: a spline of three radii, or harmonics. */
tmJointId linkage_cam(linkage *l, tmJointKind kind, tmFeatureId cam, tmFeatureId follower,
                      double roller, const double *profile, int count);

/* Checks that the feature's direction is `angle` to 1e-9, whole turns apart. */
void linkage_check_angle(tmTest *t, const linkage *l, tmPlan *plan, tmFeatureId feature,
                         double angle);

/* Checks that a mixed plan has nothing to iterate over, where it should be `closed`. */
void linkage_check_closed(tmTest *t, const linkage *l, const tmPlan *plan, bool closed);

/* Finds the modes at these values; destroyed after the case. Null when memory runs out, and the
 * failure is said when it is another. */
tmModes *linkage_modes(tmTest *t, const tmPlan *plan, const double *values, const tmModesDef *def);

/* Checks that every mode closes every joint and no two are the same. */
void linkage_check_modes(tmTest *t, const tmMechanism *m, const tmModes *modes, double size);

/* Returns whether some mode has the feature at (x, y), to 1e-6. */
bool linkage_modes_have(const tmMechanism *m, const tmModes *modes, tmFeatureId feature, double x,
                        double y);

#endif
