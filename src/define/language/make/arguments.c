/* arguments.c: arguments of types, hinges and shapes: by their places or by name. */
#include "define/language/make/make_private.h"

#include <string.h>

/* Whole numbers are below this: they become int32_t. */
#define WHOLE_MAX 2147483648.0

/* ---- Places and names ---------------------------------------------------------------------- */

/* "width, height, depth" */
static void names_text(const tmiCall *call, char *buffer, size_t size) {
    tmiText text;
    tmi_text_init(&text, buffer, size);
    for (int32_t i = 0; i < call->count; i++) {
        tmi_text_add(&text, i > 0 ? ", " : "");
        tmi_text_add_bytes(&text, call->names[i], (size_t)call->lengths[i]);
    }
}

static int32_t find_name(const tmiCall *call, const char *name, int32_t length) {
    for (int32_t i = 0; i < call->count; i++) {
        if (call->lengths[i] == length && memcmp(call->names[i], name, (size_t)length) == 0) {
            return i;
        }
    }
    return -1;
}

static void note_arguments(tmiMaker *m, tmiSpot at, const char *const *words,
                           const char *const *hint) {
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_ARGUMENTS, .at = at, .words = words, .hint = hint});
}

/* Bytes in which a decimal comma is searched for. */
#define COMMA_LOOKS 200

/* Whether a decimal comma between the bracket and here made one argument two. */
static bool is_decimal_comma(const tmiMaker *m, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    const char *text = tree->tokens->text;
    int32_t end = tmi_tree_span(tree, at.node).start + 1, start = end;
    while (start > 0 && end - start < COMMA_LOOKS && text[start - 1] != '(' &&
           text[start - 1] != '\n') {
        start--;
    }
    return tmi_has_decimal_comma(text + start, end - start);
}

/* Which argument this one is; -1 after a message. */
static int32_t place_of(tmiMaker *m, tmiSpot at, const tmiCall *wanted, int32_t position) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    char names[200];
    tmiQuote called;
    if (tmi_node(tree, at.node)->kind == TMI_NODE_ARGUMENT) {
        tmiSpot name = {at.file, tmi_node(tree, at.node)->child};
        int32_t length;
        const char *text = tmi_spot_text(m, name, &length);
        int32_t found = find_name(wanted, text, length);
        if (found < 0) {
            tmiQuote quote;
            tmiLikeness likeness;
            tmi_likeness_start(&likeness, text, length);
            for (int32_t i = 0; i < wanted->count; i++) {
                tmi_likeness_offer(&likeness, wanted->names[i], wanted->lengths[i]);
            }
            char takes[220] = "it takes ";
            names_text(wanted, takes + 9, sizeof takes - 9);
            tmi_note_unknown_or(m, name,
                                TMI_WORDS(tmi_quote(&called, wanted->what, wanted->what_length),
                                          " has no parameter ", tmi_quote(&quote, text, length)),
                                &likeness, wanted->count > 0 ? takes : NULL);
        }
        return found;
    }
    if (position >= wanted->places) {
        names_text(wanted, names, sizeof names);
        bool decimal = is_decimal_comma(m, at);
        note_arguments(m, at,
                       wanted->places == 0
                           ? TMI_WORDS(tmi_quote(&called, wanted->what, wanted->what_length),
                                       " takes no arguments")
                           : TMI_WORDS(tmi_quote(&called, wanted->what, wanted->what_length),
                                       " takes fewer arguments"),
                       wanted->places == 0 ? NULL
                       : decimal           ? TMI_WORDS("it takes ", names, "; " TMI_DECIMAL_POINT)
                                           : TMI_WORDS("it takes ", names));
        return -1;
    }
    return position;
}

static bool note_missing(tmiMaker *m, tmiSpot call, const tmiCall *wanted,
                         const tmiNodeRef *nodes) {
    char names[200], what[64];
    tmiText text;
    for (int32_t i = 0; i < wanted->count; i++) {
        if (!nodes[i] && !wanted->optional[i]) {
            tmiQuote quote, called;
            names_text(wanted, names, sizeof names);
            tmi_text_init(&text, what, sizeof what);
            tmi_text_add_bytes(&text, wanted->what, (size_t)wanted->what_length);
            note_arguments(
                m, call,
                TMI_WORDS(tmi_quote(&called, wanted->what, wanted->what_length),
                          " needs a value for ",
                          tmi_quote(&quote, wanted->names[i], wanted->lengths[i])),
                TMI_WORDS("write ", what, "(", names,
                          wanted->count > 1 ? "), each with its value" : "), with its value"));
            return false;
        }
    }
    return true;
}

