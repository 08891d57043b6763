/* certify_make.c: which unknowns and rows a certificate has, and memory for them. */
#include "analyse/kinematics/certify/certify_private.h"

#define NONE (-1)

/* Features nearer to their middle than this part of the size are there, except for rounding. */
#define WHEEL_MIN 1e-12

static void add_group(tmiCertifier *c, int32_t joint, int32_t kind, int32_t value) {
    tmiPlanarJoint form = c->mechanism->joints[joint];
    form.kind = (tmJointKind)kind;
    c->groups[c->group_count++] = (tmiCertifyGroup){joint, kind, c->rows, value};
    c->too_large |= !tmi_joint_is_bounded(&form);
    c->rows += tmi_joint_row_count(&form);
}

static tmStatus add_input(tmiCertifier *c, const tmInput *input) {
    const tmMechanism *m = c->mechanism;
    int32_t value = c->value_count++;
    if (input->kind == TM_INPUT_POSITION) {
        c->value_count++;
        return tmi_id_pool_slot(&m->feature_ids, input->feature.value) < 0 ? TM_ERR_ID : TM_OK;
    }
    int32_t slot = tmi_id_pool_slot(&m->joint_ids, input->joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    tmJointKind kind = m->joints[slot].kind;
    bool slides = kind == TM_JOINT_PRISMATIC || kind == TM_JOINT_SLOT;
    if (input->kind == TM_INPUT_ANGLE && kind == TM_JOINT_REVOLUTE) {
        add_group(c, slot, (int32_t)TM_JOINT_ANGLE, value);
    } else if (input->kind == TM_INPUT_DISPLACEMENT && slides) {
        add_group(c, slot, TMI_JOINT_DISPLACEMENT, value);
    } else {
        return TM_ERR_ARGUMENT;
    }
    return TM_OK;
}

/* Numbers the bodies that joints touch; `count` is then how many features each of them has. */
static void find_blocks(tmiCertifier *c, double *count) {
    const tmMechanism *m = c->mechanism;
    for (int32_t i = 0; i < m->body_ids.count; i++) {
        c->block_of[i] = NONE;
    }
    for (int32_t g = 0; g < c->group_count; g++) {
        for (int32_t k = 0; k < tmi_certify_ends(c, &c->groups[g]); k++) {
            const tmiPlanarFeature *f = &m->features[m->joints[c->groups[g].joint].features[k]];
            if (f->body == 0) {
                continue;
            }
            if (c->block_of[f->body] == NONE) {
                c->blocks[c->block_count].body = f->body;
                c->block_of[f->body] = c->block_count++;
            }
            int32_t b = c->block_of[f->body];
            double all = count[b] += 1.0;
            c->blocks[b].x += (f->x - c->blocks[b].x) / all;
            c->blocks[b].y += (f->y - c->blocks[b].y) / all;
        }
    }
}

static void find_wheels(tmiCertifier *c) {
    const tmMechanism *m = c->mechanism;
    for (int32_t b = 0; b < c->block_count; b++) {
        c->blocks[b].is_wheel = true;
    }
    for (int32_t g = 0; g < c->group_count; g++) {
        for (int32_t k = 0; k < tmi_certify_ends(c, &c->groups[g]); k++) {
            const tmiPlanarFeature *f = &m->features[m->joints[c->groups[g].joint].features[k]];
            int32_t b = c->block_of[f->body];
            if (b >= 0 &&
                tmi_hypot(f->x - c->blocks[b].x, f->y - c->blocks[b].y) > WHEEL_MIN * c->size) {
                c->blocks[b].is_wheel = false;
            }
        }
    }
}

static tmStatus reserve_lists(tmiCertifier *c, tmiArena *arena, int32_t inputs, double **count) {
    const tmMechanism *m = c->mechanism;
    size_t bodies = (size_t)m->body_ids.count, joints = (size_t)m->joint_ids.count;
    c->blocks = tmi_arena_alloc(arena, bodies, sizeof *c->blocks);
    c->block_of = tmi_arena_alloc(arena, bodies, sizeof *c->block_of);
    c->groups = tmi_arena_alloc(arena, joints + (size_t)inputs, sizeof *c->groups);
    *count = tmi_arena_alloc(arena, bodies, sizeof **count);
    return c->blocks && c->block_of && c->groups && *count ? TM_OK : TM_ERR_MEMORY;
}

/* One block of doubles, handed out in pieces. */
static double *take(double **from, size_t count) {
    double *piece = *from;
    *from += count;
    return piece;
}

static tmStatus reserve(tmiCertifier *c, tmiArena *arena) {
    size_t n = (size_t)c->unknowns, m = (size_t)c->rows, b = (size_t)c->block_count;
    size_t apply = (size_t)(c->unknowns + c->rows), qr = tmi_qr_workspace(c->unknowns, c->rows);
    size_t work = apply > qr ? apply : qr;
    double *all =
        tmi_arena_alloc(arena, 6 * m + 11 * n + 3 * n * m + 2 * n * b + work, sizeof *all);
    c->poses = tmi_arena_alloc(arena, b, sizeof *c->poses);
    c->start = tmi_arena_alloc(arena, b, sizeof *c->start);
    c->places = tmi_arena_alloc(arena, (size_t)c->group_count, sizeof *c->places);
    c->kept = tmi_arena_alloc(arena, m, sizeof *c->kept);
    c->feeds = tmi_arena_alloc(arena, n, sizeof *c->feeds);
    c->levers = tmi_arena_alloc(arena, TM_JOINT_FEATURES * m, sizeof *c->levers);
    c->curved = tmi_arena_alloc(arena, m, sizeof *c->curved);
    c->order = tmi_arena_alloc(arena, m, sizeof *c->order);
    if (!all || !c->poses || !c->start || !c->places || !c->kept || !c->feeds || !c->levers ||
        !c->curved || !c->order) {
        return TM_ERR_MEMORY;
    }
    double **const of_rows[] = {&c->residual,      &c->doubt, &c->demand,
                                &c->row_curvature, &c->tau,   &c->arms};
    double **const of_unknowns[] = {&c->drift,  &c->rate,      &c->tangent,     &c->abs_sum,
                                    &c->weight, &c->curvature, &c->best_weight, &c->best_curvature,
                                    &c->moved,  &c->course};
    for (size_t i = 0; i < sizeof of_rows / sizeof of_rows[0]; i++) {
        *of_rows[i] = take(&all, m);
    }
    for (size_t i = 0; i < sizeof of_unknowns / sizeof of_unknowns[0]; i++) {
        *of_unknowns[i] = take(&all, n);
    }
    c->jacobian = take(&all, n * m);
    c->inverse = take(&all, n * m);
    c->factors = take(&all, n * m);
    c->turn[0] = take(&all, n * b);
    c->turn[1] = take(&all, n * b);
    c->work = all;
    return TM_OK;
}

tmStatus tmi_certifier_make(tmiCertifier *c, tmiArena *arena, const tmMechanism *m,
                            const tmInput *inputs, int32_t count, const bool *movable) {
    *c = (tmiCertifier){.mechanism = m, .size = tmi_mechanism_size(m, 0.0)};
    double *features;
    tmStatus status = reserve_lists(c, arena, count, &features);
    if (status == TM_OK) {
        status = tmi_pairs_make(&c->pairs, arena, m);
    }
    for (int32_t i = 0; status == TM_OK && i < m->joint_ids.count; i++) {
        if (tmi_id_pool_at(&m->joint_ids, i) && tmi_joint_is_movable(movable, m, &m->joints[i])) {
            add_group(c, i, (int32_t)m->joints[i].kind, NONE);
        }
    }
    int32_t joints = c->group_count;
    for (int32_t i = 0; status == TM_OK && i < count; i++) {
        status = add_input(c, &inputs[i]);
    }
    c->is_undriven = c->group_count == joints;
    if (status != TM_OK) {
        return status;
    }
    find_blocks(c, features);
    find_wheels(c);
    c->unknowns = 3 * c->block_count;
    c->too_large |= tmi_certifier_is_large(c);
    if (c->too_large) {
        return TM_OK;
    }
    tmi_certify_find_islands(c);
    return reserve(c, arena);
}
