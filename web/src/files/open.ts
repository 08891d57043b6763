// open.ts: makes another text the document of the page. The one before stays kept in the browser.
import { fitted } from '../actions/camera';
import { COARSE, sampledCurves } from '../core/sampling';
import { emptyText } from '../document/edits';
import { NOWHERE, type Desk, type Place } from './desk';
import type { Picked } from './disk';
import { firstOf, type FileSource } from './includes';
import { wordsOf } from './words';

export interface Opening {
  readonly name: string;
  readonly text: string;
  readonly place?: Place;
  /** What the text may include. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Where else its includes are; the library of the examples comes after it. */
  readonly source?: FileSource;
  /** As it was last saved, where `text` is later than that. */
  readonly saved?: string;
  /** Under which the browser keeps it already. */
  readonly id?: string;
}

/** Files of the examples that others include; they come with the page. */
export const library: FileSource = async (name) => (await import('./gallery')).libraryFile(name);

const nothing: FileSource = () => Promise.resolve(null);

export async function openText(desk: Desk, opening: Opening): Promise<void> {
  const { app } = desk.page;
  const saved = opening.saved ?? opening.text;
  await desk.includes.begin(opening.text, opening.files ?? new Map(), firstOf(opening.source ?? nothing, library));
  app.live.stop();
  app.ui.playing.value = false;
  app.ui.selection.value = [];
  app.ui.hover.value = null;
  app.ui.blocked.value = [];
  app.say(''); // what was said of the document before
  desk.autosave.leave(opening.id);
  desk.place = opening.place ?? NOWHERE;
  app.ui.backdrop.value = null;
  // What stays in sight of a broken text must not be the picture of the document before.
  app.doc.open(opening.name, emptyText());
  app.doc.open(opening.name, saved);
  if (opening.text !== saved) {
    app.doc.change('Recovered changes', opening.text);
  }
  desk.keepAttachments();
  // What was opened is dragged first; an empty page is drawn on.
  app.ui.tool.value = opening.text === emptyText() ? 'bar' : 'select';
  fitWithCurves(desk);
}

/** The curves are drawn a little later; the picture fits them from the start, so that it need not jump. */
function fitWithCurves(desk: Desk): void {
  const { app, picture } = desk.page;
  const sketch = app.stage.fresh.value ? app.stage.sketch.value : null;
  const curves = sketch && app.ui.curves.value ? sampledCurves(sketch, COARSE) : [];
  app.ui.camera.value = fitted(app, picture.size, curves);
}

export async function openNew(desk: Desk): Promise<void> {
  const { app } = desk.page;
  const before = app.doc.dirty.value ? { id: desk.autosave.id, name: app.doc.name.value } : null;
  await openText(desk, { name: 'untitled.tml', text: emptyText() });
  if (before) {
    const back = () => void import('./recover').then(({ openKept }) => openKept(desk, before.id));
    app.say({ kind: 'info', text: `${before.name} is kept under Recent documents`, action: { label: 'Reopen it', perform: back } });
  }
}

/** Larger files are not texts that somebody wrote [byte]. */
const MAX_TEXT = 16 * 1024 * 1024;

export async function readText(file: File): Promise<string> {
  if (file.size > MAX_TEXT) {
    throw new Error(`${file.name} is too large for a definition.`);
  }
  return decodeText(new Uint8Array(await file.arrayBuffer()), file.name);
}

export function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${name} is not text (UTF-8).`);
  }
}

const isText = ({ file }: Picked) => /\.tml$/i.test(file.name);
const isMesh = ({ file }: Picked) => /\.(stl|obj)$/i.test(file.name);
const isImage = ({ file }: Picked) => file.type.startsWith('image/');

/** Several texts: the one that no other includes is the document, the others are for it to include. */
export function mainOf(texts: ReadonlyMap<string, string>): string | null {
  const names = [...texts.keys()];
  const isIncluded = (name: string) => [...texts].some(([other, text]) => other !== name && text.includes(`"${name}"`));
  return names.find((name) => !isIncluded(name)) ?? names[0] ?? null;
}

/** What was chosen or dropped: a text, files for it, an image to trace. */
export async function openPicked(desk: Desk, picked: readonly Picked[]): Promise<void> {
  const { app } = desk.page;
  try {
    const texts = new Map<string, string>();
    const others = new Map<string, Uint8Array>();
    for (const one of picked.filter(isText)) {
      texts.set(one.file.name, await readText(one.file));
    }
    for (const one of picked.filter(isMesh)) {
      others.set(one.file.name, new Uint8Array(await one.file.arrayBuffer()));
    }
    const main = mainOf(texts);
    if (main !== null) {
      [...texts].filter(([name]) => name !== main).forEach(([name, text]) => others.set(name, new TextEncoder().encode(text)));
      const handle = picked.find(({ file }) => file.name === main)?.handle;
      await openText(desk, { name: main, text: texts.get(main) ?? '', files: others, ...(handle ? { place: { kind: 'handle', handle } } : {}) });
    } else {
      others.forEach((bytes, name) => desk.includes.offer(name, bytes));
    }
    const image = picked.find(isImage);
    if (image) {
      await (await import('./backdrop')).traceImage(desk, image.file);
    } else if (main === null && others.size === 0 && picked.length > 0) {
      app.say({ kind: 'warning', text: 'Only definitions (.tml), meshes (.stl, .obj) and images can be opened.' });
    }
  } catch (error) {
    app.say({ kind: 'error', text: wordsOf(error) });
  }
}
