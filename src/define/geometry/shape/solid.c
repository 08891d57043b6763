/* solid.c: the convex kinds that are hulls of discs, with their moments in closed form. */
#include "define/geometry/point/point.h"
#include "define/geometry/shape/shape.h"
#include "numeric/numeric.h"

void tmi_shape_set_round(tmiShapeMaker *maker, tmShape *shape, const tmVec3 *points,
                         const double *rims, int32_t count, double radius) {
    shape->form = TMI_FORM_ROUND;
    shape->points = tmi_shape_points(maker, shape, count);
    shape->rims = rims ? tmi_shape_memory(maker, shape, count, sizeof(double)) : NULL;
    shape->radius = radius;
    if (maker->status != TM_OK) {
        return;
    }
    shape->point_count = count;
    for (int32_t i = 0; i < count; i++) {
        shape->points[i] = points[i];
        if (rims) {
            shape->rims[i] = rims[i];
        }
    }
}

void tmi_shape_set_moments(tmShape *shape, double volume, double xx, double yy, double zz) {
    shape->moments = (tmiMoments){volume, {0, 0, 0}, {xx, yy, zz, 0, 0, 0}};
}

static void make_cuboid(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    double w = def->size[0], h = def->size[1], d = def->size[2];
    double volume = w * h * d;
    tmVec3 corners[8];
    for (int i = 0; i < 8; i++) {
        corners[i] =
            tmi_vec(i & 1 ? w / 2 : -w / 2, i & 2 ? h / 2 : -h / 2, i & 4 ? d / 2 : -d / 2);
    }
    tmi_shape_set_moments(shape, volume, volume * w * w / 12.0, volume * h * h / 12.0,
                          volume * d * d / 12.0);
    tmi_shape_set_round(maker, shape, corners, NULL, 8, 0.0);
}

static const tmParameter cuboid_takes[] = {TMI_SHAPE_SIZE("width", "size along x"),
                                           TMI_SHAPE_SIZE("height", "size along y"),
                                           TMI_SHAPE_SIZE("depth", "size along z")};
const tmiShapeRow tmi_shape_cuboid = {"cuboid", "a box", make_cuboid,
                                      TMI_SHAPE_TAKES(cuboid_takes)};

static void make_sphere(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    double r = def->size[0];
    double volume = 4.0 / 3.0 * TMI_PI * r * r * r;
    double second = volume * r * r / 5.0;
    tmVec3 centre = {0, 0, 0};
    tmi_shape_set_moments(shape, volume, second, second, second);
    tmi_shape_set_round(maker, shape, &centre, NULL, 1, r);
}

static const tmParameter sphere_takes[] = {TMI_SHAPE_SIZE("radius", "radius")};
const tmiShapeRow tmi_shape_sphere = {"sphere", "a ball", make_sphere,
                                      TMI_SHAPE_TAKES(sphere_takes)};

static void make_cylinder(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    double r = def->size[0], h = def->size[1];
    double volume = TMI_PI * r * r * h;
    const tmVec3 ends[2] = {{0, 0, -h / 2}, {0, 0, h / 2}};
    const double rims[2] = {r, r};
    tmi_shape_set_moments(shape, volume, volume * r * r / 4.0, volume * r * r / 4.0,
                          volume * h * h / 12.0);
    tmi_shape_set_round(maker, shape, ends, rims, 2, 0.0);
}

static const tmParameter cylinder_takes[] = {TMI_SHAPE_SIZE("radius", "radius"),
                                             TMI_SHAPE_SIZE("height", "size along z")};
const tmiShapeRow tmi_shape_cylinder = {"cylinder", "a round bar along z", make_cylinder,
                                        TMI_SHAPE_TAKES(cylinder_takes)};

/* A cylinder, and the two halves of a sphere, whose centres are 3/8 of the radius beyond its ends.
 */
static void make_capsule(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    double r = def->size[0], h = def->size[1];
    double tube = TMI_PI * r * r * h;
    double ball = 4.0 / 3.0 * TMI_PI * r * r * r;
    double across = tube * r * r / 4.0 + ball * r * r / 5.0;
    double along = tube * h * h / 12.0 + ball * (r * r / 5.0 + 3.0 * r * h / 8.0 + h * h / 4.0);
    const tmVec3 ends[2] = {{0, 0, -h / 2}, {0, 0, h / 2}};
    tmi_shape_set_moments(shape, tube + ball, across, across, along);
    tmi_shape_set_round(maker, shape, ends, NULL, 2, r);
}

static const tmParameter capsule_takes[] = {
    TMI_SHAPE_SIZE("radius", "radius"),
    TMI_SHAPE_SIZE("height", "distance along z between the centres of its round ends")};
const tmiShapeRow tmi_shape_capsule = {"capsule", "a cylinder along z with round ends",
                                       make_capsule, TMI_SHAPE_TAKES(capsule_takes)};

