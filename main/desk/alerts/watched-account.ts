// An open account as the alerts see it.
import type { OpenAccount } from '#main/desk/accounts/open-accounts.ts';

export function watchedAccount({ profile, unit }: OpenAccount) {
  let followed = new Map<string, () => void>();
  return {
    accountId: unit.accountId,
    name: `${profile.label}, ${profile.environment.toUpperCase()}`,
    book: unit.book,
    onNews: unit.onNews,
    journalProblem(): string | undefined {
      const health = unit.journal.health();
      return health.writable ? undefined : health.reason;
    },
    followPrices(symbols: readonly string[]): void {
      const wanted = new Set(symbols);
      const kept = [...followed].filter(([symbol]) => wanted.has(symbol));
      for (const [symbol, stop] of followed) if (!wanted.has(symbol)) stop();
      followed = new Map(kept);
      for (const symbol of wanted)
        if (!followed.has(symbol)) followed.set(symbol, unit.follow(symbol));
    },
  };
}
