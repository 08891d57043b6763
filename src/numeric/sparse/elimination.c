/* elimination.c: elimination tree, postorder, column counts and blocks.
 *
 * Solves: the pattern of L in P A P^T = L D L^T. Source: [Liu90] J. W. H. Liu, section 4.1 (tree by
 * path compression), 3.1 (row k of L is the union of the tree paths from the entries of row k of A
 * up to k), 5 (a postorder keeps the fill). Symbols: parent(j) = min { i > j : l_ij != 0 }.
 * Blocks are columns with exactly the same rows: to let them take in zeros, as is usual for large
 * matrices, made nothing faster on chains and ladders; see docs/theory/sparse.md.
 * Cost: O(|A| log n) for the tree, O(|L|) for the counts. */
#include "numeric/sparse/elimination.h"

#include "numeric/sparse/sparse.h"

#define NONE (-1)

static tmStatus create(tmiElimination *e, tmiArena *arena, const tmiPattern *lower) {
    size_t n = (size_t)lower->rows;
    size_t entries = (size_t)tmi_pattern_entries(lower);
    *e = (tmiElimination){.n = lower->rows};
    e->order = tmi_arena_alloc(arena, n, sizeof *e->order);
    e->place = tmi_arena_alloc(arena, n, sizeof *e->place);
    e->start = tmi_arena_alloc(arena, n + 2, sizeof *e->start);
    e->index = tmi_arena_alloc(arena, entries, sizeof *e->index);
    e->entry = tmi_arena_alloc(arena, entries, sizeof *e->entry);
    e->parent = tmi_arena_alloc(arena, n, sizeof *e->parent);
    e->below = tmi_arena_alloc(arena, n, sizeof *e->below);
    e->block_of = tmi_arena_alloc(arena, n, sizeof *e->block_of);
    e->first = tmi_arena_alloc(arena, n + 1, sizeof *e->first);
    bool complete = e->order && e->place && e->start && e->index && e->entry && e->parent &&
                    e->below && e->block_of && e->first;
    return complete ? TM_OK : TM_ERR_MEMORY;
}

/* Copies the order and inverts it; TM_ERR_ARGUMENT when a number is out of range or double. */
static tmStatus take_order(tmiElimination *e, const int32_t *order) {
    for (int32_t i = 0; i < e->n; i++) {
        e->place[i] = NONE;
    }
    for (int32_t k = 0; k < e->n; k++) {
        int32_t i = order[k];
        if (i < 0 || i >= e->n || e->place[i] != NONE) {
            return TM_ERR_ARGUMENT;
        }
        e->order[k] = i;
        e->place[i] = k;
    }
    return TM_OK;
}

/* While rows without a diagonal wait for their pivots. */
typedef struct waiting {
    const tmiPattern *lower;
    tmiPattern upper; /* the transpose of lower */
    bool *waits;      /* of each unknown: has its turn come before it had a pivot? */
    bool *taken;      /* of each unknown: does it give a pivot to another, or is it itself out? */
    bool *hollow;     /* of each unknown: does it have no diagonal and a negative sign? */
    int32_t *order;   /* new order */
    int32_t count;
} waiting;

/* Returns the first neighbour of i for which both marks are as wanted, or NONE. */
static int32_t find_neighbour(const waiting *w, int32_t i, const bool *yes, const bool *no) {
    const tmiPattern *half[] = {w->lower, &w->upper};
    for (int32_t h = 0; h < 2; h++) {
        for (int32_t p = half[h]->start[i]; p < half[h]->start[i + 1]; p++) {
            int32_t j = half[h]->index[p];
            if (j != i && yes[j] && !no[j]) {
                return j;
            }
        }
    }
    return NONE;
}

/* Puts i in the order and, right behind it, one row that waited for it. */
static void put(waiting *w, int32_t i, bool *placed) {
    w->order[w->count++] = i;
    placed[i] = true;
    int32_t row = w->hollow[i] ? NONE : find_neighbour(w, i, w->waits, placed);
    if (row != NONE) {
        w->taken[i] = true;
        w->order[w->count++] = row;
        placed[row] = true;
    }
}

/* Turns `order` into one in which every row without a diagonal comes after a neighbour that no
 * other such row has taken, as far as a greedy choice finds one: eliminating k rows of J needs k
 * columns before them, or their pivots are zero without being redundant. `w->order` is the result.
 */
static void delay_hollow(waiting *w, const int32_t *order, int32_t n, bool *placed) {
    for (int32_t k = 0; k < n; k++) {
        int32_t i = order[k];
        if (!w->hollow[i]) {
            put(w, i, placed);
            continue;
        }
        int32_t column = find_neighbour(w, i, placed, w->taken);
        if (column == NONE) {
            w->waits[i] = true;
        } else {
            w->taken[column] = true;
            put(w, i, placed);
        }
    }
    for (int32_t k = 0; k < n; k++) {
        if (!placed[order[k]]) {
            put(w, order[k], placed);
        }
    }
}

/* Finds an order, with rows without a diagonal after their columns; see delay_hollow. */
static tmStatus find_order(tmiArena *arena, const tmiPattern *lower, const int8_t *signs,
                           int32_t *order) {
    tmStatus status = tmi_ordering_find(arena, lower, order);
    if (status != TM_OK || !signs) {
        return status;
    }
    size_t n = (size_t)lower->rows;
    waiting w = {.lower = lower};
    bool *marks = tmi_arena_alloc(arena, n, 4 * sizeof *marks);
    int32_t *found = tmi_arena_alloc(arena, n, sizeof *found);
    status = tmi_pattern_transpose(arena, lower, &w.upper, NULL);
    if (status != TM_OK || !marks || !found) {
        return TM_ERR_MEMORY;
    }
    w.waits = marks;
    w.taken = marks + n;
    w.hollow = marks + 2 * n;
    w.order = order;
    for (int32_t i = 0; i < lower->rows; i++) {
        int32_t end = lower->start[i + 1];
        bool diagonal = end > lower->start[i] && lower->index[end - 1] == i;
        w.hollow[i] = signs[i] < 0 && !diagonal;
        w.taken[i] = w.hollow[i]; /* a row gives no pivot to another */
        found[i] = order[i];
    }
    delay_hollow(&w, found, lower->rows, marks + 3 * n);
    TM_ASSERT(w.count == lower->rows);
    return TM_OK;
}

