/* scene.h: the scenes of bench_dynamics, as every contender gets them: bodies with centre of mass,
 * inertia, pose and motion at the start, and joints as points and axes in the world at the start.
 * They are read from the model of a definition in examples/dynamics, so that a scene is stated
 * once.
 */
#ifndef DYN_SCENE_H
#define DYN_SCENE_H

#include "trammel/trammel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dynBody {
    char name[40];
    double mass;        /* [kg] */
    double inertia[3];  /* about the centre, along the body's axes [kg m^2] */
    double position[3]; /* of the centre, at the start [m] */
    double rotation[4]; /* w, x, y, z */
    double velocity[3]; /* of the centre [m/s] */
    double spin[3];     /* angular velocity, world axes [rad/s] */
    int parent;         /* in the spanning tree; 0: the ground */
    int joint;          /* that ties it to its parent */
    int depth;          /* 1 for children of the ground */
} dynBody;

typedef enum dynJointKind { DYN_PIN, DYN_BALL } dynJointKind;

typedef struct dynJoint {
    dynJointKind kind;
    int inner, outer; /* bodies; of a joint of the tree the parent and the child */
    bool is_loop;     /* it is not in the tree */
    double point[3];  /* in the world, at the start [m] */
    double axis[3];   /* of a pin, likewise, of length 1 */
} dynJoint;

typedef struct dynScene {
    char name[40];
    double end;        /* time at which errors are measured [s] */
    bool planar;       /* nothing leaves the plane z = 0; inertia is then the same about all axes,
                        * for only that about z counts */
    double gravity[3]; /* [m/s^2] */
    int body_count;    /* body 0 is the ground */
    dynBody *bodies;
    int *order; /* of all bodies but the ground: parents come first */
    int joint_count;
    dynJoint *joints;
    int four_bars; /* how many, of a row of them; 0: another scene */
    tmDocument *document;
    tmModel *model;
    tmAssembly *assembly;
} dynScene;

/* Makes a scene of `world` ("chain(100)") in examples/dynamics/FILE, read from the project's root.
 * Ends the program where something is wrong. */
dynScene *dyn_scene_create(const char *name, const char *file, const char *world, double end);

/* The same from a text; the world is that of its last run. */
dynScene *dyn_scene_from_text(const char *name, const char *text, double end);

void dyn_scene_destroy(dynScene *scene);

/* Ends the program with a message unless it holds. */
void dyn_need(bool holds, const char *what);

/* A vector of a body's axes in those of the world, and back. */
void dyn_rotate(const double rotation[4], const double v[3], double out[3]);
void dyn_unrotate(const double rotation[4], const double v[3], double out[3]);

/* A point of the world at the start, in the axes of a body from its centre. Body 0: as it is. */
void dyn_local_point(const dynScene *scene, int body, const double point[3], double out[3]);

/* How fast the outer body turns about a joint, seen from the inner one, at the start: world axes.
 */
void dyn_joint_spin(const dynScene *scene, const dynJoint *joint, double out[3]);

#ifdef __cplusplus
}
#endif

#endif
