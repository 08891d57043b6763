/* system_trammel.c: Trammel through its public interface: positions as inputs, or the crank's
 * angle. */
#include "system.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct State {
    const Scene *scene;
    tmMechanism *mechanism;
    tmPlan *plan;
    double start;
    double sense; /* the input is start + sense * turn: the ground may be either end of the joint */
} State;

static void destroy(void *state) {
    State *s = state;
    tm_plan_destroy(s->plan);
    tm_mechanism_destroy(s->mechanism);
    free(s);
}

tmStatus drag_trammel_create(const Scene *scene, bool drag, const tmAllocator *allocator,
                             void **state) {
    State *s = scene_take(1, sizeof *s);
    tmInput input = {.kind = drag ? TM_INPUT_POSITION : TM_INPUT_ANGLE};
    double value[2] = {0.0, 0.0};
    s->scene = scene;
    tmStatus status = scene_build(scene, allocator, &s->mechanism, &input.joint, &input.feature);
    if (status == TM_OK) {
        tmPlanDef def = tm_plan_def_default();
        def.inputs = &input;
        def.input_count = 1;
        status = tm_plan_create(s->mechanism, &def, &s->plan);
    }
    status = status == TM_OK ? tm_plan_values(s->plan, value) : status;
    if (status != TM_OK) {
        destroy(s);
        return status;
    }
    s->start = value[0];
    if (!drag) {
        s->sense = scene->features[scene->joints[scene->driver].a].body == 0 ? 1.0 : -1.0;
    }
    *state = s;
    return TM_OK;
}

static void *create(const Scene *scene, bool drag) {
    void *state = NULL;
    tmStatus status = drag_trammel_create(scene, drag, NULL, &state);
    if (status != TM_OK) {
        fprintf(stderr, "%s: %s\n", scene->name, tm_status_name(status));
        exit(1);
    }
    return state;
}

static void run(void *state, const Path *path, DragAnswer *answers, ScenePoint *points) {
    State *s = state;
    tm_plan_reset(s->plan);
    for (int i = 0; i < path->count; i++) {
        double turned = s->start + s->sense * path->values[i][0];
        tmSolveInfo info;
        tmStatus status = tm_plan_move(s->plan, path->drag ? path->values[i] : &turned, &info);
        answers[i] = (DragAnswer){.done = status == TM_OK && info.outcome == TM_MOVE_DONE,
                                  .located = status == TM_OK && info.outcome == TM_MOVE_FOLD,
                                  .reached = info.reached};
        scene_points(s->scene, tm_plan_poses(s->plan),
                     points + (size_t)i * (size_t)s->scene->feature_count);
    }
}

const DragSystem drag_system_trammel = {"trammel", create, destroy, run};
