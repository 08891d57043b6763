/* test_standing.c: bodies without dynamics in worlds that are simulated: who is warned of, and who
 * is meant to stand. */
#include "simulations.h"

#include <stdio.h>
#include <string.h>

#define TYPES                                                                                      \
    "primitive arm begin geometry: bar(1m, 40mm, 10mm) where begin a: (-0.5m, 0); b: (0.5m, 0);\n" \
    "  end; dynamics: ; end\n"                                                                     \
    "primitive bare begin geometry: bar(1m, 40mm, 10mm) where begin a: (-0.5m, 0); b: (0.5m, "     \
    "0);\n"                                                                                        \
    "  end; interference: ; end\n"                                                                 \
    "primitive wall begin properties: (fixed); geometry: cuboid(1m, 1m, 1m); end\n"                \
    "primitive mark begin geometry: none; end\n"
#define WORLD(components, structure, more, run)                                                    \
    TYPES "world w begin components " components "\n"                                              \
          "  structure begin " structure " end\n"                                                  \
          "  properties: (gravity, planar);" more "\n"                                             \
          "end\n" run
#define SIMULATE "simulate w begin time: (1ms, 10ms); end\n"

static bool warns(tmTest *t, const char *text, const char *part) {
    char words[200];
    snprintf(words, sizeof words, "'%s' stands still: it has no dynamics, and no control moves it",
             part);
    return strstr(sim_says(t, text, NULL, 0.01), words) != NULL;
}

/* A ball in the air, an arm that hangs on a nail, and the lower half of a double pendulum. */
TEST(bodies_that_were_to_move_are_reported) {
    CHECK(warns(t, WORLD("arm: arm; x: bare;", "place x by a at (3m, 0);", "", SIMULATE), "x"));
    CHECK(warns(t, WORLD("x: bare;", "place x by a at (3m, 0);", "", SIMULATE), "x"));
    CHECK(warns(t,
                WORLD("arm: arm; x: bare;",
                      "join x to world with pin matching (a (3m, 0)); place x by a at (3m, 0);", "",
                      SIMULATE),
                "x"));
    CHECK(warns(t,
                WORLD("arm: arm; x: bare;",
                      "join arm to world with pin matching (a (0, 0)); join x to arm with pin "
                      "matching (a b); place x by a at (1m, 0);",
                      "", SIMULATE),
                "x"));
}

/* Fixed, prescribed, held fast, what others hang on, or a mark. */
TEST(bodies_that_are_to_stand_are_not) {
    CHECK(
        !warns(t, WORLD("arm: arm; x: wall;", "place x by center at (3m, 0);", "", SIMULATE), "x"));
    CHECK(!warns(t,
                 WORLD("arm: arm; x: bare;", "place x by a at (3m, 0);",
                       " control: velocity of x = (1m/s, 0);", SIMULATE),
                 "x"));
    CHECK(!warns(t,
                 WORLD("arm: arm; x: bare; y: wall;",
                       "join x to y with rigid matching (a center); place x by a at (3m, 0);", "",
                       SIMULATE),
                 "x"));
    CHECK(!warns(t,
                 WORLD("arm: arm; x: bare;",
                       "join arm to x with pin matching (a b); place x by a at (3m, 0);", "",
                       SIMULATE),
                 "x"));
    CHECK(
        !warns(t, WORLD("arm: arm; x: mark;", "place x by center at (3m, 0);", "", SIMULATE), "x"));
}

static bool is_powerless(tmTest *t, const char *text) {
    const char *words = "no force moves 'x': no part of this world has dynamics, and no control "
                        "drives one";
    return strstr(sim_says(t, text, NULL, 0.01), words) != NULL;
}

/* A pendulum whose type forgets dynamics, and one that is led or meant to be without. */
TEST(worlds_that_no_force_moves_are_reported) {
    CHECK(is_powerless(
        t, WORLD("x: bare;", "join x to world with pin matching (a (0, 0)) as p;", "", SIMULATE)));
    CHECK(!is_powerless(t, WORLD("x: bare;", "join x to world with pin matching (a (0, 0)) as p;",
                                 " control: angular_velocity of p = 1rad/s;", SIMULATE)));
    CHECK(
        !is_powerless(t, WORLD("x: bare; arm: arm;",
                               "join x to arm with pin matching (a (0, 0)) as p;", "", SIMULATE)));
    CHECK(
        !is_powerless(t, WORLD("x: bare;", "join x to world with pin matching (a (0, 0)) as p;", "",
                               "simulate w begin time: (1ms, 10ms); without: dynamics; end\n")));
}

TEST_MAIN(CASE(bodies_that_were_to_move_are_reported), CASE(bodies_that_are_to_stand_are_not),
          CASE(worlds_that_no_force_moves_are_reported))
