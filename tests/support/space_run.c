#include "space_run.h"

#include <math.h>
#include <string.h>

/* ---- Separating axes ------------------------------------------------------------------------- */

typedef long double Real;

/* A piece in world axes. */
typedef struct Placed {
    const tmPiece *piece;
    Real at[3], r[3][3];
} Placed;

static Placed placed(const tmPiece *piece, const tmFrame *frame) {
    Placed p = {.piece = piece};
    Real w = frame->rotation[0], x = frame->rotation[1], y = frame->rotation[2];
    Real z = frame->rotation[3], by = 2 / (w * w + x * x + y * y + z * z);
    const Real r[3][3] = {{1 - by * (y * y + z * z), by * (x * y - w * z), by * (x * z + w * y)},
                          {by * (x * y + w * z), 1 - by * (x * x + z * z), by * (y * z - w * x)},
                          {by * (x * z - w * y), by * (y * z + w * x), 1 - by * (x * x + y * y)}};
    memcpy(p.r, r, sizeof r);
    for (int k = 0; k < 3; k++) {
        p.at[k] = frame->position[k];
    }
    return p;
}

static void turned(const Placed *p, tmVec3 v, Real to[3]) {
    for (int k = 0; k < 3; k++) {
        to[k] = p->r[k][0] * v.x + p->r[k][1] * v.y + p->r[k][2] * v.z;
    }
}

static void point_of(const Placed *p, int32_t corner, Real to[3]) {
    turned(p, p->piece->corners[corner], to);
    for (int k = 0; k < 3; k++) {
        to[k] += p->at[k];
    }
}

static void spread_of(const Placed *p, const Real n[3], Real *low, Real *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (int32_t i = 0; i < p->piece->corner_count; i++) {
        Real x[3];
        point_of(p, i, x);
        Real s = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
        *low = fminl(*low, s);
        *high = fmaxl(*high, s);
    }
    *low -= p->piece->radius;
    *high += p->piece->radius;
}

