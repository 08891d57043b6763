/* fuzz_space.c: random mechanisms in space and in the plane, as the bytes of libFuzzer have them:
 * degenerate, redundant, contradictory; assembled, analysed, driven and dragged.
 *
 *     fuzz_space [options of libFuzzer] [corpus folder or input]
 *
 * What must hold whatever the bytes say: no crash, leak or hang; frames are finite, quaternions of
 * length 1; what is called closed is closed, by rows evaluated here; what is called a free motion
 * keeps every row that has a use to first order; rank and redundancies add up; a move that is done
 * has its inputs where they should be and every joint closed; one that is not changes no bit unless
 * its policy says so; bodies of planar mechanisms stay in the plane. */
#include "rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BODIES_MAX 9
#define JOINTS_MAX 14
#define MOVES_MAX 6
#define INPUTS_MAX 3
#define TURN 6.283185307179586

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Fuzz {
    const uint8_t *data;
    size_t left;
    Rig *rig;
    double reach; /* largest number given */
} Fuzz;

static void describe(const Rig *rig) {
    fprintf(stderr, "planar %d\n", rig->space.planar);
    for (int32_t i = 0; i < rig->space.body_count; i++) {
        const tmFrame *f = &rig->frames[i];
        fprintf(stderr, "body %d fixed %d at %.17g %.17g %.17g turned %.17g %.17g %.17g %.17g\n",
                (int)i, rig->fixed[i], f->position[0], f->position[1], f->position[2],
                f->rotation[0], f->rotation[1], f->rotation[2], f->rotation[3]);
    }
    for (int32_t j = 0; j < rig->space.joint_count; j++) {
        const tmPointOn *p = rig->pairs[j];
        fprintf(stderr, "joint %d of %d and %d, %d rows:", (int)j, (int)rig->bodies[j][0],
                (int)rig->bodies[j][1], (int)rig->tables[j].row_count);
        for (int k = 0; k < 2; k++) {
            fprintf(stderr, " (%.17g %.17g %.17g; %.17g %.17g %.17g)", p[k].point[0], p[k].point[1],
                    p[k].point[2], p[k].direction[0], p[k].direction[1], p[k].direction[2]);
        }
        fprintf(stderr, "\n");
    }
}

static void demand(const Fuzz *f, bool holds, const char *what) {
    if (!holds) {
        describe(f->rig);
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

static uint8_t byte(Fuzz *f) {
    if (f->left == 0) {
        return 0;
    }
    f->left--;
    return *f->data++;
}

/* Mostly eighths, so that points fall together and lines are parallel; sometimes anything. */
static double number(Fuzz *f) {
    static const double rare[] = {1e-9, -1e-7, 1e-5, 1e3, -1e2, 1e-12, 0.333333333, 50.0};
    uint8_t high = byte(f);
    double value = high < 200   ? ((int)(high % 33) - 16) / 8.0
                   : high < 246 ? (high * 256.0 + byte(f)) / 8192.0 - 7.0
                                : rare[byte(f) & 7];
    f->reach = fmax(f->reach, fabs(value));
    return value;
}

/* ---- Making ---------------------------------------------------------------------------------- */

static tmPointOn some_feature(Fuzz *f, int32_t body, bool is_axis) {
    bool planar = f->rig->space.planar;
    double p[3] = {number(f), number(f), 0.0}, d[3] = {0.0, 0.0, 1.0};
    p[2] = planar ? 0.0 : number(f);
    for (int i = 0; i < 3 && is_axis; i++) {
        d[i] = planar && i == 2 ? 0.0 : (int)(byte(f) % 5) - 2.0;
    }
    if (d[0] == 0.0 && d[1] == 0.0 && d[2] == 0.0) {
        d[planar ? 0 : 2] = 1.0;
    }
    tmPointOn out = axis(body, p[0], p[1], p[2], d[0], d[1], d[2]);
    out.is_axis = is_axis;
    return out;
}

static void add_body(Fuzz *f) {
    Rig *rig = f->rig;
    bool planar = rig->space.planar;
    double x = number(f), y = number(f), z = planar ? 0.0 : number(f);
    int32_t body = rig_body(rig, x, y, z);
    double *q = rig->frames[body].rotation;
    for (int i = 0; i < 4; i++) {
        q[i] = planar && (i == 1 || i == 2) ? 0.0 : (int)(byte(f) % 7) - 3.0;
    }
    if (q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0 && q[3] == 0.0) {
        q[0] = 1.0;
    }
    rig->fixed[body] = byte(f) > 240;
    if (byte(f) > 225) {
        double px = number(f), py = number(f), pz = planar ? 0.0 : number(f);
        rig_place(rig, some_feature(f, body, false), px, py, pz, byte(f) & 1);
    }
}

static void add_joint(Fuzz *f) {
    static const char *const hinges[] = {"pin",           "ball.and.socket",
                                         "slider",        "cylindrical",
                                         "rigid",         "universal",
                                         "point_on_line", "rod",
                                         "planar",        "point_on_plane",
                                         "spring",        "pin",
                                         "screw",         "gear",
                                         "rack",          "pin"};
    const char *hinge = hinges[byte(f) & 15];
    bool planar = f->rig->space.planar;
    int32_t count = f->rig->space.body_count;
    int32_t a = byte(f) % count, b = byte(f) % count;
    bool points = strchr("br", hinge[0]) && strcmp(hinge, "rack") != 0;
    points = points || strcmp(hinge, "spring") == 0;
    points = points || (planar && (hinge[0] == 'g' || strcmp(hinge, "pin") == 0));
    bool mixed = hinge[0] == 'p' && hinge[1] == 'o';
    double argument = hinge[0] == 'r' && byte(f) > 128 ? NAN : 0.125 * (1 + byte(f) % 32);
    (void)rig_join(f->rig, hinge, some_feature(f, a, !points && !mixed),
                   some_feature(f, b, !points), argument);
}

static void make(Fuzz *f) {
    int bodies = 1 + byte(f) % BODIES_MAX, joints = byte(f) % (JOINTS_MAX + 1);
    for (int i = 0; i < bodies; i++) {
        add_body(f);
    }
    for (int i = 0; i < joints; i++) {
        add_joint(f);
    }
}

/* ---- Checks -------------------------------------------------------------------------------- */

static void check_frames(const Fuzz *f, const tmFrame *frames) {
    for (int32_t i = 0; i < f->rig->space.body_count; i++) {
        const double *p = frames[i].position, *q = frames[i].rotation;
        double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        demand(f, isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]), "a position is finite");
        demand(f, fabs(square - 1.0) < 1e-12, "a quaternion has length 1");
        if (f->rig->space.planar) {
            demand(f, p[2] == 0.0 && q[1] == 0.0 && q[2] == 0.0, "a body stays in the plane");
        }
    }
}

