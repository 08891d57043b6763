/* curve.c: the tracing of a curve, and places on it. */
#include "curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Arc length between nodes, at most and at least, and as part of the least singular value: two
 * motions that nearly touch turn away from each other within about that distance. */
#define STEP_MAX 0.04
#define STEP_MIN 1e-6
#define STEP_OF_PIVOT 0.25

/* Below this pivot a branch is near: the curve goes straight on by this step. */
#define BRANCH_PIVOT 1e-5
#define BRANCH_STEP 6e-5

/* Cosine between the directions of two neighbours. */
#define BEND_MIN 0.995

#define CLOSED 1e-13
#define NODES_MAX 12000

typedef struct Tracer {
    Equations equations;
    double *z, *dz; /* of all nodes */
    double *at;
    int count;
} Tracer;

static void keep_node(Tracer *t, const double *z, const double *dz, double at) {
    size_t n = (size_t)t->equations.n, i = (size_t)t->count++;
    memcpy(t->z + i * n, z, n * sizeof *z);
    memcpy(t->dz + i * n, dz, n * sizeof *dz);
    t->at[i] = at;
}

static double norm(const double *v, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += v[i] * v[i];
    }
    return sqrt(sum);
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* The direction of motion at a factorised pose that is nearest to dz. */
static bool direct(const Equations *e, int rank, double *dz) {
    equations_project(e, rank, dz);
    equations_project(e, rank, dz);
    double length = norm(dz, e->n);
    for (int i = 0; i < e->n; i++) {
        dz[i] /= length;
    }
    return length > 0.1;
}

/* One node on, by at most *step; shortens it where the curve bends. False when it cannot. */
static bool advance(Tracer *t, double *z, double *dz, double *step, double *pivot) {
    Equations *e = &t->equations;
    double next[UNKNOWNS_MAX], way[UNKNOWNS_MAX];
    bool branch = *pivot < BRANCH_PIVOT;
    double max = branch ? BRANCH_STEP : fmin(STEP_MAX, STEP_OF_PIVOT * *pivot);
    *step = fmax(STEP_MIN, fmin(2.0 * *step, max));
    for (; *step > 0.5 * STEP_MIN; *step *= 0.5) {
        for (int i = 0; i < e->n; i++) {
            next[i] = z[i] + *step * dz[i];
        }
        if (!equations_close(e, next, CLOSED, 8)) {
            continue;
        }
        memcpy(way, dz, sizeof way);
        double found = equations_factor(e, next);
        int rank = found < BRANCH_PIVOT ? e->rank - 1 : e->rank;
        if (direct(e, rank, way) && (branch || dot(way, dz, e->n) > BEND_MIN)) {
            double off[UNKNOWNS_MAX];
            for (int i = 0; i < e->n; i++) {
                off[i] = next[i] - z[i];
            }
            *step = norm(off, e->n);
            memcpy(z, next, sizeof next);
            memcpy(dz, way, sizeof way);
            *pivot = found;
            return true;
        }
    }
    return false;
}

/* Whether the start lies within the next step. */
static bool meets_start(const Tracer *t, const double *z, const double *dz, double step,
                        double *rest) {
    const Equations *e = &t->equations;
    ScenePoint here[SCENE_FEATURES], rate[SCENE_FEATURES], there[SCENE_FEATURES];
    ScenePoint start_rate[SCENE_FEATURES];
    double ahead = 0.0, speed = 0.0, same = 0.0, start_speed = 0.0, apart = 0.0;
    equations_points(e, z, here);
    equations_points(e, t->z, there);
    equations_rates(e, z, dz, rate);
    equations_rates(e, t->z, t->dz, start_rate);
    for (int i = 0; i < e->scene->feature_count; i++) {
        for (int k = 0; k < 2; k++) {
            double off = there[i][k] - here[i][k];
            apart += off * off;
            ahead += off * rate[i][k];
            speed += rate[i][k] * rate[i][k];
            same += rate[i][k] * start_rate[i][k];
            start_speed += start_rate[i][k] * start_rate[i][k];
        }
    }
    *rest = ahead / speed;
    return *rest > 0.0 && *rest <= 1.6 * step && same > 0.9 * sqrt(speed * start_speed) &&
           ahead > 0.9 * sqrt(apart * speed);
}

/* Traces one way from the start. Returns whether it came back to it; *rest is the last step. */
static bool trace_way(Tracer *t, double way, int max, double *rest) {
    int n = t->equations.n;
    double z[UNKNOWNS_MAX] = {0}, dz[UNKNOWNS_MAX] = {0}, step = 0.01, at = 0.0;
    memcpy(z, t->z, (size_t)n * sizeof *z);
    for (int i = 0; i < n; i++) {
        dz[i] = way * t->dz[i];
    }
    double pivot = equations_factor(&t->equations, z);
    for (int i = 0; i < max && advance(t, z, dz, &step, &pivot); i++) {
        at += way * step;
        double oriented[UNKNOWNS_MAX];
        for (int k = 0; k < n; k++) {
            oriented[k] = way * dz[k];
        }
        keep_node(t, z, oriented, at);
        if (way > 0.0 && i > 8 && meets_start(t, z, dz, step, rest)) {
            return true;
        }
    }
    return false;
}

