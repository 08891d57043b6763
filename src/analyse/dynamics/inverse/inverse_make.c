/* inverse_make.c: the equations of a driven motion: drives become rows that are prescribed. */
#include "analyse/dynamics/inverse/inverse.h"

#include <math.h>
#include <string.h>

/* ---- Drives -------------------------------------------------------------------------------- */

static void drive_def(const tmiInverse *v, int32_t index, tmiDriveDef *to) {
    tmDriveInfo drive;
    tm_model_drive(v->model, index, &drive);
    *to = (tmiDriveDef){.control = index, .row_count = 1, .body_count = 2};
    if (drive.kind == TM_DRIVE_COORDINATE) {
        tmJointInfo joint;
        tm_model_joint(v->model, drive.joint, &joint);
        to->body_count = joint.body_count;
        memcpy(to->bodies, joint.bodies, (size_t)joint.body_count * sizeof *joint.bodies);
        to->rows[0] = joint.coordinates[drive.coordinate];
        return;
    }
    to->bodies[0] = drive.point.body;
    if (drive.kind == TM_DRIVE_ANGLE) {
        to->rows[0] = (tmRow){.kind = TM_ROW_TURN,
                              .unit = TM_ROW_ANGLE,
                              .b = 1,
                              .normal = {0.0, 0.0, 1.0},
                              .mark_a = {1.0, 0.0, 0.0},
                              .mark_b = {1.0, 0.0, 0.0}};
        return;
    }
    to->row_count = tm_model_world(v->model).planar ? 2 : 3;
    for (int32_t k = 0; k < to->row_count; k++) {
        tmRow *row = &to->rows[k];
        *row = (tmRow){.kind = TM_ROW_PLANE, .unit = TM_ROW_LENGTH, .b = 1};
        row->normal[k] = 1.0;
        memcpy(row->point, drive.point.point, sizeof row->point);
    }
}

/* Where the rows and values of the drives are. */
static void note_rows(tmiInverse *v) {
    const tmiSystem *s = v->system;
    int32_t value = 0;
    for (int32_t i = 0; i < v->drive_count; i++) {
        const tmiConstraint *constraint = &s->constraints[s->joint_constraints + i];
        tmDriveInfo drive;
        tm_model_drive(v->model, i, &drive);
        v->drive_rows[i] = constraint->first;
        v->drive_sizes[i] = constraint->row_count;
        v->drive_values[i] = value;
        value += drive.kind == TM_DRIVE_POSITION ? 3 : 1;
    }
}

/* ---- The equations ------------------------------------------------------------------------- */

/* Bodies without mass that a drive of the body itself leads need not be held by joints. */
static tmStatus lead(tmiInverse *v, tmiSystemDef *def) {
    bool *leads = tmi_arena_alloc(&v->arena, (size_t)tm_model_body_count(v->model), sizeof *leads);
    bool *led = tmi_arena_alloc(&v->arena, (size_t)tm_model_body_count(v->model), sizeof *led);
    if (!leads || !led) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < v->drive_count; i++) {
        tmDriveInfo drive;
        tm_model_drive(v->model, i, &drive);
        if (drive.kind != TM_DRIVE_COORDINATE) {
            leads[drive.point.body] = true;
        }
    }
    def->led = leads;
    tmStatus status = tmi_system_find_led(def, &v->arena, led);
    def->led = led;
    return status;
}

/* Equations in which all bodies have the same mass: for rates. */
static tmStatus make_kinematic(tmiInverse *v, tmiSystemDef *def) {
    bool *moves = tmi_arena_alloc(&v->arena, (size_t)tm_model_body_count(v->model), sizeof *moves);
    if (!moves) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < tm_model_body_count(v->model); i++) {
        tmBodyInfo body;
        tm_model_body(v->model, i, &body);
        moves[i] = !body.is_fixed;
    }
    def->moves = moves;
    def->led = NULL;
    def->push_count = 0;
    v->is_kinematic = true;
    v->has_acts = false;
    return tmi_system_create(def, NULL, &v->system);
}

/* The body that an error is about; -1. */
static int32_t accused(const tmModel *model, const tmDiags *diags) {
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        const tmDiag *diag = tm_diags_at(diags, i);
        for (int32_t b = 1; diag->severity == TM_ERROR && b < tm_model_body_count(model); b++) {
            tmBodyInfo body;
            tm_model_body(model, b, &body);
            if (diag->part_count > 0 && strcmp(diag->parts[0], body.name) == 0) {
                return b;
            }
        }
    }
    return -1;
}

static tmStatus make_system(tmiInverse *v, const tmAssembly *assembly, tmDiags *diags) {
    tmiDriveDef *drives = tmi_arena_alloc(&v->arena, (size_t)v->drive_count + 1, sizeof *drives);
    if (!drives) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < v->drive_count; i++) {
        drive_def(v, i, &drives[i]);
    }
    tmiSystemDef def = {
        .model = v->model, .assembly = assembly, .drives = drives, .drive_count = v->drive_count};
    def.pushes = tmi_script_pushes(v->script, &def.push_count);
    tmStatus status = lead(v, &def);
    status = status == TM_OK ? tmi_system_create(&def, diags, &v->system) : status;
    if (status == TM_ERR_TEXT) {
        v->massless = accused(v->model, diags);
        status = make_kinematic(v, &def);
    }
    return status;
}

