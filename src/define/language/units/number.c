/* number.c: a number as it stands in a text, with its unit, in SI. */
#include "define/language/units/units.h"
#include "numeric/numeric.h"

#include <string.h>

/* pi = TMI_PI + PI_LOW to 107 bits. */
#define PI_LOW 0x1.1a62633145c07p-53

/* A number as the exact sum of two doubles. Enough digits that a factor made of a few units is
 * right to the last bit of its head. */
typedef struct Pair {
    double head, low;
} Pair;

/* x cut to its first 26 bits: products of two such numbers are exact. */
static double cut(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= UINT64_C(0xfffffffff8000000);
    memcpy(&x, &bits, sizeof x);
    return x;
}

static Pair rounded(double head, double low) {
    double sum = head + low;
    return (Pair){sum, (head - sum) + low};
}

/* a b with the rounding error of the product of the heads ([DE]). */
static Pair multiply(Pair a, Pair b) {
    double a1 = cut(a.head), a2 = a.head - a1, b1 = cut(b.head), b2 = b.head - b1;
    double product = a.head * b.head;
    double error = (((a1 * b1 - product) + a1 * b2) + a2 * b1) + a2 * b2;
    return rounded(product, error + (a.head * b.low + a.low * b.head));
}

static Pair divide(Pair a, Pair b) {
    double q = a.head / b.head;
    Pair back = multiply((Pair){q, 0.0}, b);
    return rounded(q, ((a.head - back.head) - back.low + a.low) / b.head);
}

/* What a unit is worth: 10^tens times the factor, which is exactly 1 for units of ten. */
typedef struct Worth {
    Pair factor;
    int32_t tens;
    tmiDimension dimension;
} Worth;

static Pair factor_of(const tmiUnitParts *parts) {
    Pair factor = divide((Pair){parts->numerator, 0.0}, (Pair){parts->denominator, 0.0});
    return parts->pi ? multiply(factor, (Pair){TMI_PI, PI_LOW}) : factor;
}

/* worth *= unit^exponent. False where the dimension becomes too large. */
static bool take(Worth *worth, const tmiUnit *unit, const tmiUnitParts *parts, int32_t exponent) {
    const tmiDimension d = {(int16_t)(3 * unit->length), (int16_t)(3 * unit->time),
                            (int16_t)(3 * unit->mass), (int16_t)(3 * unit->angle)};
    bool is_ten = parts->numerator == parts->denominator && !parts->pi;
    Pair factor = is_ten ? (Pair){1.0, 0.0} : factor_of(parts);
    for (int32_t i = exponent < 0 ? -exponent : exponent; i > 0; i--) {
        bool fits = exponent < 0 ? tmi_dimension_divide(worth->dimension, d, &worth->dimension)
                                 : tmi_dimension_multiply(worth->dimension, d, &worth->dimension);
        if (!fits) {
            return false;
        }
        if (!is_ten) {
            worth->factor =
                exponent < 0 ? divide(worth->factor, factor) : multiply(worth->factor, factor);
        }
    }
    worth->tens += exponent * parts->tens;
    return true;
}

/* Where a unit is being read. */
typedef struct Reader {
    const char *text;
    int32_t length, at;
} Reader;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 128;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* ^2 or ^-2 behind a unit; 1 where there is none, 0 where it makes no sense. */
static int32_t read_exponent(Reader *r) {
    if (r->at >= r->length || r->text[r->at] != '^') {
        return 1;
    }
    r->at++;
    bool negative = r->at < r->length && r->text[r->at] == '-';
    r->at += negative;
    int32_t exponent = 0;
    while (r->at < r->length && is_digit(r->text[r->at])) {
        exponent = exponent < 1000 ? 10 * exponent + (r->text[r->at] - '0') : exponent;
        r->at++;
    }
    return negative ? -exponent : exponent;
}

/* One unit with its exponent, multiplied or divided (sign -1). */
static tmiNumberFault read_unit(Reader *r, int32_t sign, Worth *worth) {
    int32_t start = r->at, count;
    while (r->at < r->length &&
           (is_letter(r->text[r->at]) || (r->at > start && is_digit(r->text[r->at])))) {
        r->at++;
    }
    if (r->at == start) {
        return TMI_NUMBER_NO_SENSE;
    }
    const tmiUnit *unit = tmi_unit_find(r->text + start, r->at - start);
    if (!unit) {
        return TMI_NUMBER_NO_UNIT;
    }
    int32_t exponent = read_exponent(r);
    if (exponent == 0) {
        return TMI_NUMBER_NO_SENSE;
    }
    const tmiUnitParts *parts = tmi_unit_parts((int32_t)(unit - tmi_units(&count)));
    return take(worth, unit, parts, sign * exponent) ? TMI_NUMBER_FINE : TMI_NUMBER_TOO_LARGE;
}

/* All of a unit: names with * and / between. On a fault r->at is behind it and *start before. */
static tmiNumberFault read_units(Reader *r, Worth *worth, int32_t *start) {
    tmiNumberFault fault = TMI_NUMBER_FINE;
    int32_t sign = 1;
    while (fault == TMI_NUMBER_FINE && (*start = r->at) < r->length) {
        fault = read_unit(r, sign, worth);
        if (fault != TMI_NUMBER_FINE || r->at >= r->length) {
            break;
        }
        char between = r->text[r->at];
        sign = between == '/' ? -1 : 1;
        if ((between != '/' && between != '*') || r->at + 1 == r->length) {
            fault = TMI_NUMBER_NO_SENSE;
        }
        r->at++;
    }
    return fault;
}

int32_t tmi_number_digits(const char *text, int32_t length) {
    int32_t at = 0;
    while (at < length && is_digit(text[at])) {
        at++;
    }
    if (at + 1 < length && text[at] == '.' && is_digit(text[at + 1])) {
        for (at++; at < length && is_digit(text[at]);) {
            at++;
        }
    }
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        int32_t digits = at + 1;
        digits += digits < length && (text[digits] == '+' || text[digits] == '-');
        if (digits < length && is_digit(text[digits])) {
            for (at = digits; at < length && is_digit(text[at]);) {
                at++;
            }
        }
    }
    return at;
}

tmiNumber tmi_number_read(const char *text, int32_t length) {
    tmiNumber number = {.value = 0.0};
    int32_t digits = tmi_number_digits(text, length);
    Reader reader = {text, length, digits};
    Worth worth = {{1.0, 0.0}, 0, TMI_PLAIN};
    number.fault = read_units(&reader, &worth, &number.fault_start);
    number.fault_length = reader.at - number.fault_start;
    if (number.fault != TMI_NUMBER_FINE) {
        return number;
    }
    number.dimension = worth.dimension;
    number.hertz = tmi_dimension_equal(worth.dimension, TMI_DIMENSION(0, -1, 0, 0)) &&
                   memchr(text, 'H', (size_t)length);
    number.value = tmi_text_read_double(text, digits, worth.tens, &digits);
    if (worth.factor.head != 1.0 || worth.factor.low != 0.0) {
        number.value = multiply((Pair){number.value, 0.0}, worth.factor).head;
    }
    if (!(number.value <= 1.7976931348623157e308)) {
        number.fault = TMI_NUMBER_TOO_LARGE;
        number.fault_start = 0;
        number.fault_length = length;
    }
    return number;
}
