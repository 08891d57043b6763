/* sim_start.c: velocities at the start. Those that the text gives, of bodies and of joints, hold as
 * far as joints and what is prescribed allow it. All others follow: of the motions that fit, the
 * one of least kinetic energy, as if only what is given had been struck (Kelvin's theorem).
 * docs/theory/dynamics.md, section 5. */
#include "analyse/dynamics/sim/messages/messages.h"

#include <math.h>
#include <string.h>

/* One number that the text gives. */
typedef struct Wish {
    int32_t body;  /* whose velocity it is; 0: it is a joint's */
    int32_t joint; /* whose coordinate it is about */
    int32_t axis;  /* of the world, for a body */
    bool turns;
    tmiConstraint constraint; /* of a joint: the coordinate as its one row */
    tmRow row;                /* likewise */
    double arm[3]; /* of a body: from its centre of mass to where the velocity is given */
    double value;  /* [m/s or rad/s] */
} Wish;

/* min  part KE(v) + W s^2 / 2   so that   G v = s',  C v + slack = given                     (15a)
 */
typedef struct Start {
    tmSim *sim;
    tmiArena arena;
    Wish *wishes;
    int32_t wish_count;
    int32_t n;                /* of the movers; slacks follow */
    double (*roots)[3][3];    /* of the movers in space: L, with L L^T the inertia in body axes */
    int32_t *starts, *places; /* the pattern */
    double *values, *weights, *right, *x;
    int32_t rows, entries;
} Start;

/* Weight of the kinetic energy against the given velocities [1]; and rounds that demand again what
 * is missed. Each reduces it by this factor. */
#define ENERGY_PART 1e-4
#define ASKING_ROUNDS 5

/* Given velocities that already fit to this part [1] are kept as they are. */
#define FITS 1e-14

/* ---- What is given --------------------------------------------------------------------------- */

/* Numbers of a vector of the world: in the plane one of turns, two of others. */
static int32_t axes_of(const tmiSystem *s, bool turns, int32_t *first) {
    *first = s->planar && turns ? 2 : 0;
    return s->planar ? (turns ? 1 : 2) : 3;
}

static void wish_body(Start *w, const tmBodyInfo *info, int32_t body, bool turns) {
    const tmiSystem *s = w->sim->system;
    const tmTwist *twist = &s->start_twists[body];
    const double *q = s->frames[body].rotation;
    double point[3], sweep[3], arm[3];
    int32_t first, count = axes_of(s, turns, &first);
    tmi_rotate3(q, info->start_at, point);
    tmi_cross3(twist->angular, point, sweep);
    for (int k = 0; k < 3; k++) {
        arm[k] = s->frames[body].position[k] + point[k] - s->centres[s->mover_of[body]][k];
    }
    for (int32_t k = first; k < first + count; k++) {
        Wish *wish = &w->wishes[w->wish_count++];
        wish->body = body;
        wish->axis = k;
        wish->turns = turns;
        wish->value = turns ? twist->angular[k] : twist->linear[k] + sweep[k];
        memcpy(wish->arm, arm, sizeof arm);
    }
}

static tmStatus wish_joint(Start *w, const tmJointInfo *joint, int32_t number, int32_t coordinate) {
    tmiSystem *s = w->sim->system;
    Wish *wish = &w->wishes[w->wish_count++];
    wish->joint = number;
    wish->value = joint->start[coordinate][1];
    wish->row = joint->coordinates[coordinate];
    wish->turns = wish->row.unit == TM_ROW_ANGLE;
    wish->constraint = (tmiConstraint){.number = number,
                                       .active = true,
                                       .body_count = joint->body_count,
                                       .rows = &wish->row,
                                       .row_count = 1};
    wish->constraint.bodies =
        tmi_system_alloc(s, joint->body_count, sizeof *wish->constraint.bodies);
    if (!wish->constraint.bodies) {
        return TM_ERR_MEMORY;
    }
    memcpy(wish->constraint.bodies, joint->bodies,
           (size_t)joint->body_count * sizeof *joint->bodies);
    tmStatus status = tmi_constraint_prepare(s, &wish->constraint, false);
    int64_t entries = (int64_t)wish->constraint.mover_count * s->dof + 1;
    wish->constraint.stride = (int32_t)entries;
    wish->constraint.gradient = tmi_system_alloc(s, entries, sizeof *wish->constraint.gradient);
    status = wish->constraint.gradient ? status : TM_ERR_MEMORY;
    if (status == TM_OK) {
        double value, bias, near[1][2] = {{0.0}}, seen[1][2];
        tmiRowsTo to = {&value, &bias, near, seen};
        tmi_constraint_evaluate(s, &wish->constraint, &to);
    }
    return status;
}