/* By how much a row is open. A plan counts whole turns for itself: of a row that counts those of
 * one angle, what remains when as many as needed are taken off; of two angles it is not known here.
 * An angle that is counted may be exactly 0, so it is recognised by how it answers to a turn more.
 */
static double row_gap(const tmRow *row, const tmFrame own[2], const double turns[2]) {
    tmRowAt at, more;
    tm_row_at(row, own, NULL, turns, &at);
    const double next[2] = {at.turns[0] + TURN, at.turns[1] + TURN};
    tm_row_at(row, own, NULL, next, &more);
    bool first = more.turns[0] != at.turns[0], second = more.turns[1] != at.turns[1];
    if (first && second) {
        return 0.0;
    }
    double step = more.value - at.value;
    bool counts = (first || second) && step != 0.0;
    return fabs(counts ? at.value - step * round(at.value / step) : at.value);
}

/* The largest row of the joints, lengths over the size. */
static double gap_of(const Fuzz *f, const tmAssembly *a, const tmFrame *frames) {
    double max = 0.0, size = tm_assembly_info(a)->size;
    for (int32_t j = 0; j < f->rig->space.joint_count; j++) {
        int32_t count;
        const tmRow *rows = tm_assembly_rows(a, j, &count);
        const double *turns = tm_assembly_turns(a, j);
        const tmFrame own[2] = {frames[f->rig->bodies[j][0]], frames[f->rig->bodies[j][1]]};
        if (f->rig->fixed[f->rig->bodies[j][0]] && f->rig->fixed[f->rig->bodies[j][1]]) {
            continue;
        }
        for (int32_t r = 0; r < count; r++) {
            double gap = row_gap(&rows[r], own, turns + 2 * r);
            gap /= rows[r].unit == TM_ROW_LENGTH ? size : 1.0;
            max = gap <= max ? max : gap;
        }
    }
    return max;
}

static void check_motions(const Fuzz *f, const tmAssembly *a, const tmMobility *m) {
    const tmFrame *frames = tm_assembly_frames(a);
    for (int32_t k = 0; k < tm_mobility_motion_count(m); k++) {
        const tmTwist *motion = tm_mobility_motion(m, k);
        for (int32_t j = 0; j < f->rig->space.joint_count; j++) {
            int32_t count;
            const tmRow *rows = tm_assembly_rows(a, j, &count);
            const tmFrame own[2] = {frames[f->rig->bodies[j][0]], frames[f->rig->bodies[j][1]]};
            for (int32_t r = 0; r < count; r++) {
                tmRowAt at;
                double rate = 0.0, scale = 0.0;
                tm_row_at(&rows[r], own, NULL, tm_assembly_turns(a, j) + 2 * r, &at);
                for (int i = 0; i < 6; i++) {
                    const tmTwist *g = &at.gradient[i / 3], *v = &motion[f->rig->bodies[j][i / 3]];
                    rate += g->linear[i % 3] * v->linear[i % 3];
                    rate += g->angular[i % 3] * v->angular[i % 3];
                    scale += fabs(g->linear[i % 3] * v->linear[i % 3]) +
                             fabs(g->angular[i % 3] * v->angular[i % 3]);
                }
                demand(f, at.message || !(fabs(rate) > 1e-4 * (scale + tm_assembly_info(a)->size)),
                       "a free motion keeps the joints closed");
            }
        }
    }
}

