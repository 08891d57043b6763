// gallery.ts: the examples, as they come with the page: all that make a picture in the plane, and the
// files that they include. Loaded when somebody asks for them.

export interface Example {
  readonly folder: string;
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

const texts = import.meta.glob<string>(
  [
    '../../../examples/{gallery,hinges,contact,dynamics,papers}/*.tml',
    // In space, or with a joint that cannot be dragged: these have no picture here. A test knows which.
    '!../../../examples/gallery/{bricard,sarrus,screw_press,stewart,tackle_hoist,universal_joint}.tml',
    '!../../../examples/hinges/{ball_and_socket,cylindrical,own,planar,point_on_plane,screw,tackle,universal}.tml',
    '!../../../examples/dynamics/{figure_4_2,floating_triple,flyball_governor,heavy_top,ragdoll,screw_load,spatial_four_bar,spinning_brick,wing_nut}.tml',
    '!../../../examples/papers/{block_on_blocks,linkage,linkage_driven,seated_figure}.tml',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Folders in the order of the gallery, and how they are called. */
export const FOLDERS: readonly (readonly [string, string])[] = [
  ['gallery', 'Mechanisms'],
  ['hinges', 'Joints'],
  ['contact', 'Contact and impact'],
  ['dynamics', 'Dynamics'],
  ['papers', 'From the papers'],
];

/** Files that are there to be included. */
const LIBRARY: readonly string[] = ['parts.tml', 'links.tml'];

const encoder = new TextEncoder();

function textOf(folder: string, file: string): string | undefined {
  return texts[`../../../examples/${folder}/${file}`];
}

/** A file that a text of no known origin includes: that of the first folder which has it. */
export function libraryFile(name: string): Uint8Array | null {
  const found = FOLDERS.map(([folder]) => textOf(folder, name)).find((text) => text !== undefined);
  return found === undefined ? null : encoder.encode(found);
}

/** A file that an example of `folder` includes. */
export function folderFile(folder: string, name: string): Uint8Array | null {
  const text = textOf(folder, name);
  return text === undefined ? null : encoder.encode(text);
}

/** Names of what a text includes itself. */
export function includesOf(text: string): string[] {
  return Array.from(text.matchAll(/^\s*include\s+"([^"\n]+)"/gm), (match) => match[1] ?? '');
}

export function examples(): readonly Example[] {
  return FOLDERS.flatMap(([folder]) => {
    const start = `../../../examples/${folder}/`;
    const files = Object.keys(texts).filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
    return files.filter((file) => !LIBRARY.includes(file)).map((file) => toExample(folder, file));
  });
}

function toExample(folder: string, file: string): Example {
  const text = textOf(folder, file) ?? '';
  return { folder, file, text, ...headOf(file, text) };
}

/** A title longer than this is a sentence [letter]. */
const MAX_TITLE = 48;

/** Title and description of the comment that a text begins with; without a title, of its file's name. */
export function headOf(file: string, text: string): { readonly title: string; readonly about: string } {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  const comment = lines.slice(0, end < 0 ? lines.length : end).map((line) => line.slice(2).trim()).join(' ').trim();
  // Not the colon of a ratio, which has a space before it.
  const colon = comment.search(/(?<=\S): /);
  const head = comment.slice(0, Math.max(colon, 0));
  if (head !== '' && head.length <= MAX_TITLE && !/[.[;]/.test(head)) {
    const rest = comment.slice(colon + 2);
    return { title: head, about: rest.charAt(0).toUpperCase() + rest.slice(1) };
  }
  const words = file.replace(/\.tml$/, '').replaceAll('_', ' ');
  return { title: words.charAt(0).toUpperCase() + words.slice(1), about: comment };
}
