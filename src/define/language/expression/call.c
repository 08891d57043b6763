/* call.c: calls: of functions in the text, of tables, and of what every text knows. */
#include "define/language/expression/walk_private.h"
#include "define/language/limits/limits.h"

#include <string.h>

/* Of a function with more names only the first are compared with each other [1]. */
#define NAMES_COMPARED 100

/* ---- Parameters ---------------------------------------------------------------------------- */

static int32_t count_kind(const tmiTree *tree, tmiNodeRef parent, tmiNodeKind kind) {
    int32_t count = 0;
    for (tmiNodeRef ref = tmi_node(tree, parent)->child; ref; ref = tmi_node(tree, ref)->next) {
        count += tmi_node(tree, ref)->kind == kind;
    }
    return count;
}

/* "x, y" of a function in the text. */
static void parameter_text(const tmiTree *tree, tmiNodeRef parameters, char *buffer, size_t size) {
    tmiText out;
    bool first = true;
    tmi_text_init(&out, buffer, size);
    tmiNodeRef ref = parameters ? tmi_node(tree, parameters)->child : 0;
    for (; ref; ref = tmi_node(tree, ref)->next) {
        int32_t length;
        const char *name = tmi_tree_text(tree, tmi_node(tree, ref)->child, &length);
        tmi_text_add(&out, first ? "" : ", ");
        tmi_text_add_bytes(&out, name, (size_t)length);
        first = false;
    }
}

/* Arguments of one call, being matched with parameters. */
typedef struct Match {
    tmiAt call;
    const tmiItem *items;
    int32_t count;
    const tmiSource *source; /* of the function */
    tmiNodeRef function, parameters;
} Match;

static const char *name_of(const Match *m, int32_t *length) {
    return tmi_tree_text(m->source->tree, tmi_node(m->source->tree, m->function)->child, length);
}

/* The argument for a parameter: one that names it, or the one in its place. Null: none. */
static const tmiItem *argument_for(const Match *m, int32_t index, const char *name,
                                   int32_t length) {
    for (int32_t i = 0; i < m->count; i++) {
        if (m->items[i].name && m->items[i].name_length == length &&
            memcmp(m->items[i].name, name, (size_t)length) == 0) {
            return &m->items[i];
        }
    }
    return index < m->count && !m->items[index].name ? &m->items[index] : NULL;
}

static bool is_parameter(const Match *m, const tmiItem *item) {
    const tmiTree *tree = m->source->tree;
    tmiNodeRef ref = m->parameters ? tmi_node(tree, m->parameters)->child : 0;
    for (; ref; ref = tmi_node(tree, ref)->next) {
        int32_t length;
        const char *name = tmi_tree_text(tree, tmi_node(tree, ref)->child, &length);
        if (length == item->name_length && memcmp(name, item->name, (size_t)length) == 0) {
            return true;
        }
    }
    return false;
}

/* Named arguments must name a parameter, once, and stand behind the others. */
static bool check_names(tmiEvaluator *e, const Match *m) {
    bool named = false;
    for (int32_t i = 0; i < m->count; i++) {
        const tmiItem *item = &m->items[i];
        tmiQuote quote, function;
        int32_t length;
        const char *name = name_of(m, &length);
        tmiAt at = tmi_argument_at(m->call, i);
        if (named && !item->name) {
            tmi_say(e, at, TMI_SAYS_ARGUMENTS,
                    TMI_WORDS("an argument without a name follows one with a name"), NULL);
            return false;
        }
        named |= item->name != NULL;
        if (item->name && !is_parameter(m, item)) {
            tmi_say(e, at, TMI_SAYS_ARGUMENTS,
                    TMI_WORDS(tmi_quote(&function, name, length), " has no parameter ",
                              tmi_quote(&quote, item->name, item->name_length)),
                    NULL);
            return false;
        }
    }
    return true;
}

static void say_match(tmiEvaluator *e, const Match *m, int32_t min, int32_t max) {
    char parameters[200];
    int32_t length;
    const char *name = name_of(m, &length);
    parameter_text(m->source->tree, m->parameters, parameters, sizeof parameters);
    tmi_say_count(e, m->call, name, length, parameters, min, max, m->count);
}

