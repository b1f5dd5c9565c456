// When the desk looks for new versions, and when it does not. Time is the test's, the feed a real server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { UpdateState } from '#contract/updates.ts';
import { createAsking } from '#main/desk/asking.ts';
import { openDocument } from '#main/desk/settings/document.ts';
import { UpdateMemory } from '#main/desk/settings/read-settings.ts';
import type { ReleaseFeed } from '#main/ports.ts';
import { createUpdates } from '#main/updates/updates.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';
import { createMemoryDisk, storeOn, type MemoryDisk } from '#test/support/memory-document.ts';
import { makeReleaseKey, startFeedServer, type FeedServer } from '#test/support/release-feed.ts';
import { until } from '#test/support/until.ts';

const HOUR_MS = 3_600_000;
const key = makeReleaseKey();
let server: FeedServer;

beforeAll(async () => {
  server = await startFeedServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.answers.clear();
  server.asked.length = 0;
  server.publish(key);
});

type More = {
  releaseFeed?: ReleaseFeed | undefined;
  isFolderReadOnly?: boolean;
  path?: string;
  disk?: MemoryDisk;
  isLost?: boolean;
};

function setUp(more: More = {}) {
  const time = createFakeTime(Date.now());
  let isLocked = false;
  const info = { version: '0.1.0', shell: 'electron' as const, dataFolder: '/data' };
  const asking = createAsking({
    confirm: async () => false,
    ask: async () => undefined,
    info,
    isLocked: () => isLocked,
  });
  const { disk = createMemoryDisk() } = more;
  const document = openDocument<UpdateMemory>({
    what: 'What is known of new versions',
    store: { ...storeOn(disk), isLost: more.isLost === true },
    schema: UpdateMemory,
    old: undefined,
    fresh: UpdateMemory.parse({}),
    log: () => undefined,
  });
  const updates = createUpdates({
    ...time,
    random: createFakeRandom(),
    log: () => undefined,
    info,
    releaseFeed: server.port(key),
    choosePlace: async () => more.path ?? null,
    document,
    asking,
    isLocked: () => isLocked,
    ...more,
  });
  onTestFinished(updates.stop);
  const looked = (times: number) =>
    until(
      () => server.asked.length === times && !updates.state().isLooking,
      `it looked ${times} times`,
    );
  return {
    time,
    updates,
    looked,
    disk,
    notes: document.notes,
    setLocked: (next: boolean) => (isLocked = next),
  };
}

it('looks a minute after the start, and then every six hours or so', async () => {
  const { time, updates, looked, disk } = setUp();
  updates.start();
  time.advance(59_999);
  expect(updates.state().isLooking).toBe(false);
  time.advance(1);
  await looked(1);
  expect(updates.state()).toMatchObject({ feed: 'on', found: { version: '0.2.0' } });
  expect(disk.file).toMatchObject({ signed: [{ keyId: key.keyId, sequence: 2 }] });
  await until(() => time.pending() === 1, 'the next look is due');
  // No further than to its beginning: what waits for an answer would time out.
  let waitedMs = 0;
  for (; !updates.state().isLooking; waitedMs += 1_000) time.advance(1_000);
  expect(waitedMs / HOUR_MS).toBeGreaterThan(5.4);
  expect(waitedMs / HOUR_MS).toBeLessThan(6.6);
  await looked(2);
});

it('does not look while the desk is locked, and soon after', async () => {
  const { time, updates, looked, setLocked } = setUp();
  setLocked(true);
  updates.start();
  time.advance(HOUR_MS);
  expect([server.asked, time.pending()]).toEqual([[], 1]);
  setLocked(false);
  time.advance(60_000);
  await looked(1);
});

it('looks once for all who ask at once', async () => {
  const { updates } = setUp();
  await Promise.all([updates.look(), updates.look(), updates.look()]);
  expect(server.asked).toHaveLength(1);
});

it.each<[string, More, string]>([
  ['no feed', { releaseFeed: undefined }, 'none'],
  ['a folder in which nothing is remembered', { isFolderReadOnly: true }, 'off'],
  ['a file in which nothing is remembered', { isLost: true }, 'off'],
  [
    'a feed without TLS',
    {
      releaseFeed: { url: 'http://127.0.0.1:1/', keys: [key.publicKey], kind: 'deb', arch: 'x64' },
    },
    'broken',
  ],
  [
    'a key that is none',
    { releaseFeed: { url: 'https://127.0.0.1:1/', keys: ['bm8ga2V5'], kind: 'deb', arch: 'x64' } },
    'broken',
  ],
  [
    'an address that is none',
    { releaseFeed: { url: 'https://', keys: [key.publicKey], kind: 'deb', arch: 'x64' } },
    'broken',
  ],
])('never looks with %s', async (_what, more, feed) => {
  const { time, updates } = setUp(more);
  updates.start();
  expect([time.pending(), updates.state().feed]).toEqual([0, feed]);
  expect(await updates.look()).toMatchObject({ ok: false });
  expect(server.asked).toEqual([]);
});

