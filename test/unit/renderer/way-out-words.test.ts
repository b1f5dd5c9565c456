// What a way out that went well says of itself.
import { expect, it } from 'vitest';
import { Closing } from '#contract/closings.ts';
import { doneWords } from '#renderer/trading/positions/way-out-words.ts';

const ended = (symbol: object, members: object = {}): Closing =>
  Closing.parse({
    closingId: '018f0000-0000-7000-8000-000000000001',
    kind: 'close',
    how: 'market',
    confirmedAt: 1,
    state: 'ended',
    symbols: [
      {
        symbol: 'AAPL',
        side: 'long',
        qty: '10',
        step: 'closed',
        text: 'Closed.',
        left: '0',
        intentIds: [],
        ...symbol,
      },
    ],
    ...members,
  });

it.each([
  [{ filled: { qty: '10', price: '152.31' } }, 'Closed 10 AAPL at 152.31.'],
  [{ filled: { qty: '10' } }, 'Closed 10 AAPL.'],
  [
    { filled: { qty: '4', price: '152.31' } },
    'Closed AAPL: 4 at 152.31, the rest by other orders.',
  ],
  [{}, 'Closed AAPL.'],
])('of %o: %s', (symbol, words) => {
  expect(doneWords(ended(symbol))).toBe(words);
});

it('claims no size of what protects it: that was judged anew when it was placed', () => {
  const protection = { stop: '140', replaces: false };
  expect(doneWords(ended({}, { kind: 'protect', protection }))).toBe(
    'Protected AAPL: stop 140.00.',
  );
});
