/* lu.h: LU factors of a square matrix, for systems with one or several right-hand sides. */
#ifndef TMI_LU_H
#define TMI_LU_H

#include "numeric/matrix.h"

/* The factors of a matrix: views of the caller's memory, and what belongs to them. */
typedef struct tmiLu {
    tmiMatrix factors; /* L without its diagonal of ones below, U on and above the diagonal */
    int32_t *exchange; /* of each step k: the row that was exchanged with row k */
    double scale;      /* power of two by which the matrix was multiplied first */
    double norm;       /* largest row sum of magnitudes of the scaled matrix */
    int32_t failed;    /* first step without a pivot; -1: none, the matrix is regular */
} tmiLu;

/* Factors the square matrix `a` in place: P (scale A) = L U with partial pivoting. `exchange` has
 * room for a.rows numbers; both must outlive *lu. TM_ERR_SINGULAR when no pivot is left at step
 * lu->failed (nothing above TMI_TINY after scaling): `a` is then overwritten and *lu refuses to
 * solve. Any other failure leaves everything as it was. */
tmStatus tmi_lu_factor(tmiMatrix a, int32_t *exchange, tmiLu *lu);

/* Solves A x = b, or with the transposed matrix, for b with lu->factors.rows numbers; x takes the
 * place of b. TM_ERR_SINGULAR and TM_ERR_NOT_FINITE (in b) leave b as it was; when x itself is too
 * large for a double, TM_ERR_NOT_FINITE leaves b all zero. */
tmStatus tmi_lu_solve(const tmiLu *lu, double *b);
tmStatus tmi_lu_solve_transposed(const tmiLu *lu, double *b);

/* The same for every column of b at once. TM_ERR_SHAPE when b has another number of rows. */
tmStatus tmi_lu_solve_many(const tmiLu *lu, tmiMatrix b);

/* Puts an estimate of 1 / (|A| |A^-1|) into *rcond, in the norm of row sums: 1 is perfect, about
 * TMI_EPSILON means that no digit of a solution is certain. The estimate is hardly ever more than
 * three times too large, never too small but for rounding. 0 for a singular matrix, 1 for an empty
 * one. `work` has room for tmi_lu_rcond_workspace(rows) doubles. */
tmStatus tmi_lu_rcond(const tmiLu *lu, double *work, double *rcond);
size_t tmi_lu_rcond_workspace(int32_t rows);

#endif
