/* test_impact.c: laws of impact against numbers of another program, closed forms, and what must
 * hold whatever the law: nothing approaches afterwards, friction stays within its cones, no energy
 * is gained. */
#include "analyse/contact/impact/impact.h"
#include "impact_cases.h"
#include "numeric/numeric.h"
#include "test.h"

#include <math.h>
#include <string.h>

/* An impact with W as a matrix. */
typedef struct Plane {
    tmTest *t;
    tmiArena arena;
    int32_t count;
    double w[64 * 64];
    double friction[32];
} Plane;

static void respond(void *user, const double *impulse, double *change) {
    const Plane *plane = user;
    int32_t n = 2 * plane->count;
    for (int32_t i = 0; i < n; i++) {
        change[i] = 0.0;
        for (int32_t j = 0; j < n; j++) {
            change[i] += plane->w[i * n + j] * impulse[j];
        }
    }
}

static tmStatus solve(void *user, const tmiImpactProblem *problem, double *impulse) {
    Plane *plane = user;
    int32_t n = 2 * problem->count, all = 2 * plane->count;
    double w[64 * 64], friction[32];
    for (int32_t i = 0; i < n; i++) {
        friction[i / 2] = plane->friction[problem->which[i / 2]];
        for (int32_t j = 0; j < n; j++) {
            w[i * n + j] = plane->w[(2 * problem->which[i / 2] + i % 2) * all +
                                    2 * problem->which[j / 2] + j % 2];
        }
    }
    return tmi_impact_plane(problem, w, friction, &plane->arena, impulse);
}

static void clear(void *arena) {
    tmi_arena_clear(arena);
}

static Plane *plane_of(tmTest *t, int32_t count) {
    Plane *plane = test_memory(t, 1, sizeof *plane);
    plane->t = t;
    plane->count = count;
    tmi_arena_init(&plane->arena, t->allocator);
    test_defer(t, clear, &plane->arena);
    return plane;
}

static tmiImpact impact_of(Plane *plane, const double *before, const double *restitution,
                           tmImpactLaw law, tmImpactOrder order) {
    return (tmiImpact){plane->count, 1,     before, plane->friction, restitution,
                       law,          order, plane,  respond,         solve};
}

/* What holds whatever the law. */
static void check(tmTest *t, Plane *plane, const double *before, const double *impulse) {
    double change[64], scale = 0.0, energy = 0.0, terms = 0.0;
    respond(plane, impulse, change);
    for (int32_t i = 0; i < 2 * plane->count; i++) {
        scale = fabs(before[i]) > scale ? fabs(before[i]) : scale;
        energy += impulse[i] * (before[i] + 0.5 * change[i]);
        terms += fabs(impulse[i] * before[i]);
    }
    for (int32_t i = 0; i < plane->count; i++) {
        double p = impulse[2 * i];
        CHECK(p >= 0.0);
        CHECK(before[2 * i] + change[2 * i] >= -1e-9 * scale);
        CHECK(fabs(impulse[2 * i + 1]) <= plane->friction[i] * p * (1.0 + 1e-9) + 1e-15);
    }
    CHECK(energy <= 1e-10 * terms);
}

/* ---- Numbers of another program ---------------------------------------------------------------
 */

static void load(Plane *plane, const ImpactCase *from) {
    int32_t n = 2 * from->count;
    for (int32_t i = 0, k = 0; i < n; i++) {
        for (int32_t j = 0; j <= i; j++, k++) {
            plane->w[i * n + j] = plane->w[j * n + i] = from->w[k];
        }
    }
    memcpy(plane->friction, from->friction, sizeof from->friction);
}

TEST(every_law_gives_the_impulses_that_another_program_finds) {
    static const struct {
        tmImpactLaw law;
        tmImpactOrder order;
    } ways[] = {{TM_IMPACT_POISSON, TM_IMPACT_SIMULTANEOUS},
                {TM_IMPACT_NEWTON, TM_IMPACT_SIMULTANEOUS},
                {TM_IMPACT_ENERGETIC, TM_IMPACT_SIMULTANEOUS},
                {TM_IMPACT_POISSON, TM_IMPACT_PROPAGATING},
                {TM_IMPACT_POISSON, TM_IMPACT_SEQUENTIAL}};
    for (size_t i = 0; i < sizeof impact_cases / sizeof impact_cases[0]; i++) {
        const ImpactCase *from = &impact_cases[i];
        int keep = t->defer_count;
        Plane *plane = plane_of(t, from->count);
        load(plane, from);
        for (int32_t k = 0; k < 5; k++) {
            double impulse[6];
            tmiImpactInfo info;
            tmiImpact impact =
                impact_of(plane, from->before, from->restitution, ways[k].law, ways[k].order);
            MUST(tmi_impact_solve(&impact, &plane->arena, impulse, &info));
            check(t, plane, from->before, impulse);
            bool known = k == 2 ? from->count == 1 : k != 1 || !from->gains;
            CHECK(info.part == 1.0 || !known);
            for (int32_t j = 0; known && j < 2 * from->count; j++) {
                CHECK_NEAR(impulse[j], from->impulse[k][j], 1e-9);
            }
        }
        test_run_defers(t, keep);
    }
}

