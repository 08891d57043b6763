/* fuzz_values.c: random expressions, functions and tables are evaluated, compiled and run. Nothing
 * may crash or leak, with or without memory; and what is constant must run to the bits that it
 * evaluates to. The first bytes say how the others become text: as they are, as words of the
 * language, or as expressions that are well formed. */
#include "define/language/expression/expression.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- Memory -------------------------------------------------------------------------------- */

typedef struct Memory {
    int32_t left; /* allocations until one fails; negative: none fails */
    int64_t out;
} Memory;

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
    Memory *memory = user;
    if (new_size == 0) {
        memory->out -= block != NULL;
        free(block);
        return NULL;
    }
    if (memory->left >= 0 && memory->left-- == 0) {
        return NULL;
    }
    (void)old_size;
    memory->out += block == NULL;
    return realloc(block, new_size);
}

/* ---- Text ---------------------------------------------------------------------------------- */

#define TEXT_MAX 6000

typedef struct Writer {
    const uint8_t *data;
    size_t size, at;
    char text[TEXT_MAX + 1];
    size_t used;
    bool plain; /* only numbers without a unit: most expressions then have a value */
} Writer;

static int take(Writer *w, int choices) {
    return w->at < w->size ? w->data[w->at++] % choices : 0;
}

static void put(Writer *w, const char *text) {
    size_t length = strlen(text);
    if (w->used + length <= TEXT_MAX) {
        memcpy(w->text + w->used, text, length + 1);
        w->used += length;
    }
}

static const char *const words[] = {
    "1",       "2.5",    "0",       "3mm",      "2s",     "30deg",    "50Hz",   "4N/m",  "1e300",
    "1e-320",  "a",      "t",       "p",        "q",      "x",        "y",      "f(",    "g(",
    "h(",      "lift(",  "sin(",    "sqrt(",    "min(",   "length(",  "dot(",   "mix(",  "pow(",
    "mod(",    "cross(", "rotate(", "atan2(",   "if ",    " then ",   " else ", " and ", " or ",
    "not ",    "true",   "pi",      "infinity", "+",      "-",        "*",      "/",     "^",
    "<",       "<=",     "==",      "!=",       ">",      "(",        ")",      ",",     ")",
    " ",       ".x",     "[1]",     "[",        "]",      "\"text\"", "x: ",    ".y",    "clamp(",
    "smooth(", "unit(",  "log(",    "exp(",     "round(", "9m^0.5",   "7parsec"};

#define WORD_COUNT ((int)(sizeof words / sizeof words[0]))

static void put_expression(Writer *w, int depth) {
    static const char *const binary[] = {" + ",  " - ",  " * ",   " / ",  "^",   " < ",
                                         " >= ", " == ", " and ", " or ", " + ", " * "};
    static const char *const calls[] = {"f",   "g",   "h",     "lift", "sin",    "sqrt",  "min",
                                        "mod", "dot", "cross", "mix",  "length", "polar", "clamp",
                                        "pow", "abs", "atan2", "unit", "hypot",  "rotate"};
    int choice = depth <= 0 || w->at >= w->size ? 0 : take(w, 8);
    if (choice < 2) {
        static const char *const plain[] = {"1", "2.5", "0", "pi", "a", "t", "x", "0.3"};
        put(w, w->plain ? plain[take(w, 8)] : words[take(w, 16)]);
    } else if (choice < 4) {
        put_expression(w, depth - 1);
        put(w, binary[take(w, 12)]);
        put_expression(w, depth - 1);
    } else if (choice == 4) {
        put(w, "(if ");
        put_expression(w, depth - 1);
        put(w, " then ");
        put_expression(w, depth - 1);
        put(w, " else ");
        put_expression(w, depth - 1);
        put(w, ")");
    } else {
        int count = take(w, 4);
        put(w, choice == 5 ? "" : calls[take(w, 20)]);
        put(w, "(");
        for (int i = 0; i < count; i++) {
            put(w, i ? ", " : "");
            put_expression(w, depth - 1);
        }
        put(w, ")");
    }
}

