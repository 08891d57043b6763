/* sim_view.c: what controls and monitors read: the coordinates of joints, angles over whole turns,
 * accelerations, and the forces of joints and on bodies. */
#include "analyse/dynamics/sim/stepping/stepping.h"
#include "analyse/dynamics/sim/touch/touch.h"
#include "define/hinge/hinge.h"

#include <math.h>
#include <string.h>

/* ---- Coordinates ----------------------------------------------------------------------------- */

void tmi_sim_coordinate_at(const tmSim *sim, const tmJointInfo *joint, int32_t coordinate,
                           double near, double *value, double *rate) {
    const tmiSystem *s = sim->system;
    tmFrame frames[TM_HINGE_BODIES];
    const double nears[2] = {near, near};
    tmRowAt at;
    for (int32_t i = 0; i < joint->body_count; i++) {
        frames[i] = s->frames[joint->bodies[i]];
    }
    tm_row_at(&joint->coordinates[coordinate], frames, NULL, nears, &at);
    *value = at.value;
    *rate = 0.0;
    for (int32_t i = 0; i < joint->body_count; i++) {
        const tmTwist *twist = &s->twists[joint->bodies[i]];
        *rate += tmi_dot3(at.gradient[i].linear, twist->linear) +
                 tmi_dot3(at.gradient[i].angular, twist->angular);
    }
}

static void look_at_coordinates(tmSim *sim) {
    int32_t count = tm_model_joint_count(sim->model);
    for (int32_t i = 0; i < count; i++) {
        tmJointInfo joint;
        tm_model_joint(sim->model, i, &joint);
        for (int32_t k = 0; k < joint.coordinate_count; k++) {
            double *value = sim->coordinates[i][k];
            tmi_sim_coordinate_at(sim, &joint, k, sim->coordinate_near[i][k], &value[0], &value[1]);
        }
    }
}

static void look_at_angles(tmSim *sim) {
    const tmiSystem *s = sim->system;
    for (int32_t i = 0; i < s->body_count; i++) {
        sim->angles[i] = tmi_unwrap(tmi_frame_angle(&s->frames[i]), sim->angle_near[i]);
    }
}

void tmi_sim_first_angles(tmSim *sim) {
    for (int32_t i = 0; i < sim->system->body_count; i++) {
        sim->angle_near[i] = tmi_frame_angle(&sim->system->frames[i]);
    }
}

/* ---- Forces ---------------------------------------------------------------------------------- */

/* Adds what contacts do to the bodies: tmi_system_weigh leaves out the ground, what is fixed and
 * what is driven, so contacts are their only source. */
