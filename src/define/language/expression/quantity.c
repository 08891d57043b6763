/* quantity.c: what a person typed where one number belongs, as an expression of the language. */
#include "define/language/expression/expression.h"
#include "trammel/document.h"

#include <math.h>
#include <string.h>

/* The longest unit, with the digit before it. */
#define UNIT_SIZE 40
/* Digits as typed, and a unit. */
#define EXAMPLE_MAX 100

typedef struct Read {
    tmiTokens tokens;
    tmiTree tree;
    tmiReporter reporter;
    tmiArena arena;
} Read;

/* No names from outside. */
static void find(void *user, tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                 tmiMeaning *meaning) {
    (void)user, (void)e, (void)source, (void)node, (void)meaning;
}

static tmStatus evaluate(Read *r, tmiReporter *reporter, tmiNodeRef node, const tmiWanted *wanted,
                         tmiValue *value) {
    tmiEvaluator e;
    tmiSource source = {&r->tree, reporter};
    tmi_evaluator_init(&e, &(tmiScope){.find = find}, &r->arena);
    return tmi_evaluate(&e, &source, node, wanted, value);
}

/* ---- Numbers with and without a unit ------------------------------------------------------- */

/* Whether its operands are to have one dimension. */
static bool is_alike(const Read *r, tmiNodeRef ref) {
    static const char *const names[] = {"min", "max", "clamp", "hypot", "mod"};
    const tmiNode *node = tmi_node(&r->tree, ref);
    bool alike = node->kind == TMI_NODE_BINARY && (node->sign == '+' || node->sign == '-');
    for (size_t i = 0; node->kind == TMI_NODE_CALL && i < sizeof names / sizeof *names; i++) {
        int32_t length;
        const char *name = tmi_tree_text(&r->tree, node->child, &length);
        alike |= strlen(names[i]) == (size_t)length && !memcmp(names[i], name, (size_t)length);
    }
    return alike;
}

/* The language takes numbers without a unit for SI, so `50 + 5mm` would be 50.005 m where
 * millimetres are typed. Nobody means that: it is reported. */
static tmStatus check_mixed(Read *r, tmiNodeRef ref) {
    bool plain = false, other = false;
    tmiReporter quiet = {.tokens = &r->tokens};
    tmStatus status = TM_OK;
    const tmiNode *node = tmi_node(&r->tree, ref);
    tmiNodeRef operand =
        node->kind == TMI_NODE_CALL ? tmi_node(&r->tree, node->child)->next : node->child;
    for (; operand && status == TM_OK; operand = tmi_node(&r->tree, operand)->next) {
        tmiValue value = tmi_value_error();
        status = evaluate(r, &quiet, operand, NULL, &value);
        if (value.kind == TMI_VALUE_NUMBER && value.number != 0.0) {
            bool is_plain = tmi_dimension_is_plain(value.dimension);
            plain |= is_plain;
            other |= !is_plain;
        }
    }
    if (status == TM_OK && plain && other) {
        tmi_report(&r->reporter, &(tmiMessage){.span = tmi_tree_span(&r->tree, ref),
                                               .words = TMI_WORDS("only some numbers have a unit"),
                                               .hint = TMI_WORDS("give all of them one, or none")});
    }
    return status;
}

static tmStatus check_units(Read *r) {
    tmStatus status = TM_OK;
    for (tmiNodeRef i = 1; i < r->tree.count && status == TM_OK && r->reporter.errors == 0; i++) {
        status = is_alike(r, i) ? check_mixed(r, i) : TM_OK;
    }
    return status;
}

/* ---- Another kind of quantity --------------------------------------------------------------- */

/* The number that was typed, in the unit of its place: "30mm"; of what is computed, one of it. */
static void add_example(const Read *r, tmiNodeRef ref, const char *unit, tmiText *words) {
    int32_t length;
    const char *text = tmi_tree_text(&r->tree, ref, &length);
    bool bare =
        tmi_node(&r->tree, ref)->kind == TMI_NODE_NUMBER && length < EXAMPLE_MAX - UNIT_SIZE;
    tmi_text_add_bytes(words, bare ? text : "1",
                       bare ? (size_t)tmi_number_digits(text, length) : 1);
    tmi_text_add(words, unit);
}

/* 30deg where a length belongs. The language would guess that its unit was mistyped; here the
 * unit of the place is known, and what was meant is not. */
