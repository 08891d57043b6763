/* equations.h: the reference's own equations of a scene, and one factorisation that answers all its
 * questions: rank, shortest step, directions of motion. It shares nothing with Trammel.
 *
 * Unknowns are z = (x / size, y / size, angle) for each moving body, rows lengths over size. */
#ifndef TM_BENCH_EQUATIONS_H
#define TM_BENCH_EQUATIONS_H

#include "scene.h"

#define UNKNOWNS_MAX (3 * SCENE_BODIES)
#define ROWS_MAX (2 * SCENE_JOINTS)

typedef struct Equations {
    const Scene *scene;
    int n, m;                             /* unknowns, rows */
    int rank;                             /* of the scene's start pose */
    double r[ROWS_MAX];                   /* rows at z */
    double j[ROWS_MAX][UNKNOWNS_MAX];     /* slopes */
    double q[UNKNOWNS_MAX][UNKNOWNS_MAX]; /* j^T P = q R */
    double upper[UNKNOWNS_MAX][ROWS_MAX]; /* R */
    int order[ROWS_MAX];                  /* P */
} Equations;

void equations_begin(Equations *e, const Scene *scene);

/* The start pose, and the pose of given poses. Angles are the nearest to those in z before. */
void equations_start(const Equations *e, double *z);
void equations_from(const Equations *e, const tmPose *poses, double *z);

/* Where the features are, and how fast they move with the unknowns going at rate dz (null: not). */
void equations_points(const Equations *e, const double *z, ScenePoint *points);
void equations_rates(const Equations *e, const double *z, const double *dz, ScenePoint *rates);

/* Computes rows and slopes at z, factorises, and returns the size of the last pivot that counts:
 * about the least singular value, zero where motions branch. */
double equations_factor(Equations *e, const double *z);

/* Returns the largest row at z, without slopes. */
double equations_residual(Equations *e, const double *z);

/* The shortest step with j dz = -r, by the first `rank` pivots. */
void equations_step(const Equations *e, int rank, double *dz);

/* Takes from dz all that is not a motion: what is left has j dz = 0 by the first `rank` pivots. */
void equations_project(const Equations *e, int rank, double *dz);

/* Newton's method with shortest steps until the rows are below `tolerance`. */
bool equations_close(Equations *e, double *z, double tolerance, int max);

#endif