/* Integrals over z of the disc of radius a + (b - a) z/h, about half the height. */
static void make_cone(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    double a = def->size[0], h = def->size[1], b = def->size[2];
    double volume = TMI_PI * h * (a * a + a * b + b * b) / 3.0;
    double aa = a * a, bb = b * b;
    double across = TMI_PI * h * (aa * aa + aa * a * b + aa * bb + a * b * bb + bb * bb) / 20.0;
    double along = TMI_PI * h * h * h * (2.0 * aa + a * b + 2.0 * bb) / 60.0;
    double centre = h * (bb - aa) / (4.0 * (aa + a * b + bb));
    const tmVec3 ends[2] = {{0, 0, -h / 2}, {0, 0, h / 2}};
    const double rims[2] = {a, b};
    tmi_shape_set_moments(shape, volume, across, across, along - volume * centre * centre);
    shape->moments.centre.z = centre;
    tmi_shape_set_round(maker, shape, ends, rims, 2, 0.0);
}

static const tmParameter cone_takes[] = {TMI_SHAPE_SIZE("radius", "radius at the lower end"),
                                         TMI_SHAPE_SIZE("height", "size along z"),
                                         {"top_radius", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE,
                                          "m", "0", "radius at the upper end"}};
const tmiShapeRow tmi_shape_cone = {"cone", "a cone along z; its middle is at half its height",
                                    make_cone, TMI_SHAPE_TAKES(cone_takes)};

/* ---- Links: hulls of equal discs, with a thickness ------------------------------------------ */

/* Points of a link are at one height when they differ in z by no more than this [size]. */
#define POINTS_LEVEL 1e-12

/* Widths and thicknesses below this part of the points' coordinates [1] would keep fewer than four
 * digits where they are added to them. */
#define LOST 1e-12

/* Andrew's chain: lower side from left to right, then the upper one back. Points in line are left
 * out; two remain of a line, one of a single place. */
int32_t tmi_hull_planar(tmVec3 *points, int32_t count, tmVec3 *hull) {
    int32_t used = 0;
    for (int32_t i = 0; i < count; i++) {
        points[i] = tmi_point_to_grid(points[i]);
    }
    tmi_sort_points(points, count);
    for (int pass = 0; pass < 2; pass++) {
        int32_t first = used;
        for (int32_t k = 0; k < count; k++) {
            tmVec3 p = points[pass ? count - 1 - k : k];
            while (used - first >= 2 && tmi_orient2(hull[used - 2], hull[used - 1], p) <= 0.0) {
                used--;
            }
            if (used == first || !tmi_vec_equal(hull[used - 1], p)) {
                hull[used++] = p;
            }
        }
        used--; /* the other side begins with it */
    }
    return used > 0 ? used : 1;
}

/* Lines between discs, and an arc about each, from the direction of one side to the next. */
static void add_band(tmiPlanar *planar, const tmVec3 *corners, int32_t count, double radius) {
    for (int32_t i = 0; i < count; i++) {
        tmVec3 before = corners[(i + count - 1) % count];
        tmVec3 at = corners[i];
        tmVec3 next = corners[(i + 1) % count];
        tmVec3 u = tmi_vec_unit(tmi_vec_sub(at, before));
        tmVec3 v = tmi_vec_unit(tmi_vec_sub(next, at));
        tmVec3 right = tmi_vec(radius * v.y, -radius * v.x, 0.0);
        double turn = count > 2 ? tmi_atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y) : TMI_PI;
        double end = tmi_atan2(right.y, right.x);
        tmi_planar_arc(planar, at, radius, end - (turn < 0.0 ? -turn : turn), end);
        tmi_planar_line(planar, tmi_vec_add(at, right), tmi_vec_add(next, right));
    }
}

/* The discs' ends at both sides of the corners, which are in one plane across z. */
static void make_band(tmiShapeMaker *maker, tmShape *shape, const tmVec3 *corners, int32_t count,
                      double radius, double thickness) {
    tmiPlanar planar;
    tmi_planar_init(&planar, tmi_points_middle(corners, count));
    if (count == 1) {
        tmi_planar_arc(&planar, corners[0], radius, 0.0, 2.0 * TMI_PI);
    } else {
        add_band(&planar, corners, count, radius);
    }
    shape->moments = tmi_planar_prism(&planar, thickness);
    shape->moments.centre.z = corners[0].z;
    shape->thickness = thickness;
    shape->form = TMI_FORM_ROUND;
    shape->point_count = 2 * count;
    shape->points = tmi_shape_points(maker, shape, 2 * count);
    shape->rims = tmi_shape_memory(maker, shape, 2 * count, sizeof(double));
    for (int32_t i = 0; i < 2 * count && maker->status == TM_OK; i++) {
        tmVec3 up = {0, 0, i < count ? -thickness / 2 : thickness / 2};
        shape->points[i] = tmi_vec_add(corners[i % count], up);
        shape->rims[i] = radius;
    }
}

