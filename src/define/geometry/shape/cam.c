/* cam.c: discs whose radius is a function of the angle: moments by adaptive quadrature, and a fine
 * outline, since the function is not kept. */
#include "define/geometry/shape/shape.h"
#include "numeric/numeric.h"

/* What an integral may differ by when a panel is halved, as part of the whole [1]: leaves 1e-12
 * after some hundred panels. */
#define PANEL_GOAL 1e-14

/* Panels at the start, and at most; a panel that was halved this often is taken as it is: kinks and
 * steps of a table are then within 1e-10 rad. */
#define PANELS_FIRST 16
#define PANELS_MAX 2000
#define PANEL_HALVINGS 32

/* How far the outline that is kept may be from the curve [radii]: points, boxes and chords are made
 * of it. Smaller arcs than this [rad] are not cut. */
#define OUTLINE_TOLERANCE 1e-6
#define ARC_MIN 1e-7

/* Corners of the outline at the start and at most. */
#define CAM_CORNERS_FIRST 64
#define CAM_CORNERS_MAX 16384

/* The radii at 0 and at a full turn are one when they differ by no more than this [radii]. */
#define CLOSED 1e-9

typedef struct Cam {
    const tmShapeDef *def;
    bool wrong;     /* a radius was invalid … */
    double angle;   /* … here, */
    double radius;  /* namely this */
    double sums[6]; /* integrals, see planar.c */
    double error;
    int32_t panels;
} Cam;

static double radius_at(Cam *cam, double angle) {
    double radius = cam->def->size[0] + cam->def->lift(cam->def->user, angle);
    if (!(radius > 0.0 && radius <= TM_SHAPE_SIZE_LIMIT)) {
        cam->angle = cam->wrong ? cam->angle : angle;
        cam->radius = cam->wrong ? cam->radius : radius;
        cam->wrong = true;
        return 1.0;
    }
    return radius;
}

/* Integrals over one panel: w = r^2 for a curve given by its radius. */
static void integrate_panel(Cam *cam, double from, double to, double sums[6]) {
    double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    for (int i = 0; i < 6; i++) {
        sums[i] = 0.0;
    }
    for (int i = 0; i < 2 * TMI_GAUSS_HALF; i++) {
        double angle = middle + half * tmi_gauss_nodes[i / 2] * (i % 2 ? 1.0 : -1.0);
        double r = radius_at(cam, angle);
        double s, c;
        tmi_sincos(angle, &s, &c);
        double w = half * tmi_gauss_weights[i / 2] * r * r;
        sums[0] += w / 2.0;
        sums[1] += w * r * c / 3.0;
        sums[2] += w * r * s / 3.0;
        sums[3] += w * (r * c) * (r * c) / 4.0;
        sums[4] += w * (r * c) * (r * s) / 4.0;
        sums[5] += w * (r * s) * (r * s) / 4.0;
    }
}

/* Adds a panel whose integrals are known, halved where halving changes them. `whole` approximates
 * the area and the polar moment of everything. */
static void refine_panel(Cam *cam, double from, double to, const double sums[6], int32_t depth,
                         const double whole[2]) {
    double middle = 0.5 * (from + to);
    double left[6], right[6], change[6];
    integrate_panel(cam, from, middle, left);
    integrate_panel(cam, middle, to, right);
    for (int i = 0; i < 6; i++) {
        change[i] = fabs(left[i] + right[i] - sums[i]);
    }
    bool same = change[0] <= PANEL_GOAL * whole[0] &&
                change[3] + change[4] + change[5] <= PANEL_GOAL * whole[1];
    if (same || depth == PANEL_HALVINGS || cam->panels >= PANELS_MAX || cam->wrong) {
        for (int i = 0; i < 6; i++) {
            cam->sums[i] += left[i] + right[i];
        }
        cam->error += change[0];
        return;
    }
    cam->panels++;
    refine_panel(cam, from, middle, left, depth + 1, whole);
    refine_panel(cam, middle, to, right, depth + 1, whole);
}

static void integrate(Cam *cam) {
    double whole[2] = {0, 0};
    double sums[PANELS_FIRST][6];
    double step = 2.0 * TMI_PI / PANELS_FIRST;
    for (int i = 0; i < PANELS_FIRST; i++) {
        integrate_panel(cam, i * step, (i + 1) * step, sums[i]);
        whole[0] += sums[i][0];
        whole[1] += sums[i][3] + sums[i][5];
    }
    for (int i = 0; i < PANELS_FIRST && !cam->wrong; i++) {
        refine_panel(cam, i * step, (i + 1) * step, sums[i], 0, whole);
    }
}

