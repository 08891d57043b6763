// The simulator falls as bodies fall, goes back and goes on with the same bits, and takes a changed
// world over.
import { beforeEach, describe, expect, test } from 'vitest';

import type { Core } from '../../../src/core/core';
import { liveText } from '../../../src/live/live_text';
import type { Frame, Values } from '../../../src/live/protocol';
import { Simulator } from '../../../src/live/simulator';
import { testCore, testModule } from '../test_core';

const BALL = `
primitive ball begin
  properties: (density: 7850);
  geometry: sphere(6mm);
  interference: ;
  dynamics: ;
end
primitive floor begin
  properties: (fixed);
  geometry: cuboid(300mm, 10mm, 10mm) where begin top: (0, 5mm); end;
  interference: ;
end
world drop begin
  components ball1: ball; floor1: floor;
  structure begin
    place ball1 by center at (0, 1m);
    place floor1 by top at (0, 0);
  end
  properties: (planar, gravity);
end
`;
const TWO = BALL.replace('ball1: ball;', 'ball1: ball; ball2: ball;').replace(
  'place floor1',
  'place ball2 by center at (30mm, 50mm); place floor1',
);
const ARM = `
primitive arm begin
  properties: (density: 2700);
  geometry: link(8mm, 3mm) where begin a: (0, 0); b: (60mm, 0); end;
  dynamics: ;
end
world turning begin
  components arm1: arm;
  structure begin
    join arm1 to world with pin matching (a (0, 0)) as pin1;
    place arm1 by a near (0, 0);
  end
  properties: (planar, gravity);
end
animate turning begin drive: pin1.angle = 0deg .. 360deg in 60 frames; monitor: arm1.b.y; end
`;
/** The longer of the two side links drives, and cannot go round. */
const ROCKER = `
${[60, 80, 30].map((length, i) => `primitive l${i + 1} begin
  properties: (density: 2700);
  geometry: link(8mm, 3mm) where begin a: (0, 0); b: (${length}mm, 0); end;
  dynamics: ;
end`).join('\n')}
world rocker begin
  components l1: l1; l2: l2; l3: l3;
  structure begin
    join l1 to world with pin matching (a (0, 0)) as j1;
    join l1 to l2 with pin matching (b a) as j2;
    join l2 to l3 with pin matching (b b) as j3;
    join l3 to world with pin matching (a (90mm, 0)) as j4;
    place l1 by a near (0, 0) angle = 92deg;
    place l2 by a near (0, 60mm) angle = -25deg;
    place l3 by a near (90mm, 0) angle = 120deg;
  end
  properties: (planar);
end
`;

const G = 9.81;
let core: Core;
let simulator: Simulator;

function textOf(source: string): string {
  const sketch = core.sketch(source);
  const text = liveText(core, source, sketch.facts, { part: sketch.part(), parts: 0.25 });
  sketch.dispose();
  return text;
}

function start(text: string): void {
  simulator.start({ section: 1, text, record: 0 }, new Float64Array(0));
}

function run(seconds: number, rate = 60): void {
  for (let i = 0; i < Math.round(seconds * rate); i++) {
    simulator.advance(1 / rate);
  }
}

const height = (body: number) => simulator.frame?.poses[4 * body + 1] ?? NaN;

beforeEach(async () => {
  core = await testCore();
  simulator = new Simulator(await testModule());
});

