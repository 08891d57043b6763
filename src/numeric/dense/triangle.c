/* triangle.c: back substitution, [GV] 3.1: by dot products with R, by columns with R^T, so that
 * memory is always read along rows. Blocks of four rows share each load of b. */
#include "numeric/dense/triangle.h"

#include "numeric/vector/vector.h"

#define ROW_BLOCK 4

void tmi_upper_solve(tmiMatrix r, int32_t order, double *b) {
    int32_t end = order;
    for (; end >= ROW_BLOCK; end -= ROW_BLOCK) {
        int32_t first = end - ROW_BLOCK;
        double sums[ROW_BLOCK];
        tmi_dot4(tmi_row(r, first) + end, r.stride, b + end, order - end, sums);
        for (int32_t i = ROW_BLOCK - 1; i >= 0; i--) {
            const double *row = tmi_row(r, first + i) + first;
            double rest = b[first + i] - sums[i];
            for (int32_t j = ROW_BLOCK - 1; j > i; j--) {
                rest -= row[j] * b[first + j];
            }
            b[first + i] = rest / row[i];
        }
    }
    for (int32_t i = end - 1; i >= 0; i--) {
        const double *row = tmi_row(r, i);
        b[i] = (b[i] - tmi_dot(row + i + 1, b + i + 1, order - i - 1)) / row[i];
    }
}

/* Zeros at the beginning of b stay, which makes columns of an inverse cheap. */
void tmi_upper_solve_transposed(tmiMatrix r, int32_t order, double *b) {
    int32_t first = 0;
    while (first < order && b[first] == 0.0) {
        first++;
    }
    for (int32_t i = first; i < order; i++) {
        const double *row = tmi_row(r, i);
        b[i] /= row[i];
        tmi_axpy(b + i + 1, -b[i], row + i + 1, order - i - 1);
    }
}
