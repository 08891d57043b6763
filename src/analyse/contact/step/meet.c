/* meet.c: how two pieces meet that begin a step far from each other. The row of least energy may
 * lead a fast body round an obstacle that it would hit: a bullet past the end of a wall. So where
 * they are further apart at the start than they are large, the row is the one that is there when
 * they meet (theory, section 8). A disc that was open at the start is pushed along the direction
 * that is there then, though it may be past the end of the facet by the end of the step. */
#include "analyse/contact/step/step_private.h"

#include <math.h>

/* Looks until they have met, and how near that is, as part of the length of the pair [1]. */
#define LOOKS_MAX 200
#define MET 1e-9

/* Part of the way to where a straight line says that they meet [1]: so they stay apart. */
#define CAREFUL 0.9

static void pose_at(tmiContactEngine *c, const tmiNearPair *near, double part) {
    const tmiContactMotion *m = c->motion;
    for (int32_t i = 0; i < m->mover_count * TMI_CONTACT_DOF; i++) {
        c->step.kept[i] = part * c->step.velocity[i];
    }
    m->set_poses(m->user, c->step.kept, true);
    tmi_near_move(c->near, near->body_a, &m->frames[near->body_a]);
    tmi_near_move(c->near, near->body_b, &m->frames[near->body_b]);
}

/* How far two bodies can come nearer to each other in the step at most [m]. */
static double approach(const tmiContactEngine *c, const tmiNearPair *near) {
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = c->motion->mover_of[side ? near->body_b : near->body_a];
        if (mover >= 0) {
            const double *v = c->step.velocity + (ptrdiff_t)mover * TMI_CONTACT_DOF;
            sum += tmi_hypot(v[0], v[1]) + fabs(v[2]) * c->sizes.reach[mover];
        }
    }
    return c->step.h * sum;
}

/* As far as they can have come nearer; once the search has begun, almost to where a straight line
 * through the last two places ends. */
static int32_t row_where_met(tmiContactEngine *c, int32_t pair) {
    const tmiNearPair *near = &c->near->pairs[pair];
    const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
    double part = 0.0, old_part = 0.0, old = INFINITY, max = approach(c, near);
    int32_t row = -1;
    for (int32_t i = 0; i < LOOKS_MAX && part < 1.0; i++) {
        pose_at(c, near, part);
        double gap = tmi_contact_separation(a, b, &row);
        if (gap <= tmi_engine_length(c, pair, MET)) {
            return row;
        }
        double go = gap / max;
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

/* A disc and a piece with facets: what they meet on may end within the step, and so the direction
 * of their push is kept, in the axes of the piece with facets. Where it would hardly go on along
 * it, as a ball that slides from one tile to the next, there was no meeting. */
static bool keep_direction(tmiContactEngine *c, int32_t index, int32_t row) {
    tmiStepPair *pair = &c->step.pairs[index];
    const tmiNearPair *near = &c->near->pairs[index];
    const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
    const double *turn = a->facets > 0 ? a->turn : b->turn;
    double n[2];
    if (!tmi_contact_normal(a, b, row, n)) {
        return false;
    }
    pair->met = row;
    pair->along[0] = turn[0] * n[0] + turn[1] * n[1];
    pair->along[1] = turn[0] * n[1] - turn[1] * n[0];
    return true;
}

/* The direction turned as its piece is now. */
static void direction_now(const tmiStepPair *pair, const double turn[2], double n[2]) {
    n[0] = turn[0] * pair->along[0] - turn[1] * pair->along[1];
    n[1] = turn[1] * pair->along[0] + turn[0] * pair->along[1];
}

void tmi_engine_met_point(const tmiContactEngine *c, int32_t index, tmiContactPoint *point) {
    const tmiStepPair *pair = &c->step.pairs[index];
    const tmiNearPair *near = &c->near->pairs[index];
    const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
    const tmiContactPiece *a0 = &c->near->start[near->piece_a],
                          *b0 = &c->near->start[near->piece_b];
    bool of_a = a->facets > 0;
    const tmiContactRow row = tmi_contact_row(a, b, pair->met);
    *point = (tmiContactPoint){
        .kind = (uint8_t)row.kind, .a = row.a < 0 ? 0 : row.a, .b = row.b < 0 ? 0 : row.b};
    tmi_contact_point_at(a, b, a0, b0, tmi_engine_length(c, index, TMI_CONTACT_VISIBLE), point);
    point->key = tmi_contact_key((int32_t)row.kind, point->a, point->b);
    if (row.kind != TMI_CONTACT_CORNERS) {
        return;
    }
    const double *p = a->corner[point->a], *q = b->corner[point->b];
    const double *p0 = a0->corner[point->a], *q0 = b0->corner[point->b];
    double *n = point->normal, n0[2];
    double r = a->radius + b->radius;
    direction_now(pair, of_a ? a->turn : b->turn, n);
    direction_now(pair, of_a ? a0->turn : b0->turn, n0);
    point->gap = n[0] * (q[0] - p[0]) + n[1] * (q[1] - p[1]) - r;
    point->gap_at_start = n0[0] * (q0[0] - p0[0]) + n0[1] * (q0[1] - p0[1]) - r;
    for (int32_t k = 0; k < 2; k++) {
        point->point[k] = of_a ? q[k] - b->radius * n[k] : p[k] + a->radius * n[k];
    }
}

int32_t tmi_engine_row_where_met(tmiContactEngine *c, int32_t index) {
    tmiStepPair *pair = &c->step.pairs[index];
    const tmiNearPair *near = &c->near->pairs[index];
    const tmiContactPiece *a = &c->near->start[near->piece_a], *b = &c->near->start[near->piece_b];
    bool disc = (a->facets > 0) != (b->facets > 0);
    double gap = tmi_contact_separation(a, b, NULL);
    bool far = gap > pair->length;
    if (!far && !(disc && gap > tmi_engine_length(c, index, TMI_CONTACT_VISIBLE))) {
        return -1;
    }
    int32_t row = row_where_met(c, index);
    row = row >= 0 && tmi_engine_is_visible(c, index, row) ? row : -1;
    bool kept = disc && row >= 0 && keep_direction(c, index, row);
    pose_at(c, near, 1.0);
    if (kept) {
        tmiContactPoint point;
        tmi_engine_met_point(c, index, &point);
        kept = point.gap < -tmi_engine_length(c, index, TMI_CONTACT_SWEPT);
        pair->met = kept ? row : -1;
    }
    return far || kept ? row : -1;
}
