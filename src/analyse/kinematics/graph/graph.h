/* graph.h: the door of this room: what planning finds by looking at who is joined to whom. */
#ifndef TMI_GRAPH_H
#define TMI_GRAPH_H

#include "analyse/kinematics/mechanism/mechanism.h"

/* ---- tails.c --------------------------------------------------------------------------------- */

/* Loose ends of what is dragged: bodies that hang on it by one pin or slider, and those
 * that hang on these. Nothing pulls at them, so neither plans nor certificates look at them
 * (movable.c); after each move they are drawn along, each so that its end moves least: along a
 * tractrix, which never moves an end farther than the pin before it [SGG10]. It is exact for
 * straight ways of the pins, and the same frames gone back lead back (lines of sliders must turn by
 * less than a right angle in each).
 *
 * docs/theory/kinematics.md section 7. */

typedef struct tmiTail {
    int32_t body, parent; /* slots; the same: a body that nothing but the drag holds */
    int32_t own, to;      /* slots of its feature, and of the parent's that this is at */
    tmJointKind kind;     /* revolute, prismatic or rigid */
    double side;          /* of a slider: -1 where the directions are opposed, else 1 */
    double ux, uy;        /* from its pin to its end, body axes, length 1; 0: it has none */
    double length;        /* of that [m] */
    double pull;          /* how fast it turns towards the pin's way [1/m] */
    bool begins_open;     /* its joint is not quite closed at the start, … */
    bool is_open;         /* … or now: then it is closed whether the parent moves or not */
    tmPose pose, before;  /* its own, and the parent's, after the last move */
} tmiTail;

typedef struct tmiTails {
    tmiTail *list; /* parents first */
    int32_t count;
    int32_t *dragged; /* of each input that is a drag: slot of the feature that is pulled, the
                       * input's own or, at the pin by which a tail hangs, the one behind it; -1:
                       * there is none. Null where nothing is dragged */
} tmiTails;

/* Finds the tails among the bodies with movable[body], and takes them out of it. `movable` is null
 * where nothing is dragged: then there are none. Memory is the arena's. TM_ERR_MEMORY. */
tmStatus tmi_tails_find(tmiTails *tails, tmiArena *arena, const tmMechanism *m,
                        const tmInput *inputs, int32_t input_count, bool *movable);

/* Takes the poses (by slot) at the start, or others that were not found by a move. */
void tmi_tails_start(tmiTails *tails, const tmPose *poses);

/* Draws the tails behind the bodies that have moved since the last move, in `poses`; and takes them
 * for those after a move. */
void tmi_tails_follow(const tmiTails *tails, const tmMechanism *m, tmPose *poses);
void tmi_tails_keep(tmiTails *tails, const tmPose *poses);

/* ---- graph.c --------------------------------------------------------------------------------- */

/* A mechanism with its inputs, reduced to what planning needs: nodes that are rigid, and
 * edges that are pins or sliders between two nodes ([ME] 3.3.1's mechanism graph). A pin in a slot
 * becomes a small node that slides on one body and is pinned to the other; a distance becomes a
 * link with two pins. What fits neither stays a joint and goes to the numerical part. */

/* Points closer than this part of the size are one, and lines whose angle has a smaller sine are
 * parallel [1]: a closed form between them would divide by nearly nothing. */
#define TMI_COINCIDENT 1e-9

typedef enum tmiEdgeKind { TMI_EDGE_PIN, TMI_EDGE_SLIDER } tmiEdgeKind;

/* How an edge's last freedom is known, if it is. */
typedef enum tmiEdgeKnown {
    TMI_KNOWN_NOT,
    TMI_KNOWN_FIXED, /* a pin whose angle is `turn` */
    TMI_KNOWN_INPUT, /* value `input` gives the angle or displacement, beyond `turn` */
    TMI_KNOWN_GUESS  /* a pin whose angle is guess number `input` (tearing) */
} tmiEdgeKnown;

/* One end of an edge: a point and a direction in the node's axes. */
typedef struct tmiEdgeEnd {
    int32_t node;
    double x, y; /* [m] */
    double c, s;
} tmiEdgeEnd;

typedef struct tmiEdge {
    tmiEdgeKind kind;
    tmiEdgeKnown known;
    int32_t input;
    int32_t joint; /* slot, for names */
    tmiEdgeEnd end[2];
    double
        turn[2]; /* (cos, sin) of node 1's angle less node 0's, where it is fixed or at value 0 */
} tmiEdge;