/* ---- Closed forms -----------------------------------------------------------------------------
 */

/* Balls of 1 kg in a row that touch; the first `moving` come with 1 m/s. Gap i is between i and
 * i + 1. */
static void cradle(Plane *plane, int32_t moving, double *before) {
    int32_t n = 2 * plane->count;
    memset(plane->w, 0, sizeof plane->w);
    memset(plane->friction, 0, sizeof plane->friction);
    memset(before, 0, (size_t)n * sizeof *before);
    for (int32_t i = 0; i < plane->count; i++) {
        plane->w[2 * i * n + 2 * i] = 2.0;
        if (i > 0) {
            plane->w[2 * i * n + 2 * i - 2] = plane->w[(2 * i - 2) * n + 2 * i] = -1.0;
        }
    }
    before[2 * (moving - 1)] = -1.0;
}

/* The velocities of five balls after e = 1: (-0.6, 0.4, 0.4, 0.4, 0.4) all at once; one ball in,
 * one ball out, or two, in the other orders. */
TEST(a_cradle_goes_by_the_order_that_is_asked_for) {
    static const double restitution[4] = {1.0, 1.0, 1.0, 1.0};
    static const double after[3][2][5] = {{{-0.6, 0.4, 0.4, 0.4, 0.4}, {-0.2, -0.2, 0.8, 0.8, 0.8}},
                                          {{0.0, 0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 1.0, 1.0}},
                                          {{0.0, 0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 1.0, 1.0}}};
    for (int32_t i = 0; i < 18; i++) {
        int keep = t->defer_count, law = i % 3, order = i / 3 % 3, two = i / 9;
        Plane *plane = plane_of(t, 4);
        double before[8], impulse[8];
        tmiImpactInfo info;
        cradle(plane, 1 + two, before);
        tmiImpact impact =
            impact_of(plane, before, restitution, (tmImpactLaw)law, (tmImpactOrder)order);
        MUST(tmi_impact_solve(&impact, &plane->arena, impulse, &info));
        check(t, plane, before, impulse);
        CHECK(info.part == 1.0 && !info.is_crowded);
        CHECK_NEAR(info.energy, 0.0, 1e-12);
        bool known = law != TM_IMPACT_NEWTON || order != 0 || !two;
        for (int32_t k = 0; k < 5 && known; k++) {
            double v = k <= two ? 1.0 : 0.0;
            v += (k > 0 ? impulse[2 * (k - 1)] : 0.0) - (k < 4 ? impulse[2 * k] : 0.0);
            CHECK_NEAR(v, after[order][two][k], 1e-12);
        }
        test_run_defers(t, keep);
    }
}

/* The end of a thin stick of 1 m and 1 kg at -45 degrees, with friction 0.3, meets a floor with
 * (-0.46486, -0.46717) m/s, and (-1, 0) is the tangent: W is ((2.5, -1.5), (-1.5, 2.5)). It sticks,
 * and p . (u0 + u) = 0 where e^2 = 1 + r^2 - 1.2 r, r the ratio of both speeds: past 0.8922
 * Newton's law gains energy. */
TEST(only_newtons_law_has_to_take_less_than_asked_for) {
    static const double w[16] = {2.5, -1.5, -1.5, 2.5}, before[2] = {-0.46717, 0.46486};
    static const double restitution[1] = {1.0};
    for (int32_t law = 0; law < 3; law++) {
        int keep = t->defer_count;
        Plane *plane = plane_of(t, 1);
        double impulse[2];
        tmiImpactInfo info;
        memcpy(plane->w, w, sizeof w);
        plane->friction[0] = 0.3;
        tmiImpact impact =
            impact_of(plane, before, restitution, (tmImpactLaw)law, TM_IMPACT_SIMULTANEOUS);
        MUST(tmi_impact_solve(&impact, &plane->arena, impulse, &info));
        check(t, plane, before, impulse);
        if (law == TM_IMPACT_NEWTON) {
            double r = before[1] / -before[0];
            CHECK_NEAR(info.part, sqrt(1.0 + r * r - 1.2 * r), 1e-9);
        } else {
            CHECK(info.part == 1.0);
        }
        test_run_defers(t, keep);
    }
}