it('does not hold what another packager’s keys signed against this one’s, nor forgets it', async () => {
  const [other, disk] = [makeReleaseKey(), createMemoryDisk()];
  server.publish(other, { sequence: 500 });
  const theirs = setUp({ disk, releaseFeed: server.port(other) });
  await theirs.updates.look();
  server.publish(key, { sequence: 7 });
  const mine = setUp({ disk });
  await mine.updates.look();
  expect(mine.updates.state()).toMatchObject({ found: { version: '0.2.0' } });
  server.publish(other, { sequence: 499 });
  const again = setUp({ disk, releaseFeed: server.port(other) });
  await again.updates.look();
  expect(again.updates.state().refused?.why).toContain('older than one that was read here before');
  server.publish(key, { sequence: 6 });
  const later = setUp({ disk });
  await later.updates.look();
  expect(later.updates.state().refused?.why).toContain('older than one that was read here before');
});

it('remembers no more than the last eight keys', async () => {
  const disk = createMemoryDisk();
  const keys = Array.from({ length: 9 }, makeReleaseKey);
  for (const by of keys) {
    server.publish(by);
    const { updates } = setUp({ disk, releaseFeed: server.port(by) });
    await updates.look();
    expect(updates.state().found?.version).toBe('0.2.0');
  }
  const { signed } = UpdateMemory.parse(disk.file);
  expect(signed.map(({ keyId }) => keyId)).toEqual(keys.slice(1).map(({ keyId }) => keyId));
});

it('begins anew where an earlier edition remembered a number without its key', async () => {
  const disk = createMemoryDisk({ seen: { sequence: 500, sha256: 'ab'.repeat(32) } });
  const { updates, notes } = setUp({ disk });
  expect(notes()).toEqual([]);
  await updates.look();
  expect(updates.state()).toMatchObject({ found: { version: '0.2.0' } });
  expect(disk.file).toMatchObject({ signed: [{ keyId: key.keyId, sequence: 2 }] });
  expect(disk.file).not.toHaveProperty('seen');
});

it('follows no feed whose number the disk does not take, and writes none that it has', async () => {
  const { updates, disk } = setUp();
  disk.isFull = true;
  await updates.look();
  expect(updates.state()).toMatchObject({
    refused: {
      why: 'The number of the update feed could not be kept, so it is not followed. The disk is full. This was not saved, and nothing was changed. Free some space and try again.',
    },
  });
  expect(updates.state()).not.toHaveProperty('found');
  expect(updates.state()).not.toHaveProperty('lastLookAt');
  disk.isFull = false;
  for (let times = 0; times < 3; times++) await updates.look();
  expect(updates.state()).toMatchObject({ found: { version: '0.2.0' } });
  expect(disk.writes).toBe(1);
  disk.isFull = true;
  await updates.look();
  expect(updates.state()).not.toHaveProperty('refused');
});

it.each([
  ['one that is older than this copy', { version: '0.0.9' }, 'older than this copy'],
  ['one that has expired', { validUntil: new Date(0).toISOString() }, 'out of date'],
])('offers nothing any more that was withdrawn by a feed with %s', async (_what, change, why) => {
  const { updates } = setUp();
  await updates.look();
  expect(updates.state().found?.version).toBe('0.2.0');
  let told: UpdateState | undefined;
  updates.onChange(() => (told = updates.state()));
  server.publish(key, { sequence: 3, ...change });
  await updates.look();
  expect(told?.refused?.why).toContain(why);
  expect(told).not.toHaveProperty('found');
  expect(await updates.fetch()).toMatchObject({ ok: false });
  // The feed that offered it is an old one now.
  server.publish(key);
  await updates.look();
  expect(updates.state().refused?.why).toContain('older than one that was read here before');
  expect(updates.state()).not.toHaveProperty('found');
});

it('goes on to tell of a version whose feed cannot be read now, or has expired since', async () => {
  const { time, updates } = setUp();
  await updates.look();
  const good = server.answers.get('/feed.json') ?? '';
  for (const answer of ['damaged', good]) {
    server.answers.set('/feed.json', answer);
    if (answer === good) time.sleep(25 * HOUR_MS);
    await updates.look();
    expect(updates.state()).toMatchObject({
      found: { version: '0.2.0' },
      refused: {
        why: expect.stringContaining(answer === good ? 'out of date' : 'damaged') as string,
      },
    });
  }
});

it('asks for nothing any more once it was stopped', async () => {
  const { time, updates } = setUp();
  updates.start();
  updates.stop();
  expect(time.pending()).toBe(0);
  expect([await updates.look(), server.asked]).toEqual([{ ok: true, value: null }, []]);
});

it('saves one file at a time, and ends it when asked to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-updates-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { updates } = setUp({ path: join(folder, 'new.deb') });
  server.answers.set(
    '/ballast_0.2.0_amd64.deb',
    (response) => void response.writeHead(200).write('a'),
  );
  await updates.look();
  const saved = updates.fetch();
  await until(() => updates.state().file?.done === 1, 'the first byte is there');
  expect(await updates.fetch()).toMatchObject({
    failure: { message: 'The new version is being saved already.' },
  });
  updates.cancel();
  const why = 'It was canceled. Nothing was saved.';
  expect(await saved).toMatchObject({ failure: { message: why } });
  expect(updates.state().file).toMatchObject({ state: 'failed', why });
});

it('saves nothing of a feed that has expired since it was read', async () => {
  const { time, updates } = setUp({ path: join(tmpdir(), 'ballast-never-saved') });
  await updates.look();
  time.sleep(25 * HOUR_MS);
  expect(await updates.fetch()).toMatchObject({
    failure: { message: expect.stringContaining('out of date') as string },
  });
});
