/* test_model_nodes.c: where the first text states what a model has. Expected are the words of the
 * text. */
#include "test.h"

#include <stdio.h>
#include <string.h>

static const char included[] =
    "primitive far begin geometry: none where begin e: (1, 2); end; end\n"
    "composite pair begin components one: far; other: far;\n"
    "  structure join one to other with pin matching (e e) as knot; end\n";

static const char text[] =
    "include \"other.tml\";\n"
    "primitive link(l = 1m) begin geometry: bar(l, 8mm, 3mm) where begin\n"
    "  a: (-l / 2, 0); u: axis((0, 0, 1)); end; end\n"
    "composite knee begin\n"
    "  components upper: link; lower: link;\n"
    "  structure begin join upper to lower with pin matching (a a) as bend; end\n"
    "end\n"
    "composite hand begin\n"
    "  components palm: link; thumb: link;\n"
    "  structure begin join thumb to palm with pin matching (a a) as root; end\n"
    "end\n"
    "world w begin\n"
    "  components crank: link(40mm); p, q: link; row[1..2]: link; left, right: knee; hand: hand;\n"
    "    pair: pair; foreign: far;\n"
    "  structure begin\n"
    "    join crank to world with pin matching (a (0, 0)) as motor;\n"
    "    for i in 1 .. 2 begin\n"
    "      join row[i] to world with pin matching (a (i, 0)) as nail;\n"
    "      place row[i] by a at (i, 0);\n"
    "    end\n"
    "    place crank by a near (0, 0) angle = 24.1deg;\n"
    "    place p by center at (1, 3);\n"
    "  end\n"
    "  properties: (planar);\n"
    "end\n";

static void give(void *user, const char *from, const char *path, tmIncluded *out) {
    (void)user;
    (void)from;
    (void)path;
    out->name = "other.tml";
    out->text = included;
    out->length = sizeof included - 1;
}

typedef struct Made {
    tmDocument *document;
    tmModel *model;
} Made;

static bool make(tmTest *t, Made *made) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    def.text = text;
    def.length = sizeof text - 1;
    def.include = give;
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &def, &made->document), TM_OK)) {
        return false;
    }
    DEFER(tm_document_destroy, made->document);
    if (!CHECK_STATUS(tm_model_create(&t->allocator, made->document, 0, &model_def, &made->model),
                      TM_OK)) {
        return false;
    }
    DEFER(tm_model_destroy, made->model);
    return true;
}

/* Checks that the node has these first words; null: that there is none. */
static void check_words(tmTest *t, const Made *made, tmNodeId node, const char *words) {
    size_t start = 0, length = 0;
    char found[80] = "none";
    if (tm_document_span(made->document, node, &start, &length) == TM_OK) {
        size_t wanted = words ? strlen(words) : 20;
        snprintf(found, sizeof found, "%.*s", (int)(length < wanted ? length : wanted),
                 text + start);
    }
    CHECK_TEXT(found, words ? words : "none");
}

static tmNodeId joint_node(const Made *made, const char *name) {
    return tm_model_joint_node(made->model, tm_model_find_joint(made->model, name));
}

static tmNodeId part_node(const Made *made, const char *name) {
    return tm_model_part_node(made->model, tm_model_find_part(made->model, name));
}

TEST(places_joints_and_parts_that_are_made_once_have_a_node) {
    Made made;
    REQUIRE(make(t, &made));
    check_words(t, &made, joint_node(&made, "motor"), "join crank to world");
    check_words(t, &made, joint_node(&made, "hand.root"), "join thumb to palm");
    check_words(t, &made, part_node(&made, "crank"), "crank: link(40mm)");
    check_words(t, &made, part_node(&made, "hand"), "hand: hand");
    check_words(t, &made, part_node(&made, "hand.thumb"), "thumb: link");
    check_words(t, &made, part_node(&made, "foreign"), "foreign: far");
    REQUIRE(tm_model_place_count(made.model) == 4);
    check_words(t, &made, tm_model_place_node(made.model, 2), "place crank by a near (0, 0) angle");
    check_words(t, &made, tm_model_place_node(made.model, 3), "place p by center");
    tmPlaceInfo place;
    MUST(tm_model_place(made.model, 2, &place));
    CHECK(place.part == tm_model_find_part(made.model, "crank"));
}