describe('the simulator', () => {
  test('a ball falls by half g t squared, and then rests on the floor', () => {
    start(textOf(BALL));
    expect(simulator.problem).toBe('');
    run(0.3);
    const { time } = simulator.frame ?? { time: 0 };
    // The shown moment lies between two steps, on a straight line: g h² / 8 at most.
    expect(Math.abs(height(1) - (1 - (G * time ** 2) / 2))).toBeLessThan((G * 1e-6) / 8 + 1e-12);
    run(2);
    expect(height(1)).toBeCloseTo(0.006, 6);
    expect(simulator.frame?.contacts.length).toBe(4);
  });

  test('back and on again gives the same bits', () => {
    start(textOf(BALL));
    run(1);
    const first = simulator.frame;
    simulator.scrub(0.4);
    expect(simulator.frame?.time).toBeCloseTo(0.4, 2);
    while ((simulator.frame?.time ?? 0) < (first?.time ?? 0) - 1e-6) {
      simulator.advance(1e-3);
    }
    expect(simulator.frame?.time).toBeCloseTo(first?.time ?? 0, 9);
    expect(simulator.frame?.poses).toEqual(first?.poses);
  });

  test('a body that is dropped in does not disturb the others', () => {
    start(textOf(BALL));
    run(1.5);
    const before = height(1);
    simulator.update({ section: 2, text: textOf(TWO), record: 0 });
    expect(simulator.problem).toBe('');
    expect(simulator.frame?.poses.length).toBe(16);
    run(1);
    expect(height(1)).toBeCloseTo(before, 6);
    expect(height(2)).toBeCloseTo(0.006, 5);
  });

  test('time before a body was dropped in can be gone back to, and the body comes in again at its time', () => {
    start(textOf(BALL));
    run(0.5);
    simulator.update({ section: 2, text: textOf(TWO.replace('(30mm, 50mm)', '(2mm, 300mm)')), record: 0 });
    const dropped = simulator.frame?.time ?? 0;
    run(0.5);
    const last = simulator.frame;
    expect(simulator.span).toEqual([0, last?.time]);

    simulator.scrub(0.25);
    const early = simulator.frame;
    expect(early?.section).toBe(1);
    expect(early?.poses.length).toBe(12);
    simulator.scrub(dropped);
    expect(simulator.frame?.poses.length).toBe(16);

    simulator.scrub(0.25);
    const shown: Frame[] = [];
    while ((simulator.frame?.time ?? 0) < (last?.time ?? 0) - 1e-6) {
      simulator.advance(1e-3);
      shown.push(simulator.frame as Frame);
    }
    expect(simulator.problem).toBe('');
    expect(shown.filter(({ time }) => time < dropped - 1e-6).every(({ section }) => section === 1)).toBe(true);
    expect(shown.filter(({ time }) => time > dropped + 1e-6).every(({ section }) => section === 2)).toBe(true);
    // It hits the other one: all bits of both are as they were.
    expect(simulator.frame?.poses).toEqual(last?.poses);
  });

  test('what is changed after going back goes on with that, and nothing comes again', () => {
    start(textOf(BALL));
    run(0.3);
    simulator.update({ section: 2, text: textOf(TWO), record: 0 });
    run(0.3);
    simulator.scrub(0.1);
    simulator.update({ section: 3, text: textOf(BALL.replace('300mm, 10mm', '200mm, 10mm')), record: 0 });
    run(0.6);
    expect(simulator.problem).toBe('');
    expect(simulator.frame?.section).toBe(3);
    expect(simulator.frame?.poses.length).toBe(12);
  });

  test('back into the midst of a pull and on again gives the same bits up to there, and nobody pulls on', () => {
    start(textOf(BALL));
    run(1.5);
    for (let i = 1; i <= 40; i++) {
      simulator.pull(1, [0, 0], [0.001 * i, 0.1]);
      run(1 / 60);
    }
    const high = simulator.frame;
    run(0.5);
    simulator.scrub(high?.time ?? 0);
    simulator.advance(0);
    expect(simulator.frame?.poses).toEqual(high?.poses);
    run(2);
    expect(height(1)).toBeCloseTo(0.006, 5);
  });

  test('a pull lifts a body, and it falls when it is let go', () => {
    start(textOf(BALL));
    run(1.5);
    simulator.pull(1, [0, 0], [0, 0.1]);
    run(2);
    expect(Math.abs(height(1) - 0.1)).toBeLessThan(0.01);
    simulator.letGo();
    run(1);
    expect(height(1)).toBeCloseTo(0.006, 5);
  });

  test('a world with parameters is that of the animation which is shown', () => {
    const long = ARM.replace('world turning', 'world turning(h)').replace('matching (a (0, 0))', 'matching (a (0, h))');
    start(textOf(long.replace('animate turning', 'animate turning(30mm)')));
    expect(simulator.problem).toBe('');
    run(0.1);
    expect(height(1)).toBeCloseTo(0.03, 9);
  });

  test('the motor turns at its speed, and its slider changes it', () => {
    start(textOf(ARM));
    expect(simulator.problem).toBe('');
    run(1); // a quarter of 360 degrees a second
    const [, , c = 0, s = 0] = simulator.frame?.poses.subarray(4, 8) ?? [];
    expect(Math.atan2(s, c)).toBeCloseTo(Math.PI / 2, 2);
    expect(simulator.frame?.monitors[0]).toBeCloseTo(0.06, 4);
    simulator.setInput(0, 0);
    run(0.5);
    expect(simulator.frame?.poses[6]).toBeCloseTo(c, 6);
    // Each time has its own: to go on from an earlier one is to go on with the speed of that.
    expect([...(simulator.frame?.inputs ?? [])]).toEqual([0]);
    simulator.scrub(0.5);
    expect(simulator.frame?.inputs[0]).toBeCloseTo(Math.PI / 2, 9);
    run(0.1);
    expect(simulator.frame?.inputs[0]).toBeCloseTo(Math.PI / 2, 9);
  });

  test('a motor with ends goes to and fro between them, whatever its speed is set to', () => {
    // Dead points: where the other two are in line, 110 mm or 50 mm from the pin of the first to that of the third.
    const dead = (Math.acos((60 ** 2 + 90 ** 2 - 110 ** 2) / (2 * 60 * 90)) * 180) / Math.PI;
    const min = (Math.acos((60 ** 2 + 90 ** 2 - 50 ** 2) / (2 * 60 * 90)) * 180) / Math.PI;
    for (const range of [[min, dead], [dead - 360, min - 360]] as const) {
      const [from, to] = range.map((degrees) => degrees.toPrecision(5));
      start(textOf(`${ROCKER} animate rocker begin drive: j1.angle = ${from}deg .. ${to}deg in 90 frames; end`));
      const seen: number[] = [];
      for (const speed of [1, 4, -1, 0, 0.3]) {
        const before = simulator.frame?.inputs[0] ?? 0;
        simulator.setInput(0, speed === 1 ? before : ((speed * (dead - min)) / 4) * (Math.PI / 180));
        for (let i = 0; i < 8 * 60; i++) {
          run(1 / 60);
          const [, , c = 0, s = 0] = simulator.frame?.poses.subarray(4, 8) ?? [];
          seen.push((Math.atan2(s, c) * 180) / Math.PI);
        }
        expect(simulator.problem).toBe('');
      }
      const lowest = Math.min(...seen);
      const highest = Math.max(...seen);
      expect(lowest).toBeGreaterThan(min - 0.01);
      expect(highest).toBeLessThan(dead + 0.01);
      expect(highest - lowest).toBeGreaterThan(0.95 * (dead - min));
    }
  });

  test('a motor that is led into a dead point says when, and which joint it drives', () => {
    const led = ROCKER.replace('properties: (planar)', 'control: angular_velocity of j1 = 3deg/s; properties: (planar)');
    start(`${led} simulate rocker begin time: (1ms, 10s); end`);
    run(3);
    expect(simulator.problem).toMatch(/^at t = 1\.\d+ s: what drives joint 'j1' cannot go on/);
  });

  test('a world that cannot run says why', () => {
    start('world nothing begin');
    expect(simulator.problem).not.toBe('');
    expect(simulator.frame).toBeNull();
  });
});

