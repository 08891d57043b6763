/* islands.c: islands of contact points, as islands.h has them. */
#include "islands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP 0.01
#define GRAVITY 9.81

void island_clear(islandScene *s) {
    s->body_count = s->count = 0;
}

int32_t island_box(islandScene *s, double x, double y, double width, double height) {
    int32_t i = s->body_count++;
    double mass = width * height;
    s->place[i][0] = x;
    s->place[i][1] = y;
    s->inverse[i][0] = s->inverse[i][1] = 1.0 / mass;
    s->inverse[i][2] = 12.0 / (mass * (width * width + height * height));
    s->velocity[i][0] = s->velocity[i][2] = 0.0;
    s->velocity[i][1] = -GRAVITY * STEP;
    return i;
}

void island_touch(islandScene *s, int32_t a, int32_t b, double x, double y, double nx, double ny,
                  double mu) {
    islandPoint *p = &s->point[s->count];
    *p = (islandPoint){.body = {a, b}};
    s->gap[s->count] = 0.0;
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? -1.0 : 1.0;
        if (p->body[side] < 0) {
            continue;
        }
        double rx = x - s->place[p->body[side]][0], ry = y - s->place[p->body[side]][1];
        p->across[0][side][0] = sign * nx;
        p->across[0][side][1] = sign * ny;
        p->across[0][side][2] = sign * (rx * ny - ry * nx);
        p->across[1][side][0] = sign * -ny;
        p->across[1][side][1] = sign * nx;
        p->across[1][side][2] = sign * (rx * nx + ry * ny);
    }
    s->friction[s->count++] = mu;
}

void island_close(islandScene *s) {
    for (int32_t i = 0; i < s->count; i++) {
        const islandPoint *p = &s->point[i];
        s->b[2 * i] = s->gap[i];
        s->b[2 * i + 1] = 0.0;
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < 3 && p->body[side] >= 0; k++) {
                double v = s->velocity[p->body[side]][k];
                s->b[2 * i] += p->across[0][side][k] * v;
                s->b[2 * i + 1] += p->across[1][side][k] * v;
            }
        }
    }
}

void island_stack(islandScene *s, int32_t count, double mu) {
    island_clear(s);
    for (int32_t i = 0; i < count; i++) {
        island_box(s, 0.0, i + 0.5, 1.0, 1.0);
        island_touch(s, i - 1, i, -0.5, i, 0.0, 1.0, mu);
        island_touch(s, i - 1, i, 0.5, i, 0.0, 1.0, mu);
    }
    island_close(s);
}

/* One to three points between two bodies, on a line across that between their places. */
static void touch_anyhow(islandScene *s, int32_t a, int32_t b, double mx, double my, double mu,
                         uint64_t *seed) {
    double angle = (mx != 0.0 ? 0.0 : 1.5707963267948966) + 0.5 * test_uniform(seed, -1.0, 1.0);
    double nx = cos(angle), ny = sin(angle), x = s->place[b][0] - 0.5 * mx,
           y = s->place[b][1] - 0.5 * my;
    int points = 1 + (int)(test_random(seed) % 3);
    for (int k = 0; k < points; k++) {
        double along =
            points == 1 ? 0.3 * test_uniform(seed, -1.0, 1.0) : 0.35 * (k - 0.5 * (points - 1));
        island_touch(s, a, b, x - ny * along, y + nx * along, nx, ny, mu);
        s->gap[s->count - 1] =
            test_random(seed) % 8 == 0 ? 0.05 * fabs(test_uniform(seed, -1.0, 1.0)) : 0.0;
    }
}

