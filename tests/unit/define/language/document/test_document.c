/* test_document.c: the public interface to texts: includes, nodes, paths, patches. */
#include "define/language/document/document.h"
#include "grammar.h"
#include "test.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <string.h>

static const char crank[] = "// head\n"
                            "primitive crank(l = 40mm) begin\n"
                            "  properties: (density: 2700, color: steelblue);\n"
                            "  geometry: bar(l, 8mm, 3mm) where begin a: (-20mm, 0);\n"
                            "    b : (20mm, 0) end; // two pins\n"
                            "  control: begin force = 2 * x; torque = 1; end;\n"
                            "end\n"
                            "world bench begin\n"
                            "  components m, n: crank(90mm); input speed = 3 in 0 .. 5;\n"
                            "  structure begin\n"
                            "    join m to n with pin(friction: 0.1) matching (a b);\n"
                            "    join n to m with rod(3) matching (b a, a b) as knee\n"
                            "    place m by m.center at (0, 1) velocity = ((1, 0) (0, 2));\n"
                            "    place n by near near (3, 4) angle = 1rad;\n"
                            "  end\n"
                            "end\n"
                            "animate bench begin drive: m.angle = 0deg .. 90deg in 9; end\n";

static tmDocument *read_text(tmTest *t, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document = NULL;
    def.name = "main.tml";
    def.text = text;
    def.length = strlen(text);
    def.alone = true;
    if (CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        DEFER(tm_document_destroy, document);
    }
    return document;
}

typedef struct Written {
    char text[8000];
    size_t used;
} Written;

static void take(void *user, const char *bytes, size_t count) {
    Written *written = user;
    if (written->used + count < sizeof written->text) {
        memcpy(written->text + written->used, bytes, count);
        written->used += count;
        written->text[written->used] = '\0';
    }
}

/* ---- Making -------------------------------------------------------------------------------- */

TEST(calls_with_wrong_arguments_are_refused) {
    tmDocumentDef def = tm_document_def_default(), unstamped = {.text = ""};
    tmDocument *document = (tmDocument *)&def;
    CHECK_STATUS(tm_document_create(&t->allocator, NULL, &document), TM_ERR_ARGUMENT);
    CHECK(document == NULL);
    CHECK_STATUS(tm_document_create(&t->allocator, &unstamped, &document), TM_ERR_DEF);
    CHECK_STATUS(tm_document_create(&t->allocator, &def, NULL), TM_ERR_ARGUMENT);
    def.length = (size_t)TM_TEXT_LIMIT + 1;
    CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_ERR_LIMIT);
    def.length = 0;
    def.text = NULL;
    CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_ERR_ARGUMENT);
    tm_document_destroy(NULL);
    CHECK(tm_document_diags(NULL) == NULL && tm_document_file_count(NULL) == 0);
    CHECK(tm_document_text(NULL, 0, NULL) == NULL && tm_document_file_name(NULL, 0) == NULL);
    CHECK(tm_document_at(NULL, 0).value == 0 && tm_document_find(NULL, "a").value == 0);
    CHECK(tm_document_parent(NULL, (tmNodeId){1}).value == 0);
    CHECK(tm_document_path(NULL, (tmNodeId){1}, NULL, 0) == 0);
    size_t start, length;
    CHECK_STATUS(tm_document_span(NULL, (tmNodeId){1}, &start, &length), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_format(NULL, take, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_replace(NULL, (tmNodeId){1}, "", take, NULL), TM_ERR_ARGUMENT);
}

TEST(document_keeps_its_text_and_tells_of_mistakes) {
    tmDocument *d = read_text(t, "primitive a begin");
    REQUIRE(d != NULL);
    size_t length;
    CHECK_TEXT(tm_document_text(d, 0, &length), "primitive a begin");
    CHECK(length == 17 && tm_document_file_count(d) == 1);
    CHECK_TEXT(tm_document_file_name(d, 0), "main.tml");
    CHECK(tm_document_text(d, 1, &length) == NULL && length == 0);
    CHECK(tm_diags_total(tm_document_diags(d), TM_ERROR) == 1);
    Written written = {0};
    CHECK_STATUS(tm_document_format(d, take, &written), TM_ERR_TEXT);
    CHECK(written.used == 0);
}

