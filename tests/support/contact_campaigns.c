/* contact_campaigns.c: random scenes of contact, made and judged. */
#include "contact_trials.h"

#include <math.h>
#include <stdio.h>

/* ---- Pegs ---------------------------------------------------------------------------------- */

#define PEG_FLOOR 30.0
#define PEG_START 5.0

/* A peg 20 high and narrower than the hole of 10 by the clearance c. Its foot is at most
 * |dx| + 10 |tilt| beside the middle, and so are all other corners: below c / 2 it touches nothing
 * before the floor. With a spin it also turns until it is at the mouth, after one second, and then
 * touches the walls. expected: clearance, lowest corner at the start, step of arrival, whether it
 * spins. */
static void make_peg(ContactTrial *trial, uint64_t *seed) {
    double clearance = 10.0 * pow(10.0, test_uniform(seed, -5.0, -2.0));
    double out = test_uniform(seed, 0.0, 0.49) * clearance, share = test_uniform(seed, 0.0, 1.0);
    double offset = (test_between(seed, 0, 1) ? out : -out) * share;
    double tilt = (test_between(seed, 0, 1) ? out : -out) * (1.0 - share) / 10.0;
    double step = test_uniform(seed, 0.004, 0.02);
    double friction = trial->number % 2 ? test_uniform(seed, 0.0, 0.3) : 0.0;
    double spin = trial->number % 4 == 3 ? test_uniform(seed, -0.02, 0.02) * clearance : 0.0;
    if (spin != 0.0) {
        offset *= 0.5;
        tilt *= 0.5;
    }
    double width = 10.0 - clearance;
    DraftPolygon walls[3] = {draft_box(-25.0, -35.0, -5.0, 0.0), draft_box(5.0, -35.0, 25.0, 0.0),
                             draft_box(-5.0, -35.0, 5.0, -PEG_FLOOR)};
    draft_body(&trial->draft, true, walls, 3, (DraftPose){0});
    draft_block(&trial->draft, width, 20.0,
                (DraftPose){offset, PEG_START + 10.0, tilt, 0.0, 0.0, spin});
    draft_end(&trial->draft, G, DOWN, friction, step, 3.2);
    double low = PEG_START + 10.0 - 10.0 * cos(tilt) - 0.5 * width * sin(fabs(tilt));
    int arrival = 1;
    while (contact_fall(G, step, arrival) < low + PEG_FLOOR) {
        arrival++;
    }
    trial->step = step;
    trial->outcome = spin == 0.0;
    trial->expected[0] = arrival;
}

static bool judge_peg(const ContactTrial *trial, ContactRun *run) {
    int64_t arrival = (int64_t)trial->expected[0];
    bool good = true;
    if (trial->outcome) {
        double y = PEG_START + 10.0 - contact_fall(G, trial->step, arrival - 1);
        good = contact_run_to(run, trial->step * (double)(arrival - 1));
        ContactPose pose = contact_pose(run, "b2");
        good = good && fabs(pose.y / trial->scale - y) < 1e-9 && fabs(pose.vx) < 1e-12 &&
               pose.spin == 0.0;
    }
    good = contact_run_to(run, CONTACT_END) && good;
    return good && fabs(contact_pose(run, "b2").y / trial->scale - (10.0 - PEG_FLOOR)) < 1e-3;
}

/* ---- Ramps --------------------------------------------------------------------------------- */

/* A box falls flat on a ramp by a little and slides over a crack, or over seams. Whatever the steps
 * do, the impulses across the ramp sum to m g cos(a) t once it has landed, and so friction has
 * taken mu of that: its speed is g (sin a - mu cos a) t exactly. It does not tip where the middle
 * of the pressure, ahead by mu / 2 of its height, stays over what is left of its foot at the crack.
 * expected: speed, height above the ramp. */
