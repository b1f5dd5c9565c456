// The guards as a person meets them: previewed and submitted through the whole desk with the guards that a new desk has,
// against the broker. Thirty slips of a finger, each stopped with a sentence; ten exits under the same guards, none
// stopped.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Input } from '#contract/calls.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import type { GuardName } from '#main/domain/guards/guard-settings.ts';
import { systemClock } from '#main/shell/common/system.ts';
import {
  createAccountDesk,
  hostsOf,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { newIntentId, OPEN_GUARDS, until } from '#test/faults/support/desk.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { PLACE, type LedgerRow } from '#test/faults/support/rig.ts';
import {
  EQUITY,
  limitOrder,
  marketOrder,
  PART,
  SLIPS,
  type Slip,
  type Stage,
} from '#test/faults/support/slips.ts';
import { tellProof } from '#test/support/proof.ts';

const REPEAT = 'npx vitest run --project faults test/faults/guards.test.ts';
const SYMBOLS = ['AAPL', 'TSLA', 'F', 'AMZN', 'NVDA', 'JPM', 'SPY', 'MSFT'];
const WITH_LOSS = { ...DEFAULT_GUARDS, dailyLoss: { isOn: true, maxDollars: '1' } };

let folder: string;
let paper: Paper;
let desk: AccountDesk;
/** Small, where slips are tried; large, where exits are. */
let small: string;
let large: string;
/** How far the desk's clock is ahead of the world's. */
let aheadMs = 0;
const prices = new Map<string, number>();
const priceOf = (symbol: string): number => prices.get(symbol) ?? 0;
/** By name: the guard and its sentence. */
const stopped = new Map<string, string>();
const wentThrough: string[] = [];
const exits: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-guards-'));
  paper = await startPaper({ folder: join(folder, 'paper'), seed: 9 });
  const clock = { ...systemClock, wall: () => systemClock.wall() + aheadMs };
  desk = await createAccountDesk({ clock });
  small = await connect('PKGUARDSSMALL000001', String(EQUITY));
  large = await connect('PKGUARDSLARGE000001', '10000000');
  for (const accountId of [small, large])
    for (const symbol of SYMBOLS) await readPrice(accountId, symbol);
}, 120_000);
afterAll(async () => {
  await desk?.stop();
  await paper?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(keyId: string, cash: string): Promise<string> {
  const credentials = { keyId, secretKey: 'guards' };
  await paper.control('POST', '/accounts', { ...credentials, cash });
  const { accountId } = await desk.must('accounts.connect', {
    label: keyId,
    environment: 'paper',
    hosts: hostsOf(paper),
    credentials,
    ...KEEP,
  });
  await openAgain(accountId);
  return accountId;
}

/** Watched from then on, as by a window: an account that nobody asks for is closed after ten seconds. */
async function openAgain(accountId: string): Promise<void> {
  await desk.must('accounts.open', { accountId });
  desk.watch('account', { accountId });
  await untilTrading(desk, accountId);
}

const preview = (accountId: string, draft: OrderDraft) =>
  desk.must('orders.preview', { accountId, intentId: newIntentId(), draft });
const submit = async (
  accountId: string,
  draft: OrderDraft,
  confirmations: 'exit-while-stopped'[] = [],
) => {
  const intentId = await desk.openTicket(accountId);
  return desk.call('orders.submit', { accountId, intentId, draft, confirmations });
};
const useGuards = async (guards: object) => {
  const { version: from } = await desk.must('guards.get', {});
  return desk.must('guards.set', { guards: guards as Input<'guards.set'>['guards'], from });
};

async function readPrice(accountId: string, symbol: string): Promise<void> {
  await until(`${symbol} has a price`, async () => {
    const { market } = await preview(accountId, limitOrder(symbol, 'buy', 1, 1));
    if (market) prices.set(symbol, Number(market.price));
    return market !== undefined;
  });
}

/** An order that is to go needs a price of now, and prices are followed for some seconds after somebody asked. */
async function freshPrice(accountId: string, symbol: string): Promise<void> {
  await until(`${symbol} has a price of now`, async () => {
    const verdict = await verdictOf(accountId, limitOrder(symbol, 'buy', 1, 1), 'stalePrice');
    return verdict?.level === 'pass';
  });
}

async function verdictOf(accountId: string, draft: OrderDraft, guard: GuardName) {
  const { verdicts } = await preview(accountId, draft);
  return verdicts.find((verdict) => verdict.guard === guard);
}

/** Placed without a guard in the way: what a person holds when the slip happens. */
async function hold(accountId: string, draft: OrderDraft): Promise<void> {
  await useGuards(OPEN_GUARDS);
  const placed = await submit(accountId, draft);
  await useGuards(DEFAULT_GUARDS);
  if (!placed.ok) throw new Error(JSON.stringify(placed.failure));
  if (draft.type !== 'market') return;
  const positions = desk.watch('positions', { accountId });
  const sign = draft.side === 'buy' ? '' : '-';
  await until(
    `${draft.symbol} is held`,
    () =>
      positions
        .items()
        .at(-1)
        ?.positions.some(
          ({ symbol, qty }) => symbol === draft.symbol && qty === `${sign}${draft.qty}`,
        ) === true,
  );
  positions.stop();
}

const ordersOf = async (): Promise<LedgerRow[]> =>
  (await paper.control<{ orders: LedgerRow[] }>('GET', '/ledger')).orders;

/** The same sentence, whatever the market did to its numbers meanwhile. */
const bare = (text: string): string => text.replaceAll(/[\d.,]+/g, '#');

async function expectStopped(accountId: string, { name, guard, draft: make }: Slip): Promise<void> {
  for (const symbol of SYMBOLS)
    if (make(priceOf).symbol === symbol) await readPrice(accountId, symbol);
  const draft = make(priceOf);
  const before = (await ordersOf()).length;
  const { issues, verdicts } = await preview(accountId, draft);
  const blocks = verdicts.filter(({ level }) => level === 'block');
  const sentences =
    guard === 'form'
      ? issues.map(({ message }) => message)
      : blocks.filter((verdict) => verdict.guard === guard).map(({ text }) => text);
  const result = await submit(accountId, draft);
  const reasons = result.ok
    ? [
        result.value.state === 'not-sent'
          ? (result.value.reason ?? '')
          : `it is ${result.value.state}`,
      ]
    : result.failure.kind === 'invalid'
      ? result.failure.issues.map(({ message }) => message)
      : [JSON.stringify(result.failure)];
  if ((await ordersOf()).length > before) wentThrough.push(name);
  else stopped.set(name, `${guard}: ${sentences[0] ?? 'no sentence'}`);
  expect(sentences, `${name}: what the person reads`).not.toEqual([]);
  const known = [...blocks.map(({ text }) => text), ...issues.map(({ message }) => message)];
  expect(known.map(bare), name).toEqual(expect.arrayContaining(reasons.map(bare)));
  expect(wentThrough).toEqual([]);
}

/** What has to be so before the slips of a stage. */
const STAGES: Partial<Record<Stage, () => Promise<void>>> = {
  held: () => hold(small, marketOrder('AAPL', 'buy', Math.floor(PART / priceOf('AAPL')))),
  working: () =>
    hold(
      small,
      limitOrder('NVDA', 'buy', Math.floor(PART / priceOf('NVDA') / 0.8), priceOf('NVDA') * 0.8),
    ),
  async unknown() {
    await paper.control('POST', '/faults', {
      match: PLACE,
      act: { kind: 'reset', when: 'before' },
    });
    await hold(small, limitOrder('JPM', 'buy', Math.floor(PART / priceOf('JPM')), priceOf('JPM')));
  },
  async twin() {
    await freshPrice(small, 'SPY');
    expect(await submit(small, limitOrder('SPY', 'buy', 1, 1))).toMatchObject({
      value: { state: 'accepted' },
    });
    await paper.control('POST', '/faults', {
      match: PLACE,
      act: { kind: 'reset', when: 'before' },
    });
    expect(await submit(small, limitOrder('SPY', 'buy', 2, 1))).toMatchObject({
      value: { state: 'unknown' },
    });
  },
};

const slipsOf = (...stages: Stage[]): readonly Slip[] =>
  SLIPS.filter(({ stage }) => stages.includes(stage));

async function expectExit(
  name: string,
  guard: GuardName,
  draft: OrderDraft,
  confirmations: 'exit-while-stopped'[] = [],
): Promise<void> {
  const verdict = await verdictOf(large, draft, guard);
  const result = await submit(large, draft, confirmations);
  if (result.ok && result.value.state === 'accepted') exits.push(name);
  expect(result, name).toMatchObject({ ok: true, value: { state: 'accepted' } });
  expect(verdict, name).toMatchObject({
    level: 'warn',
    text: expect.stringContaining(
      'This order only reduces your position, so it is allowed.',
    ) as string,
  });
}

it('thirty slips are stopped and ten exits are not', async () => {
  expect(new Set(SLIPS.map(({ name }) => name)).size).toBe(30);
  await useGuards(DEFAULT_GUARDS);
  try {
    for (const stage of ['plain', 'held', 'working', 'unknown', 'twin'] as const) {
      await STAGES[stage]?.();
      for (const slip of slipsOf(stage)) await expectStopped(small, slip);
    }
    // The positions that are left below, and the order that is canceled.
    for (const draft of [
      marketOrder('F', 'buy', 7_000),
      marketOrder('AAPL', 'buy', 600),
      marketOrder('MSFT', 'sell', 50),
    ])
      await hold(large, draft);
    await paper.control('POST', '/market/shock', { symbol: 'AAPL', factor: '0.97' });
    for (const symbol of ['F', 'AAPL', 'MSFT']) await readPrice(large, symbol);
    await freshPrice(large, 'SPY');
    const { resultId: orderId = '' } = await desk.must('orders.submit', {
      accountId: large,
      intentId: await desk.openTicket(large),
      draft: limitOrder('SPY', 'buy', 1, 1),
      confirmations: [],
    });
    await expectExit(
      'of more shares than an order may have',
      'size',
      limitOrder('F', 'sell', 6_000, priceOf('F') * 0.98),
    );
    await expectExit(
      'worth more than an order may be',
      'value',
      limitOrder('AAPL', 'sell', 300, priceOf('AAPL') * 0.98),
    );
    await expectExit(
      'far below the market',
      'distance',
      limitOrder('AAPL', 'sell', 10, priceOf('AAPL') * 0.8),
    );
    await submit(large, marketOrder('AAPL', 'sell', 5));
    await expectExit('asked for twice', 'repeat', marketOrder('AAPL', 'sell', 5));
    await freshPrice(large, 'JPM');
    for (let n = 0; n < DEFAULT_GUARDS.ordersPerMinute.maxOrders; n++)
      await submit(large, limitOrder('JPM', 'buy', 1 + n, 1));
    for (const slip of slipsOf('burst')) await expectStopped(large, slip);
    await expectExit('after a burst of orders', 'ordersPerMinute', marketOrder('AAPL', 'sell', 10));

    // From here on nothing new may be opened, although the limit is taken away again: it was hit.
    await useGuards(WITH_LOSS);
    await until(
      'the loss of the day is known',
      async () => {
        const verdict = await verdictOf(large, limitOrder('SPY', 'buy', 1, 1), 'dailyLoss');
        // By a reading: what prices alone make of the account may pass again.
        return verdict?.level === 'block' && verdict.text.includes('was hit');
      },
      30_000,
    );
    await expectExit(
      'of a short, after the loss of the day',
      'dailyLoss',
      marketOrder('MSFT', 'buy', 10),
    );
    await useGuards(DEFAULT_GUARDS);
    const held = await verdictOf(large, limitOrder('SPY', 'buy', 1, 1), 'dailyLoss');
    expect(held).toMatchObject({
      level: 'block',
      text: expect.stringContaining('next session') as string,
    });

    await freezePrices();
    await expectExit(
      'on a frozen price',
      'stalePrice',
      limitOrder('AAPL', 'sell', 10, priceOf('AAPL') * 0.98),
    );
    for (const slip of slipsOf('frozen', 'priceless')) await expectStopped(small, slip);
    await paper.control('DELETE', '/faults');

    await closeMarket();
    for (const slip of slipsOf('closed')) await expectStopped(small, slip);
    await expectExit(
      'at the market while it is closed',
      'marketClosed',
      marketOrder('AAPL', 'sell', 10),
    );

    await desk.must('trading.stop', {});
    await desk.must('orders.cancel', { accountId: large, orderId });
    await until('it is canceled', async () =>
      (await ordersOf()).some(({ id, status }) => id === orderId && status === 'canceled'),
    );
    exits.push('a cancel while all trading is stopped');
    const { symbols } = await desk.must('closings.plan', { accountId: large, kind: 'flatten' });
    expect(symbols.map(({ symbol }) => symbol).sort()).toEqual(['AAPL', 'F', 'MSFT']);
    for (const { symbol } of symbols) {
      const draft = await desk.must('positions.closing', { accountId: large, symbol });
      await expectExit(`flatten ${symbol}, all stopped, closed`, 'marketClosed', draft, [
        'exit-while-stopped',
      ]);
    }
  } finally {
    const flattened = exits.filter((name) => name.startsWith('flatten')).length;
    tellProof({
      part: 'guards',
      what: 'slips of a finger, through preview and submit with the guards of a new desk',
      count: SLIPS.length,
      zero: { 'not stopped': SLIPS.length - stopped.size },
      each: Object.fromEntries(stopped),
      repeat: REPEAT,
    });
    tellProof({
      part: 'guards',
      what: 'exits that some guard speaks about, cancels, and leaving everything while all is stopped',
      count: 10,
      zero: { stopped: 10 - (exits.length - flattened + (flattened === 3 ? 1 : 0)) },
      figures: { 'went through': exits.join('; ') },
      repeat: REPEAT,
    });
  }
});

/** No news of any price, and half a minute later on the desk's clock. */
async function freezePrices(): Promise<void> {
  const fault = { kind: 'status', status: 500, when: 'before' };
  await paper.control('POST', '/faults', {
    match: { path: '/v2/stocks/**' },
    act: fault,
    times: 10_000,
  });
  await paper.control('POST', '/faults', {
    match: { stream: 'data' },
    act: { kind: 'mute', ms: 120_000 },
  });
  await until('the prices are frozen', async () => {
    aheadMs += 31_000;
    const draft = limitOrder('AAPL', 'buy', 1, priceOf('AAPL'));
    const both = await Promise.all([small, large].map((id) => verdictOf(id, draft, 'stalePrice')));
    return both.every((verdict) => verdict?.level === 'block');
  });
}

/** The broker says that the market is closed until tomorrow, and the desk hears it at its next start. */
async function closeMarket(): Promise<void> {
  const tomorrow = new Date(systemClock.wall() + 86_400_000).toISOString();
  const body = {
    timestamp: new Date(systemClock.wall()).toISOString(),
    is_open: false,
    next_open: tomorrow,
    next_close: tomorrow,
  };
  const answer = (path: string, act: object) =>
    paper.control('POST', '/faults', { match: { path }, times: 10_000, act });
  // Without a clock that has phases the plain one is asked.
  await answer('/v3/clock', { kind: 'status', status: 404, body: {} });
  await answer('/v2/clock', { kind: 'status', status: 200, body, when: 'after' });
  await desk.restart();
  await useGuards(DEFAULT_GUARDS);
  for (const accountId of [small, large]) await openAgain(accountId);
  for (const symbol of SYMBOLS) for (const id of [small, large]) await readPrice(id, symbol);
  await until('it is known to be closed', async () => {
    const verdict = await verdictOf(small, marketOrder('SPY', 'buy', 1), 'marketClosed');
    return verdict?.text.includes('is closed') === true;
  });
}
