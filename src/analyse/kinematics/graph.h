/* graph.h: a mechanism with its inputs, reduced to what planning needs: nodes that are rigid, and
 * edges that are pins or sliders between two nodes ([ME] 3.3.1's mechanism graph). A pin in a slot
 * becomes a small node that slides on one body and is pinned to the other; a distance becomes a
 * link with two pins. What fits neither stays a joint and goes to the numerical part. */
#ifndef TMI_GRAPH_H
#define TMI_GRAPH_H

#include "analyse/kinematics/moved.h"
#include "analyse/kinematics/pair_state.h"
#include "analyse/kinematics/tails.h"

typedef enum tmiEdgeKind { TMI_EDGE_PIN, TMI_EDGE_SLIDER } tmiEdgeKind;

/* How an edge's last freedom is known, if it is. */
typedef enum tmiKnown {
    TMI_KNOWN_NOT,
    TMI_KNOWN_FIXED, /* a pin whose angle is `turn` */
    TMI_KNOWN_INPUT, /* value `input` gives the angle or displacement, beyond `turn` */
    TMI_KNOWN_GUESS  /* a pin whose angle is guess number `input` (tearing) */
} tmiKnown;

/* One end of an edge: a point and a direction in the node's axes. */
typedef struct tmiEnd {
    int32_t node;
    double x, y; /* [m] */
    double c, s;
} tmiEnd;

typedef struct tmiEdge {
    tmiEdgeKind kind;
    tmiKnown known;
    int32_t input;
    int32_t joint; /* slot, for names */
    tmiEnd end[2];
    double
        turn[2]; /* (cos, sin) of node 1's angle less node 0's, where it is fixed or at value 0 */
} tmiEdge;

/* A feature that shall be where two values say. */
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
    int32_t *others; /* slots of joints that are no edges */
    int32_t other_count;
    tmiDrag *drags;
    int32_t drag_count;
    tmiPairs pairs;      /* the higher pairs */
    bool *moved;         /* of each body of a whole: moved.h, but for the tails */
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
void tmi_graph_point(const tmiGraph *graph, const tmiEnd *end, double *x, double *y);

#endif
