/* dimensions.c: arithmetic of dimensions, and dimensions in words. Numbers are read in number.c. */
#include "define/language/units/units.h"

#include <math.h>
#include <string.h>

/* How far an exponent may be from a twelfth [1/12]: 1/3 and the like are not exact. */
#define EXPONENT_TOLERANCE 1e-9

bool tmi_dimension_equal(tmiDimension a, tmiDimension b) {
    return a.length == b.length && a.time == b.time && a.mass == b.mass && a.angle == b.angle;
}

bool tmi_dimension_is_plain(tmiDimension dimension) {
    return tmi_dimension_equal(dimension, TMI_PLAIN);
}

bool tmi_dimension_is_angle(tmiDimension dimension) {
    return tmi_dimension_equal(dimension, TMI_ANGLE);
}

static bool is_small(int32_t exponent) {
    return exponent >= -TMI_EXPONENT_MAX && exponent <= TMI_EXPONENT_MAX;
}

static bool dimension_of(const int32_t e[4], tmiDimension *result) {
    for (int i = 0; i < 4; i++) {
        if (!is_small(e[i])) {
            return false;
        }
    }
    *result = (tmiDimension){(int16_t)e[0], (int16_t)e[1], (int16_t)e[2],
                             (int16_t)(e[0] == 0 ? e[3] : 0)};
    return true;
}

static bool combine(tmiDimension a, tmiDimension b, int32_t sign, tmiDimension *result) {
    const int32_t e[] = {a.length + sign * b.length, a.time + sign * b.time, a.mass + sign * b.mass,
                         a.angle + sign * b.angle};
    return dimension_of(e, result);
}

bool tmi_dimension_multiply(tmiDimension a, tmiDimension b, tmiDimension *result) {
    return combine(a, b, 1, result);
}

bool tmi_dimension_divide(tmiDimension a, tmiDimension b, tmiDimension *result) {
    return combine(a, b, -1, result);
}

bool tmi_dimension_power(tmiDimension a, double exponent, tmiDimension *result) {
    const double old[] = {a.length, a.time, a.mass, a.angle};
    int32_t e[4];
    for (int i = 0; i < 4; i++) {
        double product = old[i] * exponent;
        double whole = floor(product + 0.5);
        if (!(fabs(product - whole) <= EXPONENT_TOLERANCE) || !(fabs(whole) <= TMI_EXPONENT_MAX)) {
            return false;
        }
        e[i] = (int32_t)whole;
    }
    return dimension_of(e, result);
}

bool tmi_dimension_fits(tmiDimension found, tmiDimension wanted) {
    if (tmi_dimension_is_plain(found)) {
        return true;
    }
    bool same =
        found.length == wanted.length && found.time == wanted.time && found.mass == wanted.mass;
    return same && (found.angle == 0 || wanted.angle != 0);
}

/* ---- Words --------------------------------------------------------------------------------- */

static void add_exponent(tmiText *text, int32_t twelfths) {
    if (twelfths == TMI_EXPONENT_ONE) {
        return;
    }
    int32_t whole = twelfths / TMI_EXPONENT_ONE;
    tmi_text_add(text, "^");
    if (whole * TMI_EXPONENT_ONE == twelfths) {
        tmi_text_add_int(text, whole);
        return;
    }
    int32_t divisor = TMI_EXPONENT_ONE;
    while (twelfths % divisor || TMI_EXPONENT_ONE % divisor) {
        divisor--;
    }
    tmi_text_add(text, "(");
    tmi_text_add_int(text, twelfths / divisor);
    tmi_text_add(text, "/");
    tmi_text_add_int(text, TMI_EXPONENT_ONE / divisor);
    tmi_text_add(text, ")");
}

