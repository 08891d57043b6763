/* equations_print.c: printed equations as text in the manner of [HH] figure 4.2, and as JSON. */
#include "analyse/dynamics/print/equations_private.h"

#include <string.h>

static const char *body_name(const tmiSystem *s, int32_t body) {
    tmBodyInfo info;
    return tm_model_body(s->model, body, &info) == TM_OK ? info.name : "";
}

/* What a row with its own multiplier means, in words. */
static const char *row_words(const tmRow *row) {
    switch ((tmRowKind)row->kind) {
    case TM_ROW_PLANE:
        return row->at_infinity ? "directions at right angles" : "point on a plane";
    case TM_ROW_SPHERE:
        return "distance between two points";
    case TM_ROW_TURN:
        return "angle";
    case TM_ROW_OWN:
        break;
    }
    return "ratio or length of its own";
}

static const char *mover_words(const tmiMover *mover) {
    return mover->kind == TMI_MOVER_LED        ? "prescribed by controls"
           : mover->kind == TMI_MOVER_MASSLESS ? "without mass"
                                               : "";
}

/* The joint that a constraint is, or whose coordinate it is about; false where there is none. */
static bool joint_of(const tmiSystem *s, int32_t constraint, tmJointInfo *joint) {
    return s->constraint_joint[constraint] >= 0 &&
           tm_model_joint(s->model, s->constraint_joint[constraint], joint) == TM_OK;
}

/* ---- Text ---------------------------------------------------------------------------------- */

static void put_equation(const tmiPrinted *p, const tmiPrintedEquation *equation, int32_t digits,
                         tmiOutput *out) {
    for (int32_t i = 0; i < equation->count; i++) {
        tmi_output_add(out, i > 0 ? " + " : "");
        tmi_output_add_digits(out, equation->terms[i].coefficient, digits);
        tmi_output_add(out, " ");
        tmi_output_add(out, p->unknowns[equation->terms[i].unknown].name);
    }
    tmi_output_add(out, equation->count > 0 ? " = " : "0.0 = ");
    tmi_output_add_digits(out, equation->right, digits);
    tmi_output_add(out, "\n");
}

static void put_numbered(tmiOutput *out, int32_t number, const char *name) {
    tmi_output_add(out, "  ");
    tmi_output_add_int(out, number);
    tmi_output_add(out, "  ");
    tmi_output_add(out, name);
}

static void put_bodies(const tmiPrinted *p, tmiOutput *out) {
    const tmiSystem *s = p->system;
    tmi_output_add(out, "\nbodies\n");
    for (int32_t m = 0; m < s->mover_count; m++) {
        const char *words = mover_words(&s->movers[m]);
        put_numbered(out, m + 1, body_name(s, s->movers[m].body));
        tmi_output_add(out, *words ? ", " : "");
        tmi_output_add(out, words);
        tmi_output_add(out, "\n");
    }
}

static void put_constraint(const tmiPrinted *p, int32_t index, tmiOutput *out) {
    const tmiSystem *s = p->system;
    const tmiConstraint *constraint = &s->constraints[index];
    tmJointInfo joint;
    bool has_joint = joint_of(s, index, &joint),
         is_joint = constraint->kind == TMI_CONSTRAINT_JOINT;
    put_numbered(out, tmi_printed_number(p, index),
                 is_joint && has_joint                      ? joint.name
                 : constraint->kind == TMI_CONSTRAINT_LIMIT ? "limit"
                 : constraint->number < 0                   ? "rest of the motion"
                                                            : "motion");
    if (has_joint) {
        tmi_output_add(out, is_joint ? ", " : " of ");
        tmi_output_add(out, is_joint ? joint.kind->name : joint.name);
        tmi_output_add(out, is_joint ? "" : ",");
    }
    for (int32_t b = 0; b < constraint->body_count; b++) {
        tmi_output_add(out, b > 0 ? ", " : " of ");
        tmi_output_add(out, body_name(s, constraint->bodies[b]));
    }
    tmi_output_add(out, "\n");
}

