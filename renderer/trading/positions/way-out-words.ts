// The way out in words: what it will do, what was done, and what is left.
import type { Closing, ClosingPlan, ClosingStep, ExitHow } from '#contract/closings.ts';
import { formatQuantity } from '#renderer/ui/format.ts';
import { canGo, type WayOutPart } from '#renderer/trading/positions/use-way-out.ts';

type Planned = ClosingPlan['symbols'][number];

/** 'Sell 100 AAPL at the market' */
export function exitWords({ symbol, side, qty }: Planned, how: ExitHow): string {
  const isSale = side === 'long';
  const price =
    how === 'market'
      ? 'at the market'
      : `by a limit at the ${isSale ? 'bid' : 'ask'}, extended hours`;
  return `${isSale ? 'Sell' : 'Buy'} ${formatQuantity(qty)} ${symbol} ${price}`;
}

export const cancelWords = ({ cancels }: Planned): string | undefined =>
  cancels.length === 0 ? undefined : `after canceling ${cancels.join('; ')}`;

/** What regular hours do not allow is offered for the extended session. */
export const howOf = (parts: readonly WayOutPart[]): ExitHow =>
  parts.every(({ plan }) => plan === undefined || plan.isMarketOpen) ? 'market' : 'extended';

/** The words of the confirming button. */
export function confirmWords(parts: readonly WayOutPart[], closes: string | undefined): string {
  const going = parts.flatMap(({ plan }) => (plan && canGo(plan) ? [plan] : []));
  const symbols = going.flatMap((plan) => plan.symbols);
  const [first] = symbols;
  if (closes !== undefined)
    return first ? `Close ${formatQuantity(first.qty)} ${first.symbol}` : `Close ${closes}`;
  if (!first) return 'Flatten';
  const what =
    symbols.length === 1
      ? `${formatQuantity(first.qty)} ${first.symbol}`
      : `${symbols.length} positions`;
  return `Flatten ${what}${going.length > 1 ? ` on ${going.length} accounts` : ''}`;
}

export const STEP_WORDS: Record<ClosingStep, string> = {
  waiting: 'waiting',
  canceling: 'canceling orders',
  reading: 'reading the position',
  exiting: 'exit sent',
  closed: 'closed',
  left: 'not closed',
};

export const isLeft = ({ state, symbols }: Closing): boolean =>
  state !== 'running' && symbols.some(({ step }) => step !== 'closed');

/** 'Flatten: 2 of 3 closed.' */
export function progressWords({ kind, symbols }: Closing): string {
  const closed = symbols.filter(({ step }) => step === 'closed').length;
  return `${kind === 'flatten' ? 'Flatten' : 'Close'}: ${closed} of ${symbols.length} closed.`;
}
