/* balances.c: see balances.h. */
#include "balances.h"

#include <math.h>
#include <stdio.h>

#define ROUNDING 1e-14

/* Steps of joined bodies in flight are of second order, so that their energy is out by the third,
 * up and down: by this part of w h ((w h)^2 T + m (g h)^2 / 2) at most, with the largest spin w of
 * two bodies relative to each other, or of one, and the kinetic energy T [1]. Small bodies that are
 * struck turn by 0.6 rad against each other in a step of random trials; 0.116 was the most that
 * 12,000 of these had, and 0.234 two rods in a row. */
#define FLIGHT 0.3

/* Sums over all bodies. */
typedef struct Sums {
    double mass, momentum[2], centre[2], angular; /* about the centre of mass */
    double momentum_scale, angular_scale;
    double kinetic, weight, gravity_step; /* [J]; kinetic energy that weight gives in a step */
    double spins[2];                      /* least and largest, or 0 [rad/s] */
} Sums;

/* Mass, centre of mass and its velocity, spin and inertia of a body in the plane. */
typedef struct Part {
    double mass, inertia, r[2], v[2], spin;
} Part;

static Part part_of(const tmSim *sim, int32_t body) {
    tmBodyInfo info;
    tm_model_body(sim_model(sim), body, &info);
    const tmFrame *frame = &tm_sim_frames(sim)[body];
    const tmTwist *twist = &tm_sim_twists(sim)[body];
    const double *q = frame->rotation;
    double c = 1.0 - 2.0 * q[3] * q[3], s = 2.0 * q[0] * q[3], w = twist->angular[2];
    double x = c * info.mass.centre.x - s * info.mass.centre.y;
    double y = s * info.mass.centre.x + c * info.mass.centre.y;
    return (Part){.mass = info.mass.mass,
                  .inertia = info.mass.inertia[2][2],
                  .r = {frame->position[0] + x, frame->position[1] + y},
                  .v = {twist->linear[0] - w * y, twist->linear[1] + w * x},
                  .spin = w};
}

static Sums sum_up(const tmSim *sim) {
    const double *g = tm_model_world(sim_model(sim)).gravity;
    int32_t count = tm_model_body_count(sim_model(sim));
    double step = hypot(g[0], g[1]) * tm_sim_info(sim)->step;
    Sums all = {0};
    for (int32_t i = 1; i < count; i++) {
        Part p = part_of(sim, i);
        all.mass += p.mass;
        all.spins[0] = fmin(all.spins[0], p.spin);
        all.spins[1] = fmax(all.spins[1], p.spin);
        all.momentum_scale += p.mass * (hypot(p.v[0], p.v[1]) + step);
        all.kinetic +=
            0.5 * p.mass * (p.v[0] * p.v[0] + p.v[1] * p.v[1]) + 0.5 * p.inertia * p.spin * p.spin;
        all.weight -= p.mass * (g[0] * p.r[0] + g[1] * p.r[1]);
        all.gravity_step += 0.5 * p.mass * step * step;
        for (int k = 0; k < 2; k++) {
            all.momentum[k] += p.mass * p.v[k];
            all.centre[k] += p.mass * p.r[k];
        }
    }
    for (int k = 0; k < 2 && all.mass > 0.0; k++) {
        all.centre[k] /= all.mass;
    }
    for (int32_t i = 1; i < count; i++) {
        Part p = part_of(sim, i);
        double x = p.r[0] - all.centre[0], y = p.r[1] - all.centre[1];
        all.angular += p.mass * (x * p.v[1] - y * p.v[0]) + p.inertia * p.spin;
        all.angular_scale +=
            p.mass * hypot(x, y) * (hypot(p.v[0], p.v[1]) + step) + p.inertia * fabs(p.spin);
    }
    return all;
}

/* Whether a body stands or is led, so that momentum goes into it. */
static bool stands(const tmModel *model, int32_t body) {
    tmBodyInfo info;
    tm_model_body(model, body, &info);
    return info.is_fixed || !(info.mass.mass > 0.0);
}

/* Controls of joints act on both of their bodies. */
static bool is_isolated(const tmModel *model) {
    int32_t count = 0;
    const int32_t *touching = tm_model_touching(model, &count);
    bool alone = true;
    for (int32_t i = 0; i < tm_model_control_count(model); i++) {
        tmControlInfo control;
        tm_model_control(model, i, &control);
        alone = alone && control.joint >= 0;
    }
    for (int32_t i = 0; i < count; i++) {
        alone = alone && !stands(model, touching[i]);
    }
    for (int32_t i = 0; i < tm_model_joint_count(model); i++) {
        tmJointInfo joint;
        tm_model_joint(model, i, &joint);
        for (int32_t k = 0; k < joint.body_count; k++) {
            alone = alone && !stands(model, joint.bodies[k]);
        }
    }
    return alone;
}

/* What controls, springs with dampers, pulls and drives have done [J]. */
static double given(const tmSimInfo *info) {
    return info->work - info->normal_work - info->friction_work;
}

static void keep(Balance *b, const Sums *now) {
    const tmSimInfo *info = tm_sim_info(b->sim);
    b->time = info->time;
    b->energy = b->bare ? now->kinetic + now->weight : info->energy;
    b->given = given(info);
    b->angular = now->angular;
    b->spin = now->spins[1] - now->spins[0];
    b->momentum[0] = now->momentum[0];
    b->momentum[1] = now->momentum[1];
    b->momentum_scale = fmax(b->momentum_scale, now->momentum_scale);
    b->angular_scale = fmax(b->angular_scale, now->angular_scale);
    b->max_kinetic = fmax(b->max_kinetic, fmax(now->kinetic, now->gravity_step));
    b->max_energy = fmax(b->max_energy, fabs(b->energy) + fabs(info->work));
}

