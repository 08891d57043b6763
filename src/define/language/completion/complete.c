/* complete.c: tm_document_complete: offers for what can stand at a byte of the first text. Where
 * the byte stands is found in cursor.c, what can stand there in complete_allowed.c. */
#include "define/language/completion/complete_private.h"

#include <string.h>

const char *tm_offer_kind_name(tmOfferKind kind) {
    static const char *const names[TM_OFFER_KINDS] = {
        "word",  "section",  "field",     "argument",  "unit",     "choice",
        "color", "shape",    "hinge",     "type",      "material", "function",
        "table", "constant", "parameter", "component", "feature",  "join",
        "input", "signal",   "quantity",  "measure"};
    return (unsigned)kind < TM_OFFER_KINDS ? names[kind] : NULL;
}

/* ---- Offers --------------------------------------------------------------------------------- */

bool tmi_is_run(tmiWord word) {
    return word == TMI_WORD_SIMULATE || word == TMI_WORD_ANIMATE || word == TMI_WORD_STUDY;
}

bool tmi_offer_fits(const tmiCompletion *c, const char *name, int32_t length) {
    int32_t typed = c->cursor.offset - c->cursor.start;
    return length >= typed &&
           memcmp(c->cursor.tokens->text + c->cursor.start, name, (size_t)typed) == 0;
}

void tmi_offer(tmiCompletion *c, tmOfferKind kind, int32_t rank, const char *name, int32_t length,
               const char *tail, const char *help) {
    if (c->status != TM_OK || length == 0 || !tmi_offer_fits(c, name, length)) {
        return;
    }
    size_t added = strlen(tail);
    char *text = tmi_arena_alloc(&c->arena, (size_t)length + added + 1, 1);
    c->status = text ? tmi_array_reserve(c->document->allocator, &c->made, &c->capacity,
                                         c->count + 1, sizeof *c->made)
                     : TM_ERR_MEMORY;
    if (c->status == TM_OK) {
        memcpy(text, name, (size_t)length);
        memcpy(text + length, tail, added);
        c->made[c->count++] =
            (tmiMade){.offer = {.text = text, .kind = kind, .help = help}, .rank = rank};
    }
}

typedef bool Before(const tmiMade *a, const tmiMade *b);

/* By usefulness, then by name. */
static bool is_more_useful(const tmiMade *a, const tmiMade *b) {
    return a->rank != b->rank ? a->rank < b->rank : strcmp(a->offer.text, b->offer.text) < 0;
}

static bool is_named_before(const tmiMade *a, const tmiMade *b) {
    int order = strcmp(a->offer.text, b->offer.text);
    return order != 0 ? order < 0 : a->rank < b->rank;
}

static void sift(tmiMade *made, int32_t root, int32_t count, Before *before) {
    for (int32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        child += child + 1 < count && before(&made[child], &made[child + 1]);
        if (!before(&made[root], &made[child])) {
            return;
        }
        tmiMade swap = made[root];
        made[root] = made[child];
        made[child] = swap;
        root = child;
    }
}

static void sort(tmiMade *made, int32_t count, Before *before) {
    for (int32_t i = count / 2 - 1; i >= 0; i--) {
        sift(made, i, count, before);
    }
    for (int32_t i = count - 1; i > 0; i--) {
        tmiMade swap = made[0];
        made[0] = made[i];
        made[i] = swap;
        sift(made, 0, i, before);
    }
}

/* Of several with one text the most useful is kept. */
static void sort_offers(tmiCompletion *c) {
    int32_t kept = 0;
    sort(c->made, c->count, is_named_before);
    for (int32_t i = 0; i < c->count; i++) {
        if (kept == 0 || strcmp(c->made[kept - 1].offer.text, c->made[i].offer.text) != 0) {
            c->made[kept++] = c->made[i];
        }
    }
    c->count = kept;
    sort(c->made, c->count, is_more_useful);
}

/* ---- What is given already ------------------------------------------------------------------ */

static bool is_word(const tmiCompletion *c, int32_t token, const char *name) {
    int32_t length;
    const char *text = tmi_token_text(c, token, &length);
    return tmi_cursor_token(&c->cursor, token)->kind == TMI_TOKEN_WORD &&
           tmi_text_is(text, length, name);
}

/* Whether the token is the beginning of an element: a field, a section, an item of a list. */
static bool is_element(const tmiCompletion *c, int32_t token, bool in_list) {
    const tmiTokens *tokens = c->cursor.tokens;
    const tmiToken *next = tmi_cursor_token(&c->cursor, tmi_token_after(tokens, token));
    int32_t before = tmi_token_before(tokens, token);
    const tmiToken *last = tmi_cursor_token(&c->cursor, before < 0 ? 0 : before);
    tmiWord word = (tmiWord)tmi_cursor_token(&c->cursor, token)->word;
    return tmi_is_sign(next, ':') || tmi_is_sign(next, '=') || word == TMI_WORD_COMPONENTS ||
           word == TMI_WORD_STRUCTURE ||
           (in_list && (tmi_is_sign(last, '(') || tmi_is_sign(last, ',')));
}

