/* system_slvs.c: libslvs in the form that is fastest for it, dragged as SolveSpace drags. A pin is
 * one point in a workplane; a link is the distances between its points; a point on the line of two
 * others of its link is tied to that line, since three distances would not hold it; points of the
 * ground, and of a crank that is turned, are in a group that is not solved. A point on a line has
 * the distance 0 from it: libslvs' own constraint for that has a parameter of its own which starts
 * from zero in every solve, so that drags go astray.
 *
 * For a drag the point is put under the pointer, its two parameters are named as dragged, and the
 * solver brings all points back onto the constraints, those least. A frame that fails leaves the
 * pose before. */
#include "system.h"

#include <math.h>
#include <slvs.h>
#include <stdlib.h>
#include <string.h>

/* libslvs stops when every equation is below 1e-8 in its own units. With the size this long that is
 * 1e-10 of it. */
#define SIZE_IN_UNITS 100.0

/* libslvs calls redundant constraints inconsistent although it has solved them: an answer that is
 * good to this part of the size counts as one. */
#define GOOD 1e-9

/* A point this near the line of two others, of the size, is tied to it. */
#define ON_LINE 1e-6

enum { KNOWN = 1, SOLVED = 2 };               /* groups */
enum { ORIGIN = 1, NORMAL = 2, PLANE = 200 }; /* entities; points and lines follow */
enum { FIRST_POINT = 1000, FIRST_LINE = 5000, FIRST_PARAM = 8 };

#define PARAMS_MAX (FIRST_PARAM + 2 * SCENE_FEATURES)
#define ENTITIES_MAX (3 + 2 * SCENE_FEATURES)
#define CONSTRAINTS_MAX (3 * SCENE_FEATURES)

typedef struct State {
    const Scene *scene;
    Slvs_System system;
    Slvs_Param params[PARAMS_MAX], start[PARAMS_MAX], before[PARAMS_MAX];
    Slvs_Entity entities[ENTITIES_MAX];
    Slvs_Constraint constraints[CONSTRAINTS_MAX];
    int param[SCENE_FEATURES]; /* place of the feature's first parameter; -1: not a point */
    int point[SCENE_FEATURES]; /* the feature whose point it is */
    bool known[SCENE_FEATURES];
    ScenePoint at[SCENE_FEATURES]; /* at the start */
    int pivot;                     /* the crank's feature at the driver; -1 in a drag */
    double scale;
} State;

/* ---- Which points there are ---------------------------------------------------------------- */

static bool is_same(const Scene *s, int a, int b) {
    const SceneFeature *f = &s->features[a], *g = &s->features[b];
    return f->body == g->body && hypot(f->x - g->x, f->y - g->y) < 1e-12 * s->size;
}

static void join(int *point, int a, int b, bool *changed) {
    int min = point[a] < point[b] ? point[a] : point[b];
    *changed |= point[a] != point[b];
    point[a] = point[b] = min;
}

/* Pinned features are one point, and so are those of one body at one place. */
static void merge(State *s) {
    const Scene *scene = s->scene;
    for (int i = 0; i < scene->feature_count; i++) {
        s->point[i] = i;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int j = 0; j < scene->joint_count; j++) {
            if (scene->joints[j].kind == SCENE_PIN) {
                join(s->point, scene->joints[j].a, scene->joints[j].b, &changed);
            }
        }
        for (int i = 0; i < scene->feature_count; i++) {
            for (int k = 0; k < i; k++) {
                if (is_same(scene, i, k)) {
                    join(s->point, i, k, &changed);
                }
            }
        }
    }
}

static double off_line(const Scene *s, int p, int a, int b) {
    const SceneFeature *f = &s->features[p], *g = &s->features[a], *h = &s->features[b];
    double ux = h->x - g->x, uy = h->y - g->y;
    return fabs(ux * (f->y - g->y) - uy * (f->x - g->x)) / hypot(ux, uy);
}

/* The feature that spans the slot's line with `along`: one of the body that is a point anyway, or
 * the slot's own. */
static int base_of(const State *s, const SceneJoint *j) {
    const Scene *scene = s->scene;
    for (int k = 0; k < scene->joint_count; k++) {
        for (int end = 0; end < 2 && scene->joints[k].kind == SCENE_PIN; end++) {
            int f = end == 0 ? scene->joints[k].a : scene->joints[k].b;
            if (scene->features[f].body == scene->features[j->a].body &&
                !is_same(scene, f, j->along) &&
                off_line(scene, f, j->a, j->along) < ON_LINE * scene->size) {
                return f;
            }
        }
    }
    return j->a;
}

