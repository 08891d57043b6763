/* peer_mujoco.c: MuJoCo. Built once for each version that is there, each with its own headers; the
 * libraries are opened at run time, for their names are the same.
 *
 * Trees are in joint coordinates. Loops are `connect` constraints, as stiff as MuJoCo takes them:
 * the impedance is all but 1, the time constant two steps, solved by Newton's method. Contacts,
 * limits, friction and damping are off, and there are no geometries. Flat trees are written as
 * MJCF; deep ones as URDF, which is not nested: the XML reader refuses texts nested more than 100
 * deep. */
#define _GNU_SOURCE
#include "mujoco_library.h"
#include "peer.h"

#include <math.h>
#include <string.h>

#define DEEPEST_MJCF 60
#define SOLVER_TOLERANCE 1e-10 /* of Newton's method; less changes no error, and takes longer */
#define STIFFEST 0.99999       /* of impedance; MuJoCo cuts it to 0.9999 */

typedef struct mujocoRun {
    const dynScene *scene;
    mjModel *model;
    mjData *data;
    int *bodies; /* MuJoCo's numbers of the scene's bodies */
    long steps;
    int evaluations; /* for each step */
} mujocoRun;

static mujocoLibrary mujoco;

/* ---- Texts --------------------------------------------------------------------------------- */

static void write_joint(FILE *f, const dynScene *scene, int body, const char *indent) {
    const dynJoint *j = &scene->joints[scene->bodies[body].joint];
    double point[3];
    double axis[3];
    dyn_local_point(scene, body, j->point, point);
    dyn_unrotate(scene->bodies[body].rotation, j->axis, axis);
    fprintf(f, "%s<joint type=\"%s\" pos=\"%.17g %.17g %.17g\" axis=\"%.17g %.17g %.17g\"/>\n",
            indent, j->kind == DYN_PIN ? "hinge" : "ball", point[0], point[1], point[2], axis[0],
            axis[1], axis[2]);
}

/* A body's pose in the axes of its parent. */
static void relative_pose(const dynScene *scene, int body, double point[3], double q[4]) {
    const dynBody *b = &scene->bodies[body];
    const double *p = scene->bodies[b->parent].rotation;
    const double *r = b->rotation;
    dyn_local_point(scene, b->parent, b->position, point);
    q[0] = p[0] * r[0] + p[1] * r[1] + p[2] * r[2] + p[3] * r[3];
    q[1] = p[0] * r[1] - p[1] * r[0] - p[2] * r[3] + p[3] * r[2];
    q[2] = p[0] * r[2] - p[2] * r[0] - p[3] * r[1] + p[1] * r[3];
    q[3] = p[0] * r[3] - p[3] * r[0] - p[1] * r[2] + p[2] * r[1];
}

static void write_mjcf_body(FILE *f, const dynScene *scene, int body) {
    const dynBody *b = &scene->bodies[body];
    double at[3];
    double q[4];
    relative_pose(scene, body, at, q);
    fprintf(f,
            "<body name=\"%s\" pos=\"%.17g %.17g %.17g\" quat=\"%.17g %.17g %.17g %.17g\">\n"
            " <inertial pos=\"0 0 0\" mass=\"%.17g\" diaginertia=\"%.17g %.17g %.17g\"/>\n",
            b->name, at[0], at[1], at[2], q[0], q[1], q[2], q[3], b->mass, b->inertia[0],
            b->inertia[1], b->inertia[2]);
    write_joint(f, scene, body, " ");
    for (int i = 1; i < scene->body_count; i++) {
        if (scene->bodies[i].parent == body) {
            write_mjcf_body(f, scene, i);
        }
    }
    fprintf(f, "</body>\n");
}

