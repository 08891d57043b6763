/* jacobi.c: one-sided Jacobi iteration on the rows of a matrix.
 *
 * J Y has orthogonal rows, J a product of plane rotations: [DV1] after Hestenes.
 *   a, b   squared lengths of rows p and q;  c  their dot product
 *   zeta = (b - a) / (2 c),  t = sign(zeta) / (|zeta| + sqrt(1 + zeta^2))  tangent of the rotation
 * The rotation x' = cos (x - t z), z' = t x' + z / cos is two shears with the lengths put off: a
 * row is kept as f times what is stored, and with r = f_z / f_x
 *   x <- x - t r z,  z <- z + (t cos^2 / r) x,  f_x <- cos f_x,  f_z <- f_z / cos          (1)
 * costs four operations an entry instead of six. Kept are the squares of f, not f: roots of numbers
 * just above 1 are rounded down more often than up, and after n rotations a row shows it.
 * Rows are compared by the cosine of their angle, |c| <= tol sqrt(a b), which is what makes small
 * singular values accurate relative to themselves ([DV1] section 1).
 * Departs from [DV1]: the sweep is cyclic by rows throughout, without blocks or exchanges; lengths
 * are updated by -t c and +t c within a sweep and summed afresh at its start, or when they lose a
 * digit. Costs about 3 n^2 width operations for a sweep of n rows (5 when as many entries are
 * rotated along), 1 n^2 width when nothing turns. */
#include "numeric/dense/jacobi.h"

#include "numeric/vector/vector.h"

#include <math.h>

/* Squares of cosines: above which a pair is turned, and above which the sweep is not the last. */
typedef struct limits {
    double turn;
    double last;
} limits;

/* The rows, and what is known of them. */
typedef struct rowState {
    tmiMatrix y;
    int32_t width;
    double *factors; /* of each row: square of what it is yet to be multiplied by */
    double *squares; /* of each row: square of its length, or STALE */
    double *shears;  /* of each pair of rows that is being turned: the two shears */
} rowState;

/* No square of a length: to be summed again. */
#define STALE (-1.0)

/* Multiplies a row by what was put off. */
static void settle_row(rowState *state, int32_t i) {
    if (state->factors[i] != 1.0) {
        tmi_scale(tmi_row(state->y, i), sqrt(state->factors[i]), state->y.cols);
        state->factors[i] = 1.0;
    }
}

/* Does so with all rows, and sums the squares of their first `width` entries. */
static void settle_rows(rowState *state) {
    for (int32_t i = 0; i < state->y.rows; i++) {
        double *row = tmi_row(state->y, i);
        settle_row(state, i);
        state->squares[i] = tmi_dot(row, row, state->width);
        if (state->squares[i] < TMI_JACOBI_SQUARE_MIN) {
            memset(row, 0, (size_t)state->width * sizeof *row);
            state->squares[i] = 0.0;
        }
    }
}

/* Returns `size`, which is not negative, with the sign of `sign`. Bits instead of a comparison,
 * because the sign of zeta is random: a wrong branch prediction would cost as much as the rotation.
 */
static double with_sign_of(double sign, double size) {
    uint64_t sign_bits, size_bits;
    memcpy(&sign_bits, &sign, sizeof sign_bits);
    memcpy(&size_bits, &size, sizeof size_bits);
    size_bits |= sign_bits & (uint64_t)1 << 63;
    memcpy(&size, &size_bits, sizeof size);
    return size;
}

/* Returns the square of a length after a rotation; STALE when the sum has lost a digit. */
static double updated_square(double before, double change) {
    double square = before + change;
    return square > TMI_JACOBI_LOSS * before ? square : STALE;
}

/* Finds the two shears that make rows p and q orthogonal, (1), and changes their factors and
 * squares as if they were done. Returns the tangent. */
static double plan_turn(rowState *state, int32_t p, int32_t q, double c, double *shears) {
    double a = state->squares[p];
    double b = state->squares[q];
    double zeta = (b - a) / (2.0 * c);
    double t = 1.0 / (zeta + with_sign_of(zeta, sqrt(1.0 + zeta * zeta)));
    double square_secant = 1.0 + t * t;
    double ratio = sqrt(state->factors[q] / state->factors[p]);
    shears[0] = -t * ratio;
    shears[1] = t / (square_secant * ratio);
    state->factors[p] /= square_secant;
    state->factors[q] *= square_secant;
    state->squares[p] = updated_square(a, -t * c);
    state->squares[q] = updated_square(b, t * c);
    return t;
}

