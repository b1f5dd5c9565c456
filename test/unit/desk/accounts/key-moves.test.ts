import { describe, expect, it } from 'vitest';
import { describeFailure, type Result } from '#contract/failure.ts';
import { createKeyMoves } from '#main/desk/accounts/key-moves.ts';
import { createProfiles, KEY_IS_MISSING } from '#main/desk/accounts/profiles.ts';
import { credentialsRef, homeOf } from '#main/desk/accounts/credentials.ts';
import { createKeys } from '#main/desk/keys/keys.ts';
import type { StoredHome } from '#main/desk/keys/types.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import type { KeychainReason } from '#main/ports.ts';
import { systemRandom } from '#main/shell/common/system.ts';
import { createFakeFile, createFakeKeychain, quickly } from '#test/unit/desk/keys/fake-stores.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const SECRET = 'zebra-quartz-9134-nimbus';
const HOMES = ['keychain', 'sealed-file', 'this-run'] as const;
const PASSPHRASE = 'a walk in the rain';

class Ended extends Error {}

/** What outlives a start: the settings, the sealed file and the keychain. Each step of it can be the last. */
function createWorld(environment: 'paper' | 'live' = 'paper') {
  const chain = createFakeKeychain();
  const disk = createFakeFile();
  let file: unknown = {
    version: 2,
    profiles: [
      {
        accountId: ID,
        label: 'My paper',
        environment,
        hosts: {
          rest: 'https://paper-api.alpaca.markets',
          data: 'https://data.alpaca.markets',
          tradeStream: 'wss://paper-api.alpaca.markets/stream',
          dataStream: 'wss://stream.data.alpaca.markets/v2/iex',
        },
        proof: 'key',
        keyHome: 'none',
        isVerified: true,
      },
    ],
  };
  if (environment === 'live')
    file = JSON.parse(JSON.stringify(file).replaceAll('paper-api', 'api'));
  let left = Infinity;
  let steps = 0;
  /** The desk ends before this step, or right after it. */
  function step<T>(work: () => T, isAfter: boolean): T {
    if (left <= 0) throw new Ended();
    steps++;
    if (--left === 0 && !isAfter) throw new Ended();
    const done = work();
    if (left === 0) throw new Ended();
    return done;
  }

  function start({ isAfter = false, endsAt = Infinity } = {}) {
    left = endsAt;
    steps = 0;
    const { keychain } = chain;
    const time = createFakeTime();
    const asked: string[] = [];
    const person = { saysYes: true };
    const keys = createKeys({
      keychain: {
        ...keychain,
        set: (entry, secret, signal) => step(() => keychain.set(entry, secret, signal), isAfter),
        delete: (entry, signal) => step(() => keychain.delete(entry, signal), isAfter),
      },
      sealedFile: {
        ...disk.file,
        write: (bytes) => step(() => disk.file.write(bytes), isAfter),
      },
      delay: time.delay,
      random: systemRandom,
      log: () => undefined,
      neverLog: () => undefined,
      derive: quickly,
    });
    const settings = createSettings({
      store: {
        read: () => file,
        write: (value) => step(() => (file = structuredClone(value)), isAfter),
      },
      log: () => undefined,
    });
    const profiles = createProfiles({
      settings,
      newId: systemRandom.uuid,
      isOpen: () => false,
      isArmed: () => true,
    });
    const moves = createKeyMoves({
      profiles,
      keys,
      questions: {
        moveKey: async (_account, to) => {
          asked.push(to);
          return person.saysYes
            ? undefined
            : { ok: false, failure: { kind: 'not-allowed', message: 'No.' } };
        },
      },
      log: () => undefined,
    });
    const profile = () => {
      const found = profiles.get(ID);
      if (!found.ok) throw new Error('the account is gone');
      return found.value;
    };
    const read = () => keys.read(credentialsRef(profile()), homeOf(profile()));
    const shown = () => {
      const view = profiles.view(ID);
      if (!view.ok) throw new Error('the account is gone');
      return view.value;
    };
    return { keys, profiles, moves, profile, read, shown, asked, person, steps: () => steps };
  }

  /** Where copies of the key are, whatever the settings say. */
  const copies = (): string[] => [
    ...[...chain.entries].filter(([, secret]) => secret === SECRET).map(([entry]) => entry),
    ...(disk.state.bytes && Buffer.from(disk.state.bytes).includes(ID) ? ['sealed-file'] : []),
  ];
  return { chain, start, copies };
}

const sentence = (result: Result<unknown>): string =>
  result.ok ? 'it worked' : describeFailure(result.failure);

