/* script_bind.c: formulas of the texts bound to the bodies and joints of the model: signals,
 * controls, monitors, `stop`. */
#include "analyse/dynamics/script/script_private.h"

#include <string.h>

/* ---- Readers ------------------------------------------------------------------------------- */

/* The number of an instance as a formula of instance `owner` counts it. */
static int32_t instance_of(int32_t owner, int32_t instance) {
    return instance == TMI_GROUND ? TMI_GROUND : owner + instance;
}

/* Everything is known about what stands still, except for the forces on it. */
static uint8_t known_of_body(const tmiScript *s, const tmiSenseReader *reader) {
    bool stands = s->model->bodies[reader->number].info.is_fixed;
    return stands && !(reader->row->needs & TMI_READS_FORCES) ? TMI_KNOWN_WHOLLY
                                                              : reader->row->known;
}

static void bind_joint(tmiScript *s, const tmiSense *sense, int32_t owner, tmiSpot at,
                       tmiSenseReader *reader) {
    reader->number =
        tmi_model_joint_of(s->model, instance_of(owner, sense->end.instance), sense->item);
    const tmJointInfo *joint = &s->model->joints[reader->number].info;
    reader->coordinate = 0;
    if (reader->row->size > 1 || strcmp(reader->row->name, "power") == 0) {
        return;
    }
    reader->coordinate = tmi_model_coordinate(joint, sense->row);
    if (reader->coordinate < 0) {
        tmi_script_say(
            s, TMI_SAYS_NO_COORDINATE, at, joint->name,
            TMI_WORDS("the hinge '", joint->kind->name, "' has no '", sense->row->name, "' here"),
            NULL);
        return;
    }
    bool first = joint->use.pair_count == 0 ||
                 joint->coordinates[reader->coordinate].a == joint->use.pairs[0][0].body;
    reader->sign = first ? 1.0 : -1.0;
}

/* Masses and forces decide it. A mass alone is in the text. */
static bool needs_dynamics(const tmiSense *sense, const tmiSenseRow *row) {
    const char *name = sense->row ? sense->row->name : "";
    size_t length = strlen(name);
    return (row->needs & (TMI_READS_FORCES | TMI_READS_ENERGY)) ||
           (length >= 6 && strcmp(name + length - 6, "energy") == 0) ||
           (length >= 8 && strcmp(name + length - 8, "momentum") == 0);
}

static void say_no_dynamics(tmiScript *s, const tmiSense *sense, tmiSpot at) {
    const char *name = sense->row->name;
    tmi_script_say(s, TMI_SAYS_NO_DYNAMICS, at, NULL,
                   TMI_WORDS("'", name, "' is not there: this run is without dynamics"),
                   TMI_WORDS("leave out '", name, "', or 'without: dynamics'"));
}

/* Binds one sense; returns how much is known of it. */
static uint8_t bind_sense(tmiScript *s, const tmiSense *sense, int32_t owner, tmiSpot at,
                          tmiSenseReader *reader) {
    int32_t instance = instance_of(owner, sense->end.instance);
    tmPointOn on;
    *reader =
        (tmiSenseReader){.row = tmi_sense_row(sense), .slot = sense->slot, .size = sense->size};
    TM_ASSERT(reader->row);
    if (s->is_kinematic && needs_dynamics(sense, reader->row)) {
        say_no_dynamics(s, sense, at);
    }
    switch ((tmiSenseKind)sense->kind) {
    case TMI_SENSE_BODY:
    case TMI_SENSE_FEATURE:
        on = tmi_model_point_on(s->model, owner, &sense->end);
        reader->number = on.body;
        memcpy(reader->point, on.point, sizeof reader->point);
        memcpy(reader->direction, on.direction, sizeof reader->direction);
        if (sense->kind == TMI_SENSE_FEATURE && (reader->row->needs & TMI_READS_FORCES)) {
            reader->number = tmi_script_around(s, &on);
            return reader->row->known;
        }
        return known_of_body(s, reader);
    case TMI_SENSE_JOIN:
        bind_joint(s, sense, owner, at, reader);
        return reader->row->known;
    case TMI_SENSE_TWO:
        reader->number = tmi_script_between(s, instance, instance_of(owner, sense->item),
                                            reader->row->needs == 0, at);
        return reader->row->known;
    case TMI_SENSE_INPUT:
        reader->number = tmi_model_input_of(s->model, instance, sense->item);
        return reader->row->known;
    case TMI_SENSE_SIGNAL:
        reader->number = s->signals_first[instance] + sense->item;
        return s->signals[reader->number].bound.known;
    default:
        return reader->row->known;
    }
}

