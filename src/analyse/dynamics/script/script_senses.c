/* script_senses.c: the one table of quantities that can be sensed (vocabulary_quantities.c), and
 * how each is read from a view. World axes; the position of a body is that of its origin. */
#include "analyse/dynamics/script/script_private.h"

#include "define/hinge/hinge.h"

#include <math.h>
#include <string.h>

static const tmTwist still;
static const tmWrench unloaded;

/* ---- Help ---------------------------------------------------------------------------------- */

static void put3(const double v[3], double *out) {
    memcpy(out, v, 3 * sizeof *out);
}

/* In a planar world everything lies in the plane, also a feature of a thick part. */
static void put_in_plane(const tmiScript *s, const double v[3], double *out) {
    put3(v, out);
    out[2] = s->planar ? 0.0 : out[2];
}

static const tmMass *mass_of(const tmiScript *s, int32_t body) {
    return &s->model->bodies[body].info.mass;
}

/* From the origin of a body to a point of it. */
static void arm_of(const tmiView *v, int32_t body, const double point[3], double arm[3]) {
    tmi_rotate3(v->frames[body].rotation, point, arm);
}

static void velocity_at(const tmTwist *twist, const double arm[3], double out[3]) {
    tmi_cross3(twist->angular, arm, out);
    tmi_add3(out, 1.0, twist->linear);
}

/* Centre of mass: where it is, and how fast. */
static void centre_of(const tmiScript *s, const tmiView *v, int32_t body, double at[3],
                      double velocity[3]) {
    const tmMass *mass = mass_of(s, body);
    const double local[3] = {mass->centre.x, mass->centre.y, mass->centre.z};
    arm_of(v, body, local, at);
    velocity_at(&v->twists[body], at, velocity);
    tmi_add3(at, 1.0, v->frames[body].position);
}

/* I w about the centre of mass; in the plane about z alone. */
static void spin_of(const tmiScript *s, const tmiView *v, int32_t body, double out[3]) {
    const tmMass *mass = mass_of(s, body);
    double local[3], spin[3];
    tmi_rotate_back3(v->frames[body].rotation, v->twists[body].angular, local);
    for (int32_t i = 0; i < 3; i++) {
        spin[i] = tmi_dot3(mass->inertia[i], local);
    }
    tmi_rotate3(v->frames[body].rotation, spin, out);
    out[0] = s->planar ? 0.0 : out[0];
    out[1] = s->planar ? 0.0 : out[1];
}

static double kinetic_of(const tmiScript *s, const tmiView *v, int32_t body) {
    double at[3], velocity[3], spin[3];
    centre_of(s, v, body, at, velocity);
    spin_of(s, v, body, spin);
    return 0.5 * (mass_of(s, body)->mass * tmi_dot3(velocity, velocity) +
                  tmi_dot3(spin, v->twists[body].angular));
}

static double potential_of(const tmiScript *s, const tmiView *v, int32_t body) {
    double at[3], velocity[3];
    centre_of(s, v, body, at, velocity);
    return -mass_of(s, body)->mass * tmi_dot3(s->model->info.gravity, at);
}

#define READER(name)                                                                               \
    static void name(const tmiScript *s, const tmiSenseReader *r, const tmiView *v, double *out)
#define UNUSED(what) (void)(what)

/* ---- The world ----------------------------------------------------------------------------- */

READER(read_time) {
    UNUSED(s), UNUSED(r);
    out[0] = v->time;
}

READER(rate_time) {
    UNUSED(s), UNUSED(r), UNUSED(v);
    out[0] = 1.0;
}

READER(world_energy) {
    UNUSED(s), UNUSED(r);
    out[0] = v->kinetic + v->potential;
}

READER(world_kinetic) {
    UNUSED(s), UNUSED(r);
    out[0] = v->kinetic;
}

READER(world_potential) {
    UNUSED(s), UNUSED(r);
    out[0] = v->potential;
}

READER(world_momentum) {
    UNUSED(r);
    double sum[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 1; i < s->model->body_count; i++) {
        double at[3], velocity[3];
        centre_of(s, v, i, at, velocity);
        tmi_add3(sum, mass_of(s, i)->mass, velocity);
    }
    put_in_plane(s, sum, out);
}

