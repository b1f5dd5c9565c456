// One trading day, told in order: the tests of this file share its clock.
import { describe, expect, it } from 'vitest';
import { ValidationError } from '@alpacahq/alpaca-trade-api';
import { cents, itKeepsToTheDocuments, refusal, useDesk } from '#test/conformance/support/desk.ts';

/** 14:00 in New York, two hours before the close. */
const desk = useDesk({ start: '2026-03-10T18:00:00.000Z', hours: 'real' });
const orders = () => desk.alpaca.trading.orders;

describe('immediate or cancel', () => {
  it('fills at once or not at all', async () => {
    const { ask } = await desk.quote('AAPL');
    const low = { symbol: 'AAPL', qty: 1, side: 'buy', timeInForce: 'ioc' } as const;
    const missed = await orders().limit({ ...low, limitPrice: cents(ask * 0.9) });
    expect(await desk.order(missed.id)).toMatchObject({ status: 'canceled', filledQty: '0' });
    const met = await orders().limit({ ...low, limitPrice: cents(ask * 1.1) });
    expect(await desk.order(met.id)).toMatchObject({ status: 'filled', timeInForce: 'ioc' });
  });
});

describe('fill or kill', () => {
  it('fills completely at once or not at all', async () => {
    const { ask } = await desk.quote('MSFT');
    const all = { symbol: 'MSFT', qty: 40, side: 'buy', timeInForce: 'fok' } as const;
    const killed = await orders().limit({ ...all, limitPrice: cents(ask * 0.9) });
    expect(await desk.order(killed.id)).toMatchObject({ status: 'canceled', filledQty: '0' });
    const filled = await orders().limit({ ...all, limitPrice: cents(ask * 1.1) });
    expect(await desk.order(filled.id)).toMatchObject({ status: 'filled', filledQty: '40' });
  });
});

describe('at the close', () => {
  it('day orders expire, gtc orders stay, and cls orders meet the closing auction', async () => {
    const { bid } = await desk.quote('INTC');
    const resting = { symbol: 'INTC', qty: 1, side: 'buy', limitPrice: cents(bid / 2) } as const;
    const forDay = await orders().limit({ ...resting, timeInForce: 'day' });
    const good = await orders().limit({ ...resting, timeInForce: 'gtc' });
    const closing = await orders().market({
      symbol: 'PFE',
      qty: 3,
      side: 'buy',
      timeInForce: 'cls',
    });
    const shy = await orders().limit({ ...resting, timeInForce: 'cls' });
    expect((await desk.order(closing.id)).filledQty).toBe('0');

    await desk.control.stepTo('2026-03-10T20:00:01.000Z');
    expect(await desk.order(forDay.id)).toMatchObject({ status: 'expired' });
    expect((await desk.order(forDay.id)).expiredAt).toBeInstanceOf(Date);
    expect(await desk.order(good.id)).toMatchObject({ status: 'new' });
    expect(await desk.order(closing.id)).toMatchObject({ status: 'filled', filledQty: '3' });
    expect((await desk.order(shy.id)).filledQty).toBe('0');
    expect(['canceled', 'expired']).toContain((await desk.order(shy.id)).status);
    await orders().deleteAllOrders();
  });

  it('orders for extended hours go on, others wait for the next day', async () => {
    const { ask } = await desk.quote('NVDA');
    const late = { symbol: 'NVDA', qty: 1, side: 'buy', limitPrice: cents(ask * 1.05) } as const;
    const extended = await orders().limit({ ...late, extendedHours: true });
    const waiting = await orders().limit(late);
    expect(waiting.status).toBe('accepted');
    expect(await desk.settled(extended)).toMatchObject({ status: 'filled', extendedHours: true });
    expect(await desk.order(waiting.id)).toMatchObject({ status: 'accepted', filledQty: '0' });
    await orders().deleteOrderByOrderID({ orderId: waiting.id ?? '' });
  });

  it('gtc orders tell that they end after 90 days', async () => {
    const { bid } = await desk.quote('INTC');
    const good = await orders().limit({
      symbol: 'INTC',
      qty: 1,
      side: 'buy',
      limitPrice: cents(bid / 2),
      timeInForce: 'gtc',
    });
    const days = ((good.expiresAt?.getTime() ?? 0) - (good.createdAt?.getTime() ?? 0)) / 86_400_000;
    expect(days).toBeGreaterThan(89);
    expect(days).toBeLessThan(96);
  });

  it.each(['opg', 'cls'] as const)('%s orders are refused until 19:00', async (timeInForce) => {
    const late = await refusal(
      orders().market({ symbol: 'PFE', qty: 1, side: 'buy', timeInForce }),
    );
    expect(late).toBeInstanceOf(ValidationError);
    expect(late).toMatchObject({ status: 422, code: 42210000 });
  });
});

describe('at the open', () => {
  it('what was taken the evening before is filled, opg orders in the opening auction', async () => {
    await desk.control.stepTo('2026-03-10T23:30:00.000Z');
    const opening = await orders().market({
      symbol: 'KO',
      qty: 2,
      side: 'buy',
      timeInForce: 'opg',
    });
    expect(opening).toMatchObject({ status: 'accepted', timeInForce: 'opg' });
    const early = await orders().market({ symbol: 'PEP', qty: 1, side: 'buy' });
    expect(early).toMatchObject({ status: 'accepted' });
    await desk.control.stepTo('2026-03-11T13:29:59.000Z');
    expect(await desk.order(opening.id)).toMatchObject({ status: 'accepted', filledQty: '0' });
    await desk.control.stepTo('2026-03-11T13:30:01.000Z');
    expect(await desk.order(opening.id)).toMatchObject({ status: 'filled', filledQty: '2' });
    expect(await desk.settled(early)).toMatchObject({ status: 'filled', filledQty: '1' });
  });
});

itKeepsToTheDocuments(desk);
