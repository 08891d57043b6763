/* lemke.c: Lemke's complementary pivoting for linear complementarity problems, [CPS] 4.4, [MU] 2.
 *
 *   w = q + M z + d z0,   d > 0 the cover                                                       (1)
 * z0 enters for the worst row, then always the complement of what left last, until z0 leaves
 * (solved) or nothing blocks (a ray). The tableau is the condensed one: basic variables as
 * functions of the n + 1 others,
 *   x_i = Q_i + sum_c T_ic y_c                                                                  (2)
 * Ties of the ratio test are broken lexicographically, [CPS] 4.9, with the rows of the inverse
 * basis, which (2) holds in the columns of the w that are not basic.
 * Departs from the sources: pivots below l.pivot count as zero; z0 leaves whenever it ties within
 * Z0_TIE, or rounding would end in a ray beside the solution; after a failure ties go to the
 * largest pivot, and z0 waits for its turn on every second path, for what is 1e-9 of the largest q
 * may matter in its own row; from the third path on the cover is random. The answer is solved for
 * again in its final basis (basis.c). Assumes that M and q are scaled to entries near 1. Costs 2
 * n^2 operations a pivot; n / 2 to 3 n pivots are usual, 2^n possible ([MU] 6). */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

/* The value up to which a basic variable counts as 0 together with the one that blocks [of q]:
 * rounding errors of a hundred pivots. */
#define BLOCKED_TOGETHER 1e-12

/* The same for z0, which is worth an error that the final solve takes away. */
#define Z0_TIE 1e-9

/* Entries of the inverse basis that differ by this part [1] or less count as equal. */
#define LEXICOGRAPHIC_TIE 1e-9

/* Random covers are between this and 1 [1]: no row is favoured by more than its fourfold. */
#define COVER_MIN 0.25

/* Default bound on the pivots of a path: a n + b, ten times what is usual. */
#define PIVOTS_EACH 50
#define PIVOTS_MORE 100

/* Variables are numbered: w_i as i, z_i as n + i, z0 as 2 n. Columns hold n + 1 variables and Q. */
typedef struct Tableau {
    int32_t n, stride;
    double *t;
    int32_t *basic;  /* variable of each row */
    int32_t *column; /* variable of each column */
    int32_t *where;  /* of each variable: its row, or ~column */
    double pivot;
    bool by_size;
    double z0_tie;
} Tableau;

static double *row_of(const Tableau *x, int32_t i) {
    return x->t + (ptrdiff_t)i * x->stride;
}

static double value(const Tableau *x, int32_t i) {
    double q = row_of(x, i)[x->n + 1];
    return q > 0.0 ? q : 0.0;
}

tmiLcpRoom tmi_lemke_room(int32_t n) {
    size_t k = (size_t)n;
    return (tmiLcpRoom){k * (k + 2), 4 * k + 2};
}

static void tableau_fill(Tableau *x, const tmiLemke *l, double *work, int32_t *ints) {
    int32_t n = l->n;
    *x = (Tableau){.n = n, .stride = n + 2, .t = work, .pivot = l->pivot, .by_size = l->by_size};
    x->z0_tie = l->late ? BLOCKED_TOGETHER : Z0_TIE;
    x->basic = ints;
    x->column = ints + n;
    x->where = ints + 2 * n + 1;
    for (int32_t i = 0; i < n; i++) {
        double *row = row_of(x, i);
        memcpy(row, l->m + (ptrdiff_t)i * n, (size_t)n * sizeof *row);
        row[n] = l->cover[i];
        row[n + 1] = l->q[i];
        x->basic[i] = i;
        x->column[i] = n + i;
        x->where[i] = i;
        x->where[n + i] = ~i;
    }
    x->column[n] = 2 * n;
    x->where[2 * n] = ~n;
}

/* Entry j of row i of the inverse basis. */
static double inverse_entry(const Tableau *x, int32_t i, int32_t j) {
    int32_t at = x->where[j];
    return at >= 0 ? (at == i ? 1.0 : 0.0) : -row_of(x, i)[~at];
}

