/* complete_names.c: offers the names that can stand at a cursor: of the vocabulary, of the texts'
 * definitions, and of what a path leads to. */
#include "define/language/completion/complete_private.h"
#include "define/language/expression/expression.h"

#include <string.h>

/* How useful an offer is: smaller is more useful. What is defined nearby comes before what always
 * exists. */
enum {
    RANK_CHOICE = 10, /* few words, one of which must stand there */
    RANK_ARGUMENT = 20,
    RANK_LOCAL = 25,
    RANK_MEMBER = 30,
    RANK_BY_TYPE = 35,
    RANK_GIVEN = 40,
    RANK_QUANTITY = 45,
    RANK_DEFINITION = 50,
    RANK_VOCABULARY = 60,
    RANK_FUNCTION = 70
};

static void offer_text(tmiCompletion *c, tmOfferKind kind, int32_t rank, const char *name,
                       const char *help) {
    tmi_offer(c, kind, rank, name, (int32_t)strlen(name), "", help);
}

static bool allows(const tmiCompletion *c, uint32_t names) {
    return (c->allowed.names & names) != 0;
}

/* ---- Members of types ---------------------------------------------------------------------- */

static tmOfferKind kind_of(tmiSymbolKind kind) {
    static const tmOfferKind kinds[] = {
        [TMI_SYMBOL_TYPE] = TM_OFFER_TYPE,           [TMI_SYMBOL_FUNCTION] = TM_OFFER_FUNCTION,
        [TMI_SYMBOL_TABLE] = TM_OFFER_TABLE,         [TMI_SYMBOL_HINGE] = TM_OFFER_HINGE,
        [TMI_SYMBOL_MATERIAL] = TM_OFFER_MATERIAL,   [TMI_SYMBOL_CONTACT] = TM_OFFER_MATERIAL,
        [TMI_SYMBOL_PARAMETER] = TM_OFFER_PARAMETER, [TMI_SYMBOL_COMPONENT] = TM_OFFER_COMPONENT,
        [TMI_SYMBOL_FEATURE] = TM_OFFER_FEATURE,     [TMI_SYMBOL_JOIN] = TM_OFFER_JOIN,
        [TMI_SYMBOL_INPUT] = TM_OFFER_INPUT,         [TMI_SYMBOL_SIGNAL] = TM_OFFER_SIGNAL,
        [TMI_SYMBOL_ONLY_ONE] = TM_OFFER_COMPONENT,
    };
    return kinds[kind];
}

/* The line of the text that declares the name, as help; in the arena. */
static const char *declared(tmiCompletion *c, tmiSpot spot) {
    const tmiTree *tree = tmi_maker_tree(&c->maker, spot.file);
    tmiNodeRef node = tmi_node(tree, spot.node)->parent;
    if (tmi_node(tree, node)->kind == TMI_NODE_DECLARED) {
        node = tmi_node(tree, node)->parent;
    }
    tmiSpan span = tmi_tree_span(tree, node);
    int32_t length = 0;
    const char *text = tree->tokens->text + span.start;
    while (length < span.length && length < TMI_HELP_MAX && text[length] != '\n') {
        length++;
    }
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) {
        length--; /* no torn character */
    }
    char *copy = tmi_arena_alloc(&c->arena, (size_t)length + 1, 1);
    if (!copy) {
        c->status = TM_ERR_MEMORY;
        return "";
    }
    memcpy(copy, text, (size_t)length);
    return copy;
}

static void offer_symbol(tmiCompletion *c, const tmiSymbol *symbol, int32_t rank) {
    if (c->status == TM_OK && tmi_offer_fits(c, symbol->name, symbol->length)) {
        tmi_offer(c, kind_of((tmiSymbolKind)symbol->kind), rank, symbol->name, symbol->length, "",
                  declared(c, symbol->spot));
    }
}

