/* walk.c: the walk over an expression. */
#include "define/language/expression/walk_private.h"
#include "define/language/limits/limits.h"
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

/* ---- Numbers and texts --------------------------------------------------------------------- */

static bool is_length(const tmiUnit *unit) {
    return unit->length == 4 && !unit->time && !unit->mass && !unit->angle;
}

/* Puts the units most like a wrong one: a length, which most numbers are, where it is nearly as
 * near (another last letter, where that one differs by a capital), then any. Null: none. */
static void units_like(const char *name, int32_t length, const char *like[2]) {
    tmiLikeness any;
    int32_t count;
    const tmiUnit *units = tmi_units(&count);
    tmi_likeness_start(&any, name, length);
    for (int32_t i = 0; i < count; i++) {
        tmi_likeness_offer(&any, units[i].name, (int32_t)strlen(units[i].name));
    }
    like[0] = any.best;
    like[1] = NULL;
    int32_t max = any.distance + 1;
    for (int32_t i = 0; any.best && i < count; i++) {
        int32_t own = (int32_t)strlen(units[i].name);
        int32_t distance = tmi_word_distance(name, length, units[i].name, own, max);
        if (is_length(&units[i]) && units[i].name[0] == name[0] && own == length &&
            distance <= max) {
            like[1] = units[i].name != any.best ? any.best : NULL;
            like[0] = units[i].name;
            max = distance - 1;
        }
    }
}

/* 2x as a product, "to multiply, write 2 * x"; of 0x10 what is wrong with it. */
static void explain_unit(tmiAt at, const tmiNumber *number, tmiText *hint) {
    tmiSpan span = tmi_tree_span(at.source->tree, at.node);
    const char *digits = at.source->tree->tokens->text + span.start;
    if (digits[0] == '0' && number->fault_start == 1) {
        tmi_text_add(hint, "numbers are written in decimal");
        return;
    }
    tmi_text_add(hint, "to multiply, write ");
    tmi_text_add_bytes(hint, digits, (size_t)number->fault_start);
    tmi_text_add(hint, " * ");
    tmi_text_add_bytes(hint, digits + number->fault_start, (size_t)number->fault_length);
}

static tmiValue say_number(tmiEvaluator *e, tmiAt at, const tmiNumber *number, tmiSpan span) {
    const char *text = at.source->tree->tokens->text + span.start + number->fault_start;
    span.start += number->fault_start;
    span.length = number->fault_length;
    if (number->fault == TMI_NUMBER_TOO_LARGE) {
        return tmi_say_span(e, at, span, TMI_SAYS_ARITHMETIC, TMI_WORDS("the number is too large"),
                            NULL);
    }
    if (number->fault == TMI_NUMBER_NO_SENSE) {
        return tmi_say_span(e, at, span, TMI_SAYS_UNIT,
                            TMI_WORDS("the exponent of a unit is a whole number, and not 0"), NULL);
    }
    tmiQuote quote;
    char explained[120];
    tmiText text_of_hint;
    const char *like[2];
    units_like(text, span.length, like);
    const char *hint[] = {"did you mean ", like[0], like[1] ? " or " : "?", like[1], "?", NULL};
    if (!like[0]) {
        tmi_text_init(&text_of_hint, explained, sizeof explained);
        explain_unit(at, number, &text_of_hint);
        hint[0] = explained;
    }
    return tmi_say_span(e, at, span, TMI_SAYS_UNIT,
                        TMI_WORDS("there is no unit ", tmi_quote(&quote, text, span.length)), hint);
}

static tmiValue walk_number(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    tmiSpan span = tmi_tree_span(source->tree, node);
    tmiNumber number = tmi_number_read(source->tree->tokens->text + span.start, span.length);
    if (number.fault != TMI_NUMBER_FINE) {
        return say_number(e, (tmiAt){source, node}, &number, span);
    }
    tmiValue value = tmi_value_number(number.value, number.dimension);
    bool bare =
        tmi_number_digits(source->tree->tokens->text + span.start, span.length) == span.length;
    value.marks = number.hertz ? TMI_MARK_HERTZ : bare ? TMI_MARK_BARE : 0;
    return value;
}

static tmiValue walk_text(const tmiSource *source, tmiNodeRef node) {
    int32_t length;
    const char *text = tmi_tree_text(source->tree, node, &length);
    return (tmiValue){.kind = TMI_VALUE_TEXT, .count = length - 2, .text = text + 1};
}

/* ---- Lists --------------------------------------------------------------------------------- */

tmiItem *tmi_walk_items(tmiEvaluator *e, const tmiSource *source, tmiNodeRef first,
                        tmiItem few[TMI_FEW], int32_t *count) {
    const tmiTree *tree = source->tree;
    *count = 0;
    for (tmiNodeRef ref = first; ref; ref = tmi_node(tree, ref)->next) {
        ++*count;
    }
    tmiItem *items =
        few && *count <= TMI_FEW ? few : tmi_arena_alloc(e->arena, (size_t)*count, sizeof *items);
    if (!items) {
        e->status = TM_ERR_MEMORY;
        return NULL;
    }
    tmiItem *item = items;
    for (tmiNodeRef ref = first; ref; ref = tmi_node(tree, ref)->next, item++) {
        tmiNodeRef expression = ref;
        item->name = NULL;
        if (tmi_node(tree, ref)->kind == TMI_NODE_ARGUMENT) {
            tmiNodeRef name = tmi_node(tree, ref)->child;
            item->name = tmi_tree_text(tree, name, &item->name_length);
            expression = tmi_node(tree, name)->next;
        }
        item->value = expression ? tmi_walk(e, source, expression) : tmi_value_error();
    }
    return items;
}

