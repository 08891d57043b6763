/* choose.c: on which row of a pair a force may act ([NT] section II; theory, sections 2, 4 and 8):
 * a visible one, at first the one that separates the pieces with the least energy. */
#include "analyse/contact/step/step_private.h"

#include <math.h>

/* How often a pair may change its row in a step, and let go of it. */
#define SWITCHES_MAX 4
#define DROPS_MAX 2

/* Facets are flush where no corner of one is further behind the other than this part of the pair's
 * length [1]: ten times what the points' gaps may be. */
#define FLUSH 1e-9

/* How often it may be held at a vertex. */
#define VERTICES_MAX 3

/* An impulse below this part of the largest counts as zero [1]. */
#define IMPULSE_MIN 1e-9

/* Rows are changed where the last pass moved nothing by more than this part of a reach [1]. */
#define MOTION_LARGE 1e-3

/* The largest gap of a pair where it is placed, and its row (may be null); worked out once for each
 * place. */
static double separation(tmiContactEngine *c, int32_t index, int32_t *row) {
    tmiStepPair *pair = &c->step.pairs[index];
    if (pair->seen_at != c->step.poses_set) {
        pair->seen_at = c->step.poses_set;
        pair->flat =
            pair->row >= 0 && tmi_near_lies_flat(c->near, index, pair->row,
                                                 tmi_engine_length(c, index, TMI_CONTACT_APART),
                                                 &pair->seen, &pair->seen_row);
        if (!pair->flat) {
            pair->seen = tmi_near_separation(c->near, index, &pair->seen_row);
        }
    }
    if (row) {
        *row = pair->seen_row;
    }
    return pair->seen;
}

bool tmi_engine_is_visible(const tmiContactEngine *c, int32_t pair, int32_t row) {
    return tmi_near_is_visible(c->near, pair, row, tmi_engine_length(c, pair, TMI_CONTACT_VISIBLE));
}

/* The visible rows; where two pieces overlap at the start, the one along which they do least. */
static int32_t list_visible(tmiContactEngine *c, int32_t pair) {
    int32_t count = tmi_near_visible(c->near, pair, tmi_engine_length(c, pair, TMI_CONTACT_VISIBLE),
                                     c->work.rows);
    if (!tmi_engine_is_planar(c)) {
        return count;
    }
    c->step.pairs[pair].overlaps = count == 0;
    if (count == 0) {
        tmi_near_separation_at_start(c->near, pair, &c->work.rows[0]);
        count = 1;
    }
    return count;
}

bool tmi_engine_was_tried(const tmiStepPair *pair, int32_t row) {
    for (int32_t i = 0; i < pair->tried_count; i++) {
        if (pair->tried[i] == row) {
            return true;
        }
    }
    return false;
}

double tmi_engine_yield_at(const tmiContactEngine *c, const tmiNearPair *near, const double at[3],
                           const double n[3]) {
    const tmiContactMotion *m = c->motion;
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = m->mover_of[side ? near->body_b : near->body_a];
        if (mover < 0) {
            continue;
        }
        if (!tmi_engine_is_planar(c)) {
            double row[TMI_CONTACT_DOF_MAX];
            tmi_engine_put_row(c, mover, at, n, 1.0, row);
            sum += tmi_engine_weighted(c, row, mover, row);
            continue;
        }
        const double *w = m->weights[mover];
        double x = at[0] - m->centres[mover][0];
        double y = at[1] - m->centres[mover][1], turn = x * n[1] - y * n[0];
        sum += w[0] * n[0] * n[0] + w[1] * n[1] * n[1] + w[2] * turn * turn;
    }
    return sum;
}

/* Of the visible rows that were not tried, the one along which separating the pair takes the least
 * energy: psi^2 over what it yields. -1: there is none. */
