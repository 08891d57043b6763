/* parse_type.c: primitive, composite and world: parameters and sections. */
#include "define/language/syntax/parser_private.h"

#include <string.h>

/* ---- Parameters ---------------------------------------------------------------------------- */

static tmiNodeRef read_parameter(tmiParser *p) {
    tmiGrowth parameter = tmi_grow(p, TMI_NODE_PARAMETER);
    tmi_add_child(p, &parameter, tmi_read_name(p, "the name of a parameter"), TMI_ROLE_PLAIN);
    if (!p->lost && (tmi_at_sign(p, '=') || tmi_at_sign(p, ':'))) {
        tmi_expect_sign(p, '=', "a parameter's default is given by '='");
        tmi_add_child(p, &parameter, tmi_read_expression(p), TMI_ROLE_VALUE);
    }
    return tmi_grown(p, &parameter);
}

tmiNodeRef tmi_read_parameters(tmiParser *p) {
    tmiGrowth parameters = tmi_grow(p, TMI_NODE_PARAMETERS);
    int32_t open = p->at;
    tmi_expect_sign(p, '(', NULL);
    bool more = !p->lost && !tmi_at_sign(p, ')');
    for (int32_t count = 1; more; count++) {
        tmi_check_names(p, count, "there are more than 255 parameters");
        tmiNodeRef parameter = read_parameter(p);
        tmi_add_child(p, &parameters, count <= TMI_NAMES_MAX ? parameter : 0, TMI_ROLE_PLAIN);
        if (p->lost) {
            tmi_recover_list(p, ')');
        }
        more = tmi_take_sign(p, ',');
    }
    tmi_expect_closing(p, ')', open);
    return tmi_grown(p, &parameters);
}

/* ---- Components ---------------------------------------------------------------------------- */

/* name [ first .. last ] */
static tmiNodeRef read_declared(tmiParser *p) {
    tmiGrowth declared = tmi_grow(p, TMI_NODE_DECLARED);
    tmi_add_child(p, &declared, tmi_read_name(p, "the name of a component"), TMI_ROLE_PLAIN);
    int32_t open = p->at;
    if (tmi_take_sign(p, '[')) {
        tmi_add_child(p, &declared, tmi_read_expression(p), TMI_ROLE_FIRST);
        tmi_expect_sign(p, TMI_SIGN_TO, "a row of components is declared as link[1..10]");
        tmi_add_child(p, &declared, tmi_read_expression(p), TMI_ROLE_LAST);
        if (p->lost) {
            tmi_recover_list(p, ']');
        }
        tmi_expect_closing(p, ']', open);
    }
    return tmi_grown(p, &declared);
}

/* Reads the `,` before another name, or reports that it is missing. */
static bool another_declared(tmiParser *p) {
    const tmiToken *next = tmi_token_behind(p, 1);
    if (p->lost || tmi_take_sign(p, ',')) {
        return !p->lost;
    }
    bool beside = tmi_at_name(p) && !tmi_token(p)->begins_line &&
                  (tmi_is_sign(next, ',') || tmi_is_sign(next, ':'));
    if (beside) {
        tmiQuote found;
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                     .words = TMI_WORDS("expected ',' or ':', found ",
                                                        tmi_describe(p, tmi_token(p), &found))});
    }
    return beside;
}

/* `rod a, b;`: two names side by side, and no colon before the `;`. */
static bool is_type_first(const tmiParser *p) {
    const tmiToken *second = tmi_token_behind(p, 1);
    bool beside = tmi_at_name(p) && tmi_is_name(second) && !second->begins_line;
    for (int32_t i = 2; beside && i < 20; i++) {
        const tmiToken *token = tmi_token_behind(p, i);
        if (tmi_is_sign(token, ':') || token->begins_line || token->kind == TMI_TOKEN_END) {
            return false;
        }
        if (tmi_is_sign(token, ';')) {
            return i > 2;
        }
    }
    return false;
}

static tmiNodeRef read_component(tmiParser *p) {
    tmiGrowth component = tmi_grow(p, TMI_NODE_COMPONENT);
    if (is_type_first(p)) {
        tmi_take(p);
        tmi_expected_hint(p, "':'",
                          "the name comes first: a component is declared as 'name: type;'");
        return tmi_grown(p, &component);
    }
    do {
        tmi_add_child(p, &component, read_declared(p), TMI_ROLE_PLAIN);
    } while (another_declared(p));
    tmi_expect_sign(p, ':', "a component is declared as 'name: type;'");
    tmi_add_child(p, &component, tmi_read_call(p, "the type of the component"), TMI_ROLE_PLAIN);
    tmiNodeRef ref = tmi_grown(p, &component);
    const tmiToken *next = tmi_token_behind(p, 2);
    if (!p->lost && tmi_at_sign(p, ',') && tmi_is_name(tmi_token_behind(p, 1)) &&
        (tmi_is_sign(next, ':') || tmi_is_sign(next, ',') || tmi_is_sign(next, '['))) {
        tmi_mistake(p,
                    &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                  .words = TMI_WORDS("expected ';', found ','"),
                                  .hint = TMI_WORDS("a component is declared as 'name: type;'")});
        tmi_take(p);
        return ref;
    }
    tmi_close(p, ref);
    return ref;
}

