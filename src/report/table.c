/* table.c: which columns a report of a recording has. */
#include "report/table.h"

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
static const Part plane_force[] = {{"fx", "N"}, {"fy", "N"}, {"tz", "N m"}};
static const Part space_force[] = {{"fx", "N"},   {"fy", "N"},   {"fz", "N"},
                                   {"tx", "N m"}, {"ty", "N m"}, {"tz", "N m"}};

static void take_scalar(const Walk *walk, const char *name, const char *unit, int32_t which) {
    walk->take(walk->user, &(tmiColumn){.part = name, .unit = unit, .scalar = which});
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
                                                .scalar = -1});
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
                                                .scalar = -1});
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
                                    .scalar = -1,
                                    .is_negative = is_second});
        }
    }
}

void tmi_table_columns(const tmRecording *recording, uint32_t columns, int32_t body,
                       tmiColumnFn *take, void *user) {
    const tmiFrameLayout *l = &recording->layout;
    const Walk walk = {recording, body, take, user};
    bool planar = recording->info.planar, animates = recording->info.kind == TM_RUN_ANIMATE;
    size_t motions = l->bodies * l->pose, forces = motions + l->bodies * l->motion;
    take_scalar(&walk, animates ? "part" : "time", animates ? "" : "s", 0);
    take_monitors(&walk);
    if (columns & TM_TABLE_ENERGY) {
        take_scalar(&walk, "energy", "J", 1);
        take_scalar(&walk, "work", "J", 2);
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
}

double tmi_table_number(const tmRecording *recording, int32_t frame, const tmiColumn *column) {
    double number = column->scalar >= 0 ? tmi_recording_scalar(recording, frame, column->scalar)
                                        : tmi_recording_number(recording, frame, column->index);
    return column->is_negative ? -number : number;
}

void tmi_put_shortest(tmiSvg *out, double number) {
    char buffer[32];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_shortest(&text, number);
    tmi_svg_raw(out, buffer);
}

/* Numbers from PLAIN_LEAST up to below PLAIN_MOST are written without an exponent. */
#define PLAIN_LEAST 1e-4
#define PLAIN_MOST 1e7
#define DIGITS 6

void tmi_text_add_rounded(tmiText *text, double number) {
    double size = fabs(number);
    int32_t exponent = 0;
    if (isnan(number) || isinf(number) || size == 0.0) {
        tmi_text_add(text, isnan(number) ? "-" : number == 0.0 ? "0" : number > 0 ? "inf" : "-inf");
        return;
    }
    for (; size >= 10.0; exponent++) {
        size /= 10.0;
    }
    for (; size < 1.0; exponent--) {
        size *= 10.0;
    }
    if (fabs(number) >= PLAIN_LEAST && fabs(number) < PLAIN_MOST) {
        tmi_text_add_short(text, number, exponent < DIGITS - 1 ? DIGITS - 1 - exponent : 0);
        return;
    }
    tmi_text_add_short(text, number < 0.0 ? -size : size, DIGITS - 1);
    tmi_text_add(text, "e");
    tmi_text_add_int(text, exponent);
}

tmStatus tmi_report_start(tmRecording *recording, int32_t body, tmWriteFn *write) {
    if (!recording || !write || body < -1 || body >= recording->head.body_count) {
        return TM_ERR_ARGUMENT;
    }
    return tm_recording_check(recording);
}
