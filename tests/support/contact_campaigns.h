/* contact_campaigns.h: random scenes of contact with outcomes that a closed form or a plain rule
 * decides: pegs that fit, boxes on cracked ramps, planks on ledges, stacks of equal boxes, bodies
 * that are not convex dropped on corners, tiles, lips, thin walls, piles, mirrored scenes, bodies
 * that strike each other in flight, jointed ones, rows of balls. Poses, sizes, friction, steps, and
 * the order of corners and pieces are random, from seeds that are kept.
 */
#ifndef TM_TEST_CONTACT_CAMPAIGNS_H
#define TM_TEST_CONTACT_CAMPAIGNS_H

#include "contact_drafts.h"
#include "contact_runs.h"

typedef enum ContactCampaign {
    CAMPAIGN_PEGS,
    CAMPAIGN_RAMPS,
    CAMPAIGN_LEDGES,
    CAMPAIGN_STACKS,
    CAMPAIGN_CORNERS,
    CAMPAIGN_TILES,
    CAMPAIGN_LIPS,
    CAMPAIGN_WALLS,
    CAMPAIGN_PILES,
    CAMPAIGN_MIRRORED,
    CAMPAIGN_CLASHES,
    CAMPAIGN_JOINED,
    CAMPAIGN_CRADLES,
    CAMPAIGNS
} ContactCampaign;

const char *contact_campaign_name(ContactCampaign campaign);

/* One scene of a campaign, and what is expected of it. */
typedef struct ContactTrial {
    ContactCampaign campaign;
    int number;
    Draft draft;
    double scale;
    double rise, residual; /* as of ContactRun */
    double expected[4];    /* what the campaign's judge compares, see there */
    bool outcome;          /* likewise */
    int count;             /* bodies that move */
    double angle, step, g; /* of the ground, of time, of weight */
} ContactTrial;

/* Writes the text of trial `number` with lengths, speeds and gravity multiplied by `scale`. */
ContactTrial contact_trial(tmTest *t, ContactCampaign campaign, int number, double scale);

/* The text of the same trial mirrored at x = 0, or with its bodies listed from the last to the
 * first, or both. It lives until the case's end. */
const char *contact_trial_copy(tmTest *t, ContactCampaign campaign, int number, bool mirrored,
                               bool reversed);

/* Runs the trial and returns whether it comes out as it should. With the pair form every step is
 * checked as well, and a breach is a failure of the case; under a plain model it only counts. */
bool contact_trial_passes(tmTest *t, const ContactTrial *trial, const tmSimDef *def,
                          ContactRun *run);

/* Runs `count` trials from `first` on and returns how many pass; with `say` tells of those that do
 * not. */
int contact_campaign_passes(tmTest *t, ContactCampaign campaign, int first, int count,
                            const tmSimDef *def, bool say);

#endif
