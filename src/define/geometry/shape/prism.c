/* prism.c: polygons with holes and a thickness. */
#include "define/geometry/polygon/polygon.h"
#include "define/geometry/shape/shape.h"

/* Copies a loop into the region, counter-clockwise or, for a hole, clockwise. */
static void put_loop(tmiRegion *region, int32_t loop, const tmVec3 *points, int32_t count) {
    bool turn = (tmi_polygon_turn(points, count) > 0.0) != (loop == 0);
    tmVec3 *at = region->points + region->starts[loop];
    for (int32_t i = 0; i < count; i++) {
        at[i] = points[turn ? count - 1 - i : i];
    }
    region->starts[loop + 1] = region->starts[loop] + count;
}

/* The corners as signs see them (point.h): those that only differ by less are the same point. */
static const tmVec3 *copy_corners(tmiShapeMaker *maker, tmShape *shape, const tmVec3 *points,
                                  int32_t count) {
    tmVec3 *copy = tmi_shape_points(maker, shape, count);
    for (int32_t i = 0; i < count && copy; i++) {
        copy[i] = tmi_point_to_grid(points[i]);
    }
    return copy;
}

static void make_prism(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    tmiRegion *region = &shape->region;
    tmiLoops loops = {.points = def->points,
                      .count = def->point_count,
                      .hole_points = def->hole_points,
                      .holes = def->holes,
                      .hole_count = def->hole_count};
    int64_t corners = tmi_loops_corners(&loops);
    if (corners < 0 || corners > TM_CORNER_LIMIT) {
        maker->status = corners < 0 ? TM_ERR_ARGUMENT : TM_ERR_LIMIT;
        return;
    }
    loops.points = copy_corners(maker, shape, def->points, loops.count);
    loops.hole_points =
        copy_corners(maker, shape, def->hole_points, (int32_t)corners - loops.count);
    region->points = tmi_shape_points(maker, shape, (int32_t)corners);
    region->starts = tmi_shape_memory(maker, shape, def->hole_count + 2, sizeof(int32_t));
    if (maker->status == TM_OK) {
        tmi_polygon_check(maker, &loops, &shape->arena);
    }
    if (maker->wrong || maker->status != TM_OK) {
        return;
    }
    tmiPlanar planar;
    tmi_planar_init(&planar, tmi_points_middle(loops.points, loops.count));
    region->loop_count = 1 + def->hole_count;
    for (int32_t i = 0, first = 0; i < region->loop_count; i++) {
        int32_t count = i ? def->holes[i - 1] : loops.count;
        put_loop(region, i, i ? loops.hole_points + first : loops.points, count);
        tmi_planar_loop(&planar, region->points + region->starts[i], count);
        first += i ? count : 0;
    }
    shape->form = TMI_FORM_FLAT;
    shape->thickness = def->size[0];
    shape->moments = tmi_planar_prism(&planar, shape->thickness);
    if (!(shape->moments.volume > 0.0)) {
        tmi_shape_add_diag(maker, &(tmiShapeDiag){TM_ERROR, .form = "the outline has no area"});
    }
}

static const tmParameter prism_takes[] = {
    {"outline", TM_PARAMETER_POINTS, TM_BOUND_NONE, "m", NULL,
     "corners of the polygon, in order, at least three"},
    TMI_SHAPE_SIZE("height", "size along z, half of it on either side"),
    {"holes", TM_PARAMETER_OUTLINES, TM_BOUND_NONE, "m", "none", "polygons that are cut out"}};
const tmiShapeRow tmi_shape_prism = {
    "prism", "a polygon with a thickness; its axes are those of the corners", make_prism,
    TMI_SHAPE_TAKES(prism_takes)};
