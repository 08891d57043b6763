/* system_constraints.c: the rows of a world: those of its joints, of what is prescribed, of limits,
 * and of what led bodies keep to by themselves. */
#include "analyse/dynamics/system/system_private.h"

/* ---- Copies -------------------------------------------------------------------------------- */

static bool take_rows(tmiSystem *s, tmiConstraint *constraint, const tmRow *rows, int32_t row_count,
                      const int32_t *bodies, int32_t body_count) {
    constraint->rows = tmi_system_alloc(s, row_count, sizeof *constraint->rows);
    constraint->bodies = tmi_system_alloc(s, body_count, sizeof *constraint->bodies);
    if (!constraint->rows || !constraint->bodies) {
        return false;
    }
    for (int32_t i = 0; i < row_count; i++) {
        constraint->rows[i] = rows[i];
    }
    for (int32_t i = 0; i < body_count; i++) {
        constraint->bodies[i] = bodies[i];
    }
    constraint->row_count = row_count;
    constraint->body_count = body_count;
    constraint->active = true;
    return true;
}

static tmStatus make_joint(tmiSystem *s, const tmiSystemDef *def, int32_t number,
                           tmiConstraint *constraint) {
    tmJointInfo joint;
    int32_t count = 0;
    tm_model_joint(s->model, number, &joint);
    const tmRow *rows = tm_assembly_rows(def->assembly, number, &count);
    constraint->kind = TMI_CONSTRAINT_JOINT;
    constraint->number = number;
    return take_rows(s, constraint, rows, count, joint.bodies, joint.body_count) ? TM_OK
                                                                                 : TM_ERR_MEMORY;
}

static tmStatus make_drive(tmiSystem *s, const tmiDriveDef *drive, int32_t number,
                           tmiConstraint *constraint) {
    constraint->kind = TMI_CONSTRAINT_DRIVE;
    constraint->number = number;
    constraint->level = drive->level;
    return take_rows(s, constraint, drive->rows, drive->row_count, drive->bodies, drive->body_count)
               ? TM_OK
               : TM_ERR_MEMORY;
}

static tmStatus make_limit(tmiSystem *s, const tmiLimitDef *limit, int32_t number,
                           tmiConstraint *constraint) {
    tmJointInfo joint;
    tm_model_joint(s->model, limit->joint, &joint);
    constraint->kind = TMI_CONSTRAINT_LIMIT;
    constraint->number = number;
    if (!take_rows(s, constraint, &joint.coordinates[limit->coordinate], 1, joint.bodies,
                   joint.body_count)) {
        return TM_ERR_MEMORY;
    }
    constraint->rows[0].offset = limit->bound;
    constraint->active = false;
    return TM_OK;
}

/* ---- Which joint a drive is about ---------------------------------------------------------- */

static bool is_same_row(const tmRow *a, const tmRow *b) {
    return a->kind == b->kind && a->a == b->a && a->b == b->b && a->at_infinity == b->at_infinity &&
           memcmp(a->point, b->point, sizeof a->point) == 0 &&
           memcmp(a->on, b->on, sizeof a->on) == 0 &&
           memcmp(a->normal, b->normal, sizeof a->normal) == 0 && a->function == b->function;
}

static int32_t joint_of(const tmiSystem *s, const tmiConstraint *constraint) {
    int32_t count = 0;
    const int32_t *joints = tm_model_joints_of(s->model, constraint->bodies[0], &count);
    for (int32_t i = 0; i < count && constraint->row_count == 1; i++) {
        tmJointInfo joint;
        tm_model_joint(s->model, joints[i], &joint);
        bool same = joint.body_count == constraint->body_count &&
                    memcmp(joint.bodies, constraint->bodies,
                           (size_t)joint.body_count * sizeof *joint.bodies) == 0;
        for (int32_t k = 0; same && k < joint.coordinate_count; k++) {
            if (is_same_row(&joint.coordinates[k], &constraint->rows[0])) {
                return joints[i];
            }
        }
    }
    return -1;
}

/* ---- What led bodies keep to --------------------------------------------------------------- */

/* A row that is one number of a body's twist: numbers[0] says which. */
static void twist_row(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                      const double near[2], tmRowAt *at) {
    int32_t which = (int32_t)row->numbers[0];
    (void)frames;
    (void)twists;
    (void)near;
    if (which < 3) {
        at->gradient[0].linear[which] = 1.0;
    } else {
        at->gradient[0].angular[which - 3] = 1.0;
    }
}

/* Rows that are orthogonal to each other, for the motions of one mover; turns times the size. */
typedef struct Known {
    double rows[36];
    int32_t count;
} Known;

/* Learns the rows of a constraint, whose gradients by the origin of `body` are taken at the start.
 */