describe('bodies that nothing holds apart', () => {
  const fallen = Math.sqrt((2 * (1 - 0.006)) / G); // until it meets the floor
  const events = `${BALL}simulate drop begin time: (1ms, 10s); method: events; integrator: rk4; end`;

  test('are named with the time at which they met, from then on, and again when the run goes there again', async () => {
    const simulator = new Simulator(await testModule());
    simulator.start({ section: 1, text: events, record: 0 }, core.sketch(events).poses());
    const said = `ball1 and floor1 pass through each other from ${Number(fallen.toPrecision(4))} s on: nothing holds them apart.`;
    simulator.advance(0.4);
    expect(simulator.pass).toBe('');
    simulator.advance(0.2);
    expect(simulator.pass).toBe(said);
    simulator.advance(0.4);
    expect(simulator.pass).toBe(said);
    simulator.scrub(0.4);
    expect(simulator.pass).toBe('');
    simulator.advance(0.01);
    expect(simulator.pass).toBe('');
    simulator.advance(0.1);
    expect(simulator.pass).toBe(said);
    simulator.start({ section: 2, text: events, record: 0 }, core.sketch(events).poses());
    expect(simulator.pass).toBe('');
    simulator.dispose();
  });

  test('are named when they overlap from the beginning', async () => {
    const simulator = new Simulator(await testModule());
    const text = events.replace('(0, 1m)', '(0, 3mm)');
    simulator.start({ section: 1, text, record: 0 }, core.sketch(text).poses());
    simulator.advance(0.01);
    expect(simulator.pass).toMatch(/^ball1 and floor1 pass through each other from \S+ s on/);
    simulator.dispose();
  });

  test('are not where stepping holds them apart', async () => {
    const simulator = new Simulator(await testModule());
    const text = events.replace('events', 'stepping');
    simulator.start({ section: 1, text, record: 0 }, core.sketch(text).poses());
    simulator.advance(1);
    expect(simulator.pass).toBe('');
    simulator.dispose();
  });
});

