// What became of something that was sent, in a sentence.
import type { Intent } from '#contract/intents.ts';

/** For the line under the ticket and in the dialogs. */
export type Outcome = { kind: 'good' | 'unsure' | 'bad'; text: string };

export function outcomeOf({ kind, state, title, reason }: Intent): Outcome {
  const isChange = kind === 'replace';
  switch (state) {
    case 'accepted':
      return { kind: 'good', text: `The broker has it: ${title}.` };
    case 'refused':
      return {
        kind: 'bad',
        text: `Nothing was ${isChange ? 'changed' : 'placed'}. ${reason ?? 'The broker refused it.'}`,
      };
    case 'not-sent':
      return { kind: 'bad', text: `Nothing was sent. ${reason ?? ''}`.trim() };
    case 'recorded':
    case 'sent':
    case 'unknown':
    case 'set-aside':
      return {
        kind: 'unsure',
        text: isChange
          ? 'The broker did not answer. Your order may have been changed: it is being looked up. Do not change it again; see Orders.'
          : 'The broker did not answer. Your order may have been placed: it is being looked up. Do not place it again; see Orders.',
      };
    default:
      return state satisfies never;
  }
}
