/* lcp_problems.c: see lcp_problems.h. */
#include "lcp_problems.h"

#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *lcp_class_name(lcpClass class) {
    static const char *const names[LCP_CLASSES] = {"definite",   "p",      "semidefinite",
                                                   "copositive", "normal", "friction"};
    return names[class];
}

static double *at(lcpCase *c, int32_t i, int32_t j) {
    return &c->m[i * c->n + j];
}

void lcp_case_close(lcpCase *c) {
    c->lcp = (tmiLcp){.m = tmi_matrix(c->m, c->n, c->n), .q = c->q};
}

/* m += B B' of the given rank. */
static void add_gram(lcpCase *c, int32_t rank, uint64_t *state) {
    for (int32_t k = 0; k < rank; k++) {
        double b[LCP_ORDER_MAX];
        for (int32_t i = 0; i < c->n; i++) {
            b[i] = test_uniform(state, -1.0, 1.0);
        }
        for (int32_t i = 0; i < c->n; i++) {
            for (int32_t j = 0; j < c->n; j++) {
                *at(c, i, j) += b[i] * b[j];
            }
        }
    }
}

static void random_q(lcpCase *c, uint64_t *state) {
    for (int32_t i = 0; i < c->n; i++) {
        c->q[i] = test_uniform(state, -1.0, 1.0);
    }
}

/* q = w - M z of a solution in which some pairs are both 0. */
static void feasible_q(lcpCase *c, uint64_t *state) {
    double z[LCP_ORDER_MAX];
    for (int32_t i = 0; i < c->n; i++) {
        int32_t kind = test_between(state, 0, 4);
        z[i] = kind < 2 ? test_uniform(state, 0.0, 1.0) : 0.0;
        c->q[i] = kind > 2 ? test_uniform(state, 0.0, 1.0) : 0.0;
    }
    for (int32_t i = 0; i < c->n; i++) {
        for (int32_t j = 0; j < c->n; j++) {
            c->q[i] -= *at(c, i, j) * z[j];
        }
    }
}

static void fill_definite(lcpCase *c, uint64_t *state) {
    double skew = test_between(state, 0, 2);
    add_gram(c, c->n, state);
    for (int32_t i = 0; i < c->n; i++) {
        *at(c, i, i) += 0.1;
        for (int32_t j = 0; j < i; j++) {
            double s = skew * test_uniform(state, -1.0, 1.0);
            *at(c, i, j) += s;
            *at(c, j, i) -= s;
        }
    }
    random_q(c, state);
}

/* A triangular matrix with a positive diagonal, its rows and columns in another order. */
static void fill_p(lcpCase *c, uint64_t *state) {
    int32_t order[LCP_ORDER_MAX];
    for (int32_t i = 0; i < c->n; i++) {
        int32_t k = test_between(state, 0, i);
        order[i] = order[k];
        order[k] = i;
    }
    for (int32_t i = 0; i < c->n; i++) {
        *at(c, order[i], order[i]) = test_uniform(state, 0.5, 1.5);
        for (int32_t j = i + 1; j < c->n; j++) {
            *at(c, order[i], order[j]) = test_uniform(state, -2.0, 2.0);
        }
    }
    random_q(c, state);
}

static void fill_copositive(lcpCase *c, uint64_t *state) {
    add_gram(c, c->n / 3, state);
    for (int32_t i = 0; i < c->n; i++) {
        for (int32_t j = 0; j < c->n; j++) {
            *at(c, i, j) += i == j                           ? 0.1
                            : test_between(state, 0, 1) == 0 ? test_uniform(state, 0.0, 2.0)
                                                             : 0.0;
        }
    }
    random_q(c, state);
}

/* Touching pairs: rows of three numbers for each of two bodies, mostly the ground and one of few
 * boxes that touch flush, so that rows depend on each other and ratios tie. */
typedef struct Pair {
    int32_t a, b; /* bodies; b = -1: the ground */
    double n[6], t[6], mu;
} Pair;

#define PAIRS_MAX LCP_ORDER_MAX

typedef struct Scene {
    int32_t count;
    Pair pair[PAIRS_MAX];
    double inverse[PAIRS_MAX + 1][3]; /* inverse masses and inertia of each body */
    double v[PAIRS_MAX + 1][3];       /* velocities that the pairs must stop */
} Scene;

static void put_rows(double *row, double nx, double ny, double rx, double ry, double sign) {
    row[0] = sign * nx;
    row[1] = sign * ny;
    row[2] = sign * (rx * ny - ry * nx);
}

