/* bench_sparse.c: sparse kernels on chains and ladders against CHOLMOD (simplicial), LDL and SPQR.
 *
 *     bench_sparse                         writes sparse.csv
 *     bench_sparse --once PROBLEM N KERNEL runs one kernel once, for tools/growth.py
 *
 * The symmetric problem is the KKT matrix of the mechanism with -1e-3 in the zero block, so that
 * the contenders without pivot rules can factorise it too. Solutions are compared without
 * refinement, which the others do not offer; "refined" is ours alone. */
#include "bench.h"
#include "numeric/numeric.h"
#include "sparse_problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/SuiteSparseQR_C.h>
#include <suitesparse/amd.h>
#include <suitesparse/cholmod.h>
#include <suitesparse/ldl.h>

#define PROXIMAL (-1e-3)
#define BUDGET 0.12 /* seconds for each comparison */

typedef struct scene {
    sparseProblem *j;
    sparseProblem *k; /* KKT, lower triangle */
    int32_t n;        /* of k */
    double *b;        /* right side of k; its first rows are that of j */
    double *x;
    double *column;
    int32_t *order;
    tmiArena arena;   /* of what is analysed once */
    tmiArena scratch; /* of what is analysed again and again */
    tmiSparseLdlt ldlt;
    tmiSparseLeastNorm norm;
    cholmod_common cc;
    cholmod_sparse *ca;
    cholmod_factor *cl;
    cholmod_dense *cb, *cx, *cy, *ce;
    int *full_start, *full_index; /* both triangles, for LDL */
    double *full_values;
    int *lp, *parent, *lnz, *flag, *pattern, *given, *place, *li;
    double *lx, *d, *y;
    cholmod_common qc;
    cholmod_sparse *qa;
    cholmod_dense *qb;
    SuiteSparseQR_C_factorization *qr;
} scene;

static void need(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_sparse: %s failed\n", what);
        exit(1);
    }
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    need(memory != NULL, "calloc");
    return memory;
}

/* ---- Ours ---------------------------------------------------------------------------------- */

static void our_order(void *context) {
    scene *s = context;
    tmiArenaMark mark = tmi_arena_mark(&s->scratch);
    need(tmi_ordering_find(&s->scratch, &s->k->pattern, s->order) == TM_OK, "ordering");
    tmi_arena_release(&s->scratch, mark);
}

static void our_analyse(void *context) {
    scene *s = context;
    tmiSparseLdlt f;
    tmiArenaMark mark = tmi_arena_mark(&s->scratch);
    need(tmi_sparse_ldlt_analyse(&f, &s->scratch, &s->k->pattern, NULL, NULL) == TM_OK, "analyse");
    tmi_arena_release(&s->scratch, mark);
}

static void our_factor(void *context) {
    scene *s = context;
    need(tmi_sparse_ldlt_factor(&s->ldlt, s->k->values, NULL) == TM_OK, "factor");
}

static void our_solve(void *context) {
    scene *s = context;
    for (int32_t k = 0; k < s->n; k++) {
        s->column[k] = s->b[s->ldlt.order[k]];
    }
    tmi_sparse_ldlt_substitute(&s->ldlt, s->column);
    for (int32_t k = 0; k < s->n; k++) {
        s->x[s->ldlt.order[k]] = s->column[k];
    }
}

static void our_refined(void *context) {
    scene *s = context;
    need(tmi_sparse_ldlt_solve(&s->ldlt, s->k->values, s->b, s->x, NULL) == TM_OK, "solve");
}

static void our_norm_analyse(void *context) {
    scene *s = context;
    tmiSparseLeastNorm f;
    tmiArenaMark mark = tmi_arena_mark(&s->scratch);
    need(tmi_sparse_least_norm_analyse(&f, &s->scratch, &s->j->pattern) == TM_OK, "analyse");
    tmi_arena_release(&s->scratch, mark);
}

