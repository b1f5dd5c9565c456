// Which guards of mints would hold less back than before: a person is asked about those, as about the guards of orders.
import type { MintGuards } from '#contract/mint-guards.ts';
import { looserSecondPerson } from '#main/domain/mints/second-person.ts';
import { isMore } from '#main/domain/decimal.ts';

type Outflow = MintGuards['mintSize'];

export function looserMintGuards(before: MintGuards, after: MintGuards): string[] {
  return [
    ...looserOutflow('one mint', before.mintSize, after.mintSize),
    ...looserOutflow('mints per day', before.mintDay, after.mintDay),
    ...switchedOff('repeated mints', before.mintRepeat, after.mintRepeat),
    ...(before.mintRepeat.isOn &&
    after.mintRepeat.isOn &&
    after.mintRepeat.withinMs < before.mintRepeat.withinMs
      ? [
          `repeated mints: ${after.mintRepeat.withinMs / 1_000} s instead of ${before.mintRepeat.withinMs / 1_000} s`,
        ]
      : []),
    ...switchedOff('unknown networks and issuers', before.mintNames, after.mintNames),
    ...looserSecondPerson(before.mintSecond, after.mintSecond),
  ];
}

function looserOutflow(name: string, before: Outflow, after: Outflow): string[] {
  if (!before.isOn) return [];
  if (!after.isOn) return [`${name}: off`];
  const [old, next] = [before.maxDollars, after.maxDollars];
  return [
    ...(isMore(after.maxShares, before.maxShares)
      ? [`${name}: ${after.maxShares} shares instead of ${before.maxShares}`]
      : []),
    ...(old !== undefined && next === undefined ? [`${name}: no limit instead of $${old}`] : []),
    ...(old !== undefined && next !== undefined && isMore(next, old)
      ? [`${name}: $${next} instead of $${old}`]
      : []),
  ];
}

const switchedOff = (name: string, before: { isOn: boolean }, after: { isOn: boolean }): string[] =>
  before.isOn && !after.isOn ? [`${name}: off`] : [];
