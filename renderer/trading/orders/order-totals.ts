// What the open orders of a table come to, exact.
import type { Pace } from '#renderer/core/delay.ts';
import { isMore, mul, sub, sumOf } from '#renderer/core/exact.ts';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';

export type OrderTotals = {
  open: number;
  buys: string;
  sells: string;
  /** Open orders without a price, which are in neither sum. */
  unpriced: number;
};

type Totaller = {
  /** The live rows of a table; undefined while they are being looked for. */
  show(rows: readonly OrderRow[] | undefined): void;
  stop(): void;
};

const SLICE_MS = 4;
const ROWS_A_LOOK = 256;

/** Few rows are added up at once, many in short pieces: neither the table nor a key waits for the end. */
export function createTotaller(
  pace: Pace,
  onTotals: (totals: OrderTotals | undefined) => void,
): Totaller {
  let shown: readonly OrderRow[] | undefined;
  let pass: Iterator<void, OrderTotals> | undefined;
  let isChanged = false;
  let cancel: (() => void) | undefined;

  function stop(): void {
    cancel?.();
    cancel = pass = undefined;
  }

  function begin(): void {
    isChanged = false;
    // As they are now: what comes while it goes on is in the next pass.
    pass = totalling([...(shown ?? [])]);
    goOn();
  }

  function goOn(): void {
    const until = pace.now() + SLICE_MS;
    for (;;) {
      const piece = pass?.next();
      if (!piece) return;
      if (piece.done) {
        stop();
        onTotals(piece.value);
        if (isChanged) cancel = pace.later(begin);
        return;
      }
      if (pace.now() < until) continue;
      cancel = pace.later(goOn);
      return;
    }
  }

  return {
    show(rows) {
      const isOther = rows !== shown;
      shown = rows;
      isChanged = true;
      if (isOther) stop();
      if (!rows) onTotals(undefined);
      // Under a stream of changes each pass still comes to its end.
      else if (!cancel) begin();
    },
    stop,
  };
}

type Once = { side: string | undefined; value: string | undefined };

/**
 * Both exits of an order are for the same shares, and so are an order and the change of it: of those, the larger counts.
 * Legs that wait for their order do not.
 */
function* totalling(rows: readonly OrderRow[]): Generator<void, OrderTotals> {
  const exits = new Map<string, string>();
  const counted = new Set<string>();
  const claims = new Map<string, Once>();
  /** Of a leg that is being changed: the change, which is told without the order it will hang on, is for its shares. */
  const exitOf = new Map<string, string | undefined>();
  const [buys, sells]: [string[], string[]] = [[], []];
  let [open, unpriced] = [0, 0];
  const count = (side: string | undefined, value: string | undefined): void => {
    if (value === undefined) unpriced += 1;
    else (side === 'sell' ? sells : buys).push(value);
  };
  for (const [nth, row] of rows.entries()) {
    if (nth % ROWS_A_LOOK === ROWS_A_LOOK - 1) yield;
    const { group, leg, family, side, claim } = row;
    if (group !== 'open') continue;
    if (claim === undefined || !counted.has(claim)) open += 1;
    if (claim !== undefined) counted.add(claim);
    const isWaiting = leg > 0 && family.head.group === 'open';
    const key = `${side} ${family.key}`;
    if (leg > 0 && claim !== undefined) exitOf.set(claim, isWaiting ? undefined : key);
    if (isWaiting) continue;
    const value = valueOf(row);
    if (leg > 0) {
      if (value === undefined) unpriced += 1;
      else exits.set(key, larger(exits.get(key), value));
    } else if (claim === undefined) count(side, value);
    else {
      const twin = claims.get(claim);
      claims.set(claim, {
        side: twin?.side ?? side,
        value: value === undefined ? twin?.value : larger(twin?.value, value),
      });
    }
  }
  for (const [claim, { side, value }] of claims) {
    const key = exitOf.get(claim);
    if (!exitOf.has(claim)) count(side, value);
    else if (key !== undefined && value !== undefined)
      exits.set(key, larger(exits.get(key), value));
  }
  for (const [key, value] of exits) (key.startsWith('sell ') ? sells : buys).push(value);
  return { open, buys: sumOf(buys), sells: sumOf(sells), unpriced };
}

const larger = (a: string | undefined, b: string): string =>
  a !== undefined && isMore(a, b) ? a : b;

/** Of what is still to be filled. */
function valueOf({ qty, orderId, notional, prices, ...row }: OrderRow): string | undefined {
  const price = prices.limitPrice ?? prices.stopPrice;
  // Of an order whose record could not be read, nobody knows how much is left.
  const filledQty = row.filledQty ?? (orderId === undefined ? '0' : undefined);
  if (qty === undefined) return notional;
  return price === undefined || filledQty === undefined
    ? undefined
    : mul(sub(qty, filledQty), price);
}
