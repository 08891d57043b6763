/* report.h: pictures of shapes as SVG text. Those of models and mechanisms are in scene.h.
 *
 * Trammel opens no files: the text goes to a function of the caller's, piece by piece. */
#ifndef TRAMMEL_REPORT_H
#define TRAMMEL_REPORT_H

#include "trammel/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

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
