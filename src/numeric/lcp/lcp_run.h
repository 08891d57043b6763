/* lcp_run.h: what the solvers of this folder share; private to it. They work on a scaled copy of
 * the problem, whose entries are near 1, so that their tolerances are plain numbers. */
#ifndef TMI_LCP_RUN_H
#define TMI_LCP_RUN_H

#include "numeric/lcp/lcp.h"

/* Sides of a variable: at a bound, or free with w = 0. */
enum { TMI_LCP_LOW, TMI_LCP_FREE, TMI_LCP_HIGH };

/* A run of a solver. What it uses of the workspace begins at `work` and `ints`. */
typedef struct tmiLcpRun {
    tmiLcp p; /* scaled; low and high never null, of may be */
    int32_t n;
    const tmiLcpSettings *settings;
    tmiMatrix h;     /* scaled objective; null data: none */
    const double *c; /* scaled objective; null: none */
    bool started;    /* z holds the caller's start */
    double *z;       /* in: where to start, 0 or within bounds; out: the answer */
    double *w;       /* room for n numbers */
    double *work;
    int32_t *ints;
    uint64_t random; /* state of the generator */
    tmiLcpInfo info; /* steps, tries, handed */
} tmiLcpRun;

typedef struct tmiLcpRoom {
    size_t doubles, ints;
} tmiLcpRoom;

typedef tmiLcpOutcome tmiLcpRunFn(tmiLcpRun *run);
typedef tmiLcpRoom tmiLcpRoomFn(int32_t n);

tmiLcpRunFn tmi_lcp_lemke, tmi_lcp_pivoting, tmi_lcp_newton, tmi_lcp_gauss_seidel, tmi_lcp_branch,
    tmi_lcp_enumerate_min;
tmiLcpRoomFn tmi_lcp_lemke_room, tmi_lcp_pivoting_room, tmi_lcp_newton_room,
    tmi_lcp_gauss_seidel_room, tmi_lcp_branch_room, tmi_lcp_enumerate_room;

/* ---- basis.c: solutions with given sides ---------------------------------------------------- */

tmiLcpRoom tmi_lcp_basis_room(int32_t n);

/* Puts z of the given sides into run->z: w_i = 0 where free, the bound elsewhere. False when there
 * is none. z need not be within bounds. */
bool tmi_lcp_basis_solve(tmiLcpRun *run, const int32_t *side, double *work, int32_t *ints);

/* The same for M + regular I and q - regular centre, in one solve. */
bool tmi_lcp_basis_near(tmiLcpRun *run, const int32_t *side, double regular, const double *centre,
                        double *work, int32_t *ints);

/* Replaces run->z by the solution with the known sides, or null: those that z and w suggest, put
 * back into its bounds, if that has a smaller residual. Returns the residual of what is then in z.
 */
double tmi_lcp_polish(tmiLcpRun *run, const int32_t *known, double *work, int32_t *ints);

/* Bounds of z_i at the present z; moves z into its bounds; the side that z_i and w_i suggest. */
double tmi_lcp_low(const tmiLcp *p, const double *z, int32_t i);
double tmi_lcp_high(const tmiLcp *p, const double *z, int32_t i);
void tmi_lcp_project(const tmiLcp *p, double *z);
int32_t tmi_lcp_side(const tmiLcp *p, const double *z, const double *w, int32_t i);

/* ---- lemke.c -------------------------------------------------------------------------------- */

/* How one path of Lemke's method is followed. */
typedef struct tmiLemke {
    int32_t n;
    const double *m;     /* n x n, packed */
    const double *q;     /* n */
    const double *cover; /* n positive numbers */
    double pivot;        /* least magnitude of a pivot [1] */
    bool by_size;        /* ties go to the largest pivot, not to the lexicographic least */
    bool late;      /* z0 leaves no sooner than others, where an early end was not good enough */
    int32_t max;    /* pivots */
    int32_t pivots; /* out */
    int32_t *side;  /* out, unless null: LOW or FREE of each z at the end of the path */
} tmiLemke;

tmiLcpRoom tmi_lemke_room(int32_t n);

/* Puts z >= 0 at the end of the path into z. SOLVED, RAY, LIMIT or NOT_FINITE; z is set for SOLVED
 * alone. */
tmiLcpOutcome tmi_lemke_follow(tmiLemke *l, double *work, int32_t *ints, double *z);

/* ---- relax.c: convex relaxations for branch and enumeration ---------------------------------- */

tmiLcpRoom tmi_lcp_relax_room(int32_t n);

/* Puts the z >= 0 with M z + q >= 0 of least objective into run->z, where z_i = 0 for side LOW, w_i
 * = 0 for HIGH and either for FREE. False when there is none. *bound is its objective, -INFINITY
 * when the objective has no least value. */
bool tmi_lcp_relax(tmiLcpRun *run, const int32_t *side, double *work, int32_t *ints, double *bound);

/* 1/2 z'Hz + c'z of run's objective. */
double tmi_lcp_objective(const tmiLcpRun *run, const double *z);

/* ---- enumerate.c ------------------------------------------------------------------------------
 */

/* Puts up to `max` different solutions into `all` and the one of least objective into run->z;
 * returns how many there are. */
int32_t tmi_lcp_enumerate_sets(tmiLcpRun *run, double *all, int32_t max);

/* ---- scale.c --------------------------------------------------------------------------------- */

/* Exponents of two that take a problem to its scaled form: M'_ij = 2^(rows_i + cols_j) M_ij,
 * q'_i = 2^(rows_i - size) q_i, z'_j = 2^(-cols_j - size) z_j. */
typedef struct tmiLcpScale {
    int32_t *rows, *cols;
    int32_t size;
} tmiLcpScale;

/* Scales the problem in place: all of M' to at most 1, its rows and columns to about 1 if `each`,
 * the largest q' to about 1. p->m is packed. */
void tmi_lcp_scale_problem(tmiMatrix m, double *q, bool each, tmiLcpScale *scale);

/* Returns x 2^power; powers of any size. */
double tmi_lcp_times_power(double x, int32_t power);

/* ---- random numbers -------------------------------------------------------------------------- */

/* Returns the next number of splitmix64 [Stee14], between 0 and 1. */
double tmi_lcp_random(uint64_t *state);

#endif
