/* system_loads.c: accelerations of bodies, forces of joints, and what acts on each body, from the
 * solution of the motion equations. */
#include "analyse/dynamics/system/system_private.h"

void tmi_system_accelerations(const tmiSystem *s, tmTwist *accelerations) {
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

void tmi_system_load(const tmiSystem *s, int32_t body, double sign, const tmWrench *wrench,
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

void tmi_system_joint_loads(const tmiSystem *s, tmWrench *wrenches, tmWrench *loads) {
    int32_t count = tm_model_joint_count(s->model);
    memset(loads, 0, (size_t)s->body_count * sizeof *loads);
    for (int32_t i = 0; i < count; i++) {
        tmJointInfo joint;
        double point[3];
        tmi_system_wrench(s, i, &wrenches[i]);
        tm_model_joint(s->model, i, &joint);
        if (joint.use.pair_count == 0) {
            continue;
        }
        const tmPointOn *first = &joint.use.pairs[0][0], *second = &joint.use.pairs[0][1];
        int32_t a = joint.bodies[first->body], b = joint.bodies[second->body];
        tmi_rotate3(s->frames[a].rotation, first->point, point);
        tmi_add3(point, 1.0, s->frames[a].position);
        tmi_system_load(s, a, 1.0, &wrenches[i], point, loads);
        tmi_system_load(s, b, -1.0, &wrenches[i], point, loads);
    }
}

/* What acts on a body that has mass is what moves it, less its weight: m (a - g), and J w' + w x J
 * w about the centre, whatever it comes from. */
void tmi_system_weigh(const tmiSystem *s, tmWrench *loads) {
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
