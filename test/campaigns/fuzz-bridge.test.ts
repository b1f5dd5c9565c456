// Messages of every kind over every call and feed, through both transports, at a real desk with its broker. Each gets a
// Result or a clear refusal; none is answered with a mistake of ours; and what was refused has changed nothing.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { calls, isCallName, type CallName } from '#contract/calls.ts';
import { describeFailure, type Failure, type Result } from '#contract/failure.ts';
import { feeds, type FeedName } from '#contract/feeds.ts';
import { createBridgeDesk, type BridgeDesk } from '#test/campaigns/support/bridge-desk.ts';
import { knownTo, type Learnt } from '#test/campaigns/support/bridge-known.ts';
import {
  FORGED_WATCHES,
  openIpcDoor,
  openWebDoor,
  type Door,
  type Watched,
} from '#test/campaigns/support/doors.ts';
import {
  CALLS,
  createMessages,
  FEEDS,
  isKnownName,
  type Message,
} from '#test/campaigns/support/messages.ts';
import { createDice, repeatFile, SEED } from '#test/campaigns/support/seed.ts';
import { watchProcess, type ProcessWatch } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';

vi.mock('electron', () => import('#test/campaigns/support/fake-electron.ts'));

const COUNT = atScale(100_000);
const FORGED_SHARE = 0.1;
/** The last part of the run is against a locked desk. */
const LOCKED_SHARE = 0.05;
const WATCHES_AT_ONCE = 30;
const TICKETS_AT_ONCE = 3;
const NEW_TICKET_SHARE = 0.1;
const PASSPHRASE = 'open sesame';
const MOST_FRAME_CHARS = 60_000;
const UNLOCK = { timeout: 70_000, interval: 500 };
/** What a person may call again and again at a broker that goes on by itself afterwards. */
const GOES_ON = /^(orders|mints|batches|trading|accounts|oauth|keys)\./;

const KINDS: ReadonlySet<string> = new Set<Failure['kind']>([
  'invalid',
  'refused',
  'unauthorized',
  'unavailable',
  'throttled',
  'offline',
  'outcome-unknown',
  'not-allowed',
  'outdated',
]);

let desk: BridgeDesk;
let doors: Door[];
let dispatched = 0;
let watch: ProcessWatch;

beforeAll(async () => {
  watch = watchProcess();
  desk = await createBridgeDesk();
  const counted = {
    feeds: desk.desk.feeds,
    dispatch: (name: unknown, input: unknown) => {
      dispatched++;
      return desk.desk.dispatch(name, input);
    },
  };
  doors = [await openWebDoor(counted), openIpcDoor(counted)];
}, 60_000);
afterAll(async () => {
  for (const door of doors ?? []) await door.close();
  await desk?.stop();
  watch?.stop();
});

