/* geometric.c: the geometric domain ([HH] 3.2): features, and where bodies roughly are. Their
 * shapes are in shapes.c. */
#include "define/hinge/hinge.h"
#include "define/model/model.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* ---- Features ------------------------------------------------------------------------------ */

tmPointOn tmi_model_point_on(const tmModel *model, int32_t first, const tmiInstanceFeature *end) {
    int32_t instance = end->instance == TMI_GROUND ? TMI_GROUND : first + end->instance;
    tmPointOn on = {.body = tmi_model_body_of(model, instance), .is_axis = end->feature.is_axis};
    memcpy(on.point, end->feature.point, sizeof on.point);
    if (on.is_axis) {
        memcpy(on.direction, end->feature.direction, sizeof on.direction);
    }
    return on;
}

/* ---- Places -------------------------------------------------------------------------------- */

void tmi_model_turn(const double axis[3], double angle, double q[4]) {
    double length = tmi_hypot(tmi_hypot(axis[0], axis[1]), axis[2]);
    double sine, cosine;
    tmi_sincos(0.5 * angle, &sine, &cosine);
    q[0] = cosine;
    for (int i = 0; i < 3; i++) {
        q[i + 1] = length > 0.0 ? sine * (axis[i] / length) : 0.0;
    }
}

static const tmiValue *attribute(const tmiPlacement *place, const char *name) {
    for (int32_t i = 0; i < place->setting_count; i++) {
        if (strcmp(place->settings[i].field->name, name) == 0) {
            return &place->settings[i].value;
        }
    }
    return NULL;
}

void tmi_model_point(const tmiValue *value, double point[3]) {
    for (int32_t i = 0; i < value->count && i < 3; i++) {
        point[i] = value->items[i].value.number;
    }
}

/* What `velocity` and `angular_velocity` give. */
typedef struct Given {
    tmTwist twist;
    bool linear, angular; /* the text says them */
} Given;

static Given start_twist(const tmiPlacement *place) {
    const tmiValue *linear = attribute(place, "velocity");
    const tmiValue *angular = attribute(place, "angular_velocity");
    bool both = linear && linear->count == 2 && linear->items[0].value.kind == TMI_VALUE_LIST;
    Given given = {.linear = linear, .angular = angular || both};
    if (both) {
        tmi_model_point(&linear->items[0].value, given.twist.linear);
        tmi_model_point(&linear->items[1].value, given.twist.angular);
    } else if (linear) {
        tmi_model_point(linear, given.twist.linear);
    }
    if (angular && angular->kind == TMI_VALUE_LIST) {
        tmi_model_point(angular, given.twist.angular);
    } else if (angular) {
        given.twist.angular[2] = angular->number;
    }
    return given;
}

static tmPlaceInfo place_info(const tmModel *model, const tmiPlacement *place, int32_t first) {
    tmPlaceInfo info = {.part = first + place->instance,
                        .by = tmi_model_point_on(model, first, &place->by),
                        .is_rough = place->is_rough,
                        .rotation = {1.0, 0.0, 0.0, 0.0}};
    const tmiValue *angle = attribute(place, "angle"), *axis = attribute(place, "axis");
    double direction[3] = {0.0, 0.0, 1.0};
    memcpy(info.at, place->at, sizeof info.at);
    if (axis) {
        direction[2] = 0.0;
        tmi_model_point(axis, direction);
    }
    if (angle) {
        info.is_turned = true;
        tmi_model_turn(direction, angle->number, info.rotation);
    }
    return info;
}

/* Moves bodies first … last - 1 as one: turned by q about `pivot`, which comes to `at`. */
static void move_bodies(tmModel *model, int32_t first, int32_t last, const double q[4],
                        const double pivot[3], const double at[3]) {
    for (int32_t i = first; i < last; i++) {
        tmFrame *frame = &model->bodies[i].info.frame;
        double arm[3];
        for (int k = 0; k < 3; k++) {
            arm[k] = frame->position[k] - pivot[k];
        }
        tmi_rotate3(q, arm, arm);
        for (int k = 0; k < 3; k++) {
            frame->position[k] = at[k] + arm[k];
        }
        double before[4];
        memcpy(before, frame->rotation, sizeof before);
        tmi_quaternion_multiply(q, before, frame->rotation);
    }
}

/* All of a placed part moves as one at the start, v = linear + angular x (r - at), besides what
 * places within it give, which it has turned by q. */
