/* complete_takes.c: what belongs in each part of what is open at a cursor: kinds of names, and the
 * unit of numbers. */
#include "define/language/completion/complete_private.h"

#include <string.h>

/* ---- Fields -------------------------------------------------------------------------------- */

uint32_t tmi_item_context(tmiWord word) {
    static const uint32_t contexts[TMI_WORD_COUNT] = {
        [TMI_WORD_PRIMITIVE] = TMI_IN_PRIMITIVE, [TMI_WORD_COMPOSITE] = TMI_IN_COMPOSITE,
        [TMI_WORD_WORLD] = TMI_IN_WORLD,         [TMI_WORD_SIMULATE] = TMI_IN_SIMULATE,
        [TMI_WORD_ANIMATE] = TMI_IN_ANIMATE,     [TMI_WORD_STUDY] = TMI_IN_STUDY,
        [TMI_WORD_TABLE] = TMI_IN_TABLE,         [TMI_WORD_MATERIAL] = TMI_IN_MATERIAL,
        [TMI_WORD_CONTACT] = TMI_IN_CONTACT,
    };
    return contexts[word];
}

static tmiWord item_word(const tmiCompletion *c) {
    return c->cursor.depth > 1 ? (tmiWord)tmi_open_at(c, 1)->word : TMI_WORD_NONE;
}

/* What the items of a section's list or block are. */
uint32_t tmi_inner_context(const tmiCompletion *c, const tmiField *section) {
    tmiWord item = item_word(c);
    if (!section || !(section->contexts & TMI_IN_TYPES)) {
        return 0;
    }
    switch (section->name[0]) {
    case 'p':
        return item == TMI_WORD_PRIMITIVE   ? TMI_IN_PROPERTIES
               : item == TMI_WORD_COMPOSITE ? TMI_IN_COMPOSITE_PROPERTIES
                                            : TMI_IN_WORLD_PROPERTIES;
    case 'i':
        return item == TMI_WORD_PRIMITIVE ? 0 : TMI_IN_INTERFERENCE;
    case 'd':
        return item == TMI_WORD_PRIMITIVE ? TMI_IN_DYNAMICS : 0;
    case 'c':
        return TMI_IN_CONTROL;
    default:
        return 0;
    }
}

/* The row of the field that is open at the level; null where it has none, as a feature. */
const tmiField *tmi_open_field(const tmiCompletion *c, int32_t level) {
    const tmiOpen *open = tmi_open_at(c, level), *around = tmi_open_at(c, level - 1);
    int32_t length;
    const char *name = tmi_token_text(c, open->first, &length);
    uint32_t context = around->kind == TMI_OPEN_ITEM ? tmi_item_context((tmiWord)around->word)
                       : around->kind == TMI_OPEN_BLOCK
                           ? tmi_inner_context(c, tmi_open_field(c, level - 2))
                           : 0;
    return context ? tmi_field_find((tmiContext)context, name, length) : NULL;
}

bool tmi_is_where(const tmiCompletion *c, int32_t block) {
    return tmi_open_at(c, block)->kind == TMI_OPEN_BLOCK &&
           tmi_open_at(c, block - 1)->phase == TMI_WORD_WHERE;
}

/* ---- What a place takes -------------------------------------------------------------------- */

static tmiTakesHere takes_row(const tmiField *row) {
    tmiTakesHere takes = {.unit = row->unit, .field = row};
    uint32_t t = row->takes;
    if (t & (TMI_TAKES_NUMBER | TMI_TAKES_POINT | TMI_TAKES_NUMBERS)) {
        takes.names |= TMI_ALLOW_VALUE;
    }
    if (t & TMI_TAKES_TRUTH) {
        takes.names |= TMI_ALLOW_VALUE | TMI_ALLOW_TRUTH;
    }
    if (t & (TMI_TAKES_WORD | TMI_TAKES_WORDS)) {
        takes.names |= TMI_ALLOW_PARAMETER | (row->choices[0]               ? TMI_ALLOW_CHOICE
                                              : (t & TMI_TAKES_STRING) != 0 ? TMI_ALLOW_COLOR
                                                                            : TMI_ALLOW_MATERIAL);
    }
    takes.names |= strcmp(row->name, "profile") == 0 ? TMI_ALLOW_FUNCTION : 0; /* a table */
    if (t & TMI_TAKES_PATHS) {
        takes.names |=
            TMI_ALLOW_PART | (row->contexts & TMI_IN_INTERFERENCE ? 0 : TMI_ALLOW_FEATURE);
    }
    takes.names |= t & TMI_TAKES_SHAPE ? TMI_ALLOW_SHAPE : 0;
    if (t & (TMI_TAKES_EXPRESSION | TMI_TAKES_EXPRESSIONS)) {
        takes.names |= TMI_ALLOW_VALUE | TMI_ALLOW_SENSED;
        takes.names |= strcmp(row->name, "measure") == 0 ? TMI_ALLOW_MEASURE : 0;
        takes.unit = row->unit[0] ? row->unit : NULL;
    }
    if (row->contexts & TMI_IN_TABLE && t & TMI_TAKES_LIST) {
        takes = (tmiTakesHere){.names = TMI_ALLOW_VALUE};
    }
    return takes;
}

