/* script_aim.c: what controls do to the world ([HH] 3.5): motions become rows that are prescribed,
 * forces push along coordinates or at points. */
#include "analyse/dynamics/script/script_private.h"

#include <string.h>

/* ---- What is given ------------------------------------------------------------------------- */

/* Which derivative a motion prescribes: 0 position, 1 velocity, 2 acceleration. */
static uint8_t level_of(const char *quantity) {
    static const struct {
        const char *name;
        uint8_t level;
    } levels[] = {
        {"velocity", 1}, {"angular_velocity", 1}, {"acceleration", 2}, {"angular_acceleration", 2}};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        if (strcmp(levels[i].name, quantity) == 0) {
            return levels[i].level;
        }
    }
    return 0;
}

/* Turns and torques: a single number of a body is about z, the only axis in the plane. */
static bool is_about_axis(const tmiScriptControl *control) {
    return strncmp(control->info.quantity, "ang", 3) == 0 ||
           strcmp(control->info.quantity, "torque") == 0;
}

static bool is_scalar(const tmiScriptControl *control) {
    return control->info.joint >= 0 || strcmp(control->info.quantity, "angle") == 0;
}

/* Which of the computed numbers each of the `size` numbers of the act is. */
static void choose_numbers(const tmiScript *s, tmiScriptControl *control, bool acts_on_body,
                           int32_t *size) {
    bool turns = is_about_axis(control), single = is_scalar(control);
    int32_t computed = control->bound.code              ? control->bound.code->result_count
                       : single || (turns && s->planar) ? 1
                                                        : 3;
    int8_t z = computed == 1 ? 0 : computed == 3 ? 2 : -1;
    int8_t flat[3] = {0, 1, -1}, space[3] = {0, 1, computed == 3 ? 2 : -1},
           about_z[3] = {-1, -1, z};
    control->results = computed;
    *size = single ? 1 : acts_on_body || !s->planar ? 3 : turns ? 1 : 2;
    const int8_t *from = turns && (computed == 1 || s->planar) ? about_z : s->planar ? flat : space;
    memcpy(control->from, from, sizeof control->from);
    if (*size == 1) {
        control->from[0] = single ? 0 : z;
    }
}

/* ---- Rows of bodies ------------------------------------------------------------------------ */

/* An angular velocity about a direction of the world: it has no value of its own. */
static void turning_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                       const double near[2], tmRowAt *at) {
    (void)frames, (void)twists, (void)near;
    memcpy(at->gradient[row->a].angular, row->numbers, 3 * sizeof *row->numbers);
}

/* Row `k` of the motion of a body against the ground. */
static tmRow body_row(const tmiScript *s, const tmiScriptControl *control, int32_t k) {
    tmRow row = {.kind = TM_ROW_PLANE, .unit = TM_ROW_LENGTH, .a = 0, .b = 1};
    if (strcmp(control->info.quantity, "angle") == 0) {
        row.kind = TM_ROW_TURN;
        row.unit = TM_ROW_ANGLE;
        row.normal[2] = row.mark_a[0] = row.mark_b[0] = 1.0;
    } else if (is_about_axis(control)) {
        row.kind = TM_ROW_OWN;
        row.unit = TM_ROW_ANGLE;
        row.function = turning_at;
        row.numbers[s->planar ? 2 : k] = 1.0;
    } else {
        row.normal[k] = 1.0;
        memcpy(row.point, control->info.point.point, sizeof row.point);
    }
    return row;
}

static void add_drive(tmiScript *s, int32_t index, int32_t size) {
    tmiScriptControl *control = &s->controls[index];
    tmiDriveDef *drive = &s->drives[s->drive_count];
    *drive = (tmiDriveDef){.level = control->level, .control = index, .row_count = size};
    if (control->info.joint >= 0) {
        const tmJointInfo *joint = &s->model->joints[control->info.joint].info;
        drive->body_count = joint->body_count;
        memcpy(drive->bodies, joint->bodies, (size_t)joint->body_count * sizeof *joint->bodies);
        drive->rows[0] = joint->coordinates[control->info.coordinate];
    } else {
        drive->body_count = 2;
        drive->bodies[0] = control->info.point.body;
        for (int32_t k = 0; k < size; k++) {
            drive->rows[k] = body_row(s, control, k);
        }
        s->led[control->info.point.body] = true;
    }
    s->acts[index] = (tmiAct){.kind = TMI_ACT_DRIVE, .number = s->drive_count++, .size = size};
}

