import { expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { createWatchlists } from '#main/desk/watchlists.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';

type All = ReturnType<SettingsService['get']>;

function setUp(assetClass: string) {
  let settings = { watchlists: {} } as unknown as All;
  const followed: (readonly string[])[] = [];
  const client = {
    asset: async (symbol: string) =>
      symbol === 'GONE'
        ? fail({ kind: 'refused', status: 404, message: 'asset not found' })
        : ok({ symbol, name: symbol, tradable: true, class: assetClass }),
  };
  const kept = {
    get: () => settings,
    update(change: (all: All) => All) {
      settings = change(settings);
    },
  };
  const lists = createWatchlists({
    accountId: 'a',
    unit: {
      client: client as unknown as AccountUnit['client'],
      watchSymbols: (symbols) => followed.push(symbols),
    },
    settings: kept,
    mostSymbols: 500,
    newId: () => 'new',
  });
  return { lists, followed };
}

it('follows shares', async () => {
  const { lists, followed } = setUp('us_equity');
  expect(await lists.add('first', 'KO')).toMatchObject({ ok: true });
  expect(followed.at(-1)).toContain('KO');
});

it.each([
  ['BTC/USD', 'crypto', 'Ballast has no prices for BTC/USD: it follows stocks only.'],
  ['GONE', 'us_equity', 'The broker does not know GONE.'],
])(
  'says why %s is not followed, rather than to show it without a price',
  async (symbol, assetClass, message) => {
    const { lists, followed } = setUp(assetClass);
    expect(await lists.add('first', symbol)).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', issues: [{ path: 'symbol', message }] },
    });
    expect(followed.at(-1)).not.toContain(symbol);
  },
);
