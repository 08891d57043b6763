/* kkt_order.c: in which order movers and constraints are eliminated: approximate minimum degree on
 * the quotient graph [ADD96] on nodes with weights and under a rule.
 *
 * The rule: the rows that are eliminated must have full rank on the movers that are. Then all
 * pivots have their sign, whatever the order ([Van95] for the leading blocks), and none needs an
 * exchange. A constraint therefore waits for a mover whose freedoms are not yet used up by
 * constraints before it, or for all of its movers, behind which it is safe
 * (docs/theory/dynamics.md, 3). On trees that is the order of articulated bodies: a leaf, its
 * joint, its parent. Movers with very many constraints come last, since each of these would have to
 * examine all others.
 *
 * Departs from [ADD96]: no supervariables, since a node is a whole body or joint already; lists of
 * elements are chains through the lists of the variables that were eliminated, so that there is
 * always room. Cost: about linear for bounded degree.
 *
 * numeric/sparse/ordering.c has the same algorithm without a rule, and cannot stand in for this
 * one: it peels off leaves, merges nodes with the same neighbours, and eliminates together with a
 * pivot those that have no others; each of these would put constraints before the movers that carry
 * them. Without these steps it still bounds degrees by what is left, which orders equals otherwise,
 * and so changes bits. What both share is the list by degree. */
#include "analyse/dynamics/system/kkt.h"

#include <string.h>

#define NONE (-1)
#define DENSE_FACTOR 10
#define DENSE_MIN 16

typedef struct Graph {
    const tmiKktGraph *of;
    int32_t n;
    int32_t *order, count;
    bool *gone;           /* of each node: eliminated */
    bool *dense;          /* of each node: not in the graph, comes last */
    int32_t *room;        /* of a mover: freedoms that no constraint uses yet */
    int32_t *list, *next; /* neighbours of all nodes; and the next in the list of an element */
    int32_t *start, *length, *elements; /* of a node: its list, whose first are elements */
    int32_t *front;   /* of an element: the first place of its list; NONE: absorbed */
    int32_t *size;    /* of an element: weight of its list */
    int32_t *outside; /* of an element: weight outside the front */
    bool *queued;     /* of a node: it is among those by degree */
    int32_t weight;   /* of all nodes */
    int32_t *mark, stamp;
    int32_t *degree, *head, *after, *before; /* nodes by degree */
    int32_t min;
} Graph;

static const tmiConstraint *constraint_of(const Graph *g, int32_t node) {
    return g->of->constraints[node - g->of->mover_count];
}

static bool is_mover(const Graph *g, int32_t node) {
    return node < g->of->mover_count;
}

static bool is_soft(const Graph *g, int32_t node) {
    return node >= g->of->mover_count + g->of->constraint_count;
}

static int32_t weight(const Graph *g, int32_t node) {
    return is_mover(g, node) ? g->of->dof : constraint_of(g, node)->row_count;
}

/* ---- Nodes by degree ----------------------------------------------------------------------- */

static void insert(Graph *g, int32_t i) {
    int32_t d = g->degree[i];
    g->before[i] = NONE;
    g->after[i] = g->head[d];
    if (g->head[d] != NONE) {
        g->before[g->head[d]] = i;
    }
    g->head[d] = i;
    g->min = d < g->min ? d : g->min;
    g->queued[i] = true;
}

static void take_out(Graph *g, int32_t i) {
    if (g->before[i] == NONE) {
        g->head[g->degree[i]] = g->after[i];
    } else {
        g->after[g->before[i]] = g->after[i];
    }
    if (g->after[i] != NONE) {
        g->before[g->after[i]] = g->before[i];
    }
    g->queued[i] = false;
}

/* ---- The rule ------------------------------------------------------------------------------ */

/* A mover of the constraint that is eliminated and has room for its rows; NONE. */
static int32_t carrier(const Graph *g, const tmiConstraint *constraint) {
    for (int32_t k = 0; k < constraint->mover_count; k++) {
        int32_t m = constraint->movers[k];
        if (g->gone[m] && g->room[m] >= constraint->row_count) {
            return m;
        }
    }
    return NONE;
}

static bool may_go(const Graph *g, int32_t node) {
    if (is_mover(g, node) || is_soft(g, node)) {
        return true;
    }
    const tmiConstraint *constraint = constraint_of(g, node);
    if (!g->of->late[node - g->of->mover_count] && carrier(g, constraint) != NONE) {
        return true;
    }
    for (int32_t k = 0; k < constraint->mover_count; k++) {
        if (!g->gone[constraint->movers[k]]) {
            return false;
        }
    }
    return true;
}

