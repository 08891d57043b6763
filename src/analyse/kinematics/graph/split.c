/* split.c: matches equations with unknowns and reads the order off the matching.
 *
 * Every open edge has two equations, every open higher pair one, every loose cluster three
 * unknowns. Each equation is given to one of the clusters that it ties, at most three to each (the
 * ground takes none), as many as can be: a matching, grown by augmenting paths. A cluster that gets
 * fewer than three is free, and so is one whose equations a free one could take over ([DM58]); all
 * others are determined. A cluster that has an equation needs the other clusters in it to be known;
 * the strongly connected components of 'needs' are the knots, and Tarjan's algorithm [Tarj72] finds
 * them in the order in which they can be solved ([AJM93] for constraint systems). The cost is that
 * of looking at each constraint a few times; an equation that is one too many costs a look at its
 * surroundings. */
#include "analyse/kinematics/graph/graph.h"

#define NONE (-1)
#define CAPACITY 3

/* An open edge or pair, seen from one of its clusters: it ties that to another, or, NONE, to the
 * ground. */
typedef struct Link {
    int32_t constraint, other;
} Link;

typedef struct State {
    const tmiGraph *graph;
    int32_t clusters;    /* loose ones, numbered from 0 */
    int32_t *number;     /* of each node that gives a loose cluster its axes; else NONE */
    int32_t constraints; /* open edges, and pairs behind them, numbered from 0 */
    int32_t edges;       /* how many of them are edges */
    int32_t *first_end;  /* of each constraint: first entry of … */
    int32_t *ends;       /* … its clusters; NONE: the ground */
    int32_t (*taken)[2]; /* of each of its equations: the cluster that has it, or NONE */
    int32_t *first;      /* of each cluster: first entry of its list */
    Link *list;          /* ties of each cluster, those of more than two ends several times */
    int32_t *has;        /* of each cluster: equations that it has */
    int32_t *mark;       /* of each cluster: number of the search that saw it last */
    int32_t *stack;      /* of clusters, or of steps of a search */
    int32_t *from;       /* of each cluster: equation by which a search came to it */
    bool *free;          /* of each cluster */
    int32_t *knot;       /* of each cluster */
} State;

/* Gives an equation of a constraint (number 2 constraint or 2 constraint + 1) to `cluster`, which
 * has room because each cluster on the way back gives up the equation by which the search left it.
 */
static void hand_over(State *s, int32_t equation, int32_t cluster) {
    s->has[cluster]++;
    while (equation != NONE) {
        int32_t *taken = &s->taken[equation / 2][equation % 2];
        int32_t before = *taken;
        *taken = cluster;
        if (before == NONE) {
            return;
        }
        cluster = before;
        equation = s->from[before];
    }
}

/* Looks for a cluster with room that can be reached from the ends of the equation's constraint by
 * handing equations over, and gives the equation away. */
