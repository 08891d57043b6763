/* cursor.c: the walk over the tokens before a byte of the text that keeps what is open. It asks the
 * parser's own questions about where things begin, so that both read a text in the same way. */
#include "define/language/syntax/syntax.h"

#include "define/language/syntax/parser_private.h"

typedef struct Walk {
    tmiCursor *c;
    tmiParser p; /* only `tokens` and `at`: for its questions */
    bool deep;
} Walk;

/* ---- The stack ----------------------------------------------------------------------------- */

static tmiOpen *top(Walk *w) {
    return &w->c->open[w->c->depth - 1];
}

static void push(Walk *w, tmiOpenKind kind) {
    if (w->c->depth == TMI_CURSOR_DEPTH) {
        w->deep = true;
        return;
    }
    w->c->open[w->c->depth++] = (tmiOpen){.kind = (uint8_t)kind,
                                          .word = (uint8_t)tmi_token(&w->p)->word,
                                          .first = w->p.at,
                                          .content = w->p.at,
                                          .element = w->p.at + 1,
                                          .at = w->p.at + 1,
                                          .name = -1};
}

/* Another element of a block begins at the token. */
static void close_top(Walk *w, int32_t next) {
    w->c->depth--;
    if (top(w)->kind == TMI_OPEN_BLOCK && w->c->open[w->c->depth].kind == TMI_OPEN_FIELD) {
        top(w)->at = top(w)->element = next;
    }
}

/* The token was read as the end of what is open. */
static bool pop(Walk *w) {
    close_top(w, w->p.at + 1);
    return true;
}

/* What is open ended before the token, which is then read again. */
static bool leave(Walk *w) {
    close_top(w, w->p.at);
    return false;
}

static bool set_phase(Walk *w, uint8_t phase) {
    top(w)->phase = phase;
    top(w)->at = w->p.at + 1;
    return true;
}

/* Another element begins behind the token. */
static bool next_element(Walk *w) {
    tmiOpen *open = top(w);
    open->phase = 0;
    open->at = open->element = w->p.at + 1;
    open->name = -1;
    open->index++;
    return true;
}

static bool begin_block(Walk *w) {
    tmiOpen *open = top(w);
    open->begun = true;
    open->content = w->p.at;
    next_element(w);
    open->index = 0;
    return true;
}

/* ---- What begins --------------------------------------------------------------------------- */

static bool open_bracket(Walk *w) {
    bool opens = tmi_at_sign(&w->p, '(') || tmi_at_sign(&w->p, '[');
    if (opens) {
        push(w, TMI_OPEN_BRACKET);
    }
    return opens;
}

/* A section begins, or `input`, whose name is yet to be typed. */
static bool at_section(const Walk *w) {
    return tmi_at_section(&w->p) ||
           (tmi_at_word(&w->p, TMI_WORD_INPUT) && w->p.at == w->c->previous);
}

/* A section of a type. */
static bool open_section(Walk *w) {
    const tmiToken *token = tmi_token(&w->p);
    bool section = at_section(w);
    if (section && token->word == TMI_WORD_COMPONENTS) {
        push(w, TMI_OPEN_COMPONENTS);
    } else if (section && token->word == TMI_WORD_INPUT) {
        push(w, TMI_OPEN_INPUT);
    } else if ((section && token->word == TMI_WORD_STRUCTURE) || tmi_at_statement(&w->p)) {
        push(w, TMI_OPEN_STRUCTURE);
        return !tmi_at_statement(&w->p); /* a statement whose `structure` is missing */
    } else if (tmi_at_field(&w->p)) {
        push(w, TMI_OPEN_FIELD);
    }
    return true;
}

/* Something new begins, for which what is open must have ended. */
static bool at_other(const Walk *w) {
    return tmi_at_end(&w->p) || tmi_at_statement(&w->p) || tmi_at_section(&w->p);
}

/* ---- Items --------------------------------------------------------------------------------- */

static bool step_file(Walk *w) {
    const tmiToken *token = tmi_token(&w->p);
    if (token->kind == TMI_TOKEN_WORD && tmi_word_row((tmiWord)token->word)->starts[0] == 'i') {
        push(w, TMI_OPEN_ITEM);
    }
    return true;
}

static bool is_type(const tmiOpen *open) {
    return open->word == TMI_WORD_PRIMITIVE || open->word == TMI_WORD_COMPOSITE ||
           open->word == TMI_WORD_WORLD;
}