void island_pile(islandScene *s, int32_t width, int32_t height, double mu, uint64_t *seed) {
    island_clear(s);
    for (int32_t j = 0; j < height; j++) {
        for (int32_t i = 0; i < width; i++) {
            int32_t n = island_box(s, i + 0.1 * test_uniform(seed, -1.0, 1.0), j + 0.5, 0.8, 1.0);
            for (int k = 0; k < 3; k++) {
                s->velocity[n][k] +=
                    test_random(seed) % 2 ? 0.1 * test_uniform(seed, -1.0, 1.0) : 0.0;
            }
            touch_anyhow(s, j > 0 ? n - width : -1, n, 0.0, 1.0, mu, seed);
            if (i > 0 && test_random(seed) % 2) {
                touch_anyhow(s, n - 1, n, 1.0, 0.0, mu, seed);
            }
        }
    }
    island_close(s);
}

void island_couple(const islandScene *s, islandCoupled *to, double *across) {
    for (int32_t i = 0; i < s->body_count; i++) {
        for (int32_t k = 0; k < 9; k++) {
            to->yields[9 * i + k] = k % 4 == 0 ? s->inverse[i][k / 4] : 0.0;
        }
    }
    for (int32_t i = 0; i < s->count; i++) {
        memcpy(to->bodies[i], s->point[i].body, sizeof to->bodies[i]);
        memcpy(across + 12 * (ptrdiff_t)i, s->point[i].across, sizeof s->point[i].across);
    }
    to->problem = (tmiCoulombProblem){.dof = 3,
                                      .rows = 2,
                                      .body_count = s->body_count,
                                      .count = s->count,
                                      .yields = to->yields,
                                      .bodies = (const int32_t(*)[2])to->bodies,
                                      .across = across,
                                      .b = s->b,
                                      .friction = s->friction};
}

static double coupling(const islandScene *s, const islandPoint *p, bool p_tangent,
                       const islandPoint *q, bool q_tangent) {
    double sum = 0.0;
    for (int a = 0; a < 2; a++) {
        for (int b = 0; b < 2; b++) {
            if (p->body[a] < 0 || p->body[a] != q->body[b]) {
                continue;
            }
            for (int k = 0; k < 3; k++) {
                double left = p->across[p_tangent][a][k];
                double right = q->across[q_tangent][b][k];
                sum += left * right * s->inverse[p->body[a]][k];
            }
        }
    }
    return sum;
}

void island_matrix(const islandScene *s, double *w) {
    for (int32_t r = 0; r < 2 * s->count; r++) {
        for (int32_t c = 0; c < 2 * s->count; c++) {
            w[(ptrdiff_t)r * 2 * s->count + c] =
                coupling(s, &s->point[r / 2], r % 2, &s->point[c / 2], c % 2);
        }
    }
}

#define GUARD 12345.678

tmStatus island_solve(const tmiContactIsland *island, uint8_t *state, double *impulse,
                      tmiContactIslandInfo *info) {
    size_t numbers = tmi_island_work(island->count), whole = tmi_island_int_work(island->count);
    double *work = calloc(numbers + 1, sizeof *work);
    int32_t *ints = calloc(whole + 1, sizeof *ints);
    if (!work || !ints) {
        abort();
    }
    work[numbers] = GUARD;
    ints[whole] = -7;
    tmStatus status = tmi_island_solve(island, state, impulse, work, ints, info);
    if (work[numbers] != GUARD || ints[whole] != -7) {
        abort();
    }
    free(work);
    free(ints);
    return status;
}

double island_violation(const tmiContactIsland *island, const double *impulse) {
    double worst = 0.0;
    for (int32_t i = 0; i < island->count; i++) {
        double p = impulse[2 * i], t = impulse[2 * i + 1], rate[2];
        for (int32_t k = 0; k < 2; k++) {
            const double *row = island->w + (ptrdiff_t)(2 * i + k) * 2 * island->count;
            rate[k] = island->b[2 * i + k];
            for (int32_t j = 0; j < 2 * island->count; j++) {
                rate[k] += row[j] * impulse[j];
            }
        }
        double g = rate[0], s = rate[1], edge = island->friction[i] * p;
        worst = fmax(worst, fmax(-p, fmax(-g, fmin(p, g))));
        worst = fmax(worst, fmax(fabs(t) - edge, fmin(fabs(s), s > 0.0 ? t + edge : edge - t)));
    }
    return worst;
}
