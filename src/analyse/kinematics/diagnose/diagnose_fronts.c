/* diagnose_fronts.c: rank, free motions and stresses of a mechanism's rows by a sparse orthogonal
 * factorisation that squares no condition number.
 *
 * Q^T A = R by Householder reflections ([GV] 5.2), mover by mover in an order that keeps fronts
 * small. The front of a mover holds all rows that have an entry in its three columns. Reflections
 * make zeros below as many of these columns as are independent; the others are free: all rows that
 * know them are in the front, so they depend on the columns before them, and there is nothing to
 * put off. Rows below the pivots pass on to the next front, squeezed to a trapezium where there are
 * more of them than columns left. A row that is never a pivot's belongs to a stress y = Q e, with
 * A^T y = 0. This is the multifrontal QR of [Bjo96] 6.6 with the rank rule of [Heath].
 * Departs from it: columns are pivoted among the three of a mover; reflections are kept, since
 * stresses are wanted.
 * Costs, for a front of p rows and q columns, some 4 p q min(p, q) operations and p q numbers:
 * linear in the bodies for chains and ladders. */
#include "analyse/kinematics/diagnose/diagnose_private.h"

#include <math.h>
#include <string.h>

#define NONE (-1)

/* A motion with a larger number [1] is scaled down: along a long row of links it may grow without
 * bound, and what is so much slower stands still. */
#define FAST 1e100

/* Length of a column below which it is rounding errors, rows being unit vectors [1]. */
#define COLUMN_MIN 1e-9

struct tmiFront {
    int32_t mover;
    int32_t rows, others; /* movers behind the front's own that its rows touch */
    int32_t pivots;       /* of its own columns */
    int32_t steps;        /* reflections: the pivots' and the squeezing ones */
    int32_t own[3];       /* its own columns in the order of pivoting, the free ones last */
    int32_t *slot;        /* of each row: the row of the system whose place it has */
    int32_t *other;
    double *tau;
    double *matrix; /* rows x (3 + 3 others + 1): R, below it the reflections; last Q^T r */
};

static int32_t columns_of(const tmiFront *front) {
    return 3 + 3 * front->others + 1;
}

/* How many rows a front passes on. Where a step is wanted, what is left of r beyond them is of no
 * use to it. */
static int32_t passed(const tmiFront *front) {
    int32_t rest = front->rows - front->pivots, max = 3 * front->others;
    return rest < max ? rest : max;
}

/* Column in which reflection `step` was made. */
static int32_t step_column(const tmiFront *front, int32_t step) {
    return step < front->pivots ? step : 3 + step - front->pivots;
}

static tmiMatrix part_of(const tmiFront *front, int32_t row, int32_t column) {
    int32_t stride = columns_of(front);
    return (tmiMatrix){front->matrix + (ptrdiff_t)row * stride + column, front->rows - row,
                       stride - column, stride};
}

/* ---- Order --------------------------------------------------------------------------------- */

/* Which demands tie which mover: those of mover b are list[start[b]] … list[start[b + 1] - 1]. */
typedef struct Constraints {
    int32_t *start;
    int32_t *list; /* first rows of the demands */
} Constraints;

static void find_constraints(const tmiLinkage *s, Constraints *constraints) {
    for (int pass = 0; pass < 2; pass++) { /* count one place ahead, then fill */
        for (int32_t d = 0; d < s->demand_count; d++) {
            int32_t row = s->demands[d].row;
            for (int32_t at = s->pattern.start[row]; at < s->pattern.start[row + 1]; at += 3) {
                int32_t *place = &constraints->start[s->pattern.index[at] / 3 + 1];
                if (pass == 0) {
                    place[1]++;
                } else {
                    constraints->list[(*place)++] = row;
                }
            }
        }
        for (int32_t i = 0; pass == 0 && i < s->mover_count; i++) {
            constraints->start[i + 2] += constraints->start[i + 1];
        }
    }
}

/* Puts the movers before b that it is tied to into `index`, ascending, each once, and returns how
 * many there are. `mark` is all NONE or of other movers. */
