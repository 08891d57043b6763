/* scenes.c: see scenes.h. */
#include "scenes.h"

static void place(const scene *s, double x, double y, double *wx, double *wy) {
    *wx = s->unit * (x * cos(s->angle) - y * sin(s->angle)) + s->x;
    *wy = s->unit * (x * sin(s->angle) + y * cos(s->angle)) + s->y;
}

tmBodyId scene_body(scene *s, const char *name, double x, double y) {
    tmBodyDef def = tm_body_def_default();
    tmBodyId id = {0};
    def.name = name;
    place(s, x, y, &def.x, &def.y);
    def.angle = s->angle;
    s->status = s->status == TM_OK ? tm_body_add(s->m, &def, &id) : s->status;
    return id;
}

tmFeatureId scene_mark(scene *s, tmBodyId on, double x, double y, double angle) {
    linkage l = {.m = s->m, .ground = s->ground, .status = s->status};
    double wx, wy;
    place(s, x, y, &wx, &wy);
    tmFeatureId id = linkage_mark(&l, on, wx, wy, angle + s->angle);
    s->status = l.status;
    return id;
}

tmFeatureId scene_point(scene *s, const char *name, double x, double y) {
    return scene_mark(s, scene_body(s, name, x, y), x, y, 0.0);
}

tmJointId scene_join(scene *s, const char *name, tmJointKind kind, tmFeatureId a, tmFeatureId b,
                     double value) {
    tmJointDef def = tm_joint_def_default();
    tmJointId id = {0};
    def.name = name;
    def.kind = kind;
    def.features[0] = a;
    def.features[1] = b;
    def.value = value;
    s->status = s->status == TM_OK ? tm_joint_add(s->m, &def, &id) : s->status;
    return s->joints[s->joint_count++] = id;
}

tmJointId scene_pin(scene *s, const char *name, tmBodyId a, tmBodyId b, double x, double y) {
    return scene_join(s, name, TM_JOINT_REVOLUTE, scene_mark(s, a, x, y, 0.0),
                      scene_mark(s, b, x, y, 0.0), 0.0);
}

tmJointId scene_rod(scene *s, const char *name, tmFeatureId a, tmFeatureId b, double length) {
    return scene_join(s, name, TM_JOINT_DISTANCE, a, b, length * s->unit);
}

/* Units, turns and shifts [own unit] in which every scene is built. */
static const double frames[SCENE_FRAMES][4] = {{1, 0, 0, 0},      {1e-6, 0, 0, 0},
                                               {1e6, 0, 0, 0},    {1e-3, 1.1, 20, -30},
                                               {1e6, 2.5, -7, 4}, {1e-6, -0.6, 50, 50}};

scene scene_open(tmTest *t, scene_fn *build, int frame) {
    const double *f = frames[frame];
    scene s = {.unit = f[0], .angle = f[1], .x = f[2] * f[0], .y = f[3] * f[0]};
    s.status = tm_mechanism_create(&t->allocator, &s.m);
    DEFER(tm_mechanism_destroy, s.m);
    if (s.status == TM_OK) {
        s.ground = tm_mechanism_ground(s.m);
        build(&s);
    }
    return s;
}

tmStatus scene_diagnose(const scene *s, const tmInput *inputs, int32_t count, const double *values,
                        tmDiagnosis **diagnosis) {
    tmDiagnosisDef def = tm_diagnosis_def_default();
    def.inputs = inputs;
    def.input_count = count;
    def.values = values;
    return tm_diagnosis_create(s->m, &def, diagnosis);
}

/* ---- Scenes -------------------------------------------------------------------------------- */

void scene_four_bar(scene *s) {
    tmBodyId crank = scene_body(s, "I", 0, 0), coupler = scene_body(s, "II", 0, 2),
             rocker = scene_body(s, "III", 4, 0);
    scene_pin(s, "A", s->ground, crank, 0, 0);
    scene_pin(s, "B", crank, coupler, 0, 2);
    scene_pin(s, "C", coupler, rocker, 5, 3);
    scene_pin(s, "D", rocker, s->ground, 4, 0);
}

void scene_figure_13(scene *s) {
    scene_four_bar(s);
    tmBodyId crank = tm_body_at(s->m, 1), rocker = tm_body_at(s->m, 3);
    tmBodyId v = scene_body(s, "V", 3, 5);
    scene_pin(s, "E", crank, v, 0, 2);
    scene_pin(s, "F", v, rocker, 5, 3);
}

void scene_figure_14b(scene *s) {
    tmBodyId one = scene_body(s, "I", 0, 0), two = scene_body(s, "II", 2, 0),
             three = scene_body(s, "III", 5, 0);
    tmBodyId top = scene_body(s, "top", 1, 2);
    scene_pin(s, "A", s->ground, one, 0, 0);
    scene_pin(s, "B", s->ground, two, 2, 0);
    scene_pin(s, "C", s->ground, three, 5, 0);
    scene_pin(s, "D", one, top, 1, 2);
    scene_pin(s, "E", two, top, 3, 2);
    scene_pin(s, "F", three, top, 6, 2);
}

/* The pair's middle joint at (2 + x, y), which is 1 from A and B. */
static void build_14a(scene *s, double x, double y) {
    tmBodyId crank = scene_body(s, "crank", 0, 0), first = scene_body(s, "first", 2, 0);
    tmBodyId second = scene_body(s, "second", 2, 0);
    scene_pin(s, "O", s->ground, crank, 0, 0);
    scene_pin(s, "A", crank, first, 2, 0);
    scene_pin(s, "C", first, second, 2 + x, y);
    scene_pin(s, "B", second, s->ground, 2, 0);
}

void scene_figure_14a(scene *s) {
    build_14a(s, 0.6, 0.8);
}

void scene_figure_14a_in_line(scene *s) {
    build_14a(s, 1.0, 0.0);
}

void scene_hanging_link(scene *s) {
    scene_four_bar(s);
    scene_pin(s, "E", tm_body_at(s->m, 2), scene_body(s, "IV", 3, 4), 3, 4);
}
