/* event_modes.c: which touching features press, stick and slide: complementarity of forces and
 * second rates. Sets of modes are tried, each by one linear system: first Newton's method on the
 * projections from where the search begins, mostly one system; for few features then all sets, in
 * the order of their distance from there; for many the solver of islands (contact/island), for
 * which a slip that has a sign is a rate that no force can turn. Every answer is checked. */
#include "analyse/contact/island/island.h"
#include "analyse/events/events.h"

#include <math.h>
#include <string.h>

/* Pivots below this part of the largest depend on the others [1]. */
#define MODES_DEPEND 1e-10

/* Rates that are to be 0 may be this many times the tolerance, which is for their signs [1]. */
#define MODES_CLOSED 1e3

/* Sets that Newton's method tries, and features up to which all sets are. */
#define MODES_PASSES 40
#define MODES_ALL_MAX 5

/* The rate of a slip with a sign, beside the other terms, as the solver of islands sees it [1]. */
#define MODES_SLIDES 1e4

static bool presses(uint8_t mode) {
    return mode != TMI_TOUCH_OPEN;
}

/* The friction of a mode over its normal force [1]. */
static double friction_of(const tmiModeProblem *p, int32_t i, uint8_t mode) {
    return mode == TMI_TOUCH_UP ? -p->friction[i] : mode == TMI_TOUCH_DOWN ? p->friction[i] : 0.0;
}

/* ---- Forces of modes ------------------------------------------------------------------------- */

typedef struct Modes {
    const tmiModeProblem *p;
    tmiArena *arena;
    int32_t n;         /* rows of all: 2 count */
    double *a, *x, *r; /* a system of m unknowns */
    int32_t *rows;     /* of each unknown: its row; odd ones are friction of what sticks */
    double *work, *rate;
    int32_t *ints;
    uint8_t *next;
} Modes;

static bool take(Modes *m) {
    size_t n = (size_t)m->n;
    m->a = tmi_arena_alloc(m->arena, n * n + 4 * n, sizeof *m->a);
    m->rows = tmi_arena_alloc(m->arena, n, sizeof *m->rows);
    m->work = tmi_arena_alloc(m->arena, tmi_least_norm_workspace(m->n, m->n), sizeof *m->work);
    m->ints = tmi_arena_alloc(m->arena, tmi_least_norm_int_workspace(m->n, m->n), sizeof *m->ints);
    m->next = tmi_arena_alloc(m->arena, n, sizeof *m->next);
    if (!m->a || !m->rows || !m->work || !m->ints || !m->next) {
        return false;
    }
    m->x = m->a + n * n;
    m->r = m->x + n;
    m->rate = m->r + n;
    return true;
}

static int32_t list_rows(Modes *m, const uint8_t *modes) {
    int32_t count = 0;
    for (int32_t i = 0; i < m->p->count; i++) {
        if (presses(modes[i])) {
            m->rows[count++] = 2 * i;
        }
        if (modes[i] == TMI_TOUCH_STICK && m->p->friction[i] > 0.0) {
            m->rows[count++] = 2 * i + 1;
        }
    }
    return count;
}

/* rate = W force + b. */
static void find_rates(Modes *m, const double *force) {
    for (int32_t i = 0; i < m->n; i++) {
        double sum = m->p->b[i];
        for (int32_t j = 0; j < m->n; j++) {
            sum += m->p->w[(ptrdiff_t)i * m->n + j] * force[j];
        }
        m->rate[i] = sum;
    }
}

/* The forces that bring the rates of all rows to 0, once more for what rounding left. */
static void forces_of(Modes *m, const uint8_t *modes, double *force) {
    int32_t count = list_rows(m, modes);
    memset(force, 0, (size_t)m->n * sizeof *force);
    for (int32_t r = 0; r < count; r++) {
        for (int32_t c = 0; c < count; c++) {
            int32_t row = m->rows[r], column = m->rows[c];
            const double *w = m->p->w + (ptrdiff_t)row * m->n;
            double cone = column % 2 == 0 ? friction_of(m->p, column / 2, modes[column / 2]) : 0.0;
            m->a[(ptrdiff_t)r * count + c] = w[column] + cone * (cone != 0.0 ? w[column + 1] : 0.0);
        }
    }
    for (int32_t turn = 0; turn < 2 && count > 0; turn++) {
        tmiLeastNormInfo info;
        tmiMatrix a = {m->a, count, count, count};
        find_rates(m, force);
        for (int32_t r = 0; r < count; r++) {
            m->r[r] = -m->rate[m->rows[r]];
        }
        if (tmi_least_norm(a, m->r, NULL, MODES_DEPEND, m->work, m->ints, m->x, &info) != TM_OK) {
            break;
        }
        for (int32_t c = 0; c < count; c++) {
            int32_t row = m->rows[c];
            force[row] += m->x[c];
            if (row % 2 == 0) {
                double cone = friction_of(m->p, row / 2, modes[row / 2]);
                force[row + 1] += cone * m->x[c];
            }
        }
    }
    find_rates(m, force);
}

