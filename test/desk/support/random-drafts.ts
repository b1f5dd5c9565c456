// Orders as a person might ask for them, sensible and not: every type, class, side, size and time in force, around the
// price and around what is held. The dice decide, so a seed repeats them.
import { OrderDraft, type Position } from '#contract/orders.ts';
import type { Dice } from '#test/campaigns/support/seed.ts';

/** What a draft is made up around. */
export type Scene = {
  dice: Dice;
  last: (symbol: string) => number | undefined;
  buyingPower: number;
  positions: readonly Position[];
};

/** Ordinary, dear, cheap, below a dollar; not marginable, not shortable, hard to borrow, not divisible, gone; unknown. */
export const SYMBOLS: readonly string[] =
  'AAPL MSFT SPY KO F TSLA NVDA SOXL UVXY SEDG SNDL SIM UAMY ZOM GORO NAK WBA ANSS BTC/USD ZZZZ'.split(
    ' ',
  );

const TYPES = ['market', 'market', 'limit', 'limit', 'stop', 'stop_limit', 'trailing_stop'];
const TIMES = ['day', 'day', 'day', 'day', 'gtc', 'gtc', 'opg', 'cls', 'ioc', 'fok'];
const CLASSES = [undefined, undefined, undefined, 'simple', 'bracket', 'oco', 'oto'];

export function randomDraft(scene: Scene): OrderDraft {
  for (;;) {
    const draft = OrderDraft.safeParse(membersOf(scene));
    if (draft.success) return draft.data;
  }
}

function membersOf(scene: Scene): Record<string, unknown> {
  const { dice, positions } = scene;
  // Half of them about something that is held, or there would be few exits.
  const held = dice.chance(0.5) && positions.length > 0 ? dice.pick(positions) : undefined;
  const symbol = held?.symbol ?? dice.pick(SYMBOLS);
  const last = scene.last(symbol) ?? 100;
  const side = dice.pick(['buy', 'sell']);
  const orderClass = dice.pick(CLASSES);
  const type =
    orderClass === 'oco' && dice.chance(0.9)
      ? 'limit'
      : orderClass === 'bracket' && dice.chance(0.9)
        ? dice.pick(['market', 'limit'])
        : dice.pick(TYPES);
  const price = near(dice, last);
  return {
    symbol,
    side,
    type,
    timeInForce: symbol.includes('/') ? 'gtc' : timeFor(dice, type, orderClass),
    ...sizeOf(scene, { last, type, held }),
    ...((type === 'limit' || type === 'stop_limit') && { limitPrice: price }),
    ...((type === 'stop' || type === 'stop_limit') && { stopPrice: near(dice, last) }),
    ...(type === 'trailing_stop' &&
      (dice.chance(0.5)
        ? { trailPercent: (0.1 + dice.random() * 20).toFixed(2) }
        : { trailPrice: tick(last * (0.005 + dice.random() * 0.2)) })),
    ...(type === 'limit' &&
      orderClass === undefined &&
      dice.chance(0.3) && { extendedHours: true }),
    ...(orderClass !== undefined && { orderClass }),
    ...legsOf(dice, { orderClass, side, last, price: type === 'market' ? undefined : price }),
  };
}

/** Mostly one that goes with the rest. */
function timeFor(dice: Dice, type: string, orderClass: string | undefined): string {
  const isFree = orderClass === undefined && (type === 'market' || type === 'limit');
  return isFree || dice.chance(0.05) ? dice.pick(TIMES) : dice.pick(['day', 'gtc']);
}

type About = { last: number; type: string; held: Position | undefined };

function sizeOf(scene: Scene, { last, type, held }: About): Record<string, string> {
  const { dice, buyingPower } = scene;
  const dollars = buyingPower * dice.pick([0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.99, 1.05, 1.5]);
  if (type === 'market' && dice.chance(0.25))
    return { notional: Math.max(0.5, dollars).toFixed(2), ...(dice.chance(0.02) && { qty: '1' }) };
  const size = held ? Math.abs(Number(held.qty)) * dice.pick([0.25, 0.5, 1, 1, 1.01, 1.5]) : 0;
  const shares = size > 0 && dice.chance(0.7) ? size : dollars / last;
  if (dice.chance(0.15)) return { qty: shares.toFixed(dice.pick([1, 3, 9])) };
  return { qty: String(Math.max(1, Math.floor(shares))) };
}

type LegTerms = {
  orderClass: string | undefined;
  side: string;
  last: number;
  price: string | undefined;
};

function legsOf(dice: Dice, { orderClass, side, last, price }: LegTerms): object {
  if (orderClass === undefined || orderClass === 'simple')
    return dice.chance(0.01) ? { takeProfit: { limitPrice: tick(last) } } : {};
  const isSelling = (side === 'sell') === (orderClass === 'oco');
  const away = (share: number) => tick(last * (isSelling ? 1 + share : 1 - share));
  const base = Number(price ?? last);
  const beyond = isSelling ? Math.min(base, last) * 0.95 : Math.max(base, last) * 1.05;
  const stopPrice = dice.chance(0.9) ? tick(beyond) : near(dice, last);
  const takeProfit = { limitPrice: orderClass === 'oco' && price ? price : away(0.12) };
  const stopLoss = { stopPrice, ...(dice.chance(0.3) && { limitPrice: tick(beyond * 0.99) }) };
  if (orderClass === 'oto') return dice.chance(0.5) ? { takeProfit } : { stopLoss };
  return { takeProfit, ...(dice.chance(0.95) && { stopLoss }) };
}

/** Within a tenth of the price; now and then with more decimals than the broker takes. */
function near(dice: Dice, last: number): string {
  const price = last * (0.9 + dice.random() * 0.2);
  return dice.chance(0.02) ? price.toFixed(3) : tick(price);
}

const tick = (price: number): string => Math.max(0.0001, price).toFixed(price < 1 ? 4 : 2);
