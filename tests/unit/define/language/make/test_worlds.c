/* test_worlds.c: what texts mean: variants, instances, resolved joins, controls and runs. Messages
 * are tested by the files of tests/language. */
#include "define/language/document/document.h"
#include "define/language/make/make_private.h"
#include "definition.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A document without errors; it lives until the case's end. */
static const tmiWorlds *worlds_of(tmTest *t, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.text = text;
    def.length = strlen(text);
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return NULL;
    }
    DEFER(tm_document_destroy, document);
    const tmDiags *diags = tm_document_diags(document);
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        CHECK_TEXT(tm_diags_at(diags, i)->message, "");
    }
    return document->worlds;
}

/* All messages of a text, a line each: "3:5 message". */
static const char *messages_of(tmTest *t, const char *text) {
    static const size_t size = 4000;
    char *said = test_memory(t, size, 1);
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.text = text;
    def.length = strlen(text);
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return said;
    }
    DEFER(tm_document_destroy, document);
    for (int32_t i = 0; i < tm_diags_count(tm_document_diags(document)); i++) {
        const tmDiag *diag = tm_diags_at(tm_document_diags(document), i);
        size_t used = strlen(said);
        snprintf(said + used, size - used, "%d:%d %s\n", diag->line, diag->column, diag->message);
    }
    return said;
}

#define PI 3.14159265358979323846
#define BOX                                                                                        \
    "primitive box(w = 1) begin geometry: cuboid(w, 2, 3) where begin a: (w / 2, 0);\n"            \
    "  s: axis((0, 3, 4), (1, 2, 3)) end; dynamics: ; end\n"

/* The program of [HH] section 6 as printed; then with the function that it leaves out. */
typedef struct Paper {
    tmTest *t;
} Paper;

static void include_paper(void *user, const char *from, const char *path, tmIncluded *included) {
    Paper *paper = user;
    char name[300];
    (void)from;
    snprintf(name, sizeof name, "%s/papers/%s", EXAMPLES, path);
    included->name = "linkage.tml";
    included->text = definition_file(paper->t, name);
    included->length = included->text ? strlen(included->text) : 0;
}

static tmDocument *paper_document(tmTest *t, const char *file) {
    char name[300];
    Paper *paper = test_memory(t, 1, sizeof *paper);
    paper->t = t;
    snprintf(name, sizeof name, "%s/papers/%s", EXAMPLES, file);
    char *text = definition_file(t, name);
    tmDocumentDef def = tm_document_def_default();
    def.name = file;
    def.text = text ? text : "";
    def.length = strlen(def.text);
    def.include = include_paper;
    def.user = paper;
    tmDocument *document;
    if (!CHECK(text != NULL) ||
        !CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return NULL;
    }
    DEFER(tm_document_destroy, document);
    return document;
}

TEST(program_of_the_paper_needs_only_the_function_that_it_does_not_print) {
    const tmDocument *document = paper_document(t, "linkage.tml");
    REQUIRE(document != NULL);
    const tmDiags *diags = tm_document_diags(document);
    REQUIRE(tm_diags_count(diags) == 1);
    const tmDiag *diag = tm_diags_at(diags, 0);
    CHECK(diag->severity == TM_WARNING && diag->line == 16 && diag->column == 27);
    CHECK_TEXT(diag->message, "no function 'acceleration_for_linkage_driver' is defined: the world "
                              "runs only in a program that supplies it");
    CHECK(tm_document_type_count(document) == 4 && tm_document_run_count(document) == 1);
    tmRunInfo run;
    MUST(tm_document_run(document, 0, &run));
    CHECK(run.kind == TM_RUN_SIMULATE && run.bodies == 4 && run.joints == 3 && run.controls == 1);
    CHECK(run.unresolved_controls == 1 && run.dynamic_bodies == 3 && run.touching_bodies == 0);
    CHECK(!run.planar && run.left_out == 0);
    CHECK(run.world_length == 7 && strncmp(run.world, "example", 7) == 0);
    CHECK_STATUS(tm_document_run(document, 1, &run), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_document_run(document, -1, &run), TM_ERR_ARGUMENT);
}

