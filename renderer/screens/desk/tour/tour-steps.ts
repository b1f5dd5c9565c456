// The tour's steps, read off what the person did: there is no Next. Whoever goes back is back at the earlier step.
import { isUnsettled, type Intent } from '#contract/intents.ts';

/** What the tour breaks: the answer is lost, and nothing shows the order in its first ten seconds. */
export const TOUR_FAULT = 'order-hidden';

type Placed = Pick<Intent, 'intentId' | 'state' | 'resultId'>;

export type TourFacts = {
  /** The ticket holds an order that could be reviewed. */
  hasDraft: boolean;
  isReviewing: boolean;
  /** What was placed since the tour began, oldest first. */
  placed: readonly Placed[];
  /** How many had been placed when the broker was broken. */
  brokenAfter: number | undefined;
  /** Whose evidence is open. */
  evidenceOf: string | undefined;
  /** The evidence was open when it was known what became of the order. */
  hasReadEnd: boolean;
};

export type TourTarget =
  | { kind: 'quantity' | 'review' | 'confirm' | 'lines' | 'close' | 'palette' }
  /** The row of an order, or the way to its evidence; it is listed by its intent until it is known as an order. */
  | { kind: 'row' | 'evidence'; keys: readonly string[] };

export type TourStep = {
  /** Of `TOUR_LENGTH`. */
  nth: number;
  text: string;
  /** What it points at. */
  target?: TourTarget;
  /** It is about a dialog and is shown above it. */
  isInDialog?: true;
  /** The one step that is taken on the card itself. */
  isBreak?: true;
  isEnd?: true;
};

export const TOUR_LENGTH = 7;

export function tourStep(facts: TourFacts): TourStep {
  const { placed, brokenAfter } = facts;
  const [first] = placed;
  if (!first) return placeStep(facts, [1, 2, 3], FIRST);
  if (brokenAfter === undefined) {
    // Its answer is seconds away; until then nothing is known of it.
    const isOut = first.state === 'recorded' || first.state === 'sent';
    return {
      nth: 4,
      target: orderAt('row', first),
      text: isOut ? 'Sent: waiting for the broker’s answer.' : `${firstEnd(first)} ${NOW_BREAK}`,
      ...(!isOut && { isBreak: true as const }),
    };
  }
  const second = placed[brokenAfter];
  return second ? doubtStep(second, facts) : placeStep(facts, [5, 5, 5], AGAIN);
}

/** The order that gets no answer, once it is placed. */
export const doubtfulOf = ({ placed, brokenAfter }: TourFacts): Placed | undefined =>
  brokenAfter === undefined ? undefined : placed[brokenAfter];

const FIRST = [
  'Type 1 in Quantity to buy one share with practice money.',
  'Press Review order to see what it would do before anything is sent.',
  'Check every line, then press Place order to send it.',
] as const;

/** Another size: a guard stops the same order within seconds of the first. */
const AGAIN = [
  'The broker is broken now: type 2 in Quantity for one more order.',
  'Press Review order again.',
  'Press Place order: this time no answer will come.',
] as const;

const NOW_BREAK = 'Now break the broker, so that your next order gets no answer.';

const firstEnd = ({ state }: Pick<Intent, 'state'>): string =>
  state === 'accepted'
    ? 'The broker has your order.'
    : 'Its evidence says what became of your order.';

function placeStep(
  { hasDraft, isReviewing }: TourFacts,
  nth: readonly [number, number, number],
  texts: readonly [string, string, string],
): TourStep {
  if (isReviewing)
    return { nth: nth[2], text: texts[2], target: { kind: 'confirm' }, isInDialog: true };
  return hasDraft
    ? { nth: nth[1], text: texts[1], target: { kind: 'review' } }
    : { nth: nth[0], text: texts[0], target: { kind: 'quantity' } };
}

function doubtStep(order: Placed, facts: TourFacts): TourStep {
  const { state, intentId } = order;
  const isOpen = facts.evidenceOf === intentId;
  const isKnown = !isUnsettled(order);
  if (isOpen)
    return isKnown
      ? { nth: 7, text: endWords(state), target: { kind: 'close' }, isInDialog: true }
      : {
          nth: 7,
          text: 'Each line is one thing Ballast did or learned: watch it find the order.',
          target: { kind: 'lines' },
          isInDialog: true,
        };
  if (isKnown && facts.hasReadEnd)
    return {
      nth: 7,
      isEnd: true,
      text: 'That was the tour: you can take it again any time from the command palette.',
      target: { kind: 'palette' },
    };
  const target = orderAt('evidence', order);
  if (isKnown)
    return {
      nth: 6,
      target,
      text: 'Ballast knows what became of it by now: press Evidence to see how.',
    };
  return state === 'unknown' || state === 'set-aside'
    ? {
        nth: 6,
        target,
        text: 'No answer came, so Ballast looks for the order: press Evidence to see what it finds.',
      }
    : {
        nth: 6,
        target: orderAt('row', order),
        text: 'Sent: waiting for the broker’s answer.',
      };
}

const orderAt = (kind: 'row' | 'evidence', { intentId, resultId }: Placed): TourTarget => ({
  kind,
  keys: [resultId ?? intentId, intentId],
});

const endWords = (state: Intent['state']): string =>
  state === 'accepted'
    ? 'Found: the broker has this order, exactly once. Close to finish.'
    : 'Now it is known what became of it. Close to finish.';