static void make_ramp(ContactTrial *trial, uint64_t *seed) {
    double a = test_uniform(seed, 10.0, 35.0) * PI / 180.0;
    double max = fmin(0.3, 0.7 * tan(a)), choice = test_uniform(seed, 0.0, max);
    double friction = trial->number % 3 == 0 ? 0.0 : choice;
    double width = test_uniform(seed, 0.5, 1.2), height = test_uniform(seed, 0.3, 1.0);
    double start = test_uniform(seed, -4.0, -1.5), drop = test_uniform(seed, 0.0, 0.2);
    double crack = test_uniform(seed, 0.002, 0.05), step = test_uniform(seed, 0.002, 0.016);
    DraftPolygon slabs[8];
    int count = trial->number % 2 ? 2 : 8;
    if (count == 2) {
        slabs[0] = draft_box(-8.0, -1.0, -0.5 * crack, 0.0);
        slabs[1] = draft_box(0.5 * crack, -1.0, 30.0, 0.0);
    } else {
        double at = -8.0;
        for (int i = 0; i < count; i++) {
            double next = i + 1 < count ? at + test_uniform(seed, 0.3, 3.0) : 30.0;
            slabs[i] = draft_box(at, -1.0, next, 0.0);
            at = next;
        }
    }
    draft_body(&trial->draft, true, slabs, count, (DraftPose){.angle = -a});
    double x = start, y = 0.5 * height + drop;
    draft_block(
        &trial->draft, width, height,
        (DraftPose){.x = cos(a) * x + sin(a) * y, .y = -sin(a) * x + cos(a) * y, .angle = -a});
    double steps = floor(2.2 / step);
    draft_end(&trial->draft, G, DOWN, friction, step, step * steps);
    trial->angle = -a;
    trial->expected[0] = G * (sin(a) - friction * cos(a)) * step * steps;
    trial->expected[1] = 0.5 * height;
}

static bool judge_ramp(const ContactTrial *trial, ContactRun *run) {
    bool good = contact_run_to(run, CONTACT_END);
    ContactPose pose = contact_pose(run, "b2");
    double c = cos(trial->angle), s = sin(trial->angle), speed = c * pose.vx + s * pose.vy;
    double up = c * pose.y - s * pose.x;
    return good && fabs(pose.angle - trial->angle) < 1e-9 &&
           fabs(speed / trial->scale / trial->expected[0] - 1.0) < 1e-9 &&
           fabs(up / trial->scale - trial->expected[1]) < 1e-9;
}

/* ---- Ledges -------------------------------------------------------------------------------- */

/* A plank that tips if and only if its centre of mass is out. outcome: it tips. */
static void make_ledge(ContactTrial *trial, uint64_t *seed) {
    double width = test_uniform(seed, 0.5, 2.0);
    double height = width * test_uniform(seed, 0.05, 0.4);
    double out = width * test_uniform(seed, -0.2, 0.2), step = test_uniform(seed, 0.002, 0.012);
    out = fabs(out) < 0.005 * width ? copysign(0.005 * width, out) : out;
    DraftPolygon ledge = draft_box(-4.0, -1.0, 0.0, 0.0);
    draft_body(&trial->draft, true, &ledge, 1, (DraftPose){0});
    draft_block(&trial->draft, width, height, (DraftPose){.x = out, .y = 0.5 * height});
    draft_end(&trial->draft, G, DOWN, 0.5, step, 0.6);
    trial->outcome = out > 0.0;
}

static bool judge_ledge(const ContactTrial *trial, ContactRun *run) {
    bool good = contact_run_to(run, CONTACT_END);
    double angle = contact_pose(run, "b2").angle;
    return good && (trial->outcome ? angle < -0.01 : fabs(angle) < 1e-9);
}

/* ---- Stacks -------------------------------------------------------------------------------- */

/* Equal boxes above each other, exactly or out by up to a hundredth, stay where they are. */
static void make_stack(ContactTrial *trial, uint64_t *seed) {
    int count = test_between(seed, 2, 10);
    double jitter = pow(10.0, test_uniform(seed, -12.0, -2.0));
    double step = test_uniform(seed, 0.002, 0.017);
    double friction = trial->number % 3 ? 0.4 : 0.0;
    DraftPolygon ground = draft_box(-5.0, -1.0, 5.0, 0.0);
    draft_body(&trial->draft, true, &ground, 1, (DraftPose){0});
    for (int i = 0; i < count; i++) {
        double out = test_uniform(seed, -1.0, 1.0) * (trial->number % 2 ? jitter : 0.0);
        draft_block(&trial->draft, 1.0, 1.0, (DraftPose){.x = out, .y = 0.5 + i});
    }
    draft_end(&trial->draft, G, DOWN, friction, step, 1.0);
    trial->count = count;
}

static bool judge_stack(const ContactTrial *trial, ContactRun *run) {
    bool good = contact_run_to(run, CONTACT_END);
    for (int i = 0; i < trial->count; i++) {
        char part[16];
        snprintf(part, sizeof part, "b%d", i + 2);
        ContactPose pose = contact_pose(run, part);
        double x = trial->draft.pose[i + 1].x;
        good = good && fabs(pose.x / trial->scale - x) < 1e-9 &&
               fabs(pose.y / trial->scale - (0.5 + i)) < 1e-9 && fabs(pose.angle) < 1e-9;
    }
    return good;
}