static void our_norm_factor(void *context) {
    scene *s = context;
    need(tmi_sparse_least_norm_factor(&s->norm, s->j->values, NULL) == TM_OK, "factor");
}

static void our_norm_solve(void *context) {
    scene *s = context;
    need(tmi_sparse_least_norm_solve(&s->norm, s->j->values, s->b, s->x, NULL) == TM_OK, "solve");
}

static void our_norm_step(void *context) {
    our_norm_factor(context);
    our_norm_solve(context);
}

/* ---- CHOLMOD ------------------------------------------------------------------------------- */

static void cholmod_analyse_run(void *context) {
    scene *s = context;
    cholmod_factor *f = cholmod_analyze(s->ca, &s->cc);
    cholmod_free_factor(&f, &s->cc);
}

static void cholmod_factor_run(void *context) {
    scene *s = context;
    need(cholmod_factorize(s->ca, s->cl, &s->cc), "cholmod_factorize");
}

static void cholmod_solve_run(void *context) {
    scene *s = context;
    memcpy(s->cb->x, s->b, (size_t)s->n * sizeof *s->b);
    need(cholmod_solve2(CHOLMOD_A, s->cl, s->cb, NULL, &s->cx, NULL, &s->cy, &s->ce, &s->cc),
         "cholmod_solve2");
    memcpy(s->x, s->cx->x, (size_t)s->n * sizeof *s->x);
}

static void cholmod_prepare(scene *s) {
    cholmod_start(&s->cc);
    s->cc.supernodal = CHOLMOD_SIMPLICIAL;
    s->cc.nmethods = 1;
    s->cc.method[0].ordering = CHOLMOD_AMD;
    size_t n = (size_t)s->n;
    size_t entries = (size_t)s->k->start[n];
    s->ca = cholmod_allocate_sparse(n, n, entries, 1, 1, 1, CHOLMOD_REAL, &s->cc);
    memcpy(s->ca->p, s->k->start, (n + 1) * sizeof(int));
    memcpy(s->ca->i, s->k->index, entries * sizeof(int));
    memcpy(s->ca->x, s->k->values, entries * sizeof(double));
    s->cb = cholmod_zeros(n, 1, CHOLMOD_REAL, &s->cc);
    s->cl = cholmod_analyze(s->ca, &s->cc);
}

static void cholmod_release(scene *s) {
    cholmod_free_dense(&s->cb, &s->cc);
    cholmod_free_dense(&s->cx, &s->cc);
    cholmod_free_dense(&s->cy, &s->cc);
    cholmod_free_dense(&s->ce, &s->cc);
    cholmod_free_factor(&s->cl, &s->cc);
    cholmod_free_sparse(&s->ca, &s->cc);
    cholmod_finish(&s->cc);
}

/* ---- LDL ----------------------------------------------------------------------------------- */

static void amd_run(void *context) {
    scene *s = context;
    need(amd_order(s->n, s->k->start, s->k->index, s->given, NULL, NULL) >= AMD_OK, "amd_order");
}

static void ldl_analyse_run(void *context) {
    scene *s = context;
    amd_run(context);
    ldl_symbolic(s->n, s->full_start, s->full_index, s->lp, s->parent, s->lnz, s->flag, s->given,
                 s->place);
}

static void ldl_factor_run(void *context) {
    scene *s = context;
    need(ldl_numeric(s->n, s->full_start, s->full_index, s->full_values, s->lp, s->parent, s->lnz,
                     s->li, s->lx, s->d, s->y, s->pattern, s->flag, s->given, s->place) == s->n,
         "ldl_numeric");
}

static void ldl_solve_run(void *context) {
    scene *s = context;
    ldl_perm(s->n, s->column, s->b, s->given);
    ldl_lsolve(s->n, s->column, s->lp, s->li, s->lx);
    ldl_dsolve(s->n, s->column, s->d);
    ldl_ltsolve(s->n, s->column, s->lp, s->li, s->lx);
    ldl_permt(s->n, s->x, s->column, s->given);
}

