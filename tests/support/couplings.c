/* couplings.c: problems as couplings.h has them. */
#include "couplings.h"

#include <math.h>
#include <string.h>

#define STEP 0.01
#define GRAVITY 9.81

static void clear(void *arena) {
    tmi_arena_clear(arena);
}

couplingScene *coupling_make(tmTest *t) {
    couplingScene *s = test_memory(t, 1, sizeof *s);
    tmi_arena_init(&s->arena, t->allocator);
    DEFER(clear, &s->arena);
    return s;
}

void coupling_clear(couplingScene *s, bool space) {
    s->dof = space ? 6 : 3;
    s->rows = space ? 3 : 2;
    s->body_count = s->count = 0;
    memset(s->across, 0, sizeof s->across);
    memset(s->velocity, 0, sizeof s->velocity);
    memset(s->expected, 0, sizeof s->expected);
    memset(s->yields, 0, sizeof s->yields);
}

/* The height is y in the plane, z in space. */
int32_t coupling_box(couplingScene *s, double x, double y, double z, double half_x, double half_y,
                     double half_z, double density) {
    int32_t i = s->body_count++, up = s->dof == 3 ? 1 : 2;
    double h[3] = {half_x, half_y, s->dof == 3 ? 0.5 : half_z};
    double mass = density * 8.0 * h[0] * h[1] * h[2];
    double *yields = s->yields + (ptrdiff_t)i * s->dof * s->dof;
    memcpy(s->place[i], (double[]){x, y, z}, sizeof s->place[i]);
    memcpy(s->half[i], h, sizeof h);
    for (int k = 0; k < s->dof; k++) {
        int axis = s->dof == 3 ? 2 : k - 3, p = (axis + 1) % 3, q = (axis + 2) % 3;
        bool turns = s->dof == 3 ? k == 2 : k > 2;
        double inertia = turns ? mass * (h[p] * h[p] + h[q] * h[q]) / 3.0 : mass;
        yields[k * (s->dof + 1)] = 1.0 / inertia;
    }
    s->velocity[i * s->dof + up] = -GRAVITY * STEP;
    s->expected[i * s->dof + up] = GRAVITY * STEP;
    return i;
}

static void cross(const double a[3], const double b[3], double c[3]) {
    for (int k = 0; k < 3; k++) {
        int p = (k + 1) % 3, q = (k + 2) % 3;
        c[k] = a[p] * b[q] - a[q] * b[p];
    }
}

/* A row along `direction` through a point. */
static void put_row(couplingScene *s, int32_t row, const int32_t bodies[2], const double place[3],
                    const double direction[3]) {
    for (int side = 0; side < 2; side++) {
        double *to = s->across + ((ptrdiff_t)(s->count * s->rows + row) * 2 + side) * s->dof;
        double sign = side == 0 ? -1.0 : 1.0, arm[3], turn[3];
        for (int k = 0; k < 3 && bodies[side] >= 0; k++) {
            arm[k] = place[k] - s->place[bodies[side]][k];
        }
        if (bodies[side] < 0) {
            continue;
        }
        cross(arm, direction, turn);
        for (int k = 0; k < s->dof; k++) {
            bool turns = s->dof == 3 ? k == 2 : k > 2;
            to[k] = sign * (turns ? turn[s->dof == 3 ? 2 : k - 3] : direction[k]);
        }
    }
}

