/* system_slvs.c: libslvs in the form that is fastest for it. A joint is one point in a workplane,
 * so that there are no coincidences to solve; a link is the distances between its joints; points of
 * ground and crank are in a group that is not solved. Parameters stay in place between frames, and
 * the search for guilty constraints is off. */
#include "system.h"

#include <math.h>
#include <slvs.h>
#include <stdlib.h>

/* libslvs stops when every equation is below 1e-8 in its own units. With the largest link this long
 * that is 1e-10 of the size. */
#define SIZE_IN_UNITS 100.0

enum { KNOWN = 1, SOLVED = 2 };               /* groups */
enum { ORIGIN = 1, NORMAL = 2, PLANE = 200 }; /* entities; points follow */
enum { FIRST_POINT = 1000, FIRST_PARAM = 8 };

typedef struct State {
    const Linkage *linkage;
    Slvs_System system;
    Slvs_Param *start; /* the parameters in the start pose */
    int *param;        /* of each feature: place of its first parameter */
    int *crank;        /* features of the crank */
    int crank_count;
    double scale;
    int unknowns;
} State;

static void destroy(void *state) {
    State *s = state;
    free(s->system.param);
    free(s->system.entity);
    free(s->system.constraint);
    free(s->start);
    free(s->param);
    free(s->crank);
    free(s);
}

/* Number of the point that each feature belongs to: pinned features are one point, called by the
 * least of their numbers. A joint may pin more than two links, so repeat until nothing changes. */
static void merge(const Linkage *l, int *point) {
    for (int i = 0; i < l->feature_count; i++) {
        point[i] = i;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int j = 0; j < l->joint_count; j++) {
            int *a = &point[l->joints[j].feature[0]], *b = &point[l->joints[j].feature[1]];
            int min = *a < *b ? *a : *b;
            changed |= *a != *b;
            *a = *b = min;
        }
    }
}

static Slvs_hEntity entity_of(const State *s, int feature) {
    return (Slvs_hEntity)(FIRST_POINT + s->param[feature]);
}

static void add_workplane(Slvs_System *sys) {
    const double values[7] = {0, 0, 0, 1, 0, 0, 0};
    for (int i = 0; i < 7; i++) {
        sys->param[sys->params++] = Slvs_MakeParam((Slvs_hParam)(i + 1), KNOWN, values[i]);
    }
    sys->entity[sys->entities++] = Slvs_MakePoint3d(ORIGIN, KNOWN, 1, 2, 3);
    sys->entity[sys->entities++] = Slvs_MakeNormal3d(NORMAL, KNOWN, 4, 5, 6, 7);
    sys->entity[sys->entities++] = Slvs_MakeWorkplane(PLANE, KNOWN, ORIGIN, NORMAL);
}

static void add_points(State *s, const int *point, const bool *known) {
    const Linkage *l = s->linkage;
    Slvs_System *sys = &s->system;
    LinkagePoint *at = linkage_take((size_t)l->feature_count, sizeof *at);
    linkage_start(l, at);
    for (int i = 0; i < l->feature_count; i++) {
        if (point[i] != i) {
            s->param[i] = s->param[point[i]];
            continue;
        }
        unsigned group = known[i] ? KNOWN : SOLVED;
        Slvs_hParam h = (Slvs_hParam)(sys->params + 1);
        s->param[i] = sys->params;
        s->unknowns += known[i] ? 0 : 2;
        for (int k = 0; k < 2; k++) {
            sys->param[sys->params++] =
                Slvs_MakeParam(h + (Slvs_hParam)k, group, s->scale * at[i][k]);
        }
        sys->entity[sys->entities++] = Slvs_MakePoint2d(entity_of(s, i), group, PLANE, h, h + 1);
    }
    free(at);
}