static void offer_members(tmiCompletion *c, int32_t type, uint32_t kinds) {
    const tmiDefinitions *d = c->maker.d;
    if (!d || type < 0) {
        return;
    }
    const tmiType *of = &d->types[type];
    for (int32_t i = 0; i < of->symbol_count; i++) {
        const tmiSymbol *symbol = &d->symbols.items[of->first_symbol + i];
        if (kinds & (1u << symbol->kind)) {
            offer_symbol(c, symbol, RANK_MEMBER);
        }
    }
    /* Components that can be called by their type. */
    for (int32_t i = 0; kinds & TMI_KIND(COMPONENT) && i < of->component_count; i++) {
        int32_t part = of->components[i].type, length;
        if (part >= 0) {
            const tmiType *its = &d->types[part];
            const char *name =
                tmi_tree_text(tmi_maker_tree(&c->maker, its->spot.file), its->name, &length);
            const tmiSymbol *only =
                tmi_symbol_find(&d->symbols, TMI_OWNER_TYPES_OF(type), name, length);
            if (only && only->index == i && tmi_offer_fits(c, name, length)) {
                tmi_offer(c, TM_OFFER_COMPONENT, RANK_BY_TYPE, name, length, "",
                          "the only component of this type");
            }
        }
    }
}

static void offer_rows(tmiCompletion *c, tmiNames names, tmOfferKind kind, int32_t rank) {
    int32_t count;
    const tmiNameRow *rows = tmi_names(names, &count);
    for (int32_t i = 0; i < count; i++) {
        offer_text(c, kind, rank, rows[i].name, rows[i].help);
    }
}

static void offer_quantities(tmiCompletion *c, uint32_t of) {
    int32_t count;
    const tmiQuantityRow *rows = tmi_quantities(&count);
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].of & of) {
            offer_text(c, TM_OFFER_QUANTITY, RANK_QUANTITY, rows[i].name, rows[i].help);
        }
    }
}

static uint32_t member_kinds(const tmiCompletion *c) {
    if (allows(c, TMI_ALLOW_SENSED)) {
        return ~(TMI_KIND(PARAMETER));
    }
    return (allows(c, TMI_ALLOW_PART | TMI_ALLOW_FEATURE) ? TMI_KIND(COMPONENT) : 0u) |
           (allows(c, TMI_ALLOW_FEATURE) ? TMI_KIND(FEATURE) : 0u) |
           (allows(c, TMI_ALLOW_JOIN) ? TMI_KIND(JOIN) : 0u);
}

/* What stands behind the dot of a path. */
static void offer_behind(tmiCompletion *c, const tmiLeads *leads) {
    bool sensed = allows(c, TMI_ALLOW_SENSED);
    if (leads->kind == TMI_LEADS_PART) {
        offer_members(c, leads->type, member_kinds(c));
    }
    if ((leads->kind == TMI_LEADS_PART || leads->kind == TMI_LEADS_GROUND) &&
        allows(c, TMI_ALLOW_SENSED | TMI_ALLOW_FEATURE)) {
        offer_rows(c, TMI_NAMES_GIVEN, TM_OFFER_FEATURE, RANK_GIVEN);
    }
    if (sensed) {
        offer_quantities(c, leads->of);
    }
    bool point = leads->kind == TMI_LEADS_SENSED && (!leads->quantity || leads->quantity->size > 1);
    point |= leads->kind == TMI_LEADS_NOWHERE && allows(c, TMI_ALLOW_VALUE);
    if (point || (sensed && leads->kind == TMI_LEADS_FEATURE)) {
        offer_rows(c, TMI_NAMES_COORDINATES, TM_OFFER_CHOICE, RANK_CHOICE);
    }
}

/* ---- Names of the place -------------------------------------------------------------------- */

/* Words that are names made in tokens from `first` to `last`: those before one of the signs, within
 * brackets of this depth. */
