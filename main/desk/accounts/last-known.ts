// What a journal has of an account that is not open: what a person has to know of it before it can be watched again.
import type { LastKnown } from '#contract/unwatched.ts';
import { CANCEL_WAITS } from '#contract/cancel-waits.ts';
import { isTerminal, statusWords, type Order } from '#contract/orders.ts';
import { orderWords, qtyText } from '#main/domain/words.ts';
import type { Journal } from '#main/journal/types.ts';

const MOST_LINES = 20;

/** Undefined when its broker was never heard, or when nobody can read it. */
export function lastKnownIn(
  journal: Pick<Journal, 'load' | 'unsettled' | 'pendingCancels'>,
): LastKnown | undefined {
  const loaded = journal.load();
  if (!loaded.ok) return undefined;
  const { account, positions, orders } = loaded.value;
  const open = orders.filter(({ value }) => !isTerminal(value.status));
  const held = positions?.value ?? [];
  const heardAt = [account, positions, ...orders].flatMap((saved) => saved?.receivedAt ?? []);
  const unconfirmed = journal.unsettled().length;
  if (heardAt.length === 0 && unconfirmed === 0) return undefined;
  const toCancel = new Set(journal.pendingCancels().map(({ resultId }) => resultId));
  const standing = ({ id, replaces, status }: Order): string =>
    toCancel.has(id) || (replaces !== undefined && toCancel.has(replaces))
      ? CANCEL_WAITS
      : statusWords(status);
  return {
    openOrders: open.length,
    unconfirmed,
    positions: held.length,
    lines: [
      ...open.map(({ value }) => `${orderWords(value)}, ${standing(value)}`),
      ...held.map(({ qty, symbol }) => `${qtyText(qty)} ${symbol}`),
    ].slice(0, MOST_LINES),
    ...(heardAt.length > 0 && { at: heardAt.reduce((newest, at) => Math.max(newest, at)) }),
  };
}