READER(world_spin) {
    UNUSED(r);
    double sum[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 1; i < s->model->body_count; i++) {
        double at[3], velocity[3], moment[3];
        centre_of(s, v, i, at, velocity);
        tmi_cross3(at, velocity, moment);
        tmi_add3(sum, mass_of(s, i)->mass, moment);
        spin_of(s, v, i, moment);
        tmi_add3(sum, 1.0, moment);
    }
    put3(sum, out);
    out[0] = s->planar ? 0.0 : out[0];
    out[1] = s->planar ? 0.0 : out[1];
}

/* ---- Bodies -------------------------------------------------------------------------------- */

READER(body_energy) {
    out[0] = kinetic_of(s, v, r->number) + potential_of(s, v, r->number);
}

READER(body_kinetic) {
    out[0] = kinetic_of(s, v, r->number);
}

READER(body_potential) {
    out[0] = potential_of(s, v, r->number);
}

READER(body_momentum) {
    double at[3], velocity[3], momentum[3] = {0.0, 0.0, 0.0};
    centre_of(s, v, r->number, at, velocity);
    tmi_add3(momentum, mass_of(s, r->number)->mass, velocity);
    put_in_plane(s, momentum, out);
}

READER(body_spin) {
    spin_of(s, v, r->number, out);
}

READER(body_mass) {
    UNUSED(v);
    out[0] = mass_of(s, r->number)->mass;
}

READER(body_angle) {
    UNUSED(s);
    out[0] = v->angles[r->number];
}

/* The rate of the turn that a drive of the angle prescribes. */
READER(rate_angle) {
    const tmFrame frames[2] = {v->frames[r->number], {.rotation = {1.0, 0.0, 0.0, 0.0}}};
    const double *spin = v->twists[r->number].angular;
    tmRowAt at;
    out[0] = spin[2];
    if (!s->planar) {
        tmRow row = {.kind = TM_ROW_TURN,
                     .unit = TM_ROW_ANGLE,
                     .b = 1,
                     .normal = {0.0, 0.0, 1.0},
                     .mark_a = {1.0, 0.0, 0.0},
                     .mark_b = {1.0, 0.0, 0.0}};
        tm_row_at(&row, frames, NULL, NULL, &at);
        out[0] = tmi_dot3(at.gradient[0].angular, spin);
    }
}

READER(body_turning) {
    UNUSED(s);
    put3(v->twists[r->number].angular, out);
}

READER(body_turning_faster) {
    UNUSED(s);
    put3((v->accelerations ? &v->accelerations[r->number] : &still)->angular, out);
}

READER(body_force) {
    put_in_plane(s, (v->loads ? &v->loads[r->number] : &unloaded)->force, out);
}

READER(body_torque) {
    UNUSED(s);
    put3((v->loads ? &v->loads[r->number] : &unloaded)->torque, out);
}

READER(body_power) {
    UNUSED(s);
    const tmWrench *load = v->loads ? &v->loads[r->number] : &unloaded;
    const tmTwist *twist = &v->twists[r->number];
    out[0] = tmi_dot3(load->force, twist->linear) + tmi_dot3(load->torque, twist->angular);
}

/* ---- Points and axes; those of a body alone are its origin --------------------------------- */

READER(point_position) {
    double at[3];
    tmi_frame_point(&v->frames[r->number], r->point, at);
    put_in_plane(s, at, out);
}

READER(point_velocity) {
    double arm[3], velocity[3];
    arm_of(v, r->number, r->point, arm);
    velocity_at(&v->twists[r->number], arm, velocity);
    put_in_plane(s, velocity, out);
}

/* a + alpha x r + w x (w x r) */
READER(point_acceleration) {
    const tmTwist *rate = v->accelerations ? &v->accelerations[r->number] : &still;
    const double *w = v->twists[r->number].angular;
    double arm[3], acceleration[3], inner[3], outer[3];
    arm_of(v, r->number, r->point, arm);
    velocity_at(rate, arm, acceleration);
    tmi_cross3(w, arm, inner);
    tmi_cross3(w, inner, outer);
    tmi_add3(acceleration, 1.0, outer);
    put_in_plane(s, acceleration, out);
}

