/* systems.c: motion equations of texts in tests. */
#include "systems.h"

#include "definition.h"
#include "models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

World *world_of(tmTest *t, const char *text) {
    tmiSystemDef def = {0};
    return world_with(t, text, &def);
}

static World *world_of_model(tmTest *t, tmModel *model, tmiSystemDef *def) {
    World *w = test_memory(t, 1, sizeof *w);
    w->model = model;
    if (!w->model || !CHECK_STATUS(tm_assemble(w->model, NULL, &w->assembly), TM_OK)) {
        return NULL;
    }
    DEFER(tm_assembly_destroy, w->assembly);
    CHECK(tm_assembly_info(w->assembly)->outcome == TM_ASSEMBLY_CLOSED);
    if (!CHECK_STATUS(tm_diags_create(&t->allocator, &w->diags), TM_OK)) {
        return NULL;
    }
    DEFER(tm_diags_destroy, w->diags);
    def->model = w->model;
    def->assembly = w->assembly;
    if (!CHECK_STATUS(tmi_system_create(def, w->diags, &w->s), TM_OK)) {
        return NULL;
    }
    DEFER(tmi_system_destroy, w->s);
    w->y = test_memory(t, (size_t)tmi_system_state_size(w->s), sizeof *w->y);
    w->load = test_memory(t, (size_t)(w->s->mover_count * w->s->dof) + 1, sizeof *w->load);
    tmi_system_start(w->s, w->y);
    return world_solve(t, w) ? w : NULL;
}

World *world_with(tmTest *t, const char *text, tmiSystemDef *def) {
    return world_of_model(t, fine_model_of(t, text), def);
}

typedef struct Folder {
    tmTest *t;
    char path[300];
} Folder;

static void include_beside(void *user, const char *from, const char *path, tmIncluded *included) {
    Folder *folder = user;
    char file[400];
    (void)from;
    snprintf(file, sizeof file, "%s%s", folder->path, path);
    included->text = definition_file(folder->t, file);
    included->length = included->text ? strlen(included->text) : 0;
    included->name = path;
}

World *world_of_example(tmTest *t, const char *path) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    tmiSystemDef system_def = {0};
    Folder folder = {.t = t};
    tmDocument *document;
    tmModel *model;
    snprintf(folder.path, sizeof folder.path, EXAMPLES "/%s", path);
    def.text = definition_file(t, folder.path);
    *(strrchr(folder.path, '/') + 1) = '\0';
    def.include = include_beside;
    def.user = &folder;
    if (!CHECK(def.text)) {
        return NULL;
    }
    def.length = strlen(def.text);
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return NULL;
    }
    DEFER(tm_document_destroy, document);
    if (!CHECK_STATUS(tm_model_create(&t->allocator, document, 0, &model_def, &model), TM_OK)) {
        return NULL;
    }
    DEFER(tm_model_destroy, model);
    return world_of_model(t, model, &system_def);
}

bool world_solve(tmTest *t, World *w) {
    tmi_system_set_state(w->s, w->y);
    bool fine = CHECK(tmi_system_evaluate(w->s));
    tmi_system_forces(w->s);
    for (int32_t i = 0; i < w->s->mover_count * w->s->dof; i++) {
        w->s->force[i] += w->load[i];
    }
    return fine && CHECK_STATUS(tmi_system_factor(w->s, 0.0), TM_OK) &&
           CHECK_STATUS(tmi_system_solve(w->s), TM_OK);
}