/* Lists all that is given; without `make` it only counts. */
static tmStatus find_wishes(Start *w, bool make, int32_t *count) {
    const tmiSystem *s = w->sim->system;
    tmStatus status = TM_OK;
    *count = 0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmBodyInfo info;
        int32_t first, body = s->movers[i].body;
        tm_model_body(s->model, body, &info);
        for (int turns = 0; turns < 2; turns++) {
            if (turns ? info.has_spin : info.has_velocity) {
                *count += axes_of(s, turns, &first);
                if (make) {
                    wish_body(w, &info, body, turns);
                }
            }
        }
    }
    for (int32_t i = 0; i < tm_model_joint_count(s->model) && status == TM_OK; i++) {
        tmJointInfo joint;
        tm_model_joint(s->model, i, &joint);
        for (int32_t k = 0; joint.start && k < joint.coordinate_count && status == TM_OK; k++) {
            if (joint.start[k][1] == joint.start[k][1]) {
                ++*count;
                status = make ? wish_joint(w, &joint, i, k) : TM_OK;
            }
        }
    }
    return status;
}

/* ---- The equations --------------------------------------------------------------------------- */

/* Gradient of a body's velocity by the motion of its centre of mass. */
static void body_gradient(const tmiSystem *s, const Wish *wish, double g[6]) {
    double axis[3] = {0.0, 0.0, 0.0}, moment[3];
    axis[wish->axis] = 1.0;
    tmi_cross3(wish->arm, axis, moment);
    memset(g, 0, 6 * sizeof *g);
    if (s->planar) {
        g[0] = wish->turns ? 0.0 : axis[0];
        g[1] = wish->turns ? 0.0 : axis[1];
        g[2] = wish->turns ? 1.0 : moment[2];
        return;
    }
    for (int k = 0; k < 3; k++) {
        g[k] = wish->turns ? 0.0 : axis[k];
        g[3 + k] = wish->turns ? axis[k] : moment[k];
    }
}

/* Angular velocities are scaled so that the square is the kinetic energy: u = L^T R^T w. A gradient
 * by w is multiplied by L^-1 R^T. */
static void to_roots(const Start *w, int32_t mover, double g[3]) {
    const tmiSystem *s = w->sim->system;
    const double(*l)[3] = (const double(*)[3])w->roots[mover];
    double b[3];
    tmi_rotate_back3(s->frames[s->movers[mover].body].rotation, g, b);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < i; k++) {
            b[i] -= l[i][k] * b[k];
        }
        b[i] /= l[i][i];
    }
    memcpy(g, b, sizeof b);
}

/* w = R L^-T u. */
static void from_roots(const Start *w, int32_t mover, double u[3]) {
    const tmiSystem *s = w->sim->system;
    const double(*l)[3] = (const double(*)[3])w->roots[mover];
    double b[3] = {u[0], u[1], u[2]};
    for (int i = 2; i >= 0; i--) {
        for (int k = i + 1; k < 3; k++) {
            b[i] -= l[k][i] * b[k];
        }
        b[i] /= l[i][i];
    }
    tmi_rotate3(s->frames[s->movers[mover].body].rotation, b, u);
}

/* Adds the entries of a mover to the row at hand. */
static void add_entries(Start *w, int32_t mover, const double *gradient) {
    const tmiSystem *s = w->sim->system;
    double g[6];
    memcpy(g, gradient, (size_t)s->dof * sizeof *g);
    if (!s->planar) {
        to_roots(w, mover, g + 3);
    }
    for (int32_t k = 0; k < s->dof; k++) {
        w->places[w->entries] = mover * s->dof + k;
        w->values[w->entries++] = g[k];
    }
}

static void add_constraint_row(Start *w, const tmiConstraint *constraint, int32_t r) {
    const double *gradient = constraint->gradient + (ptrdiff_t)r * constraint->stride;
    for (int32_t k = 0; k < constraint->mover_count; k++) {
        add_entries(w, constraint->movers[k], gradient + (ptrdiff_t)k * w->sim->system->dof);
    }
}

