/* scenes.h: mechanisms for tests of the diagnosis, on the public interface alone: those of [ME]
 * figures 13 and 14, and what it takes to build others. A scene is built in any unit, turned and
 * shifted: its verdict must not change. The figures print no dimensions; these are ours. */
#ifndef TM_SCENES_H
#define TM_SCENES_H

#include "linkages.h"

#define SCENE_JOINTS_MAX 16

/* A mechanism in a unit of its own, turned and shifted. The first failure stays in `status`. */
typedef struct scene {
    tmMechanism *m;
    tmBodyId ground;
    double unit, angle, x, y;
    tmJointId joints[SCENE_JOINTS_MAX];
    int joint_count;
    tmStatus status;
} scene;

typedef void scene_fn(scene *s);

/* Builds the scene with the test's allocator in one of SCENE_FRAMES units and places, the first of
 * them plain; destroyed after the case. */
#define SCENE_FRAMES 6
scene scene_open(tmTest *t, scene_fn *build, int frame);

/* Adds a body with its origin at a point of the scene. */
tmBodyId scene_body(scene *s, const char *name, double x, double y);

/* Adds a feature at a point of the scene, with a direction of the scene. */
tmFeatureId scene_mark(scene *s, tmBodyId on, double x, double y, double angle);

/* Adds a body with one feature, at its origin. */
tmFeatureId scene_point(scene *s, const char *name, double x, double y);

/* Adds a joint of two features, a revolute one at a point, and a distance in the scene's unit. */
tmJointId scene_join(scene *s, const char *name, tmJointKind kind, tmFeatureId a, tmFeatureId b,
                     double value);
tmJointId scene_pin(scene *s, const char *name, tmBodyId a, tmBodyId b, double x, double y);
tmJointId scene_rod(scene *s, const char *name, tmFeatureId a, tmFeatureId b, double length);

/* Diagnoses the scene with these inputs held. */
tmStatus scene_diagnose(const scene *s, const tmInput *inputs, int32_t count, const double *values,
                        tmDiagnosis **diagnosis);

/* Crank 2 at (0, 0), coupler from (0, 2) to (5, 3), rocker at (4, 0): a crank-rocker, joints A, B,
 * C, D, bodies I, II, III. */
scene_fn scene_four_bar;

/* [ME] figure 13: the four-bar with a V-shaped link whose holes, joints E and F, lie on those of
 * the coupler. */
scene_fn scene_figure_13;

/* [ME] figure 14(b), the table: three equal, parallel legs I, II, III under one top. */
scene_fn scene_figure_14b;

/* [ME] figure 14(a): a crank as long as the ground link, and a pair of links of one length. Where
 * the crank's tip A comes to lie on the ground joint B, the pair is free to turn about it. Here the
 * pair stands at 53 degrees to the crank; in the second scene it is in line with it, as it is when
 * the mechanism comes by in its motion. */
scene_fn scene_figure_14a;
scene_fn scene_figure_14a_in_line;

/* The four-bar with a link IV that hangs on its coupler by one pin, E. */
scene_fn scene_hanging_link;

#endif
