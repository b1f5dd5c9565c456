import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { notAllowed, ok } from '#contract/failure.ts';
import { embeddedProfile } from '#main/desk/settings/read-settings.ts';
import { createPractice, type Wanted } from '#main/desk/practice/practice.ts';
import type { Ports } from '#main/ports.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';
import { settle } from '#test/unit/desk/accounts/harness.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const HOSTS = {
  rest: 'http://127.0.0.1:1',
  data: 'http://127.0.0.1:1',
  tradeStream: 'ws://127.0.0.1:1/stream',
  dataStream: 'ws://127.0.0.1:1/v2/iex',
};

function setUp() {
  const time = createFakeTime();
  const state = {
    problem: undefined as string | undefined,
    brokers: 0,
    ledger: 'damaged',
    isOpen: true,
    opened: 0,
    hosts: HOSTS as typeof HOSTS & { broker?: string },
  };
  const practice = createPractice({
    ...time,
    random: createFakeRandom(),
    log: () => undefined,
    neverLog: () => undefined,
    info: { version: '0', shell: 'web', dataFolder: '/nowhere' },
    startBroker: async () => {
      if (state.ledger !== 'good') throw new Error(`The ledger is ${state.ledger}.`);
      state.brokers++;
      return { hosts: state.hosts, onExit: () => undefined, stop: async () => undefined };
    },
  } as unknown as Ports);
  const profiles = {
    all: () => [embeddedProfile(ACCOUNT)],
    setProblem: (_accountId: string, problem: string | undefined) => void (state.problem = problem),
  };
  const units = {
    isOpen: () => state.opened > 0,
    open: async () => {
      if (!state.isOpen) return notAllowed('Its journal is newer.');
      state.opened++;
      return ok({} as never);
    },
  };
  return {
    time,
    state,
    practice,
    start: (wanted: ReturnType<Wanted> = 'in-front') =>
      practice.start({ profiles, units }, () => wanted),
  };
}

it('a practice account that cannot open says why, and is tried again ever more seldom', async () => {
  const { time, state, practice, start } = setUp();
  await start();
  expect(state.problem).toBe('The practice account did not open: The ledger is damaged.');
  expect(practice.connection()).toMatchObject({ ok: false });
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    state.problem = undefined;
    time.advance(seconds * 1_000 - 1);
    await settle();
    expect(state.problem).toBeUndefined();
    time.advance(1);
    await settle();
    expect(state.problem).toContain('damaged');
  }
  state.ledger = 'good';
  time.advance(60_000);
  await settle();
  expect(practice.connection()).toMatchObject({ ok: true });
});

it('does not start a second broker because the account did not open', async () => {
  const { time, state, practice, start } = setUp();
  state.ledger = 'good';
  state.isOpen = false;
  await start();
  expect(state.problem).toContain('Its journal is newer.');
  state.isOpen = true;
  time.advance(5_000);
  await settle();
  expect(state.brokers).toBe(1);
  await practice.stop();
});

it('is not tried any more once the desk ends', async () => {
  const { time, practice, start } = setUp();
  await start();
  await practice.stop();
  expect(time.pending()).toBe(0);
});

it('rests while nobody wants it, and is started once by whoever asks for it first', async () => {
  const { time, state, practice, start } = setUp();
  state.ledger = 'good';
  await start('when-asked');
  expect([state.brokers, state.opened, time.pending()]).toEqual([0, 0, 0]);
  expect(state.problem).toBeUndefined();
  expect(practice.wake('another account')).toBeUndefined();
  const woken = practice.wake(ACCOUNT);
  expect(practice.wake(ACCOUNT)).toBe(woken);
  await woken;
  expect([state.brokers, state.opened]).toEqual([1, 1]);
  expect(practice.connection()).toMatchObject({ ok: true });
  // From now on no call waits for anything.
  expect(practice.wake(ACCOUNT)).toBeUndefined();
});

it('keeps no other account waiting where it is only to be watched', async () => {
  const { state, start } = setUp();
  state.ledger = 'good';
  const started = start('to-be-watched');
  await started;
  expect(state.opened).toBe(0);
  await settle();
  expect(state.opened).toBe(1);
});

it('is tried at once when somebody asks for one that did not open', async () => {
  const { time, state, practice, start } = setUp();
  await start();
  expect(state.problem).toContain('damaged');
  state.ledger = 'good';
  await practice.wake(ACCOUNT);
  expect(state.opened).toBe(1);
  // The try that waited is not made besides.
  time.advance(60_000);
  await settle();
  expect([state.brokers, state.opened]).toEqual([1, 1]);
  await practice.stop();
  expect(practice.wake(ACCOUNT)).toBeUndefined();
});

it('keeps nobody waiting for its application once the account is open', async () => {
  const mute = createServer(() => undefined);
  await new Promise<void>((resolve) => void mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as AddressInfo;
  const { state, practice, start } = setUp();
  onTestFinished(async () => {
    mute.closeAllConnections();
    await practice.stop();
    mute.close();
  });
  state.ledger = 'good';
  state.hosts = { ...HOSTS, broker: `http://127.0.0.1:${port}` };
  await start('to-be-watched');
  await settle();
  expect(state.opened).toBe(1);
  expect(practice.oauth()).toBeUndefined();
  expect(practice.wake(ACCOUNT)).toBeUndefined();
});