/* Where normal and slip are one motion the path decides: with W = ((1, s), (s, s s)) the rates are
 * u (1, s), friction only brakes, and Poisson's impulses of expansion are e times the others. */
TEST(a_contact_of_one_freedom_follows_its_path) {
    static const double before[2] = {-1.0, -0.5}, restitution[1] = {0.5};
    Plane *plane = plane_of(t, 1);
    double impulse[2];
    tmiImpactInfo info;
    const double w[4] = {1.0, 0.5, 0.5, 0.25};
    memcpy(plane->w, w, sizeof w);
    plane->friction[0] = 0.4;
    tmiImpact impact =
        impact_of(plane, before, restitution, TM_IMPACT_POISSON, TM_IMPACT_SIMULTANEOUS);
    MUST(tmi_impact_solve(&impact, &plane->arena, impulse, &info));
    check(t, plane, before, impulse);
    /* Compression: slope 1 + 0.4 / 2 up to p = 1 / 1.2; then it slips the other way. */
    double p = 1.0 / 1.2;
    CHECK_NEAR(impulse[0], 1.5 * p, 1e-12);
    CHECK_NEAR(impulse[1], 0.4 * p - 0.4 * 0.5 * p, 1e-12);
}

/* ---- Random impacts ---------------------------------------------------------------------------
 */

/* Bodies of the plane in a chain of random contacts, W = J M^-1 J^T: singular where two contacts
 * join the same bodies. */
static void random_plane(uint64_t *state, Plane *plane, double *before, double *restitution) {
    double rows[64][9] = {{0}}, mass[9], velocity[9];
    int32_t n = 2 * plane->count;
    for (int32_t i = 0; i < 9; i++) {
        mass[i] = test_uniform(state, 0.2, 4.0);
        velocity[i] = test_uniform(state, -1.0, 1.0);
    }
    for (int32_t i = 0; i < plane->count; i++) {
        int32_t body = i % 3;
        double angle = test_uniform(state, 0.0, 6.2), normal[2] = {tmi_cos(angle), tmi_sin(angle)};
        for (int32_t side = 0; side < 2 && body - side >= 0; side++) {
            double sign = side ? -1.0 : 1.0, x = test_uniform(state, -1.0, 1.0);
            double y = test_uniform(state, -1.0, 1.0);
            for (int32_t k = 0; k < 2; k++) {
                double *row = rows[2 * i + k] + 3 * (ptrdiff_t)(body - side);
                double d[2] = {k ? -normal[1] : normal[0], k ? normal[0] : normal[1]};
                row[0] = sign * d[0];
                row[1] = sign * d[1];
                row[2] = sign * (x * d[1] - y * d[0]);
            }
        }
        plane->friction[i] = i % 2 ? 0.0 : test_uniform(state, 0.0, 1.2);
        restitution[i] = test_uniform(state, 0.0, 1.0);
    }
    for (int32_t i = 0; i < n; i++) {
        before[i] = 0.0;
        for (int32_t k = 0; k < 9; k++) {
            before[i] += rows[i][k] * velocity[k];
        }
        for (int32_t j = 0; j < n; j++) {
            plane->w[i * n + j] = 0.0;
            for (int32_t k = 0; k < 9; k++) {
                plane->w[i * n + j] += rows[i][k] * rows[j][k] / mass[k];
            }
        }
    }
}

TEST(random_impacts_gain_nothing_by_any_law_in_any_order) {
    uint64_t state = 22;
    int32_t unsolved = 0, rounds = test_rounds(300);
    for (int32_t i = 0; i < rounds; i++) {
        int keep = t->defer_count;
        Plane *plane = plane_of(t, 1 + i % 6);
        double before[64], restitution[32], impulse[64];
        random_plane(&state, plane, before, restitution);
        for (int32_t k = 0; k < 9; k++) {
            tmiImpactInfo info;
            tmiImpact impact =
                impact_of(plane, before, restitution, (tmImpactLaw)(k % 3), (tmImpactOrder)(k / 3));
            tmStatus status = tmi_impact_solve(&impact, &plane->arena, impulse, &info);
            if (status == TM_ERR_NOT_CONVERGED) {
                unsolved++;
                continue;
            }
            MUST(status);
            check(t, plane, before, impulse);
        }
        test_run_defers(t, keep);
    }
    CHECK(unsolved == 0);
}

TEST_MAIN(CASE(every_law_gives_the_impulses_that_another_program_finds),
          CASE(a_cradle_goes_by_the_order_that_is_asked_for),
          CASE(only_newtons_law_has_to_take_less_than_asked_for),
          CASE(a_contact_of_one_freedom_follows_its_path),
          CASE(random_impacts_gain_nothing_by_any_law_in_any_order))
