/* test_program.c: each step of a program against what it is said to compute, its gradients against
 * central differences, and many frames at once against one at a time. */
#include "analyse/kinematics/joint/higher_pair.h"
#include "analyse/kinematics/program/program.h"
#include "analyse/kinematics/stage/stage.h"

#include "linkages.h"

#include <string.h>

#define TRIES 300
#define STEP 1e-6
#define INPUT_DOUBLES 20

/* A program of one step on registers that vary. */
typedef struct oneStep {
    tmiProgram program;
    tmiOpKind kind;
    int32_t first[TMI_OP_INPUTS]; /* register of each input */
    int32_t out;
    double value;         /* of the only input value */
    tmiPlanarJoint joint; /* a cam with a roller, for the steps that close a pair */
} oneStep;

static void one_step_clear(oneStep *s) {
    tmi_pair_free(&s->joint, s->program.allocator);
    tmi_program_clear(&s->program);
}

/* Fills a register with what an input of this kind may be: directions are unit vectors. */
static void fill(double *r, tmiOpKind kind, int32_t i, uint64_t *state) {
    static const int8_t directions[TMI_OP_COUNT] = {
        [TMI_OP_ALONG] = 2,      [TMI_OP_ROTATE] = 3,      [TMI_OP_UNROTATE] = 3,
        [TMI_OP_PIVOT] = 1,      [TMI_OP_ARM] = 2,         [TMI_OP_CIRCLE_LINE] = 8,
        [TMI_OP_LINE_LINE] = 10, [TMI_OP_HEIGHT] = 1,      [TMI_OP_SETTLE] = 26,
        [TMI_OP_UNWRAP] = 1,     [TMI_OP_REACH] = 1,       [TMI_OP_AHEAD] = 2,
        [TMI_OP_SOLVE_PIN] = 98, [TMI_OP_SOLVE_SLIDE] = 26};
    int32_t size = tmi_op_input_size(kind, i);
    for (int32_t k = 0; k < size; k++) {
        r[k] = test_uniform(state, -2.0, 2.0);
    }
    double angle = test_uniform(state, -3.0, 3.0);
    if (directions[kind] >> i & 1) {
        r[0] = cos(angle);
        r[1] = sin(angle);
    }
    if (size == 4) {
        r[2] = cos(angle);
        r[3] = sin(angle);
    }
    bool square = (kind == TMI_OP_CIRCLE_LINE && i == 1) || (kind == TMI_OP_GAP && i == 2);
    bool sign = (kind == TMI_OP_CIRCLE_LINE && i == 4) ||
                ((kind == TMI_OP_DYAD || kind == TMI_OP_TANGENT) && i == 3);
    if (square) {
        r[0] = 0.5 + fabs(r[0]);
    }
    if (sign) {
        r[0] = r[0] < 0.0 ? -1.0 : 1.0;
    }
    if (kind == TMI_OP_DYAD && i == 2) {
        /* as TMI_OP_DYAD_PREPARE would: 4 a^2, a^2 - b^2, and two vectors over their squares */
        double a = test_uniform(state, 1.0, 2.5), b = test_uniform(state, 1.0, 2.5);
        double turn = r[0], other = r[1];
        const double made[6] = {4.0 * a * a,   a * a - b * b,  cos(turn) / a,
                                sin(turn) / a, cos(other) / b, sin(other) / b};
        memcpy(r, made, sizeof made);
    }
}

static oneStep *one_step(tmTest *t, tmiOpKind kind) {
    oneStep *s = test_memory(t, 1, sizeof *s);
    tmi_program_init(&s->program, t->allocator);
    DEFER(one_step_clear, s);
    s->kind = kind;
    for (int32_t i = 0; i < tmi_op_inputs(kind); i++) {
        int32_t size = tmi_op_input_size(kind, i);
        s->first[i] = size ? tmi_program_register(&s->program, NULL, size, TMI_BY_GUESS) : 0;
    }
    if (kind == TMI_OP_SOLVE_PIN || kind == TMI_OP_SOLVE_SLIDE) {
        const double egg[5] = {0.8, 0.2, 0.1, 0.0, 0.05};
        tmJointDef def = tm_joint_def_default();
        def.kind = s->joint.kind = TM_JOINT_ROLLER_CAM;
        def.radii[1] = 0.3;
        def.profile = egg;
        def.profile_count = 5;
        def.profile_kind = TM_PROFILE_HARMONIC;
        s->joint.feature_count = 2;
        tmStatus status = tmi_pair_make(&s->joint, s->program.allocator, &def);
        s->program.status = s->program.status == TM_OK ? status : s->program.status;
        s->out = tmi_program_add_pair(&s->program, kind, s->first, &s->joint, -1);
        return s;
    }
    s->out = tmi_program_add(&s->program, kind, s->first, -1, -1);
    return s;
}

