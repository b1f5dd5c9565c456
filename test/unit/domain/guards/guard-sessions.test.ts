// Which guards go by the session that runs, and not only by whether the market is open.
import { expect, it } from 'vitest';
import type { SessionPhase } from '#contract/market-state.ts';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { decimal } from '#main/domain/decimal.ts';
import { checkGuards } from '#main/domain/guards/guards.ts';
import type { GuardName } from '#main/domain/guards/guard-settings.ts';
import { aDraft, aMarketDraft, anInput, NOW } from '#test/unit/domain/samples.ts';

const OLD = { price: decimal('190'), ageMs: 600_000 };

function verdict(guard: GuardName, phase: SessionPhase, input: Parameters<typeof anInput>[0]) {
  const session = { phase, until: NOW + 3_600_000 };
  const all = checkGuards(
    anInput({ isMarketOpen: phase === 'regular', session, ...input }),
    DEFAULT_GUARDS,
  );
  return all.find((each) => each.guard === guard);
}

it.each<[SessionPhase, isExtended: boolean, attributes: string[], level: string]>([
  ['regular', false, [], 'block'],
  ['pre', true, [], 'block'],
  ['pre', false, [], 'warn'],
  ['post', true, [], 'block'],
  // No price comes before the early hours: an order for them cannot wait for a fresh one.
  ['closed', true, [], 'warn'],
  ['overnight', true, ['overnight_tradable'], 'block'],
  ['overnight', true, [], 'warn'],
])(
  'an old price while it is %s (extended hours: %s, %j) is a %s',
  (phase, isExtended, attributes, level) => {
    const draft = aDraft(isExtended ? { extendedHours: true } : {});
    const asset = { symbol: 'AAPL', class: 'us_equity', attributes };
    expect(verdict('stalePrice', phase, { draft, asset, price: OLD })?.level).toBe(level);
  },
);

it('a price of a feed that is late is old however lately it was heard, and it is said what to do', () => {
  const price = { price: decimal('190'), ageMs: 900_001, lateMs: 900_000 };
  expect(verdict('stalePrice', 'regular', { price })).toMatchObject({
    level: 'block',
    text: 'The price of AAPL is 15 min old; your limit is 30 s, and its feed is always 15 min late: choose another feed in the account’s settings.',
  });
});

it('a market order outside of regular hours is stopped with the session that runs', () => {
  const text = (phase: SessionPhase) =>
    verdict('marketClosed', phase, { draft: aMarketDraft() })?.text;
  expect(text('pre')).toMatch(
    /^It is not regular hours \(Pre-market until \d\d:\d\d\), and a market/,
  );
  expect(text('closed')).toMatch(/^The market is closed, and a market order/);
  expect(text('regular')).toBe('The market is open.');
});
