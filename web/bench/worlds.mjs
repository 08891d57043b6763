// worlds.mjs: what is dragged: every example, and chains of some lengths that are made here.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const FOLDERS = ['gallery', 'papers', 'contact', 'hinges', 'dynamics'];

/** `files` are what the text may include. */
function examplesOf(folder) {
  const names = readdirSync(join(EXAMPLES, folder)).filter((name) => name.endsWith('.tml')).sort();
  const files = names.map((name) => ({ name, text: readFileSync(join(EXAMPLES, folder, name), 'utf8') }));
  return files.map(({ name, text }) => ({ name: `${folder}/${basename(name, '.tml')}`, text, files }));
}

/** Chain-n: n links, each pinned to the one before it, the first to the ground, folded in rows. */
function chain(count) {
  const length = 10; // [mm]
  const row = Math.ceil(Math.sqrt(2 * count));
  const lines = { components: [], joins: [], places: [] };
  let [x, y] = [0, 0];
  for (let i = 1; i <= count; i++) {
    // Each row zigzags to the right or to the left, and climbs to the next one by its last link.
    const [k, way] = [(i - 1) % row, Math.floor((i - 1) / row) % 2 === 0];
    const tilt = k === row - 1 ? 90 : k % 2 === 0 ? 30 : -30;
    const angle = way ? tilt : 180 - tilt;
    lines.components.push(`l${i}: link;`);
    lines.joins.push(
      i === 1
        ? 'join l1 to world with pin matching (a (0, 0)) as j1;'
        : `join l${i} to l${i - 1} with pin matching (a b) as j${i};`,
    );
    lines.places.push(`place l${i} by a near (${x.toFixed(3)}mm, ${y.toFixed(3)}mm) angle = ${angle}deg;`);
    x += length * Math.cos((angle * Math.PI) / 180);
    y += length * Math.sin((angle * Math.PI) / 180);
  }
  const text = `language 1;
primitive link begin
  geometry: link(3mm, 1mm) where begin a: (0, 0); b: (${length}mm, 0); end;
end
world chain begin
  components
    ${lines.components.join('\n    ')}
  structure begin
    ${[...lines.joins, ...lines.places].join('\n    ')}
  end
  properties: (planar);
end
`;
  return { name: `Chain-${count}`, text, files: [] };
}

/** What is typed in: a text of 1,500 lines. */
export const typed = [{ ...chain(497), name: 'typing in Chain-497' }];

export function worlds(quick) {
  const chains = [chain(100), chain(1000)];
  const some = ['gallery', ...(quick ? [] : FOLDERS.slice(1))];
  return [...some.flatMap(examplesOf), ...chains];
}
