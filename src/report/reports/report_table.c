/* report_table.c: which columns a report of a recording has. */
#include "report/reports/report_table.h"

#include "numeric/numeric.h"

#include <math.h>

typedef struct Walk {
    const tmRecording *recording;
    int32_t body; /* -1: all */
    tmiColumnFn *take;
    void *user;
} Walk;

typedef struct Part {
    const char *name, *unit;
} Part;

static const Part plane_pose[] = {{"x", "m"}, {"y", "m"}, {"angle", "rad"}};
static const Part space_pose[] = {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", ""},
                                  {"qx", ""}, {"qy", ""}, {"qz", ""}};
static const Part plane_motion[] = {{"vx", "m/s"}, {"vy", "m/s"}, {"wz", "rad/s"}};
static const Part space_motion[] = {{"vx", "m/s"},   {"vy", "m/s"},   {"vz", "m/s"},
                                    {"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}};
static const Part plane_force[] = {{"fx", "N"}, {"fy", "N"}, {"tz", "N*m"}};
static const Part space_force[] = {{"fx", "N"},   {"fy", "N"},   {"fz", "N"},
                                   {"tx", "N*m"}, {"ty", "N*m"}, {"tz", "N*m"}};

static void take_scalar(const Walk *walk, const char *name, const char *unit, tmiColumnKind kind) {
    walk->take(walk->user,
               &(tmiColumn){.part = name, .unit = unit, .kind = kind, .body = walk->body});
}

/* What drives should be; in a frame that was not reached they are not. */
static void take_drives(const Walk *walk) {
    const tmiRecordingHead *head = &walk->recording->head;
    for (int32_t i = 0; i < head->range_count; i++) {
        walk->take(walk->user, &(tmiColumn){.name = head->ranges[i].text,
                                            .unit = head->ranges[i].unit,
                                            .index = (size_t)i,
                                            .kind = TMI_COLUMN_DRIVE});
    }
}

static void take_monitors(const Walk *walk) {
    static const char *const axes[] = {"x", "y", "z"};
    size_t first = tmi_recording_first_value(walk->recording);
    for (int32_t i = 0; i < walk->recording->head.monitor_count; i++) {
        const tmMonitorInfo *monitor = &walk->recording->head.monitors[i];
        for (int32_t k = 0; k < monitor->size; k++) {
            walk->take(walk->user, &(tmiColumn){.name = monitor->text,
                                                .part = monitor->size > 1 ? axes[k] : NULL,
                                                .unit = monitor->unit,
                                                .index = first + (size_t)(monitor->first + k),
                                                .kind = TMI_COLUMN_NUMBER});
        }
    }
}

/* `count` numbers of each body; those of the first begin at `first`. */
static void take_bodies(const Walk *walk, const Part *parts, size_t count, size_t first) {
    for (int32_t i = 1; i < walk->recording->head.body_count; i++) {
        for (size_t k = 0; (walk->body < 0 || walk->body == i) && k < count; k++) {
            walk->take(walk->user, &(tmiColumn){.name = walk->recording->head.bodies[i],
                                                .part = parts[k].name,
                                                .unit = parts[k].unit,
                                                .index = first + (size_t)(i - 1) * count + k,
                                                .kind = TMI_COLUMN_NUMBER});
        }
    }
}

/* Of one body the forces on it: its joints' as they are where it is the first part. */
static void take_forces(const Walk *walk, const Part *parts, size_t count, size_t first) {
    const tmiRecordingHead *head = &walk->recording->head;
    for (int32_t i = 0; i < head->joint_count; i++) {
        const tmiRecordedJoint *joint = &head->joints[i];
        bool is_first = joint->body_count > 0 && joint->bodies[0] == walk->body;
        bool is_second = joint->body_count > 1 && joint->bodies[1] == walk->body;
        if (walk->body >= 0 && is_first == is_second) {
            continue;
        }
        for (size_t k = 0; k < count; k++) {
            walk->take(walk->user,
                       &(tmiColumn){.name = joint->name,
                                    .on = walk->body >= 0 ? head->bodies[walk->body] : NULL,
                                    .part = parts[k].name,
                                    .unit = parts[k].unit,
                                    .index = first + (size_t)i * count + k,
                                    .kind = TMI_COLUMN_NUMBER,
                                    .is_negative = is_second});
        }
    }
}

static void take_contacts(const Walk *walk, const Part *parts, size_t count) {
    const tmiRecordingHead *head = &walk->recording->head;
    take_scalar(walk, "contacts", "", TMI_COLUMN_CONTACTS);
    take_scalar(walk, "largest contact force", "N", TMI_COLUMN_MAX);
    take_scalar(walk, "overlap", "", TMI_COLUMN_OVERLAP);
    take_scalar(walk, "contact residual", "", TMI_COLUMN_RESIDUAL);
    for (int32_t i = walk->body == 0 ? 0 : 1; i < head->body_count; i++) {
        for (size_t k = 0; (walk->body < 0 || walk->body == i) && k < count; k++) {
            walk->take(walk->user, &(tmiColumn){.name = "contacts",
                                                .on = head->bodies[i],
                                                .part = parts[k].name,
                                                .unit = parts[k].unit,
                                                .kind = TMI_COLUMN_LOAD,
                                                .index = k,
                                                .body = i});
        }
    }
}

void tmi_table_columns(const tmRecording *recording, uint32_t columns, int32_t body,
                       tmiColumnFn *take, void *user) {
    const tmiFrameLayout *l = &recording->layout;
    const Walk walk = {recording, body, take, user};
    bool planar = recording->info.planar, animates = recording->info.kind == TM_RUN_ANIMATE;
    size_t motions = l->bodies * l->pose, forces = motions + l->bodies * l->motion;
    take_scalar(&walk, animates ? "fraction" : "time", animates ? "" : "s", TMI_COLUMN_TIME);
    take_drives(&walk);
    take_monitors(&walk);
    if (columns & TM_TABLE_ENERGY) {
        take_scalar(&walk, "energy", "J", TMI_COLUMN_ENERGY);
        take_scalar(&walk, "work", "J", TMI_COLUMN_WORK);
    }
    if (columns & TM_TABLE_POSES) {
        take_bodies(&walk, planar ? plane_pose : space_pose, l->pose, 0);
    }
    if (columns & TM_TABLE_VELOCITIES) {
        take_bodies(&walk, planar ? plane_motion : space_motion, l->motion, motions);
    }
    if (columns & TM_TABLE_FORCES) {
        take_forces(&walk, planar ? plane_force : space_force, l->motion, forces);
    }
    if (columns & TM_TABLE_CONTACTS) {
        take_contacts(&walk, planar ? plane_force : space_force, l->motion);
    }
    if (animates) {
        take_scalar(&walk, "reached", "", TMI_COLUMN_REACHED);
        take_scalar(&walk, "gap", "m", TMI_COLUMN_GAP);
    }
}

/* ---- Numbers ------------------------------------------------------------------------------- */

/* Adds what a contact does to its first body (side -1) or second (1): force and torque about the
 * body's origin. */
static void add_load(const tmContact *c, double side, const double origin[3], double load[6]) {
    double force[3], arm[3], torque[3];
    for (int i = 0; i < 3; i++) {
        force[i] = side * (c->force * c->normal[i] + c->friction[i]);
        arm[i] = c->point[i] - origin[i];
    }
    tmi_cross3(arm, force, torque);
    for (int i = 0; i < 3; i++) {
        load[i] += force[i];
        load[3 + i] += torque[i];
    }
}

/* The axis of a column of forces among those in space: fx, fy, tz in the plane. */
static size_t axis_of(const tmRecording *r, size_t index) {
    return r->info.planar && index == 2 ? 5 : index;
}

static double load_number(const tmRecording *r, const unsigned char *payload, int32_t frame,
                          const tmiColumn *column) {
    double load[6] = {0.0}, origin[3] = {0.0};
    tmContact contact;
    for (size_t i = 0; column->body > 0 && i < (r->info.planar ? 2 : 3); i++) {
        origin[i] = tmi_recording_number(r, frame, (size_t)(column->body - 1) * r->layout.pose + i);
    }
    for (int32_t i = 0; i < tmi_load_contact_count(&r->layout, payload); i++) {
        tmi_load_contact(&r->layout, payload, i, &contact);
        if (contact.bodies[0] == column->body) {
            add_load(&contact, -1.0, origin, load);
        }
        if (contact.bodies[1] == column->body) {
            add_load(&contact, 1.0, origin, load);
        }
    }
    return load[axis_of(r, column->index)];
}

bool tmi_table_has(const tmContact *contact, int32_t body) {
    return body < 0 || contact->bodies[0] == body || contact->bodies[1] == body;
}

/* How many contacts there are, or their largest normal force. */
static double contact_number(const tmRecording *r, const unsigned char *payload,
                             const tmiColumn *column) {
    double count = 0.0, max = 0.0;
    tmContact contact;
    for (int32_t i = 0; i < tmi_load_contact_count(&r->layout, payload); i++) {
        tmi_load_contact(&r->layout, payload, i, &contact);
        if (tmi_table_has(&contact, column->body)) {
            count += 1.0;
            max = contact.force > max ? contact.force : max;
        }
    }
    return column->kind == TMI_COLUMN_CONTACTS ? count : max;
}

double tmi_table_number(const tmRecording *recording, int32_t frame, const tmiColumn *column) {
    const unsigned char *payload = tmi_recording_payload(recording, frame);
    double number = 0.0;
    if (recording->info.kind == TM_RUN_ANIMATE && column->kind >= TMI_COLUMN_CONTACTS &&
        column->kind <= TMI_COLUMN_LOAD) {
        return NAN; /* animations do not look whether bodies touch */
    }
    switch (column->kind) {
    case TMI_COLUMN_REACHED:
        number = tmi_recording_is_reached(recording, frame);
        break;
    case TMI_COLUMN_GAP:
        number = tmi_recording_gap(recording, frame);
        break;
    case TMI_COLUMN_DRIVE:
        number = tm_range_at(&recording->head.ranges[column->index],
                             tmi_recording_scalar(recording, frame, 0));
        break;
    case TMI_COLUMN_NUMBER:
        number = tmi_recording_number(recording, frame, column->index);
        break;
    case TMI_COLUMN_CONTACTS:
    case TMI_COLUMN_MAX:
        number = contact_number(recording, payload, column);
        break;
    case TMI_COLUMN_OVERLAP:
    case TMI_COLUMN_RESIDUAL:
        number = tmi_load_quality(&recording->layout, payload,
                                  column->kind == TMI_COLUMN_RESIDUAL ? 1 : 0);
        break;
    case TMI_COLUMN_LOAD:
        number = load_number(recording, payload, frame, column);
        break;
    default:
        number = tmi_recording_scalar(recording, frame, (int32_t)column->kind);
        break;
    }
    return column->is_negative ? -number : number;
}

void tmi_put_shortest(tmiSvg *out, double number) {
    char buffer[32];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_shortest(&text, number);
    tmi_svg_raw(out, buffer);
}

/* Whether a body stands still in a frame. */
static bool is_still(const tmRecording *r, int32_t frame, int32_t body) {
    const tmiFrameLayout *l = &r->layout;
    for (size_t i = 0; body > 0 && i < l->motion; i++) {
        size_t first = l->bodies * l->pose + (size_t)(body - 1) * l->motion;
        if (tmi_recording_number(r, frame, first + i) != 0.0) {
            return false;
        }
    }
    return true;
}

void tmi_report_names(const tmRecording *recording, const tmSimEvent *event, const char *names[2]) {
    const tmRecording *r = recording;
    const int32_t *bodies = event->bodies;
    int32_t frame = tm_recording_find(r, event->time);
    frame -= frame > 0 && tmi_recording_scalar(r, frame, 0) >= event->time; /* before it happened */
    bool moves[2] = {false, false};
    const char *found[2];
    for (int i = 0; i < 2; i++) {
        const char *name = tm_recording_body(r, bodies[i]);
        found[i] = name ? name : "a body";
        moves[i] = name && r->info.frames > 0 && !is_still(r, frame, bodies[i]);
    }
    bool second = moves[0] == moves[1] ? bodies[1] > bodies[0] : moves[1];
    names[0] = found[second];
    names[1] = found[!second];
}

/* ---- Impacts ------------------------------------------------------------------------------- */

static bool is_rest(const tmSimEvent *event) {
    return event->kind == TM_SIM_EVENT_IMPACT && event->value != 0.0;
}

bool tmi_report_event(const tmRecording *r, int32_t index, tmSimEvent *event) {
    tm_recording_event(r, index, event);
    bool strikes = event->kind == TM_SIM_EVENT_TOUCH || event->kind == TM_SIM_EVENT_IMPACT;
    for (int32_t i = index + 1; strikes && !is_rest(event) && i < r->info.events; i++) {
        tmSimEvent later;
        tm_recording_event(r, i, &later);
        bool same = later.bodies[0] == event->bodies[0] && later.bodies[1] == event->bodies[1];
        if (same && is_rest(&later)) {
            event->impulse += later.impulse;
            event->after = later.after;
        } else if (same && later.kind != TM_SIM_EVENT_LESSENED) {
            break;
        }
    }
    return !is_rest(event);
}

tmStatus tmi_report_start(tmRecording *recording, int32_t body, tmWriteFn *write) {
    if (!recording || !write || body < -1 || body >= recording->head.body_count) {
        return TM_ERR_ARGUMENT;
    }
    return tm_recording_check(recording);
}
