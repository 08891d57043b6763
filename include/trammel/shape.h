/* shape.h: shapes of bodies: mass, bounds, convex pieces, outlines and triangles.
 *
 *     tmShapeDef def = tm_shape_def_default();
 *     def.kind = TM_SHAPE_BAR;
 *     def.size[0] = 0.04, def.size[1] = 0.008, def.size[2] = 0.003;
 *     tmShape *shape;
 *     tm_shape_create(NULL, &def, NULL, &shape);
 *     tmMass mass;
 *     tm_shape_mass(shape, 7850.0, &mass);
 *     tm_shape_destroy(shape);
 *
 * A shape is constant and may be shared by threads. Lengths are in metres or any other unit, as
 * long as it is the same everywhere; densities are mass per cube of it; angles in radians.
 * docs/geometry-and-hinges.md shows every kind, docs/design/geometry.md gives the reasons. */
#ifndef TRAMMEL_SHAPE_H
#define TRAMMEL_SHAPE_H

#include "trammel/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Points and poses in space ------------------------------------------------------------- */

typedef struct tmVec3 {
    double x, y, z;
} tmVec3;

/* A rotation: the unit quaternion w + x i + y j + z k. */
typedef struct tmQuat {
    double w, x, y, z;
} tmQuat;

/* Where something is: the position of its origin, and how its axes are turned. */
typedef struct tmPose3 {
    tmVec3 position; /* [m] */
    tmQuat rotation;
} tmPose3;

/* ---- Shapes -------------------------------------------------------------------------------- */

/* A solid in its own axes. */
typedef struct tmShape tmShape;

/* One list makes the kinds, and with tmi_shape_NAME of their file all that a text can say of them.
 * Numbers of a text stand in `size` in their order; the first comment is of these. All have their
 * origin in the middle but those that are made of points: plate, link, prism, hull and mesh have
 * the axes of these. Flat kinds (bar, plate, link, gear, cam, prism) reach half their thickness to
 * either side of z = 0, a link to either side of its points. */
#define TM_SHAPE_LIST(X)                                                                           \
    X(TM_SHAPE_NONE, none)         /* no extent, volume and mass */                                \
    X(TM_SHAPE_CUBOID, cuboid)     /* size along x, y, z */                                        \
    X(TM_SHAPE_SPHERE, sphere)     /* radius */                                                    \
    X(TM_SHAPE_CYLINDER, cylinder) /* radius, size along z */                                      \
    X(TM_SHAPE_CAPSULE, capsule)   /* radius, distance along z between the centres of its ends */  \
    X(TM_SHAPE_CONE, cone)         /* lower radius, size along z, upper radius (may be 0); the */  \
                                   /* origin is at half its height */                              \
    X(TM_SHAPE_BAR, bar) /* distance along x between the centres of its ends, width, thickness */  \
    X(TM_SHAPE_PLATE, plate) /* width (twice the corners' radius), thickness; `points` are the */  \
                             /* corners' centres in any order: what a band drawn tight around */   \
                             /* discs there encloses */                                            \
    X(TM_SHAPE_LINK, link)   /* the same around one point or more, at one height z; in */          \
                             /* definitions those that the body names */                           \
    X(TM_SHAPE_GEAR, gear)   /* number of teeth, module, thickness, pressure angle, bore's */      \
                             /* diameter (may be 0); a tooth points along x */                     \
    X(TM_SHAPE_CAM, cam)     /* base radius, thickness; `lift` adds to the radius */               \
    X(TM_SHAPE_PRISM, prism) /* thickness; polygon `points`, either way round, without `holes` */  \
    X(TM_SHAPE_HULL, hull)   /* the convex hull of `points` */                                     \
    X(TM_SHAPE_MESH, mesh)   /* what the closed surface of `triangles` on `points` holds */        \
    X(TM_SHAPE_UNION, union) /* `pieces` as one body; where they overlap there is twice as */      \
                             /* much: volume and mass are sums */

#define TM_SHAPE_CODE(code, name) code,
typedef enum tmShapeKind { TM_SHAPE_LIST(TM_SHAPE_CODE) TM_SHAPE_COUNT } tmShapeKind;
#undef TM_SHAPE_CODE

/* Returns the name of the kind in definitions, such as "cuboid"; "" for anything else. */
TM_API const char *tm_shape_kind_name(tmShapeKind kind);

/* Entries of tmShapeDef's `size`. */
#define TM_SHAPE_SIZES 5

/* Sizes and coordinates are at most this large, and sizes at least its inverse. */
#define TM_SHAPE_SIZE_LIMIT 1e50

