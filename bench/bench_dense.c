/* bench_dense.c: the dense kernels against LAPACK (OpenBLAS, one thread) at n = 3 … 200.
 *
 * Writes dense.csv: kernel, n, system, ns for one factorisation with its solve (or one
 * decomposition with both sets of vectors), ratio of that time to Trammel's, and the residual that
 * shows that the answer is one. LAPACK gets its fastest form: *_work functions, column-major data,
 * no search for NaN, and for the SVD and the least-norm problem both of its drivers. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "numeric/numeric.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ORDER_MAX 200
#define SECONDS_EACH 0.4

/* One problem, and room for every contender's answer. Least norm has n rows and 2 n columns. */
typedef struct problem {
    int32_t n;
    int32_t cols;
    double *a;      /* input, by rows */
    double *a_cols; /* the same, by columns */
    double *b;      /* right-hand side */
    double *work_a; /* matrix that the kernel overwrites */
    double *x;      /* solution, or singular values */
    double *u, *v;  /* singular vectors */
    double *work;
    int32_t *ints;
    int32_t work_size;
} problem;

static void *take(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        abort();
    }
    return memory;
}

static double next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53 - 0.5;
}

static void problem_fill(problem *p, int32_t n, int32_t cols, bool symmetric) {
    uint64_t state = (uint64_t)n;
    p->n = n;
    p->cols = cols;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < cols; j++) {
            bool mirrored = symmetric && j < i;
            p->a[i * cols + j] = mirrored ? p->a[j * cols + i] : next_random(&state);
            p->a_cols[j * n + i] = p->a[i * cols + j];
        }
        p->b[i] = next_random(&state);
    }
}

static void restore(problem *p, const double *a) {
    memcpy(p->work_a, a, (size_t)p->n * (size_t)p->cols * sizeof *a);
    memcpy(p->x, p->b, (size_t)p->n * sizeof *p->x);
}

static void lu_trammel(void *context) {
    problem *p = context;
    tmiLu lu;
    restore(p, p->a);
    tmi_lu_factor(tmi_matrix(p->work_a, p->n, p->n), p->ints, &lu);
    tmi_lu_solve(&lu, p->x);
}

static void lu_lapack(void *context) {
    problem *p = context;
    restore(p, p->a_cols);
    LAPACKE_dgesv_work(LAPACK_COL_MAJOR, p->n, 1, p->work_a, p->n, p->ints, p->x, p->n);
}

static void ldlt_trammel(void *context) {
    problem *p = context;
    tmiLdlt ldlt;
    restore(p, p->a);
    tmi_ldlt_factor(tmi_matrix(p->work_a, p->n, p->n), p->ints, &ldlt);
    tmi_ldlt_solve(&ldlt, p->x);
}

static void ldlt_lapack_lower(void *context) {
    problem *p = context;
    restore(p, p->a_cols);
    LAPACKE_dsysv_work(LAPACK_COL_MAJOR, 'L', p->n, 1, p->work_a, p->n, p->ints, p->x, p->n,
                       p->work, p->work_size);
}

static void ldlt_lapack_upper(void *context) {
    problem *p = context;
    restore(p, p->a_cols);
    LAPACKE_dsysv_work(LAPACK_COL_MAJOR, 'U', p->n, 1, p->work_a, p->n, p->ints, p->x, p->n,
                       p->work, p->work_size);
}

static void ldlt_lapack_rook(void *context) {
    problem *p = context;
    restore(p, p->a_cols);
    LAPACKE_dsysv_rook_work(LAPACK_COL_MAJOR, 'L', p->n, 1, p->work_a, p->n, p->ints, p->x, p->n,
                            p->work, p->work_size);
}

static void qr_trammel(void *context) {
    problem *p = context;
    tmiQr qr;
    double *tau = p->work;
    double *work = tau + p->n;
    restore(p, p->a);
    tmi_qr_factor(tmi_matrix(p->work_a, p->n, p->n), tau, p->ints, work, &qr);
    memcpy(p->v, p->b, (size_t)p->n * sizeof *p->v);
    tmi_qr_apply_qt(&qr, tmi_matrix(p->v, p->n, 1), work);
    tmi_qr_solve_r(&qr, p->n, p->v);
    for (int32_t i = 0; i < p->n; i++) {
        p->x[p->ints[i]] = p->v[i];
    }
}

