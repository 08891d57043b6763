/* scene.c: see scene.h. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dyn_need(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_dynamics: %s failed\n", what);
        exit(1);
    }
}

static void *need_memory(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    dyn_need(memory != NULL, "taking memory");
    return memory;
}

/* ---- Rotations ----------------------------------------------------------------------------- */

void dyn_rotate(const double q[4], const double v[3], double out[3]) {
    double t[3] = {2.0 * (q[2] * v[2] - q[3] * v[1]), 2.0 * (q[3] * v[0] - q[1] * v[2]),
                   2.0 * (q[1] * v[1] - q[2] * v[0])};
    double r[3] = {v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1],
                   v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2],
                   v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0]};
    memcpy(out, r, sizeof r);
}

void dyn_unrotate(const double q[4], const double v[3], double out[3]) {
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    dyn_rotate(back, v, out);
}

void dyn_local_point(const dynScene *scene, int body, const double point[3], double out[3]) {
    const dynBody *b = &scene->bodies[body];
    double arm[3] = {point[0] - b->position[0], point[1] - b->position[1],
                     point[2] - b->position[2]};
    dyn_unrotate(b->rotation, arm, out);
}

void dyn_joint_spin(const dynScene *scene, const dynJoint *joint, double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = scene->bodies[joint->outer].spin[i] - scene->bodies[joint->inner].spin[i];
    }
}

/* ---- From the model ------------------------------------------------------------------------ */

static void take_body(dynScene *scene, int body) {
    const tmFrame *frame = &tm_assembly_frames(scene->assembly)[body];
    dynBody *b = &scene->bodies[body];
    tmBodyInfo info;
    dyn_need(tm_model_body(scene->model, body, &info) == TM_OK, "asking for a body");
    snprintf(b->name, sizeof b->name, "%s", info.name);
    memcpy(b->position, frame->position, sizeof b->position);
    memcpy(b->rotation, frame->rotation, sizeof b->rotation);
    memcpy(b->velocity, info.twist.linear, sizeof b->velocity);
    memcpy(b->spin, info.twist.angular, sizeof b->spin);
    b->mass = info.mass.mass;
    dyn_need(fabs(info.mass.centre.x) + fabs(info.mass.centre.y) + fabs(info.mass.centre.z) < 1e-14,
             "a body with its centre of mass at its origin");
    for (int i = 0; i < 3; i++) {
        b->inertia[i] = scene->planar ? info.mass.inertia[2][2] : info.mass.inertia[i][i];
    }
    b->parent = b->joint = -1;
}

static void take_joint(dynScene *scene, int joint) {
    dynJoint *j = &scene->joints[joint];
    tmJointInfo info;
    dyn_need(tm_model_joint(scene->model, joint, &info) == TM_OK, "asking for a joint");
    j->kind = strcmp(info.kind->name, "pin") == 0 ? DYN_PIN : DYN_BALL;
    dyn_need(j->kind == DYN_PIN || strcmp(info.kind->name, "ball.and.socket") == 0,
             "a joint that is a pin or a ball");
    const tmPointOn *first = &info.use.pairs[0][0];
    const tmPointOn *second = &info.use.pairs[0][1];
    j->outer = info.bodies[first->body];
    j->inner = info.bodies[second->body];
    const dynBody *b = &scene->bodies[j->outer];
    dyn_rotate(b->rotation, first->point, j->point);
    for (int i = 0; i < 3; i++) {
        j->point[i] += b->position[i];
    }
    j->axis[2] = 1.0;
    if (first->is_axis) {
        dyn_rotate(b->rotation, first->direction, j->axis);
    }
}

/* Breadth first, so that the tree is as flat as it can be, and loops are as short. */
static void grow_tree(dynScene *scene) {
    int head = -1;
    int tail = 0;
    scene->bodies[0].parent = 0;
    for (int i = 0; i < scene->joint_count; i++) {
        scene->joints[i].is_loop = true;
    }
    for (; head < tail; head++) {
        int body = head < 0 ? 0 : scene->order[head];
        int count;
        const int32_t *joints = tm_model_joints_of(scene->model, body, &count);
        for (int i = 0; i < count; i++) {
            dynJoint *j = &scene->joints[joints[i]];
            int other = j->inner == body ? j->outer : j->inner;
            if (scene->bodies[other].parent >= 0) {
                continue;
            }
            j->inner = body;
            j->outer = other;
            j->is_loop = false;
            scene->bodies[other].parent = body;
            scene->bodies[other].joint = joints[i];
            scene->bodies[other].depth = scene->bodies[body].depth + 1;
            scene->order[tail++] = other;
        }
    }
    dyn_need(tail == scene->body_count - 1, "a scene whose bodies all hang from the ground");
}

static void open_text(dynScene *scene, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    def.text = text;
    def.length = strlen(text);
    dyn_need(tm_document_create(NULL, &def, &scene->document) == TM_OK, "reading");
    dyn_need(tm_diags_total(tm_document_diags(scene->document), TM_ERROR) == 0, "the text");
    int run = tm_document_run_count(scene->document) - 1;
    dyn_need(tm_model_create(NULL, scene->document, run, &model_def, &scene->model) == TM_OK,
             "the model");
    dyn_need(tm_diags_total(tm_model_diags(scene->model), TM_ERROR) == 0, "the model's text");
    dyn_need(tm_assemble(scene->model, NULL, &scene->assembly) == TM_OK, "assembling");
    dyn_need(tm_assembly_info(scene->assembly)->outcome == TM_ASSEMBLY_CLOSED, "closing");
}

dynScene *dyn_scene_from_text(const char *name, const char *text, double end) {
    dynScene *scene = need_memory(1, sizeof *scene);
    snprintf(scene->name, sizeof scene->name, "%s", name);
    scene->end = end;
    open_text(scene, text);
    tmWorldInfo world = tm_model_world(scene->model);
    scene->planar = world.planar;
    memcpy(scene->gravity, world.gravity, sizeof scene->gravity);
    scene->body_count = tm_model_body_count(scene->model);
    scene->joint_count = tm_model_joint_count(scene->model);
    scene->bodies = need_memory((size_t)scene->body_count, sizeof *scene->bodies);
    scene->joints = need_memory((size_t)scene->joint_count, sizeof *scene->joints);
    scene->order = need_memory((size_t)scene->body_count, sizeof *scene->order);
    for (int i = 0; i < scene->body_count; i++) {
        take_body(scene, i);
    }
    for (int i = 0; i < scene->joint_count; i++) {
        take_joint(scene, i);
    }
    grow_tree(scene);
    return scene;
}

dynScene *dyn_scene_create(const char *name, const char *file, const char *world, double end) {
    char path[200];
    char run[200];
    snprintf(path, sizeof path, "examples/dynamics/%s", file);
    snprintf(run, sizeof run, "\nsimulate %s begin time: (1ms, %.17gs); end\n", world, end);
    FILE *f = fopen(path, "r");
    dyn_need(f != NULL, path);
    char *text = need_memory(100000, 1);
    size_t length = fread(text, 1, 100000 - sizeof run, f);
    fclose(f);
    memcpy(text + length, run, strlen(run) + 1);
    dynScene *scene = dyn_scene_from_text(name, text, end);
    sscanf(world, "four_bars(%d)", &scene->four_bars);
    free(text);
    return scene;
}

void dyn_scene_destroy(dynScene *scene) {
    tm_assembly_destroy(scene->assembly);
    tm_model_destroy(scene->model);
    tm_document_destroy(scene->document);
    free(scene->bodies);
    free(scene->joints);
    free(scene->order);
    free(scene);
}
