import { createContext, useContext } from 'react';
import { hideNumbers } from '#contract/private-text.ts';

/** True while amounts are hidden. Only the number components and those of sentences with numbers ask. */
export const PrivacyContext = createContext(false);

export const usePrivacy = (): boolean => useContext(PrivacyContext);

/** For a sentence that may say how much somebody has: as it stands, or without its numbers while amounts are hidden. */
export const useHiding = (): ((text: string) => string) =>
  usePrivacy() ? hideNumbers : asItStands;

const asItStands = (text: string): string => text;
