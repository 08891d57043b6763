/* fuzz_kernels.c: bytes become matrices of any shape with any numbers in them, NaN, infinities and
 * subnormals included; every kernel must answer with a status, and TM_OK only with finite numbers.
 * libFuzzer makes the bytes; the sanitizers watch. */
#include "numeric/lcp/lcp.h"
#include "numeric/numeric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_MAX 9
#define LINKS_MAX 12

typedef struct Bytes {
    const uint8_t *at;
    size_t left;
} Bytes;

static uint8_t take(Bytes *bytes) {
    if (bytes->left == 0) {
        return 0;
    }
    bytes->left--;
    return *bytes->at++;
}

/* Mostly small whole numbers, so that ranks drop and pivots cancel; sometimes any double. */
static double take_number(Bytes *bytes) {
    uint8_t kind = take(bytes);
    if (kind < 200) {
        return (double)(kind % 7) - 3.0;
    }
    if (kind < 240) {
        return ((double)take(bytes) - 128.0) * (kind & 1 ? 1e-9 : 1e9);
    }
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) {
        bits = bits << 8 | take(bytes);
    }
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static void require_finite(tmStatus status, const double *x, int32_t count) {
    double max_abs;
    require(status < TM_STATUS_COUNT);
    require(status != TM_OK || tmi_vector_max_abs(x, count, &max_abs) == TM_OK);
}

static void dense(Bytes *bytes, tmiArena *arena) {
    int32_t m = take(bytes) % (SIDE_MAX + 1), n = take(bytes) % (SIDE_MAX + 1);
    double a[SIDE_MAX * SIDE_MAX], b[SIDE_MAX], copy[SIDE_MAX * SIDE_MAX];
    double x[SIDE_MAX], weights[SIDE_MAX], s[SIDE_MAX], tau[SIDE_MAX], rcond;
    int32_t ints[SIDE_MAX];
    for (int32_t i = 0; i < m * n; i++) {
        a[i] = take_number(bytes);
    }
    for (int32_t i = 0; i < SIDE_MAX; i++) {
        b[i] = take_number(bytes);
        weights[i] = take_number(bytes);
    }
    tmiMatrix view = tmi_matrix(a, m, n), other = tmi_matrix(copy, m, n);
    double *work = tmi_arena_alloc(arena, 4096, sizeof *work);
    int32_t *more = tmi_arena_alloc(arena, 1024, sizeof *more);
    require(work && more && tmi_svd_workspace(m, n) <= 4096 &&
            tmi_least_norm_workspace(m, n) <= 4096 && tmi_svd_int_workspace(m, n) <= 1024 &&
            tmi_least_norm_int_workspace(m, n) <= 1024 && tmi_lu_rcond_workspace(m) <= 4096);
    tmiLeastNormInfo info;
    require_finite(tmi_least_norm(view, b, weights, -1.0, work, more, x, &info), x, n);
    require_finite(tmi_least_norm(view, b, NULL, 1e-9, work, more, x, &info), x, n);
    double u[SIDE_MAX * SIDE_MAX], v[SIDE_MAX * SIDE_MAX];
    int32_t min = m < n ? m : n;
    tmiMatrix left = tmi_matrix(u, m, min), right = tmi_matrix(v, n, min);
    tmStatus done = tmi_svd(view, &left, s, &right, work, more, NULL);
    require_finite(done, s, min);
    require_finite(done, u, m * min);
    require_finite(done, v, n * min);
    tmiQr qr;
    memcpy(copy, a, sizeof a);
    memcpy(x, b, sizeof b);
    if (tmi_qr_factor(other, tau, ints, work, &qr) == TM_OK) {
        require_finite(tmi_qr_apply_qt(&qr, tmi_matrix(x, m, 1), work), x, m);
        require_finite(tmi_qr_solve_r(&qr, tmi_qr_rank(&qr, -1.0), x), x, tmi_qr_rank(&qr, -1.0));
    }
    tmiLu lu;
    memcpy(copy, a, sizeof a);
    memcpy(x, b, sizeof b);
    tmStatus status = tmi_lu_factor(other, ints, &lu);
    require(m == n || status != TM_OK);
    if (status == TM_OK) {
        require_finite(tmi_lu_rcond(&lu, work, &rcond), &rcond, 1);
        require_finite(tmi_lu_solve(&lu, x), x, n);
    }
    tmiLdlt ldlt;
    memcpy(copy, a, sizeof a);
    memcpy(x, b, sizeof b);
    if (tmi_ldlt_factor(other, ints, &ldlt) == TM_OK) {
        require_finite(tmi_ldlt_solve(&ldlt, x), x, n);
    }
}

