/* warn_run.c: settings of runs that have no effect, or probably not the intended one. */
#include "define/language/make/make_private.h"

#include <string.h>

/* Tolerances [1] above this let steps err by as much as what moves. */
#define TOLERANCE_MAX 0.1

/* A setting by its name; null where it is not given, or wrong. */
static const tmiSetting *setting_of(const tmiRun *run, const char *name) {
    for (int32_t i = 0; i < run->setting_count; i++) {
        const tmiSetting *setting = &run->settings[i];
        if (strcmp(setting->field->name, name) == 0 && setting->value.kind != TMI_VALUE_ERROR) {
            return setting;
        }
    }
    return NULL;
}

static bool says(const tmiSetting *setting, const char *word) {
    return setting && tmi_text_is(setting->value.text, setting->value.count, word);
}

static void warn_setting(tmiMaker *m, const tmiSetting *setting, const char *const *words,
                         const char *hint) {
    tmi_note(m, &(tmiNote){.severity = TM_WARNING,
                           .code = TMI_SAYS_UNUSED,
                           .at = setting->spot,
                           .words = words,
                           .hint = hint ? TMI_WORDS(hint) : NULL});
}

/* Which of the words of a run makes its steps fixed; null: none. */
static const char *fixed_by(const tmiSetting *method, const tmiSetting *integrator) {
    return says(method, "stepping")    ? "method: stepping"
           : says(method, "classic")   ? "method: classic"
           : says(integrator, "rk4")   ? "integrator: rk4"
           : says(integrator, "euler") ? "integrator: euler"
                                       : NULL;
}

/* Models of contact are those of `stepping`, laws of impact those of `events`, too. */
static void warn_contact(tmiMaker *m, const tmiRun *run, const char *name, bool is_law) {
    const tmiSetting *setting = setting_of(run, name), *method = setting_of(run, "method");
    bool held = says(method, "stepping") || (is_law && says(method, "events"));
    if (setting && method && !held) {
        const char *other = says(method, "events") ? "events" : "classic";
        warn_setting(m, setting, TMI_WORDS("'", name, "' does nothing with 'method: ", other, "'"),
                     is_law ? "'classic' does not hold bodies apart"
                            : "it is a setting of 'method: stepping'");
    } else if (setting && (run->without & TM_WITHOUT_INTERFERENCE)) {
        warn_setting(m, setting, TMI_WORDS("'", name, "' does nothing where nothing touches"),
                     "take 'interference' out of 'without'");
    }
}

void tmi_warn_run(tmiMaker *m, const tmiRun *run) {
    const tmiSetting *method = setting_of(run, "method"), *record = setting_of(run, "record");
    const tmiSetting *integrator = setting_of(run, "integrator"), *time = setting_of(run, "time");
    const tmiSetting *tolerance = setting_of(run, "tolerance");
    const char *fixed = fixed_by(method, integrator);
    if (integrator && method && !says(method, "events")) {
        warn_setting(m, integrator, TMI_WORDS("'integrator' does nothing with '", fixed, "'"),
                     "it is for 'method: events'; the others have a rule of their own");
    }
    if (tolerance && fixed) {
        warn_setting(m, tolerance, TMI_WORDS("'tolerance' does nothing with '", fixed, "'"),
                     "its steps are as long as 'time' says");
    } else if (tolerance && tolerance->value.number < TMI_STEP_TOLERANCE_MIN) {
        warn_setting(
            m, tolerance, TMI_WORDS("the tolerance is below rounding error: steps use 1e-14"),
            "numbers have 16 digits: about 1e-12 is the tightest tolerance that can be met");
    } else if (tolerance && tolerance->value.number > TOLERANCE_MAX) {
        warn_setting(m, tolerance, TMI_WORDS("with this tolerance a step may be entirely wrong"),
                     "it is relative to the motion: 1e-6 keeps six digits");
    }
    if (record && time && record->value.number > time->value.items[1].value.number) {
        warn_setting(m, record, TMI_WORDS("'record' is longer than the whole run"),
                     "only its beginning and its end are recorded");
    }
    warn_contact(m, run, "contact", false);
    warn_contact(m, run, "unsolved", false);
    warn_contact(m, run, "active", false);
    warn_contact(m, run, "impact", true);
    warn_contact(m, run, "order", true);
    warn_contact(m, run, "sleep", false);
}
