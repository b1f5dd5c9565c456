// Prices that a person waits for. Each notifies once and then rests until it is set again.
import type { PriceAlert } from '#contract/alerts.ts';
import { invalid, ok, type Result } from '#contract/failure.ts';
import type { Price } from '#contract/records.ts';
import type { AlertStore } from '#main/desk/alerts/alert-store.ts';
import type { Notifier } from '#main/desk/alerts/notifier.ts';
import { abs, compare, div, mul, sign, sub, type Decimal } from '#main/domain/decimal.ts';
import { percentText, priceText } from '#main/domain/words.ts';
import type { Clock } from '#main/ports.ts';

type NewRule = { kind: 'above' | 'below'; price: Decimal } | { kind: 'move'; percent: Decimal };

export type PriceAlerts = {
  list(accountId: string): PriceAlert[];
  /** Symbols whose price must be followed for an alert that has not fired. */
  symbols(accountId: string): string[];
  add(accountId: string, symbol: string, rule: NewRule, now: Price | undefined): Result<null>;
  remove(accountId: string, priceAlertId: string): void;
  /** Answers whether one of them fired. */
  onPrices(accountId: string, name: string, prices: readonly Price[]): boolean;
};

type Deps = {
  store: Pick<AlertStore, 'priceAlerts' | 'savePriceAlerts' | 'saveFired'>;
  notifier: Pick<Notifier, 'notify'>;
  clock: Clock;
  newId: () => string;
};

const MOST_ALERTS = 200;
const HUNDRED = '100' as Decimal;

export function createPriceAlerts({ store, notifier, clock, newId }: Deps): PriceAlerts {
  const ofAccount = (accountId: string): PriceAlert[] =>
    store.priceAlerts().filter((alert) => alert.accountId === accountId);

  return {
    list: ofAccount,
    symbols: (accountId) => [
      ...new Set(
        ofAccount(accountId)
          .filter(({ firedAt }) => firedAt === undefined)
          .map(({ symbol }) => symbol),
      ),
    ],
    add(accountId, symbol, rule, now) {
      const level = rule.kind === 'move' ? rule.percent : rule.price;
      const path = rule.kind === 'move' ? 'rule.percent' : 'rule.price';
      if (sign(level) <= 0) return invalid('must be greater than zero', path);
      if (store.priceAlerts().length >= MOST_ALERTS)
        return invalid(`There are already ${MOST_ALERTS} price alerts; remove some first.`);
      if (rule.kind === 'move' && !now)
        return invalid(
          `The price of ${symbol} is not known yet, so a move cannot be measured.`,
          'symbol',
        );
      const kept: PriceAlert['rule'] =
        rule.kind === 'move'
          ? { ...rule, from: now?.price ?? level }
          : { kind: rule.kind, price: rule.price };
      if (now && isReached(kept, now.price))
        return invalid(`${symbol} is at ${priceText(now.price)}: it is already there.`, path);
      const isThere = ofAccount(accountId).some(
        (alert) =>
          alert.symbol === symbol && alert.firedAt === undefined && isSameLevel(alert.rule, kept),
      );
      if (isThere && kept.kind !== 'move')
        return invalid(`There is already an alert at ${priceText(kept.price)}.`, path);
      store.savePriceAlerts([
        ...store.priceAlerts(),
        { priceAlertId: newId(), accountId, symbol, rule: kept },
      ]);
      return ok(null);
    },
    remove(accountId, priceAlertId) {
      store.savePriceAlerts(
        store
          .priceAlerts()
          .filter((alert) => alert.accountId !== accountId || alert.priceAlertId !== priceAlertId),
      );
    },
    onPrices(accountId, name, prices) {
      const known = new Map(prices.map((price) => [price.symbol, price.price]));
      const reached = ofAccount(accountId).filter(({ symbol, rule, firedAt }) => {
        const price = known.get(symbol);
        return firedAt === undefined && price !== undefined && isReached(rule, price);
      });
      if (reached.length === 0) return false;
      const now = clock.wall();
      const ids = new Set(reached.map(({ priceAlertId }) => priceAlertId));
      store.saveFired(
        store
          .priceAlerts()
          .map((alert) => (ids.has(alert.priceAlertId) ? { ...alert, firedAt: now } : alert)),
      );
      for (const { priceAlertId, symbol, rule } of reached) {
        const price = known.get(symbol);
        if (price === undefined) continue;
        notifier.notify({
          alertId: `price:${priceAlertId}`,
          kind: 'price',
          title: `${symbol} is at ${priceText(price)}`,
          text: `${ruleWords(rule)} ${name}.`,
          target: { accountId, symbol },
        });
      }
      return true;
    },
  };
}

const isSameLevel = (a: PriceAlert['rule'], b: PriceAlert['rule']): boolean =>
  a.kind !== 'move' && b.kind !== 'move' && compare(a.price, b.price) === 0;

function isReached(rule: PriceAlert['rule'], price: Decimal): boolean {
  switch (rule.kind) {
    case 'above':
      return compare(price, rule.price) >= 0;
    case 'below':
      return compare(price, rule.price) <= 0;
    case 'move': {
      const percent = div(mul(abs(sub(price, rule.from)), HUNDRED), rule.from, 9, 'down');
      return compare(percent, rule.percent) >= 0;
    }
    default:
      return rule satisfies never;
  }
}

function ruleWords(rule: PriceAlert['rule']): string {
  switch (rule.kind) {
    case 'above':
    case 'below':
      return `You asked for an alert when it is at or ${rule.kind} ${priceText(rule.price)}.`;
    case 'move':
      return `You asked for an alert when it moves ${percentText(rule.percent)} from ${priceText(rule.from)}.`;
    default:
      return rule satisfies never;
  }
}
