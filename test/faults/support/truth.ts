// What the broker answers when it is asked now, against what the desk's book says. An empty list of differences means
// that a person looking at the desk sees what the broker has.
import { isTerminal, type Order } from '#contract/orders.ts';
import { isEqual } from '#main/domain/decimal.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { TestAccount } from '#test/faults/support/desk.ts';

export type Comparison = {
  differences: string[];
  /** Nothing at the broker is about to change by itself: what is open rests. */
  isQuiet: boolean;
  /** When the broker last changed one of the orders, epoch ms. */
  changedAt: number;
};

/** Orders and executions of the time after `since`, everything that is open, and every position. */
export async function compareWithBroker(
  { unit }: TestAccount,
  since?: string,
): Promise<Comparison> {
  const { client, book } = unit;
  const filters = since === undefined ? {} : { after: since };
  const [recent, open, fills, positions] = await Promise.all([
    client.allOrders({ status: 'all', nested: true, ...filters }),
    client.allOrders({ status: 'open', nested: true }),
    client.allActivities({ activityTypes: ['FILL'], ...filters }),
    client.positions(),
  ]);
  const orders = new Map([...got(recent), ...got(open)].map((order) => [order.id, order]));
  const differences: string[] = [];
  for (const order of orders.values())
    differences.push(...orderDifferences(order, book.order(order.id)));
  // A leg is told under its order.
  const known = new Set(
    [...orders.values()].flatMap(({ id, legs = [] }) => [id, ...legs.map((leg) => leg.id)]),
  );
  for (const { id } of book.openOrders())
    if (!known.has(id)) differences.push(`${id} is open here and not at the broker`);

  const executions = Map.groupBy(
    got(fills).flatMap(({ execution }) => (execution ? [execution] : [])),
    ({ orderId }) => orderId,
  );
  const whole = new Set(got(recent).map(({ id }) => id));
  for (const [orderId, theirs] of executions) {
    if (!whole.has(orderId)) continue;
    const ours = book.executions(orderId);
    if (ours.length !== theirs.length)
      differences.push(`${orderId} has ${theirs.length} executions, and ${ours.length} here`);
    for (const { cumQty } of theirs)
      if (!ours.some((own) => isEqual(own.cumQty, cumQty)))
        differences.push(`${orderId}: the execution up to ${cumQty} is missing`);
  }
  const theirs = holdings(got(positions));
  const ours = holdings(book.positions());
  if (theirs !== ours) differences.push(`positions are ${theirs}, and ${ours} here`);
  const all = [...orders.values()];
  const changedAt = Math.max(0, ...all.map(({ updatedAt }) => Date.parse(updatedAt ?? '') || 0));
  return { differences, isQuiet: all.every(isAtRest), changedAt };
}

function orderDifferences(theirs: Order, ours: Order | undefined): string[] {
  const name = `${theirs.side} ${theirs.type} ${theirs.id}`;
  if (!ours) return [`${name} is not in the book`];
  return [
    ours.status !== theirs.status && `${name} is ${theirs.status}, and ${ours.status} here`,
    !isEqual(ours.filledQty, theirs.filledQty) &&
      `${name} is filled to ${theirs.filledQty}, and ${ours.filledQty} here`,
  ].filter((difference) => difference !== false);
}

const isAtRest = ({ status, type, limitPrice }: Order): boolean =>
  isTerminal(status) || (status === 'new' && type === 'limit' && Number(limitPrice) < 10);

const holdings = (positions: readonly { symbol: string; qty: string }[]): string =>
  positions
    .map(({ symbol, qty }) => `${symbol} ${Number(qty)}`)
    .sort()
    .join(', ');

function got<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { failure }: { failure: Failure } = result;
  throw new Error(`the broker did not answer: ${JSON.stringify(failure)}`);
}
