/* measure.c: the turn that is checked, and the rounds that are timed. */
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 9

/* A slow system is checked for so long, timed on as many frames as it solves in so long, and takes
 * part in no more rounds once it has taken so long in all of them [s]. */
#define CHECK_SECONDS 10.0
#define TURN_SECONDS 1.0
#define TIMED_SECONDS 4.0

#define FRAMES_MIN 3

typedef struct Runner {
    Entrant *entrant;
    void *state;
    double angles[TURN];
    double frame_seconds; /* least so far */
    double spent;
    long turns; /* in a round */
} Runner;

double measure_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void measure_angles(const Linkage *linkage, double angles[TURN]) {
    const double whole = 6.28318530717958647692;
    for (int i = 0; i < TURN; i++) {
        angles[i] = linkage->bodies[linkage->crank].angle + whole * (i + 1) / TURN;
    }
}

bool measure_closes(const Linkage *linkage, const System *system) {
    double angles[TURN];
    void *state = system->create(linkage);
    measure_angles(linkage, angles);
    bool good = state && system->frames(state, angles, 0, TURN) == 0;
    if (state) {
        system->destroy(state);
    }
    return good;
}

double measure_plan(const Linkage *linkage) {
    double min = INFINITY;
    tmMechanism *m = NULL;
    tmJointId driver = {0};
    if (linkage_build(linkage, &m, &driver) != TM_OK) {
        return NAN;
    }
    for (int round = 0; round < ROUNDS; round++) {
        tmPlan *plan = NULL;
        double from = measure_clock();
        tmStatus status = linkage_plan(m, driver, TM_PLAN_MIXED, false, &plan);
        double spent = measure_clock() - from;
        min = status == TM_OK ? fmin(min, spent) : NAN;
        tm_plan_destroy(plan);
    }
    tm_mechanism_destroy(m);
    return min;
}

/* ---- The check ----------------------------------------------------------------------------- */

/* Points of all frames of the first entrant. */
typedef struct Reference {
    const Entrant *owner;
    const Linkage *linkage;
    LinkagePoint *points;
    int frames;
} Reference;

static double max_difference(const LinkagePoint *a, const LinkagePoint *b, int count) {
    double max = 0.0;
    for (int i = 0; i < count; i++) {
        double off = hypot(a[i][0] - b[i][0], a[i][1] - b[i][1]);
        max = off <= max ? max : off;
    }
    return max;
}

static bool is_free(const Linkage *l) {
    return 3 * (l->body_count - 2) > 2 * (l->joint_count - 1);
}

static void check_frame(Runner *r, int frame, Reference *reference, LinkagePoint *points) {
    Entrant *e = r->entrant;
    const Linkage *l = e->linkage;
    size_t count = (size_t)l->feature_count;
    e->system->points(r->state, points);
    double residual = linkage_residual(l, r->angles[frame], (const LinkagePoint *)points) / l->size;
    e->max_residual = residual <= e->max_residual ? e->max_residual : residual;
    if (e == reference->owner) {
        memcpy(reference->points + (size_t)frame * count, points, count * sizeof *points);
        reference->frames++;
    } else if (frame < reference->frames && l == reference->linkage && !is_free(l)) {
        double off = max_difference((const LinkagePoint *)points,
                                    (const LinkagePoint *)reference->points + (size_t)frame * count,
                                    l->feature_count);
        e->deviation = fmax(isnan(e->deviation) ? 0.0 : e->deviation, off / l->size);
    }
}

/* Solves a turn frame by frame, each answer checked. The first entrant fills the reference. */
static void check_turn(Runner *r, Reference *reference) {
    Entrant *e = r->entrant;
    LinkagePoint *points = linkage_take((size_t)e->linkage->feature_count, sizeof *points);
    double seconds = 0.0;
    for (int i = 0; i < TURN && seconds < CHECK_SECONDS; i++) {
        double from = measure_clock();
        int failed = e->system->frames(r->state, r->angles, i, i + 1);
        seconds += measure_clock() - from;
        e->failures += failed;
        e->checked++;
        check_frame(r, i, reference, points);
    }
    e->certified = e->system->certified ? e->system->certified(r->state) : 0;
    r->frame_seconds = seconds / e->checked;
    free(points);
}

/* ---- The rounds ---------------------------------------------------------------------------- */

/* Whole turns if it can be, since some parts of a turn are harder than others. */
static void plan_rounds(Runner *r, double seconds) {
    Entrant *e = r->entrant;
    double max = fmax(FRAMES_MIN, TURN_SECONDS / r->frame_seconds);
    e->timed = max < e->checked ? (int)max : e->checked;
    r->turns = 1 + (long)(seconds / (r->frame_seconds * e->timed));
    r->frame_seconds = INFINITY;
}

static void time_round(Runner *r) {
    Entrant *e = r->entrant;
    double from = measure_clock();
    for (long i = 0; i < r->turns; i++) {
        e->system->frames(r->state, r->angles, 0, e->timed);
    }
    double spent = measure_clock() - from;
    double each = spent / ((double)r->turns * e->timed);
    r->frame_seconds = fmin(r->frame_seconds, each);
    r->spent += spent;
}

static void start(Runner *r, Entrant *e) {
    *r = (Runner){.entrant = e, .state = e->system->create(e->linkage)};
    *e = (Entrant){
        .system = e->system, .linkage = e->linkage, .refused = r->state == NULL, .deviation = NAN};
    if (r->state) {
        e->system->counts(r->state, &e->unknowns, &e->equations);
        measure_angles(e->linkage, r->angles);
    }
}

void measure_all(Entrant *entrants, int count, double seconds) {
    Runner *runners = linkage_take((size_t)count, sizeof *runners);
    Reference reference = {.owner = &entrants[0], .linkage = entrants[0].linkage};
    reference.points =
        linkage_take(TURN * (size_t)reference.linkage->feature_count, sizeof(LinkagePoint));
    for (int i = 0; i < count; i++) {
        start(&runners[i], &entrants[i]);
        if (runners[i].state) {
            check_turn(&runners[i], &reference);
            plan_rounds(&runners[i], seconds);
        }
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            if (runners[i].state && runners[i].spent < TIMED_SECONDS) {
                time_round(&runners[i]);
            }
        }
    }
    for (int i = 0; i < count; i++) {
        if (runners[i].state) {
            entrants[i].frames_per_s = 1.0 / runners[i].frame_seconds;
            entrants[i].system->destroy(runners[i].state);
        }
    }
    free(reference.points);
    free(runners);
}
