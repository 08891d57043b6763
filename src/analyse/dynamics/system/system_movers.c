/* system_movers.c: which bodies move, with which mass; states, and the poses of bodies in them. */
#include "analyse/dynamics/system/system_private.h"

/* Mass and inertia of a led mover whose neighbours have none either [kg, of the size's square]. */
#define LENT_MASS 1.0
#define LENT_INERTIA 0.1

/* ---- Making -------------------------------------------------------------------------------- */

/* Whether a joint connects the body to another. */
static bool is_joined(const tmModel *model, int32_t body) {
    int32_t count = 0;
    (void)tm_model_joints_of(model, body, &count);
    return count > 0;
}

/* Mean mass and moment of inertia of the dynamic bodies that a joint connects to `body`; of all of
 * them for a body without such neighbours. */
static void neighbours_mass(const tmiSystem *s, int32_t body, double *mass, double *moment) {
    int32_t joints = 0, found = 0;
    const int32_t *list = tm_model_joints_of(s->model, body, &joints);
    *mass = 0.0;
    *moment = 0.0;
    for (int32_t i = 0; i < joints; i++) {
        tmJointInfo joint;
        tm_model_joint(s->model, list[i], &joint);
        for (int32_t k = 0; k < joint.body_count; k++) {
            int32_t other = s->mover_of[joint.bodies[k]];
            if (other >= 0 && s->movers[other].kind == TMI_MOVER_DYNAMIC) {
                const tmiMover *m = &s->movers[other];
                *mass += m->mass;
                *moment += s->planar
                               ? m->inertia[2][2]
                               : (m->inertia[0][0] + m->inertia[1][1] + m->inertia[2][2]) / 3.0;
                found++;
            }
        }
    }
    if (found > 0 && *mass > 0.0 && *moment > 0.0) {
        *mass /= found;
        *moment /= found;
    } else {
        *mass = LENT_MASS;
        *moment = LENT_INERTIA * s->size * s->size;
    }
}

/* A mover of a world without dynamics: all have the same mass, at their origins. */
static void fill_alike(const tmiSystem *s, tmiMover *m, int32_t body) {
    *m = (tmiMover){.body = body, .kind = TMI_MOVER_DYNAMIC, .mass = LENT_MASS};
    for (int k = 0; k < 3; k++) {
        m->inertia[k][k] = LENT_INERTIA * s->size * s->size;
    }
}

static void fill_mover(tmiMover *m, int32_t body, const tmBodyInfo *info, bool led) {
    bool dynamic = (info->domains & TM_DOMAIN_DYNAMIC) != 0;
    m->body = body;
    m->kind = dynamic ? TMI_MOVER_DYNAMIC : led ? TMI_MOVER_LED : TMI_MOVER_MASSLESS;
    if (dynamic) {
        m->mass = info->mass.mass;
        m->centre[0] = info->mass.centre.x;
        m->centre[1] = info->mass.centre.y;
        m->centre[2] = info->mass.centre.z;
        memcpy(m->inertia, info->mass.inertia, sizeof m->inertia);
    }
}

/* Whether a symmetric matrix is positive definite, by its leading minors. */
static bool is_definite(const double a[3][3]) {
    double minor = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    double all = a[2][2] * minor - a[2][1] * (a[0][0] * a[2][1] - a[0][1] * a[2][0]) +
                 a[2][0] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
    return a[0][0] > 0.0 && minor > 0.0 && all > 0.0;
}

static tmStatus check_mover(const tmiSystem *s, const tmiMover *m, tmDiags *diags, bool *wrong) {
    const char *what = NULL, *hint = NULL;
    if (m->kind == TMI_MOVER_DYNAMIC && !(m->mass > TMI_TINY)) {
        what = "is dynamic, but its mass is zero";
        hint = "give it a density or a mass, or leave out its 'dynamics'";
    } else if (m->kind == TMI_MOVER_DYNAMIC &&
               (s->planar ? !(m->inertia[2][2] > TMI_TINY) : !is_definite(m->inertia))) {
        what = "has a mass, but no moment of inertia about some axis";
        hint = "give it a shape with an extent, or an inertia above zero about every axis";
    } else if (m->kind == TMI_MOVER_MASSLESS) {
        int32_t joints = 0;
        const int32_t *list = tm_model_joints_of(s->model, m->body, &joints);
        int32_t rows = 0;
        for (int32_t i = 0; i < joints; i++) {
            tmJointInfo joint;
            tm_model_joint(s->model, list[i], &joint);
            rows += joint.row_count;
        }
        what = rows == 0 ? "has no mass, and nothing holds it" : NULL;
        hint = "give it 'dynamics', join it to something, or make it fixed";
    }
    *wrong = *wrong || what;
    return what ? tmi_system_report_body(s->model, m->body, what, hint, diags) : TM_OK;
}

