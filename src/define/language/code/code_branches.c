/* code_branches.c: the path of a run through code: the outcomes of everything with a kink or a jump
 * (conditions, signs, whole numbers, the greater of two, pieces of tables). Where they change, an
 * integrator must end its step. */
#include "define/language/code/code.h"

#include "numeric/numeric.h"

#include <math.h>

bool tmi_code_has_branches(const tmiCode *code) {
    for (int32_t i = 0; i < code->step_count; i++) {
        switch (code->steps[i].operation) {
        case TMI_DO_JUMP_UNLESS:
        case TMI_DO_SELECT:
        case TMI_DO_LESS:
        case TMI_DO_AT_MOST:
        case TMI_DO_EQUAL:
        case TMI_DO_UNEQUAL:
        case TMI_DO_ABS:
        case TMI_DO_SIGN:
        case TMI_DO_FLOOR:
        case TMI_DO_CEIL:
        case TMI_DO_ROUND:
        case TMI_DO_MIN:
        case TMI_DO_MAX:
        case TMI_DO_MOD:
        case TMI_DO_TABLE:
            return true;
        default:
            break;
        }
    }
    return false;
}

/* The piece of a table in which x lies: how many of its points are not above it. */
static double piece_of(const tmiTable *table, double x) {
    int32_t low = 0, high = table->count;
    double turns = 0.0, period = table->x[high - 1] - table->x[0];
    if (table->beyond == TMI_BEYOND_REPEAT) {
        turns = floor((x - table->x[0]) / period);
        x -= turns * period;
    }
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (table->x[middle] <= x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return turns * (table->count + 1) + low;
}

/* What a step decides, as a number; 0 where it decides nothing. */
static double decision(const tmiCode *code, const tmiStep *step, const double *frame,
                       double result) {
    double a = frame[step->a], b = frame[step->b];
    switch (step->operation) {
    case TMI_DO_LESS:
    case TMI_DO_AT_MOST:
    case TMI_DO_EQUAL:
    case TMI_DO_UNEQUAL:
    case TMI_DO_SIGN:
    case TMI_DO_FLOOR:
    case TMI_DO_CEIL:
    case TMI_DO_ROUND:
        return result;
    case TMI_DO_ABS:
        return a < 0.0;
    case TMI_DO_MIN:
    case TMI_DO_MAX:
        return a < b;
    case TMI_DO_MOD:
        return floor(a / b);
    case TMI_DO_TABLE:
        return piece_of(&code->tables[step->b], a);
    default:
        return 0.0;
    }
}

uint64_t tmi_code_branches(const tmiCode *code, const double *inputs, double *frame) {
    uint64_t hash = TMI_HASH_START;
    for (int32_t i = 0; i < code->constant_count; i++) {
        frame[i] = code->constants[i];
    }
    for (int32_t at = 0; at < code->step_count; at++) {
        const tmiStep *step = &code->steps[at];
        if (step->operation == TMI_DO_LOAD) {
            frame[step->result] = inputs[step->a];
            continue;
        }
        if (step->operation == TMI_DO_JUMP) {
            at = step->a - 1;
            continue;
        }
        if (step->operation == TMI_DO_JUMP_UNLESS) {
            at = frame[step->a] != 0.0 ? at : step->b - 1;
            continue;
        }
        int32_t operands = tmi_operation_operands((tmiOperation)step->operation);
        bool table = step->operation == TMI_DO_TABLE;
        const double values[3] = {frame[step->a], operands > 1 ? frame[step->b] : 0.0,
                                  operands > 2 ? frame[step->c] : 0.0};
        double result = tmi_operate((tmiOperation)step->operation, values,
                                    table ? &code->tables[step->b] : NULL);
        double decided = decision(code, step, frame, result);
        hash = tmi_hash_doubles(hash, &decided, 1);
        frame[step->result] = result;
    }
    return hash;
}
