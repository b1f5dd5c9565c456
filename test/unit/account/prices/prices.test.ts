import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { createPrices } from '#main/account/prices/prices.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import { decimal } from '#main/domain/decimal.ts';
import { aPosition } from '#test/unit/domain/samples.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-prices-'));
  const time = createFakeTime();
  const book = createAccountBook();
  const wanted: (readonly string[])[] = [];
  const read: string[] = [];
  const exchange = {
    market: { acronym: 'NYSE', mic: 'XNYS' },
    timestamp: '2026-01-05T15:00:00Z',
    nextMarketOpen: '2026-01-06T14:30:00Z',
    nextMarketClose: '2026-01-05T21:00:00Z',
    phase: 'core',
    phaseUntil: '2026-01-05T21:00:00Z',
  };
  const client: Partial<Client> = {
    async snapshots(symbols) {
      read.push(symbols.join());
      // One that is no symbol of the feed costs the prices of all.
      return symbols.includes('OTCPK') ? fail({ kind: 'offline', message: 'OTCPK' }) : ok([]);
    },
    bars: async () => ok([]),
    venueClocks: async () => ok([exchange]),
    venueDays: async () => ok([]),
  };
  const prices = createPrices({
    client: client as Client,
    book,
    folder,
    feed: () => 'iex',
    onSymbols: (symbols) => wanted.push(symbols),
    onBars: () => undefined,
    onFilled: () => undefined,
    signal: new AbortController().signal,
    clock: time.clock,
    delay: time.delay,
    log: () => undefined,
  });
  stops.push(prices.stop, () => rmSync(folder, { recursive: true }));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const hold = (...symbols: string[]) =>
    book.putPositions(
      symbols.map((symbol) => aPosition({ symbol, assetClass: 'us_equity' })),
      0,
    );
  return { prices, book, wanted, read, settle, hold, time, exchange };
}

it('wants what is in sight first, then what is held, then the rest of the lists', async () => {
  const { prices, wanted, read, settle, hold } = setUp();
  prices.watchSymbols(['A', 'B', 'C', 'D']);
  hold('C', 'X');
  prices.followBriefly('D');
  prices.follow('B');
  await settle();
  expect(wanted.at(-1)).toEqual(['D', 'B', 'C', 'X', 'A']);
  // Another order alone is no reason to read them again.
  const before = read.length;
  prices.followBriefly('A');
  await settle();
  expect([wanted.at(-1)?.[0], read.length]).toEqual(['A', before]);
});

it('does not read what is no symbol of the feed together with the others', async () => {
  const { prices, wanted, read, settle } = setUp();
  prices.watchSymbols(['A', 'OTCPK', 'B']);
  await settle();
  prices.onCarried(new Set(['A', 'B']), ['OTCPK']);
  await settle();
  expect(wanted.at(-1)).toEqual(['A', 'OTCPK', 'B']);
  expect([read[0], read.at(-1)]).toEqual(['A,OTCPK,B', 'A,B']);
});

it('asks the stock stream for no crypto and no options, watched or held', () => {
  const { prices, book, wanted } = setUp();
  prices.watchSymbols(['BTC/USD', 'MSFT']);
  prices.follow('AAPL261218C00200000');
  book.putPositions(
    [
      aPosition({ symbol: 'TSLA', assetClass: 'us_equity' }),
      aPosition({ symbol: 'ETHUSD', assetClass: 'crypto' }),
    ],
    1,
  );
  expect(wanted.at(-1)).toEqual(['TSLA', 'MSFT']);
});

it('forgets a price band with the session that it was told in', async () => {
  const { prices, settle, time, exchange } = setUp();
  const band = (day: string) => {
    const at = Date.parse(`${day}T15:00:00Z`);
    const [lower, upper] = [decimal('9'), decimal('11')];
    prices.onEvents([
      { trades: [], bars: [], news: [{ kind: 'band', symbol: 'A', lower, upper, at }] },
    ]);
  };
  const hasBand = () => prices.quotes.get('A')?.band !== undefined;
  const readHours = async () => {
    time.advance(300_000);
    await settle();
  };
  prices.watchSymbols(['A']);
  prices.start();
  await settle();
  band('2026-01-05');
  await readHours();
  expect(hasBand()).toBe(true);
  exchange.phase = 'post';
  await readHours();
  expect(hasBand()).toBe(false);
  // A computer that slept from one session to the next saw no end of the first.
  band('2026-01-05');
  Object.assign(exchange, { phase: 'core', timestamp: '2026-01-06T15:00:00Z' });
  await readHours();
  expect(hasBand()).toBe(false);
});

it('follows out of sight only what somebody holds, and everything again in sight', async () => {
  const { prices, hold, wanted, settle } = setUp();
  prices.watchSymbols(['AAPL', 'MSFT']);
  hold('TSLA');
  const release = prices.follow('MSFT');
  await settle();
  prices.setInSight(false);
  expect(wanted.at(-1)).toEqual(['MSFT']);
  prices.setInSight(true);
  expect([...(wanted.at(-1) ?? [])].toSorted()).toEqual(['AAPL', 'MSFT', 'TSLA']);
  release();
});
