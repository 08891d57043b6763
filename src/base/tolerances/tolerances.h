/* tolerances.h: every tolerance of the core, with its unit and its reason. A bare 1e-9 in a
 * formula is a defect. */
#ifndef TMI_TOLERANCES_H
#define TMI_TOLERANCES_H

/* Unit roundoff of double, 2^-53: half the gap between 1 and the next double. */
#define TMI_ROUNDOFF 1.1102230246251565e-16

/* Gap between 1 and the next double, 2^-52. */
#define TMI_EPSILON 2.2204460492503131e-16

/* Smallest normal double, 2^-1022. */
#define TMI_TINY 2.2250738585072014e-308

/* Fraction [1] of its fresh value below which a downdated square of a length is summed again: the
 * root of TMI_EPSILON, where half of the digits are gone and the other half still order columns. */
#define TMI_DOWNDATE_LOSS 1.4901161193847656e-8

/* Square of a row's length, relative to entries near 1 [1], below which the Jacobi iteration takes
 * the row for zero: products of such rows would lose digits to underflow. */
#define TMI_JACOBI_SQUARE_MIN 0x1p-900

/* Square [1] of a factor put off by the Jacobi iteration at which a row is multiplied by it; its
 * inverse is the other end. Far from underflow, and seldom reached within a sweep. */
#define TMI_JACOBI_FACTOR_MIN 0x1p-100

/* Fraction [1] of its fresh value below which a square of a length that a rotation changed is
 * summed again: one digit lost. */
#define TMI_JACOBI_LOSS 0.1

/* ---- Sparse factors ------------------------------------------------------------------------ */

/* A pivot of L D L^T this small against the sum of the magnitudes that made it is taken for a
 * cancelled zero [1]. Rounding leaves some 1e-16 of the sum for each elimination that it went
 * through one after the other, so that a zero at the end of a thousand shows as 1e-13. */
#define TMI_PIVOT_CANCELLED 1e-12

/* What a refused pivot becomes, as part of the same sum [1]: 2^-26, about the square root of the
 * roundoff, at which the harm of the change and of the large factor are balanced. */
#define TMI_PIVOT_REPLACEMENT 1.4901161193847656e-8

/* Row i of J is taken for a combination of the rows before it when its part outside their span has
 * a square this small against its own [1]: the sine of the angle is then below 1e-6. */
#define TMI_DEPENDENT_ROW 1e-12

/* Refinement goes on until the componentwise backward error is this small [1]: some 90 roundoffs.
 * Less would cost one more round on chains of ten thousand links, whose first solution has 1e-15 to
 * 5e-15, for digits that the data do not have. */
#define TMI_REFINE_GOAL 1e-14

/* The same for least norm steps [1]: SPQR, which squares no condition number, leaves 1e-14 on a
 * chain of ten thousand links, and the Newton iteration around the step corrects the rest. */
#define TMI_LEAST_NORM_GOAL 5e-14

/* A solution with a larger backward error [1] is rejected: it must meet the equations to ten
 * digits. */
#define TMI_REFINE_ACCEPT 1e-10

/* Refinement ends after a correction that leaves more than this part of the error [1], and after
 * this many corrections [1]. */
#define TMI_REFINE_STALL 0.5
#define TMI_REFINE_STEPS 20

/* The tightest tolerance of a step that rounding errors leave room for [1]: smaller ones count as
 * this.
 */
#define TMI_STEP_TOLERANCE_MIN 1e-14

/* ---- Mechanisms ---------------------------------------------------------------------------- */

/* Pivots below this part of the largest count as dependent rows of a mechanism's equations [1]:
 * far above the rounding errors of the rows, far below what a designed linkage shows. */
#define TMI_RANK_TOLERANCE 1e-9

/* Part of a world coordinate that a closed joint may be open by [1]: 64 rounding errors, as many as
 * the steps that lead to a point have at most. */
#define TMI_COORDINATE_ROUNDINGS (64.0 * TMI_EPSILON)

/* Pivots below this part of the largest [1] make rates and forces of a pose undetermined: rates are
 * then about a million times the inputs, and the rounding errors of a pose near a dead centre leave
 * them some four digits. */
#define TMI_RATE_RANK 1e-7

/* Part of the terms of an equation [1] by which rates or forces may miss it: well below
 * TMI_RATE_RANK, so that an equation that was left out as dependent counts as met only where it
 * truly follows from the others. */
#define TMI_RATE_MET 1e-9

/* Part of the square [1] of a dragged point's motion that the joints must leave it to count as
 * free: a millionth of the motion itself. */
#define TMI_DRAG_FREE 1e-12

/* The metric of least motion (newton.h, rates): weight of the motion of a middle against the turn
 * times the radius of gyration [1], small, but far above what the kernels could lose; and the least
 * such radius [of the mechanism's size]: what is held at one point turns about it at this cost
 * alone. */
#define TMI_METRIC_TRANSLATION 1e-3
#define TMI_METRIC_RADIUS 1e-2

/* Distance [of the world's size] at which `contact(a, b)` holds of bodies that nothing holds apart:
 * what a text places side by side is apart by rounding errors of its coordinates, which world axes
 * far from the origin make larger. */
#define TMI_CONTACT_DISTANCE 1e-9

#endif
