/* tables.c: prints the reference tables of docs/language.md from the vocabulary, each between a
 * marker and its end, and the signs that the scanner knows. page.py compares them with the page. */
#include "define/geometry/shape/shape.h"
#include "define/language/expression/expression.h"
#include "define/language/tokens/tokens.h"
#include "define/language/vocabulary/vocabulary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin(const char *name, const char *heads) {
    printf("<!-- table: %s -->\n%s\n", name, heads);
    for (const char *at = heads; (at = strchr(at, '|')) && at[1]; at++) {
        printf("| --- ");
    }
    printf("|\n");
}

static void end(void) {
    printf("<!-- end -->\n");
}

/* A word of the language where it can be one: code, or nothing. */
static void put_code(const char *text) {
    if (*text) {
        printf("`%s`", text);
    }
}

/* ---- Words --------------------------------------------------------------------------------- */

static void put_words(const char *name, int first, int last) {
    begin(name, "| word | starts | meaning |");
    for (int word = first; word < last; word++) {
        const tmiWordRow *row = tmi_word_row((tmiWord)word);
        printf("| `%s` | %s | %s |\n", row->name, row->starts, row->help);
    }
    end();
}

/* ---- Fields -------------------------------------------------------------------------------- */

static const char *const takes[] = {
    "nothing",           "number", "point",      "word",        "words",   "part",
    "parts or features", "shape",  "expression", "expressions", "clauses", "ranges",
    "numbers",           "list",   "text",       "truth"};

static void put_takes(const tmiField *row) {
    const char *between = "";
    for (size_t i = 0; i < sizeof takes / sizeof takes[0]; i++) {
        if (row->takes & (1u << i)) {
            printf("%s%s", between, takes[i]);
            between = " or ";
        }
    }
    for (const char *at = row->choices; *at;) {
        int length = (int)strcspn(at, " ");
        printf("%s`%.*s`", at == row->choices ? ": " : " ", length, at);
        at += length + (at[length] == ' ');
    }
}

/* Defaults that a text could say are code, others words. */
static void put_initial(const tmiField *row) {
    const char *text = row->initial;
    bool choice =
        row->choices[0] || (row->takes & (TMI_TAKES_WORD | TMI_TAKES_SHAPE | TMI_TAKES_TRUTH));
    bool code = choice || strpbrk(text, "0123456789");
    printf(code && *text ? "`%s`" : "%s", text);
}

static void put_fields(const char *name, uint32_t context) {
    int32_t count;
    const tmiField *rows = tmi_fields(&count);
    begin(name, "| field | takes | unit | without it | meaning |");
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].contexts & context) {
            printf("| `%s` | ", rows[i].name);
            put_takes(&rows[i]);
            printf(" | ");
            put_code(rows[i].unit);
            printf(" | ");
            put_initial(&rows[i]);
            printf(" | %s |\n", rows[i].help);
        }
    }
    end();
}

/* ---- Shapes and hinges --------------------------------------------------------------------- */

static const char *const kinds[] = {"number",    "whole number",     "point",
                                    "points",    "lists of points",  "text",
                                    "condition", "function or table"};

static void put_arguments(const char *of, const tmParameter *rows, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        printf("| `%s` | `%s` | %s | ", of, rows[i].name, kinds[rows[i].kind]);
        put_code(rows[i].unit);
        printf(" | %s | %s |\n", rows[i].initial ? rows[i].initial : "must be given", rows[i].help);
    }
}

static void put_shapes(void) {
    int32_t pieces;
    const tmParameter *piece = tmi_piece_arguments(&pieces);
    begin("shapes", "| shape | is |");
    for (int32_t i = 0; i < TM_SHAPE_COUNT; i++) {
        const tmiShapeRow *row = tmi_shape_row((tmShapeKind)i);
        printf("| `%s` | %s |\n", row->name, row->help);
    }
    end();
    begin("arguments of shapes", "| shape | argument | takes | unit | without it | meaning |");
    for (int32_t i = 0; i < TM_SHAPE_COUNT; i++) {
        const tmiShapeRow *row = tmi_shape_row((tmShapeKind)i);
        put_arguments(row->name, row->arguments, row->argument_count);
    }
    put_arguments("in a union", piece, pieces);
    end();
}

