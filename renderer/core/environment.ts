// Which money is meant, wherever it is said: badge, window title, icon.
import type { AccountProfile } from '#contract/accounts.ts';
import { ENVIRONMENT_WORDS, type Environment } from '#contract/records.ts';
import { TRADING_IS_STOPPED } from '#contract/trading.ts';

export const BADGES: Record<Environment, string> = {
  ...ENVIRONMENT_WORDS,
  embedded: `${ENVIRONMENT_WORDS.embedded} · SIMULATED`,
};

export type Titled = {
  /** Of a window that shows nothing but its chart. */
  symbol?: string;
  isStopped?: boolean;
};

export const windowTitle = (
  { environment, label }: AccountProfile,
  { symbol, isStopped = false }: Titled = {},
): string => titleOf(isStopped, ENVIRONMENT_WORDS[environment], symbol, label, 'Ballast');

/** That all is stopped comes first, in every window. */
export const titleOf = (isStopped: boolean, ...parts: (string | undefined)[]): string =>
  [isStopped && TRADING_IS_STOPPED, ...parts].filter(Boolean).join(' · ');

/** One line on what an order means here. */
export const MONEY_WORDS: Record<Environment, string> = {
  embedded: 'Prices and fills are simulated by the broker inside Ballast. No real money moves.',
  paper: 'This is a paper account: prices are real, fills are simulated. No real money moves.',
  live: 'This is a live account: orders move real money.',
};

/** A plain mark in the color of the environment. */
export const iconAddress = (color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="${color}"/><path d="M5 3.5h3.6a2.3 2.3 0 0 1 1 4.3 2.5 2.5 0 0 1-.8 4.7H5z" fill="#fff"/></svg>`,
  )}`;
