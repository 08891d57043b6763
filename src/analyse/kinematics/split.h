/* split.h: which of the clusters that contraction left are determined, and in what order. */
#ifndef TMI_SPLIT_H
#define TMI_SPLIT_H

#include "analyse/kinematics/contract.h"

typedef struct tmiSplit {
    int32_t *step;      /* of each node: see below */
    int32_t knot_count; /* clusters that must be found at once, in an order in which each only
                         * needs what was found before */
    bool rest;          /* something is left that edges and pairs do not determine */
} tmiSplit;

/* Puts into split->step of each node: 0 when contraction places it or nothing takes hold of it, k
 * when knot k does, knot_count + 1 when edges and pairs leave it a freedom. Counts equations, and
 * looks at no number: a mechanism of special lengths may be freer than that, and then the knot's
 * own solution shows it. Takes memory from the arena, and leaves only split->step there. */
tmStatus tmi_split(tmiSplit *split, tmiArena *arena, const tmiGraph *graph,
                   const tmiContraction *contraction);

#endif
