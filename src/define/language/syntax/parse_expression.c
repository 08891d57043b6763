/* parse_expression.c: expressions, by climbing precedence: one loop reads all operators of two
 * operands, each with its rank. */
#include "define/language/syntax/parser_private.h"

#define LIST_LOOKED_AHEAD 100 /* tokens that the end of a list is searched for in */

/* ---- Names and paths ----------------------------------------------------------------------- */

static tmiNodeRef take_as(tmiParser *p, tmiNodeKind kind) {
    tmiGrowth leaf = tmi_grow(p, kind);
    tmi_take(p);
    return tmi_grown(p, &leaf);
}

tmiNodeRef tmi_read_word(tmiParser *p) {
    return p->lost || tmi_token(p)->kind != TMI_TOKEN_WORD ? tmi_expected(p, "a word")
                                                           : take_as(p, TMI_NODE_NAME);
}

/* What can stand behind a name: a reserved word before it was meant for one. */
static bool follows_name(const tmiToken *token) {
    static const char signs[] = {',', ':', '=', '.', '[', ')', '+', '*', '/', '^'};
    for (size_t i = 0; i < sizeof signs; i++) {
        if (tmi_is_sign(token, signs[i])) {
            return true;
        }
    }
    return token->word == TMI_WORD_BEGIN;
}

/* Operators of other languages: ** and ->; and `let` where it cannot stand. */
static const char *value_hint(const tmiParser *p) {
    const tmiToken *last = p->previous >= 0 ? &p->tokens->items[p->previous] : tmi_token(p);
    bool close = last->start + last->length == tmi_token(p)->start;
    return tmi_at_word(p, TMI_WORD_LET)
               ? "'let' goes in a block: function f(x) begin let y = 2 * x; y end"
           : close && tmi_is_sign(last, '*') && tmi_at_sign(p, '*') ? "a power is written with '^'"
           : close && tmi_is_sign(last, '<') && tmi_at_sign(p, '>') ? "'not equal' is written '!='"
           : close && tmi_is_sign(last, '-') && tmi_at_sign(p, '>') ? "a member is named after '.'"
                                                                    : NULL;
}

/* Reports why the next token is not the expected name. A reserved word is read as the name that it
 * was meant to be. */
static tmiNodeRef no_name(tmiParser *p, const char *what) {
    const tmiToken *token = tmi_token(p);
    tmiQuote quote;
    if (p->lost || token->kind == TMI_TOKEN_NUMBER) {
        return tmi_expected_hint(p, what, "a name begins with a letter or '_'");
    }
    bool reserved = token->kind == TMI_TOKEN_WORD && !tmi_is_name(token);
    if (!reserved || !follows_name(tmi_token_behind(p, 1)) || token->word == TMI_WORD_BEGIN) {
        return tmi_expected_hint(p, what, value_hint(p));
    }
    tmi_mistake(p,
                &(tmiMessage){.code = TMI_SAYS_RESERVED_NAME,
                              .words = TMI_WORDS("expected ", what, ", but ",
                                                 tmi_describe(p, token, &quote),
                                                 " is a word of the language"),
                              .hint = TMI_WORDS("choose another name, such as '",
                                                tmi_word_row((tmiWord)token->word)->name, "_1'")});
    return take_as(p, TMI_NODE_NAME);
}

tmiNodeRef tmi_read_name(tmiParser *p, const char *what) {
    return !p->lost && tmi_at_name(p) ? take_as(p, TMI_NODE_NAME) : no_name(p, what);
}

/* Whether what was read last is not too deep; and with one level more around it, such as `.b`. */
static bool is_allowed(tmiParser *p) {
    bool may = tmi_enter(p, p->height);
    tmi_leave(p, p->height);
    return may;
}

static bool may_wrap(tmiParser *p) {
    p->height++;
    return is_allowed(p);
}

static tmiNodeRef read_member(tmiParser *p, tmiNodeRef path) {
    tmiGrowth member = tmi_grow_around(p, TMI_NODE_MEMBER, path);
    tmi_take(p);
    if (tmi_token(p)->kind == TMI_TOKEN_WORD) {
        tmi_add_child(p, &member, take_as(p, TMI_NODE_NAME), TMI_ROLE_PLAIN);
    } else {
        tmi_add_child(p, &member, tmi_expected(p, "a name after '.'"), TMI_ROLE_PLAIN);
    }
    return tmi_grown(p, &member);
}

