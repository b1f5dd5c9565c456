// Whether what is at the broker, or what the desk says that it sends, is what a person confirmed: member by member, with
// what must be absent as well.
import { exact, isSameNumber, plain } from '#test/second-proof/exact.ts';
import { legsOf, type Item } from '#test/second-proof/ledger.ts';

const NUMBERS = [
  ['qty', 'qty'],
  ['notional', 'notional'],
  ['limitPrice', 'limit_price'],
  ['trailPercent', 'trail_percent'],
] as const;

const WORDS = [
  ['symbol', 'symbol'],
  ['side', 'side'],
  ['type', 'type'],
  ['timeInForce', 'time_in_force'],
] as const;

/** `order` is what was first said of it: nobody had changed it then. */
export function orderIsAs(draft: Item, order: Item): boolean {
  return isAs(draft, order) && exitsAre(draft, legsOf(order));
}

/** `body` is what is sent, in the words of the wire. */
export function bodyIsAs(draft: Item, body: Item): boolean {
  const exits = [body['take_profit'], body['stop_loss']].filter(Boolean) as Item[];
  return isAs(draft, body) && exitsAre(draft, exits);
}

function isAs(draft: Item, order: Item): boolean {
  // The stop of a trailing order moves by itself.
  const isStopOwn = draft['type'] !== 'trailing_stop';
  return (
    WORDS.every(([mine, theirs]) => draft[mine] === order[theirs]) &&
    NUMBERS.every(([mine, theirs]) => isSameNumber(draft[mine], order[theirs])) &&
    (!isStopOwn || isSameNumber(draft['stopPrice'], order['stop_price'])) &&
    classOf(draft['orderClass']) === classOf(order['order_class'])
  );
}

function exitsAre(draft: Item, exits: Item[]): boolean {
  const target = draft['takeProfit'] as Item | undefined;
  const stop = draft['stopLoss'] as Item | undefined;
  const wanted = [target, stop].filter(Boolean).length;
  return (
    exits.length === wanted &&
    (!target || exits.some((exit) => isSameNumber(exit['limit_price'], target['limitPrice']))) &&
    (!stop || exits.some((exit) => isSameNumber(exit['stop_price'], stop['stopPrice'])))
  );
}

/** A change asks for a price, and for nothing else: what the old order has not filled goes on. */
export function changeIsAs(change: Item, changed: Item, target: Item): boolean {
  const left = exact(String(target['qty'])) - exact(String(target['filled_qty']));
  return (
    isSameNumber(change['limitPrice'], changed['limit_price']) &&
    isSameNumber(plain(left), changed['qty']) &&
    ['symbol', 'side', 'type', 'time_in_force'].every((name) => target[name] === changed[name]) &&
    changed['replaces'] === target['id']
  );
}

const classOf = (name: unknown): string =>
  typeof name === 'string' && name !== '' ? name : 'simple';
