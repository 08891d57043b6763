/* test_vocabulary.c: the tables agree with themselves. */
#include "define/geometry/shape/shape.h"
#include "define/language/vocabulary/vocabulary.h"

#include "test.h"

#include <string.h>

/* Whether the unit can be read: names joined by * and /, with exponents. */
static bool is_unit(const char *unit) {
    while (*unit) {
        size_t length = strcspn(unit, "*/^");
        if (!tmi_unit_find(unit, (int32_t)length)) {
            return false;
        }
        unit += length;
        unit += *unit == '^' ? strcspn(unit, "*/") : 0;
        unit += *unit != '\0';
    }
    return true;
}

TEST(fields_are_found_in_their_contexts_only) {
    int32_t count;
    const tmiField *fields = tmi_fields(&count);
    for (int32_t i = 0; i < count; i++) {
        int32_t length = (int32_t)strlen(fields[i].name);
        for (uint32_t context = 1; context <= TMI_IN_JOIN; context <<= 1) {
            const tmiField *found = tmi_field_find((tmiContext)context, fields[i].name, length);
            if (fields[i].contexts & context) {
                CHECK(found == &fields[i]);
            } else {
                CHECK(found != &fields[i]);
            }
            CHECK(tmi_field_find((tmiContext)context, fields[i].name, length - 1) != &fields[i]);
        }
        CHECK(tmi_is_section_field(fields[i].name, length) ==
              ((fields[i].contexts & TMI_IN_TYPES) != 0));
    }
    CHECK(tmi_field_find(TMI_IN_WORLD, "", 0) == NULL && !tmi_is_section_field("", 0));
}

TEST(fields_have_known_units_help_and_defaults_among_their_choices) {
    int32_t count;
    const tmiField *fields = tmi_fields(&count);
    for (int32_t i = 0; i < count; i++) {
        CHECK(is_unit(fields[i].unit));
        CHECK(fields[i].help[0] != '\0' && fields[i].takes != 0 && fields[i].contexts != 0);
        CHECK(fields[i].help[strlen(fields[i].help) - 1] != '.');
        if (fields[i].choices[0] && fields[i].initial[0]) {
            CHECK(strstr(fields[i].choices, fields[i].initial) != NULL);
        }
    }
}

static void check_arguments(tmTest *t, const tmParameter *rows, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        CHECK(is_unit(rows[i].unit) && rows[i].name[0] && rows[i].help[0]);
        CHECK(i == 0 || rows[i].initial || !rows[i - 1].initial); /* those with a default last */
    }
}

TEST(shapes_are_found_and_have_known_units) {
    int32_t count;
    for (int32_t i = 0; i < TM_SHAPE_COUNT; i++) {
        const tmiShapeRow *row = tmi_shape_row((tmShapeKind)i);
        CHECK(tmi_shape_find(row->name, (int32_t)strlen(row->name)) == row);
        CHECK(row->help[0] != '\0');
        check_arguments(t, row->arguments, row->argument_count);
    }
    const tmParameter *piece = tmi_piece_arguments(&count);
    check_arguments(t, piece, count);
    CHECK(tmi_shape_find("cub", 3) == NULL);
}

TEST(hinges_are_found_and_have_known_units_and_patterns) {
    int32_t count;
    const tmHingeKind *rows = tm_hinge_kinds(&count);
    for (int32_t i = 0; i < count; i++) {
        CHECK(tmi_hinge_find(rows[i].name, (int32_t)strlen(rows[i].name)) == &rows[i]);
        CHECK(rows[i].help[0] != '\0' && (rows[i].planar[0] || rows[i].spatial[0]));
        CHECK(strspn(rows[i].planar, "pax+ ") == strlen(rows[i].planar));
        CHECK(strspn(rows[i].spatial, "pax+ ") == strlen(rows[i].spatial));
        check_arguments(t, rows[i].parameters, rows[i].parameter_count);
    }
    CHECK(tmi_hinge_find("ball", 4) == NULL);
}

TEST(quantities_are_found_by_what_they_are_of) {
    int32_t count;
    const tmiQuantityRow *rows = tmi_quantities(&count);
    for (int32_t i = 0; i < count; i++) {
        CHECK(is_unit(rows[i].unit) && (rows[i].size == 1 || rows[i].size == 3));
        const tmiQuantityRow *found =
            tmi_quantity_find(rows[i].of, rows[i].name, (int32_t)strlen(rows[i].name));
        CHECK(found != NULL && found->of & rows[i].of);
    }
    CHECK(tmi_quantity_find(TMI_OF_WORLD, "angle", 5) == NULL);
    CHECK(tmi_quantity_find(TMI_OF_TURN, "angle", 5)->size == 1);
    CHECK(tmi_quantity_find(TMI_OF_TURN | TMI_OF_HINGE, "force", 5)->size == 3);
    CHECK(tmi_quantity_find(TMI_OF_SLIDE | TMI_OF_HINGE, "force", 5)->size == 1);
}

TEST(colours_stand_in_order) {
    int32_t count;
    const char *const *colors = tmi_colors(&count);
    CHECK(count == 148);
    for (int32_t i = 1; i < count; i++) {
        CHECK(strcmp(colors[i - 1], colors[i]) < 0);
    }
}

TEST(words_have_help) {
    for (int word = 1; word < TMI_WORD_COUNT; word++) {
        CHECK(tmi_word_row((tmiWord)word)->help[0] != '\0');
    }
    CHECK_TEXT(tmi_word_row(TMI_WORD_NONE)->name, "");
    CHECK_TEXT(tmi_word_row(TMI_WORD_COUNT)->name, "");
}

TEST_MAIN(CASE(fields_are_found_in_their_contexts_only),
          CASE(fields_have_known_units_help_and_defaults_among_their_choices),
          CASE(shapes_are_found_and_have_known_units),
          CASE(hinges_are_found_and_have_known_units_and_patterns),
          CASE(quantities_are_found_by_what_they_are_of), CASE(colours_stand_in_order),
          CASE(words_have_help))
