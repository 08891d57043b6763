/* free.h: drags of mechanisms with more than one freedom, in fine steps of the pointer with the
 * shortest motion of all bodies: the scale against which kicks are measured. */
#ifndef TM_BENCH_FREE_H
#define TM_BENCH_FREE_H

#include "equations.h"

typedef struct FreeMotion FreeMotion;

FreeMotion *free_begin(const Scene *scene);
void free_end(FreeMotion *motion);

/* Drags the scene's feature from where it is in these points straight to a place. Puts where all
 * features end into `to_points`, for each sign of the scene how near it came to zero into `min`,
 * and returns how far the dragged feature stays away [m]. */
double free_drag(FreeMotion *motion, const ScenePoint *points, const double to[2],
                 ScenePoint *to_points, double *min);

#endif
