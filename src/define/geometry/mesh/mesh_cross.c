/* mesh_cross.c: finds triangles of a mesh that go through each other.
 *
 * Boxes in a tree, halved at the middle of their longest side; pairs of boxes that overlap are
 * followed down to pairs of triangles, which are decided by exact signs. Triangles that only touch
 * do not cross: parts of a mesh may stand on each other. Costs n log n where few boxes overlap. */
#include "define/geometry/mesh/mesh.h"
#include "define/geometry/point/point.h"

#include <string.h>

#define LEAF_MAX 4

/* Below this depth ranges are halved by number, so that the tree ends. */
#define DEPTH_BY_PLACE 40

/* Pairs of triangles that are examined, for each triangle and beyond: a fan of thousands about one
 * point would take the square of them. */
#define PAIRS_EACH 100
#define PAIRS_MORE 1000000

/* A sine above that of rounding errors [1]. */
#define SURE 1e-12

typedef struct Box {
    tmVec3 low, high;
} Box;

/* Triangles first … first + count - 1 of the order; children at `left` and left + 1, 0: a leaf. */
typedef struct Node {
    Box box;
    int32_t first, count, left;
} Node;

typedef struct Pair {
    int32_t a, b;
} Pair;

typedef struct Search {
    tmAllocator allocator;
    const tmiMeshData *data;
    Box *boxes;
    int32_t *order;
    Node *nodes;
    int32_t node_count, node_capacity;
    Pair *pairs; /* of nodes to be examined */
    int32_t pair_count, pair_capacity;
    int64_t left; /* pairs of triangles that may still be examined */
    int32_t max;
    tmiCrossings *found;
} Search;

/* ---- The tree ------------------------------------------------------------------------------ */

static tmVec3 corner(const Search *s, int32_t triangle, int i) {
    return s->data->points[s->data->triangles[3 * triangle + i]];
}

static Box join(Box a, Box b) {
    return (Box){tmi_vec_min(a.low, b.low), tmi_vec_max(a.high, b.high)};
}

static bool overlap(const Box *a, const Box *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static int longest_axis(const Box *box) {
    tmVec3 e = tmi_vec_sub(box->high, box->low);
    return e.x >= e.y && e.x >= e.z ? 0 : e.y >= e.z ? 1 : 2;
}

/* Puts those whose middle is in the lower half first; returns how many. */
static int32_t divide(Search *s, const Node *node) {
    int axis = longest_axis(&node->box);
    double middle = tmi_vec_axis(node->box.low, axis) + tmi_vec_axis(node->box.high, axis);
    int32_t *order = s->order + node->first;
    int32_t lower = 0;
    for (int32_t i = 0; i < node->count; i++) {
        const Box *box = &s->boxes[order[i]];
        if (tmi_vec_axis(box->low, axis) + tmi_vec_axis(box->high, axis) < middle) {
            int32_t kept = order[lower];
            order[lower++] = order[i];
            order[i] = kept;
        }
    }
    return lower;
}

static tmStatus add_node(Search *s, int32_t first, int32_t count) {
    tmStatus status = tmi_array_reserve(s->allocator, &s->nodes, &s->node_capacity,
                                        s->node_count + 1, sizeof(Node));
    if (status == TM_OK) {
        Node node = {s->boxes[s->order[first]], first, count, 0};
        for (int32_t i = 1; i < count; i++) {
            node.box = join(node.box, s->boxes[s->order[first + i]]);
        }
        s->nodes[s->node_count++] = node;
    }
    return status;
}

static tmStatus split_node(Search *s, int32_t place, int depth) {
    Node node = s->nodes[place];
    if (node.count <= LEAF_MAX) {
        return TM_OK;
    }
    int32_t lower = depth < DEPTH_BY_PLACE ? divide(s, &node) : 0;
    lower = lower == 0 || lower == node.count ? node.count / 2 : lower;
    int32_t left = s->node_count;
    s->nodes[place].left = left;
    tmStatus status = add_node(s, node.first, lower);
    status = status == TM_OK ? add_node(s, node.first + lower, node.count - lower) : status;
    status = status == TM_OK ? split_node(s, left, depth + 1) : status;
    return status == TM_OK ? split_node(s, left + 1, depth + 1) : status;
}

static tmStatus build(Search *s) {
    int32_t count = s->data->triangle_count;
    s->boxes = tmi_resize(s->allocator, NULL, 0, (size_t)count * sizeof(Box));
    s->order = tmi_resize(s->allocator, NULL, 0, (size_t)count * sizeof(int32_t));
    if (!s->boxes || !s->order) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        tmVec3 a = corner(s, i, 0), b = corner(s, i, 1), c = corner(s, i, 2);
        s->boxes[i] = (Box){tmi_vec_min(tmi_vec_min(a, b), c), tmi_vec_max(tmi_vec_max(a, b), c)};
        s->order[i] = i;
    }
    tmStatus status = add_node(s, 0, count);
    return status == TM_OK ? split_node(s, 0, 0) : status;
}