TEST(program_of_the_paper_has_its_rods_hinges_and_place) {
    const tmDocument *document = paper_document(t, "linkage.tml");
    REQUIRE(document != NULL && document->worlds->run_count == 1);
    const tmiRun *run = document->worlds->runs[0];
    const tmiWorld *world = run->world;
    char name[40];
    REQUIRE(world->instance_count == 6 && world->join_count == 3 && world->place_count == 1);
    tmi_instance_name(document->worlds, world, 4, name, sizeof name);
    CHECK_TEXT(name, "links.rod3");
    CHECK(world->instances[3].variant == world->instances[5].variant);
    /* join rod3 to rod2 with ball.and.socket matching (top_hingepoint bottom_hingepoint) */
    const tmiJoin *join = &world->instances[1].variant->joins[world->joins[1].item];
    CHECK_TEXT(join->hinge->name, "ball.and.socket");
    CHECK(world->joins[1].instance == 1 && join->pair_count == 1);
    CHECK(1 + join->pairs[0][0].instance == 4 && 1 + join->pairs[0][1].instance == 3);
    CHECK(join->pairs[0][0].feature.point[1] == 1.6 && join->pairs[0][1].feature.point[1] == -1.6);
    /* place links by links.driver.center at (2, 1, 0), 3.14 along x */
    const tmiPlacement *place = &world->variant->places[0];
    CHECK(place->instance == 1 && place->by.instance == 2 && place->setting_count == 1);
    CHECK(place->at[0] == 2.0 && place->at[1] == 1.0 && place->at[2] == 0.0);
    const tmiValue *velocity = &place->settings[0].value;
    CHECK(velocity->count == 2 && velocity->items[0].value.items[0].value.number == 3.14);
    CHECK(run->setting_count == 1 && run->settings[0].value.items[1].value.number == 60.0);
    CHECK(world->instances[2].domains == TMI_DOMAIN_CONTROL &&
          world->instances[3].domains == TMI_DOMAIN_DYNAMICS);
}

TEST(function_in_another_file_controls_the_driver_of_the_paper) {
    const tmDocument *document = paper_document(t, "linkage_driven.tml");
    REQUIRE(document != NULL);
    CHECK(tm_diags_count(tm_document_diags(document)) == 0);
    REQUIRE(document->worlds->run_count == 1);
    const tmiWorld *world = document->worlds->runs[0]->world;
    REQUIRE(world->control_count == 1);
    const tmiVariant *v = world->instances[world->controls[0].instance].variant;
    const tmiControl *control = &v->controls[world->controls[0].item];
    REQUIRE(control->formula != NULL && control->formula->made);
    CHECK(control->formula->sense_count == 1 && control->formula->input_count == 1);
    CHECK_TEXT(control->formula->senses[0].row->unit, "s");
    CHECK_TEXT(control->target.row->name, "acceleration");
    /* Figure 4.2 prints 9.8647375 for t = 1.51, in single precision. */
    double *frame = test_memory(t, (size_t)control->formula->code.frame_size, sizeof *frame);
    double results[3], time = 1.51;
    tmi_code_run(&control->formula->code, &time, frame, results);
    CHECK_NEAR(results[0], 9.8647375, 1e-5);
    CHECK_NEAR(results[0], -PI * PI * sin(1.51 * PI), 1e-14);
    CHECK(results[1] == 0.0 && results[2] == 0.0);
}

TEST(instances_with_the_same_arguments_share_a_variant) {
    const tmiWorlds *worlds =
        worlds_of(t, BOX "world w begin components a, b: box; c: box(1); d: box(w: 2);\n"
                         "e[3..5]: box(2); end");
    REQUIRE(worlds != NULL && worlds->world_count == 1);
    const tmiWorld *world = worlds->worlds[0];
    REQUIRE(world->instance_count == 8);
    CHECK(world->instances[1].variant == world->instances[3].variant);
    CHECK(world->instances[4].variant == world->instances[7].variant);
    CHECK(world->instances[1].variant != world->instances[4].variant);
    CHECK(world->instances[6].index == 4 && world->instances[6].component == 4);
    const tmiBodyFeature *features = world->instances[4].variant->features;
    CHECK(!features[0].is_axis && features[0].point[0] == 1.0);
    CHECK(features[1].is_axis && features[1].point[2] == 3.0);
    CHECK_NEAR(features[1].direction[1], 0.6, 1e-15);
    CHECK_NEAR(features[1].direction[2], 0.8, 1e-15);
    CHECK(world->instances[4].variant->shape.arguments[0].value.number == 2.0);
}

