// The stream of activities as text, and what its records say.
import { expect, it } from 'vitest';
import { createEventReader, decodeActivityEvent } from '#main/wire/activity-events.ts';

const plain = (text: string): string => text;

const common = {
  event_id: '01KH00000000000000000000AA',
  at: '2026-11-13T15:30:00.5Z',
  executed_at: '2026-11-13T15:29:00Z',
  activity_type: 'TRD',
  status: 'executed',
  settle_date: '2026-11-16',
  currency: 'USD',
  ref_id: 'x1',
  qty: '10',
  price: '187.2',
  net_amount: '-1872',
};
const details = {
  execution_type: 'fill',
  order_id: 'o1',
  symbol: 'AAPL',
  side: 'buy',
  cum_qty: '10',
  leaves_qty: '0',
};
const decode = (record: object) => decodeActivityEvent(JSON.stringify(record), plain);

it('cuts a stream into events and comments, wherever the chunks end', () => {
  const text =
    ': hello\r\nid: 1\r\ndata: {"a":1}\r\n\r\ndata:x\rdata: y\r\r: slow\n\ndata\n\nevent: z\n\n';
  const whole = createEventReader()(text);
  expect(whole).toEqual([
    { kind: 'comment', text: 'hello' },
    { kind: 'data', text: '{"a":1}' },
    { kind: 'data', text: 'x\ny' },
    { kind: 'comment', text: 'slow' },
    { kind: 'data', text: '' },
  ]);
  for (let at = 1; at < text.length; at++) {
    const read = createEventReader();
    expect([...read(text.slice(0, at)), ...read(text.slice(at))]).toEqual(whole);
  }
});

it('does not wait for a line, or an event, that does not end', () => {
  const endless = createEventReader();
  const read = () => {
    for (let n = 0; n < 100; n++) endless('x'.repeat(1_000));
  };
  expect(read).toThrow('does not end');
  const lines = createEventReader();
  expect(() => lines(`data: ${'x'.repeat(1_000)}\n`.repeat(100))).toThrow('does not end');
});

it('reads a fill, a bust and a correction', () => {
  expect(decode({ ...common, details })).toMatchObject({
    kind: 'fill',
    execution: { orderId: 'o1', executionId: 'x1', cumQty: '10', at: '2026-11-13T15:29:00Z' },
  });
  expect(decode({ ...common, details: { ...details, side: 'sell_short' } })).toMatchObject({
    execution: { side: 'sell' },
  });
  const taken = { ...common, ref_id: 'x2', previous_id: 'x1' };
  const bust = { ...taken, qty: '-10', details: { ...details, execution_type: 'trade_bust' } };
  expect(decode(bust)).toMatchObject({
    kind: 'bust',
    orderId: 'o1',
    previousId: 'x1',
    executionId: 'x2',
    qty: '10',
    price: '187.2',
  });
  const correct = {
    ...taken,
    price: 187.1,
    details: { ...details, execution_type: 'trade_correct' },
  };
  expect(decode(correct)).toMatchObject({ kind: 'correct', price: '187.1', qty: '10' });
});

it('reads what is booked besides: a fee, and a split with what is held before and after', () => {
  const entry = { ...common, activity_type: 'FEE', net_amount: '-0.02', qty: null, price: null };
  expect(decode({ ...entry, details: { system_date: '2026-11-13' } })).toEqual({
    eventId: common.event_id,
    at: common.at,
    kind: 'entry',
    type: 'FEE',
    symbol: undefined,
    netAmount: '-0.02',
    revises: undefined,
    split: undefined,
  });
  for (const [status, revises] of [
    ['canceled', 'canceled'],
    ['correct', 'corrected'],
  ])
    expect(decode({ ...entry, status, previous_id: 'x0', details: {} })).toMatchObject({ revises });
  const split = { symbol: 'AAPL', old_qty: '10', new_qty: '40', old_rate: '1', new_rate: '4' };
  expect(decode({ ...entry, activity_type: 'SPLIT', details: split })).toMatchObject({
    symbol: 'AAPL',
    split: { oldQty: '10', newQty: '40' },
  });
});

it.each([
  ['no JSON', 'data'],
  ['no record', '[]'],
  ['no id', JSON.stringify({ ...common, event_id: undefined, details })],
  ['no time', JSON.stringify({ ...common, at: 'now', details })],
  ['a fill without an order', JSON.stringify({ ...common, details: { ...details, order_id: 3 } })],
  [
    'a bust of nothing',
    JSON.stringify({ ...common, details: { ...details, execution_type: 'trade_bust' } }),
  ],
  ['something unheard of', JSON.stringify({ ...common, details: { execution_type: 'restated' } })],
])('does not read %s, and goes on', (_what, text) => {
  expect(decodeActivityEvent(text, plain)).toBeUndefined();
});
