/* float_bits.h: doubles as the bits they are made of, for the elementary functions. */
#ifndef TMI_FLOAT_BITS_H
#define TMI_FLOAT_BITS_H

#include "base/base.h"

#include <stdint.h>
#include <string.h>

#define TMI_SIGN_BIT 0x8000000000000000u
#define TMI_INFINITY_BITS 0x7ff0000000000000u

static inline uint64_t tmi_bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double tmi_double_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Returns `yes` where `one` is 1 and `no` where it is 0, without a branch: for choices that no
 * processor could predict. */
static inline double tmi_select(uint64_t one, double yes, double no) {
    uint64_t mask = 0u - one;
    return tmi_double_of((tmi_bits_of(yes) & mask) | (tmi_bits_of(no) & ~mask));
}

/* Returns 2^n for a normal result, -1022 <= n <= 1023. */
static inline double tmi_power_of_two(int32_t n) {
    return tmi_double_of((uint64_t)(n + 1023) << 52);
}

/* Returns x cut to its first 26 bits: the product of two such numbers is exact, and x minus it has
 * at most 27. This is how we get exact products, since a fused multiply-add is not everywhere. */
static inline double tmi_first_26_bits(double x) {
    return tmi_double_of(tmi_bits_of(x) & 0xfffffffff8000000u);
}

#endif
