/* recover.c: where the parser goes on after a mistake. */
#include "define/language/syntax/parser_private.h"

#include <string.h>

static bool starts(const tmiToken *token, const char *what) {
    return token->kind == TMI_TOKEN_WORD && token->word &&
           strcmp(tmi_word_row((tmiWord)token->word)->starts, what) == 0;
}

bool tmi_at_item(const tmiParser *p) {
    const tmiToken *token = tmi_token(p), *next = tmi_token_behind(p, 1);
    if (!starts(token, "item")) {
        return false;
    }
    if (token->word == TMI_WORD_INCLUDE) {
        return next->kind == TMI_TOKEN_STRING;
    }
    if (token->word == TMI_WORD_LANGUAGE) {
        return next->kind == TMI_TOKEN_NUMBER;
    }
    if (token->word < TMI_WORD_FREE) {
        return !tmi_is_sign(next, ':');
    }
    /* Words that are not reserved are names elsewhere: `table.top`, `material: steel`. */
    const tmiToken *third = tmi_token_behind(p, 2);
    return token->begins_line && tmi_is_name(next) &&
           (third->word == TMI_WORD_BEGIN || third->word == TMI_WORD_WITH ||
            third->word == TMI_WORD_MATCHING || tmi_is_sign(third, '('));
}

bool tmi_at_statement(const tmiParser *p) {
    return starts(tmi_token(p), "statement") && !tmi_is_sign(tmi_token_behind(p, 1), ':');
}

bool tmi_at_section(const tmiParser *p) {
    const tmiToken *token = tmi_token(p), *next = tmi_token_behind(p, 1);
    if (token->kind != TMI_TOKEN_WORD) {
        return false;
    }
    if (token->word == TMI_WORD_INPUT) {
        return tmi_is_name(next);
    }
    if (starts(token, "section")) {
        return true;
    }
    return tmi_is_sign(next, ':') &&
           tmi_is_section_field(p->tokens->text + token->start, token->length);
}

/* A place within a block where something new begins. Within brackets `word:` can be an item. */
static bool at_start(const tmiParser *p, int32_t brackets) {
    if (p->previous >= 0 && tmi_is_sign(&p->tokens->items[p->previous], '.')) {
        return false; /* a.join */
    }
    return tmi_at_statement(p) || tmi_at_section(p) ||
           (brackets <= 0 && tmi_token(p)->begins_line && tmi_at_field(p));
}

void tmi_recover(tmiParser *p, tmiLevel level, int32_t from) {
    int32_t open = 0, brackets = 0; /* that opened within what is skipped */
    p->lost = p->ended;
    p->deep = false;
    if (p->at == from) {
        tmi_take(p);
    }
    for (; tmi_token(p)->kind != TMI_TOKEN_END && !tmi_at_item(p); tmi_take(p)) {
        if (level == TMI_LEVEL_FILE) {
            if (tmi_at_misspelt_item(p)) {
                return;
            }
            continue;
        }
        bool here = open == 0;
        if (here && tmi_at_sign(p, ';')) {
            tmi_take(p);
            return;
        }
        if (here && (tmi_at_end(p) || at_start(p, brackets))) {
            return;
        }
        open += tmi_at_word(p, TMI_WORD_BEGIN);
        open -= tmi_at_end(p);
        brackets += tmi_at_sign(p, '(');
        brackets -= tmi_at_sign(p, ')');
    }
}

void tmi_recover_head(tmiParser *p) {
    if (!p->lost || p->ended) {
        return;
    }
    while (tmi_token(p)->kind != TMI_TOKEN_END && !tmi_at_item(p) && !at_start(p, 0) &&
           !tmi_at_word(p, TMI_WORD_BEGIN) && !tmi_at_end(p) && !tmi_at_misspelt_item(p)) {
        tmi_take(p);
    }
    p->lost = p->deep = false;
}

void tmi_recover_list(tmiParser *p, int closing) {
    int32_t at = p->at, previous = p->previous, open = 0;
    for (int32_t i = 0; i < TMI_LOOKED_AHEAD && !p->ended && !p->deep; i++) {
        const tmiToken *token = tmi_token(p);
        bool reserved = token->kind == TMI_TOKEN_WORD && !tmi_is_name(token);
        bool ends = token->kind == TMI_TOKEN_END || tmi_at_sign(p, ';') || tmi_at_item(p) ||
                    (reserved && !tmi_is_sign(tmi_token_behind(p, 1), ':')) ||
                    (token->begins_line && tmi_at_section(p));
        if (ends) {
            break;
        }
        if (open == 0 && (tmi_at_sign(p, ',') || tmi_at_sign(p, closing))) {
            p->lost = false;
            return;
        }
        open += tmi_at_sign(p, '(') || tmi_at_sign(p, '[');
        open -= tmi_at_sign(p, ')') || tmi_at_sign(p, ']');
        if (open < 0) {
            break;
        }
        tmi_take(p);
    }
    p->at = p->ended ? p->at : at;
    p->previous = p->ended ? p->previous : previous;
}

tmiWord tmi_meant_word(const tmiParser *p, const char *what) {
    const tmiToken *token = tmi_token(p);
    tmiLikeness likeness;
    tmiWord meant = TMI_WORD_NONE;
    if (token->kind != TMI_TOKEN_WORD) {
        return meant;
    }
    tmi_likeness_start(&likeness, p->tokens->text + token->start, token->length);
    for (int word = 1; word < TMI_WORD_COUNT; word++) {
        const tmiWordRow *row = tmi_word_row((tmiWord)word);
        if (strcmp(row->starts, what) == 0) {
            tmi_likeness_offer(&likeness, row->name, (int32_t)strlen(row->name));
            if (likeness.best == row->name) {
                meant = (tmiWord)word;
            }
        }
    }
    return meant;
}

bool tmi_at_misspelt(const tmiParser *p) {
    const tmiToken *next = tmi_token_behind(p, 1);
    return tmi_token(p)->begins_line && tmi_at_name(p) && next->kind == TMI_TOKEN_WORD &&
           (tmi_meant_word(p, "statement") || tmi_meant_word(p, "section") ||
            tmi_meant_word(p, "item"));
}

bool tmi_at_misspelt_item(const tmiParser *p) {
    const tmiToken *third = tmi_token_behind(p, 2);
    const tmiToken *second = tmi_token_behind(p, 1);
    bool head = tmi_is_name(second) && (third->word == TMI_WORD_BEGIN || tmi_is_sign(third, '('));
    if (!tmi_token(p)->begins_line || !tmi_at_name(p)) {
        return false;
    }
    return (head && tmi_meant_word(p, "item")) ||
           (second->kind == TMI_TOKEN_STRING && tmi_meant_word(p, "item") == TMI_WORD_INCLUDE);
}

bool tmi_at_bare_section(const tmiParser *p) {
    const tmiToken *token = tmi_token(p);
    return token->kind == TMI_TOKEN_WORD && token->begins_line &&
           tmi_is_section_field(p->tokens->text + token->start, token->length);
}

bool tmi_at_meant_end(const tmiParser *p) {
    const tmiToken *token = tmi_token(p), *next = tmi_token_behind(p, 1);
    tmiLikeness likeness;
    if (!token->begins_line || !tmi_is_name(token) ||
        !(next->begins_line || next->kind == TMI_TOKEN_END || tmi_is_sign(next, ';'))) {
        return false;
    }
    tmi_likeness_start(&likeness, p->tokens->text + token->start, token->length);
    if (!tmi_at_field(p)) {
        tmi_likeness_offer(&likeness, "end", 3);
    }
    return likeness.best != NULL;
}
