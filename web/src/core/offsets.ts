// offsets.ts: between bytes of UTF-8, which the core counts, and UTF-16 units, which strings count.
// Most texts are ASCII, where both are the same.
import type { Span } from './facts';

export class Offsets {
  readonly #text: string;
  readonly #isAscii: boolean;
  /** Byte at which each character begins; only where the text is not ASCII. */
  #bytes: Uint32Array | null = null;

  constructor(text: string) {
    this.#text = text;
    // eslint-disable-next-line no-control-regex
    this.#isAscii = /^[\x00-\x7f]*$/.test(text);
  }

  toByte(unit: number): number {
    return this.#isAscii ? unit : (this.#table()[Math.min(unit, this.#text.length)] ?? 0);
  }

  toUnit(byte: number): number {
    if (this.#isAscii) {
      return Math.min(byte, this.#text.length);
    }
    const table = this.#table();
    let low = 0;
    let high = this.#text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((table[middle] ?? 0) < byte) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  span(range: readonly [number, number]): Span {
    return { start: this.toUnit(range[0]), end: this.toUnit(range[1]) };
  }

  #table(): Uint32Array {
    if (!this.#bytes) {
      const text = this.#text;
      this.#bytes = new Uint32Array(text.length + 1);
      let byte = 0;
      for (let i = 0; i < text.length; i++) {
        this.#bytes[i] = byte;
        const unit = text.charCodeAt(i);
        // A pair of surrogates is four bytes: two for each half will do.
        byte += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
      }
      this.#bytes[text.length] = byte;
    }
    return this.#bytes;
  }
}
