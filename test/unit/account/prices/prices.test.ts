import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { createPrices } from '#main/account/prices/prices.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { aPosition } from '#test/unit/domain/samples.ts';

it('asks the stock stream for no crypto and no options, watched or held', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-prices-'));
  const asked: (readonly string[])[] = [];
  const book = createAccountBook();
  const prices = createPrices({
    ...createFakeTime(),
    log: () => undefined,
    client: { snapshots: async () => ok([]), bars: async () => ok([]) } as unknown as Client,
    book,
    folder,
    feed: () => 'iex',
    onSymbols: (symbols) => asked.push(symbols),
    onBars: () => undefined,
    onFilled: () => undefined,
    signal: new AbortController().signal,
  });
  try {
    prices.watchSymbols(['BTC/USD', 'MSFT']);
    const end = prices.follow('AAPL261218C00200000');
    book.putPositions(
      [
        aPosition({ symbol: 'TSLA', assetClass: 'us_equity' }),
        aPosition({ symbol: 'ETHUSD', assetClass: 'crypto' }),
      ],
      1,
    );
    expect(asked.at(-1)).toEqual(['TSLA', 'MSFT']);
    end();
  } finally {
    prices.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
