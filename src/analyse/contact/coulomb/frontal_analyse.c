/* frontal_analyse.c: nodes, their rows, and where every block goes. The order is that of minimum
 * degree, the tree that of the factors of numbers in sparse.h; columns are then gathered into
 * larger nodes, which takes in zeros but makes dense work of it ([DR83] 5). */
#include "analyse/contact/coulomb/frontal.h"

#include <string.h>

#define NONE (-1)

/* A node takes in the one above it while it has no more columns than this, and zeros are no larger
 * a part of its panel [1]. */
static const struct {
    int32_t pivots;
    double zeros;
} joins[] = {{4, 0.4}, {16, 0.2}, {INT32_MAX, 0.05}};

/* Numbers that a front may have at most: 2^31 of 8 bytes [1]. */
#define FRONTAL_NUMBERS_MAX ((size_t)1 << 31)

static int32_t round_up(int32_t x) {
    return (x + 3) & ~3;
}

/* The lower triangle of the pattern, each entry once. */
static tmStatus make_pattern(tmiArena *arena, int32_t n, const int32_t (*pairs)[2], int32_t count,
                             tmiPattern *lower) {
    int32_t *start = tmi_arena_alloc(arena, (size_t)n + 2, sizeof *start);
    int32_t *half = tmi_arena_alloc(arena, (size_t)n + 2, sizeof *half);
    int32_t *by_col = tmi_arena_alloc(arena, (size_t)count, sizeof *by_col);
    int32_t *index = tmi_arena_alloc(arena, (size_t)count, sizeof *index);
    if (!start || !half || !by_col || !index) {
        return TM_ERR_MEMORY;
    }
    /* Sorted by column, then, in that order, by row: so columns of a row ascend. */
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t k = 0; k < count; k++) {
            int32_t a = pairs[k][0], b = pairs[k][1], low = a < b ? a : b;
            if (b >= 0 && pass == 0) {
                half[low + 2]++;
            } else if (b >= 0) {
                by_col[half[low + 1]++] = a < b ? b : a;
            }
        }
        for (int32_t i = 0; i < n && pass == 0; i++) {
            half[i + 2] += half[i + 1];
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t col = 0; col < n; col++) {
            for (int32_t k = half[col]; k < half[col + 1]; k++) {
                if (pass == 0) {
                    start[by_col[k] + 2]++;
                } else {
                    index[start[by_col[k] + 1]++] = col;
                }
            }
        }
        for (int32_t i = 0; i < n && pass == 0; i++) {
            start[i + 2] += start[i + 1];
        }
    }
    *lower = (tmiPattern){n, n, start, index};
    return TM_OK;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* Whether node c may take in s, its parent; `zeros` is what both have already. */
static bool may_join(const tmiFrontalNode *c, const tmiFrontalNode *s, int64_t *zeros) {
    if (c->parent != s->first) {
        return false;
    }
    int64_t pivots = c->pivots + s->pivots;
    int64_t extra = (int64_t)c->pivots * (s->pivots + s->below - c->below);
    int64_t size = pivots * (pivots + 1) / 2 + pivots * s->below, all = *zeros + extra;
    bool joined = extra == 0;
    for (size_t k = 0; k < sizeof joins / sizeof *joins; k++) {
        joined =
            joined || (pivots <= joins[k].pivots && (double)all <= joins[k].zeros * (double)size);
    }
    *zeros = joined ? all : *zeros;
    return joined;
}

