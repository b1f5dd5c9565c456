// A broker whose every answer, silence and late landing the test decides, with a ledger of its own: what the desk
// believes is compared with what this broker really has.
import { isTerminal, Order, OrderDraft } from '#contract/orders.ts';
import { add, decimal, isMore, sub, type Decimal } from '#main/domain/decimal.ts';
import { changedDraft } from '#main/domain/orders/order-change.ts';
import type { AttemptOutcome } from '#main/account/intents/judge.ts';
import type { AttemptOptions } from '#main/account/intents/ports.ts';
import type { CancelAnswer, Lookup, OrderBroker } from '#main/account/orders/order-broker.ts';
import { listOf, type Unread } from '#main/wire/oddities.ts';
import { readChangeBody, readOrderBody } from '#main/wire/order-body.ts';
import type { FakeTime } from '#test/support/fake-time.ts';

/** How the broker behaves towards one placement or change. Queued ones are used up first. */
export type Behavior =
  /** Taken or refused by its own rules, and answered. */
  | { kind: 'honest' }
  /** Processed, and the answer is lost. */
  | { kind: 'answer-lost' }
  /** The request is lost on the way: never processed. */
  | { kind: 'request-lost' }
  /** The connection is cut at once, and the request is processed later. */
  | { kind: 'late'; ms: number }
  /** Answered with this, whether or not it was processed. */
  | { kind: 'status'; status: number; message?: string; isTaken?: boolean }
  /** A 200 whose body is not an order. */
  | { kind: 'unreadable' }
  /** The connection was refused: nothing left. */
  | { kind: 'unreachable' }
  | { kind: 'throws'; when: 'before' | 'after' }
  /** Waits for its turn until the test says go; then honest. */
  | { kind: 'queued'; go: Promise<void>; next?: Behavior };

export type LookupMode = 'honest' | 'blind' | 'silent' | 'throws';
export type CancelMode = 'honest' | 'silent' | 'asked-only' | 'throws';

export type FakeBroker = ReturnType<typeof createFakeBroker>;

type Options = { time: FakeTime; refusesReusedIds?: boolean; shares?: string };

