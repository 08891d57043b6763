/* peer_ode.c: ODE. All bodies have six coordinates, and every joint is a constraint. Steps are
 * semi-implicit Euler's, by the direct solver (dWorldStep) or by the iterative one
 * (dWorldQuickStep). Rotations are integrated as finite ones, and nothing is damped. */
#include "peer.h"

#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

#define DIRECT_MAX 500   /* bodies of the direct solver, whose matrix is full */
#define REDUCTION 0.2    /* ERP: the part of a joint's error that a step takes back; the default */
#define SOFTNESS 1e-10   /* CFM: the default; less makes redundant joints singular */
#define QUICK_ROUNDS 100 /* five times the default */

typedef struct odeRun {
    const dynScene *scene;
    dWorldID world;
    dBodyID *bodies;
    long steps;
    bool is_quick;
} odeRun;

static void add_body(odeRun *run, int body) {
    const dynBody *b = &run->scene->bodies[body];
    dBodyID id = dBodyCreate(run->world);
    dMass mass;
    dMassSetParameters(&mass, b->mass, 0, 0, 0, b->inertia[0], b->inertia[1], b->inertia[2], 0, 0,
                       0);
    dBodySetMass(id, &mass);
    dBodySetPosition(id, b->position[0], b->position[1], b->position[2]);
    dBodySetQuaternion(id, b->rotation);
    dBodySetLinearVel(id, b->velocity[0], b->velocity[1], b->velocity[2]);
    dBodySetAngularVel(id, b->spin[0], b->spin[1], b->spin[2]);
    dBodySetFiniteRotationMode(id, 1);
    run->bodies[body] = id;
}

/* A planar loop of hinges has each of its three spatial constraints once too often: its last joint
 * is a ball. */
static void add_joint(odeRun *run, const dynJoint *j) {
    dBodyID inner = j->inner == 0 ? NULL : run->bodies[j->inner];
    dBodyID outer = run->bodies[j->outer];
    if (j->kind == DYN_PIN && !j->is_loop) {
        dJointID id = dJointCreateHinge(run->world, 0);
        dJointAttach(id, outer, inner);
        dJointSetHingeAnchor(id, j->point[0], j->point[1], j->point[2]);
        dJointSetHingeAxis(id, j->axis[0], j->axis[1], j->axis[2]);
    } else {
        dJointID id = dJointCreateBall(run->world, 0);
        dJointAttach(id, outer, inner);
        dJointSetBallAnchor(id, j->point[0], j->point[1], j->point[2]);
    }
}

static void *create(const dynPeer *peer, const dynScene *scene, double setting) {
    if (strcmp(peer->method, "step") == 0 && scene->body_count > DIRECT_MAX) {
        return NULL;
    }
    odeRun *run = calloc(1, sizeof *run);
    dyn_need(run != NULL, "taking memory");
    run->scene = scene;
    run->steps = lround(setting);
    run->is_quick = strcmp(peer->method, "quick") == 0;
    run->world = dWorldCreate();
    run->bodies = calloc((size_t)scene->body_count, sizeof(dBodyID));
    dyn_need(run->bodies != NULL, "taking memory");
    dWorldSetGravity(run->world, scene->gravity[0], scene->gravity[1], scene->gravity[2]);
    dWorldSetERP(run->world, REDUCTION);
    dWorldSetCFM(run->world, SOFTNESS);
    dWorldSetQuickStepNumIterations(run->world, QUICK_ROUNDS);
    dWorldSetAutoDisableFlag(run->world, 0);
    dWorldSetDamping(run->world, 0, 0);
    for (int i = 1; i < scene->body_count; i++) {
        add_body(run, i);
    }
    for (int i = 0; i < scene->joint_count; i++) {
        add_joint(run, &scene->joints[i]);
    }
    return run;
}

static bool run_steps(void *context) {
    odeRun *run = context;
    double step = run->scene->end / (double)run->steps;
    for (long i = 0; i < run->steps; i++) {
        if (run->is_quick) {
            dWorldQuickStep(run->world, step);
        } else {
            dWorldStep(run->world, step);
        }
        if (dyn_is_late()) {
            return false;
        }
    }
    return true;
}

static void centres(void *context, double *positions) {
    const odeRun *run = context;
    for (int i = 1; i < run->scene->body_count; i++) {
        memcpy(positions + 3 * i, dBodyGetPosition(run->bodies[i]), 3 * sizeof *positions);
    }
}

static double evaluations(void *context) {
    return (double)((const odeRun *)context)->steps;
}

static void destroy(void *context) {
    odeRun *run = context;
    dWorldDestroy(run->world);
    free(run->bodies);
    free(run);
}

const dynPeer *dyn_peers_ode(int *count) {
    static const dynPeer peers[] = {
        {"ode", DYN_ODE_VERSION, "step", false, DYN_ALL, create, run_steps, centres, evaluations,
         destroy},
        {"ode", DYN_ODE_VERSION, "quick", false, DYN_ALL, create, run_steps, centres, evaluations,
         destroy},
    };
    dInitODE();
    *count = (int)(sizeof peers / sizeof peers[0]);
    return peers;
}
