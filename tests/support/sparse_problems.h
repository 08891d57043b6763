/* sparse_problems.h: sparse matrices for tests and benchmarks, each defined once: patterns with
 * known fill, and Jacobians of planar mechanisms in general position. */
#ifndef TM_SPARSE_PROBLEMS_H
#define TM_SPARSE_PROBLEMS_H

#include "numeric/sparse/sparse.h"

typedef struct sparseProblem {
    tmiPattern pattern;
    int32_t *start;
    int32_t *index;
    double *values;
} sparseProblem;

/* Entries in any order; doubles are added up. Ends the program when memory runs out. */
typedef struct sparseEntries {
    int32_t rows;
    int32_t cols;
    int32_t count;
    int32_t capacity;
    int32_t *row;
    int32_t *col;
    double *value;
} sparseEntries;

void sparse_entries_add(sparseEntries *e, int32_t row, int32_t col, double value);
/* Adds to the lower triangle, whichever way round the two are given. */
void sparse_entries_add_lower(sparseEntries *e, int32_t i, int32_t j, double value);
/* Sorts the entries into rows and frees them. */
sparseProblem *sparse_problem_create(sparseEntries *e);
void sparse_problem_destroy(sparseProblem *problem);

/* Lower triangles with 4 on the diagonal (its row sum more where many meet) and -1 elsewhere:
 * "diagonal", "chain", "tree" (binary), "star", "arrow", "comb", "ladder", "grid" (n x n),
 * "ring", "random" (three neighbours each). Positive definite. */
sparseProblem *sparse_problem_symmetric(const char *kind, int32_t n, uint64_t seed);

/* Jacobians of joints, two rows each, on bodies of three unknowns (x, y, angle):
 * "chain": n links, the first on the ground; 2 n x 3 n.
 * "closed": the same with the last on the ground too; 2 n + 2 rows.
 * "ladder": two chains of n links, n rungs between them; 8 n x 9 n.
 * "fourbars": n four-bar loops, each on the one before; 8 n x 9 n.
 * "parallel": n parallelograms with two equal cranks more than needed; rows are redundant.
 * "hub": n links on one disc, the disc on the ground; 2 n + 2 rows. */
sparseProblem *sparse_problem_jacobian(const char *kind, int32_t n, uint64_t seed);

/* [M J^T; J 0], lower triangle, with masses 1 … 3 on the diagonal. */
sparseProblem *sparse_problem_kkt(const sparseProblem *jacobian, uint64_t seed);

/* The same matrix with rows and columns renamed: row i becomes rows[i], column j cols[j]. For a
 * lower triangle both are the same, and the result is one again. */
sparseProblem *sparse_problem_renamed(const sparseProblem *problem, const int32_t *rows,
                                      const int32_t *cols, bool lower);

#endif
