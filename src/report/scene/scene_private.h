/* scene_private.h: what is drawn, and where it goes. */
#ifndef TMI_SCENE_PRIVATE_H
#define TMI_SCENE_PRIVATE_H

#include "define/hinge/hinge.h"
#include "numeric/numeric.h"
#include "report/scene/scene.h"
#include "report/svg/svg.h"

/* How the world is seen: x and y of the picture, and towards the eye, world axes. */
typedef struct tmiSceneAxes {
    double right[3], up[3], eye[3];
} tmiSceneAxes;

typedef struct tmiPictureBox {
    double low[2], high[2];
} tmiPictureBox;

/* Where a pose stands: the corner of the scene's box [px], and px a metre. */
typedef struct tmiSceneCell {
    double scale, x, y;
} tmiSceneCell;

/* Layers of bodies in the plane. */
#define TMI_LAYERS 3

/* A body as it is drawn. */
typedef struct tmiDrawn {
    tmOutline *outline; /* planar … */
    tmMesh *mesh;       /* … or in space; null: nothing to see */
    tmBodyInfo info;
    double reach;  /* of its shape from the origin of its axes [m] */
    int32_t layer; /* planar: 1 … TMI_LAYERS, one above the other; 0: not drawn */
} tmiDrawn;

/* What stands below a pose: nothing, the first drive's angle or length, the time, a number or the
 * caller's words. */
typedef enum tmiCaption {
    TMI_CAPTION_NONE,
    TMI_CAPTION_ANGLE,
    TMI_CAPTION_LENGTH,
    TMI_CAPTION_TIME,
    TMI_CAPTION_NUMBER
} tmiCaption;

/* The force at a contact, in the picture. */
typedef struct tmiPush {
    int32_t pose;
    double at[2];       /* [m] */
    double along[2];    /* of the force on the second body, times `size` */
    double size;        /* [N] */
    bool first, second; /* that body is one that moves */
} tmiPush;

typedef struct tmiScene {
    tmAllocator allocator;
    tmiArena arena;
    const tmModel *model;
    tmSceneDef def;
    bool planar;
    tmiSceneAxes view;
    tmiDrawn *drawn;
    int32_t body_count;
    tmFrame *poses; /* of all bodies, pose after pose */
    double *values; /* of the first drive at each pose, or its time or number … */
    double *asked;  /* … and what it should have been where it was not reached; else NaN */
    int32_t pose_count;
    tmiCaption caption;
    int32_t decimals; /* of a time */
    double *paths;    /* x, y of the picture [m]: path after path */
    int32_t path_count, path_length;
    bool *is_there;  /* of each step of the paths */
    int32_t *steps;  /* of moments: the step of the paths at each pose; else null */
    tmiPush *pushes; /* of contacts, pose after pose */
    int32_t push_count, push_capacity;
    double push_sum;              /* of the square roots of their sizes */
    tmiPictureBox box;            /* of all that is seen [m] */
    struct tmiSkeleton *skeleton; /* of a mechanism without shapes; else null */
} tmiScene;

/* x and y of a point of the world in the picture [m], and how near it is. */
void tmi_scene_project(const tmiScene *scene, const double point[3], double seen[3]);

/* Where a point of the picture [m] stands in a cell [px]: y goes down. */
static inline double tmi_scene_x(const tmiScene *scene, const tmiSceneCell *cell, double x) {
    return cell->x + cell->scale * (x - scene->box.low[0]);
}

static inline double tmi_scene_y(const tmiScene *scene, const tmiSceneCell *cell, double y) {
    return cell->y + cell->scale * (scene->box.high[1] - y);
}

/* Lets the scene's box hold a disc. */
void tmi_scene_see(tmiScene *scene, double x, double y, double radius);

/* The parts of a call: TM_ERR_DEF and TM_ERR_ARGUMENT for bad defs; memory for poses and paths of
 * this many steps; frees what the scene has. */
tmStatus tmi_scene_check(const tmSceneDef *def);
bool tmi_scene_make_room(tmiScene *scene, int32_t steps);
void tmi_scene_finish(tmiScene *scene);

/* Writes one body, or what is number `body` of the shapes that were written, in a frame. */
void tmi_scene_put_body(const tmiScene *scene, tmiSvg *svg, const tmFrame *frame, int32_t body,
                        const tmiSceneCell *cell);

/* Writes the bodies of one pose. */
void tmi_scene_put_planar(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames,
                          const tmiSceneCell *cell);
tmStatus tmi_scene_put_space(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames,
                             const tmiSceneCell *cell);

/* Writes all poses of a planar scene as one that moves. */
void tmi_scene_put_loop(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell);

/* Keeps the forces at the contacts of the pose that was kept last. TM_ERR_MEMORY. */
tmStatus tmi_scene_keep_pushes(tmiScene *scene, const tmRecordedFrame *frame);

/* Write how they look, where there are any; those of one pose; those of all poses as an animated
 * picture. */
void tmi_scene_put_push_style(const tmiScene *scene, tmiSvg *svg);
void tmi_scene_put_pushes(const tmiScene *scene, tmiSvg *svg, int32_t pose,
                          const tmiSceneCell *cell);
void tmi_scene_put_push_loop(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell);

/* Writes how long an animated picture takes, and closes its element. */
void tmi_scene_put_timing(const tmiScene *scene, tmiSvg *svg);

/* Returns the value that the first drive, which is not a position, has in these poses; of an angle
 * the one nearest to `asked`. NaN where there is none. */
double tmi_scene_drive_now(const tmModel *model, const tmFrame *frames, double asked);

/* Writes what stands below a pose, its middle at x. */
void tmi_scene_put_caption(const tmiScene *scene, tmiSvg *svg, int32_t pose, double x, double y);

/* Writes the whole picture. */
tmStatus tmi_scene_put_picture(const tmiScene *scene, tmWriteFn *write, void *user);

/* Whether a joint joins a body that is not hidden. */
bool tmi_scene_shows(const tmiScene *scene, const tmJointInfo *joint);

/* Puts where a joint's pin is drawn into `at` [px]; false: it has none that is seen. */
bool tmi_scene_pin(const tmiScene *scene, int32_t joint, const tmFrame *frames,
                   const tmiSceneCell *cell, double at[2]);

/* The colour of a body: its own, or one by its number. */
const char *tmi_scene_color(const tmiScene *scene, int32_t body);

/* Writes what the poses of a planar scene refer to. */
void tmi_scene_put_shapes(const tmiScene *scene, tmiSvg *svg, double scale);

#endif
