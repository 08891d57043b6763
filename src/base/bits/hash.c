/* hash.c: FNV-1a, written over words so that byte order and word size cannot matter. */
#include "base/bits/bits.h"

#include <string.h>

#define NAN_BITS 0x7ff8000000000000u

uint64_t tmi_hash_word(uint64_t hash, uint64_t word) {
    for (int byte = 0; byte < 8; byte++) {
        hash = (hash ^ (word >> (8 * byte) & 0xff)) * TMI_HASH_PRIME;
    }
    return hash;
}

uint64_t tmi_hash_doubles(uint64_t hash, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash = tmi_hash_word(hash, values[i] != values[i] ? NAN_BITS : bits);
    }
    return hash;
}

uint64_t tmi_hash_ints(uint64_t hash, const int32_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hash = tmi_hash_word(hash, (uint64_t)(int64_t)values[i]);
    }
    return hash;
}
