/* choose_solid.c: on which row of a pair in space a force may act: theory of contact in space,
 * section 4. The plane's rule, least energy among the rows that were open at the start, with three
 * more: a face counts, too, where all of its points were open; edges count whose crossing is on
 * both; and edges give way to a face of almost their direction, since a flush contact on one point
 * would rock. */
#include "analyse/contact/step/step_private.h"

#include <math.h>

/* Rows of this cosine are alike [1]; edges give way to such a face. */
#define ROWS_ALIKE 0.995

/* How far the nearest point of edges may be past their ends [their lengths]. */
#define PAST_ENDS 0.01

/* A row of the choice. */
typedef struct Offer {
    int32_t row;
    double cost; /* twice the energy that separating takes; less than 0 of open ones [J] */
} Offer;

static double cost_of(const tmiContactEngine *c, int32_t pair, double gap,
                      const tmiSolidLine *line) {
    double given = tmi_engine_yield_at(c, &c->near->pairs[pair], line->point, line->normal);
    return gap >= 0.0 ? -gap : given > 0.0 ? gap * gap / given : INFINITY;
}

static void take(Offer *best, int32_t row, double cost) {
    if (best->row < 0 || cost < best->cost) {
        best->row = row;
        best->cost = cost;
    }
}

/* The best face; those that were closed at the start only if all of their points were open, and
 * the pair overlaps there: else they would claim that it is apart. */
static Offer best_face(tmiContactEngine *c, int32_t pair, double closed) {
    const tmiSolidPair solids = tmi_near_solids(c->near, pair);
    int32_t faces = solids.a->shape->face_count + solids.b->shape->face_count;
    Offer best = {-1, INFINITY};
    for (int32_t row = 0; row < faces; row++) {
        tmiSolidLine line;
        double gap;
        if (tmi_engine_was_tried(&c->step.pairs[pair], row) ||
            !tmi_solid_line(solids.a, solids.b, row, &line)) {
            continue;
        }
        if (tmi_solid_is_visible(&solids, row, closed)) {
            take(&best, row, cost_of(c, pair, line.gap, &line));
        } else if (line.gap >= -c->step.pairs[pair].length &&
                   tmi_solid_is_admissible(&solids, row, closed, &gap) && gap <= 0.0) {
            take(&best, row, cost_of(c, pair, gap, &line));
        }
    }
    return best;
}

static bool is_on_both(const tmiSolidLine *line) {
    return line->place[0] > -PAST_ENDS && line->place[0] < 1.0 + PAST_ENDS &&
           line->place[1] > -PAST_ENDS && line->place[1] < 1.0 + PAST_ENDS;
}

/* The best row of edges, or of round features; `anywhere`: also where their nearest points are past
 * their ends. */
static Offer best_crossing(tmiContactEngine *c, int32_t pair, double closed, bool anywhere) {
    const tmiSolidPair solids = tmi_near_solids(c->near, pair);
    int32_t count = tmi_solid_crossing(solids.a, solids.b, -INFINITY, c->work.rows);
    Offer best = {-1, INFINITY};
    for (int32_t i = 0; i < count; i++) {
        int32_t row = c->work.rows[i];
        tmiSolidLine line;
        if (!tmi_engine_was_tried(&c->step.pairs[pair], row) &&
            tmi_solid_is_visible(&solids, row, closed) &&
            tmi_solid_line(solids.a, solids.b, row, &line) && (anywhere || is_on_both(&line))) {
            take(&best, row, cost_of(c, pair, line.gap, &line));
        }
    }
    return best;
}

/* The face of almost the direction of a row, on which force may act; -1. */
static int32_t face_like(tmiContactEngine *c, int32_t pair, int32_t row, double closed) {
    const tmiSolidPair solids = tmi_near_solids(c->near, pair);
    int32_t faces = solids.a->shape->face_count + solids.b->shape->face_count, best = -1;
    tmiSolidLine own, line;
    double like = ROWS_ALIKE, gap;
    (void)tmi_solid_line(solids.a, solids.b, row, &own);
    for (int32_t i = 0; i < faces; i++) {
        if (!tmi_engine_was_tried(&c->step.pairs[pair], i) &&
            tmi_solid_line(solids.a, solids.b, i, &line) &&
            tmi_dot3(own.normal, line.normal) > like &&
            tmi_solid_is_admissible(&solids, i, closed, &gap)) {
            like = tmi_dot3(own.normal, line.normal);
            best = i;
        }
    }
    return best;
}

/* Where two pieces overlap at the start, nothing is closed. */
static double closed_of(tmiContactEngine *c, int32_t pair) {
    double closed = tmi_engine_length(c, pair, TMI_CONTACT_VISIBLE);
    tmiStepPair *own = &c->step.pairs[pair];
    double depth = -tmi_near_separation_at_start(c->near, pair, NULL);
    own->overlaps = depth > closed;
    return own->overlaps ? depth + closed : closed;
}

int32_t tmi_engine_best_solid_row(tmiContactEngine *c, int32_t pair) {
    double closed = closed_of(c, pair);
    Offer face = best_face(c, pair, closed);
    Offer crossing = best_crossing(c, pair, closed, false);
    if (crossing.row < 0 && face.row < 0) {
        crossing = best_crossing(c, pair, closed, true);
    }
    if (crossing.row < 0 || (face.row >= 0 && face.cost <= crossing.cost)) {
        return face.row;
    }
    int32_t like = face_like(c, pair, crossing.row, closed);
    return like >= 0 ? like : crossing.row;
}

bool tmi_engine_are_alike(const tmiContactEngine *c, int32_t pair, int32_t one, int32_t other) {
    double n[3], m[3];
    return tmi_near_normal(c->near, pair, one, n) && tmi_near_normal(c->near, pair, other, m) &&
           tmi_dot3(n, m) > ROWS_ALIKE;
}

bool tmi_engine_is_passed(tmiContactEngine *c, int32_t index) {
    tmiStepPair *pair = &c->step.pairs[index];
    double max = tmi_engine_length(c, index, TMI_CONTACT_SWEPT);
    double open = tmi_engine_length(c, index, TMI_CONTACT_TOUCHES);
    if (!pair->blocked && (pair->row < 0 || pair->impulse > 0.0)) {
        return false;
    }
    if (!pair->blocked) {
        int32_t count = tmi_near_visible(
            c->near, index, tmi_engine_length(c, index, TMI_CONTACT_VISIBLE), c->work.rows);
        for (int32_t i = 0; i < count; i++) {
            if (tmi_near_gap(c->near, index, c->work.rows[i]) >= -open) {
                return false;
            }
        }
    }
    return tmi_near_swept(c->near, index, max, c->work.swept) > max;
}