static void offer_local(tmiCompletion *c, int32_t token, const char *help) {
    int32_t length;
    const char *name = tmi_token_text(c, token, &length);
    if (tmi_cursor_token(&c->cursor, token)->kind == TMI_TOKEN_WORD) {
        tmi_offer(c, TM_OFFER_PARAMETER, RANK_LOCAL, name, length, "", help);
    }
}

/* Parameters and `let`s of a function or hinge before the cursor, and the features of its pairs. */
static void offer_item_locals(tmiCompletion *c, const tmiOpen *item) {
    int32_t depth = 0;
    bool pairs = false;
    for (int32_t i = item->first + 1; i < c->cursor.at; i++) {
        const tmiToken *token = tmi_cursor_token(&c->cursor, i);
        const tmiToken *before = tmi_cursor_token(&c->cursor, i - 1);
        depth += tmi_is_sign(token, '(') - tmi_is_sign(token, ')');
        pairs |= token->word == TMI_WORD_MATCHING;
        if (token->word == TMI_WORD_BEGIN && item->word == TMI_WORD_HINGE) {
            break;
        }
        if (depth == 1 && i < item->content + (item->begun ? 0 : c->cursor.at) &&
            (pairs || tmi_is_sign(before, '(') || tmi_is_sign(before, ','))) {
            offer_local(c, i, pairs ? "a feature that the hinge matches" : "a parameter");
        } else if (before->word == TMI_WORD_LET) {
            offer_local(c, i, "a value of this function");
        }
    }
}

static void offer_locals(tmiCompletion *c) {
    for (int32_t i = 1; i < c->cursor.depth; i++) {
        const tmiOpen *open = &c->cursor.open[i];
        if (open->kind == TMI_OPEN_STATEMENT && open->word == TMI_WORD_FOR &&
            (open->begun || open->phase == TMI_SIGN_TO)) {
            offer_local(c, open->first + 1, "the number that 'for' counts");
        }
    }
    const tmiOpen *item = &c->cursor.open[1];
    if (c->cursor.depth > 1 && (item->word == TMI_WORD_FUNCTION || item->word == TMI_WORD_HINGE)) {
        offer_item_locals(c, item);
    }
}

/* ---- Definitions --------------------------------------------------------------------------- */

static void offer_definitions(tmiCompletion *c, uint32_t kinds, bool worlds) {
    const tmiDefinitions *d = c->maker.d;
    for (int32_t i = 0; d && i < d->file_symbols; i++) {
        const tmiSymbol *symbol = &d->symbols.items[i];
        bool is_world =
            symbol->kind == TMI_SYMBOL_TYPE && d->types[symbol->index].kind == TMI_TYPE_WORLD;
        if (kinds & (1u << symbol->kind) &&
            (symbol->kind != TMI_SYMBOL_TYPE || is_world == worlds)) {
            offer_symbol(c, symbol, RANK_DEFINITION);
        }
    }
}

static void offer_values(tmiCompletion *c) {
    int32_t count;
    offer_locals(c);
    if (c->cursor.depth > 1 && !tmi_is_run((tmiWord)c->cursor.open[1].word)) {
        offer_members(c, c->type, TMI_KIND(PARAMETER));
    }
    offer_definitions(c, TMI_KIND(FUNCTION) | TMI_KIND(TABLE), false);
    const tmiConstantRow *constants = tmi_constants(&count);
    for (int32_t i = 0; i < count; i++) {
        offer_text(c, TM_OFFER_CONSTANT, RANK_FUNCTION, constants[i].name, constants[i].help);
    }
    const tmiFunctionRow *functions = tmi_functions(&count);
    for (int32_t i = 0; i < count; i++) {
        offer_text(c, TM_OFFER_FUNCTION, RANK_FUNCTION, functions[i].name, functions[i].help);
    }
    offer_rows(c, TMI_NAMES_TRUTHS, TM_OFFER_CONSTANT, RANK_FUNCTION);
}

static void offer_shapes(tmiCompletion *c) {
    for (int32_t i = 0; i < TM_SHAPE_COUNT; i++) {
        const tmiShapeRow *row = tmi_shape_row((tmShapeKind)i);
        offer_text(c, TM_OFFER_SHAPE, RANK_VOCABULARY, row->name, row->help);
    }
}

