/* space.h: the door of this folder, and what its files share: a mechanism as plain arrays, and what
 * an assembly holds. docs/theory/space.md has the equations. */
#ifndef TMI_SPACE_H
#define TMI_SPACE_H

#include "base/base.h"
#include "trammel/space.h"

#define TMI_STAMP_ASSEMBLY 0xa55e3b
#define TMI_STAMP_MOBILITY 0x30b171
#define TMI_STAMP_SPACE_PLAN 0x59ace1

/* ---- A mechanism as plain arrays ----------------------------------------------------------- */

typedef struct tmiSpaceJoint {
    const int32_t *bodies; /* each once */
    int32_t body_count;
    const tmRow *rows;
    int32_t row_count;
    const tmRow *coordinates;
    int32_t coordinate_count;
    const tmPointOn (*pairs)[2]; /* what it joins, bodies as the joint counts them; may be null */
    int32_t pair_count;
} tmiSpaceJoint;

/* At the start this point of a body is there. */
typedef struct tmiSpacePlace {
    int32_t body;
    double point[3]; /* body axes [m] */
    double at[3];    /* [m] */
    bool is_turned;  /* the rotation of its rough frame holds, too */
    /* Instead of all that: a coordinate of a joint has this value. */
    bool is_start;
    int32_t joint, coordinate;
    double value; /* [m or rad] */
} tmiSpacePlace;

typedef struct tmiSpace {
    bool planar;           /* nothing leaves the plane z = 0: three freedoms a body */
    const tmFrame *frames; /* rough */
    const bool *fixed;     /* body 0, the ground, must be */
    int32_t body_count;
    const tmiSpaceJoint *joints;
    int32_t joint_count;
    const tmiSpacePlace *places;
    int32_t place_count;
} tmiSpace;

/* tm_assemble for plain arrays, which are copied; what rows point to is not. Null allocator: the
 * default one. TM_ERR_ARGUMENT for numbers out of range, TM_ERR_NOT_FINITE. */
tmStatus tmi_assemble(const tmAllocator *allocator, const tmiSpace *space, const tmAssemblyDef *def,
                      tmAssembly **assembly);

/* ---- Assemblies ---------------------------------------------------------------------------- */

/* A joint, the place of a part, or an input: bodies with equations between them. */
typedef struct tmiSpaceConstraint {
    int32_t *bodies;
    int32_t body_count;
    tmRow *rows; /* offsets of as_placed rows are zero until they are measured */
    int32_t row_count;
    double (*turns)[2]; /* of each row [rad] */
    tmRow *coordinates; /* none but at joints */
    int32_t coordinate_count;
    tmPointOn (*pairs)[2];
    int32_t pair_count;
    int32_t island;   /* -1: only fixed bodies */
    bool muted;       /* constrains nothing for the time being */
    bool from_origin; /* an input's: measured from the world's origin, no point of the mechanism */
    bool is_start;    /* a coordinate of a joint at the start */
    struct tmiSpaceConstraint
        *seat; /* of a joint that has such: its rows and those, by which a body is seated */
} tmiSpaceConstraint;

/* Bodies that are tied without the ground, and their constraints. */
typedef struct tmiIsland {
    int32_t *bodies;
    int32_t body_count;
    tmiSpaceConstraint **constraints;
    int32_t constraint_count;
    double size; /* [m] */
} tmiIsland;

struct tmAssembly {
    tmAllocator allocator;
    tmiArena arena;
    bool planar;
    tmFrame *frames;
    bool *fixed;
    int32_t body_count;
    tmiSpaceConstraint *constraints; /* the joints, then the places */
    int32_t joint_count;
    int32_t place_count;
    bool measured; /* as_placed rows hold */
    tmAssemblyDef def;
    tmAssemblyInfo info;
    tmiIsland *islands;
    int32_t *constraints_start; /* of each body: its constraints are
                                   constraints_of[constraints_start[i]] … */
    int32_t *constraints_of;
    tmAssemblyConflict *conflicts;
    int32_t conflict_count;
    int32_t *moved; /* places that do not hold, by their number in the model */
    int32_t moved_count;
};

/* Finds the islands of an assembly, and the constraints of each body. TM_ERR_MEMORY. */
tmStatus tmi_islands_find(tmAssembly *a);

#endif
