/* functions.h: the functions and constants that every text knows. One row each in
 * vocabulary_functions.c, for evaluation, compilation, completion and the reference page. */
#ifndef TMI_FUNCTIONS_H
#define TMI_FUNCTIONS_H

#include "base/base.h"

/* What a function takes and gives. */
typedef enum tmiRule {
    TMI_RULE_OF_ANGLE, /* of an angle, a plain number */
    TMI_RULE_ANGLE,    /* of a plain number, an angle */
    TMI_RULE_PLAIN,    /* of a plain number, a plain number; an angle counts as one */
    TMI_RULE_WHOLE,    /* of a plain number, a whole one */
    TMI_RULE_SAME,     /* of numbers of one dimension, that dimension */
    TMI_RULE_QUOTIENT, /* of two numbers of one dimension, an angle */
    TMI_RULE_ROOT,
    TMI_RULE_POWER,
    TMI_RULE_SIGN, /* of any number, a plain number */
    /* Made of other operations. */
    TMI_RULE_CLAMP,
    TMI_RULE_MIX,
    TMI_RULE_SMOOTH,
    TMI_RULE_POLAR,
    TMI_RULE_POINT_ANGLE,
    TMI_RULE_LENGTH,
    TMI_RULE_DISTANCE,
    TMI_RULE_DOT,
    TMI_RULE_CROSS,
    TMI_RULE_UNIT,
    TMI_RULE_ROTATE
} tmiRule;

typedef struct tmiFunctionRow {
    const char *name;
    const char *parameters; /* as the reference page shows them: "x, y" */
    uint8_t least, most;    /* arguments; most 255: any number */
    uint8_t rule;           /* tmiRule */
    uint8_t operation;      /* tmiOperation that does it, 0 where it is made of several */
    const char *help;       /* one line, no full stop */
} tmiFunctionRow;

/* In the order of strcmp. */
const tmiFunctionRow *tmi_functions(int32_t *count);

/* The function of this name, or null. */
const tmiFunctionRow *tmi_function_find(const char *name, int32_t length);

typedef struct tmiConstantRow {
    const char *name;
    double value;
    const char *help;
} tmiConstantRow;

const tmiConstantRow *tmi_constants(int32_t *count);
const tmiConstantRow *tmi_constant_find(const char *name, int32_t length);

#endif