static void ldl_prepare(scene *s) {
    size_t n = (size_t)s->n;
    int **arrays[] = {&s->lp,    &s->parent, &s->lnz,        &s->flag, &s->pattern,
                      &s->given, &s->place,  &s->full_start, NULL};
    for (int k = 0; arrays[k]; k++) {
        *arrays[k] = room(n, sizeof(int));
    }
    s->d = room(n, sizeof *s->d);
    s->y = room(n, sizeof *s->y);
    sparseEntries e = {.rows = s->n, .cols = s->n};
    for (int32_t i = 0; i < s->n; i++) {
        for (int32_t p = s->k->start[i]; p < s->k->start[i + 1]; p++) {
            sparse_entries_add(&e, i, s->k->index[p], s->k->values[p]);
            if (s->k->index[p] != i) {
                sparse_entries_add(&e, s->k->index[p], i, s->k->values[p]);
            }
        }
    }
    sparseProblem *full = sparse_problem_create(&e);
    size_t entries = (size_t)full->start[n];
    s->full_index = room(entries, sizeof *s->full_index);
    s->full_values = room(entries, sizeof *s->full_values);
    memcpy(s->full_start, full->start, (n + 1) * sizeof(int));
    memcpy(s->full_index, full->index, entries * sizeof(int));
    memcpy(s->full_values, full->values, entries * sizeof(double));
    sparse_problem_destroy(full);
    ldl_analyse_run(s);
    s->li = room((size_t)s->lp[n], sizeof *s->li);
    s->lx = room((size_t)s->lp[n], sizeof *s->lx);
}

static void ldl_release(scene *s) {
    void *arrays[] = {s->lp,    s->parent, s->lnz,        s->flag,       s->pattern,
                      s->given, s->place,  s->full_start, s->full_index, s->full_values,
                      s->li,    s->lx,     s->d,          s->y};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        free(arrays[k]);
    }
}

/* ---- SPQR ---------------------------------------------------------------------------------- */

/* With J^T E = Q R, x = Q R^-T E^T r. */
static void spqr_step_run(void *context) {
    scene *s = context;
    need(SuiteSparseQR_C_numeric(SPQR_DEFAULT_TOL, s->qa, s->qr, &s->qc), "SPQR numeric");
    cholmod_dense *y = SuiteSparseQR_C_solve(SPQR_RTX_EQUALS_ETB, s->qr, s->qb, &s->qc);
    cholmod_dense *x = SuiteSparseQR_C_qmult(SPQR_QX, s->qr, y, &s->qc);
    memcpy(s->x, x->x, (size_t)s->j->pattern.cols * sizeof *s->x);
    cholmod_l_free_dense(&y, &s->qc);
    cholmod_l_free_dense(&x, &s->qc);
}

static void spqr_analyse_run(void *context) {
    scene *s = context;
    SuiteSparseQR_C_factorization *qr =
        SuiteSparseQR_C_symbolic(SPQR_ORDERING_DEFAULT, 1, s->qa, &s->qc);
    SuiteSparseQR_C_free(&qr, &s->qc);
}

static void spqr_prepare(scene *s) {
    cholmod_l_start(&s->qc);
    size_t m = (size_t)s->j->pattern.rows;
    size_t n = (size_t)s->j->pattern.cols;
    size_t entries = (size_t)s->j->start[m];
    s->qa = cholmod_l_allocate_sparse(n, m, entries, 1, 1, 0, CHOLMOD_REAL, &s->qc);
    for (size_t i = 0; i <= m; i++) {
        ((SuiteSparse_long *)s->qa->p)[i] = s->j->start[i];
    }
    for (size_t p = 0; p < entries; p++) {
        ((SuiteSparse_long *)s->qa->i)[p] = s->j->index[p];
        ((double *)s->qa->x)[p] = s->j->values[p];
    }
    s->qb = cholmod_l_zeros(m, 1, CHOLMOD_REAL, &s->qc);
    memcpy(s->qb->x, s->b, m * sizeof *s->b);
    s->qr = SuiteSparseQR_C_symbolic(SPQR_ORDERING_DEFAULT, 1, s->qa, &s->qc);
}

