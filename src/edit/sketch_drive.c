/* sketch_drive.c: moves a sketch by the drives of its `animate`, and sweeps them for curves. */
#include "edit/sketch.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* How far drives are forced past a break to find which joints open: part of a radian, or of the
 * size. */
#define PUSH 0.05
/* Part of a turn by which an angle may fall short of the range's first: texts round. */
#define ANGLE_ROUNDED 1e-5
/* Gaps that show that a joint opened then, as part of the size of the world. */
#define OPENED 1e-6

static int32_t value_count(const tmSketch *sketch) {
    return tm_model_animate(sketch->model).value_count;
}

/* ---- The plan at the present poses --------------------------------------------------------- */

static double near_turn(double angle, double to) {
    return angle + TMI_TWO_PI * floor((to - angle) / TMI_TWO_PI + 0.5);
}

/* An angle with the turns that put it between `first` and `last`; where none do, or several, those
 * nearest to `to`. A way to `to` that begins outside the range could lead through what blocks. */
static double count_turns(double angle, double first, double last, double to) {
    double min = first < last ? first : last, way = fabs(last - first);
    double gone = angle - min - TMI_TWO_PI * floor((angle - min) / TMI_TWO_PI + ANGLE_ROUNDED);
    bool fits =
        gone <= way + TMI_TWO_PI * ANGLE_ROUNDED && way < TMI_TWO_PI * (1.0 - ANGLE_ROUNDED);
    return fits ? min + gone : near_turn(angle, to);
}

/* The plan goes on from the present poses. Angles are measured within a turn: those within the
 * range of their drive are meant unless `is_short`, else those nearest to `target`, the plan's
 * values that come next. */
static tmStatus take_poses(tmSketch *sketch, const double *target, bool is_short) {
    tmPlan *plan = tm_animation_plan(sketch->animation);
    double *own = sketch->values + 2 * (size_t)value_count(sketch);
    double *first = own + value_count(sketch), *last = first + value_count(sketch);
    if (tm_body_count(tm_animation_mechanism(sketch->animation)) != sketch->body_count) {
        tm_animation_reset(sketch->animation); /* helpers of the drives have no poses here */
        return TM_OK;
    }
    tmStatus status = tm_plan_take(plan, sketch->poses, NULL);
    status = status == TM_OK ? tm_plan_values(plan, own) : status;
    status = status == TM_OK ? tm_animation_values(sketch->animation, 0.0, first) : status;
    status = status == TM_OK ? tm_animation_values(sketch->animation, 1.0, last) : status;
    int32_t at = 0;
    for (int32_t i = 0; i < tm_model_animate(sketch->model).drive_count && status == TM_OK; i++) {
        tmDriveInfo drive;
        status = tm_model_drive(sketch->model, i, &drive);
        if (drive.is_angle) {
            own[at] = is_short ? near_turn(own[at], target[at])
                               : count_turns(own[at], first[at], last[at], target[at]);
        }
        at += drive.kind == TM_DRIVE_POSITION ? 2 : 1;
    }
    return status == TM_OK ? tm_animation_take(sketch->animation, sketch->poses, own) : status;
}

static tmStatus make_drives(tmSketch *sketch) {
    if (!tm_sketch_is_good(sketch) || tm_model_animate(sketch->model).drive_count == 0) {
        return TM_ERR_ARGUMENT;
    }
    if (!sketch->values) {
        sketch->values = tmi_alloc_zero(sketch->allocator, TMI_SKETCH_VALUES(value_count(sketch)) *
                                                               sizeof *sketch->values);
        if (!sketch->values) {
            return TM_ERR_MEMORY;
        }
    }
    if (sketch->animation) {
        return TM_OK;
    }
    tmStatus status = tm_animation_create_from(&sketch->allocator, sketch->model, sketch->assembly,
                                               sketch->tolerance, &sketch->animation);
    if (status == TM_OK && !tm_animation_plan(sketch->animation)) {
        tm_animation_destroy(sketch->animation);
        sketch->animation = NULL;
        status = TM_ERR_UNSUPPORTED;
    }
    return status;
}

/* The same, with the plan at the poses and the drives' values of `part` in `values`. */
static tmStatus prepare_way(tmSketch *sketch, double part, bool is_short) {
    tmStatus status = make_drives(sketch);
    status = status == TM_OK ? tm_model_drive_values(sketch->model, part, sketch->values) : status;
    if (status != TM_OK || sketch->is_playing) {
        return status;
    }
    double *target = sketch->values + value_count(sketch);
    status = tm_animation_values(sketch->animation, part, target);
    status = status == TM_OK ? take_poses(sketch, target, is_short) : status;
    if (status == TM_ERR_ARGUMENT) {
        tm_animation_reset(sketch->animation); /* a mirror image of the start: from that, then */
        status = TM_OK;
    }
    return status;
}

