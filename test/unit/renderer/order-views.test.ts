import { expect, it } from 'vitest';
import { Views } from '#contract/ui.ts';
import { isNarrowed, isSameFilter, NO_FILTER } from '#renderer/trading/orders/order-filter.ts';
import {
  filterOf,
  MOST_VIEWS,
  withoutView,
  withView,
  type NamedViews,
} from '#renderer/trading/orders/order-views.ts';

const filter = { ...NO_FILTER, symbol: 'AAPL', days: 7 };

const saved = (views: NamedViews | string): NamedViews => {
  if (typeof views === 'string') throw new Error(views);
  return views;
};

it('keeps views by name, in the order of their names, and a second save replaces the first', () => {
  const one = saved(withView([], ' Week ', filter));
  const two = saved(withView(one, 'Apples', NO_FILTER));
  const again = saved(withView(two, 'Week', { ...filter, side: 'sell' }));
  expect(again.map(({ name, side }) => [name, side])).toEqual([
    ['Apples', 'any'],
    ['Week', 'sell'],
  ]);
  expect(withoutView(again, 'Apples').map(({ name }) => name)).toEqual(['Week']);
  // What main is given is a document of the contract, and comes back as the filter it was.
  const document = Views.parse({ orders: again });
  expect(isSameFilter(filterOf(document.orders[0] ?? { name: 'x', ...filter }), NO_FILTER)).toBe(
    true,
  );
});

it.each(['', '   ', 'x'.repeat(41)])('refuses the name %j in words', (name) => {
  expect(withView([], name, filter)).toBe('Give the view a name of at most 40 characters.');
});

it('has one view of a name, however it is written', () => {
  const one = saved(withView([], 'Week', filter));
  expect(saved(withView(one, 'Ｗeek', NO_FILTER)).map(({ name }) => name)).toEqual(['Ｗeek']);
  expect(withView([], 'We\u200bek', filter)).toContain('invisible characters');
});

it('says when there are enough, and still lets one be replaced', () => {
  const full = Array.from({ length: MOST_VIEWS }, (_, n) => ({ ...NO_FILTER, name: `view ${n}` }));
  expect(withView(full, 'one more', filter)).toContain('There are 50 views already');
  expect(saved(withView(full, 'view 3', filter))).toHaveLength(MOST_VIEWS);
});

it('knows a filter that narrows nothing', () => {
  expect(isNarrowed(NO_FILTER)).toBe(false);
  expect(isNarrowed({ ...NO_FILTER, status: 'open' })).toBe(false);
  expect(isNarrowed({ ...NO_FILTER, text: 'x' })).toBe(true);
});
