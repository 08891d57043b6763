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

#endif