/* Whether every parameter gets a value; reports why if not. */
static bool check_match(tmiEvaluator *e, const Match *m) {
    const tmiTree *tree = m->source->tree;
    int32_t min = 0, max = 0;
    bool missing = false;
    tmiNodeRef ref = m->parameters ? tmi_node(tree, m->parameters)->child : 0;
    for (; ref; ref = tmi_node(tree, ref)->next, max++) {
        int32_t length;
        const char *name = tmi_tree_text(tree, tmi_node(tree, ref)->child, &length);
        bool has_default = tmi_node(tree, tmi_node(tree, ref)->child)->next != 0;
        min += !has_default;
        missing |= !has_default && !argument_for(m, max, name, length);
    }
    if (m->count > max || (missing && m->count < min)) {
        say_match(e, m, min, max);
        return false;
    }
    if (!check_names(e, m)) {
        return false;
    }
    if (missing) {
        say_match(e, m, min, max);
    }
    return !missing;
}

/* ---- Expansion ----------------------------------------------------------------------------- */

static void bind(tmiCallFrame *frame, const tmiTree *tree, tmiNodeRef name, tmiValue value) {
    tmiBinding *binding = &frame->bindings[frame->count];
    binding->name = tmi_tree_text(tree, name, &binding->length);
    binding->value = value;
    frame->count++;
}

/* Parameters, then what is named by `let`; defaults see the parameters before them. */
static void bind_all(tmiEvaluator *e, const Match *m, tmiCallFrame *frame) {
    const tmiTree *tree = m->source->tree;
    tmiNodeRef ref = m->parameters ? tmi_node(tree, m->parameters)->child : 0;
    for (int32_t i = 0; ref; ref = tmi_node(tree, ref)->next, i++) {
        int32_t length;
        tmiNodeRef name = tmi_node(tree, ref)->child;
        const char *text = tmi_tree_text(tree, name, &length);
        const tmiItem *argument = argument_for(m, i, text, length);
        bind(frame, tree, name,
             argument ? argument->value : tmi_walk(e, m->source, tmi_node(tree, name)->next));
    }
    ref = tmi_node(tree, m->function)->child;
    for (; ref; ref = tmi_node(tree, ref)->next) {
        if (tmi_node(tree, ref)->kind == TMI_NODE_LET) {
            tmiNodeRef name = tmi_node(tree, ref)->child;
            bind(frame, tree, name, tmi_walk(e, m->source, tmi_node(tree, name)->next));
        }
    }
}

static bool stands_before(const tmiCallFrame *a, const tmiCallFrame *b) {
    return a->source == b->source ? a->function < b->function : a->source < b->source;
}

static void add_name(tmiText *text, const tmiCallFrame *frame) {
    int32_t length;
    const tmiTree *tree = frame->source->tree;
    const char *name = tmi_tree_text(tree, tmi_node(tree, frame->function)->child, &length);
    tmi_text_add(text, "'");
    tmi_text_add_bytes(text, name, (size_t)length);
    tmi_text_add(text, "'");
}

/* Reports the ring of calls from its first function in the text on: a ring is then reported in one
 * place, with one message, wherever it is entered. `back` is the call that closes it. */
static void say_ring(tmiEvaluator *e, const tmiCallFrame *const *ring, int32_t count, tmiAt back) {
    char name[80], calls[300];
    tmiText first, hint;
    int32_t from = 0;
    for (int32_t i = 1; i < count; i++) {
        from = stands_before(ring[i], ring[from]) ? i : from;
    }
    tmi_text_init(&first, name, sizeof name);
    add_name(&first, ring[from]);
    tmi_text_init(&hint, calls, sizeof calls);
    for (int32_t i = 0; i <= count; i++) {
        tmi_text_add(&hint, i == 0 ? "" : i == 1 ? " calls " : ", which calls ");
        add_name(&hint, ring[(from + i) % count]);
    }
    const tmiCallFrame *next = from + 1 < count ? ring[from + 1] : NULL;
    tmi_say(e, next ? (tmiAt){next->call_source, next->call} : back, TMI_SAYS_RECURSION,
            TMI_WORDS("the function ", name, " calls itself"), count > 1 ? TMI_WORDS(calls) : NULL);
}

/* Whether the function is being expanded already; reports it. */
static bool is_ring(tmiEvaluator *e, const Match *m) {
    const tmiCallFrame *ring[TMI_DEPTH_MAX];
    int32_t count = 0;
    const tmiCallFrame *frame = e->frame;
    while (frame && (frame->function != m->function || frame->source->tree != m->source->tree)) {
        frame = frame->caller;
        count++;
    }
    if (!frame || count >= TMI_DEPTH_MAX) {
        return false; /* calls are never deeper */
    }
    const tmiCallFrame *at = e->frame;
    for (int32_t i = count++; i >= 0; i--, at = at->caller) {
        ring[i] = at;
    }
    say_ring(e, ring, count, m->call);
    return true;
}

