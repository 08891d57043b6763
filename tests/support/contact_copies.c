/* contact_copies.c: see contact_copies.h. */
#include "contact_copies.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX 400000

typedef struct Copy {
    const tmSim *sim;
    const tmModel *model;
    char *text;
    size_t used;
    double side; /* -1: mirrored */
    bool reversed, good;
} Copy;

static void add(Copy *c, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(c->text + c->used, TEXT_MAX - c->used, format, list);
    va_end(list);
    c->good = c->good && length >= 0 && c->used + (size_t)length < TEXT_MAX;
    c->used += c->good ? (size_t)length : 0;
}

/* ---- Bodies --------------------------------------------------------------------------------- */

/* Corners of a piece, counter-clockwise in the copy, too. */
static void add_corners(Copy *c, const tmPiece *p) {
    int32_t n = p->outline_count;
    add(c, "(");
    for (int32_t i = 0; i < n; i++) {
        const tmVec3 *v = &p->outline[c->side < 0.0 ? n - 1 - i : i];
        add(c, "%s(%.17g, %.17g)", i ? ", " : "", c->side * v->x, v->y);
    }
    add(c, ")");
}

static void add_piece(Copy *c, const tmPiece *p) {
    const tmVec3 *a = &p->outline[0], *b = &p->outline[p->outline_count - 1];
    if (p->outline_count == 1) {
        add(c, "cylinder(%.17g, 1, at: (%.17g, %.17g))", p->outline_radius, c->side * a->x, a->y);
    } else if (p->outline_count == 2) {
        double x = b->x - a->x, y = b->y - a->y;
        add(c, "bar(%.17g, %.17g, 1, at: (%.17g, %.17g), angle: %.17grad)", hypot(x, y),
            2.0 * p->outline_radius, c->side * 0.5 * (a->x + b->x), 0.5 * (a->y + b->y),
            c->side * atan2(y, x));
    } else {
        add(c, p->outline_radius > 0.0 ? "plate(" : "prism(");
        add_corners(c, p);
        if (p->outline_radius > 0.0) {
            add(c, ", %.17g", 2.0 * p->outline_radius);
        }
        add(c, ", 1)");
    }
}

static void add_body(Copy *c, int32_t i) {
    const tmPieces *pieces = tm_model_pieces(c->model, i);
    tmBodyInfo info;
    tm_model_body(c->model, i, &info);
    add(c, "material m%d begin end\nprimitive t%d begin properties: (material: m%d%s);\n", i, i, i,
        info.is_fixed ? ", fixed" : "");
    if (tm_pieces_count(pieces) > 0) {
        add(c, "  geometry: union(");
        for (int32_t k = 0; k < tm_pieces_count(pieces); k++) {
            add(c, k ? ", " : "");
            add_piece(c, tm_pieces_at(pieces, k));
        }
        add(c, "); interference: ;\n");
    }
    if (info.mass.mass > 0.0 && !info.is_fixed) {
        add(c, "  dynamics: (mass: %.17g, inertia: %.17g, center_of_mass: (%.17g, %.17g));\n",
            info.mass.mass, info.mass.inertia[2][2], c->side * info.mass.centre.x,
            info.mass.centre.y);
    }
    add(c, "end\n");
}

static void add_place(Copy *c, int32_t i) {
    const tmFrame *f = &tm_sim_frames(c->sim)[i];
    const tmTwist *v = &tm_sim_twists(c->sim)[i];
    tmBodyInfo info;
    tm_model_body(c->model, i, &info);
    add(c, "  place b%d by center at (%.17g, %.17g) angle = %.17grad", i, c->side * f->position[0],
        f->position[1], c->side * 2.0 * atan2(f->rotation[3], f->rotation[0]));
    if (!info.is_fixed && info.mass.mass > 0.0) {
        add(c, " velocity = (%.17g, %.17g) angular_velocity = %.17grad/s", c->side * v->linear[0],
            v->linear[1], c->side * v->angular[2]);
    }
    add(c, ";\n");
}

/* ---- Surfaces, joints ----------------------------------------------------------------------- */

static bool are_joined(const Copy *c, int32_t a, int32_t b) {
    int32_t count = 0;
    const int32_t *joints = tm_model_joints_of(c->model, a, &count);
    for (int32_t i = 0; i < count; i++) {
        tmJointInfo joint;
        tm_model_joint(c->model, joints[i], &joint);
        for (int32_t k = 0; k < joint.body_count && joint.row_count > 0; k++) {
            if (joint.bodies[k] == b) {
                return true;
            }
        }
    }
    return false;
}