/* ---- Tiles --------------------------------------------------------------------------------- */

/* A box slides on a floor of tiles, level or with the weight turned as the floor is, without
 * friction: neither its speed nor its height nor its angle changes. expected: speed, height. */
static void make_tiles(ContactTrial *trial, uint64_t *seed) {
    double a = trial->number % 2 ? test_uniform(seed, -PI, PI) : 0.0;
    double width = test_uniform(seed, 0.2, 2.0), height = test_uniform(seed, 0.1, 1.0);
    double speed = test_uniform(seed, 1.0, 5.0), step = test_uniform(seed, 0.002, 0.02);
    DraftPolygon tiles[12];
    double at = -2.0;
    for (int i = 0; i < 12; i++) {
        double next = i < 11 ? at + test_uniform(seed, 0.1, 1.0) : at + 20.0;
        tiles[i] = draft_box(at, -0.5, next, 0.0);
        at = next;
    }
    DraftPose floor_pose = {.angle = a};
    if (trial->number % 4 < 2) {
        draft_body(&trial->draft, true, tiles, 12, floor_pose);
    } else {
        for (int i = 0; i < 12; i++) {
            draft_body(&trial->draft, true, &tiles[i], 1, floor_pose);
        }
    }
    double c = cos(a), s = sin(a), y = 0.5 * height;
    draft_block(&trial->draft, width, height,
                (DraftPose){-s * y, c * y, a, c * speed, s * speed, 0.0});
    draft_end(&trial->draft, G, a + DOWN, 0.0, step, 2.0);
    trial->angle = a;
    trial->expected[0] = speed;
    trial->expected[1] = y;
}

static bool judge_tiles(const ContactTrial *trial, ContactRun *run) {
    char part[16];
    snprintf(part, sizeof part, "b%d", trial->draft.body_count);
    bool good = contact_run_to(run, CONTACT_END);
    ContactPose pose = contact_pose(run, part);
    double c = cos(trial->angle), s = sin(trial->angle);
    double speed = (c * pose.vx + s * pose.vy) / trial->scale;
    double up = (c * pose.y - s * pose.x) / trial->scale;
    return good && fabs(speed / trial->expected[0] - 1.0) < 1e-12 &&
           fabs(up - trial->expected[1]) < 1e-9 && fabs(pose.angle - trial->angle) < 1e-9;
}

/* ---- Lips ---------------------------------------------------------------------------------- */

/* The engine's one tolerance of length, as part of the diagonal of the smaller piece. */
#define STEPPED_OVER 1e-7

/* A box slides, slowly so that it cannot be thrown over, towards a lip that is at most half as high
 * as what is stepped over, or at least three times. To climb costs at most the energy m g lip. On
 * the lip the box is nearly flush with its top, and its rear below it: where its toe presses on the
 * top within the rounding errors of a step, the conditions of contact are missed by the height of
 * the lip. outcome: it passes; expected: speed, place before the lip, part of the speed that the
 * climb may cost. */
static void make_lip(ContactTrial *trial, uint64_t *seed) {
    double width = test_uniform(seed, 0.5, 1.5), height = test_uniform(seed, 0.2, 0.8);
    double speed = test_uniform(seed, 0.25, 0.5), way = test_uniform(seed, 0.1, 0.4);
    double step = test_uniform(seed, 0.002, 0.016), low = test_uniform(seed, -2.0, log10(0.5));
    double high = test_uniform(seed, log10(3.0), 4.0);
    bool passes = trial->number % 2 == 0;
    double lip = hypot(width, height) * STEPPED_OVER * pow(10.0, passes ? low : high);
    DraftPolygon floors[2] = {draft_box(-4.0, -1.0, 0.0, 0.0), draft_box(0.0, -1.0, 4.0, lip)};
    draft_body(&trial->draft, true, floors, 2, (DraftPose){0});
    draft_block(&trial->draft, width, height,
                (DraftPose){.x = -way - 0.5 * width, .y = 0.5 * height, .vx = speed});
    draft_end(&trial->draft, G, DOWN, 0.0, step, 2.5);
    trial->outcome = passes;
    trial->expected[0] = speed;
    trial->expected[1] = -0.5 * width;
    trial->expected[2] = G * lip / (speed * speed);
    trial->rise += passes ? 2.0 * trial->expected[2] : 0.0;
    trial->residual = passes ? STEPPED_OVER : CONTACT_RESIDUAL;
}

