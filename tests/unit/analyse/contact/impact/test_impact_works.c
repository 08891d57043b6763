/* test_impact_works.c: the energetic law for two and three contacts against an oracle that shares
 * nothing with the code: it tries all combinations of open, closed, stick and slip, and finds the
 * factor of the expansion by a scan, as section 10 of docs/theory/contact.md defines the law. */
#include "analyse/contact/impact/impact.h"
#include "numeric/numeric.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define ROWS 6

/* An impact: W, rates before, friction and restitution of 2 or 3 contacts. */
typedef struct Impact {
    int32_t count;
    double w[ROWS][ROWS], before[ROWS], friction[3], restitution[3];
    tmiArena arena;
} Impact;

/* ---- The oracle ------------------------------------------------------------------------------ */

/* A contact's state: whether it is open, and how it slips: sticks, forwards, backwards. */
typedef struct State {
    bool open;
    int32_t slip;
} State;

/* Gauss with full rows; false where a pivot is as good as none. */
static bool gauss(int32_t n, double a[ROWS][ROWS + 1]) {
    for (int32_t k = 0; k < n; k++) {
        int32_t best = k;
        for (int32_t i = k + 1; i < n; i++) {
            best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
        }
        if (fabs(a[best][k]) < 1e-9) {
            return false;
        }
        for (int32_t j = 0; j <= n; j++) {
            double other = a[k][j];
            a[k][j] = a[best][j];
            a[best][j] = other;
        }
        for (int32_t i = 0; i < n; i++) {
            double factor = i == k ? 0.0 : a[i][k] / a[k][k];
            for (int32_t j = k; j <= n; j++) {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    for (int32_t k = 0; k < n; k++) {
        a[k][n] /= a[k][k];
    }
    return true;
}

/* Impulses z of all rows in given states, where s act along normals already: each of its rows is an
 * equation, p = 0 or rate = 0; t = -+mu (p + s) or slip = 0. */
static bool solve_states(const Impact *m, const State *states, const double *b, const double *s,
                         double *z) {
    int32_t n = 2 * m->count;
    double a[ROWS][ROWS + 1] = {{0.0}};
    for (int32_t i = 0; i < m->count; i++) {
        const State *own = &states[i];
        double side = own->slip == 0 ? 0.0 : own->slip > 0 ? -1.0 : 1.0;
        if (own->open) {
            a[2 * i][2 * i] = 1.0;
        } else {
            memcpy(a[2 * i], m->w[2 * i], (size_t)n * sizeof(double));
            a[2 * i][n] = -b[2 * i];
        }
        if (own->slip == 0) {
            memcpy(a[2 * i + 1], m->w[2 * i + 1], (size_t)n * sizeof(double));
            a[2 * i + 1][n] = -b[2 * i + 1];
        } else {
            a[2 * i + 1][2 * i + 1] = 1.0;
            a[2 * i + 1][2 * i] = -side * m->friction[i];
            a[2 * i + 1][n] = side * m->friction[i] * s[i];
        }
    }
    if (!gauss(n, a)) {
        return false;
    }
    for (int32_t i = 0; i < n; i++) {
        z[i] = a[i][n];
    }
    return true;
}

static void rates_of(const Impact *m, const double *b, const double *z, double *rates) {
    for (int32_t i = 0; i < 2 * m->count; i++) {
        rates[i] = b[i];
        for (int32_t j = 0; j < 2 * m->count; j++) {
            rates[i] += m->w[i][j] * z[j];
        }
    }
}

/* Whether impulses and rates are those that the states stand for. */
static bool fits(const Impact *m, const State *states, const double *s, const double *z,
                 const double *rates) {
    for (int32_t i = 0; i < m->count; i++) {
        double p = z[2 * i], t = z[2 * i + 1], cone = m->friction[i] * (p + s[i]);
        bool slips = states[i].slip == 0 || states[i].slip * rates[2 * i + 1] >= -1e-10;
        if (p < -1e-10 || rates[2 * i] < -1e-10 || fabs(t) > cone + 1e-10 || !slips) {
            return false;
        }
    }
    return true;
}

/* All solutions with impulses s that act already: how many have different impulses; the first of
 * them in z. */
static int32_t enumerate(const Impact *m, const double *b, const double *s, double *z) {
    int32_t all = m->count == 2 ? 36 : 216, found = 0;
    for (int32_t i = 0; i < all; i++) {
        State states[3];
        double own[ROWS], rates[ROWS], off = 0.0;
        for (int32_t k = 0, code = i; k < m->count; k++, code /= 6) {
            states[k] = (State){code % 2 == 1, code % 6 / 2 - 1};
        }
        if (!solve_states(m, states, b, s, own)) {
            continue;
        }
        rates_of(m, b, own, rates);
        if (!fits(m, states, s, own, rates)) {
            continue;
        }
        for (int32_t k = 0; found > 0 && k < 2 * m->count; k++) {
            off = fabs(own[k] - z[k]) > off ? fabs(own[k] - z[k]) : off;
        }
        if (found == 0) {
            memcpy(z, own, sizeof own);
        }
        found += found == 0 || off > 1e-7;
    }
    return found;
}

/* The expansion with a factor after a compression c to the rates u: all its impulses in z. Returns
 * the work of its normal forces less what is wanted; *alone: its solution is the only one. */
static double expand(const Impact *m, const double *c, const double *u, double factor,
                     double wanted, double *z, bool *alone) {
    double held[3], s[ROWS] = {0.0}, b[ROWS], after[ROWS], work = -wanted;
    for (int32_t i = 0; i < m->count; i++) {
        held[i] = s[2 * i] = factor * m->restitution[i] * c[2 * i];
    }
    rates_of(m, u, s, b);
    *alone = enumerate(m, b, held, z) == 1;
    rates_of(m, b, z, after);
    for (int32_t i = 0; i < m->count; i++) {
        z[2 * i] += held[i];
        work += 0.5 * z[2 * i] * (u[2 * i] + after[2 * i]);
    }
    return work;
}

#define SCAN 80

/* The impulses of the law; false where the problem has several solutions or none, or several
 * factors make the works fit. */
static bool find(const Impact *m, double *impulse) {
    static const double none[3] = {0.0};
    double c[ROWS], u[ROWS], z[ROWS], wanted = 0.0, low = -1.0, last = -1.0;
    bool alone;
    if (enumerate(m, m->before, none, c) != 1) {
        return false;
    }
    rates_of(m, m->before, c, u);
    for (int32_t i = 0; i < m->count; i++) {
        double e = m->restitution[i];
        wanted -= 0.5 * e * e * c[2 * i] * (m->before[2 * i] + u[2 * i]);
    }
    if (!(wanted > 1e-6)) {
        return false;
    }
    for (int32_t i = 0; i <= SCAN; i++) {
        double miss = expand(m, c, u, 4.0 * i / SCAN, wanted, z, &alone);
        if (!alone || (i > 0 && miss >= 0.0 && last >= 0.0 && miss < last)) {
            return false; /* it must rise */
        }
        low = miss < 0.0 ? 4.0 * i / SCAN : low;
        last = miss;
    }
    if (low < 0.0 || last < 0.0) {
        return false;
    }
    double high = low + 4.0 / SCAN;
    for (int32_t i = 0; i < 60; i++) { /* thirds: not the halves of the code */
        double middle = low + (high - low) / 3.0;
        double miss = expand(m, c, u, middle, wanted, z, &alone);
        low = miss < 0.0 ? middle : low;
        high = miss < 0.0 ? high : middle;
        double other = high - (high - low) / 3.0;
        miss = expand(m, c, u, other, wanted, z, &alone);
        low = miss < 0.0 ? other : low;
        high = miss < 0.0 ? high : other;
    }
    (void)expand(m, c, u, low, wanted, z, &alone);
    for (int32_t i = 0; i < 2 * m->count; i++) {
        impulse[i] = c[i] + z[i];
    }
    return alone;
}

/* ---- The code -------------------------------------------------------------------------------- */

static void respond(void *user, const double *impulse, double *change) {
    static const double zero[ROWS] = {0.0};
    rates_of(user, zero, impulse, change);
}

static tmStatus solve(void *user, const tmiImpactProblem *problem, double *impulse) {
    Impact *m = user;
    int32_t n = 2 * problem->count;
    double w[ROWS * ROWS], friction[3];
    for (int32_t i = 0; i < n; i++) {
        friction[i / 2] = m->friction[problem->which[i / 2]];
        for (int32_t j = 0; j < n; j++) {
            w[i * n + j] =
                m->w[2 * problem->which[i / 2] + i % 2][2 * problem->which[j / 2] + j % 2];
        }
    }
    return tmi_impact_plane(problem, w, friction, &m->arena, impulse);
}

/* ---- Random impacts -------------------------------------------------------------------------- */

/* A chain of bodies, each in contact with the next, the first with the ground. */
static void draw(uint64_t *state, Impact *m) {
    double rows[ROWS][9] = {{0.0}}, mass[9], velocity[9];
    for (int32_t i = 0; i < 9; i++) {
        mass[i] = test_uniform(state, 0.2, 4.0);
        velocity[i] = test_uniform(state, -1.0, 1.0);
    }
    for (int32_t i = 0; i < m->count; i++) {
        double angle = test_uniform(state, 0.0, 6.2);
        double along[2][2] = {{tmi_cos(angle), tmi_sin(angle)}, {-tmi_sin(angle), tmi_cos(angle)}};
        for (int32_t side = 0; side < 2 && i - side >= 0; side++) {
            double sign = side ? -1.0 : 1.0, x = test_uniform(state, -1.0, 1.0);
            double y = test_uniform(state, -1.0, 1.0);
            for (int32_t k = 0; k < 2; k++) {
                double *row = rows[2 * i + k] + 3 * (ptrdiff_t)(i - side);
                row[0] = sign * along[k][0];
                row[1] = sign * along[k][1];
                row[2] = sign * (x * along[k][1] - y * along[k][0]);
            }
        }
        m->friction[i] = test_uniform(state, 0.0, 0.8);
        m->restitution[i] = test_uniform(state, 0.1, 1.0);
    }
    for (int32_t i = 0; i < 2 * m->count; i++) {
        m->before[i] = 0.0;
        for (int32_t k = 0; k < 9; k++) {
            m->before[i] += rows[i][k] * velocity[k];
        }
        for (int32_t j = 0; j < 2 * m->count; j++) {
            m->w[i][j] = 0.0;
            for (int32_t k = 0; k < 9; k++) {
                m->w[i][j] += rows[i][k] * rows[j][k] / mass[k];
            }
        }
    }
}

TEST(works_of_several_contacts_are_those_of_the_oracle) {
    uint64_t state = 6;
    int32_t compared = 0, rounds = test_rounds(400);
    for (int32_t i = 0; i < rounds; i++) {
        Impact m = {.count = 2 + i % 2};
        double expected[ROWS], impulse[ROWS];
        draw(&state, &m);
        if (!find(&m, expected)) {
            continue;
        }
        tmi_arena_init(&m.arena, t->allocator);
        const tmiImpact impact = {m.count,
                                  1,
                                  m.before,
                                  m.friction,
                                  m.restitution,
                                  TM_IMPACT_ENERGETIC,
                                  TM_IMPACT_SIMULTANEOUS,
                                  &m,
                                  respond,
                                  solve};
        tmiImpactInfo info;
        tmStatus status = tmi_impact_solve(&impact, &m.arena, impulse, &info);
        tmi_arena_clear(&m.arena);
        MUST(status);
        CHECK(info.part == 1.0 && info.energy <= 0.0);
        for (int32_t k = 0; k < 2 * m.count; k++) {
            CHECK_NEAR(impulse[k], expected[k], 1e-8);
        }
        compared++;
    }
    CHECK(compared >= rounds / 4);
}

TEST_MAIN(CASE(works_of_several_contacts_are_those_of_the_oracle))
