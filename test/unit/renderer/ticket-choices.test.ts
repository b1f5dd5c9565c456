import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assetKindOf,
  canExtendHours,
  classesFor,
  hasLimit,
  hasStop,
  hasTrail,
  legsFor,
  sizesFor,
  timesFor,
  typesFor,
} from '#contract/order-choices.ts';
import { OrderClass, OrderDraft, OrderType, TimeInForce } from '#contract/orders.ts';
import type { Sizing } from '#contract/trading.ts';
import { shownFields } from '#renderer/trading/ticket/build-draft.ts';
import { buildDraft, placeIssues } from '#renderer/trading/ticket/build-draft.ts';
import {
  mayPlaceAtOnce,
  newTicket,
  reduceTicket,
  type Ticket,
  type TicketAction,
  type TicketFields,
} from '#renderer/trading/ticket/ticket.ts';

const run = (ticket: Ticket, ...actions: TicketAction[]): Ticket =>
  actions.reduce(reduceTicket, ticket);
const edit = (change: Partial<TicketFields>): TicketAction => ({ kind: 'edit', change });

const text = fc.constantFrom('', '1', '10.5', ' 1,000 ', 'ten', '-3', '0', '190.12345', '1e3');
const edits: fc.Arbitrary<Partial<TicketFields>> = fc.oneof(
  fc.record({ symbol: fc.constantFrom('AAPL', 'BTC/USD', '', 'BRK.B', 'aapl ', '../x') }),
  fc.record({ side: fc.constantFrom('buy' as const, 'sell' as const) }),
  fc.record({ type: fc.constantFrom(...OrderType.options) }),
  fc.record({ timeInForce: fc.constantFrom(...TimeInForce.options) }),
  fc.record({ orderClass: fc.constantFrom(...OrderClass.options) }),
  fc.record({ sizeIn: fc.constantFrom(...sizesFor('simple')) }),
  fc.record({ trailUnit: fc.constantFrom('dollars' as const, 'percent' as const) }),
  fc.record({ extendedHours: fc.boolean() }),
  ...(
    [
      'qty',
      'dollars',
      'percent',
      'risk',
      'riskStop',
      'limitPrice',
      'stopPrice',
      'trail',
      'takeProfit',
      'stopLoss',
      'stopLossLimit',
    ] as const
  ).map((name) => text.map((value) => ({ [name]: value }))),
);
const actions: fc.Arbitrary<TicketAction> = fc.oneof(
  { weight: 20, arbitrary: edits.map(edit) },
  fc.constantFrom<TicketAction>(
    { kind: 'symbol', symbol: 'MSFT' },
    { kind: 'symbol', symbol: 'ETH/USD' },
    { kind: 'hold-symbol' },
    { kind: 'release-symbol', symbol: 'KO' },
    { kind: 'tried' },
    { kind: 'recorded', state: 'accepted' },
    { kind: 'recorded', state: 'refused' },
  ),
);

/** Everything that a draft may carry together. */
function expectToBelongTogether(draft: OrderDraft, sizing: Sizing | undefined): void {
  const orderClass = draft.orderClass ?? 'simple';
  const choice = { kind: assetKindOf(draft.symbol), ...draft, orderClass };
  const legs = legsFor[orderClass];
  expect(classesFor(choice.kind)).toContain(orderClass);
  expect(typesFor(choice.kind, orderClass)).toContain(draft.type);
  expect(timesFor(choice)).toContain(draft.timeInForce);
  expect(draft.limitPrice !== undefined).toBe(hasLimit(choice));
  expect(draft.stopPrice !== undefined).toBe(hasStop(draft.type));
  const trails = [draft.trailPrice, draft.trailPercent].filter((trail) => trail !== undefined);
  expect(trails).toHaveLength(hasTrail(draft.type) ? 1 : 0);
  const exits = [draft.takeProfit, draft.stopLoss].filter((leg) => leg !== undefined);
  expect(exits).toHaveLength({ none: 0, either: 1, needed: 2 }[legs.takeProfit]);
  if (draft.extendedHours) expect(canExtendHours(choice)).toBe(true);
  // One way to say how much, and never two.
  expect(draft.notional).toBeUndefined();
  expect([draft.qty, sizing].filter((size) => size !== undefined)).toHaveLength(1);
  if (sizing) expect(sizesFor(orderClass)).toContain(sizing.by);
}

