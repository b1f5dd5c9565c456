// From fields to an order and back, for everything that the ticket can show.
import { describe, expect, it } from 'vitest';
import { OrderDraft } from '#contract/orders.ts';
import {
  buildDraft,
  placeIssues,
  shownFields,
  type NumberName,
} from '#renderer/trading/ticket/build-draft.ts';
import {
  heldBack,
  newTicket,
  reduceTicket,
  type FieldName,
  type Ticket,
  type TicketAction,
  type TicketFields,
} from '#renderer/trading/ticket/ticket.ts';

const run = (ticket: Ticket, ...actions: TicketAction[]): Ticket =>
  actions.reduce(reduceTicket, ticket);
const edit = (change: Partial<TicketFields>): TicketAction => ({ kind: 'edit', change });
const opened = newTicket('AAPL');
const fieldsWith = (change: Partial<TicketFields>): TicketFields => ({
  ...opened.fields,
  ...change,
});
const messagesOf = (change: Partial<TicketFields>): string[] => {
  const built = buildDraft(fieldsWith(change));
  return built.ok ? [] : built.issues.map(({ path, message }) => `${path}: ${message}`);
};

describe('a draft goes into the fields and comes out of them the same', () => {
  const plain = { symbol: 'AAPL', side: 'buy', type: 'market', timeInForce: 'day', qty: '4' };
  it.each<[string, object]>([
    ['market', plain],
    ['a sale', { ...plain, side: 'sell' }],
    ['limit', { ...plain, type: 'limit', limitPrice: '190.5', timeInForce: 'ioc' }],
    ['extended hours', { ...plain, type: 'limit', limitPrice: '190.5', extendedHours: true }],
    ['stop', { ...plain, type: 'stop', stopPrice: '200' }],
    [
      'stop limit',
      { ...plain, type: 'stop_limit', stopPrice: '200', limitPrice: '201', timeInForce: 'gtc' },
    ],
    ['trail in dollars', { ...plain, type: 'trailing_stop', trailPrice: '2.5' }],
    ['trail in percent', { ...plain, type: 'trailing_stop', trailPercent: '3' }],
    [
      'bracket',
      {
        ...plain,
        orderClass: 'bracket',
        takeProfit: { limitPrice: '250' },
        stopLoss: { stopPrice: '180', limitPrice: '179' },
      },
    ],
    [
      'OCO',
      {
        ...plain,
        side: 'sell',
        type: 'limit',
        orderClass: 'oco',
        takeProfit: { limitPrice: '250' },
        stopLoss: { stopPrice: '180' },
      },
    ],
    ['OTO up', { ...plain, orderClass: 'oto', takeProfit: { limitPrice: '250' } }],
    [
      'OTO down',
      { ...plain, orderClass: 'oto', stopLoss: { stopPrice: '180', limitPrice: '179' } },
    ],
  ])('%s', (_, members) => {
    const draft = OrderDraft.parse(members);
    const { fields } = run(opened, { kind: 'fill', draft });
    expect(buildDraft(fields)).toEqual({ ok: true, draft });
  });

  it('the limit of an OCO under either name', () => {
    const draft = OrderDraft.parse({
      ...plain,
      type: 'limit',
      orderClass: 'oco',
      limitPrice: '250',
      stopLoss: { stopPrice: '180' },
    });
    expect(run(opened, { kind: 'fill', draft }).fields.takeProfit).toBe('250');
  });

  it('an amount in dollars, as a size', () => {
    const { qty: _, ...unsized } = plain;
    const draft = OrderDraft.parse({ ...unsized, notional: '250.5' });
    const { fields } = run(opened, { kind: 'fill', draft });
    expect([fields.sizeIn, fields.dollars, fields.qty]).toEqual(['dollars', '250.5', '']);
    expect(buildDraft(fields)).toEqual({
      ok: true,
      draft: OrderDraft.parse(unsized),
      sizing: { by: 'dollars', amount: '250.5' },
    });
  });

  it('and takes nothing along of what was in them before', () => {
    const full = run(
      opened,
      edit({ type: 'limit', limitPrice: '1', percent: '5', risk: '9', riskStop: '3' }),
      edit({ orderClass: 'bracket', takeProfit: '5', stopLoss: '2', stopLossLimit: '1' }),
      { kind: 'tried' },
    );
    const draft = OrderDraft.parse(plain);
    const filled = run(full, { kind: 'fill', draft });
    expect(filled.touched).toEqual(new Set());
    expect(filled.fields).toEqual({ ...opened.fields, qty: '4' });
  });
});