/* Surfaces of all pairs that may touch, and, with `rules`, who may against the rule. */
static void add_pairs(Copy *c, bool rules) {
    int32_t count = 0;
    const int32_t *touching = tm_model_touching(c->model, &count);
    for (int32_t k = 0; k < count * count; k++) {
        int32_t a = touching[k / count], b = touching[k % count];
        bool may = a < b && tm_model_may_touch(c->model, a, b), joined = are_joined(c, a, b);
        tmSurfaceInfo s = {0.0, 0.0};
        tm_model_surface(c->model, a, b, &s);
        if (may && !rules) {
            add(c, "contact m%d with m%d begin friction: %.17g; restitution: %.17g; end\n", a, b,
                s.friction, s.restitution);
        } else if (rules && a < b && may == joined) {
            add(c, "  %s: b%d, b%d;\n", may ? "on" : "off", a, b);
        }
    }
}

static void add_point(Copy *c, const tmPointOn *on) {
    add(c, "(%.17g, %.17g)", c->side * on->point[0], on->point[1]);
}

static void add_name(Copy *c, int32_t body) {
    if (body > 0) {
        add(c, "b%d", body);
    } else {
        add(c, "world");
    }
}

/* A plain pin, or a rod. */
static void add_joint(Copy *c, int32_t i) {
    tmJointInfo joint;
    tm_model_joint(c->model, i, &joint);
    bool pin = strcmp(joint.kind->name, "pin") == 0, rod = strcmp(joint.kind->name, "rod") == 0;
    c->good = c->good && (pin || rod) && joint.body_count == 2 && joint.use.pair_count == 1;
    for (int32_t k = rod ? 1 : 0; c->good && k < joint.kind->parameter_count; k++) {
        c->good = !joint.use.arguments || isnan(joint.use.arguments[k]);
    }
    if (!c->good) {
        return;
    }
    const tmPointOn *pair = joint.use.pairs[0];
    add(c, "  join ");
    add_name(c, joint.bodies[pair[0].body]);
    add(c, " to ");
    add_name(c, joint.bodies[pair[1].body]);
    add(c, " with %s", joint.kind->name);
    if (rod) {
        add(c, "(%.17g)", joint.use.arguments[0]);
    }
    add(c, " matching (");
    add_point(c, &pair[0]);
    add(c, " ");
    add_point(c, &pair[1]);
    add(c, ") as j%d;\n", i + 1);
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static void add_world(Copy *c, int32_t bodies) {
    int32_t joints = tm_model_joint_count(c->model);
    const double *g = tm_model_world(c->model).gravity;
    add(c, "world w begin components\n");
    for (int32_t k = 1; k < bodies; k++) {
        int32_t i = c->reversed ? bodies - k : k;
        add(c, "  b%d: t%d;\n", i, i);
    }
    add(c, "structure begin\n");
    for (int32_t k = 1; k < bodies; k++) {
        add_place(c, c->reversed ? bodies - k : k);
    }
    for (int32_t k = 0; k < joints; k++) {
        add_joint(c, c->reversed ? joints - 1 - k : k);
    }
    add(c, "end\nproperties: (planar, gravity: (%.17g, %.17g));\ninterference: begin\n",
        c->side * g[0], g[1]);
    add_pairs(c, true);
    add(c, "end;\nend\n");
}

const char *contact_copy_text(tmTest *t, const tmSim *sim, bool mirrored, bool reversed) {
    static const char *const laws[] = {"poisson", "newton", "energetic"};
    static const char *const orders[] = {"simultaneous", "propagating", "sequential"};
    const tmModel *model = sim_model(sim);
    const tmSimInfo *info = tm_sim_info(sim);
    Copy c = {.sim = sim,
              .model = model,
              .side = mirrored ? -1.0 : 1.0,
              .reversed = reversed,
              .good = tm_model_control_count(model) == 0};
    c.text = test_memory(t, TEXT_MAX, 1);
    int32_t bodies = tm_model_body_count(model);
    for (int32_t i = 1; i < bodies && c.good; i++) {
        add_body(&c, i);
    }
    add_pairs(&c, false);
    add_world(&c, bodies);
    add(&c, "simulate w begin time: (%.17g, %.17g); method: stepping; impact: %s; order: %s; end\n",
        info->step, (COPY_STEPS + 2) * info->step, laws[info->impact], orders[info->order]);
    return c.good ? c.text : NULL;
}

/* ---- Runs ----------------------------------------------------------------------------------- */

/* Steps before anything touches, less two; less than 0: nothing ever does. */
static int64_t steps_before(tmTest *t, const char *text, int32_t run) {
    tmSim *sim = sim_of(t, text, run, NULL);
    int64_t k = 0;
    if (!sim || tm_sim_info(sim)->method != TM_METHOD_STEPPING) {
        return -1;
    }
    while (tm_sim_info(sim)->outcome == TM_SIM_RUNS && tm_sim_info(sim)->touching == 0) {
        k++;
        CHECK_STATUS(tm_sim_advance(sim, ((double)k + 0.5) * tm_sim_info(sim)->step), TM_OK);
    }
    return tm_sim_info(sim)->touching == 0 ? -1 : k > 2 ? k - 2 : 0;
}

/* Largest difference of a copy's poses from the first's, as part of the world's size [1]. */
static double apart(const ContactRun *first, const ContactRun *copy, double side) {
    double max = 0.0, size = tm_sim_info(first->sim)->size;
    for (int32_t i = 1; i < tm_model_body_count(first->model); i++) {
        tmBodyInfo info;
        tm_model_body(first->model, i, &info);
        const tmFrame *a = &tm_sim_frames(first->sim)[i];
        const tmFrame *b = &tm_sim_frames(copy->sim)[sim_body(first->t, copy->sim, info.name)];
        double turn = atan2(a->rotation[3], a->rotation[0]);
        turn -= side * atan2(b->rotation[3], b->rotation[0]);
        turn = fabs(remainder(2.0 * turn, 8.0 * atan(1.0)));
        double x = fabs(a->position[0] - side * b->position[0]) / size;
        double y = fabs(a->position[1] - b->position[1]) / size;
        max = fmax(max, fmax(turn, fmax(x, y)));
    }
    return max;
}

typedef struct Pair {
    const char *first, *copy; /* texts */
    int32_t run;
    int64_t steps;
    double side;
} Pair;

static bool copy_agrees(tmTest *t, const Pair *pair, double rise, double near) {
    ContactRun first, copy;
    double max = 0.0;
    bool good = contact_run_of(&first, t, pair->first, pair->run, NULL, rise) &&
                contact_run_of(&copy, t, pair->copy, pair->run, NULL, rise);
    for (int64_t i = 0; good && i < pair->steps && tm_sim_info(first.sim)->outcome == TM_SIM_RUNS;
         i++) {
        good = contact_step(&first) && contact_step(&copy);
        max = good ? fmax(max, apart(&first, &copy, pair->side)) : max;
    }
    good = good && CHECK(max <= near);
    if (!good) {
        printf("  a %s copy differs by %g of the world's size\n",
               pair->side < 0.0 ? "mirrored" : "reordered", max);
    }
    return good;
}

/* The same text, with the components of its worlds from the last statement to the first. */
static const char *reordered(tmTest *t, const char *text) {
    char *out = test_memory(t, strlen(text) + 1, 1);
    char *to = out;
    const char *from = text, *found;
    while ((found = strstr(from, "components"))) {
        const char *begin = found + strlen("components"), *end = strstr(begin, "structure");
        if (!end) {
            break;
        }
        memcpy(to, from, (size_t)(begin - from));
        to += begin - from;
        for (const char *last = end; last > begin;) {
            const char *semicolon = last - 1, *start;
            while (semicolon > begin && *semicolon != ';') {
                semicolon--;
            }
            for (start = semicolon; start > begin && start[-1] != ';'; start--) {
            }
            memcpy(to, start, (size_t)(semicolon + (*semicolon == ';') - start));
            to += semicolon + (*semicolon == ';') - start;
            last = start;
        }
        *to++ = ' ';
        from = end;
    }
    return strcpy(to, from), out;
}

bool contact_copies_agree(tmTest *t, const char *text, int32_t run, double rise, double near,
                          ContactCopies *kind) {
    int64_t steps = steps_before(t, text, run);
    tmSim *sim = sim_of(t, text, run, NULL);
    *kind = COPIES_NONE;
    if (!sim || steps < 0) {
        return sim != NULL;
    }
    bool good =
        steps == 0 ||
        CHECK_STATUS(tm_sim_advance(sim, ((double)steps + 0.5) * tm_sim_info(sim)->step), TM_OK);
    const char *plain = contact_copy_text(t, sim, false, false);
    *kind = plain ? COPIES_MIRRORED : COPIES_REORDERED;
    if (!plain) {
        Pair pair = {text, reordered(t, text), run, steps + COPY_STEPS, 1.0};
        return good && copy_agrees(t, &pair, rise, near);
    }
    for (int i = 1; good && i < 4; i++) {
        Pair pair = {plain, contact_copy_text(t, sim, i & 1, i & 2), 0, COPY_STEPS,
                     i & 1 ? -1.0 : 1.0};
        good = copy_agrees(t, &pair, rise, near);
    }
    return good;
}

bool contact_is_mirrored(tmTest *t, const char *text, double rise, double near) {
    ContactCopies kind;
    return contact_copies_agree(t, text, 0, rise, near, &kind) && CHECK(kind == COPIES_MIRRORED);
}
