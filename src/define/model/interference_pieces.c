/* interference_pieces.c: pairs of pieces of two bodies whose cuboids overlap, from the first layers
 * down to the last ([HH] 3.3).
 *
 * Two cuboids are apart when they are so along one of fifteen directions: the axes of both, and the
 * cross products of one of each (separating axes). Shapes as seen along z are apart along a
 * direction across the sight of an edge: across the axes of both. Directions need not have length
 * 1: gaps are measured in that length.
 *
 * In a step, b moves against a by d. It is then as long as |n . d| in direction n, about the middle
 * of the way: a test of fewer directions than a moving cuboid has, which may find too many near
 * pairs, never too few. */
#include "define/hinge/hinge.h"
#include "define/model/interference.h"

#include <math.h>

#define DIRECTIONS 15
#define DIRECTIONS_PLANAR 6
#define WAITING_MAX 64 /* one more for each of at most 14 layers of either body */

/* A direction, and what cuboids measure along it. */
typedef struct Direction {
    double n[3];
    double a[3], b[3]; /* sizes of the axes of the bodies along it */
    double allowed; /* gap that still counts as none: the margin, and half of the relative motion */
} Direction;

/* Two bodies. Directions are worked out when they are needed first. */
typedef struct Meeting {
    const tmiStand *a, *b;
    bool planar;
    double between[3]; /* from the origin of a to that of b, in the middle of the step */
    double way[3];     /* of b against a */
    double margin, roundings;
    Direction directions[DIRECTIONS];
    int32_t made;
    int64_t tests;
} Meeting;

/* A cuboid in the world's axes: its middle, from the origin of its body. */
typedef struct Placed {
    double middle[3];
    double half[3];
    double size;
} Placed;

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void direct(const Meeting *m, int32_t i, double n[3]) {
    const double *axis = i % 6 < 3 ? m->a->axes[i % 3] : m->b->axes[i % 3];
    if (m->planar) {
        n[0] = -axis[1];
        n[1] = axis[0];
        n[2] = 0.0;
    } else if (i < 6) {
        n[0] = axis[0];
        n[1] = axis[1];
        n[2] = axis[2];
    } else {
        tmi_cross3(m->a->axes[(i - 6) / 3], m->b->axes[(i - 6) % 3], n);
    }
}

static const Direction *direction_at(Meeting *m, int32_t i) {
    Direction *direction = &m->directions[i];
    if (i == m->made) {
        m->made++;
        direct(m, i, direction->n);
        for (int k = 0; k < 3; k++) {
            direction->a[k] = fabs(dot(direction->n, m->a->axes[k]));
            direction->b[k] = fabs(dot(direction->n, m->b->axes[k]));
        }
        direction->allowed = m->margin * sqrt(dot(direction->n, direction->n)) +
                             0.5 * fabs(dot(direction->n, m->way)) + m->roundings;
    }
    return direction;
}

static Placed place(const tmiStand *stand, const tmCuboid *cuboid) {
    tmiBox box;
    Placed placed;
    double middle[3];
    for (int k = 0; k < 3; k++) {
        box.low[k] = cuboid->low[k];
        box.high[k] = cuboid->high[k];
    }
    if (stand->turn > 0.0) {
        tmi_turn_box(stand, stand->across, &box);
    }
    for (int k = 0; k < 3; k++) {
        middle[k] = 0.5 * (box.low[k] + box.high[k]);
        placed.half[k] = 0.5 * (box.high[k] - box.low[k]);
    }
    for (int k = 0; k < 3; k++) {
        placed.middle[k] = stand->axes[0][k] * middle[0] + stand->axes[1][k] * middle[1] +
                           stand->axes[2][k] * middle[2];
    }
    placed.size = placed.half[0] + placed.half[1] + placed.half[2];
    return placed;
}

static bool are_apart(Meeting *m, const Placed *a, const Placed *b) {
    double between[3];
    int32_t count = m->planar ? DIRECTIONS_PLANAR : DIRECTIONS;
    for (int k = 0; k < 3; k++) {
        between[k] = m->between[k] + b->middle[k] - a->middle[k];
    }
    m->tests++;
    for (int32_t i = 0; i < count; i++) {
        const Direction *d = direction_at(m, i);
        double gap = fabs(dot(d->n, between)) - dot(d->a, a->half) - dot(d->b, b->half);
        if (gap > d->allowed) {
            return true;
        }
    }
    return false;
}

