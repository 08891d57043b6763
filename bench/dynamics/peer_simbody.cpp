/* peer_simbody.cpp: Simbody. Trees are in joint coordinates, by its recursive method. A planar loop
 * is closed by two points on planes, which is the least that does; one in space by a ball. The
 * integrators control their error by `accuracy`; constraints are projected to a tenth of it, as is
 * Simbody's default. CPodes runs Adams' methods with functional iteration, for nothing is stiff. */
#include "peer.h"

#include <Simbody.h>
#include <cstring>
#include <memory>
#include <vector>

using namespace SimTK;

namespace {

const int loops_most = 200;           /* the matrix of their constraints is full */
const double fixed_tolerance = 1e-10; /* of constraints, with steps of fixed size */

struct SimbodyRun {
    const dynScene *scene;
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    std::vector<MobilizedBodyIndex> bodies;
    std::unique_ptr<Integrator> integrator;

    explicit SimbodyRun(const dynScene *s) : scene(s), matter(system), forces(system) {
    }
};

Vec3 vector_of(const double v[3]) {
    return Vec3(v[0], v[1], v[2]);
}

Rotation rotation_of(const dynScene *scene, int body) {
    const double *q = scene->bodies[body].rotation;
    return Rotation(Quaternion(q[0], q[1], q[2], q[3]));
}

/* The joint's frame at the start, z along its axis, in the axes of a body. */
Transform joint_frame(const dynScene *scene, int body, const dynJoint &j) {
    Rotation frame(UnitVec3(vector_of(j.axis)), ZAxis);
    double point[3];
    dyn_local_point(scene, body, j.point, point);
    return Transform(~rotation_of(scene, body) * frame, vector_of(point));
}

void add_body(SimbodyRun &run, int body) {
    const dynBody &b = run.scene->bodies[body];
    const dynJoint &j = run.scene->joints[b.joint];
    Body::Rigid info(
        MassProperties(b.mass, Vec3(0), Inertia(b.inertia[0], b.inertia[1], b.inertia[2])));
    MobilizedBody &parent = run.matter.updMobilizedBody(run.bodies[(size_t)b.parent]);
    Transform inner = joint_frame(run.scene, b.parent, j);
    Transform outer = joint_frame(run.scene, body, j);
    if (j.kind == DYN_PIN) {
        MobilizedBody::Pin made(parent, inner, info, outer);
        run.bodies[(size_t)body] = made.getMobilizedBodyIndex();
    } else {
        MobilizedBody::Ball made(parent, inner, info, outer);
        run.bodies[(size_t)body] = made.getMobilizedBodyIndex();
    }
}

void close_loop(SimbodyRun &run, const dynJoint &j) {
    MobilizedBody &inner = run.matter.updMobilizedBody(run.bodies[(size_t)j.inner]);
    MobilizedBody &outer = run.matter.updMobilizedBody(run.bodies[(size_t)j.outer]);
    double a[3];
    double b[3];
    dyn_local_point(run.scene, j.inner, j.point, a);
    dyn_local_point(run.scene, j.outer, j.point, b);
    if (run.scene->planar) {
        Constraint::PointInPlane(inner, UnitVec3(XAxis), a[0], outer, vector_of(b));
        Constraint::PointInPlane(inner, UnitVec3(YAxis), a[1], outer, vector_of(b));
    } else {
        Constraint::Ball(inner, vector_of(a), outer, vector_of(b));
    }
}

/* Speeds of joints at the start: of a ball along the axes of its inner frame. */
void set_speeds(SimbodyRun &run, State &state) {
    for (int i = 1; i < run.scene->body_count; i++) {
        const dynJoint &j = run.scene->joints[run.scene->bodies[i].joint];
        MobilizedBody &body = run.matter.updMobilizedBody(run.bodies[(size_t)i]);
        double spin[3];
        dyn_joint_spin(run.scene, &j, spin);
        Vec3 local = ~Rotation(UnitVec3(vector_of(j.axis)), ZAxis) * vector_of(spin);
        if (j.kind == DYN_PIN) {
            body.setOneU(state, 0, local[2]);
        } else {
            body.setUFromVector(state, Vector(local));
        }
    }
}

Integrator *make_integrator(const System &system, const char *method) {
    if (std::strncmp(method, "merson", 6) == 0) {
        return new RungeKuttaMersonIntegrator(system);
    }
    if (std::strcmp(method, "feldberg") == 0) {
        return new RungeKuttaFeldbergIntegrator(system);
    }
    if (std::strcmp(method, "verlet") == 0) {
        return new VerletIntegrator(system);
    }
    return new CPodesIntegrator(system, CPodes::Adams, CPodes::Functional);
}

void *create(const dynPeer *peer, const dynScene *scene, double setting) {
    if (scene->joint_count - (scene->body_count - 1) > loops_most) {
        return nullptr;
    }
    SimbodyRun *run = new SimbodyRun(scene);
    run->bodies.resize((size_t)scene->body_count);
    run->bodies[0] = run->matter.Ground().getMobilizedBodyIndex();
    Force::UniformGravity(run->forces, run->matter, vector_of(scene->gravity));
    for (int i = 1; i < scene->body_count; i++) {
        add_body(*run, scene->order[i - 1]);
    }
    for (int i = 0; i < scene->joint_count; i++) {
        if (scene->joints[i].is_loop) {
            close_loop(*run, scene->joints[i]);
        }
    }
    State state = run->system.realizeTopology();
    run->system.realizeModel(state);
    set_speeds(*run, state);
    run->integrator.reset(make_integrator(run->system, peer->method));
    if (peer->is_adaptive) {
        run->integrator->setAccuracy(setting);
    } else {
        run->integrator->setConstraintTolerance(fixed_tolerance);
        run->integrator->setFixedStepSize(scene->end / setting);
    }
    run->integrator->setFinalTime(scene->end);
    run->integrator->setReturnEveryInternalStep(true);
    run->integrator->initialize(state);
    return run;
}

bool run_steps(void *context) {
    SimbodyRun *run = static_cast<SimbodyRun *>(context);
    run->system.resetAllCountersToZero();
    try {
        while (run->integrator->getTime() < run->scene->end) {
            run->integrator->stepTo(run->scene->end);
            if (dyn_is_late()) {
                return false;
            }
        }
    } catch (const std::exception &) {
        return false; /* the accuracy cannot be had */
    }
    return true;
}

void centres(void *context, double *positions) {
    SimbodyRun *run = static_cast<SimbodyRun *>(context);
    const State &state = run->integrator->getState();
    run->system.realize(state, Stage::Position);
    for (int i = 1; i < run->scene->body_count; i++) {
        const Vec3 &p =
            run->matter.getMobilizedBody(run->bodies[(size_t)i]).getBodyOriginLocation(state);
        for (int k = 0; k < 3; k++) {
            positions[3 * i + k] = p[k];
        }
    }
}

double evaluations(void *context) {
    SimbodyRun *run = static_cast<SimbodyRun *>(context);
    return run->system.getNumRealizationsOfThisStage(Stage::Acceleration);
}

void destroy(void *context) {
    delete static_cast<SimbodyRun *>(context);
}

} // namespace

extern "C" const dynPeer *dyn_peers_simbody(int *count) {
    static const dynPeer peers[] = {
        {"simbody", DYN_SIMBODY_VERSION, "merson", true, DYN_ALL, create, run_steps, centres,
         evaluations, destroy},
        {"simbody", DYN_SIMBODY_VERSION, "cpodes", true, DYN_ALL, create, run_steps, centres,
         evaluations, destroy},
        {"simbody", DYN_SIMBODY_VERSION, "feldberg", true, DYN_ALL, create, run_steps, centres,
         evaluations, destroy},
        {"simbody", DYN_SIMBODY_VERSION, "verlet", true, DYN_ALL, create, run_steps, centres,
         evaluations, destroy},
        {"simbody", DYN_SIMBODY_VERSION, "merson steps", false, DYN_LOOPS, create, run_steps,
         centres, evaluations, destroy},
    };
    *count = (int)(sizeof peers / sizeof peers[0]);
    return peers;
}
