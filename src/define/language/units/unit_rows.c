/* unit_rows.c: the units, and the dimensions that have a name. */
#include "define/language/units/units.h"
#include "numeric/numeric.h"

/* X(name, numerator, denominator, tens, pi, m, s, kg, rad, help): in the order of strcmp. Factors
 * are exact; those of inch, pound and pound-force by the agreement of 1959. */
#define UNIT_LIST(X)                                                                               \
    X(GPa, 1.0, 1.0, 9, false, -1, -2, 1, 0, "gigapascal")                                         \
    X(Hz, 1.0, 1.0, 0, false, 0, -1, 0, 0, "hertz, times per second")                              \
    X(J, 1.0, 1.0, 0, false, 2, -2, 1, 0, "joule")                                                 \
    X(MPa, 1.0, 1.0, 6, false, -1, -2, 1, 0, "megapascal, N/mm^2")                                 \
    X(N, 1.0, 1.0, 0, false, 1, -2, 1, 0, "newton")                                                \
    X(Nm, 1.0, 1.0, 0, false, 2, -2, 1, 0, "newton metre")                                         \
    X(Pa, 1.0, 1.0, 0, false, -1, -2, 1, 0, "pascal")                                              \
    X(W, 1.0, 1.0, 0, false, 2, -3, 1, 0, "watt")                                                  \
    X(bar, 1.0, 1.0, 5, false, -1, -2, 1, 0, "bar")                                                \
    X(cm, 1.0, 1.0, -2, false, 1, 0, 0, 0, "centimetre")                                           \
    X(deg, 1.0, 180.0, 0, true, 0, 0, 0, 1, "degree")                                              \
    X(ft, 3048.0, 10000.0, 0, false, 1, 0, 0, 0, "foot, 12in")                                     \
    X(g, 1.0, 1.0, -3, false, 0, 0, 1, 0, "gram")                                                  \
    X(h, 3600.0, 1.0, 0, false, 0, 1, 0, 0, "hour")                                                \
    X(in, 254.0, 10000.0, 0, false, 1, 0, 0, 0, "inch")                                            \
    X(kHz, 1.0, 1.0, 3, false, 0, -1, 0, 0, "kilohertz")                                           \
    X(kJ, 1.0, 1.0, 3, false, 2, -2, 1, 0, "kilojoule")                                            \
    X(kN, 1.0, 1.0, 3, false, 1, -2, 1, 0, "kilonewton")                                           \
    X(kPa, 1.0, 1.0, 3, false, -1, -2, 1, 0, "kilopascal")                                         \
    X(kW, 1.0, 1.0, 3, false, 2, -3, 1, 0, "kilowatt")                                             \
    X(kg, 1.0, 1.0, 0, false, 0, 0, 1, 0, "kilogram")                                              \
    X(km, 1.0, 1.0, 3, false, 1, 0, 0, 0, "kilometre")                                             \
    X(lb, 45359237.0, 100000000.0, 0, false, 0, 0, 1, 0, "pound")                                  \
    X(lbf, 44482216152605.0, 10000000000000.0, 0, false, 1, -2, 1, 0, "pound-force")               \
    X(m, 1.0, 1.0, 0, false, 1, 0, 0, 0, "metre")                                                  \
    X(mN, 1.0, 1.0, -3, false, 1, -2, 1, 0, "millinewton")                                         \
    X(mg, 1.0, 1.0, -6, false, 0, 0, 1, 0, "milligram")                                            \
    X(min, 60.0, 1.0, 0, false, 0, 1, 0, 0, "minute")                                              \
    X(mm, 1.0, 1.0, -3, false, 1, 0, 0, 0, "millimetre")                                           \
    X(mrad, 1.0, 1.0, -3, false, 0, 0, 0, 1, "milliradian")                                        \
    X(ms, 1.0, 1.0, -3, false, 0, 1, 0, 0, "millisecond")                                          \
    X(nm, 1.0, 1.0, -9, false, 1, 0, 0, 0, "nanometre")                                            \
    X(ns, 1.0, 1.0, -9, false, 0, 1, 0, 0, "nanosecond")                                           \
    X(rad, 1.0, 1.0, 0, false, 0, 0, 0, 1, "radian")                                               \
    X(rpm, 1.0, 30.0, 0, true, 0, -1, 0, 1, "turns per minute")                                    \
    X(s, 1.0, 1.0, 0, false, 0, 1, 0, 0, "second")                                                 \
    X(t, 1.0, 1.0, 3, false, 0, 0, 1, 0, "tonne")                                                  \
    X(turn, 2.0, 1.0, 0, true, 0, 0, 0, 1, "whole turn, 360deg")                                   \
    X(um, 1.0, 1.0, -6, false, 1, 0, 0, 0, "micrometre")                                           \
    X(us, 1.0, 1.0, -6, false, 0, 1, 0, 0, "microsecond")

