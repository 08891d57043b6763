/* mobility_dense.c: rank, free motions and redundancies of a block by orthogonal factors.
 *
 * A has unit rows; its columns are ways over the size and turns times radius over the size.
 *   A^T P = Q R ([GV] 5.4): the last columns of Q span the motions, A v = 0.
 *   A P = Q R: the last columns of Q span the stresses, A^T y = 0.
 * With Y their orthonormal basis and Y_j its rows of joint j: Y Y^T is the same for every basis;
 * joints i and j share a redundancy where its part (i, j) is not zero; rank Y_j equations of joint
 * j can be left out without changing the rank of A; the trace of a group's part is how many
 * equations it has too many. */
#include "analyse/space/mobility/mobility.h"

#include <math.h>
#include <string.h>

/* Pivots below this part of the largest count as dependent [1]; the reasons are those of
 * TMI_DIAGNOSE_RANK: double roots are known to 1e-7, designed linkages show 1e-3. */
#define RANK 1e-6

/* Part of a stress [1] above which a joint carries it: lengths are 1, so rounding errors show 1e-13
 * over the least pivot. */
#define JOINT_CARRIES 1e-6

typedef struct Dense {
    const tmiEquations *e;
    int32_t m, n, rank;
    double *column; /* factor of each unknown: a way or turn for its number in A */
    tmiMatrix a;    /* m x n */
} Dense;

/* The longest lever [size] with which a row of lengths acts on each mover about its middle. */
static void find_levers(const tmiEquations *e, double *levers) {
    int32_t ways = e->planar ? 2 : 3;
    for (int32_t row = 0; row < e->rows; row++) {
        int32_t end = e->pattern.start[row + 1] - 1; /* the slack */
        for (int32_t at = e->pattern.start[row]; at < end; at += e->dof) {
            double *lever = &levers[e->pattern.index[at] / e->dof];
            const double *way_at = e->values + at, *turn_at = way_at + ways;
            double way = sqrt(tmi_dot(way_at, way_at, ways));
            double turn = sqrt(tmi_dot(turn_at, turn_at, e->dof - ways));
            *lever = way > 0.0 && turn > *lever * way ? turn / way : *lever;
        }
    }
}

/* The radius [size] that a mover's turns are measured at: that of its points, or the size where
 * they are one. Rows may act farther away, as on a line through a point of another body: measured
 * at a small radius, all of them would look like the same turn. */
static double turn_radius(const tmiEquations *e, int32_t mover, double lever) {
    const tmiSpaceMover *m = &e->movers[mover];
    if (m->points <= 1) {
        return 1.0;
    }
    double beyond = lever * e->size > m->reach ? lever : 0.0;
    beyond = beyond < 1.0 ? beyond : 1.0;
    return beyond > m->radius / e->size ? beyond : m->radius / e->size;
}

static tmStatus fill(Dense *d, tmiArena *arena) {
    const tmiEquations *e = d->e;
    d->m = e->rows;
    d->n = e->unknowns;
    d->column = tmi_arena_alloc(arena, (size_t)d->n, sizeof(double));
    double *data = tmi_arena_alloc(arena, (size_t)d->m * (size_t)d->n, sizeof(double));
    double *levers = tmi_arena_alloc(arena, (size_t)e->mover_count, sizeof(double));
    if (!d->column || !data || !levers) {
        return TM_ERR_MEMORY;
    }
    d->a = tmi_matrix(data, d->m, d->n);
    find_levers(e, levers);
    int32_t ways = e->planar ? 2 : 3;
    for (int32_t i = 0; i < e->mover_count; i++) {
        double k = turn_radius(e, i, levers[i]);
        for (int32_t j = 0; j < e->dof; j++) {
            d->column[i * e->dof + j] = j < ways ? 1.0 : 1.0 / k;
        }
    }
    for (int32_t row = 0; row < d->m; row++) {
        double *to = tmi_row(d->a, row), square = 0.0;
        for (int32_t at = e->pattern.start[row]; at < e->pattern.start[row + 1] - 1; at++) {
            int32_t c = e->pattern.index[at];
            to[c] = e->values[at] * d->column[c];
            square += to[c] * to[c];
        }
        for (int32_t c = 0; c < d->n && square > 0.0; c++) {
            to[c] /= sqrt(square);
        }
    }
    return TM_OK;
}

/* Factors A or A^T and puts the columns of Q from `rank` on into *basis, one in each row of it; a
 * rank below 0 is found first. */
