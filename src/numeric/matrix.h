/* matrix.h: a view of a dense matrix that somebody else owns, and its checks. */
#ifndef TMI_MATRIX_H
#define TMI_MATRIX_H

#include "base/base.h"

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
tmStatus tmi_matrix_largest(tmiMatrix a, double *largest);

/* The same for `count` numbers in a row. */
tmStatus tmi_vector_largest(const double *v, int32_t count, double *largest);

/* Returns a power of two s such that s * largest is about 1, so that squares neither overflow nor
 * vanish; scaling by it is exact. Returns 1 where largest is harmless (2^-400 … 2^400) or 0. */
double tmi_scale_for(double largest);

#endif
