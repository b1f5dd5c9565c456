// An account at work with a busy broker that allows 200 requests a minute, in virtual time.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Order, OrderDraft } from '#contract/orders.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { openJournal } from '#main/journal/journal.ts';
import { createRandom } from '#main/paper/ids.ts';
import { encodeOrder } from '#main/wire/order-body.ts';
import { createBusyBroker, type Asked } from '#test/faults/simulation/busy-broker.ts';
import { createMemoryWire } from '#test/faults/simulation/memory-wire.ts';
import { createVirtualTime } from '#test/faults/simulation/virtual-time.ts';
import { openTestAccount, PATIENT_MS } from '#test/faults/support/desk.ts';
import { createFakeRandom } from '#test/support/fake-time.ts';

const ACCOUNT_ID = '00000000-0000-4000-8000-000000000016';
const KEY = { keyId: 'PKBUSY00000000000001', secretKey: 'busy-secret' };
export const PER_MINUTE = 200;
export const MINUTE_MS = 60_000;
const HOSTS = {
  rest: 'http://127.0.0.1:4016',
  data: 'http://127.0.0.1:4016',
  tradeStream: 'ws://127.0.0.1:4016/stream',
  dataStream: 'ws://127.0.0.1:4016/v2/iex',
};

const draft = (members: Record<string, unknown> = {}): OrderDraft =>
  OrderDraft.parse({
    symbol: 'AAPL',
    side: 'buy',
    type: 'market',
    timeInForce: 'day',
    qty: '1',
    ...members,
  });
/** An order that was open when this desk last heard of it; the broker knows nothing of it. */
const ghost = (n: number): Order =>
  Order.parse({
    id: `ghost-${n}`,
    clientOrderId: `client-of-ghost-${n}`,
    symbol: 'TSLA',
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    status: 'new',
    qty: '1',
    filledQty: '0',
    submittedAt: '2025-12-01T15:00:00Z',
  });
export const SELL = { symbol: 'MSFT', side: 'sell' };

type Options = { unknown?: number; brackets?: number; open?: number; ghosts?: number };

export function setUpBusyDesk({ unknown = 0, brackets = 0, open = 0, ghosts = 0 }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-budget-'));
  const time = createVirtualTime();
  const clock = time.createClock();
  const log = () => undefined;
  const broker = createBusyBroker({
    time,
    perMinute: PER_MINUTE,
    positions: { AAPL: 1_000, MSFT: 100_000 },
  });
  let ids = 0;
  const newId = () =>
    uuidV7(clock.wall(), createHash('sha256').update(`${++ids}`).digest('hex').slice(0, 20));
  record(unknown);
  const parents = Array.from({ length: brackets }, () => broker.addBracket(100_000));
  for (let i = 0; i < open; i++) broker.addOrder({ symbol: 'TSLA' });
  const wire = createMemoryWire({
    time,
    random: createRandom('budget'),
    server: broker.server,
    onArrival: () => undefined,
  });
  const { unit } = openTestAccount({
    paper: { hosts: HOSTS },
    folder,
    name: 'busy',
    accountId: ACCOUNT_ID,
    key: KEY,
    brokerAccountId: 'busy',
    mayResend: false,
    clock,
    delay: time.delay,
    random: createFakeRandom(),
    dial: wire.plugIn().dial,
    openSocket: broker.openSocket,
    timeoutMs: PATIENT_MS,
    traitsOf: (symbol) => ({ symbol, tradable: true, class: 'us_equity', status: 'active' }),
  });
  onTestFinished(async () => {
    unit.stop();
    wire.takeDown();
    await time.run(time.sleep(10));
    rmSync(folder, { recursive: true, force: true });
  });

  /** What an earlier run left without an answer; the broker has none of it. */
  function record(count: number): void {
    const opened = openJournal({ folder: join(folder, 'busy'), accountId: ACCOUNT_ID, clock, log });
    if (!opened.ok) throw new Error(opened.failure.message);
    const { journal } = opened.value;
    for (let i = 0; i < count; i++) {
      const intentId = newId();
      const body = encodeOrder(draft({ symbol: 'TSLA' }), intentId);
      const confirmedAt = clock.wall() - i * MINUTE_MS;
      const decision = { intentId, kind: 'place' as const, body, symbol: 'TSLA', title: 'Buy' };
      journal.record({ ...decision, accountId: ACCOUNT_ID, confirmedAt });
    }
    journal.saveOrders(Array.from({ length: ghosts }, (_, i) => ghost(i)));
    journal.close();
  }

  /** How long it took from the person's decision to the broker; undefined when it was not sent. */
  async function submit(members: Record<string, unknown> = {}): Promise<number | undefined> {
    const at = time.now();
    const before = broker.asked.length;
    const intentId = newId();
    const result = await unit.trading.submit({
      intentId,
      draft: draft(members),
      confirmations: [],
    });
    if (!result.ok || result.value.state !== 'accepted') return undefined;
    const post = broker.asked
      .slice(before)
      .find(({ method, at: then }) => method === 'POST' && then >= at);
    return post && post.at - at;
  }

  const arm = () => time.until(() => unit.gate.armState().isArmed, 30 * MINUTE_MS);

  /** Fills, orders and exits at an even pace; answers how long each order and exit took. */
  async function trade(minutes: number, fillsPerMinute: number, everyMs: number) {
    const end = time.now() + minutes * MINUTE_MS;
    const waits: { order: (number | undefined)[]; exit: (number | undefined)[] } = {
      order: [],
      exit: [],
    };
    const work: Promise<unknown>[] = [];
    let count = 0;
    const every = async (ms: number, run: () => void) => {
      for (; time.now() < end; await time.sleep(ms)) run();
    };
    await Promise.all([
      every(MINUTE_MS / fillsPerMinute, () => {
        const parent = parents[count++ % parents.length];
        if (parent) broker.fillOne(parent);
      }),
      every(everyMs, () => work.push(submit().then((ms) => waits.order.push(ms)))),
      every(5 * everyMs, () => work.push(submit(SELL).then((ms) => waits.exit.push(ms)))),
    ]);
    await Promise.all(work);
    return waits;
  }

  return { time, unit, broker, wire, parents, submit, arm, trade, start: () => unit.start() };
}

const asRead = ({ method, path, query }: Asked): string =>
  `${method} ${path.replace(/\/order-\d+/, '/ID')}${/status=\w+/.exec(query)?.[0] ?? ''}`;

/** Requests a minute of each kind, for a failure that tells what was asked too often. */
export function figures(asked: readonly Asked[], minutes: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of asked) {
    const name = one.status === 429 ? '429' : asRead(one);
    counts[name] = (counts[name] ?? 0) + 1 / minutes;
  }
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Math.round(count * 10) / 10]),
  );
}
