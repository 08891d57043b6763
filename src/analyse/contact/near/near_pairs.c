/* near_pairs.c: the geometry of near pairs, by their number. */
#include "analyse/contact/near/near.h"

bool tmi_near_is_visible(const tmiNear *near, int32_t pair, int32_t row, double tolerance) {
    const tmiNearPair *p = &near->pairs[pair];
    const tmiContactPiece *a = &near->start[p->piece_a], *b = &near->start[p->piece_b];
    return row >= 0 && row < tmi_contact_rows(a, b) && tmi_contact_gap(a, b, row) >= -tolerance;
}
