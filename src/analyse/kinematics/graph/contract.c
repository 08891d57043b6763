/* contract.c: union of clusters along known edges, double pins and loops of three.
 *
 * An edge is examined when it is new to its cluster: at the start, and when its cluster was taken
 * up by a larger one. A loop that a merge makes possible has at least one such edge, so none is
 * missed; with the smaller lists moved, each edge moves O(log n) times. */
#include "analyse/kinematics/graph/graph.h"

#include <math.h>

#define NONE (-1)

typedef struct State {
    const tmiGraph *graph;
    const bool *known;
    tmiContraction *out;
    int32_t *leader; /* union-find */
    int32_t *axes;   /* of a leader: the node whose axes the cluster uses */
    int32_t *first;  /* of a leader: first half edge; half edge h belongs to edge h / 2 */
    int32_t *next;   /* of a half edge */
    int32_t *degree; /* of a leader: half edges in its list, dead ones included */
    int32_t *queue;  /* ring of edges to look at */
    bool *queued;
    int32_t head, waiting;
    bool settling; /* the rest is done: take PPP loops too */
} State;

static int32_t side(State *s, int32_t half) {
    return tmi_root_of(s->leader, s->graph->edges[half / 2].end[half & 1].node);
}

static int32_t other_side(State *s, int32_t half) {
    return tmi_root_of(s->leader, s->graph->edges[half / 2].end[!(half & 1)].node);
}

static void enqueue(State *s, int32_t edge) {
    if (!s->queued[edge]) {
        s->queued[edge] = true;
        s->queue[(s->head + s->waiting++) % s->graph->edge_count] = edge;
    }
}

/* Drops half edges at the start of the list that lie within the cluster, and returns the first
 * that does not. `link` is where its number is kept. */
static int32_t alive(State *s, int32_t cluster, int32_t *link) {
    while (*link != NONE && other_side(s, *link) == cluster) {
        *link = s->next[*link];
        s->degree[cluster]--;
    }
    return *link;
}

#define FOR_HALVES(h, cluster)                                                                     \
    for (int32_t *link_ = &s->first[cluster], h = alive(s, cluster, link_); h != NONE;             \
         link_ = &s->next[h], h = alive(s, cluster, link_))

static bool is_known(const State *s, int32_t edge) {
    return s->graph->edges[edge].known != TMI_KNOWN_NOT || (s->known && s->known[edge]);
}

static int32_t append(State *s, int32_t to, int32_t from) {
    int32_t keep = s->degree[to] >= s->degree[from] ? to : from;
    int32_t gone = keep == to ? from : to;
    FOR_HALVES(h, gone) {
        enqueue(s, h / 2);
    }
    int32_t end = s->first[gone];
    while (end != NONE && s->next[end] != NONE) {
        end = s->next[end];
    }
    if (end != NONE) {
        s->next[end] = s->first[keep];
        s->first[keep] = s->first[gone];
    }
    s->degree[keep] += s->degree[gone];
    s->leader[gone] = keep;
    s->axes[keep] = s->axes[to];
    return keep;
}

/* Puts the cluster that keeps its axes first: the ground's, else the one with most edges; PPP comes
 * with its own first. For a loop the edges turn with it, so that edge i stays between clusters i
 * and i + 1. */
static void choose_base(State *s, tmiMerge *m, int32_t *clusters, int32_t count) {
    int32_t base = 0;
    int32_t ground = tmi_root_of(s->leader, 0);
    for (int32_t i = 1; m->kind != TMI_MERGE_SETTLE && i < count; i++) {
        bool better = s->degree[clusters[i]] > s->degree[clusters[base]];
        if (clusters[base] != ground && (clusters[i] == ground || better)) {
            base = i;
        }
    }
    int32_t turned[3], edges[3];
    for (int32_t i = 0; i < count; i++) {
        turned[i] = clusters[(base + i) % count];
        edges[i] = m->edge[(base + i) % count];
    }
    for (int32_t i = 0; i < count; i++) {
        clusters[i] = turned[i];
        m->root[i] = s->axes[turned[i]];
        if (count == 3) {
            m->edge[i] = edges[i];
        }
    }
}

static void merge(State *s, tmiMergeKind kind, const int32_t *edges, const int32_t *clusters,
                  int32_t count) {
    tmiMerge *m = &s->out->merges[s->out->merge_count++];
    *m = (tmiMerge){kind, {NONE, NONE, NONE}, {NONE, NONE, NONE}, NONE};
    int32_t parts[3];
    for (int32_t i = 0; i < count; i++) {
        parts[i] = clusters[i];
    }
    bool one = kind == TMI_MERGE_WELD || kind == TMI_MERGE_PAIR;
    for (int32_t i = 0; i < (count == 3 ? 3 : one ? 1 : 2); i++) {
        m->edge[i] = edges[i];
    }
    choose_base(s, m, parts, count);
    s->out->doubles += kind == TMI_MERGE_DOUBLE;
    int32_t whole = parts[0];
    for (int32_t i = 1; i < count; i++) {
        whole = append(s, whole, parts[i]);
    }
}

