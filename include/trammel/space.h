/* space.h: mechanisms in space, and planar ones with joints of any kind: assemble a model, find how
 * it can move, drive it and drag it.
 *
 *     tmAssembly *assembly;
 *     tm_assemble(model, NULL, &assembly);          once: real frames from rough ones
 *     … tm_assembly_info(assembly)->outcome, tm_assembly_frames(assembly) …
 *     tmMobility *mobility;
 *     tm_mobility_create(assembly, NULL, NULL, &mobility);
 *     tmSpacePlan *plan;
 *     tm_space_plan_create(assembly, &def, &plan);  once for each set of inputs
 *     tm_space_plan_move(plan, values, &info);      for each frame; allocates nothing
 *     tm_space_plan_frames(plan) …
 *
 * Bodies and joints are numbered as in the model; body 0 is the ground. SI units, angles in
 * radians. docs/theory/space.md says what is proven and what is heuristic. */
#ifndef TRAMMEL_SPACE_H
#define TRAMMEL_SPACE_H

#include "trammel/hinge.h"
#include "trammel/mechanism.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Assembly ------------------------------------------------------------------------------ */

typedef struct tmAssemblyDef {
    uint32_t stamp;         /* private */
    double tolerance;       /* largest gap of a closed joint, of the mechanism's size; 1e-11 */
    int32_t max_iterations; /* steps of one attempt; default 100 */
    int32_t max_restarts;   /* attempts from other, random starts, the same in every run, where the
                             * first one does not close; default 60 */
    int32_t max_explained;  /* joints and places of a conflict that are left out one by one to find
                             * a smallest set; a larger one is reported as it is; default 48 */
} tmAssemblyDef;

TM_API tmAssemblyDef tm_assembly_def_default(void);

typedef enum tmAssemblyOutcome {
    TM_ASSEMBLY_CLOSED,  /* every joint is closed, and every place is kept */
    TM_ASSEMBLY_CONFLICT /* no attempt closed them all: tm_assembly_conflict names which */
} tmAssemblyOutcome;

typedef struct tmAssemblyInfo {
    tmAssemblyOutcome outcome;
    double size; /* of the largest mechanism in it: a length for tolerances [m] */
    double gap;  /* the largest of any joint or place [m]; angles count with the size as lever */
    int32_t islands;    /* mechanisms that are connected only through the ground */
    int32_t iterations; /* steps of all attempts, also of those before a place was given up */
    int32_t restarts;   /* attempts beyond the first */
    int32_t reversed;   /* pairs of axes that are parallel but of opposite sense, because no attempt
                         * closed all joints with the same sense */
} tmAssemblyInfo;

/* Something that must hold when parts are assembled: a joint, or where the text places a part.
 */
typedef struct tmAssemblyPart {
    int32_t joint; /* -1: a place */
    int32_t place; /* -1: a joint */
} tmAssemblyPart;

/* Joints and places that contradict each other. */
typedef struct tmAssemblyConflict {
    const tmAssemblyPart *parts;
    int32_t count;
    bool smallest; /* without any one of them the others close; false: there were too many to try */
    double gap;    /* the largest that stays open [m] */
} tmAssemblyConflict;

/* Frames of all bodies that close the joints, what was measured in them, and angles over whole
 * turns: the start of drags, animations and simulations. Constant once it is made; it may be shared
 * by threads. */
typedef struct tmAssembly tmAssembly;

/* Finds frames that close the joints of the model and keep its places, from the rough ones; parts
 * that nothing fixes move as little as possible. Rough places (tmPlaceInfo.is_rough) do not hold
 * and contradict nothing; what is joined to them and has no place comes to them before all move as
 * little as possible. Rows that are `as_placed` are left out until the others hold; their offsets
 * are then what they are. Where the joints cannot be closed the assembly is made all the same, its
 * frames are those that leave least open, and its outcome says so; of bodies beyond 1000 conflicts
 * the rough frames are left. The model must outlive the assembly, which takes the model's
 * allocator. Null def: the default one. TM_ERR_DEF, TM_ERR_ARGUMENT for null and for a model with
 * errors, TM_ERR_NOT_FINITE, TM_ERR_LIMIT, TM_ERR_MEMORY: *assembly is then null. */
TM_API tmStatus tm_assemble(const tmModel *model, const tmAssemblyDef *def, tmAssembly **assembly);

/* Frees the assembly. Its plans must be destroyed before it. Null is accepted. */
TM_API void tm_assembly_destroy(tmAssembly *assembly);

/* Returns how it went; null for null. It lives as long as the assembly. */
TM_API const tmAssemblyInfo *tm_assembly_info(const tmAssembly *assembly);