static void learn_constraint(const tmiSystem *s, const tmiConstraint *constraint, int32_t body,
                             Known *known) {
    tmFrame frames[TM_HINGE_BODIES];
    int32_t place = -1;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        frames[k] = s->start_frames[constraint->bodies[k]];
        place = constraint->bodies[k] == body ? k : place;
    }
    for (int32_t r = 0; place >= 0 && r < constraint->row_count; r++) {
        tmRowAt at;
        double row[6];
        tm_row_at(&constraint->rows[r], frames, NULL, NULL, &at);
        tmi_row_motion(&at.gradient[place], s->planar, s->size, row);
        (void)tmi_learn(known->rows, &known->count, row, s->dof);
    }
}

/* Whether only `mover` of the constraint's bodies can move. */
static bool is_alone(const tmiSystem *s, const tmiConstraint *constraint, int32_t mover) {
    bool touches = false;
    for (int32_t k = 0; k < constraint->body_count; k++) {
        int32_t other = s->mover_of[constraint->bodies[k]];
        touches = touches || other == mover;
        if (other >= 0 && other != mover) {
            return false;
        }
    }
    return touches;
}

/* Adds to `known` what drives, and joints with bodies that stand still, say about each led mover.
 */
static void learn_all(const tmiSystem *s, int32_t constraints, Known *known) {
    for (int32_t i = 0; i < constraints; i++) {
        for (int32_t k = 0; k < s->constraints[i].body_count; k++) {
            int32_t m = s->mover_of[s->constraints[i].bodies[k]];
            if (m >= 0 && s->movers[m].kind == TMI_MOVER_LED &&
                (s->constraints[i].kind == TMI_CONSTRAINT_DRIVE ||
                 is_alone(s, &s->constraints[i], m))) {
                learn_constraint(s, &s->constraints[i], s->movers[m].body, &known[m]);
            }
        }
    }
}

/* Rows of accelerations for what nothing prescribes of a led mover: turns first. */
static tmStatus keep(tmiSystem *s, const tmiMover *m, Known *known, tmiConstraint *constraint) {
    tmRow rows[6];
    int32_t count = 0;
    for (int32_t i = s->dof - 1; i >= 0; i--) {
        double unit[6] = {0.0};
        unit[i] = 1.0;
        if (tmi_learn(known->rows, &known->count, unit, s->dof)) {
            tmRow *row = &rows[count++];
            memset(row, 0, sizeof *row);
            bool turns = s->planar ? i == 2 : i >= 3;
            row->kind = TM_ROW_OWN;
            row->unit = turns ? TM_ROW_ANGLE : TM_ROW_LENGTH;
            row->function = twist_row;
            row->numbers[0] = s->planar && turns ? 5 : i;
        }
    }
    constraint->kind = TMI_CONSTRAINT_DRIVE;
    constraint->number = -1;
    constraint->level = 2;
    return take_rows(s, constraint, rows, count, &m->body, 1) ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus keep_all(tmiSystem *s, int32_t constraints) {
    Known *known = tmi_system_alloc(s, s->mover_count, sizeof *known);
    tmStatus status = known ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        learn_all(s, constraints, known);
    }
    for (int32_t i = 0; i < s->mover_count && status == TM_OK; i++) {
        if (s->movers[i].kind == TMI_MOVER_LED && known[i].count < s->dof) {
            status = keep(s, &s->movers[i], &known[i], &s->constraints[s->constraint_count++]);
        }
    }
    return status;
}

/* ---- All of them --------------------------------------------------------------------------- */

static tmStatus number_rows(tmiSystem *s) {
    tmStatus status = TM_OK;
    int64_t rows = 0;
    for (int32_t i = 0; i < s->constraint_count && status == TM_OK; i++) {
        tmiConstraint *constraint = &s->constraints[i];
        constraint->first = (int32_t)rows;
        rows += constraint->row_count;
        status = tmi_constraint_prepare(s, constraint, true);
    }
    if (status != TM_OK || rows > TMI_SPARSE_LIMIT) {
        return status != TM_OK ? status : TM_ERR_LIMIT;
    }
    s->row_count = (int32_t)rows;
    s->given = tmi_system_alloc(s, rows, sizeof *s->given);
    s->turns = tmi_system_alloc(s, rows, sizeof *s->turns);
    s->seen = tmi_system_alloc(s, rows, sizeof *s->seen);
    s->value = tmi_system_alloc(s, rows, sizeof *s->value);
    s->bias = tmi_system_alloc(s, rows, sizeof *s->bias);
    s->lambda = tmi_system_alloc(s, rows, sizeof *s->lambda);
    s->scratch = tmi_system_alloc(s, rows, sizeof *s->scratch);
    s->multiplier = tmi_system_alloc(s, rows, sizeof *s->multiplier);
    s->impulse = tmi_system_alloc(s, rows, sizeof *s->impulse);
    s->motion = tmi_system_alloc(s, (int64_t)s->mover_count * s->dof, sizeof *s->motion);
    bool made = s->given && s->turns && s->seen && s->value && s->bias && s->lambda && s->scratch &&
                s->multiplier && s->impulse && s->motion;
    return made ? TM_OK : TM_ERR_MEMORY;
}

/* If the only row of a joint is what a drive prescribes, such as the length of a rod, the drive
 * alone holds it. */
