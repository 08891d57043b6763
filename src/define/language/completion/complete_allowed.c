/* complete_allowed.c: what can stand at a cursor: from what is open there to words, fields and
 * kinds of names. */
#include "define/language/completion/complete_private.h"

#include <string.h>

#define WORD(name) (UINT64_C(1) << TMI_WORD_##name)

typedef struct Wishing {
    const tmiCompletion *c;
    const tmiCursor *cursor;
    tmiWish *wish;
} Wishing;

/* ---- Words that start something ------------------------------------------------------------ */

static uint64_t words_that_start(const char *what) {
    uint64_t words = 0;
    for (int word = 1; word < TMI_WORD_COUNT; word++) {
        words |= strcmp(tmi_word_row((tmiWord)word)->starts, what) == 0 ? UINT64_C(1) << word : 0;
    }
    return words;
}

/* What can begin an element of the construct at the level, or end it. */
static void add_starts(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level);
    tmiWish *wish = w->wish;
    wish->list = open->content;
    switch (open->kind) {
    case TMI_OPEN_FILE:
        wish->words |= words_that_start("item");
        break;
    case TMI_OPEN_ITEM: {
        tmiWord word = (tmiWord)open->word;
        wish->fields |= tmi_item_context(word);
        wish->words |= word == TMI_WORD_HINGE      ? WORD(END) | WORD(POINT)
                       : word == TMI_WORD_FUNCTION ? WORD(END) | WORD(LET)
                                                   : WORD(END);
        wish->words |= word == TMI_WORD_COMPOSITE || word == TMI_WORD_WORLD
                           ? words_that_start("section")
                       : word == TMI_WORD_PRIMITIVE ? WORD(INPUT)
                                                    : 0;
        break;
    }
    case TMI_OPEN_STATEMENT:
        wish->words |= words_that_start("statement") | WORD(END);
        break;
    case TMI_OPEN_STRUCTURE:
        if (open->begun) {
            wish->words |= words_that_start("statement") | WORD(END);
        } else {
            add_starts(w, level - 1);
        }
        break;
    case TMI_OPEN_BLOCK:
        wish->words |= WORD(END);
        wish->fields |= tmi_is_where(w->c, level)
                            ? 0
                            : tmi_inner_context(w->c, tmi_open_field(w->c, level - 1));
        if (wish->fields & TMI_IN_CONTROL) {
            wish->names |= TMI_WISH_PRESCRIBED;
        }
        break;
    default:
        add_starts(w, level - 1);
    }
}

/* ---- Expressions --------------------------------------------------------------------------- */

/* Whether an operand belongs at the cursor, in what began at token `from`; else what follows one.
 */
static bool wants_operand(const Wishing *w, int32_t from) {
    const tmiCursor *c = w->cursor;
    if (c->previous < from) {
        return true;
    }
    const tmiToken *token = tmi_cursor_token(c, c->previous);
    int32_t before = tmi_token_before(c->tokens, c->previous);
    bool member = before >= 0 && tmi_is_sign(tmi_cursor_token(c, before), '.');
    if (token->kind == TMI_TOKEN_WORD) {
        return !member && token->word > 0 && token->word < TMI_WORD_FREE &&
               token->word != TMI_WORD_END;
    }
    return token->kind == TMI_TOKEN_SIGN && token->sign != ')' && token->sign != ']';
}

/* and, or, and what an open `if` goes on with. */
static void add_operators(const Wishing *w, int32_t from) {
    int32_t depth = 0;
    uint64_t choice = 0;
    w->wish->words |= WORD(AND) | WORD(OR);
    for (int32_t i = from; i < w->cursor->at; i++) {
        const tmiToken *token = tmi_cursor_token(w->cursor, i);
        depth += tmi_is_sign(token, '(') - tmi_is_sign(token, ')');
        if (depth == 0 && token->kind == TMI_TOKEN_WORD) {
            choice = token->word == TMI_WORD_IF     ? WORD(THEN)
                     : token->word == TMI_WORD_THEN ? WORD(ELSE)
                     : token->word == TMI_WORD_ELSE ? 0
                                                    : choice;
        }
    }
    w->wish->words |= choice;
}