static bool step_head(Walk *w) {
    tmiWord word = (tmiWord)tmi_token(&w->p)->word;
    if (word == TMI_WORD_BEGIN) {
        return begin_block(w);
    }
    if (tmi_at_end(&w->p) || tmi_at_sign(&w->p, ';')) {
        return pop(w);
    }
    if (word == TMI_WORD_WITH || word == TMI_WORD_MATCHING) {
        return set_phase(w, (uint8_t)word);
    }
    if (tmi_at_sign(&w->p, '=')) {
        return set_phase(w, '=');
    }
    /* Behind `function f(x) = x` the `;` may be missing. */
    if (top(w)->phase == '=' && tmi_token(&w->p)->begins_line && tmi_at_item(&w->p)) {
        return leave(w);
    }
    (void)open_bracket(w);
    return true;
}

static bool step_function(Walk *w) {
    if (tmi_at_word(&w->p, TMI_WORD_LET)) {
        return set_phase(w, TMI_WORD_LET);
    }
    if (tmi_at_sign(&w->p, '=')) {
        return set_phase(w, '=');
    }
    if (tmi_at_sign(&w->p, ';')) {
        return next_element(w);
    }
    (void)open_bracket(w);
    return true;
}

static bool step_hinge(Walk *w) {
    const tmiToken *token = tmi_token(&w->p);
    const tmiOpen *open = top(w);
    static const tmiWord order[] = {TMI_WORD_POINT, TMI_WORD_ON, TMI_WORD_PLANE, TMI_WORD_NORMAL};
    if (tmi_at_sign(&w->p, ';')) {
        return next_element(w);
    }
    /* These words are names elsewhere: each counts only behind the one before it. */
    for (int i = 0; i < 4; i++) {
        bool here = open->phase == (i == 0 ? 0 : order[i - 1]) && token->word == order[i];
        bool again = i == 0 && open->phase == TMI_WORD_NORMAL && token->word == order[0] &&
                     w->p.at > open->at && token->begins_line;
        if (token->kind == TMI_TOKEN_WORD && (here || again)) {
            return set_phase(w, (uint8_t)order[i]);
        }
    }
    (void)open_bracket(w);
    return true;
}

static bool step_item(Walk *w) {
    const tmiOpen *open = top(w);
    if (!open->begun) {
        return step_head(w);
    }
    if (tmi_at_end(&w->p)) {
        return pop(w);
    }
    if (is_type(open)) {
        return open_section(w);
    }
    if (open->word == TMI_WORD_FUNCTION) {
        return step_function(w);
    }
    if (open->word == TMI_WORD_HINGE) {
        return step_hinge(w);
    }
    if (tmi_at_field(&w->p)) {
        push(w, TMI_OPEN_FIELD);
    }
    return true;
}

/* ---- Sections ------------------------------------------------------------------------------ */

static bool step_components(Walk *w) {
    const tmiToken *token = tmi_token(&w->p), *next = tmi_token_behind(&w->p, 1);
    if (at_other(w) || at_section(w)) {
        return leave(w);
    }
    if (tmi_at_sign(&w->p, ';')) {
        return next_element(w);
    }
    if (tmi_at_sign(&w->p, ':')) {
        return set_phase(w, ':');
    }
    bool declares = tmi_is_sign(next, ':') || tmi_is_sign(next, ',') || tmi_is_sign(next, '[');
    if (top(w)->phase == ':' && w->p.at > top(w)->at && token->begins_line && tmi_is_name(token) &&
        declares) {
        next_element(w); /* the `;` before it is missing */
        top(w)->at = top(w)->element = w->p.at;
    }
    (void)open_bracket(w);
    return true;
}

static bool step_structure(Walk *w) {
    tmiOpen *open = top(w);
    if (!open->begun && tmi_at_word(&w->p, TMI_WORD_BEGIN)) {
        return begin_block(w);
    }
    if (open->begun && tmi_at_end(&w->p)) {
        return pop(w);
    }
    if (tmi_at_statement(&w->p) && (open->begun || open->index == 0)) {
        open->index++;
        push(w, TMI_OPEN_STATEMENT);
        return true;
    }
    bool stray = tmi_at_sign(&w->p, ';') && open->begun;
    bool spoilt = open->begun && !tmi_at_section(&w->p);
    return stray || spoilt ? true : leave(w);
}

