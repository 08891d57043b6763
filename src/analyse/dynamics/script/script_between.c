/* script_between.c: what is between two parts, and at a feature: joints and contacts whose forces
 * are summed, and convex pieces whose distance is wanted; and how forces, distance and contact are
 * read from a view. */
#include "analyse/dynamics/script/script_private.h"

#include <string.h>

/* ---- What there is ------------------------------------------------------------------------- */

/* Those of an instance; of the world its ground. */
static tmiBodyRange bodies_of(const tmModel *model, int32_t instance) {
    int32_t first = tmi_model_body_of(model, instance);
    int32_t count = instance > 0 ? model->world->instances[instance].variant->bodies : 1;
    return (tmiBodyRange){first, first + count};
}

static bool is_in(tmiBodyRange range, int32_t body) {
    return body >= range.first && body < range.last;
}

/* The sign with which a force of body `second` on body `first` counts as one of the second part on
 * the first; 0: it is not between them, or within both. */
static double sign_of(const tmiBetween *between, int32_t first, int32_t second) {
    tmiBodyRange a = between->parts[0], b = between->parts[1];
    return (double)(is_in(a, first) && is_in(b, second)) -
           (double)(is_in(b, first) && is_in(a, second));
}

static tmiBetween *add_between(tmiScript *s) {
    tmStatus status = tmi_array_reserve(s->allocator, &s->between, &s->between_capacity,
                                        s->between_count + 1, sizeof *s->between);
    if (status != TM_OK) {
        s->status = status;
        return NULL;
    }
    s->between[s->between_count] = (tmiBetween){.body = 0};
    return &s->between[s->between_count++];
}

/* Body of the first part, or of the second, by the joint's first pair. */
static int32_t side_of(const tmJointInfo *joint, int32_t side) {
    return joint->bodies[joint->use.pairs[0][side].body];
}

/* ---- Joints -------------------------------------------------------------------------------- */

/* The sign with which a joint's force, of its second part on the first, counts; 0: not at all. */
static double sign_between(const tmJointInfo *joint, const tmiBetween *between) {
    return joint->use.pair_count > 0 ? sign_of(between, side_of(joint, 0), side_of(joint, 1)) : 0.0;
}

/* The same for a feature: on the first part's or the second's side. */
static double sign_at(const tmJointInfo *joint, const tmPointOn *feature) {
    for (int32_t i = 0; i < joint->use.pair_count; i++) {
        for (int32_t side = 0; side < 2; side++) {
            const tmPointOn *on = &joint->use.pairs[i][side];
            if (joint->bodies[on->body] == feature->body && on->point[0] == feature->point[0] &&
                on->point[1] == feature->point[1] && on->point[2] == feature->point[2]) {
                return side == 0 ? 1.0 : -1.0;
            }
        }
    }
    return 0.0;
}

/* The joints that match `feature`; null: those between the parts. */
static void gather_joints(tmiScript *s, tmiBetween *between, const tmPointOn *feature) {
    for (int32_t round = 0; round < 2 && s->status == TM_OK; round++) {
        int32_t count = 0;
        for (int32_t i = 0; i < s->model->joint_count; i++) {
            const tmJointInfo *joint = &s->model->joints[i].info;
            double sign = feature ? sign_at(joint, feature) : sign_between(joint, between);
            if (sign != 0.0 && round == 1) {
                between->joints[count] = i;
                between->signs[count] = sign;
            }
            count += sign != 0.0;
        }
        if (round == 0) {
            between->joints = tmi_script_keep(s, count, sizeof *between->joints);
            between->signs = tmi_script_keep(s, count, sizeof *between->signs);
        } else {
            between->joint_count = count;
        }
    }
}

/* ---- Pieces -------------------------------------------------------------------------------- */

