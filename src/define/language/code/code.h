/* code.h: expressions as operations on doubles, made once and run while a world runs. */
#ifndef TMI_CODE_H
#define TMI_CODE_H

#include "define/language/units/units.h"

/* ---- Tables (table.c) ----------------------------------------------------------------------- */

/* Functions given by points. They are read from a text in expression/table_read.c. */

typedef enum tmiInterpolation { TMI_TABLE_LINEAR, TMI_TABLE_CUBIC } tmiInterpolation;

typedef enum tmiBeyond {
    TMI_BEYOND_ERROR,  /* no value: NaN in a run */
    TMI_BEYOND_HOLD,   /* that of the nearest end */
    TMI_BEYOND_EXTEND, /* on along the line that the end has */
    TMI_BEYOND_REPEAT  /* as if the table were repeated */
} tmiBeyond;

/* x rises strictly. Slopes are those of the cubic at the points, and of the lines beyond the ends.
 */
typedef struct tmiTable {
    const double *x, *y, *slopes;
    int32_t count; /* at least 2 */
    uint8_t interpolation, beyond;
    tmiDimension x_dimension, y_dimension;
    const char *name; /* in the text, for messages; not closed by a zero, null in a code */
    int32_t name_length;
} tmiTable;

/* The value at x, in O(log count). NaN for NaN. */
double tmi_table_value(const tmiTable *table, double x);

/* Puts the value at x and its first two derivatives into y; at a corner those to the right. */
void tmi_table_derivatives(const tmiTable *table, double x, double y[3]);

/* Puts the slopes at the points into `slopes`: those of the cubic that stays monotone where the
 * points are ([FB]), or of the lines at both ends. */
void tmi_table_slopes(const double *x, const double *y, int32_t count,
                      tmiInterpolation interpolation, tmiBeyond beyond, double *slopes);

/* ---- Code (code_run.c, code_branches.c) ----------------------------------------------------- */

/* A frame of doubles holds the constants first, then what operations give. Each operation reads up
 * to three places of the frame and writes one. Jumps go forward only, so that every run ends. */

/* X(name, operands): what each does is in code_run.c. */
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

#define TMI_RESULTS_MAX 3

/* Owns all that it points to. Constant after it was made; many threads may run it at a time. */
typedef struct tmiCode {
    tmAllocator allocator;
    tmiStep *steps;
    int32_t step_count, step_capacity;
    double *constants;
    int32_t constant_count, constant_capacity;
    tmiTable *tables; /* with their own copy of the points */
    int32_t table_count, table_capacity;
    int32_t frame_size;               /* doubles that a run needs */
    int32_t input_count;              /* slots that it reads are below this */
    int32_t results[TMI_RESULTS_MAX]; /* places */
    int32_t result_count;
    bool is_truth;          /* the result is 0 or 1 */
    bool is_loose;          /* made with a gain without a unit: its dimension is not known */
    tmiDimension dimension; /* of the results */
} tmiCode;

void tmi_code_clear(tmiCode *code);

/* Puts the code's result_count results for these inputs into `results`. `frame` is scratch of
 * frame_size doubles, whose contents do not matter. Allocates nothing and cannot fail: what has no
 * value is what IEEE 754 says, 1/0 an infinity, log(-1) NaN, and the caller checks whether a result
 * is finite. Conditions that compare NaN do not hold, != excepted. */
void tmi_code_run(const tmiCode *code, const double *inputs, double *frame, double *results);

/* Returns a number for the path of a run with these inputs: the same where every condition, sign,
 * whole number, choice of the greater or smaller, and piece of a table is the same. */
uint64_t tmi_code_branches(const tmiCode *code, const double *inputs, double *frame);

/* Returns whether there are any of these. */
bool tmi_code_has_branches(const tmiCode *code);

/* One operation on constants, with the bits that a run gives. `table` of a TMI_DO_TABLE. */
double tmi_operate(tmiOperation operation, const double operands[3], const tmiTable *table);

/* ---- Derivatives (jet.c) -------------------------------------------------------------------- */

