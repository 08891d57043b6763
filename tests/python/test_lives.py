"""Nothing leaks, in whatever order things are given up; threads, forks and the end of the interpreter."""
import gc
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time

import cffi
import pytest
import trammel as tm
from worlds import HOSTED, PENDULUM, PUSHED, STACK, SWING, four_bar

ffi = cffi.FFI()
ffi.cdef("""struct mallinfo2 { size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks,
            keepcost; }; struct mallinfo2 mallinfo2(void);""")
libc = ffi.dlopen(None)


def in_use():
    """Bytes of the C library's heap that are in use, large blocks of their own included."""
    gc.collect()
    info = libc.mallinfo2()
    return info.uordblks + info.hblkhd


def fail():
    raise ValueError("no")


def everything():
    """A little of all that owns memory, also after failures."""
    document = tm.read(PENDULUM)
    model = document.model()
    sim = model.simulate()
    recording = sim.run()
    recording.times, recording.csv(), recording.svg(), document.format()
    animation = tm.read(SWING).model().animate()
    animation.run().svg(loop=True)
    plan = animation.plan
    m, motor, _ = four_bar()
    own = m.plan([motor])
    own.move([0.1])
    kept = [own.rates(), own.forces(), own.modes(), m.diagnose(), model.assemble().mobility(), plan]
    for attempt in (lambda: tm.read("world"), lambda: tm.Recording(b"x"), lambda: own.move([1, 2]),
                    lambda: tm.read(HOSTED).model().simulate(),
                    lambda: tm.read(HOSTED).model().simulate(controls={"helper": lambda call: fail()}).advance(1.0)):
        with pytest.raises((tm.Error, ValueError)):
            attempt()
    tm.simulate_many(tm.read(PUSHED).model(), inputs={"push": [1.0, 2.0]}, threads=2)
    random.shuffle(kept)
    while kept:
        kept.pop()


def test_nothing_leaks():
    for _ in range(5):
        everything()
    before = in_use()
    rounds = 20
    for _ in range(rounds):
        everything()
    grown = in_use() - before
    assert grown < 2000 * rounds, f"{grown} bytes more after {rounds} rounds"  # a simulation alone has 40,000


def test_owners_may_be_given_up_in_any_order():
    numbers = random.Random(4)
    for _ in range(40):
        document = tm.read(PENDULUM)
        model = document.model()
        assembly = model.assemble()
        owners = [document, model, assembly, tm.Sim(model, assembly), model.simulate(), assembly.mobility(),
                  assembly.plan([tm.SpaceInput.coordinate("hinge")])]
        ring = {"owners": list(owners)}
        ring["self"] = ring  # only the collector of cycles frees these
        del document, model, assembly
        numbers.shuffle(owners)
        while owners:
            owner = owners.pop()
            if numbers.random() < 0.3:
                owner.close()
            del owner
        del ring
        gc.collect()


def test_threads_each_with_a_simulation():
    model = tm.read(PUSHED).model()
    hashes, errors = [], []

    def work():
        try:
            for _ in range(5):
                sim = model.simulate()
                sim.set_input("push", 2.0)
                sim.advance(1.0)
                hashes.append(sim.hash)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and len(hashes) == 20 and len(set(hashes)) == 1


def test_threads_that_share_a_simulation_are_told():
    sim = tm.read(STACK.replace("500ms)", "60s)")).model().simulate()
    seen, stop = [], threading.Event()

    def disturb():
        while not stop.is_set():
            for attempt in (lambda: sim.advance(0.001), lambda: sim.frames, sim.close):
                try:
                    attempt()
                except tm.Error as error:
                    seen.append(type(error))

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        sim.advance(5.0)
    except tm.Error as error:
        seen.append(type(error))
    stop.set()
    thread.join()
    assert seen and set(seen) <= {tm.BusyError, tm.ClosedError, tm.ArgumentError}


def run_python(code, **options):
    return subprocess.run([sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(code)], capture_output=True,
                          text=True, errors="replace", timeout=60, check=False,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, **options)


LONG = f"""
import threading, time, signal, os, sys
import trammel as tm
text = '''{STACK.replace("500ms)", "1000000s)")}'''
sim = tm.read(text).model().simulate()
"""


def test_interpreter_may_end_in_the_midst_of_a_run():
    done = run_python(LONG + "threading.Thread(target=sim.advance, args=(1e6,), daemon=True).start()\n"
                      "time.sleep(0.2)\nprint('left')\n")
    assert done.stdout == "left\n" and done.returncode == 0, done.stderr


def test_interpreter_may_end_with_all_kinds_of_owners_alive():
    done = run_python(LONG + "rec = tm.read(text.replace('1000000s', '100ms')).model().simulate().run()\n"
                      "times = rec.times\nmodel = sim.model\nsys.modules['keep'] = (rec, sim)\nprint('left')\n")
    assert done.stdout == "left\n" and done.returncode == 0, done.stderr


def test_interrupt_ends_a_long_run_and_it_can_go_on():
    done = run_python(LONG + "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
                      "try:\n    sim.advance(1e6)\nexcept KeyboardInterrupt:\n    at = sim.time\n"
                      "sim.advance(at + 0.1)\nprint(sim.time > at, sim.outcome.name)\n")
    assert done.stdout == "True RUNS\n", done.stderr


def test_interrupt_of_a_recorded_run_leaves_its_recording():
    done = run_python(LONG + "threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
                      "try:\n    sim.run()\nexcept KeyboardInterrupt as error:\n"
                      "    print(error.recording.info.is_whole, len(error.recording) > 0)\n")
    assert done.stdout == "True True\n", done.stderr


def test_interrupt_of_a_batch_ends_all_its_runs():
    done = run_python(LONG + "threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
                      "try:\n    tm.simulate_many([sim.model] * 4, threads=2)\nexcept KeyboardInterrupt:\n"
                      "    print('ended')\n")
    assert done.stdout == "ended\n", done.stderr


def test_fork_while_a_thread_runs():
    sim = tm.read(STACK.replace("500ms)", "1000000s)")).model().simulate()
    stop = threading.Event()

    def work():
        while not stop.is_set():
            sim.advance(sim.time + 0.05)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        try:
            fresh = tm.read(PENDULUM).model().simulate()
            fresh.advance(0.5)
            code = 0 if sim.model.body_count == 4 and fresh.time == 0.5 else 1
        except BaseException:
            code = 2
        os._exit(code)
    _, status = os.waitpid(child, 0)
    stop.set()
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 0


def test_hash_after_fork_is_the_same():
    model = tm.read(PENDULUM).model()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        sim = model.simulate()
        sim.advance(1.0)
        os.write(writing, str(sim.hash).encode())
        os._exit(0)
    os.waitpid(child, 0)
    sim = model.simulate()
    sim.advance(1.0)
    assert os.read(reading, 100).decode() == str(sim.hash)