/* Gives the inputs other values. */
static void vary(oneStep *s, double span, uint64_t *state) {
    for (int32_t i = 0; i < tmi_op_inputs(s->kind); i++) {
        double r[INPUT_DOUBLES] = {0};
        fill(r, s->kind, i, state);
        memcpy(s->program.registers + s->first[i], r,
               sizeof(double) * (size_t)tmi_op_input_size(s->kind, i));
    }
    s->value = test_uniform(state, -span, span);
}

static bool run(const oneStep *s) {
    return tmi_program_run(&s->program, 0, s->program.op_count, &s->value) < 0;
}

TEST(slopes_of_every_step_are_those_of_central_differences) {
    uint64_t state = 41;
    for (int kind = 0; kind < TMI_OP_COUNT; kind++) {
        int real = 0;
        oneStep *s = one_step(t, (tmiOpKind)kind);
        MUST(s->program.status);
        REQUIRE(s->program.op_count == 1 && s->program.register_count <= 64);
        for (int try = 0; try < TRIES; try++) {
            vary(s, 2.0, &state);
            double *r = s->program.registers;
            double along[64], high[16], low[16], was[64], gradients[64] = {0};
            int32_t inputs = s->out, outputs = tmi_op_outputs((tmiOpKind)kind);
            for (int32_t k = 0; k < inputs; k++) {
                was[k] = r[k];
                along[k] = gradients[k] = test_uniform(&state, -1.0, 1.0);
            }
            /* A sign never changes, a direction only turns. */
            for (int32_t i = 0; i < tmi_op_inputs((tmiOpKind)kind); i++) {
                int32_t at = s->first[i], size = tmi_op_input_size((tmiOpKind)kind, i);
                if (size == 1 && fabs(r[at]) == 1.0) {
                    along[at] = gradients[at] = 0.0;
                }
                int32_t d = size == 4 ? at + 2 : at;
                if (size >= 2 && fabs(hypot(r[d], r[d + 1]) - 1.0) < 1e-12) {
                    double turn = along[d];
                    along[d] = gradients[d] = -turn * r[d + 1];
                    along[d + 1] = gradients[d + 1] = turn * r[d];
                }
            }
            bool ok = run(s);
            tmi_program_derivative(&s->program, 0, 1, gradients);
            for (int side = 0; side < 2 && ok; side++) {
                double step = side ? -STEP : STEP;
                for (int32_t k = 0; k < inputs; k++) {
                    r[k] = was[k] + step * along[k];
                }
                ok = run(s);
                memcpy(side ? low : high, r + s->out, sizeof(double) * (size_t)outputs);
            }
            double steep = 1.0;
            for (int32_t k = 0; k < outputs; k++) {
                steep = fmax(steep, fabs(gradients[s->out + k]));
            }
            real += ok;
            /* Near a dead centre the differences, not the gradients, are wrong. */
            for (int32_t k = 0; k < outputs && ok && steep < 30.0; k++) {
                CHECK_NEAR(gradients[s->out + k], (high[k] - low[k]) / (2.0 * STEP), 1e-6 * steep);
            }
        }
        CHECK(real > TRIES / 10);
    }
}

/* Inputs that run along straight lines from `was`; a side stays. */
static void set_box(const oneStep *s, const double *was, const double *along, double half,
                    tmiEnclosure *e) {
    for (int32_t k = 0; k < s->out; k++) {
        double reach = fabs(along[k]) * half * (1.0 + 1e-15);
        e[k].all = (tmiInterval){was[k] - reach, was[k] + reach};
        e[k].mid = (tmiInterval){was[k], was[k]};
        e[k].derivative = (tmiInterval){along[k], along[k]};
    }
}

static bool holds(tmiInterval range, double number, double slack) {
    return number >= range.low - slack && number <= range.high + slack;
}