/* Puts the node next in the order, and takes the room that its rows need. */
static void go(Graph *g, int32_t node) {
    g->gone[node] = true;
    g->order[g->count++] = node;
    if (is_mover(g, node) || is_soft(g, node)) {
        return;
    }
    const tmiConstraint *constraint = constraint_of(g, node);
    int32_t m = carrier(g, constraint), left = constraint->row_count;
    if (m != NONE) {
        g->room[m] -= left;
        return;
    }
    for (int32_t k = 0; k < constraint->mover_count && left > 0; k++) {
        int32_t part =
            g->room[constraint->movers[k]] < left ? g->room[constraint->movers[k]] : left;
        g->room[constraint->movers[k]] -= part;
        left -= part;
    }
}

/* ---- One pivot ----------------------------------------------------------------------------- */

/* Appends the place `at` to the list of element p, unless its node is there or gone. */
static void append(Graph *g, int32_t p, int32_t at, int32_t *last) {
    int32_t i = g->list[at];
    if (g->gone[i] || g->mark[i] == g->stamp) {
        return;
    }
    g->mark[i] = g->stamp;
    g->size[p] += weight(g, i);
    g->next[at] = NONE;
    if (*last == NONE) {
        g->front[p] = at;
    } else {
        g->next[*last] = at;
    }
    *last = at;
}

/* L_p := A_p with all L_e, e in E_p, which are absorbed. */
static void form_front(Graph *g, int32_t p) {
    int32_t last = NONE, start = g->start[p];
    g->stamp++;
    g->front[p] = NONE;
    g->size[p] = 0;
    for (int32_t k = 0; k < g->elements[p]; k++) {
        int32_t e = g->list[start + k];
        for (int32_t at = g->front[e], then; at != NONE; at = then) {
            then = g->next[at];
            append(g, p, at, &last);
        }
        g->front[e] = NONE;
    }
    for (int32_t k = g->elements[p]; k < g->length[p]; k++) {
        append(g, p, start + k, &last);
    }
}

/* outside[e] := |L_e \ L_p| for the elements next to the front. */
static void measure(Graph *g, int32_t p) {
    for (int32_t at = g->front[p]; at != NONE; at = g->next[at]) {
        int32_t i = g->list[at];
        for (int32_t k = 0; k < g->elements[i]; k++) {
            int32_t e = g->list[g->start[i] + k];
            if (g->front[e] == NONE) {
                continue;
            }
            if (g->mark[e] != g->stamp) {
                g->mark[e] = g->stamp;
                g->outside[e] = g->size[e];
            }
            g->outside[e] -= weight(g, i);
        }
    }
}

/* Drops from the list of i what the front makes redundant, adds element p, and returns the weight
 * of its neighbours outside the front. */
static int64_t prune(Graph *g, int32_t i, int32_t p) {
    int32_t *list = g->list + g->start[i], kept = 0;
    int64_t outside = 0;
    for (int32_t k = 0; k < g->elements[i]; k++) {
        int32_t e = list[k];
        if (g->front[e] != NONE && g->outside[e] > 0) {
            outside += g->outside[e];
            list[kept++] = e;
        }
    }
    int32_t elements = kept;
    for (int32_t k = g->elements[i]; k < g->length[i]; k++) {
        int32_t j = list[k];
        if (!g->gone[j] && g->mark[j] != g->stamp) {
            outside += weight(g, j);
            list[kept++] = j;
        }
    }
    /* Room for p is there: p itself, or an element absorbed in it, has just been dropped. */
    list[kept] = list[elements];
    list[elements] = p;
    g->elements[i] = elements + 1;
    g->length[i] = kept + 1;
    return outside;
}

static void eliminate(Graph *g, int32_t p) {
    take_out(g, p);
    go(g, p);
    form_front(g, p);
    measure(g, p);
    for (int32_t at = g->front[p]; at != NONE; at = g->next[at]) {
        int32_t i = g->list[at];
        int64_t others = (int64_t)g->size[p] - weight(g, i);
        int64_t outside = prune(g, i, p), grown = g->degree[i] + others;
        int64_t degree = others + outside < grown ? others + outside : grown;
        degree = degree < g->weight ? degree : g->weight;
        if (g->queued[i]) {
            take_out(g, i);
        }
        g->degree[i] = (int32_t)degree;
        if (may_go(g, i)) {
            insert(g, i);
        }
    }
}

static void eliminate_all(Graph *g) {
    while (g->min <= g->weight) {
        if (g->head[g->min] == NONE) {
            g->min++;
        } else {
            eliminate(g, g->head[g->min]);
        }
    }
}

/* ---- Making -------------------------------------------------------------------------------- */

/* Marks movers with very many constraints. */
static void find_dense(Graph *g, const int32_t *counts) {
    for (int32_t m = 0; m < g->of->mover_count; m++) {
        int64_t square = (int64_t)counts[m] * counts[m];
        g->dense[m] = counts[m] > DENSE_MIN && square > (int64_t)DENSE_FACTOR * DENSE_FACTOR * g->n;
    }
}