/* Values with their first two derivatives to one variable: how fast what a control
 * prescribes changes, and the slope of a cam's lift. Exact, by the rules of calculus. */

/* A value, its first and its second derivative. */
typedef struct tmiJet {
    double d[3];
} tmiJet;

/* As tmi_code_run, with derivatives of inputs and results. `frame` is scratch of frame_size jets.
 * Values have the bits that tmi_code_run gives. At a kink (abs, min, max, a corner of a table) the
 * derivatives are those of the side on which the run goes on; steps (floor, sign, conditions) have
 * none but 0. */
void tmi_code_run_jets(const tmiCode *code, const tmiJet *inputs, tmiJet *frame, tmiJet *results);

/* A function or table of one number, as a definition names it. */
typedef struct tmiCurve {
    const tmiTable *table;
    const tmiCode *code; /* where `table` is null; it has one input and one result */
} tmiCurve;

/* The maximum number of places of a frame that a curve may need: they stand on the stack. */
#define TMI_CURVE_FRAME 1000

/* Puts value and derivatives at x into y. */
void tmi_curve_at(const tmiCurve *curve, double x, double y[3]);

/* ---- The making of code (emitter.c, code_layout.c) ------------------------------------------ */

/* Operations while they are being gathered, before they become a tmiCode.
 *
 * An operand is the number of the operation that gives it, or ~i for constant i. Equal operations
 * on equal operands are made once, as far as the later one is only reached through the former. */

#define TMI_EMITTER_BUCKETS 256

typedef struct tmiCodeEmitted {
    int32_t operation;
    int32_t result; /* the operation whose value it sets: itself, or a meeting of two branches */
    int32_t a, b, c;
    int32_t next; /* in its bucket; NOT_LISTED */
} tmiCodeEmitted;

typedef struct tmiCodeEmitter {
    tmAllocator allocator;
    tmStatus status;
    bool too_large; /* more than TMI_CODE_MAX; what follows is dropped */
    tmiCodeEmitted *items;
    int32_t count, capacity;
    double *constants;
    int32_t constant_count, constant_capacity;
    int32_t *constant_next;
    int32_t constant_next_capacity;
    const tmiTable **tables;
    int32_t table_count, table_capacity;
    int32_t buckets[TMI_EMITTER_BUCKETS];
    int32_t constant_buckets[TMI_EMITTER_BUCKETS];
} tmiCodeEmitter;

void tmi_emitter_init(tmiCodeEmitter *emitter, tmAllocator allocator);
void tmi_emitter_clear(tmiCodeEmitter *emitter);

/* An operand with the value of the operation, or of the constant. After a failure any operand. */
int32_t tmi_emitter_add(tmiCodeEmitter *emitter, tmiOperation operation, int32_t a, int32_t b,
                        int32_t c);
int32_t tmi_emitter_constant(tmiCodeEmitter *emitter, double constant);
int32_t tmi_emitter_table(tmiCodeEmitter *emitter, const tmiTable *table, int32_t x);

/* A value that is set by tmi_emitter_set in each of two branches. */
int32_t tmi_emitter_meeting(tmiCodeEmitter *emitter);
void tmi_emitter_set(tmiCodeEmitter *emitter, int32_t meeting, int32_t value);

/* A jump whose end is set later, to what is emitted next. */
int32_t tmi_emitter_jump(tmiCodeEmitter *emitter, tmiOperation operation, int32_t condition);
void tmi_emitter_land(tmiCodeEmitter *emitter, int32_t jump);

/* What was emitted from `count` on must not be used by what follows, or was not emitted at all. */
void tmi_emitter_forget(tmiCodeEmitter *emitter, int32_t count);
void tmi_emitter_drop(tmiCodeEmitter *emitter, int32_t count);

/* Makes the code that gives these operands: without operations that nothing needs, with as few
 * places as live at a time. TM_ERR_MEMORY leaves *code empty. */
tmStatus tmi_emitter_finish(tmiCodeEmitter *emitter, const int32_t *results, int32_t result_count,
                            tmiCode *code);

#endif
