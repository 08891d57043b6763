/* jet.c: runs code on values with derivatives. The chain rule to second order is
 * f(g)'' = f''(g) g'^2 + f'(g) g''. */
#include "define/language/code/code.h"

#include "define/language/code/arithmetic.h"
#include "numeric/numeric.h"

#include <math.h>

static tmiJet constant(double value) {
    return (tmiJet){{value, 0.0, 0.0}};
}

static bool is_constant(const tmiJet *x) {
    return x->d[1] == 0.0 && x->d[2] == 0.0;
}

/* A function of one jet, from its value and derivatives there. */
static tmiJet chain(double f, double f1, double f2, const tmiJet *x) {
    if (is_constant(x)) {
        return constant(f); /* where f' may be infinite, as that of the root is at 0 */
    }
    return (tmiJet){{f, f1 * x->d[1], f2 * x->d[1] * x->d[1] + f1 * x->d[2]}};
}

static tmiJet add(const tmiJet *a, const tmiJet *b, double sign) {
    return (tmiJet){{a->d[0] + sign * b->d[0], a->d[1] + sign * b->d[1], a->d[2] + sign * b->d[2]}};
}

static tmiJet multiply(const tmiJet *a, const tmiJet *b) {
    return (tmiJet){{a->d[0] * b->d[0], a->d[1] * b->d[0] + a->d[0] * b->d[1],
                     a->d[2] * b->d[0] + 2.0 * a->d[1] * b->d[1] + a->d[0] * b->d[2]}};
}

/* q = a / b from a = q b. */
static tmiJet divide(const tmiJet *a, const tmiJet *b) {
    double q = a->d[0] / b->d[0];
    double q1 = (a->d[1] - q * b->d[1]) / b->d[0];
    return (tmiJet){{q, q1, (a->d[2] - 2.0 * q1 * b->d[1] - q * b->d[2]) / b->d[0]}};
}

/* x^y. With a constant exponent by the power rule, which holds for negative x and at 0, too; else
 * as exp(y log x). */
static tmiJet power(const tmiJet *x, const tmiJet *y) {
    double value = tmi_power(x->d[0], y->d[0]), n = y->d[0];
    if (is_constant(y)) {
        double f1 = n == 0.0 ? 0.0 : n * tmi_power(x->d[0], n - 1.0);
        double f2 = n == 0.0 || n == 1.0 ? 0.0 : n * (n - 1.0) * tmi_power(x->d[0], n - 2.0);
        return chain(value, f1, f2, x);
    }
    double u = x->d[0];
    tmiJet log = chain(tmi_log(u), 1.0 / u, -1.0 / (u * u), x);
    tmiJet exponent = multiply(y, &log);
    return chain(value, value, value, &exponent);
}

/* atan2(a, b): its derivative is (b a' - a b') / (a^2 + b^2); hypot(a, b): (a a' + b b') / r. */
static tmiJet polar(bool angle, const tmiJet *a, const tmiJet *b) {
    double r = tmi_hypot(a->d[0], b->d[0]);
    if (is_constant(a) && is_constant(b)) {
        return constant(angle ? tmi_atan2(a->d[0], b->d[0]) : r);
    }
    double u = a->d[0] / r, v = b->d[0] / r;
    double along = u * a->d[1] + v * b->d[1], across = (v * a->d[1] - u * b->d[1]) / r;
    if (angle) {
        double second = (v * a->d[2] - u * b->d[2]) / r - 2.0 * across * (along / r);
        return (tmiJet){{tmi_atan2(a->d[0], b->d[0]), across, second}};
    }
    double second = u * a->d[2] + v * b->d[2] + r * across * across;
    return (tmiJet){{r, along, second}};
}

/* Functions of one number. */
static tmiJet call(tmiOperation operation, const tmiJet *a) {
    double x = a->d[0], s, c, f;
    switch (operation) {
    case TMI_DO_SQRT:
        f = sqrt(x);
        return chain(f, 0.5 / f, -0.25 / (x * f), a);
    case TMI_DO_SIN:
        tmi_sincos(x, &s, &c);
        return chain(tmi_sin(x), c, -s, a);
    case TMI_DO_COS:
        tmi_sincos(x, &s, &c);
        return chain(tmi_cos(x), -s, -c, a);
    case TMI_DO_TAN:
        f = tmi_tan(x);
        return chain(f, 1.0 + f * f, 2.0 * f * (1.0 + f * f), a);
    case TMI_DO_ASIN:
        c = sqrt((1.0 - x) * (1.0 + x));
        return chain(tmi_asin(x), 1.0 / c, x / (c * c * c), a);
    case TMI_DO_ACOS:
        c = sqrt((1.0 - x) * (1.0 + x));
        return chain(tmi_acos(x), -1.0 / c, -x / (c * c * c), a);
    case TMI_DO_ATAN:
        c = 1.0 / (1.0 + x * x);
        return chain(tmi_atan2(x, 1.0), c, -2.0 * x * c * c, a);
    case TMI_DO_EXP:
        f = tmi_exp(x);
        return chain(f, f, f, a);
    case TMI_DO_LOG:
        return chain(tmi_log(x), 1.0 / x, -1.0 / (x * x), a);
    case TMI_DO_LOG10:
        f = tmi_log(10.0);
        return chain(tmi_log10(x), 1.0 / (x * f), -1.0 / (x * x * f), a);
    case TMI_DO_SINH:
        return chain(tmi_sinh(x), tmi_cosh(x), tmi_sinh(x), a);
    case TMI_DO_COSH:
        return chain(tmi_cosh(x), tmi_sinh(x), tmi_cosh(x), a);
    default:
        TM_ASSERT(operation == TMI_DO_TANH);
        f = tmi_tanh(x);
        return chain(f, 1.0 - f * f, -2.0 * f * (1.0 - f * f), a);
    }
}

