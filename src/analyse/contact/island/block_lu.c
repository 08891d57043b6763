/* block_lu.c: LU factors of 3 x 3 blocks, right-looking, in an order of minimum degree.
 *
 * For column k with diagonal block A_kk = P^T L_kk U_kk and rows i, j below it
 *   U_kj = L_kk^-1 P A_kj,   L_ik = A_ik U_kk^-1,   A_ij -= L_ik U_kj.                          (1)
 * The pattern of L is that of U^T, and stays while values change. [DER17] 9, [Liu90]. */
#include "analyse/contact/island/block_lu.h"

#include <math.h>
#include <string.h>

/* ---- Pattern --------------------------------------------------------------------------------- */

/* Pairs by their larger unknown, then by the smaller one, each once. */
static tmStatus pattern_of(tmiArena *arena, int32_t n, const int32_t (*pairs)[2], int32_t count,
                           tmiPattern *lower) {
    int32_t *small = tmi_arena_alloc(arena, (size_t)n + 1, sizeof *small);
    int32_t *by_small = tmi_arena_alloc(arena, (size_t)count, sizeof *by_small);
    int32_t *start = tmi_arena_alloc(arena, (size_t)n + 1, sizeof *start);
    int32_t *fill = tmi_arena_alloc(arena, (size_t)n + 1, sizeof *fill);
    int32_t *index = tmi_arena_alloc(arena, (size_t)count, sizeof *index);
    if (!small || !by_small || !start || !fill || !index) {
        return TM_ERR_MEMORY;
    }
    for (int32_t k = 0; k < count; k++) {
        const int32_t *p = pairs[k];
        small[(p[0] < p[1] ? p[0] : p[1]) + 1]++;
        fill[(p[0] < p[1] ? p[1] : p[0]) + 1]++;
    }
    for (int32_t i = 0; i < n; i++) {
        small[i + 1] += small[i];
        fill[i + 1] += fill[i];
    }
    for (int32_t k = 0; k < count; k++) {
        by_small[small[pairs[k][0] < pairs[k][1] ? pairs[k][0] : pairs[k][1]]++] = k;
    }
    /* `fill` runs ahead of where the unique ones end up. */
    int32_t *last = small;
    memcpy(start, fill, ((size_t)n + 1) * sizeof *start);
    for (int32_t k = 0; k < count; k++) {
        const int32_t *p = pairs[by_small[k]];
        int32_t a = p[0] < p[1] ? p[0] : p[1], b = p[0] < p[1] ? p[1] : p[0];
        if (fill[b] == start[b] || index[fill[b] - 1] != a) {
            index[fill[b]++] = a;
        }
    }
    int32_t used = 0;
    for (int32_t i = 0; i < n; i++) {
        last[i] = used;
        for (int32_t k = start[i]; k < fill[i]; k++) {
            index[used++] = index[k];
        }
    }
    last[n] = used;
    *lower = (tmiPattern){n, n, last, index};
    return TM_OK;
}

/* The rows below the diagonal of one column, before they are sorted. */
typedef struct Gather {
    int32_t *mark, *list, count, column;
} Gather;

static void gather(Gather *g, int32_t row) {
    if (row > g->column && g->mark[row] != g->column) {
        g->mark[row] = g->column;
        g->list[g->count++] = row;
    }
}

static void sort(int32_t *list, int32_t count) {
    for (int32_t k = 1; k < count; k++) {
        int32_t value = list[k], to = k;
        for (; to > 0 && list[to - 1] > value; to--) {
            list[to] = list[to - 1];
        }
        list[to] = value;
    }
}

/* Column k has the rows of its own entries, and those of the columns whose first row is k. */
static tmStatus fill_in(tmiBlockLu *f, tmiArena *arena, const tmiPattern *near,
                        const int32_t *order) {
    int32_t n = f->n;
    int32_t *mark = tmi_arena_alloc(arena, (size_t)n, sizeof *mark);
    int32_t *list = tmi_arena_alloc(arena, (size_t)n, sizeof *list);
    int32_t *child = tmi_arena_alloc(arena, (size_t)n, sizeof *child);
    int32_t *next = tmi_arena_alloc(arena, (size_t)n, sizeof *next);
    int32_t **rows = tmi_arena_alloc(arena, (size_t)n, sizeof *rows);
    if (!mark || !list || !child || !next || !rows) {
        return TM_ERR_MEMORY;
    }
    memset(mark, -1, (size_t)n * sizeof *mark);
    memset(child, -1, (size_t)n * sizeof *child);
    for (int32_t k = 0; k < n; k++) {
        Gather g = {mark, list, 0, k};
        for (int32_t e = near->start[order[k]]; e < near->start[order[k] + 1]; e++) {
            gather(&g, f->place[near->index[e]]);
        }
        for (int32_t c = child[k]; c >= 0; c = next[c]) {
            for (int32_t e = 0; e < f->start[c + 1] - f->start[c]; e++) {
                gather(&g, rows[c][e]);
            }
        }
        sort(list, g.count);
        rows[k] = tmi_arena_alloc(arena, (size_t)g.count, sizeof **rows);
        if (!rows[k]) {
            return TM_ERR_MEMORY;
        }
        memcpy(rows[k], list, (size_t)g.count * sizeof *list);
        if (g.count > TMI_SPARSE_ENTRY_LIMIT - f->start[k]) {
            return TM_ERR_LIMIT;
        }
        f->start[k + 1] = f->start[k] + g.count;
        if (g.count > 0) {
            next[k] = child[list[0]];
            child[list[0]] = k;
        }
    }
    f->row = tmi_arena_alloc(arena, (size_t)f->start[n], sizeof *f->row);
    for (int32_t k = 0; f->row && k < n; k++) {
        memcpy(f->row + f->start[k], rows[k],
               (size_t)(f->start[k + 1] - f->start[k]) * sizeof *f->row);
    }
    return f->row ? TM_OK : TM_ERR_MEMORY;
}