static void make_bar(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    const tmVec3 ends[2] = {{-def->size[0] / 2, 0, 0}, {def->size[0] / 2, 0, 0}};
    make_band(maker, shape, ends, 2, def->size[1] / 2, def->size[2]);
}

static const tmParameter bar_takes[] = {
    TMI_SHAPE_SIZE("length", "distance along x between the centres of its round ends"),
    TMI_SHAPE_SIZE("width", "size along y"), TMI_SHAPE_SIZE("thickness", "size along z")};
const tmiShapeRow tmi_shape_bar = {"bar", "a flat link along x with round ends, as linkages have",
                                   make_bar, TMI_SHAPE_TAKES(bar_takes)};

static void check_lost(tmiShapeMaker *maker, const tmShapeDef *def, int32_t size, double far) {
    if (def->size[size] < LOST * far) {
        tmi_shape_add_diag(maker, &(tmiShapeDiag){TM_ERROR,
                                                  .form = "the $ of the $, ~, is lost in the "
                                                          "rounding of its points",
                                                  .texts = {size ? "thickness" : "width",
                                                            tm_shape_kind_name(def->kind)},
                                                  .numbers = {def->size[size]},
                                                  .hint = "move its points closer to the origin"});
    }
}

/* The band around the def's points, at the height z. Points may lie between others: a link may have
 * a pin in its middle. */
static void make_around(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape, double z) {
    int32_t count = def->point_count;
    if (count > TM_CORNER_LIMIT) {
        maker->status = TM_ERR_LIMIT;
        return;
    }
    double far = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double x = fabs(def->points[i].x), y = fabs(def->points[i].y);
        far = x > far ? x : far;
        far = y > far ? y : far;
    }
    check_lost(maker, def, 0, far);
    check_lost(maker, def, 1, fabs(z));
    tmVec3 *sorted = tmi_shape_points(maker, shape, count);
    tmVec3 *corners = tmi_shape_points(maker, shape, 2 * count);
    if (maker->wrong || maker->status != TM_OK) {
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        sorted[i] = tmi_vec(def->points[i].x, def->points[i].y, z);
    }
    count = tmi_hull_planar(sorted, count, corners);
    make_band(maker, shape, corners, count, def->size[0] / 2, def->size[1]);
}

static void make_plate(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    if (def->point_count < 3) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_ERROR, .form = "a plate has at least three corners, not #",
                                   .ints = {def->point_count}, .hint = "a link with two is a bar"});
    }
    for (int32_t i = 0; i < def->point_count; i++) {
        if (def->points[i].z != 0.0) {
            tmi_shape_add_diag(maker,
                               &(tmiShapeDiag){TM_ERROR,
                                               .form = "corner # of the plate is not in the plane "
                                                       "z = 0: it is @",
                                               .ints = {i + 1}, .points = {def->points[i]}});
        }
    }
    make_around(maker, def, shape, 0.0);
}

static const tmParameter plate_takes[] = {
    {"corners", TM_PARAMETER_POINTS, TM_BOUND_NONE, "m", NULL,
     "the centres of its round corners, at least three"},
    TMI_SHAPE_SIZE("width", "twice the radius of the corners"),
    TMI_SHAPE_SIZE("thickness", "size along z")};
const tmiShapeRow tmi_shape_plate = {"plate",
                                     "a flat link with round corners; its axes are those of them",
                                     make_plate, TMI_SHAPE_TAKES(plate_takes)};

/* The place of the first point that is not at the height of the first one; 0: none. */
static int32_t find_uneven(const tmVec3 *points, int32_t count) {
    double size = 0.0;
    int32_t uneven = 0;
    for (int32_t i = 0; i < count; i++) {
        tmVec3 p = points[i];
        double far = fabs(p.x) + fabs(p.y) + fabs(p.z);
        size = far > size ? far : size;
    }
    for (int32_t i = 1; i < count && !uneven; i++) {
        uneven = fabs(points[i].z - points[0].z) > POINTS_LEVEL * size ? i : 0;
    }
    return uneven;
}

/* Around any number of points. */
static void make_link(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    if (def->point_count < 1) {
        tmi_shape_add_diag(maker,
                           &(tmiShapeDiag){TM_ERROR, .form = "a link needs at least one point"});
        return;
    }
    int32_t uneven = find_uneven(def->points, def->point_count);
    if (uneven) {
        tmi_shape_add_diag(maker,
                           &(tmiShapeDiag){TM_ERROR,
                                           .form = "points 1 and # of the link "
                                                   "are not at the same height: they are @ and @",
                                           .ints = {uneven + 1},
                                           .points = {def->points[0], def->points[uneven]}});
    }
    make_around(maker, def, shape, def->points[0].z);
}

static const tmParameter link_takes[] = {
    TMI_SHAPE_SIZE("width", "diameter of the discs about its points"),
    TMI_SHAPE_SIZE("thickness", "size along z")};
const tmiShapeRow tmi_shape_link = {"link",
                                    "a flat link around the points that its own 'where' names",
                                    make_link, TMI_SHAPE_TAKES(link_takes)};