/** A desk whose key is in this home. */
async function startedIn(world: ReturnType<typeof createWorld>, home: StoredHome, options = {}) {
  const first = world.start();
  await first.keys.unseal(PASSPHRASE);
  expect(sentence(await first.moves.keep(ID, SECRET, home, {}))).toBe('it worked');
  if (home === 'this-run') return first;
  const next = world.start(options);
  await next.keys.unseal(PASSPHRASE);
  return next;
}

const MOVES = HOMES.flatMap((from) =>
  HOMES.filter((to) => to !== from).map((to) => [from, to] as const),
);

describe('a key that is moved', () => {
  it.each(MOVES)('from %s to %s is there and nowhere else', async (from, to) => {
    const world = createWorld();
    const desk = await startedIn(world, from);
    expect(sentence(await desk.moves.move(ID, to))).toBe('it worked');
    expect(await desk.read()).toEqual({ ok: true, value: { secret: SECRET, home: to } });
    expect(desk.shown()).toMatchObject({ keyHome: to });
    expect(desk.shown()).not.toHaveProperty('otherCopies');
    expect(world.copies()).toEqual(
      { keychain: [`Ballast: My paper:${ID}/credentials`], 'sealed-file': ['sealed-file'] }[
        to as string
      ] ?? [],
    );
  });

  /** From memory nothing outlives a start anyway: what was typed for one run may go with it. */
  it.each(MOVES.filter(([from]) => from !== 'this-run'))(
    'from %s to %s is never lost, and never in two places without a word, wherever the desk ends',
    async (from, to) => {
      const whole = createWorld();
      const all = await startedIn(whole, from);
      const before = all.steps();
      await all.moves.move(ID, to);
      const steps = all.steps() - before;
      expect(steps).toBeGreaterThanOrEqual(to === 'this-run' ? 3 : 4);
      for (const isAfter of [false, true])
        for (let at = 1; at <= steps; at++) {
          const world = createWorld();
          const cut = await startedIn(world, from, { isAfter, endsAt: before + at });
          // Some of what was going on catches it as a fault of the disk; nothing is written after it either way.
          await cut.moves.move(ID, to).catch(() => undefined);
          expect(cut.steps()).toBe(before + at);
          const next = world.start();
          await next.keys.unseal(PASSPHRASE);
          // Asked for to be in memory alone, and taken from everywhere else: that is what was wanted.
          const isGone = to === 'this-run' && world.copies().length === 0;
          expect(await next.read()).toMatchObject({
            ok: true,
            value: isGone ? undefined : { secret: SECRET },
          });
          const told = 1 + (next.shown().otherCopies?.length ?? 0);
          expect(world.copies().length).toBeLessThanOrEqual(isGone ? 0 : told);
          // And what is left over goes as soon as its home is open.
          await next.moves.sweep();
          if (!isGone) {
            expect(sentence(await next.moves.move(ID, next.profile().keyHome as StoredHome))).toBe(
              'it worked',
            );
            expect(world.copies()).toHaveLength(1);
            expect(next.shown()).not.toHaveProperty('otherCopies');
            expect(await next.read()).toMatchObject({ ok: true, value: { secret: SECRET } });
          }
        }
    },
  );

  it('is not taken for a second copy while it is on its way', async () => {
    const world = createWorld();
    const desk = await startedIn(world, 'sealed-file');
    const swept: Promise<void>[] = [];
    // As the desk does it: whatever is left over goes when a home opens, and the keychain opens with this move.
    desk.keys.onChange(() => swept.push(desk.moves.sweep()));
    expect(sentence(await desk.moves.move(ID, 'keychain'))).toBe('it worked');
    await Promise.all(swept);
    expect(swept.length).toBeGreaterThan(0);
    expect(await desk.read()).toMatchObject({ ok: true, value: { secret: SECRET } });
    expect(world.copies()).toHaveLength(1);
  });

  it('stays where it is when its new home refuses it', async () => {
    const world = createWorld();
    const desk = await startedIn(world, 'sealed-file');
    for (const fault of ['no-service', 'locked', 'failed'] satisfies KeychainReason[]) {
      world.chain.state.fault = fault;
      expect(sentence(await desk.moves.move(ID, 'keychain'))).not.toBe('it worked');
      expect(desk.shown()).toMatchObject({ keyHome: 'sealed-file' });
      expect(desk.shown()).not.toHaveProperty('otherCopies');
    }
    world.chain.state.fault = undefined;
    expect(await desk.read()).toMatchObject({ value: { secret: SECRET } });
  });

  it('says that a copy may be left where the keychain does not give it up', async () => {
    const world = createWorld();
    const desk = await startedIn(world, 'keychain');
    expect(await desk.read()).toMatchObject({ ok: true });
    const { keychain } = world.chain;
    const give = keychain.delete;
    keychain.delete = async () => {
      throw new Error('no');
    };
    const stubborn = world.start();
    await stubborn.keys.unseal(PASSPHRASE);
    expect(sentence(await stubborn.moves.move(ID, 'sealed-file'))).toBe('it worked');
    expect(stubborn.shown()).toMatchObject({
      keyHome: 'sealed-file',
      otherCopies: ['keychain'],
    });
    expect(world.copies()).toHaveLength(2);
    keychain.delete = give;
    const later = world.start();
    await later.keys.unseal(PASSPHRASE);
    expect(later.shown()).toMatchObject({ otherCopies: ['keychain'] });
    // Nobody is asked for it by itself: the keychain may be locked.
    await later.moves.sweep();
    expect(world.copies()).toHaveLength(2);
    expect(sentence(await later.moves.move(ID, 'sealed-file'))).toBe('it worked');
    expect(later.shown()).not.toHaveProperty('otherCopies');
    expect(world.copies()).toEqual(['sealed-file']);
  });

  it('still says that a copy may be left where a later move back fails', async () => {
    const world = createWorld();
    await startedIn(world, 'keychain');
    const { keychain } = world.chain;
    const give = keychain.delete;
    keychain.delete = async () => {
      throw new Error('no');
    };
    const stubborn = world.start();
    await stubborn.keys.unseal(PASSPHRASE);
    expect(sentence(await stubborn.moves.move(ID, 'sealed-file'))).toBe('it worked');
    expect(stubborn.shown()).toMatchObject({ otherCopies: ['keychain'] });
    keychain.delete = give;
    world.chain.state.isLocked = true;
    for (let time = 0; time < 2; time++) {
      expect(sentence(await stubborn.moves.move(ID, 'keychain'))).not.toBe('it worked');
      expect(stubborn.shown()).toMatchObject({
        keyHome: 'sealed-file',
        otherCopies: ['keychain'],
      });
    }
    world.chain.state.isLocked = false;
    expect(world.copies()).toHaveLength(2);
    expect(sentence(await stubborn.moves.move(ID, 'keychain'))).toBe('it worked');
    expect(stubborn.shown()).not.toHaveProperty('otherCopies');
    expect(world.copies()).toEqual([`Ballast: My paper:${ID}/credentials`]);
  });

  it('is not there any more: says so, and moves nothing', async () => {
    const world = createWorld();
    const desk = await startedIn(world, 'keychain');
    world.chain.entries.clear();
    expect(sentence(await desk.moves.move(ID, 'sealed-file'))).toBe(KEY_IS_MISSING);
    expect(desk.shown()).toMatchObject({ keyHome: 'keychain' });
  });

  it('of a live account is moved only after a yes to main', async () => {
    const world = createWorld('live');
    const desk = await startedIn(world, 'keychain');
    desk.person.saysYes = false;
    expect(sentence(await desk.moves.move(ID, 'this-run'))).toBe('No.');
    expect(desk.shown()).toMatchObject({ keyHome: 'keychain' });
    expect(world.copies()).toHaveLength(1);
    desk.person.saysYes = true;
    expect(sentence(await desk.moves.move(ID, 'this-run'))).toBe('it worked');
    expect(desk.asked).toEqual(['this-run', 'this-run']);
    expect(world.copies()).toEqual([]);
  });
});

