/* stage.c: how a stage's variants get their poses, return them, and replace each other. */
#include "analyse/kinematics/stage/stage.h"

#include <math.h>
#include <string.h>

/* A variant is left when its margin is below the first number and another's is the second times as
 * large [1]. */
#define MARGIN_MIN 0.2
#define MARGIN_GAIN 1.5

const tmPose *tmi_stage_view(tmiStage *stage, const tmPose *poses) {
    if (!stage->view) {
        return poses;
    }
    for (int32_t i = 0; i < stage->graph.node_count; i++) {
        stage->view[i] = poses[stage->graph.whole[i]];
    }
    return stage->view;
}

void tmi_stage_follow(tmiStage *stage, tmiStageVariant *variant, const tmPose *poses) {
    tmi_variant_follow(variant, &stage->graph, tmi_stage_view(stage, poses));
}

void tmi_stage_load(const tmiStage *stage, tmiStageVariant *variant, const tmPose *poses) {
    double *known = variant->program.registers + variant->emitter.known;
    for (int32_t i = 1; i <= stage->graph.placed; i++, known += 4) {
        const tmPose *p = &poses[stage->graph.whole[i]];
        known[0] = p->x;
        known[1] = p->y;
        known[2] = p->c;
        known[3] = p->s;
    }
}

void tmi_stage_recall(tmiStage *stage, tmiStageVariant *variant, const tmPose *poses) {
    if (variant->emitter.ref_count > 0) {
        tmi_emit_load_refs(&variant->emitter, tmi_stage_view(stage, poses));
    }
}

/* Copied number by number: a wider load would wait for the narrow stores just before it. */
TMI_INLINE void store_pose(const double *pose, tmPose *to, double *stretch, double *doubt) {
    double c = pose[2], s = pose[3], off = fabs(c * c + s * s - 1.0);
    to->x = pose[0];
    to->y = pose[1];
    to->c = c;
    to->s = s;
    *doubt += (pose[0] - pose[0]) + (pose[1] - pose[1]) + (off - off);
    *stretch = off > *stretch ? off : *stretch;
}

double tmi_stage_store(const tmiStage *stage, tmPose *poses) {
    const tmiStageVariant *v = stage->active;
    const double *r = v->program.registers;
    const int32_t *whole = stage->graph.whole;
    double stretch = 0.0, doubt = 0.0;
    for (int32_t i = 0; !whole && i < stage->gathered; i++) {
        store_pose(r + v->node_pose[i], &poses[i], &stretch, &doubt);
    }
    for (int32_t i = stage->graph.placed + 1; whole && i < stage->gathered; i++) {
        store_pose(r + v->node_pose[i], &poses[whole[i]], &stretch, &doubt);
    }
    return doubt == 0.0 ? stretch : INFINITY;
}

/* The variant's margin when it starts from these poses; 0 when it does not fit them. */
static double margin_at(tmiStage *stage, tmiStageVariant *v, const tmPose *poses,
                        const double *values, double tolerance) {
    const double still[TMI_RATES] = {0.0};
    int32_t iterations = 0;
    tmi_stage_follow(stage, v, poses);
    tmi_stage_load(stage, v, poses);
    tmi_stage_recall(stage, v, poses);
    bool runs =
        tmi_program_run(&v->program, 0, v->known_ops, values) < 0 &&
        tmi_variant_solve(v, values, tolerance, 1, 0.0, still, &iterations) == TMI_GUESS_DONE;
    return runs ? tmi_variant_margin(v) : 0.0;
}

void tmi_stage_change(tmiStage *stage, const tmPose *poses, const double *values,
                      double tolerance) {
    if (stage->variant_count == 1 || tmi_variant_is_safe(stage->active, MARGIN_MIN)) {
        return;
    }
    tmiStageVariant *before = stage->active;
    double best = MARGIN_GAIN * tmi_variant_margin(before);
    for (int32_t i = 0; i < stage->variant_count; i++) {
        tmiStageVariant *v = &stage->variants[i];
        double margin = v == before ? 0.0 : margin_at(stage, v, poses, values, tolerance);
        if (margin > best) {
            best = margin;
            stage->active = v;
        }
    }
}

bool tmi_stage_choose(tmiStage *stage, const tmPose *poses, const double *values,
                      double tolerance) {
    double best = 0.0;
    for (int32_t i = 0; i < stage->variant_count; i++) {
        tmiStageVariant *v = &stage->variants[i];
        if (v->guess_count == 0) {
            tmi_stage_follow(stage, v, poses);
            return true; /* it has no guesses that could fail */
        }
        double margin = margin_at(stage, v, poses, values, tolerance);
        if (margin > best) {
            best = margin;
            stage->active = v;
        }
    }
    return best > 0.0;
}