/* Returns an edge between clusters a and b other than `except`, or NONE. */
static int32_t edge_between(State *s, int32_t a, int32_t b, int32_t except) {
    if (s->degree[a] > s->degree[b]) {
        int32_t t = a;
        a = b;
        b = t;
    }
    FOR_HALVES(h, a) {
        if (other_side(s, h) == b && h / 2 != except) {
            return h / 2;
        }
    }
    return NONE;
}

/* Distance at the start between the two edges' points, at the ends that lie in the cluster. */
static double span_in(State *s, int32_t cluster, int32_t e, int32_t f) {
    double x[2], y[2];
    const int32_t edges[2] = {e, f};
    for (int i = 0; i < 2; i++) {
        const tmiEdge *edge = &s->graph->edges[edges[i]];
        int end = tmi_root_of(s->leader, edge->end[0].node) == cluster ? 0 : 1;
        tmi_graph_point(s->graph, &edge->end[end], &x[i], &y[i]);
    }
    return fabs(x[1] - x[0]) + fabs(y[1] - y[0]);
}

/* Sine of the angle at the start between the lines of two sliders. */
static double sine_between(const tmiGraph *graph, const tmiEdge *e, const tmiEdge *f) {
    double c[2], t[2];
    const tmiEdgeEnd *ends[2] = {&e->end[0], &f->end[0]};
    for (int i = 0; i < 2; i++) {
        tmPose p = graph->poses[ends[i]->node];
        c[i] = p.c * ends[i]->c - p.s * ends[i]->s;
        t[i] = p.s * ends[i]->c + p.c * ends[i]->s;
    }
    return c[0] * t[1] - t[0] * c[1];
}

/* Whether the closed form of these three edges is a good one: no two pins of a cluster in one
 * place, no parallel sliders. Counts the sliders: three leave one freedom and are settled last. */
static bool is_solvable(State *s, const int32_t *edges, const int32_t *clusters, int *sliders) {
    bool good = true;
    *sliders = 0;
    for (int i = 0; i < 3; i++) {
        const tmiEdge *e = &s->graph->edges[edges[i]], *f = &s->graph->edges[edges[(i + 1) % 3]];
        *sliders += e->kind == TMI_EDGE_SLIDER;
        if (e->kind == TMI_EDGE_SLIDER && f->kind == TMI_EDGE_SLIDER) {
            good &= fabs(sine_between(s->graph, e, f)) > TMI_COINCIDENT;
        }
        if (e->kind == TMI_EDGE_PIN && f->kind == TMI_EDGE_PIN) {
            double span = span_in(s, clusters[(i + 1) % 3], edges[i], edges[(i + 1) % 3]);
            good &= span > TMI_COINCIDENT * s->graph->size;
        }
    }
    return good;
}

/* Two edges between the same two clusters: two pins, or two sliders that are not parallel. */
static bool try_double(State *s, int32_t e, int32_t x, int32_t y) {
    int32_t f = edge_between(s, x, y, e);
    if (f == NONE || s->graph->edges[e].kind != s->graph->edges[f].kind) {
        return false;
    }
    bool pins = s->graph->edges[e].kind == TMI_EDGE_PIN;
    bool apart = pins ? span_in(s, x, e, f) > TMI_COINCIDENT * s->graph->size
                      : fabs(sine_between(s->graph, &s->graph->edges[e], &s->graph->edges[f])) >
                            TMI_COINCIDENT;
    if (!apart) {
        return false;
    }
    const int32_t edges[2] = {e, f}, clusters[2] = {x, y};
    merge(s, pins ? TMI_MERGE_DOUBLE : TMI_MERGE_WEDGE, edges, clusters, 2);
    return true;
}

/* The clusters of a pair's features: how many different ones, the first two of them in `found`. */
static int32_t pair_clusters(State *s, int32_t pair, int32_t found[2]) {
    int32_t count = 0;
    for (int32_t k = 0; k < s->graph->pairs.joints[pair].feature_count; k++) {
        int32_t c = tmi_root_of(s->leader, s->graph->pairs.nodes[pair][k]);
        if (count == 0 || (c != found[0] && (count == 1 || c != found[1]))) {
            found[count < 2 ? count : 1] = c;
            count++;
        }
    }
    return count;
}

