/* contact_clashes.c: random scenes on which nothing acts from outside. Bodies fly at each other and
 * strike, alone and in jointed pairs, by all laws and orders of impact: momentum and angular
 * momentum stay, and no energy is gained. Rows of equal balls, touching or not, hand on what comes.
 */
#include "contact_trials.h"

#include <math.h>
#include <stdio.h>

static void choose_laws(ContactTrial *trial, uint64_t *seed, int first_order) {
    static const char *const laws[] = {"poisson", "newton", "energetic"};
    static const char *const orders[] = {"simultaneous", "propagating", "sequential"};
    trial->draft.impact = laws[test_between(seed, 0, 2)];
    trial->draft.order = orders[test_between(seed, first_order, 2)];
}

/* A convex polygon, or a disc. */
static int add_shape(ContactTrial *trial, uint64_t *seed, DraftPose pose) {
    double size = test_uniform(seed, 0.1, 0.2), turn = test_uniform(seed, 0.0, 2.0 * PI);
    DraftPolygon p = {.count = test_between(seed, 2, 6)};
    if (p.count == 2) {
        return draft_disc(&trial->draft, size, pose);
    }
    for (int i = 0; i < p.count; i++) {
        double angle = turn + 2.0 * PI * (i + test_uniform(seed, -0.3, 0.3)) / p.count;
        p.corner[i][0] = size * cos(angle);
        p.corner[i][1] = size * sin(angle);
    }
    return draft_body(&trial->draft, false, &p, 1, pose);
}

/* `count` bodies on a circle around the origin, which fly towards it. */
static void fly(ContactTrial *trial, uint64_t *seed, int count, bool joined) {
    double step = pow(10.0, test_uniform(seed, -3.5, -2.0)), way = test_uniform(seed, 0.0, 1.0);
    trial->draft.restitution = test_between(seed, 0, 2) ? test_uniform(seed, 0.0, 1.0) : 1.0;
    choose_laws(trial, seed, 0);
    for (int i = 0; i < count; i++) {
        double angle = way + 2.0 * PI * i / count, out = joined ? 1.2 : 0.8;
        double speed = test_uniform(seed, 0.5, 3.0), x = out * cos(angle), y = out * sin(angle);
        DraftPose pose = {x, y, test_uniform(seed, -3.0, 3.0), 0.0, 0.0, 0.0};
        pose.vx = -speed * cos(angle) + test_uniform(seed, -0.3, 0.3);
        pose.vy = -speed * sin(angle) + test_uniform(seed, -0.3, 0.3);
        pose.spin = joined ? 0.0 : test_uniform(seed, -5.0, 5.0);
        int first = add_shape(trial, seed, pose);
        if (joined) {
            pose.x += 0.3 * cos(angle + 1.5);
            pose.y += 0.3 * sin(angle + 1.5);
            int second = add_shape(trial, seed, pose);
            draft_pin(&trial->draft, first, second, x + 0.15 * cos(angle + 1.5),
                      y + 0.15 * sin(angle + 1.5));
        }
    }
    double friction = test_between(seed, 0, 2) ? test_uniform(seed, 0.0, 1.0) : 0.0;
    draft_end(&trial->draft, 0.0, DOWN, friction, step, fmin(1.0, 200.0 * step));
}

void make_clash(ContactTrial *trial, uint64_t *seed) {
    fly(trial, seed, test_between(seed, 2, 6), false);
}

void make_joined(ContactTrial *trial, uint64_t *seed) {
    fly(trial, seed, test_between(seed, 2, 3), true);
}

bool judge_clash(const ContactTrial *trial, ContactRun *run) {
    tmTest *t = run->t;
    (void)trial;
    return CHECK(run->balance.isolated) && contact_run_to(run, CONTACT_END);
}

/* ---- Rows of balls -------------------------------------------------------------------------- */

/* expected: speed, balls that come in; count: of all. Gaps are none, or 1e-12 … 1e-3. */
void make_cradle(ContactTrial *trial, uint64_t *seed) {
    int count = test_between(seed, 2, 7), in = test_between(seed, 1, count - 1);
    double radius = test_uniform(seed, 0.02, 0.1), speed = test_uniform(seed, 0.2, 3.0), x = 0.0;
    double step = pow(10.0, test_uniform(seed, -4.0, -2.5)), run = test_uniform(seed, 2.5, 5.5);
    trial->draft.restitution = 1.0;
    choose_laws(trial, seed, 1);
    for (int i = 0; i < count; i++) {
        double gap = test_between(seed, 0, 2) ? pow(10.0, test_uniform(seed, -12.0, -3.0)) : 0.0;
        x += 2.0 * radius + (i == in ? run * speed * step : i < in ? 0.0 : gap);
        draft_disc(&trial->draft, radius, (DraftPose){.x = x, .vx = i < in ? speed : 0.0});
    }
    trial->expected[0] = speed;
    trial->expected[1] = in;
    trial->count = count;
    draft_end(&trial->draft, 0.0, DOWN, 0.0, step, 200.0 * step + 7e-3 / speed);
    trial->rise = 1e-11;
}

/* The last ones leave with the speed of the first, which stand. */
bool judge_cradle(const ContactTrial *trial, ContactRun *run) {
    double speed = trial->expected[0];
    int out = trial->count - (int)trial->expected[1];
    bool good = contact_run_to(run, CONTACT_END);
    for (int i = 0; i < trial->count; i++) {
        char part[16];
        snprintf(part, sizeof part, "b%d", i + 1);
        double v = contact_pose(run, part).vx / trial->scale;
        good = good && fabs(v - (i < out ? 0.0 : speed)) < 1e-9 * speed;
    }
    return good;
}
