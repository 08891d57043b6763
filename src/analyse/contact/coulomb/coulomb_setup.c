/* coulomb_setup.c: a problem in the units of coulomb_private.h, its points sorted by pairs. */
#include "analyse/contact/coulomb/coulomb_private.h"

#include <math.h>
#include <string.h>

/* Pivots of an inverse mass below this part of the largest are 0 [1]: that direction does not
 * yield. */
#define PIVOT_PART 1e-14

/* Masses that are no more unlike than this count as alike; and the most that is made of it [1]. */
#define ALIKE 100.0
#define STIFF_MAX 1e6

/* ---- Room ------------------------------------------------------------------------------------ */

static bool take_arrays(tmiCoulombRun *run) {
    size_t nx = ((size_t)run->bodies + 1) * (size_t)run->dof, points = (size_t)run->count;
    size_t rows = points * (size_t)run->rows;
    double **by_motion[] = {&run->x, &run->dx, &run->xt, &run->expected};
    double **by_row[] = {&run->u,    &run->du,   &run->ut,    &run->lambda, &run->y, &run->centre,
                         &run->load, &run->best, &run->swept, &run->pushed, &run->b, &run->kept};
    double **by_point[] = {&run->slip, &run->sigma, &run->w, &run->mu};
    size_t total = 4 * nx + 12 * rows + 4 * points;
    double *numbers = tmi_arena_alloc(run->arena, total, sizeof *numbers);
    for (size_t k = 0; numbers && k < 4; k++, numbers += nx) {
        *by_motion[k] = numbers;
    }
    for (size_t k = 0; numbers && k < 12; k++, numbers += rows) {
        *by_row[k] = numbers;
    }
    for (size_t k = 0; numbers && k < 4; k++, numbers += points) {
        *by_point[k] = numbers;
    }
    run->j = tmi_arena_alloc(run->arena, 2 * rows * (size_t)run->dof, sizeof *run->j);
    run->g = tmi_arena_alloc(run->arena, rows * (size_t)run->rows, sizeof *run->g);
    run->state = tmi_arena_alloc(run->arena, points, sizeof *run->state);
    run->path = tmi_arena_alloc(run->arena, points, sizeof *run->path);
    return numbers && run->j && run->g && run->state && run->path;
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* The bodies of a caller's point: low first; one that does not yield is last. */
static void pair_of(const tmiCoulombRun *run, int32_t point, int32_t pair[2]) {
    for (int side = 0; side < 2; side++) {
        int32_t body = run->problem->bodies[point][side];
        pair[side] = body >= 0 ? body : run->bodies;
    }
    if (pair[0] > pair[1]) {
        int32_t low = pair[1];
        pair[1] = pair[0];
        pair[0] = low;
    }
}

/* Sorts points by one body of their pair, as they come where it is the same. */
static void sort_by(const tmiCoulombRun *run, int which, const int32_t *from, int32_t *to,
                    int32_t *start) {
    memset(start, 0, ((size_t)run->bodies + 2) * sizeof *start);
    int32_t pair[2];
    for (int32_t i = 0; i < run->count; i++) {
        pair_of(run, i, pair);
        start[pair[which] + 1]++;
    }
    for (int32_t k = 0; k <= run->bodies; k++) {
        start[k + 1] += start[k];
    }
    for (int32_t i = 0; i < run->count; i++) {
        int32_t point = from ? from[i] : i;
        pair_of(run, point, pair);
        to[start[pair[which]]++] = point;
    }
}

static tmStatus sort_points(tmiCoulombRun *run) {
    size_t n = (size_t)run->count, bodies = (size_t)run->bodies + 2;
    int32_t *start = tmi_arena_alloc(run->arena, bodies, sizeof *start);
    int32_t *half = tmi_arena_alloc(run->arena, n, sizeof *half);
    run->order = tmi_arena_alloc(run->arena, n, sizeof *run->order);
    run->body = tmi_arena_alloc(run->arena, n, sizeof *run->body);
    run->pair = tmi_arena_alloc(run->arena, n, sizeof *run->pair);
    run->pair_start = tmi_arena_alloc(run->arena, n + 1, sizeof *run->pair_start);
    if (!start || !half || !run->order || !run->body || !run->pair || !run->pair_start) {
        return TM_ERR_MEMORY;
    }
    sort_by(run, 1, NULL, half, start);
    sort_by(run, 0, half, run->order, start);
    for (int32_t i = 0; i < run->count; i++) {
        const int32_t *own = run->problem->bodies[run->order[i]];
        int32_t pair[2];
        pair_of(run, run->order[i], pair);
        for (int side = 0; side < 2; side++) {
            run->body[i][side] = own[side] >= 0 ? own[side] : run->bodies;
        }
        const int32_t *last = run->pairs > 0 ? run->pair[run->pairs - 1] : NULL;
        if (!last || last[0] != pair[0] || last[1] != pair[1]) {
            run->pair_start[run->pairs] = i;
            memcpy(run->pair[run->pairs++], pair, sizeof pair);
        }
    }
    run->pair_start[run->pairs] = run->count;
    return TM_OK;
}

/* ---- Scales ---------------------------------------------------------------------------------- */

/* What masses are measured by, and rates. */
static bool find_units(tmiCoulombRun *run) {
    const tmiCoulombProblem *p = run->problem;
    size_t side = (size_t)run->dof, rows = (size_t)run->count * (size_t)run->rows;
    double linear = 0.0, any = 0.0, rate = 0.0;
    bool finite = true;
    for (size_t i = 0; i < (size_t)run->bodies * side * side; i++) {
        double own = p->yields[i];
        bool diagonal = i % (side * side) % (side + 1) == 0;
        finite = finite && fabs(own) < INFINITY;
        any = diagonal && own > any ? own : any;
        linear = i % (side * side) == 0 && own > linear ? own : linear;
    }
    for (size_t k = 0; k < rows; k++) {
        finite = finite && fabs(p->b[k]) < INFINITY;
        rate = fabs(p->b[k]) > rate ? fabs(p->b[k]) : rate;
    }
    for (size_t k = 0; k < 2 * rows * side; k++) {
        finite = finite && fabs(p->across[k]) < INFINITY;
    }
    double mass = linear > 0.0 ? linear : any > 0.0 ? any : 1.0;
    run->unit_b = rate > 0.0 ? rate : 1.0;
    run->unit = run->unit_b / mass;
    return finite && run->unit > 0.0 && run->unit < INFINITY;
}

/* L of a body's inverse mass as part of the unit, by rows. */
static void root_of(const tmiCoulombRun *run, const double *yields, double *root) {
    int32_t n = run->dof;
    double mass = run->unit_b / run->unit, max = 0.0;
    for (int32_t i = 0; i < n; i++) {
        max = yields[i * (n + 1)] / mass > max ? yields[i * (n + 1)] / mass : max;
    }
    for (int32_t k = 0; k < n; k++) {
        for (int32_t i = 0; i < n; i++) {
            double sum = i < k ? 0.0 : yields[i * n + k] / mass;
            for (int32_t l = 0; l < k && i >= k; l++) {
                sum -= root[i * n + l] * root[k * n + l];
            }
            root[i * n + k] = sum;
        }
        double pivot = root[k * (n + 1)], size = yields[k * (n + 1)] / mass;
        double inverse = size > 0.0 && pivot > PIVOT_PART * size ? 1.0 / sqrt(pivot) : 0.0;
        for (int32_t i = k; i < n; i++) {
            root[i * n + k] = i == k && inverse > 0.0 ? sqrt(pivot) : root[i * n + k] * inverse;
        }
    }
}

/* J of a body's side of a point: A L. */
static void put_side(const tmiCoulombRun *run, const double *across, const double *root,
                     double *to) {
    for (int32_t k = 0; k < run->dof; k++) {
        double sum = 0.0;
        for (int32_t i = k; i < run->dof && root; i++) {
            sum += across[i] * root[i * run->dof + k];
        }
        to[k] = sum;
    }
}

/* x = L^-1 of an expected change of velocity. */
static void expect(tmiCoulombRun *run, int32_t body, const double *root) {
    const double *change = run->problem->expected + (ptrdiff_t)body * run->dof;
    double *x = run->expected + (ptrdiff_t)body * run->dof;
    for (int32_t i = 0; i < run->dof; i++) {
        double sum = change[i] / run->unit_b, pivot = root[i * (run->dof + 1)];
        for (int32_t k = 0; k < i; k++) {
            sum -= root[i * run->dof + k] * x[k];
        }
        x[i] = pivot > 0.0 ? sum / pivot : 0.0;
    }
}

/* A heavy body on light ones moves their points by little: it needs a larger penalty. */
static void find_stiffness(tmiCoulombRun *run) {
    double most = 0.0, least = INFINITY;
    for (int32_t i = 0; i < run->count; i++) {
        most = run->w[i] > most ? run->w[i] : most;
    }
    for (ptrdiff_t i = 0; i < run->bodies; i++) {
        double own = run->problem->yields[i * run->dof * run->dof] * (run->unit / run->unit_b);
        least = own > 0.0 && own < least ? own : least;
    }
    double ratio = most / least / ALIKE;
    run->stiffness = !(ratio > 1.0) ? 1.0 : ratio < STIFF_MAX ? ratio : STIFF_MAX;
}

static tmStatus scale(tmiCoulombRun *run, const double *impulse) {
    const tmiCoulombProblem *p = run->problem;
    int32_t n = run->dof, m = run->rows;
    double *roots =
        tmi_arena_alloc(run->arena, (size_t)run->bodies * (size_t)(n * n), sizeof *roots);
    if (!roots) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < run->bodies; i++) {
        root_of(run, p->yields + (ptrdiff_t)i * n * n, roots + (ptrdiff_t)i * n * n);
        if (p->expected) {
            expect(run, i, roots + (ptrdiff_t)i * n * n);
        }
    }
    for (int32_t i = 0; i < run->count; i++) {
        ptrdiff_t from = run->order[i];
        run->mu[i] = p->friction[from];
        for (int32_t r = 0; r < m; r++) {
            double yield = 0.0, *row = run->j + ((ptrdiff_t)i * m + r) * 2 * n;
            for (int side = 0; side < 2; side++) {
                int32_t body = run->body[i][side];
                put_side(run, p->across + ((from * m + r) * 2 + side) * n,
                         body < run->bodies ? roots + (ptrdiff_t)body * n * n : NULL,
                         row + side * n);
            }
            for (int32_t k = 0; k < 2 * n; k++) {
                yield += row[k] * row[k];
            }
            run->w[i] = yield > run->w[i] ? yield : run->w[i];
            run->b[i * m + r] = p->b[from * m + r] / run->unit_b;
            run->centre[i * m + r] = impulse[from * m + r] / run->unit;
        }
        run->w[i] = run->w[i] > 0.0 ? run->w[i] : 1.0;
    }
    return TM_OK;
}

