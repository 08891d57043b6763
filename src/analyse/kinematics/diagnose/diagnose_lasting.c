/* diagnose_lasting.c: which free motions go on after their first instant.
 *
 * Where no row of a component is redundant its poses form a smooth surface of as many dimensions as
 * it has free motions (implicit function theorem), and all of them last: that is certain. Where
 * rows are redundant the rank may be less in this pose than next to it. Then the mechanism is moved
 * a little along the motion, its joints are closed again, and it is examined where it came to and
 * how mobile it is there. That is a test, not a proof; docs/theory/diagnosis.md, section 5. */
#include "analyse/kinematics/diagnose/diagnose_private.h"

#include <math.h>
#include <string.h>

/* How far a body is moved in a test, of its own radius [1, rad]: so far that the rank's tolerance
 * is far below what it changes by, so near that curves are nearly straight. */
#define TEST_STEP 0.05

/* Part of the step [1] that must be left after closing to count as moved; and the part by which
 * the way may differ from the motion to count as having followed it. Where it differs by more it is
 * tried once more with a part of the step [1]: a curve is then so much straighter. */
#define WENT 0.3
#define FOLLOWED 0.1
#define SMALLER 0.125

/* Part of a motion that follows [1] beyond which it is a direction of its own. */
#define OWN_DIRECTION 1e-6

/* Steps to close the joints after a test. A double root halves its distance with each. */
#define CLOSING_MAX 200

typedef struct Component {
    int32_t free, redundant; /* in the pose itself */
    int32_t near;            /* the largest number of free motions at the places that tests
                              * reached */
    int32_t reached;         /* independent directions that tests went in */
    bool settled;
} Component;

typedef struct Tests {
    tmiDiagnoser *w;
    Component *components;
    tmPose *poses; /* of the pose itself, by slot */
    int32_t *near; /* of each component: free motions where the last test came to */
    double *step;  /* the motion that the last test tried */
    double *way;   /* the motion that it made */
    double **gone; /* orthonormal directions of `reached`, those of all components */
    int32_t gone_count;
    bool *lost; /* of each component */
} Tests;

static int32_t component_of(const tmiLinkage *s, const double *x) {
    for (int32_t i = 0; i < s->unknowns; i++) {
        if (x[i] != 0.0) {
            return s->movers[i / 3].component;
        }
    }
    return 0;
}

static void count_free(const tmiFronts *f, int32_t *free) {
    for (int32_t i = 0; i < f->free_count; i++) {
        free[f->s->movers[f->free[i] / 3].component]++;
    }
}

/* Squares of x in one component. */
static double square_in(const tmiLinkage *s, const double *x, int32_t component) {
    double sum = 0.0;
    for (int32_t i = 0; i < s->unknowns; i++) {
        sum += s->movers[i / 3].component == component ? x[i] * x[i] : 0.0;
    }
    return sum;
}

/* Moves along `part` of a test step from the pose itself, closes the joints, and counts the free
 * motions there. *closed is false when they do not close. */
static tmStatus go(Tests *t, double part, bool *closed) {
    tmiDiagnoser *w = t->w;
    tmiLinkage *s = &w->s;
    size_t bodies = (size_t)s->m->body_ids.count;
    double max = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        double square = tmi_diagnose_dot(t->step + 3 * i, t->step + 3 * i, 3);
        double far = sqrt(square) * (s->size / s->movers[i].radius);
        max = far > max ? far : max;
    }
    for (int32_t i = 0; i < s->unknowns; i++) {
        t->step[i] *= part * TEST_STEP / max;
    }
    memcpy(s->poses, t->poses, bodies * sizeof *s->poses);
    tmi_linkage_move(s, s->poses, t->step, 1.0, s->poses);
    tmiClosing closing = tmi_linkage_close(s, &w->fronts, w->def->tolerance, CLOSING_MAX);
    *closed = closing == TMI_CLOSED && tmi_linkage_weigh(s);
    if (!*closed) {
        return closing == TMI_NO_MEMORY ? TM_ERR_MEMORY : TM_OK;
    }
    tmi_linkage_way(s, t->poses, s->poses, t->way);
    memset(t->near, 0, sizeof *t->near * (size_t)s->component_count);
    tmStatus status = tmi_fronts_factor(&w->fronts, 0.0);
    if (status == TM_OK) {
        count_free(&w->fronts, t->near);
    }
    return status;
}