static void end_row(Start *w, double right) {
    w->right[w->rows++] = right;
    w->starts[w->rows] = w->entries;
}

static bool holds(const tmiConstraint *constraint, int32_t r) {
    return constraint->level < 2 && tmi_row_holds(constraint, r);
}

static void fill(Start *w) {
    const tmiSystem *s = w->sim->system;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t r = 0; r < constraint->row_count; r++) {
            if (holds(constraint, r)) {
                add_constraint_row(w, constraint, r);
                end_row(w, constraint->quick[r].scale * s->given[constraint->first + r][1]);
            }
        }
    }
    for (int32_t i = 0; i < w->wish_count; i++) {
        const Wish *wish = &w->wishes[i];
        double g[6];
        if (wish->body > 0) {
            body_gradient(s, wish, g);
            add_entries(w, s->mover_of[wish->body], g);
        } else {
            add_constraint_row(w, &wish->constraint, 0);
        }
        w->places[w->entries] = w->n + i;
        w->values[w->entries++] = 1.0;
        end_row(w, wish->value);
    }
}

/* ---- Weights --------------------------------------------------------------------------------- */

/* L of L L^T = a, which is positive definite; what has no inertia gets `other` about every axis. */
static void root_of(const double a[3][3], double other, double l[3][3]) {
    memset(l, 0, 9 * sizeof(double));
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k <= i; k++) {
            double sum = a[i][k];
            for (int j = 0; j < k; j++) {
                sum -= l[i][j] * l[k][j];
            }
            l[i][k] = i == k ? sqrt(sum > 0.0 ? sum : other) : sum / l[k][k];
        }
    }
}

/* Substitutes for masses that are zero: so small that they decide nothing [1]. */
#define NEARLY_NONE 1e-6

static void weigh(Start *w) {
    const tmiSystem *s = w->sim->system;
    double mass = 0.0, inertia = 0.0, size = s->size * s->size;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        mass += m->mass;
        inertia +=
            s->planar ? m->inertia[2][2] : m->inertia[0][0] + m->inertia[1][1] + m->inertia[2][2];
    }
    mass = mass > 0.0 ? mass : 1.0;
    /* A flywheel may have far more than its mass times the world's size squared. */
    double turning = inertia > mass * size ? inertia : mass * size;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        double *weight = w->weights + (ptrdiff_t)i * s->dof, none = NEARLY_NONE * mass;
        for (int32_t k = 0; k < s->dof; k++) {
            weight[k] = ENERGY_PART * (m->mass > 0.0 ? m->mass : none);
        }
        double turn = m->inertia[2][2] > 0.0 ? m->inertia[2][2] : none * size;
        if (s->planar) {
            weight[2] = ENERGY_PART * turn;
        } else {
            root_of(m->inertia, none * size, w->roots[i]);
            weight[3] = weight[4] = weight[5] = ENERGY_PART;
        }
    }
    for (int32_t i = 0; i < w->wish_count; i++) {
        w->weights[w->n + i] = w->wishes[i].turns ? turning : mass;
    }
}

/* ---- The solution ---------------------------------------------------------------------------- */

static bool take(Start *w) {
    const tmiSystem *s = w->sim->system;
    size_t rows = (size_t)(s->row_count + w->wish_count) + 1, entries = 1, movers = 1;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        entries += (size_t)(s->constraints[i].row_count * s->constraints[i].mover_count * s->dof);
    }
    for (int32_t i = 0; i < w->wish_count; i++) {
        movers = w->wishes[i].body > 0 ? 1 : (size_t)w->wishes[i].constraint.mover_count;
        entries += movers * (size_t)s->dof + 1;
    }
    size_t columns = (size_t)(w->n + w->wish_count) + 1;
    w->starts = tmi_arena_alloc(&w->arena, rows + 1, sizeof *w->starts);
    w->places = tmi_arena_alloc(&w->arena, entries, sizeof *w->places);
    w->values = tmi_arena_alloc(&w->arena, entries, sizeof *w->values);
    w->right = tmi_arena_alloc(&w->arena, rows, sizeof *w->right);
    w->weights = tmi_arena_alloc(&w->arena, columns, sizeof *w->weights);
    w->x = tmi_arena_alloc(&w->arena, columns, sizeof *w->x);
    w->roots = tmi_arena_alloc(&w->arena, (size_t)s->mover_count + 1, sizeof *w->roots);
    return w->starts && w->places && w->values && w->right && w->weights && w->x && w->roots;
}