describe('what is shown', () => {
  const ALWAYS = ['side', 'symbol', 'qty', 'type', 'timeInForce', 'orderClass', 'sizeIn'];
  const sized = (unit: string) => ALWAYS.with(2, unit);
  it.each<[string, Partial<TicketFields>, string[]]>([
    ['a market order', {}, ALWAYS],
    ['a limit', { type: 'limit' }, [...ALWAYS, 'limitPrice', 'extendedHours']],
    ['a limit for the auction', { type: 'limit', timeInForce: 'opg' }, [...ALWAYS, 'limitPrice']],
    ['a pair of coins', { symbol: ' BTC/USD ', type: 'limit' }, [...ALWAYS, 'limitPrice']],
    ['a stop', { type: 'stop' }, [...ALWAYS, 'stopPrice']],
    ['a stop limit', { type: 'stop_limit' }, [...ALWAYS, 'stopPrice', 'limitPrice']],
    ['a trailing stop', { type: 'trailing_stop' }, [...ALWAYS, 'trail', 'trailUnit']],
    ['a bracket', { orderClass: 'bracket' }, [...ALWAYS, 'exitUnit', 'takeProfit', 'stopLoss']],
    [
      'a bracket with a stop',
      { orderClass: 'bracket', stopLoss: '1' },
      [...ALWAYS, 'exitUnit', 'takeProfit', 'stopLoss', 'stopLossLimit'],
    ],
    // What was typed before the class was changed does not count.
    ['a market order after a bracket', { stopLoss: '1' }, ALWAYS],
    ['dollars', { sizeIn: 'dollars' }, sized('dollars')],
    ['percent', { sizeIn: 'percent' }, sized('percent')],
    ['risk', { sizeIn: 'risk' }, [...sized('risk'), 'riskStop']],
    [
      'risk with a stop loss to come',
      { sizeIn: 'risk', orderClass: 'oto' },
      [...sized('risk'), 'riskStop', 'exitUnit', 'takeProfit', 'stopLoss'],
    ],
    [
      'risk with a stop loss',
      { sizeIn: 'risk', orderClass: 'oto', stopLoss: '1' },
      [...sized('risk'), 'exitUnit', 'takeProfit', 'stopLoss', 'stopLossLimit'],
    ],
    [
      'risk in a bracket',
      { sizeIn: 'risk', orderClass: 'bracket' },
      [...sized('risk'), 'exitUnit', 'takeProfit', 'stopLoss'],
    ],
  ])('%s', (_, change, shown) => expect(shownFields(fieldsWith(change))).toEqual(shown));
});

describe('a dollar sign', () => {
  const FIELDS: Record<NumberName, [isMoney: boolean, Partial<TicketFields>]> = {
    qty: [false, {}],
    dollars: [true, { sizeIn: 'dollars' }],
    percent: [false, { sizeIn: 'percent' }],
    risk: [true, { sizeIn: 'risk' }],
    riskStop: [true, { sizeIn: 'risk' }],
    limitPrice: [true, { type: 'limit' }],
    stopPrice: [true, { type: 'stop' }],
    trail: [true, { type: 'trailing_stop' }],
    takeProfit: [true, { orderClass: 'bracket' }],
    stopLoss: [true, { orderClass: 'bracket' }],
    stopLossLimit: [true, { orderClass: 'bracket', stopLoss: '1' }],
  };
  it.each(Object.entries(FIELDS))('in %s', (name, [isMoney, shown]) => {
    const said = messagesOf({ ...shown, [name]: '$5' }).filter((text) => text.includes('$5'));
    expect(said).toEqual(isMoney ? [] : [`${name}: "$5": write it without a dollar sign.`]);
  });

  it('is none of a trail in percent', () => {
    const trail = { type: 'trailing_stop', trailUnit: 'percent', trail: '$5', qty: '1' } as const;
    expect(messagesOf(trail)).toEqual(['trail: "$5": write it without a dollar sign.']);
  });
});

