/* test_program_bound.c: balls of every step against random places in the balls of what it reads;
 * balls through whole plans against frames between; [ME] figure 22; how often a step is cleared. */
#include "analyse/kinematics/plan/plan.h"
#include "analyse/kinematics/program/program.h"

#include "bars.h"
#include "linkage_table.h"
#include "reference.h"

#include <string.h>

#define TURN (2.0 * LINKAGE_PI)
#define SAMPLES 200
#define REGISTERS 80

/* ---- Balls ---------------------------------------------------------------------------------- */

/* What a register holds. An output is named by the letters of its parts, in order. */
typedef struct Shape {
    const char *in[TMI_OP_INPUTS]; /* Point, Direction, pose (X), Number, Sign, Value, sQuare,
                                      Ratio, prepared (K), Factors, wheels (T), Constant */
    const char *out;
} Shape;

static const Shape shapes[TMI_OP_COUNT] = {
    [TMI_OP_ANGLE] = {{"V"}, "D"},
    [TMI_OP_ALONG] = {{"P", "D", "V"}, "P"},
    [TMI_OP_ROTATE] = {{"D", "D"}, "D"},
    [TMI_OP_UNROTATE] = {{"D", "D"}, "D"},
    [TMI_OP_POINT] = {{"X", "P"}, "P"},
    [TMI_OP_COMPOSE] = {{"X", "X"}, "X"},
    [TMI_OP_PIVOT] = {{"D", "P", "P"}, "X"},
    [TMI_OP_PLACE] = {{"P", "P", "P", "P"}, "X"},
    [TMI_OP_ARM] = {{"P", "D", "P", "P"}, "P"},
    [TMI_OP_SPAN] = {{"P", "P"}, "N"},
    [TMI_OP_HEIGHT] = {{"D", "P", "P"}, "N"},
    [TMI_OP_DIFFERENCE] = {{"N", "N"}, "N"},
    [TMI_OP_DYAD_PREPARE] = {{"P", "P", "P", "P"}, "NNPP"},
    [TMI_OP_DYAD] = {{"P", "P", "K", "S", "P", "P"}, "PXX"},
    [TMI_OP_RATIO] = {{"P", "P", "P"}, "P"},
    [TMI_OP_AFFINE] = {{"P", "P", "R"}, "P"},
    [TMI_OP_CIRCLE_LINE] = {{"P", "Q", "P", "D", "S"}, "P"},
    [TMI_OP_LINE_LINE] = {{"P", "D", "P", "D"}, "P"},
    [TMI_OP_TANGENT] = {{"P", "P", "N", "S"}, "D"},
    [TMI_OP_GAP] = {{"P", "P", "Q"}, "N"},
    [TMI_OP_VALUE] = {{"V"}, "N"},
    [TMI_OP_LINEAR] = {{"N", "N", "F"}, "N"},
    [TMI_OP_TURN] = {{"N"}, "D"},
    [TMI_OP_UNWRAP] = {{"D", "C"}, "N"},
    [TMI_OP_REACH] = {{"D", "P", "P"}, "N"},
    [TMI_OP_STRAIGHT] = {{"P", "P", "T"}, "DN"},
    [TMI_OP_AHEAD] = {{"P", "D", "N"}, "P"},
};

static int32_t doubles_of(char part) {
    return part == 'X' ? 4 : part == 'P' || part == 'D' || part == 'R' ? 2 : 1;
}

