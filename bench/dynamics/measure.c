/* measure.c: see measure.h. Times are processor time: other people's work on the machine counts
 * little. */
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GOOD_ENOUGH 1e-7     /* error: speeds at 1e-6 can be told */
#define FIRST_STEP 0.08      /* seconds, of fixed steps; each next is half as long */
#define FIRST_TOLERANCE 1e-1 /* each next is a tenth */
#define LAST_TOLERANCE 0.5e-13
#define AGAIN_MAX 0.25 /* seconds that a run may take to be timed again */
#define AGAIN_MIN 0.05 /* seconds for which shorter ones are repeated */
#define AGAIN_RUNS 10  /* at most */
#define FAILURES_MAX 3 /* of too coarse settings, one after the other */

static double late;     /* until then the run that is timed cannot have used its time up [s] … */
static double late_cpu; /* … which it has when this much processor time is gone [s] */

static double clock_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The processor's clock takes 300 ns to read, the one on the wall 20. */
bool dyn_is_late(void) {
    double now = clock_of(CLOCK_MONOTONIC);
    if (now > late) {
        late = now + fmax(0.0, late_cpu - clock_of(CLOCK_PROCESS_CPUTIME_ID));
    }
    return now >= late;
}

static double distance(const double *a, const double *b) {
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static double farthest(const dynScene *scene, const double *a, const double *b) {
    double max = 0.0;
    for (int i = 1; i < scene->body_count; i++) {
        double d = distance(a + 3 * i, b + 3 * i);
        max = d <= max ? max : d; /* NaN counts */
    }
    return max;
}

dynScore *dyn_score_create(const dynScene *scene, double limit) {
    dynScore *score = calloc(1, sizeof *score);
    size_t numbers = 3 * (size_t)scene->body_count;
    double *rough = calloc(numbers, sizeof *rough);
    double *start = calloc(numbers, sizeof *start);
    dyn_need(score && rough && start, "taking memory");
    score->scene = scene;
    score->limit = limit;
    score->reference = calloc(numbers, sizeof *rough);
    dyn_need(score->reference != NULL, "taking memory");
    for (int i = 1; i < scene->body_count; i++) {
        memcpy(start + 3 * i, scene->bodies[i].position, 3 * sizeof *start);
    }
    dyn_reference(scene, 1e-12, rough);
    dyn_reference(scene, 1e-13, score->reference);
    score->size = fmax(1.0, farthest(scene, start, score->reference));
    score->doubt = farthest(scene, rough, score->reference) / score->size;
    free(rough);
    free(start);
    return score;
}

void dyn_score_destroy(dynScore *score) {
    free(score->reference);
    free(score->rows);
    free(score);
}

bool dyn_score_run(const dynScore *score, dynRow *row) {
    double start = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    void *run = row->peer->create(row->peer, score->scene, row->setting);
    if (!run) {
        return false;
    }
    double ready = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    late = clock_of(CLOCK_MONOTONIC) + score->limit;
    late_cpu = ready + score->limit;
    bool is_done = row->peer->run(run);
    double end = clock_of(CLOCK_PROCESS_CPUTIME_ID);
    if (is_done) {
        double *at = calloc(3 * (size_t)score->scene->body_count, sizeof *at);
        dyn_need(at != NULL, "taking memory");
        row->peer->centres(run, at);
        row->error = farthest(score->scene, at, score->reference) / score->size;
        row->evaluations = row->peer->evaluations(run);
        free(at);
    }
    row->seconds = row->is_done ? fmin(row->seconds, end - ready) : end - ready;
    row->create_seconds = row->is_done ? fmin(row->create_seconds, ready - start) : ready - start;
    row->is_done = is_done;
    row->peer->destroy(run);
    return is_done;
}

static dynRow *add_row(dynScore *score) {
    if (score->row_count == score->row_room) {
        score->row_room = 2 * score->row_room + 16;
        score->rows = realloc(score->rows, (size_t)score->row_room * sizeof *score->rows);
        dyn_need(score->rows != NULL, "taking memory");
    }
    dynRow *row = &score->rows[score->row_count++];
    memset(row, 0, sizeof *row);
    return row;
}

/* A setting that fails may be too coarse, unless a coarser one did not. */
void dyn_score_ladder(dynScore *score, const dynPeer *peer) {
    double setting = peer->is_adaptive ? FIRST_TOLERANCE : score->scene->end / FIRST_STEP;
    int failures = 0;
    bool goes_on = true;
    while (goes_on) {
        dynRow *row = add_row(score);
        row->peer = peer;
        row->setting = setting;
        if (dyn_score_run(score, row)) {
            failures = FAILURES_MAX;
            goes_on = !(row->error < GOOD_ENOUGH);
        } else {
            goes_on = peer->is_adaptive && ++failures < FAILURES_MAX;
        }
        setting *= peer->is_adaptive ? 0.1 : 2.0;
        goes_on = goes_on && !(peer->is_adaptive && setting < LAST_TOLERANCE);
    }
}

void dyn_score_again(dynScore *score) {
    for (int i = 0; i < score->row_count; i++) {
        dynRow *row = &score->rows[i];
        double spent = 0.0;
        for (int k = 0; k < AGAIN_RUNS && spent < AGAIN_MIN; k++) {
            if (!row->is_done || row->seconds > AGAIN_MAX || !dyn_score_run(score, row)) {
                break;
            }
            spent += row->seconds + row->create_seconds;
        }
    }
}