TEST(loops_join_a_row_and_name_its_joins) {
    const tmiWorlds *worlds = worlds_of(
        t, BOX "composite chain(n) begin components link[1..n]: box; structure begin\n"
               "for i in n - 1 .. 1 step -1 begin\n"
               "  join link[i] to link[i + 1] with slider matching (s s) as knee end end end\n"
               "world w begin components c: chain(4); d: chain(2); end\n"
               "simulate w begin time: (1, 2); monitor: c.knee[2].position, d.knee[1].force; end");
    REQUIRE(worlds != NULL && worlds->run_count == 1);
    const tmiRun *run = worlds->runs[0];
    CHECK(run->world->join_count == 4 && run->world->instance_count == 9);
    REQUIRE(run->monitor_count == 2 && run->monitors[0]->sense_count == 1);
    const tmiSense *sense = &run->monitors[0]->senses[0];
    CHECK(sense->kind == TMI_SENSE_JOIN && sense->end.instance == 1);
    const tmiVariant *chain = run->world->instances[1].variant;
    REQUIRE(sense->item >= 0 && sense->item < chain->join_count);
    const tmiJoin *join = &chain->joins[sense->item];
    CHECK(join->number == 2 && join->pairs[0][0].instance == 2 && join->pairs[0][1].instance == 3);
    CHECK(run->monitors[1]->senses[0].end.instance == 6);
}

TEST(ground_is_a_part_of_a_world) {
    const tmiWorlds *worlds =
        worlds_of(t, BOX "world w begin components b: box;\n"
                         "structure join world to b with pin matching (y_axis s) end");
    REQUIRE(worlds != NULL && worlds->world_count == 1);
    const tmiJoin *join = &worlds->worlds[0]->variant->joins[0];
    CHECK(join->pairs[0][0].instance == TMI_GROUND && join->pairs[0][1].instance == 1);
    CHECK(join->pairs[0][0].feature.direction[1] == 1.0);
}

TEST(signals_and_inputs_are_read_by_formulas) {
    const tmiWorlds *worlds = worlds_of(
        t,
        BOX "world w begin input push = 2N in 0N .. 5N; components b: box;\n"
            "control: begin every: 10ms; twice: 2 * push; force at b.a = (twice, push); end end\n"
            "study w begin time: (1, 2); vary: push = 1N .. 4N in 4; measure: mean(twice); end");
    REQUIRE(worlds != NULL && worlds->run_count == 1);
    const tmiVariant *v = worlds->worlds[0]->variant;
    CHECK(v->inputs[0].initial == 2.0 && v->inputs[0].high == 5.0);
    REQUIRE(v->control_count == 1 && v->controls[0].formula->sense_count == 2);
    CHECK(v->controls[0].every == 0.01 && v->controls[0].target.end.instance == 1);
    CHECK(v->controls[0].formula->senses[0].kind == TMI_SENSE_SIGNAL &&
          v->controls[0].formula->senses[1].kind == TMI_SENSE_INPUT);
    const tmiRun *run = worlds->runs[0];
    REQUIRE(run->varied_count == 1 && run->measure_count == 1);
    CHECK(run->varied[0].count == 4 && run->varied[0].last == 4.0);
    CHECK_TEXT(run->measures[0]->measure, "mean");
}

TEST(hinge_of_ones_own_becomes_rows) {
    const tmiWorlds *worlds =
        worlds_of(t, BOX "hinge track(k) matching (p q, c d) begin point p on plane q normal d;\n"
                         "point p on plane q normal (0, k, 0); end\n"
                         "world w begin components a, b: box;\n"
                         "structure join a to b with track(3) matching (a center, s s) end");
    REQUIRE(worlds != NULL && worlds->world_count == 1);
    const tmiJoin *join = &worlds->worlds[0]->variant->joins[0];
    REQUIRE(join->line_count == 2 && join->hinge == NULL);
    CHECK(join->lines[0].point.instance == 1 && join->lines[0].plane.instance == 2);
    CHECK_NEAR(join->lines[0].plane.feature.direction[2], 0.8, 1e-15);
    CHECK(join->lines[1].plane.feature.direction[1] == 1.0);
}

