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
    for (int32_t n = 0; n < c->own->mover_count * tmi_engine_dof(c); n++) {
        int32_t mover = c->own->movers[n / tmi_engine_dof(c)];
        int32_t i = mover * tmi_engine_dof(c) + n % tmi_engine_dof(c);
        c->step.kept[i] = part * c->step.velocity[i];
    }
    m->set_poses(m->user, c->step.kept, true, c->own->movers, c->own->mover_count);
    tmi_near_move(c->near, near->body_a, &m->frames[near->body_a]);
    tmi_near_move(c->near, near->body_b, &m->frames[near->body_b]);
}

/* How far two bodies can come nearer to each other in the step at most [m]. */
static double approach(const tmiContactEngine *c, const tmiNearPair *near) {
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = c->motion->mover_of[side ? near->body_b : near->body_a];
        if (mover >= 0) {
            const double *v = c->step.velocity + (ptrdiff_t)mover * tmi_engine_dof(c);
            sum += tmi_engine_speed(v) + tmi_engine_spin(v) * c->sizes.reach[mover];
        }
    }
    return c->step.h * sum;
}

/* As far as they can have come nearer; once the search has begun, almost to where a straight line
 * through the last two places ends. */
static int32_t row_where_met(tmiContactEngine *c, int32_t pair) {
    const tmiNearPair *near = &c->near->pairs[pair];
    double part = 0.0, old_part = 0.0, old = INFINITY, max = approach(c, near);
    int32_t row = -1;
    for (int32_t i = 0; i < LOOKS_MAX && part < 1.0; i++) {
        pose_at(c, near, part);
        double gap = tmi_near_separation(c->near, pair, &row);
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
 * of their impulse is kept. */
static bool keep_direction(tmiContactEngine *c, int32_t index, int32_t row) {
    tmiStepPair *pair = &c->step.pairs[index];
    bool has = tmi_near_direction(c->near, index, row, pair->along);
    pair->met = has ? row : pair->met;
    return has;
}

void tmi_engine_met_point(const tmiContactEngine *c, int32_t index, tmiContactPoint *point) {
    const tmiStepPair *pair = &c->step.pairs[index];
    tmi_near_met_point(c->near, index, pair->met, pair->along,
                       tmi_engine_length(c, index, TMI_CONTACT_VISIBLE), point);
}

int32_t tmi_engine_row_where_met(tmiContactEngine *c, int32_t index) {
    tmiStepPair *pair = &c->step.pairs[index];
    const tmiNearPair *near = &c->near->pairs[index];
    bool disc = tmi_near_has_disc(c->near, index);
    double gap = tmi_near_separation_at_start(c->near, index, NULL);
    bool far = gap > pair->length;
    if (!far && !(disc && gap > tmi_engine_length(c, index, TMI_CONTACT_VISIBLE))) {
        return -1;
    }
    int32_t row = row_where_met(c, index);
    row = row >= 0 && tmi_engine_is_visible(c, index, row) ? row : -1;
    bool kept = disc && row >= 0 && keep_direction(c, index, row);
    pose_at(c, near, 1.0);
    if (kept) {
        /* Where it would hardly go on along it, as a ball that slides from one tile to the next,
         * there was no meeting. */
        tmiContactPoint point;
        tmi_engine_met_point(c, index, &point);
        kept = point.gap < -tmi_engine_length(c, index, TMI_CONTACT_SWEPT);
        pair->met = kept ? row : -1;
    }
    return far || kept ? row : -1;
}
