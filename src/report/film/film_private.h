/* film_private.h: what the files film*.c share: a film while it is made.
 *
 * film_scene.c   what there is to see of a mechanism: outlines, joints, curves
 * film_shoot.c   moves the plan and keeps the frames
 * film_draw.c    draws one frame, in px; film_labels.c its names, film_arcs.c its sectors,
 *                film_pairs.c its gears, racks, belts, ropes and cams
 * film.c         the picture as a whole, and the public call */
#ifndef TMI_FILM_PRIVATE_H
#define TMI_FILM_PRIVATE_H

#include "report/svg/svg.h"

/* A feature as drawing needs it. */
typedef struct tmiMark {
    int32_t body; /* place */
    double x, y;  /* body axes [m] */
    double c, s;  /* direction, body axes */
    const char *name;
} tmiMark;

/* The outline of a body: corners of the convex hull of its features. */
typedef struct tmiOutline {
    int32_t first, count; /* of tmiFilm's corners */
    double x, y;          /* middle of the corners, body axes [m] */
} tmiOutline;

/* A joint that can be seen. For sliders and slots end 0 is the rail, end 1 runs on it. */
typedef struct tmiShownJoint {
    tmJointKind kind;
    const char *name;
    int32_t mark; /* place of its first feature */
    tmiMark end[2];
    double low, high; /* where end 1 runs along end 0's line in the whole film [m] */
    bool driver;
} tmiShownJoint;

typedef struct tmiPoint {
    double x, y;
} tmiPoint;

/* A sector about a point of a body, counter-clockwise. */
typedef struct tmiArc {
    int32_t body;    /* place */
    double x, y;     /* body axes [m] */
    double radius;   /* [m] */
    double from, to; /* body axes [rad] */
} tmiArc;

/* Corners of a cam's outline as drawn. */
#define TMI_FILM_OUTLINE 120

/* A higher pair. */
typedef struct tmiShownPair {
    tmJointKind kind;
    int32_t count; /* features */
    tmiMark end[TM_JOINT_FEATURES];
    double radii[TM_JOINT_FEATURES];    /* as given; of a cam the largest [m] */
    double low, high;                   /* of a rack: what its wheel runs over in the film [m] */
    tmiPoint outline[TMI_FILM_OUTLINE]; /* of a cam, body axes [m] */
} tmiShownPair;

typedef struct tmiFilm {
    const tmFilmDef *def;
    tmPlan *plan;
    const tmMechanism *m;
    tmiArena arena;

    tmiMark *marks; /* by place of the feature; body -1: none */
    int32_t mark_count, body_count;
    tmiOutline *outlines; /* by place of the body */
    tmiPoint *corners;
    tmiShownJoint *joints;
    int32_t joint_count;
    tmiShownPair *pairs;
    int32_t pair_count;
    int32_t *traced; /* places of features */
    int32_t traced_count;
    tmiArc *arcs; /* of the def */

    double *values;     /* of one move */
    double *first;      /* values at the start */
    double *last;       /* and at the end */
    bool closed;        /* the last frame would be the first again */
    tmPose *poses;      /* of each frame, all bodies */
    double *at;         /* of each frame: how far from first to last, 0 … 1; below 0: failed */
    tmiPoint *curves;   /* of each traced feature, steps + 1 points */
    bool *reached;      /* of each step */
    tmiPoint low, high; /* corners of all that moves [m] */
    double length;      /* mean largest extent of a link [m] */
    tmFilmInfo info;

    double scale;    /* px a metre */
    tmiPoint origin; /* where the world's origin is in a cell [px] */
    double bar;      /* breadth of a link [px] */
    double font;     /* height of letters [px] */
} tmiFilm;

/* Collects outlines, joints and traced features. */
tmStatus tmi_film_scene(tmiFilm *film);

/* Collects the higher pairs. */
tmStatus tmi_film_find_pairs(tmiFilm *film);

/* Returns how far the wheel of the pair's feature reaches in these poses [m]; notes how far a rack
 * must. */
double tmi_film_pair_reach(tmiShownPair *pair, const tmPose *poses, int32_t feature);

/* Moves the plan through all steps; frames, curves, rails and bounds are known afterwards. */
tmStatus tmi_film_shoot(tmiFilm *film);

/* Takes these poses of all bodies, frame after frame, for the film instead. */
tmStatus tmi_film_show(tmiFilm *film, const tmPose *poses);

/* Returns the step at which frame `frame` is taken. */
int32_t tmi_film_step(const tmiFilm *film, int32_t frame);

/* Returns a part's place: the slot in its id (see base.h). */
int32_t tmi_film_place(uint32_t id);

/* Reads the def's arcs, once outlines are known. */
tmStatus tmi_film_take_arcs(tmiFilm *film);

/* Where a point of a body is, and a point `part` of the way along an arc [m]. */
tmiPoint tmi_film_point(const tmPose *poses, int32_t body, double x, double y);
tmiPoint tmi_film_arc_point(const tmiArc *arc, const tmPose *poses, double part);

/* World to px: y points down in a picture. */
tmiPoint tmi_film_seen(const tmiFilm *film, tmiPoint p);

/* Draw the ground; the arcs; a frame's links (faint: for a ghost); the curves; the frame's pins
 * with the driver's arrow; its labels. In this order each lies on top of those before it. */
void tmi_film_draw_ground(const tmiFilm *film, tmiSvg *svg);
void tmi_film_draw_arcs(const tmiFilm *film, tmiSvg *svg, const tmPose *poses);
void tmi_film_draw_links(const tmiFilm *film, tmiSvg *svg, const tmPose *poses, bool faint);
void tmi_film_draw_pairs(const tmiFilm *film, tmiSvg *svg, const tmPose *poses);
void tmi_film_draw_curves(const tmiFilm *film, tmiSvg *svg);
void tmi_film_draw_pins(const tmiFilm *film, tmiSvg *svg, const tmPose *poses);
void tmi_film_draw_labels(const tmiFilm *film, tmiSvg *svg, const tmPose *poses);

/* Colour of a body. */
const char *tmi_film_colour(const tmiFilm *film, int32_t body);

#endif
