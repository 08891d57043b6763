/* parse_field.c: fields, `word: value where block;`, and blocks of them. */
#include "define/language/parser.h"

static tmiNodeRef read_block_item(tmiParser *p);

/* Skips a block that is nested too deep to be read, up to its `end`. */
static void skip_block(tmiParser *p) {
    int32_t open = 0;
    for (; tmi_token(p)->kind != TMI_TOKEN_END && !tmi_at_item(p); tmi_take(p)) {
        if (open == 0 && tmi_at_end(p)) {
            break;
        }
        open += tmi_at_word(p, TMI_WORD_BEGIN);
        open -= tmi_at_end(p);
    }
    p->lost = p->ended;
    p->deep = false;
}

/* Whether the token is indented further than what opened: it was meant to stand within it. */
static bool is_within(const tmiParser *p, int32_t open) {
    return tmi_token(p)->begins_line &&
           tmi_indentation(p, tmi_token(p)) > tmi_indentation(p, &p->tokens->items[open]);
}

/* A definition within another: told, and read so that its own mistakes are told, too. */
static tmiNodeRef read_inner_item(tmiParser *p, int32_t open) {
    const tmiToken *outer = &p->tokens->items[open];
    tmiQuote found, name;
    tmi_quote(&name, p->tokens->text + outer->start, outer->length);
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS(tmi_describe(p, tmi_token(p), &found),
                                                    " cannot stand within ", name.text),
                                 .hint = TMI_WORDS("close the outer one by 'end' before it"),
                                 .related = TMI_WORDS("the outer one opened here"),
                                 .related_span = {outer->start, outer->length}});
    tmiNodeRef item = tmi_read_item(p, (tmiWord)tmi_token(p)->word);
    tmi_take_sign(p, ';');
    return item;
}

/* A `;` behind another, not side by side: not one too many, but what an `end` stood before. */
static bool is_closed_by_semicolon(const tmiParser *p) {
    const tmiToken *last = &p->tokens->items[p->previous];
    return tmi_at_sign(p, ';') && tmi_is_sign(last, ';') &&
           tmi_token(p)->start > last->start + last->length;
}

void tmi_read_until_end(tmiParser *p, tmiGrowth *into, tmiReader *read, int32_t open) {
    if (!tmi_enter(p, 1)) {
        skip_block(p);
    }
    /* A clause can be one word alone; elsewhere that can only have been meant to be `end`. */
    bool has_words = read == read_block_item;
    while (!tmi_at_end(p) && (has_words || !tmi_at_meant_end(p)) &&
           tmi_token(p)->kind != TMI_TOKEN_END && (!tmi_at_item(p) || is_within(p, open))) {
        int32_t from = p->at;
        bool item = tmi_at_item(p);
        if (read == tmi_read_statement && tmi_at_section(p) && !is_within(p, open)) {
            break; /* the structure was not closed */
        }
        if (has_words && is_closed_by_semicolon(p)) {
            break; /* `end` is missing before the `;` of the field */
        }
        if (tmi_at_sign(p, ';')) {
            tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                         .words = TMI_WORDS("this ';' closes nothing"),
                                         .hint = TMI_WORDS("leave it out")});
            tmi_take(p);
            continue;
        }
        tmi_add_child(p, into, item ? read_inner_item(p, open) : read(p), TMI_ROLE_PLAIN);
        if (p->lost) {
            tmi_recover(p, TMI_LEVEL_BLOCK, from);
        }
    }
    tmi_leave(p, 1);
    tmi_expect_end(p, open);
}

void tmi_read_block_of(tmiParser *p, tmiGrowth *into, tmiReader *read, int32_t open) {
    tmi_recover_head(p);
    if (tmi_expect_begin(p)) {
        tmi_read_until_end(p, into, read, open);
    }
}

/* Frames, points: what is counted. Only where nothing else can begin with that name. */
static bool at_counted(const tmiParser *p) {
    const tmiToken *next = tmi_token_behind(p, 1);
    return tmi_at_name(p) &&
           (tmi_is_sign(next, ';') || tmi_is_sign(next, ',') || next->word == TMI_WORD_END ||
            next->word == TMI_WORD_WHERE || next->kind == TMI_TOKEN_END ||
            (next->begins_line && !tmi_token(p)->begins_line));
}

