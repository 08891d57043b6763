/* test_touch_cut.c: a host that does not want a step with contact to go on: it is left in good
 * order, and made again with the same bits. */
#include "contact_campaigns.h"

#include <string.h>

/* Says no once when it was asked so often, and then not any more; 0: never. */
typedef struct Host {
    int left, refused;
} Host;

static bool goes_on(void *user) {
    Host *host = user;
    bool stays = host->left == 1;
    host->left -= host->left > 0;
    host->refused += stays;
    return !stays;
}

/* Advances until it is there, however often it is left; the times in between are those of whole
 * steps. */
static void advance(tmTest *t, tmSim *sim, double to, double step) {
    tmStatus status = TM_ERR_LIMIT;
    for (int i = 0; i < 1000 && status == TM_ERR_LIMIT; i++) {
        status = tm_sim_advance(sim, to);
        double steps = tm_sim_info(sim)->time / step;
        CHECK_NEAR(steps, (double)(int64_t)(steps + 0.5), 1e-6);
    }
    CHECK_STATUS(status, TM_OK);
}

static void compare(tmTest *t, tmSim *one, tmSim *two, int32_t bodies) {
    const tmSimInfo *a = tm_sim_info(one), *b = tm_sim_info(two);
    int32_t count, other;
    size_t size = (size_t)bodies * sizeof(tmFrame);
    CHECK(a->time == b->time && a->solved == b->solved && a->halved == b->halved &&
          a->energy == b->energy && a->events == b->events && a->touching == b->touching);
    CHECK(memcmp(tm_sim_frames(one), tm_sim_frames(two), size) == 0);
    const tmContact *contacts = tm_sim_contacts(one, &count);
    const tmContact *others = tm_sim_contacts(two, &other);
    REQUIRE(count == other);
    CHECK(count == 0 || memcmp(contacts, others, (size_t)count * sizeof *contacts) == 0);
}

TEST(a_step_that_is_left_is_made_again_with_the_same_bits) {
    for (int n = 0; n < 3; n++) {
        int keep = t->defer_count;
        ContactTrial trial = contact_trial(t, CAMPAIGN_MIRRORED, 3 * n + 1, 1.0);
        Host never = {0}, often = {0};
        tmSimDef defs[2] = {tm_sim_def_default(), tm_sim_def_default()};
        for (int k = 0; k < 2; k++) {
            defs[k].goes_on = goes_on;
            defs[k].goes_on_user = k ? &often : &never;
        }
        tmSim *one = sim_of(t, trial.draft.text, 0, &defs[0]);
        tmSim *two = sim_of(t, trial.draft.text, 0, &defs[1]);
        REQUIRE(one && two);
        double step = tm_sim_info(one)->step;
        for (int i = 1; i <= 60; i++) {
            double to = ((double)i + 0.5) * step;
            CHECK_STATUS(tm_sim_advance(one, to), TM_OK);
            often.left = 1 + (i + n) % 7;
            advance(t, two, to, step);
            compare(t, one, two, trial.draft.body_count);
        }
        CHECK(often.refused > 5);
        test_run_defers(t, keep);
        t->splits = false;
    }
}

/* Left at every pass it goes nowhere, and can still be told to go on. */
TEST(a_host_that_always_says_no_stays_where_it_is) {
    ContactTrial trial = contact_trial(t, CAMPAIGN_MIRRORED, 1, 1.0);
    Host host = {0};
    tmSimDef def = tm_sim_def_default();
    def.goes_on = goes_on;
    def.goes_on_user = &host;
    tmSim *sim = sim_of(t, trial.draft.text, 0, &def);
    REQUIRE(sim);
    for (int i = 0; i < 3; i++) {
        host.left = 1;
        CHECK_STATUS(tm_sim_advance(sim, 1.0), TM_ERR_LIMIT);
        CHECK(tm_sim_info(sim)->time == 0.0 && tm_sim_info(sim)->outcome == TM_SIM_RUNS);
    }
    CHECK_STATUS(tm_sim_advance(sim, 1e9), TM_OK);
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED);
}

TEST_MAIN(CASE(a_step_that_is_left_is_made_again_with_the_same_bits),
          CASE(a_host_that_always_says_no_stays_where_it_is))
