// Everything that the pages of a year were told, held against the broker's books week by week (support/told.ts). Equity is
// passed over while something is held, because nobody reads prices past the desk here. What was told while a desk's clock
// was set wrong bears times that mean nothing, and is passed over as well.
import type { SimulatedAccount, World } from '#test/faults/simulation/world.ts';
import { ANSWER_MS } from '#test/faults/support/desk.ts';
import { readLedgers, type Split } from '#test/faults/support/ledger.ts';
import type { Page } from '#test/faults/support/page.ts';
import { auditTold } from '#test/faults/support/told.ts';

export type ToldYear = { told: number; estimates: number; misjudged: number };

/** A few estimates go wrong for as long as it takes to read; as a rule they do not (support/page-audit.ts). */
const MISJUDGED = 3;
const MISJUDGED_SHARE = 0.1;

export function createToldYear({ accounts, control }: World, splits: readonly Split[]) {
  /** Moments by the world's own time, between which a clock may have been wrong. */
  const wrong: { from: number; to: number }[] = [];
  const complaints = new Set<string>();
  const misjudged = new Set<string>();
  /** Of a page that is still open, what of it was counted before. */
  const counted = new WeakMap<Page, { told: number; estimates: number }>();
  const sums: ToldYear = { told: 0, estimates: 0, misjudged: 0 };

  const isWrong = (at: number): boolean => wrong.some(({ from, to }) => from <= at && at <= to);

  function pagesOf(account: SimulatedAccount): Page[] {
    const over = account.pastPages.splice(0);
    return over.includes(account.page) ? over : [...over, account.page];
  }

  return {
    /** A clock was set wrong at some moment since then. */
    passOverFrom(from: number): void {
      wrong.push({ from, to: Infinity });
    },
    /** It is right again, and everything was read anew. */
    passOverUntil(to: number): void {
      for (const one of wrong) one.to = Math.min(one.to, to);
    },
    /** Answers what it had not complained of before. */
    async judge(): Promise<string[]> {
      const ledgers = await readLedgers(control, accounts, splits);
      const found: string[] = [];
      for (const [i, account] of accounts.entries())
        for (const page of pagesOf(account)) {
          const ledger = ledgers[i];
          if (!ledger) continue;
          const tellings = page.tellings.filter(({ at }) => !isWrong(at));
          const audit = auditTold({ tellings }, ledger, ANSWER_MS);
          const before = counted.get(page) ?? { told: 0, estimates: 0 };
          counted.set(page, audit);
          sums.told += audit.told - before.told;
          sums.estimates += audit.estimates - before.estimates;
          found.push(...audit.untrue.filter((line) => !complaints.has(line)));
          for (const line of audit.untrue) complaints.add(line);
          for (const line of audit.misjudged) misjudged.add(line);
        }
      sums.misjudged = misjudged.size;
      return found.map((line) => `told and never so: ${line}`);
    },
    /** To be asked in the end. */
    tooManyMisjudged: (): string[] =>
      misjudged.size > Math.max(MISJUDGED, sums.estimates * MISJUDGED_SHARE)
        ? [...misjudged].map((line) => `an estimate that nothing explains: ${line}`)
        : [],
    sums: (): ToldYear => ({ ...sums }),
  };
}