static void write_mjcf(FILE *f, const dynScene *scene) {
    fprintf(f, "<mujoco><worldbody>\n");
    for (int i = 1; i < scene->body_count; i++) {
        if (scene->bodies[i].parent == 0) {
            write_mjcf_body(f, scene, i);
        }
    }
    fprintf(f, "</worldbody><equality>\n");
    for (int i = 0; i < scene->joint_count; i++) {
        const dynJoint *j = &scene->joints[i];
        double point[3];
        if (j->is_loop) {
            dyn_local_point(scene, j->outer, j->point, point);
            fprintf(f,
                    "<connect body1=\"%s\" body2=\"%s\" anchor=\"%.17g %.17g %.17g\" "
                    "solimp=\"%.17g %.17g 1 0.5 1\"/>\n",
                    scene->bodies[j->outer].name, scene->bodies[j->inner].name, point[0], point[1],
                    point[2], STIFFEST, STIFFEST);
        }
    }
    fprintf(f, "</equality></mujoco>\n");
}

/* URDF puts the origin of a link at the joint to its parent; the pins' axes are those of the world
 * at the start, where all links are parallel to it. */
static void write_urdf(FILE *f, const dynScene *scene) {
    fprintf(f, "<robot name=\"tree\">\n<mujoco><compiler fusestatic=\"false\"/></mujoco>\n"
               "<link name=\"ground\"/>\n");
    for (int i = 1; i < scene->body_count; i++) {
        const dynBody *b = &scene->bodies[i];
        const dynJoint *j = &scene->joints[b->joint];
        double before[3] = {0.0, 0.0, 0.0};
        dyn_need(j->kind == DYN_PIN, "a deep tree of pins");
        if (b->parent != 0) {
            memcpy(before, scene->joints[scene->bodies[b->parent].joint].point, sizeof before);
        }
        fprintf(f,
                "<link name=\"%s\"><inertial><origin xyz=\"%.17g %.17g %.17g\"/><mass "
                "value=\"%.17g\"/><inertia ixx=\"%.17g\" iyy=\"%.17g\" izz=\"%.17g\" ixy=\"0\" "
                "ixz=\"0\" iyz=\"0\"/></inertial></link>\n",
                b->name, b->position[0] - j->point[0], b->position[1] - j->point[1],
                b->position[2] - j->point[2], b->mass, b->inertia[0], b->inertia[1], b->inertia[2]);
        fprintf(f,
                "<joint name=\"j%d\" type=\"continuous\"><parent link=\"%s\"/><child "
                "link=\"%s\"/><origin xyz=\"%.17g %.17g %.17g\"/><axis xyz=\"%.17g %.17g "
                "%.17g\"/></joint>\n",
                i, b->parent == 0 ? "ground" : scene->bodies[b->parent].name, b->name,
                j->point[0] - before[0], j->point[1] - before[1], j->point[2] - before[2],
                j->axis[0], j->axis[1], j->axis[2]);
    }
    fprintf(f, "</robot>\n");
}

static void write_scene(FILE *f, const void *context) {
    const dynScene *scene = context;
    int deepest = 0;
    for (int i = 1; i < scene->body_count; i++) {
        deepest = scene->bodies[i].depth > deepest ? scene->bodies[i].depth : deepest;
    }
    if (deepest > DEEPEST_MJCF) {
        write_urdf(f, scene);
    } else {
        write_mjcf(f, scene);
    }
}

/* ---- Runs ---------------------------------------------------------------------------------- */

/* Speeds of joints at the start: of a ball in the axes of its body. */
static void set_speeds(mujocoRun *run) {
    const dynScene *scene = run->scene;
    for (int i = 1; i < scene->body_count; i++) {
        const dynJoint *j = &scene->joints[scene->bodies[i].joint];
        mjtNum *speed = run->data->qvel + run->model->body_dofadr[run->bodies[i]];
        double spin[3];
        dyn_joint_spin(scene, j, spin);
        if (j->kind == DYN_PIN) {
            speed[0] = spin[0] * j->axis[0] + spin[1] * j->axis[1] + spin[2] * j->axis[2];
        } else {
            dyn_unrotate(scene->bodies[i].rotation, spin, speed);
        }
    }
}

