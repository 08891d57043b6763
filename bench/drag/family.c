/* family.c: four-bars, parallelograms, sliders, chains; and the list of all families. */
#include "family.h"

#include "curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

/* A motion shorter than this, in arc length, is not worth dragging. */
#define LENGTH_MIN 1.0

static double degrees(double d) {
    return d * (PI / 180.0);
}

static bool chance(uint64_t *seed, double part) {
    return scene_random(seed, 0.0, 1.0) < part;
}

void family_begin(Scene *s, const char *family, int number, uint64_t *seed) {
    double x = scene_random(seed, -3.0, 3.0), y = scene_random(seed, -3.0, 3.0);
    double angle = scene_random(seed, -PI, PI);
    bool plain = number % 2 == 0;
    scene_begin(s, family, number, plain ? 0.0 : x, plain ? 0.0 : y, plain ? 0.0 : angle);
}

bool circles_meet(const double p[2], double a, const double q[2], double b, double side,
                  double *to) {
    double x = q[0] - p[0], y = q[1] - p[1], dd = x * x + y * y;
    double along = (dd + a * a - b * b) / (2.0 * dd), off = a * a / dd - along * along;
    if (!(off > 0.0)) {
        return false;
    }
    double across = side * sqrt(off);
    to[0] = p[0] + along * x - across * y;
    to[1] = p[1] + along * y + across * x;
    return true;
}

/* ---- Four-bars ----------------------------------------------------------------------------- */

typedef struct FourBar {
    double crank, coupler, rocker, ground; /* [m] */
    double angle, side;                    /* of the crank [rad]; of the pin between the others */
} FourBar;

/* Three bodies; by its number the pin of crank or rocker or a point of the coupler is dragged. */
static bool four_bar(Scene *s, const char *family, int number, const FourBar *f, uint64_t *seed) {
    const double o[2] = {0.0, 0.0}, q[2] = {f->ground, 0.0};
    double a[2] = {f->crank * cos(f->angle), f->crank * sin(f->angle)}, b[2];
    if (!circles_meet(a, f->coupler, q, f->rocker, f->side, b)) {
        return false;
    }
    family_begin(s, family, number, seed);
    int crank = scene_body(s, o[0], o[1], scene_random(seed, -PI, PI));
    int coupler = scene_body(s, a[0], a[1], scene_random(seed, -PI, PI));
    int rocker = scene_body(s, q[0], q[1], scene_random(seed, -PI, PI));
    int driver = scene_pin(s, 0, crank, o[0], o[1]);
    int pin_a = scene_pin(s, crank, coupler, a[0], a[1]);
    int pin_b = scene_pin(s, coupler, rocker, b[0], b[1]);
    scene_pin(s, rocker, 0, q[0], q[1]);
    double t = scene_random(seed, 0.2, 0.8), w = scene_random(seed, -0.6, 0.6);
    double u[2] = {b[0] - a[0], b[1] - a[1]};
    int pen = scene_mark(s, coupler, a[0] + t * u[0] - w * u[1], a[1] + t * u[1] + w * u[0], 0.0);
    const int choice[3] = {pen, s->joints[pin_a].b, s->joints[pin_b].a};
    scene_finish(s, driver, choice[number % 3]);
    return true;
}

/* Shortest and longest against the other two: positive where the shortest can turn around. */
static double grashof(const FourBar *f) {
    double l[4] = {f->crank, f->coupler, f->rocker, f->ground}, min = l[0], max = l[0], sum = 0;
    for (int i = 0; i < 4; i++) {
        min = fmin(min, l[i]);
        max = fmax(max, l[i]);
        sum += l[i];
    }
    return sum - 2.0 * (min + max);
}

static FourBar random_bar(uint64_t *seed, double crank, double coupler, double rocker,
                          double ground) {
    FourBar f = {.crank = crank * scene_random(seed, 0.7, 1.3),
                 .coupler = coupler * scene_random(seed, 0.7, 1.3),
                 .rocker = rocker * scene_random(seed, 0.7, 1.3),
                 .ground = ground * scene_random(seed, 0.7, 1.3)};
    f.angle = scene_random(seed, -PI, PI);
    f.side = chance(seed, 0.5) ? 1.0 : -1.0;
    return f;
}

