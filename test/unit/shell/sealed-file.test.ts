import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSealedFile } from '#main/shell/common/sealed-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is nothing before it is written, and whole afterwards, for this user alone', () => {
  const file = createSealedFile(folder);
  expect(file.read()).toBeUndefined();
  file.write(Buffer.from('first'));
  file.write(Buffer.from('second'));
  expect(Buffer.from(file.read() ?? []).toString()).toBe('second');
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['keys.sealed']);
});

it('does not take over the permissions of what somebody left in its way', () => {
  const file = createSealedFile(folder);
  for (const path of [file.path, `${file.path}.new`]) {
    writeFileSync(path, 'left here');
    chmodSync(path, 0o666);
  }
  file.write(Buffer.from('mine'));
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file.path}.new`)).toBe(false);
});

it('leaves the old file whole when the new one cannot take its place', () => {
  const file = createSealedFile(folder);
  mkdirSync(file.path);
  writeFileSync(join(file.path, 'inside'), 'x');
  expect(() => file.write(Buffer.from('new'))).toThrow();
  expect(readdirSync(folder)).toEqual(['keys.sealed']);
  expect(readFileSync(join(file.path, 'inside'), 'utf8')).toBe('x');
});

it('does not read a file that is far too large to be one', () => {
  const file = createSealedFile(folder);
  writeFileSync(file.path, '');
  truncateSync(file.path, 5 * 1024 * 1024);
  expect(() => file.read()).toThrow('more than it ever needs');
});
