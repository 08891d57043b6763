/* coulomb_residual.c: how far impulses are from (1) of coulomb.h, from the caller's numbers. It
 * shares no code with the solver, and says the law in other words: with the largest yield w of a
 * point,
 *
 *     joints     |u|
 *     normals    min(u_n, w lambda_n), or what is negative of either
 *     tangents   w times what is outside of the cone; and |u_t|, or, where that is less, the larger
 *                of w times what is left to the edge and of |u_t + |u_t| lambda_t / |lambda_t||, or
 * of what turning lambda_t would change
 *
 * The last is Coulomb's law: nothing slips, or the impulse is at the edge of its cone, against the
 * slip. Per part of the largest |b|. */
#include "analyse/contact/coulomb/coulomb.h"

#include <math.h>
#include <string.h>

size_t tmi_coulomb_residual_work(const tmiCoulombProblem *problem) {
    return (size_t)problem->body_count * (size_t)(2 * problem->dof) + 1;
}

/* Velocities by the impulses. */
static void put_velocities(const tmiCoulombProblem *p, const double *impulse, double *push,
                           double *velocity) {
    int n = p->dof;
    memset(push, 0, (size_t)p->body_count * (size_t)n * sizeof *push);
    for (ptrdiff_t k = 0; k < (ptrdiff_t)p->count * p->rows; k++) {
        for (int side = 0; side < 2; side++) {
            ptrdiff_t body = p->bodies[k / p->rows][side];
            for (int c = 0; c < n && body >= 0; c++) {
                push[body * n + c] += p->across[(k * 2 + side) * n + c] * impulse[k];
            }
        }
    }
    for (ptrdiff_t i = 0; i < (ptrdiff_t)p->body_count * n; i++) {
        velocity[i] = 0.0;
        for (int c = 0; c < n; c++) {
            velocity[i] += p->yields[i * n + c] * push[i / n * n + c];
        }
    }
}

/* Rate of a row; *yield becomes the larger of itself and the row's. */
static double rate(const tmiCoulombProblem *p, ptrdiff_t k, const double *velocity, double *yield) {
    int n = p->dof;
    double sum = p->b[k], own = 0.0;
    for (int side = 0; side < 2; side++) {
        ptrdiff_t body = p->bodies[k / p->rows][side];
        const double *row = p->across + (k * 2 + side) * n;
        for (int c = 0; c < n && body >= 0; c++) {
            sum += row[c] * velocity[body * n + c];
            for (int d = 0; d < n; d++) {
                own += row[c] * p->yields[(body * n + c) * n + d] * row[d];
            }
        }
    }
    *yield = own > *yield ? own : *yield;
    return sum;
}

static double size(const double *x, int count) {
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        sum += x[k] * x[k];
    }
    return sqrt(sum);
}

static double point_residual(const tmiCoulombProblem *p, ptrdiff_t i, const double *lambda,
                             const double *u, double w) {
    int tangents = p->rows - 1;
    double mu = p->friction[i], turned[TMI_COULOMB_ROWS_MAX - 1];
    if (mu < 0.0) {
        return size(u, p->rows);
    }
    double press = w * lambda[0], least = u[0] < press ? u[0] : press;
    double normal = fabs(least), slip = size(u + 1, tangents), edge = mu * lambda[0];
    double outside = size(lambda + 1, tangents) - (edge > 0.0 ? edge : 0.0);
    double across = -outside * w, grip = size(lambda + 1, tangents);
    for (int k = 1; k <= tangents; k++) {
        turned[k - 1] = u[k] + (grip > 0.0 ? slip * (lambda[k] / grip) : 0.0);
    }
    double with = size(turned, tangents), turns = 2.0 * w * grip;
    with = with < turns ? with : turns;
    across = across > with ? across : with;
    double tangent = mu > 0.0 ? (across < slip ? across : slip) : 0.0;
    double worst = normal > tangent ? normal : tangent;
    return w * outside > worst ? w * outside : worst;
}

double tmi_coulomb_residual(const tmiCoulombProblem *problem, const double *impulse, double *work) {
    double *velocity = work + (ptrdiff_t)problem->body_count * problem->dof;
    double worst = 0.0, max = 0.0;
    put_velocities(problem, impulse, work, velocity);
    for (ptrdiff_t i = 0; i < problem->count; i++) {
        double u[TMI_COULOMB_ROWS_MAX], yield = 0.0;
        bool finite = true;
        for (int r = 0; r < problem->rows; r++) {
            ptrdiff_t k = i * problem->rows + r;
            u[r] = rate(problem, k, velocity, &yield);
            finite = finite && fabs(u[r]) < INFINITY && fabs(impulse[k]) < INFINITY;
            max = fabs(problem->b[k]) > max ? fabs(problem->b[k]) : max;
        }
        double own = point_residual(problem, i, impulse + i * problem->rows, u, yield);
        if (!finite || !(own < INFINITY)) {
            return INFINITY;
        }
        worst = own > worst ? own : worst;
    }
    return max > 0.0 ? worst / max : worst;
}