bool world_shake(tmTest *t, World *w, uint64_t *seed) {
    double *v = tmi_system_velocities(w->s, w->y);
    for (int32_t i = 0; i < w->s->mover_count * w->s->dof; i++) {
        const tmiMover *m = &w->s->movers[i / w->s->dof];
        bool turns = i % w->s->dof >= (w->s->planar ? 2 : 3);
        v[i] = test_uniform(seed, -1.0, 1.0);
        w->load[i] = test_uniform(seed, -1.0, 1.0) * (turns ? m->inertia[2][2] : m->mass);
    }
    tmi_system_set_state(w->s, w->y);
    return CHECK(tmi_system_evaluate(w->s)) && CHECK_STATUS(tmi_system_factor(w->s, 0.0), TM_OK) &&
           CHECK_STATUS(tmi_system_still(w->s, w->y, NULL), TM_OK) && world_solve(t, w);
}

/* R I R^T, and - w x (R I R^T w). */
static void add_inertia(const tmiSystem *s, const tmiMover *m, int32_t at, Dense *d) {
    const double *q = s->frames[m->body].rotation, *w = s->twists[m->body].angular;
    double turned[3][3], spin[3] = {0.0};
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            double e[3] = {0.0}, f[3] = {0.0}, back_i[3], back_k[3];
            e[i] = 1.0;
            f[k] = 1.0;
            tmi_rotate_back3(q, e, back_i);
            tmi_rotate_back3(q, f, back_k);
            turned[i][k] = 0.0;
            for (int32_t j = 0; j < 3; j++) {
                turned[i][k] += back_i[j] * tmi_dot3(m->inertia[j], back_k);
            }
            spin[i] += turned[i][k] * w[k];
        }
    }
    if (s->planar) {
        d->a[(at + 2) * d->n + at + 2] = m->inertia[2][2];
        return;
    }
    double torque[3];
    tmi_cross3(spin, w, torque);
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            d->a[(at + 3 + i) * d->n + at + 3 + k] = turned[i][k];
        }
        d->b[at + 3 + i] = torque[i];
    }
}

static void add_row(const tmiSystem *s, const tmiConstraint *constraint, int32_t r, int32_t at,
                    Dense *d) {
    tmFrame frames[TM_HINGE_BODIES];
    tmTwist twists[TM_HINGE_BODIES];
    tmRowAt row;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        frames[k] = s->frames[constraint->bodies[k]];
        twists[k] = s->twists[constraint->bodies[k]];
    }
    tm_row_at(&constraint->rows[r], frames, twists, s->turns[constraint->first + r], &row);
    double scale = constraint->rows[r].unit == TM_ROW_ANGLE ? s->size : 1.0;
    d->b[at] = scale * (s->given[constraint->first + r][2] - row.bias);
    for (int32_t k = 0; k < constraint->body_count; k++) {
        int32_t mover = s->mover_of[constraint->bodies[k]];
        if (mover < 0) {
            continue;
        }
        double arm[3], moment[3], first[3], second[3], g[6];
        tmi_rotate3(frames[k].rotation, s->movers[mover].centre, arm);
        tmi_cross3(arm, row.gradient[k].linear, moment);
        tmi_cross3(twists[k].angular, arm, first);
        tmi_cross3(twists[k].angular, first, second);
        d->b[at] += scale * tmi_dot3(row.gradient[k].linear, second);
        for (int32_t i = 0; i < 3; i++) {
            g[i] = row.gradient[k].linear[i];
            g[3 + i] = row.gradient[k].angular[i] - moment[i];
        }
        g[2] = s->planar ? g[5] : g[2];
        for (int32_t i = 0; i < s->dof; i++) {
            d->a[at * d->n + mover * s->dof + i] += scale * g[i];
            d->a[(mover * s->dof + i) * d->n + at] += scale * g[i];
        }
    }
}