static void put_words(Writer *w, int max) {
    for (int i = 0; i < max && w->at < w->size; i++) {
        put(w, words[take(w, WORD_COUNT)]);
    }
}

static void write_text(Writer *w) {
    static const char *const beyond[] = {"error", "hold", "extend", "repeat"};
    int mode = take(w, 4);
    w->plain = mode == 3;
    if (mode == 0) {
        put(w, "function value() = ");
        while (w->at < w->size && w->used < TEXT_MAX) {
            w->text[w->used++] = (char)w->data[w->at++];
        }
        w->text[w->used] = '\0';
        return;
    }
    for (const char *name = "fghv"; *name; name++) {
        put(w, *name == 'v' ? "function value() = " : "function ");
        put(w, (char[]){*name == 'v' ? '\0' : *name, '\0'});
        put(w, *name == 'v' ? "" : "(x, y = 2) begin let q = ");
        if (*name != 'v') {
            put_expression(w, mode == 1 ? 1 : 3);
            put(w, "; ");
        }
        if (mode == 1) {
            put_words(w, *name == 'v' ? 60 : 10);
        } else {
            put_expression(w, *name == 'v' ? 6 : 4);
        }
        put(w, *name == 'v' ? ";\n" : "; end\n");
    }
    put(w, "table lift begin points: ((0, 0) (1, ");
    put_expression(w, 1);
    put(w, ") (");
    put_expression(w, 1);
    put(w, ", 0)); interpolation: cubic; beyond: ");
    put(w, beyond[take(w, 4)]);
    put(w, "; end\n");
}

/* ---- Scope --------------------------------------------------------------------------------- */

typedef struct Scope {
    const tmiTree *tree;
    tmiSource source;
    tmiTable table;
    int table_state; /* 0: not yet read; 1: fine; 2: wrong */
    bool all_constant, plain;
} Scope;

static bool is_name(const char *text, int32_t length, const char *name) {
    return strlen(name) == (size_t)length && memcmp(text, name, (size_t)length) == 0;
}

static tmiNodeRef item(const Scope *s, tmiNodeKind kind, const char *name, int32_t length) {
    tmiNodeRef ref = tmi_node(s->tree, 1)->child;
    for (; ref; ref = tmi_node(s->tree, ref)->next) {
        int32_t found_length;
        const char *found = tmi_tree_text(s->tree, tmi_node(s->tree, ref)->child, &found_length);
        if (tmi_node(s->tree, ref)->kind == kind && tmi_node(s->tree, ref)->child &&
            found_length == length && memcmp(found, name, (size_t)length) == 0) {
            return ref;
        }
    }
    return 0;
}

static void find(void *user, tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                 tmiMeaning *meaning) {
    Scope *s = user;
    int32_t length;
    const char *text = tmi_tree_text(source->tree, node, &length);
    if (is_name(text, length, "a")) {
        *meaning = (tmiMeaning){.kind = TMI_MEANS_VALUE,
                                .value = tmi_value_number(1.75, s->plain ? TMI_PLAIN : TMI_LENGTH)};
    } else if (is_name(text, length, "x") && !e->frame) {
        *meaning = (tmiMeaning){.kind = TMI_MEANS_SENSED, .slot = 2, .size = 1};
    } else if (is_name(text, length, "t") || is_name(text, length, "p")) {
        bool point = text[0] == 'p';
        tmiDimension dimension = s->plain ? TMI_PLAIN : point ? TMI_LENGTH : TMI_TIME;
        tmiValue number = tmi_value_number(0.625, dimension);
        *meaning = (tmiMeaning){.kind = TMI_MEANS_SENSED,
                                .slot = point ? 1 : 0,
                                .size = point ? 3 : 1,
                                .dimension = dimension};
        if (s->all_constant && !point) {
            number.marks = TMI_MARK_SENSED;
            *meaning = (tmiMeaning){.kind = TMI_MEANS_VALUE, .value = number};
        }
    } else if (item(s, TMI_NODE_FUNCTION, text, length)) {
        *meaning = (tmiMeaning){.kind = TMI_MEANS_FUNCTION,
                                .source = &s->source,
                                .node = item(s, TMI_NODE_FUNCTION, text, length)};
    } else if (item(s, TMI_NODE_TABLE, text, length)) {
        if (s->table_state == 0) {
            s->table_state = 2; /* a table that calls itself */
            tmiNodeRef table = item(s, TMI_NODE_TABLE, text, length);
            s->table_state = tmi_table_read(e, &s->source, table, &s->table) ? 1 : 2;
        }
        meaning->kind = s->table_state == 1 ? TMI_MEANS_TABLE : TMI_MEANS_ERROR;
        meaning->table = &s->table;
    }
}

