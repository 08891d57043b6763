/* assemble_model.c: assembles models: their bodies, joints and places as the solver's arrays.
 *
 * A planar world is first tried by a plan of its mechanism, which closes loops by closed forms; the
 * general solver then only measures what is `as placed`. Where that fails, or where a hinge has no
 * planar joint, the general solver begins with the rough frames.
 *
 * Parts that the world places `near` a point are not held there, but parts without a place move to
 * them, not the other way round. */
#include "analyse/kinematics/kinematics.h"
#include "analyse/space/space.h"
#include "numeric/numeric.h"

#include <string.h>

/* The arrays while the assembly is made. */
typedef struct Arrays {
    tmiArena arena;
    tmFrame *frames;
    bool *fixed;
    bool *rough; /* bodies that are placed `near` a point */
    bool *loose; /* bodies that have no place and do not stand still */
    bool *held; /* while bodies are brought to the rough ones: these, and what is not joined to them
                 */
    int32_t *queue; /* of bodies, likewise */
    tmiSpaceJoint *joints;
    tmiSpacePlace *places;
    int32_t *numbers; /* of the places in the model */
    int32_t *moved;   /* those that were given up */
    int32_t place_count, moved_count;
} Arrays;

/* Up to this many bodies a plan is tried first: its Newton steps cost more than seating bodies one
 * by one, which is all that chains and trees need. */
#define PLANNED_MAX 30

/* Rounds, of which each gives up a place, with all restarts; the restarts of later ones; and rounds
 * after which the last open place is given up without a search for those that exclude each other.
 */
#define FULL_ROUNDS 3
#define LATER_RESTARTS 3
#define SEARCHED_ROUNDS 10

static bool make_room(Arrays *arrays, const tmModel *model) {
    tmiArena *arena = &arrays->arena;
    size_t bodies = (size_t)tm_model_body_count(model);
    size_t joints = (size_t)tm_model_joint_count(model) + 1;
    size_t places = (size_t)tm_model_place_count(model) + TM_HINGE_COORDINATES * joints;
    arrays->frames = tmi_arena_alloc(arena, bodies, sizeof *arrays->frames);
    arrays->fixed = tmi_arena_alloc(arena, bodies, sizeof *arrays->fixed);
    arrays->rough = tmi_arena_alloc(arena, bodies, sizeof *arrays->rough);
    arrays->loose = tmi_arena_alloc(arena, bodies, sizeof *arrays->loose);
    arrays->held = tmi_arena_alloc(arena, bodies, sizeof *arrays->held);
    arrays->queue = tmi_arena_alloc(arena, bodies, sizeof *arrays->queue);
    arrays->joints = tmi_arena_alloc(arena, joints, sizeof *arrays->joints);
    arrays->places = tmi_arena_alloc(arena, places, sizeof *arrays->places);
    arrays->numbers = tmi_arena_alloc(arena, places, sizeof *arrays->numbers);
    arrays->moved = tmi_arena_alloc(arena, places, sizeof *arrays->moved);
    return arrays->frames && arrays->fixed && arrays->rough && arrays->loose && arrays->held &&
           arrays->queue && arrays->joints && arrays->places && arrays->numbers && arrays->moved;
}

static void fill_bodies(Arrays *arrays, const tmModel *model) {
    for (int32_t i = 0; i < tm_model_body_count(model); i++) {
        tmBodyInfo body;
        tm_model_body(model, i, &body);
        arrays->frames[i] = body.frame;
        arrays->fixed[i] = body.is_fixed;
        arrays->loose[i] = !body.is_fixed;
        arrays->held[i] = true;
    }
}

static void fill_joints(Arrays *arrays, const tmModel *model) {
    for (int32_t i = 0; i < tm_model_joint_count(model); i++) {
        tmJointInfo joint;
        tm_model_joint(model, i, &joint);
        arrays->joints[i] = (tmiSpaceJoint){.bodies = joint.bodies,
                                            .body_count = joint.body_count,
                                            .rows = joint.rows,
                                            .row_count = joint.row_count,
                                            .coordinates = joint.coordinates,
                                            .coordinate_count = joint.coordinate_count,
                                            .pairs = joint.use.pairs,
                                            .pair_count = joint.use.pair_count};
    }
}