static const tmPieces *pieces_of(tmiScript *s, int32_t body, tmiSpot at) {
    const tmBodyInfo *info = &s->model->bodies[body].info;
    const tmPieces *pieces = tm_model_pieces(s->model, body);
    for (int32_t i = 0; !pieces && i < s->piece_count; i++) {
        pieces = s->pieces[i].shape == info->shape ? s->pieces[i].pieces : NULL;
    }
    if (pieces || !info->shape || tm_shape_kind(info->shape) == TM_SHAPE_NONE) {
        return pieces;
    }
    tmPieces *made = NULL;
    tmStatus status = tmi_array_reserve(s->allocator, &s->pieces, &s->piece_capacity,
                                        s->piece_count + 1, sizeof *s->pieces);
    status = status == TM_OK ? tm_pieces_create(&s->allocator, info->shape, NULL, &made) : status;
    if (status == TM_OK) {
        s->pieces[s->piece_count++] = (tmiOwnPieces){info->shape, made};
    } else if (status == TM_ERR_MEMORY) {
        s->status = status;
    } else {
        tmi_script_say(s, TMI_SAYS_NO_PIECES, at, info->name,
                       TMI_WORDS("the shape of '", info->name,
                                 "' cannot be cut into convex pieces, which its distance needs: ",
                                 tm_status_message(status)),
                       TMI_WORDS("build it from fewer and simpler parts"));
    }
    return made;
}

/* The pieces of all bodies of a part; where none has a shape, the origin of the first. */
static void gather_pieces(tmiScript *s, tmiBodyRange range, tmiSpot at, tmiBodyPiece **list,
                          int32_t *count) {
    int32_t total = 0;
    for (int32_t i = range.first; i < range.last && s->status == TM_OK; i++) {
        total += tm_pieces_count(pieces_of(s, i, at));
    }
    *list = tmi_script_keep(s, total + 1, sizeof **list);
    if (!*list || s->status != TM_OK) {
        return;
    }
    for (int32_t i = range.first; i < range.last; i++) {
        const tmPieces *pieces = pieces_of(s, i, at);
        for (int32_t k = 0; k < tm_pieces_count(pieces) && *count < total; k++) {
            tmi_body_piece_init(&(*list)[(*count)++], tm_pieces_at(pieces, k), i, s->planar);
        }
    }
    if (*count == 0) {
        tmi_body_piece_init(&(*list)[(*count)++], NULL, range.first, s->planar);
    }
}

