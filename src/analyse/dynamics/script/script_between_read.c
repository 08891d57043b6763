/* script_between_read.c: how what is between two parts, and at a feature, is read from a view:
 * forces of joints and contacts, distance, contact. */
#include "analyse/dynamics/script/script_private.h"

#include <string.h>

/* ---- Forces -------------------------------------------------------------------------------- */

static int32_t joints_of(const tmiBetween *between, const tmiView *v) {
    return v->joints ? between->joint_count : 0;
}

static int32_t contacts_of(const tmiView *v) {
    return v->contacts ? v->contact_count : 0;
}

/* The force of a contact of the second part on the first; false: it is not between them. */
static bool contact_force(const tmiBetween *between, const tmContact *contact, double force[3]) {
    double sign = tmi_between_sign(between, contact->bodies[1], contact->bodies[0]);
    for (int32_t k = 0; k < 3; k++) {
        force[k] = sign * (contact->force * contact->normal[k] + contact->friction[k]);
    }
    return sign != 0.0;
}

void tmi_read_between_force(const tmiScript *s, const tmiReader *r, const tmiView *v, double *out) {
    const tmiBetween *between = &s->between[r->number];
    double sum[3] = {0.0, 0.0, 0.0}, force[3];
    for (int32_t i = 0; i < joints_of(between, v); i++) {
        tmi_add3(sum, between->signs[i], v->joints[between->joints[i]].force);
    }
    for (int32_t i = 0; i < contacts_of(v); i++) {
        if (contact_force(between, &v->contacts[i], force)) {
            tmi_add3(sum, 1.0, force);
        }
    }
    sum[2] = s->planar ? 0.0 : sum[2];
    memcpy(out, sum, sizeof sum);
}

/* Adds the moment of a force at a point about the origin of the first part's (first) body. */
static void add_moment(const tmiScript *s, const tmiBetween *between, const tmiView *v,
                       const double point[3], double sign, const double force[3], double sum[3]) {
    double arm[3] = {point[0], point[1], point[2]}, moment[3];
    tmi_add3(arm, -1.0, v->frames[between->body].position);
    arm[2] = s->planar ? 0.0 : arm[2];
    tmi_cross3(arm, force, moment);
    tmi_add3(sum, sign, moment);
}

void tmi_read_between_torque(const tmiScript *s, const tmiReader *r, const tmiView *v,
                             double *out) {
    const tmiBetween *between = &s->between[r->number];
    double sum[3] = {0.0, 0.0, 0.0}, point[3], force[3];
    for (int32_t i = 0; i < joints_of(between, v); i++) {
        const tmJointInfo *joint = &s->model->joints[between->joints[i]].info;
        const tmPointOn *first = &joint->use.pairs[0][0];
        const tmWrench *wrench = &v->joints[between->joints[i]];
        tmi_frame_point(&v->frames[joint->bodies[first->body]], first->point, point);
        add_moment(s, between, v, point, between->signs[i], wrench->force, sum);
        tmi_add3(sum, between->signs[i], wrench->torque);
    }
    for (int32_t i = 0; i < contacts_of(v); i++) {
        if (contact_force(between, &v->contacts[i], force)) {
            add_moment(s, between, v, v->contacts[i].point, 1.0, force, sum);
        }
    }
    memcpy(out, sum, sizeof sum);
}

/* ---- Places -------------------------------------------------------------------------------- */

void tmi_read_between_distance(const tmiScript *s, const tmiReader *r, const tmiView *v,
                               double *out) {
    const tmiBetween *between = &s->between[r->number];
    out[0] = tmi_hulls_distance(between->hulls[0], between->hull_counts[0], between->hulls[1],
                                between->hull_counts[1], v->frames, s->planar);
}

/* Of bodies that are held apart what holds them knows; else their distance tells. */
void tmi_read_between_contact(const tmiScript *s, const tmiReader *r, const tmiView *v,
                              double *out) {
    const tmiBetween *between = &s->between[r->number];
    if (!v->contacts || !between->may_touch) {
        tmi_read_between_distance(s, r, v, out);
        out[0] = out[0] <= TMI_TOUCH_DISTANCE * s->model->info.size ? 1.0 : 0.0;
        return;
    }
    out[0] = 0.0;
    for (int32_t i = 0; i < v->contact_count && out[0] == 0.0; i++) {
        const int32_t *bodies = v->contacts[i].bodies;
        out[0] = tmi_between_sign(between, bodies[0], bodies[1]) != 0.0 ? 1.0 : 0.0;
    }
}