static void lend(tmiSystem *s) {
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmiMover *m = &s->movers[i];
        if (m->kind == TMI_MOVER_LED) {
            double moment;
            neighbours_mass(s, m->body, &m->mass, &moment);
            for (int k = 0; k < 3; k++) {
                m->inertia[k][k] = moment;
            }
            s->lent++;
        }
    }
}

static bool make_room(tmiSystem *s) {
    int64_t bodies = s->body_count, movers = s->mover_count, motion = movers * s->dof;
    s->frames = tmi_system_alloc(s, bodies, sizeof *s->frames);
    s->twists = tmi_system_alloc(s, bodies, sizeof *s->twists);
    s->placed = tmi_system_alloc(s, bodies, sizeof *s->placed);
    s->centres = tmi_system_alloc(s, movers, sizeof *s->centres);
    s->velocity = tmi_system_alloc(s, motion, sizeof *s->velocity);
    s->force = tmi_system_alloc(s, motion, sizeof *s->force);
    s->acceleration = tmi_system_alloc(s, motion, sizeof *s->acceleration);
    s->inertia = s->planar ? NULL : tmi_system_alloc(s, movers, sizeof *s->inertia);
    s->spins = s->planar ? NULL : tmi_system_alloc(s, movers, sizeof *s->spins);
    s->angles = tmi_system_alloc(s, 3 * movers, sizeof *s->angles);
    return s->frames && s->twists && s->placed && s->centres && s->velocity && s->force &&
           s->acceleration && (s->planar || (s->inertia && s->spins)) && s->angles;
}

/* Puts a frame into the records of bodies that stand still. */
static void place_still(tmiSystem *s, int32_t body, const tmFrame *frame) {
    tmiPlaced *placed = &s->placed[body];
    const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    s->frames[body] = *frame;
    memcpy(placed->centre, frame->position, sizeof placed->centre);
    for (int k = 0; k < 3; k++) {
        double column[3];
        tmi_rotate3(frame->rotation, unit[k], column);
        for (int i = 0; i < 3; i++) {
            placed->turn[i][k] = column[i];
        }
    }
    placed->angle = tmi_atan2(placed->turn[1][0], placed->turn[0][0]);
}

tmStatus tmi_system_make_movers(tmiSystem *s, const tmiSystemDef *def, tmDiags *diags) {
    bool wrong = false;
    tmStatus status = TM_OK;
    s->mover_of = tmi_system_alloc(s, s->body_count, sizeof *s->mover_of);
    s->movers = tmi_system_alloc(s, s->body_count, sizeof *s->movers);
    if (!s->mover_of || !s->movers) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->body_count && status == TM_OK; i++) {
        tmBodyInfo info;
        tm_model_body(s->model, i, &info);
        bool led = def->led && def->led[i];
        bool moves =
            !info.is_fixed && ((info.domains & TM_DOMAIN_DYNAMIC) || led || is_joined(s->model, i));
        moves = def->moves ? def->moves[i] : moves;
        s->mover_of[i] = moves ? s->mover_count : -1;
        if (moves && def->moves) {
            fill_alike(s, &s->movers[s->mover_count++], i);
        } else if (moves) {
            tmiMover *m = &s->movers[s->mover_count++];
            fill_mover(m, i, &info, led);
            status = check_mover(s, m, diags, &wrong);
        }
    }
    if (status != TM_OK || wrong) {
        return status != TM_OK ? status : TM_ERR_TEXT;
    }
    lend(s);
    if (!make_room(s)) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->body_count; i++) {
        place_still(s, i, &tm_assembly_frames(def->assembly)[i]);
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        s->placed[s->movers[i].body].angle = NAN; /* to be turned by its state */
    }
    return TM_OK;
}

/* ---- States -------------------------------------------------------------------------------- */