static void qr_lapack(void *context) {
    problem *p = context;
    int32_t n = p->n;
    double *tau = p->u;
    restore(p, p->a_cols);
    memset(p->ints, 0, (size_t)n * sizeof *p->ints);
    LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, n, n, p->work_a, n, p->ints, tau, p->work, p->work_size);
    memcpy(p->v, p->b, (size_t)n * sizeof *p->v);
    LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', n, 1, n, p->work_a, n, tau, p->v, n, p->work,
                        p->work_size);
    LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'U', 'N', 'N', n, 1, p->work_a, n, p->v, n);
    for (int32_t i = 0; i < n; i++) {
        p->x[p->ints[i] - 1] = p->v[i];
    }
}

static void svd_trammel(void *context) {
    problem *p = context;
    tmiMatrix u = tmi_matrix(p->u, p->n, p->n);
    tmiMatrix v = tmi_matrix(p->v, p->n, p->n);
    tmi_svd(tmi_matrix(p->a, p->n, p->n), &u, p->x, &v, p->work, p->ints, NULL);
}

/* LAPACK returns U by columns and V^T by columns, which is V by rows. */
static void svd_qr_lapack(void *context) {
    problem *p = context;
    restore(p, p->a_cols);
    LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'S', 'S', p->n, p->n, p->work_a, p->n, p->x, p->u, p->n,
                        p->v, p->n, p->work, p->work_size);
}

static void svd_divide_lapack(void *context) {
    problem *p = context;
    restore(p, p->a_cols);
    LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'S', p->n, p->n, p->work_a, p->n, p->x, p->u, p->n, p->v,
                        p->n, p->work, p->work_size, p->ints);
}

static void least_norm_trammel(void *context) {
    problem *p = context;
    tmiLeastNormInfo info;
    tmi_least_norm(tmi_matrix(p->a, p->n, p->cols), p->b, NULL, -1.0, p->work, p->ints, p->x,
                   &info);
}

static void least_norm_qr_lapack(void *context) {
    problem *p = context;
    int32_t rank;
    restore(p, p->a_cols);
    memset(p->ints, 0, (size_t)p->cols * sizeof *p->ints);
    LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, p->n, p->cols, 1, p->work_a, p->n, p->x, p->cols, p->ints,
                        1e-14, &rank, p->work, p->work_size);
}

static void least_norm_divide_lapack(void *context) {
    problem *p = context;
    int32_t rank;
    restore(p, p->a_cols);
    LAPACKE_dgelsd_work(LAPACK_COL_MAJOR, p->n, p->cols, 1, p->work_a, p->n, p->x, p->cols, p->u,
                        1e-14, &rank, p->work, p->work_size, p->ints);
}

/* max |A x - b| / sum |x|; entries of A are at most 1/2. */
static double solve_residual(const problem *p, bool by_rows) {
    (void)by_rows; /* a solution has no order of storage */
    double worst = 0.0;
    double size = 0.0;
    for (int32_t i = 0; i < p->n; i++) {
        double sum = -p->b[i];
        for (int32_t j = 0; j < p->cols; j++) {
            sum += p->a[i * p->cols + j] * p->x[j];
        }
        worst = fmax(worst, fabs(sum));
    }
    for (int32_t j = 0; j < p->cols; j++) {
        size += fabs(p->x[j]);
    }
    return worst / size;
}

/* max |U S V^T - A| / s_0; LAPACK's are by columns, V transposed. */
static double svd_residual(const problem *p, bool by_rows) {
    int32_t n = p->n;
    double worst = 0.0;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++) {
            double sum = -p->a[i * n + j];
            for (int32_t k = 0; k < n; k++) {
                double u = by_rows ? p->u[i * n + k] : p->u[k * n + i];
                sum += u * p->x[k] * p->v[j * n + k];
            }
            worst = fmax(worst, fabs(sum));
        }
    }
    return worst / p->x[0];
}

typedef double residualFn(const problem *p, bool by_rows);

typedef struct kernel {
    const char *name;
    bool symmetric;
    int32_t wider; /* columns for each row */
    residualFn *residual;
    struct {
        const char *system;
        benchFn *run;
    } contenders[4];
} kernel;

