/* code_layout.c: gathered operations become code.
 *
 * Jumps go forward only, so one backward pass finds what is needed and where it is needed last, and
 * one forward pass gives places of the frame, each free again behind the last need. The value of a
 * meeting keeps its place from the first branch that sets it to its last need: no operation of the
 * second branch can take it. */
#include "define/language/code/code.h"

#include <string.h>

#define NEVER (-1)

typedef struct Finish {
    const tmiCodeEmitter *m;
    tmiCode *code;
    int32_t *last;     /* of each item: the last that needs its value; NEVER */
    int32_t *place;    /* of each item: place among the results; NEVER */
    int32_t *step;     /* of each item: steps before it */
    int32_t *constant; /* of each constant: its number in the code; NEVER */
    int32_t *freed;    /* places that can be used again */
    int32_t freed_count, place_count;
} Finish;

static void need(Finish *f, int32_t operand, int32_t by) {
    if (operand < 0) {
        f->constant[~operand] = 0;
    } else if (f->last[operand] == NEVER) {
        f->last[operand] = by;
    }
}

static bool is_step(const Finish *f, int32_t i) {
    const tmiCodeEmitted *item = &f->m->items[i];
    bool jumps = item->operation == TMI_DO_JUMP || item->operation == TMI_DO_JUMP_UNLESS;
    return item->operation != TMI_DO_NONE && (jumps || f->last[item->result] != NEVER);
}

static void find_needs(Finish *f, const int32_t *results, int32_t result_count) {
    const tmiCodeEmitter *m = f->m;
    for (int32_t i = 0; i < result_count; i++) {
        need(f, results[i], m->count);
    }
    for (int32_t i = m->count - 1; i >= 0; i--) {
        if (is_step(f, i)) {
            const int32_t operands[] = {m->items[i].a, m->items[i].b, m->items[i].c};
            int32_t count = tmi_operation_operands((tmiOperation)m->items[i].operation);
            for (int32_t k = 0; k < count; k++) {
                need(f, operands[k], i);
            }
        }
    }
}

/* Puts the constants that are needed in front, in their old order. */
static void place_constants(Finish *f) {
    int32_t count = 0;
    for (int32_t i = 0; i < f->m->constant_count; i++) {
        if (f->constant[i] != NEVER) {
            f->code->constants[count] = f->m->constants[i];
            f->constant[i] = count++;
        }
    }
    f->code->constant_count = count;
}

static int32_t place_of(const Finish *f, int32_t operand) {
    return operand < 0 ? f->constant[~operand] : f->code->constant_count + f->place[operand];
}

/* Frees the places of operands that nothing needs any more. One that occurs twice is freed once. */
static void release(Finish *f, const int32_t *operands, int32_t count, int32_t i) {
    for (int32_t k = 0; k < count; k++) {
        int32_t operand = operands[k];
        if (operand >= 0 && f->last[operand] == i) {
            f->freed[f->freed_count++] = f->place[operand];
            f->last[operand] = NEVER;
        }
    }
}

static void add_step(Finish *f, int32_t i) {
    const tmiCodeEmitted *item = &f->m->items[i];
    int32_t operands[] = {item->a, item->b, item->c};
    int32_t count = tmi_operation_operands((tmiOperation)item->operation);
    tmiStep *step = &f->code->steps[f->code->step_count++];
    *step = (tmiStep){item->operation, 0, item->a, item->b, item->c};
    int32_t *const fields[] = {&step->a, &step->b, &step->c};
    for (int32_t k = 0; k < 3; k++) {
        if (k < count) {
            *fields[k] = place_of(f, operands[k]);
        } else if (item->operation != TMI_DO_LOAD && item->operation != TMI_DO_TABLE &&
                   item->operation != TMI_DO_JUMP && item->operation != TMI_DO_JUMP_UNLESS) {
            *fields[k] = step->a; /* it is read, but not used */
        }
    }
    release(f, operands, count, i);
    if (item->operation == TMI_DO_JUMP || item->operation == TMI_DO_JUMP_UNLESS) {
        return;
    }
    if (item->operation == TMI_DO_LOAD && item->a >= f->code->input_count) {
        f->code->input_count = item->a + 1;
    }
    int32_t *place = &f->place[item->result];
    if (*place == NEVER) {
        *place = f->freed_count > 0 ? f->freed[--f->freed_count] : f->place_count++;
    }
    step->result = f->code->constant_count + *place;
}

