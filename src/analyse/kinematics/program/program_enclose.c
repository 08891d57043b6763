/* program_enclose.c: the steps of program_ops.h once more, on enclosures instead of numbers. The
 * formulas are the same line by line; only those that solve something report where they cannot. */
#include "analyse/kinematics/program/program.h"

#include "analyse/kinematics/program/program_ops.h"
#include "numeric/numeric.h"

/* Shorter names for formulas: numbers, and points or directions. */
typedef tmiEnclosure Num;

typedef struct Vec {
    Num x, y;
} Vec;

typedef struct Box {
    Num *e;
    double half;
    const double *values;
    bool none; /* a step has no answer anywhere in the box */
} Box;

static Num add(const Box *b, Num p, Num q) {
    return tmi_enclosure_add(p, q, b->half);
}

static Num sub(const Box *b, Num p, Num q) {
    return tmi_enclosure_subtract(p, q, b->half);
}

static Num mul(const Box *b, Num p, Num q) {
    return tmi_enclosure_multiply(p, q, b->half);
}

static Num quotient(const Box *b, Num p, Num q) {
    return tmi_enclosure_divide(p, q, b->half);
}

static Vec get(const Box *b, int32_t at) {
    return (Vec){b->e[at], b->e[at + 1]};
}

static void set(Box *b, int32_t at, Vec v) {
    b->e[at] = v.x;
    b->e[at + 1] = v.y;
}

static Vec plus(const Box *b, Vec p, Vec q) {
    return (Vec){add(b, p.x, q.x), add(b, p.y, q.y)};
}

static Vec minus(const Box *b, Vec p, Vec q) {
    return (Vec){sub(b, p.x, q.x), sub(b, p.y, q.y)};
}

static Vec times(const Box *b, Num k, Vec v) {
    return (Vec){mul(b, k, v.x), mul(b, k, v.y)};
}

static Num dot(const Box *b, Vec p, Vec q) {
    return add(b, mul(b, p.x, q.x), mul(b, p.y, q.y));
}

static Num cross(const Box *b, Vec p, Vec q) {
    return sub(b, mul(b, p.x, q.y), mul(b, p.y, q.x));
}

static Num square(const Box *b, Vec v) {
    return add(b, tmi_enclosure_square(v.x, b->half), tmi_enclosure_square(v.y, b->half));
}

/* v turned by d, and back by it. */
static Vec turned(const Box *b, Vec d, Vec v) {
    return (Vec){sub(b, mul(b, d.x, v.x), mul(b, d.y, v.y)),
                 add(b, mul(b, d.y, v.x), mul(b, d.x, v.y))};
}

static Vec unturned(const Box *b, Vec d, Vec v) {
    return (Vec){dot(b, d, v), cross(b, d, v)};
}

static Vec hat(const Box *b, Vec v) {
    return (Vec){sub(b, tmi_enclosure_of(0.0), v.y), v.x};
}

/* Pose with this direction that brings p to `at`. */
static void set_pose(Box *b, int32_t out, Vec direction, Vec at, Vec p) {
    set(b, out, minus(b, at, turned(b, direction, p)));
    set(b, out + 2, direction);
}

/* sign sqrt(disc), a discriminant of terms as large as `term`. */
static Num signed_root(Box *b, Num sign, Num disc, Num term) {
    double max = fabs(term.all.low) > fabs(term.all.high) ? term.all.low : term.all.high;
    b->none |= disc.all.high < -FLAT_TOLERANCE * fabs(max);
    return mul(b, sign, tmi_enclosure_root(disc, b->half));
}

static void enclose_place(Box *b, const tmiOp *op) {
    Vec at = get(b, op->in[0]), v = minus(b, get(b, op->in[1]), at);
    Vec p = get(b, op->in[2]), l = minus(b, get(b, op->in[3]), p);
    Vec d = unturned(b, l, v);
    Num length = tmi_enclosure_root(square(b, d), b->half);
    set_pose(b, op->out, (Vec){quotient(b, d.x, length), quotient(b, d.y, length)}, at, p);
}

static void enclose_arm(Box *b, const tmiOp *op) {
    Vec way = minus(b, get(b, op->in[3]), get(b, op->in[2]));
    set(b, op->out, plus(b, get(b, op->in[0]), turned(b, get(b, op->in[1]), way)));
}