/* Features that must be points: pins, what slides, what spans a line, what is dragged. */
static void list_used(const State *s, bool *used) {
    const Scene *scene = s->scene;
    for (int i = 0; i < scene->joint_count; i++) {
        const SceneJoint *j = &scene->joints[i];
        used[s->point[j->b]] = true;
        used[s->point[j->kind == SCENE_PIN ? j->a : base_of(s, j)]] = true;
        if (j->kind != SCENE_PIN) {
            used[s->point[j->along]] = true;
        }
    }
    used[s->point[scene->dragged]] = true;
}

/* ---- Building ------------------------------------------------------------------------------ */

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

static void add_points(State *s, const bool *used) {
    Slvs_System *sys = &s->system;
    for (int i = 0; i < s->scene->feature_count; i++) {
        int p = s->point[i];
        s->param[i] = -1;
        if (p != i || !used[i]) {
            s->param[i] = used[p] ? s->param[p] : -1;
            continue;
        }
        unsigned group = s->known[i] ? KNOWN : SOLVED;
        Slvs_hParam h = (Slvs_hParam)(sys->params + 1);
        s->param[i] = sys->params;
        for (int k = 0; k < 2; k++) {
            sys->param[sys->params++] =
                Slvs_MakeParam(h + (Slvs_hParam)k, group, s->scale * s->at[i][k]);
        }
        sys->entity[sys->entities++] = Slvs_MakePoint2d(entity_of(s, i), group, PLANE, h, h + 1);
    }
}

static bool is_known(const State *s, int feature) {
    return s->known[s->point[feature]];
}

static void constrain(State *s, int type, double value, Slvs_hEntity a, Slvs_hEntity b,
                      Slvs_hEntity line) {
    Slvs_System *sys = &s->system;
    Slvs_hConstraint h = (Slvs_hConstraint)(sys->constraints + 1);
    sys->constraint[sys->constraints++] =
        Slvs_MakeConstraint(h, SOLVED, type, PLANE, value, a, b, line, 0);
}

static void add_distance(State *s, int a, int b) {
    const SceneFeature *f = &s->scene->features[a], *g = &s->scene->features[b];
    if (!is_known(s, a) || !is_known(s, b)) {
        constrain(s, SLVS_C_PT_PT_DISTANCE, s->scale * hypot(f->x - g->x, f->y - g->y),
                  entity_of(s, a), entity_of(s, b), 0);
    }
}

static void add_on_line(State *s, int p, int a, int b) {
    Slvs_System *sys = &s->system;
    Slvs_hEntity line = (Slvs_hEntity)(FIRST_LINE + sys->entities);
    unsigned group = is_known(s, a) && is_known(s, b) ? KNOWN : SOLVED;
    sys->entity[sys->entities++] =
        Slvs_MakeLineSegment(line, group, PLANE, entity_of(s, a), entity_of(s, b));
    constrain(s, SLVS_C_PT_LINE_DISTANCE, 0.0, entity_of(s, p), 0, line);
}

/* The body's features that are points, each point once. */
static int list_points(const State *s, int body, int *list) {
    int count = 0;
    for (int i = 0; i < s->scene->feature_count; i++) {
        bool fresh = s->scene->features[i].body == body && s->param[i] >= 0;
        for (int k = 0; k < count && fresh; k++) {
            fresh = s->param[list[k]] != s->param[i];
        }
        if (fresh) {
            list[count++] = i;
        }
    }
    return count;
}

static double local_distance(const Scene *s, int a, int b) {
    return hypot(s->features[a].x - s->features[b].x, s->features[a].y - s->features[b].y);
}

static void add_link(State *s, int body) {
    int list[SCENE_FEATURES], count = list_points(s, body, list), far = 0;
    for (int i = 1; i < count; i++) {
        bool farther = local_distance(s->scene, list[0], list[i]) >
                       local_distance(s->scene, list[0], list[far]);
        far = farther ? i : far;
    }
    if (count > 1) {
        add_distance(s, list[0], list[far]);
    }
    for (int i = 1; i < count; i++) {
        if (i == far) {
            continue;
        }
        add_distance(s, list[0], list[i]);
        if (off_line(s->scene, list[i], list[0], list[far]) < ON_LINE * s->scene->size) {
            add_on_line(s, list[i], list[0], list[far]);
        } else {
            add_distance(s, list[far], list[i]);
        }
    }
}

static void destroy(void *state) {
    free(state);
}

