/* frontal.c: factors and solutions, node by node. Every sum runs in one order, whatever the
 * processor: the wide form only has more lanes. */
#include "analyse/contact/coulomb/frontal.h"

#include <math.h>
#include <string.h>

/* Columns of a panel that are factored at a time: a multiple of 4, and of both block sizes [1]. */
#define STRIP 12

/* A pivot of a matrix that is not symmetric is at least this: I is added to all [1]. */
#define FRONTAL_PIVOT_MIN 1e-30

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

/* ---- Products -------------------------------------------------------------------------------- */

/* 4 or 8 rows and 4 columns of C -= A B^T, all by columns; k terms in their order. */
TMI_INLINE void tile(int32_t k, const double *a, size_t lda, const double *b, size_t ldb, double *c,
                     size_t ldc, int fours) {
    four sum[2][4] = {0};
    for (int32_t l = 0; l < k; l++, a += lda, b += ldb) {
        for (int h = 0; h < fours; h++) {
            four x = *(const four *)(a + 4 * h);
            for (int j = 0; j < 4; j++) {
                sum[h][j] += x * b[j];
            }
        }
    }
    for (int h = 0; h < fours; h++) {
        for (int j = 0; j < 4; j++) {
            *(four *)(c + 4 * h + (size_t)j * ldc) -= sum[h][j];
        }
    }
}

/* C, m x n, both multiples of 4; `low`: only what is not above the diagonal. */
TMI_INLINE void multiply(int32_t m, int32_t n, int32_t k, const double *a, const double *b,
                         size_t ld, double *c, size_t ldc, bool low, int fours) {
    for (int32_t j = 0; j < n; j += 4) {
        int32_t i = low ? j : 0;
        for (; i + 4 * fours <= m; i += 4 * fours) {
            tile(k, a + i, ld, b + j, ld, c + i + (size_t)j * ldc, ldc, fours);
        }
        for (; i < m; i += 4) {
            tile(k, a + i, ld, b + j, ld, c + i + (size_t)j * ldc, ldc, 1);
        }
    }
}

/* ---- Panels ---------------------------------------------------------------------------------- */

/* to[from … height) -= factor * column */
TMI_INLINE void subtract(double *to, const double *column, double factor, int32_t from,
                         int32_t height) {
    for (int32_t i = from; i < height; i++) {
        to[i] -= factor * column[i];
    }
}

TMI_INLINE bool factor_symmetric(double *a, int32_t p, int32_t height, int fours) {
    size_t ld = (size_t)height;
    for (int32_t j = 0; j < p; j += STRIP) {
        int32_t end = p - j < STRIP ? p : j + STRIP, wide = (end - j + 3) & ~3;
        double *strip = a + (size_t)j * ld + j;
        multiply(height - j, wide, j, a + j, a + j, ld, strip, ld, false, fours);
        for (int32_t c = j; c < end; c++) {
            double *column = a + (size_t)c * ld;
            if (!(column[c] > 0.0)) {
                return false;
            }
            double root = sqrt(column[c]), inverse = 1.0 / root;
            column[c] = root;
            for (int32_t i = c + 1; i < height; i++) {
                column[i] *= inverse;
            }
            for (int32_t e = c + 1; e < end; e++) {
                subtract(a + (size_t)e * ld, column, column[e], e, height);
            }
        }
    }
    return true;
}

/* `a` becomes L by columns, u, U by rows with a diagonal of ones. */
TMI_INLINE bool factor_general(double *a, double *u, int32_t p, int32_t height, int fours) {
    size_t ld = (size_t)height;
    for (int32_t j = 0; j < p; j += STRIP) {
        int32_t end = p - j < STRIP ? p : j + STRIP, wide = (end - j + 3) & ~3;
        size_t at = (size_t)j * ld + (size_t)j;
        multiply(height - j, wide, j, a + j, u + j, ld, a + at, ld, false, fours);
        multiply(height - j, wide, j, u + j, a + j, ld, u + at, ld, false, fours);
        for (int32_t c = j; c < end; c++) {
            double *l = a + (size_t)c * ld, *r = u + (size_t)c * ld;
            if (!(fabs(l[c]) > FRONTAL_PIVOT_MIN)) {
                return false;
            }
            double inverse = 1.0 / l[c];
            r[c] = 1.0;
            for (int32_t i = c + 1; i < height; i++) {
                r[i] *= inverse;
            }
            for (int32_t e = c + 1; e < end; e++) {
                subtract(a + (size_t)e * ld, l, r[e], e, height);
                subtract(u + (size_t)e * ld, r, l[e], e, height);
            }
        }
    }
    return true;
}

