// index.ts: gives a page its files: opening, saving, autosave, drops. main.ts calls mountFiles once.
import type { Page } from '../make_app';
import { Autosave } from './autosave';
import { browserClaims } from './claim';
import { NOWHERE, putDesk, type Desk } from './desk';
import { listenDrops } from './drop';
import { Includes } from './includes';
import { browserShelf, KeptTexts } from './kept';
import { keyOf, ServerFiles } from './server';
import { wordsOf } from './words';

/** In the tab's own memory: the id under which its document is kept. */
const TAB = 'trammel.tab';

export function mountFiles(page: Page): void {
  const { app } = page;
  const key = keyOf(location.search);
  const tab = tabMemory();
  const before = tab?.getItem(TAB) ?? null;
  const includes = new Includes({ core: app.core, files: page.files, missing: () => page.stage.missing, text: () => app.doc.text.value, refresh: () => page.stage.refresh() });
  const autosave = new Autosave({
    doc: app.doc,
    kept: new KeptTexts(browserShelf()),
    claims: browserClaims(),
    say: app.say,
    file: () => (desk.place.kind === 'server' ? desk.place.name : ''),
    now: () => Date.now(),
    newId: () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join(''),
    tell: (id) => tab?.setItem(TAB, id),
  });
  const desk: Desk = { page, includes, autosave, server: key === null ? null : new ServerFiles(document.baseURI, key), place: NOWHERE, keepAttachments: () => keepAttachments() };
  const keepAttachments = makeAttachmentKeeper(desk);
  putDesk(desk);
  app.stage.facts.subscribe(() => includes.look());
  app.ui.backdrop.subscribe(keepAttachments);
  listenDrops(desk);
  window.addEventListener('pagehide', () => autosave.flush());
  document.addEventListener('visibilitychange', () => (document.hidden ? autosave.flush() : undefined));
  const fail = (error: unknown) => app.say({ kind: 'error', text: wordsOf(error) });
  const recover = import('./recover');
  window.addEventListener('hashchange', () => void recover.then(({ openFragment }) => openFragment(desk)).catch(fail));
  void recover.then(({ start }) => start(desk, before)).catch(fail);
}

function tabMemory(): Storage | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

/** After the last change [ms]. */
const PATIENCE = 400;

/** The image to trace and the files that were given are kept beside the text. */
function makeAttachmentKeeper(desk: Desk): () => void {
  const { app } = desk.page;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let complained = false;
  const keep = async () => {
    const [{ keptBackdrop }, { putAttachments }] = await Promise.all([import('./backdrop_image'), import('./blobs')]);
    const backdrop = keptBackdrop(app.ui.backdrop.value);
    const isKept = await putAttachments(desk.autosave.id, { backdrop, files: new Map(desk.includes.files) });
    if (!isKept && !complained && backdrop) {
      complained = true;
      app.say({ kind: 'warning', text: 'The browser cannot keep the image: it will be lost when the page closes.' });
    }
  };
  return () => {
    desk.autosave.touch();
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), PATIENCE);
  };
}