/* Whether the last test moved a component, and whether it followed the step there. */
static bool has_gone(const Tests *t, int32_t component, bool *followed) {
    const tmiLinkage *s = &t->w->s;
    double asked = 0.0, gone = 0.0, off = 0.0;
    for (int32_t i = 0; i < s->unknowns; i++) {
        if (s->movers[i / 3].component == component) {
            double d = t->way[i] - t->step[i];
            asked += t->step[i] * t->step[i];
            gone += t->way[i] * t->way[i];
            off += d * d;
        }
    }
    *followed = off <= FOLLOWED * FOLLOWED * asked;
    return gone > WENT * WENT * asked;
}

/* Goes along `x` by a test step in the direction `side`, and by a smaller one where the way is not
 * straight. Returns whether the component moved. */
static bool try_way(Tests *t, const double *x, int32_t component, double side, bool *followed,
                    tmStatus *status) {
    bool moved = false;
    *followed = false;
    for (double part = 1.0; part >= SMALLER && !*followed; part *= SMALLER) {
        bool closed;
        memcpy(t->step, x, sizeof *x * (size_t)t->w->s.unknowns);
        *status = go(t, side * part, &closed);
        moved = *status == TM_OK && closed && has_gone(t, component, followed);
        if (!moved) {
            *followed = false;
            break;
        }
    }
    return moved;
}

/* Adds a direction to those that tests went in, unless all but `min` of it lies in their span. */
static bool add_gone(Tests *t, const double *x, int32_t component, double min) {
    const tmiLinkage *s = &t->w->s;
    double *made = t->gone[t->gone_count];
    double before = sqrt(square_in(s, x, component));
    for (int32_t i = 0; i < s->unknowns; i++) {
        made[i] = s->movers[i / 3].component == component ? x[i] / before : 0.0;
    }
    double left = tmi_diagnose_clear_of(made, t->gone, t->gone_count, s->unknowns);
    if (!(left > min)) {
        return false;
    }
    for (int32_t i = 0; i < s->unknowns; i++) {
        made[i] /= left;
    }
    t->gone_count++;
    t->components[component].reached++;
    return true;
}

/* ---- Is the pose like those around it? ----------------------------------------------------- */

/* Goes along each of the orthonormal motions, forwards and back. Components that follow all of them
 * and stay as mobile as they were are settled. A direction that is lost shows in at least one of f
 * orthonormal ones by a part of 1 / sqrt(f), more than FOLLOWED up to a hundred motions; curves
 * that cross show by the mobility beside the crossing. */
static tmStatus test_span(Tests *t) {
    tmiDiagnoser *w = t->w;
    const tmiLinkage *s = &w->s;
    double *const *motions = w->span ? w->span : w->basis;
    tmStatus status = TM_OK;
    memset(t->lost, 0, sizeof *t->lost * (size_t)s->component_count);
    for (int32_t i = 0; i < 2 * w->d->motion_count && status == TM_OK; i++) {
        int32_t component = component_of(s, motions[i / 2]);
        if (t->components[component].settled || t->lost[component]) {
            continue;
        }
        bool followed;
        try_way(t, motions[i / 2], component, i % 2 ? -1.0 : 1.0, &followed, &status);
        t->lost[component] = !followed || t->near[component] != t->components[component].free;
    }
    for (int32_t i = 0; i < s->component_count; i++) {
        t->components[i].settled |= !t->lost[i];
    }
    return status;
}

/* ---- One after the other ------------------------------------------------------------------- */

/* Goes along `x`, forwards and, where that fails, back. Fails means that it does not follow, or
 * with `anywhere` that it does not move at all. Returns whether it did; the way is then in
 * t->way. */
static bool test_one(Tests *t, const double *x, int32_t component, bool anywhere,
                     tmStatus *status) {
    for (int side = 0; side < 2; side++) {
        bool followed;
        bool moved = try_way(t, x, component, side ? -1.0 : 1.0, &followed, status);
        Component *c = &t->components[component];
        if (moved && t->near[component] > c->near) {
            c->near = t->near[component];
        }
        if (*status != TM_OK || followed || (anywhere && moved)) {
            return *status == TM_OK;
        }
    }
    return false;
}

/* Motions that are followed as they are. */
static tmStatus test_each(Tests *t) {
    tmiDiagnoser *w = t->w;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < w->d->motion_count && status == TM_OK; i++) {
        int32_t component = component_of(&w->s, w->basis[i]);
        if (t->components[component].settled) {
            w->d->motions[i].lasts = true;
        } else if (test_one(t, w->basis[i], component, false, &status)) {
            w->d->motions[i].lasts = true;
            add_gone(t, w->basis[i], component, OWN_DIRECTION);
        }
    }
    return status;
}

