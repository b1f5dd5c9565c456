// A broker that tells two desks the same, late, twice and out of order: one lets go of what is over whenever it may, the
// other keeps everything. Nobody who asks them may find a difference.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOpen, type Execution, type Order } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import type { Book, BookChange } from '#main/account/standing/book.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import { add, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { openJournal } from '#main/journal/journal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anExecution, anOrder, aPosition, without } from '#test/unit/domain/samples.ts';
import { ACCOUNT, value } from '#test/unit/journal/harness.ts';

const SYMBOLS = ['AAPL', 'MSFT'] as const;
const KEEP = 2;
const START = Date.UTC(2026, 10, 13, 15);

function openDesk(newest: number) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-memory-'));
  const time = createFakeTime();
  const told: BookChange[] = [];
  const open = () => {
    const options = { folder, accountId: ACCOUNT, clock: time.clock, log: () => undefined };
    const { journal } = value(openJournal(options));
    const book = openAccountBook(journal, () => undefined, newest);
    book.onChange((change) => void told.push(change));
    return { journal, book, traded: book.traded() };
  };
  let desk = open();
  return {
    time,
    told,
    get book(): Book {
      return desk.book;
    },
    /** Since the start: what all fills come to means nothing else. */
    traded: (): unknown[] => {
      const [from, to] = [desk.traded, desk.book.traded()];
      const shares = SYMBOLS.map((symbol) =>
        sub(to.shares.get(symbol) ?? ZERO, from.shares.get(symbol) ?? ZERO),
      );
      return [sub(to.cash, from.cash), ...shares];
    },
    restart(): void {
      desk.journal.close();
      desk = open();
    },
    end(): void {
      desk.journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Each takes two numbers, by which it chooses what it is about. */
export type Op =
  | 'place'
  | 'bracket'
  | 'fill'
  | 'cancel'
  | 'replace'
  | 'bust'
  | 'correct'
  | 'late'
  | 'list'
  | 'again'
  | 'read'
  | 'ask'
  | 'trim'
  | 'restart'
  | 'gone';

export function createMemoryWorld() {
  const small = openDesk(KEEP);
  const large = openDesk(Infinity);
  const desks = [small, large];
  /** The broker's truth. */
  const orders = new Map<string, Order>();
  const fills: Execution[] = [];
  const held = new Map<string, Decimal>();
  /** As it was told before, or is still to be told. */
  const heard: Order[] = [];
  const waiting: ((book: Book) => void)[] = [];
  let nth = 0;
  let trimmed = 0;

  const moment = (): string => new Date(START + nth * 1_000).toISOString();
  const each = (hear: (book: Book) => void): void => {
    for (const { book } of desks) hear(book);
  };
  const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
  const withLegs = (order: Order): Order => {
    const legs = [...orders.values()].filter(({ parentId }) => parentId === order.id);
    return legs.length > 0 ? { ...order, legs } : order;
  };

  function change(id: string, members: Partial<Order>): Order {
    const known = orders.get(id) ?? anOrder({ id, clientOrderId: `client ${id}` });
    const order = { ...known, updatedAt: moment(), ...members };
    orders.set(id, order);
    heard.push(order);
    return order;
  }

  /** The stream tells of it now, or later. */
  function tell(isLate: boolean, news: (book: Book) => void): void {
    if (isLate) waiting.push(news);
    else each(news);
  }

  function place(n: number, members: Partial<Order> = {}): Order {
    const id = `o${String(nth)}${members.parentId === undefined ? '' : `-${members.type}`}`;
    const side = n % 3 === 0 ? 'sell' : 'buy';
    return change(id, {
      symbol: pick(SYMBOLS, n) ?? 'AAPL',
      side,
      createdAt: moment(),
      ...members,
    });
  }

  const ops: Record<Op, (a: number, b: number) => void> = {
    place(a, b) {
      const order = place(a);
      tell(b % 4 === 0, (book) => book.putOrders([order], true));
    },
    bracket(a) {
      const order = place(a, { orderClass: 'bracket' });
      for (const type of ['limit', 'stop'])
        place(a, { parentId: order.id, type, status: 'held', symbol: order.symbol });
      const news = withLegs(order);
      each((book) => book.putOrders([news], true));
    },
    fill(a, b) {
      const order = pick(
        [...orders.values()].filter(({ status }) => isOpen(status)),
        a,
      );
      if (!order) return;
      const left = sub(order.qty ?? ZERO, order.filledQty);
      const qty = b % 2 === 0 ? left : anExecution({ qty: '1' }).qty;
      const cumQty = add(order.filledQty, qty);
      const isWhole = sub(order.qty ?? ZERO, cumQty) === '0';
      const status = isWhole ? 'filled' : 'partially_filled';
      const filled = change(order.id, { filledQty: cumQty, status });
      const { id: orderId, symbol, side } = order;
      const executionId = `x${nth}`;
      const fill = anExecution({ orderId, symbol, side, qty, cumQty, at: moment(), executionId });
      fills.push(fill);
      const now = held.get(symbol) ?? ZERO;
      const left2 = side === 'buy' ? add(now, qty) : sub(now, qty);
      held.set(symbol, left2);
      tell(b % 5 === 0, (book) => {
        book.putOrders([filled], true);
        book.putFill(fill, b % 3 === 0 ? left2 : undefined);
      });
    },
    cancel(a, b) {
      const order = pick(
        [...orders.values()].filter(({ status }) => isOpen(status)),
        a,
      );
      if (!order) return;
      const ended = change(order.id, { status: 'canceled', canceledAt: moment() });
      tell(b % 4 === 0, (book) => book.putOrders([ended], true));
    },
    replace(a, b) {
      const order = pick(
        [...orders.values()].filter(({ status }) => isOpen(status)),
        a,
      );
      if (!order || sub(order.qty ?? ZERO, order.filledQty) === '0') return;
      const { symbol, side, type, parentId } = order;
      const next = place(a, { symbol, side, replaces: order.id, ...(parentId && { type }) });
      if (parentId !== undefined) change(next.id, { parentId });
      const old = change(order.id, { status: 'replaced', replacedBy: next.id });
      for (const leg of orders.values())
        if (leg.parentId === old.id) orders.set(leg.id, { ...leg, parentId: next.id });
      const { parentId: _, ...news } = next;
      tell(b % 3 === 0, (book) => book.putOrders([old], true));
      tell(b % 5 === 0, (book) => book.putOrders([withLegs(news)], true));
    },
    bust: (a) => revise(a, 'bust'),
    correct: (a) => revise(a, 'correct'),
    late(a) {
      const news = waiting.splice(a % Math.max(1, waiting.length), 1)[0];
      if (news) each(news);
    },
    list(a) {
      const listed = [...orders.values()].slice(-1 - (a % 8)).map(withLegs);
      const told = fills.slice(-1 - (a % 4)).map((fill) => without(fill, 'executionId'));
      each((book) => {
        book.putOrders(listed);
        book.putExecutions(told);
      });
    },
    again(a, b) {
      const [order, fill] = [pick(heard, a), pick(fills, b)];
      each((book) => {
        if (order) book.putOrders([order], b % 2 === 0);
        if (fill) book.putExecutions([fill], a % 2 === 0);
      });
    },
    read(a) {
      const read = [...held].flatMap(([symbol, qty]) =>
        qty === '0'
          ? []
          : [aPosition({ symbol, qty, side: qty.startsWith('-') ? 'short' : 'long' })],
      );
      const account = Account.parse({
        accountNumber: 'PA1',
        status: 'ACTIVE',
        currency: 'USD',
        equity: '100000',
        lastEquity: '100000',
        cash: String(a),
        buyingPower: '1000',
      });
      for (const { book, time } of desks) {
        const asked = { ...book.markFills(), at: time.clock.wall() };
        book.putPositions(read, time.clock.wall(), asked);
        book.putAccount(account, time.clock.wall());
      }
    },
    ask: () => undefined,
    gone(a) {
      const order = pick(
        [...orders.values()].filter(({ status }) => isOpen(status)),
        a,
      );
      if (order) each((book) => book.putGone(order.id, moment()));
    },
    trim(a, b) {
      trimmed += small.book.trim(a % 3, 1 + (b % 40), ({ id }) => id.endsWith('7'));
    },
    restart() {
      for (const desk of desks) desk.restart();
    },
  };

  function revise(a: number, kind: 'bust' | 'correct'): void {
    const fill = pick(fills, a);
    const order = fill && orders.get(fill.orderId);
    if (!fill || !order || fill.revision) return;
    const qty = kind === 'bust' ? ZERO : add(fill.qty, anExecution({ qty: '1' }).qty);
    const executionId = `r${nth}`;
    const revision = { kind, at: moment(), executionId, qty, price: fill.price };
    fills[fills.indexOf(fill)] = { ...fill, revision };
    const filledQty = add(order.filledQty, sub(qty, fill.qty));
    const { symbol, side } = fill;
    const moved = side === 'buy' ? sub(qty, fill.qty) : sub(fill.qty, qty);
    held.set(symbol, add(held.get(symbol) ?? ZERO, moved));
    const news = change(order.id, { filledQty });
    each((book) => {
      book.revise({ orderId: fill.orderId, executionId: fill.executionId ?? '' }, revision);
      book.putOrders([news], true);
    });
  }

  /** Whose leg is told first is no difference. */
  const inTurn = (order: Order | undefined): unknown =>
    order?.legs
      ? { ...order, legs: order.legs.toSorted((a, b) => a.id.localeCompare(b.id)) }
      : order;

  const told = ({ told: changes }: (typeof desks)[number]): unknown =>
    changes.map((one) => (one.kind === 'orders' ? one.orders.map(inTurn) : one));

  /** Of one order all that can be asked. */
  const askedOf = (book: Book, id: string): unknown => ({
    order: inTurn(book.order(id)),
    parent: book.parentOf(id)?.id,
    fills: book.executions(id),
  });

  const standing = (desk: (typeof desks)[number]): unknown => {
    const { book } = desk;
    const at = ({ id }: { id: string }) => id;
    return {
      told: told(desk),
      traded: desk.traded(),
      account: book.account(),
      positions: book.standingPositions(),
      held: book.held().positions,
      since: SYMBOLS.map(book.filledSince),
      isInDoubt: book.arePositionsInDoubt(),
      open: Object.fromEntries(book.openOrders().map((order) => [order.id, inTurn(order)])),
      openCount: book.openCount(),
      order: book.openOrders().map(at).toSorted(),
    };
  };

  const sortedFills = (book: Book): string[] =>
    (book.executionsBetween(0, Infinity) ?? [])
      .map((fill) => JSON.stringify(Object.entries(fill).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .toSorted();

  // Until positions were read once, what was filled since then means nothing.
  ops.read(0, 0);

  return {
    run(op: Op, a: number, b: number): void {
      nth++;
      for (const { time, told: changes } of desks) {
        time.advance(1_000);
        changes.length = 0;
      }
      ops[op](a, b);
    },
    standings: (): [unknown, unknown] => [standing(small), standing(large)],
    ask(n: number): [unknown, unknown] {
      const id = pick([...orders.keys()], n) ?? 'nobody';
      return [askedOf(small.book, id), askedOf(large.book, id)];
    },
    all(): [unknown, unknown] {
      const [one, other] = desks.map(({ book }) => ({
        fills: sortedFills(book),
        span: book.executionSpan(),
        orders: [...orders.keys()].map((id) => askedOf(book, id)),
      }));
      return [one, other];
    },
    trimmed: () => trimmed,
    inMemory: () => small.book.orders().length,
    end(): void {
      for (const desk of desks) desk.end();
    },
  };
}