void coupling_touch(couplingScene *s, int32_t a, int32_t b, const double place[3],
                    const double normal[3], double mu) {
    int32_t bodies[2] = {a, b}, axis = fabs(normal[0]) < 0.6 ? 0 : fabs(normal[1]) < 0.6 ? 1 : 2;
    double axes[3] = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    double along[2][3] = {{-normal[1], normal[0], 0.0}};
    if (s->dof == 6) {
        cross(normal, axes, along[0]);
        double size =
            sqrt(along[0][0] * along[0][0] + along[0][1] * along[0][1] + along[0][2] * along[0][2]);
        for (int k = 0; k < 3; k++) {
            along[0][k] /= size;
        }
        cross(normal, along[0], along[1]);
    }
    put_row(s, 0, bodies, place, normal);
    for (int r = 1; r < s->rows; r++) {
        put_row(s, r, bodies, place, along[r - 1]);
    }
    memcpy(s->bodies[s->count], bodies, sizeof bodies);
    s->gap[s->count] = 0.0;
    s->friction[s->count++] = mu;
}

void coupling_pin(couplingScene *s, int32_t a, int32_t b, const double place[3]) {
    int32_t bodies[2] = {a, b};
    for (int32_t r = 0; r < s->rows; r++) {
        double axis[3] = {r == 0 ? 1.0 : 0.0, r == 1 ? 1.0 : 0.0, r == 2 ? 1.0 : 0.0};
        put_row(s, r, bodies, place, axis);
    }
    memcpy(s->bodies[s->count], bodies, sizeof bodies);
    s->gap[s->count] = 0.0;
    s->friction[s->count++] = TMI_COULOMB_JOINT;
}

void coupling_close(couplingScene *s) {
    memset(s->impulse, 0, sizeof s->impulse);
    for (int32_t k = 0; k < s->count * s->rows; k++) {
        s->b[k] = k % s->rows == 0 ? s->gap[k / s->rows] : 0.0;
        for (int side = 0; side < 2; side++) {
            int32_t body = s->bodies[k / s->rows][side];
            const double *row = s->across + ((ptrdiff_t)k * 2 + side) * s->dof;
            for (int c = 0; c < s->dof && body >= 0; c++) {
                s->b[k] += row[c] * s->velocity[body * s->dof + c];
            }
        }
    }
}

/* ---- Classes --------------------------------------------------------------------------------- */

/* Points of box b, which lies on a (-1: the ground) at this height, where both reach. */
static void lay(couplingScene *s, int32_t a, int32_t b, double height, double mu) {
    int up = s->dof == 3 ? 1 : 2, across = s->dof == 3 ? 0 : 1;
    double low[2] = {0.0, 0.0}, high[2] = {0.0, 0.0}, normal[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k <= across; k++) {
        low[k] = s->place[b][k] - s->half[b][k];
        high[k] = s->place[b][k] + s->half[b][k];
        if (a >= 0) {
            low[k] = fmax(low[k], s->place[a][k] - s->half[a][k]);
            high[k] = fmin(high[k], s->place[a][k] + s->half[a][k]);
        }
        if (high[k] < low[k]) {
            return;
        }
    }
    normal[up] = 1.0;
    for (int corner = 0; corner < (across ? 4 : 2); corner++) {
        double place[3] = {corner % 2 ? high[0] : low[0], corner / 2 ? high[1] : low[1], 0.0};
        place[up] = height;
        coupling_touch(s, a, b, place, normal, mu);
    }
}

/* Layers of boxes: `shrink` fewer in each, moved by half a box. */
static void pile(couplingScene *s, int32_t size, int32_t layers, int32_t shrink, double mu) {
    bool space = s->dof == 6;
    int32_t first = -1, last = -1;
    for (int32_t l = 0; l < layers && size - l * shrink > 0; l++) {
        int32_t n = size - l * shrink, begin = s->body_count;
        for (int32_t i = 0; i < n * (space ? n : 1) && s->body_count < COUPLED_BODIES; i++) {
            double shift = shrink ? 0.525 * (l - size) : l % 2 ? 0.5 : 0.0;
            double x = 1.05 * (i % n) + shift, y = 1.05 * (i / n) + shift, z = 0.5 + l;
            int32_t b = coupling_box(s, x, space ? y : z, space ? z : 0.0, 0.5, 0.5, 0.5, 1.0);
            if (l == 0) {
                lay(s, -1, b, 0.0, mu);
            }
            for (int32_t a = first; l > 0 && a <= last; a++) {
                lay(s, a, b, l, mu);
            }
        }
        first = begin;
        last = s->body_count - 1;
    }
}

