/* code_run.c: runs code. One loop and one switch; nothing is allocated, kept or reported. */
#include "define/language/code/arithmetic.h"
#include "define/language/code/code.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

int32_t tmi_operation_operands(tmiOperation operation) {
#define OPERANDS(name, operands) operands,
    static const uint8_t counts[] = {TMI_OPERATION_LIST(OPERANDS)};
#undef OPERANDS
    return counts[operation];
}

/* What is less, or NaN if one of them is. */
static inline double min(double a, double b) {
    return b < a || b != b ? b : a;
}

static inline double max(double a, double b) {
    return b > a || b != b ? b : a;
}

static inline double sign_of(double x) {
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
}

/* Functions, which cost so much that one call more does not matter. */
static double call(tmiOperation operation, double a, double b) {
    switch (operation) {
    case TMI_DO_ROUND:
        return tmi_round(a);
    case TMI_DO_MOD:
        return tmi_modulo(a, b);
    case TMI_DO_HYPOT:
        return tmi_hypot(a, b);
    case TMI_DO_POWER:
        return tmi_power(a, b);
    case TMI_DO_SIN:
        return tmi_sin(a);
    case TMI_DO_COS:
        return tmi_cos(a);
    case TMI_DO_TAN:
        return tmi_tan(a);
    case TMI_DO_ASIN:
        return tmi_asin(a);
    case TMI_DO_ACOS:
        return tmi_acos(a);
    case TMI_DO_ATAN:
        return tmi_atan2(a, 1.0);
    case TMI_DO_ATAN2:
        return tmi_atan2(a, b);
    case TMI_DO_EXP:
        return tmi_exp(a);
    case TMI_DO_LOG:
        return tmi_log(a);
    case TMI_DO_LOG10:
        return tmi_log10(a);
    case TMI_DO_SINH:
        return tmi_sinh(a);
    case TMI_DO_COSH:
        return tmi_cosh(a);
    default:
        TM_ASSERT(operation == TMI_DO_TANH);
        return tmi_tanh(a);
    }
}

/* Arithmetic and conditions. */
static inline double compute(const tmiStep *step, const double *frame) {
    double a = frame[step->a], b = frame[step->b];
    switch (step->operation) {
    case TMI_DO_MOVE:
        return a;
    case TMI_DO_SELECT:
        return a != 0.0 ? b : frame[step->c];
    case TMI_DO_ADD:
        return a + b;
    case TMI_DO_SUBTRACT:
        return a - b;
    case TMI_DO_MULTIPLY:
        return a * b;
    case TMI_DO_DIVIDE:
        return a / b;
    case TMI_DO_NEGATE:
        return -a;
    case TMI_DO_LESS:
        return a < b;
    case TMI_DO_AT_MOST:
        return a <= b;
    case TMI_DO_EQUAL:
        return a == b;
    case TMI_DO_UNEQUAL:
        return a != b;
    case TMI_DO_AND:
        return a != 0.0 && b != 0.0;
    case TMI_DO_OR:
        return a != 0.0 || b != 0.0;
    case TMI_DO_NOT:
        return a == 0.0;
    case TMI_DO_ABS:
        return fabs(a);
    case TMI_DO_SIGN:
        return sign_of(a);
    case TMI_DO_FLOOR:
        return floor(a);
    case TMI_DO_CEIL:
        return ceil(a);
    case TMI_DO_MIN:
        return min(a, b);
    case TMI_DO_MAX:
        return max(a, b);
    case TMI_DO_SQRT:
        return sqrt(a);
    default:
        return call((tmiOperation)step->operation, a, b);
    }
}

static void run_steps(const tmiCode *code, const double *inputs, double *frame) {
    const tmiStep *steps = code->steps;
    for (int32_t at = 0; at < code->step_count; at++) {
        const tmiStep *step = &steps[at];
        switch (step->operation) {
        case TMI_DO_LOAD:
            frame[step->result] = inputs[step->a];
            break;
        case TMI_DO_JUMP:
            at = step->a - 1;
            break;
        case TMI_DO_JUMP_UNLESS:
            at = frame[step->a] != 0.0 ? at : step->b - 1;
            break;
        case TMI_DO_TABLE:
            frame[step->result] = tmi_table_value(&code->tables[step->b], frame[step->a]);
            break;
        default:
            frame[step->result] = compute(step, frame);
        }
    }
}

void tmi_code_run(const tmiCode *code, const double *inputs, double *frame, double *results) {
    if (code->constant_count > 0) {
        memcpy(frame, code->constants, (size_t)code->constant_count * sizeof *frame);
    }
    run_steps(code, inputs, frame);
    for (int32_t i = 0; i < code->result_count; i++) {
        results[i] = frame[code->results[i]];
    }
}

double tmi_operate(tmiOperation operation, const double operands[3], const tmiTable *table) {
    double frame[4] = {operands[0], operands[1], operands[2], 0.0};
    if (operation == TMI_DO_TABLE) {
        return tmi_table_value(table, operands[0]);
    }
    tmiStep step = {(int32_t)operation, 3, 0, 1, 2};
    tmiCode code = {.steps = &step, .step_count = 1};
    run_steps(&code, NULL, frame);
    return frame[3];
}
