/* assembly.c: what an assembly reports. */
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

static const tmiSpaceConstraint *joint_at(const tmAssembly *a, int32_t joint) {
    return a && joint >= 0 && joint < a->joint_count ? &a->constraints[joint] : NULL;
}

const tmRow *tm_assembly_rows(const tmAssembly *a, int32_t joint, int32_t *count) {
    const tmiSpaceConstraint *constraint = joint_at(a, joint);
    if (constraint && count) {
        *count = constraint->row_count;
    }
    return constraint ? constraint->rows : NULL;
}

const double *tm_assembly_turns(const tmAssembly *a, int32_t joint) {
    const tmiSpaceConstraint *constraint = joint_at(a, joint);
    return constraint ? (const double *)constraint->turns : NULL;
}

tmStatus tm_assembly_gap(const tmAssembly *a, int32_t joint, double *gap) {
    const tmiSpaceConstraint *constraint = joint_at(a, joint);
    if (!constraint || !gap) {
        return TM_ERR_ARGUMENT;
    }
    double size = constraint->island >= 0 ? a->islands[constraint->island].size : 1.0;
    *gap = tmi_space_constraint_gap(constraint, a->frames, size, true);
    return TM_OK;
}

int32_t tm_assembly_conflict_count(const tmAssembly *a) {
    return a ? a->conflict_count : 0;
}

const tmAssemblyConflict *tm_assembly_conflict(const tmAssembly *a, int32_t index) {
    return a && index >= 0 && index < a->conflict_count ? &a->conflicts[index] : NULL;
}
