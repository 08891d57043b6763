/* text_decimal.c: decimal text as the nearest double, without strtod, which heeds the locale.
 *
 * Short numbers are one exact product or quotient ([CL], its fast path). All others are a quotient
 * of two whole numbers, divided bit by bit, so that nothing has to be proven about rounding errors:
 * some 0.3 us for 20 digits, 10 us for 800. */
#include "base/text/text.h"

#include <stdbool.h>
#include <string.h>

/* No double and no middle of two has more significant digits than 768; of digits behind
 * DECIMAL_DIGITS_MAX it matters only whether one is not zero. */
#define DECIMAL_DIGITS_MAX 780

/* Numbers at or above 10^310 are infinite, those below 10^-330 are zero. */
#define DECADE_MAX 310
#define DECADE_MIN (-330)

/* 10^(330 + 780) has 3688 bits, and a shift adds at most a word. */
#define WORDS 120

typedef struct Big {
    uint32_t words[WORDS]; /* least significant first; beyond count all zero */
    int32_t count;
} Big;

/* big = big * factor + added. */
static void big_multiply(Big *big, uint32_t factor, uint32_t added) {
    uint64_t carry = added;
    for (int32_t i = 0; i < big->count; i++) {
        carry += (uint64_t)big->words[i] * factor;
        big->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        big->words[big->count++] = (uint32_t)carry;
    }
}

static void big_power(Big *big, int32_t tens) {
    for (; tens >= 9; tens -= 9) {
        big_multiply(big, 1000000000u, 0);
    }
    for (; tens > 0; tens--) {
        big_multiply(big, 10u, 0);
    }
}

static int32_t big_bits(const Big *big) {
    int32_t bits = 32 * big->count;
    for (uint32_t top = big->words[big->count - 1]; !(top >> 31); top <<= 1) {
        bits--;
    }
    return bits;
}

static void big_shift(Big *big, int32_t bits) {
    int32_t words = bits / 32;
    memmove(big->words + words, big->words, sizeof big->words[0] * (size_t)big->count);
    memset(big->words, 0, sizeof big->words[0] * (size_t)words);
    big->count += words;
    big_multiply(big, UINT32_C(1) << bits % 32, 0);
}

static bool big_less(const Big *a, const Big *b) {
    if (a->count != b->count) {
        return a->count < b->count;
    }
    for (int32_t i = a->count - 1; i >= 0; i--) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] < b->words[i];
        }
    }
    return false;
}

/* a -= b, where b is not larger. */
static void big_subtract(Big *a, const Big *b) {
    uint64_t borrow = 0;
    for (int32_t i = 0; i < a->count; i++) {
        uint64_t taken = (i < b->count ? b->words[i] : 0u) + borrow;
        borrow = a->words[i] < taken;
        a->words[i] -= (uint32_t)taken;
    }
    while (a->count > 0 && a->words[a->count - 1] == 0) {
        a->count--;
    }
}

/* The first `bits` bits of a / b, which is 1 … 2, rounded to nearest, halves to even. */
static uint64_t divide(Big *a, const Big *b, int32_t bits) {
    uint64_t quotient = 0;
    for (int32_t i = 0; i <= bits; i++) {
        quotient <<= 1;
        if (!big_less(a, b)) {
            big_subtract(a, b);
            quotient |= 1;
        }
        big_multiply(a, 2, 0);
    }
    bool above = quotient & 1, more = a->count > 0;
    quotient >>= 1;
    return quotient + (above && (more || quotient & 1));
}