static void enclose_prepare(Box *b, const tmiOp *op) {
    Vec a = minus(b, get(b, op->in[1]), get(b, op->in[0]));
    Vec c = minus(b, get(b, op->in[3]), get(b, op->in[2]));
    Num a2 = square(b, a), b2 = square(b, c);
    b->e[op->out] = mul(b, tmi_enclosure_of(4.0), a2);
    b->e[op->out + 1] = sub(b, a2, b2);
    set(b, op->out + 2, (Vec){quotient(b, a.x, a2), quotient(b, a.y, a2)});
    set(b, op->out + 4, (Vec){quotient(b, c.x, b2), quotient(b, c.y, b2)});
}

static void enclose_dyad(Box *b, const tmiOp *op) {
    Vec P = get(b, op->in[0]), D = get(b, op->in[1]), e = minus(b, D, P);
    const int32_t k = op->in[2], o = op->out;
    Num e2 = square(b, e), n = add(b, e2, b->e[k + 1]);
    Num n2 = tmi_enclosure_square(n, b->half);
    Num h = signed_root(b, b->e[op->in[3]], sub(b, mul(b, b->e[k], e2), n2), n2);
    Num half = quotient(b, tmi_enclosure_of(0.5), e2);
    Vec v = times(b, half, plus(b, times(b, n, e), times(b, h, hat(b, e))));
    set(b, o, plus(b, P, v));
    if (!op->point_only) {
        set_pose(b, o + 2, unturned(b, get(b, k + 2), v), P, get(b, op->in[4]));
        Vec u = minus(b, get(b, o), D);
        set_pose(b, o + 6, unturned(b, get(b, k + 4), u), D, get(b, op->in[5]));
    }
}

static void enclose_ratio(Box *b, const tmiOp *op) {
    Vec p = get(b, op->in[0]), v = minus(b, get(b, op->in[1]), p);
    Vec u = minus(b, get(b, op->in[2]), p);
    Num length2 = square(b, v);
    set(b, op->out,
        (Vec){quotient(b, dot(b, v, u), length2), quotient(b, cross(b, v, u), length2)});
}

static void enclose_affine(Box *b, const tmiOp *op) {
    Vec P = get(b, op->in[0]), v = minus(b, get(b, op->in[1]), P);
    set(b, op->out, plus(b, P, turned(b, get(b, op->in[2]), v)));
}

static void enclose_circle_line(Box *b, const tmiOp *op) {
    Vec s = get(b, op->in[2]), u = get(b, op->in[3]), f = minus(b, s, get(b, op->in[0]));
    Num height2 = tmi_enclosure_square(cross(b, u, f), b->half);
    Num root = signed_root(b, b->e[op->in[4]], sub(b, b->e[op->in[1]], height2), height2);
    set(b, op->out, plus(b, s, times(b, sub(b, root, dot(b, u, f)), u)));
}

static void enclose_line_line(Box *b, const tmiOp *op) {
    Vec s = get(b, op->in[0]), u = get(b, op->in[1]), v = get(b, op->in[3]);
    Num sine = cross(b, u, v);
    b->none |= fabs(sine.all.low) < PARALLEL_SINE && fabs(sine.all.high) < PARALLEL_SINE;
    Num t = quotient(b, cross(b, minus(b, get(b, op->in[2]), s), v), sine);
    set(b, op->out, plus(b, s, times(b, t, u)));
}

static void enclose_tangent(Box *b, const tmiOp *op) {
    Vec e = minus(b, get(b, op->in[1]), get(b, op->in[0]));
    Num e2 = square(b, e), h = b->e[op->in[2]];
    Num disc = sub(b, e2, tmi_enclosure_square(h, b->half));
    Num q = signed_root(b, b->e[op->in[3]], disc, e2);
    Vec w = minus(b, times(b, q, e), times(b, h, hat(b, e)));
    set(b, op->out, (Vec){quotient(b, w.x, e2), quotient(b, w.y, e2)});
}

static void enclose_settle(Box *b, const tmiOp *op) {
    Vec u = get(b, op->in[1]), w = get(b, op->in[3]), v = get(b, op->in[4]);
    const int32_t st = op->in[5];
    Vec P = plus(b, get(b, op->in[0]), times(b, b->e[st], u));
    Vec Q = plus(b, get(b, op->in[2]), times(b, b->e[st + 1], w));
    Num nu = cross(b, v, u), nw = cross(b, v, w);
    Num part = quotient(b, cross(b, v, minus(b, Q, P)), square(b, (Vec){nu, nw}));
    set(b, op->out, plus(b, P, times(b, mul(b, part, nu), u)));
    set(b, op->out + 2, minus(b, Q, times(b, mul(b, part, nw), w)));
}

