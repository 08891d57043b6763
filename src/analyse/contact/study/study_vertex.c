/* study_vertex.c: contacts of a vertex and a convex set of facets as a linear complementarity
 * problem: [NT] (11) as corrected, theory (3), and its smaller form, theory (4); with friction of
 * Stewart and Trinkle on every facet. By Lemke's method, or by branch and bound for the answer that
 * changes the motion least.
 *
 * With g = psi / h, m = g_1 + c_2 + … + c_n and v = (p, t) all impulses of the island:
 *
 *     0 <= c_2 + … + c_i + g_1 - g_i  _|_  c_i >= 0          i = 2 … n                      (S1)
 *     0 <= 2 m - g_i                  _|_  lambda_i >= 0     of the smaller form            (S2)
 *     0 <= d_i + g_i                  _|_  d_i >= 0          of the literal one             (S3)
 *     0 <= d_i + m                    _|_  lambda_i >= 0                                    (S4)
 *     0 <= m - alpha e                _|_  e >= 0                                           (S5)
 *     0 <= sigma_i +- s_i             _|_  beta_i+-  >= 0    with friction                  (S6)
 *     0 <= mu lambda_i - beta_i+ - beta_i-  _|_  sigma_i >= 0                               (S7)
 *
 * What [NT] II.B has for two facets these rows have for n. m is the max of [NT] (3), written as a
 * sum in [NT] (4); c is [NT] (5), and (S1) its rows, [NT] (6). [NT] (7) and [NT] (8), m against
 * each lambda alone, let both facets press; with d they become [NT] (9) and [NT] (10): (S3), (S4).
 * All of them for n facets are [NT] (11). (S5) is its last row as [NT] II.C.2 recasts it. */
#include "analyse/contact/study/study_private.h"

#include <string.h>

/* alpha of [NT] II.C.2: its value does not change which steps are solved. */
#define DUMMY 1.0

/* Unknowns of an island at most, so that a step takes less than a second: Lemke's method works on a
 * tableau of n^2, nine times where it fails; branch and bound may have to look at 2^n nodes, and
 * looks at no more than these. */
#define ORDER_MAX 200
#define BRANCH_ORDER_MAX 120
#define BRANCH_NODES 1000

/* ---- Numbers of unknowns --------------------------------------------------------------------- */

/* How much energy it takes at least to bring facet i's gap to 0 alone, twice [J]. */
static double energy_of(const tmiStudySystem *s, int32_t i) {
    const double *row = s->w + (ptrdiff_t)4 * i * s->count;
    double yield = row[2 * i];
    return yield > 0.0 ? s->b[2 * i] * s->b[2 * i] / yield : s->b[2 * i] * s->b[2 * i];
}

static int32_t base_of(const tmiStudySystem *s, int32_t from, int32_t to) {
    int32_t widest = from, min = from;
    for (int32_t i = from + 1; i < to; i++) {
        widest = s->b[2 * i] > s->b[2 * widest] ? i : widest;
        min = energy_of(s, i) < energy_of(s, min) ? i : min;
    }
    return s->b[2 * widest] >= 0.0 ? widest : min;
}

/* The end of the contacts that share the vertex of this one. */
static int32_t end_of(const tmiStudySystem *s, int32_t from) {
    int32_t to = from + 1;
    while (to < s->count && s->vertex[to] == s->vertex[from]) {
        to++;
    }
    return to;
}