/* A spring or damper by its row at the origins. */
static void add_element(const tmiSystem *s, const tmiElement *e, Dense *d) {
    tmFrame frames[TM_HINGE_BODIES];
    tmRowAt row;
    double rate = 0.0;
    for (int32_t k = 0; k < e->constraint.body_count; k++) {
        frames[k] = s->frames[e->constraint.bodies[k]];
    }
    tm_row_at(&e->row, frames, NULL, NULL, &row);
    for (int32_t k = 0; k < e->constraint.body_count; k++) {
        const tmTwist *twist = &s->twists[e->constraint.bodies[k]];
        rate += tmi_dot3(row.gradient[k].linear, twist->linear) +
                tmi_dot3(row.gradient[k].angular, twist->angular);
    }
    double force = -e->stiffness * (row.value - e->rest) - e->damping * rate;
    for (int32_t k = 0; k < e->constraint.body_count; k++) {
        int32_t mover = s->mover_of[e->constraint.bodies[k]];
        double arm[3], moment[3];
        if (mover < 0) {
            continue;
        }
        tmi_rotate3(frames[k].rotation, s->movers[mover].centre, arm);
        tmi_cross3(arm, row.gradient[k].linear, moment);
        double *to = d->b + mover * s->dof;
        for (int32_t i = 0; i < (s->planar ? 2 : 3); i++) {
            to[i] += force * row.gradient[k].linear[i];
        }
        for (int32_t i = s->planar ? 2 : 0; i < 3; i++) {
            to[s->planar ? 2 : 3 + i] += force * (row.gradient[k].angular[i] - moment[i]);
        }
    }
}

Dense dense_of(tmTest *t, const World *w) {
    const tmiSystem *s = w->s;
    Dense d = {.motion = s->mover_count * s->dof};
    d.row = test_memory(t, (size_t)s->row_count + 1, sizeof *d.row);
    for (int32_t i = 0; i < s->constraint_count; i++) {
        for (int32_t r = 0; r < s->constraints[i].row_count; r++) {
            if (s->constraints[i].active && s->constraints[i].mover_count > 0) {
                d.row[d.rows++] = s->constraints[i].first + r;
            }
        }
    }
    d.n = d.motion + d.rows;
    d.a = test_memory(t, (size_t)d.n * (size_t)d.n + 1, sizeof *d.a);
    d.b = test_memory(t, (size_t)d.n + 1, sizeof *d.b);
    for (int32_t i = 0; i < s->mover_count; i++) {
        int32_t at = i * s->dof;
        for (int32_t k = 0; k < (s->planar ? 2 : 3); k++) {
            d.a[(at + k) * d.n + at + k] = s->movers[i].mass;
            d.b[at + k] =
                s->movers[i].kind == TMI_MOVER_DYNAMIC ? s->movers[i].mass * s->gravity[k] : 0.0;
        }
        add_inertia(s, &s->movers[i], at, &d);
    }
    for (int32_t i = 0; i < d.motion; i++) {
        d.b[i] += w->load[i];
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        add_element(s, &s->elements[i], &d);
    }
    int32_t at = d.motion;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        for (int32_t r = 0; r < s->constraints[i].row_count; r++) {
            if (s->constraints[i].active && s->constraints[i].mover_count > 0) {
                add_row(s, &s->constraints[i], r, at++, &d);
            }
        }
    }
    return d;
}

/* S = G M^-1 G^T and what remains for it: c - G M^-1 f; M^-1 of [G^T f] into `w`. */
static bool reduce(tmTest *t, const Dense *d, double *w, double *s, double *rest) {
    int32_t m = d->motion, k = d->rows, cols = k + 1;
    double *mass = test_memory(t, (size_t)(m * m) + 1, sizeof *mass);
    int32_t *exchange = test_memory(t, (size_t)m + 1, sizeof *exchange);
    tmiLu lu;
    for (int32_t i = 0; i < m; i++) {
        memcpy(mass + i * m, d->a + i * d->n, (size_t)m * sizeof *mass);
        memcpy(w + i * cols, d->a + i * d->n + m, (size_t)k * sizeof *w);
        w[i * cols + k] = d->b[i];
    }
    if (!CHECK_STATUS(tmi_lu_factor(tmi_matrix(mass, m, m), exchange, &lu), TM_OK) ||
        !CHECK_STATUS(tmi_lu_solve_many(&lu, tmi_matrix(w, m, cols)), TM_OK)) {
        return false;
    }
    for (int32_t i = 0; i < k; i++) {
        rest[i] = d->b[m + i];
        for (int32_t p = 0; p < m; p++) {
            double g = d->a[(m + i) * d->n + p];
            for (int32_t j = 0; j < k; j++) {
                s[i * k + j] += g * w[p * cols + j];
            }
            rest[i] -= g * w[p * cols + k];
        }
    }
    return true;
}

