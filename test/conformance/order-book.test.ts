// Finding, changing and ending orders. All of them rest far below the market, so that none is filled on the way.
import { beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError, ValidationError, type trading } from '@alpacahq/alpaca-trade-api';
import { MORNING } from '#test/conformance/support/broker.ts';
import {
  cents,
  itKeepsToTheDocuments,
  refusal,
  useDesk,
  wire,
} from '#test/conformance/support/desk.ts';

const desk = useDesk({ start: MORNING });
const orders = () => desk.alpaca.trading.orders;
const ids = (list: readonly trading.Order[]) => list.map(({ id }) => id ?? '');

async function rest(symbol: string, clientOrderId?: string): Promise<trading.Order> {
  const { bid } = await desk.quote(symbol);
  return orders().limit({
    symbol,
    qty: 2,
    side: 'buy',
    limitPrice: cents(bid / 2),
    ...(clientOrderId !== undefined && { clientOrderId }),
  });
}

describe('listing', () => {
  const placed: trading.Order[] = [];

  beforeAll(async () => {
    for (const symbol of ['AAPL', 'MSFT', 'AAPL', 'NVDA', 'AMZN', 'AAPL', 'META']) {
      placed.push(await rest(symbol));
    }
    await orders().deleteOrderByOrderID({ orderId: ids(placed)[1] ?? '' });
  });

  it('shows open orders, newest first, unless asked otherwise', async () => {
    const open = [...placed].filter((_, index) => index !== 1);
    expect(ids(await orders().getAllOrders())).toEqual(ids(open).reverse());
    expect(ids(await orders().getAllOrders({ direction: 'asc' }))).toEqual(ids(open));
    expect(ids(await orders().getAllOrders({ status: 'closed' }))).toEqual(ids(placed).slice(1, 2));
    expect(await orders().getAllOrders({ status: 'all' })).toHaveLength(7);
  });

  it('filters by symbols, side and asset class', async () => {
    const all = { status: 'all', direction: 'asc' } as const;
    const some = await orders().getAllOrders({ ...all, symbols: ['AAPL', 'META'] });
    expect(some.map(({ symbol }) => symbol)).toEqual(['AAPL', 'AAPL', 'AAPL', 'META']);
    expect(await orders().getAllOrders({ ...all, side: 'sell' })).toEqual([]);
    expect(await orders().getAllOrders({ ...all, side: 'buy' })).toHaveLength(7);
    expect(await orders().getAllOrders({ ...all, assetClass: ['crypto'] })).toEqual([]);
    expect(await orders().getAllOrders({ ...all, assetClass: ['us_equity'] })).toHaveLength(7);
  });

  it('pages by the id of the last order, in both directions, without loss or repeat', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const seen: string[] = [];
      for (
        let page = await orders().getAllOrders({ status: 'all', direction, limit: 3 });
        page.length > 0;
      ) {
        seen.push(...ids(page));
        const last = seen.at(-1) ?? '';
        const cursor = direction === 'asc' ? { afterOrderId: last } : { beforeOrderId: last };
        page = await orders().getAllOrders({ status: 'all', direction, limit: 3, ...cursor });
      }
      expect(seen).toEqual(direction === 'asc' ? ids(placed) : ids(placed).reverse());
    }
  });

  it('takes after and until as exclusive bounds on the time of submission', async () => {
    const at = (index: number) => String(wire(placed[index], 'submitted_at'));
    const between = await orders().getAllOrders({
      status: 'all',
      direction: 'asc',
      after: at(2),
      until: at(5),
    });
    expect(ids(between)).toEqual(ids(placed).slice(3, 5));
  });

  it.each([
    ['two cursors', { beforeOrderId: '$0', afterOrderId: '$1' }],
    ['a cursor together with a time', { afterOrderId: '$0', after: '2026-01-01T00:00:00Z' }],
    ['a limit of more than 500', { limit: 501 }],
    ['a time that is none', { after: 'yesterday' }],
    ['an unknown status', { status: 'ajar' }],
  ])('refuses %s', async (_name, query) => {
    const filled = JSON.stringify(query)
      .replace('$0', ids(placed)[0] ?? '')
      .replace('$1', ids(placed)[1] ?? '');
    const refused = await refusal(orders().getAllOrders(JSON.parse(filled) as object));
    expect(refused).toBeInstanceOf(ValidationError);
  });
});

describe('a long list', () => {
  it('is cut at 50 orders unless more are asked for', async () => {
    const many = desk.client(await desk.control.addAccount({})).trading.orders;
    const draft = { symbol: 'F', qty: 1, side: 'buy', limitPrice: 1 } as const;
    await Promise.all(Array.from({ length: 60 }, () => many.limit(draft)));
    expect(await many.getAllOrders()).toHaveLength(50);
    expect(await many.getAllOrders({ limit: 500 })).toHaveLength(60);
  });
});

