/* table_read.c: tables as they stand in a text. */
#include "define/language/expression/walk_private.h"

#include <string.h>

/* The fields of a table and the words that they take, which the text of messages lists, too. */
static const char *const field_names[] = {"points", "interpolation", "beyond"};
enum { FIELD_POINTS, FIELD_INTERPOLATION, FIELD_BEYOND, FIELDS };
static const char *const interpolations[] = {"linear", "cubic"};
static const char *const beyonds[] = {"error", "hold", "extend", "repeat"};

typedef struct Reader {
    tmiEvaluator *e;
    const tmiSource *source;
    tmiNodeRef node;
    tmiNodeRef values[FIELDS]; /* the expression of each field; 0: missing */
    tmiTable *table;
} Reader;

static bool say(const Reader *r, tmiNodeRef node, const char *const *words,
                const char *const *hint) {
    tmi_say(r->e, (tmiAt){r->source, node}, TMI_SAYS_TABLE, words, hint);
    return false;
}

static int32_t find_word(const char *const *words, int32_t count, const char *text,
                         int32_t length) {
    for (int32_t i = 0; i < count; i++) {
        if (strncmp(words[i], text, (size_t)length) == 0 && !words[i][length]) {
            return i;
        }
    }
    return -1;
}

/* ---- Fields -------------------------------------------------------------------------------- */

/* The only expression of a field, or 0 after a message. */
static tmiNodeRef value_of(const Reader *r, tmiNodeRef field, tmiNodeRef name) {
    const tmiTree *tree = r->source->tree;
    tmiNodeRef clause = tmi_node(tree, name)->next;
    const tmiNode *only = tmi_node(tree, clause);
    if (tmi_node(tree, field)->spoiled) {
        return 0;
    }
    if (!clause || only->kind != TMI_NODE_CLAUSE || only->next ||
        tmi_node(tree, only->child)->next) {
        say(r, field, TMI_WORDS("a field of a table takes one value"),
            TMI_WORDS("several points go in brackets: ((0deg, 0mm) (90deg, 5mm))"));
        return 0;
    }
    return only->child;
}

static bool read_fields(Reader *r) {
    const tmiTree *tree = r->source->tree;
    bool fine = true;
    tmiNodeRef ref = tmi_node(tree, r->node)->child;
    for (; ref; ref = tmi_node(tree, ref)->next) {
        if (tmi_node(tree, ref)->kind != TMI_NODE_FIELD) {
            continue;
        }
        tmiQuote quote;
        int32_t length;
        tmiNodeRef name = tmi_node(tree, ref)->child;
        const char *text = tmi_tree_text(tree, name, &length);
        int32_t field = find_word(field_names, FIELDS, text, length);
        tmi_quote(&quote, text, length);
        if (field < 0) {
            fine = say(r, name, TMI_WORDS("a table has no field ", quote.text),
                       TMI_WORDS("it has points, interpolation and beyond"));
        } else if (r->values[field]) {
            fine = say(r, name, TMI_WORDS("the field ", quote.text, " appears again"), NULL);
        } else {
            r->values[field] = value_of(r, ref, name);
            fine &= r->values[field] != 0;
        }
    }
    return fine && !tmi_node(tree, r->node)->spoiled;
}

/* One of the words; `choice` keeps its value where the field is missing. */
static bool read_word(const Reader *r, int32_t field, const char *const *words, int32_t count,
                      const char *list, uint8_t *choice) {
    int32_t length;
    if (!r->values[field]) {
        return true;
    }
    const char *text = tmi_tree_text(r->source->tree, r->values[field], &length);
    int32_t found = find_word(words, count, text, length);
    if (found < 0) {
        tmiQuote quote;
        return say(r, r->values[field],
                   TMI_WORDS(tmi_quote(&quote, text, length), " where ", list, " belongs"), NULL);
    }
    *choice = (uint8_t)found;
    return true;
}

/* ---- Points -------------------------------------------------------------------------------- */

/* The node of point i, or of its coordinate, where they are written out. */
static tmiNodeRef nth(const tmiTree *tree, tmiNodeRef list, int32_t n) {
    if (tmi_node(tree, list)->kind != TMI_NODE_LIST) {
        return list;
    }
    tmiNodeRef ref = tmi_node(tree, list)->child;
    for (; n > 0 && ref; n--) {
        ref = tmi_node(tree, ref)->next;
    }
    return ref ? ref : list;
}

static bool is_pair(const tmiValue *value) {
    return tmi_is_point(value) && value->count == 2;
}

