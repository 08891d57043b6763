#!/usr/bin/python3
"""bench_python.py OUT: what Python costs beside C: poses of a four-bar in one call, steps of a world one by one, a control
in Python. The same in C, by a program that is compiled here, and MuJoCo's Python package for steps and controls.

Times are those of the core, not of the wall: the least of several rounds, in which all contenders take turns.
"""
import csv
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import trammel as tm

ROOT = Path(__file__).resolve().parent.parent.parent
# Its loader's name has a version, which the package's file does not: it is there before that is looked for.
LIBRARY = Path(tm.__file__).with_name("libtrammel.so")
ROUNDS = 15
POSES, STEPS = 1_000_000, 5_000

WORLD = """
primitive rod(l) begin geometry: bar(l, 2cm, 1cm) where begin top: (-l / 2, 0); end; dynamics: ; end
world pendulum begin
  components rod: rod(1m);
  structure join rod to world with pin matching (top center) as hinge;
  properties: (planar, gravity);
  CONTROL
end
simulate pendulum begin time: (1ms, 1000s); method: METHOD; end
"""
MJCF = """<mujoco><option timestep="0.001" integrator="Euler"/><worldbody><body>
<joint type="hinge" axis="0 0 1" name="hinge"/><geom type="capsule" fromto="0 0 0 1 0 0" size="0.01"/>
</body></worldbody><actuator><motor joint="hinge"/></actuator></mujoco>"""

PROGRAM = r"""
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <trammel/trammel.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static void must(tmStatus status) { if (status) { fprintf(stderr, "%s\n", tm_status_message(status)); exit(1); } }
static tmPlan *plan_of(void) {
    tmMechanism *m; tmBodyDef link = tm_body_def_default(); tmBodyId b[3]; tmJointId motor; tmPlan *plan;
    must(tm_mechanism_create(NULL, &m));
    link.angle = 1.0;
    for (int i = 0; i < 3; i++) { must(tm_body_add(m, &link, &b[i])); }
    must(tm_joint_add_pin(m, tm_mechanism_ground(m), 0, 0, b[0], 0, 0, &motor));
    must(tm_joint_add_pin(m, b[0], 1, 0, b[1], 0, 0, NULL));
    must(tm_joint_add_pin(m, b[1], 3.5, 0, b[2], 3, 0, NULL));
    must(tm_joint_add_pin(m, tm_mechanism_ground(m), 4, 0, b[2], 0, 0, NULL));
    tmInput input = {.kind = TM_INPUT_ANGLE, .joint = motor};
    tmPlanDef def = tm_plan_def_default(); def.inputs = &input; def.input_count = 1;
    must(tm_plan_create(m, &def, &plan));
    double at = 0.0; must(tm_plan_move(plan, &at, NULL));
    return plan;
}
static void torque(void *user, const tmControlCall *call, double *values) { (void)call; ++*(long *)user; values[0] = 0.0; }
static tmSim *sim_of(const char *path, long *calls) {
    static char text[10000]; FILE *file = fopen(path, "r"); size_t length = fread(text, 1, sizeof text - 1, file); fclose(file);
    tmDocumentDef def = tm_document_def_default(); def.text = text; def.length = length;
    tmDocument *document; tmModel *model; tmAssembly *assembly; tmDiags *diags; tmSim *sim;
    tmModelDef model_def = tm_model_def_default(); tmSimDef sim_def = tm_sim_def_default();
    const tmHostControl control = {"helper", torque, calls}; sim_def.controls = &control; sim_def.control_count = 1;
    must(tm_document_create(NULL, &def, &document)); must(tm_model_create(NULL, document, 0, &model_def, &model));
    must(tm_assemble(model, NULL, &assembly)); must(tm_diags_create(NULL, &diags));
    must(tm_sim_create(model, assembly, &sim_def, diags, &sim));
    return sim;
}
int main(int count, char **argv) {
    if (!strcmp(argv[1], "sweep")) {
        int n = atoi(argv[2]); tmPlan *plan = plan_of();
        double *values = malloc(n * sizeof *values), *kept = malloc(16 * n * sizeof *kept);
        for (int i = 0; i < n; i++) { values[i] = 6.28 * i / n; }
        must(tm_plan_sweep(plan, values, n, NULL, 4, kept, NULL));
        for (int round = 0; round < 3; round++) {
            double t = now(); must(tm_plan_sweep(plan, values, n, NULL, 4, kept, NULL)); printf("kept %.9g\n", now() - t);
            t = now(); double *fresh = malloc(16 * n * sizeof *fresh);
            must(tm_plan_sweep(plan, values, n, NULL, 4, fresh, NULL)); printf("fresh %.9g\n", now() - t); free(fresh);
        }
        return 0;
    }
    long calls = 0; int n = atoi(argv[3]); tmSim *sim = sim_of(argv[2], &calls);
    for (int i = 1; i <= 100; i++) { must(tm_sim_advance(sim, 0.001 * i)); }
    calls = 0; double t = now();
    for (int i = 1; i <= n; i++) { must(tm_sim_advance(sim, 0.1 + 0.001 * i)); }
    printf("steps %.9g %ld\n", now() - t, calls); (void)count;
    return 0;
}
"""