static int32_t neighbours(const tmiLinkage *s, const Constraints *constraints, int32_t b,
                          int32_t *mark, int32_t *index) {
    int32_t count = 0;
    for (int32_t i = constraints->start[b]; i < constraints->start[b + 1]; i++) {
        for (int32_t at = s->pattern.start[constraints->list[i]]; s->pattern.index[at] / 3 < b;
             at += 3) {
            int32_t other = s->pattern.index[at] / 3, k = count;
            if (mark[other] == b) {
                continue;
            }
            mark[other] = b;
            for (; k > 0 && index[k - 1] > other; k--) {
                index[k] = index[k - 1];
            }
            index[k] = other;
            count++;
        }
    }
    return count;
}

/* Orders the movers so that fronts stay small: the graph of which mover is tied to which, as the
 * lower triangle of a symmetric pattern, goes to the sparse kernels' ordering. */
static tmStatus find_order(tmiFronts *f, tmiArena *scratch) {
    const tmiLinkage *s = f->s;
    size_t n = (size_t)s->mover_count, ends = 0, pairs = 0;
    for (int32_t i = 0; i < s->demand_count; i++) {
        ends += (size_t)s->demands[i].ends;
        pairs += (size_t)(s->demands[i].ends * (s->demands[i].ends - 1) / 2);
    }
    Constraints constraints = {tmi_arena_alloc(scratch, n + 2, sizeof(int32_t)),
                               tmi_arena_alloc(scratch, ends, sizeof(int32_t))};
    int32_t *start = tmi_arena_alloc(scratch, n + 1, sizeof *start);
    int32_t *index = tmi_arena_alloc(scratch, pairs, sizeof *index);
    int32_t *mark = tmi_arena_alloc(scratch, n, sizeof *mark);
    if (!constraints.start || !constraints.list || !start || !index || !mark) {
        return TM_ERR_MEMORY;
    }
    find_constraints(s, &constraints);
    for (int32_t b = 0; b < s->mover_count; b++) {
        mark[b] = NONE;
        start[b + 1] = start[b] + neighbours(s, &constraints, b, mark, index + start[b]);
    }
    const tmiPattern lower = {s->mover_count, s->mover_count, start, index};
    return tmi_ordering_find(scratch, &lower, f->order);
}

tmStatus tmi_fronts_make(tmiFronts *f, tmiArena *arena, const tmiLinkage *s) {
    size_t n = (size_t)s->mover_count, rows = (size_t)s->rows;
    *f = (tmiFronts){.s = s};
    tmi_arena_init(&f->arena, arena->allocator);
    f->order = tmi_arena_alloc(arena, n, sizeof(int32_t));
    f->place = tmi_arena_alloc(arena, n, sizeof(int32_t));
    f->first = tmi_arena_alloc(arena, n, sizeof(int32_t));
    f->column = tmi_arena_alloc(arena, n, sizeof(int32_t));
    f->next = tmi_arena_alloc(arena, n + (size_t)s->demand_count, sizeof(int32_t));
    f->fronts = tmi_arena_alloc(arena, n, sizeof *f->fronts);
    f->norm = tmi_arena_alloc(arena, 3 * n, sizeof(double));
    f->free = tmi_arena_alloc(arena, 3 * n, sizeof(int32_t));
    f->free_of = tmi_arena_alloc(arena, 3 * n, sizeof(int32_t));
    f->idle = tmi_arena_alloc(arena, rows, sizeof(int32_t));
    if (!f->order || !f->place || !f->first || !f->column || !f->next || !f->fronts || !f->norm ||
        !f->free || !f->free_of || !f->idle) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = find_order(f, &f->arena);
    tmi_arena_release(&f->arena, (tmiArenaMark){0});
    for (int32_t i = 0; i < s->mover_count && status == TM_OK; i++) {
        f->place[f->order[i]] = i;
        f->column[i] = NONE;
    }
    return status;
}

void tmi_fronts_clear(tmiFronts *f) {
    tmi_arena_clear(&f->arena);
}

/* ---- Fronts -------------------------------------------------------------------------------- */

/* Puts an item (a demand, or behind them a front) on the list of the mover that comes first. */
static void await(tmiFronts *f, int32_t item, const int32_t *movers, int32_t count) {
    int32_t first = NONE;
    for (int32_t i = 0; i < count; i++) {
        if (first == NONE || f->place[movers[i]] < f->place[first]) {
            first = movers[i];
        }
    }
    if (first != NONE) {
        f->next[item] = f->first[first];
        f->first[first] = item;
    }
}

