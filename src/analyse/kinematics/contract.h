/* contract.h: finds in which order a mechanism's nodes become rigid with each other ([ME] 3.3), by
 * looking at the graph alone. What is to be computed for each such step is in emit.h. */
#ifndef TMI_CONTRACT_H
#define TMI_CONTRACT_H

#include "analyse/kinematics/graph.h"

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

#endif
