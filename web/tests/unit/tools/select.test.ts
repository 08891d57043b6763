// The select tool: hover, click, band, drags by the freedoms and of the geometry, joining, pulling.
import { beforeAll, describe, expect, test } from 'vitest';

import type { Core } from '../../../src/core/core';
import { testCore } from '../test_core';
import { drawFourBar, Driver } from './driver';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

const length = (a: readonly [number, number], b: readonly [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1]);

describe('selecting', () => {
  test('a click selects what is under it, Shift adds and takes away, nothing selects nothing', () => {
    const driver = drawFourBar(new Driver(core));
    driver.click(-5, 30);
    expect(driver.app.ui.selection.value).toEqual([{ kind: 'body', body: 'link2' }]);
    driver.click(35, 20, { shift: true });
    expect(driver.app.ui.selection.value.length).toBe(2);
    driver.click(35, 20, { shift: true });
    expect(driver.app.ui.selection.value.length).toBe(1);
    driver.click(80, -60);
    expect(driver.app.ui.selection.value).toEqual([]);
  });

  test('a second click there takes the one below, a later one does not, Alt always does', () => {
    const driver = new Driver(core).tool('bar').drag(-40, 0, 40, 0).drag(0, -40, 0, 40, { alt: true }).tool('select');
    const selected = (): string => driver.app.ui.selection.value.map((pick) => ('body' in pick ? pick.body : '')).join();
    driver.click(0, 2);
    expect(selected()).toBe('link2');
    driver.click(0, 2);
    expect(selected()).toBe('link2');
    driver.click(0, 2, { again: true });
    expect([selected(), driver.said.at(-1)?.text]).toEqual(['link1', 'link1 (below link2)']);
    driver.click(0, 2, { again: true });
    expect([selected(), driver.said.at(-1)?.text]).toEqual(['link2', 'link2']);
    driver.click(0, 2, { alt: true });
    expect(selected()).toBe('link1');
    driver.click(30, 0, { again: true });
    expect(selected()).toBe('link1');
  });

  test('the pointer over a point shows it', () => {
    const driver = drawFourBar(new Driver(core)).move(30, 40);
    expect(driver.app.ui.hover.value?.kind).toBe('point');
  });

  test('a band selects what is wholly inside; Esc takes that back', () => {
    const driver = drawFourBar(new Driver(core)).pull(-90, 70, 90, -70);
    expect(driver.path).toBe('select.banding');
    expect(driver.app.ui.selection.value.length).toBe(3);
    driver.key('Escape');
    expect(driver.app.ui.selection.value).toEqual([]);
    driver.drag(-90, 70, -30, -20);
    expect(driver.app.ui.selection.value).toEqual([{ kind: 'body', body: 'link1' }]);
  });

  test('Tab goes from point to point and then out of the picture', () => {
    const driver = drawFourBar(new Driver(core));
    const used = Array.from({ length: 7 }, () => driver.key('Tab'));
    expect(used).toEqual([true, true, true, true, true, true, false]);
    expect(driver.said.slice(-6).map(({ text }) => text)).toEqual([
      'pin link1.a, joined to the ground, at -40 mm, 0 mm',
      'pin link1.b, joined to link2, at -40 mm, 20 mm',
      'pin link2.a, joined to link1, at -40 mm, 20 mm',
      'pin link2.b, joined to link3, at 30 mm, 40 mm',
      'pin link3.a, joined to link2, at 30 mm, 40 mm',
      'pin link3.b, joined to the ground, at 40 mm, 0 mm',
    ]);
  });

  test('Tab tells of a loose end', () => {
    const driver = new Driver(core).tool('bar').drag(-40, 0, -40, 40).tool('select');
    driver.key('Tab');
    driver.key('Tab');
    expect(driver.said.at(-1)?.text).toBe('point link1.b, not joined, at -40 mm, 40 mm');
  });

  test('a double click opens the inspector', () => {
    const driver = drawFourBar(new Driver(core));
    driver.app.ui.panels.value = new Set();
    driver.click(-5, 30).click(-5, 30, { clicks: 2 });
    expect(driver.app.ui.panels.value.has('inspector')).toBe(true);
  });

  test('a drag right after a click is a drag', () => {
    const driver = drawFourBar(new Driver(core));
    driver.app.ui.panels.value = new Set();
    driver.click(-40, 20).drag(-40, 20, -20, 0, { clicks: 2 });
    expect(length(driver.place('link1', 'b'), [-20, 0])).toBeLessThan(0.02);
    expect(driver.app.ui.panels.value.has('inspector')).toBe(false);
  });
});