/* A start outside of its cone is put on it: it may be that of other points. */
static bool take_start(tmiCoulombRun *run) {
    int32_t m = run->rows;
    for (int32_t i = 0; i < run->count; i++) {
        double *own = run->centre + (ptrdiff_t)i * m, y[TMI_COULOMB_ROWS_MAX] = {0.0};
        for (int32_t r = 0; r < m; r++) {
            y[r] = own[r];
            if (!(fabs(y[r]) < INFINITY)) {
                return false;
            }
        }
        tmi_project_disc(m, run->mu[i], y, own);
    }
    return true;
}

tmStatus tmi_coulomb_set_up(tmiCoulombRun *run, const double *impulse) {
    const tmiCoulombProblem *p = run->problem;
    for (int32_t i = 0; i < run->count; i++) {
        const int32_t *own = p->bodies[i];
        if (own[0] >= run->bodies || own[1] >= run->bodies || (own[0] == own[1] && own[0] >= 0)) {
            return TM_ERR_ARGUMENT;
        }
        if (!(p->friction[i] >= 0.0 || p->friction[i] == TMI_COULOMB_JOINT) ||
            !(p->friction[i] < INFINITY)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    if (!take_arrays(run)) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = find_units(run) ? sort_points(run) : TM_ERR_NOT_FINITE;
    status = status == TM_OK ? scale(run, impulse) : status;
    if (status != TM_OK || !take_start(run)) {
        return status != TM_OK ? status : TM_ERR_NOT_FINITE;
    }
    find_stiffness(run);
    return TM_OK;
}

void tmi_coulomb_give(const tmiCoulombRun *run, double *impulse) {
    int32_t m = run->rows;
    for (int32_t i = 0; i < run->count; i++) {
        for (int32_t r = 0; r < m; r++) {
            impulse[(ptrdiff_t)run->order[i] * m + r] = run->unit * run->best[i * m + r];
        }
    }
}
