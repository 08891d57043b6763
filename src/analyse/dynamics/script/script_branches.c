/* script_branches.c: where what the texts compute has kinks and jumps, so that no step goes across
 * them: a table's corner, an `if` of the time, a clamp that takes hold. */
#include "analyse/dynamics/script/script_private.h"

/* Signals that formulas read are examined on their own. */
static bool counts(const tmiBound *bound, int32_t group, bool in_time) {
    return group < 0 && bound->code && (bound->known == TMI_KNOWN_WHOLLY) == in_time;
}

bool tmi_script_has_branches(const tmiScript *s, bool in_time) {
    for (int32_t i = 0; i < s->signal_count; i++) {
        const tmiSignal *signal = &s->signals[i];
        if (counts(&signal->bound, signal->group, in_time) &&
            tmi_code_has_branches(signal->bound.code)) {
            return true;
        }
    }
    for (int32_t i = 0; i < s->control_count; i++) {
        const tmiScriptControl *control = &s->controls[i];
        if (counts(&control->bound, control->group, in_time) &&
            tmi_code_has_branches(control->bound.code)) {
            return true;
        }
    }
    return false;
}

bool tmi_script_reads_state(const tmiScript *s) {
    for (int32_t i = 0; i < s->control_count; i++) {
        const tmiScriptControl *control = &s->controls[i];
        if (control->group < 0 &&
            !(control->bound.code && control->bound.known == TMI_KNOWN_WHOLLY)) {
            return true;
        }
    }
    return false;
}

static uint64_t branches_of(tmiScript *s, const tmiBound *bound, const tmiView *view) {
    for (int32_t i = 0; i < bound->reader_count; i++) {
        const tmiSenseReader *reader = &bound->readers[i];
        reader->row->read(s, reader, view, s->slots + reader->slot);
    }
    return tmi_code_branches(bound->code, s->slots, s->frame);
}

uint64_t tmi_script_branches(tmiScript *s, const tmiView *view, bool in_time) {
    uint64_t hash = TMI_HASH_START;
    for (int32_t i = 0; i < s->signal_count; i++) {
        const tmiSignal *signal = &s->signals[i];
        if (signal->group < 0 && (signal->bound.known == TMI_KNOWN_WHOLLY || !in_time)) {
            tmi_script_run_formula(s, &signal->bound, view, s->signal_values + signal->first);
        }
        if (counts(&signal->bound, signal->group, in_time)) {
            hash = tmi_hash_word(hash, branches_of(s, &signal->bound, view));
        }
    }
    for (int32_t i = 0; i < s->control_count; i++) {
        const tmiScriptControl *control = &s->controls[i];
        if (counts(&control->bound, control->group, in_time)) {
            hash = tmi_hash_word(hash, branches_of(s, &control->bound, view));
        }
    }
    return hash;
}
