import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { isInside } from '#main/tools/is-inside.ts';

it.each([
  ['/data', '/data', true],
  ['/data', '/data/x.ballast', true],
  ['/data', '/data/..x.ballast', true],
  ['/data', '/x.ballast', false],
  ['/data', '/', false],
  ['/data', '/database/x.ballast', false],
])('of %s, %s: %s', (folder, path, is) => expect(isInside(folder, path, posix)).toBe(is));

it.each([
  [String.raw`C:\data`, String.raw`C:\data\x.ballast`, true],
  [String.raw`C:\data`, String.raw`c:\DATA\x.ballast`, true],
  [String.raw`C:\data`, String.raw`C:\x.ballast`, false],
  [String.raw`C:\data`, String.raw`D:\x.ballast`, false],
  [String.raw`C:\data`, String.raw`\\server\share\x.ballast`, false],
])('of %s, %s: %s', (folder, path, is) => expect(isInside(folder, path, win32)).toBe(is));
