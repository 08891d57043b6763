/* island_sparse.c: the impulses of a large island of free bodies, without forming W.
 *
 * W = J M^-1 J^T with rows J of two bodies each. In the units of island_private.h, with J' = d J
 * M^-1/2 for J, W' = J' J'^T, and a set of states (island_dense.c (1)) asks for
 *
 *     (J C^T + epsilon I) x = r,   J its rows, C = J_n +- mu J_t for a point that slips, else J.
 *
 * With v = C^T x the change of the bodies' motion this is
 *
 *     (epsilon I + C^T J) v = C^T r,   x = (r - J v) / epsilon:                               (1)
 *
 * 3 unknowns a body instead of 1 or 2 a point, with a block for each two bodies that touch: a
 * planar graph, whose factors stay sparse. It is unsymmetric where points slip, but its pattern is
 * the same for all sets, so it is analysed once. The division by epsilon loses digits, which
 * refinement restores: each round gains those of lambda / epsilon, or of epsilon / roundoff. */
#include "analyse/contact/island/block_lu.h"
#include "analyse/contact/island/island_private.h"

#include <math.h>
#include <string.h>

/* The epsilon of (1) [1], as in island_dense.c; the second is larger, for the sake of digits. */
static const double regular[] = {0x1p-24, 0x1p-32};

/* A point, in the units of island_private.h. */
typedef struct Point {
    int32_t place[2];       /* of its bodies in the order of elimination; -1 */
    int32_t block;          /* of both, when both are there */
    double across[2][2][3]; /* rows of J': gap and slip by both bodies */
    double yield[2];        /* diagonal of W' */
} Point;

typedef struct Free {
    tmiIslandRun run;
    const tmiFreeIsland *island;
    tmiBlockLu lu;
    Point *points;
    double *v, *sum, *magnitude; /* 3 a body */
    double *r, *first;           /* rows */
} Free;

/* ---- J' and its transpose -------------------------------------------------------------------- */

static double along(const Point *p, int k, const double *v) {
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        if (p->place[side] >= 0) {
            const double *row = p->across[k][side], *x = v + 3 * (ptrdiff_t)p->place[side];
            sum += row[0] * x[0] + row[1] * x[1] + row[2] * x[2];
        }
    }
    return sum;
}

static void add(const Point *p, int k, double x, double *v) {
    for (int side = 0; side < 2; side++) {
        if (p->place[side] >= 0) {
            const double *row = p->across[k][side];
            double *to = v + 3 * (ptrdiff_t)p->place[side];
            to[0] += row[0] * x;
            to[1] += row[1] * x;
            to[2] += row[2] * x;
        }
    }
}

/* y and size at x. */
static void rate(Free *f) {
    tmiIslandRun *run = &f->run;
    size_t bytes = 3 * (size_t)f->lu.n * sizeof *f->sum;
    memset(f->sum, 0, bytes);
    memset(f->magnitude, 0, bytes);
    for (int32_t i = 0; i < run->rows; i++) {
        const Point *p = &f->points[i / 2];
        double x = run->x[i];
        for (int side = 0; side < 2 && x != 0.0; side++) {
            const double *row = p->across[i % 2][side];
            ptrdiff_t at = 3 * (ptrdiff_t)p->place[side];
            for (int c = 0; c < 3 && at >= 0; c++) {
                f->sum[at + c] += row[c] * x;
                f->magnitude[at + c] += fabs(row[c] * x);
            }
        }
    }
    for (int32_t i = 0; i < run->rows; i++) {
        const Point *p = &f->points[i / 2];
        double y = run->b[i], size = fabs(y);
        for (int side = 0; side < 2; side++) {
            const double *row = p->across[i % 2][side];
            ptrdiff_t at = 3 * (ptrdiff_t)p->place[side];
            for (int c = 0; c < 3 && at >= 0; c++) {
                y += row[c] * f->sum[at + c];
                size += fabs(row[c]) * f->magnitude[at + c];
            }
        }
        run->y[i] = y;
        run->size[i] = size;
    }
}

/* ---- One set of states ----------------------------------------------------------------------- */

/* The factor t / p of a point that slips. */
static double follow(const tmiIslandRun *run, int32_t i) {
    return tmi_cone_ratio(run->state[i], run->friction[i]);
}

static bool sticks(const tmiIslandRun *run, int32_t i) {
    return tmi_cone_sticks(run->state[i], run->friction[i]);
}

/* to += column row^T */
static void add_product(double *to, const double *column, const double *row) {
    for (int r = 0; r < 3; r++) {
        to[3 * r] += column[r] * row[0];
        to[3 * r + 1] += column[r] * row[1];
        to[3 * r + 2] += column[r] * row[2];
    }
}

