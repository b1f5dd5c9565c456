import { describe, expect, it } from 'vitest';
import { describeFailure, type Result } from '#contract/failure.ts';
import type { KeychainReason } from '#main/ports.ts';
import type { StoredHome } from '#main/desk/keys/types.ts';
import { ref, setUp, settle } from './fake-stores.ts';

const SECRET = 'zebra-quartz-9134-nimbus';
const PASSPHRASE = 'a walk in the rain';
const one = ref('11111111-1111-4111-8111-111111111111');

const sentence = (result: Result<unknown>): string =>
  result.ok ? 'it worked' : describeFailure(result.failure);

const homeOf = (keys: ReturnType<typeof setUp>['keys'], home: StoredHome) =>
  keys.status().homes.find((each) => each.home === home);

describe('each home', () => {
  it.each(['keychain', 'this-run', 'sealed-file'] as const)(
    'keeps, replaces and gives up a key: %s',
    async (home) => {
      const { keys, hidden } = setUp();
      if (home === 'sealed-file') expect((await keys.unseal(PASSPHRASE)).ok).toBe(true);
      expect(await keys.read(one)).toEqual({ ok: true, value: undefined });
      expect(await keys.save(one, SECRET, home)).toEqual({ ok: true, value: null });
      expect(await keys.read(one)).toEqual({ ok: true, value: { secret: SECRET, home } });
      await keys.save(one, `${SECRET}-2`, home);
      expect(await keys.read(one, home)).toMatchObject({ value: { secret: `${SECRET}-2` } });
      expect(hidden).toContain(`${SECRET}-2`);
      expect(await keys.remove(one)).toEqual({ ok: true, value: null });
      expect(await keys.read(one)).toEqual({ ok: true, value: undefined });
    },
  );

  it('hides from the log what was accepted, and nothing that was only typed', async () => {
    const { keys, hidden, start } = setUp();
    await keys.unseal(PASSPHRASE);
    await keys.save(one, SECRET, 'sealed-file');
    await start().unseal('refused: navigation');
    await keys.save(one, 'x'.repeat(2_001), 'this-run');
    expect(new Set(hidden)).toEqual(new Set([PASSPHRASE, SECRET]));
  });

  it('outlives the start, but for the memory of this run', async () => {
    const { keys, start } = setUp();
    await keys.unseal(PASSPHRASE);
    await keys.save(ref('a'), SECRET, 'keychain');
    await keys.save(ref('b'), SECRET, 'sealed-file');
    await keys.save(ref('c'), SECRET, 'this-run');
    const next = start();
    expect(await next.read(ref('a'))).toMatchObject({ value: { home: 'keychain' } });
    expect(sentence(await next.read(ref('b')))).toBe(
      'The sealed file is locked. Enter its passphrase first.',
    );
    await next.unseal(PASSPHRASE);
    expect(await next.read(ref('b'))).toMatchObject({ value: { home: 'sealed-file' } });
    expect(await next.read(ref('c'))).toEqual({ ok: true, value: undefined });
  });

  it('keeps the several keys of one account apart', async () => {
    const { keys } = setUp();
    await keys.save(ref('a', 'credentials'), 'first-secret', 'keychain');
    await keys.save(ref('a', 'broker'), 'second-secret', 'keychain');
    await keys.save(ref('a', 'client:x'), 'third-secret', 'this-run');
    await keys.remove(ref('a', 'broker'));
    expect(await keys.read(ref('a'))).toMatchObject({ value: { secret: 'first-secret' } });
    expect(await keys.read(ref('a', 'broker'))).toEqual({ ok: true, value: undefined });
    expect(await keys.read(ref('a', 'client:x'))).toMatchObject({
      value: { secret: 'third-secret' },
    });
  });

  it.each(['', 'x'.repeat(2_001)])('refuses a key that is none (%#)', async (secret) => {
    const { keys, chain } = setUp();
    expect(await keys.save(one, secret, 'keychain')).toMatchObject({
      failure: { kind: 'invalid' },
    });
    expect(chain.done).toEqual([]);
  });
});

