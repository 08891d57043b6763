/* exponential_tables.h: constants of the exponential, logarithmic and hyperbolic functions.
 * Written by tools/elementary_constants.py, which derives every number here: do not edit. */
#ifndef TMI_EXPONENTIAL_TABLES_H
#define TMI_EXPONENTIAL_TABLES_H

#include <stdint.h>

/* clang-format off */

/* Steps of ln 2 / 128: how many in 1, and one in two parts; whole numbers below 2^18 times
 * the first are exact. */
#define TMI_EXP_STEPS_IN_ONE 0x1.71547652b82fep+7
#define TMI_EXP_STEP_1 0x1.62e42fef80000p-8
#define TMI_EXP_STEP_2 0x1.1cf79abc9e3b4p-43

/* e^r = 1 + r + r^2 (E1 + E2 r + …) for |r| <= ln 2 / 256. */
#define TMI_EXP_1 0x1.ffffffffffd98p-2
#define TMI_EXP_2 0x1.555555555542ep-3
#define TMI_EXP_3 0x1.55555d2ee2ab8p-5
#define TMI_EXP_4 0x1.1111169e2eaa3p-7

/* ln 2, its head and the heads in tmi_log_table being multiples of 2^-42. */
#define TMI_LN_2_HEAD 0x1.62e42fefa3800p-1
#define TMI_LN_2_TAIL 0x1.ef35793c76730p-45

/* ln(1 + r) = r - r^2/2 + r^3 (L1 + L2 r + …). */
#define TMI_LOG_1 0x1.5555555555558p-2
#define TMI_LOG_2 -0x1.0000000000005p-2
#define TMI_LOG_3 0x1.9999999822b19p-3
#define TMI_LOG_4 -0x1.5555555346609p-3
#define TMI_LOG_5 0x1.24945ce0e3777p-3
#define TMI_LOG_6 -0x1.000244a6fb29ep-3

/* 1 / ln 10 with a head of 26 bits, and what that leaves out. */
#define TMI_LOG10_E_SHORT 0x1.bcb7b10000000p-2
#define TMI_LOG10_E_REST 0x1.49b9438ca9aaep-28

/* sinh x = x + x^3 (H1 + H2 x^2 + …) for |x| <= 1/4. */
#define TMI_SINH_1 0x1.5555555555555p-3
#define TMI_SINH_2 0x1.1111111111373p-7
#define TMI_SINH_3 0x1.a01a019f3021cp-13
#define TMI_SINH_4 0x1.71de3700bfd46p-19
#define TMI_SINH_5 0x1.aeb7df59ba10bp-26

/* Row j: 2^(j/128) as head and tail. */
#define TMI_EXP_ROWS 128
extern const double tmi_exp_table[TMI_EXP_ROWS][2];

/* Interval i begins at the double with bits TMI_LOG_START + i 2^45. Its row: 1/c, and ln c as
 * head and tail. */
#define TMI_LOG_START 0x3fe68aab00000000u
#define TMI_LOG_ROWS 128
extern const double tmi_log_table[TMI_LOG_ROWS][3];

/* clang-format on */

#endif