static void shove(couplingScene *s, double speed, uint64_t *seed) {
    for (int32_t k = 0; k < s->body_count * s->dof; k++) {
        s->velocity[k] += test_uniform(seed, -speed, speed);
    }
}

/* Points between neighbours of a grid: corners, flush pairs, flush triples. */
static void neighbour(couplingScene *s, int32_t a, int32_t b, int axis, double mu, uint64_t *seed) {
    double normal[3] = {0.0, 0.0, 0.0}, place[3], size = 0.0;
    for (int k = 0; k < 3; k++) {
        double away = s->dof == 3 && k == 2 ? 0.0 : test_uniform(seed, -0.5, 0.5);
        normal[k] = k == axis ? 1.0 : away;
        size += normal[k] * normal[k];
    }
    for (int k = 0; k < 3; k++) {
        normal[k] /= sqrt(size);
        place[k] = a >= 0 ? 0.5 * (s->place[a][k] + s->place[b][k]) : s->place[b][k];
    }
    place[axis] = a >= 0 ? place[axis] : 0.0;
    int32_t points = test_between(seed, 1, 3);
    for (int32_t i = 0; i < points; i++) {
        double moved[3] = {place[0], place[1], place[2]};
        /* A line of points at right angles to the normal is flush. */
        moved[0] += 0.3 * (i - 1) * normal[1];
        moved[1] -= 0.3 * (i - 1) * normal[0];
        coupling_touch(s, a, b, moved, normal, mu);
        s->gap[s->count - 1] = test_random(seed) % 3 == 0 ? test_uniform(seed, 0.0, 0.1) : 0.0;
    }
}

static void heap(couplingScene *s, int32_t size, double mu, uint64_t *seed) {
    int up = s->dof == 3 ? 1 : 2, depth = s->dof == 3 ? 1 : size;
    for (int32_t i = 0; i < size * size * depth && s->body_count < COUPLED_BODIES; i++) {
        double at[3] = {i % size, 0.0, 0.0};
        at[up] = 0.5 + i / (size * depth);
        at[1] = up == 1 ? at[1] : i / size % depth;
        double side = test_uniform(seed, 0.3, 0.5);
        coupling_box(s, at[0], at[1], at[2], side, test_uniform(seed, 0.3, 0.5), side, 1.0);
        int32_t b = s->body_count - 1, below = b - size * depth;
        neighbour(s, below >= 0 ? below : -1, b, up, mu, seed);
        if (i % size > 0) {
            neighbour(s, b - 1, b, 0, mu, seed);
        }
        if (up == 2 && i / size % depth > 0) {
            neighbour(s, b - size, b, 1, mu, seed);
        }
    }
    shove(s, 0.2, seed);
}

static void arch(couplingScene *s, int32_t count, double mu) {
    int up = s->dof == 3 ? 1 : 2;
    double turn = 3.141592653589793 / count;
    for (int32_t i = 0; i <= count; i++) {
        double angle = turn * i, mid = angle + 0.5 * turn;
        if (i < count) {
            double x = 5.5 * cos(mid), y = 5.5 * sin(mid);
            coupling_box(s, x, up == 1 ? y : 0.0, up == 2 ? y : 0.0, 0.5, 0.5, 0.5, 1.0);
        }
        double normal[3] = {-sin(angle), 0.0, 0.0};
        normal[up] = cos(angle);
        for (int corner = 0; corner < (up == 1 ? 2 : 4); corner++) {
            double radius = corner % 2 ? 6.0 : 5.0;
            double place[3] = {radius * cos(angle), corner / 2 ? 0.5 : -0.5, 0.0};
            place[up] = radius * sin(angle);
            coupling_touch(s, i > 0 ? i - 1 : -1, i < count ? i : -1, place, normal, mu);
        }
    }
}

