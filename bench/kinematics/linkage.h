/* linkage.h: a pinned linkage as plain numbers, which every contender is given and by which every
 * answer is checked. It is read from and built as a mechanism through the public interface. */
#ifndef TM_BENCH_LINKAGE_H
#define TM_BENCH_LINKAGE_H

#include "trammel/trammel.h"

#define LINKAGE_NAME 32

typedef struct LinkageBody {
    char name[LINKAGE_NAME];
    double x, y, angle; /* at the start [m, rad] */
    int first, far;     /* two of its features, as far apart as any from the first */
} LinkageBody;

typedef struct LinkageFeature {
    char name[LINKAGE_NAME];
    int body;
    double x, y, angle; /* body axes */
} LinkageFeature;

/* A revolute joint. */
typedef struct LinkageJoint {
    char name[LINKAGE_NAME];
    int feature[2];
} LinkageJoint;

typedef struct Linkage {
    char name[LINKAGE_NAME];
    LinkageBody *bodies; /* the first is the ground */
    LinkageFeature *features;
    LinkageJoint *joints;
    int body_count, feature_count, joint_count;
    int driver;         /* the joint between ground and crank */
    int crank;          /* body */
    int pivot;          /* the crank's feature at that joint */
    double pivot_at[2]; /* in the world */
    double size;        /* largest distance between two joints of one moving body [m] */
} Linkage;

/* Points of the features in the world, by number. */
typedef double LinkagePoint[2];

/* Room for this many parts, all zero. Ends the program when memory runs out. */
Linkage *linkage_create(const char *name, int bodies, int features, int joints);
Linkage *linkage_copy(const Linkage *linkage);
void linkage_free(Linkage *linkage);

/* Computes what follows from the parts: first and far, crank, pivot, size. */
void linkage_finish(Linkage *linkage);

/* Reads a mechanism of revolute joints. */
Linkage *linkage_read(const char *name, const tmMechanism *mechanism, tmJointId driver);

/* Builds the mechanism. Bodies have the same places as here. */
tmStatus linkage_build(const Linkage *linkage, tmMechanism **mechanism, tmJointId *driver);

/* Plans the mechanism with the driver's angle as the only input. */
tmStatus linkage_plan(const tmMechanism *mechanism, tmJointId driver, tmPlanMethod method,
                      bool watch, tmPlan **plan);

/* Where the features are with the bodies in these poses. */
void linkage_points(const Linkage *linkage, const tmPose *poses, LinkagePoint *points);

/* Returns the start poses' points. */
void linkage_start(const Linkage *linkage, LinkagePoint *points);

/* Returns the largest error [m] of an answer for this crank angle: gaps of joints, ground and crank
 * not where they must be, links bent, stretched or mirrored. It knows nothing of how it was found.
 */
double linkage_residual(const Linkage *linkage, double angle, const LinkagePoint *points);

/* Memory that is zero, or the end of the program. */
void *linkage_take(size_t count, size_t size);

/* Random numbers by a rule that is stated here: x <- 6364136223846793005 x + 1442695040888963407
 * modulo 2^64, of which the upper 53 bits make the number in [low, high). */
double linkage_random(uint64_t *state, double low, double high);

#endif
