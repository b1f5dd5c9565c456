// Positions that the broker holds and that could not be read: nothing is concluded from their absence.
import type { Position } from '#contract/orders.ts';
import { positionIn } from '#main/domain/orders/exits.ts';
import { isSameSymbol } from '#main/domain/orders/order-terms.ts';
import type { Unread } from '#main/wire/oddities.ts';

/** A reading of the positions, and what it lacks. */
export type PositionList = readonly Position[] & { unread?: readonly Unread[] };

/** Whether something of this symbol may be held that was left out. One whose symbol cannot be read may be of any. */
export const isUnreadIn = (positions: PositionList, symbol: string): boolean =>
  positions.unread !== undefined &&
  !positionIn(positions, symbol) &&
  positions.unread.some((one) => one.symbol === undefined || isSameSymbol(one.symbol, symbol));

export const unreadWords = ({ symbol, where }: Unread): string =>
  `The broker's record of ${symbol === undefined ? 'a position' : `the position in ${symbol}`} could not be read${where === '' ? '' : ` (${where})`}. The position is open there: check it, and close it, at the broker.`;
