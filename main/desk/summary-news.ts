// When the summary may say something else, so that whoever shows it looks then, and not again and again. Only ages, which
// are told in minutes, change without news.
import type { UnitNews } from '#main/account/account-unit.ts';
import type { BookChange } from '#main/account/standing/book.ts';
import type { OpenAccount, Units } from '#main/desk/accounts/units.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import type { Log } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';

type Part = { onChange(listener: () => void): () => void };

type Deps = {
  units: Pick<Units, 'onOpen' | 'onClose'>;
  alerts: Pick<DeskAlerts, 'onAlert'>;
  /** The lock, the kill switch, what a person chose, the list of accounts. */
  parts: readonly Part[];
  log: Log;
};

/** Prices and what follows from them are in no summary, and come by the thousand. */
const IN_BOOK: ReadonlySet<BookChange['kind']> = new Set(['orders', 'positions', 'stream']);
const NOT_IN_NEWS: ReadonlySet<UnitNews['kind']> = new Set([
  'bars',
  'standing',
  'reading',
  'market',
  'gap',
]);

/** Answers how to listen. */
export function createSummaryNews({ units, alerts, parts, log }: Deps) {
  const listeners = createListeners(log);
  const stops = new Map<string, () => void>();

  function watch({ unit }: OpenAccount): () => void {
    const ends = [
      unit.book.onChange(({ kind }) => IN_BOOK.has(kind) && listeners.notify()),
      unit.onNews(({ kind }) => !NOT_IN_NEWS.has(kind) && listeners.notify()),
      // An intent may have come back with its file.
      unit.journal.onHealth(listeners.notify),
      unit.mints.onChange(({ kind }) => kind !== 'requests' && listeners.notify()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  units.onOpen((account) => {
    stops.set(account.unit.accountId, watch(account));
    listeners.notify();
  });
  units.onClose((accountId) => {
    stops.get(accountId)?.();
    stops.delete(accountId);
    listeners.notify();
  });
  alerts.onAlert(() => listeners.notify());
  for (const part of parts) part.onChange(() => listeners.notify());
  return listeners.add;
}
