// DXF files read back by a tiny reader of codes and values.
import { expect, test } from 'vitest';

import { toDxf } from '../../../../src/view/output/dxf';
import { scene } from '../../../../src/view/draw/scene';
import { arc, frameAt, path, polyline, segment, type Shape } from '../../../../src/view/geometry/shapes';
import { disc, facts, fourBar, MM, poses, sceneInput, WORLD } from '../fixtures';

interface Entity {
  readonly type: string;
  readonly codes: Map<number, string>;
}

function read(text: string): Entity[] {
  const lines = text.split('\n');
  const all: Entity[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const code = Number(lines[i]);
    expect(Number.isInteger(code)).toBe(true);
    if (code === 0) {
      all.push({ type: lines[i + 1]!, codes: new Map() });
    } else {
      all[all.length - 1]!.codes.set(code, lines[i + 1]!);
    }
  }
  return all;
}

function value(entity: Entity | undefined, code: number): number {
  return Number(entity?.codes.get(code));
}

const camera = { x: 0.01, y: 0.02, scale: 5000 };
const size = { width: 700, height: 500 };

test('a disc is a circle at its place in millimetres, on the layer of bodies', () => {
  const f = facts({ bodies: [WORLD, disc('d', 7 * MM)] });
  const shapes = scene(sceneInput(f, poses([0, 0, 0], [12 * MM, -5 * MM, 1]), { camera, size }));
  const round = read(toDxf(shapes, camera, size)).find((e) => e.type === 'CIRCLE' && e.codes.get(8) === 'body');
  expect(value(round, 10)).toBeCloseTo(12, 5);
  expect(value(round, 20)).toBeCloseTo(-5, 5);
  expect(value(round, 40)).toBeCloseTo(7, 5);
});

test('a bar is a closed polyline with the bulges of its round ends', () => {
  const { facts: f, poses: p } = fourBar();
  const all = read(toDxf(scene(sceneInput(f, p, { camera, size })), camera, size));
  const first = all.findIndex((e) => e.type === 'POLYLINE' && e.codes.get(8) === 'body');
  expect(value(all[first], 70)).toBe(1);
  const vertices = all.slice(first + 1, first + 5);
  expect(vertices.map((v) => v.type)).toEqual(['VERTEX', 'VERTEX', 'VERTEX', 'VERTEX']);
  expect(vertices.map((v) => Number(v.codes.get(42) ?? 0))).toEqual([0, 1, 0, 1]);
  // The crank stands upright from (0, 0) to (0, 30), 8 mm wide.
  expect(vertices.map((v) => value(v, 10)).map((x) => Math.round(x * 1e4) / 1e4 + 0)).toEqual([4, 4, -4, -4]);
  expect(vertices.map((v) => Math.round(value(v, 20) * 1e4) / 1e4 + 0)).toEqual([0, 30, 30, 0]);
  expect(all[first + 5]!.type).toBe('SEQEND');
});

test('arcs run counter-clockwise whichever way they were drawn', () => {
  const frame = frameAt(350, 250, 0, 5000); // at the middle of the picture: (10, 20) mm
  const style = { stroke: '#000000' };
  const shapes: Shape[] = [
    path('joint', [arc(0, 0, 5 * MM, 0, Math.PI / 2)], frame, style),
    path('joint', [arc(0, 0, 5 * MM, Math.PI / 2, -Math.PI / 2)], frame, style),
  ];
  const arcs = read(toDxf(shapes, camera, size)).filter((e) => e.type === 'ARC');
  expect(arcs).toHaveLength(2);
  for (const a of arcs) {
    expect([10, 20, 40, 50, 51].map((code) => Math.round(value(a, code) * 1e4) / 1e4 + 0)).toEqual([10, 20, 5, 0, 90]);
  }
});

test('lines, texts and the frame of the file', () => {
  const shapes: Shape[] = [
    path('trace', [segment(0, 0, 100, 0), polyline([0, 0, 1, 1, 2, 0])], frameAt(350, 250), { stroke: '#000000' }),
    path('mark', [segment(0, 0, 1, 1)], frameAt(0, 0), { stroke: '#000000' }),
    path('body', [segment(0, 0, 1, 1)], frameAt(0, 0), { fill: '#000000' }),
    { kind: 'text', layer: 'name', text: 'Größe\n0\nEOF', x: 350, y: 250, align: 'left', size: 10, fill: '', halo: '' },
  ];
  const text = toDxf(shapes, camera, size);
  const all = read(text);
  const line = all.filter((e) => e.type === 'LINE');
  expect(line).toHaveLength(1);
  expect([10, 20, 11, 21].map((code) => value(line[0], code))).toEqual([10, 20, 30, 20]);
  expect(all.filter((e) => e.type === 'VERTEX')).toHaveLength(3);
  expect(all.find((e) => e.type === 'TEXT')?.codes.get(1)).toBe('Gr\\U+00F6\\U+00DFe 0 EOF');
  expect(all[all.length - 1]!.type).toBe('EOF');
  expect(all.filter((e) => e.type === 'EOF')).toHaveLength(1);
  expect(text).toMatch(/\nAC1009\n/);
});
