/* parse_statement.c: what stands in `structure`: join, place, for. */
#include "define/language/syntax/parser_private.h"

/* Whether the brackets that open here belong to a call: in (hub(2) top) a feature follows them, in
 * (top (0, 2)) they are the second feature themselves. */
static bool is_first_called(const tmiParser *p) {
    int32_t open = 0, at = p->at;
    for (int32_t i = 0; i < TMI_LOOKED_AHEAD; i++) {
        const tmiToken *token = &p->tokens->items[at];
        if (token->kind == TMI_TOKEN_END) {
            return false;
        }
        open += tmi_is_sign(token, '(') - tmi_is_sign(token, ')');
        at = tmi_skip_comments(p, at + 1);
        if (open == 0) {
            token = &p->tokens->items[at];
            return tmi_is_name(token) || tmi_is_sign(token, '(');
        }
    }
    return false;
}

static tmiNodeRef read_feature(tmiParser *p, const char *what, bool is_first) {
    if (!tmi_is_name(tmi_token(p))) {
        return tmi_read_operand(p, what);
    }
    tmiNodeRef path = tmi_read_path(p, what);
    return is_first && !is_first_called(p) ? path : tmi_read_call_of(p, path);
}

/* `join a, b to c …`, `place a, b by c …`: more than one part before the word. In `join a, b with
 * …` the comma stands for `to`. */
static bool at_several_parts(const tmiParser *p, tmiWord word) {
    const tmiToken *behind = tmi_token_behind(p, 2);
    return !p->lost && tmi_at_sign(p, ',') && tmi_is_name(tmi_token_behind(p, 1)) &&
           (behind->word == word || tmi_is_sign(behind, ','));
}

/* Two features side by side. */
static tmiNodeRef read_pair(tmiParser *p) {
    static const char hint[] = "a pair is two features side by side, without a comma: (a b)";
    tmiGrowth pair = tmi_grow(p, TMI_NODE_PAIR);
    tmi_add_child(p, &pair, read_feature(p, "a feature of the first part", true), TMI_ROLE_PLAIN);
    if (!p->lost && !tmi_at_operand(p)) {
        bool comma = tmi_at_sign(p, ',');
        tmi_add_child(p, &pair, tmi_expected_hint(p, "the feature of the second part", hint),
                      TMI_ROLE_PLAIN);
        /* (a, b) was meant to be (a b). */
        if (comma) {
            p->lost = false;
            tmi_take(p);
        }
    }
    if (!p->lost) {
        tmi_add_child(p, &pair, read_feature(p, "the feature of the second part", false),
                      TMI_ROLE_PLAIN);
    }
    return tmi_grown(p, &pair);
}

tmiNodeRef tmi_read_pairs(tmiParser *p) {
    tmiGrowth pairs = tmi_grow(p, TMI_NODE_PAIRS);
    int32_t open = p->at;
    if (!p->lost && !tmi_at_sign(p, '(')) {
        tmi_expected_hint(p, "'(' and the features that meet", "as in: matching (a b)");
    }
    tmi_take_sign(p, '(');
    bool more = !p->lost;
    while (more) {
        if (tmi_at_sign(p, ')')) {
            tmi_expected_hint(p, "a pair of features", "as in: matching (a b)");
        }
        tmi_add_child(p, &pairs, read_pair(p), TMI_ROLE_PLAIN);
        if (p->lost) {
            tmi_recover_list(p, ')');
        }
        more = tmi_take_sign(p, ',');
    }
    tmi_expect_closing(p, ')', open);
    return tmi_grown(p, &pairs);
}

/* A hinge with its arguments. `pin (a b)` has none: `matching` is missing before the pair. */
static tmiNodeRef read_hinge(tmiParser *p) {
    tmiNodeRef path = tmi_read_path(p, "the kind of hinge");
    if (!p->lost && tmi_at_word(p, TMI_WORD_AND)) {
        tmi_expected_hint(p, "'matching'", "a name has no spaces: ball.and.socket");
    }
    bool pair = tmi_at_sign(p, '(') && tmi_is_name(tmi_token_behind(p, 1)) &&
                tmi_is_name(tmi_token_behind(p, 2));
    return pair ? path : tmi_read_call_of(p, path);
}

