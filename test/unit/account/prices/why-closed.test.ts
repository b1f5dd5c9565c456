import { expect, it } from 'vitest';
import type { MarketFeed, MarketSession } from '#contract/market-state.ts';
import { whyClosed } from '#main/account/prices/why-closed.ts';

const at = (text: string): number => Date.parse(`${text}:00-05:00`);
const NIGHT_END = at('2026-11-16T04:00');

it.each<[string, MarketSession | undefined, MarketFeed, string | undefined]>([
  ['2026-11-13T05:00', { phase: 'pre' }, 'iex', undefined],
  ['2026-11-13T12:00', { phase: 'regular' }, 'iex', undefined],
  ['2026-11-13T19:59', { phase: 'post' }, 'sip', undefined],
  [
    '2026-11-14T12:00',
    { phase: 'closed', until: NIGHT_END },
    'iex',
    'Closed until Monday 04:00 New York time.',
  ],
  ['2026-11-14T12:00', { phase: 'closed' }, 'overnight', 'Closed.'],
  [
    '2026-11-15T21:00',
    { phase: 'overnight', until: NIGHT_END },
    'sip',
    'Overnight until 04:00 New York time: this feed has no prices during that session.',
  ],
  ['2026-11-15T21:00', { phase: 'overnight', until: NIGHT_END }, 'overnight', undefined],
  ['2026-11-14T12:00', undefined, 'iex', undefined],
])('at %s, in %j, %s is told as %s', (time, session, feed, words) => {
  expect(whyClosed({ session: () => session, now: () => at(time) }, feed)).toBe(words);
});
