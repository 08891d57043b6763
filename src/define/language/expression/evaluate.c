/* evaluate.c: constants, and whether a value fits where it stands. */
#include "define/language/expression/walk_private.h"

#include <math.h>
#include <string.h>

void tmi_evaluator_init(tmiEvaluator *e, const tmiScope *scope, tmiArena *arena) {
    *e = (tmiEvaluator){.scope = *scope, .arena = arena};
}

/* ---- Fit ----------------------------------------------------------------------------------- */

static void wanted_text(const tmiWanted *wanted, char text[TMI_VALUE_TEXT_SIZE]) {
    static const char *const kinds[] = {
        [TMI_WANT_ANY] = "a value",       [TMI_WANT_NUMBER] = "a number",
        [TMI_WANT_TRUTH] = "a condition", [TMI_WANT_TEXT] = "a text",
        [TMI_WANT_WORD] = "a word",       [TMI_WANT_POINT] = "a point",
        [TMI_WANT_LIST] = "a list"};
    if (wanted->kind == TMI_WANT_NUMBER && !wanted->any_dimension) {
        tmi_dimension_text(wanted->dimension, text);
        return;
    }
    tmiText out;
    tmi_text_init(&out, text, TMI_VALUE_TEXT_SIZE);
    tmi_text_add(&out, kinds[wanted->kind]);
}

static bool has_kind(const tmiValue *value, tmiWantedKind kind) {
    static const uint8_t kinds[] = {
        [TMI_WANT_NUMBER] = TMI_VALUE_NUMBER, [TMI_WANT_TRUTH] = TMI_VALUE_TRUTH,
        [TMI_WANT_TEXT] = TMI_VALUE_TEXT,     [TMI_WANT_WORD] = TMI_VALUE_WORD,
        [TMI_WANT_POINT] = TMI_VALUE_LIST,    [TMI_WANT_LIST] = TMI_VALUE_LIST};
    return kind == TMI_WANT_POINT ? tmi_is_point(value) : value->kind == kinds[kind];
}

/* The nth number of a point: its own node where the point is written out. */
static tmiAt item_at(tmiAt at, int32_t n) {
    const tmiTree *tree = at.source->tree;
    const tmiNode *list = tmi_node(tree, at.node);
    if (list->kind != TMI_NODE_LIST || !list->child || !tmi_node(tree, list->child)->next) {
        return at;
    }
    tmiNodeRef ref = list->child;
    for (; n > 0 && tmi_node(tree, ref)->next; n--) {
        ref = tmi_node(tree, ref)->next;
    }
    return (tmiAt){at.source, ref};
}

/* The dimension of the first number that has one. */
static tmiDimension first_dimension(const tmiValue numbers[3]) {
    for (int32_t i = 0; i < 3; i++) {
        if (!tmi_dimension_is_plain(numbers[i].dimension)) {
            return numbers[i].dimension;
        }
    }
    return TMI_PLAIN;
}

static tmiValue fit_point(tmiEvaluator *e, tmiAt at, const tmiValue *value,
                          const tmiWanted *wanted) {
    tmiValue numbers[3];
    tmi_point_numbers(value, numbers);
    tmiDimension dimension = wanted->direction ? first_dimension(numbers) : wanted->dimension;
    for (int32_t i = 0; i < 3; i++) {
        /* What the text says about it; one without a unit took its dimension from the others. */
        const tmiValue *own = i < value->count ? &value->items[i].value : NULL;
        if (own && !wanted->any_dimension && !tmi_fits(own, dimension)) {
            numbers[i] = tmi_say_dimension(e, item_at(at, i), own, dimension);
        }
    }
    return tmi_point(e, numbers);
}

