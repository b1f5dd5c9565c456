import { expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { createPageHandlers } from '#main/gateway/handlers/page.ts';
import type { SaveFile } from '#main/ports.ts';

const setUp = (saveFile: SaveFile | undefined) =>
  createPageHandlers({
    saveFile,
    on: () => Promise.reject(new Error('no call here is about an account')),
    settings: {} as never,
    versions: {} as never,
  });

const input = { suggestedName: 'orders.csv', text: 'a,b\r\n' };

it('saves where the person says, and says where', async () => {
  const saved: string[] = [];
  const { 'files.save': save } = setUp(async (name, text) => {
    saved.push(name, text);
    return `/home/me/${name}`;
  });
  expect(await save(input)).toEqual({ ok: true, value: { path: '/home/me/orders.csv' } });
  expect(saved).toEqual(['orders.csv', 'a,b\r\n']);
});

it('tells a person who thought better of it from a disk that is full', async () => {
  const { 'files.save': canceled } = setUp(async () => null);
  expect(await canceled(input)).toEqual({ ok: true, value: { path: null } });
  const { 'files.save': full } = setUp(async () => {
    throw new Error('ENOSPC: no space left on device');
  });
  expect(await full(input)).toMatchObject({ ok: false, failure: { kind: 'not-allowed' } });
});

it('is refused where the page downloads by itself', async () => {
  const { 'files.save': save } = setUp(undefined);
  expect(await save(input)).toMatchObject({ ok: false, failure: { kind: 'not-allowed' } });
});

it.each([
  '../orders.csv',
  '/etc/passwd',
  'a/b.csv',
  'a\\b.csv',
  'orders.exe',
  '.csv',
  'a b.csv',
  '',
])('takes no name such as %j', (suggestedName) => {
  expect(calls['files.save'].input.safeParse({ suggestedName, text: '' }).success).toBe(false);
});