/* The unit of what a clause is about, which its first part names. */
static const char *clause_unit(const tmiCompletion *c, const tmiOpen *open, uint32_t context) {
    int32_t length;
    const char *name = tmi_token_text(c, open->element, &length);
    const tmiField *row = context ? tmi_field_find((tmiContext)context, name, length) : NULL;
    if (row) {
        return row->unit;
    }
    int32_t last = open->element;
    while (last < c->cursor.at && !tmi_is_sign(tmi_cursor_token(&c->cursor, last), '=')) {
        last++;
    }
    tmiLeads leads = tmi_leads_to(c, c->type, open->element, last - 1);
    return leads.kind == TMI_LEADS_SENSED && leads.quantity ? leads.quantity->unit : NULL;
}

/* What belongs behind `phase` of a clause. */
static tmiTakesHere takes_clause(const tmiCompletion *c, const tmiOpen *open,
                                 const tmiField *section) {
    bool control = section->contexts & TMI_IN_TYPES;
    switch (open->phase) {
    case 0:
        return control
                   ? (tmiTakesHere){.names = TMI_ALLOW_PRESCRIBED}
                   : (tmiTakesHere){.names = strcmp(section->name, "vary") == 0 ? TMI_ALLOW_VARIED
                                                                                : TMI_ALLOW_SENSED};
    case TMI_WORD_OF:
        return (tmiTakesHere){.names = TMI_ALLOW_PART | TMI_ALLOW_JOIN | TMI_ALLOW_FEATURE};
    case TMI_WORD_AT:
        return (tmiTakesHere){.names = TMI_ALLOW_PART | TMI_ALLOW_FEATURE};
    case TMI_WORD_IN:
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE, .unit = ""};
    default:
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE | (control ? TMI_ALLOW_SENSED : 0u),
                              .unit = clause_unit(c, open, control ? TMI_IN_CONTROL : 0)};
    }
}

static tmiTakesHere takes_field(const tmiCompletion *c, int32_t level) {
    const tmiOpen *open = tmi_open_at(c, level);
    const tmiField *row = tmi_open_field(c, level);
    if (row && row->takes & (TMI_TAKES_CLAUSES | TMI_TAKES_RANGES)) {
        return takes_clause(c, open, row);
    }
    if (row) {
        return takes_row(row);
    }
    if (level > 1 && tmi_is_where(c, level - 1)) {
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE | TMI_ALLOW_AXIS, .unit = "m"};
    }
    /* A signal. */
    return (tmiTakesHere){.names = TMI_ALLOW_VALUE | TMI_ALLOW_SENSED};
}

/* ---- Calls --------------------------------------------------------------------------------- */

static tmiTakesHere takes_argument(const tmParameter *row) {
    switch (row->kind) {
    case TM_PARAMETER_CURVE:
        return (tmiTakesHere){.names = TMI_ALLOW_FUNCTION, .unit = row->unit};
    case TM_PARAMETER_TRUTH:
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE | TMI_ALLOW_TRUTH, .unit = row->unit};
    default:
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE, .unit = row->unit};
    }
}

/* The row of the present argument: by its name or its place; null: there is none. */
static const tmParameter *argument_row(const tmiCompletion *c, const tmiOpen *bracket,
                                       const tmParameter *rows, int32_t count) {
    int32_t length;
    if (bracket->name < 0) {
        return bracket->index < count ? &rows[bracket->index] : NULL;
    }
    const char *name = tmi_token_text(c, bracket->name, &length);
    for (int32_t i = 0; i < count; i++) {
        if (tmi_text_is(name, length, rows[i].name)) {
            return &rows[i];
        }
    }
    return NULL;
}

static tmiSpot parameters_of(const tmiCompletion *c, const tmiSymbol *symbol) {
    if (!symbol) {
        return (tmiSpot){0};
    }
    const tmiTree *tree = tmi_maker_tree(&c->maker, symbol->spot.file);
    tmiNodeRef item = tmi_node(tree, symbol->spot.node)->parent;
    return (tmiSpot){symbol->spot.file, tmi_tree_child_kind(tree, item, TMI_NODE_PARAMETERS)};
}

