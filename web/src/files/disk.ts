// disk.ts: files of the person's own disk: by the File System Access API where the browser has it, so
// that a file can be saved where it lies, else by an input and a download.
import { el } from '../panels/widgets/dom';

export interface Picked {
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
}

/** Not in TypeScript's own list, since not all browsers have them. */
interface Pickers {
  showOpenFilePicker?(options: object): Promise<FileSystemFileHandle[]>;
  showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
}

const pickers = (): Pickers => globalThis as unknown as Pickers;
/** What can be opened as a document or included by one. */
export const DEFINITIONS = '.tml,.stl,.obj';
const OPEN_TYPES = [{ description: 'Mechanisms and meshes', accept: { 'text/plain': DEFINITIONS.split(',') } }];
const SAVE_TYPES = [{ description: 'Mechanisms', accept: { 'text/plain': ['.tml'] } }];
const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Empty: nothing was chosen. */
export async function pickFiles(accept: string): Promise<readonly Picked[]> {
  const show = pickers().showOpenFilePicker;
  if (!show || accept !== DEFINITIONS) {
    return pickByInput(accept);
  }
  try {
    const handles = await show.call(globalThis, { multiple: true, types: OPEN_TYPES });
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })));
  } catch (error) {
    return isAbort(error) ? [] : pickByInput(accept);
  }
}

function pickByInput(accept: string): Promise<readonly Picked[]> {
  const input = el('input', { type: 'file', accept, multiple: true, hidden: true, class: 'file-input' });
  document.body.append(input);
  return new Promise((resolve) => {
    const done = () => {
      input.remove();
      resolve(Array.from(input.files ?? [], (file) => ({ file, handle: null })));
    };
    input.addEventListener('change', done);
    input.addEventListener('cancel', done);
    input.click();
  });
}

export const canPickPlace = (): boolean => pickers().showSaveFilePicker !== undefined;

/** Null: nothing was chosen. */
export async function pickPlace(name: string): Promise<FileSystemFileHandle | null> {
  try {
    return (await pickers().showSaveFilePicker?.({ suggestedName: name, types: SAVE_TYPES })) ?? null;
  } catch (error) {
    if (isAbort(error)) {
      return null;
    }
    throw error;
  }
}

export async function writeHandle(handle: FileSystemFileHandle, text: string): Promise<void> {
  const stream = await handle.createWritable();
  await stream.write(text);
  await stream.close();
}

export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = el('a', { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it a little later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** 'leg.tml' as 'leg.svg'; nothing that a file system would not like. */
export function nameWith(name: string, ending: string): string {
  const stem = (name.split('/').pop() ?? '').replace(/\.tml$/i, '').replace(/[\\:*?"<>|\0-\x1f]/g, '_');
  return `${stem || 'untitled'}.${ending}`;
}
