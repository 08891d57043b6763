/* lower_pairs.c: hinges that are made of points on planes alone, and rods. The table of
 * docs/theory/hinges.md, section 3, says which rows make which. */
#include "define/hinge/match.h"

#include <math.h>
#include <string.h>

/* In planar worlds a pin turns about z, its zero is where the parts' axes are parallel. */
static void add_planar_turn(tmHingeTable *table, tmiAxis axes[2]) {
    for (int32_t side = 0; side < 2; side++) {
        memcpy(axes[side].direction, (double[3]){0.0, 0.0, 1.0}, sizeof axes[side].direction);
        memcpy(axes[side].mark, (double[3]){1.0, 0.0, 0.0}, sizeof axes[side].mark);
    }
    tmi_add_turn(table, &axes[0], &axes[1]);
}

void tmi_hinge_pin(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    tmiAxis axes[2];
    if (!tmi_match(use, &match, table) || !tmi_match_is_congruent(&match, table) ||
        !tmi_match_axes(&match, false, axes, table)) {
        return;
    }
    tmi_add_meet(use->planar, table, &axes[0], &axes[1]);
    if (use->planar) {
        add_planar_turn(table, axes);
        return;
    }
    tmi_add_parallel(false, table, &axes[0], &axes[1]);
    tmi_add_turn(table, &axes[0], &axes[1]);
}

void tmi_hinge_ball(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    tmiAxis axes[2];
    if (tmi_match(use, &match, table) && tmi_match_axes(&match, false, axes, table)) {
        tmi_add_meet(use->planar, table, &axes[0], &axes[1]);
    }
}

/* On a common axis: along it a slides, about it a may turn. */
static bool add_common_axis(const tmHingeUse *use, bool marked, tmiAxis axes[2],
                            tmHingeTable *table) {
    tmiMatch match;
    if (!tmi_match(use, &match, table) || !tmi_match_axes(&match, marked, axes, table)) {
        return false;
    }
    if (match.axis_count > 1 && !tmi_match_is_congruent(&match, table)) {
        return false;
    }
    tmi_add_on_line(use->planar, table, &axes[0], &axes[1]);
    tmi_add_parallel(use->planar, table, &axes[0], &axes[1]);
    return true;
}

void tmi_hinge_slider(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiAxis axes[2];
    if (add_common_axis(use, true, axes, table)) {
        if (!use->planar) {
            tmi_add_no_turn(table, &axes[0], &axes[1]);
        }
        tmi_add_slide(table, &axes[0], &axes[1]);
    }
}

void tmi_hinge_cylindrical(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiAxis axes[2];
    if (add_common_axis(use, false, axes, table)) {
        tmi_add_turn(table, &axes[0], &axes[1]);
        tmi_add_slide(table, &axes[0], &axes[1]);
    }
}

void tmi_hinge_universal(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    tmiAxis axes[2];
    if (tmi_match(use, &match, table) && tmi_match_axes(&match, false, axes, table)) {
        tmi_add_meet(false, table, &axes[0], &axes[1]);
        tmRow *row = tmi_add_row(table);
        *row = (tmRow){.kind = TM_ROW_PLANE,
                       .unit = TM_ROW_ANGLE,
                       .a = (uint8_t)axes[0].body,
                       .b = (uint8_t)axes[1].body,
                       .at_infinity = true};
        memcpy(row->point, axes[0].direction, sizeof row->point);
        memcpy(row->normal, axes[1].direction, sizeof row->normal);
    }
}

void tmi_hinge_planar(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    tmiAxis axes[2];
    if (tmi_match(use, &match, table) && tmi_match_axes(&match, false, axes, table)) {
        tmi_add_on_plane(table, &axes[0], &axes[1], axes[1].direction);
        tmi_add_parallel(false, table, &axes[0], &axes[1]);
    }
}

/* By one point the parts' own axes are parallel: x is the common axis, y the mark. */
static void mark_own_axes(const tmiMatch *match, tmiAxis axes[2]) {
    for (int32_t side = 0; side < 2 && match->axis_count == 0 && match->point_count == 1; side++) {
        memcpy(axes[side].mark, (double[3]){0.0, 1.0, 0.0}, sizeof axes[side].mark);
    }
}

void tmi_hinge_rigid(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    tmiAxis axes[2];
    if (!tmi_match(use, &match, table) || !tmi_match_is_congruent(&match, table) ||
        !tmi_match_axes(&match, true, axes, table)) {
        return;
    }
    mark_own_axes(&match, axes);
    tmi_add_meet(use->planar, table, &axes[0], &axes[1]);
    tmi_add_parallel(use->planar, table, &axes[0], &axes[1]);
    if (!use->planar) {
        tmi_add_no_turn(table, &axes[0], &axes[1]);
    }
}

/* ---- A point and an axis ------------------------------------------------------------------- */

/* Puts the point into axes[0], the axis into axes[1]. */
static bool split_mixed(const tmHingeUse *use, tmiAxis axes[2], tmHingeTable *table) {
    tmiMatch match;
    if (!tmi_match(use, &match, table)) {
        return false;
    }
    memset(axes, 0, 2 * sizeof *axes);
    int32_t point = match.mixed[0].is_axis ? 1 : 0;
    for (int32_t i = 0; i < 2; i++) {
        tmPointOn feature = match.mixed[i == 0 ? point : 1 - point];
        if (i == 1 && use->planar && !tmi_flatten(&feature)) {
            table->message = "its axis is perpendicular to the plane of the world";
            return false;
        }
        axes[i].body = feature.body;
        memcpy(axes[i].point, feature.point, sizeof axes[i].point);
        memcpy(axes[i].direction, feature.direction, sizeof axes[i].direction);
    }
    return true;
}

void tmi_hinge_point_on_line(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiAxis axes[2];
    if (split_mixed(use, axes, table)) {
        tmi_add_on_line(use->planar, table, &axes[0], &axes[1]);
        tmi_add_slide(table, &axes[0], &axes[1]);
    }
}

void tmi_hinge_point_on_plane(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiAxis axes[2];
    if (split_mixed(use, axes, table)) {
        tmi_add_on_plane(table, &axes[0], &axes[1], axes[1].direction);
    }
}

/* ---- Two points ---------------------------------------------------------------------------- */

void tmi_hinge_spring(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    tmiAxis axes[2];
    if (tmi_match(use, &match, table) && tmi_match_axes(&match, false, axes, table)) {
        tmi_add_span(table, &axes[0], &axes[1]);
    }
}

void tmi_hinge_rod(void *user, const tmHingeUse *use, tmHingeTable *table) {
    tmi_hinge_spring(user, use, table);
    if (!table->message) {
        double length = use->arguments[0];
        tmRow *row = tmi_add_row(table);
        *row = table->coordinates[0];
        row->as_placed = isnan(length);
        row->offset = isnan(length) ? 0.0 : length;
    }
}