/* ---- Outline ------------------------------------------------------------------------------- */

typedef struct Corner {
    double angle;
    tmVec3 at;
} Corner;

static Corner corner_at(Cam *cam, double angle) {
    double r = radius_at(cam, angle), s, c;
    tmi_sincos(angle, &s, &c);
    return (Corner){angle, {r * c, r * s, 0.0}};
}

static double chord_distance(tmVec3 a, tmVec3 b, tmVec3 p) {
    tmVec3 u = tmi_vec_unit(tmi_vec_sub(b, a));
    tmVec3 v = tmi_vec_sub(p, a);
    return fabs(u.x * v.y - u.y * v.x);
}

/* Adds the corners between a and b, and b, until chords are near the curve at their middles. */
static void trace(Cam *cam, Corner a, Corner b, double tolerance, tmVec3 *points, int32_t *count) {
    Corner m = corner_at(cam, 0.5 * (a.angle + b.angle));
    bool near = chord_distance(a.at, b.at, m.at) <= tolerance;
    if (near || b.angle - a.angle < ARC_MIN || *count >= CAM_CORNERS_MAX - CAM_CORNERS_FIRST) {
        points[(*count)++] = b.at;
        return;
    }
    trace(cam, a, m, tolerance, points, count);
    trace(cam, m, b, tolerance, points, count);
}

static void trace_all(tmiShapeMaker *maker, Cam *cam, tmShape *shape) {
    tmiRegion *region = &shape->region;
    tmVec3 *points = tmi_shape_points(maker, shape, CAM_CORNERS_MAX);
    region->starts = tmi_shape_memory(maker, shape, 2, sizeof(int32_t));
    if (maker->status != TM_OK) {
        return;
    }
    double tolerance = OUTLINE_TOLERANCE * sqrt(cam->sums[0] / TMI_PI);
    Corner a = corner_at(cam, 0.0);
    int32_t count = 0;
    for (int i = 1; i <= CAM_CORNERS_FIRST && !cam->wrong; i++) {
        Corner b = corner_at(cam, 2.0 * TMI_PI * i / CAM_CORNERS_FIRST);
        trace(cam, a, b, tolerance, points, &count);
        a = b;
    }
    points[count - 1] = corner_at(cam, 0.0).at;
    region->points = points;
    region->starts[1] = count;
    region->loop_count = 1;
}

static void add_radius_diag(tmiShapeMaker *maker, const Cam *cam) {
    tmi_shape_add_diag(
        maker, &(tmiShapeDiag){TM_ERROR,
                               .form = "the cam has no radius above 0 at ~ degrees: base and "
                                       "lift make ~",
                               .numbers = {cam->angle * 180.0 / TMI_PI, cam->radius}});
}

static void make_cam(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    Cam cam = {.def = def};
    double first = radius_at(&cam, 0.0), last = radius_at(&cam, 2.0 * TMI_PI);
    if (!cam.wrong && !(fabs(first - last) <= CLOSED * (first + last))) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_ERROR,
                                   .form = "the cam does not close: its radius is ~ at 0 and "
                                           "~ at 360 degrees",
                                   .numbers = {first, last}});
        return;
    }
    integrate(&cam);
    if (!cam.wrong) {
        trace_all(maker, &cam, shape);
    }
    if (cam.wrong) {
        add_radius_diag(maker, &cam);
        return;
    }
    tmiPlanar planar;
    tmi_planar_init(&planar, tmi_vec(0, 0, 0));
    tmi_planar_add(&planar, cam.sums);
    shape->form = TMI_FORM_FLAT;
    shape->thickness = def->size[1];
    shape->moments = tmi_planar_prism(&planar, shape->thickness);
    shape->error =
        cam.error > PANEL_GOAL * PANELS_FIRST * cam.sums[0] ? cam.error / cam.sums[0] : 0;
}

static const tmParameter cam_takes[] = {
    TMI_SHAPE_SIZE("radius", "radius of the base circle"),
    {"lift", TM_PARAMETER_CURVE, TM_BOUND_NONE, "m", NULL,
     "function or table: what the angle from x adds to the radius"},
    TMI_SHAPE_SIZE("thickness", "size along z")};
const tmiShapeRow tmi_shape_cam = {"cam", "a disc about z whose radius changes with the angle",
                                   make_cam, TMI_SHAPE_TAKES(cam_takes)};
