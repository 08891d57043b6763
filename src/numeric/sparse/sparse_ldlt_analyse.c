/* sparse_ldlt_analyse.c: where every number of a sparse factor goes, found once for a pattern; see
 * elimination.c for the theory. Nothing in here looks at a value. */
#include "numeric/sparse/elimination.h"
#include "numeric/sparse/sparse.h"

#include <string.h>

#define NONE (-1)

/* Lays out the blocks; the row counts follow from the last column, whose rows hold all others. */
static tmStatus lay_out_blocks(tmiSparseLdlt *f, tmiArena *arena, const tmiElimination *e,
                               int32_t *row_total) {
    int64_t values = 0;
    int64_t rows = 0;
    f->block_count = e->block_count;
    f->block = tmi_arena_alloc(arena, (size_t)e->block_count + 1, sizeof *f->block);
    if (!f->block) {
        return TM_ERR_MEMORY;
    }
    for (int32_t s = 0; s < e->block_count; s++) {
        int32_t cols = e->first[s + 1] - e->first[s];
        int32_t below = e->below[e->first[s + 1] - 1];
        f->block[s] = (tmiLdltBlock){e->first[s], cols, below, (int32_t)rows, 0, (int32_t)values};
        rows += below;
        values += (int64_t)cols * (cols + below);
        if (rows > INT32_MAX || values > INT32_MAX) {
            return TM_ERR_LIMIT;
        }
    }
    f->block[e->block_count] = (tmiLdltBlock){e->n, 0, 0, (int32_t)rows, 0, (int32_t)values};
    f->value_count = (int32_t)values;
    *row_total = (int32_t)rows;
    return TM_OK;
}

/* The place of (row, column) in value, the row being number `below` under the block's triangle. */
static int32_t place_below(const tmiLdltBlock *block, int32_t below, int32_t column) {
    return block->values + (column - block->first) * (block->cols + block->below) + block->cols +
           below;
}

/* Fills the blocks' row lists and the slots of the entries of A. Row k climbs from the blocks of
 * its entries to its own ([Liu90] 3.1, on blocks); `filled` counts the rows of each block so far
 * and `seen` is the last row that came by. */
static void fill_rows(tmiSparseLdlt *f, const tmiElimination *e, int32_t *seen, int32_t *filled) {
    for (int32_t s = 0; s < e->block_count; s++) {
        seen[s] = NONE;
        filled[s] = 0;
    }
    for (int32_t k = 0; k < e->n; k++) {
        int32_t own = e->block_of[k];
        for (int32_t q = e->start[k]; q < e->start[k + 1]; q++) {
            int32_t s = e->block_of[e->index[q]];
            while (s != own && seen[s] != k) {
                seen[s] = k;
                f->row[f->block[s].row_start + filled[s]++] = k;
                s = e->block_of[e->parent[e->first[s + 1] - 1]];
            }
        }
        for (int32_t q = e->start[k]; q < e->start[k + 1]; q++) {
            int32_t j = e->index[q];
            int32_t s = e->block_of[j];
            const tmiLdltBlock *block = &f->block[s];
            int32_t below = s == own ? k - block->first - block->cols : filled[s] - 1;
            f->slot[e->entry[q]] = place_below(block, below, j);
        }
    }
}

/* Slots of the diagonal, which the permuted triangle leaves out. */
static void fill_diagonal(tmiSparseLdlt *f, const tmiElimination *e) {
    for (int32_t i = 0; i < f->n; i++) {
        for (int32_t p = f->a.start[i]; p < f->a.start[i + 1]; p++) {
            if (f->a.index[p] == i) {
                int32_t k = e->place[i];
                const tmiLdltBlock *block = &f->block[e->block_of[k]];
                f->slot[p] = place_below(block, k - block->first - block->cols, k);
            }
        }
    }
}

/* Counts runs and relative places; writes the runs when there is room for them. */
static tmStatus find_runs(tmiSparseLdlt *f, const tmiElimination *e, int32_t *run_count,
                          int32_t *relative_count) {
    int64_t runs = 0;
    int64_t places = 0;
    for (int32_t s = 0; s < f->block_count; s++) {
        tmiLdltBlock *block = &f->block[s];
        const int32_t *row = f->row + block->row_start;
        block->run_start = (int32_t)runs;
        for (int32_t begin = 0, end; begin < block->below; begin = end) {
            int32_t target = e->block_of[row[begin]];
            for (end = begin + 1; end < block->below && row[end] < e->first[target + 1];) {
                end++;
            }
            if (f->run) {
                f->run[runs] = (tmiLdltRun){target, begin, end, (int32_t)places};
            }
            runs++;
            places += block->below - begin;
        }
        if (places > INT32_MAX) {
            return TM_ERR_LIMIT;
        }
    }
    f->block[f->block_count].run_start = (int32_t)runs;
    *run_count = (int32_t)runs;
    *relative_count = (int32_t)places;
    return TM_OK;
}

