/* hinge_cases.c: hinges between two random bodies. */
#include "hinge_cases.h"

#include "numeric/numeric.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const tmHingeKind *hinge_of(const char *name) {
    int32_t count;
    const tmHingeKind *kinds = tm_hinge_kinds(&count);
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

static void lift_at(const void *data, double x, double y[3]) {
    const double *k = data;
    y[0] = k[0] + k[1] * cos(x) + k[2] * sin(2.0 * x);
    y[1] = -k[1] * sin(x) + 2.0 * k[2] * cos(2.0 * x);
    y[2] = -k[1] * cos(x) - 4.0 * k[2] * sin(2.0 * x);
}

static void set_arguments(HingeCase *c, uint64_t *seed) {
    const char *name = c->kind->name;
    bool one_way = test_between(seed, 0, 1) != 0;
    for (int i = 0; i < 3; i++) {
        c->arguments[i] = NAN;
        c->lift[i] = i == 0 ? test_uniform(seed, 0.5, 1.0) : test_uniform(seed, -0.2, 0.2);
    }
    if (strcmp(name, "screw") == 0 || strcmp(name, "rack") == 0) {
        c->arguments[0] = test_uniform(seed, 0.1, 1.0) * (one_way ? 1.0 : -1.0);
    } else if (strcmp(name, "gear") == 0) {
        c->arguments[0] = test_uniform(seed, 0.3, 3.0) * (one_way ? 1.0 : -1.0);
    } else if (strcmp(name, "belt") == 0) {
        c->arguments[0] = test_uniform(seed, 0.02, 0.2);
        c->arguments[1] = test_uniform(seed, 0.02, 0.2);
        c->arguments[2] = one_way ? 1.0 : NAN;
    } else if (strcmp(name, "cam") == 0) {
        c->curves[0] = (tmCurve){lift_at, c->lift};
    } else if (strcmp(name, "spring") == 0 || strcmp(name, "damper") == 0) {
        c->arguments[0] = 1.0;
    }
}

/* Whether the axis of a side stands across the plane of a planar world. */
static bool is_wheel(const HingeCase *c, int side) {
    const char *name = c->kind->name;
    return strcmp(name, "gear") == 0 || strcmp(name, "belt") == 0 ||
           (side == 0 && strcmp(name, "cam") == 0) ||
           (side == 0 && strcmp(name, "rack") == 0 && c->pattern[0] == 'a');
}

static tmPointOn random_feature(const HingeCase *c, int side, bool is_axis, uint64_t *seed) {
    tmPointOn feature = {.body = side, .is_axis = is_axis};
    for (int i = 0; i < 3; i++) { /* z, too: it does not count in the plane */
        feature.point[i] = test_uniform(seed, -1.0, 1.0);
    }
    if (is_axis && c->planar && is_wheel(c, side)) {
        feature.direction[2] = 1.0;
    } else if (is_axis) {
        random_direction(seed, c->planar, feature.direction);
    }
    return feature;
}

/* The same feature on the second part. */
static tmPointOn fitted(const HingeCase *c, const tmPointOn *feature) {
    tmPointOn other = *feature;
    other.body = 1;
    placed(&c->fit, feature->point, other.point);
    turned(&c->fit, feature->direction, other.direction);
    return other;
}

/* A random direction across u. */
static void random_across(const double u[3], uint64_t *seed, double v[3]) {
    double uu = 0.0, uv = 0.0, vv = 0.0;
    random_direction(seed, false, v);
    for (int i = 0; i < 3; i++) {
        uu += u[i] * u[i];
        uv += u[i] * v[i];
    }
    for (int i = 0; i < 3; i++) {
        v[i] -= uv / uu * u[i];
        vv += v[i] * v[i];
    }
    for (int i = 0; i < 3; i++) {
        v[i] /= sqrt(vv);
    }
}

/* Where nothing but the least rotation says how the parts are turned about their axis, `fit` turns
 * about a direction across it; where there is no axis, it does not turn. */
