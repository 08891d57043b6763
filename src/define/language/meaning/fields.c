/* fields.c: fields and items of lists against the vocabulary: which are allowed where, and
 * what they take. */
#include "define/language/meaning/meaning.h"

#include <string.h>

/* ---- Names --------------------------------------------------------------------------------- */

/* Whether others call a field of this context so, whatever has that name elsewhere. */
static bool is_habit(uint32_t context, const char *text, int32_t length) {
    const char *meant[TMI_HABITS] = {NULL};
    bool found = false;
    tmi_habits_of(text, length, meant);
    for (int32_t i = 0; i < TMI_HABITS && meant[i]; i++) {
        found |= tmi_field_find((tmiContext)context, meant[i], (int32_t)strlen(meant[i])) != NULL;
    }
    return found;
}

const tmiField *tmi_field_row(tmiMaker *m, uint32_t context, tmiSpot name, const char *where) {
    int32_t length, count;
    const char *text = tmi_spot_text(m, name, &length);
    const tmiField *row = tmi_field_find((tmiContext)context, text, length);
    const tmiOwnField *own = row ? NULL : tmi_own_field(m->out, context, text, length);
    if (row || own) {
        return row ? row : &own->field;
    }
    tmiQuote quote;
    tmiLikeness likeness;
    const char *place = is_habit(context, text, length) ? NULL : tmi_field_place(text, length);
    tmi_quote(&quote, text, length);
    const char *before = tmi_maker_tree(m, name.file)->tokens->text;
    int32_t start = tmi_tree_span(tmi_maker_tree(m, name.file), name.node).start;
    if (start > 1 && tmi_has_decimal_comma(before + start - 2, 3)) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD,
                               .at = name,
                               .words = TMI_WORDS(where, " has no ", quote.text),
                               .hint = TMI_WORDS(TMI_DECIMAL_POINT)});
        return NULL;
    }
    if (place) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD,
                               .at = name,
                               .words = TMI_WORDS(where, " has no ", quote.text),
                               .hint = TMI_WORDS("it is ", place)});
        return NULL;
    }
    const tmiField *rows = tmi_fields(&count);
    tmi_likeness_start(&likeness, text, length);
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].contexts & context) {
            tmi_likeness_offer(&likeness, rows[i].name, (int32_t)strlen(rows[i].name));
        }
    }
    for (int32_t i = 0; i < m->out->own_field_count; i++) {
        const tmiField *field = &m->out->own_fields[i].field;
        if (field->contexts & context) {
            tmi_likeness_offer(&likeness, field->name, (int32_t)strlen(field->name));
        }
    }
    char all[200] = "it has ";
    tmiText text_of_all;
    tmi_text_init(&text_of_all, all, sizeof all);
    tmi_text_add(&text_of_all, "it has ");
    for (int32_t i = 0, named = 0; i < count; i++) {
        if (rows[i].contexts & context) {
            tmi_text_add(&text_of_all, named++ ? ", " : "");
            tmi_text_add(&text_of_all, rows[i].name);
        }
    }
    bool fits = text_of_all.need < sizeof all;
    tmi_note_unknown_or(m, name, TMI_WORDS(where, " has no ", quote.text), &likeness,
                        fits ? all : NULL);
    return NULL;
}

const tmiField *tmi_field_meant(tmiMaker *m, uint32_t context, tmiSpot name) {
    int32_t length, count;
    tmiLikeness likeness;
    const tmiField *rows = tmi_fields(&count), *meant = NULL;
    const char *text = tmi_spot_text(m, name, &length);
    tmi_likeness_start(&likeness, text, length);
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].contexts & context) {
            tmi_likeness_offer(&likeness, rows[i].name, (int32_t)strlen(rows[i].name));
            meant = likeness.best == rows[i].name ? &rows[i] : meant;
        }
    }
    return meant;
}

/* ---- Nodes of values ----------------------------------------------------------------------- */

