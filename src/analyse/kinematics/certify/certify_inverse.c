/* certify_inverse.c: the inverse of the rows' gradients at the start of a certificate, and how
 * exact it is; symbols as in certify.c. */
#include "analyse/kinematics/certify/certify_private.h"

#include <math.h>
#include <string.h>

static double metric_of(const tmiCertifier *c, int32_t unknown, const double *weights) {
    return weights ? sqrt(weights[3 * c->blocks[unknown / 3].body + unknown % 3]) : 1.0;
}

bool tmi_certify_factor(tmiCertifier *c, const double *weights, int32_t min,
                        tmiCertificate *found) {
    int32_t n = c->unknowns, m = c->rows;
    for (int32_t i = 0; i < n; i++) {
        double scale = 1.0 / metric_of(c, i, weights);
        for (int32_t j = 0; j < m; j++) {
            c->factors[(ptrdiff_t)i * m + j] = scale * c->jacobian[(ptrdiff_t)j * n + i];
        }
    }
    if (tmi_qr_factor(tmi_matrix(c->factors, n, m), c->tau, c->order, c->work, &c->qr) != TM_OK) {
        return false;
    }
    int32_t rank = c->rank = found->rank = tmi_qr_rank(&c->qr, TMI_RANK_TOLERANCE);
    int32_t steps = n < m ? n : m;
    if (steps > 0 && c->factors[0] != 0.0) {
        found->rcond = fabs(tmi_row(c->qr.factors, steps - 1)[steps - 1] / c->factors[0]);
    }
    return rank >= steps || rank >= min;
}

bool tmi_certify_invert(tmiCertifier *c, const double *weights) {
    int32_t n = c->unknowns, m = c->rows, rank = c->rank;
    memset(c->inverse, 0, sizeof(double) * (size_t)n * (size_t)m);
    memset(c->kept, 0, sizeof *c->kept * (size_t)m);
    double *unit = c->moved; /* a column of R^-T */
    for (int32_t k = 0; k < rank; k++) {
        memset(unit, 0, sizeof *unit * (size_t)rank);
        unit[k] = 1.0;
        if (tmi_qr_solve_rt(&c->qr, rank, unit) != TM_OK) {
            return false;
        }
        c->kept[c->order[k]] = true;
        for (int32_t i = 0; i < rank; i++) {
            c->inverse[(ptrdiff_t)i * m + c->order[k]] = unit[i];
        }
    }
    if (tmi_qr_apply_q(&c->qr, tmi_matrix(c->inverse, n, m), c->work) != TM_OK) {
        return false;
    }
    for (int32_t i = 0; i < n; i++) {
        double scale = 1.0 / metric_of(c, i, weights);
        for (int32_t j = 0; j < m; j++) {
            c->inverse[(ptrdiff_t)i * m + j] *= scale;
        }
    }
    return true;
}

/* Adds J A of one row and the columns of one block to `sum`, and to `mass` what its rounding errors
 * are a part of. */
static void multiply_block(const tmiCertifier *c, int32_t row, int32_t block, double *sum,
                           double *mass) {
    for (int32_t k = 3 * block; k < 3 * block + 3; k++) {
        double gradient = c->jacobian[(ptrdiff_t)row * c->unknowns + k];
        double terms = fabs(gradient) + c->arms[row];
        const double *a = c->inverse + (ptrdiff_t)k * c->rows;
        for (int32_t l = 0; l < c->rows; l++) {
            sum[l] += gradient * a[l];
            mass[l] += terms * fabs(a[l]);
        }
    }
}

/* |I - J A| of one row that is used, rounding errors included. */
static double row_defect(const tmiCertifier *c, const tmiCertifyGroup *group, int32_t row) {
    double *sum = c->row_curvature, *mass = c->work, all = 0.0; /* scratch */
    memset(sum, 0, sizeof *sum * (size_t)c->rows);
    memset(mass, 0, sizeof *mass * (size_t)c->rows);
    sum[row] = -1.0;
    for (int32_t k = 0; k < tmi_certify_ends(c, group); k++) {
        int32_t b = tmi_certify_block(c, group, k);
        bool again = false; /* another feature of a body that is done */
        for (int32_t i = 0; i < k; i++) {
            again |= tmi_certify_block(c, group, i) == b;
        }
        if (b >= 0 && !again) {
            multiply_block(c, row, b, sum, mass);
        }
    }
    for (int32_t l = 0; l < c->rows; l++) {
        all += fabs(sum[l]) + ROW_ROUNDINGS * mass[l];
    }
    return all;
}

double tmi_certify_defect(const tmiCertifier *c) {
    double max = 0.0;
    for (int32_t g = 0; g < c->group_count; g++) {
        int32_t last = g + 1 < c->group_count ? c->groups[g + 1].row : c->rows;
        for (int32_t row = c->groups[g].row; row < last; row++) {
            double defect = c->kept[row] ? row_defect(c, &c->groups[g], row) : 0.0;
            max = defect <= max ? max : defect;
        }
    }
    return max;
}
