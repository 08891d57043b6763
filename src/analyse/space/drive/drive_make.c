/* drive_make.c: a plan of a mechanism in space: inputs become rows, and all memory that moves take
 * is laid out. */
#include "analyse/space/drive/drive.h"
#include "analyse/space/equations/equations.h"

#include <math.h>
#include <string.h>

/* Sine below which an axis counts as across another [1]. */
#define AXES_ACROSS 1e-9

tmSpacePlanDef tm_space_plan_def_default(void) {
    return (tmSpacePlanDef){.stamp = TMI_STAMP_SPACE_PLAN,
                            .tolerance = 1e-11,
                            .max_iterations = 20000,
                            .on_break = TM_BREAK_LIMIT};
}

/* ---- Inputs as rows ------------------------------------------------------------------------ */

static bool body_moves(const tmAssembly *a, int32_t body) {
    return body >= 0 && body < a->body_count && !a->fixed[body];
}

static bool all_finite(const double v[3]) {
    return fabs(v[0]) < INFINITY && fabs(v[1]) < INFINITY && fabs(v[2]) < INFINITY;
}

static tmStatus check_input(const tmAssembly *a, const tmSpaceInput *input) {
    if (input->kind == TM_SPACE_COORDINATE) {
        bool exists = input->joint >= 0 && input->joint < a->joint_count &&
                      a->constraints[input->joint].island >= 0 && input->coordinate >= 0 &&
                      input->coordinate < a->constraints[input->joint].coordinate_count;
        return exists ? TM_OK : TM_ERR_ARGUMENT;
    }
    if (input->kind > TM_SPACE_DRAG || !body_moves(a, input->point.body)) {
        return TM_ERR_ARGUMENT;
    }
    if (!all_finite(input->point.point) || !all_finite(input->axis)) {
        return TM_ERR_NOT_FINITE;
    }
    if (input->kind == TM_SPACE_DRAG) {
        return TM_OK;
    }
    double length = tmi_length3(input->axis), z = fabs(input->axis[2]);
    double flat = tmi_length3((double[3]){input->axis[0], input->axis[1], 0.0});
    bool out = a->planar && (input->kind == TM_SPACE_ANGLE ? flat : z) > AXES_ACROSS * length;
    return length > 0.0 && length < INFINITY && !out ? TM_OK : TM_ERR_ARGUMENT;
}

/* A row that measures a body's turn about an axis of the world: the marks are a direction across
 * the axis, in the world and in the body as it is when it is parallel to it. */
static void angle_row(const double axis[3], tmRow *row) {
    *row = (tmRow){.kind = TM_ROW_TURN, .unit = TM_ROW_ANGLE, .a = 1};
    double length = tmi_length3(axis), mark[3];
    int max = 0;
    for (int i = 0; i < 3; i++) {
        row->normal[i] = axis[i] / length;
        max = fabs(row->normal[i]) > fabs(row->normal[max]) ? i : max;
    }
    for (int i = 0; i < 3; i++) { /* the next axis, without what it has along the normal */
        mark[i] = (i == (max + 1) % 3 ? 1.0 : 0.0) - row->normal[(max + 1) % 3] * row->normal[i];
    }
    length = tmi_length3(mark);
    for (int i = 0; i < 3; i++) {
        row->mark_a[i] = row->mark_b[i] = mark[i] / length;
    }
}

static void position_row(const tmSpaceInput *input, const double axis[3], tmRow *row) {
    *row = (tmRow){.kind = TM_ROW_PLANE, .unit = TM_ROW_LENGTH, .a = 1};
    double length = tmi_length3(axis);
    for (int i = 0; i < 3; i++) {
        row->point[i] = input->point.point[i];
        row->normal[i] = axis[i] / length;
    }
}

/* Makes the constraint of an input; its turns are handed out later. */
static tmStatus make_constraint(tmSpacePlan *p, const tmSpaceInput *input,
                                tmiSpaceConstraint *constraint) {
    int32_t drag = p->a->planar ? 2 : 3;
    constraint->row_count = input->kind == TM_SPACE_DRAG ? drag : 1;
    constraint->rows = tmi_arena_alloc(&p->arena, (size_t)constraint->row_count, sizeof(tmRow));
    if (!constraint->rows) {
        return TM_ERR_MEMORY;
    }
    if (input->kind == TM_SPACE_COORDINATE) {
        const tmiSpaceConstraint *joint = &p->a->constraints[input->joint];
        constraint->bodies = joint->bodies;
        constraint->body_count = joint->body_count;
        constraint->rows[0] = joint->coordinates[input->coordinate];
        constraint->rows[0].as_placed = false;
        return TM_OK;
    }
    constraint->body_count = 2;
    constraint->bodies = tmi_arena_alloc(&p->arena, 2, sizeof(int32_t));
    if (!constraint->bodies) {
        return TM_ERR_MEMORY;
    }
    constraint->bodies[1] = input->point.body;
    constraint->from_origin = true;
    if (input->kind == TM_SPACE_ANGLE) {
        angle_row(input->axis, &constraint->rows[0]);
    } else if (input->kind == TM_SPACE_POSITION) {
        position_row(input, input->axis, &constraint->rows[0]);
    }
    for (int32_t i = 0; input->kind == TM_SPACE_DRAG && i < drag; i++) {
        double axis[3] = {0.0, 0.0, 0.0};
        axis[i] = 1.0;
        position_row(input, axis, &constraint->rows[i]);
    }
    return TM_OK;
}