static void spqr_release(scene *s) {
    SuiteSparseQR_C_free(&s->qr, &s->qc);
    cholmod_l_free_dense(&s->qb, &s->qc);
    cholmod_l_free_sparse(&s->qa, &s->qc);
    cholmod_l_finish(&s->qc);
}

/* ---- Scenes -------------------------------------------------------------------------------- */

static scene *scene_create(const char *problem, int32_t n) {
    scene *s = room(1, sizeof *s);
    s->j = sparse_problem_jacobian(problem, n, 1);
    int32_t rows = s->j->pattern.rows;
    int32_t cols = s->j->pattern.cols;
    sparseEntries e = {.rows = rows + cols, .cols = rows + cols};
    for (int32_t k = 0; k < rows + cols; k++) {
        sparse_entries_add(&e, k, k, k < cols ? 1.0 + (double)(k % 3) : PROXIMAL);
    }
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t p = s->j->start[i]; p < s->j->start[i + 1]; p++) {
            sparse_entries_add(&e, cols + i, s->j->index[p], s->j->values[p]);
        }
    }
    s->k = sparse_problem_create(&e);
    s->n = rows + cols;
    s->b = room((size_t)s->n, sizeof *s->b);
    s->x = room((size_t)s->n, sizeof *s->x);
    s->column = room((size_t)s->n, sizeof *s->column);
    s->order = room((size_t)s->n, sizeof *s->order);
    for (int32_t i = 0; i < s->n; i++) {
        s->b[i] = (double)(i * 7 % 11) - 5.0;
    }
    tmi_arena_init(&s->arena, tm_allocator_default());
    tmi_arena_init(&s->scratch, tm_allocator_default());
    need(tmi_sparse_ldlt_analyse(&s->ldlt, &s->arena, &s->k->pattern, NULL, NULL) == TM_OK,
         "analyse");
    need(tmi_sparse_least_norm_analyse(&s->norm, &s->arena, &s->j->pattern) == TM_OK, "analyse");
    our_factor(s);
    our_norm_factor(s);
    return s;
}

static void scene_destroy(scene *s) {
    tmi_arena_clear(&s->arena);
    tmi_arena_clear(&s->scratch);
    sparse_problem_destroy(s->j);
    sparse_problem_destroy(s->k);
    free(s->b);
    free(s->x);
    free(s->column);
    free(s->order);
    free(s);
}

/* Largest backward error of s->x in K x = b, or of J x = r. */
static double backward_error(scene *s, bool kkt) {
    double *residual = room((size_t)s->n, sizeof *residual);
    double *bound = room((size_t)s->n, sizeof *bound);
    int32_t rows = kkt ? s->n : s->j->pattern.rows;
    if (kkt) {
        tmi_symmetric_residual(&s->k->pattern, s->k->values, s->b, s->x, residual, bound);
    } else {
        tmi_sparse_residual(&s->j->pattern, s->j->values, s->b, s->x, residual, bound);
    }
    double worst = tmi_residual_measure(residual, bound, rows);
    free(residual);
    free(bound);
    return worst;
}

typedef enum checkKind { CHECK_NONE, CHECK_KKT, CHECK_NORM } checkKind;

/* Times the contenders; ratio is the time over ours, which stands first. */
static void compare(FILE *csv, const char *problem, int32_t n, const char *kernel, scene *s,
                    benchContender *contenders, int count, checkKind check) {
    bench_compare(contenders, count, BUDGET);
    for (int k = 0; k < count; k++) {
        char residual[32] = "";
        if (check != CHECK_NONE) {
            contenders[k].run(s);
            snprintf(residual, sizeof residual, "%.1e", backward_error(s, check == CHECK_KKT));
        }
        fprintf(csv, "%s,%d,%s,%s,%.0f,%.2f,%s\n", problem, n, kernel, contenders[k].system,
                contenders[k].seconds * 1e9, contenders[k].seconds / contenders[0].seconds,
                residual);
    }
    fflush(csv);
}

