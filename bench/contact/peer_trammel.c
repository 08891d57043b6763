/* peer_trammel.c: Trammel itself, through its public interface: `method: stepping` with its one
 * setting for all scenes. */
#include "peer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct trammelRun {
    const conScene *scene;
    tmDiags *diags;
    tmSim *sim;
    int steps; /* made */
} trammelRun;

static void destroy(void *context) {
    trammelRun *run = context;
    tm_sim_destroy(run->sim);
    tm_diags_destroy(run->diags);
    free(run);
}

static void *create(const conPeer *peer, const conScene *scene) {
    trammelRun *run = calloc(1, sizeof *run);
    tmSimDef def = tm_sim_def_default();
    (void)peer;
    con_need(run != NULL, "taking memory");
    run->scene = scene;
    con_need(tm_diags_create(NULL, &run->diags) == TM_OK, "taking memory");
    if (tm_sim_create(scene->model, scene->assembly, &def, run->diags, &run->sim) != TM_OK) {
        destroy(run);
        return NULL;
    }
    return run;
}

/* Half a step beyond its end, which rounding errors of the time do not reach. */
static void step(void *context) {
    trammelRun *run = context;
    run->steps++;
    tm_sim_advance(run->sim, (run->steps + 0.5) * run->scene->step);
}

static void states(void *context, conState *states) {
    const trammelRun *run = context;
    for (int i = 0; i < run->scene->body_count; i++) {
        const conBody *b = &run->scene->bodies[i];
        const tmFrame *frame = &tm_sim_frames(run->sim)[b->number];
        const tmTwist *twist = &tm_sim_twists(run->sim)[b->number];
        conState *s = &states[i];
        s->angle = 2.0 * atan2(frame->rotation[3], frame->rotation[0]);
        double arm[2] = {cos(s->angle) * b->centre[0] - sin(s->angle) * b->centre[1],
                         sin(s->angle) * b->centre[0] + cos(s->angle) * b->centre[1]};
        s->x = frame->position[0] + arm[0];
        s->y = frame->position[1] + arm[1];
        s->spin = twist->angular[2];
        s->vx = twist->linear[0] - s->spin * arm[1];
        s->vy = twist->linear[1] + s->spin * arm[0];
    }
}

const conPeer *con_peers_trammel(int *count) {
    static char name[40];
    static conPeer peer = {name, NULL, create, step, states, destroy};
    snprintf(name, sizeof name, "trammel %s", tm_version_text());
    *count = 1;
    return &peer;
}