static tmStatus span(const Dense *d, bool transposed, int32_t *rank, tmiArena *arena,
                     tmiMatrix *basis) {
    int32_t rows = transposed ? d->n : d->m, cols = transposed ? d->m : d->n;
    int32_t less = rows < cols ? rows : cols;
    size_t work_size = tmi_qr_workspace(rows, cols) + (size_t)(rows + cols) + 1;
    double *data = tmi_arena_alloc(arena, (size_t)rows * (size_t)cols, sizeof(double));
    double *tau = tmi_arena_alloc(arena, (size_t)less, sizeof(double));
    int32_t *order = tmi_arena_alloc(arena, (size_t)cols, sizeof(int32_t));
    double *work = tmi_arena_alloc(arena, work_size, sizeof(double));
    if (!data || !tau || !order || !work) {
        return TM_ERR_MEMORY;
    }
    tmiMatrix f = tmi_matrix(data, rows, cols);
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t j = 0; j < cols; j++) {
            tmi_row(f, i)[j] = transposed ? tmi_row(d->a, j)[i] : tmi_row(d->a, i)[j];
        }
    }
    tmiQr qr;
    tmStatus status = tmi_qr_factor(f, tau, order, work, &qr);
    if (status != TM_OK) {
        return status;
    }
    *rank = *rank < 0 ? tmi_qr_rank(&qr, RANK) : *rank;
    int32_t count = rows - *rank;
    double *out = tmi_arena_alloc(arena, (size_t)count * (size_t)rows, sizeof(double));
    double *unit = tmi_arena_alloc(arena, (size_t)rows, sizeof(double));
    if (!out || !unit) {
        return TM_ERR_MEMORY;
    }
    *basis = tmi_matrix(out, count, rows);
    for (int32_t k = 0; k < count; k++) {
        double *row = tmi_row(*basis, k);
        row[*rank + k] = 1.0;
        tmi_qr_apply(&qr, tmi_matrix(row, rows, 1), work, false);
    }
    return TM_OK;
}

/* ---- Motions ------------------------------------------------------------------------------- */

/* Reduces the motions so that each has an unknown of its own that is zero in the others:
 * elimination with the largest number of all as pivot. */
static void reduce(tmiMatrix basis) {
    for (int32_t k = 0; k < basis.rows; k++) {
        int32_t row = k, col = 0;
        for (int32_t i = k; i < basis.rows; i++) {
            for (int32_t j = 0; j < basis.cols; j++) {
                bool more = fabs(tmi_row(basis, i)[j]) > fabs(tmi_row(basis, row)[col]);
                row = more ? i : row;
                col = more ? j : col;
            }
        }
        double *own = tmi_row(basis, k), *best = tmi_row(basis, row);
        double pivot = best[col];
        for (int32_t j = 0; j < basis.cols; j++) {
            double kept = own[j];
            own[j] = best[j] / pivot;
            best[j] = row != k ? kept : own[j];
        }
        for (int32_t i = 0; i < basis.rows; i++) {
            double factor = tmi_row(basis, i)[col];
            for (int32_t j = 0; i != k && j < basis.cols; j++) {
                tmi_row(basis, i)[j] -= factor * own[j];
            }
        }
    }
}

static tmStatus add_motions(tmiMobilizer *w, int32_t block, const Dense *d, tmiMatrix basis) {
    tmStatus status = TM_OK;
    int32_t room =
        w->m->max_motions - w->m->motion_count + 1; /* one more shows that not all are kept */
    basis.rows = basis.rows < room ? basis.rows : room;
    reduce(basis);
    for (int32_t k = 0; k < basis.rows && status == TM_OK; k++) {
        double *x = tmi_row(basis, k);
        for (int32_t i = 0; i < d->n; i++) {
            x[i] *= d->column[i];
        }
        status = tmi_mobility_add_motion(w, block, d->e, x);
    }
    return status;
}

/* ---- Redundancies -------------------------------------------------------------------------- */

/* Entry (i, j) of Y Y^T; the rows of y are the stresses. */
static double projector(tmiMatrix y, int32_t i, int32_t j) {
    double sum = 0.0;
    for (int32_t k = 0; k < y.rows; k++) {
        sum += tmi_row(y, k)[i] * tmi_row(y, k)[j];
    }
    return sum;
}

/* Rank of the stresses' rows of one joint: Gram-Schmidt with pivoting on at most TM_HINGE_ROWS
 * vectors. */
