import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageFiles, pathInside } from '#main/shell/common/page-files.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
  mkdirSync(join(folder, 'page/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'page/.hidden.txt'), 'secret');
  writeFileSync(join(folder, 'page/key.pem'), 'secret');
  writeFileSync(join(folder, 'page/index.html'), '<meta content="__NONCE__">');
  writeFileSync(join(folder, 'page/assets/a.js'), 'js');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the page files', () => {
  it('serves the page with its nonce, and its assets', async () => {
    const pages = createPageFiles(join(folder, 'page'));
    expect((await pages.read('/', 'n1'))?.body.toString()).toBe('<meta content="n1">');
    expect(await pages.read('/assets/a.js', '')).toEqual({
      type: 'text/javascript; charset=utf-8',
      body: Buffer.from('js'),
    });
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd.txt',
    '/.hidden.txt',
    '/key.pem',
    '/assets',
    '/missing.js',
    '/%',
    '/index.html%00.txt',
    '/C:/secret.txt',
    'secret.txt',
  ])('does not serve %s', async (path) => {
    const pages = createPageFiles(join(folder, 'page'));
    expect(await pages.read(path, '')).toBeUndefined();
  });

  it('never names a path outside its folder', () => {
    expect(pathInside('/page', '/a/b.js')).toBe('/page/a/b.js');
    expect(pathInside('/page', '/../page-other/x.js')).toBeUndefined();
  });
});
