/* certifier.h: a certifier with memory that is freed after the case. */
#ifndef TM_CERTIFIER_H
#define TM_CERTIFIER_H

#include "analyse/kinematics/certify/certify.h"

#include "test.h"

/* Makes a certifier of the mechanism with one input; *status tells how that went. */
tmiCertifier *certifier_open(tmTest *t, const tmMechanism *m, tmInput input, tmStatus *status);

#endif
