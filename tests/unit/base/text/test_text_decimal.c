/* test_text_decimal.c: decimal text as doubles, against the C library's strtod, which glibc rounds
 * correctly for every text. */
#include "base/text/text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Reads the text, times 10^tens, and compares with what strtod makes of it. */
static bool agrees(const char *text, int32_t tens) {
    char other[2000];
    int32_t used;
    double found = tmi_text_read_double(text, (int32_t)strlen(text), tens, &used);
    const char *e = strpbrk(text, "eE");
    snprintf(other, sizeof other, "%.*se%d", (int)(e ? e - text : (long)strlen(text)), text,
             tens + (e ? atoi(e + 1) : 0));
    bool holds = same(found, strtod(other, NULL)) && used == (int32_t)strlen(text);
    if (!holds) {
        printf("%s: %.17g, strtod %.17g\n", other, found, strtod(other, NULL));
    }
    return holds;
}

TEST(numbers_that_people_write_are_read) {
    static const char *const texts[] = {"0",
                                        "1",
                                        "0.05",
                                        "9.81",
                                        "2700",
                                        "1.5e-3",
                                        "3.",
                                        ".5",
                                        "1e22",
                                        "1E+10",
                                        "0.1",
                                        "0.2",
                                        "0.3",
                                        "1e23",
                                        "00012",
                                        "0.0001",
                                        "1234567890123456789",
                                        "0e5",
                                        "7.5E-8"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CHECK(agrees(texts[i], 0));
        CHECK(agrees(texts[i], -3));
        CHECK(agrees(texts[i], 9));
    }
}

TEST(numbers_at_the_edges_round_as_they_should) {
    static const char *const texts[] = {
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308", /* rounds to infinity */
        "1e309",
        "1e400",
        "1e99999999999",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308", /* the text that once hung PHP and Java */
        "2.2250738585072012e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324", /* just below half the least */
        "2.4703282292062328e-324",
        "1e-400",
        "1e-99999999999",
        "9007199254740993", /* 2^53 + 1: the middle of two */
        "9007199254740993.00000000000000000000000000000000000001",
        "9007199254740992.99999999999999999999999999999999999999",
        "6.631236846766476e-316", /* hard cases of Paxson's testbase program */
        "3.237883913302901289588352412501532174863037669423108059901297049552301970670676565786"
        "835742587799557860615776559838283435514391084153169252689190564396459577394618038928365"
        "305143463955100356696665629202017331344031730044369360205258345803431471660032699580731"
        "300954848363975548690010751530018881758184174569652173110473696022749934638425380623369"
        "774736560008997404060967498028389191878963968575439222206416981462690113342524002724385"
        "941651051293552601421155333430225237291523843322331326138431477823591142408800030775170"
        "625915670728657003151953664260769822494937951845801530895238439819708403389937873241463"
        "484205608000027270531106827387907791444918534771598750162812548862768493201518991668028"
        "251730299953143924168545708663913273994694463908672332763671875E-319",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CHECK(agrees(texts[i], 0));
    }
}

TEST(random_numbers_and_middles_between_doubles_are_read_as_strtod_reads_them) {
    uint64_t seed = 7;
    char text[1200];
    for (int32_t i = 0; i < 20000; i++) {
        uint64_t bits = test_random(&seed) >> 1;
        double number, next;
        memcpy(&number, &bits, sizeof number);
        bits++;
        memcpy(&next, &bits, sizeof next);
        if (!(next < 1.7e308)) {
            continue;
        }
        snprintf(text, sizeof text, "%.*e", test_between(&seed, 0, 25), number);
        CHECK(agrees(text, test_between(&seed, -12, 12)));
        if (i % 10 == 0) {
            /* All digits of the exact middle, then one digit more. */
            long double middle = ((long double)number + (long double)next) / 2.0L;
            snprintf(text, sizeof text, "%.*Le", 780, middle);
            CHECK(agrees(text, 0));
            char *e = strchr(text, 'e');
            memmove(e + 1, e, strlen(e) + 1);
            *e = '1';
            CHECK(agrees(text, 0));
        }
    }
}

TEST(what_is_no_part_of_a_number_is_left) {
    int32_t used;
    CHECK(tmi_text_read_double("40mm", 4, 0, &used) == 40.0 && used == 2);
    CHECK(tmi_text_read_double("5e", 2, 0, &used) == 5.0 && used == 1);
    CHECK(tmi_text_read_double("5e+", 3, 0, &used) == 5.0 && used == 1);
    CHECK(tmi_text_read_double("1.2.3", 5, 0, &used) == 1.2 && used == 3);
    CHECK(tmi_text_read_double("x", 1, 0, &used) == 0.0 && used == 0);
    CHECK(tmi_text_read_double("", 0, 0, &used) == 0.0 && used == 0);
    CHECK(tmi_text_read_double(".", 1, 0, &used) == 0.0 && used == 0);
    CHECK(tmi_text_read_double(".e5", 3, 0, &used) == 0.0 && used == 0);
    CHECK(tmi_text_read_double("5.", 2, 0, &used) == 5.0 && used == 2);
    CHECK(tmi_text_read_double("123456", 3, 0, &used) == 123.0 && used == 3);
}

TEST_MAIN(CASE(numbers_that_people_write_are_read), CASE(numbers_at_the_edges_round_as_they_should),
          CASE(random_numbers_and_middles_between_doubles_are_read_as_strtod_reads_them),
          CASE(what_is_no_part_of_a_number_is_left))