/* ---- Two triangles ------------------------------------------------------------------------- */

static int side(double number) {
    return (number > 0.0) - (number < 0.0);
}

/* A point without the coordinate in which the triangle extends least. */
static tmVec3 flattened(tmVec3 p, tmVec3 normal) {
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    return z >= x && z >= y ? tmi_vec(p.x, p.y, 0)
           : x >= y         ? tmi_vec(p.y, p.z, 0)
                            : tmi_vec(p.z, p.x, 0);
}

static bool cross_flat(tmVec3 a, tmVec3 b, tmVec3 c, tmVec3 d) {
    return side(tmi_orient2(a, b, c)) * side(tmi_orient2(a, b, d)) < 0 &&
           side(tmi_orient2(c, d, a)) * side(tmi_orient2(c, d, b)) < 0;
}

static bool is_inside_flat(tmVec3 p, const tmVec3 t[3]) {
    int a = side(tmi_orient2(t[0], t[1], p));
    return a != 0 && a == side(tmi_orient2(t[1], t[2], p)) && a == side(tmi_orient2(t[2], t[0], p));
}

/* Triangles in one plane that face the same way (others are parts that stand on each other): an
 * edge crosses an edge, or a corner or the middle is inside. */
static bool overlap_flat(const tmVec3 s[3], const tmVec3 t[3]) {
    tmVec3 n = tmi_vec_cross(tmi_vec_sub(s[1], s[0]), tmi_vec_sub(s[2], s[0]));
    tmVec3 m = tmi_vec_cross(tmi_vec_sub(t[1], t[0]), tmi_vec_sub(t[2], t[0]));
    tmVec3 p[4], q[4];
    if (tmi_vec_dot(n, m) <= 0.0) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        p[i] = flattened(s[i], n);
        q[i] = flattened(t[i], n);
    }
    p[3] = tmi_vec_scale(tmi_vec_add(tmi_vec_add(p[0], p[1]), p[2]), 1.0 / 3.0);
    q[3] = tmi_vec_scale(tmi_vec_add(tmi_vec_add(q[0], q[1]), q[2]), 1.0 / 3.0);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (cross_flat(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3])) {
                return true;
            }
        }
    }
    for (int i = 0; i < 4; i++) {
        if (is_inside_flat(p[i], q) || is_inside_flat(q[i], p)) {
            return true;
        }
    }
    return false;
}

/* Turns a triangle so that its first corner is alone on its side of the other's plane, and returns
 * which side that is. */
static int turn_lone_first(tmVec3 s[3], const int sides[3]) {
    int above = (sides[0] > 0) + (sides[1] > 0) + (sides[2] > 0), lone = above == 1 ? 1 : -1;
    int at = sides[0] == lone ? 0 : sides[1] == lone ? 1 : 2;
    tmVec3 turned[3] = {s[at], s[(at + 1) % 3], s[(at + 2) % 3]};
    memcpy(s, turned, sizeof turned);
    return lone;
}

