import { describe, expect, it } from 'vitest';
import { NotFoundError, ValidationError } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import { itKeepsToTheDocuments, refusal, useDesk, wire } from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING, hours: 'real' });
const day = (iso: string) => new Date(`${iso}T00:00:00Z`);

describe('the account', () => {
  it('has a paper number, is active, and starts with 100,000 dollars as decimal strings', async () => {
    const account = await desk.alpaca.trading.account.getAccount();
    expect(account).toMatchObject({ status: 'ACTIVE', currency: 'USD', shortingEnabled: true });
    expect(account.accountNumber).toMatch(/^PA\w+$/);
    expect([account.cash, account.equity, account.lastEquity].map(Number)).toEqual([
      100_000, 100_000, 100_000,
    ]);
    expect(Number(account.buyingPower)).toBe(100_000 * Number(account.multiplier));
    expect(typeof wire(account, 'buying_power')).toBe('string');
  });

  it('has lost the members that the service removed on 2026-07-06', async () => {
    const account = await desk.alpaca.trading.account.getAccount();
    for (const gone of ['pattern_day_trader', 'daytrade_count', 'daytrading_buying_power']) {
      expect(account).not.toHaveProperty(gone);
    }
  });

  it('is found good by the SDK’s own connection check', async () => {
    expect(await desk.alpaca.trading.validateConnection()).toMatchObject({ ok: true });
  });
});

describe('account configurations', () => {
  it('are read, changed one by one, and stay changed', async () => {
    const { accountConfigurations } = desk.alpaca.trading;
    const before = await accountConfigurations.getAccountConfig();
    expect(before).toMatchObject({ suspendTrade: false, fractionalTrading: true });
    const changed = await accountConfigurations.patchAccountConfig({
      accountConfigurations: { noShorting: true, tradeConfirmEmail: 'none' },
    });
    const { maxMarginMultiplier, fractionalTrading } = before;
    expect(changed).toMatchObject({
      maxMarginMultiplier,
      fractionalTrading,
      noShorting: true,
      tradeConfirmEmail: 'none',
    });
    expect(await accountConfigurations.getAccountConfig()).toEqual(changed);
    await accountConfigurations.patchAccountConfig({
      accountConfigurations: { noShorting: false },
    });
  });

  it('stop new orders while trading is suspended', async () => {
    const { accountConfigurations, orders, account } = desk.alpaca.trading;
    await accountConfigurations.patchAccountConfig({
      accountConfigurations: { suspendTrade: true },
    });
    expect(await account.getAccount()).toMatchObject({ tradeSuspendedByUser: true });
    const refused = await refusal(orders.market({ symbol: 'AAPL', qty: 1, side: 'buy' }));
    expect(refused).toMatchObject({ name: 'PermissionError', status: 403, code: 40310000 });
    await accountConfigurations.patchAccountConfig({
      accountConfigurations: { suspendTrade: false },
    });
  });

  it('refuse a value outside the documented ones', async () => {
    const refused = await refusal(
      desk.alpaca.trading.accountConfigurations.patchAccountConfig({
        accountConfigurations: { maxMarginMultiplier: '3' },
      }),
    );
    expect(refused).toBeInstanceOf(ValidationError);
  });
});

describe('assets', () => {
  it('are listed by the hundred, each with an id and its permissions', async () => {
    const assets = await desk.alpaca.trading.assets.getV2Assets({ status: 'active' });
    expect(assets.length).toBeGreaterThan(400);
    expect(new Set(assets.map(({ id }) => id)).size).toBe(assets.length);
    expect(assets.every(({ status }) => status === 'active')).toBe(true);
  });

  it('are filtered by exchange, class and attributes', async () => {
    const { assets } = desk.alpaca.trading;
    const arca = await assets.getV2Assets({ exchange: 'ARCA', assetClass: 'us_equity' });
    expect(new Set(arca.map(({ exchange }) => exchange))).toEqual(new Set(['ARCA']));
    expect(await assets.getV2Assets({ assetClass: 'crypto' })).toEqual([]);
    const [attribute] = arca.find(({ attributes }) => attributes?.length)?.attributes ?? [];
    if (!attribute) throw new Error('no asset has an attribute');
    const having = await assets.getV2Assets({ attributes: [attribute] });
    expect(having.every(({ attributes }) => attributes?.includes(attribute))).toBe(true);
  });

  it('are found by symbol and by id alike', async () => {
    const { assets } = desk.alpaca.trading;
    const apple = await assets.getV2AssetsSymbolOrAssetId({ symbolOrAssetId: 'AAPL' });
    expect(apple).toMatchObject({
      symbol: 'AAPL',
      exchange: 'NASDAQ',
      tradable: true,
      _class: 'us_equity',
    });
    expect(await assets.getV2AssetsSymbolOrAssetId({ symbolOrAssetId: apple.id })).toEqual(apple);
  });

  it('refuse a status that is none', async () => {
    const refused = await refusal(desk.alpaca.trading.assets.getV2Assets({ status: 'asleep' }));
    expect(refused).toBeInstanceOf(ValidationError);
  });

  it('are a 404 when unknown', async () => {
    const refused = await refusal(
      desk.alpaca.trading.assets.getV2AssetsSymbolOrAssetId({ symbolOrAssetId: 'NOSUCH' }),
    );
    expect(refused).toBeInstanceOf(NotFoundError);
    expect(refused).toMatchObject({ code: 40410000 });
  });
});

