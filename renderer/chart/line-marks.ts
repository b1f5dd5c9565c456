// The lines of a chart that have a handle, whatever they are of: an open order, the average of a position, or what the
// ticket holds and has not sent. Pure.
import {
  gainAt,
  priceText,
  type Closes,
  type OrderMark,
  type PositionMark,
} from '#renderer/chart/order-marks.ts';

/**
 * What moving it does. `order`: asks for a review once it is let go. `field`: fills in a field on the way, and sends
 * nothing. `exit`: asks for an exit at that price once it is let go.
 */
type Moves = 'order' | 'field' | 'exit' | 'never';

export type LineMark = {
  key: string;
  price: number;
  tone: 'buy' | 'sell' | 'quiet';
  /** On the handle. */
  title: string;
  /** Of the slider. */
  name: string;
  hint: string;
  moves: Moves;
  /** Only its handle is drawn, on this side of its price. */
  beside: 'above' | 'below' | undefined;
  /** What the × is called; none without. */
  cancel: string | undefined;
  /** It ends (part of) a position: then it says what that would gain or lose. */
  closes?: Closes;
};

/** A price that is not an order's yet: of the ticket, or an exit for a position. */
type PlanLine = {
  key: string;
  price: string;
  tone: LineMark['tone'];
  title: string;
  name: string;
  moves: 'field' | 'exit' | 'never';
  /** Nothing is drawn at its price until it is moved; its handle stands on this side of it. */
  beside?: 'above' | 'below';
  /** It would end (part of) a position. */
  closes?: Closes;
};

export type PlanZone = { from: string; to: string; isGain: boolean };

/** What was made of moving one of its lines. */
export type PlanMove = { key: string; price: string; phase: 'moving' | 'done' | 'left' };

export type ChartPlan = { lines: readonly PlanLine[]; zones: readonly PlanZone[] };

export const NO_PLAN: ChartPlan = { lines: [], zones: [] };

export type AwayLine = { key: string; words: string; price: string };

/** Lines whose handles are not to be seen, and where the pane is that they belong to. */
export type OutOfSight = {
  above: readonly AwayLine[];
  below: readonly AwayLine[];
  /** In sight, but with no room for a handle. */
  crowded: readonly AwayLine[];
  /** The height is more than the bars and what is near them need: somebody asked to see a line. */
  isStretched: boolean;
  paneHeight: number;
  axisWidth: number;
  /** Where the legend ends. */
  top: number;
  isNarrow: boolean;
};

export const ALL_IN_SIGHT: OutOfSight = {
  above: [],
  below: [],
  crowded: [],
  isStretched: false,
  paneHeight: 0,
  axisWidth: 0,
  top: 0,
  isNarrow: false,
};

const HINTS: Record<Moves, string> = {
  order: 'Drag, or use the arrow keys and Enter, to change this order',
  field: 'Drag, or use the arrow keys, to change this price in the ticket. Nothing is sent.',
  exit: 'Drag, or use the arrow keys and Enter, to protect the position at that price',
  never: '',
};

export const orderLine = (mark: OrderMark): LineMark => ({
  key: mark.key,
  price: mark.price,
  tone: mark.side ?? 'quiet',
  title: mark.title,
  name: `${mark.title} price`,
  hint: HINTS.order,
  moves: mark.isTrailing ? 'never' : 'order',
  beside: undefined,
  cancel: mark.cancel,
  ...(mark.closes && { closes: mark.closes }),
});

export const averageLine = ({ price, title }: PositionMark): LineMark => ({
  key: 'average',
  price,
  tone: 'quiet',
  title,
  name: title,
  hint: '',
  moves: 'never',
  beside: undefined,
  cancel: undefined,
});

export const planLine = ({ price, beside, ...line }: PlanLine): LineMark => ({
  ...line,
  price: Number(price), // on its way into a drawing
  hint: HINTS[line.moves],
  beside,
  cancel: undefined,
});

type Worded = Pick<LineMark, 'title' | 'price' | 'closes'>;

/** 'Sell 10 stop 150.00 −$84.20', 'Sell 10 limit 215.00, cancel waiting for the broker 12 s' */
export const lineWords = (mark: Worded): string => worded(mark, priceText(mark.price));

/** Where the price is beside it already: 'Sell 10 stop −$84.20' */
export const shortWords = (mark: Worded): string => worded(mark, undefined);

function worded({ title, price, closes }: Worded, text: string | undefined): string {
  const [head, ...rest] = title.split(', ');
  const facts = [head, text, closes && gainAt(closes, price)];
  return [facts.filter((fact) => fact !== undefined).join(' '), ...rest].join(', ');
}