/* Puts what a register of this kind may hold, and the radius of its ball, 0 to `max`. */
static void fill(char part, double *r, double *radii, double max, uint64_t *state) {
    double angle = test_uniform(state, -3.0, 3.0);
    for (int i = 0; i < 6; i++) {
        r[i] = test_uniform(state, -2.0, 2.0);
        radii[i] = 0.0;
    }
    radii[0] = test_uniform(state, 0.0, max);
    switch (part) {
    case 'D':
        r[0] = cos(angle);
        r[1] = sin(angle);
        break;
    case 'X':
        r[2] = cos(angle);
        r[3] = sin(angle);
        radii[1] = -1.0;
        radii[2] = test_uniform(state, 0.0, max);
        break;
    case 'Q':
        r[0] = test_uniform(state, 1.0, 6.0);
        break;
    case 'T':
        r[0] *= 0.3;
        r[1] *= 0.3;
        radii[0] = 0.0;
        break;
    case 'F':
    case 'C':
        radii[0] = 0.0;
        break;
    case 'S':
        r[0] = r[0] < 0.0 ? -1.0 : 1.0;
        radii[0] = 0.0;
        break;
    case 'K': {
        double a = test_uniform(state, 1.0, 2.5), b = test_uniform(state, 1.0, 2.5);
        const double made[6] = {4.0 * a * a,    a * a - b * b, cos(angle) / a,
                                sin(angle) / a, cos(r[1]) / b, sin(r[1]) / b};
        memcpy(r, made, sizeof made);
        radii[0] = 0.0;
        break;
    }
    default:
        break;
    }
}

static void turn_by(double *d, double angle) {
    double c = d[0] * cos(angle) - d[1] * sin(angle), s = d[1] * cos(angle) + d[0] * sin(angle);
    d[0] = c;
    d[1] = s;
}

/* Moves a register to a random place of its ball, mostly at its edge. */
static void scatter(char part, double *r, const double *radii, uint64_t *state) {
    double reach = radii[0] * (test_between(state, 0, 3) ? 1.0 : test_uniform(state, 0.0, 1.0));
    double angle = test_uniform(state, 0.0, TURN);
    switch (part) {
    case 'X':
        turn_by(r + 2, 2.0 * asin(0.5 * radii[2]) * test_uniform(state, -1.0, 1.0));
        r[0] += reach * cos(angle);
        r[1] += reach * sin(angle);
        break;
    case 'P':
    case 'R':
        r[0] += reach * cos(angle);
        r[1] += reach * sin(angle);
        break;
    case 'D':
        turn_by(r, 2.0 * asin(0.5 * reach) * (angle < LINKAGE_PI ? -1.0 : 1.0));
        break;
    case 'N':
    case 'Q':
        r[0] += reach * (angle < LINKAGE_PI ? -1.0 : 1.0);
        break;
    default:
        break;
    }
}

/* A move as a part of the radius. */
static double share_of(double moved, double radius) {
    return moved > 0.0 ? moved / radius : 0.0;
}

/* How far `now` has gone from `was` as a part of the ball's radius. Of a pose any point of its body
 * may be asked for. */
static double gone(char part, const double *now, const double *was, const double *radii,
                   const double *registers, uint64_t *state) {
    double moved =
        doubles_of(part) == 1 ? fabs(now[0] - was[0]) : hypot(now[0] - was[0], now[1] - was[1]);
    if (part != 'X') {
        return share_of(moved, radii[0]);
    }
    double x = test_uniform(state, -2.0, 2.0), y = test_uniform(state, -2.0, 2.0);
    int32_t anchor = (int32_t)radii[1];
    double ax = anchor < 0 ? 0.0 : registers[anchor];
    double ay = anchor < 0 ? 0.0 : registers[anchor + 1];
    double dx = now[0] + now[2] * x - now[3] * y - (was[0] + was[2] * x - was[3] * y);
    double dy = now[1] + now[3] * x + now[2] * y - (was[1] + was[3] * x + was[2] * y);
    return fmax(share_of(hypot(dx, dy), radii[0] + radii[2] * hypot(x - ax, y - ay)),
                share_of(hypot(now[2] - was[2], now[3] - was[3]), radii[2]));
}

/* ---- Single steps --------------------------------------------------------------------------- */

typedef struct Trial {
    tmiProgram program;
    char parts[REGISTERS]; /* of each register that may be scattered */
    double radii[REGISTERS];
    int32_t count;
} Trial;

static void trial_clear(Trial *trial) {
    tmi_program_clear(&trial->program);
}

static Trial *trial_open(tmTest *t) {
    Trial *trial = test_memory(t, 1, sizeof *trial);
    tmi_program_init(&trial->program, t->allocator);
    DEFER(trial_clear, trial);
    return trial;
}