static void swap_last(tmVec3 s[3]) {
    tmVec3 kept = s[1];
    s[1] = s[2];
    s[2] = kept;
}

/* Two triangles, each with corners on both sides of the other's plane, cut that plane in a chord
 * each, both on the line in which the planes meet. They cross where the chords have more than a
 * point in common, wherever these end: an edge that meets the edge between two triangles goes
 * through neither of them inside. Order of the ends by signs alone: [GD]. */
static bool do_chords_overlap(const tmVec3 first[3], const int sides_s[3], const tmVec3 second[3],
                              const int sides_t[3]) {
    tmVec3 s[3] = {first[0], first[1], first[2]}, t[3] = {second[0], second[1], second[2]};
    int s_side = turn_lone_first(s, sides_s), t_side = turn_lone_first(t, sides_t);
    if (s_side < 0) {
        swap_last(t);
    }
    if (t_side < 0) {
        swap_last(s);
    }
    return tmi_orient3(s[0], s[1], t[0], t[1]) < 0.0 && tmi_orient3(s[0], s[2], t[2], t[0]) < 0.0;
}

/* Sides of the corners of s as seen from t, 0 for those that t has, too; false: all on one side, or
 * touching from it. */
static bool find_sides(const tmVec3 s[3], const bool shared[3], const tmVec3 t[3], int sides[3]) {
    bool above = false, below = false;
    for (int i = 0; i < 3; i++) {
        sides[i] = shared[i] ? 0 : side(tmi_orient3(t[0], t[1], t[2], s[i]));
        above = above || sides[i] > 0;
        below = below || sides[i] < 0;
    }
    return (above && below) || (!above && !below);
}

/* Do triangles with one corner in common, s[at], have nothing else in common? Surely so where both
 * other corners of t are beyond a side of s that begins at that corner, seen along the normal of s:
 * most neighbours are, and need no exact signs. */
static bool are_beside(const tmVec3 s[3], int at, const tmVec3 t[3], const bool shared[3]) {
    tmVec3 o = s[at], u = tmi_vec_sub(s[(at + 1) % 3], o), v = tmi_vec_sub(s[(at + 2) % 3], o);
    tmVec3 n = tmi_vec_cross(u, v);
    tmVec3 outward[2] = {tmi_vec_cross(u, n), tmi_vec_cross(n, v)};
    for (int side = 0; side < 2; side++) {
        double size = tmi_vec_length(outward[side]);
        bool beyond = size > 0.0;
        for (int i = 0; i < 3; i++) {
            tmVec3 w = tmi_vec_sub(t[i], o);
            double out = tmi_vec_dot(outward[side], w);
            beyond = beyond && (shared[i] || out > SURE * size * tmi_vec_length(w));
        }
        if (beyond) {
            return true;
        }
    }
    return false;
}

static bool are_surely_apart(const tmVec3 s[3], const bool shared_s[3], const tmVec3 t[3],
                             const bool shared_t[3]) {
    int at_s = shared_s[0] ? 0 : shared_s[1] ? 1 : 2, at_t = shared_t[0] ? 0 : shared_t[1] ? 1 : 2;
    return are_beside(s, at_s, t, shared_t) || are_beside(t, at_t, s, shared_s);
}

