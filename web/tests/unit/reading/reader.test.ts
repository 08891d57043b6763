// Texts that are read elsewhere: only the last counts, and what comes is what the page itself would read.
import { beforeEach, expect, test, vi } from 'vitest';

import type { LoadedCore } from '../../../src/core/load';
import type { Ask, Reading, Study, Told } from '../../../src/reading/protocol';
import { WorkerReader } from '../../../src/reading/reader';
import { TextReader } from '../../../src/reading/text_reader';
import { fourBars } from '../../support/large';
import { loadedCore } from '../test_core';

const text = fourBars(2);
const broken = text.replace('primitive crank', 'primitive');
const noted = (note: number) => `${text}// ${note}\n`;

/** A worker that answers when it is told to. */
class FakeWorker {
  onmessage: ((event: { data: Told }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly asked: Exclude<Ask, { kind: 'start' }>[] = [];
  readonly terminate = vi.fn();
  readonly #reader: TextReader;

  constructor(core: LoadedCore) {
    this.#reader = new TextReader(core, (data) => this.onmessage?.({ data }));
  }

  postMessage(ask: Ask): void {
    if (ask.kind !== 'start') {
      this.asked.push(structuredClone(ask));
    }
  }

  /** Answers all that was asked, and what is asked meanwhile. */
  work(): void {
    for (let ask = this.asked.shift(); ask; ask = this.asked.shift()) {
      this.#reader.answer(ask);
    }
  }
}

let core: LoadedCore;
let worker: FakeWorker;
let reader: WorkerReader;
const files = new Map<string, Uint8Array>();
const onBroken = vi.fn();
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  core = await loadedCore();
  worker = new FakeWorker(await loadedCore());
  files.clear();
  onBroken.mockReset();
  const makeWorker = () => Promise.resolve(worker as unknown as Worker);
  reader = new WorkerReader({ compiled: core.compiled, files, makeWorker, wish: () => null, onPainted: () => undefined, onBroken });
});

function ask(of: string): { readings: Reading[]; studies: Study[] } {
  const got: { readings: Reading[]; studies: Study[] } = { readings: [], studies: [] };
  reader.read(of, { onRead: (reading) => got.readings.push(reading), onStudy: (study) => got.studies.push(study) });
  return got;
}

test('what was read is what the page itself would read, and is studied after a pause', async () => {
  const got = ask(text);
  await settled();
  worker.work();
  const own = core.sketch(text);
  const [reading] = got.readings;
  expect(reading?.facts).toEqual(own.facts);
  expect(reading?.copy && core.adopt(reading.copy).poses()).toEqual(own.poses());
  await vi.waitFor(() => expect(got.studies).toHaveLength(1));
  expect(got.studies[0]).toEqual({ diagnosis: own.diagnosis(), curves: [] });
});

test('of texts that come while one is read only the last is read and answered', async () => {
  const all = [1, 2, 3, 4].map((note) => ask(noted(note)));
  await settled();
  expect(worker.asked.map((one) => one.kind === 'read' && one.text)).toEqual([noted(1)]);
  worker.work();
  await settled();
  expect(worker.asked.map((one) => one.kind === 'read' && one.text)).toEqual([noted(4)]);
  worker.work();
  expect(all.map(({ readings }) => readings.length)).toEqual([0, 0, 0, 1]);
});

test('what was dropped is not answered, and the next text is', async () => {
  const first = ask(noted(1));
  await settled();
  reader.drop();
  worker.work();
  const second = ask(noted(2));
  await settled();
  worker.work();
  expect([first.readings.length, second.readings.length]).toEqual([0, 1]);
});

test('a text with errors has facts and no sketch, and nothing to study', async () => {
  const got = ask(broken);
  await settled();
  worker.work();
  expect(got.readings[0]).toMatchObject({ copy: null, facts: { good: false } });
  expect(got.readings[0]?.facts.diags).toEqual(core.sketch(broken).facts.diags);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(got.studies).toEqual([]);
});

test('offers are those of the text that is asked about, also before it is read', async () => {
  const place = text.indexOf('crank;');
  const half = `${text.slice(0, place)}cra${text.slice(place + 5)}`;
  ask(text);
  const offers = reader.offers(half, place + 3);
  await settled();
  worker.work();
  expect(await offers).toEqual(core.sketch(half).complete(place + 3));
  expect((await offers).map((offer) => offer.text)).toContain('crank');
});

test('files come before the text that includes them, and go with their document', async () => {
  const including = text.replace('\n', '\ninclude "parts_of_it.tml";\n');
  const missing = ask(including);
  await settled();
  worker.work();
  expect(missing.readings[0]?.facts.good).toBe(false);
  expect(missing.readings[0]?.missing).toContain('parts_of_it.tml');
  files.set('parts_of_it.tml', new TextEncoder().encode('// nothing\n'));
  const there = ask(including);
  await settled();
  worker.work();
  expect(there.readings[0]?.facts.good).toBe(true);
  files.clear();
  const gone = ask(including);
  await settled();
  worker.work();
  expect(gone.readings[0]?.facts.good).toBe(false);
});

test('a worker that fails is reported, and nobody waits for its offers', async () => {
  const offers = reader.offers(text, 0);
  await settled();
  worker.onerror?.();
  expect(await offers).toEqual([]);
  expect(onBroken).toHaveBeenCalled();
  expect(worker.terminate).toHaveBeenCalled();
});