/* Of a point with a mistake in it: the dimensions of its other numbers. */
static void check_rest(tmiEvaluator *e, tmiAt at, const tmiValue *value, const tmiWanted *wanted) {
    bool is_point = wanted && wanted->kind == TMI_WANT_POINT && !wanted->any_dimension &&
                    !wanted->direction && value->kind == TMI_VALUE_LIST && value->count <= 3;
    for (int32_t i = 0; is_point && i < value->count; i++) {
        const tmiValue *number = &value->items[i].value;
        if (number->kind == TMI_VALUE_NUMBER && !tmi_fits(number, wanted->dimension)) {
            tmi_say_dimension(e, item_at(at, i), number, wanted->dimension);
        }
    }
}

/* Of two or three items in place of a point: those that are not numbers. */
static bool say_items(tmiEvaluator *e, tmiAt at, const tmiValue *list) {
    bool reported = false;
    for (int32_t i = 0; list->kind == TMI_VALUE_LIST && (list->count | 1) == 3 && i < list->count;
         i++) {
        const tmiValue *item = &list->items[i].value;
        char found[TMI_VALUE_TEXT_SIZE];
        if (item->kind != TMI_VALUE_NUMBER) {
            tmi_value_text(item, found);
            tmi_say(e, item_at(at, i), TMI_SAYS_KIND, TMI_WORDS(found, " where a number belongs"),
                    NULL);
            reported = true;
        }
    }
    return reported;
}

/* The only thing in brackets is meant, not the brackets. */
static tmiNodeRef within_brackets(const tmiTree *tree, tmiNodeRef node) {
    const tmiNode *n = tmi_node(tree, node);
    while (n->kind == TMI_NODE_LIST && n->child && !tmi_node(tree, n->child)->next &&
           tmi_node(tree, n->child)->kind != TMI_NODE_ARGUMENT) {
        node = n->child;
        n = tmi_node(tree, node);
    }
    return node;
}

#define DIRECTION_SHOWN_MAX 24

/* What to do about a value of another kind than belongs; "" for no idea. A force or speed, whose
 * unit is not that of a length, becomes the first of its components: 5N, (5N, 0). */
static void kind_hint(tmiAt at, const tmiValue *value, const tmiWanted *wanted, tmiText *hint) {
    char unit[TMI_DIMENSION_TEXT];
    int32_t length;
    const char *text = tmi_tree_text(at.source->tree, at.node, &length);
    bool is_point = wanted->kind == TMI_WANT_POINT && value->kind == TMI_VALUE_NUMBER;
    tmi_dimension_symbol(value->dimension, unit);
    if (is_point && unit[0] && strcmp(unit, "m") != 0) {
        tmi_text_add(hint, "it needs a direction: write its components in brackets");
        if (length <= DIRECTION_SHOWN_MAX && !memchr(text, '\n', (size_t)length)) {
            tmi_text_add(hint, ", as in (");
            tmi_text_add_bytes(hint, text, (size_t)length);
            tmi_text_add(hint, ", 0)");
        }
    } else if (is_point) {
        tmi_text_add(hint, "a point is two or three numbers in brackets: (1, 2)");
    } else if (value->kind == TMI_VALUE_LIST && tmi_has_decimal_comma(text, length)) {
        tmi_text_add(hint, TMI_DECIMAL_POINT);
    }
}

static tmiValue say_kind(tmiEvaluator *e, tmiAt at, const tmiValue *value,
                         const tmiWanted *wanted) {
    char found[TMI_VALUE_TEXT_SIZE], belongs[TMI_VALUE_TEXT_SIZE], words[128] = "";
    tmiText hint;
    if (wanted->kind == TMI_WANT_POINT && say_items(e, at, value)) {
        return tmi_value_error();
    }
    tmi_value_text(value, found);
    wanted_text(wanted, belongs);
    tmi_text_init(&hint, words, sizeof words);
    kind_hint(at, value, wanted, &hint);
    return tmi_say(e, at, TMI_SAYS_KIND, TMI_WORDS(found, " where ", belongs, " belongs"),
                   words[0] ? TMI_WORDS(words) : NULL);
}

