/* sparse_least_norm_analyse.c: which rows of J meet in which entry of S = J W^-1 J^T, compiled once
 * into a list of products. Nothing in here looks at a value. */
#include "numeric/sparse/sparse.h"

#define NONE (-1)

/* While the pairs of rows with a common unknown are listed. */
typedef struct pairing {
    tmiPattern columns;  /* J^T */
    const int32_t *from; /* which entry of J each of its entries is */
    int32_t *row;        /* of each row b: last row a that it was paired with */
    int32_t *entry;      /* of each row b: the entry (a, b) of S */
    int32_t *p;          /* of each row b: where the last product of (a, b) ends */
    int32_t *q;
    int32_t *start;         /* S by rows, columns out of order; null while they are counted */
    int32_t *index;         /* … */
    tmiRowProduct *product; /* …; slot holds the number of the entry of S */
    int64_t entries;
    int64_t products;
} pairing;

/* Adds the term (p, q) to entry (a, b) of S: a new entry, a new product or one more term. */
static void add_term(pairing *m, int32_t a, int32_t b, int32_t p, int32_t q) {
    bool fresh = m->row[b] != a;
    if (fresh) {
        m->row[b] = a;
        m->entry[b] = (int32_t)m->entries;
        if (m->index) {
            m->index[m->entries] = b;
        }
        m->entries++;
    }
    /* Terms of other rows lie between, so the product to extend is found by its end, kept for b. */
    if (fresh || m->p[b] != p || m->q[b] != q) {
        if (m->product) {
            m->product[m->products] = (tmiRowProduct){m->entry[b], p, q, 0};
        }
        m->products++;
    }
    m->p[b] = p + 1;
    m->q[b] = q + 1;
}

/* Goes through all pairs of entries in a common column, row a >= row b. */
static tmStatus pair_rows(pairing *m, const tmiPattern *j) {
    m->entries = 0;
    m->products = 0;
    for (int32_t b = 0; b < j->rows; b++) {
        m->row[b] = NONE;
    }
    for (int32_t a = 0; a < j->rows; a++) {
        if (m->start) {
            m->start[a] = (int32_t)m->entries;
        }
        for (int32_t p = j->start[a]; p < j->start[a + 1]; p++) {
            int32_t column = j->index[p];
            for (int32_t k = m->columns.start[column]; k < m->columns.start[column + 1]; k++) {
                if (m->columns.index[k] > a) {
                    break;
                }
                add_term(m, a, m->columns.index[k], p, m->from[k]);
            }
        }
        if (m->entries > TMI_SPARSE_ENTRY_LIMIT || m->products > TMI_SPARSE_ENTRY_LIMIT) {
            return TM_ERR_LIMIT;
        }
    }
    if (m->start) {
        m->start[j->rows] = (int32_t)m->entries;
    }
    return TM_OK;
}

/* Products of one entry that follow each other in J were started again for each run only; their
 * lengths are found by a second look, as the distance to where the rows part again. */
static int32_t common_run(const tmiPattern *j, int32_t p, int32_t p_end, int32_t q, int32_t q_end) {
    int32_t count = 0;
    while (p + count < p_end && q + count < q_end && j->index[p + count] == j->index[q + count]) {
        count++;
    }
    return count;
}

/* Gives every product its length. Row b of a product is the column of its entry of S. */
static void measure_products(const pairing *m, const tmiPattern *j) {
    int32_t a = 0;
    for (int64_t k = 0; k < m->products; k++) {
        tmiRowProduct *product = &m->product[k];
        while (product->p >= j->start[a + 1]) {
            a++;
        }
        int32_t b = m->index[product->slot];
        product->count = common_run(j, product->p, j->start[a + 1], product->q, j->start[b + 1]);
    }
}

static tmStatus list_products(pairing *m, tmiArena *arena, tmiArena *scratch, const tmiPattern *j) {
    size_t rows = (size_t)j->rows;
    int32_t *from = NULL;
    tmStatus status = tmi_pattern_transpose(scratch, j, &m->columns, &from);
    m->from = from;
    m->row = tmi_arena_alloc(scratch, rows, sizeof *m->row);
    m->entry = tmi_arena_alloc(scratch, rows, sizeof *m->entry);
    m->p = tmi_arena_alloc(scratch, rows, sizeof *m->p);
    m->q = tmi_arena_alloc(scratch, rows, sizeof *m->q);
    if (status != TM_OK || !m->row || !m->entry || !m->p || !m->q) {
        return TM_ERR_MEMORY;
    }
    status = pair_rows(m, j);
    if (status != TM_OK) {
        return status;
    }
    m->start = tmi_arena_alloc(scratch, rows + 1, sizeof *m->start);
    m->index = tmi_arena_alloc(scratch, (size_t)m->entries, sizeof *m->index);
    m->product = tmi_arena_alloc(arena, (size_t)m->products, sizeof *m->product);
    if (!m->start || !m->index || !m->product) {
        return TM_ERR_MEMORY;
    }
    status = pair_rows(m, j);
    measure_products(m, j);
    return status;
}