static int32_t best_row(tmiContactEngine *c, int32_t pair) {
    if (!tmi_engine_is_planar(c)) {
        return tmi_engine_best_solid_row(c, pair);
    }
    const tmiNearPair *near = &c->near->pairs[pair];
    int32_t count = list_visible(c, pair), best = -1;
    double min = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        tmiContactPoint *points = c->work.points;
        int32_t row = c->work.rows[i];
        if (tmi_engine_was_tried(&c->step.pairs[pair], row) ||
            tmi_engine_points_of(c, pair, row, 0.0, points) == 0) {
            continue;
        }
        double gap = tmi_near_gap(c->near, pair, row),
               given = tmi_engine_yield_at(c, near, points[0].point, points[0].normal);
        double cost = gap >= 0.0 ? -gap : given > 0.0 ? gap * gap / given : INFINITY;
        /* Where nothing yields, any row will do; the one of the smallest overlap is taken. */
        if (best < 0 || cost < min) {
            min = cost;
            best = row;
        }
    }
    return best;
}

/* A pair that overlaps, and no row is left that could separate it. */
static void blame(tmiContactEngine *c, int32_t index, double depth) {
    c->step.outcome.stuck = true;
    c->step.outcome.depth = depth;
    c->step.outcome.bodies[0] = c->near->pairs[index].body_a;
    c->step.outcome.bodies[1] = c->near->pairs[index].body_b;
}

/* Whether a row, visible at the start, keeps the pair apart now, and has done so all the way. */
static bool keeps_apart(const tmiContactEngine *c, int32_t index, int32_t row) {
    return tmi_near_gap(c->near, index, row) >= -tmi_engine_length(c, index, TMI_CONTACT_OVERLAP) &&
           tmi_near_was_open(c->near, index, row, tmi_engine_length(c, index, TMI_CONTACT_VISIBLE));
}

/* Examines a pair without a row. Returns whether it got one because it is not apart. */
static bool look_for_row(tmiContactEngine *c, int32_t index) {
    tmiStepPair *pair = &c->step.pairs[index];
    double open = tmi_engine_length(c, index, TMI_CONTACT_OVERLAP);
    if (pair->last >= 0 && keeps_apart(c, index, pair->last)) {
        return false;
    }
    int32_t row;
    double gap = separation(c, index, &row);
    if (gap >= -open) {
        int32_t count = 1;
        c->work.rows[0] = row;
        count = tmi_engine_is_visible(c, index, row) ? count : list_visible(c, index);
        for (int32_t i = 0; i < count; i++) {
            if (keeps_apart(c, index, c->work.rows[i])) {
                pair->last = c->work.rows[i];
                return false;
            }
        }
        /* Only a row that was closed at the start separates it, or that of two corners which have
         * passed each other: round a corner, or right through? */
        if (!pair->blocked) {
            double max = tmi_engine_length(c, index, TMI_CONTACT_SWEPT);
            pair->blocked = tmi_near_swept(c->near, index, max, c->work.swept) > max;
        }
        if (!pair->blocked) {
            return false;
        }
    }
    pair->row = tmi_engine_row_where_met(c, index);
    pair->row = pair->row >= 0 ? pair->row : best_row(c, index);
    if (pair->row < 0) {
        blame(c, index, -gap);
    }
    return pair->row >= 0;
}

/* A pair that is held at a vertex stays there as long as it sticks; otherwise it slips off along
 * one of its rows, or parts. */
static bool look_at_vertex(tmiContactEngine *c, int32_t index) {
    tmiStepPair *pair = &c->step.pairs[index];
    const tmiContact *contact = &c->step.contacts[pair->first];
    if (pair->count != 1 || !contact->vertex) {
        return false;
    }
    if (contact->state == TMI_CONTACT_STICK) {
        return tmi_engine_vertex_changes(c, index);
    }
    int32_t row;
    separation(c, index, &row);
    pair->left = -1;
    pair->row = row == pair->other || row == pair->row ? row : pair->row;
    pair->other = -1;
    return true;
}

/* A pair with a row that presses, though another one separates it: that is to be its row; or none,
 * if it was closed at the start. Returns whether it changed. */
