/* curve.h: the whole motion of a mechanism of one freedom, traced once by arc length: every pose
 * that can be reached from one of them without taking it apart (its circuit). Where motions branch,
 * as in a flat parallelogram, the curve goes straight on.
 *
 * It says where a mechanism must go when its crank is turned or a point is dragged by steps as
 * small as one likes, and so is the reference for what contenders do in one step. */
#ifndef TM_BENCH_CURVE_H
#define TM_BENCH_CURVE_H

#include "equations.h"

typedef struct Curve {
    const Scene *scene;
    int count;          /* nodes */
    bool closed;        /* the last node is followed by the first */
    double *at;         /* arc length of each node; one more for the way back to the first */
    double *angle;      /* of the crank; the last: after one round */
    ScenePoint *points; /* feature_count for each node, with the first again after the last */
    ScenePoint *rates;  /* their slopes by arc length */
    int *hint;          /* the piece that was asked for last */
} Curve;

/* A place on a curve and the way it came. */
typedef struct Cursor {
    int curve;   /* number of the curve in a set */
    double at;   /* arc length; counts on beyond a round */
    double way;  /* +1 or -1: which way it went last */
    double rope; /* how far it is ahead of the weight that measures its way */
} Cursor;

/* Traces the curve through these poses. Null where they are not a pose of one freedom, or too near
 * a branch to tell its directions apart. */
Curve *curve_trace(const Scene *scene, const tmPose *poses);
void curve_free(Curve *curve);

double curve_length(const Curve *curve);

/* The points at arc length `at`, one feature's point, the crank's angle. Between nodes by cubics.*/
void curve_points(const Curve *curve, double at, ScenePoint *points);
void curve_point(const Curve *curve, double at, int feature, double *x, double *y);
double curve_angle(const Curve *curve, double at);

/* One feature's point and how it moves along the curve. */
void curve_motion(const Curve *curve, double at, int feature, double point[2], double rate[2]);

/* How far apart nodes are there. */
double curve_spacing(const Curve *curve, double at);

/* Puts into *at the place nearest to these points, and returns how far they are from it [m]. */
double curve_locate(const Curve *curve, const ScenePoint *points, double *at);

/* What became of a reference motion. */
typedef struct Followed {
    double part;   /* of the way gone: below 1 at a break */
    bool jumped;   /* the nearest place ended: the point slid along its curve to another one */
    bool unknown;  /* the curve has an end there, which is not one of the mechanism */
    double travel; /* largest distance of any feature from where it began, on the way [m] */
} Followed;

/* Turns the crank by `turn` [rad]. */
Followed curve_turn(const Curve *curve, Cursor *cursor, double turn);

/* Drags a feature, the pointer going straight from one place to another in fine steps; it is always
 * as near to the pointer as it can get without passing through farther places. */
Followed curve_drag(const Curve *curve, Cursor *cursor, int feature, const double from[2],
                    const double to[2]);

#endif
