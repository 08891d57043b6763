/* text_powers.h: private to the printing of numbers. */
#ifndef TMI_TEXT_POWERS_H
#define TMI_TEXT_POWERS_H

#include <stdint.h>

#define TMI_TEXT_POWER_MIN (-292)
#define TMI_TEXT_POWER_MAX 324

/* 10^k = (high 2^64 + low) 2^(floor(log2 10^k) - 127), rounded up. */
extern const uint64_t tmi_text_powers[TMI_TEXT_POWER_MAX - TMI_TEXT_POWER_MIN + 1][2];

#endif
