// table.mjs: rows of bench/results/page.csv, and which of the page's promises they keep.

/** Milliseconds a frame may take, and bytes and milliseconds of the first load. */
const FRAME = 50;
const BYTES = 500_000;
const USABLE = 1000;

function part(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

const ms = (value) => value.toFixed(2);
const over = (frames) => frames.filter((time) => time > FRAME).length;

export function row({ name, links, drag, still, release }) {
  return {
    world: name,
    links,
    moves: drag.spent.length,
    work: ms(part(drag.spent, 0.5)),
    work_p95: ms(part(drag.spent, 0.95)),
    work_most: ms(part(drag.spent, 1)),
    release: ms(release),
    frame: ms(part(drag.frames, 0.5)),
    frame_p95: ms(part(drag.frames, 0.95)),
    frames_over_50: over(drag.frames),
    empty: ms(part(still.frames, 0.5)),
    empty_p95: ms(part(still.frames, 0.95)),
    empty_over_50: over(still.frames),
  };
}

export const TITLE = Object.keys(
  row({ name: '', links: 0, drag: { spent: [], frames: [] }, still: { frames: [] }, release: 0 }),
).join(',');

export function summary(one) {
  const pad = (text, width) => String(text).padStart(width);
  return (
    `${one.world.padEnd(32)} ${pad(one.links, 4)} links  work ${pad(one.work, 6)} (95 %: ${pad(one.work_p95, 6)}) ms` +
    `  release ${pad(one.release, 7)} ms  frames over ${FRAME} ms: ${one.frames_over_50} (empty canvas: ${one.empty_over_50})`
  );
}

/** A frame of a screen that shows sixty a second, with room for the clock's own unrest [ms]. */
const SIXTIETH = 17.5;

export function simulatedRow({ name, reached, running, still }) {
  return {
    world: name,
    reached: reached.toFixed(2),
    frame: ms(part(running, 0.5)),
    frame_p95: ms(part(running, 0.95)),
    frames_over_50: over(running),
    empty: ms(part(still, 0.5)),
    empty_p95: ms(part(still, 0.95)),
    empty_over_50: over(still),
  };
}

export const SIMULATED_TITLE = Object.keys(simulatedRow({ name: '', reached: 0, running: [], still: [] })).join(',');

export function typedRow({ name, lines, shown, tasks, keys }) {
  return {
    world: name,
    lines,
    key_most: ms(Math.max(0, ...keys)),
    task_most: ms(Math.max(0, ...tasks)),
    tasks_over_50: tasks.length,
    shown,
  };
}

export const TYPED_TITLE = Object.keys(typedRow({ name: '', lines: 0, shown: 0, tasks: [], keys: [] })).join(',');

/** What was promised, and whether it holds. */
export function isKept(rows, first, long, simulated, typed) {
  const waits = typed.filter((one) => one.tasks_over_50 > 0).map((one) => one.world);
  const jerky = simulated.filter((one) => Number(one.frame) > SIXTIETH).map((one) => one.world);
  const slow = rows.filter((one) => one.links <= 50 && Number(one.work) >= 2).map((one) => one.world);
  const chain = rows.find((one) => one.world === 'Chain-1000');
  const minute = rows.find((one) => one.world === long);
  return [
    { what: `below 2 ms for a move of at most 50 links${slow.length > 0 ? `: not ${slow.join(', ')}` : ''}`, kept: slow.length === 0 },
    ...(chain ? [{ what: `below 8 ms for Chain-1000: ${chain.work} ms`, kept: Number(chain.work) < 8 }] : []),
    ...(minute
      ? [
          {
            what: `no frame above ${FRAME} ms while ${long} is dragged: ${minute.frames_over_50} (empty canvas: ${minute.empty_over_50})`,
            kept: minute.frames_over_50 === 0,
          },
        ]
      : []),
    ...(simulated.length > 0
      ? [{ what: `sixty frames a second while worlds simulate${jerky.length > 0 ? `: not ${jerky.join(', ')}` : ''}`, kept: jerky.length === 0 }]
      : []),
    ...(typed.length > 0
      ? [{ what: `no task above ${FRAME} ms while somebody types${waits.length > 0 ? `: not ${waits.join(', ')}` : ''}`, kept: waits.length === 0 }]
      : []),
    { what: `first load below ${BYTES} bytes: ${first.bytes}`, kept: first.bytes < BYTES },
    { what: `usable within ${USABLE} ms: ${first.usable.toFixed(0)} ms`, kept: first.usable < USABLE },
  ];
}
