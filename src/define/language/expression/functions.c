/* functions.c: the functions and constants that every text knows. */
#include "define/language/code/code.h"
#include "define/language/expression/expression.h"
#include "numeric/numeric.h"

#include <string.h>

#define ANY_NUMBER 255

/* In the order of strcmp. */
static const tmiFunctionRow functions[] = {
    {"abs", "x", 1, 1, TMI_RULE_SAME, TMI_DO_ABS, "absolute value of x"},
    {"acos", "x", 1, 1, TMI_RULE_ANGLE, TMI_DO_ACOS, "angle whose cosine is x, 0 to 180deg"},
    {"angle", "p", 1, 1, TMI_RULE_POINT_ANGLE, 0,
     "angle of the point p from the x axis, -180deg to 180deg"},
    {"asin", "x", 1, 1, TMI_RULE_ANGLE, TMI_DO_ASIN, "angle whose sine is x, -90deg to 90deg"},
    {"atan", "x", 1, 1, TMI_RULE_ANGLE, TMI_DO_ATAN, "angle whose tangent is x, -90deg to 90deg"},
    {"atan2", "y, x", 2, 2, TMI_RULE_QUOTIENT, TMI_DO_ATAN2,
     "angle of the point (x, y), -180deg to 180deg"},
    {"ceil", "x", 1, 1, TMI_RULE_WHOLE, TMI_DO_CEIL, "smallest integer not below x"},
    {"clamp", "x, low, high", 3, 3, TMI_RULE_CLAMP, 0, "x, or the nearer of low and high outside"},
    {"cos", "angle", 1, 1, TMI_RULE_OF_ANGLE, TMI_DO_COS, "cosine"},
    {"cosh", "x", 1, 1, TMI_RULE_PLAIN, TMI_DO_COSH, "hyperbolic cosine"},
    {"cross", "p, q", 2, 2, TMI_RULE_CROSS, 0, "vector product of two points"},
    {"distance", "p, q", 2, 2, TMI_RULE_DISTANCE, 0, "distance between two points"},
    {"dot", "p, q", 2, 2, TMI_RULE_DOT, 0, "scalar product of two points"},
    {"exp", "x", 1, 1, TMI_RULE_PLAIN, TMI_DO_EXP, "e to the power of x"},
    {"floor", "x", 1, 1, TMI_RULE_WHOLE, TMI_DO_FLOOR, "largest integer not above x"},
    {"hypot", "x, y", 2, 3, TMI_RULE_SAME, TMI_DO_HYPOT, "square root of x^2 + y^2"},
    {"length", "p", 1, 1, TMI_RULE_LENGTH, 0, "distance from (0, 0, 0) to the point p"},
    {"log", "x", 1, 1, TMI_RULE_PLAIN, TMI_DO_LOG, "natural logarithm"},
    {"log10", "x", 1, 1, TMI_RULE_PLAIN, TMI_DO_LOG10, "logarithm to base 10"},
    {"max", "x, y, …", 1, ANY_NUMBER, TMI_RULE_SAME, TMI_DO_MAX, "largest of the numbers"},
    {"min", "x, y, …", 1, ANY_NUMBER, TMI_RULE_SAME, TMI_DO_MIN, "smallest of the numbers"},
    {"mix", "a, b, s", 3, 3, TMI_RULE_MIX, 0, "a for s = 0, b for s = 1, on the line between them"},
    {"mod", "x, y", 2, 2, TMI_RULE_SAME, TMI_DO_MOD, "remainder of x divided by y, 0 to y"},
    {"polar", "r, angle", 2, 3, TMI_RULE_POLAR, 0,
     "point at distance r from the z axis under an angle; a third number is its z"},
    {"pow", "x, y", 2, 2, TMI_RULE_POWER, TMI_DO_POWER, "x^y"},
    {"rotate", "p, angle", 2, 2, TMI_RULE_ROTATE, 0, "the point p turned about the z axis"},
    {"round", "x", 1, 1, TMI_RULE_WHOLE, TMI_DO_ROUND, "nearest whole number, halves away from 0"},
    {"sign", "x", 1, 1, TMI_RULE_SIGN, TMI_DO_SIGN, "-1, 0 or 1"},
    {"sin", "angle", 1, 1, TMI_RULE_OF_ANGLE, TMI_DO_SIN, "sine"},
    {"sinh", "x", 1, 1, TMI_RULE_PLAIN, TMI_DO_SINH, "hyperbolic sine"},
    {"smooth", "s", 1, 1, TMI_RULE_SMOOTH, 0,
     "0 up to s = 0, 1 from s = 1, smooth between them: 10 s^3 - 15 s^4 + 6 s^5"},
    {"sqrt", "x", 1, 1, TMI_RULE_ROOT, TMI_DO_SQRT, "square root"},
    {"tan", "angle", 1, 1, TMI_RULE_OF_ANGLE, TMI_DO_TAN, "tangent"},
    {"tanh", "x", 1, 1, TMI_RULE_PLAIN, TMI_DO_TANH, "hyperbolic tangent"},
    {"unit", "p", 1, 1, TMI_RULE_UNIT, 0, "the direction of the point p: p / length(p)"},
};

static const tmiConstantRow constants[] = {
    {"e", 2.718281828459045, "base of the natural logarithm"},
    {"infinity", 1e300 * 1e300, "greater than every number"},
    {"pi", TMI_PI, "half a turn in radians"},
    {"tau", TMI_TWO_PI, "a turn in radians"},
};

/* The index of the row with this name among rows of `size` bytes that begin with it, or -1. */
static int32_t find(const void *rows, size_t size, int32_t count, const char *name,
                    int32_t length) {
    for (int32_t i = 0; i < count; i++) {
        const char *row;
        memcpy(&row, (const char *)rows + size * (size_t)i, sizeof row);
        if (row[0] == name[0] && strncmp(row, name, (size_t)length) == 0 && !row[length]) {
            return i;
        }
    }
    return -1;
}

const tmiFunctionRow *tmi_functions(int32_t *count) {
    *count = (int32_t)(sizeof functions / sizeof functions[0]);
    return functions;
}

const tmiFunctionRow *tmi_function_find(const char *name, int32_t length) {
    int32_t count;
    const tmiFunctionRow *rows = tmi_functions(&count);
    int32_t found = find(rows, sizeof *rows, count, name, length);
    return found < 0 ? NULL : &rows[found];
}

const tmiConstantRow *tmi_constants(int32_t *count) {
    *count = (int32_t)(sizeof constants / sizeof constants[0]);
    return constants;
}

const tmiConstantRow *tmi_constant_find(const char *name, int32_t length) {
    int32_t count;
    const tmiConstantRow *rows = tmi_constants(&count);
    int32_t found = find(rows, sizeof *rows, count, name, length);
    return found < 0 ? NULL : &rows[found];
}