/* The maximum number of corners of a polygon with its holes, points of a hull or mesh, triangles of
 * a mesh, teeth of a gear, pieces of a union, and the deepest union within unions. */
#define TM_CORNER_LIMIT 20000
#define TM_POINT_LIMIT 20000000
#define TM_TRIANGLE_LIMIT 40000000
#define TM_TOOTH_LIMIT 2000
#define TM_PIECE_LIMIT 10000
#define TM_UNION_DEPTH 20

/* Returns what a cam's radius is beyond its base circle's [m] at this angle from x, 0 … 2 pi. It
 * is called only while the shape is made, from 0 on several thousand times in any order. */
typedef double tmLiftFn(void *user, double angle);

struct tmShapePiece;

/* Describes a new shape. Fill it by tm_shape_def_default, then change fields. Arrays are copied. */
typedef struct tmShapeDef {
    uint32_t stamp;              /* private */
    tmShapeKind kind;            /* default TM_SHAPE_NONE */
    double size[TM_SHAPE_SIZES]; /* see TM_SHAPE_LIST [m]; default 0, but size[3] 20 degrees */
    const tmVec3 *points;        /* corners or points; of a plate and a prism in the plane z = 0 */
    int32_t point_count;
    const tmVec3 *hole_points; /* corners of all holes of a prism, hole after hole, z = 0 */
    const int32_t *holes;      /* of each hole: how many of them are its */
    int32_t hole_count;
    const int32_t *triangles; /* three places in `points` each, counter-clockwise from outside */
    int32_t triangle_count;
    double scale;                      /* of a mesh: what one unit of `points` is [m]; default 1 */
    tmLiftFn *lift;                    /* of a cam; default null: none */
    void *user;                        /* passed to lift */
    const struct tmShapePiece *pieces; /* of a union */
    int32_t piece_count;
} tmShapeDef;

/* One shape of a union. */
typedef struct tmShapePiece {
    tmShapeDef shape;
    tmPose3 pose;   /* in the union's axes; default none */
    double density; /* default 0: that of the body */
} tmShapePiece;

TM_API tmShapeDef tm_shape_def_default(void);
TM_API tmShapePiece tm_shape_piece_default(void);

/* Makes a shape in *shape, which the caller destroys. What is wrong with it goes into `diags`, one
 * message for each mistake, with the places of the corners, triangles or pieces concerned counted
 * from 1; so do warnings, such as triangles that cross each other. `diags` may be null. Null
 * allocator: the default one. TM_ERR_GEOMETRY when these numbers do not make such a solid,
 * TM_ERR_DEF, TM_ERR_ARGUMENT for null and negative counts, TM_ERR_LIMIT, TM_ERR_MEMORY; *shape is
 * then null. 100,000 triangles take some 0.1 s. */
TM_API tmStatus tm_shape_create(const tmAllocator *allocator, const tmShapeDef *def, tmDiags *diags,
                                tmShape **shape);

/* Frees the shape. What was made from it stays. Null is accepted. */
TM_API void tm_shape_destroy(tmShape *shape);

/* Returns what kind of shape it is; TM_SHAPE_NONE for null. */
TM_API tmShapeKind tm_shape_kind(const tmShape *shape);

/* ---- Gears --------------------------------------------------------------------------------- */

/* The teeth of a gear about the z axis of its body; one of them points along x. */
typedef struct tmGear {
    int32_t teeth;
    double module;         /* pitch diameter over teeth [m] */
    double pressure_angle; /* [rad] */
} tmGear;

/* Puts the teeth of a shape into *gear: of one that is a gear, or of a union with one gear among
 * its pieces, which stands about the union's z axis and is not turned. False for other shapes and
 * for null: *gear is then unchanged. */
TM_API bool tm_shape_gear(const tmShape *shape, tmGear *gear);

/* How two gears mesh side by side on parallel axes, without backlash. */
typedef struct tmGearMesh {
    double distance; /* of their centres [m] */
    double ratio;    /* turns of the first for a turn of the second: less than 0 */
    double angle;    /* of the second, when a gap of it meets a tooth of the first: of those that do
                      * the one nearest to 0 [rad] */
} tmGearMesh;

/* Puts how gears of these numbers of teeth and one module [m] mesh into *mesh, where the first is
 * turned by `angle` and the second lies in the direction `direction` from it [rad].
 * TM_ERR_ARGUMENT for null and for fewer than three teeth or more than TM_TOOTH_LIMIT,
 * TM_ERR_NOT_FINITE; *mesh is then unchanged. */
