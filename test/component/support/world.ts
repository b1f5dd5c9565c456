// A desk as main would tell it: a practice account with money and no orders, ten prices, everything live. A test changes
// what it is about.
import { randomUUID } from 'node:crypto';
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import { AlertKind } from '#contract/alerts.ts';
import type { Intent } from '#contract/intents.ts';
import { Order, Position, type OrderDraft } from '#contract/orders.ts';
import { AccountReading, Price } from '#contract/records.ts';
import { DEFAULT_GUARDS, OrderPreview, type TradingState } from '#contract/trading.ts';
import { uiAreas } from '#contract/ui.ts';
import { invalid } from '#contract/failure.ts';
import { createFakeMain, fail, ok, type FakeMain } from '#test/component/support/fake-main.ts';
import { layoutOf, type PanelName } from '#test/component/support/layout.ts';
import { pastReplies } from '#test/component/support/past.ts';
import { settingsReplies } from '#test/component/support/settings-world.ts';
import { wayOutReplies } from '#test/component/support/way-out.ts';

export const ACCOUNT_ID = '00000000-0000-4000-8000-000000000001';

export const PRICES: Record<string, number> = {
  AAPL: 190,
  MSFT: 410,
  NVDA: 120,
  AMZN: 180,
  GOOGL: 170,
  META: 500,
  TSLA: 250,
  JPM: 200,
  SPY: 550,
  QQQ: 480,
};

export const PROFILE: AccountProfile = {
  accountId: ACCOUNT_ID,
  label: 'Practice account',
  environment: 'embedded',
  proof: 'key',
  keyHome: 'this-run',
  isVerified: true,
  isArmed: true,
  isOpen: true,
};

/** What a search for a symbol may find. */
export const AMD = {
  symbol: 'AMD',
  name: 'Advanced Micro Devices',
  isTradable: true,
  isFractionable: true,
  isShortable: true,
};

export const DESK: DeskState = {
  isLocked: false,
  canLock: false,
  lockAfterMinutes: 0,
  notes: [],
  isStopped: false,
};
const TRADING: TradingState = { isArmed: true, isStopped: false };

const priceOf = (symbol: string, price: number, at: number): Price =>
  Price.parse({
    symbol,
    price: price.toFixed(2),
    tradedAt: at,
    receivedAt: at,
    previousClose: (price - 1).toFixed(2),
    change: '1.00',
    changePercent: (100 / (price - 1)).toFixed(2),
  });

export type World = FakeMain & {
  /** The panels of the desk; a chart costs the most to draw and is left out unless a test is about it. */
  showPanels(...panels: PanelName[]): void;
  /** The layout that a newcomer has. */
  showDefaultLayout(): void;
  /** What the screens remember, as main has it. */
  documents: Documents;
  trading: TradingState;
  setTrading(state: Partial<TradingState>): void;
  /** Every order that there ever was, as it is now. */
  orders: Order[];
  addOrder(order: Partial<Order> & { symbol: string }): Order;
  hold(symbol: string, qty: string): void;
  setPrice(symbol: string, price: number): void;
  /** What was recorded, by its id. */
  intents: Map<string, Intent>;
};
type Documents = {
  -readonly [A in keyof typeof uiAreas]: ReturnType<(typeof uiAreas)[A]['parse']>;
};

