/* gear.c: spur gears with involute teeth of standard height, without shift of profile or backlash.
 *
 *   m, z, alpha   module [m], number of teeth, pressure angle [rad]
 *   r = m z / 2   pitch circle; base r cos(alpha), tip r + m, root r - 1.25 m (ISO 53)
 *   t             roll angle: the involute is r^2 = base^2 (1 + t^2) at the angle t - atan(t) from
 *                 where it leaves the base circle
 *   half tooth at t: pi/(2 z) + inv(alpha) - (t - atan(t)),   inv(a) = tan(a) - a         (1)
 * Below the base circle flanks are radial: the fillet that a cutter would leave, and undercut of
 * small gears, are left out. docs/design/geometry.md. */
#include "define/geometry/shape/shape.h"
#include "numeric/numeric.h"

/* Addendum and dedendum [modules], ISO 53 profile A. */
#define ADDENDUM 1.0
#define DEDENDUM 1.25

/* Pressure angles are less than 45 degrees [rad]: beyond it, no tooth of this height has a top. */
#define PRESSURE_ANGLE_MAX 0.78539816339744828

/* Default distance of a chord from a flank [modules]: a fiftieth of the clearance at the root. */
#define FLANK_TOLERANCE 0.01

static double involute(double t) {
    return t - tmi_atan2(t, 1.0);
}

/* (1) */
static double half_angle(const tmiGear *gear, double roll) {
    return gear->half_base - involute(roll);
}

double tmi_gear_half_tip(const tmiGear *gear) {
    return half_angle(gear, gear->roll_tip);
}

static double roll_at(const tmiGear *gear, double radius) {
    double ratio = radius / gear->base;
    double square = (ratio - 1.0) * (ratio + 1.0);
    return square > 0.0 ? sqrt(square) : 0.0;
}

static void set_gear(tmiGear *gear, const tmShapeDef *def) {
    double m = def->size[1], pitch = 0.5 * def->size[0] * m, alpha = def->size[3];
    gear->teeth = (int32_t)def->size[0];
    gear->module = m;
    gear->bore = 0.5 * def->size[4];
    gear->alpha = alpha;
    gear->base = pitch * tmi_cos(alpha);
    gear->root = pitch - DEDENDUM * m;
    gear->tip = pitch + ADDENDUM * m;
    gear->start = gear->base > gear->root ? gear->base : gear->root;
    gear->half_base = 0.5 * TMI_PI / gear->teeth + involute(tmi_tan(alpha));
    gear->roll_start = roll_at(gear, gear->start);
    gear->roll_tip = roll_at(gear, gear->tip);
}

/* Reports what is wrong with the numbers that define a gear; false: it cannot be made. */
static bool check_numbers(tmiShapeMaker *maker, const tmShapeDef *def) {
    double z = def->size[0];
    if (z != floor(z) || z < 3.0 || z > TM_TOOTH_LIMIT) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_ERROR,
                                   .form = "a gear has a whole number of teeth, 3 to #, not "
                                           "~",
                                   .ints = {TM_TOOTH_LIMIT}, .numbers = {z}});
        return false;
    }
    if (def->size[3] >= PRESSURE_ANGLE_MAX) {
        tmi_shape_add_diag(maker,
                           &(tmiShapeDiag){TM_ERROR,
                                           .form = "the pressure angle of a gear is less than 45 "
                                                   "degrees, not ~",
                                           .numbers = {def->size[3] * 180.0 / TMI_PI}});
        return false;
    }
    return true;
}

static void check_gear(tmiShapeMaker *maker, const tmiGear *gear) {
    if (half_angle(gear, gear->roll_tip) <= 0.0) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_ERROR,
                                   .form = "the teeth of the gear would end in a point below "
                                           "their height",
                                   .hint = "use a smaller pressure angle or more teeth"});
    }
    if (half_angle(gear, gear->roll_start) >= TMI_PI / gear->teeth) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_ERROR,
                                   .form = "the teeth of the gear leave no room between them "
                                           "at the root",
                                   .hint = "use a smaller pressure angle"});
    }
    if (gear->bore >= gear->root) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_ERROR,
                                   .form = "the bore of the gear, ~ wide, reaches its teeth: "
                                           "the root circle is ~ wide",
                                   .numbers = {2.0 * gear->bore, 2.0 * gear->root}});
    }
}

/* Area A = 1/2 and polar moment J = 1/4 of the integral of r^2, r^4 over the angle, tooth by tooth:
 * arcs of tip and root, and of each flank, where r^2 dpsi = base^2 t^2 dt,
 *   2 A: base^2 [t^3/3],   4 J: base^4 [t^3/3 + t^5/5].                                     (2)
 * By symmetry the centre is on the axis and J is shared by x and y, since teeth are three or more.
 */