describe('moving a key', () => {
  const homes = ['keychain', 'this-run', 'sealed-file'] as const;
  it.each(homes.flatMap((from) => homes.filter((to) => to !== from).map((to) => [from, to])))(
    'from %s to %s leaves one copy, the new one',
    async (from, to) => {
      const { keys, chain, start } = setUp();
      await keys.unseal(PASSPHRASE);
      await keys.save(one, 'the-old-key', from);
      await keys.save(one, SECRET, to);
      expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET, home: to } });
      for (const home of homes.filter((each) => each !== to))
        expect(await keys.read(one, home)).toEqual({ ok: true, value: undefined });
      expect(chain.entries.size).toBe(to === 'keychain' ? 1 : 0);
      const next = start();
      await next.unseal(PASSPHRASE);
      const found = await next.read(one);
      expect(found).toEqual({
        ok: true,
        value: to === 'this-run' ? undefined : { secret: SECRET, home: to },
      });
    },
  );

  it('keeps the old one when the new home fails', async () => {
    const { keys, chain, disk } = setUp();
    await keys.save(one, 'the-old-key', 'keychain');
    expect(sentence(await keys.save(one, SECRET, 'sealed-file'))).toBe(
      'There is no sealed file yet. Choose a passphrase for it first.',
    );
    await keys.unseal(PASSPHRASE);
    disk.state.isBroken = true;
    expect(sentence(await keys.save(one, SECRET, 'sealed-file'))).toBe(
      'The sealed file could not be written (the disk is full). It was not changed.',
    );
    expect(await keys.read(one)).toMatchObject({ value: { secret: 'the-old-key' } });
    expect([...chain.entries.values()]).toEqual(['the-old-key']);
  });

  it('keeps the old one when the keychain says yes and forgets', async () => {
    const { keys, chain } = setUp();
    await keys.save(one, 'the-old-key', 'this-run');
    chain.state.isForgetful = true;
    expect(sentence(await keys.save(one, SECRET, 'keychain'))).toMatch(/keychain failed/);
    expect(await keys.read(one)).toMatchObject({ value: { secret: 'the-old-key' } });
  });

  it('does not leave an old copy in a sealed file that is locked', async () => {
    const { keys, start } = setUp();
    await keys.unseal(PASSPHRASE);
    await keys.save(one, 'the-old-key', 'sealed-file');
    const next = start();
    expect(sentence(await next.save(one, SECRET, 'keychain'))).toMatch(/Enter its passphrase/);
    expect(await next.read(one, 'keychain')).toEqual({ ok: true, value: undefined });
    await next.unseal(PASSPHRASE);
    expect((await next.save(one, SECRET, 'keychain')).ok).toBe(true);
    expect(await start().read(one)).toMatchObject({ value: { secret: SECRET } });
  });

  it('asks again for an old copy that a silent keychain kept, and never for the new one', async () => {
    const { keys, chain, lines } = setUp();
    await keys.save(one, 'the-old-key', 'keychain');
    chain.state.fault = 'no-service';
    expect((await keys.save(one, SECRET, 'this-run')).ok).toBe(true);
    expect(lines.join()).toContain('an older key is still in the keychain');
    expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET, home: 'this-run' } });
    expect(sentence(await keys.remove(one))).toMatch(
      /The keychain on this computer does not respond/,
    );
    chain.state.fault = undefined;
    await keys.save(ref('other'), 'another-key', 'keychain');
    await settle();
    expect([...chain.entries.values()]).toEqual(['another-key']);
    chain.state.fault = 'no-service';
    await keys.save(one, SECRET, 'this-run');
    chain.state.fault = undefined;
    await keys.save(one, 'the-newest-key', 'keychain');
    await settle();
    expect(await keys.read(one)).toMatchObject({ value: { secret: 'the-newest-key' } });
  });
});

describe('a keychain that is not there', () => {
  const table: [KeychainReason, boolean, RegExp][] = [
    ['no-library', false, /library could not be loaded/],
    ['no-service', false, /The keychain on this computer does not respond/],
    ['locked', true, /locked or not set up/],
    ['upgraded', false, /Ballast was upgraded\. Restart it to use the keychain\./],
    ['failed', true, /The keychain failed/],
  ];
  it.each(table)('%s: says why, and the other homes go on', async (fault, isAvailable, words) => {
    const { keys, chain } = setUp();
    chain.state.fault = fault;
    expect(sentence(await keys.save(one, SECRET, 'keychain'))).toMatch(words);
    expect(sentence(await keys.read(one))).toMatch(words);
    expect(sentence(await keys.remove(one, 'keychain'))).toMatch(words);
    // Nobody says that there is one; what cannot be reached holds up nothing.
    expect((await keys.remove(one)).ok).toBe(fault.startsWith('no-'));
    const { homes } = keys.status();
    expect(homes[0]).toMatchObject({ home: 'keychain', isAvailable });
    expect(homes[0]?.why).toMatch(words);
    expect(homes.slice(1)).toEqual([
      { home: 'sealed-file', isAvailable: true },
      { home: 'this-run', isAvailable: true },
    ]);
    expect((await keys.save(one, SECRET, 'this-run')).ok).toBe(true);
    expect((await keys.remove(one)).ok).toBe(true);
  });

  it('is looked for without a question, and found when it comes', async () => {
    const { keys, chain } = setUp();
    expect(homeOf(keys, 'keychain')).toMatchObject({ isAvailable: false });
    chain.state.fault = 'no-service';
    expect((await keys.refreshStatus()).homes[0]).toMatchObject({ isAvailable: false });
    chain.state.fault = undefined;
    expect((await keys.refreshStatus()).homes[0]).toEqual({ home: 'keychain', isAvailable: true });
    expect(chain.done).toEqual(['probe', 'probe']);
  });

  it('is none when it stays silent at a mere look', async () => {
    const { keys, chain, time } = setUp();
    chain.state.isMute = true;
    const refreshing = keys.refreshStatus();
    await settle();
    time.advance(8_000);
    expect((await refreshing).homes[0]?.why).toMatch(
      /The keychain on this computer does not respond/,
    );
  });
});