tmiNodeRef tmi_bare_clause(const tmiTree *tree, tmiNodeRef clause) {
    const tmiNode *node = tmi_node(tree, clause);
    return node->kind == TMI_NODE_CLAUSE && node->child && !tmi_node(tree, node->child)->next
               ? node->child
               : 0;
}

/* Several values where one belongs: brackets make a point or list of them. Empty: it is not that.
 */
static void add_bracketed(const tmiTree *tree, tmiNodeRef first, tmiText *hint) {
    int32_t length = 0;
    tmiNodeRef last = 0;
    for (tmiNodeRef ref = first; ref; ref = tmi_node(tree, ref)->next) {
        tmiNodeRef value = tmi_bare_clause(tree, ref);
        if (!value || tmi_node(tree, value)->kind == TMI_NODE_LIST) {
            break;
        }
        last = ref;
    }
    bool all = last && (!tmi_node(tree, last)->next ||
                        tmi_node(tree, tmi_node(tree, last)->next)->kind == TMI_NODE_WHERE);
    if (last == first || !all) {
        return;
    }
    const char *text = tmi_tree_text(tree, first, &length);
    tmiSpan from = tmi_tree_span(tree, first), to = tmi_tree_span(tree, last);
    tmi_text_add(hint, "did you mean (");
    tmi_text_add_bytes(hint, text, (size_t)(to.start + to.length - from.start));
    tmi_text_add(hint, ")?");
}

tmiNodeRef tmi_only_expression(tmiMaker *m, tmiSpot field) {
    const tmiTree *tree = tmi_maker_tree(m, field.file);
    tmiSpot name = {field.file, tmi_node(tree, field.node)->child};
    tmiNodeRef clause = tmi_node(tree, name.node)->next;
    tmiNodeRef next = clause ? tmi_node(tree, clause)->next : 0;
    bool alone = clause && (!next || tmi_node(tree, next)->kind == TMI_NODE_WHERE);
    tmiNodeRef expression = alone ? tmi_bare_clause(tree, clause) : 0;
    if (!expression && !tmi_node(tree, field.node)->spoiled) {
        tmiQuote quote;
        tmiText text;
        char hint[120];
        tmi_text_init(&text, hint, sizeof hint);
        int32_t length;
        const char *field_name = tmi_spot_text(m, name, &length);
        if (clause && tmi_text_is(field_name, length, "geometry")) {
            tmi_text_add(&text, "join several shapes with union(…, …)");
        } else {
            add_bracketed(tree, clause, &text);
        }
        tmi_note(m,
                 &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                            .at = name,
                            .words = TMI_WORDS(tmi_spot_quote(m, name, &quote),
                                               !clause ? " needs a value" : " takes one value"),
                            .hint = hint[0] && text.need < sizeof hint ? TMI_WORDS(hint) : NULL});
    }
    return expression;
}

tmiItems tmi_items_of(tmiMaker *m, tmiSpot field) {
    tmiItems items = {.tree = tmi_maker_tree(m, field.file)};
    const tmiTree *tree = items.tree;
    tmiNodeRef value = tmi_node(tree, tmi_node(tree, field.node)->child)->next;
    if (!value) {
        return items;
    }
    if (tmi_node(tree, value)->kind == TMI_NODE_BLOCK) {
        items.next = tmi_node(tree, value)->child;
        return items;
    }
    tmiNodeRef only = tmi_node(tree, value)->next ? 0 : tmi_bare_clause(tree, value);
    items.next =
        only && tmi_node(tree, only)->kind == TMI_NODE_LIST ? tmi_node(tree, only)->child : value;
    return items;
}

