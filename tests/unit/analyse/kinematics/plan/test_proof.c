/* test_proof.c: what a move says of its certificate, for each reason that it can have none. */
#include "four_bars.h"
#include "trammel/trammel.h"

#include <string.h>

/* A crank-rocker, by Grashof. */
static const fourBar CRANK_ROCKER = {1.0, 3.5, 3.0, 4.0};

/* Checks what a move by 0.1 rad says of a plan of this definition. */
static void check_proof(tmTest *t, const linkage *l, const tmPlanDef *def, double from,
                        tmProof expected) {
    tmPlan *plan;
    tmSolveInfo info;
    MUST(tm_plan_create(l->m, def, &plan));
    DEFER(tm_plan_destroy, plan);
    for (int i = 0; i < 2; i++) {
        double values[2] = {from + 0.1 * i, 0.0};
        MUST(tm_plan_move(plan, values, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
    }
    CHECK(info.proof == expected);
}

static tmPlanDef driven_by(const tmInput *input) {
    tmPlanDef def = tm_plan_def_default();
    def.inputs = input;
    def.input_count = 1;
    return def;
}

TEST(move_of_a_four_bar_is_certified_unless_nobody_watches) {
    linkage l = linkage_open(t, 0, NULL);
    fourBarBuilt b = four_bar_build(&l, CRANK_ROCKER, 1.0, 1);
    MUST(l.status);
    tmPlanDef def = driven_by(&b.input);
    check_proof(t, &l, &def, b.start, TM_PROOF_WHOLE);
    def.watch = false;
    check_proof(t, &l, &def, b.start, TM_PROOF_OFF);
}

/* Platforms in a row on the rocker of a four-bar: each is torn, and of 28 links none but the first
 * three is in closed form. Beyond 20 links there is no certificate, and the move says so. */
static void add_platforms(linkage *l, tmBodyId rocker, int count) {
    for (int i = 0; i < count; i++) {
        double x = 6.0 + 3.0 * i;
        tmBodyId plate = linkage_body(l, x, 1.0, 0), legs[3];
        double feet[3] = {x - 0.5, x + 0.4, x + 1.0}, tops[3] = {x - 0.4, x + 0.2, x + 0.6};
        for (int k = 0; k < 3; k++) {
            tmBodyId under = k == 0 ? rocker : l->ground;
            legs[k] = linkage_body(l, feet[k], 0.0, 0);
            linkage_pin(l, under, legs[k], feet[k], 0.0);
            linkage_pin(l, legs[k], plate, tops[k], 1.0 + 0.3 * (k == 1));
        }
    }
}

TEST(move_of_more_than_twenty_links_with_guesses_says_that_it_is_not_certified) {
    for (int platforms = 2; platforms < 8; platforms += 5) {
        linkage l = linkage_open(t, 0, NULL);
        const fourBar stiff = {0.02, 3.5, 3.0, 4.0}; /* the rocker moves little */
        fourBarBuilt b = four_bar_build(&l, stiff, 1.0, 1);
        add_platforms(&l, b.rocker, platforms);
        MUST(l.status);
        tmPlanDef def = driven_by(&b.input);
        tmProof expected = platforms > 5 ? TM_PROOF_LARGE : TM_PROOF_WHOLE;
        check_proof(t, &l, &def, b.start, expected);
        test_run_defers(t, 0);
    }
}

TEST(drag_is_said_to_be_one) {
    linkage l = linkage_open(t, 0, NULL);
    fourBarBuilt b = four_bar_build(&l, CRANK_ROCKER, 1.0, 1);
    tmInput drag = linkage_position(linkage_mark(&l, b.crank, 1.0, 0.0, 0.0));
    MUST(l.status);
    tmPlanDef def = driven_by(&drag);
    check_proof(t, &l, &def, 0.9, TM_PROOF_DRAG);
}

/* A parallelogram that passes the line: it goes straight on, which is read off, not proven. */
TEST(move_through_a_change_point_says_so) {
    linkage l = linkage_open(t, 0, NULL);
    const fourBar f = {1.0, 3.0, 1.0, 3.0};
    fourBarBuilt b = four_bar_build(&l, f, 0.5, 1);
    tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_LIMIT);
    MUST(l.status);
    tmSolveInfo info;
    double value = b.start;
    MUST(tm_plan_move(plan, &value, &info));
    value -= 1.0;
    MUST(tm_plan_move(plan, &value, &info));
    CHECK(info.outcome == TM_MOVE_DONE && info.changes == 1 && info.proof == TM_PROOF_CHANGE);
}

TEST(every_reason_has_its_words) {
    for (int i = TM_PROOF_OFF; i <= TM_PROOF_SPACE; i++) {
        for (int k = TM_PROOF_OFF; k < i; k++) {
            CHECK(strcmp(tm_proof_text((tmProof)i), tm_proof_text((tmProof)k)) != 0);
        }
    }
    CHECK_TEXT(tm_proof_text(TM_PROOF_WHOLE), "certified");
    CHECK_TEXT(tm_proof_text((tmProof)-1), "unknown");
    CHECK_TEXT(tm_proof_text((tmProof)99), "unknown");
}

TEST_MAIN(CASE(move_of_a_four_bar_is_certified_unless_nobody_watches),
          CASE(move_of_more_than_twenty_links_with_guesses_says_that_it_is_not_certified),
          CASE(drag_is_said_to_be_one), CASE(move_through_a_change_point_says_so),
          CASE(every_reason_has_its_words))