void tmi_system_take(tmiSystem *s, const tmFrame *frames, const tmTwist *twists, double *y) {
    double *velocity = tmi_system_velocities(s, y);
    for (int32_t i = 0; i < s->mover_count; i++, velocity += s->dof) {
        const tmiMover *m = &s->movers[i];
        const tmFrame *frame = &frames[m->body];
        const tmTwist *twist = &twists[m->body];
        double arm[3], sweep[3], *pose = y + (ptrdiff_t)i * s->pose;
        tmi_rotate3(frame->rotation, m->centre, arm);
        tmi_cross3(twist->angular, arm, sweep);
        if (s->planar) {
            for (int k = 0; k < 2; k++) {
                pose[k] = frame->position[k] + arm[k];
                velocity[k] = twist->linear[k] + sweep[k];
            }
            pose[2] = tmi_unwrap(2.0 * tmi_atan2(frame->rotation[3], frame->rotation[0]), 0.0);
            velocity[2] = twist->angular[2];
            continue;
        }
        for (int k = 0; k < 3; k++) {
            pose[k] = frame->position[k] + arm[k];
            velocity[k] = twist->linear[k] + sweep[k];
        }
        memcpy(pose + 3, frame->rotation, sizeof frame->rotation);
        tmi_rotate_back3(frame->rotation, twist->angular, velocity + 3);
    }
    y[tmi_system_state_size(s) - 1] = 0.0;
}

void tmi_system_start(tmiSystem *s, double *y) {
    tmi_system_take(s, s->start_frames, s->start_twists, y);
}

/* Origins from centres of mass: p = c - R centre, v = c' - w x (R centre). */
static void place_origin(tmiSystem *s, const tmiMover *m, const double arm[3]) {
    const tmiPlaced *placed = &s->placed[m->body];
    tmFrame *frame = &s->frames[m->body];
    tmTwist *twist = &s->twists[m->body];
    double sweep[3];
    tmi_cross3(placed->spin, arm, sweep);
    for (int k = 0; k < 3; k++) {
        frame->position[k] = placed->centre[k] - arm[k];
        twist->linear[k] = placed->velocity[k] - sweep[k];
        twist->angular[k] = placed->spin[k];
    }
}

/* Whether the angle of a mover differs, to the bit, from the one at which it is placed. */
static bool is_turned(const tmiSystem *s, int32_t mover, const double *y) {
    const double *placed = &s->placed[s->movers[mover].body].angle;
    return memcmp(placed, y + 3 * (ptrdiff_t)mover + 2, sizeof *placed) != 0;
}

/* Rotations of movers, all or some. A step places its bodies several times where they are. */
static void turn_planar(tmiSystem *s, const double *y, const int32_t *movers, int32_t count) {
    double *half = s->angles, *sine = half + s->mover_count, *cosine = sine + s->mover_count;
    int32_t turned = 0, k = 0;
    for (int32_t n = 0; n < count; n++) {
        int32_t i = movers ? movers[n] : n;
        if (is_turned(s, i, y)) {
            half[turned++] = 0.5 * y[3 * (ptrdiff_t)i + 2];
        }
    }
    if (turned == 0) {
        return;
    }
    tmi_sincos_many(half, sine, cosine, turned);
    for (int32_t n = 0; n < count; n++) {
        int32_t i = movers ? movers[n] : n;
        if (is_turned(s, i, y)) {
            tmiPlaced *placed = &s->placed[s->movers[i].body];
            double *q = s->frames[s->movers[i].body].rotation;
            placed->angle = y[3 * (ptrdiff_t)i + 2];
            placed->turn[0][0] = 1.0 - 2.0 * sine[k] * sine[k];
            placed->turn[1][0] = 2.0 * sine[k] * cosine[k];
            q[0] = cosine[k];
            q[1] = q[2] = 0.0;
            q[3] = sine[k++];
        }
    }
}

