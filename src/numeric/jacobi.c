/* jacobi.c: one-sided Jacobi iteration on the rows of a matrix.
 *
 * J Y has orthogonal rows, J a product of plane rotations: [DV1] after Hestenes.
 *   a, b   squared lengths of rows p and q;  c  their dot product
 *   zeta = (b - a) / (2 c),  t = sign(zeta) / (|zeta| + sqrt(1 + zeta^2))  tangent of the rotation
 * Rows are compared by the cosine of their angle, |c| <= tol sqrt(a b), which is what makes small
 * singular values accurate relative to themselves ([DV1] section 1).
 * Departs from [DV1]: the sweep is cyclic by rows throughout, without blocks; lengths are updated
 * by -t c and +t c within a sweep and summed afresh at its start, or when they lose a digit.
 * Costs about 7 n^2 width operations for a sweep of n rows, 1 n^2 width when nothing turns. */
#include "numeric/jacobi.h"

#include "numeric/vector.h"

#include <math.h>

/* What a sweep has seen: the largest cosine of an angle, and the largest tangent of a rotation. */
typedef struct sweepReport {
    double cosine;
    double tangent;
} sweepReport;

static void sum_lengths(tmiMatrix y, int32_t width, double *squares) {
    for (int32_t i = 0; i < y.rows; i++) {
        double *row = tmi_row(y, i);
        squares[i] = tmi_dot(row, row, width);
        if (squares[i] < TMI_JACOBI_SQUARE_LEAST) {
            memset(row, 0, (size_t)width * sizeof *row);
            squares[i] = 0.0;
        }
    }
}

static double updated_square(const double *row, int32_t width, double before, double change) {
    double square = before + change;
    return square > TMI_JACOBI_LOSS * before ? square : tmi_dot(row, row, width);
}

/* Turns rows p and q until they are orthogonal. */
static void turn(tmiMatrix y, int32_t width, int32_t p, int32_t q, double c, double *squares,
                 sweepReport *report) {
    double a = squares[p];
    double b = squares[q];
    double zeta = (b - a) / (2.0 * c);
    double size = fabs(zeta);
    double t = 1.0 / (size + sqrt(1.0 + zeta * zeta));
    report->tangent = t > report->tangent ? t : report->tangent;
    t = zeta < 0.0 ? -t : t;
    double cosine = 1.0 / sqrt(1.0 + t * t);
    double *x = tmi_row(y, p);
    double *z = tmi_row(y, q);
    tmi_rotate(x, z, cosine, cosine * t, y.cols);
    squares[p] = updated_square(x, width, a, -t * c);
    squares[q] = updated_square(z, width, b, t * c);
}

/* One pass over all pairs. */
static sweepReport sweep(tmiMatrix y, int32_t width, double tolerance, double *squares) {
    sweepReport report = {0.0, 0.0};
    for (int32_t p = 0; p + 1 < y.rows; p++) {
        for (int32_t q = p + 1; q < y.rows; q++) {
            double bound = sqrt(squares[p]) * sqrt(squares[q]);
            double c = tmi_dot(tmi_row(y, p), tmi_row(y, q), width);
            if (fabs(c) > tolerance * bound && bound > 0.0) {
                double cosine = fabs(c) / bound;
                report.cosine = cosine > report.cosine ? cosine : report.cosine;
                turn(y, width, p, q, c, squares, &report);
            }
        }
    }
    return report;
}

tmStatus tmi_jacobi_rows(tmiMatrix y, int32_t width, int32_t most, double *squares,
                         int32_t *sweeps) {
    double tolerance = sqrt((double)width) * TMI_EPSILON;
    for (*sweeps = 0; *sweeps < most;) {
        sum_lengths(y, width, squares);
        sweepReport report = sweep(y, width, tolerance, squares);
        ++*sweeps;
        /* Convergence is quadratic: what is left is about the product, so a sweep that only looks
         * can be saved. */
        if (report.cosine * report.tangent * y.rows <= tolerance) {
            return TM_OK;
        }
    }
    return TM_ERR_NOT_CONVERGED;
}
