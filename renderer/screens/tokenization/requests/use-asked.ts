// The broker asked for what the filter names. What it answers comes in through the feed; here is only how it went.
import { useEffect, useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { TokenizationFilters } from '#contract/tokenization.ts';
import { onAnswerAfter } from '#renderer/core/on-answer.ts';
import {
  questionOf,
  type RequestFilter,
} from '#renderer/screens/tokenization/requests/request-rows.ts';
import { useSession } from '#renderer/session/session.ts';

type Asked =
  | { kind: 'asking' }
  | { kind: 'answered' }
  | { kind: 'wrong'; text: string }
  | { kind: 'failed'; text: string };

const AFTER_TYPING_MS = 300;
const DAY_MS = 86_400_000;
const FIRST_BACK_DAYS = 30;

export function useAsked(filter: RequestFilter): { asked: Asked; again: () => void } {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [nth, setNth] = useState(0);
  const question = JSON.stringify(questionOf(filter));
  const [answer, setAnswer] = useState<{ of: string; asked: Asked }>();
  const of = `${nth} ${question}`;

  useEffect(() => {
    const parsed = JSON.parse(question) as ReturnType<typeof questionOf>;
    if (!parsed.ok) return undefined;
    const { filters } = parsed;
    return onAnswerAfter(
      AFTER_TYPING_MS,
      () => bridge.call('tokenization.requests', { accountId, filters }),
      (result) => {
        const asked: Asked = result.ok
          ? { kind: 'answered' }
          : { kind: 'failed', text: describeFailure(result.failure) };
        setAnswer({ of, asked });
      },
    );
  }, [bridge, accountId, question, of]);

  const parsed = questionOf(filter);
  if (!parsed.ok) return { asked: { kind: 'wrong', text: parsed.text }, again: () => undefined };
  return {
    asked: answer?.of === of ? answer.asked : { kind: 'asking' },
    again: () => setNth(nth + 1),
  };
}

type Earlier = {
  isReading: boolean;
  told: string;
  read: (oldestMs: number) => Promise<void>;
};

/** The service has no pages: older requests are read by windows of time, each twice as long as the one before. */
export function useEarlier(): Earlier {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [isReading, setReading] = useState(false);
  const [told, setTold] = useState('');
  const [reach, setReach] = useState<{ fromMs: number; days: number }>();

  async function read(oldestMs: number): Promise<void> {
    const days = reach ? reach.days * 2 : FIRST_BACK_DAYS;
    const toMs = reach?.fromMs ?? oldestMs;
    const fromMs = toMs - days * DAY_MS;
    const filters: TokenizationFilters = {
      after: new Date(fromMs).toISOString(),
      before: new Date(toMs).toISOString(),
    };
    setReading(true);
    const answer = await bridge.call('tokenization.requests', { accountId, filters });
    setReading(false);
    if (!answer.ok) return setTold(describeFailure(answer.failure));
    setReach({ fromMs, days });
    const count = answer.value.length;
    const found = count === 0 ? 'none' : count === 1 ? 'one' : String(count);
    setTold(
      `Loaded back to ${new Date(fromMs).toISOString().slice(0, 10)}: ${found} in those ${days} days.`,
    );
  }
  return { isReading, told, read };
}
