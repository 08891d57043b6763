/* test_complete.c: what is offered at a place of a text. The strong case takes every word of every
 * right text: where it stands, it must be offered. */
#include "corpus.h"
#include "define/language/document/document.h"
#include "test.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <string.h>

static tmDocument *read_bytes(tmTest *t, const char *text, size_t length, bool alone) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document = NULL;
    def.name = "main.tml";
    def.text = text;
    def.length = length;
    def.alone = alone;
    if (CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        DEFER(tm_document_destroy, document);
    }
    return document;
}

/* ---- Small cases --------------------------------------------------------------------------- */

typedef struct Offers {
    char all[20000]; /* every text with a space before and behind it */
    tmOffer first;
    char first_text[100];
    int count;
} Offers;

static void gather(void *user, const tmOffer *offer) {
    Offers *offers = user;
    size_t used = strlen(offers->all);
    if (offers->count++ == 0) {
        offers->first = *offer;
        snprintf(offers->first_text, sizeof offers->first_text, "%s", offer->text);
    }
    snprintf(offers->all + used, sizeof offers->all - used, "%s|", offer->text);
}

/* Completes at the first `@` of the text, which is taken out. */
static Offers *offers_at(tmTest *t, const char *marked) {
    char *text = test_memory(t, strlen(marked) + 1, 1);
    size_t offset = strcspn(marked, "@");
    memcpy(text, marked, offset);
    strcpy(text + offset, marked + offset + 1);
    Offers *offers = test_memory(t, 1, sizeof *offers);
    strcpy(offers->all, "|");
    tmDocument *d = read_bytes(t, text, strlen(text), false);
    if (!d || !CHECK_STATUS(tm_document_complete(d, offset, gather, offers), TM_OK)) {
        return NULL;
    }
    return offers;
}

static bool has(const Offers *offers, const char *text) {
    char wanted[120];
    snprintf(wanted, sizeof wanted, "|%s|", text);
    return offers && strstr(offers->all, wanted) != NULL;
}

TEST(wrong_arguments_are_refused) {
    Offers offers = {0};
    tmDocument *d = read_bytes(t, "pri", 3, true);
    REQUIRE(d != NULL);
    CHECK_STATUS(tm_document_complete(NULL, 0, gather, &offers), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_complete(d, 0, NULL, &offers), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_complete(d, 4, gather, &offers), TM_ERR_ARGUMENT);
    CHECK(offers.count == 0);
    CHECK_TEXT(tm_offer_kind_name(TM_OFFER_WORD), "word");
    CHECK_TEXT(tm_offer_kind_name(TM_OFFER_MEASURE), "measure");
    CHECK(tm_offer_kind_name(TM_OFFER_KINDS) == NULL);
}

TEST(offer_has_its_kind_its_help_and_the_word_that_it_replaces) {
    Offers *o = offers_at(t, "primitive a begin end\npri@mi b begin end");
    REQUIRE(o != NULL && o->count == 1);
    CHECK_TEXT(o->first_text, "primitive");
    CHECK(o->first.kind == TM_OFFER_WORD && o->first.start == 22 && o->first.length == 5);
    o = offers_at(t, "prim@");
    CHECK(o && o->count == 1);
    o = offers_at(t, "primitive a@");
    CHECK(o && o->count == 0);
}

#define PARTS                                                                                      \
    "primitive rod(l = 1m, c = \"red\") begin\n"                                                   \
    "  geometry: bar(l, 8mm, 3mm) where begin tip: (l / 2, 0); shaft: axis((0, 0, 1)); end;\n"     \
    "end\n"                                                                                        \
    "composite pair begin components left, right: rod;\n"                                          \
    "  structure join left to right with pin matching (tip center) as rivet; end\n"                \
    "material steel begin density: 7850; end\n"                                                    \
    "function twice(x) = 2 * x;\n"                                                                 \
    "table lift begin points: ((0, 0), (1, 1)); end\n"                                             \
    "hinge bead matching (p q) begin point p on plane q normal (0, 1, 0); end\n"