static tmiValue expand(tmiEvaluator *e, const Match *m, bool in_text) {
    const tmiTree *tree = m->source->tree;
    if (is_ring(e, m) || !check_match(e, m)) {
        return tmi_value_error();
    }
    int32_t names = count_kind(tree, m->function, TMI_NODE_LET) +
                    (m->parameters ? count_kind(tree, m->parameters, TMI_NODE_PARAMETER) : 0);
    tmiBinding few[TMI_FEW];
    tmiCallFrame frame = {.caller = e->frame,
                          .source = m->source,
                          .function = m->function,
                          .call_source = in_text ? m->call.source : NULL,
                          .call = m->call.node,
                          .bindings = few};
    if (names > TMI_FEW) {
        frame.bindings = tmi_arena_alloc(e->arena, (size_t)names, sizeof *frame.bindings);
    }
    if (!frame.bindings) {
        e->status = TM_ERR_MEMORY;
        return tmi_value_error();
    }
    e->frame = &frame;
    bind_all(e, m, &frame);
    tmiValue value = tmi_walk(e, m->source, tmi_tree_child(tree, m->function, TMI_ROLE_RESULT));
    e->frame = frame.caller;
    return value;
}

static Match match_of(tmiAt call, const tmiSource *source, tmiNodeRef function) {
    return (Match){.call = call,
                   .source = source,
                   .function = function,
                   .parameters = tmi_tree_child_kind(source->tree, function, TMI_NODE_PARAMETERS)};
}

tmiValue tmi_expand(tmiEvaluator *e, tmiAt call, const tmiSource *source, tmiNodeRef function,
                    const tmiValue *given, int32_t given_count) {
    Match m = match_of(call, source, function);
    tmiItem *items = tmi_arena_alloc(e->arena, (size_t)given_count, sizeof *items);
    if (!items) {
        e->status = TM_ERR_MEMORY;
        return tmi_value_error();
    }
    for (int32_t i = 0; i < given_count; i++) {
        items[i].value = given[i];
    }
    m.items = items;
    m.count = given_count;
    return expand(e, &m, call.node != function);
}

/* The name of the nth parameter, or behind them of the nth `let`; 0: there is none. */
static tmiNodeRef nth_name(const Match *m, int32_t n) {
    const tmiTree *tree = m->source->tree;
    tmiNodeRef ref = m->parameters ? tmi_node(tree, m->parameters)->child : 0;
    for (; ref && n > 0; n--) {
        ref = tmi_node(tree, ref)->next;
    }
    if (!ref) {
        ref = tmi_node(tree, m->function)->child;
        while (ref && (tmi_node(tree, ref)->kind != TMI_NODE_LET || n-- > 0)) {
            ref = tmi_node(tree, ref)->next;
        }
    }
    return ref ? tmi_node(tree, ref)->child : 0;
}

static void check_distinct(tmiEvaluator *e, const Match *m) {
    const tmiTree *tree = m->source->tree;
    for (int32_t i = 1; i < NAMES_COMPARED && nth_name(m, i); i++) {
        int32_t length, other_length;
        const char *name = tmi_tree_text(tree, nth_name(m, i), &length);
        for (int32_t k = 0; k < i; k++) {
            const char *other = tmi_tree_text(tree, nth_name(m, k), &other_length);
            if (length == other_length && memcmp(name, other, (size_t)length) == 0) {
                tmiQuote quote;
                tmi_say(e, (tmiAt){m->source, nth_name(m, i)}, TMI_SAYS_ARGUMENTS,
                        TMI_WORDS("the function has the name ", tmi_quote(&quote, name, length),
                                  " twice"),
                        NULL);
                break;
            }
        }
    }
}

tmStatus tmi_check_function(tmiEvaluator *e, const tmiSource *source, tmiNodeRef function) {
    Match m = match_of((tmiAt){source, function}, source, function);
    int32_t count = m.parameters ? count_kind(source->tree, m.parameters, TMI_NODE_PARAMETER) : 0;
    tmiItem *items = tmi_arena_alloc(e->arena, (size_t)count, sizeof *items);
    if (!items) {
        e->status = TM_ERR_MEMORY;
        return e->status;
    }
    /* Zeroed memory holds values that are errors without a message. */
    m.items = items;
    m.count = count;
    check_distinct(e, &m);
    e->unsure++;
    expand(e, &m, false);
    e->unsure--;
    return e->status;
}

