/* sketch_json.c: all that does not change while a sketch moves, as JSON for an editor. Places in
 * the text are bytes from its start: [first, behind the last]. */
#include "define/model/model.h"
#include "edit/run_json.h"
#include "edit/sketch.h"
#include "edit/text_places.h"

#include <math.h>
#include <string.h>

/* ---- Places in the text -------------------------------------------------------------------- */

static void put_range(tmiJson *json, const char *key, size_t start, size_t end) {
    tmi_json_open(json, key, '[');
    tmi_json_int(json, NULL, (int64_t)start);
    tmi_json_int(json, NULL, (int64_t)end);
    tmi_json_close(json, ']');
}

static void put_node(tmiJson *json, const char *key, const tmSketch *sketch, tmNodeId node) {
    size_t start, length;
    if (node.value != 0 && tm_document_span(sketch->document, node, &start, &length) == TM_OK) {
        put_range(json, key, start, start + length);
    } else {
        tmi_json_null(json, key);
    }
}

/* ---- Diagnostics and runs ------------------------------------------------------------------ */

static void put_where(tmiJson *json, const tmiTextPlaces *places, const char *file, int32_t line,
                      int32_t column, int32_t length) {
    bool is_first = tmi_text_is_first(places->sketch, file);
    tmi_json_text(json, "file", is_first ? NULL : file);
    tmi_json_int(json, "line", line);
    tmi_json_int(json, "column", column);
    if (is_first && line > 0) {
        put_range(json, "span", tmi_text_offset(places, line, column),
                  tmi_text_offset(places, line, column + (length > 0 ? length : 1)));
    } else {
        tmi_json_null(json, "span");
    }
}

static void put_diag(tmiJson *json, const tmiTextPlaces *places, const tmDiag *diag) {
    static const char *const severities[] = {"note", "warning", "error"};
    tmi_json_open(json, NULL, '{');
    tmi_json_text(json, "severity", severities[diag->severity]);
    tmi_json_text(json, "message", diag->message);
    tmi_json_text(json, "hint", diag->hint);
    put_where(json, places, diag->file, diag->line, diag->column, diag->length);
    if (diag->related) {
        tmi_json_open(json, "related", '{');
        tmi_json_text(json, "message", diag->related);
        put_where(json, places, diag->related_file ? diag->related_file : diag->file,
                  diag->related_line, diag->related_column, diag->related_length);
        tmi_json_close(json, '}');
    } else {
        tmi_json_null(json, "related");
    }
    tmi_json_open(json, "parts", '[');
    for (int32_t i = 0; i < diag->part_count; i++) {
        tmi_json_text(json, NULL, diag->parts[i]);
    }
    tmi_json_close(json, ']');
    tmi_json_close(json, '}');
}

static void put_runs(tmiJson *json, const tmSketch *sketch) {
    static const char *const kinds[] = {"none", "simulate", "animate", "study"};
    tmi_json_open(json, "runs", '[');
    for (int32_t i = 0; i < tm_document_run_count(sketch->document); i++) {
        tmRunInfo run;
        tm_document_run(sketch->document, i, &run);
        tmi_json_open(json, NULL, '{');
        tmi_json_text(json, "kind", kinds[run.kind]);
        tmi_json_bytes(json, "world", run.world, (size_t)run.world_length);
        tmi_json_close(json, '}');
    }
    tmi_json_close(json, ']');
    tmi_json_int(json, "run", sketch->run);
}

static int32_t heavy_count(const tmSketch *sketch) {
    int32_t count = 0;
    for (int32_t i = 1; i < sketch->body_count; i++) {
        tmBodyInfo body;
        count += tm_model_body(sketch->model, i, &body) == TM_OK && body.mass.mass > 0.0;
    }
    return count;
}

static void put_world(tmiJson *json, const tmSketch *sketch) {
    if (!sketch->model) {
        tmi_json_null(json, "world");
        return;
    }
    tmWorldInfo world = tm_model_world(sketch->model);
    tmi_json_open(json, "world", '{');
    tmi_json_text(json, "name", world.name);
    tmi_json_truth(json, "planar", world.planar);
    tmi_json_number(json, "size", world.size);
    tmi_json_open(json, "gravity", '[');
    tmi_json_number(json, NULL, world.gravity[0]);
    tmi_json_number(json, NULL, world.gravity[1]);
    tmi_json_close(json, ']');
    tmi_json_int(json, "bodies", sketch->body_count > 0 ? sketch->body_count - 1 : 0);
    tmi_json_int(json, "heavy", heavy_count(sketch));
    tmi_json_close(json, '}');
}

