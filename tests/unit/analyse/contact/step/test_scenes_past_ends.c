/* test_scenes_past_ends.c: a ball without friction that meets the top of a block, or misses it, and
 * has passed the end of the block by the end of the same long step. */
#include "contact_copies.h"

#include <math.h>
#include <stdio.h>

#define TEXT 2000
#define BALLS test_rounds(120)

/* A block with a corner at the origin, and where the ball is when it is as high as its radius. */
typedef struct Flight {
    double radius, x, v[2], step, at; /* [m, m, m/s, s, s] */
} Flight;

static Flight random_flight(uint64_t *seed) {
    static const double steps[] = {0.05, 0.02, 0.01};
    Flight f = {.step = steps[test_between(seed, 0, 2)]};
    f.radius = test_uniform(seed, 0.005, 0.1);
    f.v[0] = test_uniform(seed, 0.5, 8.0);
    f.v[1] = -test_uniform(seed, 0.5, 8.0);
    f.x = test_uniform(seed, -0.3, -0.002);
    f.at = f.step * test_uniform(seed, 0.1, 6.0);
    return f;
}

static const char *text_of(tmTest *t, const Flight *f) {
    char *text = test_memory(t, TEXT, 1);
    snprintf(text, TEXT,
             "primitive block begin\n  properties: (fixed);\n"
             "  geometry: prism(((-20, -20), (0, -20), (0, 0), (-20, 0)), 1);\n  interference: ;\n"
             "end\n"
             "primitive ball begin\n  properties: (density: 1);\n  geometry: cylinder(%.17g, 1);\n"
             "  interference: ;\n  dynamics: ;\nend\n"
             "world w begin\n  components\n    block: block;\n    ball: ball;\n  structure begin\n"
             "    place block by center at (0, 0);\n"
             "    place ball by center at (%.17g, %.17g) velocity = (%.17g, %.17g);\n  end\n"
             "  properties: (planar, friction: 0, gravity: (0, 0));\nend\n"
             "simulate w begin\n  time: (%.17g, %.17g);\nend\n",
             f->radius, f->x - f->v[0] * f->at, f->radius - f->v[1] * f->at, f->v[0], f->v[1],
             f->step, 12.0 * f->step);
    return text;
}

/* Nothing pushes it along the facet: it keeps its speed there, and loses all of that across it. */
TEST(a_ball_that_meets_a_facet_is_pushed_across_it_though_it_passes_its_end) {
    int rounds = BALLS;
    for (int i = 0; i < rounds; i++) {
        int keep = t->defer_count;
        uint64_t seed = 77 + (uint64_t)i;
        Flight f = random_flight(&seed);
        ContactRun run;
        REQUIRE(contact_run_of(&run, t, text_of(t, &f), 0, NULL, CONTACT_RISE));
        REQUIRE(contact_run_to(&run, CONTACT_END));
        ContactPose ball = contact_pose(&run, "ball");
        CHECK_NEAR(ball.vx, f.v[0], 1e-9 * f.v[0]);
        CHECK_NEAR(ball.vy, 0.0, 1e-9 * f.v[0]);
        if (i >= 2 && i < 12 && tm_sim_info(run.sim)->touching > 0) {
            CHECK(contact_is_mirrored(t, text_of(t, &f), CONTACT_RISE, COPY_NEAR));
        }
        test_run_defers(t, keep);
        t->splits = t->splits && i < 2;
    }
}

TEST_MAIN(CASE(a_ball_that_meets_a_facet_is_pushed_across_it_though_it_passes_its_end))
