/* assembly.c: what an assembly tells. */
#include "analyse/space/equations/equations.h"

const tmAssemblyInfo *tm_assembly_info(const tmAssembly *a) {
    return a ? &a->info : NULL;
}

const tmFrame *tm_assembly_frames(const tmAssembly *a) {
    return a ? a->frames : NULL;
}

int32_t tm_assembly_body_count(const tmAssembly *a) {
    return a ? a->body_count : 0;
}

int32_t tm_assembly_joint_count(const tmAssembly *a) {
    return a ? a->joint_count : 0;
}

static const tmiTie *joint_at(const tmAssembly *a, int32_t joint) {
    return a && joint >= 0 && joint < a->joint_count ? &a->ties[joint] : NULL;
}

const tmRow *tm_assembly_rows(const tmAssembly *a, int32_t joint, int32_t *count) {
    const tmiTie *tie = joint_at(a, joint);
    if (tie && count) {
        *count = tie->row_count;
    }
    return tie ? tie->rows : NULL;
}

const double *tm_assembly_turns(const tmAssembly *a, int32_t joint) {
    const tmiTie *tie = joint_at(a, joint);
    return tie ? (const double *)tie->turns : NULL;
}

tmStatus tm_assembly_gap(const tmAssembly *a, int32_t joint, double *gap) {
    const tmiTie *tie = joint_at(a, joint);
    if (!tie || !gap) {
        return TM_ERR_ARGUMENT;
    }
    double size = tie->island >= 0 ? a->islands[tie->island].size : 1.0;
    *gap = tmi_tie_gap(tie, a->frames, size, true);
    return TM_OK;
}

int32_t tm_assembly_conflict_count(const tmAssembly *a) {
    return a ? a->conflict_count : 0;
}

const tmAssemblyConflict *tm_assembly_conflict(const tmAssembly *a, int32_t index) {
    return a && index >= 0 && index < a->conflict_count ? &a->conflicts[index] : NULL;
}