static void check_mobility(const Fuzz *f, const tmAssembly *a) {
    tmMobility *m;
    tmStatus status = tm_mobility_create(a, NULL, NULL, &m);
    if (status != TM_OK) {
        demand(f, status == TM_ERR_NOT_FINITE || status == TM_ERR_MEMORY, "mobility is found");
        return;
    }
    const tmMobilityInfo *info = tm_mobility_info(m);
    int32_t redundant = 0;
    for (int32_t i = 0; i < tm_mobility_redundancy_count(m); i++) {
        const tmSharedRedundancy *r = tm_mobility_redundancy(m, i);
        redundant += r->equations;
        demand(f, r->joint_count > 0, "a redundancy has joints");
        for (int32_t k = 0; k < r->joint_count; k++) {
            demand(f, r->joints[k].equations <= r->joints[k].equation_count, "shares are rows");
        }
    }
    demand(f, info->mobility >= 0 && info->mobility - info->count == info->equations - info->rank,
           "counts add up");
    demand(f, redundant == info->equations - info->rank, "redundancies add up");
    demand(f, !info->motions_all || tm_mobility_motion_count(m) == info->mobility,
           "every motion is given");
    check_motions(f, a, m);
    tm_mobility_destroy(m);
}

/* ---- Moving -------------------------------------------------------------------------------- */

static void move(Fuzz *f, const tmAssembly *a, tmSpacePlan *plan, tmBreak on_break) {
    size_t bytes = sizeof(tmFrame) * (size_t)f->rig->space.body_count;
    tmFrame before[BODIES_MAX + 1];
    double values[3 * INPUTS_MAX], found[3 * INPUTS_MAX];
    int32_t count = tm_space_plan_value_count(plan);
    memcpy(before, tm_space_plan_frames(plan), bytes);
    for (int32_t i = 0; i < count; i++) {
        values[i] = number(f);
    }
    tmSolveInfo info;
    if (tm_space_plan_move(plan, values, &info) != TM_OK) {
        return;
    }
    const tmFrame *frames = tm_space_plan_frames(plan);
    check_frames(f, frames);
    bool closed = tm_assembly_info(a)->outcome == TM_ASSEMBLY_CLOSED;
    if (info.outcome == TM_MOVE_DONE) {
        double noise = 1e-12 * f->reach / tm_assembly_info(a)->size;
        demand(f, closed && gap_of(f, a, frames) < 1e-9 + noise, "a move that is done is closed");
        demand(f, tm_space_plan_values(plan, found) == TM_OK, "values are told");
    } else if (on_break == TM_BREAK_LIMIT || !closed) {
        demand(f, memcmp(before, frames, bytes) == 0, "a move that is not done changes nothing");
    }
}

static void drive(Fuzz *f, const tmAssembly *a) {
    tmSpaceInput inputs[INPUTS_MAX];
    tmSpacePlanDef def = tm_space_plan_def_default();
    def.inputs = inputs;
    def.input_count = 1 + byte(f) % INPUTS_MAX;
    def.on_break = (tmBreak)(byte(f) % 3);
    def.max_iterations = 500;
    for (int32_t i = 0; i < def.input_count; i++) {
        tmSpaceInput *in = &inputs[i];
        *in = (tmSpaceInput){.kind = (tmSpaceInputKind)(byte(f) % 4)};
        in->joint = f->rig->space.joint_count ? byte(f) % f->rig->space.joint_count : 0;
        in->point = some_feature(f, byte(f) % f->rig->space.body_count, false);
        in->axis[f->rig->space.planar && in->kind == TM_SPACE_ANGLE ? 2 : 0] = 1.0;
        in->axis[1] = f->rig->space.planar ? 0.0 : number(f);
    }
    tmSpacePlan *plan;
    if (tm_space_plan_create(a, &def, &plan) == TM_OK) {
        for (int i = 0; i < MOVES_MAX && f->left > 0; i++) {
            move(f, a, plan, def.on_break);
        }
        tm_space_plan_destroy(plan);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Fuzz f = {.data = data, .left = size, .reach = 4.0};
    void *memory = calloc(1, rig_size(BODIES_MAX, JOINTS_MAX));
    f.rig = rig_init(memory, byte(&f) & 1, BODIES_MAX, JOINTS_MAX);
    make(&f);
    tmAssemblyDef def = tm_assembly_def_default();
    def.max_restarts = 3;
    tmAssembly *a;
    if (tmi_assemble(NULL, &f.rig->space, &def, &a) == TM_OK) {
        check_frames(&f, tm_assembly_frames(a));
        const tmAssemblyInfo *info = tm_assembly_info(a);
        double noise = 1e-12 * f.reach / info->size;
        if (info->outcome == TM_ASSEMBLY_CLOSED) {
            demand(&f, gap_of(&f, a, tm_assembly_frames(a)) < 1e-9 + noise, "it is closed");
        }
        for (int32_t i = 0; i < tm_assembly_conflict_count(a); i++) {
            demand(&f, tm_assembly_conflict(a, i)->count > 0, "a conflict has parts");
        }
        check_mobility(&f, a);
        drive(&f, a);
        tm_assembly_destroy(a);
    }
    free(memory);
    return 0;
}
