/* sim_start.c: velocities at the start. Those that the text gives, of bodies and of joints, hold as
 * far as joints and what is prescribed allow it. All others follow: of the motions that fit, the
 * one of least kinetic energy, as if only what is given had been struck (Kelvin's theorem).
 * docs/theory/dynamics.md, section 5. */
#include "analyse/dynamics/sim/sim_start.h"
#include "analyse/dynamics/sim/messages/messages.h"

#include <math.h>
#include <string.h>

/* Given velocities that already fit to this part [1] are kept as they are. */
#define FITS 1e-14

/* ---- What is given --------------------------------------------------------------------------- */

/* Numbers of a vector of the world: in the plane one of turns, two of others. */
static int32_t axes_of(const tmiSystem *s, bool turns, int32_t *first) {
    *first = s->planar && turns ? 2 : 0;
    return s->planar ? (turns ? 1 : 2) : 3;
}

static void wish_body(tmiStart *w, const tmBodyInfo *info, int32_t body, bool turns) {
    const tmiSystem *s = w->sim->system;
    const tmTwist *twist = &s->start_twists[body];
    const double *q = s->frames[body].rotation;
    double point[3], sweep[3], arm[3];
    int32_t first, count = axes_of(s, turns, &first);
    tmi_rotate3(q, info->start_at, point);
    tmi_cross3(twist->angular, point, sweep);
    for (int k = 0; k < 3; k++) {
        arm[k] = s->frames[body].position[k] + point[k] - s->centres[s->mover_of[body]][k];
    }
    for (int32_t k = first; k < first + count; k++) {
        tmiWish *wish = &w->wishes[w->wish_count++];
        wish->body = body;
        wish->axis = k;
        wish->turns = turns;
        wish->value = turns ? twist->angular[k] : twist->linear[k] + sweep[k];
        memcpy(wish->arm, arm, sizeof arm);
    }
}

tmStatus tmi_start_wish_joint(tmiStart *w, const tmJointInfo *joint, int32_t number,
                              int32_t coordinate) {
    tmiSystem *s = w->sim->system;
    tmiWish *wish = &w->wishes[w->wish_count++];
    wish->joint = number;
    wish->coordinate = coordinate;
    wish->value = joint->start[coordinate][1];
    wish->start = joint->start[coordinate][0];
    wish->row = joint->coordinates[coordinate];
    wish->turns = wish->row.unit == TM_ROW_ANGLE;
    wish->constraint = (tmiConstraint){.number = number,
                                       .active = true,
                                       .body_count = joint->body_count,
                                       .rows = &wish->row,
                                       .row_count = 1};
    wish->constraint.bodies =
        tmi_system_alloc(s, joint->body_count, sizeof *wish->constraint.bodies);
    if (!wish->constraint.bodies) {
        return TM_ERR_MEMORY;
    }
    memcpy(wish->constraint.bodies, joint->bodies,
           (size_t)joint->body_count * sizeof *joint->bodies);
    tmStatus status = tmi_constraint_prepare(s, &wish->constraint, false);
    int64_t entries = (int64_t)wish->constraint.mover_count * s->dof + 1;
    wish->constraint.stride = (int32_t)entries;
    wish->constraint.gradient = tmi_system_alloc(s, entries, sizeof *wish->constraint.gradient);
    status = wish->constraint.gradient ? status : TM_ERR_MEMORY;
    if (status == TM_OK) {
        double value, bias, near[1][2] = {{0.0}}, seen[1][2];
        tmiRowsTo to = {&value, &bias, near, seen};
        tmi_constraint_evaluate(s, &wish->constraint, &to);
    }
    return status;
}

