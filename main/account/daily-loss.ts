// Watches the day's result and remembers, on disk, that the daily loss limit was hit (docs/orders.md, "A daily loss
// that was hit holds"). What the day's result is, and that what moved in or out is no part of it, is for the account's
// reading to say: only its `dayChange` is judged, and only once it is known what moved. Nothing lifts the hold after that.
import type { AccountReading } from '#contract/records.ts';
import type { GuardSettings, LossHold } from '#contract/trading.ts';
import type { MarketHours } from '#main/account/prices/market-hours.ts';
import type { Book } from '#main/account/standing/book.ts';
import { holdText, isHit, lossLimit, lossOf } from '#main/domain/guards/loss-hold.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';

type DailyLoss = {
  /** Undefined unless the limit was hit and the next session has not begun. */
  hold(): LossHold | undefined;
};

type Deps = {
  book: Pick<Book, 'account' | 'areTransfersKnown' | 'onChange'>;
  journal: Pick<Journal, 'lossHold' | 'saveLossHold' | 'saveEvent'>;
  guards: () => GuardSettings;
  hours: Pick<MarketHours, 'now' | 'told' | 'nextOpen'>;
  clock: Clock;
};

export function createDailyLoss({ book, journal, guards, hours, clock }: Deps): DailyLoss {
  const known = journal.lossHold();
  let held = known.ok ? known.value : undefined;
  /** By the reading that is shown the limit was hit, unless something moved that is not known yet. */
  let isDue = false;

  // Only what is read in this run: what an earlier one read may be yesterday's loss.
  book.onChange(({ kind }) => {
    if (kind !== 'account' && kind !== 'transfers') return;
    const reading = book.account();
    if (reading && !current()) look(reading, kind === 'account');
  });

  /** What moved may be known before the reading that holds it: by itself it can explain a loss, and makes none. */
  function look({ dayChange }: AccountReading, isRead: boolean): void {
    const limit = lossLimit(guards());
    const loss = lossOf(dayChange);
    isDue = (isRead || isDue) && limit !== undefined && isHit(loss, limit);
    if (!isDue || limit === undefined || loss === undefined || !book.areTransfersKnown()) return;
    isDue = false;
    const hold = { hitAt: hours.now() ?? clock.wall(), loss, limit, ...untilNextOpen() };
    keep(hold);
    tell(holdText(hold));
  }

  const tell = (text: string): unknown =>
    journal.saveEvent({ kind: 'desk', detail: 'daily-loss', text });

  /** It ends when the broker's clock has said that the session began; what ours say, which can be set, does not end it. */
  function current(): LossHold | undefined {
    if (!held) return undefined;
    if (held.until === undefined) {
      const until = untilNextOpen();
      if ('until' in until) keep({ ...held, ...until });
    }
    const told = hours.told();
    if (held.until !== undefined && told !== undefined && told >= held.until) keep(undefined);
    return held;
  }

  function keep(hold: LossHold | undefined): void {
    held = hold;
    journal.saveLossHold(hold ?? null);
  }

  function untilNextOpen(): { until?: number } {
    const until = hours.nextOpen();
    return until === undefined ? {} : { until };
  }

  return { hold: current };
}
