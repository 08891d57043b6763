/* meet.c: how two pieces meet that begin a step far from each other. The row of least energy may
 * lead a fast body round an obstacle that it would hit: a bullet past the end of a wall. So where
 * they are further apart at the start than they are large, the row is the one that is there when
 * they meet (theory, section 8). */
#include "analyse/contact/step/engine.h"

#include <math.h>

/* Looks until they have met, and how near that is, as part of the length of the pair [1]. */
#define LOOKS_MOST 200
#define MET 1e-9

/* Part of the way to where a straight line says that they meet [1]: so they stay apart. */
#define CAREFUL 0.9

static void place_at(tmiContact *c, const tmiNearPair *near, double part) {
    const tmiContactMotion *m = c->motion;
    for (int32_t i = 0; i < m->mover_count * TMI_CONTACT_DOF; i++) {
        c->kept[i] = part * c->velocity[i];
    }
    m->place(m->user, c->kept, true);
    tmi_near_move(c->near, near->body_a, &m->frames[near->body_a]);
    tmi_near_move(c->near, near->body_b, &m->frames[near->body_b]);
}

/* How far two bodies can come nearer to each other in the step at most [m]. */
static double approach(const tmiContact *c, const tmiNearPair *near) {
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = c->motion->mover_of[side ? near->body_b : near->body_a];
        if (mover >= 0) {
            const double *v = c->velocity + (ptrdiff_t)mover * TMI_CONTACT_DOF;
            sum += tmi_hypot(v[0], v[1]) + fabs(v[2]) * c->reach[mover];
        }
    }
    return c->h * sum;
}

/* As far as they can have come nearer; once the search has begun, almost to where a straight line
 * through the last two places ends. */
static int32_t row_where_met(tmiContact *c, int32_t pair) {
    const tmiNearPair *near = &c->near->pairs[pair];
    const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
    double part = 0.0, old_part = 0.0, old = INFINITY, most = approach(c, near);
    int32_t row = -1;
    for (int32_t i = 0; i < LOOKS_MOST && part < 1.0; i++) {
        place_at(c, near, part);
        double gap = tmi_contact_separation(a, b, &row);
        if (gap <= tmi_touch_length(c, pair, MET)) {
            return row;
        }
        double go = gap / most;
        if (gap < old && old < INFINITY) {
            double line = CAREFUL * gap * (part - old_part) / (old - gap);
            go = line > go ? line : go;
        }
        old = gap;
        old_part = part;
        part += go;
    }
    return -1;
}

int32_t tmi_touch_row_where_met(tmiContact *c, int32_t pair) {
    const tmiNearPair *near = &c->near->pairs[pair];
    double gap = tmi_contact_separation(&c->near->start[near->piece_a],
                                        &c->near->start[near->piece_b], NULL);
    if (!(gap > c->pairs[pair].length)) {
        return -1;
    }
    int32_t row = row_where_met(c, pair);
    place_at(c, near, 1.0);
    return row >= 0 && tmi_touch_is_visible(c, pair, row) ? row : -1;
}
