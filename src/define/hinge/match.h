/* match.h: what hinges are made from: the pairs that `matching` names, sorted, and the rows that
 * most hinges share. */
#ifndef TMI_MATCH_H
#define TMI_MATCH_H

#include "define/hinge/hinge.h"
#include "numeric/numeric.h"
#include "trammel/hinge.h"

/* A part's point and directions in its axes. */
typedef struct tmiAxis {
    int32_t body;
    double point[3];
    double direction[3]; /* of length 1 */
    double mark[3];      /* of length 1, across the direction */
} tmiAxis;

/* The pairs of a use, by what they are: of the first part, of the second. */
typedef struct tmiMatch {
    bool planar;
    tmPointOn points[3][2], axes[2][2];
    int32_t point_count, axis_count;
    tmPointOn mixed[2]; /* a point and an axis, in either order */
    bool has_mixed;
} tmiMatch;

/* Sorts the pairs of a use; in planar worlds they are moved into the plane z = 0, directions apart.
 * Returns false and sets table->message where they are not of just two parts. */
bool tmi_match(const tmHingeUse *use, tmiMatch *match, tmHingeTable *table);

/* Puts the axes that two parts share into `axes`: by a pair of axes, of two points each, or of
 * points and a direction. Marks are those of the least rotation that brings the first direction to
 * the second; `marked`: those of a second pair of axes or a third of points, where there is one. In
 * planar worlds directions are in the plane, and marks along z. Returns false and sets the message
 * where a part's points coincide, or its directions are parallel. */
bool tmi_match_axes(const tmiMatch *match, bool marked, tmiAxis axes[2], tmHingeTable *table);

/* Whether distances and angles are the same in both parts, as for what should coincide. Sets the
 * problem where they are not. */
bool tmi_match_is_congruent(const tmiMatch *match, tmHingeTable *table);

/* Puts the feature's point and direction into the plane. Returns false where nothing is left of the
 * direction. */
bool tmi_flatten(tmPointOn *feature);

/* Puts the direction of a wheel's axle into `axle`: in the plane z, or -z where its axis says so;
 * in space its axis, or its part's z where only a point is given. Returns false for an axis that
 * does not stand across the plane of a planar world. */
bool tmi_axle(bool planar, const tmPointOn *wheel, double axle[3]);

/* ---- Rows ---------------------------------------------------------------------------------- */

/* Each returns the row that it adds, for what remains to be said of it; past TM_HINGE_ROWS it sets
 * the problem and returns one that does not count. */
tmRow *tmi_add_row(tmHingeTable *table);

/* point of a on the plane through `on` of b with this normal in b's axes. */
void tmi_add_on_plane(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b,
                      const double normal[3]);

/* The points coincide: 3 rows, in the plane 2. */
void tmi_add_meet(bool planar, tmHingeTable *table, const tmiAxis *a, const tmiAxis *b);

/* a's point is on b's axis: 2 rows, in the plane 1. */
void tmi_add_on_line(bool planar, tmHingeTable *table, const tmiAxis *a, const tmiAxis *b);

/* The directions coincide: 2 rows, in the plane 1. */
void tmi_add_parallel(bool planar, tmHingeTable *table, const tmiAxis *a, const tmiAxis *b);

/* Of axes that are parallel, the marks are, too: 1 row. */
void tmi_add_no_turn(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b);

/* Coordinates: the turn of a's mark from b's about b's axis, a's way along it, the distance of the
 * points. */
void tmi_add_turn(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b);
void tmi_add_slide(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b);
void tmi_add_span(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b);

/* ---- Kinds --------------------------------------------------------------------------------- */

tmHingeFn tmi_hinge_pin, tmi_hinge_ball, tmi_hinge_slider, tmi_hinge_cylindrical,
    tmi_hinge_universal, tmi_hinge_planar, tmi_hinge_rigid, tmi_hinge_point_on_line,
    tmi_hinge_point_on_plane, tmi_hinge_rod, tmi_hinge_spring;
tmHingeFn tmi_hinge_screw, tmi_hinge_gear, tmi_hinge_rack, tmi_hinge_belt, tmi_hinge_cam,
    tmi_hinge_tackle;

#endif