TEST(sections_and_fields_that_are_given_are_not_offered_again) {
    Offers *o = offers_at(t, "primitive a begin geometry: none; @ dynamics: ; end");
    CHECK(has(o, "properties: ") && has(o, "interference: ") && has(o, "control: ") &&
          has(o, "end"));
    CHECK(!has(o, "geometry: ") && !has(o, "dynamics: ") && !has(o, "components"));
    o = offers_at(t, "world w begin components a: b; @ end");
    CHECK(has(o, "structure") && has(o, "input") && !has(o, "components") && !has(o, "geometry: "));
    o = offers_at(t, "primitive a begin properties: (density: 3, @); end");
    CHECK(has(o, "locked") && has(o, "hidden"));
    CHECK(has(o, "color: ") && has(o, "fixed") && !has(o, "density: ") && !has(o, "gravity"));
    o = offers_at(t, "world w begin properties: (planar, @); end");
    CHECK(has(o, "gravity") && !has(o, "planar") && !has(o, "color: "));
    o = offers_at(t, "simulate w begin time: (1ms, 1s); m@ end");
    CHECK(has(o, "method: ") && has(o, "monitor: ") && o->count == 2);
    o = offers_at(t, "simulate w begin t@: (1ms, 1s); end");
    CHECK(has(o, "time") && has(o, "tolerance") && has(o, "trace"));
}

TEST(words_of_a_statement_come_in_their_order) {
#define WORLD PARTS "world w begin components m: pair; r: rod; structure begin "
    Offers *o = offers_at(t, WORLD "@");
    CHECK(has(o, "join") && has(o, "place") && has(o, "for") && has(o, "end") && o->count == 4);
    o = offers_at(t, WORLD "join @");
    CHECK(has(o, "m") && has(o, "r") && has(o, "world") && has(o, "pair") && !has(o, "tip"));
    o = offers_at(t, WORLD "join m @");
    CHECK(o && o->count == 1 && has(o, "to"));
    o = offers_at(t, WORLD "join r to m.left @");
    CHECK(o && o->count == 1 && has(o, "with"));
    o = offers_at(t, WORLD "join r to m.left with @");
    CHECK(has(o, "pin") && has(o, "ball.and.socket") && has(o, "bead") && !has(o, "r"));
    o = offers_at(t, WORLD "join r to m.left with ball.an@");
    CHECK(o && o->count == 1 && has(o, "ball.and.socket") && o->first.length == 7);
    o = offers_at(t, WORLD "join r to m.left with pin @");
    CHECK(o && o->count == 1 && has(o, "matching"));
    o = offers_at(t, WORLD "join r to m.left with pin matching (tip tip) @");
    CHECK(has(o, "as") && has(o, "join") && has(o, "end"));
    o = offers_at(t, WORLD "for i in 1 .. 3 @");
    CHECK(has(o, "step") && has(o, "begin"));
    o = offers_at(t, WORLD "place r by tip @");
    CHECK(o && o->count == 2 && has(o, "at") && has(o, "near"));
    static const char *const places[] = {WORLD "place r by tip at (0, 1) angle = 3 @",
                                         WORLD "place r by tip near (0, 1) angle = 3 @"};
    for (int i = 0; i < 2; i++) {
        o = offers_at(t, places[i]);
        CHECK(has(o, "velocity = ") && has(o, "axis = ") && !has(o, "angle = ") && has(o, "end"));
    }
    o = offers_at(t, WORLD "place r by tip near (0, 1) @");
    CHECK(has(o, "angle = ") && has(o, "end") && !has(o, "at"));
}

TEST(features_of_either_side_are_offered_where_they_meet) {
    Offers *o = offers_at(t, WORLD "join r to world with pin matching (@");
    CHECK(has(o, "tip") && has(o, "shaft") && has(o, "center") && has(o, "z_axis"));
    o = offers_at(t, WORLD "join r to world with pin matching (tip @");
    CHECK(has(o, "center") && has(o, "z_axis") && !has(o, "tip") && !has(o, "shaft"));
    o = offers_at(t, WORLD "join m to r with pin matching (left.@");
    CHECK(has(o, "tip") && has(o, "center") && !has(o, "left"));
    o = offers_at(t, WORLD "place m by @");
    CHECK(has(o, "left") && has(o, "right") && has(o, "m"));
    o = offers_at(t, WORLD "place m by m.right.@ at (0, 0); end end");
    CHECK(has(o, "tip") && has(o, "center") && !has(o, "velocity"));
}