static bool look_at_row(tmiContactEngine *c, int32_t index) {
    tmiStepPair *pair = &c->step.pairs[index];
    int32_t row;
    pair->corner = pair->unfit = false;
    bool planar = tmi_engine_is_planar(c);
    if (pair->other >= 0) {
        return look_at_vertex(c, index);
    }
    if (!(pair->impulse > IMPULSE_MIN * c->step.effort.max) ||
        separation(c, index, &row) <= tmi_engine_length(c, index, TMI_CONTACT_APART) ||
        row == pair->row) {
        return false;
    }
    if (pair->met == pair->row) {
        pair->corner = true;
        return false;
    }
    if (tmi_engine_is_visible(c, index, row)) {
        if (row == pair->left && pair->vertices < VERTICES_MAX &&
            tmi_engine_meet_at_vertex(c, index, row)) {
            pair->vertices++;
            return true;
        }
        pair->left = pair->row;
        pair->row = pair->switches < SWITCHES_MAX ? row : pair->row;
        pair->unfit = planar && pair->switches >= SWITCHES_MAX;
        pair->corner = !planar && pair->switches >= SWITCHES_MAX;
        return pair->switches++ < SWITCHES_MAX;
    }
    if (!pair->blocked && pair->drops < DROPS_MAX) {
        pair->drops++;
        pair->row = -1;
        return true;
    }
    pair->corner = true;
    return false;
}

bool tmi_engine_choose(tmiContactEngine *c, bool first) {
    bool changed = false;
    c->step.chosen = 0;
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        if (c->step.pairs[i].row >= 0) {
            changed |= c->step.moved < MOTION_LARGE && look_at_row(c, i);
        } else if (!first) {
            changed |= look_for_row(c, i);
        }
        c->step.chosen += c->step.pairs[i].row >= 0;
    }
    const tmiContactMotion *m = c->motion;
    for (int32_t n = 0; n < c->own->limit_count; n++) {
        int32_t i = c->own->limits[n];
        bool past = !first && !c->step.limits_taken[i] &&
                    m->room(m->user, i) < -(TMI_CONTACT_OVERLAP * m->size + c->step.rounding);
        c->step.limits_taken[i] |= past;
        changed |= past;
        c->step.chosen += c->step.limits_taken[i];
    }
    return changed;
}

/* Where a corner is at the very end of the row's facet, that end is at the other's facet, too,
 * whatever the angle between both. A force on that one is against (3) where other corners are
 * behind it: it counts only where the facets are flush. Returns whether such a point presses; it is
 * left out from then on. */
static bool leaves_out_closed(tmiContactEngine *c, int32_t index) {
    tmiStepPair *pair = &c->step.pairs[index];
    const tmiContact *one = &c->step.contacts[pair->first], *two = one + 1;
    if (!tmi_engine_is_planar(c) || pair->count != 2 || pair->closed >= 0 ||
        one->at.kind == two->at.kind || !(one->impulse[0] > 0.0) || !(two->impulse[0] > 0.0)) {
        return false;
    }
    double open = tmi_engine_length(c, index, FLUSH);
    for (int32_t k = 0; k < 2; k++) {
        int32_t row = tmi_near_row_of(c->near, index, k ? &two->at : &one->at);
        if (row >= 0 && row != pair->row && tmi_near_gap(c->near, index, row) < -open) {
            pair->closed = row;
            return true;
        }
    }
    return false;
}

bool tmi_engine_recheck(tmiContactEngine *c) {
    bool changed = false;
    c->step.outcome.overlap = 0.0;
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        tmiStepPair *pair = &c->step.pairs[i];
        changed |= pair->row >= 0 && (look_at_row(c, i) || leaves_out_closed(c, i));
        double depth = pair->row < 0 ? 0.0 : -separation(c, i, NULL);
        if (pair->unfit && !c->step.loosely) {
            blame(c, i, 0.0); /* shorter steps may have an answer */
        }
        if (depth > c->step.outcome.overlap * pair->length) {
            c->step.outcome.overlap = depth / pair->length;
        }
        if (!(depth > tmi_engine_length(c, i, TMI_CONTACT_APART))) {
            continue;
        }
        int32_t row = -1;
        if (pair->tried_count < (int32_t)(sizeof pair->tried / sizeof pair->tried[0])) {
            pair->tried[pair->tried_count++] = pair->row;
            row = best_row(c, i);
        }
        changed |= row >= 0;
        if (row >= 0) {
            pair->row = row;
            pair->other = -1;
        } else {
            blame(c, i, depth);
        }
    }
    return changed;
}
