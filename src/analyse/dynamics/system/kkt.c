/* kkt.c: factors of the motion equations, and their solutions. docs/theory/dynamics.md, 3 and 4. */
#include "analyse/dynamics/system/system_private.h"

/* Corrections go on until the residual is this small [1], or no longer halves; a solution whose
 * residual exceeds the second is rejected. In between lie poses where rows nearly depend on each
 * other: what is not met there is a motion that hardly changes the rows. */
#define RESIDUAL_GOAL 1e-14
#define RESIDUAL_FINE 1e-13
#define RESIDUAL_ACCEPT 1e-3
#define CORRECTIONS_MAX 25

/* ---- Values -------------------------------------------------------------------------------- */

/* Inactive rows get unknowns that are zero. */
static void clear_row(const tmiSystem *s, tmiSparseLdlt *f, int32_t unknown) {
    int32_t end = s->kkt->start[unknown + 1] - 1;
    for (int32_t p = s->kkt->start[unknown]; p < end; p++) {
        f->value[f->slot[p]] = 0.0;
    }
    f->value[f->slot[end]] = -1.0;
}

/* The derivative of an element's force in M + hg D + hg^2 K. */
static double added_mass_of(const tmiElement *e, double hg) {
    double added_mass =
        hg * (e->damping + e->push_damping + hg * (e->stiffness + e->push_stiffness));
    return added_mass > 0.0 && e->constraint.mover_count > 0 ? added_mass : 0.0;
}

/* Moments of inertia as if the mass were at the end of the longest lever. */
static void spread_out(const tmiSystem *s, tmiSparseLdlt *f, int32_t mover) {
    const tmiKkt *kkt = s->kkt;
    int32_t first = mover * s->dof + (s->planar ? 2 : 3);
    for (int32_t row = first; row < (mover + 1) * s->dof; row++) {
        int32_t end = kkt->start[row + 1] - 1;
        for (int32_t p = kkt->start[row]; p < end; p++) {
            f->value[f->slot[p]] = 0.0;
        }
        f->value[f->slot[end]] = kkt->lever[mover];
    }
}

/* Masses as if every mover had 1, with its own radii of gyration unless it is nearly a point. */
static void put_even(const tmiSystem *s, tmiSparseLdlt *f) {
    const tmiKkt *kkt = s->kkt;
    for (int32_t i = 0; i < s->mover_count; i++) {
        double mass = s->movers[i].kind == TMI_MOVER_MASSLESS ? kkt->mass : s->movers[i].mass;
        int32_t end = kkt->start[(i + 1) * s->dof];
        for (int32_t p = kkt->start[i * s->dof]; p < end; p++) {
            f->value[f->slot[p]] /= mass;
        }
        if (tmi_kkt_compactness(s, i) > TMI_KKT_COMPACT) {
            spread_out(s, f, i);
        }
    }
}

void tmi_kkt_put(tmiSystem *s, tmiSparseLdlt *f, tmiKktValues values) {
    tmiKkt *kkt = s->kkt;
    int32_t end = kkt->start[f == &kkt->soft ? kkt->n_soft : kkt->n];
    tmi_sparse_ldlt_clear(f);
    for (int32_t p = 0; p < end; p++) {
        f->value[f->slot[p]] = s->matrix[p];
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            int32_t r = constraint->first + k;
            if (!tmi_row_holds(constraint, k)) {
                clear_row(s, f, kkt->motion + r);
            } else if (values == TMI_KKT_REGULARISED) {
                f->value[f->slot[kkt->start[kkt->motion + r + 1] - 1]] = -kkt->delta[r];
            }
        }
    }
    for (int32_t i = 0; i < kkt->massless_count; i++) {
        for (int32_t k = 0; k < s->dof; k++) {
            int32_t unknown = kkt->massless[i] * s->dof + k;
            bool turns = k >= (s->planar ? 2 : 3);
            f->value[f->slot[kkt->start[unknown + 1] - 1]] = turns ? kkt->moment : kkt->mass;
        }
    }
    if (values == TMI_KKT_EVEN) {
        put_even(s, f);
    }
    for (int32_t i = 0; f == &kkt->soft && i < s->element_count; i++) {
        kkt->added_mass[i] = added_mass_of(&s->elements[i], kkt->hg);
        if (kkt->added_mass[i] > 0.0) {
            f->value[f->slot[kkt->start[kkt->n + i + 1] - 1]] = -1.0 / kkt->added_mass[i];
        } else {
            clear_row(s, f, kkt->n + i);
        }
    }
}

/* ---- Factors ------------------------------------------------------------------------------- */

