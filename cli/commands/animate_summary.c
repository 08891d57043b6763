/* animate_summary.c: what `trammel animate` prints about a motion. */
#include "commands/animate_summary.h"

#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.141592653589793

/* What the first drive is in a frame: " (92 deg)". */
static void print_value(const tmModel *model, int32_t frame) {
    tmAnimateInfo animate = tm_model_animate(model);
    tmDriveInfo drive;
    double *values = calloc((size_t)animate.value_count + 1, sizeof *values);
    if (values && tm_model_drive(model, 0, &drive) == TM_OK && drive.kind != TM_DRIVE_POSITION &&
        tm_model_drive_values(model, (double)frame / (animate.frames - 1), values) == TM_OK) {
        printf(drive.is_angle ? " (%g deg)" : " (%g mm)",
               drive.is_angle ? values[0] * (180.0 / PI) : 1000.0 * values[0]);
    }
    free(values);
}

/* Freedoms without a drive, or drives without a freedom. */
static void print_freedoms(const tmModel *model, const tmAnimation *animation) {
    tmAnimateInfo animate = tm_model_animate(model);
    tmMobility *mobility;
    if (tm_mobility_create(tm_animation_assembly(animation), NULL, NULL, &mobility) != TM_OK) {
        return;
    }
    int32_t drives = 0, freedoms = tm_mobility_info(mobility)->mobility;
    for (int32_t i = 0; i < animate.drive_count; i++) {
        tmDriveInfo drive;
        tm_model_drive(model, i, &drive);
        drives += drive.kind != TM_DRIVE_POSITION ? 1 : tm_model_world(model).planar ? 2 : 3;
    }
    if (freedoms > drives) {
        printf("    %d of %d freedoms %s not driven: what they leave open moves as little as "
               "possible\n",
               freedoms - drives, freedoms, freedoms - drives == 1 ? "is" : "are");
    } else if (drives > freedoms && freedoms == 0) {
        printf("    the joints leave no freedom at the start: the mechanism can follow its drive%s "
               "only where the joints allow it\n",
               drives == 1 ? "" : "s");
    } else if (drives > freedoms) {
        printf("    %d drives, but only %d freedom%s: the mechanism can follow them only if their "
               "values fit each other\n",
               drives, freedoms, freedoms == 1 ? "" : "s");
    }
    tm_mobility_destroy(mobility);
}

/* A turn beyond half a turn, and roundings, looks like another one. */
static void print_turns(const tmModel *model, const cliMotion *motion) {
    tmBodyInfo body;
    if (motion->turn > PI * (1.0 + 1e-12) && tm_model_body(model, motion->turned, &body) == TM_OK) {
        printf(
            "    %s turns by up to %.6g deg from frame to frame: beyond half a turn pictures seem "
            "to turn otherwise. Take at least %.0f frames\n",
            cli_shown(body.name), motion->turn * (180.0 / PI),
            floor((motion->moves - 1) * motion->turn * (1.0 + 1e-12) / PI) + 2.0);
    }
}

static void print_motion(const tmModel *model, const cliMotion *motion) {
    printf("  animate %s", tm_model_world(model).name);
    if (motion->number_of > 1) {
        printf(" (run %d of %d)", motion->number, motion->number_of);
    }
    printf(": %d frames, %s; ", motion->moves,
           tm_model_world(model).planar ? "planar" : "in space");
    if (motion->failed > 0) {
        printf("%d of them cannot be reached, the first is number %d", motion->failed,
               motion->first_failed + 1);
        print_value(model, motion->first_failed);
        printf(isnan(motion->gap) ? "; " : ", with joints that are open by up to %.3g mm; ",
               1000.0 * motion->gap);
    }
    if (motion->failed == motion->moves) {
        printf("none was reached\n");
    } else {
        printf("largest gap of a joint%s %.1e m\n", motion->failed > 0 ? " in the others" : "",
               motion->residual);
    }
    if (motion->unproven > 0) {
        printf("    the motion to %d frame%s is not certified (%s): a fold or another branch "
               "may lie between frames\n",
               motion->unproven, motion->unproven == 1 ? "" : "s", tm_proof_text(motion->proof));
    }
}

void cli_print_motion(const tmAnimation *animation, const cliMotion *motion) {
    const tmModel *model = tm_animation_model(animation);
    print_motion(model, motion);
    print_turns(model, motion);
    print_freedoms(model, animation);
}