/* ---- One text ------------------------------------------------------------------------------ */

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static double first_result(const tmiCode *code) {
    static const double inputs[] = {0.625, 0.1, -0.2, 3.0};
    double results[TMI_RESULTS_MAX];
    double *frame = malloc(((size_t)code->frame_size + 1) * sizeof *frame);
    require(frame != NULL && code->input_count <= 4);
    tmi_code_run(code, inputs, frame, results);
    free(frame);
    return results[0];
}

/* Values of an expression: as it is, then with `t` constant, which must give the same bits. */
static void try_expression(tmAllocator allocator, tmiArena *arena, Scope *s, tmiNodeRef node) {
    tmiEvaluator e;
    tmiValue value = tmi_value_error();
    tmiCode code;
    bool made = false;
    /* IEEE in both, not messages: else a folded 1/0 would be refused in one of them. */
    tmi_evaluator_init(&e, &(tmiScope){find, NULL, s}, arena);
    e.unsure = 1;
    s->all_constant = false;
    tmStatus status = tmi_compile(&e, &s->source, node, NULL, allocator, &code, &made);
    require(status == TM_OK || status == TM_ERR_MEMORY);
    require(!made || status == TM_OK);
    s->all_constant = true;
    if (status == TM_OK) {
        status = tmi_evaluate(&e, &s->source, node, NULL, &value);
        require(status == TM_OK || status == TM_ERR_MEMORY);
    }
    bool number = value.kind == TMI_VALUE_NUMBER || value.kind == TMI_VALUE_TRUTH;
    if (made && number) {
        double run = first_result(&code);
        require((run != run && value.number != value.number) ||
                memcmp(&run, &value.number, sizeof run) == 0);
    } else if (made) {
        first_result(&code);
    }
    if (made) {
        tmi_code_clear(&code);
    }
}

static void try_text(tmAllocator allocator, const char *text, size_t length, bool plain) {
    tmiTokens tokens;
    tmiTree tree;
    tmDiags *diags = NULL;
    tmiArena arena;
    if (tm_diags_create(&allocator, &diags) != TM_OK) {
        return;
    }
    tmiReporter reporter = {.diags = diags, .file = "fuzz"};
    if (tmi_scan(allocator, text, (int32_t)length, &reporter, &tokens) == TM_OK) {
        if (tmi_parse(allocator, &tokens, &reporter, &tree) == TM_OK) {
            Scope scope = {.tree = &tree, .source = {&tree, &reporter}, .plain = plain};
            tmi_arena_init(&arena, allocator);
            tmiNodeRef function = item(&scope, TMI_NODE_FUNCTION, "value", 5);
            tmiNodeRef result = function ? tmi_tree_child(&tree, function, TMI_ROLE_RESULT) : 0;
            if (result) {
                tmiEvaluator e;
                tmi_evaluator_init(&e, &(tmiScope){find, NULL, &scope}, &arena);
                tmi_check_function(&e, &scope.source, function);
                try_expression(allocator, &arena, &scope, result);
            }
            tmi_arena_clear(&arena);
            tmi_tree_clear(allocator, &tree);
        }
        tmi_tokens_clear(allocator, &tokens);
    }
    tm_diags_destroy(diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Writer w;
    Memory memory = {.left = size > 1 && data[1] % 4 == 0 ? data[0] : -1};
    tmAllocator allocator = {allocate, &memory};
    w = (Writer){.data = data, .size = size, .at = size > 2 ? 2 : size};
    write_text(&w);
    try_text(allocator, w.text, w.used, w.plain);
    require(memory.out == 0);
    return 0;
}