/* Whether a joint that is not an edge, or a drag, takes hold of the cluster. */
static bool is_held(State *s, int32_t cluster) {
    const tmiGraph *g = s->graph;
    const tmMechanism *m = g->mechanism;
    for (int32_t i = 0; i < g->other_count; i++) {
        const tmiPlanarJoint *joint = &m->joints[g->others[i]];
        for (int32_t k = 0; k < joint->feature_count; k++) {
            if (tmi_root_of(s->leader, tmi_graph_node(g, joint->features[k])) == cluster) {
                return true;
            }
        }
    }
    for (int32_t i = 0; i < g->pairs.count; i++) {
        int32_t clusters[2];
        bool apart = pair_clusters(s, i, clusters) > 1;
        for (int32_t k = 0; apart && k < g->pairs.joints[i].feature_count; k++) {
            if (tmi_root_of(s->leader, g->pairs.nodes[i][k]) == cluster) {
                return true;
            }
        }
    }
    for (int32_t i = 0; i < g->drag_count; i++) {
        if (tmi_root_of(s->leader, tmi_graph_node(g, g->drags[i].feature)) == cluster) {
            return true;
        }
    }
    return false;
}

/* Whether nothing takes hold of the cluster but two edges. */
static bool has_two_edges(State *s, int32_t cluster) {
    int32_t count = 0;
    FOR_HALVES(h, cluster) {
        if (++count > 2) {
            return false;
        }
    }
    return cluster != tmi_root_of(s->leader, 0) && !is_held(s, cluster);
}

/* Three sliders in a ring: closed when two of the clusters have no other edge, so that nothing else
 * could have a use for the freedom that is left. */
static bool try_settle(State *s, const int32_t *edges, const int32_t *clusters) {
    for (int32_t base = 0; base < 3; base++) {
        int32_t turned[3], turned_edges[3];
        for (int32_t i = 0; i < 3; i++) {
            turned[i] = clusters[(base + i) % 3];
            turned_edges[i] = edges[(base + i) % 3];
        }
        if (has_two_edges(s, turned[1]) && has_two_edges(s, turned[2])) {
            merge(s, TMI_MERGE_SETTLE, turned_edges, turned, 3);
            return true;
        }
    }
    return false;
}

static bool try_loop(State *s, int32_t e, int32_t x, int32_t y) {
    if (s->degree[x] > s->degree[y]) {
        int32_t t = x;
        x = y;
        y = t;
    }
    FOR_HALVES(h, x) {
        int32_t z = other_side(s, h);
        if (z == y || h / 2 == e) {
            continue;
        }
        int32_t g = edge_between(s, z, y, NONE);
        if (g == NONE) {
            continue;
        }
        /* Clusters y, x, z: e joins y and x, this half edge x and z, g joins z and y. */
        const int32_t edges[3] = {e, h / 2, g}, clusters[3] = {y, x, z};
        int sliders;
        if (!is_solvable(s, edges, clusters, &sliders)) {
            continue;
        }
        if (sliders < 3) {
            merge(s, TMI_MERGE_LOOP, edges, clusters, 3);
            return true;
        }
        if (s->settling && try_settle(s, edges, clusters)) {
            return true;
        }
    }
    return false;
}

static void look_at(State *s, int32_t e) {
    int32_t x = side(s, 2 * e), y = side(s, 2 * e + 1);
    if (x == y) {
        return;
    }
    if (is_known(s, e)) {
        const int32_t clusters[2] = {x, y};
        merge(s, TMI_MERGE_WELD, &e, clusters, 2);
    } else if (!try_double(s, e, x, y)) {
        try_loop(s, e, x, y);
    }
}

/* Drains the queue. */
static void look_at_all(State *s) {
    while (s->waiting > 0) {
        int32_t e = s->queue[s->head];
        s->head = (s->head + 1) % s->graph->edge_count;
        s->waiting--;
        s->queued[e] = false;
        look_at(s, e);
    }
}

/* The first or last feature when it is the only one in its cluster; -1 when neither is. */
static int alone_in_cluster(State *s, int32_t pair) {
    int32_t last = s->graph->pairs.joints[pair].feature_count - 1;
    const int32_t *nodes = s->graph->pairs.nodes[pair];
    for (int32_t tip = 0; tip <= last; tip += last) {
        int32_t others = 0;
        for (int32_t k = 0; k <= last; k++) {
            others += tmi_root_of(s->leader, nodes[k]) != tmi_root_of(s->leader, nodes[tip]);
        }
        if (others == last) {
            return (int)tip;
        }
    }
    return NONE;
}

