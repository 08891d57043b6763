/* peer_siconos.cpp: Siconos: Moreau's and Jean's time-stepping (theta = 0.50001) with Newton's
 * impact law and Coulomb's friction, solved for the plane by its non-smooth Gauss-Seidel method to
 * 1e-8; contact points come from its collision manager, which is Bullet's in single precision.
 *
 * It is a library of its own that is opened at run time, for that Bullet has the same names as the
 * one in double precision. */
#include "peer.h"

#include <RigidBody2dDS.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosContactor.hpp>
#include <SiconosKernel.hpp>
#include <SiconosShape.hpp>
#include <SolverOptions.h>
#include <cmath>
#include <memory>
#include <vector>

namespace {

const double theta = 0.50001; /* that of its own programs */
const double tolerance = 1e-8;
const int rounds = 1000;
const double margin_part = 1e-2; /* of shapes, inwards, of the smallest body's size */
const double reach_part = 2e-2;  /* within which contact points are kept, likewise */

struct SiconosRun {
    const conScene *scene;
    std::shared_ptr<TimeStepping> simulation;
    std::vector<std::shared_ptr<RigidBody2dDS>> bodies; /* null: fixed */
    bool is_broken;
};

std::shared_ptr<SiconosVector> vector_of(double x, double y, double angle) {
    auto v = std::make_shared<SiconosVector>(3);
    (*v)(0) = x;
    (*v)(1) = y;
    (*v)(2) = angle;
    return v;
}

/* A pose as shapes have it: in space. */
std::shared_ptr<SiconosVector> pose_of(double x, double y, double angle) {
    auto v = std::make_shared<SiconosVector>(7);
    v->zero();
    (*v)(0) = x;
    (*v)(1) = y;
    (*v)(3) = std::cos(0.5 * angle);
    (*v)(6) = std::sin(0.5 * angle);
    return v;
}

/* A piece where it is on its body, which is at a pose. */
std::shared_ptr<SiconosContactor> contactor_of(const conPiece &piece, const conState &at,
                                               double size) {
    std::shared_ptr<SiconosShape> shape;
    conBox box = {{0, 0}, {0, 0}, 0};
    if (piece.count == 1) {
        box.centre[0] = piece.corners[0][0];
        box.centre[1] = piece.corners[0][1];
        shape = std::make_shared<SiconosDisk>((float)piece.radius);
    } else if (con_piece_box(&piece, &box)) {
        shape = std::make_shared<SiconosBox2d>(2 * box.half[0], 2 * box.half[1]);
    } else {
        auto corners = std::make_shared<SimpleMatrix>(piece.count, 2);
        for (int i = 0; i < piece.count; i++) {
            corners->setValue(i, 0, piece.corners[i][0]);
            corners->setValue(i, 1, piece.corners[i][1]);
        }
        shape = std::make_shared<SiconosConvexHull2d>(corners);
    }
    shape->setInsideMargin(margin_part * size);
    shape->setOutsideMargin(0);
    double c = std::cos(at.angle);
    double s = std::sin(at.angle);
    auto offset = pose_of(at.x + c * box.centre[0] - s * box.centre[1],
                          at.y + s * box.centre[0] + c * box.centre[1], at.angle + box.angle);
    return std::make_shared<SiconosContactor>(shape, offset, 0);
}

void add_body(SiconosRun &run, const conBody &b, NonSmoothDynamicalSystem &system, MoreauJeanOSI &,
              SiconosBulletCollisionManager &manager) {
    auto set = std::make_shared<SiconosContactorSet>();
    double size = con_smallest(run.scene);
    conState at = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < b.piece_count; i++) {
        set->append(contactor_of(b.pieces[i], b.is_fixed ? b.start : at, size));
    }
    if (b.is_fixed) {
        manager.insertStaticContactorSet(set, pose_of(0, 0, 0));
        run.bodies.push_back(nullptr);
        return;
    }
    auto body = std::make_shared<RigidBody2dDS>(vector_of(b.start.x, b.start.y, b.start.angle),
                                                vector_of(b.start.vx, b.start.vy, b.start.spin),
                                                b.mass, b.inertia);
    body->setUseContactorInertia(false);
    body->setFExtPtr(vector_of(b.mass * run.scene->gravity[0], b.mass * run.scene->gravity[1], 0));
    body->setContactors(set);
    system.insertDynamicalSystem(body);
    run.bodies.push_back(body);
}