/* The constraints of one owner, each with its bodies, the first part first. */
static void put_constraints(const tmiPrinted *p, tmiPrintedOwner owner, const char *title,
                            tmiOutput *out) {
    for (int32_t i = 0; i < p->system->constraint_count; i++) {
        const tmiConstraint *constraint = &p->system->constraints[i];
        if (tmi_printed_owner(constraint) == owner && tmi_printed_holds(constraint)) {
            tmi_output_add(out, title);
            title = "";
            put_constraint(p, i, out);
        }
    }
}

static void put_multipliers(const tmiPrinted *p, tmiOutput *out) {
    const char *title = "multipliers: a body feels minus its coefficient times the multiplier\n";
    for (int32_t i = 0; i < p->unknown_count; i++) {
        const tmiUnknown *unknown = &p->unknowns[i];
        if (unknown->row) {
            tmi_output_add(out, title);
            title = "";
            tmi_output_add(out, "  ");
            tmi_output_add(out, unknown->name);
            tmi_output_add(out, "  ");
            tmi_output_add(out, row_words(unknown->row));
            tmi_output_add(out, ", ");
            tmi_output_add(out, tmi_printed_unit(unknown->unit));
            tmi_output_add(out, "\n");
        }
    }
}

static void put_words(const tmiPrinted *p, tmiOutput *out) {
    tmi_output_add(out, p->system->planar ? "x, y: accelerations of centres of mass, m/s^2; w: "
                                            "angular accelerations, rad/s^2\nfx, fy, t: force and "
                                            "torque"
                                          : "x, y, z: accelerations of centres of mass, m/s^2; wx, "
                                            "wy, wz: angular accelerations, rad/s^2\nfx, fy, fz, "
                                            "tx, ty, tz: force and torque");
    tmi_output_add(out, " of a joint's first part on the second (its 'reaction' is that of the "
                        "second on the first: the opposite), or of a control or limit on its "
                        "first, N and N*m\n");
    if (p->system->redundant) {
        tmi_output_add(out, "joints are redundant: these are the forces of least norm among "
                            "all that solve the equations\n");
    }
}

void tmi_printed_text(const tmiPrinted *p, int32_t digits, tmiOutput *out) {
    int32_t group = -1;
    tmi_output_add(out, "time ");
    tmi_output_add_digits(out, p->time, digits);
    tmi_output_add(out, " s\n");
    for (int32_t i = 0; i < p->equation_count; i++) {
        tmiPrintedEquation equation;
        tmi_printed_equation(p, i, false, &equation);
        tmi_output_add(out, equation.owner != group ? "\n" : "");
        group = equation.owner;
        put_equation(p, &equation, digits, out);
    }
    tmi_output_add(out, "\n");
    for (int32_t i = 0; i < p->unknown_count; i++) {
        const tmiUnknown *unknown = &p->unknowns[i];
        tmi_output_add(out, unknown->name);
        tmi_output_add(out, " = ");
        tmi_output_add_digits(out, tmi_printed_value(p, unknown), digits);
        tmi_output_add(out, "\n");
    }
    put_bodies(p, out);
    put_constraints(p, TMI_PRINTED_JOINT, "joints\n", out);
    put_constraints(p, TMI_PRINTED_LIMIT, "limits\n", out);
    put_constraints(p, TMI_PRINTED_CONTROL, "controls\n", out);
    put_multipliers(p, out);
    put_words(p, out);
    tmi_output_add(out, "largest residual, relative to the largest term: ");
    tmi_output_add_digits(out, p->residual, 2);
    tmi_output_add(out, "\n");
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static const char *const owner_words[] = {"joint", "control", "limit", "body"};

/* Begins the next object of a list with a whole number. */
static void open_item(tmiOutput *out, bool first, const char *key, int32_t number) {
    tmi_output_add(out, first ? "\n  {\"" : ",\n  {\"");
    tmi_output_add(out, key);
    tmi_output_add(out, "\": ");
    tmi_output_add_int(out, number);
}

static void put_pair(tmiOutput *out, const char *key, const char *text) {
    tmi_output_add(out, ", \"");
    tmi_output_add(out, key);
    tmi_output_add(out, "\": ");
    tmi_output_add_string(out, text, strlen(text));
}

static void put_number(tmiOutput *out, const char *key, double number, int32_t digits) {
    tmi_output_add(out, ", \"");
    tmi_output_add(out, key);
    tmi_output_add(out, "\": ");
    tmi_output_add_digits(out, number, digits);
}

static void put_json_bodies(const tmiPrinted *p, tmiOutput *out) {
    const tmiSystem *s = p->system;
    tmi_output_add(out, ",\n \"bodies\": [");
    for (int32_t m = 0; m < s->mover_count; m++) {
        open_item(out, m == 0, "number", m + 1);
        put_pair(out, "name", body_name(s, s->movers[m].body));
        put_pair(out, "note", mover_words(&s->movers[m]));
        tmi_output_add(out, "}");
    }
    tmi_output_add(out, "]");
}

static void put_json_constraints(const tmiPrinted *p, tmiPrintedOwner owner, tmiOutput *out) {
    const tmiSystem *s = p->system;
    bool first = true;
    tmi_output_add(out, ",\n \"");
    tmi_output_add(out, owner_words[owner]);
    tmi_output_add(out, "s\": [");
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        tmJointInfo joint;
        if (tmi_printed_owner(constraint) != owner || !tmi_printed_holds(constraint)) {
            continue;
        }
        open_item(out, first, "number", tmi_printed_number(p, i));
        first = false;
        if (joint_of(s, i, &joint)) {
            put_pair(out, owner == TMI_PRINTED_JOINT ? "name" : "joint", joint.name);
            put_pair(out, "kind", joint.kind->name);
        }
        tmi_output_add(out, ", \"bodies\": [");
        for (int32_t b = 0; b < constraint->body_count; b++) {
            tmi_output_add(out, b > 0 ? ", " : "");
            const char *name = body_name(s, constraint->bodies[b]);
            tmi_output_add_string(out, name, strlen(name));
        }
        tmi_output_add(out, "]}");
    }
    tmi_output_add(out, "]");
}