static void add_push(tmiScript *s, int32_t index) {
    const tmControlInfo *info = &s->controls[index].info;
    s->pushes[s->push_count][0] = info->joint;
    s->pushes[s->push_count][1] = info->coordinate;
    s->acts[index] = (tmiAct){.kind = TMI_ACT_COORDINATE, .number = s->push_count++, .size = 1};
}

/* ---- What cannot be -------------------------------------------------------------------------- */

/* The first quantity that a formula reads, directly or through signals, of which no more is known
 * than this. */
static const tmiSenseReader *min_known(const tmiScript *s, const tmiBound *bound, uint8_t known,
                                       const tmiSignal **sampled) {
    for (int32_t i = 0; i < bound->reader_count; i++) {
        const tmiSenseReader *reader = &bound->readers[i];
        bool is_signal = reader->row->kind == TMI_SENSE_SIGNAL;
        const tmiSignal *signal = is_signal ? &s->signals[reader->number] : NULL;
        if (signal && signal->bound.known >= known) {
            *sampled = signal->group >= 0 ? signal : NULL;
            if (*sampled) {
                return NULL;
            }
            bound = &signal->bound;
            i = -1;
        } else if (!signal && reader->row->known >= known) {
            return reader;
        }
    }
    return NULL;
}

/* A motion is followed exactly, with its rates: these must be known. */
static void say_not_followed(tmiScript *s, const tmiScriptControl *control) {
    const char *name = tmi_script_target(s, control), *quantity = control->info.quantity;
    const tmiSignal *sampled = NULL;
    const tmiSenseReader *reader = min_known(s, &control->bound, control->bound.known, &sampled);
    char reads[120];
    tmiText text;
    tmi_text_init(&text, reads, sizeof reads);
    if (control->group >= 0) {
        tmi_text_add(&text, "jumps each time it is sampled");
    } else if (control->host) {
        tmi_text_add(&text, "comes from the program, which does not give its rate");
    } else if (sampled || !reader) {
        tmi_text_add(&text, "reads a signal that jumps each time it is updated");
    } else {
        tmi_text_add(&text, "reads '");
        tmi_text_add(&text, reader->row->name);
        tmi_text_add(&text, "', whose changes are not known in advance");
    }
    bool angular = strncmp(quantity, "ang", 3) == 0;
    tmi_script_say(s, TMI_SAYS_NOT_FOLLOWED, control->text->spot, name,
                   TMI_WORDS("'", name, "' cannot follow this ", quantity, ": it ", reads),
                   TMI_WORDS("prescribe its ", angular ? "angular_acceleration" : "acceleration",
                             ", or let it read only time and inputs",
                             control->level == 1 ? ", positions and angles" : "",
                             ", or choose 'method: stepping', which holds it through each step"));
}

static bool joins_what_stands(const tmModel *model, int32_t joint) {
    const tmJointInfo *info = &model->joints[joint].info;
    for (int32_t k = 0; k < info->body_count; k++) {
        if (!model->bodies[info->bodies[k]].info.is_fixed) {
            return false;
        }
    }
    return true;
}

/* Whether the control can be applied; reports why if not. */
static bool is_possible(tmiScript *s, const tmiScriptControl *control) {
    const tmControlInfo *info = &control->info;
    const char *name = tmi_script_target(s, control);
    if (info->joint >= 0 && info->coordinate < 0) {
        tmi_script_say(
            s, TMI_SAYS_NO_COORDINATE, control->text->spot, name,
            TMI_WORDS("'", name, "' has no '", info->quantity, "' that could be controlled"), NULL);
        return false;
    }
    if (info->joint >= 0 && joins_what_stands(s->model, info->joint)) {
        tmi_script_say(s, TMI_SAYS_FIXED, control->text->spot, name,
                       TMI_WORDS("'", name, "' joins bodies that stand still: this ",
                                 info->quantity, " moves nothing"),
                       TMI_WORDS("leave out 'fixed', give one of the bodies 'dynamics', or leave "
                                 "out the control"));
        return false;
    }
    if (info->prescribes && info->joint < 0 && s->model->bodies[info->point.body].info.is_fixed) {
        tmi_script_say(
            s, TMI_SAYS_FIXED, control->text->spot, name,
            TMI_WORDS("'", name, "' is fixed: no ", info->quantity, " can be prescribed for it"),
            TMI_WORDS("leave out 'fixed', or the control"));
        return false;
    }
    static const uint8_t max[] = {TMI_KNOWN_WHOLLY, TMI_KNOWN_RATE, TMI_KNOWN_JUMPS};
    if (info->prescribes && s->method == TM_METHOD_EVENTS &&
        control->bound.known > max[control->level]) {
        say_not_followed(s, control);
        return false;
    }
    return true;
}