export function createWorld(clock: () => number = Date.now): World {
  const now = clock();
  const documents: Documents = {
    // Whoever tests something else is no newcomer.
    appearance: uiAreas.appearance.parse({ isTourAnswered: true }),
    layouts: uiAreas.layouts.parse({}),
    views: uiAreas.views.parse({}),
    chart: uiAreas.chart.parse({}),
    presets: uiAreas.presets.parse({}),
    drawings: uiAreas.drawings.parse({}),
    system: uiAreas.system.parse({}),
    keys: uiAreas.keys.parse({}),
    tables: uiAreas.tables.parse({}),
  };
  /** By document, so that one that a test puts there is another version, as from another window. */
  const versions = new WeakMap<object, string>();
  const versioned = <T extends object>(value: T): { value: T; version: string } => {
    const version = versions.get(value) ?? randomUUID();
    versions.set(value, version);
    return { value, version };
  };
  const intents = new Map<string, Intent>();
  const open = new Set<string>();
  const closed = new Set<string>();
  let symbols = Object.keys(PRICES);
  const lists = () => ok({ lists: [{ listId: 'first', name: 'First', symbols }], mostSymbols: 30 });

  const record = (input: Recorded, title: string, symbol: string, orderId: string): Intent => {
    const intent: Intent = {
      intentId: input.intentId,
      accountId: ACCOUNT_ID,
      kind: input.kind,
      state: 'accepted',
      body: '{}',
      symbol,
      title,
      confirmedAt: clock(),
      resultId: orderId,
      cancelWhenFound: false,
      isConflict: false,
      unanswered: 0,
      changedAt: clock(),
    };
    intents.set(input.intentId, intent);
    main.tell('intents', intent);
    return intent;
  };
  /** As main has it: an id that was not given out, or was given back, is no id. */
  const spent = (intentId: string) =>
    open.has(intentId) && !closed.has(intentId)
      ? undefined
      : invalid('Nothing was sent: this id is not known. Press again.', 'ticket');

  const held = new Map<string, Position>();
  const main: FakeMain = createFakeMain(
    {
      ...settingsReplies(),
      ...pastReplies(now),
      'accounts.list': () => ok([PROFILE]),
      'accounts.open': () => ok(PROFILE),
      'places.first': () => ok(null),
      'places.leave': () => ok(null),
      'secondPerson.get': () => ok({ isSet: true }),
      'ui.get': () =>
        ok({
          appearance: versioned(documents.appearance),
          layouts: versioned(documents.layouts),
          views: versioned(documents.views),
          chart: versioned(documents.chart),
          presets: versioned(documents.presets),
          drawings: versioned(documents.drawings),
          system: versioned(documents.system),
          keys: versioned(documents.keys),
          tables: versioned(documents.tables),
        }),
      'ui.set'({ area, value, from, to }) {
        const kept = versioned<object>(documents[area]);
        if (kept.version !== from)
          return fail({ kind: 'outdated', message: 'Changed meanwhile.', now: kept });
        Object.assign(documents, { [area]: value });
        versions.set(value, to);
        if (area === 'appearance') world.setTrading({});
        return ok(null);
      },
      'lock.touch': () => ok(null),
      'alerts.see': () => ok(null),
      'watchlists.get': lists,
      'watchlists.arrange'(input) {
        ({ symbols } = input);
        return lists();
      },
      'assets.search': () => ok([]),
      ...wayOutReplies({
        held: () => [...held.values()],
        isStopped: () => world.trading.isStopped,
        now: clock,
        tell: (closing) => main.tell('closings', closing),
      }),
      'tickets.open'({ insteadOf }) {
        if (insteadOf !== undefined) closed.add(insteadOf);
        const recorded = insteadOf === undefined ? undefined : intents.get(insteadOf);
        const intentId = randomUUID();
        open.add(intentId);
        return ok({ intentId, ...(recorded && { recorded }) });
      },
      'orders.preview': ({ draft }) => ok(previewOf(draft, {}, clock())),
      'orders.previewChange': ({ change }) =>
        ok(
          OrderPreview.parse({
            title: 'Change',
            issues: [],
            verdicts: [],
            whatIf: {
              isExit: false,
              positionAfter: { qty: change.qty ?? '1', averagePrice: '1.00' },
            },
          }),
        ),
      'orders.submit'({ intentId, draft, isUnreviewed }) {
        const known = intents.get(intentId);
        if (known) return ok(known);
        const no = spent(intentId);
        if (no) return no;
        if (isUnreviewed && !documents.appearance.isReviewSkipped)
          return invalid('Review it first.', 'review');
        if (world.trading.isStopped)
          return fail({ kind: 'not-allowed', message: 'All trading is stopped.' });
        const { id } = world.addOrder({
          symbol: draft.symbol,
          side: draft.side,
          type: draft.type,
          timeInForce: draft.timeInForce,
          clientOrderId: intentId,
          ...(draft.qty !== undefined && { qty: draft.qty }),
          ...(draft.limitPrice !== undefined && { limitPrice: draft.limitPrice }),
        });
        return ok(record({ intentId, kind: 'place' }, titleOf(draft), draft.symbol, id));
      },
      'orders.replace'({ intentId, orderId, change }) {
        const known = intents.get(intentId);
        if (known) return ok(known);
        const no = spent(intentId);
        if (no) return no;
        const old = world.orders.find(({ id }) => id === orderId);
        if (!old) return fail({ kind: 'not-allowed', message: 'There is no such order.' });
        const { id: _, clientOrderId: __, submittedAt: ___, ...same } = old;
        old.status = 'replaced';
        main.tell('orders', old);
        const { trail: ____, ...changed } = change;
        world.addOrder({ ...same, ...changed } as typeof same);
        return ok(record({ intentId, kind: 'replace' }, 'Change', old.symbol, orderId));
      },
      'trading.stop'() {
        world.setTrading({ isStopped: true });
        return ok(world.trading);
      },
      'orders.evidence': ({ intentId }) => {
        const intent = intents.get(intentId);
        if (!intent) return fail({ kind: 'not-allowed', message: 'There is no such order.' });
        const line = { intentId, at: now, kind: 'sent' as const, text: 'Sent to the broker.' };
        return ok({ intent, evidence: [line] });
      },
    },
    {
      desk: [DESK],
      accounts: [{ accounts: [PROFILE] }],
      alerts: [],
      updates: [{ version: '0.1.0', feed: 'none', isLooking: false }],
      visits: [],
      account: [
        AccountReading.parse({
          account: {
            accountNumber: 'PLAYED',
            status: 'ACTIVE',
            currency: 'USD',
            equity: '100000',
            lastEquity: '100000',
            cash: '100000',
            buyingPower: '200000',
          },
          receivedAt: now,
          dayChange: '0',
        }),
      ],
      prices: Object.entries(PRICES).map(([symbol, price]) => priceOf(symbol, price, now)),
      streams: [
        { stream: 'orders', phase: 'live', since: now },
        { stream: 'prices', phase: 'live', since: now },
      ],
      positions: [{ positions: [], receivedAt: now }],
      trading: [TRADING],
      closings: [],
    },
  );

  const orders: Order[] = [];
  const world: World = Object.assign(main, {
    orders,
    documents,
    intents,
    trading: TRADING,
    showPanels(...panels: PanelName[]) {
      documents.layouts = { saved: {}, current: { name: 'Standard', layout: layoutOf(panels) } };
    },
    showDefaultLayout() {
      documents.layouts = { saved: {} };
    },
    setTrading(state: Partial<TradingState>) {
      const { isReviewSkipped: _, ...rest } = { ...world.trading, ...state };
      const { isReviewSkipped } = documents.appearance;
      world.trading = { ...rest, ...(isReviewSkipped && { isReviewSkipped }) };
      main.tell('trading', world.trading);
    },
    addOrder(order: Partial<Order> & { symbol: string }) {
      const whole = Order.parse({
        id: `order-${orders.length + 1}`,
        clientOrderId: randomUUID(),
        side: 'buy',
        type: 'limit',
        timeInForce: 'day',
        status: 'new',
        qty: '1',
        filledQty: '0',
        submittedAt: new Date(now + orders.length).toISOString(),
        ...order,
      });
      orders.push(whole);
      main.tell('orders', whole);
      return whole;
    },
    setPrice: (symbol: string, price: number) =>
      main.tell('prices', priceOf(symbol, price, clock())),
    hold(symbol: string, qty: string) {
      const price = (PRICES[symbol] ?? 1).toFixed(2);
      const side = qty.startsWith('-') ? 'short' : 'long';
      held.set(
        symbol,
        Position.parse({ symbol, side, qty, qtyAvailable: qty, avgEntryPrice: price }),
      );
      main.tell('positions', { positions: [...held.values()], receivedAt: clock() });
    },
  });
  world.showPanels('watchlist', 'ticket', 'orders', 'positions');
  return world;
}