/* Empties the program; it keeps its memory. */
static void trial_restart(Trial *trial) {
    trial->program.register_count = 0;
    trial->program.op_count = 0;
    memset(trial->parts, 0, sizeof trial->parts);
    memset(trial->radii, 0, sizeof trial->radii);
}

static int32_t add_input(Trial *trial, char part, double max, uint64_t *state) {
    double r[6], radii[6];
    fill(part, r, radii, max, state);
    int32_t size = part == 'K' ? 6 : part == 'F' ? 3 : part == 'T' ? 2 : doubles_of(part);
    int32_t at = tmi_program_register(&trial->program, r, size, TMI_BY_GUESS);
    trial->parts[at] = part;
    memcpy(trial->radii + at, radii, sizeof(double) * (size_t)size);
    return at;
}

/* Scatters all inputs SAMPLES times; returns the farthest that an output went, of its ball, or -1
 * when the way is not cleared. */
static double farthest(tmTest *t, Trial *trial, const char *out, int32_t at, const double *from,
                       const double *to, uint64_t *state) {
    tmiProgram *p = &trial->program;
    double was[REGISTERS], max = 0.0;
    if (tmi_program_run(p, 0, p->op_count, to) >= 0 ||
        !tmi_program_clear_between(p, 0, p->op_count, from, to, trial->radii)) {
        return -1.0;
    }
    memcpy(was, p->registers, sizeof(double) * (size_t)p->register_count);
    for (int sample = 0; sample < SAMPLES; sample++) {
        memcpy(p->registers, was, sizeof(double) * (size_t)p->register_count);
        for (int32_t i = 0; i < trial->count; i++) {
            scatter(trial->parts[i], p->registers + i, trial->radii + i, state);
        }
        double value = sample ? *from + test_uniform(state, 0.0, 1.0) * (*to - *from) : *from;
        if (!CHECK(tmi_program_run(p, 0, p->op_count, &value) < 0)) {
            return -1.0;
        }
        int32_t o = at;
        for (const char *part = out; *part; part++) {
            double share = gone(*part, p->registers + o, was + o, trial->radii + o, was, state);
            max = fmax(max, share);
            CHECK(share <= 1.0 + 1e-9);
            o += doubles_of(*part);
        }
    }
    return max;
}

TEST(no_step_leaves_its_ball) {
    uint64_t state = 71;
    Trial *trial = trial_open(t);
    for (int kind = 0; kind < TMI_OP_COUNT; kind++) {
        if (!shapes[kind].out) {
            continue; /* never proven */
        }
        double tightest = 0.0;
        int cleared = 0;
        for (int try = 0; try < 200; try++) {
            trial_restart(trial);
            double max = pow(10.0, test_uniform(&state, -3.0, -0.5));
            int32_t in[TMI_OP_INPUTS] = {0};
            for (int i = 0; i < tmi_op_inputs((tmiOpKind)kind); i++) {
                char part = shapes[kind].in[i][0];
                in[i] = part == 'V' ? 0 : add_input(trial, part, max, &state);
            }
            trial->count = trial->program.register_count;
            if (kind == TMI_OP_UNWRAP) { /* the last angle, less than half a turn away */
                double *r = trial->program.registers, *d = r + in[0];
                r[in[1]] = atan2(d[1], d[0]) + test_uniform(&state, -2.0, 2.0);
            }
            double from = test_uniform(&state, -3.0, 3.0);
            double to = from + test_uniform(&state, -max, max);
            int32_t out = tmi_program_add(&trial->program, (tmiOpKind)kind, in, -1, -1);
            MUST(trial->program.status);
            REQUIRE(trial->program.register_count <= REGISTERS);
            double share = farthest(t, trial, shapes[kind].out, out, &from, &to, &state);
            cleared += share >= 0.0;
            tightest = fmax(tightest, share);
        }
        CHECK(cleared > 40);
        CHECK(tightest > 0.6); /* and the balls are not much too large */
    }
}

/* The ends of a dyad move apart, or towards each other, as far as their balls allow: the triangle
 * must stay one wherever the bound says so, up to where it nearly becomes flat. */