/* ---- Calls --------------------------------------------------------------------------------- */

tmiAt tmi_argument_at(tmiAt call, int32_t n) {
    const tmiTree *tree = call.source->tree;
    if (tmi_node(tree, call.node)->kind != TMI_NODE_CALL) {
        return call;
    }
    tmiNodeRef ref = tmi_node(tree, tmi_node(tree, call.node)->child)->next;
    for (; n > 0 && ref && tmi_node(tree, ref)->next; n--) {
        ref = tmi_node(tree, ref)->next;
    }
    return (tmiAt){call.source, ref ? ref : call.node};
}

static tmiValue call_table(tmiEvaluator *e, tmiAt call, const tmiTable *table, const tmiItem *items,
                           int32_t count) {
    if (count != 1) {
        return tmi_say_count(e, call, table->name, table->name_length, "x", 1, 1, count);
    }
    if (tmi_is_spoiled(&items[0].value)) {
        return tmi_value_error();
    }
    tmiWanted wanted = {.kind = TMI_WANT_NUMBER, .dimension = table->x_dimension};
    tmiValue x =
        tmi_value_fit(e, call.source, tmi_argument_at(call, 0).node, items[0].value, &wanted);
    return x.kind == TMI_VALUE_ERROR ? x : tmi_apply_table(e, call, table, x);
}

static tmiValue call_name(tmiEvaluator *e, tmiAt call, tmiNodeRef callee, const tmiItem *items,
                          int32_t count) {
    tmiQuote quote;
    char text[TMI_VALUE_TEXT_SIZE];
    int32_t length;
    const char *name = tmi_tree_text(call.source->tree, callee, &length);
    const tmiFunctionRow *row = tmi_function_find(name, length);
    const tmiValue *local = tmi_local(e, name, length);
    if (local && !tmi_is_spoiled(local)) {
        tmi_value_text(local, text);
        return tmi_say(e, (tmiAt){call.source, callee}, TMI_SAYS_KIND,
                       TMI_WORDS(tmi_quote(&quote, name, length), " is ", text, ", not a function"),
                       NULL);
    }
    if (row && !local) {
        return tmi_call_builtin(e, call, row, items, count);
    }
    return local ? tmi_value_error() : tmi_say_unknown(e, (tmiAt){call.source, callee}, "function");
}

tmiValue tmi_walk_call(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node) {
    const tmiTree *tree = source->tree;
    tmiAt call = {source, node};
    tmiNodeRef callee = tmi_node(tree, node)->child;
    tmiMeaning meaning = {.kind = TMI_MEANS_NOTHING};
    int32_t length, count;
    const char *name = tmi_tree_text(tree, callee, &length);
    bool local = tmi_local(e, name, length) != NULL;
    if (e->scope.find && !local) {
        e->scope.find(e->scope.user, e, source, node, &meaning);
        if (meaning.kind != TMI_MEANS_NOTHING) {
            return tmi_meaning_value(e, call, &meaning);
        }
        e->scope.find(e->scope.user, e, source, callee, &meaning);
    }
    bool words = e->words;
    tmiItem few[TMI_FEW];
    e->words = false;
    const tmiItem *items = tmi_walk_items(e, source, tmi_node(tree, callee)->next, few, &count);
    e->words = words;
    if (!items) {
        return tmi_value_error();
    }
    if (meaning.kind == TMI_MEANS_FUNCTION) {
        Match m = match_of(call, meaning.source, meaning.node);
        m.items = items;
        m.count = count;
        return expand(e, &m, true);
    }
    if (meaning.kind == TMI_MEANS_TABLE) {
        return call_table(e, call, meaning.table, items, count);
    }
    if (meaning.kind == TMI_MEANS_NOTHING) {
        return call_name(e, call, callee, items, count);
    }
    tmiQuote quote;
    return meaning.kind == TMI_MEANS_ERROR
               ? tmi_value_error()
               : tmi_say(e, (tmiAt){source, callee}, TMI_SAYS_KIND,
                         TMI_WORDS(tmi_quote(&quote, name, length), " is not a function"),
                         count == 0 && meaning.kind != TMI_MEANS_OTHER
                             ? TMI_WORDS("leave the brackets out")
                             : NULL);
}