READER(axis_direction) {
    UNUSED(s);
    arm_of(v, r->number, r->direction, out);
}

READER(rate_direction) {
    UNUSED(s);
    double direction[3];
    arm_of(v, r->number, r->direction, direction);
    tmi_cross3(v->twists[r->number].angular, direction, out);
}

/* ---- Joints -------------------------------------------------------------------------------- */

static const tmWrench *wrench_of(const tmiView *v, int32_t joint) {
    return v->joints ? &v->joints[joint] : &unloaded;
}

void tmi_read_coordinate(const tmiScript *s, const tmiSenseReader *r, const tmiView *v,
                         double *out) {
    UNUSED(s);
    out[0] = v->coordinates[r->number][r->coordinate][0];
}

void tmi_read_coordinate_rate(const tmiScript *s, const tmiSenseReader *r, const tmiView *v,
                              double *out) {
    UNUSED(s);
    out[0] = v->coordinates[r->number][r->coordinate][1];
}

/* The row of a coordinate at the poses of the joint's bodies. */
static void coordinate_at(const tmiScript *s, const tmiSenseReader *r, const tmiView *v,
                          tmRowAt *at) {
    const tmJointInfo *joint = &s->model->joints[r->number].info;
    tmFrame frames[TM_HINGE_BODIES];
    tmTwist twists[TM_HINGE_BODIES];
    for (int32_t i = 0; i < joint->body_count; i++) {
        frames[i] = v->frames[joint->bodies[i]];
        twists[i] = v->twists[joint->bodies[i]];
    }
    tm_row_at(&joint->coordinates[r->coordinate], frames, twists, NULL, at);
}

READER(coordinate_second) {
    const tmJointInfo *joint = &s->model->joints[r->number].info;
    tmRowAt at;
    coordinate_at(s, r, v, &at);
    double second = at.bias;
    for (int32_t i = 0; v->accelerations && i < joint->body_count; i++) {
        const tmTwist *rate = &v->accelerations[joint->bodies[i]];
        second += tmi_dot3(at.gradient[i].linear, rate->linear) +
                  tmi_dot3(at.gradient[i].angular, rate->angular);
    }
    out[0] = second;
}

/* The part of the joint's force along the coordinate's gradient: of a turn the torque about its
 * axis, which goes through the point that the joint's torque is about. Positive where it makes the
 * coordinate grow. */
READER(coordinate_force) {
    const tmRow *row = &s->model->joints[r->number].info.coordinates[r->coordinate];
    const tmWrench *wrench = wrench_of(v, r->number);
    bool turns = row->unit == TM_ROW_ANGLE;
    tmRowAt at;
    coordinate_at(s, r, v, &at);
    const tmTwist *gradient = &at.gradient[row->a];
    const double *along = turns ? gradient->angular : gradient->linear;
    double square = tmi_dot3(along, along);
    double force = tmi_dot3(along, turns ? wrench->torque : wrench->force);
    out[0] = square > 0.0 ? r->sign * force / square : 0.0;
}

READER(joint_force) {
    put_in_plane(s, wrench_of(v, r->number)->force, out);
}

READER(joint_torque) {
    UNUSED(s);
    put3(wrench_of(v, r->number)->torque, out);
}

/* Of the wrench on the first part and its opposite on the second, at the point that it is about.
 * What rows that only hold do adds up to nothing: what is left is the work of springs, dampers,
 * controls and drives. A joint of more parts than two does not share its wrench out. */
READER(joint_power) {
    const tmJointInfo *joint = &s->model->joints[r->number].info;
    const tmWrench *wrench = wrench_of(v, r->number);
    double point[3], arm[3], velocity[3], sum = 0.0;
    if (joint->body_count != 2 || joint->use.pair_count == 0) {
        out[0] = NAN;
        return;
    }
    const tmPointOn *first = &joint->use.pairs[0][0];
    tmi_frame_point(&v->frames[joint->bodies[first->body]], first->point, point);
    for (int32_t k = 0; k < 2; k++) {
        int32_t body = joint->bodies[k];
        double sign = k == first->body ? 1.0 : -1.0;
        for (int32_t i = 0; i < 3; i++) {
            arm[i] = point[i] - v->frames[body].position[i];
        }
        velocity_at(&v->twists[body], arm, velocity);
        sum += sign * (tmi_dot3(wrench->force, velocity) +
                       tmi_dot3(wrench->torque, v->twists[body].angular));
    }
    out[0] = sum;
}

