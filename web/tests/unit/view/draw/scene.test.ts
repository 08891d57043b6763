// The draw list: what is shown, where, and in which order; cameras that fit; colours that are legible.
import { describe, expect, test } from 'vitest';

import { Scales } from '../../../../src/view/draw/arrows';
import { bounds, even, fit } from '../../../../src/view/bounds';
import { toScreen, toWorld, zoomAt } from '../../../../src/view/geometry/camera';
import { readHex, toLab, tones } from '../../../../src/view/colour';
import { gridSteps } from '../../../../src/view/draw/grid';
import { NO_FACTS } from '../../../../src/view/input';
import { overScene, scene, underScene } from '../../../../src/view/draw/scene';
import type { PathShape, Shape, TextShape } from '../../../../src/view/geometry/shapes';
import { beltLines } from '../../../../src/view/geometry/belt';
import { Travel } from '../../../../src/view/geometry/travel';
import { lengthText, niceStep } from '../../../../src/view/units';
import { bar, body, disc, end, facts, fourBar, joint, MM, poses, sceneInput, WORLD } from '../fixtures';

function paths(shapes: readonly Shape[], layer: string): PathShape[] {
  return shapes.filter((s): s is PathShape => s.kind === 'path' && s.layer === layer);
}

function texts(shapes: readonly Shape[]): string[] {
  return shapes.filter((s): s is TextShape => s.kind === 'text').map((s) => s.text);
}

