/* test_edit.c: elements put into a text and taken out of it. What goes in and out again leaves
 * every byte as it was, on all right texts. */
#include "corpus.h"
#include "define/language/document/edit_private.h"
#include "grammar.h"
#include "test.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <string.h>

typedef struct Written {
    char *text;
    size_t used, size;
} Written;

static void take(void *user, const char *bytes, size_t count) {
    Written *w = user;
    if (w->used + count < w->size) {
        memcpy(w->text + w->used, bytes, count);
        w->used += count;
        w->text[w->used] = '\0';
    }
}

static Written room(tmTest *t, size_t size) {
    return (Written){.text = test_memory(t, size, 1), .size = size};
}

static tmDocument *read_text(tmTest *t, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document = NULL;
    def.text = text;
    def.length = strlen(text);
    def.alone = true;
    if (CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        DEFER(tm_document_destroy, document);
    }
    return document;
}

/* ---- One edit ------------------------------------------------------------------------------ */

/* The node of a path; behind ^ the element that it stands for; the file for "". */
static tmNodeId find(const tmDocument *d, const char *path) {
    return path[0] == '^' ? tm_document_element(d, tm_document_find(d, path + 1))
           : path[0]      ? tm_document_find(d, path)
                          : (tmNodeId){1};
}

static void check_insert(tmTest *t, const char *before, const char *path, tmWhere where,
                         const char *text, const char *after) {
    tmDocument *d = read_text(t, before);
    Written w = room(t, 4000);
    if (d && CHECK_STATUS(tm_document_insert(d, find(d, path), where, text, take, &w), TM_OK)) {
        CHECK_TEXT(w.text, after);
    }
}

static void check_remove(tmTest *t, const char *before, const char *path, const char *after) {
    tmDocument *d = read_text(t, before);
    Written w = room(t, 4000);
    if (d && CHECK_STATUS(tm_document_remove(d, find(d, path), take, &w), TM_OK)) {
        CHECK_TEXT(w.text, after);
    }
}

TEST(definition_gets_an_empty_line_before_it) {
    check_insert(t, "primitive a begin\nend\n", "", TM_WHERE_LAST, "function f(x) = x",
                 "primitive a begin\nend\n\nfunction f(x) = x;\n");
    check_insert(t, "// about a\nprimitive a begin\nend\n", "", TM_WHERE_FIRST,
                 "function f(x) = x;",
                 "function f(x) = x;\n\n// about a\nprimitive a begin\nend\n");
    check_insert(t, "", "", TM_WHERE_LAST, "primitive a begin end", "primitive a begin end\n");
    check_remove(
        t, "primitive a begin\nend\n\n// about b\nprimitive b begin\nend\n\ntable c begin\nend\n",
        "b", "primitive a begin\nend\n\ntable c begin\nend\n");
    check_remove(t, "primitive a begin\nend\n\nprimitive b begin\nend\n", "a",
                 "primitive b begin\nend\n");
}

TEST(field_takes_the_indentation_of_its_neighbours) {
    check_insert(t, "simulate w begin\n    time: (1ms, 1s); // short\nend\n", "simulate",
                 TM_WHERE_LAST, "monitor: energy",
                 "simulate w begin\n    time: (1ms, 1s); // short\n    monitor: energy;\nend\n");
    check_insert(t, "primitive a begin\nend\n", "a", TM_WHERE_FIRST, "dynamics: ;",
                 "primitive a begin\n  dynamics: ;\nend\n");
    check_insert(t, "primitive a begin\n  dynamics:\nend\n", "a.dynamics", TM_WHERE_AFTER,
                 "interference: ;", "primitive a begin\n  dynamics:;\n  interference: ;\nend\n");
    check_remove(
        t,
        "primitive a begin\n  // heavy\n  // indeed\n  dynamics: ; // so\n  interference: ;\nend\n",
        "a.dynamics", "primitive a begin\n  interference: ;\nend\n");
}

TEST(lines_end_as_those_of_the_text) {
    check_insert(t, "primitive a begin\r\n  dynamics: ;\r\nend\r\n", "a", TM_WHERE_LAST,
                 "interference: ;",
                 "primitive a begin\r\n  dynamics: ;\r\n  interference: ;\r\nend\r\n");
    check_remove(t, "primitive a begin\r\n  dynamics: ;\r\n  interference: ;\r\nend\r\n",
                 "a.interference", "primitive a begin\r\n  dynamics: ;\r\nend\r\n");
}

