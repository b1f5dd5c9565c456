// A small broker that is busy and counts: as many fills as a test wants, an allowance of requests for each minute, and a
// note of every request with its time. It lives on virtual time; HTTP to it is real, its order stream is a function call.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { OpenSocket, SocketEvents } from '#main/broker/streams/socket.ts';
import type { VirtualTime } from '#test/faults/simulation/virtual-time.ts';

export type BusyOrder = Record<string, unknown> & {
  id: string;
  client_order_id: string;
  status: string;
  symbol: string;
  side: string;
  qty: string;
  filled_qty: string;
  submitted_at: string;
  legs: BusyOrder[] | null;
};
export type Asked = { at: number; method: string; path: string; query: string; status: number };

export type BusyBroker = {
  server: Server;
  openSocket: OpenSocket;
  asked: Asked[];
  orders: Map<string, BusyOrder>;
  /** An order that rests, with two legs that are held. */
  addBracket(qty: number): BusyOrder;
  addOrder(members: Record<string, unknown>): BusyOrder;
  /** One share of this order is filled, and the stream says so. */
  fillOne(order: BusyOrder): void;
  /** From now on the stream is connected and says nothing. */
  mute(isMute: boolean): void;
  /** Readings of this path are answered with 429 and a wait of so many seconds. */
  throttle(path: string, seconds: number): void;
};

type Options = { time: VirtualTime; perMinute: number; positions: Record<string, number> };

const PRICE = '100';
const PAGE = 500;
const ACTIVITIES = 100;
const MINUTE_MS = 60_000;
/** How long the exchange takes to cancel an order. */
const CANCEL_MS = 400;
const TALK_MS = 2;
const OPEN = new Set(['new', 'partially_filled', 'held', 'pending_cancel']);

