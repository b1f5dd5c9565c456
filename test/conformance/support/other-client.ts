// What a trading program does with a brokerage, through whichever public client it was written for. Each client is put
// behind the same few calls; what it answers is held against the wire as it is.
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cents, refusal, until, type Desk } from './desk.ts';

export type Json = Record<string, unknown>;
export type OtherClient = {
  account(): Promise<Json>;
  configurations(): Promise<Json>;
  configure(change: Json): Promise<Json>;
  clock(): Promise<Json>;
  calendar(start: string, end: string): Promise<Json[]>;
  assets(): Promise<Json[]>;
  asset(symbol: string): Promise<Json>;
  place(body: Json): Promise<Json>;
  replace(id: string, change: Json): Promise<Json>;
  cancel(id: string): Promise<unknown>;
  cancelAll(): Promise<unknown>;
  order(id: string): Promise<Json>;
  /** Not every client can look an order up by the caller's id. */
  byClientId?(id: string): Promise<Json>;
  orders(status: 'open' | 'all'): Promise<Json[]>;
  positions(): Promise<Json[]>;
  position(symbol: string): Promise<Json>;
  close(symbol: string): Promise<Json>;
  closeAll(): Promise<unknown>;
  history(period: string, timeframe: string): Promise<Json>;
  fills(): Promise<Json[]>;
  watchlists(): Promise<Json[]>;
  watchlist(id: string): Promise<Json>;
  createWatchlist(name: string, symbols: string[]): Promise<Json>;
  deleteWatchlist(id: string): Promise<unknown>;
  /** Points in the members of the wire (o, h, l, c, v; p, s; bp, ap). */
  bars(symbol: string, range: Range): Promise<Json[]>;
  trades(symbol: string, range: Range): Promise<Json[]>;
  quotes(symbol: string, range: Range): Promise<Json[]>;
  latestPrice(symbol: string): Promise<unknown>;
  /** What a refusal said, out of the form in which this client throws it. */
  refused(error: unknown): unknown;
};
export type Range = { start: string; end: string };
export type Stream = { stop(): void };
/** Calls back for each update of an order; resolves when it listens. */
export type FollowOrders = (onUpdate: (update: Json) => void) => Promise<Stream>;
/** Calls back with the kind of the message as the wire has it: t, q or b. */
export type FollowPrices = (
  symbols: string[],
  onMessage: (kind: string, symbol: unknown, price: unknown) => void,
) => Promise<Stream>;

type Kind = (bid: number, ask: number) => Json;

const MINUTE_MS = 60_000;
/** Each rests far from the market until it is canceled; numbers and texts both, as clients write them. */
const KINDS: Record<string, Kind> = {
  limit: (bid) => ({ type: 'limit', qty: '2', limit_price: cents(bid / 2) }),
  'limit, written in numbers': (bid) => ({
    type: 'limit',
    qty: 2,
    limit_price: Number(cents(bid / 2)),
  }),
  'limit, good till canceled': (bid) => ({
    type: 'limit',
    qty: '2',
    time_in_force: 'gtc',
    limit_price: cents(bid / 2),
  }),
  'limit, extended hours': (bid) => ({
    type: 'limit',
    qty: '2',
    extended_hours: true,
    limit_price: cents(bid / 2),
  }),
  stop_limit: (_bid, ask) => ({
    type: 'stop_limit',
    qty: '2',
    stop_price: cents(ask * 1.2),
    limit_price: cents(ask * 1.3),
  }),
  'trailing stop by percent': () => ({ type: 'trailing_stop', qty: '2', trail_percent: '20' }),
  'trailing stop by price': (bid) => ({
    type: 'trailing_stop',
    qty: '2',
    trail_price: cents(bid / 5),
  }),
  bracket: (bid, ask) => ({
    type: 'limit',
    qty: '2',
    order_class: 'bracket',
    limit_price: cents(bid / 2),
    take_profit: { limit_price: cents(ask * 2) },
    stop_loss: { stop_price: cents(bid / 3), limit_price: cents(bid / 4) },
  }),
  'one triggers other': (bid) => ({
    type: 'limit',
    qty: '2',
    order_class: 'oto',
    limit_price: cents(bid / 2),
    stop_loss: { stop_price: cents(bid / 3) },
  }),
};

