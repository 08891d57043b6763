/* builtin.c: calls of the functions that every text knows. */
#include "define/language/expression/walk_private.h"

#include <string.h>

/* A call while it is examined. */
typedef struct Call {
    tmiAt at;
    const tmiFunctionRow *row;
    tmiValue x[8]; /* the first arguments */
    int32_t count;
} Call;

/* ---- Arguments ----------------------------------------------------------------------------- */

static tmiValue say_kind(tmiEvaluator *e, tmiAt at, const tmiValue *found, const char *wanted) {
    char text[TMI_VALUE_TEXT_SIZE];
    tmi_value_text(found, text);
    return tmi_say(e, at, TMI_SAYS_KIND, TMI_WORDS(text, " where ", wanted, " belongs"), NULL);
}

/* Whether argument n is a number that fits; reports why if not. */
static bool is_number(tmiEvaluator *e, const Call *c, int32_t n) {
    if (c->x[n].kind != TMI_VALUE_NUMBER) {
        say_kind(e, tmi_argument_at(c->at, n), &c->x[n], "a number");
        return false;
    }
    return true;
}

static bool has_dimension(tmiEvaluator *e, const Call *c, int32_t n, tmiDimension wanted) {
    if (!is_number(e, c, n)) {
        return false;
    }
    if (!tmi_fits(&c->x[n], wanted)) {
        tmi_say_dimension(e, tmi_argument_at(c->at, n), &c->x[n], wanted);
        return false;
    }
    if (tmi_dimension_is_angle(wanted)) {
        tmi_warn_bare_angle(e, tmi_argument_at(c->at, n), &c->x[n]);
    }
    return true;
}

/* Plain, or an angle, which is a plain number in radians. */
static bool is_plain(tmiEvaluator *e, const Call *c, int32_t n) {
    bool angle = c->x[n].kind == TMI_VALUE_NUMBER && tmi_fits(&c->x[n], TMI_ANGLE) &&
                 c->x[n].dimension.time == 0;
    return angle || has_dimension(e, c, n, TMI_PLAIN);
}

static bool is_point(tmiEvaluator *e, const Call *c, int32_t n) {
    if (!tmi_is_point(&c->x[n])) {
        say_kind(e, tmi_argument_at(c->at, n), &c->x[n], "a point");
        return false;
    }
    return true;
}