export function createFakeBroker({ time, refusesReusedIds = true, shares = '1000000' }: Options) {
  const ledger: Order[] = [];
  const behaviors: Behavior[] = [];
  const cancelModes: CancelMode[] = [];
  const calls = {
    place: [] as string[],
    replace: [] as string[],
    cancel: [] as string[],
    byId: [] as string[],
    byClient: [] as string[],
    lists: 0,
  };
  const state = {
    lookups: 'honest' as LookupMode,
    /** Told of every change of the ledger. */
    onEvent: undefined as ((order: Order) => void) | undefined,
    /** Told right before a request to cancel is looked at. */
    onCancel: undefined as (() => void) | undefined,
    /** What becomes of requests to cancel everything; honest once these are used up. */
    everything: [] as 'silent'[],
    /** What its list of open orders has and nobody can read. */
    unread: [] as Unread[],
  };
  let count = 0;

  const orderOf = (id: string) => ledger.find((order) => order.id === id);
  const stamp = () =>
    new Date(time.clock.wall()).toISOString().replace('Z', `${String(++count).padStart(6, '0')}Z`);

  function put(order: Order): Order {
    const next = { ...order, updatedAt: stamp() };
    const at = ledger.findIndex(({ id }) => id === order.id);
    if (at < 0) ledger.push(next);
    else ledger[at] = next;
    state.onEvent?.(next);
    return next;
  }

  /** Its own rules: no id twice where it refuses that, and no share sold twice. */
  function process(body: string): AttemptOutcome<Order> {
    const draft = readOrderBody(body);
    const { client_order_id: clientOrderId } = JSON.parse(body) as { client_order_id: string };
    if (!draft) return answer(422, 'malformed');
    if (refusesReusedIds && ledger.some((order) => order.clientOrderId === clientOrderId))
      return answer(422, 'client_order_id must be unique');
    if (
      draft.side === 'sell' &&
      isMore(add(draft.qty ?? decimal('0'), held('sell')), decimal(shares))
    )
      return answer(403, 'insufficient qty available for order');
    return taken(put(newOrder(clientOrderId, { ...draft })));
  }

  const held = (side: string): Decimal =>
    ledger
      .filter((order) => order.side === side && !isTerminal(order.status))
      .reduce(
        (all, order) => add(all, sub(order.qty ?? decimal('0'), order.filledQty)),
        decimal('0'),
      );

  function newOrder(clientOrderId: string, members: Record<string, unknown>): Order {
    const { takeProfit, stopLoss: _loss, ...rest } = members;
    const isOco = rest['orderClass'] === 'oco';
    return Order.parse({
      id: `order-${ledger.length + 1}`,
      clientOrderId,
      status: 'new',
      filledQty: '0',
      createdAt: stamp(),
      ...rest,
      // The limit of an OCO is its take-profit.
      ...(isOco ? OrderDraft.shape.takeProfit.parse(takeProfit) : {}),
    });
  }

  function processChange(orderId: string, body: string): AttemptOutcome<Order> {
    const old = orderOf(orderId);
    const change = readChangeBody(body);
    const { client_order_id: clientOrderId } = JSON.parse(body) as { client_order_id: string };
    if (!old || !change) return answer(404, 'order not found');
    if (isTerminal(old.status)) return answer(422, `order is already in "${old.status}" state`);
    const draft = changedDraft(old, change);
    const next = newOrder(clientOrderId, { ...draft, replaces: old.id });
    put({ ...old, status: 'replaced', replacedBy: next.id });
    return taken(put(next));
  }

  async function exchange(
    run: () => AttemptOutcome<Order>,
    options: AttemptOptions,
    behavior = behaviors.shift(),
  ): Promise<AttemptOutcome<Order>> {
    const how = behavior ?? { kind: 'honest' as const };
    if (how.kind === 'unreachable') return { kind: 'not-sent', reason: 'connection refused' };
    if (how.kind === 'throws' && how.when === 'before') throw new Error('thrown before');
    if (how.kind === 'queued') {
      await Promise.race([how.go, aborted(options.signal)]);
      if (options.signal.aborted) return { kind: 'not-sent', reason: 'canceled' };
      return exchange(run, options, how.next ?? { kind: 'honest' });
    }
    const refusal = options.beforeSend();
    if (refusal !== undefined) return { kind: 'not-sent', reason: refusal };
    await Promise.resolve();
    switch (how.kind) {
      case 'honest':
        return run();
      case 'answer-lost':
        run();
        return { kind: 'lost', reason: 'connection reset' };
      case 'request-lost':
        return { kind: 'lost', reason: 'timeout' };
      case 'late':
        time.delay(how.ms, () => void run());
        return { kind: 'lost', reason: 'timeout' };
      case 'status':
        if (how.isTaken) run();
        return answer(how.status, how.message ?? 'no');
      case 'unreadable':
        run();
        return { kind: 'answer', status: 200, message: 'HTTP 200' };
      case 'throws':
        throw new Error('thrown after');
      default:
        return how satisfies never;
    }
  }

  function lookup(find: () => Order | undefined): Promise<Lookup> {
    if (state.lookups === 'throws') return Promise.reject(new Error('lookup broke'));
    if (state.lookups === 'silent') return Promise.resolve({ kind: 'silent', reason: '503' });
    const order = state.lookups === 'blind' ? undefined : find();
    return Promise.resolve(order ? { kind: 'found', order } : { kind: 'missing' });
  }

  async function cancel(orderId: string): Promise<CancelAnswer> {
    await Promise.resolve();
    const mode = cancelModes.shift() ?? 'honest';
    if (mode === 'throws') throw new Error('cancel broke');
    if (mode === 'silent') return { kind: 'silent', reason: '504' };
    const order = orderOf(orderId);
    if (!order) return { kind: 'declined', text: 'order not found' };
    if (isTerminal(order.status))
      return { kind: 'declined', text: `order is already in "${order.status}" state` };
    if (mode === 'honest') put({ ...order, status: 'canceled' });
    return { kind: 'asked' };
  }

  const broker: OrderBroker = {
    place(body, options) {
      calls.place.push(body);
      return exchange(() => process(body), options);
    },
    replace(orderId, body, options) {
      calls.replace.push(body);
      return exchange(() => processChange(orderId, body), options);
    },
    cancel(orderId) {
      calls.cancel.push(orderId);
      state.onCancel?.();
      return cancel(orderId);
    },
    async cancelEverything(beforeSend) {
      const why = beforeSend?.();
      if (why !== undefined) return { kind: 'not-sent', reason: why };
      calls.cancel.push('everything');
      state.onCancel?.();
      if (state.everything.shift() === 'silent') return { kind: 'silent', reason: '503' };
      for (const order of ledger.filter(({ status }) => !isTerminal(status)))
        await cancel(order.id);
      return { kind: 'asked' };
    },
    byClientOrderId(id) {
      calls.byClient.push(id);
      return lookup(() => ledger.find((order) => order.clientOrderId === id));
    },
    byId(id) {
      calls.byId.push(id);
      return lookup(() => orderOf(id));
    },
    listOpen() {
      calls.lists++;
      const isAnswered = state.lookups === 'honest';
      const open = listOf(
        ledger.filter(({ status }) => !isTerminal(status)),
        state.unread,
      );
      return Promise.resolve(isAnswered ? open : undefined);
    },
  };

  return {
    broker,
    ledger,
    calls,
    state,
    cancelModes,
    will: (...next: Behavior[]) => void behaviors.push(...next),
    forget: () => void (behaviors.length = 0),
    ordersOf: (clientOrderId: string) =>
      ledger.filter((order) => order.clientOrderId === clientOrderId),
    /** The broker's own doing: fills, expiries, orders of others. */
    change: (orderId: string, members: Partial<Order>) =>
      put({ ...must(orderOf(orderId)), ...members }),
    add: (members: Record<string, unknown>) => put(newOrder('placed elsewhere', members)),
  };
}

const answer = (status: number, message: string): AttemptOutcome<Order> => ({
  kind: 'answer',
  status,
  message,
});
const taken = (order: Order): AttemptOutcome<Order> => ({
  kind: 'answer',
  status: 200,
  message: 'HTTP 200',
  record: order,
});

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there');
  return value;
}
