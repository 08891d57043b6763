/* block_lu.h: LU factors of a sparse matrix of 3 x 3 blocks whose pattern is symmetric, one
 * row and column of blocks for each body. Private to island_sparse.c. */
#ifndef TMI_BLOCK_LU_H
#define TMI_BLOCK_LU_H

#include "numeric/numeric.h"

/* Blocks are kept by rows, 9 numbers each. Everything is numbered in the order of elimination and
 * lives in the arena of the analysis. */
typedef struct tmiBlockLu {
    int32_t n;
    int32_t *place; /* of each unknown: its column */
    int32_t *start; /* of the blocks below the diagonal of each column; n + 1 */
    int32_t *row;   /* of these blocks, ascending within a column */
    double *diagonal;
    double *lower;    /* block (row, column) */
    double *upper;    /* block (column, row) */
    int8_t *exchange; /* of each column: two exchanges of rows in its diagonal block */
} tmiBlockLu;

/* Analyses the pattern that has these `count` pairs of unknowns, in any order, each perhaps often,
 * but none of an unknown with itself. TM_ERR_MEMORY, TM_ERR_LIMIT. */
tmStatus tmi_block_lu_analyse(tmiBlockLu *f, tmiArena *arena, int32_t n, const int32_t (*pairs)[2],
                              int32_t count);

/* Where the blocks of columns a and b > a are in lower and upper: which of them. */
int32_t tmi_block_lu_find(const tmiBlockLu *f, int32_t a, int32_t b);

/* Factorises what the caller put into diagonal, lower and upper; rows are exchanged within diagonal
 * blocks only. False without a pivot. Then solves for b in place. */
bool tmi_block_lu_factor(tmiBlockLu *f);
void tmi_block_lu_solve(const tmiBlockLu *f, double *b);

#endif
