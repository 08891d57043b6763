/* sim_pull.c: the spring with which a host pulls at a body, as with a mouse: what it does in a step
 * of each method, and how stiff it is where the host leaves that open. docs/theory/dynamics.md,
 * section 9. */
#include "analyse/dynamics/sim/sim.h"

#include <math.h>
#include <string.h>

/* A pull whose stiffness is chosen here settles as a critically damped oscillator of at least this
 * frequency [rad/s]: (1 + w t) exp(-w t) is 0.02 after 0.2 s. */
#define BRISK 30.0

/* … and sags by no more than this part of the body's size under its weight [1]. */
#define SAG 0.05

/* Maximum force of the spring: what moves all bodies at this many sizes of the world a second
 * against critical damping, as fast as an eye can follow, or this many times their weight. */
#define SIZES 5.0
#define WEIGHTS 20.0

/* ---- What it does ---------------------------------------------------------------------------- */

/* Velocity of the point for a motion of all movers. */
static void point_motion(const tmSim *sim, const double *motion, double v[3]) {
    const tmiSystem *s = sim->system;
    const double *own = motion + (ptrdiff_t)s->mover_of[sim->pull.body] * s->dof;
    const double *arm = sim->pull.arm;
    if (s->planar) {
        v[0] = own[0] - own[2] * arm[1];
        v[1] = own[1] + own[2] * arm[0];
        v[2] = 0.0;
    } else {
        tmi_cross3(own + 3, arm, v);
        tmi_add3(v, 1.0, own);
    }
}

/* Puts the accelerations of the point by unit forces there along each axis, with joints and springs
 * as factored, into the columns of W [1/kg]. */
static tmStatus yield(tmSim *sim, double w[3][3]) {
    tmiSystem *s = sim->system;
    tmiSimPull *pull = &sim->pull;
    int32_t count = s->planar ? 2 : 3;
    double *own = pull->push + (ptrdiff_t)s->mover_of[pull->body] * s->dof;
    tmStatus status = TM_OK;
    memset(w, 0, 9 * sizeof(double));
    memset(pull->push, 0, (size_t)(s->mover_count * s->dof) * sizeof *pull->push);
    for (int32_t k = 0; k < count && status == TM_OK; k++) {
        double axis[3] = {k == 0, k == 1, k == 2}, moment[3], v[3];
        tmi_cross3(pull->arm, axis, moment);
        memcpy(own, axis, (size_t)count * sizeof *own);
        memcpy(own + count, s->planar ? moment + 2 : moment,
               (size_t)(s->dof - count) * sizeof *own);
        status = tmi_system_solve_for(s, pull->push, NULL, pull->answer, NULL);
        point_motion(sim, pull->answer, v);
        for (int32_t i = 0; i < 3; i++) {
            w[i][k] = v[i];
        }
    }
    return status;
}

/* Solves (1 + part W) f = f in place: W is symmetric and not negative, so that no pivot is small.
 */
static void soften(double part, const double w[3][3], double f[3]) {
    double a[3][3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            a[i][k] = (i == k) + part * w[i][k];
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int k = i + 1; k < 3; k++) {
            double factor = a[k][i] / a[i][i];
            for (int j = i; j < 3; j++) {
                a[k][j] -= factor * a[i][j];
            }
            f[k] -= factor * f[i];
        }
    }
    for (int i = 2; i >= 0; i--) {
        for (int k = i + 1; k < 3; k++) {
            f[i] -= a[i][k] * f[k];
        }
        f[i] /= a[i][i];
    }
}

/* The point at the start of a step h: its way to the target, its velocity, its acceleration without
 * the pull, and W; all 0 across a planar world. */
typedef struct Held {
    double h, way[3], v[3], a[3], w[3][3];
} Held;