static void add_steps(Finish *f, const int32_t *results, int32_t result_count) {
    tmiCode *code = f->code;
    /* A meeting's `last` is needed by both of its sets, so steps are chosen before places are. */
    for (int32_t i = 0; i < f->m->count; i++) {
        f->step[i] = is_step(f, i);
    }
    for (int32_t i = 0; i < f->m->count; i++) {
        bool taken = f->step[i] != 0;
        f->step[i] = code->step_count;
        if (taken) {
            add_step(f, i);
        }
    }
    f->step[f->m->count] = code->step_count;
    for (int32_t i = 0; i < code->step_count; i++) {
        tmiStep *step = &code->steps[i];
        if (step->operation == TMI_DO_JUMP) {
            step->a = f->step[step->a];
        } else if (step->operation == TMI_DO_JUMP_UNLESS) {
            step->b = f->step[step->b];
        }
    }
    for (int32_t i = 0; i < result_count; i++) {
        code->results[i] = place_of(f, results[i]);
    }
    code->result_count = result_count;
    code->frame_size = code->constant_count + f->place_count;
}

/* Copies the points of a table: a code outlives the text. */
static tmStatus copy_table(tmiCode *code, const tmiTable *table) {
    size_t bytes = (size_t)table->count * sizeof(double);
    double *data = tmi_resize(code->allocator, NULL, 0, 3 * bytes);
    if (!data) {
        return TM_ERR_MEMORY;
    }
    memcpy(data, table->x, bytes);
    memcpy(data + table->count, table->y, bytes);
    memcpy(data + 2 * table->count, table->slopes, bytes);
    tmiTable *copy = &code->tables[code->table_count++];
    *copy = *table;
    copy->x = data;
    copy->y = data + table->count;
    copy->slopes = data + 2 * table->count;
    copy->name = NULL;
    return TM_OK;
}

static tmStatus reserve(const tmiCodeEmitter *m, tmiCode *code) {
    tmStatus status = tmi_array_reserve(m->allocator, &code->steps, &code->step_capacity, m->count,
                                        sizeof *code->steps);
    if (status == TM_OK) {
        status = tmi_array_reserve(m->allocator, &code->constants, &code->constant_capacity,
                                   m->constant_count, sizeof *code->constants);
    }
    if (status == TM_OK) {
        status = tmi_array_reserve(m->allocator, &code->tables, &code->table_capacity,
                                   m->table_count, sizeof *code->tables);
    }
    for (int32_t i = 0; status == TM_OK && i < m->table_count; i++) {
        status = copy_table(code, m->tables[i]);
    }
    return status;
}

tmStatus tmi_emitter_finish(tmiCodeEmitter *m, const int32_t *results, int32_t result_count,
                            tmiCode *code) {
    *code = (tmiCode){.allocator = m->allocator};
    size_t items = (size_t)m->count + 1, words = 4 * items + (size_t)m->constant_count;
    int32_t *scratch = tmi_resize(m->allocator, NULL, 0, words * sizeof *scratch);
    tmStatus status = scratch ? reserve(m, code) : TM_ERR_MEMORY;
    if (status == TM_OK) {
        memset(scratch, NEVER, words * sizeof *scratch);
        Finish f = {.m = m,
                    .code = code,
                    .last = scratch,
                    .place = scratch + items,
                    .step = scratch + 2 * items,
                    .freed = scratch + 3 * items,
                    .constant = scratch + 4 * items};
        find_needs(&f, results, result_count);
        place_constants(&f);
        add_steps(&f, results, result_count);
    } else {
        tmi_code_clear(code);
    }
    tmi_free(m->allocator, scratch, scratch ? words * sizeof *scratch : 0);
    return status;
}

void tmi_code_clear(tmiCode *code) {
    for (int32_t i = 0; i < code->table_count; i++) {
        const tmiTable *table = &code->tables[i];
        double *data;
        memcpy(&data, &table->x, sizeof data); /* the code's own, const only for readers */
        tmi_free(code->allocator, data, 3 * (size_t)table->count * sizeof *data);
    }
    tmi_array_clear(code->allocator, &code->steps, &code->step_capacity, sizeof *code->steps);
    tmi_array_clear(code->allocator, &code->constants, &code->constant_capacity,
                    sizeof *code->constants);
    tmi_array_clear(code->allocator, &code->tables, &code->table_capacity, sizeof *code->tables);
    *code = (tmiCode){.allocator = code->allocator};
}