/* Whether an element of this name stands in what the token `open` opens, apart from the word that
 * is being typed. */
static bool is_given(const tmiCompletion *c, int32_t open, const char *name) {
    bool in_list = open >= 0 && tmi_is_sign(tmi_cursor_token(&c->cursor, open), '(');
    tmiWord word = open >= 0 ? (tmiWord)tmi_cursor_token(&c->cursor, open)->word : TMI_WORD_NONE;
    bool place = word == TMI_WORD_PLACE || word == TMI_WORD_JOIN;
    int32_t depth = 0, end = c->cursor.tokens->count - 1;
    for (int32_t i = open + 1; open >= 0 && i < end && depth >= 0; i++) {
        const tmiToken *token = tmi_cursor_token(&c->cursor, i);
        bool field = tmi_is_sign(tmi_cursor_token(&c->cursor, i + 1), ':');
        if (token->kind == TMI_TOKEN_SIGN) {
            depth += (token->sign == '(') + (token->sign == '[');
            depth -= (token->sign == ')') + (token->sign == ']');
        } else if (token->kind == TMI_TOKEN_WORD && !field) {
            depth += (token->word == TMI_WORD_BEGIN) - (token->word == TMI_WORD_END);
        }
        bool next = tmi_word_row((tmiWord)token->word)->starts[0] == 's' &&
                    token->kind == TMI_TOKEN_WORD && token->word < TMI_WORD_FREE;
        if (place && depth == 0 && (next || tmi_is_sign(token, ';'))) {
            return false;
        }
        if (depth == 0 && !(i == c->cursor.at && c->cursor.length > 0) && is_word(c, i, name) &&
            is_element(c, i, in_list)) {
            return true;
        }
    }
    return false;
}

/* ---- Words and fields ----------------------------------------------------------------------- */

enum {
    RANK_NEXT = 10,
    RANK_ARGUMENT = 20,
    RANK_FIELD = 15,
    RANK_START = 55,
    RANK_OPERATOR = 80,
    RANK_END = 90,
    RANK_UNIT = 10,
    RANK_OTHER_UNIT = 60
};

static int32_t word_rank(tmiWord word) {
    switch (word) {
    case TMI_WORD_AND:
    case TMI_WORD_OR:
    case TMI_WORD_IF:
    case TMI_WORD_NOT:
        return RANK_OPERATOR;
    case TMI_WORD_END:
        return RANK_END;
    default:
        return tmi_word_row(word)->starts[0] ? RANK_START : RANK_NEXT;
    }
}

static void offer_words(tmiCompletion *c) {
    for (int word = 1; word < TMI_WORD_COUNT; word++) {
        const tmiWordRow *row = tmi_word_row((tmiWord)word);
        bool once = word == TMI_WORD_COMPONENTS || word == TMI_WORD_STRUCTURE;
        bool late = word == TMI_WORD_LANGUAGE && c->cursor.previous >= 0;
        if (c->allowed.words & (UINT64_C(1) << word) && !late &&
            tmi_offer_fits(c, row->name, (int32_t)strlen(row->name)) &&
            !(once && is_given(c, c->allowed.list, row->name))) {
            tmi_offer(c, TM_OFFER_WORD, word_rank((tmiWord)word), row->name,
                      (int32_t)strlen(row->name), "", row->help);
        }
    }
}

/* The `: ` behind a name, unless it stands there. */
static const char *colon(const tmiCompletion *c) {
    return tmi_is_sign(tmi_cursor_token(&c->cursor, c->cursor.next), ':') ? "" : ": ";
}

