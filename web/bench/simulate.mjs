// simulate.mjs: frames of the page while a simulation runs in its worker: sixty a second, however heavy the world.
import { open } from './drag.mjs';

/** How long each runs [ms]. */
const TIME = 5000;

/** Worlds of the gallery, and one that is far too heavy for the clock: 400 boxes in a heap. */
const NAMES = ['gallery/jansen', 'gallery/ratchet', 'gallery/newton_cradle', 'gallery/double_pendulum'];
const HEAP = `primitive box begin properties: (density: 1000kg/m^3); geometry: cuboid(10mm, 10mm, 10mm); interference: ; dynamics: ; end
primitive slab begin properties: (fixed); geometry: cuboid(2m, 10mm, 10mm); interference: ; end
world heap begin components slab: slab; box[0..399]: box; structure begin
  place slab by center at (0, -5mm);
  for i in 0 .. 19 begin for k in 0 .. 19 begin
    place box[20 * i + k] by center at (k * 10.5mm + 0.2mm * mod(i, 7), 6mm + i * 10.4mm);
  end end
end properties: (planar, gravity, friction: 0.5); end
simulate heap begin time: (1ms, 5s); method: stepping; end
`;

/** With what it includes written out: the worker has a core of its own, which is not given files here. */
function whole(world) {
  const file = (name) => world.files.find((one) => one.name === name)?.text.replace(/^language .*;$/m, '') ?? '';
  return { ...world, text: world.text.replaceAll(/^include "(.*)";$/gm, (_, name) => file(name)) };
}

async function frames(page, time) {
  await page.evaluate(() => window.__probe.begin());
  await page.waitForTimeout(time);
  return (await page.evaluate(() => window.__probe.end())).frames;
}

/** Each world for a while, and the empty canvas as long. */
export async function simulateAll(page, empty, worlds, chosen) {
  const all = [...NAMES.map((name) => worlds.find((world) => world.name === name)), { name: 'heap of 400', text: HEAP, files: [] }];
  const results = [];
  for (const world of all.filter((one) => one && chosen(one.name))) {
    await page.bringToFront();
    await open(page, whole(world));
    await page.evaluate(() => window.__trammel.run('live.run'));
    await page.waitForFunction(() => window.__trammel.live.state.value === 'running');
    const running = await frames(page, TIME);
    const reached = await page.evaluate(() => window.__trammel.live.frame.value?.time ?? 0);
    await page.evaluate(() => window.__trammel.run('live.stop'));
    await empty.bringToFront();
    results.push({ name: world.name, reached, running, still: await frames(empty, TIME) });
  }
  return results;
}