/* Whether any body of one part may touch any of the other: contacts then say where they touch. */
static bool may_touch(const tmModel *model, tmiBodyRange a, tmiBodyRange b) {
    for (int32_t i = a.first; i < a.last; i++) {
        for (int32_t k = b.first; k < b.last; k++) {
            if (tm_model_may_touch(model, i, k)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- Both ---------------------------------------------------------------------------------- */

int32_t tmi_script_between(tmiScript *s, int32_t a, int32_t b, bool pieces, tmiSpot at) {
    tmiBetween *between = add_between(s);
    if (!between) {
        return 0;
    }
    between->parts[0] = bodies_of(s->model, a);
    between->parts[1] = bodies_of(s->model, b);
    between->body = between->parts[0].first;
    if (pieces) {
        for (int32_t i = 0; i < 2; i++) {
            gather_pieces(s, between->parts[i], at, &between->pieces[i], &between->piece_counts[i]);
        }
        between->may_touch = may_touch(s->model, between->parts[0], between->parts[1]);
    } else {
        gather_joints(s, between, NULL);
    }
    return s->between_count - 1;
}

int32_t tmi_script_around(tmiScript *s, const tmPointOn *feature) {
    tmiBetween *between = add_between(s);
    if (!between) {
        return 0;
    }
    between->body = feature->body;
    gather_joints(s, between, feature);
    return s->between_count - 1;
}

/* ---- Forces, read from a view
 * -------------------------------------------------------------------------------- */

static int32_t joints_of(const tmiBetween *between, const tmiView *v) {
    return v->joints ? between->joint_count : 0;
}

static int32_t contacts_of(const tmiView *v) {
    return v->contacts ? v->contact_count : 0;
}

/* The force of a contact of the second part on the first; false: it is not between them. */
static bool contact_force(const tmiBetween *between, const tmContact *contact, double force[3]) {
    double sign = sign_of(between, contact->bodies[1], contact->bodies[0]);
    for (int32_t k = 0; k < 3; k++) {
        force[k] = sign * (contact->force * contact->normal[k] + contact->friction[k]);
    }
    return sign != 0.0;
}

void tmi_read_between_force(const tmiScript *s, const tmiSenseReader *r, const tmiView *v,
                            double *out) {
    const tmiBetween *between = &s->between[r->number];
    double sum[3] = {0.0, 0.0, 0.0}, force[3];
    for (int32_t i = 0; i < joints_of(between, v); i++) {
        tmi_add3(sum, between->signs[i], v->joints[between->joints[i]].force);
    }
    for (int32_t i = 0; i < contacts_of(v); i++) {
        if (contact_force(between, &v->contacts[i], force)) {
            tmi_add3(sum, 1.0, force);
        }
    }
    sum[2] = s->planar ? 0.0 : sum[2];
    memcpy(out, sum, sizeof sum);
}

/* Adds the moment of a force at a point about the origin of the first part's (first) body. */
static void add_moment(const tmiScript *s, const tmiBetween *between, const tmiView *v,
                       const double point[3], double sign, const double force[3], double sum[3]) {
    double arm[3] = {point[0], point[1], point[2]}, moment[3];
    tmi_add3(arm, -1.0, v->frames[between->body].position);
    arm[2] = s->planar ? 0.0 : arm[2];
    tmi_cross3(arm, force, moment);
    tmi_add3(sum, sign, moment);
}

void tmi_read_between_torque(const tmiScript *s, const tmiSenseReader *r, const tmiView *v,
                             double *out) {
    const tmiBetween *between = &s->between[r->number];
    double sum[3] = {0.0, 0.0, 0.0}, point[3], force[3];
    for (int32_t i = 0; i < joints_of(between, v); i++) {
        const tmJointInfo *joint = &s->model->joints[between->joints[i]].info;
        const tmPointOn *first = &joint->use.pairs[0][0];
        const tmWrench *wrench = &v->joints[between->joints[i]];
        tmi_frame_point(&v->frames[joint->bodies[first->body]], first->point, point);
        add_moment(s, between, v, point, between->signs[i], wrench->force, sum);
        tmi_add3(sum, between->signs[i], wrench->torque);
    }
    for (int32_t i = 0; i < contacts_of(v); i++) {
        if (contact_force(between, &v->contacts[i], force)) {
            add_moment(s, between, v, v->contacts[i].point, 1.0, force, sum);
        }
    }
    memcpy(out, sum, sizeof sum);
}

/* ---- Places, read from a view
 * -------------------------------------------------------------------------------- */

void tmi_read_between_distance(const tmiScript *s, const tmiSenseReader *r, const tmiView *v,
                               double *out) {
    const tmiBetween *between = &s->between[r->number];
    out[0] =
        tmi_body_pieces_distance(between->pieces[0], between->piece_counts[0], between->pieces[1],
                                 between->piece_counts[1], v->frames, s->planar);
}

/* For bodies that contact holds apart, contact decides; otherwise their distance does. */
void tmi_read_between_contact(const tmiScript *s, const tmiSenseReader *r, const tmiView *v,
                              double *out) {
    const tmiBetween *between = &s->between[r->number];
    if (!v->contacts || !between->may_touch) {
        tmi_read_between_distance(s, r, v, out);
        out[0] = out[0] <= TMI_CONTACT_DISTANCE * s->model->info.size ? 1.0 : 0.0;
        return;
    }
    out[0] = 0.0;
    for (int32_t i = 0; i < v->contact_count && out[0] == 0.0; i++) {
        const int32_t *bodies = v->contacts[i].bodies;
        out[0] = sign_of(between, bodies[0], bodies[1]) != 0.0 ? 1.0 : 0.0;
    }
}
