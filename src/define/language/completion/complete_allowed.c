/* complete_allowed.c: what can stand at a cursor: from what is open there to words, fields and
 * kinds of names. */
#include "define/language/completion/complete_private.h"

#include <string.h>

#define WORD(name) (UINT64_C(1) << TMI_WORD_##name)

typedef struct Finder {
    const tmiCompletion *c;
    const tmiCursor *cursor;
    tmiAllowed *allowed;
} Finder;

/* ---- Words that start something ------------------------------------------------------------ */

static uint64_t words_that_start(const char *what) {
    uint64_t words = 0;
    for (int word = 1; word < TMI_WORD_COUNT; word++) {
        words |= strcmp(tmi_word_row((tmiWord)word)->starts, what) == 0 ? UINT64_C(1) << word : 0;
    }
    return words;
}

/* What can begin an element of the construct at the level, or end it. */
static void add_starts(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level);
    tmiAllowed *allowed = f->allowed;
    allowed->list = open->content;
    switch (open->kind) {
    case TMI_OPEN_FILE:
        allowed->words |= words_that_start("item");
        break;
    case TMI_OPEN_ITEM: {
        tmiWord word = (tmiWord)open->word;
        allowed->fields |= tmi_item_context(word);
        allowed->words |= word == TMI_WORD_HINGE      ? WORD(END) | WORD(POINT)
                          : word == TMI_WORD_FUNCTION ? WORD(END) | WORD(LET)
                                                      : WORD(END);
        allowed->words |= word == TMI_WORD_COMPOSITE || word == TMI_WORD_WORLD
                              ? words_that_start("section")
                          : word == TMI_WORD_PRIMITIVE ? WORD(INPUT)
                                                       : 0;
        break;
    }
    case TMI_OPEN_STATEMENT:
        allowed->words |= words_that_start("statement") | WORD(END);
        break;
    case TMI_OPEN_STRUCTURE:
        if (open->begun) {
            allowed->words |= words_that_start("statement") | WORD(END);
        } else {
            add_starts(f, level - 1);
        }
        break;
    case TMI_OPEN_BLOCK:
        allowed->words |= WORD(END);
        allowed->fields |= tmi_is_where(f->c, level)
                               ? 0
                               : tmi_inner_context(f->c, tmi_open_field(f->c, level - 1));
        if (allowed->fields & TMI_IN_CONTROL) {
            allowed->names |= TMI_ALLOW_PRESCRIBED;
        }
        break;
    default:
        add_starts(f, level - 1);
    }
}

/* ---- Expressions --------------------------------------------------------------------------- */

/* Whether an operand belongs at the cursor, in what began at token `from`; else what follows one.
 */