describe('what is missing', () => {
  it.each<[Partial<TicketFields>, string[]]>([
    [{}, ['qty: Enter a quantity.']],
    [{ symbol: ' ', qty: '1' }, ['symbol: Enter a symbol, for example AAPL.']],
    [{ sizeIn: 'dollars' }, ['dollars: Enter an amount in dollars.']],
    [{ sizeIn: 'percent' }, ['percent: Enter a percentage of buying power.']],
    [
      { sizeIn: 'risk' },
      [
        'risk: Enter the most you are willing to lose.',
        'riskStop: Enter the stop price where you would take the loss.',
      ],
    ],
    [{ qty: '1', type: 'limit' }, ['limitPrice: Enter a limit price.']],
    [{ qty: '1', type: 'stop' }, ['stopPrice: Enter a stop price.']],
    [{ qty: '1', type: 'trailing_stop' }, ['trail: Enter a trail.']],
    [
      { qty: '1', orderClass: 'bracket' },
      ['takeProfit: Enter a take profit.', 'stopLoss: Enter a stop loss.'],
    ],
    [{ qty: '1', orderClass: 'oto' }, ['takeProfit: Enter a take profit or a stop loss.']],
    [{ qty: '1', orderClass: 'oto', takeProfit: '250' }, []],
    [{ qty: '1', orderClass: 'oto', stopLoss: '150' }, []],
    [{ sizeIn: 'risk', risk: '50', riskStop: '180' }, []],
  ])('of %j', (change, messages) => expect(messagesOf(change)).toEqual(messages));

  it('is said once, and what is wrong beside it', () => {
    expect(messagesOf({ qty: ' 1,5 ', type: 'limit' })).toEqual([
      'limitPrice: Enter a limit price.',
      'qty: "1,5": write 1.5 with a point.',
    ]);
  });
});

it('a size of its own is handed over with the order', () => {
  const risk = fieldsWith({ sizeIn: 'risk', risk: '50', riskStop: '180' });
  expect(buildDraft(risk)).toMatchObject({
    ok: true,
    sizing: { by: 'risk', amount: '50', stopPrice: '180' },
  });
  const percent = buildDraft(fieldsWith({ sizeIn: 'percent', percent: '5', riskStop: '180' }));
  expect(percent.ok && percent.sizing).toEqual({ by: 'percent', amount: '5' });
});

it('extended hours go along where they can be had', () => {
  const hours = { qty: '1', type: 'limit', limitPrice: '5', extendedHours: true } as const;
  const built = (change: Partial<TicketFields>) => {
    const draft = buildDraft(fieldsWith({ ...hours, ...change }));
    return draft.ok && draft.draft.extendedHours;
  };
  expect([built({}), built({ timeInForce: 'gtc' })]).toEqual([true, true]);
  expect([built({ extendedHours: false }), built({ timeInForce: 'ioc' })]).toEqual([
    undefined,
    undefined,
  ]);
});

describe('an issue of main', () => {
  const at = (path: string, change: Partial<TicketFields> = {}) => {
    const fields = fieldsWith(change);
    const { byField, general } = placeIssues([{ path, message: 'No.' }], {
      fields,
      touched: 'all',
    });
    return Object.keys(byField)[0] ?? general[0];
  };
  it.each<[string, Partial<TicketFields>, string]>([
    ['trailPrice', { type: 'trailing_stop' }, 'trail'],
    ['trailPercent', { type: 'trailing_stop' }, 'trail'],
    ['qty', {}, 'qty'],
    ['qty', { sizeIn: 'dollars' }, 'dollars'],
    ['notional', { sizeIn: 'dollars' }, 'dollars'],
    ['sizing.amount', { sizeIn: 'percent' }, 'percent'],
    ['sizing.stopPrice', { sizeIn: 'risk' }, 'riskStop'],
    ['limitPrice', { type: 'limit' }, 'limitPrice'],
    ['limitPrice', { orderClass: 'oco', type: 'limit' }, 'takeProfit'],
    ['takeProfit.limitPrice', { orderClass: 'bracket' }, 'takeProfit'],
    ['stopLoss.stopPrice', { orderClass: 'bracket' }, 'stopLoss'],
    ['stopLoss.limitPrice', { orderClass: 'bracket', stopLoss: '1' }, 'stopLossLimit'],
    // Of the order as a whole, or of a field that is not shown.
    ['side', {}, 'No.'],
    ['limitPrice', {}, 'No.'],
    ['', {}, 'No.'],
  ])('about %s of %j is said at %s', (path, change, place) => expect(at(path, change)).toBe(place));

  it('is shown at once about what was touched, and of two the first', () => {
    const issues = ['First.', 'Second.'].map((message) => ({ path: 'qty', message }));
    const touched = new Set<FieldName>(['symbol']);
    const { fields } = opened;
    expect(placeIssues(issues, { fields, touched })).toEqual({ byField: {}, general: [] });
    touched.add('qty');
    expect(placeIssues(issues, { fields, touched }).byField).toEqual({ qty: 'First.' });
  });
});