/* From the blocks of a factor of numbers with this pattern; `parent` is a column for now. */
static tmStatus make_nodes(tmiFrontal *f, tmiArena *arena, const tmiSparseLdlt *e) {
    f->node = tmi_arena_alloc(arena, (size_t)e->block_count + 1, sizeof *f->node);
    int64_t *zeros = tmi_arena_alloc(arena, (size_t)e->block_count + 1, sizeof *zeros);
    if (!f->node || !zeros) {
        return TM_ERR_MEMORY;
    }
    for (int32_t k = 0; k < e->block_count; k++) {
        const tmiLdltBlock *block = &e->block[k];
        int32_t parent = block->below > 0 ? e->row[block->row_start] : NONE;
        f->node[f->node_count] = (tmiFrontalNode){
            .first = block->first, .pivots = block->cols, .below = block->below, .parent = parent};
        zeros[f->node_count++] = 0;
        while (f->node_count > 1) {
            tmiFrontalNode *s = &f->node[f->node_count - 1], *c = s - 1;
            int64_t both = zeros[f->node_count - 1] + zeros[f->node_count - 2];
            if (!may_join(c, s, &both)) {
                break;
            }
            c->pivots += s->pivots;
            c->below = s->below;
            c->parent = s->parent;
            zeros[--f->node_count - 1] = both;
        }
    }
    for (int32_t s = 0; s < f->node_count; s++) {
        for (int32_t k = 0; k < f->node[s].pivots; k++) {
            f->node_of[f->node[s].first + k] = s;
        }
    }
    return TM_OK;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* The items of a pair, as (kind, row, column) in columns of the elimination; how many. */
static int list_items(const tmiFrontal *f, const int32_t pair[2], int32_t list[3][3]) {
    int32_t a = f->place[pair[0]], b = pair[1] >= 0 ? f->place[pair[1]] : NONE;
    memcpy(list[0], (int32_t[]){0, a, a}, sizeof list[0]);
    if (b == NONE) {
        return 1;
    }
    memcpy(list[1], (int32_t[]){1, b, b}, sizeof list[1]);
    memcpy(list[2], a < b ? (int32_t[]){2, b, a} : (int32_t[]){3, a, b}, sizeof list[2]);
    return 3;
}

/* Items by node; rows are still numbered by elimination. */
static tmStatus sort_items(tmiFrontal *f, tmiArena *arena, const int32_t (*pairs)[2],
                           int32_t count) {
    f->item = tmi_arena_alloc(arena, 3 * (size_t)count, sizeof *f->item);
    if (!f->item) {
        return TM_ERR_MEMORY;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t k = 0; k < count; k++) {
            int32_t list[3][3];
            for (int n = list_items(f, pairs[k], list) - 1; n >= 0; n--) {
                tmiFrontalNode *s = &f->node[f->node_of[list[n][2]]];
                if (pass == 1) {
                    f->item[s->item_end] =
                        (tmiFrontalItem){k, list[n][0], list[n][1], list[n][2] - s->first};
                }
                s->item_end++;
            }
        }
        for (int32_t s = 0, at = 0; s < f->node_count && pass == 0; s++) {
            f->node[s].item = at;
            at += f->node[s].item_end;
            f->node[s].item_end = f->node[s].item;
        }
    }
    return TM_OK;
}

static void add_row(tmiFrontal *f, const tmiFrontalNode *s, int32_t row, int32_t *mark,
                    int32_t *count) {
    if (row >= s->first + s->pivots && mark[row] != s->first) {
        int32_t *list = f->row + s->rows, at = (*count)++;
        for (mark[row] = s->first; at > 0 && list[at - 1] > row; at--) {
            list[at] = list[at - 1];
        }
        list[at] = row;
    }
}

/* Rows below each node: those of its items and of its children, which come before it. */
static tmStatus find_rows(tmiFrontal *f, tmiArena *arena) {
    size_t total = 0;
    for (int32_t s = 0; s < f->node_count; s++) {
        total += (size_t)f->node[s].below;
        f->node[s].parent = f->node[s].child = f->node[s].sibling = NONE;
    }
    int32_t *mark = tmi_arena_alloc(arena, (size_t)f->n, sizeof *mark);
    f->row = tmi_arena_alloc(arena, total, sizeof *f->row);
    f->map = tmi_arena_alloc(arena, total, sizeof *f->map);
    if (total > INT32_MAX || !mark || !f->row || !f->map) {
        return total > INT32_MAX ? TM_ERR_LIMIT : TM_ERR_MEMORY;
    }
    memset(mark, 0xff, (size_t)f->n * sizeof *mark);
    int32_t at = 0;
    for (int32_t i = 0; i < f->node_count; i++) {
        tmiFrontalNode *s = &f->node[i];
        int32_t count = 0;
        s->rows = at;
        for (int32_t c = s->child; c != NONE; c = f->node[c].sibling) {
            for (int32_t k = 0; k < f->node[c].below; k++) {
                add_row(f, s, f->row[f->node[c].rows + k], mark, &count);
            }
        }
        for (int32_t k = s->item; k < s->item_end; k++) {
            add_row(f, s, f->item[k].row, mark, &count);
        }
        TM_ASSERT(count == s->below);
        at += count;
        if (count > 0) {
            tmiFrontalNode *parent = &f->node[s->parent = f->node_of[f->row[s->rows]]];
            s->sibling = parent->child;
            parent->child = i;
        }
    }
    return TM_OK;
}

