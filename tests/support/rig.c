/* rig.c: mechanisms in space as plain arrays. */
#include "rig.h"

#include "frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t rounded(size_t bytes) {
    return (bytes + 15) / 16 * 16;
}

size_t rig_size(int32_t bodies, int32_t joints) {
    size_t n = (size_t)bodies + 1, m = (size_t)joints + 1;
    return rounded(sizeof(Rig)) + rounded(n * sizeof(tmFrame)) + rounded(n * sizeof(bool)) +
           rounded(m * sizeof(tmiSpaceJoint)) + rounded(m * sizeof(tmHingeTable)) +
           rounded(m * 2 * sizeof(int32_t)) + rounded(m * 2 * sizeof(tmPointOn)) +
           rounded(n * sizeof(tmiSpacePlace));
}

static void *cut(char **memory, size_t bytes) {
    void *out = *memory;
    *memory += rounded(bytes);
    return out;
}

Rig *rig_init(void *memory, bool planar, int32_t bodies, int32_t joints) {
    size_t n = (size_t)bodies + 1, m = (size_t)joints + 1;
    char *at = memory;
    Rig *rig = cut(&at, sizeof *rig);
    rig->frames = cut(&at, n * sizeof(tmFrame));
    rig->fixed = cut(&at, n * sizeof(bool));
    rig->joints = cut(&at, m * sizeof(tmiSpaceJoint));
    rig->tables = cut(&at, m * sizeof(tmHingeTable));
    rig->bodies = cut(&at, m * 2 * sizeof(int32_t));
    rig->pairs = cut(&at, m * 2 * sizeof(tmPointOn));
    rig->places = cut(&at, n * sizeof(tmiSpacePlace));
    rig->max_body = bodies + 1;
    rig->max_joint = joints;
    rig->space = (tmiSpace){.planar = planar, .frames = rig->frames, .fixed = rig->fixed};
    rig->space.joints = rig->joints;
    rig->space.places = rig->places;
    rig->fixed[rig_body(rig, 0.0, 0.0, 0.0)] = true;
    return rig;
}

Rig *rig_make(tmTest *t, bool planar, int32_t bodies, int32_t joints) {
    return rig_init(test_memory(t, rig_size(bodies, joints), 1), planar, bodies, joints);
}

int32_t rig_body(Rig *rig, double x, double y, double z) {
    if (rig->space.body_count == rig->max_body) {
        abort(); /* the test asked for too few */
    }
    rig->frames[rig->space.body_count] = (tmFrame){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
    return rig->space.body_count++;
}

tmPointOn at(int32_t body, double x, double y, double z) {
    return (tmPointOn){.body = body, .point = {x, y, z}};
}

tmPointOn axis(int32_t body, double x, double y, double z, double dx, double dy, double dz) {
    double length = sqrt(dx * dx + dy * dy + dz * dz);
    return (tmPointOn){.body = body,
                       .is_axis = true,
                       .point = {x, y, z},
                       .direction = {dx / length, dy / length, dz / length}};
}

int32_t rig_join(Rig *rig, const char *hinge, tmPointOn a, tmPointOn b, double argument) {
    int32_t count, joint = rig->space.joint_count;
    const tmHingeKind *kinds = tm_hinge_kinds(&count);
    const tmHingeKind *kind = kinds;
    while (kind < kinds + count - 1 && strcmp(kind->name, hinge) != 0) {
        kind++;
    }
    if (joint == rig->max_joint || a.body == b.body) {
        rig->message = "there is no room, or the bodies are one";
        return -1;
    }
    rig->bodies[joint][0] = a.body;
    rig->bodies[joint][1] = b.body;
    a.body = 0;
    b.body = 1;
    rig->pairs[joint][0] = a;
    rig->pairs[joint][1] = b;
    const tmPointOn pairs[1][2] = {{a, b}};
    const double arguments[4] = {argument, NAN, NAN, NAN};
    const tmCurve curves[4] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    const tmHingeUse use = {.planar = rig->space.planar,
                            .body_count = 2,
                            .pairs = pairs,
                            .pair_count = 1,
                            .arguments = arguments,
                            .curves = curves};
    tmHingeTable *table = &rig->tables[joint];
    bool made = tm_hinge_make(kind, &use, table);
    rig->message = table->message;
    if (!made) {
        return -1;
    }
    rig->joints[joint] = (tmiSpaceJoint){rig->bodies[joint],
                                         2,
                                         table->rows,
                                         table->row_count,
                                         table->coordinates,
                                         table->coordinate_count,
                                         (const tmPointOn(*)[2]) & rig->pairs[joint],
                                         1};
    rig->space.joint_count++;
    return joint;
}

void rig_place(Rig *rig, tmPointOn point, double x, double y, double z, bool is_turned) {
    tmiSpacePlace *place = &rig->places[rig->space.place_count++];
    *place = (tmiSpacePlace){.body = point.body, .at = {x, y, z}, .is_turned = is_turned};
    memcpy(place->point, point.point, sizeof place->point);
}

void rig_point(const tmFrame *frames, tmPointOn point, double out[3]) {
    placed(&frames[point.body], point.point, out);
}

void rig_direction(const tmFrame *frames, tmPointOn axis, double out[3]) {
    turned(&frames[axis.body], axis.direction, out);
}

double rig_angle(const double from[3], const double of[3], const double about[3]) {
    double across[3] = {about[1] * from[2] - about[2] * from[1],
                        about[2] * from[0] - about[0] * from[2],
                        about[0] * from[1] - about[1] * from[0]};
    double x = 0.0, y = 0.0;
    for (int i = 0; i < 3; i++) {
        x += from[i] * of[i];
        y += across[i] * of[i];
    }
    return atan2(y, x);
}

tmSpaceInput coordinate_of(int32_t joint, int32_t coordinate) {
    return (tmSpaceInput){.kind = TM_SPACE_COORDINATE, .joint = joint, .coordinate = coordinate};
}

tmSpaceInput drag_of(tmPointOn point) {
    return (tmSpaceInput){.kind = TM_SPACE_DRAG, .point = point};
}

tmAssembly *rig_assemble(tmTest *t, const Rig *rig) {
    tmAssembly *assembly = NULL;
    if (CHECK_STATUS(tmi_assemble(&t->allocator, &rig->space, NULL, &assembly), TM_OK)) {
        DEFER(tm_assembly_destroy, assembly);
        CHECK(tm_assembly_info(assembly)->outcome == TM_ASSEMBLY_CLOSED);
    }
    return assembly;
}