/* Returns the place of `row` among the ascending rows below the block; it is there. */
static int32_t find_row(const tmiSparseLdlt *f, const tmiLdltBlock *block, int32_t row) {
    const int32_t *rows = f->row + block->row_start;
    int32_t low = 0;
    int32_t high = block->below - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (rows[middle] < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    TM_ASSERT(rows[low] == row);
    return low;
}

static void fill_relative(tmiSparseLdlt *f) {
    for (int32_t s = 0; s < f->block_count; s++) {
        const tmiLdltBlock *block = &f->block[s];
        for (int32_t r = block->run_start; r < f->block[s + 1].run_start; r++) {
            const tmiLdltRun *run = &f->run[r];
            const tmiLdltBlock *target = &f->block[run->target];
            for (int32_t i = run->begin; i < block->below; i++) {
                int32_t row = f->row[block->row_start + i];
                f->relative[run->relative + i - run->begin] =
                    i < run->end ? row - target->first : target->cols + find_row(f, target, row);
            }
        }
    }
}

static tmStatus allocate_numbers(tmiSparseLdlt *f, tmiArena *arena) {
    size_t n = (size_t)f->n;
    int32_t highest = 0;
    for (int32_t s = 0; s < f->block_count; s++) {
        int32_t height = f->block[s].cols + f->block[s].below;
        highest = height > highest ? height : highest;
    }
    f->value = tmi_arena_alloc(arena, (size_t)f->value_count, sizeof *f->value);
    f->inverse = tmi_arena_alloc(arena, n, sizeof *f->inverse);
    f->magnitude = tmi_arena_alloc(arena, n, sizeof *f->magnitude);
    f->work = tmi_arena_alloc(arena, 5 * n, sizeof *f->work);
    f->update = tmi_arena_alloc(arena, (size_t)highest, sizeof *f->update);
    f->replaced = tmi_arena_alloc(arena, n, sizeof *f->replaced);
    bool complete = f->value && f->inverse && f->magnitude && f->work && f->update && f->replaced;
    return complete ? TM_OK : TM_ERR_MEMORY;
}

/* The parts of *f that no scratch lies between, so that the arena keeps nothing needless: `e` and
 * its scratch come from an arena of their own. */
static tmStatus build(tmiSparseLdlt *f, tmiArena *arena, tmiArena *scratch, const tmiElimination *e,
                      const int8_t *signs) {
    size_t n = (size_t)f->n;
    int32_t rows = 0;
    tmStatus status = lay_out_blocks(f, arena, e, &rows);
    if (status != TM_OK) {
        return status;
    }
    f->order = tmi_arena_alloc(arena, n, sizeof *f->order);
    f->sign = tmi_arena_alloc(arena, n, sizeof *f->sign);
    f->slot = tmi_arena_alloc(arena, (size_t)tmi_pattern_entries(&f->a), sizeof *f->slot);
    f->row = tmi_arena_alloc(arena, (size_t)rows, sizeof *f->row);
    int32_t *counters = tmi_arena_alloc(scratch, n, 2 * sizeof *counters);
    if (!f->order || !f->sign || !f->slot || !f->row || !counters) {
        return TM_ERR_MEMORY;
    }
    for (int32_t k = 0; k < f->n; k++) {
        f->order[k] = e->order[k];
        f->sign[k] = signs ? signs[e->order[k]] : 0;
    }
    fill_rows(f, e, counters, counters + n);
    fill_diagonal(f, e);

    int32_t runs, places;
    status = find_runs(f, e, &runs, &places);
    if (status != TM_OK) {
        return status;
    }
    f->run = tmi_arena_alloc(arena, (size_t)runs, sizeof *f->run);
    f->relative = tmi_arena_alloc(arena, (size_t)places, sizeof *f->relative);
    if (!f->run || !f->relative) {
        return TM_ERR_MEMORY;
    }
    status = find_runs(f, e, &runs, &places);
    fill_relative(f);
    return status == TM_OK ? allocate_numbers(f, arena) : status;
}

static tmStatus check_signs(const int8_t *signs, int32_t n) {
    for (int32_t i = 0; signs && i < n; i++) {
        if (signs[i] < -1 || signs[i] > 1) {
            return TM_ERR_ARGUMENT;
        }
    }
    return TM_OK;
}

tmStatus tmi_sparse_ldlt_analyse(tmiSparseLdlt *f, tmiArena *arena, const tmiPattern *lower,
                                 const int32_t *order, const int8_t *signs) {
    if (!f || !arena) {
        return TM_ERR_ARGUMENT;
    }
    *f = (tmiSparseLdlt){0};
    tmStatus status = tmi_pattern_check_lower(lower);
    status = status == TM_OK ? check_signs(signs, lower->rows) : status;
    if (status != TM_OK) {
        return status;
    }
    tmiArenaMark mark = tmi_arena_mark(arena);
    tmiArena scratch;
    tmi_arena_init(&scratch, arena->allocator);
    tmiElimination e;
    f->n = lower->rows;
    status = tmi_pattern_copy(arena, lower, &f->a);
    status = status == TM_OK ? tmi_elimination_find(&e, &scratch, lower, order, signs) : status;
    status = status == TM_OK ? build(f, arena, &scratch, &e, signs) : status;
    tmi_arena_clear(&scratch);
    if (status != TM_OK) {
        tmi_arena_release(arena, mark);
        *f = (tmiSparseLdlt){0};
    }
    return status;
}
