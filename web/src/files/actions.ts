// actions.ts: what can be done with files. What is behind each is loaded when it is first used.
import type { Action, App } from '../app';
import { deskOf } from './desk';
import { DEFINITIONS, pickFiles, type Picked } from './disk';
import { wordsOf } from './words';

/** What goes wrong is shown, not thrown: nobody waits for an action. */
function attempt(app: App, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => app.say({ kind: 'error', text: wordsOf(error) }));
}

async function openAll(app: App, picked: readonly Picked[]): Promise<void> {
  await (await import('./open')).openPicked(deskOf(app), picked);
}

export const fileActions: readonly Action[] = [
  {
    id: 'file.new',
    label: 'New',
    keys: ['Alt+N', 'Ctrl+N'],
    group: 'file',
    help: 'Starts an empty document; this one stays under Recent documents',
    perform: (app) => attempt(app, async () => (await import('./open')).openNew(deskOf(app))),
  },
  {
    id: 'file.open',
    label: 'Open…',
    keys: ['Ctrl+O'],
    group: 'file',
    help: 'Opens a definition (.tml); you can also drop files on the page',
    perform: (app) => attempt(app, async () => openAll(app, await pickFiles(DEFINITIONS))),
  },
  {
    id: 'file.recent',
    label: 'Recent documents…',
    group: 'file',
    help: 'Lists earlier documents that this browser has kept',
    perform: (app) => attempt(app, async () => (await import('./recover')).showRecent(deskOf(app))),
  },
  {
    id: 'file.gallery',
    label: 'Gallery…',
    keys: ['Ctrl+G'],
    group: 'file',
    help: 'Shows the examples with pictures',
    perform: (app) => attempt(app, async () => (await import('./gallery_dialog')).showGallery(deskOf(app))),
  },
  {
    id: 'file.save',
    label: 'Save',
    keys: ['Ctrl+S'],
    group: 'file',
    help: 'Saves the document where it came from, or as a download',
    anyTime: true,
    perform: (app) => attempt(app, async () => (await import('./save')).save(deskOf(app))),
  },
  {
    id: 'file.saveAs',
    label: 'Save as…',
    keys: ['Ctrl+Shift+S'],
    group: 'file',
    help: 'Saves the document under another name',
    anyTime: true,
    perform: (app) => attempt(app, async () => (await import('./save')).saveAs(deskOf(app))),
  },
  {
    id: 'file.share',
    label: 'Share by link',
    group: 'file',
    help: 'Copies a link that holds the whole document; nothing is sent',
    perform: (app) => attempt(app, async () => (await import('./share_dialog')).share(deskOf(app))),
  },
  {
    id: 'file.export',
    label: 'Export…',
    keys: ['Ctrl+E'],
    group: 'file',
    help: 'Saves the picture as SVG, PNG or DXF, the motion as GIF or CSV',
    enabled: (app) => app.stage.sketch.value !== null,
    perform: (app) => attempt(app, async () => (await import('./export/dialog')).showExport(deskOf(app))),
  },
  {
    id: 'file.backdrop',
    label: 'Image to trace…',
    group: 'file',
    help: 'Puts an image behind the picture, or changes its position and scale',
    perform: (app) => attempt(app, async () => (await import('./backdrop')).showBackdrop(deskOf(app))),
  },
];