static void measure(FILE *csv, const char *problem, int32_t n) {
    scene *s = scene_create(problem, n);
    cholmod_prepare(s);
    ldl_prepare(s);
    spqr_prepare(s);
    benchContender order[] = {{"trammel", our_order, s, 0}, {"amd", amd_run, s, 0}};
    compare(csv, problem, n, "order", s, order, 2, CHECK_NONE);
    benchContender analyse[] = {{"trammel", our_analyse, s, 0},
                                {"cholmod", cholmod_analyse_run, s, 0},
                                {"ldl", ldl_analyse_run, s, 0}};
    compare(csv, problem, n, "ldlt_analyse", s, analyse, 3, CHECK_NONE);
    benchContender factor[] = {{"trammel", our_factor, s, 0},
                               {"cholmod", cholmod_factor_run, s, 0},
                               {"ldl", ldl_factor_run, s, 0}};
    compare(csv, problem, n, "ldlt_factor", s, factor, 3, CHECK_NONE);
    benchContender solve[] = {{"trammel", our_solve, s, 0},
                              {"cholmod", cholmod_solve_run, s, 0},
                              {"ldl", ldl_solve_run, s, 0}};
    compare(csv, problem, n, "ldlt_solve", s, solve, 3, CHECK_KKT);
    benchContender refined[] = {{"trammel", our_refined, s, 0}};
    compare(csv, problem, n, "ldlt_refined", s, refined, 1, CHECK_KKT);
    benchContender norm[] = {{"trammel", our_norm_analyse, s, 0}, {"spqr", spqr_analyse_run, s, 0}};
    compare(csv, problem, n, "norm_analyse", s, norm, 2, CHECK_NONE);
    benchContender step[] = {{"trammel", our_norm_step, s, 0}, {"spqr", spqr_step_run, s, 0}};
    compare(csv, problem, n, "norm_step", s, step, 2, CHECK_NORM);
    cholmod_release(s);
    ldl_release(s);
    spqr_release(s);
    scene_destroy(s);
}

/* What tools/growth.py counts the instructions of; it must not be inlined. */
__attribute__((noinline)) void bench_measured(benchFn *run, void *context);
__attribute__((noinline)) void bench_measured(benchFn *run, void *context) {
    run(context);
}

static int run_once(const char *problem, int32_t n, const char *kernel) {
    const struct {
        const char *name;
        benchFn *run;
    } kernels[] = {{"order", our_order},
                   {"ldlt_analyse", our_analyse},
                   {"ldlt_factor", our_factor},
                   {"ldlt_solve", our_solve},
                   {"ldlt_refined", our_refined},
                   {"norm_analyse", our_norm_analyse},
                   {"norm_factor", our_norm_factor},
                   {"norm_solve", our_norm_solve},
                   {"norm_step", our_norm_step}};
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        if (!strcmp(kernel, kernels[k].name)) {
            scene *s = scene_create(problem, n);
            bench_measured(kernels[k].run, s);
            scene_destroy(s);
            return 0;
        }
    }
    fprintf(stderr, "bench_sparse: no kernel '%s'\n", kernel);
    return 2;
}

int main(int argc, char **argv) {
    if (argc == 5 && !strcmp(argv[1], "--once")) {
        return run_once(argv[2], atoi(argv[3]), argv[4]);
    }
    const char *problems[] = {"chain", "ladder"};
    const int32_t sizes[] = {10, 30, 100, 300, 1000, 3000, 10000};
    FILE *csv = bench_csv("sparse.csv");
    fprintf(csv, "problem,n,kernel,system,ns,ratio,residual\n");
    for (int p = 0; p < 2; p++) {
        for (int k = 0; k < 7; k++) {
            measure(csv, problems[p], sizes[k]);
        }
    }
    fclose(csv);
    return 0;
}
