/* diagnose_system.c: a mechanism with held inputs as rows and unknowns without a unit. Rows are
 * those of joint_rows.c over the size; docs/theory/diagnosis.md, (1) to (3). */
#include "analyse/kinematics/diagnose/diagnose_private.h"

#include <math.h>
#include <string.h>

#define NONE (-1)

/* Radius of gyration [size] below which a body's features count as one point: its turn is then
 * weighed by the whole size. And the minimum radius of the others [size], so that rows that turn a
 * tiny link do not swamp what they do to a large one. */
#define POINT_RADIUS 1e-6
#define RADIUS_MIN 1e-3

/* A mechanism whose lengths are less than this part of its coordinates in body axes [1] is one of
 * points: the lengths are rounding errors. */
#define POINT_SIZE 1e-12

/* Length of a row's gradients [1] below which it is left as it is: it holds nothing in this pose.
 */
#define GRADIENT_MIN 1e-9

/* ---- Demands ------------------------------------------------------------------------------- */

static void add_demand(tmiLinkage *s, tmiDemand demand) {
    demand.row = s->rows;
    demand.rows = tmi_joint_row_count(&demand.joint);
    s->rows += demand.rows;
    s->demands[s->demand_count++] = demand;
}

static void add_joints(tmiLinkage *s) {
    for (int32_t i = 0; i < s->m->joint_ids.count; i++) {
        if (tmi_id_pool_at(&s->m->joint_ids, i)) {
            const tmiPlanarJoint *pair = tmi_pairs_find(&s->pairs, i);
            const tmiPlanarJoint *joint = pair ? pair : &s->m->joints[i];
            add_demand(
                s, (tmiDemand){
                       .joint = *joint, .ends = joint->feature_count, .slot = i, .input = NONE});
        }
    }
}

/* Where the ends of a demand are. */
static void find_places(const tmiLinkage *s, const tmiDemand *d, tmiFeaturePose *places) {
    for (int32_t k = 0; k < d->ends; k++) {
        int32_t feature = d->joint.features[k];
        if (feature < 0) {
            places[k] = (tmiFeaturePose){d->x, d->y, 0.0, 0.0, 1.0, 0.0};
        } else {
            const tmiPlanarFeature *f = &s->m->features[feature];
            places[k] = tmi_feature_pose(f, s->poses[f->body]);
        }
    }
}

/* The value that an angle or displacement has now. */
static double measure(const tmiLinkage *s, const tmiDemand *d) {
    tmiFeaturePose places[TM_JOINT_FEATURES];
    double rows[TMI_JOINT_ROWS];
    find_places(s, d, places);
    tmi_joint_rows(&d->joint, places, 1.0, rows, NULL);
    return rows[0];
}

