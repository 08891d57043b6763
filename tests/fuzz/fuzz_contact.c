/* fuzz_contact.c: random scenes of contact, 1000 of each kind or as many as the argument says,
 * under the pair form, where every one must come out as it should, and under the plain models,
 * whose passes are printed beside. `fuzz_contact KIND NUMBER` prints the text of one of them. */
#include "contact_campaigns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1000

/* A plain model gets stuck for good: a tenth of the scenes says enough of it. */
#define PLAIN_PART 10

static int trials = COUNT;

static int passes_under(tmTest *t, ContactCampaign campaign, int32_t model, int count) {
    tmSimDef def = tm_sim_def_default();
    def.contact = model;
    return contact_campaign_passes(t, campaign, 0, count, &def, model == TM_CONTACT_FACETS);
}

/* Of scenes that the plain models are not asked about. */
static void run_facets(tmTest *t, ContactCampaign campaign, int count) {
    int passes = passes_under(t, campaign, TM_CONTACT_FACETS, count);
    printf("%-8s facets %d of %d\n", contact_campaign_name(campaign), passes, count);
    fflush(stdout);
    CHECK(passes == count);
}

static void run(tmTest *t, ContactCampaign campaign) {
    int plain = trials / PLAIN_PART + 1;
    int passes = passes_under(t, campaign, TM_CONTACT_FACETS, trials);
    printf("%-8s facets %d of %d", contact_campaign_name(campaign), passes, trials);
    printf(", face_front %d", passes_under(t, campaign, TM_CONTACT_FACE_FRONT, plain));
    printf(" and face_single %d of %d\n", passes_under(t, campaign, TM_CONTACT_FACE_SINGLE, plain),
           plain);
    fflush(stdout);
    CHECK(passes == trials);
}

TEST(pegs) {
    run(t, CAMPAIGN_PEGS);
}

TEST(ramps) {
    run(t, CAMPAIGN_RAMPS);
}

TEST(ledges) {
    run(t, CAMPAIGN_LEDGES);
}

TEST(stacks) {
    run(t, CAMPAIGN_STACKS);
}

TEST(corners) {
    run(t, CAMPAIGN_CORNERS);
}

TEST(tiles) {
    run(t, CAMPAIGN_TILES);
}

TEST(lips) {
    run(t, CAMPAIGN_LIPS);
}

TEST(walls) {
    run(t, CAMPAIGN_WALLS);
}

TEST(piles) {
    run(t, CAMPAIGN_PILES);
}

/* Leaning pairs, heaps and towers in turn. */
TEST(mirrored) {
    run_facets(t, CAMPAIGN_MIRRORED, 3 * trials);
}

TEST(clashes) {
    run_facets(t, CAMPAIGN_CLASHES, trials);
}

TEST(joined) {
    run_facets(t, CAMPAIGN_JOINED, trials);
}

TEST(cradles) {
    run_facets(t, CAMPAIGN_CRADLES, trials);
}

static const char *asked;
static int asked_number;

TEST(one) {
    for (ContactCampaign i = 0; i < CAMPAIGNS; i++) {
        if (strcmp(asked, contact_campaign_name(i)) == 0) {
            fputs(contact_trial(t, i, asked_number, 1.0).draft.text, stdout);
        }
    }
    CHECK(true);
}

int main(int argc, char **argv) {
    static const tmTestCase cases[] = {CASE(pegs),    CASE(ramps),    CASE(ledges),  CASE(stacks),
                                       CASE(corners), CASE(tiles),    CASE(lips),    CASE(walls),
                                       CASE(piles),   CASE(mirrored), CASE(clashes), CASE(joined),
                                       CASE(cradles)};
    static const tmTestCase show[] = {CASE(one)};
    if (argc == 3) {
        asked = argv[1];
        asked_number = atoi(argv[2]);
        return test_main(1, argv, show, 1);
    }
    trials = argc > 1 ? atoi(argv[1]) : COUNT;
    return test_main(1, argv, cases, CAMPAIGNS);
}
