/* seating.h: a start for closing: bodies are seated one by one on those that are already there. */
#ifndef TMI_SPACE_SEATING_H
#define TMI_SPACE_SEATING_H

#include "analyse/space/space.h"

/* Memory for seating, as large as the assembly; `located` is all false between uses. */
typedef struct tmiSeating {
    tmAssembly *a;
    bool *located; /* of each body */
    bool *tried;   /* of each constraint */
    int32_t *
        queue[2]; /* constraints that have one body left to seat: those that hold a point, others */
    int32_t head[2], tail[2];
    uint64_t random; /* state of the random turns */
} tmiSeating;

tmStatus tmi_seating_make(tmiSeating *s, tmiArena *arena, tmAssembly *a);

/* Starts an island of the assembly from its rough frames: each body in turn moves least so that the
 * constraint that leads to it is closed, with marks that should be parallel so. `shake`: before
 * that each body is turned at random by up to this much [rad]. Constraints that are muted do not
 * count. Turns of rows begin again. */
void tmi_seating_island(tmiSeating *s, const tmiIsland *island, const tmFrame *rough, double shake);

#endif
