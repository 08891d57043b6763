/* scene.c: see scene.h. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 100000 /* bytes */
#define CENTRED 1e-9    /* how far a pin may be from the centre of mass, of the size */

static void *need_memory(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    con_need(memory != NULL, "taking memory");
    return memory;
}

/* ---- From the model ------------------------------------------------------------------------ */

static void take_pieces(conBody *b, const tmPieces *pieces) {
    b->piece_count = tm_pieces_count(pieces);
    b->pieces = need_memory((size_t)b->piece_count, sizeof *b->pieces);
    for (int i = 0; i < b->piece_count; i++) {
        const tmPiece *from = tm_pieces_at(pieces, i);
        conPiece *to = &b->pieces[i];
        to->count = from->outline_count;
        to->radius = from->outline_radius;
        to->corners = need_memory((size_t)to->count, sizeof *to->corners);
        for (int k = 0; k < to->count; k++) {
            to->corners[k][0] = from->outline[k].x - b->centre[0];
            to->corners[k][1] = from->outline[k].y - b->centre[1];
        }
    }
}

static void measure_body(conBody *b) {
    for (int i = 0; i < b->piece_count; i++) {
        for (int j = 0; j <= i; j++) {
            const conPiece *p = &b->pieces[i];
            const conPiece *q = &b->pieces[j];
            for (int k = 0; k < p->count * q->count; k++) {
                const double *a = p->corners[k / q->count];
                const double *c = q->corners[k % q->count];
                double far = hypot(a[0] - c[0], a[1] - c[1]) + p->radius + q->radius;
                b->size = fmax(b->size, far);
                b->reach = fmax(b->reach, hypot(a[0], a[1]) + p->radius);
            }
        }
    }
}

static void take_body(conScene *scene, int number) {
    conBody *b = &scene->bodies[scene->body_count++];
    const tmFrame *frame = &tm_assembly_frames(scene->assembly)[number];
    tmBodyInfo info;
    con_need(tm_model_body(scene->model, number, &info) == TM_OK, "asking for a body");
    snprintf(b->name, sizeof b->name, "%s", info.name);
    b->number = number;
    b->is_fixed = info.is_fixed;
    b->mass = info.mass.mass;
    b->inertia = info.mass.inertia[2][2];
    b->centre[0] = info.mass.centre.x;
    b->centre[1] = info.mass.centre.y;
    take_pieces(b, tm_model_pieces(scene->model, number));
    measure_body(b);
    conState *s = &b->start;
    s->angle = 2.0 * atan2(frame->rotation[3], frame->rotation[0]);
    double arm[2] = {cos(s->angle) * b->centre[0] - sin(s->angle) * b->centre[1],
                     sin(s->angle) * b->centre[0] + cos(s->angle) * b->centre[1]};
    s->x = frame->position[0] + arm[0];
    s->y = frame->position[1] + arm[1];
    s->spin = info.twist.angular[2];
    s->vx = info.twist.linear[0] - s->spin * arm[1];
    s->vy = info.twist.linear[1] + s->spin * arm[0];
}

/* Makes the pin the point that the body's position is that of. */
static void move_reference(conBody *b, const double point[2]) {
    double shift[2] = {point[0] - b->centre[0], point[1] - b->centre[1]};
    conState *s = &b->start;
    for (int i = 0; i < b->piece_count; i++) {
        for (int k = 0; k < b->pieces[i].count; k++) {
            b->pieces[i].corners[k][0] -= shift[0];
            b->pieces[i].corners[k][1] -= shift[1];
        }
    }
    s->x += cos(s->angle) * shift[0] - sin(s->angle) * shift[1];
    s->y += sin(s->angle) * shift[0] + cos(s->angle) * shift[1];
    b->centre[0] = point[0];
    b->centre[1] = point[1];
    b->reach += hypot(shift[0], shift[1]);
}

/* All joints are pins to the world. */
static void take_joint(conScene *scene, int joint) {
    tmJointInfo info;
    con_need(tm_model_joint(scene->model, joint, &info) == TM_OK, "asking for a joint");
    con_need(strcmp(info.kind->name, "pin") == 0 && info.body_count == 2, "a scene of pins");
    int outer = info.bodies[0] == 0 ? 1 : 0;
    con_need(info.bodies[1 - outer] == 0, "a pin to the world");
    const tmPointOn *at = &info.use.pairs[0][0];
    at = info.bodies[at->body] == 0 ? &info.use.pairs[0][1] : at;
    conBody *b = &scene->bodies[info.bodies[outer] - 1];
    double off = hypot(at->point[0] - b->centre[0], at->point[1] - b->centre[1]);
    con_need(b->is_driven || off < CENTRED * b->size, "a pin at the centre of mass");
    move_reference(b, at->point);
    b->is_pinned = true;
}

