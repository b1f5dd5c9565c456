import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TradingPermission } from '#main/ports.ts';
import { createAsking } from '#main/desk/asking.ts';
import { createKillSwitch, type KillSwitch } from '#main/desk/kill-switch.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

type Kept = { file: 'allowed' | 'missing' | 'damaged'; settings: unknown };

/** A desk's folder that outlives its runs, on a disk whose parts can fail. */
function createWorld(kept: Partial<Kept> & { isNew?: boolean } = {}) {
  const disk: Kept = { file: 'missing', settings: undefined, ...kept };
  let isNew = kept.isNew ?? false;
  const broken = { grant: false, revoke: false, settings: false };
  const lines: string[] = [];
  const time = createFakeTime();
  let answer: () => Promise<boolean> = async () => true;
  const check = (what: keyof typeof broken): void => {
    if (broken[what]) throw new Error('no space left on the disk');
  };
  const permission: TradingPermission = {
    path: '/data/trading-allowed',
    read: () =>
      disk.file === 'allowed'
        ? { kind: 'allowed' }
        : disk.file === 'damaged'
          ? { kind: 'doubtful', reason: 'it is not as Ballast wrote it' }
          : { kind: isNew ? 'new-folder' : 'missing' },
    grant() {
      check('grant');
      disk.file = 'allowed';
    },
    revoke() {
      check('revoke');
      disk.file = 'missing';
    },
  };
  return {
    disk,
    broken,
    lines,
    time,
    answerWith: (next: () => Promise<boolean>) => (answer = next),
    start(): KillSwitch {
      const settings = createSettings({
        store: {
          read: () => disk.settings,
          write(value) {
            check('settings');
            disk.settings = value;
            isNew = false;
          },
        },
        log: () => undefined,
      });
      return createKillSwitch({
        settings,
        permission,
        asking: createAsking({
          confirm: () => answer(),
          ask: async () => undefined,
          info: { shell: 'web' },
          isLocked: () => false,
        }),
        delay: time.delay,
        log: (_level, message) => lines.push(message),
      });
    },
  };
}

const firstEdition = (isStopped: boolean) => ({ settings: { version: 2, isStopped } });

describe('the kill switch at a start', () => {
  it('lets a fresh folder trade, and keeps that', () => {
    const world = createWorld({ isNew: true });
    expect(world.start().isStopped()).toBe(false);
    expect(world.disk.file).toBe('allowed');
    expect(world.start().isStopped()).toBe(false);
  });

  it.each([
    ['missing', 'is missing'],
    ['damaged', 'not as Ballast wrote it'],
  ] as const)('is stopped with words when the permission is %s', (file, words) => {
    const world = createWorld({
      file,
      settings: { version: 2, isStopped: false, tradingPermission: 'file' },
    });
    const killSwitch = world.start();
    expect(killSwitch.isStopped()).toBe(true);
    expect(killSwitch.note()).toContain(words);
    expect(killSwitch.note()).toContain('/data/trading-allowed');
  });

  it('opens the folder of a first edition as it was left', () => {
    expect(createWorld(firstEdition(true)).start().isStopped()).toBe(true);
    expect(createWorld(firstEdition(false)).start().isStopped()).toBe(false);
  });

  it('takes a first edition over once: a stop and a crash do not bring permission back', () => {
    const world = createWorld(firstEdition(false));
    const killSwitch = world.start();
    world.broken.settings = true;
    killSwitch.stop();
    world.broken.settings = false;
    expect(world.start().isStopped()).toBe(true);
  });

  it.each(['settings', 'grant'] as const)(
    'is stopped when a first edition cannot be taken over (%s)',
    (part) => {
      const world = createWorld(firstEdition(false));
      world.broken[part] = true;
      const killSwitch = world.start();
      expect(killSwitch.isStopped()).toBe(true);
      expect(killSwitch.note()).toContain('could not be saved');
    },
  );

  it('believes any sign of a stop', () => {
    const world = createWorld({
      file: 'allowed',
      settings: { version: 2, isStopped: true, tradingPermission: 'file' },
    });
    expect(world.start().isStopped()).toBe(true);
    expect(world.disk.file).toBe('missing');
  });
});

