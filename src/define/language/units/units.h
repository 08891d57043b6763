/* units.h: dimensions of numbers, and what a number with its unit is worth in SI. */
#ifndef TMI_UNITS_H
#define TMI_UNITS_H

#include "base/base.h"

/* ---- Dimensions ----------------------------------------------------------------------------- */

/* Exponents of m, s, kg and rad in twelfths, so that square, cube and fourth roots have one. All
 * zero: a plain number. Where there is a length there is no angle: m * rad is m, N m/rad is N m. */
typedef struct tmiDimension {
    int16_t length, time, mass, angle;
} tmiDimension;

#define TMI_EXPONENT_ONE 12
#define TMI_EXPONENT_MAX (100 * TMI_EXPONENT_ONE)

/* A dimension with whole exponents. */
#define TMI_DIMENSION(m, s, kg, rad)                                                               \
    ((tmiDimension){TMI_EXPONENT_ONE * (m), TMI_EXPONENT_ONE * (s), TMI_EXPONENT_ONE * (kg),       \
                    TMI_EXPONENT_ONE * (rad)})
#define TMI_PLAIN TMI_DIMENSION(0, 0, 0, 0)
#define TMI_LENGTH TMI_DIMENSION(1, 0, 0, 0)
#define TMI_TIME TMI_DIMENSION(0, 1, 0, 0)
#define TMI_ANGLE TMI_DIMENSION(0, 0, 0, 1)

bool tmi_dimension_is_plain(tmiDimension dimension);
bool tmi_dimension_is_angle(tmiDimension dimension);
bool tmi_dimension_equal(tmiDimension a, tmiDimension b);

/* Puts a * b, or a / b, into *result; false where an exponent passes TMI_EXPONENT_MAX. */
bool tmi_dimension_multiply(tmiDimension a, tmiDimension b, tmiDimension *result);
bool tmi_dimension_divide(tmiDimension a, tmiDimension b, tmiDimension *result);

/* Puts a^exponent into *result; false where an exponent is not a twelfth or too large. */
bool tmi_dimension_power(tmiDimension a, double exponent, tmiDimension *result);

/* Whether a number of this dimension may stand where `wanted` belongs. A plain number fits
 * anywhere. What lacks an angle fits where one is wanted (torque over inertia is an angular
 * acceleration), but not the other way: 60rpm is not a frequency. */
bool tmi_dimension_fits(tmiDimension found, tmiDimension wanted);

/* Bytes that hold every text about a dimension. */
#define TMI_DIMENSION_TEXT 120

/* Puts the dimension in words: "a length", "a torque or an energy", "a number in kg*m^2/s^3". */
void tmi_dimension_text(tmiDimension dimension, char text[TMI_DIMENSION_TEXT]);

/* Puts the units in which it can be given: "s, ms, us, min or h"; empty for a plain number. */
void tmi_dimension_units(tmiDimension dimension, char text[TMI_DIMENSION_TEXT]);

/* Puts its SI unit as a number takes it: "s", "kg*m^2/s^3"; empty for a plain number. */
void tmi_dimension_symbol(tmiDimension dimension, char text[TMI_DIMENSION_TEXT]);

/* The same with the names that people give forces and what is made of them: "N", "N*m", "W". */
void tmi_dimension_unit(tmiDimension dimension, char text[TMI_DIMENSION_TEXT]);

/* A dimension that has a name. */
typedef struct tmiDimensionRow {
    tmiDimension dimension;
    const char *text;  /* with its article: "a speed" */
    const char *units; /* in which it can be given; null: those of the table of units */
} tmiDimensionRow;
const tmiDimensionRow *tmi_dimension_rows(int32_t *count);

/* ---- Units ---------------------------------------------------------------------------------- */

/* A unit: `factor` of it in SI; exponents in quarters, so that roots have one. Rows stand in
 * unit_rows.c. */
typedef struct tmiUnit {
    const char *name;
    double factor;
    int8_t length, time, mass, angle; /* quarters of the exponent of m, s, kg, rad */
    const char *help;
} tmiUnit;

const tmiUnit *tmi_units(int32_t *count);

/* The unit of this name, or null. */
const tmiUnit *tmi_unit_find(const char *name, int32_t length);

/* What makes a unit's factor exactly: numerator / denominator * 10^tens, times pi where so. */
typedef struct tmiUnitParts {
    double numerator, denominator; /* whole numbers below 2^53 */
    int8_t tens;
    bool pi;
} tmiUnitParts;

/* Those of unit `index` of tmi_units. */
const tmiUnitParts *tmi_unit_parts(int32_t index);

typedef enum tmiNumberFault {
    TMI_NUMBER_FINE,
    TMI_NUMBER_NO_UNIT,   /* a name in the unit is none */
    TMI_NUMBER_NO_SENSE,  /* the unit is not made of names, *, / and ^ with a whole number */
    TMI_NUMBER_TOO_LARGE, /* infinite, or an exponent of its dimension is too large */
} tmiNumberFault;

/* A number as it stands in a text. */
typedef struct tmiNumber {
    double value; /* in SI */
    tmiDimension dimension;
    bool hertz; /* its unit is a frequency's alone, as in 50Hz: not to be taken for rad/s */
    tmiNumberFault fault;
    int32_t fault_start, fault_length; /* bytes of the token that are at fault */
} tmiNumber;

/* Bytes of a number's digits, point and exponent; what follows them in the token is its unit. */
int32_t tmi_number_digits(const char *text, int32_t length);

/* Reads digits and unit of a number: "9.81m/s^2", "30deg", "1.5e-3". A unit that is a power of ten
 * goes into the decimal exponent, so that 10mm, 1cm and 0.01m are the same double; degrees, inches
 * and the like are rounded twice, once as digits and once times their factor. */
tmiNumber tmi_number_read(const char *text, int32_t length);

/* Appends a number for people: six digits, 0.001 and 1.5e+09. */
void tmi_text_add_number(tmiText *text, double number);

#endif