/* ---- Formulas ------------------------------------------------------------------------------ */

static void bind_formula(tmiScript *s, const tmiFormula *formula, int32_t owner, tmiBound *bound) {
    *bound =
        (tmiBound){.code = &formula->code,
                   .readers = tmi_script_keep(s, formula->sense_count, sizeof(tmiSenseReader))};
    TM_ASSERT(formula->made);
    for (int32_t i = 0; s->status == TM_OK && i < formula->sense_count; i++) {
        tmiSenseReader *reader = &bound->readers[bound->reader_count++];
        uint8_t known = bind_sense(s, &formula->senses[i], owner, formula->spot, reader);
        bound->known = known > bound->known ? known : bound->known;
        bound->needs |= reader->row->kind == TMI_SENSE_SIGNAL
                            ? s->signals[reader->number].bound.needs
                            : reader->row->needs;
    }
    s->max_slots = formula->input_count > s->max_slots ? formula->input_count : s->max_slots;
    s->max_frames =
        formula->code.frame_size > s->max_frames ? formula->code.frame_size : s->max_frames;
}

/* The group of what is sampled; -1: it is not. */
static int32_t group_of(tmiScript *s, double every) {
    int32_t i = 0;
    if (!(every > 0.0)) {
        return -1;
    }
    while (i < s->group_count && s->every[i] != every) {
        i++;
    }
    if (i == s->group_count) {
        s->every[s->group_count++] = every;
    }
    return i;
}

/* ---- Signals ------------------------------------------------------------------------------- */

static const tmiType *type_of(const tmModel *model, int32_t instance) {
    const tmiVariant *v = model->world->instances[instance].variant;
    return &model->worlds->definitions.types[v->type];
}

/* Signals of inner parts come first, since outer ones may read them; within a part they keep their
 * order. */
static void bind_signals(tmiScript *s) {
    const tmiWorld *world = s->model->world;
    int32_t total = 0, samplers = 0;
    for (int32_t i = 0; i < world->instance_count; i++) {
        total += type_of(s->model, i)->signal_count;
        samplers += world->instances[i].variant->every > 0.0;
    }
    s->signals = tmi_script_keep(s, total, sizeof *s->signals);
    s->marks = tmi_script_keep(s, total, sizeof *s->marks);
    s->signals_first = tmi_script_keep(s, world->instance_count, sizeof *s->signals_first);
    s->every = tmi_script_keep(s, samplers, sizeof *s->every);
    s->is_due = tmi_script_keep(s, samplers, sizeof *s->is_due);
    for (int32_t i = world->instance_count - 1; s->status == TM_OK && i >= 0; i--) {
        const tmiVariant *v = world->instances[i].variant;
        s->signals_first[i] = s->signal_count;
        for (int32_t k = 0; s->status == TM_OK && k < type_of(s->model, i)->signal_count; k++) {
            tmiSignal *signal = &s->signals[s->signal_count];
            bind_formula(s, v->signals[k], i, &signal->bound);
            signal->first = s->signal_size;
            signal->group = group_of(s, v->every);
            signal->bound.known = signal->group >= 0 ? TMI_KNOWN_JUMPS : signal->bound.known;
            s->signal_size += signal->bound.code->result_count;
            s->signal_count++;
        }
    }
}