/* p pp: "a pair of points, or two" as the page writes it: `p`, `p p`. */
static void put_patterns(const char *patterns) {
    printf(*patterns ? "" : "does not exist");
    for (const char *at = patterns; *at;) {
        size_t length = strcspn(at, " ");
        printf(at == patterns ? "`" : ", `");
        for (size_t i = 0; i < length; i++) {
            printf(at[i] == '+' ? " …" : i > 0 ? " %c" : "%c", at[i]);
        }
        printf("`");
        at += length + (at[length] == ' ');
    }
}

static void put_hinges(void) {
    int32_t count;
    const tmHingeKind *rows = tm_hinge_kinds(&count);
    begin("hinges", "| hinge | in the plane | in space | moves | is |");
    for (int32_t i = 0; i < count; i++) {
        printf("| `%s` | ", rows[i].name);
        put_patterns(rows[i].planar);
        printf(" | ");
        put_patterns(rows[i].spatial);
        printf(" | %s%s%s%s | %s |\n", rows[i].moves & TM_HINGE_TURNS ? "turns" : "",
               rows[i].moves == (TM_HINGE_TURNS | TM_HINGE_SLIDES) ? ", " : "",
               rows[i].moves & TM_HINGE_SLIDES ? "slides" : "",
               rows[i].moves & TM_HINGE_SPANS ? "spans" : "", rows[i].help);
    }
    end();
    begin("arguments of hinges", "| hinge | argument | takes | unit | without it | meaning |");
    for (int32_t i = 0; i < count; i++) {
        put_arguments(rows[i].name, rows[i].parameters, rows[i].parameter_count);
    }
    end();
}

/* ---- What is sensed ------------------------------------------------------------------------ */

static void put_quantities(const char *name, uint32_t of) {
    int32_t count;
    const tmiQuantityRow *rows = tmi_quantities(&count);
    begin(name, "| quantity | is a | unit | a control can give it | meaning |");
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].of & of) {
            printf("| `%s` | %s | ", rows[i].name,
                   rows[i].is_truth    ? "condition"
                   : rows[i].size == 3 ? "point"
                                       : "number");
            put_code(rows[i].unit);
            printf(" | %s | %s |\n", rows[i].prescribed ? "yes" : "", rows[i].help);
        }
    }
    end();
}

/* ---- Values -------------------------------------------------------------------------------- */

static void put_values(void) {
    int32_t count;
    const tmiUnit *units = tmi_units(&count);
    begin("units", "| unit | is |");
    for (int32_t i = 0; i < count; i++) {
        printf("| `%s` | %s |\n", units[i].name, units[i].help);
    }
    end();
    const tmiFunctionRow *functions = tmi_functions(&count);
    begin("functions", "| function | gives |");
    for (int32_t i = 0; i < count; i++) {
        printf("| `%s(%s)` | %s |\n", functions[i].name, functions[i].parameters,
               functions[i].help);
    }
    end();
    const tmiConstantRow *constants = tmi_constants(&count);
    begin("constants", "| constant | is |");
    for (int32_t i = 0; i < count; i++) {
        printf("| `%s` | %s |\n", constants[i].name, constants[i].help);
    }
    end();
    const tmiMeasureRow *measures = tmi_measures(&count);
    begin("measures", "| measure | gives |");
    for (int32_t i = 0; i < count; i++) {
        printf("| `%s(x)` | %s |\n", measures[i].name, measures[i].help);
    }
    end();
    const char *const *colors = tmi_colors(&count);
    begin("colours", "| colours |");
    for (int32_t i = 0; i < count; i++) {
        bool opens = i == 0 || colors[i][0] != colors[i - 1][0];
        bool closes = i == count - 1 || colors[i][0] != colors[i + 1][0];
        printf("%s`%s`%s", opens ? "| " : " ", colors[i], closes ? " |\n" : "");
    }
    end();
}