describe('dragging by the freedoms', () => {
  test('the linkage follows, the text gets the new places, and undo brings it back byte for byte', () => {
    const driver = drawFourBar(new Driver(core));
    const before = driver.text;
    driver.pull(-40, 20, -20, 0);
    expect(driver.path).toBe('select.dragging');
    expect(driver.text).toBe(before);
    expect(length(driver.place('link1', 'b'), [-20, 0])).toBeLessThan(0.01);
    driver.up(-20, 0);
    expect(driver.text).not.toBe(before);
    expect(length(driver.place('link1', 'b'), [-20, 0])).toBeLessThan(0.02);
    expect(length(driver.place('link3', 'a'), driver.place('link3', 'b'))).toBeCloseTo(Math.hypot(10, 40), 2);
    driver.doc.undo();
    expect(driver.text).toBe(before);
  });

  test('Esc puts everything back', () => {
    const driver = drawFourBar(new Driver(core));
    const before = [driver.text, ...driver.place('link2', 'b').map((value) => value.toFixed(6))];
    driver.pull(-40, 20, -20, 0).key('Escape');
    expect(driver.path).toBe('select.idle');
    expect([driver.text, ...driver.place('link2', 'b').map((value) => value.toFixed(6))]).toEqual(before);
  });

  test('out of reach it comes as near as it can', () => {
    const driver = drawFourBar(new Driver(core)).drag(-40, 20, -40, 60);
    expect(length(driver.place('link1', 'b'), [-40, 20])).toBeLessThan(0.05);
  });

  test('where the text computes places the motion stays in the picture, and that is said once', () => {
    const text = drawFourBar(new Driver(core)).text.replace('near (-40mm, 0)', 'near (-40mm, 0mm * 1)');
    const driver = new Driver(core, text);
    driver.drag(-40, 20, -20, 0).drag(-20, 0, -26, 14);
    expect(driver.text).toBe(text);
    expect(driver.said.map((message) => message.action?.label)).toEqual(['Write numbers']);
    driver.said[0]?.action?.perform();
    expect(driver.text).not.toBe(text);
    driver.doc.undo();
    expect(driver.text).toBe(text);
  });

  test('two linkages are joined by dragging the pin of one to the other; one step undoes it', () => {
    // The end of the second is 40 mm from the first's ground pin, and so is the first's own end.
    const driver = new Driver(core).tool('bar').drag(-40, 0, -40, 40).drag(50, -30, -16, 32, { alt: true }).tool('select');
    const before = driver.text;
    driver.pull(-40, 40, -16.5, 32.5);
    expect(driver.hint).toBe('Release to join with a pin (Alt: do not)');
    driver.up(-16.5, 32.5);
    expect(driver.joints).toEqual(['pin', 'pin', 'pin']);
    expect(driver.stage.sketch.value?.diagnosis()?.assembled).toBe(true);
    driver.doc.undo();
    expect(driver.text).toBe(before);
    driver.drag(-40, 40, -16.5, 32.5, { alt: true });
    expect(driver.joints).toEqual(['pin', 'pin']);
  });

  test('a loose pin dropped on a bar of another linkage slides in it', () => {
    const driver = new Driver(core).tool('bar').drag(-40, 0, -40, 40).drag(-80, 60, 20, 10).tool('select');
    // Where the circle of 40 mm meets the bar: (-8, 24).
    driver.pull(-40, 40, -8.5, 24.5);
    expect(driver.hint).toContain('a slot of link2');
    driver.up(-8.5, 24.5);
    expect(driver.joints).toEqual(['pin', 'pin', 'point_on_line']);
  });

  test('a locked link says so and stays', () => {
    const driver = drawFourBar(new Driver(core)).click(-40, 10);
    driver.app.run('edit.lock');
    const before = driver.text;
    driver.drag(-40, 10, -20, 0);
    expect(driver.text).toBe(before);
    expect(driver.said.at(-1)?.text).toContain('locked');
  });
});