/* A feature that should be where two values say. */
typedef struct tmiDrag {
    int32_t feature; /* slot */
    int32_t input;   /* number of the first value */
} tmiDrag;

/* The graph of a whole mechanism, or of a part of it whose surroundings are known. */
typedef struct tmiGraph {
    const tmMechanism *mechanism;
    const int32_t *whole; /* of each node of a part: its number in the whole; null: the same */
    const int32_t *local; /* of each body: its node, while the plan is made; null: the same */
    int32_t placed;       /* nodes 1 … placed of a part have known poses, and count as ground */
    double size;          /* tmi_mechanism_size, dragged features counted [m] */
    int32_t body_count;   /* nodes of a whole below this are bodies by slot; the ground is node 0 */
    int32_t node_count;   /* the others are the small nodes */
    tmPose *poses;        /* of the nodes, at the start */
    tmiEdge *edges;
    int32_t edge_count;
    int32_t *others; /* slots of joints that are not edges */
    int32_t other_count;
    tmiDrag *drags;
    int32_t drag_count;
    tmiPairs pairs;      /* the higher pairs */
    bool *movable;       /* of each body of a whole: movable.c, except for the tails */
    tmiTails tails;      /* what only hangs on it */
    int32_t value_count; /* numbers that the inputs take */
    bool free_sides;     /* programs can be run with other sides than those of the start */
} tmiGraph;

/* Makes the graph in memory of the arena. TM_ERR_ID and TM_ERR_ARGUMENT as tm_plan_create. */
tmStatus tmi_graph_make(tmiGraph *graph, tmiArena *arena, const tmMechanism *m,
                        const tmInput *inputs, int32_t input_count);

/* Returns the node's number in the graph of the whole mechanism. */
static inline int32_t tmi_graph_whole(const tmiGraph *graph, int32_t node) {
    return graph->whole ? graph->whole[node] : node;
}

/* Returns the node of the body that the feature in the slot belongs to. */
static inline int32_t tmi_graph_node(const tmiGraph *graph, int32_t feature) {
    int32_t body = graph->mechanism->features[feature].body;
    return graph->local ? graph->local[body] : body;
}

/* Puts the small nodes of a whole where its bodies say. */
void tmi_graph_place_small(const tmiGraph *graph, tmPose *poses);

/* Returns where an edge's end is at the start, in the world. */
void tmi_graph_point(const tmiGraph *graph, const tmiEdgeEnd *end, double *x, double *y);

/* ---- contract.c ------------------------------------------------------------------------------ */

/* Finds in which order a mechanism's nodes become rigid with each other ([ME] 3.3), by
 * looking at the graph alone. What is to be computed for each such step is in emit/emit.h. */

typedef enum tmiMergeKind {
    TMI_MERGE_WELD,   /* an edge whose last freedom is known: propagation ([ME] 3.2) */
    TMI_MERGE_LOOP,   /* three clusters, three edges: contraction ([ME] 3.3) */
    TMI_MERGE_DOUBLE, /* two clusters with two pins: rigid, and one equation too many */
    TMI_MERGE_WEDGE,  /* two clusters with two sliders: what is left of PPP once a slide is known */
    TMI_MERGE_SETTLE, /* PPP of which nothing else takes hold: its freedom moves least */
    TMI_MERGE_PAIR    /* two clusters with an edge and a higher pair that gives its last freedom */
} tmiMergeKind;

/* Clusters are named by the node whose axes they use. For a loop, PPP
 * too, the edges are, in order, between clusters 0 and 1, 1 and 2, 2 and 0. Cluster 0 keeps its
 * axes. */
typedef struct tmiMerge {
    tmiMergeKind kind;
    int32_t edge[3];
    int32_t root[3];
    int32_t pair; /* number of the pair, for TMI_MERGE_PAIR */
} tmiMerge;

typedef struct tmiContraction {
    tmiMerge *merges;
    int32_t merge_count;
    int32_t *root;      /* of each node: the node whose axes its cluster uses */
    int32_t loose;      /* clusters that the ground's does not contain, without free nodes */
    int32_t doubles;    /* equations too many: double pins, and rolling pairs within one cluster */
    int32_t open;       /* edges between different clusters that are left */
    bool *pair_used;    /* of each pair: a merge uses it */
    int32_t pairs_open; /* pairs that are not used and lie in more than one cluster */
} tmiContraction;

