/* gauge.h: numbers and vectors that move with two bodies, with all that a row must know about them.
 *
 * Every row is made of these: directions of a body, differences of points, their products and
 * angles. Rules of the chain give gradient and second rate, so that no row derives its own.
 * docs/theory/hinges.md has the equations. */
#ifndef TMI_GAUGE_H
#define TMI_GAUGE_H

#include "numeric/numeric.h"
#include "trammel/hinge.h"

/* Two bodies and how they move; null twists: they stand still. */
typedef struct tmiSides {
    const tmFrame *frames[2];
    const tmTwist *twists[2];
} tmiSides;

/* A vector x with x' = sum of along_i v_i + omega_i x arm_i, and x'' for constant twists. */
typedef struct tmiMoving {
    double value[3], rate[3], second[3];
    double along[2];
    double arm[2][3];
} tmiMoving;

/* A number with its gradient by the two twists, its rate, and its second rate for constant twists.
 */
typedef struct tmiGauge {
    double value, rate, bias;
    tmTwist gradient[2];
} tmiGauge;

/* The bodies a and b of a row. */
tmiSides tmi_sides(int32_t a, int32_t b, const tmFrame *frames, const tmTwist *twists);

/* A direction of a side's body, in its axes. */
tmiMoving tmi_moving_direction(const tmiSides *sides, int32_t side, const double direction[3]);

/* From point q of the other side's body to point p of a side's, each in its own axes. */
tmiMoving tmi_moving_between(const tmiSides *sides, int32_t side, const double p[3],
                             const double q[3]);

/* x . y */
tmiGauge tmi_gauge_dot(const tmiMoving *x, const tmiMoving *y);

/* |x|; where that is 0, as if x were along the world's x, and without curvature. */
tmiGauge tmi_gauge_length(const tmiMoving *x);

/* k x + l y */
tmiGauge tmi_gauge_sum(double k, const tmiGauge *x, double l, const tmiGauge *y);

/* f(x), with f and its first two derivatives at x. */
tmiGauge tmi_gauge_of(const tmiGauge *x, const double f[3]);

/* x y */
tmiGauge tmi_gauge_product(const tmiGauge *x, const tmiGauge *y);

/* The angle of the vector (x, y) that is nearest to `near`, and its length; where both are 0 the
 * angle is `near`, the length as if along x; neither then has gradients across. */
tmiGauge tmi_gauge_angle(const tmiGauge *x, const tmiGauge *y, double near);
tmiGauge tmi_gauge_hypot(const tmiGauge *x, const tmiGauge *y);

/* A vector seen in the plane across a body's axis. */
typedef struct tmiFlat {
    tmiGauge x, y; /* along the mark, and along axis x mark */
} tmiFlat;

/* The axis and the mark across it, both of length 1, are in the axes of the side's body. */
tmiFlat tmi_flat(const tmiSides *sides, int32_t side, const double axis[3], const double mark[3],
                 const tmiMoving *x);

/* What a TM_ROW_TURN with these numbers measures. Sets *message where there is no angle. */
tmiGauge tmi_row_turn(const tmRow *row, const tmiSides *sides, double near, const char **message);

/* Adds k times the number to what a row measures. */
void tmi_gauge_add_to(const tmiGauge *x, double k, int32_t a, int32_t b, tmRowAt *at);

#endif
