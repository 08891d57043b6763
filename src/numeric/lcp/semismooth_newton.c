/* semismooth_newton.c: semismooth Newton method for linear complementarity problems, also with
 * bounds.
 *
 * [DFK]: the Fischer-Burmeister function phi(a, b) = a + b - sqrt(a^2 + b^2) is 0 exactly where a
 * >= 0, b >= 0 and a b = 0. With bounds, [BI]:
 *   Phi_i(z) = phi(z_i - low_i, -phi(high_i - z_i, -w_i))                                       (1)
 *   H = diag(a) + diag(b) M, plus entries for bounds that are multiples of another z            (2)
 *   H d = -Phi, then z + t d with the first t = 1, 1/2, … that lowers Psi = 1/2 |Phi|^2 enough  (3)
 * H is an element of the generalised Jacobian, chosen as in [DFK] where both arguments are 0. Where
 * H is singular or d does not descend, d = -H^T Phi. Stationary points of Psi that solve nothing
 * exist unless M is a P0-matrix, so that random starts follow. Once the sides are right basis.c
 * finishes. Costs one LU factorisation an iteration; some ten iterations are usual. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

/* Default bound on the iterations of one start. */
#define ITERATIONS 100

/* Armijo's fraction of the slope that Psi must fall by; the least step. */
#define ARMIJO 1e-4
#define STEP_MIN 0x1p-30
#define DESCENT_MIN 1e-10

/* Part of its start that |Phi| falls to before sides are tried [1]; they are anyway at the end. */
#define SIDES_TRIED_FROM 1e-3

/* Added to the diagonal of a singular H [1]. */
#define SINGULAR_SHIFT 1e-8

/* Slope of |Phi| against |H| |Phi| [1] at which a point is stationary: no start leads on. */
#define PHI_STATIONARY 1e-12

typedef struct Newton {
    tmiLcpRun *run;
    double *h, *phi, *a, *b, *along, *d, *gradient, *trial, *trial_phi;
    int32_t *ints;
    double *basis; /* room of basis.c */
} Newton;

/* phi and its derivatives. Where both arguments are 0, da and db are those of the direction
 * (u, v). */
typedef struct Fb {
    double value, da, db;
} Fb;

static Fb fischer(double a, double b, double u, double v) {
    double r = sqrt(a * a + b * b);
    if (r > 0.0) {
        /* a + b - r, without cancellation where both are positive. */
        double value = a > 0.0 && b > 0.0 ? 2.0 * a * (b / (a + b + r)) : a + b - r;
        return (Fb){value, 1.0 - a / r, 1.0 - b / r};
    }
    double s = sqrt(u * u + v * v);
    return s > 0.0 ? (Fb){0.0, 1.0 - u / s, 1.0 - v / s} : (Fb){0.0, 0.5, 0.5};
}

/* (1) with the derivatives of Phi_i by z_i, w_i and the variable that bounds it; `slope` is the
 * change of w_i when all z change by 1. */
static double row_function(const tmiLcp *p, const double *z, double w, double slope, int32_t i,
                           double *a, double *b, double *along) {
    double low = tmi_lcp_low(p, z, i), high = tmi_lcp_high(p, z, i);
    bool follows = p->of && p->of[i] >= 0;
    double value = w;
    *a = 0.0;
    *b = 1.0;
    *along = 0.0;
    if (high < INFINITY) {
        Fb f = fischer(high - z[i], -w, -1.0, -slope);
        value = -f.value;
        *a = f.da;
        *b = f.db;
        *along = follows ? -f.da * p->high[i] : 0.0;
    }
    if (low > -INFINITY) {
        Fb f = fischer(z[i] - low, value, 1.0, slope);
        value = f.value;
        *a = f.da + f.db * *a;
        *b *= f.db;
        *along = f.db * *along - (follows ? f.da * p->low[i] : 0.0);
    }
    return value;
}

/* Phi at z with its derivatives; returns Psi. */
static double evaluate(const Newton *x, const double *z, double *phi) {
    const tmiLcp *p = &x->run->p;
    double sum = 0.0;
    for (int32_t i = 0; i < x->run->n; i++) {
        const double *row = tmi_row(p->m, i);
        double w = p->q[i] + tmi_dot(row, z, x->run->n), slope = 0.0;
        for (int32_t j = 0; j < x->run->n; j++) {
            slope += row[j];
        }
        phi[i] = row_function(p, z, w, slope, i, &x->a[i], &x->b[i], &x->along[i]);
        sum += phi[i] * phi[i];
    }
    return 0.5 * sum;
}

/* (2) and the gradient H^T Phi of Psi. */
static void jacobian(const Newton *x, double regular) {
    const tmiLcp *p = &x->run->p;
    int32_t n = x->run->n;
    memset(x->gradient, 0, (size_t)n * sizeof(double));
    for (int32_t i = 0; i < n; i++) {
        double *row = x->h + (ptrdiff_t)i * n;
        memset(row, 0, (size_t)n * sizeof *row);
        tmi_axpy(row, x->b[i], tmi_row(p->m, i), n);
        row[i] += x->a[i];
        if (p->of && p->of[i] >= 0) {
            row[p->of[i]] += x->along[i];
        }
        tmi_axpy(x->gradient, x->phi[i], row, n);
        row[i] += regular;
    }
}

