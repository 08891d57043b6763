/* page.c: see page.h. */
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void page_take(void *user, const char *bytes, size_t count) {
    Page *page = user;
    if (page->used + count < PAGE_MAX) {
        memcpy(page->text + page->used, bytes, count);
        page->used += count;
        page->text[page->used] = '\0';
    }
}

int page_count(const char *text, const char *what) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) {
        count++;
    }
    return count;
}

bool page_pin(const char **at, double *x, double *y) {
    const char *found = strstr(*at, "<circle class=\"pin\"");
    if (!found ||
        sscanf(found, "<circle class=\"pin\" r=\"%*f\" cx=\"%lf\" cy=\"%lf\"", x, y) != 2) {
        return false;
    }
    *at = found + 1;
    return true;
}

double page_span(const double p[2], const double q[2]) {
    return hypot(q[0] - p[0], q[1] - p[1]);
}

tmSceneDef page_scene(int32_t frames) {
    tmSceneDef def = tm_scene_def_default();
    def.frames = frames;
    def.traces = false;
    return def;
}

tmStatus page_draw(tmTest *t, tmPlan *plan, const tmSceneDef *def, double from, double to,
                   int32_t steps, Page *page, int32_t *failed) {
    const tmMechanism *m = tm_plan_mechanism(plan);
    size_t bodies = (size_t)tm_body_count(m);
    tmPose *poses = test_memory(t, bodies * (size_t)(steps + 1), sizeof *poses);
    int32_t missing = 0;
    for (int32_t i = 0; i <= steps; i++) {
        double value = from + i * (to - from) / steps;
        tmSolveInfo info;
        tmStatus status = tm_plan_move(plan, &value, &info);
        if (status != TM_OK) {
            return status;
        }
        memcpy(poses + bodies * (size_t)i, tm_plan_poses(plan), bodies * sizeof *poses);
        if (info.outcome != TM_MOVE_DONE) {
            poses[bodies * (size_t)i + bodies - 1].s = NAN;
            missing++;
        }
    }
    if (failed) {
        *failed = missing;
    }
    return tm_scene_draw_mechanism(&t->allocator, m, poses, steps + 1, def, page_take, page);
}

tmStatus page_draw_turn(tmTest *t, tmPlan *plan, const tmSceneDef *def, Page *page) {
    double start = 0.0;
    tm_plan_reset(plan);
    tmStatus status = tm_plan_values(plan, &start);
    return status == TM_OK
               ? page_draw(t, plan, def, start, start + 2.0 * acos(-1.0), 360, page, NULL)
               : status;
}

tmStatus page_four_bar(tmTest *t, Linkage *l) {
    static const LinkageBody bodies[] = {{"crank", 0, 0, 0},
                                         {"coupler", 1, 0, 0.9479697413828938},
                                         {"rocker", 4, 0, 1.8959394827657874}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0},
                                          {"C", TM_JOINT_REVOLUTE, {2, 3.5, 0, 0}, {3, 3, 0, 0}, 0},
                                          {"D", TM_JOINT_REVOLUTE, {3, 0, 0, 0}, {0, 4, 0, 0}, 0}};
    return linkage_table_build(t, l, bodies, 3, joints, 4);
}
