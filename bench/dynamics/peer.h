/* peer.h: what bench_dynamics asks of a contender. A file for each; docs/guide/benchmarks.md says
 * how each was set, and why. */
#ifndef DYN_PEER_H
#define DYN_PEER_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dynKind { DYN_ALL, DYN_TREES, DYN_LOOPS } dynKind;

/* A way to run one engine. */
typedef struct dynPeer {
    const char *engine;  /* "simbody" */
    const char *version; /* "3.7"; null: it is not there */
    const char *method;  /* "merson" */
    bool is_adaptive; /* its setting is a tolerance; otherwise the number of steps up to the end */
    dynKind kind;     /* of scenes that it is for: with others it fails, or is like another */
    /* Makes a run that is ready to start; null: it cannot, for the scene is too large for it. */
    void *(*create)(const struct dynPeer *peer, const dynScene *scene, double setting);
    /* Runs to the scene's end, or until dyn_is_late(); returns whether it got there. */
    bool (*run)(void *run);
    /* Puts the centres of all bodies (those of the scene) into `positions`. */
    void (*centres)(void *run, double *positions);
    /* Returns how often the motion's equations were solved. */
    double (*evaluations)(void *run);
    void (*destroy)(void *run);
} dynPeer;

/* Each returns its contenders and puts their number into *count. */
const dynPeer *dyn_peers_trammel(int *count);
const dynPeer *dyn_peers_ode(int *count);
const dynPeer *dyn_peers_bullet(int *count);
const dynPeer *dyn_peers_simbody(int *count);
const dynPeer *dyn_peers_mujoco_debian(int *count);
const dynPeer *dyn_peers_mujoco_pypi(int *count);

/* Whether the run that is timed has used its time up. */
bool dyn_is_late(void);

#ifdef __cplusplus
}
#endif

#endif