/* ---- From nodes to a curve ----------------------------------------------------------------- */

static void take_node(Curve *c, const Tracer *t, int from, int to, double shift) {
    const Equations *e = &t->equations;
    const Scene *s = c->scene;
    const double *z = t->z + (size_t)from * (size_t)e->n, *dz = t->dz + (size_t)from * (size_t)e->n;
    size_t first = (size_t)to * (size_t)s->feature_count;
    equations_points(e, z, c->points + first);
    equations_rates(e, z, dz, c->rates + first);
    c->at[to] = t->at[from] + shift;
    c->angle[to] = s->crank > 0 ? z[3 * s->crank - 1] : 0.0;
}

static Curve *make_curve(const Tracer *t, int forward, bool closed, double rest) {
    const Scene *s = t->equations.scene;
    Curve *c = scene_take(1, sizeof *c);
    size_t count = (size_t)t->count;
    c->scene = s;
    c->count = t->count;
    c->closed = closed;
    c->hint = scene_take(1, sizeof *c->hint);
    c->at = scene_take(count + 1, sizeof *c->at);
    c->angle = scene_take(count + 1, sizeof *c->angle);
    c->points = scene_take((count + 1) * (size_t)s->feature_count, sizeof *c->points);
    c->rates = scene_take((count + 1) * (size_t)s->feature_count, sizeof *c->rates);
    int back = t->count - forward; /* nodes before the start, kept after the others */
    double shift = back > 0 ? -t->at[t->count - 1] : 0.0;
    for (int i = 0; i < t->count; i++) {
        take_node(c, t, i < back ? t->count - 1 - i : i - back, i, shift);
    }
    if (closed) {
        take_node(c, t, 0, t->count, 0.0);
        c->at[t->count] = t->at[t->count - 1] + rest;
        double whole = 6.28318530717958647692;
        double turns = round((c->angle[t->count - 1] - c->angle[0]) / whole);
        c->angle[t->count] += whole * turns;
    }
    return c;
}

Curve *curve_trace(const Scene *scene, const tmPose *poses) {
    Tracer *t = scene_take(1, sizeof *t);
    Equations *e = &t->equations;
    double z[UNKNOWNS_MAX], dz[UNKNOWNS_MAX] = {0}, rest = 0.0;
    Curve *curve = NULL;
    equations_begin(e, scene);
    size_t n = (size_t)e->n;
    t->z = scene_take(NODES_MAX * n, sizeof *t->z);
    t->dz = scene_take(NODES_MAX * n, sizeof *t->dz);
    t->at = scene_take(NODES_MAX, sizeof *t->at);
    equations_start(e, z);
    equations_from(e, poses, z);
    if (e->rank == e->n - 1 && equations_close(e, z, CLOSED, 8) &&
        equations_factor(e, z) > 10.0 * BRANCH_PIVOT) {
        for (int i = 0; i < e->n; i++) {
            dz[i] = e->q[i][e->rank];
        }
        keep_node(t, z, dz, 0.0);
        bool closed = trace_way(t, 1.0, NODES_MAX - 2, &rest);
        int forward = t->count;
        if (!closed) {
            trace_way(t, -1.0, NODES_MAX - 2 - t->count, &rest);
        }
        curve = t->count > 20 ? make_curve(t, forward, closed, rest) : NULL;
    }
    free(t->z);
    free(t->dz);
    free(t->at);
    free(t);
    return curve;
}

void curve_free(Curve *c) {
    if (c) {
        free(c->hint);
        free(c->at);
        free(c->angle);
        free(c->points);
        free(c->rates);
        free(c);
    }
}

/* ---- Places -------------------------------------------------------------------------------- */

double curve_length(const Curve *c) {
    return c->at[c->closed ? c->count : c->count - 1];
}