static bool divides(tmiWord statement, tmiWord word) {
    switch (statement) {
    case TMI_WORD_JOIN:
        return word == TMI_WORD_TO || word == TMI_WORD_WITH || word == TMI_WORD_MATCHING ||
               word == TMI_WORD_AS;
    case TMI_WORD_PLACE:
        return word == TMI_WORD_BY || word == TMI_WORD_AT || word == TMI_WORD_NEAR;
    default:
        return word == TMI_WORD_IN || word == TMI_WORD_STEP;
    }
}

/* Whether `near` stands behind the feature that is placed: else it is a name. */
static bool divides_near(const Walk *w, const tmiOpen *open) {
    return open->phase == TMI_WORD_BY && w->p.at > open->at &&
           !tmi_is_sign(tmi_cursor_token(w->c, tmi_token_before(w->c->tokens, w->p.at)), '.');
}

static bool step_statement(Walk *w) {
    tmiOpen *open = top(w);
    const tmiToken *token = tmi_token(&w->p);
    if (open->word == TMI_WORD_FOR && tmi_at_word(&w->p, TMI_WORD_BEGIN) && !open->begun) {
        return begin_block(w);
    }
    if (open->begun && tmi_at_end(&w->p)) {
        return pop(w);
    }
    if (open->begun && tmi_at_statement(&w->p)) {
        push(w, TMI_OPEN_STATEMENT);
        return true;
    }
    if (tmi_at_sign(&w->p, ';')) {
        return open->begun ? true : pop(w);
    }
    /* A name that words such as `input` can be, too: right behind a dividing word, or before `=`.
     */
    bool named =
        tmi_is_sign(tmi_token_behind(&w->p, 1), '=') || (w->p.at == open->at && tmi_is_name(token));
    if (at_other(w) && !named) {
        return leave(w);
    }
    bool is_name = (token->word == TMI_WORD_STEP && open->phase != TMI_SIGN_TO) ||
                   (token->word == TMI_WORD_NEAR && !divides_near(w, open));
    if (token->kind == TMI_TOKEN_WORD && divides((tmiWord)open->word, (tmiWord)token->word) &&
        !is_name) {
        return set_phase(w, (uint8_t)token->word);
    }
    if (open->word != TMI_WORD_FOR && tmi_at_sign(&w->p, '=')) {
        open->name = tmi_token_before(w->c->tokens, w->p.at);
        return set_phase(w, '=');
    }
    if (open->word == TMI_WORD_FOR && tmi_at_sign(&w->p, TMI_SIGN_TO)) {
        return set_phase(w, TMI_SIGN_TO);
    }
    (void)open_bracket(w);
    return true;
}

/* ---- Clauses ------------------------------------------------------------------------------- */

/* of, at, =, .., in: what divides a clause, and the declaration of an input. */
static bool step_clause(Walk *w) {
    const tmiToken *token = tmi_token(&w->p);
    tmiWord word = token->kind == TMI_TOKEN_WORD ? (tmiWord)token->word : TMI_WORD_NONE;
    if (word == TMI_WORD_OF || word == TMI_WORD_AT || word == TMI_WORD_IN) {
        return set_phase(w, (uint8_t)word);
    }
    if (tmi_at_sign(&w->p, '=') || tmi_at_sign(&w->p, TMI_SIGN_TO)) {
        return set_phase(w, token->sign);
    }
    (void)open_bracket(w);
    return true;
}

static bool step_input(Walk *w) {
    if (tmi_at_sign(&w->p, ';')) {
        return pop(w);
    }
    return at_other(w) || tmi_at_field(&w->p) ? leave(w) : step_clause(w);
}

static bool step_field(Walk *w) {
    tmiOpen *open = top(w);
    if (tmi_at_sign(&w->p, ';')) {
        return pop(w);
    }
    if (tmi_at_sign(&w->p, ':') && open->content == open->first) {
        open->content = w->p.at;
        open->at = open->element = w->p.at + 1;
        return true;
    }
    if (tmi_at_word(&w->p, TMI_WORD_WHERE)) {
        return set_phase(w, TMI_WORD_WHERE);
    }
    if (tmi_at_word(&w->p, TMI_WORD_BEGIN)) {
        open->begun = true;
        push(w, TMI_OPEN_BLOCK);
        return true;
    }
    if (at_other(w) || tmi_at_field(&w->p)) {
        return leave(w);
    }
    return tmi_at_sign(&w->p, ',') ? next_element(w) : step_clause(w);
}

