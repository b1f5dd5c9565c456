import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plainReason } from '#main/tools/plain-reason.ts';

const withCode = (code: string) =>
  Object.assign(new Error(`${code}: what it is, open '/x'`), { code });
const thrown = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

it.each([
  [thrown(() => readFileSync('/nowhere/at/all')), 'it is not there'],
  [thrown(() => readFileSync('/')), 'it is a folder'],
  [thrown(() => readdirSync('/dev/null')), 'part of its path is not a folder'],
  [withCode('ENOSPC'), 'the disk is full'],
  [withCode('EACCES'), 'Ballast does not have permission'],
  [withCode('EXDEV'), "what it is, open '/x'"],
  [new Error('the ledger is damaged'), 'the ledger is damaged'],
  ['a text', 'a text'],
])('says %s without the name of a code', (error, words) => {
  expect(plainReason(error)).toBe(words);
});
