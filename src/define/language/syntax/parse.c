/* parse.c: a whole file: its items. */
#include "define/language/syntax/parser_private.h"

#include <string.h>

/* ---- Items --------------------------------------------------------------------------------- */

static tmiNodeRef read_language(tmiParser *p) {
    tmiGrowth language = tmi_grow(p, TMI_NODE_LANGUAGE);
    tmi_take(p);
    if (!p->lost && tmi_token(p)->kind == TMI_TOKEN_NUMBER) {
        tmi_add_child(p, &language, tmi_read_operand(p, ""), TMI_ROLE_PLAIN);
    } else {
        tmi_expected_hint(p, "the version of the language", "as in: language 1;");
    }
    return tmi_grown(p, &language);
}

static tmiNodeRef read_include(tmiParser *p) {
    tmiGrowth include = tmi_grow(p, TMI_NODE_INCLUDE);
    tmi_take(p);
    if (!p->lost && tmi_token(p)->kind == TMI_TOKEN_STRING) {
        tmi_add_child(p, &include, tmi_read_operand(p, ""), TMI_ROLE_PLAIN);
    } else {
        tmi_expected_hint(p, "the name of a file in quotes", "as in: include \"parts.tml\";");
    }
    return tmi_grown(p, &include);
}

static tmiNodeRef read_let(tmiParser *p) {
    tmiGrowth let = tmi_grow(p, TMI_NODE_LET);
    tmi_take(p);
    tmi_add_child(p, &let, tmi_read_name(p, "the name of the value"), TMI_ROLE_PLAIN);
    tmi_expect_sign(p, '=', NULL);
    tmi_add_child(p, &let, tmi_read_expression(p), TMI_ROLE_PLAIN);
    tmiNodeRef ref = tmi_grown(p, &let);
    if (!p->lost && !tmi_take_sign(p, ';')) {
        tmi_expect_sign(p, ';', "a 'let' is closed by ';'");
    }
    return ref;
}

static void read_lets(tmiParser *p, tmiGrowth *function) {
    for (int32_t count = 1; !p->lost && tmi_at_word(p, TMI_WORD_LET); count++) {
        int32_t from = p->at;
        tmi_check_names(p, count, "there are more than 255 'let's");
        tmiNodeRef let = read_let(p);
        tmi_add_child(p, function, count <= TMI_NAMES_MAX ? let : 0, TMI_ROLE_PLAIN);
        if (p->lost) {
            tmi_recover(p, TMI_LEVEL_BLOCK, from);
        }
    }
}

/* `return x` and `y = x`, which are not values. */
static void check_statement(tmiParser *p) {
    const tmiToken *token = tmi_token(p), *next = tmi_token_behind(p, 1);
    bool returns = tmi_at_name(p) && token->length == 6 &&
                   memcmp(p->tokens->text + token->start, "return", 6) == 0 && !next->begins_line;
    if (returns) {
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                     .words = TMI_WORDS("expected the value of the function, found "
                                                        "'return'"),
                                     .hint = TMI_WORDS("its value is the last thing in it: leave "
                                                       "'return' out")});
        tmi_take(p);
    } else if (tmi_at_name(p) && tmi_is_sign(next, '=')) {
        tmi_expected_hint(p, "the value of the function",
                          "a value gets a name by 'let y = 2 * x;'");
    }
}

/* { let } expression [ ; ] */
static void read_body(tmiParser *p, tmiGrowth *function) {
    read_lets(p, function);
    int32_t from = p->at;
    if (tmi_at_end(p)) {
        tmi_add_child(p, function, tmi_expected(p, "the value of the function"), TMI_ROLE_RESULT);
        p->lost = p->ended;
        return;
    }
    check_statement(p);
    tmi_add_child(p, function, tmi_read_expression(p), TMI_ROLE_RESULT);
    if (!tmi_at_word(p, TMI_WORD_LET)) {
        tmi_expect_semicolon(p);
    }
    bool lost = p->lost;
    if (lost) {
        tmi_recover(p, TMI_LEVEL_BLOCK, from);
    }
    while (lost && !tmi_at_end(p) && !tmi_at_item(p) && tmi_token(p)->kind != TMI_TOKEN_END) {
        tmi_take(p);
    }
    if (tmi_at_word(p, TMI_WORD_LET)) {
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                     .words = TMI_WORDS("'let' comes before "
                                                        "the value of a function, not after it")});
        read_lets(p, function);
    }
}