describe('stopping', () => {
  it('stops at once, tells everyone past those who fail, and survives a restart', () => {
    const world = createWorld({ isNew: true });
    const killSwitch = world.start();
    const told: boolean[] = [];
    killSwitch.onChange(() => {
      throw new Error('a journal on a full disk');
    });
    killSwitch.onChange(() => told.push(killSwitch.isStopped()));
    killSwitch.stop();
    expect([killSwitch.isStopped(), killSwitch.stops(), told]).toEqual([true, 1, [true]]);
    expect(killSwitch.note()).toBeUndefined();
    // What was allowed to go while all is stopped ends with the next press.
    killSwitch.stop();
    expect(killSwitch.stops()).toBe(2);
    expect(world.start().isStopped()).toBe(true);
  });

  it.each([
    ['the settings alone cannot be written', { settings: true }],
    ['the permission alone cannot be deleted', { revoke: true }],
  ])('is kept when %s', (_what, broken) => {
    const world = createWorld({ isNew: true });
    const killSwitch = world.start();
    Object.assign(world.broken, broken);
    killSwitch.stop();
    expect(killSwitch.note()).toBeUndefined();
    Object.assign(world.broken, { settings: false, revoke: false });
    expect(world.start().isStopped()).toBe(true);
  });

  it('holds in memory when nothing can be written, says so, and writes it once it can', () => {
    const world = createWorld({ isNew: true });
    const killSwitch = world.start();
    Object.assign(world.broken, { settings: true, revoke: true });
    killSwitch.stop();
    expect(killSwitch.isStopped()).toBe(true);
    expect(killSwitch.note()).toContain('could not be saved to disk (no space left');
    let told = 0;
    killSwitch.onChange(() => told++);
    world.time.advance(5_000);
    expect(killSwitch.note()).toContain('could not be saved');
    Object.assign(world.broken, { settings: false, revoke: false });
    world.time.advance(5_000);
    expect([killSwitch.note(), told > 0]).toEqual([undefined, true]);
    expect(world.time.pending()).toBe(0);
    expect(world.start().isStopped()).toBe(true);
  });
});

describe('allowing again', () => {
  it('needs main’s own question answered with yes', async () => {
    const world = createWorld(firstEdition(true));
    const killSwitch = world.start();
    world.answerWith(async () => false);
    expect(await killSwitch.resume()).toMatch(/was not confirmed\. .* in the terminal/);
    expect(killSwitch.isStopped()).toBe(true);
    world.answerWith(async () => true);
    expect(await killSwitch.resume()).toBeUndefined();
    expect(killSwitch.isStopped()).toBe(false);
    expect(world.start().isStopped()).toBe(false);
  });

  it.each(['grant', 'settings'] as const)(
    'fails in words when it cannot be written (%s)',
    async (part) => {
      const world = createWorld(firstEdition(true));
      const killSwitch = world.start();
      world.broken[part] = true;
      expect(await killSwitch.resume()).toContain('could not be saved to disk');
      expect(killSwitch.isStopped()).toBe(true);
      world.broken[part] = false;
      expect(world.start().isStopped()).toBe(true);
    },
  );

  it('does not follow a question that was open when trading was stopped once more', async () => {
    const world = createWorld(firstEdition(true));
    const killSwitch = world.start();
    let yes: (isAllowed: boolean) => void = () => undefined;
    world.answerWith(() => new Promise((resolve) => (yes = resolve)));
    const resumed = killSwitch.resume();
    killSwitch.stop();
    yes(true);
    expect(await resumed).toContain('stopped again in the meantime');
    expect(killSwitch.isStopped()).toBe(true);
  });
});

it('never trades after a stop that was said to be kept, whatever the disk does and whenever it dies', async () => {
  const step = fc.oneof(
    fc.constant('stop' as const),
    fc.constant('resume' as const),
    fc.constant('restart' as const),
    fc.constant('wait' as const),
    fc.record({ grant: fc.boolean(), revoke: fc.boolean(), settings: fc.boolean() }),
  );
  const beginning = fc.constantFrom(
    { isNew: true },
    firstEdition(false),
    firstEdition(true),
    { ...firstEdition(false), file: 'allowed' as const },
    { file: 'damaged' as const },
    { file: 'missing' as const },
  );
  await fc.assert(
    fc.asyncProperty(beginning, fc.array(step, { maxLength: 30 }), async (kept, steps) => {
      const world = createWorld(kept);
      let killSwitch = world.start();
      /** Whether a person's last word was a stop that is on the disk. */
      let isStopKept = false;
      for (const next of steps) {
        if (next === 'stop') killSwitch.stop();
        else if (next === 'resume') await killSwitch.resume();
        else if (next === 'wait') world.time.advance(6_000);
        else if (next === 'restart') killSwitch = world.start();
        else Object.assign(world.broken, next);
        if (next === 'stop') expect(killSwitch.isStopped()).toBe(true);
        if (next === 'restart' && isStopKept) expect(killSwitch.isStopped()).toBe(true);
        if (!killSwitch.isStopped()) isStopKept = false;
        else if (next === 'stop') isStopKept = killSwitch.note() === undefined;
      }
    }),
    { numRuns: 2_000 },
  );
});
