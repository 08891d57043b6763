/* parser_errors.c: what the parser says when it finds something else than it expected. */
#include "define/language/parser.h"

#include <string.h>

/* ---- Messages ------------------------------------------------------------------------------ */

/* What the scanner told of, or what follows from that, needs no second message. */
static bool is_told(const tmiParser *p) {
    const tmiToken *tokens = p->tokens->items;
    bool bad = tokens[p->at].kind == TMI_TOKEN_BAD ||
               (p->previous >= 0 && tokens[p->previous].kind == TMI_TOKEN_BAD);
    bool unknown_rest = tokens[p->at].kind == TMI_TOKEN_END && p->tokens->unclosed;
    return p->ended || p->at == p->told_at || bad || unknown_rest;
}

void tmi_mistake(tmiParser *p, tmiMessage *message) {
    if (!is_told(p)) {
        if (message->span.length == 0) {
            const tmiToken *token = tmi_token(p);
            message->span = (tmiSpan){token->start, token->length};
        }
        tmi_tell(p->teller, message);
    }
    p->told_at = p->at;
    p->spoils++;
}

const char *tmi_describe(const tmiParser *p, const tmiToken *token, tmiQuote *quote) {
    if (token->kind == TMI_TOKEN_END) {
        return "the end of the file";
    }
    return tmi_quote(quote, p->tokens->text + token->start, token->length);
}

/* Whether the next token stands in another line: then the place to mend is behind the last one. */
static bool is_elsewhere(const tmiParser *p) {
    return p->previous >= 0 && tmi_token(p)->begins_line;
}

/* Tells that `what` was expected: at what was found, or behind the last token where that ends its
 * line. */
static void tell_missing(tmiParser *p, tmiMessage *message, const char *what) {
    tmiQuote found;
    const char *const here[] = {"expected ", what, ", found ",
                                tmi_describe(p, tmi_token(p), &found), NULL};
    const char *const behind[] = {"expected ", what, " behind this", NULL};
    message->words = here;
    if (is_elsewhere(p)) {
        const tmiToken *last = &p->tokens->items[p->previous];
        message->span = (tmiSpan){last->start + last->length - 1, 1};
        message->words = behind;
    }
    tmi_mistake(p, message);
}

static void tell_expected(tmiParser *p, const char *what, const char *hint) {
    const char *const hints[] = {hint, NULL};
    tell_missing(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED, .hint = hint ? hints : NULL}, what);
}

/* Tells that the next word was probably meant to be this one. */
static void tell_meant(tmiParser *p, const char *quoted) {
    tmiQuote found;
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS("expected ", quoted, ", found ",
                                                    tmi_describe(p, tmi_token(p), &found)),
                                 .hint = TMI_WORDS("did you mean ", quoted, "?")});
}

tmiNodeRef tmi_expected_hint(tmiParser *p, const char *what, const char *hint) {
    if (!p->lost) {
        tell_expected(p, what, hint);
        p->lost = true;
    }
    tmiGrowth error = tmi_grow(p, TMI_NODE_ERROR);
    tmiNodeRef ref = tmi_grown(p, &error);
    p->tree->nodes[ref].spoiled = ref != 0;
    return ref;
}

tmiNodeRef tmi_expected(tmiParser *p, const char *what) {
    return tmi_expected_hint(p, what, NULL);
}

/* ---- Signs and words in between ------------------------------------------------------------ */

static const char *sign_name(int sign) {
    static const char *const names[] = {"'..'", "'<='", "'>='", "'=='", "'!='"};
    switch (sign) {
    case '(':
        return "'('";
    case ')':
        return "')'";
    case ']':
        return "']'";
    case ':':
        return "':'";
    case ';':
        return "';'";
    case '=':
        return "'='";
    default:
        return sign >= TMI_SIGN_TO ? names[sign - TMI_SIGN_TO] : "a sign";
    }
}