static void place_equation(State *s, int32_t equation) {
    int32_t count = 0;
    for (int32_t k = s->first_end[equation / 2]; k < s->first_end[equation / 2 + 1]; k++) {
        int32_t c = s->ends[k];
        if (c != NONE && s->mark[c] != equation + 1) {
            s->mark[c] = equation + 1;
            s->from[c] = equation;
            s->stack[count++] = c;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t c = s->stack[i];
        if (s->has[c] < CAPACITY) {
            hand_over(s, s->from[c], c);
            return;
        }
        for (int32_t k = s->first[c]; k < s->first[c + 1]; k++) {
            int32_t constraint = s->list[k].constraint, next = s->list[k].other;
            for (int which = 0; which < 2; which++) {
                if (s->taken[constraint][which] == c && next != NONE &&
                    s->mark[next] != equation + 1) {
                    s->mark[next] = equation + 1;
                    s->from[next] = 2 * constraint + which;
                    s->stack[count++] = next;
                }
            }
        }
    }
}

/* Marks the clusters that are not determined: those with room, and those that could hand an
 * equation to one. */
static void find_free(State *s) {
    int32_t count = 0;
    for (int32_t c = 0; c < s->clusters; c++) {
        if (s->has[c] < CAPACITY) {
            s->free[c] = true;
            s->stack[count++] = c;
        }
    }
    while (count > 0) {
        int32_t c = s->stack[--count];
        for (int32_t k = s->first[c]; k < s->first[c + 1]; k++) {
            int32_t constraint = s->list[k].constraint, next = s->list[k].other;
            bool gives = s->taken[constraint][0] == next || s->taken[constraint][1] == next;
            if (next != NONE && gives && !s->free[next]) {
                s->free[next] = true;
                s->stack[count++] = next;
            }
        }
    }
}

/* Tarjan's algorithm without recursion. `index` counts from 1 in the order of first sight, `low` is
 * the least index that can be reached back; `at` is where the walk stands in a cluster's list. */
typedef struct Continuation {
    int32_t *index, *low, *at, *path, *open;
    int32_t path_count, open_count, seen;
} Continuation;

static void enter(const State *s, Continuation *w, int32_t c) {
    w->index[c] = w->low[c] = ++w->seen;
    w->at[c] = s->first[c];
    w->path[w->path_count++] = c;
    w->open[w->open_count++] = c;
}

/* Takes the clusters from the top of `open` down to c for one knot. */
static void close_knot(State *s, Continuation *w, int32_t c, int32_t number) {
    int32_t top;
    do {
        top = w->open[--w->open_count];
        s->knot[top] = number;
    } while (top != c);
}

static void continue_from(State *s, Continuation *w, int32_t start, int32_t *knots) {
    enter(s, w, start);
    while (w->path_count > 0) {
        int32_t c = w->path[w->path_count - 1];
        if (w->at[c] < s->first[c + 1]) {
            int32_t constraint = s->list[w->at[c]].constraint, next = s->list[w->at[c]++].other;
            bool needs = s->taken[constraint][0] == c || s->taken[constraint][1] == c;
            if (!needs || next == NONE) {
                continue;
            }
            if (w->index[next] == 0) {
                enter(s, w, next);
            } else if (s->knot[next] == 0 && w->index[next] < w->low[c]) {
                w->low[c] = w->index[next];
            }
            continue;
        }
        w->path_count--;
        if (w->low[c] == w->index[c]) {
            close_knot(s, w, c, ++*knots);
        }
        if (w->path_count > 0) {
            int32_t below = w->path[w->path_count - 1];
            w->low[below] = w->low[c] < w->low[below] ? w->low[c] : w->low[below];
        }
    }
}

static bool find_knots(State *s, tmiArena *arena, int32_t *knots) {
    size_t n = (size_t)s->clusters;
    Continuation w = {.index = tmi_arena_alloc(arena, n, sizeof(int32_t)),
                      .low = tmi_arena_alloc(arena, n, sizeof(int32_t)),
                      .at = tmi_arena_alloc(arena, n, sizeof(int32_t)),
                      .path = tmi_arena_alloc(arena, n, sizeof(int32_t)),
                      .open = tmi_arena_alloc(arena, n, sizeof(int32_t))};
    if (!w.index || !w.low || !w.at || !w.path || !w.open) {
        return false;
    }
    for (int32_t c = 0; c < s->clusters; c++) {
        if (!s->free[c] && w.index[c] == 0) {
            continue_from(s, &w, c, knots);
        }
    }
    return true;
}

/* ---- Making the lists ---------------------------------------------------------------------- */

static void number_root(State *s, int32_t root, int32_t ground) {
    if (root != ground && s->number[root] == NONE) {
        s->number[root] = s->clusters++;
    }
}

/* Clusters that joints and drags of other kinds take hold of: without constraints they are free. */
static void number_others(State *s, const tmiContraction *c) {
    const tmiGraph *g = s->graph;
    for (int32_t i = 0; i < g->other_count; i++) {
        const tmiPlanarJoint *joint = &g->mechanism->joints[g->others[i]];
        for (int32_t k = 0; k < joint->feature_count; k++) {
            number_root(s, c->root[tmi_graph_node(g, joint->features[k])], c->root[0]);
        }
    }
    for (int32_t i = 0; i < g->drag_count; i++) {
        number_root(s, c->root[tmi_graph_node(g, g->drags[i].feature)], c->root[0]);
    }
}

/* Adds an end of the constraint under way, unless it has it. */
static void add_end(State *s, const tmiContraction *c, int32_t root) {
    number_root(s, root, c->root[0]);
    int32_t first = s->first_end[s->constraints], *last = &s->first_end[s->constraints + 1];
    for (int32_t k = first; k < *last; k++) {
        if (s->ends[k] == s->number[root]) {
            return;
        }
    }
    s->ends[(*last)++] = s->number[root];
}

/* Keeps the constraint under way when it has more than one end. */
static void close_constraint(State *s) {
    int32_t *last = &s->first_end[s->constraints + 1];
    if (*last - s->first_end[s->constraints] < 2) {
        *last = s->first_end[s->constraints];
        return;
    }
    s->taken[s->constraints][0] = s->taken[s->constraints][1] = NONE;
    s->constraints++;
    s->first_end[s->constraints + 1] = *last;
}

static void find_constraints(State *s, const tmiContraction *c) {
    const tmiGraph *g = s->graph;
    for (int32_t i = 0; i < g->node_count; i++) {
        s->number[i] = NONE;
    }
    for (int32_t e = 0; e < g->edge_count; e++) {
        for (int i = 0; i < 2; i++) {
            add_end(s, c, c->root[g->edges[e].end[i].node]);
        }
        close_constraint(s);
    }
    s->edges = s->constraints;
    for (int32_t i = 0; i < g->pairs.count; i++) {
        for (int32_t k = 0; !c->pair_used[i] && k < g->pairs.joints[i].feature_count; k++) {
            add_end(s, c, c->root[g->pairs.nodes[i][k]]);
        }
        close_constraint(s);
    }
    number_others(s, c);
}

/* Adds the constraint to the lists of its clusters, or only counts it. */
static void list_constraint(State *s, int32_t constraint, bool count) {
    int32_t first = s->first_end[constraint], last = s->first_end[constraint + 1];
    for (int32_t k = first; k < last; k++) {
        int32_t c = s->ends[k];
        for (int32_t other = first; c != NONE && other < last; other++) {
            if (other != k && count) {
                s->first[c + 1]++;
            } else if (other != k) {
                s->list[s->mark[c]++] = (Link){constraint, s->ends[other]};
            }
        }
    }
}

static void list_constraints(State *s) {
    for (int32_t constraint = 0; constraint < s->constraints; constraint++) {
        list_constraint(s, constraint, true);
    }
    for (int32_t c = 0; c < s->clusters; c++) {
        s->first[c + 1] += s->first[c];
        s->mark[c] = s->first[c]; /* where the next one goes; reset below */
    }
    for (int32_t constraint = 0; constraint < s->constraints; constraint++) {
        list_constraint(s, constraint, false);
    }
    for (int32_t c = 0; c < s->clusters; c++) {
        s->mark[c] = 0;
    }
}

static bool reserve(State *s, tmiArena *arena) {
    size_t nodes = (size_t)s->graph->node_count, edges = (size_t)s->graph->edge_count;
    size_t pairs = (size_t)s->graph->pairs.count, constraints = edges + pairs;
    s->number = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    s->first_end = tmi_arena_alloc(arena, constraints + 2, sizeof(int32_t));
    s->ends = tmi_arena_alloc(arena, 2 * edges + TM_JOINT_FEATURES * pairs, sizeof(int32_t));
    s->taken = tmi_arena_alloc(arena, constraints, sizeof *s->taken);
    s->first = tmi_arena_alloc(arena, nodes + 1, sizeof(int32_t));
    s->list = tmi_arena_alloc(
        arena, 2 * edges + (size_t)(TM_JOINT_FEATURES * (TM_JOINT_FEATURES - 1)) * pairs,
        sizeof *s->list);
    s->has = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    s->mark = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    s->stack = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    s->from = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    s->free = tmi_arena_alloc(arena, nodes, sizeof(bool));
    s->knot = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    return s->number && s->first_end && s->ends && s->taken && s->first && s->list && s->has &&
           s->mark && s->stack && s->from && s->free && s->knot;
}

static tmStatus split_clusters(State *s, tmiArena *arena, const tmiContraction *c,
                               tmiSplit *split) {
    if (!reserve(s, arena)) {
        return TM_ERR_MEMORY;
    }
    find_constraints(s, c);
    list_constraints(s);
    for (int32_t equation = 0; equation < 2 * s->constraints; equation++) {
        if (equation % 2 == 0 || equation / 2 < s->edges) {
            place_equation(s, equation);
        }
    }
    find_free(s);
    if (!find_knots(s, arena, &split->knot_count)) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->graph->node_count; i++) {
        int32_t cluster = s->number[c->root[i]];
        bool free = cluster != NONE && s->free[cluster];
        split->step[i] = cluster == NONE ? 0 : free ? split->knot_count + 1 : s->knot[cluster];
        split->rest |= free;
    }
    return TM_OK;
}

tmStatus tmi_split(tmiSplit *split, tmiArena *arena, const tmiGraph *graph,
                   const tmiContraction *contraction) {
    *split = (tmiSplit){.step = NULL};
    split->step = tmi_arena_alloc(arena, (size_t)graph->node_count, sizeof(int32_t));
    if (!split->step) {
        return TM_ERR_MEMORY;
    }
    tmiArenaMark mark = tmi_arena_mark(arena);
    State state = {.graph = graph};
    tmStatus status = split_clusters(&state, arena, contraction, split);
    tmi_arena_release(arena, mark);
    return status;
}
