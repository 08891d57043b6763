/* cursor_word.c: the word that is being typed at a byte of a text. */
#include "define/language/syntax/syntax.h"
#include "define/language/units/units.h"

int32_t tmi_token_before(const tmiTokens *tokens, int32_t token) {
    do {
        token--;
    } while (token >= 0 && tokens->items[token].kind == TMI_TOKEN_COMMENT);
    return token;
}

int32_t tmi_token_after(const tmiTokens *tokens, int32_t token) {
    do {
        token += token + 1 < tokens->count;
    } while (tokens->items[token].kind == TMI_TOKEN_COMMENT);
    return token;
}

/* The token that ends at or behind the offset; of two that meet there the first. */
static int32_t token_at(const tmiTokens *tokens, int32_t offset) {
    int32_t low = 0, high = tokens->count - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        const tmiToken *token = &tokens->items[middle];
        if (token->start + token->length < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* A word behind `3N*` or `3m/` is a unit that goes on, though the scanner cannot know yet. */
static void find_unit(tmiCursor *c) {
    int32_t sign = c->at - 1, number = c->at - 2;
    if (number < 0 || !tmi_is_sign(tmi_cursor_token(c, sign), c->tokens->text[c->start - 1]) ||
        (c->tokens->text[c->start - 1] != '*' && c->tokens->text[c->start - 1] != '/')) {
        return;
    }
    const tmiToken *token = tmi_cursor_token(c, number);
    int32_t digits = tmi_number_digits(c->tokens->text + token->start, token->length);
    if (token->kind == TMI_TOKEN_NUMBER && token->start + token->length == c->start - 1 &&
        digits < token->length) {
        c->in_unit = true;
        c->length += c->start - (token->start + digits);
        c->start = token->start + digits;
        c->at = number;
    }
}

/* Finds the word that is typed; false where there can be none. */
static bool find_token(tmiCursor *c, int32_t offset) {
    int32_t at = token_at(c->tokens, offset);
    /* A word that begins where another token ends is not being typed. */
    const tmiToken *token = tmi_cursor_token(c, at);
    int32_t end = token->start + token->length;
    bool inside = token->start < offset;
    c->offset = c->start = offset;
    c->at = at + (inside && token->kind != TMI_TOKEN_WORD);
    if (inside && token->kind == TMI_TOKEN_WORD) {
        c->start = token->start;
        c->length = token->length;
    } else if (inside && token->kind == TMI_TOKEN_NUMBER) {
        int32_t digits = tmi_number_digits(c->tokens->text + token->start, token->length);
        c->in_unit = offset >= token->start + digits;
        c->start = token->start + digits;
        c->length = token->length - digits;
        c->next = c->at;
        c->at = at;
        return c->in_unit;
    }
    bool line_comment =
        token->kind == TMI_TOKEN_COMMENT && c->tokens->text[token->start + 1] == '/';
    return !inside ||
           !(token->kind == TMI_TOKEN_BAD || (token->kind == TMI_TOKEN_STRING && offset < end) ||
             (token->kind == TMI_TOKEN_COMMENT && (offset < end || line_comment)));
}

bool tmi_cursor_word(tmiCursor *c, int32_t offset) {
    bool found = find_token(c, offset);
    if (found && !c->in_unit && c->start > 0) {
        find_unit(c);
    }
    return found;
}
