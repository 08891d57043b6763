/* make_hinge.c: hinges that a text defines, and what features hinges match. */
#include "define/language/make/make_private.h"

#include <string.h>

/* ---- Patterns ------------------------------------------------------------------------------ */

static void add_some(tmiText *text, int32_t count, const char *one, const char *many) {
    static const char *const numbers[] = {"", "", "two ", "three ", "four "};
    if (count == 1) {
        tmi_text_add(text, one);
    } else if (count < 5) {
        tmi_text_add(text, numbers[count]);
        tmi_text_add(text, many);
    } else {
        tmi_text_add_int(text, count);
        tmi_text_add(text, " ");
        tmi_text_add(text, many);
    }
}

static void add_pattern(tmiText *text, const char *pattern, size_t length) {
    static const char *const many[] = {"pairs of points", "pairs of axes",
                                       "pairs of a point and an axis"};
    static const char *const one[] = {"a pair of points", "a pair of axes", "a point and an axis"};
    static const char letters[] = "pax";
    bool more = pattern[length - 1] == '+', first = true;
    int32_t counts[3] = {0, 0, 0};
    for (size_t i = 0; i < length - (more ? 2 : 0); i++) {
        counts[strchr(letters, pattern[i]) - letters]++;
    }
    for (int32_t i = 0; i < 3; i++) {
        if (counts[i] > 0) {
            tmi_text_add(text, first ? "" : " and ");
            add_some(text, counts[i], one[i], many[i]);
            first = false;
        }
    }
    if (more) {
        tmi_text_add(text, first ? "" : " and ");
        tmi_text_add(text, many[strchr(letters, pattern[length - 2]) - letters]);
    }
}

void tmi_pattern_text(const char *patterns, tmiText *text) {
    if (!*patterns) {
        tmi_text_add(text, "nothing");
    }
    bool several = strchr(patterns, ' ') && strchr(strchr(patterns, ' ') + 1, ' ');
    for (bool first = true; *patterns; first = false) {
        size_t length = strcspn(patterns, " ");
        bool last = patterns[length] == '\0';
        tmi_text_add(text, first ? "" : !last ? ", " : several ? ", or " : " or ");
        add_pattern(text, patterns, length);
        patterns += length + !last;
    }
}

/* ---- Definitions --------------------------------------------------------------------------- */

/* A feature of a definition: pair and side; pair -1: none. */
typedef struct Formal {
    int32_t pair, side;
} Formal;

static Formal find_formal(const tmiMaker *m, tmiSpot hinge, tmiSpot name) {
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    tmiNodeRef pairs = tmi_tree_child_kind(tree, hinge.node, TMI_NODE_PAIRS);
    int32_t length, other;
    const char *text = tmi_spot_text(m, name, &length);
    int32_t number = 0;
    for (tmiNodeRef pair = pairs ? tmi_node(tree, pairs)->child : 0; pair;
         pair = tmi_node(tree, pair)->next, number++) {
        int32_t side = 0;
        for (tmiNodeRef ref = tmi_node(tree, pair)->child; ref;
             ref = tmi_node(tree, ref)->next, side++) {
            const char *formal = tmi_tree_text(tree, ref, &other);
            if (other == length && memcmp(formal, text, (size_t)length) == 0) {
                return (Formal){number, side};
            }
        }
    }
    return (Formal){-1, 0};
}

static Formal need_formal(tmiMaker *m, tmiSpot hinge, tmiSpot name) {
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    Formal formal = {-1, 0};
    if (tmi_node(tree, name.node)->kind == TMI_NODE_NAME) {
        formal = find_formal(m, hinge, name);
    }
    if (formal.pair < 0) {
        tmiQuote quote;
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_NOTHING_SO,
                               .at = name,
                               .words = TMI_WORDS(tmi_spot_quote(m, name, &quote),
                                                  " is not a feature of this hinge"),
                               .hint = TMI_WORDS("its features come after 'matching'"),
                               .related = TMI_WORDS("these"),
                               .related_at = {hinge.file, tmi_tree_child_kind(tree, hinge.node,
                                                                              TMI_NODE_PAIRS)}});
    }
    return formal;
}

/* The normal of a row: the direction of a feature that is an axis, or one that is written out in
 * the axes of the plane's body. False: it is not known, or a mistake. */
static bool make_normal(tmiMaker *m, tmiSpot hinge, tmiSpot at, const tmiJoin *join,
                        double normal[3]) {
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    tmiWanted wanted = tmi_wants_bound(TMI_WANT_POINT, "", TM_BOUND_NOT_ZERO);
    tmiValue value;
    if (tmi_node(tree, at.node)->kind == TMI_NODE_NAME) {
        Formal formal = need_formal(m, hinge, at);
        if (formal.pair < 0 || !join) {
            return false;
        }
        const tmiBodyFeature *feature = &join->pairs[formal.pair][formal.side].feature;
        tmiQuote quote;
        if (!feature->is_axis) {
            tmi_note(m, &(tmiNote){.code = TMI_SAYS_PAIRS,
                                   .at = join->spot,
                                   .words = TMI_WORDS("the hinge takes the direction of its ",
                                                      tmi_spot_quote(m, at, &quote),
                                                      ", which here is a point"),
                                   .related = TMI_WORDS("it does so here"),
                                   .related_at = at});
            return false;
        }
        memcpy(normal, feature->direction, sizeof feature->direction);
        return true;
    }
    if (!tmi_value_of(m, at, &wanted, &value) ||
        !tmi_keeps_bound(m, at, "the normal", TM_BOUND_NOT_ZERO, &value)) {
        return false;
    }
    tmi_value_direction(&value, normal);
    return true;
}