tmStatus tmi_mode_forces(const tmiModeProblem *problem, const uint8_t *modes, tmiArena *arena,
                         double *force) {
    tmiArenaMark mark = tmi_arena_mark(arena);
    Modes m = {.p = problem, .arena = arena, .n = 2 * problem->count};
    bool fine = problem->count == 0 || take(&m);
    if (fine && problem->count > 0) {
        forces_of(&m, modes, force);
    }
    tmi_arena_release(arena, mark);
    return fine ? TM_OK : TM_ERR_MEMORY;
}

/* ---- Which modes ----------------------------------------------------------------------------- */

/* The mode of a feature that presses, by what its friction would have to be. */
static uint8_t slide_mode(const Modes *m, const double *force, int32_t i, double normal) {
    const tmiModeProblem *p = m->p;
    double w = p->w[(ptrdiff_t)(2 * i + 1) * m->n + 2 * i + 1];
    if (p->friction[i] == 0.0 || p->slip[i] != 0) {
        return p->slip[i] < 0 ? TMI_TOUCH_DOWN : TMI_TOUCH_UP;
    }
    double y = force[2 * i + 1] * w - m->rate[2 * i + 1];
    double cone = p->friction[i] * (normal > 0.0 ? normal : 0.0) * w;
    return fabs(y) <= cone * (1.0 + 1e-12) + p->tolerance ? TMI_TOUCH_STICK
           : y > 0.0                                      ? TMI_TOUCH_DOWN
                                                          : TMI_TOUCH_UP;
}

/* Whether the forces of these modes, with their rates, are an answer; and the next guess. */
static bool judge(Modes *m, const uint8_t *modes, const double *force) {
    const tmiModeProblem *p = m->p;
    bool fine = true;
    for (int32_t i = 0; i < p->count; i++) {
        double w = p->w[(ptrdiff_t)(2 * i) * m->n + 2 * i];
        double wt = p->w[(ptrdiff_t)(2 * i + 1) * m->n + 2 * i + 1];
        double normal = force[2 * i], gap = m->rate[2 * i], slip = m->rate[2 * i + 1];
        double tolerance = p->tolerance;
        uint8_t mode = modes[i];
        bool good = presses(mode)
                        ? normal * w >= -tolerance && fabs(gap) <= MODES_CLOSED * tolerance
                        : gap >= -tolerance;
        if (mode == TMI_TOUCH_STICK && p->friction[i] > 0.0) {
            double over = fabs(force[2 * i + 1]) - p->friction[i] * normal;
            good = good && over * wt <= tolerance && fabs(slip) <= MODES_CLOSED * tolerance;
        } else if (presses(mode) && p->friction[i] > 0.0 && p->slip[i] == 0) {
            good = good && (mode == TMI_TOUCH_UP ? slip : -slip) >= -tolerance;
        }
        fine = fine && good;
        bool shut = normal * w - gap > (presses(mode) ? 0.0 : tolerance);
        m->next[i] =
            shut ? slide_mode(m, force, i, w > 0.0 ? normal - gap / w : normal) : TMI_TOUCH_OPEN;
    }
    return fine;
}

static bool try_modes(Modes *m, const uint8_t *modes, double *force) {
    forces_of(m, modes, force);
    return judge(m, modes, force);
}

static bool allowed(const tmiModeProblem *p, int32_t i, uint8_t mode) {
    if (mode == TMI_TOUCH_OPEN) {
        return true;
    }
    if (p->friction[i] == 0.0) {
        return mode == TMI_TOUCH_UP;
    }
    return p->slip[i] == 0 || mode == (p->slip[i] > 0 ? TMI_TOUCH_UP : TMI_TOUCH_DOWN);
}

