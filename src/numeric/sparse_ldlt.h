/* sparse_ldlt.h: factors of symmetric sparse matrices, P A P^T = L D L^T with D diagonal, for
 * definite, quasi-definite and KKT matrices whose pattern stays while the values change. One
 * analysis finds order, structure and every address; then each factorisation and each solution
 * takes no memory and searches nothing. */
#ifndef TMI_SPARSE_LDLT_H
#define TMI_SPARSE_LDLT_H

#include "numeric/sparse.h"

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
 * `order` tells which unknown a column is. */
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

/* Returns the rule for KKT matrices: pivots are replaced, refinement undoes the harm. */
tmiPivotRule tmi_pivot_rule_default(void);

/* Analyses the pattern `lower` of a symmetric matrix into *f. `order` is the order of elimination,
 * or null to have one found; the columns are reordered among themselves without new fill. `signs`
 * gives for each unknown the expected sign of its pivot, +1 or -1 (below a KKT matrix's zero
 * block), or 0; null means 0 for all. Pattern, order and signs are copied. Errors of
 * tmi_pattern_check_lower, TM_ERR_ARGUMENT when `order` is no permutation, TM_ERR_LIMIT when the
 * factor is too large, TM_ERR_MEMORY; *f is then all zero and the arena as before. */
tmStatus tmi_sparse_ldlt_analyse(tmiSparseLdlt *f, tmiArena *arena, const tmiPattern *lower,
                                 const int32_t *order, const int8_t *signs);

/* Factorises the matrix with these values, one for each entry of the pattern. Null rule: the
 * default one. Which pivots were replaced stands in f->replaced. TM_ERR_NOT_FINITE when a value or
 * a pivot is not finite, TM_ERR_SINGULAR when the rule forbids to go on; f then solves nothing. */
tmStatus tmi_sparse_ldlt_factor(tmiSparseLdlt *f, const double *values, const tmiPivotRule *rule);

/* Solves A x = b and refines x against A until the backward error is at rounding level. `values`
 * are those that were factorised. b and x may be the same array. info may be null. TM_ERR_SINGULAR
 * when pivots were replaced and the equations are not met, TM_ERR_NOT_CONVERGED when none was; x is
 * then the best that was found, and *info tells how good. TM_ERR_NOT_FINITE leaves x unchanged, as
 * do TM_ERR_ARGUMENT and TM_ERR_STALE, for null and for want of a factorisation. */
tmStatus tmi_sparse_ldlt_solve(tmiSparseLdlt *f, const double *values, const double *b, double *x,
                               tmiRefineInfo *info);

/* For kernels that bring their own values and their own refinement: zeroes L for new values, which
 * the caller adds at value[slot[…]]; factorises them in place (`values` are read only by rules that
 * replace pivots); solves L D L^T x = b for `x` in the order of elimination, in place. */
void tmi_sparse_ldlt_clear(tmiSparseLdlt *f);
tmStatus tmi_sparse_ldlt_eliminate(tmiSparseLdlt *f, const tmiPivotRule *rule,
                                   const double *values);
void tmi_sparse_ldlt_substitute(const tmiSparseLdlt *f, double *x);

#endif
