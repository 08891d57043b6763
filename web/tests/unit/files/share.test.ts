// A document as a link and back; whatever a link holds, the answer is a text or an error for people.
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { decodeShared, encodeShared, fromBase64, MAX_SHARED, ShareError, toBase64 } from '../../../src/files/share';

const files = fc.dictionary(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((name) => !/[\0-\x1f]/.test(name)), fc.uint8Array(), { maxKeys: 4 });

test('every document comes back from its link, with its files, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), files, async (text, given) => {
      const shared = { text, files: new Map(Object.entries(given)) };
      const fragment = await encodeShared(shared);
      expect(fragment).toMatch(/^[0-9A-Za-z_\-=&%:.~!*'()]*$/);
      expect(await decodeShared(`#${fragment}`)).toEqual(shared);
    }),
    { numRuns: 60 },
  );
});

test('base64 is that of addresses', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => {
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  }));
});

test('a fragment without a text is not a link of ours', async () => {
  for (const fragment of ['', '#', '#section', '#x=1&y=2']) {
    expect(await decodeShared(fragment)).toBeNull();
  }
});

const packed = (bytes: Uint8Array) => deflateRawSync(bytes).toString('base64url');

test('hostile links are refused with a sentence and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (junk) => {
      const found = await decodeShared(`#t=${junk}`).catch((error: unknown) => error);
      expect(found instanceof ShareError || typeof (found as { text: unknown }).text === 'string').toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('a link that was cut is told', async () => {
  const fragment = await encodeShared({ text: 'world w begin end '.repeat(50), files: new Map() });
  for (let length = 3; length < fragment.length; length += 5) {
    await expect(decodeShared(fragment.slice(0, length))).rejects.toThrow(ShareError);
  }
});

test('a link that unpacks to more than the limit is not opened', async () => {
  const bomb = packed(new Uint8Array(MAX_SHARED + 1));
  expect(bomb.length).toBeLessThan(10_000);
  await expect(decodeShared(`#t=${bomb}`)).rejects.toThrow('4 MB');
  const half = packed(new Uint8Array(MAX_SHARED / 2 + 1));
  await expect(decodeShared(`#t=${half}&f=a.tml:${half}`)).rejects.toThrow('4 MB');
  expect((await decodeShared(`#t=${packed(new Uint8Array(MAX_SHARED))}`))?.text.length).toBe(MAX_SHARED);
});

test('what is not UTF-8 is not a text', async () => {
  await expect(decodeShared(`#t=${packed(Uint8Array.of(0xff, 0xfe, 0x41))}`)).rejects.toThrow('not text');
});

test('files without a name and too many files are refused', async () => {
  const text = packed(new TextEncoder().encode('x'));
  for (const part of ['f=:AA', 'f=AA', 'f=%:AA', 'f=%00:AA']) {
    await expect(decodeShared(`#t=${text}&${part}`)).rejects.toThrow(ShareError);
  }
  await expect(decodeShared(`#t=${text}${'&f=a:AwA'.repeat(65)}`)).rejects.toThrow('too many');
});
