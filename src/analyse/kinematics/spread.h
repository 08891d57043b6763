/* spread.h: on which side of its dead points a drag is that leaves nothing free.
 *
 * Where the dragged points take all freedoms, as one point of a five-bar does, the rows of the
 * joints and the velocities of the points are as many as the unknowns. Their determinant is zero
 * where the points cannot move every way: at the border of what they reach. A drag that comes back
 * from there keeps the determinant's sign: the side it came from ([ME] 3.3.5). */
#ifndef TMI_SPREAD_H
#define TMI_SPREAD_H

#include "analyse/kinematics/certify.h"
#include "analyse/kinematics/graph.h"

typedef struct tmiSpread {
    tmiCertifier rows;
    double *matrix; /* unknowns x unknowns; null: the drags do not take all freedoms */
    int32_t *exchange;
} tmiSpread;

/* Prepares for the drags of the graph. Memory is the arena's. */
tmStatus tmi_spread_make(tmiSpread *s, tmiArena *arena, const tmMechanism *m, const tmInput *inputs,
                         int32_t count, const tmiGraph *graph);

/* How far the nearest dead point is: the smallest pivot over the largest, with the sign of the
 * determinant; 0 where it is not known, or zero wherever the mechanism is, as for a point that
 * stays on a circle. *second is how far away another one is, if only the first is near. */
double tmi_spread_of(tmiSpread *s, const tmiGraph *graph, const tmPose *poses, const double *values,
                     double *second);

#endif
