/* reference.c: see reference.h. Rows of four-bars have one freedom and an equation of it (IFToMM
 * A02). Everything else that is a tree is integrated in all coordinates of all bodies, with the
 * joints' equations for accelerations: in long double they do not drift in a second or two by more
 * than the steps' errors. */
#include "reference.h"

#include "extrapolate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EACH 13 /* numbers of a body: position, rotation, velocity, spin */
#define ROWS_MAX 5

/* ---- Rows of four-bars --------------------------------------------------------------------- */

/* y: angle from the upward vertical, and its rate. */
static void four_bar_rates(void *context, const dynReal *y, dynReal *rates) {
    const dynScene *scene = context;
    dynReal n = scene->four_bars;
    rates[0] = y[1];
    rates[1] = ((n + 1) / 2 + n) / ((n + 1) / 3 + n) * -(dynReal)scene->gravity[1] * sinl(y[0]);
}

static void four_bar_positions(const dynScene *scene, dynReal tolerance, double *positions) {
    dynReal y[2] = {0, 1};
    int n = scene->four_bars;
    dyn_extrapolate(four_bar_rates, (void *)(size_t)scene, 2, scene->end, tolerance, y);
    dynReal x = sinl(y[0]);
    dynReal z = cosl(y[0]);
    for (int i = 1; i < scene->body_count; i++) {
        bool rocker = i <= n + 1;
        positions[3 * i] = (double)(rocker ? i - 1 + x / 2 : i - (n + 1) - 0.5L + x);
        positions[3 * i + 1] = (double)(rocker ? z / 2 : z);
    }
}

/* ---- Trees --------------------------------------------------------------------------------- */

/* A row of a joint's equations: gradient for the two bodies' accelerations, and right-hand side. */
typedef struct equation {
    int body[2];
    dynReal linear[2][3], angular[2][3];
    dynReal answer[2][6]; /* acceleration of each body by a unit force along the row */
    dynReal side;
} equation;

typedef struct tree {
    const dynScene *scene;
    equation *rows;
    int row_count;
    int *low;      /* first column of each row of the matrix … */
    size_t *place; /* … and where it begins in `matrix`: a skyline */
    dynReal *matrix, *force;
    dynReal (*inverse)[3][3]; /* of the inertia of each body, world axes */
    dynReal (*free)[6];       /* accelerations without joints */
    dynReal (*arms)[2][3];    /* of each joint, from the centres, in the bodies' axes */
    dynReal (*marks)[3][3];   /* of each pin: outer axis, two inner directions across; body axes */
} tree;

