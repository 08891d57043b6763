/* equations.c: rows and slopes of pins, slots and sliders; Householder QR with column pivoting. */
#include "equations.h"

#include <math.h>
#include <string.h>

/* A pivot below this part of the first is a row that says what others said already. */
#define RANK_TOLERANCE 1e-8

void equations_begin(Equations *e, const Scene *scene) {
    double z[UNKNOWNS_MAX];
    memset(e, 0, sizeof *e);
    e->scene = scene;
    e->n = 3 * (scene->body_count - 1);
    for (int i = 0; i < scene->joint_count; i++) {
        e->m += scene->joints[i].kind == SCENE_SLOT ? 1 : 2;
    }
    e->rank = e->m < e->n ? e->m : e->n;
    equations_start(e, z);
    equations_factor(e, z);
    int rank = 0;
    while (rank < e->rank && fabs(e->upper[rank][rank]) > RANK_TOLERANCE * fabs(e->upper[0][0])) {
        rank++;
    }
    e->rank = rank;
}

void equations_start(const Equations *e, double *z) {
    for (int i = 1; i < e->scene->body_count; i++) {
        const SceneBody *b = &e->scene->bodies[i];
        z[3 * i - 3] = b->x / e->scene->size;
        z[3 * i - 2] = b->y / e->scene->size;
        z[3 * i - 1] = b->angle;
    }
}

void equations_from(const Equations *e, const tmPose *poses, double *z) {
    const double whole = 6.28318530717958647692;
    for (int i = 1; i < e->scene->body_count; i++) {
        double angle = atan2(poses[i].s, poses[i].c);
        z[3 * i - 3] = poses[i].x / e->scene->size;
        z[3 * i - 2] = poses[i].y / e->scene->size;
        z[3 * i - 1] = angle + whole * round((z[3 * i - 1] - angle) / whole);
    }
}

/* ---- Points -------------------------------------------------------------------------------- */

static void pose_of(const Equations *e, const double *z, int body, tmPose *p) {
    *p = (tmPose){0.0, 0.0, 1.0, 0.0};
    if (body > 0) {
        const double *v = z + 3 * body - 3;
        *p = (tmPose){v[0] * e->scene->size, v[1] * e->scene->size, cos(v[2]), sin(v[2])};
    }
}

void equations_points(const Equations *e, const double *z, ScenePoint *points) {
    tmPose poses[SCENE_BODIES];
    for (int i = 0; i < e->scene->body_count; i++) {
        pose_of(e, z, i, &poses[i]);
    }
    scene_points(e->scene, poses, points);
}

void equations_rates(const Equations *e, const double *z, const double *dz, ScenePoint *rates) {
    ScenePoint points[SCENE_FEATURES];
    double size = e->scene->size;
    equations_points(e, z, points);
    for (int i = 0; i < e->scene->feature_count; i++) {
        int body = e->scene->features[i].body;
        const double *d = dz + 3 * body - 3, *v = z + 3 * body - 3;
        rates[i][0] = body == 0 ? 0.0 : size * d[0] - d[2] * (points[i][1] - size * v[1]);
        rates[i][1] = body == 0 ? 0.0 : size * d[1] + d[2] * (points[i][0] - size * v[0]);
    }
}

/* ---- Rows ---------------------------------------------------------------------------------- */

/* Adds the slope of (nx, ny) . point of the feature to a row; all over the size. */
static void add_gradient(Equations *e, int row, int feature, const ScenePoint *p, const double *z,
                         double nx, double ny) {
    int body = e->scene->features[feature].body;
    if (body == 0) {
        return;
    }
    double size = e->scene->size, *j = e->j[row] + 3 * body - 3;
    const double *v = z + 3 * body - 3;
    j[0] += nx;
    j[1] += ny;
    j[2] += (ny * (p[feature][0] / size - v[0]) - nx * (p[feature][1] / size - v[1]));
}

static double direction_of(const Equations *e, const double *z, int feature) {
    const SceneFeature *f = &e->scene->features[feature];
    return f->angle + (f->body > 0 ? z[3 * f->body - 1] : 0.0);
}

static void add_turn(Equations *e, int row, int feature, double gradient) {
    int body = e->scene->features[feature].body;
    if (body > 0) {
        e->j[row][3 * body - 1] += gradient;
    }
}

static void pin_rows(Equations *e, int row, const SceneJoint *j, const ScenePoint *p,
                     const double *z) {
    for (int k = 0; k < 2; k++) {
        e->r[row + k] = (p[j->a][k] - p[j->b][k]) / e->scene->size;
        add_gradient(e, row + k, j->a, p, z, k == 0, k == 1);
        add_gradient(e, row + k, j->b, p, z, -(k == 0), -(k == 1));
    }
}

static void line_rows(Equations *e, int row, const SceneJoint *j, const ScenePoint *p,
                      const double *z) {
    double angle = direction_of(e, z, j->a), ux = cos(angle), uy = sin(angle);
    double x = (p[j->b][0] - p[j->a][0]) / e->scene->size;
    double y = (p[j->b][1] - p[j->a][1]) / e->scene->size;
    e->r[row] = ux * y - uy * x;
    add_gradient(e, row, j->b, p, z, -uy, ux);
    add_gradient(e, row, j->a, p, z, uy, -ux);
    add_turn(e, row, j->a, -(ux * x + uy * y));
    if (j->kind == SCENE_SLIDER) {
        double off = direction_of(e, z, j->b) - angle;
        e->r[row + 1] = sin(off);
        add_turn(e, row + 1, j->b, cos(off));
        add_turn(e, row + 1, j->a, -cos(off));
    }
}