/* Of all movers, or some. */
static void place_planar(tmiSystem *s, const double *y, const int32_t *movers, int32_t count) {
    turn_planar(s, y, movers, count);
    for (int32_t n = 0; n < count; n++) {
        int32_t i = movers ? movers[n] : n;
        const tmiMover *m = &s->movers[i];
        const double *pose = y + 3 * (ptrdiff_t)i, *v = s->velocity + 3 * (ptrdiff_t)i;
        tmiPlaced *placed = &s->placed[m->body];
        double c = placed->turn[0][0], sine = placed->turn[1][0];
        placed->centre[0] = pose[0];
        placed->centre[1] = pose[1];
        placed->centre[2] = s->heights[i];
        placed->velocity[0] = v[0];
        placed->velocity[1] = v[1];
        placed->spin[2] = v[2];
        const double arm[3] = {c * m->centre[0] - sine * m->centre[1],
                               sine * m->centre[0] + c * m->centre[1], m->centre[2]};
        place_origin(s, m, arm);
        memcpy(s->centres[i], placed->centre, sizeof s->centres[i]);
    }
}

/* R of a quaternion of length 1. */
static void rotation_of(const double q[4], double r[3][3]) {
    double x = q[1] + q[1], y = q[2] + q[2], z = q[3] + q[3];
    double wx = q[0] * x, wy = q[0] * y, wz = q[0] * z;
    double xx = q[1] * x, xy = q[1] * y, xz = q[1] * z, yy = q[2] * y, yz = q[2] * z, zz = q[3] * z;
    r[0][0] = 1.0 - (yy + zz);
    r[0][1] = xy - wz;
    r[0][2] = xz + wy;
    r[1][0] = xy + wz;
    r[1][1] = 1.0 - (xx + zz);
    r[1][2] = yz - wx;
    r[2][0] = xz - wy;
    r[2][1] = yz + wx;
    r[2][2] = 1.0 - (xx + yy);
}

/* to = R v, R^T v. */
static void turn_out(double r[3][3], const double v[3], double to[3]) {
    for (int k = 0; k < 3; k++) {
        to[k] = r[k][0] * v[0] + r[k][1] * v[1] + r[k][2] * v[2];
    }
}

static void turn_back(double r[3][3], const double v[3], double to[3]) {
    for (int k = 0; k < 3; k++) {
        to[k] = r[0][k] * v[0] + r[1][k] * v[1] + r[2][k] * v[2];
    }
}

void tmi_system_to_world(const tmiSystem *s, const double *from, double *to) {
    memcpy(to, from, (size_t)(s->mover_count * s->dof) * sizeof *to);
    for (int32_t i = 0; !s->planar && i < s->mover_count; i++) {
        turn_out(s->placed[s->movers[i].body].turn, from + 6 * (ptrdiff_t)i + 3,
                 to + 6 * (ptrdiff_t)i + 3);
    }
}

void tmi_system_to_state(const tmiSystem *s, const double *from, double *to) {
    memcpy(to, from, (size_t)(s->mover_count * s->dof) * sizeof *to);
    for (int32_t i = 0; !s->planar && i < s->mover_count; i++) {
        turn_back(s->placed[s->movers[i].body].turn, from + 6 * (ptrdiff_t)i + 3,
                  to + 6 * (ptrdiff_t)i + 3);
    }
}

/* Of all movers, or some. */
static void place_spatial(tmiSystem *s, const double *y, const int32_t *movers, int32_t count) {
    for (int32_t n = 0; n < count; n++) {
        int32_t i = movers ? movers[n] : n;
        const double *state = y + 7 * (ptrdiff_t)s->mover_count + 6 * (ptrdiff_t)i;
        const tmiMover *m = &s->movers[i];
        const double *pose = y + 7 * (ptrdiff_t)i;
        double *v = s->velocity + 6 * (ptrdiff_t)i;
        tmiPlaced *placed = &s->placed[m->body];
        double *q = s->frames[m->body].rotation, arm[3];
        memcpy(q, pose + 3, 4 * sizeof *q);
        tmi_quaternion_unit(q);
        rotation_of(q, placed->turn);
        turn_out(placed->turn, state + 3, v + 3);
        turn_out(placed->turn, m->centre, arm);
        for (int k = 0; k < 3; k++) {
            v[k] = state[k];
            placed->centre[k] = pose[k];
            placed->velocity[k] = v[k];
            placed->spin[k] = v[3 + k];
            s->spins[i][k] = state[3 + k];
        }
        place_origin(s, m, arm);
        memcpy(s->centres[i], placed->centre, sizeof s->centres[i]);
    }
}

void tmi_system_set_state(tmiSystem *s, const double *y) {
    if (s->planar) {
        memcpy(s->velocity, y + 3 * (ptrdiff_t)s->mover_count,
               3 * (size_t)s->mover_count * sizeof *y);
        place_planar(s, y, NULL, s->mover_count);
    } else {
        place_spatial(s, y, NULL, s->mover_count);
    }
}

