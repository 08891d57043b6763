/* assembly_diagnostics.c: what keeps a model from being assembled, in words, with its places in
 * the texts. */
#include "analyse/space/assemble/gears_diagnostics.h"
#include "analyse/space/equations/equations.h"
#include "base/base.h"
#include "define/model/model.h"
#include "numeric/numeric.h"
#include "trammel/space.h"

#include <math.h>

#define NAMED_PARTS_MAX 12 /* parts of a conflict that are reported one by one */

typedef struct Named {
    const char *names[NAMED_PARTS_MAX];
    char places[NAMED_PARTS_MAX][80];
    int32_t count;
} Named;

/* "links.knee", or "the place of links.rod2". */
static void name_part(const tmModel *model, const tmAssemblyPart *part, Named *named) {
    tmiText text;
    tmJointInfo joint;
    tmPlaceInfo place;
    tmBodyInfo body;
    if (named->count == NAMED_PARTS_MAX) {
        return;
    }
    tmi_text_init(&text, named->places[named->count], sizeof named->places[0]);
    if (part->joint >= 0 && tm_model_joint(model, part->joint, &joint) == TM_OK) {
        tmi_text_add(&text, joint.name);
        tmi_text_add(&text, " (");
        tmi_text_add(&text, joint.kind->name);
        int32_t line;
        if (tm_model_joint_place(model, part->joint, NULL, &line, NULL) == TM_OK) {
            tmi_text_add(&text, ", line ");
            tmi_text_add_int(&text, line);
        }
        tmi_text_add(&text, ")");
    } else if (part->place >= 0 && tm_model_place(model, part->place, &place) == TM_OK &&
               tm_model_body(model, place.by.body, &body) == TM_OK) {
        tmi_text_add(&text, "the place of ");
        tmi_text_add(&text, body.name);
    }
    named->names[named->count] = named->places[named->count];
    named->count++;
}

/* ---- Numbers without a unit ----------------------------------------------------------------- */

/* A body that is this many times as large as all others that it should reach probably has a length
 * in another unit [1]. */
#define TOO_LARGE 20.0

/* A point at which a joint of the conflict holds a body. */
typedef struct End {
    int32_t body, joint;
    double far; /* from the origin of the body [m] */
} End;

/* The farthest one of all bodies but `but`. */
static End farthest(const tmModel *model, const tmAssemblyConflict *conflict, int32_t but) {
    End max = {.body = -1, .joint = -1};
    for (int32_t i = 0; i < conflict->count; i++) {
        tmJointInfo joint;
        if (tm_model_joint(model, conflict->parts[i].joint, &joint) != TM_OK) {
            continue;
        }
        for (int32_t k = 0; k < 2 * joint.use.pair_count; k++) {
            const tmPointOn *point = &joint.use.pairs[k / 2][k % 2];
            End end = {joint.bodies[point->body], conflict->parts[i].joint,
                       tmi_length3(point->point)};
            max = end.body != but && end.far > max.far ? end : max;
        }
    }
    return max;
}

/* Adds where a length without a unit makes one of the bodies far larger than the others. */
static void find_bare(const tmModel *model, const tmAssemblyConflict *conflict, tmiText *hint,
                      tmDiag *diag) {
    End max = farthest(model, conflict, -1), others = farthest(model, conflict, max.body);
    tmiBareLength bare;
    if (others.far == 0.0 || !(max.far > TOO_LARGE * others.far) ||
        !tmi_model_bare_length(model, max.body, max.joint, max.far, &bare)) {
        return;
    }
    tmi_text_add_bytes(hint, bare.text, (size_t)bare.text_length);
    tmi_text_add(hint, " without a unit is ");
    tmi_text_add_bytes(hint, bare.text, (size_t)bare.text_length);
    tmi_text_add(hint, " m: did you mean ");
    tmi_text_add_bytes(hint, bare.text, (size_t)bare.text_length);
    tmi_text_add(hint, "mm?");
    diag->hint = hint->buffer;
    diag->related = "this number has no unit";
    diag->related_file = bare.file == diag->file ? NULL : bare.file;
    diag->related_line = bare.line;
    diag->related_column = bare.column;
    diag->related_length = bare.length;
}

/* ---- Conflicts ----------------------------------------------------------------------------- */