/* A text that is read alone has no names: what stands before a bracket may be anything. */
TEST(features_can_meet_in_a_text_without_its_includes) {
    static const char text[] = "world w begin structure join a to b with pin matching (f(1m) ";
    Offers offers = {.all = "|"};
    tmDocument *d = read_bytes(t, text, strlen(text), true);
    REQUIRE(d != NULL);
    CHECK_STATUS(tm_document_complete(d, strlen(text), gather, &offers), TM_OK);
}

TEST(paths_lead_to_components_features_joins_and_what_is_sensed) {
#define RUN WORLD "end end simulate w begin "
    Offers *o = offers_at(t, RUN "monitor: @");
    CHECK(has(o, "m") && has(o, "energy") && has(o, "time") && has(o, "sin") && has(o, "contact"));
    o = offers_at(t, RUN "monitor: m.@");
    CHECK(has(o, "left") && has(o, "rivet") && has(o, "center") && !has(o, "energy"));
    o = offers_at(t, RUN "monitor: m.left.@");
    CHECK(has(o, "tip") && has(o, "velocity") && has(o, "angle") && !has(o, "left"));
    o = offers_at(t, RUN "monitor: m.rivet.@");
    CHECK(has(o, "angle") && has(o, "torque") && !has(o, "length") && !has(o, "tip"));
    o = offers_at(t, RUN "monitor: m.left.shaft.@");
    CHECK(has(o, "direction") && has(o, "velocity") && has(o, "x") && !has(o, "angle"));
    o = offers_at(t, RUN "monitor: m.left.velocity.@");
    CHECK(o && o->count == 3 && has(o, "x") && has(o, "y") && has(o, "z"));
    o = offers_at(t, RUN "trace: m.left.@");
    CHECK(has(o, "tip") && !has(o, "velocity"));
    /* Of a hinge that does not exist nothing can be sensed. */
    o = offers_at(t,
                  WORLD "join m to world with spinn matching (left.tip center) as motor; end end "
                        "simulate w begin monitor: motor.@");
    CHECK(o && o->count == 0);
}

TEST(values_of_fields_are_their_choices_colours_and_materials) {
    Offers *o = offers_at(t, "animate w begin on_break: @");
    CHECK(o && o->count == 3 && has(o, "limit") && has(o, "search") && has(o, "stretch"));
    o = offers_at(t, "simulate w begin report: page, @");
    CHECK(has(o, "csv") && has(o, "svg"));
    o = offers_at(t, "primitive a(gone) begin properties: (hidden: @); end");
    CHECK(has(o, "true") && has(o, "false") && has(o, "gone"));
    o = offers_at(t, "primitive a(tint) begin properties: (color: @); end");
    CHECK(has(o, "steelblue") && has(o, "tint"));
    o = offers_at(t, PARTS "primitive a begin properties: (material: @); end");
    CHECK(o && o->count == 1 && has(o, "steel"));
    o = offers_at(t, PARTS "study w begin measure: @");
    CHECK(has(o, "final") && has(o, "mean"));
    o = offers_at(t, "animate w begin drive: a.angle = 0 .. 1 in 3 @");
    CHECK(has(o, "frames") && has(o, "steps"));
}

TEST(arguments_are_offered_by_name_and_values_by_kind) {
    Offers *o = offers_at(t, "primitive a begin geometry: @");
    CHECK(has(o, "bar") && has(o, "union") && has(o, "none") && !has(o, "sin"));
    CHECK(has(o, "link"));
    o = offers_at(t, "primitive a begin geometry: link(8mm, @");
    CHECK(has(o, "thickness: ") && !has(o, "width: "));
    o = offers_at(t, "primitive a begin geometry: bar(1m, @");
    CHECK(has(o, "width: ") && has(o, "thickness: ") && !has(o, "length: ") && has(o, "sin"));
    o = offers_at(t, "primitive a begin geometry: union(bar(1, 2, 3, @");
    CHECK(has(o, "at: ") && has(o, "density: "));
    o = offers_at(t, "primitive a begin geometry: union(@");
    CHECK(has(o, "bar") && has(o, "sphere") && has(o, "link") && !has(o, "sin"));
    o = offers_at(t, WORLD "join m to r with spring(@");
    CHECK(has(o, "stiffness: ") && has(o, "length: "));
    o = offers_at(t, PARTS "composite b begin components a: rod(@");
    CHECK(has(o, "l: ") && has(o, "c: "));
    o = offers_at(t, PARTS "composite b begin components a: @");
    CHECK(has(o, "rod") && has(o, "pair") && !has(o, "twice"));
    o = offers_at(t, PARTS "primitive b begin geometry: cam(1m, @");
    CHECK(has(o, "lift") && has(o, "twice") && !has(o, "sin"));
}

