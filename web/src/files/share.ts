// share.ts: a document as the fragment of a link, and back: compressed, in letters that addresses may
// have. Whatever a link holds, what comes out is a text or an error for people. Nothing is sent.

export interface Shared {
  readonly text: string;
  /** Files that the text includes, by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Of all that a link may unpack to [byte]. */
export const MAX_SHARED = 4 * 1024 * 1024;
const MAX_FILES = 64;

/** What a link can hold is wrong; the message is for people. */
export class ShareError extends Error {}

/** `t=TEXT` and for each file `&f=NAME:BYTES`, without '#'. */
export async function encodeShared(shared: Shared): Promise<string> {
  const pack = async (bytes: Uint8Array) => toBase64(await through(bytes, new CompressionStream('deflate-raw'), Infinity));
  const parts = [`t=${await pack(new TextEncoder().encode(shared.text))}`];
  for (const [name, bytes] of shared.files) {
    parts.push(`f=${encodeURIComponent(name)}:${await pack(bytes)}`);
  }
  return parts.join('&');
}

/** Null where the fragment (with or without '#') is not a link of ours; ShareError where it is broken. */
export async function decodeShared(fragment: string): Promise<Shared | null> {
  const parts = fragment.replace(/^#/, '').split('&');
  const packed = parts.find((part) => part.startsWith('t='))?.slice(2);
  if (packed === undefined) {
    return null;
  }
  const fileParts = parts.filter((part) => part.startsWith('f='));
  if (fileParts.length > MAX_FILES) {
    throw new ShareError('The link is broken: it has too many files.');
  }
  let left = MAX_SHARED;
  const unpack = async (letters: string) => {
    const bytes = await through(fromBase64(letters), new DecompressionStream('deflate-raw'), left);
    left -= bytes.length;
    return bytes;
  };
  const text = decodeText(await unpack(packed));
  const files = new Map<string, Uint8Array>();
  for (const part of fileParts) {
    const colon = part.indexOf(':');
    files.set(decodeName(part.slice(2, Math.max(colon, 2))), await unpack(part.slice(colon + 1)));
  }
  return { text, files };
}

function decodeName(name: string): string {
  try {
    const plain = decodeURIComponent(name);
    if (plain !== '' && plain.length < 200 && !/[\0-\x1f]/.test(plain)) {
      return plain;
    }
  } catch {
    // reported below
  }
  throw new ShareError('The link is broken: a file in it has no name.');
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ShareError('The link is broken: what it holds is not text.');
  }
}

/** The bytes after a stream has worked on them; ShareError for broken ones and for more than `max`. */
async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, max: number): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What goes wrong is reported by the reader; here it would only be reported twice.
  const wrote = writer.write(bytes as Uint8Array<ArrayBuffer>).then(() => writer.close()).catch(() => undefined);
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > max) {
        await reader.cancel();
        throw new ShareError(`The link holds more than ${MAX_SHARED / 1024 / 1024} MB: it is not opened.`);
      }
      chunks.push(next.value);
    }
  } catch (error) {
    throw error instanceof ShareError ? error : new ShareError('The link is broken: it was cut off or changed on the way.');
  }
  await wrote;
  return join(chunks, size);
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Bytes that String.fromCharCode takes at once. */
const SLICE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromBase64(letters: string): Uint8Array {
  if (!/^[0-9A-Za-z_-]*$/.test(letters)) {
    throw new ShareError('The link is broken: it has characters that do not belong there.');
  }
  try {
    const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    throw new ShareError('The link is broken: it was cut off.');
  }
}
