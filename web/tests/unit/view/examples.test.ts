// Every example of the gallery and of the hinges is drawn: whole, with numbers only, its joints closed.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { bounds, fit } from '../../../src/view/bounds';
import { toDxf } from '../../../src/view/output/dxf';
import { hitTest } from '../../../src/view/geometry/hit';
import { bodyPoint } from '../../../src/view/geometry/geometry';
import { toScreen } from '../../../src/view/geometry/camera';
import { gapOf } from '../../../src/view/geometry/places';
import { scene } from '../../../src/view/draw/scene';
import { toSvg } from '../../../src/view/output/svg';
import { testCore } from '../test_core';
import { sceneInput } from './fixtures';

const size = { width: 800, height: 600 };

describe.each(['gallery', 'hinges'])('%s', (folder) => {
  const base = new URL(`../../../../examples/${folder}/`, import.meta.url);
  const names = readdirSync(base).filter((name) => name.endsWith('.tml'));

  test('all planar worlds are drawn', async () => {
    const core = await testCore();
    core.addFile('parts.tml', readFileSync(new URL('parts.tml', base)));
    let drawn = 0;
    for (const name of names) {
      const sketch = core.sketch(readFileSync(new URL(name, base), 'utf8'));
      const { facts } = sketch;
      if (facts.good) {
        const poses = sketch.poses();
        const input = sceneInput(facts, poses, { size, camera: fit(bounds(facts, poses), size) });
        const shapes = scene({ ...input, options: { ...input.options, dimensions: true, names: true } });
        expect(toSvg(shapes, size, '#ffffff'), name).not.toMatch(/NaN|Infinity/);
        expect(toDxf(shapes, input.camera, size), name).not.toMatch(/NaN|Infinity/);
        for (const joint of facts.joints) {
          const gap = gapOf(poses, joint);
          const way = gap ? Math.hypot(gap.b.x - gap.a.x, gap.b.y - gap.a.y) : 0;
          expect(way, `${name} ${joint.name}`).toBeLessThan(1e-6 * (facts.world?.size ?? 1));
        }
        drawn++;
      }
      sketch.dispose();
    }
    expect(drawn).toBeGreaterThan(8);
  });
});

test('each point of a Jansen leg is hit where the core says that it is', async () => {
  const base = new URL('../../../../examples/gallery/', import.meta.url);
  const core = await testCore();
  core.addFile('parts.tml', readFileSync(new URL('parts.tml', base)));
  const sketch = core.sketch(readFileSync(new URL('jansen.tml', base), 'utf8'));
  const { facts } = sketch;
  const poses = sketch.poses();
  const camera = fit(bounds(facts, poses), size);
  facts.bodies.forEach((body, i) =>
    body.points.forEach((point) => {
      const at = bodyPoint(poses, i, point.x, point.y);
      const px = toScreen(camera, size, at);
      const hit = hitTest({ facts, poses, camera, size }, px.x, px.y);
      expect(hit.kind).toBe('point');
      if (hit.kind === 'point') {
        const found = facts.bodies[hit.body]!.points[hit.point]!;
        const there = bodyPoint(poses, hit.body, found.x, found.y);
        expect(Math.hypot(there.x - at.x, there.y - at.y)).toBeLessThan(1e-9);
      }
    }),
  );
  sketch.dispose();
});
