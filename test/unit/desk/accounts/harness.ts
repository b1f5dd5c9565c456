// The services of accounts with fake edges: settings and keys in memory, a broker that answers what a test says, units
// that do nothing but count.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import type { CallName, Input, Output } from '#contract/calls.ts';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { createDispatch, type Handlers } from '#main/gateway/dispatch.ts';
import { createAccountHandlers } from '#main/gateway/handlers/accounts.ts';
import type { Credentials, Question } from '#main/ports.ts';
import { createAccountBook, type Book } from '#main/account/standing/book.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { BegunCancel } from '#main/account/orders/cancel-loop.ts';
import { createAccountJournals } from '#main/desk/accounts/account-journals.ts';
import { createAccounts } from '#main/desk/accounts/accounts.ts';
import { createArming } from '#main/desk/accounts/arming.ts';
import type { CheckKey } from '#main/desk/accounts/check-key.ts';
import { createProfiles, type Profiles } from '#main/desk/accounts/profiles.ts';
import { createUnits, type Units } from '#main/desk/accounts/units.ts';
import { createWatching, type Watching } from '#main/desk/accounts/watching.ts';
import { createOAuthSettings } from '#main/desk/settings/oauth-settings.ts';
import { createAsking } from '#main/desk/asking.ts';
import { createQuestions } from '#main/desk/questions.ts';
import { createNewHosts } from '#main/desk/new-hosts.ts';
import { createSettings } from '#main/desk/settings/settings.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { createFakeKeys } from '#test/support/fake-keys.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';

export type FakeUnit = {
  accountId: string;
  credentials: Credentials;
  isStarted: boolean;
  isStopped: boolean;
  /** Something of it is not settled. */
  isAtWork: boolean;
  /** Its journal is in use and not checked yet. */
  isUnchecked: boolean;
  isInSight: boolean;
  book: Book;
  /** Its journal can be read, which it could not when it was opened. */
  readLate(): void;
  /** Those that the broker has not taken. */
  cancels: BegunCancel[];
};

export const KEY = { keyId: 'PKSOMEKEY0000000001', secretKey: 'some-secret-of-a-test' };
export const NUMBER = 'PA1234567890';

type Options = {
  stored?: unknown;
  isLiveAllowed?: boolean;
  shell?: 'electron' | 'web';
};