/* One coordinate of all points: numbers of one dimension. */
static bool read_column(const Reader *r, const tmiValue *points, int32_t column, double *numbers,
                        tmiDimension *dimension) {
    tmiValue joined = points->items[0].value.items[column].value;
    for (int32_t i = 0; i < points->count; i++) {
        const tmiValue *number = &points->items[i].value.items[column].value;
        tmiDimension before = joined.dimension;
        if (!tmi_agree(&joined, number, &joined)) {
            tmiNodeRef point = nth(r->source->tree, r->values[FIELD_POINTS], i);
            tmi_say_dimension(r->e, (tmiAt){r->source, nth(r->source->tree, point, column)}, number,
                              before);
            return false;
        }
        numbers[i] = number->number;
    }
    *dimension = joined.dimension;
    return true;
}

static bool check_points(const Reader *r, const tmiValue *points) {
    tmiNodeRef node = r->values[FIELD_POINTS];
    static const char *const example[] = {"as in ((0deg, 0mm) (90deg, 5mm))", NULL};
    if (points->kind != TMI_VALUE_LIST || is_pair(points) || points->count < 2) {
        return say(r, node, TMI_WORDS("a table takes at least two points (x, y)"), example);
    }
    for (int32_t i = 0; i < points->count; i++) {
        const tmiValue *point = &points->items[i].value;
        if (tmi_is_spoiled(point)) {
            return false;
        }
        if (!is_pair(point)) {
            return say(r, nth(r->source->tree, node, i),
                       TMI_WORDS("a point of a table is two numbers, x and y"), example);
        }
    }
    return true;
}

static bool check_order(const Reader *r, const double *x, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        if (!(x[i] > x[i - 1])) {
            tmiNodeRef point = nth(r->source->tree, r->values[FIELD_POINTS], i);
            return say(r, nth(r->source->tree, point, 0),
                       TMI_WORDS("x does not rise from the point before to this one"), NULL);
        }
    }
    return true;
}

static bool check_ends(const Reader *r, const double *y, int32_t count) {
    if (r->table->beyond == TMI_BEYOND_REPEAT && y[0] != y[count - 1]) {
        return say(r, nth(r->source->tree, r->values[FIELD_POINTS], count - 1),
                   TMI_WORDS("a table that repeats ends with the y that it begins with"), NULL);
    }
    return true;
}

static bool read_points(Reader *r) {
    tmiTable *table = r->table;
    tmiValue points;
    tmi_evaluate(r->e, r->source, r->values[FIELD_POINTS], NULL, &points);
    if (points.kind == TMI_VALUE_ERROR || !check_points(r, &points)) {
        return false;
    }
    size_t count = (size_t)points.count;
    double *numbers = tmi_arena_alloc(r->e->arena, 3 * count, sizeof *numbers);
    if (!numbers) {
        r->e->status = TM_ERR_MEMORY;
        return false;
    }
    double *y = numbers + count, *slopes = y + count;
    bool both = read_column(r, &points, 0, numbers, &table->x_dimension);
    both &= read_column(r, &points, 1, y, &table->y_dimension);
    if (!both || !check_order(r, numbers, points.count) || !check_ends(r, y, points.count)) {
        return false;
    }
    table->count = points.count;
    table->x = numbers;
    table->y = y;
    table->slopes = slopes;
    tmi_table_slopes(numbers, y, points.count, (tmiInterpolation)table->interpolation,
                     (tmiBeyond)table->beyond, slopes);
    return true;
}

bool tmi_table_read(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node, tmiTable *table) {
    Reader r = {.e = e, .source = source, .node = node, .table = table};
    *table = (tmiTable){.interpolation = TMI_TABLE_LINEAR, .beyond = TMI_BEYOND_ERROR};
    tmiNodeRef name = tmi_node(source->tree, node)->child;
    table->name = tmi_tree_text(source->tree, name, &table->name_length);
    bool fine = read_fields(&r);
    fine &= read_word(&r, FIELD_INTERPOLATION, interpolations, 2, "linear or cubic",
                      &table->interpolation);
    fine &=
        read_word(&r, FIELD_BEYOND, beyonds, 4, "error, hold, extend or repeat", &table->beyond);
    if (!r.values[FIELD_POINTS]) {
        return fine && say(&r, node, TMI_WORDS("a table needs the field 'points'"),
                           TMI_WORDS("as in points: ((0deg, 0mm) (90deg, 5mm));"));
    }
    return read_points(&r) && fine && e->status == TM_OK;
}
