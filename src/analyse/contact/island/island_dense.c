/* island_dense.c: the impulses of one set of states where W is a matrix, and sweeps.
 *
 * The unknowns of a set are p of the points that press, and t of those that stick; t = +-mu p of
 * those that slip goes into the column of p:
 *
 *     M x = -b,   M_rc = W_rc + f_c W_r,c+1,   f = mu, -mu, or 0 where t is not a multiple of p.
 * (1)
 *
 * M is singular wherever points share loads. So M + epsilon I is factored and the solution refined
 * against M: components in the range of M gain digits in each round, the others stay near the least
 * norm (numeric/lcp/basis.c). Where (1) has no solution, as with three points in a line that
 * approach at different speeds, the solution with epsilon I is judged instead: it removes the wrong
 * points, for without friction W + epsilon I is definite, and the sets of such matrices settle
 * ([JP]). One LU factorisation, of the order of the unknowns. */
#include "analyse/contact/island/island_private.h"

#include <math.h>
#include <string.h>

/* What is added to ones on the diagonal [1]: rounding leaves 1e-16 / epsilon in directions that
 * nothing determines, and an eigenvalue of lambda gains log10(lambda / epsilon) digits a round. The
 * second is for mass ratios of 1e6, for which the first takes too long. */
static const double regular[] = {0x1p-24, 0x1p-40};

/* Systems up to this order are factored here, without the checks of tmi_lu_factor [1]. */
#define SMALL_ORDER 8

size_t tmi_island_dense_work(int32_t count) {
    size_t n = count > 0 ? 2 * (size_t)count : 0;
    return n * n + 5 * n;
}

size_t tmi_island_dense_ints(int32_t count) {
    return 2 * (count > 0 ? 2 * (size_t)count : 0);
}

/* (1) of one set. */
typedef struct Set {
    tmiIslandRun *run;
    const double *w;
    int32_t order;
    int32_t *row; /* of each unknown: its row in W */
    int32_t *exchange;
    double *follow; /* f */
    double *m;      /* order x order, then its factors */
    double *x;      /* of each unknown */
    double *first;  /* before refinement */
    double *r;      /* right side, residual, step */
    double *kept;
    tmiLu lu;
} Set;

static Set make_set(tmiIslandRun *run) {
    const tmiDenseIsland *dense = run->problem;
    size_t n = (size_t)run->rows;
    Set s = {.run = run, .w = dense->w, .row = dense->ints, .exchange = dense->ints + n};
    s.m = dense->work;
    s.follow = s.m + n * n;
    s.x = s.follow + n;
    s.first = s.x + n;
    s.r = s.first + n;
    s.kept = s.r + n;
    return s;
}

static void list_unknowns(Set *s) {
    const tmiIslandRun *run = s->run;
    s->order = 0;
    for (int32_t i = 0; i < run->count; i++) {
        if (run->state[i] == TMI_CONTACT_OPEN) {
            continue;
        }
        double mu = run->friction[i];
        s->follow[s->order] = tmi_cone_ratio(run->state[i], mu);
        s->row[s->order++] = 2 * i;
        if (tmi_cone_sticks(run->state[i], mu)) {
            s->follow[s->order] = 0.0;
            s->row[s->order++] = 2 * i + 1;
        }
    }
}

static void fill(const Set *s, double epsilon) {
    int32_t n = s->order;
    for (int32_t r = 0; r < n; r++) {
        const double *row = s->w + (ptrdiff_t)s->row[r] * s->run->rows;
        double *to = s->m + (ptrdiff_t)r * n;
        for (int32_t c = 0; c < n; c++) {
            to[c] = row[s->row[c]];
            if (s->follow[c] != 0.0) {
                to[c] += s->follow[c] * row[s->row[c] + 1];
            }
        }
        to[r] += epsilon;
    }
}

/* LU with partial pivoting; false without a pivot. */
static bool factor_tiny(double *m, int32_t n, int32_t *exchange) {
    for (int32_t k = 0; k < n; k++) {
        int32_t best = k;
        for (int32_t i = k + 1; i < n; i++) {
            best = fabs(m[i * n + k]) > fabs(m[best * n + k]) ? i : best;
        }
        exchange[k] = best;
        if (!(fabs(m[best * n + k]) > TMI_TINY)) {
            return false;
        }
        for (int32_t c = 0; best != k && c < n; c++) {
            double kept = m[k * n + c];
            m[k * n + c] = m[best * n + c];
            m[best * n + c] = kept;
        }
        double inverse = 1.0 / m[k * n + k];
        m[k * n + k] = inverse;
        for (int32_t i = k + 1; i < n; i++) {
            double f = m[i * n + k] *= inverse;
            for (int32_t c = k + 1; c < n; c++) {
                m[i * n + c] -= f * m[k * n + c];
            }
        }
    }
    return true;
}

static void solve_tiny(const double *m, int32_t n, const int32_t *exchange, double *b) {
    for (int32_t k = 0; k < n; k++) {
        double kept = b[exchange[k]];
        b[exchange[k]] = b[k];
        b[k] = kept;
    }
    for (int32_t i = 1; i < n; i++) {
        for (int32_t c = 0; c < i; c++) {
            b[i] -= m[i * n + c] * b[c];
        }
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        for (int32_t c = i + 1; c < n; c++) {
            b[i] -= m[i * n + c] * b[c];
        }
        b[i] *= m[i * n + i];
    }
}