static void offer_hinges(tmiCompletion *c) {
    int32_t count;
    const tmHingeKind *rows = tm_hinge_kinds(&count);
    offer_definitions(c, TMI_KIND(HINGE), false);
    for (int32_t i = 0; i < count; i++) {
        offer_text(c, TM_OFFER_HINGE, RANK_VOCABULARY, rows[i].name, rows[i].help);
    }
    for (int32_t i = 0; i < c->document->extensions.hinge_count; i++) {
        const tmHingeKind *row = &c->document->extensions.hinges[i];
        offer_text(c, TM_OFFER_HINGE, RANK_VOCABULARY, row->name, row->help);
    }
}

/* ---- Words of fields ----------------------------------------------------------------------- */

static void offer_choices(tmiCompletion *c) {
    const char *choices = c->allowed.field ? c->allowed.field->choices : "";
    while (*choices) {
        size_t size = strcspn(choices, " ");
        tmi_offer(c, TM_OFFER_CHOICE, RANK_CHOICE, choices, (int32_t)size, "",
                  c->allowed.field->help);
        choices += size + (choices[size] == ' ');
    }
}

static void offer_colors(tmiCompletion *c) {
    int32_t count;
    const char *const *colors = tmi_colors(&count);
    for (int32_t i = 0; i < count; i++) {
        offer_text(c, TM_OFFER_COLOR, RANK_VOCABULARY, colors[i],
                   c->allowed.field ? c->allowed.field->help : "");
    }
}

static void offer_contexts(tmiCompletion *c, uint32_t context, uint32_t takes, const char *tail) {
    int32_t count;
    const tmiField *rows = tmi_fields(&count);
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].contexts & context && rows[i].takes & takes) {
            tmi_offer(c, TM_OFFER_FIELD, RANK_CHOICE, rows[i].name, (int32_t)strlen(rows[i].name),
                      tail, rows[i].help);
        }
    }
}

