/* peer_ode.c: ODE, double precision. Bodies are held in the plane by Plane2D joints, and what that
 * leaves of rotations out of it is taken away after each step, as its manual says. Rectangles are
 * boxes, discs spheres, other pieces convex bodies, all 1 m thick. The direct solver (dWorldStep)
 * and the iterative one with its default of 20 rounds (dWorldQuickStep); ERP and CFM are the
 * defaults, friction is in pyramids that go with the normal force, and a layer of overlap is left,
 * as the manual suggests, so that contacts do not come and go. */
#include "peer.h"

#include <math.h>
#include <ode/ode.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 0.5     /* half of it [m] */
#define LAYER 1e-3    /* overlap that is left, of the smallest body's size */
#define POINTS_MAX 16 /* of two pieces */
#define ROUNDS 20     /* of the iterative solver */
#define CORNERS_MAX 64

/* What dCreateConvex keeps no copy of. */
typedef struct convex {
    dReal planes[4 * (CORNERS_MAX + 2)];
    dReal points[6 * CORNERS_MAX];
    unsigned faces[8 * CORNERS_MAX];
} convex;

typedef struct odeRun {
    const conScene *scene;
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID *bodies;
    convex *convexes;
    int convex_count;
    bool is_quick;
    bool is_broken; /* it gave up */
} odeRun;

/* ODE ends the program where its numbers get out of hand. Instead the run ends. */
static jmp_buf way_out;

static void give_up(int number, const char *text, va_list values) {
    (void)number;
    (void)text;
    (void)values;
    longjmp(way_out, 1);
}

static void keep_quiet(int number, const char *text, va_list values) {
    (void)number;
    (void)text;
    (void)values;
}

/* A prism of a convex polygon: its points below, then those above. ODE wants its origin within it:
 * puts that into *box. */
static dGeomID add_convex(odeRun *run, const conPiece *piece, conBox *box) {
    convex *c = &run->convexes[run->convex_count++];
    int n = piece->count;
    unsigned *face = c->faces;
    con_need(n <= CORNERS_MAX, "a piece with few corners");
    for (int i = 0; i < n; i++) {
        box->centre[0] += piece->corners[i][0] / n;
        box->centre[1] += piece->corners[i][1] / n;
    }
    for (int i = 0; i < n; i++) {
        int next = (i + 1) % n;
        const double *from = piece->corners[i];
        const double *to = piece->corners[next];
        const double p[2] = {from[0] - box->centre[0], from[1] - box->centre[1]};
        const double q[2] = {to[0] - box->centre[0], to[1] - box->centre[1]};
        double length = hypot(q[0] - p[0], q[1] - p[1]);
        dReal *plane = c->planes + 4 * i;
        plane[0] = (q[1] - p[1]) / length;
        plane[1] = (p[0] - q[0]) / length;
        plane[3] = plane[0] * p[0] + plane[1] * p[1];
        for (int side = 0; side < 2; side++) {
            dReal *point = c->points + 3 * (i + side * n);
            point[0] = p[0];
            point[1] = p[1];
            point[2] = side ? DEPTH : -DEPTH;
        }
        unsigned around[5] = {4, (unsigned)i, (unsigned)next, (unsigned)(next + n),
                              (unsigned)(i + n)};
        memcpy(face, around, sizeof around);
        face += 5;
    }
    for (int side = 0; side < 2; side++) {
        dReal *plane = c->planes + 4 * (n + side);
        plane[2] = side ? 1.0 : -1.0;
        plane[3] = DEPTH;
        *face++ = (unsigned)n;
        for (int i = 0; i < n; i++) {
            *face++ = (unsigned)(side ? n + i : n - 1 - i);
        }
    }
    return dCreateConvex(run->space, c->planes, (unsigned)n + 2, c->points, 2 * (unsigned)n,
                         c->faces);
}

