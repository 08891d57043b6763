/* sparse.h: sparse matrices: orderings, symmetric factors and least norm. */
#ifndef TMI_SPARSE_H
#define TMI_SPARSE_H

#include "base/base.h"

/* ---- sparse.c -------------------------------------------------------------------------------- */

/* The pattern of a sparse matrix, its checks and its product with a vector. The pattern
 * stands apart from the values, because the pattern of a mechanism stays while its values change.
 */

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

/* ---- ordering.c ------------------------------------------------------------------------------ */

/* In which order to eliminate the unknowns of a symmetric sparse matrix so that its
 * factor stays sparse. */

/* Fills order[0 … n - 1] with the unknowns in the order of their elimination, for the symmetric
 * matrix whose lower triangle has this pattern; diagonal entries make no difference. The same
 * pattern always gives the same order. Scratch is taken from the arena and released. TM_ERR_MEMORY
 * and the errors of tmi_pattern_check_lower leave `order` unchanged. */
tmStatus tmi_ordering_find(tmiArena *arena, const tmiPattern *lower, int32_t *order);

/* ---- sparse_ldlt.c --------------------------------------------------------------------------- */

/* Factors of symmetric sparse matrices, P A P^T = L D L^T with D diagonal, for
 * definite, quasi-definite and KKT matrices whose pattern stays while the values change. One
 * analysis finds order, structure and every address; then each factorisation and each solution
 * takes no memory and searches nothing. */

/* Neighbouring columns of L with the same rows below them, kept as one dense block by columns: the
 * columns' own triangle first, then the rows below. */
typedef struct tmiLdltBlock {
    int32_t first;     /* first column */
    int32_t cols;      /* how many */
    int32_t below;     /* rows below the triangle */
    int32_t row_start; /* where the numbers of those rows begin in `row` */
    int32_t run_start; /* first of its runs; the next block's run_start ends them */
    int32_t values;    /* where its (cols + below) x cols numbers begin in `value` */
} tmiLdltBlock;

/* Rows below a block that are columns of one other block, which the block therefore updates. */
typedef struct tmiLdltRun {
    int32_t target; /* the block that is updated */
    int32_t begin;  /* first and end of the rows, counted from the block's first row below */
    int32_t end;    /* … */
    int32_t
        relative; /* where in `relative` the target's places of rows begin, begin + 1, … stand */
} tmiLdltRun;

/* What to do with a pivot that is too small or has the wrong sign. */
typedef struct tmiPivotRule {
    double threshold; /* too small is |d| <= threshold * (sum of the magnitudes that made d) [1] */
    double delta;     /* the pivot becomes sign * delta * (that sum) [1]; 0: TM_ERR_SINGULAR */
    bool drop;        /* instead of that, the unknown is left at zero, as for a redundant row */
} tmiPivotRule;

/* All arrays live in the arena that was given to the analysis. Columns are numbered by elimination;
 * `order` says which unknown a column is. */
typedef struct tmiSparseLdlt {
    int32_t n;
    tmiPattern a;        /* the matrix, lower triangle */
    int32_t *order;      /* unknown of each column */
    int32_t *slot;       /* of each entry of a: its place in value */
    int8_t *sign;        /* of each column: expected sign of its pivot, 0 for unknown */
    tmiLdltBlock *block; /* block_count of them, and one that ends the last */
    tmiLdltRun *run;
    int32_t *row;
    int32_t *relative;
    double *value;     /* L, block by block; its diagonal holds the pivots D */
    double *inverse;   /* 1 / pivot of each column, 0 where it was dropped */
    double *magnitude; /* of each column: sum of the magnitudes that made its pivot */
    double *work;      /* 5 n: residual, bound, trial, best and right side of a solution */
    double *update;    /* one column of an update, as long as the longest block is high */
    int32_t *replaced; /* unknowns whose pivot was replaced or dropped */
    int32_t block_count;
    int32_t value_count; /* numbers in value, zeros of the blocks' upper triangles included */
    int32_t replaced_count;
    double scale;       /* power of two by which the matrix was multiplied */
    bool natural_known; /* has `work` the sizes that stand in for magnitudes of zero? */
    bool factored;
} tmiSparseLdlt;

typedef struct tmiRefineInfo {
    double residual; /* largest |b - A x|_i, in the unit of b */
    double backward; /* largest |b - A x|_i / (|b| + |A| |x|)_i [1]; see tmi_residual_measure */
    int32_t steps;   /* corrections made after the first solution */
} tmiRefineInfo;

/* Analyses the pattern `lower` of a symmetric matrix into *f. `order` is the order of elimination,
 * or null to have one found; the columns are reordered among themselves without new fill. `signs`
 * gives for each unknown the expected sign of its pivot, +1 or -1 (below a KKT matrix's zero
 * block), or 0; null means 0 for all. Pattern, order and signs are copied. Errors of
 * tmi_pattern_check_lower, TM_ERR_ARGUMENT when `order` is not a permutation, TM_ERR_LIMIT when the
 * factor is too large, TM_ERR_MEMORY; *f is then all zero and the arena as before. */
tmStatus tmi_sparse_ldlt_analyse(tmiSparseLdlt *f, tmiArena *arena, const tmiPattern *lower,
                                 const int32_t *order, const int8_t *signs);

