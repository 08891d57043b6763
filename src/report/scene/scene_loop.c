/* scene_loop.c: a planar scene as an animated picture (SMIL animation): each body is carried by a
 * group that moves, and turned by one within it. */
#include "report/scene/skeleton.h"

#include "numeric/numeric.h"

#define TURN_DEGREES 360.0

void tmi_scene_put_timing(const tmiScene *scene, tmiSvg *svg) {
    tmi_svg_raw(svg, "\" dur=\"");
    tmi_svg_number(svg, scene->def.seconds);
    tmi_svg_raw(svg, "s\" repeatCount=\"indefinite\"/>");
}

static void put_moves(const tmiScene *scene, tmiSvg *svg, int32_t body, const tmiSceneCell *cell) {
    tmi_svg_raw(svg, "<animateTransform attributeName=\"transform\" type=\"translate\" values=\"");
    for (int32_t i = 0; i < scene->pose_count; i++) {
        const tmFrame *frame = &scene->poses[(size_t)i * (size_t)scene->body_count + (size_t)body];
        tmi_svg_raw(svg, i > 0 ? ";" : "");
        tmi_svg_number(svg, tmi_scene_x(scene, cell, frame->position[0]));
        tmi_svg_raw(svg, ",");
        tmi_svg_number(svg, tmi_scene_y(scene, cell, frame->position[1]));
    }
    tmi_scene_put_timing(scene, svg);
}

/* Degrees, without jumps from one pose to the next. Pictures turn the other way: y goes down. */
static void put_turns(const tmiScene *scene, tmiSvg *svg, int32_t body) {
    double last = 0.0;
    tmi_svg_raw(svg, "<animateTransform attributeName=\"transform\" type=\"rotate\" values=\"");
    for (int32_t i = 0; i < scene->pose_count; i++) {
        const tmFrame *frame = &scene->poses[(size_t)i * (size_t)scene->body_count + (size_t)body];
        double angle =
            -2.0 * tmi_atan2(frame->rotation[3], frame->rotation[0]) * (TURN_DEGREES / TMI_TWO_PI);
        while (angle - last > 0.5 * TURN_DEGREES) {
            angle -= TURN_DEGREES;
        }
        while (last - angle > 0.5 * TURN_DEGREES) {
            angle += TURN_DEGREES;
        }
        tmi_svg_raw(svg, i > 0 ? ";" : "");
        tmi_svg_number(svg, angle);
        last = angle;
    }
    tmi_scene_put_timing(scene, svg);
}

static void put_use(tmiSvg *svg, int32_t body) {
    char number[24];
    tmiText text;
    tmi_text_init(&text, number, sizeof number);
    tmi_text_add_int(&text, body);
    tmi_svg_raw(svg, "<use xlink:href=\"#b");
    tmi_svg_raw(svg, number);
    tmi_svg_raw(svg, "\"/>");
}

/* Pins are above all bodies: they move by themselves. */
static void put_pin(const tmiScene *scene, tmiSvg *svg, int32_t joint, const tmiSceneCell *cell) {
    double at[2];
    if (!tmi_scene_pin(scene, joint, scene->poses, cell, at)) {
        return;
    }
    tmi_svg_raw(svg,
                "<g><animateTransform attributeName=\"transform\" type=\"translate\" values=\"");
    for (int32_t i = 0; i < scene->pose_count; i++) {
        tmi_scene_pin(scene, joint, scene->poses + (size_t)i * (size_t)scene->body_count, cell, at);
        tmi_svg_raw(svg, i > 0 ? ";" : "");
        tmi_svg_number(svg, at[0]);
        tmi_svg_raw(svg, ",");
        tmi_svg_number(svg, at[1]);
    }
    tmi_scene_put_timing(scene, svg);
    tmi_svg_raw(svg, "<circle class=\"pin\" r=\"2.6\"/></g>");
}

void tmi_scene_put_loop(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell) {
    for (int32_t layer = 1; layer <= TMI_LAYERS; layer++) {
        for (int32_t i = 0; i < scene->body_count; i++) {
            if (scene->drawn[i].layer == layer) {
                tmi_svg_raw(svg, "<g>");
                put_moves(scene, svg, i, cell);
                tmi_svg_raw(svg, "<g>");
                put_turns(scene, svg, i);
                put_use(svg, i);
                if (scene->skeleton && scene->skeleton->driven == i) {
                    put_use(svg, scene->body_count);
                }
                tmi_svg_raw(svg, "</g></g>");
            }
        }
    }
    for (int32_t i = 0; scene->model && i < tm_model_joint_count(scene->model); i++) {
        put_pin(scene, svg, i, cell);
    }
    tmi_scene_put_push_loop(scene, svg, cell);
}
