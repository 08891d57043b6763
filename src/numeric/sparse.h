/* sparse.h: the pattern of a sparse matrix, its checks and its product with a vector. The pattern
 * stands apart from the values, because the pattern of a mechanism stays while its values change.
 */
#ifndef TMI_SPARSE_H
#define TMI_SPARSE_H

#include "base/base.h"

/* Compressed rows: the entries of row i are start[i] … start[i + 1] - 1, their columns stand in
 * index, ascending and each once. The values are an array beside it, in the same order. A symmetric
 * matrix is given by its lower triangle: row i holds columns j <= i. Somebody else owns the arrays.
 */
typedef struct tmiPattern {
    int32_t rows;
    int32_t cols;
    const int32_t *start; /* rows + 1 of them; start[0] is 0 */
    const int32_t *index; /* start[rows] of them; may be null when there are none */
} tmiPattern;

/* The largest number of rows or columns, and of entries, that a sparse kernel takes. */
#define TMI_SPARSE_LIMIT (1 << 24)
#define TMI_SPARSE_ENTRY_LIMIT (1 << 28)

/* TM_OK for a pattern that can be read. TM_ERR_ARGUMENT for null arrays, negative sizes, starts
 * that descend, and columns that are out of range, out of order or double; TM_ERR_LIMIT. */
tmStatus tmi_pattern_check(const tmiPattern *pattern);

/* The same for the lower triangle of a symmetric matrix; TM_ERR_SHAPE when it is not square,
 * TM_ERR_ARGUMENT when an entry lies above the diagonal. */
tmStatus tmi_pattern_check_lower(const tmiPattern *pattern);

/* Returns how many entries the pattern has. */
static inline int32_t tmi_pattern_entries(const tmiPattern *pattern) {
    return pattern->start[pattern->rows];
}

/* Copies the pattern's arrays into the arena. TM_ERR_MEMORY leaves *copy unchanged. */
tmStatus tmi_pattern_copy(tmiArena *arena, const tmiPattern *pattern, tmiPattern *copy);

/* Puts into `transposed` the pattern of the transpose, made in the arena, and into *from, unless
 * `from` is null, which entry of `pattern` each of its entries is. TM_ERR_MEMORY. */
tmStatus tmi_pattern_transpose(tmiArena *arena, const tmiPattern *pattern, tmiPattern *transposed,
                               int32_t **from);

/* residual := b - A x and bound_i := |b_i| + sum_j |a_ij| |x_j|, for A symmetric, given by its
 * lower triangle. The bound is what makes the residual's rounding error visible, row by row. */
void tmi_symmetric_residual(const tmiPattern *lower, const double *values, const double *b,
                            const double *x, double *residual, double *bound);

/* The same for A of any shape: b, residual and bound have one number a row, x one a column. */
void tmi_sparse_residual(const tmiPattern *pattern, const double *values, const double *b,
                         const double *x, double *residual, double *bound);

/* Returns the largest residual_i / bound_i [1], the componentwise backward error of
 * Oettli and Prager, [ADD] eq. (1.1); rows with bound 0 have residual 0. NaN when a residual is. */
double tmi_residual_measure(const double *residual, const double *bound, int32_t count);

#endif
