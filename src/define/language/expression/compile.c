/* compile.c: expressions become code. */
#include "define/language/expression/expression.h"

#include "define/language/expression/walk_private.h"

/* The operands of a value; 0 where it cannot be a result. */
static int32_t operands_of(tmiEvaluator *e, const tmiValue *value, int32_t places[3],
                           tmiDimension *dimension, bool *loose) {
    tmiValue numbers[3];
    int32_t count = 1;
    if (tmi_is_point(value)) {
        tmi_point_numbers(value, numbers);
        count = 3;
    } else if (value->kind == TMI_VALUE_NUMBER || value->kind == TMI_VALUE_TRUTH) {
        numbers[0] = *value;
    } else {
        return 0;
    }
    *dimension = numbers[0].dimension;
    for (int32_t i = 0; i < count; i++) {
        *loose |= (numbers[i].marks & TMI_MARK_LOOSE) != 0;
        places[i] = tmi_operand(e, &numbers[i]);
    }
    return count;
}

/* Whether the numbers of a point can be added to each other. */
static bool is_of_one_kind(const tmiValue *point) {
    tmiValue numbers[3], joined;
    tmi_point_numbers(point, numbers);
    return tmi_agree(&numbers[0], &numbers[1], &joined) && tmi_agree(&joined, &numbers[2], &joined);
}

/* Makes code of a value whose operations were emitted. */
static tmStatus finish(tmiEvaluator *e, tmiAt at, const tmiValue *value, const tmiWanted *wanted,
                       tmiCode *code, bool *made) {
    int32_t places[3];
    tmiDimension dimension = TMI_PLAIN;
    bool loose = false;
    int32_t count = operands_of(e, value, places, &dimension, &loose);
    if (count == 0) {
        char text[TMI_VALUE_TEXT_SIZE];
        tmi_value_text(value, text);
        tmi_say(e, at, TMI_SAYS_KIND,
                TMI_WORDS(text, " where a number, a point or a condition belongs"), NULL);
        return e->status;
    }
    if (count == 3 && !wanted && !is_of_one_kind(value)) {
        tmi_say(e, at, TMI_SAYS_DIMENSION,
                TMI_WORDS("the numbers of a point have one dimension, and these have several"),
                TMI_WORDS("leave the brackets out where several values are meant"));
        return e->status;
    }
    if (e->emitter->too_large) {
        tmi_say_limit(e, at, TMI_WORDS("the expression expands to too many operations"), NULL);
        return e->status;
    }
    if (e->emitter->status != TM_OK) {
        return e->emitter->status;
    }
    tmStatus status = tmi_emitter_finish(e->emitter, places, count, code);
    if (status == TM_OK) {
        code->is_truth = value->kind == TMI_VALUE_TRUTH;
        bool known = wanted && !wanted->any_dimension &&
                     (wanted->kind == TMI_WANT_NUMBER || wanted->kind == TMI_WANT_POINT);
        code->is_loose = loose && !known;
        code->dimension = known ? wanted->dimension : dimension;
        *made = true;
    }
    return status;
}

/* A call of a function in place of an expression. */
typedef struct Named {
    const tmiMeaning *arguments;
    int32_t count;
} Named;

static tmiValue call_named(tmiEvaluator *e, tmiAt function, const Named *named) {
    tmiValue *values = tmi_arena_alloc(e->arena, (size_t)named->count, sizeof *values);
    if (!values) {
        e->status = TM_ERR_MEMORY;
        return tmi_value_error();
    }
    int32_t given = 0;
    while (given < named->count && named->arguments[given].kind != TMI_MEANS_NOTHING) {
        values[given] = tmi_meaning_value(e, function, &named->arguments[given]);
        given++;
    }
    return tmi_expand(e, function, function.source, function.node, values, given);
}

static tmStatus compile(tmiEvaluator *e, tmiAt at, const Named *named, const tmiWanted *wanted,
                        tmAllocator allocator, tmiCode *code, bool *made) {
    *code = (tmiCode){.allocator = allocator};
    *made = false;
    tmiCodeEmitter *emitter = tmi_resize(allocator, NULL, 0, sizeof *emitter);
    if (!emitter) {
        return TM_ERR_MEMORY;
    }
    tmi_emitter_init(emitter, allocator);
    tmiCodeEmitter *outer = e->emitter;
    e->emitter = emitter;
    tmiValue value = named ? call_named(e, at, named) : tmi_walk(e, at.source, at.node);
    if (named) {
        at.node = tmi_tree_child(at.source->tree, at.node, TMI_ROLE_RESULT);
    }
    value = tmi_value_fit(e, at.source, at.node, value, wanted);
    tmStatus status = e->status != TM_OK ? e->status : emitter->status;
    if (status == TM_OK && value.kind != TMI_VALUE_ERROR) {
        status = finish(e, at, &value, wanted, code, made);
    }
    e->emitter = outer;
    tmi_emitter_clear(emitter);
    tmi_free(allocator, emitter, sizeof *emitter);
    return status;
}

tmStatus tmi_compile(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                     const tmiWanted *wanted, tmAllocator allocator, tmiCode *code, bool *made) {
    return compile(e, (tmiAt){source, node}, NULL, wanted, allocator, code, made);
}

tmStatus tmi_compile_function(tmiEvaluator *e, const tmiSource *source, tmiNodeRef function,
                              const tmiMeaning *arguments, int32_t argument_count,
                              const tmiWanted *wanted, tmAllocator allocator, tmiCode *code,
                              bool *made) {
    return compile(e, (tmiAt){source, function}, &(Named){arguments, argument_count}, wanted,
                   allocator, code, made);
}
