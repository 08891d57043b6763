/* qr.h: QR factors with column pivoting of a matrix of any shape: rank, orthogonal bases,
 * triangular solves. */
#ifndef TMI_QR_H
#define TMI_QR_H

#include "numeric/matrix.h"

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

#endif
