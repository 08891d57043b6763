/* vocabulary_shapes.c: shapes and their arguments. */
#include "define/language/vocabulary_parts.h"

#include <string.h>

#define SIZE(name, help)                                                                           \
    { name, TMI_ARGUMENT_NUMBER, TMI_BOUND_POSITIVE, "m", NULL, help }
#define COUNT(rows) ((int32_t)(sizeof(rows) / sizeof((rows)[0])))

static const tmiArgumentRow cuboid[] = {
    SIZE("width", "size along x"), SIZE("height", "size along y"), SIZE("depth", "size along z")};
static const tmiArgumentRow sphere[] = {SIZE("radius", "radius")};
static const tmiArgumentRow cylinder[] = {SIZE("radius", "radius"), SIZE("height", "size along z")};
static const tmiArgumentRow capsule[] = {
    SIZE("radius", "radius"), SIZE("height", "distance along z of the centres of its round ends")};
static const tmiArgumentRow cone[] = {SIZE("radius", "radius at the lower end"),
                                      SIZE("height", "size along z"),
                                      {"top_radius", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_NEGATIVE,
                                       "m", "0", "radius at the upper end"}};
static const tmiArgumentRow bar[] = {
    SIZE("length", "distance along x of the centres of its round ends"),
    SIZE("width", "size along y"), SIZE("thickness", "size along z")};
static const tmiArgumentRow plate[] = {{"corners", TMI_ARGUMENT_POINTS, TMI_BOUND_NONE, "m", NULL,
                                        "the centres of its round corners, at least three"},
                                       SIZE("width", "twice the radius of the corners"),
                                       SIZE("thickness", "size along z")};
static const tmiArgumentRow gear[] = {
    {"teeth", TMI_ARGUMENT_WHOLE, TMI_BOUND_POSITIVE, "", NULL, "number of teeth"},
    SIZE("module", "pitch diameter over the number of teeth"),
    SIZE("thickness", "size along z"),
    {"pressure_angle", TMI_ARGUMENT_NUMBER, TMI_BOUND_POSITIVE, "rad", "20deg",
     "pressure angle of the involute"},
    {"bore", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_NEGATIVE, "m", "0", "diameter of its hole"}};
static const tmiArgumentRow cam[] = {
    SIZE("radius", "radius of the base circle"),
    {"lift", TMI_ARGUMENT_FUNCTION, TMI_BOUND_NONE, "m", NULL,
     "function or table: what the angle from x adds to the radius"},
    SIZE("thickness", "size along z")};
static const tmiArgumentRow prism[] = {
    {"outline", TMI_ARGUMENT_POINTS, TMI_BOUND_NONE, "m", NULL,
     "corners of the polygon, in order, at least three"},
    SIZE("height", "size along z, half of it on either side"),
    {"holes", TMI_ARGUMENT_OUTLINES, TMI_BOUND_NONE, "m", "none", "polygons that are cut out"}};
static const tmiArgumentRow hull[] = {{"points", TMI_ARGUMENT_POINTS, TMI_BOUND_NONE, "m", NULL,
                                       "points around which it is drawn tight"}};
static const tmiArgumentRow mesh[] = {
    {"file", TMI_ARGUMENT_TEXT, TMI_BOUND_NONE, "", NULL, "name of an STL or OBJ file"},
    {"scale", TMI_ARGUMENT_NUMBER, TMI_BOUND_POSITIVE, "m", "1m",
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
    {"gear", gear, COUNT(gear), "an involute gear about z"},
    {"cam", cam, COUNT(cam), "a disc about z whose radius changes with the angle"},
    {"prism", prism, COUNT(prism), "a polygon with a thickness; its axes are those of the corners"},
    {"hull", hull, COUNT(hull), "the convex body around points; its axes are those of the points"},
    {"mesh", mesh, COUNT(mesh), "a body of triangles from a file; its axes are those of the file"},
    {"union", NULL, 0, "several shapes as one body: union(cuboid(…), sphere(…, at: (…)))"},
};

static const tmiArgumentRow piece[] = {
    {"at", TMI_ARGUMENT_POINT, TMI_BOUND_NONE, "m", "(0, 0, 0)", "where its middle is"},
    {"angle", TMI_ARGUMENT_NUMBER, TMI_BOUND_NONE, "rad", "0", "how far it is turned about `axis`"},
    {"axis", TMI_ARGUMENT_POINT, TMI_BOUND_NOT_ZERO, "", "(0, 0, 1)",
     "direction it is turned about"},
    {"density", TMI_ARGUMENT_NUMBER, TMI_BOUND_POSITIVE, "kg/m^3", "the body's",
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

const tmiArgumentRow *tmi_piece_arguments(int32_t *count) {
    *count = COUNT(piece);
    return piece;
}
