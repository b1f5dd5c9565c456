// A desk that is going to die: it opens an account, does what its script says, and ends itself with SIGKILL when the
// journal reaches the named point for the n-th time. What it has told the person goes to stdout first, because that must
// still be true afterwards.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Protection } from '#contract/closings.ts';
import type { Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { isTerminal, type OrderDraft } from '#contract/orders.ts';
import { DEFAULT_GUARDS, type GuardSettings } from '#contract/trading.ts';
import { decimal } from '#main/domain/decimal.ts';
import type { ProbePoint } from '#main/journal/types.ts';
import { openWebSocket } from '#main/broker/streams/socket.ts';
import type { Hosts, KeyPair } from '#main/ports.ts';
import { openAccountUnit, type AccountUnit } from '#main/account/account-unit.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { createRandom } from '#test/faults/support/campaign.ts';
import { newIntentId, until } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';

export type Script =
  /** Places, a change and a cancel, all answered. */
  | 'plain'
  /** Two answers are lost: one order is canceled while unknown, one is set aside. */
  | 'lossy'
  /** One order whose answer does not come. */
  | 'single'
  /** Holds ten shares, and closes half of them or protects them. */
  | 'half'
  | 'protect'
  /** Opens, and goes on with what there is. */
  | 'recover'
  /** Trades as it comes, without an end. */
  | 'trade';

export type Death = {
  point: ProbePoint;
  /** Counted from the first act of the script; points of the opening from the start. */
  nth: number;
  /** Later than the point, so that bytes are on their way. */
  afterMs?: number;
};

export type ChildTask = {
  hosts: Hosts;
  key: KeyPair;
  accountId: string;
  folder: string;
  script: Script;
  /** Without one somebody else kills it. */
  death?: Death | undefined;
  /** What it trades. */
  seed?: number | undefined;
};

/** One line each. */
export type Told =
  | { kind: 'died'; at: string }
  | { kind: 'opening' | 'armed' }
  | { kind: 'state'; intentId: string; state: Intent['state'] }
  /** The person was told that this order is canceled as soon as it is there. */
  | { kind: 'will-cancel'; intentId: string };

/** Long: a busy machine must not turn an answer that comes into one that is lost. What is lost here is cut. */
const ANSWER_MS = 10_000;
const NO_GUARDS = Object.fromEntries(
  Object.entries(DEFAULT_GUARDS).map(([name, guard]) => [name, { ...guard, isOn: false }]),
) as GuardSettings;

/** Far from the market: neither is reached. */
const PROTECTION = Protection.parse({ stop: '1', target: '9000', replaces: true });

const tell = (told: Told): void => void writeSync(1, `${JSON.stringify(told)}\n`);

function die(at: string): void {
  tell({ kind: 'died', at });
  process.kill(process.pid, 'SIGKILL');
}

async function run(task: ChildTask): Promise<void> {
  const { death } = task;
  let isCounting = /recover$|migrate$/.test(death?.point ?? '');
  let count = 0;
  tell({ kind: 'opening' });
  const isExit = task.script === 'half' || task.script === 'protect';
  const opened = openAccountUnit({
    ...task,
    environment: 'embedded',
    credentials: task.key,
    refusesReusedIds: false,
    guards: () => NO_GUARDS,
    isStopped: () => false,
    stops: () => 0,
    heldBack: () => undefined,
    accountDoubt: () => undefined,
    openSocket: openWebSocket,
    clock: systemClock,
    delay: systemDelay,
    random: systemRandom,
    log: () => undefined,
    timeoutMs: ANSWER_MS,
    probe(point) {
      if (!isCounting || !death || point !== death.point || ++count !== death.nth) return;
      if (death.afterMs === undefined) die(`${point} ${count}`);
      else setTimeout(() => die(`${point} ${count} + ${death.afterMs} ms`), death.afterMs);
    },
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const unit = opened.value;
  unit.start();
  await until('the account is armed', () => unit.gate.armState().isArmed);
  if (isExit) await holdTen(unit);
  isCounting = true;
  tell({ kind: 'armed' });
  await SCRIPTS[task.script](unit, createRandom(task.seed ?? 0));
  die('the end of the script');
}

const SCRIPTS: Record<Script, (unit: AccountUnit, random: () => number) => Promise<void>> = {
  async plain(unit) {
    const first = await place(unit, restingDraft('AAPL'));
    await place(unit, marketDraft('MSFT', '3'));
    const second = await place(unit, restingDraft('NVDA', '2'));
    const orderId = first.resultId ?? '';
    await until('the first is working', () => unit.book.order(orderId)?.status === 'new');
    const changed = await unit.trading.replace({
      intentId: newIntentId(),
      orderId,
      change: { limitPrice: decimal('1.01') },
      confirmations: [],
    });
    report(changed);
    await cancelToTheEnd(unit, second);
  },

  async lossy(unit) {
    const lost = await place(unit, restingDraft('AAPL'));
    if ((await unit.trading.cancelUnknown(lost.intentId)).ok)
      tell({ kind: 'will-cancel', intentId: lost.intentId });
    const never = await place(unit, restingDraft('MSFT'));
    report(unit.trading.setAside(never.intentId));
    await place(unit, marketDraft('NVDA', '1'));
    await until('what is canceled when found has ended', () => {
      const found = unit.journal.get(lost.intentId);
      const orderId = found.ok ? found.value?.resultId : undefined;
      return orderId !== undefined && isTerminal(unit.book.order(orderId)?.status ?? '');
    });
  },

  async single(unit) {
    await place(unit, restingDraft('AAPL'));
  },

  half: (unit) => wayOut(unit, 'half'),
  protect: (unit) => wayOut(unit, 'protect'),

  async recover(unit) {
    await until('nothing is left to settle', () => unit.journal.unsettled().length === 0, 3_000);
  },

  async trade(unit, random) {
    const worker = async (): Promise<void> => {
      for (;;) await tradeOnce(unit, random);
    };
    await Promise.all([worker(), worker(), worker()]);
  },
};

const heldOf = (unit: AccountUnit): string | undefined =>
  unit.book.positions()?.find(({ symbol }) => symbol === 'MSFT')?.qty;

async function holdTen(unit: AccountUnit): Promise<void> {
  await place(unit, marketDraft('MSFT', '10'));
  await until('ten shares are held', () => heldOf(unit) === '10');
}

async function wayOut({ closings }: AccountUnit, kind: 'half' | 'protect'): Promise<void> {
  const { closingId } = closings.plan(kind, ['MSFT'], PROTECTION);
  const begun = closings.begin(closingId, 'market');
  if (!begun.ok) throw new Error(JSON.stringify(begun.failure));
  await until('it has ended', () =>
    closings.list().some((one) => one.closingId === closingId && one.state === 'ended'),
  );
}

/** An order, and what a person does when they see what became of it. */
async function tradeOnce(unit: AccountUnit, random: () => number): Promise<void> {
  const isMarket = random() < 0.4;
  const placed = await place(unit, isMarket ? marketDraft('MSFT', '1') : restingDraft('AAPL'));
  const { intentId, resultId: orderId, state } = placed;
  const what = random();
  if (state === 'unknown') {
    if (what < 0.3 && (await unit.trading.cancelUnknown(intentId)).ok)
      tell({ kind: 'will-cancel', intentId });
    else if (what < 0.5) {
      const aside = unit.trading.setAside(intentId);
      if (aside.ok) report(aside);
    }
  }
  if (isMarket || orderId === undefined) return;
  if (what < 0.4) {
    if ((await unit.trading.cancel(orderId)).ok) tell({ kind: 'will-cancel', intentId });
  } else if (what < 0.6)
    await unit.trading.replace({
      intentId: newIntentId(),
      orderId,
      change: { limitPrice: decimal('1.01') },
      confirmations: ['stream-down'],
    });
}

async function place(unit: AccountUnit, draft: OrderDraft): Promise<Intent> {
  const intentId = newIntentId();
  return report(await unit.trading.submit({ intentId, draft, confirmations: ['stream-down'] }));
}

/** What the window shows now. */
function report(result: Result<Intent>): Intent {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  const { intentId, state } = result.value;
  tell({ kind: 'state', intentId, state });
  return result.value;
}

async function cancelToTheEnd(
  unit: AccountUnit,
  { intentId, resultId: orderId = '' }: Intent,
): Promise<void> {
  const asked = await unit.trading.cancel(orderId);
  if (asked.ok) tell({ kind: 'will-cancel', intentId });
  await until('the canceled order has ended', () =>
    isTerminal(unit.book.order(orderId)?.status ?? ''),
  );
}

/** Modules first, then the task: the parent starts the next child while this one is still at work. */
const line = await new Promise<string>((resolve) =>
  createInterface({ input: process.stdin }).once('line', resolve),
);
await run(JSON.parse(line) as ChildTask);