def compiled(folder):
    """The C program, against the package's own library."""
    source, program = Path(folder) / "c.c", Path(folder) / "c"
    source.write_text(PROGRAM, encoding="utf-8")
    subprocess.run(["cc", "-O2", f"-I{ROOT / 'include'}", str(source), str(LIBRARY), "-o", str(program)],
                   check=True)
    return program


def ran(program, *words):
    """Lines of words that the program printed, by their first."""
    done = subprocess.run([str(program), *map(str, words)], check=True, capture_output=True, text=True, errors="replace",
                          env={**os.environ, "LD_PRELOAD": str(LIBRARY)})
    found = {}
    for line in done.stdout.splitlines():
        name, *numbers = line.split()
        found.setdefault(name, []).append([float(number) for number in numbers])
    return found


class Least:
    """The least time of each contender."""

    def __init__(self):
        self.best = {}

    def add(self, name, seconds):
        self.best[name] = min(seconds, self.best.get(name, seconds))


def plan_of():
    m = tm.Mechanism()
    crank, coupler, rocker = (m.body_add(angle=1.0) for _ in range(3))
    motor = m.joint_add_pin(m.ground, (0, 0), crank, (0, 0))
    m.joint_add_pin(crank, (1, 0), coupler, (0, 0))
    m.joint_add_pin(coupler, (3.5, 0), rocker, (3, 0))
    m.joint_add_pin(m.ground, (4, 0), rocker, (0, 0))
    plan = m.plan([motor])
    plan.move([0.0])
    return plan


def bench_sweep(program, least):
    plan, values, kept = plan_of(), np.linspace(0.0, 6.28, POSES), np.empty((4, 4, POSES))
    plan.sweep(values, out=kept)
    for _ in range(ROUNDS):
        for name, rows in ran(program, "sweep", POSES).items():
            least.add(f"c {name}", min(row[0] for row in rows))
        for _ in range(3):
            t = time.thread_time()
            plan.sweep(values, out=kept)
            least.add("python kept", time.thread_time() - t)
            t = time.thread_time()
            fresh = plan.sweep(values)
            least.add("python fresh", time.thread_time() - t)
            del fresh


def sim_of(text, counted=None):
    controls = {"helper": counted} if counted else None
    sim = tm.read(text).model().simulate(controls=controls)
    for i in range(1, 101):
        sim.advance(0.001 * i)
    return sim


def stepped(advance):
    t = time.thread_time()
    for i in range(1, STEPS + 1):
        advance(0.1 + 0.001 * i)
    return time.thread_time() - t


def bench_steps(program, least, folder, calls):
    hosted = WORLD.replace("CONTROL", "control: torque of hinge = helper;").replace("METHOD", "stepping")
    plain = WORLD.replace("CONTROL", "").replace("METHOD", "stepping")
    texts = {}
    for name, text in (("plain", plain), ("hosted", hosted)):
        texts[name] = Path(folder) / f"{name}.tml"
        texts[name].write_text(text, encoding="utf-8")
    for _ in range(ROUNDS):
        for name, path in texts.items():
            rows = ran(program, "steps", path, STEPS)["steps"]
            least.add(f"c {name}", rows[0][0])
            calls[name] = rows[0][1]
        least.add("python plain", stepped(sim_of(plain).advance))
        least.add("python hosted", stepped(sim_of(hosted, lambda call: 0.0).advance))
        bench_mujoco(least)


def bench_mujoco(least):
    try:
        import mujoco
    except ImportError:
        return
    model = mujoco.MjModel.from_xml_string(MJCF)
    for name, control in (("plain", None), ("hosted", lambda model, data: None)):
        data = mujoco.MjData(model)
        mujoco.set_mjcb_control(control)
        try:
            step = mujoco.mj_step
            t = time.thread_time()
            for _ in range(STEPS):
                step(model, data)
            least.add(f"mujoco {name}", time.thread_time() - t)
        finally:
            mujoco.set_mjcb_control(None)


def processor():
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def main():
    out, least, calls = Path(sys.argv[1]), Least(), {}
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        bench_sweep(program, least)
        bench_steps(program, least, folder, calls)
    best = least.best
    rows = [
        ("1e6 poses, array given", "s", best["c kept"], best["python kept"], None),
        ("1e6 poses, new array", "s", best["c fresh"], best["python fresh"], None),
        ("step of a pendulum", "us", *(1e6 * best[f"{who} plain"] / STEPS for who in ("c", "python")),
         1e6 * best["mujoco plain"] / STEPS if "mujoco plain" in best else None),
        ("call of a control", "us", *(1e6 * (best[f"{who} hosted"] - best[f"{who} plain"]) / calls["hosted"]
                                      for who in ("c", "python")),
         1e6 * (best["mujoco hosted"] - best["mujoco plain"]) / STEPS if "mujoco plain" in best else None),
    ]
    with open(out, "w", encoding="utf-8", newline="") as file:
        file.write(f"# machine: {processor()}\n# least of {ROUNDS} rounds; python {platform.python_version()}; a control's "
                   "call is the difference to the same world without it\n")
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["what", "unit", "c", "python", "python_over_c", "python_minus_c", "mujoco_python"])
        for what, unit, c, python, mujoco in rows:
            table.writerow([what, unit, f"{c:.4g}", f"{python:.4g}", f"{python / c:.3g}", f"{python - c:.3g}",
                            "" if mujoco is None else f"{mujoco:.4g}"])
    print(out.read_text(encoding="utf-8"), end="")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
