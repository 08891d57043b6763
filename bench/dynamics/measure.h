/* measure.h: times contenders on a scene and measures how far their bodies are from the reference.
 */
#ifndef DYN_MEASURE_H
#define DYN_MEASURE_H

#include "peer.h"

/* One contender at one setting. */
typedef struct dynRow {
    const dynPeer *peer;
    double setting;
    bool is_done;          /* it got to the end in time */
    double error;          /* largest of any centre, of the scene's size */
    double seconds;        /* least processor time of a run */
    double create_seconds; /* least time to make it */
    double evaluations;
} dynRow;

typedef struct dynScore {
    const dynScene *scene;
    double *reference; /* centres at the end */
    double size;       /* how far the centre goes that goes farthest, at least 1 m */
    double doubt; /* difference of references with tolerances of 1e-12 and 1e-13, of the size */
    double limit; /* processor time for a run [s] */
    dynRow *rows;
    int row_count, row_room;
} dynScore;

dynScore *dyn_score_create(const dynScene *scene, double limit);
void dyn_score_destroy(dynScore *score);

/* Runs a contender at finer and finer settings, until it is good enough to tell its speed at an
 * error of 1e-6, or takes too long. */
void dyn_score_ladder(dynScore *score, const dynPeer *peer);

/* Runs all again that took little time, and keeps the least times. */
void dyn_score_again(dynScore *score);

/* Runs once; false where it cannot be made or does not get to the end in time. */
bool dyn_score_run(const dynScore *score, dynRow *row);

#endif