TEST(missing_sections_are_made) {
    check_insert(
        t, "primitive a begin\n  geometry: sphere(1);\nend\n", "^a.geometry", TM_WHERE_LAST,
        "tip: (0, 1)",
        "primitive a begin\n  geometry: sphere(1) where begin\n    tip: (0, 1);\n  end;\nend\n");
    check_insert(
        t, "world w begin\n  components\n    a: b;\n  properties: (planar);\nend\n", "w",
        TM_WHERE_LAST, "place a by center at (0, 0)",
        "world w begin\n  components\n    a: b;\n  structure begin\n    place a by center at (0, "
        "0);\n  end\n  properties: (planar);\nend\n");
    check_insert(t, "world w begin\n  properties: (planar);\nend\n", "w", TM_WHERE_LAST,
                 "a, c: b(1)",
                 "world w begin\n  components\n    a, c: b(1);\n  properties: (planar);\nend\n");
    check_insert(
        t, "composite w begin\n  structure\n    place a by center at (0, 0);\nend\n", "w",
        TM_WHERE_LAST, "place c by center at (1, 0);",
        "composite w begin\n  structure begin\n    place a by center at (0, 0);\n    place c by "
        "center at (1, 0);\n  end\nend\n");
    check_insert(t, "primitive a begin\n  dynamics: ;\nend\n", "a.dynamics", TM_WHERE_LAST,
                 "mass: 2kg", "primitive a begin\n  dynamics: (mass: 2kg) ;\nend\n");
}

TEST(elements_in_one_line_stay_there) {
    static const char one[] =
        "primitive a begin geometry: none where begin p: (0, 1); q: (1, 0); end; end\n";
    check_insert(
        t, one, "a.geometry.where.p", TM_WHERE_AFTER, "r: (2, 2)",
        "primitive a begin geometry: none where begin p: (0, 1); r: (2, 2); q: (1, 0); end; end\n");
    check_insert(
        t, one, "^a.geometry", TM_WHERE_FIRST, "r: (2, 2)",
        "primitive a begin geometry: none where begin r: (2, 2); p: (0, 1); q: (1, 0); end; end\n");
    check_remove(t, one, "a.geometry.where.q",
                 "primitive a begin geometry: none where begin p: (0, 1); end; end\n");
}

TEST(items_arguments_and_parameters_have_commas) {
    static const char text[] = "primitive a(k, l = 2) begin properties: (fixed, color: red); end\n";
    check_insert(t, text, "^a.properties", TM_WHERE_LAST, "mass: 3",
                 "primitive a(k, l = 2) begin properties: (fixed, color: red, mass: 3); end\n");
    check_insert(t, text, "a.l", TM_WHERE_BEFORE, "m",
                 "primitive a(k, m, l = 2) begin properties: (fixed, color: red); end\n");
    check_remove(t, text, "a.l", "primitive a(k) begin properties: (fixed, color: red); end\n");
    check_remove(t, text, "a.k", "primitive a(l = 2) begin properties: (fixed, color: red); end\n");
    check_remove(t, text, "a.properties[1]",
                 "primitive a(k, l = 2) begin properties: (color: red); end\n");
    check_insert(t, "simulate w begin monitor: energy; end\n", "^simulate.monitor", TM_WHERE_LAST,
                 "time", "simulate w begin monitor: energy, time; end\n");
    check_remove(t, "simulate w begin monitor: energy; record: 1s; end\n", "simulate.monitor",
                 "simulate w begin record: 1s; end\n");
}

TEST(one_of_several_components_goes_by_its_name) {
    tmDocument *d = read_text(t, "world w begin components a, b: c; end\n");
    Written w = room(t, 1000);
    REQUIRE(d != NULL);
    CHECK_STATUS(tm_document_remove(d, tm_document_find(d, "w.a"), take, &w), TM_ERR_TEXT);
    MUST(tm_document_remove(d, tm_document_at(d, 25), take, &w));
    CHECK_TEXT(w.text, "world w begin components b: c; end\n");
}

TEST(statements_go_with_their_structure_where_it_has_no_block) {
    check_remove(t, "world w begin\n  structure\n    place a by b at (0, 0);\nend\n", "w.place",
                 "world w begin\nend\n");
    check_remove(
        t,
        "world w begin\n  structure begin\n    place a by b at (0, 0) angle = 2;\n    join a to b "
        "with pin matching (c d) as e;\n  end\nend\n",
        "w.e",
        "world w begin\n  structure begin\n    place a by b at (0, 0) angle = 2;\n  end\nend\n");
    check_remove(t, "world w begin structure place a by b at (0, 0) angle = 2; end\n",
                 "w.place.angle", "world w begin structure place a by b at (0, 0); end\n");
}