TEST(version_of_the_language_is_checked) {
    tmDocument *d = read_text(t, "language 2;");
    REQUIRE(d != NULL);
    REQUIRE(tm_diags_count(tm_document_diags(d)) == 1);
    CHECK_TEXT(tm_diags_at(tm_document_diags(d), 0)->message,
               "there is no version '2' of the language");
}

TEST(format_writes_the_canonical_text) {
    tmDocument *d = read_text(t, "primitive a begin dynamics:;end");
    REQUIRE(d != NULL);
    Written written = {0};
    MUST(tm_document_format(d, take, &written));
    CHECK_TEXT(written.text, "primitive a begin\n  dynamics: ;\nend\n");
}

/* ---- Includes ------------------------------------------------------------------------------ */

typedef struct Files {
    const char *const (*files)[2]; /* name and text, then null */
    int calls;
} Files;

static void include(void *user, const char *from, const char *path, tmIncluded *included) {
    Files *files = user;
    files->calls++;
    for (int i = 0; from && files->files[i][0]; i++) {
        if (strcmp(files->files[i][0], path) == 0) {
            included->name = files->files[i][0];
            included->text = files->files[i][1];
            included->length = strlen(included->text);
            return;
        }
    }
    included->message = "there is no such file";
}

static tmDocument *read_files(tmTest *t, Files *files) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document = NULL;
    def.name = files->files[0][0];
    def.text = files->files[0][1];
    def.length = strlen(def.text);
    def.include = include;
    def.user = files;
    if (CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        DEFER(tm_document_destroy, document);
    }
    return document;
}

TEST(files_are_included_once_in_the_order_of_the_text) {
    static const char *const texts[][2] = {{"main", "include \"a\"; include \"b\"; include \"c\";"},
                                           {"a", "include \"c\";"},
                                           {"b", "include \"c\"; include \"a\";"},
                                           {"c", "function f() = 1;"},
                                           {NULL, NULL}};
    Files files = {.files = texts};
    tmDocument *d = read_files(t, &files);
    REQUIRE(d != NULL);
    CHECK(tm_diags_count(tm_document_diags(d)) == 0);
    REQUIRE(tm_document_file_count(d) == 4);
    CHECK_TEXT(tm_document_file_name(d, 1), "a");
    CHECK_TEXT(tm_document_file_name(d, 2), "c");
    CHECK_TEXT(tm_document_file_name(d, 3), "b");
    CHECK(files.calls == 6);
}

TEST(rings_of_includes_are_reported_at_the_include) {
    static const char *const texts[][2] = {{"main", "include \"a\";"},
                                           {"a", "\n include \"b\";"},
                                           {"b", "include \"main\"; include \"b\";"},
                                           {NULL, NULL}};
    Files files = {.files = texts};
    tmDocument *d = read_files(t, &files);
    REQUIRE(d != NULL);
    const tmDiags *diags = tm_document_diags(d);
    REQUIRE(tm_diags_count(diags) == 2);
    CHECK_TEXT(tm_diags_at(diags, 0)->message, "'main' is what includes this file");
    CHECK_TEXT(tm_diags_at(diags, 0)->file, "b");
    CHECK(tm_diags_at(diags, 0)->line == 1 && tm_diags_at(diags, 0)->column == 9);
    CHECK_TEXT(tm_diags_at(diags, 1)->message, "'b' includes itself");
}