/* A pair whose features lie in two clusters gives the last freedom of an edge between these. */
static bool try_pair(State *s, int32_t pair) {
    int32_t clusters[2];
    if (s->out->pair_used[pair] || pair_clusters(s, pair, clusters) != 2) {
        return false;
    }
    int32_t e = edge_between(s, clusters[0], clusters[1], NONE);
    if (e == NONE) {
        return false;
    }
    int end = tmi_root_of(s->leader, s->graph->pairs.nodes[pair][0]) == side(s, 2 * e) ? 0 : 1;
    if (!tmi_pair_is_solvable(s->graph, pair, e, end, alone_in_cluster(s, pair))) {
        return false;
    }
    merge(s, TMI_MERGE_PAIR, &e, clusters, 2);
    s->out->merges[s->out->merge_count - 1].pair = pair;
    s->out->pair_used[pair] = true;
    return true;
}

/* Pairs one behind the other, forwards and back until none helps any more: trains of wheels are
 * mostly built in one order or the other. */
static void look_at_pairs(State *s) {
    int32_t count = s->graph->pairs.count;
    bool forwards = true;
    for (bool found = true; found; forwards = !forwards) {
        found = false;
        for (int32_t i = 0; i < count; i++) {
            if (try_pair(s, forwards ? i : count - 1 - i)) {
                found = true;
                look_at_all(s);
            }
        }
    }
}

static void count_pairs(State *s) {
    for (int32_t i = 0; i < s->graph->pairs.count; i++) {
        int32_t clusters[2];
        if (!s->out->pair_used[i]) {
            bool apart = pair_clusters(s, i, clusters) > 1;
            s->out->pairs_open += apart;
            s->out->doubles += !apart && tmi_pair_rolls(&s->graph->pairs.joints[i]);
        }
    }
}

static bool reserve(State *s, tmiArena *arena) {
    size_t nodes = (size_t)s->graph->node_count, edges = (size_t)s->graph->edge_count;
    tmiContraction *c = s->out;
    c->merges = tmi_arena_alloc(arena, nodes, sizeof *c->merges);
    c->root = tmi_arena_alloc(arena, nodes, sizeof *c->root);
    s->leader = tmi_arena_alloc(arena, nodes, sizeof *s->leader);
    s->axes = tmi_arena_alloc(arena, nodes, sizeof *s->axes);
    s->first = tmi_arena_alloc(arena, nodes, sizeof *s->first);
    s->degree = tmi_arena_alloc(arena, nodes, sizeof *s->degree);
    s->next = tmi_arena_alloc(arena, 2 * edges, sizeof *s->next);
    s->queue = tmi_arena_alloc(arena, edges, sizeof *s->queue);
    s->queued = tmi_arena_alloc(arena, edges, sizeof *s->queued);
    c->pair_used = tmi_arena_alloc(arena, (size_t)s->graph->pairs.count, sizeof *c->pair_used);
    return c->pair_used && c->merges && c->root && s->leader && s->axes && s->first && s->degree &&
           s->next && s->queue && s->queued;
}

static void start(State *s) {
    for (int32_t i = 0; i < s->graph->node_count; i++) {
        s->leader[i] = s->axes[i] = i <= s->graph->placed ? 0 : i;
        s->first[i] = NONE;
    }
    for (int32_t e = 0; e < s->graph->edge_count; e++) {
        for (int32_t half = 2 * e; half < 2 * e + 2; half++) {
            int32_t node = s->leader[s->graph->edges[e].end[half & 1].node];
            s->next[half] = s->first[node];
            s->first[node] = half;
            s->degree[node]++;
        }
    }
    /* Known edges first: what they fix lets loops with the ground come before floating ones. */
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t e = 0; e < s->graph->edge_count; e++) {
            if (is_known(s, e) == (pass == 0)) {
                enqueue(s, e);
            }
        }
    }
}

tmStatus tmi_contract(tmiContraction *c, tmiArena *arena, const tmiGraph *graph,
                      const bool *known) {
    *c = (tmiContraction){0};
    State state = {.graph = graph, .known = known, .out = c};
    State *s = &state;
    if (!reserve(s, arena)) {
        return TM_ERR_MEMORY;
    }
    start(s);
    look_at_all(s);
    look_at_pairs(s);
    s->settling = true;
    for (int32_t e = 0; e < graph->edge_count; e++) {
        if (graph->edges[e].kind == TMI_EDGE_SLIDER) {
            enqueue(s, e);
        }
    }
    look_at_all(s);
    look_at_pairs(s);
    count_pairs(s);
    int32_t ground = tmi_root_of(s->leader, 0);
    for (int32_t i = 0; i < graph->node_count; i++) {
        int32_t leader = tmi_root_of(s->leader, i);
        c->root[i] = s->axes[leader];
        c->loose += leader == i && leader != ground && alive(s, i, &s->first[i]) != NONE;
    }
    for (int32_t e = 0; e < graph->edge_count; e++) {
        c->open += side(s, 2 * e) != side(s, 2 * e + 1);
    }
    return TM_OK;
}
