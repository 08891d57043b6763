/* sparse_problems.c: builds the matrices of sparse_problems.h. */
#include "sparse_problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_word(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double uniform(uint64_t *state, double low, double high) {
    return low + (high - low) * ((double)(random_word(state) >> 11) * 0x1p-53);
}

static void *need(void *memory) {
    if (!memory) {
        abort();
    }
    return memory;
}

void sparse_entries_add(sparseEntries *e, int32_t row, int32_t col, double value) {
    if (e->count == e->capacity) {
        e->capacity = e->capacity ? 2 * e->capacity : 64;
        size_t room = (size_t)e->capacity;
        e->row = need(realloc(e->row, room * sizeof *e->row));
        e->col = need(realloc(e->col, room * sizeof *e->col));
        e->value = need(realloc(e->value, room * sizeof *e->value));
    }
    e->row[e->count] = row;
    e->col[e->count] = col;
    e->value[e->count++] = value;
}

void sparse_entries_add_lower(sparseEntries *e, int32_t i, int32_t j, double value) {
    sparse_entries_add(e, i > j ? i : j, i > j ? j : i, value);
}

/* Writes into `order` the entries sorted by key, in a stable way. */
static void sort_by(const int32_t *key, int32_t keys, const int32_t *from, int32_t count,
                    int32_t *order) {
    int32_t *start = need(calloc((size_t)keys + 1, sizeof *start));
    for (int32_t k = 0; k < count; k++) {
        start[key[k] + 1]++;
    }
    for (int32_t k = 0; k < keys; k++) {
        start[k + 1] += start[k];
    }
    for (int32_t k = 0; k < count; k++) {
        int32_t entry = from ? from[k] : k;
        order[start[key[entry]]++] = entry;
    }
    free(start);
}

sparseProblem *sparse_problem_create(sparseEntries *e) {
    size_t count = (size_t)e->count + 1;
    int32_t *by_col = need(calloc(count, sizeof *by_col));
    int32_t *by_row = need(calloc(count, sizeof *by_row));
    sort_by(e->col, e->cols, NULL, e->count, by_col);
    sort_by(e->row, e->rows, by_col, e->count, by_row);
    sparseProblem *problem = need(calloc(1, sizeof *problem));
    problem->start = need(calloc((size_t)e->rows + 1, sizeof *problem->start));
    problem->index = need(calloc(count, sizeof *problem->index));
    problem->values = need(calloc(count, sizeof *problem->values));
    int32_t used = 0;
    for (int32_t k = 0, row = 0; row < e->rows; row++) {
        problem->start[row] = used;
        for (; k < e->count && e->row[by_row[k]] == row; k++) {
            int32_t entry = by_row[k];
            if (used == problem->start[row] || problem->index[used - 1] != e->col[entry]) {
                problem->index[used++] = e->col[entry];
            }
            problem->values[used - 1] += e->value[entry];
        }
    }
    problem->start[e->rows] = used;
    problem->pattern = (tmiPattern){e->rows, e->cols, problem->start, problem->index};
    free(by_col);
    free(by_row);
    free(e->row);
    free(e->col);
    free(e->value);
    *e = (sparseEntries){0};
    return problem;
}

void sparse_problem_destroy(sparseProblem *problem) {
    if (problem) {
        free(problem->start);
        free(problem->index);
        free(problem->values);
        free(problem);
    }
}

/* ---- Symmetric patterns -------------------------------------------------------------------- */

static void edge(sparseEntries *e, int32_t i, int32_t j) {
    sparse_entries_add_lower(e, i, j, -1.0);
    sparse_entries_add(e, i, i, 1.0);
    sparse_entries_add(e, j, j, 1.0);
}

static void edges_of(sparseEntries *e, const char *kind, int32_t n, uint64_t seed) {
    for (int32_t i = 0; i < n; i++) {
        if (!strcmp(kind, "chain") && i > 0) {
            edge(e, i, i - 1);
        } else if (!strcmp(kind, "tree") && i > 0) {
            edge(e, i, (i - 1) / 2);
        } else if (!strcmp(kind, "star") && i > 0) {
            edge(e, i, 0);
        } else if (!strcmp(kind, "arrow") && i < n - 1) {
            edge(e, i, n - 1);
        } else if (!strcmp(kind, "comb") && i > 0) {
            edge(e, i, i % 2 ? i - 1 : i - 2);
        } else if (!strcmp(kind, "ring")) {
            edge(e, i, (i + 1) % n);
        } else if (!strcmp(kind, "ladder")) {
            edge(e, 2 * i, 2 * i + 1);
            if (i > 0) {
                edge(e, 2 * i, 2 * i - 2);
                edge(e, 2 * i + 1, 2 * i - 1);
            }
        } else if (!strcmp(kind, "random")) {
            for (int32_t k = 0; k < 3; k++) {
                int32_t j = (int32_t)(random_word(&seed) % (uint64_t)n);
                if (j != i) {
                    edge(e, i, j);
                }
            }
        } else if (!strcmp(kind, "grid")) {
            for (int32_t j = 0; j < n; j++) {
                if (j > 0) {
                    edge(e, i * n + j, i * n + j - 1);
                }
                if (i > 0) {
                    edge(e, i * n + j, (i - 1) * n + j);
                }
            }
        }
    }
}

