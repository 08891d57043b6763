/* definitions.c: reads what the texts define, and the members of each type. */
#include "define/language/meaning/meaning_private.h"

#include <string.h>

static tmiNodeRef child_of(const tmiTree *tree, tmiNodeRef node) {
    return tmi_node(tree, node)->child;
}

static tmiNodeRef next_of(const tmiTree *tree, tmiNodeRef node) {
    return tmi_node(tree, node)->next;
}

/* ---- Symbols ------------------------------------------------------------------------------- */

/* Adds a name, or reports that it is there already. */
static void add_symbol(tmiMaker *m, int32_t owner, tmiSymbolKind kind, int32_t index,
                       tmiSpot name) {
    tmiSymbol symbol = {.owner = owner, .kind = (uint8_t)kind, .index = index, .spot = name};
    if (m->status != TM_OK ||
        tmi_node(tmi_maker_tree(m, name.file), name.node)->kind != TMI_NODE_NAME) {
        return;
    }
    symbol.name = tmi_spot_text(m, name, &symbol.length);
    tmiQuote quote;
    if (owner >= 0 && tmi_name_find(TMI_NAMES_GIVEN, symbol.name, symbol.length) >= 0) {
        tmi_quote(&quote, symbol.name, symbol.length);
        tmi_note(m,
                 &(tmiNote){.code = TMI_SAYS_TWICE,
                            .at = name,
                            .words = TMI_WORDS("every object has its own ", quote.text, " already"),
                            .hint = TMI_WORDS("choose another name")});
        return;
    }
    tmiSymbol *first;
    m->status = tmi_symbol_add(&m->d->symbols, &symbol, &first);
    if (first && (name.file == m->d->source_count - 1 ||
                  (owner >= 0 && (m->d->types[owner].hides & (1u << kind))))) {
        return; /* a text has its own for one of the library; or it could not be read whole */
    }
    if (first) {
        tmi_quote(&quote, symbol.name, symbol.length);
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_TWICE,
                               .at = name,
                               .words = TMI_WORDS(quote.text, " is defined a second time"),
                               .related = TMI_WORDS("the first is here"),
                               .related_at = first->spot});
        if (owner >= 0) {
            /* Which of the two is meant is not known, nor what the second was meant to be called.
             */
            m->d->types[owner].spoiled = true;
            m->d->types[owner].hides |= 1u << kind;
        }
    }
}

/* ---- Items of the files -------------------------------------------------------------------- */

static int32_t *count_of(tmiDefinitions *d, tmiNodeKind kind) {
    switch (kind) {
    case TMI_NODE_TYPE:
        return &d->type_count;
    case TMI_NODE_FUNCTION:
        return &d->function_count;
    case TMI_NODE_TABLE:
        return &d->table_count;
    case TMI_NODE_HINGE:
        return &d->hinge_count;
    case TMI_NODE_MATERIAL:
        return &d->material_count;
    case TMI_NODE_CONTACT:
        return &d->contact_count;
    case TMI_NODE_RUN:
        return &d->run_count;
    default:
        return NULL;
    }
}

static tmiSpot *spots_of(tmiDefinitions *d, tmiNodeKind kind) {
    switch (kind) {
    case TMI_NODE_FUNCTION:
        return d->functions;
    case TMI_NODE_TABLE:
        return d->tables;
    case TMI_NODE_HINGE:
        return d->hinges;
    case TMI_NODE_MATERIAL:
        return d->materials;
    case TMI_NODE_CONTACT:
        return d->contacts;
    default:
        return d->runs;
    }
}

static void count_items(tmiMaker *m) {
    for (int32_t file = 0; file < m->d->source_count; file++) {
        const tmiTree *tree = tmi_maker_tree(m, file);
        for (tmiNodeRef item = child_of(tree, 1); item; item = next_of(tree, item)) {
            int32_t *count = count_of(m->d, (tmiNodeKind)tmi_node(tree, item)->kind);
            if (count) {
                ++*count;
            }
        }
    }
}

