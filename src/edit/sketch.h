/* sketch.h: what the files of this folder share of a sketch. Private to it. */
#ifndef TMI_SKETCH_H
#define TMI_SKETCH_H

#include "base/base.h"
#include "trammel/sketch.h"

/* What holds a body that stands still while another is dragged. */
typedef struct tmiHeld {
    tmFeatureId features[2];
    tmJointId joint;
} tmiHeld;

struct tmSketch {
    tmAllocator allocator;
    tmDocument *document;
    tmModel *model;         /* null: the text has errors */
    tmAssembly *assembly;   /* likewise */
    double tolerance;       /* largest gap of a closed joint, of the mechanism's size */
    tmMechanism *mechanism; /* null: not good */
    tmDiags *diags;
    int32_t run; /* -1: there is none */
    int32_t body_count, joint_count;
    tmJointId *joints; /* of the mechanism, for those of the model */
    int32_t *numbers;  /* of the model, for those of the mechanism by index; -1: none */
    int32_t number_count;
    tmPose *poses; /* of the model's bodies, now */

    /* A drag: null when nothing is grabbed. What it added to the mechanism goes with it. */
    tmPlan *drag;
    tmFeatureId grabbed;
    double grab_x, grab_y;   /* where it was taken hold of [m] */
    double world_x, world_y; /* the middle of all bodies then [m] … */
    double world_reach; /* … and how far from it parts may come [m], beyond the pointer's way */
    tmiHeld *held;      /* as many as bodies; null until something is grabbed */
    int32_t held_count;

    /* Drives; null until they are asked for. */
    tmAnimation *animation;
    tmRates *rates;
    double *values;  /* of the drives, of the plan: TMI_SKETCH_VALUES */
    double part;     /* of the last tm_sketch_play */
    bool is_playing; /* the plan of the animation is at `poses` */
    bool is_blocked; /* the last tm_sketch_play ended at a break */
    double lacks;    /* the error of the first drive then, in the plan's numbers */

    tmDiagnosis *diagnosis; /* the last one; null: none */
    tmModes *modes;         /* the last ones; null: none */
    int32_t mode_bodies;    /* bodies of a mode */
};

/* Five rows: the values of the drives, and of the plan what comes next, now, first and last. */
#define TMI_SKETCH_VALUES(count) (5 * (size_t)(count) + 1)

/* Puts the present poses into the mechanism: an edit, which makes its plans stale. */
tmStatus tmi_sketch_load(tmSketch *sketch);

/* Takes the poses of a plan of the mechanism. */
void tmi_sketch_take(tmSketch *sketch, const tmPlan *plan);

/* Called where the poses changed otherwise than by tm_sketch_play. */
void tmi_sketch_moved(tmSketch *sketch);

/* Makes the animation if there is none yet, with its plan at the present poses. */
tmStatus tmi_sketch_drives(tmSketch *sketch);

/* Returns the joint of the model that this one of the mechanism is; below 0: what holds the body of
 * that number, without the sign, because it is fixed. */
int32_t tmi_sketch_joint(const tmSketch *sketch, tmJointId joint);

#endif