static tmiNodeRef read_attribute(tmiParser *p) {
    tmiGrowth attribute = tmi_grow(p, TMI_NODE_ATTRIBUTE);
    tmi_add_child(p, &attribute, tmi_read_word(p), TMI_ROLE_PLAIN);
    tmi_expect_sign(p, '=', "an attribute is given by '=', as in angle = 30deg");
    tmi_add_child(p, &attribute, tmi_read_expression(p), TMI_ROLE_PLAIN);
    return tmi_grown(p, &attribute);
}

static bool at_assigned(const tmiParser *p) {
    return tmi_token(p)->kind == TMI_TOKEN_WORD && tmi_is_sign(tmi_token_behind(p, 1), '=');
}

/* join path to path with hinge matching pairs [ as name ] { name = expression } */
static tmiNodeRef read_join(tmiParser *p) {
    tmiGrowth join = tmi_grow(p, TMI_NODE_JOIN);
    tmi_take(p);
    if (tmi_at_sign(p, '(')) {
        tmi_expected_hint(p, "the part to join",
                          "join PART to PART with HINGE matching (FEATURE FEATURE)");
    }
    tmi_add_child(p, &join, tmi_read_path(p, "the part to join"), TMI_ROLE_PLAIN);
    if (at_several_parts(p, TMI_WORD_TO)) {
        tmi_expected_hint(p, "'to'", "a join is of two parts: write one for each");
    }
    tmi_expect_word(p, TMI_WORD_TO,
                    tmi_at_sign(p, '(')
                        ? "an index goes in square brackets: link[i]"
                        : "join PART to PART with HINGE matching (FEATURE FEATURE)");
    tmi_add_child(p, &join, tmi_read_path(p, "the part to join it to"), TMI_ROLE_PLAIN);
    tmi_expect_word(p, TMI_WORD_WITH, "join PART to PART with HINGE matching (FEATURE FEATURE)");
    tmi_add_child(p, &join, read_hinge(p), TMI_ROLE_PLAIN);
    tmi_expect_word(p, TMI_WORD_MATCHING,
                    "join PART to PART with HINGE matching (FEATURE FEATURE)");
    tmi_add_child(p, &join, tmi_read_pairs(p), TMI_ROLE_PLAIN);
    bool named = tmi_at_word(p, TMI_WORD_AS) || (tmi_at_name(p) && !tmi_token(p)->begins_line &&
                                                 !tmi_at_field(p) && !at_assigned(p));
    if (!p->lost && named) {
        tmi_expect_word(p, TMI_WORD_AS, "a join gets a name by 'as': … matching (a b) as NAME");
        tmi_add_child(p, &join, tmi_read_name(p, "the name of the join"), TMI_ROLE_PLAIN);
    }
    while (!p->lost && at_assigned(p)) {
        tmi_add_child(p, &join, read_attribute(p), TMI_ROLE_PLAIN);
    }
    return tmi_grown(p, &join);
}

/* word =, or a word in the same line that was meant to be one. */
static bool at_attribute(const tmiParser *p) {
    return tmi_token(p)->kind == TMI_TOKEN_WORD &&
           (at_assigned(p) || (tmi_at_name(p) && !tmi_token(p)->begins_line && !tmi_at_section(p) &&
                               !tmi_at_spaced_unit(p)));
}

/* `at 0, 0` and `at (0, 0), angle = 3`. */
static void check_place(tmiParser *p) {
    bool number = p->tokens->items[p->previous].kind == TMI_TOKEN_NUMBER;
    bool attribute = tmi_is_sign(tmi_token_behind(p, 2), '=');
    if (p->lost || !tmi_at_sign(p, ',')) {
        return;
    }
    if (!number || attribute) {
        tmi_expected_hint(p, "';'", "attributes are written side by side, without commas");
        p->lost = !attribute;
        tmi_take(p);
    } else {
        const tmiToken *last = &p->tokens->items[p->previous];
        const char *text = p->tokens->text + last->start;
        bool decimal = tmi_has_decimal_comma(text, last->length + 2);
        tmi_expected_hint(p, "';'",
                          decimal ? TMI_DECIMAL_POINT : "a point goes in brackets: (0, 0)");
    }
}

