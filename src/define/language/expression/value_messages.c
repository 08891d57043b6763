/* value_messages.c: messages about values. */
#include "define/language/expression/walk_private.h"
#include "define/language/limits/limits.h"
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

/* A whole turn [rad], and a little more: 6.2832 is one. */
#define BARE_TURN 6.2832

/* The cost of a message in evaluated nodes, reported or not. */
#define SAID_EFFORT 20

tmiValue tmi_say_span(tmiEvaluator *e, tmiAt at, tmiSpan span, uint32_t code,
                      const char *const *words, const char *const *hint) {
    static const char *const called[] = {"in a call from here", NULL};
    e->effort += SAID_EFFORT;
    tmiMessage message = {.code = code, .span = span, .words = words, .hint = hint};
    /* Within a function: where it was called from. */
    const tmiCallFrame *frame = e->frame;
    while (frame && frame->caller) {
        frame = frame->caller;
    }
    if (frame && frame->call_source) {
        message.related = called;
        message.related_reporter = frame->call_source->reporter;
        message.related_span = tmi_tree_span(frame->call_source->tree, frame->call);
    }
    tmi_report(at.source->reporter, &message);
    if (e->status == TM_OK) {
        e->status = at.source->reporter->status;
    }
    return tmi_value_error();
}

tmiValue tmi_say(tmiEvaluator *e, tmiAt at, uint32_t code, const char *const *words,
                 const char *const *hint) {
    return tmi_say_span(e, at, tmi_tree_span(at.source->tree, at.node), code, words, hint);
}

tmiValue tmi_say_limit(tmiEvaluator *e, tmiAt at, const char *const *words,
                       const char *const *hint) {
    if (!e->reported_limit) {
        e->reported_limit = true;
        tmi_say(e, at, TMI_SAYS_EXPANSION, words, hint);
    }
    return tmi_value_error();
}

bool tmi_may_spend(tmiEvaluator *e, tmiAt at, int64_t effort) {
    e->effort += effort;
    if (e->effort <= TMI_EFFORT_MAX) {
        return true;
    }
    tmi_say_limit(e, at, TMI_WORDS("this definition takes too long to evaluate"),
                  TMI_WORDS("long lists and expressions count, and again for every round of a "
                            "'for' and all arguments of a type"));
    return false;
}

/* ---- Values in words ----------------------------------------------------------------------- */

void tmi_value_text(const tmiValue *value, char text[TMI_VALUE_TEXT_SIZE]) {
    static const char *const kinds[TMI_VALUE_KINDS] = {
        [TMI_VALUE_ERROR] = "an error", [TMI_VALUE_TRUTH] = "a condition",
        [TMI_VALUE_TEXT] = "a text",    [TMI_VALUE_WORD] = "a word",
        [TMI_VALUE_LIST] = "a list",
    };
    if (value->kind == TMI_VALUE_NUMBER) {
        tmi_dimension_text(value->dimension, text);
        return;
    }
    tmiText out;
    tmi_text_init(&out, text, TMI_VALUE_TEXT_SIZE);
    if (tmi_is_point(value)) {
        tmi_text_add(&out, "a point");
        return;
    }
    tmi_text_add(&out, kinds[value->kind]);
    if (value->kind == TMI_VALUE_LIST) {
        tmi_text_add(&out, " of ");
        tmi_text_add_int(&out, value->count);
        tmi_text_add(&out, value->count == 1 ? " item" : " items");
    }
}

/* ---- Dimensions ---------------------------------------------------------------------------- */

/* 60mm with the unit of the wanted dimension: "60s? ". Empty for what is not a bare number. */
static void add_guess(tmiText *hint, tmiAt at, tmiDimension wanted) {
    const tmiTree *tree = at.source->tree;
    int32_t length;
    const char *text = tmi_tree_text(tree, at.node, &length);
    if (tmi_node(tree, at.node)->kind != TMI_NODE_NUMBER || tmi_dimension_is_plain(wanted)) {
        return;
    }
    char units[TMI_DIMENSION_TEXT];
    tmi_dimension_units(wanted, units);
    tmi_text_add_bytes(hint, text, (size_t)tmi_number_digits(text, length));
    tmi_text_add_bytes(hint, units, strcspn(units, ", "));
    tmi_text_add(hint, "? ");
}