TEST(dyads_that_are_cleared_stay_off_their_dead_centres) {
    uint64_t state = 78;
    Trial *trial = trial_open(t);
    int cleared = 0;
    for (int try = 0; try < test_rounds(4000); try++) {
        trial_restart(trial);
        static const char parts[] = "PPKSPP";
        int32_t in[6];
        for (int i = 0; i < 6; i++) {
            in[i] = add_input(trial, parts[i], 0.0, &state);
        }
        int32_t o = tmi_program_add(&trial->program, TMI_OP_DYAD, in, -1, -1);
        MUST(trial->program.status);
        double *r = trial->program.registers, *P = r + in[0], *D = r + in[1];
        double a = 0.5 * sqrt(r[in[2]]), b = sqrt(a * a - r[in[2] + 1]), low = fabs(a - b);
        double e = low + (a + b - low) * test_uniform(&state, 0.0, 1.0);
        double turn = test_uniform(&state, -3.0, 3.0), ux = cos(turn), uy = sin(turn);
        double room = fmin(e - low, a + b - e), none = 0.0;
        double x = test_uniform(&state, 0.0, room), y = (room - x) * test_uniform(&state, 0.9, 1.2);
        D[0] = P[0] + e * ux;
        D[1] = P[1] + e * uy;
        trial->radii[in[0]] = x;
        trial->radii[in[1]] = y;
        REQUIRE(tmi_program_run(&trial->program, 0, 1, &none) < 0);
        if (tmi_program_clear_between(&trial->program, 0, 1, &none, &none, trial->radii)) {
            cleared++;
            const double was[2] = {r[o], r[o + 1]};
            for (int way = 0; way < 2; way++) {
                double sign = way ? 2.0 : -1.0; /* there, and to the other side */
                P[0] += sign * x * ux;
                P[1] += sign * x * uy;
                D[0] -= sign * y * ux;
                D[1] -= sign * y * uy;
                CHECK(tmi_program_run(&trial->program, 0, 1, &none) < 0);
                CHECK(hypot(r[o] - was[0], r[o + 1] - was[1]) <= trial->radii[o]);
            }
        }
    }
    CHECK(cleared > test_rounds(500) && cleared < test_rounds(3500));
}

/* Links whose lengths change with the inputs: the prepared numbers and the dyad together. */
TEST(no_dyad_of_changing_links_leaves_its_ball) {
    uint64_t state = 72;
    Trial *trial = trial_open(t);
    int cleared = 0;
    for (int try = 0; try < test_rounds(600); try++) {
        trial_restart(trial);
        double max = pow(10.0, test_uniform(&state, -4.0, -1.0)), still = 0.0;
        int32_t in[6], link[4];
        for (int i = 0; i < 4; i++) {
            link[i] = add_input(trial, 'P', try % 3 == 0 && i < 2 ? 0.0 : max, &state);
        }
        in[0] = add_input(trial, 'P', max, &state);
        in[1] = add_input(trial, 'P', max, &state);
        in[3] = add_input(trial, 'S', 0.0, &state);
        in[4] = link[0];
        in[5] = link[2];
        trial->count = trial->program.register_count;
        in[2] = tmi_program_add(&trial->program, TMI_OP_DYAD_PREPARE, link, -1, -1);
        int32_t out = tmi_program_add(&trial->program, TMI_OP_DYAD, in, -1, -1);
        MUST(trial->program.status);
        REQUIRE(trial->program.register_count <= REGISTERS);
        cleared += farthest(t, trial, "PXX", out, &still, &still, &state) >= 0.0;
    }
    CHECK(cleared > test_rounds(100));
}

/* ---- Whole plans ---------------------------------------------------------------------------- */

/* The program of a plan that is all closed form. */
static const tmiProgram *program_of(const tmPlan *plan) {
    return &plan->routes.list->stages->variants->program;
}

/* Runs frames between `from` and `to` of a plan that is all closed form; whether it is cleared, and
 * no register that a step writes leaves its ball. */