static void random_scene(Scene *s, int32_t pairs, uint64_t *state) {
    memset(s, 0, sizeof *s);
    s->count = pairs;
    int32_t bodies = (pairs + 1) / 2;
    double mu = 0.1 * test_between(state, 1, 10);
    for (int32_t k = 0; k < bodies; k++) {
        double mass = test_uniform(state, 0.5, 2.0);
        double inverse[3] = {1.0 / mass, 1.0 / mass, 6.0 / mass};
        memcpy(s->inverse[k], inverse, sizeof inverse);
        s->v[k][0] = test_between(state, 0, 2) == 0 ? test_uniform(state, -1.0, 1.0) : 0.0;
        s->v[k][1] = -0.1;
        s->v[k][2] = test_between(state, 0, 2) == 0 ? test_uniform(state, -0.1, 0.1) : 0.0;
    }
    bool flush = test_between(state, 0, 3) > 0;
    for (int32_t k = 0; k < pairs; k++) {
        Pair *p = &s->pair[k];
        int32_t box = k / 2;
        p->a = flush ? box : test_between(state, 0, bodies - 1);
        p->b = flush ? box - 1 : test_between(state, -1, bodies - 1);
        p->b = p->b == p->a ? -1 : p->b;
        double x = k % 2 ? 0.5 : -0.5, y = -0.5, nx = 0.0, ny = 1.0;
        if (!flush) {
            x = test_uniform(state, -0.5, 0.5);
            double turn = test_uniform(state, -1.0, 1.0);
            nx = turn / sqrt(1.0 + turn * turn);
            ny = 1.0 / sqrt(1.0 + turn * turn);
        }
        put_rows(p->n, nx, ny, x, y, 1.0);
        put_rows(p->n + 3, nx, ny, x, -y, p->b >= 0 ? -1.0 : 0.0);
        put_rows(p->t, ny, -nx, x, y, 1.0);
        put_rows(p->t + 3, ny, -nx, x, -y, p->b >= 0 ? -1.0 : 0.0);
        p->mu = mu;
    }
}

/* row of p times inverse mass times row of r. */
static double coupling(const Scene *s, const Pair *p, const double *row, const Pair *r,
                       const double *other) {
    int32_t mine[2] = {p->a, p->b}, theirs[2] = {r->a, r->b};
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            for (int k = 0; k < 3 && mine[i] >= 0 && mine[i] == theirs[j]; k++) {
                sum += row[3 * i + k] * s->inverse[mine[i]][k] * other[3 * j + k];
            }
        }
    }
    return sum;
}

static double speed(const Scene *s, const Pair *p, const double *row) {
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        sum += row[k] * s->v[p->a][k] + (p->b >= 0 ? row[3 + k] * s->v[p->b][k] : 0.0);
    }
    return sum;
}

/* Stewart and Trinkle's form: normal, forth, back, speed of slip for each pair. */
static void fill_friction(lcpCase *c, const Scene *s) {
    int32_t k = s->count;
    for (int32_t i = 0; i < k; i++) {
        const Pair *p = &s->pair[i];
        for (int32_t j = 0; j < k; j++) {
            const Pair *r = &s->pair[j];
            double nn = coupling(s, p, p->n, r, r->n), nt = coupling(s, p, p->n, r, r->t);
            double tn = coupling(s, p, p->t, r, r->n), tt = coupling(s, p, p->t, r, r->t);
            *at(c, i, j) = nn;
            *at(c, i, k + j) = nt;
            *at(c, i, 2 * k + j) = -nt;
            *at(c, k + i, j) = tn;
            *at(c, k + i, k + j) = tt;
            *at(c, k + i, 2 * k + j) = -tt;
            *at(c, 2 * k + i, j) = -tn;
            *at(c, 2 * k + i, k + j) = -tt;
            *at(c, 2 * k + i, 2 * k + j) = tt;
        }
        *at(c, k + i, 3 * k + i) = *at(c, 2 * k + i, 3 * k + i) = 1.0;
        *at(c, 3 * k + i, i) = p->mu;
        *at(c, 3 * k + i, k + i) = *at(c, 3 * k + i, 2 * k + i) = -1.0;
        c->q[i] = speed(s, p, p->n);
        c->q[k + i] = speed(s, p, p->t);
        c->q[2 * k + i] = -c->q[k + i];
        c->q[3 * k + i] = 0.0;
    }
}

static void fill_normal(lcpCase *c, const Scene *s) {
    for (int32_t i = 0; i < s->count; i++) {
        for (int32_t j = 0; j < s->count; j++) {
            *at(c, i, j) = coupling(s, &s->pair[i], s->pair[i].n, &s->pair[j], s->pair[j].n);
        }
        c->q[i] = speed(s, &s->pair[i], s->pair[i].n);
    }
}

void lcp_case_fill_bounded(lcpCase *c, int32_t pairs, uint64_t *state) {
    Scene s;
    random_scene(&s, pairs, state);
    c->n = 2 * pairs;
    for (int32_t i = 0; i < c->n; i++) {
        const Pair *p = &s.pair[i % pairs];
        const double *row = i < pairs ? p->n : p->t;
        for (int32_t j = 0; j < c->n; j++) {
            const Pair *r = &s.pair[j % pairs];
            *at(c, i, j) = coupling(&s, p, row, r, j < pairs ? r->n : r->t);
        }
        c->q[i] = speed(&s, p, row);
        c->low[i] = i < pairs ? 0.0 : -p->mu;
        c->high[i] = i < pairs ? (double)INFINITY : p->mu;
        c->of[i] = i < pairs ? -1 : i - pairs;
    }
    c->lcp = (tmiLcp){tmi_matrix(c->m, c->n, c->n), c->q, c->low, c->high, c->of};
}