static void add_distance(State *s, const int *point, const bool *known, int a, int b) {
    const LinkageFeature *f = &s->linkage->features[a], *g = &s->linkage->features[b];
    Slvs_System *sys = &s->system;
    if (!known[point[a]] || !known[point[b]]) {
        double distance = s->scale * hypot(f->x - g->x, f->y - g->y);
        Slvs_hConstraint h = (Slvs_hConstraint)(sys->constraints + 1);
        sys->constraint[sys->constraints++] =
            Slvs_MakeConstraint(h, SOLVED, SLVS_C_PT_PT_DISTANCE, PLANE, distance, entity_of(s, a),
                                entity_of(s, b), 0, 0);
    }
}

/* Every feature of a moving link to its first one, and from the third on to the far one: 2 m - 3
 * distances for m joints. */
static void add_links(State *s, const int *point, const bool *known) {
    const Linkage *l = s->linkage;
    for (int i = 0; i < l->feature_count; i++) {
        const LinkageBody *b = &l->bodies[l->features[i].body];
        if (l->features[i].body == 0 || l->features[i].body == l->crank || i == b->first) {
            continue;
        }
        add_distance(s, point, known, b->first, i);
        if (i != b->far) {
            add_distance(s, point, known, b->far, i);
        }
    }
}

static void *create(const Linkage *l) {
    size_t n = (size_t)l->feature_count;
    State *s = linkage_take(1, sizeof *s);
    int *point = linkage_take(n, sizeof *point);
    bool *known = linkage_take(n, sizeof *known);
    s->linkage = l;
    s->scale = SIZE_IN_UNITS / l->size;
    s->param = linkage_take(n, sizeof *s->param);
    s->crank = linkage_take(n, sizeof *s->crank);
    s->system.param = linkage_take(2 * n + FIRST_PARAM, sizeof(Slvs_Param));
    s->system.entity = linkage_take(n + 3, sizeof(Slvs_Entity));
    s->system.constraint = linkage_take(2 * n, sizeof(Slvs_Constraint));
    merge(l, point);
    for (int i = 0; i < l->feature_count; i++) {
        int body = l->features[i].body;
        known[point[i]] |= body == 0 || body == l->crank;
        if (body == l->crank && i != l->pivot) {
            s->crank[s->crank_count++] = i;
        }
    }
    add_workplane(&s->system);
    add_points(s, point, known);
    add_links(s, point, known);
    s->start = linkage_take((size_t)s->system.params, sizeof *s->start);
    for (int i = 0; i < s->system.params; i++) {
        s->start[i] = s->system.param[i];
    }
    free(point);
    free(known);
    return s;
}

static void turn_crank(State *s, double angle) {
    const Linkage *l = s->linkage;
    const LinkageFeature *pivot = &l->features[l->pivot];
    double c = cos(angle), t = sin(angle);
    for (int i = 0; i < s->crank_count; i++) {
        const LinkageFeature *f = &l->features[s->crank[i]];
        double x = f->x - pivot->x, y = f->y - pivot->y;
        Slvs_Param *p = &s->system.param[s->param[s->crank[i]]];
        p[0].val = s->scale * (l->pivot_at[0] + c * x - t * y);
        p[1].val = s->scale * (l->pivot_at[1] + t * x + c * y);
    }
}

static int frames(void *state, const double *angles, int first, int last) {
    State *s = state;
    int failures = 0;
    for (int i = 0; first == 0 && i < s->system.params; i++) {
        s->system.param[i].val = s->start[i].val;
    }
    for (int i = first; i < last; i++) {
        turn_crank(s, angles[i]);
        s->system.calculateFaileds = 0;
        s->system.faileds = 0;
        Slvs_Solve(&s->system, SOLVED);
        failures += s->system.result != SLVS_RESULT_OKAY;
    }
    return failures;
}

static void points(void *state, LinkagePoint *to) {
    State *s = state;
    for (int i = 0; i < s->linkage->feature_count; i++) {
        const Slvs_Param *p = &s->system.param[s->param[i]];
        to[i][0] = p[0].val / s->scale;
        to[i][1] = p[1].val / s->scale;
    }
}

static void counts(void *state, int *unknowns, int *equations) {
    State *s = state;
    *unknowns = s->unknowns;
    *equations = s->system.constraints;
}

const System system_slvs = {"libslvs", create, destroy, frames, points, counts, NULL};