/* ---- What moves ---------------------------------------------------------------------------- */

typedef struct Layout {
    bool *used; /* of each island: an input moves it */
    int32_t body_count, constraint_count, input_count;
    int32_t *bodies;
    tmiSpaceConstraint **list;
} Layout;

static tmStatus find_islands(tmSpacePlan *p, Layout *l) {
    const tmAssembly *a = p->a;
    int32_t *island_of = tmi_arena_alloc(&p->arena, (size_t)a->body_count, sizeof *island_of);
    l->used = tmi_arena_alloc(&p->arena, (size_t)a->info.islands, sizeof *l->used);
    if (!l->used || !island_of) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < a->info.islands; i++) {
        for (int32_t k = 0; k < a->islands[i].body_count; k++) {
            island_of[a->islands[i].bodies[k]] = i;
        }
    }
    for (int32_t i = 0; i < p->def.input_count; i++) {
        const tmSpaceInput *input = &p->def.inputs[i];
        bool at_joint = input->kind == TM_SPACE_COORDINATE;
        l->used[at_joint ? a->constraints[input->joint].island : island_of[input->point.body]] =
            true;
    }
    for (int32_t i = 0; i < a->info.islands; i++) {
        l->body_count += l->used[i] ? a->islands[i].body_count : 0;
        p->size = l->used[i] && a->islands[i].size > p->size ? a->islands[i].size : p->size;
    }
    for (int32_t i = 0; i < a->joint_count; i++) {
        l->constraint_count +=
            a->constraints[i].island >= 0 && l->used[a->constraints[i].island] ? 1 : 0;
    }
    l->bodies = tmi_arena_alloc(&p->arena, (size_t)l->body_count, sizeof(int32_t));
    size_t all = (size_t)(l->constraint_count + p->def.input_count);
    l->list = tmi_arena_alloc(&p->arena, all, sizeof(tmiSpaceConstraint *));
    p->constraints = tmi_arena_alloc(&p->arena, all, sizeof *p->constraints);
    p->drivers = tmi_arena_alloc(&p->arena, (size_t)p->def.input_count, sizeof *p->drivers);
    p->constraint_of = tmi_arena_alloc(&p->arena, (size_t)a->joint_count, sizeof *p->constraint_of);
    return l->bodies && l->list && p->constraints && p->drivers && p->constraint_of ? TM_OK
                                                                                    : TM_ERR_MEMORY;
}

/* Copies the constraints of the islands that move; rows stay the assembly's. */
static void copy_constraints(tmSpacePlan *p, Layout *l) {
    const tmAssembly *a = p->a;
    int32_t bodies = 0, constraints = 0;
    for (int32_t i = 0; i < a->info.islands; i++) {
        for (int32_t k = 0; l->used[i] && k < a->islands[i].body_count; k++) {
            l->bodies[bodies++] = a->islands[i].bodies[k];
        }
    }
    for (int32_t i = 0; i < a->joint_count; i++) {
        bool moves = a->constraints[i].island >= 0 && l->used[a->constraints[i].island];
        p->constraint_of[i] = moves ? constraints : -1;
        if (moves) {
            p->constraints[constraints++] = a->constraints[i];
        }
    }
}

