import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { pageClock } from '#renderer/core/clock.ts';
import { useSession } from '#renderer/session/session.ts';
import type { Entry } from '#renderer/trading/exits/exit-prices.ts';
import { knownPrices } from '#renderer/trading/ticket/known-prices.ts';
import type { TicketFields } from '#renderer/trading/ticket/ticket.ts';
import { entryOf } from '#renderer/trading/ticket/ticket-prices.ts';

/** Prices that follow the market must stand long enough to be read. */
const LOOK_EVERY_MS = 2_000;

/** The entry that exits are measured from: looked at with every change of the fields, and now and then. */
export function useEntry(fields: TicketFields): Entry | undefined {
  const { feeds } = useSession();
  const isNeeded = fields.orderClass !== 'simple';
  const subscribe = useCallback(
    (run: () => void) => (isNeeded ? pageClock.on(LOOK_EVERY_MS, run) : () => undefined),
    [isNeeded],
  );
  const lookedAt = useSyncExternalStore(subscribe, () =>
    isNeeded ? pageClock.at(LOOK_EVERY_MS) : 0,
  );
  return useMemo(() => {
    if (lookedAt === 0) return undefined;
    const symbol = fields.symbol.trim().toUpperCase();
    return entryOf(fields, knownPrices(feeds, symbol, lookedAt));
  }, [feeds, fields, lookedAt]);
}