TEST(what_would_be_read_otherwise_is_refused_and_nothing_written) {
    static const char text[] =
        "primitive a begin\n  geometry: sphere(1 + 2);\nend\nfunction f(x) = x;\n";
    tmDocument *d = read_text(t, text);
    Written w = room(t, 1000);
    REQUIRE(d != NULL);
    tmNodeId a = tm_document_find(d, "a"), one = tm_document_at(d, 37);
    static const char *const bad[] = {
        "dynamics",     "dynamics: ; end",       "/*", "",
        "// only this", "primitive b begin end", "\"", "dynamics: ; // end\n end"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (!CHECK_STATUS(tm_document_insert(d, a, TM_WHERE_LAST, bad[i], take, &w), TM_ERR_TEXT)) {
            printf("  %s\n", bad[i]);
        }
    }
    CHECK_STATUS(tm_document_remove(d, one, take, &w), TM_ERR_TEXT);
    CHECK_STATUS(tm_document_remove(d, (tmNodeId){1}, take, &w), TM_ERR_TEXT);
    CHECK_STATUS(tm_document_insert(d, one, TM_WHERE_AFTER, "3", take, &w), TM_ERR_TEXT);
    CHECK_STATUS(tm_document_insert(d, one, TM_WHERE_LAST, "3", take, &w), TM_ERR_TEXT);
    CHECK_STATUS(tm_document_insert(d, (tmNodeId){999}, TM_WHERE_LAST, "3", take, &w), TM_ERR_ID);
    CHECK_STATUS(tm_document_insert(d, a, (tmWhere)7, "3", take, &w), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_insert(d, a, TM_WHERE_LAST, NULL, take, &w), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_insert(d, a, TM_WHERE_LAST, "x: 1", NULL, &w), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_remove(NULL, a, take, &w), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_edit(d, NULL, 1, take, &w), TM_ERR_ARGUMENT);
    CHECK(w.used == 0 && tm_document_element(NULL, a).value == 0);
    CHECK(tm_document_element(d, one).value == 0);
}

/* Mistakes of meaning do not allow new ones of syntax. */
TEST(text_that_means_nothing_gets_no_mistakes_of_syntax) {
    static const char text[] = "world w begin\n  structure place nothing by x at (0, 0);\nend\n";
    tmDocumentDef def = tm_document_def_default();
    tmDocument *d = NULL;
    Written w = room(t, 1000);
    def.text = text;
    def.length = strlen(text);
    MUST(tm_document_create(&t->allocator, &def, &d));
    DEFER(tm_document_destroy, d);
    CHECK(tm_diags_total(tm_document_diags(d), TM_ERROR) > 0);
    CHECK_STATUS(tm_document_insert(d, tm_document_find(d, "w"), TM_WHERE_LAST,
                                    "primitive q begin end", take, &w),
                 TM_ERR_TEXT);
    CHECK(w.used == 0);
}

/* ---- Several edits ------------------------------------------------------------------------- */

TEST(several_edits_are_made_at_once_or_none) {
    static const char text[] = "primitive a begin\n  geometry: bar(1, 2, 3);\n  dynamics: ;\nend\n";
    tmDocument *d = read_text(t, text);
    Written w = room(t, 1000);
    REQUIRE(d != NULL);
    tmEdit edits[] = {
        {.kind = TM_EDIT_REMOVE, .node = tm_document_find(d, "a.dynamics")},
        {.node = tm_document_find(d, "a.geometry[2]"), .text = "20mm"},
        {.node = tm_document_find(d, "a.geometry[1]"), .text = "10mm"},
        {.kind = TM_EDIT_INSERT,
         .node = tm_document_find(d, "a"),
         .where = TM_WHERE_FIRST,
         .text = "properties: (fixed)"},
        {.kind = TM_EDIT_INSERT,
         .node = tm_document_find(d, "a"),
         .where = TM_WHERE_FIRST,
         .text = "interference:"},
    };
    MUST(tm_document_edit(d, edits, 5, take, &w));
    CHECK_TEXT(w.text,
               "primitive a begin\n  properties: (fixed);\n  interference:;\n  geometry: bar(10mm, "
               "20mm, 3);\nend\n");
    w.used = 0;
    MUST(tm_document_edit(d, NULL, 0, take, &w));
    CHECK_TEXT(w.text, text);
    w.used = 0;
    edits[2].text = "10mm)";
    CHECK_STATUS(tm_document_edit(d, edits, 5, take, &w), TM_ERR_TEXT);
    edits[2] = edits[1];
    CHECK_STATUS(tm_document_edit(d, edits, 5, take, &w), TM_ERR_ARGUMENT);
    edits[2] = (tmEdit){.kind = TM_EDIT_REMOVE, .node = tm_document_find(d, "a")};
    CHECK_STATUS(tm_document_edit(d, edits, 5, take, &w), TM_ERR_ARGUMENT);
    edits[2].kind = (tmEditKind)9;
    CHECK_STATUS(tm_document_edit(d, edits, 5, take, &w), TM_ERR_ARGUMENT);
    CHECK(w.used == 0);
}