static void make_room(tmiMaker *m) {
    tmiDefinitions *d = m->d;
    d->types = tmi_keep(m, d->type_count, sizeof *d->types);
    d->order = tmi_keep(m, d->type_count, sizeof *d->order);
    d->functions = tmi_keep(m, d->function_count, sizeof *d->functions);
    d->tables = tmi_keep(m, d->table_count, sizeof *d->tables);
    d->table_values = tmi_keep(m, d->table_count, sizeof *d->table_values);
    d->hinges = tmi_keep(m, d->hinge_count, sizeof *d->hinges);
    d->materials = tmi_keep(m, d->material_count, sizeof *d->materials);
    d->contacts = tmi_keep(m, d->contact_count, sizeof *d->contacts);
    d->runs = tmi_keep(m, d->run_count, sizeof *d->runs);
    d->type_count = d->function_count = d->table_count = d->hinge_count = 0;
    d->material_count = d->contact_count = d->run_count = 0;
}

/* What one section of a type may hide: members that stand in it and could not be read. */
static uint32_t hidden_in(const tmiTree *tree, tmiNodeRef section) {
    const tmiNode *node = tmi_node(tree, section);
    int32_t length;
    if (!node->spoiled) {
        return 0;
    }
    switch (node->kind) {
    case TMI_NODE_NAME:
        return 0;
    case TMI_NODE_PARAMETERS:
        return TMI_KIND(PARAMETER);
    case TMI_NODE_COMPONENTS:
        return TMI_KIND(COMPONENT);
    case TMI_NODE_STRUCTURE:
        return TMI_KIND(JOIN);
    case TMI_NODE_INPUT:
        return tmi_node(tree, node->child)->kind == TMI_NODE_ERROR ? TMI_KIND(INPUT) : 0;
    case TMI_NODE_FIELD: {
        const char *name = tmi_tree_text(tree, node->child, &length);
        const tmiField *row = tmi_field_find(TMI_IN_PRIMITIVE, name, length);
        int32_t section_of = row ? (int32_t)(row - tmi_fields(&length)) : -1;
        return section_of < 0                       ? ~0u
               : section_of == TMI_SECTION_GEOMETRY ? TMI_KIND(FEATURE)
               : section_of == TMI_SECTION_CONTROL  ? TMI_KIND(SIGNAL)
                                                    : 0;
    }
    default:
        return ~0u;
    }
}

/* Where the parser could not go on, the components may be what it left out. */
static uint32_t hidden(const tmiTree *tree, tmiNodeRef type) {
    uint32_t kinds = 0;
    bool components =
        !tmi_node(tree, type)->spoiled || tmi_node(tree, type)->sign == TMI_WORD_PRIMITIVE;
    for (tmiNodeRef ref = child_of(tree, type); ref; ref = next_of(tree, ref)) {
        kinds |= hidden_in(tree, ref);
        components |= tmi_node(tree, ref)->kind == TMI_NODE_COMPONENTS;
    }
    return components ? kinds : ~0u;
}

static void add_type(tmiMaker *m, tmiSpot item) {
    const tmiTree *tree = tmi_maker_tree(m, item.file);
    uint8_t word = tmi_node(tree, item.node)->sign;
    m->d->types[m->d->type_count] =
        (tmiType){.kind = word == TMI_WORD_WORLD       ? TMI_TYPE_WORLD
                          : word == TMI_WORD_COMPOSITE ? TMI_TYPE_COMPOSITE
                                                       : TMI_TYPE_PRIMITIVE,
                  .spoiled = tmi_node(tree, item.node)->spoiled,
                  .hides = hidden(tree, item.node),
                  .spot = item,
                  .name = child_of(tree, item.node)};
}

static void add_item(tmiMaker *m, tmiSpot item) {
    static const uint8_t kinds[TMI_NODE_KINDS] = {[TMI_NODE_TYPE] = TMI_SYMBOL_TYPE,
                                                  [TMI_NODE_FUNCTION] = TMI_SYMBOL_FUNCTION,
                                                  [TMI_NODE_TABLE] = TMI_SYMBOL_TABLE,
                                                  [TMI_NODE_HINGE] = TMI_SYMBOL_HINGE,
                                                  [TMI_NODE_MATERIAL] = TMI_SYMBOL_MATERIAL};
    const tmiTree *tree = tmi_maker_tree(m, item.file);
    tmiNodeKind kind = (tmiNodeKind)tmi_node(tree, item.node)->kind;
    int32_t *count = count_of(m->d, kind);
    if (!count || m->status != TM_OK) {
        return;
    }
    if (kind == TMI_NODE_TYPE) {
        add_type(m, item);
    } else {
        spots_of(m->d, kind)[*count] = item;
    }
    if (kind != TMI_NODE_CONTACT && kind != TMI_NODE_RUN && child_of(tree, item.node)) {
        add_symbol(m, TMI_OWNER_FILE, (tmiSymbolKind)kinds[kind], *count,
                   (tmiSpot){item.file, child_of(tree, item.node)});
    }
    ++*count;
}