it(`answers or refuses ${COUNT} messages and changes nothing it refused (BALLAST_FUZZ_SEED=${SEED})`, async () => {
  const dice = createDice(SEED);
  const learned: Learnt = {
    orderIds: ['none'],
    batchIds: [],
    askIds: [],
    clientIds: [],
    intentIds: [],
    versions: [],
  };
  const known = knownTo(desk, learned);
  const makers = new Map(
    doors.map((door) => [door.name, createMessages(dice, known, door.name === 'ipc')]),
  );
  const tally = {
    ok: 0,
    refused: 0,
    forged: 0,
    watchesBegun: 0,
    watchesRefused: 0,
    whileLocked: 0,
  };
  const zero = { bugs: 0, unanswered: 0, unclear: 0, sideEffects: 0, letIn: 0, wrongAnswers: 0 };
  const complaints: string[] = [];
  const reached = new Set<string>();
  const accepted = new Set<string>();
  const waiting: Record<string, Watched[]> = { web: [], ipc: [] };
  let nextId = 1;
  let last = await desk.settled();
  let isLocked = false;

  function complain(what: keyof typeof zero, { kind, name, input }: Message, told: unknown): void {
    zero[what]++;
    if (complaints.length < 20)
      complaints.push(`${what}: ${kind} ${shown(name)} ${shown(input)} → ${shown(told)}`);
  }

  /** A refusal in words, of a kind that the page knows how to answer. */
  function judgeRefusal(message: Message, failure: Failure): void {
    if (failure.kind === 'bug')
      complain('bugs', message, desk.errors.find((line) => line.includes(failure.ref)) ?? failure);
    else if (!KINDS.has(failure.kind) || describeFailure(failure).trim() === '')
      complain('unclear', message, failure);
  }

  function judgeState(message: Message): void {
    const now = desk.state();
    const changed = Object.keys(now).filter((part) => now[part] !== last[part]);
    if (changed.length > 0)
      complain(
        'sideEffects',
        message,
        changed.map((part) => [part, last[part], now[part]]),
      );
    last = now;
  }

  async function call(door: Door, message: Message, forgery: string | undefined): Promise<void> {
    const { name, input } = message;
    const before = dispatched;
    const answer = (await door.call(name, input, forgery).catch((error: unknown) => {
      complain('bugs', message, error);
      return undefined;
    })) as Result<unknown> | undefined;
    if (answer === undefined) {
      // More than the transport takes ends the connection, with or without the words that say so.
      if (JSON.stringify({ name, input }).length < 256 * 1024)
        complain('unanswered', message, forgery);
      return judgeState(message);
    }
    if (typeof answer.ok !== 'boolean') return complain('unclear', message, answer);
    if (forgery !== undefined) {
      tally.forged++;
      if (answer.ok || dispatched !== before) complain('letIn', message, [forgery, answer]);
    }
    if (!answer.ok) {
      tally.refused++;
      if (isLocked) tally.whileLocked++;
      judgeRefusal(message, answer.failure);
      return judgeState(message);
    }
    tally.ok++;
    const key = name as CallName;
    accepted.add(key);
    const fits = isCallName(name) ? calls[key].output.safeParse(answer.value) : undefined;
    if (!fits?.success) complain('wrongAnswers', message, fits?.error.issues ?? answer);
    learn(learned, input, answer.value);
    await restore(key, input, answer.value);
    last = GOES_ON.test(key) ? await desk.settled() : desk.state();
  }

  /** Takes back what would end the run or make every later message mean less. */
  async function restore(name: CallName, input: unknown, value: unknown): Promise<void> {
    if (isLocked) return;
    const { accountId, connected } = (value ?? {}) as {
      accountId?: string;
      connected?: { accountId: string };
    };
    if (name === 'trading.stop') await desk.must('trading.resume', {});
    if (name === 'paper.break') await desk.must('paper.heal', { accountId: desk.mainId });
    if (name === 'lock.configure') {
      const { next, current } = input as { next?: string; current?: string };
      if (next !== undefined)
        await desk.must('lock.configure', { current: next ?? current, lockAfterMinutes: 0 });
    }
    const extra = name === 'accounts.connect' ? accountId : connected?.accountId;
    if (extra !== undefined)
      await desk.call('accounts.remove', { accountId: extra, isLossAccepted: true });
    if (name === 'accounts.remove') {
      const left = await desk.must('accounts.list', {});
      if (!left.some((one) => one.accountId === desk.spareId)) await desk.connectSpare();
    }
    if (name === 'keys.remove' || name === 'accounts.rotate')
      await desk.call('accounts.rotate', {
        accountId: desk.spareId,
        credentials: desk.spareKey,
        keepIn: 'keychain',
        isUnverifiedAllowed: false,
      });
  }

  async function openTicket(): Promise<void> {
    const { intentId } = await desk.must('tickets.open', { accountId: desk.mainId });
    learned.intentIds.push(intentId);
    if (learned.intentIds.length > TICKETS_AT_ONCE) learned.intentIds.shift();
  }

  async function flush(door: Door, forgery: string | undefined): Promise<void> {
    const watches = waiting[door.name]?.splice(0) ?? [];
    if (watches.length === 0) return;
    last = desk.state();
    const isForged = forgery !== undefined && (door.name === 'ipc' || FORGED_WATCHES.has(forgery));
    const heard = await door.watch(watches, forgery).catch((error: unknown) => {
      complain('bugs', { kind: 'watch', name: watches.map(({ feed }) => feed), input: '' }, error);
      return new Map<number, unknown>();
    });
    for (const { id, feed, params } of watches) {
      const message: Message = { kind: 'watch', name: feed, input: params };
      const event = heard.get(id) as
        | { kind: string; failure: Failure; items: unknown[] }
        | undefined;
      if (isForged) {
        tally.forged++;
        if (event) complain('letIn', message, [forgery, event]);
      } else if (event?.kind === 'failed') {
        tally.watchesRefused++;
        judgeRefusal(message, event.failure);
      } else if (event?.kind === 'batch') {
        tally.watchesBegun++;
        accepted.add(String(feed));
        const { item } = feeds[feed as FeedName];
        const wrong = event.items.find((one) => !item.safeParse(one).success);
        if (wrong !== undefined) complain('wrongAnswers', message, wrong);
      } else if (!isLocked && JSON.stringify(params ?? null).length < MOST_FRAME_CHARS)
        complain('unanswered', message, event);
      judgeState(message);
    }
  }

  for (let count = 0; count < COUNT; count++) {
    if (!isLocked && count > COUNT * (1 - LOCKED_SHARE)) {
      for (const door of doors) await flush(door, undefined);
      await desk.must('lock.configure', { next: PASSPHRASE, lockAfterMinutes: 0 });
      await desk.must('lock.now', {});
      isLocked = true;
      last = await desk.settled();
    }
    if (!isLocked && (count === 0 || dice.chance(NEW_TICKET_SHARE))) await openTicket();
    const door = dice.pick(doors);
    const forgery = dice.chance(FORGED_SHARE) ? dice.pick(door.forgeries) : undefined;
    const message = (makers.get(door.name) as ReturnType<typeof createMessages>).next();
    if (isKnownName(message)) reached.add(String(message.name));
    if (message.kind === 'call') {
      await call(door, message, forgery);
      continue;
    }
    const list = waiting[door.name] ?? [];
    const watched = { id: nextId++, feed: message.name, params: message.input };
    const isLarge = door.name === 'web' && JSON.stringify(watched).length > MOST_FRAME_CHARS;
    if (isLarge) {
      await door.watch([watched]);
      judgeState(message);
    } else list.push(watched);
    if (list.length >= WATCHES_AT_ONCE) await flush(door, forgery);
  }
  for (const door of doors) await flush(door, undefined);
  // Wrong passphrases were among the messages: the right one may have to wait for up to a minute, and then opens.
  await expect
    .poll(() => desk.call('lock.unlock', { passphrase: PASSPHRASE }), UNLOCK)
    .toMatchObject({ ok: true, value: { isLocked: false } });

  const missed = [...CALLS, ...FEEDS].filter((name) => !reached.has(name));
  tellProof({
    part: 'fuzz',
    what: 'bridge: messages over every call and feed, through the web server and Electron’s transport',
    count: COUNT,
    zero: { ...zero, unhandled: watch.unhandled.length, errorsLogged: desk.errors.length },
    figures: {
      ...tally,
      'calls and feeds': CALLS.length + FEEDS.length,
      'of them answered well at least once': accepted.size,
    },
    seed: SEED,
    repeat: repeatFile('fuzz-bridge.test.ts'),
  });
  expect(complaints).toEqual([]);
  expect(watch.unhandled).toEqual([]);
  expect(desk.errors).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(tally.ok).toBeGreaterThan(COUNT / 50);
  expect(tally.refused).toBeGreaterThan(COUNT / 3);
  // A hundredth of the run misses some of a hundred names by chance; the whole does not.
  if (COUNT >= 10_000) expect(missed).toEqual([]);
});

