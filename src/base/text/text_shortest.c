/* text_shortest.c: the shortest decimal that reads back as the same double; of several the nearest.
 *
 * [SF]: with k = floor(log10 of the width of what rounds to v), one of four multiples of 10^k and
 * 10^(k+1) next to v is the answer. v and the ends of that interval are taken times 10^-k to 128
 * bits, cut so that a last bit shows whether anything was lost ("round to odd"), which decides
 * every comparison. Some 30 ns a number. */
#include "base/text/text.h"
#include "base/text/text_powers.h"

#include <stdbool.h>
#include <string.h>

/* Numbers from 10^PLAIN_MIN up to below 10^PLAIN_MAX are written without an exponent. */
#define PLAIN_MIN (-5)
#define PLAIN_MAX 17

#define SHORTEST_DIGITS_MAX 20

typedef struct Decimal {
    uint64_t digits;
    int32_t exponent; /* the number is digits * 10^exponent */
} Decimal;

/* g c / 2^128, and 1 in the last bit where something was cut ([SF] section 9.9). */
static uint64_t round_to_odd(const uint64_t g[2], uint64_t c) {
    uint64_t low, unused;
    uint64_t carry = tmi_text_product(g[1], c, &unused), high = tmi_text_product(g[0], c, &low);
    low += carry;
    high += low < carry;
    return high | (low > 1);
}

/* floor(x / 2^n), for negative x, too. */
static int32_t floor_shift(int32_t x, int32_t n) {
    return x >= 0 ? x >> n : -((-x + (1 << n) - 1) >> n);
}

/* The double is c 2^q; the one below is nearer where it is a power of two. */
static Decimal shortest(uint64_t c, int32_t q, bool is_nearer_below) {
    /* log10 2 = 1262611 / 2^22, log10(4/3) = 524031 / 2^22, log2 10 = 1741647 / 2^19, exact enough
     * for all exponents of doubles */
    int32_t k = floor_shift(q * 1262611 - (is_nearer_below ? 524031 : 0), 22);
    int32_t h = q + floor_shift(-k * 1741647, 19) + 1;
    uint64_t g[2];
    tmi_text_power(-k, g);
    uint64_t below = round_to_odd(g, (4 * c - 2 + is_nearer_below) << h);
    uint64_t at = round_to_odd(g, (4 * c) << h);
    uint64_t above = round_to_odd(g, (4 * c + 2) << h);
    uint64_t lower = below + (c & 1), upper = above - (c & 1); /* ends belong to even numbers */
    uint64_t s = at / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool down = lower <= 40 * tens, up = 40 * tens + 40 <= upper;
        if (down != up) {
            return (Decimal){tens + up, k + 1};
        }
    }
    bool down = lower <= 4 * s, up = 4 * s + 4 <= upper;
    if (down == up) {
        up = at > 4 * s + 2 || (at == 4 * s + 2 && (s & 1));
    }
    return (Decimal){s + up, k};
}

static Decimal decimal_of(uint64_t bits) {
    int32_t exponent = (int32_t)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    uint64_t c = exponent ? mantissa | UINT64_C(1) << 52 : mantissa;
    int32_t q = (exponent ? exponent : 1) - 1075;
    Decimal d;
    if (q <= 0 && q > -53 && (c & ((UINT64_C(1) << -q) - 1)) == 0) {
        d = (Decimal){c >> -q, 0}; /* a whole number: no decimal is shorter except for zeros */
    } else {
        d = shortest(c, q, mantissa == 0 && exponent > 1);
    }
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    return d;
}

static void add_zeros(tmiText *text, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        tmi_text_add_bytes(text, "0", 1);
    }
}

/* `count` digits with the point behind the first `whole` of them. */
static void add_plain(tmiText *text, const char *digits, int32_t count, int32_t whole) {
    if (whole <= 0) {
        tmi_text_add(text, "0.");
        add_zeros(text, -whole);
        tmi_text_add_bytes(text, digits, (size_t)count);
    } else if (whole >= count) {
        tmi_text_add_bytes(text, digits, (size_t)count);
        add_zeros(text, whole - count);
    } else {
        tmi_text_add_bytes(text, digits, (size_t)whole);
        tmi_text_add_bytes(text, ".", 1);
        tmi_text_add_bytes(text, digits + whole, (size_t)(count - whole));
    }
}

void tmi_text_add_shortest(tmiText *text, double number) {
    char buffer[SHORTEST_DIGITS_MAX];
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (number != number) {
        tmi_text_add(text, "nan");
        return;
    }
    if (bits >> 63) {
        tmi_text_add_bytes(text, "-", 1);
    }
    if (bits << 1 == 0) {
        tmi_text_add_bytes(text, "0", 1);
        return;
    }
    if ((bits >> 52 & 0x7ff) == 0x7ff) {
        tmi_text_add(text, "inf");
        return;
    }
    Decimal d = decimal_of(bits);
    int32_t first = SHORTEST_DIGITS_MAX;
    for (uint64_t rest = d.digits; rest > 0; rest /= 10) {
        buffer[--first] = (char)('0' + rest % 10);
    }
    int32_t count = SHORTEST_DIGITS_MAX - first, whole = count + d.exponent;
    if (whole > PLAIN_MIN && whole <= PLAIN_MAX) {
        add_plain(text, buffer + first, count, whole);
    } else {
        add_plain(text, buffer + first, count, 1);
        tmi_text_add_bytes(text, "e", 1);
        tmi_text_add_int(text, whole - 1);
    }
}