static void offer_measures(tmiCompletion *c) {
    int32_t count;
    const tmiMeasureRow *rows = tmi_measures(&count);
    for (int32_t i = 0; i < count; i++) {
        offer_text(c, TM_OFFER_MEASURE, RANK_CHOICE, rows[i].name, rows[i].help);
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static void offer_parts(tmiCompletion *c) {
    if (c->allowed.side.first >= 0) {
        tmiLeads side = tmi_leads_from_side(c, &c->allowed.side);
        offer_behind(c, &side);
    }
    if (c->allowed.side.first < 0 || allows(c, TMI_ALLOW_PART)) {
        offer_members(c, c->type, member_kinds(c));
    }
    bool primitive = c->type >= 0 && c->maker.d->types[c->type].kind == TMI_TYPE_PRIMITIVE;
    if (allows(c, TMI_ALLOW_SENSED) || (primitive && allows(c, TMI_ALLOW_FEATURE))) {
        offer_rows(c, TMI_NAMES_GIVEN, TM_OFFER_FEATURE, RANK_GIVEN);
    }
    if (allows(c, TMI_ALLOW_SENSED)) {
        offer_quantities(c, TMI_OF_WORLD | TMI_OF_TWO);
    }
    if (allows(c, TMI_ALLOW_GROUND) && c->cursor.open[1].word == TMI_WORD_WORLD) {
        offer_rows(c, TMI_NAMES_GROUND, TM_OFFER_COMPONENT, RANK_GIVEN);
    }
}

static void offer_named(tmiCompletion *c) {
    static const struct {
        uint32_t names;
        void (*offer)(tmiCompletion *c);
    } tables[] = {
        {TMI_ALLOW_PART | TMI_ALLOW_FEATURE | TMI_ALLOW_JOIN | TMI_ALLOW_SENSED | TMI_ALLOW_GROUND,
         offer_parts},
        {TMI_ALLOW_VALUE, offer_values},
        {TMI_ALLOW_SHAPE, offer_shapes},
        {TMI_ALLOW_HINGE, offer_hinges},
        {TMI_ALLOW_CHOICE, offer_choices},
        {TMI_ALLOW_COLOR, offer_colors},
        {TMI_ALLOW_MEASURE, offer_measures},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (allows(c, tables[i].names)) {
            tables[i].offer(c);
        }
    }
    if (allows(c, TMI_ALLOW_TYPE | TMI_ALLOW_WORLD)) {
        offer_definitions(c, TMI_KIND(TYPE), allows(c, TMI_ALLOW_WORLD));
    }
    if (allows(c, TMI_ALLOW_FUNCTION)) {
        const tmiField *field = c->allowed.field;
        bool is_pace = field && strcmp(field->name, "profile") == 0;
        offer_definitions(c, TMI_KIND(TABLE) | (is_pace ? 0u : TMI_KIND(FUNCTION)), false);
    }
    if (allows(c, TMI_ALLOW_MATERIAL)) {
        offer_definitions(c, TMI_KIND(MATERIAL), false);
    }
    if (allows(c, TMI_ALLOW_PARAMETER)) {
        offer_members(c, c->type, TMI_KIND(PARAMETER));
    }
    if (allows(c, TMI_ALLOW_VARIED)) {
        offer_members(c, c->type, TMI_KIND(PARAMETER) | TMI_KIND(INPUT));
    }
    if (allows(c, TMI_ALLOW_PRESCRIBED)) {
        offer_contexts(c, TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "");
    }
    if (allows(c, TMI_ALLOW_COUNTED)) {
        offer_rows(c, TMI_NAMES_COUNTED, TM_OFFER_CHOICE, RANK_CHOICE);
    }
    if (allows(c, TMI_ALLOW_AXIS)) {
        offer_rows(c, TMI_NAMES_AXIS, TM_OFFER_FUNCTION, RANK_VOCABULARY);
    }
}

void tmi_offer_names(tmiCompletion *c) {
    const tmiCursor *cursor = &c->cursor;
    int32_t dot = cursor->previous;
    bool behind = dot >= 0 && tmi_is_sign(tmi_cursor_token(cursor, dot), '.');
    if (!behind) {
        offer_named(c);
        return;
    }
    int32_t last = tmi_token_before(cursor->tokens, dot), first = tmi_path_start(c, last);
    if (allows(c, TMI_ALLOW_HINGE)) {
        /* Names of hinges have dots: they are typed as one. */
        int32_t start = first < 0 ? cursor->start : tmi_cursor_token(cursor, first)->start;
        c->cursor.length += cursor->start - start;
        c->cursor.start = start;
        offer_hinges(c);
        return;
    }
    tmiLeads side = tmi_leads_from_side(c, &c->allowed.side), leads = {0};
    int32_t length;
    const char *root = tmi_token_text(c, first, &length);
    /* `by` takes names from the part on before those from the scope on, except for the part's own.
     */
    int32_t part_length = 0;
    const char *part =
        c->allowed.side.first >= 0 ? tmi_token_text(c, c->allowed.side.first, &part_length) : "";
    bool own = side.kind == TMI_LEADS_PART && tmi_has_member(&c->maker, side.type, root, length) &&
               (length != part_length || memcmp(root, part, (size_t)length) != 0);
    bool absolute = c->type >= 0 && allows(c, TMI_ALLOW_PART) && !own &&
                    tmi_symbol_find(&c->maker.d->symbols, c->type, root, length);
    if (side.kind == TMI_LEADS_GROUND || (side.kind == TMI_LEADS_PART && !absolute)) {
        leads = tmi_leads_to(c, side.type, first, last);
    }
    if (leads.kind == TMI_LEADS_NOWHERE) {
        leads = tmi_leads_to(c, c->type, first, last);
    }
    offer_behind(c, &leads);
}