static void *create(const Scene *scene, bool drag) {
    State *s = scene_take(1, sizeof *s);
    bool used[SCENE_FEATURES] = {false};
    s->scene = scene;
    s->scale = SIZE_IN_UNITS / scene->size;
    s->system.param = s->params;
    s->system.entity = s->entities;
    s->system.constraint = s->constraints;
    scene_start(scene, s->at);
    merge(s);
    list_used(s, used);
    for (int i = 0; i < scene->feature_count; i++) {
        int body = scene->features[i].body;
        s->known[s->point[i]] |= body == 0 || (!drag && body == scene->crank);
    }
    add_workplane(&s->system);
    add_points(s, used);
    for (int body = 1; body < scene->body_count; body++) {
        if (drag || body != scene->crank) {
            add_link(s, body);
        }
    }
    for (int i = 0; i < scene->joint_count; i++) {
        const SceneJoint *j = &scene->joints[i];
        if (j->kind != SCENE_PIN) {
            add_on_line(s, j->b, base_of(s, j), j->along);
        }
    }
    s->pivot = -1;
    if (!drag) {
        const SceneJoint *j = &scene->joints[scene->driver];
        s->pivot = scene->features[j->a].body == 0 ? j->b : j->a;
    }
    memcpy(s->start, s->params, sizeof s->start);
    return s;
}

/* ---- Frames -------------------------------------------------------------------------------- */

static void turn_crank(State *s, double turn) {
    const double *o = s->at[s->pivot];
    double c = cos(turn), t = sin(turn);
    for (int i = 0; i < s->scene->feature_count; i++) {
        if (s->scene->features[i].body == s->scene->crank && s->param[i] >= 0) {
            double x = s->at[i][0] - o[0], y = s->at[i][1] - o[1];
            s->params[s->param[i]].val = s->scale * (o[0] + c * x - t * y);
            s->params[s->param[i] + 1].val = s->scale * (o[1] + t * x + c * y);
        }
    }
}

static void put_under_pointer(State *s, const double at[2]) {
    int p = s->param[s->scene->dragged];
    for (int k = 0; k < 2; k++) {
        s->params[p + k].val = s->scale * at[k];
        s->system.dragged[k] = s->params[p + k].h;
    }
}

/* Features that are not points of the solver are placed by two of their body that are. */
static void place_rest(const State *s, ScenePoint *to) {
    const Scene *scene = s->scene;
    for (int i = 0; i < scene->feature_count; i++) {
        const SceneFeature *f = &scene->features[i];
        int list[SCENE_FEATURES];
        if (s->param[i] >= 0) {
            continue;
        }
        int count = list_points(s, f->body, list);
        if (f->body == 0 || count < 2) {
            memcpy(to[i], f->body == 0 ? s->at[i] : to[list[0]], sizeof to[i]);
            continue;
        }
        const SceneFeature *g = &scene->features[list[0]], *h = &scene->features[list[1]];
        double x = h->x - g->x, y = h->y - g->y;
        double u = to[list[1]][0] - to[list[0]][0], v = to[list[1]][1] - to[list[0]][1];
        double c = (x * u + y * v) / (x * x + y * y), t = (x * v - y * u) / (x * x + y * y);
        to[i][0] = to[list[0]][0] + c * (f->x - g->x) - t * (f->y - g->y);
        to[i][1] = to[list[0]][1] + t * (f->x - g->x) + c * (f->y - g->y);
    }
}

static void read_points(const State *s, ScenePoint *to) {
    for (int i = 0; i < s->scene->feature_count; i++) {
        for (int k = 0; k < 2 && s->param[i] >= 0; k++) {
            to[i][k] = s->params[s->param[i] + k].val / s->scale;
        }
    }
    place_rest(s, to);
}

static void run(void *state, const Path *path, DragAnswer *answers, ScenePoint *points) {
    State *s = state;
    Slvs_System *sys = &s->system;
    memcpy(s->params, s->start, sizeof s->params);
    for (int i = 0; i < path->count; i++) {
        ScenePoint *to = points + (size_t)i * (size_t)s->scene->feature_count;
        memcpy(s->before, s->params, sizeof s->before);
        if (path->drag) {
            put_under_pointer(s, path->values[i]);
        } else {
            turn_crank(s, path->values[i][0]);
        }
        sys->calculateFaileds = 0;
        sys->faileds = 0;
        Slvs_Solve(sys, SOLVED);
        read_points(s, to);
        bool good = sys->result == SLVS_RESULT_OKAY ||
                    scene_residual(s->scene, (const ScenePoint *)to) < GOOD * s->scene->size;
        answers[i] = (DragAnswer){.done = good};
        if (!good) {
            memcpy(s->params, s->before, sizeof s->params);
            read_points(s, to);
        }
    }
}

const DragSystem drag_system_slvs = {"libslvs", create, destroy, run};