describe('clock and calendar', () => {
  it('tells the time of the market, and when it opens and closes next', async () => {
    const clock = await desk.alpaca.trading.clock.legacyClock();
    const now = await desk.control.now();
    expect(clock.isOpen).toBe(true);
    expect(clock.timestamp.getTime()).toBeGreaterThan(Date.parse(MORNING));
    expect(clock.timestamp.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(clock.nextClose.getTime()).toBeGreaterThan(now.getTime());
    expect(clock.nextOpen.getTime()).toBeGreaterThan(now.getTime());
  });

  it('lists trading days with their hours, and none on a weekend or holiday', async () => {
    const days = await desk.alpaca.trading.calendar.legacyCalendar({
      start: day('2025-11-24'),
      end: day('2025-12-01'),
    });
    expect(
      days.map((each) => [each.date.toISOString().slice(0, 10), each.open, each.close]),
    ).toEqual([
      ['2025-11-24', '09:30', '16:00'],
      ['2025-11-25', '09:30', '16:00'],
      ['2025-11-26', '09:30', '16:00'],
      ['2025-11-28', '09:30', '13:00'],
      ['2025-12-01', '09:30', '16:00'],
    ]);
  });
});

describe('clocks and calendars of several markets', () => {
  it('refuse a market that is none', async () => {
    const { calendar, clock } = desk.alpaca.trading;
    for (const call of [
      () => clock.clock({ markets: 'MARS' }),
      () => calendar.calendar({ market: 'MARS' as never }),
    ]) {
      expect(await refusal(call())).toMatchObject({ name: 'ValidationError', status: 400 });
    }
  });

  it('tell the phase that each is in', async () => {
    const { clocks } = await desk.alpaca.trading.clock.clock({ markets: 'NYSE,NASDAQ' });
    expect(clocks).toMatchObject([{ phase: 'core' }, { phase: 'core' }]);
    const night = await desk.alpaca.trading.clock.clock({
      markets: 'NYSE',
      time: new Date('2026-03-15T12:00:00Z'),
    });
    expect(night.clocks).toMatchObject([{ phase: 'closed', isMarketDay: false }]);
  });

  it('list the days of one market', async () => {
    const { calendar } = await desk.alpaca.trading.calendar.calendar({
      market: 'NYSE',
      start: day('2026-03-09'),
      end: day('2026-03-16'),
    });
    expect(calendar.map(({ date }) => date.toISOString().slice(8, 10))).toEqual([
      '09',
      '10',
      '11',
      '12',
      '13',
      '16',
    ]);
  });
});

describe('watchlists', () => {
  it('are made, read, renamed, extended, shortened and deleted by id', async () => {
    const api = desk.alpaca.trading.watchlists;
    const made = await api.postWatchlist({
      createWatchlistRequest: { name: 'Tech', symbols: ['AAPL', 'MSFT'] },
    });
    const watchlistId = made.id;
    expect(made.assets?.map(({ symbol }) => symbol)).toEqual(['AAPL', 'MSFT']);
    expect(await api.getWatchlistById({ watchlistId })).toEqual(made);
    const renamed = await api.updateWatchlistById({
      watchlistId,
      updateWatchlistRequest: { name: 'Big tech', symbols: ['AAPL'] },
    });
    expect(renamed).toMatchObject({ id: watchlistId, name: 'Big tech' });
    const longer = await api.addAssetToWatchlist({
      watchlistId,
      addAssetToWatchlistRequest: { symbol: 'NVDA' },
    });
    expect(longer.assets?.map(({ symbol }) => symbol)).toEqual(['AAPL', 'NVDA']);
    const shorter = await api.removeAssetFromWatchlist({ watchlistId, symbol: 'AAPL' });
    expect(shorter.assets?.map(({ symbol }) => symbol)).toEqual(['NVDA']);
    await api.deleteWatchlistById({ watchlistId });
    expect(desk.recorder.last().status).toBe(204);
    expect(await refusal(api.getWatchlistById({ watchlistId }))).toBeInstanceOf(NotFoundError);
  });

  it('are reached by name as well, and listed without their assets', async () => {
    const api = desk.alpaca.trading.watchlists;
    const name = 'Nach Namen / ü';
    const made = await api.postWatchlist({ createWatchlistRequest: { name, symbols: ['AAPL'] } });
    const longer = await api.addAssetToWatchlistByName({
      name,
      addAssetToWatchlistRequest: { symbol: 'MSFT' },
    });
    expect(longer.assets?.map(({ symbol }) => symbol)).toEqual(['AAPL', 'MSFT']);
    const cleared = await api.updateWatchlistByName({
      name,
      updateWatchlistRequest: { name, symbols: ['TSLA'] },
    });
    expect(cleared.assets?.map(({ symbol }) => symbol)).toEqual(['TSLA']);
    expect(await api.getWatchlistByName({ name })).toEqual(cleared);
    const listed = await api.getWatchlists();
    expect(listed).toMatchObject([{ id: made.id, name }]);
    expect(listed[0]).not.toHaveProperty('assets');
    await api.deleteWatchlistByName({ name });
    expect(await api.getWatchlists()).toEqual([]);
  });

  it('refuse a second one of the same name, and unknown symbols', async () => {
    const api = desk.alpaca.trading.watchlists;
    await api.postWatchlist({ createWatchlistRequest: { name: 'One' } });
    for (const request of [{ name: 'One' }, { name: 'Two', symbols: ['NOSUCH'] }]) {
      const refused = await refusal(api.postWatchlist({ createWatchlistRequest: request }));
      expect(refused).toMatchObject({ status: 422 });
    }
  });
});

itKeepsToTheDocuments(desk);
