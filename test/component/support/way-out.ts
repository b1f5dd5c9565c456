// The way out as main would play it: what is held is planned, a confirmation begins once, and the test tells the rest.
import { randomUUID } from 'node:crypto';
import { Closing, ClosingPlan, type ClosingSymbol } from '#contract/closings.ts';
import { invalid, ok } from '#contract/failure.ts';
import type { Position } from '#contract/orders.ts';
import type { Replies } from '#test/component/support/fake-main.ts';

type Deps = {
  held: () => Position[];
  isStopped: () => boolean;
  now: () => number;
  tell: (closing: Closing) => void;
};

export function wayOutReplies({ held, isStopped, now, tell }: Deps): Replies {
  const plans = new Map<string, ClosingPlan>();
  const begun = new Map<string, Closing>();
  return {
    'closings.plan'({ kind, symbols }) {
      const plan = ClosingPlan.parse({
        closingId: randomUUID(),
        kind,
        symbols: held()
          .filter(({ symbol }) => symbols?.includes(symbol) ?? true)
          .map(({ symbol, qty }) => ({
            symbol,
            side: 'long',
            qty,
            cancels: [],
          })),
        leftOut: [],
        isMarketOpen: true,
        isStopped: isStopped(),
      });
      plans.set(plan.closingId, plan);
      return ok(plan);
    },
    'closings.begin'({ closingId, how }) {
      const known = begun.get(closingId);
      if (known) return ok(known);
      const plan = plans.get(closingId);
      if (!plan) return invalid('Nothing was sent. Review what it would do again.', 'closingId');
      const closing = closingOf(plan, { how, confirmedAt: now() });
      begun.set(closingId, closing);
      tell(closing);
      return ok(closing);
    },
  };
}

export const closingOf = (
  { closingId, kind, symbols }: Pick<ClosingPlan, 'closingId' | 'kind' | 'symbols'>,
  more: Partial<Closing> = {},
): Closing =>
  Closing.parse({
    closingId,
    kind,
    how: 'market',
    confirmedAt: 0,
    state: 'running',
    symbols: symbols.map(({ symbol, side, qty }) => ({
      symbol,
      side,
      qty,
      step: 'canceling',
      text: `Canceling open orders in ${symbol}.`,
      intentIds: [],
    })),
    ...more,
  });

/** Its symbols as they are now, one after the other. */
export const withSteps = (closing: Closing, ...steps: Partial<ClosingSymbol>[]): Closing =>
  Closing.parse({
    ...closing,
    symbols: closing.symbols.map((symbol, nth) => ({ ...symbol, ...steps[nth] })),
  });