/* A solution that is not as exact as asked is judged by its outcome; words on paper are not needed.
 */
void keep_quiet(int, Simulation *) {
}

/* Pins are not asked of it. */
void *create(const conPeer *, const conScene *scene) {
    for (int i = 0; i < scene->body_count; i++) {
        if (scene->bodies[i].is_pinned) {
            return nullptr;
        }
    }
    SiconosRun *run = new SiconosRun{scene, nullptr, {}, false};
    double end = scene->step * (scene->steps + 2);
    auto system = std::make_shared<NonSmoothDynamicalSystem>(0, end);
    auto integrator = std::make_shared<MoreauJeanOSI>(theta);
    auto times = std::make_shared<TimeDiscretisation>(0, scene->step);
    auto problem = std::make_shared<FrictionContact>(2, SICONOS_FRICTION_2D_NSGS);
    SolverOptions *options = problem->numericsSolverOptions().get();
    options->iparam[SICONOS_IPARAM_MAX_ITER] = rounds;
    options->dparam[SICONOS_DPARAM_TOL] = tolerance;
    problem->setMaxSize(16384);
    problem->setMStorageType(NM_SPARSE_BLOCK);
    problem->setNumericsVerboseMode(0);
    problem->setKeepLambdaAndYState(true);
    SiconosBulletOptions settings;
    settings.dimension = SICONOS_BULLET_2D;
    settings.contactBreakingThreshold = reach_part * con_smallest(scene);
    auto manager = std::make_shared<SiconosBulletCollisionManager>(settings);
    auto law = std::make_shared<NewtonImpactFrictionNSL>(0, 0, scene->friction, 2);
    manager->insertNonSmoothLaw(law, 0, 0);
    for (int i = 0; i < scene->body_count; i++) {
        add_body(*run, scene->bodies[i], *system, *integrator, *manager);
    }
    run->simulation = std::make_shared<TimeStepping>(system, times);
    run->simulation->insertIntegrator(integrator);
    run->simulation->insertNonSmoothProblem(problem);
    run->simulation->insertInteractionManager(manager);
    run->simulation->setCheckSolverFunction(keep_quiet);
    run->simulation->setNewtonTolerance(1e-10);
    run->simulation->setNewtonMaxIteration(20);
    return run;
}

void step(void *context) {
    SiconosRun *run = static_cast<SiconosRun *>(context);
    if (run->is_broken) {
        return;
    }
    try {
        run->simulation->computeOneStep();
        run->simulation->nextStep();
    } catch (...) {
        run->is_broken = true;
    }
}

void states(void *context, conState *states) {
    SiconosRun *run = static_cast<SiconosRun *>(context);
    for (int i = 0; i < run->scene->body_count; i++) {
        states[i] = run->scene->bodies[i].start;
        if (run->bodies[(size_t)i]) {
            const SiconosVector &q = *run->bodies[(size_t)i]->q();
            const SiconosVector &v = *run->bodies[(size_t)i]->velocity();
            states[i] = {q(0), q(1), q(2), v(0), v(1), v(2)};
        }
        states[i].x += run->is_broken ? NAN : 0;
    }
}

void destroy(void *context) {
    delete static_cast<SiconosRun *>(context);
}

} // namespace

/* The door of the library. */
extern "C" const conPeer *con_siconos_peers(int *count) {
    static const conPeer peer = {"siconos", nullptr, create, step, states, destroy};
    *count = 1;
    return &peer;
}
