// What people asked for, noted between their hands and the desk, so that nothing that the desk does or records can change
// it: each draft as it was confirmed, each change, each cancel, each way out. Whatever else happens to an order was
// nobody's wish.
import type { ExitHow } from '#contract/closings.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';

export type WishedRow = {
  id: string;
  client_order_id: string;
  account_id: string;
  symbol: string;
  submitted_at: string;
};

/** Moments are the world's own, epoch ms. */
export type WayOut = {
  closingId: string;
  accountId: string;
  how: ExitHow;
  symbols: readonly string[];
  from: number;
  /** When it had ended; until then whatever comes of its symbols may be its own, or be canceled by it. */
  to: number;
};

export type Wishes = {
  /** The desk as its person has it: each use is noted, and goes on to the desk. */
  handsOf(unit: AccountUnit, brokerAccountId: string): AccountUnit;
  draftOf(clientOrderId: string): OrderDraft | undefined;
  hasChange(clientOrderId: string): boolean;
  /** From when on somebody wanted the order gone; undefined when nobody ever did. */
  goneFrom(row: WishedRow): number | undefined;
  /** The way out that an order without a draft can be the exit of. */
  wayOutOf(row: WishedRow): WayOut | undefined;
  openWaysOut(accountId: string): WayOut[];
  /** The way out is over. */
  end(closingId: string): void;
};

export function createWishes(now: () => number): Wishes {
  const drafts = new Map<string, OrderDraft>();
  const changes = new Set<string>();
  /** Since when each order, or intent that may become one, is to be gone. */
  const gone = new Map<string, number>();
  const waysOut: WayOut[] = [];

  function wantGone(id: string): void {
    if (!gone.has(id)) gone.set(id, now());
  }

  const isWithin = (row: WishedRow, { accountId, symbols, from, to }: WayOut): boolean => {
    const at = Date.parse(row.submitted_at);
    return row.account_id === accountId && symbols.includes(row.symbol) && at >= from && at <= to;
  };

  function end(closingId: string): void {
    for (const way of waysOut)
      if (way.closingId === closingId && way.to === Infinity) way.to = now();
  }

  return {
    handsOf(unit, brokerAccountId) {
      const { trading, closings } = unit;

      /** All that rests in the symbols is canceled, what nobody knows yet as soon as it is found. */
      function beginWayOut(closingId: string, how: ExitHow): void {
        const closing = closings.list().find((one) => one.closingId === closingId);
        const symbols = closing?.symbols.map(({ symbol }) => symbol) ?? [];
        for (const { id, symbol } of unit.book.openOrders())
          if (symbols.includes(symbol)) wantGone(id);
        for (const { intentId, symbol } of unit.journal.unsettled())
          if (symbols.includes(symbol)) wantGone(intentId);
        // One that is gone on with may go another way.
        end(closingId);
        waysOut.push({
          closingId,
          accountId: brokerAccountId,
          how,
          symbols,
          from: now(),
          to: Infinity,
        });
      }

      return {
        ...unit,
        trading: {
          ...trading,
          submit(submission) {
            const { intentId, draft } = submission;
            if (!drafts.has(intentId)) drafts.set(intentId, structuredClone(draft));
            return trading.submit(submission);
          },
          replace(change) {
            changes.add(change.intentId);
            return trading.replace(change);
          },
          cancel(orderId) {
            wantGone(orderId);
            return trading.cancel(orderId);
          },
          cancelUnknown(intentId) {
            wantGone(intentId);
            return trading.cancelUnknown(intentId);
          },
          setAside(intentId, cancelWhenFound = true) {
            if (cancelWhenFound) wantGone(intentId);
            return trading.setAside(intentId, cancelWhenFound);
          },
        },
        closings: {
          ...closings,
          begin(closingId, how) {
            const begun = closings.begin(closingId, how);
            if (begun.ok) beginWayOut(closingId, how);
            return begun;
          },
          goOn(closingId, how) {
            const begun = closings.goOn(closingId, how);
            if (begun.ok) beginWayOut(closingId, begun.value.how);
            return begun;
          },
        },
      };
    },
    draftOf: (clientOrderId) => drafts.get(clientOrderId),
    hasChange: (clientOrderId) => changes.has(clientOrderId),
    goneFrom(row) {
      const asked = [row.id, row.client_order_id].map((id) => gone.get(id) ?? Infinity);
      const ways = waysOut.filter((way) => isWithin(row, way)).map(({ from }) => from);
      const first = Math.min(...asked, ...ways);
      return first === Infinity ? undefined : first;
    },
    wayOutOf: (row) => waysOut.findLast((way) => isWithin(row, way)),
    openWaysOut: (accountId) =>
      waysOut.filter((way) => way.accountId === accountId && way.to === Infinity),
    end,
  };
}
