/* dense.h: dense matrices: views, factorisations and least squares. */
#ifndef TMI_DENSE_H
#define TMI_DENSE_H

#include "base/base.h"

/* ---- matrix.c -------------------------------------------------------------------------------- */

/* A view of a dense matrix that somebody else owns, and its checks. */

/* Entry (i, j) is data[i * stride + j]: row by row, as C has it. */
typedef struct tmiMatrix {
    double *data;
    int32_t rows;
    int32_t cols;
    int32_t stride; /* at least cols */
} tmiMatrix;

/* The largest number of rows or columns that a dense kernel takes. */
#define TMI_MATRIX_LIMIT 32768

/* Returns a view of `rows` x `cols` packed doubles. */
static inline tmiMatrix tmi_matrix(double *data, int32_t rows, int32_t cols) {
    return (tmiMatrix){data, rows, cols, cols};
}

/* Returns the start of row i. */
static inline double *tmi_row(tmiMatrix a, int32_t i) {
    return a.data + (ptrdiff_t)i * a.stride;
}

/* TM_OK for a view that can be read: not null unless empty, sizes in range, stride >= cols. */
tmStatus tmi_matrix_check(tmiMatrix a);

/* Puts the largest magnitude of all entries into *largest (0 when empty), or returns
 * TM_ERR_NOT_FINITE when one is NaN or infinite; *largest is then unchanged. */
tmStatus tmi_matrix_max_abs(tmiMatrix a, double *max_abs);

/* The same for `count` numbers in a row. */
tmStatus tmi_vector_max_abs(const double *v, int32_t count, double *max_abs);

/* Returns a power of two s such that s * largest is about 1, so that squares neither overflow nor
 * vanish; scaling by it is exact. Returns 1 where largest is harmless (2^-400 … 2^400) or 0. */
double tmi_scale_for(double max_abs);

/* ---- lu.c ------------------------------------------------------------------------------------ */

/* LU factors of a square matrix, for systems with one or several right-hand sides. */

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
 * three times too large, never too small except for rounding. 0 for a singular matrix, 1 for an
 * empty one. `work` has room for tmi_lu_rcond_workspace(rows) doubles. */
tmStatus tmi_lu_rcond(const tmiLu *lu, double *work, double *rcond);
size_t tmi_lu_rcond_workspace(int32_t rows);

/* ---- ldlt.c ---------------------------------------------------------------------------------- */

/* Factors of a symmetric matrix, definite or not, for systems and for the signs of its
 * eigenvalues. */

/* The factors of a symmetric matrix: views of the caller's memory, and what belongs to them. */
typedef struct tmiLdlt {
    tmiMatrix factors; /* above the diagonal L^T without its ones, D on the diagonal; the entry of
                        * D beside the diagonal stands where L^T has a zero */
    int32_t *pivots;   /* of each step k: the row exchanged with k; ~row in both rows of a 2 x 2 */
    double scale;      /* power of two by which the matrix was multiplied first */
    int32_t failed;    /* first step with a zero pivot; -1: none, the matrix is regular */
} tmiLdlt;

/* How many eigenvalues have which sign. */
typedef struct tmiInertia {
    int32_t positive;
    int32_t negative;
    int32_t zero;
} tmiInertia;

/* Factors the symmetric matrix `a` in place: P (scale A) P^T = L D L^T, D with blocks of order 1
 * and 2. Only what is on and above the diagonal is read and written. `pivots` has room for a.rows
 * numbers; both must outlive *ldlt. A zero pivot is not a failure here: it stands in ldlt->failed,
 * tmi_ldlt_inertia counts it and tmi_ldlt_solve refuses it. On failure nothing is changed. */
tmStatus tmi_ldlt_factor(tmiMatrix a, int32_t *pivots, tmiLdlt *ldlt);

/* Solves A x = b for b with ldlt->factors.rows numbers; x takes the place of b. TM_ERR_SINGULAR and
 * TM_ERR_NOT_FINITE (in b) leave b as it was; when x itself is too large for a double,
 * TM_ERR_NOT_FINITE leaves b all zero. */
tmStatus tmi_ldlt_solve(const tmiLdlt *ldlt, double *b);

/* Counts the signs of the pivots, which are those of the eigenvalues. Pivots of magnitude at most
 * `tolerance` (0 or more) times the largest count as zero. */
tmStatus tmi_ldlt_inertia(const tmiLdlt *ldlt, double tolerance, tmiInertia *inertia);

/* ---- householder.c --------------------------------------------------------------------------- */

/* One reflection H = I - tau v v^T, made and applied. */

/* Replaces x by the v of the reflection that turns x into beta times the first unit vector, with
 * v_0 = 1, and returns tau; tau is 0, v the unit vector, when x needs no turning. */
double tmi_householder_make(double *x, int32_t count, double *beta);

/* b = H b for v with b.rows numbers. `z` has room for b.cols numbers. */
void tmi_householder_apply(tmiMatrix b, const double *v, double tau, double *z);

/* ---- qr.c ------------------------------------------------------------------------------------ */

/* QR factors with column pivoting of a matrix of any shape: rank, orthogonal bases,
 * triangular solves. */

/* The factors of a matrix: views of the caller's memory, and what belongs to them. */
typedef struct tmiQr {
    tmiMatrix factors; /* R on and above the diagonal, below it the reflections that make Q */
    double *tau;       /* of each of the min(rows, cols) reflections */
    int32_t *order;    /* of each column of R: the column of A that it comes from */
    double scale;      /* power of two by which the matrix was multiplied first */
} tmiQr;

