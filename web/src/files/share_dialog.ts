// share_dialog.ts: makes a link of the document and puts it on the clipboard, or shows it.
import { showDialog } from '../panels/widgets/dialog';
import { el } from '../panels/widgets/dom';
import type { Desk } from './desk';
import { paragraph } from './dialogs';
import { encodeShared } from './share';
import './files.css';

/** Mail programs and chats cut longer ones [letter]. */
const LINK_SAFE = 30_000;

export async function share(desk: Desk): Promise<void> {
  const { app } = desk.page;
  const fragment = await encodeShared({ text: app.doc.text.value, files: usedFiles(desk) });
  // The server's key stays at home.
  const link = `${location.origin}${location.pathname}#${fragment}`;
  const isLong = link.length > LINK_SAFE;
  const long = `The link has ${link.length.toLocaleString('en')} characters: many programs cut off links that long. Send the file instead.`;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    showLink(link, isLong ? long : 'Copy this link. The whole mechanism is in it; nothing is sent anywhere.');
    return;
  }
  const said = isLong ? long : 'Link copied: the whole mechanism is in it, and nothing is sent anywhere';
  app.say({ kind: isLong ? 'warning' : 'info', text: said, action: { label: 'Show it', perform: () => showLink(link, said) } });
}

/** What the text still includes, itself or by another. */
function usedFiles(desk: Desk): ReadonlyMap<string, Uint8Array> {
  const { files } = desk.includes;
  const used = new Map<string, Uint8Array>();
  const add = (text: string): void => {
    for (const [name, bytes] of files) {
      if (!used.has(name) && text.includes(JSON.stringify(name))) {
        used.set(name, bytes);
        add(name.endsWith('.tml') ? new TextDecoder().decode(bytes) : '');
      }
    }
  };
  add(desk.page.app.doc.text.value);
  return used;
}

function showLink(link: string, text: string): void {
  const field = el('textarea', { class: 'input link-field', readonly: true, rows: 5, 'aria-label': 'Link', spellcheck: 'false' });
  field.value = link;
  showDialog({ title: 'Share by link', class: 'ask' }, paragraph(text), field);
  field.focus();
  field.select();
}