describe('dragging the geometry', () => {
  test('with Ctrl a pin moves in both links, and lengths change in one step', () => {
    const driver = drawFourBar(new Driver(core));
    const before = driver.text;
    driver.pull(30, 40, 20, 50, { ctrl: true });
    expect(driver.path).toBe('select.reshaping');
    expect(length(driver.place('link2', 'b'), [20, 50])).toBeLessThan(0.01);
    expect(length(driver.place('link3', 'a'), [20, 50])).toBeLessThan(0.01);
    driver.up(20, 50, { ctrl: true });
    expect(length(driver.place('link3', 'a'), driver.place('link3', 'b'))).toBeCloseTo(Math.hypot(20, 50), 2);
    driver.doc.undo();
    expect(driver.text).toBe(before);
  });

  test('in shape mode, too; Esc puts the text back', () => {
    const driver = drawFourBar(new Driver(core));
    const before = driver.text;
    driver.app.ui.mode.value = 'shape';
    driver.pull(40, 0, 50, -10);
    expect(length(driver.place('link3', 'b'), [50, -10])).toBeLessThan(0.01);
    driver.key('Escape');
    expect(driver.text).toBe(before);
    expect(driver.doc.inGesture).toBe(false);
  });

  test('the body of a link moves the linkage with its ground pins', () => {
    const driver = drawFourBar(new Driver(core)).drag(-5, 30, 5, 20, { ctrl: true });
    expect(length(driver.place('link1', 'a'), [-30, -10])).toBeLessThan(0.01);
    expect(length(driver.place('link3', 'b'), [50, -10])).toBeLessThan(0.01);
    expect(driver.mobility()).toBe(1);
  });

  test('the body of a selected link moves its linkage, too', () => {
    const driver = drawFourBar(new Driver(core)).click(-5, 30).drag(-5, 30, 5, 20, { ctrl: true });
    expect(length(driver.place('link1', 'a'), [-30, -10])).toBeLessThan(0.01);
    expect(driver.said.map(({ text }) => text).join()).not.toContain('stay');
  });

  test('undo while a body without joints is dragged shows the text at once', () => {
    const driver = new Driver(core).tool('ball').click(0, 0).tool('select').pull(0, 0, 30, 20);
    const at = () => driver.stage.poses.value[4];
    expect(at()).toBeGreaterThan(0.02);
    driver.doc.undo();
    expect(at()).toBe(0);
    driver.move(40, 20).up(40, 20);
    expect([at(), driver.path]).toEqual([0, 'select.idle']);
  });

  test('undo under way ends the drag, and the history stays whole', () => {
    const driver = drawFourBar(new Driver(core));
    const before = driver.text;
    driver.pull(30, 40, 20, 50, { ctrl: true });
    driver.doc.undo();
    driver.move(10, 50, { ctrl: true }).up(10, 50);
    expect([driver.text, driver.path]).toEqual([before, 'select.idle']);
  });

  test('a drag of the geometry says what it makes, also where nothing snaps', () => {
    const driver = drawFourBar(new Driver(core)).pull(-40, 20, -43.3, 24.1, { ctrl: true, alt: true });
    expect(driver.hint).toBe('link1 becomes 24.32 mm, link2 becomes 75 mm');
    driver.key('Escape');
    driver.pull(-5, 30, -2, 26, { ctrl: true, alt: true });
    expect(driver.hint).toBe('Moves by 5 mm');
    driver.key('Escape');
    driver.tool('link').click(-40, -60).click(0, -60).click(-20, -40).key('Enter');
    driver.tool('select').pull(-20, -40, -20, -39.3, { ctrl: true, alt: true }).move(-20, -37, { ctrl: true, alt: true });
    const made = length(driver.place('link4', 'b'), driver.place('link4', 'c'));
    expect(driver.hint).toBe(`link4 becomes ${String(Number(made.toFixed(2)))} mm from b to c`);
  });

  test('Ctrl+Z while a link is dragged takes back the drag alone', () => {
    const driver = drawFourBar(new Driver(core));
    const [text, place] = [driver.text, driver.place('link1', 'b')];
    driver.pull(-40, 20, -50, 10);
    expect(driver.key('z', { ctrl: true })).toBe(true);
    driver.move(-60, 0).up(-60, 0);
    expect([driver.text, driver.place('link1', 'b'), driver.path]).toEqual([text, place, 'select.idle']);
    expect(driver.key('z', { ctrl: true })).toBe(false);
  });
});