/* Puts a geometry where it is on a body, or on a fixed one. */
static void put_geom(const conBody *b, dBodyID body, dGeomID geom, const conBox *box) {
    dMatrix3 turn;
    if (body) {
        dGeomSetBody(geom, body);
        dRFromAxisAndAngle(turn, 0, 0, 1, box->angle);
        dGeomSetOffsetPosition(geom, box->centre[0], box->centre[1], 0);
        dGeomSetOffsetRotation(geom, turn);
    } else {
        double c = cos(b->start.angle);
        double s = sin(b->start.angle);
        dRFromAxisAndAngle(turn, 0, 0, 1, b->start.angle + box->angle);
        dGeomSetPosition(geom, b->start.x + c * box->centre[0] - s * box->centre[1],
                         b->start.y + s * box->centre[0] + c * box->centre[1], 0);
        dGeomSetRotation(geom, turn);
    }
}

static void add_piece(odeRun *run, const conBody *b, dBodyID body, const conPiece *piece) {
    conBox box = {{0.0, 0.0}, {0.0, 0.0}, 0.0};
    dGeomID geom;
    if (piece->count == 1) {
        memcpy(box.centre, piece->corners[0], sizeof box.centre);
        geom = dCreateSphere(run->space, piece->radius);
    } else if (con_piece_box(piece, &box)) {
        geom = dCreateBox(run->space, 2.0 * box.half[0], 2.0 * box.half[1], 2.0 * DEPTH);
    } else {
        geom = add_convex(run, piece, &box);
    }
    put_geom(b, body, geom, &box);
}

/* In the plane, at a pin, or, of what is driven, altogether. */
static void hold(odeRun *run, const conBody *b, dBodyID body) {
    if (b->is_driven) {
        dBodySetKinematic(body);
        return;
    }
    dJointID joint =
        b->is_pinned ? dJointCreateHinge(run->world, 0) : dJointCreatePlane2D(run->world, 0);
    dJointAttach(joint, body, 0);
    if (b->is_pinned) {
        dJointSetHingeAnchor(joint, b->start.x, b->start.y, 0);
        dJointSetHingeAxis(joint, 0, 0, 1);
    }
}

static void add_body(odeRun *run, int index) {
    const conBody *b = &run->scene->bodies[index];
    dBodyID body = NULL;
    if (!b->is_fixed) {
        body = dBodyCreate(run->world);
        dMass mass;
        dMassSetParameters(&mass, b->mass, 0, 0, 0, b->inertia, b->inertia, b->inertia, 0, 0, 0);
        dBodySetMass(body, &mass);
        dBodySetPosition(body, b->start.x, b->start.y, 0);
        const dQuaternion turn = {cos(0.5 * b->start.angle), 0, 0, sin(0.5 * b->start.angle)};
        dBodySetQuaternion(body, turn);
        dBodySetLinearVel(body, b->start.vx, b->start.vy, 0);
        dBodySetAngularVel(body, 0, 0, b->start.spin);
        hold(run, b, body);
    }
    run->bodies[index] = body;
    for (int i = 0; i < b->piece_count; i++) {
        add_piece(run, b, body, &b->pieces[i]);
    }
}

static void *create(const conPeer *peer, const conScene *scene) {
    odeRun *run = calloc(1, sizeof *run);
    con_need(run != NULL, "taking memory");
    int pieces = 0;
    for (int i = 0; i < scene->body_count; i++) {
        pieces += scene->bodies[i].piece_count;
    }
    run->scene = scene;
    run->is_quick = strcmp(peer->setting, "quick") == 0;
    run->world = dWorldCreate();
    run->space = dHashSpaceCreate(0);
    run->contacts = dJointGroupCreate(0);
    run->bodies = calloc((size_t)scene->body_count, sizeof(dBodyID));
    run->convexes = calloc((size_t)pieces, sizeof *run->convexes);
    con_need(run->bodies && run->convexes, "taking memory");
    dWorldSetGravity(run->world, scene->gravity[0], scene->gravity[1], 0);
    dWorldSetContactSurfaceLayer(run->world, LAYER * con_smallest(scene));
    dWorldSetQuickStepNumIterations(run->world, ROUNDS);
    dWorldSetAutoDisableFlag(run->world, 0);
    for (int i = 0; i < scene->body_count; i++) {
        add_body(run, i);
    }
    return run;
}

