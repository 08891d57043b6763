/* bench_lcp.c: the solvers of linear complementarity problems by class and order, against Siconos'
 * where that is installed.
 *
 * Writes lcp.csv: class, n, system, us for one problem (the mean of a batch of BATCH problems in
 * the best round), ratio of that time to that of our Lemke's method, how many of the batch were
 * solved with a residual of at most ACCEPT, judged by us, and the largest residual among these. The
 * copying of problems into Siconos' form is not counted; it starts from z = 0, as ours do. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "island_cases.h"
#include "test.h"

#ifdef TM_SICONOS
#include "lcp_siconos.h"
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 8
#define ACCEPT 1e-8
#define SECONDS_EACH 0.4
#define CONTENDERS_MAX 8

/* One class more: islands recorded from our own scenes. */
#define RECORDED LCP_CLASSES

/* Beyond this order Siconos' Newton method takes a tenth of a second and more. */
#define NEWTON_MAX 32

typedef struct Batch {
    lcpCase *cases;
    double *work;
    int32_t *ints;
    double z[BATCH][LCP_ORDER_MAX], w[LCP_ORDER_MAX];
    bool solved[BATCH];
} Batch;

typedef struct Contender {
    Batch *batch;
    tmiLcpSolver solver;
    bool warm; /* from a solution whose numbers are a ten-thousandth off */
    double (*start)[LCP_ORDER_MAX];
#ifdef TM_SICONOS
    siconosProblem *theirs[BATCH];
#endif
} Contender;

static void run_ours(void *context) {
    Contender *x = context;
    for (int k = 0; k < BATCH; k++) {
        tmiLcpInfo info;
        tmiLcpSettings s = tmi_lcp_settings(x->solver);
        s.start = x->warm ? x->start[k] : NULL;
        tmi_lcp_solve(&x->batch->cases[k].lcp, &s, x->batch->work, x->batch->ints, x->batch->z[k],
                      x->batch->w, &info);
        x->batch->solved[k] = info.outcome == TMI_LCP_SOLVED;
    }
}

#ifdef TM_SICONOS
static void run_theirs(void *context) {
    Contender *x = context;
    for (int k = 0; k < BATCH; k++) {
        x->batch->solved[k] = siconos_solve(x->theirs[k], x->batch->z[k], x->batch->w);
    }
}
#endif

static void report(FILE *csv, const char *class, int32_t n, const benchContender *b,
                   const benchContender *first, const Batch *batch) {
    int solved = 0;
    double worst = 0.0;
    for (int k = 0; k < BATCH; k++) {
        double residual = tmi_lcp_residual(&batch->cases[k].lcp, batch->z[k]);
        if (batch->solved[k] && residual <= ACCEPT) {
            solved++;
            worst = fmax(worst, residual);
        }
    }
    double each = 1e6 * b->seconds / BATCH, ratio = b->seconds / first->seconds;
    fprintf(csv, "%s,%d,%s,%.2f,%.2f,%d/%d,%.0e\n", class, n, b->system, each, ratio, solved, BATCH,
            worst);
    printf("%-12s n = %3d  %-24s %10.2f us %8.2f  solved %d/%d  residual %.0e\n", class, n,
           b->system, each, ratio, solved, BATCH, worst);
}

/* Recorded islands of the order n, spread over all of them; false when there are too few. */
static bool fill_recorded(Batch *batch, int32_t n) {
    static islandCase all[ISLAND_CASES];
    int32_t count = island_cases_read(all), fit = 0, taken = 0;
    for (int32_t k = 0; k < count; k++) {
        fit += 4 * all[k].count == n;
    }
    for (int32_t k = 0, seen = 0; k < count && fit >= BATCH && taken < BATCH; k++) {
        if (4 * all[k].count == n && seen++ == taken * fit / BATCH) {
            tmiContactIsland island = island_of_case(&all[k]);
            lcp_of_island(&batch->cases[taken++], &island);
        }
    }
    return taken == BATCH;
}

