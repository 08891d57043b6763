/* system.h: one contender of the drag benchmark. */
#ifndef TM_BENCH_DRAG_SYSTEM_H
#define TM_BENCH_DRAG_SYSTEM_H

#include "path.h"

typedef struct DragAnswer {
    bool done;      /* it moved; otherwise the pose is that before */
    bool located;   /* it says that the way ends, and where: */
    double reached; /* part of the way from the last frame that was done */
} DragAnswer;

typedef struct DragSystem {
    const char *name; /* as in the CSV */

    /* Prepares a scene, in its start pose, for paths of one kind. */
    void *(*create)(const Scene *scene, bool drag);
    void (*destroy)(void *state);

    /* Solves the frames of a path one after another from the start pose. This is what is timed.
     * points[i * feature_count + f] is where feature f is after frame i. */
    void (*run)(void *state, const Path *path, DragAnswer *answers, ScenePoint *points);
} DragSystem;

extern const DragSystem drag_system_trammel;
extern const DragSystem drag_system_slvs;

/* Trammel's `create` with an allocator (null: the default one) and a status for an answer. */
tmStatus drag_trammel_create(const Scene *scene, bool drag, const tmAllocator *allocator,
                             void **state);

#endif
