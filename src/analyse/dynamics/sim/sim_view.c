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

static void accelerate(const tmSim *sim, tmTwist *accelerations) {
    const tmiSystem *s = sim->system;
    memset(accelerations, 0, (size_t)s->body_count * sizeof *accelerations);
    for (int32_t i = 0; i < s->mover_count; i++) {
        const double *a = s->acceleration + (ptrdiff_t)i * s->dof;
        tmTwist *to = &accelerations[s->movers[i].body];
        const tmTwist *twist = &s->twists[s->movers[i].body];
        double arm[3], first[3], second[3];
        if (s->planar) {
            to->linear[0] = a[0];
            to->linear[1] = a[1];
            to->angular[2] = a[2];
        } else {
            memcpy(to->linear, a, sizeof to->linear);
            memcpy(to->angular, a + 3, sizeof to->angular);
        }
        for (int32_t k = 0; k < 3; k++) {
            arm[k] = s->frames[s->movers[i].body].position[k] - s->centres[i][k];
        }
        tmi_cross3(to->angular, arm, first);
        tmi_add3(to->linear, 1.0, first);
        tmi_cross3(twist->angular, arm, first);
        tmi_cross3(twist->angular, first, second);
        tmi_add3(to->linear, 1.0, second);
    }
}

/* Adds a joint's wrench to a body: about its origin. */
static void load(const tmiSystem *s, int32_t body, double sign, const tmWrench *wrench,
                 const double point[3], tmWrench *loads) {
    double arm[3], moment[3];
    for (int32_t k = 0; k < 3; k++) {
        arm[k] = point[k] - s->frames[body].position[k];
    }
    tmi_cross3(arm, wrench->force, moment);
    tmi_add3(moment, 1.0, wrench->torque);
    tmi_add3(loads[body].force, sign, wrench->force);
    tmi_add3(loads[body].torque, sign, moment);
}

static void join(const tmSim *sim, tmWrench *wrenches, tmWrench *loads) {
    const tmiSystem *s = sim->system;
    int32_t count = tm_model_joint_count(sim->model);
    memset(loads, 0, (size_t)s->body_count * sizeof *loads);
    for (int32_t i = 0; i < count; i++) {
        tmJointInfo joint;
        double point[3];
        tmi_system_wrench(s, i, &wrenches[i]);
        tm_model_joint(sim->model, i, &joint);
        if (joint.use.pair_count == 0) {
            continue;
        }
        const tmPointOn *first = &joint.use.pairs[0][0], *second = &joint.use.pairs[0][1];
        int32_t a = joint.bodies[first->body], b = joint.bodies[second->body];
        tmi_rotate3(s->frames[a].rotation, first->point, point);
        tmi_add3(point, 1.0, s->frames[a].position);
        load(s, a, 1.0, &wrenches[i], point, loads);
        load(s, b, -1.0, &wrenches[i], point, loads);
    }
}

/* Adds what contacts do to the bodies: weigh() leaves out the ground, what is fixed and what is
 * driven, so contacts are their only source. */
static void add_contacts(const tmSim *sim, tmWrench *loads) {
    const tmiSystem *s = sim->system;
    int32_t count;
    const tmContact *contacts = tmi_sim_shown_contacts(sim, &count);
    for (int32_t i = 0; i < count; i++) {
        const tmContact *contact = &contacts[i];
        tmWrench wrench = {{0.0}, {0.0}};
        tmi_add3(wrench.force, contact->force, contact->normal);
        tmi_add3(wrench.force, 1.0, contact->friction);
        load(s, contact->bodies[0], -1.0, &wrench, contact->point, loads);
        load(s, contact->bodies[1], 1.0, &wrench, contact->point, loads);
    }
}

/* What acts on a body that has mass is what moves it, less its weight: m (a - g), and J w' + w x J
 * w about the centre, whatever it comes from. */
static void weigh(const tmSim *sim, tmWrench *loads) {
    const tmiSystem *s = sim->system;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *mover = &s->movers[i];
        const double *a = s->acceleration + (ptrdiff_t)i * s->dof;
        const double *w = s->velocity + (ptrdiff_t)i * s->dof + 3;
        tmWrench *load = &loads[mover->body];
        double arm[3], moment[3], spin[3], swing[3];
        if (mover->kind != TMI_MOVER_DYNAMIC) {
            continue;
        }
        *load = (tmWrench){{0.0}, {0.0}};
        for (int32_t k = 0; k < (s->planar ? 2 : 3); k++) {
            load->force[k] = mover->mass * (a[k] - s->gravity[k]);
        }
        if (s->planar) {
            load->torque[2] = mover->inertia[2][2] * a[2];
        } else {
            for (int32_t k = 0; k < 3; k++) {
                load->torque[k] = tmi_dot3(s->inertia[i][k], a + 3);
                spin[k] = tmi_dot3(s->inertia[i][k], w);
            }
            tmi_cross3(w, spin, swing);
            tmi_add3(load->torque, 1.0, swing);
        }
        for (int32_t k = 0; k < 3; k++) {
            arm[k] = s->centres[i][k] - s->frames[mover->body].position[k];
        }
        tmi_cross3(arm, load->force, moment);
        tmi_add3(load->torque, 1.0, moment);
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
    accelerate(sim, sim->accelerations);
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
    accelerate(sim, sim->accelerations);
    join(sim, sim->wrenches, sim->loads);
    add_contacts(sim, sim->loads);
    weigh(sim, sim->loads);
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
        accelerate(sim, sim->prior_accelerations);
        join(sim, sim->prior_wrenches, sim->prior_loads);
        add_contacts(sim, sim->prior_loads);
        weigh(sim, sim->prior_loads);
    }
}