/* ---- Derivatives --------------------------------------------------------------------------- */

/* Whether a formula reads a coordinate with this reader. */
static bool reads_coordinate(const tmiBound *bound, const tmControlInfo *info, tmiReadFn *read) {
    for (int32_t i = 0; i < bound->reader_count; i++) {
        const tmiSenseReader *reader = &bound->readers[i];
        if (reader->row->read == read && reader->number == info->joint &&
            reader->coordinate == info->coordinate) {
            return true;
        }
    }
    return false;
}

static void find_derivatives(const tmiScript *s, tmiScriptControl *control) {
    tmiReadFn *const reads[2] = {tmi_read_coordinate, tmi_read_coordinate_rate};
    for (int32_t k = 0; k < 2; k++) {
        bool found = reads_coordinate(&control->bound, &control->info, reads[k]);
        for (int32_t i = 0; i < control->signal_count && !found; i++) {
            const tmiSignal *signal = &s->signals[control->signals[i]];
            found = signal->group < 0 && reads_coordinate(&signal->bound, &control->info, reads[k]);
        }
        control->derivatives[k] = found && control->group < 0;
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static void aim_control(tmiScript *s, int32_t index) {
    tmiScriptControl *control = &s->controls[index];
    const tmControlInfo *info = &control->info;
    uint8_t known = control->bound.known;
    int32_t size;
    control->level = info->prescribes ? level_of(info->quantity) : 0;
    if (!is_possible(s, control)) {
        return;
    }
    choose_numbers(s, control, !info->prescribes && info->joint < 0, &size);
    if (info->prescribes) {
        int32_t rates = known == TMI_KNOWN_WHOLLY ? 2 : known == TMI_KNOWN_RATE ? 1 : 0;
        int32_t wanted = 2 - control->level;
        control->rates = (uint8_t)(rates < wanted ? rates : wanted);
        add_drive(s, index, size);
    } else if (s->is_kinematic) {
        s->acts[index] = (tmiAct){.kind = TMI_ACT_NONE, .size = size};
    } else if (info->joint >= 0) {
        add_push(s, index);
        find_derivatives(s, control);
    } else {
        s->acts[index] = (tmiAct){.kind = TMI_ACT_BODY, .size = size, .point = info->point};
    }
    s->acts[index].is_torque = strcmp(info->quantity, "torque") == 0;
}

void tmi_script_aim(tmiScript *s) {
    s->acts = tmi_script_keep(s, s->control_count, sizeof *s->acts);
    s->drives = tmi_script_keep(s, s->control_count, sizeof *s->drives);
    s->pushes = tmi_script_keep(s, s->control_count, sizeof *s->pushes);
    s->led = tmi_script_keep(s, s->model->body_count, sizeof *s->led);
    int32_t held = 0;
    for (int32_t i = 0; s->status == TM_OK && i < s->control_count; i++) {
        s->controls[i].held = 3 * held;
        held += s->controls[i].group >= 0;
        aim_control(s, i);
    }
}

/* ---- What acts on bodies --------------------------------------------------------------------- */

void tmi_script_push_bodies(const tmiAct *acts, int32_t count, tmiSystem *s) {
    static const double zero[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < count; i++) {
        const tmiAct *act = &acts[i];
        if (act->kind != TMI_ACT_BODY) {
            continue;
        }
        double point[3], value[3] = {act->value[0][0], act->value[1][0], act->value[2][0]};
        tmi_rotate3(s->frames[act->point.body].rotation, act->point.point, point);
        tmi_add3(point, 1.0, s->frames[act->point.body].position);
        tmi_system_push(s, act->point.body, point, act->is_torque ? zero : value,
                        act->is_torque ? value : zero);
    }
}
