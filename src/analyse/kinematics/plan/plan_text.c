/* plan_text.c: a plan in words, a line for each merge of its first variant. What the words say is
 * read off the contraction, not off the program: constant steps that planning has folded away are
 * still steps for a reader. Lengths are those of the start. */
#include "analyse/kinematics/graph/graph.h"
#include "analyse/kinematics/plan/plan_private.h"

#include "numeric/numeric.h"

/* Digits of a length, and names in a list before the rest is only counted. */
#define PLAN_FIGURES 4
#define NAMES_MAX 8

typedef struct Words {
    const tmPlan *plan;
    const tmiStage *stage;
    const tmiGraph *g;
    const tmiStageVariant *v;
    tmiText text;
    int32_t *above; /* of each node: the node whose cluster took its own up, or itself */
    int32_t *edge;  /* of each node: one of its edges, -1: none */
} Words;

const tmMechanism *tm_plan_mechanism(const tmPlan *plan) {
    return plan ? plan->mechanism : NULL;
}

static void say(Words *w, const char *words) {
    tmi_text_add(&w->text, words);
}

static void say_kind(Words *w, const char *kind, int32_t number) {
    say(w, kind);
    say(w, " ");
    tmi_text_add_int(&w->text, number);
}

/* The joint's name, or its kind and index. */
static void say_joint(Words *w, int32_t slot) {
    const tmiPlanarJoint *joint = &w->plan->mechanism->joints[slot];
    if (joint->name[0]) {
        say(w, joint->name);
    } else {
        say_kind(w, tm_joint_kind_name(joint->kind), slot);
    }
}

/* The same with the word 'joint' before a name. */
static void say_the_joint(Words *w, int32_t slot) {
    say(w, w->plan->mechanism->joints[slot].name[0] ? "joint " : "");
    say_joint(w, slot);
}

static void say_edge(Words *w, int32_t edge) {
    say_the_joint(w, w->g->edges[edge].joint);
}

/* The body's name, or its index; a small node goes by the joint that made it. */
static void say_node(Words *w, int32_t node) {
    const tmMechanism *m = w->plan->mechanism;
    int32_t body = tmi_graph_whole(w->g, node);
    if (body >= w->g->body_count) {
        say_edge(w, w->edge[node]);
    } else if (m->bodies[body].name && m->bodies[body].name[0]) {
        say(w, m->bodies[body].name);
    } else {
        say_kind(w, "body", body);
    }
}

/* PLAN_FIGURES digits, at least one of them after the point. */
static void say_length(Words *w, double length) {
    int32_t decimals = PLAN_FIGURES - 1;
    for (double size = length; size >= 10.0 && decimals > 1; size *= 0.1) {
        decimals--;
    }
    for (double size = length; size > 0.0 && size < 1.0 && decimals < TMI_TEXT_DECIMALS;
         size *= 10.0) {
        decimals++;
    }
    char digits[400];
    tmiText number;
    tmi_text_init(&number, digits, sizeof digits);
    tmi_text_add_double(&number, length, decimals);
    size_t kept = number.kept;
    while (kept > 1 && digits[kept - 1] == '0' && digits[kept - 2] != '.') {
        kept--;
    }
    tmi_text_add_bytes(&w->text, digits, kept);
}

/* ---- Who is in which cluster --------------------------------------------------------------- */

static const tmiEdgeEnd *end_in(Words *w, int32_t edge, int32_t root) {
    const tmiEdge *e = &w->g->edges[edge];
    return &e->end[tmi_root_of(w->above, e->end[0].node) == root ? 0 : 1];
}

/* Distance at the start between two edges' points on a cluster. */
static double span_on(Words *w, int32_t root, int32_t e, int32_t f) {
    double x[2], y[2];
    tmi_graph_point(w->g, end_in(w, e, root), &x[0], &y[0]);
    tmi_graph_point(w->g, end_in(w, f, root), &x[1], &y[1]);
    return tmi_hypot(x[1] - x[0], y[1] - y[0]);
}

/* ---- Merges -------------------------------------------------------------------------------- */

static bool is_guess(const Words *w, int32_t edge) {
    for (int32_t i = 0; i < w->v->guess_count; i++) {
        if (w->v->guesses[i].edge == edge) {
            return true;
        }
    }
    return false;
}

