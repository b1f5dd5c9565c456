import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { createPrices } from '#main/account/prices/prices.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
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
  const client: Partial<Client> = {
    async snapshots(symbols) {
      read.push(symbols.join());
      return ok([]);
    },
    bars: async () => ok([]),
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
  return { prices, book, wanted, read, settle, hold };
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
