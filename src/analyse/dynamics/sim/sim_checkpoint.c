/* sim_checkpoint.c: all that a step changes, as plain numbers: for checkpoints, and for going back
 * when an input is set within a step. */
#include "analyse/dynamics/sim/stepping/stepping.h"

#include <math.h>
#include <string.h>

/* ---- The list -------------------------------------------------------------------------------- */

typedef struct Copy {
    double *checkpoint; /* null: only counted */
    bool back;          /* from the checkpoint into the simulation */
    size_t at;
} Copy;

static void numbers(Copy *copy, double *values, size_t count) {
    if (copy->checkpoint && count > 0) {
        double *there = copy->checkpoint + copy->at;
        memcpy(copy->back ? values : there, copy->back ? there : values, count * sizeof *values);
    }
    copy->at += count;
}

static void number(Copy *copy, double *value) {
    if (copy->checkpoint) {
        double *there = copy->checkpoint + copy->at;
        *(copy->back ? value : there) = *(copy->back ? there : value);
    }
    copy->at++;
}

static void whole(Copy *copy, int64_t *value) {
    double plain = (double)*value;
    number(copy, &plain);
    if (copy->checkpoint && copy->back) {
        *value = plain >= 0.0 && plain < 0x1p53 ? (int64_t)plain : 0;
    }
}

static void small(Copy *copy, int32_t *value) {
    int64_t number = *value;
    whole(copy, &number);
    *value = (int32_t)(number & INT32_MAX);
}

static void truth(Copy *copy, bool *value) {
    int64_t number = *value;
    whole(copy, &number);
    *value = number != 0;
}

static void copy_system(Copy *copy, tmSim *sim) {
    tmiSystem *s = sim->system;
    size_t bodies = (size_t)s->body_count, joints = (size_t)tm_model_joint_count(sim->model);
    numbers(copy, s->turns[0], 2 * (size_t)s->row_count);
    for (int32_t i = 0; i < s->element_count; i++) {
        numbers(copy, s->elements[i].near, 2);
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        truth(copy, &s->constraints[i].active);
    }
    truth(copy, &s->redundant);
    numbers(copy, sim->coordinate_near[0], TM_HINGE_COORDINATES * joints);
    numbers(copy, sim->angle_near, bodies);
    numbers(copy, (double *)sim->prior_accelerations, 6 * bodies);
    numbers(copy, (double *)sim->prior_wrenches, 6 * joints);
    numbers(copy, (double *)sim->prior_loads, 6 * bodies);
    numbers(copy, sim->limit_start, (size_t)sim->limit_count);
    numbers(copy, sim->limit_push, (size_t)sim->limit_count);
    int32_t count;
    double *state = tmi_script_state(sim->script, &count);
    numbers(copy, state, (size_t)count);
}

static void copy_pull(Copy *copy, tmiSimPull *pull) {
    small(copy, &pull->body);
    numbers(copy, pull->at, 3);
    numbers(copy, pull->to, 3);
    number(copy, &pull->stiffness);
    number(copy, &pull->damping);
    number(copy, &pull->max_force);
}

static void copy_info(Copy *copy, tmSimInfo *info) {
    small(copy, &info->integrator);
    number(copy, &info->step);
    whole(copy, &info->steps);
    whole(copy, &info->refused);
    whole(copy, &info->evaluations);
    whole(copy, &info->stiff_steps);
    whole(copy, &info->events);
    number(copy, &info->energy_scale);
    number(copy, &info->gap);
    number(copy, &info->residual);
    whole(copy, &info->touching);
    whole(copy, &info->solved);
    whole(copy, &info->halved);
    whole(copy, &info->corners);
    whole(copy, &info->jammed);
    whole(copy, &info->unsolved);
    number(copy, &info->normal_work);
    number(copy, &info->friction_work);
    number(copy, &info->gained);
    whole(copy, &info->impacts);
    whole(copy, &info->lessened);
    whole(copy, &info->passed);
    whole(copy, &info->missed);
    whole(copy, &info->asleep);
    number(copy, &info->overlap);
    number(copy, &info->touch_residual);
    number(copy, &info->span_overlap);
    number(copy, &info->span_residual);
}

