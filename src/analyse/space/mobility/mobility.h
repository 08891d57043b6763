/* mobility.h: what the files mobility*.c share: the blocks of a mechanism's graph, and the answer.
 * docs/theory/space.md, section 6. */
#ifndef TMI_SPACE_MOBILITY_H
#define TMI_SPACE_MOBILITY_H

#include "analyse/space/equations/equations.h"

/* Joints and bodies that no single body parts from each other: what is redundant in a block depends
 * on nothing outside it. */
typedef struct tmiBlock {
    int32_t root;    /* body towards the ground, which is held while the block is examined */
    int32_t *bodies; /* the others that can move */
    int32_t body_count;
    tmiSpaceConstraint **constraints;
    int32_t constraint_count;
} tmiBlock;

typedef struct tmiBlocks {
    tmiBlock *blocks;
    int32_t count;
    int32_t *order;    /* bodies that can move, each behind what it hangs on */
    int32_t *block_of; /* of each body: the one that it hangs on by; -1: none, it floats */
    int32_t moving;    /* bodies that can move */
} tmiBlocks;

/* Finds the blocks of an assembly, its constraints given as `constraints`. TM_ERR_MEMORY. */
tmStatus tmi_blocks_find(tmiBlocks *b, tmiArena *arena, const tmAssembly *a,
                         tmiSpaceConstraint *constraints);

struct tmMobility {
    tmAllocator allocator;
    tmiArena arena;
    tmMobilityInfo info;
    int32_t body_count;
    tmTwist **motions;
    int32_t motion_count, max_motions;
    tmSharedRedundancy *redundancies;
    int32_t redundancy_count, redundancy_capacity;
};

/* The state of the search for a mobility. */
typedef struct tmiMobilizer {
    tmMobility *m;
    const tmAssembly *a;
    tmiArena scratch;
    tmFrame *frames;
    tmiSpaceConstraint *constraints; /* of the joints, with turns of their own */
    int32_t *mover_of;
    tmiBlocks blocks;
} tmiMobilizer;

/* Finds rank, free motions and redundancies of a block; e is evaluated. */
tmStatus tmi_mobility_dense(tmiMobilizer *w, int32_t block, const tmiEquations *e);
tmStatus tmi_mobility_sparse(tmiMobilizer *w, int32_t block, const tmiEquations *e);

/* Adds a free motion of a block, given by the unknowns of its bodies; what hangs on them moves
 * along. Those beyond max_motions are not kept. */
tmStatus tmi_mobility_add_motion(tmiMobilizer *w, int32_t block, const tmiEquations *e,
                                 const double *unknowns);

/* Adds a redundancy of joints given as constraints with how many of their equations could be left
 * out; 0 for constraints that have no part in it. */
tmStatus tmi_mobility_add_redundancy(tmiMobilizer *w, const tmiBlock *block,
                                     const int32_t *droppable, int32_t equations);

#endif