static void put(Start *w, double *y) {
    tmiSystem *s = w->sim->system;
    memcpy(s->velocity, w->x, (size_t)w->n * sizeof *w->x);
    for (int32_t i = 0; !s->planar && i < s->mover_count; i++) {
        from_roots(w, i, s->velocity + 6 * (ptrdiff_t)i + 3);
    }
    tmi_system_to_state(s, s->velocity, tmi_system_velocities(s, y));
    tmi_system_set_state(s, y);
}

/* The value that a given velocity came to, at the present poses. */
static double got(const tmiSystem *s, const Wish *wish) {
    if (wish->body == 0) {
        return tmi_constraint_rate(s, &wish->constraint, 0, s->velocity);
    }
    const double *v = s->velocity + (ptrdiff_t)s->mover_of[wish->body] * s->dof;
    double g[6], sum = 0.0;
    body_gradient(s, wish, g);
    for (int32_t k = 0; k < s->dof; k++) {
        sum += g[k] * v[k];
    }
    return sum;
}

/* Solves (15a) and projects onto all joints; then demands again what is missed, so that what can be
 * met is met exactly, however light it is beside the rest. */
static tmStatus solve(Start *w, double *y) {
    tmiSystem *s = w->sim->system;
    tmiSparseLeastNorm min;
    tmiPattern pattern = {w->rows, w->n + w->wish_count, w->starts, w->places};
    tmStatus status = tmi_sparse_least_norm_analyse(&min, &w->arena, &pattern);
    status = status == TM_OK ? tmi_sparse_least_norm_factor(&min, w->values, w->weights) : status;
    status = status == TM_OK ? tmi_system_factor(s, 0.0) : status;
    double *right = w->right + (w->rows - w->wish_count);
    for (int32_t round = 0; round < ASKING_ROUNDS && status == TM_OK; round++) {
        status = tmi_sparse_least_norm_solve(&min, w->values, w->right, w->x, NULL);
        status = status == TM_ERR_NOT_CONVERGED ? TM_OK : status; /* the best there is */
        put(w, y);
        status = status == TM_OK ? tmi_system_still(s, y, NULL) : status;
        for (int32_t i = 0; i < w->wish_count; i++) {
            right[i] += w->wishes[i].value - got(s, &w->wishes[i]);
        }
    }
    return status;
}

/* How fast anything that is given moves, turns with the size as lever [m/s]. */
static double max_speed(const Start *w) {
    double max = 0.0;
    for (int32_t i = 0; i < w->wish_count; i++) {
        const Wish *wish = &w->wishes[i];
        double own = fabs(wish->value) * (wish->turns ? w->sim->system->size : 1.0);
        max = own > max ? own : max;
    }
    return max;
}

/* Whether what is given fits with all else at rest. */
static bool fits(const Start *w) {
    const tmiSystem *s = w->sim->system;
    double max = FITS * max_speed(w);
    for (int32_t i = 0; i < w->wish_count; i++) {
        double missed = fabs(w->wishes[i].value - got(s, &w->wishes[i]));
        if (missed * (w->wishes[i].turns ? s->size : 1.0) > max) {
            return false;
        }
    }
    return tmi_system_slip(s) <= FITS;
}

/* ---- What is reported ------------------------------------------------------------------------ */

/* Changes below this part of what is given [1] are rounding errors; those below the second one are
 * reported as a note, for numbers of a text are mostly given with three digits. */
#define VELOCITY_UNREPORTED 1e-7
#define VELOCITY_GIVEN_ROUNDED 1e-2

/* Bodies and joints that are named. */
#define NAMED 4

/* The change of all numbers of one vector that begin at `first`; *end is behind them. */
static double change_at(const Start *w, int32_t first, int32_t *end) {
    const Wish *wish = &w->wishes[first];
    double sum = 0.0;
    for (*end = first; *end < w->wish_count; ++*end) {
        const Wish *next = &w->wishes[*end];
        if (*end > first &&
            (wish->body == 0 || next->body != wish->body || next->turns != wish->turns)) {
            break;
        }
        double missed = next->value - got(w->sim->system, next);
        sum += missed * missed;
    }
    return sqrt(sum);
}

