// drag.mjs: opens a text in the page and drags one of its pins by real pointer events.

/** Pixels from the pin to where the pointer goes round, and moves for a round. */
const RADIUS = 70;
const ROUND = 60;

/** Opens the text and shows all of it; returns how many links it has, 0 where it has no picture. */
export async function open(page, world) {
  return page.evaluate(async ({ name, text, files }) => {
    const app = window.__trammel;
    const encoder = new TextEncoder();
    files.forEach((file) => app.core.addFile(file.name, encoder.encode(file.text)));
    app.doc.open(`${name}.tml`, text);
    app.ui.tool.value = 'select';
    app.ui.selection.value = [];
    app.run('view.fit');
    // Diagnosis and curves are studied when the page is idle; so are other helpers of the first use.
    await new Promise((done) => setTimeout(done, 300));
    return app.stage.facts.value.good ? app.stage.facts.value.bodies.length - 1 : 0;
  }, world);
}

/** Pixel places of points of bodies that are not fixed, those of the last bodies first. */
async function pins(page) {
  return page.evaluate(() => {
    const { stage, ui, stageElement } = window.__trammel;
    const box = stageElement.getBoundingClientRect();
    const camera = ui.camera.value;
    const poses = stage.poses.value;
    const found = stage.facts.value.bodies.flatMap((body, i) =>
      body.fixed || body.hidden || i === 0
        ? []
        : [...body.points.filter((p) => p.dx === 0 && p.dy === 0), { x: 0, y: 0 }].map((p) => {
            const [x, y, c, s] = poses.subarray(4 * i, 4 * i + 4);
            return {
              x: box.left + box.width / 2 + (x + c * p.x - s * p.y - camera.x) * camera.scale,
              y: box.top + box.height / 2 - (y + s * p.x + c * p.y - camera.y) * camera.scale,
            };
          }),
    );
    const inside = (p) => p.x > box.left && p.x < box.right && p.y > box.top && p.y < box.bottom;
    return found.filter(inside).reverse();
  });
}

const posesOf = (page) => page.evaluate(() => Array.from(window.__trammel.stage.poses.value));

async function undo(page) {
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.evaluate(() => window.__trammel.doc.undo());
}

/** Presses on the first pin that follows the pointer; null where none does. */
export async function grab(page) {
  const places = await pins(page);
  const some = places.filter((_, i) => i % Math.ceil(places.length / 12) === 0);
  for (const at of some) {
    const before = await posesOf(page);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 12, at.y + 5);
    await page.mouse.move(at.x + 15, at.y + 9);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
    const after = await posesOf(page);
    if (after.some((value, i) => value !== before[i])) {
      return at;
    }
    await undo(page);
  }
  return null;
}

/** Moves the pointer round for so many moves. */
export async function goRound(page, at, moves) {
  for (let i = 1; i <= moves; i++) {
    const angle = (2 * Math.PI * i) / ROUND;
    const radius = RADIUS * Math.min(1, i / 20);
    await page.mouse.move(at.x + radius * Math.sin(angle), at.y + radius * (1 - Math.cos(angle)));
  }
}

/** Lets go, and waits until the page is idle again. */
export async function release(page) {
  await page.mouse.up();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
}
