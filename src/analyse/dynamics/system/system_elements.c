/* system_elements.c: springs, dampers and pushes: forces along a coordinate of a joint. */
#include "analyse/dynamics/system/system_private.h"

/* The index of a parameter among those of the joint's hinge; -1: it has none of that name. */
static int32_t place_of(const tmJointInfo *joint, const char *name) {
    for (int32_t i = 0; i < joint->kind->parameter_count; i++) {
        if (strcmp(joint->kind->parameters[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The argument of a joint by the name of its parameter; NaN where it is not given or has none. */
static double argument(const tmJointInfo *joint, const char *name) {
    int32_t place = place_of(joint, name);
    return place >= 0 ? joint->use.arguments[place] : NAN;
}

static double or_zero(double number) {
    return number == number ? number : 0.0;
}

/* Whether the joint has a spring or a damper. */
static bool has_law(const tmJointInfo *joint) {
    return joint->coordinate_count > 0 && (or_zero(argument(joint, "stiffness")) != 0.0 ||
                                           or_zero(argument(joint, "damping")) != 0.0);
}

/* The coordinate in the assembly, with the whole turns that bring it nearest to its start in the
 * text, or to zero. */
static double measure(const tmiSystem *s, tmiElement *e) {
    tmFrame frames[TM_HINGE_BODIES];
    tmJointInfo joint;
    tmRowAt at;
    tm_model_joint(s->model, e->joint, &joint);
    double start = joint.start ? joint.start[e->coordinate][0] : NAN;
    const double near[2] = {or_zero(start), or_zero(start)};
    for (int32_t k = 0; k < e->constraint.body_count; k++) {
        frames[k] = s->start_frames[e->constraint.bodies[k]];
    }
    tm_row_at(&e->row, frames, NULL, near, &at);
    memcpy(e->near, at.turns, sizeof e->near);
    return at.value;
}

static tmStatus add(tmiSystem *s, int32_t number, int32_t coordinate) {
    tmJointInfo joint;
    tmiElement *e = &s->elements[s->element_count++];
    tm_model_joint(s->model, number, &joint);
    e->joint = number;
    e->coordinate = coordinate;
    e->row = joint.coordinates[coordinate];
    e->row.offset = 0.0;
    e->constraint.number = number;
    e->constraint.active = true;
    e->constraint.body_count = joint.body_count;
    e->constraint.bodies = tmi_system_alloc(s, joint.body_count, sizeof *e->constraint.bodies);
    e->constraint.rows = &e->row;
    e->constraint.row_count = 1;
    if (!e->constraint.bodies) {
        return TM_ERR_MEMORY;
    }
    memcpy(e->constraint.bodies, joint.bodies, (size_t)joint.body_count * sizeof *joint.bodies);
    e->next = s->element_of[number];
    s->element_of[number] = s->element_count - 1;
    return tmi_constraint_prepare(s, &e->constraint, false);
}

/* Where a spring is without force: `length` of a spring between points, `rest` of one in a joint.
 * Where that is not given it is the value at the start, or 0, as the help of the parameter says. */
static double rest_of(const tmJointInfo *joint, double placed) {
    int32_t place = place_of(joint, "rest");
    place = place >= 0 ? place : place_of(joint, "length");
    double given = place >= 0 ? joint->use.arguments[place] : NAN;
    const char *words = place >= 0 ? joint->kind->parameters[place].initial : NULL;
    bool zero = words && strcmp(words, "0") == 0;
    return given == given ? given : zero ? 0.0 : placed;
}

static tmStatus add_law(tmiSystem *s, int32_t number, const tmJointInfo *joint) {
    tmStatus status = add(s, number, 0);
    if (status == TM_OK) {
        tmiElement *e = &s->elements[s->element_count - 1];
        e->rest = rest_of(joint, measure(s, e));
        e->stiffness = or_zero(argument(joint, "stiffness"));
        e->damping = or_zero(argument(joint, "damping"));
    }
    return status;
}

tmStatus tmi_system_make_elements(tmiSystem *s, const tmiSystemDef *def) {
    int32_t joints = s->joint_constraints;
    int64_t max = (int64_t)joints + def->push_count;
    s->elements = tmi_system_alloc(s, max, sizeof *s->elements);
    s->element_of = tmi_system_alloc(s, joints, sizeof *s->element_of);
    s->push_of = tmi_system_alloc(s, def->push_count, sizeof *s->push_of);
    if (!s->elements || !s->element_of || !s->push_of) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < joints && status == TM_OK; i++) {
        tmJointInfo joint;
        tm_model_joint(s->model, i, &joint);
        s->element_of[i] = -1;
        status = has_law(&joint) && !def->moves ? add_law(s, i, &joint) : TM_OK;
    }
    for (int32_t i = 0; i < def->push_count && status == TM_OK; i++) {
        s->push_of[i] = s->element_count;
        status = add(s, def->pushes[i][0], def->pushes[i][1]);
        if (status == TM_OK) {
            (void)measure(s, &s->elements[s->push_of[i]]);
        }
    }
    return status;
}