static void touch(void *context, dGeomID a, dGeomID b) {
    odeRun *run = context;
    dContact points[POINTS_MAX];
    dBodyID body_a = dGeomGetBody(a);
    dBodyID body_b = dGeomGetBody(b);
    if (body_a == body_b) {
        return;
    }
    int count = dCollide(a, b, POINTS_MAX, &points[0].geom, sizeof(dContact));
    for (int i = 0; i < count; i++) {
        const dReal *n = points[i].geom.normal;
        if (!(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 0.5)) {
            continue; /* flush convex bodies have such: without a direction ODE breaks off */
        }
        memset(&points[i].surface, 0, sizeof points[i].surface);
        points[i].surface.mode = dContactApprox1;
        points[i].surface.mu = run->scene->friction;
        dJointAttach(dJointCreateContact(run->world, run->contacts, &points[i]), body_a, body_b);
    }
}

/* Takes what is left of rotations out of the plane away. */
static void flatten(dBodyID body) {
    const dReal *q = dBodyGetQuaternion(body);
    double length = hypot(q[0], q[3]);
    const dQuaternion flat = {q[0] / length, 0, 0, q[3] / length};
    dBodySetQuaternion(body, flat);
    dBodySetAngularVel(body, 0, 0, dBodyGetAngularVel(body)[2]);
}

static void make_step(odeRun *run) {
    dSpaceCollide(run->space, run, touch);
    if (run->is_quick) {
        dWorldQuickStep(run->world, run->scene->step);
    } else {
        dWorldStep(run->world, run->scene->step);
    }
    dJointGroupEmpty(run->contacts);
    for (int i = 0; i < run->scene->body_count; i++) {
        if (run->bodies[i]) {
            flatten(run->bodies[i]);
        }
    }
}

static void step(void *context) {
    odeRun *run = context;
    if (run->is_broken) {
        return;
    }
    if (setjmp(way_out) == 0) {
        make_step(run);
    } else {
        run->is_broken = true;
    }
}

static void states(void *context, conState *states) {
    const odeRun *run = context;
    for (int i = 0; i < run->scene->body_count; i++) {
        dBodyID body = run->bodies[i];
        states[i] = run->scene->bodies[i].start;
        if (body) {
            const dReal *at = dBodyGetPosition(body);
            const dReal *q = dBodyGetQuaternion(body);
            const dReal *v = dBodyGetLinearVel(body);
            conState s = {at[0], at[1], 2.0 * atan2(q[3], q[0]),
                          v[0],  v[1],  dBodyGetAngularVel(body)[2]};
            states[i] = s;
        }
        states[i].x += run->is_broken ? NAN : 0.0;
    }
}

/* What broke within a step is left alone. */
static void destroy(void *context) {
    odeRun *run = context;
    if (!run->is_broken) {
        dJointGroupDestroy(run->contacts);
        dSpaceDestroy(run->space);
        dWorldDestroy(run->world);
    }
    free(run->bodies);
    free(run->convexes);
    free(run);
}

const conPeer *con_peers_ode(int *count) {
    static const conPeer peers[] = {
        {"ode " CON_ODE_VERSION, "step", create, step, states, destroy},
        {"ode " CON_ODE_VERSION, "quick", create, step, states, destroy},
    };
    static bool is_ready;
    if (!is_ready) {
        dInitODE2(0);
        dSetDebugHandler(give_up);
        dSetErrorHandler(give_up);
        dSetMessageHandler(keep_quiet);
        is_ready = true;
    }
    *count = (int)(sizeof peers / sizeof peers[0]);
    return peers;
}