/* The blocks of one point: of column (C) and row (J). */
static void add_point(Free *f, const Point *p, const double column[2][3], const double row[2][3]) {
    for (int side = 0; side < 2; side++) {
        if (p->place[side] >= 0) {
            add_product(f->lu.diagonal + 9 * (ptrdiff_t)p->place[side], column[side], row[side]);
        }
    }
    if (p->place[0] >= 0 && p->place[1] >= 0) {
        int low = p->place[0] < p->place[1] ? 0 : 1;
        ptrdiff_t at = 9 * (ptrdiff_t)p->block;
        add_product(f->lu.lower + at, column[1 - low], row[low]);
        add_product(f->lu.upper + at, column[low], row[1 - low]);
    }
}

/* epsilon I + C^T J */
static void fill(Free *f, double epsilon) {
    tmiBlockLu *lu = &f->lu;
    size_t blocks = (size_t)lu->start[lu->n], bytes = 9 * sizeof(double);
    memset(lu->diagonal, 0, (size_t)lu->n * bytes);
    memset(lu->lower, 0, blocks * bytes);
    memset(lu->upper, 0, blocks * bytes);
    for (int32_t i = 0; i < 3 * lu->n; i++) {
        lu->diagonal[9 * (i / 3) + 4 * (i % 3)] = epsilon;
    }
    for (int32_t i = 0; i < f->run.count; i++) {
        const Point *p = &f->points[i];
        if (f->run.state[i] == TMI_CONTACT_OPEN) {
            continue;
        }
        double column[2][3], factor = follow(&f->run, i);
        for (int c = 0; c < 6; c++) {
            column[c / 3][c % 3] = p->across[0][c / 3][c % 3] + factor * p->across[1][c / 3][c % 3];
        }
        add_point(f, p, (const double(*)[3])column, p->across[0]);
        if (sticks(&f->run, i)) {
            add_point(f, p, p->across[1], p->across[1]);
        }
    }
}

/* r = -y of the unknowns' rows, 0 elsewhere; returns its maximum as part of the terms of a row. */
static double residual(Free *f) {
    const tmiIslandRun *run = &f->run;
    double worst = 0.0;
    rate(f);
    for (int32_t i = 0; i < run->rows; i++) {
        bool unknown = run->state[i / 2] != TMI_CONTACT_OPEN && (i % 2 == 0 || sticks(run, i / 2));
        double pull = run->pull > 0.0 ? run->pull * (run->x[i] - run->centre[i]) : 0.0;
        f->r[i] = unknown ? -run->y[i] - pull : 0.0;
        double part = run->size[i] > 0.0 ? fabs(f->r[i]) / run->size[i] : 0.0;
        worst = part <= worst ? worst : part;
    }
    return worst;
}

/* x += what (1) has for r. */
static void correct(Free *f, double epsilon) {
    tmiIslandRun *run = &f->run;
    memset(f->v, 0, 3 * (size_t)f->lu.n * sizeof *f->v);
    for (int32_t i = 0; i < run->count; i++) {
        double factor = follow(run, i), r = f->r[2 * i];
        if (run->state[i] != TMI_CONTACT_OPEN) {
            add(&f->points[i], 0, r, f->v);
            add(&f->points[i], 1, factor * r + f->r[2 * i + 1], f->v);
        }
    }
    tmi_block_lu_solve(&f->lu, f->v);
    for (int32_t i = 0; i < run->count; i++) {
        if (run->state[i] == TMI_CONTACT_OPEN) {
            continue;
        }
        run->x[2 * i] += (f->r[2 * i] - along(&f->points[i], 0, f->v)) / epsilon;
        if (sticks(run, i)) {
            run->x[2 * i + 1] += (f->r[2 * i + 1] - along(&f->points[i], 1, f->v)) / epsilon;
        } else {
            run->x[2 * i + 1] = follow(run, i) * run->x[2 * i];
        }
    }
}

/* The part of the centre that belongs to the set's unknowns. */
static void begin(Free *f) {
    tmiIslandRun *run = &f->run;
    for (int32_t i = 0; i < run->count; i++) {
        bool on = run->centre && run->state[i] != TMI_CONTACT_OPEN;
        double p = on ? run->centre[2 * i] : 0.0;
        run->x[2 * i] = p;
        run->x[2 * i + 1] = on && sticks(run, i) ? run->centre[2 * i + 1]
                            : on                 ? follow(run, i) * p
                                                 : 0.0;
    }
}

/* Solves for x, refined; the first solution goes to `first` unless that is null. Returns the
 * residual that is left. */
