/* chain.c: chains of rods.
 *
 * Solves: min sum (L_i t_i)^2 subject to sum L_i hat(u_i) t_i = e, the step of Newton's method for
 * start + sum L_i u_i = end. Symbols: u_i unit vector along rod i, L_i its length [m], t_i its turn
 * [rad], e what is missing at the end [m], hat(u) = (-u_y, u_x). By Lagrange
 * (1)  A y = e,  A = sum hat(u_i) hat(u_i)^T        (2)  t_i = hat(u_i) . y / L_i
 * A straight chain makes A singular: pulling it further does nothing, and is reported. Cost: one
 * sweep a step, linear in the rods, no matter how many. */
#include "analyse/kinematics/newton/newton.h"

#include <math.h>
#include <string.h>

#define NONE (-1)

/* Below this part of its trace squared the determinant of A counts as zero: a chain straight to
 * 1e-6 rad. */
#define CHAIN_STRAIGHT 1e-12

/* A rod turns by at most this in one step [rad]; maximum halvings of a step before it is given up.
 */
#define ROD_TURN_MAX 0.5
#define CHAIN_HALVINGS 20

/* ---- Sorting ------------------------------------------------------------------------------- */

static int32_t across(const int32_t (*pin_rods)[2], int32_t pin, int32_t rod) {
    return pin_rods[pin][0] == rod ? pin_rods[pin][1] : pin_rods[pin][0];
}

static void turn_round(tmiRod *rod) {
    tmiRod old = *rod;
    for (int i = 0; i < 2; i++) {
        rod->pins[i] = old.pins[!i];
        rod->point[i] = old.point[!i];
    }
    rod->x = -old.x;
    rod->y = -old.y;
}

/* Copies the chain that begins at the rod's end `from` behind the rods that are sorted already. */
static void follow(tmiChains *c, const int32_t (*pin_rods)[2], tmiRod *sorted, bool *done,
                   int32_t rod, int from) {
    tmiChain *chain = &c->chains[c->chain_count++];
    *chain = (tmiChain){c->rod_count, 0};
    while (rod != NONE) {
        tmiRod *copy = &sorted[c->rod_count++];
        *copy = c->rods[rod];
        if (from == 1) {
            turn_round(copy);
        }
        done[rod] = true;
        chain->count++;
        int32_t pin = copy->pins[1];
        rod = across(pin_rods, pin, rod);
        from = rod != NONE && c->rods[rod].pins[0] == pin ? 0 : 1;
    }
}

bool tmi_chains_sort(tmiChains *c, tmiArena *arena, const int32_t (*pin_rods)[2],
                     tmStatus *status) {
    int32_t count = c->rod_count;
    tmiRod *sorted = tmi_arena_alloc(arena, (size_t)count, sizeof *sorted);
    bool *done = tmi_arena_alloc(arena, (size_t)count, sizeof *done);
    double *numbers = tmi_arena_alloc(arena, 5 * (size_t)count, sizeof *numbers);
    c->chains = tmi_arena_alloc(arena, (size_t)count, sizeof *c->chains);
    if (!sorted || !done || !numbers || !c->chains) {
        *status = TM_ERR_MEMORY;
        return false;
    }
    c->rod_count = 0;
    for (int32_t i = 0; i < count; i++) {
        for (int end = 0; end < 2 && !done[i]; end++) {
            if (across(pin_rods, c->rods[i].pins[end], i) == NONE) {
                follow(c, pin_rods, sorted, done, i, end);
            }
        }
    }
    bool all = c->rod_count == count;
    c->rods = all ? sorted : c->rods;
    c->rod_count = count;
    c->inverse = numbers;
    c->ux = numbers + count;
    c->uy = numbers + 2 * (ptrdiff_t)count;
    c->vx = numbers + 3 * (ptrdiff_t)count;
    c->vy = numbers + 4 * (ptrdiff_t)count;
    for (int32_t i = 0; i < count; i++) {
        c->inverse[i] = 1.0 / c->rods[i].length;
    }
    return all;
}

void tmi_chains_load(tmiChains *c, const tmPose *poses) {
    for (int32_t i = 0; i < c->rod_count; i++) {
        const tmiRod *rod = &c->rods[i];
        tmPose p = poses[rod->node];
        c->ux[i] = p.c * rod->x - p.s * rod->y;
        c->uy[i] = p.s * rod->x + p.c * rod->y;
    }
}

/* ---- Moving -------------------------------------------------------------------------------- */

/* What one sweep over a chain finds: A of (1), and what is missing at the end. */
typedef struct Sweep {
    double xx, xy, yy; /* sums of u u^T */
    double ex, ey;     /* [m] */
} Sweep;

static Sweep look(const tmiChains *c, tmiChain chain, double ex, double ey) {
    Sweep s = {0.0, 0.0, 0.0, ex, ey};
    for (int32_t i = chain.first; i < chain.first + chain.count; i++) {
        double x = c->ux[i], y = c->uy[i], length = c->rods[i].length;
        s.xx += x * x;
        s.xy += x * y;
        s.yy += y * y;
        s.ex -= length * x;
        s.ey -= length * y;
    }
    return s;
}

