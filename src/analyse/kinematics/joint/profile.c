/* profile.c: cam profiles r(t), t the angle from the feature's direction.
 *
 *   C  = r (cos t, sin t)                the outline, counter-clockwise since r > 0
 *   C' = dC/dt,  N = -hat(C')            along the outline, outwards
 *   k  = (r^2 + 2 r'^2 - r r'') / |C'|^3 curvature, positive where convex
 *
 * A roller of radius R has its centre at O = C + R N / |N|, and O' = (1 + R k) C'. Since
 * O x C' = r^2 + R |C'| > 0, the direction of O turns with t as long as 1 + R k > 0: then the way
 * of the roller's centre is again a curve that each ray from the origin meets once. The angle
 * between C and N, or O, is below 90 degrees, which brackets both searches below. */
#include "analyse/kinematics/joint/profile.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* Places of each interval, or of each half wave of the highest harmonic, at which a profile is
 * examined when it is made [1]. */
#define PLACES 16

/* Sweeps over the equations of a spline; each leaves less than 0.3 of the error [1]. */
#define SPLINE_SWEEPS 36

/* Steps of a search for a touching point: bisections alone end well before. */
#define TOUCH_STEPS 100

/* Angle to which the touching point's direction is met [rad]: two rounding errors of a unit vector.
 * The follower stands off by less than its square. */
#define TOUCH_ANGLE (2.0 * TMI_EPSILON)

/* M_(i-1) + 4 M_i + M_(i+1) = 6 (r_(i-1) - 2 r_i + r_(i+1)) / h^2 round the circle, by Gauss and
 * Seidel: no factors to keep for a ring, and the diagonal is twice the rest. */
static void second_spline(tmiProfile *p) {
    int32_t n = p->count;
    double h = TMI_TWO_PI / n, scale = 6.0 / (h * h);
    for (int sweep = 0; sweep < SPLINE_SWEEPS; sweep++) {
        for (int32_t i = 0; i < n; i++) {
            int32_t before = i ? i - 1 : n - 1, after = i + 1 < n ? i + 1 : 0;
            double second = (p->given[before] - p->given[i]) + (p->given[after] - p->given[i]);
            p->second_derivative[i] = 0.25 * (scale * second - p->second_derivative[before] -
                                              p->second_derivative[after]);
        }
    }
}

static void spline_at(const tmiProfile *p, double angle, double r[3]) {
    double h = TMI_TWO_PI / p->count;
    double turns = angle / TMI_TWO_PI, part = (turns - floor(turns)) * p->count;
    int32_t i = part < p->count ? (int32_t)part : p->count - 1;
    int32_t k = i + 1 < p->count ? i + 1 : 0;
    double b = part - i, a = 1.0 - b, sixth = h * h / 6.0;
    r[0] = a * p->given[i] + b * p->given[k] +
           sixth * ((a * a * a - a) * p->second_derivative[i] +
                    (b * b * b - b) * p->second_derivative[k]);
    r[1] = (p->given[k] - p->given[i]) / h + h / 6.0 *
                                                 ((1.0 - 3.0 * a * a) * p->second_derivative[i] +
                                                  (3.0 * b * b - 1.0) * p->second_derivative[k]);
    r[2] = a * p->second_derivative[i] + b * p->second_derivative[k];
}

static void harmonic_at(const tmiProfile *p, double angle, double r[3]) {
    double s1, c1, c = 1.0, s = 0.0;
    tmi_sincos(angle, &s1, &c1);
    r[0] = p->given[0];
    r[1] = r[2] = 0.0;
    for (int32_t i = 1; i + 1 < p->count; i += 2) {
        double wave = 0.5 * (i + 1), turned = c * c1 - s * s1;
        s = s * c1 + c * s1;
        c = turned;
        double value = p->given[i] * c + p->given[i + 1] * s;
        r[0] += value;
        r[1] += wave * (p->given[i + 1] * c - p->given[i] * s);
        r[2] -= wave * wave * value;
    }
}

void tmi_profile_at(const tmiProfile *p, double angle, double r[3]) {
    if (p->kind == TM_PROFILE_SPLINE) {
        spline_at(p, angle, r);
    } else {
        harmonic_at(p, angle, r);
    }
}

static double curvature(const double r[3]) {
    double length2 = r[0] * r[0] + r[1] * r[1];
    return (length2 + r[1] * r[1] - r[0] * r[2]) / (length2 * sqrt(length2));
}

/* Finds the maximum radius and the minimum curvature; returns the minimum radius, NaN where one
 * is. */
static double look_round(tmiProfile *p) {
    int32_t places = PLACES * (p->kind == TM_PROFILE_SPLINE ? p->count : p->count + 1);
    double min = INFINITY;
    p->min_curvature = INFINITY;
    for (int32_t i = 0; i < places; i++) {
        double r[3];
        tmi_profile_at(p, TMI_TWO_PI * i / places, r);
        double kappa = curvature(r);
        min = r[0] >= min ? min : r[0];
        p->min_curvature = kappa >= p->min_curvature ? p->min_curvature : kappa;
        p->max = r[0] > p->max ? r[0] : p->max;
    }
    return min;
}

static size_t bytes_of(int32_t count) {
    return sizeof(tmiProfile) + 2 * (size_t)count * sizeof(double);
}

