/* coulomb_path.c: one point on the central path of the convex problem of given slips,
 *
 *     K ∋ lambda _|_ z = u + mu s e_n ∈ K*,   near   a z = target.                             (1)
 *
 * In the plane the cone has two edges, lambda = a_0 (1, mu) + a_1 (1, -mu), and each a_k has its
 * z_k = z_n +- mu z_t. In space a = (mu lambda_n, lambda_t) and z = (z_n / mu, z_t) are in the
 * circular cone, scaled by [NT97]. A limit has one a = lambda_n. */
#include "analyse/contact/coulomb/coulomb_private.h"

#include <math.h>

/* Where a cone has been left by rounding [1]. */
#define LEAST 1e-300

/* How far the two edges of the plane, or one, or 0 for the cone of space. */
static int edges_of(int rows, double mu) {
    return mu == 0.0 ? 1 : rows == 2 ? 2 : 0;
}

static double determinant(const double *a) {
    double d = a[0] * a[0] - a[1] * a[1] - a[2] * a[2];
    return d > LEAST ? d : LEAST;
}

/* The signs of J = diag(1, -1, -1), and what makes (mu n, t) of (n, t). */
static double mirrored(int k, double x) {
    return k == 0 ? x : -x;
}

static double stretch(int k, double mu) {
    return k == 0 ? 1.0 / mu : 1.0;
}

/* z of these rates. */
static void dual_of(int rows, double mu, const double *u, double slip, double *z) {
    double normal = u[0] + mu * slip;
    int edges = edges_of(rows, mu);
    if (edges > 0) {
        z[0] = edges == 2 ? normal + mu * u[1] : u[0];
        z[1] = normal - mu * u[1];
    } else {
        z[0] = normal / mu;
        z[1] = u[1];
        z[2] = u[2];
    }
}

void tmi_path_begin(int rows, double mu, double w, const double *lambda, const double *u,
                    double slip, tmiCoulombCentre *c) {
    int edges = edges_of(rows, mu);
    dual_of(rows, mu, u, slip, c->z);
    if (edges > 0) {
        double t = edges == 2 ? lambda[1] / mu : 0.0, half = edges == 2 ? 0.5 : 1.0;
        c->a[0] = half * (lambda[0] + t);
        c->a[1] = half * (lambda[0] - t);
        for (int k = 0; k < edges; k++) {
            c->a[k] = c->a[k] > 1.0 / w ? c->a[k] : 1.0 / w;
            c->z[k] = c->z[k] > 1.0 ? c->z[k] : 1.0;
        }
        return;
    }
    c->a[1] = lambda[1];
    c->a[2] = lambda[2];
    double least = tmi_tangent_size(3, lambda) + 2.0 * mu / w, own = mu * lambda[0];
    c->a[0] = own > least ? own : least;
    least = tmi_tangent_size(3, u) + 1.0 / mu;
    c->z[0] = c->z[0] > least ? c->z[0] : least;
}

/* g of [NT97]: with w the point for which (2 w w^T - J) z = a, up to a factor. */
static void scale_cone(double mu, tmiCoulombCentre *c) {
    double da = sqrt(determinant(c->a)), dz = sqrt(determinant(c->z)), point[3];
    double dot = c->a[0] * c->z[0] + c->a[1] * c->z[1] + c->a[2] * c->z[2];
    double by = 2.0 * sqrt(0.5 * (1.0 + dot / (da * dz)));
    for (int k = 0; k < 3; k++) {
        point[k] = (c->a[k] / da + mirrored(k, c->z[k]) / dz) / by;
    }
    for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
            double own = 2.0 * point[k] * point[l] - (k == l ? mirrored(k, 1.0) : 0.0);
            c->g[3 * k + l] = da / dz * stretch(k, mu) * stretch(l, mu) * own;
        }
    }
}

int tmi_path_scale(int rows, double mu, const double *u, double slip, tmiCoulombCentre *c,
                   double *left, double *gap) {
    int edges = edges_of(rows, mu), count = edges > 0 ? edges : 3;
    double z[3];
    dual_of(rows, mu, u, slip, z);
    for (int k = 0; k < count; k++) {
        left[k] = z[k] - c->z[k];
        *gap += c->a[k] * c->z[k];
    }
    for (int k = 0; k < rows * rows; k++) {
        c->g[k] = 0.0;
    }
    if (edges == 0) {
        scale_cone(mu, c);
        return 1;
    }
    double first = c->a[0] / c->z[0], second = edges == 2 ? c->a[1] / c->z[1] : 0.0;
    c->g[0] = first + second;
    if (edges == 2) {
        c->g[1] = c->g[2] = mu * (first - second);
        c->g[3] = mu * mu * (first + second);
    }
    return edges;
}

