/* apply.c: single operations, computed or emitted, and `if`, which is a jump where its condition is
 * known only while running. */
#include "define/language/expression/walk_private.h"
#include "define/language/limits/limits.h"

#include <math.h>

static bool is_finite(double x) {
    return x - x == 0.0;
}

/* ---- What has no value --------------------------------------------------------------------- */

/* Why the operation has no finite result; null: it became too large. */
static const char *reason(tmiOperation operation, const double *x) {
    switch (operation) {
    case TMI_DO_DIVIDE:
    case TMI_DO_MOD:
        return x[1] == 0.0 ? "division by zero" : NULL;
    case TMI_DO_SQRT:
        return "the square root of a negative number";
    case TMI_DO_LOG:
    case TMI_DO_LOG10:
        return x[0] == 0.0 ? "the logarithm of zero" : "the logarithm of a negative number";
    case TMI_DO_ASIN:
        return "the arc sine of a number outside -1 to 1";
    case TMI_DO_ACOS:
        return "the arc cosine of a number outside -1 to 1";
    case TMI_DO_POWER:
        return x[0] == 0.0 ? "division by zero: zero to a negative power"
               : x[0] < 0.0 && x[1] != floor(x[1])
                   ? "a negative number to a power that is not whole"
                   : NULL;
    default:
        return NULL;
    }
}

/* The message is about the divisor, not the whole. */
static tmiAt culprit(tmiAt at, tmiOperation operation) {
    const tmiTree *tree = at.source->tree;
    const tmiNode *node = tmi_node(tree, at.node);
    if (operation == TMI_DO_DIVIDE && node->kind == TMI_NODE_BINARY) {
        return (tmiAt){at.source, tmi_node(tree, node->child)->next};
    }
    return at;
}

/* A result that is not finite, of operands that are, is a mistake in what is computed once. */
static tmiValue check(tmiEvaluator *e, tmiAt at, tmiOperation operation, const double *x,
                      tmiValue value) {
    bool fine = is_finite(value.number) || e->unsure > 0;
    for (int32_t i = 0; i < tmi_operation_operands(operation); i++) {
        fine |= !is_finite(x[i]);
    }
    if (fine) {
        return value;
    }
    const char *why = reason(operation, x);
    char number[40];
    tmiText text;
    tmi_text_init(&text, number, sizeof number);
    tmi_text_add_number(&text, x[0]);
    bool shown = why && operation != TMI_DO_DIVIDE && operation != TMI_DO_MOD && x[0] != 0.0;
    return tmi_say(e, culprit(at, operation), TMI_SAYS_ARITHMETIC,
                   TMI_WORDS(why ? why : "the result is too large for a number", shown ? ": " : "",
                             shown ? number : ""),
                   NULL);
}

/* ---- Operations ---------------------------------------------------------------------------- */

int32_t tmi_operand(tmiEvaluator *e, const tmiValue *value) {
    return value->runs ? value->place : tmi_emitter_constant(e->emitter, value->number);
}

/* What was emitted as a value, unless it could not be. */
static tmiValue emitted(tmiEvaluator *e, tmiAt at, int32_t place, tmiValue value) {
    value.runs = true;
    value.place = place;
    if (e->emitter->too_large) {
        return tmi_say_limit(e, at, TMI_WORDS("the expression expands to too many operations"),
                             TMI_WORDS("functions are expanded where they are called"));
    }
    if (e->emitter->status != TM_OK) {
        e->status = e->emitter->status;
        return tmi_value_error();
    }
    return value;
}

tmiValue tmi_apply(tmiEvaluator *e, tmiAt at, tmiOperation operation, const tmiValue *operands,
                   int32_t count, tmiValue value) {
    double x[3] = {0.0, 0.0, 0.0};
    bool runs = false;
    for (int32_t i = 0; i < count; i++) {
        if (operands[i].kind == TMI_VALUE_ERROR) {
            return tmi_value_error();
        }
        runs |= operands[i].runs;
        x[i] = operands[i].runs ? 0.0 : operands[i].number;
    }
    value.runs = runs;
    if (!runs) {
        value.number = tmi_operate(operation, x, NULL);
        return check(e, at, operation, x, value);
    }
    if (!e->emitter) {
        return tmi_say_running(e, at);
    }
    int32_t places[3] = {0, 0, 0};
    for (int32_t i = 0; i < count; i++) {
        places[i] = tmi_operand(e, &operands[i]);
    }
    return emitted(e, at, tmi_emitter_add(e->emitter, operation, places[0], places[1], places[2]),
                   value);
}

