// desk.ts: what the actions of files share: the page, where its document comes from and goes to, and
// where what it includes is found. One for each App; actions find it by that.
import type { App } from '../app';
import type { Page } from '../make_app';
import type { Autosave } from './autosave';
import type { Includes } from './includes';
import type { ServerFiles } from './server';

/** Where 'save' puts the document. */
export type Place =
  /** Nowhere yet: a download, or what the person chooses. */
  | { readonly kind: 'none' }
  /** `tag` is that of the text as last read or saved; null: it was not there. */
  | { readonly kind: 'server'; readonly name: string; readonly tag: string | null }
  | { readonly kind: 'handle'; readonly handle: FileSystemFileHandle };

export const NOWHERE: Place = { kind: 'none' };

export interface Desk {
  readonly page: Page;
  readonly server: ServerFiles | null;
  readonly includes: Includes;
  readonly autosave: Autosave;
  place: Place;
  /** The image to trace or the files of the document are others now: they are kept a little later. */
  keepAttachments(): void;
}

const desks = new WeakMap<App, Desk>();

export function putDesk(desk: Desk): void {
  desks.set(desk.page.app, desk);
}

/** Throws where mountFiles was not called: then no action of files may be in the registry. */
export function deskOf(app: App): Desk {
  const desk = desks.get(app);
  if (!desk) {
    throw new Error('the files of this page are not mounted');
  }
  return desk;
}