/* Whether row i comes before row k in the lexicographic order of rows divided by their pivots. */
static bool is_less(const Tableau *x, int32_t i, int32_t k, int32_t s) {
    double pi = -row_of(x, i)[s], pk = -row_of(x, k)[s];
    for (int32_t j = 0; j < x->n; j++) {
        double a = inverse_entry(x, i, j) / pi, b = inverse_entry(x, k, j) / pk;
        if (fabs(a - b) > LEXICOGRAPHIC_TIE * (fabs(a) + fabs(b) + 1.0)) {
            return a < b;
        }
    }
    return pi > pk;
}

/* Returns the row that blocks when column s enters, -1 for none. */
static int32_t blocking_row(const Tableau *x, int32_t s) {
    double best = INFINITY;
    for (int32_t i = 0; i < x->n; i++) {
        double t = row_of(x, i)[s];
        if (t < -x->pivot && value(x, i) < -best * t) {
            best = value(x, i) / -t;
        }
    }
    if (best == INFINITY) {
        return -1;
    }
    int32_t z0 = x->where[2 * x->n], found = -1;
    if (z0 >= 0 && row_of(x, z0)[s] < -x->pivot &&
        value(x, z0) + best * row_of(x, z0)[s] <= x->z0_tie) {
        return z0;
    }
    for (int32_t i = 0; i < x->n; i++) {
        double t = row_of(x, i)[s];
        if (t >= -x->pivot || value(x, i) + best * t > BLOCKED_TOGETHER) {
            continue;
        }
        bool better = found < 0 || (x->by_size ? t < row_of(x, found)[s] : is_less(x, i, found, s));
        found = better ? i : found;
    }
    return found;
}

/* Exchanges row r with column s. */
static void exchange(Tableau *x, int32_t r, int32_t s) {
    double *pivot_row = row_of(x, r), inverse = 1.0 / pivot_row[s];
    tmi_scale(pivot_row, -inverse, x->stride);
    pivot_row[s] = inverse;
    for (int32_t i = 0; i < x->n; i++) {
        double *row = row_of(x, i), factor = row[s];
        if (i != r && factor != 0.0) {
            row[s] = 0.0;
            tmi_axpy(row, factor, pivot_row, x->stride);
        }
    }
    int32_t leaves = x->basic[r], enters = x->column[s];
    x->basic[r] = enters;
    x->column[s] = leaves;
    x->where[enters] = r;
    x->where[leaves] = ~s;
}

/* The first row, in the order of (q_i, e_i) / d_i: of equals the last. -1: z = 0 solves it. */
static int32_t first_row(const tmiLemke *l) {
    double worst = 0.0;
    int32_t found = -1;
    for (int32_t i = 0; i < l->n; i++) {
        double part = l->q[i] / l->cover[i];
        if (part < 0.0 && part <= worst) {
            worst = part;
            found = i;
        }
    }
    return found;
}

static tmiLcpOutcome follow(tmiLemke *l, Tableau *x, int32_t r) {
    int32_t s = l->n;
    while (l->pivots < l->max) {
        int32_t leaves = x->basic[r];
        exchange(x, r, s);
        l->pivots++;
        if (leaves == 2 * l->n) {
            return TMI_LCP_SOLVED;
        }
        s = ~x->where[leaves < l->n ? leaves + l->n : leaves - l->n];
        r = blocking_row(x, s);
        if (r < 0) {
            /* Noise of zeros hides the last pivot when z0 is all but 0. */
            return value(x, x->where[2 * l->n]) <= x->z0_tie ? TMI_LCP_SOLVED : TMI_LCP_RAY;
        }
    }
    return TMI_LCP_LIMIT;
}