static bool frames_stay(tmTest *t, const tmPlan *plan, double from, double to, int samples,
                        uint64_t *state) {
    const tmiProgram *p = program_of(plan);
    size_t count = (size_t)p->register_count;
    double *radii = test_memory(t, count, sizeof *radii);
    double *was = test_memory(t, count, sizeof *was);
    if (tmi_program_run(p, 0, p->op_count, &to) >= 0 ||
        !tmi_program_clear_between(p, 0, p->op_count, &from, &to, radii)) {
        return false;
    }
    memcpy(was, p->registers, sizeof *was * count);
    for (int sample = 0; sample < samples; sample++) {
        double value = from + (to - from) * sample / samples;
        CHECK(tmi_program_run(p, 0, p->op_count, &value) < 0);
        for (int32_t i = 0; i < p->op_count; i++) {
            int32_t o = p->ops[i].out;
            for (const char *part = shapes[p->ops[i].kind].out; *part; part++) {
                const double *now = p->registers + o;
                CHECK(gone(*part, now, was + o, radii + o, was, state) <= 1.0 + 1e-9);
                o += doubles_of(*part);
            }
        }
    }
    return true;
}

static void tour(tmTest *t, tmMechanism *m, tmInput input, double range, double max, double share,
                 uint64_t *state) {
    tmPlan *plan = NULL;
    CHECK_STATUS(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan), TM_OK);
    DEFER(tm_plan_destroy, plan);
    double start;
    CHECK_STATUS(tm_plan_values(plan, &start), TM_OK);
    REQUIRE(tm_plan_unknowns(plan) == 0);
    int cleared = 0;
    for (int i = 0; i < 40; i++) {
        int kept = t->defer_count;
        double from = start + test_uniform(state, -range, range);
        cleared += frames_stay(t, plan, from, from + test_uniform(state, -max, max),
                               i < 4 ? 1000 : 50, state);
        test_run_defers(t, kept);
    }
    CHECK(cleared >= share * 40);
}

TEST(no_frame_between_leaves_the_balls_of_a_plan) {
    uint64_t state = 73;
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    for (int i = 0; i < 4; i++) { /* 4-bar, 6-bar (a), Stress-10, Stress-20 */
        int kept = t->defer_count;
        tmMechanism *m;
        tmJointId driver;
        MUST(reference_build(t, file, i, &m, &driver));
        tour(t, m, linkage_angle(driver), 4.0, 0.2, 0.5, &state);
        test_run_defers(t, kept);
    }
}

/* Crank 1, rod 3, piston along x, driven at the crank or within a third of the way to the piston's
 * end: RRP, and a dyad whose end slides. */
TEST(no_frame_between_leaves_the_balls_of_a_piston) {
    uint64_t state = 77;
    for (int way = 0; way < 4; way++) {
        linkage l = linkage_open(t, way & 1 ? LINKAGE_RANDOM_AXES : 0, &state);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0, 1, 0);
        tmBodyId piston = linkage_body(&l, 0, 0, 0);
        double x = sqrt(8.0);
        tmJointId drive = linkage_pin(&l, l.ground, crank, 0, 0);
        linkage_pin(&l, crank, rod, 0, 1);
        linkage_pin(&l, rod, piston, x, 0);
        tmJointId slide = linkage_slider(&l, l.ground, piston, 0, 0, 0, x);
        CHECK_STATUS(l.status, TM_OK);
        if (way & 2) {
            tour(t, l.m, linkage_displacement(slide), 0.3, 0.3, 0.8, &state);
        } else {
            tour(t, l.m, linkage_angle(drive), 4.0, 0.4, 0.8, &state);
        }
        test_run_defers(t, 0);
    }
}