/** The day of a program that trades by REST. */
export function itTrades(
  desk: Desk,
  createClient: (key: { keyId: string; secretKey: string }) => OtherClient,
): void {
  let client: OtherClient;
  beforeAll(() => {
    client = createClient(desk.broker);
  });
  let nextId = 0;
  const place = (body: Json) =>
    client.place({
      symbol: 'AAPL',
      side: 'buy',
      time_in_force: 'day',
      client_order_id: `theirs-${++nextId}`,
      ...body,
    });
  const idOf = (order: Json) => String(order['id']);
  const settle = (order: Json) =>
    desk.settled({ id: idOf(order) } as Parameters<Desk['settled']>[0]);
  const buy = async (symbol: string, qty: string) => {
    const order = await place({ symbol, qty, type: 'market' });
    await settle(order);
    return client.order(idOf(order));
  };

  describe('the account, the clock and the assets', () => {
    it('reads the account', async () => {
      const account = await client.account();
      expect(account).toMatchObject({ status: 'ACTIVE', currency: 'USD' });
      expect(Number(account['cash'])).toBe(100_000);
    });

    it('is told of a wrong key', async () => {
      const stranger = createClient({ keyId: 'PKNOBODY', secretKey: 'x' });
      expect(stranger.refused(await refusal(stranger.account()))).toMatchObject({ code: 40110000 });
    });

    it('reads and changes the configurations', async () => {
      expect(await client.configurations()).toMatchObject({ no_shorting: false });
      expect(await client.configure({ no_shorting: true })).toMatchObject({ no_shorting: true });
      expect(await client.configure({ no_shorting: false })).toMatchObject({ no_shorting: false });
    });

    it('reads the clock and a week of the calendar', async () => {
      const clock = await client.clock();
      expect(clock['is_open']).toBe(true);
      expect(new Date(String(clock['next_close'])).toISOString()).toBe('2026-03-10T20:00:00.000Z');
      const days = await client.calendar('2026-03-09', '2026-03-15');
      expect(days).toHaveLength(5);
      expect(days[0]).toMatchObject({ date: '2026-03-09', open: '09:30', close: '16:00' });
    });

    it('lists the assets, and finds one of them', async () => {
      const assets = await client.assets();
      expect(assets.length).toBeGreaterThan(400);
      const apple = assets.find(({ symbol }) => symbol === 'AAPL');
      expect(await client.asset('AAPL')).toEqual(apple);
    });
  });

  describe('orders', () => {
    it.each(Object.entries(KINDS))('places, finds and cancels one: %s', async (_name, kind) => {
      const { bid, ask } = await desk.quote('AAPL');
      const body = kind(bid, ask);
      const placed = await place(body);
      expect(placed).toMatchObject({ symbol: 'AAPL', side: 'buy', type: body['type'] });
      expect(Number(placed['qty'])).toBe(2);
      const id = idOf(placed);
      expect((await client.orders('open')).map(idOf)).toContain(id);
      if (client.byClientId) {
        expect(idOf(await client.byClientId(String(placed['client_order_id'])))).toBe(id);
      }
      await client.cancel(id);
      await until('the cancel', async () => (await client.order(id))['status'] === 'canceled');
    });

    it('buys at the market, also for an amount of money', async () => {
      expect(await buy('AAPL', '3')).toMatchObject({ status: 'filled' });
      const notional = await place({ notional: '500', type: 'market' });
      await settle(notional);
      const filled = await client.order(idOf(notional));
      expect(filled['status']).toBe('filled');
      expect(Number(filled['filled_qty']) * Number(filled['filled_avg_price'])).toBeCloseTo(500, 0);
    });

    it('sells by one cancels other', async () => {
      await buy('MSFT', '2');
      const { bid, ask } = await desk.quote('MSFT');
      const placed = await place({
        symbol: 'MSFT',
        side: 'sell',
        type: 'limit',
        qty: '2',
        order_class: 'oco',
        take_profit: { limit_price: cents(ask * 2) },
        stop_loss: { stop_price: cents(bid / 2) },
      });
      expect(placed).toMatchObject({ order_class: 'oco', side: 'sell' });
      expect(placed['legs']).toHaveLength(1);
      await client.cancel(idOf(placed));
    });

    it('replaces one', async () => {
      const { bid } = await desk.quote('AAPL');
      const placed = await place({ type: 'limit', qty: '2', limit_price: cents(bid / 2) });
      const limit_price = cents(bid / 3);
      const replaced = await client.replace(idOf(placed), { qty: '5', limit_price });
      expect(replaced).toMatchObject({ replaces: idOf(placed) });
      expect([Number(replaced['qty']), Number(replaced['limit_price'])]).toEqual([
        5,
        Number(limit_price),
      ]);
      expect(await client.order(idOf(placed))).toMatchObject({ status: 'replaced' });
      await client.cancel(idOf(replaced));
    });

    it('cancels all that is open', async () => {
      const { bid } = await desk.quote('AAPL');
      for (const part of [2, 3]) {
        await place({ type: 'limit', qty: '1', limit_price: cents(bid / part) });
      }
      expect(await client.orders('open')).toHaveLength(2);
      await client.cancelAll();
      await until('nothing to be open', async () => (await client.orders('open')).length === 0);
    });

    it('is refused, with the reason', async () => {
      const unknown = await refusal(place({ symbol: 'NOSUCH', qty: '1', type: 'market' }));
      expect(client.refused(unknown)).toMatchObject({ code: 42210000 });
      const poor = await refusal(place({ qty: '100000', type: 'market' }));
      expect(client.refused(poor)).toMatchObject({
        code: 40310000,
        message: expect.stringContaining('buying power'),
      });
    });
  });

  describe('what is held, and what became of it', () => {
    it('reads positions and closes one', async () => {
      await buy('KO', '4');
      const held = await client.positions();
      expect(held.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['AAPL', 'KO']));
      const position = await client.position('KO');
      expect(Number(position['qty'])).toBe(4);
      expect(Number(position['cost_basis'])).toBeGreaterThan(0);
      const order = await client.close('KO');
      expect(order).toMatchObject({ symbol: 'KO', side: 'sell' });
      await settle(order);
      expect(client.refused(await refusal(client.position('KO')))).toMatchObject({
        code: 40410000,
      });
    });

    it('lists the fills', async () => {
      const fills = await client.fills();
      expect(fills.length).toBeGreaterThan(3);
      for (const fill of fills) {
        expect(fill['activity_type']).toBe('FILL');
        expect(Number(fill['price'])).toBeGreaterThan(0);
      }
    });

    it('reads the history of the account’s value', async () => {
      const history = await client.history('1D', '15Min');
      const { timestamp, equity, profit_loss } = history as Record<string, unknown[]>;
      expect(timestamp?.length).toBeGreaterThan(0);
      expect(equity).toHaveLength(timestamp?.length ?? 0);
      for (const value of [...(equity ?? []), ...(profit_loss ?? [])])
        expect(value).toBeTypeOf('number');
    });

    it('closes everything', async () => {
      await client.closeAll();
      await until('nothing to be held', async () => {
        await desk.control.step(MINUTE_MS);
        return (await client.positions()).length === 0;
      });
    });
  });

  describe('watchlists', () => {
    it('are made, found, listed and deleted', async () => {
      const made = await client.createWatchlist('theirs', ['AAPL', 'MSFT']);
      const id = idOf(made);
      const read = await client.watchlist(id);
      expect((read['assets'] as Json[]).map(({ symbol }) => symbol)).toEqual(['AAPL', 'MSFT']);
      expect((await client.watchlists()).map(idOf)).toEqual([id]);
      await client.deleteWatchlist(id);
      expect(await client.watchlists()).toEqual([]);
    });
  });

  describe('market data', () => {
    const range = { start: '2026-03-10T14:00:00Z', end: '2026-03-10T14:03:00Z' };
    const wire = async (kind: string, query: Json) => {
      const search = new URLSearchParams({ ...query, ...range });
      const { keyId, secretKey, data } = desk.broker;
      const answer = await fetch(`${data}/v2/stocks/AAPL/${kind}?${search.toString()}`, {
        headers: { 'APCA-API-KEY-ID': keyId, 'APCA-API-SECRET-KEY': secretKey },
      });
      return ((await answer.json()) as Record<string, Json[]>)[kind] ?? [];
    };
    const only = (points: Json[], members: string) =>
      points.map((point) => members.split(' ').map((name) => point[name]));

    it.each([
      ['bars', 'o h l c v n vw', { timeframe: '1Min' }],
      ['trades', 'i p s x', {}],
      ['quotes', 'bp bs ap as', {}],
    ] as const)('reads %s as the wire has them', async (kind, members, query) => {
      const expected = await wire(kind, query);
      expect(expected.length).toBeGreaterThan(2);
      const read = await client[kind]('AAPL', range);
      expect(only(read, members)).toEqual(only(expected, members));
    });

    it('reads the latest price', async () => {
      const { bid, ask } = await desk.quote('AAPL');
      const price = Number(await client.latestPrice('AAPL'));
      expect(price).toBeGreaterThan(bid * 0.99);
      expect(price).toBeLessThan(ask * 1.01);
    });
  });
}