/* ---- Bodies -------------------------------------------------------------------------------- */

static tmStatus put_outline(tmiJson *json, const tmSketch *sketch, const tmShape *shape) {
    tmOutline *outline = NULL;
    tmStatus status = shape ? tm_outline_create(&sketch->allocator, shape, 0.0, &outline) : TM_OK;
    tmi_json_open(json, "outline", '[');
    for (int32_t i = 0; status == TM_OK && outline && i < tm_outline_count(outline); i++) {
        int32_t count;
        const tmOutlinePoint *loop = tm_outline_loop(outline, i, &count);
        tmi_json_open(json, NULL, '[');
        for (int32_t k = 0; k < count; k++) {
            tmi_json_number(json, NULL, loop[k].x);
            tmi_json_number(json, NULL, loop[k].y);
            tmi_json_number(json, NULL, loop[k].bulge);
        }
        tmi_json_close(json, ']');
    }
    tmi_json_close(json, ']');
    tm_outline_destroy(outline);
    return status;
}

static void put_gear(tmiJson *json, const tmShape *shape) {
    tmGear gear;
    if (!tm_shape_gear(shape, &gear)) {
        tmi_json_null(json, "gear");
        return;
    }
    tmi_json_open(json, "gear", '{');
    tmi_json_int(json, "teeth", gear.teeth);
    tmi_json_number(json, "module", gear.module);
    tmi_json_close(json, '}');
}

static void put_end(tmiJson *json, const tmPointOn *point) {
    tmi_json_number(json, "x", point->point[0]);
    tmi_json_number(json, "y", point->point[1]);
    tmi_json_number(json, "dx", point->is_axis ? point->direction[0] : 0.0);
    tmi_json_number(json, "dy", point->is_axis ? point->direction[1] : 0.0);
}

static void put_points(tmiJson *json, const tmSketch *sketch, int32_t body) {
    /* center and three axes stand behind those that the text names. */
    int32_t count = tm_model_feature_count(sketch->model, body) - 4;
    tmi_json_open(json, "points", '[');
    for (int32_t i = 0; i < count; i++) {
        const char *name;
        tmPointOn point;
        if (tm_model_feature(sketch->model, body, i, &name, &point) == TM_OK) {
            tmi_json_open(json, NULL, '{');
            tmi_json_text(json, "name", name);
            put_end(json, &point);
            put_node(json, "span", sketch, tm_model_feature_node(sketch->model, body, i));
            tmi_json_close(json, '}');
        }
    }
    tmi_json_close(json, ']');
}

static void put_place(tmiJson *json, const tmiTextPlaces *places, int32_t body) {
    const tmModel *model = places->sketch->model;
    int32_t index = places->place_of[body];
    tmPlaceInfo place;
    if (index >= 0 && tm_model_place(model, index, &place) == TM_OK) {
        tmi_json_open(json, "place", '{');
        tmi_json_truth(json, "near", place.is_rough);
        put_node(json, "span", places->sketch, tmi_model_place_stated(model, index));
        tmi_json_close(json, '}');
    } else {
        tmi_json_null(json, "place");
    }
}

static void put_part(tmiJson *json, const tmiTextPlaces *places, int32_t index) {
    const tmSketch *sketch = places->sketch;
    tmPartInfo part;
    if (index <= 0 || tm_model_part(sketch->model, index, &part) != TM_OK) {
        tmi_json_text(json, "type", "");
        tmi_json_int(json, "typeUses", 0);
        tmi_json_null(json, "span");
        tmi_json_null(json, "typeSpan");
        return;
    }
    tmi_json_text(json, "type", part.type);
    tmi_json_int(json, "typeUses", places->uses[tmi_model_type_of(sketch->model, index)]);
    tmNodeId stated = tmi_model_part_stated(sketch->model, index);
    put_node(json, "span", sketch, tm_document_element(sketch->document, stated));
    put_node(json, "typeSpan", sketch, tm_model_type_node(sketch->model, index));
}