/* The product of SI units: kg*m^2/s^2; where all are divisors, 1/s for people, s^-1 as a unit. */
static void add_symbol(tmiText *text, tmiDimension d, bool as_unit) {
    const char *const names[] = {"kg", "m", "rad", "s"};
    const int32_t exponents[] = {d.mass, d.length, d.angle, d.time};
    bool any = false;
    for (int i = 0; i < 4; i++) {
        if (exponents[i] > 0) {
            tmi_text_add(text, any ? "*" : "");
            tmi_text_add(text, names[i]);
            add_exponent(text, exponents[i]);
            any = true;
        }
    }
    for (int i = 0; i < 4; i++) {
        if (exponents[i] < 0) {
            bool turned = as_unit && !any;
            tmi_text_add(text, any ? "/" : turned ? "" : "1/");
            tmi_text_add(text, names[i]);
            add_exponent(text, turned ? exponents[i] : -exponents[i]);
            any = true;
        }
    }
}

static const tmiDimensionRow *row_of(tmiDimension dimension) {
    int32_t count;
    const tmiDimensionRow *rows = tmi_dimension_rows(&count);
    for (int32_t i = 0; i < count; i++) {
        if (tmi_dimension_equal(rows[i].dimension, dimension)) {
            return &rows[i];
        }
    }
    return NULL;
}

void tmi_dimension_text(tmiDimension dimension, char text[TMI_DIMENSION_TEXT]) {
    tmiText out;
    const tmiDimensionRow *row = row_of(dimension);
    tmi_text_init(&out, text, TMI_DIMENSION_TEXT);
    if (row) {
        tmi_text_add(&out, row->text);
        return;
    }
    tmi_text_add(&out, "a number in ");
    add_symbol(&out, dimension, false);
}

void tmi_dimension_symbol(tmiDimension dimension, char text[TMI_DIMENSION_TEXT]) {
    tmiText out;
    tmi_text_init(&out, text, TMI_DIMENSION_TEXT);
    add_symbol(&out, dimension, true);
}

void tmi_dimension_unit(tmiDimension dimension, char text[TMI_DIMENSION_TEXT]) {
    const struct {
        tmiDimension dimension;
        const char *unit;
    } known[] = {{TMI_DIMENSION(1, -2, 1, 0), "N"},     {TMI_DIMENSION(2, -2, 1, 0), "N*m"},
                 {TMI_DIMENSION(2, -3, 1, 0), "W"},     {TMI_DIMENSION(0, -2, 1, 0), "N/m"},
                 {TMI_DIMENSION(0, -1, 1, 0), "N*s/m"}, {TMI_DIMENSION(2, -1, 1, 0), "N*m*s"},
                 {TMI_DIMENSION(1, -1, 1, 0), "N*s"},   {TMI_DIMENSION(-1, -2, 1, 0), "Pa"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (tmi_dimension_equal(dimension, known[i].dimension)) {
            memcpy(text, known[i].unit, strlen(known[i].unit) + 1);
            return;
        }
    }
    tmi_dimension_symbol(dimension, text);
}

void tmi_dimension_units(tmiDimension dimension, char text[TMI_DIMENSION_TEXT]) {
    tmiText out;
    const tmiDimensionRow *row = row_of(dimension);
    if (!row) {
        tmi_dimension_symbol(dimension, text);
        return;
    }
    tmi_text_init(&out, text, TMI_DIMENSION_TEXT);
    tmi_text_add(&out, row->units);
}

/* Six digits: decimals where they are few, an exponent where the point is far away. */
void tmi_text_add_number(tmiText *text, double number) {
    double size = fabs(number);
    int32_t tens = 0;
    if (size > 0.0 && size < 1e300 * 1e8) {
        for (; size >= 10.0; tens++) {
            size /= 10.0;
        }
        for (; size < 1.0; tens--) {
            size *= 10.0;
        }
    }
    if (tens >= -4 && tens < 9) {
        tmi_text_add_short(text, number, tens > 5 ? 0 : 5 - tens);
        return;
    }
    tmi_text_add_short(text, number < 0.0 ? -size : size, 5);
    tmi_text_add(text, tens < 0 ? "e-" : "e+");
    tmi_text_add_int(text, tens < 0 ? -tens : tens);
}