static void offer_fields(tmiCompletion *c, uint32_t contexts, bool as_items) {
    int32_t count;
    const tmiField *rows = tmi_fields(&count);
    for (int32_t i = 0; i < count && contexts; i++) {
        int32_t length = (int32_t)strlen(rows[i].name);
        bool prescribes =
            rows[i].contexts & TMI_IN_CONTROL & contexts && rows[i].takes & TMI_TAKES_EXPRESSION;
        if (!(rows[i].contexts & contexts) || prescribes ||
            !tmi_offer_fits(c, rows[i].name, length)) {
            continue;
        }
        /* Statements about which bodies touch may be repeated. */
        if (!(rows[i].contexts & TMI_IN_INTERFERENCE) &&
            is_given(c, c->allowed.list, rows[i].name)) {
            continue;
        }
        bool bare = as_items && rows[i].takes & TMI_TAKES_NOTHING;
        bool section = rows[i].contexts & TMI_IN_TYPES;
        tmi_offer(c, section ? TM_OFFER_SECTION : TM_OFFER_FIELD, RANK_FIELD, rows[i].name, length,
                  bare ? "" : colon(c), rows[i].help);
    }
    const tmiWorlds *worlds = c->document->worlds;
    for (int32_t i = 0; worlds && i < worlds->own_field_count; i++) {
        const tmiField *row = &worlds->own_fields[i].field;
        if (row->contexts & contexts && !is_given(c, c->allowed.list, row->name)) {
            tmi_offer(c, TM_OFFER_FIELD, RANK_FIELD, row->name, (int32_t)strlen(row->name),
                      colon(c), row->help);
        }
    }
}

static void offer_attributes(tmiCompletion *c) {
    int32_t count;
    const tmiField *rows = tmi_fields(&count);
    bool assigned = tmi_is_sign(tmi_cursor_token(&c->cursor, c->cursor.next), '=');
    const tmiOpen *place = &c->cursor.open[c->cursor.depth - 1];
    tmiContext context = place->word == TMI_WORD_JOIN ? TMI_IN_JOIN : TMI_IN_PLACE;
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].contexts & context && !is_given(c, place->first, rows[i].name)) {
            tmi_offer(c, TM_OFFER_FIELD, RANK_NEXT, rows[i].name, (int32_t)strlen(rows[i].name),
                      assigned ? "" : " = ", rows[i].help);
        }
    }
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static void offer_arguments(tmiCompletion *c) {
    const tmiOpen *bracket = &c->cursor.open[c->cursor.depth - 1];
    for (int table = 0; table < 2; table++) {
        const tmParameter *rows = c->allowed.arguments[table];
        for (int32_t i = table == 0 ? bracket->index : 0; i < c->allowed.argument_counts[table];
             i++) {
            if (!is_given(c, c->allowed.bracket, rows[i].name)) {
                tmi_offer(c, TM_OFFER_ARGUMENT, RANK_ARGUMENT, rows[i].name,
                          (int32_t)strlen(rows[i].name), colon(c), rows[i].help);
            }
        }
    }
}

/* Parameters of a type, function or hinge of a text, by their names. */
static void offer_parameters(tmiCompletion *c) {
    tmiSpot spot = c->allowed.parameters;
    if (!spot.node) {
        return;
    }
    const tmiTree *tree = tmi_maker_tree(&c->maker, spot.file);
    const tmiOpen *bracket = &c->cursor.open[c->cursor.depth - 1];
    int32_t index = 0;
    for (tmiNodeRef ref = tmi_node(tree, spot.node)->child; ref; ref = tmi_node(tree, ref)->next) {
        tmiNodeRef name = tmi_node(tree, ref)->child;
        int32_t length;
        if (index++ >= bracket->index && name && tmi_node(tree, name)->kind == TMI_NODE_NAME) {
            const char *text = tmi_tree_text(tree, name, &length);
            tmi_offer(c, TM_OFFER_ARGUMENT, RANK_ARGUMENT, text, length, colon(c),
                      "a parameter of what is called");
        }
    }
}

/* ---- Units ---------------------------------------------------------------------------------- */

/* Those in which a dimension can be given, as its row lists them: "m/s, mm/s or km/h". */
static void offer_row_units(tmiCompletion *c, const tmiDimensionRow *row, int32_t rank) {
    const char *at = row->units ? row->units : "";
    while (*at) {
        size_t size = strcspn(at, ", ");
        if (size != 2 || memcmp(at, "or", 2) != 0) {
            const tmiUnit *unit = tmi_unit_find(at, (int32_t)size);
            tmi_offer(c, TM_OFFER_UNIT, rank, at, (int32_t)size, "", unit ? unit->help : row->text);
        }
        at += size;
        at += strspn(at, ", ");
    }
}