/* (23): what the spring and the damper do at the end of the step. */
static void act(const tmiSimPull *pull, const Held *held, double f[3]) {
    double c = pull->damping, h = held->h, spring[3], drag[3];
    for (int k = 0; k < 3; k++) {
        drag[k] = c * (held->v[k] + h * held->a[k]);
        f[k] = pull->stiffness * (held->way[k] - h * held->v[k] - h * h * held->a[k]);
        f[k] -= drag[k];
    }
    soften(h * c + h * h * pull->stiffness, held->w, f);
    for (int k = 0; k < 3; k++) {
        spring[k] = f[k] + drag[k] + h * c * tmi_dot3(held->w[k], f);
    }
    double size = tmi_length3(spring);
    if (size > pull->max_force) { /* then its gradient is zero */
        for (int k = 0; k < 3; k++) {
            f[k] = pull->max_force / size * spring[k] - drag[k];
        }
        soften(h * c, held->w, f);
    }
}

tmStatus tmi_sim_pull_in(tmSim *sim, double h, const double *free, double span) {
    static const double none[3] = {0.0, 0.0, 0.0};
    tmiSystem *s = sim->system;
    tmiSimPull *pull = &sim->pull;
    const tmFrame *frame = &s->frames[pull->body];
    double point[3];
    Held held = {.h = h};
    tmi_rotate3(frame->rotation, pull->at, point);
    tmi_add3(point, 1.0, frame->position);
    for (int k = 0; k < 3; k++) {
        pull->arm[k] = point[k] - s->centres[s->mover_of[pull->body]][k];
        held.way[k] = k < 2 || !s->planar ? pull->to[k] - point[k] : 0.0;
    }
    point_motion(sim, s->velocity, held.v);
    if (h > 0.0) {
        double change[3];
        tmStatus status = yield(sim, held.w);
        if (status != TM_OK) {
            return status;
        }
        point_motion(sim, free, change);
        tmi_add3(held.a, 1.0 / span, change);
    }
    act(pull, &held, pull->force);
    tmi_system_push(s, pull->body, point, pull->force, none);
    return TM_OK;
}

double tmi_sim_pull_work(const tmSim *sim, double h, const double *before, const double *after) {
    double u[3], v[3];
    if (!tmi_sim_pulls(sim)) {
        return 0.0;
    }
    point_motion(sim, before, u);
    point_motion(sim, after, v);
    return 0.5 * h * (tmi_dot3(sim->pull.force, v) - tmi_dot3(sim->pull.force, u));
}

/* ---- How stiff it is ------------------------------------------------------------------------- */

/* Marks all movers of a joint if one is marked; false if nothing changes. */
static bool spread(double *marks, const tmiConstraint *constraint) {
    double any = 0.0, all = 1.0;
    for (int32_t i = 0; i < constraint->mover_count; i++) {
        any = marks[constraint->movers[i]] > any ? 1.0 : any;
        all = marks[constraint->movers[i]] < all ? 0.0 : all;
    }
    for (int32_t i = 0; any > all && i < constraint->mover_count; i++) {
        marks[constraint->movers[i]] = 1.0;
    }
    return any > all;
}

