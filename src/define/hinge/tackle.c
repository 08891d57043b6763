/* tackle.c: a rope between several pairs of points, over any number of parts. */
#include "define/hinge/gauge.h"
#include "define/hinge/match.h"

#include <math.h>
#include <string.h>

enum { PAIRS, PLANAR };

static void tackle_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                      const double near[2], tmRowAt *at) {
    (void)near;
    const tmPointOn *features = row->data;
    for (int32_t i = 0; i < (int32_t)row->numbers[PAIRS]; i++) {
        tmPointOn p = features[2 * i], q = features[2 * i + 1];
        if (row->numbers[PLANAR] != 0.0) {
            p.point[2] = q.point[2] = 0.0;
        }
        tmiSides sides = tmi_sides(p.body, q.body, frames, twists);
        tmiMoving between = tmi_moving_between(&sides, 0, p.point, q.point);
        tmiGauge length = tmi_gauge_length(&between);
        tmi_gauge_add_to(&length, 1.0, p.body, q.body, at); /* (19) */
        if (!(length.value > 0.0)) {
            at->message = "the two points of a pair coincide";
        }
    }
}

void tmi_hinge_tackle(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    bool apart = false;
    for (int32_t i = 0; i < use->pair_count; i++) {
        apart = apart || use->pairs[i][0].body != use->pairs[i][1].body;
    }
    if (!apart) {
        table->message = "it joins a part to itself";
        return;
    }
    double length = use->arguments[0];
    tmRow row = {.kind = TM_ROW_OWN,
                 .unit = TM_ROW_LENGTH,
                 .a = (uint8_t)use->pairs[0][0].body,
                 .b = (uint8_t)use->pairs[0][1].body,
                 .function = tackle_at,
                 .data = use->pairs[0]};
    row.numbers[PAIRS] = use->pair_count;
    row.numbers[PLANAR] = use->planar;
    table->coordinates[table->coordinate_count++] = row;
    row.as_placed = isnan(length);
    row.offset = isnan(length) ? 0.0 : length;
    *tmi_add_row(table) = row;
}
