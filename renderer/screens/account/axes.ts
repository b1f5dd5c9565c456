import { useCallback } from 'react';
import { usePrivacy } from '#renderer/ui/privacy.ts';

/** How every axis of this screen is drawn. Colours are tokens, so that a change of theme needs no drawing anew. */
export const AXIS = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--text-quiet)', fontSize: 11 },
  tickLine: false,
};

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Money along an axis; hidden with every other amount. */
export function useMoneyTick(): (value: number) => string {
  const isPrivate = usePrivacy();
  return useCallback((value: number) => (isPrivate ? '•••••' : WHOLE.format(value)), [isPrivate]);
}