/* Returns the frames of all bodies, as many as tm_assembly_body_count; null for null. They live as
 * long as the assembly. */
TM_API const tmFrame *tm_assembly_frames(const tmAssembly *assembly);
TM_API int32_t tm_assembly_body_count(const tmAssembly *assembly);

/* Returns the rows of a joint with the offsets that hold from now on, and their number in *count
 * (may be null); null where there is no such joint. They live as long as the assembly. */
TM_API const tmRow *tm_assembly_rows(const tmAssembly *assembly, int32_t joint, int32_t *count);
TM_API int32_t tm_assembly_joint_count(const tmAssembly *assembly);

/* Returns the angles that the rows of a joint count over whole turns [rad], two for each row in the
 * order of tm_assembly_rows: those of row i are `near` of tm_row_at from place 2 i on. Null where
 * there is no such joint. */
TM_API const double *tm_assembly_turns(const tmAssembly *assembly, int32_t joint);

/* Puts into *gap how far the joint is open [m]; angles count with the size as lever.
 * TM_ERR_ARGUMENT where there is none leaves *gap unchanged. */
TM_API tmStatus tm_assembly_gap(const tmAssembly *assembly, int32_t joint, double *gap);

/* Sets of joints and places that contradict each other, at most one for each island, and single
 * joints that are open between bodies which stand still. Null when there is none of that number. */
TM_API int32_t tm_assembly_conflict_count(const tmAssembly *assembly);
TM_API const tmAssemblyConflict *tm_assembly_conflict(const tmAssembly *assembly, int32_t index);

/* Returns the places of the model that keep joints from closing, by number, and how many there are
 * in *count (may be null): they say where to begin, but do not hold. */
TM_API const int32_t *tm_assembly_moved(const tmAssembly *assembly, int32_t *count);

/* Adds a warning to `diags` for each place that does not hold, each joint whose equations are
 * useless in these frames (tmRowAt.problem) and each gear joint of two wheels whose teeth do not
 * mesh there, and an error for each conflict: which joints and places contradict each other, with
 * the place of the first joint in its text. */
#define TM_CODE_ASSEMBLY 1701
#define TM_CODE_MOVED 1702
#define TM_CODE_USELESS 1703
#define TM_CODE_GEARS 1704
#define TM_CODE_PASS 1705
TM_API tmStatus tm_assembly_diagnostics(const tmAssembly *assembly, const tmModel *model,
                                        tmDiags *diags);

/* ---- Mobility ------------------------------------------------------------------------------ */

typedef struct tmMobilityDef {
    uint32_t stamp;      /* private */
    int32_t max_motions; /* free motions that are worked out; default 64 */
} tmMobilityDef;

TM_API tmMobilityDef tm_mobility_def_default(void);

typedef struct tmMobilityInfo {
    int32_t mobility;  /* by rank: independent motions that leave every joint closed */
    int32_t count;     /* by count: 6 for each body that can move (3 in the plane) - equations */
    int32_t equations; /* of all joints */
    int32_t rank;      /* independent ones among them, in these frames */
    bool motions_all;  /* every free motion was worked out */
    bool sharing_all;  /* of every redundant equation it is known which joints share it; otherwise
                          loops are so large that only its joint is named */
} tmMobilityInfo;

/* How a joint takes part in a redundancy. */
typedef struct tmSharing {
    int32_t joint;
    int32_t equations; /* of its own that could be left out without anything becoming more mobile; a
                        * joint that has no more than these could be left out as a whole */
    int32_t equation_count; /* that it has */
} tmSharing;

/* Joints that repeat each other: `equations` of all of theirs follow from the rest, to first order
 * in these frames. Any of the joints can be the one with too many. */
typedef struct tmSharedRedundancy {
    int32_t equations;
    const tmSharing *joints;
    int32_t joint_count;
} tmSharedRedundancy;

/* How a model can move, and what in it is redundant: a record that depends on nothing once it is
 * made. */
typedef struct tmMobility tmMobility;

/* Analyses the assembly in these frames of all bodies, null: its own. Joints that are open are
 * taken as they are: their rank is that of the open pose. Null def: the default one. TM_ERR_DEF,
 * TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE, TM_ERR_MEMORY: *mobility is then null. */
TM_API tmStatus tm_mobility_create(const tmAssembly *assembly, const tmFrame *frames,
                                   const tmMobilityDef *def, tmMobility **mobility);

/* Frees it. Null is accepted. */
TM_API void tm_mobility_destroy(tmMobility *mobility);

/* Returns the counts; null for null. */
TM_API const tmMobilityInfo *tm_mobility_info(const tmMobility *mobility);

/* Returns a free motion as the twists of all bodies, or null when there is none of that number.
 * Together they span all motions (motions_all), but they are not unique. The fastest point of the
 * joints moves by about the size of its mechanism in a unit of time. */