describe('the scene', () => {
  test('nothing makes an empty machine, and a grid with labels all the same', () => {
    const input = sceneInput(NO_FACTS, new Float64Array(0));
    expect(overScene(input).map((shape) => shape.layer)).toEqual(['ruler', 'ruler']); // the scale bar
    expect(texts(underScene({ ...input, options: { ...input.options, grid: true } }))).toContain('mm');
  });

  test('a body lies where its pose puts it, and its lines are the same object at each frame', () => {
    const { facts: f, poses: p } = fourBar();
    const first = paths(scene(sceneInput(f, p)), 'body');
    const crank = first.find((s) => s.lines[0]!.points === f.bodies[1]!.outline[0] && s.style.stroke)!;
    expect(crank.frame).toMatchObject({ x: 400, y: 300, k: 4000 });
    expect(crank.frame.s).toBeCloseTo(1, 12);
    expect(paths(scene(sceneInput(f, p)), 'body').map((s) => s.lines)).toEqual(first.map((s) => s.lines));
    expect(paths(scene(sceneInput(f, p)), 'body')[0]!.lines).toBe(first[0]!.lines);
  });

  test('pins to the ground get its symbol, two for a four-bar', () => {
    const { facts: f, poses: p } = fourBar();
    const ground = paths(scene(sceneInput(f, p)), 'ground');
    expect(new Set(ground.map((s) => s.frame.x))).toEqual(new Set([400, 400 + 0.09 * 4000]));
  });

  test('a body that stands still is hatched along its lower side, however it is turned', () => {
    const f = facts({ bodies: [WORLD, bar('frame', 40 * MM, 8 * MM, { fixed: true })] });
    const strokes = (angle: number) => paths(scene(sceneInput(f, poses([0, 0, 0], [0, 0, angle]))), 'ground')[0]!.lines;
    // 40 mm are 160 px: a stroke every 7 px, from the lower edge, 16 px below the middle, downwards.
    expect(strokes(0)).toHaveLength(23);
    for (const { points } of strokes(0)) {
      expect([points[1], points[4]]).toEqual([-300 - 16, -300 - 22]);
    }
    expect(strokes(0)).toBe(strokes(0));
    expect(strokes(Math.PI).every(({ points }) => Math.abs(points[4]! + 322) < 1e-9)).toBe(true);
    // Upright: on its right.
    expect(strokes(Math.PI / 2)).toHaveLength(23);
    expect(strokes(Math.PI / 2).every(({ points }) => Math.abs(points[3]! - 422) < 1e-9)).toBe(true);
  });

  test('dimensions show lengths in the unit of the person', () => {
    const { facts: f, poses: p } = fourBar();
    const options = { ...sceneInput(f, p).options, dimensions: true };
    expect(texts(scene(sceneInput(f, p, { options })))).toEqual(expect.arrayContaining(['30', '80', '50', '60']));
    expect(texts(scene(sceneInput(f, p, { options: { ...options, units: 'in' } })))).toContain('1.181');
  });

  test('the scale bar is over the bodies', () => {
    const { facts: f, poses: p } = fourBar();
    const shapes = scene(sceneInput(f, p));
    const bar = shapes.findIndex((shape) => shape.kind === 'text' && shape.text.endsWith(' mm'));
    expect(bar).toBeGreaterThan(shapes.findLastIndex((shape) => shape.layer === 'body'));
  });

  test('a blocked loop marks its joints and the links between them', () => {
    const { facts: f, poses: p } = fourBar();
    expect(paths(scene(sceneInput(f, p, { blocked: [1, 2] })), 'mark')).toHaveLength(3);
  });

  test('open joints are bridged by a dashed line', () => {
    const { facts: f, poses: p } = fourBar();
    p[4] = p[4]! + 5 * MM;
    const dashed = paths(scene(sceneInput(f, p)), 'mark').filter((s) => s.style.dash);
    // The crank was moved 5 mm to the right: away from the ground and from the coupler.
    expect(dashed).toHaveLength(2);
  });

  test('a velocity is carried to the points of a body', () => {
    // A crank that turns by 1 rad/s about its pin: the other end, 30 mm away, moves by 30 mm/s.
    const { facts: f, poses: p } = fourBar();
    const rates = new Float64Array(24);
    rates[8] = 1;
    const options = { ...sceneInput(f, p).options, arrows: 'velocity' as const };
    const arrows = paths(scene(sceneInput(f, p, { rates, options })), 'arrow').filter((s) => s.style.stroke && s.frame.y === 300 - 120);
    expect(arrows).toHaveLength(1);
    // The crank stands upright, so it points to the left.
    expect(arrows[0]!.frame.c).toBeCloseTo(-1, 12);
    expect(texts(scene(sceneInput(f, p, { rates, options })))).toContain('0.025 m/s');
  });

  test('a slider of two moving links is an arm of the second with a block in it, which moves with both', () => {
    const [a, b] = [end(2, 0, 0), end(1, 30 * MM, 0)];
    const slide = { ...joint('s', 'slider', a, b), pairs: [[a, b], [end(2, 0.1, 0), end(1, 30 * MM, 0.1)]] as const };
    const f = facts({ bodies: [WORLD, bar('link1', 30 * MM), bar('link2', 50 * MM)], joints: [slide] });
    const sleeve = (angle: number, way: number) => {
      const at = poses([0, 0, 0], [0, 0, angle], [30 * MM * Math.cos(angle) - way * Math.sin(angle), 30 * MM * Math.sin(angle) + way * Math.cos(angle), angle + Math.PI / 2]);
      return paths(scene(sceneInput(f, at)), 'joint').filter((s) => s.lines[0]!.points.length === 24);
    };
    const [arm, , slot, block] = sleeve(0.3, 0);
    expect(arm!.frame.c).toBeCloseTo(Math.cos(0.3 + Math.PI / 2), 12);
    const middle = (of: PathShape | undefined) => (of!.lines[0]!.points[0]! + of!.lines[0]!.points[3]!) / 2;
    expect([middle(slot), middle(block)].map((x) => x.toFixed(9))).toEqual(['0.000000000', '0.000000000']);
    const [far, , , moved] = sleeve(1, 20 * MM);
    expect(far!.frame.c).toBeCloseTo(Math.cos(1 + Math.PI / 2), 12);
    expect(middle(moved)).toBeCloseTo(20 * MM * sceneInput(f, poses()).camera.scale, 9);
    expect(paths(scene(sceneInput({ ...f, joints: [{ ...slide, pairs: [[end(2, 0, 0, 1, 0), end(1, 0, 0, 1, 0)]] }] }, poses([0, 0, 0], [0, 0, 0], [0, 0, 0]))), 'joint').some((s) => s.lines[0]!.points.length === 24)).toBe(false);
  });

  test('rails are as long as the travel that was seen, and forget it with the guide', () => {
    const slider = (x: number, y = 0) => ({
      ...joint('s', 'slider', end(1, 0, 0), end(0, x, y)),
      pairs: [[end(1, 0, 0), end(0, x, y)], [end(1, 1, 0), end(0, x + 1, y)]] as const,
    });
    const f = facts({ bodies: [WORLD, disc('d', 5 * MM)], joints: [slider(0)] });
    const travel = new Travel();
    travel.see(f, poses([0, 0, 0], [10 * MM, 0, 0]));
    travel.see(f, poses([0, 0, 0], [40 * MM, 0, 0]));
    travel.see({ ...f, joints: [slider(0)] }, poses([0, 0, 0], [30 * MM, 0, 0]));
    expect(travel.of(slider(0))).toEqual({ low: 10 * MM, high: 40 * MM });
    expect(travel.of(slider(0, 1))).toBeNull();
  });
});