/* ---- Freedoms ------------------------------------------------------------------------------ */

/* A motion is free that any force brings about where the drives stand still: arbitrary forces show
 * whether there is one. The square of a part in 1e7 of what they do is far above rounding. */
#define FREE_PART 1e-7

static tmStatus find_freedom(tmiInverse *v) {
    tmiSystem *s = v->system;
    double max = 0.0, scale = 0.0;
    tmi_system_start(s, v->y);
    tmi_system_set_state(s, v->y);
    if (!tmi_system_evaluate(s)) {
        return TM_ERR_NOT_FINITE;
    }
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        const tmiMover *m = &s->movers[i / s->dof];
        bool turns = i % s->dof >= (s->planar ? 2 : 3);
        double part = (i + 1) * 0.6180339887498949; /* arbitrary, the same in every run */
        double inertia = turns ? m->inertia[2][2] / s->size : m->mass;
        s->force[i] = (part - floor(part) - 0.5) * inertia;
    }
    tmStatus status = tmi_system_factor(s, 0.0);
    status = status == TM_OK ? tmi_system_solve_for(s, s->force, NULL, v->free, NULL) : status;
    for (int32_t i = 0; status == TM_OK && i < s->mover_count * s->dof; i++) {
        bool turns = i % s->dof >= (s->planar ? 2 : 3);
        double own = (turns ? s->size : 1.0) * fabs(v->free[i]);
        max = own > max ? own : max;
        scale = 1.0;
    }
    v->is_free = max > FREE_PART * scale;
    return TM_OK; /* what cannot be solved is said when it is asked for */
}

/* ---- Making -------------------------------------------------------------------------------- */

static bool make_room(tmiInverse *v) {
    size_t bodies = (size_t)tm_model_body_count(v->model) + 1;
    size_t joints = (size_t)tm_model_joint_count(v->model) + 1;
    size_t drives = (size_t)v->drive_count + 1, motion = 6 * bodies;
    v->accelerations = tmi_arena_alloc(&v->arena, bodies, sizeof *v->accelerations);
    v->rest = tmi_arena_alloc(&v->arena, bodies, sizeof *v->rest);
    v->joints = tmi_arena_alloc(&v->arena, joints, sizeof *v->joints);
    v->loads = tmi_arena_alloc(&v->arena, bodies, sizeof *v->loads);
    v->efforts = tmi_arena_alloc(&v->arena, 3 * drives, sizeof *v->efforts);
    v->drive_rows = tmi_arena_alloc(&v->arena, drives, sizeof *v->drive_rows);
    v->drive_sizes = tmi_arena_alloc(&v->arena, drives, sizeof *v->drive_sizes);
    v->drive_values = tmi_arena_alloc(&v->arena, drives, sizeof *v->drive_values);
    v->free = tmi_arena_alloc(&v->arena, motion, sizeof *v->free);
    return v->accelerations && v->rest && v->joints && v->loads && v->efforts && v->drive_rows &&
           v->drive_sizes && v->drive_values && v->free;
}

static tmStatus make(tmiInverse *v, const tmAssembly *assembly, tmDiags *diags) {
    if (!make_room(v)) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = make_system(v, assembly, diags);
    if (status != TM_OK) {
        return status == TM_ERR_TEXT ? TM_ERR_UNSUPPORTED : status;
    }
    v->y = tmi_arena_alloc(&v->arena, (size_t)tmi_system_state_size(v->system), sizeof *v->y);
    if (!v->y) {
        return TM_ERR_MEMORY;
    }
    note_rows(v);
    return find_freedom(v);
}

tmStatus tmi_inverse_create(const tmModel *model, const tmAssembly *assembly, tmiScript *script,
                            tmDiags *diags, tmiInverse **inverse) {
    tmAllocator allocator = tm_model_allocator(model);
    tmiInverse *v = tmi_alloc_zero(allocator, sizeof *v);
    *inverse = NULL;
    if (!v) {
        return TM_ERR_MEMORY;
    }
    v->allocator = allocator;
    tmi_arena_init(&v->arena, allocator);
    v->model = model;
    v->script = script;
    v->massless = v->blame = -1;
    v->has_acts = tmi_script_acts(script);
    v->drive_count = tm_model_animate(model).drive_count;
    v->value_count = tm_model_animate(model).value_count;
    tmStatus status = make(v, assembly, diags);
    if (status != TM_OK) {
        tmi_inverse_destroy(v);
        return status;
    }
    *inverse = v;
    return TM_OK;
}

void tmi_inverse_destroy(tmiInverse *inverse) {
    tmiInverse *v = inverse;
    if (v) {
        tmi_system_destroy(v->system);
        tmi_arena_clear(&v->arena);
        tmi_free(v->allocator, v, sizeof *v);
    }
}
