/* peer_mujoco.c: MuJoCo. Built once for each version that is there. A body has two slides and a
 * hinge, as its planar models have; fixed ones are part of the world. Rectangles are boxes, discs
 * spheres, other pieces meshes, all 1 m thick. Contacts are as stiff as they come by default: a
 * time constant of 0.02 s, or two steps where that is more. Newton's method, elliptic cones. */
#define _GNU_SOURCE
#include "mujoco_library.h"
#include "peer.h"

#include <math.h>
#include <string.h>

#define DEPTH 0.5 /* half of it [m] */

#define DRIVEN 1e9 /* armature of what is driven, of its inertia: nothing slows it down */
#define SLIDES " <joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 0\"/>\n"

typedef struct mujocoRun {
    const conScene *scene;
    mjModel *model;
    mjData *data;
} mujocoRun;

static mujocoLibrary mujoco;

/* ---- Texts --------------------------------------------------------------------------------- */

static void write_mesh(FILE *f, const conScene *scene, int body, int piece) {
    const conPiece *p = &scene->bodies[body].pieces[piece];
    conBox box;
    if (p->count == 1 || con_piece_box(p, &box)) {
        return;
    }
    fprintf(f, "<mesh name=\"m%d_%d\" vertex=\"", body, piece);
    for (int i = 0; i < p->count; i++) {
        for (int side = -1; side < 2; side += 2) {
            fprintf(f, "%.17g %.17g %g ", p->corners[i][0], p->corners[i][1], side * DEPTH);
        }
    }
    fprintf(f, "\"/>\n");
}

/* Of a fixed body the pose stands in its geometries. A mesh is put at its own centre by the
 * compiler, which keeps its place. */
static void write_geom(FILE *f, const conScene *scene, int body, int piece) {
    const conPiece *p = &scene->bodies[body].pieces[piece];
    conBox box;
    fprintf(f, " <geom ");
    if (p->count == 1) {
        fprintf(f, "type=\"sphere\" size=\"%.17g\" pos=\"%.17g %.17g 0\"", p->radius,
                p->corners[0][0], p->corners[0][1]);
    } else if (con_piece_box(p, &box)) {
        fprintf(f, "type=\"box\" size=\"%.17g %.17g %g\" pos=\"%.17g %.17g 0\" euler=\"0 0 %.17g\"",
                box.half[0], box.half[1], DEPTH, box.centre[0], box.centre[1], box.angle);
    } else {
        fprintf(f, "type=\"mesh\" mesh=\"m%d_%d\"", body, piece);
    }
    fprintf(f, " condim=\"%d\" friction=\"%.17g 0.005 0.0001\"/>\n", scene->friction > 0.0 ? 3 : 1,
            scene->friction);
}

static void write_body(FILE *f, const conScene *scene, int body) {
    const conBody *b = &scene->bodies[body];
    if (b->is_fixed) {
        fprintf(f, "<body pos=\"%.17g %.17g 0\" euler=\"0 0 %.17g\">\n", b->start.x, b->start.y,
                b->start.angle);
    } else {
        fprintf(f,
                "<body name=\"b%d\" pos=\"%.17g %.17g 0\">\n"
                " <inertial pos=\"0 0 0\" mass=\"%.17g\" diaginertia=\"%.17g %.17g %.17g\"/>\n"
                "%s <joint type=\"hinge\" axis=\"0 0 1\" armature=\"%.17g\"/>\n",
                body, b->start.x, b->start.y, b->mass, b->inertia, b->inertia, b->inertia,
                b->is_pinned ? "" : SLIDES, b->is_driven ? DRIVEN * b->inertia : 0.0);
    }
    for (int i = 0; i < b->piece_count; i++) {
        write_geom(f, scene, body, i);
    }
    fprintf(f, "</body>\n");
}

static void write_scene(FILE *f, const void *context) {
    const conScene *scene = context;
    fprintf(f, "<mujoco><compiler angle=\"radian\"/>"
               "<option cone=\"elliptic\" impratio=\"10\" solver=\"Newton\"/>\n<asset>\n");
    for (int i = 0; i < scene->body_count; i++) {
        for (int k = 0; k < scene->bodies[i].piece_count; k++) {
            write_mesh(f, scene, i, k);
        }
    }
    fprintf(f, "</asset><worldbody>\n");
    for (int i = 0; i < scene->body_count; i++) {
        write_body(f, scene, i);
    }
    fprintf(f, "</worldbody></mujoco>\n");
}

/* ---- Runs ---------------------------------------------------------------------------------- */

static void set_options(mjModel *m, const conScene *scene, bool is_speculative) {
    m->opt.timestep = scene->step;
    m->opt.gravity[0] = scene->gravity[0];
    m->opt.gravity[1] = scene->gravity[1];
    m->opt.gravity[2] = 0.0;
#ifdef CON_MUJOCO_NEW
    m->opt.integrator = mjINT_IMPLICITFAST;
    m->opt.enableflags |= is_speculative ? mjENBL_SPECULATIVE : 0;
#else
    (void)is_speculative;
    m->opt.enableflags |= mjENBL_MULTICCD; /* flat meshes touch in more than one point */
#endif
}

static void destroy(void *context) {
    mujocoRun *run = context;
    mujoco.delete_data(run->data);
    mujoco.delete_model(run->model);
    free(run);
}

static void *create(const conPeer *peer, const conScene *scene) {
    mjModel *model = mujoco_load(&mujoco, write_scene, scene);
    if (!model) {
        return NULL;
    }
    mujocoRun *run = calloc(1, sizeof *run);
    con_need(run != NULL, "taking memory");
    run->scene = scene;
    run->model = model;
    set_options(model, scene, peer->setting != NULL);
    run->data = mujoco.make(model);
    con_need(run->data != NULL, "taking memory");
    int at = 0;
    for (int i = 0; i < scene->body_count; i++) {
        const conState *s = &scene->bodies[i].start;
        if (!scene->bodies[i].is_fixed) {
            if (!scene->bodies[i].is_pinned) {
                run->data->qvel[at++] = s->vx;
                run->data->qvel[at++] = s->vy;
            }
            run->data->qpos[at] = s->angle;
            run->data->qvel[at++] = s->spin;
        }
    }
    con_need(at == run->model->nv, "freedoms of MuJoCo");
    return run;
}

static void step(void *context) {
    mujocoRun *run = context;
    mujoco.step(run->model, run->data);
}

static void states(void *context, conState *states) {
    const mujocoRun *run = context;
    const mjtNum *q = run->data->qpos;
    const mjtNum *v = run->data->qvel;
    for (int i = 0; i < run->scene->body_count; i++) {
        const conBody *b = &run->scene->bodies[i];
        states[i] = b->start;
        if (!b->is_fixed && !b->is_pinned) {
            states[i].x += *q++;
            states[i].y += *q++;
            states[i].vx = *v++;
            states[i].vy = *v++;
        }
        if (!b->is_fixed) {
            states[i].angle = *q++;
            states[i].spin = *v++;
        }
    }
}

const conPeer *CON_MUJOCO_PEERS(int *count) {
    static char name[40];
    static conPeer peers[] = {
        {name, NULL, create, step, states, destroy},
#ifdef CON_MUJOCO_NEW
        {name, "speculative", create, step, states, destroy},
#endif
    };
    static bool is_open;
    is_open = is_open || mujoco_open(&mujoco, CON_MUJOCO_LIBRARY);
    *count = is_open ? (int)(sizeof peers / sizeof peers[0]) : 0;
    if (is_open) {
        snprintf(name, sizeof name, "mujoco %s", mujoco.version());
    }
    return peers;
}
