/* stage.h: a part of a plan that can be computed once the parts before it are.
 *
 * A mechanism of many knots is not solved as one: the equations of each knot only need what was
 * found before it (split.h), so each is a stage with unknowns, guesses and ways to guess of its
 * own. What edges do not determine, drags and joints that are no edges come last. Most mechanisms
 * have one stage. */
#ifndef TMI_STAGE_H
#define TMI_STAGE_H

#include "analyse/kinematics/variant.h"

typedef struct tmiStage {
    tmiGraph graph;
    tmiVariant *variants; /* ways to compute it */
    int32_t variant_count;
    tmiVariant *active;
    tmPose *view;     /* of the graph's nodes, when their numbers are not the mechanism's */
    int32_t gathered; /* nodes whose poses are wanted */
} tmiStage;

/* Stages in their order. */
typedef struct tmiRoute {
    tmiStage *stages;
    int32_t stage_count;
} tmiRoute;

/* The most routes of a plan: stage by stage, and the whole at once where that fails. */
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
void tmi_stage_follow(tmiStage *stage, tmiVariant *variant, const tmPose *poses);

/* Puts the known poses that the variant reads into its registers. */
void tmi_stage_load(const tmiStage *stage, tmiVariant *variant, const tmPose *poses);

/* Tells the variant's program the poses of all nodes, and winds, of the last good move where it
 * counts or seeks from there. */
void tmi_stage_recall(tmiStage *stage, tmiVariant *variant, const tmPose *poses);

/* Puts the poses that the active variant found into those of all nodes, and returns the largest
 * distance of c^2 + s^2 from 1; infinite when a number is not finite. */
double tmi_stage_store(const tmiStage *stage, tmPose *poses);

/* Where the active variant comes near a dead centre of its own, takes another that does not. The
 * poses are those of the move just made, with these values. */
void tmi_stage_change(tmiStage *stage, const tmPose *poses, const double *values, double tolerance);

/* Takes the best of the guessing variants for these poses; false when none fits them. */
bool tmi_stage_choose(tmiStage *stage, const tmPose *poses, const double *values, double tolerance);

#endif
