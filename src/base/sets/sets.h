/* sets.h: disjoint sets of whole numbers: which bodies, points or nodes hang together. */
#ifndef TMI_SETS_H
#define TMI_SETS_H

#include <stdint.h>

/* Returns the number that stands for the set of `i`, and halves the way there. parent[i] is i where
 * i stands for its set; giving it the root of another set unites the two. */
static inline int32_t tmi_root_of(int32_t *parent, int32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

#endif