static int32_t rank_at(const Dense *d, tmiMatrix y, int32_t constraint) {
    int32_t first = d->e->first[constraint], count = d->e->constraints[constraint]->row_count,
            rank = 0;
    double gram[TM_HINGE_ROWS][TM_HINGE_ROWS];
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = 0; j < count; j++) {
            gram[i][j] = projector(y, first + i, first + j);
        }
    }
    for (; rank < count; rank++) { /* Cholesky with diagonal pivots on what is left */
        int32_t best = 0;
        for (int32_t i = 1; i < count; i++) {
            best = gram[i][i] > gram[best][best] ? i : best;
        }
        double pivot = gram[best][best];
        if (!(pivot > JOINT_CARRIES * JOINT_CARRIES)) {
            break;
        }
        double column[TM_HINGE_ROWS];
        for (int32_t i = 0; i < count; i++) {
            column[i] = gram[i][best];
        }
        for (int32_t i = 0; i < count; i++) {
            for (int32_t j = 0; j < count; j++) {
                gram[i][j] -= column[i] * column[j] / pivot;
            }
        }
        for (int32_t i = 0; i < count; i++) {
            gram[i][best] = gram[best][i] = 0.0;
        }
    }
    return rank;
}

static bool share(const Dense *d, tmiMatrix y, int32_t a, int32_t b) {
    const tmiEquations *e = d->e;
    for (int32_t i = 0; i < e->constraints[a]->row_count; i++) {
        for (int32_t j = 0; j < e->constraints[b]->row_count; j++) {
            if (fabs(projector(y, e->first[a] + i, e->first[b] + j)) > JOINT_CARRIES) {
                return true;
            }
        }
    }
    return false;
}

/* Gives the constraints that share redundancies with tie `first` its number. */
static void flood(const Dense *d, tmiMatrix y, int32_t first, int32_t *group, int32_t *stack) {
    int32_t depth = 0;
    group[first] = first;
    stack[depth++] = first;
    while (depth > 0) {
        int32_t at = stack[--depth];
        for (int32_t i = 0; i < d->e->constraint_count; i++) {
            if (group[i] < 0 && share(d, y, at, i)) {
                group[i] = first;
                stack[depth++] = i;
            }
        }
    }
}

static tmStatus add_redundancies(tmiMobilizer *w, const tmiBlock *block, const Dense *d,
                                 tmiMatrix y) {
    size_t n = (size_t)block->constraint_count;
    int32_t *group = tmi_arena_alloc(&w->scratch, n, sizeof *group);
    int32_t *stack = tmi_arena_alloc(&w->scratch, n, sizeof *stack);
    int32_t *rank = tmi_arena_alloc(&w->scratch, n, sizeof *rank);
    int32_t *droppable = tmi_arena_alloc(&w->scratch, n, sizeof *droppable);
    if (!group || !stack || !rank || !droppable) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < block->constraint_count; i++) {
        group[i] = -1;
        rank[i] = rank_at(d, y, i);
    }
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < block->constraint_count && status == TM_OK; i++) {
        if (group[i] >= 0 || rank[i] == 0) {
            continue;
        }
        flood(d, y, i, group, stack);
        double trace = 0.0;
        for (int32_t k = 0; k < block->constraint_count; k++) {
            droppable[k] = group[k] == i ? rank[k] : 0;
            for (int32_t r = 0; group[k] == i && r < block->constraints[k]->row_count; r++) {
                trace += projector(y, d->e->first[k] + r, d->e->first[k] + r);
            }
        }
        status = tmi_mobility_add_redundancy(w, block, droppable, (int32_t)floor(trace + 0.5));
    }
    return status;
}

tmStatus tmi_mobility_dense(tmiMobilizer *w, int32_t index, const tmiEquations *e) {
    Dense d = {.e = e, .rank = -1};
    tmiMatrix motions, stresses;
    tmStatus status = fill(&d, &w->scratch);
    status = status == TM_OK ? span(&d, true, &d.rank, &w->scratch, &motions) : status;
    status = status == TM_OK ? add_motions(w, index, &d, motions) : status;
    if (status == TM_OK && d.rank < d.m) {
        status = span(&d, false, &d.rank, &w->scratch, &stresses);
        status =
            status == TM_OK ? add_redundancies(w, &w->blocks.blocks[index], &d, stresses) : status;
    }
    w->m->info.rank += d.rank > 0 ? d.rank : 0;
    return status;
}