static bool make_crank_rocker(Scene *s, const char *family, int number, uint64_t *seed) {
    FourBar f = random_bar(seed, 0.8, 2.2, 2.2, 2.4);
    return grashof(&f) > 0.05 && four_bar(s, family, number, &f, seed);
}

static bool make_double_crank(Scene *s, const char *family, int number, uint64_t *seed) {
    FourBar f = random_bar(seed, 2.2, 2.0, 2.2, 0.8);
    return grashof(&f) > 0.05 && four_bar(s, family, number, &f, seed);
}

static bool make_double_rocker(Scene *s, const char *family, int number, uint64_t *seed) {
    FourBar f = number % 2 == 0 ? random_bar(seed, 2.0, 0.9, 2.1, 2.3)
                                : random_bar(seed, 2.0, 1.8, 1.6, 2.2);
    bool wanted = number % 2 == 0 ? grashof(&f) > 0.05 : grashof(&f) < -0.1;
    return wanted && four_bar(s, family, number, &f, seed);
}

/* Lengths in quarters, of which two and two have the same sum: exact, so that links lie flat at one
 * or two angles of the crank, where motions branch. Every fourth is a kite. Even numbers start at a
 * multiple of the turning path's step, so that a frame is flat except for rounding. */
static bool change_point(uint64_t *seed, int number, FourBar *f) {
    double a = 0.25 * floor(scene_random(seed, 3.0, 8.0));
    double b = 0.25 * floor(scene_random(seed, 6.0, 13.0));
    double c = 0.25 * floor(scene_random(seed, 5.0, 12.0)), d = a + b - c;
    *f = (FourBar){.crank = a, .coupler = b, .rocker = c, .ground = d};
    if (number % 3 == 1) {
        f->rocker = d;
        f->ground = c;
    } else if (number % 4 == 3) {
        *f = (FourBar){.crank = a, .coupler = b, .rocker = b, .ground = a};
    }
    f->angle = number % 2 == 0 ? degrees(3.0 * floor(scene_random(seed, 10.0, 50.0)))
                               : scene_random(seed, 0.5, 2.6);
    f->side = chance(seed, 0.5) ? 1.0 : -1.0;
    bool kite = number % 4 == 3 && number % 3 != 1;
    return f->ground >= 0.5 && f->rocker >= 0.5 && fabs(grashof(f)) < 1e-12 &&
           (kite ? fabs(a - b) > 0.3
                 : fabs(a - f->rocker) > 0.2 && fabs(a - f->ground) > 0.2 && fabs(a - b) > 0.2);
}

static bool make_change_point(Scene *s, const char *family, int number, uint64_t *seed) {
    FourBar f;
    return change_point(seed, number, &f) && four_bar(s, family, number, &f, seed);
}

static bool make_near_change_point(Scene *s, const char *family, int number, uint64_t *seed) {
    static const double off[3] = {1e-3, 1e-5, 1e-7};
    FourBar f;
    if (!change_point(seed, number, &f)) {
        return false;
    }
    f.coupler *= 1.0 + (number / 3 % 2 == 0 ? 1.0 : -1.0) * off[number % 3];
    return four_bar(s, family, number, &f, seed);
}

/* ---- Parallelograms ------------------------------------------------------------------------ */