TEST(items_that_go_together_take_the_right_commas) {
    tmDocument *d = read_text(t, "function f(a, b, c, d) = a;\n");
    static const struct {
        const char *out, *left;
    } cases[] = {{"ab", "c, d"}, {"ac", "b, d"}, {"cd", "a, b"},
                 {"bd", "a, c"}, {"abcd", ""},   {"bcd", "a"}};
    REQUIRE(d != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tmEdit edits[4];
        int32_t count = 0;
        char path[] = "f.a", expected[100];
        for (const char *at = cases[i].out; *at; at++) {
            path[2] = *at;
            edits[count++] = (tmEdit){.kind = TM_EDIT_REMOVE, .node = tm_document_find(d, path)};
        }
        Written w = room(t, 1000);
        snprintf(expected, sizeof expected, "function f(%s) = a;\n", cases[i].left);
        if (CHECK_STATUS(tm_document_edit(d, edits, count, take, &w), TM_OK)) {
            CHECK_TEXT(w.text, expected);
        }
    }
}

/* ---- All right texts ----------------------------------------------------------------------- */

/* The node in the same place of another tree, `shift` elements further among its siblings. */
static tmiNodeRef counterpart(const tmiTree *a, tmiNodeRef ref, const tmiTree *b, int shift) {
    if (ref == 1) {
        return 1;
    }
    tmiNodeRef parent = counterpart(a, tmi_node(a, ref)->parent, b, 0);
    tmiNodeRef found = tmi_node(b, parent)->child;
    for (tmiNodeRef at = tmi_node(a, tmi_node(a, ref)->parent)->child; at != ref && found;
         at = tmi_node(a, at)->next) {
        found = tmi_node(b, found)->next;
    }
    return shift && found ? tmi_node(b, found)->next : found;
}

/* A `;` that was missing behind a neighbour stays when what needed it goes. */
static bool is_undone(const char *before, const char *after) {
    size_t at = 0;
    while (before[at] && before[at] == after[at]) {
        at++;
    }
    return strcmp(before + at, after + at) == 0 ||
           (after[at] == ';' && strcmp(before + at, after + at + 1) == 0);
}

/* Puts a copy of the element beside it, and takes it out again. False: that is not the same. */
static bool copy_and_undo(tmTest *t, const tmDocument *d, tmiNodeRef ref, bool after, Written *w,
                          Written *undone) {
    const tmiTree *tree = &d->files[0]->tree;
    tmiSpan span = tmi_tree_span(tree, ref);
    int kept = t->defer_count;
    char *copy = test_memory(t, (size_t)span.length + 1, 1);
    memcpy(copy, d->files[0]->text + span.start, (size_t)span.length);
    w->used = undone->used = 0;
    tmNodeId node = {(uint32_t)ref};
    tmWhere where = after ? TM_WHERE_AFTER : TM_WHERE_BEFORE;
    if (!CHECK_STATUS(tm_document_insert(d, node, where, copy, take, w), TM_OK)) {
        return false;
    }
    tmDocument *changed = read_text(t, w->text);
    if (!changed) {
        return false;
    }
    tmNodeId added = {(uint32_t)counterpart(tree, ref, &changed->files[0]->tree, after)};
    bool fine = CHECK(!changed->files[0]->mistaken) &&
                CHECK_STATUS(tm_document_remove(changed, added, take, undone), TM_OK) &&
                CHECK(is_undone(d->files[0]->text, undone->text));
    test_run_defers(t, kept);
    return fine;
}

/* Elements that may stand beside others of their kind. A second `where` or `language` may not, nor
 * more than one statement without `begin`; those are put in by other cases. */