static void set_fit(HingeCase *c, uint64_t *seed) {
    const char *name = c->kind->name, *pattern = c->pattern;
    bool slider = strcmp(name, "slider") == 0, rigid = strcmp(name, "rigid") == 0;
    double u[3], v[3];
    c->fit = random_frame(seed, c->planar);
    if (rigid && strcmp(pattern, "p") == 0) {
        memcpy(c->fit.rotation, (double[4]){1.0, 0.0, 0.0, 0.0}, sizeof c->fit.rotation);
    }
    bool by_axis = slider && strcmp(pattern, "a") == 0;
    bool by_points = slider && strcmp(pattern, "pp") == 0;
    bool by_both = rigid && strcmp(pattern, "pa") == 0;
    if (!c->planar && (by_axis || by_points || by_both)) {
        for (int i = 0; i < 3; i++) {
            u[i] = by_points ? c->pairs[1][0].point[i] - c->pairs[0][0].point[i]
                             : c->pairs[by_axis ? 0 : 1][0].direction[i];
        }
        random_across(u, seed, v);
        turn_about(v, test_uniform(seed, -3.0, 3.0), c->fit.rotation);
    }
}

/* Whether the first of a point and an axis is the axis: in space that of a cam must be. */
static bool axis_is_first(const HingeCase *c, uint64_t *seed) {
    const char *name = c->kind->name;
    return (strcmp(name, "cam") == 0 && !c->planar) || test_between(seed, 0, 1) != 0;
}

static void set_pairs(HingeCase *c, uint64_t *seed) {
    int32_t count = 0;
    bool fits = strcmp(c->kind->name, "tackle") != 0;
    for (const char *letter = c->pattern; *letter; letter++) {
        bool mixed = *letter == 'x', first = mixed ? axis_is_first(c, seed) : *letter == 'a';
        for (int i = 0; i < (*letter == '+' ? 2 : 1); i++, count++) {
            c->pairs[count][0] = random_feature(c, 0, first, seed);
            c->pairs[count][1] = random_feature(c, 1, mixed != first, seed);
            fits = fits && !mixed;
        }
    }
    fits = fits && is_wheel(c, 0) == is_wheel(c, 1);
    c->fits = fits && strcmp(c->kind->name, "universal") != 0;
    c->use.pair_count = count;
    set_fit(c, seed);
    for (int32_t i = 0; fits && i < count; i++) {
        c->pairs[i][1] = fitted(c, &c->pairs[i][0]);
    }
}

bool hinge_case(tmTest *t, const char *kind, const char *pattern, bool planar, uint64_t *seed,
                HingeCase *c) {
    memset(c, 0, sizeof *c);
    c->kind = hinge_of(kind);
    if (!CHECK(c->kind)) {
        return false;
    }
    snprintf(c->pattern, sizeof c->pattern, "%s", pattern);
    c->planar = planar;
    set_pairs(c, seed);
    set_arguments(c, seed);
    c->use.planar = planar;
    c->use.body_count = 2;
    c->use.pairs = (const tmPointOn(*)[2])c->pairs;
    c->use.arguments = c->arguments;
    c->use.curves = c->curves;
    c->frames[0] = random_frame(seed, planar);
    c->frames[1] = random_frame(seed, planar);
    tm_hinge_make(c->kind, &c->use, &c->table);
    if (c->table.message) {
        printf("  %s matching %s: %s\n", kind, pattern, c->table.message);
    }
    return CHECK(!c->table.message);
}

void fit_case(HingeCase *c) {
    turn_after(c->frames[1].rotation, c->fit.rotation, c->frames[0].rotation);
    placed(&c->frames[1], c->fit.position, c->frames[0].position);
}

void shake_case(HingeCase *c, double max, uint64_t *seed) {
    tmTwist twist = random_twist(seed, c->planar);
    c->frames[0] = moved_frame(&c->frames[0], &twist, max);
}