static void await_demands(tmiFronts *f) {
    const tmiLinkage *s = f->s;
    for (int32_t i = 0; i < s->mover_count; i++) {
        f->first[i] = NONE;
    }
    for (int32_t i = s->demand_count - 1; i >= 0; i--) {
        int32_t movers[TM_JOINT_FEATURES], count = 0, row = s->demands[i].row;
        for (int32_t at = s->pattern.start[row]; at < s->pattern.start[row + 1]; at += 3) {
            movers[count++] = s->pattern.index[at] / 3;
        }
        await(f, i, movers, count);
    }
}

static const tmiFront *child(const tmiFronts *f, int32_t item) {
    return item < f->s->demand_count ? NULL : &f->fronts[item - f->s->demand_count];
}

/* Counts a mover among the front's columns unless it is there. `list` is null on the first pass. */
static void join(tmiFronts *f, tmiFront *front, int32_t mover, int32_t *list) {
    if (mover != front->mover && f->column[mover] == NONE) {
        f->column[mover] = 3 + 3 * front->others;
        list[front->others++] = mover;
    }
}

/* Finds the rows and the other movers of a front; `list` has room for all movers. */
static void survey(tmiFronts *f, tmiFront *front, int32_t *list) {
    const tmiLinkage *s = f->s;
    f->column[front->mover] = 0;
    for (int32_t item = f->first[front->mover]; item != NONE; item = f->next[item]) {
        const tmiFront *from = child(f, item);
        if (from) {
            front->rows += passed(from);
            for (int32_t i = 0; i < from->others; i++) {
                join(f, front, from->other[i], list);
            }
        } else {
            const tmiDemand *d = &s->demands[item];
            front->rows += d->rows;
            for (int32_t at = s->pattern.start[d->row]; at < s->pattern.start[d->row + 1];
                 at += 3) {
                join(f, front, s->pattern.index[at] / 3, list);
            }
        }
    }
}

/* Copies what another front passed on, its reflections left out. Returns the next row. */
static int32_t take_front(const tmiFronts *f, tmiFront *front, const tmiFront *from, int32_t row) {
    bool squeezed = from->steps > from->pivots;
    for (int32_t i = 0; i < passed(from); i++, row++) {
        const double *given = from->matrix + (ptrdiff_t)(from->pivots + i) * columns_of(from) + 3;
        double *taken = front->matrix + (ptrdiff_t)row * columns_of(front);
        front->slot[row] = from->slot[from->pivots + i];
        for (int32_t k = squeezed ? i : 0; k < 3 * from->others; k++) {
            taken[f->column[from->other[k / 3]] + k % 3] = given[k];
        }
        taken[columns_of(front) - 1] = given[3 * from->others];
    }
    return row;
}

static int32_t take_demand(const tmiFronts *f, tmiFront *front, const tmiDemand *d, int32_t row) {
    const tmiLinkage *s = f->s;
    for (int32_t i = 0; i < d->rows; i++, row++) {
        double *taken = front->matrix + (ptrdiff_t)row * columns_of(front);
        front->slot[row] = d->row + i;
        int32_t last = s->pattern.start[d->row + i + 1];
        for (int32_t at = s->pattern.start[d->row + i]; at < last; at++) {
            int32_t unknown = s->pattern.index[at];
            taken[f->column[unknown / 3] + unknown % 3] = s->values[at];
        }
        taken[columns_of(front) - 1] = s->residual[d->row + i];
    }
    return row;
}

/* The rows sqrt(damping + stiffness) x = 0 of the front's own unknowns. They belong to no row of
 * the system. */
static void take_damping(const tmiFronts *f, tmiFront *front) {
    for (int32_t i = 0; i < 3 && f->damping > 0.0; i++) {
        int32_t row = front->rows - 3 + i;
        front->slot[row] = NONE;
        front->matrix[(ptrdiff_t)row * columns_of(front) + i] =
            sqrt(f->damping + f->s->stiffness[3 * front->mover + i]);
    }
}

