/* scene_contacts.c: the forces at contacts in a picture: where bodies press on each other the tip
 * of a small wedge points into each that moves, along the force on it. Only pictures of recordings
 * have them. */
#include "report/scene/scene_private.h"

#include <math.h>

/* Wedges of forces that are usual in the picture, the longest ones, and those that are left out
 * [px]; breadth of a wedge at its foot, of its length. Lengths go by the square root, and no
 * further than the longest: an impact is thousands of times the weight that rests afterwards, and
 * both should be seen. */
#define USUAL 13.0
#define LONGEST 24.0
#define SHORTEST 1.5
#define FOOT 0.22

/* An animated picture is larger, and so are they. */
#define LOOP 1.5

/* Coordinates beyond this are those of a run that has failed [m, N]. */
#define FAR 1e100

static bool moves(const tmiScene *scene, int32_t body) {
    return body > 0 && !scene->drawn[body].info.is_fixed;
}

static tmStatus keep(tmiScene *scene, const tmContact *contact) {
    double force[3], at[3], along[3];
    for (int i = 0; i < 3; i++) {
        force[i] = contact->force * contact->normal[i] + contact->friction[i];
    }
    tmi_scene_project(scene, contact->point, at);
    tmi_scene_project(scene, force, along);
    double size = sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]);
    bool is_seen = size > 0.0 && size < FAR && fabs(at[0]) < FAR && fabs(at[1]) < FAR;
    if (!is_seen) {
        return TM_OK;
    }
    tmStatus status = tmi_array_reserve(scene->allocator, &scene->pushes, &scene->push_capacity,
                                        scene->push_count + 1, sizeof *scene->pushes);
    if (status == TM_OK) {
        scene->pushes[scene->push_count++] = (tmiPush){.pose = scene->pose_count - 1,
                                                       .at = {at[0], at[1]},
                                                       .along = {along[0], along[1]},
                                                       .size = size,
                                                       .first = moves(scene, contact->bodies[0]),
                                                       .second = moves(scene, contact->bodies[1])};
        scene->push_sum += sqrt(size);
    }
    return status;
}

tmStatus tmi_scene_keep_pushes(tmiScene *scene, const tmRecordedFrame *frame) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < frame->contact_count && status == TM_OK; i++) {
        status = keep(scene, &frame->contacts[i]);
    }
    return status;
}

void tmi_scene_put_push_style(const tmiScene *scene, tmiSvg *svg) {
    if (scene->push_count > 0) {
        tmi_svg_raw(svg, "<style>.push{fill:#8a1c5c;stroke:#8a1c5c;stroke-width:0.8;"
                         "stroke-linejoin:round}</style>");
    }
}

/* A wedge of this length whose tip is at (x, y) and points along the direction (u, v) [px]. */
static void put_wedge(tmiSvg *svg, double x, double y, double u, double v, double length) {
    double foot = 0.5 * FOOT * length;
    tmi_svg_path_point(svg, 'M', x, y);
    tmi_svg_path_point(svg, 'L', x - length * u - foot * v, y - length * v + foot * u);
    tmi_svg_path_point(svg, 'L', x - length * u + foot * v, y - length * v - foot * u);
    tmi_svg_raw(svg, "Z");
}

/* The forces of one pose as data of a path, beginning with number `index`; returns the number
 * behind them. */
static int32_t put_wedges(const tmiScene *scene, tmiSvg *svg, int32_t index, int32_t pose,
                          const tmiSceneCell *cell) {
    double usual = scene->push_sum / scene->push_count, grown = scene->def.loop ? LOOP : 1.0;
    for (; index < scene->push_count && scene->pushes[index].pose == pose; index++) {
        const tmiPush *push = &scene->pushes[index];
        double length = USUAL * sqrt(push->size) / usual;
        length = grown * (length < LONGEST ? length : LONGEST);
        double px = tmi_scene_x(scene, cell, push->at[0]);
        double py = tmi_scene_y(scene, cell, push->at[1]);
        double u = push->along[0] / push->size, v = -push->along[1] / push->size;
        if (length >= SHORTEST && push->second) {
            put_wedge(svg, px, py, u, v, length);
        }
        if (length >= SHORTEST && push->first) {
            put_wedge(svg, px, py, -u, -v, length);
        }
    }
    return index;
}

/* The number of the first force of a pose. */
static int32_t first_of(const tmiScene *scene, int32_t pose) {
    int32_t low = 0, high = scene->push_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        bool is_before = scene->pushes[middle].pose < pose;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low;
}

void tmi_scene_put_pushes(const tmiScene *scene, tmiSvg *svg, int32_t pose,
                          const tmiSceneCell *cell) {
    int32_t first = first_of(scene, pose);
    if (first < scene->push_count && scene->pushes[first].pose == pose) {
        tmi_svg_raw(svg, "<path class=\"push\" d=\"");
        put_wedges(scene, svg, first, pose, cell);
        tmi_svg_raw(svg, "\"/>");
    }
}

/* Bodies glide from pose to pose; the forces of a pose are there from half-way to it till half-way
 * to the next. */
void tmi_scene_put_push_loop(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell) {
    int32_t next = 0;
    if (scene->push_count == 0 || scene->pose_count < 2) {
        return;
    }
    tmi_svg_raw(svg, "<path class=\"push\"><animate attributeName=\"d\" calcMode=\"discrete\" "
                     "keyTimes=\"0");
    for (int32_t i = 1; i < scene->pose_count; i++) {
        char buffer[40];
        tmiText text;
        tmi_text_init(&text, buffer, sizeof buffer);
        tmi_text_add_short(&text, (i - 0.5) / (scene->pose_count - 1), 6);
        tmi_svg_raw(svg, ";");
        tmi_svg_raw(svg, buffer);
    }
    tmi_svg_raw(svg, "\" values=\"");
    for (int32_t i = 0; i < scene->pose_count; i++) {
        tmi_svg_raw(svg, i > 0 ? ";M0,0" : "M0,0"); /* a path has at least one point */
        next = put_wedges(scene, svg, next, i, cell);
    }
    tmi_scene_put_timing(scene, svg);
    tmi_svg_raw(svg, "</path>");
}