static tmStatus add_conflict_diag(const tmModel *model, const tmAssemblyConflict *conflict,
                                  tmDiags *diags) {
    Named named = {.count = 0};
    char message[200], unit[200];
    tmiText text, hint;
    tmDiag diag = {.severity = TM_ERROR,
                   .code = TM_CODE_ASSEMBLY,
                   .message = message,
                   .hint = conflict->smallest ? "change a length or a place, or remove one of them"
                                              : "place the parts closer to where they belong"};
    if (conflict->count == 1 && tmi_model_joins_fixed(model, conflict->parts[0].joint)) {
        diag.hint = "its parts never move: place them where it is closed, or remove it";
    }
    for (int32_t i = 0; i < conflict->count; i++) {
        name_part(model, &conflict->parts[i], &named);
        if (!diag.line && conflict->parts[i].joint >= 0) {
            tm_model_joint_place(model, conflict->parts[i].joint, &diag.file, &diag.line,
                                 &diag.column);
        }
    }
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add(&text, "the parts of ");
    tmi_text_add(&text, tm_model_world(model).name);
    /* Of very many only some starts are tried: that is not a proof. */
    tmi_text_add(&text, conflict->smallest ? " cannot be assembled: "
                                           : " could not be assembled from where they start: ");
    tmi_text_add(&text, "at best a joint stays open by ");
    tmi_text_add_short(&text, 1000.0 * conflict->gap, 3);
    tmi_text_add(&text, " mm");
    tmi_text_init(&hint, unit, sizeof unit);
    find_bare(model, conflict, &hint, &diag);
    diag.parts = named.names;
    diag.part_count = named.count;
    return tm_diags_add(diags, &diag);
}