static tmiNodeRef read_index(tmiParser *p, tmiNodeRef path) {
    tmiGrowth index = tmi_grow_around(p, TMI_NODE_INDEX, path);
    int32_t open = p->at, height = p->height;
    tmi_take(p);
    if (tmi_enter(p, 1)) {
        tmi_add_child(p, &index, tmi_read_expression(p), TMI_ROLE_PLAIN);
    }
    tmi_leave(p, 1);
    p->height = height > p->height + 1 ? height : p->height + 1;
    if (!p->lost && tmi_at_sign(p, ',')) {
        tmi_expected_hint(p, "']'", "arguments go in round brackets: f(1, 2)");
        while (!p->ended && tmi_at_sign(p, ',')) {
            tmi_take(p);
            tmi_recover_list(p, ']');
        }
    }
    if (p->lost) {
        tmi_recover_list(p, ']');
    }
    tmi_expect_closing(p, ']', open);
    return tmi_grown(p, &index);
}

/* .b and [i] behind a name, a call or a list. */
static tmiNodeRef read_steps(tmiParser *p, tmiNodeRef base) {
    while (!p->lost && (tmi_at_sign(p, '.') || tmi_at_sign(p, '['))) {
        if (!may_wrap(p)) {
            break;
        }
        base = tmi_at_sign(p, '.') ? read_member(p, base) : read_index(p, base);
    }
    return base;
}

tmiNodeRef tmi_read_path(tmiParser *p, const char *what) {
    tmiNodeRef name = tmi_read_name(p, what);
    p->height = 1;
    return read_steps(p, name);
}

/* ---- Lists and calls ----------------------------------------------------------------------- */

bool tmi_at_operand(const tmiParser *p) {
    const tmiToken *token = tmi_token(p);
    return token->kind == TMI_TOKEN_NUMBER || token->kind == TMI_TOKEN_STRING ||
           tmi_is_name(token) || tmi_is_sign(token, '(');
}

static tmiNodeRef read_argument(tmiParser *p) {
    if (!tmi_at_field(p)) {
        return tmi_read_expression(p);
    }
    tmiGrowth argument = tmi_grow(p, TMI_NODE_ARGUMENT);
    tmi_add_child(p, &argument, take_as(p, TMI_NODE_NAME), TMI_ROLE_PLAIN);
    tmi_take(p);
    tmi_add_child(p, &argument, tmi_read_expression(p), TMI_ROLE_PLAIN);
    return tmi_grown(p, &argument);
}

/* Whether this list is closed further on in its line: a `;` in it was then meant to be a `,`. */
static bool is_closed_in_line(const tmiParser *p, int closing) {
    int32_t open = 0;
    if (tmi_is_sign(tmi_token_behind(p, 1), closing)) {
        return false;
    }
    for (int32_t i = 1; i < LIST_LOOKED_AHEAD; i++) {
        const tmiToken *token = tmi_token_behind(p, i);
        bool ends = token->begins_line || token->kind == TMI_TOKEN_END ||
                    token->word == TMI_WORD_BEGIN || token->word == TMI_WORD_END;
        if (ends || (open == 0 && tmi_is_sign(token, closing))) {
            return !ends;
        }
        open += tmi_is_sign(token, '(') || tmi_is_sign(token, '[');
        open -= tmi_is_sign(token, ')') || tmi_is_sign(token, ']');
    }
    return false;
}

/* What was probably meant by two arguments side by side; null: nothing is known. */
static const char *beside_hint(const tmiParser *p) {
    return tmi_at_spaced_unit(p) ? "a unit follows its number without a space"
           : tmi_is_name(&p->tokens->items[p->previous])
               ? "an argument is named by ':', as in width: 2m"
               : NULL;
}

