/* family.h: the mechanisms of the drag benchmark, by families, each made from its number alone. */
#ifndef TM_BENCH_FAMILY_H
#define TM_BENCH_FAMILY_H

#include "scene.h"

typedef struct Family {
    const char *name;
    int count;
    /* Makes the scene of this number; false: these random numbers give none, try the next. */
    bool (*make)(Scene *scene, const char *family, int number, uint64_t *seed);
} Family;

extern const Family families[];
extern const int family_count;

/* Makes scene `number` of a family; always the same. */
void family_scene(const Family *family, int number, Scene *scene);

/* Families that a table of joints describes: they are made in family_table.c. */
bool make_watt(Scene *scene, const char *family, int number, uint64_t *seed);
bool make_stephenson(Scene *scene, const char *family, int number, uint64_t *seed);
bool make_double_butterfly(Scene *scene, const char *family, int number, uint64_t *seed);
bool make_dyad_stack(Scene *scene, const char *family, int number, uint64_t *seed);

/* Begins a scene somewhere in the world; even numbers lie along the axes, at the origin. */
void family_begin(Scene *scene, const char *family, int number, uint64_t *seed);

/* Where two circles meet, on the left of the way from p to q (side 1) or on its right (-1). */
bool circles_meet(const double p[2], double a, const double q[2], double b, double side,
                  double *to);

#endif
