// What a packed copy says of itself: its version, and the feed that its packager named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { readPacked, releaseFeedOf } from '#main/shell/common/packed.ts';

const FEED = { url: 'https://updates.example/feed.json', keys: 'one two' };

function packed(manifest: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'package.json');
  writeFileSync(file, manifest);
  return readPacked(pathToFileURL(file));
}

const on = (platform: NodeJS.Platform, env = {}) => ({ platform, arch: 'x64', env });

it('names the feed, its keys and what can be installed here', () => {
  const copy = packed(JSON.stringify({ version: '1.2.3', ballastFeed: FEED }));
  expect(copy?.version).toBe('1.2.3');
  const feed = { url: FEED.url, keys: ['one', 'two'], arch: 'x64' };
  expect(releaseFeedOf(copy, on('linux'))).toEqual({ ...feed, kind: 'deb' });
  expect(releaseFeedOf(copy, on('linux', { APPIMAGE: '/a' }))).toEqual({
    ...feed,
    kind: 'appimage',
  });
  expect(releaseFeedOf(copy, on('darwin'))).toEqual({ ...feed, kind: 'dmg' });
  expect(releaseFeedOf(copy, on('win32'))).toEqual({ ...feed, kind: 'nsis' });
  expect(releaseFeedOf(copy, on('freebsd'))).toBeUndefined();
});

it('follows none where none is named, and none from the sources', () => {
  for (const manifest of [
    JSON.stringify({ version: '1.2.3' }),
    JSON.stringify({ version: '1.2.3', ballastFeed: { url: FEED.url } }),
    'no JSON',
  ])
    expect(releaseFeedOf(packed(manifest), on('linux'))).toBeUndefined();
  expect(readPacked()).toBeUndefined();
  expect(readPacked(new URL('file:///nowhere/package.json'))).toBeUndefined();
});