TM_API int32_t tm_mobility_motion_count(const tmMobility *mobility);
TM_API const tmTwist *tm_mobility_motion(const tmMobility *mobility, int32_t index);

/* Returns a redundancy, or null when there is none of that number. The equations of all of them
 * are what exceeds the rank. */
TM_API int32_t tm_mobility_redundancy_count(const tmMobility *mobility);
TM_API const tmSharedRedundancy *tm_mobility_redundancy(const tmMobility *mobility, int32_t index);

/* ---- Plans: drive and drag ----------------------------------------------------------------- */

typedef enum tmSpaceInputKind {
    TM_SPACE_COORDINATE, /* one value: a turn [rad], slide or span [m] of a joint, as the rows
                          * tmJointInfo.coordinates have it */
    TM_SPACE_ANGLE,    /* one value: a body's turn about `axis` from the axes of the world [rad] */
    TM_SPACE_POSITION, /* one value: of a point along `axis` from the origin of the world [m] */
    TM_SPACE_DRAG      /* three values (two in the plane): where a point should be; as near as it
                        * can get [m] */
} tmSpaceInputKind;

typedef struct tmSpaceInput {
    tmSpaceInputKind kind;
    int32_t joint;      /* of a coordinate … */
    int32_t coordinate; /* … by its number at the joint */
    tmPointOn point;    /* of a position or a drag; of an angle only its body */
    double axis[3];     /* of an angle or a position: not zero, world axes */
} tmSpaceInput;

typedef struct tmSpacePlanDef {
    uint32_t stamp;             /* private */
    const tmSpaceInput *inputs; /* default none */
    int32_t input_count;
    double tolerance;       /* largest gap of a closed joint, of the mechanism's size; 1e-11 */
    int32_t max_iterations; /* Newton steps of the continuation of one move; default 20,000 */
    tmBreak on_break;       /* default TM_BREAK_LIMIT */
} tmSpacePlanDef;

TM_API tmSpacePlanDef tm_space_plan_def_default(void);

/* How a model follows from its inputs. */
typedef struct tmSpacePlan tmSpacePlan;

/* Plans the motion of an assembly, which must outlive the plan. TM_ERR_DEF; TM_ERR_ARGUMENT for an
 * input that names no part, for one of a fixed body, for an axis that is zero and, in the plane,
 * for one that is out of it (of an angle: in it); TM_ERR_NOT_FINITE, TM_ERR_MEMORY: *plan is then
 * null. */
TM_API tmStatus tm_space_plan_create(const tmAssembly *assembly, const tmSpacePlanDef *def,
                                     tmSpacePlan **plan);

/* Frees the plan. Null is accepted. */
TM_API void tm_space_plan_destroy(tmSpacePlan *plan);

/* Moves to where the inputs have these values, along the straight way from their last ones, in
 * steps that are short enough for the next pose to be the nearest by far; angles count whole turns.
 * The first move takes the way without whole turns. Drags then come as near as they can. The break
 * policy decides what happens to a move past the end of the motion, as with tm_plan_move;
 * info->proof is TM_PROOF_SPACE. Where several parts could move, the motion is the smallest. Puts
 * how it went in *info (may be null). TM_ERR_ARGUMENT for null, TM_ERR_NOT_FINITE for such values
 * leave *info unchanged. Allocates nothing. */
TM_API tmStatus tm_space_plan_move(tmSpacePlan *plan, const double *values, tmSolveInfo *info);

/* Returns how many numbers tm_space_plan_move reads. */
TM_API int32_t tm_space_plan_value_count(const tmSpacePlan *plan);

/* Puts into `values` what the inputs are in the present frames, angles over whole turns. */
TM_API tmStatus tm_space_plan_values(const tmSpacePlan *plan, double *values);

/* Returns the frames of all bodies, valid until the next move or reset; null for null. */
TM_API const tmFrame *tm_space_plan_frames(const tmSpacePlan *plan);

/* Puts what a coordinate of a joint is now into *value, angles over whole turns [rad or m].
 * TM_ERR_ARGUMENT where there is none leaves it unchanged. */
TM_API tmStatus tm_space_plan_coordinate(const tmSpacePlan *plan, int32_t joint, int32_t coordinate,
                                         double *value);

/* Puts into *gap how far the joint is open now [m]; angles count with the size as lever. */
TM_API tmStatus tm_space_plan_gap(const tmSpacePlan *plan, int32_t joint, double *gap);

/* Returns to the frames of the assembly. */
TM_API void tm_space_plan_reset(tmSpacePlan *plan);

#ifdef __cplusplus
}
#endif

#endif
