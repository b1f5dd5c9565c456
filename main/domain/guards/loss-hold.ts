// A daily loss limit that was hit holds until the next session begins, whatever the equity and the limit do meanwhile.
import type { GuardSettings, LossHold } from '#contract/trading.ts';
import { isMore, negate, sign, type Decimal } from '#main/domain/decimal.ts';
import { newYorkText } from '#main/domain/new-york.ts';
import { moneyText } from '#main/domain/words.ts';

/** The limit, when one is set and on. */
export const lossLimit = ({ dailyLoss }: GuardSettings): Decimal | undefined =>
  dailyLoss.isOn && 'maxDollars' in dailyLoss ? dailyLoss.maxDollars : undefined;

/** What the day has cost so far; nothing when it has not. */
export const lossOf = (dayChange: Decimal): Decimal | undefined =>
  sign(dayChange) < 0 ? negate(dayChange) : undefined;

export const isHit = (loss: Decimal | undefined, limit: Decimal): loss is Decimal =>
  loss !== undefined && !isMore(limit, loss);

export const holdText = ({ loss, limit, until }: LossHold): string =>
  `Your daily loss limit of ${moneyText(limit)} was hit (${moneyText(loss)} lost): no new positions until the next session${until === undefined ? '' : ` (${newYorkText(until)})`}. Changing the limit does not change that; exits are still allowed.`;