static void add_items(tmiMaker *m) {
    for (int32_t file = 0; file < m->d->source_count; file++) {
        const tmiTree *tree = tmi_maker_tree(m, file);
        for (tmiNodeRef item = child_of(tree, 1); item; item = next_of(tree, item)) {
            add_item(m, (tmiSpot){file, item});
        }
    }
    m->d->file_symbols = m->d->symbols.count;
}

/* ---- Members of a type --------------------------------------------------------------------- */

/* One pass counts members, the next fills them in. */
typedef struct Reader {
    tmiMaker *m;
    int32_t number;
    tmiType *type;
    const tmiTree *tree;
    bool fills;
} Reader;

/* Every word may stand before a colon; one of the language's could not be used as a name. */
static void check_free(Reader *r, tmiSymbolKind kind, tmiNodeRef name) {
    uint16_t word = r->tree->tokens->items[tmi_node(r->tree, name)->first].word;
    if (word == TMI_WORD_NONE || word >= TMI_WORD_FREE || kind == TMI_SYMBOL_INPUT) {
        return;
    }
    const char *text = tmi_word_row((tmiWord)word)->name;
    r->type->spoiled = true; /* it is not reported as unused */
    tmi_note(r->m,
             &(tmiNote){.code = TMI_SAYS_RESERVED_NAME,
                        .at = {r->type->spot.file, name},
                        .words = TMI_WORDS(kind == TMI_SYMBOL_SIGNAL ? "a signal" : "a feature",
                                           " cannot be called '", text,
                                           "', which is a word of the language"),
                        .hint = TMI_WORDS("choose another name, such as '", text, "_1'")});
}

static void add_member(Reader *r, tmiSymbolKind kind, tmiTypeMember *members, int32_t *count,
                       tmiNodeRef name, tmiNodeRef node) {
    if (r->fills) {
        check_free(r, kind, name);
        members[*count] = (tmiTypeMember){.name = name, .node = node};
        add_symbol(r->m, r->number, kind, *count, (tmiSpot){r->type->spot.file, name});
    }
    ++*count;
}

static void read_component(Reader *r, tmiNodeRef component) {
    const tmiTree *tree = r->tree;
    tmiNodeRef call = child_of(tree, component);
    while (call && tmi_node(tree, call)->kind == TMI_NODE_DECLARED) {
        call = next_of(tree, call);
    }
    for (tmiNodeRef ref = child_of(tree, component); ref != call; ref = next_of(tree, ref)) {
        int32_t index = r->type->component_count++;
        if (r->fills) {
            r->type->components[index] =
                (tmiComponent){.name = child_of(tree, ref),
                               .first = tmi_tree_child(tree, ref, TMI_ROLE_FIRST),
                               .last = tmi_tree_child(tree, ref, TMI_ROLE_LAST),
                               .call = call,
                               .type = -1};
            add_symbol(r->m, r->number, TMI_SYMBOL_COMPONENT, index,
                       (tmiSpot){r->type->spot.file, child_of(tree, ref)});
        }
    }
}

/* Names of joins, which may stand in a `for`. */
static void read_statements(Reader *r, tmiNodeRef parent, tmiNodeRef repeat, int32_t depth) {
    const tmiTree *tree = r->tree;
    for (tmiNodeRef ref = child_of(tree, parent); ref; ref = next_of(tree, ref)) {
        const tmiNode *node = tmi_node(tree, ref);
        if (node->kind == TMI_NODE_REPEAT) {
            read_statements(r, ref, ref, depth + 1);
        }
        if (node->kind != TMI_NODE_JOIN) {
            continue;
        }
        tmiNodeRef pairs = tmi_tree_child_kind(tree, ref, TMI_NODE_PAIRS);
        tmiNodeRef name = pairs ? next_of(tree, pairs) : 0;
        if (!name || tmi_node(tree, name)->kind != TMI_NODE_NAME) {
            continue;
        }
        tmiSpot at = {r->type->spot.file, name};
        if (r->fills && depth > 1) {
            tmi_note(r->m, &(tmiNote){.code = TMI_SAYS_ROW,
                                      .at = at,
                                      .words = TMI_WORDS("a join within two 'for's has no name")});
        }
        if (r->fills) {
            r->type->joins[r->type->join_count] = (tmiNamedJoin){ref, name, repeat};
            add_symbol(r->m, r->number, TMI_SYMBOL_JOIN, r->type->join_count, at);
        }
        r->type->join_count++;
    }
}