/* A name, or a reserved word that was meant for one. */
static bool at_component(const tmiParser *p) {
    const tmiToken *next = tmi_token_behind(p, 1);
    bool declares = tmi_is_sign(next, ':') || tmi_is_sign(next, ',') || tmi_is_sign(next, '[');
    bool misspelt = next->word == TMI_WORD_BEGIN || (!declares && tmi_at_misspelt(p));
    return tmi_token(p)->kind == TMI_TOKEN_WORD && (tmi_at_name(p) || declares) &&
           !tmi_at_section(p) && !tmi_at_item(p) && !misspelt;
}

/* A sign or word that other sections have and this one does not. */
static bool take_needless(tmiParser *p, const char *hint) {
    tmiQuote found;
    tmi_mistake(
        p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                         .words = TMI_WORDS("there is no ", tmi_describe(p, tmi_token(p), &found),
                                            " in this place"),
                         .hint = TMI_WORDS(hint)});
    tmi_take(p);
    return true;
}

static tmiNodeRef read_components(tmiParser *p) {
    static const char hint[] = "components name: type; name: type; …";
    tmiGrowth components = tmi_grow(p, TMI_NODE_COMPONENTS);
    tmi_take(p);
    if (tmi_at_sign(p, ':') && !tmi_token(p)->begins_line) {
        take_needless(p, hint);
    }
    bool begun = tmi_at_word(p, TMI_WORD_BEGIN) && take_needless(p, hint);
    while (at_component(p) || tmi_at_sign(p, ':')) {
        int32_t from = p->at;
        tmi_add_child(p, &components, read_component(p), TMI_ROLE_PLAIN);
        if (p->lost) {
            tmi_recover(p, TMI_LEVEL_BLOCK, from);
        }
    }
    if (begun && tmi_take_word(p, TMI_WORD_END)) {
        tmi_take_sign(p, ';');
    }
    return tmi_grown(p, &components);
}

/* ---- Other sections ------------------------------------------------------------------------ */

/* Statements without `begin`: one is right, of more the second is reported. An `end` below the word
 * `structure` was meant for them. */
static void read_bare_statements(tmiParser *p, tmiGrowth *structure, int32_t open) {
    tmi_add_child(p, structure, tmi_read_statement(p), TMI_ROLE_PLAIN);
    if (p->lost || !tmi_at_statement(p)) {
        return;
    }
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS("a second statement needs 'begin' and 'end'"),
                                 .hint = TMI_WORDS("structure begin … end")});
    while (!p->lost && tmi_at_statement(p)) {
        tmi_add_child(p, structure, tmi_read_statement(p), TMI_ROLE_PLAIN);
    }
    const tmiToken *token = tmi_token(p);
    if (!p->lost && tmi_at_end(p) && token->begins_line &&
        tmi_indentation(p, token) == tmi_indentation(p, &p->tokens->items[open])) {
        tmi_take(p);
    }
}

static tmiNodeRef read_structure(tmiParser *p) {
    tmiGrowth structure = tmi_grow(p, TMI_NODE_STRUCTURE);
    int32_t open = p->at;
    tmi_expect_word(p, TMI_WORD_STRUCTURE, "statements go in 'structure begin … end'");
    if (tmi_at_sign(p, ':')) {
        take_needless(p, "structure begin … end");
    }
    if (tmi_at_statement(p)) {
        read_bare_statements(p, &structure, open);
        return tmi_grown(p, &structure);
    }
    int32_t at = p->at;
    tmi_expect_word(p, TMI_WORD_BEGIN, "structure begin … end");
    if (p->at == at) {
        p->lost = true;
        return tmi_grown(p, &structure);
    }
    tmi_read_until_end(p, &structure, tmi_read_statement, open);
    tmiNodeRef ref = tmi_grown(p, &structure);
    tmi_take_sign(p, ';');
    return ref;
}

