/* judge.c: see judge.h. Expected numbers are closed forms of the scenes' own numbers. */
#include "judge.h"

#include <math.h>
#include <stddef.h>

#define PI 3.14159265358979323846
#define CLOSE 0.01      /* a speed that is right: part of it */
#define FLAT 0.05       /* an angle that is right [rad], and a height, of the body's size */
#define STANDING 0.2    /* how far what stands may be from where it began, of its size */
#define HIT 1.0         /* speed of a ball that was hit [m/s] … */
#define HIT_STEPS 2     /* … by then */
#define ARRIVAL 10      /* steps within which the bullet must be at the wall */
#define TIPPED 0.5      /* angle of what has tipped [rad] */
#define FALL 34.0       /* part of the peg's way at which its speed is examined [m] */
#define TIP_LOOK 0.5    /* when the angle of the tipping box is examined [s] */
#define TIP_ROUNDS 1000 /* of the reference for that */
#define SLOPE 0.3490658503988659 /* 20 degrees [rad] */

static const conState *state_at(const conTrack *track, int step, int body) {
    return &track->states[(size_t)step * (size_t)track->scene->body_count + (size_t)body];
}

/* The scenes with one moving body have it last. */
static const conState *last_at(const conTrack *track, int step) {
    return state_at(track, step, track->scene->body_count - 1);
}

static const conBody *last_body(const conTrack *track) {
    return &track->scene->bodies[track->scene->body_count - 1];
}

static double distance(const conState *a, const conState *b) {
    return hypot(a->x - b->x, a->y - b->y);
}

/* ---- One body ------------------------------------------------------------------------------ */

/* Nothing touches the peg before the floor: it falls freely. In the end it stands there. */
void con_judge_peg(const conTrack *track, conVerdict *verdict) {
    const conScene *scene = track->scene;
    double g = -scene->gravity[1];
    int look = (int)(sqrt(2.0 * FALL / g) / scene->step);
    const conState *end = last_at(track, scene->steps);
    double speed = g * scene->step * look;
    verdict->error = fabs(last_at(track, look)->vy + speed) / speed;
    verdict->is_right = verdict->error < CLOSE && fabs(end->angle) < FLAT &&
                        fabs(end->y + 20.0) < FLAT * last_body(track)->size;
}

static void judge_slide(const conTrack *track, double slope, double wanted, conVerdict *verdict) {
    const conState *start = &last_body(track)->start;
    const conState *end = last_at(track, track->scene->steps);
    double along[2] = {cos(slope), -sin(slope)};
    double rise = along[0] * (end->y - start->y) - along[1] * (end->x - start->x);
    double speed = along[0] * end->vx + along[1] * end->vy;
    verdict->error = fabs(speed - wanted) / wanted;
    verdict->is_right = verdict->error < CLOSE && fabs(end->angle + slope) < FLAT &&
                        fabs(rise) < FLAT * last_body(track)->size;
}

/* It slides on as if there were no crack. */
void con_judge_ramp(const conTrack *track, conVerdict *verdict) {
    const conScene *scene = track->scene;
    double a = -scene->gravity[1] * (sin(SLOPE) - scene->friction * cos(SLOPE));
    judge_slide(track, SLOPE, a * scene->step * scene->steps, verdict);
}

/* It slides on as if there were no seams. */
void con_judge_tiles(const conTrack *track, conVerdict *verdict) {
    const conScene *scene = track->scene;
    double lost = -scene->gravity[1] * scene->friction * scene->step * scene->steps;
    judge_slide(track, 0.0, last_body(track)->start.vx - lost, verdict);
}

/* Turns about the edge of the ledge, at the origin, without slipping: the angle after some time. */
static double tipped_angle(const conTrack *track, double time) {
    const conBody *b = last_body(track);
    double g = -track->scene->gravity[1];
    double arm[2] = {b->start.x, b->start.y};
    double inertia = b->inertia + b->mass * (arm[0] * arm[0] + arm[1] * arm[1]);
    double k = b->mass * g / inertia;
    double h = time / TIP_ROUNDS;
    double angle = 0.0;
    double spin = 0.0;
    for (int i = 0; i < TIP_ROUNDS; i++) { /* the midpoint rule */
        double middle = angle + 0.5 * h * spin;
        double before = spin - 0.5 * h * k * (arm[0] * cos(angle) - arm[1] * sin(angle));
        spin -= h * k * (arm[0] * cos(middle) - arm[1] * sin(middle));
        angle += h * before;
    }
    return angle;
}