static void meet(const tmInterference *f, tmiSlots slots, double margin, Meeting *m) {
    m->a = &f->stands[slots.a];
    m->b = &f->stands[slots.b];
    m->planar = f->model->info.planar;
    m->margin = margin;
    m->roundings = TMI_GAP_ROUNDINGS * (m->a->scale + m->b->scale + margin);
    m->made = 0;
    m->tests = 0;
    for (int k = 0; k < 3; k++) {
        m->way[k] = m->b->slide[k] - m->a->slide[k];
        m->between[k] = m->b->position[k] - m->a->position[k] + 0.5 * m->way[k];
    }
}

/* ---- Sorting ------------------------------------------------------------------------------- */

static bool comes_before(tmNearPieces x, tmNearPieces y) {
    return x.a < y.a || (x.a == y.a && x.b < y.b);
}

static void sift(tmNearPieces *items, int32_t at, int32_t count) {
    for (int32_t child = 2 * at + 1; child < count; at = child, child = 2 * at + 1) {
        child += child + 1 < count && comes_before(items[child], items[child + 1]) ? 1 : 0;
        if (!comes_before(items[at], items[child])) {
            return;
        }
        tmNearPieces kept = items[at];
        items[at] = items[child];
        items[child] = kept;
    }
}

static void sort_pieces(tmNearPieces *items, int32_t count) {
    for (int32_t i = count / 2; i-- > 0;) {
        sift(items, i, count);
    }
    for (int32_t last = count - 1; last > 0; last--) {
        tmNearPieces kept = items[0];
        items[0] = items[last];
        items[last] = kept;
        sift(items, 0, last);
    }
}

/* ---- The descent --------------------------------------------------------------------------- */

static tmStatus add_pieces(tmInterference *f, int32_t a, int32_t b) {
    if (f->info.near_pieces == INT32_MAX) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = tmi_array_reserve(f->arena.allocator, &f->near_pieces, &f->piece_capacity,
                                        f->info.near_pieces + 1, sizeof *f->near_pieces);
    if (status == TM_OK) {
        f->near_pieces[f->info.near_pieces++] = (tmNearPieces){a, b};
    }
    return status;
}

/* From the cuboids around the whole bodies down; of two that overlap the larger is parted. */
static tmStatus descend(tmInterference *f, Meeting *m) {
    int32_t waiting[WAITING_MAX][2], count = 1;
    tmStatus status = TM_OK;
    waiting[0][0] = waiting[0][1] = 0;
    while (count > 0 && status == TM_OK) {
        int32_t at[2] = {waiting[count - 1][0], waiting[count - 1][1]};
        const tmCuboid *a = &m->a->mould->cuboids[at[0]], *b = &m->b->mould->cuboids[at[1]];
        Placed in_a = place(m->a, a), in_b = place(m->b, b);
        count--;
        if (are_apart(m, &in_a, &in_b)) {
            continue;
        }
        if (a->piece >= 0 && b->piece >= 0) {
            status = add_pieces(f, a->piece, b->piece);
            continue;
        }
        bool part_b = a->piece >= 0 || (b->piece < 0 && in_b.size > in_a.size);
        for (int k = 0; k < 2; k++, count++) {
            waiting[count][0] = part_b ? at[0] : a->parts[k];
            waiting[count][1] = part_b ? b->parts[k] : at[1];
        }
    }
    return status;
}

tmStatus tmi_find_pieces(tmInterference *f, tmiSlots slots, double margin) {
    Meeting m;
    int32_t first = f->info.near_pieces;
    meet(f, slots, margin, &m);
    tmStatus status = tmi_array_reserve(f->arena.allocator, &f->near_bodies, &f->near_capacity,
                                        f->info.near_bodies + 1, sizeof *f->near_bodies);
    status = status == TM_OK ? descend(f, &m) : status;
    int32_t count = f->info.near_pieces - first;
    if (status == TM_OK && count > 0) {
        sort_pieces(f->near_pieces + first, count);
        f->near_bodies[f->info.near_bodies++] =
            (tmNearBodies){f->bodies[slots.a], f->bodies[slots.b], first, count};
    }
    f->info.tests += m.tests;
    return status;
}
