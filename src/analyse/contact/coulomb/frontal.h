/* frontal.h: factors of a matrix of small square blocks, by fronts [DR83]. The pattern is symmetric
 * and all blocks are sums over pairs of unknowns that somebody else makes, such as bodies that
 * touch. A symmetric definite matrix is factored as L L^T, any other one as L U without exchanges.
 *
 * Columns with nearly the same rows are a node. Its front is a dense panel of its columns, and what
 * these leave to the rows below: an update, which is added to the front of its parent. All are
 * kept, so that after a change only nodes whose blocks changed, and those above, are made anew. */
#ifndef TMI_FRONTAL_H
#define TMI_FRONTAL_H

#include "numeric/numeric.h"

/* A block of a pair that belongs into a front, and where. */
typedef struct tmiFrontalItem {
    int32_t pair;
    int32_t kind; /* 0: of the first unknown with itself, 1: of the second, 2: rows of the second
                     and columns of the first, 3: the other way round */
    int32_t row, col; /* in the front, in blocks */
} tmiFrontalItem;

/* Sizes in blocks, but heights and places of numbers. */
typedef struct tmiFrontalNode {
    int32_t first, pivots, below; /* first column, how many, rows below them */
    int32_t parent, child, sibling;
    int32_t rows;                  /* where its rows begin in `row` and `map` */
    int32_t item, item_end;        /* its items */
    int32_t height, update_height; /* of the columns of panel and update, multiples of 4 */
    size_t panel, update;          /* where their numbers begin */
    bool stale;
} tmiFrontalNode;

/* All lives in the arena of the analysis. Columns are numbered by elimination. */
typedef struct tmiFrontal {
    int32_t size, n;      /* numbers in a side of a block: 3 or 6; unknowns, in blocks */
    int32_t *place;       /* of each unknown: its column */
    int32_t *node_of;     /* of each column */
    tmiFrontalNode *node; /* children before their parents */
    int32_t node_count;
    int32_t *row; /* rows below, ascending … */
    int32_t *map; /* … and where they are in the front of the parent */
    tmiFrontalItem *item;
    double *lower, *upper; /* panels of L by columns, and of U by rows; null: none was asked for */
    double *update;
    double *x, *t; /* scratch of a solution */
    bool symmetric, factored;
} tmiFrontal;

/* Analyses the pattern of `count` pairs of the unknowns 0 … n - 1, no pair twice. The second of a
 * pair is -1 where only the first has a block. TM_ERR_MEMORY, TM_ERR_LIMIT. */
tmStatus tmi_frontal_analyse(tmiFrontal *f, tmiArena *arena, int32_t size, int32_t n,
                             const int32_t (*pairs)[2], int32_t count);

/* The blocks of a pair have changed. */
void tmi_frontal_touch(tmiFrontal *f, int32_t first, int32_t second);

/* Factorises I plus the blocks, 4 of each pair by columns, in the order of tmiFrontalItem.kind; of
 * a symmetric matrix the last is not read. Nodes that are not stale are kept, unless the matrix was
 * of the other kind. False without a pivot. */
bool tmi_frontal_factor(tmiFrontal *f, const double *blocks, bool symmetric);

/* Solves in place; b by unknowns. */
void tmi_frontal_solve(tmiFrontal *f, double *b);

#endif
