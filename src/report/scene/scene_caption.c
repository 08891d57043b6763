/* scene_caption.c: what stands below a pose: words, its number, the time, or the value of the first
 * drive; where an animation did not reach it, the value that the pose really has. */
#include "report/scene/scene_private.h"

#include <math.h>

/* Values that differ by less look the same in a caption [rad or m]: a twentieth of a degree, and of
 * a millimetre. */
#define ANGLE_SHOWN (TMI_TWO_PI / 7200.0)
#define LENGTH_SHOWN 5e-5

double tmi_scene_drive_now(const tmModel *model, const tmFrame *frames, double asked) {
    tmDriveInfo drive;
    tmJointInfo joint;
    tmFrame own[TM_HINGE_BODIES];
    tmRowAt at;
    const double near[2] = {asked, asked};
    if (tm_model_drive(model, 0, &drive) != TM_OK) {
        return NAN;
    }
    if (drive.kind == TM_DRIVE_ANGLE) {
        return tmi_unwrap(tmi_frame_angle(&frames[drive.point.body]), asked);
    }
    if (tm_model_joint(model, drive.joint, &joint) != TM_OK ||
        drive.coordinate >= joint.coordinate_count) {
        return NAN;
    }
    for (int32_t i = 0; i < joint.body_count; i++) {
        own[i] = frames[joint.bodies[i]];
    }
    tm_row_at(&joint.coordinates[drive.coordinate], own, NULL, near, &at);
    return at.value;
}

static void add_value(const tmiScene *scene, tmiText *text, double value) {
    bool turns = scene->caption == TMI_CAPTION_ANGLE;
    if (scene->caption == TMI_CAPTION_NUMBER) {
        tmi_text_add_short(text, value, 0);
    } else if (scene->caption == TMI_CAPTION_TIME) {
        tmi_text_add_short(text, value, scene->decimals);
        tmi_text_add(text, " s");
    } else {
        tmi_text_add_short(text, (turns ? 360.0 / TMI_TWO_PI : 1000.0) * value, 1);
        tmi_text_add(text, turns ? "°" : " mm");
    }
}

void tmi_scene_put_caption(const tmiScene *scene, tmiSvg *svg, int32_t pose, double x, double y) {
    char buffer[96];
    tmiText text;
    double value = scene->values[pose], asked = scene->asked[pose];
    double shown = scene->caption == TMI_CAPTION_ANGLE ? ANGLE_SHOWN : LENGTH_SHOWN;
    tmi_text_init(&text, buffer, sizeof buffer);
    add_value(scene, &text, value);
    if (fabs(value - asked) < shown) { /* NaN where the pose was reached */
        tmi_text_add(&text, ", open joints");
    } else if (!isnan(asked)) {
        tmi_text_add(&text, ", not ");
        add_value(scene, &text, asked);
    }
    tmi_svg_open(svg, "text");
    tmi_svg_attr(svg, "class", "caption");
    tmi_svg_attr_number(svg, "x", x);
    tmi_svg_attr_number(svg, "y", y);
    tmi_svg_end(svg, false);
    bool has_words = scene->caption == TMI_CAPTION_NUMBER && scene->def.words;
    tmi_svg_escaped(svg, has_words ? scene->def.words[(int32_t)value - 1] : buffer);
    tmi_svg_close(svg, "text");
}