/* A block on a crank slides on a link that turns about (3, 0): RPR; and a cross slide: PRP. */
TEST(no_frame_between_leaves_the_balls_of_sliders) {
    uint64_t state = 74;
    for (int kind = 0; kind < 8; kind++) {
        linkage l = linkage_open(t, kind & 1 ? LINKAGE_RANDOM_AXES : 0, &state);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), block = linkage_body(&l, 0, 0, 0);
        tmBodyId link = linkage_body(&l, 0, 0, 0);
        tmJointId drive = linkage_pin(&l, l.ground, crank, 0, 0);
        linkage_pin(&l, crank, block, 1, 0);
        if (kind & 2) { /* the block on a slide that goes up and down */
            linkage_slider(&l, block, link, 1, 0, 0.0, 0.0);
            linkage_slider(&l, l.ground, link, 1, 0, kind & 4 ? 1.2 : 0.5 * LINKAGE_PI, 0.0);
        } else { /* on a link that turns, past its pivot by 0.3 */
            linkage_slider(&l, link, block, 1, kind & 4 ? 0.3 : 0.0, 0.0, 0.0);
            linkage_pin(&l, l.ground, link, 3, 0);
        }
        CHECK_STATUS(l.status, TM_OK);
        tour(t, l.m, linkage_angle(drive), 4.0, 0.3, 0.5, &state);
        test_run_defers(t, 0);
    }
}

TEST(no_step_over_the_arc_of_figure_22_is_cleared) {
    uint64_t state = 75;
    Bars k = {.a = 1.0, .b = 3.0, .c = 1.999878, .g = 4.0, .side = 1};
    tmStatus status = bars_build(t, &k, &state);
    DEFER(tm_mechanism_destroy, k.m);
    MUST(status);
    MUST(bars_place(&k, 1.0));
    tmInput input = linkage_angle(k.driver);
    tmPlan *plan = NULL;
    MUST(linkage_plan(k.m, &input, 1, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    const tmiProgram *p = program_of(plan);
    double *radii = test_memory(t, (size_t)p->register_count, sizeof *radii);
    double half = 1.001 * LINKAGE_PI / 180.0;
    int over = 0, near = 0, far = 0;
    for (int i = 0; i < test_rounds(100000); i++) {
        double before = LINKAGE_PI - half - exp(test_uniform(&state, log(1e-6), log(2.0)));
        double after = LINKAGE_PI + half + exp(test_uniform(&state, log(1e-6), log(2.0)));
        bool back = i & 1;
        double from = back ? after : before, to = back ? before : after;
        REQUIRE(tmi_program_run(p, 0, p->op_count, &to) < 0);
        over += tmi_program_clear_between(p, 0, p->op_count, &from, &to, radii);
        if (fabs(to - LINKAGE_PI) > 1.0) { /* but steps that stay on one side are */
            double aside = to + (back ? -0.1 : 0.1);
            far++;
            near += tmi_program_clear_between(p, 0, p->op_count, &aside, &to, radii);
        }
    }
    CHECK(over == 0);
    CHECK(far > test_rounds(1000) && near == far);
}

/* Random four-bars with arcs of 1e-6 to 2 rad: no step across one is cleared, whatever its length,
 * and no step with whole turns in it. */
TEST(no_step_over_an_arc_of_random_four_bars_is_cleared) {
    uint64_t state = 76;
    int cleared = 0, tried = 0;
    for (int i = 0; i < test_rounds(10000); i++) {
        Bars k = {.a = test_uniform(&state, 0.3, 3.0), .g = test_uniform(&state, 0.3, 3.0)};
        double half = 0.5 * exp(test_uniform(&state, log(1e-6), log(2.0)));
        double reach = sqrt(k.a * k.a + k.g * k.g + 2.0 * k.a * k.g * cos(half));
        double min = fabs(k.a - k.g) * test_uniform(&state, 0.0, 0.99);
        k.b = 0.5 * (reach + min);
        k.c = 0.5 * (reach - min);
        k.side = i & 1 ? 1 : -1;
        tmStatus status = bars_build(t, &k, &state);
        DEFER(tm_mechanism_destroy, k.m);
        MUST(status);
        double at = LINKAGE_PI - half - test_uniform(&state, 0.1, 1.0);
        if (bars_place(&k, at) == TM_OK) {
            tmInput input = linkage_angle(k.driver);
            tmPlan *plan = NULL;
            MUST(linkage_plan(k.m, &input, 1, TM_PLAN_MIXED, &plan));
            DEFER(tm_plan_destroy, plan);
            const tmiProgram *p = program_of(plan);
            double *radii = test_memory(t, (size_t)p->register_count, sizeof *radii);
            for (int n = 0; n < 20; n++) {
                double beyond = exp(test_uniform(&state, log(1e-7), log(2.0)));
                double to = LINKAGE_PI + half + beyond + TURN * test_between(&state, 0, 1);
                double from = LINKAGE_PI - half - exp(test_uniform(&state, log(1e-7), log(1.0)));
                if (tmi_program_run(p, 0, p->op_count, &to) < 0) {
                    tried++;
                    cleared += tmi_program_clear_between(p, 0, p->op_count, &from, &to, radii);
                }
            }
        }
        test_run_defers(t, 0);
    }
    CHECK(cleared == 0 && tried > test_rounds(100000));
}

/* Share of the frames of a turn, in steps of `degrees`, that are cleared at once. */
static double cleared_share(tmTest *t, tmMechanism *m, tmJointId driver, double degrees) {
    tmInput input = linkage_angle(driver);
    tmPlan *plan = NULL;
    CHECK_STATUS(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan), TM_OK);
    DEFER(tm_plan_destroy, plan);
    const tmiProgram *p = program_of(plan);
    double *radii = test_memory(t, (size_t)p->register_count, sizeof *radii), start;
    CHECK_STATUS(tm_plan_values(plan, &start), TM_OK);
    int cleared = 0;
    for (int i = 0; i < 360; i++) {
        double from = start + TURN * i / 360.0, to = from + degrees * LINKAGE_PI / 180.0;
        CHECK(tmi_program_run(p, 0, p->op_count, &to) < 0);
        cleared += tmi_program_clear_between(p, 0, p->op_count, &from, &to, radii);
    }
    return cleared / 360.0;
}

TEST(most_frames_of_typical_linkages_are_cleared_at_once) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    static const struct {
        const char *name;
        double degrees, min;
    } rows[] = {{"4-bar", 5.0, 1.0},
                {"4-bar", 20.0, 0.9},
                {"6-bar (a)", 5.0, 1.0},
                {"Stress-10", 5.0, 1.0},
                {"Stress-20", 5.0, 0.9}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int kept = t->defer_count, index = reference_index(file, rows[i].name);
        tmMechanism *m;
        tmJointId driver;
        MUST(reference_build(t, file, index, &m, &driver));
        CHECK(cleared_share(t, m, driver, rows[i].degrees) >= rows[i].min);
        test_run_defers(t, kept);
    }
}