/* One for the other is a habit from other languages. */
static bool is_meant(const tmiToken *found, int sign) {
    bool assigns = sign == '=' || sign == ':';
    return (assigns && (tmi_is_sign(found, '=') || tmi_is_sign(found, ':') ||
                        tmi_is_sign(found, TMI_SIGN_EQUAL))) ||
           (sign == TMI_SIGN_TO &&
            (tmi_is_sign(found, ',') || tmi_is_sign(found, ':') || tmi_is_sign(found, '-')));
}

void tmi_expect_sign(tmiParser *p, int sign, const char *hint) {
    if (p->lost || tmi_take_sign(p, sign)) {
        return;
    }
    tell_expected(p, sign_name(sign), hint);
    bool is_behind = tmi_is_sign(tmi_token_behind(p, 1), sign);
    if (is_behind || is_meant(tmi_token(p), sign)) {
        tmi_take(p);
    }
    if (is_behind) {
        tmi_take(p);
    }
}

void tmi_expect_word(tmiParser *p, tmiWord word, const char *hint) {
    if (p->lost || tmi_take_word(p, word)) {
        return;
    }
    const tmiToken *found = tmi_token(p);
    const char *name = tmi_word_row(word)->name, *text = p->tokens->text + found->start;
    tmiQuote expected;
    tmi_quote(&expected, name, (int32_t)strlen(name));
    tmiLikeness likeness;
    tmi_likeness_start(&likeness, text, found->length);
    if (tmi_is_name(found)) {
        tmi_likeness_offer(&likeness, name, (int32_t)strlen(name));
    }
    bool is_like = likeness.best != NULL;
    bool is_behind = tmi_token_behind(p, 1)->word == word;
    if (is_like) {
        tell_meant(p, expected.text);
    } else {
        tell_expected(p, expected.text, hint);
    }
    if (is_like || is_behind) {
        tmi_take(p);
    }
    if (is_behind && !is_like) {
        tmi_take(p);
    }
}

bool tmi_expect_begin(tmiParser *p) {
    if (p->lost || tmi_take_word(p, TMI_WORD_BEGIN)) {
        return !p->lost;
    }
    bool dashed = tmi_at_sign(p, '-') || tmi_at_sign(p, '.');
    tmi_expect_word(p, TMI_WORD_BEGIN, dashed ? "a name is made of letters, digits and '_'" : NULL);
    if (p->tokens->items[p->previous].word == TMI_WORD_BEGIN) {
        return true;
    }
    /* Further on in the line it may be all the same. */
    int32_t at = p->at, previous = p->previous;
    while (!tmi_token(p)->begins_line && tmi_token(p)->kind != TMI_TOKEN_END) {
        tmi_take(p);
        if (p->tokens->items[p->previous].word == TMI_WORD_BEGIN) {
            return true;
        }
    }
    p->at = at;
    p->previous = previous;
    return !tmi_at_sign(p, ';') && !tmi_at_item(p) && tmi_token(p)->kind != TMI_TOKEN_END;
}

void tmi_expect_closing(tmiParser *p, int sign, int32_t open) {
    if (p->lost || tmi_take_sign(p, sign)) {
        return;
    }
    const tmiToken *opening = &p->tokens->items[open];
    bool list = opening->sign == '(' && tmi_token(p)->kind != TMI_TOKEN_END;
    bool assigned = tmi_at_sign(p, '=');
    static const char *const named[] = {"name an item by ':', compare by '=='", NULL};
    static const char *const opened[] = {"the bracket opened here", NULL};
    tell_missing(p,
                 &(tmiMessage){.code = TMI_SAYS_OPEN_BRACKET,
                               .hint = assigned ? named : NULL,
                               .related = opened,
                               .related_span = {opening->start, opening->length}},
                 sign == ']' ? "']'"
                 : list      ? "',' or ')'"
                             : "')'");
    p->lost = true;
}

