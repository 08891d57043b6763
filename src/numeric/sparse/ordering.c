/* ordering.c: approximate minimum degree on the quotient graph.
 *
 * Solves: a permutation P such that the factor of P A P^T has few entries; finding the fewest is
 * NP-complete. Source: [ADD96] P. R. Amestoy, T. A. Davis, I. S. Duff, algorithm 1, with the
 * approximate degree of eq. (4) and the aggressive absorption of section 4; quotient graph and
 * compaction after [DR83]. Symbols of [ADD96], with the names used here:
 *   A_i  variables next to variable i; E_i  elements next to it      list of i, elements first
 *   L_e  variables of element e, an eliminated pivot                 list of e
 *   |.|  sizes count the variables that a supervariable stands for   weight
 *   d_i  bound on the size of the front if i were eliminated         degree
 *   w(e) |L_e \ L_p|, kept as mark[e] - stamp
 * Departs from [ADD96]: variables with one neighbour are peeled off first, with a XOR of the living
 * neighbours in place of lists, so that trees and stars cost linear time and get no fill; rows
 * denser than DENSE_FACTOR sqrt(n) go last, since each neighbour's elimination would scan them; a
 * pivot's merged variables follow it at once, the postorder being left to the factorisation. Ties
 * go to the variable whose degree was set last, and at the start to the lowest index.
 * Cost: about linear for bounded degree; O(n |A|) at worst in theory. */
#include "numeric/sparse/sparse.h"

#include <string.h>

#define DENSE_FACTOR 10
#define DENSE_MIN 16
#define NONE (-1)

typedef struct graph {
    int32_t n;
    int32_t left;     /* variables not yet ordered, dense ones apart */
    int32_t count;    /* variables in `order` */
    int32_t *order;   /* result */
    int32_t *list;    /* all neighbour lists */
    size_t size;      /* of list */
    size_t used;      /* of list; what lies beyond is free */
    size_t *start;    /* of a node: where its list begins */
    int32_t *length;  /* of its list; 0 for dead nodes */
    int32_t *elems;   /* of a variable: how many leading entries of its list are elements */
    int32_t *weight;  /* variables it stands for; 0 dead or element; negative: in the front */
    int32_t *degree;  /* of a variable d_i, of an element |L_e| */
    int64_t *mark;    /* 0 for absorbed elements, else see w(e) */
    int64_t stamp;    /* above every mark from earlier pivots */
    int32_t *head;    /* first variable of each degree */
    int32_t *next;    /* in the list of equal degree, or in a hash bucket */
    int32_t *prev;    /* in the list of equal degree */
    int32_t *bucket;  /* first variable of each hash */
    int32_t *hash;    /* of the variables in the front */
    int32_t *member;  /* next variable merged into the same supervariable */
    int32_t *last;    /* last variable of a supervariable */
    int32_t min;      /* no variable has a smaller degree */
    int32_t p;        /* current pivot; its list is the front L_p */
    int32_t p_weight; /* variables that it stands for */
} graph;

/* ---- Degree lists and supervariables ------------------------------------------------------- */

static void degree_insert(graph *g, int32_t i) {
    int32_t d = g->degree[i];
    g->prev[i] = NONE;
    g->next[i] = g->head[d];
    if (g->head[d] != NONE) {
        g->prev[g->head[d]] = i;
    }
    g->head[d] = i;
    g->min = d < g->min ? d : g->min;
}

static void degree_remove(graph *g, int32_t i) {
    if (g->prev[i] == NONE) {
        g->head[g->degree[i]] = g->next[i];
    } else {
        g->next[g->prev[i]] = g->next[i];
    }
    if (g->next[i] != NONE) {
        g->prev[g->next[i]] = g->prev[i];
    }
}

/* Puts variable i, which is in the front, among those that `into` stands for. */
static void merge(graph *g, int32_t into, int32_t i) {
    g->member[g->last[into]] = i;
    g->last[into] = g->last[i];
    g->weight[i] = 0;
    g->length[i] = 0;
}

/* ---- Storage ------------------------------------------------------------------------------- */

/* Moves all living lists to the front of `list`. The head of each list changes places with its
 * node's number for the sweep, which so finds whose list it meets [DR83]. */
static void compact(graph *g) {
    for (int32_t i = 0; i < g->n; i++) {
        if (g->length[i] > 0) {
            int32_t first = g->list[g->start[i]];
            g->list[g->start[i]] = -i - 1;
            g->start[i] = (size_t)first;
        }
    }
    size_t to = 0;
    for (size_t from = 0; from < g->used;) {
        if (g->list[from] >= 0) {
            from++;
            continue;
        }
        int32_t i = -g->list[from] - 1;
        size_t length = (size_t)g->length[i];
        g->list[from] = (int32_t)g->start[i];
        memmove(g->list + to, g->list + from, length * sizeof *g->list);
        g->start[i] = to;
        to += length;
        from += length;
    }
    g->used = to;
}

