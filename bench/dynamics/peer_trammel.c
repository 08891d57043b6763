/* peer_trammel.c: Trammel itself: the integrators of `method: events`, at several tolerances. */
#include "peer.h"

#include <stdlib.h>
#include <string.h>

#define ATTEMPTS 200 /* steps between two looks at the clock */

typedef struct trammelRun {
    const dynScene *scene;
    tmDiags *diags;
    tmSim *sim;
} trammelRun;

static const struct {
    const char *name;
    tmIntegrator integrator;
} methods[] = {{"dop853", TM_INTEGRATOR_DOP853}, {"dopri5", TM_INTEGRATOR_DOPRI5}};
#define METHODS (sizeof methods / sizeof methods[0])

static void *create(const dynPeer *peer, const dynScene *scene, double setting) {
    trammelRun *run = calloc(1, sizeof *run);
    tmSimDef def = tm_sim_def_default();
    dyn_need(run != NULL, "taking memory");
    for (size_t i = 0; i < METHODS; i++) {
        if (strcmp(peer->method, methods[i].name) == 0) {
            def.integrator = methods[i].integrator;
        }
    }
    def.method = TM_METHOD_EVENTS;
    def.tolerance = setting;
    def.end = scene->end;
    def.max_attempts = ATTEMPTS;
    run->scene = scene;
    dyn_need(tm_diags_create(NULL, &run->diags) == TM_OK, "taking memory");
    tmStatus status = tm_sim_create(scene->model, scene->assembly, &def, run->diags, &run->sim);
    dyn_need(status == TM_OK, tm_status_message(status));
    return run;
}

static bool run_to_end(void *context) {
    trammelRun *run = context;
    while (tm_sim_advance(run->sim, run->scene->end) == TM_ERR_LIMIT) {
        if (dyn_is_late()) {
            return false;
        }
    }
    return tm_sim_info(run->sim)->outcome == TM_SIM_ENDED;
}

static void centres(void *context, double *positions) {
    const trammelRun *run = context;
    for (int i = 1; i < run->scene->body_count; i++) {
        memcpy(positions + 3 * i, tm_sim_frames(run->sim)[i].position, 3 * sizeof *positions);
    }
}

static double evaluations(void *context) {
    return (double)tm_sim_info(((const trammelRun *)context)->sim)->evaluations;
}

static void destroy(void *context) {
    trammelRun *run = context;
    tm_sim_destroy(run->sim);
    tm_diags_destroy(run->diags);
    free(run);
}

const dynPeer *dyn_peers_trammel(int *count) {
    static dynPeer peers[METHODS];
    for (size_t i = 0; i < METHODS; i++) {
        dynPeer peer = {"trammel", tm_version_text(), methods[i].name, true,        DYN_ALL,
                        create,    run_to_end,        centres,         evaluations, destroy};
        peers[i] = peer;
    }
    *count = (int)METHODS;
    return peers;
}
