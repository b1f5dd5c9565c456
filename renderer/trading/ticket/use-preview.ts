import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { Result } from '#contract/failure.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { OrderPreview, Sizing } from '#contract/trading.ts';
import { startPreviewLoop, type Later } from '#renderer/trading/submission/preview-loop.ts';

/** What is asked about. Two with the same text are the same question. */
export type Asked = { draft: OrderDraft; sizing?: Sizing };

const AFTER_TYPING_MS = 120;
/** A symbol that is half typed is no symbol: main would ask the broker about each. */
const AFTER_SYMBOL_MS = 450;
const AGAIN_MS = 2_000;

const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

type Answer = { of: string; preview: OrderPreview };

export type Previewing = {
  preview: OrderPreview | undefined;
  /** What was just answered about a draft by another way, so that it need not be waited for. */
  learn(asked: Asked, preview: OrderPreview): void;
};

/** What main says of the draft, asked again while it stands: prices move and guards look at the time. */
export function usePreview(
  bridge: Bridge,
  accountId: string,
  intentId: string | undefined,
  asked: Asked | undefined,
): Previewing {
  const lastSymbol = useRef('');
  const wanted = asked && keyOf(asked);
  const [answer, setAnswer] = useState<Answer>();

  useEffect(() => {
    if (intentId === undefined || wanted === undefined) return undefined;
    const question = { accountId, intentId, ...(JSON.parse(wanted) as Asked) };
    const isNewSymbol = !['', question.draft.symbol].includes(lastSymbol.current);
    return startPreviewLoop({
      ask() {
        lastSymbol.current = question.draft.symbol;
        return bridge.call('orders.preview', question);
      },
      onAnswer: (preview) => setAnswer(preview && { of: wanted, preview }),
      firstMs: isNewSymbol ? AFTER_SYMBOL_MS : AFTER_TYPING_MS,
      againMs: AGAIN_MS,
      later,
    });
  }, [bridge, accountId, intentId, wanted]);

  const learn = useCallback(
    (about: Asked, preview: OrderPreview) => setAnswer({ of: keyOf(about), preview }),
    [],
  );
  // An answer about another draft is no answer.
  return { preview: answer && answer.of === wanted ? answer.preview : undefined, learn };
}

/** Any other question that is answered with a preview, while `key` stands. */
export function usePreviewOf(
  key: string | undefined,
  ask: (key: string) => Promise<Result<OrderPreview>>,
): OrderPreview | undefined {
  const [answer, setAnswer] = useState<Answer>();
  const asking = useRef(ask);
  useEffect(() => {
    asking.current = ask;
  });
  useEffect(() => {
    if (key === undefined) return undefined;
    return startPreviewLoop({
      ask: () => asking.current(key),
      onAnswer: (preview) => setAnswer(preview && { of: key, preview }),
      firstMs: AFTER_TYPING_MS,
      againMs: AGAIN_MS,
      later,
    });
  }, [key]);
  return answer && answer.of === key ? answer.preview : undefined;
}

const keyOf = ({ draft, sizing }: Asked): string =>
  JSON.stringify(sizing ? { draft, sizing } : { draft });