/* Lists all that is given; without `make` it only counts. */
static tmStatus find_wishes(tmiStart *w, bool make, int32_t *count) {
    const tmiSystem *s = w->sim->system;
    tmStatus status = TM_OK;
    *count = 0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmBodyInfo info;
        int32_t first, body = s->movers[i].body;
        tm_model_body(s->model, body, &info);
        for (int turns = 0; turns < 2; turns++) {
            if (turns ? info.has_spin : info.has_velocity) {
                *count += axes_of(s, turns, &first);
                if (make) {
                    wish_body(w, &info, body, turns);
                }
            }
        }
    }
    for (int32_t i = 0; i < tm_model_joint_count(s->model) && status == TM_OK; i++) {
        tmJointInfo joint;
        tm_model_joint(s->model, i, &joint);
        for (int32_t k = 0; joint.start && k < joint.coordinate_count && status == TM_OK; k++) {
            if (joint.start[k][1] == joint.start[k][1]) {
                ++*count;
                status = make ? tmi_start_wish_joint(w, &joint, i, k) : TM_OK;
            }
        }
    }
    return status;
}

/* How fast anything that is given moves, turns with the size as lever [m/s]. */
static double max_speed(const tmiStart *w) {
    double max = 0.0;
    for (int32_t i = 0; i < w->wish_count; i++) {
        const tmiWish *wish = &w->wishes[i];
        double own = fabs(wish->value) * (wish->turns ? w->sim->system->size : 1.0);
        max = own > max ? own : max;
    }
    return max;
}

/* Whether what is given fits with all else at rest. */
static bool fits(const tmiStart *w) {
    const tmiSystem *s = w->sim->system;
    double max = FITS * max_speed(w);
    for (int32_t i = 0; i < w->wish_count; i++) {
        double missed = fabs(w->wishes[i].value - tmi_start_got(s, &w->wishes[i]));
        if (missed * (w->wishes[i].turns ? s->size : 1.0) > max) {
            return false;
        }
    }
    return tmi_system_slip(s) <= FITS;
}

/* ---- What is reported ------------------------------------------------------------------------ */

/* Changes below this part of what is given [1] are rounding errors; those below the second one are
 * reported as a note, for numbers of a text are mostly given with three digits. */
#define VELOCITY_UNREPORTED 1e-7
#define VELOCITY_GIVEN_ROUNDED 1e-2

/* Bodies and joints that are named. */
#define NAMED 4

/* The change of all numbers of one vector that begin at `first`; *end is behind them. */
static double change_at(const tmiStart *w, int32_t first, int32_t *end) {
    const tmiWish *wish = &w->wishes[first];
    double sum = 0.0;
    for (*end = first; *end < w->wish_count; ++*end) {
        const tmiWish *next = &w->wishes[*end];
        if (*end > first &&
            (wish->body == 0 || next->body != wish->body || next->turns != wish->turns)) {
            break;
        }
        double missed = next->value - tmi_start_got(w->sim->system, next);
        sum += missed * missed;
    }
    return sqrt(sum);
}

static void say_change(const tmiStart *w, const tmiWish *wish, double change, const char *before,
                       tmiSimWords *words) {
    tmi_text_add(&words->text, before);
    if (wish->body == 0) {
        tmi_text_add(&words->text, "the rate of ");
        tmi_words_joint(w->sim, &words->text, wish->joint);
    } else {
        tmi_text_add(&words->text, wish->turns ? "the angular velocity of " : "the velocity of ");
        tmi_words_body(w->sim, &words->text, wish->body);
    }
    tmi_text_add(&words->text, " changes by ");
    tmi_words_number(&words->text, change, wish->turns ? " rad/s" : " m/s");
}

/* Whether what begins at `i` is reported, beside the largest `speed`; *change is by how much it
 * changed, *size that as a speed. */
static bool is_reported(const tmiStart *w, int32_t i, double speed, int32_t *end, double *change,
                        double *size) {
    *change = change_at(w, i, end);
    *size = *change * (w->wishes[i].turns ? w->sim->system->size : 1.0);
    return *size > VELOCITY_UNREPORTED * speed;
}

