/* contact_drafts.c: texts of planar worlds whose bodies touch. */
#include "contact_drafts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT 32000

static void add(Draft *draft, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(draft->text + draft->used, TEXT - draft->used, format, arguments);
    va_end(arguments);
    draft->used += length > 0 ? (size_t)length : 0;
    draft->used = draft->used < TEXT ? draft->used : TEXT - 1;
}

DraftPolygon draft_box(double low_x, double low_y, double high_x, double high_y) {
    return (DraftPolygon){4, {{low_x, low_y}, {high_x, low_y}, {high_x, high_y}, {low_x, high_y}}};
}

Draft draft_begin(tmTest *t, double scale, uint64_t *seed) {
    Draft draft = {.text = test_memory(t, TEXT, 1), .scale = scale, .seed = seed};
    return draft;
}

static void add_polygon(Draft *draft, const DraftPolygon *p) {
    int first = draft->seed ? test_between(draft->seed, 0, p->count - 1) : 0;
    add(draft, "prism((");
    for (int i = 0; i < p->count; i++) {
        int at = draft->mirrored ? p->count - 1 - i : i;
        const double *corner = p->corner[(first + at) % p->count];
        double x = draft->mirrored ? -corner[0] : corner[0];
        add(draft, "%s(%.17g, %.17g)", i > 0 ? ", " : "", draft->scale * x,
            draft->scale * corner[1]);
    }
    add(draft, "), 1)");
}

/* Keeps the pose of a new body, and returns its place. */
static int add_pose(Draft *draft, bool fixed, DraftPose pose) {
    int number = draft->body_count++;
    if (draft->mirrored) {
        pose = (DraftPose){-pose.x, pose.y, -pose.angle, -pose.vx, pose.vy, -pose.spin};
    }
    draft->is_fixed[number] = fixed;
    draft->pose[number] = pose;
    return number;
}

int draft_body(Draft *draft, bool fixed, const DraftPolygon *polygons, int count, DraftPose pose) {
    int order[DRAFT_BODIES] = {0}, number = add_pose(draft, fixed, pose);
    for (int i = 0; i < count; i++) {
        int j = draft->seed ? test_between(draft->seed, 0, i) : i;
        order[i] = order[j];
        order[j] = i;
    }
    add(draft, "primitive t%d begin\n  properties: (%s);\n  geometry: %s", number + 1,
        fixed ? "fixed" : "density: 1", count > 1 ? "union(" : "");
    for (int i = 0; i < count; i++) {
        add(draft, "%s", i > 0 ? ",\n      " : "");
        add_polygon(draft, &polygons[order[i]]);
    }
    add(draft, "%s;\n  interference: ;\n%send\n\n", count > 1 ? ")" : "",
        fixed ? "" : "  dynamics: ;\n");
    return number + 1;
}

int draft_block(Draft *draft, double width, double height, DraftPose pose) {
    DraftPolygon box = draft_box(-0.5 * width, -0.5 * height, 0.5 * width, 0.5 * height);
    return draft_body(draft, false, &box, 1, pose);
}

int draft_disc(Draft *draft, double radius, DraftPose pose) {
    int number = add_pose(draft, false, pose);
    add(draft,
        "primitive t%d begin\n  properties: (density: 1);\n  geometry: cylinder(%.17g, 1);\n"
        "  interference: ;\n  dynamics: ;\nend\n\n",
        number + 1, draft->scale * radius);
    return number + 1;
}

void draft_pin(Draft *draft, int first, int second, double x, double y) {
    const int bodies[2] = {first, second};
    for (int k = 0; k < 2; k++) {
        const DraftPose *p = &draft->pose[bodies[k] - 1];
        double dx = (draft->mirrored ? -x : x) - p->x, dy = y - p->y;
        draft->pins[draft->pin_count].bodies[k] = bodies[k];
        draft->pins[draft->pin_count].at[k][0] = cos(p->angle) * dx + sin(p->angle) * dy;
        draft->pins[draft->pin_count].at[k][1] = cos(p->angle) * dy - sin(p->angle) * dx;
    }
    draft->pin_count++;
}

static void add_pins(Draft *draft) {
    double s = draft->scale;
    for (int i = 0; i < draft->pin_count; i++) {
        double(*at)[2] = draft->pins[i].at;
        const int *body = draft->pins[i].bodies;
        add(draft, "    join b%d to b%d with pin matching ((%.17g, %.17g) (%.17g, %.17g));\n",
            body[0], body[1], s * at[0][0], s * at[0][1], s * at[1][0], s * at[1][1]);
    }
}

void draft_end(Draft *draft, double gravity, double down, double friction, double step,
               double duration) {
    double s = draft->scale;
    add(draft, "world w begin\n  components\n");
    for (int i = 1; i <= draft->body_count; i++) {
        int body = draft->reversed ? draft->body_count + 1 - i : i;
        add(draft, "    b%d: t%d;\n", body, body);
    }
    add(draft, "  structure begin\n");
    for (int i = 0; i < draft->body_count; i++) {
        const DraftPose *p = &draft->pose[i];
        add(draft, "    place b%d by center at (%.17g, %.17g) angle = %.17g", i + 1, s * p->x,
            s * p->y, p->angle);
        if (!draft->is_fixed[i]) {
            add(draft, " velocity = (%.17g, %.17g) angular_velocity = %.17g", s * p->vx, s * p->vy,
                p->spin);
        }
        add(draft, ";\n");
    }
    add_pins(draft);
    add(draft,
        "  end\n  properties: (planar, gravity: (%.17g, %.17g), friction: %.17g, restitution: "
        "%.17g);\n"
        "end\n\nsimulate w begin\n  time: (%.17g, %.17g);\n  sleep: off;\n",
        s * (gravity * cos(down)) * (draft->mirrored ? -1.0 : 1.0), s * (gravity * sin(down)),
        friction, draft->restitution, step, duration);
    if (draft->impact) {
        add(draft, "  impact: %s;\n  order: %s;\n", draft->impact, draft->order);
    }
    add(draft, "end\n");
}