describe('a locked keychain', () => {
  it('is not mistaken for an empty one', async () => {
    const { keys, chain, start } = setUp();
    await keys.save(one, SECRET, 'keychain');
    chain.state.isLocked = true;
    expect(sentence(await keys.read(one))).toMatch(/keychain is locked/);
    expect(sentence(await start().read(one))).toMatch(/keychain is locked/);
    expect(sentence(await keys.remove(one))).toMatch(/keychain is locked/);
    expect(sentence(await start().remove(one, 'keychain'))).toMatch(/keychain is locked/);
    chain.state.isLocked = false;
    expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET } });
  });

  it('is not unlocked for a key that was never in it', async () => {
    const { keys, chain } = setUp();
    chain.state.isLocked = true;
    expect((await keys.save(one, SECRET, 'this-run')).ok).toBe(true);
    expect(chain.done).not.toContain('open');
  });

  it('shows that it waits, and lets go when told', async () => {
    const { keys, chain, time } = setUp();
    chain.state.isMute = true;
    let changes = 0;
    keys.onChange(() => changes++);
    const reading = keys.read(one);
    const saving = keys.save(ref('other'), SECRET, 'keychain');
    await settle();
    expect(keys.status().isWaiting).toBe(false);
    time.advance(1_500);
    expect([keys.status().isWaiting, changes]).toEqual([true, 1]);
    expect((await keys.refreshStatus()).isWaiting).toBe(true);
    keys.stopWaiting();
    expect(sentence(await reading)).toMatch(/^Stopped waiting for the keychain/);
    expect(sentence(await saving)).toMatch(/^Stopped waiting for the keychain/);
    expect(keys.status()).toMatchObject({
      isWaiting: false,
      homes: [{ isAvailable: true }, {}, {}],
    });
    chain.state.isMute = false;
    chain.answer();
    await settle();
    expect(chain.done).not.toContain('set');
    expect((await keys.save(one, SECRET, 'keychain')).ok).toBe(true);
    expect(homeOf(keys, 'keychain')).toEqual({ home: 'keychain', isAvailable: true });
  });

  it('does not hold up a key that is typed again and kept elsewhere', async () => {
    const { keys, chain } = setUp();
    await keys.save(one, 'the-old-key', 'keychain');
    chain.state.isMute = true;
    const reading = keys.read(one);
    await settle();
    expect((await keys.save(one, SECRET, 'this-run')).ok).toBe(true);
    chain.state.isMute = false;
    chain.answer();
    expect(await reading).toMatchObject({ value: { secret: SECRET, home: 'this-run' } });
    await settle();
    expect(chain.entries.size).toBe(0);
  });

  it('does not outlast the desk', async () => {
    const { keys, chain } = setUp();
    chain.state.isMute = true;
    const reading = keys.read(one);
    await settle();
    keys.stop();
    expect((await reading).ok).toBe(false);
    expect(chain.done.at(-1)).toBe('stop');
  });
});

it('writes no secret into a log, a failure or the status', async () => {
  const { keys, chain, disk, lines } = setUp();
  const answers: unknown[] = [];
  const faults = [undefined, 'no-service', 'locked', 'failed', 'no-library'] as const;
  await keys.unseal(PASSPHRASE);
  for (const fault of faults)
    for (const home of ['keychain', 'sealed-file', 'this-run'] as const) {
      chain.state.fault = fault;
      disk.state.isBroken = fault !== undefined;
      answers.push(await keys.save(one, SECRET, home), keys.status(), await keys.remove(one));
    }
  answers.push(await keys.unseal(`${PASSPHRASE}!`));
  const all = JSON.stringify([answers, lines]);
  expect(all.length).toBeGreaterThan(1_000);
  for (const text of [SECRET, PASSPHRASE, `${PASSPHRASE}!`])
    for (const form of [
      text,
      Buffer.from(text).toString('base64'),
      Buffer.from(text).toString('hex'),
    ])
      expect(all).not.toContain(form);
});

describe('a no to the keychain’s question', () => {
  it('answers everything that waited for it, and is not the answer to what comes later', async () => {
    const { keys, chain } = setUp();
    chain.state.isMute = true;
    const reads = [keys.read(ref('a'), 'keychain'), keys.read(ref('b'), 'keychain')];
    await settle();
    chain.state.isMute = false;
    chain.state.isLocked = true;
    chain.answer();
    for (const read of await Promise.all(reads))
      expect(sentence(read)).toMatch(/^The keychain is locked/);
    expect(chain.done).toEqual(['open']);
    await keys.read(ref('a'), 'keychain');
    expect(chain.done).toEqual(['open', 'open']);
  });

  it('says for which account it waits', async () => {
    const { keys, chain, time } = setUp();
    chain.state.isMute = true;
    void keys.read({ ...ref('a'), label: 'My paper' }, 'keychain');
    await settle();
    time.advance(2_000);
    expect(keys.status()).toMatchObject({ isWaiting: true, waitsFor: 'My paper' });
  });
});