static void put_json_unknowns(const tmiPrinted *p, int32_t digits, tmiOutput *out) {
    tmi_output_add(out, ",\n \"unknowns\": [");
    for (int32_t i = 0; i < p->unknown_count; i++) {
        const tmiUnknown *unknown = &p->unknowns[i];
        open_item(out, i == 0, owner_words[unknown->owner], unknown->number);
        put_pair(out, "name", unknown->name);
        put_pair(out, "unit", tmi_printed_unit(unknown->unit));
        put_number(out, "value", tmi_printed_value(p, unknown), digits);
        tmi_output_add(out, "}");
    }
    tmi_output_add(out, "]");
}

static void put_json_equations(const tmiPrinted *p, int32_t digits, tmiOutput *out) {
    tmi_output_add(out, ",\n \"equations\": [");
    for (int32_t i = 0; i < p->equation_count; i++) {
        tmiPrintedEquation equation;
        tmi_printed_equation(p, i, false, &equation);
        open_item(out, i == 0, owner_words[equation.owner], equation.number);
        put_pair(out, "unit", tmi_printed_unit(equation.unit));
        tmi_output_add(out, ", \"terms\": [");
        for (int32_t k = 0; k < equation.count; k++) {
            tmi_output_add(out, k > 0 ? ", {\"unknown\": " : "{\"unknown\": ");
            const char *name = p->unknowns[equation.terms[k].unknown].name;
            tmi_output_add_string(out, name, strlen(name));
            put_number(out, "coefficient", equation.terms[k].coefficient, digits);
            tmi_output_add(out, "}");
        }
        tmi_output_add(out, "]");
        put_number(out, "right", equation.right, digits);
        tmi_output_add(out, "}");
    }
    tmi_output_add(out, "]");
}

void tmi_printed_json(const tmiPrinted *p, int32_t digits, tmiOutput *out) {
    tmi_output_add(out, "{\"time\": ");
    tmi_output_add_digits(out, p->time, digits);
    tmi_output_add(out, p->system->planar ? ", \"planar\": true" : ", \"planar\": false");
    tmi_output_add(out, p->system->redundant ? ", \"redundant\": true" : ", \"redundant\": false");
    put_json_bodies(p, out);
    put_json_constraints(p, TMI_PRINTED_JOINT, out);
    put_json_constraints(p, TMI_PRINTED_LIMIT, out);
    put_json_constraints(p, TMI_PRINTED_CONTROL, out);
    put_json_unknowns(p, digits, out);
    put_json_equations(p, digits, out);
    put_number(out, "residual", p->residual, digits);
    tmi_output_add(out, "}\n");
}
