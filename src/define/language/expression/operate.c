/* operate.c: operators on values: what may be done with what, and the dimension of the result.
 * Single operations are computed or emitted in apply.c. */
#include "define/language/expression/walk_private.h"

#include <math.h>
#include <string.h>

/* ---- Dimensions ---------------------------------------------------------------------------- */

bool tmi_fits(const tmiValue *value, tmiDimension wanted) {
    if (value->marks & TMI_MARK_LOOSE) {
        return true;
    }
    if ((value->marks & TMI_MARK_HERTZ) && wanted.angle != 0) {
        return false;
    }
    return tmi_dimension_fits(value->dimension, wanted);
}

/* Whether b determines the dimension of a sum better than a does. */
static bool is_better(const tmiValue *a, const tmiValue *b) {
    if ((a->marks ^ b->marks) & TMI_MARK_LOOSE) {
        return (a->marks & TMI_MARK_LOOSE) && !tmi_dimension_is_plain(b->dimension);
    }
    return tmi_dimension_is_plain(a->dimension) ||
           (a->dimension.angle == 0 && b->dimension.angle != 0);
}

bool tmi_agree(const tmiValue *a, const tmiValue *b, tmiValue *joined) {
    bool loose = (a->marks | b->marks) & TMI_MARK_LOOSE;
    if (!loose && !tmi_fits(a, b->dimension) && !tmi_fits(b, a->dimension)) {
        return false;
    }
    const tmiValue *better = is_better(a, b) ? b : a;
    *joined = tmi_value_number(0.0, better->dimension);
    joined->marks =
        (uint8_t)(((a->marks | b->marks) & TMI_MARK_SENSED) | (better->marks & TMI_MARK_LOOSE));
    return true;
}

bool tmi_has_bare_turn(const tmiValue *a, const tmiValue *b, const tmiValue *joined) {
    bool unknown = tmi_dimension_is_plain(joined->dimension) || (joined->marks & TMI_MARK_LOOSE);
    return unknown && (tmi_is_bare_turn(a) || tmi_is_bare_turn(b));
}

/* A plain number times something sensed may be a gain, whose unit was not written: the product then
 * fits anywhere. Texts without units get no messages about units. */