TEST(missing_files_say_why) {
    static const char *const texts[][2] = {{"main", "include \"x\";\ninclude \"x\";"},
                                           {NULL, NULL}};
    Files files = {.files = texts};
    tmDocument *d = read_files(t, &files);
    REQUIRE(d != NULL);
    REQUIRE(tm_diags_count(tm_document_diags(d)) == 2);
    CHECK_TEXT(tm_diags_at(tm_document_diags(d), 0)->message,
               "'x' cannot be included: there is no such file");
    tmDocumentDef def = tm_document_def_default();
    tmDocument *bare;
    def.text = "include \"x\";";
    def.length = strlen(def.text);
    MUST(tm_document_create(&t->allocator, &def, &bare));
    DEFER(tm_document_destroy, bare);
    CHECK_TEXT(tm_diags_at(tm_document_diags(bare), 0)->message,
               "'x' cannot be included: this program reads no other files");
}

/* Every file is a new one without a name: depth is what ends it. */
static void include_new(void *user, const char *from, const char *path, tmIncluded *included) {
    (void)user;
    (void)from;
    (void)path;
    included->text = "include \"next\";";
    included->length = strlen(included->text);
}

TEST(chains_of_includes_have_a_limit) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *d;
    def.text = "include \"next\";";
    def.length = strlen(def.text);
    def.include = include_new;
    MUST(tm_document_create(&t->allocator, &def, &d));
    DEFER(tm_document_destroy, d);
    REQUIRE(tm_diags_count(tm_document_diags(d)) == 1);
    CHECK_TEXT(tm_diags_at(tm_document_diags(d), 0)->message,
               "'next' cannot be included: more than 50 files include each other");
    CHECK(tm_document_file_count(d) == 51);
}

/* ---- Long sums ----------------------------------------------------------------------------- */

#define TERMS 10000

static void count_bytes(void *user, const char *bytes, size_t count) {
    (void)bytes;
    *(size_t *)user += count;
}

TEST(sum_of_ten_thousand_terms_is_named_patched_and_printed) {
    size_t size = 5 * TERMS + 40;
    char *text = test_memory(t, size, 1), *path = test_memory(t, 4 * TERMS + 40, 1);
    strcpy(text, "function f(x) = x");
    char *at = text + strlen(text);
    for (int i = 1; i < TERMS; i++, at += 4) {
        memcpy(at, " + 1", 5);
    }
    strcpy(at, ";");
    tmDocument *d = read_text(t, text);
    REQUIRE(d != NULL && tm_diags_count(tm_document_diags(d)) == 0);
    tmNodeId first = tm_document_at(d, strlen("function f(x) = "));
    CHECK(tm_document_path(d, first, path, 4 * TERMS + 40) ==
          strlen("f.result") + 3 * (size_t)(TERMS - 1));
    CHECK(tm_document_find(d, path).value == first.value);
    size_t bytes = 0;
    MUST(tm_document_replace(d, first, "yz", count_bytes, &bytes));
    CHECK(bytes == strlen(text) + 1);
    bytes = 0;
    MUST(tm_document_format(d, count_bytes, &bytes));
    CHECK(bytes > strlen(text));
}

/* ---- Meshes -------------------------------------------------------------------------------- */

#define BINARY "solid\0\377\n\0"

static void find_mesh(void *user, const char *from, const char *path, tmIncluded *included) {
    ++*(int *)user;
    if (strcmp(path, "none.stl") == 0) {
        included->message = "there is no such file";
    } else if (strcmp(path, "large.stl") == 0) {
        included->text = "";
        included->length = TM_MESH_LIMIT + (size_t)1;
    } else if (from && strcmp(from, "main") == 0) {
        included->name = "parts/a.stl";
        included->text = BINARY;
        included->length = sizeof BINARY - 1;
    }
}

static tmDocument *read_meshes(tmTest *t, const char *text, int *calls) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document = NULL;
    def.name = "main";
    def.text = text;
    def.length = strlen(text);
    def.mesh = calls ? find_mesh : NULL;
    def.user = calls;
    if (CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        DEFER(tm_document_destroy, document);
    }
    return document;
}

