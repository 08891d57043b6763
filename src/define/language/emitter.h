/* emitter.h: operations while they are being gathered, before they become a tmiCode.
 *
 * An operand is the number of the operation that gives it, or ~i for constant i. Equal operations
 * on equal operands are made once, as far as the later one is only reached through the former. */
#ifndef TMI_EMITTER_H
#define TMI_EMITTER_H

#include "define/language/code.h"

#define TMI_EMITTER_BUCKETS 256

typedef struct tmiCodeEmitted {
    int32_t operation;
    int32_t result; /* the operation whose value it sets: itself, or a meeting of two branches */
    int32_t a, b, c;
    int32_t next; /* in its bucket; NOT_LISTED */
} tmiCodeEmitted;

typedef struct tmiCodeEmitter {
    tmAllocator allocator;
    tmStatus status;
    bool too_large; /* more than TMI_CODE_MOST; what follows is dropped */
    tmiCodeEmitted *items;
    int32_t count, capacity;
    double *constants;
    int32_t constant_count, constant_capacity;
    int32_t *constant_next;
    int32_t constant_next_capacity;
    const tmiTable **tables;
    int32_t table_count, table_capacity;
    int32_t buckets[TMI_EMITTER_BUCKETS];
    int32_t constant_buckets[TMI_EMITTER_BUCKETS];
} tmiCodeEmitter;

void tmi_emitter_init(tmiCodeEmitter *emitter, tmAllocator allocator);
void tmi_emitter_clear(tmiCodeEmitter *emitter);

/* An operand with the value of the operation, or of the constant. After a failure any operand. */
int32_t tmi_emitter_add(tmiCodeEmitter *emitter, tmiOperation operation, int32_t a, int32_t b,
                        int32_t c);
int32_t tmi_emitter_constant(tmiCodeEmitter *emitter, double constant);
int32_t tmi_emitter_table(tmiCodeEmitter *emitter, const tmiTable *table, int32_t x);

/* A value that is set by tmi_emitter_set in each of two branches. */
int32_t tmi_emitter_meeting(tmiCodeEmitter *emitter);
void tmi_emitter_set(tmiCodeEmitter *emitter, int32_t meeting, int32_t value);

/* A jump whose end is set later, to what is emitted next. */
int32_t tmi_emitter_jump(tmiCodeEmitter *emitter, tmiOperation operation, int32_t condition);
void tmi_emitter_land(tmiCodeEmitter *emitter, int32_t jump);

/* What was emitted from `count` on is not to be used by what follows, or was not emitted at all. */
void tmi_emitter_forget(tmiCodeEmitter *emitter, int32_t count);
void tmi_emitter_drop(tmiCodeEmitter *emitter, int32_t count);

/* Makes the code that gives these operands: without operations that nothing needs, with as few
 * places as live at a time. TM_ERR_MEMORY leaves *code empty. */
tmStatus tmi_emitter_finish(tmiCodeEmitter *emitter, const int32_t *results, int32_t result_count,
                            tmiCode *code);

#endif