static void give_way(tmiSystem *s, int32_t joint, const tmiConstraint *drive) {
    tmiConstraint *own = &s->constraints[joint];
    if (own->row_count == 1 && is_same_row(&own->rows[0], &drive->rows[0])) {
        own->active = false;
    }
}

/* Which joint each constraint is about. */
static bool tie_to_joints(tmiSystem *s, const tmiSystemDef *def) {
    s->constraint_joint = tmi_system_alloc(s, s->constraint_count, sizeof *s->constraint_joint);
    s->constraint_next = tmi_system_alloc(s, s->constraint_count, sizeof *s->constraint_next);
    if (!s->constraint_joint || !s->constraint_next) {
        return false;
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        int32_t joint = constraint->kind == TMI_CONSTRAINT_JOINT ? i
                        : constraint->kind == TMI_CONSTRAINT_LIMIT
                            ? def->limits[constraint->number].joint
                        : constraint->number >= 0 ? joint_of(s, constraint)
                                                  : -1;
        s->constraint_joint[i] = joint;
        s->constraint_next[i] = -1;
        if (joint >= 0 && constraint->kind == TMI_CONSTRAINT_DRIVE &&
            def->drives[constraint->number].control >= 0) {
            give_way(s, joint, constraint);
        }
        if (joint >= 0 && joint != i) {
            s->constraint_next[i] = s->constraint_next[joint];
            s->constraint_next[joint] = i;
        }
    }
    return true;
}

/* The only mover among the constraint's bodies where that is a led one; -1. */
static int32_t led_alone(const tmiSystem *s, const tmiConstraint *constraint) {
    bool alone = constraint->mover_count == 1 && constraint->kind != TMI_CONSTRAINT_LIMIT &&
                 s->movers[constraint->movers[0]].kind == TMI_MOVER_LED;
    return alone ? constraint->movers[0] : -1;
}

/* Of each led mover: the constraints that are about it alone. */
static bool list_led(tmiSystem *s) {
    int32_t *place = tmi_system_alloc(s, s->mover_count, sizeof *place), count = 0;
    s->led = tmi_system_alloc(s, s->lent, sizeof *s->led);
    if (!place || !s->led) {
        return false;
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        if (s->movers[i].kind == TMI_MOVER_LED) {
            place[i] = count;
            s->led[count++].mover = i;
        }
    }
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < s->constraint_count; i++) {
            int32_t mover = led_alone(s, &s->constraints[i]);
            tmiLed *led = mover >= 0 ? &s->led[place[mover]] : NULL;
            if (led && pass == 1) {
                led->constraints[led->filled++] = i;
            } else if (led) {
                led->constraint_count++;
            }
        }
        for (int32_t i = 0; i < count && pass == 0; i++) {
            s->led[i].constraints =
                tmi_system_alloc(s, s->led[i].constraint_count, sizeof *s->led[i].constraints);
            if (!s->led[i].constraints) {
                return false;
            }
        }
    }
    return true;
}

/* Whole turns as the assembly counts them. */
static void start_turns(tmiSystem *s, const tmiSystemDef *def) {
    for (int32_t i = 0; i < s->joint_constraints; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        if (constraint->row_count > 0) {
            memcpy(s->turns + constraint->first, tm_assembly_turns(def->assembly, i),
                   (size_t)constraint->row_count * sizeof *s->turns);
        }
    }
}

tmStatus tmi_system_make_constraints(tmiSystem *s, const tmiSystemDef *def) {
    s->joint_constraints = tm_model_joint_count(s->model);
    s->drive_constraints = def->drive_count;
    int64_t max = (int64_t)s->joint_constraints + def->drive_count + def->limit_count + s->lent;
    s->constraints =
        max < TMI_SPARSE_LIMIT ? tmi_system_alloc(s, max, sizeof *s->constraints) : NULL;
    tmStatus status = s->constraints           ? TM_OK
                      : max < TMI_SPARSE_LIMIT ? TM_ERR_MEMORY
                                               : TM_ERR_LIMIT;
    for (int32_t i = 0; i < s->joint_constraints && status == TM_OK; i++) {
        status = make_joint(s, def, i, &s->constraints[s->constraint_count++]);
    }
    for (int32_t i = 0; i < def->drive_count && status == TM_OK; i++) {
        status = make_drive(s, &def->drives[i], i, &s->constraints[s->constraint_count++]);
    }
    int32_t said = s->constraint_count;
    for (int32_t i = 0; i < def->limit_count && status == TM_OK; i++) {
        status = make_limit(s, &def->limits[i], i, &s->constraints[s->constraint_count++]);
    }
    status = status == TM_OK && s->lent > 0 ? keep_all(s, said) : status;
    status = status == TM_OK ? number_rows(s) : status;
    if (status == TM_OK && !(tie_to_joints(s, def) && list_led(s))) {
        status = TM_ERR_MEMORY;
    }
    if (status == TM_OK) {
        start_turns(s, def);
    }
    return status;
}