static void start_bodies(tmModel *model, int32_t first, int32_t last, const tmPlaceInfo *place,
                         const Given *given) {
    for (int32_t i = first; i < last; i++) {
        tmBodyInfo *info = &model->bodies[i].info;
        double arm[3], turning[3], linear[3], angular[3];
        for (int k = 0; k < 3; k++) {
            arm[k] = info->frame.position[k] - place->at[k];
        }
        tmi_cross3(given->twist.angular, arm, turning);
        tmi_rotate3(place->rotation, info->twist.linear, linear);
        tmi_rotate3(place->rotation, info->twist.angular, angular);
        for (int k = 0; k < 3; k++) {
            info->twist.linear[k] = linear[k] + given->twist.linear[k] + turning[k];
            info->twist.angular[k] = angular[k] + given->twist.angular[k];
        }
        if (given->linear && !info->has_velocity && i == place->by.body && last == first + 1) {
            memcpy(info->start_at, place->by.point, sizeof info->start_at);
        }
        info->has_velocity = info->has_velocity || given->linear;
        info->has_spin = info->has_spin || given->angular;
    }
}

/* One `place` with what it moves: bodies first … last - 1. */
typedef struct Move {
    tmPlaceInfo info;
    Given given;
    int32_t first, last;
    tmiSpot spot;
} Move;

static Move move_of(const tmModel *model, const tmiOccurrence *at) {
    const tmiInstance *instances = model->world->instances;
    const tmiPlacement *place = &instances[at->instance].variant->places[at->item];
    int32_t part = at->instance + place->instance;
    int32_t first = tmi_model_body_of(model, part);
    return (Move){.info = place_info(model, place, at->instance),
                  .given = start_twist(place),
                  .spot = place->spot,
                  .first = first,
                  .last = first + instances[part].variant->bodies};
}

/* A place within a composite is in the axes of that composite, which a place around it moves: so
 * the inner ones come first. They stand behind the outer ones. */
static void place_bodies(tmModel *model) {
    const tmiWorld *world = model->world;
    for (int32_t end = world->place_count; end > 0;) {
        int32_t begin = end;
        while (begin > 0 && world->places[begin - 1].instance == world->places[end - 1].instance) {
            begin--;
        }
        for (int32_t i = begin; i < end; i++) {
            Move move = move_of(model, &world->places[i]);
            double pivot[3];
            tmi_frame_point(&model->bodies[move.info.by.body].info.frame, move.info.by.point,
                            pivot);
            move_bodies(model, move.first, move.last, move.info.rotation, pivot, move.info.at);
            start_bodies(model, move.first, move.last, &move.info, &move.given);
        }
        end = begin;
    }
}

/* Only what the world itself places must stay there when the parts are assembled: the axes of a
 * composite, in which places within it count, go where its joints take it. */
static tmStatus keep_places(tmModel *model) {
    const tmiWorld *world = model->world;
    model->places =
        tmi_arena_alloc(&model->arena, (size_t)world->place_count + 1, sizeof *model->places);
    model->place_spots =
        tmi_arena_alloc(&model->arena, (size_t)world->place_count + 1, sizeof *model->place_spots);
    if (!model->places || !model->place_spots) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < world->place_count && world->places[i].instance == 0; i++) {
        Move move = move_of(model, &world->places[i]);
        memcpy(move.info.rotation, model->bodies[move.info.by.body].info.frame.rotation,
               sizeof move.info.rotation);
        model->place_spots[model->place_count] = move.spot;
        model->places[model->place_count++] = move.info;
    }
    return TM_OK;
}

/* Maximum tilt of a rotation out of the plane: rounding errors of whole and half turns [rad]. */
#define LEAN_MAX 1e-9

/* In a planar world nothing turns but about z, and nothing leaves the plane. */
static void check_plane(tmModel *model) {
    const tmiWorld *world = model->world;
    for (int32_t i = 0; i < world->place_count && model->info.planar; i++) {
        Move move = move_of(model, &world->places[i]);
        const double *q = move.info.rotation;
        const tmTwist *twist = &move.given.twist;
        const tmiOccurrence *at = &world->places[i];
        int32_t part =
            at->instance + world->instances[at->instance].variant->places[at->item].instance;
        if (twist->linear[2] != 0.0 || twist->angular[0] != 0.0 || twist->angular[1] != 0.0) {
            tmi_model_add_diag(model, TM_WARNING, TMI_SAYS_PLACE, move.spot, part,
                               TMI_WORDS("this velocity leads out of the plane: in a planar world "
                                         "that part of it is left out"),
                               TMI_WORDS("a planar world has x, y and turns about z"));
        }
        if (fabs(q[1]) > LEAN_MAX || fabs(q[2]) > LEAN_MAX) {
            tmi_model_add_diag(
                model, TM_ERROR, TMI_SAYS_PLACE, move.spot, part,
                TMI_WORDS("in a planar world nothing is turned out of the plane"),
                TMI_WORDS("a shape is turned within its body: union(cylinder(5mm, 20mm, "
                          "angle: 90deg, axis: (1, 0, 0)))"));
        }
    }
}

tmStatus tmi_model_geometric(tmModel *model) {
    check_plane(model);
    place_bodies(model);
    tmStatus status = keep_places(model);
    return status == TM_OK ? tmi_model_shapes(model) : status;
}
