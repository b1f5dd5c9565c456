// What a person should know of an order that cannot trade in the session that runs: that it waits, and for what.
import {
  momentText,
  SESSION_WORDS,
  sessionText,
  type MarketSession,
} from '#contract/market-state.ts';
import { canExtendHours, choiceOf, sessionsFor } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { AssetTraits } from '#main/domain/orders/draft-context.ts';

type Waiting = {
  draft: OrderDraft;
  asset: AssetTraits | undefined;
  session: MarketSession;
  /** Epoch ms, like the other. */
  now: number;
  /** When regular hours begin. */
  nextOpen: number | undefined;
};

/** Undefined where it can trade now, or waits for an auction that it names itself. */
export function waitingText({ draft, asset, session, now, nextOpen }: Waiting): string | undefined {
  const { symbol, timeInForce } = draft;
  if (timeInForce === 'opg' || timeInForce === 'cls') return undefined;
  const choice = choiceOf(draft, asset?.class);
  const isExtended = draft.extendedHours === true && canExtendHours(choice);
  if (sessionsFor(choice, isExtended, asset?.attributes).includes(session.phase)) return undefined;
  const from = nextOpen === undefined ? '' : ` at ${momentText(nextOpen, now)}`;
  if (!isExtended)
    return session.phase === 'closed'
      ? `The market is closed. The order waits for regular hours${from}, New York time.`
      : `${sessionText(session, now)}, New York time. The order waits for regular hours${from}.`;
  return session.phase === 'overnight'
    ? `${symbol} does not trade overnight. The order waits for ${SESSION_WORDS.pre.toLowerCase()}.`
    : `${sessionText(session, now)}, New York time. The order waits until then.`;
}