/* x of least norm with S x = b, for S symmetric. */
static bool least_norm(tmTest *t, double *s, const double *b, int32_t k, double *x) {
    size_t square = (size_t)(k * k) + 1;
    double *u = test_memory(t, square, sizeof *u), *v = test_memory(t, square, sizeof *v);
    double *sigma = test_memory(t, (size_t)k + 1, sizeof *sigma);
    double *work = test_memory(t, tmi_svd_workspace(k, k) + 1, sizeof *work);
    int32_t *int_work = test_memory(t, tmi_svd_int_workspace(k, k) + 1, sizeof *int_work);
    tmiMatrix us = tmi_matrix(u, k, k), vs = tmi_matrix(v, k, k);
    if (!CHECK_STATUS(tmi_svd(tmi_matrix(s, k, k), &us, sigma, &vs, work, int_work, NULL), TM_OK)) {
        return false;
    }
    for (int32_t j = 0; j < k && sigma[j] > 1e-10 * sigma[0]; j++) {
        double sum = 0.0;
        for (int32_t i = 0; i < k; i++) {
            sum += u[i * k + j] * b[i];
        }
        for (int32_t i = 0; i < k; i++) {
            x[i] += v[i * k + j] * sum / sigma[j];
        }
    }
    return true;
}

bool dense_solve(tmTest *t, const Dense *d, double *z) {
    int32_t m = d->motion, k = d->rows, cols = k + 1;
    double *w = test_memory(t, (size_t)(m * cols) + 1, sizeof *w);
    double *s = test_memory(t, (size_t)(k * k) + 1, sizeof *s);
    double *rest = test_memory(t, (size_t)k + 1, sizeof *rest);
    memset(z, 0, (size_t)d->n * sizeof *z);
    if (!reduce(t, d, w, s, rest) || (k > 0 && !least_norm(t, s, rest, k, z + m))) {
        return false;
    }
    for (int32_t i = 0; i < m; i++) {
        z[i] = w[i * cols + k];
        for (int32_t j = 0; j < k; j++) {
            z[i] += w[i * cols + j] * z[m + j];
        }
    }
    return true;
}

void dense_compare(tmTest *t, const World *w, double *motion, double *forces) {
    Dense d = dense_of(t, w);
    double *z = test_memory(t, (size_t)d.n + 1, sizeof *z), max[2] = {0.0}, worst[2] = {0.0};
    *motion = INFINITY;
    *forces = INFINITY;
    if (!dense_solve(t, &d, z)) {
        return;
    }
    for (int32_t i = 0; i < d.n; i++) {
        bool is_row = i >= d.motion;
        double found = w->s->acceleration[is_row ? 0 : i];
        if (is_row) {
            int32_t r = d.row[i - d.motion], b = 0;
            while (w->s->constraints[b].first + w->s->constraints[b].row_count <= r) {
                b++;
            }
            bool turns =
                w->s->constraints[b].rows[r - w->s->constraints[b].first].unit == TM_ROW_ANGLE;
            found = w->s->lambda[r] / (turns ? w->s->size : 1.0);
        }
        max[is_row] = fmax(max[is_row], fabs(z[i]));
        worst[is_row] = fmax(worst[is_row], fabs(z[i] - found));
    }
    *motion = worst[0] / fmax(max[0], 1e-300);
    *forces = worst[1] / fmax(max[1], 1e-300);
}