/* The third crank stands at part `third` of the coupler; 0: there is none. */
static bool parallelogram(Scene *s, const char *family, int number, double third, uint64_t *seed) {
    double a = 0.25 * floor(scene_random(seed, 3.0, 9.0));
    double d = 0.25 * floor(scene_random(seed, 5.0, 13.0));
    double angle = number % 4 < 2 ? degrees(3.0 * floor(scene_random(seed, 8.0, 52.0)))
                                  : scene_random(seed, 0.4, 2.7);
    double x = a * cos(angle), y = a * sin(angle);
    if (fabs(a - d) < 0.1) {
        return false; /* a rhombus has motions with links on top of each other besides */
    }
    family_begin(s, family, number, seed);
    int crank = scene_body(s, 0.0, 0.0, scene_random(seed, -PI, PI));
    int coupler = scene_body(s, x, y, scene_random(seed, -PI, PI));
    int rocker = scene_body(s, d, 0.0, scene_random(seed, -PI, PI));
    int driver = scene_pin(s, 0, crank, 0.0, 0.0);
    int pin_a = scene_pin(s, crank, coupler, x, y);
    int pin_b = scene_pin(s, coupler, rocker, d + x, y);
    scene_pin(s, rocker, 0, d, 0.0);
    if (third > 0.0) {
        int middle = scene_body(s, third * d, 0.0, scene_random(seed, -PI, PI));
        scene_pin(s, 0, middle, third * d, 0.0);
        scene_pin(s, middle, coupler, third * d + x, y);
    }
    int pen = scene_mark(s, coupler, 0.5 * d + x, y + 0.4 * d, 0.0);
    const int choice[3] = {pen, s->joints[pin_a].b, s->joints[pin_b].a};
    scene_finish(s, driver, choice[number % 3]);
    return true;
}

static bool make_parallelogram(Scene *s, const char *family, int number, uint64_t *seed) {
    return parallelogram(s, family, number, 0.0, seed);
}

static bool make_three_cranks(Scene *s, const char *family, int number, uint64_t *seed) {
    return parallelogram(s, family, number, number % 2 == 0 ? 0.5 : 0.25, seed);
}

/* ---- Sliders ------------------------------------------------------------------------------- */

static bool make_slider_crank(Scene *s, const char *family, int number, uint64_t *seed) {
    double a = scene_random(seed, 0.6, 1.2), angle = scene_random(seed, -PI, PI);
    double e = number % 4 == 0 ? 0.0 : scene_random(seed, -0.6, 0.6);
    double b = number % 5 == 4 ? scene_random(seed, 0.7, 1.0) * (a + fabs(e))
                               : scene_random(seed, 1.1, 2.0) * (a + fabs(e));
    double ax = a * cos(angle), ay = a * sin(angle), up = e - ay;
    if (!(fabs(up) < 0.95 * b)) {
        return false;
    }
    double x = ax + (chance(seed, 0.5) ? 1.0 : -1.0) * sqrt(b * b - up * up);
    family_begin(s, family, number, seed);
    int crank = scene_body(s, 0.0, 0.0, scene_random(seed, -PI, PI));
    int rod = scene_body(s, ax, ay, scene_random(seed, -PI, PI));
    int driver = scene_pin(s, 0, crank, 0.0, 0.0);
    int pin = scene_pin(s, crank, rod, ax, ay), end;
    if (number % 2 == 0) {
        end = s->joints[scene_line(s, SCENE_SLOT, 0, rod, x, e, 0.0, 1.0)].b;
    } else {
        int block = scene_body(s, x, e, 0.0);
        scene_line(s, SCENE_SLIDER, 0, block, x, e, 0.0, 1.0);
        end = s->joints[scene_pin(s, rod, block, x, e)].a;
    }
    double w = scene_random(seed, -0.5, 0.5);
    int pen = scene_mark(s, rod, 0.5 * (ax + x) - w * up, 0.5 * (ay + e) + w * (x - ax), 0.0);
    const int choice[3] = {pen, s->joints[pin].b, end};
    scene_finish(s, driver, choice[number % 3]);
    return true;
}

/* A crank whose pin runs in the slot of a lever. In every eighth the crank is as long as the ground
 * is: its pin passes through the lever's pivot, where the lever could turn by itself. */
