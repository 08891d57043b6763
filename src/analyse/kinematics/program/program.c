/* program.c: builds and executes programs. Their derivatives are in program_derivative.c. */
#include "analyse/kinematics/program/program.h"

#include "analyse/kinematics/program/program_higher_pair.h"
#include "analyse/kinematics/program/program_ops.h"
#include "numeric/numeric.h"

#include <string.h>

typedef struct OpShape {
    int8_t inputs;               /* registers read */
    int8_t outputs;              /* doubles written */
    int8_t sizes[TMI_OP_INPUTS]; /* doubles of each input; 0: the number of a value */
} OpShape;

static const OpShape shapes[TMI_OP_COUNT] = {
    [TMI_OP_ANGLE] = {1, 2, {0}},
    [TMI_OP_ALONG] = {3, 2, {2, 2, 0}},
    [TMI_OP_ROTATE] = {2, 2, {2, 2}},
    [TMI_OP_UNROTATE] = {2, 2, {2, 2}},
    [TMI_OP_POINT] = {2, 2, {4, 2}},
    [TMI_OP_COMPOSE] = {2, 4, {4, 4}},
    [TMI_OP_PIVOT] = {3, 4, {2, 2, 2}},
    [TMI_OP_PLACE] = {4, 4, {2, 2, 2, 2}},
    [TMI_OP_ARM] = {4, 2, {2, 2, 2, 2}},
    [TMI_OP_SPAN] = {2, 1, {2, 2}},
    [TMI_OP_HEIGHT] = {3, 1, {2, 2, 2}},
    [TMI_OP_DIFFERENCE] = {2, 1, {1, 1}},
    [TMI_OP_DYAD_PREPARE] = {4, 6, {2, 2, 2, 2}},
    [TMI_OP_DYAD] = {6, 10, {2, 2, 6, 1, 2, 2}},
    [TMI_OP_RATIO] = {3, 2, {2, 2, 2}},
    [TMI_OP_AFFINE] = {3, 2, {2, 2, 2}},
    [TMI_OP_CIRCLE_LINE] = {5, 2, {2, 1, 2, 2, 1}},
    [TMI_OP_LINE_LINE] = {4, 2, {2, 2, 2, 2}},
    [TMI_OP_TANGENT] = {4, 2, {2, 2, 1, 1}},
    [TMI_OP_SETTLE] = {6, 4, {2, 2, 2, 2, 2, 2}},
    [TMI_OP_GAP] = {3, 1, {2, 2, 1}},
    [TMI_OP_VALUE] = {1, 1, {0}},
    [TMI_OP_LINEAR] = {3, 1, {1, 1, 3}},
    [TMI_OP_TURN] = {1, 2, {1}},
    [TMI_OP_UNWRAP] = {2, 1, {2, 1}},
    [TMI_OP_REACH] = {3, 1, {2, 2, 2}},
    [TMI_OP_STRAIGHT] = {3, 3, {2, 2, 2}},
    [TMI_OP_AHEAD] = {3, 2, {2, 2, 1}},
    [TMI_OP_SOLVE_PIN] = {7, 2, {2, 2, 2, 2, 2, 2, 2}},
    [TMI_OP_SOLVE_SLIDE] = {6, 1, {2, 2, 2, 2, 2, 1}},
};

int32_t tmi_op_inputs(tmiOpKind kind) {
    return shapes[kind].inputs;
}

int32_t tmi_op_input_size(tmiOpKind kind, int32_t i) {
    return shapes[kind].sizes[i];
}

int32_t tmi_op_outputs(tmiOpKind kind) {
    return shapes[kind].outputs;
}

void tmi_program_init(tmiProgram *program, tmAllocator allocator) {
    *program = (tmiProgram){.allocator = allocator};
}

void tmi_program_clear(tmiProgram *program) {
    tmAllocator a = program->allocator;
    tmi_array_clear(a, &program->registers, &program->register_capacity, sizeof(double));
    tmi_array_clear(a, &program->varies, &program->varies_capacity, 1);
    tmi_array_clear(a, &program->ops, &program->op_capacity, sizeof *program->ops);
    tmi_program_init(program, a);
}

int32_t tmi_program_register(tmiProgram *program, const double *values, int32_t count, int varies) {
    int32_t at = program->register_count;
    if (program->status == TM_OK) {
        program->status =
            tmi_array_reserve(program->allocator, &program->registers, &program->register_capacity,
                              at + count, sizeof(double));
    }
    if (program->status == TM_OK) {
        program->status = tmi_array_reserve(program->allocator, &program->varies,
                                            &program->varies_capacity, at + count, 1);
    }
    if (program->status != TM_OK) {
        return 0;
    }
    for (int32_t i = 0; i < count; i++) {
        program->registers[at + i] = values ? values[i] : 0.0;
        program->varies[at + i] = (uint8_t)varies;
    }
    program->register_count += count;
    return at;
}

