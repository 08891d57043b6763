/* plan_pace.c: how far a move goes, and how far at once. Where a plan counts turns, angles are
 * followed as those nearest to the last ones, so what is driven must turn by less than half a turn
 * at a time; wheels that turn faster are counted by the steps that turn them, not by their poses.
 */
#include "analyse/kinematics/plan/plan_private.h"
#include "numeric/numeric.h"

#include <math.h>

/* How far the fastest wheel turns at once [rad], how far a displacement goes [of the size], and the
 * maximum number of parts of a move: about 8000 turns. */
#define PACE_TURN_MAX 0.5
#define PACE_SLIDE_MAX 0.25
#define PACE_PARTS_MAX 1e5

/* How far a dragged point is moved in one step [sizes], and in how many at most. The second is for
 * mechanisms that are too large for certificates: their moves are not watched, and only the bound
 * on the curvature of the way (newton.c) keeps them on their branch. */
#define DRAG_STEP 0.01
#define DRAG_STEP_LARGE 0.2
#define DRAG_STEPS_MAX 200

double tmi_plan_pace(const tmPlan *plan, const double *values) {
    double max = 0.0, turn = PACE_TURN_MAX / plan->turns.fastest;
    double max_way = (turn < PACE_SLIDE_MAX ? turn : PACE_SLIDE_MAX) * plan->graph.size;
    if (!plan->turns.paced) {
        return 1.0;
    }
    for (int32_t e = 0; e < plan->graph.edge_count; e++) {
        const tmiEdge *edge = &plan->graph.edges[e];
        if (edge->known == TMI_KNOWN_INPUT) {
            double way = fabs(values[edge->input] - plan->good.values[edge->input]);
            double step = edge->kind == TMI_EDGE_PIN ? turn : max_way;
            max = way / step > max ? way / step : max;
        }
    }
    return max <= 1.0 ? 1.0 : max <= PACE_PARTS_MAX ? 1.0 / max : 0.0;
}

int32_t tmi_plan_drag_steps(const tmPlan *plan, const double *values, double pace) {
    double max = 0.0;
    for (int32_t i = 0; plan->watch.certifier && i < plan->graph.drag_count; i++) {
        int32_t k = plan->graph.drags[i].input;
        double way =
            tmi_hypot(values[k] - plan->good.values[k], values[k + 1] - plan->good.values[k + 1]);
        max = way > max ? way : max;
    }
    bool large = plan->watch.certifier && tmi_certifier_is_large(plan->watch.certifier);
    double steps = max / ((large ? DRAG_STEP_LARGE : DRAG_STEP) * plan->graph.size);
    int32_t paced = pace > 0.0 ? (int32_t)ceil(1.0 / pace) : 1;
    int32_t wanted = steps < DRAG_STEPS_MAX ? (int32_t)steps + 1 : DRAG_STEPS_MAX;
    return wanted > paced ? wanted : paced;
}

double tmi_plan_way_length(const tmPlan *plan, const double *values) {
    double max = 0.0;
    for (int32_t e = 0; e < plan->graph.edge_count; e++) {
        const tmiEdge *edge = &plan->graph.edges[e];
        if (edge->known == TMI_KNOWN_INPUT) {
            double way = fabs(values[edge->input] - plan->good.values[edge->input]);
            way /= edge->kind == TMI_EDGE_PIN ? 1.0 : plan->graph.size;
            max = way > max ? way : max;
        }
    }
    return max;
}