static double distance(const double a[3], const double b[3]) {
    return tmi_hypot(tmi_hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* A place that the joints do not allow. */
static tmStatus add_moved_diag(const tmAssembly *assembly, const tmModel *model, int32_t index,
                               tmDiags *diags) {
    char message[200];
    tmPlaceInfo place;
    tmBodyInfo body;
    tmiText text;
    double at[3];
    tmDiag diag = {.severity = TM_WARNING,
                   .code = TM_CODE_MOVED,
                   .message = message,
                   .hint = "its joints decide where it is; the place only says where to begin"};
    tm_model_place(model, index, &place);
    tm_model_body(model, place.by.body, &body);
    tmi_frame_point(&tm_assembly_frames(assembly)[place.by.body], place.by.point, at);
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add(&text, "'");
    tmi_text_add(&text, body.name);
    tmi_text_add(&text, "' does not stay where it is placed: ");
    if (distance(at, place.at) > 0.5e-6) {
        tmi_text_add(&text, "it is ");
        tmi_text_add_short(&text, 1000.0 * distance(at, place.at), 3);
        tmi_text_add(&text, " mm away");
    } else {
        tmi_text_add(&text, "it is turned");
    }
    tm_model_place_place(model, index, &diag.file, &diag.line, &diag.column);
    return tm_diags_add(diags, &diag);
}

/* Maximum distance of a coordinate from its start in the text without a diagnostic [m, rad]. */
#define START_MET 1e-9

/* A joint that does not start as the text says. */
static tmStatus add_start_diag(const tmAssembly *assembly, const tmModel *model, int32_t index,
                               tmDiags *diags) {
    tmJointInfo joint;
    tmFrame frames[TM_HINGE_BODIES];
    tmStatus status = TM_OK;
    tm_model_joint(model, index, &joint);
    for (int32_t i = 0; joint.start && i < joint.body_count; i++) {
        frames[i] = tm_assembly_frames(assembly)[joint.bodies[i]];
    }
    for (int32_t k = 0; joint.start && k < joint.coordinate_count && status == TM_OK; k++) {
        bool turns = joint.coordinates[k].unit == TM_ROW_ANGLE;
        double wanted = joint.start[k][0], factor = turns ? 180.0 / TMI_PI : 1000.0;
        const double near[2] = {wanted, wanted};
        tmRowAt at;
        tm_row_at(&joint.coordinates[k], frames, NULL, near, &at);
        double found = at.value + joint.coordinates[k].offset;
        found = turns && wanted == wanted ? tmi_unwrap(found, wanted) : found;
        if (!(fabs(found - wanted) > START_MET)) {
            continue; /* it is there, or the text gives no start */
        }
        char message[300];
        tmiText text;
        tmDiag diag = {.severity = TM_WARNING,
                       .code = TM_CODE_MOVED,
                       .message = message,
                       .hint = "other joints or places hold it there: change them, or what it "
                               "starts with",
                       .parts = &joint.name,
                       .part_count = 1};
        tmi_text_init(&text, message, sizeof message);
        tmi_text_add(&text, "joint '");
        tmi_text_add(&text, joint.name);
        tmi_text_add(&text, "' cannot start at ");
        tmi_text_add_short(&text, factor * wanted, 6);
        tmi_text_add(&text, turns ? " deg: it is at " : " mm: it is at ");
        tmi_text_add_short(&text, factor * found, 6);
        tmi_text_add(&text, turns ? " deg" : " mm");
        tm_model_joint_place(model, index, &diag.file, &diag.line, &diag.column);
        status = tm_diags_add(diags, &diag);
    }
    return status;
}

/* Part of the world's size: two points that are nearer have no direction between them. */
#define POINTS_COINCIDE 1e-12

/* A rod whose length is taken from where its parts are put, and is a rounding error there. */
static bool has_no_length(const tmModel *model, const tmRow *row, const tmRowAt *at) {
    return row->kind == TM_ROW_SPHERE && row->as_placed &&
           fabs(at->value + row->offset) <= POINTS_COINCIDE * model->info.size;
}

/* A joint whose equations degenerate at the present poses, as a rod between points that coincide.
 */
static tmStatus add_useless_diag(const tmAssembly *assembly, const tmModel *model, int32_t index,
                                 tmDiags *diags) {
    tmJointInfo joint;
    tmFrame frames[TM_HINGE_BODIES];
    int32_t count = 0;
    const char *why = NULL;
    const tmRow *rows = tm_assembly_rows(assembly, index, &count);
    const double *turns = tm_assembly_turns(assembly, index);
    tm_model_joint(model, index, &joint);
    for (int32_t i = 0; i < joint.body_count; i++) {
        frames[i] = tm_assembly_frames(assembly)[joint.bodies[i]];
    }
    for (int32_t i = 0; i < count && !why; i++) {
        tmRowAt at;
        tm_row_at(&rows[i], frames, NULL, &turns[2 * i], &at);
        why = has_no_length(model, &rows[i], &at) ? "the two points coincide" : at.message;
    }
    if (!why) {
        return TM_OK;
    }
    char message[200];
    tmiText text;
    tmDiag diag = {.severity = TM_WARNING, .code = TM_CODE_USELESS, .message = message};
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add(&text, "the ");
    tmi_text_add(&text, joint.kind->name);
    tmi_text_add(&text, " holds nothing where the parts start: ");
    tmi_text_add(&text, why);
    diag.hint = "its freedoms and motions cannot be trusted there; place the parts differently";
    diag.parts = &joint.name;
    diag.part_count = 1;
    tm_model_joint_place(model, index, &diag.file, &diag.line, &diag.column);
    return tm_diags_add(diags, &diag);
}

tmStatus tm_assembly_diagnostics(const tmAssembly *assembly, const tmModel *model, tmDiags *diags) {
    tmStatus status = assembly && model && diags ? TM_OK : TM_ERR_ARGUMENT;
    for (int32_t i = 0; status == TM_OK && i < tm_assembly_conflict_count(assembly); i++) {
        status = add_conflict_diag(model, tm_assembly_conflict(assembly, i), diags);
    }
    for (int32_t i = 0; status == TM_OK && i < tm_assembly_joint_count(assembly); i++) {
        status = add_useless_diag(assembly, model, i, diags);
        status = status == TM_OK ? add_start_diag(assembly, model, i, diags) : status;
    }
    int32_t moved = 0;
    const int32_t *places = tm_assembly_moved(assembly, &moved);
    for (int32_t i = 0; status == TM_OK && i < moved; i++) {
        status = add_moved_diag(assembly, model, places[i], diags);
    }
    return status == TM_OK ? tmi_gears_add_diags(assembly, model, diags) : status;
}