bool tmi_is_pairs(const tmiCompletion *c, int32_t level) {
    const tmiOpen *around = tmi_open_at(c, level - 1);
    return around->phase == TMI_WORD_MATCHING && around->at == tmi_open_at(c, level)->first &&
           (around->kind == TMI_OPEN_STATEMENT || around->kind == TMI_OPEN_ITEM);
}

static void called_shape(const tmiCompletion *c, int32_t level, const char *name, int32_t length,
                         tmiCalled *called) {
    const tmiShapeRow *shape = tmi_shape_find(name, length);
    if (!shape) {
        return;
    }
    called->rows[0] = shape->arguments;
    called->counts[0] = shape->argument_count;
    called->shapes = strcmp(shape->name, "union") == 0;
    if (tmi_open_at(c, level - 1)->kind == TMI_OPEN_BRACKET) {
        called->rows[1] = tmi_piece_arguments(&called->counts[1]);
    }
}

tmiCalled tmi_called_before(const tmiCompletion *c, int32_t level, uint32_t names) {
    const tmiCursor *cursor = &c->cursor;
    const tmiOpen *open = tmi_open_at(c, level), *around = tmi_open_at(c, level - 1);
    int32_t last = tmi_token_before(cursor->tokens, open->first);
    tmiCalled called = {{NULL, NULL}, {0, 0}, {0, 0}, false, false};
    const tmiToken *token = last < 0 ? NULL : tmi_cursor_token(cursor, last);
    bool name = token && token->kind == TMI_TOKEN_WORD &&
                (token->word == 0 || token->word >= TMI_WORD_FREE || last > around->at) &&
                !tmi_is_sign(tmi_cursor_token(cursor, open->first), '[');
    bool pair = level > 1 && around->kind == TMI_OPEN_BRACKET && tmi_is_pairs(c, level - 1);
    if (!name || pair || last < around->element) {
        return called;
    }
    int32_t first = tmi_path_start(c, last), length;
    called.is_call = true;
    if (first < 0) {
        return called; /* of what is not known */
    }
    const char *text = tmi_token_text(c, first, &length);
    length = token->start + token->length - tmi_cursor_token(cursor, first)->start;
    if (names & TMI_ALLOW_SHAPE) {
        called_shape(c, level, text, length, &called);
    } else if (names & TMI_ALLOW_AXIS && tmi_name_find(TMI_NAMES_AXIS, text, length) == 0) {
        called.rows[0] = tmi_axis_arguments(&called.counts[0]);
    } else {
        const tmHingeKind *hinge = names & TMI_ALLOW_HINGE ? tmi_hinge_find(text, length) : NULL;
        const tmiSymbol *symbol = tmi_file_symbol(c, first, last);
        if (hinge && !symbol) {
            called.rows[0] = hinge->parameters;
            called.counts[0] = hinge->parameter_count;
        }
        called.parameters = parameters_of(c, symbol);
    }
    return called;
}

/* ---- Brackets ------------------------------------------------------------------------------ */

bool tmi_is_head(const tmiCompletion *c, int32_t level) {
    const tmiOpen *item = tmi_open_at(c, level - 1);
    bool defines = item->word != TMI_WORD_SIMULATE && item->word != TMI_WORD_ANIMATE &&
                   item->word != TMI_WORD_STUDY;
    return item->kind == TMI_OPEN_ITEM && !item->begun && item->phase == 0 && defines;
}

static tmiTakesHere takes_bracket(const tmiCompletion *c, int32_t level) {
    const tmiOpen *open = tmi_open_at(c, level);
    tmiTakesHere around = tmi_takes_at(c, level - 1);
    if (tmi_is_sign(tmi_cursor_token(&c->cursor, open->first), '[')) {
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE, .unit = ""};
    }
    if (tmi_is_pairs(c, level)) {
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE, .unit = "m"};
    }
    if (tmi_is_head(c, level)) {
        return (tmiTakesHere){.names = open->phase == '=' ? TMI_ALLOW_VALUE | TMI_ALLOW_TRUTH : 0u};
    }
    const tmiOpen *outer = tmi_open_at(c, level - 1);
    const tmiField *section = outer->kind == TMI_OPEN_FIELD ? tmi_open_field(c, level - 1) : NULL;
    uint32_t inner = tmi_inner_context(c, section);
    if (inner && open->name >= 0 && section->takes & TMI_TAKES_LIST) {
        int32_t length;
        const char *name = tmi_token_text(c, open->name, &length);
        const tmiField *row = tmi_field_find((tmiContext)inner, name, length);
        return row ? takes_row(row) : (tmiTakesHere){0};
    }
    tmiCalled called = tmi_called_before(c, level, around.names);
    if (called.shapes && open->name < 0) {
        return (tmiTakesHere){.names = TMI_ALLOW_SHAPE};
    }
    for (int i = open->name < 0 ? 0 : 1; i >= 0; i--) {
        const tmParameter *row = argument_row(c, open, called.rows[i], called.counts[i]);
        if (row) {
            return takes_argument(row);
        }
    }
    if (called.is_call) {
        around.names = TMI_ALLOW_VALUE | TMI_ALLOW_TRUTH | (around.names & TMI_ALLOW_SENSED);
        around.unit = NULL;
    }
    around.field = NULL;
    return around;
}

