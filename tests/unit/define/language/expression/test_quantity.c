/* test_quantity.c: numbers that people type where a length, an angle or the like belongs. */
#include "test.h"
#include "trammel/document.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

TEST(expressions_are_computed_in_the_unit_of_their_place) {
    static const struct {
        const char *text, *unit;
        double value;
    } cases[] = {
        {"50", "mm", 0.05},
        {"50+5", "mm", 0.055},
        {" 2*3 ", "mm", 0.006},
        {"2*3cm", "mm", 0.06},
        {"1in + 2mm", "mm", 0.0274},
        {"(1 + 2)*-4", "cm", -0.12},
        {"sqrt(3^2 + 4^2)", "m", 5.0},
        {"30deg", "deg", PI / 6.0},
        {"90/2", "deg", PI / 4.0},
        {"atan2(1, 1)", "deg", PI / 4.0},
        {"pi * 1rad", "deg", PI},
        {"7.85g/cm^3", "kg/m^3", 7850.0},
        {"18", "", 18.0},
        {"2N*m/rad", "N*m", 2.0},
        {"3mm/1mm", "", 3.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = NAN;
        CHECK_STATUS(tm_quantity_read(&t->allocator, cases[i].text, strlen(cases[i].text),
                                      cases[i].unit, NULL, &value),
                     TM_OK);
        CHECK_NEAR(value, cases[i].value, 1e-14 * (1.0 + fabs(cases[i].value)));
    }
}

static void check_why(tmTest *t, const char *text, const char *unit, const char *part) {
    tmDiags *diags = NULL;
    double value = 7.0;
    if (!CHECK_STATUS(tm_diags_create(&t->allocator, &diags), TM_OK)) {
        return;
    }
    DEFER(tm_diags_destroy, diags);
    CHECK_STATUS(tm_quantity_read(&t->allocator, text, strlen(text), unit, diags, &value),
                 TM_ERR_TEXT);
    CHECK(value == 7.0);
    if (CHECK(tm_diags_count(diags) > 0)) {
        const char *message = tm_diags_at(diags, 0)->message;
        if (!strstr(message, part)) {
            CHECK_TEXT(message, part);
        }
    }
    test_run_defers(t, 0);
}

/* What a field of the page shows: the message and its hint. */
TEST(another_kind_of_quantity_is_named_with_an_example_in_the_unit_of_the_place) {
    static const struct {
        const char *text, *unit, *message, *hint;
    } cases[] = {
        {"30deg", "mm", "'30deg' is an angle", "a length is needed, such as 30mm"},
        {"30kg", "mm", "'30kg' is a mass", "a length is needed, such as 30mm"},
        {"12.5mm", "deg", "'12.5mm' is a length", "an angle is needed, such as 12.5deg"},
        {"2s", "kg/m^3", "'2s' is a time", "a density is needed, such as 2kg/m^3"},
        {"18mm", "", "'18mm' is a length", "a plain number is needed, such as 18"},
        {"5N", "kg", "'5N' is a force", "a mass is needed, such as 5kg"},
        {"2*3kg", "mm", "'2*3kg' is a mass", "a length is needed, such as 1mm"},
        {"2mm*3mm", "mm", "'2mm*3mm' is an area", "a length is needed, such as 1mm"},
        {"-30deg", "mm", "'-30deg' is an angle", "a length is needed, such as 1mm"},
        {"30Hz", "rad/s", NULL, "1Hz is 1turn/s, not 1rad/s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tmDiags *diags = NULL;
        double value = 7.0;
        if (!CHECK_STATUS(tm_diags_create(&t->allocator, &diags), TM_OK)) {
            return;
        }
        DEFER(tm_diags_destroy, diags);
        CHECK_STATUS(tm_quantity_read(&t->allocator, cases[i].text, strlen(cases[i].text),
                                      cases[i].unit, diags, &value),
                     TM_ERR_TEXT);
        if (CHECK(tm_diags_count(diags) == 1)) {
            const tmDiag *diag = tm_diags_at(diags, 0);
            CHECK_TEXT(cases[i].message ? diag->message : "",
                       cases[i].message ? cases[i].message : "");
            CHECK(diag->hint && strstr(diag->hint, cases[i].hint) == diag->hint);
        }
        test_run_defers(t, 0);
    }
}

TEST(what_is_no_number_of_its_place_says_why) {
    check_why(t, "30kg", "mm", "mass");
    check_why(t, "30deg", "mm", "angle");
    check_why(t, "18mm", "", "length");
    check_why(t, "50 + 5mm", "mm", "unit");
    check_why(t, "2*(30deg - 5)", "deg", "unit");
    check_why(t, "max(50, 5mm)", "mm", "unit");
    check_why(t, "abc", "mm", "abc");
    check_why(t, "", "mm", "");
    check_why(t, "2*", "mm", "found the end of the text");
    check_why(t, "1/0", "mm", "");
    check_why(t, "infinity", "mm", "finite");
    check_why(t, "3 furlong", "mm", "");
    check_why(t, "1e999", "mm", "");
}

TEST(misuse_is_refused) {
    double value = 7.0;
    CHECK_STATUS(tm_quantity_read(&t->allocator, NULL, 0, "mm", NULL, &value), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_quantity_read(&t->allocator, "1", 1, NULL, NULL, &value), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_quantity_read(&t->allocator, "1", 1, "mm", NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_quantity_read(&t->allocator, "1", 1, "parsec", NULL, &value), TM_ERR_ARGUMENT);
    CHECK(value == 7.0);
}

TEST_MAIN(CASE(expressions_are_computed_in_the_unit_of_their_place),
          CASE(another_kind_of_quantity_is_named_with_an_example_in_the_unit_of_the_place),
          CASE(what_is_no_number_of_its_place_says_why), CASE(misuse_is_refused))