describe('looking up', () => {
  it('finds an order by its client order id, whatever characters that has', async () => {
    const clientOrderId = 'c 1/ü?&=#%';
    const placed = await rest('JPM', clientOrderId);
    const found = await orders().getOrderByClientOrderId({ clientOrderId });
    expect(found).toMatchObject({ id: placed.id, clientOrderId });
    expect(found).toEqual(await desk.order(placed.id));
  });

  it('makes up a client order id when none is given', async () => {
    const placed = await rest('V');
    const clientOrderId = placed.clientOrderId ?? '';
    expect(clientOrderId).not.toBe('');
    expect(await orders().getOrderByClientOrderId({ clientOrderId })).toMatchObject({
      id: placed.id,
    });
  });

  it('is a 404 for ids that nobody used', async () => {
    for (const lookup of [
      () => orders().getOrderByClientOrderId({ clientOrderId: 'never sent' }),
      () => desk.order('00000000-0000-4000-8000-000000000000'),
    ]) {
      const refused = await refusal(lookup());
      expect(refused).toBeInstanceOf(NotFoundError);
      expect(refused).toMatchObject({ code: 40410000 });
    }
  });
});

describe('replacing', () => {
  it('answers a new order that replaces the old one, under a client order id of its own', async () => {
    const old = await rest('KO', 'first');
    const limitPrice = cents(Number(old.limitPrice) - 1);
    const fresh = await orders().patchOrderByOrderId({
      orderId: old.id ?? '',
      patchOrderRequest: { qty: '5', limitPrice, timeInForce: 'gtc', clientOrderId: 'second' },
    });
    expect(fresh).toMatchObject({
      replaces: old.id,
      clientOrderId: 'second',
      qty: '5',
      limitPrice,
      timeInForce: 'gtc',
    });
    expect(fresh.id).not.toBe(old.id);
    const gone = await desk.order(old.id);
    expect(gone).toMatchObject({
      status: 'replaced',
      replacedBy: fresh.id,
      clientOrderId: 'first',
    });
    expect(gone.replacedAt).toBeInstanceOf(Date);
    expect(await desk.order(fresh.id)).toMatchObject({ status: 'new' });
  });

  it('changes the trail of a trailing stop', async () => {
    const old = await orders().trailingStop({
      symbol: 'PEP',
      qty: 1,
      side: 'buy',
      trailPercent: 5,
    });
    const fresh = await orders().patchOrderByOrderId({
      orderId: old.id ?? '',
      patchOrderRequest: { trail: '8' },
    });
    expect(fresh).toMatchObject({ type: 'trailing_stop', trailPercent: '8', replaces: old.id });
    expect(Number(fresh.stopPrice)).toBeGreaterThan(Number(old.stopPrice));
  });

  it('is refused for an order that is over, an unknown one, a fraction and a used client order id', async () => {
    const resting = await rest('PFE');
    const done = await rest('XOM', 'used');
    await orders().deleteOrderByOrderID({ orderId: done.id ?? '' });
    const patch = (orderId: string | undefined, patchOrderRequest: trading.PatchOrderRequest) =>
      refusal(orders().patchOrderByOrderId({ orderId: orderId ?? '', patchOrderRequest }));
    expect(await patch(done.id, { qty: '3' })).toMatchObject({ status: 422 });
    expect(await patch(resting.id, { qty: '1.5' })).toMatchObject({ status: 422 });
    expect(await patch(resting.id, { clientOrderId: 'used' })).toMatchObject({
      status: 422,
      code: 40010001,
    });
    expect(await patch('00000000-0000-4000-8000-000000000000', { qty: '3' })).toMatchObject({
      status: 404,
    });
    expect(await desk.order(resting.id)).toMatchObject({ status: 'new' });
  });
});

describe('canceling', () => {
  it('is a 204 and ends the order; a second time it is a 422', async () => {
    const placed = await rest('CSCO');
    await orders().deleteOrderByOrderID({ orderId: placed.id ?? '' });
    expect(desk.recorder.last()).toMatchObject({ status: 204, body: '' });
    const canceled = await desk.order(placed.id);
    expect(canceled.status).toBe('canceled');
    expect(canceled.canceledAt).toBeInstanceOf(Date);
    const again = await refusal(orders().deleteOrderByOrderID({ orderId: placed.id ?? '' }));
    expect(again).toMatchObject({ name: 'ValidationError', status: 422, code: 42210000 });
  });

  it('is a 404 for an order that never was', async () => {
    const orderId = '00000000-0000-4000-8000-000000000000';
    expect(await refusal(orders().deleteOrderByOrderID({ orderId }))).toBeInstanceOf(NotFoundError);
  });

  it('of all orders is a 207 with one status each, and leaves none open', async () => {
    await rest('ORCL');
    const open = await orders().getAllOrders({ limit: 500 });
    const answers = await orders().deleteAllOrders();
    expect(desk.recorder.last().status).toBe(207);
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(ids(open)));
    expect(answers).toHaveLength(open.length);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await orders().getAllOrders()).toEqual([]);
    expect(await orders().deleteAllOrders()).toEqual([]);
  });
});

itKeepsToTheDocuments(desk);