static void add_units(tmiText *hint, tmiDimension wanted) {
    char text[TMI_DIMENSION_TEXT];
    tmi_dimension_text(wanted, text);
    tmi_text_add(hint, text);
    tmi_dimension_units(wanted, text);
    tmi_text_add(hint, text[0] ? " is given in " : " has no unit");
    tmi_text_add(hint, text);
}

tmiValue tmi_say_dimension(tmiEvaluator *e, tmiAt at, const tmiValue *found, tmiDimension wanted) {
    char found_text[TMI_VALUE_TEXT_SIZE], wanted_text[TMI_DIMENSION_TEXT];
    char buffer[3 * TMI_DIMENSION_TEXT];
    tmiText hint;
    tmi_value_text(found, found_text);
    tmi_text_init(&hint, buffer, sizeof buffer);
    if (found->marks & TMI_MARK_HERTZ) {
        tmi_text_add(&hint, "1Hz is 1turn/s, not 1rad/s: ");
    } else {
        add_guess(&hint, at, wanted);
    }
    if (tmi_dimension_is_plain(wanted)) {
        tmi_dimension_symbol(found->dimension, wanted_text);
        tmi_text_add(&hint, "divide by a unit, as in x / 1");
        tmi_text_add(&hint, wanted_text);
    } else {
        add_units(&hint, wanted);
    }
    tmi_dimension_text(wanted, wanted_text);
    return tmi_say(e, at, TMI_SAYS_DIMENSION,
                   TMI_WORDS(found_text, " where ", wanted_text, " belongs"), TMI_WORDS(buffer));
}

#define COUNTS_AS_RADIANS " counts as radians, more than a turn"
#define FOR_RADIANS "rad where radians are meant"

bool tmi_is_bare_turn(const tmiValue *value) {
    return value->kind == TMI_VALUE_NUMBER && (value->marks & TMI_MARK_BARE) &&
           (value->runs || value->number < -BARE_TURN || value->number > BARE_TURN);
}

void tmi_warn_beside_angle(tmiEvaluator *e, tmiAt at, const tmiValue *beside,
                           const tmiValue *value) {
    if (beside->kind == TMI_VALUE_NUMBER && !(beside->marks & TMI_MARK_LOOSE) &&
        tmi_dimension_is_angle(beside->dimension)) {
        tmi_warn_bare_angle(e, at, value);
    }
}

void tmi_warn_bare_angle(tmiEvaluator *e, tmiAt at, const tmiValue *value) {
    if (!tmi_is_bare_turn(value)) {
        return;
    }
    int32_t length;
    const char *text = tmi_tree_text(at.source->tree, at.node, &length);
    int32_t sign = length > 0 && (text[0] == '-' || text[0] == '+');
    bool is_here = length > sign && tmi_number_digits(text + sign, length - sign) == length - sign;
    tmiQuote quote;
    char number[40];
    tmiText digits;
    tmi_text_init(&digits, number, sizeof number);
    if (is_here) {
        tmi_text_add_bytes(&digits, text, (size_t)length);
    } else if (!value->runs) {
        tmi_text_add_number(&digits, value->number);
    }
    tmi_quote(&quote, text, length);
    tmi_report(
        at.source->reporter,
        &(tmiMessage){
            .severity = TM_WARNING,
            .code = TMI_SAYS_BARE_ANGLE,
            .span = tmi_tree_span(at.source->tree, at.node),
            .words =
                is_here ? TMI_WORDS(quote.text, COUNTS_AS_RADIANS)
                : value->runs
                    ? TMI_WORDS(quote.text, " is given without a unit, which" COUNTS_AS_RADIANS)
                    : TMI_WORDS(quote.text, " is ", number, ", which" COUNTS_AS_RADIANS),
            .hint = is_here ? TMI_WORDS("write ", number, "deg, or ", number, FOR_RADIANS)
                            : TMI_WORDS("write deg after its number, or " FOR_RADIANS)});
    e->status = e->status == TM_OK ? at.source->reporter->status : e->status;
}

tmiValue tmi_say_running(tmiEvaluator *e, tmiAt at) {
    tmiQuote quote;
    int32_t length;
    const char *text = tmi_tree_text(at.source->tree, at.node, &length);
    return tmi_say(e, at, TMI_SAYS_NOT_CONSTANT,
                   TMI_WORDS(tmi_quote(&quote, text, length),
                             " changes while the world runs, where a constant belongs"),
                   NULL);
}