TEST(units_fit_the_dimension_that_is_wanted) {
    Offers *o = offers_at(t, "primitive a begin geometry: sphere(10@");
    CHECK(has(o, "mm") && has(o, "m") && !has(o, "kg") && !has(o, "s"));
    o = offers_at(t, "primitive a begin properties: (density: 10@");
    CHECK(has(o, "kg/m^3") && !has(o, "mm"));
    o = offers_at(t, "simulate a begin time: (1m@");
    REQUIRE(o != NULL);
    CHECK_TEXT(o->first_text, "min");
    CHECK(has(o, "ms"));
    o = offers_at(t, WORLD "join r to world with pin matching (tip (0, 2@");
    CHECK(has(o, "mm") && !has(o, "deg"));
    o = offers_at(t, WORLD "place r by tip at (0, 2) angle = 3@");
    CHECK(has(o, "deg") && !has(o, "mm"));
    o = offers_at(t, "function f(x) = 3N*@");
    CHECK(has(o, "N*s/m") && has(o, "N*kg"));
    o = offers_at(t, "function f(x) = 3@");
    CHECK(has(o, "mm") && has(o, "kg"));
}

TEST(names_of_functions_hinges_and_counts_are_known_within_them) {
    Offers *o = offers_at(t, "function f(speed) begin let twice = 2 * speed; @");
    CHECK(has(o, "speed") && has(o, "twice") && has(o, "let") && has(o, "sqrt") && has(o, "if"));
    o = offers_at(t, "hinge h(k) matching (p line) begin point p on plane @");
    CHECK(has(o, "p") && has(o, "line") && has(o, "k"));
    o = offers_at(t, WORLD "for index in 1 .. 3 begin place r by tip at (@");
    CHECK(has(o, "index"));
    o = offers_at(t, "function f(x) = if x > 1 @");
    CHECK(has(o, "then") && has(o, "and") && !has(o, "else"));
}

/* Its first token would lie before the first of the file. */
TEST(a_call_of_a_path_without_a_beginning_takes_any_value) {
    static const char *const marked[] = {"primitive a begin geometry: 1 ] . x (2, @",
                                         "function f(y) = ] . x (y, @",
                                         "world w begin input u = ] . x [1] . x (@"};
    for (size_t i = 0; i < sizeof marked / sizeof marked[0]; i++) {
        Offers *o = offers_at(t, marked[i]);
        if (!CHECK(has(o, "sin") && !has(o, "bar"))) {
            printf("  %s: %s\n", marked[i], o ? o->all : "");
        }
    }
}

TEST(nothing_is_offered_in_comments_texts_and_digits) {
    static const char *const marked[] = {"// pri@",           "/* pri@ */",
                                         "include \"pri@\";", "function f(x) = 1@2",
                                         "primitive @",       "world w begin input @"};
    for (size_t i = 0; i < sizeof marked / sizeof marked[0]; i++) {
        Offers *o = offers_at(t, marked[i]);
        if (!CHECK(o && o->count == 0)) {
            printf("  %s: %s\n", marked[i], o ? o->all : "");
        }
    }
}

/* ---- Every word of every text -------------------------------------------------------------- */

typedef struct Sought {
    const char *text; /* the document's */
    size_t start, length;
    bool found;
} Sought;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The offer may begin before the word, as `ball.and.socket` does, and go on behind it. */
static void seek(void *user, const tmOffer *offer) {
    Sought *s = user;
    size_t before = s->start - offer->start;
    if (offer->start <= s->start && strlen(offer->text) >= before + s->length &&
        memcmp(offer->text, s->text + offer->start, before + s->length) == 0 &&
        !is_letter(offer->text[before + s->length])) {
        s->found = true;
    }
}