/* Where a column of the elimination is in the front of a node. */
static int32_t find(const tmiFrontal *f, const tmiFrontalNode *s, int32_t row) {
    if (row < s->first + s->pivots) {
        return row - s->first;
    }
    const int32_t *list = f->row + s->rows;
    int32_t low = 0, high = s->below;
    while (high - low > 1) {
        int32_t mid = low + (high - low) / 2;
        *(list[mid] <= row ? &low : &high) = mid;
    }
    return s->pivots + low;
}

static tmStatus take_numbers(tmiFrontal *f, tmiArena *arena) {
    size_t panels = 0, updates = 0, highest = 0;
    for (int32_t i = 0; i < f->node_count; i++) {
        tmiFrontalNode *s = &f->node[i];
        int32_t p = f->size * s->pivots, q = f->size * s->below;
        s->update_height = round_up(q);
        s->height = round_up(p + s->update_height);
        s->panel = panels;
        s->update = updates;
        s->stale = true;
        panels += (size_t)s->height * (size_t)round_up(p);
        updates += (size_t)s->update_height * (size_t)s->update_height;
        highest = highest > (size_t)s->height ? highest : (size_t)s->height;
        for (int32_t k = s->item; k < s->item_end; k++) {
            f->item[k].row = find(f, s, f->item[k].row);
        }
        for (int32_t k = 0; k < s->below; k++) {
            f->map[s->rows + k] = find(f, &f->node[s->parent], f->row[s->rows + k]);
        }
    }
    if (panels > FRONTAL_NUMBERS_MAX || updates > FRONTAL_NUMBERS_MAX) {
        return TM_ERR_LIMIT;
    }
    f->lower = tmi_arena_alloc(arena, panels, sizeof *f->lower);
    f->upper = tmi_arena_alloc(arena, panels, sizeof *f->upper);
    f->update = tmi_arena_alloc(arena, updates, sizeof *f->update);
    f->x = tmi_arena_alloc(arena, (size_t)f->size * (size_t)f->n, sizeof *f->x);
    f->t = tmi_arena_alloc(arena, highest, sizeof *f->t);
    return f->lower && f->upper && f->update && f->x && f->t ? TM_OK : TM_ERR_MEMORY;
}

tmStatus tmi_frontal_analyse(tmiFrontal *f, tmiArena *arena, int32_t size, int32_t n,
                             const int32_t (*pairs)[2], int32_t count) {
    *f = (tmiFrontal){.size = size, .n = n};
    f->node_of = tmi_arena_alloc(arena, (size_t)n, sizeof *f->node_of);
    f->place = tmi_arena_alloc(arena, (size_t)n, sizeof *f->place);
    tmiPattern lower;
    tmiSparseLdlt e;
    tmStatus status =
        f->node_of && f->place ? make_pattern(arena, n, pairs, count, &lower) : TM_ERR_MEMORY;
    status = status == TM_OK ? tmi_sparse_ldlt_analyse(&e, arena, &lower, NULL, NULL) : status;
    for (int32_t k = 0; k < n && status == TM_OK; k++) {
        f->place[e.order[k]] = k;
    }
    status = status == TM_OK ? make_nodes(f, arena, &e) : status;
    status = status == TM_OK ? sort_items(f, arena, pairs, count) : status;
    status = status == TM_OK ? find_rows(f, arena) : status;
    return status == TM_OK ? take_numbers(f, arena) : status;
}
