// What the auditor of the second proof must notice, with a ledger and words made for it.
import { describe, expect, it } from 'vitest';
import {
  createBook,
  judgeIntent,
  type ClosingAsked,
  type Confirmed,
} from '#test/second-proof/book.ts';
import { exact } from '#test/second-proof/exact.ts';
import { judgeClosings, judgeExits, noteExits } from '#test/second-proof/exits.ts';
import type { Fill, Item, Ledger, Snapshot } from '#test/second-proof/ledger.ts';
import { createToldAudit } from '#test/second-proof/told.ts';
import type { DeskWindow, Told } from '#test/second-proof/window.ts';
import { createWordsAudit } from '#test/second-proof/words.ts';

const AT = Date.parse('2026-11-19T15:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();

const draft: Item = {
  symbol: 'KO',
  side: 'buy',
  type: 'limit',
  qty: '5',
  limitPrice: '60.10',
  timeInForce: 'day',
};

const order = (more: Item = {}): Item => ({
  id: 'o1',
  client_order_id: 'i1',
  symbol: 'KO',
  side: 'buy',
  type: 'limit',
  qty: '5',
  limit_price: '60.1',
  time_in_force: 'day',
  order_class: '',
  status: 'new',
  filled_qty: '0',
  created_at: iso(AT),
  ...more,
});

const snapshot = (...orders: Item[]): Snapshot => ({
  orders,
  byId: new Map(orders.map((each) => [String(each['id']), each])),
  positions: [],
  account: {},
});

const fill = (orderId: string, size: string, atMs = AT + 1_000): Fill => ({
  id: `${orderId}-${size}-${atMs}`,
  orderId,
  symbol: 'KO',
  size: exact(size),
  qty: size.replace('-', ''),
  price: '60',
  cumQty: size.replace('-', ''),
  atMs,
});

const ledgerOf = (
  fills: Fill[] = [],
  statuses: Record<string, Record<string, number>> = {},
): Ledger =>
  ({
    fills,
    statuses: new Map(
      Object.entries(statuses).map(([id, times]) => [id, new Map(Object.entries(times))]),
    ),
    symbols: () => new Set(['KO']),
  }) as unknown as Ledger;

const told = (feed: string, item: Item, more: Partial<Told> = {}): Told => ({
  at: AT + 2_000,
  run: 1,
  feed,
  item,
  isFirst: false,
  ...more,
});

describe('the terms of an order', () => {
  const judge = (drafts: Item[], there: Item, confirmed: Partial<Confirmed> = {}): string[] =>
    judgeIntent(
      { intentId: 'i1', kind: 'place', drafts, at: AT, replies: [], ...confirmed },
      'accepted',
      snapshot(there, order({ id: 'o0', client_order_id: 'i0' })),
      () => undefined,
    );

  it('are what was confirmed', () => {
    expect(judge([draft], order())).toEqual([]);
  });

  it.each([
    ['another size', { qty: '6' }],
    ['another price', { limit_price: '60.11' }],
    ['another side', { side: 'sell' }],
    ['another symbol', { symbol: 'F' }],
    ['another type', { type: 'market', limit_price: null }],
    ['another time in force', { time_in_force: 'gtc' }],
    ['another class', { order_class: 'bracket' }],
    ['a stop that nobody asked for', { stop_price: '50' }],
    ['dollars instead of shares', { qty: null, notional: '300' }],
    ['an exit that nobody asked for', { legs: [{ id: 'l1', limit_price: '70' }] }],
  ])('not with %s', (_what, more) => {
    expect(judge([draft], order(more))).toHaveLength(1);
  });

  it('are those of either of two drafts that share an id', () => {
    expect(judge([draft, { ...draft, qty: '7' }], order({ qty: '7' }))).toEqual([]);
  });

  it('have their exits', () => {
    const bracket = {
      ...draft,
      orderClass: 'bracket',
      takeProfit: { limitPrice: '70' },
      stopLoss: { stopPrice: '50' },
    };
    const legs = [
      { id: 'l1', limit_price: '70.00' },
      { id: 'l2', stop_price: '50' },
    ];
    expect(judge([bracket], order({ order_class: 'bracket', legs }))).toEqual([]);
    expect(judge([bracket], order({ order_class: 'bracket', legs: legs.slice(1) }))).toHaveLength(
      1,
    );
  });

  it('of a change are the new price and all else of the old order', () => {
    const change = { kind: 'replace', targetId: 'o0' } as const;
    const drafts = [{ limitPrice: '59' }];
    const changed = order({ limit_price: '59', replaces: 'o0' });
    expect(judge(drafts, changed, change)).toEqual([]);
    expect(judge(drafts, { ...changed, limit_price: '60.1' }, change)).toHaveLength(1);
    expect(judge(drafts, { ...changed, qty: '6' }, change)).toHaveLength(1);
    expect(judge(drafts, { ...changed, replaces: 'o9' }, change)).toHaveLength(1);
  });
});

describe('what was told of an intent', () => {
  const book = () => {
    const made = createBook();
    made.intents.set('i1', { intentId: 'i1', kind: 'place', drafts: [draft], at: AT, replies: [] });
    return made;
  };
  const body = JSON.stringify({
    client_order_id: 'i1',
    symbol: 'KO',
    side: 'buy',
    type: 'limit',
    qty: '5',
    limit_price: '60.10',
    time_in_force: 'day',
  });
  const intent = (more: Item): Item => ({ intentId: 'i1', kind: 'place', body, ...more });
  const hear = (truth: Snapshot, ...items: Item[]): string[] => {
    const audit = createWordsAudit(ledgerOf(), book(), () => false);
    for (const item of items) audit.hear('A', told('intents', item));
    return audit.judge(truth, []);
  };

  it('is so', () => {
    const accepted = intent({ state: 'accepted', resultId: 'o1' });
    expect(hear(snapshot(order()), intent({ state: 'unknown' }), accepted)).toEqual([]);
    expect(hear(snapshot(), intent({ state: 'unknown' }), intent({ state: 'refused' }))).toEqual(
      [],
    );
  });

  it.each([
    ['accepted without an order', { state: 'accepted', resultId: 'o1' }, snapshot()],
    ['accepted as another order', { state: 'accepted', resultId: 'o2' }, snapshot(order())],
    [
      'accepted before its order',
      { state: 'accepted', resultId: 'o1' },
      snapshot(order({ created_at: iso(AT + 60_000) })),
    ],
    ['refused, and placed', { state: 'refused' }, snapshot(order())],
    ['not sent, and placed', { state: 'not-sent' }, snapshot(order())],
    ['of nobody', { intentId: 'i9', state: 'unknown' }, snapshot()],
    ['with other bytes', { state: 'unknown', body: body.replace('"5"', '"50"') }, snapshot()],
  ])('is not: %s', (_what, more, truth) => {
    expect(hear(truth, intent(more))).toHaveLength(1);
  });

  it('is not taken back', () => {
    const accepted = intent({ state: 'accepted', resultId: 'o1' });
    expect(hear(snapshot(order()), accepted, intent({ state: 'unknown' }))).toHaveLength(1);
    expect(
      hear(snapshot(), intent({ state: 'refused' }), intent({ state: 'unknown' })),
    ).toHaveLength(1);
  });

  it('may be refused by an answer that was another’s, if it is said when the order is found', () => {
    const judge = (alerts: Item[], wasMisled = true): string[] => {
      const audit = createWordsAudit(ledgerOf(), book(), () => wasMisled);
      audit.hear('A', told('intents', intent({ state: 'refused' })));
      return audit.judge(snapshot(order()), alerts);
    };
    expect(judge([{ kind: 'late', target: { intentId: 'i1' } }])).toEqual([]);
    expect(judge([{ kind: 'fill', target: { intentId: 'i1' } }])).toHaveLength(1);
    expect(judge([{ kind: 'late', target: { intentId: 'i1' } }], false)).toHaveLength(1);
  });

  it('of an order that a failing disk made unknown again may be followed by a person’s sending', () => {
    const LOST = { from: AT, to: AT + 10_000 };
    const judge = (sentAt: number | undefined, createdAt: number, lost = LOST): string[] => {
      const known = book();
      known.unwritable.push(lost);
      if (sentAt !== undefined) known.sentAgain.set('i1', sentAt);
      const audit = createWordsAudit(ledgerOf(), known, () => false);
      audit.hear('A', told('intents', intent({ state: 'not-sent' })));
      return audit.judge(snapshot(order({ created_at: iso(createdAt) })), []);
    };
    expect(judge(AT + 20_000, AT + 20_100)).toEqual([]);
    expect(judge(undefined, AT + 20_100)).toHaveLength(1);
    expect(judge(AT + 20_000, AT + 1_000)).toHaveLength(1);
    expect(judge(AT + 5_000, AT + 5_100)).toHaveLength(1);
    expect(judge(AT + 20_000, AT + 20_100, { from: AT + 3_000, to: AT + 10_000 })).toHaveLength(1);
  });

  it('is told by alerts once, and of what happened', () => {
    const alert = (kind: string): Item => ({
      alertId: `${kind}:o1`,
      kind,
      target: { orderId: 'o1' },
    });
    const judge = (fills: Fill[], truth: Snapshot, ...items: Told[]): string[] => {
      const audit = createWordsAudit(ledgerOf(fills), book(), () => false);
      for (const item of items) audit.hear('A', item);
      return audit.judge(truth, []);
    };
    const once = told('alerts', alert('fill'));
    expect(judge([fill('o1', '5')], snapshot(order()), once)).toEqual([]);
    expect(judge([], snapshot(order()), once)).toHaveLength(1);
    expect(judge([fill('o1', '5')], snapshot(), once)).toHaveLength(1);
    expect(judge([fill('o1', '5')], snapshot(order()), once, once)).toHaveLength(1);
    const again = { ...once, run: 2, isFirst: true };
    expect(judge([fill('o1', '5')], snapshot(order()), once, again)).toEqual([]);
    expect(judge([], snapshot(order()), told('alerts', alert('cancel')))).toHaveLength(1);
  });

  it('is not passed over in silence', () => {
    const audit = createWordsAudit(ledgerOf(), book(), () => false);
    const truth = snapshot(order({ status: 'filled' }));
    expect(audit.judgeSilence(truth, [])).toHaveLength(1);
    expect(audit.judgeSilence(truth, [{ kind: 'fill', target: { orderId: 'o1' } }])).toEqual([]);
  });
});

describe('what was told of an order', () => {
  const item = (more: Item): Item => ({
    id: 'o1',
    clientOrderId: 'i1',
    symbol: 'KO',
    side: 'buy',
    type: 'limit',
    status: 'new',
    filledQty: '0',
    ...more,
  });
  const judge = (
    statuses: Record<string, number>,
    items: readonly Told[],
    askedToWait: number[] = [],
  ): string[] => {
    const ledger = ledgerOf([fill('o1', '5', AT)], { o1: statuses });
    const audit = createToldAudit(ledger, () => [], [], askedToWait);
    for (const each of items) audit.hear('A', each);
    return audit.judge(snapshot(order({ status: Object.keys(statuses).at(-1) })));
  };
  const open = told('orders', item({}));
  const over = told('orders', item({ status: 'filled', filledQty: '5' }));

  it('moves forward', () => {
    expect(judge({ new: AT, filled: AT + 1_000 }, [open, over])).toEqual([]);
  });

  it('and never back', () => {
    const found = judge({ new: AT, filled: AT + 1_000 }, [over, open]);
    expect(found.join()).toContain('told as filled, and then as new');
    expect(found.join()).toContain('told as filled 5, and then 0');
  });

  it('is not open long after it was over', () => {
    const late = { ...open, at: AT + 47_000 };
    expect(judge({ new: AT, filled: AT + 1_000 }, [late])).toHaveLength(1);
    expect(judge({ new: AT, filled: AT + 1_000 }, [{ ...late, isFirst: true }])).toEqual([]);
    expect(judge({ new: AT, filled: AT + 3_000 }, [late])).toEqual([]);
  });

  it('may be open for longer while the desk was asked to wait, a minute for each time', () => {
    const judgeAt = (at: number, ...asked: number[]): number => {
      const waits = asked.map((each) => AT + each);
      return judge({ new: AT, filled: AT }, [{ ...open, at: AT + at }], waits).length;
    };
    expect(judgeAt(104_000, -100_000, 10_000)).toBe(0);
    expect(judgeAt(106_000, -100_000, 10_000)).toBe(1);
    // One that overlaps another counts once, and what was over before the end counts not at all.
    expect(judgeAt(114_000, 10_000, 20_000)).toBe(0);
    expect(judgeAt(116_000, 10_000, 20_000)).toBe(1);
    expect(judgeAt(76_000, -30_000)).toBe(1);
    expect(judgeAt(74_000, -30_000)).toBe(0);
  });
});

describe('a way out', () => {
  const asked = (more: Partial<ClosingAsked> = {}): ClosingAsked => ({
    closingId: 'c1',
    kind: 'close',
    symbols: [{ symbol: 'KO', qty: '5' }],
    at: AT,
    reply: { ok: true },
    ...more,
  });
  const exit = order({ id: 'x1', client_order_id: 'e1', side: 'sell', created_at: iso(AT + 500) });
  const judge = (closing: ClosingAsked, there: Item, ...fills: Fill[]): string[] => {
    const book = createBook();
    book.closings.set('c1', closing);
    book.exits.set('e1', closing);
    return judgeExits(book, snapshot(there), fills);
  };

  it('closes', () => {
    expect(judge(asked(), exit, fill('o1', '5'), fill('x1', '-5'))).toEqual([]);
  });

  it.each([
    ['another symbol', asked({ symbols: [{ symbol: 'F', qty: '5' }] }), exit, [fill('o1', '5')]],
    ['older than it', asked(), { ...exit, created_at: iso(AT - 60_000) }, []],
    ['opening the other side', asked(), exit, [fill('o1', '5'), fill('x1', '-6')]],
    ['opening from nothing', asked(), exit, [fill('x1', '-5')]],
    ['adding to what is held', asked(), exit, [fill('o1', '5'), fill('x1', '1')]],
    [
      'more than half',
      asked({ kind: 'half', symbols: [{ symbol: 'KO', qty: '2' }] }),
      exit,
      [fill('o1', '5'), fill('x1', '-3')],
    ],
  ])('has no exit %s', (_what, closing, there, fills) => {
    expect(judge(closing, there, ...fills)).toHaveLength(1);
  });

  it('has the exits that are told after a restart by their symbol and kind', () => {
    const book = createBook();
    const close = { closingId: 'c2', at: AT + 60_000 };
    for (const closing of [
      asked({ kind: 'half' }),
      asked(close),
      asked({ closingId: 'c3', kind: 'half', at: AT + 61_000 }),
      asked({ closingId: 'c4', symbols: [{ symbol: 'F', qty: '5' }], at: AT + 62_000 }),
      asked({ closingId: 'c5', at: AT + 63_000, reply: { ok: false } }),
      asked({ closingId: 'c6', at: AT + 90_000 }),
    ])
      book.closings.set(closing.closingId, closing);
    const exits = [
      { intentId: 'e1', title: 'Close: Sell 5 KO, market, PAPER', confirmedAt: AT + 64_000 },
      { intentId: 'e2', title: 'Half: Sell 2 KO, market, PAPER', confirmedAt: AT + 64_000 },
      { intentId: 'e3', title: 'Half: Sell 2 KO, market, PAPER', confirmedAt: AT + 1_000 },
      { intentId: 'e4', title: 'Flatten: Sell 2 F, market, PAPER', confirmedAt: AT + 64_000 },
      { intentId: 'e5', title: 'Close: Sell 2 KO, market, PAPER', confirmedAt: AT - 1_000 },
    ].map((intent) => ({ symbol: /(KO|F),/.exec(intent.title)?.[1], isExit: true, ...intent }));
    const window = { items: (feed: string) => (feed === 'intents' ? exits : []) };
    noteExits(book, [window as unknown as DeskWindow]);
    expect([...book.exits].map(([id, { closingId }]) => [id, closingId])).toEqual([
      ['e1', 'c2'],
      ['e2', 'c3'],
      ['e3', 'c1'],
      ['e4', 'c4'],
    ]);
  });

  it('says what is so', () => {
    const says = (symbol: Item, more: Item = {}, held = [exact('5')]): string[] => {
      const book = createBook();
      book.closings.set('c1', asked());
      const closing = {
        kind: 'close',
        state: 'ended',
        symbols: [{ symbol: 'KO', side: 'long', text: 'so', ...symbol }],
        ...more,
      };
      const window = { item: () => closing } as unknown as DeskWindow;
      return judgeClosings(book, () => held, window);
    };
    expect(says({ step: 'left', left: '5' })).toEqual([]);
    expect(says({ step: 'closed' }, {}, [exact('5'), 0n])).toEqual([]);
    expect(says({ step: 'closed' })).toHaveLength(1);
    expect(says({ step: 'left', left: '4' })).toHaveLength(1);
    expect(says({ step: 'left', left: '5', text: '' })).toHaveLength(1);
    expect(says({ step: 'exiting' })).toHaveLength(1);
    expect(says({}, { state: 'running' })).toHaveLength(1);
    expect(says({}, { state: 'waiting' })).toHaveLength(1);
  });
});