static tmiNodeRef read_function(tmiParser *p) {
    tmiGrowth function = tmi_grow(p, TMI_NODE_FUNCTION);
    int32_t open = p->at;
    tmi_take(p);
    tmi_add_child(p, &function, tmi_read_name(p, "the name of the function"), TMI_ROLE_PLAIN);
    if (!p->lost && !tmi_at_sign(p, '(')) {
        tmi_expected_hint(p, "'('",
                          tmi_at_sign(p, '-') ? "a name is made of letters, digits and '_'"
                                              : "a function has brackets even without parameters: "
                                                "f()");
        p->lost = false;
    } else {
        tmi_add_child(p, &function, tmi_read_parameters(p), TMI_ROLE_PLAIN);
    }
    if (tmi_take_sign(p, '=')) {
        tmi_add_child(p, &function, tmi_read_expression(p), TMI_ROLE_RESULT);
        return tmi_grown(p, &function);
    }
    if (!p->lost && !tmi_at_word(p, TMI_WORD_BEGIN)) {
        tmi_expected_hint(p, "'=' or 'begin'", "function f(x) = x^2; or function f(x) begin … end");
        p->lost &= !tmi_at_word(p, TMI_WORD_LET);
    }
    tmi_recover_head(p);
    if (tmi_take_word(p, TMI_WORD_BEGIN) || tmi_at_word(p, TMI_WORD_LET)) {
        read_body(p, &function);
        tmi_expect_end(p, open);
    }
    return tmi_grown(p, &function);
}

/* point operand on plane operand normal operand ; */
static tmiNodeRef read_row(tmiParser *p) {
    static const char hint[] = "point POINT on plane POINT normal DIRECTION;";
    tmiGrowth row = tmi_grow(p, TMI_NODE_ROW);
    if (!p->lost && !tmi_at_word(p, TMI_WORD_POINT)) {
        tmiQuote found;
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                     .words = TMI_WORDS("expected 'point' or 'end', found ",
                                                        tmi_describe(p, tmi_token(p), &found)),
                                     .hint = TMI_WORDS(hint)});
    }
    tmi_expect_word(p, TMI_WORD_POINT, hint);
    tmi_add_child(p, &row, tmi_read_operand(p, "a point"), TMI_ROLE_PLAIN);
    tmi_expect_word(p, TMI_WORD_ON, hint);
    bool other = tmi_at_name(p) && tmi_is_name(tmi_token_behind(p, 1)) &&
                 tmi_is_sign(tmi_token_behind(p, 2), ';');
    if (!p->lost && other && !tmi_at_word(p, TMI_WORD_PLANE)) {
        tmi_expected_hint(p, "'plane'",
                          "point POINT on plane POINT normal DIRECTION; a line takes two rows");
    }
    tmi_expect_word(p, TMI_WORD_PLANE, hint);
    tmi_add_child(p, &row, tmi_read_operand(p, "a point of the plane"), TMI_ROLE_PLAIN);
    tmi_expect_word(p, TMI_WORD_NORMAL, hint);
    tmi_add_child(p, &row, tmi_read_operand(p, "the direction of the plane"), TMI_ROLE_PLAIN);
    tmiNodeRef ref = tmi_grown(p, &row);
    if (!p->lost && !tmi_at_word(p, TMI_WORD_POINT)) {
        tmi_close(p, ref);
    }
    return ref;
}

static tmiNodeRef read_hinge(tmiParser *p) {
    tmiGrowth hinge = tmi_grow(p, TMI_NODE_HINGE);
    int32_t open = p->at;
    tmi_take(p);
    tmi_add_child(p, &hinge, tmi_read_name(p, "the name of the hinge"), TMI_ROLE_PLAIN);
    if (!p->lost && tmi_at_sign(p, '(')) {
        tmi_add_child(p, &hinge, tmi_read_parameters(p), TMI_ROLE_PLAIN);
    }
    tmi_expect_word(p, TMI_WORD_MATCHING, "hinge NAME matching (FEATURE FEATURE) begin … end");
    tmi_add_child(p, &hinge, tmi_read_pairs(p), TMI_ROLE_PLAIN);
    tmi_read_block_of(p, &hinge, read_row, open);
    return tmi_grown(p, &hinge);
}

static tmiNodeRef read_named_fields(tmiParser *p, tmiNodeKind kind, const char *what) {
    tmiGrowth item = tmi_grow(p, kind);
    int32_t open = p->at;
    tmi_take(p);
    tmi_add_child(p, &item, tmi_read_name(p, what), TMI_ROLE_PLAIN);
    if (kind == TMI_NODE_CONTACT) {
        tmi_expect_word(p, TMI_WORD_WITH, "contact MATERIAL with MATERIAL begin … end");
        tmi_add_child(p, &item, tmi_read_name(p, "the other material"), TMI_ROLE_PLAIN);
    }
    tmi_read_block_of(p, &item, tmi_read_field, open);
    return tmi_grown(p, &item);
}

static tmiNodeRef read_run(tmiParser *p) {
    tmiGrowth run = tmi_grow(p, TMI_NODE_RUN);
    int32_t open = p->at;
    tmi_take(p);
    tmi_add_child(p, &run, tmi_read_call(p, "the name of a world"), TMI_ROLE_PLAIN);
    tmi_read_block_of(p, &run, tmi_read_field, open);
    return tmi_grown(p, &run);
}