/* ---- Statements ---------------------------------------------------------------------------- */

static tmiTakesHere takes_statement(const tmiCompletion *c, const tmiOpen *open) {
    int32_t length;
    switch (open->phase) {
    case TMI_WORD_TO:
        return (tmiTakesHere){.names = TMI_ALLOW_PART | TMI_ALLOW_GROUND};
    case TMI_WORD_WITH:
        return (tmiTakesHere){.names = TMI_ALLOW_HINGE};
    case TMI_WORD_BY:
        return (tmiTakesHere){.names = TMI_ALLOW_PART | TMI_ALLOW_FEATURE};
    case TMI_WORD_AT:
    case TMI_WORD_NEAR:
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE, .unit = "m"};
    case '=': {
        const char *name = tmi_token_text(c, open->name, &length);
        tmiContext context = open->word == TMI_WORD_JOIN ? TMI_IN_JOIN : TMI_IN_PLACE;
        const tmiField *row = tmi_field_find(context, name, length);
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE, .unit = row ? row->unit : NULL};
    }
    case TMI_WORD_IN:
    case TMI_SIGN_TO:
    case TMI_WORD_STEP:
        return (tmiTakesHere){.names = TMI_ALLOW_VALUE, .unit = ""};
    case TMI_WORD_MATCHING:
    case TMI_WORD_AS:
        return (tmiTakesHere){0};
    default:
        return (tmiTakesHere){.names = open->word == TMI_WORD_FOR ? 0u
                                       : open->word == TMI_WORD_JOIN
                                           ? TMI_ALLOW_PART | TMI_ALLOW_GROUND
                                           : TMI_ALLOW_PART};
    }
}

static tmiTakesHere takes_item(const tmiOpen *open) {
    if (open->word == TMI_WORD_HINGE) {
        return (tmiTakesHere){.names = open->begun ? TMI_ALLOW_VALUE | TMI_ALLOW_PATH : 0u};
    }
    if (open->word == TMI_WORD_FUNCTION) {
        bool names = open->phase == TMI_WORD_LET || (!open->begun && open->phase != '=');
        return (tmiTakesHere){.names = names ? 0 : TMI_ALLOW_VALUE | TMI_ALLOW_TRUTH};
    }
    if (open->word == TMI_WORD_CONTACT) {
        return (tmiTakesHere){.names = TMI_ALLOW_MATERIAL};
    }
    bool runs = open->word == TMI_WORD_SIMULATE || open->word == TMI_WORD_ANIMATE ||
                open->word == TMI_WORD_STUDY;
    return (tmiTakesHere){.names = runs ? TMI_ALLOW_WORLD : 0u};
}

tmiTakesHere tmi_takes_at(const tmiCompletion *c, int32_t level) {
    const tmiOpen *open = tmi_open_at(c, level);
    switch (open->kind) {
    case TMI_OPEN_ITEM:
        return takes_item(open);
    case TMI_OPEN_COMPONENTS:
        return (tmiTakesHere){.names = open->phase == ':' ? TMI_ALLOW_TYPE : 0u};
    case TMI_OPEN_STATEMENT:
        return takes_statement(c, open);
    case TMI_OPEN_INPUT:
        return (tmiTakesHere){.names = open->phase ? TMI_ALLOW_VALUE : 0u};
    case TMI_OPEN_FIELD:
        return takes_field(c, level);
    case TMI_OPEN_BLOCK: {
        const tmiField *section = tmi_open_field(c, level - 1);
        bool clauses = section && section->takes & TMI_TAKES_CLAUSES;
        return clauses ? takes_clause(c, open, section) : (tmiTakesHere){0};
    }
    case TMI_OPEN_BRACKET:
        return takes_bracket(c, level);
    default:
        return (tmiTakesHere){0};
    }
}
