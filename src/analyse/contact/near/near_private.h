/* near_private.h: what the files of this room share. */
#ifndef TMI_NEAR_PRIVATE_H
#define TMI_NEAR_PRIVATE_H

#include "analyse/contact/near/near.h"

/* The two pieces of a pair. */
typedef struct tmiPosedPair {
    const tmiContactPiece *a, *b;
} tmiPosedPair;

static inline tmiPosedPair tmi_near_start(const tmiNear *near, int32_t pair) {
    const tmiNearPair *p = &near->pairs[pair];
    return (tmiPosedPair){&near->start[p->piece_a], &near->start[p->piece_b]};
}

static inline tmiPosedPair tmi_near_now(const tmiNear *near, int32_t pair) {
    const tmiNearPair *p = &near->pairs[pair];
    return (tmiPosedPair){&near->now[p->piece_a], &near->now[p->piece_b]};
}

#endif