TEST(bytes_of_meshes_are_asked_for_once_and_kept) {
    int calls = 0;
    tmDocument *d = read_meshes(t,
                                "primitive a(f) begin geometry: mesh(f); end\n"
                                "primitive b begin geometry: union(mesh(\"a.stl\"), "
                                "mesh(\"./a.stl\")); end\n"
                                "world w begin components x, y: a(\"a.stl\"); z: b; end",
                                &calls);
    REQUIRE(d != NULL);
    CHECK(tm_diags_count(tm_document_diags(d)) == 0 && calls == 2);
    const tmiMesh *first = NULL;
    int found = 0;
    for (int32_t i = 0; i < d->worlds->variant_count; i++) {
        const tmiShape *shape = &d->worlds->variants[i]->shape;
        for (int32_t k = 0; k <= shape->piece_count; k++) {
            const tmiMesh *mesh = k < shape->piece_count ? shape->pieces[k].mesh : shape->mesh;
            first = first ? first : mesh;
            found += mesh != NULL;
            CHECK(!mesh || mesh == first);
        }
    }
    REQUIRE(first != NULL && found == 3);
    CHECK_TEXT(first->name, "parts/a.stl");
    CHECK(first->length == sizeof BINARY - 1 && memcmp(first->bytes, BINARY, first->length) == 0);
}

TEST(meshes_that_are_not_there_say_why) {
    int calls = 0;
    static const char text[] = "primitive a begin geometry: mesh(\"none.stl\"); end\n"
                               "primitive b begin geometry: mesh(\"large.stl\"); end\n"
                               "primitive c begin geometry: mesh(\"none.stl\"); end";
    tmDocument *d = read_meshes(t, text, &calls);
    REQUIRE(d != NULL);
    const tmDiags *diags = tm_document_diags(d);
    REQUIRE(tm_diags_count(diags) == 3 && calls == 2);
    CHECK_TEXT(tm_diags_at(diags, 0)->message, "'none.stl' cannot be read: there is no such file");
    CHECK(tm_diags_at(diags, 0)->line == 1 && tm_diags_at(diags, 0)->column == 34);
    CHECK_TEXT(tm_diags_at(diags, 1)->message,
               "'large.stl' cannot be read: it has more than 64 MiB");
    tmDocument *bare = read_meshes(t, text, NULL);
    REQUIRE(bare != NULL);
    CHECK_TEXT(tm_diags_at(tm_document_diags(bare), 0)->message,
               "'none.stl' cannot be read: this program reads no other files");
}

/* ---- Nodes --------------------------------------------------------------------------------- */

static const char *text_at(tmTest *t, const tmDocument *d, tmNodeId node) {
    size_t start, length;
    if (tm_document_span(d, node, &start, &length) != TM_OK) {
        return "none";
    }
    char *text = test_memory(t, length + 1, 1);
    memcpy(text, tm_document_text(d, 0, NULL) + start, length);
    return text;
}