static void try_axis(const Placed *a, const Placed *b, const Real axis[3], Real *best) {
    Real length = sqrtl(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), low[2], high[2];
    if (!(length > 1e-9L)) {
        return;
    }
    const Real n[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
    spread_of(a, n, &low[0], &high[0]);
    spread_of(b, n, &low[1], &high[1]);
    *best = fmaxl(*best, fmaxl(low[1] - high[0], low[0] - high[1]));
}

/* Sides of all faces, each edge twice; of a capsule its axis. */
static int32_t sides_of(const tmPiece *p) {
    return p->face_count > 0 ? p->face_starts[p->face_count] : p->corner_count - 1;
}

static void side_of(const Placed *p, int32_t side, Real e[3]) {
    const tmPiece *piece = p->piece;
    int32_t from = 0, to = 1, face = 0;
    if (piece->face_count > 0) {
        while (side >= piece->face_starts[face + 1]) {
            face++;
        }
        int32_t next =
            side + 1 < piece->face_starts[face + 1] ? side + 1 : piece->face_starts[face];
        from = piece->face_corners[side];
        to = piece->face_corners[next];
    }
    Real x[3], y[3];
    point_of(p, from, x);
    point_of(p, to, y);
    for (int k = 0; k < 3; k++) {
        e[k] = y[k] - x[k];
    }
}

static void cross(const Real u[3], const Real v[3], Real out[3]) {
    out[0] = u[1] * v[2] - u[2] * v[1];
    out[1] = u[2] * v[0] - u[0] * v[2];
    out[2] = u[0] * v[1] - u[1] * v[0];
}

static void try_round(const Placed *a, const Placed *b, Real *best) {
    for (int32_t i = 0; i < a->piece->corner_count; i++) {
        for (int32_t j = 0; j < b->piece->corner_count; j++) {
            Real p[3], d[3];
            point_of(a, i, p);
            point_of(b, j, d);
            for (int k = 0; k < 3; k++) {
                d[k] -= p[k];
            }
            try_axis(a, b, d, best);
            for (int side = 0; side < 2; side++) {
                const Placed *of = side ? b : a;
                for (int32_t e = 0; e < sides_of(of->piece); e++) {
                    Real edge[3], across[3], twice[3];
                    side_of(of, e, edge);
                    cross(edge, d, across);
                    cross(across, edge, twice);
                    try_axis(a, b, twice, best);
                }
            }
        }
    }
}

/* How deep two pieces overlap by all axes that there are [m]; less than 0: they do not. */
static double depth_of(const Placed *a, const Placed *b) {
    Real best = -INFINITY, e[3], f[3], n[3];
    for (int side = 0; side < 2; side++) {
        const Placed *of = side ? b : a;
        for (int32_t i = 0; i < of->piece->face_count; i++) {
            turned(of, of->piece->normals[i], n);
            try_axis(a, b, n, &best);
        }
    }
    for (int32_t i = 0; i < sides_of(a->piece) && best < 0; i++) {
        for (int32_t j = 0; j < sides_of(b->piece); j++) {
            side_of(a, i, e);
            side_of(b, j, f);
            cross(e, f, n);
            try_axis(a, b, n, &best);
        }
    }
    if (best < 0 && a->piece->radius + b->piece->radius > 0.0) {
        try_round(a, b, &best);
    }
    return (double)-best;
}

static double size_of(const tmPiece *p) {
    double max = 0.0;
    for (int32_t i = 0; i < p->corner_count; i++) {
        double x = p->corners[i].x - p->corners[0].x, y = p->corners[i].y - p->corners[0].y;
        max = fmax(max, hypot(hypot(x, y), p->corners[i].z - p->corners[0].z));
    }
    return max + 2.0 * p->radius;
}

static void look_at(SpaceRun *run, int32_t a, int32_t b) {
    const tmModel *model = sim_model(run->sim);
    const tmFrame *frames = tm_sim_frames(run->sim);
    const tmPieces *of_a = tm_model_pieces(model, a), *of_b = tm_model_pieces(model, b);
    for (int32_t i = 0; i < tm_pieces_count(of_a); i++) {
        const Placed p = placed(tm_pieces_at(of_a, i), &frames[a]);
        for (int32_t k = 0; k < tm_pieces_count(of_b); k++) {
            const Placed q = placed(tm_pieces_at(of_b, k), &frames[b]);
            double size = fmin(size_of(p.piece), size_of(q.piece));
            run->overlap = fmax(run->overlap, depth_of(&p, &q) / size);
        }
    }
}

static void look(SpaceRun *run) {
    const tmModel *model = sim_model(run->sim);
    int32_t count;
    const int32_t *all = tm_model_touching(model, &count);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = i + 1; k < count; k++) {
            if (tm_model_may_touch(model, all[i], all[k])) {
                look_at(run, all[i], all[k]);
            }
        }
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static bool begin(tmTest *t, SpaceRun *run, tmSim *sim) {
    *run = (SpaceRun){.t = t, .sim = sim};
    if (!CHECK(sim)) {
        return false;
    }
    run->start = run->now = sim_totals(sim);
    run->kinetic = run->start.kinetic;
    return true;
}

bool space_of(tmTest *t, SpaceRun *run, const char *text, int32_t number) {
    return begin(t, run, sim_of(t, text, number, NULL));
}

bool space_of_example(tmTest *t, SpaceRun *run, const char *name, int32_t number) {
    return begin(t, run, sim_of_example(t, name, number, NULL));
}

bool space_step(SpaceRun *run) {
    tmTest *t = run->t;
    double before = run->now.kinetic + run->now.weight, time = tm_sim_info(run->sim)->time;
    tmStatus status = tm_sim_advance(run->sim, time + tm_sim_info(run->sim)->step);
    if (!CHECK_STATUS(status, TM_OK)) {
        return false;
    }
    run->now = sim_totals(run->sim);
    double after = run->now.kinetic + run->now.weight;
    run->gained += after > before ? after - before : 0.0;
    run->kinetic = fmax(run->kinetic, run->now.kinetic);
    look(run);
    return tm_sim_info(run->sim)->time > time;
}

void space_run(SpaceRun *run, double to) {
    double step = tm_sim_info(run->sim)->step;
    while (tm_sim_info(run->sim)->time < to - 0.5 * step && space_step(run)) {
    }
}

void space_centre(const SpaceRun *run, const char *part, double at[3]) {
    int32_t body = sim_body(run->t, run->sim, part);
    memcpy(at, tm_sim_frames(run->sim)[body].position, 3 * sizeof *at);
}

void space_judge(const SpaceRun *run, double gained) {
    tmTest *t = run->t;
    const tmSimInfo *info = tm_sim_info(run->sim);
    CHECK_NEAR(run->overlap, 0.0, 1e-9);
    CHECK_NEAR(info->touch_residual, 0.0, 1e-6);
    CHECK(info->missed == 0 && info->jammed == 0);
    CHECK_NEAR(run->gained, 0.0, gained * fmax(run->kinetic, 1e-3));
}

void space_keeps_momentum(const SpaceRun *run, double scale) {
    tmTest *t = run->t;
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR(run->now.momentum[k], run->start.momentum[k], 1e-12 * scale);
        CHECK_NEAR(run->now.angular[k], run->start.angular[k], 1e-12 * scale);
    }
}
