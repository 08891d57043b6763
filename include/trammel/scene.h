/* scene.h: pictures of models that move, with the shapes of their bodies, and of mechanisms without
 * shapes, as SVG text. Trammel opens no files: the text goes to a function of the caller's. */
#ifndef TRAMMEL_SCENE_H
#define TRAMMEL_SCENE_H

#include "trammel/animate.h"
#include "trammel/mechanism.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A range of a revolute joint's angle, such as one that a mechanism cannot be in, shown as the
 * sector that the driven link would sweep. */
typedef struct tmSceneArc {
    tmJointId joint;
    double from, to; /* values of its angle, see TM_INPUT_ANGLE; from < to < from + 2 pi [rad] */
} tmSceneArc;

/* What a picture shows. Fill it by tm_scene_def_default, then change fields. Texts and arrays must
 * live as long as the call that takes the def. */
typedef struct tmSceneDef {
    uint32_t stamp;    /* private */
    int32_t frames;    /* poses, 1 … TM_SCENE_LIMIT; default 6 */
    bool loop;         /* one after the other, as an animated picture; only for planar worlds;
                        * default false: side by side */
    bool ghosts;       /* on top of each other: the first one clear, the others faint; not in a
                        * loop; default false */
    int32_t columns;   /* of poses side by side; default 0: as many as fill the width best */
    double seconds;    /* of a loop, at least 0.1; default 4 */
    double width;      /* of the picture [px], 50 … 20000; default 960 */
    const char *title; /* above it; default "": none */
    bool traces;       /* the paths of the points that the text traces; default true */
    bool captions;     /* the value of the first drive below each pose; default true */

    /* Of mechanisms without shapes only. */
    tmJointId driver;         /* its angle gets an arrow and is the caption; default null: none, and
                               * captions are numbers */
    const char *const *words; /* captions instead, as many as poses; default null */
    bool labels;              /* names of joints and bodies in the first pose; default true */
    const tmSceneArc *arcs;   /* default none */
    int32_t arc_count;
    const tmFeatureId *traced; /* points whose paths are drawn; default null: up to eight joints and
                                * free points of links that no joint holds to the ground */
    int32_t traced_count;
} tmSceneDef;

/* The maximum number of poses in a picture. */
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

/* Draws a mechanism, whose bodies have no shapes, as people sketch linkages: bars and plates
 * between their features, pins, rails with blocks, hatched ground, gears, belts and cams. `poses`
 * are those of all bodies by index (tm_plan_poses), `count` times one after the other; paths go
 * through all of them, and `def->frames` of them are shown, evenly spaced, the last of a loop among
 * them. A pose with a number that is not finite is left out, and paths have a gap there. Null
 * allocator: the default one. TM_ERR_DEF, TM_ERR_ARGUMENT for values outside the ranges above, more
 * frames than poses and arcs of joints that are not pins, TM_ERR_ID for a driver, a traced feature
 * or an arc's joint that does not exist, TM_ERR_NOT_CONVERGED where no pose is left, TM_ERR_MEMORY:
 * nothing is written then. */
TM_API tmStatus tm_scene_draw_mechanism(const tmAllocator *allocator, const tmMechanism *mechanism,
                                        const tmPose *poses, int32_t count, const tmSceneDef *def,
                                        tmWriteFn *write, void *user);

#ifdef __cplusplus
}
#endif

#endif
