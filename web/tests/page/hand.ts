// hand.ts: what a person at the page does and sees. It acts by the real mouse and keys alone; where
// things are drawn and what the text says is read through `__trammel`, which is only looked at.
// Places are pixels from the middle of the picture, x to the right, y down.
import type { Page } from '@playwright/test';

import type { App } from '../../src/app';
import { toScreen, type Point } from '../../src/view/geometry/camera';
import { bodyPoint } from '../../src/view/geometry/geometry';
import { expect } from './fixture';

export type Pixel = readonly [x: number, y: number];

interface Seen {
  readonly poses: readonly number[];
  readonly facts: App['stage']['shown']['value'];
  readonly camera: App['ui']['camera']['value'];
}

export class Hand {
  readonly page: Page;
  #middle: Point = { x: 0, y: 0 };

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page, empty as at a later visit: the hints of the first one are done with. */
  async open(address = './'): Promise<void> {
    await this.page.addInitScript(() => localStorage.setItem('trammel.hints', '9'));
    await this.page.goto(address);
    await this.ready();
  }

  /** Waits for the page and finds the picture; again after a reload, or where its place changed. */
  async ready(): Promise<void> {
    await expect(this.page.locator('.freedom-number')).toHaveText(/\d/);
    const box = await this.page.locator('.stage').boundingBox();
    this.#middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  }

  /** A place of the picture as the mouse takes it. */
  at([x, y]: Pixel): [number, number] {
    return [this.#middle.x + x, this.#middle.y + y];
  }

  async move(to: Pixel, steps = 1): Promise<void> {
    await this.page.mouse.move(...this.at(to), { steps });
  }

  async click(...places: readonly Pixel[]): Promise<void> {
    for (const place of places) {
      await this.page.mouse.click(...this.at(place));
    }
  }

  /** Presses at the first place and goes by the others to the last; the button stays down. */
  async hold(from: Pixel, ...way: readonly Pixel[]): Promise<void> {
    await this.move(from);
    await this.page.mouse.down();
    for (const place of way) {
      await this.move(place, 8);
    }
  }

  async drag(from: Pixel, ...way: readonly Pixel[]): Promise<void> {
    await this.hold(from, ...way);
    await this.page.mouse.up();
  }

  async tool(name: string): Promise<void> {
    await this.page.locator('.tools').getByRole('button', { name, exact: true }).click();
  }

  /** Six clicks: the bar and five places. Space plays it then. */
  async drawFourBar(): Promise<void> {
    await this.tool('Bar');
    await this.click([-200, 100], [-200, 0], [80, -120], [160, 100], [160, 100]);
  }

  text(): Promise<string> {
    return this.look((app) => app.doc.text.value);
  }

  /** Types a whole text in the place of the one that is there. */
  async write(text: string): Promise<void> {
    await this.page.locator('.cm-content').click();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.insertText(text);
  }

  /** Looks at the page from inside, and changes nothing. */
  look<T>(what: (app: App) => T): Promise<T> {
    return this.page.evaluate(`(${what})(window.__trammel)`) as Promise<T>;
  }

  #seen(): Promise<Seen> {
    return this.look((app) => ({
      poses: [...app.stage.poses.value],
      facts: app.stage.shown.value,
      camera: app.ui.camera.value,
    }));
  }

  /** Where a point is in the world [m]; of a body without a name for it: its middle. */
  async place(body: string, point?: string): Promise<Point> {
    const { poses, facts } = await this.#seen();
    const index = facts.bodies.findIndex((one) => one.name === body);
    const local = point === undefined ? { x: 0, y: 0 } : facts.bodies[index]?.points.find((one) => one.name === point);
    if (index < 0 || !local) {
      throw new Error(`there is no ${body}.${point ?? ''}`);
    }
    return bodyPoint(Float64Array.from(poses), index, local.x, local.y);
  }

  /** Where a point is drawn. */
  async pin(body: string, point?: string): Promise<Pixel> {
    const { camera } = await this.#seen();
    const { x, y } = toScreen(camera, { width: 0, height: 0 }, await this.place(body, point));
    return [x, y];
  }

  /** The number of the chip once it is that of the present text. */
  async freedom(count: number): Promise<void> {
    await expect(this.page.locator('.freedom:not(.pending) .freedom-number')).toHaveText(String(count));
  }

  /** Undoes until there is no step left; returns how many there were. */
  async undoAll(): Promise<number> {
    let steps = 0;
    // Not by the button: it follows a frame later, and a press too many would count.
    while (await this.look((app) => app.doc.canUndo.value)) {
      await this.page.keyboard.press('Control+z');
      steps++;
    }
    return steps;
  }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