describe('whatever is typed in whatever order', () => {
  it('the draft has only members that belong together', () => {
    let built = 0;
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 40 }), (typed) => {
        const start = run(newTicket('AAPL'), edit({ qty: '1', limitPrice: '5', stopPrice: '4' }));
        const { fields } = run(start, ...typed);
        const result = buildDraft(fields);
        if (!result.ok) {
          expect(result.issues).not.toEqual([]);
          return;
        }
        built++;
        expectToBelongTogether(result.draft, result.sizing);
      }),
      { numRuns: 2_000 },
    );
    expect(built).toBeGreaterThan(100);
  });

  it('every issue stands at a field that is shown, or in general', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 20 }), (typed) => {
        const ticket = run(newTicket(''), ...typed, { kind: 'tried' });
        const result = buildDraft(ticket.fields);
        if (result.ok) return;
        const { byField, general } = placeIssues(result.issues, ticket);
        const shown = shownFields(ticket.fields);
        for (const name of Object.keys(byField)) expect(shown).toContain(name);
        expect(general).toEqual([]);
      }),
    );
  });
});

describe('the choices', () => {
  it('follow the class', () => {
    const trailing = run(newTicket('AAPL'), edit({ type: 'trailing_stop', timeInForce: 'gtc' }));
    const bracket = run(trailing, edit({ orderClass: 'bracket' })).fields;
    expect([bracket.type, bracket.timeInForce]).toEqual(['market', 'gtc']);
    const oco = run(trailing, edit({ sizeIn: 'percent' }), edit({ orderClass: 'oco' })).fields;
    expect([oco.type, oco.sizeIn]).toEqual(['limit', 'shares']);
  });

  it('follow the kind of asset', () => {
    const ticket = run(newTicket('AAPL'), edit({ orderClass: 'oto' }), edit({ symbol: 'BTC/USD' }));
    const { orderClass, timeInForce } = ticket.fields;
    expect([orderClass, timeInForce]).toEqual(['simple', 'gtc']);
  });

  it('give an OTO the exit that was entered last', () => {
    const oto = run(newTicket('AAPL'), edit({ orderClass: 'oto' }), edit({ takeProfit: '9' }));
    const stopped = run(oto, edit({ stopLoss: '8' })).fields;
    expect([stopped.takeProfit, stopped.stopLoss]).toEqual(['', '8']);
    const back = run(oto, edit({ stopLoss: '8' }), edit({ takeProfit: '7' })).fields;
    expect([back.takeProfit, back.stopLoss]).toEqual(['7', '']);
  });

  it('survive a way through a draft', () => {
    const draft = OrderDraft.parse({
      symbol: 'AAPL',
      side: 'sell',
      type: 'limit',
      timeInForce: 'gtc',
      qty: '3',
      orderClass: 'oco',
      takeProfit: { limitPrice: '200' },
      stopLoss: { stopPrice: '180', limitPrice: '179' },
    });
    const { fields } = run(newTicket('MSFT'), { kind: 'fill', draft });
    expect(buildDraft(fields)).toEqual({ ok: true, draft });
  });

  it('take an amount in dollars from a draft', () => {
    const draft = OrderDraft.parse({
      symbol: 'AAPL',
      side: 'buy',
      type: 'market',
      timeInForce: 'day',
      notional: '50',
    });
    const { fields } = run(newTicket('MSFT'), { kind: 'fill', draft });
    const { notional: _, ...rest } = draft;
    expect(buildDraft(fields)).toEqual({
      ok: true,
      draft: rest,
      sizing: { by: 'dollars', amount: '50' },
    });
  });
});

describe('the symbol of the desk', () => {
  const first: TicketAction = { kind: 'symbol', symbol: 'AAPL', isFirst: true };

  it('stays out of a field that a person is in', () => {
    const typing = run(newTicket(''), { kind: 'hold-symbol' }, edit({ symbol: 'K' }), first);
    expect(run(typing, edit({ symbol: 'KO' })).fields.symbol).toBe('KO');
  });

  it('does not go over a text when it is the first and nobody asked for it', () => {
    const typed = run(newTicket(''), { kind: 'hold-symbol' }, edit({ symbol: 'KO' }), {
      kind: 'release-symbol',
      symbol: undefined,
    });
    expect(run(typed, first).fields.symbol).toBe('KO');
    expect(run(typed, { kind: 'symbol', symbol: 'MSFT' }).fields.symbol).toBe('MSFT');
  });

  it('fills a field that was left empty', () => {
    const held = run(newTicket(''), { kind: 'hold-symbol' }, first);
    expect(held.fields.symbol).toBe('');
    const left = run(held, { kind: 'release-symbol', symbol: 'AAPL' });
    expect(left.fields.symbol).toBe('AAPL');
  });
});

it('a review may be skipped on paper and never on a live account', () => {
  expect(mayPlaceAtOnce('embedded', true)).toBe(true);
  expect(mayPlaceAtOnce('paper', true)).toBe(true);
  expect(mayPlaceAtOnce('live', true)).toBe(false);
  for (const environment of ['embedded', 'paper', 'live'] as const)
    expect(mayPlaceAtOnce(environment, false)).toBe(false);
});
