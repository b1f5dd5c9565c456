// Thirty slips of a finger, as orders on the wire. What each needs before it (a position, a twin, a closed market) is
// made by the suite; `stage` says which.
import { OrderDraft } from '#contract/orders.ts';
import type { GuardName } from '#main/domain/guards/guard-settings.ts';

export type Stage =
  | 'plain'
  | 'held'
  | 'working'
  | 'unknown'
  | 'twin'
  | 'burst'
  | 'frozen'
  | 'priceless'
  | 'closed';

export type Slip = {
  name: string;
  /** The guard that stops it; the form, when it could not even be asked for. */
  guard: GuardName | 'form';
  stage: Stage;
  draft: (price: (symbol: string) => number) => OrderDraft;
};

type Members = Record<string, unknown>;

const money = (price: number): string => price.toFixed(2);
const order = (symbol: string, side: 'buy' | 'sell', members: Members): OrderDraft =>
  OrderDraft.parse({ symbol, side, type: 'limit', timeInForce: 'day', ...members });
export const limitOrder = (
  symbol: string,
  side: 'buy' | 'sell',
  qty: number,
  limitPrice: number,
  more: Members = {},
): OrderDraft => order(symbol, side, { qty: String(qty), limitPrice: money(limitPrice), ...more });
export const marketOrder = (symbol: string, side: 'buy' | 'sell', qty: number): OrderDraft =>
  order(symbol, side, { type: 'market', qty: String(qty) });

/** Whole shares worth about so much. */
const worth = (dollars: number, price: number): number => Math.floor(dollars / price);

/** Of equity. The account has 60,000 dollars, so that half of it is less than an order may be worth. */
export const EQUITY = 60_000;
const MORE_THAN_HALF = 33_000;
export const PART = 15_000;
const REST = 18_000;

const slip = (
  name: string,
  guard: Slip['guard'],
  draft: Slip['draft'],
  stage: Stage = 'plain',
): Slip => ({ name, guard, stage, draft });

export const SLIPS: readonly Slip[] = [
  slip('ten times the quantity', 'value', (p) => limitOrder('AAPL', 'buy', 1_000, p('AAPL'))),
  slip('ten times the quantity, at the market', 'value', () => marketOrder('AAPL', 'buy', 1_000)),
  slip('a hundred times the quantity', 'size', (p) => limitOrder('AAPL', 'buy', 10_000, p('AAPL'))),
  slip('the price typed as quantity', 'size', (p) =>
    limitOrder('AAPL', 'buy', Math.round(p('AAPL') * 100), 10),
  ),
  slip('too many shares of a cheap stock', 'size', (p) => limitOrder('F', 'buy', 5_001, p('F'))),
  slip('a short of too many shares', 'size', (p) => limitOrder('TSLA', 'sell', 5_001, p('TSLA'))),
  slip('dollars typed with two zeros more', 'value', () =>
    order('AAPL', 'buy', { type: 'market', notional: '60000' }),
  ),
  slip('dollars typed as shares', 'value', (p) => limitOrder('AAPL', 'buy', 500, p('AAPL'))),
  slip('a cheap limit that hides what is sold', 'value', (p) =>
    limitOrder('TSLA', 'sell', worth(55_000, p('TSLA')), p('TSLA') * 0.5),
  ),
  slip('more than half of equity in one order', 'shareOfEquity', (p) =>
    limitOrder('AMZN', 'buy', worth(MORE_THAN_HALF, p('AMZN')), p('AMZN')),
  ),
  slip('a short of more than half', 'shareOfEquity', (p) =>
    limitOrder('TSLA', 'sell', worth(MORE_THAN_HALF, p('TSLA')), p('TSLA')),
  ),
  slip('the price a hundred times too high, buying', 'distance', (p) =>
    limitOrder('AAPL', 'buy', 1, p('AAPL') * 100),
  ),
  slip('the price a hundred times too low, selling', 'distance', (p) =>
    limitOrder('TSLA', 'sell', 1, p('TSLA') / 100),
  ),
  slip('two digits swapped', 'distance', (p) => limitOrder('AAPL', 'buy', 5, p('AAPL') * 3.6)),
  slip('a limit 7% through the market', 'distance', (p) =>
    limitOrder('AAPL', 'buy', 10, p('AAPL') * 1.07),
  ),
  slip('a buy stop below the market', 'distance', (p) =>
    order('AAPL', 'buy', { type: 'stop', qty: '10', stopPrice: money(p('AAPL') * 0.95) }),
  ),
  slip('a sell stop above the market', 'distance', (p) =>
    order('TSLA', 'sell', { type: 'stop', qty: '10', stopPrice: money(p('TSLA') * 1.05) }),
  ),
  slip('a stop limit with the limit far beyond', 'distance', (p) =>
    limitOrder('AAPL', 'buy', 2, p('AAPL') * 10, {
      type: 'stop_limit',
      stopPrice: money(p('AAPL') * 1.03),
    }),
  ),
  slip('a trail in dollars instead of percent', 'distance', (p) =>
    order('TSLA', 'sell', { type: 'trailing_stop', qty: '2', trailPrice: money(p('TSLA') * 1.05) }),
  ),
  slip('a take-profit below the entry', 'form', (p) =>
    limitOrder('AAPL', 'buy', 10, p('AAPL'), {
      orderClass: 'bracket',
      takeProfit: { limitPrice: money(p('AAPL') / 10) },
      stopLoss: { stopPrice: money(p('AAPL') * 0.95) },
    }),
  ),
  slip('an empty limit price', 'form', () => order('AAPL', 'buy', { qty: '10' })),
  slip(
    'more than half of equity with what is held',
    'shareOfEquity',
    (p) => limitOrder('AAPL', 'buy', worth(REST, p('AAPL')), p('AAPL')),
    'held',
  ),
  slip(
    'more than half with what is working',
    'shareOfEquity',
    (p) => limitOrder('NVDA', 'buy', worth(REST, p('NVDA')), p('NVDA')),
    'working',
  ),
  slip(
    'more than half with an unknown order',
    'shareOfEquity',
    (p) => limitOrder('JPM', 'buy', worth(REST, p('JPM')), p('JPM')),
    'unknown',
  ),
  slip('the same order twice in a moment', 'repeat', () => limitOrder('SPY', 'buy', 1, 1), 'twin'),
  slip(
    'the same order while the first is unknown',
    'repeat',
    () => limitOrder('SPY', 'buy', 2, 1),
    'twin',
  ),
  slip('a key that sticks', 'ordersPerMinute', () => limitOrder('JPM', 'buy', 99, 1), 'burst'),
  slip(
    'an order on a frozen price',
    'stalePrice',
    (p) => limitOrder('AAPL', 'buy', 1, p('AAPL')),
    'frozen',
  ),
  slip(
    'an order without any price',
    'stalePrice',
    () => limitOrder('KO', 'buy', 1, 60),
    'priceless',
  ),
  slip(
    'a market order while the market is closed',
    'marketClosed',
    () => marketOrder('AAPL', 'buy', 1),
    'closed',
  ),
];
