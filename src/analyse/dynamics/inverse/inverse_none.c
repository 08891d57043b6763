/* inverse_none.c: the same door without its equations, for a host that leaves them out to be small
 * (wasm/CMakeLists.txt): nothing is found, every number is NaN, and the outcome says why. */
#include "analyse/dynamics/dynamics.h"
#include "base/base.h"

#ifdef TM_WITHOUT_INVERSE

#include <math.h>

struct tmiInverse {
    tmAllocator allocator;
    tmiArena arena;
    tmTwist *twists;
    tmWrench *joints, *loads;
    double *efforts;
};

static void fill(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        numbers[i] = NAN;
    }
}

static tmStatus make(tmiInverse *v, const tmModel *model) {
    size_t bodies = (size_t)tm_model_body_count(model) + 1;
    size_t joints = (size_t)tm_model_joint_count(model) + 1;
    size_t values = (size_t)tm_model_animate(model).value_count + 1;
    v->twists = tmi_arena_alloc(&v->arena, bodies, sizeof *v->twists);
    v->loads = tmi_arena_alloc(&v->arena, bodies, sizeof *v->loads);
    v->joints = tmi_arena_alloc(&v->arena, joints, sizeof *v->joints);
    v->efforts = tmi_arena_alloc(&v->arena, values, sizeof *v->efforts);
    if (!v->twists || !v->loads || !v->joints || !v->efforts) {
        return TM_ERR_MEMORY;
    }
    fill(v->twists[0].linear, 6 * bodies);
    fill(v->loads[0].force, 6 * bodies);
    fill(v->joints[0].force, 6 * joints);
    fill(v->efforts, values);
    return TM_OK;
}

tmStatus tmi_inverse_create(const tmModel *model, const tmAssembly *assembly, tmiScript *script,
                            tmDiags *diags, tmiInverse **inverse) {
    (void)assembly, (void)script, (void)diags;
    tmAllocator allocator = tm_model_allocator(model);
    tmiInverse *v = tmi_alloc_zero(allocator, sizeof *v);
    *inverse = v;
    if (!v) {
        return TM_ERR_MEMORY;
    }
    v->allocator = allocator;
    tmi_arena_init(&v->arena, allocator);
    tmStatus status = make(v, model);
    if (status != TM_OK) {
        tmi_inverse_destroy(v);
        *inverse = NULL;
    }
    return status;
}

void tmi_inverse_destroy(tmiInverse *inverse) {
    if (inverse) {
        tmi_arena_clear(&inverse->arena);
        tmi_free(inverse->allocator, inverse, sizeof *inverse);
    }
}

tmDrivenOutcome tmi_inverse_rates(tmiInverse *inverse, const tmiView *view, const double *first,
                                  const double *second) {
    (void)inverse, (void)view, (void)first, (void)second;
    return TM_DRIVEN_LEFT_OUT;
}

tmDrivenOutcome tmi_inverse_forces(tmiInverse *inverse, const tmiView *view) {
    (void)inverse, (void)view;
    return TM_DRIVEN_LEFT_OUT;
}

bool tmi_inverse_reads_coordinates(const tmiInverse *inverse) {
    (void)inverse;
    return false;
}

void tmi_inverse_forget(tmiInverse *inverse) {
    (void)inverse;
}

const tmTwist *tmi_inverse_twists(const tmiInverse *inverse) {
    return inverse->twists;
}

const tmTwist *tmi_inverse_accelerations(const tmiInverse *inverse) {
    return inverse->twists;
}

const tmWrench *tmi_inverse_joints(const tmiInverse *inverse) {
    return inverse->joints;
}

const tmWrench *tmi_inverse_loads(const tmiInverse *inverse) {
    return inverse->loads;
}

const double *tmi_inverse_efforts(const tmiInverse *inverse) {
    return inverse->efforts;
}

int32_t tmi_inverse_blame(const tmiInverse *inverse) {
    (void)inverse;
    return -1;
}

double tmi_inverse_kinetic(const tmiInverse *inverse) {
    (void)inverse;
    return NAN;
}

double tmi_inverse_potential(const tmiInverse *inverse) {
    (void)inverse;
    return NAN;
}

#endif