describe('a rack that is a plain bar', () => {
  const module = 2 * MM;
  const bar = body('rack', { outline: [[-60, -13, 0, 60, -13, 0, 60, -2.5, 0, -60, -2.5, 0].map((v) => v * MM)] });
  const slide = joint('s', 'slider', end(2, 0, 0), end(0, 0, 0));
  const draw = (turned: number) => {
    const rolls = joint('r', 'rack', end(1, 0, 0), end(2, 0, 0, 1, 0), { radius: 20 * MM });
    const slider = { ...slide, pairs: [slide.pairs[0]!, [end(2, 1, 0), end(0, 1, 0)]] as const };
    const wheel = disc('wheel', 20 * MM, { gear: { teeth: 20, module } });
    const f = facts({ bodies: [WORLD, wheel, bar], joints: [slider, rolls] });
    return scene(sceneInput(f, poses([0, 0, 0], [0, 20 * MM, turned], [0, 0, 0])));
  };
  /** How far the middle of the wheel's lowest tooth is from that of the next tooth of the rack, in pitches. */
  const apart = (turned: number) => {
    const { points } = paths(draw(turned), 'body').find((s) => s.lines[0]!.points.length > 100 && !s.lines[0]!.closed)!.lines[0]!;
    const tips = points.flatMap((x, i) => (i % 3 === 0 && Math.abs(points[i + 1]! - module) < 1e-9 ? [x] : []));
    const middles = tips.flatMap((x, i) => (i % 2 === 0 ? [(x + tips[i + 1]!) / 2] : []));
    return Math.min(...middles.map((x) => Math.abs(x - turned * 20 * MM))) / (Math.PI * module);
  };

  test('has teeth between those of its wheel', () => {
    expect([0, 0.05, -0.11].map(apart).map((part) => part.toFixed(6))).toEqual(['0.500000', '0.500000', '0.500000']);
  });

  test('has one rail, along the side without teeth', () => {
    const rails = paths(draw(0), 'ground').filter((s) => s.style.width === 1.8);
    expect(rails.flatMap((s) => s.lines.map((line) => Math.round(line.points[1]!)))).toEqual([Math.round(-13 * MM * sceneInput(facts({}), poses()).camera.scale - 1.5)]);
  });
});

describe('arrows', () => {
  test('their scale grows at once and shrinks slowly, in round steps', () => {
    const scales = new Scales();
    expect(scales.full('force', 3)).toBe(5);
    expect(scales.full('force', 70)).toBe(100);
    expect(scales.full('force', 0.5)).toBe(100);
    for (let i = 0; i < 200; i++) {
      scales.full('force', 0.5);
    }
    expect(scales.full('force', 0.5)).toBeCloseTo(0.5, 12);
  });
});

describe('belts', () => {
  test('tangents touch both wheels, open and crossed', () => {
    for (const second of [0.02, 0.05, -0.02]) {
      const [upper] = beltLines(0.2, 0.03, second);
      const [x0, y0, , x1, y1] = upper!.points as [number, number, number, number, number];
      expect(Math.hypot(x0, y0)).toBeCloseTo(0.03, 12);
      expect(Math.hypot(x1 - 0.2, y1)).toBeCloseTo(Math.abs(second), 12);
      expect(x0 * (x1 - x0) + y0 * (y1 - y0)).toBeCloseTo(0, 12);
      expect((x1 - 0.2) * (x1 - x0) + y1 * (y1 - y0)).toBeCloseTo(0, 12);
    }
  });
});

