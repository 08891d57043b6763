/* scene.h: pictures of models that move, with the shapes of their bodies, as SVG text. Pictures of
 * bare mechanisms are in report.h. */
#ifndef TRAMMEL_SCENE_H
#define TRAMMEL_SCENE_H

#include "trammel/animate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a picture shows. Fill it by tm_scene_def_default, then change fields. */
typedef struct tmSceneDef {
    uint32_t stamp;    /* private */
    int32_t frames;    /* poses, 1 … TM_SCENE_LIMIT; default 6 */
    bool loop;         /* one after the other, as a picture that moves; only for planar worlds;
                        * default false: side by side */
    double seconds;    /* of a loop, at least 0.1; default 4 */
    double width;      /* of the picture [px], 50 … 20000; default 960 */
    const char *title; /* above it; default "": none */
    bool traces;       /* the paths of the points that the text traces; default true */
    bool captions;     /* the value of the first drive below each pose; default true */
} tmSceneDef;

/* The most poses in a picture. */
#define TM_SCENE_LIMIT 1000

TM_API tmSceneDef tm_scene_def_default(void);

/* Moves the animation through its frames and writes poses of it as one SVG picture: planar worlds
 * along z, others from above at an angle, with y upwards, without bodies that are
 * hidden. Of drives over several turns poses side
 * by side are those of the first. Afterwards the animation is reset. What cannot be reached is left
 * out, or shown where the break policy lets it stand. Null allocator: the default one. TM_ERR_DEF,
 * TM_ERR_ARGUMENT for values outside the ranges above, TM_ERR_UNSUPPORTED for a loop in space,
 * TM_ERR_NOT_CONVERGED where no pose can be reached, TM_ERR_MEMORY: nothing is written then. */
TM_API tmStatus tm_scene_draw(const tmAllocator *allocator, tmAnimation *animation,
                              const tmSceneDef *def, tmWriteFn *write, void *user);

/* The same for one pose: the frames of all bodies of a model. */
TM_API tmStatus tm_scene_draw_pose(const tmAllocator *allocator, const tmModel *model,
                                   const tmFrame *frames, const tmSceneDef *def, tmWriteFn *write,
                                   void *user);

#ifdef __cplusplus
}
#endif

#endif