/* An expression that began at token `from`; true when it may end here. */
static bool add_expression(const Wishing *w, int32_t from, uint32_t names, const char *unit) {
    if (wants_operand(w, from)) {
        w->wish->names |= names;
        w->wish->unit = unit;
        if (names & (TMI_WISH_VALUE | TMI_WISH_SENSED)) {
            w->wish->words |= WORD(IF) | WORD(NOT);
        }
        return false;
    }
    w->wish->unit = unit;
    if (names & (TMI_WISH_VALUE | TMI_WISH_SENSED)) {
        add_operators(w, from);
    }
    return true;
}

/* ---- Words behind what is complete --------------------------------------------------------- */

static void add_head(const Wishing *w, const tmiOpen *open) {
    bool named = w->cursor->previous > open->first;
    switch (open->word) {
    case TMI_WORD_LANGUAGE:
    case TMI_WORD_INCLUDE:
        break;
    case TMI_WORD_CONTACT:
        w->wish->words |= !named ? 0 : open->phase ? WORD(BEGIN) : WORD(WITH);
        break;
    case TMI_WORD_HINGE:
        w->wish->words |= !named ? 0 : open->phase ? WORD(BEGIN) : WORD(MATCHING);
        break;
    default:
        w->wish->words |= named && open->phase != '=' ? WORD(BEGIN) : 0;
    }
}

static void add_hinge_row(const Wishing *w, const tmiOpen *open) {
    static const uint64_t next[TMI_WORD_COUNT] = {
        [TMI_WORD_POINT] = WORD(ON), [TMI_WORD_ON] = WORD(PLANE), [TMI_WORD_PLANE] = WORD(NORMAL)};
    if (open->phase == 0 || open->phase == TMI_WORD_ON) {
        w->wish->names = 0;
        w->wish->words = next[open->phase];
    } else if (w->cursor->previous >= open->at) {
        w->wish->words |= next[open->phase];
    }
    if (open->phase == 0 || open->phase == TMI_WORD_NORMAL) {
        add_starts(w, w->cursor->depth - 1);
    }
}

static void wish_item(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level);
    tmiTakesHere takes = tmi_takes_at(w->c, level);
    bool ends = add_expression(w, open->at, takes.names, NULL);
    if (!open->begun) {
        add_head(w, open);
        if (open->phase == '=' && ends) {
            add_starts(w, level - 1);
        }
    } else if (open->word == TMI_WORD_HINGE) {
        add_hinge_row(w, open);
    } else if (open->word != TMI_WORD_FUNCTION) {
        w->wish->names = 0;
        w->wish->words = 0;
        add_starts(w, level);
    } else if (open->phase == 0 || ends) {
        add_starts(w, level);
    }
}

static void wish_statement(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level);
    tmiTakesHere takes = tmi_takes_at(w->c, level);
    static const uint64_t next[256] = {[TMI_WORD_TO] = WORD(WITH),
                                       [TMI_WORD_WITH] = WORD(MATCHING),
                                       [TMI_WORD_MATCHING] = WORD(AS),
                                       [TMI_WORD_BY] = WORD(AT) | WORD(NEAR),
                                       [TMI_SIGN_TO] = WORD(STEP) | WORD(BEGIN),
                                       [TMI_WORD_STEP] = WORD(BEGIN)};
    if (open->begun) {
        add_starts(w, level);
        return;
    }
    if (open->phase == TMI_WORD_BY) {
        w->wish->side = (tmiPathTokens){open->first + 1, open->at - 2};
    }
    if (!add_expression(w, open->at, takes.names, takes.unit)) {
        return;
    }
    w->wish->words |= open->phase                   ? next[open->phase]
                      : open->word == TMI_WORD_JOIN ? WORD(TO)
                      : open->word == TMI_WORD_FOR  ? WORD(IN)
                                                    : WORD(BY);
    bool placed = open->phase == '=' || open->phase == TMI_WORD_AT ||
                  open->phase == TMI_WORD_NEAR ||
                  (open->word == TMI_WORD_JOIN &&
                   (open->phase == TMI_WORD_MATCHING || open->phase == TMI_WORD_AS));
    if (placed) {
        w->wish->names |= TMI_WISH_ATTRIBUTE;
    }
    if (placed || open->phase == TMI_WORD_MATCHING || open->phase == TMI_WORD_AS) {
        add_starts(w, level - 1);
        w->wish->list = open->first;
    }
}