static tmStatus check_kind(Read *r, const tmiNumber *one, const char *unit) {
    tmiNodeRef ref = tmi_node(&r->tree, 1)->child;
    tmiReporter quiet = {.tokens = &r->tokens};
    tmiValue value = tmi_value_error();
    tmStatus status = evaluate(r, &quiet, ref, NULL, &value);
    if (status != TM_OK || value.kind != TMI_VALUE_NUMBER || (value.marks & TMI_MARK_HERTZ) ||
        tmi_dimension_is_plain(value.dimension) ||
        tmi_dimension_fits(value.dimension, one->dimension)) {
        return status;
    }
    int32_t length;
    const char *text = tmi_tree_text(&r->tree, ref, &length);
    tmiQuote quote;
    char found[TMI_VALUE_TEXT_SIZE], wanted[TMI_DIMENSION_TEXT], example[EXAMPLE_MAX];
    tmiText words;
    tmi_value_text(&value, found);
    tmi_dimension_text(one->dimension, wanted);
    tmi_text_init(&words, example, sizeof example);
    add_example(r, ref, unit, &words);
    tmi_report(&r->reporter,
               &(tmiMessage){.span = tmi_tree_span(&r->tree, ref),
                             .words = TMI_WORDS(tmi_quote(&quote, text, length), " is ", found),
                             .hint = TMI_WORDS(wanted, " is needed, such as ", example)});
    return status;
}

/* ---- All of it ----------------------------------------------------------------------------- */

/* One of the unit: its dimension and what it is worth in SI. */
static tmiNumber one_of(const char *unit) {
    char text[UNIT_SIZE];
    tmiText one;
    tmi_text_init(&one, text, sizeof text);
    tmi_text_add(&one, "1");
    tmi_text_add(&one, unit);
    return tmi_number_read(text, (int32_t)strlen(text));
}

static tmStatus report_infinite(Read *r) {
    tmi_report(&r->reporter, &(tmiMessage){.span = tmi_tree_span(&r->tree, 1),
                                           .words = TMI_WORDS("this number is not finite")});
    return r->reporter.status == TM_OK ? TM_ERR_TEXT : r->reporter.status;
}

static tmStatus read(Read *r, tmAllocator allocator, const char *text, size_t length,
                     const char *unit, const tmiNumber *one, double *value) {
    tmiValue found = tmi_value_error();
    r->reporter.tokens = &r->tokens;
    tmStatus status = tmi_scan(allocator, text, (int32_t)length, &r->reporter, &r->tokens);
    status = status == TM_OK ? tmi_parse_expression(allocator, &r->tokens, &r->reporter, &r->tree)
                             : status;
    status = status == TM_OK && r->reporter.errors == 0 ? check_units(r) : status;
    status = status == TM_OK && r->reporter.errors == 0 ? check_kind(r, one, unit) : status;
    if (status == TM_OK && r->reporter.errors == 0) {
        tmiWanted wanted = {.kind = TMI_WANT_NUMBER, .dimension = one->dimension};
        status = evaluate(r, &r->reporter, tmi_node(&r->tree, 1)->child, &wanted, &found);
    }
    status = status == TM_OK ? r->reporter.status : status;
    if (status != TM_OK || found.kind != TMI_VALUE_NUMBER) {
        return status == TM_OK ? TM_ERR_TEXT : status;
    }
    double number = found.number * (tmi_dimension_is_plain(found.dimension) ? one->value : 1.0);
    if (!isfinite(number)) {
        return report_infinite(r);
    }
    *value = number;
    return TM_OK;
}

tmStatus tm_quantity_read(const tmAllocator *allocator, const char *text, size_t length,
                          const char *unit, tmDiags *diags, double *value) {
    if (!text || !unit || !value || length > INT32_MAX || strlen(unit) > UNIT_SIZE - 2) {
        return TM_ERR_ARGUMENT;
    }
    tmiNumber one = one_of(unit);
    if (one.fault != TMI_NUMBER_FINE) {
        return TM_ERR_ARGUMENT;
    }
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    Read r = {.reporter = {.diags = diags}};
    tmi_arena_init(&r.arena, chosen);
    tmStatus status = read(&r, chosen, text, length, unit, &one, value);
    tmi_arena_clear(&r.arena);
    tmi_tree_clear(chosen, &r.tree);
    tmi_tokens_clear(chosen, &r.tokens);
    return status;
}
