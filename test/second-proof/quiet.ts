// What must be equal when nothing happens any more: the ledger and what each window believes, member by member. An empty
// list is agreement.
import { exact, isSameNumber, plain } from '#test/second-proof/exact.ts';
import { isEnded, legsOf, type Fill, type Item, type Snapshot } from '#test/second-proof/ledger.ts';
import type { DeskWindow } from '#test/second-proof/window.ts';

/**
 * A window begins with the 1,000 orders, legs among them, that changed last of those that are over: older ones it need
 * not have.
 */
const KEPT = 900;

const ORDER_MEMBERS = [
  ['filledQty', 'filled_qty'],
  ['filledAvgPrice', 'filled_avg_price'],
  ['qty', 'qty'],
  ['limitPrice', 'limit_price'],
  ['stopPrice', 'stop_price'],
  ['trailPrice', 'trail_price'],
  ['trailPercent', 'trail_percent'],
] as const;

const POSITION_MEMBERS = [
  ['qty', 'qty'],
  ['qtyAvailable', 'qty_available'],
  ['avgEntryPrice', 'avg_entry_price'],
  ['marketValue', 'market_value'],
  ['costBasis', 'cost_basis'],
  ['unrealizedPl', 'unrealized_pl'],
  ['unrealizedIntradayPl', 'unrealized_intraday_pl'],
  ['currentPrice', 'current_price'],
] as const;

const ACCOUNT_MEMBERS = [
  ['cash', 'cash'],
  ['equity', 'equity'],
  ['buyingPower', 'buying_power'],
  ['lastEquity', 'last_equity'],
  ['portfolioValue', 'portfolio_value'],
  ['longMarketValue', 'long_market_value'],
  ['shortMarketValue', 'short_market_value'],
  ['initialMargin', 'initial_margin'],
  ['maintenanceMargin', 'maintenance_margin'],
  ['nonMarginableBuyingPower', 'non_marginable_buying_power'],
  ['regtBuyingPower', 'regt_buying_power'],
] as const;

/** `wasClockOff`: the desk sorts by its own clock, and a window begins with what came last by that. */
export function differences(
  window: DeskWindow,
  truth: Snapshot,
  fills: readonly Fill[],
  wasClockOff: (at: number) => boolean = () => false,
): string[] {
  if (!window.isWatching())
    return [`${window.name}: feeds missing: ${window.missing().join(', ')}`];
  const old = oldOnes(truth.byId, wasClockOff);
  return [
    ...orderDifferences(window, truth, old),
    ...positionDifferences(window, truth),
    ...accountDifferences(window, truth),
    ...fillDifferences(window, fills, truth, old),
    ...streamDifferences(window),
  ].map((text) => `${window.name}: ${text}`);
}

function orderDifferences(
  window: DeskWindow,
  { orders, byId }: Snapshot,
  old: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  const told = new Map<string, Item>();
  for (const order of window.items('orders'))
    for (const each of [order, ...legsOf(order)]) told.set(String(each['id']), each);
  for (const [id, order] of byId) {
    const here = told.get(id);
    if (!here) {
      if (!old.has(id) && !isEnded(order))
        found.push(`order ${id} (${String(order['status'])}) is missing`);
      else if (!old.has(id) && orders.some((each) => each['id'] === id))
        found.push(`order ${id} is missing`);
      continue;
    }
    if (here['status'] !== order['status'])
      found.push(`order ${id} is ${String(order['status'])} and told as ${String(here['status'])}`);
    found.push(...memberDifferences(`order ${id}`, here, order, ORDER_MEMBERS));
  }
  for (const order of orders) {
    const here = window.item('orders', String(order['id']));
    if (!here || order['status'] === 'replaced') continue;
    const legs = legsOf(order).filter(({ status }) => status !== 'replaced');
    for (const { id } of legs)
      if (!legsOf(here).some((leg) => leg['id'] === id))
        found.push(`leg ${String(id)} is not told under its order ${String(order['id'])}`);
  }
  for (const id of told.keys())
    if (!byId.has(id)) found.push(`order ${id} is told and not in the ledger`);
  return found;
}

function oldOnes(byId: Snapshot['byId'], wasClockOff: (at: number) => boolean): Set<string> {
  const changedAt = (order: Item): number => Date.parse(String(order['updated_at']));
  const over = [...byId]
    .filter(([, order]) => isEnded(order))
    .toSorted(([, a], [, b]) => changedAt(b) - changedAt(a));
  // The journal has an order from when it was heard of last, which may have been for its legs.
  const isOld = (order: Item, at: number): boolean =>
    at >= KEPT ||
    (over.length > KEPT && [order, ...legsOf(order)].map(changedAt).some(wasClockOff));
  return new Set(over.flatMap(([id, order], at) => (isOld(order, at) ? [id] : [])));
}

function positionDifferences(window: DeskWindow, { positions }: Snapshot): string[] {
  const feed = window.item('positions', 'positions');
  const told = (feed?.['positions'] as Item[] | undefined) ?? [];
  const found = told
    .filter((here) => !positions.some(({ symbol }) => symbol === here['symbol']))
    .map(
      (here) => `position ${String(here['symbol'])} ${String(here['qty'])} is told and not held`,
    );
  for (const position of positions) {
    const name = `position ${String(position['symbol'])}`;
    const here = told.find(({ symbol }) => symbol === position['symbol']);
    if (!here) found.push(`${name} ${String(position['qty'])} is not told`);
    else {
      if (here['isEstimate'] === true) found.push(`${name} is still an estimate`);
      if (here['side'] !== position['side'])
        found.push(`${name} is told as ${String(here['side'])}`);
      found.push(...memberDifferences(name, here, position, POSITION_MEMBERS));
    }
  }
  return found;
}