/* ---- Two parts ------------------------------------------------------------------------------- */

/* Turns against each other below this part of their own [1] are none. */
#define TURN_NONE 1e-9

/* Where the first bodies of both parts move alike: v + w x d = 0 for the velocity v of the second's
 * origin as seen from the first. Not a number in space, and where they only shift. */
READER(between_centre) {
    const tmiBetween *between = &s->between[r->number];
    int32_t a = between->parts[0].first, b = between->parts[1].first;
    const tmTwist *va = &v->twists[a], *vb = &v->twists[b];
    const double *pa = v->frames[a].position, *pb = v->frames[b].position;
    double wa = va->angular[2], wb = vb->angular[2], w = wb - wa;
    double x = vb->linear[0] - va->linear[0] + wa * (pb[1] - pa[1]);
    double y = vb->linear[1] - va->linear[1] - wa * (pb[0] - pa[0]);
    bool turns = s->planar && fabs(w) > TURN_NONE * (fabs(wa) + fabs(wb));
    out[0] = turns ? pb[0] - y / w : NAN;
    out[1] = turns ? pb[1] + x / w : NAN;
    out[2] = 0.0;
}

/* ---- Values of the text's own -------------------------------------------------------------- */

READER(read_input) {
    UNUSED(v);
    out[0] = s->inputs[r->number];
}

READER(read_signal) {
    UNUSED(v);
    memcpy(out, s->signal_values + s->signals[r->number].first, (size_t)r->size * sizeof *out);
}

/* ---- The table ----------------------------------------------------------------------------- */

#define WORLD TMI_SENSE_WORLD
#define BODY TMI_SENSE_BODY
#define POINT TMI_SENSE_FEATURE
#define JOIN TMI_SENSE_JOIN
#define TWO TMI_SENSE_TWO
#define WHOLLY TMI_KNOWN_WHOLLY
#define RATE TMI_KNOWN_RATE
#define VALUE TMI_KNOWN_VALUE