export function createBusyBroker({ time, perMinute, positions }: Options): BusyBroker {
  const orders = new Map<string, BusyOrder>();
  const parents: BusyOrder[] = [];
  const fills: Record<string, unknown>[] = [];
  const asked: Asked[] = [];
  const held = new Map(Object.entries(positions));
  const clock = time.createClock();
  let listener: SocketEvents | undefined;
  let isMute = false;
  let throttled: { path: string; seconds: number } | undefined;
  let ids = 0;
  let window = -1;
  let used = 0;

  const now = () => new Date(clock.wall()).toISOString();
  const newId = (kind: string) => `${kind}-${String(++ids).padStart(8, '0')}`;

  function make(members: Record<string, unknown>): BusyOrder {
    const order: BusyOrder = {
      id: newId('order'),
      client_order_id: newId('elsewhere'),
      created_at: now(),
      submitted_at: now(),
      updated_at: now(),
      symbol: 'AAPL',
      side: 'buy',
      type: 'limit',
      time_in_force: 'gtc',
      qty: '1',
      filled_qty: '0',
      limit_price: '90',
      order_class: '',
      status: 'new',
      legs: null,
      ...members,
    };
    orders.set(order.id, order);
    return order;
  }

  function addOrder(members: Record<string, unknown>): BusyOrder {
    const order = make(members);
    parents.push(order);
    return order;
  }

  function tell(event: string, order: BusyOrder, more: Record<string, unknown> = {}): void {
    if (isMute) return;
    const data = { event, timestamp: now(), order: { ...order, legs: null }, ...more };
    const frame = JSON.stringify({ stream: 'trade_updates', data });
    time.delay(TALK_MS, () => listener?.onFrame(frame));
  }

  function fillOne(order: BusyOrder, qty = 1): void {
    const cumQty = Number(order.filled_qty) + qty;
    const isLast = cumQty >= Number(order.qty);
    order.filled_qty = String(cumQty);
    order.status = isLast ? 'filled' : 'partially_filled';
    order['filled_avg_price'] = PRICE;
    order['updated_at'] = now();
    const after = (held.get(order.symbol) ?? 0) + (order.side === 'buy' ? qty : -qty);
    held.set(order.symbol, after);
    const id = newId('fill');
    fills.push({
      activity_type: 'FILL',
      id,
      order_id: order.id,
      symbol: order.symbol,
      side: order.side,
      qty: String(qty),
      cum_qty: String(cumQty),
      leaves_qty: String(Number(order.qty) - cumQty),
      price: PRICE,
      transaction_time: now(),
      type: isLast ? 'fill' : 'partial_fill',
    });
    tell(isLast ? 'fill' : 'partial_fill', order, {
      qty: String(qty),
      price: PRICE,
      position_qty: String(after),
      execution_id: id,
    });
  }

  function cancel(order: BusyOrder): void {
    time.delay(CANCEL_MS, () => {
      for (const one of [order, ...(order.legs ?? [])]) {
        if (!OPEN.has(one.status)) continue;
        one.status = 'canceled';
        one['updated_at'] = now();
        tell('canceled', one);
      }
    });
  }

  const isOpen = (order: BusyOrder): boolean =>
    OPEN.has(order.status) || (order.legs ?? []).some(isOpen);

  function list(query: URLSearchParams): BusyOrder[] {
    const newest = parents.filter((order) => query.get('status') === 'all' || isOpen(order));
    newest.reverse();
    const before = query.get('before_order_id');
    const from = before === null ? 0 : newest.findIndex(({ id }) => id === before) + 1;
    return before !== null && from === 0 ? [] : newest.slice(from, from + PAGE);
  }

  function activities(query: URLSearchParams): unknown[] {
    const after = Date.parse(query.get('after') ?? '');
    const newest = fills
      .filter((fill) => !(Date.parse(String(fill['transaction_time'])) <= after))
      .reverse();
    const token = query.get('page_token');
    const from = token === null ? 0 : newest.findIndex((fill) => fill['id'] === token) + 1;
    return newest.slice(from, from + ACTIVITIES);
  }

  type Reply = [status: number, json?: unknown];

  function place(body: string): Reply {
    const members = JSON.parse(body) as Record<string, unknown>;
    const order = addOrder({ limit_price: null, ...members });
    tell('new', order);
    if (order['type'] === 'market') fillOne(order, Number(order.qty));
    return [200, order];
  }

  function answer(method: string, url: URL, body: string): Reply {
    const { pathname: path, searchParams: query } = url;
    const id = path.split('/')[3] ?? '';
    const one = orders.get(id);
    if (path === '/v2/account') return [200, ACCOUNT];
    if (path === '/v2/positions')
      return [200, [...held].filter(([, qty]) => qty !== 0).map((each) => positionOf(...each))];
    if (path === '/v2/clock')
      return [200, { timestamp: now(), is_open: true, next_open: FAR, next_close: FAR }];
    if (path === '/v2/account/activities') return [200, activities(query)];
    if (path === '/v2/orders:by_client_order_id') {
      const found = parents.find((order) => order.client_order_id === query.get('client_order_id'));
      return found ? [200, found] : [404, { message: 'order not found' }];
    }
    if (path === '/v2/orders' && method === 'GET') return [200, list(query)];
    if (path === '/v2/orders' && method === 'POST') return place(body);
    if (path === '/v2/orders' && method === 'DELETE') {
      const open = [...orders.values()].filter(({ status }) => OPEN.has(status));
      for (const order of open) cancel(order);
      return [207, open.map((order) => ({ id: order.id, status: 200 }))];
    }
    if (!one) return [404, { message: 'not found' }];
    if (method === 'GET') return [200, one];
    if (!OPEN.has(one.status)) return [422, { message: `order is already ${one.status}` }];
    cancel(one);
    return [204];
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? '', 'http://broker');
    const method = request.method ?? '';
    const minute = Math.floor(clock.wall() / MINUTE_MS);
    used = minute === window ? used + 1 : 1;
    window = minute;
    const isThrottled = method === 'GET' && url.pathname === throttled?.path;
    const [status, json] =
      used > perMinute || isThrottled
        ? ([429, { message: 'too many requests.' }] satisfies Reply)
        : answer(method, url, Buffer.concat(parts).toString());
    asked.push({ at: time.now(), method, path: url.pathname, query: url.search, status });
    response.writeHead(status, {
      'X-Request-ID': newId('request'),
      Date: new Date(clock.wall()).toUTCString(),
      'X-RateLimit-Limit': String(perMinute),
      'X-RateLimit-Remaining': String(Math.max(0, perMinute - used)),
      'X-RateLimit-Reset': String((minute + 1) * 60),
      ...(isThrottled && { 'Retry-After': String(throttled?.seconds) }),
    });
    response.end(json === undefined ? '' : JSON.stringify(json));
  }

  const server = createServer((request, response) => void take(request, response));
  // A real clock has no say here.
  server.keepAliveTimeout = 0;

  return {
    server,
    asked,
    orders,
    addOrder,
    fillOne,
    mute: (next) => (isMute = next),
    throttle: (path, seconds) => (throttled = { path, seconds }),
    addBracket(qty) {
      const leg = (members: Record<string, unknown>) =>
        make({
          side: 'sell',
          qty: String(qty),
          order_class: 'bracket',
          status: 'held',
          ...members,
        });
      return addOrder({
        qty: String(qty),
        order_class: 'bracket',
        legs: [
          leg({ limit_price: '120' }),
          leg({ type: 'stop', limit_price: null, stop_price: '80' }),
        ],
      });
    },
    openSocket(url, _headers, events) {
      if (!url.endsWith('/stream')) return { send() {}, ping() {}, terminate() {} };
      listener = events;
      const reply = (stream: string, data: object) =>
        time.delay(TALK_MS, () => events.onFrame(JSON.stringify({ stream, data })));
      time.delay(TALK_MS, () => events.onOpen());
      return {
        send(frame) {
          const { action } = JSON.parse(String(frame)) as { action: string };
          if (action === 'authenticate') reply('authorization', { status: 'authorized', action });
          else reply('listening', { streams: ['trade_updates'] });
        },
        ping: () => void time.delay(TALK_MS, () => events.onPong()),
        terminate() {
          if (listener === events) listener = undefined;
        },
      };
    },
  };
}

const FAR = '2026-12-31T21:00:00Z';
const ACCOUNT = {
  id: 'busy',
  account_number: 'PABUSY',
  status: 'ACTIVE',
  currency: 'USD',
  equity: '100000000',
  last_equity: '100000000',
  cash: '100000000',
  buying_power: '100000000',
};

const positionOf = (symbol: string, qty: number) => ({
  symbol,
  side: 'long',
  qty: String(qty),
  qty_available: String(qty),
  avg_entry_price: PRICE,
  current_price: PRICE,
});
