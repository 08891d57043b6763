/* test_scenes_plain.c: the scenes of [NT] under the plain model, [NT] (12), which holds a vertex in
 * front of all near facets at once: it must fail where the paper says that it does. How often the
 * plain models pass elsewhere is printed by fuzz_contact. */
#include "contact_runs.h"

#include <math.h>

#define A 0.34906585039886592 /* 20 degrees */

static bool run_plain(ContactRun *run, tmTest *t, const char *file, int index) {
    tmSimDef def = tm_sim_def_default();
    def.contact = TM_CONTACT_FACE_FRONT;
    if (!contact_run_of_example(run, t, file, index, &def, CONTACT_DRIVEN)) {
        return false;
    }
    run->plain = true;
    return contact_run_to(run, CONTACT_END);
}

/* [NT] figure 9: it does not get past the mouth, at 0. */
TEST(the_peg_of_the_paper_gets_stuck_at_the_mouth_under_the_plain_model) {
    ContactRun run;
    REQUIRE(run_plain(&run, t, "papers/peg_in_hole.tml", 0));
    CHECK(contact_pose(&run, "peg").y - 10.0 > -1.0);
}

/* [NT] figure 7: the crack stops or overturns it. */
TEST(the_square_box_does_not_get_over_the_crack_under_the_plain_model) {
    ContactRun run;
    REQUIRE(run_plain(&run, t, "contact/ramps.tml", 1));
    ContactPose pose = contact_pose(&run, "box");
    double speed = cos(A) * pose.vx - sin(A) * pose.vy, full = 9.81 * sin(A) * 2.4;
    CHECK(fabs(pose.angle + A) > 0.1 || fabs(speed / full - 1.0) > 0.1);
}

TEST_MAIN(CASE(the_peg_of_the_paper_gets_stuck_at_the_mouth_under_the_plain_model),
          CASE(the_square_box_does_not_get_over_the_crack_under_the_plain_model))
