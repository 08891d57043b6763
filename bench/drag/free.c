/* free.c: each fine step pulls along the motions that the joints allow, then closes the joints. */
#include "free.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP 0.01 /* of the pointer, of the size */
#define STEPS_MAX 100
#define PULLS 12
#define PULL_MAX 0.2  /* longest pull [size, rad] */
#define SOFT_MIN 1e-9 /* of the pull's two rows, against being singular */
#define SOFT_MAX 1e2
#define ENOUGH 1e-6 /* part of the miss that a pull must take away */
#define CLOSED 1e-12
#define NEAR 1e-10 /* of the size: met */

struct FreeMotion {
    Equations equations;
};

FreeMotion *free_begin(const Scene *scene) {
    FreeMotion *m = scene_take(1, sizeof *m);
    equations_begin(&m->equations, scene);
    return m;
}

void free_end(FreeMotion *m) {
    free(m);
}

static double miss_at(const Equations *e, const double *z, const double to[2], double *x,
                      double *y) {
    ScenePoint p[SCENE_FEATURES];
    equations_points(e, z, p);
    *x = (to[0] - p[e->scene->dragged][0]) / e->scene->size;
    *y = (to[1] - p[e->scene->dragged][1]) / e->scene->size;
    return hypot(*x, *y);
}

/* The shortest motion within the joints that takes the feature by (x, y): row k of `d` is the slope
 * of its coordinate k, less what the joints forbid. */
static void pull_of(Equations *e, const double *z, double x, double y, double soft, double *dz) {
    const SceneFeature *f = &e->scene->features[e->scene->dragged];
    ScenePoint p[SCENE_FEATURES];
    double d[2][UNKNOWNS_MAX] = {{0}}, a = 0.0, b = 0.0, c = 0.0, longest = 0.0;
    int at = 3 * f->body - 3;
    equations_points(e, z, p);
    d[0][at] = d[1][at + 1] = 1.0;
    d[0][at + 2] = z[at + 1] - p[e->scene->dragged][1] / e->scene->size;
    d[1][at + 2] = p[e->scene->dragged][0] / e->scene->size - z[at];
    equations_factor(e, z);
    equations_project(e, e->rank, d[0]);
    equations_project(e, e->rank, d[1]);
    for (int i = 0; i < e->n; i++) {
        a += d[0][i] * d[0][i];
        b += d[0][i] * d[1][i];
        c += d[1][i] * d[1][i];
    }
    soft *= a + c;
    double det = (a + soft) * (c + soft) - b * b;
    double u = ((c + soft) * x - b * y) / det, v = ((a + soft) * y - b * x) / det;
    for (int i = 0; i < e->n; i++) {
        dz[i] = u * d[0][i] + v * d[1][i];
        longest = fmax(longest, fabs(dz[i]));
    }
    for (int i = 0; i < e->n && longest > PULL_MAX; i++) {
        dz[i] *= PULL_MAX / longest;
    }
}

/* One pull, ever softer until it brings the feature nearer. False: none does. */
static bool pull(Equations *e, double *z, const double to[2]) {
    double x, y, dz[UNKNOWNS_MAX], next[UNKNOWNS_MAX], u, v;
    double before = miss_at(e, z, to, &x, &y);
    if (before < NEAR) {
        return false;
    }
    for (double soft = SOFT_MIN; soft < SOFT_MAX; soft *= 30.0) {
        pull_of(e, z, x, y, soft, dz);
        for (int i = 0; i < e->n; i++) {
            next[i] = z[i] + dz[i];
        }
        if (equations_close(e, next, CLOSED, 8) &&
            miss_at(e, next, to, &u, &v) < before - ENOUGH * hypot(x, y)) {
            memcpy(z, next, (size_t)e->n * sizeof *z);
            return true;
        }
    }
    return false;
}

static void min_keep(const Scene *s, const ScenePoint *points, double *min) {
    double signs[SCENE_SIGNS];
    scene_signs(s, points, signs);
    for (int i = 0; i < s->sign_count; i++) {
        min[i] = fmin(min[i], fabs(signs[i]));
    }
}

double free_drag(FreeMotion *m, const ScenePoint *points, const double to[2], ScenePoint *to_points,
                 double *min) {
    Equations *e = &m->equations;
    const Scene *s = e->scene;
    tmPose poses[SCENE_BODIES];
    double z[UNKNOWNS_MAX] = {0}, x, y;
    const double *from = points[s->dragged];
    scene_fit(s, points, poses);
    equations_from(e, poses, z);
    int steps = 1 + (int)(hypot(to[0] - from[0], to[1] - from[1]) / (STEP * s->size));
    steps = steps < STEPS_MAX ? steps : STEPS_MAX;
    for (int i = 0; i < s->sign_count; i++) {
        min[i] = 1.0;
    }
    min_keep(s, points, min);
    for (int i = 1; i <= steps; i++) {
        double t = (double)i / steps;
        const double at[2] = {from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])};
        for (int k = 0; k < PULLS && pull(e, z, at); k++) {
        }
        equations_points(e, z, to_points);
        min_keep(s, (const ScenePoint *)to_points, min);
    }
    return s->size * miss_at(e, z, to, &x, &y);
}
