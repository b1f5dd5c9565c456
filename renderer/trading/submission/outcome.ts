// What became of something that was sent, in a sentence that is true as long as it is shown: it is made of what is known
// of the intent and its order now, and never kept.
import type { Intent } from '#contract/intents.ts';
import { isTerminal, statusWords, type OrderLeg } from '#contract/orders.ts';

/** For the line under the ticket and in the dialogs. */
export type Outcome = { kind: 'good' | 'unsure' | 'bad'; text: string };

/** `order` is what became of it at the broker, once that is known. */
export function outcomeOf(
  { kind, state, title, reason }: Intent,
  order?: Pick<OrderLeg, 'status'>,
): Outcome {
  const isChange = kind === 'replace';
  switch (state) {
    case 'accepted':
      // One that ended without being filled is no good news any more.
      return order && isTerminal(order.status) && !['filled', 'replaced'].includes(order.status)
        ? { kind: 'bad', text: `The order is ${statusWords(order.status)}: ${title}.` }
        : { kind: 'good', text: `Accepted by the broker: ${title}.` };
    case 'refused':
      return {
        kind: 'bad',
        text: `Nothing was ${isChange ? 'changed' : 'placed'}. ${reason ?? 'The broker refused it.'}`,
      };
    case 'not-sent':
      return { kind: 'bad', text: `Nothing was sent. ${reason ?? ''}`.trim() };
    case 'recorded':
    case 'sent':
      return unsure('The broker has not answered yet.', isChange);
    case 'unknown':
      // An answer that proves nothing, such as a 500, is an answer: the reason says which.
      return unsure(reason ?? 'The broker did not answer.', isChange);
    case 'set-aside':
      return {
        kind: 'unsure',
        text: reason ?? 'You stopped waiting for it. It is still being looked for.',
      };
    default:
      return state satisfies never;
  }
}

function unsure(why: string, isChange: boolean): Outcome {
  const text = isChange
    ? 'Your order may have been changed: it is being looked up. Do not change it again; see Orders.'
    : 'Your order may have been placed: it is being looked up. Do not place it again; see Orders.';
  return { kind: 'unsure', text: `${why} ${text}` };
}