/* Contracts the graph as far as it goes; edges with known[e] set (null: none) count as welds
 * besides those that are known by themselves. Takes all memory from the arena. */
tmStatus tmi_contract(tmiContraction *c, tmiArena *arena, const tmiGraph *graph, const bool *known);

/* ---- split.c --------------------------------------------------------------------------------- */

/* Which of the clusters that contraction left are determined, and in what order. */

typedef struct tmiSplit {
    int32_t *step;      /* of each node: see below */
    int32_t knot_count; /* clusters that must be found at once, in an order in which each only
                         * needs what was found before */
    bool rest;          /* something is left that edges and pairs do not determine */
} tmiSplit;

/* Puts into split->step of each node: 0 when contraction places it or nothing takes hold of it, k
 * when knot k does, knot_count + 1 when edges and pairs leave it a freedom. Counts equations, and
 * looks at no number: a mechanism of special lengths may be freer than that, and then the knot's
 * own solution shows it. Takes memory from the arena, and leaves only split->step there. */
tmStatus tmi_split(tmiSplit *split, tmiArena *arena, const tmiGraph *graph,
                   const tmiContraction *contraction);

/* ---- tear.c ---------------------------------------------------------------------------------- */

/* Where contraction stops, the fewest angles to guess so that it goes on ([ME] 7.3). */

/* The maximum number of angles that are guessed. More go to the general Newton step. */
#define TMI_TEAR_MAX 4

/* The most ways to guess that are kept: where one is at a dead end another is not. */
#define TMI_TEAR_WAYS 8

/* Ways to guess `count` angles each, as edges of the graph. */
typedef struct tmiTears {
    int32_t edges[TMI_TEAR_WAYS][TMI_TEAR_MAX];
    int32_t ways;
    int32_t count;
} tmiTears;

/* Finds the fewest pins, at most TMI_TEAR_MAX, whose angles once guessed let contraction place
 * everything that edges reach. tears->ways is 0 when there are none to be found. `contraction` is
 * what was reached without guesses. */
tmStatus tmi_tear(tmiTears *tears, tmiArena *arena, const tmiGraph *graph,
                  const tmiContraction *contraction);

/* ---- higher_pair_forms.c
 * ---------------------------------------------------------------------------- */

/* Which higher pairs have a closed form. Two clusters that an edge joins have one
 * freedom left, and a pair between them gives it:
 *   ROLL    the edge is a pin at the centre of one of the wheels
 *   RACK    it is a pin at the pinion's centre, or a slider along the rack
 *   TOUCH   it is a pin or a slider of the follower, or of the cam
 *   PULL    one end of the rope is alone in its cluster, and there are no wheels: what the other
 *           parts leave is the radius of a circle */

/* Whether the pair gives the freedom of the edge, whose end `end` is in the cluster of the pair's
 * first feature, the other in that of the others; of a rope, feature `alone` is the only one in its
 * cluster, -1: none is. */
bool tmi_pair_is_solvable(const tmiGraph *graph, int32_t pair, int32_t edge, int end, int alone);

/* Whether it is of the form ROLL or RACK, whose row can be a gap that guesses close. */
bool tmi_pair_rolls(const tmiPlanarJoint *joint);

/* Which of a solvable pair's two features is taken as known: the other one's cluster is moved. */
int tmi_pair_known(const tmiGraph *graph, int32_t pair, int32_t edge, int end);

/* By how much the moved wheel of two turns for each turn of the other, their line standing still.
 */
double tmi_pair_ratio(const tmiPlanarJoint *joint, int known);

/* Whether two ends are at one point. */
bool tmi_pair_coincide(const tmiGraph *graph, const tmiEdgeEnd *a, const tmiEdgeEnd *b);

/* A feature of the joint, one of graph->pairs, as an end. */
tmiEdgeEnd tmi_pair_end(const tmiGraph *graph, const tmiPlanarJoint *joint, int which);

/* Cosine and sine, at the start, of the angle from an end's direction to another's. */
void tmi_pair_angle(const tmiGraph *graph, const tmiEdgeEnd *from, const tmiEdgeEnd *to,
                    double *cosine, double *sine);

#endif
