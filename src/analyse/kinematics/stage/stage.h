/* stage.h: the door of this room: a plan as stages, and ways to compute each. */
#ifndef TMI_STAGE_H
#define TMI_STAGE_H

#include "analyse/kinematics/graph/graph.h"
#include "analyse/kinematics/newton/newton.h"

/* ---- variant.c ------------------------------------------------------------------------------- */

/* One way to compute all poses: a program, and the angles that it has to guess.
 *
 * A knot that contraction cannot untie is torn at one to four pins; the angles there are guessed,
 * the program places everything, and what is left open at double pins shows how to turn the
 * guesses. Which pins are torn matters: an inner closed form of one way may pass its own dead
 * centre where the mechanism itself is regular. So a plan has several ways, and changes between
 * them. Without guesses there is one. */

/* Moves whose rates predict the next one. */
#define TMI_RATES 3

typedef struct tmiGuess {
    int32_t edge;
    int32_t direction;      /* register: end 1's node seen from end 0's */
    double good[2];         /* where the last good move left it */
    double turned;          /* in the try under way [rad] */
    double rate[TMI_RATES]; /* turn for each unit of the input, in the last moves */
} tmiGuess;

typedef struct tmiStageVariant {
    tmiContraction contraction;
    tmiEmitter emitter;
    tmiProgram program;
    int32_t known_ops;  /* steps before this need no guess */
    int32_t closed_ops; /* steps from there to here must run to see whether a guess is right */
    int32_t *node_pose; /* register of each node's pose */
    tmiGuess guesses[TMI_TEAR_MAX];
    int32_t guess_count;
    int32_t *sharp; /* steps that depend on guesses and have dead centres */
    int32_t sharp_count;
    double *gradients; /* of each register, along one guess */
    double *gaps;      /* what is open at the double pins [m] */
    double *matrix, *work;
    int32_t *int_work;
    int32_t *idle; /* edges with an input that no step reads, since others place both ends */
    int32_t idle_count;
    int32_t moves;  /* good ones in a row with this variant, at most TMI_RATES count */
    bool all_used;  /* every edge of the graph is a step of a closed form: none is only redundant */
    bool proven;    /* a full check found all joints closed; see plan.c */
    bool numerical; /* contraction left something: */
    bool chained;   /* chains of rods only */
    tmiChains chains;
    tmiNewton newton; /* anything else */
} tmiStageVariant;

/* Makes the program, with these edges guessed. variant->program must be initialised. */
tmStatus tmi_variant_make(tmiStageVariant *variant, tmiArena *arena, const tmiGraph *graph,
                          const int32_t *tears, int32_t tear_count, tmiNewtonUse use);

/* Reads the guesses and the sides of the closed forms off the nodes' poses. */
void tmi_variant_follow(tmiStageVariant *variant, const tmiGraph *graph, const tmPose *poses);

typedef enum tmiGuessing { TMI_GUESS_DONE, TMI_GUESS_STUCK, TMI_GUESS_ENDLESS } tmiGuessing;

/* Turns the guesses until every gap is at most `tolerance` [m]. Steps before known_ops must have
 * run. `step` is how far the only input goes and `before` how far it went in the last TMI_RATES
 * moves; 0 where there is no such thing. */
tmiGuessing tmi_variant_solve(tmiStageVariant *variant, const double *values, double tolerance,
                              int32_t max, double step, const double *before, int32_t *iterations);

/* Takes the guesses as good ones; `step` as above. */
void tmi_variant_accept(tmiStageVariant *variant, double step);

/* Returns how far the closed forms that depend on guesses are from their dead centres: 1 is
 * perfect, 0 flat. 1 when there are none. */
double tmi_variant_margin(const tmiStageVariant *variant);

/* Returns whether all of them are farther than `margin`; quicker than to ask how far. */
bool tmi_variant_is_safe(const tmiStageVariant *variant, double margin);

/* ---- stage.c --------------------------------------------------------------------------------- */

/* A part of a plan that can be computed once the parts before it are.
 *
 * A mechanism of many knots is not solved as one: the equations of each knot only need what was
 * found before it (graph/split.c), so each is a stage with unknowns, guesses and ways to guess of
 * its own. What edges do not determine, drags and joints that are not edges come last. Most
 * mechanisms have one stage. */

typedef struct tmiStage {
    tmiGraph graph;
    tmiStageVariant *variants; /* ways to compute it */
    int32_t variant_count;
    tmiStageVariant *active;
    tmPose *view;     /* of the graph's nodes, when their numbers are not the mechanism's */
    int32_t gathered; /* nodes whose poses are wanted */
} tmiStage;

/* Stages in their order. */
typedef struct tmiRoute {
    tmiStage *stages;
    int32_t stage_count;
} tmiRoute;

/* The maximum number of routes of a plan: stage by stage, and the whole at once where that fails.
 */
#define TMI_ROUTES 2

/* Makes the routes for the graph of the whole mechanism; `all_nodes` asks for the poses of small
 * nodes too, so that sides can be read off them. Memory is the arena's, and the allocator's
 * for programs: tmi_routes_clear also after a failure. */
tmStatus tmi_routes_make(tmiRoute *routes, int32_t *route_count, tmiArena *arena,
                         const tmiGraph *graph, tmPlanMethod method, bool all_nodes);
void tmi_routes_clear(tmiRoute *routes, int32_t route_count);

/* Returns the poses of the stage's nodes, of those of all nodes. Valid until the next call. */
const tmPose *tmi_stage_view(tmiStage *stage, const tmPose *poses);

/* Makes the variant start from these poses of all nodes. */
void tmi_stage_follow(tmiStage *stage, tmiStageVariant *variant, const tmPose *poses);

/* Puts the known poses that the variant reads into its registers. */
void tmi_stage_load(const tmiStage *stage, tmiStageVariant *variant, const tmPose *poses);

/* Gives the variant's program the poses of all nodes, and winds, of the last good move where it
 * counts or seeks from there. */
void tmi_stage_recall(tmiStage *stage, tmiStageVariant *variant, const tmPose *poses);

/* How far c^2 + s^2 of a pose may be from 1 [1]. */
#define TMI_UNIT_OFF_MAX 1e-7

/* Puts the poses that the active variant found into those of all nodes, and returns the largest
 * distance of c^2 + s^2 from 1; infinite when a number is not finite. */
double tmi_stage_store(const tmiStage *stage, tmPose *poses);

/* Where the active variant comes near a dead centre of its own, takes another that does not. The
 * poses are those of the move just made, with these values. */
void tmi_stage_change(tmiStage *stage, const tmPose *poses, const double *values, double tolerance);

/* Takes the best of the guessing variants for these poses; false when none fits them. */
bool tmi_stage_choose(tmiStage *stage, const tmPose *poses, const double *values, double tolerance);

#endif
