/* sparse.c: checks, copies and products of sparse matrices. */
#include "numeric/sparse/sparse.h"

#include <math.h>
#include <string.h>

static tmStatus check_starts(const tmiPattern *pattern) {
    if (pattern->start[0] != 0) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t i = 0; i < pattern->rows; i++) {
        if (pattern->start[i + 1] < pattern->start[i]) {
            return TM_ERR_ARGUMENT;
        }
    }
    if (tmi_pattern_entries(pattern) > TMI_SPARSE_ENTRY_LIMIT) {
        return TM_ERR_LIMIT;
    }
    return pattern->index || tmi_pattern_entries(pattern) == 0 ? TM_OK : TM_ERR_ARGUMENT;
}

tmStatus tmi_pattern_check(const tmiPattern *pattern) {
    if (!pattern || pattern->rows < 0 || pattern->cols < 0 || !pattern->start) {
        return TM_ERR_ARGUMENT;
    }
    if (pattern->rows > TMI_SPARSE_LIMIT || pattern->cols > TMI_SPARSE_LIMIT) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = check_starts(pattern);
    if (status != TM_OK) {
        return status;
    }
    for (int32_t i = 0; i < pattern->rows; i++) {
        int32_t before = -1;
        for (int32_t p = pattern->start[i]; p < pattern->start[i + 1]; p++) {
            if (pattern->index[p] <= before || pattern->index[p] >= pattern->cols) {
                return TM_ERR_ARGUMENT;
            }
            before = pattern->index[p];
        }
    }
    return TM_OK;
}

tmStatus tmi_pattern_check_lower(const tmiPattern *pattern) {
    tmStatus status = tmi_pattern_check(pattern);
    if (status != TM_OK) {
        return status;
    }
    if (pattern->rows != pattern->cols) {
        return TM_ERR_SHAPE;
    }
    for (int32_t i = 0; i < pattern->rows; i++) {
        int32_t end = pattern->start[i + 1];
        if (end > pattern->start[i] && pattern->index[end - 1] > i) {
            return TM_ERR_ARGUMENT;
        }
    }
    return TM_OK;
}

tmStatus tmi_pattern_copy(tmiArena *arena, const tmiPattern *pattern, tmiPattern *copy) {
    size_t rows = (size_t)pattern->rows;
    size_t entries = (size_t)tmi_pattern_entries(pattern);
    int32_t *start = tmi_arena_alloc(arena, rows + 1, sizeof *start);
    int32_t *index = tmi_arena_alloc(arena, entries, sizeof *index);
    if (!start || !index) {
        return TM_ERR_MEMORY;
    }
    memcpy(start, pattern->start, (rows + 1) * sizeof *start);
    if (entries) {
        memcpy(index, pattern->index, entries * sizeof *index);
    }
    *copy = (tmiPattern){pattern->rows, pattern->cols, start, index};
    return TM_OK;
}

tmStatus tmi_pattern_transpose(tmiArena *arena, const tmiPattern *pattern, tmiPattern *transposed,
                               int32_t **from) {
    int32_t cols = pattern->cols;
    size_t entries = (size_t)tmi_pattern_entries(pattern);
    int32_t *start = tmi_arena_alloc(arena, (size_t)cols + 2, sizeof *start);
    int32_t *index = tmi_arena_alloc(arena, entries, sizeof *index);
    int32_t *source = tmi_arena_alloc(arena, entries, sizeof *source);
    if (!start || !index || !source) {
        return TM_ERR_MEMORY;
    }
    /* Counted two places up, start[j + 1] becomes the running end of row j while it is filled. */
    for (size_t p = 0; p < entries; p++) {
        start[pattern->index[p] + 2]++;
    }
    for (int32_t j = 0; j < cols; j++) {
        start[j + 2] += start[j + 1];
    }
    for (int32_t i = 0; i < pattern->rows; i++) {
        for (int32_t p = pattern->start[i]; p < pattern->start[i + 1]; p++) {
            int32_t q = start[pattern->index[p] + 1]++;
            index[q] = i;
            source[q] = p;
        }
    }
    *transposed = (tmiPattern){cols, pattern->rows, start, index};
    if (from) {
        *from = source;
    }
    return TM_OK;
}

void tmi_symmetric_residual(const tmiPattern *lower, const double *values, const double *b,
                            const double *x, double *residual, double *bound) {
    for (int32_t i = 0; i < lower->rows; i++) {
        double sum = b[i];
        double size = fabs(b[i]);
        for (int32_t p = lower->start[i]; p < lower->start[i + 1]; p++) {
            int32_t j = lower->index[p];
            double here = values[p] * x[j];
            sum -= here;
            size += fabs(here);
            if (j < i) {
                double mirrored = values[p] * x[i];
                residual[j] -= mirrored;
                bound[j] += fabs(mirrored);
            }
        }
        residual[i] = sum;
        bound[i] = size;
    }
}

void tmi_sparse_residual(const tmiPattern *pattern, const double *values, const double *b,
                         const double *x, double *residual, double *bound) {
    const int32_t *start = pattern->start;
    const int32_t *index = pattern->index;
    for (int32_t i = 0; i < pattern->rows; i++) {
        double sum = b[i];
        double size = fabs(b[i]);
        for (int32_t p = start[i]; p < start[i + 1]; p++) {
            double here = values[p] * x[index[p]];
            sum -= here;
            size += fabs(here);
        }
        residual[i] = sum;
        bound[i] = size;
    }
}

double tmi_residual_measure(const double *residual, const double *bound, int32_t count) {
    double worst = 0.0;
    double doubt = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double size = fabs(residual[i]);
        doubt += size - size;
        if (size > worst * bound[i]) {
            worst = size / bound[i];
        }
    }
    return doubt == 0.0 ? worst : doubt;
}