static bool step_block(Walk *w) {
    const tmiOpen *field = top(w) - 1;
    const tmiToken *token = tmi_token(&w->p);
    /* A section that stands no further in than the field: the `end` of the block is missing. */
    bool outside = tmi_at_section(&w->p) && token->begins_line &&
                   tmi_indentation(&w->p, token) <=
                       tmi_indentation(&w->p, tmi_cursor_token(w->c, field->first)) &&
                   tmi_cursor_token(w->c, field->first)->begins_line;
    if (tmi_at_end(&w->p)) {
        return pop(w);
    }
    if (outside || (tmi_at_statement(&w->p) && token->begins_line)) {
        return leave(w);
    }
    if (tmi_at_sign(&w->p, ';')) {
        return next_element(w);
    }
    if (tmi_at_field(&w->p)) {
        push(w, TMI_OPEN_FIELD);
        return true;
    }
    return step_clause(w);
}

static bool step_bracket(Walk *w) {
    tmiOpen *open = top(w);
    const tmiToken *token = tmi_token(&w->p);
    bool reserved = token->kind == TMI_TOKEN_WORD && !tmi_is_name(token) &&
                    !tmi_is_sign(tmi_token_behind(&w->p, 1), ':');
    bool operates = token->word == TMI_WORD_IF || token->word == TMI_WORD_THEN ||
                    token->word == TMI_WORD_ELSE || token->word == TMI_WORD_AND ||
                    token->word == TMI_WORD_OR || token->word == TMI_WORD_NOT;
    if (tmi_at_sign(&w->p, ')') || tmi_at_sign(&w->p, ']')) {
        return pop(w);
    }
    if (tmi_at_sign(&w->p, ';') || (reserved && !operates) ||
        (token->begins_line && tmi_at_section(&w->p))) {
        return leave(w); /* the bracket was not closed */
    }
    if (tmi_at_sign(&w->p, ',')) {
        bool named = open->name >= 0;
        next_element(w);
        open->index -= named; /* only those without a name are found by position */
        return true;
    }
    if (tmi_at_sign(&w->p, ':')) {
        open->name = tmi_token_before(w->c->tokens, w->p.at);
        return set_phase(w, ':');
    }
    if (tmi_at_sign(&w->p, '=') || tmi_at_sign(&w->p, TMI_SIGN_TO)) {
        return set_phase(w, token->sign);
    }
    (void)open_bracket(w);
    return true;
}

/* ---- All ----------------------------------------------------------------------------------- */

static bool step(Walk *w) {
    static bool (*const steps[])(Walk *) = {
        [TMI_OPEN_FILE] = step_file,
        [TMI_OPEN_ITEM] = step_item,
        [TMI_OPEN_COMPONENTS] = step_components,
        [TMI_OPEN_STRUCTURE] = step_structure,
        [TMI_OPEN_STATEMENT] = step_statement,
        [TMI_OPEN_INPUT] = step_input,
        [TMI_OPEN_FIELD] = step_field,
        [TMI_OPEN_BLOCK] = step_block,
        [TMI_OPEN_BRACKET] = step_bracket,
    };
    int32_t before = tmi_token_before(w->c->tokens, w->p.at);
    if (before >= 0 && tmi_is_sign(tmi_cursor_token(w->c, before), '.')) {
        return true; /* behind a dot every word is a name */
    }
    if (w->c->depth > 1 && tmi_at_item(&w->p)) {
        w->c->depth = 1;
    }
    return steps[top(w)->kind](w);
}

bool tmi_cursor_find(tmiCursor *c, const tmiTokens *tokens, int32_t offset) {
    *c = (tmiCursor){.tokens = tokens, .depth = 1};
    c->open[0] = (tmiOpen){.kind = TMI_OPEN_FILE, .first = -1, .content = -1, .name = -1};
    if (!tmi_cursor_word(c, offset)) {
        return false;
    }
    c->next = c->length > 0 ? tmi_token_after(tokens, c->at) : c->at;
    if (tmi_cursor_token(c, c->next)->kind == TMI_TOKEN_COMMENT) {
        c->next = tmi_token_after(tokens, c->next);
    }
    c->previous = c->in_unit ? c->at : tmi_token_before(tokens, c->at);
    Walk w = {.c = c, .p = {.tokens = tokens}};
    for (w.p.at = tmi_skip_comments(&w.p, 0); w.p.at < c->at && !w.deep; tmi_take(&w.p)) {
        while (!step(&w)) {
        }
    }
    return !w.deep;
}