static void evaluate(Equations *e, const double *z) {
    ScenePoint p[SCENE_FEATURES];
    equations_points(e, z, p);
    memset(e->j, 0, sizeof e->j[0] * (size_t)e->m);
    for (int i = 0, row = 0; i < e->scene->joint_count; i++) {
        const SceneJoint *j = &e->scene->joints[i];
        if (j->kind == SCENE_PIN) {
            pin_rows(e, row, j, (const ScenePoint *)p, z);
        } else {
            line_rows(e, row, j, (const ScenePoint *)p, z);
        }
        row += j->kind == SCENE_SLOT ? 1 : 2;
    }
}

static double max_row(const Equations *e) {
    double max = 0.0;
    for (int i = 0; i < e->m; i++) {
        max = fabs(e->r[i]) <= max ? max : fabs(e->r[i]);
    }
    return max;
}

double equations_residual(Equations *e, const double *z) {
    evaluate(e, z);
    return max_row(e);
}

/* ---- Factors ------------------------------------------------------------------------------- */

/* The row of what is left that is longest comes next. Rows of `w` are those of j still to do. */
static int longest(const Equations *e, double w[][UNKNOWNS_MAX], int k) {
    double max = -1.0;
    int best = k;
    for (int i = k; i < e->m; i++) {
        double sum = 0.0;
        for (int c = k; c < e->n; c++) {
            sum += w[i][c] * w[i][c];
        }
        if (sum > max) {
            max = sum;
            best = i;
        }
    }
    return best;
}

/* Reflects the vector from place k on by I - 2 v v^T / v^T v. */
static void reflect(const Equations *e, const double *v, double vv, int k, double *x) {
    double dot = 0.0;
    for (int c = k; c < e->n; c++) {
        dot += v[c] * x[c];
    }
    for (int c = k; c < e->n; c++) {
        x[c] -= 2.0 * dot / vv * v[c];
    }
}

/* j^T P = Q R by Householder reflections; Q is kept whole, since it is small. */
static void factorise(Equations *e) {
    double w[ROWS_MAX][UNKNOWNS_MAX];
    memcpy(w, e->j, sizeof e->j[0] * (size_t)e->m);
    for (int i = 0; i < e->m; i++) {
        e->order[i] = i;
    }
    for (int i = 0; i < e->n; i++) {
        memset(e->q[i], 0, sizeof e->q[i]);
        e->q[i][i] = 1.0;
    }
    for (int k = 0; k < e->m && k < e->n; k++) {
        int best = longest(e, w, k), keep = e->order[k];
        double row[UNKNOWNS_MAX], v[UNKNOWNS_MAX], norm = 0.0;
        memcpy(row, w[k], sizeof row);
        memcpy(w[k], w[best], sizeof row);
        memcpy(w[best], row, sizeof row);
        e->order[k] = e->order[best];
        e->order[best] = keep;
        for (int c = k; c < e->n; c++) {
            v[c] = w[k][c];
            norm += v[c] * v[c];
        }
        v[k] += v[k] > 0.0 ? sqrt(norm) : -sqrt(norm);
        double vv = norm + 2.0 * sqrt(norm) * fabs(w[k][k]) + norm;
        for (int i = k; vv > 0.0 && i < e->m; i++) {
            reflect(e, v, vv, k, w[i]);
        }
        for (int i = 0; vv > 0.0 && i < e->n; i++) {
            reflect(e, v, vv, k, e->q[i]); /* rows of Q: Q H */
        }
    }
    for (int i = 0; i < e->m; i++) {
        for (int k = 0; k < e->n; k++) {
            e->upper[k][i] = w[i][k];
        }
    }
}

double equations_factor(Equations *e, const double *z) {
    evaluate(e, z);
    factorise(e);
    return e->rank > 0 ? fabs(e->upper[e->rank - 1][e->rank - 1]) : 0.0;
}

void equations_step(const Equations *e, int rank, double *dz) {
    double y[UNKNOWNS_MAX];
    for (int i = 0; i < rank; i++) {
        double sum = -e->r[e->order[i]];
        for (int k = 0; k < i; k++) {
            sum -= e->upper[k][i] * y[k];
        }
        y[i] = sum / e->upper[i][i];
    }
    for (int c = 0; c < e->n; c++) {
        dz[c] = 0.0;
        for (int k = 0; k < rank; k++) {
            dz[c] += e->q[c][k] * y[k];
        }
    }
}

void equations_project(const Equations *e, int rank, double *dz) {
    for (int k = 0; k < rank; k++) {
        double dot = 0.0;
        for (int c = 0; c < e->n; c++) {
            dot += e->q[c][k] * dz[c];
        }
        for (int c = 0; c < e->n; c++) {
            dz[c] -= dot * e->q[c][k];
        }
    }
}

bool equations_close(Equations *e, double *z, double tolerance, int max) {
    for (int i = 0; i < max; i++) {
        equations_factor(e, z);
        if (max_row(e) <= tolerance) {
            return true;
        }
        double dz[UNKNOWNS_MAX], long_step = 0.0;
        equations_step(e, e->rank, dz);
        for (int c = 0; c < e->n; c++) {
            long_step = fabs(dz[c]) <= long_step ? long_step : fabs(dz[c]);
        }
        if (!(long_step < 0.5)) {
            return false;
        }
        for (int c = 0; c < e->n; c++) {
            z[c] += dz[c];
        }
    }
    return equations_residual(e, z) <= tolerance;
}
