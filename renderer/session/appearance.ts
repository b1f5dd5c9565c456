// How everything looks, as attributes of the document: the tokens do the rest.
import { useLayoutEffect } from 'react';
import type { Appearance } from '#contract/ui.ts';

export const THEMES = [
  ['system', 'Match system'],
  ['dark', 'Dark'],
  ['light', 'Light'],
  ['high-contrast', 'High contrast'],
] as const satisfies readonly (readonly [Appearance['theme'], string])[];

export function useAppliedAppearance(appearance: Appearance): void {
  const { theme, isColourBlindSafe, isCompact } = appearance;
  // Before anything reads a color from the document.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    dataset['gains'] = isColourBlindSafe ? 'blue-orange' : 'green-red';
    dataset['density'] = isCompact ? 'compact' : 'comfortable';
  }, [theme, isColourBlindSafe, isCompact]);
}
