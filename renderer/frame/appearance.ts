// How everything looks, as attributes of the document: the tokens do the rest.
import { useEffect } from 'react';
import type { Appearance } from '#contract/ui.ts';

export const THEMES = [
  ['system', 'As the system'],
  ['dark', 'Dark'],
  ['light', 'Light'],
  ['high-contrast', 'High contrast'],
] as const satisfies readonly (readonly [Appearance['theme'], string])[];

export function useAppliedAppearance(appearance: Appearance): void {
  const { theme, isColourBlindSafe, isCompact } = appearance;
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    dataset['gains'] = isColourBlindSafe ? 'blue-orange' : 'green-red';
    dataset['rows'] = isCompact ? 'compact' : 'comfortable';
  }, [theme, isColourBlindSafe, isCompact]);
}
