/* system_diagnostics.c: diagnostics about masses and redundant joints ([HH] 4.2 (3): A x = b is
 * linearly dependent), with their places in the texts. */
#include "analyse/dynamics/system/system_private.h"

/* Numbers of diagnostics (tmDiag.code). */
#define CODE_MASS 1801
#define CODE_REDUNDANT 1802

#define NAMED_JOINTS_MAX 12 /* joints of a redundancy that are reported one by one */

tmStatus tmi_system_report_body(const tmModel *model, int32_t body, const char *what,
                                const char *hint, tmDiags *diags) {
    char message[200];
    tmiText text;
    tmBodyInfo info;
    tm_model_body(model, body, &info);
    tmDiag diag = {.severity = TM_ERROR,
                   .code = CODE_MASS,
                   .message = message,
                   .hint = hint,
                   .parts = &info.name,
                   .part_count = 1};
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add(&text, "'");
    tmi_text_add(&text, info.name);
    tmi_text_add(&text, "' ");
    tmi_text_add(&text, what);
    tm_model_part_place(model, info.part, &diag.file, &diag.line, &diag.column);
    return tm_diags_add(diags, &diag);
}

tmStatus tmi_system_report_ratio(const tmiSystem *s, int32_t heavy, int32_t light, tmDiags *diags) {
    char message[240];
    const char *names[2];
    tmiText text;
    tmBodyInfo bodies[2];
    tmDiag diag = {.severity = TM_ERROR,
                   .code = CODE_MASS,
                   .message = message,
                   .hint =
                       "increase the lighter mass: far below 1e-12 of the other it has no effect",
                   .parts = names,
                   .part_count = 2};
    tm_model_body(s->model, s->movers[light].body, &bodies[0]);
    tm_model_body(s->model, s->movers[heavy].body, &bodies[1]);
    names[0] = bodies[0].name;
    names[1] = bodies[1].name;
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add(&text, "joints connect '");
    tmi_text_add(&text, names[1]);
    tmi_text_add(&text, "' to '");
    tmi_text_add(&text, names[0]);
    tmi_text_add(&text, "', which is ");
    tmi_text_add_digits(&text, s->movers[heavy].mass / s->movers[light].mass, 3);
    tmi_text_add(&text, " times lighter: beyond 1e12 too few digits are left of their motion");
    tm_model_part_place(s->model, bodies[0].part, &diag.file, &diag.line, &diag.column);
    tmStatus status = tm_diags_add(diags, &diag);
    return status == TM_OK ? TM_ERR_TEXT : status;
}

tmStatus tmi_system_report_compact(const tmiSystem *s, int32_t mover, tmDiags *diags) {
    char message[240];
    tmiText text;
    tmBodyInfo body;
    tm_model_body(s->model, s->movers[mover].body, &body);
    const char *names[1] = {body.name};
    tmDiag diag = {.severity = TM_ERROR,
                   .code = CODE_MASS,
                   .message = message,
                   .hint = "increase its inertia: far below 1e-12 of its mass times the square of "
                           "the distance to its joints it has no effect",
                   .parts = names,
                   .part_count = 1};
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add(&text, "the inertia of '");
    tmi_text_add(&text, body.name);
    tmi_text_add(&text, "' is ");
    tmi_text_add_rounded(&text, tmi_kkt_compactness(s, mover));
    tmi_text_add(&text, " times smaller than that of its mass at its joints: beyond 1e12 too few "
                        "digits are left of its motion");
    tm_model_part_place(s->model, body.part, &diag.file, &diag.line, &diag.column);
    tmStatus status = tm_diags_add(diags, &diag);
    return status == TM_OK ? TM_ERR_TEXT : status;
}

/* Rank is that of the present pose: two bars in a line have a redundant row only there, and that
 * row does change the motion. */
#define SHARED_HINT                                                                                \
    "if they do so in every pose, and not only in this one, they do not change the motion; "       \
    "forces are shared among them by least squares"