static tmiMoments gear_moments(const tmiGear *g, double thickness) {
    double tip = half_angle(g, g->roll_tip);
    double land = TMI_PI / g->teeth - half_angle(g, g->roll_start);
    double t0 = g->roll_start, t1 = g->roll_tip;
    double cubes = (t1 * t1 * t1 - t0 * t0 * t0) / 3.0;
    double fifths = (t1 * t1 * t1 * t1 * t1 - t0 * t0 * t0 * t0 * t0) / 5.0;
    double b2 = g->base * g->base, r2 = g->root * g->root, a2 = g->tip * g->tip;
    double area = g->teeth * (a2 * tip + b2 * cubes + r2 * land) - TMI_PI * g->bore * g->bore;
    double polar = 0.5 * g->teeth * (a2 * a2 * tip + b2 * b2 * (cubes + fifths) + r2 * r2 * land) -
                   0.5 * TMI_PI * (g->bore * g->bore) * (g->bore * g->bore);
    double volume = area * thickness;
    tmiMoments moments = {volume, {0, 0, 0}, {0}};
    moments.second[0] = moments.second[1] = 0.5 * polar * thickness;
    moments.second[2] = volume * thickness * thickness / 12.0;
    return moments;
}

static void make_gear(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    shape->form = TMI_FORM_FLAT;
    shape->thickness = def->size[2];
    if (check_numbers(maker, def)) {
        set_gear(&shape->gear, def);
        check_gear(maker, &shape->gear);
        shape->moments = gear_moments(&shape->gear, shape->thickness);
    }
}

static const tmParameter gear_takes[] = {
    {"teeth", TM_PARAMETER_WHOLE, TM_BOUND_POSITIVE, "", NULL, "number of teeth"},
    TMI_SHAPE_SIZE("module", "pitch diameter over the number of teeth"),
    TMI_SHAPE_SIZE("thickness", "size along z"),
    {"pressure_angle", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "rad", "20deg",
     "pressure angle of the involute"},
    {"bore", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "m", "0", "diameter of its hole"}};
const tmiShapeRow tmi_shape_gear = {"gear", "an involute gear about z", make_gear,
                                    TMI_SHAPE_TAKES(gear_takes)};

/* ---- Outline ------------------------------------------------------------------------------- */

int32_t tmi_chords(double radius, double tolerance) {
    double part = tolerance / radius;
    if (!(part < 0.07)) {
        return 8; /* 1 - cos(pi/8) = 0.076 */
    }
    /* 1 - cos(x) < x^2/2 */
    double chords = ceil(TMI_PI / sqrt(2.0 * part));
    return chords < 1e5 ? (int32_t)chords : 100000;
}

double tmi_gear_tolerance(const tmiGear *gear, double tolerance) {
    return tolerance > 0.0 ? tolerance : FLANK_TOLERANCE * gear->module;
}

/* Chords of equal steps of t. The curve of roll angle t has the radius of curvature base t and
 * ds = base t dt, so that a step dt is base t dt^2 / 8 from its chord. */
static int32_t flank_chords(const tmiGear *g, double tolerance) {
    double span = g->roll_tip - g->roll_start;
    double chords = ceil(span * sqrt(g->base * g->roll_tip / (8.0 * tolerance)));
    return chords < 1.0 ? 1 : chords > 1000.0 ? 1000 : (int32_t)chords;
}

static tmVec3 polar_point(double radius, double angle) {
    double s, c;
    tmi_sincos(angle, &s, &c);
    return tmi_vec(radius * c, radius * s, 0.0);
}

static void put(tmVec3 *points, int32_t *count, double radius, double angle) {
    if (points) {
        points[*count] = polar_point(radius, angle);
    }
    ++*count;
}

/* Adds the arc's corners behind its first one up to its last one. */
static void put_arc(tmVec3 *points, int32_t *count, double radius, double from, double to,
                    double tolerance) {
    int32_t whole = tmi_chords(radius, tolerance);
    double steps = ceil((to - from) / (2.0 * TMI_PI) * whole);
    for (double i = 1.0; i <= steps; i++) {
        put(points, count, radius, i < steps ? from + (to - from) * (i / steps) : to);
    }
}

int32_t tmi_gear_tooth(const tmiGear *g, double tolerance, tmVec3 *points) {
    int32_t count = 0;
    int32_t chords = flank_chords(g, tolerance);
    double side = half_angle(g, g->roll_start);
    double tip = half_angle(g, g->roll_tip);
    double end = TMI_PI / g->teeth;
    put(points, &count, g->root, -end);
    put_arc(points, &count, g->root, -end, -side, tolerance);
    for (int pass = 0; pass < 2; pass++) {
        /* Up the right flank from where it begins, … down the left one to there. */
        for (int32_t i = 0; i <= chords; i++) {
            int32_t at = pass ? chords - i : i;
            double part = (double)at / chords;
            double t = g->roll_start + part * (g->roll_tip - g->roll_start);
            double radius = at == chords ? g->tip : g->base * sqrt(1.0 + t * t);
            bool known = (at == 0 && g->base <= g->root) || (at == chords && pass);
            if (!known) {
                put(points, &count, radius, pass ? half_angle(g, t) : -half_angle(g, t));
            }
        }
        if (pass == 0) {
            put_arc(points, &count, g->tip, -tip, tip, tolerance);
        }
    }
    put(points, &count, g->root, side);
    put_arc(points, &count, g->root, side, end, tolerance);
    return count;
}
