/* lcp_siconos.c: see lcp_siconos.h. */
#include "lcp_siconos.h"

#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#include <stdlib.h>
#include <string.h>

/* As strict as our own; enough steps for every problem of the benchmark. */
#define TOLERANCE 1e-10
#define STEPS 10000

struct siconosProblem {
    LinearComplementarityProblem lcp;
    SolverOptions *options;
    double *m, *q;
    int32_t n;
};

static void *room(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory) {
        abort();
    }
    return memory;
}

siconosProblem *siconos_make(const lcpCase *c, siconosSolver solver) {
    static const int ids[SICONOS_SOLVERS] = {SICONOS_LCP_LEMKE, SICONOS_LCP_NEWTON_FB_FBLSA,
                                             SICONOS_LCP_PGS};
    siconosProblem *p = room(1, sizeof *p);
    size_t n = (size_t)c->n;
    p->n = c->n;
    p->m = room(n * n, sizeof *p->m);
    p->q = room(n, sizeof *p->q);
    for (size_t i = 0; i < n; i++) {
        p->q[i] = c->q[i];
        for (size_t j = 0; j < n; j++) {
            p->m[j * n + i] = c->m[i * n + j];
        }
    }
    p->lcp.size = c->n;
    p->lcp.q = p->q;
    p->lcp.M = NM_create_from_data(NM_DENSE, c->n, c->n, p->m);
    p->options = solver_options_create(ids[solver]);
    p->options->iparam[SICONOS_IPARAM_MAX_ITER] = STEPS;
    p->options->dparam[SICONOS_DPARAM_TOL] = TOLERANCE;
    numerics_set_verbose(0);
    return p;
}

void siconos_free(siconosProblem *p) {
    solver_options_delete(p->options);
    /* The matrix owns p->m. */
    NM_clear(p->lcp.M);
    free(p->lcp.M);
    free(p->options);
    free(p->q);
    free(p);
}

bool siconos_solve(siconosProblem *p, double *z, double *w) {
    memset(z, 0, (size_t)p->n * sizeof *z);
    memset(w, 0, (size_t)p->n * sizeof *w);
    return linearComplementarity_driver(&p->lcp, z, w, p->options) == 0;
}