static void add_contacts(const tmSim *sim, tmWrench *loads) {
    const tmiSystem *s = sim->system;
    int32_t count;
    const tmContact *contacts = tmi_sim_shown_contacts(sim, &count);
    for (int32_t i = 0; i < count; i++) {
        const tmContact *contact = &contacts[i];
        tmWrench wrench = {{0.0}, {0.0}};
        tmi_add3(wrench.force, contact->force, contact->normal);
        tmi_add3(wrench.force, 1.0, contact->friction);
        tmi_system_load(s, contact->bodies[0], -1.0, &wrench, contact->point, loads);
        tmi_system_load(s, contact->bodies[1], 1.0, &wrench, contact->point, loads);
    }
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static void limited(const tmSim *sim, int32_t limit, double *value, double *rate) {
    const tmiLimitDef *def = &sim->limits[limit].def;
    tmJointInfo joint;
    tm_model_joint(sim->model, def->joint, &joint);
    tmi_sim_coordinate_at(sim, &joint, def->coordinate,
                          sim->coordinate_near[def->joint][def->coordinate], value, rate);
}

double tmi_sim_limit_span(const tmSim *sim, int32_t limit) {
    const tmiSystem *s = sim->system;
    const tmiSimLimit *l = &sim->limits[limit];
    bool turns = s->constraints[l->constraint].rows[0].unit == TM_ROW_ANGLE;
    return (turns ? 1.0 : s->size) + fabs(l->def.bound);
}

double tmi_sim_limit_room(const tmSim *sim, int32_t limit) {
    const tmiLimitDef *def = &sim->limits[limit].def;
    double value, rate;
    limited(sim, limit, &value, &rate);
    return def->upper ? def->bound - value : value - def->bound;
}

double tmi_sim_limit_rate(const tmSim *sim, int32_t limit) {
    double value, rate;
    limited(sim, limit, &value, &rate);
    return rate;
}

double tmi_sim_limit_second(const tmSim *sim, int32_t limit) {
    const tmiSystem *s = sim->system;
    const tmiLimitDef *def = &sim->limits[limit].def;
    tmJointInfo joint;
    tmFrame frames[TM_HINGE_BODIES];
    tmTwist twists[TM_HINGE_BODIES];
    tmRowAt at;
    tm_model_joint(sim->model, def->joint, &joint);
    for (int32_t i = 0; i < joint.body_count; i++) {
        frames[i] = s->frames[joint.bodies[i]];
        twists[i] = s->twists[joint.bodies[i]];
    }
    tm_row_at(&joint.coordinates[def->coordinate], frames, twists, NULL, &at);
    tmi_system_accelerations(sim->system, sim->accelerations);
    double second = at.bias;
    for (int32_t i = 0; i < joint.body_count; i++) {
        const tmTwist *own = &sim->accelerations[joint.bodies[i]];
        second += tmi_dot3(at.gradient[i].linear, own->linear) +
                  tmi_dot3(at.gradient[i].angular, own->angular);
    }
    return second;
}

double tmi_sim_limit_push(const tmSim *sim, int32_t limit) {
    const tmiSimLimit *l = &sim->limits[limit];
    double lambda = sim->system->lambda[l->row];
    return l->def.upper ? -lambda : lambda;
}

/* ---- The view -------------------------------------------------------------------------------- */

/* Where bodies touch; null: nothing holds them apart, or it is not known yet. */
static const tmContact *touched(const tmSim *sim, int32_t *count) {
    static const tmContact none;
    const tmiSimContact *c = &sim->contact;
    const tmContact *contacts = c->list.is_made ? c->list.prior : c->list.contacts;
    *count = c->list.is_made ? c->list.prior_count : c->list.count;
    return !c->list.is_present ? NULL : contacts ? contacts : &none;
}

static void look(tmSim *sim, double t, uint32_t reads) {
    tmiSystem *s = sim->system;
    if (reads & TMI_READS_COORDINATES) {
        look_at_coordinates(sim);
    }
    if (reads & TMI_READS_ANGLES) {
        look_at_angles(sim);
    }
    bool energy = reads & TMI_READS_ENERGY;
    int32_t contact_count;
    const tmContact *contacts = touched(sim, &contact_count);
    sim->view = (tmiView){
        .time = t,
        .frames = s->frames,
        .twists = s->twists,
        .accelerations = sim->prior_accelerations,
        .joints = sim->prior_wrenches,
        .loads = sim->prior_loads,
        .contacts = contacts,
        .contact_count = contact_count,
        .kinetic = energy ? tmi_system_kinetic(s) : 0.0,
        .potential = energy ? tmi_system_potential(s) : 0.0,
        .coordinates = sim->coordinates,
        .angles = sim->angles,
    };
}

void tmi_sim_look(tmSim *sim, double t) {
    look(sim, t, sim->reads);
    if (sim->has_branches) {
        sim->view.time = tmi_sim_counted_time(sim, &sim->view);
    }
}

void tmi_sim_look_at_all(tmSim *sim, double t) {
    look(sim, t, UINT32_MAX);
    tmi_system_accelerations(sim->system, sim->accelerations);
    tmi_system_joint_loads(sim->system, sim->wrenches, sim->loads);
    add_contacts(sim, sim->loads);
    tmi_system_weigh(sim->system, sim->loads);
    sim->view.accelerations = sim->accelerations;
    sim->view.joints = sim->wrenches;
    sim->view.loads = sim->loads;
    if (sim->contact.foreseen.is_known || sim->touch) {
        sim->view.contacts = tmi_sim_shown_contacts(sim, &sim->view.contact_count);
    }
}

void tmi_sim_arrive(tmSim *sim) {
    tmiSystem *s = sim->system;
    double kinetic = tmi_system_kinetic(s);
    sim->info.energy_scale = kinetic > sim->info.energy_scale ? kinetic : sim->info.energy_scale;
    tmi_system_follow(s);
    for (int32_t i = 0; i < sim->limit_count; i++) {
        sim->limit_push[i] = tmi_sim_limit_push(sim, i);
    }
    if (!sim->watched) {
        return;
    }
    for (int32_t i = 0; s->planar && i < s->mover_count; i++) {
        sim->angle_near[s->movers[i].body] = sim->y_end[(ptrdiff_t)i * s->pose + 2];
    }
    look(sim, sim->t_end, TMI_READS_COORDINATES | TMI_READS_ANGLES);
    int32_t count = tm_model_joint_count(sim->model);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < TM_HINGE_COORDINATES; k++) {
            sim->coordinate_near[i][k] = sim->coordinates[i][k][0];
        }
    }
    memcpy(sim->angle_near, sim->angles, (size_t)s->body_count * sizeof *sim->angles);
    (void)tmi_touch_list(sim, false); /* a lack of memory is kept in lacks_memory */
    (void)tmi_touch_list(sim, true);
    if (sim->reads & (TMI_READS_ACCELERATIONS | TMI_READS_FORCES)) {
        tmi_system_accelerations(sim->system, sim->prior_accelerations);
        tmi_system_joint_loads(sim->system, sim->prior_wrenches, sim->prior_loads);
        add_contacts(sim, sim->prior_loads);
        tmi_system_weigh(sim->system, sim->prior_loads);
    }
}