describe('a run read at other times than it was shown', () => {
  /** Frames of a screen that is never even. */
  const uneven = (simulator: Simulator, until: number) => {
    for (let k = 0, time = 0; time < until; k++) {
      const by = [0.0104, 0.0167, 0.0333][k % 3] ?? 0.01;
      simulator.advance(by);
      time += by;
    }
  };

  test('a ball falls by g t²/2 at even times', async () => {
    const simulator = new Simulator(await testModule());
    const text = `${BALL}simulate drop begin time: (1ms, 10s); end`;
    const facts = core.sketch(text).poses();
    simulator.start({ section: 1, text, record: 0 }, facts);
    uneven(simulator, 0.4);
    const shown = simulator.frame;
    const times = Array.from({ length: 41 }, (_, k) => k / 100);
    const frames = simulator.sample(times);
    expect(frames.map(({ time }) => time)).toEqual(times.map((time) => expect.closeTo(time, 9)));
    // A fixed step flies along the parabola.
    frames.forEach(({ poses, time }) => expect(poses[5]).toBeCloseTo(1 - (G * time * time) / 2, 9));
    // Nothing of the run has changed.
    expect(simulator.frame).toBe(shown);
    expect(simulator.problem).toBe('');
    simulator.dispose();
  });

  test('a step back of a run with long frames is the frame before', async () => {
    const simulator = new Simulator(await testModule());
    const text = `${BALL}simulate drop begin time: (1ms, 10s); end`;
    simulator.start({ section: 1, text, record: 0 }, core.sketch(text).poses());
    [1, 2, 3].forEach(() => simulator.advance(0.05));
    simulator.scrub(0.15 - 1 / 60);
    expect(simulator.frame?.time).toBeCloseTo(0.1, 6);
    simulator.dispose();
  });

  test('at the times that were shown it is what was shown, and what was dropped in comes at its time', async () => {
    const simulator = new Simulator(await testModule());
    const run = 'simulate drop begin time: (1ms, 10s); end';
    simulator.start({ section: 1, text: BALL + run, record: 0 }, core.sketch(BALL + run).poses());
    uneven(simulator, 0.1);
    const before = simulator.frame;
    simulator.update({ section: 2, text: TWO + run, record: 0 });
    uneven(simulator, 0.1);
    const [first, last] = simulator.sample([before?.time ?? 0, simulator.frame?.time ?? 0]);
    expect(last).toBe(simulator.frame);
    expect(first?.section).toBe(2); // of two at one time the later
    const [early, late] = simulator.sample([0.05, 0.15]);
    expect([early?.section, early?.poses.length, late?.section, late?.poses.length]).toEqual([1, 12, 2, 16]);
    expect(simulator.sample([-1])).toEqual([]);
    simulator.dispose();
  });
});

