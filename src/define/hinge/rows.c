/* rows.c: rows that most hinges share. Each is a point, or a direction as a point at infinity, on a
 * plane of the other part ([HH] 3.4). */
#include "define/hinge/match.h"

#include <string.h>

tmRow *tmi_add_row(tmHingeTable *table) {
    if (table->row_count == TM_HINGE_ROWS) {
        table->message = "it has too many rows";
        return &table->rows[TM_HINGE_ROWS - 1];
    }
    return &table->rows[table->row_count++];
}

static void set(double out[3], const double v[3]) {
    memcpy(out, v, 3 * sizeof *out);
}

static tmRow on_plane(const tmiAxis *a, const tmiAxis *b, const double normal[3]) {
    tmRow row = {
        .kind = TM_ROW_PLANE, .unit = TM_ROW_LENGTH, .a = (uint8_t)a->body, .b = (uint8_t)b->body};
    set(row.point, a->point);
    set(row.on, b->point);
    set(row.normal, normal);
    return row;
}

void tmi_add_on_plane(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b,
                      const double normal[3]) {
    *tmi_add_row(table) = on_plane(a, b, normal);
}

void tmi_add_meet(bool planar, tmHingeTable *table, const tmiAxis *a, const tmiAxis *b) {
    for (int32_t i = 0; i < (planar ? 2 : 3); i++) {
        double normal[3] = {0.0, 0.0, 0.0};
        normal[i] = 1.0;
        tmi_add_on_plane(table, a, b, normal);
    }
}

/* The directions across an axis: in the plane the one in it. Returns how many. */
static int32_t across(bool planar, const double direction[3], double out[2][3]) {
    if (planar) {
        out[0][0] = -direction[1];
        out[0][1] = direction[0];
        out[0][2] = 0.0;
        return 1;
    }
    tmi_across3(direction, out[0], out[1]);
    return 2;
}

void tmi_add_on_line(bool planar, tmHingeTable *table, const tmiAxis *a, const tmiAxis *b) {
    double normals[2][3];
    int32_t count = across(planar, b->direction, normals);
    for (int32_t i = 0; i < count; i++) {
        tmi_add_on_plane(table, a, b, normals[i]);
    }
}

/* `direction` of a lies in the plane with this normal in b; the marks point the same way. */
static void add_across(tmHingeTable *table, const tmiAxis *a, const double direction[3],
                       const tmiAxis *b, const double normal[3], const double mark_b[3]) {
    tmRow *row = tmi_add_row(table);
    *row = (tmRow){.kind = TM_ROW_PLANE,
                   .unit = TM_ROW_ANGLE,
                   .a = (uint8_t)a->body,
                   .b = (uint8_t)b->body,
                   .at_infinity = true};
    set(row->point, direction);
    set(row->normal, normal);
    set(row->mark_a, direction);
    set(row->mark_b, mark_b);
}

void tmi_add_parallel(bool planar, tmHingeTable *table, const tmiAxis *a, const tmiAxis *b) {
    double normals[2][3];
    int32_t count = across(planar, b->direction, normals);
    for (int32_t i = 0; i < count; i++) {
        add_across(table, a, a->direction, b, normals[i], b->direction);
    }
}

void tmi_add_no_turn(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b) {
    double normal[3];
    tmi_cross3(b->direction, b->mark, normal);
    add_across(table, a, a->mark, b, normal, b->mark);
}

static void add_coordinate(tmHingeTable *table, const tmRow *row) {
    table->coordinates[table->coordinate_count++] = *row;
}

void tmi_add_turn(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b) {
    tmRow row = on_plane(a, b, b->direction);
    row.kind = TM_ROW_TURN;
    row.unit = TM_ROW_ANGLE;
    set(row.mark_a, a->mark);
    set(row.mark_b, b->mark);
    add_coordinate(table, &row);
}

void tmi_add_slide(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b) {
    tmRow row = on_plane(a, b, b->direction);
    add_coordinate(table, &row);
}

void tmi_add_span(tmHingeTable *table, const tmiAxis *a, const tmiAxis *b) {
    tmRow row = {
        .kind = TM_ROW_SPHERE, .unit = TM_ROW_LENGTH, .a = (uint8_t)a->body, .b = (uint8_t)b->body};
    set(row.point, a->point);
    set(row.on, b->point);
    add_coordinate(table, &row);
}

void tmi_hinge_add_line(bool planar, const tmPointOn *point, const tmPointOn *plane,
                        tmHingeTable *table) {
    tmPointOn p = *point, q = *plane;
    if (p.body == q.body) {
        table->message = "it joins a part to itself";
        return;
    }
    if (planar) {
        p.point[2] = 0.0;
        if (!tmi_flatten(&q)) {
            return;
        }
    }
    tmiAxis a = {.body = p.body}, b = {.body = q.body};
    set(a.point, p.point);
    set(b.point, q.point);
    tmi_add_on_plane(table, &a, &b, q.direction);
}