static uint8_t product_marks(const tmiValue *a, const tmiValue *b) {
    uint8_t marks = (a->marks | b->marks) & (TMI_MARK_SENSED | TMI_MARK_LOOSE);
    bool a_plain = tmi_dimension_is_plain(a->dimension);
    bool b_plain = tmi_dimension_is_plain(b->dimension);
    bool gain = (a_plain && !b_plain && (b->marks & TMI_MARK_SENSED)) ||
                (b_plain && !a_plain && (a->marks & TMI_MARK_SENSED));
    return gain ? marks | TMI_MARK_LOOSE : marks;
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static tmiValue say_pair(tmiEvaluator *e, tmiAt at, const tmiValue *a, const tmiValue *b,
                         const char *what, const char *const *hint) {
    char first[TMI_VALUE_TEXT_SIZE], second[TMI_VALUE_TEXT_SIZE];
    tmi_value_text(a, first);
    tmi_value_text(b, second);
    uint32_t code = a->kind == TMI_VALUE_NUMBER && b->kind == TMI_VALUE_NUMBER ? TMI_SAYS_DIMENSION
                                                                               : TMI_SAYS_KIND;
    return tmi_say(e, at, code, TMI_WORDS(first, " and ", second, " cannot be ", what), hint);
}

static tmiValue too_far(tmiEvaluator *e, tmiAt at) {
    return tmi_say(e, at, TMI_SAYS_DIMENSION,
                   TMI_WORDS("the exponents of the unit become too large"), NULL);
}

static tmiValue multiply(tmiEvaluator *e, tmiAt at, uint8_t sign, const tmiValue *a,
                         const tmiValue *b) {
    tmiValue value = tmi_value_number(0.0, TMI_PLAIN);
    bool fits = sign == '*' ? tmi_dimension_multiply(a->dimension, b->dimension, &value.dimension)
                            : tmi_dimension_divide(a->dimension, b->dimension, &value.dimension);
    if (!fits) {
        return too_far(e, at);
    }
    value.marks = product_marks(a, b);
    return tmi_apply(e, at, sign == '*' ? TMI_DO_MULTIPLY : TMI_DO_DIVIDE, (tmiValue[]){*a, *b}, 2,
                     value);
}

/* The dimension of a power. False where it has none. */
static bool power_dimension(const tmiValue *a, const tmiValue *b, tmiDimension *dimension) {
    *dimension = TMI_PLAIN;
    if (tmi_dimension_is_plain(a->dimension)) {
        return true;
    }
    bool known = !b->runs && tmi_dimension_power(a->dimension, b->number, dimension);
    return known || (a->marks & TMI_MARK_LOOSE);
}

static tmiValue power(tmiEvaluator *e, tmiAt at, const tmiValue *a, const tmiValue *b) {
    tmiValue value = tmi_value_number(0.0, TMI_PLAIN);
    char text[TMI_VALUE_TEXT_SIZE];
    if (!tmi_fits(b, TMI_PLAIN)) {
        tmi_value_text(b, text);
        return tmi_say(e, at, TMI_SAYS_DIMENSION,
                       TMI_WORDS("an exponent is a plain number, not ", text), NULL);
    }
    if (!power_dimension(a, b, &value.dimension)) {
        tmi_value_text(a, text);
        return tmi_say(e, at, TMI_SAYS_DIMENSION, TMI_WORDS(text, " has no such power with a unit"),
                       TMI_WORDS("divide it by a unit first, as in (x / 1mm)^n"));
    }
    value.marks = a->marks & (TMI_MARK_SENSED | TMI_MARK_LOOSE);
    bool small = !b->runs && (b->number == 2.0 || b->number == 3.0 || b->number == 4.0);
    if (!a->runs || !small) {
        return tmi_apply(e, at, TMI_DO_POWER, (tmiValue[]){*a, *b}, 2, value);
    }
    /* As tmi_power does it, with the operations in the code. */
    tmiValue square = tmi_apply(e, at, TMI_DO_MULTIPLY, (tmiValue[]){*a, *a}, 2, value);
    if (b->number == 2.0) {
        return square;
    }
    return tmi_apply(e, at, TMI_DO_MULTIPLY, (tmiValue[]){square, b->number == 3.0 ? *a : square},
                     2, value);
}

static tmiValue scalar(tmiEvaluator *e, tmiAt at, uint8_t sign, const tmiValue *a,
                       const tmiValue *b) {
    tmiValue value;
    switch (sign) {
    case '*':
    case '/':
        return multiply(e, at, sign, a, b);
    case '^':
        return power(e, at, a, b);
    default:
        if (!tmi_agree(a, b, &value)) {
            return say_pair(e, at, a, b, sign == '+' ? "added" : "subtracted", NULL);
        }
        if (!a->runs && !b->runs) {
            value.marks |= a->marks & b->marks & TMI_MARK_BARE;
        } else if (tmi_has_bare_turn(a, b, &value)) {
            value.marks |= TMI_MARK_BARE;
        }
        return tmi_apply(e, at, sign == '+' ? TMI_DO_ADD : TMI_DO_SUBTRACT, (tmiValue[]){*a, *b}, 2,
                         value);
    }
}

/* ---- Points -------------------------------------------------------------------------------- */

static const char *verb_of(uint8_t sign) {
    return sign == '+'   ? "added"
           : sign == '-' ? "subtracted"
           : sign == '*' ? "multiplied"
           : sign == '/' ? "divided"
                         : "raised to a power";
}

static tmiValue on_points(tmiEvaluator *e, tmiAt at, uint8_t sign, const tmiValue *a,
                          const tmiValue *b) {
    static const char *const products[] = {"points have dot(p, q) and cross(p, q)", NULL};
    bool both = tmi_is_point(a) && tmi_is_point(b);
    bool sum = (sign == '+' || sign == '-') && both;
    bool scaled = (sign == '*' && !both) || (sign == '/' && b->kind == TMI_VALUE_NUMBER);
    if (!sum && !scaled) {
        return say_pair(e, at, a, b, verb_of(sign), sign == '*' ? products : NULL);
    }
    tmiValue left[3], right[3], result[3];
    for (int32_t i = 0; i < 3; i++) {
        left[i] = *a;
        right[i] = *b;
    }
    if (tmi_is_point(a)) {
        tmi_point_numbers(a, left);
    }
    if (tmi_is_point(b)) {
        tmi_point_numbers(b, right);
    }
    for (int32_t i = 0; i < 3; i++) {
        result[i] = scalar(e, at, sign, &left[i], &right[i]);
    }
    return tmi_point(e, result);
}

/* ---- Conditions ---------------------------------------------------------------------------- */

static tmiValue truth_value(void) {
    return tmi_value_truth(false);
}

static tmiValue compare_texts(uint8_t sign, const tmiValue *a, const tmiValue *b) {
    bool equal = a->count == b->count && memcmp(a->text, b->text, (size_t)a->count) == 0;
    return tmi_value_truth(equal == (sign == TMI_SIGN_EQUAL));
}

static tmiValue compare(tmiEvaluator *e, tmiAt at, uint8_t sign, const tmiValue *a,
                        const tmiValue *b) {
    bool equality = sign == TMI_SIGN_EQUAL || sign == TMI_SIGN_UNEQUAL;
    bool texts = a->kind == b->kind && (a->kind == TMI_VALUE_TEXT || a->kind == TMI_VALUE_WORD);
    bool truths = a->kind == TMI_VALUE_TRUTH && b->kind == TMI_VALUE_TRUTH;
    bool numbers = a->kind == TMI_VALUE_NUMBER && b->kind == TMI_VALUE_NUMBER;
    tmiValue joined;
    if (texts && equality) {
        return compare_texts(sign, a, b);
    }
    if (!(numbers && tmi_agree(a, b, &joined)) && !(truths && equality)) {
        return say_pair(e, at, a, b, "compared", NULL);
    }
    bool turned = sign == '>' || sign == TMI_SIGN_AT_LEAST;
    tmiOperation operation = sign == TMI_SIGN_EQUAL       ? TMI_DO_EQUAL
                             : sign == TMI_SIGN_UNEQUAL   ? TMI_DO_UNEQUAL
                             : sign == '<' || sign == '>' ? TMI_DO_LESS
                                                          : TMI_DO_AT_MOST;
    return tmi_apply(e, at, operation, turned ? (tmiValue[]){*b, *a} : (tmiValue[]){*a, *b}, 2,
                     truth_value());
}

static tmiValue connect(tmiEvaluator *e, tmiAt at, uint8_t sign, const tmiValue *a,
                        const tmiValue *b) {
    const char *word = sign == '&' ? "'and'" : "'or'";
    const tmiValue *wrong = a->kind != TMI_VALUE_TRUTH ? a : b;
    if (wrong->kind != TMI_VALUE_TRUTH) {
        char text[TMI_VALUE_TEXT_SIZE];
        tmi_value_text(wrong, text);
        return tmi_say(e, at, TMI_SAYS_KIND, TMI_WORDS(word, " connects conditions, found ", text),
                       NULL);
    }
    /* One that is constant decides, or does not matter. */
    if (a->runs != b->runs) {
        const tmiValue *constant = a->runs ? b : a, *other = a->runs ? a : b;
        bool decides = (constant->number != 0.0) == (sign == '|');
        return decides ? *constant : *other;
    }
    return tmi_apply(e, at, sign == '&' ? TMI_DO_AND : TMI_DO_OR, (tmiValue[]){*a, *b}, 2,
                     truth_value());
}

/* ---- All ----------------------------------------------------------------------------------- */

tmiValue tmi_binary(tmiEvaluator *e, tmiAt at, uint8_t sign, tmiValue a, tmiValue b) {
    if (tmi_is_spoiled(&a) || tmi_is_spoiled(&b)) {
        return tmi_value_error();
    }
    switch (sign) {
    case '&':
    case '|':
        return connect(e, at, sign, &a, &b);
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
        break;
    default:
        return compare(e, at, sign, &a, &b);
    }
    if (a.kind == TMI_VALUE_NUMBER && b.kind == TMI_VALUE_NUMBER) {
        return scalar(e, at, sign, &a, &b);
    }
    bool fit = (tmi_is_point(&a) || a.kind == TMI_VALUE_NUMBER) &&
               (tmi_is_point(&b) || b.kind == TMI_VALUE_NUMBER);
    return fit ? on_points(e, at, sign, &a, &b) : say_pair(e, at, &a, &b, verb_of(sign), NULL);
}

tmiValue tmi_unary(tmiEvaluator *e, tmiAt at, uint8_t sign, tmiValue a) {
    char text[TMI_VALUE_TEXT_SIZE];
    if (tmi_is_spoiled(&a)) {
        return tmi_value_error();
    }
    tmi_value_text(&a, text);
    if (sign == '!') {
        return a.kind == TMI_VALUE_TRUTH
                   ? tmi_apply(e, at, TMI_DO_NOT, &a, 1, truth_value())
                   : tmi_say(e, at, TMI_SAYS_KIND,
                             TMI_WORDS("'not' takes a condition, found ", text), NULL);
    }
    if (a.kind != TMI_VALUE_NUMBER && !tmi_is_point(&a)) {
        return tmi_say(e, at, TMI_SAYS_KIND,
                       TMI_WORDS("a sign takes a number or a point, found ", text), NULL);
    }
    if (sign == '+') {
        return a;
    }
    if (a.kind == TMI_VALUE_NUMBER) {
        return tmi_apply(e, at, TMI_DO_NEGATE, &a, 1, a);
    }
    tmiValue numbers[3];
    tmi_point_numbers(&a, numbers);
    for (int32_t i = 0; i < 3; i++) {
        numbers[i] = tmi_apply(e, at, TMI_DO_NEGATE, &numbers[i], 1, numbers[i]);
    }
    return tmi_point(e, numbers);
}
