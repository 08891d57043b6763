/* make_settings.c: lists of fields with their values: properties, dynamics, materials, contacts. */
#include "define/language/make/make_private.h"

#include <string.h>

static bool is_repeated(tmiMaker *m, const tmiField *row, tmiSpot name, const tmiSetting *settings,
                        int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        int32_t length;
        const char *first = tmi_spot_text(m, settings[i].spot, &length);
        if (settings[i].field == row && !tmi_text_is(first, length, row->name)) {
            return true; /* misspelt, which was reported */
        }
        if (settings[i].field == row) {
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_TWICE,
                                   .at = name,
                                   .words = TMI_WORDS("'", row->name, "' appears a second time"),
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

/* `2.0 kg/m^3` in a list is two items, of which the second was meant to be the unit of the first.
 */
static bool note_spaced_unit(tmiMaker *m, tmiSpot at) {
    const tmiTree *tree = tmi_maker_tree(m, at.file);
    int32_t first = tmi_node(tree, at.node)->first;
    const tmiToken *unit = &tree->tokens->items[first];
    bool spaced = first > 0 && unit[-1].kind == TMI_TOKEN_NUMBER && unit->kind == TMI_TOKEN_WORD &&
                  tmi_unit_find(tree->tokens->text + unit->start, unit->length);
    if (spaced) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_UNIT,
                               .at = at,
                               .words = TMI_WORDS("a unit follows its number without a space"),
                               .hint = TMI_WORDS("as in 2kg/m^3")});
    }
    return spaced;
}

/* `density 2.0` in a list is two items; a value cannot be one, so a colon is missing. */
static bool lacks_colon(tmiMaker *m, tmiItems *items, tmiSpot name, uint32_t context) {
    const tmiTree *tree = items->tree;
    tmiNodeRef next = items->next;
    int32_t length, next_length;
    const char *text = tmi_spot_text(m, name, &length);
    const tmiField *row = tmi_field_find((tmiContext)context, text, length);
    if (!next || !row || row->takes == TMI_TAKES_NOTHING ||
        tmi_node(tree, name.node)->kind != TMI_NODE_NAME ||
        tmi_node(tree, next)->kind == TMI_NODE_ARGUMENT ||
        tmi_node(tree, next)->kind == TMI_NODE_FIELD ||
        tmi_node(tree, next)->kind == TMI_NODE_CLAUSE ||
        tree->tokens->items[tmi_node(tree, name.node)->last + 1].sign == ',') {
        return false;
    }
    const char *value = tmi_tree_text(tree, next, &next_length);
    if (tmi_field_find((tmiContext)context, value, next_length)) {
        return false;
    }
    tmiQuote quote;
    tmi_quote(&quote, value, next_length);
    items->next = tmi_node(tree, next)->next;
    tmi_note(m, &(tmiNote){
                    .code = TMI_SAYS_EXPECTED,
                    .at = {name.file, next},
                    .words = TMI_WORDS("expected ':' after '", row->name, "', found ", quote.text),
                    .hint = TMI_WORDS("an item of a list is 'name: value'")});
    return true;
}

static void make_items(tmiMaker *m, tmiItems items, int32_t file, uint32_t context,
                       const char *where, tmiSetting **settings, int32_t *count) {
    int32_t max = *count + count_items(items);
    tmiSetting *made = tmi_keep(m, max, sizeof *made);
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
        if (!value && lacks_colon(m, &items, at, context)) {
            continue;
        }
        if (note_spaced_unit(m, at)) {
            continue;
        }
        if (tmi_node(items.tree, name)->kind == TMI_NODE_CLAUSE) {
            tmiQuote quote;
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_FIELD_VALUE,
                                   .at = at,
                                   .words = TMI_WORDS(tmi_spot_quote(m, at, &quote),
                                                      " is not an item of a list"),
                                   .hint = TMI_WORDS("items go in brackets, with ':' before "
                                                     "their value: (density: 2, color: red)")});
            continue;
        }
        setting.field = tmi_field_row(m, context, at, where);
        bool misspelt = !setting.field;
        if (misspelt) {
            setting.field = tmi_field_meant(m, context, at);
        }
        if (!setting.field || is_repeated(m, setting.field, at, made, *count)) {
            continue;
        }
        if (misspelt || !tmi_field_value(m, setting.field, at, value, &setting.value)) {
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

bool tmi_has_property(const tmiVariant *v, const char *name) {
    for (int32_t i = 0; i < v->property_count; i++) {
        if (strcmp(v->properties[i].field->name, name) == 0) {
            return true;
        }
    }
    return false;
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