tmiLcpOutcome tmi_lemke_follow(tmiLemke *l, double *work, int32_t *ints, double *z) {
    Tableau x;
    int32_t r = first_row(l);
    l->pivots = 0;
    tableau_fill(&x, l, work, ints);
    tmiLcpOutcome outcome = r < 0 ? TMI_LCP_SOLVED : follow(l, &x, r);
    if (outcome != TMI_LCP_SOLVED) {
        return outcome;
    }
    for (int32_t i = 0; i < l->n; i++) {
        z[i] = x.where[l->n + i] >= 0 ? value(&x, x.where[l->n + i]) : 0.0;
        if (!(z[i] < INFINITY)) {
            return TMI_LCP_NOT_FINITE;
        }
        if (l->side) {
            l->side[i] = x.where[l->n + i] >= 0 ? TMI_LCP_FREE : TMI_LCP_LOW;
        }
    }
    return TMI_LCP_SOLVED;
}

tmiLcpRoom tmi_lcp_lemke_room(int32_t n) {
    tmiLcpRoom path = tmi_lemke_room(n), basis = tmi_lcp_basis_room(n);
    size_t k = (size_t)n;
    return (tmiLcpRoom){2 * k + (path.doubles > basis.doubles ? path.doubles : basis.doubles),
                        k + (path.ints > basis.ints ? path.ints : basis.ints)};
}

/* The cover of a try: ones twice, then random numbers. */
static void put_cover(tmiLcpRun *run, double *cover, int32_t try) {
    for (int32_t i = 0; i < run->n; i++) {
        double part = try < 2 ? 1.0 : tmi_lcp_random(&run->random);
        cover[i] = COVER_MIN + (1.0 - COVER_MIN) * part;
    }
}

/* One path; returns the residual of its end, which is in z, INFINITY for a path without one. */
static double try_path(tmiLcpRun *run, int32_t try, double *room, tmiLcpOutcome *end) {
    const tmiLcpSettings *s = run->settings;
    double *cover = room, *work = cover + run->n;
    int32_t *side = run->ints, *ints = side + run->n;
    put_cover(run, cover, try);
    tmiLemke l = {.n = run->n, .m = run->p.m.data, .q = run->p.q, .cover = cover, .side = side};
    l.pivot = s->pivot;
    l.by_size = try > 0;
    l.late = try % 2 == 1;
    l.max = s->steps > 0 ? s->steps - run->info.steps : PIVOTS_EACH * run->n + PIVOTS_MORE;
    *end = tmi_lemke_follow(&l, work, ints, run->z);
    run->info.steps += l.pivots;
    run->info.tries = try;
    if (*end != TMI_LCP_SOLVED) {
        return INFINITY;
    }
    double residual = tmi_lcp_polish(run, side, work, ints);
    return residual <= s->accept ? residual : tmi_lcp_polish(run, NULL, work, ints);
}

tmiLcpOutcome tmi_lcp_lemke(tmiLcpRun *run) {
    const tmiLcpSettings *s = run->settings;
    size_t n = (size_t)run->n;
    double *best = run->work, *room = best + n, min = INFINITY;
    /* A start with the right sides needs no pivot. */
    if (run->started && tmi_lcp_polish(run, NULL, room, run->ints) <= s->accept) {
        return TMI_LCP_SOLVED;
    }
    memset(best, 0, n * sizeof *best);
    tmiLcpOutcome outcome = TMI_LCP_RAY, end;
    for (int32_t try = 0; try <= s->tries; try++) {
        double residual = try_path(run, try, room, &end);
        if (residual <= s->accept) {
            return TMI_LCP_SOLVED;
        }
        if (residual < min) {
            min = residual;
            memcpy(best, run->z, n * sizeof *best);
        }
        /* Of several failures, the least certain one is reported. */
        outcome = end == TMI_LCP_RAY ? outcome : TMI_LCP_LIMIT;
        if (s->steps > 0 && run->info.steps >= s->steps) {
            break;
        }
    }
    memcpy(run->z, best, n * sizeof *best);
    return outcome;
}
