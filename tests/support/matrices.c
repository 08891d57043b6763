/* matrices.c: generators and judges for the tests of dense kernels; see matrices.h. */
#include "matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PADDING 3
#define PADDING_VALUE 1234.5

matrixPool matrix_pool(tmTest *t, size_t doubles) {
    return (matrixPool){test_memory(t, doubles, sizeof(double)), doubles, 0};
}

double *pool_doubles(matrixPool *pool, size_t count) {
    if (pool->size - pool->used < count) {
        abort();
    }
    double *found = pool->memory + pool->used;
    pool->used += count;
    memset(found, 0, count * sizeof *found);
    return found;
}

int32_t *pool_ints(matrixPool *pool, size_t count) {
    return (int32_t *)(void *)pool_doubles(pool, (count + 1) / 2);
}

void pool_reset(matrixPool *pool) {
    pool->used = 0;
}

tmiMatrix matrix_take(matrixPool *pool, int32_t rows, int32_t cols) {
    int32_t stride = cols + PADDING;
    tmiMatrix a = {pool_doubles(pool, (size_t)rows * (size_t)stride), rows, cols, stride};
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t j = cols; j < stride; j++) {
            tmi_row(a, i)[j] = PADDING_VALUE;
        }
    }
    return a;
}

tmiMatrix matrix_copy(matrixPool *pool, tmiMatrix a) {
    tmiMatrix copy = matrix_take(pool, a.rows, a.cols);
    for (int32_t i = 0; i < a.rows; i++) {
        memcpy(tmi_row(copy, i), tmi_row(a, i), (size_t)a.cols * sizeof(double));
    }
    return copy;
}

bool matrix_padding_intact(tmiMatrix a) {
    bool intact = true;
    for (int32_t i = 0; i < a.rows; i++) {
        for (int32_t j = a.cols; j < a.stride; j++) {
            intact = intact && tmi_row(a, i)[j] == PADDING_VALUE;
        }
    }
    return intact;
}

double *matrix_packed(matrixPool *pool, tmiMatrix a) {
    double *packed = pool_doubles(pool, (size_t)a.rows * (size_t)a.cols);
    for (int32_t i = 0; i < a.rows; i++) {
        memcpy(packed + (ptrdiff_t)i * a.cols, tmi_row(a, i), (size_t)a.cols * sizeof(double));
    }
    return packed;
}

static void fill_random(tmiMatrix a, uint64_t *state) {
    for (int32_t i = 0; i < a.rows; i++) {
        for (int32_t j = 0; j < a.cols; j++) {
            tmi_row(a, i)[j] = test_uniform(state, -1.0, 1.0);
        }
    }
}

static void grade(tmiMatrix a, bool columns, uint64_t *state) {
    int32_t count = columns ? a.cols : a.rows;
    for (int32_t k = 0; k < count; k++) {
        double factor = pow(10.0, test_uniform(state, -10.0, 10.0));
        for (int32_t i = 0; i < a.rows; i++) {
            for (int32_t j = 0; j < a.cols; j++) {
                tmi_row(a, i)[j] *= (columns ? j : i) == k ? factor : 1.0;
            }
        }
    }
}

/* The sum of `rank` outer products. */
static void fill_deficient(tmiMatrix a, uint64_t *state) {
    int32_t less = a.rows < a.cols ? a.rows : a.cols;
    for (int32_t r = 0; r < (less + 1) / 2; r++) {
        uint64_t seed = test_random(state);
        for (int32_t i = 0; i < a.rows; i++) {
            double left = test_uniform(state, -1.0, 1.0);
            uint64_t again = seed;
            for (int32_t j = 0; j < a.cols; j++) {
                double right = test_uniform(&again, -1.0, 1.0);
                tmi_row(a, i)[j] = (r ? tmi_row(a, i)[j] : 0.0) + left * right;
            }
        }
    }
}