tmiValue tmi_apply_table(tmiEvaluator *e, tmiAt at, const tmiTable *table, tmiValue x) {
    tmiValue value = tmi_value_number(0.0, table->y_dimension);
    if (x.runs) {
        return emitted(e, at, tmi_emitter_table(e->emitter, table, x.place), value);
    }
    value.number = tmi_table_value(table, x.number);
    if (is_finite(value.number) || e->unsure > 0) {
        return value;
    }
    if (x.number >= table->x[0] && x.number <= table->x[table->count - 1]) {
        return tmi_say(e, at, TMI_SAYS_ARITHMETIC,
                       TMI_WORDS("the numbers of the table are too large"), NULL);
    }
    char numbers[120];
    tmiText text;
    tmiQuote quote;
    tmi_text_init(&text, numbers, sizeof numbers);
    tmi_text_add_number(&text, table->x[0]);
    tmi_text_add(&text, " to ");
    tmi_text_add_number(&text, table->x[table->count - 1]);
    tmi_text_add(&text, ", not to ");
    tmi_text_add_number(&text, x.number);
    return tmi_say(e, at, TMI_SAYS_ARITHMETIC,
                   TMI_WORDS("the table ", tmi_quote(&quote, table->name, table->name_length),
                             " goes from ", numbers, " (in SI)"),
                   TMI_WORDS("'beyond' says what holds outside: hold, extend or repeat"));
}

/* ---- If ------------------------------------------------------------------------------------ */

typedef struct Choice {
    tmiAt at;
    tmiNodeRef yes_node, no_node;
    tmiValue condition, yes, no;
    int32_t meetings[3], count;
    bool simple; /* neither side has operations of its own */
} Choice;

/* Whether both sides can be the value of one `if`; reports why if not. */
static bool sides_fit(tmiEvaluator *e, const Choice *c) {
    const tmiValue *yes = &c->yes, *no = &c->no;
    tmiValue joined;
    char first[TMI_VALUE_TEXT_SIZE], second[TMI_VALUE_TEXT_SIZE];
    bool fit = yes->kind == no->kind && tmi_is_point(yes) == tmi_is_point(no);
    if (tmi_is_spoiled(yes) || tmi_is_spoiled(no)) {
        return false;
    }
    if (fit && yes->kind == TMI_VALUE_NUMBER) {
        fit = tmi_agree(yes, no, &joined);
        tmi_warn_beside_angle(e, (tmiAt){c->at.source, c->yes_node}, no, yes);
        tmi_warn_beside_angle(e, (tmiAt){c->at.source, c->no_node}, yes, no);
    }
    if (!fit) {
        tmi_value_text(yes, first);
        tmi_value_text(no, second);
        tmi_say(e, c->at, TMI_SAYS_DIMENSION,
                TMI_WORDS("the two branches of this 'if' differ: ", first, " and ", second), NULL);
    }
    return fit;
}

static int32_t numbers_of(const tmiValue *value, tmiValue numbers[3]) {
    if (tmi_is_point(value)) {
        tmi_point_numbers(value, numbers);
        return 3;
    }
    numbers[0] = *value;
    return value->kind == TMI_VALUE_NUMBER || value->kind == TMI_VALUE_TRUTH ? 1 : 0;
}

/* An `if` that is decided while running. */
static void set_all(tmiEvaluator *e, const Choice *c, const tmiValue *side) {
    tmiValue numbers[3];
    int32_t count = numbers_of(side, numbers);
    for (int32_t i = 0; i < count && i < c->count; i++) {
        tmi_emitter_set(e->emitter, c->meetings[i], tmi_operand(e, &numbers[i]));
    }
}

