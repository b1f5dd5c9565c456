import { describe, expect, it } from 'vitest';
import { Order, type Position } from '#contract/orders.ts';
import { planLine, shortWords } from '#renderer/chart/line-marks.ts';
import { positionPlan, restingAgainst, ticketPlan } from '#renderer/screens/desk/chart-plan.ts';
import { entryOf } from '#renderer/trading/ticket/ticket-prices.ts';
import { newTicket, type TicketFields } from '#renderer/trading/ticket/ticket.ts';

const planOf = (changed: Partial<TicketFields>, more: object = {}, heldAt?: string) => {
  const fields = { ...newTicket('AAPL').fields, ...changed };
  const entry = entryOf(fields, { bid: '190', ask: '190.02', last: '190.01', heldAt });
  return ticketPlan({ fields, qty: '10', entry, isFixed: false, isPrivate: false, ...more });
};
const saying = ({ lines }: ReturnType<typeof planOf>) =>
  lines.map(({ title, price, moves, beside = [] }) =>
    [title, price, moves].concat(beside).join(' | '),
  );

describe('of the ticket', () => {
  const position = {
    symbol: 'AAPL',
    side: 'long',
    qty: '4',
    avgEntryPrice: '188.25',
  } as Position;
  const limit = { side: 'sell', type: 'limit', limitPrice: '190' } as const;
  const gains = (plan: ReturnType<typeof planOf>) =>
    plan.lines.map((line) => shortWords(planLine(line)));

  it('an order against what is held says what it would gain, for no more than that', () => {
    expect(gains(planOf(limit, { position }))).toEqual(['Ticket: sell 10 limit +$7.00']);
    expect(gains(planOf(limit, { position, qty: '2' }))).toEqual(['Ticket: sell 2 limit +$3.50']);
  });

  it.each<[string, Partial<TicketFields>, object]>([
    ['it buys more', { ...limit, side: 'buy' }, { position }],
    ['nothing is held', limit, {}],
    ['amounts are hidden', limit, { position, isPrivate: true }],
    ['it has no size', limit, { position, qty: undefined }],
  ])('and nothing where %s', (_what, fields, more) => {
    expect(gains(planOf(fields, more)).join(' ')).not.toContain('$');
  });

  it.each<[string, Partial<TicketFields>, string[]]>([
    ['a market order has no price', {}, []],
    ['a price that is not read is none', { type: 'limit', limitPrice: '19o' }, []],
    ['nor is nothing', { type: 'limit', limitPrice: '0' }, []],
    [
      'a limit order is one line',
      { type: 'limit', limitPrice: '189.5' },
      ['Ticket: buy 10 limit | 189.5 | field'],
    ],
    [
      'a price that its type does not show is no line',
      { type: 'stop', stopPrice: '195', limitPrice: '189.5' },
      ['Ticket: buy 10 stop | 195 | field'],
    ],
    [
      'a bracket: entry, target and stop with dollars and reward to risk',
      {
        type: 'limit',
        limitPrice: '190',
        orderClass: 'bracket',
        takeProfit: '199.5',
        stopLoss: '185.5',
      },
      [
        'Ticket: buy 10 limit | 190 | field',
        'Ticket: target +$95.00 · 2.1 : 1 | 199.5 | field',
        'Ticket: stop loss −$45.00 | 185.5 | field',
      ],
    ],
    [
      'of a short one the target is below',
      {
        side: 'sell',
        type: 'limit',
        limitPrice: '190',
        orderClass: 'bracket',
        takeProfit: '180',
        stopLoss: '195',
      },
      [
        'Ticket: sell 10 limit | 190 | field',
        'Ticket: target +$100.00 · 2 : 1 | 180 | field',
        'Ticket: stop loss −$50.00 | 195 | field',
      ],
    ],
    [
      'exits in percent are drawn at the prices that they come to',
      {
        type: 'limit',
        limitPrice: '190',
        orderClass: 'bracket',
        exitUnit: 'percent',
        takeProfit: '5',
        stopLoss: '2.5',
      },
      [
        'Ticket: buy 10 limit | 190 | field',
        'Ticket: target +$95.00 · 2 : 1 | 199.5 | field',
        'Ticket: stop loss −$47.50 | 185.25 | field',
      ],
    ],
    [
      'and dollars, of the whole order',
      {
        type: 'limit',
        limitPrice: '190',
        orderClass: 'bracket',
        exitUnit: 'dollars',
        takeProfit: '20',
        stopLoss: '10',
      },
      [
        'Ticket: buy 10 limit | 190 | field',
        'Ticket: target +$20.00 · 2 : 1 | 192 | field',
        'Ticket: stop loss −$10.00 | 189 | field',
      ],
    ],
    [
      'exits that are missing are handles at the entry, here at the market',
      { orderClass: 'bracket', stopLoss: '185' },
      [
        'Ticket: buy 10 at about | 190.02 | never',
        'Set target | 190.02 | field | above',
        'Ticket: stop loss −$50.20 | 185 | field',
      ],
    ],
    [
      'an OTO has one exit and is offered no second',
      { type: 'limit', limitPrice: '190', orderClass: 'oto', takeProfit: '191' },
      ['Ticket: buy 10 limit | 190 | field', 'Ticket: target +$10.00 | 191 | field'],
    ],
  ])('%s', (_what, fields, expected) => {
    expect(saying(planOf(fields))).toEqual(expected);
  });

  it('measures an OCO from what the position cost', () => {
    const oco = { side: 'sell', type: 'limit', orderClass: 'oco' } as const;
    const plan = planOf({ ...oco, takeProfit: '200', stopLoss: '185' }, {}, '180');
    expect(saying(plan)).toEqual([
      'Ticket: target +$200.00 | 200 | field',
      // A stop above what it cost keeps some of the gain.
      'Ticket: stop loss +$50.00 | 185 | field',
    ]);
    expect(plan.zones).toEqual([
      { from: '180', to: '200', isGain: true },
      { from: '180', to: '185', isGain: true },
    ]);
  });

  const bracket = {
    type: 'limit',
    limitPrice: '190',
    orderClass: 'bracket',
    takeProfit: '200',
    stopLoss: '185',
  } as const;

  it('shades what it would gain and lose', () => {
    expect(planOf(bracket).zones).toEqual([
      { from: '190', to: '200', isGain: true },
      { from: '190', to: '185', isGain: false },
    ]);
  });

  it('says neither sizes nor dollars in privacy mode', () => {
    expect(saying(planOf(bracket, { isPrivate: true }))).toEqual([
      'Ticket: buy limit | 190 | field',
      'Ticket: target · 2 : 1 | 200 | field',
      'Ticket: stop loss | 185 | field',
    ]);
  });

  it('holds still while the order is reviewed or on its way, and offers nothing', () => {
    const plan = planOf({ ...bracket, takeProfit: '' }, { isFixed: true });
    expect(plan.lines.map(({ moves }) => moves)).toEqual(['never', 'never']);
  });
});

