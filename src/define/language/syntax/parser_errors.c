/* parser_errors.c: messages of the parser when it finds something other than expected. */
#include "define/language/syntax/parser_private.h"
#include "define/language/units/units.h"

#include <string.h>

/* ---- Messages ------------------------------------------------------------------------------ */

/* What the scanner reported, or what follows from that, needs no second message. */
static bool is_reported(const tmiParser *p) {
    const tmiToken *tokens = p->tokens->items;
    bool bad = tokens[p->at].kind == TMI_TOKEN_BAD ||
               (p->previous >= 0 && tokens[p->previous].kind == TMI_TOKEN_BAD);
    bool brace =
        tokens[p->at].kind == TMI_TOKEN_WORD && (p->tokens->text[tokens[p->at].start] == '{' ||
                                                 p->tokens->text[tokens[p->at].start] == '}');
    bool unknown_rest = tokens[p->at].kind == TMI_TOKEN_END && p->tokens->unclosed;
    return p->ended || p->at == p->reported_at || bad || brace || unknown_rest;
}

void tmi_mistake(tmiParser *p, tmiMessage *message) {
    if (!is_reported(p)) {
        if (message->span.length == 0) {
            const tmiToken *token = tmi_token(p);
            message->span = (tmiSpan){token->start, token->length};
        }
        tmi_report(p->reporter, message);
    }
    p->reported_at = p->at;
    p->spoils++;
    if (p->reporter->errors >= TM_DIAG_LIMIT) {
        tmi_end_early(p); /* no more would be reported */
    }
}

void tmi_check_names(tmiParser *p, int32_t count, const char *words) {
    if (count == TMI_NAMES_MAX + 1) {
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_TOO_LARGE, .words = TMI_WORDS(words)});
    }
}

const char *tmi_describe(const tmiParser *p, const tmiToken *token, tmiQuote *quote) {
    if (token->kind == TMI_TOKEN_END) {
        return "the end of the text";
    }
    return tmi_quote(quote, p->tokens->text + token->start, token->length);
}

/* Whether the next token stands in another line: then the place to fix is behind the last one. */
static bool is_elsewhere(const tmiParser *p) {
    return p->previous >= 0 && tmi_token(p)->begins_line;
}

/* Reports that `what` was expected: at what was found, or behind the last token where that ends its
 * line. */
static void report_missing(tmiParser *p, tmiMessage *message, const char *what) {
    tmiQuote found;
    const char *const here[] = {"expected ", what, ", found ",
                                tmi_describe(p, tmi_token(p), &found), NULL};
    const char *const behind[] = {"expected ", what, " after this", NULL};
    message->words = here;
    if (is_elsewhere(p)) {
        const tmiToken *last = &p->tokens->items[p->previous];
        message->span = (tmiSpan){last->start + last->length - 1, 1};
        message->words = behind;
    }
    tmi_mistake(p, message);
}

static void report_expected(tmiParser *p, const char *what, const char *hint) {
    const char *const hints[] = {hint, NULL};
    report_missing(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED, .hint = hint ? hints : NULL}, what);
}

/* Reports that the next word was probably meant to be this one. */
static void report_meant(tmiParser *p, const char *quoted) {
    tmiQuote found;
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS("expected ", quoted, ", found ",
                                                    tmi_describe(p, tmi_token(p), &found)),
                                 .hint = TMI_WORDS("did you mean ", quoted, "?")});
}