/* Factorises the matrix with these values, one for each entry of the pattern. Null rule: the
 * default one. f->replaced lists the replaced pivots. TM_ERR_NOT_FINITE when a value or a pivot is
 * not finite, TM_ERR_SINGULAR when the rule forbids to go on; f then solves nothing. */
tmStatus tmi_sparse_ldlt_factor(tmiSparseLdlt *f, const double *values, const tmiPivotRule *rule);

/* Solves A x = b and refines x against A until the backward error is at rounding level. `values`
 * are those that were factorised. b and x may be the same array. info may be null. TM_ERR_SINGULAR
 * when pivots were replaced and the equations are not met, TM_ERR_NOT_CONVERGED when none was; x is
 * then the best that was found, and *info says how good. TM_ERR_NOT_FINITE leaves x unchanged, as
 * do TM_ERR_ARGUMENT and TM_ERR_STALE, for null and where there is no factorisation. */
tmStatus tmi_sparse_ldlt_solve(tmiSparseLdlt *f, const double *values, const double *b, double *x,
                               tmiRefineInfo *info);

/* For kernels that bring their own values and their own refinement: zeroes L for new values, which
 * the caller adds at value[slot[…]]; factorises them in place (`values` are read only by rules that
 * replace pivots); solves L D L^T x = b for `x` in the order of elimination, in place. */
void tmi_sparse_ldlt_clear(tmiSparseLdlt *f);
tmStatus tmi_sparse_ldlt_eliminate(tmiSparseLdlt *f, const tmiPivotRule *rule,
                                   const double *values);
void tmi_sparse_ldlt_substitute(const tmiSparseLdlt *f, double *x);

/* ---- sparse_least_norm.c --------------------------------------------------------------------- */

/* The smallest x, by weights, that meets sparse linear equations J x = r: the
 * step of a constraint solver on long chains. Rows of J may be redundant. The pattern is analysed
 * once; then factorisation and solution take no memory. */

/* One stretch of a scalar product of two rows of J: entries p, p + 1, … times q, q + 1, …. */
typedef struct tmiRowProduct {
    int32_t slot; /* where in the factor's values it is added */
    int32_t p;
    int32_t q;
    int32_t count;
} tmiRowProduct;

/* All arrays live in the arena that was given to the analysis. */
typedef struct tmiSparseLeastNorm {
    tmiPattern j;           /* m x n, by rows */
    tmiSparseLdlt normal;   /* factor of S = A A^T */
    tmiRowProduct *product; /* what makes S */
    int32_t product_count;
    double *a;         /* R J W^-1/2, with R the row scales */
    double *b;         /* a W^-1/2: a step in y times it is a step in x */
    double *unit;      /* w^-1/2 of each unknown */
    double *row_scale; /* power of two by which each row was multiplied, mostly 1 */
    double *scaled;    /* R J, made only when some scale is not 1 */
    double *right;     /* of each row: R r, times a power of two */
    double *residual;  /* of each row */
    double *bound;     /* of each row: |right| + |R J| |x| */
    double *y;         /* of each row, in the order of elimination */
    double *trial;     /* of each unknown */
    double *best;      /* of each unknown */
    bool is_scaled;
} tmiSparseLeastNorm;

typedef struct tmiSparseLeastNormInfo {
    int32_t rank;    /* rows that were found independent */
    double residual; /* largest |r - J x|_i of all rows, in the unit of r */
    double backward; /* largest |r - J x|_i / (|r| + |J| |x|)_i of the independent rows [1] */
    int32_t steps;   /* corrections made after the first solution */
} tmiSparseLeastNormInfo;

/* Analyses the pattern of J into *s. Errors of tmi_pattern_check, TM_ERR_LIMIT when J J^T would be
 * too large, TM_ERR_MEMORY; *s is then all zero and the arena as before. */
tmStatus tmi_sparse_least_norm_analyse(tmiSparseLeastNorm *s, tmiArena *arena, const tmiPattern *j);

/* Factorises for these values of J, one for each entry, and weights w > 0, one for each unknown;
 * null weights are all 1. TM_ERR_ARGUMENT for a weight that is not above zero, TM_ERR_NOT_FINITE.
 */
tmStatus tmi_sparse_least_norm_factor(tmiSparseLeastNorm *s, const double *values,
                                      const double *weights);

/* Puts into x the vector that minimises sum w_i x_i^2 subject to J x = r, refined against J.
 * `values` are those that were factorised. Rows found redundant are left out: where they contradict
 * the others, x meets the others, TM_OK is returned and info->residual shows it. info may be null.
 * TM_ERR_NOT_CONVERGED when a row that was found independent is not met: x is then the best found.
 * TM_ERR_ARGUMENT, TM_ERR_STALE (not factorised) and TM_ERR_NOT_FINITE leave x unchanged. */
tmStatus tmi_sparse_least_norm_solve(tmiSparseLeastNorm *s, const double *values, const double *r,
                                     double *x, tmiSparseLeastNormInfo *info);

/* The rows that were found redundant, in the order of elimination: *count of them. */
const int32_t *tmi_sparse_least_norm_redundant(const tmiSparseLeastNorm *s, int32_t *count);

#endif
