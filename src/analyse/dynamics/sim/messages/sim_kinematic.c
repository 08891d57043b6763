/* sim_kinematic.c: messages of a run without dynamics: what nothing prescribes, and which forces
 * have no effect. */
#include "analyse/dynamics/sim/messages/messages.h"

#define FREE_NAMED_MAX 8 /* joints and bodies that are named one by one */

static bool is_same(const tmiHold *a, const tmiHold *b) {
    return a->joint == b->joint && a->body == b->body;
}

/* Adds the names of what is left free, each once. Returns how many there are. */
static int32_t name_free(const tmSim *sim, tmiText *text) {
    const tmiKinematics *k = &sim->kinematics;
    int32_t count = 0;
    for (int32_t i = 0; i < k->hold_count; i++) {
        const tmiHold *hold = &k->holds[i];
        if (i > 0 && is_same(hold, &k->holds[i - 1])) {
            continue;
        }
        if (count++ < FREE_NAMED_MAX) {
            tmi_text_add(text, count > 1 ? ", " : "");
            if (hold->joint >= 0) {
                tmi_words_joint(sim, text, hold->joint);
            } else {
                tmi_words_body(sim, text, hold->body);
            }
        }
    }
    if (count > FREE_NAMED_MAX) {
        tmi_text_add(text, " and ");
        tmi_text_add_int(text, count - FREE_NAMED_MAX);
        tmi_text_add(text, count == FREE_NAMED_MAX + 1 ? " other" : " others");
    }
    return count;
}

/* Forces and torques of controls, which act on nothing here. */
static tmStatus report_forces(const tmSim *sim, tmDiags *diags) {
    tmiSimWords words;
    int32_t count = 0;
    tmi_words_begin(&words);
    for (int32_t i = 0; i < tm_model_control_count(sim->model); i++) {
        tmControlInfo info;
        tm_model_control(sim->model, i, &info);
        if (info.prescribes || count++ >= FREE_NAMED_MAX) {
            continue;
        }
        tmi_text_add(&words.text, count > 1 ? ", " : "without dynamics there is no effect of the ");
        tmi_text_add(&words.text, info.quantity);
        tmi_text_add(&words.text, " of ");
        if (info.joint >= 0) {
            tmi_words_joint(sim, &words.text, info.joint);
        } else {
            tmi_words_body(sim, &words.text, info.point.body);
        }
    }
    tmi_text_add(&words.advice, "only prescribed motions count in this run");
    return count > 0 ? tmi_words_add_body(sim, &words, TM_NOTE, TMI_CODE_FREE, -1, diags) : TM_OK;
}

tmStatus tmi_sim_report_free(const tmSim *sim, tmDiags *diags) {
    const tmiKinematics *k = &sim->kinematics;
    tmiSimWords words;
    tmStatus status = TM_OK;
    tmi_words_begin(&words);
    tmi_text_add(&words.text, "nothing prescribes the motion of ");
    int32_t count = name_free(sim, &words.text);
    tmi_text_add(&words.text, count == 1 ? ": without dynamics it stays as it is"
                                         : ": without dynamics they stay as they are");
    if (count > 0 && k->holds[0].joint >= 0) {
        status = tmi_words_add_joint(sim, &words, TM_NOTE, TMI_CODE_FREE, k->holds[0].joint, diags);
    } else if (count > 0) {
        status = tmi_words_add_body(sim, &words, TM_NOTE, TMI_CODE_FREE, k->holds[0].body, diags);
    }
    return status == TM_OK ? report_forces(sim, diags) : status;
}

int32_t tm_sim_free_count(const tmSim *sim) {
    return sim ? sim->kinematics.hold_count : 0;
}

tmStatus tm_sim_free(const tmSim *sim, int32_t index, int32_t *joint, int32_t *body) {
    if (!joint || !body || index < 0 || index >= tm_sim_free_count(sim)) {
        return TM_ERR_ARGUMENT;
    }
    *joint = sim->kinematics.holds[index].joint;
    *body = sim->kinematics.holds[index].body;
    return TM_OK;
}
