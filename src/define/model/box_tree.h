/* box_tree.h: balanced binary trees of boxes along axes: around the pieces of a body, and around
 * all bodies of a world.
 *
 * A tree of n boxes has 2 n - 1 nodes, each in front of all that is within it. So the positions of
 * a node's two parts follow from the node and its number of leaves, and are not stored. */
#ifndef TMI_BOX_TREE_H
#define TMI_BOX_TREE_H

#include "trammel/base.h"

typedef struct tmiBox {
    double low[3], high[3];
} tmiBox;

/* A node: its place, and the leaves under it, order[first] … order[first + count - 1]. */
typedef struct tmiBoxNode {
    int32_t at, first, count;
} tmiBoxNode;

static inline tmiBoxNode tmi_box_root(int32_t count) {
    return (tmiBoxNode){0, 0, count};
}

/* The two parts of a node of several leaves. */
static inline tmiBoxNode tmi_box_left(tmiBoxNode node) {
    return (tmiBoxNode){node.at + 1, node.first, (node.count + 1) / 2};
}

static inline tmiBoxNode tmi_box_right(tmiBoxNode node) {
    int32_t left = (node.count + 1) / 2;
    return (tmiBoxNode){node.at + 2 * left, node.first + left, node.count - left};
}

/* Puts 0 … count - 1 into `order` so that each node's leaves are halved
 * across the axis along which their middles are spread most. Coordinates are finite. The result
 * depends on the boxes alone. Costs n log n. */
void tmi_box_order(const tmiBox *boxes, int32_t count, int32_t *order);

/* Puts the box around all leaves of each node into `tree`, 2 count - 1 boxes. Costs n. */
void tmi_box_fit(const tmiBox *boxes, const int32_t *order, int32_t count, tmiBox *tree);

static inline tmiBox tmi_box_around(const tmiBox *a, const tmiBox *b) {
    tmiBox box;
    for (int k = 0; k < 3; k++) {
        box.low[k] = a->low[k] < b->low[k] ? a->low[k] : b->low[k];
        box.high[k] = a->high[k] > b->high[k] ? a->high[k] : b->high[k];
    }
    return box;
}

static inline bool tmi_box_overlap(const tmiBox *a, const tmiBox *b) {
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

#endif
