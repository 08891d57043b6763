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

bool page_circle(const char **at, double *x, double *y) {
    const char *found = strstr(*at, "<circle cx=\"");
    if (!found || sscanf(found, "<circle cx=\"%lf\" cy=\"%lf\"", x, y) != 2) {
        return false;
    }
    *at = found + 1;
    return true;
}

double page_span(const double p[2], const double q[2]) {
    return hypot(q[0] - p[0], q[1] - p[1]);
}

tmFilmDef page_film(int32_t frames) {
    tmFilmDef def = tm_film_def_default();
    def.frames = frames;
    def.traced_count = 0;
    return def;
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