bool tmi_match_arguments(tmiMaker *m, tmiSpot call, const tmiCall *wanted, tmiNodeRef *nodes) {
    const tmiTree *tree = tmi_maker_tree(m, call.file);
    bool is_call = tmi_node(tree, call.node)->kind == TMI_NODE_CALL, named = false;
    tmiSpot at = {call.file, is_call ? tmi_node(tree, tmi_node(tree, call.node)->child)->next : 0};
    for (int32_t i = 0; i < wanted->count; i++) {
        nodes[i] = 0;
    }
    if (tmi_node(tree, call.node)->spoiled) {
        return false; /* what is missing may be what could not be read */
    }
    for (int32_t position = 0; at.node; at.node = tmi_node(tree, at.node)->next, position++) {
        const tmiNode *node = tmi_node(tree, at.node);
        bool has_name = node->kind == TMI_NODE_ARGUMENT;
        if (named && !has_name) {
            note_arguments(m, at, TMI_WORDS("an argument without a name follows one with a name"),
                           NULL);
            return false;
        }
        named |= has_name;
        int32_t place = place_of(m, at, wanted, position);
        if (place < 0) {
            return false;
        }
        if (nodes[place]) {
            tmiQuote quote;
            note_arguments(
                m, at,
                TMI_WORDS(tmi_quote(&quote, wanted->names[place], wanted->lengths[place]),
                          " is given a second time"),
                NULL);
            return false;
        }
        nodes[place] = has_name ? tmi_node(tree, node->child)->next : at.node;
    }
    return note_missing(m, call, wanted, nodes);
}

/* ---- Values of rows ------------------------------------------------------------------------ */

#define ARGUMENTS_MAX TM_HINGE_PARAMETERS /* of a shape, too, with those of a piece */

static bool is_polygon(const tmiValue *value) {
    bool fine = value->kind == TMI_VALUE_LIST && value->count >= 3;
    for (int32_t i = 0; fine && i < value->count; i++) {
        fine = tmi_is_point(&value->items[i].value);
    }
    return fine;
}

/* Where the first item of a list of `count` is written out; 0 where it is not. */
static tmiNodeRef first_item(const tmiTree *tree, tmiNodeRef list, int32_t count) {
    while (tmi_node(tree, list)->kind == TMI_NODE_LIST) {
        tmiNodeRef first = tmi_node(tree, list)->child;
        int32_t found = 0;
        for (tmiNodeRef ref = first; ref && found <= count; ref = tmi_node(tree, ref)->next) {
            found++;
        }
        if (found == count || found != 1) {
            return found == count ? first : 0;
        }
        list = first; /* brackets around it */
    }
    return 0;
}

/* The item's own node, then that of the next; the list where they are not written out. */
static tmiNodeRef take_item(const tmiTree *tree, tmiNodeRef list, tmiNodeRef *item) {
    tmiNodeRef found = *item ? *item : list;
    *item = *item ? tmi_node(tree, *item)->next : 0;
    return found;
}

/* Reports the first point of a polygon that has another dimension. */
static bool points_fit(tmiMaker *m, tmiSpot at, const tmParameter *row, const tmiValue *polygon) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiWanted wanted = tmi_wants(TMI_WANT_POINT, row->unit);
    tmiNodeRef item = first_item(tree, at.node, polygon->count);
    for (int32_t i = 0; i < polygon->count; i++) {
        tmiNodeRef node = take_item(tree, at.node, &item);
        tmiValue point = tmi_value_fit(&m->e, tmi_maker_source(m, at.file), node,
                                       polygon->items[i].value, &wanted);
        if (point.kind != TMI_VALUE_LIST) {
            return false;
        }
    }
    return true;
}

static bool give_points(tmiMaker *m, tmiSpot at, const tmParameter *row, tmiValue *value) {
    bool nested = row->kind == TM_PARAMETER_OUTLINES;
    const char *form = nested ? "a list of polygons of at least three points: (((x, y), …), …)"
                              : "a list of at least three points: ((x, y), (x, y), (x, y))";
    tmiWanted any = {.kind = TMI_WANT_ANY};
    if (!tmi_value_of(m, at, &any, value)) {
        return false;
    }
    bool one = is_polygon(value);
    bool fine = one || (nested && value->kind == TMI_VALUE_LIST);
    for (int32_t i = 0; fine && !one && i < value->count; i++) {
        fine = is_polygon(&value->items[i].value);
    }
    if (!fine) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_KIND,
                               .at = at,
                               .words = TMI_WORDS("'", row->name, "' is ", form)});
    }
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    tmiNodeRef item = fine && !one ? first_item(tree, at.node, value->count) : 0;
    for (int32_t i = 0; fine && !one && i < value->count; i++) {
        tmiSpot polygon = {at.file, take_item(tree, at.node, &item)};
        fine = points_fit(m, polygon, row, &value->items[i].value);
    }
    fine = fine && (!one || points_fit(m, at, row, value));
    /* A list of one list is that list: one polygon alone is meant as the only one. */
    tmiItem *only = fine && one && nested ? tmi_keep(m, 1, sizeof *only) : NULL;
    if (only) {
        only->value = *value;
        *value = (tmiValue){.kind = TMI_VALUE_LIST, .count = 1, .items = only};
    }
    return fine;
}