/* Whether no row's pivot cancelled. */
static bool rows_are_independent(const tmiSparseLdlt *f) {
    for (int32_t k = 0; k < f->n; k++) {
        if (f->sign[k] < 0 && !(fabs(f->inverse[k]) * f->magnitude[k] < 1.0 / TMI_ROW_CANCELLED)) {
            return false;
        }
    }
    return true;
}

/* Whether rows have full rank, which no mass changes: where masses are very unequal, pivots that a
 * light body makes large cancel down to what a heavy one leaves, and then say nothing about rank.
 */
static bool has_full_rank(tmiSystem *s) {
    const tmiPivotRule strict = {0.0, 0.0, false};
    tmiSparseLdlt *f = &s->kkt->plain;
    tmi_kkt_put(s, f, TMI_KKT_EVEN);
    return tmi_sparse_ldlt_eliminate(f, &strict, s->matrix) == TM_OK && rows_are_independent(f);
}

tmStatus tmi_system_factor(tmiSystem *s, double hg) {
    tmiKkt *kkt = s->kkt;
    tmiSparseLdlt *f = hg > 0.0 && kkt->has_soft ? &kkt->soft : &kkt->plain;
    kkt->hg = hg;
    kkt->now = NULL;
    s->blame = -1;
    s->factorisations++;
    tmStatus status = TM_ERR_SINGULAR;
    kkt->regularised = s->redundant || (kkt->unequal && !has_full_rank(s));
    if (!kkt->regularised) {
        const tmiPivotRule strict = {0.0, 0.0, false};
        tmi_kkt_put(s, f, TMI_KKT_PLAIN);
        status = tmi_sparse_ldlt_eliminate(f, &strict, s->matrix);
        kkt->regularised = status == TM_ERR_SINGULAR ||
                           (status == TM_OK && !kkt->unequal && !rows_are_independent(f));
    }
    if (kkt->regularised) {
        const tmiPivotRule lenient = {0.0, TMI_PIVOT_REPLACEMENT, false};
        tmi_kkt_find_deltas(s);
        tmi_kkt_put(s, f, TMI_KKT_REGULARISED);
        status = tmi_sparse_ldlt_eliminate(f, &lenient, s->matrix);
    }
    kkt->now = status == TM_OK ? f : NULL;
    return status;
}

bool tmi_system_shares(const tmiSystem *s) {
    return s->kkt->regularised;
}

/* ---- Residuals ----------------------------------------------------------------------------- */

/* Terms below this count as zero: numbers near the smallest have lost digits, as where a damper has
 * all but stopped a body. */
#define TERMS_MIN (TMI_TINY / TMI_EPSILON)

/* Largest of terms and of what is left: of forces (torques over the size), and of rows. */
typedef struct Terms {
    double force, row;
} Terms;

static inline double larger(double a, double b) {
    b = fabs(b);
    return b > a ? b : a;
}

/* Rows are met only as well as accelerations are known. These are sums of b over masses, which may
 * cancel, so they count among the terms of the rows. */
static void mass_residual(const tmiSystem *s, const double *b, const double *x, double *r,
                          Terms *terms) {
    double lever = 1.0 / s->size;
    const double *light = s->kkt->lightness;
    if (s->planar) {
        const double *m = s->matrix;
        for (int32_t i = 0; i < s->mover_count; i++, m += 3, b += 3, x += 3, r += 3) {
            for (int32_t k = 0; k < 3; k++) {
                double term = m[k] * x[k], unit = k < 2 ? 1.0 : lever;
                r[k] = b[k] - term;
                terms->force = larger(larger(terms->force, unit * term), unit * b[k]);
                terms->row = larger(terms->row, light[2 * i + k / 2] * b[k]);
            }
        }
        return;
    }
    const double *m = s->matrix;
    for (int32_t i = 0; i < s->mover_count; i++, m += TMI_KKT_SPATIAL, b += 6, x += 6, r += 6) {
        for (int32_t k = 0; k < 3; k++) {
            r[k] = b[k] - m[k] * x[k];
            terms->force = larger(larger(terms->force, m[k] * x[k]), b[k]);
            terms->row = larger(terms->row, light[2 * i] * b[k]);
        }
        r[3] = b[3] - (m[3] * x[3] + m[4] * x[4] + m[6] * x[5]);
        r[4] = b[4] - (m[4] * x[3] + m[5] * x[4] + m[7] * x[5]);
        r[5] = b[5] - (m[6] * x[3] + m[7] * x[4] + m[8] * x[5]);
        for (int32_t k = 3; k < 6; k++) {
            terms->force = larger(larger(terms->force, lever * b[k]), lever * (b[k] - r[k]));
            terms->row = larger(terms->row, light[2 * i + 1] * b[k]);
        }
    }
}

/* Massless bodies that rows alone lead need no force at all: the substitute for their mass in the
 * factors shows how large the forces are that cancel. */
