/* animate_forces.c: what `trammel animate` says about the rates and forces of a motion. */
#include "commands/animate_summary.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>

#define PI 3.141592653589793

void cli_note_driven(cliMotion *motion, int32_t frame, const tmDrivenInfo *driven) {
    if (motion->driven[driven->outcome]++ == 0) {
        motion->first_driven[driven->outcome] = frame;
    }
    motion->is_static |= driven->is_static;
    motion->blamed = driven->body >= 0 ? driven->body : motion->blamed;
}

/* Outcomes after which forces are not known. */
static bool is_known(int outcome) {
    return outcome == TM_DRIVEN_DONE || outcome == TM_DRIVEN_SHARED;
}

bool cli_lacks_driven(const cliMotion *motion) {
    bool lacks = false;
    for (int i = 0; motion->asks && i < TM_DRIVEN_COUNT; i++) {
        lacks |= !is_known(i) && motion->driven[i] > 0;
    }
    return lacks;
}

/* ---- Time ---------------------------------------------------------------------------------- */

void cli_print_pace(const tmModel *model) {
    static const char *const profiles[] = {"always as fast", "in a trapezoid", "in a cycloid",
                                           "as its table says"};
    tmPaceInfo pace = tm_model_pace(model);
    tmRangeInfo range;
    if (!pace.is_given || tm_model_range(model, 0, &range) != TM_OK) {
        return;
    }
    bool turns = range.unit[0] == 'r' && range.unit[1] == 'a' && range.unit[2] == 'd';
    printf("    time: %.6g s, %s", pace.duration, profiles[pace.profile]);
    if (turns) {
        printf(", at most %.6g rpm\n", pace.speed * (30.0 / PI));
    } else {
        printf(", at most %.6g %s/s\n", pace.speed, range.unit[0] ? range.unit : "1");
    }
}

/* ---- What is not known --------------------------------------------------------------------- */

/* "    forces of 3 of 721 frames are not known, first in number 12: a dead centre …" */
static void print_outcome(const tmModel *model, const cliMotion *motion, tmDrivenOutcome outcome) {
    tmBodyInfo body;
    int32_t count = motion->driven[outcome], frame = motion->first_driven[outcome];
    bool known = is_known((int)outcome);
    if (count == 0 || outcome == TM_DRIVEN_DONE) {
        return;
    }
    printf(known ? "    forces in %d of %d frames" : "    forces are not known in %d of %d frames",
           count, motion->moves);
    if (count < motion->moves) {
        printf(", first in number %d", frame + 1);
    }
    printf(": %s", tm_driven_text(outcome));
    if (outcome == TM_DRIVEN_MASSLESS && motion->blamed >= 0 &&
        tm_model_body(model, motion->blamed, &body) == TM_OK) {
        printf(" (%s)", cli_shown(body.name));
    }
    printf("\n");
}

static void print_diags(const tmAnimation *animation) {
    const tmDiags *diags = tm_animation_diags(animation);
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        const tmDiag *diag = tm_diags_at(diags, i);
        printf("    %s%s%s\n", cli_shown(diag->message), diag->hint ? "; " : "",
               diag->hint ? cli_shown(diag->hint) : "");
    }
}

/* Without a mass nothing but springs, dampers and controls has a force. */
static bool has_mass(const tmModel *model) {
    bool has = false;
    for (int32_t i = 1; i < tm_model_body_count(model); i++) {
        tmBodyInfo body;
        has |= tm_model_body(model, i, &body) == TM_OK && !body.is_fixed &&
               (body.domains & TM_DOMAIN_DYNAMIC) != 0;
    }
    return has;
}

void cli_print_driven(const tmAnimation *animation, const cliMotion *motion) {
    const tmModel *model = tm_animation_model(animation);
    if (!motion->asks) {
        return;
    }
    if (motion->is_static) {
        printf("    forces are those of rest: the 'animate' has no 'speed' and no 'duration'\n");
    }
    if (!has_mass(model)) {
        printf(
            "    no part has 'dynamics', and so no mass: forces are those of springs, dampers and "
            "controls alone\n");
    }
    for (int i = 0; i < TM_DRIVEN_COUNT; i++) {
        print_outcome(model, motion, (tmDrivenOutcome)i);
    }
    print_diags(animation);
}
