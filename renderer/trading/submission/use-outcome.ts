import type { Intent } from '#contract/intents.ts';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { outcomeOf, type Outcome } from '#renderer/trading/submission/outcome.ts';

/** What there is to say: a sentence as it is, or how an intent stands, which may change while it is shown. */
export type Said = Outcome | Intent;

export function useOutcome(said: Said | undefined): Outcome | undefined {
  const { feeds } = useSession();
  const answered = said && 'intentId' in said ? said : undefined;
  const heard = useSlice(feeds.intents, answered?.intentId ?? '');
  // The answer and the feed overtake each other.
  const intent = heard && answered && heard.changedAt >= answered.changedAt ? heard : answered;
  const order = useSlice(feeds.orders, intent?.resultId ?? '');
  return said && 'intentId' in said ? intent && outcomeOf(intent, order) : said;
}
