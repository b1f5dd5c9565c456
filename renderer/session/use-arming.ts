import { useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';

type Arming = { isAsking: boolean; problem: string | undefined; arm(): void };

/** Where the question is asked: no page can answer it. */
export const armingWords = (): string =>
  `To arm it, enter its account number. ${whereAsked(QUESTIONS.arm)}`;

/** Asks main to arm a live account. That it was armed is told by the accounts, not here. */
export function useArming(bridge: Bridge, accountId: string): Arming {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function ask(): Promise<void> {
    setAsking(true);
    setProblem(undefined);
    const armed = await bridge.call('accounts.arm', { accountId });
    setAsking(false);
    setProblem(armed.ok ? undefined : describeFailure(armed.failure));
  }

  return { isAsking, problem, arm: () => void ask() };
}