/* Marks the signals that a formula reads. */
static void mark_signals(tmiScript *s, const tmiBound *bound) {
    for (int32_t i = 0; i < bound->reader_count; i++) {
        if (bound->readers[i].row->kind == TMI_SENSE_SIGNAL) {
            s->marks[bound->readers[i].number] = true;
        }
    }
}

/* Lists the signals that a control depends on, in their order: each stands behind those that it
 * reads. */
static void list_signals(tmiScript *s, tmiScriptControl *control) {
    int32_t count = 0;
    if (s->signal_count == 0) {
        return;
    }
    memset(s->marks, 0, (size_t)s->signal_count * sizeof *s->marks);
    mark_signals(s, &control->bound);
    for (int32_t i = s->signal_count - 1; i >= 0; i--) {
        if (s->marks[i]) {
            mark_signals(s, &s->signals[i].bound);
            count++;
        }
    }
    control->signals = tmi_script_keep(s, count, sizeof *control->signals);
    for (int32_t i = 0; s->status == TM_OK && i < s->signal_count; i++) {
        if (s->marks[i]) {
            control->signals[control->signal_count++] = i;
        }
    }
}

/* ---- Controls ------------------------------------------------------------------------------ */

static const tmHostControl *find_host(const tmHostControl *hosts, int32_t count, const char *name) {
    for (int32_t i = 0; i < count; i++) {
        if (hosts[i].name && hosts[i].function && strcmp(hosts[i].name, name) == 0) {
            return &hosts[i];
        }
    }
    return NULL;
}

static void bind_control(tmiScript *s, int32_t index, const tmHostControl *hosts,
                         int32_t host_count) {
    tmiScriptControl *control = &s->controls[s->control_count];
    int32_t owner;
    control->info = s->model->running.controls[index];
    control->text = tmi_model_control_of(s->model, index, &owner);
    control->group = group_of(s, control->info.every);
    if (control->text->formula) {
        bind_formula(s, control->text->formula, owner, &control->bound);
        list_signals(s, control);
    } else {
        control->bound.known = TMI_KNOWN_VALUE;
        control->host = find_host(hosts, host_count, control->info.host);
        if (!control->host) {
            tmi_script_say(s, TMI_SAYS_NO_HOST, control->text->spot, tmi_script_target(s, control),
                           TMI_WORDS("nothing supplies the control '", control->info.host, "'"),
                           TMI_WORDS("define a function of this name, or run the world in a "
                                     "program that registers it as a tmHostControl"));
        }
    }
    control->bound.known = control->group >= 0 ? TMI_KNOWN_JUMPS : control->bound.known;
}

/* Only drives move an animation: of its controls those count that let a force or torque act. */
static bool is_bound(const tmiScript *s, const tmControlInfo *control) {
    return s->model->running.info.is_simulation || (!control->prescribes && !control->host);
}

void tmi_script_bind(tmiScript *s, const tmHostControl *hosts, int32_t host_count) {
    const tmiRun *run = s->model->run;
    int32_t count = s->model->running.control_count;
    bind_signals(s);
    s->controls = tmi_script_keep(s, count, sizeof *s->controls);
    for (int32_t i = 0; s->status == TM_OK && i < count; i++) {
        if (is_bound(s, &s->model->running.controls[i])) {
            bind_control(s, i, hosts, host_count);
            s->control_count++;
        }
    }
    int32_t monitors = s->model->running.info.monitor_count;
    s->monitors = tmi_script_keep(s, monitors, sizeof *s->monitors);
    for (; s->status == TM_OK && s->monitor_count < monitors; s->monitor_count++) {
        bind_formula(s, run->monitors[s->monitor_count], 0, &s->monitors[s->monitor_count]);
    }
    if (s->status == TM_OK && s->model->running.info.has_stop) {
        bind_formula(s, run->stop, 0, &s->stop);
    }
}