/* Behind an operand of a field or of a clause in its block. */
static void add_clause_words(const Wishing *w, const tmiOpen *open, const tmiField *row) {
    uint32_t takes = row ? row->takes : 0;
    if (takes & TMI_TAKES_CLAUSES && open->phase == 0) {
        w->wish->words = WORD(OF) | WORD(AT);
    }
    if (takes & TMI_TAKES_RANGES && open->phase == TMI_SIGN_TO) {
        w->wish->words |= WORD(IN);
    }
    if (takes & TMI_TAKES_RANGES && open->phase == TMI_WORD_IN) {
        w->wish->names |= TMI_WISH_COUNTED;
    }
    if (takes & TMI_TAKES_SHAPE && open->phase == 0) {
        w->wish->words |= WORD(WHERE);
    }
}

static void wish_field(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level);
    const tmiField *row = tmi_open_field(w->c, level);
    tmiTakesHere takes = tmi_takes_at(w->c, level);
    bool ends = add_expression(w, open->at, takes.names, takes.unit);
    w->wish->field = takes.field;
    uint32_t list = TMI_TAKES_LIST | TMI_TAKES_CLAUSES;
    if (open->phase == TMI_WORD_WHERE && !open->begun) {
        *w->wish = (tmiWish){.words = WORD(BEGIN), .side = {-1, -1}};
    } else if (!ends && w->cursor->previous == open->content && row && row->takes & list) {
        w->wish->words |= WORD(BEGIN);
    }
    bool empty = row && row->takes & (TMI_TAKES_NOTHING | TMI_TAKES_LIST);
    if (ends || (empty && w->cursor->previous == open->content)) {
        add_clause_words(w, open, row);
        add_starts(w, level - 1);
    }
}

static void wish_block(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level);
    tmiTakesHere takes = tmi_takes_at(w->c, level);
    bool ends = add_expression(w, open->at, takes.names, takes.unit);
    if (ends) {
        add_clause_words(w, open, tmi_open_field(w->c, level - 1));
    }
    if (ends || (open->phase == 0 && w->cursor->previous < open->element)) {
        add_starts(w, level);
    }
}

/* ---- Inside brackets ----------------------------------------------------------------------- */

/* A word that names a function of the text: brackets behind it hold its arguments. */
static bool is_function(const Wishing *w, int32_t at) {
    const tmiToken *token = at < 0 ? NULL : tmi_cursor_token(w->cursor, at);
    int32_t length;
    if (!token || token->kind != TMI_TOKEN_WORD) {
        return false;
    }
    const char *name = tmi_token_text(w->c, at, &length);
    const tmiSymbol *symbol =
        tmi_symbol_find(&w->c->maker.d->symbols, TMI_OWNER_FILE, name, length);
    return symbol && symbol->kind == TMI_SYMBOL_FUNCTION;
}

/* Which of a pair's two features: operands since the last comma. */
static int32_t features_before(const Wishing *w, const tmiOpen *bracket) {
    int32_t count = 0, depth = 0, before = -1;
    bool name = false;
    for (int32_t i = bracket->element; i < w->cursor->at; i++) {
        const tmiToken *token = tmi_cursor_token(w->cursor, i);
        if (token->kind == TMI_TOKEN_COMMENT) {
            continue;
        }
        bool opens = tmi_is_sign(token, '(') || tmi_is_sign(token, '[');
        bool begins = depth == 0 && ((tmi_is_sign(token, '(') && !is_function(w, before)) ||
                                     (token->kind == TMI_TOKEN_WORD && !name));
        before = i;
        count += begins;
        depth += opens - (tmi_is_sign(token, ')') || tmi_is_sign(token, ']'));
        name = tmi_is_sign(token, '.');
    }
    return count - (count > 0 && name); /* behind a dot the same one goes on */
}

