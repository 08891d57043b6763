// drop.ts: files that are dropped on the page, and images that are pasted into it.
import { el } from '../panels/widgets/dom';
import type { Desk } from './desk';
import type { Picked } from './disk';

const open = async (desk: Desk, picked: readonly Picked[]) => (await import('./open')).openPicked(desk, picked);
const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

export function listenDrops(desk: Desk): void {
  const veil = el('div', { class: 'drop-veil', hidden: true }, el('p', {}, 'Drop definitions, meshes, or an image to trace'));
  document.body.append(veil);
  window.addEventListener('dragover', (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
      veil.hidden = false;
    }
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) {
      veil.hidden = true;
    }
  });
  window.addEventListener('drop', (event) => {
    veil.hidden = true;
    if (hasFiles(event)) {
      event.preventDefault();
      event.stopPropagation(); // the text editor would write the file into the text
      void pickedOf(event.dataTransfer).then((picked) => open(desk, picked));
    }
  }, { capture: true });
  window.addEventListener('paste', (event) => pasteImage(desk, event), { capture: true });
}

/** Not in TypeScript's own list, since not all browsers have it. */
interface HandleItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** What is dropped can only be asked for before the first await. */
async function pickedOf(data: DataTransfer | null): Promise<readonly Picked[]> {
  const items = [...(data?.items ?? [])].filter((item) => item.kind === 'file');
  const asked = items.map((item) => ({ file: item.getAsFile(), handle: (item as HandleItem).getAsFileSystemHandle?.() }));
  const picked = asked.map(async ({ file, handle }): Promise<Picked | null> => {
    const found = await Promise.resolve(handle).catch(() => null);
    return file ? { file, handle: found?.kind === 'file' ? (found as FileSystemFileHandle) : null } : null;
  });
  return (await Promise.all(picked)).filter((one) => one !== null);
}

/** Text that is pasted is another's business. */
function pasteImage(desk: Desk, event: ClipboardEvent): void {
  const image = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith('image/'));
  if (image && !event.clipboardData?.types.includes('text/plain')) {
    event.preventDefault();
    event.stopPropagation();
    void open(desk, [{ file: image, handle: null }]);
  }
}