type Recorded = { intentId: string; kind: Intent['kind'] };

const TYPE_WORDS: Record<string, string> = {
  stop_limit: 'stop limit',
  trailing_stop: 'trailing stop',
};

export function titleOf(draft: OrderDraft): string {
  const { side, qty, symbol, type, limitPrice } = draft;
  const at = limitPrice === undefined ? '' : ` at ${Number(limitPrice).toFixed(2)}`;
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  return `${verb} ${qty ?? '?'} ${symbol}${at}, ${TYPE_WORDS[type] ?? type}, PRACTICE`;
}

export function previewOf(
  draft: OrderDraft,
  more: Partial<OrderPreview> = {},
  at = Date.now(),
): OrderPreview {
  const price = (PRICES[draft.symbol] ?? 50).toFixed(2);
  const qty = draft.qty ?? '1';
  return OrderPreview.parse({
    title: titleOf(draft),
    draft: { ...draft, qty },
    market: { price, receivedAt: at, by: 'last' },
    issues: [],
    verdicts: [],
    whatIf: {
      isExit: draft.side === 'sell',
      qty,
      value: (Number(qty) * Number(price)).toFixed(2),
      buyingPowerAfter: '150000',
      positionAfter: { qty: plain(qty), averagePrice: price },
    },
    ...more,
  });
}

/** As main writes a number: without what changes nothing about it. */
const plain = (text: string): string => text.replace(/^0+(?=\d)/, '');

export { AlertKind, DEFAULT_GUARDS, fail, ok, invalid };