static bool can_be_copied(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(tree, ref);
    return tmi_element_of(tree, ref) == ref && node->kind != TMI_NODE_WHERE &&
           node->kind != TMI_NODE_LANGUAGE && !tmi_is_bare(tree, ref) && !node->spoiled;
}

static int check_copies(tmTest *t, const char *name, const char *text, int32_t stride) {
    tmDocument *d = read_text(t, text);
    size_t size = 3 * strlen(text) + 100;
    Written w = room(t, size), undone = room(t, size);
    int count = 0;
    if (!d || d->files[0]->mistaken) {
        return 0;
    }
    const tmiTree *tree = &d->files[0]->tree;
    for (tmiNodeRef ref = 2; ref < tree->count; ref++) {
        if (!can_be_copied(tree, ref) || ++count % stride) {
            continue;
        }
        if (!copy_and_undo(t, d, ref, count % 2, &w, &undone)) {
            int32_t length;
            const char *element = tmi_tree_text(tree, ref, &length);
            printf("  %s of %s: %.*s\n--- in:\n%s\n--- out:\n%s\n", count % 2 ? "after" : "before",
                   name, (int)length, element, w.text, undone.text);
            break;
        }
    }
    return count;
}

TEST(what_is_put_in_and_taken_out_leaves_every_byte_as_it_was) {
    Corpus *c = corpus_written(t);
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        int kept = t->defer_count;
        count += check_copies(t, c->texts[i].name, c->texts[i].text, 3);
        test_run_defers(t, kept);
    }
    CHECK(count > 3000);
}

/* Copies go in one after the other at random places, and out again in the other order. */
TEST(random_edits_keep_the_text_right_and_are_undone_byte_for_byte) {
    enum { ROUNDS = 40, DEEP = 8 };
    uint64_t random = 42;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        int kept = t->defer_count;
        char *texts[DEEP + 1];
        tmiNodeRef added[DEEP + 1];
        texts[0] = test_memory(t, 40000, 1);
        grammar_text(7000 + seed, texts[0], 2000);
        int done = 0;
        for (int tries = 0; tries < 40 && done < DEEP; tries++) {
            const tmDocument *d = read_text(t, texts[done]);
            REQUIRE(d != NULL);
            const tmiTree *tree = &d->files[0]->tree;
            tmiNodeRef ref = test_between(&random, 1, tree->count - 1);
            if (d->files[0]->mistaken || ref < 2 || !can_be_copied(tree, ref)) {
                continue;
            }
            int32_t length;
            const char *element = tmi_tree_text(tree, ref, &length);
            char *copy = test_memory(t, (size_t)length + 1, 1);
            memcpy(copy, element, (size_t)length);
            Written w = room(t, 40000);
            MUST(tm_document_insert(d, (tmNodeId){(uint32_t)ref}, TM_WHERE_AFTER, copy, take, &w));
            const tmDocument *changed = read_text(t, w.text);
            REQUIRE(changed != NULL && !changed->files[0]->mistaken);
            texts[++done] = w.text;
            added[done] = counterpart(tree, ref, &changed->files[0]->tree, 1);
        }
        for (; done > 0; done--) {
            const tmDocument *d = read_text(t, texts[done]);
            Written w = room(t, 40000);
            REQUIRE(d != NULL);
            MUST(tm_document_remove(d, (tmNodeId){(uint32_t)added[done]}, take, &w));
            CHECK(is_undone(texts[done - 1], w.text));
        }
        test_run_defers(t, kept);
    }
}

TEST_MAIN(CASE(definition_gets_an_empty_line_before_it),
          CASE(field_takes_the_indentation_of_its_neighbours), CASE(lines_end_as_those_of_the_text),
          CASE(missing_sections_are_made), CASE(elements_in_one_line_stay_there),
          CASE(items_arguments_and_parameters_have_commas),
          CASE(one_of_several_components_goes_by_its_name),
          CASE(statements_go_with_their_structure_where_it_has_no_block),
          CASE(what_would_be_read_otherwise_is_refused_and_nothing_written),
          CASE(text_that_means_nothing_gets_no_mistakes_of_syntax),
          CASE(several_edits_are_made_at_once_or_none),
          CASE(items_that_go_together_take_the_right_commas),
          CASE(what_is_put_in_and_taken_out_leaves_every_byte_as_it_was),
          CASE(random_edits_keep_the_text_right_and_are_undone_byte_for_byte))
