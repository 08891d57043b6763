/* text_number.c: doubles as decimal text, exactly, without printf.
 *
 * The number is laid out as a fixed-point integer of 32-bit words, binary point included, so that
 * every digit is exact: the whole part is divided by ten for its digits, the fraction multiplied by
 * ten for the next one. Short numbers touch few words. */
#include "base/text/text.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* A double reaches from 2^-1074 to below 2^1024. */
#define WHOLE_WORDS 33
#define FRACTION_WORDS 34

#define WHOLE_DIGITS_MAX 310

typedef struct Fixed {
    uint32_t whole[WHOLE_WORDS];       /* least significant word first */
    uint32_t fraction[FRACTION_WORDS]; /* most significant word first */
    int32_t fraction_count;            /* words beyond are zero */
} Fixed;

/* Sets bit 2^power. */
static void set_bit(Fixed *f, int32_t power) {
    if (power >= 0) {
        f->whole[power / 32] |= UINT32_C(1) << (power % 32);
        return;
    }
    int32_t at = -power - 1;
    f->fraction[at / 32] |= UINT32_C(1) << (31 - at % 32);
    if (f->fraction_count < at / 32 + 1) {
        f->fraction_count = at / 32 + 1;
    }
}

static void unpack(Fixed *f, uint64_t bits) {
    int32_t exponent = (int32_t)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent > 0) {
        mantissa |= UINT64_C(1) << 52;
    } else {
        exponent = 1;
    }
    memset(f, 0, sizeof *f);
    for (int32_t i = 0; i < 53; i++) {
        if (mantissa >> i & 1) {
            set_bit(f, exponent - 1075 + i);
        }
    }
}

/* Multiplies the fraction by ten and returns the digit that passes the point. */
static uint32_t next_digit(Fixed *f) {
    uint64_t carry = 0;
    for (int32_t i = f->fraction_count - 1; i >= 0; i--) {
        carry += (uint64_t)f->fraction[i] * 10;
        f->fraction[i] = (uint32_t)carry;
        carry >>= 32;
    }
    while (f->fraction_count > 0 && f->fraction[f->fraction_count - 1] == 0) {
        f->fraction_count--;
    }
    return (uint32_t)carry;
}

/* Divides the whole part by ten and returns the remainder. */
static uint32_t last_digit(Fixed *f) {
    uint64_t rest = 0;
    for (int32_t i = WHOLE_WORDS - 1; i >= 0; i--) {
        uint64_t part = rest << 32 | f->whole[i];
        f->whole[i] = (uint32_t)(part / 10);
        rest = part % 10;
    }
    return (uint32_t)rest;
}

static bool is_zero(const uint32_t *words, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (words[i]) {
            return false;
        }
    }
    return true;
}

/* Whether what is left of the fraction rounds up: above a half, or a half behind an odd digit. */
static bool rounds_up(const Fixed *f, bool odd) {
    const uint32_t half = UINT32_C(1) << 31;
    if (f->fraction_count == 0 || f->fraction[0] < half) {
        return false;
    }
    bool exact = f->fraction[0] == half && is_zero(f->fraction + 1, f->fraction_count - 1);
    return !exact || odd;
}

/* Adds one at the last digit. The first one is a zero, so the carry ends there. */
static void round_up(char *digits, int32_t last) {
    while (digits[last] == '9') {
        digits[last--] = '0';
    }
    digits[last]++;
}

void tmi_text_add_double(tmiText *text, double number, int32_t decimals) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (bits >> 63) {
        tmi_text_add(text, "-");
    }
    if ((bits >> 52 & 0x7ff) == 0x7ff) {
        tmi_text_add(text, bits << 12 ? "nan" : "inf");
        return;
    }
    decimals = decimals < 0 ? 0 : decimals > TMI_TEXT_DECIMALS ? TMI_TEXT_DECIMALS : decimals;
    Fixed f;
    unpack(&f, bits);
    char digits[WHOLE_DIGITS_MAX + TMI_TEXT_DECIMALS];
    int32_t first = WHOLE_DIGITS_MAX;
    do {
        digits[--first] = (char)('0' + last_digit(&f));
    } while (!is_zero(f.whole, WHOLE_WORDS));
    digits[--first] = '0'; /* for a carry */
    for (int32_t i = 0; i < decimals; i++) {
        digits[WHOLE_DIGITS_MAX + i] = (char)('0' + next_digit(&f));
    }
    int32_t last = WHOLE_DIGITS_MAX + decimals - 1;
    if (rounds_up(&f, (digits[last] & 1) != 0)) {
        round_up(digits, last);
    }
    first += digits[first] == '0';
    tmi_text_add_bytes(text, digits + first, (size_t)(WHOLE_DIGITS_MAX - first));
    if (decimals > 0) {
        tmi_text_add(text, ".");
        tmi_text_add_bytes(text, digits + WHOLE_DIGITS_MAX, (size_t)decimals);
    }
}

void tmi_text_add_short(tmiText *text, double number, int32_t decimals) {
    char written[WHOLE_DIGITS_MAX + TMI_TEXT_DECIMALS + 3];
    tmiText whole;
    tmi_text_init(&whole, written, sizeof written);
    tmi_text_add_double(&whole, number, decimals);
    if (strchr(written, '.')) {
        while (written[whole.kept - 1] == '0') {
            written[--whole.kept] = '\0';
        }
        whole.kept -= written[whole.kept - 1] == '.';
        written[whole.kept] = '\0';
    }
    tmi_text_add(text, strcmp(written, "-0") == 0 ? "0" : written);
}

