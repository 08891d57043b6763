/* matrices.h: matrices to test dense kernels with, and ways to judge an answer. Views come from a
 * pool with padding between the rows, which a kernel must leave alone. */
#ifndef TM_TEST_MATRICES_H
#define TM_TEST_MATRICES_H

#include "numeric/dense/dense.h"
#include "test.h"

typedef enum matrixKind {
    MATRIX_RANDOM,
    MATRIX_GRADED_COLUMNS, /* columns scaled by 1e-10 … 1e10 */
    MATRIX_GRADED_ROWS,
    MATRIX_TINY_PIVOT, /* 1e-20 on the diagonal */
    MATRIX_DEFICIENT,  /* rank about half of the smaller side */
    MATRIX_KINDS
} matrixKind;

/* Memory of a case, handed out in order and taken back in one go. */
typedef struct matrixPool {
    double *memory;
    size_t size;
    size_t used;
} matrixPool;

matrixPool matrix_pool(tmTest *t, size_t doubles);
double *pool_doubles(matrixPool *pool, size_t count);
int32_t *pool_ints(matrixPool *pool, size_t count);
void pool_reset(matrixPool *pool);

/* A zero matrix with padded rows, a copy of one, and whether the padding is still as it was. */
tmiMatrix matrix_take(matrixPool *pool, int32_t rows, int32_t cols);
tmiMatrix matrix_copy(matrixPool *pool, tmiMatrix a);
bool matrix_padding_intact(tmiMatrix a);

/* The entries row by row without padding, as LAPACKE wants them. */
double *matrix_packed(matrixPool *pool, tmiMatrix a);

void matrix_fill(tmiMatrix a, matrixKind kind, uint64_t *state);
void matrix_mirror(tmiMatrix a); /* what is above the diagonal, below it too */
void matrix_scale(tmiMatrix a, double factor);
double *vector_random(matrixPool *pool, int32_t count, uint64_t *state);

/* max |A x - b| relative to |A| |x| + |b| (largest row sum, largest magnitudes), in units of
 * n TMI_EPSILON: a backward stable solver leaves a small number. */
double matrix_backward_error(tmiMatrix a, const double *x, const double *b);

/* Largest entry of |Q^T Q - I|, and of |U diag(s) V^T - A| relative to s_0. */
double matrix_orthogonality(tmiMatrix q);
double matrix_svd_error(tmiMatrix a, tmiMatrix u, const double *s, tmiMatrix v);

/* Puts NaN and both infinities into the first, a middle and the last entry in turn. `which` counts
 * 0 … MATRIX_SPOILS - 1. Returns a view whose entry is spoiled; matrix_mend restores it. */
#define MATRIX_SPOILS 9
double matrix_spoil(tmiMatrix a, int which);
void matrix_mend(tmiMatrix a, int which, double kept);

#endif