TEST(paths_find_values) {
    static const char *const paths[][2] = {
        {"crank.geometry.where.a", "(-20mm, 0)"},
        {"crank.geometry.where.a[1]", "-20mm"},
        {"crank.geometry.where.b[2]", "0"},
        {"crank.geometry", "bar(l, 8mm, 3mm)"},
        {"crank.geometry[2]", "8mm"},
        {"crank.geometry.callee", "bar"},
        {"crank.properties.density", "2700"},
        {"crank.properties[2]", "steelblue"},
        {"crank.l", "40mm"},
        {"crank.control.force", "2 * x"},
        {"crank.control.force[2]", "x"},
        {"crank.control.torque", "1"},
        {"bench.m", "crank(90mm)"},
        {"bench.n[1]", "90mm"},
        {"bench.speed", "3"},
        {"bench.speed.last", "5"},
        {"bench.join.with.friction", "0.1"},
        {"bench.join#2.to", "m"},
        {"bench.knee.with[1]", "3"},
        {"bench.knee.matching[2][1]", "a"},
        {"bench.place.at[2]", "1"},
        {"bench.place.velocity[2][2]", "2"},
        {"bench.place#2.near", "(3, 4)"},
        {"bench.place#2.near[2]", "4"},
        {"bench.place#2.by", "near"},
        {"animate.world", "bench"},
        {"animate.drive.value", "0deg"},
        {"animate.drive.last", "90deg"},
        {"animate.drive.count", "9"},
        {"", "none"},
        {"nobody", "none"},
        {"crank.geometry.where.c", "none"},
        {"crank.geometry[4]", "none"},
        {"crank.geometry[0]", "none"},
        {"crank.", "none"},
        {"crank..l", "none"},
        {"crank.l]", "none"},
        {"bench.join#3", "none"},
        {"crank[", "none"},
    };
    tmDocument *d = read_text(t, crank);
    REQUIRE(d != NULL);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (!CHECK_TEXT(text_at(t, d, tm_document_find(d, paths[i][0])), paths[i][1])) {
            printf("  path %s\n", paths[i][0]);
        }
    }
}

TEST(nodes_are_found_by_offset) {
    tmDocument *d = read_text(t, crank);
    REQUIRE(d != NULL);
    size_t at = (size_t)(strstr(crank, "8mm") - crank);
    tmNodeId node = tm_document_at(d, at);
    CHECK_TEXT(text_at(t, d, node), "8mm");
    CHECK_TEXT(text_at(t, d, tm_document_parent(d, node)), "bar(l, 8mm, 3mm)");
    CHECK(tm_document_at(d, strlen(crank)).value == 0);
    CHECK(tm_document_parent(d, tm_document_at(d, 0)).value == 0);
    size_t start = 7, length = 7;
    CHECK_STATUS(tm_document_span(d, (tmNodeId){1000000}, &start, &length), TM_ERR_ID);
    CHECK_STATUS(tm_document_span(d, (tmNodeId){0}, &start, &length), TM_ERR_ID);
    CHECK(start == 7 && length == 7);
}

/* Every node's path finds it, or what it stands for: a node within it or, for a name, around it. */
static bool paths_return(tmTest *t, const tmDocument *d, size_t length) {
    for (size_t offset = 0; offset < length; offset++) {
        tmNodeId node = tm_document_at(d, offset);
        if (tm_document_parent(d, node).value == 0) {
            continue;
        }
        char path[1000];
        size_t start[2], size[2];
        if (!CHECK(tm_document_path(d, node, path, sizeof path) < sizeof path)) {
            return false;
        }
        tmNodeId found = tm_document_find(d, path);
        if (!CHECK(tm_document_span(d, found, &start[1], &size[1]) == TM_OK)) {
            printf("  path %s\n", path);
            return false;
        }
        tm_document_span(d, node, &start[0], &size[0]);
        bool within = start[1] >= start[0] && start[1] + size[1] <= start[0] + size[0];
        /* What a name names contains it, and has the same path. */
        char again[1000];
        tm_document_path(d, found, again, sizeof again);
        if (!CHECK(within || strcmp(path, again) == 0)) {
            printf("  path %s finds %s\n", path, text_at(t, d, found));
            return false;
        }
    }
    return true;
}

TEST(every_node_has_a_path_that_leads_back) {
    enum { TEXTS = 40, SIZE = 2500 };
    tmDocument *d = read_text(t, crank);
    REQUIRE(d != NULL);
    CHECK(paths_return(t, d, strlen(crank)));
    for (uint64_t seed = 1; seed <= TEXTS; seed++) {
        char *text = test_memory(t, SIZE, 1);
        size_t length = grammar_text(1000 + seed, text, SIZE);
        d = read_text(t, text);
        REQUIRE(d != NULL && paths_return(t, d, length));
        test_run_defers(t, 0);
    }
}