/* ---- Significant digits -------------------------------------------------------------------- */

/* Whether decimal digits behind an odd or even one round up; `more`: others than zeros follow. */
static bool tail_rounds_up(const char *tail, int32_t count, bool more, bool odd) {
    if (tail[0] != '5') {
        return tail[0] > '5';
    }
    for (int32_t i = 1; i < count; i++) {
        more = more || tail[i] != '0';
    }
    return more || odd;
}

/* Digits of a number: those of the whole part end where WHOLE_DIGITS_MAX have room, those of the
 * fraction follow. Made in place: clang 14 for WebAssembly wrongly removed a copy out of a buffer
 * that a loop had filled. */
typedef struct Digits {
    char at[1 + WHOLE_DIGITS_MAX + TMI_TEXT_DIGITS];
    int32_t first; /* a zero is before it, for a carry */
    int32_t power; /* of ten, of the first */
} Digits;

/* Makes the first `count` digits of the number, which is not zero, rounded. */
static void leading_digits(Fixed *f, int32_t count, Digits *digits) {
    int32_t first = 1 + WHOLE_DIGITS_MAX;
    while (!is_zero(f->whole, WHOLE_WORDS)) {
        digits->at[--first] = (char)('0' + last_digit(f));
    }
    char *at = digits->at + first;
    int32_t made = 1 + WHOLE_DIGITS_MAX - first, power = made - 1;
    bool up;
    if (made > count) {
        bool odd = (at[count - 1] & 1) != 0;
        up = tail_rounds_up(at + count, made - count, f->fraction_count > 0, odd);
    } else {
        while (made < count) {
            at[made] = (char)('0' + next_digit(f));
            power -= made == 0 && at[0] == '0';
            made += made > 0 || at[0] != '0';
        }
        up = rounds_up(f, (at[count - 1] & 1) != 0);
    }
    at[-1] = '0';
    if (up) {
        round_up(digits->at, first + count - 1);
    }
    bool carried = at[-1] != '0';
    digits->first = first - carried;
    digits->power = power + carried;
}

/* Digits with a point behind the first `whole`, which may be none or beyond them: at least one on
 * either side of it, no closing zeros. */
static void add_pointed(tmiText *text, const char *digits, int32_t count, int32_t whole) {
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    tmi_text_add(text, whole > 0 ? "" : "0.");
    for (int32_t i = whole; i < 0; i++) {
        tmi_text_add(text, "0");
    }
    for (int32_t i = 0; i < count || i < whole; i++) {
        tmi_text_add_bytes(text, i < count ? digits + i : "0", 1);
        tmi_text_add(text, i + 1 == whole ? "." : "");
    }
    tmi_text_add(text, whole >= count ? "0" : "");
}

void tmi_text_add_digits(tmiText *text, double number, int32_t count) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    if (!(bits << 1) || (bits >> 52 & 0x7ff) == 0x7ff) {
        tmi_text_add_double(text, bits << 1 ? number : 0.0, 1);
        return;
    }
    count = count < 1 ? 1 : count > TMI_TEXT_DIGITS ? TMI_TEXT_DIGITS : count;
    Digits digits;
    Fixed f;
    unpack(&f, bits);
    leading_digits(&f, count, &digits);
    int32_t power = digits.power;
    tmi_text_add(text, bits >> 63 ? "-" : "");
    bool plain = power >= TMI_TEXT_PLAIN_MIN && power < TMI_TEXT_PLAIN_MAX;
    add_pointed(text, digits.at + digits.first, count, plain ? power + 1 : 1);
    if (!plain) {
        tmi_text_add(text, "e");
        tmi_text_add_int(text, power);
    }
}

/* ---- For people ---------------------------------------------------------------------------- */

/* Numbers from NO_EXPONENT_MIN up to below NO_EXPONENT_MAX are written without an exponent. */
#define NO_EXPONENT_MIN 1e-4
#define NO_EXPONENT_MAX 1e7
#define ROUNDED_DIGITS 6
#define ROUNDS_UP 5e-6

void tmi_text_add_rounded(tmiText *text, double number) {
    double size = fabs(number);
    int32_t exponent = 0;
    if (isnan(number) || isinf(number) || size == 0.0) {
        tmi_text_add(text, isnan(number) ? "-" : number == 0.0 ? "0" : number > 0 ? "inf" : "-inf");
        return;
    }
    for (; size >= 10.0; exponent++) {
        size /= 10.0;
    }
    for (; size < 1.0; exponent--) {
        size *= 10.0;
    }
    if (size >= 10.0 - ROUNDS_UP) { /* not 10e-6 */
        size = 1.0;
        exponent++;
    }
    if (fabs(number) >= NO_EXPONENT_MIN && fabs(number) < NO_EXPONENT_MAX) {
        tmi_text_add_short(text, number,
                           exponent < ROUNDED_DIGITS - 1 ? ROUNDED_DIGITS - 1 - exponent : 0);
        return;
    }
    tmi_text_add_short(text, number < 0.0 ? -size : size, ROUNDED_DIGITS - 1);
    tmi_text_add(text, "e");
    tmi_text_add_int(text, exponent);
}
