import { expect, it } from 'vitest';
import type { LiveBar } from '#contract/bars.ts';
import { ok } from '#contract/failure.ts';
import type { AccountUnit, UnitNews } from '#main/account/account-unit.ts';
import { createBarBook } from '#main/account/prices/bar-book.ts';
import { createRunningMinutes } from '#main/account/prices/running-minutes.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createAccountSources } from '#main/gateway/sources.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const accountId = '11111111-1111-4111-8111-111111111111';
const START = Date.UTC(2026, 0, 5, 15);
const bar = (symbol: string, time: number): LiveBar => {
  return { symbol, time, open: 1, high: 1, low: 1, close: 1, volume: 1 };
};

it('begins with the finished minutes and the one that runs, and tells that symbol alone', () => {
  const time = createFakeTime(START);
  const [bars, running] = [createBarBook(), createRunningMinutes({ ...time, delayMs: () => 0 })];
  let tell: (news: UnitNews) => void = () => undefined;
  const onNews = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  const unit = { bars, running, onNews, follow: () => () => undefined };
  const sources = createAccountSources({
    get: () => ok({ unit: unit as unknown as AccountUnit } as OpenAccount),
    hold: () => () => undefined,
  });
  const told: LiveBar[] = [];
  const opened = sources.bars({ accountId, symbol: 'AAPL' }, (items) => told.push(...items));
  if (!opened.ok) throw new Error('not opened');
  expect(opened.value.snapshot()).toEqual([]);
  bars.put([bar('AAPL', START - 60_000)]);
  running.setCarried(new Set(['AAPL']));
  for (const [price, at] of [
    ['5', 1],
    ['7', 2],
    ['6', 3],
  ] as const)
    running.putTrade({ symbol: 'AAPL', price: decimal(price), tradedAt: START + at });
  expect(opened.value.snapshot()).toEqual([
    bar('AAPL', START - 60_000),
    { ...bar('AAPL', START), open: 5, high: 7, low: 5, close: 6, volume: 0, forming: {} },
  ]);
  const minute = { ...bar('AAPL', START), forming: { from: START } };
  tell({ kind: 'bars', bars: [{ ...minute, symbol: 'MSFT' }, minute] });
  expect(told).toEqual([minute]);
});