/* ---- Library ------------------------------------------------------------------------------- */

/* Its functions with their parameters, a line each. */
static void put_library(void) {
    static const char word[] = "function ";
    int32_t length;
    for (const char *at = tmi_library_text(&length); (at = strstr(at, word)) != NULL;) {
        at += strlen(word);
        printf("<!-- library: %.*s -->\n", (int)strcspn(at, ")") + 1, at);
    }
}

/* ---- Signs --------------------------------------------------------------------------------- */

/* Whether the text is one sign, and nothing is said about it. */
static bool is_one_sign(const char *text) {
    tmAllocator allocator = tm_allocator_default();
    tmDiags *diags;
    tmiTokens tokens;
    if (tm_diags_create(&allocator, &diags) != TM_OK) {
        exit(2);
    }
    tmiReporter reporter = {.diags = diags, .file = ""};
    if (tmi_scan(allocator, text, (int32_t)strlen(text), &reporter, &tokens) != TM_OK) {
        exit(2);
    }
    const tmiToken *first = &tokens.items[0];
    bool one = tm_diags_count(diags) == 0 && first->kind == TMI_TOKEN_SIGN &&
               first->length == (int32_t)strlen(text);
    tmi_tokens_clear(allocator, &tokens);
    tm_diags_destroy(diags);
    return one;
}

static void put_signs(void) {
    printf("<!-- signs");
    for (char first = '!'; first < 127; first++) {
        char text[3] = {first};
        if (is_one_sign(text)) {
            printf(" %s", text);
        }
        for (char second = '!'; second < 127; second++) {
            text[1] = second;
            if (is_one_sign(text)) {
                printf(" %s", text);
            }
        }
    }
    printf(" -->\n");
}

int main(void) {
    put_words("reserved words", TMI_WORD_NONE + 1, TMI_WORD_FREE);
    put_words("other words", TMI_WORD_FREE, TMI_WORD_COUNT);
    put_fields("sections of a primitive", TMI_IN_PRIMITIVE);
    put_fields("sections of a composite", TMI_IN_COMPOSITE);
    put_fields("sections of a world", TMI_IN_WORLD);
    put_fields("properties of a primitive", TMI_IN_PROPERTIES);
    put_fields("properties of a composite", TMI_IN_COMPOSITE_PROPERTIES);
    put_fields("properties of a world", TMI_IN_WORLD_PROPERTIES);
    put_fields("dynamics", TMI_IN_DYNAMICS);
    put_fields("interference", TMI_IN_INTERFERENCE);
    put_fields("control", TMI_IN_CONTROL);
    put_fields("place", TMI_IN_PLACE);
    put_fields("join", TMI_IN_JOIN);
    put_fields("material", TMI_IN_MATERIAL);
    put_fields("contact", TMI_IN_CONTACT);
    put_fields("simulate", TMI_IN_SIMULATE);
    put_fields("animate", TMI_IN_ANIMATE);
    put_fields("study", TMI_IN_STUDY);
    put_fields("fields of a table", TMI_IN_TABLE);
    put_shapes();
    put_hinges();
    put_quantities("of the world", TMI_OF_WORLD);
    put_quantities("of a body", TMI_OF_BODY);
    put_quantities("of a feature", TMI_OF_POINT | TMI_OF_AXIS);
    put_quantities("of a join that turns", TMI_OF_TURN);
    put_quantities("of a join that slides", TMI_OF_SLIDE);
    put_quantities("of a join that spans", TMI_OF_SPAN);
    put_quantities("of any join", TMI_OF_HINGE);
    put_quantities("of two parts", TMI_OF_TWO);
    put_values();
    put_library();
    put_signs();
    return 0;
}