/* (1): with hat, A = (yy, -xy; -xy, xx). False when the chain is straight. */
static bool solve(const Sweep *s, double *yx, double *yy) {
    double determinant = s->xx * s->yy - s->xy * s->xy;
    double trace = s->xx + s->yy;
    if (!(determinant > CHAIN_STRAIGHT * trace * trace)) {
        return false;
    }
    *yx = (s->xx * s->ex + s->xy * s->ey) / determinant;
    *yy = (s->xy * s->ex + s->yy * s->ey) / determinant;
    return true;
}

/* Turns each rod from v by (2) times `part`, by the angle whose half tangent is half the turn
 * (Cayley), and keeps it a unit vector. */
static void turn_rods(tmiChains *c, tmiChain chain, double yx, double yy, double part) {
    double *restrict ux = c->ux + chain.first, *restrict uy = c->uy + chain.first;
    const double *restrict vx = c->vx + chain.first, *restrict vy = c->vy + chain.first;
    const double *restrict inverse = c->inverse + chain.first;
    for (int32_t i = 0; i < chain.count; i++) {
        double half = 0.5 * part * (vx[i] * yy - vy[i] * yx) * inverse[i];
        double k = 1.0 / (1.0 + half * half);
        double cosine = (1.0 - half * half) * k, sine = 2.0 * half * k;
        double x = vx[i] * cosine - vy[i] * sine, y = vy[i] * cosine + vx[i] * sine;
        double unit = 0.5 * (3.0 - (x * x + y * y));
        ux[i] = x * unit;
        uy[i] = y * unit;
    }
}

/* The part of the step at which no rod turns by more than ROD_TURN_MAX, from a bound on all. */
static double shorten(const tmiChains *c, tmiChain chain, double yx, double yy) {
    double max = 0.0;
    for (int32_t i = chain.first; i < chain.first + chain.count; i++) {
        max = c->inverse[i] > max ? c->inverse[i] : max;
    }
    max *= sqrt(yx * yx + yy * yy);
    return max > ROD_TURN_MAX ? ROD_TURN_MAX / max : 1.0;
}

/* One step. Returns false when none brings the end nearer; the chain is then as before. */
static bool advance(tmiChains *c, tmiChain chain, double gx, double gy, Sweep *s) {
    double yx, yy;
    if (!solve(s, &yx, &yy)) {
        return false;
    }
    size_t size = sizeof(double) * (size_t)chain.count;
    memcpy(c->vx + chain.first, c->ux + chain.first, size);
    memcpy(c->vy + chain.first, c->uy + chain.first, size);
    double before = s->ex * s->ex + s->ey * s->ey;
    double part = shorten(c, chain, yx, yy);
    for (int halving = 0; halving < CHAIN_HALVINGS; halving++, part *= 0.5) {
        turn_rods(c, chain, yx, yy, part);
        *s = look(c, chain, gx, gy);
        if (s->ex * s->ex + s->ey * s->ey < before) {
            return true;
        }
    }
    memcpy(c->ux + chain.first, c->vx + chain.first, size);
    memcpy(c->uy + chain.first, c->vy + chain.first, size);
    *s = look(c, chain, gx, gy);
    return false;
}

static double missing(const Sweep *s) {
    return fabs(s->ex) > fabs(s->ey) ? fabs(s->ex) : fabs(s->ey);
}

/* Puts the points between the rods where the rods end. */
static void store(const tmiChains *c, tmiChain chain, double *registers) {
    const tmiRod *rods = c->rods + chain.first;
    double x = registers[rods[0].point[0]], y = registers[rods[0].point[0] + 1];
    for (int32_t i = 0; i + 1 < chain.count; i++) {
        x += rods[i].length * c->ux[chain.first + i];
        y += rods[i].length * c->uy[chain.first + i];
        registers[rods[i].point[1]] = x;
        registers[rods[i].point[1] + 1] = y;
    }
}

bool tmi_chains_move(tmiChains *c, double *registers, double tolerance, int32_t max,
                     int32_t *iterations, double *residual, bool *stationary) {
    *iterations = 0;
    *residual = 0.0;
    *stationary = false;
    for (int32_t k = 0; k < c->chain_count; k++) {
        tmiChain chain = c->chains[k];
        const double *start = registers + c->rods[chain.first].point[0];
        const double *end = registers + c->rods[chain.first + chain.count - 1].point[1];
        double gx = end[0] - start[0], gy = end[1] - start[1];
        Sweep s = look(c, chain, gx, gy);
        for (int32_t i = 0; missing(&s) > tolerance && i < max && !*stationary; i++) {
            *stationary = !advance(c, chain, gx, gy, &s);
            ++*iterations;
        }
        *residual = missing(&s) > *residual ? missing(&s) : *residual;
        store(c, chain, registers);
    }
    return *residual <= tolerance;
}