/* Makes sure that the front of pivot p fits behind the other lists. */
static void reserve_front(graph *g, int32_t p) {
    size_t need = (size_t)(g->length[p] - g->elems[p]);
    for (int32_t k = 0; k < g->elems[p]; k++) {
        need += (size_t)g->length[g->list[g->start[p] + (size_t)k]];
    }
    need = need > (size_t)g->left ? (size_t)g->left : need;
    if (g->used + need > g->size) {
        compact(g);
    }
    TM_ASSERT(g->used + need <= g->size);
}

/* ---- One pivot ----------------------------------------------------------------------------- */

/* Appends to the list at `to` the living variables among `count` nodes at `from` that are not yet
 * in the front, and returns the new end. Their weights turn negative: they are in the front. */
static size_t gather(graph *g, size_t from, int32_t count, size_t to) {
    for (int32_t k = 0; k < count; k++) {
        int32_t i = g->list[from + (size_t)k];
        if (g->weight[i] > 0) {
            g->degree[g->p] += g->weight[i];
            g->weight[i] = -g->weight[i];
            degree_remove(g, i);
            g->list[to++] = i;
        }
    }
    return to;
}

/* L_p := (A_p with all L_e, e in E_p) without p. The elements of E_p are absorbed. */
static void form_front(graph *g, int32_t p) {
    g->p = p;
    g->p_weight = g->weight[p];
    g->weight[p] = 0;
    g->degree[p] = 0;
    int32_t elems = g->elems[p];
    size_t to = g->start[p];
    if (elems > 0) {
        reserve_front(g, p);
        to = g->used;
    }
    size_t begin = to;
    size_t own = g->start[p];
    for (int32_t k = 0; k < elems; k++) {
        int32_t e = g->list[own + (size_t)k];
        to = gather(g, g->start[e], g->length[e], to);
        g->mark[e] = 0;
        g->length[e] = 0;
    }
    to = gather(g, own + (size_t)elems, g->length[p] - elems, to);
    g->start[p] = begin;
    g->length[p] = (int32_t)(to - begin);
    g->elems[p] = 0;
    g->used = to > g->used ? to : g->used;
}

/* Sets mark[e] - stamp = |L_e \ L_p| for every element next to the front. */
static void measure_elements(graph *g) {
    for (int32_t k = 0; k < g->length[g->p]; k++) {
        int32_t i = g->list[g->start[g->p] + (size_t)k];
        for (int32_t q = 0; q < g->elems[i]; q++) {
            int32_t e = g->list[g->start[i] + (size_t)q];
            if (g->mark[e] == 0) {
                continue;
            }
            if (g->mark[e] < g->stamp) {
                g->mark[e] = g->stamp + g->degree[e];
            }
            g->mark[e] += g->weight[i];
        }
    }
}

/* Drops from the list of i what the front makes needless, adds element p, and returns the weight of
 * its neighbours outside the front: sum |A_i \ L_p| + sum |L_e \ L_p|, the last two terms of (4).
 */
static int64_t prune(graph *g, int32_t i) {
    int32_t *list = g->list + g->start[i];
    int64_t outside = 0;
    uint32_t hash = 0;
    int32_t kept = 0;
    for (int32_t k = 0; k < g->elems[i]; k++) {
        int32_t e = list[k];
        if (g->mark[e] > g->stamp) {
            outside += g->mark[e] - g->stamp;
            hash += (uint32_t)e;
            list[kept++] = e;
        } else if (g->mark[e] == g->stamp) { /* L_e lies in L_p: aggressive absorption */
            g->mark[e] = 0;
            g->length[e] = 0;
        }
    }
    int32_t elems = kept;
    for (int32_t k = g->elems[i]; k < g->length[i]; k++) {
        int32_t j = list[k];
        if (g->weight[j] > 0) {
            outside += g->weight[j];
            hash += (uint32_t)j;
            list[kept++] = j;
        }
    }
    /* Room for p is there: p itself, or an element absorbed in it, has just been dropped. */
    list[kept] = list[elems];
    list[elems] = g->p;
    g->elems[i] = elems + 1;
    g->length[i] = kept + 1;
    g->hash[i] = (int32_t)(hash % (uint32_t)g->n);
    return outside;
}