/* ---- Patches ------------------------------------------------------------------------------- */

TEST(replacing_changes_no_other_byte) {
    tmDocument *d = read_text(t, crank);
    REQUIRE(d != NULL);
    Written written = {0};
    MUST(tm_document_replace(d, tm_document_find(d, "crank.geometry.where.b[1]"), "25mm", take,
                             &written));
    const char *old = strstr(crank, "(20mm"), *new = strstr(written.text, "(25mm");
    REQUIRE(new != NULL &&old - crank == new - written.text);
    CHECK(memcmp(crank, written.text, (size_t)(old - crank)) == 0);
    CHECK_TEXT(new + 5, old + 5);
}

TEST(text_that_would_be_read_otherwise_is_refused) {
    static const char *const refused[][2] = {
        {"crank.control.force[2]", "1 + y"},    /* 2 * 1 + y */
        {"crank.control.force[2]", "y; a = 3"}, /* two clauses */
        {"crank.geometry.where.a[1]", "1, 2"},  /* two items */
        {"crank.geometry.where.a[1]", ""},      /* none */
        {"crank.geometry.where.a[1]", "(1"},    /* open */
        {"crank.geometry.where.a[1]", "1 // "}, /* the rest of the line is gone */
        {"crank.geometry.where.a", "$"},        /* no token */
        {"bench.m", "crank(1); x: rod"},        /* two components */
    };
    tmDocument *d = read_text(t, crank);
    REQUIRE(d != NULL);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        Written written = {0};
        tmNodeId node = tm_document_find(d, refused[i][0]);
        if (!CHECK_STATUS(tm_document_replace(d, node, refused[i][1], take, &written),
                          TM_ERR_TEXT)) {
            printf("  %s\n", refused[i][1]);
        }
        CHECK(written.used == 0);
    }
    CHECK_STATUS(tm_document_replace(d, (tmNodeId){0}, "1", take, NULL), TM_ERR_ID);
}

TEST(brackets_make_a_sum_fit_before_a_product) {
    tmDocument *d = read_text(t, crank);
    REQUIRE(d != NULL);
    Written written = {0};
    MUST(tm_document_replace(d, tm_document_find(d, "crank.control.force[2]"), "(1 + y)", take,
                             &written));
    CHECK(strstr(written.text, "force = 2 * (1 + y);") != NULL);
}

TEST(text_with_mistakes_elsewhere_can_be_patched) {
    tmDocument *d = read_text(t, "function f() = (1; function g() = 2;");
    REQUIRE(d != NULL);
    Written written = {0};
    MUST(tm_document_replace(d, tm_document_find(d, "g.result"), "3", take, &written));
    CHECK_TEXT(written.text, "function f() = (1; function g() = 3;");
}

TEST_MAIN(CASE(calls_with_wrong_arguments_are_refused),
          CASE(document_keeps_its_text_and_tells_of_mistakes),
          CASE(version_of_the_language_is_checked), CASE(format_writes_the_canonical_text),
          CASE(files_are_included_once_in_the_order_of_the_text),
          CASE(rings_of_includes_are_reported_at_the_include), CASE(missing_files_say_why),
          CASE(chains_of_includes_have_a_limit), CASE(paths_find_values),
          CASE(sum_of_ten_thousand_terms_is_named_patched_and_printed),
          CASE(bytes_of_meshes_are_asked_for_once_and_kept),
          CASE(meshes_that_are_not_there_say_why), CASE(nodes_are_found_by_offset),
          CASE(every_node_has_a_path_that_leads_back), CASE(replacing_changes_no_other_byte),
          CASE(text_that_would_be_read_otherwise_is_refused),
          CASE(brackets_make_a_sum_fit_before_a_product),
          CASE(text_with_mistakes_elsewhere_can_be_patched))
