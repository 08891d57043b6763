/* path.h: what the pointer or the crank does: paths made for a scene, out and back where the
 * reference itself comes back. */
#ifndef TM_BENCH_PATH_H
#define TM_BENCH_PATH_H

#include "curve.h"

#define PATH_FRAMES 256
#define PATHS_MAX 12

typedef struct Path {
    const char *name;
    bool drag;         /* values are places of the dragged feature; otherwise the crank's turn */
    bool out_and_back; /* ends where it began, by the way it went */
    int count;
    double values[PATH_FRAMES][2]; /* the turn since the start [rad], or x and y [m] */
    double start[2];               /* the same before the first frame */
} Path;

/* Makes the paths of a scene and returns how many. `curve` is the motion through its start, which
 * begins at `at`; null for a scene of more freedoms. */
int paths_make(const Scene *scene, const Curve *curve, double at, uint64_t seed, Path *paths);

#endif
