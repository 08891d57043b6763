// The other tools that draw: each leaves what it is for, and Esc under way leaves nothing.
import { beforeAll, describe, expect, test } from 'vitest';

import type { Core } from '../../../src/core/core';
import { emptyText } from '../../../src/document/edits';
import { tools } from '../../../src/tools/index';
import { testCore } from '../test_core';
import { drawFourBar, Driver } from './driver';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

const names = (driver: Driver) => driver.stage.sketch.value?.facts.bodies.slice(1).map((body) => body.name) ?? [];

describe('tools that draw', () => {
  test('a ternary link: three clicks and the first pin again', () => {
    const driver = new Driver(core).tool('link').click(-40, 0).click(40, 0).click(0, 40).click(-40, 0);
    expect(driver.stage.sketch.value?.facts.bodies[1]?.points.length).toBe(3);
    expect(driver.path).toBe('link.idle');
    driver.undoAll();
    expect(driver.text).toBe(emptyText());
  });

  test('a slider-crank: bars, and a block on the last pin', () => {
    const driver = new Driver(core).tool('bar').click(-60, 0).click(-50, 20).click(40, 0).tool('slider');
    driver.move(40, 0);
    expect(driver.hint).toBe('Slider: Pin to link2.b');
    driver.click(40, 0);
    expect(driver.joints).toContain('slider');
    expect(driver.mobility()).toBe(1);
    // Driven at the crank, which turns: 22.4 mm are less than the 92.2 mm of the coupler.
    expect(driver.stage.sketch.value?.facts.drives.map((drive) => drive.isAngle)).toEqual([true]);
    expect([0.25, 0.5, 0.75, 1].map((part) => driver.stage.sketch.value?.play(part).outcome)).toEqual(['done', 'done', 'done', 'done']);
    expect(driver.path).toBe('select.idle');
  });

  test('a drag gives the slider its way', () => {
    const driver = new Driver(core).tool('slider').drag(0, 0, 1, 30);
    const [pair] = driver.stage.sketch.value?.facts.joints[0]?.pairs.slice(1) ?? [];
    expect(pair?.[1].x).toBeCloseTo(0, 9);
    expect(pair?.[1].y).toBeGreaterThan(0.01);
  });

  test('ground pins, at a point and on a bar', () => {
    const driver = new Driver(core).tool('bar').click(-40, 0, { ctrl: true }).click(40, 0).tool('ground');
    driver.move(40, 0);
    expect(driver.hint).toBe('Ground pin at link1.b');
    driver.click(40, 0);
    expect(driver.joints).toEqual(['pin']);
    driver.click(80, 40);
    expect(driver.joints).toEqual(['pin']);
  });

  test('a tracer point, on the link and off it by a drag', () => {
    const driver = drawFourBar(new Driver(core)).tool('tracer').click(-20, 27).drag(10, 34, 10, 60);
    const facts = driver.stage.sketch.value?.facts;
    expect(facts?.traces.length).toBe(2);
    const [x, y] = driver.place('link2', 'p2');
    expect([Math.round(x), Math.round(y)]).toEqual([10, 60]);
  });

  test('a motor comes and goes', () => {
    const driver = drawFourBar(new Driver(core)).tool('motor').move(-40, 0);
    expect(driver.hint).toBe('Remove the motor of pin1');
    driver.click(-40, 0);
    expect(driver.stage.sketch.value?.facts.drives.length).toBe(0);
    driver.click(40, 0);
    expect(driver.stage.sketch.value?.facts.drives.length).toBe(1);
  });

  test('springs, rods and dampers, by a drag or by two clicks', () => {
    for (const kind of ['spring', 'rod', 'damper']) {
      const driver = new Driver(core).tool('bar').drag(-40, 0, 0, 0).tool(kind).drag(0, 0, 0, 40);
      expect(driver.joints).toEqual(['pin', kind]);
      driver.doc.undo();
      driver.click(0, 0).click(0, 40);
      expect(driver.joints).toEqual(['pin', kind]);
    }
  });

  test('two wheels, geared; a belt instead; a rack', () => {
    const driver = new Driver(core).tool('wheel').drag(-30, 0, -10, 0).drag(30, 0, 50, 0);
    expect(driver.mobility()).toBe(2);
    driver.tool('gear').drag(-25, 0, 35, 0);
    expect([driver.joints.at(-1), driver.mobility()]).toEqual(['gear', 1]);
    driver.doc.undo();
    driver.tool('belt').click(-25, 0).click(35, 0);
    expect([driver.joints.at(-1), driver.mobility()]).toEqual(['belt', 1]);
    driver.tool('rack').click(-25, 0);
    expect([driver.joints.at(-1), driver.mobility()]).toEqual(['rack', 1]);
  });

  test('a cam with its follower', () => {
    const driver = new Driver(core).tool('cam').click(0, 0);
    expect(driver.joints).toContain('cam');
    expect(driver.mobility()).toBe(1);
  });

  test('a slanted drag makes a slanted floor, a nearly level one a level floor, from either end', () => {
    const driver = new Driver(core).tool('floor').drag(60, 0, -40, -50, { alt: true });
    expect(driver.path).toBe('select.idle');
    expect(driver.text).toMatch(/place floor1 .* angle = 26.565deg;/);
    driver.tool('floor').drag(-60, -60, 60, -58, { alt: true });
    expect(driver.text).toMatch(/place floor2 by center at \(0, -6\d(\.\d+)?mm\);/);
  });

  test('balls, boxes and floors; also into a simulation that runs', () => {
    const driver = new Driver(core).tool('floor').drag(-60, -40, 60, -40).tool('ball').click(0, 40);
    driver.app.live.start();
    driver.app.live.run();
    driver.tool('box').drag(30, 40, 40, 40);
    expect(names(driver)).toEqual(['floor1', 'ball1', 'box1']);
    driver.undoAll();
    expect(driver.text).toBe(emptyText());
  });

  test('T turns the pin under the pointer into a slider and back', () => {
    const driver = drawFourBar(new Driver(core)).move(40, 0);
    expect(driver.key('t')).toBe(true);
    expect(driver.joints.filter((kind) => kind === 'slider').length).toBe(1);
    driver.move(90, 70);
    expect(driver.key('t')).toBe(true);
    expect(driver.joints.filter((kind) => kind === 'slider').length).toBe(0);
  });

  test('what has a size says it while that is dragged', () => {
    const driver = new Driver(core).tool('cam').pull(0, 0, 20, 0);
    expect(driver.hint).toBe('Cam of radius 20 mm');
    driver.key('Escape');
    expect(driver.tool('box').pull(0, 0, 20, 0).hint).toBe('Box of 40 mm');
  });

  test('T twice gives back the motor of the joint, and T on nothing says what it is for', () => {
    const driver = drawFourBar(new Driver(core)).move(-40, 0);
    const before = driver.text;
    expect(before).toContain('drive');
    driver.key('t');
    expect(driver.text).not.toBe(before);
    driver.key('t');
    expect(driver.text).toBe(before);
    driver.app.ui.selection.value = [];
    driver.move(90, 70);
    expect(driver.key('t')).toBe(true);
    expect(driver.said.pop()?.text).toContain('Point at a joint');
    expect(driver.text).toBe(before);
  });
});

describe('every tool', () => {
  test('has an id of its own', () => {
    expect(new Set(tools.map((tool) => tool.id)).size).toBe(tools.length);
  });

  test('leaves the text as it is when Esc comes in the middle', { timeout: 60_000 }, () => {
    const before = drawFourBar(new Driver(core)).text;
    for (const { id } of tools) {
      const driver = new Driver(core, before);
      for (const [x, y] of [[-40, 20], [-5, 30], [60, -50]] as const) {
        driver.tool(id).pull(x, y, x + 20, y - 15).key('Escape');
        expect([id, driver.text]).toEqual([id, before]);
        driver.up(x + 20, y - 15);
        expect([id, driver.text]).toEqual([id, before]);
      }
    }
  });
});