/* One step for `w` frames; see tmi_program_run. */
TMI_INLINE void run_op(double *r, const tmiOp *op, const double *values, uint64_t *ok,
                       const int w) {
    switch ((tmiOpKind)op->kind) {
    case TMI_OP_ANGLE:
        if (w == 1) {
            tmi_sincos(values[op->in[0]], &r[op->out + 1], &r[op->out]);
        } else {
            tmi_sincos_many(values + (ptrdiff_t)op->in[0] * w, r + (ptrdiff_t)(op->out + 1) * w,
                            r + (ptrdiff_t)op->out * w, w);
        }
        break;
    case TMI_OP_ALONG:
        op_along(r, op, values, w);
        break;
    case TMI_OP_ROTATE:
        op_rotate(r, op, w);
        break;
    case TMI_OP_UNROTATE:
        op_unrotate(r, op, w);
        break;
    case TMI_OP_POINT:
        op_point(r, op, w);
        break;
    case TMI_OP_COMPOSE:
        op_compose(r, op, w);
        break;
    case TMI_OP_PIVOT:
        op_pivot(r, op, w);
        break;
    case TMI_OP_PLACE:
        op_place(r, op, ok, w);
        break;
    case TMI_OP_ARM:
        op_arm(r, op, w);
        break;
    case TMI_OP_SPAN:
        op_span(r, op, w);
        break;
    case TMI_OP_HEIGHT:
        op_height(r, op, w);
        break;
    case TMI_OP_DIFFERENCE:
        op_difference(r, op, w);
        break;
    case TMI_OP_DYAD_PREPARE:
        op_dyad_prepare(r, op, w);
        break;
    case TMI_OP_DYAD:
        op_dyad(r, op, ok, w);
        break;
    case TMI_OP_RATIO:
        op_ratio(r, op, w);
        break;
    case TMI_OP_AFFINE:
        op_affine(r, op, w);
        break;
    case TMI_OP_CIRCLE_LINE:
        op_circle_line(r, op, ok, w);
        break;
    case TMI_OP_LINE_LINE:
        op_line_line(r, op, ok, w);
        break;
    case TMI_OP_TANGENT:
        op_tangent(r, op, ok, w);
        break;
    case TMI_OP_SETTLE:
        op_settle(r, op, ok, w);
        break;
    case TMI_OP_GAP:
        op_gap(r, op, w);
        break;
    default:
        if (w == 1) {
            tmi_op_pair(r, op, values, ok);
        } else {
            run_pair_op(r, op, values, ok, w);
        }
        break;
    }
}

static int32_t add(tmiProgram *program, tmiOp op, const int32_t *in, int32_t out) {
    const OpShape *shape = &shapes[op.kind];
    int varies = TMI_FIXED;
    for (int i = 0; i < shape->inputs; i++) {
        op.in[i] = in[i];
        for (int k = 0; program->status == TM_OK && k < shape->sizes[i]; k++) {
            varies |= program->varies[in[i] + k];
        }
        varies |= shape->sizes[i] ? TMI_FIXED : TMI_BY_INPUT;
    }
    if (out < 0) {
        op.out = tmi_program_register(program, NULL, shape->outputs, varies);
    }
    if (program->status != TM_OK) {
        return 0;
    }
    uint64_t ok = varies == TMI_FIXED ? ~(uint64_t)0 : 0;
    if (ok) {
        run_op(program->registers, &op, NULL, &ok, 1);
    }
    if (!ok) {
        program->status =
            tmi_array_reserve(program->allocator, &program->ops, &program->op_capacity,
                              program->op_count + 1, sizeof *program->ops);
        if (program->status != TM_OK) {
            return 0;
        }
        program->ops[program->op_count++] = op;
    }
    for (int k = 0; k < shape->outputs; k++) {
        program->varies[op.out + k] = (uint8_t)varies;
    }
    return op.out;
}

int32_t tmi_program_add(tmiProgram *program, tmiOpKind kind, const int32_t *in, int32_t out,
                        int32_t part) {
    return add(program, (tmiOp){.kind = (int16_t)kind, .out = out, .part = part}, in, out);
}

int32_t tmi_program_add_pair(tmiProgram *program, tmiOpKind kind, const int32_t *in,
                             const struct tmiPlanarJoint *joint, int32_t part) {
    return add(program, (tmiOp){.kind = (int16_t)kind, .out = -1, .part = part, .joint = joint}, in,
               -1);
}

int32_t tmi_program_run(const tmiProgram *program, int32_t first, int32_t last,
                        const double *values) {
    double *r = program->registers;
    for (int32_t i = first; i < last; i++) {
        uint64_t ok = ~(uint64_t)0;
        run_op(r, &program->ops[i], values, &ok, 1);
        if (!ok) {
            return i;
        }
    }
    return -1;
}

TMI_INLINE void run_lanes(const tmiProgram *program, double *registers, const double *values,
                          uint64_t *ok) {
    for (int32_t i = 0; i < program->op_count; i++) {
        run_op(registers, &program->ops[i], values, ok, TMI_LANES);
    }
}

TMI_WIDE static void run_lanes_wide(const tmiProgram *program, double *registers,
                                    const double *values, uint64_t *ok) {
    run_lanes(program, registers, values, ok);
}

void tmi_program_run_lanes(const tmiProgram *program, double *registers, const double *values,
                           uint32_t *failed) {
    uint64_t ok[TMI_LANES];
    memset(ok, 0xff, sizeof ok);
    if (tmi_is_wide()) {
        run_lanes_wide(program, registers, values, ok);
    } else {
        run_lanes(program, registers, values, ok);
    }
    *failed = 0;
    for (int l = 0; l < TMI_LANES; l++) {
        *failed |= ok[l] ? 0u : 1u << l;
    }
}

void tmi_program_fill_lanes(const tmiProgram *program, double *registers) {
    for (int32_t i = 0; i < program->register_count; i++) {
        for (int l = 0; l < TMI_LANES; l++) {
            registers[(ptrdiff_t)i * TMI_LANES + l] = program->registers[i];
        }
    }
}