/* Analyses S and lets the products point into its factor. Transposing twice sorts the rows. */
static tmStatus analyse_normal(tmiSparseLeastNorm *s, tmiArena *arena, tmiArena *scratch,
                               const pairing *m) {
    int32_t rows = s->j.rows;
    tmiPattern unsorted = {rows, rows, m->start, m->index};
    tmiPattern upper, lower;
    int32_t *from_unsorted = NULL;
    int32_t *from_upper = NULL;
    tmStatus status = tmi_pattern_transpose(scratch, &unsorted, &upper, &from_unsorted);
    status = status == TM_OK ? tmi_pattern_transpose(scratch, &upper, &lower, &from_upper) : status;
    int32_t *slot = tmi_arena_alloc(scratch, (size_t)m->entries, sizeof *slot);
    int8_t *signs = tmi_arena_alloc(scratch, (size_t)rows, sizeof *signs);
    if (status != TM_OK || !slot || !signs) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < rows; i++) {
        signs[i] = 1;
    }
    status = tmi_sparse_ldlt_analyse(&s->normal, arena, &lower, NULL, signs);
    if (status != TM_OK) {
        return status;
    }
    for (int64_t k = 0; k < m->entries; k++) {
        slot[from_unsorted[from_upper[k]]] = s->normal.slot[k];
    }
    for (int64_t k = 0; k < m->products; k++) {
        m->product[k].slot = slot[m->product[k].slot];
    }
    s->product = m->product;
    s->product_count = (int32_t)m->products;
    return TM_OK;
}

static tmStatus allocate_numbers(tmiSparseLeastNorm *s, tmiArena *arena) {
    size_t rows = (size_t)s->j.rows;
    size_t cols = (size_t)s->j.cols;
    size_t entries = (size_t)tmi_pattern_entries(&s->j);
    s->a = tmi_arena_alloc(arena, entries, sizeof *s->a);
    s->b = tmi_arena_alloc(arena, entries, sizeof *s->b);
    s->scaled = tmi_arena_alloc(arena, entries, sizeof *s->scaled);
    s->unit = tmi_arena_alloc(arena, cols, sizeof *s->unit);
    s->trial = tmi_arena_alloc(arena, cols, sizeof *s->trial);
    s->best = tmi_arena_alloc(arena, cols, sizeof *s->best);
    s->row_scale = tmi_arena_alloc(arena, rows, sizeof *s->row_scale);
    s->right = tmi_arena_alloc(arena, rows, sizeof *s->right);
    s->residual = tmi_arena_alloc(arena, rows, sizeof *s->residual);
    s->bound = tmi_arena_alloc(arena, rows, sizeof *s->bound);
    s->y = tmi_arena_alloc(arena, rows, sizeof *s->y);
    bool complete = s->a && s->b && s->scaled && s->unit && s->trial && s->best && s->row_scale &&
                    s->right && s->residual && s->bound && s->y;
    return complete ? TM_OK : TM_ERR_MEMORY;
}

tmStatus tmi_sparse_least_norm_analyse(tmiSparseLeastNorm *s, tmiArena *arena,
                                       const tmiPattern *j) {
    if (!s || !arena) {
        return TM_ERR_ARGUMENT;
    }
    *s = (tmiSparseLeastNorm){0};
    tmStatus status = tmi_pattern_check(j);
    if (status != TM_OK) {
        return status;
    }
    tmiArenaMark mark = tmi_arena_mark(arena);
    tmiArena scratch;
    tmi_arena_init(&scratch, arena->allocator);
    pairing m = {0};
    status = tmi_pattern_copy(arena, j, &s->j);
    status = status == TM_OK ? list_products(&m, arena, &scratch, j) : status;
    status = status == TM_OK ? analyse_normal(s, arena, &scratch, &m) : status;
    status = status == TM_OK ? allocate_numbers(s, arena) : status;
    tmi_arena_clear(&scratch);
    if (status != TM_OK) {
        tmi_arena_release(arena, mark);
        *s = (tmiSparseLeastNorm){0};
    }
    return status;
}
