// reader.ts: reads texts elsewhere, so that the page never waits for them. One is read at a time; of
// those that come meanwhile only the last counts.
import type { Offer, SketchFacts } from '../core/facts';
import type { LoadedCore } from '../core/load';
import type { Painted, Wish } from '../view/output/paint';
import type { Ask, Image, Reading, Study, Told } from './protocol';

export interface Answer {
  /** Without it the text is known, and only studied. */
  readonly onRead?: (reading: Reading) => void;
  readonly onStudy: (study: Study) => void;
}

export interface Reader {
  /** Only the last text that was asked for is answered. */
  read(text: string, answer: Answer): void;
  /** The last answer is no longer wanted. */
  drop(): void;
  /** What can be typed at a place of the text. */
  offers(text: string, offset: number): Promise<readonly Offer[]>;
}

export interface ReaderParts {
  readonly compiled: LoadedCore['compiled'];
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly makeWorker: () => Promise<Worker>;
  /** How the page would have it painted, and what is done with the picture. */
  readonly wish: () => Wish | null;
  /** `facts` null: of the text that was read before. */
  readonly onPainted: (painted: Omit<Painted, 'facts'>, facts: SketchFacts | null) => void;
  /** The worker cannot be used, and nothing will be answered. */
  readonly onBroken: () => void;
}

interface Wanted extends Answer {
  readonly id: number;
  readonly text: string;
}

export class WorkerReader implements Reader {
  readonly #parts: ReaderParts;
  #worker: Promise<Worker> | null = null;
  readonly #sent = new Map<string, Uint8Array>();
  readonly #offers = new Map<number, (offers: readonly Offer[]) => void>();
  #id = 0;
  #wanted: Wanted | null = null;
  /** Of the text that is being read; 0: none is. */
  #busy = 0;
  /** How the text that was sent last is painted. */
  #wish: Wish | null = null;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  read(text: string, answer: Answer): void {
    this.#wanted = { ...answer, id: ++this.#id, text };
    if (this.#busy === 0) {
      this.#send(this.#wanted);
    }
  }

  drop(): void {
    this.#wanted = null;
  }

  offers(text: string, offset: number): Promise<readonly Offer[]> {
    const id = ++this.#id;
    this.#sendFiles();
    this.#ask({ kind: 'offers', id, text, offset });
    return new Promise((resolve) => this.#offers.set(id, resolve));
  }

  #send({ id, text, onRead }: Wanted): void {
    this.#busy = id;
    this.#wish = this.#parts.wish();
    this.#sendFiles();
    this.#ask({ kind: 'read', id, text, isKnown: !onRead, wish: this.#wish });
  }

  /** Those that are not as they were when they were last sent. */
  #sendFiles(): void {
    const { files } = this.#parts;
    const tell = (name: string, bytes: Uint8Array | null) => this.#ask({ kind: 'file', name, bytes });
    [...this.#sent.keys()].filter((name) => !files.has(name)).forEach((name) => (tell(name, null), this.#sent.delete(name)));
    files.forEach((bytes, name) => {
      if (this.#sent.get(name) !== bytes) {
        this.#sent.set(name, bytes);
        tell(name, bytes);
      }
    });
  }

  #ask(ask: Ask): void {
    this.#worker ??= this.#start();
    this.#worker.then((worker) => worker.postMessage(ask)).catch(() => this.#break());
  }

  async #start(): Promise<Worker> {
    const worker = await this.#parts.makeWorker();
    worker.onmessage = ({ data }: MessageEvent<Told>) => this.#take(data);
    worker.onerror = () => {
      worker.terminate();
      this.#break();
    };
    worker.postMessage({ kind: 'start', compiled: this.#parts.compiled } satisfies Ask);
    return worker;
  }

  #break(): void {
    this.#offers.forEach((resolve) => resolve([]));
    this.#offers.clear();
    this.#parts.onBroken();
  }

  #take(told: Told): void {
    if (told.kind === 'offers') {
      this.#offers.get(told.id)?.(told.offers);
      this.#offers.delete(told.id);
      return;
    }
    const wanted = this.#wanted?.id === told.id ? this.#wanted : null;
    if (!wanted) {
      told.painted?.image.close();
    } else if (told.kind === 'study') {
      this.#show(told.painted, told.study, null);
      wanted.onStudy(told.study);
    } else if (told.reading) {
      this.#show(told.painted, { diagnosis: null, curves: this.#wish?.curves ?? [] }, told.reading.facts);
      wanted.onRead?.(told.reading);
    }
    if (told.kind === 'read') {
      this.#busy = 0;
      if (this.#wanted && this.#wanted.id > told.id) {
        this.#send(this.#wanted);
      }
    }
  }

  #show(painted: Image | null, study: Study, facts: SketchFacts | null): void {
    if (painted && this.#wish) {
      this.#parts.onPainted({ ...painted, ...study, wish: this.#wish }, facts);
    }
  }
}
