/* assemble_private.h: what the files assemble*.c share. */
#ifndef TMI_SPACE_ASSEMBLE_H
#define TMI_SPACE_ASSEMBLE_H

#include "analyse/space/assemble/seating.h"
#include "analyse/space/equations/equations.h"

/* The state of an assembly in progress. */
typedef struct tmiAssembler {
    tmAssembly *a;
    const tmFrame *rough; /* of all bodies */
    tmiArena scratch;
    tmiSeating seating;
    int32_t *mover_of; /* of all bodies; -1 but while an island is at work */
    tmFrame *best;     /* of all bodies: the best end of an attempt */
} tmiAssembler;

/* Makes an assembly from the arrays, with its joints still open. */
tmStatus tmi_assembly_copy(tmAssembly *a, const tmiSpace *space);

/* Prepares the equations of an island's constraints, those that are muted too. */
tmStatus tmi_assembler_equations(tmiAssembler *w, const tmiIsland *island, tmiEquations *e);

/* Finds a small set of constraints that contradict each other, for an island that could not be
 * closed and whose frames leave least open, and adds it to the assembly. */
tmStatus tmi_conflict_find(tmiAssembler *w, const tmiIsland *island);

#endif
