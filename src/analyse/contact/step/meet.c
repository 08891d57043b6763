/* meet.c: how two pieces meet that begin a step far from each other. The row of least energy may
 * lead a fast body round an obstacle that it would hit: a bullet past the end of a wall. So where
 * they are further apart at the start than they are large, the row is the one that is there when
 * they meet (theory, section 8). A disc that was open at the start is pushed along the direction
 * that is there then, though it may be past the end of the facet by the end of the step. */
#include "analyse/contact/step/step_private.h"

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
    bool disc = tmi_near_has_disc(c->near, index);
    double gap = tmi_near_separation_at_start(c->near, index, NULL);
    bool far = gap > pair->length;
    if (!far && !(disc && gap > tmi_engine_length(c, index, TMI_CONTACT_VISIBLE))) {
        return -1;
    }
    int32_t row;
    double met = tmi_engine_meeting(c, index, TMI_PATH_STRAIGHT, 1.0, &row);
    row = met < 1.0 && tmi_engine_is_visible(c, index, row) ? row : -1;
    bool kept = disc && row >= 0 && keep_direction(c, index, row);
    tmi_engine_advance(c, index, TMI_PATH_STRAIGHT, 1.0);
    if (kept) {
        /* Where it would hardly move along it, as a ball that slides from one tile to the next, it
         * met nothing. */
        tmiContactPoint point;
        tmi_engine_met_point(c, index, &point);
        kept = point.gap < -tmi_engine_length(c, index, TMI_CONTACT_SWEPT);
        pair->met = kept ? row : -1;
    }
    return far || kept ? row : -1;
}
