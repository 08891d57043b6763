// The bar tool: chains by clicks, single bars by drags, what they join, and how they end.
import { beforeAll, describe, expect, test } from 'vitest';

import type { Core } from '../../../src/core/core';
import { emptyText } from '../../../src/document/edits';
import { testCore } from '../test_core';
import { drawFourBar, Driver } from './driver';

let core: Core;
beforeAll(async () => {
  core = await testCore();
});

describe('a four-bar from the empty page', () => {
  test('five clicks make one that moves in one way and has a motor', () => {
    const driver = drawFourBar(new Driver(core));
    expect(driver.joints).toEqual(['pin', 'pin', 'pin', 'pin']);
    expect(driver.mobility()).toBe(1);
    expect(driver.stage.sketch.value?.facts.drives.length).toBe(1);
    expect(driver.stage.sketch.value?.play(0.5).outcome).toBe('done');
    expect(driver.path).toBe('select.idle');
    expect(driver.said.map((message) => message.action?.label)).toEqual(['Remove motor']);
  });

  test('pins are written where they were put; what is rounded are lengths and angles', () => {
    const driver = new Driver(core).tool('bar').click(-40, 0).click(-30, 20).click(-10, 50).click(30, 40).click(60, -35).click(60, -35);
    const { text } = driver;
    expect(text).toContain('(b (60mm, -35mm))');
    expect([...text.matchAll(/near \((.*?)\)/g)].map((found) => found[1])).toEqual(['-40mm, 0', '-30mm, 20mm', '-10mm, 50mm', '30mm, 40mm']);
    const [x, y] = driver.place('link4', 'b');
    expect([x, y]).toEqual([expect.closeTo(60, 9), expect.closeTo(-35, 9)]);
  });

  test('a pin level with another is where that was put, and square to a bar is still found', () => {
    const driver = new Driver(core).tool('bar').drag(-37, -14, 38, 17).click(-60, 17.3);
    driver.move(-40, 40);
    expect(driver.hint).not.toBe('');
    driver.click(-50, 40).key('Escape');
    expect(driver.text).toContain('(a (-60mm, 17mm))');
    const chain = new Driver(core).tool('bar').click(-40, 0).click(0, 17);
    chain.move(0 - 17 * 0.8, 17 + 40 * 0.8);
    expect(chain.hint).toContain('perpendicular to link1');
  });

  test('arrows and Enter draw one without a mouse', () => {
    const driver = new Driver(core);
    driver.app.ui.tool.value = 'bar';
    const press = (key: string, times = 1) => {
      for (let i = 0; i < times; i++) {
        driver.box.key({ key, shift: false, alt: false, ctrl: false });
      }
    };
    press('ArrowLeft', 10);
    press('Enter');
    press('ArrowUp', 5);
    press('Enter');
    press('ArrowRight', 20);
    press('ArrowUp', 5);
    press('Enter');
    press('ArrowDown', 10);
    press('Enter');
    press('Enter');
    expect(driver.joints).toEqual(['pin', 'pin', 'pin', 'pin']);
    expect(driver.mobility()).toBe(1);
  });

  test('each click is a step, and all of them undone are the empty page', () => {
    const driver = drawFourBar(new Driver(core));
    let steps = 0;
    while (driver.doc.canUndo.value) {
      driver.doc.undo();
      steps++;
    }
    expect(steps).toBe(4);
    expect(driver.text).toBe(emptyText());
  });

  test('the motor of one that cannot go round swings to and fro', () => {
    // Ground 80, links 50, 50, 50: a triple rocker, as 80 + 50 > 50 + 50.
    const driver = new Driver(core).tool('bar').click(-40, 0).click(-25, 47.7, { alt: true }).click(25, 47.7, { alt: true });
    driver.click(40, 0).click(40, 0);
    const sketch = driver.stage.sketch.value;
    const [drive] = sketch?.facts.drives ?? [];
    expect(driver.mobility()).toBe(1);
    expect((drive?.to ?? 0) - (drive?.from ?? 0)).toBeLessThan(2 * Math.PI - 0.1);
    for (const part of [0, 0.25, 0.5, 0.75, 1, 0.5, 0]) {
      expect(sketch?.play(part).outcome).toBe('done');
    }
  });

  test('hints tell what each click does', () => {
    const driver = new Driver(core).tool('bar').move(-40, 0);
    expect(driver.hint).toContain('Ground pin');
    driver.click(-40, 0).move(-40, 20);
    expect(driver.hint).toBe('Bar of 20 mm, vertical');
    driver.click(-40, 20).move(-40, 20);
    expect(driver.hint).toBe('Click again: done');
    driver.click(30, 40).click(40, 0).move(40, 0);
    expect(driver.hint).toBe('Click again: ground pin, done');
  });
});

describe('chains', () => {
  test('Esc ends a chain with a loose end, and once more leads back to select', () => {
    const driver = new Driver(core).tool('bar').click(-40, 0).click(0, 0).click(20, 30);
    const before = driver.text;
    expect(driver.path).toBe('bar.drawing');
    driver.key('Escape');
    expect([driver.path, driver.text]).toEqual(['bar.idle', before]);
    driver.key('Escape');
    expect(driver.path).toBe('select.idle');
  });

  test('a bar that would be locked by a ground pin keeps its loose end', () => {
    const driver = new Driver(core).tool('bar').click(-40, 0).click(0, 0).click(0, 0);
    expect(driver.joints).toEqual(['pin']);
    expect(driver.path).toBe('bar.idle');
  });

  test('a click on a pin that is there joins it and ends the chain', () => {
    const driver = new Driver(core).tool('bar').drag(40, 0, 30, 40);
    expect(driver.path).toBe('bar.idle');
    driver.click(-40, 0).click(-40, 20).click(30.5, 40.5);
    expect(driver.joints).toEqual(['pin', 'pin', 'pin', 'pin']);
    expect(driver.mobility()).toBe(1);
    expect(driver.stage.sketch.value?.facts.drives.length).toBe(1);
  });

  test('a bar that ends on a bar gets a pin in a slot', () => {
    const driver = new Driver(core).tool('bar').drag(-40, 0, 40, 0);
    driver.move(0, 40).down(0, 40, { ctrl: true }).up(0, 40, { ctrl: true }).move(20, 0.5);
    expect(driver.hint).toBe('Bar of 44.72 mm, pin in slot of link1');
    driver.click(20, 0.5);
    expect(driver.joints).toEqual(['pin', 'point_on_line']);
    expect(driver.mobility()).toBe(3);
  });

  test('with Ctrl a chain begins with a loose end, with Alt nothing snaps', () => {
    const driver = new Driver(core).tool('bar').click(-40, 0, { ctrl: true }).click(3.21, 4.32, { alt: true });
    expect(driver.joints).toEqual([]);
    const [x, y] = driver.place('link1', 'b');
    expect(x).toBeCloseTo(3.21, 2);
    expect(y).toBeCloseTo(4.32, 2);
  });

  test('a bar undone while the chain is drawn: it goes on from the pin before', () => {
    const driver = new Driver(core).tool('bar').click(-40, 0).click(0, 0).click(20, 30);
    driver.doc.undo();
    driver.move(30, -20).click(40, -20).key('Escape');
    expect(driver.joints).toEqual(['pin', 'pin']);
    expect(driver.place('link2', 'a')[0]).toBeCloseTo(0, 3);
  });
});