/* Factors `a` in place: (scale A) P = Q R, |r_00| >= |r_11| >= … `tau` has room for
 * min(rows, cols) numbers, `order` for cols; with `a` they must outlive *qr. `work` has room for
 * tmi_qr_workspace doubles. On failure nothing is changed. */
tmStatus tmi_qr_factor(tmiMatrix a, double *tau, int32_t *order, double *work, tmiQr *qr);
size_t tmi_qr_workspace(int32_t rows, int32_t cols);

/* The same without checks and scaling, for kernels that have done both. */
void tmi_qr_eliminate(tmiMatrix a, double *tau, int32_t *order, double *work);
void tmi_qr_apply(const tmiQr *qr, tmiMatrix b, double *work, bool transposed);

/* Returns how many |r_kk| exceed `tolerance` times |r_00|. A tolerance below 0, or NaN, stands for
 * max(rows, cols) TMI_EPSILON, which is what rounding alone can leave. 0 for null. */
int32_t tmi_qr_rank(const tmiQr *qr, double tolerance);

/* b = Q b or Q^T b, for b with as many rows as A. `work` has room for b.rows + b.cols doubles.
 * Multiplication by Q keeps lengths; b must be finite, which is checked, and below 1e300 for the
 * product to be: else TM_ERR_NOT_FINITE leaves b all zero. */
tmStatus tmi_qr_apply_q(const tmiQr *qr, tmiMatrix b, double *work);
tmStatus tmi_qr_apply_qt(const tmiQr *qr, tmiMatrix b, double *work);

/* Solves R x = b, or R^T x = b, for the leading `order` rows and columns of R (of the unscaled
 * matrix) and as many numbers in b; x takes the place of b. TM_ERR_SINGULAR when a diagonal entry
 * is zero and TM_ERR_NOT_FINITE (in b) leave b as it was; when x is too large for a double,
 * TM_ERR_NOT_FINITE leaves b all zero. */
tmStatus tmi_qr_solve_r(const tmiQr *qr, int32_t order, double *b);
tmStatus tmi_qr_solve_rt(const tmiQr *qr, int32_t order, double *b);

/* ---- svd.c ----------------------------------------------------------------------------------- */

/* Singular values and vectors of a matrix of any shape and rank. */

/* Sizes of the workspace in doubles and in whole numbers. */
size_t tmi_svd_workspace(int32_t rows, int32_t cols);
size_t tmi_svd_int_workspace(int32_t rows, int32_t cols);

/* A = U diag(s) V^T. `s` has room for min(rows, cols) singular values, which come sorted, largest
 * first. `u` has a.rows rows and min(rows, cols) or a.rows columns, `v` a.cols rows and min(rows,
 * cols) or a.cols columns; their columns are orthonormal, the last ones of `v` a basis of the null
 * space. Either may be null when it is not wanted. `a` is not changed. *sweeps, unless null, is how
 * many sweeps the iteration took.
 *
 * Small singular values are as accurate, relative to themselves, as the scaling of rows or columns
 * permits: those of D B or B D are found to about cond(B) TMI_EPSILON for every diagonal D. Those
 * below about 1e-135 of the largest come out as 0.
 *
 * TM_ERR_NOT_CONVERGED after TMI_SVD_SWEEPS sweeps, which no matrix is known to need; TM_ERR_SHAPE
 * for u or v of another shape; both leave s, u and v untouched, as does TM_ERR_NOT_FINITE for a
 * number in `a`. When a singular value is too large for a double, TM_ERR_NOT_FINITE leaves all
 * three zero. */
tmStatus tmi_svd(tmiMatrix a, const tmiMatrix *u, double *s, const tmiMatrix *v, double *work,
                 int32_t *int_work, int32_t *sweeps);

/* The bound on the number of sweeps; about six are usual at order 100. */
#define TMI_SVD_SWEEPS 40

/* ---- least_norm.c ---------------------------------------------------------------------------- */

/* The shortest of all best solutions of a linear system of any shape and rank. */

typedef struct tmiLeastNormInfo {
    int32_t rank;    /* of the scaled matrix A W^-1/2, at the tolerance */
    double residual; /* |A x - b|, computed from A, x and b, not from the factors */
} tmiLeastNormInfo;

/* Sizes of the workspace in doubles and in whole numbers. */
size_t tmi_least_norm_workspace(int32_t rows, int32_t cols);
size_t tmi_least_norm_int_workspace(int32_t rows, int32_t cols);

/* Finds x that makes |A x - b| least and, among those, the sum of weights[i] x_i^2 least. `b` has
 * a.rows numbers, `weights` a.cols positive ones (null: all 1), x room for a.cols. Directions whose
 * pivot is at most `tolerance` times the largest count as dependent; a tolerance below 0, or NaN,
 * stands for max(rows, cols) TMI_EPSILON. `a` and `b` are not changed. Weights that are not
 * positive give TM_ERR_ARGUMENT. On failure x is all zero where x itself is too large for a double,
 * else x and *info are untouched. */
tmStatus tmi_least_norm(tmiMatrix a, const double *b, const double *weights, double tolerance,
                        double *work, int32_t *int_work, double *x, tmiLeastNormInfo *info);

#endif