static bool factor(Set *s) {
    if (s->order <= SMALL_ORDER) {
        return factor_tiny(s->m, s->order, s->exchange);
    }
    return tmi_lu_factor(tmi_matrix(s->m, s->order, s->order), s->exchange, &s->lu) == TM_OK;
}

static bool solve(const Set *s) {
    if (s->order <= SMALL_ORDER) {
        solve_tiny(s->m, s->order, s->exchange, s->r);
        return true;
    }
    return tmi_lu_solve(&s->lu, s->r) == TM_OK;
}

/* r = -b - M x; returns its maximum as part of the terms of a row. */
static double residual(const Set *s) {
    double worst = 0.0;
    for (int32_t k = 0; k < s->order; k++) {
        const double *row = s->w + (ptrdiff_t)s->row[k] * s->run->rows;
        double sum = s->run->b[s->row[k]], size = fabs(sum);
        for (int32_t c = 0; c < s->order; c++) {
            double term = row[s->row[c]] * s->x[c];
            sum += term;
            size += fabs(term);
            if (s->follow[c] != 0.0) {
                term = row[s->row[c] + 1] * (s->follow[c] * s->x[c]);
                sum += term;
                size += fabs(term);
            }
        }
        if (s->run->pull > 0.0) {
            sum += s->run->pull * (s->x[k] - s->run->centre[s->row[k]]);
        }
        s->r[k] = -sum;
        double part = size > 0.0 ? fabs(sum) / size : 0.0;
        worst = part <= worst ? worst : part;
    }
    return worst;
}

/* (1) with epsilon, which goes to `first` unless that is null, then refined; returns the residual
 * that is left. */
static double refine(Set *s, double epsilon, double *first) {
    size_t bytes = (size_t)s->order * sizeof *s->x;
    for (int32_t k = 0; k < s->order; k++) {
        s->x[k] = s->run->centre ? s->run->centre[s->row[k]] : 0.0;
    }
    if (first) {
        memcpy(first, s->x, bytes);
    }
    fill(s, epsilon);
    if (!factor(s)) {
        return INFINITY;
    }
    if (s->run->centre) {
        residual(s);
    } else { /* x is 0 */
        for (int32_t k = 0; k < s->order; k++) {
            s->r[k] = -s->run->b[s->row[k]];
        }
    }
    double left = INFINITY;
    for (int round = 0; round < TMI_ISLAND_ROUNDS && !(left <= TMI_ISLAND_SETTLED); round++) {
        if (!solve(s)) {
            return INFINITY;
        }
        memcpy(s->kept, s->x, bytes);
        for (int32_t k = 0; k < s->order; k++) {
            s->x[k] += s->r[k];
        }
        if (round == 0 && first) {
            memcpy(first, s->x, bytes);
        }
        double next = residual(s);
        if (round > 0 && !(next < left)) {
            memcpy(s->x, s->kept, bytes);
            break;
        }
        left = next;
    }
    return left;
}

/* y and size at x. */
static void rate(tmiIslandRun *run, const double *w) {
    for (int32_t k = 0; k < run->rows; k++) {
        const double *row = w + (ptrdiff_t)k * run->rows;
        double sum = run->b[k], size = fabs(sum);
        for (int32_t j = 0; j < run->rows; j++) {
            double term = row[j] * run->x[j];
            sum += term;
            size += fabs(term);
        }
        run->y[k] = sum;
        run->size[k] = size;
    }
}

double tmi_island_dense(tmiIslandRun *run) {
    Set s = make_set(run);
    list_unknowns(&s);
    double left = refine(&s, run->pull > 0.0 ? run->pull : regular[0], s.first);
    if (!(left <= TMI_ISLAND_UNSETTLED)) {
        left = run->pull > 0.0 ? left : refine(&s, regular[1], NULL);
    }
    if (!(left <= TMI_ISLAND_UNSETTLED)) {
        memcpy(s.x, s.first, (size_t)s.order * sizeof *s.x);
    }
    memset(run->x, 0, (size_t)run->rows * sizeof *run->x);
    for (int32_t k = 0; k < s.order; k++) {
        run->x[s.row[k]] = s.x[k];
        if (s.follow[k] != 0.0) {
            run->x[s.row[k] + 1] = s.follow[k] * s.x[k];
        }
    }
    rate(run, s.w);
    return left;
}

/* Sets impulse k, and the rates with it: W is symmetric. */
static void set(tmiIslandRun *run, const double *w, int32_t k, double x) {
    double change = x - run->x[k];
    const double *row = w + (ptrdiff_t)k * run->rows;
    run->x[k] = x;
    for (int32_t j = 0; change != 0.0 && j < run->rows; j++) {
        run->y[j] += change * row[j];
    }
}

void tmi_island_dense_sweep(tmiIslandRun *run, int32_t sweeps) {
    const double *w = ((tmiDenseIsland *)run->problem)->w;
    rate(run, w);
    for (int32_t n = 0; n < sweeps; n++) {
        for (int32_t i = 0; i < run->count; i++) {
            const double *diagonal = w + 2 * i * ((ptrdiff_t)run->rows + 1);
            double p = run->x[2 * i], t = run->x[2 * i + 1];
            p = diagonal[0] > 0.0 ? p - run->y[2 * i] / diagonal[0] : p;
            p = p > 0.0 ? p : 0.0;
            set(run, w, 2 * i, p);
            double edge = run->friction[i] * p, yield = diagonal[run->rows + 1];
            t = yield > 0.0 ? t - run->y[2 * i + 1] / yield : t;
            set(run, w, 2 * i + 1, tmi_within(t, edge));
        }
    }
    rate(run, w);
}