static tmStatus report_shared(const tmModel *model, const tmSharedRedundancy *shared,
                              tmDiags *diags) {
    char message[160];
    const char *names[NAMED_JOINTS_MAX];
    tmiText text;
    tmDiag diag = {.severity = TM_NOTE,
                   .code = CODE_REDUNDANT,
                   .message = message,
                   .hint = SHARED_HINT,
                   .parts = names};
    for (int32_t i = 0; i < shared->joint_count && diag.part_count < NAMED_JOINTS_MAX; i++) {
        tmJointInfo joint;
        tm_model_joint(model, shared->joints[i].joint, &joint);
        names[diag.part_count++] = joint.name;
        if (!diag.line) {
            tm_model_joint_place(model, shared->joints[i].joint, &diag.file, &diag.line,
                                 &diag.column);
        }
    }
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add_int(&text, shared->equations);
    tmi_text_add(&text, shared->equations == 1 ? " equation of " : " equations of ");
    tmi_text_add_int(&text, shared->joint_count);
    tmi_text_add(&text, shared->joint_count == 1 ? " joint" : " joints");
    tmi_text_add(&text, shared->equations == 1 ? " repeats" : " repeat");
    tmi_text_add(&text, " what the others constrain");
    return tm_diags_add(diags, &diag);
}

/* Rows that joints alone do not repeat: those of drives, or of a pose. Names what they are about.
 */
static tmStatus report_repeated(const tmiSystem *s, tmDiags *diags) {
    const char *names[NAMED_JOINTS_MAX];
    tmDiag diag = {.severity = TM_NOTE,
                   .code = CODE_REDUNDANT,
                   .message =
                       "equations of joints or prescribed motions are redundant at the start",
                   .hint = SHARED_HINT,
                   .parts = names};
    for (int32_t i = 0; i < s->constraint_count && diag.part_count < NAMED_JOINTS_MAX; i++) {
        int32_t joint = s->constraint_joint[i];
        if (!s->kkt->repeats[i]) {
            continue;
        }
        if (joint >= 0) {
            tmJointInfo info;
            tm_model_joint(s->model, joint, &info);
            names[diag.part_count++] = info.name;
            if (!diag.line) {
                tm_model_joint_place(s->model, joint, &diag.file, &diag.line, &diag.column);
            }
        } else {
            tmBodyInfo info;
            tm_model_body(s->model, s->constraints[i].bodies[0], &info);
            names[diag.part_count++] = info.name;
        }
    }
    return tm_diags_add(diags, &diag);
}

/* Whether a planar world is rigid except in the pose in which it starts, such as two bars in a line
 * between two pins: statics has no finite forces there (docs/theory/diagnosis.md, 5). */
static tmStatus find_shaky(const tmiSystem *s, const tmAssembly *assembly, bool *is_shaky) {
    tmMechanism *mechanism = NULL;
    tmDiagnosis *diagnosis = NULL;
    tmStatus status = tm_mechanism_from_model(&s->allocator, s->model, tm_assembly_frames(assembly),
                                              NULL, &mechanism);
    status = status == TM_OK ? tm_diagnosis_create(mechanism, NULL, &diagnosis) : status;
    const tmDiagnosisInfo *info = tm_diagnosis_info(diagnosis);
    *is_shaky = info && info->verdict == TM_VERDICT_SHAKY;
    tm_diagnosis_destroy(diagnosis);
    tm_mechanism_destroy(mechanism);
    return status == TM_ERR_MEMORY ? status
                                   : TM_OK; /* the diagnosis does not know the other joints */
}

static tmStatus report_shaky(const tmiSystem *s, const tmAssembly *assembly, tmDiags *diags) {
    bool is_shaky = false;
    tmDiag diag = {
        .severity = TM_WARNING,
        .code = CODE_REDUNDANT,
        .message = "in the start pose some parts can move infinitesimally, and no finite "
                   "force holds them there",
        .hint = "the run may take very short steps, and its forces are meaningless; start "
                "in another pose or change lengths: 'trammel show' names the joints"};
    tmStatus status = s->planar ? find_shaky(s, assembly, &is_shaky) : TM_OK;
    if (status == TM_OK && is_shaky) {
        tm_model_joint_place(s->model, 0, &diag.file, &diag.line, &diag.column);
        status = tm_diags_add(diags, &diag);
    }
    return status;
}

tmStatus tmi_system_report_redundant(const tmiSystem *s, const tmAssembly *assembly, bool by_name,
                                     tmDiags *diags) {
    tmMobility *mobility = NULL;
    tmStatus status = by_name ? tm_mobility_create(assembly, NULL, NULL, &mobility) : TM_OK;
    int32_t count = tm_mobility_redundancy_count(mobility);
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        status = report_shared(s->model, tm_mobility_redundancy(mobility, i), diags);
    }
    tm_mobility_destroy(mobility);
    status = status == TM_OK ? report_shaky(s, assembly, diags) : status;
    return status == TM_OK && count == 0 ? report_repeated(s, diags) : status;
}
