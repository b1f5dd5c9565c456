// The truth: what the broker itself says, asked directly and past the proxy, over its own API. The history of holdings
// and cash is reckoned from the fills it lists, and the statuses an order ever had are those it told anybody.
import { exact, times } from '#test/second-proof/exact.ts';
import { ask, until } from '#test/second-proof/http.ts';
import { KEY } from '#test/second-proof/processes.ts';
import { WebSocket } from 'ws';

export type Item = Record<string, unknown>;
export type Fill = {
  id: string;
  orderId: string;
  symbol: string;
  /** Signed: what it did to the position. */
  size: bigint;
  qty: string;
  price: string;
  cumQty: string;
  atMs: number;
};
export type Snapshot = {
  orders: Item[];
  /** Top-level orders and legs alike. */
  byId: Map<string, Item>;
  positions: Item[];
  account: Item;
};

export function createLedger(port: () => number) {
  const headers = { 'APCA-API-KEY-ID': KEY.keyId, 'APCA-API-SECRET-KEY': KEY.secretKey };
  const fills: Fill[] = [];
  const statuses = new Map<string, Map<string, number>>();
  const first = new Map<string, Item>();
  const legs = new Set<string>();
  const unlisted = new Map<string, Item>();
  let lastFill: string | undefined;
  let firstCash = 0n;
  let stream: WebSocket | undefined;
  let isWanted = true;

  const direct = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await ask({ port: port(), path, method, headers, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.text === '' ? undefined : (JSON.parse(answer.text) as unknown);
  };

  /** From the stream, a list, or an answer that passed the proxy: all are the broker's own words. */
  const noteOrder = (order: Item, at = Date.now()): void => {
    const { id, status } = order;
    if (typeof id !== 'string' || typeof status !== 'string') return;
    const seen = statuses.get(id) ?? new Map<string, number>();
    statuses.set(id, seen);
    if (!seen.has(status)) seen.set(status, at);
    // Its legs come with a later word, and may be changed after that.
    const known = first.get(id);
    if (!known || (legsOf(known).length === 0 && legsOf(order).length > 0)) first.set(id, order);
    for (const leg of legsOf(order)) {
      legs.add(String(leg['id']));
      noteOrder(leg, at);
    }
  };

  const listen = (): void => {
    if (!isWanted) return;
    const made = new WebSocket(`ws://127.0.0.1:${port()}/stream`);
    stream = made;
    made.on('error', () => {});
    made.on('open', () => {
      const { keyId, secretKey } = KEY;
      made.send(JSON.stringify({ action: 'auth', key: keyId, secret: secretKey }));
      made.send(JSON.stringify({ action: 'listen', data: { streams: ['trade_updates'] } }));
    });
    made.on('message', (data: Buffer) => noteFrame(data, noteOrder));
    made.on('close', () => void setTimeout(listen, 100));
  };

  const readFills = async (): Promise<void> => {
    for (;;) {
      const token = lastFill === undefined ? '' : `&page_token=${encodeURIComponent(lastFill)}`;
      const page = (await direct(
        'GET',
        `/v2/account/activities?activity_types=FILL&direction=asc&page_size=100${token}`,
      )) as Item[];
      for (const item of page) {
        fills.push(readFill(item));
        lastFill = String(item['id']);
      }
      if (page.length < 100) return;
    }
  };

  const readOrders = async (): Promise<Item[]> => {
    const all: Item[] = [];
    for (;;) {
      const after = all.at(-1)?.['id'] as string | undefined;
      const page = (await direct(
        'GET',
        `/v2/orders?status=all&limit=500&nested=true&direction=asc${after === undefined ? '' : `&after_order_id=${after}`}`,
      )) as Item[];
      all.push(...page);
      if (page.length < 500) return all;
    }
  };

  return {
    fills,
    statuses,
    /** What was first said of an order: its terms before anybody changed them. */
    first: (id: string): Item | undefined => first.get(id),
    direct,
    noteOrder,
    async begin(): Promise<void> {
      firstCash = exact(String(((await direct('GET', '/v2/account')) as Item)['cash']));
      listen();
    },
    async read(): Promise<Snapshot> {
      await readFills();
      const orders = await readOrders();
      const byId = new Map<string, Item>();
      for (const order of orders)
        for (const each of [order, ...legsOf(order)]) byId.set(String(each['id']), each);
      for (const order of orders) noteOrder(order);
      // What it told of and lists nowhere is asked for by its id: an order that was rejected late is in no list.
      for (const id of statuses.keys()) {
        if (byId.has(id)) continue;
        const order =
          unlisted.get(id) ??
          (await direct('GET', `/v2/orders/${id}?nested=true`).catch(() => undefined));
        if (!order) continue;
        noteOrder(order as Item);
        if (isEnded(order as Item)) unlisted.set(id, order as Item);
        byId.set(id, order as Item);
        if (!legs.has(id)) orders.push(order as Item);
      }
      const positions = (await direct('GET', '/v2/positions')) as Item[];
      return { orders, byId, positions, account: (await direct('GET', '/v2/account')) as Item };
    },
    readFills,
    /** What was held of a symbol at any moment from one to another. */
    held: (symbol: string, fromMs: number, toMs: number): bigint[] =>
      valuesWithin(
        fills
          .filter((fill) => fill.symbol === symbol)
          .map(({ atMs, size }) => ({ atMs, by: size })),
        0n,
        fromMs,
        toMs,
      ),
    cash: (fromMs: number, toMs: number): bigint[] =>
      valuesWithin(
        fills.map(({ atMs, size, price }) => ({ atMs, by: -times(size, exact(price)) })),
        firstCash,
        fromMs,
        toMs,
      ),
    symbols: (): Set<string> => new Set(fills.map(({ symbol }) => symbol)),
    /** The broker's clock stands still, so that prices do, and goes on at the real time. */
    async pause(): Promise<void> {
      await direct('POST', '/_paper/clock/pause', {});
    },
    async resume(): Promise<void> {
      await direct('POST', '/_paper/clock/step', { to: new Date().toISOString() }).catch(() => {});
      await direct('POST', '/_paper/clock/resume', {});
    },
    health: () => direct('GET', '/_paper/health') as Promise<Item>,
    isUp: () => until(() => direct('GET', '/_paper/health'), 10_000),
    stop(): void {
      isWanted = false;
      stream?.terminate();
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

const OVER = new Set(['filled', 'canceled', 'expired', 'replaced', 'rejected']);
/** Nothing more can happen to it. */
export const isEnded = (order: Item): boolean => OVER.has(String(order['status']));

export const legsOf = (order: Item): Item[] => (order['legs'] as Item[] | null | undefined) ?? [];

/** A frame of the order stream, whatever it is. */
export function noteFrame(data: Buffer, note: (order: Item) => void): void {
  try {
    const frame = JSON.parse(data.toString()) as { data?: { order?: Item } };
    if (frame.data?.order) note(frame.data.order);
  } catch {
    // A frame of another stream, or of none.
  }
}

function readFill(item: Item): Fill {
  const qty = String(item['qty']);
  const size = exact(qty);
  return {
    id: String(item['id']),
    orderId: String(item['order_id']),
    symbol: String(item['symbol']),
    size: item['side'] === 'buy' ? size : -size,
    qty,
    price: String(item['price']),
    cumQty: String(item['cum_qty']),
    atMs: Date.parse(String(item['transaction_time'])),
  };
}

function valuesWithin(
  changes: { atMs: number; by: bigint }[],
  first: bigint,
  fromMs: number,
  toMs: number,
): bigint[] {
  let value = first;
  const values: bigint[] = [];
  for (const { atMs, by } of changes.toSorted((a, b) => a.atMs - b.atMs)) {
    if (atMs > toMs) break;
    if (atMs > fromMs) values.push(value);
    value += by;
  }
  values.push(value);
  return values;
}