static tmStatus gather(tmiFronts *f, tmiFront *front, int32_t *list) {
    survey(f, front, list);
    front->rows += f->damping > 0.0 ? 3 : 0;
    size_t rows = (size_t)front->rows, columns = (size_t)columns_of(front);
    front->slot = tmi_arena_alloc(&f->arena, rows, sizeof(int32_t));
    front->other = tmi_arena_alloc(&f->arena, (size_t)front->others, sizeof(int32_t));
    front->tau = tmi_arena_alloc(&f->arena, rows < columns ? rows : columns, sizeof(double));
    front->matrix = tmi_arena_alloc(&f->arena, rows * columns, sizeof(double));
    tmStatus status =
        front->slot && front->other && front->tau && front->matrix ? TM_OK : TM_ERR_MEMORY;
    int32_t row = 0;
    for (int32_t item = f->first[front->mover]; item != NONE && status == TM_OK;
         item = f->next[item]) {
        const tmiFront *from = child(f, item);
        row = from ? take_front(f, front, from, row)
                   : take_demand(f, front, &f->s->demands[item], row);
    }
    if (status == TM_OK) {
        take_damping(f, front);
    }
    f->column[front->mover] = NONE;
    for (int32_t i = 0; i < front->others; i++) {
        f->column[list[i]] = NONE;
        if (status == TM_OK) {
            front->other[i] = list[i];
        }
    }
    return status;
}

/* ---- Elimination --------------------------------------------------------------------------- */

/* Length of a column from a row down. */
static double length_below(const tmiFront *front, int32_t row, int32_t column) {
    tmiMatrix rest = part_of(front, row, column);
    double sum = 0.0;
    for (int32_t i = 0; i < rest.rows; i++) {
        double x = tmi_row(rest, i)[0];
        sum += x * x;
    }
    return sqrt(sum);
}

/* Brings the own column that keeps most of itself to the place of the next pivot. False when none
 * keeps enough to be independent. */
static bool choose_pivot(const tmiFronts *f, tmiFront *front) {
    int32_t k = front->pivots, best = NONE;
    double max = f->damping > 0.0 ? 0.0 : TMI_DIAGNOSE_RANK;
    double min = f->damping > 0.0 ? 0.0 : COLUMN_MIN;
    for (int32_t j = k; j < 3; j++) {
        double norm = f->norm[3 * front->mover + front->own[j]];
        double kept = norm > min ? length_below(front, k, j) / norm : 0.0;
        if (kept > max) {
            max = kept;
            best = j;
        }
    }
    if (best == NONE) {
        return false;
    }
    int32_t own = front->own[k];
    front->own[k] = front->own[best];
    front->own[best] = own;
    for (int32_t i = 0; i < front->rows; i++) {
        double *row = front->matrix + (ptrdiff_t)i * columns_of(front);
        double kept = row[k];
        row[k] = row[best];
        row[best] = kept;
    }
    return true;
}

/* Makes zeros below row `step` of a column by a reflection of the rows from there on. `work` has
 * room for the rows and the columns. */
static void reflect(tmiFront *front, int32_t step, int32_t column, double *work) {
    tmiMatrix rest = part_of(front, step, column);
    double *v = work, *z = work + rest.rows, beta;
    for (int32_t i = 0; i < rest.rows; i++) {
        v[i] = tmi_row(rest, i)[0];
    }
    front->tau[step] = tmi_householder_make(v, rest.rows, &beta);
    for (int32_t i = 0; i < rest.rows; i++) {
        tmi_row(rest, i)[0] = i ? v[i] : beta;
    }
    tmiMatrix behind = {rest.data + 1, rest.rows, rest.cols - 1, rest.stride};
    tmi_householder_apply(behind, v, front->tau[step], z);
    front->steps++;
}

/* Eliminates the front's own columns, and notes which are free and which rows are left over. */
static void eliminate(tmiFronts *f, int32_t number, double *work) {
    tmiFront *front = &f->fronts[number];
    while (front->pivots < 3 && front->pivots < front->rows && choose_pivot(f, front)) {
        reflect(front, front->pivots, front->pivots, work);
        front->pivots++;
    }
    for (int32_t i = front->pivots; i < 3; i++) {
        f->free_of[f->free_count] = number;
        f->free[f->free_count++] = 3 * front->mover + front->own[i];
    }
    int32_t keep = front->pivots + 3 * front->others;
    for (int32_t step = front->pivots; front->rows > keep && step < keep; step++) {
        reflect(front, step, 3 + step - front->pivots, work);
    }
    for (int32_t i = keep; i < front->rows; i++) {
        f->idle[f->idle_count++] = front->slot[i];
    }
}