TEST(enclosures_hold_every_number_and_slope_of_their_box) {
    uint64_t state = 44;
    for (int kind = 0; kind < TMI_OP_COUNT; kind++) {
        bool pair = kind > TMI_OP_GAP; /* nothing is said of those */
        int bounded = 0, real = 0;
        oneStep *s = one_step(t, (tmiOpKind)kind);
        MUST(s->program.status);
        for (int try = 0; try < TRIES; try++) {
            vary(s, 2.0, &state);
            double *r = s->program.registers, was[64], along[64], gradients[64];
            double half = pow(10.0, test_uniform(&state, -6.0, 0.0));
            int32_t outputs = tmi_op_outputs((tmiOpKind)kind);
            tmiEnclosure e[64];
            REQUIRE(s->program.register_count <= 64);
            for (int32_t k = 0; k < s->out; k++) {
                was[k] = r[k];
                along[k] = test_uniform(&state, -1.0, 1.0);
            }
            int32_t sign = kind == TMI_OP_CIRCLE_LINE ? 4 : 3;
            if (kind == TMI_OP_CIRCLE_LINE || kind == TMI_OP_DYAD || kind == TMI_OP_TANGENT) {
                along[s->first[sign]] = 0.0;
            }
            tmi_program_enclose_start(&s->program, e);
            set_box(s, was, along, half, e);
            bool any = tmi_program_enclose(&s->program, 0, 1, &s->value, half, e);
            for (int sample = 0; sample < 20; sample++) {
                double at = sample == 0 ? 0.0 : test_uniform(&state, -half, half);
                for (int32_t k = 0; k < s->out; k++) {
                    r[k] = was[k] + at * along[k];
                    gradients[k] = along[k];
                }
                if (!run(s)) {
                    continue;
                }
                CHECK(any);
                real++;
                tmi_program_derivative(&s->program, 0, 1, gradients);
                for (int32_t k = s->out; k < s->out + outputs; k++) {
                    CHECK(holds(e[k].all, r[k], 1e-13 * (1.0 + fabs(r[k]))));
                    CHECK(sample > 0 || holds(e[k].mid, r[k], 1e-13 * (1.0 + fabs(r[k]))));
                    /* The rules for unit directions hold for those only. */
                    bool unit = kind == TMI_OP_ALONG || kind == TMI_OP_TANGENT ||
                                kind == TMI_OP_CIRCLE_LINE;
                    CHECK(unit ||
                          holds(e[k].derivative, gradients[k], 1e-9 * (1.0 + fabs(gradients[k]))));
                }
            }
            /* In a short box no more than its length times the gradient, and a little. */
            tmiEnclosure o = e[s->out];
            if (any && half < 1e-4 && tmi_interval_is_bounded(o.derivative)) {
                double steep = fmax(fabs(o.derivative.low), fabs(o.derivative.high));
                CHECK(o.all.high - o.all.low <= 2.0001 * half * steep + 1e-12 * (1.0 + steep));
                bounded++;
            }
        }
        CHECK((bounded > TRIES / 10) == !pair && real > TRIES);
    }
}

/* What the steps that solve something are said to fulfil, by their equations. */
TEST(steps_that_solve_fulfil_their_equations) {
    uint64_t state = 42;
    int solved = 0;
    oneStep *dyad = one_step(t, TMI_OP_DYAD), *circle_line = one_step(t, TMI_OP_CIRCLE_LINE);
    MUST(dyad->program.status);
    MUST(circle_line->program.status);
    for (int try = 0; try < TRIES; try++) {
        oneStep *s = dyad;
        vary(s, 2.0, &state);
        const double *r = s->program.registers, *o = r + s->out;
        const double *P = r + s->first[0], *D = r + s->first[1], *k = r + s->first[2];
        const double *sign = r + s->first[3], *p = r + s->first[4];
        double x = 0.0, y = 0.0, a2 = 0.25 * k[0], a = sqrt(a2), b = sqrt(a2 - k[1]);
        bool meets = linkage_circles(P[0], P[1], a, D[0], D[1], b, sign[0] > 0.0 ? 1 : -1, &x, &y);
        CHECK(run(s) == meets);
        if (meets) {
            solved++;
            CHECK_NEAR(hypot(o[0] - x, o[1] - y), 0.0, 1e-7);
            CHECK_NEAR(hypot(o[0] - P[0], o[1] - P[1]), a, 1e-13);
            CHECK_NEAR(hypot(o[0] - D[0], o[1] - D[1]), b, 1e-13);
            /* the first pose brings p to P */
            CHECK_NEAR(o[2] + o[4] * p[0] - o[5] * p[1], P[0], 1e-12);
            CHECK_NEAR(o[3] + o[5] * p[0] + o[4] * p[1], P[1], 1e-12);
            CHECK_NEAR(hypot(o[4], o[5]), 1.0, 1e-13);
            CHECK_NEAR(hypot(o[8], o[9]), 1.0, 1e-13);
        }
        s = circle_line;
        vary(s, 2.0, &state);
        r = s->program.registers;
        o = r + s->out;
        P = r + s->first[0];
        const double *q = r + s->first[2], *u = r + s->first[3];
        double radius = sqrt(r[s->first[1]]);
        double height = fabs(u[0] * (P[1] - q[1]) - u[1] * (P[0] - q[0]));
        CHECK(run(s) == (height <= radius));
        if (height <= radius) {
            solved++;
            CHECK_NEAR(hypot(o[0] - P[0], o[1] - P[1]), radius, 1e-13);
            CHECK_NEAR(u[0] * (o[1] - q[1]) - u[1] * (o[0] - q[0]), 0.0, 1e-13);
            CHECK(r[s->first[4]] * (u[0] * (o[0] - P[0]) + u[1] * (o[1] - P[1])) >= -1e-13);
        }
    }
    CHECK(solved > TRIES / 2);
}