/* Lists of neighbours without dense ones: constraints of movers, and movers of constraints. */
static void fill_lists(Graph *g) {
    for (int32_t pass = 0; pass < 2; pass++) {
        int32_t used = 0;
        for (int32_t i = 0; i < g->n && pass == 1; i++) {
            g->start[i] = used;
            used += g->length[i];
            g->length[i] = 0;
        }
        for (int32_t i = g->of->mover_count; i < g->n; i++) {
            const tmiConstraint *constraint = constraint_of(g, i);
            for (int32_t k = 0; k < constraint->mover_count; k++) {
                int32_t m = constraint->movers[k];
                if (g->dense[m]) {
                    continue;
                }
                if (pass == 1) {
                    g->list[g->start[i] + g->length[i]] = m;
                    g->list[g->start[m] + g->length[m]] = i;
                    g->degree[i] += weight(g, m);
                    g->degree[m] += weight(g, i);
                }
                g->length[i]++;
                g->length[m]++;
            }
        }
    }
}

/* Nodes of the same degree go by their numbers at first. */
static void queue_all(Graph *g) {
    for (int32_t i = g->n - 1; i >= 0; i--) {
        if (!g->dense[i] && may_go(g, i)) {
            insert(g, i);
        }
    }
}

/* Dense movers one by one, each with the constraints that waited for it. */
static void finish(Graph *g) {
    for (int32_t m = 0; m < g->of->mover_count; m++) {
        if (!g->dense[m]) {
            continue;
        }
        go(g, m);
        for (int32_t i = g->n - 1; i >= g->of->mover_count; i--) {
            if (!g->gone[i] && !g->queued[i] && may_go(g, i)) {
                insert(g, i);
            }
        }
        eliminate_all(g);
    }
}

static int32_t *numbers(tmiArena *arena, int64_t count, int32_t value) {
    int32_t *array = tmi_arena_alloc(arena, (size_t)count + 1, sizeof *array);
    for (int64_t i = 0; array && i < count; i++) {
        array[i] = value;
    }
    return array;
}

static bool make_room(Graph *g, tmiArena *arena, int64_t entries) {
    int64_t n = g->n;
    g->gone = tmi_arena_alloc(arena, (size_t)n + 1, sizeof *g->gone);
    g->dense = tmi_arena_alloc(arena, (size_t)n + 1, sizeof *g->dense);
    g->queued = tmi_arena_alloc(arena, (size_t)n + 1, sizeof *g->queued);
    g->room = numbers(arena, g->of->mover_count, g->of->dof);
    g->list = numbers(arena, entries, NONE);
    g->next = numbers(arena, entries, NONE);
    g->start = numbers(arena, n, 0);
    g->length = numbers(arena, n, 0);
    g->elements = numbers(arena, n, 0);
    g->front = numbers(arena, n, NONE);
    g->size = numbers(arena, n, 0);
    g->outside = numbers(arena, n, 0);
    g->mark = numbers(arena, n, 0);
    g->degree = numbers(arena, n, 0);
    g->head = numbers(arena, (int64_t)g->weight + 1, NONE);
    g->after = numbers(arena, n, NONE);
    g->before = numbers(arena, n, NONE);
    return g->gone && g->dense && g->queued && g->room && g->list && g->next && g->start &&
           g->length && g->elements && g->front && g->size && g->outside && g->mark && g->degree &&
           g->head && g->after && g->before;
}

tmStatus tmi_kkt_order(tmiArena *arena, const tmiKktGraph *graph, int32_t *order) {
    tmiArenaMark mark = tmi_arena_mark(arena);
    Graph g = {.of = graph, .order = order, .weight = graph->mover_count * graph->dof};
    g.n = graph->mover_count + graph->constraint_count + graph->soft_count;
    int64_t entries = 0;
    for (int32_t i = graph->mover_count; i < g.n; i++) {
        entries += 2 * (int64_t)constraint_of(&g, i)->mover_count;
        g.weight += constraint_of(&g, i)->row_count;
    }
    bool made = make_room(&g, arena, entries);
    if (made) {
        for (int32_t i = graph->mover_count; i < g.n; i++) {
            for (int32_t k = 0; k < constraint_of(&g, i)->mover_count; k++) {
                g.degree[constraint_of(&g, i)->movers[k]]++;
            }
        }
        find_dense(&g, g.degree);
        memset(g.degree, 0, (size_t)g.n * sizeof *g.degree);
        g.min = g.weight + 1;
        fill_lists(&g);
        queue_all(&g);
        eliminate_all(&g);
        finish(&g);
    }
    tmi_arena_release(arena, mark);
    return made ? TM_OK : TM_ERR_MEMORY;
}