TEST(steps_that_are_no_numbers_are_not_cleared) {
    Linkage l;
    MUST(linkage_six_bar_a(t, &l));
    tmPlan *plan;
    MUST(linkage_table_plan(t, &l, 0, &plan));
    const tmiProgram *p = program_of(plan);
    double *radii = test_memory(t, (size_t)p->register_count, sizeof *radii);
    double to = 0.1;
    REQUIRE(tmi_program_run(p, 0, p->op_count, &to) < 0);
    const double froms[] = {NAN, INFINITY, -1e300};
    for (int i = 0; i < 3; i++) {
        CHECK(!tmi_program_clear_between(p, 0, p->op_count, &froms[i], &to, radii));
    }
    CHECK(tmi_program_clear_between(p, 0, p->op_count, &to, &to, radii));
}

TEST_MAIN(CASE(no_step_leaves_its_ball), CASE(no_dyad_of_changing_links_leaves_its_ball),
          CASE(dyads_that_are_cleared_stay_off_their_dead_centres),
          CASE(no_frame_between_leaves_the_balls_of_a_plan),
          CASE(no_frame_between_leaves_the_balls_of_a_piston),
          CASE(no_frame_between_leaves_the_balls_of_sliders),
          CASE(no_step_over_the_arc_of_figure_22_is_cleared),
          CASE(no_step_over_an_arc_of_random_four_bars_is_cleared),
          CASE(most_frames_of_typical_linkages_are_cleared_at_once),
          CASE(steps_that_are_no_numbers_are_not_cleared))