/* The node that is exactly this token; 0: none. */
static tmiNodeRef node_of(const tmiTree *tree, int32_t token) {
    for (tmiNodeRef ref = 1; ref < tree->count; ref++) {
        const tmiNode *node = tmi_node(tree, ref);
        if (node->first == token && node->last == token && !node->child) {
            return ref;
        }
    }
    return 0;
}

/* Exceptions: names that are made up where they stand, which nothing can know. */
static bool is_made_up(const tmiTree *tree, int32_t token) {
    tmiNodeRef ref = node_of(tree, token), parent = tmi_node(tree, ref)->parent;
    bool first = ref && tmi_node(tree, parent)->child == ref;
    switch (ref ? tmi_node(tree, parent)->kind : TMI_NODE_NONE) {
    case TMI_NODE_TYPE:
    case TMI_NODE_FUNCTION:
    case TMI_NODE_TABLE:
    case TMI_NODE_HINGE:
    case TMI_NODE_MATERIAL:
    case TMI_NODE_PARAMETER:
    case TMI_NODE_LET:
    case TMI_NODE_DECLARED:
    case TMI_NODE_INPUT:
    case TMI_NODE_REPEAT:
        return first;
    case TMI_NODE_JOIN:
        return tmi_tree_child_kind(tree, parent, TMI_NODE_PAIRS) != 0 &&
               tmi_node(tree, tmi_tree_child_kind(tree, parent, TMI_NODE_PAIRS))->next == ref;
    case TMI_NODE_PAIR:
        return tmi_node(tree, tmi_node(tree, tmi_node(tree, parent)->parent)->parent)->kind ==
               TMI_NODE_HINGE;
    case TMI_NODE_FIELD: {
        /* Features, and signals of a control. */
        tmiNodeRef around = tmi_node(tree, parent)->parent;
        int32_t length;
        const char *name = tmi_tree_text(tree, ref, &length);
        tmiNodeRef field = tmi_node(tree, around)->parent;
        bool where = tmi_node(tree, field)->kind == TMI_NODE_WHERE;
        bool control = !where && tmi_node(tree, around)->kind == TMI_NODE_BLOCK &&
                       tree->tokens->text[tmi_tree_span(tree, field).start] == 'c';
        return first && tmi_node(tree, around)->kind == TMI_NODE_BLOCK &&
               (where || (control && !tmi_field_find(TMI_IN_CONTROL, name, length)));
    }
    default:
        return false;
    }
}

/* The next word of the token from *start on: itself, or one of the units of a number. */
static bool next_word(const tmiToken *token, const char *text, size_t *start, size_t *length) {
    size_t end = (size_t)(token->start + token->length);
    if (token->kind != TMI_TOKEN_WORD && token->kind != TMI_TOKEN_NUMBER) {
        return false;
    }
    if (*length == 0) {
        *start = (size_t)token->start;
        *start += token->kind == TMI_TOKEN_NUMBER
                      ? (size_t)tmi_number_digits(text + token->start, token->length)
                      : 0;
    } else {
        *start += *length;
    }
    while (*start < end &&
           (!is_letter(text[*start]) || (text[*start] <= '9' && text[*start] >= '0'))) {
        ++*start;
    }
    for (*length = 0; *start + *length < end && is_letter(text[*start + *length]);) {
        ++*length;
    }
    return *start < end;
}

typedef struct Tally {
    int words, missed;
} Tally;

/* A control may be a name that the host supplies; no text defines it. */
static bool is_unresolved(const tmDocument *d, size_t start) {
    size_t length;
    const char *text = tm_document_text(d, 0, &length);
    const tmDiags *diags = tm_document_diags(d);
    int32_t line = 1, column = 1;
    for (size_t i = 0; i < start; i++) {
        line += text[i] == '\n';
        column = text[i] == '\n' ? 1 : column + 1;
    }
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        const tmDiag *diag = tm_diags_at(diags, i);
        if (diag->severity == TM_WARNING && diag->line == line && diag->column == column) {
            return true;
        }
    }
    return false;
}

