/* inverse.h: forces and rates of a world whose whole motion is prescribed: the motion equations
 * (system.h) with the drives of an animation as rows, solved at frames that others found. */
#ifndef TMI_INVERSE_H
#define TMI_INVERSE_H

#include "analyse/dynamics/dynamics.h"
#include "analyse/dynamics/script/script.h"
#include "analyse/dynamics/system/system.h"

struct tmiInverse {
    tmAllocator allocator;
    tmiArena arena;
    const tmModel *model;
    tmiScript *script;
    tmiSystem *system;
    bool is_kinematic; /* masses do not allow forces: all bodies have the same, for rates alone */
    bool has_acts;
    bool is_free;     /* the drives leave freedoms */
    int32_t massless; /* the body whose mass does not allow forces; -1 */
    int32_t blame;    /* of the last solution, likewise */
    double *y;
    double *free;          /* dof numbers a mover: how forces move what is free */
    double *efforts;       /* of each value of the drives */
    int32_t *drive_rows;   /* of each drive: its first row … */
    int32_t *drive_sizes;  /* … how many it has … */
    int32_t *drive_values; /* … and its first value */
    int32_t drive_count, value_count;
    tmTwist *accelerations, *rest; /* of all bodies; zero */
    tmWrench *joints, *loads;
};

#endif
