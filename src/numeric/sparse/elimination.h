/* elimination.h: the structure of a sparse factor before any number is known: elimination tree,
 * postorder, column counts and blocks of columns. Only sparse_ldlt_analyse.c needs it. */
#ifndef TMI_ELIMINATION_H
#define TMI_ELIMINATION_H

#include "numeric/sparse/sparse.h"

/* A symmetric pattern in the order of elimination, with its tree. */
typedef struct tmiElimination {
    int32_t n;
    int32_t *order;    /* unknown of each column */
    int32_t *place;    /* column of each unknown */
    int32_t *start;    /* of each row of the permuted lower triangle */
    int32_t *index;    /* its columns, diagonal left out, in no particular order */
    int32_t *entry;    /* of each: which entry of the original pattern it is */
    int32_t *parent;   /* in the elimination tree; -1: root */
    int32_t *below;    /* entries of L below the diagonal, column by column */
    int32_t *block_of; /* block of each column */
    int32_t *first;    /* first column of each block, and n behind the last */
    int32_t block_count;
} tmiElimination;

/* Makes all of it in the arena: the given order, or one that is found when `order` is null, becomes
 * a postorder of its elimination tree, which changes no fill, and columns are gathered in blocks.
 * In an order that is found, an unknown of negative sign (null signs: none) without a diagonal
 * entry waits for a neighbour of its own, which gives it a pivot. TM_ERR_ARGUMENT when `order` is
 * not a permutation, TM_ERR_LIMIT, TM_ERR_MEMORY. */
tmStatus tmi_elimination_find(tmiElimination *e, tmiArena *arena, const tmiPattern *lower,
                              const int32_t *order, const int8_t *signs);

#endif
