/* report.h: pictures of mechanisms that move, and of shapes, as SVG text.
 *
 *     tmFilmDef def = tm_film_def_default();
 *     def.frames = 6;
 *     tm_film_draw(NULL, plan, &def, write, file, NULL);
 *
 * Trammel opens no files: the text goes to a function of the caller's, piece by piece. */
#ifndef TRAMMEL_REPORT_H
#define TRAMMEL_REPORT_H

#include "trammel/mechanism.h"
#include "trammel/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How the frames of a film share the picture. */
typedef enum tmFilmLayout {
    TM_FILM_STRIP,  /* side by side, in rows */
    TM_FILM_GHOSTS, /* on top of each other: the first one clear, the others faint */
    TM_FILM_LOOP    /* one after the other, as a picture that moves (SMIL animation) */
} tmFilmLayout;

/* The most frames, and the most steps of a curve. */
#define TM_FILM_LIMIT 10000

/* traced_count for: curves that tell most. See tmFilmDef. */
#define TM_FILM_TRACE_SOME (-1)

/* A range of a revolute joint's angle, such as one that a mechanism cannot be in, shown as the
 * sector that the driven link would sweep. */
typedef struct tmFilmArc {
    tmJointId joint;
    double from, to; /* values of its angle, see TM_INPUT_ANGLE; from < to < from + 2 pi [rad] */
} tmFilmArc;

/* What a film shows. Fill it by tm_film_def_default, then change fields. Texts and arrays must live
 * as long as the call that takes the def. Colours are what SVG takes: "#1b6ca8", "teal". */
typedef struct tmFilmDef {
    uint32_t stamp;      /* private */
    tmFilmLayout layout; /* default TM_FILM_STRIP */
    int32_t frames;      /* poses shown, 1 … TM_FILM_LIMIT; default 8 */
    int32_t columns;     /* of a strip; default 0: as many as fill the width best */
    int32_t steps;       /* moves from first to last, that curves are drawn by; default 360 */
    const double *first; /* values of the plan's inputs; default null: those of the start */
    const double *last;  /* the same at the end; default null: the first ones, and the first of
                          * them 2 pi further: a full turn */
    tmJointId driver; /* its input is shown by an arrow, frames are named by its angle in degrees;
                       * default null: none, frames are numbered */
    const tmFeatureId *traced; /* points whose curves are drawn */
    int32_t traced_count; /* default TM_FILM_TRACE_SOME: up to eight joints and free points of links
                           * that no joint holds to the ground */
    const tmFilmArc *arcs; /* sectors in the colour of curves; default none */
    int32_t arc_count;
    const char *const *captions; /* below each frame of a strip, as many as frames; default null:
                                  * the driver's angle, or numbers */
    double width;                /* of the picture [px], 50 … 20000; default 960 */
    double seconds;              /* of a loop, at least 0.1; default 4 */
    bool labels;                 /* names of joints and bodies in the first frame; default true */
    const char *title;           /* written above and for screen readers; default "": none */
    const char *const *colours; /* of bodies 1, 2, 3, … in turn; default null: a palette of ten */
    int32_t colour_count;
    const char *background; /* default "#ffffff"; "none": transparent */
    const char *ink;        /* pins, ground and words; default "#22303c" */
    const char *curve;      /* traced curves; default "#c8442e" */
} tmFilmDef;

TM_API tmFilmDef tm_film_def_default(void);

/* What drawing a film found out. */
typedef struct tmFilmInfo {
    int32_t moves;   /* asked of the plan */
    int32_t failed;  /* of them, those that the mechanism could not make: their frames are left out
                      * and curves have a gap there */
    double residual; /* largest gap of any joint in the others [m] */
} tmFilmInfo;

/* Moves the plan from its start through `steps` moves and writes what it does as one SVG picture.
 * Afterwards the plan is reset to its start. Puts how it went in *info (may be null). Null
 * allocator: the default one. TM_ERR_DEF, TM_ERR_ARGUMENT for values outside the ranges above or
 * `first` and `last` missing where the plan has no single input, TM_ERR_ID for a traced feature, an
 * arc's joint or a driver that is none, TM_ERR_NOT_FINITE, TM_ERR_STALE, TM_ERR_MEMORY: nothing is
 * written then. */
TM_API tmStatus tm_film_draw(const tmAllocator *allocator, tmPlan *plan, const tmFilmDef *def,
                             tmWriteFn *write, void *user, tmFilmInfo *info);

/* Writes these poses as the frames of one picture, such as all modes of a mechanism
 * (tm_modes_poses): `count` times the poses of all bodies by place, one after the other. Frames
 * without captions are numbered from 1. Of the def the fields frames, steps, first, last and those
 * of curves are not read. Null allocator: the default one. TM_ERR_DEF, TM_ERR_ARGUMENT for a count
 * that is not 1 … TM_FILM_LIMIT, TM_ERR_ID for a driver or an arc's joint that is none,
 * TM_ERR_NOT_FINITE, TM_ERR_MEMORY: nothing is written then. */
TM_API tmStatus tm_film_draw_poses(const tmAllocator *allocator, const tmMechanism *mechanism,
                                   const tmPose *poses, int32_t count, const tmFilmDef *def,
                                   tmWriteFn *write, void *user);

/* ---- Shapes -------------------------------------------------------------------------------- */

/* How a shape is drawn: as a solid, seen from afar, z pointing up. Fill it by
 * tm_shape_view_def_default, then change fields. */
typedef struct tmShapeViewDef {
    uint32_t stamp;       /* private */
    double width, height; /* of the picture [px], 50 … 20000; default 240 and 180 */
    double turn;      /* where the viewer stands: angle from x about z [rad]; default -60 degrees */
    double rise;      /* and above the plane, -pi/2 … pi/2 [rad]; default 30 degrees */
    double tolerance; /* of chords [m]; default 0: what cannot be seen */
    bool axes;        /* the axes of the shape; default true */
    const char *title;      /* for screen readers; default "": none */
    const char *colour;     /* of the surface in full light, "#rrggbb"; default "#8fb6d6" */
    const char *ink;        /* edges and axes, as SVG takes it; default "#22303c" */
    const char *background; /* default "none": transparent */
} tmShapeViewDef;

TM_API tmShapeViewDef tm_shape_view_def_default(void);

/* Draws the shape as one SVG picture, hidden parts removed. Null allocator: the default one. Null
 * def: the default one. TM_ERR_DEF, TM_ERR_ARGUMENT for null and values outside the ranges above,
 * TM_ERR_LIMIT for shapes of more facets than a picture can hold (20,000), TM_ERR_MEMORY: nothing
 * is written then. */
TM_API tmStatus tm_shape_draw(const tmAllocator *allocator, const tmShape *shape,
                              const tmShapeViewDef *def, tmWriteFn *write, void *user);

#ifdef __cplusplus
}
#endif

#endif