describe('the ticket', () => {
  it('begins with a market order for the day', () => {
    expect(opened).toEqual({
      fields: {
        symbol: 'AAPL',
        side: 'buy',
        type: 'market',
        timeInForce: 'day',
        orderClass: 'simple',
        sizeIn: 'shares',
        trailUnit: 'dollars',
        exitUnit: 'price',
        extendedHours: false,
        qty: '',
        dollars: '',
        percent: '',
        risk: '',
        riskStop: '',
        limitPrice: '',
        stopPrice: '',
        trail: '',
        takeProfit: '',
        stopLoss: '',
        stopLossLimit: '',
      },
      heldSymbol: undefined,
      touched: new Set(),
    });
  });

  it('takes the symbol of the desk when the field is left empty, and else keeps its own', () => {
    const left = (typed: string, symbol: string | undefined) =>
      run(opened, { kind: 'hold-symbol' }, edit({ symbol: typed }), {
        kind: 'release-symbol',
        symbol,
      });
    expect(left(' ', 'MSFT').fields.symbol).toBe('MSFT');
    expect(left('KO', 'MSFT').fields.symbol).toBe('KO');
    expect(left(' ', undefined).fields.symbol).toBe(' ');
    expect(left('KO', 'MSFT').heldSymbol).toBeUndefined();
  });

  it('leaves a symbol alone that a person is at, and the first one when there is a text', () => {
    const held = run(opened, { kind: 'hold-symbol' }, { kind: 'symbol', symbol: 'MSFT' });
    expect(held.fields.symbol).toBe('AAPL');
    const first = { kind: 'symbol', symbol: 'MSFT', isFirst: true } as const;
    expect(run(opened, first).fields.symbol).toBe('AAPL');
    expect(run(newTicket(''), first).fields.symbol).toBe('MSFT');
  });

  it('shows every issue once it was tried, also after another edit', () => {
    const tried = run(opened, edit({ qty: '1' }));
    expect(tried.touched).toEqual(new Set(['qty']));
    expect(run(tried, { kind: 'tried' }, edit({ side: 'sell' })).touched).toBe('all');
  });

  it('drops extended hours where they cannot be had, and gives none', () => {
    const limit = run(opened, edit({ type: 'limit' }));
    expect(limit.fields.extendedHours).toBe(false);
    const extended = run(limit, edit({ extendedHours: true }));
    expect(extended.fields.extendedHours).toBe(true);
    expect(run(extended, edit({ timeInForce: 'fok' })).fields.extendedHours).toBe(false);
    expect(run(extended, edit({ symbol: ' BTC/USD' })).fields).toMatchObject({
      extendedHours: false,
      timeInForce: 'gtc',
    });
  });

  it('has one exit in an OTO: the one that was given last', () => {
    const up = run(opened, edit({ orderClass: 'oto' }), edit({ takeProfit: '250' }));
    const down = run(up, edit({ stopLoss: '180' }));
    expect(down.fields).toMatchObject({ takeProfit: '', stopLoss: '180' });
    const limited = run(down, edit({ stopLossLimit: '179' }));
    expect(run(limited, edit({ takeProfit: '250' })).fields).toMatchObject({
      takeProfit: '250',
      stopLoss: '',
      stopLossLimit: '',
    });
    const both = run(opened, edit({ orderClass: 'bracket', takeProfit: '250', stopLoss: '180' }));
    expect(both.fields).toMatchObject({ takeProfit: '250', stopLoss: '180' });
    expect(run(both, edit({ orderClass: 'oto' })).fields).toMatchObject({
      takeProfit: '',
      stopLoss: '180',
    });
  });
});

it('says why nothing can be placed', () => {
  const state = (change: object) => change as Parameters<typeof heldBack>[0];
  expect(heldBack(undefined, false)).toBe('Checking whether trading is allowed.');
  expect(heldBack(state({ isArmed: false }), false)).toBe('Trading is not ready yet.');
  expect(heldBack(state({ isArmed: false, why: 'Reading.' }), true)).toBe('Reading.');
  const full = state({ isArmed: false, why: 'The disk is full.', takesExits: true });
  expect([heldBack(full, false), heldBack(full, true)]).toEqual(['The disk is full.', undefined]);
});