/* New degrees of the front's variables, their own front left out. A variable without neighbours
 * outside is eliminated together with p. */
static void update_degrees(graph *g) {
    for (int32_t k = 0; k < g->length[g->p]; k++) {
        int32_t i = g->list[g->start[g->p] + (size_t)k];
        int64_t outside = prune(g, i);
        if (outside == 0) {
            g->p_weight -= g->weight[i];
            g->degree[g->p] += g->weight[i];
            merge(g, g->p, i);
            continue;
        }
        g->degree[i] = outside < g->degree[i] ? (int32_t)outside : g->degree[i];
        g->next[i] = g->bucket[g->hash[i]];
        g->bucket[g->hash[i]] = i;
    }
}

/* Whether j has the neighbours of i, which are marked with the stamp. */
static bool same_neighbours(const graph *g, int32_t i, int32_t j) {
    if (g->length[i] != g->length[j] || g->elems[i] != g->elems[j]) {
        return false;
    }
    for (int32_t k = 0; k < g->length[j]; k++) {
        if (g->mark[g->list[g->start[j] + (size_t)k]] != g->stamp) {
            return false;
        }
    }
    return true;
}

/* Merges the variables of one hash bucket that have the same neighbours. */
static void merge_bucket(graph *g, int32_t first) {
    for (int32_t i = first; i != NONE; i = g->next[i]) {
        if (g->next[i] == NONE) {
            return;
        }
        g->stamp++;
        for (int32_t k = 0; k < g->length[i]; k++) {
            g->mark[g->list[g->start[i] + (size_t)k]] = g->stamp;
        }
        for (int32_t before = i, j = g->next[i]; j != NONE; j = g->next[j]) {
            if (same_neighbours(g, i, j)) {
                g->weight[i] += g->weight[j];
                merge(g, i, j);
                g->next[before] = g->next[j];
            } else {
                before = j;
            }
        }
    }
}

static void merge_front(graph *g) {
    g->stamp += g->n + 1;
    for (int32_t k = 0; k < g->length[g->p]; k++) {
        int32_t i = g->list[g->start[g->p] + (size_t)k];
        if (g->weight[i] < 0) {
            int32_t first = g->bucket[g->hash[i]];
            g->bucket[g->hash[i]] = NONE;
            merge_bucket(g, first);
        }
    }
}

/* Gives the front's variables their degrees by (4), orders p with what it stands for. */
static void finish_pivot(graph *g) {
    g->left -= g->p_weight;
    size_t begin = g->start[g->p];
    int32_t kept = 0;
    for (int32_t k = 0; k < g->length[g->p]; k++) {
        int32_t i = g->list[begin + (size_t)k];
        if (g->weight[i] == 0) {
            continue;
        }
        g->weight[i] = -g->weight[i];
        int64_t degree = (int64_t)g->degree[i] + g->degree[g->p] - g->weight[i];
        int64_t max = (int64_t)g->left - g->weight[i];
        g->degree[i] = (int32_t)(degree < max ? degree : max);
        degree_insert(g, i);
        g->list[begin + (size_t)kept++] = i;
    }
    g->length[g->p] = kept;
    g->mark[g->p] = kept > 0 ? 1 : 0;
    g->stamp += g->n + 1;
    for (int32_t i = g->p; i != NONE; i = g->member[i]) {
        g->order[g->count++] = i;
    }
}

static void eliminate_all(graph *g) {
    while (g->left > 0) {
        while (g->head[g->min] == NONE) {
            g->min++;
        }
        int32_t p = g->head[g->min];
        degree_remove(g, p);
        form_front(g, p);
        measure_elements(g);
        update_degrees(g);
        merge_front(g);
        finish_pivot(g);
    }
}

/* ---- Before the pivots --------------------------------------------------------------------- */

/* Orders the variables that have at most one neighbour, again and again. Uses start for the XOR of
 * the living neighbours, next for the queue; weight 1 marks those that are left. */
static void peel(graph *g, const tmiPattern *lower) {
    for (int32_t i = 0; i < g->n; i++) {
        for (int32_t p = lower->start[i]; p < lower->start[i + 1]; p++) {
            int32_t j = lower->index[p];
            if (j != i) {
                g->degree[i]++;
                g->degree[j]++;
                g->start[i] ^= (size_t)j;
                g->start[j] ^= (size_t)i;
            }
        }
    }
    int32_t *queue = g->next;
    int32_t end = 0;
    for (int32_t i = 0; i < g->n; i++) {
        if (g->degree[i] <= 1) {
            queue[end++] = i;
        }
    }
    for (int32_t at = 0; at < end; at++) {
        int32_t i = queue[at];
        g->weight[i] = 0;
        g->order[g->count++] = i;
        if (g->degree[i] == 1) {
            int32_t j = (int32_t)g->start[i];
            g->start[j] ^= (size_t)i;
            g->degree[j]--;
            if (g->degree[j] == 1) {
                queue[end++] = j;
            }
        }
    }
}