static bool make_inverted_slider(Scene *s, const char *family, int number, uint64_t *seed) {
    double a = scene_random(seed, 0.6, 1.0), d = scene_random(seed, 1.2, 2.0), angle;
    double e = number % 4 < 2 ? 0.0 : scene_random(seed, 0.1, 0.4);
    bool longer = number % 3 == 2;
    angle = number % 2 == 0 ? degrees(3.0 * floor(scene_random(seed, 10.0, 50.0)))
                            : scene_random(seed, 0.3, 2.8);
    double crank_length = number % 8 == 7 ? d : longer ? d : a, ground = longer ? a : d;
    ground = number % 8 == 7 ? d : ground;
    e = number % 8 == 7 ? 0.0 : e;
    double ax = crank_length * cos(angle), ay = crank_length * sin(angle);
    double x = ax - ground, distance = hypot(x, ay);
    if (!(e < 0.8 * distance)) {
        return false;
    }
    double line = atan2(ay, x) - asin(e / distance), reach = 1.5 * (crank_length + ground);
    family_begin(s, family, number, seed);
    int crank = scene_body(s, 0.0, 0.0, scene_random(seed, -PI, PI));
    int lever = scene_body(s, ground, 0.0, scene_random(seed, -PI, PI));
    int driver = scene_pin(s, 0, crank, 0.0, 0.0);
    scene_pin(s, 0, lever, ground, 0.0);
    int slot = scene_line(s, SCENE_SLOT, lever, crank, ax, ay, line, reach - distance);
    scene_finish(s, driver, number % 2 == 0 ? s->joints[slot].b : s->joints[slot].along);
    return true;
}

/* A bar with two points on two lines. Every fourth has the crank of Cardan besides, which is
 * redundant: from the centre to the bar's middle, half as long as the bar. */
static bool make_elliptic_trammel(Scene *s, const char *family, int number, uint64_t *seed) {
    bool cardan = number % 4 == 3;
    double l = scene_random(seed, 1.0, 2.5), angle = scene_random(seed, 0.3, 1.2);
    double between = number % 2 == 0 || cardan ? degrees(90.0) : scene_random(seed, 1.0, 2.1);
    /* P on the x axis at p, Q on the other line at q, |PQ| = l. */
    double p = l * sin(between + angle) / sin(between), q = l * sin(angle) / sin(between);
    double qx = q * cos(between), qy = q * sin(between);
    if (fabs(p) < 0.2 || fabs(q) < 0.2 || fabs(hypot(p - qx, qy) - l) > 1e-9) {
        return false;
    }
    family_begin(s, family, number, seed);
    int bar = scene_body(s, p, 0.0, scene_random(seed, -PI, PI)), driver = -1;
    int first = s->joints[scene_line(s, SCENE_SLOT, 0, bar, p, 0.0, 0.0, 1.0)].b;
    int second = s->joints[scene_line(s, SCENE_SLOT, 0, bar, qx, qy, between, 1.0)].b;
    if (cardan) {
        int crank = scene_body(s, 0.0, 0.0, scene_random(seed, -PI, PI));
        driver = scene_pin(s, 0, crank, 0.0, 0.0);
        scene_pin(s, crank, bar, 0.5 * (p + qx), 0.5 * qy);
    }
    double t = scene_random(seed, -0.5, 0.4);
    int pen = scene_mark(s, bar, p + t * (qx - p), t * qy, 0.0);
    const int choice[3] = {pen, first, second};
    scene_finish(s, driver, choice[number % 3]);
    return true;
}

/* ---- More freedoms ------------------------------------------------------------------------- */

static bool make_five_bar(Scene *s, const char *family, int number, uint64_t *seed) {
    double d = scene_random(seed, 0.5, 2.0), t1 = scene_random(seed, 1.2, 2.8);
    double t2 = scene_random(seed, 0.3, 1.9), l1 = scene_random(seed, 1.0, 1.6);
    double l2 = scene_random(seed, 1.0, 1.6);
    double a[2] = {l1 * cos(t1), l1 * sin(t1)}, b[2] = {d + l2 * cos(t2), l2 * sin(t2)}, c[2];
    double k = scene_random(seed, 0.7, 1.2) * hypot(a[0] - b[0], a[1] - b[1]);
    if (!circles_meet(a, k, b, 1.1 * k, -1.0, c)) {
        return false;
    }
    family_begin(s, family, number, seed);
    int left = scene_body(s, 0.0, 0.0, scene_random(seed, -PI, PI));
    int one = scene_body(s, a[0], a[1], scene_random(seed, -PI, PI));
    int two = scene_body(s, b[0], b[1], scene_random(seed, -PI, PI));
    int right = scene_body(s, d, 0.0, scene_random(seed, -PI, PI));
    scene_pin(s, 0, left, 0.0, 0.0);
    scene_pin(s, left, one, a[0], a[1]);
    int end = s->joints[scene_pin(s, one, two, c[0], c[1])].a;
    scene_pin(s, two, right, b[0], b[1]);
    scene_pin(s, right, 0, d, 0.0);
    scene_finish(s, -1, end);
    return true;
}