static void say_change(const Start *w, const Wish *wish, double change, const char *before,
                       tmiSimWords *words) {
    tmi_text_add(&words->text, before);
    if (wish->body == 0) {
        tmi_text_add(&words->text, "the rate of ");
        tmi_words_joint(w->sim, &words->text, wish->joint);
    } else {
        tmi_text_add(&words->text, wish->turns ? "the angular velocity of " : "the velocity of ");
        tmi_words_body(w->sim, &words->text, wish->body);
    }
    tmi_text_add(&words->text, " changes by ");
    tmi_words_number(&words->text, change, wish->turns ? " rad/s" : " m/s");
}

/* Whether what begins at `i` is reported, beside the largest `speed`; *change is by how much it
 * changed, *size that as a speed. */
static bool is_reported(const Start *w, int32_t i, double speed, int32_t *end, double *change,
                        double *size) {
    *change = change_at(w, i, end);
    *size = *change * (w->wishes[i].turns ? w->sim->system->size : 1.0);
    return *size > VELOCITY_UNREPORTED * speed;
}

static tmStatus report_changes(const Start *w, tmDiags *diags) {
    tmiSimWords words;
    double speed = max_speed(w), worst = 0.0, change, size;
    int32_t count = 0, reported = 0, blamed = -1;
    for (int32_t i = 0, end; i < w->wish_count; i = end) {
        count += is_reported(w, i, speed, &end, &change, &size);
    }
    tmi_words_begin(&words);
    tmi_text_add(&words.text, "the velocities that are given at the start do not fit the joints");
    for (int32_t i = 0, end; i < w->wish_count; i = end) {
        if (is_reported(w, i, speed, &end, &change, &size) && reported++ < NAMED) {
            const char *before = reported == 1 ? ": " : reported == count ? " and " : ", ";
            say_change(w, &w->wishes[i], change, before, &words);
        }
        blamed = size > worst ? i : blamed;
        worst = size > worst ? size : worst;
    }
    if (reported == 0) {
        return TM_OK;
    }
    tmi_text_add(&words.text, reported > NAMED ? ", and others change" : "");
    tmi_text_add(&words.advice, "change or leave out what does not fit: what is not "
                                "given follows from the joints");
    tmSeverity severity = worst > VELOCITY_GIVEN_ROUNDED * speed ? TM_WARNING : TM_NOTE;
    const Wish *wish = &w->wishes[blamed];
    return wish->body > 0
               ? tmi_words_add_body(w->sim, &words, severity, TMI_CODE_START, wish->body, diags)
               : tmi_words_add_joint(w->sim, &words, severity, TMI_CODE_START, wish->joint, diags);
}

/* ---- All ------------------------------------------------------------------------------------- */

static tmStatus spread(Start *w, double *y, tmDiags *diags) {
    tmSim *sim = w->sim;
    tmiSystem *s = sim->system;
    int32_t count;
    tmStatus status = find_wishes(w, false, &count);
    if (status != TM_OK || count == 0) {
        return status;
    }
    w->wishes = tmi_arena_alloc(&w->arena, (size_t)count, sizeof *w->wishes);
    status = w->wishes ? find_wishes(w, true, &count) : TM_ERR_MEMORY;
    if (status != TM_OK || fits(w)) {
        return status;
    }
    w->n = s->mover_count * s->dof;
    if (!take(w)) {
        return TM_ERR_MEMORY;
    }
    weigh(w);
    fill(w);
    status = solve(w, y);
    return status == TM_OK && tmi_system_slip(s) <= VELOCITY_GIVEN_ROUNDED
               ? report_changes(w, diags)
               : status;
}

tmStatus tmi_sim_spread(tmSim *sim, double *y, tmDiags *diags) {
    Start w = {.sim = sim};
    tmi_arena_init(&w.arena, sim->allocator);
    tmi_system_set_state(sim->system, y);
    tmStatus status = tmi_sim_control(sim, 0.0, false);
    status = status == TM_OK ? tmi_sim_close(sim, y) : status;
    status = status == TM_OK ? spread(&w, y, diags) : status;
    tmi_arena_clear(&w.arena);
    return status;
}
