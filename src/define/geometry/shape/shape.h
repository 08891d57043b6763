/* shape.h: what the files of this folder share about shapes. */
#ifndef TMI_SHAPE_H
#define TMI_SHAPE_H

#include "base/base.h"
#include "define/geometry/diagnostics/diagnostics.h"
#include "define/geometry/moments/moments.h"
#include "define/geometry/polygon/polygon.h"
#include "numeric/numeric.h"
#include "trammel/hinge.h"

/* How a shape is kept, whatever its kind. */
typedef enum tmiSolidForm {
    TMI_FORM_NOTHING,
    TMI_FORM_ROUND, /* hull of discs about z, grown by a radius: convex */
    TMI_FORM_FLAT,  /* region of the plane with a thickness */
    TMI_FORM_MESH,  /* closed surface of triangles */
    TMI_FORM_UNION
} tmiSolidForm;

/* Numbers of a gear that follow from its def. docs/design/geometry.md (1)-(3). */
typedef struct tmiGear {
    int32_t teeth;
    double module, bore;    /* bore: radius [m] */
    double alpha;           /* pressure angle [rad] */
    double base, root, tip; /* radii of circles [m] */
    double start;           /* radius at which the involute begins: the larger of base and root */
    double half_base;       /* half the angle of a tooth on the base circle [rad] */
    double roll_start, roll_tip; /* roll angles there [rad] */
} tmiGear;

typedef struct tmiMember {
    struct tmShape *shape;
    tmPose3 pose;
    double density;
} tmiMember;

struct tmShape {
    tmiArena arena; /* holds all that belongs to the shape, and the shape */
    tmShapeKind kind;
    tmiSolidForm form;
    tmiMoments moments; /* of density 1; not of a union */
    double error;       /* see tmMass */

    tmVec3 *points; /* of discs; of a mesh or hull */
    double *rims;   /* null: all 0 */
    int32_t point_count;
    double radius;

    int32_t *triangles; /* of a mesh */
    int32_t triangle_count;

    double thickness; /* of a flat form */
    tmiGear gear;
    tmiRegion region; /* of a prism; of a cam its fine outline */

    tmiMember *members; /* of a union */
    int32_t member_count;
};

/* Makes a shape of the def, which need not be checked, in *shape; null when the maker's `wrong` or
 * `status` gives the reason. */
void tmi_shape_make(tmiShapeMaker *maker, tmAllocator allocator, const tmShapeDef *def,
                    tmShape **shape);

/* A kind of shape: what a text says of it, from which its word, its arguments, completion and the
 * reference follow, and how it is made. Its file defines tmi_shape_NAME, and TM_SHAPE_LIST has a
 * row for it. Arguments that are numbers are the entries of `size` in tmShapeDef, in their order;
 * `make` gets them checked against their bounds, and fills the shape or reports what is wrong. */
typedef struct tmiShapeRow {
    const char *name;
    const char *help; /* states where its origin is unless that is its middle */
    void (*make)(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape);
    const tmParameter *arguments;
    int32_t argument_count;
} tmiShapeRow;

#define TMI_SHAPE_ROW(code, name) extern const tmiShapeRow tmi_shape_##name;
TM_SHAPE_LIST(TMI_SHAPE_ROW)
#undef TMI_SHAPE_ROW

/* For these rows: a length above 0 that must be given, and the arguments with their number. */
#define TMI_SHAPE_SIZE(name, help)                                                                 \
    { name, TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "m", NULL, help }
#define TMI_SHAPE_TAKES(rows) rows, (int32_t)(sizeof(rows) / sizeof((rows)[0]))

/* The row of a kind, and of a name, which need not be closed by a zero; null: there is none. */
const tmiShapeRow *tmi_shape_row(tmShapeKind kind);
const tmiShapeRow *tmi_shape_find(const char *name, int32_t length);

/* Whether an argument is the next entry of `size`: numbers are, except for the scale of a mesh. */
bool tmi_shape_is_size(const tmiShapeRow *row, const tmParameter *argument);

/* Arguments that every shape within a `union` takes by name: where it stands, its density. */
const tmParameter *tmi_piece_arguments(int32_t *count);

/* Makes the shape the hull of discs of the radii `rims` at these points, about axes along z, grown
 * by a radius; rims may be null. */
void tmi_shape_set_round(tmiShapeMaker *maker, tmShape *shape, const tmVec3 *points,
                         const double *rims, int32_t count, double radius);

/* Sets the volume and the integrals of x^2, y^2 and z^2 about its centre, which is the origin. */
void tmi_shape_set_moments(tmShape *shape, double volume, double xx, double yy, double zz);

/* Returns memory of the shape for `count` points or doubles; null is noted by the maker. */
tmVec3 *tmi_shape_points(tmiShapeMaker *maker, tmShape *shape, int32_t count);
void *tmi_shape_memory(tmiShapeMaker *maker, tmShape *shape, int32_t count, size_t size);

/* Puts the flat region of the shape, with chords within `tolerance` of its curves (0: the default),
 * into *region, which lives in the arena or the shape. */
tmStatus tmi_shape_region(const tmShape *shape, double tolerance, tmiArena *arena,
                          tmiRegion *region);

/* Puts the corners of one tooth of the gear, from the middle of one root land to the middle of the
 * next, counter-clockwise, into points, if not null; returns how many. */
int32_t tmi_gear_tooth(const tmiGear *gear, double tolerance, tmVec3 *points);
double tmi_gear_tolerance(const tmiGear *gear, double tolerance);

/* Half the angle of a tooth's top [rad]. */
double tmi_gear_half_tip(const tmiGear *gear);

/* Puts the corners of the convex hull, counter-clockwise, into `hull`, which has room for twice as
 * many, and returns how many: 1 for a single place, 2 for a line. The points are sorted. */
int32_t tmi_hull_planar(tmVec3 *points, int32_t count, tmVec3 *hull);

/* Maximum distance of chords from a curve of this radius; 0: the default. */
double tmi_arc_tolerance(double radius, double tolerance);

/* Chords of a circle: returns how many keep within `tolerance` of it, at least 8. */
int32_t tmi_chords(double radius, double tolerance);

#endif
