/* higher_pair_forms.c: see graph.h. */
#include "analyse/kinematics/graph/graph.h"

#include <math.h>

tmiEdgeEnd tmi_pair_end(const tmiGraph *graph, const tmiPlanarJoint *joint, int which) {
    const tmiPlanarFeature *f = &graph->mechanism->features[joint->features[which]];
    int32_t node = graph->pairs.nodes[joint - graph->pairs.joints][which];
    return (tmiEdgeEnd){node, f->x, f->y, f->c, f->s};
}

/* Points of one node are compared in its axes, others by their positions at the start. */
bool tmi_pair_coincide(const tmiGraph *graph, const tmiEdgeEnd *a, const tmiEdgeEnd *b) {
    double x[2] = {a->x, b->x}, y[2] = {a->y, b->y};
    if (a->node != b->node) {
        tmi_graph_point(graph, a, &x[0], &y[0]);
        tmi_graph_point(graph, b, &x[1], &y[1]);
    }
    return fabs(x[1] - x[0]) + fabs(y[1] - y[0]) <= TMI_COINCIDENT * graph->size;
}

/* Whether the edge's end and the joint's feature `which` are one point. */
static bool is_at_centre(const tmiGraph *graph, const tmiPlanarJoint *joint, int which,
                         const tmiEdgeEnd *end) {
    const tmiEdgeEnd centre = tmi_pair_end(graph, joint, which);
    return tmi_pair_coincide(graph, &centre, end);
}

void tmi_pair_angle(const tmiGraph *graph, const tmiEdgeEnd *from, const tmiEdgeEnd *to,
                    double *cosine, double *sine) {
    const tmiEdgeEnd *ends[2] = {from, to};
    double c[2], s[2];
    for (int i = 0; i < 2; i++) {
        tmPose p = graph->poses[ends[i]->node];
        c[i] = p.c * ends[i]->c - p.s * ends[i]->s;
        s[i] = p.s * ends[i]->c + p.c * ends[i]->s;
    }
    *cosine = c[0] * c[1] + s[0] * s[1];
    *sine = c[0] * s[1] - s[0] * c[1];
}

bool tmi_pair_rolls(const tmiPlanarJoint *joint) {
    tmiPairForm form = tmi_pair_kind(joint->kind)->form;
    return form == TMI_FORM_ROLL || form == TMI_FORM_RACK;
}

int tmi_pair_known(const tmiGraph *graph, int32_t pair, int32_t edge, int end) {
    const tmiPlanarJoint *joint = &graph->pairs.joints[pair];
    bool wheels = tmi_pair_kind(joint->kind)->form == TMI_FORM_ROLL;
    return wheels && !is_at_centre(graph, joint, 1, &graph->edges[edge].end[!end]) ? 1 : 0;
}

double tmi_pair_ratio(const tmiPlanarJoint *joint, int known) {
    double ratio = -tmi_pair_rate(joint, known) / tmi_pair_rate(joint, !known);
    return tmi_pair_kind(joint->kind)->by_angle ? ratio : -ratio; /* a belt's first wind is against
                                                                      its mark */
}

/* A rope over points whose end `alone` is on one side of the edge, apart from the pin and from the
 * point that it comes from. */
static bool can_pull(const tmiGraph *graph, const tmiPlanarJoint *joint, const tmiEdge *edge,
                     int end, int alone) {
    int last = joint->feature_count - 1;
    if (alone != 0 && alone != last) {
        return false;
    }
    for (int i = 0; i <= last; i++) {
        if (joint->pair->radii[i] != 0.0) {
            return false;
        }
    }
    const tmiEdgeEnd tip = tmi_pair_end(graph, joint, alone);
    const tmiEdgeEnd before = tmi_pair_end(graph, joint, alone ? last - 1 : 1);
    const tmiEdgeEnd *pin = &edge->end[alone ? !end : end], *other = &edge->end[alone ? end : !end];
    return edge->kind == TMI_EDGE_SLIDER ||
           (!tmi_pair_coincide(graph, &tip, pin) && !tmi_pair_coincide(graph, &before, other));
}

bool tmi_pair_is_solvable(const tmiGraph *graph, int32_t pair, int32_t edge, int end, int alone) {
    const tmiPlanarJoint *joint = &graph->pairs.joints[pair];
    const tmiEdge *e = &graph->edges[edge];
    const tmiEdgeEnd a = tmi_pair_end(graph, joint, 0), b = tmi_pair_end(graph, joint, 1);
    bool pin = e->kind == TMI_EDGE_PIN;
    double cosine, sine;
    switch (tmi_pair_kind(joint->kind)->form) {
    case TMI_FORM_ROLL:
        return pin && !tmi_pair_coincide(graph, &a, &b) &&
               (is_at_centre(graph, joint, 1, &e->end[!end]) ||
                is_at_centre(graph, joint, 0, &e->end[end]));
    case TMI_FORM_RACK:
        tmi_pair_angle(graph, &a, &e->end[end], &cosine, &sine);
        return pin ? is_at_centre(graph, joint, 1, &e->end[!end]) : fabs(sine) <= TMI_COINCIDENT;
    case TMI_FORM_TOUCH:
        tmi_pair_angle(graph, &b, &e->end[!end], &cosine, &sine);
        return pin || joint->kind == TM_JOINT_ROLLER_CAM || fabs(sine) > TMI_COINCIDENT;
    case TMI_FORM_PULL:
        return can_pull(graph, joint, e, end, alone);
    case TMI_FORM_NONE:
        break;
    }
    return false;
}