/* Both branches with their jumps:  unless condition to L1; yes; to L2; L1: no; L2: */
static void emit_branches(tmiEvaluator *e, Choice *c) {
    tmiCodeEmitter *m = e->emitter;
    tmiValue numbers[3];
    int32_t skip = tmi_emitter_jump(m, TMI_DO_JUMP_UNLESS, tmi_operand(e, &c->condition));
    int32_t first = m->count;
    e->unsure++;
    c->yes = tmi_walk(e, c->at.source, c->yes_node);
    c->simple = m->count == first;
    c->count = numbers_of(&c->yes, numbers);
    for (int32_t i = 0; i < c->count; i++) {
        c->meetings[i] = tmi_emitter_meeting(m);
    }
    set_all(e, c, &c->yes);
    int32_t over = tmi_emitter_jump(m, TMI_DO_JUMP, 0);
    tmi_emitter_forget(m, first);
    tmi_emitter_land(m, skip);
    int32_t second = m->count;
    c->no = tmi_walk(e, c->at.source, c->no_node);
    c->simple &= m->count == second;
    e->unsure--;
    set_all(e, c, &c->no);
    tmi_emitter_forget(m, second);
    tmi_emitter_land(m, over);
}

static tmiValue joined_number(tmiEvaluator *e, const Choice *c, const tmiValue *yes,
                              const tmiValue *no, int32_t meeting) {
    tmiValue value = *yes;
    if (yes->kind == TMI_VALUE_NUMBER && !tmi_agree(yes, no, &value)) {
        return tmi_say(e, c->at, TMI_SAYS_DIMENSION,
                       TMI_WORDS("the two branches of this 'if' differ in their dimensions"), NULL);
    }
    if (yes->kind == TMI_VALUE_NUMBER && tmi_has_bare_turn(yes, no, &value)) {
        value.marks |= TMI_MARK_BARE;
    }
    if (c->simple) {
        return tmi_apply(e, c->at, TMI_DO_SELECT, (tmiValue[]){c->condition, *yes, *no}, 3, value);
    }
    return emitted(e, c->at, meeting, value);
}

static tmiValue choose_running(tmiEvaluator *e, Choice *c) {
    int32_t start = e->emitter->count;
    tmiValue yes[3], no[3], result[3];
    emit_branches(e, c);
    if (!sides_fit(e, c)) {
        return tmi_value_error();
    }
    if (c->count == 0) {
        return tmi_say(e, c->at, TMI_SAYS_KIND,
                       TMI_WORDS("an 'if' that is decided while the world runs chooses between "
                                 "numbers, points or conditions"),
                       NULL);
    }
    if (c->simple) {
        tmi_emitter_drop(e->emitter, start);
    }
    numbers_of(&c->yes, yes);
    numbers_of(&c->no, no);
    for (int32_t i = 0; i < c->count; i++) {
        result[i] = joined_number(e, c, &yes[i], &no[i], c->meetings[i]);
    }
    return c->count == 1 ? result[0] : tmi_point(e, result);
}

tmiValue tmi_choose(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    const tmiTree *tree = source->tree;
    tmiNodeRef condition = tmi_node(tree, node)->child;
    tmiNodeRef yes = condition ? tmi_node(tree, condition)->next : 0;
    tmiNodeRef no = yes ? tmi_node(tree, yes)->next : 0;
    if (!no) {
        return tmi_value_error();
    }
    Choice c = {.at = {source, node}, .yes_node = yes, .no_node = no};
    c.condition = tmi_value_fit(e, source, condition, tmi_walk(e, source, condition),
                                &(tmiWanted){.kind = TMI_WANT_TRUTH});
    if (c.condition.kind == TMI_VALUE_ERROR) {
        tmi_walk_unused(e, source, yes);
        tmi_walk_unused(e, source, no);
        return tmi_value_error();
    }
    if (c.condition.runs) {
        return choose_running(e, &c);
    }
    /* The branch that is not taken is examined, too: its names must have a meaning. */
    bool taken = c.condition.number != 0.0;
    c.yes = taken ? tmi_walk(e, source, yes) : tmi_walk_unused(e, source, yes);
    c.no = taken ? tmi_walk_unused(e, source, no) : tmi_walk(e, source, no);
    tmiValue value = taken ? c.yes : c.no;
    bool reported = tmi_is_spoiled(&c.yes) || tmi_is_spoiled(&c.no);
    return reported || sides_fit(e, &c) ? value : tmi_value_error();
}
