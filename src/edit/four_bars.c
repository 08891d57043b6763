/* four_bars.c: finds loops of four links and four pins, one of them the ground, and classes them by
 * Grashof's condition: with s the shortest and l the longest side, the shortest can turn fully
 * against the others when s + l <= p + q. */
#include "edit/four_bars.h"

#include "numeric/numeric.h"

#include <math.h>

/* Sides whose sums differ by less, as part of them, make a change point: rounded texts do. A
 * shorter side is not a side: two pins coincide. */
#define CHANGE_POINT 1e-6

/* Four-bars that are reported. */
#define FOUR_BAR_MAX 16

/* A pin between two bodies, with its place on each in world axes. */
typedef struct Pin {
    int32_t joint, bodies[2]; /* fixed ones count as the ground, 0 */
    double x, y;
} Pin;

typedef struct FourBar {
    Pin pins[4];       /* ground-input, input-coupler, coupler-output, output-ground */
    int32_t bodies[4]; /* ground, input, coupler, output */
    double lengths[4]; /* likewise */
    double transmission;
} FourBar;

static int32_t ground_or(const tmSketch *sketch, int32_t body) {
    tmBodyInfo info;
    return tm_model_body(sketch->model, body, &info) == TM_OK && info.is_fixed ? 0 : body;
}

static bool pin_at(const tmSketch *sketch, const tmPose *poses, int32_t joint, Pin *pin) {
    tmJointInfo info;
    tmJointDef def;
    if (tm_joint_get(sketch->mechanism, sketch->joints[joint], &def) != TM_OK ||
        def.kind != TM_JOINT_REVOLUTE || tm_model_joint(sketch->model, joint, &info) != TM_OK) {
        return false;
    }
    const tmPointOn *end = info.use.pairs[0];
    const tmPose *pose = &poses[info.bodies[end->body]];
    *pin = (Pin){.joint = joint,
                 .bodies = {ground_or(sketch, info.bodies[0]), ground_or(sketch, info.bodies[1])},
                 .x = pose->x + pose->c * end->point[0] - pose->s * end->point[1],
                 .y = pose->y + pose->s * end->point[0] + pose->c * end->point[1]};
    return pin->bodies[0] != pin->bodies[1];
}

/* The body at the other end of the pin; -1: it is not at `body`. */
static int32_t across(const Pin *pin, int32_t body) {
    return pin->bodies[0] == body ? pin->bodies[1] : pin->bodies[1] == body ? pin->bodies[0] : -1;
}

static double side(const Pin *a, const Pin *b) {
    return tmi_hypot(b->x - a->x, b->y - a->y);
}

static void measure(FourBar *bar) {
    const Pin *p = bar->pins;
    bar->lengths[0] = side(&p[3], &p[0]);
    for (int i = 1; i < 4; i++) {
        bar->lengths[i] = side(&p[i - 1], &p[i]);
    }
    double ux = p[1].x - p[2].x, uy = p[1].y - p[2].y, vx = p[3].x - p[2].x, vy = p[3].y - p[2].y;
    bar->transmission = tmi_atan2(fabs(ux * vy - uy * vx), fabs(ux * vx + uy * vy));
}

static const char *class_of(const double *lengths, bool *grashof) {
    static const char *const kinds[] = {"double crank", "crank-rocker", "double rocker",
                                        "rocker-crank"};
    int shortest = 0, longest = 0;
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        shortest = lengths[i] < lengths[shortest] ? i : shortest;
        longest = lengths[i] > lengths[longest] ? i : longest;
        sum += lengths[i];
    }
    double excess = 2.0 * (lengths[shortest] + lengths[longest]) - sum;
    *grashof = excess <= CHANGE_POINT * sum;
    if (fabs(excess) <= CHANGE_POINT * sum) {
        return "change point";
    }
    return *grashof ? kinds[shortest] : "triple rocker";
}

static void put(tmiJson *json, const FourBar *bar) {
    bool grashof;
    const char *kind = class_of(bar->lengths, &grashof);
    tmi_json_open(json, NULL, '{');
    tmi_json_open(json, "joints", '[');
    for (int i = 0; i < 4; i++) {
        tmi_json_int(json, NULL, bar->pins[i].joint);
    }
    tmi_json_close(json, ']');
    tmi_json_open(json, "bodies", '[');
    for (int i = 0; i < 4; i++) {
        tmi_json_int(json, NULL, bar->bodies[i]);
    }
    tmi_json_close(json, ']');
    tmi_json_open(json, "lengths", '[');
    for (int i = 0; i < 4; i++) {
        tmi_json_number(json, NULL, bar->lengths[i]);
    }
    tmi_json_close(json, ']');
    tmi_json_truth(json, "grashof", grashof);
    tmi_json_text(json, "kind", kind);
    tmi_json_number(json, "transmission", bar->transmission);
    tmi_json_close(json, '}');
}

