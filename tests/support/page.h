/* page.h: pictures that tests draw and read back. */
#ifndef TM_PAGE_H
#define TM_PAGE_H

#include "linkage_table.h"

#define PAGE_MAX 400000

/* What was written. Beyond PAGE_MAX bytes are dropped. */
typedef struct Page {
    char text[PAGE_MAX];
    size_t used;
} Page;

/* A tmWriteFn; `user` is the page. */
void page_take(void *user, const char *bytes, size_t count);

/* Returns how often `what` stands in the text. */
int page_count(const char *text, const char *what);

/* Reads the next pin behind *at; false when there is none. */
bool page_pin(const char **at, double *x, double *y);

/* Distance of two points. */
double page_span(const double p[2], const double q[2]);

/* A picture without paths. */
tmSceneDef page_scene(int32_t frames);

/* Moves the plan from one value of its input to another in so many steps and draws what it does;
 * poses that it cannot reach are left out. Puts how many into *failed, if not null. */
tmStatus page_draw(tmTest *t, tmPlan *plan, const tmSceneDef *def, double from, double to,
                   int32_t steps, Page *page, int32_t *failed);

/* The same for a turn from where the plan starts, in 360 steps. */
tmStatus page_draw_turn(tmTest *t, tmPlan *plan, const tmSceneDef *def, Page *page);

/* A crank-rocker with links 1, 3.5, 3 on a base of 4. */
tmStatus page_four_bar(tmTest *t, Linkage *l);

#endif