/* Makes a driver of each input: those that must be met first. */
static tmStatus make_drivers(tmSpacePlan *p, Layout *l) {
    tmStatus status = TM_OK;
    for (int pass = 0; pass < 2; pass++) {
        int32_t value = 0;
        for (int32_t i = 0; i < p->def.input_count && status == TM_OK; i++) {
            const tmSpaceInput *input = &p->def.inputs[i];
            bool drag = input->kind == TM_SPACE_DRAG;
            if (drag == (pass == 1)) {
                tmiDriver *driver = &p->drivers[p->driver_count++];
                *driver = (tmiDriver){.value = value, .coordinate = -1};
                driver->constraint = &p->constraints[l->constraint_count + p->driver_count - 1];
                status = make_constraint(p, input, driver->constraint);
                p->drag_count += drag ? 1 : 0;
                p->drag_rows += drag && status == TM_OK ? driver->constraint->row_count : 0;
                if (input->kind == TM_SPACE_COORDINATE) {
                    driver->coordinate = p->first_coordinate[input->joint] + input->coordinate;
                }
            }
            value += drag ? (p->a->planar ? 2 : 3) : 1;
        }
        p->value_count = value;
    }
    return status;
}

/* ---- Memory -------------------------------------------------------------------------------- */

static tmStatus list_coordinates(tmSpacePlan *p) {
    const tmAssembly *a = p->a;
    p->first_coordinate = tmi_arena_alloc(&p->arena, (size_t)a->joint_count + 1, sizeof(int32_t));
    if (!p->first_coordinate) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < a->joint_count; i++) {
        p->first_coordinate[i + 1] = p->first_coordinate[i] + a->constraints[i].coordinate_count;
    }
    p->coordinate_count = p->first_coordinate[a->joint_count];
    p->coordinates =
        tmi_arena_alloc(&p->arena, (size_t)p->coordinate_count, sizeof *p->coordinates);
    return p->coordinates ? TM_OK : TM_ERR_MEMORY;
}

/* Lays all angles that are counted into one array, those of the coordinates last. */
static tmStatus lay_turns(tmSpacePlan *p, int32_t constraint_count) {
    int32_t rows = 0;
    for (int32_t i = 0; i < constraint_count; i++) {
        rows += p->constraints[i].row_count;
    }
    p->turn_count = rows + p->coordinate_count;
    size_t count = (size_t)p->turn_count;
    p->turns = tmi_arena_alloc(&p->arena, count, sizeof *p->turns);
    p->base_turns = tmi_arena_alloc(&p->arena, count, sizeof *p->turns);
    p->here_turns = tmi_arena_alloc(&p->arena, count, sizeof *p->turns);
    p->before_turns = tmi_arena_alloc(&p->arena, count, sizeof *p->turns);
    if (!p->turns || !p->base_turns || !p->here_turns || !p->before_turns) {
        return TM_ERR_MEMORY;
    }
    int32_t turn = 0;
    for (int32_t i = 0; i < constraint_count; i++) {
        p->constraints[i].turns = p->turns + turn;
        turn += p->constraints[i].row_count;
    }
    for (int32_t i = 0; i < p->a->joint_count; i++) {
        const tmiSpaceConstraint *joint = &p->a->constraints[i];
        for (int32_t k = 0; k < joint->coordinate_count; k++, turn++) {
            int32_t index = p->first_coordinate[i] + k;
            p->coordinates[index] = (tmiCoordinate){i, &joint->coordinates[k], turn};
        }
    }
    return TM_OK;
}

static tmStatus take_memory(tmSpacePlan *p) {
    size_t movers = (size_t)p->e.mover_count, values = (size_t)p->value_count;
    p->base = tmi_arena_alloc(&p->arena, movers, sizeof(tmFrame));
    p->shown = tmi_arena_alloc(&p->arena, movers, sizeof(tmFrame));
    p->here = tmi_arena_alloc(&p->arena, movers, sizeof(tmFrame));
    p->guess = tmi_arena_alloc(&p->arena, movers, sizeof(tmFrame));
    p->before = tmi_arena_alloc(&p->arena, movers, sizeof(tmFrame));
    p->tangent = tmi_arena_alloc(&p->arena, (size_t)p->e.unknowns, sizeof(double));
    p->escape = tmi_arena_alloc(&p->arena, (size_t)p->e.unknowns, sizeof(double));
    p->base_values = tmi_arena_alloc(&p->arena, values, sizeof(double));
    p->start_values = tmi_arena_alloc(&p->arena, values, sizeof(double));
    p->goal = tmi_arena_alloc(&p->arena, values, sizeof(double));
    p->way = tmi_arena_alloc(&p->arena, values, sizeof(double));
    return p->base && p->shown && p->here && p->guess && p->before && p->tangent && p->escape &&
                   p->base_values && p->start_values && p->goal && p->way
               ? TM_OK
               : TM_ERR_MEMORY;
}

