import { describe, expect, it } from 'vitest';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';
import { createQuotes } from '#main/account/orders/closing/quotes.ts';
import { decimal } from '#main/domain/decimal.ts';
import type { Snapshot } from '#main/wire/records.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const quoteOf = (n: number) => ({ bid: decimal(`${n}`), ask: decimal(`${n + 1}`) });

function setUp(failureOf: (symbols: readonly string[]) => Failure | undefined = () => undefined) {
  const time = createFakeTime();
  const asked: string[][] = [];
  const quote = createQuotes({
    delay: time.delay,
    signal: new AbortController().signal,
    client: {
      async snapshots(symbols, _signal, how): Promise<Result<Snapshot[]>> {
        // An exit is never priced by a feed that is late.
        expect(how).toEqual({ isTimely: true });
        asked.push([...symbols]);
        const failure = failureOf(symbols);
        if (failure) return fail(failure);
        return ok(
          symbols.map((symbol) => ({
            symbol,
            trade: undefined,
            previousClose: undefined,
            quote: quoteOf(symbol.length),
          })),
        );
      },
    },
  });
  const ask = async (...symbols: string[]) => {
    const answers = symbols.map(quote);
    time.advance(100);
    return Promise.all(answers);
  };
  return { ask, asked };
}

const THROTTLED: Failure = { kind: 'throttled', status: 429, message: 'wait', retryAfterMs: 9_000 };

describe('quotes for exits', () => {
  it('are one question for all symbols that ask together, and fresh for who asks later', async () => {
    const { ask, asked } = setUp();
    expect(await ask('A', 'BB', 'A')).toEqual([ok(quoteOf(1)), ok(quoteOf(2)), ok(quoteOf(1))]);
    await ask('A');
    expect(asked).toEqual([['A', 'BB'], ['A']]);
  });

  it('are not asked for one by one from a host that asks for a wait', async () => {
    const { ask, asked } = setUp(() => THROTTLED);
    expect(await ask('A', 'BB')).toEqual([fail(THROTTLED), fail(THROTTLED)]);
    expect(asked).toHaveLength(1);
  });

  it.each<Failure>([
    { kind: 'refused', status: 400, message: 'invalid symbol' },
    { kind: 'unavailable', status: 200, message: 'cannot be read' },
  ])('of one symbol that spoils the question cost no other its own ($kind)', async (failure) => {
    const { ask, asked } = setUp((symbols) => (symbols.includes('ODD') ? failure : undefined));
    expect(await ask('A', 'ODD')).toEqual([ok(quoteOf(1)), fail(failure)]);
    expect(asked).toEqual([['A', 'ODD'], ['A'], ['ODD']]);
    expect(await ask('ODD')).toEqual([fail(failure)]);
    expect(asked).toHaveLength(4);
  });
});