describe('the name of an entry in the keychain', () => {
  it('is the account’s, and follows it when it is renamed', async () => {
    const world = createWorld();
    const desk = await startedIn(world, 'keychain');
    expect(world.copies()).toEqual([`Ballast: My paper:${ID}/credentials`]);
    desk.profiles.change(ID, { label: 'Savings' });
    // Not while somebody might be asked for it.
    await desk.moves.relabel(ID);
    expect(world.copies()).toEqual([`Ballast: My paper:${ID}/credentials`]);
    expect(await desk.read()).toMatchObject({ value: { secret: SECRET } });
    await desk.moves.relabel(ID);
    expect(world.copies()).toEqual([`Ballast: Savings:${ID}/credentials`]);
    expect(await desk.read()).toMatchObject({ value: { secret: SECRET } });
  });

  it('is given to one that was kept before entries had names', async () => {
    const world = createWorld();
    const desk = world.start();
    world.chain.entries.set(`Ballast:${ID}/credentials`, SECRET);
    desk.profiles.change(ID, { keyHome: 'keychain' });
    expect(await desk.read()).toMatchObject({ value: { secret: SECRET } });
    await desk.moves.relabel(ID);
    expect(world.copies()).toEqual([`Ballast: My paper:${ID}/credentials`]);
    expect(await desk.read()).toMatchObject({ value: { secret: SECRET } });
  });
});