/* Fields within a field's block, which are members: features in `where`, signals of a control. */
static void read_block(Reader *r, tmiNodeRef block, tmiSymbolKind kind, tmiTypeMember *members,
                       int32_t *count) {
    const tmiTree *tree = r->tree;
    for (tmiNodeRef ref = block ? child_of(tree, block) : 0; ref; ref = next_of(tree, ref)) {
        int32_t length;
        if (tmi_node(tree, ref)->kind != TMI_NODE_FIELD) {
            /* `top = (0, 1)` was meant to be one, which will be reported. */
            r->type->hides |= kind == TMI_SYMBOL_FEATURE ? TMI_KIND(FEATURE) : 0u;
            continue;
        }
        bool is_member = kind != TMI_SYMBOL_SIGNAL;
        if (!is_member) {
            const char *name = tmi_tree_text(tree, child_of(tree, ref), &length);
            is_member = !tmi_field_find(TMI_IN_CONTROL, name, length);
        }
        if (is_member) {
            add_member(r, kind, members, count, child_of(tree, ref), ref);
        }
    }
}

static void note_repeated(Reader *r, tmiNodeRef field, tmiNodeRef first) {
    tmiQuote quote;
    tmiSpot at = {r->type->spot.file, child_of(r->tree, field)};
    tmi_note(r->m, &(tmiNote){.code = TMI_SAYS_TWICE,
                              .at = at,
                              .words = TMI_WORDS(tmi_spot_quote(r->m, at, &quote),
                                                 " appears a second time"),
                              .related = TMI_WORDS("the first is here"),
                              .related_at = {at.file, child_of(r->tree, first)}});
}

static void read_field(Reader *r, tmiNodeRef field) {
    static const uint32_t contexts[] = {TMI_IN_PRIMITIVE, TMI_IN_COMPOSITE, TMI_IN_WORLD};
    static const char *const wheres[] = {"a primitive", "a composite", "a world"};
    const tmiTree *tree = r->tree;
    int32_t section, count, length;
    tmiSpot name = {r->type->spot.file, child_of(tree, field)};
    const tmiField *rows = tmi_fields(&count);
    const char *text = tmi_spot_text(r->m, name, &length);
    const tmiField *row = tmi_field_find((tmiContext)contexts[r->type->kind], text, length);
    if (!row && r->fills) {
        tmi_field_row(r->m, contexts[r->type->kind], name, wheres[r->type->kind]);
    }
    row = row ? row : tmi_field_meant(r->m, contexts[r->type->kind], name);
    if (!row) {
        return;
    }
    section = (int32_t)(row - rows);
    if (r->type->sections[section] && r->type->sections[section] != field) {
        if (r->fills) {
            note_repeated(r, field, r->type->sections[section]);
        }
        return;
    }
    r->type->sections[section] = field;
    if (section == TMI_SECTION_GEOMETRY) {
        tmiNodeRef where = tmi_tree_child_kind(tree, field, TMI_NODE_WHERE);
        read_block(r, where ? child_of(tree, where) : 0, TMI_SYMBOL_FEATURE, r->type->features,
                   &r->type->feature_count);
    } else if (section == TMI_SECTION_CONTROL) {
        read_block(r, tmi_tree_child_kind(tree, field, TMI_NODE_BLOCK), TMI_SYMBOL_SIGNAL,
                   r->type->signals, &r->type->signal_count);
    }
}