/* expression [ of | at path ] [ = expression ] [ .. expression ] [ in expression [ word ] ] */
static tmiNodeRef read_clause(tmiParser *p) {
    tmiGrowth clause = tmi_grow(p, TMI_NODE_CLAUSE);
    tmi_add_child(p, &clause, tmi_read_expression(p), TMI_ROLE_PLAIN);
    if (tmi_take_word(p, TMI_WORD_OF)) {
        tmi_add_child(p, &clause, tmi_read_path(p, "a part behind 'of'"), TMI_ROLE_OF);
    } else if (tmi_take_word(p, TMI_WORD_AT)) {
        tmi_add_child(p, &clause, tmi_read_path(p, "a feature behind 'at'"), TMI_ROLE_AT);
    }
    if (!p->lost && (tmi_at_sign(p, '=') || tmi_at_sign(p, ':'))) {
        tmi_expect_sign(p, '=', "values are given by '=', named items stand in brackets");
        tmi_add_child(p, &clause, tmi_read_expression(p), TMI_ROLE_VALUE);
    }
    if (tmi_take_sign(p, TMI_SIGN_TO)) {
        tmi_add_child(p, &clause, tmi_read_expression(p), TMI_ROLE_LAST);
    }
    if (tmi_take_word(p, TMI_WORD_IN)) {
        tmi_add_child(p, &clause, tmi_read_expression(p), TMI_ROLE_COUNT);
        if (!p->lost && at_counted(p)) {
            tmi_add_child(p, &clause, tmi_read_word(p), TMI_ROLE_UNIT);
        }
    }
    return tmi_grown(p, &clause);
}

/* A field or clause within a block, with its `;`. */
static tmiNodeRef read_block_item(tmiParser *p) {
    if (tmi_at_field(p)) {
        return tmi_read_field(p);
    }
    tmiNodeRef clause = read_clause(p);
    tmi_expect_semicolon(p);
    return clause;
}

static tmiNodeRef read_block(tmiParser *p, int32_t open) {
    tmiGrowth block = tmi_grow(p, TMI_NODE_BLOCK);
    tmi_expect_word(p, TMI_WORD_BEGIN, NULL);
    tmi_read_until_end(p, &block, read_block_item, open);
    return tmi_grown(p, &block);
}

static bool at_value(const tmiParser *p) {
    const tmiToken *token = tmi_token(p);
    bool starts = tmi_at_operand(p) || tmi_at_sign(p, '-') || tmi_at_sign(p, '+') ||
                  tmi_at_word(p, TMI_WORD_IF) || tmi_at_word(p, TMI_WORD_NOT) ||
                  token->kind == TMI_TOKEN_BAD;
    bool next_field = tmi_at_field(p) && token->begins_line;
    return starts && !next_field && !tmi_at_item(p) && !(tmi_at_section(p) && token->begins_line);
}

static void read_value(tmiParser *p, tmiGrowth *field, int32_t open) {
    if (p->lost) {
        return;
    }
    if (tmi_at_word(p, TMI_WORD_BEGIN)) {
        tmi_add_child(p, field, read_block(p, open), TMI_ROLE_PLAIN);
        return;
    }
    if (!at_value(p)) {
        return;
    }
    int32_t mistakes = p->spoils;
    do {
        tmi_add_child(p, field, read_clause(p), TMI_ROLE_PLAIN);
        /* Behind one `name: value` more of them are no news, nor is the bracket that closes. */
        bool bare_list = p->spoils > mistakes && !p->lost && tmi_at_sign(p, ',') &&
                         tmi_is_sign(tmi_token_behind(p, 2), ':');
        if (bare_list) {
            p->lost = true;
        }
    } while (tmi_take_sign(p, ','));
}

static void read_where(tmiParser *p, tmiGrowth *field) {
    bool is_meant = tmi_at_word(p, TMI_WORD_BEGIN) ||
                    (tmi_at_name(p) && tmi_token_behind(p, 1)->word == TMI_WORD_BEGIN);
    if (p->lost || !(is_meant || (tmi_at_word(p, TMI_WORD_WHERE) && !tmi_at_field(p)))) {
        return;
    }
    tmiGrowth where = tmi_grow(p, TMI_NODE_WHERE);
    int32_t open = p->at;
    tmi_expect_word(p, TMI_WORD_WHERE, NULL);
    tmi_add_child(p, &where, read_block(p, open), TMI_ROLE_PLAIN);
    tmi_add_child(p, field, tmi_grown(p, &where), TMI_ROLE_PLAIN);
}

tmiNodeRef tmi_read_field(tmiParser *p) {
    tmiGrowth field = tmi_grow(p, TMI_NODE_FIELD);
    int32_t open = p->at;
    tmi_add_child(p, &field, tmi_read_word(p), TMI_ROLE_PLAIN);
    tmi_expect_sign(p, ':', "a field is 'word: value;'");
    read_value(p, &field, open);
    read_where(p, &field);
    tmiNodeRef ref = tmi_grown(p, &field);
    tmi_expect_semicolon(p);
    return ref;
}
