// recover.ts: what a page begins with: what its address holds, the server's file, or what the browser
// kept of an earlier visit; and the list of all that is kept.
import { emptyText } from '../document/edits';
import { showDialog } from '../panels/widgets/dialog';
import { el } from '../panels/widgets/dom';
import { restoreBackdrop } from './backdrop_image';
import { getAttachments, sweepAttachments } from './blobs';
import { NOWHERE, type Desk, type Place } from './desk';
import { paragraph } from './dialogs';
import { isUnsaved, type KeptText } from './kept';
import { decodeText, openText } from './open';
import { openFromServer } from './save';
import { decodeShared } from './share';
import { wordsOf } from './words';

/** `tab`: the kept text that this tab had before it was loaded again; null: none. */
export async function start(desk: Desk, tab: string | null): Promise<void> {
  const { app } = desk.page;
  const ids = new Set(desk.autosave.kept.list().map((one) => one.id));
  void sweepAttachments(new Set([...ids, desk.autosave.id]));
  try {
    if (await openFragment(desk)) {
      return;
    }
    const name = (await desk.server?.open()) ?? null;
    if (name !== null) {
      await openFromServer(desk, name);
      await recoverServerFile(desk, name, tab);
    } else {
      await recoverLast(desk, tab);
    }
  } catch (error) {
    app.say({ kind: 'error', text: wordsOf(error) });
  }
  // On an empty page the first thing to do is to draw; what was opened is dragged.
  if (app.doc.text.value === emptyText() && app.ui.tool.value === 'select') {
    app.ui.tool.value = 'bar';
  }
}

/** A link that was sent: its fragment goes from the address, for the document is edited from now on. */
export async function openFragment(desk: Desk): Promise<boolean> {
  const shared = await decodeShared(location.hash).finally(dropFragment);
  if (shared === null) {
    return false;
  }
  await openText(desk, { name: 'shared.tml', text: shared.text, files: shared.files });
  return true;
}

function dropFragment(): void {
  if (location.hash !== '') {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
}

/** Of this tab, else the newest that no visit has offered yet; those left are in the list. */
async function candidate(desk: Desk, tab: string | null, fits: (one: KeptText) => boolean): Promise<KeptText | null> {
  const { autosave } = desk;
  const orphans = await autosave.orphans();
  const own = orphans.find((one) => one.id === tab && fits(one));
  const found = own ?? orphans.find((one) => isUnsaved(one) && !one.seen && fits(one)) ?? null;
  orphans.filter((one) => one !== found && !one.seen).forEach((one) => autosave.kept.write({ ...one, seen: true }));
  return found;
}

async function recoverLast(desk: Desk, tab: string | null): Promise<void> {
  const { app } = desk.page;
  const found = await candidate(desk, tab, (one) => one.file === '');
  // Somebody who began to draw meanwhile goes on; the other one is in the list.
  if (!found || app.doc.canUndo.value || !(await openKept(desk, found.id))) {
    return;
  }
  if (isUnsaved(found)) {
    const discard = () => {
      const { id } = desk.autosave;
      void openText(desk, { name: 'untitled.tml', text: emptyText() }).then(() => desk.autosave.kept.remove(id));
    };
    app.say({ kind: 'info', holds: true, text: `Recovered ${found.name}, changed ${when(found.time)}`, action: { label: 'Discard', perform: discard } });
  }
}

/** What was not saved becomes a step, which undo takes back. */
async function recoverServerFile(desk: Desk, name: string, tab: string | null): Promise<void> {
  const { app } = desk.page;
  const { doc } = app;
  const found = await candidate(desk, tab, (one) => one.file === name && isUnsaved(one));
  if (!found || found.text === doc.text.value) {
    return;
  }
  const restore = () => {
    doc.change('Recovered changes', found.text);
    desk.autosave.kept.remove(found.id);
  };
  if (found.saved === doc.text.value) {
    restore();
    app.say({ kind: 'info', holds: true, text: `Recovered changes of ${name}, made ${when(found.time)}`, action: { label: 'Discard', perform: () => doc.undo() } });
  } else {
    app.say({ kind: 'warning', text: `${name} has changed; your changes, made ${when(found.time)}, were not saved`, action: { label: 'Restore', perform: restore } });
  }
}

/** False where it is gone. */
export async function openKept(desk: Desk, id: string): Promise<boolean> {
  desk.autosave.flush();
  const one = desk.autosave.kept.read(id);
  if (!one) {
    desk.page.app.say({ kind: 'warning', text: 'That document is no longer kept.' });
    return false;
  }
  const attached = await getAttachments(id);
  const place = await placeOf(desk, one);
  const isOurs = await desk.autosave.claim(id);
  await openText(desk, { name: one.name, text: one.text, saved: one.saved, files: attached?.files ?? new Map(), place, ...(isOurs ? { id } : {}) });
  if (attached?.backdrop) {
    await restoreBackdrop(desk, attached.backdrop);
  }
  return true;
}

/** A tag that no file has: saving then asks which of the two to keep. */
const NO_TAG = '"-"';

async function placeOf(desk: Desk, one: KeptText): Promise<Place> {
  if (one.file === '' || !desk.server) {
    return NOWHERE;
  }
  const there = await desk.server.read(one.file).catch(() => null);
  const isSame = there !== null && decodeText(there.bytes, one.file) === one.saved;
  return { kind: 'server', name: one.file, tag: there === null ? null : isSame ? there.tag : NO_TAG };
}

function when(time: number): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return date.toDateString() === new Date().toDateString() ? `at ${clock}` : `on ${date.toLocaleDateString()} at ${clock}`;
}

export function showRecent(desk: Desk): void {
  desk.autosave.flush();
  const { kept } = desk.autosave;
  const row = (one: KeptText): HTMLElement => {
    const open = el(
      'button',
      { type: 'button', class: 'recent-open', on: { click: () => (dialog.close(), void openKept(desk, one.id)) } },
      el('span', { class: 'recent-name' }, one.name),
      el('span', { class: 'recent-time' }, `${isUnsaved(one) ? 'not saved, ' : ''}changed ${when(one.time)}`),
    );
    const forget = el('button', { type: 'button', class: 'button small', 'aria-label': `Forget ${one.name}`, on: { click: () => (kept.remove(one.id), item.remove()) } }, 'Forget');
    const item = el('li', { class: 'recent-row' }, open, forget);
    return item;
  };
  const isWorthIt = (one: KeptText) => one.id !== desk.autosave.id && (isUnsaved(one) || one.text !== emptyText());
  const rows = kept.list().filter(isWorthIt).map(row);
  const dialog = showDialog(
    { title: 'Recent documents', class: 'recent' },
    rows.length > 0 ? el('ul', { class: 'recent-list' }, rows) : paragraph('Documents that you open or change in this browser will appear here.'),
  );
  dialog.querySelector<HTMLElement>('.recent-open')?.focus();
}
