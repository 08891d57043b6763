/* contact_mirrored.c: random scenes that are their own mirror images: corners meet corners, and
 * rows of a pair are tied to the last bit or two. Nothing is expected but what every step is asked
 * for, and that it comes out at all. */
#include "contact_trials.h"

#include <math.h>

/* ---- Leaning pairs ------------------------------------------------------------------------- */

/* A box that leans against the plane x = at, `gap` before it, its lower corner at a height. It lies
 * to the left of the plane, or with `side` = -1 to its right. */
static void lean(ContactTrial *trial, double width, double height, double tilt, double gap,
                 double at, double floor, double side) {
    /* Upper inner and lower outer corner, turned. */
    double c = cos(tilt), s = sin(tilt);
    double inner = 0.5 * (c * width + s * height), low = 0.5 * (s * width + c * height);
    DraftPose pose = {.x = at - side * (inner + gap), .y = floor + low, .angle = -side * tilt};
    draft_block(&trial->draft, width, height, pose);
}

static void make_pair(ContactTrial *trial, uint64_t *seed) {
    double height = test_uniform(seed, 0.05, 1.0);
    double width = height * pow(10.0, test_uniform(seed, -2.0, -0.3));
    double tilt = test_uniform(seed, 0.05, 1.0), step = pow(10.0, test_uniform(seed, -3.3, -2.0));
    double gap =
        test_between(seed, 0, 1) ? height * pow(10.0, test_uniform(seed, -7.0, -2.0)) : 0.0;
    double friction = test_uniform(seed, 0.0, 1.5);
    DraftPolygon ground = draft_box(-5.0, -1.0, 5.0, 0.0);
    draft_body(&trial->draft, true, &ground, 1, (DraftPose){0});
    lean(trial, width, height, tilt, gap, 0.0, 0.0, 1.0);
    lean(trial, width, height, tilt, gap, 0.0, 0.0, -1.0);
    draft_end(&trial->draft, G, DOWN, friction, step, 80.0 * step);
}

/* ---- Piles --------------------------------------------------------------------------------- */

static DraftPolygon polygon(uint64_t *seed, double size) {
    DraftPolygon p = {.count = test_between(seed, 3, 6)};
    double turn = test_uniform(seed, 0.0, 2.0 * PI), a = size,
           b = size * test_uniform(seed, 0.5, 1.0);
    for (int i = 0; i < p.count; i++) {
        double angle = turn + 2.0 * PI * (i + test_uniform(seed, -0.3, 0.3)) / p.count;
        p.corner[i][0] = a * cos(angle);
        p.corner[i][1] = b * sin(angle);
    }
    return p;
}

static DraftPolygon mirrored(const DraftPolygon *p) {
    DraftPolygon m = {.count = p->count};
    for (int i = 0; i < p->count; i++) {
        m.corner[i][0] = -p->corner[p->count - 1 - i][0];
        m.corner[i][1] = p->corner[p->count - 1 - i][1];
    }
    return m;
}

/* Pairs of polygons fall beside the plane x = 0 on a floor, some with a box in the middle. */
static void make_heap(ContactTrial *trial, uint64_t *seed) {
    int layers = test_between(seed, 3, 6);
    double step = test_uniform(seed, 0.002, 0.01), friction = test_uniform(seed, 0.0, 1.2);
    double side = test_uniform(seed, 0.3, 0.5), y = 0.6;
    DraftPolygon ground = draft_box(-20.0, -1.0, 20.0, 0.0);
    draft_body(&trial->draft, true, &ground, 1, (DraftPose){0});
    for (int i = 0; i < layers; i++) {
        DraftPolygon p = polygon(seed, 0.25), m = mirrored(&p);
        double speed = test_uniform(seed, 0.0, 1.0);
        draft_body(&trial->draft, false, &p, 1, (DraftPose){.x = -side, .y = y, .vx = speed});
        draft_body(&trial->draft, false, &m, 1, (DraftPose){.x = side, .y = y, .vx = -speed});
        y += 0.6;
        if (i == layers / 2) {
            draft_block(&trial->draft, test_uniform(seed, 0.2, 1.0), 0.2, (DraftPose){.y = y});
            y += 0.5;
        }
    }
    draft_end(&trial->draft, G, DOWN, friction, step, 100.0 * step);
}

/* ---- Towers -------------------------------------------------------------------------------- */

/* A house of cards of three storeys: it stands or falls as friction decides. */
static void make_tower(ContactTrial *trial, uint64_t *seed) {
    double height = 0.09, width = test_uniform(seed, 0.0005, 0.004);
    double tilt = test_uniform(seed, 0.1, 0.5), step = test_uniform(seed, 0.0005, 0.004);
    double gap =
        test_between(seed, 0, 1) ? height * pow(10.0, test_uniform(seed, -7.0, -4.0)) : 0.0;
    double friction = test_uniform(seed, 0.2, 1.0);
    double storey = cos(tilt) * height + sin(tilt) * width;
    double pitch =
        2.0 * (sin(tilt) * height + cos(tilt) * width + gap) * test_uniform(seed, 1.0, 1.2);
    int storeys = test_between(seed, 2, 3);
    DraftPolygon ground = draft_box(-2.0, -0.2, 2.0, 0.0);
    draft_body(&trial->draft, true, &ground, 1, (DraftPose){0});
    for (int k = 0; k < storeys; k++) {
        int count = storeys - k;
        double floor = k * (storey + width);
        for (int i = 0; i < count; i++) {
            double at = pitch * (i - 0.5 * (count - 1));
            lean(trial, width, height, tilt, gap, at, floor, 1.0);
            lean(trial, width, height, tilt, gap, at, floor, -1.0);
        }
        for (int i = 0; i + 1 < count; i++) {
            draft_block(
                &trial->draft, 0.98 * pitch, width,
                (DraftPose){.x = pitch * (i + 1 - 0.5 * count), .y = floor + storey + 0.5 * width});
        }
    }
    draft_end(&trial->draft, G, DOWN, friction, step, 60.0 * step);
}

void make_mirrored(ContactTrial *trial, uint64_t *seed) {
    switch (trial->number % 3) {
    case 0:
        make_pair(trial, seed);
        break;
    case 1:
        make_heap(trial, seed);
        break;
    default:
        make_tower(trial, seed);
        break;
    }
}

bool judge_mirrored(const ContactTrial *trial, ContactRun *run) {
    (void)trial;
    return contact_run_to(run, CONTACT_END);
}
