/* simulations.h: simulations of texts in tests, and closed forms that several of them need. */
#ifndef TM_TEST_SIMULATIONS_H
#define TM_TEST_SIMULATIONS_H

#include "test.h"

/* The simulation of a run of a text. Model, assembly and messages live until the case's end, as it
 * does. Any message about the model or the run but notes, and any error of the text, is a failure.
 * Null when there is none, which the case has then been reported. Null def: the default one. */
tmSim *sim_of(tmTest *t, const char *text, int32_t run, const tmSimDef *def);

/* The same for a text in the folder of examples: "dynamics/pendulum.tml". */
tmSim *sim_of_example(tmTest *t, const char *name, int32_t run, const tmSimDef *def);

/* The model of a simulation that sim_of made, for names. */
const tmModel *sim_model(const tmSim *sim);

/* Puts everything that can be told of a run into text: messages of the document, of the model, of
 * the assembly and of tm_sim_create, a line each: "error 3:5 message // hint [part, part]". The run
 * goes on until `to`; a problem that ends it stands in the last line. Lives until the case's end.
 */
const char *sim_says(tmTest *t, const char *text, const tmSimDef *def, double to);

/* A coordinate of a joint by its name, and its rate where `rate` is not null; NaN without one. */
double sim_value(tmSim *sim, const char *joint, double *rate);

/* Where a feature is now, and how fast where `velocity` is not null. */
void sim_point(tmTest *t, tmSim *sim, const char *feature, double point[3], double velocity[3]);

/* The body of a part, by its dotted name. */
int32_t sim_body(tmTest *t, const tmSim *sim, const char *part);

/* What a joint does to its first part. */
tmWrench sim_wrench(tmTest *t, tmSim *sim, const char *joint);

/* What Newton's laws are about, from frames, twists and masses alone: of the whole world. */
typedef struct SimTotals {
    double kinetic, weight; /* energies [J]; that of the weight is 0 at the origin */
    double momentum[3];     /* [kg m/s] */
    double angular[3];      /* angular momentum about the origin [kg m^2/s] */
} SimTotals;
SimTotals sim_totals(const tmSim *sim);

/* A vector of the world in the axes of a body. */
void sim_in_body(const tmSim *sim, int32_t body, const double v[3], double out[3]);

/* Jacobi's elliptic functions sn, cn, dn of u for the parameter m = k^2, 0 <= m < 1, and the
 * complete integral K(m): by the arithmetic-geometric mean ([AS] 16.4, 17.6). */
void elliptic(double u, double m, double *sn, double *cn, double *dn);
double elliptic_k(double m);

#endif