void tmi_expect_semicolon(tmiParser *p) {
    if (p->lost || tmi_take_sign(p, ';')) {
        return;
    }
    const tmiToken *next = tmi_token(p);
    bool ended = p->previous >= 0 && p->tokens->items[p->previous].word == TMI_WORD_END;
    bool may_miss = ended || next->kind == TMI_TOKEN_END || tmi_at_end(p) || tmi_at_item(p) ||
                    tmi_at_section(p) || tmi_at_statement(p) || tmi_at_field(p) ||
                    tmi_at_misspelt(p) || tmi_at_bare_section(p);
    if (may_miss) {
        return;
    }
    static const char *const closed[] = {"no bracket is open here", NULL};
    static const char *const beside[] = {"is an operator or a comma missing before it?", NULL};
    bool closes = tmi_at_sign(p, ')') || tmi_at_sign(p, ']');
    bool is_beside = tmi_at_operand(p) && !next->begins_line;
    tell_missing(p,
                 &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                               .hint = closes      ? closed
                                       : is_beside ? beside
                                                   : NULL},
                 "';'");
    p->lost = !next->begins_line;
}

/* ---- Blocks -------------------------------------------------------------------------------- */

int32_t tmi_indentation(const tmiParser *p, const tmiToken *token) {
    int32_t start = p->tokens->lines[tmi_tokens_line(p->tokens, token->start)], at = start;
    while (p->tokens->text[at] == ' ' || p->tokens->text[at] == '\t') {
        at++;
    }
    return at - start;
}

/* The first words of what opened: 'primitive rod'. */
static tmiSpan opening_span(const tmiParser *p, int32_t open) {
    const tmiToken *first = &p->tokens->items[open], *second = first + 1;
    bool two = first->kind == TMI_TOKEN_WORD && second->kind == TMI_TOKEN_WORD &&
               !second->begins_line && second->word != TMI_WORD_BEGIN;
    int32_t end = two ? second->start + second->length : first->start + first->length;
    return (tmiSpan){first->start, end - first->start};
}

static void tell_open_block(tmiParser *p, int32_t open) {
    const tmiToken *tokens = p->tokens->items;
    tmiSpan opened = opening_span(p, open);
    tmiQuote quote, found, odd_quote;
    tmi_quote(&quote, p->tokens->text + opened.start, opened.length);
    bool odd = p->odd_end > open;
    tmiSpan odd_span = opening_span(p, odd ? p->odd_open : open);
    tmi_quote(&odd_quote, p->tokens->text + odd_span.start, odd_span.length);
    char line[24];
    tmiText number;
    tmi_text_init(&number, line, sizeof line);
    tmi_text_add_int(&number, tmi_tokens_line(p->tokens, tokens[p->odd_end].start) + 1);
    const tmiToken *last = p->previous >= 0 ? &tokens[p->previous] : tmi_token(p);
    bool at_end = tmi_token(p)->kind == TMI_TOKEN_END;
    tmi_mistake(p,
                &(tmiMessage){
                    .code = TMI_SAYS_OPEN_BLOCK,
                    .span = at_end ? (tmiSpan){last->start + last->length - 1, 1} : (tmiSpan){0, 0},
                    .words = TMI_WORDS("'end' is missing: ", quote.text, " is still open at ",
                                       tmi_describe(p, tmi_token(p), &found)),
                    .hint = odd ? TMI_WORDS("the 'end' in line ", line, " closes ", odd_quote.text,
                                            ", though it is not indented so")
                                : NULL,
                    .related = TMI_WORDS("the block of ", quote.text, " opened here"),
                    .related_span = opened});
}

void tmi_expect_end(tmiParser *p, int32_t open) {
    if (p->lost) {
        return;
    }
    const tmiToken *token = tmi_token(p);
    if (tmi_at_meant_end(p)) {
        tell_meant(p, "'end'");
        tmi_take(p);
        return;
    }
    if (!tmi_at_end(p)) {
        tell_open_block(p, open);
        return;
    }
    if (token->begins_line && p->odd_end == 0 &&
        tmi_indentation(p, token) != tmi_indentation(p, &p->tokens->items[open])) {
        p->odd_end = p->at;
        p->odd_open = open;
    }
    tmi_take(p);
}
