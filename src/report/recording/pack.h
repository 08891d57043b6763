/* pack.h: private: numbers put into bytes, low byte first. */
#ifndef TMI_PACK_H
#define TMI_PACK_H

#include "base/base.h"

#include <string.h>

/* The one NaN of recordings: C fixes neither its sign nor its payload, and processors differ. */
#define TMI_NAN_BITS UINT64_C(0x7ff8000000000000)

TMI_INLINE unsigned char *tmi_put32(unsigned char *at, uint32_t number) {
    at[0] = (unsigned char)number;
    at[1] = (unsigned char)(number >> 8);
    at[2] = (unsigned char)(number >> 16);
    at[3] = (unsigned char)(number >> 24);
    return at + 4;
}

TMI_INLINE unsigned char *tmi_put64(unsigned char *at, uint64_t number) {
    at = tmi_put32(at, (uint32_t)number);
    return tmi_put32(at, (uint32_t)(number >> 32));
}

TMI_INLINE unsigned char *tmi_put_double(unsigned char *at, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return tmi_put64(at, number != number ? TMI_NAN_BITS : bits);
}

/* Puts `count` numbers; null: as many times `instead`. */
TMI_INLINE unsigned char *tmi_put_doubles(unsigned char *at, const double *numbers, size_t count,
                                          double instead) {
    for (size_t i = 0; i < count; i++) {
        at = tmi_put_double(at, numbers ? numbers[i] : instead);
    }
    return at;
}

#endif
