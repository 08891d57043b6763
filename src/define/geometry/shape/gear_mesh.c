/* gear_mesh.c: the teeth of a shape, and how two gears mesh. Whether the gears of an assembled
 * world mesh is checked in analyse/space/assemble/gears_diagnostics.c. */
#include "define/geometry/shape/shape.h"
#include "numeric/numeric.h"

#include <math.h>

/* Whether a piece of a union is about the union's z axis, and not turned. */
static bool is_centred(const tmPose3 *pose) {
    const tmQuat *q = &pose->rotation;
    return pose->position.x == 0.0 && pose->position.y == 0.0 && q->x == 0.0 && q->y == 0.0 &&
           q->z == 0.0;
}

/* The gear of a shape; null: none, or several. */
static const tmiGear *gear_of(const tmShape *shape) {
    const tmiGear *found = NULL;
    if (shape->kind == TM_SHAPE_GEAR) {
        return &shape->gear;
    }
    for (int32_t i = 0; i < shape->member_count; i++) {
        const tmiMember *member = &shape->members[i];
        if (member->shape->kind == TM_SHAPE_GEAR) {
            if (found || !is_centred(&member->pose)) {
                return NULL;
            }
            found = &member->shape->gear;
        }
    }
    return found;
}

bool tm_shape_gear(const tmShape *shape, tmGear *gear) {
    const tmiGear *found = shape && gear ? gear_of(shape) : NULL;
    if (found) {
        *gear = (tmGear){found->teeth, found->module, found->alpha};
    }
    return found;
}

static bool has_teeth(int32_t teeth) {
    return teeth >= 3 && teeth <= TM_TOOTH_LIMIT;
}

/* On the line of centres, in direction phi from the first, the two have gone this part of a pitch
 * beyond a tooth, counted the way in which their rims go by each other:
 *   z_1 (phi - theta_1) / (2 pi),   z_2 (theta_2 - phi - pi) / (2 pi).
 * A tooth meets a gap where they differ by a half, except for whole pitches:
 *   theta_2 = phi + pi + (z_1 (phi - theta_1) - pi) / z_2   (mod 2 pi / z_2)              */
tmStatus tm_gear_mesh(int32_t first_teeth, int32_t second_teeth, double module, double angle,
                      double direction, tmGearMesh *mesh) {
    if (!mesh || !has_teeth(first_teeth) || !has_teeth(second_teeth)) {
        return TM_ERR_ARGUMENT;
    }
    if (!isfinite(module) || !isfinite(angle) || !isfinite(direction)) {
        return TM_ERR_NOT_FINITE;
    }
    double pitch = 2.0 * TMI_PI / second_teeth;
    double turn = direction + TMI_PI + (first_teeth * (direction - angle) - TMI_PI) / second_teeth;
    *mesh = (tmGearMesh){.distance = 0.5 * module * ((double)first_teeth + second_teeth),
                         .ratio = -(double)second_teeth / first_teeth,
                         .angle = turn - pitch * floor(turn / pitch + 0.5)};
    return TM_OK;
}
