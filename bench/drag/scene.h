/* scene.h: a mechanism of pins, slots and sliders as plain numbers: what every contender is given,
 * what the reference moves by equations of its own, and by which every answer is checked. */
#ifndef TM_BENCH_SCENE_H
#define TM_BENCH_SCENE_H

#include "trammel/trammel.h"

#define SCENE_NAME 48
#define SCENE_BODIES 20
#define SCENE_FEATURES 72
#define SCENE_JOINTS 32
#define SCENE_SIGNS 160

typedef double ScenePoint[2];

typedef enum SceneKind {
    SCENE_PIN,   /* a and b coincide */
    SCENE_SLOT,  /* b is on a's line */
    SCENE_SLIDER /* b's line is a's */
} SceneKind;

typedef struct SceneBody {
    double x, y, angle; /* at the start [m, rad] */
    int first, far;     /* two of its features, as far apart as any from the first; -1: none */
} SceneBody;

typedef struct SceneFeature {
    int body;
    double x, y, angle; /* body axes */
} SceneFeature;

typedef struct SceneJoint {
    SceneKind kind;
    int a, b;  /* features */
    int along; /* of a slot or slider: a second feature on a's line and body */
} SceneJoint;

/* A number whose sign tells two closings of a loop apart: the sine of the angle at feature `at`
 * between those to `p` and `q`; or, where `q` is -1, the cosine of that between slot `at`'s line
 * and the arm from feature p to the slot's point. */
typedef struct SceneSign {
    int at, p, q;
} SceneSign;

typedef struct Scene {
    char family[SCENE_NAME];
    char name[SCENE_NAME];
    SceneBody bodies[SCENE_BODIES]; /* the first is the ground */
    SceneFeature features[SCENE_FEATURES];
    SceneJoint joints[SCENE_JOINTS];
    SceneSign signs[SCENE_SIGNS];
    int body_count, feature_count, joint_count, sign_count;
    int driver;      /* the pin between ground and crank that angles are given to; -1: none */
    int dragged;     /* the feature that is dragged */
    int crank;       /* body */
    double lever;    /* from the driver to the farthest feature of the crank [m] */
    double size;     /* largest distance between two features of one moving body [m] */
    double frame[4]; /* where its axes lie in the world: x, y, cosine, sine */
} Scene;

/* Begins a scene of nothing but ground, its axes at (x, y) in the world, turned by `angle`. Parts
 * are given in scene axes. */
void scene_begin(Scene *scene, const char *family, int number, double x, double y, double angle);

/* Adds a body with its origin at (x, y); `turn` is the angle of its own axes, which changes nothing
 * but numbers. Returns its number. */
int scene_body(Scene *scene, double x, double y, double turn);

/* Adds a feature to a body, with its direction. */
int scene_mark(Scene *scene, int body, double x, double y, double angle);

/* Adds a pin with a feature on either body, and returns the joint. */
int scene_pin(Scene *scene, int a, int b, double x, double y);

/* Adds a slot or slider at (x, y): the line is a's, at this angle, and its second point this far
 * along. Returns the joint. */
int scene_line(Scene *scene, SceneKind kind, int a, int b, double x, double y, double angle,
               double along);

/* Computes what follows from the parts. `driver` is a pin of the ground, `dragged` a feature. */
void scene_finish(Scene *scene, int driver, int dragged);

/* Where the features are with the bodies in these poses; `poses` may be those of a plan. */
void scene_points(const Scene *scene, const tmPose *poses, ScenePoint *points);
void scene_start(const Scene *scene, ScenePoint *points);

/* The poses of bodies whose features are there. Returns the largest distance between a feature and
 * where its pose puts it [m]: links stretched, bent or mirrored. */
double scene_fit(const Scene *scene, const ScenePoint *points, tmPose *poses);

/* The largest error of points [m]: bodies not rigid, ground moved, joints open. */
double scene_residual(const Scene *scene, const ScenePoint *points);

/* The signed numbers of a pose, each in [-1, 1]. */
void scene_signs(const Scene *scene, const ScenePoint *points, double *signs);

/* The largest distance of any feature between two poses [m]. */
double scene_distance(const Scene *scene, const ScenePoint *a, const ScenePoint *b);

/* Builds the mechanism through the public interface. Bodies have the same places as here. */
tmStatus scene_build(const Scene *scene, const tmAllocator *allocator, tmMechanism **mechanism,
                     tmJointId *driver, tmFeatureId *dragged);

/* Memory that is zero, or the end of the program. */
void *scene_take(size_t count, size_t size);

/* Random numbers by a rule that is stated here: x <- 6364136223846793005 x + 1442695040888963407
 * modulo 2^64, of which the upper 53 bits make the number in [low, high). */
double scene_random(uint64_t *state, double low, double high);

#endif
