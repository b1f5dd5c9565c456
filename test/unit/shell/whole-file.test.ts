import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWhole } from '#main/shell/common/whole-file.ts';
import { syncFolder } from '#main/tools/sync-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failing = (code: string) => () => {
  throw Object.assign(new Error(`${code}: fsync`), { code });
};

it.each(['EINVAL', 'ENOTSUP', 'EPERM'])(
  'a folder that cannot be synced (%s) is no failure',
  (code) => expect(() => syncFolder(folder, failing(code))).not.toThrow(),
);

it('a folder whose disk fails is one', () => {
  expect(() => syncFolder(folder, failing('EIO'))).toThrow('EIO');
  expect(() => syncFolder(join(folder, 'nowhere'))).toThrow('ENOENT');
});

it('what took its place is saved, although the disk failed to make its name last', () => {
  const path = join(folder, 'a.json');
  writeWhole(path, 'first');
  writeWhole(path, 'second', failing('EIO'));
  expect(readFileSync(path, 'utf8')).toBe('second');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

it('a file that never took its place is not saved, and the old one stays', () => {
  const path = join(folder, 'a.json');
  writeWhole(join(folder, 'b.json'), 'b');
  expect(() => writeWhole(join(path, 'inside'), 'first')).toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual(['b.json']);
});
