// What a draft is judged against, and the small words that every rule uses.
import type { Issue } from '#contract/failure.ts';
import { assetKindOf, type AssetKind } from '#contract/order-choices.ts';
import type { Order, Position } from '#contract/orders.ts';
import { isEqual, round, type Decimal } from '#main/domain/decimal.ts';
import type { Placed } from '#main/domain/orders/order-terms.ts';

/** As much of an asset as the rules need; what is absent is not checked. Names as on the wire, in camelCase. */
export type AssetTraits = {
  symbol: string;
  class?: string | undefined;
  status?: string | undefined;
  tradable?: boolean | undefined;
  fractionable?: boolean | undefined;
  shortable?: boolean | undefined;
  easyToBorrow?: boolean | undefined;
  marginable?: boolean | undefined;
  /** False when the broker's whole list was read and does not have it. */
  isListed?: false | undefined;
  /** What the broker does list that may have been meant; given with one that it does not. */
  near?: readonly string[] | undefined;
  attributes?: readonly string[] | undefined;
};

export type DraftContext = {
  asset?: AssetTraits;
  /** The newest price. */
  marketPrice?: Decimal;
  /** Minutes since midnight in New York; given on trading days only. */
  exchangeMinute?: number;
  /** All positions; given, a symbol that is missing from it is not held. */
  positions?: readonly Position[];
  /** What is held of the symbol could not be read. */
  isUnread?: boolean;
  openOrders?: readonly Order[];
  filledSince?: Placed['filledSince'];
  buyingPower?: Decimal;
  /** False when the broker does not let this account sell short. */
  mayShort?: boolean;
  isMarketOpen?: boolean | undefined;
  /** The id of the order that the draft replaces. */
  replaces?: string;
  /** What that one has filled: the quantity of the draft counts it as well. */
  filledQty?: Decimal;
};

/** Takes one thing to put right: the member it is about, and what to do. */
export type Say = (path: string, message: string) => void;

export const issue = (path: string, message: string): Issue => ({ path, message });

export const kindIn = (symbol: string, { asset }: DraftContext): AssetKind =>
  assetKindOf(symbol, asset?.class);
export const isWhole = (qty: Decimal): boolean => isEqual(qty, round(qty, 0, 'down'));
