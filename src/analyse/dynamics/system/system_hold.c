/* system_hold.c: worlds that run without dynamics: which bodies a prescribed motion takes along,
 * and which freedoms nothing prescribes. These are held where they are, so that what is prescribed
 * decides the whole motion, without masses and forces. docs/theory/dynamics.md, 13. */
#include "analyse/dynamics/system/system_private.h"

/* ---- Which bodies move --------------------------------------------------------------------- */

/* Makes one island of those of the bodies that can move; -1: none can. Returns one of them. */
static int32_t unite(int32_t *parent, const int32_t *bodies, int32_t count) {
    int32_t first = -1;
    for (int32_t i = 0; i < count; i++) {
        if (parent[bodies[i]] >= 0) {
            int32_t root = tmi_root_of(parent, bodies[i]);
            first = first < 0 ? root : first;
            parent[root] = first;
        }
    }
    return first;
}

/* Marks the bodies that joints connect to one whose motion is prescribed. */
static void mark_moving(const tmiSystemDef *def, int32_t *parent, bool *moves) {
    int32_t bodies = tm_model_body_count(def->model);
    for (int32_t i = 0; i < bodies; i++) {
        tmBodyInfo info;
        tm_model_body(def->model, i, &info);
        parent[i] = info.is_fixed ? -1 : i;
    }
    for (int32_t i = 0; i < tm_model_joint_count(def->model); i++) {
        tmJointInfo joint;
        tm_model_joint(def->model, i, &joint);
        if (joint.row_count > 0) {
            (void)unite(parent, joint.bodies, joint.body_count);
        }
    }
    for (int32_t i = 0; i < def->drive_count; i++) {
        (void)unite(parent, def->drives[i].bodies, def->drives[i].body_count);
    }
    for (int32_t i = 0; i < def->drive_count; i++) {
        int32_t one = unite(parent, def->drives[i].bodies, def->drives[i].body_count);
        if (one >= 0) {
            moves[one] = true;
        }
    }
    for (int32_t i = 0; i < bodies; i++) {
        moves[i] = parent[i] >= 0 && (moves[i] || moves[tmi_root_of(parent, i)]);
    }
}

/* ---- What could be held -------------------------------------------------------------------- */

/* Groups of candidates, in which they are examined. */
enum { HOLD_JOINTS, HOLD_LED, HOLD_BODIES, HOLD_GROUPS };

static void add(tmiKinematics *k, int32_t joint, int32_t body, const tmRow *row,
                const int32_t *bodies, int32_t body_count) {
    tmiHold *hold = &k->holds[k->hold_count];
    tmiDriveDef *drive = &k->drives[k->drive_count + k->hold_count++];
    hold->joint = joint;
    hold->body = body;
    hold->group = k->group;
    *drive = (tmiDriveDef){.body_count = body_count, .row_count = 1, .control = -1};
    memcpy(drive->bodies, bodies, (size_t)body_count * sizeof *bodies);
    drive->rows[0] = *row;
    drive->rows[0].as_placed = false;
}

/* How the first body lies in the axes of the second: turns first. */
static void add_relative(tmiKinematics *k, int32_t joint, int32_t body, const tmFrame *frames,
                         bool planar, const int32_t bodies[2]) {
    const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int32_t i = 0; !planar && i < 3; i++) { /* dot(R_a e_i, what is e_(i+1) of a now) = 0 */
        tmRow row = {.kind = TM_ROW_PLANE, .unit = TM_ROW_ANGLE, .b = 1, .at_infinity = true};
        double world[3];
        tmi_rotate3(frames[bodies[0]].rotation, unit[(i + 1) % 3], world);
        tmi_rotate_back3(frames[bodies[1]].rotation, world, row.normal);
        row.point[i] = 1.0;
        add(k, joint, body, &row, bodies, 2);
    }
    if (planar) {
        tmRow row = {.kind = TM_ROW_TURN, .unit = TM_ROW_ANGLE, .b = 1};
        row.normal[2] = row.mark_a[0] = row.mark_b[0] = 1.0;
        add(k, joint, body, &row, bodies, 2);
    }
    for (int32_t i = 0; i < (planar ? 2 : 3); i++) {
        tmRow row = {.kind = TM_ROW_PLANE, .unit = TM_ROW_LENGTH, .b = 1};
        row.normal[i] = 1.0;
        add(k, joint, body, &row, bodies, 2);
    }
}

/* Coordinates of a joint come first, and what else it leaves free; then bodies against the world.
 */