void tmi_path_load(int rows, double mu, const tmiCoulombCentre *c, const double *left,
                   double target, bool correct, double *load) {
    int edges = edges_of(rows, mu);
    double part[2] = {0.0, 0.0};
    for (int k = 0; k < edges; k++) {
        double aim = target - (correct ? c->da[k] * c->dz[k] : 0.0);
        part[k] = (aim - c->a[k] * left[k]) / c->z[k];
    }
    if (edges > 0) {
        load[0] = part[0] + part[1];
        for (int r = 1; r < rows; r++) {
            load[r] = edges == 2 ? mu * (part[0] - part[1]) : 0.0;
        }
        return;
    }
    double by = target / determinant(c->z);
    for (int k = 0; k < 3; k++) {
        load[k] = stretch(k, mu) * by * mirrored(k, c->z[k]);
        for (int l = 0; l < 3; l++) {
            load[k] -= c->g[3 * k + l] * left[l] / stretch(l, mu);
        }
    }
}

void tmi_path_step(int rows, double mu, const double *du, const double *left, double target,
                   bool correct, tmiCoulombCentre *c) {
    int edges = edges_of(rows, mu);
    for (int k = 0; k < edges; k++) {
        double aim = target - (correct ? c->da[k] * c->dz[k] : 0.0);
        double across = edges == 2 ? (k == 0 ? mu : -mu) + mu * c->turn[0] : 0.0;
        c->dz[k] = du[0] + (edges == 2 ? across * du[1] : 0.0) + left[k];
        c->da[k] = (aim - c->a[k] * c->dz[k]) / c->z[k] - c->a[k];
    }
    if (edges > 0) {
        return;
    }
    double by = target / determinant(c->z);
    for (int k = 0; k < 3; k++) {
        c->dz[k] = stretch(k, mu) * du[k] + left[k];
    }
    c->dz[0] += c->turn[0] * du[1] + c->turn[1] * du[2];
    for (int k = 0; k < 3; k++) {
        c->da[k] = by * mirrored(k, c->z[k]) - c->a[k];
        for (int l = 0; l < 3; l++) {
            c->da[k] -= c->g[3 * k + l] / (stretch(k, mu) * stretch(l, mu)) * c->dz[l];
        }
    }
}

/* The least t > 0 with x + t d on the edge of the circular cone, where d is a root of a quadratic.
 */
static double cone_room(const double *x, const double *d) {
    double square = d[0] * d[0] - d[1] * d[1] - d[2] * d[2];
    double half = x[0] * d[0] - x[1] * d[1] - x[2] * d[2];
    double own = x[0] * x[0] - x[1] * x[1] - x[2] * x[2];
    double under = half * half - square * own, room = INFINITY;
    if (under >= 0.0) {
        double q = half >= 0.0 ? -(half + sqrt(under)) : sqrt(under) - half;
        double roots[2] = {square != 0.0 ? q / square : INFINITY, q != 0.0 ? own / q : INFINITY};
        for (int k = 0; k < 2; k++) {
            room = roots[k] > 0.0 && roots[k] < room ? roots[k] : room;
        }
    }
    double tip = d[0] < 0.0 ? -x[0] / d[0] : INFINITY;
    return tip < room ? tip : room;
}

double tmi_path_room(int rows, double mu, const tmiCoulombCentre *c) {
    int edges = edges_of(rows, mu);
    double room = INFINITY;
    for (int k = 0; k < edges; k++) {
        double a = c->da[k] < 0.0 ? -c->a[k] / c->da[k] : INFINITY;
        double z = c->dz[k] < 0.0 ? -c->z[k] / c->dz[k] : INFINITY;
        room = tmi_min(room, tmi_min(a, z));
    }
    return edges > 0 ? room : tmi_min(cone_room(c->a, c->da), cone_room(c->z, c->dz));
}

int tmi_path_end(int rows, double mu, double w, const tmiCoulombCentre *c, double *lambda,
                 double *y) {
    int edges = edges_of(rows, mu);
    bool up = c->a[0] * w > c->z[0], down = c->a[1] * w > c->z[1];
    if (edges == 1) {
        lambda[0] = c->a[0];
        for (int r = 1; r < rows; r++) {
            lambda[r] = 0.0;
        }
        return up ? TMI_COULOMB_SLIPS : TMI_COULOMB_OFF;
    }
    if (edges == 2) {
        lambda[0] = c->a[0] + c->a[1];
        lambda[1] = mu * (c->a[0] - c->a[1]);
        return up && down ? TMI_COULOMB_HOLDS
               : up       ? TMI_COULOMB_SLIPS
               : down     ? TMI_COULOMB_SLIPS_DOWN
                          : TMI_COULOMB_OFF;
    }
    double nearest[TMI_COULOMB_ROWS_MAX];
    lambda[0] = c->a[0] / mu;
    lambda[1] = c->a[1];
    lambda[2] = c->a[2];
    for (int k = 0; k < 3; k++) {
        y[k] = lambda[k] - (k == 0 ? mu : 1.0) * c->z[k] / w;
    }
    int state = tmi_project_cone(3, mu, y, nearest);
    y[0] = lambda[0];
    return state;
}