static void first_modes(const tmiModeProblem *p, uint8_t *modes) {
    for (int32_t i = 0; i < p->count; i++) {
        if (!allowed(p, i, modes[i])) {
            modes[i] = p->friction[i] == 0.0 || p->slip[i] > 0 ? TMI_TOUCH_UP : TMI_TOUCH_DOWN;
        }
    }
}

/* Newton's method: `modes` becomes the answer. */
static bool pass(Modes *m, uint8_t *modes, double *force) {
    for (int32_t i = 0; i < MODES_PASSES; i++) {
        if (try_modes(m, modes, force)) {
            return true;
        }
        if (memcmp(modes, m->next, (size_t)m->p->count) == 0) {
            return false;
        }
        memcpy(modes, m->next, (size_t)m->p->count);
    }
    return false;
}

/* All sets that differ from the start in `more` places, from place i on. */
static bool vary(Modes *m, uint8_t *modes, int32_t i, int32_t more, double *force) {
    if (more == 0) {
        return try_modes(m, modes, force);
    }
    for (; i < m->p->count; i++) {
        uint8_t own = modes[i];
        for (uint8_t mode = 0; mode <= TMI_TOUCH_DOWN; mode++) {
            modes[i] = mode;
            if (mode != own && allowed(m->p, i, mode) && vary(m, modes, i + 1, more - 1, force)) {
                return true;
            }
        }
        modes[i] = own;
    }
    return false;
}

static bool try_all(Modes *m, uint8_t *modes, double *force) {
    for (int32_t more = 0; more <= m->p->count; more++) {
        if (vary(m, modes, 0, more, force)) {
            return true;
        }
    }
    return false;
}

/* Asks the solver of islands for the modes. */
static tmStatus try_island(Modes *m, uint8_t *modes, double *force, bool *found) {
    int32_t k = m->p->count;
    double *b = tmi_arena_alloc(m->arena, (size_t)m->n, sizeof *b), scale = m->p->tolerance;
    double *work = tmi_arena_alloc(m->arena, tmi_island_work(k), sizeof *work);
    int32_t *ints = tmi_arena_alloc(m->arena, tmi_island_int_work(k), sizeof *ints);
    if (!b || !work || !ints) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < m->n; i++) {
        scale = fabs(m->p->b[i]) > scale ? fabs(m->p->b[i]) : scale;
    }
    for (int32_t i = 0; i < m->n; i++) {
        b[i] = m->p->b[i] + (i % 2 == 1 ? MODES_SLIDES * scale * m->p->slip[i / 2] : 0.0);
    }
    const tmiContactIsland island = {k, m->p->w, b, m->p->friction};
    tmiContactIslandInfo info;
    memset(m->next, TMI_CONTACT_STICK, (size_t)k);
    *found = false;
    if (tmi_island_solve(&island, m->next, force, work, ints, &info) == TM_OK) {
        for (int32_t i = 0; i < k; i++) {
            modes[i] = m->next[i] == TMI_CONTACT_OPEN      ? TMI_TOUCH_OPEN
                       : m->next[i] == TMI_CONTACT_SLIP_UP ? TMI_TOUCH_DOWN /* t = mu p */
                       : m->next[i] == TMI_CONTACT_STICK   ? TMI_TOUCH_STICK
                                                           : TMI_TOUCH_UP;
        }
        first_modes(m->p, modes);
        *found = pass(m, modes, force);
    }
    return TM_OK;
}

tmStatus tmi_mode_solve(const tmiModeProblem *problem, tmiArena *arena, uint8_t *modes,
                        double *force) {
    if (problem->count == 0) {
        return TM_OK;
    }
    tmiArenaMark mark = tmi_arena_mark(arena);
    Modes m = {.p = problem, .arena = arena, .n = 2 * problem->count};
    size_t bytes = (size_t)problem->count;
    uint8_t *start = tmi_arena_alloc(arena, bytes, sizeof *start);
    tmStatus status = start && take(&m) ? TM_OK : TM_ERR_MEMORY;
    bool found = false;
    if (status == TM_OK) {
        first_modes(problem, modes);
        memcpy(start, modes, bytes);
        found = pass(&m, modes, force);
        if (!found && problem->count > MODES_ALL_MAX) {
            status = try_island(&m, modes, force, &found);
        } else if (!found) {
            memcpy(modes, start, bytes);
            found = try_all(&m, modes, force);
        }
    }
    tmi_arena_release(arena, mark);
    return status == TM_OK && !found ? TM_ERR_NOT_CONVERGED : status;
}
