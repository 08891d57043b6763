/* skeleton.h: what there is to see of a mechanism whose bodies have no shapes.
 *
 * skeleton.c         reads the mechanism; scene_mechanism.c its poses
 * skeleton_draw.c    each body once, in its own axes: links, rails, wheels; lines between bodies;
 * pins skeleton_labels.c  names */
#ifndef TMI_SKELETON_H
#define TMI_SKELETON_H

#include "report/scene/scene_private.h"

/* The colours of pins, ground and words, and of paths and sectors. */
#define TMI_INK "#22303c"
#define TMI_PATH_COLOR "#c8442e"

/* A feature, in the axes of its body. */
typedef struct tmiMark {
    int32_t body;    /* place; -1: there is none */
    double point[3]; /* [m] */
    double along[3];
    const char *name;
} tmiMark;

/* A body: the convex hull of its features. */
typedef struct tmiSkeletonLink {
    double (*corners)[3]; /* [m] */
    int32_t count;
    double middle[3]; /* of the corners [m] */
    double length;    /* from the first corner to the farthest [m] */
} tmiSkeletonLink;

/* A joint that can be seen. For sliders and slots end 0 is the rail, end 1 runs on it. */
typedef struct tmiSkeletonJoint {
    tmJointKind kind;
    const char *name;
    bool is_driver;
    int32_t mark;  /* place of its first feature */
    int32_t count; /* of ends */
    tmiMark end[TM_JOINT_FEATURES];
    double radii[TM_JOINT_FEATURES]; /* of wheels; of a cam the largest, of a point's circle [m] */
    double low, high;                /* what runs over end 0's line is between them [m] */
    double block[3];                 /* direction of end 0's line in the axes of end 1's body */
    double (*profile)[2];            /* of a cam: TMI_PROFILE points */
} tmiSkeletonJoint;

#define TMI_PROFILE 120

/* A sector about a point of a body, counter-clockwise. */
typedef struct tmiSector {
    int32_t body;
    double middle[3], radius; /* [m] */
    double from, to;          /* [rad] */
} tmiSector;

typedef struct tmiSkeleton {
    const tmMechanism *mechanism;
    tmiMark *marks; /* by index */
    int32_t mark_count;
    tmiSkeletonLink *links; /* by index of the body */
    tmiSkeletonJoint *joints;
    int32_t joint_count;
    int32_t driven;  /* the body that the driver turns; 0: none */
    int32_t *traced; /* places of features */
    int32_t traced_count;
    tmiSector *sectors;
    double length; /* mean of the links' [m] */
    double bar;    /* breadth of a link [px] */
    double font;   /* height of letters [px] */
} tmiSkeleton;

static inline bool tmi_has_rail(const tmiSkeletonJoint *joint) {
    return joint->kind == TM_JOINT_PRISMATIC || joint->kind == TM_JOINT_SLOT;
}

/* Reads the mechanism, which stands in these frames, into scene->skeleton. TM_ERR_ID,
 * TM_ERR_ARGUMENT, TM_ERR_MEMORY as tm_scene_draw_mechanism. */
tmStatus tmi_skeleton_read(tmiScene *scene, const tmMechanism *m, const tmFrame *frames);

/* Sizes bars and letters for this many px a metre (0: not known yet); returns the margin that a
 * pose needs for what stands out beyond its features [px]. */
double tmi_skeleton_fit(tmiSkeleton *skeleton, double scale);

/* Write what the uses of a body refer to, and of the driver's arrow, which goes with its body. */
void tmi_skeleton_put_body(const tmiScene *scene, tmiSvg *svg, int32_t body, double scale);
void tmi_skeleton_put_arrow(const tmiScene *scene, tmiSvg *svg, double scale);

/* Write ropes and distances; pins and dots of paths. From one pose, or from pose `from` to `to` as
 * they move. */
void tmi_skeleton_put_lines(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell,
                            int32_t from, int32_t to);
void tmi_skeleton_put_pins(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell,
                           int32_t from, int32_t to);

/* Writes what lies on top of a clear pose: the driver's arrow, pins, and names on the first. */
void tmi_skeleton_put_marks(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell,
                            int32_t pose);

/* Where a point of a body is in a pose [m]. */
void tmi_skeleton_point(const tmiScene *scene, int32_t pose, int32_t body, const double point[3],
                        double at[3]);

#endif
