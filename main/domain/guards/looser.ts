// Which guards would hold less back than before: those a person is asked about. Tightening needs nobody's leave.
import type { GuardSettings } from '#contract/trading.ts';
import { isMore } from '#main/domain/decimal.ts';
import type { GuardName } from '#main/domain/guards/guard-settings.ts';
import { looserMintGuards } from '#main/domain/mints/looser-mint-guards.ts';

const NAMES: Record<GuardName, string> = {
  stalePrice: 'price age',
  size: 'shares per order',
  value: 'order value',
  shareOfEquity: 'share of equity',
  distance: 'distance from the market',
  repeat: 'repeated orders',
  ordersPerMinute: 'orders per minute',
  marketClosed: 'market closed',
  halt: 'trading halts',
  dailyLoss: 'daily loss limit',
};

/** A few words for each, with the limits: a yes is for these and not for wider ones. */
export function looserGuards(before: GuardSettings, after: GuardSettings): string[] {
  const names = Object.keys(NAMES) as GuardName[];
  const looser = names
    .filter((name) => before[name].isOn)
    .flatMap((name) => {
      if (!after[name].isOn) return [`${NAMES[name]}: off`];
      if (!isLooser[name](before, after)) return [];
      return [`${NAMES[name]}: ${limitOf[name](after)} instead of ${limitOf[name](before)}`];
    });
  return [...looser, ...looserMintGuards(before, after)];
}

type Compare = (before: GuardSettings, after: GuardSettings) => boolean;

const isLooser: Record<GuardName, Compare> = {
  stalePrice: (before, after) => after.stalePrice.maxAgeMs > before.stalePrice.maxAgeMs,
  size: (before, after) => isMore(after.size.maxShares, before.size.maxShares),
  value: (before, after) => isMore(after.value.maxDollars, before.value.maxDollars),
  shareOfEquity: (before, after) =>
    isMore(after.shareOfEquity.maxPercent, before.shareOfEquity.maxPercent),
  distance: (before, after) =>
    isMore(after.distance.throughPercent, before.distance.throughPercent) ||
    isMore(after.distance.awayPercent, before.distance.awayPercent),
  repeat: (before, after) => after.repeat.withinMs < before.repeat.withinMs,
  ordersPerMinute: (before, after) =>
    after.ordersPerMinute.maxOrders > before.ordersPerMinute.maxOrders,
  marketClosed: () => false,
  halt: () => false,
  dailyLoss: ({ dailyLoss: before }, { dailyLoss: after }) =>
    'maxDollars' in before && 'maxDollars' in after && isMore(after.maxDollars, before.maxDollars),
};

const seconds = (ms: number): string => `${ms / 1_000} s`;

const limitOf: Record<GuardName, (guards: GuardSettings) => string> = {
  stalePrice: ({ stalePrice }) => seconds(stalePrice.maxAgeMs),
  size: ({ size }) => size.maxShares,
  value: ({ value }) => `$${value.maxDollars}`,
  shareOfEquity: ({ shareOfEquity }) => `${shareOfEquity.maxPercent}%`,
  distance: ({ distance }) =>
    `${distance.throughPercent}% through and ${distance.awayPercent}% away`,
  repeat: ({ repeat }) => seconds(repeat.withinMs),
  ordersPerMinute: ({ ordersPerMinute }) => String(ordersPerMinute.maxOrders),
  marketClosed: () => 'on',
  halt: () => 'on',
  dailyLoss: ({ dailyLoss }) => ('maxDollars' in dailyLoss ? `$${dailyLoss.maxDollars}` : 'off'),
};