TEST(domains_hold_for_all_that_is_within) {
    const tmiWorlds *worlds = worlds_of(
        t, "primitive p begin geometry: sphere(1); end composite c begin components x, y: p;\n"
           "interference: ; end world w begin components a: c; b: p; dynamics: ; end");
    REQUIRE(worlds != NULL && worlds->world_count == 1);
    const tmiWorld *world = worlds->worlds[0];
    CHECK(world->body_count == 3 && world->dynamic_count == 3 && world->touching_count == 2);
}

TEST(more_than_a_million_instances_are_reported_at_once) {
    CHECK_TEXT(messages_of(t, "primitive p begin end\n"
                              "composite a begin components x[1..1000]: p; end\n"
                              "composite b begin components x[1..1000]: a; end\n"
                              "composite c begin components x[1..1000]: b; end\n"),
               "3:30 there are more than 1,000,000 components\n");
}

TEST(rounds_of_loops_are_limited) {
    CHECK_TEXT(messages_of(t, "world w begin structure for i in 1 .. 1000000000 begin end end"),
               "1:25 this takes more than 3,000,000 steps to build\n");
}

TEST(composites_too_deep_inside_each_other_are_reported) {
    char text[12000];
    size_t used = (size_t)snprintf(text, sizeof text, "primitive p0 begin end\n");
    for (int i = 1; i <= 202; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "composite p%d begin components x: p%d; end\n", i, i - 1);
    }
    CHECK_TEXT(messages_of(t, text), "202:11 composites are too deep inside each other\n"
                                     "203:11 composites are too deep inside each other\n");
}

TEST(messages_come_in_the_order_of_the_text) {
    CHECK_TEXT(messages_of(t, "simulate w begin time: (2s, 1s); end\n"
                              "world w begin components b: box; properties: (gravty); end\n"
                              "primitive box begin geometry: spere(1); end\n"),
               "1:25 the step is longer than the whole run\n"
               "2:47 'properties' of a world has no 'gravty'\n"
               "3:31 there is no shape 'spere'\n");
}

TEST(missing_file_leaves_unknown_names_alone) {
    CHECK_TEXT(messages_of(t, "include \"parts.tml\";\n"
                              "world w begin components b: box; end simulate v begin end\n"),
               "1:9 'parts.tml' cannot be included: this program reads no other files\n");
}

TEST(text_alone_is_not_checked_for_its_meaning) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    tmRunInfo run;
    def.text = "world w begin components b: box; end";
    def.length = strlen(def.text);
    def.alone = true;
    MUST(tm_document_create(&t->allocator, &def, &document));
    DEFER(tm_document_destroy, document);
    CHECK(tm_diags_count(tm_document_diags(document)) == 0);
    CHECK(tm_document_type_count(document) == 0 && tm_document_run_count(document) == 0);
    CHECK_STATUS(tm_document_run(document, 0, &run), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(program_of_the_paper_needs_only_the_function_that_it_does_not_print),
          CASE(program_of_the_paper_has_its_rods_hinges_and_place),
          CASE(function_in_another_file_controls_the_driver_of_the_paper),
          CASE(instances_with_the_same_arguments_share_a_variant),
          CASE(loops_join_a_row_and_name_its_joins), CASE(ground_is_a_part_of_a_world),
          CASE(signals_and_inputs_are_read_by_formulas), CASE(hinge_of_ones_own_becomes_rows),
          CASE(domains_hold_for_all_that_is_within),
          CASE(more_than_a_million_instances_are_reported_at_once),
          CASE(rounds_of_loops_are_limited),
          CASE(composites_too_deep_inside_each_other_are_reported),
          CASE(messages_come_in_the_order_of_the_text),
          CASE(missing_file_leaves_unknown_names_alone),
          CASE(text_alone_is_not_checked_for_its_meaning))