Balance balance_of(tmTest *t, tmSim *sim) {
    const tmModel *model = sim_model(sim);
    Sums now = sum_up(sim);
    Balance b = {.t = t,
                 .sim = sim,
                 .isolated = is_isolated(model),
                 .bare = tm_model_joint_count(model) == 0,
                 .mass = now.mass};
    keep(&b, &now);
    b.start = tm_sim_info(sim)->energy;
    return b;
}

static void raise(double *max, double number) {
    *max = fmax(*max, number);
}

/* Weight alone changes the momentum, and not the angular momentum about the centre of mass. */
static void measure_momentum(Balance *b, const Balance *before) {
    const double *g = tm_model_world(sim_model(b->sim)).gravity;
    for (int k = 0; k < 2 && b->momentum_scale > 0.0; k++) {
        double weight = b->mass * g[k] * (b->time - before->time);
        double change = b->momentum[k] - before->momentum[k] - weight;
        raise(&b->worst_momentum, fabs(change) / b->momentum_scale);
    }
    if (b->angular_scale > 0.0) {
        raise(&b->worst_angular, fabs(b->angular - before->angular) / b->angular_scale);
    }
}

/* ---- What turning brings --------------------------------------------------------------------- */

/* Velocity of the point of a body that is at `at`, and how far that is from its centre of mass. */
static double velocity_at(const tmSim *sim, int32_t body, const double *at, double v[2]) {
    Part p = part_of(sim, body);
    double x = at[0] - p.r[0], y = at[1] - p.r[1];
    v[0] = p.v[0] - p.spin * y;
    v[1] = p.v[1] + p.spin * x;
    return hypot(x, y);
}

/* Radius of the body's piece that a contact is of, if it is round [m]. */
static double radius_of(const tmSim *sim, const tmContact *c, int side) {
    const tmPieces *pieces = tm_model_pieces(sim_model(sim), c->bodies[side]);
    const tmPiece *piece = tm_pieces_at(pieces, c->pieces[side]);
    return piece ? piece->outline_radius : 0.0;
}

double turning_work(tmSim *sim, double h) {
    int32_t count;
    const tmContact *contacts = tm_sim_contacts(sim, &count);
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const tmContact *c = &contacts[i];
        double v[2][2], bend = 0.0, max = 0.0, roll = 0.0, round[2];
        for (int k = 0; k < 2; k++) {
            double w = fabs(tm_sim_twists(sim)[c->bodies[k]].angular[2]);
            bend += w * w * velocity_at(sim, c->bodies[k], c->point, v[k]);
            max = fmax(max, w);
            round[k] = radius_of(sim, c, k);
            roll += w * round[k];
        }
        double slip = c->normal[0] * (v[1][1] - v[0][1]) - c->normal[1] * (v[1][0] - v[0][0]);
        if (round[0] > 0.0 && round[1] > 0.0) {
            bend += (fabs(slip) + roll) * (fabs(slip) + roll) / (round[0] + round[1]);
        }
        sum += c->force * (bend + 2.0 * max * fabs(slip));
    }
    return 0.5 * h * h * sum;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

double end_of_step(int64_t number, double step) {
    return ((double)number + 1e-6) * step;
}

void balance_measure(Balance *b) {
    const tmSimInfo *info = tm_sim_info(b->sim);
    const Balance before = *b;
    Sums now = sum_up(b->sim);
    keep(b, &now);
    if (b->isolated) {
        measure_momentum(b, &before);
    }
    double books = info->energy - info->work - info->energy_error - b->start;
    raise(&b->worst_books, fabs(books) / b->max_energy);
    raise(&b->worst_books, b->bare ? fabs(info->energy - b->energy) / b->max_energy : 0.0);
    double added = b->energy - before.energy - (b->given - before.given);
    double turn = fmax(b->spin, before.spin) * (b->time - before.time);
    added -= ROUNDING * b->max_energy + turning_work(b->sim, b->time - before.time);
    added -= b->bare ? 0.0 : FLIGHT * turn * (turn * turn * now.kinetic + now.gravity_step);
    raise(&b->worst_rise, b->max_kinetic > 0.0 ? added / b->max_kinetic : 0.0);
}

bool balance_holds(Balance *b, double rise) {
    tmTest *t = b->t;
    balance_measure(b);
    bool good = CHECK_NEAR(b->worst_momentum, 0.0, BALANCE_MOMENTUM);
    good = CHECK_NEAR(b->worst_angular, 0.0, BALANCE_MOMENTUM) && good;
    good = CHECK_NEAR(b->worst_books, 0.0, BALANCE_BOOKS) && good;
    good = CHECK_NEAR(b->worst_rise, 0.0, rise) && good;
    if (!good) {
        printf("  … the balance of the step that ends at %.6g s\n", b->time);
    }
    return good;
}

bool balance_run(Balance *b, double time, double rise) {
    tmTest *t = b->t;
    const tmSimInfo *info = tm_sim_info(b->sim);
    int64_t k = llround(info->time / info->step);
    while (info->outcome == TM_SIM_RUNS && info->time + 0.5 * info->step < time) {
        k++;
        if (!CHECK_STATUS(tm_sim_advance(b->sim, end_of_step(k, info->step)), TM_OK) ||
            !balance_holds(b, rise)) {
            return false;
        }
    }
    return info->outcome != TM_SIM_FAILED;
}