static void add_all(tmiKinematics *k, const tmiSystemDef *def, const tmFrame *frames, bool planar) {
    for (int32_t i = 0; i < tm_model_joint_count(def->model); i++) {
        tmJointInfo joint;
        tm_model_joint(def->model, i, &joint);
        bool moves = false;
        for (int32_t n = 0; n < joint.body_count; n++) {
            moves = moves || k->moves[joint.bodies[n]];
        }
        if (!moves || joint.row_count == 0) {
            continue;
        }
        for (int32_t n = 0; n < joint.coordinate_count; n++) {
            add(k, i, -1, &joint.coordinates[n], joint.bodies, joint.body_count);
        }
        if (joint.body_count == 2 && joint.row_count + joint.coordinate_count < (planar ? 3 : 6)) {
            add_relative(k, i, -1, frames, planar, joint.bodies);
        }
    }
    k->group = HOLD_LED;
    for (int32_t i = 0; i < k->drive_count; i++) {
        const tmiDriveDef *drive = &k->drives[i];
        if (drive->body_count == 2 && drive->bodies[1] == 0 && k->moves[drive->bodies[0]]) {
            add_relative(k, -1, drive->bodies[0], frames, planar, drive->bodies);
        }
    }
    k->group = HOLD_BODIES;
    for (int32_t i = 1; i < tm_model_body_count(def->model); i++) {
        if (k->moves[i]) {
            add_relative(k, -1, i, frames, planar, (const int32_t[2]){i, 0});
        }
    }
}

/* ---- What is free -------------------------------------------------------------------------- */

/* If the rate of a candidate, along a motion that all others leave free, is less than this part of
 * its terms [1], the others hold it already: far above rounding errors, far below what is free. */
#define FREE_MIN 1e-7

/* How far along a motion [size or rad] freedoms are counted: a start in a singular pose has more
 * than the mechanism; and to which part of the size it is closed there [1]. */
#define AWAY 0.02
#define AWAY_CLOSED 1e-10

/* An arbitrary motion, the same in every run. */
static void any_motion(const tmiSystem *s, double *v) {
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        double part = (i + 1) * 0.7548776662466927;
        bool turns = i % s->dof >= (s->planar ? 2 : 3);
        v[i] = (part - floor(part) - 0.5) * (turns ? 1.0 : s->size);
    }
}

static void activate(tmiSystem *s, int32_t first, bool active) {
    for (int32_t i = first; i < s->constraint_count; i++) {
        if (s->constraints[i].kind == TMI_CONSTRAINT_DRIVE) {
            s->constraints[i].active = active;
        }
    }
}

/* Leaves the start for a generic pose with closed joints; stays where that fails. */
static tmStatus go_away(tmiSystem *s, double *y) {
    double gap;
    activate(s, s->joint_constraints, false);
    tmi_system_start(s, y);
    any_motion(s, tmi_system_velocities(s, y));
    tmi_system_set_state(s, y);
    bool fine = tmi_system_evaluate(s) && tmi_system_factor(s, 0.0) == TM_OK &&
                tmi_system_still(s, y, NULL) == TM_OK;
    if (fine) {
        tmi_system_move(s, y, tmi_system_velocities(s, y), AWAY);
        fine = tmi_system_close(s, y, AWAY_CLOSED * s->size, 20, &gap) == TM_OK;
    }
    if (!fine) {
        tmi_system_start(s, y);
    }
    tmi_system_set_state(s, y);
    return tmi_system_evaluate(s) ? TM_OK : TM_ERR_NOT_FINITE;
}

/* How much of the motion `free`, which the rows that hold leave of `any`, goes along the row [1]: 0
 * up to rounding where it does not. A row that hardly measures a motion holds it badly, as the
 * distance along a rod does the turn of the rod. */
static double freedom(const tmiSystem *s, const tmiConstraint *constraint, const double *free,
                      const double *any) {
    double terms = 0.0, whole = 0.0, rate = fabs(tmi_constraint_rate(s, constraint, 0, free));
    int32_t turns = s->planar ? 2 : 3;
    for (int32_t k = 0; k < constraint->mover_count; k++) {
        const double *gradient = constraint->gradient + (ptrdiff_t)k * s->dof;
        double gradient2 = 0.0, speed = 0.0;
        for (int32_t i = 0; i < s->dof; i++) {
            double lever = i < turns ? 1.0 : s->size, v = free[constraint->movers[k] * s->dof + i];
            terms += fabs(gradient[i] * any[constraint->movers[k] * s->dof + i]);
            gradient2 += gradient[i] * gradient[i] / (lever * lever);
            speed += v * v * lever * lever;
        }
        whole += sqrt(gradient2 * speed);
    }
    bool held =
        constraint->mover_count == 0 || constraint->quick[0].idle || !(rate > FREE_MIN * terms);
    return held ? 0.0 : rate / whole;
}

/* Takes the candidates one by one and holds those that the ones before leave free: of joints, then
 * of what is prescribed, then of all bodies; of these, first what measures a motion well. */
