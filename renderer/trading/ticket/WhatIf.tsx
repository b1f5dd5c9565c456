import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import type { OrderPreview } from '#contract/trading.ts';
import { usePriceStale, useStandingStale } from '#renderer/session/Age.tsx';
import {
  createShownQuote,
  marketAsShown,
  type ShownQuote,
} from '#renderer/trading/ticket/shown-quote.ts';
import { formatMoney, formatPrice, formatQuantity, formatShares } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';

const NO_QUOTE = createShownQuote();

type Props = {
  preview: OrderPreview | undefined;
  side: 'buy' | 'sell';
  /** The size was not given in shares: what it comes to is said first. */
  isSized?: boolean;
  /** Of the form before the last keystroke: drawn as old, and gone when no answer comes. */
  isBefore?: boolean;
  /** The quote that stands beside it. */
  shown?: ShownQuote;
};

/** The members of a what-if that are shown; the contract lets more through. */
const Reckoned = z.looseObject({
  qty: Decimal.optional(),
  value: Decimal.optional(),
  price: Decimal.optional(),
  buyingPowerAfter: Decimal.optional(),
  positionAfter: z.looseObject({ qty: Decimal, averagePrice: Decimal.optional() }).optional(),
  isShort: z.boolean().optional(),
  warnings: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional(),
});
type Reckoned = z.infer<typeof Reckoned>;

export function readWhatIf(preview: OrderPreview | undefined): Reckoned {
  const read = Reckoned.safeParse(preview?.whatIf ?? {});
  return read.success ? read.data : {};
}

/** 'Place order: Sell short 10 AAPL, market, PRACTICE' */
export function placeWords(preview: OrderPreview): string {
  const { title } = preview;
  const { isShort = false } = readWhatIf(preview);
  return `Place order: ${isShort ? title.replace(/^Sell /, 'Sell short ') : title}`;
}

/** Figures that are always there, so that nothing moves when they become known. */
export function WhatIf({
  preview,
  side,
  isSized = false,
  isBefore = false,
  shown = NO_QUOTE,
}: Props) {
  const { qty, value, buyingPowerAfter, positionAfter } = readWhatIf(preview);
  const live = useSyncExternalStore(shown.on, shown.get);
  const market = preview?.market && marketAsShown(preview.market, preview.draft?.symbol, live);
  const stale = usePriceStale(market);
  const isOld = useStandingStale();
  const isAmount = preview?.draft?.notional !== undefined;
  const shares = qty && `${isAmount ? 'about ' : ''}${formatShares(qty)}`;
  return (
    <dl
      className={isBefore ? 'what-if what-if-before' : 'what-if'}
      aria-label="What this order would do"
      aria-busy={isBefore}
    >
      {isSized && <Line name="Shares" value={shares} />}
      <Line name="Market price" value={market && marketWords(market)} stale={stale} isPublic />
      <Line name={valueName(side)} value={value && formatMoney(value)} stale={stale} />
      <Line
        name="Buying power after"
        value={buyingPowerAfter && formatMoney(buyingPowerAfter)}
        stale={stale || isOld}
        isBad={buyingPowerAfter?.startsWith('-') ?? false}
      />
      <Line
        name="Position after"
        value={positionAfter && positionWords(positionAfter)}
        stale={isOld}
      />
    </dl>
  );
}

export const valueName = (side: 'buy' | 'sell'): string =>
  side === 'buy' ? 'Estimated cost' : 'Estimated proceeds';

export function positionWords({
  qty,
  averagePrice,
}: NonNullable<Reckoned['positionAfter']>): string {
  if (/^-?0*(\.0*)?$/.test(qty)) return 'none';
  const size = qty.startsWith('-') ? `short ${formatQuantity(qty.slice(1))}` : formatQuantity(qty);
  return averagePrice === undefined ? size : `${size} at ${formatPrice(averagePrice)}`;
}

/** Which price the figures are reckoned at, and why it is not what somebody bids or asks. */
export function marketWords({ price, by, why }: NonNullable<OrderPreview['market']>): string {
  const origin = by === 'last' ? `last price${why === undefined ? '' : `: ${why}`}` : by;
  return `${formatPrice(price)} (${origin})`;
}

type LineProps = {
  name: string;
  value: string | undefined;
  stale?: boolean;
  isBad?: boolean;
  /** A price of the market, which is nobody's. */
  isPublic?: boolean;
};

function Line({ name, value, stale = false, isBad = false, isPublic = false }: LineProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Num text={value} sign={isBad ? '-1' : undefined} stale={stale} isPersonal={!isPublic} />
      </dd>
    </div>
  );
}
