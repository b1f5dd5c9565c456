import { describe, expect, it } from 'vitest';
import type { MarketSession, SessionPhase } from '#contract/market-state.ts';
import { sessionsFor } from '#contract/order-choices.ts';
import { waitingText } from '#main/domain/orders/waiting.ts';
import { aDraft, aMarketDraft } from '#test/unit/domain/samples.ts';

const at = (text: string): number => Date.parse(`${text}:00-05:00`);
const SUNDAY = at('2026-11-15T12:00');
const OPEN = at('2026-11-16T09:30');

const wait = (
  draft: ReturnType<typeof aDraft>,
  phase: SessionPhase,
  attributes?: string[],
): string | undefined => {
  const session: MarketSession = { phase, until: at('2026-11-16T04:00') };
  const asset = attributes && { symbol: 'AAPL', class: 'us_equity', attributes };
  return waitingText({ draft, asset, session, now: SUNDAY, nextOpen: OPEN });
};

describe('an order that cannot trade now', () => {
  it('waits for regular hours, and it is said when they begin', () => {
    expect(wait(aDraft(), 'closed')).toBe(
      'The market is closed. The order waits for regular hours at Monday 09:30, New York time.',
    );
    expect(wait(aDraft(), 'pre')).toContain('waits for regular hours at Monday 09:30');
  });

  it('waits for the early hours where it may trade in them', () => {
    expect(wait(aDraft({ extendedHours: true }), 'closed')).toBe(
      'Closed until Monday 04:00, New York time. The order waits until then.',
    );
    expect(wait(aDraft({ extendedHours: true }), 'overnight', [])).toBe(
      'AAPL does not trade overnight. The order waits for pre-market.',
    );
  });

  it.each<[string, Parameters<typeof wait>]>([
    ['in regular hours', [aMarketDraft(), 'regular']],
    ['in the early hours with extended hours', [aDraft({ extendedHours: true }), 'pre']],
    [
      'in the late hours with extended hours, good till canceled',
      [aDraft({ extendedHours: true, timeInForce: 'gtc' }), 'post'],
    ],
    [
      'at night what is of the night',
      [aDraft({ extendedHours: true }), 'overnight', ['overnight_tradable']],
    ],
    ['for an auction, which it names itself', [aDraft({ timeInForce: 'opg' }), 'closed']],
  ])('says nothing %s', (_what, asked) => {
    expect(wait(...asked)).toBeUndefined();
  });
});

it('a halt at night is a night without it', () => {
  const choice = {
    kind: 'shares',
    orderClass: 'simple',
    type: 'limit',
    timeInForce: 'gtc',
  } as const;
  const of = (attributes: string[]) => sessionsFor(choice, true, attributes);
  expect(of(['overnight_tradable'])).toContain('overnight');
  expect(of(['overnight_tradable', 'overnight_halted'])).not.toContain('overnight');
  expect(sessionsFor(choice, false, ['overnight_tradable'])).toEqual(['regular']);
});