/* One row; `join` null: only checked. */
static bool make_line(tmiMaker *m, tmiSpot hinge, tmiNodeRef row, const tmiJoin *join,
                      tmiHingeLine *line) {
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    tmiSpot point = {hinge.file, tmi_node(tree, row)->child};
    tmiSpot plane = {hinge.file, tmi_node(tree, point.node)->next};
    tmiSpot normal = {hinge.file, tmi_node(tree, plane.node)->next};
    Formal on = need_formal(m, hinge, point), of = need_formal(m, hinge, plane);
    double direction[3] = {0.0, 0.0, 1.0};
    bool fine = make_normal(m, hinge, normal, join, direction);
    if (on.pair >= 0 && of.pair >= 0 && on.side == of.side) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_PAIRS,
                               .at = plane,
                               .words = TMI_WORDS("point and plane belong to the same part"),
                               .hint = TMI_WORDS("a row holds a point of one part on a plane of "
                                                 "the other")});
        return false;
    }
    if (!join || !fine || on.pair < 0 || of.pair < 0) {
        return fine;
    }
    line->point = join->pairs[on.pair][on.side];
    line->plane = join->pairs[of.pair][of.side];
    line->plane.feature.is_axis = true;
    memcpy(line->plane.feature.direction, direction, sizeof direction);
    return true;
}

/* The scope of a hinge: its parameters are bound as values of a `for` are not; they stand in a
 * frame of the evaluator. */
typedef struct Frame {
    tmiCallFrame frame;
    const tmiCallFrame *outer;
} Frame;

static bool enter(tmiMaker *m, tmiSpot hinge, const tmiValue *values, Frame *frame) {
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    tmiNodeRef parameters = tmi_tree_child_kind(tree, hinge.node, TMI_NODE_PARAMETERS);
    int32_t count = 0;
    for (tmiNodeRef ref = parameters ? tmi_node(tree, parameters)->child : 0; ref;
         ref = tmi_node(tree, ref)->next) {
        count++;
    }
    tmiBinding *bindings = tmi_arena_alloc(&m->scratch, (size_t)count, sizeof *bindings);
    if (!bindings) {
        m->status = TM_ERR_MEMORY;
        return false;
    }
    frame->outer = m->e.frame;
    frame->frame = (tmiCallFrame){.caller = m->e.frame,
                                  .source = tmi_maker_source(m, hinge.file),
                                  .function = hinge.node,
                                  .bindings = bindings,
                                  .count = count};
    tmiNodeRef ref = parameters ? tmi_node(tree, parameters)->child : 0;
    for (int32_t i = 0; i < count; i++, ref = tmi_node(tree, ref)->next) {
        bindings[i].name = tmi_tree_text(tree, tmi_node(tree, ref)->child, &bindings[i].length);
        bindings[i].value = values ? values[i] : tmi_value_error();
    }
    m->e.frame = &frame->frame;
    return true;
}

static tmiNodeRef first_row(const tmiTree *tree, tmiSpot hinge) {
    return tmi_tree_child_kind(tree, hinge.node, TMI_NODE_ROW);
}

static tmiNodeRef next_row(const tmiTree *tree, tmiNodeRef row) {
    return tmi_node(tree, row)->next;
}

/* Limits of a hinge. Six rows hold a body; names are searched one by one. */
#define HINGE_PARAMETERS_MAX 32
#define HINGE_ROWS_MAX 64

/* The cost of a row of a join in evaluated nodes, by its memory. */
#define LINE_EFFORT 16

static int32_t count_children(const tmiTree *tree, tmiNodeRef node) {
    int32_t count = 0;
    for (tmiNodeRef ref = node ? tmi_node(tree, node)->child : 0; ref;
         ref = tmi_node(tree, ref)->next) {
        count++;
    }
    return count;
}

/* Whether the hinge is small enough to be used; reports why if not. */
static bool is_small(tmiMaker *m, tmiSpot hinge) {
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    tmiNodeRef parameters = tmi_tree_child_kind(tree, hinge.node, TMI_NODE_PARAMETERS);
    tmiNodeRef pairs = tmi_tree_child_kind(tree, hinge.node, TMI_NODE_PAIRS);
    const char *words =
        count_children(tree, parameters) > HINGE_PARAMETERS_MAX
            ? "a hinge has at most 32 parameters"
        : count_children(tree, pairs) > TMI_PAIRS_MAX       ? "a hinge matches at most 64 pairs"
        : count_children(tree, hinge.node) > HINGE_ROWS_MAX ? "a hinge has at most 64 rows"
                                                            : NULL;
    if (words) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_PAIRS,
                               .at = {hinge.file, tmi_node(tree, hinge.node)->child},
                               .words = TMI_WORDS(words)});
    }
    return !words;
}