export function setUp({ stored, isLiveAllowed = true, shell = 'electron' }: Options = {}) {
  const time = createFakeTime();
  const random = createFakeRandom();
  const keys = createFakeKeys();
  const dataFolder = mkdtempSync(join(tmpdir(), 'ballast-unit-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  let file = stored;
  const settings = createSettings({
    store: { read: () => file, write: (value) => (file = structuredClone(value)) },
    log: () => undefined,
  });
  const questions: Question[] = [];
  const answers: (string | undefined)[] = [];
  /** What main asked the person about hosts, and what they say. */
  const confirmed: string[] = [];
  const confirms: boolean[] = [];
  /** What main asked besides, and what the person says to all of it. */
  const walls: string[] = [];
  const person = { saysYes: true, thinks: undefined as Promise<void> | undefined };
  let locked = false;
  const lockListeners = createListeners();
  const asking = createAsking({
    info: { shell },
    isLocked: () => locked,
    ask: async (question) => {
      questions.push(question);
      return answers.shift();
    },
    async confirm({ title, text }) {
      if (title !== QUESTIONS.newAddress) {
        walls.push(`${title} ${text}`);
        const { thinks } = person;
        person.thinks = undefined;
        await thinks;
        return person.saysYes;
      }
      confirmed.push(text);
      return confirms.shift() ?? false;
    },
  });
  const arming = createArming({
    isLiveAllowed,
    lock: { isLocked: () => locked, onChange: lockListeners.add },
    asking,
  });
  const asked: Parameters<CheckKey>[0][] = [];
  let answer: Result<{ accountNumber: string }> = ok({ accountNumber: NUMBER });
  const opened: FakeUnit[] = [];
  /** Why no unit can be built. */
  const building: { failure?: Failure | undefined } = {};

  const removed: string[] = [];
  const profiles: Profiles = createProfiles({
    settings,
    newId: random.uuid,
    isOpen: (accountId) => units.isOpen(accountId),
    isArmed: arming.isArmed,
    unwatched: (accountId) => watching.unwatched(accountId),
    onRemoved: (accountId) => void removed.push(accountId),
  });
  const units: Units = createUnits({
    profiles,
    keys,
    embedded: () => ok({ hosts: HOSTS, credentials: KEY }),
    refusal: arming.refusal,
    build({ accountId, environment }, { credentials }, readLate) {
      if (building.failure) return fail(building.failure);
      const fake: FakeUnit = {
        accountId,
        credentials,
        isStarted: false,
        isStopped: false,
        isAtWork: false,
        isUnchecked: false,
        isInSight: false,
        book: createAccountBook(),
        readLate,
        cancels: [],
      };
      opened.push(fake);
      const unit = {
        accountId,
        environment,
        isAtWork: () => fake.isAtWork,
        setInSight: (isInSight: boolean) => (fake.isInSight = isInSight),
        book: fake.book,
        wake: () => undefined,
        trading: {
          untakenCancels: () => fake.cancels,
          goOnCanceling: (cancels: BegunCancel[]) => void fake.cancels.push(...cancels),
        },
        start: () => (fake.isStarted = true),
        stop: () => (fake.isStopped = true),
        useCredentials: (next: Credentials) => (fake.credentials = next),
        journal: {
          health: () => ({ writable: true, ...(fake.isUnchecked && { isUnchecked: true }) }),
          unsettled: () => (fake.isAtWork ? [{ intentId: 'one' }] : []),
          pendingCancels: () => [],
          counts: () => ok({}),
          load: () => ok({ orders: [] }),
          openOrderCount: () => ok(0),
          positions: () => ok(undefined),
          openClosings: () => ok([]),
        },
      } as unknown as AccountUnit;
      return ok({ unit, watchlists: {} as never });
    },
    delay: time.delay,
    log: () => undefined,
  });
  const journals = createAccountJournals({
    profiles,
    units,
    dataFolder,
    clock: time.clock,
    log: () => undefined,
  });
  const watching: Watching = createWatching({
    profiles,
    units,
    keys,
    arming,
    journals,
    delay: time.delay,
    log: () => undefined,
  });
  const accounts = createAccounts({
    profiles,
    units,
    keys,
    arming,
    checkKey: async (question) => {
      asked.push(question);
      return answer;
    },
    newHosts: createNewHosts(asking),
    questions: createQuestions(asking),
    oauthSettings: createOAuthSettings(settings),
    dataFolder,
    newId: random.uuid,
    journals,
    watching,
    wake: () => undefined,
    clock: time.clock,
    delay: time.delay,
    log: () => undefined,
  });
  const dispatch = createDispatch({
    handlers: {
      ...createAccountHandlers({ accounts, keys }),
    } as Handlers,
    report: (name, error) => `${name}: ${String(error)}`,
  });
  const call = async <K extends CallName>(name: K, input: Input<K>) =>
    (await dispatch(name, input)) as Result<Output<K>>;
  const must = async <K extends CallName>(name: K, input: Input<K>): Promise<Output<K>> => {
    const result = await call(name, input);
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    return result.value;
  };
  return {
    time,
    keys,
    settings,
    removed,
    profiles,
    units,
    arming,
    accounts,
    asked,
    opened,
    building,
    questions,
    answers,
    confirmed,
    confirms,
    walls,
    person,
    dispatch,
    call,
    must,
    dataFolder,
    file: () => file,
    lock() {
      locked = true;
      lockListeners.notify();
    },
    unlock() {
      locked = false;
      lockListeners.notify();
    },
    answerWith: (accountNumber: string) => (answer = ok({ accountNumber })),
    failWith: (failure: Failure) => (answer = fail(failure)),
    connect: (more: Partial<Input<'accounts.connect'>> = {}): Promise<AccountProfile> =>
      must('accounts.connect', { ...CONNECT, ...more }),
  };
}

export const HOSTS = {
  rest: 'http://127.0.0.1:4010',
  data: 'http://127.0.0.1:4010',
  tradeStream: 'ws://127.0.0.1:4010/stream',
  dataStream: 'ws://127.0.0.1:4010/v2/iex',
};

export const CONNECT: Input<'accounts.connect'> = {
  label: 'Paper',
  environment: 'paper',
  hosts: HOSTS,
  credentials: KEY,
  keepIn: 'keychain',
  isUnverifiedAllowed: false,
};

/** Lets what was promised happen. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