describe('values between frames', () => {
  /** 1 kg on a spring, 60 times a second: x = 10 mm cos(2 pi 60 t). */
  const SWING = `
primitive block begin properties: (mass: 1kg); geometry: cuboid(20mm, 20mm, 20mm) where begin way: axis((1, 0, 0)); end; dynamics: ; end
world w begin components block1: block; structure begin
  join block1 to world with slider(stiffness: ${(2 * Math.PI * 60) ** 2}N/m, rest: 0mm) matching (way axis((1, 0, 0), (0, 0))) as way;
  place block1 by center at (10mm, 0);
end properties: (planar); end
simulate w begin time: (1ms, 10s); monitor: way.position; end
`;
  const x = (time: number) => 0.01 * Math.cos(2 * Math.PI * 60 * time);

  test('a screen that always looks at the peak gets the whole oscillation', async () => {
    const simulator = new Simulator(await testModule());
    simulator.start({ section: 1, text: SWING, record: 0.001 }, core.sketch(SWING).poses());
    const seen: Values[] = [];
    for (let k = 0; k < 12; k++) {
      simulator.between = [];
      simulator.advance(1 / 60);
      expect(simulator.frame?.monitors[0]).toBeCloseTo(0.01, 6);
      seen.push(...simulator.between);
    }
    // 200 ms, without the frames at 50, 100, 150 and 200 ms.
    expect(seen.map(({ time }) => Math.round(1e6 * time))).toEqual(Array.from({ length: 200 }, (_, k) => 1000 * (k + 1)).filter((time) => time % 50_000 !== 0));
    seen.forEach(({ time, monitors }) => expect(monitors[0]).toBeCloseTo(x(time), 6));
    expect(Math.min(...seen.map(({ monitors }) => monitors[0] ?? 0))).toBeLessThan(-0.0099);
    simulator.dispose();
  });

  test('they change nothing: the frames have the same bits without them', async () => {
    for (const text of [SWING, `${BALL}simulate drop begin time: (1ms, 10s); monitor: ball1.center.y; end`]) {
      const frames = [0, 0.001, 0.0007].map((record) => ({ record, simulator: null as Simulator | null }));
      for (const one of frames) {
        one.simulator = new Simulator(await testModule());
        one.simulator.start({ section: 1, text, record: one.record }, core.sketch(text).poses());
        [0.0104, 0.0167, 0.0333, 0.0167, 0.3, 0.211, 0.0167].forEach((by) => one.simulator?.advance(by));
      }
      const [plain, ...others] = frames.map(({ simulator }) => simulator?.frame);
      others.forEach((frame) => expect([frame?.time, ...(frame?.poses ?? [])]).toEqual([plain?.time, ...(plain?.poses ?? [])]));
      frames.forEach(({ simulator }) => simulator?.dispose());
    }
  });

  test('a text that records every nanosecond is not followed in each of them, and one that monitors nothing in none', async () => {
    const simulator = new Simulator(await testModule());
    simulator.start({ section: 1, text: SWING, record: 1e-9 }, core.sketch(SWING).poses());
    simulator.advance(1 / 60);
    expect(simulator.between.length).toBeGreaterThan(900);
    expect(simulator.between.length).toBeLessThan(1001);
    const quiet = SWING.replace('monitor: way.position;', '');
    simulator.start({ section: 1, text: quiet, record: 0.001 }, core.sketch(quiet).poses());
    simulator.between = [];
    simulator.advance(1 / 60);
    expect(simulator.between).toEqual([]);
    simulator.dispose();
  });
});