tmiValue tmi_value_fit(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node, tmiValue value,
                       const tmiWanted *wanted) {
    tmiAt at = {source, within_brackets(source->tree, node)};
    if (tmi_is_spoiled(&value)) {
        check_rest(e, at, &value, wanted);
        return tmi_value_error();
    }
    if (!wanted || wanted->kind == TMI_WANT_ANY) {
        return value;
    }
    if (!has_kind(&value, (tmiWantedKind)wanted->kind)) {
        return say_kind(e, at, &value, wanted);
    }
    if (wanted->kind == TMI_WANT_POINT) {
        return fit_point(e, at, &value, wanted);
    }
    if (wanted->kind == TMI_WANT_NUMBER && !wanted->any_dimension &&
        !tmi_fits(&value, wanted->dimension)) {
        return tmi_say_dimension(e, at, &value, wanted->dimension);
    }
    if (wanted->kind == TMI_WANT_NUMBER && !wanted->any_dimension &&
        tmi_dimension_is_angle(wanted->dimension)) {
        tmi_warn_bare_angle(e, at, &value);
    }
    return value;
}

/* ---- Constants ----------------------------------------------------------------------------- */

tmStatus tmi_evaluate(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                      const tmiWanted *wanted, tmiValue *value) {
    /* Within a compilation, what scope.find asks for is constant all the same. */
    tmiCodeEmitter *emitter = e->emitter;
    bool words = e->words;
    e->emitter = NULL;
    e->words = wanted && (wanted->words || wanted->kind == TMI_WANT_WORD);
    *value = tmi_value_fit(e, source, node, tmi_walk(e, source, node), wanted);
    e->emitter = emitter;
    e->words = words;
    if (e->status != TM_OK) {
        *value = tmi_value_error();
    }
    return e->status;
}

bool tmi_evaluate_whole(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node, int32_t min,
                        int32_t max, int32_t *whole) {
    tmiWanted wanted = {.kind = TMI_WANT_NUMBER, .dimension = TMI_PLAIN};
    tmiAt at = {source, node};
    tmiValue value;
    char buffer[120];
    tmiText text;
    tmi_evaluate(e, source, node, &wanted, &value);
    if (value.kind == TMI_VALUE_ERROR) {
        return false;
    }
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_number(&text, value.number);
    if (value.number != floor(value.number) || !(fabs(value.number) < 1e15)) {
        tmi_say(e, at, TMI_SAYS_INDEX, TMI_WORDS(buffer, " is not a whole number"), NULL);
        return false;
    }
    if (value.number < min || value.number > max) {
        tmi_text_add(&text, value.number < min ? " is less than " : " is more than ");
        tmi_text_add_int(&text, value.number < min ? min : max);
        tmi_say(e, at, TMI_SAYS_INDEX, TMI_WORDS(buffer), NULL);
        return false;
    }
    *whole = (int32_t)value.number;
    return true;
}

bool tmi_evaluate_range(tmiEvaluator *e, const tmiSource *source, tmiNodeRef first, tmiNodeRef last,
                        const tmiWanted *wanted, tmiValue ends[2]) {
    tmiValue joined;
    tmi_evaluate(e, source, first, wanted, &ends[0]);
    tmi_evaluate(e, source, last, wanted, &ends[1]);
    if (ends[0].kind != TMI_VALUE_NUMBER || ends[1].kind != TMI_VALUE_NUMBER) {
        bool reported = ends[0].kind == TMI_VALUE_ERROR || ends[1].kind == TMI_VALUE_ERROR;
        if (!reported) {
            bool at_first = ends[0].kind != TMI_VALUE_NUMBER;
            char text[TMI_VALUE_TEXT_SIZE];
            tmi_value_text(&ends[at_first ? 0 : 1], text);
            tmi_say(e, (tmiAt){source, at_first ? first : last}, TMI_SAYS_KIND,
                    TMI_WORDS(text, " where a number belongs"), NULL);
        }
        return false;
    }
    if (!tmi_agree(&ends[0], &ends[1], &joined)) {
        tmi_say_dimension(e, (tmiAt){source, last}, &ends[1], ends[0].dimension);
        return false;
    }
    ends[0].dimension = ends[1].dimension = joined.dimension;
    return true;
}
