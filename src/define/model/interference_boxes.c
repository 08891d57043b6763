/* interference_boxes.c: pairs of bodies whose boxes along the world's axes overlap, by a tree of
 * all boxes that is walked against itself.
 *
 * The tree is kept from search to search and only fitted to the boxes again, which costs n; it is
 * made again, which costs n log n, once the walk has become longer. The pairs are sorted, so that
 * what is found does not depend on the tree. */
#include "define/model/interference.h"

#include <string.h>

/* A tree that needs this many times the visits of the tree when it was new is made again [1]. */
#define WORN 1.5

/* Two nodes to be compared; of one node, all in it with each other. A walk has at most two more of
 * them waiting for each of the 31 layers of either tree. */
typedef struct Visit {
    tmiBoxNode a, b;
} Visit;
#define VISITS_MAX 160

static void mark_moving(tmInterference *f, tmiBoxNode node) {
    if (node.count == 1) {
        int32_t body = f->bodies[f->order[node.first]];
        f->moves[node.at] = !f->model->bodies[body].info.is_fixed;
        return;
    }
    tmiBoxNode left = tmi_box_left(node), right = tmi_box_right(node);
    mark_moving(f, left);
    mark_moving(f, right);
    f->moves[node.at] = f->moves[left.at] || f->moves[right.at];
}

static tmStatus add_pair(tmInterference *f, int32_t a, int32_t b) {
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    if (!tmi_rules_allow(f->model, f->bodies[low], f->bodies[high])) {
        return TM_OK;
    }
    if (f->pair_count == INT32_MAX) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = tmi_array_reserve(f->arena.allocator, &f->pairs, &f->pair_capacity,
                                        f->pair_count + 1, sizeof *f->pairs);
    if (status == TM_OK) {
        f->pairs[f->pair_count++] = (tmiSlots){low, high};
    }
    return status;
}

/* Puts what is to be compared after two nodes that overlap; returns how many. The one with more
 * leaves is parted, so that both come to their ends. */
static int32_t part_visit(Visit visit, Visit *next) {
    tmiBoxNode a = visit.a, b = visit.b;
    if (a.at == b.at) {
        tmiBoxNode left = tmi_box_left(a), right = tmi_box_right(a);
        next[0] = (Visit){right, right};
        next[1] = (Visit){left, left};
        next[2] = (Visit){left, right};
        return 3;
    }
    bool swap = b.count > a.count;
    tmiBoxNode parted = swap ? b : a, whole = swap ? a : b;
    next[0] = (Visit){tmi_box_left(parted), whole};
    next[1] = (Visit){tmi_box_right(parted), whole};
    return 2;
}

static tmStatus walk(tmInterference *f) {
    Visit waiting[VISITS_MAX];
    int32_t count = f->count > 1 ? 1 : 0;
    tmStatus status = TM_OK;
    waiting[0] = (Visit){tmi_box_root(f->count), tmi_box_root(f->count)};
    f->visits = 0;
    while (count > 0 && status == TM_OK) {
        Visit visit = waiting[--count];
        bool self = visit.a.at == visit.b.at;
        f->visits++;
        if ((self && visit.a.count == 1) || (!f->moves[visit.a.at] && !f->moves[visit.b.at]) ||
            !tmi_box_overlap(&f->tree[visit.a.at], &f->tree[visit.b.at])) {
            continue;
        }
        if (visit.a.count == 1 && visit.b.count == 1) {
            status = add_pair(f, f->order[visit.a.first], f->order[visit.b.first]);
        } else {
            count += part_visit(visit, waiting + count);
        }
    }
    return status;
}

/* One pass of a sort by counting: by slot b, or by slot a. */
static void sort_pass(const tmInterference *f, const tmiSlots *from, tmiSlots *to, bool by_a) {
    int32_t *ends = f->buckets;
    memset(ends, 0, ((size_t)f->count + 1) * sizeof *ends);
    for (int32_t i = 0; i < f->pair_count; i++) {
        ends[(by_a ? from[i].a : from[i].b) + 1]++;
    }
    for (int32_t i = 0; i < f->count; i++) {
        ends[i + 1] += ends[i];
    }
    for (int32_t i = 0; i < f->pair_count; i++) {
        to[ends[by_a ? from[i].a : from[i].b]++] = from[i];
    }
}

static tmStatus sort_pairs(tmInterference *f) {
    tmStatus status = tmi_array_reserve(f->arena.allocator, &f->sorted, &f->sorted_capacity,
                                        f->pair_capacity, sizeof *f->sorted);
    if (status == TM_OK && f->pair_count > 0) {
        sort_pass(f, f->pairs, f->sorted, false);
        sort_pass(f, f->sorted, f->pairs, true);
        memcpy(f->sorted, f->pairs, (size_t)f->pair_count * sizeof *f->sorted);
    }
    return status;
}

tmStatus tmi_find_boxes(tmInterference *f) {
    bool anew = !f->is_ordered || (double)f->visits > WORN * (double)f->visits_new;
    if (anew && f->count > 0) {
        tmi_box_order(f->boxes, f->count, f->order);
        mark_moving(f, tmi_box_root(f->count));
        f->is_ordered = true;
    }
    tmi_box_fit(f->boxes, f->order, f->count, f->tree);
    tmStatus status = walk(f);
    f->visits_new = anew ? f->visits : f->visits_new;
    return status == TM_OK ? sort_pairs(f) : status;
}