function accountDifferences(window: DeskWindow, { account }: Snapshot): string[] {
  const reading = window.item('account', 'account');
  if (!reading) return ['no account is told'];
  const here = reading['account'] as Item;
  const found = memberDifferences('account', here, account, ACCOUNT_MEMBERS);
  const estimates = reading['estimates'] as string[] | undefined;
  if (estimates) found.push(`account: ${estimates.join(', ')} still estimated`);
  if (reading['areTransfersOpen'] === true) found.push('account: transfers are still open');
  const gained = plain(exact(String(account['equity'])) - exact(String(account['last_equity'])));
  if (!isSameNumber(reading['dayChange'], gained))
    found.push(`the day's result is ${gained} and told as ${String(reading['dayChange'])}`);
  return found;
}

function fillDifferences(
  window: DeskWindow,
  fills: readonly Fill[],
  { byId }: Snapshot,
  old: ReadonlySet<string>,
): string[] {
  const told = new Map(
    window
      .items('executions')
      .map((item) => [`${String(item['orderId'])}:${plain(exact(String(item['cumQty'])))}`, item]),
  );
  const found: string[] = [];
  for (const { orderId, cumQty, qty, price } of fills) {
    const key = `${orderId}:${plain(exact(cumQty))}`;
    const here = told.get(key);
    told.delete(key);
    if (!here && old.has(orderId)) continue;
    if (!here) found.push(`fill ${key} is not told`);
    else if (!isSameNumber(here['qty'], qty) || !isSameNumber(here['price'], price))
      found.push(
        `fill ${key} is ${qty} at ${price} and told as ${String(here['qty'])} at ${String(here['price'])}`,
      );
  }
  for (const key of told.keys()) found.push(`fill ${key} is told and not in the ledger`);
  const sums = new Map<string, bigint>();
  for (const { orderId, qty } of fills) sums.set(orderId, (sums.get(orderId) ?? 0n) + exact(qty));
  for (const [id, order] of byId)
    if (exact(String(order['filled_qty'])) !== (sums.get(id) ?? 0n))
      found.push(
        `the ledger contradicts itself: order ${id} filled ${String(order['filled_qty'])}`,
      );
  return found;
}

function streamDifferences(window: DeskWindow): string[] {
  const phases = ['orders', 'prices'].map(
    (stream) => [stream, window.item('streams', stream)?.['phase']] as const,
  );
  const found = phases
    // While the broker's clock stands still there are no prices, and after a while nobody knows whether there are.
    .filter(
      ([stream, phase]) =>
        phase !== 'live' && phase !== 'quiet' && !(stream === 'prices' && phase === 'stale'),
    )
    .map(([stream, phase]) => `the stream of ${stream} is ${String(phase)}`);
  // What was set aside is canceled when it is found, and may never be.
  const isAside = (id: unknown): boolean =>
    window.item('intents', String(id))?.['state'] === 'set-aside';
  for (const wait of window.items('cancels'))
    if (wait['state'] !== 'over' && !isAside(wait['id']))
      found.push(`cancel of ${String(wait['id'])} is ${String(wait['state'])}`);
  return found;
}

function memberDifferences(
  what: string,
  here: Item,
  truth: Item,
  members: readonly (readonly [string, string])[],
): string[] {
  return members
    .filter(([mine, theirs]) => !isSameNumber(here[mine], truth[theirs]))
    .map(
      ([mine, theirs]) =>
        `${what}: ${theirs} is ${String(truth[theirs])} and told as ${String(here[mine])}`,
    );
}

/** Two windows of one desk see the same. */
export function windowDifferences(one: DeskWindow, other: DeskWindow): string[] {
  const found: string[] = [];
  for (const feed of [
    'orders',
    'intents',
    'executions',
    'positions',
    'account',
    'streams',
    'trading',
    'cancels',
    'closings',
    'alerts',
    'desk',
  ]) {
    // What is over is told once more, to whoever watched then.
    const here = (window: DeskWindow): Set<string> =>
      new Set(
        newest(feed, window.items(feed))
          .filter(({ state }) => feed !== 'cancels' || state !== 'over')
          // That nobody has looked at an alert is told to a window that begins after it, and not to the one that heard it.
          .map(({ isUnseen: _unseen, ...item }) => textOf(item)),
      );
    const mine = here(one);
    const theirs = here(other);
    const odd = [...mine].find((text) => !theirs.has(text));
    const oddThere = [...theirs].find((text) => !mine.has(text));
    if (odd !== undefined || oddThere !== undefined)
      found.push(
        `${feed}: ${one.name} has ${mine.size}, ${other.name} ${theirs.size}; ${odd ?? 'nothing'} and ${oddThere ?? 'nothing'}`,
      );
  }
  return found;
}

/** A window begins with the last fifty alerts: of two, the first has heard of more. */
const newest = (feed: string, items: Item[]): Item[] =>
  feed === 'alerts'
    ? items.toSorted((a, b) => Number(b['at']) - Number(a['at'])).slice(0, 40)
    : items;

/** Members have no order: an item that was told as it changed has them otherwise than one that was read from disk. */
const textOf = (item: Item): string =>
  JSON.stringify(item, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
