import { useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { OrderPreview } from '#contract/trading.ts';

const AFTER_TYPING_MS = 120;
const AGAIN_MS = 2_000;

/** What main says of the draft, asked again while it stands: prices move and guards look at the time. */
export function usePreview(
  bridge: Bridge,
  accountId: string,
  intentId: string | undefined,
  draft: OrderDraft | undefined,
): OrderPreview | undefined {
  const [answer, setAnswer] = useState<{ of: string; preview: OrderPreview }>();
  const wanted = draft && JSON.stringify(draft);

  useEffect(() => {
    if (intentId === undefined || wanted === undefined) return undefined;
    let isOver = false;
    const asked = { accountId, intentId, draft: JSON.parse(wanted) as OrderDraft };
    const ask = async () => {
      const result = await bridge.call('orders.preview', asked);
      if (!isOver && result.ok) setAnswer({ of: wanted, preview: result.value });
    };
    const first = setTimeout(() => void ask(), AFTER_TYPING_MS);
    const later = setInterval(() => void ask(), AGAIN_MS);
    return () => {
      isOver = true;
      clearTimeout(first);
      clearInterval(later);
    };
  }, [bridge, accountId, intentId, wanted]);

  // An answer about another draft is no answer.
  return answer && answer.of === wanted ? answer.preview : undefined;
}