void matrix_fill(tmiMatrix a, matrixKind kind, uint64_t *state) {
    if (kind == MATRIX_DEFICIENT) {
        fill_deficient(a, state);
        return;
    }
    fill_random(a, state);
    if (kind == MATRIX_GRADED_COLUMNS || kind == MATRIX_GRADED_ROWS) {
        grade(a, kind == MATRIX_GRADED_COLUMNS, state);
    }
    for (int32_t i = 0; kind == MATRIX_TINY_PIVOT && i < a.rows && i < a.cols; i++) {
        tmi_row(a, i)[i] = 1e-20;
    }
}

void matrix_mirror(tmiMatrix a) {
    for (int32_t i = 0; i < a.rows; i++) {
        for (int32_t j = 0; j < i; j++) {
            tmi_row(a, i)[j] = tmi_row(a, j)[i];
        }
    }
}

void matrix_scale(tmiMatrix a, double factor) {
    for (int32_t i = 0; i < a.rows; i++) {
        for (int32_t j = 0; j < a.cols; j++) {
            tmi_row(a, i)[j] *= factor;
        }
    }
}

double *vector_random(matrixPool *pool, int32_t count, uint64_t *state) {
    double *v = pool_doubles(pool, (size_t)count);
    for (int32_t i = 0; i < count; i++) {
        v[i] = test_uniform(state, -1.0, 1.0);
    }
    return v;
}

double matrix_backward_error(tmiMatrix a, const double *x, const double *b) {
    double worst = 0.0, norm_a = 0.0, norm_x = 0.0, norm_b = 0.0;
    for (int32_t j = 0; j < a.cols; j++) {
        norm_x = fmax(norm_x, fabs(x[j]));
    }
    for (int32_t i = 0; i < a.rows; i++) {
        double sum = -b[i];
        double size = 0.0;
        for (int32_t j = 0; j < a.cols; j++) {
            sum += tmi_row(a, i)[j] * x[j];
            size += fabs(tmi_row(a, i)[j]);
        }
        worst = fmax(worst, fabs(sum));
        norm_a = fmax(norm_a, size);
        norm_b = fmax(norm_b, fabs(b[i]));
    }
    double unit = (norm_a * norm_x + norm_b) * TMI_EPSILON * (a.cols > 0 ? a.cols : 1);
    return unit > 0.0 ? worst / unit : worst;
}

double matrix_orthogonality(tmiMatrix q) {
    double worst = 0.0;
    for (int32_t i = 0; i < q.cols; i++) {
        for (int32_t j = 0; j <= i; j++) {
            double sum = i == j ? -1.0 : 0.0;
            for (int32_t k = 0; k < q.rows; k++) {
                sum += tmi_row(q, k)[i] * tmi_row(q, k)[j];
            }
            worst = fmax(worst, fabs(sum));
        }
    }
    return worst;
}

double matrix_svd_error(tmiMatrix a, tmiMatrix u, const double *s, tmiMatrix v) {
    int32_t less = a.rows < a.cols ? a.rows : a.cols;
    double worst = 0.0;
    for (int32_t i = 0; i < a.rows; i++) {
        for (int32_t j = 0; j < a.cols; j++) {
            double sum = -tmi_row(a, i)[j];
            for (int32_t k = 0; k < less; k++) {
                sum += tmi_row(u, i)[k] * s[k] * tmi_row(v, j)[k];
            }
            worst = fmax(worst, fabs(sum));
        }
    }
    return less > 0 && s[0] > 0.0 ? worst / s[0] : worst;
}

static double *spoiled_entry(tmiMatrix a, int which) {
    int place = which / 3;
    return place == 0   ? a.data
           : place == 1 ? tmi_row(a, a.rows / 2) + (a.cols > 1 ? a.cols - 1 : 0)
                        : tmi_row(a, a.rows - 1) + a.cols - 1;
}

double matrix_spoil(tmiMatrix a, int which) {
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    double *entry = spoiled_entry(a, which);
    double kept = *entry;
    *entry = bad[which % 3];
    return kept;
}

void matrix_mend(tmiMatrix a, int which, double kept) {
    *spoiled_entry(a, which) = kept;
}