static size_t copy_all(tmSim *sim, double *checkpoint, bool back) {
    Copy copy = {checkpoint, back, 0};
    number(&copy, &sim->t_end);
    numbers(&copy, sim->y_end, (size_t)sim->n);
    numbers(&copy, sim->rate_end, (size_t)sim->n);
    number(&copy, &sim->h);
    number(&copy, &sim->speed);
    number(&copy, &sim->spin);
    number(&copy, &sim->energy_start);
    truth(&copy, &sim->refused);
    truth(&copy, &sim->due);
    truth(&copy, &sim->jumps);
    small(&copy, &sim->next_turn);
    small(&copy, &sim->stiff_signs);
    small(&copy, &sim->loose_signs);
    small(&copy, &sim->since_switch);
    small(&copy, &sim->chatter_signs);
    number(&copy, &sim->chatter_time);
    whole(&copy, &sim->fixed_steps);
    copy_info(&copy, &sim->info);
    copy_system(&copy, sim);
    copy_pull(&copy, &sim->pull);
    return copy.at;
}

size_t tmi_sim_checkpoint_size(tmSim *sim) {
    return copy_all(sim, NULL, false);
}

void tmi_sim_keep_checkpoint(tmSim *sim) {
    copy_all(sim, sim->checkpoint, false);
    sim->lacks_memory = tmi_sim_contact_keep_checkpoint(sim) != TM_OK || sim->lacks_memory;
}

/* Steps of one size are those that were asked for, and as many as the time says, whatever a
 * checkpoint says: others would never end. */
static void mend_steps(tmSim *sim) {
    if (sim->fixed) {
        double count = floor(sim->t_end / sim->asked_step + 0.5);
        sim->info.step = sim->asked_step;
        if (!(fabs((double)sim->fixed_steps - count) <= 1.0)) {
            sim->fixed_steps = (int64_t)count;
        }
    }
}