static tmStatus put_body(tmiJson *json, const tmiTextPlaces *places, int32_t body) {
    const tmSketch *sketch = places->sketch;
    tmBodyInfo info;
    tm_model_body(sketch->model, body, &info);
    tmi_json_open(json, NULL, '{');
    tmi_json_text(json, "name", info.name);
    put_part(json, places, body == 0 ? -1 : info.part);
    tmi_json_truth(json, "fixed", info.is_fixed);
    tmi_json_truth(json, "locked", info.is_locked);
    tmi_json_truth(json, "hidden", info.is_hidden);
    tmi_json_truth(json, "dynamic", info.domains & TM_DOMAIN_DYNAMIC);
    tmi_json_truth(json, "touches", info.domains & TM_DOMAIN_INTERFERENCE);
    tmi_json_text(json, "color", info.color);
    tmi_json_number(json, "mass", info.mass.mass);
    tmi_json_number(json, "density", info.density);
    tmi_json_text(json, "shape",
                  info.shape ? tm_shape_kind_name(tm_shape_kind(info.shape)) : "none");
    tmStatus status = put_outline(json, sketch, info.shape);
    put_gear(json, info.shape);
    put_points(json, sketch, body);
    put_place(json, places, body);
    tmi_json_close(json, '}');
    return status;
}

/* ---- Joints -------------------------------------------------------------------------------- */

static void put_pairs(tmiJson *json, const tmJointInfo *info) {
    tmi_json_open(json, "pairs", '[');
    for (int32_t i = 0; i < info->use.pair_count; i++) {
        tmi_json_open(json, NULL, '[');
        for (int k = 0; k < 2; k++) {
            const tmPointOn *end = &info->use.pairs[i][k];
            tmi_json_open(json, NULL, '{');
            tmi_json_int(json, "body", info->bodies[end->body]);
            put_end(json, end);
            tmi_json_close(json, '}');
        }
        tmi_json_close(json, ']');
    }
    tmi_json_close(json, ']');
}

static void put_joint(tmiJson *json, const tmSketch *sketch, int32_t joint) {
    tmJointInfo info;
    tm_model_joint(sketch->model, joint, &info);
    tmi_json_open(json, NULL, '{');
    tmi_json_text(json, "name", info.name);
    tmi_json_text(json, "kind", info.kind->name);
    tmi_json_open(json, "bodies", '[');
    for (int32_t i = 0; i < info.body_count; i++) {
        tmi_json_int(json, NULL, info.bodies[i]);
    }
    tmi_json_close(json, ']');
    put_pairs(json, &info);
    tmi_json_open(json, "values", '{');
    for (int32_t i = 0; info.use.arguments && i < info.kind->parameter_count; i++) {
        if (isfinite(info.use.arguments[i])) {
            tmi_json_number(json, info.kind->parameters[i].name, info.use.arguments[i]);
        }
    }
    tmi_json_close(json, '}');
    put_node(json, "span", sketch, tmi_model_joint_stated(sketch->model, joint));
    tmi_json_close(json, '}');
}

/* ---- All of it ----------------------------------------------------------------------------- */

static tmStatus put_model(tmiJson *json, const tmiTextPlaces *places) {
    const tmSketch *sketch = places->sketch;
    tmStatus status = TM_OK;
    bool good = tm_sketch_is_good(sketch);
    tmi_json_open(json, "bodies", '[');
    for (int32_t i = 0; good && i < sketch->body_count && status == TM_OK; i++) {
        status = put_body(json, places, i);
    }
    tmi_json_close(json, ']');
    tmi_json_open(json, "joints", '[');
    for (int32_t i = 0; good && i < sketch->joint_count; i++) {
        put_joint(json, sketch, i);
    }
    tmi_json_close(json, ']');
    return good && status == TM_OK ? tmi_json_run(json, sketch) : status;
}

static tmStatus put_all(tmiJson *json, const tmiTextPlaces *places) {
    const tmSketch *sketch = places->sketch;
    tmi_json_open(json, NULL, '{');
    tmi_json_truth(json, "good", tm_sketch_is_good(sketch));
    tmi_json_open(json, "diags", '[');
    for (int32_t i = 0; i < tm_diags_count(sketch->diags); i++) {
        put_diag(json, places, tm_diags_at(sketch->diags, i));
    }
    tmi_json_close(json, ']');
    put_runs(json, sketch);
    put_world(json, sketch);
    tmStatus status = put_model(json, places);
    tmi_json_close(json, '}');
    tmi_output_flush(&json->out);
    return status;
}

tmStatus tm_sketch_json(const tmSketch *sketch, tmWriteFn *write, void *user) {
    if (!sketch || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmiTextPlaces places;
    tmiJson json;
    tmi_json_init(&json, write, user);
    tmStatus status = tmi_text_places_make(&places, sketch);
    status = status == TM_OK ? put_all(&json, &places) : status;
    tmi_text_places_clear(&places);
    return status;
}
