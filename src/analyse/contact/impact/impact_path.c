/* impact_path.c: one contact in the plane along Routh's path. The normal impulse grows from 0; the
 * rates change with slope W (1, c), c = -+mu while it slips. Where the slip reaches 0 it stays
 * there if |c| <= mu holds it, else it turns round. The path has corners there and where the
 * approach ends, and is straight between them. It ends by Poisson's impulses, or by Stronge's
 * works: with an end by energy no coefficient gains any ([STR90]). */
#include "analyse/contact/impact/impact.h"

#include <math.h>

/* A slip below this part of the rates counts as zero [1]. */
#define SLIP_ZERO 1e-14

/* Corners of a path: at most the end of the slip, of the compression and of the expansion, and one
 * more where the slip ends in a corner. */
#define PATH_CORNERS_MAX 10

typedef struct Path {
    const double (*w)[2];
    double friction, restitution;
    tmiImpactEnd end;
    double scale;               /* of the rates [m/s] */
    double rate[2];             /* of gap and slip, here */
    double impulse[2];          /* so far */
    double compressed;          /* normal impulse at the end of the approach; -1: not yet there */
    double taken, given;        /* work of the normal force in both phases [J] */
    double slope[2], direction; /* of the rates, and of the impulse, from here on */
} Path;

static void take_direction(Path *p) {
    double mu = p->friction, slip = p->rate[1];
    if (fabs(slip) > SLIP_ZERO * p->scale) {
        p->direction = slip > 0.0 ? -mu : mu;
    } else {
        double holds = p->w[1][1] > 0.0 ? -p->w[1][0] / p->w[1][1] : 0.0;
        p->direction = holds > mu ? mu : holds < -mu ? -mu : holds;
    }
    p->slope[0] = p->w[0][0] + p->direction * p->w[0][1];
    p->slope[1] = p->w[1][0] + p->direction * p->w[1][1];
}

/* The normal impulse up to the end of the phase; infinite where it has none. */
static double phase_left(const Path *p) {
    if (p->compressed < 0.0) {
        return p->rate[0] >= 0.0 ? 0.0 : p->slope[0] > 0.0 ? -p->rate[0] / p->slope[0] : INFINITY;
    }
    if (p->end == TMI_IMPACT_END_POISSON) {
        return p->restitution * p->compressed - (p->impulse[0] - p->compressed);
    }
    /* u x + slope x^2 / 2 = what is left of e^2 of the work that was taken. */
    double rest = p->restitution * p->restitution * p->taken - p->given;
    double u = p->rate[0], root = u * u + 2.0 * p->slope[0] * rest;
    if (!(rest > 0.0)) {
        return 0.0;
    }
    double divisor = u + sqrt(root > 0.0 ? root : 0.0);
    return root >= 0.0 && divisor > 0.0 ? 2.0 * rest / divisor : INFINITY;
}

/* Advances along the path by a normal impulse. */
static void go(Path *p, double by) {
    double work = p->rate[0] * by + 0.5 * p->slope[0] * by * by;
    p->taken -= p->compressed < 0.0 ? work : 0.0;
    p->given += p->compressed < 0.0 ? 0.0 : work;
    p->impulse[0] += by;
    p->impulse[1] += p->direction * by;
    p->rate[0] += p->slope[0] * by;
    p->rate[1] += p->slope[1] * by;
}

bool tmi_impact_path(const double w[2][2], const double before[2], double friction,
                     double restitution, tmiImpactEnd end, double impulse[2]) {
    Path p = {.w = w,
              .friction = friction,
              .restitution = restitution,
              .end = end,
              .scale = fabs(before[0]) + fabs(before[1]),
              .rate = {before[0], before[1]},
              .compressed = -1.0};
    for (int32_t i = 0; i < PATH_CORNERS_MAX; i++) {
        take_direction(&p);
        double left = phase_left(&p);
        bool slips = fabs(p.rate[1]) > SLIP_ZERO * p.scale && p.rate[1] * p.slope[1] < 0.0;
        double until_stick = slips ? -p.rate[1] / p.slope[1] : INFINITY;
        if (until_stick < left) {
            go(&p, until_stick);
            p.rate[1] = 0.0;
            continue;
        }
        if (!(left < INFINITY)) {
            return false;
        }
        go(&p, left > 0.0 ? left : 0.0);
        if (p.compressed >= 0.0 || restitution == 0.0) {
            impulse[0] = p.impulse[0];
            impulse[1] = p.impulse[1];
            return true;
        }
        p.rate[0] = 0.0;
        p.compressed = p.impulse[0];
    }
    return false;
}