static bool wants_operand(const Finder *f, int32_t from) {
    const tmiCursor *c = f->cursor;
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
static void add_operators(const Finder *f, int32_t from) {
    int32_t depth = 0;
    uint64_t choice = 0;
    f->allowed->words |= WORD(AND) | WORD(OR);
    for (int32_t i = from; i < f->cursor->at; i++) {
        const tmiToken *token = tmi_cursor_token(f->cursor, i);
        depth += tmi_is_sign(token, '(') - tmi_is_sign(token, ')');
        if (depth == 0 && token->kind == TMI_TOKEN_WORD) {
            choice = token->word == TMI_WORD_IF     ? WORD(THEN)
                     : token->word == TMI_WORD_THEN ? WORD(ELSE)
                     : token->word == TMI_WORD_ELSE ? 0
                                                    : choice;
        }
    }
    f->allowed->words |= choice;
}

/* An expression that began at token `from`; true when it may end here. */
static bool add_expression(const Finder *f, int32_t from, uint32_t names, const char *unit) {
    if (wants_operand(f, from)) {
        f->allowed->names |= names;
        f->allowed->unit = unit;
        if (names & (TMI_ALLOW_VALUE | TMI_ALLOW_SENSED)) {
            f->allowed->words |= WORD(IF) | WORD(NOT);
        }
        return false;
    }
    f->allowed->unit = unit;
    if (names & (TMI_ALLOW_VALUE | TMI_ALLOW_SENSED)) {
        add_operators(f, from);
    }
    return true;
}

/* ---- Words behind what is complete --------------------------------------------------------- */

static void add_head(const Finder *f, const tmiOpen *open) {
    bool named = f->cursor->previous > open->first;
    switch (open->word) {
    case TMI_WORD_LANGUAGE:
    case TMI_WORD_INCLUDE:
        break;
    case TMI_WORD_CONTACT:
        f->allowed->words |= !named ? 0 : open->phase ? WORD(BEGIN) : WORD(WITH);
        break;
    case TMI_WORD_HINGE:
        f->allowed->words |= !named ? 0 : open->phase ? WORD(BEGIN) : WORD(MATCHING);
        break;
    default:
        f->allowed->words |= named && open->phase != '=' ? WORD(BEGIN) : 0;
    }
}

static void add_hinge_row(const Finder *f, const tmiOpen *open) {
    static const uint64_t next[TMI_WORD_COUNT] = {
        [TMI_WORD_POINT] = WORD(ON), [TMI_WORD_ON] = WORD(PLANE), [TMI_WORD_PLANE] = WORD(NORMAL)};
    if (open->phase == 0 || open->phase == TMI_WORD_ON) {
        f->allowed->names = 0;
        f->allowed->words = next[open->phase];
    } else if (f->cursor->previous >= open->at) {
        f->allowed->words |= next[open->phase];
    }
    if (open->phase == 0 || open->phase == TMI_WORD_NORMAL) {
        add_starts(f, f->cursor->depth - 1);
    }
}

static void allow_item(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level);
    tmiTakesHere takes = tmi_takes_at(f->c, level);
    bool ends = add_expression(f, open->at, takes.names, NULL);
    if (!open->begun) {
        add_head(f, open);
        if (open->phase == '=' && ends) {
            add_starts(f, level - 1);
        }
    } else if (open->word == TMI_WORD_HINGE) {
        add_hinge_row(f, open);
    } else if (open->word != TMI_WORD_FUNCTION) {
        f->allowed->names = 0;
        f->allowed->words = 0;
        add_starts(f, level);
    } else if (open->phase == 0 || ends) {
        add_starts(f, level);
    }
}

static void allow_statement(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level);
    tmiTakesHere takes = tmi_takes_at(f->c, level);
    static const uint64_t next[256] = {[TMI_WORD_TO] = WORD(WITH),
                                       [TMI_WORD_WITH] = WORD(MATCHING),
                                       [TMI_WORD_MATCHING] = WORD(AS),
                                       [TMI_WORD_BY] = WORD(AT) | WORD(NEAR),
                                       [TMI_SIGN_TO] = WORD(STEP) | WORD(BEGIN),
                                       [TMI_WORD_STEP] = WORD(BEGIN)};
    if (open->begun) {
        add_starts(f, level);
        return;
    }
    if (open->phase == TMI_WORD_BY) {
        f->allowed->side = (tmiPathTokens){open->first + 1, open->at - 2};
    }
    if (!add_expression(f, open->at, takes.names, takes.unit)) {
        return;
    }
    f->allowed->words |= open->phase                   ? next[open->phase]
                         : open->word == TMI_WORD_JOIN ? WORD(TO)
                         : open->word == TMI_WORD_FOR  ? WORD(IN)
                                                       : WORD(BY);
    bool placed = open->phase == '=' || open->phase == TMI_WORD_AT ||
                  open->phase == TMI_WORD_NEAR ||
                  (open->word == TMI_WORD_JOIN &&
                   (open->phase == TMI_WORD_MATCHING || open->phase == TMI_WORD_AS));
    if (placed) {
        f->allowed->names |= TMI_ALLOW_ATTRIBUTE;
    }
    if (placed || open->phase == TMI_WORD_MATCHING || open->phase == TMI_WORD_AS) {
        add_starts(f, level - 1);
        f->allowed->list = open->first;
    }
}