static tmStatus prepare(tmSketch *sketch, double part) {
    return prepare_way(sketch, part, false);
}

tmStatus tmi_sketch_drives(tmSketch *sketch) {
    return prepare(sketch, 0.0);
}

/* ---- Playing ------------------------------------------------------------------------------- */

/* How far the first drive is from its value at `part`, as the plan counts. */
static tmStatus lack(tmSketch *sketch, double part, double *lacks) {
    double *target = sketch->values + value_count(sketch), *now = target + value_count(sketch);
    tmStatus status = tm_animation_values(sketch->animation, part, target);
    status = status == TM_OK ? tm_plan_values(tm_animation_plan(sketch->animation), now) : status;
    if (status == TM_OK && target[0] != now[0]) {
        *lacks = target[0] - now[0];
    }
    return status;
}

/* Whether the first drive ends where it begins, one turn on. */
static bool is_one_turn(tmSketch *sketch) {
    tmDriveInfo drive;
    double first, *values = sketch->values;
    if (tm_model_drive(sketch->model, 0, &drive) != TM_OK || !drive.is_angle ||
        tm_model_drive_values(sketch->model, 0.0, values) != TM_OK) {
        return false;
    }
    first = values[0];
    return tm_model_drive_values(sketch->model, 1.0, values) == TM_OK &&
           fabs(fabs(values[0] - first) - TMI_TWO_PI) < ANGLE_ROUNDED;
}

tmStatus tm_sketch_play(tmSketch *sketch, double part, tmSolveInfo *info) {
    tmSolveInfo found;
    if (!isfinite(part)) {
        return TM_ERR_NOT_FINITE;
    }
    if (!sketch || sketch->drag) {
        return TM_ERR_ARGUMENT;
    }
    if (sketch->is_playing && fabs(part - sketch->part) > 0.5 && is_one_turn(sketch)) {
        sketch->is_playing = false; /* there is no way from the end to the beginning */
    }
    tmStatus status = prepare(sketch, part);
    status = status == TM_OK ? lack(sketch, part, &sketch->lacks) : status;
    status =
        status == TM_OK ? tm_animation_move_to(sketch->animation, sketch->values, &found) : status;
    status = status == TM_OK ? lack(sketch, part, &sketch->lacks) : status;
    if (status != TM_OK) {
        return status;
    }
    tmi_sketch_take(sketch, tm_animation_plan(sketch->animation));
    sketch->is_playing = true;
    sketch->part = part;
    sketch->is_blocked = found.outcome != TM_MOVE_DONE;
    if (info) {
        *info = found;
    }
    return TM_OK;
}

/* How far an angle is from the first of its range `way`, in the turn from there on; of a range of
 * less than a turn, an angle nearer to its beginning than to its end is before it. */
static double turns_gone(double gone, double way) {
    double sense = way < 0.0 ? -1.0 : 1.0, length = fabs(way), on = sense * gone;
    on -= TMI_TWO_PI * floor(on / TMI_TWO_PI + ANGLE_ROUNDED);
    return sense * (TMI_TWO_PI - on < on - length ? on - TMI_TWO_PI : on);
}

tmStatus tm_sketch_part(tmSketch *sketch, double *part) {
    tmDriveInfo drive;
    if (!part) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = prepare(sketch, 0.0);
    if (status != TM_OK) {
        return status;
    }
    int32_t count = value_count(sketch);
    double *first = sketch->values, *last = first + count, *now = last + count;
    status = tm_animation_values(sketch->animation, 0.0, first);
    status = status == TM_OK ? tm_animation_values(sketch->animation, 1.0, last) : status;
    status = status == TM_OK ? tm_plan_values(tm_animation_plan(sketch->animation), now) : status;
    status = status == TM_OK ? tm_model_drive(sketch->model, 0, &drive) : status;
    if (status != TM_OK) {
        return status;
    }
    double way = last[0] - first[0], gone = now[0] - first[0];
    if (drive.is_angle) {
        gone = turns_gone(gone, way);
    }
    double found = way == 0.0 ? 0.0 : gone / way;
    *part = found < 0.0 && found > -ANGLE_ROUNDED ? 0.0 : found;
    return TM_OK;
}

/* ---- Blocked ------------------------------------------------------------------------------- */

static bool input_of(const tmSketch *sketch, int32_t index, tmInput *input) {
    tmDriveInfo drive;
    if (tm_model_drive(sketch->model, index, &drive) != TM_OK ||
        drive.kind != TM_DRIVE_COORDINATE) {
        return false;
    }
    *input = (tmInput){.kind = drive.is_angle ? TM_INPUT_ANGLE : TM_INPUT_DISPLACEMENT,
                       .joint = sketch->joints[drive.joint]};
    return true;
}