/* The strict lower triangle of P A P^T by rows. */
static void permute(tmiElimination *e, const tmiPattern *lower) {
    for (int32_t k = 0; k < e->n + 2; k++) {
        e->start[k] = 0;
    }
    /* Counted two places up, start[k + 1] becomes the running end of row k while it is filled. */
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < e->n; i++) {
            int32_t a = e->place[i];
            for (int32_t p = lower->start[i]; p < lower->start[i + 1]; p++) {
                int32_t b = e->place[lower->index[p]];
                int32_t k = a > b ? a : b;
                if (a != b && pass == 0) {
                    e->start[k + 2]++;
                } else if (a != b) {
                    int32_t q = e->start[k + 1]++;
                    e->index[q] = a > b ? b : a;
                    e->entry[q] = p;
                }
            }
        }
        for (int32_t k = 0; k < e->n && pass == 0; k++) {
            e->start[k + 2] += e->start[k + 1];
        }
    }
}

/* [Liu90] algorithm 4.2; `ancestor` is scratch. */
static void find_tree(tmiElimination *e, int32_t *ancestor) {
    for (int32_t k = 0; k < e->n; k++) {
        e->parent[k] = NONE;
        ancestor[k] = NONE;
        for (int32_t q = e->start[k]; q < e->start[k + 1]; q++) {
            int32_t j = e->index[q];
            while (j != NONE && j < k) {
                int32_t next = ancestor[j];
                ancestor[j] = k;
                if (next == NONE) {
                    e->parent[j] = k;
                }
                j = next;
            }
        }
    }
}

/* Reorders the columns so that every subtree is contiguous, children in ascending order. The tree
 * is numbered downwards: the last child of the highest node comes right before it. */
static void postorder(tmiElimination *e, int32_t *child, int32_t *sibling, int32_t *order) {
    int32_t n = e->n;
    for (int32_t j = 0; j < n; j++) {
        child[j] = NONE;
    }
    int32_t roots = NONE;
    for (int32_t j = 0; j < n; j++) {
        int32_t *list = e->parent[j] == NONE ? &roots : &child[e->parent[j]];
        sibling[j] = *list;
        *list = j;
    }
    /* The lists now begin with the highest child, so a walk that numbers a node before its children
     * hands out n - 1, n - 2, … in a reversed postorder. */
    int32_t at = n;
    int32_t j = roots;
    while (j != NONE) {
        order[--at] = e->order[j];
        if (child[j] != NONE) {
            j = child[j];
            continue;
        }
        while (j != NONE && sibling[j] == NONE) {
            j = e->parent[j];
        }
        j = j == NONE ? NONE : sibling[j];
    }
    TM_ASSERT(at == 0);
}

/* Entries below the diagonal of every column: row k adds one along each of its paths. Stops with
 * TM_ERR_LIMIT once the factor cannot be stored, so that a pattern with much fill does not take
 * minutes. */
static tmStatus count_columns(tmiElimination *e, int32_t *seen) {
    int64_t entries = e->n;
    for (int32_t k = 0; k < e->n; k++) {
        e->below[k] = 0;
        seen[k] = k;
        for (int32_t q = e->start[k]; q < e->start[k + 1]; q++) {
            for (int32_t j = e->index[q]; seen[j] != k; j = e->parent[j]) {
                seen[j] = k;
                e->below[j]++;
                entries++;
            }
        }
        if (entries > INT32_MAX) {
            return TM_ERR_LIMIT;
        }
    }
    return TM_OK;
}

/* Gathers columns j, j + 1, … in a block as long as each is the parent of the one before and has
 * the same rows below. */
static void find_blocks(tmiElimination *e) {
    for (int32_t j = 0; j < e->n; j++) {
        bool joins = j > 0 && e->parent[j - 1] == j && e->below[j - 1] == e->below[j] + 1;
        if (!joins) {
            e->first[e->block_count++] = j;
        }
        e->block_of[j] = e->block_count - 1;
    }
    e->first[e->block_count] = e->n;
}

tmStatus tmi_elimination_find(tmiElimination *e, tmiArena *arena, const tmiPattern *lower,
                              const int32_t *order, const int8_t *signs) {
    tmStatus status = create(e, arena, lower);
    size_t n = (size_t)lower->rows;
    int32_t *scratch = tmi_arena_alloc(arena, n, 3 * sizeof *scratch);
    if (status != TM_OK || !scratch) {
        return TM_ERR_MEMORY;
    }
    int32_t *a = scratch;
    int32_t *b = scratch + n;
    int32_t *found = scratch + 2 * n;
    if (!order) {
        status = find_order(arena, lower, signs, found);
        order = found;
    }
    status = status == TM_OK ? take_order(e, order) : status;
    if (status != TM_OK) {
        return status;
    }
    permute(e, lower);
    find_tree(e, a);
    postorder(e, a, b, found);
    status = take_order(e, found);
    TM_ASSERT(status == TM_OK);
    permute(e, lower);
    find_tree(e, a);
    status = count_columns(e, a);
    if (status == TM_OK) {
        find_blocks(e);
    }
    return status;
}
