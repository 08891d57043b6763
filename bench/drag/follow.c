/* follow.c: motions along a curve: a crank that is turned, a point that is dragged. */
#include "curve.h"

#include <math.h>

/* Steps of the pointer between two frames. */
#define POINTER_STEPS 200

/* Looks along the curve go by this part of its nodes' spacing. */
#define LOOK 0.5

/* A point that goes this many times as far as the pointer, and by this part of the size, in one of
 * its fine steps, has lost the place that it followed. */
#define JUMP_TIMES 10.0
#define JUMP_SIZE 0.005

/* The first look, of the spacing, and how much longer each is than the one before. */
#define LOOK_FIRST 1e-4
#define LOOK_GROWTH 1.25

/* The least motion, in arc length, that is a way and not the noise of a search: at a dead end the
 * slope of the miss vanishes with the cube of the distance, which is then known to the cube root of
 * what the cubics between nodes leave. */
#define WAY_MIN 1e-2

/* A feature that moves slower than this, in sizes by arc length, stands still. */
#define STILL 1e-4
#define BACK_MAX 0.02
#define BACK_MIN 3e-4

/* A dead end, where the crank stops: a turn this small beyond it cannot be told from it [rad]. */
#define END_NOISE 1e-7

static double reach_of(const Curve *c, double at, const ScenePoint *start) {
    ScenePoint here[SCENE_FEATURES];
    curve_points(c, at, here);
    return scene_distance(c->scene, (const ScenePoint *)here, start);
}

static bool beyond_end(const Curve *c, double at) {
    return !c->closed && (at <= 0.0 || at >= curve_length(c));
}

/* ---- Turning ------------------------------------------------------------------------------- */