static void set_options(mjModel *m, const char *method, double step) {
    m->opt.timestep = step;
    m->opt.integrator = mjINT_EULER;
    if (strcmp(method, "rk4") == 0) {
        m->opt.integrator = mjINT_RK4;
#ifdef DYN_MUJOCO_NEW
    } else if (strcmp(method, "implicitfast") == 0) {
        m->opt.integrator = mjINT_IMPLICITFAST;
    } else if (strcmp(method, "discrete") == 0) {
        m->opt.integrator = mjINT_DISCRETE;
#endif
    } else if (strcmp(method, "implicit") == 0) {
        m->opt.integrator = mjINT_IMPLICIT;
    }
    m->opt.solver = mjSOL_NEWTON;
    m->opt.tolerance = SOLVER_TOLERANCE;
    m->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS;
    for (int i = 0; i < m->neq; i++) {
        m->eq_solref[mjNREF * i] = 2.0 * step;
        m->eq_solref[mjNREF * i + 1] = 1.0;
    }
}

static void destroy(void *context) {
    mujocoRun *run = context;
    mujoco.delete_data(run->data);
    mujoco.delete_model(run->model);
    free(run->bodies);
    free(run);
}

static void *create(const dynPeer *peer, const dynScene *scene, double setting) {
    mjModel *model = mujoco_load(&mujoco, write_scene, scene);
    if (!model) {
        return NULL;
    }
    mujocoRun *run = calloc(1, sizeof *run);
    dyn_need(run != NULL, "taking memory");
    run->scene = scene;
    run->model = model;
    run->steps = lround(setting);
    run->evaluations = strcmp(peer->method, "rk4") == 0 ? 4 : 1;
    set_options(model, peer->method, scene->end / setting);
    memcpy(model->opt.gravity, scene->gravity, sizeof scene->gravity);
    run->data = mujoco.make(model);
    run->bodies = calloc((size_t)scene->body_count, sizeof *run->bodies);
    dyn_need(run->data != NULL && run->bodies != NULL, "taking memory");
    for (int i = 1; i < scene->body_count; i++) {
        run->bodies[i] = mujoco.find(model, mjOBJ_BODY, scene->bodies[i].name);
        dyn_need(run->bodies[i] > 0, "finding a body in MuJoCo");
    }
    set_speeds(run);
    return run;
}

static bool run_steps(void *context) {
    mujocoRun *run = context;
    for (long i = 0; i < run->steps; i++) {
        mujoco.step(run->model, run->data);
        if (dyn_is_late()) {
            return false;
        }
    }
    return true;
}

static void centres(void *context, double *positions) {
    mujocoRun *run = context;
    mujoco.forward(run->model, run->data);
    for (int i = 1; i < run->scene->body_count; i++) {
        memcpy(positions + 3 * i, run->data->xipos + 3 * run->bodies[i], 3 * sizeof *positions);
    }
}

static double evaluations(void *context) {
    const mujocoRun *run = context;
    return (double)run->steps * run->evaluations;
}

/* ---- Contenders ------------------------------------------------------------------------------ */

const dynPeer *DYN_MUJOCO_PEERS(int *count) {
    static dynPeer peers[] = {
        {"mujoco", NULL, "rk4", false, DYN_ALL, create, run_steps, centres, evaluations, destroy},
        {"mujoco", NULL, "euler", false, DYN_ALL, create, run_steps, centres, evaluations, destroy},
#ifdef DYN_MUJOCO_NEW
        {"mujoco", NULL, "implicitfast", false, DYN_LOOPS, create, run_steps, centres, evaluations,
         destroy},
#endif
    };
    bool there = mujoco_open(&mujoco, DYN_MUJOCO_LIBRARY);
    *count = there ? (int)(sizeof peers / sizeof peers[0]) : 0;
    for (int i = 0; i < *count; i++) {
        peers[i].version = mujoco.version();
    }
    return peers;
}
