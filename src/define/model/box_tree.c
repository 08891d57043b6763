/* box_tree.c: balanced binary trees of boxes, by medians of their middles. */
#include "define/model/box_tree.h"

/* Twice the middle, which orders as well. */
static double middle(const tmiBox *box, int axis) {
    return box->low[axis] + box->high[axis];
}

/* Middles that are equal go by number, so that the order is total. */
static bool comes_before(const tmiBox *boxes, int axis, int32_t i, int32_t k) {
    double a = middle(&boxes[i], axis), b = middle(&boxes[k], axis);
    return a < b || (a == b && i < k);
}

static int longest_axis(const tmiBox *boxes, const int32_t *order, int32_t count) {
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = high[k] = middle(&boxes[order[0]], k);
    }
    for (int32_t i = 1; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            double at = middle(&boxes[order[i]], k);
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
    }
    int axis = high[1] - low[1] > high[0] - low[0] ? 1 : 0;
    return high[2] - low[2] > high[axis] - low[axis] ? 2 : axis;
}

/* Hoare's selection: order[nth] becomes what it were in a sorted list, smaller ones before it. The
 * pivot is chosen at varying places, because a fixed one is slow on the patterns of rows and grids.
 */
static void select_nth(const tmiBox *boxes, int axis, int32_t *order, int32_t count, int32_t nth) {
    int32_t first = 0, last = count - 1;
    uint32_t scatter = 1;
    while (first < last) {
        scatter = scatter * 1664525u + 1013904223u;
        int32_t i = first, k = last;
        int32_t pivot = order[first + (int32_t)((scatter >> 8) % (uint32_t)(last - first + 1))];
        while (i <= k) {
            while (comes_before(boxes, axis, order[i], pivot)) {
                i++;
            }
            while (comes_before(boxes, axis, pivot, order[k])) {
                k--;
            }
            if (i <= k) {
                int32_t kept = order[i];
                order[i++] = order[k];
                order[k--] = kept;
            }
        }
        first = nth >= i ? i : first;
        last = nth <= k ? k : last;
        if (nth > k && nth < i) {
            return;
        }
    }
}

/* As deep as the logarithm of the count. */
static void split(const tmiBox *boxes, int32_t *order, int32_t count) {
    while (count > 1) {
        int32_t left = (count + 1) / 2;
        select_nth(boxes, longest_axis(boxes, order, count), order, count, left);
        split(boxes, order + left, count - left);
        count = left;
    }
}

void tmi_box_order(const tmiBox *boxes, int32_t count, int32_t *order) {
    for (int32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    split(boxes, order, count);
}

static void fit(const tmiBox *boxes, const int32_t *order, tmiBoxNode node, tmiBox *tree) {
    if (node.count == 1) {
        tree[node.at] = boxes[order[node.first]];
        return;
    }
    tmiBoxNode left = tmi_box_left(node), right = tmi_box_right(node);
    fit(boxes, order, left, tree);
    fit(boxes, order, right, tree);
    tree[node.at] = tmi_box_around(&tree[left.at], &tree[right.at]);
}

void tmi_box_fit(const tmiBox *boxes, const int32_t *order, int32_t count, tmiBox *tree) {
    if (count > 0) {
        fit(boxes, order, tmi_box_root(count), tree);
    }
}
