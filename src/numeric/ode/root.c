/* root.c: roots in a bracket by Chandrupatla's method [CT]: inverse quadratic interpolation where
 * the three last points are such that it must do well, bisection elsewhere.
 *
 * x1 is the newest point, x2 the other end of the bracket, x3 the point that was given up last.
 * With xi = (x1 - x2) / (x3 - x2), phi = (f1 - f2) / (f3 - f2) the parabola x(f) through them runs
 * from x1 to x2 without turning, and is taken, where phi^2 < xi and (1 - phi)^2 < 1 - xi (1) t =
 * f1/(f2-f1) f3/(f2-f3) + (x3-x1)/(x2-x1) f1/(f3-f1) f2/(f3-f2), x = x1 + t (x2-x1) (2) Departs
 * from [CT]: the first point is that of the chord, for over one step of an integration most
 * functions are nearly straight. It bisects when three points in a row have not halved the bracket,
 * so that four times as many as bisection takes are enough. And a value of 0 does not end the
 * search, for only both ends together show where the sign is the new one. */
#include "numeric/ode/ode.h"

#include "base/base.h"
#include "numeric/dense/dense.h"

#include <math.h>

/* Points in a row that may leave more than half of the bracket before it is bisected [1]. */
#define SLOW_MAX 3

/* Roundings of the larger end [1] below which a bracket cannot be narrowed further. */
#define NARROWEST 4.0

static double narrowest(double before, double after, double tolerance) {
    double end = fabs(before) > fabs(after) ? fabs(before) : fabs(after);
    double min = NARROWEST * TMI_ROUNDOFF * end + TMI_TINY;
    return tolerance > min ? tolerance : min;
}

static bool is_new(double value_before, double value) {
    return value_before < 0.0 ? value >= 0.0 : value <= 0.0;
}

typedef struct Point {
    double x, f;
} Point;

/* Returns t of (2), or that of bisection where (1) does not hold. */
static double interpolate(Point p1, Point p2, Point p3) {
    double xi = (p1.x - p2.x) / (p3.x - p2.x), phi = (p1.f - p2.f) / (p3.f - p2.f);
    if (!(phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi)) {
        return 0.5;
    }
    return p1.f / (p2.f - p1.f) * (p3.f / (p2.f - p3.f)) +
           (p3.x - p1.x) / (p2.x - p1.x) * (p1.f / (p3.f - p1.f)) * (p2.f / (p3.f - p2.f));
}

/* The search within a bracket that is wider than `narrow`; `old` is a value of the old sign. */
static tmStatus search(tmiRootFn *function, void *user, double old, double narrow, int32_t max,
                       Point *p1, Point *p2) {
    double width = fabs(p2->x - p1->x), t = p1->f / (p1->f - p2->f);
    int32_t slow = 0;
    while (width > narrow) {
        if (max-- <= 0) {
            return TM_ERR_NOT_CONVERGED;
        }
        /* Half a tolerance beyond an end that has come to the root, the other end joins it. */
        double min = 0.5 * narrow / width;
        t = !(t > min) ? min : t > 1.0 - min ? 1.0 - min : t;
        Point p = {.x = p1->x + t * (p2->x - p1->x)}, p3 = *p1;
        p.f = function(user, p.x);
        if (!(fabs(p.f) < INFINITY)) {
            return TM_ERR_NOT_FINITE;
        }
        if (is_new(old, p.f) != is_new(old, p1->f)) {
            p3 = *p2;
            *p2 = *p1;
        }
        *p1 = p;
        double before = width;
        width = fabs(p2->x - p1->x);
        slow = width > 0.5 * before ? slow + 1 : 0;
        t = slow < SLOW_MAX ? interpolate(*p1, *p2, p3) : 0.5;
        slow = slow < SLOW_MAX ? slow : 0;
    }
    return TM_OK;
}

tmStatus tmi_root(tmiRootFn *function, void *user, double tolerance, int32_t max,
                  tmiBracket *bracket) {
    double max_abs;
    if (!function || !bracket || !(tolerance >= 0.0)) {
        return TM_ERR_ARGUMENT;
    }
    Point p1 = {bracket->before, bracket->value_before};
    Point p2 = {bracket->after, bracket->value_after};
    const double old = p1.f, numbers[] = {p1.x, p2.x, p1.f, p2.f, p2.x - p1.x};
    if (tmi_vector_max_abs(numbers, 5, &max_abs) != TM_OK) {
        return TM_ERR_NOT_FINITE;
    }
    if (old == 0.0 || !is_new(old, p2.f)) {
        return TM_ERR_ARGUMENT;
    }
    double narrow = narrowest(p1.x, p2.x, tolerance);
    tmStatus status = search(function, user, old, narrow, max, &p1, &p2);
    Point before = is_new(old, p1.f) ? p2 : p1, after = is_new(old, p1.f) ? p1 : p2;
    *bracket = (tmiBracket){before.x, after.x, before.f, after.f};
    return status;
}

tmStatus tmi_root_condition(tmiConditionFn *condition, void *user, double tolerance, int32_t max,
                            double *before, double *after) {
    double max_abs;
    if (!condition || !before || !after || !(tolerance >= 0.0)) {
        return TM_ERR_ARGUMENT;
    }
    double a = *before, b = *after;
    if (tmi_vector_max_abs((const double[]){a, b, b - a}, 3, &max_abs) != TM_OK) {
        return TM_ERR_NOT_FINITE;
    }
    const double narrow = narrowest(a, b, tolerance);
    for (; fabs(b - a) > narrow && max > 0; max--) {
        double middle = a + 0.5 * (b - a);
        if (condition(user, middle)) {
            b = middle;
        } else {
            a = middle;
        }
    }
    *before = a;
    *after = b;
    return fabs(b - a) > narrow ? TM_ERR_NOT_CONVERGED : TM_OK;
}
