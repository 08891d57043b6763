/* names.c: what names and paths are worth. */
#include "define/language/expression/walk_private.h"
#include "define/language/vocabulary/vocabulary.h"

#include <math.h>
#include <string.h>

const tmiValue *tmi_local(const tmiEvaluator *e, const char *name, int32_t length) {
    /* The last of a name counts: a `let` may use the name of a parameter. */
    for (int32_t i = e->frame ? e->frame->count - 1 : -1; i >= 0; i--) {
        const tmiBinding *binding = &e->frame->bindings[i];
        if (binding->length == length && memcmp(binding->name, name, (size_t)length) == 0) {
            return &binding->value;
        }
    }
    return NULL;
}

static tmiMeaning find(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    tmiMeaning meaning = {.kind = TMI_MEANS_NOTHING};
    if (e->scope.find) {
        e->scope.find(e->scope.user, e, source, node, &meaning);
    }
    return meaning;
}

/* ---- Meanings ------------------------------------------------------------------------------ */

static tmiValue sensed(tmiEvaluator *e, tmiAt at, const tmiMeaning *meaning) {
    if (!e->emitter) {
        return tmi_say_running(e, at);
    }
    tmiValue numbers[3];
    for (int32_t i = 0; i < 3; i++) {
        numbers[i] = tmi_value_number(0.0, meaning->dimension);
        if (i < meaning->size) {
            numbers[i].runs = true;
            numbers[i].marks = TMI_MARK_SENSED | (meaning->is_loose ? TMI_MARK_LOOSE : 0) |
                               (meaning->is_bare ? TMI_MARK_BARE : 0);
            numbers[i].place = tmi_emitter_add(e->emitter, TMI_DO_LOAD, meaning->slot + i, 0, 0);
        }
    }
    numbers[0].kind = meaning->is_truth ? TMI_VALUE_TRUTH : TMI_VALUE_NUMBER;
    return meaning->size == 1 ? numbers[0] : tmi_point(e, numbers);
}

tmiValue tmi_meaning_value(tmiEvaluator *e, tmiAt at, const tmiMeaning *meaning) {
    tmiQuote quote;
    int32_t length;
    const char *text = tmi_tree_text(at.source->tree, at.node, &length);
    switch (meaning->kind) {
    case TMI_MEANS_VALUE:
        return meaning->value;
    case TMI_MEANS_SENSED:
        return sensed(e, at, meaning);
    case TMI_MEANS_FUNCTION:
        return tmi_expand(e, at, meaning->source, meaning->node, NULL, 0);
    case TMI_MEANS_TABLE:
        return tmi_say(e, at, TMI_SAYS_NO_VALUE,
                       TMI_WORDS(tmi_quote(&quote, text, length),
                                 " is a table: say where in it, in brackets after it"),
                       NULL);
    case TMI_MEANS_OTHER:
        return tmi_say(
            e, at, TMI_SAYS_NO_VALUE,
            TMI_WORDS(tmi_quote(&quote, text, length), " is ", meaning->what, ", not a value"),
            NULL);
    default:
        return tmi_value_error();
    }
}

/* ---- Names --------------------------------------------------------------------------------- */

tmiValue tmi_walk_name(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    tmiAt at = {source, node};
    int32_t length;
    const char *name = tmi_tree_text(source->tree, node, &length);
    const tmiValue *local = tmi_local(e, name, length);
    if (local) {
        return *local;
    }
    tmiMeaning meaning = find(e, source, node);
    if (meaning.kind != TMI_MEANS_NOTHING) {
        return tmi_meaning_value(e, at, &meaning);
    }
    if (e->words) {
        return (tmiValue){.kind = TMI_VALUE_WORD, .count = length, .text = name};
    }
    const tmiConstantRow *constant = tmi_constant_find(name, length);
    if (constant) {
        return tmi_value_number(constant->value, TMI_PLAIN);
    }
    int32_t truth = tmi_name_find(TMI_NAMES_TRUTHS, name, length);
    if (truth >= 0) {
        return tmi_value_truth(truth == 0);
    }
    const tmiFunctionRow *function = tmi_function_find(name, length);
    if (function) {
        return tmi_say_count(e, at, name, length, function->parameters, function->min,
                             function->max, 0);
    }
    return tmi_say_unknown(e, at, "name");
}