TM_API tmStatus tm_gear_mesh(int32_t first_teeth, int32_t second_teeth, double module, double angle,
                             double direction, tmGearMesh *mesh);

/* ---- Mass ---------------------------------------------------------------------------------- */

typedef struct tmMass {
    double volume;        /* [m^3] */
    double mass;          /* [kg] */
    tmVec3 centre;        /* of mass, in the shape's axes [m]; of volume where the mass is 0 */
    double inertia[3][3]; /* about the centre of mass, along the shape's axes: symmetric, with
                           * products of inertia negated, as in I omega [kg m^2] */
    double error;         /* of the volume, as part of it: bound of the quadrature of a cam [1]; 0
                           * where only rounding errors are left, some 1e-15 */
} tmMass;

/* Puts mass properties of the shape at this density, at least 0 [kg/m^3], into *mass. Pieces of a
 * union that have a density of their own keep it. All are exact except for rounding: closed forms,
 * integrals over facets, and Gauss-Legendre quadrature of the true curves of gears; a cam's lift is
 * integrated adaptively to 1e-12, or as near as 2,000 panels come: see tmMass. TM_ERR_ARGUMENT,
 * TM_ERR_NOT_FINITE; *mass is then unchanged. */
TM_API tmStatus tm_shape_mass(const tmShape *shape, double density, tmMass *mass);

/* ---- Bounds -------------------------------------------------------------------------------- */

/* Puts the corners of the smallest box along the axes that holds the shape into *low and *high; for
 * a union, smallest around each of its pieces. False when there is nothing (kind none, or null):
 * both are then unchanged. */
TM_API bool tm_shape_bounds(const tmShape *shape, tmVec3 *low, tmVec3 *high);

/* Puts the point of the shape that is furthest in this direction into *point. Of a cam it is right
 * within a millionth of the radius, and so are its bounds. TM_ERR_ARGUMENT for null, a direction of
 * length 0 and a shape with no extent, TM_ERR_NOT_FINITE; *point is then unchanged. */
TM_API tmStatus tm_shape_support(const tmShape *shape, tmVec3 direction, tmVec3 *point);

/* ---- Convex pieces, for contact ------------------------------------------------------------ */

/* A convex solid: all points within `radius` of the hull of discs. Disc i has its centre at
 * points[i], the radius rims[i], and its axis along `axis`. So a sphere is one point, a capsule
 * two, a cylinder or cone two with rims, a bar four, a polyhedron its corners. What it touches
 * first in a direction is exact in these terms.
 *
 * Where contact is found by facets: a polyhedron (`corners`, `faces`), to be grown by `radius`,
 * that stands for the hull of discs, and is inscribed in it within the tolerance; it is the hull
 * itself where there are no rims. One or two points have no faces.
 *
 * In planar worlds: the piece as seen along z, a convex polygon grown by `outline_radius`: one
 * point for a circle, two for a bar, exact except for cylinders and cones that are tilted. */
typedef struct tmPiece {
    const tmVec3 *points;
    const double *rims; /* null: all 0 */
    int32_t point_count;
    tmVec3 axis;   /* unit vector */
    double radius; /* [m] */
    int32_t owner; /* of a union: which of its pieces it is part of, unions within counted one by
                    * one; else 0 */

    const tmVec3 *corners;
    int32_t corner_count;
    const int32_t *face_corners; /* places in `corners`, face after face, counter-clockwise from
                                  * outside */
    const int32_t *face_starts;  /* face_count + 1 places in face_corners */
    const tmVec3 *normals;       /* of each face, outward, unit */
    int32_t face_count;

    const tmVec3 *outline; /* counter-clockwise, z = 0 */
    int32_t outline_count;
    double outline_radius; /* [m] */
} tmPiece;

/* The convex pieces of a shape. */
typedef struct tmPieces tmPieces;

typedef struct tmPiecesDef {
    uint32_t stamp;     /* private */
    double tolerance;   /* how far a chord may be from its curve [m]; default 0: a thousandth of the
                         * radius of cylinders, cones and cams, a hundredth of a gear's module */
    int32_t max_pieces; /* pieces of a mesh, 1 … TM_PIECE_LIMIT; default 32 */
    double error;       /* excess of volume at which a mesh is cut no further [1]; default 0.01 */
} tmPiecesDef;

TM_API tmPiecesDef tm_pieces_def_default(void);