int32_t tmi_study_number(const tmiStudySystem *s, tmiStudyPlaces *places) {
    int32_t order = 0;
    for (int32_t from = 0, to; from < s->count; from = to) {
        to = end_of(s, from);
        int32_t base = base_of(s, from, to);
        for (int32_t i = from; i < to; i++) {
            tmiStudyPlaces *at = &places[i];
            at->base = base;
            at->c = i == base ? -1 : order++;
            at->d = s->literal ? order++ : -1;
            at->lambda = order++;
            at->e = s->literal && i == base ? order++ : -1;
            at->beta = s->friction[i] > 0.0 ? order : -1;
            order += at->beta >= 0 ? 3 : 0;
        }
    }
    return order;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A row of the problem while it is assembled. */
typedef struct Row {
    const tmiStudySystem *s;
    const tmiStudyPlaces *places;
    double *m, *q; /* its coefficients and its constant */
} Row;

/* Adds a rate, of the gap (0) or slip (1) of contact i. */
static void add_rate(Row *row, double factor, int32_t i, int32_t which) {
    const tmiStudySystem *s = row->s;
    const double *w = s->w + (ptrdiff_t)2 * s->count * (2 * i + which);
    for (int32_t j = 0; j < s->count; j++) {
        const tmiStudyPlaces *at = &row->places[j];
        row->m[at->lambda] += factor * w[2 * j];
        if (at->beta >= 0) {
            row->m[at->beta] += factor * w[2 * j + 1];
            row->m[at->beta + 1] -= factor * w[2 * j + 1];
        }
    }
    *row->q += factor * s->b[2 * i + which];
}

/* Adds the largest gap of a vertex, up to facet `to` of it: g_1 + c_2 + … */
static void add_max_gap(Row *row, double factor, int32_t from, int32_t to) {
    for (int32_t i = from; i < to; i++) {
        if (row->places[i].c >= 0) {
            row->m[row->places[i].c] += factor;
        }
    }
    add_rate(row, factor, row->places[from].base, 0);
}

typedef struct Table {
    const tmiStudySystem *s;
    const tmiStudyPlaces *places;
    int32_t order;
    double *m, *q;
} Table;

static Row row_of(const Table *t, int32_t index) {
    return (Row){t->s, t->places, t->m + (ptrdiff_t)index * t->order, t->q + index};
}

static void fill_friction(const Table *t, int32_t i) {
    const int32_t beta = t->places[i].beta;
    for (int32_t k = 0; k < 2; k++) { /* (S6) */
        Row row = row_of(t, beta + k);
        row.m[beta + 2] += 1.0;
        add_rate(&row, k == 0 ? 1.0 : -1.0, i, 1);
    }
    Row row = row_of(t, beta + 2); /* (S7) */
    row.m[t->places[i].lambda] += t->s->friction[i];
    row.m[beta] -= 1.0;
    row.m[beta + 1] -= 1.0;
}

static void fill_contact(const Table *t, int32_t from, int32_t to, int32_t i) {
    const tmiStudyPlaces *at = &t->places[i];
    Row row;
    if (at->c >= 0) { /* (S1) */
        row = row_of(t, at->c);
        add_max_gap(&row, 1.0, from, i + 1);
        add_rate(&row, -1.0, i, 0);
    }
    row = row_of(t, at->lambda);
    if (t->s->literal) {
        row.m[at->d] += 1.0; /* (S4) */
        add_max_gap(&row, 1.0, from, to);
        row = row_of(t, at->d); /* (S3) */
        row.m[at->d] += 1.0;
        add_rate(&row, 1.0, i, 0);
    } else { /* (S2) */
        add_max_gap(&row, 2.0, from, to);
        add_rate(&row, -1.0, i, 0);
    }
    if (at->e >= 0) { /* (S5) */
        row = row_of(t, at->e);
        add_max_gap(&row, 1.0, from, to);
        row.m[at->e] -= DUMMY;
    }
    if (at->beta >= 0) {
        fill_friction(t, i);
    }
}

void tmi_study_fill(const tmiStudySystem *s, const tmiStudyPlaces *places, int32_t order, double *m,
                    double *q) {
    const Table table = {s, places, order, m, q};
    memset(m, 0, (size_t)order * (size_t)order * sizeof *m);
    memset(q, 0, (size_t)order * sizeof *q);
    for (int32_t from = 0, to; from < s->count; from = to) {
        to = end_of(s, from);
        for (int32_t i = from; i < to; i++) {
            fill_contact(&table, from, to, i);
        }
    }
}

void tmi_study_energy(const tmiStudySystem *s, const tmiStudyPlaces *places, int32_t order,
                      double *h) {
    memset(h, 0, (size_t)order * (size_t)order * sizeof *h);
    double none = 0.0;
    for (int32_t i = 0; i < s->count; i++) {
        const tmiStudyPlaces *at = &places[i];
        Row row = {s, places, h + (ptrdiff_t)at->lambda * order, &none};
        add_rate(&row, 1.0, i, 0);
        for (int32_t k = 0; at->beta >= 0 && k < 2; k++) {
            row.m = h + (ptrdiff_t)(at->beta + k) * order;
            add_rate(&row, k == 0 ? 1.0 : -1.0, i, 1);
        }
    }
}

/* ---- Solving --------------------------------------------------------------------------------- */

/* Memory of an island: W, b, friction, then M, q, z, w, the objective, and the solver's work. */
typedef struct Room {
    double *w, *b, *friction, *m, *q, *z, *slack, *h, *work;
    int32_t *vertex, *ints;
    tmiStudyPlaces *places;
} Room;

/* Whole numbers of a place. */
#define PLACE_INTS ((int32_t)(sizeof(tmiStudyPlaces) / sizeof(int32_t)))

static int32_t max_of(tmiLcpSolver solver) {
    return solver == TMI_LCP_BRANCH ? BRANCH_ORDER_MAX : ORDER_MAX;
}

static tmStatus take(tmiContactEngine *c, int32_t count, tmiLcpSolver solver, Room *room) {
    /* At most 3 n and 3 more with friction; the order itself is known only with W. */
    size_t k = 2 * (size_t)count, n = 6 * (size_t)count;
    n = n < (size_t)max_of(solver) ? n : (size_t)max_of(solver);
    size_t h = solver == TMI_LCP_BRANCH ? n * n : 0;
    size_t numbers = k * k + 2 * k + n * n + 3 * n + h + tmi_lcp_workspace(solver, (int32_t)n);
    size_t wholes = (size_t)count * (1 + PLACE_INTS) + tmi_lcp_int_workspace(solver, (int32_t)n);
    if (numbers > INT32_MAX || wholes > INT32_MAX) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = tmi_array_reserve(c->allocator, &c->work.numbers, &c->work.number_capacity,
                                        (int32_t)numbers, sizeof *c->work.numbers);
    status = status == TM_OK
                 ? tmi_array_reserve(c->allocator, &c->work.wholes, &c->work.whole_capacity,
                                     (int32_t)wholes, sizeof *c->work.wholes)
                 : status;
    if (status == TM_OK) {
        room->w = c->work.numbers;
        room->b = room->w + k * k;
        room->friction = room->b + k;
        room->m = room->friction + k;
        room->q = room->m + n * n;
        room->z = room->q + n;
        room->slack = room->z + n;
        room->h = room->slack + n;
        room->work = room->h + h;
        room->places = (tmiStudyPlaces *)c->work.wholes;
        room->vertex = c->work.wholes + (ptrdiff_t)count * PLACE_INTS;
        room->ints = room->vertex + count;
    }
    return status;
}

static void take_answer(tmiContactEngine *c, const int32_t *which, int32_t count,
                        const Room *room) {
    for (int32_t i = 0; i < count; i++) {
        tmiContact *contact = &c->step.contacts[which[i]];
        const tmiStudyPlaces *at = &room->places[i];
        contact->impulse[0] = room->z[at->lambda];
        contact->impulse[1] = at->beta >= 0 ? room->z[at->beta] - room->z[at->beta + 1] : 0.0;
        bool slips = at->beta >= 0 && room->z[at->beta + 2] > 0.0;
        contact->state = !(contact->impulse[0] > 0.0) ? TMI_CONTACT_OPEN
                         : !slips                     ? TMI_CONTACT_STICK
                         : contact->impulse[1] > 0.0  ? TMI_CONTACT_SLIP_UP
                                                      : TMI_CONTACT_SLIP_DOWN;
    }
}

static tmStatus solve(tmiLcpSolver solver, const tmiStudySystem *system, int32_t order,
                      const Room *room) {
    if (order > max_of(solver)) {
        return TM_ERR_LIMIT;
    }
    tmi_study_fill(system, room->places, order, room->m, room->q);
    const tmiLcp problem = {.m = {room->m, order, order, order}, .q = room->q};
    tmiLcpSettings settings = tmi_lcp_settings(solver);
    if (solver == TMI_LCP_BRANCH) {
        tmi_study_energy(system, room->places, order, room->h);
        settings.objective_h = (tmiMatrix){room->h, order, order, order};
        settings.steps = BRANCH_NODES;
    }
    tmiLcpInfo info;
    tmStatus status =
        tmi_lcp_solve(&problem, &settings, room->work, room->ints, room->z, room->slack, &info);
    return status == TM_OK && info.outcome != TMI_LCP_SOLVED ? TM_ERR_NOT_CONVERGED : status;
}

/* Where all facets count at once each has a vertex of its own, and (S2) is 0 <= g _|_ lambda: the
 * simple model, [NT] (1) and [NT] (2), which [NT] (12) asks of all near facets. */
static bool is_vertex(const tmiStudy *study) {
    return study->model == TM_CONTACT_VERTEX || study->model == TM_CONTACT_VERTEX_LITERAL ||
           study->model == TM_CONTACT_VERTEX_BRANCH;
}

tmStatus tmi_study_solve(void *user, const int32_t *which, int32_t count) {
    const tmiStudy *study = user;
    tmiContactEngine *c = study->engine;
    const tmiLcpSolver solver =
        study->model == TM_CONTACT_VERTEX_BRANCH ? TMI_LCP_BRANCH : TMI_LCP_LEMKE;
    Room room;
    tmStatus status = take(c, count, solver, &room);
    if (status != TM_OK) {
        return status;
    }
    tmi_engine_assemble(c, which, count, room.w, room.b, room.friction);
    for (int32_t i = 0; i < count; i++) {
        room.vertex[i] = is_vertex(study) ? study->vertex_of[which[i]] : i;
    }
    const tmiStudySystem system = {.literal = study->model == TM_CONTACT_VERTEX_LITERAL,
                                   .count = count,
                                   .w = room.w,
                                   .b = room.b,
                                   .friction = room.friction,
                                   .vertex = room.vertex};
    int32_t order = tmi_study_number(&system, room.places);
    status = solve(solver, &system, order, &room);
    c->step.outcome.solved++;
    if (status == TM_OK) {
        take_answer(c, which, count, &room);
    }
    return status;
}
