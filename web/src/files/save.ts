// save.ts: saves the document where it came from, or where the person says. Nothing is ever lost: a
// file that was changed elsewhere is not overwritten without being asked.
import { emptyText } from '../document/edits';
import type { Desk } from './desk';
import { askName, choose, paragraph } from './dialogs';
import { canPickPlace, download, nameWith, pickPlace, writeHandle } from './disk';
import { decodeText, openText } from './open';
import { wordsOf } from './words';

export async function save(desk: Desk): Promise<void> {
  const { doc, say } = desk.page.app;
  const { place } = desk;
  try {
    if (place.kind === 'server') {
      await saveToServer(desk, place.name, place.tag);
    } else if (place.kind === 'handle') {
      const text = doc.text.value;
      await writeHandle(place.handle, text);
      told(desk, place.handle.name, text);
    } else {
      await saveElsewhere(desk, false);
    }
  } catch (error) {
    say({ kind: 'error', text: `Not saved. ${wordsOf(error)}` });
  }
}

export async function saveAs(desk: Desk): Promise<void> {
  try {
    await saveElsewhere(desk, true);
  } catch (error) {
    desk.page.app.say({ kind: 'error', text: `Not saved. ${wordsOf(error)}` });
  }
}

/** What was typed while it was being saved is not saved. */
function told(desk: Desk, name: string, text: string): void {
  const { doc, say } = desk.page.app;
  if (doc.text.value === text) {
    doc.saved(name);
  }
  say(`Saved ${name}`);
}

async function saveElsewhere(desk: Desk, ask: boolean): Promise<void> {
  const { doc } = desk.page.app;
  const name = nameWith(doc.name.value, 'tml');
  if (canPickPlace()) {
    const handle = await pickPlace(name);
    if (handle) {
      const text = doc.text.value;
      await writeHandle(handle, text);
      desk.place = { kind: 'handle', handle };
      told(desk, handle.name, text);
    }
    return;
  }
  const given = ask ? await askName('Save as', 'File name', name) : name;
  if (given) {
    const text = doc.text.value;
    download(nameWith(given, 'tml'), text, 'text/plain');
    told(desk, nameWith(given, 'tml'), text);
  }
}

async function saveToServer(desk: Desk, name: string, tag: string | null): Promise<void> {
  const { app } = desk.page;
  const text = app.doc.text.value;
  const written = await desk.server?.write(name, text, tag);
  if (written?.kind === 'saved') {
    desk.place = { kind: 'server', name, tag: written.tag };
    told(desk, name, text);
  } else if (written?.kind === 'changed') {
    await settle(desk, name, written.tag);
  }
}

/** Another program changed the file meanwhile. */
async function settle(desk: Desk, name: string, tag: string | null): Promise<void> {
  const answer = await choose(
    `${name} was changed elsewhere`,
    [paragraph('Another program has changed this file since you opened it. Which version do you want to keep?')],
    [
      { label: 'Save mine as a copy', value: 'copy', main: true },
      { label: 'Overwrite with mine', value: 'overwrite' },
      { label: 'Open the other version', value: 'reload' },
    ],
  );
  if (answer === 'copy') {
    await saveElsewhere(desk, true);
  } else if (answer === 'overwrite') {
    await saveToServer(desk, name, tag);
  } else if (answer === 'reload') {
    await openFromServer(desk, name);
    desk.page.app.say('The other version is open; yours is kept under Recent documents');
  }
}

/** A file that is not there begins empty, and is made when it is saved. */
export async function openFromServer(desk: Desk, name: string): Promise<void> {
  const { server } = desk;
  const found = await server?.read(name);
  const source = async (other: string) => (await server?.read(beside(name, other)))?.bytes ?? null;
  const place = { kind: 'server', name, tag: found?.tag ?? null } as const;
  const text = found ? decodeText(found.bytes, name) : emptyText();
  await openText(desk, { name, text, place, source });
}

/** The path of a file that another one names. */
export function beside(name: string, other: string): string {
  return [...name.split('/').slice(0, -1), other].join('/');
}