static void say_weld(Words *w, const tmiMerge *merge) {
    int32_t e = merge->edge[0];
    const tmiEdge *edge = &w->g->edges[e];
    int32_t moved = end_in(w, e, merge->root[1])->node;
    if (is_guess(w, e)) {
        say(w, "guess the angle at ");
        say_edge(w, e);
        say(w, ": ");
        say_node(w, moved);
        return;
    }
    bool pin = edge->kind == TMI_EDGE_PIN;
    say(w, edge->known == TMI_KNOWN_FIXED ? "fix " : pin ? "turn " : "slide ");
    say_node(w, moved);
    say(w, edge->known == TMI_KNOWN_FIXED ? " at " : pin ? " about " : " along ");
    say_edge(w, e);
    if (edge->known == TMI_KNOWN_INPUT) {
        say(w, " by ");
        say_kind(w, "input", edge->input + 1);
    }
}

static void say_double(Words *w, const tmiMerge *merge) {
    if (w->v->guess_count > 0) {
        say(w, "close at ");
        say_edge(w, merge->edge[1]);
        say(w, ": 1 equation");
    } else {
        say_node(w, merge->root[1]);
        say(w, " is held by ");
        say_edge(w, merge->edge[0]);
        say(w, " and ");
        say_edge(w, merge->edge[1]);
        say(w, ": 1 equation too many");
    }
}

/* +1 or -1 as the branch of this merge stands now. Circles whose meeting point is computed from the
 * second one's centre have their side as seen from there, but are described from the first one's.
 */
static double side_of(const Words *w, int32_t number) {
    const tmiEdge *last = &w->g->edges[w->v->contraction.merges[number].edge[2]];
    for (int32_t i = 0; i < w->v->emitter.branch_count; i++) {
        const tmiBranch *b = &w->v->emitter.branches[i];
        if (b->merge == number) {
            bool turned =
                b->kind == TMI_BRANCH_CIRCLES && (b->p == &last->end[0] || b->p == &last->end[1]);
            double sign = w->v->program.registers[b->sign];
            return turned ? -sign : sign;
        }
    }
    return 1.0;
}

static void say_circle(Words *w, int32_t root, int32_t centre, int32_t through) {
    say(w, "circle ");
    say_joint(w, w->g->edges[centre].joint);
    say(w, ",");
    say_length(w, span_on(w, root, centre, through));
}

static void say_line(Words *w, int32_t edge) {
    say(w, "line of ");
    say_joint(w, w->g->edges[edge].joint);
}

/* The loops of emit_closed_forms.c, with cluster 0 as A, 1 as B, 2 as C and edges ab, bc, ca. */
static void say_loop(Words *w, const tmiMerge *merge, int32_t number) {
    int32_t ab = merge->edge[0], bc = merge->edge[1], ca = merge->edge[2];
    int32_t b = merge->root[1], c = merge->root[2];
    bool slides[3];
    for (int i = 0; i < 3; i++) {
        slides[i] = w->g->edges[merge->edge[i]].kind == TMI_EDGE_SLIDER;
    }
    bool plus = side_of(w, number) > 0.0;
    if (slides[0] && !slides[2]) { /* mirrored, as there */
        int32_t edge = ab, root = b;
        ab = ca;
        ca = edge;
        b = c;
        c = root;
        slides[0] = false;
        slides[2] = true;
    }
    if (slides[0] || (slides[1] && slides[2])) {
        say_line(w, slides[0] ? ab : bc);
        say(w, " meets ");
        say_line(w, ca);
        say(w, ": ");
        say_edge(w, slides[0] ? bc : ab);
    } else if (slides[2]) {
        say_circle(w, b, ab, bc);
        say(w, " meets ");
        say_line(w, ca);
        say(w, plus ? ", ahead: " : ", behind: ");
        say_edge(w, bc);
    } else if (slides[1]) {
        say_line(w, bc);
        say(w, " passes ");
        say_edge(w, plus ? ab : ca);
        say(w, ", then ");
        say_edge(w, plus ? ca : ab);
    } else {
        say_circle(w, b, ab, bc);
        say(w, " meets ");
        say_circle(w, c, ca, bc);
        say(w, plus ? ", left side: " : ", right side: ");
        say_edge(w, bc);
    }
}

/* "b follows a at joint G, ratio -0.5". */
static void say_pair(Words *w, const tmiMerge *merge) {
    const tmiPlanarJoint *joint = &w->g->pairs.joints[merge->pair];
    const tmiEdgeEnd first = tmi_pair_end(w->g, joint, 0);
    int last = joint->feature_count - 1;
    const tmiEdgeEnd end = tmi_pair_end(w->g, joint, last);
    bool first_moved = tmi_root_of(w->above, first.node) != merge->root[0];
    int known = first_moved ? last : 0;
    say_node(w, first_moved ? first.node : end.node);
    say(w, " follows ");
    say_node(w, first_moved ? end.node : first.node);
    say(w, " at ");
    say_the_joint(w, w->g->pairs.slots[merge->pair]);
    if (tmi_pair_kind(joint->kind)->form == TMI_FORM_ROLL) {
        double ratio = tmi_pair_ratio(joint, known);
        say(w, ratio < 0.0 ? ", ratio -" : ", ratio ");
        say_length(w, ratio < 0.0 ? -ratio : ratio);
    }
}