static void add_massless_terms(const tmiSystem *s, Terms *terms) {
    const tmiKkt *kkt = s->kkt;
    int32_t turns = s->planar ? 2 : 3;
    for (int32_t i = 0; i < kkt->massless_count; i++) {
        const double *x = kkt->solution + (ptrdiff_t)kkt->massless[i] * s->dof;
        for (int32_t k = 0; k < s->dof; k++) {
            double unit = k < turns ? kkt->mass : kkt->moment / s->size;
            terms->force = larger(terms->force, unit * x[k]);
        }
    }
}

/* Subtracts y g from the residual of forces, and returns g x. */
static inline double row_product(const tmiConstraint *constraint, int32_t row, int32_t dof,
                                 double y, const double *restrict x, double *restrict r,
                                 double *max) {
    const double *restrict g = constraint->gradient + (ptrdiff_t)row * constraint->stride;
    double sum = 0.0;
    for (int32_t k = 0; k < constraint->mover_count; k++, g += dof) {
        ptrdiff_t at = (ptrdiff_t)constraint->movers[k] * dof;
        for (int32_t i = 0; i < dof; i++) {
            double term = g[i] * x[at + i];
            *max = larger(*max, term); /* of one body they may cancel already */
            sum += term;
            r[at + i] -= g[i] * y;
        }
    }
    return sum;
}

/* Rows of all constraints: their residuals, and what they subtract from those of forces. `dof` is
 * given as a number so that the compiler unrolls for it. */
static inline double rows_residual(const tmiSystem *s, int32_t dof, Terms *terms, double *sum) {
    const tmiKkt *kkt = s->kkt;
    const double *z = kkt->solution, *b = kkt->right;
    double *r = kkt->residual, left = 0.0;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            int32_t at = kkt->motion + constraint->first + k;
            r[at] = 0.0;
            if (tmi_row_holds(constraint, k)) {
                r[at] = b[at] - row_product(constraint, k, dof, z[at], z, r, &terms->row);
                terms->row = larger(terms->row, b[at]);
                terms->force = larger(terms->force, z[at]);
                left = larger(left, r[at]);
                *sum += r[at];
            }
        }
    }
    return left;
}

/* Puts right - A solution into `residual`, and returns how large that is as part of the terms; not
 * finite where a number is not. `turning`: terms that the right-hand sides of rows were made of and
 * may have cancelled [m/s^2]. */
static double find_residual(tmiSystem *s, double turning) {
    tmiKkt *kkt = s->kkt;
    const double *z = kkt->solution;
    double *r = kkt->residual, lever = 1.0 / s->size, sum = 0.0, left = 0.0;
    Terms terms = {0.0, turning};
    mass_residual(s, kkt->right, z, r, &terms);
    add_massless_terms(s, &terms);
    double rows = s->planar ? rows_residual(s, 3, &terms, &sum) : rows_residual(s, 6, &terms, &sum);
    for (int32_t i = 0; kkt->now == &kkt->soft && i < s->element_count; i++) {
        if (kkt->added_mass[i] > 0.0) {
            double rate = tmi_constraint_rate(s, &s->elements[i].constraint, 0, z);
            tmi_constraint_add(s, &s->elements[i].constraint, 0, -kkt->added_mass[i] * rate, r);
        }
    }
    int32_t turns = s->planar ? 2 : 3;
    for (int32_t i = 0; i < kkt->motion; i += s->dof) {
        for (int32_t k = 0; k < s->dof; k++) {
            left = larger(left, k < turns ? r[i + k] : lever * r[i + k]);
            sum += r[i + k];
        }
    }
    left = left > 0.0 ? left / larger(TERMS_MIN, terms.force) : 0.0;
    rows = rows > 0.0 ? rows / larger(TERMS_MIN, terms.row) : 0.0;
    kkt->force_left = left;
    return sum - sum == 0.0 ? larger(left, rows) : INFINITY;
}

/* ---- Solutions ----------------------------------------------------------------------------- */

/* solution += what the factors make of `right`. */
static void correct(tmiSystem *s, const double *right, bool first) {
    tmiKkt *kkt = s->kkt;
    const tmiSparseLdlt *f = kkt->now;
    double *work = kkt->work, *z = kkt->solution;
    for (int32_t k = 0; k < f->n; k++) {
        work[k] = f->order[k] < kkt->n ? right[f->order[k]] : 0.0;
    }
    tmi_sparse_ldlt_substitute(f, work);
    for (int32_t k = 0; k < f->n; k++) {
        if (first) {
            z[f->order[k]] = work[k];
        } else {
            z[f->order[k]] += work[k];
        }
    }
}