void con_judge_tips(const conTrack *track, conVerdict *verdict) {
    int look = (int)lround(TIP_LOOK / track->scene->step);
    double wanted = tipped_angle(track, look * track->scene->step);
    verdict->error = fabs(last_at(track, look)->angle - wanted) / fabs(wanted);
    verdict->is_right = last_at(track, track->scene->steps)->angle < -TIPPED;
}

/* Falls straight down to height 0 of its origin in the model, and stays there. */
void con_judge_lands(const conTrack *track, conVerdict *verdict) {
    const conBody *b = last_body(track);
    const conState *end = last_at(track, track->scene->steps);
    verdict->error = fabs(end->y - b->centre[1]) / b->size;
    verdict->is_right = verdict->error < FLAT && fabs(end->angle) < FLAT;
}

/* Stops at the wall, whose near face is at 0, and is soon there. */
void con_judge_bullet(const conTrack *track, conVerdict *verdict) {
    const conBody *b = last_body(track);
    const conState *end = last_at(track, track->scene->steps);
    double place = -fabs(b->pieces[0].corners[0][0]);
    bool is_before = true;
    for (int i = 0; i <= track->scene->steps; i++) {
        is_before = is_before && last_at(track, i)->x < 0.0;
    }
    verdict->error = fabs(end->x - place) / b->size;
    verdict->is_right = is_before && verdict->error < 1.0 &&
                        fabs(last_at(track, ARRIVAL)->x - place) < b->size &&
                        hypot(end->vx, end->vy) < CLOSE * fabs(b->start.vx);
}

/* The rod must hit the ball when it first comes there; momentum and angular momentum about the
 * origin are kept. */
void con_judge_rod(const conTrack *track, conVerdict *verdict) {
    const conScene *scene = track->scene;
    double start = 0.0;
    double end = 0.0;
    double push[2] = {0.0, 0.0};
    for (int i = 0; i < scene->body_count; i++) {
        const conBody *b = &scene->bodies[i];
        const conState *s = state_at(track, scene->steps, i);
        start += b->inertia * b->start.spin;
        end += b->inertia * s->spin + b->mass * (s->x * s->vy - s->y * s->vx);
        push[0] += b->mass * s->vx;
        push[1] += b->mass * s->vy;
    }
    const conState *ball = last_at(track, HIT_STEPS);
    double reach = scene->bodies[0].size; /* twice the arm: momenta as those at the tip */
    verdict->error = fmax(fabs(end - start), 0.5 * reach * hypot(push[0], push[1])) / start;
    verdict->is_right = verdict->error < CLOSE && hypot(ball->vx, ball->vy) > HIT;
}

/* Goes on along the walls and stays between them. */
void con_judge_between(const conTrack *track, conVerdict *verdict) {
    const conBody *b = last_body(track);
    const conState *end = last_at(track, track->scene->steps);
    bool is_between = true;
    for (int i = 0; i <= track->scene->steps; i++) {
        is_between = is_between && fabs(last_at(track, i)->y) < FLAT * b->size &&
                     fabs(last_at(track, i)->angle) < FLAT;
    }
    verdict->error = fabs(end->vx - b->start.vx) / b->start.vx;
    verdict->is_right = is_between && verdict->error < CLOSE;
}

/* The cross of a Geneva drive of four slots, whose crank turns at a constant speed: the pin moves
 * it while it is within 45 degrees of the line of shafts. The error is the largest [rad]. */