/* Patterns straight from the bytes: most are refused, some are not. */
static void sparse(Bytes *bytes, tmiArena *arena) {
    int32_t rows = take(bytes) % LINKS_MAX, cols = take(bytes) % LINKS_MAX;
    int32_t start[LINKS_MAX + 1] = {0}, index[4 * LINKS_MAX];
    double values[4 * LINKS_MAX], r[LINKS_MAX], x[LINKS_MAX];
    bool strict = take(bytes) % 4 == 0;
    for (int32_t i = 0; i < rows; i++) {
        start[i + 1] = start[i] + take(bytes) % 5;
        for (int32_t k = start[i]; k < start[i + 1] && k < 4 * LINKS_MAX; k++) {
            int32_t last = k > start[i] ? index[k - 1] : -1;
            index[k] = strict ? take(bytes) % 16 - 2 : last + 1 + take(bytes) % 3;
        }
        start[i + 1] = start[i + 1] > 4 * LINKS_MAX ? 4 * LINKS_MAX : start[i + 1];
    }
    for (int32_t i = 0; i < 4 * LINKS_MAX; i++) {
        values[i] = take_number(bytes);
    }
    for (int32_t i = 0; i < LINKS_MAX; i++) {
        r[i] = take_number(bytes);
    }
    const tmiPattern pattern = {rows, cols, start, index};
    double weights[LINKS_MAX];
    for (int32_t i = 0; i < LINKS_MAX; i++) {
        weights[i] = take_number(bytes);
    }
    tmiSparseLeastNorm norm;
    if (tmi_sparse_least_norm_analyse(&norm, arena, &pattern) == TM_OK &&
        tmi_sparse_least_norm_factor(&norm, values, take(bytes) % 2 ? weights : NULL) == TM_OK) {
        require_finite(tmi_sparse_least_norm_solve(&norm, values, r, x, NULL), x, cols);
    }
    tmiSparseLdlt ldlt;
    if (tmi_sparse_ldlt_analyse(&ldlt, arena, &pattern, NULL, NULL) == TM_OK &&
        tmi_sparse_ldlt_factor(&ldlt, values, NULL) == TM_OK) {
        require_finite(tmi_sparse_ldlt_solve(&ldlt, values, r, x, NULL), x, rows);
    }
}

/* y' = A y with any numbers in A. */
typedef struct Linear {
    int32_t n;
    double a[SIDE_MAX * SIDE_MAX];
} Linear;

static tmStatus linear_rate(void *user, double t, const double *y, double *rate) {
    const Linear *l = user;
    (void)t;
    for (int32_t i = 0; i < l->n; i++) {
        rate[i] = 0.0;
        for (int32_t j = 0; j < l->n; j++) {
            rate[i] += l->a[i * l->n + j] * y[j];
        }
    }
    return TM_OK;
}

/* One round from the guess. */
static tmStatus linear_stage(void *user, double t, const double *base, double hg, double *rate) {
    double y[SIDE_MAX];
    for (int32_t i = 0; i < ((const Linear *)user)->n; i++) {
        y[i] = base[i] + hg * rate[i];
    }
    return linear_rate(user, t, y, rate);
}

static double linear_first(void *user, double part) {
    double y[SIDE_MAX] = {0.0};
    tmi_rk_dense_at(user, part, y);
    return y[0];
}

/* Steps end with finite numbers or a status, and a root with a bracket that holds. */
static void integrate(Bytes *bytes, tmiArena *arena) {
    Linear l = {.n = take(bytes) % (SIDE_MAX + 1)};
    tmiRkMethod method = take(bytes) % TMI_RK_METHODS;
    double y[SIDE_MAX] = {0.0}, out[SIDE_MAX] = {0.0}, rate[SIDE_MAX], scale[SIDE_MAX];
    for (int32_t i = 0; i < l.n; i++) {
        y[i] = take_number(bytes);
        scale[i] = take_number(bytes);
        for (int32_t j = 0; j < l.n; j++) {
            l.a[i * l.n + j] = take_number(bytes);
        }
    }
    double t = take_number(bytes), h = take_number(bytes);
    double *work = tmi_arena_alloc(arena, tmi_rk_workspace(method, l.n) + 1, sizeof *work);
    require(work);
    tmiRk rk;
    tmi_rk_init(&rk, method, l.n, work);
    linear_rate(&l, t, y, rk.k ? rk.k : rate);
    tmStatus status = tmi_rk_step(&rk, linear_rate, linear_stage, &l, t, y, h, out);
    require_finite(status, out, l.n);
    if (status != TM_OK) {
        return;
    }
    require(tmi_rk_error(&rk, scale) >= 0.0);
    linear_rate(&l, t + h, out, rate);
    require(tmi_rk_dense_make(&rk, linear_rate, &l, y, out, rate) == TM_OK);
    tmiBracket b = {0.0, 1.0, y[0], out[0]};
    if (tmi_root(linear_first, &rk, 1e-6, 100, &b) == TM_OK) {
        require(b.after - b.before <= 1e-6 && b.after > b.before);
        require(y[0] < 0.0 ? b.value_before < 0.0 && b.value_after >= 0.0
                           : b.value_before > 0.0 && b.value_after <= 0.0);
    }
}