/* Takes dense rows out. They are ordered at the very end, by index. */
static void defer_dense(graph *g) {
    int32_t end = g->n;
    for (int32_t i = g->n - 1; i >= 0; i--) {
        int64_t square = (int64_t)g->degree[i] * g->degree[i];
        if (g->weight[i] == 1 && g->degree[i] > DENSE_MIN &&
            square > (int64_t)DENSE_FACTOR * DENSE_FACTOR * g->n) {
            g->weight[i] = 0;
            g->order[--end] = i;
        }
    }
    g->left = end - g->count;
}

/* Makes the lists of the variables that are left, and their degrees. */
static void build_lists(graph *g, const tmiPattern *lower) {
    for (int32_t i = 0; i < g->n; i++) {
        g->degree[i] = 0;
    }
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < g->n; i++) {
            for (int32_t p = lower->start[i]; p < lower->start[i + 1]; p++) {
                int32_t j = lower->index[p];
                if (i == j || g->weight[i] == 0 || g->weight[j] == 0) {
                    continue;
                }
                if (pass == 0) {
                    g->degree[i]++;
                    g->degree[j]++;
                } else {
                    g->list[g->start[i] + (size_t)g->length[i]++] = j;
                    g->list[g->start[j] + (size_t)g->length[j]++] = i;
                }
            }
        }
        for (int32_t i = 0; i < g->n && pass == 0; i++) {
            g->start[i] = g->used;
            g->used += (size_t)g->degree[i];
        }
    }
    for (int32_t i = g->n - 1; i >= 0; i--) {
        g->mark[i] = 1;
        if (g->weight[i] == 1) {
            degree_insert(g, i);
        }
    }
}

static int32_t *filled(tmiArena *arena, int32_t count, int32_t value) {
    int32_t *array = tmi_arena_alloc(arena, (size_t)count, sizeof *array);
    for (int32_t i = 0; array && i < count; i++) {
        array[i] = value;
    }
    return array;
}

static tmStatus create(tmiArena *arena, const tmiPattern *lower, int32_t *order, graph *g) {
    int32_t n = lower->rows;
    size_t both = 2 * (size_t)tmi_pattern_entries(lower);
    *g = (graph){.n = n, .order = order, .size = both + both / 5 + 2 * (size_t)n, .stamp = 2};
    g->list = tmi_arena_alloc(arena, g->size, sizeof *g->list);
    g->start = tmi_arena_alloc(arena, (size_t)n, sizeof *g->start);
    g->mark = tmi_arena_alloc(arena, (size_t)n, sizeof *g->mark);
    g->weight = filled(arena, n, 1);
    g->length = filled(arena, n, 0);
    g->elems = filled(arena, n, 0);
    g->degree = filled(arena, n, 0);
    g->head = filled(arena, n, NONE);
    g->next = filled(arena, n, NONE);
    g->prev = filled(arena, n, NONE);
    g->bucket = filled(arena, n, NONE);
    g->hash = filled(arena, n, 0);
    g->member = filled(arena, n, NONE);
    g->last = filled(arena, n, 0);
    bool complete = g->list && g->start && g->mark && g->weight && g->length && g->elems &&
                    g->degree && g->head && g->next && g->prev && g->bucket && g->hash &&
                    g->member && g->last;
    for (int32_t i = 0; complete && i < n; i++) {
        g->last[i] = i;
    }
    return complete ? TM_OK : TM_ERR_MEMORY;
}

tmStatus tmi_ordering_find(tmiArena *arena, const tmiPattern *lower, int32_t *order) {
    tmStatus status = arena ? tmi_pattern_check_lower(lower) : TM_ERR_ARGUMENT;
    if (status != TM_OK || (!order && lower->rows > 0)) {
        return status == TM_OK ? TM_ERR_ARGUMENT : status;
    }
    graph g;
    tmiArenaMark mark = tmi_arena_mark(arena);
    status = create(arena, lower, order, &g);
    if (status == TM_OK && g.n > 0) {
        peel(&g, lower);
        defer_dense(&g);
        build_lists(&g, lower);
        eliminate_all(&g);
    }
    tmi_arena_release(arena, mark);
    return status;
}
