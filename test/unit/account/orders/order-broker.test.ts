// What the client answers, in the words of the order protocol.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import type { Order } from '#contract/orders.ts';
import { createOrderBroker } from '#main/account/orders/order-broker.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import { anOrder } from '#test/unit/account/orders/world.ts';

type Calls = Parameters<typeof createOrderBroker>[0];

const ORDER = anOrder({});
const NOTHING_LEFT = { kind: 'not-sent', reason: 'it waited too long' } as const;
const LOST = { kind: 'lost', reason: 'connection reset' } as const;
const REFUSED = fail({ kind: 'refused', status: 422, message: 'no' });
const options = {
  maxWaitMs: 1_000,
  beforeSend: () => undefined,
  signal: new AbortController().signal,
};

const answer = (status: number, more: Partial<Extract<Sent<Order>, { kind: 'answer' }>> = {}) =>
  ({ kind: 'answer', status, result: REFUSED, message: 'no', isReplay: false, ...more }) as const;

/** A broker over a client of which only these calls can be made, and what was asked of it. */
function over(calls: Partial<Calls>) {
  return createOrderBroker(calls as Calls);
}

describe('an order and a change', () => {
  const outcomes: [string, Sent<Order>, unknown][] = [
    ['nothing left', NOTHING_LEFT, NOTHING_LEFT],
    ['nobody knows', LOST, LOST],
    [
      'a refusal has no record',
      answer(422, { requestId: 'r-1' }),
      { kind: 'answer', status: 422, message: 'no', requestId: 'r-1' },
    ],
    [
      'what was taken has one',
      answer(200, { result: ok(ORDER), message: 'HTTP 200' }),
      { kind: 'answer', status: 200, message: 'HTTP 200', record: ORDER },
    ],
  ];

  it.each(outcomes)('%s', async (_what, sent, outcome) => {
    const asked: unknown[] = [];
    const broker = over({
      placeRaw: async (...given) => {
        asked.push(given);
        return sent;
      },
      replaceRaw: async (...given) => {
        asked.push(given);
        return sent;
      },
    });
    expect(await broker.place('{"a":1}', options)).toStrictEqual(outcome);
    expect(await broker.replace('order-x', '{"b":2}', options)).toStrictEqual(outcome);
    expect(asked).toEqual([
      ['{"a":1}', options],
      ['order-x', '{"b":2}', options],
    ]);
  });
});

describe('a cancel', () => {
  const answers: [Sent<unknown>, unknown][] = [
    [NOTHING_LEFT, NOTHING_LEFT],
    [LOST, { kind: 'silent', reason: 'connection reset' }],
    [answer(199), { kind: 'silent', reason: '199: no' }],
    [answer(200), { kind: 'asked' }],
    [answer(204), { kind: 'asked' }],
    [answer(299), { kind: 'asked' }],
    [answer(300), { kind: 'silent', reason: '300: no' }],
    [answer(403), { kind: 'silent', reason: '403: no' }],
    [answer(404), { kind: 'declined', text: 'no', isUnknown: true }],
    [answer(422), { kind: 'declined', text: 'no' }],
    [answer(500), { kind: 'silent', reason: '500: no' }],
  ];

  it.each(answers)('%j', async (sent, told) => {
    const broker = over({
      cancel: async () => sent as Sent<null>,
      cancelAll: async () => sent as Awaited<ReturnType<Calls['cancelAll']>>,
    });
    expect(await broker.cancel('order-x')).toStrictEqual(told);
    expect(await broker.cancelEverything()).toStrictEqual(told);
  });

  it('of everything tells for which orders it was taken', async () => {
    const value = [
      { id: 'a', status: 200 },
      { id: 'b', status: 500 },
      { id: 'c', status: 204 },
    ];
    const sent = { kind: 'answer' as const, status: 207, message: '', result: ok(value) };
    const broker = over({ cancelAll: async () => sent });
    expect(await broker.cancelEverything()).toEqual({ kind: 'asked', taken: ['a', 'c'] });
  });

  it('does not leave once the order has ended', async () => {
    let left = 0;
    const broker = over({
      cancel: async (_orderId, sending) => {
        const reason = sending?.beforeSend?.();
        return { kind: 'not-sent', reason: reason ?? 'it left' };
      },
    });
    const told = await broker.cancel(
      'order-x',
      () => left++,
      () => true,
    );
    expect([told, left]).toEqual([{ kind: 'not-sent', reason: 'the order has ended' }, 0]);
  });

  it('says when its first byte leaves, and is stopped by nobody', async () => {
    let left = 0;
    const broker = over({
      cancel: async (orderId, sending) => {
        expect([orderId, left]).toEqual(['order-x', 0]);
        expect(sending?.beforeSend?.()).toBeUndefined();
        return answer(204) as Sent<null>;
      },
    });
    await broker.cancel('order-x', () => left++);
    expect(left).toBe(1);
    await broker.cancel('order-x').catch(() => undefined);
  });
});

describe('a lookup', () => {
  it.each([
    [ok(ORDER), { kind: 'found', order: ORDER }],
    [fail({ kind: 'refused', status: 404, message: 'not found' }), { kind: 'missing' }],
    [fail({ kind: 'offline', message: 'No route.' }), { kind: 'silent', reason: 'No route.' }],
  ] as const)('%j', async (result, told) => {
    const asked: string[] = [];
    const broker = over({
      order: async (orderId) => {
        asked.push(orderId);
        return result;
      },
      orderByClientId: async (clientOrderId) => {
        asked.push(clientOrderId);
        return result;
      },
    });
    expect(await broker.byId('order-x')).toEqual(told);
    expect(await broker.byClientOrderId('mine')).toEqual(told);
    expect(asked).toEqual(['order-x', 'mine']);
  });
});