sparseProblem *sparse_problem_symmetric(const char *kind, int32_t n, uint64_t seed) {
    int32_t size = !strcmp(kind, "grid") ? n * n : !strcmp(kind, "ladder") ? 2 * n : n;
    sparseEntries e = {.rows = size, .cols = size};
    for (int32_t i = 0; i < size; i++) {
        sparse_entries_add(&e, i, i, 1.0);
    }
    edges_of(&e, kind, n, seed);
    return sparse_problem_create(&e);
}

/* ---- Mechanisms ---------------------------------------------------------------------------- */

#define GROUND (-1)

typedef struct mechanism {
    sparseEntries e;
    int32_t joints;
    uint64_t seed;
} mechanism;

/* One joint: the same point on both bodies, at (x, y) from the body's origin in world axes. */
static void body_rows(mechanism *m, int32_t body, double side, double x, double y) {
    if (body != GROUND) {
        int32_t row = 2 * m->joints;
        sparse_entries_add(&m->e, row, 3 * body, side);
        sparse_entries_add(&m->e, row, 3 * body + 1, 0.0);
        sparse_entries_add(&m->e, row, 3 * body + 2, -side * y);
        sparse_entries_add(&m->e, row + 1, 3 * body, 0.0);
        sparse_entries_add(&m->e, row + 1, 3 * body + 1, side);
        sparse_entries_add(&m->e, row + 1, 3 * body + 2, side * x);
    }
}

static void joint(mechanism *m, int32_t a, int32_t b) {
    double turn = uniform(&m->seed, -3.0, 3.0);
    double turn_b = uniform(&m->seed, -3.0, 3.0);
    body_rows(m, a, 1.0, cos(turn), sin(turn));
    body_rows(m, b, -1.0, cos(turn_b), sin(turn_b));
    m->joints++;
}

/* n parallelograms side by side: a coupler held by four equal, parallel cranks at points in a line.
 * Its two first cranks fix it, the others repeat what they say. Bodies: coupler and 4 cranks. */
static void parallelograms(mechanism *m, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        double turn = uniform(&m->seed, 0.5, 2.5);
        for (int32_t k = 0; k < 4; k++) {
            int32_t crank = 5 * i + 1 + k;
            body_rows(m, crank, 1.0, -cos(turn), -sin(turn));
            m->joints++;
            body_rows(m, crank, 1.0, cos(turn), sin(turn));
            body_rows(m, 5 * i, -1.0, (double)k, 0.0);
            m->joints++;
        }
    }
}

static int32_t build_mechanism(mechanism *m, const char *kind, int32_t n) {
    bool chain = !strcmp(kind, "chain");
    bool closed = !strcmp(kind, "closed");
    bool ladder = !strcmp(kind, "ladder");
    if (!strcmp(kind, "parallel")) {
        parallelograms(m, n);
        return 5 * n;
    }
    if (!strcmp(kind, "hub")) {
        joint(m, 0, GROUND);
    }
    for (int32_t i = 0; i < n; i++) {
        if (chain || closed) {
            joint(m, i, i - 1);
        } else if (ladder) {
            joint(m, 3 * i, i ? 3 * i - 3 : GROUND);
            joint(m, 3 * i + 1, i ? 3 * i - 2 : GROUND);
            joint(m, 3 * i + 2, 3 * i);
            joint(m, 3 * i + 2, 3 * i + 1);
        } else if (!strcmp(kind, "fourbars")) {
            int32_t base = i ? 3 * i - 2 : GROUND;
            joint(m, 3 * i, base);
            joint(m, 3 * i + 1, 3 * i);
            joint(m, 3 * i + 2, 3 * i + 1);
            joint(m, 3 * i + 2, base);
        } else {
            joint(m, i + 1, 0);
        }
    }
    if (closed && n > 0) {
        joint(m, n - 1, GROUND);
    }
    return chain || closed ? n : !strcmp(kind, "hub") ? n + 1 : 3 * n;
}

sparseProblem *sparse_problem_jacobian(const char *kind, int32_t n, uint64_t seed) {
    mechanism m = {.seed = seed};
    m.e.cols = 3 * build_mechanism(&m, kind, n);
    m.e.rows = 2 * m.joints;
    return sparse_problem_create(&m.e);
}

sparseProblem *sparse_problem_kkt(const sparseProblem *jacobian, uint64_t seed) {
    const tmiPattern *j = &jacobian->pattern;
    sparseEntries e = {.rows = j->rows + j->cols, .cols = j->rows + j->cols};
    for (int32_t k = 0; k < j->cols; k++) {
        sparse_entries_add(&e, k, k, uniform(&seed, 1.0, 3.0));
    }
    for (int32_t i = 0; i < j->rows; i++) {
        for (int32_t p = j->start[i]; p < j->start[i + 1]; p++) {
            sparse_entries_add(&e, j->cols + i, j->index[p], jacobian->values[p]);
        }
    }
    return sparse_problem_create(&e);
}

sparseProblem *sparse_problem_renamed(const sparseProblem *problem, const int32_t *rows,
                                      const int32_t *cols, bool lower) {
    const tmiPattern *a = &problem->pattern;
    sparseEntries e = {.rows = a->rows, .cols = a->cols};
    for (int32_t i = 0; i < a->rows; i++) {
        for (int32_t p = a->start[i]; p < a->start[i + 1]; p++) {
            int32_t r = rows[i];
            int32_t c = cols[a->index[p]];
            if (lower) {
                sparse_entries_add_lower(&e, r, c, problem->values[p]);
            } else {
                sparse_entries_add(&e, r, c, problem->values[p]);
            }
        }
    }
    return sparse_problem_create(&e);
}