/* Whether another item follows in the list; reads the `,` before it. */
static bool next_item(tmiParser *p, bool is_list, int closing) {
    tmiQuote found;
    if (p->lost || tmi_at_sign(p, closing)) {
        return false;
    }
    if (tmi_take_sign(p, ',')) {
        return true;
    }
    if (tmi_at_sign(p, ';') && is_closed_in_line(p, closing)) {
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                     .words = TMI_WORDS("expected ',' or ')', found ';'"),
                                     .hint = TMI_WORDS("items in brackets "
                                                       "are separated by ','")});
        tmi_take(p);
        return true;
    }
    /* A section's name at the beginning of a line: the bracket was not closed. */
    bool new_section = tmi_token(p)->begins_line && tmi_at_section(p);
    bool beside = !new_section && (tmi_at_operand(p) || tmi_at_field(p));
    if (beside && !is_list) {
        const char *const hints[] = {beside_hint(p), NULL};
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                     .words = TMI_WORDS("expected ',' before the next argument, "
                                                        "found ",
                                                        tmi_describe(p, tmi_token(p), &found)),
                                     .hint = hints[0] ? hints : NULL});
    }
    return beside;
}

/* ( items ), read into `growth`: arguments of a call, or a list's items. */
static void read_items(tmiParser *p, tmiGrowth *growth, bool is_list) {
    int32_t open = p->at, height = 0;
    int closing = tmi_at_sign(p, '[') ? ']' : ')';
    int32_t spoils =
        p->spoils; /* after one mistake a second comma that is missing is not reported */
    bool more;
    tmi_take(p);
    if (tmi_enter(p, 1) && !tmi_at_sign(p, closing)) {
        do {
            int32_t first = p->at;
            tmi_add_child(p, growth, read_argument(p), TMI_ROLE_PLAIN);
            height = p->height > height ? p->height : height;
            if (p->lost) {
                tmi_recover_list(p, closing);
            }
            p->lost |= p->at == first && !tmi_at_sign(p, ',') && !tmi_at_sign(p, closing);
            more = next_item(p, is_list || p->spoils > spoils, closing);
        } while (more);
    }
    tmi_leave(p, 1);
    p->height = height + 1;
    tmi_expect_closing(p, closing, open);
}

static tmiNodeRef read_list(tmiParser *p) {
    tmiGrowth list = tmi_grow(p, TMI_NODE_LIST);
    if (tmi_at_sign(p, '[')) {
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                     .words = TMI_WORDS("expected a value, found '['"),
                                     .hint = TMI_WORDS("points and lists go in round brackets: "
                                                       "(1, 2)")});
    }
    read_items(p, &list, true);
    return tmi_grown(p, &list);
}

tmiNodeRef tmi_read_call(tmiParser *p, const char *what) {
    return tmi_read_call_of(p, tmi_read_path(p, what));
}

tmiNodeRef tmi_read_call_of(tmiParser *p, tmiNodeRef path) {
    if (p->lost || !tmi_at_sign(p, '(')) {
        return path;
    }
    int32_t height = p->height;
    tmiGrowth call = tmi_grow_around(p, TMI_NODE_CALL, path);
    read_items(p, &call, false);
    p->height = height > p->height ? height : p->height;
    return tmi_grown(p, &call);
}

/* ---- Operators ----------------------------------------------------------------------------- */

tmiNodeRef tmi_skip_loop(tmiParser *p, const char *what) {
    if (!p->lost) { /* at the loop, though it may begin a line */
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_EXPECTED,
                                     .words = TMI_WORDS("expected ", what, ", found 'for'"),
                                     .hint = TMI_WORDS("'for' repeats statements of 'structure'; "
                                                       "fields are written one by one")});
        p->lost = true;
    }
    tmiNodeRef error = tmi_expected(p, what);
    int32_t open = 0;
    bool closed = false;
    while (!closed && tmi_token(p)->kind != TMI_TOKEN_END) {
        open += tmi_at_word(p, TMI_WORD_BEGIN);
        open -= tmi_at_end(p);
        closed = tmi_at_end(p) && open <= 0;
        if (open <= 0 && tmi_at_sign(p, ';')) {
            break; /* it has no block: the field ends here */
        }
        tmi_take(p);
    }
    return error;
}