export function itFollowsOrders(desk: Desk, follow: FollowOrders): void {
  it.each(['binary', 'text'])('is told what becomes of an order, in %s frames', async (frames) => {
    await desk.control.changeStreams({ tradeFrames: frames });
    const updates: Json[] = [];
    const stream = await follow((update) => updates.push(update));
    onTestFinished(() => stream.stop());
    const order = await desk.own('KO', 2);
    const eventsOf = () =>
      updates
        .filter((update) => (update['order'] as Json)['id'] === order.id)
        .map(({ event }) => event);
    await until('the fill', () => eventsOf().includes('fill'));
    expect(eventsOf().slice(0, 2)).toEqual(['pending_new', 'new']);
    for (const { timestamp } of updates) {
      expect(Number.isFinite(new Date(String(timestamp)).getTime())).toBe(true);
    }
  });
}

export function itFollowsPrices(desk: Desk, follow: FollowPrices): void {
  it('is told trades, quotes and minute bars', async () => {
    await until(
      'the last stream to be gone',
      async () => (await desk.control.openStreams()).data === 0,
    );
    const heard = new Map<string, Json>();
    const stream = await follow(['AAPL', 'MSFT'], (kind, symbol, price) => {
      heard.set(`${kind} ${String(symbol)}`, { price });
    });
    onTestFinished(() => stream.stop());
    const wanted = ['b', 'q', 't'].flatMap((kind) => [`${kind} AAPL`, `${kind} MSFT`]);
    await until('all of them', async () => {
      await desk.control.step(MINUTE_MS);
      return wanted.every((each) => heard.has(each));
    });
    expect([...heard.keys()].toSorted()).toEqual(wanted.toSorted());
    for (const { price } of heard.values()) expect(price).toBeTypeOf('number');
  });
}
