// What is installed is what was locked: every entry of package-lock.json carries the checksum that npm compares.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Entry = {
  version: string;
  integrity?: string;
  resolved?: string;
  optional?: boolean;
  engines?: unknown;
};

const { '': _self, ...entries } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  .packages as Record<string, Entry>;

/**
 * Binaries for systems that this project was not built on. The registry that wrote the file has no such version of them
 * (`npm run lockfile` names each), so their checksums could not be asked. None is packed: msgpackr's is optional and left
 * out, the others are tools. A new version is asked for anew.
 */
const NOT_ASKED: readonly (readonly [family: string, version: string, count: number])[] = [
  ['@msgpackr-extract/msgpackr-extract-', '3.0.7', 5],
  ['@oxfmt/binding-', '0.77.0', 17],
  ['@oxlint-tsgolint/', '7.0.2006', 4],
  ['@oxlint/binding-', '1.93.0', 17],
  ['@rolldown/binding-', '1.2.18', 13],
];

it('has a checksum for every entry but those that could not be asked', () => {
  const without = Object.entries(entries).filter(([, { integrity }]) => integrity === undefined);
  const found = without.map(([key, { version, optional }]) => {
    const name = key.replace('node_modules/', '');
    const family = NOT_ASKED.find(([start, of]) => name.startsWith(start) && of === version);
    return family && optional ? family[0] : `${name}@${version}`;
  });
  const expected = NOT_ASKED.flatMap(([family, , count]) => Array<string>(count).fill(family));
  expect(found.toSorted()).toEqual(expected.toSorted());
});

it('takes no checksum that npm would not compare well', () => {
  for (const [key, { integrity }] of Object.entries(entries))
    if (integrity !== undefined) expect(integrity, key).toMatch(/^sha512-[\w+/]{86}==$/);
});

it('names no registry', () => {
  expect(Object.values(entries).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('wants no Node of whoever installs, since everything runs on the one that is installed', () => {
  expect(Object.values(entries).filter(({ engines }) => engines !== undefined)).toEqual([]);
  expect(entries['node_modules/node']?.version).toMatch(/^24\./);
});