static tmStatus hold_joint(tmiLinkage *s, const tmInput *input, int32_t number,
                           const double *value) {
    int32_t slot = tmi_id_pool_slot(&s->m->joint_ids, input->joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    tmJointKind kind = s->m->joints[slot].kind;
    bool angle = input->kind == TM_INPUT_ANGLE;
    bool fits =
        angle ? kind == TM_JOINT_REVOLUTE : kind == TM_JOINT_PRISMATIC || kind == TM_JOINT_SLOT;
    for (int32_t i = 0; i < s->demand_count; i++) {
        fits &= s->demands[i].slot != slot || s->demands[i].input == NONE;
    }
    if (!fits) {
        return TM_ERR_ARGUMENT;
    }
    tmiDemand d = {.joint = s->m->joints[slot], .ends = 2, .slot = slot, .input = number};
    d.joint.kind = angle ? TM_JOINT_ANGLE : (tmJointKind)TMI_JOINT_DISPLACEMENT;
    d.joint.value = 0.0;
    d.joint.value = value ? *value : measure(s, &d);
    add_demand(s, d);
    return TM_OK;
}

static tmStatus hold_feature(tmiLinkage *s, const tmInput *input, int32_t number,
                             const double *values) {
    int32_t slot = tmi_id_pool_slot(&s->m->feature_ids, input->feature.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    if (s->m->features[slot].body == 0) {
        return TM_OK; /* the ground stays where it is */
    }
    const tmiPlanarFeature *f = &s->m->features[slot];
    tmiFeaturePose place = tmi_feature_pose(f, s->poses[f->body]);
    tmiDemand d = {.joint = {.kind = TM_JOINT_REVOLUTE, .features = {NONE, slot}},
                   .ends = 2,
                   .slot = NONE,
                   .input = number,
                   .x = values ? values[0] : place.x,
                   .y = values ? values[1] : place.y};
    add_demand(s, d);
    return TM_OK;
}

static tmStatus hold_inputs(tmiLinkage *s, const tmInput *inputs, int32_t count,
                            const double *values) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        bool position = inputs[i].kind == TM_INPUT_POSITION;
        if (values && !tmi_is_finite3(values[0], position ? values[1] : 0.0, 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
        if (position) {
            status = hold_feature(s, &inputs[i], i, values);
        } else if (inputs[i].kind == TM_INPUT_ANGLE || inputs[i].kind == TM_INPUT_DISPLACEMENT) {
            status = hold_joint(s, &inputs[i], i, values);
        } else {
            status = TM_ERR_ARGUMENT;
        }
        values = values ? values + (position ? 2 : 1) : NULL;
    }
    return status;
}

/* ---- Movers -------------------------------------------------------------------------------- */

static int32_t mover_at(const tmiLinkage *s, const tmiDemand *d, int32_t end) {
    int32_t feature = d->joint.features[end];
    return feature < 0 ? NONE : s->mover_of[s->m->features[feature].body];
}

/* Pass 0 finds the middles, pass 1 the squares of the radii, both as running means over the ends of
 * all joints. Inputs do not count: whether one is held makes no difference to the unknowns. */
static void weigh_movers(tmiLinkage *s, int pass, int32_t *count) {
    memset(count, 0, sizeof *count * (size_t)s->mover_count);
    for (int32_t i = 0; i < s->demand_count; i++) {
        const tmiDemand *d = &s->demands[i];
        for (int32_t k = 0; k < d->ends && d->input == NONE; k++) {
            int32_t b = mover_at(s, d, k);
            if (b == NONE) {
                continue;
            }
            tmiLinkageMover *mover = &s->movers[b];
            const tmiPlanarFeature *f = &s->m->features[d->joint.features[k]];
            double x = f->x - mover->x, y = f->y - mover->y;
            double all = ++count[b];
            if (pass == 0) {
                mover->x += x / all;
                mover->y += y / all;
            } else {
                x /= s->size; /* squares neither overflow nor vanish */
                y /= s->size;
                mover->radius += (x * x + y * y - mover->radius) / all;
            }
        }
    }
}

/* Numbers the sets of movers that joints connect together, in the order of their first movers. */
static void find_components(tmiLinkage *s, int32_t *above) {
    for (int32_t i = 0; i < s->mover_count; i++) {
        above[i] = i;
    }
    for (int32_t i = 0; i < s->demand_count; i++) {
        int32_t first = NONE;
        for (int32_t k = 0; k < s->demands[i].ends; k++) {
            int32_t b = mover_at(s, &s->demands[i], k);
            if (b != NONE && first != NONE) {
                int32_t p = tmi_root_of(above, first), q = tmi_root_of(above, b);
                above[p > q ? p : q] = p > q ? q : p;
            }
            first = b == NONE ? first : b;
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        int32_t root = tmi_root_of(above, i);
        s->movers[i].component = root == i ? s->component_count++ : s->movers[root].component;
    }
    for (int32_t i = 0; i < s->demand_count; i++) {
        for (int32_t k = 0; k < s->demands[i].ends; k++) {
            int32_t b = mover_at(s, &s->demands[i], k);
            if (b != NONE) {
                s->demands[i].component = s->movers[b].component;
            }
        }
    }
}

static void shape_movers(tmiLinkage *s) {
    weigh_movers(s, 0, s->int_work);
    weigh_movers(s, 1, s->int_work);
    for (int32_t i = 0; i < s->mover_count; i++) {
        double radius = sqrt(s->movers[i].radius);
        if (radius < POINT_RADIUS) {
            radius = 1.0;
        }
        s->movers[i].radius = s->size * (radius > RADIUS_MIN ? radius : RADIUS_MIN);
    }
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* The movers of a demand, ascending, each once. */
static int32_t movers_of(const tmiLinkage *s, const tmiDemand *d, int32_t *movers) {
    int32_t count = 0;
    for (int32_t last = NONE;;) {
        int32_t next = INT32_MAX;
        for (int32_t k = 0; k < d->ends; k++) {
            int32_t b = mover_at(s, d, k);
            next = b > last && b < next ? b : next;
        }
        if (next == INT32_MAX) {
            return count;
        }
        movers[count++] = last = next;
    }
}

static tmStatus make_pattern(tmiLinkage *s, tmiArena *arena) {
    size_t max = 0;
    for (int32_t i = 0; i < s->demand_count; i++) {
        max += 3 * (size_t)s->demands[i].ends * (size_t)s->demands[i].rows;
    }
    int32_t *start = tmi_arena_alloc(arena, (size_t)s->rows + 1, sizeof *start);
    int32_t *index = tmi_arena_alloc(arena, max, sizeof *index);
    if (!start || !index) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->demand_count; i++) {
        const tmiDemand *d = &s->demands[i];
        int32_t movers[TM_JOINT_FEATURES], count = movers_of(s, d, movers);
        for (int32_t row = d->row; row < d->row + d->rows; row++) {
            int32_t at = start[row];
            for (int32_t k = 0; k < 3 * count; k++) {
                index[at++] = 3 * movers[k / 3] + k % 3;
            }
            start[row + 1] = at;
        }
    }
    s->pattern = (tmiPattern){s->rows, s->unknowns, start, index};
    return TM_OK;
}

/* Turns a row's gradients at one end, which are about the body's origin, into those by the unknowns
 * of its mover, which are about its middle: the turn moves the origin too. */
static void gradient_by_mover(const tmiLinkage *s, const tmiLinkageMover *b,
                              const double gradient[3], double by[3]) {
    tmPose p = s->poses[b->slot];
    double rx = p.c * b->x - p.s * b->y, ry = p.s * b->x + p.c * b->y;
    by[0] = gradient[0];
    by[1] = gradient[1];
    by[2] = (gradient[2] - gradient[1] * rx + gradient[0] * ry) / b->radius;
}

/* Adds a row's gradients at one end to the columns of its mover. */
static void scatter(tmiLinkage *s, int32_t row, int32_t mover, const double gradient[3]) {
    int32_t at = s->pattern.start[row];
    while (s->pattern.index[at] != 3 * mover) {
        at++;
    }
    double by[3];
    gradient_by_mover(s, &s->movers[mover], gradient, by);
    for (int i = 0; i < 3; i++) {
        s->values[at + i] += s->weight[row] * by[i];
    }
}

int32_t tmi_linkage_input(const tmiLinkage *s, int32_t slot, tmInputKind *kind, int32_t *movers,
                          double *gradients) {
    tmJointKind joint = s->m->joints[slot].kind;
    bool angle = joint == TM_JOINT_REVOLUTE;
    if (!angle && joint != TM_JOINT_PRISMATIC && joint != TM_JOINT_SLOT) {
        return 0;
    }
    tmiDemand d = {.joint = s->m->joints[slot], .ends = 2};
    d.joint.kind = angle ? TM_JOINT_ANGLE : (tmJointKind)TMI_JOINT_DISPLACEMENT;
    d.joint.value = 0.0;
    tmiFeaturePose places[TM_JOINT_FEATURES];
    double rows[TMI_JOINT_ROWS];
    tmiJointGradient gradient;
    find_places(s, &d, places);
    tmi_joint_rows(&d.joint, places, s->size, rows, &gradient);
    int32_t count = 0;
    for (int32_t k = 0; k < 2; k++) {
        int32_t b = mover_at(s, &d, k);
        if (b != NONE) {
            movers[count] = b;
            gradient_by_mover(s, &s->movers[b], gradient[0][k], gradients + 3 * count++);
        }
    }
    *kind = angle ? TM_INPUT_ANGLE : TM_INPUT_DISPLACEMENT;
    return count;
}

/* Whether the first two rows are x and y of the world: they share a weight, so that turning the
 * mechanism turns them into each other. */
static bool has_world_axes(const tmiDemand *d) {
    tmJointKind kind = d->joint.kind;
    return d->rows > 1 && (kind == TM_JOINT_REVOLUTE || kind == TM_JOINT_RIGID ||
                           kind == TM_JOINT_DISTANCE || kind == TM_JOINT_ON_CIRCLE);
}

/* Adds r d2r/dx2 of an open pin to the stiffness of the bodies' turns: turning a lever moves its
 * end back by half the square of the angle. For pins this is all there is of second order, and
 * without it a long chain that is pulled apart takes very long to become straight. */
static void add_stiffness(tmiLinkage *s, const tmiDemand *d, const tmiFeaturePose *places) {
    for (int32_t k = 0; k < 2; k++) {
        int32_t mover = mover_at(s, d, k);
        if (mover == NONE) {
            continue;
        }
        const tmiLinkageMover *b = &s->movers[mover];
        tmPose p = s->poses[b->slot];
        double x = places[k].rx - (p.c * b->x - p.s * b->y);
        double y = places[k].ry - (p.s * b->x + p.c * b->y);
        double pull = s->weight[d->row] * (s->residual[d->row] * x + s->residual[d->row + 1] * y);
        s->stiffness[3 * mover + 2] += (k ? -pull : pull) / b->radius * (s->size / b->radius);
    }
}

static void evaluate_demand(tmiLinkage *s, const tmiDemand *d) {
    tmiFeaturePose places[TM_JOINT_FEATURES];
    double rows[TMI_JOINT_ROWS];
    tmiJointGradient gradient;
    if (s->muted[d - s->demands]) {
        memset(s->residual + d->row, 0, sizeof(double) * (size_t)d->rows);
        return;
    }
    find_places(s, d, places);
    tmi_joint_rows(&d->joint, places, s->size, rows, &gradient);
    double roundings = d->joint.pair ? tmi_pair_roundings(&d->joint, s->size) : 0.0;
    for (int32_t k = 0; k < d->ends; k++) {
        const tmiFeaturePose *p = &places[k];
        roundings +=
            TMI_COORDINATE_ROUNDINGS * (fabs(p->x) + fabs(p->y) + fabs(p->rx) + fabs(p->ry));
    }
    for (int32_t i = 0; i < d->rows; i++) {
        int32_t row = d->row + i;
        double gap = (fabs(rows[i]) - roundings) / s->size;
        s->max_residual = gap > s->max_residual || gap != gap ? gap : s->max_residual;
        s->residual[row] = s->weight[row] * (rows[i] / s->size);
        for (int32_t k = 0; k < d->ends; k++) {
            int32_t mover = mover_at(s, d, k);
            if (mover != NONE) {
                scatter(s, row, mover, gradient[i][k]);
            }
        }
    }
    if (has_world_axes(d)) {
        add_stiffness(s, d, places);
    }
}

bool tmi_linkage_evaluate(tmiLinkage *s) {
    int32_t entries = s->pattern.start[s->rows];
    memset(s->values, 0, sizeof(double) * (size_t)entries);
    memset(s->stiffness, 0, sizeof(double) * (size_t)s->unknowns);
    s->max_residual = 0.0;
    for (int32_t i = 0; i < s->demand_count; i++) {
        evaluate_demand(s, &s->demands[i]);
    }
    for (int32_t i = 0; i < s->unknowns; i++) {
        s->stiffness[i] = s->stiffness[i] > 0.0 ? s->stiffness[i] : 0.0;
    }
    double ignored;
    return tmi_vector_max_abs(s->stiffness, s->unknowns, &ignored) == TM_OK &&
           tmi_vector_max_abs(s->values, entries, &ignored) == TM_OK &&
           tmi_vector_max_abs(s->residual, s->rows, &ignored) == TM_OK;
}

static double row_square(const tmiLinkage *s, int32_t row) {
    const double *v = s->values + s->pattern.start[row];
    return tmi_diagnose_dot(v, v, s->pattern.start[row + 1] - s->pattern.start[row]);
}

bool tmi_linkage_weigh(tmiLinkage *s) {
    for (int32_t i = 0; i < s->rows; i++) {
        s->weight[i] = 1.0;
    }
    if (!tmi_linkage_evaluate(s)) {
        return false;
    }
    for (int32_t i = 0; i < s->demand_count; i++) {
        const tmiDemand *d = &s->demands[i];
        for (int32_t k = 0; k < d->rows; k++) {
            double square = row_square(s, d->row + k);
            if (k < 2 && has_world_axes(d)) {
                square = 0.5 * (row_square(s, d->row) + row_square(s, d->row + 1));
            }
            s->weight[d->row + k] = square > GRADIENT_MIN * GRADIENT_MIN ? 1.0 / sqrt(square) : 1.0;
        }
    }
    return tmi_linkage_evaluate(s);
}

/* ---- All together -------------------------------------------------------------------------- */

static tmStatus reserve_parts(tmiLinkage *s, tmiArena *arena, int32_t input_count) {
    size_t bodies = (size_t)s->m->body_ids.count;
    size_t demands = (size_t)s->m->joint_ids.count + (size_t)input_count;
    s->movers = tmi_arena_alloc(arena, bodies, sizeof *s->movers);
    s->mover_of = tmi_arena_alloc(arena, bodies, sizeof *s->mover_of);
    s->int_work = tmi_arena_alloc(arena, bodies, sizeof *s->int_work);
    s->poses = tmi_arena_alloc(arena, bodies, sizeof *s->poses);
    s->trial = tmi_arena_alloc(arena, bodies, sizeof *s->trial);
    s->demands = tmi_arena_alloc(arena, demands, sizeof *s->demands);
    s->muted = tmi_arena_alloc(arena, demands, sizeof *s->muted);
    bool all =
        s->movers && s->mover_of && s->int_work && s->poses && s->trial && s->demands && s->muted;
    for (int32_t i = 0; all && i < s->m->body_ids.count; i++) {
        s->poses[i] = s->trial[i] = s->m->bodies[i].pose;
        s->mover_of[i] = NONE;
        if (i > 0 && tmi_id_pool_at(&s->m->body_ids, i)) {
            s->mover_of[i] = s->mover_count;
            s->movers[s->mover_count++].slot = i;
        }
    }
    s->unknowns = 3 * s->mover_count;
    return all ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus reserve_rows(tmiLinkage *s, tmiArena *arena) {
    size_t rows = (size_t)s->rows;
    s->values = tmi_arena_alloc(arena, (size_t)s->pattern.start[rows], sizeof(double));
    s->residual = tmi_arena_alloc(arena, rows, sizeof(double));
    s->weight = tmi_arena_alloc(arena, rows, sizeof(double));
    s->step = tmi_arena_alloc(arena, (size_t)s->unknowns, sizeof(double));
    s->stiffness = tmi_arena_alloc(arena, (size_t)s->unknowns, sizeof(double));
    bool all = s->values && s->residual && s->weight && s->step && s->stiffness;
    return all ? TM_OK : TM_ERR_MEMORY;
}

/* The size of the mechanism, features whose position is held counted. */
static double find_size(const tmiLinkage *s, const tmInput *inputs, int32_t count) {
    double min = 0.0, max_residual = 0.0;
    for (int32_t i = 0; i < count; i++) {
        if (inputs[i].kind == TM_INPUT_POSITION) {
            int32_t slot = tmi_id_pool_slot(&s->m->feature_ids, inputs[i].feature.value);
            double reach = tmi_feature_reach(s->m, slot);
            min = reach > min ? reach : min;
        }
    }
    for (int32_t i = 0; i < s->demand_count; i++) {
        for (int32_t k = 0; k < s->demands[i].ends; k++) {
            int32_t slot = s->demands[i].joint.features[k];
            double far =
                slot < 0 ? 0.0 : fabs(s->m->features[slot].x) + fabs(s->m->features[slot].y);
            max_residual = far > max_residual ? far : max_residual;
        }
    }
    double size = tmi_mechanism_size(s->m, min);
    return size > POINT_SIZE * max_residual ? size : max_residual;
}

tmStatus tmi_linkage_make(tmiLinkage *s, tmiArena *arena, const tmMechanism *m,
                          const tmInput *inputs, int32_t input_count, const double *values) {
    *s = (tmiLinkage){.m = m};
    tmStatus status = reserve_parts(s, arena, input_count);
    if (status == TM_OK) {
        status = tmi_pairs_make(&s->pairs, arena, m);
    }
    if (status != TM_OK) {
        return status;
    }
    add_joints(s);
    status = hold_inputs(s, inputs, input_count, values);
    if (status != TM_OK) {
        return status;
    }
    s->size = find_size(s, inputs, input_count);
    shape_movers(s);
    find_components(s, s->int_work);
    status = make_pattern(s, arena);
    return status == TM_OK ? reserve_rows(s, arena) : status;
}