bool tmi_items_next(tmiItems *items, tmiNodeRef *name, tmiNodeRef *value) {
    const tmiTree *tree = items->tree;
    tmiNodeRef ref = items->next;
    if (!ref) {
        return false;
    }
    const tmiNode *node = tmi_node(tree, ref);
    items->next = node->next;
    *name = ref;
    *value = 0;
    switch (node->kind) {
    case TMI_NODE_ARGUMENT:
        *name = node->child;
        *value = tmi_node(tree, *name)->next;
        break;
    case TMI_NODE_FIELD:
        *name = node->child;
        *value = tmi_node(tree, *name)->next;
        if (*value && !tmi_node(tree, *value)->next && tmi_bare_clause(tree, *value)) {
            *value = tmi_bare_clause(tree, *value);
        }
        break;
    case TMI_NODE_CLAUSE:
        *name = tmi_bare_clause(tree, ref) ? tmi_bare_clause(tree, ref) : ref;
        break;
    default:
        break;
    }
    return true;
}

/* ---- Values -------------------------------------------------------------------------------- */

static bool is_choice(const char *choices, const char *word, int32_t length) {
    while (*choices) {
        size_t size = strcspn(choices, " ");
        if (size == (size_t)length && memcmp(choices, word, size) == 0) {
            return true;
        }
        choices += size + (choices[size] == ' ');
    }
    return false;
}

static bool is_color(const char *word, int32_t length) {
    int32_t low = 0, high;
    const char *const *colors = tmi_colors(&high);
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        int order = strncmp(colors[middle], word, (size_t)length);
        if (order == 0 && !colors[middle][length]) {
            return true;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

static bool note_word(tmiMaker *m, const tmiField *field, tmiSpot at, const char *word,
                      int32_t length) {
    tmiQuote quote;
    tmiLikeness likeness;
    int32_t count;
    bool colors = strcmp(field->name, "color") == 0,
         material = strcmp(field->name, "material") == 0;
    tmi_quote(&quote, word, length);
    tmi_likeness_start(&likeness, word, length);
    if (material) {
        tmi_offer_definitions(m, TMI_KIND(MATERIAL), &likeness);
        if (!m->incomplete) {
            tmi_note_unknown(m, at, TMI_WORDS("there is no material ", quote.text), &likeness);
        }
        return false;
    }
    if (colors) {
        const char *const *names = tmi_colors(&count);
        for (int32_t i = 0; i < count; i++) {
            tmi_likeness_offer(&likeness, names[i], (int32_t)strlen(names[i]));
        }
        tmi_note_unknown_or(m, at, TMI_WORDS("there is no colour ", quote.text), &likeness,
                            field->help);
        return false;
    }
    tmiQuote best;
    tmi_offer_choices(field->choices, &likeness);
    const char *meant[] = {"did you mean ", NULL, "?", NULL},
               *all[] = {"it is one of: ", NULL, NULL};
    meant[1] = likeness.best ? tmi_quote(&best, likeness.best, likeness.best_length) : NULL;
    all[1] = field->choices;
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                           .at = at,
                           .words = TMI_WORDS("'", field->name, "' cannot be ", quote.text),
                           .hint = likeness.best ? meant : all});
    return false;
}

/* A word, or a parameter that holds it as a text. */
static bool word_value(tmiMaker *m, const tmiField *field, tmiSpot at, tmiValue *value) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    int32_t length;
    const char *word = tmi_spot_text(m, at, &length);
    const tmiSymbol *symbol =
        m->within.type < 0 ? NULL : tmi_symbol_find(&m->d->symbols, m->within.type, word, length);
    bool is_text = tmi_node(tree, at.node)->kind == TMI_NODE_STRING;
    if (is_text || (symbol && symbol->kind == TMI_SYMBOL_PARAMETER)) {
        tmiWanted wanted = {.kind = TMI_WANT_TEXT};
        if (!tmi_value_of(m, at, &wanted, value)) {
            return false;
        }
        word = value->text;
        length = value->count;
    }
    *value = (tmiValue){.kind = TMI_VALUE_WORD, .count = length, .text = word};
    if (strcmp(field->name, "material") == 0) {
        symbol = tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, word, length);
        bool is_material = symbol && symbol->kind == TMI_SYMBOL_MATERIAL;
        return is_material || note_word(m, field, at, word, length);
    }
    if (strcmp(field->name, "color") == 0) {
        bool hex = length == 7 && word[0] == '#' && strspn(word + 1, "0123456789abcdefABCDEF") >= 6;
        return hex || is_color(word, length) || note_word(m, field, at, word, length);
    }
    return is_choice(field->choices, word, length) || note_word(m, field, at, word, length);
}