/* Mass of all that joints connect to a body, which has to follow it [kg]. */
static double mass_with(const tmSim *sim, int32_t body) {
    const tmiSystem *s = sim->system;
    double *marks = sim->pull.push, mass = 0.0;
    bool more = true;
    memset(marks, 0, (size_t)s->mover_count * sizeof *marks);
    marks[s->mover_of[body]] = 1.0;
    while (more) {
        more = false;
        for (int32_t i = 0; i < s->joint_constraints; i++) {
            more = spread(marks, &s->constraints[i]) || more;
        }
        for (int32_t i = s->joint_constraints - 1; i >= 0; i--) {
            more = spread(marks, &s->constraints[i]) || more;
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        mass += marks[i] * (s->movers[i].kind == TMI_MOVER_DYNAMIC ? s->movers[i].mass : 0.0);
    }
    return mass > 0.0 ? mass : 1.0; /* without mass or a joint to one, forces do not move it */
}

/* The maximum reach of a body's shape [m]; of the world where it has none. */
static double size_of(const tmSim *sim, int32_t body) {
    tmBodyInfo info;
    tmVec3 low, high;
    tm_model_body(sim->model, body, &info);
    if (!tm_shape_bounds(info.shape, &low, &high)) {
        return sim->system->size;
    }
    double size = high.x - low.x > high.y - low.y ? high.x - low.x : high.y - low.y;
    return !sim->system->planar && high.z - low.z > size ? high.z - low.z : size;
}

static void choose(const tmSim *sim, tmiSimPull *pull) {
    double gravity = tmi_length3(sim->system->gravity), mass = mass_with(sim, pull->body);
    if (pull->stiffness == 0.0) {
        double stiff = sqrt(gravity / (SAG * size_of(sim, pull->body)));
        double frequency = stiff > BRISK ? stiff : BRISK;
        pull->stiffness = mass * frequency * frequency;
        pull->damping = 2.0 * mass * frequency;
    }
    double drags = 2.0 * sqrt(pull->stiffness * mass) * SIZES * sim->system->size;
    double lifts = WEIGHTS * mass * gravity;
    pull->max_force = drags > lifts ? drags : lifts;
}

/* ---- The host's side ------------------------------------------------------------------------- */

void tmi_sim_pull_mend(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimPull *pull = &sim->pull;
    double sum = pull->stiffness + pull->damping + pull->max_force;
    for (int k = 0; k < 3; k++) {
        sum += fabs(pull->at[k]) + fabs(pull->to[k]);
    }
    bool fine = pull->body > 0 && pull->body < s->body_count && s->mover_of[pull->body] >= 0 &&
                pull->stiffness > 0.0 && pull->damping >= 0.0 && pull->max_force > 0.0 &&
                sum < INFINITY;
    pull->body = fine ? pull->body : 0;
}

static bool same_pull(const tmiSimPull *a, const tmiSimPull *b) {
    return a->body == b->body && memcmp(a->at, b->at, sizeof a->at) == 0 &&
           memcmp(a->to, b->to, sizeof a->to) == 0 && a->stiffness == b->stiffness &&
           a->damping == b->damping;
}

/* Sets the pull from now on; if the equations have no solution with it, nothing changes. */
static tmStatus pull_by(tmSim *sim, const tmiSimPull *pull) {
    tmiSimPull before = sim->pull;
    if (same_pull(pull, &before)) {
        return TM_OK;
    }
    tmStatus status = tmi_sim_cut(sim);
    if (status != TM_OK) {
        return status;
    }
    sim->pull = *pull;
    status = tmi_sim_rate(sim, sim->now, sim->y_now, sim->stage);
    if (status != TM_OK) {
        sim->pull = before;
        return status;
    }
    return tmi_sim_change(sim);
}

tmStatus tm_sim_pull(tmSim *sim, int32_t body, const double at[3], const double to[3],
                     double stiffness, double damping) {
    if (!sim || !at || !to || body <= 0 || body >= sim->system->body_count ||
        sim->system->mover_of[body] < 0 || stiffness < 0.0 || damping < 0.0) {
        return TM_ERR_ARGUMENT;
    }
    if (sim->is_kinematic) {
        return TM_ERR_UNSUPPORTED;
    }
    double sum = stiffness + damping;
    tmiSimPull pull = sim->pull;
    for (int k = 0; k < 3; k++) {
        sum += fabs(at[k]) + fabs(to[k]);
    }
    if (!(sum < INFINITY)) {
        return TM_ERR_NOT_FINITE;
    }
    pull.body = body;
    memcpy(pull.at, at, sizeof pull.at);
    memcpy(pull.to, to, sizeof pull.to);
    pull.stiffness = stiffness;
    pull.damping = damping;
    choose(sim, &pull);
    return pull_by(sim, &pull);
}

tmStatus tm_sim_let_go(tmSim *sim) {
    if (!sim) {
        return TM_ERR_ARGUMENT;
    }
    tmiSimPull pull = sim->pull;
    pull.body = 0;
    return sim->pull.body == 0 ? TM_OK : pull_by(sim, &pull);
}
