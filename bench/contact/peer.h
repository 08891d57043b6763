/* peer.h: what bench_contact asks of an engine. A file for each; docs/guide/benchmarks.md says how
 * each is set, and why. */
#ifndef CON_PEER_H
#define CON_PEER_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct conPeer {
    const char *engine;  /* "box2d 2.4.1" */
    const char *setting; /* of an engine that runs in several ways; else null */
    /* Makes a run that is ready to start; null: it cannot do the scene. */
    void *(*create)(const struct conPeer *peer, const conScene *scene);
    /* Goes on by one step of the scene. */
    void (*step)(void *run);
    /* Puts the states of all bodies (those of the scene) into `states`. */
    void (*states)(void *run, conState *states);
    void (*destroy)(void *run);
} conPeer;

/* Each returns its contenders and puts their number into *count: 0 where it is not there. */
const conPeer *con_peers_trammel(int *count);
const conPeer *con_peers_box2d(int *count);
const conPeer *con_peers_chipmunk(int *count);
const conPeer *con_peers_bullet(int *count);
const conPeer *con_peers_ode(int *count);
const conPeer *con_peers_mujoco_debian(int *count);
const conPeer *con_peers_mujoco_pypi(int *count);
const conPeer *con_peers_siconos(int *count);

#ifdef __cplusplus
}
#endif

#endif