static tmiValue walk_list(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    const tmiTree *tree = source->tree;
    tmiNodeRef first = tmi_node(tree, node)->child;
    if (first && !tmi_node(tree, first)->next && tmi_node(tree, first)->kind != TMI_NODE_ARGUMENT) {
        return tmi_walk(e, source, first);
    }
    int32_t count;
    const tmiItem *items = tmi_walk_items(e, source, first, NULL, &count);
    if (!items) {
        return tmi_value_error();
    }
    tmiValue value = {.kind = TMI_VALUE_LIST, .count = count, .items = items};
    for (int32_t i = 0; i < count; i++) {
        value.runs |= items[i].value.runs;
        value.spoiled |= tmi_is_spoiled(&items[i].value);
    }
    return value;
}

/* ---- Operators ----------------------------------------------------------------------------- */

tmiValue tmi_walk_unused(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    int32_t count = e->emitter ? e->emitter->count : 0;
    e->unsure++;
    tmiValue value = tmi_walk(e, source, node);
    e->unsure--;
    if (e->emitter) {
        tmi_emitter_drop(e->emitter, count);
    }
    return value;
}

/* Warns of a bare number above a turn that is added to an angle or compared with one. */
static void warn_beside_angle(tmiEvaluator *e, tmiAt at, uint8_t sign, const tmiValue *beside,
                              const tmiValue *value) {
    if (sign != '*' && sign != '/' && sign != '^') {
        tmi_warn_beside_angle(e, at, beside, value);
    }
}

/* One operator of a chain whose left side is known. `and` and `or` that the left side decides
 * compute their right side in vain. */
static tmiValue walk_right(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                           tmiValue left) {
    const tmiNode *binary = tmi_node(source->tree, node);
    tmiNodeRef right = tmi_node(source->tree, binary->child)->next;
    bool decided = left.kind == TMI_VALUE_TRUTH && !left.runs &&
                   ((binary->sign == '&' && left.number == 0.0) ||
                    (binary->sign == '|' && left.number != 0.0));
    if (!right) {
        return tmi_value_error();
    }
    tmiValue other = decided ? tmi_walk_unused(e, source, right) : tmi_walk(e, source, right);
    if (decided && other.kind == TMI_VALUE_TRUTH) {
        return left;
    }
    warn_beside_angle(e, (tmiAt){source, binary->child}, binary->sign, &other, &left);
    warn_beside_angle(e, (tmiAt){source, right}, binary->sign, &left, &other);
    return tmi_binary(e, (tmiAt){source, node}, binary->sign, left, other);
}

/* A chain such as a + b + c leans to the left: it is gone along in a loop, not in depth. */
static tmiValue walk_binary(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    const tmiTree *tree = source->tree;
    tmiNodeRef at = node;
    while (tmi_node(tree, tmi_node(tree, at)->child)->kind == TMI_NODE_BINARY) {
        at = tmi_node(tree, at)->child;
    }
    tmiValue value = tmi_walk(e, source, tmi_node(tree, at)->child);
    for (;; at = tmi_node(tree, at)->parent) {
        value = walk_right(e, source, at, value);
        if (at == node) {
            return value;
        }
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static tmiValue walk_kind(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    const tmiNode *n = tmi_node(source->tree, node);
    switch (n->kind) {
    case TMI_NODE_NUMBER:
        return walk_number(e, source, node);
    case TMI_NODE_STRING:
        return walk_text(source, node);
    case TMI_NODE_NAME:
        return tmi_walk_name(e, source, node);
    case TMI_NODE_MEMBER:
    case TMI_NODE_INDEX:
        return tmi_walk_path(e, source, node);
    case TMI_NODE_CALL:
        return tmi_walk_call(e, source, node);
    case TMI_NODE_LIST:
        return walk_list(e, source, node);
    case TMI_NODE_UNARY:
        return tmi_unary(e, (tmiAt){source, node}, n->sign, tmi_walk(e, source, n->child));
    case TMI_NODE_BINARY:
        return walk_binary(e, source, node);
    case TMI_NODE_IF:
        return tmi_choose(e, source, node);
    default:
        return tmi_value_error(); /* a mistake that the parser has reported */
    }
}

tmiValue tmi_walk(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    tmiAt at = {source, node};
    if (e->status != TM_OK || node == 0) {
        return tmi_value_error();
    }
    if (e->frame && ++e->expanded > TMI_EXPANSION_MAX) {
        e->expanded = TMI_EXPANSION_MAX;
        return tmi_say_limit(e, at, TMI_WORDS("the functions of this definition take too long"),
                             TMI_WORDS("one that calls another twice doubles its work each time: "
                                       "keep values in a 'let'"));
    }
    if (++e->effort > TMI_EFFORT_MAX) {
        tmi_may_spend(e, at, 0);
        return tmi_value_error();
    }
    if (e->depth >= TMI_DEPTH_MAX) {
        return tmi_say_limit(e, at, TMI_WORDS("calls and brackets are too deep inside each other"),
                             NULL);
    }
    e->depth++;
    tmiValue value = walk_kind(e, source, node);
    e->depth--;
    /* Constants within what is being compiled: an index, say, of a function's parameter. */
    return value.runs && !e->emitter ? tmi_say_running(e, at) : value;
}
