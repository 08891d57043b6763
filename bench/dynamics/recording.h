/* recording.h: what recording adds to the cost of a run. */
#ifndef DYN_RECORDING_H
#define DYN_RECORDING_H

#include "scene.h"

#include <stdio.h>

/* Times runs of the scene at tolerance 1e-8: to the end in one go; with all states every 10 ms;
 * with the forces of all joints as well; and with each such frame recorded into a file. Writes one
 * row of scene,frames,bytes,plain_seconds,states_seconds,forces_seconds,recorded_seconds,
 * recorder_cost,total_cost: costs are what the recorder adds to the run with forces, and what all
 * that adds to the plain run, as parts of them. */
void dyn_recording_row(const dynScene *scene, FILE *csv);

#endif
