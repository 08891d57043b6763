/* basis.c: the point of a linear complementarity problem that belongs to given sides: z_i at a
 * bound, or w_i = 0. It ends all solvers: once the sides are right, so is the point.
 *
 *   M_FF z_F = -q_F - M_FB z_B    F free, B at a bound, constant or a multiple of another z     (1)
 * M_FF is often singular: it has more unknowns than independent equations. So (M_FF + epsilon I) dz
 * = r is solved instead, r the true residual of (1), until r is small: the iterated Tikhonov
 * method; [HI] 12 for the refinement. In directions that M_FF does not see, z stays where the first
 * step put it, near the least norm; elsewhere every round gains nine digits. Where this does not
 * settle, M_FF itself is tried. Costs one LU factorisation of order |F|, seldom two, and some
 * products. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

/* What is added to the diagonal of a system scaled to entries near 1 [1]. */
#define BASIS_SHIFT 1e-9

/* Residual of a free row, relative to its terms, that cannot be improved [1]. */
#define RESIDUAL_SETTLED (16.0 * TMI_EPSILON)

/* The same below which the second method is not needed [1]. */
#define GOOD 1e-13

/* Residual of a free row above which the point is rejected [1]. */
#define UNSETTLED 1e-10

/* The largest part of a z that counts as a term of a row [of q]: what is inconsistent leads to a z
 * of about 1 / BASIS_SHIFT, beside whose terms every residual would look small. */
#define LARGEST 1e3

/* Rounds of refinement [1]. */
#define REFINEMENT_ROUNDS 6

double tmi_lcp_low(const tmiLcp *p, const double *z, int32_t i) {
    bool by = p->of && p->of[i] >= 0 && fabs(p->low[i]) < INFINITY;
    return by ? p->low[i] * z[p->of[i]] : p->low[i];
}

double tmi_lcp_high(const tmiLcp *p, const double *z, int32_t i) {
    bool by = p->of && p->of[i] >= 0 && fabs(p->high[i]) < INFINITY;
    return by ? p->high[i] * z[p->of[i]] : p->high[i];
}

static double within(const tmiLcp *p, const double *z, int32_t i) {
    double low = tmi_lcp_low(p, z, i), high = tmi_lcp_high(p, z, i);
    return z[i] < low ? low : z[i] > high ? high : z[i];
}

/* Those that bound others come first: the bounds of the others depend on them. */
void tmi_lcp_project(const tmiLcp *p, double *z) {
    for (int32_t i = 0; i < p->m.rows; i++) {
        if (!p->of || p->of[i] < 0) {
            z[i] = within(p, z, i);
        }
    }
    for (int32_t i = 0; p->of && i < p->m.rows; i++) {
        if (p->of[i] >= 0) {
            z[i] = within(p, z, i);
        }
    }
}

/* At a bound if a step against w would leave it: z - w beyond the bound. Both are near 1. */
int32_t tmi_lcp_side(const tmiLcp *p, const double *z, const double *w, int32_t i) {
    if (z[i] - w[i] <= tmi_lcp_low(p, z, i)) {
        return TMI_LCP_LOW;
    }
    return z[i] - w[i] >= tmi_lcp_high(p, z, i) ? TMI_LCP_HIGH : TMI_LCP_FREE;
}

tmiLcpRoom tmi_lcp_basis_room(int32_t n) {
    size_t k = (size_t)n;
    return (tmiLcpRoom){k * k + 4 * k, 4 * k};
}

typedef struct Basis {
    const tmiLcp *p;
    const int32_t *side;
    int32_t n, count;
    int32_t *free, *place, *exchange;
    double *a, *r, *kept, *other;
} Basis;

/* The factor of a variable at a bound that is a multiple of another one, 0 when it is constant. */
static double multiple(const Basis *b, int32_t i) {
    if (b->side[i] == TMI_LCP_FREE || !b->p->of || b->p->of[i] < 0) {
        return 0.0;
    }
    return b->side[i] == TMI_LCP_LOW ? b->p->low[i] : b->p->high[i];
}

/* M_FF, with the columns of z_B that follow a free z added to its column. */
static void fill(const Basis *b, double regular) {
    for (int32_t r = 0; r < b->count; r++) {
        const double *row = tmi_row(b->p->m, b->free[r]);
        double *to = b->a + (ptrdiff_t)r * b->count;
        for (int32_t c = 0; c < b->count; c++) {
            to[c] = row[b->free[c]];
        }
        for (int32_t i = 0; b->p->of && i < b->n; i++) {
            double factor = multiple(b, i);
            if (factor != 0.0 && b->place[b->p->of[i]] >= 0) {
                to[b->place[b->p->of[i]]] += factor * row[i];
            }
        }
        to[r] += regular;
    }
}

/* Puts the variables at bounds where they belong. */
static void put_bounds(const Basis *b, double *z) {
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < b->n; i++) {
            bool follows = b->p->of && b->p->of[i] >= 0;
            if (b->side[i] != TMI_LCP_FREE && follows == (pass == 1)) {
                z[i] =
                    b->side[i] == TMI_LCP_LOW ? tmi_lcp_low(b->p, z, i) : tmi_lcp_high(b->p, z, i);
            }
        }
    }
}

