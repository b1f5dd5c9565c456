// What became of something that was sent, in a sentence that is true as long as it is shown: it is made of what is known
// of the intent and its order now, and never kept.
import { HAS_THIS_ID, type Intent } from '#contract/intents.ts';
import {
  isTerminal,
  orderStatusWords,
  statusWords,
  type OrderLeg,
  type OrderStanding,
} from '#contract/orders.ts';
import { formatPrice } from '#renderer/ui/format.ts';

/** For the line under the ticket and in the dialogs. */
export type Outcome = {
  kind: 'good' | 'unsure' | 'bad';
  text: string;
  /** What became of the order after that. It is not read out: the alert of the fill is. */
  since?: string;
};

type Become = OrderStanding & Pick<OrderLeg, 'filledAvgPrice'>;

/** `order` is what became of it at the broker, once that is known. */
export function outcomeOf({ kind, state, title, reason }: Intent, order?: Become): Outcome {
  const isChange = kind === 'replace';
  switch (state) {
    case 'accepted':
      // One that ended without being filled is no good news any more.
      return order && isTerminal(order.status) && !['filled', 'replaced'].includes(order.status)
        ? { kind: 'bad', text: `The order is ${statusWords(order.status)}: ${title}.` }
        : { kind: 'good', text: `Accepted by the broker: ${title}.`, ...sinceThen(order) };
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
        text: reason ?? 'You set it aside. Ballast is still looking for it.',
      };
    default:
      return state satisfies never;
  }
}

function sinceThen(order: Become | undefined): Pick<Outcome, 'since'> {
  if (order?.status === 'replaced') return { since: 'It has been changed since.' };
  if (order?.status !== 'filled') return {};
  const { filledAvgPrice: price } = order;
  const [filled = '', ...rest] = orderStatusWords(order).split(', ');
  const at = price === undefined ? '' : ` at ${formatPrice(price)}`;
  const words = [filled[0]?.toUpperCase() + filled.slice(1), ...rest].join(', ');
  return { since: `${rest.length === 0 ? words + at : words}.` };
}

function unsure(why: string, isChange: boolean): Outcome {
  const [done, again] = isChange ? ['changed', 'change'] : ['placed', 'place'];
  const next =
    why === HAS_THIS_ID
      ? 'Ballast is reading it.'
      : `Your order may have been ${done}: it is being looked up.`;
  return { kind: 'unsure', text: `${why} ${next} Do not ${again} it again; see Orders.` };
}
