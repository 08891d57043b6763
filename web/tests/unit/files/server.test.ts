// What is asked of the server, and what is made of its answers.
import { expect, test, vi } from 'vitest';

import { keyOf, ServerFiles } from '../../../src/files/server';

function serverWith(...answers: readonly Response[]) {
  const left = [...answers];
  const ask = vi.fn((_input: URL | RequestInfo, _init?: RequestInit) => Promise.resolve(left.shift() ?? new Response(null, { status: 500 })));
  return { ask, server: new ServerFiles('http://127.0.0.1:8427/?key=abc', '0123456789abcdef', ask) };
}

const asked = (ask: ReturnType<typeof serverWith>['ask'], k = 0) => {
  const [address, init] = ask.mock.calls[k] ?? [];
  return { address: String(address), method: init?.method ?? 'GET', headers: init?.headers };
};

test('the key is taken from the address, where it looks like one', () => {
  expect(keyOf('?key=0123456789abcdef0123456789abcdef')).toBe('0123456789abcdef0123456789abcdef');
  for (const search of ['', '?key=', '?key=../../x', '?key=https://evil.example/aaaaaaaaaaaa', '?key=short']) {
    expect(keyOf(search)).toBeNull();
  }
});

test('the file to begin with', async () => {
  const { ask, server } = serverWith(Response.json({ name: 'leg.tml' }), Response.json({ name: null }));
  expect(await server.open()).toBe('leg.tml');
  expect(asked(ask).address).toBe('http://127.0.0.1:8427/0123456789abcdef/open');
  expect(await server.open()).toBeNull();
});

test('a file is read with its tag; one that is not there is null', async () => {
  const { ask, server } = serverWith(new Response('text', { headers: { ETag: '"1"' } }), new Response(null, { status: 404 }));
  expect(await server.read('sub/my leg.tml')).toEqual({ bytes: new TextEncoder().encode('text'), tag: '"1"' });
  expect(asked(ask).address).toMatch(/\/file\/sub\/my%20leg\.tml$/);
  expect(await server.read('none.tml')).toBeNull();
});

test('names that lead elsewhere are not asked for', async () => {
  const { ask, server } = serverWith();
  for (const name of ['../x.tml', '/etc/passwd', 'a//b.tml', 'a/../b.tml', 'a\\b.tml', '.']) {
    expect(await server.read(name)).toBeNull();
  }
  expect(ask).not.toHaveBeenCalled();
});

test('a save names the text that it replaces, and tells when that was changed', async () => {
  const { ask, server } = serverWith(
    new Response(null, { status: 200, headers: { ETag: '"2"' } }),
    new Response(null, { status: 412, headers: { ETag: '"3"' } }),
    new Response(null, { status: 412 }),
  );
  expect(await server.write('leg.tml', 'text', '"1"')).toEqual({ kind: 'saved', tag: '"2"' });
  expect(asked(ask)).toMatchObject({ method: 'PUT', headers: { 'If-Match': '"1"' } });
  expect(await server.write('leg.tml', 'text', null)).toEqual({ kind: 'changed', tag: '"3"' });
  expect(asked(ask, 1).headers).toEqual({ 'If-None-Match': '*' });
  expect(await server.write('leg.tml', 'text', '"2"')).toEqual({ kind: 'changed', tag: null });
});

test('other answers, and none at all, are told', async () => {
  const { server } = serverWith(new Response(null, { status: 403, statusText: 'Forbidden' }));
  await expect(server.open()).rejects.toThrow('403 Forbidden');
  const gone = new ServerFiles('http://127.0.0.1:1/', 'k', () => Promise.reject(new TypeError('fetch failed')));
  await expect(gone.write('leg.tml', '', null)).rejects.toThrow('does not respond');
});