static double refine(Free *f, double epsilon, double *first) {
    tmiIslandRun *run = &f->run;
    size_t bytes = (size_t)run->rows * sizeof *run->x;
    begin(f);
    if (first) {
        memcpy(first, run->x, bytes);
    }
    fill(f, epsilon);
    double left = residual(f);
    if (!tmi_block_lu_factor(&f->lu)) {
        return INFINITY;
    }
    for (int round = 0; round < TMI_ISLAND_ROUNDS && !(left <= TMI_ISLAND_SETTLED); round++) {
        correct(f, epsilon);
        if (round == 0 && first) {
            memcpy(first, run->x, bytes);
        }
        double next = residual(f);
        if (round > 0 && !(next < left)) {
            left = next;
            break;
        }
        left = next;
    }
    return left;
}

static double evaluate(tmiIslandRun *run) {
    Free *f = run->problem;
    double left = refine(f, run->pull > 0.0 ? run->pull : regular[0], f->first);
    if (!(left <= TMI_ISLAND_UNSETTLED)) {
        left = run->pull > 0.0 ? left : refine(f, regular[1], NULL);
    }
    if (!(left <= TMI_ISLAND_UNSETTLED)) {
        memcpy(run->x, f->first, (size_t)run->rows * sizeof *run->x);
        rate(f);
    }
    return left;
}

static void sweep(tmiIslandRun *run, int32_t sweeps) {
    Free *f = run->problem;
    rate(f);
    for (int32_t n = 0; n < sweeps; n++) {
        for (int32_t i = 0; i < run->count; i++) {
            const Point *p = &f->points[i];
            double old[2] = {run->x[2 * i], run->x[2 * i + 1]}, *x = run->x + 2 * (ptrdiff_t)i;
            if (p->yield[0] > 0.0) {
                x[0] -= (run->b[2 * i] + along(p, 0, f->sum)) / p->yield[0];
            }
            x[0] = x[0] > 0.0 ? x[0] : 0.0;
            if (x[0] != old[0]) {
                add(p, 0, x[0] - old[0], f->sum);
            }
            double edge = run->friction[i] * x[0];
            if (p->yield[1] > 0.0 && edge > 0.0) {
                x[1] -= (run->b[2 * i + 1] + along(p, 1, f->sum)) / p->yield[1];
            }
            x[1] = tmi_within(x[1], edge);
            if (x[1] != old[1]) {
                add(p, 1, x[1] - old[1], f->sum);
            }
        }
    }
    rate(f);
}

/* ---- The island ------------------------------------------------------------------------------ */

static tmStatus allocate(Free *f, tmiArena *arena) {
    size_t rows = 2 * (size_t)f->run.count, bodies = (size_t)f->island->body_count;
    double *numbers =
        tmi_arena_alloc(arena, 8 * rows + (size_t)f->run.count + 9 * bodies, sizeof *numbers);
    f->points = tmi_arena_alloc(arena, (size_t)f->run.count, sizeof *f->points);
    if (!numbers || !f->points) {
        return TM_ERR_MEMORY;
    }
    double **arrays[] = {&f->run.b,    &f->run.x,     &f->run.y, &f->run.size,
                         &f->run.kept, &f->run.spare, &f->r,     &f->first};
    for (int k = 0; k < 8; k++, numbers += rows) {
        *arrays[k] = numbers;
    }
    f->v = numbers;
    f->sum = f->v + 3 * bodies;
    f->magnitude = f->sum + 3 * bodies;
    f->run.d = f->magnitude + 3 * bodies;
    return TM_OK;
}

static tmStatus analyse(Free *f, tmiArena *arena) {
    int32_t pairs = 0, bodies = f->island->body_count;
    int32_t(*pair)[2] = tmi_arena_alloc(arena, (size_t)f->run.count, sizeof *pair);
    if (!pair) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < f->run.count; i++) {
        const int32_t *body = f->island->points[i].body;
        if (body[0] >= bodies || body[1] >= bodies || (body[0] == body[1] && body[0] >= 0)) {
            return TM_ERR_ARGUMENT;
        }
        if (body[0] >= 0 && body[1] >= 0) {
            memcpy(pair[pairs++], body, sizeof pair[0]);
        }
    }
    return tmi_block_lu_analyse(&f->lu, arena, bodies, (const int32_t(*)[2])pair, pairs);
}

/* What weights are measured by, so that masses scaled by any power of two give the same bits: a
 * root of a quotient does, where that of a weight would not. */
static double reference(const tmiFreeIsland *island) {
    double linear = 0.0, angular = 0.0;
    for (int32_t i = 0; i < island->body_count; i++) {
        const double *w = island->weights[i];
        linear = w[0] > linear ? w[0] : linear;
        linear = w[1] > linear ? w[1] : linear;
        angular = w[2] > angular ? w[2] : angular;
    }
    return linear > 0.0 ? linear : angular > 0.0 ? angular : 1.0;
}