tmiNodeRef tmi_expected_hint(tmiParser *p, const char *what, const char *hint) {
    if (!p->lost) {
        report_expected(p, what, hint);
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
    report_expected(p, sign_name(sign), hint);
    bool is_behind = tmi_is_sign(tmi_token_behind(p, 1), sign);
    if (is_behind || is_meant(tmi_token(p), sign)) {
        tmi_take(p);
    }
    if (is_behind) {
        tmi_take(p);
    }
}

/* Whether the next token can have been meant for the word, a letter or two amiss: what follows it
 * must be able to follow the word. In `join a two with …` it is `to` that is missing before two. */
static bool is_misspelt(const tmiParser *p, tmiWord word) {
    const tmiToken *found = tmi_token(p), *behind = tmi_token_behind(p, 1);
    const char *name = tmi_word_row(word)->name;
    bool opens =
        word == TMI_WORD_BEGIN || word == TMI_WORD_STRUCTURE || behind->word == TMI_WORD_BEGIN;
    bool value = behind->kind == TMI_TOKEN_NUMBER || behind->kind == TMI_TOKEN_STRING ||
                 tmi_is_name(behind) || tmi_is_sign(behind, '(') || tmi_is_sign(behind, '-') ||
                 behind->word == TMI_WORD_IF || behind->word == TMI_WORD_NOT;
    tmiLikeness likeness;
    tmi_likeness_start(&likeness, p->tokens->text + found->start, found->length);
    if (tmi_is_name(found) && (opens || value)) {
        tmi_likeness_offer(&likeness, name, (int32_t)strlen(name));
    }
    return likeness.best != NULL;
}

/* Whether another word or sign stands in place of one between two things: `place a from top`.
 */
static bool is_instead(const tmiParser *p, tmiWord word) {
    const tmiToken *found = tmi_token(p), *behind = tmi_token_behind(p, 1);
    bool between = word == TMI_WORD_TO || word == TMI_WORD_WITH || word == TMI_WORD_BY ||
                   word == TMI_WORD_AT || word == TMI_WORD_MATCHING || word == TMI_WORD_IN ||
                   word == TMI_WORD_AS || word == TMI_WORD_OF;
    bool lists = word == TMI_WORD_AT || word == TMI_WORD_MATCHING;
    bool starts = tmi_is_name(behind) || behind->kind == TMI_TOKEN_NUMBER ||
                  (lists && tmi_is_sign(behind, '('));
    bool is_sign = tmi_is_sign(found, ',') || tmi_is_sign(found, '=') || tmi_is_sign(found, ':');
    bool named = word == TMI_WORD_MATCHING && found->word == TMI_WORD_AS; /* it is missing */
    return between && starts && !named && !found->begins_line && !behind->begins_line &&
           (found->kind == TMI_TOKEN_WORD || is_sign);
}

void tmi_expect_word(tmiParser *p, tmiWord word, const char *hint) {
    if (p->lost || tmi_take_word(p, word)) {
        return;
    }
    const char *name = tmi_word_row(word)->name;
    tmiQuote expected;
    tmi_quote(&expected, name, (int32_t)strlen(name));
    bool is_like = is_misspelt(p, word);
    bool is_behind = tmi_token_behind(p, 1)->word == word;
    bool instead = is_like || is_instead(p, word);
    if (is_like) {
        report_meant(p, expected.text);
    } else {
        report_expected(p, expected.text, hint);
    }
    if (instead || is_behind) {
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
    bool bare = tmi_at_statement(p) ||
                (tmi_at_sign(p, ':') && tmi_token_behind(p, 1)->word != TMI_WORD_BEGIN);
    tmi_expect_word(p, TMI_WORD_BEGIN,
                    dashed ? "a name is made of letters, digits and '_'"
                    : bare ? "what belongs to it goes between 'begin' and 'end'"
                           : NULL);
    if (p->tokens->items[p->previous].word == TMI_WORD_BEGIN) {
        return true;
    }
    /* It may still follow later in the line. */
    int32_t at = p->at, previous = p->previous;
    for (int32_t i = 0;
         i < TMI_LOOKED_AHEAD && !tmi_token(p)->begins_line && tmi_token(p)->kind != TMI_TOKEN_END;
         i++) {
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
    report_missing(p,
                   &(tmiMessage){.code = TMI_SAYS_OPEN_BRACKET,
                                 .hint = assigned ? named : NULL,
                                 .related = opened,
                                 .related_span = {opening->start, opening->length}},
                   sign == ']' ? "']'"
                   : list      ? "',' or ')'"
                               : "')'");
    p->lost = true;
}

bool tmi_at_spaced_unit(const tmiParser *p) {
    const tmiToken *token = tmi_token(p);
    return p->previous >= 0 && p->tokens->items[p->previous].kind == TMI_TOKEN_NUMBER &&
           token->kind == TMI_TOKEN_WORD && !tmi_at_field(p) &&
           tmi_unit_find(p->tokens->text + token->start, token->length);
}

/* Whether `of` stands before the last path. */
static bool is_behind_of(const tmiParser *p) {
    const tmiToken *token = &p->tokens->items[p->previous];
    while (token > p->tokens->items && !token->begins_line &&
           (tmi_is_name(token) || tmi_is_sign(token, '.'))) {
        token--;
    }
    return token->word == TMI_WORD_OF;
}

/* What was probably meant where something else stands behind a value; null: nothing is known. */
static const char *semicolon_hint(const tmiParser *p) {
    const tmiToken *next = tmi_token(p), *last = &p->tokens->items[p->previous];
    if (tmi_at_sign(p, ')') || tmi_at_sign(p, ']')) {
        return "no bracket is open here";
    }
    if (tmi_at_sign(p, ',') &&
        tmi_has_decimal_comma(p->tokens->text + last->start, last->length + 2)) {
        return TMI_DECIMAL_POINT;
    }
    if (tmi_at_word(p, TMI_WORD_IF)) {
        return "a choice is written as 'if … then … else …'";
    }
    if (tmi_at_word(p, TMI_WORD_TO)) {
        return "a range is written as 'first .. last'";
    }
    if (tmi_at_word(p, TMI_WORD_AT) && is_behind_of(p)) {
        return "either 'of' a part or join, or 'at' a feature: force at part.feature = …";
    }
    if (next->begins_line || !tmi_at_operand(p)) {
        return NULL;
    }
    return tmi_at_spaced_unit(p) ? "a unit follows its number without a space"
           : tmi_is_name(last)   ? "is a bracket, an operator or a comma missing before it?"
                                 : "is an operator or a comma missing before it?";
}

void tmi_expect_semicolon(tmiParser *p) {
    if (p->lost || tmi_take_sign(p, ';')) {
        return;
    }
    const tmiToken *next = tmi_token(p);
    const tmiToken *last = p->previous >= 0 ? &p->tokens->items[p->previous] : NULL;
    bool instead = last && tmi_is_sign(last, ',') && p->reported_at == p->previous; /* of the `;` */
    bool ended = instead || (last && last->word == TMI_WORD_END);
    bool may_miss = ended || next->kind == TMI_TOKEN_END || tmi_at_end(p) || tmi_at_item(p) ||
                    tmi_at_section(p) || tmi_at_statement(p) || tmi_at_field(p) ||
                    tmi_at_misspelt(p) || tmi_at_bare_section(p);
    if (may_miss) {
        return;
    }
    const char *const hints[] = {semicolon_hint(p), NULL};
    report_missing(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED, .hint = hints[0] ? hints : NULL},
                   "';'");
    p->lost = !next->begins_line;
}

void tmi_close(tmiParser *p, tmiNodeRef ref) {
    tmi_expect_semicolon(p);
    if (p->lost && ref) {
        /* What stands behind it may belong to it, or to the last thing in it. */
        tmiNode *nodes = p->tree->nodes;
        tmiNodeRef last = nodes[ref].child;
        while (last && nodes[last].next) {
            last = nodes[last].next;
        }
        nodes[ref].spoiled = true;
        nodes[last].spoiled = last != 0;
    }
}

/* ---- Blocks -------------------------------------------------------------------------------- */

/* Bytes of a line that are gone back one by one: mostly cheaper than a search among all lines. */
#define LINE_USUAL 100

int32_t tmi_indentation(const tmiParser *p, const tmiToken *token) {
    const char *text = p->tokens->text;
    int32_t start = token->start, min = start > LINE_USUAL ? start - LINE_USUAL : 0;
    while (start > min && text[start - 1] != '\n') {
        start--;
    }
    if (start > 0 && text[start - 1] != '\n') {
        start = p->tokens->lines[tmi_tokens_line(p->tokens, token->start)];
    }
    int32_t at = start;
    while (text[at] == ' ' || text[at] == '\t') {
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

static void report_open_block(tmiParser *p, int32_t open) {
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
        report_meant(p, "'end'");
        tmi_take(p);
        return;
    }
    if (!tmi_at_end(p)) {
        report_open_block(p, open);
        p->reported_at =
            tmi_at_misspelt_item(p) ? -1 : p->reported_at; /* that is another mistake */
        return;
    }
    if (token->begins_line && p->odd_end == 0 &&
        tmi_indentation(p, token) != tmi_indentation(p, &p->tokens->items[open])) {
        p->odd_end = p->at;
        p->odd_open = open;
    }
    tmi_take(p);
}
