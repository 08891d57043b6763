/* parse_field.c: fields, `word: value where block;`, and blocks of them. */
#include "define/language/syntax/parser_private.h"

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

/* A definition within another: reported, and read so that its own mistakes are reported, too. */
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

/* Whether the blocks that are open have too few `end`s before the next item. */
#define BLOCK_LOOKED_AHEAD 2000 /* tokens */
static bool lacks_end(tmiParser *p) {
    int32_t at = p->at, previous = p->previous, open = p->blocks, looked = 0;
    for (; looked < BLOCK_LOOKED_AHEAD && tmi_token(p)->kind != TMI_TOKEN_END && !tmi_at_item(p);
         looked++) {
        open += tmi_at_word(p, TMI_WORD_BEGIN);
        open -= tmi_at_end(p);
        tmi_take(p);
    }
    p->at = at;
    p->previous = previous;
    return open > 0 && looked < BLOCK_LOOKED_AHEAD;
}

/* Whether an `end` stands further out than what opened: it closes something else. */
static bool is_outer_end(const tmiParser *p, int32_t open) {
    return tmi_at_end(p) && tmi_token(p)->begins_line &&
           tmi_indentation(p, tmi_token(p)) < tmi_indentation(p, &p->tokens->items[open]);
}

/* Without `begin`, which has been reported, `end` may be missing, too. */
static void read_until_end(tmiParser *p, tmiGrowth *into, tmiReader *read, int32_t open,
                           bool begun) {
    if (!tmi_enter(p, 1)) {
        skip_block(p);
    }
    /* A clause can be one word alone; elsewhere that can only have been meant to be `end`. */
    bool has_words = read == read_block_item;
    p->blocks++;
    while (!tmi_at_end(p) && (!tmi_at_misspelt_item(p) || is_within(p, open)) &&
           (has_words || !tmi_at_meant_end(p)) && tmi_token(p)->kind != TMI_TOKEN_END &&
           (!tmi_at_item(p) || is_within(p, open))) {
        int32_t from = p->at;
        bool item = tmi_at_item(p);
        if (read == tmi_read_statement && tmi_at_section(p) && !is_within(p, open)) {
            break; /* the structure was not closed */
        }
        if (has_words && tmi_at_section(p) && tmi_token(p)->begins_line && !is_within(p, open) &&
            lacks_end(p)) {
            break; /* nor this block */
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
    p->blocks--;
    if (begun || tmi_at_meant_end(p) || (tmi_at_end(p) && !is_outer_end(p, open))) {
        tmi_expect_end(p, open);
    }
}

void tmi_read_until_end(tmiParser *p, tmiGrowth *into, tmiReader *read, int32_t open) {
    read_until_end(p, into, read, open, true);
}

void tmi_read_block_of(tmiParser *p, tmiGrowth *into, tmiReader *read, int32_t open) {
    tmi_recover_head(p);
    int32_t at = p->at;
    if (tmi_expect_begin(p)) {
        read_until_end(p, into, read, open, p->at != at);
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

/* `torque on knee = …`: another word for `of`, between two names and before a `=`. */
static bool is_of_meant(const tmiParser *p) {
    const tmiToken *token = tmi_token(p);
    bool word = token->kind == TMI_TOKEN_WORD && !token->begins_line &&
                (tmi_is_name(token) || token->word == TMI_WORD_TO || token->word == TMI_WORD_BY ||
                 token->word == TMI_WORD_FOR) &&
                tmi_is_name(&p->tokens->items[p->previous]) && tmi_is_name(tmi_token_behind(p, 1));
    for (int32_t i = 2; word && i < 20; i++) {
        token = tmi_token_behind(p, i);
        if (tmi_is_sign(token, '=')) {
            return true;
        }
        word = !token->begins_line && (tmi_is_name(token) || tmi_is_sign(token, '.'));
    }
    return false;
}

/* expression [ of | at path ] [ = expression ] [ .. expression ] [ in expression [ word ] ] */
static tmiNodeRef read_clause(tmiParser *p) {
    tmiGrowth clause = tmi_grow(p, TMI_NODE_CLAUSE);
    tmi_add_child(p, &clause, tmi_read_expression(p), TMI_ROLE_PLAIN);
    if (!p->lost && is_of_meant(p)) {
        tmi_expect_word(p, TMI_WORD_OF, "as in torque of JOIN = … or force at FEATURE = …");
        tmi_add_child(p, &clause, tmi_read_path(p, "a part after 'of'"), TMI_ROLE_OF);
    } else if (tmi_take_word(p, TMI_WORD_OF)) {
        tmi_add_child(p, &clause, tmi_read_path(p, "a part after 'of'"), TMI_ROLE_OF);
    } else if (tmi_take_word(p, TMI_WORD_AT)) {
        tmi_add_child(p, &clause, tmi_read_path(p, "a feature after 'at'"), TMI_ROLE_AT);
    }
    if (!p->lost && (tmi_at_sign(p, '=') || tmi_at_sign(p, ':'))) {
        tmi_expect_sign(p, '=',
                        "named items go in brackets: (name: value); '=' gives a control or "
                        "drive its value");
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
    /* No clause begins with a name and a value side by side: `density 2.0` lacks its colon. */
    const tmiToken *next = tmi_token_behind(p, 1);
    bool bare =
        tmi_at_name(p) && !next->begins_line &&
        (next->kind == TMI_TOKEN_NUMBER || next->kind == TMI_TOKEN_STRING || tmi_is_name(next));
    if (tmi_at_field(p) || bare) {
        return tmi_read_field(p);
    }
    if (tmi_at_word(p, TMI_WORD_FOR)) {
        return tmi_skip_loop(p, "a value");
    }
    tmiNodeRef clause = read_clause(p);
    tmi_close(p, clause);
    return clause;
}

static tmiNodeRef read_block(tmiParser *p, int32_t open) {
    tmiGrowth block = tmi_grow(p, TMI_NODE_BLOCK);
    bool brace = p->tokens->text[tmi_token(p)->start] == '{';
    int32_t at = p->at;
    tmi_expect_word(p, TMI_WORD_BEGIN, NULL);
    p->braces += brace;
    read_until_end(p, &block, read_block_item, open, p->at != at);
    p->braces -= brace;
    return tmi_grown(p, &block);
}

static bool at_value(const tmiParser *p) {
    const tmiToken *token = tmi_token(p);
    bool starts = tmi_at_operand(p) || tmi_at_sign(p, '[') || tmi_at_sign(p, '-') ||
                  tmi_at_sign(p, '+') || tmi_at_word(p, TMI_WORD_IF) ||
                  tmi_at_word(p, TMI_WORD_NOT) || token->kind == TMI_TOKEN_BAD;
    bool next_field = tmi_at_field(p) && token->begins_line;
    return starts && !next_field && !tmi_at_item(p) && !(tmi_at_section(p) && token->begins_line);
}

/* A comma before the next field: reported, and read as the `;` that was meant. */
static bool take_comma_for_semicolon(tmiParser *p) {
    const tmiToken *next = tmi_token_behind(p, 1), *last = &p->tokens->items[p->previous];
    bool field = (next->begins_line || p->braces > 0) && next->kind == TMI_TOKEN_WORD &&
                 tmi_is_sign(tmi_token_behind(p, 2), ':');
    bool decimal = last->kind == TMI_TOKEN_NUMBER && next->kind == TMI_TOKEN_NUMBER &&
                   next->start - (last->start + last->length) == 1;
    if (p->lost || !tmi_at_sign(p, ',') || !(field || decimal)) {
        return false;
    }
    p->reported_at = p->braces > 0 ? p->at : p->reported_at; /* in braces it follows from them */
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS("expected ';', found ','"),
                                 .hint = TMI_WORDS(decimal ? TMI_DECIMAL_POINT
                                                           : "fields are closed by ';'")});
    p->lost = decimal;
    tmi_take(p);
    return true;
}

/* A loop within a line; one that begins a line is the next statement of a structure. */
static bool at_loop(const tmiParser *p) {
    return tmi_at_word(p, TMI_WORD_FOR) && !tmi_token(p)->begins_line;
}

static void spoil_children(tmiParser *p, const tmiGrowth *growth) {
    tmiNode *nodes = p->tree->nodes;
    for (tmiNodeRef ref = nodes[growth->node].child; ref; ref = nodes[ref].next) {
        nodes[ref].spoiled = true;
    }
}

static void read_value(tmiParser *p, tmiGrowth *field, int32_t open) {
    if (p->lost) {
        return;
    }
    if (tmi_at_word(p, TMI_WORD_FOR) && !tmi_at_field(p)) {
        tmi_add_child(p, field, tmi_skip_loop(p, "a value"), TMI_ROLE_PLAIN);
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
    bool loops = false;
    do {
        loops = loops || at_loop(p);
        tmi_add_child(p, field, read_clause(p), TMI_ROLE_PLAIN);
        /* After one `name: value`, neither further ones nor the closing bracket are reported. */
        bool bare_list = p->spoils > mistakes && !p->lost && tmi_at_sign(p, ',') &&
                         tmi_is_sign(tmi_token_behind(p, 2), ':');
        if (bare_list) {
            p->lost = true;
        }
    } while (!take_comma_for_semicolon(p) && tmi_take_sign(p, ','));
    if (!p->lost && at_loop(p)) {
        tmi_add_child(p, field, tmi_skip_loop(p, "';'"), TMI_ROLE_PLAIN);
        loops = true;
    }
    if (loops) {
        spoil_children(p, field); /* what stands before a loop uses its name */
    }
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

static tmiNodeRef no_field(tmiParser *p) {
    tmiQuote found;
    bool quoted = tmi_token(p)->kind == TMI_TOKEN_STRING;
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS("expected a field, found ",
                                                    tmi_describe(p, tmi_token(p), &found)),
                                 .hint = TMI_WORDS(quoted ? "names are written without quotes"
                                                          : "a field is 'word: value;'")});
    return tmi_expected(p, "a field");
}

/* What to do where a field has no ':': a word that does not begin its line may be one more value of
 * the field before it, as in 'monitor: a; b;'. */
static const char *colon_hint(const tmiParser *p, bool begins_line) {
    if (tmi_at_sign(p, '.')) {
        return "several values of a field are written side by side: 'word: a, b;'";
    }
    if (!begins_line) {
        return "a field is 'word: value;', and one of several values 'word: a, b;'";
    }
    return tmi_at_sign(p, ';') || tmi_token(p)->begins_line
               ? "a field is 'word: value;', and 'word: ;' without a value"
               : "a field is 'word: value;'";
}

tmiNodeRef tmi_read_field(tmiParser *p) {
    tmiGrowth field = tmi_grow(p, TMI_NODE_FIELD);
    int32_t open = p->at;
    if (tmi_token(p)->kind != TMI_TOKEN_WORD && !p->lost) {
        return no_field(p);
    }
    bool begins_line = tmi_token(p)->begins_line;
    tmi_add_child(p, &field, tmi_read_word(p), TMI_ROLE_PLAIN);
    tmi_expect_sign(p, ':', colon_hint(p, begins_line));
    read_value(p, &field, open);
    read_where(p, &field);
    tmiNodeRef ref = tmi_grown(p, &field);
    tmi_close(p, ref);
    return ref;
}
