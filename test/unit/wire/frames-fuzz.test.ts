// Frames that were cut, flipped, nested and retyped: a refusal and a counter, never a throw and never a wrong state.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDecimal } from '#main/domain/decimal.ts';
import { createDataLink } from '#main/broker/streams/data-link.ts';
import { createTradeLink } from '#main/broker/streams/trade-link.ts';
import { createDataCodec } from '#main/wire/data-codec.ts';
import { decodeDataMessages, type DataBatch } from '#main/wire/data-stream.ts';
import { decodeTradeFrame } from '#main/wire/trade-stream.ts';
import { createFakeSockets } from '#test/support/fake-socket.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';
import { scaled } from '#test/support/scale.ts';
import { samples, update } from './frame-samples.ts';

const RUNS = scaled(2_000);

/** A sample with one member replaced by anything, a member of the prototype among the names. */
const mutated = (sample: Record<string, unknown>) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(sample), '__proto__', 'constructor', 'x'), fc.anything())
    .map(([name, value]) => ({ ...sample, [name]: value }));
const anyFrame = fc.oneof(
  fc.anything(),
  fc.array(fc.oneof(fc.anything(), ...samples.map(mutated)), { maxLength: 5 }),
);
const brokenText = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(text.length), fc.string({ maxLength: 4 }))
    .map(
      ([start, end, insert]) =>
        text.slice(0, Math.min(start, end)) + insert + text.slice(Math.max(start, end)),
    );
const brokenBytes = (bytes: Uint8Array) =>
  fc
    .tuple(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length))
    .map(([index, value, length]) => {
      const copy = Uint8Array.from(bytes);
      copy[index] = value;
      return copy.slice(0, length);
    });

function expectSound({ trades, bars, refused }: DataBatch & { refused: number }): void {
  expect(Number.isSafeInteger(refused)).toBe(true);
  for (const { symbol, price, tradedAt } of trades)
    expect([typeof symbol, isDecimal(price), Number.isFinite(tradedAt)]).toEqual([
      'string',
      true,
      true,
    ]);
  for (const { symbol, time, ...numbers } of bars)
    expect([
      typeof symbol,
      Number.isFinite(time),
      Object.values(numbers).every(Number.isFinite),
    ]).toEqual(['string', true, true]);
}

describe('the price stream’s decoder', () => {
  it.each([
    [405, 405],
    ['406', 406],
    [{ toString: {} }, 0],
    ['no code', 0],
    [undefined, 0],
  ])('reads the code %j of an error as %i', (code, read) => {
    expect(decodeDataMessages([{ T: 'error', code, msg: 'no' }]).controls).toEqual([
      { kind: 'error', code: read, message: 'no' },
    ]);
  });

  it('survives values of every kind', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => expectSound(decodeDataMessages(frame))),
      { numRuns: RUNS },
    );
  });

  it('survives text and bytes that were damaged on the way', () => {
    const json = createDataCodec('json');
    const msgpack = createDataCodec('msgpack');
    const text = JSON.stringify(samples);
    const bytes = msgpack.encode(samples) as Uint8Array;
    fc.assert(
      fc.property(brokenText(text), brokenBytes(bytes), fc.uint8Array(), (some, other, noise) => {
        expectSound(json.read(some));
        expectSound(msgpack.read(other));
        expectSound(msgpack.read(noise));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the order stream’s decoder', () => {
  it('answers an update that keeps its promises, or refuses', () => {
    const frame = fc.oneof(
      brokenText(JSON.stringify(update)),
      fc
        .tuple(mutated(update), mutated(update.data), mutated(update.data.order))
        .map(([outer, data, order]) => JSON.stringify({ ...outer, data: { ...data, order } })),
      fc.json(),
      fc.uint8Array(),
    );
    fc.assert(
      fc.property(frame, (some) => {
        const message = decodeTradeFrame(some, (text) => text);
        if (message === 'broken' || message?.kind !== 'update') return;
        const { order, fill } = message.update;
        expect([typeof order.id, typeof order.status, isDecimal(order.filledQty)]).toEqual([
          'string',
          'string',
          true,
        ]);
        if (fill) expect([isDecimal(fill.qty), isDecimal(fill.price)]).toEqual([true, true]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('both links', () => {
  it('stay connected whatever frame comes', () => {
    const time = createFakeTime();
    const shared = {
      url: 'ws://127.0.0.1/',
      credentials: () => ({ keyId: 'K', secretKey: 'S' }),
      onEvents: () => undefined,
      onState: () => undefined,
      clock: time.clock,
      delay: time.delay,
      random: createFakeRandom(),
      log: () => undefined,
    };
    const prices = createFakeSockets();
    const orders = createFakeSockets();
    const dataLink = createDataLink({ ...shared, codec: 'json', openSocket: prices.open });
    const tradeLink = createTradeLink({ ...shared, openSocket: orders.open });
    for (const link of [dataLink, tradeLink]) link.start();
    for (const sockets of [prices, orders]) sockets.last().events.onOpen();
    prices.last().events.onFrame('[{"T":"success","msg":"authenticated"}]');
    orders
      .last()
      .events.onFrame(
        '{"stream":"authorization","data":{"status":"authorized","action":"authenticate"}}',
      );
    orders.last().events.onFrame('{"stream":"listening","data":{"streams":["trade_updates"]}}');
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uint8Array(), fc.json()), (frame) => {
        prices.last().events.onFrame(frame);
        orders.last().events.onFrame(frame);
        expect([dataLink.state().phase, tradeLink.state().phase]).toEqual(['live', 'live']);
      }),
      { numRuns: RUNS },
    );
    expect(dataLink.counters().refused).toBeGreaterThan(RUNS / 2);
  });
});