/* A plan of the first drive alone, which lets joints open: up to the requested value, since the
 * break may be anywhere on the way, and a little more. */
static tmStatus push(tmSketch *sketch, bool *blocking) {
    tmInput input;
    tmPlan *plan = NULL;
    double value, size = tm_assembly_info(sketch->assembly)->size;
    if (!input_of(sketch, 0, &input)) {
        return TM_OK;
    }
    tmPlanDef def = tm_plan_def_default();
    def.inputs = &input;
    def.input_count = 1;
    def.on_break = TM_BREAK_STRETCH;
    def.tolerance = sketch->tolerance;
    tmStatus status = tmi_sketch_load(sketch);
    status = status == TM_OK ? tm_plan_create(sketch->mechanism, &def, &plan) : status;
    status = status == TM_OK ? tm_plan_values(plan, &value) : status;
    if (status == TM_OK) {
        double more = PUSH * (input.kind == TM_INPUT_ANGLE ? 1.0 : size);
        tm_plan_move(plan, &value, NULL);
        value += sketch->lacks + (sketch->lacks < 0.0 ? -more : more);
        status = tm_plan_move(plan, &value, NULL);
    }
    for (int32_t i = 0; i < sketch->joint_count && status == TM_OK; i++) {
        double gap = 0.0;
        if (sketch->joints[i].value != 0) {
            status = tm_plan_gap(plan, sketch->joints[i], &gap);
        }
        blocking[i] = gap > (OPENED + sketch->tolerance) * size;
    }
    tm_plan_destroy(plan);
    return status;
}

tmStatus tm_sketch_blocking(tmSketch *sketch, bool *blocking) {
    if (!tm_sketch_is_good(sketch) || !blocking || sketch->drag) {
        return TM_ERR_ARGUMENT;
    }
    memset(blocking, 0, (size_t)sketch->joint_count * sizeof *blocking);
    return sketch->is_blocked ? push(sketch, blocking) : TM_OK;
}

/* ---- Sweeps -------------------------------------------------------------------------------- */

/* Takes step `index` of a sweep, reached or not. */
typedef tmStatus StepFn(tmSketch *sketch, void *user, int32_t index, int32_t count, bool reached);

/* Moves to step `index`; *reached: whether it got there. */
static tmStatus sweep_to(tmSketch *sketch, int32_t index, int32_t count, bool *reached) {
    tmSolveInfo info;
    double part = count > 1 ? (double)index / (count - 1) : 0.0;
    tmStatus status = tm_model_drive_values(sketch->model, part, sketch->values);
    status =
        status == TM_OK ? tm_animation_move_to(sketch->animation, sketch->values, &info) : status;
    *reached = status == TM_OK && info.outcome == TM_MOVE_DONE;
    return status;
}

/* Moves back from the present part as far as it goes; *first is the last step that was reached. */
static tmStatus go_back(tmSketch *sketch, int32_t count, int32_t *first) {
    double part;
    bool reached = true;
    tmStatus status = tm_sketch_part(sketch, &part);
    if (status != TM_OK) {
        return status;
    }
    int32_t next = (int32_t)floor((part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part) * (count - 1));
    status = prepare(sketch, count > 1 ? (double)next / (count - 1) : 0.0);
    while (status == TM_OK && reached && next >= 0) {
        status = sweep_to(sketch, next--, count, &reached);
    }
    *first = next + (reached ? 1 : 2);
    return status;
}

/* Moves to where a sweep begins, and puts that step into *first. It is the first of all where that
 * can be reached, within the range or by the shorter way round, as `animate` goes: so the stretch
 * is the same from every pose of it. */
static tmStatus begin_sweep(tmSketch *sketch, int32_t count, int32_t *first) {
    tmStatus status = TM_OK;
    bool reached = false;
    *first = 0;
    sketch->is_playing = false;
    for (int way = 0; way < 2 && status == TM_OK && !reached; way++) {
        status = prepare_way(sketch, 0.0, way > 0);
        status = status == TM_OK ? sweep_to(sketch, 0, count, &reached) : status;
    }
    return status != TM_OK || reached ? status : go_back(sketch, count, first);
}

/* Goes on from there step by step: so what counts turns counts them in order. */
static tmStatus sweep(tmSketch *sketch, int32_t count, StepFn *step, void *user) {
    int32_t first;
    tmStatus status =
        count > 0 && sketch && !sketch->drag ? begin_sweep(sketch, count, &first) : TM_ERR_ARGUMENT;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        bool reached = false;
        if (i >= first) {
            status = sweep_to(sketch, i, count, &reached);
        }
        status = status == TM_OK ? step(sketch, user, i, count, reached) : status;
    }
    return status;
}

