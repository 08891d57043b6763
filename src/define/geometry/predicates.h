/* predicates.h: on which side a point lies, decided exactly. */
#ifndef TMI_PREDICATES_H
#define TMI_PREDICATES_H

#include "define/geometry/vec.h"

/* Return a number of the sign of the determinant, exactly 0 where that is 0, for coordinates up to
 * TM_SHAPE_SIZE_LIMIT, of which those below 2e-84 are rounded to multiples of 2^-329 (1e-99).
 * In the plane (z is not read): positive when a, b, c turn left, twice the triangle's area.
 * In space: positive when d lies below the plane of a, b, c, which turn left as seen from above:
 * six times the volume of the tetrahedron. */
double tmi_orient2(tmVec3 a, tmVec3 b, tmVec3 c);
double tmi_orient3(tmVec3 a, tmVec3 b, tmVec3 c, tmVec3 d);

#endif