void lcp_case_fill(lcpCase *c, lcpClass class, int32_t n, uint64_t *state) {
    Scene s;
    c->n = class == LCP_FRICTION ? 4 * ((n + 3) / 4) : n;
    memset(c->m, 0, sizeof(double) * (size_t)(c->n * c->n));
    switch (class) {
    case LCP_DEFINITE:
        fill_definite(c, state);
        break;
    case LCP_P:
        fill_p(c, state);
        break;
    case LCP_SEMIDEFINITE:
        add_gram(c, test_between(state, 0, c->n / 2), state);
        feasible_q(c, state);
        break;
    case LCP_COPOSITIVE:
        fill_copositive(c, state);
        break;
    case LCP_NORMAL:
        random_scene(&s, c->n, state);
        fill_normal(c, &s);
        break;
    default:
        random_scene(&s, c->n / 4, state);
        fill_friction(c, &s);
    }
    lcp_case_close(c);
}

void lcp_case_grade(lcpCase *c, double range, uint64_t *state) {
    for (int32_t k = 0; k < c->n; k++) {
        double row = pow(10.0, test_uniform(state, -range, range));
        double column = pow(10.0, test_uniform(state, -range, range));
        for (int32_t i = 0; i < c->n; i++) {
            *at(c, k, i) *= row;
        }
        c->q[k] *= row;
        for (int32_t i = 0; i < c->n; i++) {
            *at(c, i, k) *= column;
        }
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

#define GUARD 8
#define GUARD_DOUBLE 0x1.23456789abcdep+77
#define GUARD_INT 0x5a5a5a5a

/* Workspace with guards behind it. */
typedef struct Room {
    double *doubles;
    int32_t *ints;
    size_t double_count, int_count;
} Room;

static Room room_make(tmiLcpSolver solver, int32_t n) {
    static double doubles[5 * LCP_ORDER_MAX * LCP_ORDER_MAX];
    static int32_t ints[20 * LCP_ORDER_MAX];
    Room r = {doubles, ints, tmi_lcp_workspace(solver, n), tmi_lcp_int_workspace(solver, n)};
    if (r.double_count + GUARD > sizeof doubles / sizeof doubles[0] ||
        r.int_count + GUARD > sizeof ints / sizeof ints[0]) {
        abort();
    }
    for (int i = 0; i < GUARD; i++) {
        r.doubles[r.double_count + (size_t)i] = GUARD_DOUBLE;
        r.ints[r.int_count + (size_t)i] = GUARD_INT;
    }
    return r;
}

static void room_check(const Room *r) {
    for (int i = 0; i < GUARD; i++) {
        if (r->doubles[r->double_count + (size_t)i] != GUARD_DOUBLE ||
            r->ints[r->int_count + (size_t)i] != GUARD_INT) {
            abort();
        }
    }
}

tmStatus lcp_solve(const tmiLcp *problem, const tmiLcpSettings *settings, double *z, double *w,
                   tmiLcpInfo *info) {
    Room r = room_make(settings->solver, problem->m.rows);
    tmStatus status = tmi_lcp_solve(problem, settings, r.doubles, r.ints, z, w, info);
    room_check(&r);
    return status;
}

int32_t lcp_solutions(const tmiLcp *problem, double *all, int32_t max) {
    Room r = room_make(TMI_LCP_ENUMERATE, problem->m.rows);
    tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_ENUMERATE);
    int32_t found;
    tmStatus status = tmi_lcp_enumerate(problem, &s, r.doubles, r.ints, all, max, &found);
    room_check(&r);
    return status == TM_OK ? found : -1;
}

double lcp_violation(const tmiLcp *problem, const double *z) {
    double worst = 0.0;
    for (int32_t i = 0; i < problem->m.rows; i++) {
        double w = problem->q[i], by = 1.0;
        for (int32_t j = 0; j < problem->m.rows; j++) {
            w += tmi_row(problem->m, i)[j] * z[j];
        }
        if (problem->of && problem->of[i] >= 0) {
            by = z[problem->of[i]];
        }
        double low = problem->low ? problem->low[i] * by : 0.0;
        double high = problem->high ? problem->high[i] : (double)INFINITY;
        high = high < (double)INFINITY ? high * by : high;
        /* The projection of z - w is z exactly at solutions. */
        double to = fmin(fmax(z[i] - w, low), high);
        worst = fmax(worst, fabs(z[i] - to));
    }
    return worst;
}