static void fill_places(Arrays *arrays, const tmModel *model) {
    for (int32_t i = 0; i < tm_model_place_count(model); i++) {
        tmPlaceInfo place;
        tm_model_place(model, i, &place);
        arrays->loose[place.by.body] = false;
        arrays->rough[place.by.body] |= place.is_rough;
        if (!place.is_rough) { /* of rough ones the frames of the bodies are all there is */
            tmiSpacePlace *to = &arrays->places[arrays->place_count];
            to->body = place.by.body;
            to->is_turned = place.is_turned;
            memcpy(to->point, place.by.point, sizeof to->point);
            memcpy(to->at, place.at, sizeof to->at);
            arrays->numbers[arrays->place_count++] = i;
        }
    }
}

/* Coordinates of joints at the start follow the places: where both contradict each other, the
 * coordinates are given up. Angles are without whole turns, as rows measure them. */
static void fill_starts(Arrays *arrays, const tmModel *model) {
    for (int32_t i = 0; i < tm_model_joint_count(model); i++) {
        tmJointInfo joint;
        tm_model_joint(model, i, &joint);
        for (int32_t k = 0; joint.start && k < joint.coordinate_count; k++) {
            double value = joint.start[k][0];
            if (value == value) {
                bool turns = joint.coordinates[k].unit == TM_ROW_ANGLE;
                arrays->numbers[arrays->place_count] = tm_model_place_count(model) + i;
                arrays->places[arrays->place_count++] =
                    (tmiSpacePlace){.is_start = true,
                                    .joint = i,
                                    .coordinate = k,
                                    .value = turns ? tmi_unwrap(value, 0.0) : value};
            }
        }
    }
}

/* Frees the bodies that equations connect to rough ones; returns how many of them have no place. */
static int32_t free_joined(Arrays *arrays, const tmModel *model) {
    int32_t head = 0, tail = 0, loose = 0;
    for (int32_t i = 0; i < tm_model_body_count(model); i++) {
        if (arrays->rough[i]) {
            arrays->queue[tail++] = i;
        }
    }
    while (head < tail) {
        int32_t count;
        const int32_t *joints = tm_model_joints_of(model, arrays->queue[head++], &count);
        for (int32_t i = 0; i < count; i++) {
            const tmiSpaceJoint *joint = &arrays->joints[joints[i]];
            for (int32_t k = 0; joint->row_count > 0 && k < joint->body_count; k++) {
                int32_t body = joint->bodies[k];
                if (arrays->held[body] && !arrays->rough[body] && !arrays->fixed[body]) {
                    arrays->held[body] = false;
                    arrays->queue[tail++] = body;
                    loose += arrays->loose[body] ? 1 : 0;
                }
            }
        }
    }
    return loose;
}

/* Moves bodies without a place to those placed `near` a point, which are fixed meanwhile; joints
 * that cannot be closed this way are left with least gaps. */
static tmStatus bring_near(Arrays *arrays, const tmModel *model, const tmiSpace *space,
                           const tmAssemblyDef *def) {
    if (free_joined(arrays, model) == 0) {
        return TM_OK;
    }
    tmiSpace held = *space;
    tmAssemblyDef once = *def;
    tmAssembly *assembly = NULL;
    held.fixed = arrays->held;
    once.max_restarts = 0;
    once.max_explained = 0;
    tmStatus status = tmi_assemble(&arrays->arena.allocator, &held, &once, &assembly);
    for (int32_t i = 0; status == TM_OK && i < space->body_count; i++) {
        arrays->frames[i] =
            arrays->loose[i] && !arrays->held[i] ? assembly->frames[i] : arrays->frames[i];
    }
    tm_assembly_destroy(assembly);
    return status;
}

/* Gives up a place of each conflict, the last: a part is where its joints hold it, and the place
 * only says where to begin. False when no conflict contains a place. */
static bool give_up_places(Arrays *arrays, const tmAssembly *assembly) {
    int32_t before = arrays->moved_count, kept = 0;
    for (int32_t i = 0; i < tm_assembly_conflict_count(assembly); i++) {
        const tmAssemblyConflict *conflict = tm_assembly_conflict(assembly, i);
        int32_t last = -1;
        for (int32_t k = 0; k < conflict->count; k++) {
            last = conflict->parts[k].place > last ? conflict->parts[k].place : last;
        }
        if (last >= 0 && arrays->numbers[last] >= 0) {
            arrays->moved[arrays->moved_count++] = arrays->numbers[last];
            arrays->numbers[last] = -1;
        }
    }
    for (int32_t i = 0; i < arrays->place_count; i++) {
        if (arrays->numbers[i] >= 0) {
            arrays->places[kept] = arrays->places[i];
            arrays->numbers[kept++] = arrays->numbers[i];
        }
    }
    arrays->place_count = kept;
    return arrays->moved_count > before;
}

