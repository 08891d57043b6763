// large.ts: a text that takes long to read: four-bars in rows, ten lines each.

const BARS = { crank: 40, coupler: 90, rocker: 70 } as const;
const GROUND = 100;
const CRANK = 60;
const POSE = assembled();

/** The open four-bar whose crank stands at 60 degrees, put together: the crank's pin, and how coupler and rocker lie
 * [mm, deg]. The coupler's end is where the circles about the pins of crank and rocker meet. */
function assembled(): { readonly pin: readonly [number, number]; readonly coupler: number; readonly rocker: number } {
  const degrees = 180 / Math.PI;
  const pin = [BARS.crank * Math.cos(CRANK / degrees), BARS.crank * Math.sin(CRANK / degrees)] as const;
  const [dx, dy] = [GROUND - pin[0], -pin[1]];
  const apart = Math.hypot(dx, dy);
  const between = Math.acos((BARS.coupler ** 2 + apart ** 2 - BARS.rocker ** 2) / (2 * BARS.coupler * apart));
  const coupler = Math.atan2(dy, dx) + between;
  const end = [pin[0] + BARS.coupler * Math.cos(coupler), pin[1] + BARS.coupler * Math.sin(coupler)] as const;
  // The rocker's point b is at the ground, a at the coupler.
  const rocker = Math.atan2(-end[1], GROUND - end[0]);
  return { pin, coupler: coupler * degrees, rocker: rocker * degrees };
}

/** 149 have 1,500 lines, 447 bodies and 596 joints. */
export function fourBars(count: number): string {
  const types = Object.entries(BARS).map(
    ([name, length]) => `primitive ${name} begin\n  geometry: link(6mm, 2mm) where begin a: (0, 0); b: (${length}mm, 0); end;\nend`,
  );
  const all = Array.from({ length: count }, (_, i) => ({ i, x: 200 * (i % 12), y: 150 * Math.floor(i / 12) }));
  const components = all.flatMap(({ i }) => [`a${i}: crank;`, `b${i}: coupler;`, `c${i}: rocker;`]);
  const joins = all.flatMap(({ i, x, y }) => [
    `join a${i} to world with pin matching (a (${x}mm, ${y}mm)) as p${i};`,
    `join b${i} to a${i} with pin matching (a b) as q${i};`,
    `join c${i} to b${i} with pin matching (a b) as r${i};`,
    `join c${i} to world with pin matching (b (${x + GROUND}mm, ${y}mm)) as s${i};`,
  ]);
  const places = all.flatMap(({ i, x, y }) => [
    `place a${i} by a near (${x}mm, ${y}mm) angle = ${CRANK}deg;`,
    `place b${i} by a near (${x + POSE.pin[0]}mm, ${y + POSE.pin[1]}mm) angle = ${POSE.coupler}deg;`,
    `place c${i} by b near (${x + GROUND}mm, ${y}mm) angle = ${POSE.rocker}deg;`,
  ]);
  return `language 1;
${types.join('\n')}
world bars begin
  components
    ${components.join('\n    ')}
  structure begin
    ${[...joins, ...places].join('\n    ')}
  end
  properties: (planar);
end
`;
}
