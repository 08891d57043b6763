/* bits.c: solves random problems with every kernel and hashes the results; see tm_bits_hash.
 *
 * Each problem has its own random numbers and its own hash, made from its number alone, and the
 * hashes are folded in the order of the numbers: so neither the number of threads nor their order
 * can matter. */
#include "numeric/numeric.h"

#include <string.h>

/* Problems that one task solves: enough to hide the cost of handing it out. */
#define BATCH 16

/* Angles at once: more than one of tmi_sincos_many's blocks. */
#define ANGLES 37

/* Right-hand sides at once. */
#define SIDES 3

/* Sizes of the dense problems go from 1 to DENSE_MAX, of chains to CHAIN_MAX links. */
#define DENSE_MAX 12
#define CHAIN_MAX 24

typedef struct Problem {
    uint64_t random; /* state of splitmix64 */
    uint64_t hash;
} Problem;

/* splitmix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next_random(Problem *p) {
    uint64_t z = (p->random += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* In -1 … 1. */
static double uniform(Problem *p) {
    return (double)(int64_t)(next_random(p) >> 11) * 0x1p-52 - 1.0;
}

static int32_t between(Problem *p, int32_t low, int32_t high) {
    return low + (int32_t)(next_random(p) % (uint64_t)(high - low + 1));
}

static void fill(Problem *p, double *values, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        values[i] = uniform(p);
    }
}

/* Folds the outcome and, where there is one, the answer. */
static void fold(Problem *p, tmStatus status, const double *values, int32_t count) {
    p->hash = tmi_hash_word(p->hash, (uint64_t)status);
    if (status == TM_OK) {
        p->hash = tmi_hash_doubles(p->hash, values, (size_t)count);
    }
}

/* Angles of every size: near 1, up to 2^40, and any double at all. */
static void elementary(Problem *p) {
    double x[3] = {4.0 * uniform(p), 0x1p40 * uniform(p), 0.0};
    uint64_t bits = next_random(p);
    memcpy(&x[2], &bits, sizeof bits);
    double s[3], c[3];
    tmi_sincos_many(x, s, c, 3);
    fold(p, TM_OK, s, 3);
    fold(p, TM_OK, c, 3);
    const double more[] = {tmi_sin(x[0]), tmi_cos(x[1]), tmi_atan2(x[0], x[1]),
                           tmi_atan2(x[2], x[0]), tmi_hypot(x[0], x[2])};
    fold(p, TM_OK, more, 5);

    double angles[ANGLES], sines[ANGLES], cosines[ANGLES];
    for (int32_t i = 0; i < ANGLES; i++) {
        angles[i] = 1e6 * uniform(p);
    }
    tmi_sincos_many(angles, sines, cosines, ANGLES);
    fold(p, TM_OK, sines, ANGLES);
    fold(p, TM_OK, cosines, ANGLES);
}

/* Exponents of every size, and numbers of every size for logarithms; powers of both. */
static void exponentials(Problem *p) {
    double x = 30.0 * uniform(p), y = 760.0 * uniform(p), any;
    uint64_t bits = next_random(p);
    memcpy(&any, &bits, sizeof bits);
    double near_one = 1.0 + 0.01 * uniform(p), size = any < 0.0 ? -any : any;
    const double results[] = {tmi_exp(x),
                              tmi_exp(y),
                              tmi_exp(any),
                              tmi_log(near_one),
                              tmi_log(size),
                              tmi_log10(near_one),
                              tmi_log10(size),
                              tmi_pow(size, 0.01 * x),
                              tmi_pow(2.0, 1.5 * y),
                              tmi_pow(near_one, 1e4 * x),
                              tmi_pow(any, any),
                              tmi_sinh(x),
                              tmi_sinh(y),
                              tmi_cosh(x),
                              tmi_cosh(y),
                              tmi_tanh(x),
                              tmi_sinh(0.01 * x),
                              tmi_tanh(0.01 * x),
                              tmi_tan(x),
                              tmi_tan(any),
                              tmi_asin(x / 30.0),
                              tmi_acos(x / 30.0),
                              tmi_acos(0.999 + 0.0001 * x)};
    fold(p, TM_OK, results, (int32_t)(sizeof results / sizeof results[0]));
}

