/* chain_make.h: see chain_make.c. */
#ifndef TMI_CHAIN_MAKE_H
#define TMI_CHAIN_MAKE_H

#include "analyse/kinematics/chain.h"
#include "analyse/kinematics/emit.h"

/* Prepares the chains when all that contraction left is rods in rows between known points; *fits
 * tells whether it is. Adds registers and steps to the emitter's program, of which the first
 * *before_ops must run before the chains move, and attaches the rods to the ground. */
tmStatus tmi_chains_make(tmiChains *chains, tmiArena *arena, tmiEmitter *emitter,
                         const tmiContraction *contraction, int32_t *before_ops, bool *fits);

#endif
