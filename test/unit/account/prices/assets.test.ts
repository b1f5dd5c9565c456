import { expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import { createAssets, MOST_ANSWERS } from '#main/account/prices/assets.ts';
import { listOf } from '#main/wire/oddities.ts';
import type { AssetRecord } from '#main/wire/records.ts';

const asset = (symbol: string, name: string, more: Partial<AssetRecord> = {}): AssetRecord => ({
  symbol,
  name,
  tradable: true,
  status: 'active',
  class: 'us_equity',
  exchange: 'NASDAQ',
  ...more,
});

const SOME = [
  asset('PINE', 'Alpine Income'),
  asset('AAPL', 'Apple Inc. Common Stock', { fractionable: true, shortable: true }),
  asset('APP', 'AppLovin Corporation'),
  asset('AP', 'Ampco-Pittsburgh'),
  asset('APZ', 'Apz Ltd', { tradable: false }),
  asset('BIG', 'The Big Apple Fund'),
];

function setUp(answers: Result<AssetRecord[]>[]) {
  const asked: unknown[] = [];
  const log: string[] = [];
  let elapsed = 0;
  const assets = createAssets({
    client: {
      async assets(query) {
        asked.push(query);
        return answers[Math.min(asked.length, answers.length) - 1] ?? ok([]);
      },
    },
    clock: { wall: () => 0, elapsed: () => elapsed },
    signal: new AbortController().signal,
    log: (_level, message) => log.push(message),
  });
  const symbols = async (text: string): Promise<string[]> => {
    const found = await assets.search(text);
    return found.ok ? found.value.map(({ symbol }) => symbol) : [found.failure.kind];
  };
  return { assets, asked, symbols, log, pass: (ms: number) => (elapsed += ms) };
}

it('finds the symbol itself first, then those that begin so, then names', async () => {
  const { symbols, asked } = setUp([ok(SOME)]);
  expect(await symbols('ap')).toEqual(['AP', 'APP', 'AAPL', 'BIG', 'APZ']);
  expect(await symbols(' App ')).toEqual(['APP', 'AAPL', 'BIG']);
  expect(await symbols('lovin')).toEqual(['APP']);
  expect(await symbols('in')).toEqual(['AAPL', 'PINE']);
  expect(await symbols('zzz')).toEqual([]);
  expect(await symbols('  ')).toEqual([]);
  expect(asked).toEqual([{ status: 'active' }]);
});

it('says of no symbol that it is not listed while the list lacks a record that cannot be read', async () => {
  const { assets, symbols } = setUp([ok(listOf([...SOME], [{ where: 'tradable' }]))]);
  expect(await symbols('ap')).not.toEqual([]);
  expect(assets.traitsOf('AAPL')).toMatchObject({ symbol: 'AAPL' });
  expect(assets.traitsOf('ZZZZ')).toBeUndefined();
});

it('answers at most so many, the best of them', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => asset(`A${n}`, `Name ${n}`));
  const { symbols } = setUp([ok([...many, asset('A', 'The one')])]);
  const found = await symbols('a');
  expect(found).toHaveLength(MOST_ANSWERS);
  expect(found[0]).toBe('A');
});

it('reads once for many questions at once, and again after a failure', async () => {
  const { symbols, asked } = setUp([fail({ kind: 'offline', message: 'no line' }), ok(SOME)]);
  expect(await Promise.all([symbols('a'), symbols('b')])).toEqual([['offline'], ['offline']]);
  expect(asked).toHaveLength(1);
  expect(await symbols('AAPL')).toEqual(['AAPL']);
  expect(asked).toHaveLength(2);
});

it('says which symbols are not on the list, a pair with or without its slash', async () => {
  const { assets, symbols } = setUp([ok([asset('BTC/USD', 'Bitcoin', { class: 'crypto' })])]);
  expect(assets.traitsOf('ZZZZ')).toBeUndefined();
  await symbols('btc');
  expect(assets.traitsOf('ZZZZ')).toEqual({ symbol: 'ZZZZ', isListed: false, near: [] });
  expect(assets.traitsOf('BTCUSD')).toMatchObject({ symbol: 'BTC/USD', class: 'crypto' });
});

it('tells the traits of a symbol once they are read, without waiting', async () => {
  const offline = fail({ kind: 'offline', message: 'no line' });
  const { assets, asked, pass } = setUp([offline, ok(SOME)]);
  expect(assets.traitsOf('AAPL')).toBe(undefined);
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(assets.traitsOf('AAPL')).toBe(undefined);
  expect(asked).toHaveLength(1);
  pass(15_000);
  expect(assets.traitsOf('AAPL')).toBe(undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(assets.traitsOf('AAPL')).toMatchObject({
    symbol: 'AAPL',
    class: 'us_equity',
    status: 'active',
    tradable: true,
    fractionable: true,
    shortable: true,
  });
  expect(assets.traitsOf('NONE')).toEqual({ symbol: 'NONE', isListed: false, near: [] });
  expect(asked).toHaveLength(2);
});

it('asks again, once a minute, for what could not be traded when it was read', async () => {
  const traded = SOME.map((one) => ({ ...one, tradable: true }));
  const refusal = fail({ kind: 'offline', message: 'No answer.' });
  const { assets, asked, symbols, pass } = setUp([ok(SOME), refusal, ok(traded)]);
  await symbols('AP');
  pass(59_000);
  expect(assets.traitsOf('APZ')).toMatchObject({ tradable: false });
  pass(1_000);
  expect(assets.traitsOf('AAPL')).toMatchObject({ tradable: true });
  expect(asked).toHaveLength(1);
  for (const times of [2, 3]) {
    expect(assets.traitsOf('APZ')).toMatchObject({ tradable: false });
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(times);
    pass(15_000);
  }
  expect(assets.traitsOf('APZ')).toMatchObject({ tradable: true });
  pass(3_600_000);
  expect(assets.traitsOf('APZ')).toMatchObject({ tradable: true });
  expect(asked).toHaveLength(3);
});

it('knows what may have been meant by a symbol that is not listed', async () => {
  const { assets, symbols } = setUp([ok(SOME)]);
  await symbols('a');
  const nearOf = (symbol: string) => assets.traitsOf(symbol)?.near;
  // A letter too few, too many, another one, two that changed places; then names.
  expect(nearOf('AAP')).toEqual(['AAPL', 'AP', 'APP']);
  expect(nearOf('AAPLL')).toEqual(['AAPL']);
  expect(nearOf('AAPX')).toEqual(['AAPL']);
  expect(nearOf('PAPL')).toEqual(['AAPL']);
  expect(nearOf('APPLE')).toEqual(['AAPL', 'BIG']);
  expect(nearOf('APX')).toEqual(['AP', 'APP']);
  expect(await symbols('aapll')).toEqual(['AAPL']);
});
