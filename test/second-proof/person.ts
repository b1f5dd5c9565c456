// What the persons at the two windows do: orders of many kinds, changes, cancels and ways out, one after the other and
// at once. What is chosen comes from the seed; what there is to choose from is what their window shows.
import { randomUUID } from 'node:crypto';
import type { Book, Confirmed } from '#test/second-proof/book.ts';
import { isOpen } from '#test/second-proof/book.ts';
import type { Item } from '#test/second-proof/ledger.ts';
import type { Prng } from '#test/second-proof/prng.ts';
import { SYMBOLS, type Stage } from '#test/second-proof/stage.ts';
import type { DeskWindow } from '#test/second-proof/window.ts';

export function createPersons(stage: Stage, book: Book, prng: Prng, count: (what: string) => void) {
  const { windows, ledger } = stage;
  const account = (): { accountId: string } => ({ accountId: stage.accountId() });
  const other = (window: DeskWindow): DeskWindow =>
    windows.find((each) => each !== window) ?? window;

  const ticket = async (window: DeskWindow): Promise<string | undefined> => {
    const reply = await window.call('tickets.open', account());
    return reply?.ok ? String((reply.value as Item)['intentId']) : undefined;
  };

  const priceOf = async (symbol: string): Promise<number> => {
    const trade = (await ledger.direct('GET', `/v2/stocks/${symbol}/trades/latest?feed=iex`)) as {
      trade: { p: number };
    };
    return trade.trade.p;
  };

  const positionsOf = (window: DeskWindow): Item[] =>
    (window.item('positions', 'positions')?.['positions'] as Item[] | undefined) ?? [];
  const openOrders = (window: DeskWindow): Item[] =>
    window
      .items('orders')
      .filter(isOpen)
      .sort((a, b) => String(a['id']).localeCompare(String(b['id'])));

  const draftFor = async (window: DeskWindow): Promise<Item> => {
    const symbol = prng.pick(SYMBOLS);
    const price = await priceOf(symbol).catch(() => 100);
    const at = (factor: number): string => (price * factor).toFixed(2);
    const held = positionsOf(window).find((each) => each['symbol'] === symbol);
    const side = held && held['side'] === 'long' && prng.chance(0.4) ? 'sell' : 'buy';
    const qty = String(prng.between(1, 6));
    const base = { symbol, side, qty, timeInForce: prng.pick(['day', 'gtc']) };
    const away = side === 'buy' ? 0.9 : 1.1;
    switch (
      prng.weighted([
        ['market', 4],
        ['near', 2],
        ['rest', 3],
        ['stop', 1],
        ['bracket', 2],
        ['fraction', 1],
        ['trail', 1],
      ] as const)
    ) {
      case 'market':
        return { ...base, type: 'market', timeInForce: 'day' };
      case 'near':
        return { ...base, type: 'limit', limitPrice: at(side === 'buy' ? 1.01 : 0.99) };
      case 'rest':
        return { ...base, type: 'limit', limitPrice: at(away) };
      case 'stop':
        return { ...base, type: 'stop', stopPrice: at(side === 'buy' ? 1.1 : 0.9) };
      case 'trail':
        return { ...base, type: 'trailing_stop', trailPercent: '5' };
      case 'fraction':
        return {
          ...base,
          qty: `${prng.between(0, 2)}.${prng.between(1, 9)}`,
          type: 'market',
          timeInForce: 'day',
        };
      default: {
        const isMarket = prng.chance(0.5);
        return {
          ...base,
          side: 'buy',
          type: isMarket ? 'market' : 'limit',
          ...(isMarket ? {} : { limitPrice: at(0.95) }),
          orderClass: 'bracket',
          takeProfit: { limitPrice: at(1.2) },
          stopLoss: { stopPrice: at(0.8) },
        };
      }
    }
  };

  const submit = async (
    window: DeskWindow,
    confirmed: Confirmed,
    draft: Item,
    confirmations: string[],
  ): Promise<void> => {
    const reply = await window.call('orders.submit', {
      ...account(),
      intentId: confirmed.intentId,
      draft,
      confirmations,
    });
    confirmed.replies.push(reply);
  };

  const note = (kind: Confirmed['kind'], intentId: string, draft: Item): Confirmed => {
    const confirmed: Confirmed = { intentId, kind, drafts: [draft], at: Date.now(), replies: [] };
    book.intents.set(intentId, confirmed);
    return confirmed;
  };

  const confirmations = (): string[] => (prng.chance(0.85) ? ['stream-down'] : []);

  const place = async (window: DeskWindow): Promise<void> => {
    const draft = await draftFor(window);
    const how = prng.weighted([
      ['once', 7],
      ['both', 2],
      ['twice', 1],
      ['other body', 1],
    ] as const);
    const confirms = confirmations();
    const intentId = await ticket(window);
    if (intentId === undefined) return;
    const confirmed = note('place', intentId, draft);
    count(`place ${how}`);
    if (how === 'once') await submit(window, confirmed, draft, confirms);
    else {
      const second = how === 'other body' ? { ...draft, qty: '7' } : draft;
      if (how === 'other body') confirmed.drafts.push(second);
      const from = how === 'twice' ? window : other(window);
      await Promise.all([
        submit(window, confirmed, draft, confirms),
        submit(from, confirmed, second, confirms),
      ]);
    }
  };

  const change = async (window: DeskWindow): Promise<void> => {
    const orders = openOrders(window).filter((order) => order['limitPrice'] !== undefined);
    if (orders.length === 0) return place(window);
    const order = prng.pick(orders);
    const limitPrice = (Number(order['limitPrice']) * (0.97 + prng.unit() * 0.02)).toFixed(2);
    const intentId = await ticket(window);
    if (intentId === undefined) return undefined;
    const confirmed = note('replace', intentId, { limitPrice });
    confirmed.targetId = String(order['id']);
    count('replace');
    confirmed.replies.push(
      await window.call('orders.replace', {
        ...account(),
        intentId,
        orderId: order['id'],
        change: { limitPrice },
        confirmations: confirmations(),
      }),
    );
    return undefined;
  };

  const cancel = async (window: DeskWindow): Promise<void> => {
    const orders = openOrders(window);
    if (orders.length === 0) return place(window);
    const orderId = String(prng.pick(orders)['id']);
    const isBoth = prng.chance(0.3);
    count(isBoth ? 'cancel from both' : 'cancel');
    const from = isBoth ? windows : [window];
    await Promise.all(
      from.map(async (each) => {
        const at = Date.now();
        const reply = await each.call('orders.cancel', { ...account(), orderId });
        book.cancels.push({ orderId, at, answeredAt: Date.now(), reply });
      }),
    );
    return undefined;
  };

  const cancelMany = async (window: DeskWindow): Promise<void> => {
    const orderIds = openOrders(window).map(({ id }) => String(id));
    const at = Date.now();
    const isEverything = prng.chance(0.3);
    count(isEverything ? 'cancel everything' : 'cancel all');
    const reply = isEverything
      ? await window.call('orders.cancelEverything', account())
      : await window.call('orders.cancelAll', { ...account(), orderIds, intentIds: [] });
    const answeredAt = Date.now();
    for (const orderId of orderIds) book.cancels.push({ orderId, at, answeredAt, reply });
  };

  const wayOut = async (window: DeskWindow): Promise<void> => {
    const held = positionsOf(window);
    if (held.length === 0) return place(window);
    const symbol = String(prng.pick(held)['symbol']);
    const kind = prng.weighted([
      ['close', 5],
      ['half', 2],
      ['flatten', 1],
    ] as const);
    const plan = await window.call('closings.plan', {
      ...account(),
      kind,
      ...(kind === 'flatten' ? {} : { symbols: [symbol] }),
    });
    if (!plan?.ok) return undefined;
    const { closingId, symbols } = plan.value as { closingId: string; symbols: Item[] };
    const at = Date.now();
    const asked = {
      closingId,
      kind,
      at,
      symbols: symbols.map(({ symbol: name, qty }) => ({ symbol: String(name), qty: String(qty) })),
      reply: undefined,
    };
    book.closings.set(closingId, asked);
    count(`way out: ${kind}`);
    const reply = await window.call('closings.begin', { ...account(), closingId, how: 'market' });
    book.closings.set(closingId, { ...asked, reply });
    return undefined;
  };

  const lookAgain = async (window: DeskWindow): Promise<void> => {
    const unknown = window.items('intents').filter(({ state }) => state === 'unknown');
    if (unknown.length === 0) return place(window);
    const intentId = String(prng.pick(unknown)['intentId']);
    count('look again');
    await window.call('orders.lookAgain', { ...account(), intentId });
    return undefined;
  };

  /** Somebody else with the same account, straight at the broker. */
  const outside = async (): Promise<string> => {
    const clientId = `outside-${randomUUID()}`;
    book.outsiders.add(clientId);
    try {
      const order = (await ledger.direct('POST', '/v2/orders', {
        symbol: prng.pick(SYMBOLS),
        side: 'buy',
        type: 'market',
        time_in_force: 'day',
        qty: '1',
        client_order_id: clientId,
      })) as Item;
      count('placed elsewhere');
      return String(order['id']);
    } catch (error) {
      // Such as what would trade with an order of one's own.
      count(`placed elsewhere, and refused: ${String(error).slice(0, 60)}`);
      return '';
    }
  };

  return {
    outside,
    async act(window: DeskWindow): Promise<void> {
      const what = prng.weighted([
        ['place', 10],
        ['cancel', 3],
        ['change', 2],
        ['way out', 1.5],
        ['cancel many', 0.3],
        ['outside', 0.5],
        ['look again', 0.5],
      ] as const);
      if (what === 'place') await place(window);
      else if (what === 'cancel') await cancel(window);
      else if (what === 'change') await change(window);
      else if (what === 'way out') await wayOut(window);
      else if (what === 'cancel many') await cancelMany(window);
      else if (what === 'look again') await lookAgain(window);
      else await outside();
    },
  };
}

export type Persons = ReturnType<typeof createPersons>;