describe('camera', () => {
  test('there and back again', () => {
    const camera = { x: 0.3, y: -0.2, scale: 1234 };
    const size = { width: 640, height: 480 };
    const there = toScreen(camera, size, { x: 0.11, y: 0.07 });
    const back = toWorld(camera, size, there);
    expect([back.x, back.y]).toEqual([expect.closeTo(0.11, 12), expect.closeTo(0.07, 12)]);
    const zoomed = toWorld(zoomAt(camera, size, { x: 10, y: 20 }, 3), size, { x: 10, y: 20 });
    const before = toWorld(camera, size, { x: 10, y: 20 });
    expect([zoomed.x, zoomed.y]).toEqual([expect.closeTo(before.x, 12), expect.closeTo(before.y, 12)]);
  });

  test('it fits bounds with a margin', () => {
    const f = facts({ bodies: [WORLD, disc('d', 10 * MM)] });
    const found = bounds(f, poses([0, 0, 0], [50 * MM, 20 * MM, 0]), [new Float64Array([0.1, 0.02, NaN, NaN])])!;
    expect(found.right).toBeCloseTo(0.1, 12);
    expect(found.left).toBeCloseTo(40 * MM, 4);
    const camera = fit(found, { width: 1000, height: 1000 }, even(50));
    expect(camera.x).toBeCloseTo(70 * MM, 4);
    expect(camera.scale).toBeCloseTo(900 / 0.06, -2);
    const high = fit(found, { width: 1000, height: 1000 }, { ...even(50), bottom: 150 });
    // The middle is 50 px above that of the picture.
    expect(toScreen(high, { width: 1000, height: 1000 }, { x: 0.07, y: (found.bottom + found.top) / 2 })).toEqual({ x: expect.closeTo(500, 6), y: expect.closeTo(450, 6) });
    expect(fit(bounds(NO_FACTS, new Float64Array(0)), { width: 800, height: 600 }).scale).toBeGreaterThan(0);
  });
});

test('the symbols of the ground are within the bounds, but for 12 px that all have below them', () => {
  const { facts: f, poses: p } = fourBar();
  const input = sceneInput(f, p);
  const symbols = paths(scene(input), 'ground').flatMap(({ lines, frame }) => lines.flatMap(({ points }) => points.filter((_, i) => i % 3 === 1).map((y) => frame.y - frame.k * y)));
  const { y } = toScreen(input.camera, input.size, { x: 0, y: bounds(f, p)!.bottom });
  expect(Math.max(...symbols) - y).toBeCloseTo(12, 6);
});

describe('numbers', () => {
  test('steps are 1, 2 or 5 times a power of ten', () => {
    expect([0.9, 1, 1.1, 2.2, 5.5, 0.003].map(niceStep).map((v) => Number(v.toPrecision(6)))).toEqual([1, 1, 2, 5, 10, 0.005]);
  });

  test('major lines are round in the unit and far enough apart', () => {
    const { major, minor } = gridSteps(4000, 'mm');
    expect([major, minor].map((v) => Number((v * 1000).toPrecision(6)))).toEqual([50, 10]);
    expect(Number((gridSteps(4000, 'in').major / 0.0254).toPrecision(6))).toBe(1);
    expect(lengthText(-0.0254, 'in')).toBe('\u22121');
  });
});

describe('colours', () => {
  test('black and white parts differ from either background and from their edges', () => {
    const lightness = (hex: string): number => toLab(readHex(hex)!)[0];
    for (const [dark, background] of [[false, 0.99], [true, 0.21]] as const) {
      for (const hex of ['#000000', '#ffffff', '#ff0000', '#0000ff', '#ffff00']) {
        const { face, edge } = tones(readHex(hex)!, dark);
        expect(Math.abs(lightness(face) - background)).toBeGreaterThan(0.1);
        expect(Math.abs(lightness(face) - lightness(edge))).toBeGreaterThan(0.15);
      }
    }
  });
});