static double double_of(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* a / b for numbers that are not zero. */
static double quotient_of(Big *a, Big *b) {
    int32_t exponent = big_bits(a) - big_bits(b);
    big_shift(exponent > 0 ? b : a, exponent > 0 ? exponent : -exponent);
    if (big_less(a, b)) {
        big_multiply(a, 2, 0);
        exponent--;
    }
    if (exponent > 1023) {
        return double_of(UINT64_C(0x7ff) << 52);
    }
    /* Subnormal numbers have fewer bits; a carry out of them makes the exponent right by itself. */
    int32_t bits = exponent >= -1022 ? 53 : 53 - (-1022 - exponent);
    if (bits < 0) {
        return 0.0;
    }
    uint64_t mantissa = divide(a, b, bits);
    uint64_t field = exponent >= -1022 ? (uint64_t)(exponent + 1022) << 52 : 0;
    return double_of(field + mantissa);
}

/* The digits of a number without its point: most significant first, no zeros in front. */
typedef struct Decimal {
    uint8_t digits[DECIMAL_DIGITS_MAX + 1];
    int32_t count;
    int64_t exponent; /* the number is digits * 10^exponent */
} Decimal;

static void add_digit(Decimal *d, int32_t digit, bool behind_point) {
    if (d->count < DECIMAL_DIGITS_MAX) {
        if (d->count > 0 || digit) {
            d->digits[d->count++] = (uint8_t)digit;
        }
        d->exponent -= behind_point;
        return;
    }
    if (d->count == DECIMAL_DIGITS_MAX && digit) {
        d->digits[d->count++] = 1;
        d->exponent--;
    }
    d->exponent += !behind_point;
}

/* Reads digits, point and exponent; returns how many bytes they are. */
static int32_t read_decimal(const char *text, int32_t length, Decimal *d) {
    bool point = false, any = false;
    int32_t at = 0;
    d->count = 0;
    d->exponent = 0;
    for (; at < length; at++) {
        if (text[at] == '.' && !point) {
            point = true;
        } else if (text[at] >= '0' && text[at] <= '9') {
            add_digit(d, text[at] - '0', point);
            any = true;
        } else {
            break;
        }
    }
    int32_t e = at + 1;
    if (!any) {
        return 0;
    }
    if (at >= length || (text[at] != 'e' && text[at] != 'E')) {
        return at;
    }
    bool negative = e < length && text[e] == '-';
    e += e < length && (text[e] == '-' || text[e] == '+');
    int32_t first = e, exponent = 0;
    for (; e < length && text[e] >= '0' && text[e] <= '9'; e++) {
        exponent = exponent < 100000000 ? 10 * exponent + (text[e] - '0') : exponent;
    }
    d->exponent += negative ? -exponent : exponent;
    return e > first ? e : at;
}

/* Digits and a point alone, at most 15 digits: what people write. Such a whole number times or over
 * a power of ten that is a double is one rounding. Returns the bytes read, 0 where it is none. */
static int32_t read_short(const char *text, int32_t length, int32_t tens, double *number) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int64_t whole = 0;
    int32_t at = 0, point = -1;
    for (; at < length && at <= 15; at++) {
        uint32_t digit = (uint32_t)(unsigned char)text[at] - '0';
        if (digit <= 9) {
            whole = 10 * whole + digit;
        } else if (text[at] == '.' && point < 0) {
            point = at;
        } else {
            break;
        }
    }
    bool more = at > 15 || (at < length && (text[at] == 'e' || text[at] == 'E' || text[at] == '.'));
    int32_t exponent = tens - (point < 0 ? 0 : at - 1 - point);
    bool none = at == (point == 0); /* not a single digit */
    if (more || none || exponent < -22 || exponent > 22) {
        return 0;
    }
    *number = exponent < 0 ? (double)whole / powers[-exponent] : (double)whole * powers[exponent];
    return at;
}

double tmi_text_read_double(const char *text, int32_t length, int32_t tens, int32_t *used) {
    Decimal d;
    double number;
    *used = read_short(text, length, tens, &number);
    if (*used > 0) {
        return number;
    }
    *used = read_decimal(text, length, &d);
    d.exponent += tens;
    if (d.count == 0 || d.exponent + d.count < DECADE_MIN) {
        return 0.0;
    }
    if (d.exponent + d.count > DECADE_MAX) {
        return double_of(UINT64_C(0x7ff) << 52);
    }
    Big a = {.count = 0}, b = {{1}, 1};
    for (int32_t i = 0; i < d.count; i++) {
        big_multiply(&a, 10, d.digits[i]);
    }
    big_power(d.exponent < 0 ? &b : &a, (int32_t)(d.exponent < 0 ? -d.exponent : d.exponent));
    return quotient_of(&a, &b);
}
