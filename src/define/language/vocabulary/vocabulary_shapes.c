/* vocabulary_shapes.c: shapes and their arguments. */
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

#define SIZE(name, help)                                                                           \
    { name, TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "m", NULL, help }
#define COUNT(rows) ((int32_t)(sizeof(rows) / sizeof((rows)[0])))

static const tmParameter cuboid[] = {SIZE("width", "size along x"), SIZE("height", "size along y"),
                                     SIZE("depth", "size along z")};
static const tmParameter sphere[] = {SIZE("radius", "radius")};
static const tmParameter cylinder[] = {SIZE("radius", "radius"), SIZE("height", "size along z")};
static const tmParameter capsule[] = {
    SIZE("radius", "radius"), SIZE("height", "distance along z of the centres of its round ends")};
static const tmParameter cone[] = {SIZE("radius", "radius at the lower end"),
                                   SIZE("height", "size along z"),
                                   {"top_radius", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "m",
                                    "0", "radius at the upper end"}};
static const tmParameter bar[] = {
    SIZE("length", "distance along x of the centres of its round ends"),
    SIZE("width", "size along y"), SIZE("thickness", "size along z")};
static const tmParameter plate[] = {{"corners", TM_PARAMETER_POINTS, TM_BOUND_NONE, "m", NULL,
                                     "the centres of its round corners, at least three"},
                                    SIZE("width", "twice the radius of the corners"),
                                    SIZE("thickness", "size along z")};
static const tmParameter link[] = {SIZE("width", "diameter of the discs about its points"),
                                   SIZE("thickness", "size along z")};
static const tmParameter gear[] = {
    {"teeth", TM_PARAMETER_WHOLE, TM_BOUND_POSITIVE, "", NULL, "number of teeth"},
    SIZE("module", "pitch diameter over the number of teeth"),
    SIZE("thickness", "size along z"),
    {"pressure_angle", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "rad", "20deg",
     "pressure angle of the involute"},
    {"bore", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "m", "0", "diameter of its hole"}};
static const tmParameter cam[] = {SIZE("radius", "radius of the base circle"),
                                  {"lift", TM_PARAMETER_CURVE, TM_BOUND_NONE, "m", NULL,
                                   "function or table: what the angle from x adds to the radius"},
                                  SIZE("thickness", "size along z")};
static const tmParameter prism[] = {
    {"outline", TM_PARAMETER_POINTS, TM_BOUND_NONE, "m", NULL,
     "corners of the polygon, in order, at least three"},
    SIZE("height", "size along z, half of it on either side"),
    {"holes", TM_PARAMETER_OUTLINES, TM_BOUND_NONE, "m", "none", "polygons that are cut out"}};
static const tmParameter hull[] = {{"points", TM_PARAMETER_POINTS, TM_BOUND_NONE, "m", NULL,
                                    "points around which it is drawn tight"}};
static const tmParameter mesh[] = {
    {"file", TM_PARAMETER_TEXT, TM_BOUND_NONE, "", NULL, "name of an STL or OBJ file"},
    {"scale", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "m", "1m",
     "length that one unit of the file stands for"}};

/* `union` takes shapes, as many as there are. */
static const tmiShapeRow shapes[] = {
    {"none", NULL, 0, "no shape: only axes, to which features belong"},
    {"cuboid", cuboid, COUNT(cuboid), "a box"},
    {"sphere", sphere, COUNT(sphere), "a ball"},
    {"cylinder", cylinder, COUNT(cylinder), "a round bar along z"},
    {"capsule", capsule, COUNT(capsule), "a cylinder along z with round ends"},
    {"cone", cone, COUNT(cone), "a cone along z; its middle is at half its height"},
    {"bar", bar, COUNT(bar), "a flat link along x with round ends, as linkages have"},
    {"plate", plate, COUNT(plate), "a flat link with round corners; its axes are those of them"},
    {"link", link, COUNT(link), "a flat link around the points that its own 'where' names"},
    {"gear", gear, COUNT(gear), "an involute gear about z"},
    {"cam", cam, COUNT(cam), "a disc about z whose radius changes with the angle"},
    {"prism", prism, COUNT(prism), "a polygon with a thickness; its axes are those of the corners"},
    {"hull", hull, COUNT(hull), "the convex body around points; its axes are those of the points"},
    {"mesh", mesh, COUNT(mesh), "a body of triangles from a file; its axes are those of the file"},
    {"union", NULL, 0, "several shapes as one body: union(cuboid(…), sphere(…, at: (…)))"},
};

static const tmParameter piece[] = {
    {"at", TM_PARAMETER_POINT, TM_BOUND_NONE, "m", "(0, 0, 0)", "where its middle is"},
    {"angle", TM_PARAMETER_NUMBER, TM_BOUND_NONE, "rad", "0", "how far it is turned about `axis`"},
    {"axis", TM_PARAMETER_POINT, TM_BOUND_NOT_ZERO, "", "(0, 0, 1)",
     "direction it is turned about"},
    {"density", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "kg/m^3", "the body's",
     "density of this piece"}};

const tmiShapeRow *tmi_shapes(int32_t *count) {
    *count = COUNT(shapes);
    return shapes;
}

const tmiShapeRow *tmi_shape_find(const char *name, int32_t length) {
    for (int32_t i = 0; i < COUNT(shapes); i++) {
        if (strncmp(shapes[i].name, name, (size_t)length) == 0 && !shapes[i].name[length]) {
            return &shapes[i];
        }
    }
    return NULL;
}

const tmParameter *tmi_piece_arguments(int32_t *count) {
    *count = COUNT(piece);
    return piece;
}