/* Behind an operand of a field or of a clause in its block. */
static void add_clause_words(const Finder *f, const tmiOpen *open, const tmiField *row) {
    uint32_t takes = row ? row->takes : 0;
    if (takes & TMI_TAKES_CLAUSES && open->phase == 0) {
        f->allowed->words = WORD(OF) | WORD(AT);
    }
    if (takes & TMI_TAKES_RANGES && open->phase == TMI_SIGN_TO) {
        f->allowed->words |= WORD(IN);
    }
    if (takes & TMI_TAKES_RANGES && open->phase == TMI_WORD_IN) {
        f->allowed->names |= TMI_ALLOW_COUNTED;
    }
    if (takes & TMI_TAKES_SHAPE && open->phase == 0) {
        f->allowed->words |= WORD(WHERE);
    }
}

static void allow_field(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level);
    const tmiField *row = tmi_open_field(f->c, level);
    tmiTakesHere takes = tmi_takes_at(f->c, level);
    bool ends = add_expression(f, open->at, takes.names, takes.unit);
    f->allowed->field = takes.field;
    uint32_t list = TMI_TAKES_LIST | TMI_TAKES_CLAUSES;
    if (open->phase == TMI_WORD_WHERE && !open->begun) {
        *f->allowed = (tmiAllowed){.words = WORD(BEGIN), .side = {-1, -1}};
    } else if (!ends && f->cursor->previous == open->content && row && row->takes & list) {
        f->allowed->words |= WORD(BEGIN);
    }
    bool empty = row && row->takes & (TMI_TAKES_NOTHING | TMI_TAKES_LIST);
    if (ends || (empty && f->cursor->previous == open->content)) {
        add_clause_words(f, open, row);
        add_starts(f, level - 1);
    }
}

static void allow_block(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level);
    tmiTakesHere takes = tmi_takes_at(f->c, level);
    bool ends = add_expression(f, open->at, takes.names, takes.unit);
    if (ends) {
        add_clause_words(f, open, tmi_open_field(f->c, level - 1));
    }
    if (ends || (open->phase == 0 && f->cursor->previous < open->element)) {
        add_starts(f, level);
    }
}

/* ---- Inside brackets ----------------------------------------------------------------------- */

/* A word that names a function of the text: brackets behind it hold its arguments. */
static bool is_function(const Finder *f, int32_t at) {
    const tmiToken *token = at < 0 ? NULL : tmi_cursor_token(f->cursor, at);
    if (!token || token->kind != TMI_TOKEN_WORD) {
        return false;
    }
    const tmiSymbol *symbol = tmi_file_symbol(f->c, at, at);
    return symbol && symbol->kind == TMI_SYMBOL_FUNCTION;
}

/* Which of a pair's two features: operands since the last comma. */
static int32_t features_before(const Finder *f, const tmiOpen *bracket) {
    int32_t count = 0, depth = 0, before = -1;
    bool name = false;
    for (int32_t i = bracket->element; i < f->cursor->at; i++) {
        const tmiToken *token = tmi_cursor_token(f->cursor, i);
        if (token->kind == TMI_TOKEN_COMMENT) {
            continue;
        }
        bool opens = tmi_is_sign(token, '(') || tmi_is_sign(token, '[');
        bool begins = depth == 0 && ((tmi_is_sign(token, '(') && !is_function(f, before)) ||
                                     (token->kind == TMI_TOKEN_WORD && !name));
        before = i;
        count += begins;
        depth += opens - (tmi_is_sign(token, ')') || tmi_is_sign(token, ']'));
        name = tmi_is_sign(token, '.');
    }
    return count - (count > 0 && name); /* behind a dot the same one goes on */
}

