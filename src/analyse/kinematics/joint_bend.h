/* joint_bend.h: by how much the rows of each kind of joint depart from straight lines, for proofs
 * that an equation has one solution in a box (certify.h). docs/theory/breaking-and-branches.md has
 * the theorem; here are its constants. A new kind of joint is a row in the table of joint_bend.c.
 */
#ifndef TMI_JOINT_BEND_H
#define TMI_JOINT_BEND_H

#include "analyse/kinematics/joint_rows.h"

/* A feature of a joint, and how far its body may go in a box of radius 1. */
typedef struct tmiBendEnd {
    tmiPlace place; /* rx, ry from the point of the body that `shift` is of */
    int32_t body;   /* slot */
    double shift;   /* of that point along x and along y [m]; 0: it stands still */
    double turn;    /* [rad] */
} tmiBendEnd;

/* What the second derivatives of a row are made of. */
typedef enum tmiBend {
    TMI_BEND_NONE,   /* the row is linear in the angles */
    TMI_BEND_POINTS, /* it is linear in the points: each contributes -(g . r) for the square of its
                        body's turn, with g the row's slope along the point */
    TMI_BEND_OTHER   /* tmi_joint_bend_most bounds them */
} tmiBend;

/* As tmi_joint_rows, but with rows of the same zeros that bend least: angles instead of their
 * sines, squares of lengths over a constant instead of lengths. */
int32_t tmi_joint_bent_rows(const tmiJoint *joint, const tmiPlace *places, double size,
                            double *rows, tmiJointSlope *slope);

/* Returns what a row of tmi_joint_bent_rows bends with. `fixed` tells that the first feature's body
 * stands still. */
tmiBend tmi_joint_bend(const tmiJoint *joint, int32_t row, bool fixed);

/* Whether the joint's rows have bounds at all: those of cams have none, since nobody has bounded
 * the curvature of a profile between the places that were looked at. */
bool tmi_joint_is_bounded(const tmiJoint *joint);

/* Returns by how much the row and its slopes enlarge what is off in the coordinates, where that can
 * be more than once. */
double tmi_joint_strain(const tmiJoint *joint, const tmiPlace *places, double size);

/* Returns a bound of |d2F(h, k)| [m], for a row of kind TMI_BEND_OTHER, over all h and k in the box
 * of radius 1 and all places in the box of radius `radius` about the present one; infinite when
 * there is none. */
double tmi_joint_bend_most(const tmiJoint *joint, int32_t row, const tmiBendEnd *ends, double size,
                           double radius);

#endif
