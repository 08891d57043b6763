/* hash.h: a hash of numbers by their bits, equal on every platform. */
#ifndef TMI_HASH_H
#define TMI_HASH_H

#include <stddef.h>
#include <stdint.h>

#define TMI_HASH_START 0xcbf29ce484222325u
#define TMI_HASH_PRIME 0x100000001b3u

/* Folds one word into the hash: FNV-1a over its eight bytes, low byte first. */
uint64_t tmi_hash_word(uint64_t hash, uint64_t word);

/* Folds doubles into the hash. Every NaN counts as the same one: C fixes neither sign nor payload.
 */
uint64_t tmi_hash_doubles(uint64_t hash, const double *values, size_t count);

/* Folds whole numbers into the hash. */
uint64_t tmi_hash_ints(uint64_t hash, const int32_t *values, size_t count);

#endif