/* The input is the driven one, else the shorter of the two at the ground. */
static bool is_in_order(const tmSketch *sketch, const FourBar *bar) {
    tmDriveInfo drive;
    for (int32_t i = 0; i < tm_model_animate(sketch->model).drive_count; i++) {
        if (tm_model_drive(sketch->model, i, &drive) == TM_OK &&
            drive.kind == TM_DRIVE_COORDINATE &&
            (drive.joint == bar->pins[0].joint || drive.joint == bar->pins[3].joint)) {
            return drive.joint == bar->pins[0].joint;
        }
    }
    return bar->lengths[1] < bar->lengths[3] ||
           (bar->lengths[1] == bar->lengths[3] && bar->pins[0].joint < bar->pins[3].joint);
}

/* Of the pins of `body`, the next one behind `after` that is not `not`. */
static bool next_pin(const tmSketch *sketch, int32_t body, int32_t not, int32_t *after, Pin *pin) {
    int32_t count;
    const int32_t *joints = tm_model_joints_of(sketch->model, body, &count);
    while (++*after < count) {
        if (joints[*after] != not &&pin_at(sketch, sketch->poses, joints[*after], pin) &&
            across(pin, body) >= 0) {
            return true;
        }
    }
    return false;
}

/* Whether its sides have lengths and it can move: bars of a truss make loops, too. */
static bool is_linkage(const tmSketch *sketch, const FourBar *bar) {
    const double *sides = bar->lengths;
    double min = CHANGE_POINT * (sides[0] + sides[1] + sides[2] + sides[3]);
    bool moves = false;
    for (int32_t i = 0; !moves && i < tm_diagnosis_motion_count(sketch->diagnosis); i++) {
        moves = tm_diagnosis_motion(sketch->diagnosis, i)->bodies[bar->bodies[1]].turn != 0.0;
    }
    return moves && sides[0] > min && sides[1] > min && sides[2] > min && sides[3] > min;
}

/* All four-bars that begin with this pin at the ground. */
static void put_from(tmiJson *json, const tmSketch *sketch, FourBar *bar, int32_t *found) {
    Pin *p = bar->pins;
    bar->bodies[1] = across(&p[0], 0);
    for (int32_t i = -1;
         *found < FOUR_BAR_MAX && next_pin(sketch, bar->bodies[1], p[0].joint, &i, &p[1]);) {
        bar->bodies[2] = across(&p[1], bar->bodies[1]);
        for (int32_t k = -1; *found < FOUR_BAR_MAX && bar->bodies[2] > 0 &&
                             next_pin(sketch, bar->bodies[2], p[1].joint, &k, &p[2]);) {
            bar->bodies[3] = across(&p[2], bar->bodies[2]);
            for (int32_t m = -1; bar->bodies[3] > 0 && bar->bodies[3] != bar->bodies[1] &&
                                 next_pin(sketch, bar->bodies[3], p[2].joint, &m, &p[3]);) {
                if (across(&p[3], bar->bodies[3]) != 0 || *found >= FOUR_BAR_MAX) {
                    continue;
                }
                measure(bar);
                if (is_in_order(sketch, bar) && is_linkage(sketch, bar)) {
                    put(json, bar);
                    ++*found;
                }
            }
        }
    }
}

void tmi_four_bars_put(tmiJson *json, const tmSketch *sketch) {
    int32_t found = 0;
    tmi_json_open(json, "fourBars", '[');
    for (int32_t i = 0; i < sketch->joint_count && found < FOUR_BAR_MAX; i++) {
        FourBar bar = {0};
        if (pin_at(sketch, sketch->poses, i, &bar.pins[0]) && across(&bar.pins[0], 0) > 0) {
            put_from(json, sketch, &bar, &found);
        }
    }
    tmi_json_close(json, ']');
}

double tm_sketch_transmission(const tmSketch *sketch, const int32_t *pins, const tmPose *poses) {
    FourBar bar = {0};
    if (!tm_sketch_is_good(sketch) || !pins) {
        return NAN;
    }
    for (int i = 0; i < 4; i++) {
        if (pins[i] < 0 || pins[i] >= sketch->joint_count ||
            !pin_at(sketch, poses ? poses : sketch->poses, pins[i], &bar.pins[i])) {
            return NAN;
        }
    }
    measure(&bar);
    return bar.transmission;
}
