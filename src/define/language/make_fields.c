/* make_fields.c: fields and items of lists against the vocabulary: which are allowed where, and
 * what they take. */
#include "define/language/maker.h"

#include <string.h>

/* ---- Names --------------------------------------------------------------------------------- */

/* Where a field of this name can stand, for a hint; null: nowhere. */
static const char *elsewhere(const char *name, int32_t length) {
    static const struct {
        uint32_t context;
        const char *words;
    } places[] = {{TMI_IN_PRIMITIVE, "a section of a primitive"},
                  {TMI_IN_COMPOSITE | TMI_IN_WORLD, "a section of a composite or world"},
                  {TMI_IN_PROPERTIES, "an item of a primitive's 'properties'"},
                  {TMI_IN_WORLD_PROPERTIES, "an item of a world's 'properties'"},
                  {TMI_IN_SIMULATE, "a field of 'simulate'"},
                  {TMI_IN_ANIMATE, "a field of 'animate'"},
                  {TMI_IN_STUDY, "a field of 'study'"},
                  {TMI_IN_MATERIAL, "a field of a material"},
                  {TMI_IN_CONTROL, "something that a control prescribes"},
                  {TMI_IN_PLACE, "an attribute of 'place'"},
                  {TMI_IN_TABLE, "a field of a table"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (tmi_field_find((tmiContext)places[i].context, name, length)) {
            return places[i].words;
        }
    }
    return NULL;
}

const tmiField *tmi_field_row(tmiMaker *m, uint32_t context, tmiSpot name, const char *where) {
    int32_t length, count;
    const char *text = tmi_spot_text(m, name, &length);
    const tmiField *row = tmi_field_find((tmiContext)context, text, length);
    if (row) {
        return row;
    }
    tmiQuote quote;
    tmiLikeness likeness;
    const char *place = elsewhere(text, length);
    tmi_quote(&quote, text, length);
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

/* ---- Nodes of values ----------------------------------------------------------------------- */

tmiNodeRef tmi_bare_clause(const tmiTree *tree, tmiNodeRef clause) {
    const tmiNode *node = tmi_node(tree, clause);
    return node->kind == TMI_NODE_CLAUSE && node->child && !tmi_node(tree, node->child)->next
               ? node->child
               : 0;
}

tmiNodeRef tmi_only_expression(tmiMaker *m, tmiSpot field) {
    const tmiTree *tree = tmi_maker_tree(m, field.file);
    tmiSpot name = {field.file, tmi_node(tree, field.node)->child};
    tmiNodeRef clause = tmi_node(tree, name.node)->next;
    tmiNodeRef next = clause ? tmi_node(tree, clause)->next : 0;
    bool alone = clause && (!next || tmi_node(tree, next)->kind == TMI_NODE_WHERE);
    tmiNodeRef expression = alone ? tmi_bare_clause(tree, clause) : 0;
    bool spoiled = tmi_node(tree, field.node)->spoiled ||
                   (m->within.type >= 0 && m->d->types[m->within.type].spoiled);
    if (!expression && !spoiled) {
        tmiQuote quote;
        tmi_note(m,
                 &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                            .at = name,
                            .words = TMI_WORDS(tmi_spot_quote(m, name, &quote),
                                               !clause ? " needs a value" : " takes one value")});
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
        tmi_note_unknown(m, at, TMI_WORDS("there is no colour ", quote.text), &likeness);
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

/* Numbers and points: a list that is written out is a point, and so is what gives one. */
static bool number_value(tmiMaker *m, const tmiField *field, tmiSpot at, tmiValue *value) {
    bool number = field->takes & TMI_TAKES_NUMBER, point = field->takes & TMI_TAKES_POINT;
    tmiWantedKind kind = number ? TMI_WANT_NUMBER : TMI_WANT_POINT;
    if (number && point) {
        tmiWanted any = {.kind = TMI_WANT_ANY};
        if (!tmi_value_of(m, at, &any, value)) {
            return false;
        }
        kind = value->kind == TMI_VALUE_LIST ? TMI_WANT_POINT : TMI_WANT_NUMBER;
    }
    tmiWanted wanted = tmi_wants(kind, field->unit);
    return tmi_value_of(m, at, &wanted, value) &&
           tmi_keeps_bound(m, at, field->name, tmi_field_bound(field), value);
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
    if (field->takes & (TMI_TAKES_WORD | TMI_TAKES_WORDS)) {
        bool is_word =
            kind == TMI_NODE_NAME || (kind == TMI_NODE_STRING && (field->takes & TMI_TAKES_STRING));
        return is_word ? word_value(m, field, at, value) : note_takes(m, field, at, "takes a word");
    }
    return note_takes(m, field, at, "takes no value");
}

/* ---- Lists of settings --------------------------------------------------------------------- */

static bool is_repeated(tmiMaker *m, const tmiField *row, tmiSpot name, const tmiSetting *settings,
                        int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (settings[i].field == row) {
            tmi_note(m,
                     &(tmiNote){.code = TMI_SAYS_TWICE,
                                .at = name,
                                .words = TMI_WORDS("'", row->name, "' stands here a second time"),
                                .related = TMI_WORDS("the first is here"),
                                .related_at = settings[i].spot});
            return true;
        }
    }
    return false;
}

static int32_t count_items(tmiItems items) {
    int32_t count = 0;
    tmiNodeRef name, value;
    while (tmi_items_next(&items, &name, &value)) {
        count++;
    }
    return count;
}

static void make_items(tmiMaker *m, tmiItems items, int32_t file, uint32_t context,
                       const char *where, tmiSetting **settings, int32_t *count) {
    int32_t most = *count + count_items(items);
    tmiSetting *made = tmi_keep(m, most, sizeof *made);
    tmiNodeRef name, value;
    if (!made) {
        return;
    }
    if (*count > 0) {
        memcpy(made, *settings, sizeof *made * (size_t)*count);
    }
    *settings = made;
    while (tmi_items_next(&items, &name, &value) && m->status == TM_OK) {
        tmiSpot at = {file, name};
        tmiSetting setting = {.spot = at};
        if (tmi_node(items.tree, name)->spoiled ||
            tmi_node(items.tree, name)->kind == TMI_NODE_ERROR) {
            continue;
        }
        setting.field = tmi_field_row(m, context, at, where);
        if (!setting.field || is_repeated(m, setting.field, at, made, *count)) {
            continue;
        }
        if (!tmi_field_value(m, setting.field, at, value, &setting.value)) {
            setting.value = tmi_value_error();
        }
        setting.value = tmi_keep_value(m, setting.value);
        made[(*count)++] = setting;
    }
}

void tmi_make_settings(tmiMaker *m, tmiSpot item, uint32_t context, const char *where,
                       tmiSetting **settings, int32_t *count) {
    const tmiTree *tree = tmi_maker_tree(m, item.file);
    tmiItems items = {.tree = tree, .next = tmi_node(tree, item.node)->child};
    while (items.next && tmi_node(tree, items.next)->kind != TMI_NODE_FIELD) {
        items.next = tmi_node(tree, items.next)->next;
    }
    make_items(m, items, item.file, context, where, settings, count);
}

void tmi_make_properties(tmiMaker *m, tmiVariant *v) {
    static const uint32_t contexts[] = {TMI_IN_PROPERTIES, TMI_IN_COMPOSITE_PROPERTIES,
                                        TMI_IN_WORLD_PROPERTIES};
    static const char *const wheres[] = {"'properties' of a primitive",
                                         "'properties' of a composite", "'properties' of a world"};
    const tmiType *type = &m->d->types[v->type];
    int32_t file = type->spot.file;
    tmiSpot properties = {file, type->sections[TMI_SECTION_PROPERTIES]};
    tmiSpot dynamics = {file, type->sections[TMI_SECTION_DYNAMICS]};
    const tmiTree *tree = tmi_maker_tree(m, file);
    if (properties.node && !tmi_node(tree, properties.node)->spoiled) {
        make_items(m, tmi_items_of(m, properties), file, contexts[type->kind], wheres[type->kind],
                   &v->properties, &v->property_count);
    }
    if (!dynamics.node || tmi_node(tree, dynamics.node)->spoiled) {
        return;
    }
    tmiItems items = tmi_items_of(m, dynamics);
    if (items.next && type->kind != TMI_TYPE_PRIMITIVE) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                               .at = {file, items.next},
                               .words = TMI_WORDS("'dynamics' of several bodies takes no value"),
                               .hint = TMI_WORDS("it holds for all bodies within: dynamics: ;")});
        return;
    }
    make_items(m, items, file, TMI_IN_DYNAMICS, "'dynamics'", &v->properties, &v->property_count);
}