/* Complementarity problems with any numbers and bounds: what is called solved is. */
static void complementarity(Bytes *bytes, tmiArena *arena) {
    int32_t n = take(bytes) % 7;
    tmiLcpSettings s = tmi_lcp_settings((tmiLcpSolver)(take(bytes) % TMI_LCP_SOLVERS));
    double m[36], q[6], low[6], high[6], start[6], c[6], h[36], z[6], w[6];
    int32_t of[6];
    bool bounds = take(bytes) % 3 == 0;
    for (int32_t i = 0; i < n * n; i++) {
        m[i] = take_number(bytes);
        h[i] = i % (n + 1) == 0 ? (double)(take(bytes) % 3) : 0.0;
    }
    for (int32_t i = 0; i < n; i++) {
        q[i] = take_number(bytes);
        low[i] = bounds ? take_number(bytes) : 0.0;
        high[i] = bounds ? low[i] + (double)take(bytes) : (double)INFINITY;
        of[i] = bounds ? take(bytes) % 8 - 1 : -1;
        start[i] = take_number(bytes);
        c[i] = take_number(bytes);
    }
    tmiLcp p = {tmi_matrix(m, n, n), q, low, high, take(bytes) % 2 ? of : NULL};
    s.start = take(bytes) % 2 ? start : NULL;
    s.objective_c = take(bytes) % 2 ? c : NULL;
    s.objective_h = tmi_matrix(take(bytes) % 2 ? h : NULL, n, n);
    s.steps = take(bytes) % 4 ? 0 : 5;
    double *work = tmi_arena_alloc(arena, tmi_lcp_workspace(s.solver, n) + 1, sizeof *work);
    int32_t *ints = tmi_arena_alloc(arena, tmi_lcp_int_workspace(s.solver, n) + 1, sizeof *ints);
    require(work && ints);
    tmiLcpInfo info;
    if (tmi_lcp_solve(&p, &s, work, ints, z, w, &info) == TM_OK) {
        require_finite(TM_OK, z, n);
        require_finite(TM_OK, w, n);
        require(info.outcome < TMI_LCP_OUTCOMES);
        require(info.outcome != TMI_LCP_SOLVED || tmi_lcp_residual(&p, z) <= s.accept);
    }
}

/* The elementary functions stay in their ranges, and are NaN where they are not defined only. */
static void elementary(double x, double y) {
    double s, c, size = x < 0.0 ? -x : x;
    tmi_sincos(x, &s, &c);
    require(x - x != 0.0 || (s >= -1.0 && s <= 1.0 && c >= -1.0 && c <= 1.0));
    double angle = tmi_atan2(y, x);
    require(x != x || y != y || (angle >= -3.1415926535897932 && angle <= 3.1415926535897932));
    double tangent = tmi_tan(x), sine = tmi_asin(x), cosine = tmi_acos(x), power = tmi_pow(x, y);
    require((x - x == 0.0) == (tangent - tangent == 0.0));
    require(size <= 1.0 ? sine >= -1.5707963267948966 && sine <= 1.5707963267948966 : sine != sine);
    require(size <= 1.0 ? cosine >= 0.0 && cosine <= 3.1415926535897932 : cosine != cosine);
    double hyperbolic = tmi_tanh(x), logarithm = tmi_log(x);
    require(x != x || (tmi_exp(x) >= 0.0 && tmi_cosh(x) >= 1.0));
    require(x != x || (hyperbolic >= -1.0 && hyperbolic <= 1.0));
    require(x >= 0.0 ? logarithm <= 710.0 || x - x != 0.0 : logarithm != logarithm);
    require(power == power || x != x || y != y || x < 0.0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    tmiArena arena;
    tmi_arena_init(&arena, tm_allocator_default());
    double y = take_number(&bytes), x = take_number(&bytes);
    elementary(x, y);
    dense(&bytes, &arena);
    sparse(&bytes, &arena);
    integrate(&bytes, &arena);
    complementarity(&bytes, &arena);
    tmi_arena_clear(&arena);
    return 0;
}