static void say_merge(Words *w, const tmiMerge *merge, int32_t number) {
    if (merge->root[0] != tmi_root_of(w->above, 0)) {
        say(w, "on ");
        say_node(w, merge->root[0]);
        say(w, ": ");
    }
    switch (merge->kind) {
    case TMI_MERGE_WELD:
        say_weld(w, merge);
        break;
    case TMI_MERGE_DOUBLE:
        say_double(w, merge);
        break;
    case TMI_MERGE_WEDGE:
        say_line(w, merge->edge[0]);
        say(w, " meets ");
        say_line(w, merge->edge[1]);
        break;
    case TMI_MERGE_SETTLE:
        say(w, "slide as little as possible along ");
        say_edge(w, merge->edge[0]);
        say(w, " and ");
        say_edge(w, merge->edge[2]);
        say(w, " to the ");
        say_line(w, merge->edge[1]);
        break;
    case TMI_MERGE_LOOP:
        say_loop(w, merge, number);
        break;
    case TMI_MERGE_PAIR:
        say_pair(w, merge);
        break;
    }
    say(w, "\n");
    for (int i = 1; i < 3 && merge->root[i] >= 0; i++) {
        w->above[merge->root[i]] = merge->root[0];
    }
}

/* ---- The numerical part -------------------------------------------------------------------- */

/* Starts item `count` of a list that opens with `title`. False when it is only to be counted. */
static bool say_item(Words *w, const char *title, int32_t count) {
    if (count < NAMES_MAX) {
        say(w, count ? ", " : title);
    }
    return count < NAMES_MAX;
}

static void say_rest(Words *w, int32_t count) {
    if (count > NAMES_MAX) {
        say(w, " and ");
        tmi_text_add_int(&w->text, count - NAMES_MAX);
        say(w, " more");
    }
}

static void say_bodies(Words *w, const tmiNewton *n) {
    for (int32_t i = 0; i < n->block_count; i++) {
        if (say_item(w, ": bodies ", i)) {
            say_node(w, n->blocks[i].node);
        }
    }
    say_rest(w, n->block_count);
}

/* May be called in any stage: `say_node` takes numbers of the whole graph. */
static void say_tails(Words *w) {
    const tmiTails *tails = &w->plan->graph.tails;
    w->g = &w->plan->graph;
    for (int32_t i = 0; i < tails->count; i++) {
        if (say_item(w, "carried along: ", i)) {
            say_node(w, tails->list[i].body);
        }
    }
    say_rest(w, tails->count);
    say(w, tails->count > 0 ? "\n" : "");
}

static void say_counts(Words *w, int32_t unknowns, int32_t equations) {
    tmi_text_add_int(&w->text, unknowns);
    say(w, unknowns == 1 ? " unknown, " : " unknowns, ");
    tmi_text_add_int(&w->text, equations);
    say(w, equations == 1 ? " equation" : " equations");
}

/* A chain by its rods, in their order. */
static void say_chain(Words *w, tmiChain chain) {
    const tmiRod *rods = w->v->chains.rods + chain.first;
    say(w, "chain from ");
    say_edge(w, rods[0].pins[0]);
    say(w, " to ");
    say_edge(w, rods[chain.count - 1].pins[1]);
    for (int32_t i = 0; i < chain.count; i++) {
        if (say_item(w, ": rods ", i)) {
            say_node(w, rods[i].node);
        }
    }
    say_rest(w, chain.count);
    say(w, "; ");
    say_counts(w, chain.count, 2);
    say(w, "\n");
}

static void say_others(Words *w) {
    for (int32_t i = 0; i < w->g->other_count; i++) {
        if (say_item(w, "; ", i)) {
            say_the_joint(w, w->g->others[i]);
        }
    }
    int32_t others = w->g->other_count;
    for (int32_t i = 0; i < w->g->pairs.count; i++) {
        if (!w->v->contraction.pair_used[i] && say_item(w, "; ", others++)) {
            say_the_joint(w, w->g->pairs.slots[i]);
        }
    }
    say_rest(w, others);
    const tmMechanism *m = w->plan->mechanism;
    for (int32_t i = 0; i < w->g->drag_count; i++) {
        int32_t slot = w->g->drags[i].feature, input = w->g->drags[i].input;
        say(w, "; drag ");
        if (m->features[slot].name[0]) {
            say(w, m->features[slot].name);
        } else {
            say_kind(w, "feature", slot);
        }
        say_kind(w, " to inputs", input + 1);
        say_kind(w, " and", input + 2);
    }
}