/* ---- Fronts ---------------------------------------------------------------------------------- */

/* Adds a block by columns, or, `turned`, its transpose. */
static void add_block(double *to, size_t ld, const double *from, size_t from_ld, int32_t size,
                      bool turned) {
    for (int32_t j = 0; j < size; j++) {
        for (int32_t i = 0; i < size; i++) {
            to[(size_t)i + (size_t)j * ld] += turned ? from[(size_t)j + (size_t)i * from_ld]
                                                     : from[(size_t)i + (size_t)j * from_ld];
        }
    }
}

static void add_items(tmiFrontal *f, const tmiFrontalNode *s, const double *blocks,
                      bool symmetric) {
    size_t side = (size_t)f->size, square = side * side, ld = (size_t)s->height;
    for (int32_t k = s->item; k < s->item_end; k++) {
        const tmiFrontalItem *it = &f->item[k];
        const double *own = blocks + square * (4 * (size_t)it->pair);
        size_t at = s->panel + side * ((size_t)it->row + (size_t)it->col * ld);
        /* Of a symmetric matrix the block of kind 3 is the transpose of that of kind 2. */
        bool turned = symmetric && it->kind == 3;
        size_t lower = turned ? 2 : (size_t)it->kind;
        add_block(f->lower + at, ld, own + square * lower, side, f->size, turned);
        if (!symmetric) {
            size_t upper = it->kind < 2 ? (size_t)it->kind : 5 - (size_t)it->kind;
            add_block(f->upper + at, ld, own + square * upper, side, f->size, true);
        }
    }
}

/* Adds the update of child c: to the panel what is in its columns, to the update the rest. */
static void add_child(tmiFrontal *f, const tmiFrontalNode *s, const tmiFrontalNode *c,
                      bool symmetric) {
    size_t side = (size_t)f->size, ld = (size_t)s->height, up = (size_t)s->update_height;
    size_t child_ld = (size_t)c->update_height;
    const int32_t *map = f->map + c->rows;
    for (int32_t j = 0; j < c->below; j++) {
        bool in = map[j] < s->pivots;
        for (int32_t i = symmetric || in ? j : 0; i < c->below; i++) {
            if (!in && map[i] < s->pivots) {
                continue;
            }
            const double *from = f->update + c->update + side * ((size_t)i + (size_t)j * child_ld);
            if (!in) {
                size_t row = (size_t)(map[i] - s->pivots), col = (size_t)(map[j] - s->pivots);
                add_block(f->update + s->update + side * (row + col * up), up, from, child_ld,
                          f->size, false);
                continue;
            }
            size_t at = s->panel + side * ((size_t)map[i] + (size_t)map[j] * ld);
            add_block(f->lower + at, ld, from, child_ld, f->size, false);
            if (!symmetric) {
                const double *across =
                    f->update + c->update + side * ((size_t)j + (size_t)i * child_ld);
                add_block(f->upper + at, ld, across, child_ld, f->size, true);
            }
        }
    }
}

static void assemble(tmiFrontal *f, const tmiFrontalNode *s, const double *blocks, bool symmetric) {
    int32_t p = f->size * s->pivots;
    size_t bytes = (size_t)s->height * (size_t)((p + 3) & ~3) * sizeof *f->lower;
    size_t up = (size_t)s->update_height;
    memset(f->lower + s->panel, 0, bytes);
    memset(f->update + s->update, 0, up * up * sizeof *f->update);
    if (!symmetric) {
        memset(f->upper + s->panel, 0, bytes);
    }
    for (int32_t i = 0; i < p; i++) {
        size_t at = s->panel + (size_t)i * ((size_t)s->height + 1);
        f->lower[at] = 1.0;
        f->upper[at] = symmetric ? f->upper[at] : 1.0;
    }
    add_items(f, s, blocks, symmetric);
    for (int32_t c = s->child; c >= 0; c = f->node[c].sibling) {
        add_child(f, s, &f->node[c], symmetric);
    }
}

