/* scene.h: pictures of models from moments that were recorded. Those of animations and of single
 * poses are public (trammel/scene.h). */
#ifndef TMI_SCENE_H
#define TMI_SCENE_H

#include "trammel/recording.h"

/* Moments that were recorded, in the order of time. */
typedef struct tmiRecordedMoments {
    int32_t count;
    /* Puts a moment into *frame: its time, the frames of all bodies, their contacts. */
    void (*at)(void *user, int32_t index, tmRecordedFrame *frame);
    void *user;
} tmiRecordedMoments;

/* Draws moments of a model, as tm_scene_draw does animations: poses evenly spaced in time. */
tmStatus tmi_scene_draw_moments(const tmAllocator *allocator, const tmModel *model,
                                const tmiRecordedMoments *moments, const tmSceneDef *def,
                                tmWriteFn *write, void *user);

#endif
