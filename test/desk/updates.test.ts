// New versions on a whole desk, from a feed that is served over https on loopback and signed with a key of the test: old
// finds new and saves it, and what is tampered with, old or stale is refused in words.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateState } from '#contract/updates.ts';
import type { ReleaseFeed } from '#main/ports.ts';
import type { Release } from '#main/updates/read-release.ts';
import { createAccountDesk, type AccountDesk } from '#test/faults/support/account-desk.ts';
import {
  makeReleaseKey,
  releaseOf,
  signedFeed,
  startFeedServer,
  type FeedServer,
} from '#test/support/release-feed.ts';
import { until } from '#test/support/until.ts';

const [key, strange] = [makeReleaseKey(), makeReleaseKey()];
const PASSPHRASE = 'open sesame';

let server: FeedServer;
let folder = '';
let desk: AccountDesk;
let place: string | null = null;
let dialogs: string[] = [];
let sequence = 0;

const ports = (releaseFeed?: ReleaseFeed) => ({
  releaseFeed,
  async choosePlace(_purpose: 'save' | 'open', title: string, suggestedName: string) {
    dialogs.push(`${title} ${suggestedName}`);
    return place;
  },
  openFolder: async () => true,
});

beforeAll(async () => {
  server = await startFeedServer();
  desk = await createAccountDesk(ports(server.port(key)));
});
afterAll(async () => {
  await desk?.stop();
  await server?.stop();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-updates-'));
  place = join(folder, 'new.deb');
  // Nothing is newer than this copy, whatever was found before.
  publish({ version: '0.1.0' });
  await look();
  dialogs = [];
  server.answers.clear();
  server.asked.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const publish = (change: Partial<Release> = {}, content?: string): Release =>
  server.publish(key, { sequence: ++sequence, ...change }, content);

async function state(): Promise<UpdateState> {
  // The feed is told in frames.
  const fresh = desk.watch('updates', {});
  await until(() => fresh.items().length > 0, 'the feed begins');
  const [now] = fresh.items();
  fresh.stop();
  if (!now) throw new Error('nothing was told');
  return now;
}

async function look(): Promise<UpdateState> {
  await desk.must('updates.look', {});
  return state();
}
const refusal = async () => (await look()).refused?.why;

describe('a new version', () => {
  it('is told with its notes, saved where the person says, and verified', async () => {
    const watched = desk.watch('updates', {});
    publish({}, 'the new one');
    const { found, feed, lastLookAt } = await look();
    expect([feed, found?.version, found?.notes]).toEqual([
      'on',
      '0.2.0',
      'Better charts.\nFewer words.',
    ]);
    expect(lastLookAt).toBeTypeOf('number');
    expect(await desk.must('updates.fetch', {})).toEqual({ path: place });
    expect(readFileSync(place ?? '', 'utf8')).toBe('the new one');
    expect(dialogs).toEqual(['Where should the new version be saved? ballast_0.2.0_amd64.deb']);
    await until(() => watched.items().at(-1)?.file?.state === 'verified', 'it is told');
    watched.stop();
    expect((await state()).file).toMatchObject({
      state: 'verified',
      path: place,
      version: '0.2.0',
    });
    expect(await desk.must('updates.showFolder', {})).toBeNull();
    expect(server.asked).toEqual(['/feed.json', '/ballast_0.2.0_amd64.deb']);
  });

  it('is not saved where no place was chosen, and nothing is asked where there is none', async () => {
    expect(await desk.call('updates.fetch', {})).toMatchObject({ ok: false });
    publish();
    await look();
    place = null;
    expect(await desk.must('updates.fetch', {})).toEqual({ path: null });
    expect(server.asked).toEqual(['/feed.json']);
  });

  it('is none where the feed has what this copy is', async () => {
    publish({ version: '0.1.0' });
    const told = await look();
    expect([told.found, told.refused]).toEqual([undefined, undefined]);
  });

  it('is told also where it has no file for this system', async () => {
    publish({ files: [] });
    const told = await look();
    expect(told.found).toMatchObject({ version: '0.2.0' });
    expect(told.refused?.why).toBe('Ballast 0.2.0: It has no file for this system.');
    expect(await desk.call('updates.fetch', {})).toMatchObject({ ok: false });
  });

  it('of which a byte is another is deleted, and so is said', async () => {
    publish({}, 'the new one');
    server.answers.set('/ballast_0.2.0_amd64.deb', 'the new 0ne');
    await look();
    const why = 'It is not the file that was signed, and was deleted.';
    expect(await desk.call('updates.fetch', {})).toMatchObject({ failure: { message: why } });
    expect((await state()).file).toMatchObject({ state: 'failed', why });
    expect(existsSync(place ?? '')).toBe(false);
    expect(await desk.call('updates.showFolder', {})).toMatchObject({ ok: false });
  });
});

describe('a feed is refused in words', () => {
  it('that is tampered with, or signed by somebody else', async () => {
    publish();
    const good = String(server.answers.get('/feed.json'));
    server.answers.set('/feed.json', good.replace(/A/, 'B'));
    expect(await refusal()).toBeTypeOf('string');
    server.answers.set('/feed.json', signedFeed(releaseOf({ sequence: 1_000 }), strange));
    expect(await refusal()).toContain('not signed with a key');
    expect((await state()).found).toBeUndefined();
    server.answers.set('/feed.json', good);
    expect([await refusal(), (await state()).found?.version]).toEqual([undefined, '0.2.0']);
  });

  it('that is older than this copy, rightly signed as it is', async () => {
    publish({ version: '0.0.9' });
    expect(await refusal()).toContain('0.0.9, which is older than this copy (0.1.0)');
  });

  it('that was frozen', async () => {
    publish({ validUntil: new Date(Date.now() - 1).toISOString() });
    expect(await refusal()).toContain('out of date');
  });

  it('that was rolled back, also after a restart', async () => {
    const first = sequence;
    publish({ version: '0.3.0' });
    expect((await look()).found?.version).toBe('0.3.0');
    publish({ sequence: first });
    expect(await refusal()).toContain('older than one that was read here before');
    await desk.restart();
    expect(await refusal()).toContain('older than one that was read here before');
    expect((await state()).found).toBeUndefined();
  });

  it('that cannot be had', async () => {
    expect(await refusal()).toBe('The update feed could not be read: it answered 404.');
    server.answers.set('/feed.json', (response) =>
      response.writeHead(302, { location: `${server.origin}/other` }).end(),
    );
    expect(await refusal()).toBe('The update feed could not be read: it answered 302.');
    expect(server.asked).toEqual(['/feed.json', '/feed.json']);
  });
});

it('a locked desk asks nobody for anything', async () => {
  publish();
  await look();
  await desk.must('lock.configure', { next: PASSPHRASE, lockAfterMinutes: 0 });
  await desk.must('lock.now', {});
  for (const name of ['look', 'fetch', 'cancel', 'showFolder'] as const)
    expect(await desk.call(`updates.${name}`, {})).toMatchObject({
      failure: { message: 'The desk is locked.' },
    });
  expect([server.asked, dialogs]).toEqual([['/feed.json'], []]);
  await desk.must('lock.unlock', { passphrase: PASSPHRASE });
});

it('a copy without a feed asks nobody', async () => {
  const other = await createAccountDesk(ports());
  expect(await other.call('updates.look', {})).toMatchObject({ ok: false });
  const feed = other.watch('updates', {});
  await until(() => feed.items().length > 0, 'it is told');
  expect(feed.items()).toEqual([{ version: '0.1.0', feed: 'none', isLooking: false }]);
  await other.stop();
  expect(server.asked).toEqual([]);
});