static void tower(couplingScene *s, int32_t count, double mu, uint64_t *seed) {
    int up = s->dof == 3 ? 1 : 2;
    double ratio = exp(test_uniform(seed, 0.0, 13.8));
    for (int32_t i = 0; i < count; i++) {
        double x = test_uniform(seed, -0.1, 0.1), z = 0.5 + i,
               density = i + 1 == count ? ratio : 1.0;
        coupling_box(s, x, up == 1 ? z : 0.0, up == 2 ? z : 0.0, 0.5, 0.5, 0.5, density);
        lay(s, i - 1, i, i, mu);
    }
}

/* Pinned to each other and to the ground at one end, or both, with boxes on some. */
static void chain(couplingScene *s, int32_t count, double mu, uint64_t *seed) {
    int up = s->dof == 3 ? 1 : 2;
    bool both = test_random(seed) % 2 == 0;
    double normal[3] = {0.0, 0.0, 0.0}, place[3] = {0.0, 0.0, 0.0};
    normal[up] = 1.0;
    for (int32_t i = 0; i < count; i++) {
        coupling_box(s, i + 0.5, 0.0, 0.0, 0.5, 0.1, 0.1, 2.0);
        place[0] = i;
        coupling_pin(s, i - 1, i, place);
    }
    place[0] = count;
    if (both) {
        coupling_pin(s, count - 1, -1, place);
    }
    for (int32_t i = 0; i < count; i += 2) {
        double z = 0.5 + s->half[i][up];
        int32_t b =
            coupling_box(s, i + 0.5, up == 1 ? z : 0.0, up == 2 ? z : 0.0, 0.4, 0.5, 0.4, 1.0);
        lay(s, i, b, s->half[i][up], mu);
        double limit[3] = {i + 0.5, 0.0, 0.0};
        coupling_touch(s, -1, i, limit, normal, 0.0);
        s->gap[s->count - 1] = test_uniform(seed, 0.0, 0.05);
    }
}

void coupling_random(couplingScene *s, couplingClass kind, bool space, int32_t size, double mu,
                     uint64_t *seed) {
    coupling_clear(s, space);
    switch (kind) {
    case COUPLED_WALL:
        pile(s, size, size, 0, mu);
        break;
    case COUPLED_PYRAMID:
        pile(s, size, size, 1, mu);
        break;
    case COUPLED_HEAP:
        heap(s, size, mu, seed);
        break;
    case COUPLED_ARCH:
        arch(s, 3 + 2 * size, mu);
        break;
    case COUPLED_TOWER:
        tower(s, 2 * size, mu, seed);
        break;
    default:
        chain(s, 2 * size, mu, seed);
    }
    if (kind != COUPLED_HEAP && test_random(seed) % 2 == 0) {
        shove(s, 0.02, seed);
    }
    coupling_close(s);
}

tmiCoulombProblem coupling_problem(const couplingScene *s) {
    return (tmiCoulombProblem){
        s->dof,    s->rows, s->body_count, s->count,   s->yields, (const int32_t(*)[2])s->bodies,
        s->across, s->b,    s->friction,   s->expected};
}

tmStatus coupling_solve(couplingScene *s, int32_t budget, tmiCoulombInfo *info) {
    tmiCoulombProblem problem = coupling_problem(s);
    return tmi_coulomb_solve(&problem, &s->arena, budget, s->impulse, info);
}

const char *coupling_name(couplingClass kind) {
    static const char *const names[] = {"walls", "pyramids", "heaps", "arches", "towers", "chains"};
    return names[kind];
}

double coupling_friction(int32_t trial) {
    static const double values[] = {0.5, 0.0, 0.3, 0.1, 1.0, 0.7, 3.0, 10.0};
    return values[trial % 8];
}