static void enclose_gap(Box *b, const tmiOp *op) {
    Num length2 = b->e[op->in[2]];
    Num open = sub(b, square(b, minus(b, get(b, op->in[1]), get(b, op->in[0]))), length2);
    Num twice = mul(b, tmi_enclosure_of(2.0), tmi_enclosure_root(length2, b->half));
    b->e[op->out] = quotient(b, open, twice);
}

static void enclose_pose(Box *b, const tmiOp *op) {
    Vec d = get(b, op->in[0] + 2);
    set(b, op->out, plus(b, get(b, op->in[0]), turned(b, d, get(b, op->in[1]))));
    if (op->kind == TMI_OP_COMPOSE) {
        set(b, op->out + 2, turned(b, d, get(b, op->in[1] + 2)));
    }
}

static void enclose_angle(Box *b, const tmiOp *op) {
    double s, c;
    tmi_sincos(b->values[op->in[0]], &s, &c);
    set(b, op->out, (Vec){tmi_enclosure_of(c), tmi_enclosure_of(s)});
}

static void enclose_along(Box *b, const tmiOp *op) {
    Num value = tmi_enclosure_of(b->values[op->in[2]]);
    set(b, op->out, plus(b, get(b, op->in[0]), times(b, value, get(b, op->in[1]))));
}

static void enclose_op(Box *b, const tmiOp *op) {
    switch ((tmiOpKind)op->kind) {
    case TMI_OP_ANGLE:
        enclose_angle(b, op);
        break;
    case TMI_OP_ALONG:
        enclose_along(b, op);
        break;
    case TMI_OP_ROTATE:
        set(b, op->out, turned(b, get(b, op->in[0]), get(b, op->in[1])));
        break;
    case TMI_OP_UNROTATE:
        set(b, op->out, unturned(b, get(b, op->in[1]), get(b, op->in[0])));
        break;
    case TMI_OP_POINT:
    case TMI_OP_COMPOSE:
        enclose_pose(b, op);
        break;
    case TMI_OP_PIVOT:
        set_pose(b, op->out, get(b, op->in[0]), get(b, op->in[1]), get(b, op->in[2]));
        break;
    case TMI_OP_PLACE:
        enclose_place(b, op);
        break;
    case TMI_OP_ARM:
        enclose_arm(b, op);
        break;
    case TMI_OP_SPAN:
        b->e[op->out] = square(b, minus(b, get(b, op->in[1]), get(b, op->in[0])));
        break;
    case TMI_OP_HEIGHT:
        b->e[op->out] = cross(b, get(b, op->in[0]), minus(b, get(b, op->in[2]), get(b, op->in[1])));
        break;
    case TMI_OP_DIFFERENCE:
        b->e[op->out] = sub(b, b->e[op->in[0]], b->e[op->in[1]]);
        break;
    case TMI_OP_DYAD_PREPARE:
        enclose_prepare(b, op);
        break;
    case TMI_OP_DYAD:
        enclose_dyad(b, op);
        break;
    case TMI_OP_RATIO:
        enclose_ratio(b, op);
        break;
    case TMI_OP_AFFINE:
        enclose_affine(b, op);
        break;
    case TMI_OP_CIRCLE_LINE:
        enclose_circle_line(b, op);
        break;
    case TMI_OP_LINE_LINE:
        enclose_line_line(b, op);
        break;
    case TMI_OP_TANGENT:
        enclose_tangent(b, op);
        break;
    case TMI_OP_SETTLE:
        enclose_settle(b, op);
        break;
    case TMI_OP_GAP:
        enclose_gap(b, op);
        break;
    default: /* steps of higher pairs: nothing is known */
        for (int32_t k = 0; k < tmi_op_outputs((tmiOpKind)op->kind); k++) {
            tmiInterval all = tmi_interval_everything();
            b->e[op->out + k] = (tmiEnclosure){all, all, all};
        }
        break;
    }
}

void tmi_program_enclose_start(const tmiProgram *program, tmiEnclosure *enclosures) {
    for (int32_t i = 0; i < program->register_count; i++) {
        enclosures[i] = tmi_enclosure_of(program->registers[i]);
    }
}

bool tmi_program_enclose(const tmiProgram *program, int32_t first, int32_t last,
                         const double *values, double half, tmiEnclosure *enclosures) {
    Box box = {enclosures, half, values, false};
    for (int32_t i = first; i < last && !box.none; i++) {
        enclose_op(&box, &program->ops[i]);
    }
    return !box.none;
}