/* r = - w_F at z; returns the largest part of a row's terms that it is. */
static double residual(const Basis *b, const double *z) {
    double worst = 0.0;
    for (int32_t r = 0; r < b->count; r++) {
        const double *row = tmi_row(b->p->m, b->free[r]);
        double sum = b->p->q[b->free[r]], size = fabs(sum), drowned = 0.0;
        for (int32_t j = 0; j < b->n; j++) {
            sum += row[j] * z[j];
            drowned += fabs(row[j] * z[j]);
            size += fabs(row[j]) * (fabs(z[j]) < LARGEST ? fabs(z[j]) : LARGEST);
        }
        b->r[r] = -sum;
        double part = size > 0.0 ? fabs(sum) / size : 0.0;
        part += drowned > size ? TMI_ROUNDOFF * (drowned / size) : 0.0;
        worst = part > worst || part != part ? part : worst;
    }
    return worst;
}

/* (1) by refinement. Returns the residual that is left, INFINITY without factors. */
static double refine(const Basis *b, double *z, double regular) {
    tmiLu lu;
    for (int32_t r = 0; r < b->count; r++) {
        z[b->free[r]] = 0.0;
    }
    put_bounds(b, z);
    fill(b, regular);
    if (tmi_lu_factor(tmi_matrix(b->a, b->count, b->count), b->exchange, &lu) != TM_OK) {
        return INFINITY;
    }
    double left = residual(b, z);
    for (int round = 0; round < REFINEMENT_ROUNDS && left > RESIDUAL_SETTLED; round++) {
        if (tmi_lu_solve(&lu, b->r) != TM_OK) {
            return INFINITY;
        }
        memcpy(b->kept, z, (size_t)b->n * sizeof *z);
        for (int32_t r = 0; r < b->count; r++) {
            z[b->free[r]] += b->r[r];
        }
        put_bounds(b, z);
        double next = residual(b, z);
        if (round > 0 && !(next < left)) {
            memcpy(z, b->kept, (size_t)b->n * sizeof *z);
            break;
        }
        left = next;
    }
    return left;
}

/* Divides the room and lists the free variables. */
static Basis basis_of(const tmiLcpRun *run, const int32_t *side, double *work, int32_t *ints) {
    size_t n = (size_t)run->n;
    Basis b = {.p = &run->p, .side = side, .n = run->n};
    b.a = work;
    b.r = work + n * n;
    b.kept = b.r + n;
    b.other = b.kept + n;
    b.free = ints;
    b.place = ints + n;
    b.exchange = ints + 2 * n;
    for (int32_t i = 0; i < run->n; i++) {
        b.place[i] = side[i] == TMI_LCP_FREE ? b.count : -1;
        if (side[i] == TMI_LCP_FREE) {
            b.free[b.count++] = i;
        }
    }
    return b;
}

bool tmi_lcp_basis_solve(tmiLcpRun *run, const int32_t *side, double *work, int32_t *ints) {
    Basis b = basis_of(run, side, work, ints);
    if (b.count == 0) {
        put_bounds(&b, run->z);
        return true;
    }
    size_t size = (size_t)run->n * sizeof *run->z;
    double left = refine(&b, run->z, BASIS_SHIFT);
    if (left > GOOD || left != left) {
        memcpy(b.other, run->z, size);
        double plain = refine(&b, run->z, 0.0);
        if (plain < left) {
            left = plain;
        } else {
            memcpy(run->z, b.other, size);
        }
    }
    return left <= UNSETTLED;
}

bool tmi_lcp_basis_near(tmiLcpRun *run, const int32_t *side, double regular, const double *centre,
                        double *work, int32_t *ints) {
    Basis b = basis_of(run, side, work, ints);
    tmiLu lu;
    for (int32_t r = 0; r < b.count; r++) {
        run->z[b.free[r]] = 0.0;
    }
    put_bounds(&b, run->z);
    fill(&b, regular);
    residual(&b, run->z);
    for (int32_t r = 0; r < b.count; r++) {
        b.r[r] += regular * centre[b.free[r]];
    }
    if (tmi_lu_factor(tmi_matrix(b.a, b.count, b.count), b.exchange, &lu) != TM_OK ||
        tmi_lu_solve(&lu, b.r) != TM_OK) {
        return false;
    }
    for (int32_t r = 0; r < b.count; r++) {
        run->z[b.free[r]] = b.r[r];
    }
    put_bounds(&b, run->z);
    return true;
}

double tmi_lcp_polish(tmiLcpRun *run, const int32_t *known, double *work, int32_t *ints) {
    size_t n = (size_t)run->n;
    tmi_lcp_project(&run->p, run->z);
    double *kept = work, before = tmi_lcp_residual(&run->p, run->z);
    if (before <= RESIDUAL_SETTLED) {
        return before;
    }
    memcpy(kept, run->z, n * sizeof *kept);
    tmi_lcp_slack(&run->p, run->z, run->w);
    for (int32_t i = 0; i < run->n && !known; i++) {
        ints[i] = tmi_lcp_side(&run->p, run->z, run->w, i);
    }
    if (tmi_lcp_basis_solve(run, known ? known : ints, work + n, ints + n)) {
        tmi_lcp_project(&run->p, run->z);
        double after = tmi_lcp_residual(&run->p, run->z);
        if (after < before) {
            return after;
        }
    }
    memcpy(run->z, kept, n * sizeof *kept);
    return before;
}