static const tmiSenseRow rows[] = {
    {WORLD, "time", 1, WHOLLY, TMI_READS_TIME, read_time, rate_time},
    {WORLD, "t", 1, WHOLLY, TMI_READS_TIME, read_time, rate_time},
    {WORLD, "energy", 1, VALUE, TMI_READS_ENERGY, world_energy, NULL},
    {WORLD, "kinetic_energy", 1, VALUE, TMI_READS_ENERGY, world_kinetic, NULL},
    {WORLD, "potential_energy", 1, VALUE, TMI_READS_ENERGY, world_potential, NULL},
    {WORLD, "momentum", 3, VALUE, TMI_READS_TWISTS, world_momentum, NULL},
    {WORLD, "angular_momentum", 3, VALUE, TMI_READS_TWISTS, world_spin, NULL},

    {BODY, "energy", 1, VALUE, TMI_READS_TWISTS, body_energy, NULL},
    {BODY, "kinetic_energy", 1, VALUE, TMI_READS_TWISTS, body_kinetic, NULL},
    {BODY, "potential_energy", 1, VALUE, 0, body_potential, NULL},
    {BODY, "momentum", 3, VALUE, TMI_READS_TWISTS, body_momentum, NULL},
    {BODY, "angular_momentum", 3, VALUE, TMI_READS_TWISTS, body_spin, NULL},
    {BODY, "mass", 1, WHOLLY, 0, body_mass, NULL},
    {BODY, "position", 3, RATE, 0, point_position, point_velocity},
    {BODY, "velocity", 3, VALUE, TMI_READS_TWISTS, point_velocity, NULL},
    {BODY, "acceleration", 3, VALUE, TMI_READS_ACCELERATIONS, point_acceleration, NULL},
    {BODY, "angle", 1, RATE, TMI_READS_ANGLES, body_angle, rate_angle},
    {BODY, "angular_velocity", 3, VALUE, TMI_READS_TWISTS, body_turning, NULL},
    {BODY, "angular_acceleration", 3, VALUE, TMI_READS_ACCELERATIONS, body_turning_faster, NULL},
    {BODY, "force", 3, VALUE, TMI_READS_FORCES, body_force, NULL},
    {BODY, "torque", 3, VALUE, TMI_READS_FORCES, body_torque, NULL},
    {BODY, "power", 1, VALUE, TMI_READS_FORCES | TMI_READS_TWISTS, body_power, NULL},

    {POINT, "position", 3, RATE, 0, point_position, point_velocity},
    {POINT, "velocity", 3, VALUE, TMI_READS_TWISTS, point_velocity, NULL},
    {POINT, "acceleration", 3, VALUE, TMI_READS_ACCELERATIONS, point_acceleration, NULL},
    {POINT, "direction", 3, RATE, 0, axis_direction, rate_direction},
    {POINT, "force", 3, VALUE, TMI_READS_FORCES, tmi_read_between_force, NULL},

    {JOIN, "angle", 1, RATE, TMI_READS_COORDINATES, tmi_read_coordinate, tmi_read_coordinate_rate},
    {JOIN, "position", 1, RATE, TMI_READS_COORDINATES, tmi_read_coordinate,
     tmi_read_coordinate_rate},
    {JOIN, "length", 1, RATE, TMI_READS_COORDINATES, tmi_read_coordinate, tmi_read_coordinate_rate},
    {JOIN, "angular_velocity", 1, VALUE, TMI_READS_COORDINATES | TMI_READS_TWISTS,
     tmi_read_coordinate_rate, NULL},
    {JOIN, "velocity", 1, VALUE, TMI_READS_COORDINATES | TMI_READS_TWISTS, tmi_read_coordinate_rate,
     NULL},
    {JOIN, "angular_acceleration", 1, VALUE, TMI_READS_ACCELERATIONS, coordinate_second, NULL},
    {JOIN, "acceleration", 1, VALUE, TMI_READS_ACCELERATIONS, coordinate_second, NULL},
    {JOIN, "torque", 1, VALUE, TMI_READS_FORCES, coordinate_force, NULL},
    {JOIN, "force", 1, VALUE, TMI_READS_FORCES, coordinate_force, NULL},
    {JOIN, "force", 3, VALUE, TMI_READS_FORCES, joint_force, NULL},
    {JOIN, "torque", 3, VALUE, TMI_READS_FORCES, joint_torque, NULL},
    {JOIN, "power", 1, VALUE, TMI_READS_FORCES | TMI_READS_TWISTS, joint_power, NULL},
    {JOIN, "reaction", 3, VALUE, TMI_READS_FORCES, joint_force, NULL},
    {JOIN, "reaction_torque", 3, VALUE, TMI_READS_FORCES, joint_torque, NULL},

    {TWO, "force", 3, VALUE, TMI_READS_FORCES, tmi_read_between_force, NULL},
    {TWO, "torque", 3, VALUE, TMI_READS_FORCES, tmi_read_between_torque, NULL},
    {TWO, "distance", 1, VALUE, 0, tmi_read_between_distance, NULL},
    {TWO, "instant_center", 3, VALUE, TMI_READS_TWISTS, between_centre, NULL},
    {TWO, "contact", 1, VALUE, 0, tmi_read_between_contact, NULL},

    {TMI_SENSE_INPUT, NULL, 0, WHOLLY, 0, read_input, NULL},
    {TMI_SENSE_SIGNAL, NULL, 0, WHOLLY, 0, read_signal, NULL},
};

const tmiSenseRow *tmi_sense_row(const tmiSense *sense) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const tmiSenseRow *row = &rows[i];
        if (row->kind == sense->kind &&
            (!row->name ||
             (row->size == sense->row->size && strcmp(row->name, sense->row->name) == 0))) {
            return row;
        }
    }
    return NULL;
}
