/* ordering.h: in which order to eliminate the unknowns of a symmetric sparse matrix so that its
 * factor stays sparse. */
#ifndef TMI_ORDERING_H
#define TMI_ORDERING_H

#include "numeric/sparse.h"

/* Fills order[0 … n - 1] with the unknowns in the order of their elimination, for the symmetric
 * matrix whose lower triangle has this pattern; diagonal entries make no difference. The same
 * pattern always gives the same order. Scratch is taken from the arena and released. TM_ERR_MEMORY
 * and the errors of tmi_pattern_check_lower leave `order` unchanged. */
tmStatus tmi_ordering_find(tmiArena *arena, const tmiPattern *lower, int32_t *order);

#endif
