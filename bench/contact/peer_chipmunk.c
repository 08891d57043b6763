/* peer_chipmunk.c: Chipmunk 7, double precision, with its default of 10 rounds and its default part
 * of overlap that is left after a second. The overlap that it allows is set to the scene, as its
 * manual asks: the default is for lengths in pixels. */
#include "peer.h"

#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SLOP 1e-3 /* overlap that is allowed, of the smallest body's size */
#define CORNERS_MAX 64

typedef struct chipmunkRun {
    const conScene *scene;
    cpSpace *space;
    cpBody **bodies;
    cpConstraint **pins; /* of bodies that have one */
} chipmunkRun;

static cpShape *shape_of(cpBody *body, const conPiece *piece) {
    cpVect corners[CORNERS_MAX];
    con_need(piece->count <= CORNERS_MAX, "a piece with few corners");
    for (int i = 0; i < piece->count; i++) {
        corners[i] = cpv(piece->corners[i][0], piece->corners[i][1]);
    }
    if (piece->count == 1) {
        return cpCircleShapeNew(body, piece->radius, corners[0]);
    }
    return cpPolyShapeNewRaw(body, piece->count, corners, piece->radius);
}

static void add_body(chipmunkRun *run, int index) {
    const conBody *b = &run->scene->bodies[index];
    cpBody *body = b->is_fixed    ? cpBodyNewStatic()
                   : b->is_driven ? cpBodyNewKinematic()
                                  : cpBodyNew(b->mass, b->inertia);
    cpSpaceAddBody(run->space, body);
    cpBodySetPosition(body, cpv(b->start.x, b->start.y));
    cpBodySetAngle(body, b->start.angle);
    if (!b->is_fixed) {
        cpBodySetVelocity(body, cpv(b->start.vx, b->start.vy));
        cpBodySetAngularVelocity(body, b->start.spin);
    }
    for (int i = 0; i < b->piece_count; i++) {
        cpShape *shape = cpSpaceAddShape(run->space, shape_of(body, &b->pieces[i]));
        cpShapeSetFriction(shape, sqrt(run->scene->friction)); /* of a pair: the product */
        cpShapeSetElasticity(shape, 0.0);
    }
    if (b->is_pinned && !b->is_driven) {
        cpBody *world = cpSpaceGetStaticBody(run->space);
        run->pins[index] = cpPivotJointNew(world, body, cpv(b->start.x, b->start.y));
        cpSpaceAddConstraint(run->space, run->pins[index]);
    }
    run->bodies[index] = body;
}

static void *create(const conPeer *peer, const conScene *scene) {
    chipmunkRun *run = calloc(1, sizeof *run);
    (void)peer;
    con_need(run != NULL, "taking memory");
    run->scene = scene;
    run->space = cpSpaceNew();
    run->bodies = calloc((size_t)scene->body_count, sizeof(cpBody *));
    run->pins = calloc((size_t)scene->body_count, sizeof(cpConstraint *));
    con_need(run->bodies && run->pins, "taking memory");
    cpSpaceSetGravity(run->space, cpv(scene->gravity[0], scene->gravity[1]));
    cpSpaceSetCollisionSlop(run->space, SLOP * con_smallest(scene));
    for (int i = 0; i < scene->body_count; i++) {
        add_body(run, i);
    }
    return run;
}

static void step(void *context) {
    chipmunkRun *run = context;
    cpSpaceStep(run->space, run->scene->step);
}

static void states(void *context, conState *states) {
    const chipmunkRun *run = context;
    for (int i = 0; i < run->scene->body_count; i++) {
        cpBody *body = run->bodies[i];
        cpVect at = cpBodyGetPosition(body);
        cpVect velocity = cpBodyGetVelocity(body);
        conState s = {at.x,       at.y,       cpBodyGetAngle(body),
                      velocity.x, velocity.y, cpBodyGetAngularVelocity(body)};
        states[i] = s;
    }
}

static void free_shape(cpBody *body, cpShape *shape, void *space) {
    (void)body;
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
}

static void destroy(void *context) {
    chipmunkRun *run = context;
    for (int i = 0; i < run->scene->body_count; i++) {
        if (run->pins[i]) {
            cpSpaceRemoveConstraint(run->space, run->pins[i]);
            cpConstraintFree(run->pins[i]);
        }
        cpBodyEachShape(run->bodies[i], free_shape, run->space);
        cpSpaceRemoveBody(run->space, run->bodies[i]);
        cpBodyFree(run->bodies[i]);
    }
    cpSpaceFree(run->space);
    free(run->bodies);
    free(run->pins);
    free(run);
}

const conPeer *con_peers_chipmunk(int *count) {
    static char name[40];
    static conPeer peer = {name, NULL, create, step, states, destroy};
    snprintf(name, sizeof name, "chipmunk %s", cpVersionString);
    *count = 1;
    return &peer;
}