/* (3): d by the factors of H, regularised when singular; false when neither gives a descent. */
static bool newton_step(const Newton *x, double regular) {
    int32_t n = x->run->n;
    tmiLu lu;
    jacobian(x, regular);
    for (int32_t i = 0; i < n; i++) {
        x->d[i] = -x->phi[i];
    }
    if (tmi_lu_factor(tmi_matrix(x->h, n, n), x->ints, &lu) != TM_OK ||
        tmi_lu_solve(&lu, x->d) != TM_OK) {
        return false;
    }
    double slope = tmi_dot(x->gradient, x->d, n), size = tmi_dot(x->d, x->d, n);
    return slope < 0.0 && -slope >= DESCENT_MIN * size && size < INFINITY;
}

/* Steps along d as far as (3) allows; false when no step helps. */
static bool search(Newton *x, double *psi) {
    int32_t n = x->run->n;
    double slope = tmi_dot(x->gradient, x->d, n);
    for (double t = 1.0; t >= STEP_MIN; t *= 0.5) {
        memcpy(x->trial, x->run->z, (size_t)n * sizeof(double));
        tmi_axpy(x->trial, t, x->d, n);
        double next = evaluate(x, x->trial, x->trial_phi);
        if (next <= *psi + ARMIJO * t * slope && next < *psi) {
            memcpy(x->run->z, x->trial, (size_t)n * sizeof(double));
            memcpy(x->phi, x->trial_phi, (size_t)n * sizeof(double));
            *psi = next;
            return true;
        }
    }
    return false;
}

/* Tries the sides of the present z; it stays as it is when they are not right. */
static bool finish(Newton *x) {
    tmiLcpRun *run = x->run;
    memcpy(x->trial, run->z, (size_t)run->n * sizeof(double));
    if (tmi_lcp_polish(run, NULL, x->basis, x->ints) <= run->settings->accept) {
        return true;
    }
    memcpy(run->z, x->trial, (size_t)run->n * sizeof(double));
    return false;
}

/* The iteration from one start. */
static bool iterate(Newton *x, int32_t max) {
    tmiLcpRun *run = x->run;
    int32_t n = run->n;
    double psi = evaluate(x, run->z, x->phi), first = psi;
    for (int32_t k = 0; k < max && psi < INFINITY; k++) {
        if ((k == 0 ? run->started : psi <= SIDES_TRIED_FROM * SIDES_TRIED_FROM * first) &&
            finish(x)) {
            return true;
        }
        evaluate(x, run->z, x->phi);
        run->info.steps++;
        bool moved = (newton_step(x, 0.0) || newton_step(x, SINGULAR_SHIFT)) && search(x, &psi);
        if (!moved) {
            evaluate(x, run->z, x->phi);
            jacobian(x, 0.0);
            for (int32_t i = 0; i < n; i++) {
                x->d[i] = -x->gradient[i];
            }
            double slope = tmi_dot(x->d, x->d, n);
            if (!(slope > PHI_STATIONARY * psi) || !search(x, &psi)) {
                break;
            }
        }
    }
    return finish(x);
}

tmiLcpRoom tmi_lcp_newton_room(int32_t n) {
    tmiLcpRoom basis = tmi_lcp_basis_room(n);
    size_t k = (size_t)n;
    return (tmiLcpRoom){basis.doubles + k * k + 9 * k, basis.ints + k};
}

/* Random starts are between 0 and 1, the size of q, or between bounds. */
static void put_start(tmiLcpRun *run) {
    for (int32_t i = 0; i < run->n; i++) {
        run->z[i] = tmi_lcp_random(&run->random);
    }
    tmi_lcp_project(&run->p, run->z);
    run->started = false;
}

static void divide_room(Newton *x, tmiLcpRun *run) {
    size_t n = (size_t)run->n;
    *x = (Newton){.run = run, .h = run->work, .ints = run->ints};
    double *at = x->h + n * n;
    double **vectors[] = {&x->phi, &x->a,        &x->b,     &x->along,
                          &x->d,   &x->gradient, &x->trial, &x->trial_phi};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++, at += n) {
        *vectors[i] = at;
    }
    x->basis = at + n;
}

tmiLcpOutcome tmi_lcp_newton(tmiLcpRun *run) {
    const tmiLcpSettings *s = run->settings;
    size_t n = (size_t)run->n;
    Newton x;
    divide_room(&x, run);
    double *best = x.trial_phi + n, min = INFINITY;
    memcpy(best, run->z, n * sizeof *best);
    for (int32_t try = 0; try <= s->tries; try++) {
        int32_t max = s->steps > 0 ? s->steps - run->info.steps : ITERATIONS;
        run->info.tries = try;
        if (try > 0) {
            put_start(run);
        }
        if (iterate(&x, max)) {
            return TMI_LCP_SOLVED;
        }
        tmi_lcp_project(&run->p, run->z);
        double residual = tmi_lcp_residual(&run->p, run->z);
        if (residual < min) {
            min = residual;
            memcpy(best, run->z, n * sizeof *best);
        }
        if (s->steps > 0 && run->info.steps >= s->steps) {
            break;
        }
    }
    memcpy(run->z, best, n * sizeof *best);
    return TMI_LCP_LIMIT;
}