/* The square of the cosine, compared with 1, for rows so short that a b would underflow. */
static void compare_safely(double c, double a, double b, double *c_square, double *bound) {
    double root = sqrt(a) * sqrt(b);
    double cosine = root > 0.0 ? c / root : 0.0;
    *c_square = cosine * cosine;
    *bound = 1.0;
}

/* Examines one pair of rows and plans its rotation, shears of 0 when its angle is right. Returns
 * whether the angle or the rotation was too large for the sweep to be the last. */
static bool plan(rowState *state, int32_t p, int32_t q, limits limit, double *shears) {
    double dot = tmi_dot(tmi_row(state->y, p), tmi_row(state->y, q), state->width);
    double c = sqrt(state->factors[p] * state->factors[q]) * dot;
    double c_square = c * c;
    double bound = state->squares[p] * state->squares[q];
    if (bound < TMI_JACOBI_SQUARE_MIN) {
        compare_safely(c, state->squares[p], state->squares[q], &c_square, &bound);
    }
    shears[0] = 0.0;
    if (!(c_square > limit.turn * bound)) {
        return false;
    }
    double t = plan_turn(state, p, q, c, shears);
    return c_square > limit.last * bound || t * t > limit.last;
}

/* Ensures that a rotated row has a factor near 1 and an accurate square of its length. */
static void look_after(rowState *state, int32_t i) {
    double factor = state->factors[i];
    if (factor < TMI_JACOBI_FACTOR_MIN || factor > 1.0 / TMI_JACOBI_FACTOR_MIN) {
        settle_row(state, i);
    }
    if (state->squares[i] == STALE) {
        const double *row = tmi_row(state->y, i);
        state->squares[i] = state->factors[i] * tmi_dot(row, row, state->width);
    }
}

/* One pass over all pairs (p, q), p < q, by rising p + q. Every pair finds its rows as it would in
 * the order of rows, (p, q - 1) and (p - 1, q) before (p, q), so the bits are the same; but the
 * pairs of one sum share no row. So all their angles are found before their rows are touched, and
 * a processor works on several of the long chains of divisions and roots at once. */
static bool sweep(rowState *state, limits limit) {
    bool more = false;
    int32_t n = state->y.rows;
    for (int32_t sum = 1; sum <= 2 * n - 3; sum++) {
        int32_t first = sum < n ? 0 : sum - n + 1;
        double *shears = state->shears;
        for (int32_t p = first; 2 * p < sum; p++, shears += 2) {
            more |= plan(state, p, sum - p, limit, shears);
        }
        shears = state->shears;
        for (int32_t p = first; 2 * p < sum; p++, shears += 2) {
            if (shears[0] != 0.0) {
                int32_t q = sum - p;
                tmi_shear(tmi_row(state->y, p), tmi_row(state->y, q), shears[0], shears[1],
                          state->y.cols);
                look_after(state, p);
                look_after(state, q);
            }
        }
    }
    return more;
}

tmStatus tmi_jacobi_rows(tmiMatrix y, int32_t width, int32_t max, double *work, int32_t *sweeps) {
    rowState state = {y, width, work, work + y.rows, work + 2 * (ptrdiff_t)y.rows};
    /* Convergence is quadratic: what a sweep leaves is at most the product of the largest cosine,
     * the largest tangent and the number of rows. When both are small enough, it was the last. */
    double tolerance = sqrt((double)width) * TMI_EPSILON;
    limits limit = {tolerance * tolerance, tolerance / (y.rows > 0 ? y.rows : 1)};
    for (int32_t i = 0; i < y.rows; i++) {
        state.factors[i] = 1.0;
    }
    bool more = true;
    for (*sweeps = 0; *sweeps < max && more; ++*sweeps) {
        settle_rows(&state);
        more = sweep(&state, limit);
    }
    settle_rows(&state);
    return more ? TM_ERR_NOT_CONVERGED : TM_OK;
}