TEST(a_node_leads_to_the_numbers_that_place_a_part) {
    Made made;
    char path[80];
    REQUIRE(make(t, &made));
    size_t length =
        tm_document_path(made.document, tm_model_place_node(made.model, 2), path, sizeof path);
    REQUIRE(length > 0 && length + 10 < sizeof path);
    strcat(path, ".angle");
    check_words(t, &made, tm_document_find(made.document, path), "24.1deg");
    strcpy(path + length, ".near");
    check_words(t, &made, tm_document_find(made.document, path), "(0, 0)");
}

TEST(what_is_made_several_times_has_none) {
    static const char *const parts[] = {"p", "q", "row[1]", "left", "right", "left.upper"};
    Made made;
    REQUIRE(make(t, &made));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        check_words(t, &made, part_node(&made, parts[i]), NULL);
    }
    check_words(t, &made, joint_node(&made, "nail[2]"), NULL);
    check_words(t, &made, joint_node(&made, "left.bend"), NULL);
    check_words(t, &made, tm_model_place_node(made.model, 0), NULL);
}

TEST(what_other_texts_state_has_none) {
    Made made;
    REQUIRE(make(t, &made));
    check_words(t, &made, joint_node(&made, "pair.knot"), NULL);
    check_words(t, &made, part_node(&made, "pair.one"), NULL);
    int32_t foreign = tm_model_find_part(made.model, "foreign");
    tmPartInfo part;
    check_words(t, &made, tm_model_type_node(made.model, foreign), NULL);
    MUST(tm_model_part(made.model, foreign, &part));
    check_words(t, &made, tm_model_feature_node(made.model, part.body, 0), NULL);
}

TEST(types_and_their_features_have_a_node_and_so_many_uses) {
    Made made;
    tmPartInfo part;
    REQUIRE(make(t, &made));
    int32_t crank = tm_model_find_part(made.model, "crank");
    check_words(t, &made, tm_model_type_node(made.model, 0), "world w begin");
    check_words(t, &made, tm_model_type_node(made.model, crank), "primitive link(l");
    /* crank, p, q, two of the row, two in each knee, two in the hand */
    CHECK(tm_model_type_uses(made.model, crank) == 11);
    CHECK(tm_model_type_uses(made.model, 0) == 1);
    CHECK(tm_model_type_uses(made.model, tm_model_find_part(made.model, "left")) == 2);
    CHECK(tm_model_type_uses(made.model, tm_model_find_part(made.model, "foreign")) == 3);
    MUST(tm_model_part(made.model, crank, &part));
    check_words(t, &made, tm_model_feature_node(made.model, part.body, 0), "(-l / 2, 0)");
    check_words(t, &made, tm_model_feature_node(made.model, part.body, 1), "axis((0, 0, 1))");
    check_words(t, &made, tm_model_feature_node(made.model, part.body, 2), NULL);
}

TEST(what_is_not_there_has_none) {
    Made made;
    REQUIRE(make(t, &made));
    static const int32_t none[] = {-1, 1000};
    for (int i = 0; i < 2; i++) {
        check_words(t, &made, tm_model_place_node(made.model, none[i]), NULL);
        check_words(t, &made, tm_model_joint_node(made.model, none[i]), NULL);
        check_words(t, &made, tm_model_part_node(made.model, none[i]), NULL);
        check_words(t, &made, tm_model_type_node(made.model, none[i]), NULL);
        check_words(t, &made, tm_model_feature_node(made.model, none[i], 0), NULL);
        check_words(t, &made, tm_model_feature_node(made.model, 1, none[i]), NULL);
        CHECK(tm_model_type_uses(made.model, none[i]) == 0);
    }
    check_words(t, &made, tm_model_part_node(made.model, 0), NULL);
    check_words(t, &made, tm_model_feature_node(made.model, 0, 0), NULL);
    CHECK(tm_model_place_node(NULL, 0).value == 0 && tm_model_joint_node(NULL, 0).value == 0);
    CHECK(tm_model_part_node(NULL, 1).value == 0 && tm_model_type_node(NULL, 0).value == 0);
    CHECK(tm_model_type_uses(NULL, 0) == 0 && tm_model_feature_node(NULL, 1, 0).value == 0);
}

TEST_MAIN(CASE(places_joints_and_parts_that_are_made_once_have_a_node),
          CASE(a_node_leads_to_the_numbers_that_place_a_part),
          CASE(what_is_made_several_times_has_none), CASE(what_other_texts_state_has_none),
          CASE(types_and_their_features_have_a_node_and_so_many_uses),
          CASE(what_is_not_there_has_none))