/* Both triangles of the pattern. */
static tmStatus neighbours(tmiArena *arena, const tmiPattern *lower, tmiPattern *all) {
    int32_t n = lower->rows, *start = tmi_arena_alloc(arena, (size_t)n + 1, sizeof *start);
    int32_t *index = tmi_arena_alloc(arena, 2 * (size_t)lower->start[n], sizeof *index);
    tmiPattern upper;
    if (!start || !index || tmi_pattern_transpose(arena, lower, &upper, NULL) != TM_OK) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < n; i++) {
        int32_t to = start[i];
        for (int32_t k = lower->start[i]; k < lower->start[i + 1]; k++) {
            index[to++] = lower->index[k];
        }
        for (int32_t k = upper.start[i]; k < upper.start[i + 1]; k++) {
            index[to++] = upper.index[k];
        }
        start[i + 1] = to;
    }
    *all = (tmiPattern){n, n, start, index};
    return TM_OK;
}

tmStatus tmi_block_lu_analyse(tmiBlockLu *f, tmiArena *arena, int32_t n, const int32_t (*pairs)[2],
                              int32_t count) {
    tmiPattern lower, all;
    *f = (tmiBlockLu){.n = n};
    f->place = tmi_arena_alloc(arena, (size_t)n, sizeof *f->place);
    f->start = tmi_arena_alloc(arena, (size_t)n + 1, sizeof *f->start);
    f->exchange = tmi_arena_alloc(arena, 2 * (size_t)n, sizeof *f->exchange);
    int32_t *order = tmi_arena_alloc(arena, (size_t)n, sizeof *order);
    tmStatus status = f->place && f->start && f->exchange && order
                          ? pattern_of(arena, n, pairs, count, &lower)
                          : TM_ERR_MEMORY;
    status = status == TM_OK ? tmi_ordering_find(arena, &lower, order) : status;
    status = status == TM_OK ? neighbours(arena, &lower, &all) : status;
    for (int32_t k = 0; k < n && status == TM_OK; k++) {
        f->place[order[k]] = k;
    }
    status = status == TM_OK ? fill_in(f, arena, &all, order) : status;
    if (status != TM_OK) {
        return status;
    }
    f->diagonal = tmi_arena_alloc(arena, 9 * (size_t)n, sizeof *f->diagonal);
    f->lower = tmi_arena_alloc(arena, 9 * (size_t)f->start[n], sizeof *f->lower);
    f->upper = tmi_arena_alloc(arena, 9 * (size_t)f->start[n], sizeof *f->upper);
    return f->diagonal && f->lower && f->upper ? TM_OK : TM_ERR_MEMORY;
}

int32_t tmi_block_lu_find(const tmiBlockLu *f, int32_t a, int32_t b) {
    int32_t low = f->start[a], high = f->start[a + 1];
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        *(f->row[middle] <= b ? &low : &high) = middle;
    }
    return low;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* a := L U with rows exchanged, the inverses of the pivots on the diagonal. */
static bool factor_block(double *a, int8_t *exchange) {
    for (int k = 0; k < 3; k++) {
        int best = k;
        for (int i = k + 1; i < 3; i++) {
            best = fabs(a[3 * i + k]) > fabs(a[3 * best + k]) ? i : best;
        }
        if (!(fabs(a[3 * best + k]) > TMI_TINY)) {
            return false;
        }
        if (k < 2) {
            exchange[k] = (int8_t)best;
        }
        for (int c = 0; best != k && c < 3; c++) {
            double kept = a[3 * k + c];
            a[3 * k + c] = a[3 * best + c];
            a[3 * best + c] = kept;
        }
        a[4 * k] = 1.0 / a[4 * k];
        for (int i = k + 1; i < 3; i++) {
            double f = a[3 * i + k] *= a[4 * k];
            for (int c = k + 1; c < 3; c++) {
                a[3 * i + c] -= f * a[3 * k + c];
            }
        }
    }
    return true;
}