static void square_systems(Problem *p) {
    double a[DENSE_MAX * DENSE_MAX], copy[DENSE_MAX * DENSE_MAX], b[DENSE_MAX];
    double work[8 * DENSE_MAX], rcond = 0.0;
    int32_t ints[DENSE_MAX];
    int32_t n = between(p, 1, DENSE_MAX);
    fill(p, a, n * n);
    fill(p, b, n);
    memcpy(copy, a, sizeof copy);
    tmiLu lu;
    tmStatus status = tmi_lu_factor(tmi_matrix(a, n, n), ints, &lu);
    if (status == TM_OK && tmi_lu_rcond_workspace(n) <= sizeof work / sizeof work[0]) {
        status = tmi_lu_rcond(&lu, work, &rcond);
    }
    fold(p, status, &rcond, 1);
    fold(p, status == TM_OK ? tmi_lu_solve(&lu, b) : status, b, n);
    double sides[DENSE_MAX * SIDES];
    fill(p, sides, n * SIDES);
    tmiMatrix many = tmi_matrix(sides, n, SIDES);
    fold(p, status == TM_OK ? tmi_lu_solve_many(&lu, many) : status, sides, n * SIDES);

    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < i; j++) {
            copy[i * n + j] = copy[j * n + i];
        }
    }
    tmiLdlt ldlt;
    tmiInertia signs = {0, 0, 0};
    status = tmi_ldlt_factor(tmi_matrix(copy, n, n), ints, &ldlt);
    if (status == TM_OK) {
        status = tmi_ldlt_inertia(&ldlt, 0.0, &signs);
    }
    p->hash = tmi_hash_ints(p->hash, (const int32_t[]){signs.positive, signs.negative}, 2);
    fold(p, status == TM_OK ? tmi_ldlt_solve(&ldlt, b) : status, b, n);
}

/* Rectangular, and one time in four of deficient rank. */
static tmStatus rectangular_systems(Problem *p, tmiArena *arena) {
    double a[DENSE_MAX * DENSE_MAX], b[DENSE_MAX], weights[DENSE_MAX], x[DENSE_MAX];
    double s[DENSE_MAX], u[DENSE_MAX * DENSE_MAX], v[DENSE_MAX * DENSE_MAX];
    int32_t m = between(p, 1, DENSE_MAX), n = between(p, 1, DENSE_MAX);
    double *work = tmi_arena_alloc(
        arena, tmi_max_count(tmi_least_norm_workspace(m, n), tmi_svd_workspace(m, n)),
        sizeof *work);
    int32_t *ints = tmi_arena_alloc(
        arena, tmi_max_count(tmi_least_norm_int_workspace(m, n), tmi_svd_int_workspace(m, n)),
        sizeof *ints);
    if (!work || !ints) {
        return TM_ERR_MEMORY;
    }
    fill(p, a, m * n);
    fill(p, b, m);
    for (int32_t j = 0; j < n; j++) {
        weights[j] = 1.5 + uniform(p);
    }
    if (m > 1 && next_random(p) % 4 == 0) {
        memcpy(a, a + n, sizeof *a * (size_t)n);
    }
    tmiLeastNormInfo info = {0};
    tmStatus status = tmi_least_norm(tmi_matrix(a, m, n), b, weights, -1.0, work, ints, x, &info);
    fold(p, status, x, n);
    fold(p, status, &info.residual, 1);
    p->hash = tmi_hash_word(p->hash, (uint64_t)info.rank);

    int32_t min = m < n ? m : n;
    tmiMatrix left = tmi_matrix(u, m, min), right = tmi_matrix(v, n, min);
    status = tmi_svd(tmi_matrix(a, m, n), &left, s, &right, work, ints, NULL);
    fold(p, status, s, min);
    fold(p, status, u, m * min);
    fold(p, status, v, n * min);
    return TM_OK;
}

/* A chain of links, each row of J across two neighbours, as the least-norm step of a linkage has
 * it; and J J^T plus a diagonal as a sparse symmetric system. */
