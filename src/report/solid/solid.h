/* solid.h: facets of a solid while it is drawn. */
#ifndef TMI_SOLID_H
#define TMI_SOLID_H

#include "report/svg/svg.h"
#include "trammel/shape.h"

/* Corners of a facet after cuts. */
#define TMI_FACET_CORNERS 12

/* A flat piece of the surface that faces the viewer, in the viewer's axes: x to the right, y up, z
 * towards the eye. */
typedef struct tmiFacet {
    tmVec3 corners[TMI_FACET_CORNERS];
    tmVec3 normal;
    double light; /* 0 … 1 */
    int32_t count;
    uint32_t sharp; /* bit i: the side from corner i to the next is drawn as a line */
    int32_t tag;    /* whose it is, for those who draw several solids */
    int32_t next;   /* of a list; -1: the last */
} tmiFacet;

/* Takes a facet that is drawn next. */
typedef void tmiFacetFn(void *user, const tmiFacet *facet);

/* Hands over `count` facets from back to front, cut where that must be: each hides what came before
 * it. TM_ERR_LIMIT when cuts make too many, TM_ERR_MEMORY. */
tmStatus tmi_facets_sort(tmiArena *arena, const tmiFacet *facets, int32_t count, tmiFacetFn *take,
                         void *user);

#endif
