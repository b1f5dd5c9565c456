// What came of each confirmed way out: its exits are its own, close and never open, take no more than was confirmed, and
// what it says of a position was so.
import { brief, type Book, type ClosingAsked } from '#test/second-proof/book.ts';
import { absolute, exact, plain } from '#test/second-proof/exact.ts';
import type { Fill, Item, Snapshot } from '#test/second-proof/ledger.ts';
import type { DeskWindow } from '#test/second-proof/window.ts';

/** Two processes of one machine write down one moment. */
const SLACK_MS = 400;
const CLOSES_ALL = new Set(['close', 'flatten', 'reverse']);

/** A way out that was refused has no exits; of one that nobody answered nobody knows. */
const mayHaveExits = ({ reply }: ClosingAsked): boolean => reply?.ok !== false;

/**
 * Exits of ways out that somebody confirmed are orders that somebody confirmed. After a restart only those that wait
 * are told; the exits of the others are known by their mark, their symbol and their kind.
 */
export function noteExits(book: Book, windows: readonly DeskWindow[]): void {
  for (const window of windows) {
    for (const closing of window.items('closings')) {
      const asked = book.closings.get(String(closing['closingId']));
      if (!asked || !mayHaveExits(asked)) continue;
      for (const symbol of closing['symbols'] as Item[])
        for (const id of symbol['intentIds'] as string[]) book.exits.set(id, asked);
    }
    for (const intent of window.items('intents')) {
      const id = String(intent['intentId']);
      if (intent['isExit'] !== true || book.exits.has(id) || book.intents.has(id)) continue;
      const asked = askedBefore(book, intent);
      if (asked) book.exits.set(id, asked);
    }
  }
}

/** The newest that may have had this exit: of its symbol, and of the kind that the exit is told with. */
function askedBefore(book: Book, { symbol, title, confirmedAt }: Item): ClosingAsked | undefined {
  const mayBe = (each: ClosingAsked): boolean =>
    mayHaveExits(each) &&
    each.symbols.some((one) => one.symbol === symbol) &&
    each.at <= Number(confirmedAt) + SLACK_MS;
  const asked = [...book.closings.values()].filter(mayBe).toSorted((a, b) => b.at - a.at);
  const isNamed = ({ kind }: ClosingAsked): boolean =>
    String(title).toLowerCase().startsWith(`${kind}:`);
  return asked.find(isNamed) ?? asked[0];
}

/** Each exit closes: on the other side, after it was confirmed, and no fill of it opens a position. */
export function judgeExits(book: Book, truth: Snapshot, fills: readonly Fill[]): string[] {
  const found: string[] = [];
  const taken = new Map<string, bigint>();
  const held = new Map<string, bigint>();
  const exitOf = new Map<string, ClosingAsked>();
  for (const order of truth.orders) {
    const asked = book.exits.get(String(order['client_order_id']));
    if (!asked) continue;
    exitOf.set(String(order['id']), asked);
    const planned = asked.symbols.find(({ symbol }) => symbol === order['symbol']);
    const complain = (text: string): void =>
      void found.push(`exit of way out ${asked.closingId} ${text}: ${brief(order)}`);
    if (!planned) complain('is of a symbol that was not confirmed');
    if (Date.parse(String(order['created_at'])) < asked.at - SLACK_MS)
      complain('is older than its confirmation');
  }
  for (const { orderId, symbol, size } of fills) {
    const before = held.get(symbol) ?? 0n;
    held.set(symbol, before + size);
    const asked = exitOf.get(orderId);
    if (!asked) continue;
    const isOpening =
      before === 0n || before > 0n === size > 0n || absolute(size) > absolute(before);
    if (isOpening)
      found.push(
        `exit ${orderId} of way out ${asked.closingId} filled ${plain(size)} ${symbol} where ${plain(before)} was held`,
      );
    const key = `${asked.closingId} ${symbol}`;
    taken.set(key, (taken.get(key) ?? 0n) + absolute(size));
  }
  for (const asked of book.closings.values())
    for (const { symbol, qty } of asked.symbols) {
      const all = taken.get(`${asked.closingId} ${symbol}`) ?? 0n;
      // Of a whole position it takes what is there when it is read, however much that has become.
      if (asked.kind === 'half' && all > exact(qty))
        found.push(
          `way out ${asked.closingId} took ${plain(all)} ${symbol}, and ${qty} were confirmed`,
        );
    }
  return found;
}

/** Each confirmed way out has ended and says what is so, or waits for the person and says that. */
export function judgeClosings(
  book: Book,
  held: (symbol: string, fromMs: number) => bigint[],
  window: DeskWindow,
): string[] {
  const found: string[] = [];
  for (const { closingId, at, reply } of book.closings.values()) {
    const closing = window.item('closings', closingId);
    // One that ended in an earlier run of the desk is told no more.
    if (!closing || !reply?.ok) continue;
    const state = String(closing['state']);
    if (state === 'running') found.push(`way out ${closingId} still runs`);
    if (state === 'waiting' && !closing['note'])
      found.push(`way out ${closingId} waits and does not say why`);
    if (state !== 'ended') continue;
    for (const { symbol, side, step, text, left } of closing['symbols'] as Item[]) {
      const name = String(symbol);
      const since = held(name, at);
      const complain = (what: string): void =>
        void found.push(`way out ${closingId} ${what} (${name}: ${String(text)})`);
      if (step === 'closed' && CLOSES_ALL.has(String(closing['kind'])) && !since.includes(0n))
        complain('says that it is closed, and it never was');
      if (step !== 'closed' && step !== 'left') complain(`ended at the step ${String(step)}`);
      if (String(text) === '') complain('does not say what came of it');
      const size = typeof left === 'string' ? exact(left) : undefined;
      if (size !== undefined && !since.includes(side === 'short' ? -absolute(size) : size))
        complain(
          `says that ${plain(size ?? 0n)} are left, and the ledger had ${since.map(plain).join(', ')}`,
        );
    }
  }
  return found;
}