static bool judge_lip(const ContactTrial *trial, ContactRun *run) {
    bool good = contact_run_to(run, CONTACT_END);
    ContactPose pose = contact_pose(run, "b2");
    double speed = pose.vx / trial->scale, x = pose.x / trial->scale;
    return good &&
           (trial->outcome ? fabs(speed / trial->expected[0] - 1.0) < 1.1 * trial->expected[2]
                           : speed < 1e-6 && x < trial->expected[1] + 1e-3);
}

/* ---- Trials -------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*make)(ContactTrial *trial, uint64_t *seed);
    bool (*judge)(const ContactTrial *trial, ContactRun *run);
} kinds[CAMPAIGNS] = {
    [CAMPAIGN_PEGS] = {"pegs", make_peg, judge_peg},
    [CAMPAIGN_RAMPS] = {"ramps", make_ramp, judge_ramp},
    [CAMPAIGN_LEDGES] = {"ledges", make_ledge, judge_ledge},
    [CAMPAIGN_STACKS] = {"stacks", make_stack, judge_stack},
    [CAMPAIGN_CORNERS] = {"corners", make_corner, judge_corner},
    [CAMPAIGN_TILES] = {"tiles", make_tiles, judge_tiles},
    [CAMPAIGN_LIPS] = {"lips", make_lip, judge_lip},
    [CAMPAIGN_WALLS] = {"walls", make_wall, judge_wall},
    [CAMPAIGN_PILES] = {"piles", make_pile, judge_pile},
    [CAMPAIGN_MIRRORED] = {"mirrored", make_mirrored, judge_mirrored},
    [CAMPAIGN_CLASHES] = {"clashes", make_clash, judge_clash},
    [CAMPAIGN_JOINED] = {"joined", make_joined, judge_clash},
    [CAMPAIGN_CRADLES] = {"cradles", make_cradle, judge_cradle},
};

const char *contact_campaign_name(ContactCampaign campaign) {
    return kinds[campaign].name;
}

static ContactTrial make_trial(tmTest *t, ContactCampaign campaign, int number, double scale,
                               bool mirrored, bool reversed) {
    ContactTrial trial = {.campaign = campaign,
                          .number = number,
                          .scale = scale,
                          .rise = CONTACT_RISE,
                          .residual = CONTACT_RESIDUAL};
    uint64_t seed = 1000003u * (uint64_t)campaign + (uint64_t)number, order = ~seed;
    trial.draft = draft_begin(t, scale, &order);
    trial.draft.mirrored = mirrored;
    trial.draft.reversed = reversed;
    kinds[campaign].make(&trial, &seed);
    trial.draft.seed = NULL;
    return trial;
}

ContactTrial contact_trial(tmTest *t, ContactCampaign campaign, int number, double scale) {
    return make_trial(t, campaign, number, scale, false, false);
}

const char *contact_trial_copy(tmTest *t, ContactCampaign campaign, int number, bool mirrored,
                               bool reversed) {
    return make_trial(t, campaign, number, 1.0, mirrored, reversed).draft.text;
}

bool contact_trial_passes(tmTest *t, const ContactTrial *trial, const tmSimDef *def,
                          ContactRun *run) {
    bool plain = def && def->contact != TM_CONTACT_TEXT && def->contact != TM_CONTACT_FACETS;
    if (!contact_run_of(run, t, trial->draft.text, 0, def, trial->rise)) {
        return false;
    }
    run->plain = plain;
    run->residual = trial->residual;
    return kinds[trial->campaign].judge(trial, run) && run->worst_overlap <= CONTACT_OVERLAP &&
           run->balance.worst_rise <= trial->rise;
}

/* Trials whose allocations fail in turn; those of all others are the same ones. */
#define FAULTY_TRIALS 2

int contact_campaign_passes(tmTest *t, ContactCampaign campaign, int first, int count,
                            const tmSimDef *def, bool say) {
    int passes = 0;
    for (int i = first; i < first + count; i++) {
        int keep = t->defer_count;
        ContactTrial trial = contact_trial(t, campaign, i, 1.0);
        ContactRun run;
        bool passed = contact_trial_passes(t, &trial, def, &run);
        passes += passed;
        if (!passed && say) {
            printf("  %s: trial %d does not come out as it should\n",
                   contact_campaign_name(campaign), i);
        }
        test_run_defers(t, keep);
        t->splits = t->splits && i < first + FAULTY_TRIALS;
    }
    return passes;
}