static void measure_columns(tmiFronts *f) {
    const tmiLinkage *s = f->s;
    memset(f->norm, 0, sizeof(double) * (size_t)s->unknowns);
    for (int32_t row = 0; row < s->rows; row++) {
        for (int32_t at = s->pattern.start[row]; at < s->pattern.start[row + 1]; at++) {
            f->norm[s->pattern.index[at]] += s->values[at] * s->values[at];
        }
    }
    for (int32_t i = 0; i < s->unknowns; i++) {
        double more = f->damping > 0.0 ? f->damping + s->stiffness[i] : 0.0;
        f->norm[i] = sqrt(f->norm[i] + more);
    }
}

tmStatus tmi_fronts_factor(tmiFronts *f, double damping) {
    const tmiLinkage *s = f->s;
    f->damping = damping;
    tmi_arena_release(&f->arena, (tmiArenaMark){0});
    f->free_count = f->idle_count = 0;
    measure_columns(f);
    await_demands(f);
    size_t longest = (size_t)s->rows + 2 * (size_t)s->unknowns + 4;
    double *work = tmi_arena_alloc(&f->arena, longest, sizeof(double));
    int32_t *list = tmi_arena_alloc(&f->arena, (size_t)s->mover_count, sizeof(int32_t));
    tmStatus status = work && list ? TM_OK : TM_ERR_MEMORY;
    for (int32_t i = 0; i < s->mover_count && status == TM_OK; i++) {
        f->fronts[i] = (tmiFront){.mover = f->order[i], .own = {0, 1, 2}};
        status = gather(f, &f->fronts[i], list);
        if (status == TM_OK) {
            eliminate(f, i, work);
            await(f, s->demand_count + i, f->fronts[i].other, f->fronts[i].others);
        }
    }
    return status;
}

/* ---- Vectors ------------------------------------------------------------------------------- */

/* Scales x down where one of the three unknowns `own` has become too large. */
static void slow_down(double *x, const double *own, int32_t count) {
    bool fast = fabs(own[0]) > FAST || fabs(own[1]) > FAST || fabs(own[2]) > FAST;
    for (int32_t i = 0; fast && i < count; i++) {
        x[i] /= FAST;
    }
}

/* Finds the unknowns that are not free, from the front `last` back to the first, so that
 * R x = - part Q^T r. */
static void substitute(const tmiFronts *f, int32_t last, double part, double *x) {
    for (int32_t number = last; number >= 0; number--) {
        const tmiFront *front = &f->fronts[number];
        double *own = x + 3 * front->mover;
        for (int32_t i = front->pivots - 1; i >= 0; i--) {
            const double *row = front->matrix + (ptrdiff_t)i * columns_of(front);
            double sum = part * row[columns_of(front) - 1];
            for (int32_t j = i + 1; j < 3; j++) {
                sum += row[j] * own[front->own[j]];
            }
            for (int32_t j = 0; j < 3 * front->others; j++) {
                sum += row[3 + j] * x[3 * front->other[j / 3] + j % 3];
            }
            own[front->own[i]] = -sum / row[i];
        }
        if (part == 0.0) {
            slow_down(x, own, f->s->unknowns);
        }
    }
}

void tmi_fronts_step(const tmiFronts *f, double *x) {
    memset(x, 0, sizeof *x * (size_t)f->s->unknowns);
    substitute(f, f->s->mover_count - 1, 1.0, x);
}

void tmi_fronts_motion(const tmiFronts *f, int32_t k, double *x) {
    memset(x, 0, sizeof *x * (size_t)f->s->unknowns);
    x[f->free[k]] = 1.0;
    substitute(f, f->free_of[k], 0.0, x);
}

void tmi_fronts_stress(const tmiFronts *f, int32_t k, double *y) {
    memset(y, 0, sizeof *y * (size_t)f->s->rows);
    y[f->idle[k]] = 1.0;
    for (int32_t number = f->s->mover_count - 1; number >= 0; number--) {
        const tmiFront *front = &f->fronts[number];
        for (int32_t step = front->steps - 1; step >= 0; step--) {
            tmiMatrix v = part_of(front, step, step_column(front, step));
            const int32_t *slot = front->slot + step;
            double sum = y[slot[0]];
            for (int32_t i = 1; i < v.rows; i++) {
                sum += tmi_row(v, i)[0] * y[slot[i]];
            }
            sum *= front->tau[step];
            y[slot[0]] -= sum;
            for (int32_t i = 1; i < v.rows && sum != 0.0; i++) {
                y[slot[i]] -= sum * tmi_row(v, i)[0];
            }
        }
    }
}
