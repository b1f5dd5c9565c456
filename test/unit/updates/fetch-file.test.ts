// A file of a release on its way to the disk: what is kept is what was signed, and nothing else is left behind.
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchFile, type Fetched } from '#main/updates/fetch-file.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { sha256, startFeedServer, type FeedServer } from '#test/support/release-feed.ts';
import { until } from '#test/support/until.ts';

const CONTENT = 'ballast'.repeat(40_000);
const OTHER = `${CONTENT.slice(0, -1)}!`;

let server: FeedServer;
let folder = '';
let path = '';

beforeAll(async () => {
  server = await startFeedServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'ballast-fetch-'));
  path = join(folder, 'ballast.deb');
  server.answers.clear();
  server.asked.length = 0;
});

type More = { signal?: AbortSignal; onProgress?: (done: number) => void; url?: string };

function fetchTo(to = path, more: More = {}, time = createFakeTime()): Promise<Fetched> {
  const { url = `${server.origin}/file`, ...rest } = more;
  return fetchFile({
    file: { url, size: CONTENT.length, sha256: sha256(CONTENT) },
    path: to,
    signal: new AbortController().signal,
    delay: time.delay,
    onProgress: () => undefined,
    ...rest,
  });
}

const left = (): string[] => readdirSync(folder).sort();

it('saves what was signed, for this user alone and not to be run', async () => {
  server.answers.set('/file', CONTENT);
  const steps: number[] = [];
  expect(await fetchTo(path, { onProgress: (done) => void steps.push(done) })).toEqual({
    ok: true,
  });
  expect(readFileSync(path, 'utf8')).toBe(CONTENT);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(path).nlink).toBe(1);
  expect(left()).toEqual(['ballast.deb']);
  expect(steps.at(-1)).toBe(CONTENT.length);
});

describe('nothing is left of', () => {
  it.each([
    ['a byte that is another', OTHER, /not the file that was signed/],
    ['one that is short', CONTENT.slice(0, -1), /ended before it was whole/],
    ['one that is long', `${CONTENT}!`, /larger than it should be/],
    ['an empty one', '', /ended before it was whole/],
  ])('%s', async (_what, content, why) => {
    server.answers.set('/file', content);
    expect(await fetchTo()).toEqual({ ok: false, why: expect.stringMatching(why) as string });
    expect(left()).toEqual([]);
  });

  it('one that is cut', async () => {
    server.answers.set('/file', (response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.slice(0, 1_000), () => response.destroy());
    });
    expect(await fetchTo()).toMatchObject({ ok: false, why: expect.stringContaining('cut') });
    expect(left()).toEqual([]);
  });

  it('a redirect, which is not followed', async () => {
    server.answers.set('/elsewhere', CONTENT);
    server.answers.set('/file', (response) =>
      response.writeHead(302, { location: `${server.origin}/elsewhere` }).end(),
    );
    expect(await fetchTo()).toEqual({ ok: false, why: 'The server answered 302, not the file.' });
    expect(server.asked).toEqual(['/file']);
    expect(left()).toEqual([]);
  });

  it('one that a person canceled, whatever still arrives', async () => {
    const canceled = new AbortController();
    let isAsked = false;
    server.answers.set('/file', (response) => {
      isAsked = true;
      response.writeHead(200).write(CONTENT.slice(0, 1_000));
    });
    const fetched = fetchTo(path, { signal: canceled.signal, onProgress: () => canceled.abort() });
    expect(await fetched).toEqual({ ok: false, why: 'It was canceled. Nothing was saved.' });
    expect(isAsked).toBe(true);
    expect(left()).toEqual([]);
  });

  it('one of which no more arrives', async () => {
    const time = createFakeTime();
    server.answers.set('/file', (response) => void response.writeHead(200).write('b'));
    let done = 0;
    const fetched = fetchTo(path, { onProgress: (now) => (done = now) }, time);
    await until(() => done === 1, 'the first byte is there');
    time.advance(30_000);
    expect(await fetched).toEqual({ ok: false, why: 'Nothing arrived for 30 s.' });
    expect(left()).toEqual([]);
  });

  it('one that a host never begins', async () => {
    const time = createFakeTime();
    server.answers.set('/file', () => undefined);
    const fetched = fetchTo(path, {}, time);
    await until(() => server.asked.length === 1, 'it is asked');
    time.advance(30_000);
    expect(await fetched).toEqual({ ok: false, why: 'Nothing arrived for 30 s.' });
    expect(left()).toEqual([]);
  });

  it('one whose host wants to speak something else', async () => {
    server.answers.set('/file', (response) => {
      response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
      );
    });
    expect(await fetchTo()).toEqual({
      ok: false,
      why: 'The connection was closed without an answer.',
    });
    expect(left()).toEqual([]);
  });

  it('one from a host that cannot be reached', async () => {
    const url = 'https://127.0.0.1:1/file';
    expect(await fetchTo(path, { url })).toEqual({
      ok: false,
      why: 'The host refused the connection.',
    });
    expect(left()).toEqual([]);
  });
});

describe('what is there already', () => {
  beforeEach(() => void server.answers.set('/file', CONTENT));

  it('is verified again and not fetched', async () => {
    writeFileSync(path, CONTENT);
    expect(await fetchTo()).toEqual({ ok: true });
    expect(server.asked).toEqual([]);
  });

  it('is left as it is where it is another', async () => {
    for (const content of [OTHER, 'mine']) {
      writeFileSync(path, content);
      expect(await fetchTo()).toMatchObject({
        ok: false,
        why: expect.stringContaining('is another file'),
      });
      expect(readFileSync(path, 'utf8')).toBe(content);
    }
    expect(server.asked).toEqual([]);
  });

  it('is not followed where it is a link, also to the right file', async () => {
    const real = join(folder, 'real.deb');
    writeFileSync(real, CONTENT);
    symlinkSync(real, path);
    expect(await fetchTo()).toMatchObject({
      ok: false,
      why: expect.stringContaining('not a file'),
    });
    rmSync(real);
    expect(await fetchTo()).toMatchObject({ ok: false });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(left()).toEqual(['ballast.deb']);
  });

  it('is not taken away by the file that is being saved, nor written through', async () => {
    const elsewhere = join(folder, 'elsewhere');
    symlinkSync(elsewhere, `${path}.part`);
    expect(await fetchTo()).toMatchObject({ ok: false, why: expect.stringContaining('Delete it') });
    expect(left()).toEqual(['ballast.deb.part']);
    expect(server.asked).toEqual([]);
  });

  it('is left as it is where it came while the file was saved', async () => {
    const fetched = await fetchTo(path, { onProgress: () => writeFileSync(path, 'mine') });
    expect(fetched).toMatchObject({ ok: false, why: expect.stringContaining('meanwhile') });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(left()).toEqual(['ballast.deb']);
  });
});

it('says in words that it cannot be written', async () => {
  server.answers.set('/file', CONTENT);
  expect(await fetchTo(join(folder, 'gone', 'ballast.deb'))).toEqual({
    ok: false,
    why: 'It is not there.',
  });
  mkdirSync(path);
  expect(await fetchTo()).toMatchObject({ ok: false, why: expect.stringContaining('not a file') });
});