static tmStatus report_changes(const tmiStart *w, tmDiags *diags) {
    tmiSimWords words;
    double speed = max_speed(w), worst = 0.0, change, size;
    int32_t count = 0, reported = 0, blamed = -1;
    for (int32_t i = 0, end; i < w->wish_count; i = end) {
        count += is_reported(w, i, speed, &end, &change, &size);
    }
    tmi_words_begin(&words);
    tmi_text_add(&words.text, "the velocities that are given at the start do not fit the joints");
    for (int32_t i = 0, end; i < w->wish_count; i = end) {
        if (is_reported(w, i, speed, &end, &change, &size) && reported++ < NAMED) {
            const char *before = reported == 1 ? ": " : reported == count ? " and " : ", ";
            say_change(w, &w->wishes[i], change, before, &words);
        }
        blamed = size > worst ? i : blamed;
        worst = size > worst ? size : worst;
    }
    if (reported == 0) {
        return TM_OK;
    }
    tmi_text_add(&words.text, reported > NAMED ? ", and others change" : "");
    tmi_text_add(&words.advice, "change or leave out what does not fit: what is not "
                                "given follows from the joints");
    tmSeverity severity = worst > VELOCITY_GIVEN_ROUNDED * speed ? TM_WARNING : TM_NOTE;
    const tmiWish *wish = &w->wishes[blamed];
    return wish->body > 0
               ? tmi_words_add_body(w->sim, &words, severity, TMI_CODE_START, wish->body, diags)
               : tmi_words_add_joint(w->sim, &words, severity, TMI_CODE_START, wish->joint, diags);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* How much of what is given is missed [m/s]. */
static double missed(const tmiStart *w) {
    double max = 0.0;
    for (int32_t i = 0; i < w->wish_count; i++) {
        const tmiWish *wish = &w->wishes[i];
        double own = fabs(wish->value - tmi_start_got(w->sim->system, wish)) *
                     (wish->turns ? w->sim->system->size : 1.0);
        max = own > max ? own : max;
    }
    return max;
}

static tmStatus solve_once(tmiStart *w, double lightest, double *y) {
    w->lightest = lightest;
    tmi_start_fill(w);
    return tmi_start_solve(w, y);
}

static tmStatus solve(tmiStart *w, double *y) {
    tmStatus status = solve_once(w, 0.0, y);
    double first = missed(w);
    if (status == TM_OK && first > VELOCITY_UNREPORTED * max_speed(w)) {
        status = solve_once(w, START_LIGHTEST, y);
        if (status != TM_ERR_MEMORY && (status != TM_OK || !(missed(w) < 0.5 * first))) {
            status = solve_once(w, 0.0, y);
        }
    }
    return status;
}

static tmStatus spread(tmiStart *w, double *y, tmDiags *diags) {
    tmSim *sim = w->sim;
    tmiSystem *s = sim->system;
    int32_t count;
    tmStatus status = find_wishes(w, false, &count);
    if (status != TM_OK || count == 0) {
        return status;
    }
    w->wishes = tmi_arena_alloc(&w->arena, (size_t)count, sizeof *w->wishes);
    status = w->wishes ? find_wishes(w, true, &count) : TM_ERR_MEMORY;
    if (status != TM_OK || fits(w)) {
        return status;
    }
    w->n = s->mover_count * s->dof;
    if (!tmi_start_take(w)) {
        return TM_ERR_MEMORY;
    }
    status = solve(w, y);
    return status == TM_OK && tmi_system_slip(s) <= VELOCITY_GIVEN_ROUNDED
               ? report_changes(w, diags)
               : status;
}

tmStatus tmi_sim_spread(tmSim *sim, double *y, tmDiags *diags) {
    tmiStart w = {.sim = sim};
    tmi_arena_init(&w.arena, sim->allocator);
    tmi_system_set_state(sim->system, y);
    tmStatus status = tmi_sim_control(sim, 0.0, false);
    status = status == TM_OK ? tmi_start_close(&w, y, diags) : status;
    tmi_arena_clear(&w.arena);
    w.wishes = NULL;
    w.wish_count = 0;
    w.displaces = false;
    status = status == TM_OK ? spread(&w, y, diags) : status;
    tmi_arena_clear(&w.arena);
    return status;
}