describe('arrow keys', () => {
  const lengths = (driver: Driver) => ['link1', 'link2', 'link3'].map((link) => length(driver.place(link, 'a'), driver.place(link, 'b')).toFixed(2));

  test.each([
    ['a point', { kind: 'point', body: 'link1', point: 'b' }],
    ['a link', { kind: 'body', body: 'link2' }],
    ['a link in the ground', { kind: 'body', body: 'link1' }],
    ['a joint', { kind: 'joint', joint: 'pin2' }],
  ] as const)('drag %s by its freedoms, each press a step that is undone byte for byte', (_, pick) => {
    const driver = drawFourBar(new Driver(core));
    const [text, before, crank] = [driver.text, lengths(driver), driver.place('link1', 'b')];
    driver.app.ui.selection.value = [pick];
    driver.app.ui.playing.value = true;
    expect([driver.key('ArrowRight'), driver.path, driver.app.ui.playing.value]).toEqual([true, 'select.idle', false]);
    const once = driver.text;
    expect(driver.place('link1', 'b')[0]).toBeGreaterThan(crank[0] + 2);
    expect(lengths(driver)).toEqual(before);
    driver.key('ArrowRight');
    expect(driver.place('link1', 'b')[0]).toBeGreaterThan(crank[0] + 5);
    driver.doc.undo();
    expect(driver.text).toBe(once);
    driver.doc.undo();
    expect(driver.text).toBe(text);
    expect(driver.app.ui.selection.value).toEqual([pick]);
  });

  test('turn a wheel at the top of its rim', () => {
    const driver = new Driver(core).tool('wheel').drag(0, 0, 20, 0).tool('select');
    driver.app.ui.selection.value = [{ kind: 'body', body: 'wheel1' }];
    driver.key('ArrowRight');
    const [x = 0, , , sine = 0] = driver.stage.poses.value.subarray(4);
    expect([Math.abs(x) < 1e-6, sine < -0.2]).toEqual([true, true]);
  });

  test('say where there is no way, and what else there is; a locked link says that', () => {
    const driver = drawFourBar(new Driver(core));
    const before = driver.text;
    driver.app.ui.selection.value = [{ kind: 'point', body: 'link3', point: 'b' }];
    driver.key('ArrowRight');
    expect(driver.said.at(-1)?.text).toContain('Ctrl+arrows');
    driver.app.run('edit.lock');
    const locked = driver.text;
    driver.key('ArrowRight');
    expect(driver.said.at(-1)?.text).toContain('locked');
    expect(driver.text).toBe(locked);
    driver.doc.undo();
    expect(driver.text).toBe(before);
  });

  test('with Ctrl, or in shape mode, change lengths by a step of the grid', () => {
    for (const ctrl of [true, false]) {
      const driver = drawFourBar(new Driver(core)).click(40, 0);
      driver.app.ui.mode.value = ctrl ? 'move' : 'shape';
      expect(driver.key('ArrowRight', { ctrl })).toBe(true);
      expect(length(driver.place('link3', 'b'), [50, 0])).toBeLessThan(0.01);
      driver.app.ui.selection.value = [];
      expect(driver.key('ArrowRight', { ctrl })).toBe(false);
    }
  });

  test('with Ctrl move the linkage of a link with its ground pins', () => {
    const driver = drawFourBar(new Driver(core)).click(-5, 30);
    driver.key('ArrowRight', { ctrl: true });
    expect(length(driver.place('link1', 'a'), [-30, 0])).toBeLessThan(0.01);
    expect(length(driver.place('link3', 'b'), [50, 0])).toBeLessThan(0.01);
  });

  test('move bodies without joints, also several, as they are', () => {
    const driver = new Driver(core).tool('ball').click(0, 0).click(40, 0).tool('select').click(0, 0);
    driver.app.ui.selection.value = [{ kind: 'body', body: 'ball1' }];
    driver.key('ArrowUp');
    expect(driver.stage.poses.value[5]).toBeCloseTo(0.01, 9);
    driver.app.ui.selection.value = ['ball1', 'ball2'].map((body) => ({ kind: 'body', body }));
    driver.key('ArrowUp');
    expect([driver.stage.poses.value[5], driver.stage.poses.value[9]]).toEqual([expect.closeTo(0.02, 9), expect.closeTo(0.01, 9)]);
  });

  test('pull a loose pin past another without joining them', () => {
    const driver = new Driver(core).tool('bar').drag(-40, 0, -40, 40).drag(50, -30, -30, 40, { alt: true }).tool('select');
    driver.app.ui.selection.value = [{ kind: 'point', body: 'link1', point: 'b' }];
    driver.key('ArrowRight');
    expect(driver.joints).toEqual(['pin', 'pin']);
  });
});

describe('while a simulation runs', () => {
  test('a drag pulls the body by its point until it is released', () => {
    const driver = drawFourBar(new Driver(core));
    driver.app.live.start();
    driver.pull(30, 40, 20, 60);
    expect(driver.path).toBe('select.pulling');
    expect(driver.canvas.preview?.shapes[0]?.kind).toBe('pull');
    driver.up(20, 60);
    expect(driver.calls.filter((call) => call.startsWith('pull')).length).toBe(10);
    expect(driver.calls.at(-1)).toBe('letGo');
  });

  test('tools that draw say that the simulation is on', () => {
    const driver = new Driver(core).tool('bar');
    driver.app.live.start();
    driver.click(0, 0).click(20, 0);
    expect(driver.joints).toEqual([]);
    expect(driver.said.at(-1)?.action?.label).toBe('Back');
  });
});