void con_judge_geneva(const conTrack *track, conVerdict *verdict) {
    const conScene *scene = track->scene;
    const conState *crank = &scene->bodies[0].start;
    double part = sin(0.25 * PI); /* radius of the pin, of the distance of the shafts */
    for (int i = 0; i <= scene->steps; i++) {
        double turned = crank->angle + crank->spin * scene->step * i;
        double whole = floor(turned / (2.0 * PI) + 0.5);
        double a = turned - 2.0 * PI * whole;
        double moved = fabs(a) < 0.25 * PI ? atan2(part * sin(a), 1.0 - part * cos(a))
                                           : copysign(0.25 * PI, a);
        double wanted = -(0.5 * PI * whole + 0.25 * PI + moved);
        double off = last_at(track, i)->angle - wanted;
        off -=
            2.0 * PI * floor(off / (2.0 * PI) + 0.5); /* some engines give angles within a turn */
        verdict->error = fmax(verdict->error, fabs(off));
    }
    verdict->is_right = verdict->error < FLAT;
}

/* ---- Several bodies ------------------------------------------------------------------------ */

void con_judge_stays(const conTrack *track, conVerdict *verdict) {
    const conScene *scene = track->scene;
    double turned = 0.0;
    for (int i = 0; i < scene->body_count; i++) {
        const conBody *b = &scene->bodies[i];
        const conState *end = state_at(track, scene->steps, i);
        verdict->error = fmax(verdict->error, distance(end, &b->start) / b->size);
        turned = fmax(turned, fabs(end->angle - b->start.angle));
    }
    verdict->is_right = verdict->error < STANDING && turned < FLAT;
}

static double energy_at(const conTrack *track, int step) {
    const conScene *scene = track->scene;
    double energy = 0.0;
    for (int i = 0; i < scene->body_count; i++) {
        const conBody *b = &scene->bodies[i];
        const conState *s = state_at(track, step, i);
        if (!b->is_fixed) {
            energy += 0.5 * b->mass * (s->vx * s->vx + s->vy * s->vy) +
                      0.5 * b->inertia * s->spin * s->spin - b->mass * scene->gravity[1] * s->y;
        }
    }
    return energy;
}

/* No box leaves the bin, whose first three bodies are bottom, left and right. The error is the
 * largest gain of energy in any step, as part of what there was above the bottom. */
void con_judge_pile(const conTrack *track, conVerdict *verdict) {
    const conScene *scene = track->scene;
    double first = energy_at(track, 0);
    verdict->is_right = true;
    for (int i = 1; i <= scene->steps; i++) {
        double gain = energy_at(track, i) - energy_at(track, i - 1);
        verdict->error = fmax(verdict->error, gain / first);
    }
    for (int i = 3; i < scene->body_count; i++) {
        const conState *s = state_at(track, scene->steps, i);
        bool is_in = s->y > 0.0 && s->x > 0.0 && s->x < scene->bodies[2].start.x;
        verdict->is_right = verdict->is_right && is_in;
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

static double deepest_at(const conTrack *track, int step) {
    const conScene *scene = track->scene;
    double deepest = 0.0;
    for (int i = 0; i < scene->body_count; i++) {
        for (int k = 0; k < i; k++) {
            const conBody *a = &scene->bodies[i];
            const conBody *b = &scene->bodies[k];
            if (!a->is_fixed || !b->is_fixed) {
                double depth = con_depth(a, state_at(track, step, i), b, state_at(track, step, k));
                deepest = fmax(deepest, depth / fmin(a->size, b->size));
            }
        }
    }
    return deepest;
}

void con_judge(const conTrack *track, conJudgeFn *judge, conVerdict *verdict) {
    const conScene *scene = track->scene;
    conVerdict none = {false, 0.0, 0.0};
    *verdict = none;
    for (int i = 0; i <= scene->steps; i++) {
        for (int k = 0; k < scene->body_count; k++) {
            const conState *s = state_at(track, i, k);
            double sum = s->x + s->y + s->angle + s->vx + s->vy + s->spin;
            if (!isfinite(sum)) {
                verdict->error = verdict->penetration = INFINITY;
                return;
            }
        }
        verdict->penetration = fmax(verdict->penetration, deepest_at(track, i));
    }
    judge(track, verdict);
}
