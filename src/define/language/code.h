/* code.h: an expression as operations on doubles, for evaluation while a world runs.
 *
 * A frame of doubles holds the constants first, then what operations give. Each operation reads up
 * to three places of the frame and writes one. Jumps go forward only, so that every run ends. */
#ifndef TMI_CODE_H
#define TMI_CODE_H

#include "define/language/table.h"

/* X(name, operands): what each does is in run.c. */
#define TMI_OPERATION_LIST(X)                                                                      \
    X(NONE, 0)                                                                                     \
    X(LOAD, 0)        /* of the input in slot a */                                                 \
    X(JUMP, 0)        /* to operation a */                                                         \
    X(JUMP_UNLESS, 1) /* to operation b unless a holds */                                          \
    X(MOVE, 1)                                                                                     \
    X(SELECT, 3) /* b where a holds, else c */                                                     \
    X(ADD, 2)                                                                                      \
    X(SUBTRACT, 2)                                                                                 \
    X(MULTIPLY, 2)                                                                                 \
    X(DIVIDE, 2)                                                                                   \
    X(NEGATE, 1)                                                                                   \
    X(LESS, 2)                                                                                     \
    X(AT_MOST, 2)                                                                                  \
    X(EQUAL, 2)                                                                                    \
    X(UNEQUAL, 2)                                                                                  \
    X(AND, 2)                                                                                      \
    X(OR, 2)                                                                                       \
    X(NOT, 1)                                                                                      \
    X(ABS, 1)                                                                                      \
    X(SIGN, 1)                                                                                     \
    X(FLOOR, 1)                                                                                    \
    X(CEIL, 1)                                                                                     \
    X(ROUND, 1)                                                                                    \
    X(MIN, 2)                                                                                      \
    X(MAX, 2)                                                                                      \
    X(MOD, 2)                                                                                      \
    X(SQRT, 1)                                                                                     \
    X(HYPOT, 2)                                                                                    \
    X(POWER, 2)                                                                                    \
    X(SIN, 1)                                                                                      \
    X(COS, 1)                                                                                      \
    X(TAN, 1)                                                                                      \
    X(ASIN, 1)                                                                                     \
    X(ACOS, 1)                                                                                     \
    X(ATAN, 1)                                                                                     \
    X(ATAN2, 2)                                                                                    \
    X(EXP, 1)                                                                                      \
    X(LOG, 1)                                                                                      \
    X(LOG10, 1)                                                                                    \
    X(SINH, 1)                                                                                     \
    X(COSH, 1)                                                                                     \
    X(TANH, 1)                                                                                     \
    X(TABLE, 1) /* number b, at a */

#define TMI_OPERATION_CODE(name, operands) TMI_DO_##name,
typedef enum tmiOperation { TMI_OPERATION_LIST(TMI_OPERATION_CODE) TMI_OPERATIONS } tmiOperation;
#undef TMI_OPERATION_CODE

/* How many of a, b, c are places of the frame. */
int32_t tmi_operation_operands(tmiOperation operation);

typedef struct tmiStep {
    int32_t operation; /* tmiOperation */
    int32_t result;    /* place of the frame */
    int32_t a, b, c;
} tmiStep;

#define TMI_RESULTS_MOST 3

/* Owns all that it points to. Constant after it was made; many threads may run it at a time. */
typedef struct tmiCode {
    tmAllocator allocator;
    tmiStep *steps;
    int32_t step_count, step_capacity;
    double *constants;
    int32_t constant_count, constant_capacity;
    tmiTable *tables; /* with their own copy of the points */
    int32_t table_count, table_capacity;
    int32_t frame_size;                /* doubles that a run needs */
    int32_t input_count;               /* slots that it reads are below this */
    int32_t results[TMI_RESULTS_MOST]; /* places */
    int32_t result_count;
    bool is_truth;          /* the result is 0 or 1 */
    bool is_loose;          /* made with a gain without a unit: its dimension is not known */
    tmiDimension dimension; /* of the results */
} tmiCode;

void tmi_code_clear(tmiCode *code);

/* Puts the code's result_count results for these inputs into `results`. `frame` is scratch of
 * frame_size doubles, whose contents do not matter. Allocates nothing and cannot fail: what has no
 * value is what IEEE 754 says, 1/0 an infinity, log(-1) NaN, and the caller looks whether a result
 * is finite. Conditions that compare NaN do not hold, != excepted. */
void tmi_code_run(const tmiCode *code, const double *inputs, double *frame, double *results);

/* Returns a number for the way that a run goes with these inputs: the same where every condition,
 * sign, whole number, choice of the greater or smaller, and piece of a table comes out the same. */
uint64_t tmi_code_branches(const tmiCode *code, const double *inputs, double *frame);

/* Returns whether there are any of these. */
bool tmi_code_has_branches(const tmiCode *code);

/* One operation on constants, with the bits that a run gives. `table` of a TMI_DO_TABLE. */
double tmi_operate(tmiOperation operation, const double operands[3], const tmiTable *table);

#endif