/* The piece that a place lies in, how far in it (0 … 1), and whole rounds before it. */
static int piece_of(const Curve *c, double at, double *part, double *rounds) {
    double length = curve_length(c);
    *rounds = c->closed ? floor(at / length) : 0.0;
    at -= *rounds * length;
    int last = c->closed ? c->count : c->count - 1, low = *c->hint, high = low + 1;
    if (!(c->at[low] <= at && at < c->at[high])) {
        low = 0;
        high = last;
    }
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (c->at[middle] <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *c->hint = low;
    *part = fmin(1.0, fmax(0.0, (at - c->at[low]) / (c->at[high] - c->at[low])));
    return low;
}

double curve_spacing(const Curve *c, double at) {
    double part, rounds;
    int i = piece_of(c, at, &part, &rounds);
    return c->at[i + 1] - c->at[i];
}

static double cubic(double t, double h, double a, double da, double b, double db) {
    double u = 1.0 - t;
    return u * u * (1.0 + 2.0 * t) * a + t * t * (3.0 - 2.0 * t) * b +
           h * t * u * (u * da - t * db);
}

static void piece_point(const Curve *c, int i, double t, int feature, double *to) {
    size_t a = (size_t)i * (size_t)c->scene->feature_count + (size_t)feature;
    size_t b = a + (size_t)c->scene->feature_count;
    double h = c->at[i + 1] - c->at[i];
    for (int k = 0; k < 2; k++) {
        to[k] = cubic(t, h, c->points[a][k], c->rates[a][k], c->points[b][k], c->rates[b][k]);
    }
}

void curve_points(const Curve *c, double at, ScenePoint *points) {
    double part, rounds;
    int i = piece_of(c, at, &part, &rounds);
    for (int f = 0; f < c->scene->feature_count; f++) {
        piece_point(c, i, part, f, points[f]);
    }
}

void curve_point(const Curve *c, double at, int feature, double *x, double *y) {
    double part, rounds, p[2];
    int i = piece_of(c, at, &part, &rounds);
    piece_point(c, i, part, feature, p);
    *x = p[0];
    *y = p[1];
}

void curve_motion(const Curve *c, double at, int feature, double point[2], double rate[2]) {
    double t, rounds;
    int i = piece_of(c, at, &t, &rounds);
    size_t a = (size_t)i * (size_t)c->scene->feature_count + (size_t)feature;
    size_t b = a + (size_t)c->scene->feature_count;
    double h = c->at[i + 1] - c->at[i], u = 1.0 - t;
    piece_point(c, i, t, feature, point);
    for (int k = 0; k < 2; k++) {
        rate[k] = 6.0 * t * u * (c->points[b][k] - c->points[a][k]) / h +
                  u * (1.0 - 3.0 * t) * c->rates[a][k] + t * (3.0 * t - 2.0) * c->rates[b][k];
    }
}

/* The crank's slope at a node, from the motion of its farthest feature. */
static double angle_rate(const Curve *c, int node) {
    const Scene *s = c->scene;
    const SceneBody *b = &s->bodies[s->crank];
    size_t first = (size_t)node * (size_t)s->feature_count;
    const double *p = c->points[first + (size_t)b->first], *q = c->points[first + (size_t)b->far];
    const double *dp = c->rates[first + (size_t)b->first];
    const double *dq = c->rates[first + (size_t)b->far];
    double x = q[0] - p[0], y = q[1] - p[1];
    return (x * (dq[1] - dp[1]) - y * (dq[0] - dp[0])) / (x * x + y * y);
}

double curve_angle(const Curve *c, double at) {
    double part, rounds, whole = c->closed ? c->angle[c->count] - c->angle[0] : 0.0;
    int i = piece_of(c, at, &part, &rounds);
    return rounds * whole + cubic(part, c->at[i + 1] - c->at[i], c->angle[i], angle_rate(c, i),
                                  c->angle[i + 1], angle_rate(c, i + 1));
}

static double apart(const Curve *c, double at, const ScenePoint *points) {
    ScenePoint here[SCENE_FEATURES];
    double sum = 0.0;
    curve_points(c, at, here);
    for (int f = 0; f < c->scene->feature_count; f++) {
        double x = here[f][0] - points[f][0], y = here[f][1] - points[f][1];
        sum += x * x + y * y;
    }
    return sum;
}

/* Golden sections between two places. */
static double nearest_between(const Curve *c, double low, double high, const ScenePoint *points) {
    const double g = 0.61803398874989485;
    double p = high - g * (high - low), q = low + g * (high - low);
    double at_p = apart(c, p, points), at_q = apart(c, q, points);
    for (int i = 0; i < 45; i++) {
        if (at_p < at_q) {
            high = q;
            q = p;
            at_q = at_p;
            p = high - g * (high - low);
            at_p = apart(c, p, points);
        } else {
            low = p;
            p = q;
            at_p = at_q;
            q = low + g * (high - low);
            at_q = apart(c, q, points);
        }
    }
    return at_p < at_q ? p : q;
}

double curve_locate(const Curve *c, const ScenePoint *points, double *at) {
    int best = 0, count = c->scene->feature_count;
    double min = INFINITY;
    for (int i = 0; i < c->count; i++) {
        const ScenePoint *p = (const ScenePoint *)c->points + (size_t)i * (size_t)count;
        double sum = 0.0;
        for (int f = 0; f < count && sum < min; f++) {
            double x = p[f][0] - points[f][0], y = p[f][1] - points[f][1];
            sum += x * x + y * y;
        }
        if (sum < min) {
            min = sum;
            best = i;
        }
    }
    double before = best > 0    ? c->at[best - 1]
                    : c->closed ? c->at[c->count - 1] - curve_length(c)
                                : c->at[0];
    double after = best + 1 < c->count || c->closed ? c->at[best + 1] : c->at[best];
    *at = nearest_between(c, before, after, points);
    ScenePoint here[SCENE_FEATURES];
    curve_points(c, *at, here);
    return scene_distance(c->scene, (const ScenePoint *)here, points);
}