static void cross(const dynReal a[3], const dynReal b[3], dynReal out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static dynReal dot(const dynReal a[3], const dynReal b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void matrix_of(const dynReal q[4], dynReal m[3][3]) {
    dynReal s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    m[0][0] = 1 - s * (q[2] * q[2] + q[3] * q[3]);
    m[0][1] = s * (q[1] * q[2] - q[0] * q[3]);
    m[0][2] = s * (q[1] * q[3] + q[0] * q[2]);
    m[1][0] = s * (q[1] * q[2] + q[0] * q[3]);
    m[1][1] = 1 - s * (q[1] * q[1] + q[3] * q[3]);
    m[1][2] = s * (q[2] * q[3] - q[0] * q[1]);
    m[2][0] = s * (q[1] * q[3] - q[0] * q[2]);
    m[2][1] = s * (q[2] * q[3] + q[0] * q[1]);
    m[2][2] = 1 - s * (q[1] * q[1] + q[2] * q[2]);
}

static void turn(const dynReal q[4], const dynReal v[3], dynReal out[3]) {
    dynReal m[3][3];
    matrix_of(q, m);
    for (int i = 0; i < 3; i++) {
        out[i] = dot(m[i], v);
    }
}

/* Newton and Euler: what gravity and gyroscopic torque do to a body, and its inverse inertia. */
static void free_motion(tree *t, int body, const dynReal *y) {
    const dynBody *b = &t->scene->bodies[body];
    dynReal m[3][3];
    dynReal inertia[3][3];
    dynReal momentum[3];
    dynReal torque[3];
    matrix_of(y + 3, m);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            inertia[i][j] = t->inverse[body][i][j] = 0;
            for (int k = 0; k < 3; k++) {
                inertia[i][j] += m[i][k] * m[j][k] * b->inertia[k];
                t->inverse[body][i][j] += m[i][k] * m[j][k] / b->inertia[k];
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        momentum[i] = dot(inertia[i], y + 10);
        t->free[body][i] = t->scene->gravity[i];
    }
    cross(momentum, y + 10, torque);
    for (int i = 0; i < 3; i++) {
        t->free[body][3 + i] = dot(t->inverse[body][i], torque);
    }
}

/* In the plane the others hold by symmetry. */
static int row_count(const dynScene *scene, const dynJoint *joint) {
    return scene->planar ? 2 : joint->kind == DYN_PIN ? 5 : 3;
}

/* Rows: the two bodies' points have the same acceleration; of a pin, the outer axis stays across
 * two directions of the inner body. */
static int joint_rows(const tree *t, int joint, const dynReal *y, equation *rows) {
    static const dynReal ground[EACH] = {0, 0, 0, 1};
    const dynJoint *j = &t->scene->joints[joint];
    int bodies[2] = {j->inner, j->outer};
    const dynReal *at[2];
    dynReal arm[2][3];
    dynReal centripetal[2][3];
    for (int s = 0; s < 2; s++) {
        dynReal speed[3];
        at[s] = bodies[s] == 0 ? ground : y + (bodies[s] - 1) * EACH;
        turn(at[s] + 3, t->arms[joint][s], arm[s]);
        cross(at[s] + 10, arm[s], speed);
        cross(at[s] + 10, speed, centripetal[s]);
    }
    int count = row_count(t->scene, j);
    for (int r = 0; r < count; r++) {
        memset(&rows[r], 0, sizeof rows[r]);
        rows[r].body[0] = bodies[0];
        rows[r].body[1] = bodies[1];
    }
    for (int r = 0; r < 3 && r < count; r++) {
        dynReal along[3] = {r == 0, r == 1, r == 2};
        for (int s = 0; s < 2; s++) {
            dynReal sign = s == 0 ? -1 : 1;
            rows[r].linear[s][r] = sign;
            cross(arm[s], along, rows[r].angular[s]);
            for (int i = 0; i < 3; i++) {
                rows[r].angular[s][i] *= sign;
            }
            rows[r].side -= sign * centripetal[s][r];
        }
    }
    for (int r = 3; r < count; r++) {
        /* u . d = 0 with u of the outer body, d of the inner one: its second derivative. */
        dynReal u[3], d[3], u_rate[3], d_rate[3], u_bend[3], d_bend[3];
        turn(at[1] + 3, t->marks[joint][0], u);
        turn(at[0] + 3, t->marks[joint][r - 2], d);
        cross(at[1] + 10, u, u_rate);
        cross(at[0] + 10, d, d_rate);
        cross(at[1] + 10, u_rate, u_bend);
        cross(at[0] + 10, d_rate, d_bend);
        cross(u, d, rows[r].angular[1]);
        cross(d, u, rows[r].angular[0]);
        rows[r].side = -(dot(u_bend, d) + 2 * dot(u_rate, d_rate) + dot(u, d_bend));
    }
    return count;
}

static void respond(const tree *t, equation *row) {
    for (int s = 0; s < 2; s++) {
        int body = row->body[s];
        for (int i = 0; i < 3 && body != 0; i++) {
            row->answer[s][i] = row->linear[s][i] / t->scene->bodies[body].mass;
            row->answer[s][3 + i] = dot(t->inverse[body][i], row->angular[s]);
        }
    }
}

static dynReal coupling(const equation *a, const equation *b) {
    dynReal sum = 0;
    for (int s = 0; s < 2; s++) {
        for (int u = 0; u < 2; u++) {
            if (a->body[s] != 0 && a->body[s] == b->body[u]) {
                sum += dot(a->linear[s], b->answer[u]) + dot(a->angular[s], b->answer[u] + 3);
            }
        }
    }
    return sum;
}

/* Cholesky's factors in the skyline, and the solution in `force`. */
static void solve(tree *t) {
    for (int i = 0; i < t->row_count; i++) {
        dynReal *row = t->matrix + t->place[i] - t->low[i];
        for (int j = t->low[i]; j <= i; j++) {
            const dynReal *other = t->matrix + t->place[j] - t->low[j];
            dynReal sum = row[j];
            for (int k = t->low[i] > t->low[j] ? t->low[i] : t->low[j]; k < j; k++) {
                sum -= row[k] * other[k];
            }
            row[j] = j == i ? sqrtl(sum) : sum / other[j];
        }
        dynReal sum = t->force[i];
        for (int k = t->low[i]; k < i; k++) {
            sum -= row[k] * t->force[k];
        }
        t->force[i] = sum / row[i];
    }
    for (int i = t->row_count - 1; i >= 0; i--) {
        const dynReal *row = t->matrix + t->place[i] - t->low[i];
        t->force[i] /= row[i];
        for (int k = t->low[i]; k < i; k++) {
            t->force[k] -= row[k] * t->force[i];
        }
    }
}

static void tree_forces(tree *t, const dynReal *y) {
    int count = 0;
    for (int i = 1; i < t->scene->body_count; i++) {
        free_motion(t, i, y + (i - 1) * EACH);
    }
    for (int i = 1; i < t->scene->body_count; i++) {
        int body = t->scene->order[i - 1];
        count += joint_rows(t, t->scene->bodies[body].joint, y, t->rows + count);
    }
    for (int i = 0; i < count; i++) {
        respond(t, &t->rows[i]);
        dynReal *row = t->matrix + t->place[i] - t->low[i];
        for (int j = t->low[i]; j <= i; j++) {
            row[j] = coupling(&t->rows[i], &t->rows[j]);
        }
        t->force[i] = t->rows[i].side;
        for (int s = 0; s < 2; s++) {
            const dynReal *a = t->free[t->rows[i].body[s]];
            t->force[i] -= dot(t->rows[i].linear[s], a) + dot(t->rows[i].angular[s], a + 3);
        }
    }
    solve(t);
}

static void tree_rates(void *context, const dynReal *y, dynReal *rates) {
    tree *t = context;
    tree_forces(t, y);
    for (int i = 1; i < t->scene->body_count; i++) {
        const dynReal *q = y + (i - 1) * EACH + 3;
        const dynReal *w = q + 7;
        dynReal *rate = rates + (i - 1) * EACH;
        memcpy(rate, q + 4, 3 * sizeof *rate);
        rate[3] = -(q[1] * w[0] + q[2] * w[1] + q[3] * w[2]) / 2;
        rate[4] = (q[0] * w[0] + w[1] * q[3] - w[2] * q[2]) / 2;
        rate[5] = (q[0] * w[1] + w[2] * q[1] - w[0] * q[3]) / 2;
        rate[6] = (q[0] * w[2] + w[0] * q[2] - w[1] * q[1]) / 2;
        memcpy(rate + 7, t->free[i], 6 * sizeof *rate);
    }
    for (int r = 0; r < t->row_count; r++) {
        for (int s = 0; s < 2; s++) {
            int body = t->rows[r].body[s];
            for (int i = 0; i < 6 && body != 0; i++) {
                rates[(body - 1) * EACH + 7 + i] += t->rows[r].answer[s][i] * t->force[r];
            }
        }
    }
}

static void to_real(const double from[3], dynReal to[3]) {
    for (int i = 0; i < 3; i++) {
        to[i] = from[i];
    }
}

/* Arms and marks in body axes, from the start. Two directions across an axis: any. */
static void joint_marks(tree *t, int joint) {
    const dynJoint *j = &t->scene->joints[joint];
    double local[3];
    double across[3] = {0.0, 0.0, 0.0};
    double other[3];
    dyn_local_point(t->scene, j->inner, j->point, local);
    to_real(local, t->arms[joint][0]);
    dyn_local_point(t->scene, j->outer, j->point, local);
    to_real(local, t->arms[joint][1]);
    int min = fabs(j->axis[0]) < 0.6 ? 0 : 1;
    for (int i = 0; i < 3; i++) {
        across[i] = (i == min) - j->axis[min] * j->axis[i];
    }
    other[0] = j->axis[1] * across[2] - j->axis[2] * across[1];
    other[1] = j->axis[2] * across[0] - j->axis[0] * across[2];
    other[2] = j->axis[0] * across[1] - j->axis[1] * across[0];
    dyn_unrotate(t->scene->bodies[j->outer].rotation, j->axis, local);
    to_real(local, t->marks[joint][0]);
    dyn_unrotate(t->scene->bodies[j->inner].rotation, across, local);
    to_real(local, t->marks[joint][1]);
    dyn_unrotate(t->scene->bodies[j->inner].rotation, other, local);
    to_real(local, t->marks[joint][2]);
}

static void *take(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    dyn_need(memory != NULL, "taking memory");
    return memory;
}

/* Rows in the order of the tree; one reaches back to the first row that shares a body with it. */
static void tree_init(tree *t, const dynScene *scene) {
    size_t bodies = (size_t)scene->body_count;
    memset(t, 0, sizeof *t);
    t->scene = scene;
    t->inverse = take(bodies, sizeof *t->inverse);
    t->free = take(bodies, sizeof *t->free);
    t->arms = take((size_t)scene->joint_count, sizeof *t->arms);
    t->marks = take((size_t)scene->joint_count, sizeof *t->marks);
    t->rows = take(bodies * ROWS_MAX, sizeof *t->rows);
    t->low = take(bodies * ROWS_MAX, sizeof *t->low);
    t->place = take(bodies * ROWS_MAX, sizeof *t->place);
    t->force = take(bodies * ROWS_MAX, sizeof *t->force);
    int *first = take(bodies, sizeof *first);
    size_t length = 0;
    for (int i = 1; i < scene->body_count; i++) {
        int body = scene->order[i - 1];
        const dynJoint *j = &scene->joints[scene->bodies[body].joint];
        joint_marks(t, scene->bodies[body].joint);
        int low = j->inner != 0 ? first[j->inner] : t->row_count;
        first[body] = t->row_count;
        for (int s = i - 1; s >= 1 && j->inner != 0; s--) {
            /* Another child of the same parent reaches the same force. */
            int sister = scene->order[s - 1];
            low = scene->bodies[sister].parent == j->inner && first[sister] < low ? first[sister]
                                                                                  : low;
        }
        for (int r = row_count(scene, j); r > 0; r--) {
            t->low[t->row_count] = low;
            t->place[t->row_count] = length;
            length += (size_t)(t->row_count - low + 1);
            t->row_count++;
        }
    }
    free(first);
    t->matrix = take(length, sizeof *t->matrix);
}

static void tree_clear(tree *t) {
    free(t->inverse);
    free(t->free);
    free(t->arms);
    free(t->marks);
    free(t->rows);
    free(t->low);
    free(t->place);
    free(t->force);
    free(t->matrix);
}

static void tree_positions(const dynScene *scene, dynReal tolerance, double *positions) {
    tree t;
    int count = (scene->body_count - 1) * EACH;
    dynReal *y = take((size_t)count, sizeof *y);
    tree_init(&t, scene);
    for (int i = 1; i < scene->body_count; i++) {
        dynReal *at = y + (i - 1) * EACH;
        to_real(scene->bodies[i].position, at);
        at[3] = scene->bodies[i].rotation[0];
        to_real(scene->bodies[i].rotation + 1, at + 4);
        to_real(scene->bodies[i].velocity, at + 7);
        to_real(scene->bodies[i].spin, at + 10);
    }
    dyn_extrapolate(tree_rates, &t, count, scene->end, tolerance, y);
    for (int i = 1; i < scene->body_count; i++) {
        for (int k = 0; k < 3; k++) {
            positions[3 * i + k] = (double)y[(i - 1) * EACH + k];
        }
    }
    tree_clear(&t);
    free(y);
}

void dyn_reference(const dynScene *scene, double tolerance, double *positions) {
    memset(positions, 0, sizeof *positions * 3 * (size_t)scene->body_count);
    if (scene->four_bars > 0) {
        four_bar_positions(scene, tolerance, positions);
    } else {
        tree_positions(scene, tolerance, positions);
    }
}
