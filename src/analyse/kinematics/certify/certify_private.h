/* certify_private.h: what certify*.c share. */
#ifndef TMI_CERTIFY_PRIVATE_H
#define TMI_CERTIFY_PRIVATE_H

#include "analyse/kinematics/certify/certify.h"

/* Roundings that a row or a gradient may have gathered, of the sum of its terms [1]: a direction
 * made a unit vector has 1.5 TMI_EPSILON, a turned vector then 3 of its length, a point 3.5, and a
 * row or a sum over rows twice that. */
#define ROW_ROUNDINGS (8.0 * TMI_EPSILON)

/* The features of the group; the block of one of them, -1: it stands still; and the joint that the
 * group demands when the inputs are at `from`. */
int32_t tmi_certify_ends(const tmiCertifier *c, const tmiCertifyGroup *group);
int32_t tmi_certify_block(const tmiCertifier *c, const tmiCertifyGroup *group, int32_t end);
tmiPlanarJoint tmi_certify_joint(const tmiCertifier *c, const tmiCertifyGroup *group,
                                 const double *from);

/* Numbers the islands, and takes out of c->moved what moves all of an island together. */
void tmi_certify_find_islands(tmiCertifier *c);
void tmi_certify_align(const tmiCertifier *c);

/* Fills poses, places, residual, doubt, demand, jacobian, feeds, levers and bent. False for poses
 * that are not valid. */
bool tmi_certify_load(tmiCertifier *c, const tmPose *poses, const double *from, const double *to);

/* W^-1/2 J^T P = Q R, into c->qr. False for fewer than `min` independent rows. */
bool tmi_certify_factor(tmiCertifier *c, const double *weights, int32_t min, tmiCertificate *found);

/* A = W^-1/2 Q R^-T P^T for the rows that are independent, into c->inverse: (5). */
bool tmi_certify_invert(tmiCertifier *c, const double *weights);

/* Returns the largest |I - J A| of a row: the inverse need not be exact. */
double tmi_certify_defect(const tmiCertifier *c);

#endif