/* Powers of ten by their exponent, for the factors below. */
#define TEN_OF(tens)                                                                               \
    ((tens) == -9   ? 1e-9                                                                         \
     : (tens) == -6 ? 1e-6                                                                         \
     : (tens) == -3 ? 1e-3                                                                         \
     : (tens) == -2 ? 1e-2                                                                         \
     : (tens) == 0  ? 1.0                                                                          \
     : (tens) == 3  ? 1e3                                                                          \
     : (tens) == 5  ? 1e5                                                                          \
     : (tens) == 6  ? 1e6                                                                          \
                    : 1e9)

#define UNIT_ROW(name, top, bottom, tens, pi, m, s, kg, rad, help)                                 \
    {#name,    (top) / (bottom)*TEN_OF(tens) * ((pi) ? TMI_PI : 1.0),                              \
     4 * (m),  4 * (s),                                                                            \
     4 * (kg), 4 * (rad),                                                                          \
     help},
static const tmiUnit units[] = {UNIT_LIST(UNIT_ROW)};

#define UNIT_PARTS(name, top, bottom, tens, pi, m, s, kg, rad, help) {top, bottom, tens, pi},
static const tmiUnitParts parts[] = {UNIT_LIST(UNIT_PARTS)};

const tmiUnit *tmi_units(int32_t *count) {
    *count = (int32_t)(sizeof units / sizeof units[0]);
    return units;
}

const tmiUnitParts *tmi_unit_parts(int32_t index) {
    return &parts[index];
}

/* A torque and an energy have one dimension. Which of them a number means depends on its place, so
 * both are named. */
static const tmiDimensionRow dimensions[] = {
    {{0, 0, 0, 0}, "a plain number", ""},
    {{12, 0, 0, 0}, "a length", "m, mm, cm, um, km, in or ft"},
    {{0, 12, 0, 0}, "a time", "s, ms, us, min or h"},
    {{0, 0, 12, 0}, "a mass", "kg, g, t or lb"},
    {{0, 0, 0, 12}, "an angle", "deg, rad or turn"},
    {{24, 0, 0, 0}, "an area", "m^2, cm^2 or mm^2"},
    {{36, 0, 0, 0}, "a volume", "m^3, cm^3 or mm^3"},
    {{-12, 0, 0, 0}, "a curvature", "m^-1 or mm^-1"},
    {{12, -12, 0, 0}, "a speed", "m/s, mm/s or km/h"},
    {{12, -24, 0, 0}, "an acceleration", "m/s^2 or mm/s^2"},
    {{12, -36, 0, 0}, "a jerk", "m/s^3"},
    {{0, -12, 0, 0}, "a frequency", "Hz, kHz or s^-1"},
    {{0, -12, 0, 12}, "an angular speed", "rad/s, deg/s, turn/s or rpm"},
    {{0, -24, 0, 12}, "an angular acceleration", "rad/s^2 or deg/s^2"},
    {{12, -24, 12, 0}, "a force", "N, kN, mN or lbf"},
    {{24, -24, 12, 0}, "a torque or an energy", "Nm, J, kJ, N*m or N*mm"},
    {{24, -36, 12, 0}, "a power", "W or kW"},
    {{-12, -24, 12, 0}, "a pressure", "Pa, kPa, MPa, GPa, bar or N/mm^2"},
    {{-36, 0, 12, 0}, "a density", "kg/m^3 or g/cm^3"},
    {{-24, 0, 12, 0}, "a mass per area", "kg/m^2"},
    {{-12, 0, 12, 0}, "a mass per length", "kg/m"},
    {{24, 0, 12, 0}, "a moment of inertia", "kg*m^2 or g*cm^2"},
    {{0, -24, 12, 0}, "a stiffness", "N/m or N/mm"},
    {{0, -12, 12, 0}, "a damping", "N*s/m or kg/s"},
    {{12, -12, 12, 0}, "a momentum", "N*s or kg*m/s"},
    {{24, -12, 12, 0}, "an angular momentum or a rotational damping", "Nm*s or kg*m^2/s"},
};

const tmiDimensionRow *tmi_dimension_rows(int32_t *count) {
    *count = (int32_t)(sizeof dimensions / sizeof dimensions[0]);
    return dimensions;
}

/* ---- Searches -------------------------------------------------------------------------------- */

/* As strcmp, of a name that is not closed by a zero. */
static int compare(const char *row, const char *name, int32_t length) {
    int32_t at = 0;
    while (at < length && row[at] && row[at] == name[at]) {
        at++;
    }
    return (unsigned char)row[at] - (at < length ? (unsigned char)name[at] : 0);
}

const tmiUnit *tmi_unit_find(const char *name, int32_t length) {
    int32_t low = 0, high;
    const tmiUnit *rows = tmi_units(&high);
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        int order = compare(rows[middle].name, name, length);
        if (order == 0) {
            return &rows[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}
