// An engine on a scripted market, with its clock, its chance and its stream in the test's hands.
import { Refusal } from '#main/paper/refusal.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import { createEngine, type Engine } from '#main/paper/engine/create-engine.ts';
import { openLedger, type LedgerFile } from '#main/paper/engine/ledger/open-ledger.ts';
import { type TradeUpdate } from '#main/paper/types.ts';
import { createFakeMarket, type FakeMarket, type Price } from './fake-market.ts';

/** Monday, 10:00 in New York. */
export const MONDAY = Date.parse('2026-01-05T15:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

type Options = {
  path?: string;
  cash?: string;
  startMs?: number;
  hours?: 'always' | 'real';
  market?: FakeMarket;
  partialFillShare?: number;
};

export type Update = TradeUpdate['data'] & { order: Record<string, unknown> };

export type Rig = {
  engine: Engine;
  ledger: LedgerFile;
  market: FakeMarket;
  account: string;
  updates: Update[];
  /** What chance says next; 0.99 when empty, which fills everything at once. */
  chance: number[];
  now(): number;
  /** Moves the clock, without telling the engine. */
  wait(ms: number): void;
  /** A second later the symbol trades at this price, and the engine sees it. */
  tick(symbol: string, price: Price): void;
  advance(ms: number): void;
  place(body?: Record<string, unknown>): Record<string, unknown> & { id: string };
  get(id: string): Record<string, unknown>;
  legs(id: string): Record<string, unknown>[];
  position(symbol?: string): string;
  /** The stream since the last call, as `event status` or `event status role`. */
  events(): string[];
  /** Another engine on the same ledger file, as after a restart. */
  reopen(): Rig;
};

export function createRig(options: Options = {}): Rig {
  let nowMs = options.startMs ?? MONDAY;
  const market = options.market ?? createFakeMarket(options.hours);
  const ledger = openLedger(options.path ?? ':memory:');
  const updates: Update[] = [];
  const chance: number[] = [];
  let serial = 0;
  const run = runs++;
  const engine = createEngine({
    ledger,
    market,
    clock: { now: () => nowMs, at: () => () => undefined },
    ids: {
      uuid: () =>
        `00000000-0000-4000-8${String(run).padStart(3, '0')}-${String(serial++).padStart(12, '0')}`,
    },
    random: () => chance.shift() ?? 0.99,
    ...(options.partialFillShare === undefined
      ? {}
      : { partialFillShare: options.partialFillShare }),
  });
  engine.onUpdate(({ data }) => updates.push(structuredClone(data)));
  const [existing] = engine.accountIds();
  const account = existing ?? engine.createAccount({ cash: (options.cash ?? '100000') as Decimal });

  const rig: Rig = {
    engine,
    ledger,
    market,
    account,
    updates,
    chance,
    now: () => nowMs,
    wait: (ms) => void (nowMs += ms),
    tick(symbol, price) {
      nowMs += 1_000;
      market.set(symbol, price, nowMs);
      engine.advance(nowMs);
    },
    advance(ms) {
      nowMs += ms;
      engine.advance(nowMs);
    },
    place: (body) =>
      engine.place(account, {
        symbol: 'AAPL',
        qty: '10',
        side: 'buy',
        type: 'market',
        time_in_force: 'day',
        ...body,
      }),
    get: (id) => engine.get(account, id, false),
    legs: (id) => (engine.get(account, id, true)['legs'] ?? []) as Record<string, unknown>[],
    position(symbol = 'AAPL') {
      try {
        return String(engine.position(account, symbol)['qty']);
      } catch {
        return '0';
      }
    },
    events() {
      return updates.splice(0).map(({ event, order }) => `${event} ${String(order['status'])}`);
    },
    reopen() {
      ledger.close();
      return createRig({ ...options, market, startMs: nowMs });
    },
  };
  return rig;
}

let runs = 0;

/** The refusal that `act` ends in, as the wire would show it. */
export function refusal(act: () => unknown): Record<string, unknown> {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, code: error.code, message: error.message, ...error.extra };
  }
  throw new Error('it was not refused');
}