void tmi_system_place_some(tmiSystem *s, const double *y, const int32_t *movers, int32_t count) {
    const double *u = y + 3 * (ptrdiff_t)s->mover_count;
    if (!s->planar) {
        place_spatial(s, y, movers, count);
        return;
    }
    for (int32_t n = 0; n < count; n++) {
        ptrdiff_t at = 3 * (ptrdiff_t)movers[n];
        memcpy(s->velocity + at, u + at, 3 * sizeof *u);
    }
    place_planar(s, y, movers, count);
}

void tmi_system_rate(const tmiSystem *s, const double *y, double *rate) {
    const double *v = s->velocity;
    for (int32_t i = 0; i < s->mover_count; i++, v += s->dof) {
        double *to = rate + (ptrdiff_t)i * s->pose;
        to[0] = v[0];
        to[1] = v[1];
        to[2] = v[2];
        if (!s->planar) {
            const double *w = s->spins[i], half[4] = {0.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
            tmi_quaternion_multiply(y + (ptrdiff_t)i * s->pose + 3, half, to + 3);
        }
    }
    double *to = rate + (ptrdiff_t)s->mover_count * s->pose;
    tmi_system_to_state(s, s->acceleration, to); /* R^T w' is the rate of R^T w */
    to[s->mover_count * s->dof] = tmi_system_power(s);
}

static double length4(const double q[4]) {
    return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

/* A rotation turns by all of h w: its rate is at right angles to q and |q| w / 2 long, so that q
 * goes by the angle h |q'| / |q| on its sphere. */
static void turn_through(double h, const double rate[4], double q[4]) {
    double way = h * length4(rate) / length4(q);
    double stay = tmi_cos(way), go = way > 0.0 ? h * tmi_sin(way) / way : 0.0;
    for (int32_t k = 0; k < 4; k++) {
        q[k] = stay * q[k] + go * rate[k];
    }
}

void tmi_system_advance_by(const tmiSystem *s, double h, const double *rate, double *y) {
    for (int32_t i = 0; i < s->mover_count; i++, y += s->pose, rate += s->pose) {
        for (int32_t k = 0; k < 3; k++) {
            y[k] += h * rate[k];
        }
        if (!s->planar) {
            turn_through(h, rate + 3, y + 3);
        }
    }
}

void tmi_system_advance_mover(const tmiSystem *s, int32_t mover, const double *from, double h,
                              const double *velocity, double *to) {
    const double *v = velocity + (ptrdiff_t)mover * s->dof;
    from += (ptrdiff_t)mover * s->pose;
    to += (ptrdiff_t)mover * s->pose;
    for (int32_t k = 0; k < 3; k++) {
        to[k] = from[k] + h * v[k];
    }
    if (!s->planar) {
        const double half[4] = {0.0, 0.5 * v[3], 0.5 * v[4], 0.5 * v[5]};
        double rate[4], q[4] = {from[3], from[4], from[5], from[6]};
        tmi_quaternion_multiply(q, half, rate);
        turn_through(h, rate, q);
        memcpy(to + 3, q, sizeof q);
    }
}

void tmi_system_advance(const tmiSystem *s, const double *from, double h, const double *velocity,
                        double *to) {
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmi_system_advance_mover(s, i, from, h, velocity, to);
    }
}

/* Turns q about the direction of w by 2 atan(|w| / 2), which is |w| to second order and needs no
 * sine (Cayley). */
static void turn_by(double q[4], const double w[3]) {
    const double turn[4] = {1.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
    double out[4];
    tmi_quaternion_multiply(turn, q, out);
    tmi_quaternion_unit(out);
    memcpy(q, out, sizeof out);
}

void tmi_system_move(const tmiSystem *s, double *y, const double *by, double part) {
    for (int32_t i = 0; i < s->mover_count; i++, by += s->dof) {
        double *pose = y + (ptrdiff_t)i * s->pose;
        for (int k = 0; k < 3; k++) {
            pose[k] += part * by[k];
        }
        if (!s->planar) {
            const double w[3] = {part * by[3], part * by[4], part * by[5]};
            turn_by(pose + 3, w);
        }
    }
}
