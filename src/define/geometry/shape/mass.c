/* mass.c: mass, centre of mass and inertia of a shape, of a union those of its members together. */
#include "define/geometry/shape/shape.h"

#include <string.h>

/* The mass, the volume, and the largest error of a part. */
typedef struct Weighed {
    tmiMoments mass, volume;
    double error;
} Weighed;

static void weigh(const tmShape *shape, tmPose3 pose, double density, Weighed *sum) {
    for (int32_t i = 0; i < shape->member_count; i++) {
        const tmiMember *m = &shape->members[i];
        weigh(m->shape, tmi_pose_compose(pose, m->pose), m->density > 0.0 ? m->density : density,
              sum);
    }
    if (shape->form != TMI_FORM_UNION && shape->form != TMI_FORM_NOTHING) {
        tmiMoments volume = tmi_moments_moved(&shape->moments, pose);
        tmiMoments mass = tmi_moments_scaled(&volume, density);
        sum->volume = sum->volume.volume > 0.0 ? tmi_moments_sum(&sum->volume, &volume) : volume;
        sum->mass = sum->mass.volume > 0.0 ? tmi_moments_sum(&sum->mass, &mass) : mass;
        sum->error = shape->error > sum->error ? shape->error : sum->error;
    }
}

tmStatus tm_shape_mass(const tmShape *shape, double density, tmMass *mass) {
    if (!shape || !mass || density < 0.0) {
        return TM_ERR_ARGUMENT;
    }
    Weighed sum;
    memset(&sum, 0, sizeof sum);
    const tmPose3 here = {{0, 0, 0}, {1, 0, 0, 0}};
    weigh(shape, here, density, &sum);
    double s[3][3];
    tmi_second_matrix(sum.mass.second, s);
    double trace = s[0][0] + s[1][1] + s[2][2];
    if (!(sum.mass.volume + trace <= 1e300)) {
        return TM_ERR_NOT_FINITE;
    }
    mass->volume = sum.volume.volume;
    mass->mass = sum.mass.volume;
    mass->centre = sum.mass.volume > 0.0 ? sum.mass.centre : sum.volume.centre;
    mass->error = sum.error;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            mass->inertia[i][j] =
                (i == j ? s[(i + 1) % 3][(i + 1) % 3] + s[(i + 2) % 3][(i + 2) % 3] : -s[i][j]);
        }
    }
    return TM_OK;
}