/* place path by path ( at | near ) expression { name = expression } */
static tmiNodeRef read_place(tmiParser *p) {
    tmiGrowth place = tmi_grow(p, TMI_NODE_PLACE);
    tmi_take(p);
    tmi_add_child(p, &place, tmi_read_path(p, "the part to place"), TMI_ROLE_PLAIN);
    if (at_several_parts(p, TMI_WORD_BY)) {
        tmi_expected_hint(p, "'by'", "each part has a place of its own");
    }
    tmi_expect_word(p, TMI_WORD_BY, "place PART by FEATURE at POINT");
    tmi_add_child(p, &place, tmi_read_path(p, "the feature that is placed"), TMI_ROLE_PLAIN);
    bool rough = !p->lost && tmi_take_word(p, TMI_WORD_NEAR);
    if (!rough) {
        tmi_expect_word(p, TMI_WORD_AT, "place PART by FEATURE at POINT");
    }
    tmi_add_child(p, &place, tmi_read_expression(p), rough ? TMI_ROLE_NEAR : TMI_ROLE_PLAIN);
    check_place(p);
    while (!p->lost && at_attribute(p)) {
        tmi_add_child(p, &place, read_attribute(p), TMI_ROLE_PLAIN);
    }
    return tmi_grown(p, &place);
}

/* for name in first .. last [ step expression ] begin { statement } end */
static tmiNodeRef read_repeat(tmiParser *p) {
    tmiGrowth repeat = tmi_grow(p, TMI_NODE_REPEAT);
    int32_t open = p->at;
    tmi_take(p);
    tmi_add_child(p, &repeat,
                  tmi_at_sign(p, '(') ? tmi_expected_hint(p, "a name that counts",
                                                          "for NAME in FIRST .. LAST begin … end")
                                      : tmi_read_name(p, "a name that counts"),
                  TMI_ROLE_PLAIN);
    tmi_expect_word(p, TMI_WORD_IN, "for NAME in FIRST .. LAST begin … end");
    tmi_add_child(p, &repeat, tmi_read_expression(p), TMI_ROLE_FIRST);
    tmi_expect_sign(p, TMI_SIGN_TO, "for NAME in FIRST .. LAST begin … end");
    tmi_add_child(p, &repeat, tmi_read_expression(p), TMI_ROLE_LAST);
    if (tmi_take_word(p, TMI_WORD_STEP)) {
        tmi_add_child(p, &repeat, tmi_read_expression(p), TMI_ROLE_STEP);
    }
    tmi_read_block_of(p, &repeat, tmi_read_statement, open);
    return tmi_grown(p, &repeat);
}

/* Reports that no statement begins here, and which word was probably meant. */
static tmiWord no_statement(tmiParser *p) {
    tmiWord meant = tmi_meant_word(p, "statement");
    tmiQuote found, word;
    const char *name = tmi_word_row(meant)->name;
    tmi_quote(&word, name, (int32_t)(meant == TMI_WORD_FOR ? 3 : meant == TMI_WORD_JOIN ? 4 : 5));
    tmi_mistake(p,
                &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                              .words = TMI_WORDS("expected 'join', 'place', 'for' or 'end', "
                                                 "found ",
                                                 tmi_describe(p, tmi_token(p), &found)),
                              .hint = meant ? TMI_WORDS("did you mean ", word.text, "?") : NULL});
    return meant;
}

/* A section within a structure: reported, and read so that its own mistakes are reported, too. */
static tmiNodeRef read_inner_section(tmiParser *p) {
    tmiQuote found;
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS("expected 'join', 'place', 'for' or 'end', "
                                                    "found the section ",
                                                    tmi_describe(p, tmi_token(p), &found)),
                                 .hint = TMI_WORDS("sections go beside 'structure', not in it")});
    return tmi_read_section(p);
}

tmiNodeRef tmi_read_statement(tmiParser *p) {
    if (tmi_at_section(p)) {
        return read_inner_section(p);
    }
    const tmiToken *token = tmi_token(p);
    tmiWord word = tmi_at_statement(p) ? (tmiWord)token->word : no_statement(p);
    if (word == TMI_WORD_NONE) {
        return tmi_expected(p, "a statement");
    }
    tmiNodeRef ref = word == TMI_WORD_JOIN    ? read_join(p)
                     : word == TMI_WORD_PLACE ? read_place(p)
                                              : read_repeat(p);
    tmi_close(p, ref);
    return ref;
}