void place_case(HingeCase *c) {
    for (int32_t i = 0; i < c->table.row_count; i++) {
        tmRow *row = &c->table.rows[i];
        tmRowAt at;
        tm_row_at(row, c->frames, NULL, NULL, &at);
        memcpy(c->near[i], at.turns, sizeof at.turns);
        row->offset += row->as_placed ? at.value : 0.0;
    }
}

/* The slopes by the twist of body 0, a row for each row. Returns the columns. */
static int32_t slopes(const HingeCase *c, double *matrix, double *values) {
    static const int flat[3] = {0, 1, 5}, all[6] = {0, 1, 2, 3, 4, 5};
    const int *columns = c->planar ? flat : all;
    int32_t count = c->planar ? 3 : 6;
    for (int32_t i = 0; i < c->table.row_count; i++) {
        tmRowAt at;
        tm_row_at(&c->table.rows[i], c->frames, NULL, c->near[i], &at);
        values[i] = at.value;
        for (int32_t k = 0; k < count; k++) {
            const tmTwist *g = &at.gradient[0];
            matrix[i * count + k] =
                columns[k] < 3 ? g->linear[columns[k]] : g->angular[columns[k] - 3];
        }
    }
    return count;
}

/* Room for 16 rows of 6. */
#define WORK 4096

bool close_case(HingeCase *c) {
    double matrix[TM_HINGE_ROWS * 6], values[TM_HINGE_ROWS], work[WORK], step[6], max = 1.0;
    int32_t int_work[WORK];
    tmiLeastNormInfo info;
    for (int round = 0; round < 40 && max > 1e-13; round++) {
        int32_t columns = slopes(c, matrix, values);
        tmiMatrix a = tmi_matrix(matrix, c->table.row_count, columns);
        if (tmi_least_norm(a, values, NULL, 1e-9, work, int_work, step, &info) != TM_OK) {
            return false;
        }
        tmTwist twist = {{-step[0], -step[1], columns == 6 ? -step[2] : 0.0}, {0.0, 0.0, 0.0}};
        for (int i = 0; i < 3; i++) {
            twist.angular[i] = columns == 6 ? -step[3 + i] : i == 2 ? -step[2] : 0.0;
        }
        c->frames[0] = moved_frame(&c->frames[0], &twist, 1.0);
        slopes(c, matrix, values);
        max = 0.0;
        for (int32_t i = 0; i < c->table.row_count; i++) {
            max = fmax(max, fabs(values[i]));
        }
    }
    return max <= 1e-13;
}

int32_t rank_of_case(const HingeCase *c) {
    double matrix[TM_HINGE_ROWS * 6], values[TM_HINGE_ROWS], work[WORK], s[TM_HINGE_ROWS];
    int32_t int_work[WORK], sweeps, rank = 0;
    int32_t columns = slopes(c, matrix, values);
    tmiMatrix a = tmi_matrix(matrix, c->table.row_count, columns);
    if (tmi_svd(a, NULL, s, NULL, work, int_work, &sweeps) != TM_OK) {
        return -1;
    }
    int32_t min = c->table.row_count < columns ? c->table.row_count : columns;
    while (rank < min && s[rank] > 1e-6 * s[0]) {
        rank++;
    }
    return rank;
}

void each_hinge(tmTest *t, HingeCaseFn *call) {
    int32_t count;
    const tmHingeKind *kinds = tm_hinge_kinds(&count);
    for (int32_t i = 0; i < 2 * count; i++) {
        const tmHingeKind *kind = &kinds[i / 2];
        const char *patterns = i % 2 ? kind->planar : kind->spatial;
        while (*patterns) {
            char pattern[8];
            int length = (int)strcspn(patterns, " ");
            snprintf(pattern, sizeof pattern, "%.*s", length, patterns);
            call(t, kind->name, pattern, i % 2 != 0);
            patterns += length + (patterns[length] == ' ');
        }
    }
}