static bool do_cross(const Search *search, int32_t first, int32_t second) {
    const int32_t *a = &search->data->triangles[3 * first];
    const int32_t *b = &search->data->triangles[3 * second];
    tmVec3 s[3], t[3];
    bool shared_s[3] = {false}, shared_t[3] = {false};
    int shared = 0, sides_s[3], sides_t[3];
    for (int i = 0; i < 3; i++) {
        s[i] = search->data->points[a[i]];
        t[i] = search->data->points[b[i]];
        for (int j = 0; j < 3; j++) {
            if (a[i] == b[j]) {
                shared_s[i] = shared_t[j] = true;
                shared++;
            }
        }
    }
    if (shared == 1 && are_surely_apart(s, shared_s, t, shared_t)) {
        return false;
    }
    if (shared == 3 || !find_sides(s, shared_s, t, sides_s) ||
        !find_sides(t, shared_t, s, sides_t)) {
        return false;
    }
    if (!sides_s[0] && !sides_s[1] && !sides_s[2]) {
        return overlap_flat(s, t);
    }
    return shared < 2 && do_chords_overlap(s, sides_s, t, sides_t);
}

/* ---- All pairs ----------------------------------------------------------------------------- */

static void compare_leaves(Search *s, const Node *a, const Node *b, bool same) {
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = same ? i + 1 : 0; j < b->count; j++) {
            int32_t first = s->order[a->first + i], second = s->order[b->first + j];
            if (!overlap(&s->boxes[first], &s->boxes[second])) {
                continue;
            }
            s->left--;
            if (do_cross(s, first, second) && s->found->count++ == 0) {
                s->found->first[0] = first < second ? first : second;
                s->found->first[1] = first < second ? second : first;
            }
        }
    }
}

static tmStatus push(Search *s, int32_t a, int32_t b) {
    tmStatus status = tmi_array_reserve(s->allocator, &s->pairs, &s->pair_capacity,
                                        s->pair_count + 1, sizeof(Pair));
    if (status == TM_OK) {
        s->pairs[s->pair_count++] = (Pair){a, b};
    }
    return status;
}

/* Looks at a pair of nodes, or one with itself; pairs below it are to be examined later. */
static tmStatus look(Search *s, Pair pair) {
    const Node *a = &s->nodes[pair.a], *b = &s->nodes[pair.b];
    tmStatus status = TM_OK;
    if (pair.a == pair.b) {
        if (!a->left) {
            compare_leaves(s, a, a, true);
            return TM_OK;
        }
        status = push(s, a->left, a->left);
        status = status == TM_OK ? push(s, a->left + 1, a->left + 1) : status;
        return status == TM_OK ? push(s, a->left, a->left + 1) : status;
    }
    if (!overlap(&a->box, &b->box)) {
        return TM_OK;
    }
    if (!a->left && !b->left) {
        compare_leaves(s, a, b, false);
        return TM_OK;
    }
    bool down_a = a->left && (!b->left || a->count >= b->count);
    int32_t left = down_a ? a->left : b->left;
    int32_t other = down_a ? pair.b : pair.a;
    status = push(s, left, other);
    return status == TM_OK ? push(s, left + 1, other) : status;
}

tmStatus tmi_mesh_crossings(tmAllocator allocator, const tmiMeshData *data, int32_t max,
                            tmiCrossings *crossings) {
    size_t count = (size_t)data->triangle_count;
    Search s = {.allocator = allocator, .data = data, .max = max, .found = crossings};
    s.left = (int64_t)data->triangle_count * PAIRS_EACH + PAIRS_MORE;
    memset(crossings, 0, sizeof *crossings);
    tmStatus status = build(&s);
    status = status == TM_OK ? push(&s, 0, 0) : status;
    while (status == TM_OK && s.pair_count > 0 && crossings->count < max && s.left > 0) {
        status = look(&s, s.pairs[--s.pair_count]);
    }
    crossings->all = s.left > 0;
    crossings->count = crossings->count < max ? crossings->count : max;
    tmi_free(allocator, s.boxes, count * sizeof(Box));
    tmi_free(allocator, s.order, count * sizeof(int32_t));
    tmi_array_clear(allocator, &s.nodes, &s.node_capacity, sizeof(Node));
    tmi_array_clear(allocator, &s.pairs, &s.pair_capacity, sizeof(Pair));
    return status;
}