tmiNodeRef tmi_read_operand(tmiParser *p, const char *what) {
    const tmiToken *token = tmi_token(p);
    p->height = 1;
    if (p->lost) {
        return tmi_expected(p, what);
    }
    if (token->kind == TMI_TOKEN_NUMBER) {
        /* In 2knee.angle it is the unit that will be reported, and `.angle` follows from it. */
        char last = p->tokens->text[token->start + token->length - 1];
        tmiNodeRef number = take_as(p, TMI_NODE_NUMBER);
        bool unit = (last >= 'a' && last <= 'z') || (last >= 'A' && last <= 'Z');
        return unit && tmi_at_sign(p, '.') ? read_steps(p, number) : number;
    }
    if (token->kind == TMI_TOKEN_STRING) {
        return take_as(p, TMI_NODE_STRING);
    }
    if (tmi_is_sign(token, '(') || tmi_is_sign(token, '[')) {
        return read_steps(p, read_list(p));
    }
    if (token->word == TMI_WORD_FOR && !token->begins_line) {
        return tmi_skip_loop(p, what); /* else the next statement of a structure */
    }
    if (token->word == TMI_WORD_IF || token->word == TMI_WORD_NOT) {
        return tmi_expected_hint(p, what,
                                 token->word == TMI_WORD_IF ? "put 'if … then … else …' in brackets"
                                                            : "put 'not …' in brackets");
    }
    return read_steps(p, tmi_read_call(p, what));
}

/* Ranks of operators of two operands. */
enum { RANK_OR = 1, RANK_AND, RANK_COMPARISON, RANK_SUM, RANK_PRODUCT };

/* The rank of the next token as an operator, 0 for none, and the sign of its node. */
static int operator_rank(const tmiParser *p, uint8_t *sign) {
    const tmiToken *token = tmi_token(p);
    *sign = token->sign;
    if (token->kind == TMI_TOKEN_WORD) {
        *sign = token->word == TMI_WORD_AND ? '&' : '|';
        return token->word == TMI_WORD_AND ? RANK_AND : token->word == TMI_WORD_OR ? RANK_OR : 0;
    }
    if (token->kind != TMI_TOKEN_SIGN) {
        return 0;
    }
    switch (token->sign) {
    case '+':
    case '-':
        return RANK_SUM;
    case '*':
    case '/':
        return RANK_PRODUCT;
    case '<':
    case '>':
    case TMI_SIGN_AT_MOST:
    case TMI_SIGN_AT_LEAST:
    case TMI_SIGN_EQUAL:
    case TMI_SIGN_UNEQUAL:
        return RANK_COMPARISON;
    default:
        return 0;
    }
}

static tmiNodeRef read_sign(tmiParser *p);
static tmiNodeRef read_binary(tmiParser *p, int min);

static void set_sign(tmiParser *p, tmiNodeRef ref, uint8_t sign) {
    if (ref) {
        p->tree->nodes[ref].sign = sign;
    }
}

/* operand [ ^ sign ] */
static tmiNodeRef read_power(tmiParser *p) {
    tmiNodeRef base = tmi_read_operand(p, "a value");
    if (p->lost || !tmi_at_sign(p, '^')) {
        return base;
    }
    int32_t height = p->height;
    tmiGrowth power = tmi_grow_around(p, TMI_NODE_BINARY, base);
    set_sign(p, power.node, '^');
    tmi_take(p);
    if (tmi_enter(p, 1)) {
        tmi_add_child(p, &power, read_sign(p), TMI_ROLE_PLAIN);
    }
    tmi_leave(p, 1);
    p->height = (height > p->height ? height : p->height) + 1;
    return tmi_grown(p, &power);
}

static tmiNodeRef read_unary(tmiParser *p, uint8_t sign) {
    tmiGrowth unary = tmi_grow(p, TMI_NODE_UNARY);
    set_sign(p, unary.node, sign);
    tmi_take(p);
    if (tmi_enter(p, 1)) {
        tmiNodeRef operand = sign == '!' ? read_binary(p, RANK_COMPARISON) : read_sign(p);
        tmi_add_child(p, &unary, operand, TMI_ROLE_PLAIN);
    }
    tmi_leave(p, 1);
    p->height++;
    return tmi_grown(p, &unary);
}