static const kernel kernels[] = {
    {"lu", false, 1, solve_residual, {{"trammel", lu_trammel}, {"lapack dgesv", lu_lapack}}},
    {"ldlt",
     true,
     1,
     solve_residual,
     {{"trammel", ldlt_trammel},
      {"lapack dsysv lower", ldlt_lapack_lower},
      {"lapack dsysv upper", ldlt_lapack_upper},
      {"lapack dsysv_rook", ldlt_lapack_rook}}},
    {"qr", false, 1, solve_residual, {{"trammel", qr_trammel}, {"lapack dgeqp3", qr_lapack}}},
    {"svd",
     false,
     1,
     svd_residual,
     {{"trammel", svd_trammel},
      {"lapack dgesvd", svd_qr_lapack},
      {"lapack dgesdd", svd_divide_lapack}}},
    {"least_norm",
     false,
     2,
     solve_residual,
     {{"trammel", least_norm_trammel},
      {"lapack dgelsy", least_norm_qr_lapack},
      {"lapack dgelsd", least_norm_divide_lapack}}},
};

static void run_kernel(const kernel *k, problem *p, int32_t n, double seconds, FILE *csv) {
    benchContender contenders[4];
    int count = 0;
    problem_fill(p, n, k->wider * n, k->symmetric);
    for (; count < 4 && k->contenders[count].run; count++) {
        contenders[count] =
            (benchContender){k->contenders[count].system, k->contenders[count].run, p, 0.0};
    }
    bench_compare(contenders, count, seconds);
    for (int i = 0; i < count; i++) {
        contenders[i].run(p);
        double ratio = contenders[i].seconds / contenders[0].seconds;
        double residual = k->residual(p, i == 0);
        fprintf(csv, "%s,%d,%s,%.0f,%.2f,%.1e\n", k->name, n, contenders[i].system,
                1e9 * contenders[i].seconds, ratio, residual);
        printf("%-11s n = %3d  %-20s %11.0f ns %7.2f  residual %.1e\n", k->name, n,
               contenders[i].system, 1e9 * contenders[i].seconds, ratio, residual);
    }
}

static problem problem_room(void) {
    size_t square = 2 * (size_t)ORDER_MAX * ORDER_MAX;
    problem p = {0};
    p.a = take(square, sizeof(double));
    p.a_cols = take(square, sizeof(double));
    p.b = take(2 * ORDER_MAX, sizeof(double));
    p.work_a = take(square, sizeof(double));
    p.x = take(2 * ORDER_MAX, sizeof(double));
    p.u = take(square, sizeof(double));
    p.v = take(square, sizeof(double));
    p.work_size = 40 * ORDER_MAX * ORDER_MAX;
    p.work = take((size_t)p.work_size, sizeof(double));
    p.ints = take(100 * ORDER_MAX, sizeof(int32_t));
    return p;
}

/* OpenBLAS reads these before main: the caller starts again afterwards. Releases older than the
 * processor take it for the oldest they know; name the kernels that it can run. */
static void set_up_openblas(void) {
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
#if defined(__x86_64__)
    const char *core = __builtin_cpu_supports("avx512vl") ? "SKYLAKEX"
                       : __builtin_cpu_supports("avx2")   ? "HASWELL"
                                                          : NULL;
    if (core) {
        setenv("OPENBLAS_CORETYPE", core, 0);
    }
#endif
}

int main(int argc, char **argv) {
    static const int32_t orders[] = {3, 6, 12, 24, 48, 100, 200};
    if (!getenv("OPENBLAS_NUM_THREADS")) {
        set_up_openblas();
        execvp(argv[0], argv);
    }
    const char *only = argc > 1 ? argv[1] : NULL;
    double seconds = argc > 2 ? atof(argv[2]) : SECONDS_EACH;
    problem p = problem_room();
    FILE *csv = bench_csv("dense.csv");
    fprintf(csv, "kernel,n,system,ns,ratio,residual\n");
    for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
        for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
            if (!only || strcmp(only, kernels[k].name) == 0) {
                run_kernel(&kernels[k], &p, orders[i], seconds, csv);
            }
        }
    }
    fclose(csv);
    free(p.a);
    free(p.a_cols);
    free(p.b);
    free(p.work_a);
    free(p.x);
    free(p.u);
    free(p.v);
    free(p.work);
    free(p.ints);
    return 0;
}
