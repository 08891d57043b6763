// The bridge to the core: texts and sketches cross whole, and errors are told.
import { beforeAll, describe, expect, test } from 'vitest';

import { CoreError, type Core } from '../../../src/core/core';
import { CoreSketch } from '../../../src/core/sketch';
import { projectText, testCore, testModule } from '../test_core';

// Crank 30 mm, coupler 80 mm, rocker 60 mm, ground 90 mm: 30 + 90 < 80 + 60, a crank-rocker.
const FOUR_BAR = `
primitive l1 begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (30mm, 0); end; end
primitive l2 begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (80mm, 0); p: (40mm, 30mm); end; end
primitive l3 begin geometry: link(8mm, 3mm) where begin a: (0, 0); b: (60mm, 0); end; end
world drawing begin
  components l1: l1; l2: l2; l3: l3;
  structure begin
    join l1 to world with pin matching (a (0, 0)) as j1;
    join l1 to l2 with pin matching (b a) as j2;
    join l2 to l3 with pin matching (b b) as j3;
    join l3 to world with pin matching (a (90mm, 0)) as j4;
    place l1 by a near (0, 0) angle = 60deg;
    place l2 by a near (15mm, 26mm) angle = 15deg;
    place l3 by a near (90mm, 0) angle = 90deg;
  end
  properties: (planar);
end
animate drawing begin
  drive: j1.angle = 60deg .. 420deg in 61 frames;
  trace: l2.p;
  monitor: j1.angle;
end
`;

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

const at = (poses: Float64Array, body: number, x: number, y: number) => {
  const [px = 0, py = 0, c = 0, s = 0] = poses.subarray(4 * body, 4 * body + 4);
  return [px + c * x - s * y, py + s * x + c * y] as const;
};

describe('texts', () => {
  test('an edit changes its node and nothing else', () => {
    const text = core.text(FOUR_BAR);
    const node = text.find('l1.geometry.where.b');
    expect(text.edit([{ kind: 'replace', node, text: '(31mm, 0)' }])).toBe(
      FOUR_BAR.replace('(30mm, 0)', '(31mm, 0)'),
    );
    text.dispose();
  });

  test('an edit that makes no sense is refused with a reason', () => {
    const text = core.text(FOUR_BAR);
    const node = text.find('l1.geometry.where.b');
    expect(() => text.edit([{ kind: 'replace', node, text: '(31mm' }])).toThrow(CoreError);
    text.dispose();
  });

  test('offsets count UTF-16 units before and behind characters of every length', () => {
    const text = core.text(`// ä→𝄞\n${FOUR_BAR}`);
    const span = text.span(text.find('l2.geometry.where.p'));
    expect(text.source.slice(span?.start, span?.end)).toBe('(40mm, 30mm)');
    text.dispose();
  });
});

