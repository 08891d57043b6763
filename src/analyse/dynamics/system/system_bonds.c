/* system_bonds.c: the rows of a world: those of its joints, of what is prescribed, of limits, and
 * of what led bodies keep to by themselves. */
#include "analyse/dynamics/system/system_private.h"

/* ---- Copies -------------------------------------------------------------------------------- */

static bool take_rows(tmiSystem *s, tmiBond *bond, const tmRow *rows, int32_t row_count,
                      const int32_t *bodies, int32_t body_count) {
    bond->rows = tmi_system_alloc(s, row_count, sizeof *bond->rows);
    bond->bodies = tmi_system_alloc(s, body_count, sizeof *bond->bodies);
    if (!bond->rows || !bond->bodies) {
        return false;
    }
    for (int32_t i = 0; i < row_count; i++) {
        bond->rows[i] = rows[i];
    }
    for (int32_t i = 0; i < body_count; i++) {
        bond->bodies[i] = bodies[i];
    }
    bond->row_count = row_count;
    bond->body_count = body_count;
    bond->active = true;
    return true;
}

static tmStatus make_joint(tmiSystem *s, const tmiSystemDef *def, int32_t number, tmiBond *bond) {
    tmJointInfo joint;
    int32_t count = 0;
    tm_model_joint(s->model, number, &joint);
    const tmRow *rows = tm_assembly_rows(def->assembly, number, &count);
    bond->kind = TMI_BOND_JOINT;
    bond->number = number;
    return take_rows(s, bond, rows, count, joint.bodies, joint.body_count) ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus make_drive(tmiSystem *s, const tmiDriveDef *drive, int32_t number, tmiBond *bond) {
    bond->kind = TMI_BOND_DRIVE;
    bond->number = number;
    bond->level = drive->level;
    return take_rows(s, bond, drive->rows, drive->row_count, drive->bodies, drive->body_count)
               ? TM_OK
               : TM_ERR_MEMORY;
}

static tmStatus make_limit(tmiSystem *s, const tmiLimitDef *limit, int32_t number, tmiBond *bond) {
    tmJointInfo joint;
    tm_model_joint(s->model, limit->joint, &joint);
    bond->kind = TMI_BOND_LIMIT;
    bond->number = number;
    if (!take_rows(s, bond, &joint.coordinates[limit->coordinate], 1, joint.bodies,
                   joint.body_count)) {
        return TM_ERR_MEMORY;
    }
    bond->rows[0].offset = limit->bound;
    bond->active = false;
    return TM_OK;
}

/* ---- Which joint a drive is about ---------------------------------------------------------- */

static bool is_same_row(const tmRow *a, const tmRow *b) {
    return a->kind == b->kind && a->a == b->a && a->b == b->b && a->at_infinity == b->at_infinity &&
           memcmp(a->point, b->point, sizeof a->point) == 0 &&
           memcmp(a->on, b->on, sizeof a->on) == 0 &&
           memcmp(a->normal, b->normal, sizeof a->normal) == 0 && a->function == b->function;
}

static int32_t joint_of(const tmiSystem *s, const tmiBond *bond) {
    int32_t count = 0;
    const int32_t *joints = tm_model_joints_of(s->model, bond->bodies[0], &count);
    for (int32_t i = 0; i < count && bond->row_count == 1; i++) {
        tmJointInfo joint;
        tm_model_joint(s->model, joints[i], &joint);
        bool same = joint.body_count == bond->body_count &&
                    memcmp(joint.bodies, bond->bodies,
                           (size_t)joint.body_count * sizeof *joint.bodies) == 0;
        for (int32_t k = 0; same && k < joint.coordinate_count; k++) {
            if (is_same_row(&joint.coordinates[k], &bond->rows[0])) {
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
static void learn_bond(const tmiSystem *s, const tmiBond *bond, int32_t body, Known *known) {
    tmFrame frames[TM_HINGE_BODIES];
    int32_t place = -1;
    for (int32_t k = 0; k < bond->body_count; k++) {
        frames[k] = s->start_frames[bond->bodies[k]];
        place = bond->bodies[k] == body ? k : place;
    }
    for (int32_t r = 0; place >= 0 && r < bond->row_count; r++) {
        tmRowAt at;
        double row[6];
        tm_row_at(&bond->rows[r], frames, NULL, NULL, &at);
        tmi_row_motion(&at.gradient[place], s->planar, s->size, row);
        (void)tmi_learn(known->rows, &known->count, row, s->dof);
    }
}

/* Whether only `mover` of the constraint's bodies can move. */
static bool is_alone(const tmiSystem *s, const tmiBond *bond, int32_t mover) {
    bool touches = false;
    for (int32_t k = 0; k < bond->body_count; k++) {
        int32_t other = s->mover_of[bond->bodies[k]];
        touches = touches || other == mover;
        if (other >= 0 && other != mover) {
            return false;
        }
    }
    return touches;
}

/* Adds to `known` what drives and the joints with what stands still say about each led mover. */
static void learn_all(const tmiSystem *s, int32_t bonds, Known *known) {
    for (int32_t i = 0; i < bonds; i++) {
        for (int32_t k = 0; k < s->bonds[i].body_count; k++) {
            int32_t m = s->mover_of[s->bonds[i].bodies[k]];
            if (m >= 0 && s->movers[m].kind == TMI_MOVER_LED &&
                (s->bonds[i].kind == TMI_BOND_DRIVE || is_alone(s, &s->bonds[i], m))) {
                learn_bond(s, &s->bonds[i], s->movers[m].body, &known[m]);
            }
        }
    }
}

/* Rows of accelerations for what nobody says about a led mover: turns first. */
static tmStatus keep(tmiSystem *s, const tmiMover *m, Known *known, tmiBond *bond) {
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
    bond->kind = TMI_BOND_DRIVE;
    bond->number = -1;
    bond->level = 2;
    return take_rows(s, bond, rows, count, &m->body, 1) ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus keep_all(tmiSystem *s, int32_t bonds) {
    Known *known = tmi_system_alloc(s, s->mover_count, sizeof *known);
    tmStatus status = known ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        learn_all(s, bonds, known);
    }
    for (int32_t i = 0; i < s->mover_count && status == TM_OK; i++) {
        if (s->movers[i].kind == TMI_MOVER_LED && known[i].count < s->dof) {
            status = keep(s, &s->movers[i], &known[i], &s->bonds[s->bond_count++]);
        }
    }
    return status;
}

/* ---- All of them --------------------------------------------------------------------------- */

static tmStatus number_rows(tmiSystem *s) {
    tmStatus status = TM_OK;
    int64_t rows = 0;
    for (int32_t i = 0; i < s->bond_count && status == TM_OK; i++) {
        tmiBond *bond = &s->bonds[i];
        bond->first = (int32_t)rows;
        rows += bond->row_count;
        status = tmi_bond_prepare(s, bond, true);
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

/* A joint whose one equation keeps what is prescribed, as a rod its length, leaves that to the
 * drive.
 */
static void give_way(tmiSystem *s, int32_t joint, const tmiBond *drive) {
    tmiBond *own = &s->bonds[joint];
    if (own->row_count == 1 && is_same_row(&own->rows[0], &drive->rows[0])) {
        own->active = false;
    }
}

/* Which joint each constraint is about. */
static bool tie_to_joints(tmiSystem *s, const tmiSystemDef *def) {
    s->bond_joint = tmi_system_alloc(s, s->bond_count, sizeof *s->bond_joint);
    s->bond_next = tmi_system_alloc(s, s->bond_count, sizeof *s->bond_next);
    if (!s->bond_joint || !s->bond_next) {
        return false;
    }
    for (int32_t i = 0; i < s->bond_count; i++) {
        const tmiBond *bond = &s->bonds[i];
        int32_t joint = bond->kind == TMI_BOND_JOINT   ? i
                        : bond->kind == TMI_BOND_LIMIT ? def->limits[bond->number].joint
                        : bond->number >= 0            ? joint_of(s, bond)
                                                       : -1;
        s->bond_joint[i] = joint;
        s->bond_next[i] = -1;
        if (joint >= 0 && bond->kind == TMI_BOND_DRIVE && def->drives[bond->number].control >= 0) {
            give_way(s, joint, bond);
        }
        if (joint >= 0 && joint != i) {
            s->bond_next[i] = s->bond_next[joint];
            s->bond_next[joint] = i;
        }
    }
    return true;
}

/* The only mover among the constraint's bodies where that is a led one; -1. */
static int32_t led_alone(const tmiSystem *s, const tmiBond *bond) {
    bool alone = bond->mover_count == 1 && bond->kind != TMI_BOND_LIMIT &&
                 s->movers[bond->movers[0]].kind == TMI_MOVER_LED;
    return alone ? bond->movers[0] : -1;
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
        for (int32_t i = 0; i < s->bond_count; i++) {
            int32_t mover = led_alone(s, &s->bonds[i]);
            tmiLed *led = mover >= 0 ? &s->led[place[mover]] : NULL;
            if (led && pass == 1) {
                led->bonds[led->filled++] = i;
            } else if (led) {
                led->bond_count++;
            }
        }
        for (int32_t i = 0; i < count && pass == 0; i++) {
            s->led[i].bonds = tmi_system_alloc(s, s->led[i].bond_count, sizeof *s->led[i].bonds);
            if (!s->led[i].bonds) {
                return false;
            }
        }
    }
    return true;
}

/* Whole turns as the assembly counts them. */
static void start_turns(tmiSystem *s, const tmiSystemDef *def) {
    for (int32_t i = 0; i < s->joint_bonds; i++) {
        const tmiBond *bond = &s->bonds[i];
        if (bond->row_count > 0) {
            memcpy(s->turns + bond->first, tm_assembly_turns(def->assembly, i),
                   (size_t)bond->row_count * sizeof *s->turns);
        }
    }
}

tmStatus tmi_system_make_bonds(tmiSystem *s, const tmiSystemDef *def) {
    s->joint_bonds = tm_model_joint_count(s->model);
    s->drive_bonds = def->drive_count;
    int64_t max = (int64_t)s->joint_bonds + def->drive_count + def->limit_count + s->lent;
    s->bonds = max < TMI_SPARSE_LIMIT ? tmi_system_alloc(s, max, sizeof *s->bonds) : NULL;
    tmStatus status = s->bonds ? TM_OK : max < TMI_SPARSE_LIMIT ? TM_ERR_MEMORY : TM_ERR_LIMIT;
    for (int32_t i = 0; i < s->joint_bonds && status == TM_OK; i++) {
        status = make_joint(s, def, i, &s->bonds[s->bond_count++]);
    }
    for (int32_t i = 0; i < def->drive_count && status == TM_OK; i++) {
        status = make_drive(s, &def->drives[i], i, &s->bonds[s->bond_count++]);
    }
    int32_t said = s->bond_count;
    for (int32_t i = 0; i < def->limit_count && status == TM_OK; i++) {
        status = make_limit(s, &def->limits[i], i, &s->bonds[s->bond_count++]);
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