static void read_parameters(Reader *r, tmiNodeRef parameters) {
    const tmiTree *tree = r->tree;
    for (tmiNodeRef ref = child_of(tree, parameters); ref; ref = next_of(tree, ref)) {
        if (tmi_node(tree, ref)->kind != TMI_NODE_PARAMETER) {
            continue;
        }
        int32_t index = r->type->parameter_count++;
        if (r->fills) {
            tmiNodeRef name = child_of(tree, ref);
            r->type->parameters[index] =
                (tmiParameter){.name = name, .initial = tmi_tree_child(tree, ref, TMI_ROLE_VALUE)};
            add_symbol(r->m, r->number, TMI_SYMBOL_PARAMETER, index,
                       (tmiSpot){r->type->spot.file, name});
        }
    }
}

/* Components, structure and inputs do not stand everywhere. */
static bool may_have(Reader *r, tmiNodeRef section, bool may, const char *what) {
    if (!may && r->fills) {
        tmi_note(r->m,
                 &(tmiNote){.code = TMI_SAYS_FIELD,
                            .at = {r->type->spot.file, section},
                            .words = TMI_WORDS("a primitive has no ", what),
                            .hint = TMI_WORDS("it is one body: make a composite of several")});
    }
    return may;
}

static void read_section(Reader *r, tmiNodeRef ref) {
    const tmiTree *tree = r->tree;
    bool has_parts = r->type->kind != TMI_TYPE_PRIMITIVE;
    switch (tmi_node(tree, ref)->kind) {
    case TMI_NODE_PARAMETERS:
        read_parameters(r, ref);
        break;
    case TMI_NODE_COMPONENTS:
        for (tmiNodeRef c = may_have(r, ref, has_parts, "components") ? child_of(tree, ref) : 0; c;
             c = next_of(tree, c)) {
            if (tmi_node(tree, c)->kind == TMI_NODE_COMPONENT) {
                read_component(r, c);
            }
        }
        break;
    case TMI_NODE_STRUCTURE:
        if (may_have(r, ref, has_parts, "structure")) {
            read_statements(r, ref, 0, 0);
        }
        break;
    case TMI_NODE_INPUT:
        add_member(r, TMI_SYMBOL_INPUT, r->type->inputs, &r->type->input_count, child_of(tree, ref),
                   ref);
        break;
    case TMI_NODE_FIELD:
        read_field(r, ref);
        break;
    default:
        break;
    }
}

static void read_type(tmiMaker *m, int32_t number) {
    tmiType *type = &m->d->types[number];
    Reader r = {.m = m, .number = number, .type = type, .tree = tmi_maker_tree(m, type->spot.file)};
    for (int pass = 0; pass < 2 && m->status == TM_OK; pass++) {
        for (tmiNodeRef ref = child_of(r.tree, type->spot.node); ref; ref = next_of(r.tree, ref)) {
            read_section(&r, ref);
        }
        if (pass == 0) {
            type->parameters = tmi_keep(m, type->parameter_count, sizeof *type->parameters);
            type->components = tmi_keep(m, type->component_count, sizeof *type->components);
            type->joins = tmi_keep(m, type->join_count, sizeof *type->joins);
            type->features = tmi_keep(m, type->feature_count, sizeof *type->features);
            type->inputs = tmi_keep(m, type->input_count, sizeof *type->inputs);
            type->signals = tmi_keep(m, type->signal_count, sizeof *type->signals);
            type->parameter_count = type->component_count = type->join_count = 0;
            type->feature_count = type->input_count = type->signal_count = 0;
            type->first_symbol = m->d->symbols.count;
            r.fills = true;
        }
    }
    type->symbol_count = m->d->symbols.count - type->first_symbol;
}

/* ---- All ----------------------------------------------------------------------------------- */

void tmi_definitions_read(tmiMaker *m) {
    count_items(m);
    make_room(m);
    if (m->status == TM_OK) {
        add_items(m);
    }
    for (int32_t i = 0; i < m->d->type_count && m->status == TM_OK; i++) {
        read_type(m, i);
    }
    for (int32_t i = 0; i < m->d->type_count; i++) {
        for (int32_t c = 0; c < m->d->types[i].component_count && m->status == TM_OK; c++) {
            tmi_find_component_type(m, i, c);
        }
    }
    for (int32_t i = 0; i < m->d->contact_count && m->status == TM_OK; i++) {
        tmi_read_contact(m, i);
    }
    tmi_order_types(m);
}
