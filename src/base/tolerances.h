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
#define TMI_JACOBI_SQUARE_LEAST 0x1p-900

/* Square [1] of a factor put off by the Jacobi iteration at which a row is multiplied by it; its
 * inverse is the other end. Far from underflow, and seldom reached within a sweep. */
#define TMI_JACOBI_FACTOR_LEAST 0x1p-100

/* Fraction [1] of its fresh value below which a square of a length that a rotation changed is
 * summed again: one digit lost. */
#define TMI_JACOBI_LOSS 0.1

#endif