tmStatus tmi_profile_make(tmiProfile **profile, tmAllocator allocator, tmProfileKind kind,
                          const double *given, int32_t count) {
    *profile = NULL;
    bool known = kind == TM_PROFILE_SPLINE || kind == TM_PROFILE_HARMONIC;
    bool enough = kind == TM_PROFILE_SPLINE ? count >= 3 : count >= 1 && count % 2 == 1;
    if (!given || !known || !enough) {
        return TM_ERR_ARGUMENT;
    }
    if (count > TMI_PROFILE_MAX) {
        return TM_ERR_LIMIT;
    }
    for (int32_t i = 0; i < count; i++) {
        if (!(given[i] - given[i] == 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    tmiProfile *p = tmi_alloc_zero(allocator, bytes_of(count));
    if (!p) {
        return TM_ERR_MEMORY;
    }
    double *copy = (double *)(p + 1);
    memcpy(copy, given, sizeof(double) * (size_t)count);
    p->kind = kind;
    p->count = count;
    p->given = copy;
    p->second_derivative = copy + count;
    if (kind == TM_PROFILE_SPLINE) {
        second_spline(p);
    }
    double min = look_round(p);
    bool finite = p->min_curvature - p->min_curvature == 0.0 && p->max - p->max == 0.0;
    if (!(min > 0.0) || !finite) {
        tmi_profile_free(allocator, p);
        return TM_ERR_ARGUMENT;
    }
    *profile = p;
    return TM_OK;
}

tmiProfile *tmi_profile_copy(const tmiProfile *profile, tmiArena *arena) {
    tmiProfile *p = tmi_arena_alloc(arena, bytes_of(profile->count), 1);
    if (p) {
        memcpy(p, profile, bytes_of(profile->count));
        p->given = (double *)(p + 1);
        p->second_derivative = (double *)(p + 1) + p->count;
    }
    return p;
}

void tmi_profile_free(tmAllocator allocator, tmiProfile *profile) {
    if (profile) {
        tmi_free(allocator, profile, bytes_of(profile->count));
    }
}

static double max_roller(const tmiProfile *p) {
    return p->min_curvature < 0.0 ? -1.0 / p->min_curvature : INFINITY;
}

tmStatus tm_profile_max_roller(const tmAllocator *allocator, tmProfileKind kind,
                               const double *profile, int32_t count, double *radius) {
    if (!radius) {
        return TM_ERR_ARGUMENT;
    }
    tmiProfile *p;
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    tmStatus status = tmi_profile_make(&p, chosen, kind, profile, count);
    if (status == TM_OK) {
        *radius = max_roller(p);
        tmi_profile_free(chosen, p);
    }
    return status;
}

bool tmi_profile_takes_roller(const tmiProfile *p, double roller) {
    return roller < max_roller(p);
}

bool tmi_profile_takes_line(const tmiProfile *p) {
    return p->min_curvature > 0.0;
}

/* ---- Touching ------------------------------------------------------------------------------ */

static void touch_at(const tmiProfile *p, double angle, double roller, tmiProfileTouch *touch) {
    double r[3], c, s;
    tmi_profile_at(p, angle, r);
    tmi_sincos(angle, &s, &c);
    double dx = r[1] * c - r[0] * s, dy = r[1] * s + r[0] * c;
    double out = roller != 0.0 ? roller / sqrt(dx * dx + dy * dy) : 0.0;
    *touch = (tmiProfileTouch){.angle = angle,
                               .x = r[0] * c,
                               .y = r[0] * s,
                               .dx = dx,
                               .dy = dy,
                               .curvature = curvature(r)};
    touch->cx = touch->x + out * dy;
    touch->cy = touch->y - out * dx;
}

/* Newton's method within a bracket for the angle at which q x V = 0, with q = (c, s) and V the
 * outward normal (`line`) or the roller's centre; V turns with the angle, and lies within 90
 * degrees of it. With v = |C'|, N' = v k C', and O' = (1 + R k) C'. */
static void search(const tmiProfile *p, double c, double s, double roller, bool line,
                   tmiProfileTouch *touch) {
    double goal = tmi_atan2(s, c);
    double low = goal - 0.25 * TMI_TWO_PI, high = goal + 0.25 * TMI_TWO_PI, at = goal;
    for (int step = 0; step < TOUCH_STEPS; step++) {
        touch_at(p, at, roller, touch);
        double along = c * touch->dy - s * touch->dx;
        double miss = line ? -(c * touch->dx + s * touch->dy) : c * touch->cy - s * touch->cx;
        double speed = sqrt(touch->dx * touch->dx + touch->dy * touch->dy);
        double turn = line ? speed * touch->curvature : 1.0 + roller * touch->curvature;
        double length = line ? speed : fabs(touch->cx) + fabs(touch->cy);
        low = miss < 0.0 ? at : low;
        high = miss < 0.0 ? high : at;
        double next = at - miss / (turn * along);
        next = next > low && next < high ? next : 0.5 * (low + high);
        if (fabs(miss) <= TOUCH_ANGLE * length || fabs(next - at) <= TMI_EPSILON * fabs(at)) {
            break;
        }
        at = next;
    }
}

void tmi_profile_touch_line(const tmiProfile *p, double c, double s, tmiProfileTouch *touch) {
    search(p, c, s, 0.0, true, touch);
}

void tmi_profile_touch_roller(const tmiProfile *p, double roller, double c, double s,
                              tmiProfileTouch *touch) {
    if (roller == 0.0) {
        touch_at(p, tmi_atan2(s, c), 0.0, touch);
    } else {
        search(p, c, s, roller, false, touch);
    }
}