static tmStatus chains(Problem *p, tmiArena *arena) {
    int32_t links = between(p, 2, CHAIN_MAX), rows = 2 * (links - 1), cols = 3 * links;
    int32_t start[2 * CHAIN_MAX + 1] = {0}, index[12 * CHAIN_MAX];
    double values[12 * CHAIN_MAX], r[2 * CHAIN_MAX], x[3 * CHAIN_MAX];
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t k = 0; k < 6; k++) {
            index[6 * row + k] = 3 * (row / 2) + k;
        }
        start[row + 1] = 6 * (row + 1);
    }
    fill(p, values, 6 * rows);
    fill(p, r, rows);
    tmiSparseLeastNorm s;
    const tmiPattern j = {rows, cols, start, index};
    tmStatus status = tmi_sparse_least_norm_analyse(&s, arena, &j);
    if (status != TM_OK) {
        return status;
    }
    status = tmi_sparse_least_norm_factor(&s, values, NULL);
    fold(p, status == TM_OK ? tmi_sparse_least_norm_solve(&s, values, r, x, NULL) : status, x,
         cols);

    /* Lower triangle of a band of width three with signs at random. */
    int32_t entries = 0;
    for (int32_t row = 0; row < links; row++) {
        start[row] = entries;
        for (int32_t k = row < 2 ? 0 : row - 2; k <= row; k++) {
            index[entries] = k;
            values[entries++] = uniform(p);
        }
    }
    start[links] = entries;
    tmiSparseLdlt ldlt;
    const tmiPattern band = {links, links, start, index};
    status = tmi_sparse_ldlt_analyse(&ldlt, arena, &band, NULL, NULL);
    if (status != TM_OK) {
        return status;
    }
    status = tmi_sparse_ldlt_factor(&ldlt, values, NULL);
    fold(p, status == TM_OK ? tmi_sparse_ldlt_solve(&ldlt, values, r, x, NULL) : status, x, links);
    return TM_OK;
}

/* y_i' = a_i y_(i+1) - b_i y_i^2 + t, in a ring. */
typedef struct Ring {
    int32_t n;
    double a[DENSE_MAX], b[DENSE_MAX];
} Ring;

static tmStatus ring_rate(void *user, double t, const double *y, double *rate) {
    const Ring *r = user;
    for (int32_t i = 0; i < r->n; i++) {
        rate[i] = r->a[i] * y[(i + 1) % r->n] - r->b[i] * y[i] * y[i] + t;
    }
    return TM_OK;
}

/* A few rounds from the guess: what they give need not be the solution. */
static tmStatus ring_stage(void *user, double t, const double *base, double hg, double *rate) {
    const Ring *r = user;
    for (int32_t round = 0; round < 4; round++) {
        double y[DENSE_MAX];
        for (int32_t i = 0; i < r->n; i++) {
            y[i] = base[i] + hg * rate[i];
        }
        ring_rate(user, t, y, rate);
    }
    return TM_OK;
}

/* The first number of the interpolant. */
static double ring_first(void *user, double part) {
    double y[DENSE_MAX];
    tmi_rk_dense_at(user, part, y);
    return y[0];
}

/* A step of h from y, with its error, its interpolant, and where that changes its sign. */
static void integrate(Problem *p, tmiRk *rk, Ring *ring, const double *y, double t, double h) {
    double out[DENSE_MAX], rate[DENSE_MAX], scale[DENSE_MAX];
    for (int32_t i = 0; i < ring->n; i++) {
        scale[i] = 1.5 + uniform(p);
    }
    ring_rate(ring, t, y, rk->k);
    tmStatus status = tmi_rk_step(rk, ring_rate, ring_stage, ring, t, y, h, out);
    fold(p, status, out, ring->n);
    if (status != TM_OK) {
        return;
    }
    ring_rate(ring, t + h, out, rate);
    const double numbers[] = {tmi_rk_error(rk, scale), tmi_rk_stiffness(rk, out, rate)};
    fold(p, TM_OK, numbers, 2);
    tmiBracket bracket = {0.0, 1.0, y[0], out[0]};
    status = tmi_rk_dense_make(rk, ring_rate, ring, y, out, rate);
    if (status == TM_OK) {
        tmi_rk_dense_at(rk, 0.7, out);
    }
    fold(p, status, out, ring->n);
    fold(p, tmi_root(ring_first, rk, 1e-9, 50, &bracket), &bracket.after, 1);
}