static void wish_pairs(const Wishing *w, int32_t level) {
    const tmiOpen *bracket = tmi_open_at(w->c, level), *join = tmi_open_at(w->c, level - 1);
    int32_t sides[3] = {join->first + 1, 0, 0}, last[2] = {0, 0};
    int32_t feature = features_before(w, bracket);
    if (join->kind != TMI_OPEN_STATEMENT || feature > 1) {
        return;
    }
    int32_t at = join->first;
    static const tmiWord ends[] = {TMI_WORD_TO, TMI_WORD_WITH};
    for (int i = 0; i < 2; i++) {
        while (at < bracket->first && tmi_cursor_token(w->cursor, at)->word != ends[i]) {
            at++;
        }
        last[i] = at - 1;
        sides[i + 1] = at + 1;
    }
    w->wish->side = (tmiPathTokens){sides[feature], last[feature]};
    w->wish->names = TMI_WISH_FEATURE | TMI_WISH_FUNCTION | TMI_WISH_AXIS;
}

static void wish_bracket(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level), *around = tmi_open_at(w->c, level - 1);
    if (tmi_is_pairs(w->c, level)) {
        wish_pairs(w, level);
        return;
    }
    const tmiField *section =
        around->kind == TMI_OPEN_FIELD ? tmi_open_field(w->c, level - 1) : NULL;
    bool first = w->cursor->previous < open->element && open->name < 0;
    uint32_t inner =
        section && section->takes & TMI_TAKES_LIST ? tmi_inner_context(w->c, section) : 0;
    if (inner && inner != TMI_IN_CONTROL && open->name < 0) {
        w->wish->items = first ? inner : 0;
        w->wish->list = open->first;
        return;
    }
    tmiTakesHere takes = tmi_takes_at(w->c, level);
    tmiCalled called = tmi_called_before(w->c, level, tmi_takes_at(w->c, level - 1).names);
    if (add_expression(w, open->at, takes.names, takes.unit) && !called.is_call) {
        w->wish->names |= takes.names; /* items may stand side by side */
    }
    w->wish->field = takes.field;
    if (first && !tmi_is_head(w->c, level)) {
        memcpy(w->wish->arguments, called.rows, sizeof called.rows);
        memcpy(w->wish->argument_counts, called.counts, sizeof called.counts);
        w->wish->parameters = called.parameters;
        w->wish->bracket = open->first;
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static void wish_components(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level);
    if (open->phase == ':' && wants_operand(w, open->at)) {
        w->wish->names = TMI_WISH_TYPE;
    } else if (open->phase == ':' || w->cursor->previous < open->element) {
        add_starts(w, level - 1);
    }
}

static void wish_structure(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level);
    if (open->begun) {
        add_starts(w, level);
    } else if (open->index == 0) {
        w->wish->words = words_that_start("statement") | WORD(BEGIN);
    } else {
        add_starts(w, level - 1);
    }
}

static void wish_input(const Wishing *w, int32_t level) {
    const tmiOpen *open = tmi_open_at(w->c, level);
    if (open->phase && add_expression(w, open->at, TMI_WISH_VALUE, NULL)) {
        w->wish->words |= open->phase == '=' ? WORD(IN) : 0;
        add_starts(w, level - 1);
    }
}

void tmi_wish_find(const tmiCompletion *c, tmiWish *wish) {
    static void (*const wishes[])(const Wishing *, int32_t) = {
        [TMI_OPEN_FILE] = add_starts,
        [TMI_OPEN_ITEM] = wish_item,
        [TMI_OPEN_COMPONENTS] = wish_components,
        [TMI_OPEN_STRUCTURE] = wish_structure,
        [TMI_OPEN_STATEMENT] = wish_statement,
        [TMI_OPEN_INPUT] = wish_input,
        [TMI_OPEN_FIELD] = wish_field,
        [TMI_OPEN_BLOCK] = wish_block,
        [TMI_OPEN_BRACKET] = wish_bracket,
    };
    *wish = (tmiWish){.side = {-1, -1}};
    Wishing w = {c, &c->cursor, wish};
    wishes[c->cursor.open[c->cursor.depth - 1].kind](&w, c->cursor.depth - 1);
}