/* Replaces the motion by the one that was made, as far as that is a free motion. */
static void replace(Tests *t, int32_t index) {
    tmiDiagnoser *w = t->w;
    tmiLinkage *s = &w->s;
    double *x = w->basis[index];
    memset(x, 0, sizeof *x * (size_t)s->unknowns);
    for (int32_t i = 0; i < w->d->info.mobility; i++) {
        double part = tmi_diagnose_dot(w->span[i], t->way, s->unknowns);
        for (int32_t k = 0; k < s->unknowns; k++) {
            x[k] += part * w->span[i][k];
        }
    }
    memcpy(s->poses, t->poses, (size_t)s->m->body_ids.count * sizeof *s->poses);
    tmi_diagnose_present(w, index);
    w->d->motions[index].lasts = true;
}

/* Motions that led elsewhere: tries what is perpendicular to those that last, and replaces the
 * motion by the one that was made. Curves that cross, as those of a parallelogram that lies flat,
 * are found like that. */
static tmStatus test_again(Tests *t) {
    tmiDiagnoser *w = t->w;
    int32_t unknowns = w->s.unknowns;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < w->d->motion_count && w->span && status == TM_OK; i++) {
        int32_t component = component_of(&w->s, w->basis[i]);
        double *x = t->gone[t->gone_count];
        memcpy(x, w->basis[i], sizeof *x * (size_t)unknowns);
        double before = sqrt(tmi_diagnose_dot(x, x, unknowns));
        bool rest = tmi_diagnose_clear_of(x, t->gone, t->gone_count, unknowns) > FOLLOWED * before;
        if (!w->d->motions[i].lasts && rest && test_one(t, x, component, true, &status) &&
            add_gone(t, t->way, component, WENT)) {
            replace(t, i);
        }
    }
    return status;
}

/* ---- All together -------------------------------------------------------------------------- */

static tmStatus reserve(Tests *t) {
    tmiDiagnoser *w = t->w;
    const tmiLinkage *s = &w->s;
    tmiArena *arena = &w->scratch;
    size_t bodies = (size_t)s->m->body_ids.count, unknowns = (size_t)s->unknowns;
    size_t components = (size_t)s->component_count, motions = (size_t)w->d->motion_count + 1;
    t->components = tmi_arena_alloc(arena, components, sizeof *t->components);
    t->near = tmi_arena_alloc(arena, components, sizeof *t->near);
    t->lost = tmi_arena_alloc(arena, components, sizeof *t->lost);
    t->poses = tmi_arena_alloc(arena, bodies, sizeof *t->poses);
    t->step = tmi_arena_alloc(arena, unknowns, sizeof(double));
    t->way = tmi_arena_alloc(arena, unknowns, sizeof(double));
    t->gone = tmi_arena_alloc(arena, motions, sizeof *t->gone);
    bool all = t->components && t->near && t->lost && t->poses && t->step && t->way && t->gone;
    for (size_t i = 0; all && i < motions; i++) {
        t->gone[i] = tmi_arena_alloc(arena, unknowns, sizeof(double));
        all = t->gone[i] != NULL;
    }
    return all ? TM_OK : TM_ERR_MEMORY;
}

/* Counts free motions and redundant rows of each component. Returns whether tests are needed. */
static bool survey(Tests *t) {
    const tmiFronts *f = &t->w->fronts;
    const tmiLinkage *s = f->s;
    memset(t->near, 0, sizeof *t->near * (size_t)s->component_count);
    count_free(f, t->near);
    for (int32_t d = 0; d < s->demand_count; d++) {
        for (int32_t i = 0; i < f->idle_count; i++) {
            int32_t row = f->idle[i] - s->demands[d].row;
            t->components[s->demands[d].component].redundant +=
                row >= 0 && row < s->demands[d].rows;
        }
    }
    bool needed = false;
    for (int32_t i = 0; i < s->component_count; i++) {
        Component *c = &t->components[i];
        c->free = t->near[i];
        c->settled = c->redundant == 0 || c->free == 0;
        needed |= !c->settled;
    }
    return needed;
}

tmStatus tmi_diagnose_lasting(tmiDiagnoser *w) {
    Tests t = {.w = w};
    const tmiLinkage *s = &w->s;
    bool all = w->d->motion_count == w->fronts.free_count;
    tmStatus status = reserve(&t);
    if (status != TM_OK) {
        return status;
    }
    memcpy(t.poses, s->poses, (size_t)s->m->body_ids.count * sizeof *t.poses);
    if (survey(&t)) {
        status = test_span(&t);
    }
    status = status == TM_OK ? test_each(&t) : status;
    status = status == TM_OK ? test_again(&t) : status;
    for (int32_t i = 0; i < s->component_count; i++) {
        const Component *c = &t.components[i];
        int32_t lasting = all && c->reached < c->near ? c->reached : c->near;
        w->d->info.finite_mobility += c->settled ? c->free : lasting;
    }
    return status;
}
