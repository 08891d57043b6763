// SVG text: it is well-formed, names cannot break out, and lines are where they should be.
import { expect, test } from 'vitest';

import { scene } from '../../../../src/view/draw/scene';
import { arc, circle, frameAt } from '../../../../src/view/geometry/shapes';
import { pathData, toSvg } from '../../../../src/view/output/svg';
import { bar, facts, fourBar, MM, poses, sceneInput, WORLD } from '../fixtures';

/** Element names and their attributes; throws for what is not well-formed as far as SVG needs. */
function parse(xml: string): { name: string; attributes: Map<string, string> }[] {
  const found: { name: string; attributes: Map<string, string> }[] = [];
  const open: string[] = [];
  const token = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  let end = 0;
  for (let m = token.exec(xml); m; m = token.exec(xml)) {
    end = token.lastIndex;
    if (m[5] !== undefined) {
      expect(m[5]).not.toMatch(/&(?!(amp|lt|gt|quot|apos);)/);
    } else if (m[1]) {
      expect(open.pop()).toBe(m[2]);
    } else {
      const list = [...m[3]!.matchAll(/([a-zA-Z:-]+)="([^"]*)"/g)].map((a) => [a[1]!, a[2]!] as const);
      found.push({ name: m[2]!, attributes: new Map(list) });
      if (!m[4]) {
        open.push(m[2]!);
      }
    }
  }
  expect(end).toBe(xml.length);
  expect(open).toEqual([]);
  return found;
}

const options = { grid: true, dimensions: true, curves: true, names: true, arrows: 'both', forces: true, units: 'mm' } as const;

test('a whole scene is well-formed', () => {
  const { facts: f, poses: p } = fourBar();
  const input = sceneInput(f, p, { options, selection: [{ kind: 'body', body: 'l2' }], rates: new Float64Array(24).fill(1) });
  const all = parse(toSvg(scene(input), input.size, '#ffffff'));
  expect(all[0]!.attributes.get('viewBox')).toBe('0 0 800 600');
  expect(all.filter((e) => e.name === 'path').length).toBeGreaterThan(20);
  expect(all.some((e) => e.attributes.get('d')?.includes('NaN'))).toBe(false);
});

test('names and colours from a text cannot break out', () => {
  const evil = '"><script>alert(1)</script>&';
  const f = facts({ bodies: [WORLD, bar(evil, 50 * MM, 8 * MM, { color: evil })] });
  const input = sceneInput(f, poses([0, 0, 0], [0, 0, 0]), { options: { ...options, grid: false } });
  const text = toSvg(scene(input), input.size, '#ffffff');
  expect(text).not.toContain('<script');
  expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;');
  expect(parse(text).some((e) => e.name === 'script')).toBe(false);
});

test('a circle goes through its four outermost places', () => {
  const data = pathData([circle(2, 3, 1)], frameAt(100, 100, 0, 10));
  // Halves: left to right by the bottom, back by the top; y is down in the picture.
  expect(data).toBe('M110 70A10 10 0 0 0 120 80A10 10 0 0 0 130 70A10 10 0 0 0 120 60A10 10 0 0 0 110 70Z');
});

test('an arc that turns right has the other sweep', () => {
  const data = pathData([arc(0, 0, 10, Math.PI / 2, -Math.PI / 2)], frameAt(0, 0));
  expect(data).toBe('M0 -10A10 10 0 0 1 7.07 -7.07A10 10 0 0 1 10 0');
});