/* Operations that choose one of their operands, or have a slope only at jumps. The value is the
 * run's own; which operand it came from decides the derivatives. */
static tmiJet choose(const tmiStep *step, const tmiJet *a, const tmiJet *b, const tmiJet *c) {
    double operands[3] = {a->d[0], b->d[0], c->d[0]};
    double value = tmi_operate((tmiOperation)step->operation, operands, NULL);
    tmiJet jet;
    switch (step->operation) {
    case TMI_DO_MOVE:
        return *a;
    case TMI_DO_SELECT:
        return a->d[0] != 0.0 ? *b : *c;
    case TMI_DO_MIN:
    case TMI_DO_MAX:
        jet = value == a->d[0] ? *a : *b;
        jet.d[0] = value;
        return jet;
    case TMI_DO_ABS:
        return a->d[0] < 0.0 ? (tmiJet){{value, -a->d[1], -a->d[2]}}
                             : (tmiJet){{value, a->d[1], a->d[2]}};
    case TMI_DO_MOD: { /* a - b floor(a / b) */
        tmiJet times = constant(floor(a->d[0] / b->d[0]));
        tmiJet taken = multiply(b, &times);
        jet = add(a, &taken, -1.0);
        jet.d[0] = value;
        return jet;
    }
    default: /* conditions, sign, floor, ceil, round */
        return constant(value);
    }
}

static tmiJet compute(const tmiStep *step, const tmiJet *frame) {
    const tmiJet *a = &frame[step->a], *b = &frame[step->b];
    switch (step->operation) {
    case TMI_DO_ADD:
        return add(a, b, 1.0);
    case TMI_DO_SUBTRACT:
        return add(a, b, -1.0);
    case TMI_DO_MULTIPLY:
        return multiply(a, b);
    case TMI_DO_DIVIDE:
        return divide(a, b);
    case TMI_DO_NEGATE:
        return (tmiJet){{-a->d[0], -a->d[1], -a->d[2]}};
    case TMI_DO_HYPOT:
        return polar(false, a, b);
    case TMI_DO_ATAN2:
        return polar(true, a, b);
    case TMI_DO_POWER:
        return power(a, b);
    case TMI_DO_SQRT:
        return call(TMI_DO_SQRT, a);
    default:
        return step->operation >= TMI_DO_SIN ? call((tmiOperation)step->operation, a)
                                             : choose(step, a, b, &frame[step->c]);
    }
}

static tmiJet table_jet(const tmiTable *table, const tmiJet *x) {
    double y[3];
    tmi_table_derivatives(table, x->d[0], y);
    return chain(y[0], y[1], y[2], x);
}

void tmi_code_run_jets(const tmiCode *code, const tmiJet *inputs, tmiJet *frame, tmiJet *results) {
    for (int32_t i = 0; i < code->constant_count; i++) {
        frame[i] = constant(code->constants[i]);
    }
    for (int32_t at = 0; at < code->step_count; at++) {
        const tmiStep *step = &code->steps[at];
        switch (step->operation) {
        case TMI_DO_LOAD:
            frame[step->result] = inputs[step->a];
            break;
        case TMI_DO_JUMP:
            at = step->a - 1;
            break;
        case TMI_DO_JUMP_UNLESS:
            at = frame[step->a].d[0] != 0.0 ? at : step->b - 1;
            break;
        case TMI_DO_TABLE:
            frame[step->result] = table_jet(&code->tables[step->b], &frame[step->a]);
            break;
        default:
            frame[step->result] = compute(step, frame);
        }
    }
    for (int32_t i = 0; i < code->result_count; i++) {
        results[i] = frame[code->results[i]];
    }
}

void tmi_curve_at(const tmiCurve *curve, double x, double y[3]) {
    tmiJet frame[TMI_CURVE_FRAME], input = {{x, 1.0, 0.0}}, results[TMI_RESULTS_MAX];
    if (curve->table) {
        tmi_table_derivatives(curve->table, x, y);
        return;
    }
    tmi_code_run_jets(curve->code, &input, frame, results);
    for (int i = 0; i < 3; i++) {
        y[i] = results[0].d[i];
    }
}