TEST(many_frames_at_once_give_the_bits_of_one_at_a_time) {
    uint64_t state = 43;
    for (int kind = 0; kind < TMI_OP_COUNT; kind++) {
        oneStep *s = one_step(t, (tmiOpKind)kind);
        MUST(s->program.status);
        int32_t count = s->program.register_count, outputs = tmi_op_outputs((tmiOpKind)kind);
        double *lanes = test_memory(t, (size_t)count * TMI_LANES, sizeof(double));
        double *single = test_memory(t, (size_t)count * TMI_LANES, sizeof(double));
        for (int try = 0; try < 10; try++) {
            double values[TMI_LANES];
            uint32_t failed, expected = 0;
            for (int lane = 0; lane < TMI_LANES; lane++) {
                vary(s, 9.0, &state);
                values[lane] = s->value;
                for (int32_t k = 0; k < count; k++) {
                    lanes[k * TMI_LANES + lane] = s->program.registers[k];
                }
                expected |= run(s) ? 0u : 1u << lane;
                for (int32_t k = 0; k < count; k++) {
                    single[k * TMI_LANES + lane] = s->program.registers[k];
                }
            }
            tmi_program_run_lanes(&s->program, lanes, values, &failed);
            CHECK(failed == expected);
            for (int32_t k = 0; k < outputs * TMI_LANES; k++) {
                int32_t at = s->out * TMI_LANES + k;
                CHECK(expected >> k % TMI_LANES & 1 || lanes[at] == single[at]);
            }
        }
        test_run_defers(t, 0);
    }
}

TEST(steps_on_what_lies_still_leave_no_trace) {
    oneStep *s = test_memory(t, 1, sizeof *s);
    tmi_program_init(&s->program, t->allocator);
    DEFER(one_step_clear, s);
    const double p[2] = {1.0, 2.0}, q[2] = {4.0, 6.0};
    const int32_t in[2] = {tmi_program_register(&s->program, p, 2, TMI_FIXED),
                           tmi_program_register(&s->program, q, 2, TMI_FIXED)};
    int32_t out = tmi_program_add(&s->program, TMI_OP_SPAN, in, -1, -1);
    MUST(s->program.status);
    CHECK(s->program.op_count == 0);
    CHECK_NEAR(s->program.registers[out], 25.0, 0.0);
    CHECK(s->program.varies[out] == TMI_FIXED);
}

/* A gap is one double; where it was the last register, its margin was read from beyond them. */
TEST(margin_of_a_gap_reads_no_register_that_is_not_there) {
    double *registers = test_memory(t, 6, sizeof *registers);
    tmiOp *op = test_memory(t, 1, sizeof *op);
    tmiStageVariant *v = test_memory(t, 1, sizeof *v);
    *op = (tmiOp){.kind = TMI_OP_GAP, .in = {0, 2, 4}, .out = 5, .part = -1};
    v->program =
        (tmiProgram){.registers = registers, .register_count = 6, .ops = op, .op_count = 1};
    v->closed_ops = 1;
    CHECK(tmi_variant_margin(v) == 1.0);
}

TEST_MAIN(CASE(slopes_of_every_step_are_those_of_central_differences),
          CASE(enclosures_hold_every_number_and_slope_of_their_box),
          CASE(steps_that_solve_fulfil_their_equations),
          CASE(many_frames_at_once_give_the_bits_of_one_at_a_time),
          CASE(steps_on_what_lies_still_leave_no_trace),
          CASE(margin_of_a_gap_reads_no_register_that_is_not_there))