/* Halves until the angle is met between two places that enclose it. */
static double meet_angle(const Curve *c, double low, double high, double angle) {
    double sign = curve_angle(c, high) > curve_angle(c, low) ? 1.0 : -1.0;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (sign * (curve_angle(c, middle) - angle) < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

/* The farthest turn between two places, by golden sections. */
static double farthest(const Curve *c, double low, double high, double sense) {
    const double g = 0.61803398874989485;
    for (int i = 0; i < 60; i++) {
        double p = high - g * (high - low), q = low + g * (high - low);
        if (sense * curve_angle(c, p) > sense * curve_angle(c, q)) {
            high = q;
        } else {
            low = p;
        }
    }
    return 0.5 * (low + high);
}

/* Which way along the curve the crank turns in this sense: the cursor's own way in doubt, which is
 * at a dead end, from where it must go back. */
static double way_of(const Curve *c, const Cursor *cursor, double sense) {
    double h = 1e-3 * curve_spacing(c, cursor->at);
    double gradient = curve_angle(c, cursor->at + h) - curve_angle(c, cursor->at - h);
    double noise = 1e-9 * h;
    return fabs(gradient) <= noise ? -cursor->way : sense * gradient > 0.0 ? 1.0 : -1.0;
}

Followed curve_turn(const Curve *c, Cursor *cursor, double turn) {
    Followed f = {.part = 1.0};
    ScenePoint start[SCENE_FEATURES];
    double begin = curve_angle(c, cursor->at), sense = turn > 0.0 ? 1.0 : -1.0;
    double way = way_of(c, cursor, sense), at = cursor->at, before = at;
    curve_points(c, at, start);
    if (turn == 0.0) {
        return f;
    }
    for (double last = begin;;) {
        double next = at + way * LOOK * curve_spacing(c, at), angle = curve_angle(c, next);
        if (beyond_end(c, next)) {
            f.unknown = true;
            break;
        }
        if (sense * (angle - (begin + turn)) >= 0.0) {
            at = meet_angle(c, at, next, begin + turn);
            break;
        }
        if (sense * (angle - last) <= 0.0) {
            at = farthest(c, before, next, sense);
            double max = sense * (curve_angle(c, at) - begin);
            if (max >= sense * turn) { /* met just before the end */
                at = meet_angle(c, before, at, begin + turn);
            } else {
                f.part = max >= sense * turn - END_NOISE ? 1.0 : fmax(0.0, max / (sense * turn));
            }
            break;
        }
        f.travel = fmax(f.travel, reach_of(c, next, (const ScenePoint *)start));
        before = at;
        at = next;
        last = angle;
    }
    f.travel = fmax(f.travel, reach_of(c, at, (const ScenePoint *)start));
    cursor->at = at;
    cursor->way = way;
    return f;
}

/* ---- Dragging ------------------------------------------------------------------------------ */

/* What is followed: how far the feature is from the pointer. */
typedef struct Drag {
    const Curve *curve;
    int feature;
    double x, y;
} Drag;

/* How the square of the miss changes along the curve; *speed is how fast the feature moves there.
 */
static double gradient_of(const Drag *d, double at, double *speed) {
    double p[2], rate[2];
    curve_motion(d->curve, at, d->feature, p, rate);
    *speed = hypot(rate[0], rate[1]);
    return (p[0] - d->x) * rate[0] + (p[1] - d->y) * rate[1];
}

/* Which way leads nearer. A feature that stands still is at a dead end: with the pointer beyond it
 * stays, and with the pointer back within reach it goes the way that it came. The end itself is
 * known only roughly, so it is left by a first step, *skip. */
static double way_down(const Drag *d, const Cursor *cursor, double *skip) {
    double speed, gradient = gradient_of(d, cursor->at, &speed), back = -cursor->way;
    *skip = 0.0;
    if (speed > STILL * d->curve->scene->size) {
        return gradient < 0.0 ? 1.0 : -1.0;
    }
    for (double h = BACK_MAX; h >= BACK_MIN; h *= 0.5) {
        if (back * gradient_of(d, cursor->at + back * h, &speed) < 0.0) {
            *skip = h;
            return back;
        }
    }
    return 0.0;
}

/* Its way is that of a weight which it draws behind it on a rope: it turns round when the rope is
 * taut again. */
static void move_cursor(Cursor *cursor, double at) {
    double rope = cursor->rope + at - cursor->at;
    cursor->rope = fmax(-WAY_MIN, fmin(WAY_MIN, rope));
    cursor->way = rope >= WAY_MIN ? 1.0 : rope <= -WAY_MIN ? -1.0 : cursor->way;
    cursor->at = at;
}

/* Goes down from the cursor to the nearest place where the miss is least: in looks that begin
 * small, so that none passes over two of them, until the slope changes sign, then by halving. */
static void descend(const Drag *d, Cursor *cursor) {
    double skip, way = way_down(d, cursor, &skip), at = cursor->at + way * skip, gone = skip, speed;
    double spacing = curve_spacing(d->curve, at), h = LOOK_FIRST * spacing;
    if (way == 0.0) {
        return;
    }
    while (gone < curve_length(d->curve) && way * gradient_of(d, at + way * h, &speed) < 0.0) {
        at += way * h;
        gone += h;
        h = fmin(LOOK_GROWTH * h, LOOK * curve_spacing(d->curve, at));
        if (beyond_end(d->curve, at)) {
            break;
        }
    }
    double far = at + way * h;
    for (int i = 0; i < 40; i++) {
        double middle = 0.5 * (at + far);
        if (way * gradient_of(d, middle, &speed) < 0.0) {
            at = middle;
        } else {
            far = middle;
        }
    }
    move_cursor(cursor, at);
}

Followed curve_drag(const Curve *c, Cursor *cursor, int feature, const double from[2],
                    const double to[2]) {
    Followed f = {.part = 1.0};
    ScenePoint start[SCENE_FEATURES];
    double px, py, length = hypot(to[0] - from[0], to[1] - from[1]), size = c->scene->size;
    curve_points(c, cursor->at, start);
    /* What stayed behind the pointer catches up first. */
    Drag before = {c, feature, from[0], from[1]};
    descend(&before, cursor);
    curve_point(c, cursor->at, feature, &px, &py);
    int steps = 10 + (int)(length / (0.25 * size) * POINTER_STEPS);
    steps = steps < POINTER_STEPS ? steps : POINTER_STEPS;
    for (int i = 1; i <= steps && !f.unknown; i++) {
        double t = (double)i / steps, x, y;
        Drag d = {c, feature, from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])};
        descend(&d, cursor);
        curve_point(c, cursor->at, feature, &x, &y);
        f.jumped |= hypot(x - px, y - py) > JUMP_TIMES * length / steps + JUMP_SIZE * size;
        f.unknown |= beyond_end(c, cursor->at);
        if (i % 10 == 0 || i == steps) {
            f.travel = fmax(f.travel, reach_of(c, cursor->at, (const ScenePoint *)start));
        }
        px = x;
        py = y;
    }
    return f;
}