/* A function of one number, or a table: its name alone. */
static bool give_function(tmiMaker *m, tmiSpot at, const tmParameter *row, tmiGiven *given) {
    int32_t length;
    const char *name = tmi_spot_text(m, at, &length);
    const tmiSymbol *symbol = tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length);
    tmiWanted wanted = tmi_wants(TMI_WANT_NUMBER, row->unit);
    if (symbol && symbol->kind == TMI_SYMBOL_TABLE) {
        given->table = &m->d->table_values[symbol->index];
        return given->table->count > 0;
    }
    if (symbol && symbol->kind == TMI_SYMBOL_FUNCTION) {
        tmiSpot function = m->d->functions[symbol->index];
        tmiFormula *formula = tmi_formula_of_function(m, at, function, NULL, &wanted);
        given->code = formula && formula->made ? &formula->code : NULL;
        return given->code != NULL;
    }
    tmiQuote quote;
    tmiLikeness likeness;
    tmi_likeness_of(m, at, &likeness);
    tmi_offer_definitions(m, TMI_KIND(FUNCTION) | TMI_KIND(TABLE), &likeness);
    if (!m->incomplete) {
        tmi_note_unknown(m, at,
                         TMI_WORDS("'", row->name, "' is the name of a function or table, and ",
                                   tmi_quote(&quote, name, length), " is not one"),
                         &likeness);
    }
    return false;
}

static bool give(tmiMaker *m, tmiSpot at, const tmParameter *row, tmiGiven *given) {
    static const uint8_t kinds[] = {
        [TM_PARAMETER_NUMBER] = TMI_WANT_NUMBER, [TM_PARAMETER_WHOLE] = TMI_WANT_NUMBER,
        [TM_PARAMETER_POINT] = TMI_WANT_POINT,   [TM_PARAMETER_POINTS] = TMI_WANT_LIST,
        [TM_PARAMETER_OUTLINES] = TMI_WANT_LIST, [TM_PARAMETER_TEXT] = TMI_WANT_TEXT,
        [TM_PARAMETER_TRUTH] = TMI_WANT_TRUTH,   [TM_PARAMETER_CURVE] = TMI_WANT_WORD};
    given->spot = at;
    if (row->kind == TM_PARAMETER_CURVE) {
        return give_function(m, at, row, given);
    }
    bool fine;
    if (row->kind == TM_PARAMETER_POINTS || row->kind == TM_PARAMETER_OUTLINES) {
        fine = give_points(m, at, row, &given->value);
    } else {
        tmiWanted wanted =
            tmi_wants_bound((tmiWantedKind)kinds[row->kind], row->unit, (tmBound)row->bound);
        fine = tmi_value_of(m, at, &wanted, &given->value);
    }
    if (fine && row->kind == TM_PARAMETER_WHOLE) {
        double number = given->value.number;
        if (number != (double)(int64_t)(number < WHOLE_MAX && number > -WHOLE_MAX ? number : 0.5)) {
            bool large = number >= WHOLE_MAX || number <= -WHOLE_MAX;
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_BOUND,
                                   .at = at,
                                   .words = TMI_WORDS("'", row->name, "' is ",
                                                      large ? "too large" : "a whole number"),
                                   .hint = large ? TMI_WORDS("it is below 2147483648") : NULL});
            fine = false;
        }
    }
    fine = fine && tmi_keeps_bound(m, at, row->name, (tmBound)row->bound, &given->value);
    given->value = fine ? tmi_keep_value(m, given->value) : tmi_value_error();
    return fine;
}

bool tmi_give_arguments(tmiMaker *m, tmiSpot call, const char *what, int32_t what_length,
                        const tmParameter *rows, int32_t count, const tmParameter *extra,
                        int32_t extra_count, tmiGiven *given) {
    const char *names[ARGUMENTS_MAX];
    int32_t lengths[ARGUMENTS_MAX];
    bool optional[ARGUMENTS_MAX], fine = true;
    tmiNodeRef nodes[ARGUMENTS_MAX];
    tmiCall wanted = {.what = what,
                      .what_length = what_length,
                      .names = names,
                      .lengths = lengths,
                      .optional = optional,
                      .count = count + extra_count,
                      .places = count};
    for (int32_t i = 0; i < wanted.count; i++) {
        const tmParameter *row = i < count ? &rows[i] : &extra[i - count];
        names[i] = row->name;
        lengths[i] = (int32_t)strlen(row->name);
        optional[i] = row->initial != NULL;
        given[i] = (tmiGiven){.row = row, .spot = call};
    }
    if (!tmi_match_arguments(m, call, &wanted, nodes)) {
        return false;
    }
    for (int32_t i = 0; i < wanted.count; i++) {
        if (nodes[i]) {
            fine &= give(m, (tmiSpot){call.file, nodes[i]}, given[i].row, &given[i]);
        }
    }
    return fine;
}
