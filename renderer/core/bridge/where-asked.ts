// Where main asks what no page may answer: in Electron in a window, in the web shell in the terminal.
import type { Bridge } from '#contract/bridge.ts';
import type { QUESTIONS } from '#contract/questions.ts';

type Question = (typeof QUESTIONS)[keyof typeof QUESTIONS];

/** Where main shows what no page may see. */
export const whereShown = (page: { ballast?: Bridge } = window): string =>
  page.ballast ? 'in a separate Ballast window' : 'in the terminal that started Ballast';

export const whereAsked = (question: Question, page: { ballast?: Bridge } = window): string =>
  page.ballast
    ? `Ballast asks in a separate window: look for “${question}”.`
    : `Ballast asks in the terminal that started it: look for “${question}” and answer there.`;
