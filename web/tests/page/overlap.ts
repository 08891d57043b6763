// overlap.ts: whether places of the page cover each other.
import type { Locator } from '@playwright/test';

import { expect } from './fixture';

interface Box {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Half a pixel is a matter of rounding. */
const SLACK = 0.5;

/** Those of the elements that take any room. */
async function boxesOf(elements: Locator): Promise<readonly Box[]> {
  const all = await elements.evaluateAll((found) =>
    found.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { name: element.getAttribute('aria-label') ?? element.className, left, top, right, bottom };
    }),
  );
  return all.filter((box) => box.right > box.left && box.bottom > box.top);
}

/** Fails where two of the elements cover each other, one reaches out of the window, or fewer than `min` are seen. */
export async function expectApart(elements: Locator, min: number): Promise<void> {
  const size = elements.page().viewportSize() ?? { width: 0, height: 0 };
  const boxes = await boxesOf(elements);
  expect(boxes.length).toBeGreaterThanOrEqual(min);
  for (const [i, a] of boxes.entries()) {
    expect(a.right, a.name).toBeLessThanOrEqual(size.width + SLACK);
    expect(a.bottom, a.name).toBeLessThanOrEqual(size.height + SLACK);
    for (const b of boxes.slice(i + 1)) {
      const apart = a.right <= b.left + SLACK || b.right <= a.left + SLACK || a.bottom <= b.top + SLACK || b.bottom <= a.top + SLACK;
      expect(apart, `${a.name} and ${b.name}`).toBe(true);
    }
  }
}