static tmiValue say_differ(tmiEvaluator *e, tmiAt at, const tmiValue *a, const tmiValue *b) {
    char first[TMI_VALUE_TEXT_SIZE], second[TMI_VALUE_TEXT_SIZE];
    tmi_value_text(a, first);
    tmi_value_text(b, second);
    return tmi_say(e, at, TMI_SAYS_DIMENSION,
                   TMI_WORDS(second, " where ", first, " belongs, as the argument before it"),
                   NULL);
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static tmiValue one(tmiEvaluator *e, const Call *c, tmiDimension dimension) {
    return tmi_apply(e, c->at, (tmiOperation)c->row->operation, c->x, c->count,
                     tmi_value_number(0.0, dimension));
}

/* Puts what two numbers share into *shared; reports if there is none. `n` is the second. */
static bool share(tmiEvaluator *e, const Call *c, int32_t n, const tmiValue *a, const tmiValue *b,
                  tmiValue *shared) {
    if (!tmi_agree(a, b, shared)) {
        say_differ(e, tmi_argument_at(c->at, n), a, b);
        return false;
    }
    tmi_warn_beside_angle(e, tmi_argument_at(c->at, n), a, b);
    tmi_warn_beside_angle(e, tmi_argument_at(c->at, n - 1), b, a);
    return true;
}

/* abs, min, max, mod, hypot: from the left, two at a time. */
static tmiValue fold_same(tmiEvaluator *e, const Call *c, const tmiItem *arguments) {
    tmiOperation operation = (tmiOperation)c->row->operation;
    tmiValue value = arguments[0].value;
    if (!is_number(e, c, 0)) {
        return tmi_value_error();
    }
    if (tmi_operation_operands(operation) == 1) {
        return tmi_apply(e, c->at, operation, &value, 1, value);
    }
    for (int32_t i = 1; i < c->count; i++) {
        Call single = {.at = tmi_argument_at(c->at, i), .row = c->row, .x = {arguments[i].value}};
        tmiValue shared;
        if (!is_number(e, &single, 0) || !share(e, c, i, &value, &arguments[i].value, &shared)) {
            return tmi_value_error();
        }
        value = tmi_apply(e, c->at, operation, (tmiValue[]){value, arguments[i].value}, 2, shared);
        if (value.kind == TMI_VALUE_ERROR) {
            return value;
        }
    }
    return value;
}

static tmiValue quotient(tmiEvaluator *e, const Call *c) {
    tmiValue shared;
    if (!is_number(e, c, 0) || !is_number(e, c, 1) ||
        !share(e, c, 1, &c->x[0], &c->x[1], &shared)) {
        return tmi_value_error();
    }
    return one(e, c, TMI_ANGLE);
}

static tmiValue root(tmiEvaluator *e, const Call *c) {
    tmiValue value = tmi_value_number(0.0, TMI_PLAIN);
    if (!is_number(e, c, 0)) {
        return tmi_value_error();
    }
    tmi_dimension_power(c->x[0].dimension, 0.5, &value.dimension);
    value.marks = c->x[0].marks & (TMI_MARK_SENSED | TMI_MARK_LOOSE);
    return tmi_apply(e, c->at, TMI_DO_SQRT, c->x, 1, value);
}

static tmiValue clamp(tmiEvaluator *e, const Call *c) {
    tmiValue with_low, all;
    for (int32_t i = 0; i < 3; i++) {
        if (!is_number(e, c, i)) {
            return tmi_value_error();
        }
    }
    if (!share(e, c, 1, &c->x[0], &c->x[1], &with_low) ||
        !share(e, c, 2, &with_low, &c->x[2], &all)) {
        return tmi_value_error();
    }
    bool known = !c->x[1].runs && !c->x[2].runs;
    if (known && c->x[1].number > c->x[2].number && e->unsure == 0) {
        return tmi_say(e, tmi_argument_at(c->at, 1), TMI_SAYS_ARITHMETIC,
                       TMI_WORDS("the lower end of the clamp is above its upper end"), NULL);
    }
    tmiValue value = tmi_apply(e, c->at, TMI_DO_MAX, c->x, 2, all);
    return tmi_apply(e, c->at, TMI_DO_MIN, (tmiValue[]){value, c->x[2]}, 2, all);
}

/* 10 s^3 - 15 s^4 + 6 s^5 = s^3 (10 + s (6 s - 15)), s kept between 0 and 1. */
static tmiValue smooth(tmiEvaluator *e, const Call *c) {
    if (!has_dimension(e, c, 0, TMI_PLAIN)) {
        return tmi_value_error();
    }
    tmiAt at = c->at;
    tmiValue plain = tmi_value_number(0.0, TMI_PLAIN), s = c->x[0];
    s = tmi_apply(e, at, TMI_DO_MAX, (tmiValue[]){s, plain}, 2, plain);
    s = tmi_apply(e, at, TMI_DO_MIN, (tmiValue[]){s, tmi_value_number(1.0, TMI_PLAIN)}, 2, plain);
    tmiValue sum = tmi_binary(e, at, '*', tmi_value_number(6.0, TMI_PLAIN), s);
    sum = tmi_binary(e, at, '-', sum, tmi_value_number(15.0, TMI_PLAIN));
    sum = tmi_binary(e, at, '*', s, sum);
    sum = tmi_binary(e, at, '+', tmi_value_number(10.0, TMI_PLAIN), sum);
    return tmi_binary(e, at, '*', tmi_binary(e, at, '^', s, tmi_value_number(3.0, TMI_PLAIN)), sum);
}

/* a + s (b - a), of numbers or points. */
static tmiValue mix(tmiEvaluator *e, const Call *c) {
    if (!has_dimension(e, c, 2, TMI_PLAIN)) {
        return tmi_value_error();
    }
    tmiValue step = tmi_binary(e, c->at, '-', c->x[1], c->x[0]);
    /* s is a share, not a gain: what was sensed keeps its dimension. */
    tmiValue s = c->x[2];
    tmiValue part = tmi_binary(e, c->at, '*', s, step);
    part.marks &= (uint8_t)~TMI_MARK_LOOSE;
    part.marks |= step.marks & TMI_MARK_LOOSE;
    return tmi_binary(e, c->at, '+', c->x[0], part);
}

/* ---- Points -------------------------------------------------------------------------------- */

static tmiValue sum_of_products(tmiEvaluator *e, tmiAt at, const tmiValue a[3],
                                const tmiValue b[3]) {
    tmiValue sum = tmi_binary(e, at, '*', a[0], b[0]);
    sum = tmi_binary(e, at, '+', sum, tmi_binary(e, at, '*', a[1], b[1]));
    return tmi_binary(e, at, '+', sum, tmi_binary(e, at, '*', a[2], b[2]));
}

static tmiValue cross(tmiEvaluator *e, tmiAt at, const tmiValue a[3], const tmiValue b[3]) {
    tmiValue result[3];
    for (int32_t i = 0; i < 3; i++) {
        int32_t j = (i + 1) % 3, k = (i + 2) % 3;
        result[i] = tmi_binary(e, at, '-', tmi_binary(e, at, '*', a[j], b[k]),
                               tmi_binary(e, at, '*', a[k], b[j]));
    }
    return tmi_point(e, result);
}

static tmiValue length(tmiEvaluator *e, const Call *c, const tmiValue p[3]) {
    tmiValue shared;
    for (int32_t i = 1; i < 3; i++) {
        if (!tmi_agree(&p[0], &p[i], &shared)) {
            return say_differ(e, c->at, &p[0], &p[i]);
        }
    }
    tmiValue value = tmi_apply(e, c->at, TMI_DO_HYPOT, p, 2, shared);
    if (!p[2].runs && p[2].kind == TMI_VALUE_NUMBER && p[2].number == 0.0) {
        return value;
    }
    return tmi_apply(e, c->at, TMI_DO_HYPOT, (tmiValue[]){value, p[2]}, 2, shared);
}

/* (r cos, r sin) of the angle that argument 1 is. */
static tmiValue polar(tmiEvaluator *e, const Call *c) {
    if (!is_number(e, c, 0) || !has_dimension(e, c, 1, TMI_ANGLE) ||
        (c->count > 2 && !is_number(e, c, 2))) {
        return tmi_value_error();
    }
    tmiValue plain = tmi_value_number(0.0, TMI_PLAIN);
    tmiValue cosine = tmi_apply(e, c->at, TMI_DO_COS, &c->x[1], 1, plain);
    tmiValue sine = tmi_apply(e, c->at, TMI_DO_SIN, &c->x[1], 1, plain);
    tmiValue numbers[3] = {tmi_binary(e, c->at, '*', c->x[0], cosine),
                           tmi_binary(e, c->at, '*', c->x[0], sine),
                           c->count > 2 ? c->x[2] : tmi_value_number(0.0, c->x[0].dimension)};
    return tmi_point(e, numbers);
}

static tmiValue rotate(tmiEvaluator *e, const Call *c, const tmiValue p[3]) {
    if (!has_dimension(e, c, 1, TMI_ANGLE)) {
        return tmi_value_error();
    }
    tmiAt at = c->at;
    tmiValue plain = tmi_value_number(0.0, TMI_PLAIN);
    tmiValue cosine = tmi_apply(e, at, TMI_DO_COS, &c->x[1], 1, plain);
    tmiValue sine = tmi_apply(e, at, TMI_DO_SIN, &c->x[1], 1, plain);
    tmiValue numbers[3] = {tmi_binary(e, at, '-', tmi_binary(e, at, '*', p[0], cosine),
                                      tmi_binary(e, at, '*', p[1], sine)),
                           tmi_binary(e, at, '+', tmi_binary(e, at, '*', p[0], sine),
                                      tmi_binary(e, at, '*', p[1], cosine)),
                           p[2]};
    return tmi_point(e, numbers);
}

static tmiValue of_points(tmiEvaluator *e, const Call *c) {
    tmiValue p[3], q[3];
    bool two = c->row->rule == TMI_RULE_DISTANCE || c->row->rule == TMI_RULE_DOT ||
               c->row->rule == TMI_RULE_CROSS;
    if (!is_point(e, c, 0) || (two && !is_point(e, c, 1))) {
        return tmi_value_error();
    }
    tmi_point_numbers(&c->x[0], p);
    if (two) {
        tmi_point_numbers(&c->x[1], q);
    }
    switch (c->row->rule) {
    case TMI_RULE_DOT:
        return sum_of_products(e, c->at, p, q);
    case TMI_RULE_CROSS:
        return cross(e, c->at, p, q);
    case TMI_RULE_DISTANCE:
        for (int32_t i = 0; i < 3; i++) {
            p[i] = tmi_binary(e, c->at, '-', p[i], q[i]);
            if (p[i].kind == TMI_VALUE_ERROR) {
                return p[i];
            }
        }
        return length(e, c, p);
    case TMI_RULE_LENGTH:
        return length(e, c, p);
    case TMI_RULE_UNIT:
        return tmi_binary(e, c->at, '/', c->x[0], length(e, c, p));
    case TMI_RULE_ROTATE:
        return rotate(e, c, p);
    default:
        TM_ASSERT(c->row->rule == TMI_RULE_POINT_ANGLE);
        return tmi_apply(e, c->at, TMI_DO_ATAN2, (tmiValue[]){p[1], p[0]}, 2,
                         tmi_value_number(0.0, TMI_ANGLE));
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static tmiValue by_rule(tmiEvaluator *e, const Call *c, const tmiItem *arguments) {
    switch (c->row->rule) {
    case TMI_RULE_OF_ANGLE:
        return has_dimension(e, c, 0, TMI_ANGLE) ? one(e, c, TMI_PLAIN) : tmi_value_error();
    case TMI_RULE_ANGLE:
        return has_dimension(e, c, 0, TMI_PLAIN) ? one(e, c, TMI_ANGLE) : tmi_value_error();
    case TMI_RULE_PLAIN:
        return is_plain(e, c, 0) ? one(e, c, TMI_PLAIN) : tmi_value_error();
    case TMI_RULE_WHOLE:
        return has_dimension(e, c, 0, TMI_PLAIN) ? one(e, c, TMI_PLAIN) : tmi_value_error();
    case TMI_RULE_SAME:
        return fold_same(e, c, arguments);
    case TMI_RULE_QUOTIENT:
        return quotient(e, c);
    case TMI_RULE_ROOT:
        return root(e, c);
    case TMI_RULE_POWER:
        return is_number(e, c, 0) && is_number(e, c, 1)
                   ? tmi_binary(e, c->at, '^', c->x[0], c->x[1])
                   : tmi_value_error();
    case TMI_RULE_SIGN:
        return is_number(e, c, 0) ? one(e, c, TMI_PLAIN) : tmi_value_error();
    case TMI_RULE_CLAMP:
        return clamp(e, c);
    case TMI_RULE_MIX:
        return mix(e, c);
    case TMI_RULE_SMOOTH:
        return smooth(e, c);
    case TMI_RULE_POLAR:
        return polar(e, c);
    default:
        return of_points(e, c);
    }
}

tmiValue tmi_call_builtin(tmiEvaluator *e, tmiAt call, const tmiFunctionRow *row,
                          const tmiItem *arguments, int32_t count) {
    Call c = {.at = call, .row = row, .count = count};
    if (count < row->min || count > row->max) {
        return tmi_say_count(e, call, row->name, (int32_t)strlen(row->name), row->parameters,
                             row->min, row->max, count);
    }
    for (int32_t i = 0; i < count; i++) {
        if (arguments[i].name) {
            return tmi_say(e, tmi_argument_at(call, i), TMI_SAYS_ARGUMENTS,
                           TMI_WORDS("'", row->name, "' takes its arguments without names"), NULL);
        }
        if (tmi_is_spoiled(&arguments[i].value)) {
            return tmi_value_error();
        }
        if (i < (int32_t)(sizeof c.x / sizeof c.x[0])) {
            c.x[i] = arguments[i].value;
        }
    }
    return by_rule(e, &c, arguments);
}