/* The massless mover whose equations have the largest residual. */
static int32_t find_blame(const tmiSystem *s) {
    int32_t worst = -1;
    double max = -1.0;
    for (int32_t i = 0; i < s->kkt->massless_count; i++) {
        const double *r = s->kkt->residual + (ptrdiff_t)s->kkt->massless[i] * s->dof;
        for (int32_t k = 0; k < s->dof; k++) {
            double size = fabs(r[k]) / (k < (s->planar ? 2 : 3) ? 1.0 : s->size);
            if (!(size <= max)) {
                max = size;
                worst = s->kkt->massless[i];
            }
        }
    }
    return worst;
}

/* What the bias of a row is made of: the largest centripetal acceleration of a body [m/s^2]. */
static double max_turning(const tmiSystem *s) {
    double max = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const double *spin = s->placed[s->movers[i].body].spin;
        double own = s->planar ? spin[2] * spin[2] : tmi_dot3(spin, spin);
        max = own > max ? own : max;
    }
    return max * s->size;
}

/* Solves for kkt->right, refined where that is needed, into kkt->solution. */
static tmStatus solve(tmiSystem *s) {
    tmiKkt *kkt = s->kkt;
    if (!kkt->now) {
        return TM_ERR_STALE;
    }
    correct(s, kkt->right, true);
    s->residual = find_residual(s, 0.0);
    bool refines = kkt->regularised || kkt->massless_count > 0;
    double goal = refines ? RESIDUAL_GOAL : RESIDUAL_FINE;
    for (int32_t i = 0; i < CORRECTIONS_MAX && s->residual > goal; i++) {
        double before = s->residual;
        correct(s, kkt->residual, false);
        s->residual = find_residual(s, 0.0);
        if (!(s->residual < 0.5 * before)) {
            break;
        }
    }
    if (s->residual > RESIDUAL_ACCEPT) { /* of rows with rounding errors alone? */
        s->residual = find_residual(s, max_turning(s));
    }
    if (s->residual <= RESIDUAL_ACCEPT) {
        return TM_OK;
    }
    if (!(s->residual < INFINITY)) {
        return TM_ERR_NOT_FINITE;
    }
    bool forces = kkt->force_left > RESIDUAL_ACCEPT; /* not met; else rows are not */
    s->blame = forces ? find_blame(s) : -1;
    return forces ? TM_ERR_SINGULAR : TM_ERR_NOT_CONVERGED;
}

tmStatus tmi_system_solve(tmiSystem *s) {
    tmiKkt *kkt = s->kkt;
    memcpy(kkt->right, s->force, (size_t)kkt->motion * sizeof *s->force);
    double *c = kkt->right + kkt->motion;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            int32_t r = constraint->first + k;
            c[r] = tmi_row_holds(constraint, k)
                       ? constraint->quick[k].scale * s->given[r][2] - s->bias[r]
                       : 0.0;
        }
    }
    tmStatus status = solve(s);
    memcpy(s->acceleration, kkt->solution, (size_t)kkt->motion * sizeof *s->acceleration);
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            int32_t r = constraint->first + k;
            s->lambda[r] = tmi_row_holds(constraint, k)
                               ? -constraint->quick[k].scale * kkt->solution[kkt->motion + r]
                               : 0.0;
        }
    }
    tmi_system_return_masses(s);
    return status;
}

tmStatus tmi_system_solve_for(tmiSystem *s, const double *b, const double *c, double *x,
                              double *y) {
    tmiKkt *kkt = s->kkt;
    double *rows = kkt->right + kkt->motion;
    for (int32_t i = 0; i < kkt->motion; i++) {
        kkt->right[i] = b ? b[i] : 0.0;
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            rows[constraint->first + k] =
                c && tmi_row_holds(constraint, k) ? c[constraint->first + k] : 0.0;
        }
    }
    tmStatus status = solve(s);
    memcpy(x, kkt->solution, (size_t)kkt->motion * sizeof *x);
    for (int32_t i = 0; y && i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            int32_t r = constraint->first + k;
            y[r] = tmi_row_holds(constraint, k) ? -kkt->solution[kkt->motion + r] : 0.0;
        }
    }
    return status;
}

/* ---- Copies of the matrix ------------------------------------------------------------------- */

int32_t tmi_system_matrix_size(const tmiSystem *s) {
    return s->kkt->start[s->kkt->n_soft];
}

void tmi_system_keep_matrix(const tmiSystem *s, double *to) {
    memcpy(to, s->matrix, (size_t)tmi_system_matrix_size(s) * sizeof *to);
}

void tmi_system_return_matrix(tmiSystem *s, const double *from) {
    memcpy(s->matrix, from, (size_t)tmi_system_matrix_size(s) * sizeof *from);
}