TMI_INLINE bool eliminate(tmiFrontal *f, const tmiFrontalNode *s, bool symmetric, int fours) {
    int32_t p = f->size * s->pivots, up = s->update_height;
    double *l = f->lower + s->panel, *u = f->upper + s->panel, *to = f->update + s->update;
    bool good = symmetric ? factor_symmetric(l, p, s->height, fours)
                          : factor_general(l, u, p, s->height, fours);
    if (good && up > 0) {
        multiply(up, up, p, l + p, (symmetric ? l : u) + p, (size_t)s->height, to, (size_t)up,
                 symmetric, fours);
    }
    return good;
}

TMI_WIDE static bool eliminate_wide(tmiFrontal *f, const tmiFrontalNode *s, bool symmetric) {
    return eliminate(f, s, symmetric, 2);
}

static bool eliminate_plain(tmiFrontal *f, const tmiFrontalNode *s, bool symmetric) {
    return eliminate(f, s, symmetric, 1);
}

void tmi_frontal_touch(tmiFrontal *f, int32_t first, int32_t second) {
    f->node[f->node_of[f->place[first]]].stale = true;
    if (second >= 0) {
        f->node[f->node_of[f->place[second]]].stale = true;
    }
}

bool tmi_frontal_factor(tmiFrontal *f, const double *blocks, bool symmetric) {
    bool all = !f->factored || f->symmetric != symmetric, wide = tmi_is_wide();
    f->factored = false;
    for (int32_t i = 0; i < f->node_count; i++) {
        tmiFrontalNode *s = &f->node[i];
        s->stale = s->stale || all;
        if (!s->stale) {
            continue;
        }
        if (s->parent >= 0) {
            f->node[s->parent].stale = true;
        }
        assemble(f, s, blocks, symmetric);
        if (!(wide ? eliminate_wide : eliminate_plain)(f, s, symmetric)) {
            return false;
        }
    }
    for (int32_t i = 0; i < f->node_count; i++) {
        f->node[i].stale = false;
    }
    f->symmetric = symmetric;
    f->factored = true;
    return true;
}

/* ---- Solutions ------------------------------------------------------------------------------- */

static void forward(tmiFrontal *f, const tmiFrontalNode *s) {
    int32_t p = f->size * s->pivots, q = f->size * s->below;
    double *y = f->x + (size_t)f->size * (size_t)s->first, *t = f->t;
    memset(t, 0, (size_t)q * sizeof *t);
    for (int32_t j = 0; j < p; j++) {
        const double *column = f->lower + s->panel + (size_t)j * (size_t)s->height;
        double v = y[j] /= column[j];
        for (int32_t i = j + 1; i < p; i++) {
            y[i] -= v * column[i];
        }
        for (int32_t i = 0; i < q; i++) {
            t[i] += v * column[p + i];
        }
    }
    for (int32_t i = 0; i < q; i++) {
        f->x[f->size * f->row[s->rows + i / f->size] + i % f->size] -= t[i];
    }
}

/* Four sums at a time, in one order. */
static double dot(const double *a, const double *b, int32_t count) {
    four sums = {0};
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        sums += *(const four *)(a + i) * *(const four *)(b + i);
    }
    double sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (; i < count; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void backward(tmiFrontal *f, const tmiFrontalNode *s) {
    int32_t p = f->size * s->pivots, q = f->size * s->below;
    double *y = f->x + (size_t)f->size * (size_t)s->first, *t = f->t;
    memcpy(t, y, (size_t)p * sizeof *t);
    for (int32_t i = 0; i < q; i++) {
        t[p + i] = f->x[f->size * f->row[s->rows + i / f->size] + i % f->size];
    }
    const double *panel = (f->symmetric ? f->lower : f->upper) + s->panel;
    for (int32_t j = p - 1; j >= 0; j--) {
        const double *column = panel + (size_t)j * (size_t)s->height;
        t[j] = (t[j] - dot(column + j + 1, t + j + 1, p + q - j - 1)) / column[j];
    }
    memcpy(y, t, (size_t)p * sizeof *t);
}

void tmi_frontal_solve(tmiFrontal *f, double *b) {
    size_t side = (size_t)f->size;
    for (int32_t i = 0; i < f->n; i++) {
        memcpy(f->x + side * (size_t)f->place[i], b + side * (size_t)i, side * sizeof *b);
    }
    for (int32_t i = 0; i < f->node_count; i++) {
        forward(f, &f->node[i]);
    }
    for (int32_t i = f->node_count - 1; i >= 0; i--) {
        backward(f, &f->node[i]);
    }
    for (int32_t i = 0; i < f->n; i++) {
        memcpy(b + side * (size_t)i, f->x + side * (size_t)f->place[i], side * sizeof *b);
    }
}
