import { useCallback } from 'react';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { usePrivacy } from '#renderer/ui/privacy.ts';

/** How every axis of this screen is drawn. Colors are tokens, so that a change of theme needs no drawing anew. */
export const AXIS = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--text-quiet)', fontSize: 11 },
  tickLine: false,
};

/** Room for the longest name beside its bar: a contract of options has 19 letters, and the last of them alone name nothing. */
export const nameAxisWidth = (names: readonly string[]): number =>
  Math.min(170, Math.max(64, ...names.map(({ length }) => length * 8)));

/** Of a bar whose figure is old: no color says anything about it. */
export const OLD_FILL = 'var(--line-strong)';

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** The line from which bars go either way. */
export const ZERO = { stroke: 'var(--text-quiet)', strokeWidth: 1 };

/** Money along an axis; hidden with every other amount, but for the zero, which is nobody's. */
export function useMoneyTick(): (value: number) => string {
  const isPrivate = usePrivacy();
  return useCallback(
    (value: number) => (isPrivate && value !== 0 ? '•••••' : WHOLE.format(value)),
    [isPrivate],
  );
}

/** 'In USD.', once it is known in which money the account is kept. */
export function useUnit(): string | undefined {
  const currency = useSlice(useSession().feeds.account, 'account')?.account.currency;
  return currency === undefined ? undefined : `In ${currency}.`;
}
