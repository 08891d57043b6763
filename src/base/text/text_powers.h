/* text_powers.h: private to the printing of numbers. */
#ifndef TMI_TEXT_POWERS_H
#define TMI_TEXT_POWERS_H

#include <stdint.h>

#define TMI_TEXT_POWER_MIN (-292)
#define TMI_TEXT_POWER_MAX 324

/* The high word of a b; the low one goes to *low. */
uint64_t tmi_text_product(uint64_t a, uint64_t b, uint64_t *low);

/* 10^k = (power[0] 2^64 + power[1]) 2^(floor(log2 10^k) - 127), rounded up, for k from
 * TMI_TEXT_POWER_MIN to TMI_TEXT_POWER_MAX. */
void tmi_text_power(int32_t k, uint64_t power[2]);

#endif
