/* union.c: several shapes as one body, each with its pose and, maybe, its density ([HH] 3.2). */
#include "define/geometry/shape/shape.h"

#include <string.h>

#define PREFIX_SIZE 200

/* A quaternion is taken for a turn when its length is 1 within this [1]: the error of a caller that
 * computed it in single precision; it is then normalised. */
#define UNIT_QUATERNION 1e-6

static void check_pose(tmiShapeMaker *maker, const tmShapePiece *piece, tmiMember *member) {
    tmVec3 p = piece->pose.position;
    tmQuat q = piece->pose.rotation;
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(fabs(p.x) <= TM_SHAPE_SIZE_LIMIT && fabs(p.y) <= TM_SHAPE_SIZE_LIMIT &&
          fabs(p.z) <= TM_SHAPE_SIZE_LIMIT)) {
        tmi_shape_add_diag(maker,
                           &(tmiShapeDiag){TM_ERROR, .form = "its position is out of bounds"});
    }
    if (!(fabs(length - 1.0) <= UNIT_QUATERNION)) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_ERROR, .form = "its rotation is not a unit quaternion"});
    }
    if (!(piece->density >= 0.0 && piece->density <= TM_SHAPE_SIZE_LIMIT)) {
        tmi_shape_add_diag(maker, &(tmiShapeDiag){TM_ERROR, .form = "its density is less than 0"});
    }
    member->pose.position = p;
    member->pose.rotation = (tmQuat){q.w / length, q.x / length, q.y / length, q.z / length};
    member->density = piece->density;
}

static void make_member(tmiShapeMaker *maker, const tmShapePiece *piece, int32_t index,
                        tmShape *shape) {
    char prefix[PREFIX_SIZE];
    const char *outer = maker->prefix;
    tmiText text;
    tmi_text_init(&text, prefix, sizeof prefix);
    tmi_text_add(&text, outer);
    tmi_text_add(&text, "piece ");
    tmi_text_add_int(&text, index + 1);
    tmi_text_add(&text, ": ");
    maker->prefix = prefix;
    tmiMember *member = &shape->members[shape->member_count];
    check_pose(maker, piece, member);
    tmi_shape_make(maker, shape->arena.allocator, &piece->shape, &member->shape);
    shape->member_count += member->shape ? 1 : 0;
    maker->prefix = outer;
}

static void make_union(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    shape->form = TMI_FORM_UNION;
    if (def->piece_count == 0) {
        tmi_shape_add_diag(maker, &(tmiShapeDiag){TM_ERROR, .form = "the union has no pieces"});
        return;
    }
    if (maker->depth >= TM_UNION_DEPTH) {
        maker->status = TM_ERR_LIMIT;
        return;
    }
    shape->members = tmi_shape_memory(maker, shape, def->piece_count, sizeof(tmiMember));
    maker->depth++;
    for (int32_t i = 0; i < def->piece_count && maker->status == TM_OK; i++) {
        make_member(maker, &def->pieces[i], i, shape);
    }
    maker->depth--;
}

const tmiShapeRow tmi_shape_union = {
    "union", "several shapes as one body: union(cuboid(…), sphere(…, at: (…)))", make_union, NULL,
    0};

static const tmParameter piece[] = {
    {"at", TM_PARAMETER_POINT, TM_BOUND_NONE, "m", "(0, 0, 0)", "where its middle is"},
    {"angle", TM_PARAMETER_NUMBER, TM_BOUND_NONE, "rad", "0", "how far it is turned about 'axis'"},
    {"axis", TM_PARAMETER_POINT, TM_BOUND_NOT_ZERO, "", "(0, 0, 1)",
     "direction it is turned about"},
    {"density", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "kg/m^3", "the body's",
     "density of this piece"}};

const tmParameter *tmi_piece_arguments(int32_t *count) {
    *count = (int32_t)(sizeof piece / sizeof piece[0]);
    return piece;
}
