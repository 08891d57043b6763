/* test_text_powers.c: powers of ten to 128 bits, against whole numbers of any length. */
#include "base/text/text_powers.h"
#include "test.h"

#include <string.h>

#define WORDS 48 /* 10^324 times 2^128 has 1205 bits */

typedef struct Whole {
    uint32_t words[WORDS]; /* least significant first */
} Whole;

static void multiply(Whole *n, uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)n->words[i] * factor;
        n->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static Whole whole_of(const uint64_t power[2]) {
    return (Whole){{(uint32_t)power[1], (uint32_t)(power[1] >> 32), (uint32_t)power[0],
                    (uint32_t)(power[0] >> 32)}};
}

static void multiply_times(Whole *n, uint32_t factor, int count) {
    for (int i = 0; i < count; i++) {
        multiply(n, factor);
    }
}

static int compare(const Whole *a, const Whole *b) {
    for (int i = WORDS - 1; i >= 0; i--) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] < b->words[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Compares n 2^twos with 10^k, both times what makes them whole. */
static int compare_with_power(const uint64_t n[2], int twos, int k) {
    Whole left = whole_of(n), right = {{1}};
    multiply_times(twos > 0 ? &left : &right, 2, twos > 0 ? twos : -twos);
    multiply_times(k < 0 ? &left : &right, 10, k < 0 ? -k : k);
    return compare(&left, &right);
}

TEST(powers_of_ten_are_the_first_128_bits_rounded_up) {
    int twos = -1098; /* 10^-292 is 2^-970.003 */
    for (int k = TMI_TEXT_POWER_MIN; k <= TMI_TEXT_POWER_MAX; k++) {
        uint64_t power[2];
        tmi_text_power(k, power);
        REQUIRE(power[0] >> 63 == 1);
        while (compare_with_power(power, twos, k) < 0) {
            twos++;
        }
        REQUIRE(compare_with_power(power, twos, k) >= 0);
        const uint64_t less[2] = {power[0] - (power[1] == 0), power[1] - 1};
        REQUIRE(compare_with_power(less, twos, k) < 0);
    }
}

TEST(products_of_words_have_both_halves) {
    uint64_t low;
    CHECK(tmi_text_product(3, 5, &low) == 0);
    CHECK(low == 15);
    CHECK(tmi_text_product(UINT64_MAX, UINT64_MAX, &low) == UINT64_MAX - 1);
    CHECK(low == 1);
}

TEST_MAIN(CASE(powers_of_ten_are_the_first_128_bits_rounded_up),
          CASE(products_of_words_have_both_halves))