void tmi_check_hinge(tmiMaker *m, int32_t index) {
    tmiSpot hinge = m->d->hinges[index];
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    tmiArenaMark mark = tmi_arena_mark(&m->scratch);
    Frame frame;
    tmiHingeLine line;
    if (tmi_node(tree, hinge.node)->spoiled || !is_small(m, hinge) ||
        !enter(m, hinge, NULL, &frame)) {
        return;
    }
    tmiNodeRef row = first_row(tree, hinge);
    if (!row) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_MISSING,
                               .at = {hinge.file, tmi_node(tree, hinge.node)->child},
                               .words = TMI_WORDS("a hinge without rows holds nothing"),
                               .hint = TMI_WORDS("point a on plane b normal (0, 0, 1);")});
    }
    for (; row && m->status == TM_OK; row = next_row(tree, row)) {
        make_line(m, hinge, row, NULL, &line);
    }
    m->e.frame = frame.outer;
    tmi_arena_release(&m->scratch, mark);
}

/* ---- Joins with them ----------------------------------------------------------------------- */

bool tmi_hinge_arguments(tmiMaker *m, int32_t index, tmiSpot call, tmiJoin *join) {
    tmiSpot hinge = m->d->hinges[index];
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    tmiNodeRef parameters = tmi_tree_child_kind(tree, hinge.node, TMI_NODE_PARAMETERS);
    const char *names[HINGE_PARAMETERS_MAX];
    int32_t lengths[HINGE_PARAMETERS_MAX], count = 0;
    bool optional[HINGE_PARAMETERS_MAX], fine = true;
    tmiNodeRef nodes[HINGE_PARAMETERS_MAX], initials[HINGE_PARAMETERS_MAX];
    tmiWanted any = {.kind = TMI_WANT_ANY};
    tmiNodeRef ref = parameters ? tmi_node(tree, parameters)->child : 0;
    for (; ref && count < HINGE_PARAMETERS_MAX; ref = tmi_node(tree, ref)->next, count++) {
        names[count] = tmi_tree_text(tree, tmi_node(tree, ref)->child, &lengths[count]);
        initials[count] = tmi_tree_child(tree, ref, TMI_ROLE_VALUE);
        optional[count] = initials[count] != 0;
    }
    int32_t length;
    const char *name = tmi_tree_text(tree, tmi_node(tree, hinge.node)->child, &length);
    tmiCall wanted = {name, length, names, lengths, optional, count, count};
    join->argument_count = count;
    join->arguments = tmi_keep(m, count, sizeof *join->arguments);
    if (ref || !join->arguments || !tmi_match_arguments(m, call, &wanted, nodes)) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        tmiSpot at = nodes[i] ? (tmiSpot){call.file, nodes[i]} : (tmiSpot){hinge.file, initials[i]};
        join->arguments[i].spot = at;
        fine &= tmi_value_of(m, at, &any, &join->arguments[i].value);
        join->arguments[i].value = tmi_keep_value(m, join->arguments[i].value);
    }
    return fine;
}

bool tmi_hinge_lines(tmiMaker *m, int32_t index, tmiJoin *join) {
    tmiSpot hinge = m->d->hinges[index];
    const tmiTree *tree = tmi_maker_tree(m, hinge.file);
    tmiNodeRef pairs = tmi_tree_child_kind(tree, hinge.node, TMI_NODE_PAIRS);
    if (tmi_node(tree, hinge.node)->spoiled || count_children(tree, hinge.node) > HINGE_ROWS_MAX) {
        return false;
    }
    if (count_children(tree, pairs) != join->pair_count) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_PAIRS,
                               .at = join->spot,
                               .words = TMI_WORDS("the hinge matches a different number of pairs"),
                               .related = TMI_WORDS("it is defined here"),
                               .related_at = {hinge.file, pairs}});
        return false;
    }
    tmiValue values[HINGE_PARAMETERS_MAX];
    for (int32_t i = 0; i < join->argument_count; i++) {
        values[i] = join->arguments[i].value;
    }
    Frame frame;
    int32_t count = 0;
    for (tmiNodeRef row = first_row(tree, hinge); row; row = next_row(tree, row)) {
        count++;
    }
    m->e.effort += (int64_t)LINE_EFFORT * count;
    join->lines = tmi_keep(m, count, sizeof *join->lines);
    if (!join->lines || !enter(m, hinge, values, &frame)) {
        return false;
    }
    bool fine = true;
    for (tmiNodeRef row = first_row(tree, hinge); row && m->status == TM_OK;
         row = next_row(tree, row)) {
        fine &= make_line(m, hinge, row, join, &join->lines[join->line_count++]);
    }
    m->e.frame = frame.outer;
    return fine && m->status == TM_OK;
}