static void run_class(lcpClass class, int32_t n, Batch *batch, double seconds, FILE *csv) {
    static double start[BATCH][LCP_ORDER_MAX];
    static Contender contexts[CONTENDERS_MAX];
    benchContender list[CONTENDERS_MAX];
    uint64_t state = (uint64_t)n;
    int count = 0;
    if (class == RECORDED && !fill_recorded(batch, n)) {
        return;
    }
    for (int k = 0; k < BATCH && class != RECORDED; k++) {
        lcp_case_fill(&batch->cases[k], class, n, &state);
    }
    static const struct {
        const char *name;
        tmiLcpSolver solver;
        bool warm;
    } ours[] = {{"trammel lemke", TMI_LCP_LEMKE, false},
                {"trammel pivoting", TMI_LCP_PIVOTING, false},
                {"trammel pivoting warm", TMI_LCP_PIVOTING, true},
                {"trammel newton", TMI_LCP_NEWTON, false},
                {"trammel gauss_seidel", TMI_LCP_GAUSS_SEIDEL, false}};
    for (; count < 5; count++) {
        contexts[count] = (Contender){.batch = batch, .solver = ours[count].solver};
        contexts[count].warm = ours[count].warm;
        contexts[count].start = start;
        list[count] = (benchContender){ours[count].name, run_ours, &contexts[count], 0.0};
    }
    run_ours(&contexts[0]);
    for (int k = 0; k < BATCH; k++) {
        for (int32_t i = 0; i < batch->cases[k].n; i++) {
            start[k][i] = batch->z[k][i] * test_uniform(&state, 0.9999, 1.0001);
        }
    }
#ifdef TM_SICONOS
    static const char *const names[] = {"siconos lemke", "siconos newton_fb", "siconos pgs"};
    int theirs = count;
    for (siconosSolver s = 0; s < SICONOS_SOLVERS; s++) {
        if (s == SICONOS_NEWTON && n > NEWTON_MAX) {
            continue;
        }
        contexts[count].batch = batch;
        for (int k = 0; k < BATCH; k++) {
            contexts[count].theirs[k] = siconos_make(&batch->cases[k], s);
        }
        list[count] = (benchContender){names[s], run_theirs, &contexts[count], 0.0};
        count++;
    }
#endif
    bench_compare(list, count, seconds);
    for (int i = 0; i < count; i++) {
        list[i].run(list[i].context);
        report(csv, class == RECORDED ? "recorded" : lcp_class_name(class), batch->cases[0].n,
               &list[i], &list[0], batch);
    }
#ifdef TM_SICONOS
    for (int i = theirs; i < count; i++) {
        for (int k = 0; k < BATCH; k++) {
            siconos_free(contexts[i].theirs[k]);
        }
    }
#endif
}

static void *take(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        abort();
    }
    return memory;
}

int main(int argc, char **argv) {
    static const int32_t orders[] = {4, 8, 16, 32, 64, 128};
    static const lcpClass classes[] = {LCP_DEFINITE, LCP_SEMIDEFINITE, LCP_COPOSITIVE,
                                       LCP_NORMAL,   LCP_FRICTION,     RECORDED};
    double seconds = argc > 1 ? atof(argv[1]) : SECONDS_EACH;
    /* Siconos complains of singular matrices on stderr. */
    if (!freopen("/dev/null", "w", stderr)) {
        abort();
    }
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    Batch *batch = take(1, sizeof *batch);
    size_t doubles = 0, ints = 0;
    for (tmiLcpSolver s = 0; s < TMI_LCP_BRANCH; s++) {
        doubles += tmi_lcp_workspace(s, LCP_ORDER_MAX);
        ints += tmi_lcp_int_workspace(s, LCP_ORDER_MAX);
    }
    batch->cases = take(BATCH, sizeof *batch->cases);
    batch->work = take(doubles, sizeof *batch->work);
    batch->ints = take(ints, sizeof *batch->ints);
    FILE *csv = bench_csv("lcp.csv");
#ifndef TM_SICONOS
    printf("Siconos is not installed: no comparison with it\n");
#endif
    fprintf(csv, "class,n,system,us,ratio,solved,residual\n");
    for (size_t c = 0; c < sizeof classes / sizeof classes[0]; c++) {
        for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
            run_class(classes[c], orders[i], batch, seconds, csv);
        }
    }
    fclose(csv);
    free(batch->cases);
    free(batch->work);
    free(batch->ints);
    free(batch);
    return 0;
}