/* b := L^-1 P b of `columns` columns. */
static void forward(const double *a, const int8_t *exchange, double *b, int columns) {
    for (int k = 0; k < 2; k++) {
        for (int c = 0; exchange[k] != k && c < columns; c++) {
            double kept = b[columns * k + c];
            b[columns * k + c] = b[columns * exchange[k] + c];
            b[columns * exchange[k] + c] = kept;
        }
    }
    for (int c = 0; c < columns; c++) {
        b[columns + c] -= a[3] * b[c];
        b[2 * columns + c] -= a[6] * b[c] + a[7] * b[columns + c];
    }
}

/* b := b U^-1 */
static void right_divide(const double *a, double *b) {
    for (int r = 0; r < 3; r++, b += 3) {
        b[0] *= a[0];
        b[1] = (b[1] - b[0] * a[1]) * a[4];
        b[2] = (b[2] - b[0] * a[2] - b[1] * a[5]) * a[8];
    }
}

/* c -= a b */
static void subtract(double *restrict c, const double *restrict a, const double *restrict b) {
    for (int r = 0; r < 3; r++) {
        double x = a[3 * r], y = a[3 * r + 1], z = a[3 * r + 2];
        c[3 * r] -= x * b[0] + y * b[3] + z * b[6];
        c[3 * r + 1] -= x * b[1] + y * b[4] + z * b[7];
        c[3 * r + 2] -= x * b[2] + y * b[5] + z * b[8];
    }
}

/* (1) of column k: all rows of it are among those of the columns that they name. */
static void update(tmiBlockLu *f, int32_t k) {
    for (int32_t s = f->start[k]; s < f->start[k + 1]; s++) {
        int32_t j = f->row[s], to = f->start[j];
        const double *l = f->lower + 9 * (ptrdiff_t)s, *u = f->upper + 9 * (ptrdiff_t)s;
        subtract(f->diagonal + 9 * (ptrdiff_t)j, l, u);
        for (int32_t e = s + 1; e < f->start[k + 1]; e++) {
            while (f->row[to] < f->row[e]) {
                to++;
            }
            subtract(f->lower + 9 * (ptrdiff_t)to, f->lower + 9 * (ptrdiff_t)e, u);
            subtract(f->upper + 9 * (ptrdiff_t)to, l, f->upper + 9 * (ptrdiff_t)e);
        }
    }
}

bool tmi_block_lu_factor(tmiBlockLu *f) {
    for (int32_t k = 0; k < f->n; k++) {
        double *a = f->diagonal + 9 * (ptrdiff_t)k;
        int8_t *exchange = f->exchange + 2 * (ptrdiff_t)k;
        if (!factor_block(a, exchange)) {
            return false;
        }
        for (int32_t s = f->start[k]; s < f->start[k + 1]; s++) {
            forward(a, exchange, f->upper + 9 * (ptrdiff_t)s, 3);
            right_divide(a, f->lower + 9 * (ptrdiff_t)s);
        }
        update(f, k);
    }
    return true;
}

void tmi_block_lu_solve(const tmiBlockLu *f, double *b) {
    for (int32_t k = 0; k < f->n; k++) {
        double *x = b + 3 * (ptrdiff_t)k;
        forward(f->diagonal + 9 * (ptrdiff_t)k, f->exchange + 2 * (ptrdiff_t)k, x, 1);
        for (int32_t s = f->start[k]; s < f->start[k + 1]; s++) {
            const double *l = f->lower + 9 * (ptrdiff_t)s;
            double *y = b + 3 * (ptrdiff_t)f->row[s];
            y[0] -= l[0] * x[0] + l[1] * x[1] + l[2] * x[2];
            y[1] -= l[3] * x[0] + l[4] * x[1] + l[5] * x[2];
            y[2] -= l[6] * x[0] + l[7] * x[1] + l[8] * x[2];
        }
    }
    for (int32_t k = f->n - 1; k >= 0; k--) {
        const double *a = f->diagonal + 9 * (ptrdiff_t)k;
        double *x = b + 3 * (ptrdiff_t)k;
        for (int32_t s = f->start[k]; s < f->start[k + 1]; s++) {
            const double *u = f->upper + 9 * (ptrdiff_t)s, *y = b + 3 * (ptrdiff_t)f->row[s];
            x[0] -= u[0] * y[0] + u[1] * y[1] + u[2] * y[2];
            x[1] -= u[3] * y[0] + u[4] * y[1] + u[5] * y[2];
            x[2] -= u[6] * y[0] + u[7] * y[1] + u[8] * y[2];
        }
        x[2] *= a[8];
        x[1] = (x[1] - a[5] * x[2]) * a[4];
        x[0] = (x[0] - a[1] * x[1] - a[2] * x[2]) * a[0];
    }
}