it('can make a valid message for every call and feed of the contract', () => {
  const dice = createDice(1);
  const known = knownTo(desk, {
    orderIds: ['o'],
    batchIds: [],
    askIds: [],
    versions: [],
    clientIds: [],
    intentIds: [],
  });
  const { valid } = createMessages(dice, known, false);
  const wrong = [
    ...CALLS.filter((name) => !calls[name].input.safeParse(valid('call', name)).success),
    ...FEEDS.filter((name) => !feeds[name].params.safeParse(valid('watch', name)).success),
  ];
  expect(wrong).toEqual([]);
});

function learn(learned: Learnt, input: unknown, value: unknown): void {
  const { resultId, batchId, askId } = (value ?? {}) as Record<string, string | undefined>;
  // An answer that is a document, one that holds several, or a change that was taken.
  for (const one of [value, ...Object.values(value ?? {})]) {
    const version = (one as { version?: unknown } | null)?.version;
    if (typeof version === 'string') learned.versions.push(version);
  }
  const { to } = (input ?? {}) as { to?: unknown };
  if (value === null && typeof to === 'string') learned.versions.push(to);
  if (resultId !== undefined) learned.orderIds.push(resultId);
  if (batchId !== undefined) learned.batchIds.push(batchId);
  if (askId !== undefined) learned.askIds.push(askId);
  for (const list of Object.values(learned)) if (list.length > 50) list.splice(0, 25);
}

function shown(value: unknown): string {
  try {
    const told = value instanceof Error ? (value.stack ?? value.message) : value;
    return (JSON.stringify(told) ?? String(told)).slice(0, 400);
  } catch {
    return String(value);
  }
}
