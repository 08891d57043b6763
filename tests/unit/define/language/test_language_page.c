/* test_language_page.c: every example of a value on docs/language.md is evaluated. Whole texts and
 * the tables of the page are those of tests/language/page.py. */
#include "test.h"
#include "values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static char *page(tmTest *t) {
    return definition_file(t, EXAMPLES "/../docs/language.md");
}

/* Both sides of `left -> right`, or the message that the left side gives. */
static void check_example(tmTest *t, const char *definitions, const char *left, const char *right) {
    static const char error[] = "error: ";
    Values *v = values_of(t, definitions, left);
    if (!v) {
        return;
    }
    tmiValue found = values_evaluate(v, NULL);
    if (strncmp(right, error, strlen(error)) == 0) {
        const tmDiag *diag = tm_diags_at(v->d->diags, 0);
        CHECK_TEXT(diag ? diag->message : "", right + strlen(error));
        return;
    }
    CHECK_TEXT(definition_messages(v->d), "");
    Values *other = values_of(t, NULL, right);
    if (!other) {
        return;
    }
    tmiValue expected = values_evaluate(other, NULL);
    CHECK_TEXT(definition_messages(other->d), "");
    CHECK(found.kind == TMI_VALUE_NUMBER && expected.kind == TMI_VALUE_NUMBER);
    CHECK(tmi_dimension_fits(found.dimension, expected.dimension) ||
          tmi_dimension_fits(expected.dimension, found.dimension));
    if (!CHECK_NEAR(found.number, expected.number, 1e-14 * fabs(expected.number) + 1e-18)) {
        printf("%s -> %s\n", left, right);
    }
}

/* One block: lines without an arrow are definitions for those with one. */
static int32_t check_block(tmTest *t, char *block) {
    char definitions[2000] = "";
    int32_t examples = 0;
    for (char *line = block, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) {
            *next++ = '\0';
        }
        char *arrow = strstr(line, " -> ");
        if (!arrow) {
            strncat(definitions, line, sizeof definitions - strlen(definitions) - 2);
            strcat(definitions, "\n");
            continue;
        }
        *arrow = '\0';
        check_example(t, definitions, line, arrow + 4);
        examples++;
    }
    return examples;
}

TEST(every_example_of_a_value_is_worth_what_the_page_says) {
    char *text = page(t);
    REQUIRE(text);
    int32_t examples = 0;
    for (char *at = strstr(text, "```values\n"); at; at = strstr(at, "```values\n")) {
        at += strlen("```values\n");
        char *end = strstr(at, "```");
        REQUIRE(end);
        *end = '\0';
        int kept = t->defer_count;
        examples += check_block(t, at);
        test_run_defers(t, kept);
        at = end + 1;
    }
    CHECK(examples >= 30);
}

TEST_MAIN(CASE(every_example_of_a_value_is_worth_what_the_page_says))