static tmStatus note_curves(tmSketch *sketch, void *user, int32_t index, int32_t count,
                            bool reached) {
    double *points = user;
    const tmPose *poses = tm_plan_poses(tm_animation_plan(sketch->animation));
    for (int32_t t = 0; t < tm_model_animate(sketch->model).trace_count; t++) {
        tmPointOn on;
        double *point = points + 2 * ((size_t)t * (size_t)count + (size_t)index);
        tm_model_trace(sketch->model, t, &on);
        const tmPose *pose = &poses[on.body];
        point[0] = reached ? pose->x + pose->c * on.point[0] - pose->s * on.point[1] : NAN;
        point[1] = reached ? pose->y + pose->s * on.point[0] + pose->c * on.point[1] : NAN;
    }
    return TM_OK;
}

tmStatus tm_sketch_curves(tmSketch *sketch, int32_t count, double *points) {
    return points ? sweep(sketch, count, note_curves, points) : TM_ERR_ARGUMENT;
}

typedef struct Monitors {
    double *values, *step;
    int32_t size;
} Monitors;

static tmStatus note_monitors(tmSketch *sketch, void *user, int32_t index, int32_t count,
                              bool reached) {
    Monitors *monitors = user;
    double part = count > 1 ? (double)index / (count - 1) : 0.0;
    tmStatus status =
        reached ? tm_animation_monitors(sketch->animation, part, monitors->step) : TM_OK;
    bool known = reached && status == TM_OK;
    for (int32_t k = 0; k < monitors->size; k++) {
        monitors->values[(size_t)k * (size_t)count + (size_t)index] =
            known ? monitors->step[k] : NAN;
    }
    return status == TM_ERR_MEMORY ? status : TM_OK;
}

tmStatus tm_sketch_monitors(tmSketch *sketch, int32_t count, double *values) {
    if (!values || !tm_sketch_is_good(sketch)) {
        return TM_ERR_ARGUMENT;
    }
    Monitors monitors = {.values = values, .size = tm_model_simulate(sketch->model).value_count};
    size_t size = ((size_t)monitors.size + 1) * sizeof *monitors.step;
    monitors.step = tmi_alloc_zero(sketch->allocator, size);
    tm_animation_reset(sketch->animation); /* turns are counted from the sweep's start on */
    sketch->is_playing = false;
    tmStatus status =
        monitors.step ? sweep(sketch, count, note_monitors, &monitors) : TM_ERR_MEMORY;
    tmi_free(sketch->allocator, monitors.step, size);
    return status;
}

/* ---- Rates --------------------------------------------------------------------------------- */

/* All drives advance together: the rate of one determines those of the others. */
static tmStatus own_rates(tmSketch *sketch, double rate) {
    int32_t count = value_count(sketch);
    int32_t own = tm_plan_value_count(tm_animation_plan(sketch->animation));
    double *first = sketch->values, *last = first + count;
    tmStatus status = tm_animation_values(sketch->animation, 0.0, first);
    status = status == TM_OK ? tm_animation_values(sketch->animation, 1.0, last) : status;
    double way = fabs(last[0] - first[0]);
    for (int32_t i = 0; i < own && status == TM_OK; i++) {
        last[i] = way > 0.0 ? (last[i] - first[i]) * rate / way : 0.0;
    }
    return status;
}

tmStatus tm_sketch_rates(tmSketch *sketch, double rate, double *rates) {
    if (!rates || !sketch || sketch->drag) {
        return TM_ERR_ARGUMENT;
    }
    if (!isfinite(rate)) {
        return TM_ERR_NOT_FINITE;
    }
    tmRatesInfo info;
    tmStatus status = prepare(sketch, 0.0);
    if (status == TM_OK && !sketch->rates) {
        status = tm_rates_create(tm_animation_plan(sketch->animation), &sketch->rates);
    }
    status = status == TM_OK ? own_rates(sketch, rate) : status;
    if (status == TM_OK) {
        status = tm_rates_solve(sketch->rates, sketch->values + value_count(sketch), NULL, &info);
    }
    if (status != TM_OK) {
        return status;
    }
    if (info.outcome != TM_RATES_DONE && info.outcome != TM_RATES_FREE) {
        return TM_ERR_SINGULAR;
    }
    const tmPoseRate *v = tm_rates_velocities(sketch->rates);
    const tmPoseRate *a = tm_rates_accelerations(sketch->rates);
    for (int32_t i = 0; i < sketch->body_count; i++, rates += 6) {
        memcpy(rates, (double[6]){v[i].x, v[i].y, v[i].angle, a[i].x, a[i].y, a[i].angle},
               6 * sizeof *rates);
    }
    return TM_OK;
}