static tmStatus make_sense(tmSpacePlan *p) {
    size_t doubles = tmi_sense_doubles(p->e.rows, p->e.unknowns);
    size_t rows = (size_t)p->e.rows, cols = (size_t)p->e.unknowns;
    if (doubles == 0) {
        return TM_OK;
    }
    p->sense.work = tmi_arena_alloc(&p->arena, doubles, sizeof(double));
    p->sense.rows = tmi_arena_alloc(&p->arena, rows, sizeof(int32_t));
    p->sense.col_place = tmi_arena_alloc(&p->arena, cols, sizeof(int32_t));
    p->sense.order = tmi_arena_alloc(&p->arena, rows + cols, sizeof(int32_t));
    return p->sense.work && p->sense.rows && p->sense.col_place && p->sense.order ? TM_OK
                                                                                  : TM_ERR_MEMORY;
}

static tmStatus make_equations(tmSpacePlan *p, const Layout *l) {
    const tmAssembly *a = p->a;
    int32_t *mover_of = tmi_arena_alloc(&p->arena, (size_t)a->body_count, sizeof *mover_of);
    if (!mover_of) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < a->body_count; i++) {
        mover_of[i] = -1;
    }
    int32_t count = l->constraint_count + p->driver_count;
    for (int32_t i = 0; i < count; i++) {
        l->list[i] = &p->constraints[i];
    }
    const tmiEquationsDef def = {.planar = a->planar,
                                 .frames = p->frames,
                                 .mover_of = mover_of,
                                 .bodies = l->bodies,
                                 .body_count = l->body_count,
                                 .constraints = l->list,
                                 .constraint_count = count};
    tmStatus status = tmi_equations_make(&p->e, &p->arena, &def);
    if (status != TM_OK) {
        return status;
    }
    p->e.measured = true;
    for (int32_t i = 0; i < p->driver_count; i++) {
        tmiDriver *driver = &p->drivers[i];
        driver->row = p->e.first[l->constraint_count + i];
        driver->scale = driver->constraint->rows[0].unit == TM_ROW_LENGTH ? 1.0 / p->e.size : 1.0;
    }
    return TM_OK;
}

static tmStatus make(tmSpacePlan *p) {
    const tmAssembly *a = p->a;
    Layout l = {0};
    size_t inputs = (size_t)p->def.input_count;
    tmSpaceInput *own = tmi_arena_alloc(&p->arena, inputs, sizeof *own);
    p->frames = tmi_arena_alloc(&p->arena, (size_t)a->body_count, sizeof *p->frames);
    if (!own || !p->frames) {
        return TM_ERR_MEMORY;
    }
    if (inputs > 0) {
        memcpy(own, p->def.inputs, inputs * sizeof *own);
    }
    p->def.inputs = own;
    tmStatus status = find_islands(p, &l);
    status = status == TM_OK ? list_coordinates(p) : status;
    if (status == TM_OK) {
        copy_constraints(p, &l);
        status = make_drivers(p, &l);
    }
    status = status == TM_OK ? lay_turns(p, l.constraint_count + p->driver_count) : status;
    memcpy(p->frames, a->frames, (size_t)a->body_count * sizeof *p->frames);
    status = status == TM_OK ? make_equations(p, &l) : status;
    status = status == TM_OK ? make_sense(p) : status;
    return status == TM_OK ? take_memory(p) : status;
}

tmStatus tm_space_plan_create(const tmAssembly *a, const tmSpacePlanDef *def, tmSpacePlan **plan) {
    if (!plan) {
        return TM_ERR_ARGUMENT;
    }
    *plan = NULL;
    if (!a || !def) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != TMI_STAMP_SPACE_PLAN) {
        return TM_ERR_DEF;
    }
    if (def->input_count < 0 || def->input_count > TM_ID_LIMIT ||
        (def->input_count > 0 && !def->inputs) || !(def->tolerance > 0.0) ||
        def->max_iterations < 1 || def->on_break > TM_BREAK_STRETCH) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t i = 0; i < def->input_count; i++) {
        tmStatus status = check_input(a, &def->inputs[i]);
        if (status != TM_OK) {
            return status;
        }
    }
    tmSpacePlan *p = tmi_alloc_zero(a->allocator, sizeof *p);
    if (!p) {
        return TM_ERR_MEMORY;
    }
    p->allocator = a->allocator;
    p->a = a;
    p->def = *def;
    p->closed = a->info.outcome == TM_ASSEMBLY_CLOSED;
    tmi_arena_init(&p->arena, a->allocator);
    tmStatus status = make(p);
    if (status != TM_OK) {
        tm_space_plan_destroy(p);
        return status;
    }
    tm_space_plan_reset(p);
    *plan = p;
    return TM_OK;
}

void tm_space_plan_destroy(tmSpacePlan *p) {
    if (p) {
        tmi_arena_clear(&p->arena);
        tmi_free(p->allocator, p, sizeof *p);
    }
}