/* ---- Members and items --------------------------------------------------------------------- */

static tmiValue member_of(tmiEvaluator *e, tmiAt at, const tmiValue *base, tmiAt member) {
    tmiQuote quote;
    char text[TMI_VALUE_TEXT_SIZE];
    int32_t length;
    const char *name = tmi_tree_text(member.source->tree, member.node, &length);
    if (tmi_is_spoiled(base)) {
        return tmi_value_error();
    }
    if (tmi_is_point(base) && length == 1 && name[0] >= 'x' && name[0] <= 'z') {
        tmiValue numbers[3];
        tmi_point_numbers(base, numbers);
        return numbers[name[0] - 'x'];
    }
    for (int32_t i = 0; base->kind == TMI_VALUE_LIST && i < base->count; i++) {
        const tmiItem *item = &base->items[i];
        if (item->name && item->name_length == length &&
            memcmp(item->name, name, (size_t)length) == 0) {
            e->effort += i / 8; /* items are examined one by one */
            return item->value;
        }
    }
    tmi_value_text(base, text);
    return tmi_say(e, (tmiAt){at.source, member.node}, TMI_SAYS_UNKNOWN_NAME,
                   TMI_WORDS(text, " has no ", tmi_quote(&quote, name, length)),
                   tmi_is_point(base) ? TMI_WORDS("a point has x, y and z") : NULL);
}

static tmiValue item_of(tmiEvaluator *e, tmiAt at, const tmiValue *base, tmiNodeRef index) {
    char text[TMI_VALUE_TEXT_SIZE];
    int32_t whole;
    if (base->kind != TMI_VALUE_ERROR && base->kind != TMI_VALUE_LIST) {
        tmi_value_text(base, text);
        return tmi_say(e, at, TMI_SAYS_KIND, TMI_WORDS(text, " has no items"), NULL);
    }
    int32_t max = base->kind == TMI_VALUE_LIST ? base->count : INT32_MAX;
    if (e->unsure > 0) {
        /* Where it may not be meant, a wrong index is not a mistake. */
        tmiValue value = tmi_walk(e, at.source, index);
        bool fits = value.kind == TMI_VALUE_NUMBER && !value.runs && value.number >= 1.0 &&
                    value.number <= max && value.number == floor(value.number);
        whole = fits ? (int32_t)value.number : 0;
    } else if (!tmi_evaluate_whole(e, at.source, index, 1, INT32_MAX, &whole)) {
        return tmi_value_error();
    } else if (whole > max) {
        tmiText has;
        tmi_text_init(&has, text, sizeof text);
        tmi_text_add_int(&has, whole);
        tmi_text_add(&has, ": the list has ");
        tmi_text_add_int(&has, max);
        return tmi_say(e, (tmiAt){at.source, index}, TMI_SAYS_INDEX,
                       TMI_WORDS("there is no item ", text), NULL);
    }
    return whole > 0 && base->kind == TMI_VALUE_LIST ? base->items[whole - 1].value
                                                     : tmi_value_error();
}

/* a.b and a[i]: what the whole path means outside; otherwise the part of what `a` is worth, which
 * is all that f(x).y and (1, 2).y can be. */
tmiValue tmi_walk_path(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    const tmiTree *tree = source->tree;
    tmiAt at = {source, node};
    tmiNodeRef base = tmi_node(tree, node)->child, part = tmi_node(tree, base)->next;
    tmiNodeRef root = base;
    while (tmi_node(tree, root)->kind == TMI_NODE_MEMBER ||
           tmi_node(tree, root)->kind == TMI_NODE_INDEX) {
        root = tmi_node(tree, root)->child;
    }
    int32_t length;
    const char *name = tmi_tree_text(tree, root, &length);
    if (tmi_node(tree, root)->kind == TMI_NODE_NAME && !tmi_local(e, name, length)) {
        tmiMeaning meaning = find(e, source, node);
        if (meaning.kind != TMI_MEANS_NOTHING) {
            return tmi_meaning_value(e, at, &meaning);
        }
    }
    bool words = e->words;
    e->words = false;
    tmiValue value = tmi_walk(e, source, base);
    e->words = words;
    return tmi_node(tree, node)->kind == TMI_NODE_MEMBER
               ? member_of(e, at, &value, (tmiAt){source, part})
               : item_of(e, at, &value, part);
}
