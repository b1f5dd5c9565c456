// The space that is kept for exits, as a file: how it is made, cut, and what is said where it cannot be.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createReserve, RESERVE_BYTES } from '#main/journal/reserve.ts';

const SLICE_BYTES = 128 * 1024;
let folder = '';
const path = () => join(folder, 'journal.reserve');
const size = () => statSync(path(), { throwIfNoEntry: false })?.size;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-reserve-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is whole once it is taken, whatever was there', () => {
  const reserve = createReserve(folder);
  expect(reserve.hasSome()).toBe(false);
  expect(reserve.take()).toBe('taken');
  expect([size(), reserve.hasSome()]).toEqual([RESERVE_BYTES, true]);
  expect(reserve.take()).toBe('taken');
  for (const bytes of [1, RESERVE_BYTES - 1, RESERVE_BYTES + 1, 2 * RESERVE_BYTES]) {
    writeFileSync(path(), Buffer.alloc(bytes));
    expect(createReserve(folder).take()).toBe('taken');
    expect(size()).toBe(RESERVE_BYTES);
  }
});

it('is given up slice by slice, the last of them whatever is left', () => {
  const reserve = createReserve(folder);
  reserve.take();
  expect([reserve.giveUp(), size()]).toEqual([true, RESERVE_BYTES - SLICE_BYTES]);
  writeFileSync(path(), Buffer.alloc(SLICE_BYTES + 5));
  expect([reserve.giveUp(), size()]).toEqual([true, 5]);
  expect([reserve.giveUp(), size(), reserve.hasSome()]).toEqual([true, 0, false]);
  expect(reserve.giveUp()).toBe(false);
});

it('is not there to be given up when somebody deleted it', () => {
  const reserve = createReserve(folder);
  reserve.take();
  rmSync(path());
  expect([reserve.giveUp(), size()]).toEqual([false, undefined]);
});

it('is neither taken nor given up where something else has its name', () => {
  mkdirSync(path());
  writeFileSync(join(path(), 'something'), '');
  const reserve = createReserve(folder);
  expect([reserve.take(), reserve.giveUp()]).toEqual(['failed', false]);
});

it('cannot be made in a folder that is gone', () => {
  expect(createReserve(join(folder, 'gone')).take()).toBe('failed');
});