/* Three to twelve links in an arch: even numbers are dragged by the free end, odd ones are pinned
 * to the ground at both and dragged by a joint in between. */
static bool make_chain(Scene *s, const char *family, int number, uint64_t *seed) {
    int links = 3 + number % 10, last = 0, dragged = -1;
    double x = 0.0, y = 0.0, bend = degrees(scene_random(seed, 90.0, 150.0)) / links;
    double angle = 0.5 * bend * (links - 1) + scene_random(seed, -0.3, 0.3);
    bool loop = number % 2 == 1;
    links += loop ? 1 : 0;
    family_begin(s, family, number, seed);
    for (int i = 0; i < links; i++, angle -= bend) {
        int body = scene_body(s, x, y, scene_random(seed, -PI, PI));
        int pin = scene_pin(s, last, body, x, y);
        dragged = loop && i == (links + 1) / 2 ? s->joints[pin].b : dragged;
        double length = scene_random(seed, 0.7, 1.3);
        x += length * cos(angle);
        y += length * sin(angle);
        last = body;
    }
    int end = loop ? s->joints[scene_pin(s, last, 0, x, y)].a : scene_mark(s, last, x, y, 0.0);
    scene_finish(s, -1, loop ? dragged : end);
    return true;
}

/* ---- All ----------------------------------------------------------------------------------- */

const Family families[] = {
    {"crank-rocker", 18, make_crank_rocker},
    {"double crank", 12, make_double_crank},
    {"double rocker", 18, make_double_rocker},
    {"change point", 24, make_change_point},
    {"near change point", 24, make_near_change_point},
    {"parallelogram", 18, make_parallelogram},
    {"three cranks", 12, make_three_cranks},
    {"slider-crank", 20, make_slider_crank},
    {"inverted slider", 16, make_inverted_slider},
    {"elliptic trammel", 12, make_elliptic_trammel},
    {"Watt", 16, make_watt},
    {"Stephenson", 20, make_stephenson},
    {"double butterfly", 14, make_double_butterfly},
    {"dyad stack", 20, make_dyad_stack},
    {"five-bar", 12, make_five_bar},
    {"chain", 20, make_chain},
};
const int family_count = (int)(sizeof families / sizeof families[0]);

/* One freedom must have a motion to drag through. */
static bool is_worth(const Scene *s) {
    Equations *e = scene_take(1, sizeof *e);
    equations_begin(e, s);
    int freedoms = e->n - e->rank;
    free(e);
    if (freedoms != 1) {
        return freedoms > 1;
    }
    ScenePoint points[SCENE_FEATURES];
    tmPose poses[SCENE_BODIES];
    scene_start(s, points);
    scene_fit(s, (const ScenePoint *)points, poses);
    Curve *c = curve_trace(s, poses);
    bool good = c && c->closed && curve_length(c) > LENGTH_MIN;
    curve_free(c);
    return good;
}

void family_scene(const Family *family, int number, Scene *scene) {
    for (uint64_t try = 0; try < 500; try++) {
        uint64_t seed =
            1000003u * (uint64_t)(family - families + 1) + 1009u * (uint64_t)number + try;
        for (int i = 0; i < 4; i++) {
            scene_random(&seed, 0.0, 1.0);
        }
        if (family->make(scene, family->name, number, &seed) && is_worth(scene)) {
            return;
        }
    }
    fprintf(stderr, "%s-%d: no random numbers give such a mechanism\n", family->name, number);
    exit(1);
}