/* ---- Names --------------------------------------------------------------------------------- */

static void offer_rows(tmiLikeness *likeness) {
    int32_t count;
    const tmiFunctionRow *functions = tmi_functions(&count);
    for (int32_t i = 0; i < count; i++) {
        tmi_likeness_offer(likeness, functions[i].name, (int32_t)strlen(functions[i].name));
    }
    tmi_likeness_offer(likeness, "true", 4);
    tmi_likeness_offer(likeness, "false", 5);
    const tmiConstantRow *constants = tmi_constants(&count);
    for (int32_t i = 0; i < count; i++) {
        tmi_likeness_offer(likeness, constants[i].name, (int32_t)strlen(constants[i].name));
    }
}

tmiValue tmi_say_unknown(tmiEvaluator *e, tmiAt at, const char *what) {
    tmiQuote quote, best;
    tmiLikeness likeness;
    int32_t length;
    const char *name = tmi_tree_text(at.source->tree, at.node, &length);
    /* Of math.sin the last word is what was meant. */
    const tmiNode *node = tmi_node(at.source->tree, at.node);
    tmiNodeRef last =
        node->kind == TMI_NODE_MEMBER ? tmi_node(at.source->tree, node->child)->next : 0;
    int32_t meant_length = length;
    const char *meant = last ? tmi_tree_text(at.source->tree, last, &meant_length) : name;
    tmi_likeness_start(&likeness, meant, meant_length);
    for (int32_t i = 0; e->frame && i < e->frame->count; i++) {
        tmi_likeness_offer(&likeness, e->frame->bindings[i].name, e->frame->bindings[i].length);
    }
    if (e->scope.offer) {
        e->scope.offer(e->scope.user, at.source, at.node, &likeness);
    }
    offer_rows(&likeness);
    const tmiUnit *unit = tmi_unit_find(name, length); /* standing alone: 10mm / s */
    int32_t letters = length;
    while (letters > 0 && name[letters - 1] >= '0' && name[letters - 1] <= '9') {
        letters--;
    }
    const tmiUnit *powered = letters < length ? tmi_unit_find(name, letters) : NULL;
    const char *hint[] = {"did you mean ", NULL, "?", NULL};
    if (unit) {
        hint[0] = "a unit follows a number without a space, as in 1";
        hint[1] = unit->name;
        hint[2] = NULL;
    } else if (powered && !likeness.best) {
        hint[0] = "the power of a unit is written with '^': ";
        hint[1] = powered->name;
        hint[2] = name[letters] == '3' ? "^3" : "^2";
    } else if (likeness.best) {
        hint[1] = tmi_quote(&best, likeness.best, likeness.best_length);
    }
    return tmi_say(e, at, TMI_SAYS_UNKNOWN_NAME,
                   TMI_WORDS("there is no ", what, " ", tmi_quote(&quote, name, length)),
                   hint[1] ? hint : NULL);
}

/* ---- Counts of arguments ------------------------------------------------------------------- */

static const char *plural(int32_t count) {
    return count == 1 ? " argument" : " arguments";
}

tmiValue tmi_say_count(tmiEvaluator *e, tmiAt call, const char *name, int32_t name_length,
                       const char *parameters, int32_t min, int32_t max, int32_t found) {
    char buffer[120], shown[200];
    tmiText words, example;
    tmiQuote quote;
    tmi_text_init(&words, buffer, sizeof buffer);
    tmi_text_add(&words, " takes ");
    if (max == 0) {
        tmi_text_add(&words, "no");
    } else {
        tmi_text_add(&words, found < min && max > min ? "at least " : "");
        tmi_text_add(&words, found > max && max > min ? "at most " : "");
        tmi_text_add_int(&words, found < min ? min : max);
    }
    tmi_text_add(&words, plural(found < min ? min : max));
    tmi_text_add(&words, ", found ");
    tmi_text_add_int(&words, found);
    tmi_text_init(&example, shown, sizeof shown);
    tmi_text_add_bytes(&example, name, (size_t)name_length);
    tmi_text_add(&example, "(");
    tmi_text_add(&example, parameters);
    tmi_text_add(&example, ")");
    return tmi_say(e, call, TMI_SAYS_ARGUMENTS,
                   TMI_WORDS(tmi_quote(&quote, name, name_length), buffer),
                   TMI_WORDS("it is called as ", shown));
}