/* Makes the convex pieces of the shape in *pieces, which the caller destroys. Pieces of one solid
 * do not overlap and are exact, but that the curves of gears and cams become polygons, inscribed
 * within the tolerance, and that a mesh is cut into at most `max_pieces` parts, each of which is
 * replaced by its hull: tm_pieces_error says how much that adds. Null def: the default one; null
 * allocator: the default one. TM_ERR_DEF, TM_ERR_ARGUMENT, TM_ERR_MEMORY, TM_ERR_LIMIT past
 * TM_PIECE_LIMIT pieces; *pieces is then null. */
TM_API tmStatus tm_pieces_create(const tmAllocator *allocator, const tmShape *shape,
                                 const tmPiecesDef *def, tmPieces **pieces);

/* Frees the pieces. Null is accepted. */
TM_API void tm_pieces_destroy(tmPieces *pieces);

/* Returns how many there are; 0 for null and for the kind none. */
TM_API int32_t tm_pieces_count(const tmPieces *pieces);

/* Returns a piece, or null where there is none. It lives as long as the pieces. */
TM_API const tmPiece *tm_pieces_at(const tmPieces *pieces, int32_t index);

/* Returns the relative difference of the volume of all pieces from that of the shape [1]: more for
 * meshes that are not convex, less for gears and cams, whose curves are cut short; 0 except for
 * rounding otherwise. */
TM_API double tm_pieces_error(const tmPieces *pieces);

/* ---- Drawing ------------------------------------------------------------------------------- */

/* A corner of an outline. The line to the next one is straight, or an arc whose bulge is the
 * tangent of a quarter of its angle, positive where it turns left: 1 is half a circle. */
typedef struct tmOutlinePoint {
    double x, y; /* [m] */
    double bulge;
} tmOutlinePoint;

/* A shape as seen along z: closed loops, to be filled by the nonzero rule. */
typedef struct tmOutline tmOutline;

/* Makes the outline in *outline, which the caller destroys. Curves other than circles become chords
 * within the tolerance (0: as in tmPiecesDef). Null allocator: the default one. TM_ERR_ARGUMENT,
 * TM_ERR_MEMORY; *outline is then null. */
TM_API tmStatus tm_outline_create(const tmAllocator *allocator, const tmShape *shape,
                                  double tolerance, tmOutline **outline);

/* Frees the outline. Null is accepted. */
TM_API void tm_outline_destroy(tmOutline *outline);

/* Returns how many loops there are. */
TM_API int32_t tm_outline_count(const tmOutline *outline);

/* Returns the corners of loop `index` and puts their number in *count; null where there is no such
 * loop. They live as long as the outline. */
TM_API const tmOutlinePoint *tm_outline_loop(const tmOutline *outline, int32_t index,
                                             int32_t *count);

/* ---- Meshes -------------------------------------------------------------------------------- */

/* Points and triangles. */
typedef struct tmMesh tmMesh;

/* Reads an STL file (binary or ASCII) or an OBJ file from memory into *mesh, which the caller
 * destroys. The bytes decide which of them it is: a binary STL may begin with "solid". Points with
 * the same coordinates become one. Of an OBJ file faces of any number of corners are read and cut
 * into triangles; normals, textures, materials, groups and lines are skipped. What is wrong goes
 * into `diags` (may be null), with the line where there are lines. tm_shape_create checks whether
 * the triangles enclose a solid. Null allocator: the default one. TM_ERR_GEOMETRY for bytes that
 * are not such a file, TM_ERR_ARGUMENT, TM_ERR_LIMIT, TM_ERR_MEMORY; *mesh is then null. */
TM_API tmStatus tm_mesh_read(const tmAllocator *allocator, const void *bytes, size_t length,
                             tmDiags *diags, tmMesh **mesh);

/* Makes the surface of the shape as a closed mesh for each of its solids, for display, in *mesh,
 * which the caller destroys; chords are within the tolerance of their curves [m] (0: as in
 * tmPiecesDef). Null allocator: the default one. TM_ERR_ARGUMENT, TM_ERR_MEMORY, TM_ERR_LIMIT;
 * *mesh is then null. */
TM_API tmStatus tm_mesh_of_shape(const tmAllocator *allocator, const tmShape *shape,
                                 double tolerance, tmMesh **mesh);

/* Frees the mesh. Null is accepted. */
TM_API void tm_mesh_destroy(tmMesh *mesh);

/* Return the points, and the triangles as three places of points each, counter-clockwise from
 * outside, and put their number in *count. They live as long as the mesh. Null and 0 for null. */
TM_API const tmVec3 *tm_mesh_points(const tmMesh *mesh, int32_t *count);
TM_API const int32_t *tm_mesh_triangles(const tmMesh *mesh, int32_t *count);

#ifdef __cplusplus
}
#endif

#endif
