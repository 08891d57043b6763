/* recorder_model.c: recorders of models: what a model contributes to the head of its recording. */
#include "report/recording/recording.h"

#define RECORDER_STAMP 0x4ec04du

tmRecorderDef tm_recorder_def_default(void) {
    return (tmRecorderDef){.stamp = RECORDER_STAMP, .name = "", .method = ""};
}

static tmStatus take_texts(tmiArena *arena, const tmDocument *document, tmiRecordingHead *head) {
    head->text_count = tm_document_file_count(document);
    head->texts = tmi_arena_alloc(arena, (size_t)head->text_count, sizeof *head->texts);
    if (!head->texts) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < head->text_count; i++) {
        const char *name = tm_document_file_name(document, i);
        head->texts[i].name = name ? name : "";
        head->texts[i].text = tm_document_text(document, i, &head->texts[i].length);
    }
    head->hash = tmi_recording_hash(head->texts, head->text_count);
    return TM_OK;
}

static tmStatus take_parts(tmiArena *arena, const tmModel *model, tmiRecordingHead *head) {
    head->body_count = tm_model_body_count(model);
    head->joint_count = tm_model_joint_count(model);
    head->bodies = tmi_arena_alloc(arena, (size_t)head->body_count, sizeof *head->bodies);
    head->joints = tmi_arena_alloc(arena, (size_t)head->joint_count, sizeof *head->joints);
    if (!head->bodies || !head->joints) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < head->body_count; i++) {
        tmBodyInfo info;
        tm_model_body(model, i, &info);
        head->bodies[i] = info.name;
    }
    for (int32_t i = 0; i < head->joint_count; i++) {
        tmJointInfo info;
        tm_model_joint(model, i, &info);
        head->joints[i] =
            (tmiRecordedJoint){info.name, info.kind->name, info.bodies, info.body_count};
    }
    return TM_OK;
}

static tmStatus take_values(tmiArena *arena, const tmModel *model, tmiRecordingHead *head) {
    tmSimulateInfo simulate = tm_model_simulate(model);
    head->monitor_count = simulate.monitor_count;
    head->value_count = simulate.value_count;
    head->input_count = tm_model_input_count(model);
    head->monitors = tmi_arena_alloc(arena, (size_t)head->monitor_count, sizeof *head->monitors);
    head->inputs = tmi_arena_alloc(arena, (size_t)head->input_count, sizeof *head->inputs);
    if (!head->monitors || !head->inputs) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < head->monitor_count; i++) {
        tm_model_monitor(model, i, &head->monitors[i]);
    }
    for (int32_t i = 0; i < head->input_count; i++) {
        tm_model_input(model, i, &head->inputs[i]);
    }
    return TM_OK;
}

static tmStatus take_ranges(tmiArena *arena, const tmModel *model, tmiRecordingHead *head) {
    head->range_count = tm_model_animate(model).range_count;
    head->ranges = tmi_arena_alloc(arena, (size_t)head->range_count, sizeof *head->ranges);
    for (int32_t i = 0; head->ranges && i < head->range_count; i++) {
        tm_model_range(model, i, &head->ranges[i]);
    }
    return head->ranges ? TM_OK : TM_ERR_MEMORY;
}

/* Its arrays come from the arena. */
static tmStatus take_head(tmiArena *arena, const tmDocument *document, const tmModel *model,
                          const tmRecorderDef *def, tmiRecordingHead *head) {
    tmRunInfo run;
    tmWorldInfo world = tm_model_world(model);
    tmStatus status = tm_document_run(document, def->run, &run);
    if (status != TM_OK) {
        return status;
    }
    *head = (tmiRecordingHead){.kind = run.kind,
                               .run = def->run,
                               .planar = world.planar,
                               .name = def->name,
                               .method = def->method,
                               .world = world.name};
    status = take_texts(arena, document, head);
    status = status == TM_OK ? take_parts(arena, model, head) : status;
    status = status == TM_OK ? take_values(arena, model, head) : status;
    return status == TM_OK ? take_ranges(arena, model, head) : status;
}

static tmStatus make(const tmAllocator *allocator, const tmDocument *document, const tmModel *model,
                     const tmRecorderDef *def, const void *bytes, size_t length, tmWriteFn *write,
                     void *user, tmRecorder **recorder) {
    tmiRecordingHead head;
    tmiArena arena;
    *recorder = NULL;
    if (!document || !model || !def || !write) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != RECORDER_STAMP) {
        return TM_ERR_DEF;
    }
    if (!def->name || !def->method) {
        return TM_ERR_ARGUMENT;
    }
    tmi_arena_init(&arena, tmi_allocator_or_default(allocator));
    tmStatus status = take_head(&arena, document, model, def, &head);
    if (status == TM_OK) {
        status = tmi_recorder_make(allocator, &head, bytes, length, write, user, recorder);
    }
    tmi_arena_clear(&arena);
    return status;
}

tmStatus tm_recorder_create(const tmAllocator *allocator, const tmDocument *document,
                            const tmModel *model, const tmRecorderDef *def, tmWriteFn *write,
                            void *user, tmRecorder **recorder) {
    return !recorder ? TM_ERR_ARGUMENT
                     : make(allocator, document, model, def, NULL, 0, write, user, recorder);
}

tmStatus tm_recorder_resume(const tmAllocator *allocator, const tmDocument *document,
                            const tmModel *model, const tmRecorderDef *def, const void *bytes,
                            size_t length, tmWriteFn *write, void *user, tmRecorder **recorder) {
    if (!recorder || !bytes) {
        if (recorder) {
            *recorder = NULL;
        }
        return TM_ERR_ARGUMENT;
    }
    return make(allocator, document, model, def, bytes, length, write, user, recorder);
}
