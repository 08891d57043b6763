/* distance.h: the distance between two sets of convex pieces. */
#ifndef TMI_DISTANCE_H
#define TMI_DISTANCE_H

#include "trammel/model.h"

/* A convex piece of a body, with a ball around it for a quick look; piece null: the body's origin.
 */
typedef struct tmiBodyPiece {
    const tmPiece *piece;
    int32_t body;
    double centre[3]; /* body axes [m] */
    double reach;     /* radius of the ball [m] */
} tmiBodyPiece;

/* Puts the ball around piece `piece` of a body; null: its origin. */
void tmi_body_piece_init(tmiBodyPiece *to, const tmPiece *piece, int32_t body, bool planar);

/* Returns the minimum distance between pieces of `a` and of `b` [m]; 0 where they touch or overlap.
 * `planar`: as seen along z. `frames` are those of all bodies. */
double tmi_body_pieces_distance(const tmiBodyPiece *a, int32_t a_count, const tmiBodyPiece *b,
                                int32_t b_count, const tmFrame *frames, bool planar);

/* Whether two pieces overlap even where each is smaller by a part [1]: touching is not enough. */
bool tmi_body_pieces_overlap(const tmiBodyPiece *a, const tmiBodyPiece *b, double part,
                             const tmFrame *frames, bool planar);

#endif
