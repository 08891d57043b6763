/* hinge.h: the door of this folder: hinges as tables of rows. The interface is trammel/hinge.h;
 * here is what other folders of the core need besides. */
#ifndef TMI_HINGE_H
#define TMI_HINGE_H

#include "numeric/numeric.h"
#include "trammel/hinge.h"

/* Where a point of a body is in the world. */
static inline void tmi_frame_point(const tmFrame *frame, const double point[3], double out[3]) {
    tmi_rotate3(frame->rotation, point, out);
    tmi_add3(out, 1.0, frame->position);
}

/* The angle of a body about z: that of its x axis as seen along z [rad]. */
static inline double tmi_frame_angle(const tmFrame *frame) {
    const double *q = frame->rotation;
    return tmi_atan2(2.0 * (q[1] * q[2] + q[0] * q[3]),
                     q[0] * q[0] + q[1] * q[1] - q[2] * q[2] - q[3] * q[3]);
}

/* The maximum number of pairs of a hinge. */
#define TMI_HINGE_PAIRS 64

/* Whether pairs of these kinds, a letter each, fit one of the patterns of a tmHingeKind. */
bool tmi_pattern_fits(const char *patterns, const char *kinds);

/* The hinge of the language of this name, or null. */
const tmHingeKind *tmi_hinge_find(const char *name, int32_t length);

/* The kind of this name among `count` of them, or null. */
const tmHingeKind *tmi_hinge_kind_find(const tmHingeKind *kinds, int32_t count, const char *name,
                                       int32_t length);

/* Adds the row of a hinge that a text defines: `point` stays on the plane through `plane`, whose
 * direction is the normal. In a planar world the row is that of the normal's part in the plane;
 * without such a part there is none. Sets table->message where that is impossible. */
void tmi_hinge_add_line(bool planar, const tmPointOn *point, const tmPointOn *plane,
                        tmHingeTable *table);

#endif