static void say_newton(Words *w) {
    const tmiNewton *n = &w->v->newton;
    say(w, "Newton: ");
    say_counts(w, n->unknowns, n->rows);
    say_bodies(w, n);
    say_others(w);
    say(w, "\n");
}

/* The other sets of joints whose angles could be guessed. */
static void say_ways(Words *w) {
    int32_t ways = 0;
    for (int32_t i = 1; i < w->stage->variant_count; i++) {
        const tmiStageVariant *v = &w->stage->variants[i];
        say(w, ways++ ? "; " : "other guesses: ");
        for (int32_t k = 0; k < v->guess_count; k++) {
            say(w, k ? " and " : "");
            say_joint(w, w->g->edges[v->guesses[k].edge].joint);
        }
    }
    say(w, ways ? "\n" : "");
}

static void say_stage(Words *w) {
    const tmiContraction *c = &w->v->contraction;
    for (int32_t i = 0; i < c->merge_count; i++) {
        say_merge(w, &c->merges[i], i);
    }
    for (int32_t i = 0; w->v->guess_count > 0 && i < w->g->pairs.count; i++) {
        if (!c->pair_used[i]) {
            say(w, "close at ");
            say_the_joint(w, w->g->pairs.slots[i]);
            say(w, ": 1 equation\n");
        }
    }
    for (int32_t i = 0; w->v->chained && i < w->v->chains.chain_count; i++) {
        say_chain(w, w->v->chains.chains[i]);
    }
    if (w->v->newton.block_count > 0 || w->v->newton.rows > 0) {
        say_newton(w);
    }
    say_ways(w);
}

/* Begins a stage: every node is its own cluster, except that the known ones are in the ground's. */
static void open_stage(Words *w, const tmiStage *stage) {
    w->stage = stage;
    w->g = &stage->graph;
    w->v = stage->variants;
    for (int32_t i = 0; i < w->g->node_count; i++) {
        w->above[i] = i <= w->g->placed ? 0 : i;
        w->edge[i] = -1;
    }
    for (int32_t e = 0; e < w->g->edge_count; e++) {
        for (int end = 0; end < 2; end++) {
            w->edge[w->g->edges[e].end[end].node] = e;
        }
    }
}

size_t tm_plan_text(const tmPlan *plan, char *buffer, size_t size) {
    Words w = {.plan = plan};
    tmi_text_init(&w.text, buffer, buffer ? size : 0);
    if (!plan || plan->edits != plan->mechanism->edits) {
        return 0;
    }
    size_t nodes = (size_t)plan->graph.node_count, bytes = 2 * nodes * sizeof(int32_t);
    int32_t *scratch = tmi_alloc_zero(plan->allocator, bytes);
    if (!scratch) {
        return 0;
    }
    w.above = scratch;
    w.edge = scratch + nodes;
    for (int32_t i = 0; i < plan->routes.list->stage_count; i++) {
        open_stage(&w, &plan->routes.list->stages[i]);
        say_stage(&w);
    }
    say_tails(&w);
    say(&w, "left to iterate over: ");
    say_counts(&w, tm_plan_unknowns(plan), tm_plan_equations(plan));
    say(&w, "\n");
    tmi_free(plan->allocator, scratch, bytes);
    return w.text.need;
}

const char *tm_proof_text(tmProof proof) {
    static const char *const texts[] = {
        [TM_PROOF_OFF] = "tmPlanDef.watch is off",
        [TM_PROOF_WHOLE] = "certified",
        [TM_PROOF_DRAG] = "a drag",
        [TM_PROOF_LARGE] = "more than 20 links, not all in closed form",
        [TM_PROOF_CAM] = "a cam, whose curvature has no bound",
        [TM_PROOF_DEPENDENT] = "joints or inputs that depend on each other",
        [TM_PROOF_OPEN] = "joints that were open at the start",
        [TM_PROOF_CHANGE] = "change points on the way",
        [TM_PROOF_GIVEN_UP] = "too many steps",
        [TM_PROOF_SPACE] = "moved by the solver for space",
    };
    size_t count = sizeof texts / sizeof *texts, i = (size_t)proof;
    return i < count ? texts[i] : "unknown";
}