/* Lists in the assembly the places that do not hold, and the conflicts with the model's numbers. */
static tmStatus number_places(const Arrays *arrays, int32_t places, tmAssembly *assembly) {
    assembly->moved =
        tmi_arena_alloc(&assembly->arena, (size_t)arrays->moved_count + 1, sizeof *assembly->moved);
    if (!assembly->moved) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < arrays->moved_count; i++) { /* what joints start with is not a place */
        if (arrays->moved[i] < places) {
            assembly->moved[assembly->moved_count++] = arrays->moved[i];
        }
    }
    return TM_OK;
}

/* Assembles, and gives up a place of each conflict, until all joints are closed or no conflict has
 * a place. A round that does not close takes all restarts and a search, so that later ones have
 * fewer and none: else the 200 links of a chain that are all placed wrongly take a minute. That
 * joints alone contradict each other is only said after all restarts. */
static tmStatus assemble_rounds(tmAllocator allocator, tmiSpace *space, const tmAssemblyDef *def,
                                Arrays *arrays, tmAssembly **assembly) {
    tmAssemblyDef later = *def;
    tmAssemblyInfo sum = {0};
    tmStatus status = TM_OK;
    later.max_restarts = def->max_restarts < LATER_RESTARTS ? def->max_restarts : LATER_RESTARTS;
    int32_t round = 0;
    for (bool again = true; again && status == TM_OK; round++) {
        bool all = round < FULL_ROUNDS;
        later.max_explained = round < SEARCHED_ROUNDS ? def->max_explained : 0;
        tm_assembly_destroy(*assembly);
        space->place_count = arrays->place_count;
        status = tmi_assemble(&allocator, space, all ? def : &later, assembly);
        again = status == TM_OK && (*assembly)->info.outcome == TM_ASSEMBLY_CONFLICT;
        if (status == TM_OK) {
            sum.iterations += (*assembly)->info.iterations;
            sum.restarts += (*assembly)->info.restarts;
        }
        if (again && !give_up_places(arrays, *assembly)) {
            again = !all;
            round = -1;
        }
    }
    if (status == TM_OK) {
        (*assembly)->info.iterations = sum.iterations;
        (*assembly)->info.restarts = sum.restarts;
    }
    return status;
}

static tmStatus assemble(const tmModel *model, const tmAssemblyDef *def, Arrays *arrays,
                         tmAssembly **assembly) {
    tmAllocator allocator = arrays->arena.allocator;
    tmSolveInfo info;
    if (!make_room(arrays, model)) {
        return TM_ERR_MEMORY;
    }
    fill_bodies(arrays, model);
    fill_joints(arrays, model);
    fill_places(arrays, model);
    fill_starts(arrays, model);
    tmiSpace space = {.planar = tm_model_world(model).planar,
                      .frames = arrays->frames,
                      .fixed = arrays->fixed,
                      .body_count = tm_model_body_count(model),
                      .joints = arrays->joints,
                      .joint_count = tm_model_joint_count(model),
                      .places = arrays->places,
                      .place_count = arrays->place_count};
    tmStatus status = bring_near(arrays, model, &space, def);
    if (status == TM_OK && space.planar && space.body_count < PLANNED_MAX) {
        status = tmi_assemble_planar(&allocator, model, arrays->frames, &info);
    }
    status = status == TM_ERR_MEMORY ? status : TM_OK;
    status = status == TM_OK ? assemble_rounds(allocator, &space, def, arrays, assembly) : status;
    status =
        status == TM_OK ? number_places(arrays, tm_model_place_count(model), *assembly) : status;
    if (status != TM_OK) {
        tm_assembly_destroy(*assembly);
        *assembly = NULL;
    }
    return status;
}

const int32_t *tm_assembly_moved(const tmAssembly *assembly, int32_t *count) {
    if (count) {
        *count = assembly ? assembly->moved_count : 0;
    }
    return assembly ? assembly->moved : NULL;
}

tmStatus tm_assemble(const tmModel *model, const tmAssemblyDef *def, tmAssembly **assembly) {
    tmAssemblyDef standard = tm_assembly_def_default();
    Arrays arrays = {.place_count = 0};
    if (assembly) {
        *assembly = NULL;
    }
    if (!model || !assembly || tm_diags_total(tm_model_diags(model), TM_ERROR) > 0) {
        return TM_ERR_ARGUMENT;
    }
    tmi_arena_init(&arrays.arena, tm_model_allocator(model));
    tmStatus status = assemble(model, def ? def : &standard, &arrays, assembly);
    tmi_arena_clear(&arrays.arena);
    return status;
}
