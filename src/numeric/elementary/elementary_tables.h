/* elementary_tables.h: constants of the elementary functions.
 * Written by tools/elementary_constants.py, which derives every number here: do not edit. */
#ifndef TMI_ELEMENTARY_TABLES_H
#define TMI_ELEMENTARY_TABLES_H

#include <stdint.h>

/* clang-format off */

/* pi/2 in four parts; whole numbers below 2^22 times one of the first three are exact. */
#define TMI_HALF_PI_1 0x1.921fb54400000p+0
#define TMI_HALF_PI_2 0x1.0b4611a000000p-34
#define TMI_HALF_PI_3 0x1.898cc51000000p-64
#define TMI_HALF_PI_4 0x1.c06e0e6894812p-94

/* Nearest doubles, and what they leave out. */
#define TMI_TWO_OVER_PI 0x1.45f306dc9c883p-1
#define TMI_PI_HEAD 0x1.921fb54442d18p+1
#define TMI_PI_TAIL 0x1.1a62633145c07p-53
#define TMI_HALF_PI_HEAD 0x1.921fb54442d18p+0
#define TMI_HALF_PI_TAIL 0x1.1a62633145c07p-54
#define TMI_QUARTER_PI 0x1.921fb54442d18p-1
#define TMI_THREE_QUARTER_PI 0x1.2d97c7f3321d2p+1

/* pi/2 with a head of 26 bits: times another 26 bits it is exact. */
#define TMI_HALF_PI_SHORT 0x1.921fb50000000p+0
#define TMI_HALF_PI_REST 0x1.110b4611a6263p-26

/* sin r = r + r^3 (S1 + S2 r^2 + …),  cos r = 1 - r^2/2 + r^4 (C1 + C2 r^2 + …). */
#define TMI_SIN_1 -0x1.5555555555548p-3
#define TMI_SIN_2 0x1.111111110f730p-7
#define TMI_SIN_3 -0x1.a01a019be9203p-13
#define TMI_SIN_4 0x1.71de35552900bp-19
#define TMI_SIN_5 -0x1.ae5e4b8134a81p-26
#define TMI_SIN_6 0x1.5d8b54973cd9dp-33
#define TMI_COS_1 0x1.555555555554bp-5
#define TMI_COS_2 -0x1.6c16c16c15015p-10
#define TMI_COS_3 0x1.a01a019c8f251p-16
#define TMI_COS_4 -0x1.27e4f7f190df2p-22
#define TMI_COS_5 0x1.1ee9dbce655a2p-29
#define TMI_COS_6 -0x1.8fa68400fdf2dp-37

/* Bits of 2/pi, high word first. Bit 0 has weight 2^31, so that the first word is 0. */
#define TMI_TWO_OVER_PI_WORDS 38
extern const uint32_t tmi_two_over_pi[TMI_TWO_OVER_PI_WORDS];

/* Row i: atan(c) for c = i/64 as head and tail, then a1 … a7 with
 * atan(c + h) = atan(c) + h + a1 h + … + a7 h^7 for |h| <= 1/128. */
#define TMI_ATAN_STEPS 64
#define TMI_ATAN_COLUMNS 9
extern const double tmi_atan_table[TMI_ATAN_STEPS + 1][TMI_ATAN_COLUMNS];

/* The same, with a1 … a8, for the tangent up to pi/4 and the arc sine up to 1/2. */
#define TMI_ROW_COLUMNS 10
#define TMI_TAN_ROWS 51
#define TMI_ASIN_ROWS 33
extern const double tmi_tan_table[TMI_TAN_ROWS][TMI_ROW_COLUMNS];
extern const double tmi_asin_table[TMI_ASIN_ROWS][TMI_ROW_COLUMNS];

/* clang-format on */

#endif