static tmiNodeRef read_item(tmiParser *p, tmiWord word) {
    switch (word) {
    case TMI_WORD_LANGUAGE:
        return read_language(p);
    case TMI_WORD_INCLUDE:
        return read_include(p);
    case TMI_WORD_PRIMITIVE:
    case TMI_WORD_COMPOSITE:
    case TMI_WORD_WORLD:
        return tmi_read_type(p);
    case TMI_WORD_FUNCTION:
        return read_function(p);
    case TMI_WORD_TABLE:
        return read_named_fields(p, TMI_NODE_TABLE, "the name of the table");
    case TMI_WORD_HINGE:
        return read_hinge(p);
    case TMI_WORD_MATERIAL:
        return read_named_fields(p, TMI_NODE_MATERIAL, "the name of the material");
    case TMI_WORD_CONTACT:
        return read_named_fields(p, TMI_NODE_CONTACT, "the name of a material");
    default:
        return read_run(p);
    }
}

tmiNodeRef tmi_read_item(tmiParser *p, tmiWord word) {
    tmiNodeRef item = read_item(p, word);
    if (item) {
        p->tree->nodes[item].sign = (uint8_t)word; /* which the text may have misspelt */
    }
    return item;
}

/* ---- The file ------------------------------------------------------------------------------ */

/* Reports that no item begins here, and which word was probably meant. */
static tmiWord no_item(tmiParser *p) {
    const tmiToken *next = tmi_token_behind(p, 1);
    tmiWord meant = tmi_meant_word(p, "item");
    if (next->kind != (meant == TMI_WORD_INCLUDE ? TMI_TOKEN_STRING : TMI_TOKEN_WORD)) {
        meant = TMI_WORD_NONE;
    }
    const char *name = tmi_word_row(meant)->name;
    bool closes = tmi_at_end(p), inner = tmi_at_section(p) || tmi_at_statement(p);
    bool value = tmi_at_word(p, TMI_WORD_LET) || (tmi_at_name(p) && tmi_is_sign(next, '='));
    tmiQuote found, word;
    tmi_quote(&word, name, (int32_t)strlen(name));
    tmi_mistake(p, &(tmiMessage){
                       .code = TMI_SAYS_EXPECTED,
                       .words = closes ? TMI_WORDS("no block is open that this 'end' could close")
                                       : TMI_WORDS("expected a definition such as 'primitive', "
                                                   "'composite' or 'world', found ",
                                                   tmi_describe(p, tmi_token(p), &found)),
                       .hint = inner    ? TMI_WORDS("is there an 'end' too many above it?")
                               : meant  ? TMI_WORDS("did you mean ", word.text, "?")
                               : closes ? TMI_WORDS("leave it out, or look for a 'begin' that is "
                                                    "missing above")
                               : value ? TMI_WORDS("a value gets a name by 'function NAME() = …;'")
                                       : NULL});
    return meant;
}

/* The word of the item that begins here; TMI_WORD_NONE if none does, which has been reported. */
static tmiWord item_word(tmiParser *p) {
    const tmiToken *token = tmi_token(p);
    const char *starts = tmi_word_row((tmiWord)token->word)->starts;
    bool is_item = token->kind == TMI_TOKEN_WORD && strcmp(starts, "item") == 0;
    return is_item ? (tmiWord)token->word : no_item(p);
}

static void check_language_first(tmiParser *p, tmiNodeRef item) {
    if (tmi_node(p->tree, 1)->child != 0) {
        const tmiToken *token = &p->tokens->items[tmi_node(p->tree, item)->first];
        tmi_report(p->reporter,
                   &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .span = {token->start, token->length},
                                 .words = TMI_WORDS("'language' must be the first of the file")});
        p->spoils++;
    }
}

static void read_items(tmiParser *p, tmiGrowth *file) {
    while (tmi_token(p)->kind != TMI_TOKEN_END) {
        int32_t from = p->at;
        tmiWord word = item_word(p);
        tmiNodeRef item = 0;
        if (word == TMI_WORD_NONE) {
            bool closes = tmi_take_word(p, TMI_WORD_END);
            p->lost = !closes;
        } else {
            item = tmi_read_item(p, word);
            if (word == TMI_WORD_LANGUAGE && item) {
                check_language_first(p, item);
            }
            tmi_add_child(p, file, item, TMI_ROLE_PLAIN);
        }
        tmi_close(p, item);
        if (p->lost) {
            tmi_recover(p, TMI_LEVEL_FILE, from);
        }
    }
}

tmStatus tmi_parse(tmAllocator allocator, const tmiTokens *tokens, tmiReporter *reporter,
                   tmiTree *tree) {
    tmiParser p;
    p.status = tmi_parser_start(&p, allocator, tokens, reporter, tree);
    if (p.status == TM_OK) {
        tmiGrowth file = tmi_grow(&p, TMI_NODE_FILE);
        read_items(&p, &file);
        tmi_grown(&p, &file);
    }
    tmStatus status = p.status == TM_OK ? reporter->status : p.status;
    if (status != TM_OK) {
        tmi_tree_clear(allocator, tree);
    }
    return status;
}