/* J M^-1/2 of a point, and its yields, as parts of the reference. */
static bool weigh(const Free *f, int32_t i, double by) {
    const tmiFreePoint *from = &f->island->points[i];
    Point *p = &f->points[i];
    for (int c = 0; c < 12; c++) {
        int k = c / 6, side = c / 3 % 2, n = c % 3, body = from->body[side];
        double weight = body >= 0 ? f->island->weights[body][n] : 0.0;
        double entry = weight > 0.0 ? sqrt(weight / by) * from->across[k][side][n] : 0.0;
        p->across[k][side][n] = entry;
        p->yield[k] += entry * entry;
        p->place[side] = body >= 0 ? f->lu.place[body] : -1;
        if (!(weight >= 0.0)) {
            return false;
        }
    }
    f->run.d[i] = p->yield[0] > p->yield[1] ? p->yield[0] : p->yield[1];
    return p->yield[0] < INFINITY && p->yield[1] < INFINITY;
}

/* All in the units of island_private.h. */
static tmStatus scale(Free *f) {
    tmiIslandRun *run = &f->run;
    double by = reference(f->island);
    for (int32_t i = 0; i < run->count; i++) {
        if (!weigh(f, i, by)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    tmStatus status = tmi_island_scale(run, f->island->b);
    double root = sqrt(run->max);
    for (int32_t i = 0; i < run->count && status == TM_OK; i++) {
        Point *p = &f->points[i];
        double factor = run->d[i] / root;
        for (int c = 0; c < 12; c++) {
            p->across[c / 6][c / 3 % 2][c % 3] *= factor;
        }
        p->yield[0] *= factor * factor;
        p->yield[1] *= factor * factor;
        if (p->place[0] >= 0 && p->place[1] >= 0) {
            bool turned = p->place[0] > p->place[1];
            p->block = tmi_block_lu_find(&f->lu, p->place[turned], p->place[!turned]);
        }
    }
    run->max *= by;
    return status;
}

static bool is_accepted(Free *f, double *impulse, double *work) {
    tmi_island_finish(&f->run, impulse);
    f->run.info.residual = tmi_island_free_residual(f->island, impulse, work);
    return f->run.info.residual <= TMI_ISLAND_ACCEPT;
}

/* Impulses without friction with which nothing slips are a solution with any friction: (1) asks for
 * no more of a point that sticks. So is a pile of boxes that lie level on each other, in which
 * friction can share loads in so many ways that the active set may find none. */
static tmStatus solve_level(Free *f, tmiArena *arena, double *impulse, double *work) {
    tmiIslandRun *run = &f->run;
    double *none = tmi_arena_alloc(arena, (size_t)run->count, sizeof *none);
    if (!none) {
        return TM_ERR_MEMORY;
    }
    memset(run->state, TMI_CONTACT_STICK, (size_t)run->count);
    run->friction = none;
    run->centre = NULL;
    return tmi_island_settle(run) && is_accepted(f, impulse, work) ? TM_OK : TM_ERR_NOT_CONVERGED;
}

static tmStatus solve(Free *f, tmiArena *arena, double *impulse) {
    tmStatus status = allocate(f, arena);
    status = status == TM_OK ? analyse(f, arena) : status;
    status = status == TM_OK ? scale(f) : status;
    if (status != TM_OK) {
        return status;
    }
    double *work = tmi_arena_alloc(arena, tmi_island_free_residual_work(f->island), sizeof *work);
    if (!work) {
        return TM_ERR_MEMORY;
    }
    if (tmi_island_settle(&f->run) && is_accepted(f, impulse, work)) {
        return TM_OK;
    }
    return solve_level(f, arena, impulse, work);
}

tmStatus tmi_island_solve_free(const tmiFreeIsland *island, tmiArena *arena, uint8_t *state,
                               double *impulse, tmiContactIslandInfo *info) {
    if (!island || island->count < 0 || island->body_count < 0 || !arena || !info ||
        (island->count > 0 && (!island->points || !island->b || !island->friction || !state ||
                               !impulse || (island->body_count > 0 && !island->weights)))) {
        return TM_ERR_ARGUMENT;
    }
    *info = (tmiContactIslandInfo){0};
    if (island->count == 0) {
        return TM_OK;
    }
    tmiArenaMark mark = tmi_arena_mark(arena);
    Free f = {.run = {.count = island->count,
                      .rows = 2 * island->count,
                      .friction = island->friction,
                      .state = state,
                      .evaluate = evaluate,
                      .sweep = sweep},
              .island = island};
    f.run.problem = &f;
    tmStatus status = solve(&f, arena, impulse);
    tmi_arena_release(arena, mark);
    if (status != TM_OK) {
        memset(state, TMI_CONTACT_OPEN, (size_t)island->count);
        memset(impulse, 0, 2 * (size_t)island->count * sizeof *impulse);
    }
    *info = f.run.info;
    return status;
}