static tmStatus integrations(Problem *p, tmiArena *arena) {
    Ring ring = {.n = between(p, 1, DENSE_MAX)};
    double y[DENSE_MAX], t = uniform(p), h = 0.5 * uniform(p);
    fill(p, ring.a, ring.n);
    fill(p, ring.b, ring.n);
    fill(p, y, ring.n);
    for (tmiRkMethod method = 0; method < TMI_RK_METHODS; method++) {
        double *work = tmi_arena_alloc(arena, tmi_rk_workspace(method, ring.n), sizeof *work);
        if (!work) {
            return TM_ERR_MEMORY;
        }
        tmiRk rk;
        tmi_rk_init(&rk, method, ring.n, work);
        integrate(p, &rk, &ring, y, t, h);
    }
    return TM_OK;
}

typedef struct Work {
    tmAllocator allocator;
    uint64_t seed;
    int32_t problems;
    uint64_t *hashes;   /* of each problem */
    tmStatus *statuses; /* of each batch */
} Work;

static tmStatus solve(const Work *w, tmiArena *arena, int32_t number, uint64_t *hash) {
    tmiArenaMark mark = tmi_arena_mark(arena);
    Problem p = {.random = tmi_hash_word(w->seed, (uint64_t)number), .hash = TMI_HASH_START};
    elementary(&p);
    exponentials(&p);
    square_systems(&p);
    tmStatus status = rectangular_systems(&p, arena);
    if (status == TM_OK) {
        status = chains(&p, arena);
    }
    if (status == TM_OK) {
        status = integrations(&p, arena);
    }
    tmi_arena_release(arena, mark);
    *hash = p.hash;
    return status;
}

static void solve_batch(void *context, int32_t batch) {
    const Work *w = context;
    tmiArena arena;
    tmi_arena_init(&arena, w->allocator);
    tmStatus status = TM_OK;
    int32_t first = batch * BATCH;
    int32_t last = w->problems - first < BATCH ? w->problems : first + BATCH;
    for (int32_t i = first; i < last && status == TM_OK; i++) {
        status = solve(w, &arena, i, &w->hashes[i]);
    }
    tmi_arena_clear(&arena);
    w->statuses[batch] = status;
}

static tmStatus run(Work *w, const tmParallel *parallel, int32_t batches, uint64_t *hash) {
    if (parallel && parallel->run) {
        parallel->run(parallel->user, batches, solve_batch, w);
    } else {
        for (int32_t i = 0; i < batches; i++) {
            solve_batch(w, i);
        }
    }
    uint64_t all = tmi_hash_word(TMI_HASH_START, w->seed);
    for (int32_t i = 0; i < batches; i++) {
        if (w->statuses[i] != TM_OK) {
            return w->statuses[i];
        }
    }
    for (int32_t i = 0; i < w->problems; i++) {
        all = tmi_hash_word(all, w->hashes[i]);
    }
    *hash = all;
    return TM_OK;
}

tmStatus tm_bits_hash(const tmAllocator *allocator, const tmParallel *parallel, int32_t problems,
                      uint64_t seed, uint64_t *hash) {
    if (problems < 0 || !hash) {
        return TM_ERR_ARGUMENT;
    }
    if (problems > TM_BITS_LIMIT) {
        return TM_ERR_LIMIT;
    }
    Work w = {.allocator = tmi_allocator_or_default(allocator), .seed = seed, .problems = problems};
    tmiArena arena;
    tmi_arena_init(&arena, w.allocator);
    int32_t batches = (problems + BATCH - 1) / BATCH;
    w.hashes = tmi_arena_alloc(&arena, (size_t)problems, sizeof *w.hashes);
    w.statuses = tmi_arena_alloc(&arena, (size_t)batches, sizeof *w.statuses);
    tmStatus status = w.hashes && w.statuses ? run(&w, parallel, batches, hash) : TM_ERR_MEMORY;
    tmi_arena_clear(&arena);
    return status;
}