void tmi_sim_restore_checkpoint(tmSim *sim, const double *checkpoint) {
    if (checkpoint != sim->checkpoint) {
        memcpy(sim->checkpoint, checkpoint, sim->checkpoint_size * sizeof *checkpoint);
    }
    copy_all(sim, sim->checkpoint, true);
    mend_steps(sim);
    tmi_sim_pull_mend(sim);
    sim->lacks_memory = tmi_sim_contact_restore_checkpoint(sim) != TM_OK || sim->lacks_memory;
    sim->next_turn = sim->next_turn != 0;
    sim->ahead = TM_SIM_RUNS;
    tmi_sim_measure(sim, sim->y_end);
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

/* Its last letter counts the formats; up to 2 states had angular velocities in world axes. */
#define MAGIC "TRMLSIM5"
#define MAGIC_LENGTH 8

/* Little-endian on every machine. */
static void put_word(unsigned char *to, uint64_t word) {
    for (int32_t i = 0; i < 8; i++) {
        to[i] = (unsigned char)(word >> (8 * i));
    }
}

static uint64_t get_word(const unsigned char *from) {
    uint64_t word = 0;
    for (int32_t i = 0; i < 8; i++) {
        word |= (uint64_t)from[i] << (8 * i);
    }
    return word;
}

static void put_double(unsigned char *to, double value) {
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    put_word(to, word);
}

static double get_double(const unsigned char *from) {
    uint64_t word = get_word(from);
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* The identity of the run: the method, its numbers, and the count of everything. */
static uint64_t identity(const tmSim *sim) {
    const tmSimInfo *info = &sim->info;
    const tmiSystem *s = sim->system;
    const int32_t counts[] = {
        info->method,        sim->n,           s->body_count,    s->row_count,
        s->constraint_count, s->element_count, sim->limit_count, (int32_t)sim->checkpoint_size};
    const double sizes[] = {info->end, info->tolerance, sim->asked_step, s->size};
    uint64_t hash = tmi_hash_ints(TMI_HASH_START, counts, sizeof counts / sizeof counts[0]);
    hash = tmi_hash_doubles(hash, sizes, sizeof sizes / sizeof sizes[0]);
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *mover = &s->movers[i];
        hash = tmi_hash_doubles(hash, &mover->mass, 1);
        hash = tmi_hash_doubles(hash, mover->inertia[0], 9);
        hash = tmi_hash_doubles(hash, mover->centre, 3);
    }
    return hash;
}

/* Numbers besides the checkpoint: the present, and the counts there. */
#define EXTRA 29

static void copy_present(tmSim *sim, double *extra, bool back) {
    Copy copy = {extra, back, 0};
    number(&copy, &sim->now);
    copy_info(&copy, &sim->info);
    TM_ASSERT(copy.at == EXTRA);
}

static size_t contact_numbers(const tmSim *sim) {
    return (size_t)sim->contact.checkpoint_count;
}

size_t tm_sim_save_size(const tmSim *sim) {
    return sim ? MAGIC_LENGTH + 8 * (3 + EXTRA + sim->checkpoint_size + contact_numbers(sim)) : 0;
}

tmStatus tm_sim_save(const tmSim *sim, void *bytes, size_t size) {
    if (!sim || !bytes || size < tm_sim_save_size(sim)) {
        return TM_ERR_ARGUMENT;
    }
    unsigned char *to = bytes;
    tmSim copy = *sim; /* its counts are read only */
    double extra[EXTRA] = {0.0};
    uint64_t check = TMI_HASH_START;
    copy_present(&copy, extra, false);
    memcpy(to, MAGIC, MAGIC_LENGTH);
    put_word(to + MAGIC_LENGTH, identity(sim));
    unsigned char *at = to + MAGIC_LENGTH + 16;
    size_t fixed = EXTRA + sim->checkpoint_size;
    for (size_t i = 0; i < fixed + 1 + contact_numbers(sim); i++, at += 8) {
        put_double(at, i < EXTRA    ? extra[i]
                       : i < fixed  ? sim->checkpoint[i - EXTRA]
                       : i == fixed ? (double)contact_numbers(sim)
                                    : sim->contact.checkpoint[i - fixed - 1]);
        check = tmi_hash_word(check, get_word(at));
    }
    put_word(to + MAGIC_LENGTH + 8, check);
    return TM_OK;
}

/* The count of contact numbers in `size` bytes; false where these end too early. */
static bool contact_numbers_in(const tmSim *sim, const unsigned char *from, size_t size,
                               size_t *count) {
    size_t fixed = 2 + EXTRA + sim->checkpoint_size;
    if (size < MAGIC_LENGTH + 8 * (fixed + 1)) {
        return false;
    }
    double number = get_double(from + MAGIC_LENGTH + 8 * fixed);
    *count = number >= 0.0 && number < 0x1p30 ? (size_t)number : SIZE_MAX / 16;
    return *count <= (size - MAGIC_LENGTH) / 8 - fixed - 1;
}

tmStatus tm_sim_restore(tmSim *sim, const void *bytes, size_t size) {
    const unsigned char *from = bytes;
    size_t count;
    if (!sim || !from || size < MAGIC_LENGTH || memcmp(from, MAGIC, MAGIC_LENGTH - 1) != 0) {
        return TM_ERR_ARGUMENT;
    }
    if (from[MAGIC_LENGTH - 1] != MAGIC[MAGIC_LENGTH - 1]) {
        return TM_ERR_UNSUPPORTED;
    }
    if (!contact_numbers_in(sim, from, size, &count) ||
        get_word(from + MAGIC_LENGTH) != identity(sim)) {
        return TM_ERR_ARGUMENT;
    }
    double extra[EXTRA];
    uint64_t check = TMI_HASH_START;
    const unsigned char *at = from + MAGIC_LENGTH + 16;
    size_t fixed = EXTRA + sim->checkpoint_size;
    for (size_t i = 0; i < fixed + 1 + count; i++) {
        check = tmi_hash_word(check, get_word(at + 8 * i));
    }
    double now = get_double(at), start = get_double(at + 8 * EXTRA);
    if (check != get_word(from + MAGIC_LENGTH + 8) ||
        !(now >= start && start >= 0.0 && now <= sim->info.end)) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = tmi_array_reserve(sim->allocator, &sim->contact.checkpoint,
                                        &sim->contact.checkpoint_capacity, (int32_t)count,
                                        sizeof *sim->contact.checkpoint);
    if (status != TM_OK) {
        return status;
    }
    for (size_t i = 0; i < fixed; i++, at += 8) {
        *(i < EXTRA ? &extra[i] : &sim->checkpoint[i - EXTRA]) = get_double(at);
    }
    for (size_t i = 0; i < count; i++) {
        at += 8;
        sim->contact.checkpoint[i] = get_double(at);
    }
    sim->contact.checkpoint_count = (int32_t)count;
    sim->event_count = sim->event_shown = 0;
    sim->info.outcome = TM_SIM_RUNS;
    sim->lacks_memory = false;
    status = tmi_sim_return(sim, sim->checkpoint, extra[0]);
    copy_present(sim, extra, true);
    mend_steps(sim);
    sim->info.time = sim->now;
    return sim->lacks_memory ? TM_ERR_MEMORY : status;
}

uint64_t tm_sim_hash(const tmSim *sim) {
    if (!sim) {
        return 0;
    }
    uint64_t hash = tmi_hash_doubles(TMI_HASH_START, &sim->now, 1);
    return tmi_hash_doubles(hash, sim->y_now, (size_t)sim->n);
}