describe('sketches', () => {
  test('a four-bar is told whole', () => {
    const sketch = core.sketch(FOUR_BAR);
    const { facts } = sketch;
    expect(facts.good).toBe(true);
    expect(facts.diags).toEqual([]);
    expect(facts.bodies.map((body) => body.name)).toEqual(['world', 'l1', 'l2', 'l3']);
    expect(facts.joints.map((joint) => joint.kind)).toEqual(['pin', 'pin', 'pin', 'pin']);
    const point = facts.bodies[2]?.points[2];
    expect([point?.name, point?.x, point?.y]).toEqual(['p', 0.04, 0.03]);
    expect(FOUR_BAR.slice(point?.span?.start, point?.span?.end)).toBe('(40mm, 30mm)');
    const place = facts.bodies[1]?.place;
    expect(FOUR_BAR.slice(place?.span.start, place?.span.end)).toContain('place l1 by a near');
    expect(facts.drives[0]?.to).toBeCloseTo((420 * Math.PI) / 180, 12);
    sketch.dispose();
  });

  test('a drag keeps lengths and reaches what can be reached', () => {
    const sketch = core.sketch(FOUR_BAR);
    const [x, y] = at(sketch.poses(), 1, 0.03, 0);
    expect(sketch.grab(1, x, y)).toBe(true);
    expect(sketch.drag(0, 0.03).outcome).toBe('done');
    sketch.release();
    const [bx, by] = at(sketch.poses(), 1, 0.03, 0);
    expect(Math.hypot(bx, by - 0.03)).toBeLessThan(1e-9);
    const [cx, cy] = at(sketch.poses(), 2, 0.08, 0);
    expect(Math.hypot(cx - bx, cy - by)).toBeCloseTo(0.08, 12);
    expect(Math.hypot(cx - 0.09, cy)).toBeCloseTo(0.06, 12);
    sketch.dispose();
  });

  test('the drive turns it, also after a drag', () => {
    const sketch = core.sketch(FOUR_BAR);
    expect(sketch.play(0.25).outcome).toBe('done');
    const [x, y] = at(sketch.poses(), 1, 0.03, 0);
    expect(Math.atan2(y, x)).toBeCloseTo((150 * Math.PI) / 180, 9);
    expect(sketch.part()).toBeCloseTo(0.25, 9);
    sketch.grab(1, x, y);
    sketch.drag(0.03, 0);
    sketch.release();
    expect(sketch.part()).toBeCloseTo(300 / 360, 6);
    const [curve] = sketch.curves(37);
    expect(curve?.length).toBe(74);
    expect(curve?.every(Number.isFinite)).toBe(true);
    expect(sketch.monitors(5)[0]?.[4]).toBeCloseTo((420 * Math.PI) / 180, 9);
    sketch.dispose();
  });

  test('its freedom, its class and both of its assembly modes are found', () => {
    const sketch = core.sketch(FOUR_BAR);
    const diagnosis = sketch.diagnosis();
    expect(diagnosis?.mobility).toBe(1);
    expect(diagnosis?.motions.length).toBe(1);
    expect(diagnosis?.fourBars.map((bar) => bar.kind)).toEqual(['crank-rocker']);
    expect(diagnosis?.fourBars[0]?.lengths.map((length) => Math.round(length * 1e3))).toEqual([
      90, 30, 80, 60,
    ]);
    const modes = sketch.modes();
    expect(modes.poses.length).toBe(2);
    expect(modes.complete).toBe(true);
    expect(sketch.setPoses(modes.poses[1 - modes.present] ?? new Float64Array())).toBe(true);
    expect(sketch.follow(0, 0.1).outcome).toBe('done');
    sketch.dispose();
  });

  test('a text with mistakes tells them with their places', () => {
    const text = FOUR_BAR.replace('with pin matching (b a)', 'with pinn matching (b a)');
    const sketch = core.sketch(text);
    expect(sketch.facts.good).toBe(false);
    const diag = sketch.facts.diags[0];
    expect(diag?.severity).toBe('error');
    expect(text.slice(diag?.span?.start, diag?.span?.end)).toBe('pinn');
    expect(sketch.poses().length).toBe(0);
    sketch.dispose();
  });

  test('a mistake that an argument makes tells where the argument is given', () => {
    const text = `primitive rod(l) begin geometry: bar(l, 8mm, 3mm); end
world w begin components r: rod(-60mm); properties: (planar); end`;
    const sketch = core.sketch(text);
    const [diag] = sketch.facts.diags;
    const { start = 0, end = 0 } = diag?.related?.span ?? {};
    expect(diag?.message).toBe("'length' is -60mm, but must be more than 0");
    expect([diag?.related?.message, diag?.related?.line, text.slice(start, end)]).toEqual(['with these arguments', 2, 'rod(-60mm)']);
    sketch.dispose();
  });

  test('offers fit the place', () => {
    const sketch = core.sketch(FOUR_BAR);
    const offset = FOUR_BAR.indexOf('pin matching');
    const offers = sketch.complete(offset);
    expect(offers.map((offer) => offer.text)).toContain('slider');
    sketch.dispose();
  });

  test('what a text includes comes from the files given', () => {
    const sketch = core.sketch(projectText('examples/gallery/jansen.tml'));
    expect(sketch.facts.good).toBe(true);
    expect(sketch.facts.bodies.length).toBe(8);
    sketch.dispose();
    core.sketch('include "nowhere.tml";').dispose();
    expect(core.missingFiles()).toContain('nowhere.tml');
  });

  test('a text that was read and left as it was is not read again', async () => {
    const core = await testCore();
    const first = core.sketch(FOUR_BAR);
    const [poses, { took }] = [first.poses(), first];
    expect(first.gaps()).toHaveLength(4);
    first.dispose();
    const second = core.sketch(FOUR_BAR);
    expect(second).toBe(first);
    expect(second.took).toBeGreaterThanOrEqual(took);
    // What has moved is made anew, and so is whatever may mean something else.
    second.play(0.3);
    second.dispose();
    const third = core.sketch(FOUR_BAR);
    expect(third).not.toBe(first);
    expect(third.poses()).toEqual(poses);
    expect(core.sketch(FOUR_BAR)).not.toBe(third); // it is in use
    third.dispose();
    expect(core.sketch(FOUR_BAR, 0)).not.toBe(third); // another run
    const fourth = core.sketch(FOUR_BAR);
    fourth.dispose();
    core.addFile('parts.tml', new Uint8Array(1));
    expect(core.sketch(FOUR_BAR)).not.toBe(fourth);
  });

  test.each(['tm_wasm_sketch', 'tm_wasm_sketch_json'])('a text for which %s has no memory is one with an error', async (starved) => {
    const module = await testModule();
    const call = module.call.bind(module);
    Object.assign(module, { call: (name: string, ...args: number[]) => (name === starved ? 1 : call(name, ...args)) });
    const sketch = new CoreSketch(module, FOUR_BAR, { run: -1 });
    expect(sketch.facts).toMatchObject({ good: false, bodies: [], diags: [{ severity: 'error', message: 'there is not enough memory' }] });
    expect(sketch.poses()).toHaveLength(0);
    expect(sketch.complete(0)).toEqual([]);
    sketch.dispose();
  });
});