/* input name = expression [ in first .. last ] */
static tmiNodeRef read_input(tmiParser *p) {
    tmiGrowth input = tmi_grow(p, TMI_NODE_INPUT);
    tmi_take(p);
    tmi_add_child(p, &input, tmi_read_name(p, "the name of the input"), TMI_ROLE_PLAIN);
    tmi_expect_sign(p, '=', "an input is declared as 'input name = value in low .. high;'");
    tmi_add_child(p, &input, tmi_read_expression(p), TMI_ROLE_VALUE);
    if (tmi_take_word(p, TMI_WORD_IN)) {
        if (tmi_at_sign(p, '[')) {
            tmi_expected_hint(p, "the low end of a range", "a range is written as 'low .. high'");
        }
        tmi_add_child(p, &input, tmi_read_expression(p), TMI_ROLE_FIRST);
        tmi_expect_sign(p, TMI_SIGN_TO, "a range is written as 'low .. high'");
        tmi_add_child(p, &input, tmi_read_expression(p), TMI_ROLE_LAST);
    }
    tmiNodeRef ref = tmi_grown(p, &input);
    tmi_close(p, ref);
    return ref;
}

/* A statement that stands by itself: reported, and read so that its own mistakes are reported, too.
 */
static tmiNodeRef read_stray_statement(tmiParser *p) {
    tmiGrowth structure = tmi_grow(p, TMI_NODE_STRUCTURE);
    tmiQuote found;
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS("expected a section, found ",
                                                    tmi_describe(p, tmi_token(p), &found)),
                                 .hint = TMI_WORDS("several statements go in 'structure begin … "
                                                   "end'")});
    while (!p->lost && tmi_at_statement(p)) {
        tmi_add_child(p, &structure, tmi_read_statement(p), TMI_ROLE_PLAIN);
    }
    return tmi_grown(p, &structure);
}

/* Reports that no section begins here, and which word was probably meant. */
static tmiWord no_section(tmiParser *p) {
    tmiWord meant = tmi_meant_word(p, "section");
    const char *name = tmi_word_row(meant)->name;
    const tmiToken *token = tmi_token(p);
    bool quoted = token->kind == TMI_TOKEN_STRING;
    const char *place = tmi_field_place(p->tokens->text + token->start, token->length);
    tmiQuote found, word;
    tmi_quote(&word, name, (int32_t)strlen(name));
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                 .words = TMI_WORDS("expected a section or 'end', found ",
                                                    tmi_describe(p, tmi_token(p), &found)),
                                 .hint = meant    ? TMI_WORDS("did you mean ", word.text, "?")
                                         : quoted ? TMI_WORDS("names are written without quotes")
                                         : place  ? TMI_WORDS("it is ", place)
                                                  : NULL});
    return meant;
}

tmiNodeRef tmi_read_section(tmiParser *p) {
    const tmiToken *next = tmi_token_behind(p, 1);
    const tmiToken *token = tmi_token(p);
    tmiWord word = (tmiWord)token->word;
    bool assigned = token->kind == TMI_TOKEN_WORD && tmi_is_sign(next, '=');
    bool reserved = next->kind == TMI_TOKEN_WORD && tmi_is_sign(tmi_token_behind(p, 2), '=');
    bool known = (tmi_at_section(p) && word != TMI_WORD_NONE) ||
                 (word == TMI_WORD_INPUT && (assigned || reserved));
    bool bare = token->kind == TMI_TOKEN_WORD &&
                tmi_is_section_field(p->tokens->text + token->start, token->length);
    if (!known && (tmi_at_field(p) || assigned || bare)) {
        return tmi_read_field(p);
    }
    if (tmi_at_statement(p)) {
        return read_stray_statement(p);
    }
    if (tmi_at_word(p, TMI_WORD_BEGIN)) {
        return read_structure(p); /* its word is missing */
    }
    switch (known ? word : no_section(p)) {
    case TMI_WORD_COMPONENTS:
        return read_components(p);
    case TMI_WORD_STRUCTURE:
        return read_structure(p);
    case TMI_WORD_INPUT:
        return read_input(p);
    default:
        return tmi_expected(p, "a section");
    }
}

tmiNodeRef tmi_read_type(tmiParser *p) {
    tmiGrowth type = tmi_grow(p, TMI_NODE_TYPE);
    int32_t open = p->at;
    tmi_take(p);
    tmi_add_child(p, &type, tmi_read_name(p, "the name of the type"), TMI_ROLE_PLAIN);
    if (!p->lost && tmi_at_sign(p, '(')) {
        tmi_add_child(p, &type, tmi_read_parameters(p), TMI_ROLE_PLAIN);
    }
    tmi_read_block_of(p, &type, tmi_read_section, open);
    return tmi_grown(p, &type);
}