/* A unit behind `/` or `*` of what was typed: `3N*` goes on with any. */
static void offer_unit_pieces(tmiCompletion *c) {
    const char *typed = c->cursor.tokens->text + c->cursor.start;
    int32_t kept = c->cursor.offset - c->cursor.start, count;
    while (kept > 0 && typed[kept - 1] != '*' && typed[kept - 1] != '/') {
        kept--;
    }
    const tmiUnit *units = tmi_units(&count);
    int32_t start = c->cursor.start;
    c->cursor.start += kept;
    c->cursor.length -= kept;
    for (int32_t i = 0; i < count; i++) {
        tmi_offer(c, TM_OFFER_UNIT, RANK_OTHER_UNIT, units[i].name, (int32_t)strlen(units[i].name),
                  "", units[i].help);
    }
    /* What is inserted is the whole unit. */
    for (int32_t i = 0; kept > 0 && i < c->count && c->status == TM_OK; i++) {
        tmiMade *made = &c->made[i];
        if (made->rank == RANK_OTHER_UNIT) {
            size_t size = strlen(made->offer.text);
            char *whole = tmi_arena_alloc(&c->arena, (size_t)kept + size + 1, 1);
            c->status = whole ? TM_OK : TM_ERR_MEMORY;
            if (whole) {
                memcpy(whole, typed, (size_t)kept);
                memcpy(whole + kept, made->offer.text, size);
                made->offer.text = whole;
            }
        }
    }
    c->cursor.length += kept;
    c->cursor.start = start;
}

/* Those of the dimension that is wanted; others once a letter was typed or where none is known. */
static void offer_units(tmiCompletion *c) {
    int32_t count;
    const tmiDimensionRow *rows = tmi_dimension_rows(&count);
    bool known = c->allowed.unit && c->allowed.unit[0];
    bool typed = c->cursor.offset > c->cursor.start;
    if (typed || !c->allowed.unit) {
        offer_unit_pieces(c);
    }
    tmiDimension wanted = known ? tmi_unit_dimension(c->allowed.unit) : TMI_PLAIN;
    bool named = false;
    for (int32_t i = 0; i < count; i++) {
        bool fits = known && tmi_dimension_equal(rows[i].dimension, wanted);
        if (fits || typed) {
            offer_row_units(c, &rows[i], fits ? RANK_UNIT : RANK_OTHER_UNIT + 1);
        }
        named |= fits;
    }
    if (known && !named) {
        tmi_offer(c, TM_OFFER_UNIT, RANK_UNIT, c->allowed.unit, (int32_t)strlen(c->allowed.unit),
                  "", "the unit that belongs here");
    }
}

/* ---- All ------------------------------------------------------------------------------------ */

/* The type whose names are known in the definition or run around the cursor. */
static int32_t type_within(const tmiCompletion *c) {
    const tmiOpen *item = &c->cursor.open[1];
    if (c->cursor.depth < 2 || !c->maker.d) {
        return -1;
    }
    int32_t name = tmi_token_after(c->cursor.tokens, item->first);
    const tmiSymbol *symbol = tmi_file_symbol(c, name, name);
    return symbol && symbol->kind == TMI_SYMBOL_TYPE ? symbol->index : -1;
}

static void make_offers(tmiCompletion *c) {
    int32_t before = c->cursor.previous;
    bool behind = before >= 0 && tmi_is_sign(tmi_cursor_token(&c->cursor, before), '.');
    c->type = type_within(c);
    tmi_allowed_find(c, &c->allowed);
    if (c->cursor.in_unit) {
        offer_units(c);
        return;
    }
    tmi_offer_names(c);
    if (!behind) {
        offer_words(c);
        offer_fields(c, c->allowed.fields, false);
        offer_fields(c, c->allowed.items, true);
        offer_arguments(c);
        offer_parameters(c);
        if (c->allowed.names & TMI_ALLOW_ATTRIBUTE) {
            offer_attributes(c);
        }
    }
}

static void report_offers(tmiCompletion *c, tmOfferFn *offer, void *user) {
    sort_offers(c);
    for (int32_t i = 0; i < c->count; i++) {
        c->made[i].offer.start = (size_t)c->cursor.start;
        c->made[i].offer.length = (size_t)c->cursor.length;
        offer(user, &c->made[i].offer);
    }
}

tmStatus tm_document_complete(const tmDocument *document, size_t offset, tmOfferFn *offer,
                              void *user) {
    if (!document || !offer || offset > (size_t)document->files[0]->length) {
        return TM_ERR_ARGUMENT;
    }
    tmiCompletion *c = tmi_alloc_zero(document->allocator, sizeof *c);
    if (!c) {
        return TM_ERR_MEMORY;
    }
    c->document = document;
    c->tree = &document->files[0]->tree;
    c->maker.out = document->worlds;
    c->maker.d = document->worlds ? &document->worlds->definitions : NULL;
    tmi_arena_init(&c->arena, document->allocator);
    if (tmi_cursor_find(&c->cursor, &document->files[0]->tokens, (int32_t)offset)) {
        make_offers(c);
    }
    tmStatus status = c->status;
    if (status == TM_OK) {
        report_offers(c, offer, user);
    }
    tmi_array_clear(document->allocator, &c->made, &c->capacity, sizeof *c->made);
    tmi_arena_clear(&c->arena);
    tmi_free(document->allocator, c, sizeof *c);
    return status;
}