static void allow_pairs(const Finder *f, int32_t level) {
    const tmiOpen *bracket = tmi_open_at(f->c, level), *join = tmi_open_at(f->c, level - 1);
    int32_t sides[3] = {join->first + 1, 0, 0}, last[2] = {0, 0};
    int32_t feature = features_before(f, bracket);
    if (join->kind != TMI_OPEN_STATEMENT || feature > 1) {
        return;
    }
    int32_t at = join->first;
    static const tmiWord ends[] = {TMI_WORD_TO, TMI_WORD_WITH};
    for (int i = 0; i < 2; i++) {
        while (at < bracket->first && tmi_cursor_token(f->cursor, at)->word != ends[i]) {
            at++;
        }
        last[i] = at - 1;
        sides[i + 1] = at + 1;
    }
    f->allowed->side = (tmiPathTokens){sides[feature], last[feature]};
    f->allowed->names = TMI_ALLOW_FEATURE | TMI_ALLOW_FUNCTION | TMI_ALLOW_AXIS;
}

static void allow_bracket(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level), *around = tmi_open_at(f->c, level - 1);
    if (tmi_is_pairs(f->c, level)) {
        allow_pairs(f, level);
        return;
    }
    const tmiField *section =
        around->kind == TMI_OPEN_FIELD ? tmi_open_field(f->c, level - 1) : NULL;
    bool first = f->cursor->previous < open->element && open->name < 0;
    uint32_t inner =
        section && section->takes & TMI_TAKES_LIST ? tmi_inner_context(f->c, section) : 0;
    if (inner && inner != TMI_IN_CONTROL && open->name < 0) {
        f->allowed->items = first ? inner : 0;
        f->allowed->list = open->first;
        return;
    }
    tmiTakesHere takes = tmi_takes_at(f->c, level);
    tmiCalled called = tmi_called_before(f->c, level, tmi_takes_at(f->c, level - 1).names);
    if (add_expression(f, open->at, takes.names, takes.unit) && !called.is_call) {
        f->allowed->names |= takes.names; /* items may stand side by side */
    }
    f->allowed->field = takes.field;
    if (first && !tmi_is_head(f->c, level)) {
        memcpy(f->allowed->arguments, called.rows, sizeof called.rows);
        memcpy(f->allowed->argument_counts, called.counts, sizeof called.counts);
        f->allowed->parameters = called.parameters;
        f->allowed->bracket = open->first;
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static void allow_components(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level);
    if (open->phase == ':' && wants_operand(f, open->at)) {
        f->allowed->names = TMI_ALLOW_TYPE;
    } else if (open->phase == ':' || f->cursor->previous < open->element) {
        add_starts(f, level - 1);
    }
}

static void allow_structure(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level);
    if (open->begun) {
        add_starts(f, level);
    } else if (open->index == 0) {
        f->allowed->words = words_that_start("statement") | WORD(BEGIN);
    } else {
        add_starts(f, level - 1);
    }
}

static void allow_input(const Finder *f, int32_t level) {
    const tmiOpen *open = tmi_open_at(f->c, level);
    if (open->phase && add_expression(f, open->at, TMI_ALLOW_VALUE, NULL)) {
        f->allowed->words |= open->phase == '=' ? WORD(IN) : 0;
        add_starts(f, level - 1);
    }
}

void tmi_allowed_find(const tmiCompletion *c, tmiAllowed *allowed) {
    static void (*const allow[])(const Finder *, int32_t) = {
        [TMI_OPEN_FILE] = add_starts,
        [TMI_OPEN_ITEM] = allow_item,
        [TMI_OPEN_COMPONENTS] = allow_components,
        [TMI_OPEN_STRUCTURE] = allow_structure,
        [TMI_OPEN_STATEMENT] = allow_statement,
        [TMI_OPEN_INPUT] = allow_input,
        [TMI_OPEN_FIELD] = allow_field,
        [TMI_OPEN_BLOCK] = allow_block,
        [TMI_OPEN_BRACKET] = allow_bracket,
    };
    *allowed = (tmiAllowed){.side = {-1, -1}};
    Finder f = {c, &c->cursor, allowed};
    allow[c->cursor.open[c->cursor.depth - 1].kind](&f, c->cursor.depth - 1);
}