/* Controls prescribe how fast pins turn, always the same: as at the start of a run. */
static void take_controls(conScene *scene) {
    tmDiags *diags;
    tmSim *sim;
    if (tm_model_control_count(scene->model) == 0) {
        return;
    }
    con_need(tm_diags_create(NULL, &diags) == TM_OK, "taking memory");
    con_need(tm_sim_create(scene->model, scene->assembly, NULL, diags, &sim) == TM_OK, "a run");
    for (int i = 0; i < tm_model_control_count(scene->model); i++) {
        tmControlInfo info;
        tmJointInfo joint;
        con_need(tm_model_control(scene->model, i, &info) == TM_OK, "asking for a control");
        con_need(info.prescribes && tm_model_joint(scene->model, info.joint, &joint) == TM_OK,
                 "a control of a pin");
        int number = joint.bodies[0] == 0 ? joint.bodies[1] : joint.bodies[0];
        scene->bodies[number - 1].is_driven = true;
        scene->bodies[number - 1].start.spin = tm_sim_twists(sim)[number].angular[2];
    }
    tm_sim_destroy(sim);
    tm_diags_destroy(diags);
}

/* One friction for all pairs, and no restitution. */
static void take_surface(conScene *scene) {
    bool is_first = true;
    for (int i = 0; i < scene->body_count; i++) {
        for (int j = 0; j < i; j++) {
            tmSurfaceInfo info;
            con_need(tm_model_surface(scene->model, scene->bodies[i].number,
                                      scene->bodies[j].number, &info) == TM_OK,
                     "asking for surfaces");
            con_need(info.restitution == 0.0, "a scene without restitution");
            con_need(is_first || info.friction == scene->friction, "a scene of one friction");
            scene->friction = info.friction;
            is_first = false;
        }
    }
}

/* The run that was added to the text; worlds that nothing runs come behind it. */
static int last_run(const tmDocument *document) {
    int run = tm_document_run_count(document) - 1;
    tmRunInfo info;
    while (tm_document_run(document, run, &info) == TM_OK && info.kind != TM_RUN_SIMULATE) {
        run--;
    }
    return run;
}

static void open_text(conScene *scene, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    def.text = text;
    def.length = strlen(text);
    con_need(tm_document_create(NULL, &def, &scene->document) == TM_OK, "reading");
    con_need(tm_diags_total(tm_document_diags(scene->document), TM_ERROR) == 0, "the text");
    int run = last_run(scene->document);
    con_need(tm_model_create(NULL, scene->document, run, &model_def, &scene->model) == TM_OK,
             "the model");
    con_need(tm_diags_total(tm_model_diags(scene->model), TM_ERROR) == 0, "the model's text");
    con_need(tm_assemble(scene->model, NULL, &scene->assembly) == TM_OK, "assembling");
    con_need(tm_assembly_info(scene->assembly)->outcome == TM_ASSEMBLY_CLOSED, "closing");
}

static char *read_text(const char *file, const char *world, double step, int steps) {
    char run[300];
    snprintf(run, sizeof run,
             "\nsimulate %s begin time: (%.17gs, %.17gs); method: stepping; "
             "sleep: off; end\n",
             world, step, step * (steps + 1));
    FILE *f = fopen(file, "r");
    con_need(f != NULL, file);
    char *text = need_memory(TEXT_MAX, 1);
    size_t length = fread(text, 1, TEXT_MAX - sizeof run, f);
    fclose(f);
    memcpy(text + length, run, strlen(run) + 1);
    return text;
}

conScene *con_scene_create(const char *name, const char *file, const char *world, double step,
                           int steps) {
    conScene *scene = need_memory(1, sizeof *scene);
    char *text = read_text(file, world, step, steps);
    scene->name = name;
    scene->step = step;
    scene->steps = steps;
    open_text(scene, text);
    free(text);
    tmWorldInfo info = tm_model_world(scene->model);
    memcpy(scene->gravity, info.gravity, sizeof scene->gravity);
    int count = tm_model_body_count(scene->model);
    scene->bodies = need_memory((size_t)count, sizeof *scene->bodies);
    for (int i = 1; i < count; i++) {
        take_body(scene, i);
    }
    take_controls(scene);
    for (int i = 0; i < tm_model_joint_count(scene->model); i++) {
        take_joint(scene, i);
    }
    take_surface(scene);
    return scene;
}

void con_scene_destroy(conScene *scene) {
    for (int i = 0; i < scene->body_count; i++) {
        for (int k = 0; k < scene->bodies[i].piece_count; k++) {
            free(scene->bodies[i].pieces[k].corners);
        }
        free(scene->bodies[i].pieces);
    }
    free(scene->bodies);
    tm_assembly_destroy(scene->assembly);
    tm_model_destroy(scene->model);
    tm_document_destroy(scene->document);
    free(scene);
}