static void check_word(tmTest *t, const tmDocument *whole, const CorpusText *text, Sought *sought,
                       bool truncated, Tally *tally) {
    int kept = t->defer_count;
    const tmDocument *d = truncated ? read_bytes(t, text->text, sought->start + 1, false) : whole;
    sought->found = false;
    if (!d || !CHECK_STATUS(tm_document_complete(d, sought->start + 1, seek, sought), TM_OK)) {
        return;
    }
    tally->words++;
    if (!sought->found) {
        tally->missed++;
        int32_t line = tmi_tokens_line(&whole->files[0]->tokens, (int32_t)sought->start);
        printf("  %s:%d: '%.*s' is not offered%s\n", text->name, line + 1, (int)sought->length,
               text->text + sought->start, truncated ? " at the end of the text" : "");
    }
    test_run_defers(t, kept);
}

/* Whether only what stands behind the token defines its name. */
static bool is_defined_later(const tmiTree *tree, int32_t token) {
    const tmiToken *items = tree->tokens->items, *sought = &items[token];
    for (int32_t i = 0; i < tree->tokens->count; i++) {
        if (i != token && items[i].kind == TMI_TOKEN_WORD && items[i].length == sought->length &&
            memcmp(tree->tokens->text + items[i].start, tree->tokens->text + sought->start,
                   (size_t)sought->length) == 0 &&
            is_made_up(tree, i)) {
            return i > token;
        }
    }
    return false;
}

static void check_token(tmTest *t, const tmDocument *whole, const CorpusText *text, int32_t i,
                        bool truncated, Tally *tally) {
    const tmiTree *tree = &whole->files[0]->tree;
    const tmiToken *token = &tree->tokens->items[i];
    Sought sought = {.text = text->text};
    while (next_word(token, text->text, &sought.start, &sought.length)) {
        if (!is_made_up(tree, i) && !is_unresolved(whole, sought.start) &&
            !(truncated && is_defined_later(tree, i))) {
            check_word(t, whole, text, &sought, truncated, tally);
        }
    }
}

static void check_words(tmTest *t, bool truncated, int32_t stride, Tally *tally) {
    Corpus *c = corpus_written(t);
    int32_t next = 0;
    for (int i = 0; i < c->count; i++) {
        int kept = t->defer_count;
        tmDocument *whole = read_bytes(t, c->texts[i].text, strlen(c->texts[i].text), false);
        REQUIRE(whole != NULL);
        bool right = tm_diags_total(tm_document_diags(whole), TM_ERROR) == 0;
        int32_t count = right ? whole->files[0]->tokens.count : 0; /* the page has wrong ones */
        for (; next < count; next += stride) {
            check_token(t, whole, &c->texts[i], next, truncated, tally);
        }
        next -= count;
        test_run_defers(t, kept);
    }
}

TEST(every_word_of_every_right_text_is_offered_where_it_stands) {
    Tally tally = {0};
    check_words(t, false, 1, &tally);
    CHECK(tally.words > 5000 && tally.missed == 0);
}

TEST(words_are_offered_at_the_end_of_a_text_that_stops_there) {
    Tally tally = {0};
    check_words(t, true, 3, &tally);
    CHECK(tally.words > 500 && tally.missed == 0);
}

TEST_MAIN(CASE(wrong_arguments_are_refused),
          CASE(offer_has_its_kind_its_help_and_the_word_that_it_replaces),
          CASE(sections_and_fields_that_are_given_are_not_offered_again),
          CASE(words_of_a_statement_come_in_their_order),
          CASE(features_of_either_side_are_offered_where_they_meet),
          CASE(features_can_meet_in_a_text_without_its_includes),
          CASE(paths_lead_to_components_features_joins_and_what_is_sensed),
          CASE(values_of_fields_are_their_choices_colours_and_materials),
          CASE(arguments_are_offered_by_name_and_values_by_kind),
          CASE(units_fit_the_dimension_that_is_wanted),
          CASE(names_of_functions_hinges_and_counts_are_known_within_them),
          CASE(a_call_of_a_path_without_a_beginning_takes_any_value),
          CASE(nothing_is_offered_in_comments_texts_and_digits),
          CASE(every_word_of_every_right_text_is_offered_where_it_stands),
          CASE(words_are_offered_at_the_end_of_a_text_that_stops_there))