const order = (more: object) =>
  Order.parse({
    id: 'one',
    clientOrderId: 'c',
    symbol: 'AAPL',
    side: 'sell',
    type: 'limit',
    timeInForce: 'gtc',
    status: 'new',
    filledQty: '0',
    ...more,
  });

describe('of a position', () => {
  const position = { symbol: 'AAPL', side: 'long', qty: '10', avgEntryPrice: '190' } as Position;
  const input = { position, resting: {}, moving: undefined, isPrivate: false };

  it('has a handle for each exit that is missing', () => {
    expect(saying(positionPlan(input))).toEqual([
      'Target | 190 | exit | above',
      'Stop | 190 | exit | below',
    ]);
    expect(saying(positionPlan({ ...input, resting: { stopLoss: '185' } }))).toEqual([
      'Target | 190 | exit | above',
    ]);
    const short = { ...position, side: 'short', qty: '-10' } as Position;
    expect(saying(positionPlan({ ...input, position: short }))).toEqual([
      'Target | 190 | exit | below',
      'Stop | 190 | exit | above',
    ]);
  });

  it('says what a moved one would gain, against the stop that rests', () => {
    const moving = { exit: 'takeProfit', price: '200' } as const;
    const plan = positionPlan({ ...input, resting: { stopLoss: '185' }, moving });
    expect(saying(plan)).toEqual(['Target +$100.00 · 2 : 1 | 200 | exit']);
    expect(plan.zones).toHaveLength(2);
  });

  it.each<[string, object[], object]>([
    ['nothing', [], {}],
    ['a limit order', [{ limitPrice: '200' }], { takeProfit: '200' }],
    ['a trailing stop', [{ type: 'trailing_stop', stopPrice: '185' }], { stopLoss: '185' }],
    ['an order that ended', [{ limitPrice: '200', status: 'canceled' }], {}],
    ['one of its own side', [{ limitPrice: '180', side: 'buy' }], {}],
    ['one of another symbol', [{ limitPrice: '200', symbol: 'MSFT' }], {}],
    [
      'the legs of a bracket',
      [
        {
          side: 'buy',
          status: 'filled',
          legs: [order({ limitPrice: '200' }), order({ type: 'stop', stopPrice: '185' })],
        },
      ],
      { takeProfit: '200', stopLoss: '185' },
    ],
  ])('knows what rests against it: %s', (_what, orders, expected) => {
    expect(restingAgainst(position, orders.map(order))).toEqual(expected);
  });
});
