// The types that the modules of the practice broker share: market, calendar, clock, ledger and caller.
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Decimal } from '#main/domain/decimal.ts';

/** Market time: wall time, or its own pace when speed, pause and steps are used. */
export type BrokerClock = {
  /** Milliseconds since the epoch. Never runs backwards. */
  now(): number;
  /** Runs once when market time reaches `timeMs` (soon, if it has passed). Answers a function that cancels it. */
  at(timeMs: number, run: () => void): () => void;
};

/** Where ids come from: random, or a function of seed and sequence so that two runs give the same bytes. */
export type Ids = { uuid(): string };

/** Prices inside the market are whole numbers of 1/10000 dollar: exact, and cheap to compare. */
export type PriceUnits = number;

export type Session = 'closed' | 'pre' | 'regular' | 'post' | 'overnight';

export type Asset = {
  id: string;
  symbol: string;
  name: string;
  exchange: string;
  status: 'active' | 'inactive';
  tradable: boolean;
  marginable: boolean;
  shortable: boolean;
  easyToBorrow: boolean;
  fractionable: boolean;
  attributes: readonly string[];
};

export type Trade = { timeMs: number; price: PriceUnits; size: number; id: number };
export type Quote = {
  timeMs: number;
  bid: PriceUnits;
  bidSize: number;
  ask: PriceUnits;
  askSize: number;
};
export type Bar = {
  timeMs: number;
  open: PriceUnits;
  high: PriceUnits;
  low: PriceUnits;
  close: PriceUnits;
  volume: number;
  tradeCount: number;
  vwap: PriceUnits;
};
/** From the first millisecond without trades to the first with them again; endless while it lasts. */
export type MarketHalt = { fromMs: number; toMs: number };
export type Timeframe = { unit: 'minute' | 'hour' | 'day' | 'week' | 'month'; count: number };

/** The regular session of one trading day, in epoch milliseconds. */
export type MarketDay = {
  /** New York date, YYYY-MM-DD. */
  date: string;
  openMs: number;
  closeMs: number;
};

export type Calendar = {
  /** Which session `timeMs` falls into; with hours 'always' every time is regular. */
  session(timeMs: number): Session;
  /** Trading days whose date lies in [startDate, endDate]. */
  days(startDate: string, endDate: string): readonly MarketDay[];
  /** The trading day in progress, or the next one, at `timeMs`. */
  currentOrNext(timeMs: number): MarketDay;
  isOpen(timeMs: number): boolean;
  nextOpen(timeMs: number): number;
  nextClose(timeMs: number): number;
  /** When an order with time in force day, placed now, ends (16:00 New York). */
  dayOrderEnd(timeMs: number): number;
};

/** One function of (seed, symbol, time): history, latest and live agree with each other at every time. */
export type Market = {
  calendar: Calendar;
  assets: readonly Asset[];
  /** By symbol or by id. */
  asset(symbolOrId: string): Asset | undefined;
  /** The newest trade at or before `atMs`. */
  lastTrade(symbol: string, atMs: number): Trade | undefined;
  quote(symbol: string, atMs: number): Quote;
  /** Trades in (fromMs, toMs], oldest first. */
  trades(symbol: string, fromMs: number, toMs: number): Iterable<Trade>;
  /** Bars that start in [startMs, endMs], oldest first; the last may still be forming at `nowMs`. */
  bars(
    symbol: string,
    frame: Timeframe,
    startMs: number,
    endMs: number,
    nowMs: number,
  ): Iterable<Bar>;
  /** Multiplies the price of one symbol, or of all, from `atMs` on. */
  shock(change: { symbol?: string; factor: Decimal; atMs: number }): void;
  /** Trading in one symbol stops, or goes on, after `atMs`. */
  halt(change: { symbol: string; isHalted: boolean; atMs: number }): void;
  /** Of one symbol, oldest first. */
  halts(symbol: string): readonly MarketHalt[];
};

export type Scope = 'account:write' | 'trading' | 'data';

/** Who is asking: an account reached by its key pair, or through an application's token with some scopes. */
export type Caller = {
  accountId: string;
  via: 'key' | 'token';
  scopes: ReadonlySet<Scope>;
  /** Where it came by one: what is held open with it ends with it. */
  tokenHash?: string;
};

/** One event of the trade-update stream, already in wire shape (the `data` member). */
export type TradeUpdate = {
  accountId: string;
  data: { event: string; order: Record<string, unknown>; [member: string]: unknown };
};

export type Row = Record<string, SQLOutputValue>;

export type Ledger = {
  db: DatabaseSync;
  /** Each statement is prepared once and kept. */
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Answers how many rows were changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Runs `work` in one transaction; inside another it is a part of that one. */
  transaction<T>(work: () => T): T;
};
