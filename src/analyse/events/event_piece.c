/* event_piece.c: gaps of two convex pieces along directions that one of them holds. The other piece
 * is seen from the holder's axes, so that a row is a number there and turns with its body. */
#include "analyse/events/events.h"

#include <math.h>

double tmi_event_length(const tmiEventPiece *a, const tmiEventPiece *b) {
    double less = a->length < b->length ? a->length : b->length;
    double more = a->length < b->length ? b->length : a->length;
    return less > 0.0 ? less : more;
}

/* Where the second body is as the first one sees it. */
static tmiEventPlace seen_from(const tmiEventPlace *from, const tmiEventPlace *to) {
    double x = to->at[0] - from->at[0], y = to->at[1] - from->at[1];
    double c = from->turn[0], s = from->turn[1];
    return (tmiEventPlace){{c * x + s * y, c * y - s * x},
                           {c * to->turn[0] + s * to->turn[1], c * to->turn[1] - s * to->turn[0]}};
}

static void corner_at(const tmiEventPiece *piece, const tmiEventPlace *place, int32_t i,
                      double to[2]) {
    const double *p = piece->corner[i];
    to[0] = place->at[0] + (place->turn[0] * p[0] - place->turn[1] * p[1]);
    to[1] = place->at[1] + (place->turn[1] * p[0] + place->turn[0] * p[1]);
}

/* The least of a piece along a direction. */
static double least(const tmiEventPiece *piece, int32_t only, const tmiEventPlace *place,
                    const double n[2]) {
    /* The direction in the piece's axes: then corners need not be turned. */
    double x = place->turn[0] * n[0] + place->turn[1] * n[1];
    double y = place->turn[0] * n[1] - place->turn[1] * n[0];
    double min = INFINITY;
    for (int32_t i = only >= 0 ? only : 0; i < (only >= 0 ? only + 1 : piece->count); i++) {
        double own = x * piece->corner[i][0] + y * piece->corner[i][1];
        min = own < min ? own : min;
    }
    return min + (n[0] * place->at[0] + n[1] * place->at[1]);
}

/* The holder and the other one of a row. */
typedef struct Sides {
    const tmiEventPiece *holder, *other;
    int32_t only_holder, only_other;
    tmiEventPlace seen; /* the other one, from the holder */
} Sides;

static Sides sides_of(const tmiEventPair *pair, const tmiEventPlace places[2], bool by_b) {
    return (Sides){by_b ? pair->b : pair->a, by_b ? pair->a : pair->b, by_b ? pair->only : -1,
                   by_b ? -1 : pair->only, seen_from(&places[by_b], &places[!by_b])};
}

static double gap_of(const Sides *s, const tmiEventRow *row) {
    return least(s->other, s->only_other, &s->seen, row->normal) - row->offset;
}

double tmi_event_gap(const tmiEventPair *pair, const tmiEventPlace places[2],
                     const tmiEventRow *row) {
    Sides s = sides_of(pair, places, row->by_b);
    return gap_of(&s, row);
}

/* How far the holder reaches along a direction of its own axes. */
static double support(const Sides *s, const double n[2]) {
    double max = -INFINITY;
    const tmiEventPiece *h = s->holder;
    for (int32_t i = s->only_holder >= 0 ? s->only_holder : 0;
         i < (s->only_holder >= 0 ? s->only_holder + 1 : h->count); i++) {
        double own = n[0] * h->corner[i][0] + n[1] * h->corner[i][1];
        max = own > max ? own : max;
    }
    return max;
}

static int32_t facet_rows(const Sides *s, bool by_b, double radius, tmiEventRow *rows,
                          double *gaps) {
    int32_t count = s->only_holder >= 0 ? 0 : s->holder->facets;
    for (int32_t i = 0; i < count; i++) {
        const double *n = s->holder->normal[i], *p = s->holder->corner[i];
        rows[i] = (tmiEventRow){.by_b = by_b, .facet = i, .corner = -1, .normal = {n[0], n[1]}};
        rows[i].offset = n[0] * p[0] + n[1] * p[1] + radius;
        gaps[i] = gap_of(s, &rows[i]);
    }
    return count;
}

/* The direction from a corner of a to one of b counts where they are apart, by how much the pieces
 * are along it. */
static bool corner_row(const Sides *s, int32_t i, int32_t j, double radius, tmiEventRow *row,
                       double *gap) {
    double q[2];
    corner_at(s->other, &s->seen, j, q);
    double x = q[0] - s->holder->corner[i][0], y = q[1] - s->holder->corner[i][1];
    double d = tmi_hypot(x, y);
    if (!(d > 0.0)) {
        return false;
    }
    *row = (tmiEventRow){.facet = -1, .corner = i, .normal = {x / d, y / d}};
    row->offset = support(s, row->normal) + radius;
    *gap = gap_of(s, row);
    return true;
}

int32_t tmi_event_rows(const tmiEventPair *pair, const tmiEventPlace places[2], tmiEventRow *rows,
                       double *gaps) {
    double radius = pair->a->radius + pair->b->radius;
    Sides sides[2] = {sides_of(pair, places, false), sides_of(pair, places, true)};
    int32_t count = facet_rows(&sides[0], false, radius, rows, gaps);
    count += facet_rows(&sides[1], true, radius, rows + count, gaps + count);
    /* Corners of pieces without radius meet on facets; a corner alone has a distance, too. */
    bool round = radius > 0.0 || pair->only >= 0 || count == 0;
    for (int32_t i = 0; round && i < pair->a->count; i++) {
        for (int32_t j = 0; j < pair->b->count && count < TMI_EVENT_ROWS_MAX; j++) {
            if (pair->only < 0 || j == pair->only) {
                count += corner_row(&sides[0], i, j, radius, &rows[count], &gaps[count]);
            }
        }
    }
    return count;
}

double tmi_event_separation(const tmiEventPair *pair, const tmiEventPlace places[2],
                            tmiEventRow *row) {
    tmiEventRow rows[TMI_EVENT_ROWS_MAX];
    double gaps[TMI_EVENT_ROWS_MAX], max = -INFINITY;
    int32_t count = tmi_event_rows(pair, places, rows, gaps);
    for (int32_t i = 0; i < count; i++) {
        if (gaps[i] > max) {
            max = gaps[i];
            if (row) {
                *row = rows[i];
            }
        }
    }
    return max;
}
