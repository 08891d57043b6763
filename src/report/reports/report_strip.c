/* report_strip.c: film strips of recordings: poses evenly spaced in time, with the paths of traced
 * points, and the forces where bodies press on each other. */
#include "report/reports/report_table.h"
#include "report/scene/scene.h"

static void frame_at(void *user, int32_t index, tmRecordedFrame *frame) {
    tm_recording_frame(user, index, frame); /* the recording was checked: it cannot fail */
}

tmStatus tm_report_strip(tmRecording *recording, const tmModel *model, const tmSceneDef *def,
                         tmWriteFn *write, void *user) {
    tmStatus status = tmi_report_start(recording, -1, write);
    if (status != TM_OK) {
        return status;
    }
    if (!model || !def || tm_model_body_count(model) != recording->info.bodies ||
        tm_model_world(model).planar != recording->info.planar) {
        return TM_ERR_ARGUMENT;
    }
    const tmiRecordedMoments moments = {recording->info.frames, frame_at, recording};
    return tmi_scene_draw_moments(&recording->allocator, model, &moments, def, write, user);
}