static bool note_takes(tmiMaker *m, const tmiField *field, tmiSpot at, const char *what) {
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                           .at = at,
                           .words = TMI_WORDS("'", field->name, "' ", what),
                           .hint = TMI_WORDS(field->help)});
    return false;
}

static tmBound bound_of(const tmiMaker *m, const tmiField *field) {
    const tmiOwnField *own =
        tmi_own_field(m->out, field->contexts, field->name, (int32_t)strlen(field->name));
    return own && &own->field == field ? own->bound : tmi_field_bound(field);
}

/* Numbers and points: a list that is written out is a point, and so is what gives one. */
static bool number_value(tmiMaker *m, const tmiField *field, tmiSpot at, tmiValue *value) {
    bool number = field->takes & TMI_TAKES_NUMBER, point = field->takes & TMI_TAKES_POINT;
    tmiWantedKind kind = number ? TMI_WANT_NUMBER : TMI_WANT_POINT;
    if (number && point) {
        tmiWanted any = {.kind = TMI_WANT_ANY};
        if (!tmi_value_of(m, at, &any, value)) {
            return false;
        }
        if (tmi_field_bound(field) == TM_BOUND_POSITIVE && value->kind == TMI_VALUE_LIST &&
            value->count == 2) {
            return note_takes(m, field, at, "takes one number or three");
        }
        kind = value->kind == TMI_VALUE_LIST ? TMI_WANT_POINT : TMI_WANT_NUMBER;
    }
    tmiWanted wanted = tmi_wants_bound(kind, field->unit, bound_of(m, field));
    if (tmi_value_of(m, at, &wanted, value) && kind == TMI_WANT_NUMBER && value->number < 0.0 &&
        strcmp(field->name, "gravity") == 0) {
        return note_takes(m, field, at, "is a size, which is not less than 0");
    }
    return value->kind != TMI_VALUE_ERROR &&
           tmi_keeps_bound(m, at, field->name, bound_of(m, field), value);
}

bool tmi_field_value(tmiMaker *m, const tmiField *field, tmiSpot name, tmiNodeRef node,
                     tmiValue *value) {
    const tmiTree *tree = tmi_maker_tree(m, name.file);
    tmiSpot at = {name.file, node};
    *value = tmi_value_error();
    if (!node) {
        *value = tmi_value_truth(true);
        return (field->takes & TMI_TAKES_NOTHING) || note_takes(m, field, name, "needs a value");
    }
    tmiNodeKind kind = (tmiNodeKind)tmi_node(tree, node)->kind;
    if (kind == TMI_NODE_BLOCK || kind == TMI_NODE_CLAUSE) {
        return tmi_node(tree, node)->spoiled ? false : note_takes(m, field, at, "takes one value");
    }
    if (field->takes & (TMI_TAKES_NUMBER | TMI_TAKES_POINT)) {
        return number_value(m, field, at, value);
    }
    if (field->takes & TMI_TAKES_TRUTH) {
        tmiWanted truth = {.kind = TMI_WANT_TRUTH};
        return tmi_value_of(m, at, &truth, value);
    }
    if (field->takes & (TMI_TAKES_WORD | TMI_TAKES_WORDS)) {
        bool is_word =
            kind == TMI_NODE_NAME || (kind == TMI_NODE_STRING && (field->takes & TMI_TAKES_STRING));
        return is_word                   ? word_value(m, field, at, value)
               : kind == TMI_NODE_STRING ? note_takes(m, field, at, "takes a word, without quotes")
                                         : note_takes(m, field, at, "takes a word");
    }
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                           .at = at,
                           .words = TMI_WORDS("'", field->name, "' takes no value"),
                           .hint = TMI_WORDS("write '", field->name, "' alone")});
    return false;
}