static tmiNodeRef read_sign(tmiParser *p) {
    bool is_signed = !p->lost && (tmi_at_sign(p, '-') || tmi_at_sign(p, '+'));
    return is_signed ? read_unary(p, tmi_token(p)->sign) : read_power(p);
}

static void report_chained(tmiParser *p) {
    tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_CHAINED,
                                 .words = TMI_WORDS("comparisons cannot be chained"),
                                 .hint = TMI_WORDS("write 'a < b and b < c'")});
}

/* Operators of rank `min` or higher; those of one rank group from the left. `not` binds less than
 * a comparison and more than `and`. */
static tmiNodeRef read_binary(tmiParser *p, int min) {
    bool negated = !p->lost && min <= RANK_COMPARISON && tmi_at_word(p, TMI_WORD_NOT);
    tmiNodeRef left = negated ? read_unary(p, '!') : read_sign(p);
    int compared = 0;
    bool chained = false;
    uint8_t sign;
    for (int rank = operator_rank(p, &sign); !p->lost && rank >= min && rank > 0;
         rank = operator_rank(p, &sign)) {
        int32_t height = p->height;
        if (rank == RANK_COMPARISON && compared++ > 0) {
            report_chained(p);
        }
        tmiGrowth binary = tmi_grow_around(p, TMI_NODE_BINARY, left);
        set_sign(p, binary.node, sign);
        tmi_take(p);
        tmi_add_child(p, &binary, read_binary(p, rank + 1), TMI_ROLE_PLAIN);
        left = tmi_grown(p, &binary);
        /* Walks over the tree follow a chain in a loop: it is one level, however long. */
        height += !chained;
        p->height = height > p->height + 1 ? height : p->height + 1;
        chained = true;
        if (!is_allowed(p)) {
            break;
        }
    }
    return left;
}

/* if condition then value else value */
static tmiNodeRef read_if(tmiParser *p) {
    tmiGrowth choice = tmi_grow(p, TMI_NODE_IF);
    int32_t height = 0;
    static const tmiWord words[3] = {TMI_WORD_IF, TMI_WORD_THEN, TMI_WORD_ELSE};
    bool is_call = tmi_is_sign(tmi_token_behind(p, 1), '('); /* if(a, b, c) of a spreadsheet */
    if (tmi_enter(p, 1)) {
        for (int i = 0; i < 3; i++) {
            const tmiToken *behind = tmi_token_behind(p, 1);
            const char *compare = !tmi_at_sign(p, '=')       ? NULL
                                  : tmi_is_sign(behind, '>') ? "write '>='"
                                  : tmi_is_sign(behind, '<') ? "write '<='"
                                                             : "compare by '=='";
            int32_t at = p->at;
            const char *choose = is_call ? "write if … then … else …, without commas" : compare;
            tmi_expect_word(p, words[i], i == 1 ? choose : "every 'if' has an 'else'");
            p->lost |= p->at == at;
            tmi_add_child(p, &choice, tmi_read_expression(p), TMI_ROLE_PLAIN);
            height = p->height > height ? p->height : height;
        }
    }
    tmi_leave(p, 1);
    p->height = height + 1;
    return tmi_grown(p, &choice);
}

tmiNodeRef tmi_read_expression(tmiParser *p) {
    return !p->lost && tmi_at_word(p, TMI_WORD_IF) ? read_if(p) : read_binary(p, RANK_OR);
}

tmStatus tmi_parse_expression(tmAllocator allocator, const tmiTokens *tokens, tmiReporter *reporter,
                              tmiTree *tree) {
    tmiParser p;
    p.status = tmi_parser_start(&p, allocator, tokens, reporter, tree);
    if (p.status == TM_OK) {
        tmiGrowth file = tmi_grow(&p, TMI_NODE_FILE);
        tmi_add_child(&p, &file, tmi_read_expression(&p), TMI_ROLE_RESULT);
        if (!p.lost && tmi_token(&p)->kind != TMI_TOKEN_END) {
            tmi_expected(&p, "an operator or the end");
        }
        tmi_grown(&p, &file);
    }
    tmStatus status = p.status == TM_OK ? reporter->status : p.status;
    if (status != TM_OK) {
        tmi_tree_clear(allocator, tree);
    }
    return status;
}