static tmStatus choose(tmiSystem *s, tmiKinematics *k, double *y, double *any) {
    static const double min[] = {0.1, 1e-3, 0.0};
    double *v = tmi_system_velocities(s, y);
    int32_t first = s->joint_constraints + k->drive_count;
    bool stale = true;
    tmStatus status = go_away(s, y);
    activate(s, s->joint_constraints, true);
    activate(s, first, false);
    any_motion(s, any);
    for (int32_t turn = 0; turn < 3 * HOLD_GROUPS; turn++) {
        for (int32_t i = 0; i < k->hold_count && status == TM_OK; i++) {
            tmiHold *hold = &k->holds[i];
            if (hold->is_held || hold->group != turn / 3) {
                continue;
            }
            if (stale) {
                memcpy(v, any, (size_t)(s->mover_count * s->dof) * sizeof *v);
                s->redundant = false; /* as all candidates together are */
                status = tmi_system_factor(s, 0.0);
                status = status == TM_OK ? tmi_system_still(s, y, NULL) : status;
            }
            stale =
                status == TM_OK && freedom(s, &s->constraints[first + i], v, any) > min[turn % 3];
            hold->is_held = s->constraints[first + i].active = stale;
        }
    }
    return status;
}

/* The rows of the chosen ones, held at what they are at the start. */
static void keep_chosen(tmiKinematics *k, const tmFrame *frames) {
    int32_t kept = 0;
    for (int32_t i = 0; i < k->hold_count; i++) {
        tmiDriveDef *drive = &k->drives[k->drive_count + i];
        tmFrame here[TM_HINGE_BODIES];
        tmRowAt at;
        if (!k->holds[i].is_held) {
            continue;
        }
        for (int32_t n = 0; n < drive->body_count; n++) {
            here[n] = frames[drive->bodies[n]];
        }
        tm_row_at(&drive->rows[0], here, NULL, NULL, &at);
        drive->rows[0].offset += at.value;
        k->drives[k->drive_count + kept] = *drive;
        k->holds[kept++] = k->holds[i];
    }
    k->hold_count = kept;
}

/* ---- All ----------------------------------------------------------------------------------- */

static int64_t candidates(const tmModel *model, int32_t drives) {
    int64_t max = 6 * ((int64_t)tm_model_body_count(model) + drives);
    return max + (6 + TM_HINGE_COORDINATES) * (int64_t)tm_model_joint_count(model);
}

/* Decides by a system of its own, in which rows of accelerations count as rows of velocities. */
static tmStatus decide(const tmiSystemDef *def, tmiKinematics *k, tmDiags *scrap) {
    tmiSystemDef trial = *def;
    tmiSystem *s = NULL;
    trial.drives = k->drives;
    trial.drive_count = k->drive_count + k->hold_count;
    trial.limit_count = 0;
    trial.moves = k->moves;
    for (int32_t i = 0; i < k->drive_count; i++) {
        k->drives[i].level = k->drives[i].level < 2 ? k->drives[i].level : 1;
    }
    tmStatus status = tmi_system_create(&trial, scrap, &s);
    if (status == TM_OK) {
        double *y = tmi_system_alloc(s, tmi_system_state_size(s), sizeof *y);
        double *any = tmi_system_alloc(s, (int64_t)s->mover_count * s->dof, sizeof *any);
        status = y && any ? choose(s, k, y, any) : TM_ERR_MEMORY;
    }
    tmi_system_destroy(s);
    for (int32_t i = 0; i < k->drive_count; i++) {
        k->drives[i].level = def->drives[i].level;
    }
    return status;
}

tmStatus tmi_system_kinematics(const tmiSystemDef *def, tmiArena *arena, tmiKinematics *k) {
    tmAllocator allocator = tm_model_allocator(def->model);
    const tmFrame *frames = tm_assembly_frames(def->assembly);
    size_t bodies = (size_t)tm_model_body_count(def->model),
           max = (size_t)candidates(def->model, def->drive_count);
    *k = (tmiKinematics){.drive_count = def->drive_count};
    k->moves = tmi_arena_alloc(arena, bodies, sizeof *k->moves);
    k->holds = tmi_arena_alloc(arena, max + bodies, sizeof *k->holds);
    k->drives = tmi_arena_alloc(arena, (size_t)def->drive_count + max, sizeof *k->drives);
    int32_t *parent = tmi_arena_alloc(arena, bodies, sizeof *parent);
    if (!k->moves || !k->holds || !k->drives || !parent) {
        return TM_ERR_MEMORY;
    }
    mark_moving(def, parent, k->moves);
    for (int32_t i = 0; i < def->drive_count; i++) {
        k->drives[i] = def->drives[i];
    }
    add_all(k, def, frames, tm_model_world(def->model).planar);
    tmDiags *scrap = NULL;
    tmStatus status = tm_diags_create(&allocator, &scrap);
    status = status == TM_OK ? decide(def, k, scrap) : status;
    tm_diags_destroy(scrap);
    if (status == TM_OK) {
        keep_chosen(k, frames);
        k->row_count = k->hold_count;
        for (size_t i = 1; i < bodies; i++) {
            if (parent[i] >= 0 && !k->moves[i]) {
                k->holds[k->hold_count++] = (tmiHold){.joint = -1, .body = (int32_t)i};
            }
        }
    }
    return status;
}
